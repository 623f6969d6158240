"""A chain as text: its tiles in a row, or a table to scale in characters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from dominoes._check import held_to
from dominoes._codes import EAST, END_NAMES, NORTH
from dominoes.geometry import Chain, Laid, ShowsChain, Square, chain_of
from dominoes.tiles import Tile

__all__ = ["glyph", "line", "text"]

WIDTH: Final = 80
"""The columns of a terminal that says nothing of itself."""

_HORIZONTAL: Final = 0x1F031  # DOMINO TILE HORIZONTAL-00-00
_VERTICAL: Final = 0x1F063  # DOMINO TILE VERTICAL-00-00
_LAST_GLYPH: Final = 6
_GLYPH_COLUMNS: Final = 2  # counted as one column, but most fonts draw it over two

Halves = tuple[int, int]
"""The numbers of a tile as it is read: from left to right, or along an arm outward."""


def glyph(tile: Tile, *, first: int | None = None, vertical: bool = False, ascii: bool = False) -> str:
    """One tile as text: a Unicode domino up to 6-6, else such as ``[12|9]``, which ``ascii`` makes of every tile.

    ``first`` is the number on the left half, or the upper one where ``vertical``; the higher one unless told.

    >>> glyph(Tile("6-4")), glyph(Tile("4-4"), vertical=True), glyph(Tile("12-9"))
    ('🁟', '🂃', '[12|9]')
    >>> glyph(Tile("6-4"), first=4, ascii=True)
    '[4|6]'
    """
    first = held_to(Tile, tile, "a glyph is of a").high if first is None else first
    second = tile.other(first)
    if ascii or tile.high > _LAST_GLYPH:
        return f"[{first}|{second}]"
    return chr((_VERTICAL if vertical else _HORIZONTAL) + first * (_LAST_GLYPH + 1) + second)


def line(chain: Chain | ShowsChain) -> str:
    """The chain as one plain line from its left end to its right, each tile in the order its halves are passed; then
    a spinner's arms, outward. Empty for an empty table.

    >>> line(Chain().lay("6-4").lay("4-4", "R").lay("4-1", "R").lay("6-5", "L"))
    '5-6 6-4 4-4 4-1'
    >>> line(Chain(arms=True).lay("4-4").lay("4-1", "R").lay("6-4", "L").lay("4-3", "U"))
    '6-4 4-4 4-1, U: 4-3'
    """
    runs = _runs(chain_of(chain))
    parts = [" ".join(f"{first}-{second}" for first, second in halves) for _, halves in runs]
    return ", ".join(f"{end}: {part}" if end else part for (end, _), part in zip(runs, parts, strict=True))


def text(chain: Chain | ShowsChain, *, ascii: bool = False, width: int | None = None) -> str:
    """The chain as lines for a terminal, without a newline at the end; empty where nothing lies and there is no table.

    Without a table it is a row of tiles from the left end to the right, then a line for each of a spinner's arms,
    outward. A table, and a chain that `arrange` has given places, is drawn to scale, its open ends marked by
    their letters. ``width`` is the columns to fill (80 unless told): rows are broken there, and a table that is too
    wide is drawn at one column a cell instead of two; it is never cut. ``ascii`` uses plain characters alone.

    >>> print(text(Chain().lay("6-4").lay("4-4", "R").lay("4-1", "R"), ascii=True))
    [6|4][4|4][4|1]
    >>> print(text(Chain(table=(12, 8)).lay("6-4").lay("4-4", "R"), ascii=True))
    ###########################
    #                         #
    #                         #
    #                +---+    #
    #        +-------+ 4 |    #
    #       L| 6 : 4 |...|R   #
    #        +-------+ 4 |    #
    #                +---+    #
    #                         #
    #                         #
    ###########################
    """
    chain = chain_of(chain)
    width = WIDTH if width is None else held_to(int, width, "a width is an")
    if chain.table is None and not any(entry.squares for entry in chain):
        return "\n".join(_rows(chain, ascii, width))
    return "\n".join(_picture(chain, ascii, width))


# Rows.


def _runs(chain: Chain) -> list[tuple[str | None, list[Halves]]]:
    """The row from L to R, under None, and the arms that have tiles, each as the halves one after the other."""
    if not chain.laid:
        return []
    branches = {end: [(chain[i].inner, chain[i].outer) for i in chain.branch(end)] for end in END_NAMES}
    left = [(outer, inner) for inner, outer in reversed(branches["L"])]
    row = [*left, (chain[0].inner, chain[0].outer), *branches["R"]]
    return [(None, row), *((end, branches[end]) for end in END_NAMES[2:] if branches[end])]


def _rows(chain: Chain, ascii: bool, width: int) -> Iterator[str]:
    plain = ascii or any(entry.tile.high > _LAST_GLYPH for entry in chain)  # one look for the whole chain
    for end, run in _runs(chain):
        label = f"{end}: " if end else ""
        tiles = [glyph(Tile(a, b), first=a, vertical=a == b, ascii=plain) for a, b in run]
        yield from _wrap(label, tiles, "" if plain else " ", width)


def _wrap(label: str, tiles: Iterable[str], gap: str, width: int) -> Iterator[str]:
    """Breaks a run between tiles; what follows is set in under the first."""
    start, used = label, len(label)
    row: list[str] = []
    for tile in tiles:
        columns = max(len(tile), _GLYPH_COLUMNS) + len(gap)
        if row and used + columns > width:
            yield start + gap.join(row)
            start, used, row = " " * len(label), len(label), []
        row.append(tile)
        used += columns
    yield start + gap.join(row)


# Pictures. Lines run along the borders of cells, so that tiles that touch share a line: a tile's inside is 3 columns a
# half (1 where a cell has but one), and a divider is drawn unlike an edge, or two tiles would look like three.


class _Style(NamedTuple):
    """The characters of a picture."""

    lines: str
    """A line's character, by the sides it reaches: north 1, east 2, south 4, west 8."""
    dividers: str
    """Of a tile that stands, of one that lies."""
    frame: tuple[str, str, str, str, str, str]
    """The table's corners (north-west, north-east, south-west, south-east), its horizontal and its vertical edges."""


