"""Tiles: the pairs of numbers the game is played with. Knows nothing of hands, chains or rules."""

from __future__ import annotations

import operator
from typing import Final, NoReturn, final

from ._check import quoted, whole
from ._codes import MAX_PIP
from .errors import NotationError

__all__ = ["Tile", "tile_set"]


@final
class Tile:
    """One tile, such as ``Tile("6-4")``, ``Tile("4-6")`` or ``Tile(4, 6)``: all three are the same object.

    There is one object a tile, so ``is`` and ``==`` agree. Tiles are ordered by `index`; ``max(tiles, key=lambda t:
    t.rank)`` is the highest one. Raises `NotationError` for a text or numbers that are no tile (numbers run from 0 to
    18), TypeError for what is neither.

    >>> tile = Tile("4-6")
    >>> tile, str(tile), tile.high, tile.low, tile.pips
    (Tile("6-4"), '6-4', 6, 4, 10)
    >>> tile is Tile(6, 4)
    True
    """

    __slots__ = ("_text", "high", "index", "is_double", "low", "pips", "rank")

    high: int
    """The greater of its two numbers, 0 to 18."""
    low: int
    """The lesser of its two numbers."""
    index: int
    """The tile's number, ``high * (high + 1) // 2 + low``: the same in every set."""
    pips: int
    """The sum of its two numbers."""
    is_double: bool
    """Whether its two numbers are equal."""
    rank: tuple[bool, int, int]
    """A key for "highest": doubles above the rest, then by pips, then by the higher number."""
    _text: str

    def __new__(cls, first: str | int, second: int | None = None, /) -> Tile:
        if second is None:
            return _read(first)
        numbers = (_number(first), _number(second))
        return _TILES[_index(max(numbers), min(numbers))]

    def __init_subclass__(cls) -> NoReturn:
        raise TypeError("a Tile is one object a tile and has no subclasses")

    @classmethod
    def from_index(cls, index: int) -> Tile:
        """The tile of a number; `RulesError` where it is not from 0 to 189.

        >>> Tile.from_index(27)
        Tile("6-6")
        """
        return _TILES[whole("a tile's index", index, 0, len(_TILES) - 1)]

    def matches(self, number: int) -> bool:
        """Whether one of its two numbers is this one.

        >>> Tile("6-4").matches(4), Tile("6-4").matches(5)
        (True, False)
        """
        return number in (self.high, self.low)

    def other(self, number: int) -> int:
        """The number across from this one; `NotationError` where the tile does not show it.

        >>> Tile("6-4").other(4)
        6
        """
        if number == self.high:
            return self.low
        if number == self.low:
            return self.high
        raise NotationError(f"{self} shows {self.high} and {self.low}, not {quoted(number)}")

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f'Tile("{self._text}")'

    def __hash__(self) -> int:  # by number and not by address, so that sets of tiles iterate alike in every run
        return self.index

    def __eq__(self, other: object) -> bool:
        return self is other if isinstance(other, Tile) else NotImplemented

    def __lt__(self, other: Tile) -> bool:
        return self.index < other.index if isinstance(other, Tile) else NotImplemented

    def __le__(self, other: Tile) -> bool:
        return self.index <= other.index if isinstance(other, Tile) else NotImplemented

    def __gt__(self, other: Tile) -> bool:
        return self.index > other.index if isinstance(other, Tile) else NotImplemented

    def __ge__(self, other: Tile) -> bool:
        return self.index >= other.index if isinstance(other, Tile) else NotImplemented

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a Tile never changes: {name} cannot be set")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a Tile never changes: {name} cannot be deleted")

    def __reduce__(self) -> tuple[type[Tile], tuple[str]]:
        return Tile, (self._text,)


def tile_set(max_pip: int) -> tuple[Tile, ...]:
    """All tiles of a set, by index: every unordered pair of 0 … ``max_pip`` once. `RulesError` outside 1 … 18.

    >>> [len(tile_set(n)) for n in (6, 9, 12, 15, 18)]
    [28, 55, 91, 136, 190]
    """
    return _TILES[: _index(whole("max_pip", max_pip, 1, MAX_PIP) + 1, 0)]


def _index(high: int, low: int) -> int:
    return high * (high + 1) // 2 + low


def _make(high: int, low: int) -> Tile:
    tile = object.__new__(Tile)
    fields = {
        "high": high,
        "low": low,
        "index": _index(high, low),
        "pips": high + low,
        "is_double": high == low,
        "rank": (high == low, high + low, high),
        "_text": f"{high}-{low}",
    }
    for name, value in fields.items():
        object.__setattr__(tile, name, value)
    return tile


def _number(value: object) -> int:
    if isinstance(value, bool):
        raise TypeError("a tile's number is an integer, not a bool")
    try:
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"a tile's number is an integer, not {type(value).__name__}") from None
    if not 0 <= number <= MAX_PIP:
        raise NotationError(f"a tile's number lies between 0 and {MAX_PIP}, not {quoted(number)}")
    return number


def _read(text: object) -> Tile:
    if not isinstance(text, str):
        raise TypeError(f"a Tile is made from a text such as '6-4' or from two numbers, not {type(text).__name__}")
    tile = _BY_TEXT.get(text) or _BY_TEXT.get(text.strip())
    if tile is None:
        raise NotationError(
            f"{quoted(text)} is no tile: write two numbers from 0 to {MAX_PIP} with a hyphen between, such as 6-4"
        )
    return tile


_TILES: Final = tuple(_make(high, low) for high in range(MAX_PIP + 1) for low in range(high + 1))
_BY_TEXT: Final = {f"{a}-{b}": tile for tile in _TILES for a, b in ((tile.high, tile.low), (tile.low, tile.high))}
