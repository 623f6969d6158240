"""Records: matches as text, in files, exactly as the format page says (one JSON object; many are JSON Lines).

This room knows what a record looks like and nothing of how a round is played: what is wrong in the *text* is found
when a record is loaded, what is wrong in the *game* when it is replayed (`Record.replay`).

>>> record = Record.loads('''{"format": "dominoes-record", "version": 1, "rules": {"preset": "draw", "hand_size": 1},
...   "players": ["Ann", "Ben"],
...   "rounds": [{"hands": [["6-6"], ["1-0"]], "boneyard": [], "starter": 0, "actions": ["6-6"]}]}''')
>>> record.players, len(record.rounds), record.rounds[0].result
(('Ann', 'Ben'), 1, None)
>>> Record.loads(record.dumps()) == record
True
>>> Record.loads('{"format": "dominoes-record", "version": 2}')
Traceback (most recent call last):
dominoes.errors.RecordError: version: this reads version 1 of dominoes-record, not 2
"""

from __future__ import annotations

import hashlib
import itertools
import json
import os
import secrets
from collections.abc import Iterator, Mapping
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final

from dominoes._check import seed_bytes
from dominoes._codes import MAX_NUMBER, MAX_PLAYERS, RESULT_NAMES
from dominoes.errors import NotationError, RecordError, RulesError
from dominoes.moves import Move
from dominoes.rules import Rules
from dominoes.tiles import Tile

if TYPE_CHECKING:
    from dominoes.match import Match

__all__ = ["FORMAT", "VERSION", "Record", "RecordResult", "RecordRound", "commitment", "read_records"]

FORMAT: Final = "dominoes-record"
VERSION: Final = 1

_TOP_KEYS: Final = (
    "format",
    "version",
    "rules",
    "players",
    "opponents",
    "seed",
    "salt",
    "commitment",
    "meta",
    "rounds",
    "scores",
)
_ROUND_KEYS: Final = ("hands", "boneyard", "starter", "first", "scores_before", "actions", "result")
_RESULT_KEYS: Final = ("reason", "winner", "points")
_REASONS: Final = tuple(name for name in RESULT_NAMES if name is not None)
MOST_BYTES: Final = 1 << 28
"""A longer line of a file is no record; what never ends (``/dev/zero``) would fill the memory."""
_MOST_DIGITS: Final = 100
_SHOWN: Final = 60


def commitment(seed: str | int, salt: str | bytes) -> str:
    """What to publish before a match so that its seed can be proved afterwards: 64 hexadecimal digits.

    It is the SHA-256 of the salt's bytes (a text's UTF-8) followed by those of the seed. `DealError` for a text that
    UTF-8 cannot write, TypeError for another type.

    >>> commitment(7, "pepper") == commitment("7", b"pepper")
    True
    """
    if not isinstance(salt, (str, bytes)):
        raise TypeError(f"a salt is a text or bytes, not {type(salt).__name__}")
    salt_bytes = seed_bytes(salt) if isinstance(salt, str) else salt
    return hashlib.sha256(salt_bytes + seed_bytes(seed)).hexdigest()


@dataclass(frozen=True)
class RecordResult:
    """How a round is said to have ended: ``reason`` is "domino", "blocked" or "target"; ``winner`` a seat, a team (0
    or 1) or None; ``points`` what each seat scored in the round, in play and at its end together."""

    reason: str
    winner: int | None
    points: tuple[int, ...]

    def to_dict(self) -> dict[str, Any]:
        """The JSON object of the format."""
        return {"reason": self.reason, "winner": self.winner, "points": list(self.points)}


@dataclass(frozen=True)
class RecordRound:
    """One round of a record. ``hands`` and ``boneyard`` are as dealt, in the order given; ``first``, ``scores_before``
    and ``result`` are None where the record does not have them."""

    hands: tuple[tuple[Tile, ...], ...]
    boneyard: tuple[Tile, ...]
    starter: int
    actions: tuple[Move, ...]
    result: RecordResult | None = None
    first: bool | None = None
    scores_before: tuple[int, ...] | None = None

    def to_dict(self) -> dict[str, Any]:
        """The JSON object of the format, with the keys that are there and no others."""
        found: dict[str, Any] = {
            "hands": [[str(tile) for tile in hand] for hand in self.hands],
            "boneyard": [str(tile) for tile in self.boneyard],
            "starter": self.starter,
        }
        if self.first is not None:
            found["first"] = self.first
        if self.scores_before is not None:
            found["scores_before"] = list(self.scores_before)
        found["actions"] = [str(move) for move in self.actions]
        if self.result is not None:
            found["result"] = self.result.to_dict()
        return found


