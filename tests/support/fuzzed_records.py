"""Bytes as records: what must hold of any, and how bytes that are nearly records become others.

`check` is a function of the bytes alone and `mutated` of the bytes and the chance. ``tests/fuzz/fuzz_records.py`` puts
them under a fuzzer; without one, ``python tests/support/fuzzed_records.py FILE…`` runs the inputs that it is given and
prints what they are, one JSON list a line.
"""

from __future__ import annotations

import io
import json
import random
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import dominoes as dm
from dominoes.record import read_records
from dominoes.registry import PlayerError
from dominoes.rules import OPTIONS

# What a refusal begins with. A text says where it stops being JSON; a value has its path; a round may have an action.
PLACES = "format|version|rules|players|opponents|seed|salt|commitment|meta|rounds|scores"
REFUSED = re.compile(
    rf"""(?:{PLACES})(?:\[[^\n]*\]|\.[a-z_]+)*:[ ][^\n]+
    |not[ ]JSON:[ ][^\n]+:[ ]line[ ]\d+[ ]column[ ]\d+[ ]\(char[ ]\d+\)
    |not[ ]a[ ]record:[ ]nested[ ]too[ ]deeply
    |a[ ]record[ ]is[ ]UTF-8[^\n]+
    |a[ ]record[ ]is[ ]a[ ]JSON[ ]object,[ ]not[ ][^\n]+
    |unknown[ ]key[ ]"[^\n]+
    |the[ ]key[ ]"[^\n]+"[ ]is[ ](?:missing|given[ ]twice)""",
    re.VERBOSE,
)
NO_REPLAY = re.compile(r"(?:round \d+(?:, action \d+)?|scores): [^\n]+")
EMPTY = "the file holds no record: it is empty"
LONGEST_WORDS = 500
REPLAYS = "a record that replays"


def check(data: bytes) -> list[str]:
    """What the bytes are as a file: of each record `REPLAYS`, or the words of its refusal.

    AssertionError, or whatever was raised, where what is promised does not hold: bytes are a record that can be saved,
    or refused with the place named; a record replays, or is refused with the round and the action named.
    """
    one = attempt(lambda: dm.Record.loads(data))
    check_other_ways(data, one)
    found = check_file(data)
    if isinstance(one, dm.Record):
        assert found == [one], "a record that is alone in a file is read as something else"
    records = [entry for entry in found if isinstance(entry, dm.Record)]
    check_saved(records)
    return [check_record(entry) if isinstance(entry, dm.Record) else entry for entry in found]


def attempt(call: Callable[[], Any]) -> Any:
    """What a call gives, or the words of the `RecordError` that it raises."""
    try:
        return call()
    except dm.RecordError as error:
        return words_of(error)


def words_of(error: dm.RecordError) -> str:
    """What a refusal says: one line that is not long, whatever was refused."""
    words = str(error)
    assert words.isprintable(), f"a refusal is not one line of text: {words!r}"
    assert 0 < len(words) <= LONGEST_WORDS, words
    return words


def check_other_ways(data: bytes, one: dm.Record | str) -> None:
    """The same from a text, with what is no UTF-8 as lone surrogates, and from the object that the JSON is."""
    text = data.decode("utf-8", "surrogateescape")
    from_text = attempt(lambda: dm.Record.loads(text))
    is_utf8 = text == data.decode("utf-8", "replace")
    assert from_text == one if is_utf8 else isinstance(one, str), "a text and its bytes are not the same record"
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        assert isinstance(one, str), "what is no JSON is read"
        return
    from_value = attempt(lambda: dm.Record.from_dict(value))
    assert from_value == one or isinstance(one, str)


def check_file(data: bytes) -> list[dm.Record | str]:
    """What a file of these bytes holds: records, and the words of the refusals."""
    found: list[dm.Record | str] = []
    for number, entry in read_records(io.BytesIO(data)):
        assert number == len(found)
        if isinstance(entry, dm.Record):
            found.append(entry)
            continue
        words = words_of(entry)
        assert words == EMPTY or REFUSED.fullmatch(words), f"it does not say where: {words}"
        found.append(words)
    assert found
    wrong = [number for number, entry in enumerate(found) if isinstance(entry, str)]
    everything = attempt(lambda: dm.Record.load_all(io.BytesIO(data)))
    if wrong:
        words = found[wrong[0]]
        assert everything == (f"record {wrong[0]}: {words}" if wrong[0] else words)
    else:
        assert everything == tuple(found)
    alone = attempt(lambda: dm.Record.load(io.BytesIO(data)))
    if wrong or len(found) == 1:
        assert alone == (everything if wrong else found[0])
    else:
        assert alone == f"the file holds {len(found)} records, not one"
    return found


