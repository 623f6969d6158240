"""Records: what is read, what is refused and in which words, what is written, what a replay checks."""

from __future__ import annotations

import copy
import hashlib
import io
import json
import os
import pickle
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.cases import load

import dominoes.players  # noqa: F401 - registers the players that matches name
from dominoes import record as record_module
from dominoes.errors import DealError, RecordError
from dominoes.match import Match
from dominoes.record import Record, commitment, read_records
from dominoes.rules import Rules

Json = dict[str, Any]

HANDS = [["6-6", "6-1"], ["6-2", "2-1"]]
SMALL: Json = {
    "format": "dominoes-record",
    "version": 1,
    "rules": {"preset": "draw", "target": 100, "table": None},
    "players": ["Ann", "Ben"],
    "opponents": [None, "heaviest"],
    "seed": "friday",
    "salt": "pepper",
    "commitment": "0" * 64,
    "meta": {"place": "Ω", "": "kept\nas it is"},
    "rounds": [
        {
            "hands": HANDS,
            "boneyard": ["0-0"],
            "starter": 0,
            "first": True,
            "scores_before": [10, 0],
            "actions": ["6-6", "6-2@R", "6-1@L"],
            "result": {"reason": "domino", "winner": 0, "points": [3, 0]},
        }
    ],
    "scores": [13, 0],
}


def changed(change: Callable[[Json], object], base: Json = SMALL) -> Json:
    data = copy.deepcopy(base)
    change(data)
    return data


def setting(*path: Any, to: Any) -> Callable[[Json], None]:
    def change(data: Any) -> None:
        for step in path[:-1]:
            data = data[step]
        data[path[-1]] = to

    return change


def dropping(*path: Any) -> Callable[[Json], None]:
    def change(data: Any) -> None:
        for step in path[:-1]:
            data = data[step]
        del data[path[-1]]

    return change


def refusal(data: Any) -> str:
    with pytest.raises(RecordError) as caught:
        Record.loads(json.dumps(data))
    return str(caught.value)


def replay_refusal(data: Any) -> str:
    record = Record.loads(json.dumps(data))
    with pytest.raises(RecordError) as caught:
        record.replay()
    return str(caught.value)


def played(rules: Rules, seed: str, **options: Any) -> Json:
    """A whole match of two plain players as a JSON object."""
    players = (["random", "heaviest"] * 2)[: rules.players]
    match = Match(rules, players, seed=seed, **options)
    for _ in match.run():
        pass
    return match.to_record().to_dict()


# Loading and saving


@pytest.mark.parametrize("name", ["traces.jsonl", "perft.jsonl", "solve-partnership.jsonl"])
def test_records_handed_out_come_back_equal(name: str) -> None:
    for case in load(name):
        record = Record.loads(json.dumps(case["record"]))
        assert json.loads(record.dumps()) == case["record"]
        assert Record.loads(record.dumps()) == record


def test_every_key_comes_back_with_its_value_and_type() -> None:
    record = Record.loads(json.dumps(SMALL))
    assert json.loads(record.dumps()) == SMALL
    assert Record.from_dict(record.to_dict()) == record
    assert "\n" not in record.dumps()
    assert "Ω" in record.dumps()


@pytest.mark.parametrize("name", ["opponents", "seed", "salt", "commitment", "meta", "scores"])
def test_an_absent_key_stays_absent_and_makes_a_difference(name: str) -> None:
    without = Record.from_dict(changed(dropping(name)))
    assert name not in without.to_dict()
    assert without != Record.from_dict(SMALL)


def test_options_given_although_they_are_the_default_are_kept() -> None:
    given_ones = {"preset": "draw", "players": 2, "turns": True, "redeal_doubles": None}
    record = Record.from_dict(changed(setting("rules", to=given_ones)))
    assert record.to_dict()["rules"] == given_ones
    plain = Record.from_dict(changed(setting("rules", to={"preset": "draw"})))
    assert plain.rules == record.rules
    assert plain != record


