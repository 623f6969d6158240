"""The file of results: it keeps every batch, a killed run goes on from it, and it is never spoilt."""

from __future__ import annotations

import json
import os
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from dominoes.players import Heaviest, SnowWhite
from dominoes.registry import PlayerError
from dominoes.rules import Rules
from dominoes.tournaments import Progress, TournamentError, TournamentTable, tournament
from dominoes.tournaments.bounds import Bounds
from dominoes.tournaments.playing import CHOICES

SETTING: dict[str, Any] = {"rounds": 60, "seed": "kept", "batch": 7}


def run(file: Path | None = None, **options: Any) -> TournamentTable:
    return tournament(["heaviest", "random"], out=file, **{**SETTING, **options})


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "results.jsonl"


@pytest.fixture
def content(file: Path) -> bytes:
    """A finished tournament's file."""
    run(file)
    return file.read_bytes()


def lines(file: Path) -> list[dict[str, Any]]:
    text = file.read_text(encoding="utf-8")
    assert text.endswith("\n")
    return [json.loads(line) for line in text.splitlines()]


def test_the_file_has_a_header_and_a_line_for_every_batch(file: Path) -> None:
    assert run(file) == run()
    header, *batches = lines(file)
    assert (header["format"], header["version"], header["entrants"]) == (
        "dominoes-tournament",
        2,
        ["heaviest", "random"],
    )
    assert (header["players"], header["backend"]) == (["heaviest", "random"], CHOICES)
    assert (header["kind"], header["seed"], header["batch"]) == ("rounds", "kept", 7)
    assert header["rules"] == {"preset": "draw", "players": 2}
    assert [(line["first"], line["stop"]) for line in batches] == [(0, 7), (7, 14), (14, 21), (21, 28), (28, 30)]
    assert all(len(line["rows"][0]) == line["stop"] - line["first"] for line in batches)


def test_every_batch_is_in_the_file_before_it_is_told(file: Path) -> None:
    told: list[int] = []

    def check(progress: Progress) -> None:
        told.append(lines(file)[-1]["stop"])
        assert told[-1] == progress.done

    run(file, progress=check)
    assert told == [7, 14, 21, 28, 30]


@pytest.mark.parametrize("cut", [0, 5, 40, -1, -2, -40, -400])
def test_a_run_cut_short_goes_on(file: Path, content: bytes, cut: int) -> None:
    """Cut within the header, within a line, and of its very last character."""
    file.write_bytes(content[:cut] if cut else b"")
    told: list[int] = []
    assert run(file, progress=lambda progress: told.append(progress.done)) == run()
    assert file.read_bytes() == content
    assert len(told) <= 5 or cut >= 0  # once for what is there, and once for each batch that is not


def test_a_finished_run_is_told_again(file: Path, content: bytes) -> None:
    def never(_: object) -> None:
        raise AssertionError("played")

    assert run(file, progress=never) == run()
    assert file.read_bytes() == content


def test_more_games_extend_it(file: Path, content: bytes) -> None:
    table = run(file, rounds=100)
    assert table == run(rounds=100)
    assert file.read_bytes().startswith(content)
    assert [line["stop"] for line in lines(file)[1:]] == [7, 14, 21, 28, 30, 35, 42, 49, 50]


def test_fewer_games_lose_nothing(file: Path, content: bytes) -> None:
    assert run(file, rounds=10) == run(rounds=10)
    assert file.read_bytes() == content


def test_only_what_is_asked_for_counts(file: Path, content: bytes) -> None:
    """Whatever else the file holds: the end of a batch, and batches beyond it."""
    for rounds in (1, 14, 20, 28, 58):
        assert run(file, rounds=rounds) == run(rounds=rounds)
    keep(file, content, 1, 2, 5)
    assert run(file, rounds=28) == run(rounds=28)
    assert run(file, rounds=30) == run(rounds=30)
    assert [(line["first"], line["stop"]) for line in lines(file)[4:]] == [(14, 15)]


def test_what_was_there_is_told_before_anything_is_played(file: Path, content: bytes) -> None:
    keep(file, content, 1, 4)
    told: list[tuple[int, int, int]] = []
    run(file, progress=lambda progress: told.append((progress.done, progress.deals, progress.kept)))
    assert told == [(7, 30, 14), (14, 30, 14), (21, 30, 14), (28, 30, 14), (30, 30, 14)]
    keep(file, content, 1, 4)
    told.clear()
    run(file, rounds=44, progress=lambda progress: told.append((progress.done, progress.deals, progress.kept)))
    assert told == [(7, 22, 8), (14, 22, 8), (21, 22, 8), (22, 22, 8)]  # the one deal of 21 to 27 that counts


