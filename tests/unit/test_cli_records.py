"""``replay``, ``perft``, ``show``, ``rules`` and ``simulate``."""

from __future__ import annotations

import io
import json
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.cases import load
from support.cli import command, environment, refused, run, run_program, write_records

import dominoes as dm
from dominoes.cli.simulate import Bar

TRACES = load("traces.jsonl")
POSITIONS = load("perft.jsonl")


@pytest.fixture(scope="module")
def traces(tmp_path_factory: pytest.TempPathFactory) -> str:
    return write_records(
        tmp_path_factory.mktemp("records") / "t.jsonl", [json.dumps(case["record"]) for case in TRACES]
    )


@pytest.fixture(scope="module")
def match_record() -> dict[str, Any]:
    match = dm.Match(dm.Rules("draw", target=60, players=3), ["random", "heaviest", "random"], seed=3)
    assert len(list(match.run())) > 0
    return match.to_record().to_dict()


def broken(record: dict[str, Any], number: int, action: str) -> str:
    """A record with another first action in one of its rounds."""
    copy = json.loads(json.dumps(record))
    copy["rounds"][number]["actions"][0] = action
    return json.dumps(copy)


# replay


def test_replay_finds_all_cases_right(traces: str) -> None:
    outcome = run("replay", traces)
    actions = sum(len(case["legal"]) for case in TRACES)
    assert outcome == (type(outcome))(
        0, f"{len(TRACES)} records are right: rounds {len(TRACES)}, actions {actions}.\n", ""
    )


def test_trace_is_what_the_cases_say(traces: str) -> None:
    outcome = run("replay", traces, "--trace")
    assert outcome.code == 0
    expected = []
    for index, case in enumerate(TRACES):
        played = case["record"]["rounds"][0]
        for n, (turn, legal, action) in enumerate(zip(case["turns"], case["legal"], played["actions"], strict=True)):
            expected.append({"record": index, "round": 0, "n": n, "turn": turn, "legal": legal, "action": action})
        if "result" in played:
            expected.append({"record": index, "round": 0, "result": played["result"]})
    assert [json.loads(line) for line in outcome.lines] == expected


def test_trace_of_a_match_counts_rounds_and_leaves_an_open_one_without_result(
    tmp_path: Path, match_record: dict[str, Any]
) -> None:
    match_record = json.loads(json.dumps(match_record))
    del match_record["scores"], match_record["rounds"][-1]["result"]
    match_record["rounds"][-1]["actions"].pop()
    file = tmp_path / "match.json"
    file.write_text(json.dumps(match_record, indent=1))
    lines = [json.loads(line) for line in run("replay", str(file), "--trace").lines]
    last = len(match_record["rounds"]) - 1
    assert last > 0
    assert [line["round"] for line in lines if "result" in line] == list(range(last))
    assert sum(line["round"] == last for line in lines) == len(match_record["rounds"][last]["actions"])


def test_replay_goes_on_after_a_bad_record(tmp_path: Path, match_record: dict[str, Any]) -> None:
    good = json.dumps(match_record)
    file = write_records(tmp_path / "r.jsonl", [good, broken(match_record, 1, "pass"), "{]", "", good])
    outcome = run("replay", file)
    assert outcome.code == 1
    errors = outcome.err.splitlines()
    assert len(errors) == 2
    assert errors[0].startswith("dominoes: record 1: round 1, action 0: ")
    assert errors[1].startswith("dominoes: record 2: not JSON")
    assert outcome.out.endswith("2 of 4 wrong.\n")
    traced = run("replay", file, "--trace")
    assert traced.code == 1
    assert {json.loads(line)["record"] for line in traced.lines} == {0, 3}


def test_replay_reads_standard_input(match_record: dict[str, Any]) -> None:
    outcome = run_program("replay", "-", stdin=json.dumps(match_record) + "\n")
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.startswith("1 record is right: ")