def check_record(record: dm.Record) -> str:
    """What becomes of it: it is the same when saved and read, and replays or is refused with round and action named."""
    text = record.dumps()
    assert "\n" not in text
    assert dm.Record.loads(text) == record
    assert dm.Record.loads(text.encode()).dumps() == text
    match = attempt(record.replay)
    if isinstance(match, str):
        assert NO_REPLAY.fullmatch(match), f"it does not say where: {match}"
    else:
        check_match(match, record)
    if record.opponents is not None:
        check_opponents(record, match)
    return match if isinstance(match, str) else REPLAYS


def check_match(match: dm.Match, record: dm.Record) -> None:
    """A replayed match has what the record says, and its own record leads to it again."""
    again = match.to_record()
    for written, played in zip(record.rounds, again.rounds, strict=True):
        assert played.actions == written.actions
        assert (played.hands, played.boneyard) == (written.hands, written.boneyard)
        assert (played.starter, played.first, played.scores_before) == (
            written.starter,
            written.first,
            written.scores_before,
        )
        assert written.result in (None, played.result)
    assert (again.players, again.seed, again.meta) == (record.players, record.seed, record.meta)
    other = dm.Record.loads(again.dumps())
    assert other == again
    assert other.replay().scores == match.scores


def check_opponents(record: dm.Record, replayed: dm.Match | str) -> None:
    """The players that a record names sit down, or are refused as players; the replay comes before them."""
    try:
        match = attempt(lambda: dm.Match.from_record(record))
    except PlayerError:
        assert isinstance(replayed, dm.Match)
        return
    assert match == replayed if isinstance(match, str) else isinstance(replayed, dm.Match)


def check_saved(records: list[dm.Record]) -> None:
    """Records that were read make a file, which is read as the same."""
    if records:
        file = io.BytesIO("".join(record.dumps() + "\n" for record in records).encode())
        assert list(dm.Record.load_all(file)) == records


# Mutation

PIECES = rb"""[ ] { } " , : \ \u0000 \ud800 null NaN 1e999 -1 6-6 draw @R "rules" "rounds" 1_000""".split()
PIECES += [b"9" * 30, b"[" * 99, b" ", b"\n", b"\r", b"\x00", b"\xff", b"\xef\xbb\xbf", b"\xe2\x80\xa8"]

TEXTS = "6-6 0-0 1-0 4-6 9-9 draw pass 6-6@L 1-0@R 6-6@U 5-4@R:side-left 6-6@L:turn-right domino blocked target".split()
TEXTS += ["", "\n", "\x85", "\u2028", "\ud800", "6\u20116", "heaviest", "random", "no.such:Player", " 6-6 "]
NUMBERS = [0, 1, 2, 3, 4, 7, -1, 100, 255, 2**31 - 1, 2**31, -(2**31), 2**63, 10**30, 10**400, 0.0, 1.0, 1e300]
KEYS = [
    *"format version rules players opponents seed salt commitment meta rounds scores".split(),
    *"hands boneyard starter first scores_before actions result reason winner points preset".split(),
    *OPTIONS,
]
WORDS = [*dm.PRESETS, "never", "one", "until-playable", "highest-tile", "random", "free", "forced"]
WORDS += ["same", "winner", "rotate", "first-double", "opponents", "team-all", "nobody"]


def mutated(data: bytes, chance: random.Random) -> bytes:
    """The bytes as others, most often by a value of the JSON in them; the same chance gives the same bytes."""
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        way = chance.choice((changed_bytes, changed_lines, changed_value, changed_value, changed_value))
        data = way(data, chance)
    return data


def changed_bytes(data: bytes, chance: random.Random) -> bytes:
    """The bytes with a few of them changed, taken out, doubled, moved, or pieces of JSON put in."""
    for _ in range(chance.choice((1, 1, 1, 2, 3, 8))):
        at, end = sorted(chance.randrange(len(data) + 1) for _ in range(2))
        end = min(end, at + chance.choice((0, 1, 1, 2, 8, 200)))
        new = chance.choice(
            (
                b"",
                chance.choice(PIECES),
                chance.randbytes(1),
                data[at:end] * 2,
                bytes(byte ^ 1 << chance.randrange(8) for byte in data[at:end]),
            )
        )
        data = data[:at] + new + data[end:]
    return data