def test_seed_and_batch_are_the_files_unless_given(file: Path) -> None:
    table = tournament(["heaviest", "random"], rounds=10, batch=2, out=file)
    again = tournament(["heaviest", "random"], rounds=20, out=file)
    assert again.seed == table.seed
    assert [line["stop"] for line in lines(file)[1:]] == [2, 4, 5, 6, 8, 10]


def test_until_stops_where_it_would_have_stopped(file: Path) -> None:
    options: dict[str, Any] = {"rounds": None, "until": 14, "batch": 5}
    table = run(**options)
    assert 30 <= table.deals < 200
    assert run(file, **options) == table
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 2])
    assert run(file, **options) == table
    assert file.read_bytes() == whole
    assert run(file, **options) == table


def test_the_same_rules_may_be_written_otherwise(file: Path, content: bytes) -> None:
    assert tournament(["heaviest", "random"], Rules("draw", target=100, max_pip=6), out=file, **SETTING) == run()


@pytest.mark.parametrize(
    ("entrants", "options", "said"),
    [
        (["random", "heaviest"], {}, r'its entrants is \["heaviest", "random"\], not \["random", "heaviest"\]'),
        (["heaviest", "random", "random"], {}, "its entrants is"),
        (["heaviest", "random"], {"seed": "other"}, 'its seed is "kept", not "other"'),
        (["heaviest", "random"], {"batch": 8}, "its batch is 7, not 8"),
        (["heaviest", "random"], {"rounds": None, "matches": 4}, 'its kind is "rounds", not "matches"'),
        (["heaviest", "random"], {"rules": Rules("block")}, 'its rules is {"preset": "draw", "players": 2}, not'),
        (["heaviest", "random"], {"rules": Rules("draw", target=50)}, "its rules is"),
    ],
)
def test_a_file_of_another_tournament_is_refused(
    file: Path, content: bytes, entrants: list[str], options: dict[str, Any], said: str
) -> None:
    with pytest.raises(TournamentError, match=f"is of another tournament: {said}"):
        tournament(entrants, out=file, **{**SETTING, **options})
    assert file.read_bytes() == content


def test_a_file_of_another_version_is_refused(file: Path, content: bytes) -> None:
    header, rest = content.split(b"\n", 1)
    data = json.loads(header)
    for change, said in (
        ({"engine": "0.0.1"}, 'its engine is "0.0.1", not'),
        ({"version": 3}, "is of version 3 of this format, not 2, and is left alone: keep the results in another file"),
        ({"version": 1}, "is of version 1 of this format, not 2"),
        ({"backend": "other"}, f'its backend is "other", not "{CHOICES}"'),
        ({"backend": None}, f'its backend is null, not "{CHOICES}"'),
    ):
        changed = json.dumps(data | change).encode() + b"\n" + rest
        file.write_bytes(changed)
        with pytest.raises(TournamentError, match=said):
            run(file)
        assert file.read_bytes() == changed


@pytest.mark.parametrize(
    "text", [b"my diary", b"my diary\n", b'{"format": "dominoes-record"}\n', b"[1]\n", b"\x00\xff\n", b"\n", b"{"]
)
def test_a_file_of_something_else_is_left_alone(file: Path, text: bytes) -> None:
    file.write_bytes(text)
    if text == b"{":  # the first character of a header may be all that was written
        assert run(file) == run()
        return
    with pytest.raises(TournamentError, match="is no tournament's results and is left alone"):
        run(file)
    assert file.read_bytes() == text


def spoil(lines: list[dict[str, Any]], number: int, **change: Any) -> list[dict[str, Any]]:
    return [line | change if index == number else line for index, line in enumerate(lines)]


def deal_of(row: list[int]) -> list[list[list[int]]]:
    """The first deal of a batch of seven comes to this."""
    return [[row, *[[2, 1, 1, 0, 0]] * 6]]


