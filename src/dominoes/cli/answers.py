"""What a person types at a turn, understood: a key, a number of the list, a move, a tile. It asks and plays nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from dominoes.errors import NotationError
from dominoes.moves import Move
from dominoes.speaking.pieces import END_SHORT, NUMBERS, PLACEMENTS
from dominoes.tiles import Tile

__all__ = ["KEYS", "Key", "Pick", "Unclear", "Wish", "look", "read"]

KEYS: Final = {
    "h": "hand",
    "e": "ends",
    "t": "table",
    "w": "words",
    "b": "boneyard",
    "c": "counts",
    "s": "scores",
    "a": "actions",
    "l": "last",
    "i": "hint",
    "u": "undo",
    "?": "help",
    "q": "quit",
}
"""The keys of a turn, and the words that may be typed for them."""

_ALIASES: Final = {
    **KEYS,
    **{word: word for word in KEYS.values()},
    "action": "actions",
    "again": "actions",
    "chain": "words",
    "count": "counts",
    "end": "ends",
    "exit": "quit",
    "score": "scores",
    "stock": "boneyard",
}
_LOOKS: Final = frozenset({"hand", "ends", "table", "words", "boneyard", "counts", "scores", "last"})
_MOVES: Final = {"d": "draw", "draw": "draw", "p": "pass", "pass": "pass"}
_ENDS: Final = {
    **{word: name for name, end in END_SHORT.items() for word in (name.lower(), end.text)},
    "up": "U",
    "down": "D",
}
_PLACEMENTS: Final = {
    "ahead": "ahead",
    "straight": "ahead",
    "cl": "corner-left",
    "cr": "corner-right",
    "sl": "side-left",
    "sr": "side-right",
    **{name: name for name in PLACEMENTS},
}
_NUMBER_WORDS: Final = {**{word.text: value for value, word in enumerate(NUMBERS)}, "zero": 0}
_FILLERS: Final = frozenset({"on", "the", "end", "at", "to", "play", "open", "with"})


def look(text: str) -> str | None:
    """The word of a key that only looks at something, and so may be used in the middle of a choice; else None.

    >>> look("h"), look("table"), look("u")
    ('hand', 'table', None)
    """
    word = _ALIASES.get(text.lower())
    return word if word in _LOOKS else None


@dataclass(frozen=True)
class Key:
    """One of the words of `KEYS`."""

    word: str


@dataclass(frozen=True)
class Pick:
    """An entry of the numbered list, from 0."""

    index: int


@dataclass(frozen=True)
class Wish:
    """A tile, and where it shall go as far as that was said. A whole move's text without placement means ``ahead``."""

    tile: Tile
    end: str | None = None
    placement: str | None = None

    def fits(self, move: Move) -> bool:
        """Whether a move is one of those that this may mean."""
        return (
            move.tile is self.tile
            and (self.end is None or move.end == self.end)
            and (self.placement is None or move.placement == self.placement)
        )


@dataclass(frozen=True)
class Unclear:
    """Digits that are both a number of the list and a tile in the hand, or two tiles."""

    index: int | None
    tiles: tuple[Tile, ...]


Answer = Key | Pick | Wish | Unclear | str
"""A ``str`` is ``draw`` or ``pass``."""


def read(text: str, listed: int, hand: Sequence[Tile]) -> Answer | None:
    """What ``text`` means beside a list of ``listed`` numbered actions and a hand; None where it means nothing.

    >>> read("64", 3, [Tile("6-4")]), read("2", 3, [])
    (Wish(tile=Tile("6-4"), end=None, placement=None), Pick(index=1))
    >>> read("double six left", 3, [])
    Wish(tile=Tile("6-6"), end='L', placement=None)
    """
    lower = text.lower().strip(" .")
    if lower in _ALIASES:
        return Key(_ALIASES[lower])
    if lower in _MOVES:
        return _MOVES[lower]
    if re.fullmatch(r"[0-9]+", lower):
        return _digits(lower, listed, hand)
    return _move(lower) or _phrase(re.split(r"[\s@:,]+", lower))