def test_the_number_of_players_is_that_of_the_hands() -> None:
    data = changed(setting("rules", to={"preset": "all-fives"}))
    data["players"] = ["a", "b", "c"]
    data["rounds"][0]["hands"] = [["6-6"], ["6-2"], ["2-1"]]
    for name in ("opponents", "scores"):
        del data[name]
    del data["rounds"][0]["result"], data["rounds"][0]["scores_before"]
    data["rounds"][0]["actions"] = []
    record = Record.from_dict(data)
    assert record.rules.players == 3
    assert record.rules.hand_size == 7
    assert "players" not in record.to_dict()["rules"]
    assert "players must be 3" in refusal(changed(setting("rules", "players", to=2), data))


def test_tiles_are_read_in_either_order_and_written_higher_first() -> None:
    data = changed(setting("rounds", 0, "hands", 1, 0, to="2-6"))
    data["rounds"][0]["actions"][1] = "2-6@R:ahead"
    assert Record.from_dict(data) == Record.from_dict(SMALL)


def test_records_pickle_and_copy() -> None:
    record = Record.from_dict(SMALL)
    assert pickle.loads(pickle.dumps(record)) == record
    assert copy.deepcopy(record) == record
    with pytest.raises(TypeError):
        hash(record)


# What is refused at loading


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (setting("format", to="chess"), 'format: this reads dominoes-record, not "chess"'),
        (setting("version", to=2), "version: this reads version 1 of dominoes-record, not 2"),
        (setting("version", to=True), "version: this reads version 1 of dominoes-record, not true"),
        (setting("version", to=1.0), "version: this reads version 1 of dominoes-record, not 1.0"),
        (dropping("format"), 'the key "format" is missing'),
        (dropping("players"), 'the key "players" is missing'),
        (setting("winner", to=1), 'unknown key "winner"; the keys are format, version'),
        (setting("rounds", 0, "seed", to="x"), 'rounds[0]: unknown key "seed"; the keys are hands,'),
        (
            setting("rounds", 0, "result", "scores", to=[]),
            'rounds[0].result: unknown key "scores"; the keys are reason',
        ),
        (dropping("rounds", 0, "boneyard"), 'rounds[0]: the key "boneyard" is missing'),
        (dropping("rounds", 0, "result", "winner"), 'rounds[0].result: the key "winner" is missing'),
        (setting("rounds", to=[]), "rounds: at least one round is needed"),
        (setting("rounds", to={}), "rounds: a list is needed, not {}"),
        (setting("rounds", 0, to=None), "rounds[0]: an object is needed, not null"),
        (setting("rounds", 0, "hands", 1, 0, to="9-x"), "rounds[0].hands[1][0]: '9-x' is no tile"),
        (setting("rounds", 0, "hands", 1, 0, to=62), "rounds[0].hands[1][0]: a text is needed, not 62"),
        (setting("rounds", 0, "hands", to=HANDS[:1]), "rounds[0].hands: 2 to 4 hands are needed, not 1"),
        (setting("rounds", 0, "hands", to="6-6"), 'rounds[0].hands: a list is needed, not "6-6"'),
        (setting("rounds", 0, "boneyard", 0, to=[]), "rounds[0].boneyard[0]: a text is needed, not []"),
        (setting("rounds", 0, "actions", 2, to="6-1@X"), "rounds[0].actions[2]: '6-1@X' is no move"),
        (setting("rounds", 0, "actions", 2, to=None), "rounds[0].actions[2]: a text is needed, not null"),
        (setting("rounds", 0, "starter", to=True), "rounds[0].starter: an integer is needed, not true"),
        (setting("rounds", 0, "starter", to=2), "rounds[0].starter: an integer from 0 to 1 is needed, not 2"),
        (setting("rounds", 0, "starter", to=0.0), "rounds[0].starter: an integer is needed, not 0.0"),
        (setting("rounds", 0, "first", to=1), "rounds[0].first: true or false is needed, not 1"),
        (setting("rounds", 0, "first", to=None), "rounds[0].first: true or false is needed, not null"),
        (setting("rounds", 0, "scores_before", to=[0]), "rounds[0].scores_before: 2 players have 2 numbers, not 1"),
        (setting("rounds", 0, "scores_before", 1, to=False), "rounds[0].scores_before[1]: an integer is needed"),
        (setting("rounds", 0, "result", to=None), "rounds[0].result: an object is needed, not null"),
        (setting("rounds", 0, "result", "reason", to="won"), "rounds[0].result.reason: one of domino, blocked, target"),
        (setting("rounds", 0, "result", "reason", to=[]), "rounds[0].result.reason: one of domino, blocked, target"),
        (setting("rounds", 0, "result", "winner", to=2), "rounds[0].result.winner: an integer from 0 to 1 is needed"),
        (setting("rounds", 0, "result", "points", to=[1]), "rounds[0].result.points: 2 players have 2 numbers, not 1"),
        (setting("scores", to=[13, 10**12]), "scores[1]: an integer from -1000000000 to 1000000000 is needed"),
        (setting("scores", to=None), "scores: a list is needed, not null"),
        (setting("players", to=["Ann"]), "players: there are 2 hands but 1 names"),
        (setting("players", 0, to=None), "players[0]: a text is needed, not null"),
        (setting("players", 0, to="\ud800"), 'players[0]: a text that UTF-8 can hold is needed, not "\\ud800"'),
        (setting("opponents", to=["random"]), "opponents: there are 2 players but 1 opponents"),
        (setting("opponents", 0, to=0), "opponents[0]: a text is needed, not 0"),
        (setting("seed", to=7), "seed: a text is needed, not 7"),
        (setting("seed", to="\udfff"), "seed: a text that UTF-8 can hold is needed"),
        (setting("salt", to=None), "salt: a text is needed, not null"),
        (setting("commitment", to=[]), "commitment: a text is needed, not []"),
        (setting("meta", to=[]), "meta: an object of texts is needed, not []"),
        (setting("meta", "rated", to=True), 'meta["rated"]: a text is needed, not true'),
        (setting("meta", "\ud800", to="x"), 'meta: a text that UTF-8 can hold is needed, not "\\ud800"'),
        (setting("rules", to="draw"), 'rules: an object is needed, not "draw"'),
        (setting("rules", to={}), "rules: preset must be given"),
        (setting("rules", "preset", to="drow"), "rules: preset must be"),
        (setting("rules", "tarjet", to=5), "rules: tarjet is no option: did you mean target?"),
        (setting("rules", "target", to=True), "rules: target must be an integer"),
        (setting("rules", "turns", to=1), "rules: turns must be True or False"),
        (setting("rules", "players", to=3), "rules: players must be 2, the number of hands, not 3"),
        (setting("rules", "hand_size", to=15), "rules: hand_size must be at most 14"),
    ],
)
def test_what_is_malformed_is_refused_by_its_path(change: Callable[[Json], None], text: str) -> None:
    assert refusal(changed(change)).startswith(text)