@pytest.mark.parametrize(
    ("number", "change"),
    [
        (1, {"first": 1}),
        (1, {"first": -1}),
        (1, {"first": "0"}),
        (2, {"first": 0}),
        (2, {"stop": 7}),
        (2, {"stop": "14"}),
        (1, {"rows": []}),
        (1, {"rows": [[[2, 1, 1, 0, 0]] * 6]}),
        (1, {"rows": [[[2, 1, 1, 0]] * 7]}),
        (1, {"rows": [[[2, 1, 1, 0, 0.5]] * 7]}),
        (1, {"rows": [[[2, 1, 1, 0, True]] * 7]}),
        (1, {"faults": None}),
        (1, {"faults": [[0, 1]]}),
        (1, {"faults": [[2, [0], "who?"]]}),
        (1, {"faults": [[0, 1, "when?"]]}),
        (1, {"faults": [[0, [], "when?"]]}),
        (1, {"faults": [[0, [7], "when?"]]}),
        (1, {"faults": [[0, [-1], "when?"]]}),
        (1, {"faults": [[0, [1, 0], "when?"]]}),
        (1, {"faults": [[0, [True], "when?"]]}),
        (1, {"faults": [[0, [0, 0, 0], "three of two rounds"]]}),
        (1, {"faults": [[0, [0], "what"], [0, [1], "twice"]]}),
        (1, {"faults": [[1, [0], "in the order"], [0, [0], "of the entrants"]]}),
        (1, {"faults": [[0, [0], "\x1b[2J"]]}),
        (1, {"faults": [[0, [0], ""]]}),
        (1, {"faults": [[0, [0], "long" * 100]]}),
        (1, {"faults": [[0, [0], None]]}),
        (1, {"rows": deal_of([3, 1, 1, 0, 0])}),
        (1, {"rows": deal_of([1, 1, 0, 0, 0])}),
        (1, {"rows": deal_of([-2, 1, 1, 0, 0])}),
        (1, {"rows": deal_of([2, 9, 9, 0, 0])}),
        (1, {"rows": deal_of([2, 2, 1, 0, 0])}),
        (1, {"rows": deal_of([2, -1, 1, 0, 0])}),
        (1, {"rows": deal_of([2, 1, -1, 0, 0])}),
        (1, {"rows": deal_of([2, 1, 1, -1, 0])}),
        (1, {"rows": deal_of([2, 1, 1, 0, -1])}),
        (1, {"rows": deal_of([2, 1, 1, 300, 300])}),
        (1, {"rows": deal_of([2, 1, 1, 10**30, 0])}),
        (1, {"more": 1}),
    ],
)
def test_a_line_that_is_wrong_is_named(file: Path, content: bytes, number: int, change: dict[str, Any]) -> None:
    found = spoil(lines(file), number, **change)
    spoilt = "".join(json.dumps(line) + "\n" for line in found).encode()
    file.write_bytes(spoilt)
    with pytest.raises(TournamentError, match=rf"line {number + 1}: these are not the results of a batch of deals"):
        run(file)
    assert file.read_bytes() == spoilt


@pytest.mark.parametrize(
    ("rules", "kind", "right", "wrong"),
    [
        # of three, a win is two units; a forfeit of another is one
        (Rules("draw", players=3), "rounds", [3, 1, 5, 0, 0], [3, 1, 4, 0, 0]),
        (Rules("draw", players=3), "rounds", [3, 3, 3, 0, 0], [3, 3, 5, 0, 0]),
        (Rules("draw", players=4), "rounds", [4, 1, 2, 0, 0], [4, 2, 1, 0, 0]),
        (Rules("draw", players=4), "rounds", [4, 12, 0, 0, 0], [4, 13, -1, 0, 0]),
        (Rules("partnership"), "rounds", [2, 0, 0, 0, 0], [4, 0, 0, 0, 0]),
        # plays that score make a round worth more than the pips of the set
        (Rules("all-fives"), "rounds", [2, 2, 0, 300, 300], [2, 2, 0, 10**4, 0]),
        (Rules("draw"), "matches", [9, 5, 4, 9, 9, 2, 1, 1], [9, 5, 5, 9, 9, 2, 1, 1]),
        (Rules("draw"), "matches", [2, 1, 1, 9, 9, 2, 1, 1], [1, 1, 0, 9, 9, 2, 1, 1]),
        (Rules("draw"), "matches", [9, 5, 4, 9, 9, 2, 2, 0], [9, 5, 4, 9, 9, 3, 2, 1]),
        (Rules("draw"), "matches", [20_000, 5, 4, 9, 9, 2, 0, 0], [9, 5, 4, 9, 9, 2, 0, 0]),
        (Rules("draw"), "matches", [10_001, 5, 4, 9, 9, 2, 1, 0], [10_000, 5, 4, 9, 9, 2, 1, 0]),
        (Rules("draw"), "matches", [20_000, 5, 4, 9, 9, 2, 1, 1], [20_001, 5, 4, 9, 9, 2, 1, 1]),
        (Rules("draw"), "matches", [9, 5, 4, 9, 9, 2, 0, 2], [9, 5, 4, 9, 9, 2, -1, 3]),
    ],
)
def test_what_a_row_can_be(rules: Rules, kind: str, right: list[int], wrong: list[int]) -> None:
    bounds = Bounds(2, rules, kind)
    cells = 1 if rules.partners or rules.players == 2 else 2
    for row, is_right in ((right, True), (wrong, False)):
        data = {"first": 5, "stop": 6, "rows": [[row]] * cells, "faults": []}
        assert (bounds.batch(data) is not None) == is_right


