"""Chains: tiles laid end to end, where each of them lies, and a layout for those that no table fixes.

The units are those of the physical table: cells, x to the right and y downward; a half of a tile is a square of 2x2
cells, known by its north-west cell, and a tile covers 2x4 of them. Nothing here knows whose turn it is, or judges
whether a move is legal: that is the kernel's job.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol, overload

from dominoes._check import held_to
from dominoes._codes import EAST, END_NAMES, NORTH, PLACEMENT_NAMES, SOUTH, SPEC_FIELDS, WEST
from dominoes.tiles import Tile

if TYPE_CHECKING:
    from dominoes._backend import State

__all__ = ["MIN_WIDTH", "Chain", "Head", "Laid", "Square", "Squares", "arrange"]

Square = tuple[int, int]
"""The north-west cell of a square of 2x2 cells."""
Squares = tuple[Square, Square]
"""The two squares of a tile."""

MIN_WIDTH: Final = 18
"""The narrowest layout, in cells, into which `arrange` fits whatever comes."""

_STEPS: Final = ((0, -1), (1, 0), (0, 1), (-1, 0))  # north, east, south, west
_AHEAD: Final = PLACEMENT_NAMES[0]
_TABLE_FIELDS: Final = (SPEC_FIELDS.index("table_width"), SPEC_FIELDS.index("table_height"))
_SPINNER_FIELD: Final = SPEC_FIELDS.index("spinner")


class Laid(NamedTuple):
    """One tile of a chain and how it lies there."""

    tile: Tile
    end: str | None = None
    """The end it was laid on, ``"L"``, ``"R"``, ``"U"`` or ``"D"``; None for the opening tile."""
    placement: str = _AHEAD
    """As it was played: ``"ahead"`` wherever there is no table."""
    parent: int | None = None
    """The index of the tile it was laid on; None for the opening tile."""
    inner: int = 0
    """The number that touches the parent; for the opening tile its higher number, which looks to ``L``."""
    squares: Squares | None = None
    """The inner half's square, then the outer's (a double's, and the opening tile's: west or north first); None
    where nothing says where the tile lies."""

    @property
    def outer(self) -> int:
        """The number on the half away from the parent."""
        return self.tile.other(self.inner)


class Head(NamedTuple):
    """An open end of a chain."""

    end: str
    """``"L"``, ``"R"``, ``"U"`` or ``"D"``."""
    number: int
    """What a tile must show to be laid here."""
    at: int
    """The index of the tile that is open here."""
    block: Square | None
    """The 2x2 block from which the chain goes on; None where the chain does not lie anywhere."""
    direction: int | None
    """Outward from the block: 0 north, 1 east, 2 south, 3 west."""


@dataclass(frozen=True, slots=True, repr=False)
class Chain(Sequence[Laid]):
    """The tiles laid so far, in the order played; a sequence of `Laid` that never changes.

    >>> chain = Chain().lay("6-4").lay("4-4", "R").lay("4-1", "R").lay("6-5", "L")
    >>> [str(entry.tile) for entry in chain], chain
    (['6-4', '4-4', '4-1', '6-5'], <Chain of 4 tiles, L 5, R 1>)
    >>> [(head.end, head.number) for head in chain.heads]
    [('L', 5), ('R', 1)]
    """

    laid: tuple[Laid, ...] = ()
    table: tuple[int, int] | None = None
    """Width and height of the physical table in cells; None without one."""
    spinner: int | None = None
    """The spinner's index; None where there is none, or none yet."""
    arms: bool = False
    """Whether the rules make the first double a spinner: `arrange` then keeps room for its arms."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "laid", tuple(self.laid))
        if self.spinner is not None:
            object.__setattr__(self, "arms", True)

    @classmethod
    def from_state(cls, state: State) -> Chain:
        """The chain of a kernel's state."""
        spec = state.spec
        width, height = (spec[field] for field in _TABLE_FIELDS)
        spinner = state.spinner
        return cls(
            tuple(_entry(*numbers) for numbers in state.chain()),
            (width, height) if width else None,
            None if spinner < 0 else spinner,
            bool(spec[_SPINNER_FIELD]),
        )

    def __len__(self) -> int:
        return len(self.laid)

    def __iter__(self) -> Iterator[Laid]:
        return iter(self.laid)

    @overload
    def __getitem__(self, index: int) -> Laid: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Laid, ...]: ...
    def __getitem__(self, index: int | slice) -> Laid | tuple[Laid, ...]:
        return self.laid[index]

    def __repr__(self) -> str:
        count = len(self.laid)
        ends = "".join(f", {head.end} {head.number}" for head in self.heads)
        return f"<Chain of {count} tile{'' if count == 1 else 's'}{ends}>"

    def prefix(self, count: int) -> Chain:
        """The chain as it was when ``count`` tiles lay.

        >>> Chain().lay("6-4").lay("4-4", "R").prefix(1)
        <Chain of 1 tile, L 6, R 4>
        """
        laid = self.laid[:count]
        spinner = self.spinner if self.spinner is not None and self.spinner < len(laid) else None
        return replace(self, laid=laid, spinner=spinner)

    def branch(self, end: str) -> tuple[int, ...]:
        """The indices of the tiles laid on one end, from the inside outward.

        >>> Chain().lay("6-4").lay("4-4", "R").lay("4-1", "R").branch("R")
        (1, 2)
        """
        return tuple(index for index, entry in enumerate(self.laid) if entry.end == end)

    @property
    def heads(self) -> tuple[Head, ...]:
        """The open ends in the order L, R, U, D: none on an empty table; U and D once the spinner is covered."""
        if not self.laid:
            return ()
        last = {entry.end: index for index, entry in enumerate(self.laid)}
        ends = END_NAMES if self._arms_open(last) else END_NAMES[:2]
        return tuple(self._head(end, last.get(end)) for end in ends)

    @property
    def bounds(self) -> tuple[int, int, int, int]:
        """West, north, east and south of the table, or, without one, of the tiles that lie somewhere, in cells."""
        if self.table is not None:
            return 0, 0, *self.table
        squares = [square for entry in self.laid for square in entry.squares or ()]
        if not squares:
            return 0, 0, 0, 0
        columns, rows = zip(*squares, strict=True)
        return min(columns), min(rows), max(columns) + 2, max(rows) + 2

    def lay(self, tile: Tile | str, end: str | None = None, placement: str = _AHEAD) -> Chain:
        """This chain with one more tile, on a table in its place there: the picture of a move, say for a ghost.

        Whether the place is free and on the table is not looked at. ValueError where the end is not open or shows
        another number, where the first tile is laid on an end, and where the placement is not the tile's to choose.

        >>> chain = Chain(table=(64, 36)).lay("6-4").lay("4-1", "R", "corner-left")
        >>> chain[1].squares
        ((34, 17), (34, 15))
        """
        tile = tile if isinstance(tile, Tile) else Tile(tile)
        laid = self._opening(tile, end) if not self.laid else self._next(tile, end, placement)
        spinner = self.spinner
        if spinner is None and self.arms and tile.is_double:
            spinner = len(self.laid)
        return replace(self, laid=(*self.laid, laid), spinner=spinner)

    def _opening(self, tile: Tile, end: str | None) -> Laid:
        if end is not None:
            raise ValueError(f"the first tile is laid on no end, not on {end}")
        squares = None
        if self.table is not None:
            width, height = self.table
            y = (height - 2) // 2
            squares = _upright(((width - 2) // 2, y)) if tile.is_double else _flat(((width - 4) // 2, y))
        return Laid(tile, inner=tile.high, squares=squares)

    def _next(self, tile: Tile, end: str | None, placement: str) -> Laid:
        head = next((head for head in self.heads if head.end == end), None)
        if head is None:
            raise ValueError(f"the open ends are {', '.join(head.end for head in self.heads)}, not {end}")
        if not tile.matches(head.number):
            raise ValueError(f"{tile} does not show the {head.number} of end {end}")
        turning = self.table is not None and not tile.is_double and not self.laid[head.at].tile.is_double
        if placement not in (PLACEMENT_NAMES if turning else (_AHEAD,)):
            raise ValueError(f"{tile} cannot be laid {placement} on end {end}")
        squares = None
        if self.table is not None and head.block is not None and head.direction is not None:
            squares = _lie(head.block, head.direction, tile.is_double, placement)
        return Laid(tile, end, placement, head.at, head.number, squares)

    def _arms_open(self, last: dict[str | None, int]) -> bool:
        if self.spinner is None:
            return False
        side = self.laid[self.spinner].end
        if side is None:
            return "L" in last and "R" in last
        return last[side] != self.spinner

    def _head(self, end: str, index: int | None) -> Head:
        first = index is None  # nothing lies on this end yet
        if index is None:
            index = 0 if end in ("L", "R") or self.spinner is None else self.spinner
        entry = self.laid[index]
        number = entry.outer
        if entry.end is None and end == "L":
            number = entry.inner
        if entry.squares is None:
            return Head(end, number, index, None, None)
        block, direction = self._exposed(entry, entry.squares, end, first)
        return Head(end, number, index, block, direction)

    def _exposed(self, entry: Laid, squares: Squares, end: str, first: bool) -> tuple[Square, int]:
        """Where and in which direction an end goes on from ``entry``; ``first`` where nothing lies on it yet."""
        inner, outer = squares
        if first and end in ("U", "D"):
            block, behind = squares if end == "U" else (outer, inner)
            return block, _direction(behind, block)
        if not entry.tile.is_double:
            block, behind = (inner, outer) if entry.end is None and end == "L" else (outer, inner)
            return block, _direction(behind, block)
        centre = _middle(squares)
        along = _direction(inner, outer)
        if entry.parent is None:
            return centre, (along + 1) % 4 if end == "L" else (along + 3) % 4
        parent = self.laid[entry.parent]
        return centre, _direction(_touching(parent, entry.end), centre)


def _entry(tile: int, end: int, placement: int, parent: int, inner: int, x1: int, y1: int, x2: int, y2: int) -> Laid:
    return Laid(
        Tile.from_index(tile),
        None if end < 0 else END_NAMES[end],
        PLACEMENT_NAMES[placement],
        None if parent < 0 else parent,
        inner,
        None if x1 < 0 else ((x1, y1), (x2, y2)),
    )


def _touching(parent: Laid, end: str | None) -> Square:
    """The square of a non-double that a tile on ``end`` touches."""
    assert parent.squares is not None
    return parent.squares[0 if parent.end is None and end == "L" else 1]


def _beside(block: Square, direction: int, cells: int = 2) -> Square:
    dx, dy = _STEPS[direction]
    return block[0] + dx * cells, block[1] + dy * cells


def _direction(start: Square, end: Square) -> int:
    """The direction of a straight way from one block to another."""
    if start[0] == end[0]:
        return SOUTH if start[1] < end[1] else NORTH
    return EAST if start[0] < end[0] else WEST


def _middle(squares: Squares) -> Square:
    (x1, y1), (x2, y2) = squares
    return (x1 + x2) // 2, (y1 + y2) // 2


def _upright(centre: Square) -> Squares:
    """The squares of a double that stands upright around a block."""
    return _beside(centre, NORTH, 1), _beside(centre, SOUTH, 1)


def _flat(west: Square) -> Squares:
    """The squares of a tile that lies east of, and on, a block."""
    return west, _beside(west, EAST)


def _lie(block: Square, direction: int, double: bool, placement: str = _AHEAD) -> Squares:
    """The squares of the next tile on a head: a double crosswise, anything else as its placement says."""
    near = _beside(block, direction)
    if double:
        return _upright(near) if direction in (EAST, WEST) else _flat(_beside(near, WEST, 1))
    if placement == _AHEAD:
        return near, _beside(near, direction)
    shape, side = placement.split("-")
    turned = (direction + (3 if side == "left" else 1)) % 4
    if shape == "side":
        near = _beside(block, turned)
    return near, _beside(near, turned)


# The layout of a chain without a table. Every end is a walker of its own, which decides about each tile from what lies
# already, so that a tile never moves. It walks in a strip from one x to another by these rules:
#
# - Rows run along x and follow one another away from the opening tile: those of L upward, those of R downward.
# - In a row a tile that is no double goes ahead while after it a double, crosswise, still fits, and next to that row a
#   column, where doubles stick out by a cell on either side. Else it turns: from a tile that is no double by the side
#   placement of the physical table, from a double (the two may alternate to the margin) off the double's short side.
# - A column turns by the corner placement as soon as it can. It goes straight on where that would leave too little room
#   for the next row, and, for a while, rather than turn at a double; straight on it never fails.
# - Where the rules know a spinner, an end on which it may still come keeps room for it and its arms: in its row, and
#   near the margin by going straight along a column. Once the spinner lies, the four ends divide the strip.

_ROW: Final = 3
"""Cells to keep free after a tile that is no double: a double, and the one by which a double in a column sticks out."""
_LONG_ROW: Final = 6 + _ROW
"""The same for a double, a tile after it, and that tile's room: what wide strips keep, not to turn at the double, and
what all keep, or a quarter of the width, while a spinner may come, for none turns at a spinner."""
_WIDE: Final = 48
"""The least width of a strip in which rows end that early."""
_PATIENCE: Final = 4
"""The tiles more that a column goes straight on rather than turn at a double."""
_CROSS_WIDTH: Final = 4 + 2 * _LONG_ROW
"""The least width in which an opening tile lies in a row that may still meet a spinner; below it stands in a column."""
_ARM: Final = 4
"""The tiles of a spinner's arm that go straight before it snakes."""
_LANE: Final = 24
"""The least width that is worth dividing between two ends beside a flat spinner."""


@dataclass(slots=True)
class _Walker:
    """One end of a chain on its way through the strip ``low <= x < high``."""

    block: Square
    direction: int
    grows: int
    """North or south: where its next rows lie."""
    low: int
    high: int
    floor: int
    """The y beyond which its next row, doubles included, must lie."""
    double: bool = False
    bound: bool = False
    """The last tile is the spinner: its short sides are kept for the arms."""
    wary: bool = False
    """A spinner may still come."""
    straight: int = 1
    column: int = 0
    """Tiles in the column it is in."""

    def lay(self, double: bool) -> Squares:
        """Goes one tile on and says where it lies."""
        placement = _AHEAD if double or self.bound else self._turn()
        squares = _lie(self.block, self.direction, double, placement)
        if double:
            self.block = _middle(squares)
        else:
            self.direction, self.block = _direction(*squares), squares[1]
        self.column = self.column + 1 if self._upright() else 0
        self.double, self.bound = double, False
        return squares

    def _upright(self) -> bool:
        return self.direction in (NORTH, SOUTH)

    def _turn(self) -> str:
        """The placement of the next tile; a turn off a double's short side is one straight ahead from there."""
        if not self._upright():
            return self._down() if self._room(self.block[0], self.direction) < 4 + self._needed() else _AHEAD
        if self.wary or self.column < self.straight + (_PATIENCE if self.double else 0):
            return _AHEAD
        x = self.block[0]
        side = EAST if self.high - x > x - self.low else WEST
        row = self.block if self.double else _beside(self.block, self.grows)
        end = _beside(row, side, 5 if self.double else 2)
        if self._room(end[0], side) < _ROW or not self._clear(row[1]):
            return _AHEAD
        return self._towards(side, "corner")

    def _down(self) -> str:
        self.straight = 1
        y = self.block[1]
        self.floor = y - 1 if self.grows == NORTH else y + 3
        return self._towards(self.grows, "side")

    def _towards(self, direction: int, shape: str) -> str:
        if self.double:
            self.block, self.direction = _beside(self.block, direction, 1), direction
            return _AHEAD
        return f"{shape}-left" if direction == (self.direction + 3) % 4 else f"{shape}-right"

    def _needed(self) -> int:
        width = self.high - self.low
        if self.wary:
            return max(_LONG_ROW, width // 4)
        return _ROW if self.double or width < _WIDE else _LONG_ROW

    def _room(self, x: int, direction: int) -> int:
        """Cells between a block at x and the margin."""
        return self.high - x - 2 if direction == EAST else x - self.low

    def _clear(self, row: int) -> bool:
        """Whether a row at this y keeps a cell's distance from the last one, doubles included."""
        return row + 3 < self.floor if self.grows == NORTH else row - 1 > self.floor


class _Layout:
    """The walkers of one chain, and what the spinner changes for them. The opening tile lies at y = 0."""

    def __init__(self, width: int, arms: bool) -> None:
        self.width = width
        self.arms = arms
        self.walkers: dict[str | None, _Walker] = {}

    def lay(self, entry: Laid, spinner: bool) -> Squares:
        """The squares of the next tile of the chain."""
        double = entry.tile.is_double
        squares = self.walkers[entry.end].lay(double) if self.walkers else self._open(double)
        if spinner:
            self._divide(entry.end, squares)
        return squares

    def _open(self, double: bool) -> Squares:
        standing = not double and self.arms and self.width < _CROSS_WIDTH
        if standing:
            squares = _lie(((self.width - 2) // 2, -2), SOUTH, False)
        else:
            squares = _upright(((self.width - 2) // 2, 0)) if double else _flat(((self.width - 4) // 2, 0))
        west, east = (_middle(squares),) * 2 if double else squares
        up, down, top, bottom = (NORTH, SOUTH, 0, 4) if standing else (WEST, EAST, -1, 3)
        wary = self.arms and not double
        self.walkers["L"] = _Walker(west, up, NORTH, 0, self.width, top, double, wary=wary)
        self.walkers["R"] = _Walker(east, down, SOUTH, 0, self.width, bottom, double, wary=wary)
        return squares

    def _divide(self, end: str | None, squares: Squares) -> None:
        """Gives the ends their strips, once the spinner lies."""
        for walker in self.walkers.values():
            walker.wary = False
            walker.bound = walker.block == _middle(squares)
        first, second = squares
        if _direction(first, second) == SOUTH:
            self._cross(first, second)
        else:
            self._fork(self.walkers[end], first, second)

    def _cross(self, north: Square, south: Square) -> None:
        """An upright spinner: what is above goes to L, on the left, and U; what is below to D, on the left, and R."""
        x = north[0]
        self.walkers["L"].high = x - 1
        self.walkers["R"].low = x + 3
        self.walkers["U"] = _Walker(north, NORTH, NORTH, x - 1, self.width, north[1], straight=_ARM)
        self.walkers["D"] = _Walker(south, SOUTH, SOUTH, 0, x + 3, south[1] + 2, straight=_ARM)

    def _fork(self, stem: _Walker, west: Square, east: Square) -> None:
        """A flat spinner in a column: the column's end goes on between its two arms, all three the same way."""
        left, right = west[0], east[0] + 2
        low, high = left, right
        if left >= max(_LANE, self.width - right):
            low = left // 2
        elif self.width - right >= _LANE:
            high = (right + self.width) // 2
        y = west[1]
        stem.low, stem.high, stem.floor = low, high, y - 1 if stem.grows == NORTH else y + 3
        self.walkers["U"] = _Walker(west, WEST, stem.grows, 0, low, 0)
        self.walkers["D"] = _Walker(east, EAST, stem.grows, high, self.width, 0)


class ShowsChain(Protocol):
    """What has a chain to draw: a `Round`, a `View`."""

    @property
    def chain(self) -> Chain:
        """The tiles on the table."""


def chain_of(subject: Chain | ShowsChain) -> Chain:
    """The chain itself, or that of a `Round` or a `View`; TypeError for anything else."""
    return held_to(Chain, getattr(subject, "chain", subject), "a drawing is of a")


def arrange(chain: Chain, width: int) -> Chain:
    """The chain with a place for every tile, within ``0 <= x < width``; ``width`` is at least `MIN_WIDTH` cells.

    Works for every chain the rules allow, up to all 190 tiles of a double-eighteen set, with a spinner or without. No
    two tiles overlap, what touches in the chain touches in the layout, and a tile's place depends on the tiles laid
    before it alone: laying on never moves what is drawn. The opening tile lies around y = 0; the layout grows upward,
    to negative y, as well as downward, as far as it needs.

    Doubles lie crosswise. The chain turns between two tiles that are no doubles, by the placements of the physical
    table, except that at the margin it may turn off a double's short side: where doubles and other tiles alternate
    nothing else fits. A chain on a table is given back as it is, whatever the width. ValueError where it is too small.

    >>> chain = arrange(Chain().lay("6-4").lay("4-4", "R").lay("4-1", "R"), 40)
    >>> [entry.squares for entry in chain]
    [((18, 0), (20, 0)), ((22, -1), (22, 1)), ((24, 0), (26, 0))]
    """
    if held_to(Chain, chain, "what is laid out is a").table is not None:
        return chain
    if held_to(int, width, "a width is an") < MIN_WIDTH:
        raise ValueError(f"a chain is laid out in at least {MIN_WIDTH} cells, not {width}")
    layout = _Layout(width, chain.arms)
    laid = tuple(
        entry._replace(squares=layout.lay(entry, index == chain.spinner)) for index, entry in enumerate(chain.laid)
    )
    return replace(chain, laid=laid)