@pytest.mark.parametrize("name", ["first", "scores_before"])
def test_only_the_first_round_stands_alone(name: str) -> None:
    data = copy.deepcopy(SMALL)
    second = {key: data["rounds"][0][key] for key in ("hands", "boneyard", "starter", "actions", name)}
    data["rounds"].append(second)
    assert refusal(data) == f'rounds[1]: the key "{name}" is only for the first round of a record'


def test_all_rounds_have_as_many_hands() -> None:
    data = copy.deepcopy(SMALL)
    data["rounds"].append({"hands": [["6-6"], ["1-0"], ["1-1"]], "boneyard": [], "starter": 0, "actions": []})
    assert refusal(data) == "rounds[1].hands: the rounds before have 2 hands, not 3"


@pytest.mark.parametrize("value", [None, True, 7, 1.5, "record", [], [SMALL]])
def test_a_record_is_an_object(value: Any) -> None:
    assert refusal(value).startswith("a record is a JSON object, not ")


TEXT = json.dumps(SMALL)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not JSON: "),
        ("{", "not JSON: "),
        (TEXT + TEXT, "not JSON: Extra data"),
        ("[" * 100_000, "not a record: nested too deeply"),
        ('{"format":' * 100_000, "not a record: nested too deeply"),
        ("\ufeff" + TEXT, "a record is UTF-8 without a byte order mark"),
        (TEXT.encode("utf-16"), "a record is UTF-8: byte 0 is not"),
        (TEXT.encode().replace(b"Ann", b"\xff"), "a record is UTF-8: byte "),
        (TEXT.encode().replace(b"Ann", b"\xed\xa0\x80"), "a record is UTF-8: byte "),
        (b"\xef\xbb\xbf" + TEXT.encode(), "a record is UTF-8 without a byte order mark"),
    ],
)
def test_what_is_no_json_is_refused(text: str | bytes, message: str) -> None:
    with pytest.raises(RecordError) as caught:
        Record.loads(text)
    assert str(caught.value).startswith(message)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (TEXT[:-1] + ', "seed": "monday"}', 'the key "seed" is given twice'),
        (TEXT.replace('"target": 100', '"target": 100, "target": 100'), 'rules: the key "target" is given twice'),
        (TEXT.replace('"starter": ', '"starter": 0, "starter": '), 'rounds[0]: the key "starter" is given twice'),
        (TEXT.replace('"reason": ', '"reason": 0, "reason": '), 'rounds[0].result: the key "reason" is given twice'),
        (TEXT.replace('"": "kept', '"place": "kept'), 'meta: the key "place" is given twice'),
    ],
)
def test_a_key_that_stands_twice_is_refused_where_it_stands(text: str, message: str) -> None:
    with pytest.raises(RecordError) as caught:
        Record.loads(text)
    assert str(caught.value) == message