@pytest.mark.parametrize("seed", [5, None, ["kept"], "\ud800"])
def test_a_header_without_a_right_seed_is_refused(file: Path, content: bytes, seed: object) -> None:
    header, rest = content.split(b"\n", 1)
    file.write_bytes(json.dumps(json.loads(header) | {"seed": seed}).encode() + b"\n" + rest)
    with pytest.raises(TournamentError, match="line 1: .* is no tournament's seed"):
        run(file, seed=None)


def test_a_line_that_is_no_json_in_the_middle_is_named(file: Path, content: bytes) -> None:
    whole = content.split(b"\n")
    whole[2] = whole[2][:-3]
    file.write_bytes(b"\n".join(whole))
    with pytest.raises(TournamentError, match="line 3: these are not the results of a batch of deals"):
        run(file)


def keep(file: Path, content: bytes, *numbers: int) -> list[bytes]:
    """Leave these lines of the finished file in it, in this order, and its header."""
    whole = content.splitlines(keepends=True)
    file.write_bytes(b"".join([whole[0], *(whole[number] for number in numbers)]))
    return whole


@pytest.mark.parametrize("numbers", [(2,), (5, 3), (3, 1), (5, 4, 3, 2, 1), (1, 2, 4, 5)])
def test_lines_in_any_order_count_and_what_is_missing_is_played(
    file: Path, content: bytes, numbers: tuple[int, ...]
) -> None:
    whole = keep(file, content, *numbers)
    before = file.read_bytes()
    assert run(file) == run()
    missing = [whole[number] for number in range(1, 6) if number not in numbers]
    assert file.read_bytes() == before + b"".join(missing)


def test_what_lies_beyond_fewer_games_is_kept_and_used_later(file: Path, content: bytes) -> None:
    keep(file, content, 1, 4)
    assert run(file, rounds=20) == run(rounds=20)
    assert [(line["first"], line["stop"]) for line in lines(file)[1:]] == [(0, 7), (21, 28), (7, 10)]
    assert run(file) == run()
    assert [(line["first"], line["stop"]) for line in lines(file)[4:]] == [(10, 14), (14, 21), (28, 30)]


@pytest.mark.parametrize(
    ("first", "stop", "said"),
    [(7, 14, "deals 7 to 13"), (3, 10, "deals 3 to 9"), (13, 20, "deals 13 to 19"), (27, 34, "deals 27 to 33")],
)
def test_deals_that_are_there_twice_are_refused(file: Path, content: bytes, first: int, stop: int, said: str) -> None:
    line = lines(file)[1] | {"first": first, "stop": stop}
    spoilt = content + json.dumps(line).encode() + b"\n"
    file.write_bytes(spoilt)
    with pytest.raises(TournamentError, match=f"line 7: some of the {said} are there already"):
        run(file)
    assert file.read_bytes() == spoilt


# Who played


KIND = "a dominoes.players.characters.SnowWhite with the state "


@pytest.mark.parametrize(
    ("other", "said"),
    [
        (SnowWhite(worlds=3), f'its player snow-white is "{KIND}[0-9a-f]{{16}}", not "{KIND}[0-9a-f]{{16}}"'),
        (partial(SnowWhite, worlds=2), f'its player snow-white is "{KIND}.*", not "a functools.partial with the state'),
        (SnowWhite, f'its player snow-white is "{KIND}.*", not "dominoes.players.characters.SnowWhite"'),
        ("snow-white", f'its player snow-white is "{KIND}.*", not "snow-white"'),
    ],
    ids=["state", "factory", "class", "text"],
)
def test_another_player_of_the_same_name_is_refused(file: Path, other: Any, said: str) -> None:
    options: dict[str, Any] = {"rounds": 4, "seed": "who", "out": file}
    table = tournament(["heaviest", SnowWhite(worlds=2)], **options)
    kept = file.read_bytes()
    with pytest.raises(TournamentError, match=f"is of another tournament: {said}"):
        tournament(["heaviest", other], **options)
    assert file.read_bytes() == kept
    assert tournament(["heaviest", SnowWhite(worlds=2)], **options) == table