def read_end(text: str) -> str | None:
    """The end that a word or letter names.

    >>> read_end("left"), read_end("R"), read_end("6")
    ('L', 'R', None)
    """
    return _ENDS.get(text.lower())


def read_placement(text: str) -> str | None:
    """The placement that words name.

    >>> read_placement("corner left"), read_placement("sr"), read_placement("left")
    ('corner-left', 'side-right', None)
    """
    return _PLACEMENTS.get("-".join(text.lower().removeprefix("straight ").split()))


def _digits(text: str, listed: int, hand: Sequence[Tile]) -> Answer | None:
    """A number of the list, or a tile written without its hyphen; what lies in the hand counts before what does not."""
    index = int(text) - 1 if len(text) < 4 and 1 <= int(text) <= listed else None
    tiles = _tiles_of_digits(text)
    held = tuple(tile for tile in tiles if tile in hand)
    if index is not None:
        return Unclear(index, held) if held else Pick(index)
    found = held or tiles
    if len(found) > 1:
        return Unclear(None, found)
    return Wish(found[0]) if found else None


def _tiles_of_digits(text: str) -> tuple[Tile, ...]:
    """``64`` is 6-4; ``129`` is 12-9; ``112`` may be 11-2 or 12-1."""
    found = dict.fromkeys(_tile(text[:at], text[at:]) for at in range(1, len(text)))
    return tuple(tile for tile in found if tile is not None)


def _tile(first: str, second: str) -> Tile | None:
    try:
        return Tile(f"{first}-{second}")
    except NotationError:
        return None


def _move(text: str) -> Wish | None:
    """A whole move in the records' notation, in any case of letters."""
    tile, at, where = text.partition("@")
    end, colon, placement = where.partition(":")
    try:
        move = Move.parse(f"{tile}{at}{end.upper()}{colon}{placement}")
    except NotationError:
        return None
    return None if move.tile is None else Wish(move.tile, move.end, move.placement)


def _phrase(tokens: Sequence[str]) -> Wish | None:
    """A tile and, after it, an end and a placement: ``6-4 left``, ``six four right corner left``, ``64 r sl``."""
    rest = [token for token in tokens if token and token not in _FILLERS]
    tile, rest = _leading_tile(rest)
    if tile is None:
        return None
    end = placement = None
    while rest:
        if placement is None and (found := read_placement(" ".join(rest[:2]))):
            placement, rest = found, rest[2:]
        elif placement is None and (found := read_placement(rest[0])):
            placement, rest = found, rest[1:]
        elif end is None and (found := read_end(rest[0])):
            end, rest = found, rest[1:]
        else:
            return None
    return Wish(tile, end, placement)


def _leading_tile(tokens: list[str]) -> tuple[Tile | None, list[str]]:
    if not tokens:
        return None, tokens
    if tokens[0] == "double" and len(tokens) > 1:
        number = _number(tokens[1])
        return (None if number is None else _tile(number, number)), tokens[2:]
    parts = tokens[0].split("-")
    if len(parts) == 2:
        return _pair(parts[0], parts[1]), tokens[1:]
    if len(tokens) > 1 and (pair := _pair(tokens[0], tokens[1])):
        return pair, tokens[2:]
    tiles = _tiles_of_digits(tokens[0]) if tokens[0].isdecimal() else ()
    return (tiles[0] if len(tiles) == 1 else None), tokens[1:]


def _pair(first: str, second: str) -> Tile | None:
    numbers = _number(first), _number(second)
    return None if None in numbers else _tile(str(numbers[0]), str(numbers[1]))


def _number(text: str) -> str | None:
    if text in _NUMBER_WORDS:
        return str(_NUMBER_WORDS[text])
    return text if re.fullmatch(r"[0-9]{1,2}", text) else None