def test_a_key_that_stands_twice_is_found_among_very_many() -> None:
    # Looking for each among all of them would take minutes.
    keys = ", ".join(f'"k{number}": 1' for number in range(200_000))
    with pytest.raises(RecordError, match=r'^the key "k199999" is given twice$'):
        Record.loads(TEXT[:-1] + f', {keys}, "k199999": 2}}')


@pytest.mark.parametrize("number", ["9" * 21, "-" + "9" * 21, "1" + "0" * 99, "7" * 5000, "NaN", "-Infinity", "1e999"])
@pytest.mark.parametrize(
    ("place", "message"),
    [
        ('"version": 1', "version: this reads version 1 of dominoes-record, not "),
        ('"target": 100', "rules: target must be an integer from 1 to "),
        ('"starter": 0', "rounds[0].starter: an integer is needed, not |rounds[0].starter: an integer from 0 to 1 is "),
        ('"Ann"', "players[0]: a text is needed, not "),
    ],
)
def test_a_number_out_of_all_bounds_is_refused_where_it_stands(number: str, place: str, message: str) -> None:
    assert TEXT.count(place) == 1
    name = place.partition(" ")[0] + " " if ":" in place else ""
    with pytest.raises(RecordError) as caught:
        Record.loads(TEXT.replace(place, name + number))
    assert str(caught.value).startswith(tuple(message.split("|")))


def test_errors_are_short_whatever_the_value() -> None:
    assert len(refusal(changed(setting("players", to="x" * 10_000)))) < 200
    assert len(refusal(changed(setting("k" * 10_000, to=1)))) < 300


# Files


def write(path: Path, *lines: str) -> Path:
    path.write_bytes("".join(lines).encode())
    return path


def test_a_file_is_one_object_over_many_lines(tmp_path: Path) -> None:
    path = write(tmp_path / "r.json", "\n", json.dumps(SMALL, indent=2), "\n\n")
    assert Record.load(path) == Record.from_dict(SMALL)
    assert Record.load_all(str(path)) == (Record.from_dict(SMALL),)