def test_the_second_of_a_name_is_told_from_the_first(file: Path) -> None:
    options: dict[str, Any] = {"rounds": 2, "seed": "who", "out": file}
    tournament([SnowWhite(worlds=2), SnowWhite(worlds=3)], **options)
    with pytest.raises(TournamentError, match="its player snow-white is"):
        tournament([SnowWhite(worlds=3), SnowWhite(worlds=2)], **options)
    with pytest.raises(TournamentError, match="its player snow-white#2 is"):
        tournament([SnowWhite(worlds=2), SnowWhite(worlds=2)], **options)


def test_who_cannot_be_told_from_others_can_play_but_not_be_kept(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(_: object) -> str:
        raise RecursionError

    monkeypatch.setattr("dominoes.tournaments.entrants.identity_of", fails)
    assert tournament([Heaviest(), "random"], rounds=2, seed=1).entrants == ("heaviest", "random")
    with pytest.raises(PlayerError, match="the player heaviest cannot be told from others of its class"):
        tournament([Heaviest(), "random"], rounds=2, seed=1, out=file)
    assert not file.exists()


# What is no file


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with names")
def test_a_pipe_is_refused(file: Path) -> None:
    os.mkfifo(file)
    with pytest.raises(TournamentError, match="results.jsonl is a pipe or a device, no file that results can be kept"):
        run(file)


@pytest.mark.parametrize("device", ["/dev/full", "/dev/zero", "/dev/null"])
def test_a_device_is_refused(device: str) -> None:
    if not os.path.exists(device):
        pytest.skip("this system has no such device")
    with pytest.raises(TournamentError, match=f"{device} is a pipe or a device"):
        run(Path(device))


def test_a_file_without_a_name_is_refused() -> None:
    with pytest.raises(TournamentError, match="the name of this one is empty"):
        tournament(["heaviest", "random"], out="", **SETTING)


def test_a_label_is_the_files(file: Path) -> None:
    options: dict[str, Any] = {"rounds": 2, "seed": "who", "out": file}
    tournament({"a": "heaviest", "b": "random"}, **options)
    assert lines(file)[0]["entrants"] == ["a", "b"]
    assert lines(file)[0]["players"] == ["heaviest", "random"]
    with pytest.raises(TournamentError, match="its entrants is"):
        tournament({"a": "heaviest", "c": "random"}, **options)


# Two runs


def test_a_file_is_not_begun_for_who_cannot_play(file: Path) -> None:
    with pytest.raises(PlayerError):
        tournament(["random", "nobody"], out=file)
    assert not file.exists()


def test_two_runs_cannot_write_one_file(file: Path) -> None:
    pytest.importorskip("fcntl", reason="this system has no locks of files")

    def again(progress: Progress) -> None:
        if progress.done == progress.deals:
            return  # a finished file is only read
        before = file.read_bytes()
        with pytest.raises(TournamentError, match="is being written by another run"):
            run(file)
        assert file.read_bytes() == before

    assert run(file, progress=again) == run()


def test_where_there_are_no_locks_a_second_run_is_noticed(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a file system without locks: whoever finds more in the file than it wrote stops, and spoils nothing."""
    monkeypatch.setattr("dominoes.tournaments.keeping._lock", lambda *_: None)

    def again(progress: Progress) -> None:
        if progress.done == 14:
            run(file)

    with pytest.raises(TournamentError, match="was changed by another run meanwhile"):
        run(file, progress=again)
    whole = file.read_bytes()
    assert run(file) == run()
    assert file.read_bytes() == whole


def test_a_finished_file_may_be_read_only(file: Path, content: bytes) -> None:
    file.chmod(0o444)
    assert run(file) == run()
    if os.geteuid() != 0:
        with pytest.raises(PermissionError) as caught:
            run(file, rounds=100)
        assert caught.value.filename == str(file)
    assert file.read_bytes() == content


def test_where_a_file_cannot_be_written_the_system_says_so(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="nowhere"):
        run(tmp_path / "nowhere" / "results.jsonl")
    with pytest.raises(OSError) as caught:
        run(tmp_path)
    assert caught.value.filename == str(tmp_path)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
def test_a_full_disk_is_told_with_the_files_name(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_room(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", no_room)
    with pytest.raises(OSError, match="No space left") as caught:
        run(file)
    assert caught.value.filename == str(file)


def test_faults_are_kept(file: Path) -> None:
    entrants = ["support.bots:Raises", "heaviest"]
    options: dict[str, Any] = {"rounds": 12, "seed": 1, "batch": 2, "out": file}
    table = tournament(entrants, **options)
    whole = file.read_bytes()
    file.write_bytes(whole[:-10])
    assert tournament(entrants, **options) == table
    assert table.standing(entrants[0]).faults == 12
    assert file.read_bytes() == whole