def test_replay_of_a_pipe_tells_each_record_as_it_comes(match_record: dict[str, Any]) -> None:
    with subprocess.Popen(
        command("replay", "-", "--trace"), env=environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        lines = sum(len(rnd["actions"]) + 1 for rnd in match_record["rounds"])
        for _ in range(-(-20_000 // len(json.dumps(match_record)))):  # more than any buffer of the output
            program.stdin.write(json.dumps(match_record).encode() + b"\n")
        program.stdin.flush()
        told = [json.loads(program.stdout.readline()) for _ in range(lines)]  # before the input's end
    assert {line["record"] for line in told} == {0}


@given(st.binary(max_size=60))
def test_any_bytes_are_told_in_one_line_each(data: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "records")
        file.write_bytes(data)
        outcome = run("replay", str(file))
    assert outcome.code == 1
    assert outcome.err
    assert all(line.startswith("dominoes: record ") for line in outcome.err.splitlines())


# perft


def test_perft_of_the_cases(tmp_path: Path) -> None:
    file = write_records(tmp_path / "p.jsonl", [json.dumps(case["record"]) for case in POSITIONS])
    for depth in (1, 2):
        outcome = run("perft", file, "--depth", str(depth))
        assert outcome.lines == [str(case["perft"][depth - 1]) for case in POSITIONS]
    divided = run("perft", file, "--depth", "2", "--divide")
    totals = [line.removeprefix("total ") for line in divided.lines if line.startswith("total ")]
    assert totals == outcome.lines


def test_perft_goes_on_after_a_bad_record(tmp_path: Path) -> None:
    file = write_records(tmp_path / "p.jsonl", ["[]", json.dumps(POSITIONS[0]["record"])])
    outcome = run("perft", file, "--depth", "0")
    assert (outcome.code, outcome.out) == (1, "1\n")
    assert outcome.err.startswith("dominoes: record 0: ")


# show


def test_show_draws_the_last_round_of_the_last_record(traces: str) -> None:
    outcome = run("show", traces, "--ascii")
    assert outcome.code == 0
    assert outcome.lines[0] == f"The file holds {len(TRACES)} records."
    assert outcome.lines[1].startswith(f"Record {len(TRACES) - 1}, round 0, after ")


def test_show_at_an_action(tmp_path: Path, match_record: dict[str, Any]) -> None:
    file = write_records(tmp_path / "m.json", [json.dumps(match_record)])
    outcome = run("show", file, "--round", "0", "--at", "1", "--ascii")
    first = match_record["rounds"][0]["actions"][0].split("-")
    assert outcome.lines[0].startswith("Record 0, round 0, after 1 of ")
    assert outcome.lines[1] == f"[{first[0]}|{first[1]}]"
    assert outcome.lines[2].startswith("Ends: left ")
    assert outcome.lines[-1].startswith("To act: seat ")
    assert "The table is empty." in run("show", file, "--at", "0").out
    assert run("show", file).lines[-1].startswith("Over: ")


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["--record", "1"], "holds records 0 to 0"),
        (["--round", "99"], "has rounds 0 to "),
        (["--at", "999"], "so that N is from 0 to "),
    ],
)
def test_show_of_what_is_not_there(tmp_path: Path, match_record: dict[str, Any], argv: list[str], said: str) -> None:
    file = write_records(tmp_path / "m.json", [json.dumps(match_record)])
    assert said in refused("show", file, *argv, code=1)


def test_show_of_a_bad_record(tmp_path: Path, match_record: dict[str, Any]) -> None:
    good, bad = json.dumps(match_record), broken(match_record, 0, "draw")
    file = write_records(tmp_path / "m.jsonl", [good, bad, "?"])
    assert run("show", file, "--record", "0").code == 0
    assert refused("show", file, "--record", "1", code=1).startswith("record 1: round 0, action 0: ")
    assert refused("show", file, code=1).startswith("record 2: ")


def test_show_writes_a_picture(tmp_path: Path, traces: str) -> None:
    target = tmp_path / "table.svg"
    outcome = run("show", traces, "--record", "0", "--svg", str(target))
    assert (outcome.code, outcome.out) == (0, f"Wrote {target}.\n")
    assert target.read_text(encoding="utf-8").startswith("<svg ")
    assert run("show", traces, "--record", "0", "--svg", "-").out == target.read_text(encoding="utf-8") + "\n"
    assert "cannot write" in refused("show", traces, "--svg", str(tmp_path / "no" / "where.svg"), code=1)


def test_a_picture_never_replaces_the_records(tmp_path: Path, match_record: dict[str, Any]) -> None:
    file = write_records(tmp_path / "m.json", [json.dumps(match_record)])
    link = tmp_path / "link.json"
    link.symlink_to(file)
    for out in (file, str(link)):
        assert "would replace" in refused("show", file, "--svg", out, code=2)
    assert json.loads(Path(file).read_text()) == match_record


def test_show_with_names_that_would_move_the_cursor(tmp_path: Path, match_record: dict[str, Any]) -> None:
    record = json.loads(json.dumps(match_record))
    record["players"] = ["a\x1b[2J", "b\nc", "\u202ed"]
    outcome = run("show", write_records(tmp_path / "m.json", [json.dumps(record)]))
    assert outcome.code == 0
    assert "\x1b" not in outcome.out
    assert "seat 1 (b c)" in outcome.out