@pytest.mark.parametrize(
    "lines",
    [
        TEXT.replace('}, "players"', '}\n, "players"'),
        TEXT.replace(', "', '\n,\n"'),
        TEXT.replace("[", "\n[\n").replace("]", "\n]\n").replace("{", "\n{\n").replace("}", "\n}\n"),
    ],
    ids=["the first line ends as an object", "a comma is a line", "a bracket is a line"],
)
def test_an_object_may_be_broken_into_lines_anywhere(tmp_path: Path, lines: str) -> None:
    assert Record.loads(lines) == Record.from_dict(SMALL)
    assert Record.load_all(write(tmp_path / "r.json", lines)) == (Record.from_dict(SMALL),)


def test_a_line_of_an_object_is_no_record_for_having_a_format(tmp_path: Path) -> None:
    data = changed(setting("meta", to={"format": "dominoes-record", "version": "1"}))
    line = json.dumps(data["meta"])
    text = json.dumps(data).replace(line, f"\n{line}\n")
    assert text.count("\n") == 2
    assert Record.load_all(write(tmp_path / "r.json", text)) == (Record.from_dict(data),)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\n\n \n"])
def test_a_file_is_json_lines(tmp_path: Path, end: str) -> None:
    # A separator that Python's text lines end at, but JSON's do not.
    odd = changed(setting("players", 0, to="a\u2028b\x85c"))
    lines = [json.dumps(data, ensure_ascii=False) for data in (SMALL, odd)]
    path = write(tmp_path / "r.jsonl", *(line + end for line in lines))
    assert Record.load_all(path) == (Record.from_dict(SMALL), Record.from_dict(odd))
    with pytest.raises(RecordError, match="the file holds 2 records, not one"):
        Record.load(path)


