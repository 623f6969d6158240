"""``dominoes solve``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.cases import load
from support.cli import refused, run, write_records

import dominoes as dm

CASES = load("solve-partnership.jsonl")[:7]


@pytest.fixture
def file(tmp_path: Path) -> str:
    return write_records(tmp_path / "p.jsonl", [json.dumps(case["record"]) for case in CASES])


def record_of(rnd: dm.Round) -> str:
    hands = [list(map(str, hand)) for hand in rnd.dealt_hands]
    played = {"hands": hands, "boneyard": list(map(str, rnd.dealt_boneyard)), "starter": rnd.starter}
    actions = list(map(str, rnd.moves))
    rules, names = rnd.rules.to_dict(), ["a", "b", "c", "d"][: rnd.rules.players]
    record = {"format": "dominoes-record", "version": 1, "rules": rules, "players": names}
    return json.dumps({**record, "rounds": [{**played, "actions": actions}]})


def test_one_line_for_each_record(file: str) -> None:
    outcome = run("solve", file)
    assert (outcome.code, outcome.err) == (0, "")
    assert [int(line.split()[0]) for line in outcome.lines] == [case["value"] for case in CASES]
    assert all(line.endswith(" nodes)") for line in outcome.lines)


def test_lines_replay_to_the_value(file: str) -> None:
    outcome = run("solve", file, "--lines")
    assert len(outcome.lines) == len(CASES)
    for case, told in zip(CASES, outcome.lines, strict=True):
        rnd = dm.Record.from_dict(case["record"]).replay().round
        for move in told.partition(": ")[2].split():
            rnd.play(move)
        assert rnd.result is not None
        assert rnd.points[0] - rnd.points[1] == case["value"]


def test_roots_and_json(file: str) -> None:
    outcome = run("solve", file, "--roots", "--json")
    for number, (case, told) in enumerate(zip(CASES, map(json.loads, outcome.lines), strict=True)):
        assert (told["record"], told["value"], told["lower"], told["upper"]) == (number, *[case["value"]] * 3)
        rnd = dm.Record.from_dict(case["record"]).replay().round
        assert list(told["roots"]) == list(map(str, rnd.legal_moves()))
        assert [case["value"]] * 2 in told["roots"].values()
    words = run("solve", file, "--roots").lines
    assert words[1] == f"  {next(iter(told for told in json.loads(outcome.lines[0])['roots']))} 40"
    assert "roots" not in json.loads(run("solve", file, "--json").lines[0])


def test_limits_give_intervals(tmp_path: Path) -> None:
    file = write_records(tmp_path / "t.json", [record_of(dm.Round.deal(dm.Rules("table"), seed=1))])
    for limit in (["--nodes", "40"], ["--seconds", "0.2"]):
        outcome = run("solve", file, *limit, "--lines", "--roots", "--table", "100")
        lower, upper = map(int, outcome.lines[0].split()[0].split(".."))
        assert lower < upper
        assert ":" not in outcome.lines[0]
        assert len(outcome.lines) == 8
    assert json.loads(run("solve", file, "--nodes", "1", "--json").out)["value"] is None


def test_what_cannot_be_solved_is_told_and_the_rest_goes_on(tmp_path: Path) -> None:
    over = dm.Round(dm.Rules("block"), hands=[["6-6"], ["6-1"]])
    three = dm.Round.deal(dm.Rules("draw", players=3, max_pip=3, hand_size=2), seed=1)
    good = dm.Round(dm.Rules("block"), hands=[["6-6", "6-5"], ["6-1", "5-0"]])
    over.play("6-6")
    unfinished = json.loads(record_of(over))
    unfinished["rounds"][0]["result"] = {"reason": "domino", "winner": 0, "points": [7, 0]}
    unfinished["scores"] = [7, 0]
    file = write_records(tmp_path / "r.jsonl", [json.dumps(unfinished), record_of(three), "{]", record_of(good)])
    outcome = run("solve", file)
    assert outcome.code == 1
    assert outcome.out.startswith("5 (")
    errors = outcome.err.splitlines()
    assert errors[0] == "dominoes: record 0: the round is over: nothing is left to solve"
    assert errors[1].startswith("dominoes: record 1: 3 players without partners have no two sides: --opener-against")
    assert errors[2].startswith("dominoes: record 2: not JSON")
    outcome = run("solve", file, "--opener-against-rest")
    assert len(outcome.lines) == 2
    assert outcome.code == 1


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["--nodes", "0"], "--nodes"),
        (["--nodes", "-1"], "--nodes"),
        (["--seconds", "0"], "--seconds"),
        (["--seconds", "nan"], "'nan' is not a number of seconds above 0"),
        (["--seconds", "soon"], "'soon' is not a number of seconds above 0"),
        (["--table", "0"], "--table"),
        (["--table", "4294967297"], "--table"),
    ],
)
def test_wrong_options(argv: list[str], said: str) -> None:
    assert said in refused("solve", "x", *argv, code=2)


def test_no_file() -> None:
    assert refused("solve", "nowhere.jsonl", code=1).startswith("cannot read nowhere.jsonl: ")