_BOX: Final = _Style(" │─└││┌├─┘─┴┐┤┬┼", "╌┊", ("╔", "╗", "╚", "╝", "═", "║"))
_ASCII: Final = _Style(" |-+||++-+-+++++", ".:", ("#",) * 6)
_DIGITS: Final = "0123456789abcdefghi"
"""Numbers where a half has but one column."""


class _Picture:
    """A grid of characters over a part of the plane, with a margin of one character around it for the frame."""

    def __init__(self, west: int, north: int, east: int, south: int, scale: int, style: _Style) -> None:
        self.west, self.north, self.scale, self.style = west, north, scale, style
        self.columns, self.rows = (east - west) * scale + 3, south - north + 3
        self.lines: dict[Square, int] = {}
        self.marks: dict[Square, str] = {}

    def at(self, x: int, y: int) -> Square:
        """Column and row of the corner of a cell."""
        return (x - self.west) * self.scale + 1, y - self.north + 1

    def frame(self) -> None:
        right, bottom = self.columns - 1, self.rows - 1
        nw, ne, sw, se, across, along = self.style.frame
        for column in range(right):
            self.marks[column, 0] = self.marks[column, bottom] = across
        for row in range(bottom):
            self.marks[0, row] = self.marks[right, row] = along
        self.marks |= {(0, 0): nw, (right, 0): ne, (0, bottom): sw, (right, bottom): se}

    def tile(self, entry: Laid) -> None:
        if entry.squares is None:
            return
        first, second = entry.squares
        self._outline(min(first, second), max(first, second))
        for (x, y), number in ((first, entry.inner), (second, entry.outer)):
            column, row = self.at(x, y)
            label = f"{number:>2} " if self.scale > 1 else _DIGITS[number]
            for offset, character in enumerate(label, 1):
                self.marks[column + offset, row + 1] = character
        self._divide(max(first, second), first[1] == second[1])

    def end(self, name: str, block: Square, direction: int) -> None:
        """An open end's letter, before its block, if there is room."""
        column, row = self.at(block[0] + 1, block[1] + 1)
        if direction % 2:
            column += (self.scale + 1) * (1 if direction == EAST else -1)
        else:
            row += -2 if direction == NORTH else 2
        if (column, row) not in self.lines:
            self.marks.setdefault((column, row), name)

    def render(self) -> list[str]:
        """The rows, but for empty ones above and below."""
        lines = {place: self.style.lines[sides] for place, sides in self.lines.items()}
        characters = {**self.marks, **lines}
        used = sorted({row for _, row in characters})
        return [
            "".join(characters.get((column, row), " ") for column in range(self.columns)).rstrip()
            for row in range(used[0], used[-1] + 1)
        ]

    def _outline(self, first: Square, second: Square) -> None:
        left, top = self.at(*first)
        right, bottom = self.at(second[0] + 2, second[1] + 2)
        for column in range(left, right):
            for row in (top, bottom):
                self._join(column, row, 2)
                self._join(column + 1, row, 8)
        for row in range(top, bottom):
            for column in (left, right):
                self._join(column, row, 4)
                self._join(column, row + 1, 1)

    def _join(self, column: int, row: int, side: int) -> None:
        self.lines[column, row] = self.lines.get((column, row), 0) | side

    def _divide(self, second: Square, lying: bool) -> None:
        column, row = self.at(*second)
        if lying:
            self.marks[column, row + 1] = self.style.dividers[1]
        else:
            for offset in range(1, 2 * self.scale):
                self.marks[column + offset, row] = self.style.dividers[0]


def _picture(chain: Chain, ascii: bool, width: int) -> Iterator[str]:
    west, north, east, south = chain.bounds
    scale = 2 if (east - west) * 2 + 3 <= width else 1
    picture = _Picture(west, north, east, south, scale, _ASCII if ascii else _BOX)
    if chain.table is not None:
        picture.frame()
    for entry in chain:
        picture.tile(entry)
    for head in chain.heads:
        if head.block is not None and head.direction is not None:
            picture.end(head.end, head.block, head.direction)
    yield from picture.render()
    letters = sorted({number for entry in chain for number in (entry.inner, entry.outer) if number > 9})
    if scale == 1 and letters:
        yield ", ".join(f"{_DIGITS[number]} = {number}" for number in letters)