def test_reading_goes_on_after_a_bad_line(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    path.write_bytes(b"\n".join([b'{"format": "domi', b"", TEXT.encode(), b"\xff", b"{}", b"[]", TEXT.encode()]))
    found = list(read_records(path))
    assert [index for index, _ in found] == [0, 1, 2, 3, 4, 5]
    assert [isinstance(record, Record) for _, record in found] == [False, True, False, False, False, True]
    with pytest.raises(RecordError, match=r"^not JSON"):
        Record.load_all(path)
    path.write_bytes(TEXT.encode() + b"\n{}")
    with pytest.raises(RecordError, match=r'^record 1: the key "format" is missing'):
        Record.load_all(path)


def test_a_broken_object_over_many_lines_is_one_error(tmp_path: Path) -> None:
    text = json.dumps(SMALL, indent=1)
    found = list(read_records(write(tmp_path / "r.json", text[: len(text) // 2])))
    assert len(found) == 1
    assert "not JSON" in str(found[0][1])


def test_an_object_over_many_lines_with_a_byte_order_mark_is_one_error(tmp_path: Path) -> None:
    [(_, found)] = read_records(write(tmp_path / "r.json", "\ufeff" + json.dumps(SMALL, indent=1)))
    assert "byte order mark" in str(found)


def test_lines_without_any_record_are_an_error_each(tmp_path: Path) -> None:
    found = list(read_records(write(tmp_path / "r.jsonl", "{}\n[]\n\nx\n")))
    assert [str(error).split(":")[0] for _, error in found] == [
        'the key "format" is missing',
        "a record is a JSON object, not []",
        "not JSON",
    ]


@pytest.mark.parametrize("text", ["", "\n", " \n\n"])
def test_an_empty_file_is_refused(tmp_path: Path, text: str) -> None:
    path = write(tmp_path / "r.json", text)
    [(index, found)] = read_records(path)
    assert index == 0
    assert str(found) == "the file holds no record: it is empty"
    with pytest.raises(RecordError):
        Record.load(path)


def test_a_missing_file_is_an_oserror(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Record.load(tmp_path / "none.json")
    with pytest.raises(FileNotFoundError):
        Record.from_dict(SMALL).save(tmp_path / "none" / "r.json")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes by name here")
def test_records_come_through_a_pipe() -> None:
    reader, writer = os.pipe()
    os.write(writer, (json.dumps(SMALL, indent=1) + "\n").encode())
    os.close(writer)
    found = list(read_records(f"/dev/fd/{reader}"))
    os.close(reader)
    assert found == [(0, Record.from_dict(SMALL))]


def test_a_file_that_is_open_is_read_from_where_it_stands(tmp_path: Path) -> None:
    record = Record.from_dict(SMALL)
    assert Record.load(io.BytesIO(record.dumps().encode())) == record
    assert Record.load_all(io.BytesIO(f"{record.dumps()}\n{record.dumps()}\n".encode())) == (record, record)


def test_a_line_without_end_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    line = Record.from_dict(SMALL).dumps() + "\n"
    monkeypatch.setattr("dominoes.record.MOST_BYTES", len(line.encode()))
    assert list(read_records(write(tmp_path / "r", line, line))) == [(at, Record.from_dict(SMALL)) for at in (0, 1)]
    for before in ("", line):
        *good, (_, last) = read_records(write(tmp_path / "r", before + "{" * 3 * len(line)))
        assert len(good) == bool(before)
        assert isinstance(last, RecordError)
        assert "is not read" in str(last)


@pytest.mark.parametrize("value", [None, 5, [], {}, Path("r.json")])
def test_only_a_text_is_read(value: Any) -> None:
    with pytest.raises(TypeError, match="a record is read from a text or bytes"):
        Record.loads(value)


def test_saving_replaces_the_file_whole(tmp_path: Path) -> None:
    path = tmp_path / "evening.json"
    Record.from_dict(SMALL).save(path)
    assert path.read_bytes() == (Record.from_dict(SMALL).dumps() + "\n").encode()
    path.chmod(0o640)
    other = Record.from_dict(changed(dropping("meta")))
    other.save(str(path))
    assert Record.load(path) == other
    assert path.stat().st_mode & 0o777 == 0o640
    assert os.listdir(tmp_path) == ["evening.json"]


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_failed_save_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    path = write(tmp_path / "evening.json", "old")

    def fail(*arguments: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(record_module.os, step, fail)
    with pytest.raises(OSError, match="No space"):
        Record.from_dict(SMALL).save(path)
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["evening.json"]


def test_saving_keeps_a_link_a_link(tmp_path: Path) -> None:
    target = write(tmp_path / "target.json", "old")
    link = tmp_path / "link.json"
    try:
        link.symlink_to(target)
    except OSError:
        pytest.skip("no links here")
    Record.from_dict(SMALL).save(link)
    assert link.is_symlink()
    assert Record.load(target) == Record.from_dict(SMALL)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes by name here")
def test_what_is_no_plain_file_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    Record.from_dict(SMALL).save(path)
    assert Record.loads(os.read(reader, 100_000)) == Record.from_dict(SMALL)
    os.close(reader)
    assert path.is_fifo()


# Replaying


def test_replay_of_every_trace_ends_as_recorded() -> None:
    for case in load("traces.jsonl"):
        record = Record.from_dict(case["record"])
        match = record.replay()
        assert [str(move) for move in match.round.moves] == case["record"]["rounds"][0]["actions"]
        assert match.round.turn is None


def test_the_example_of_the_format_replays() -> None:
    match = Record.from_dict(SMALL).replay()
    assert match.scores == (13, 0)
    assert not match.over
    assert match.names == ("Ann", "Ben")


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (setting("rounds", 0, "actions", 1, to="2-1@R"), "round 0, action 1: 2-1 does not fit on R"),
        (setting("rounds", 0, "actions", 1, to="pass"), "round 0, action 1: "),
        (setting("rounds", 0, "actions", 0, to="6-1"), "round 0, action 0: "),
        (setting("rounds", 0, "actions", to=["6-6", "6-2@R", "6-1@L", "2-1@R"]), "round 0, action 3: "),
        (setting("rounds", 0, "starter", to=1), "round 0: the starter is seat 0, who holds the highest tile, 6-6"),
        (setting("rounds", 0, "hands", 1, 1, to="6-6"), "round 0: tile 6-6 is dealt twice"),
        (setting("rounds", 0, "boneyard", 0, to="7-0"), "round 0: 7-0 is not in this set, whose numbers run from 0"),
        (setting("rounds", 0, "hands", 1, to=[]), "round 0: the hand of seat 1 is empty"),
        (
            setting("rounds", 0, "result", "reason", to="blocked"),
            "round 0: the result's reason is written as blocked, but is domino",
        ),
        (
            setting("rounds", 0, "result", "winner", to=None),
            "round 0: the result's winner is written as null, but is 0",
        ),
        (
            setting("rounds", 0, "result", "points", to=[4, 0]),
            "round 0: the result's points is written as [4, 0], but is [3, 0]",
        ),
        (setting("scores", to=[3, 0]), "scores: they are written as [3, 0], but are [13, 0]"),
        (setting("rounds", 0, "actions", to=["6-6"]), "round 0: a result is written, but the round is not over"),
    ],
)
def test_replay_names_what_is_wrong_first(change: Callable[[Json], None], text: str) -> None:
    assert replay_refusal(changed(change)).startswith(text)


def test_scores_wait_for_the_rounds_end() -> None:
    data = changed(setting("rounds", 0, "actions", to=["6-6"]))
    del data["rounds"][0]["result"]
    data["scores"] = [10, 0]
    assert replay_refusal(data) == "scores: they are written, but round 0 is not over"


def test_a_finished_round_may_lack_its_result() -> None:
    data = changed(dropping("rounds", 0, "result"))
    record = Record.from_dict(data)
    assert record.replay().scores == (13, 0)
    assert json.loads(record.dumps()) == data


def test_only_the_last_round_may_be_unfinished() -> None:
    data = played(Rules("draw", target=60), "unfinished")
    del data["scores"], data["rounds"][0]["result"]
    data["rounds"][0]["actions"].pop()
    assert replay_refusal(data) == "round 0: the round is not over, but round 1 follows"


def test_nothing_follows_a_reached_target() -> None:
    data = played(Rules("draw", target=60), "followed")
    assert len(data["rounds"]) > 1
    data["rules"]["target"] = 1
    assert replay_refusal(data).startswith("round ")
    assert "had reached the target of 1" in replay_refusal(data)


RULE_SETS = [
    Rules("draw", target=60),
    Rules("table", target=40, table=(24, 16)),
    Rules("block", players=3, target=60, next_opening="rotate"),
    Rules("draw", target=60, next_opening="winner", opening="random"),
    Rules("draw", players=4, hand_size=5, target=60, next_opening="winner"),
    Rules("all-fives", players=2, target=60),
    Rules("all-fives", players=4, hand_size=7, partners=True, next_opening="same"),
    Rules("partnership", target=120),
    Rules("partnership", target=120, next_opening="rotate", opening="random"),
]


@pytest.mark.parametrize("rules", RULE_SETS, ids=repr)
def test_the_openers_of_later_rounds_are_checked(rules: Rules) -> None:
    for seed in map(str, range(4)):
        data = played(rules, seed)
        Record.from_dict(data).replay()
        drawn = rules.opening == "random" and rules.next_opening == "same"
        for number in range(1, len(data["rounds"])):
            previous = data["rounds"][number - 1]["result"]
            if drawn or (previous["winner"] is None and rules.opening == "random" and rules.next_opening == "winner"):
                continue
            wrong = copy.deepcopy(data)
            entry = wrong["rounds"][number]
            entry["starter"] = (entry["starter"] + 1) % rules.players
            assert replay_refusal(wrong).startswith(f"round {number}: ")
            assert f"not seat {entry['starter']}" in replay_refusal(wrong)


def test_a_round_that_stands_alone_may_begin_at_the_target() -> None:
    # Fault 21: given scores 105 and 120; both have reached 100, the match is the second seat's.
    data = changed(setting("rounds", 0, "scores_before", to=[105, 120]))
    data["scores"] = [108, 120]
    match = Record.from_dict(data).replay()
    assert match.over
    assert match.winner == 1


def test_a_later_round_alone_lets_the_starter_lead_any_tile() -> None:
    data = changed(setting("rules", "next_opening", to="winner"))
    data["rounds"][0].update(first=False, starter=1, actions=["2-1"])
    del data["rounds"][0]["result"], data["scores"]
    assert Record.from_dict(data).replay().round.turn == 0
    data["rules"]["next_opening"] = "same"
    assert "holds the highest tile" in replay_refusal(data)


# Commitments


def test_a_commitment_is_the_hash_of_salt_then_seed() -> None:
    expected = hashlib.sha256("pfeffer✓".encode() + b"7").hexdigest()
    assert commitment(7, "pfeffer✓") == commitment("7", "pfeffer✓".encode()) == expected
    with pytest.raises(TypeError):
        commitment(True, "x")
    with pytest.raises(TypeError):
        commitment("x", 5)  # type: ignore[arg-type]
    with pytest.raises(DealError):
        commitment("\ud800", "x")


# Anything at all


@given(st.one_of(st.binary(max_size=200), st.text(max_size=200)))
def test_any_text_is_a_record_or_a_record_error(text: str | bytes) -> None:
    with pytest.raises(RecordError):
        Record.loads(text)


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(st.characters())
    | st.sampled_from(["6-6", "pass"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(sorted({*SMALL, *SMALL["rounds"][0], "reason"})), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(VALUES)
def test_any_value_is_a_record_or_a_record_error(value: Any) -> None:
    with pytest.raises(RecordError):
        Record.from_dict(value)


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every container of a JSON value with each of its keys."""
    if not isinstance(value, (dict, list)):
        return []
    keys = list(value) if isinstance(value, dict) else list(range(len(value)))
    return [(value, key) for key in keys] + [found for key in keys for found in places(value[key])]


PLAYED = [played(rules, "fuzz") for rules in RULE_SETS] + [SMALL]
TEXTS = st.sampled_from(["6-6", "6-1@L", "draw", "pass", "domino", "blocked", "target", "4-4@R:side-left", "x"])


@given(st.data())
def test_a_changed_record_replays_or_gives_a_record_error(data: st.DataObject) -> None:
    value = copy.deepcopy(data.draw(st.sampled_from(PLAYED)))
    for _ in range(data.draw(st.integers(1, 3))):
        found = places(value)
        container, key = found[data.draw(st.integers(0, len(found) - 1))]
        kind = data.draw(st.sampled_from(["replace", "delete", "swap"]))
        if kind == "replace":
            container[key] = data.draw(VALUES | TEXTS | st.integers(-1, 5))
        elif kind == "delete":
            del container[key]
        else:
            other, place = found[data.draw(st.integers(0, len(found) - 1))]
            container[key], other[place] = copy.deepcopy(other[place]), copy.deepcopy(container[key])
    try:
        text = json.dumps(value)
    except ValueError:  # a value that was swapped into itself
        return
    with suppress(RecordError):
        record = Record.loads(text)
        assert Record.loads(record.dumps()) == record
        match = record.replay()
        assert Record.loads(match.to_record().dumps()).replay().scores == match.scores


@given(st.data())
def test_a_record_with_changed_bytes_replays_or_gives_a_record_error(data: st.DataObject) -> None:
    text = bytearray(json.dumps(data.draw(st.sampled_from(PLAYED))).encode())
    for _ in range(data.draw(st.integers(1, 3))):
        text[data.draw(st.integers(0, len(text) - 1))] = data.draw(st.integers(0, 255))
    with suppress(RecordError):
        Record.loads(bytes(text)).replay()