# rules


@pytest.mark.parametrize("name", dm.PRESETS)
def test_rules_of_a_preset_tell_every_option(name: str) -> None:
    outcome = run("rules", name)
    for option, value in dm.Rules(name).options().items():
        text = "x".join(map(str, value)) if isinstance(value, tuple) else value if isinstance(value, str) else None
        assert f"  {option} = {json.dumps(value) if text is None else text} (" in outcome.out


@pytest.mark.parametrize("name", dm.PRESETS)
def test_rules_as_json_are_rules_of_a_record(name: str) -> None:
    assert dm.Rules.from_dict(json.loads(run("rules", name, "--json").out)) == dm.Rules(name)


def test_rules_of_all_presets() -> None:
    assert list(json.loads(run("rules", "--json").out)) == list(dm.PRESETS)
    out = run("rules").out
    assert all(f"  {name}" in out for name in (*dm.PRESETS, *dm.Rules().options()))


# simulate


@pytest.mark.parametrize("name", dm.PRESETS)
def test_simulate_sums_up_the_playouts(name: str) -> None:
    games = 300
    found = json.loads(run("simulate", "--rules", name, "--games", str(games), "--seed", "5", "--json").out)
    rules = dm.Rules(name)
    results = dm.playouts(rules, n=games, seed=5)
    assert found["rules"] == {"preset": name}
    assert found["plays_per_game"] == sum(results.plays) / games
    assert found["draws_per_game"] == sum(results.draws) / games
    assert found["passes_per_game"] == sum(results.passes) / games
    assert found["blocked_share"] == sum(reason == 2 for reason in results.reason) / games
    points = results.points.tolist()
    assert found["points_per_game"] == [sum(row[seat] for row in points) / games for seat in range(rules.players)]
    for seat, opened in enumerate(found["by_opening_seat"]):
        rounds = [winner for starter, winner in zip(results.starter, results.winner, strict=True) if starter == seat]
        sides = 2 if rules.partners else rules.players
        assert opened["games"] == len(rounds)
        assert opened["win_share"] == [rounds.count(side) / len(rounds) for side in range(sides)]
        assert opened["nobody_share"] == rounds.count(-1) / len(rounds)


def test_simulate_plays_by_a_policy() -> None:
    words = ("simulate", "--rules", "draw", "--games", "300", "--seed", "5", "--policy", "heaviest")
    found = json.loads(run(*words, "--json").out)
    results = dm.playouts(dm.Rules("draw"), 300, seed=5, policy="heaviest")
    assert (found["policy"], found["plays_per_game"]) == ("heaviest", sum(results.plays) / 300)
    assert "2 players, heaviest play." in run(*words).out
    assert run("simulate", "--policy", "clever").code == 2


def test_simulate_does_not_depend_on_threads() -> None:
    one, two = (
        json.loads(run("simulate", "--games", "500", "--seed", "x", "--json", "--threads", threads).out)
        for threads in "12"
    )
    for timed in ("seconds", "games_per_second", "threads"):
        assert one.pop(timed) > 0
        assert two.pop(timed) > 0
    assert one == two


def test_simulate_tells_a_seed_without_moving_the_cursor() -> None:
    outcome = run("simulate", "--games", "1", "--seed", "\x1b[2J\nx")
    assert "Seed: \\x1b[2J x." in outcome.lines[0]


def test_simulate_in_words_and_silent_in_a_pipe() -> None:
    outcome = run("simulate", "--games", "200", "--seed", "1", "--rules", "all-fives", "--players", "3")
    assert outcome.err == ""
    assert outcome.lines[0] == "Rules: all-fives, 3 players, random play. Seed: 1."
    assert sum(line.startswith("Opened by seat ") for line in outcome.lines) == 3


class Screen(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_the_progress_bar_is_for_terminals_and_leaves_nothing_behind() -> None:
    screen, pipe = Screen(), io.StringIO()
    for stream in (screen, pipe):
        bar = Bar(300, stream)
        bar.show(100)
        bar.show(300)
        bar.clear()
    shown = screen.getvalue().split("\r")
    assert shown[1].startswith("[##########....................] 33 %, 100 of 300")
    assert shown[2].startswith("[##############################] 100 %, 300 of 300")
    assert shown[3].strip() == shown[4] == ""
    assert pipe.getvalue() == ""