def changed_lines(data: bytes, chance: random.Random) -> bytes:
    """The lines in another order, one of them twice, without one, or with one broken at a JSON token."""
    lines = data.split(b"\n")
    at = chance.randrange(len(lines))
    way = chance.randrange(5)
    if way == 0:
        lines.insert(at, chance.choice(lines))
    elif way == 1:
        del lines[at]
    elif way == 2:
        chance.shuffle(lines)
    elif way == 3:
        lines.insert(at, chance.choice((b"", b" \r", b"\x0c", b"{}", b"[]", b"null")))
    else:
        breaks = [found.start() for found in re.finditer(rb'(?<=[,:{}\[\]"]) |(?=[{}\[\]])', lines[at])] or [0]
        place = chance.choice(breaks)
        lines[at : at + 1] = [lines[at][:place], lines[at][place:]]
    return b"\n".join(lines)


class Place(NamedTuple):
    """A container of a JSON value and one of its keys or indices."""

    within: Any
    key: Any


def places(value: Any) -> list[Place]:
    """Every place of a JSON value, from the outermost in."""
    found, open_ = [], [value]
    while open_:
        within = open_.pop()
        keys = list(within) if isinstance(within, dict) else range(len(within))
        for key in keys:
            found.append(Place(within, key))
            if isinstance(within[key], (dict, list)):
                open_.append(within[key])
    return found


def changed_value(data: bytes, chance: random.Random) -> bytes:
    """The JSON value that the bytes are, or one line of them is, with something in it changed; or bytes changed."""
    lines = [data]
    at = 0
    value = parsed(data)
    if value is None:
        lines = data.split(b"\n")
        at = chance.randrange(len(lines))
        value = parsed(lines[at])
    if value is None:
        return changed_bytes(data, chance)
    if chance.random() < 0.25:
        play_on(value, chance)
    else:
        for _ in range(chance.choice((1, 1, 1, 2, 3))):
            change(value, chance)
    lines[at] = written(value, chance)
    return b"\n".join(lines)


def parsed(data: bytes) -> Any:
    """The object or array that bytes are, None for anything else."""
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, (dict, list)) and value else None


def written(value: Any, chance: random.Random) -> bytes:
    """A JSON value as text: most often as a record is saved, else in other ways that mean the same."""
    how: dict[str, Any] = chance.choice(
        (
            {"ensure_ascii": False},
            {"ensure_ascii": False},
            {"separators": (",", ":")},
            {"indent": chance.randrange(2)},
            {"separators": (",\n", ":")},
        )
    )
    return json.dumps(value, **how).encode("utf-8", "surrogatepass")


def change(value: Any, chance: random.Random) -> None:
    """Change one place of a JSON value: put something there, take it out, double it, exchange it with another."""
    found = places(value)
    if not found:
        return
    within, key = chance.choice(found)
    way = chance.randrange(6)
    if way == 0:
        within[key] = something(within[key], chance)
    elif way == 1:
        del within[key]
    elif way == 2:
        other = chance.choice(found)
        within[key] = copied(other.within[other.key])
    elif way == 3 and isinstance(within, list):
        within.insert(key, copied(chance.choice(within)))
    elif way == 4:
        same = [other for other in found if type(other.within) is type(within)]
        other = chance.choice(same)
        exchanged = copied(other.within[other.key]), copied(within[key])
        within[key], other.within[other.key] = exchanged
    elif isinstance(within, dict):
        within[chance.choice(KEYS)] = something(None, chance)


def something(old: Any, chance: random.Random) -> Any:
    """A value near an old one, or any."""
    if isinstance(old, int) and chance.random() < 0.6:
        return old + chance.choice((-1, 1, -5, 5))
    if isinstance(old, list) and chance.random() < 0.4:
        return old[: chance.randrange(len(old) + 1)]
    if isinstance(old, str) and chance.random() < 0.5:
        return chance.choice(TEXTS)
    return chance.choice(
        (
            chance.choice(NUMBERS),
            chance.choice(TEXTS),
            chance.choice(WORDS),
            chance.choice((None, True, False)),
            chance.choice(([], {}, [[]], [0, 0], [24, 24], {"preset": "block"})),
        )
    )


def copied(value: Any) -> Any:
    """A JSON value as one of its own, as deep as it may be."""
    try:
        return json.loads(json.dumps(value))
    except (ValueError, RecursionError):
        return None


def play_on(value: Any, chance: random.Random) -> None:
    """Add legal actions to the last round of a record that replays, and its result where it ends."""
    try:
        match = dm.Record.from_dict(value).replay()
    except dm.RecordError:
        change(value, chance)
        return
    for _ in range(chance.choice((1, 1, 2, 9))):
        if match.over or match.waiting is None:
            break
        match.act(chance.choice(match.round.legal_moves()))
    value.update(match.to_record().to_dict())


def main() -> None:
    for name in sys.argv[1:]:
        print(json.dumps(check(Path(name).read_bytes())))


if __name__ == "__main__":
    main()