@dataclass(frozen=True, eq=False)
class Record:
    """A match, or a part of one, as it is written down.

    Optional keys that a record does not have are None. Equal records have the same keys with the same values: options
    that were given although they are the default count, tiles and moves count as what they mean (``4-6`` is ``6-4``).
    """

    rules: Rules
    players: tuple[str, ...]
    rounds: tuple[RecordRound, ...]
    opponents: tuple[str | None, ...] | None = None
    seed: str | None = None
    salt: str | None = None
    commitment: str | None = None
    meta: Mapping[str, str] | None = None
    scores: tuple[int, ...] | None = None

    def __eq__(self, other: object) -> bool:
        return self.to_dict() == other.to_dict() if isinstance(other, Record) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # meta is a mapping

    # Reading

    @classmethod
    def from_dict(cls, data: object) -> Record:
        """The record of a JSON object. `RecordError` where it is malformed, by path: ``rounds[0].hands[1][3]: …``."""
        return _read_record(data)

    @classmethod
    def loads(cls, text: str | bytes) -> Record:
        """The record that a text is, or UTF-8 bytes are. Of any text it raises `RecordError` alone, else TypeError."""
        return cls.from_dict(_parse(text))

    @classmethod
    def load(cls, path: str | os.PathLike[str] | IO[bytes]) -> Record:
        """The one record of a file, given by its path or open to read bytes.

        `RecordError` where it holds none or several, `OSError` where it cannot be read.
        """
        records = cls.load_all(path)
        if len(records) != 1:
            raise RecordError(f"the file holds {len(records)} records, not one")
        return records[0]

    @classmethod
    def load_all(cls, path: str | os.PathLike[str] | IO[bytes]) -> tuple[Record, ...]:
        """All records of a file, JSON or JSON Lines. A bad one raises, named ``record i: …`` unless it is the first."""
        records: list[Record] = []
        for index, found in read_records(path):
            if isinstance(found, RecordError):
                raise found if index == 0 else RecordError(f"record {index}: {found}")
            records.append(found)
        return tuple(records)

    # Writing

    def to_dict(self) -> dict[str, Any]:
        """The JSON object of the format; `from_dict` of it is an equal record."""
        found: dict[str, Any] = {
            "format": FORMAT,
            "version": VERSION,
            "rules": self.rules.to_dict(),
            "players": list(self.players),
        }
        if self.opponents is not None:
            found["opponents"] = list(self.opponents)
        for name in ("seed", "salt", "commitment"):
            if getattr(self, name) is not None:
                found[name] = getattr(self, name)
        if self.meta is not None:
            found["meta"] = dict(self.meta)
        found["rounds"] = [entry.to_dict() for entry in self.rounds]
        if self.scores is not None:
            found["scores"] = list(self.scores)
        return found

    def dumps(self) -> str:
        """The record as one line of JSON, without the line's end."""
        return json.dumps(self.to_dict(), ensure_ascii=False, allow_nan=False)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the file whole or not at all: whoever reads it, or pulls the plug, finds the old text or the new."""
        _write_whole(Path(path), (self.dumps() + "\n").encode())

    # Replaying

    def replay(self) -> Match:
        """The `Match` at the record's end, every seat a person. Every opener, action, result and score is checked.

        `RecordError` at the first that is wrong: ``round 0, action 5: …``, both counted from 0. To go on with the
        opponents that the record names, see `Match.from_record`.
        """
        from .match import Match, person

        return Match.from_record(self, players=[person(name) for name in self.players])


def read_records(path: str | os.PathLike[str] | IO[bytes]) -> Iterator[tuple[int, Record | RecordError]]:
    """Each record of a file, with its number from 0, or what is wrong with it; goes on after a bad line.

    ``path`` may also be the file itself, open to read bytes. A file is JSON Lines (blank lines are passed over) or one
    JSON object over as many lines as it likes; it is read once and forward, each line's record as soon as it is there.
    `OSError` where it cannot be read.
    """
    with open(path, "rb") if isinstance(path, (str, os.PathLike)) else nullcontext(path) as file:
        index = -1
        for index, text in enumerate(_split(file)):
            yield index, text if isinstance(text, RecordError) else _attempt(text)
    if index < 0:
        yield 0, RecordError("the file holds no record: it is empty")


def _split(file: IO[bytes]) -> Iterator[bytes | RecordError]:
    """The text of each record of a file. What is too long to be one ends it: nobody knows where the next begins."""
    # Bytes end a line only at \n; a text would also at separators that may stand inside a JSON string.
    lines = iter(lambda: file.readline(MOST_BYTES + 1), b"")
    seen: list[bytes] = []
    size = 0
    for line in lines:
        seen.append(line)
        size += len(line)
        if size > MOST_BYTES or _is_whole_record(line):
            break
    else:
        text = b"".join(seen)
        if _opens_an_object(seen) or _is_json(text):
            yield text
            return
    for line in itertools.chain(seen, lines):
        if len(line) > MOST_BYTES:
            yield RecordError(f"a record of more than {MOST_BYTES >> 20} MiB is not read")
            return
        if line.strip():
            yield line


def _is_whole_record(line: bytes) -> bool:
    if len(line) > MOST_BYTES:
        return False
    try:
        found = _parse(line)
    except RecordError:
        return False
    # A record's meta on a line of its own may have a "format" too, but nothing that is no text.
    return isinstance(found, dict) and "format" in found and not isinstance(found.get("version", ""), str)


def _is_json(text: bytes) -> bool:
    try:
        _parse(text)
    except RecordError:
        return False
    return True


def _opens_an_object(lines: list[bytes]) -> bool:
    """Whether lines, none of them a record, are one object over many: the first opens what it does not close."""
    first = next((line.strip() for line in lines if line.strip()), b"")
    return first.removeprefix(b"\xef\xbb\xbf").startswith((b"{", b"[")) and not first.endswith((b"}", b"]"))


def _attempt(text: bytes) -> Record | RecordError:
    try:
        return Record.loads(text)
    except RecordError as error:
        return error


def _write_whole(path: Path, data: bytes) -> None:
    """Replace a file in one step. A link stays a link; what is no plain file (a device) is written to as it is."""
    path = Path(os.path.realpath(path))
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    temporary = path.with_name(f".dominoes-{secrets.token_hex(8)}.tmp")
    try:
        with open(temporary, "xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            os.chmod(temporary, path.stat().st_mode & 0o7777)
        os.replace(temporary, path)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise


# From text to JSON values


def _parse(text: str | bytes) -> object:
    """The JSON value of a text; `RecordError` for whatever is not one.

    What JSON does not forbid but no record has (a key twice), or what Python reads although JSON has no such number
    (NaN), is refused where its path is known.
    """
    if not isinstance(text, (str, bytes, bytearray)):
        raise TypeError(f"a record is read from a text or bytes, not {type(text).__name__}")
    if not isinstance(text, str):
        try:
            text = text.decode("utf-8")
        except UnicodeDecodeError as error:
            raise RecordError(f"a record is UTF-8: byte {error.start} is not") from None
    if text.startswith("\ufeff"):
        raise RecordError("a record is UTF-8 without a byte order mark, but this begins with one")
    try:
        return json.loads(text, object_pairs_hook=_object, parse_int=_integer)
    except json.JSONDecodeError as error:
        raise RecordError(f"not JSON: {error}") from None
    except RecursionError:
        raise RecordError("not a record: nested too deeply") from None


class _KeyTwice(dict[str, Any]):
    """An object with a key that stands twice. Refused by whoever reads it, who knows its path."""

    key: str


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    twice = _KeyTwice(found)
    seen: set[str] = set()
    for name, _ in pairs:
        if name in seen:
            twice.key = name
            break
        seen.add(name)
    return twice


def _integer(digits: str) -> int:
    # Python does not read thousands of digits. So many are out of all bounds, by whatever is left of them.
    return int(digits[:_MOST_DIGITS])


# From JSON values to a record. Each reader takes the path of what it reads, for the error's text.


def _shown(value: object) -> str:
    """A value as an error may show it: short, on one line, ASCII, whatever it holds."""
    try:
        text = json.dumps(value)
    except (TypeError, ValueError, RecursionError):
        text = type(value).__name__
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "\N{HORIZONTAL ELLIPSIS}"


def _has_surrogate(text: str) -> bool:
    return any("\ud800" <= letter <= "\udfff" for letter in text)


def _keys(value: object, path: str, known: tuple[str, ...], needed: tuple[str, ...]) -> dict[str, Any]:
    where = f"{path}: " if path else ""
    if not isinstance(value, dict):
        raise RecordError(f"{where}an object is needed, not {_shown(value)}")
    _no_key_twice(value, where)
    for name in value:
        if name not in known:
            raise RecordError(f"{where}unknown key {_shown(name)}; the keys are {', '.join(known)}")
    for name in needed:
        if name not in value:
            raise RecordError(f"{where}the key {_shown(name)} is missing")
    return value


def _no_key_twice(value: dict[str, Any], where: str) -> None:
    if isinstance(value, _KeyTwice):
        raise RecordError(f"{where}the key {_shown(value.key)} is given twice")


def _array(value: object, path: str) -> list[Any] | tuple[Any, ...]:
    if not isinstance(value, (list, tuple)):
        raise RecordError(f"{path}: a list is needed, not {_shown(value)}")
    return value


def _text(value: object, path: str) -> str:
    if not isinstance(value, str):
        raise RecordError(f"{path}: a text is needed, not {_shown(value)}")
    if _has_surrogate(value):
        raise RecordError(f"{path}: a text that UTF-8 can hold is needed, not {_shown(value)}")
    return value


def _whole(value: object, path: str, low: int, high: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise RecordError(f"{path}: an integer is needed, not {_shown(value)}")
    if not low <= value <= high:
        raise RecordError(f"{path}: an integer from {low} to {high} is needed, not {_shown(value)}")
    return value


def _per_seat(value: object, path: str, players: int) -> tuple[int, ...]:
    numbers = _array(value, path)
    if len(numbers) != players:
        raise RecordError(f"{path}: {players} players have {players} numbers, not {len(numbers)}")
    return tuple(_whole(number, f"{path}[{seat}]", -MAX_NUMBER, MAX_NUMBER) for seat, number in enumerate(numbers))


def _tiles(value: object, path: str) -> tuple[Tile, ...]:
    return tuple(_tile(text, f"{path}[{at}]") for at, text in enumerate(_array(value, path)))


def _tile(value: object, path: str) -> Tile:
    try:
        return Tile(_text(value, path))
    except NotationError as error:
        raise RecordError(f"{path}: {error}") from None


def _move(value: object, path: str) -> Move:
    try:
        return Move.parse(_text(value, path))
    except NotationError as error:
        raise RecordError(f"{path}: {error}") from None


def _read_record(data: object) -> Record:
    # The format is looked at before the keys: a later version may well have more of them.
    if not isinstance(data, dict):
        raise RecordError(f"a record is a JSON object, not {_shown(data)}")
    _check_format(data)
    top = _keys(data, "", _TOP_KEYS, ("format", "version", "rules", "players", "rounds"))
    names = tuple(_text(name, f"players[{seat}]") for seat, name in enumerate(_array(top["players"], "players")))
    rounds = _read_rounds(top["rounds"])
    players = len(rounds[0].hands)
    if len(names) != players:
        raise RecordError(f"players: there are {players} hands but {len(names)} names")
    return Record(
        rules=_read_rules(top["rules"], players),
        players=names,
        rounds=rounds,
        opponents=_read_opponents(top["opponents"], players) if "opponents" in top else None,
        seed=_optional_text(top, "seed"),
        salt=_optional_text(top, "salt"),
        commitment=_optional_text(top, "commitment"),
        meta=_read_meta(top["meta"]) if "meta" in top else None,
        scores=_per_seat(top["scores"], "scores", players) if "scores" in top else None,
    )


def _check_format(data: dict[str, Any]) -> None:
    for name in ("format", "version"):
        if name not in data:
            raise RecordError(f"the key {_shown(name)} is missing")
    if data["format"] != FORMAT:
        raise RecordError(f"format: this reads {FORMAT}, not {_shown(data['format'])}")
    if isinstance(data["version"], bool) or not isinstance(data["version"], int) or data["version"] != VERSION:
        raise RecordError(f"version: this reads version {VERSION} of {FORMAT}, not {_shown(data['version'])}")


def _optional_text(top: dict[str, Any], name: str) -> str | None:
    return _text(top[name], name) if name in top else None


def _read_rules(value: object, players: int) -> Rules:
    if not isinstance(value, dict):
        raise RecordError(f"rules: an object is needed, not {_shown(value)}")
    _no_key_twice(value, "rules: ")
    try:
        return Rules.from_dict(value, players=players)
    except RulesError as error:
        raise RecordError(f"rules: {error}") from None


def _read_opponents(value: object, players: int) -> tuple[str | None, ...]:
    found = _array(value, "opponents")
    if len(found) != players:
        raise RecordError(f"opponents: there are {players} players but {len(found)} opponents")
    return tuple(None if name is None else _text(name, f"opponents[{seat}]") for seat, name in enumerate(found))


def _read_meta(value: object) -> dict[str, str]:
    if not isinstance(value, dict):
        raise RecordError(f"meta: an object of texts is needed, not {_shown(value)}")
    _no_key_twice(value, "meta: ")
    return {_text(name, "meta"): _text(text, f"meta[{_shown(name)}]") for name, text in value.items()}


def _read_rounds(value: object) -> tuple[RecordRound, ...]:
    entries = _array(value, "rounds")
    if not entries:
        raise RecordError("rounds: at least one round is needed")
    rounds: list[RecordRound] = []
    for number, entry in enumerate(entries):
        rounds.append(_read_round(entry, number, len(rounds[0].hands) if rounds else None))
    return tuple(rounds)


def _read_round(value: object, number: int, players: int | None) -> RecordRound:
    path = f"rounds[{number}]"
    entry = _keys(value, path, _ROUND_KEYS, ("hands", "boneyard", "starter", "actions"))
    hands = _read_hands(entry["hands"], f"{path}.hands", players)
    for name in ("first", "scores_before"):
        if number and name in entry:
            raise RecordError(f"{path}: the key {_shown(name)} is only for the first round of a record")
    if "first" in entry and not isinstance(entry["first"], bool):
        raise RecordError(f"{path}.first: true or false is needed, not {_shown(entry['first'])}")
    before = f"{path}.scores_before"
    actions = _array(entry["actions"], f"{path}.actions")
    return RecordRound(
        hands=hands,
        boneyard=_tiles(entry["boneyard"], f"{path}.boneyard"),
        starter=_whole(entry["starter"], f"{path}.starter", 0, len(hands) - 1),
        actions=tuple(_move(text, f"{path}.actions[{at}]") for at, text in enumerate(actions)),
        result=_read_result(entry["result"], f"{path}.result", len(hands)) if "result" in entry else None,
        first=entry.get("first"),
        scores_before=_per_seat(entry["scores_before"], before, len(hands)) if "scores_before" in entry else None,
    )


def _read_hands(value: object, path: str, players: int | None) -> tuple[tuple[Tile, ...], ...]:
    hands = _array(value, path)
    if players is not None and len(hands) != players:
        raise RecordError(f"{path}: the rounds before have {players} hands, not {len(hands)}")
    if not 2 <= len(hands) <= MAX_PLAYERS:
        raise RecordError(f"{path}: 2 to {MAX_PLAYERS} hands are needed, not {len(hands)}")
    return tuple(_tiles(hand, f"{path}[{seat}]") for seat, hand in enumerate(hands))


def _read_result(value: object, path: str, players: int) -> RecordResult:
    result = _keys(value, path, _RESULT_KEYS, _RESULT_KEYS)
    if result["reason"] not in _REASONS:
        raise RecordError(f"{path}.reason: one of {', '.join(_REASONS)} is needed, not {_shown(result['reason'])}")
    winner = result["winner"]
    return RecordResult(
        reason=result["reason"],
        winner=None if winner is None else _whole(winner, f"{path}.winner", 0, players - 1),
        points=_per_seat(result["points"], f"{path}.points", players),
    )
