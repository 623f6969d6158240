"""``dominoes analyse``."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from support.cli import refused, run, write_records

import dominoes as dm
from dominoes.cli import simulate


def record(seed: int = 1, players: tuple[str, ...] = ("pinocchio/1", "buratino"), **options: object) -> str:
    rules = dm.Rules("draw", **{"target": 20, "players": len(players), **options})
    match = dm.Match(rules, players, seed=seed)
    for _ in match.run():
        pass
    return json.dumps(match.to_record().to_dict())


@pytest.fixture
def file(tmp_path: Path) -> str:
    return write_records(tmp_path / "one.jsonl", [record()])


def test_a_record(file: str) -> None:
    outcome = run("analyse", file, "--worlds", "6")
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.lines[:3] == ["Record 0", "draw: pinocchio/1 (seat 0), buratino (seat 1).", outcome.lines[2]]
    found = dm.review(dm.Record.load(file), worlds=6)
    assert outcome.out == f"Record 0\n{found}\n"


def test_a_record_for_programs(file: str) -> None:
    (line,) = run("analyse", file, "--json", "--level", "1", "--player", "1").lines
    found = dm.review(dm.Record.load(file), level=1, seat=1)
    assert json.loads(line) == json.loads(json.dumps({"record": 0, **found.to_dict()}))


def test_one_round(file: str) -> None:
    outcome = run("analyse", file, "--worlds", "2", "--round", "0")
    assert "\nRound 0\n" in outcome.out
    assert "\nRound 1\n" not in outcome.out


def test_the_usual_level_is_the_fourth(file: str) -> None:
    outcome = run("analyse", file, "--player", "0", "--round", "0")
    assert f", {dm.players.SnowWhite(4).worlds} worlds for each." in outcome.out


def test_the_picture(file: str, tmp_path: Path) -> None:
    out = tmp_path / "a picture.svg"
    outcome = run("analyse", file, "--worlds", "2", "--svg", str(out))
    assert outcome.lines[-1] == f"Wrote {out}."
    assert out.read_text(encoding="utf-8") == dm.review(dm.Record.load(file), worlds=2).svg()
    ElementTree.parse(out)


def test_the_picture_beside_json(file: str, tmp_path: Path) -> None:
    out = tmp_path / "a.svg"
    outcome = run("analyse", file, "--worlds", "2", "--json", "--svg", str(out))
    assert len(outcome.lines) == 1
    assert json.loads(outcome.out)["worlds"] == 2
    assert out.exists()


def test_several_records_one_of_them_bad(tmp_path: Path) -> None:
    file = write_records(tmp_path / "m.jsonl", [record(1), "{}", record(2, ("random",) * 3), record(3)])
    outcome = run("analyse", file, "--worlds", "1", "--player", "2")
    assert outcome.code == 1
    assert outcome.err.splitlines() == [
        "dominoes: record 0: --player 2: there are seats 0 to 1",
        'dominoes: record 1: the key "format" is missing',
        "dominoes: record 3: --player 2: there are seats 0 to 1",
    ]
    assert outcome.lines[:2] == ["", "Record 2"]
    outcome = run("analyse", file, "--worlds", "1", "--json")
    assert [json.loads(line)["record"] for line in outcome.lines] == [0, 2, 3]


def test_a_match_under_way_and_standard_input() -> None:
    match = dm.Match(dm.Rules("draw"), ["random", "random"], seed=1)
    for _ in range(9):
        match.step()
    text = json.dumps(match.to_record().to_dict())
    assert run("analyse", "-", "--worlds", "1", stdin=text).code in (0, 1)


def test_names_are_harmless(tmp_path: Path) -> None:
    data = json.loads(record()) | {"players": ["An\x1b[2Jn", "B" * 300]}
    file = write_records(tmp_path / "x.jsonl", [json.dumps(data)])
    outcome = run("analyse", file, "--worlds", "1")
    assert "An\\x1b[2Jn (seat 0)" in outcome.out
    assert all(line.isprintable() for line in outcome.lines)
    assert "B" * 30 not in outcome.out


def test_progress_is_shown_on_a_terminal_only(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run("analyse", file, "--worlds", "1").err == ""
    shown: list[tuple[int, int]] = []

    class Watched(simulate.Bar):
        def show(self, done: int) -> None:
            shown.append((done, self._whole))

    monkeypatch.setattr("dominoes.cli.analyse.Bar", Watched)
    run("analyse", file, "--worlds", "1")
    whole = len(dm.review(dm.Record.load(file), worlds=1).decisions)
    assert shown == [(done, whole) for done in range(1, whole + 1)]


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["--worlds", "0"], "argument --worlds: '0' is not a whole number from 1 to 1000000"),
        (["--worlds", "1000001"], "argument --worlds: '1000001' is not a whole number from 1 to 1000000"),
        (["--level", "6"], "argument --level: '6' is not a whole number from 1 to 5"),
        (["--level", "1", "--worlds", "1"], "argument --worlds: not allowed with argument --level"),
        (["--player", "-1"], "argument --player: "),
        (["--svg", "-"], "--svg: the picture goes into a file, since the report goes to standard output"),
    ],
)
def test_wrong_options(argv: list[str], said: str) -> None:
    assert said in refused("analyse", "x", *argv, code=2)


def test_a_picture_over_the_records(file: str) -> None:
    before = Path(file).read_bytes()
    said = refused("analyse", file, "--svg", file, code=2)
    assert said == f"--svg: {file} is the file of the records, which a picture would replace"
    assert Path(file).read_bytes() == before


def test_a_picture_nowhere(file: str, tmp_path: Path) -> None:
    folder = tmp_path / "nowhere"
    assert refused("analyse", file, "--svg", str(folder / "a.svg"), code=1) == f"--svg: there is no folder {folder}"


def test_a_picture_that_cannot_be_written_is_refused_before_the_work(
    file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dominoes.reviewing.review", lambda *args, **options: pytest.fail("it worked"))
    before = sorted(tmp_path.iterdir())
    said = refused("analyse", file, "--svg", str(tmp_path), code=1)
    assert said == f"--svg: {tmp_path} is a folder: name a file in it, such as {tmp_path / 'review.svg'}"
    too_long = str(tmp_path / ("a" * 300))
    assert refused("analyse", file, "--svg", too_long, code=1).startswith(f"cannot write {tmp_path}")
    assert sorted(tmp_path.iterdir()) == before


def test_looking_whether_a_picture_can_be_written_changes_nothing(file: str, tmp_path: Path) -> None:
    out = tmp_path / "old.svg"
    out.write_text("old")
    assert run("analyse", file, "--worlds", "1", "--round", "99", "--svg", str(out)).code == 1
    assert out.read_text() == "old"
    assert run("analyse", file, "--worlds", "1", "--round", "99", "--svg", str(tmp_path / "new.svg")).code == 1
    assert not (tmp_path / "new.svg").exists()


def test_bad_files(tmp_path: Path) -> None:
    assert refused("analyse", "nowhere.json", code=1).startswith("cannot read nowhere.json: ")
    broken = tmp_path / "broken.json"
    broken.write_text('{"format": ')
    assert refused("analyse", str(broken), code=1).startswith("record 0: not JSON")
    wrong = json.loads(record())
    wrong["rounds"][0]["actions"][1] = "6-6@R"
    broken.write_text(json.dumps(wrong))
    assert refused("analyse", str(broken), code=1).startswith("record 0: round 0, action 1: ")


def test_a_round_that_is_not_there(file: str) -> None:
    rounds = len(dm.Record.load(file).rounds)
    said = refused("analyse", file, "--round", "99", code=1)
    assert said == f"record 0: --round 99: there are rounds 0 to {rounds - 1}"
