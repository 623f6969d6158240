"""A chain, a hand or a tile as a standalone SVG picture.

Nothing but presentation attributes, no styles and no scripts, so that a page may forbid those; colours are fixed and
bring their own ground: a picture looks the same on every page. Equal arguments give equal text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Final, NamedTuple

from dominoes._check import held_to, series
from dominoes._codes import EAST, NORTH, SOUTH, WEST
from dominoes.drawing.widths import width_of
from dominoes.geometry import Chain, Laid, ShowsChain, Square, Squares, arrange, chain_of
from dominoes.moves import Move
from dominoes.tiles import Tile

__all__ = ["hand_svg", "svg", "tile_svg"]

_CELL: Final = 10  # units of the picture a cell
_SQUARE: Final = 2 * _CELL
_RIM: Final = 9  # the table's rim
_PITCH: Final = (24, 44)  # from one tile of a hand to the next, and from row to row
_AROUND: Final = 3  # cells kept free around a chain without a table

# Ink on ivory and on felt, ivory on felt, gold on felt and red on ivory are all 3:1 and more; a test holds them to it.
IVORY: Final = "#fdf8ea"
INK: Final = "#1c1712"
FELT: Final = "#468d63"
RIM: Final = "#4a2c14"
GOLD: Final = "#fff1bf"
BRASS: Final = "#d9a441"
AMBER: Final = "#96610a"
RED: Final = "#b3261e"

_NO_XML: Final = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_STEPS: Final = ((0, -1), (1, 0), (0, 1), (-1, 0))

# Pips by column and row, from -1 to 1, on a half of a tile that stands; one that lies has them turned. Up to 9 as on
# every set, 10 to 12 in rows of four as on double-twelve sets; beyond that sets have numerals, and so has the picture.
_Pips = tuple[tuple[float, float], ...]
_CENTRE: Final[_Pips] = ((0, 0),)
_TWO: Final[_Pips] = ((-1, -1), (1, 1))
_FOUR: Final[_Pips] = (*_TWO, (1, -1), (-1, 1))
_SIX: Final[_Pips] = (*_FOUR, (-1, 0), (1, 0))
_EIGHT: Final[_Pips] = (*_SIX, (0, -1), (0, 1))
_TEN: Final[_Pips] = (*_FOUR, (0, -1), (0, 1), (-1, -1 / 3), (1, -1 / 3), (-1, 1 / 3), (1, 1 / 3))
_PIPS: Final[tuple[_Pips, ...]] = (
    (),
    _CENTRE,
    _TWO,
    _TWO + _CENTRE,
    _FOUR,
    _FOUR + _CENTRE,
    _SIX,
    _SIX + _CENTRE,
    _EIGHT,
    _EIGHT + _CENTRE,
    _TEN,
    _TEN + _CENTRE,
    (*_TEN, (0, -1 / 3), (0, 1 / 3)),
)

Box = tuple[int, int, int, int]
"""West, north, east, south."""


def svg(
    chain: Chain | ShowsChain,
    *,
    hand: Iterable[Tile] = (),
    width: int | None = None,
    ghosts: Iterable[Move] = (),
    title: str | None = None,
    numerals: bool = False,
    last: int | None = None,
) -> str:
    """The chain on its table as a standalone SVG document.

    A chain without a table is laid out by `arrange` within ``width`` cells (ValueError below `MIN_WIDTH`); to a chain
    on a table ``width`` means nothing. A cell is 10 units of the picture, and with one width a tile keeps its
    coordinates as the chain grows. Unless told, the width is 47, and more for a long chain, which is then laid out
    anew, in few steps: so that the picture stays about twice as wide as high.

    The tile ``last`` (an index into the chain; the newest unless told) has a ring, the spinner a brass bar on its line,
    and each open end an arrow with its letter; where something lies in the way, the end itself has an edge and the
    letter. ``ghosts`` are moves to show in outline where they would lie (a draw or a pass shows nothing); ValueError as
    from `Chain.lay`. A ``hand`` stands on a rack below the table. ``numerals`` writes numbers instead of pips, as is
    always done above 12.

    Each tile is a group with a stable id such as ``tile-6-4``, a ghost such as ``ghost-6-4-R-corner-left``. With a
    ``title`` the picture is an image of that name; without one it is hidden from assistive technology.
    """
    chain = chain_of(chain)
    width = width_of(chain) if width is None else width
    placed = arrange(chain, width)
    tiles = _tiles(hand)
    outlines = [(move, squares) for move in ghosts for squares in _ghost(chain, move, width)]
    box = _box(placed, [squares for _, squares in outlines], width)
    marked = len(placed) - 1 if last is None else last
    lying = [(index, entry, entry.squares) for index, entry in enumerate(placed) if entry.squares]
    rack = _rack(tiles, box, numerals)
    foot = box[3] * _CELL + _RIM + rack.height
    parts = [*_table(box, foot), *rack.parts]
    parts += [_shadow(*_corner(squares), _standing(squares)) for _, _, squares in lying]
    parts += [_outline(move, squares) for move, squares in outlines]
    parts += [_laid(entry, squares, numerals, i == marked, i == placed.spinner) for i, entry, squares in lying]
    parts += _arrows(placed)
    west, north, east, _ = (side * _CELL for side in box)
    return _document((west - _RIM, north - _RIM, east + _RIM, foot), parts, title)


def hand_svg(
    tiles: Iterable[Tile], *, columns: int | None = None, title: str | None = None, numerals: bool = False
) -> str:
    """Standing tiles side by side, in the order given, in rows of ``columns`` (one row unless told).

    The ground is transparent. Ids, ``title`` and ``numerals`` are those of `svg`.
    """
    hand = _tiles(tiles)
    columns = max(1, len(hand) if columns is None else columns)
    parts = _standing_rows(hand, columns, (0, 0), numerals)
    rows = max(1, -(-len(hand) // columns))
    gap = _PITCH[0] - _SQUARE
    return _document((-gap, -gap, max(1, min(columns, len(hand))) * _PITCH[0], rows * _PITCH[1]), parts, title)


def tile_svg(
    tile: Tile, *, first: int | None = None, vertical: bool = True, title: str | None = None, numerals: bool = False
) -> str:
    """One tile, with ``first`` (its higher number unless told) on its upper half, or its left one if not ``vertical``.

    >>> tile_svg(Tile("6-4")).startswith('<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -1 22 42"')
    True
    """
    first = held_to(Tile, tile, "a picture is of a").high if first is None else first
    parts = [_shadow(0, 0, vertical), _tile(tile, (first, tile.other(first)), (0, 0), vertical, numerals)]
    across, along = _SQUARE + 1, 2 * _SQUARE + 1
    return _document((-1, -1, *((across, along) if vertical else (along, across))), parts, title)


# Where things are.


def _box(placed: Chain, ghosts: Sequence[Squares], width: int) -> Box:
    """The table in cells; without one, as wide as the layout and as high as it needs."""
    if placed.table is not None:
        return placed.bounds
    _, north, _, south = placed.bounds
    rows = [y for squares in ghosts for _, y in squares]
    return 0, min([-1, north, *rows]) - _AROUND, width, max([3, south, *(y + 2 for y in rows)]) + _AROUND


def _ghost(chain: Chain, move: Move, width: int) -> Iterator[Squares]:
    if move.tile is not None:
        laid = arrange(chain.lay(move.tile, move.end, move.placement or "ahead"), width)[-1]
        if laid.squares is not None:
            yield laid.squares


def _standing(squares: Squares) -> bool:
    return squares[0][0] == squares[1][0]


def _corner(squares: Squares) -> tuple[int, int]:
    """The north-west corner of a tile, in units."""
    x, y = min(squares)
    return x * _CELL, y * _CELL


# Elements.


def _document(box: Box, parts: Iterable[str], title: str | None) -> str:
    west, north, east, south = box
    size = f'viewBox="{west} {north} {east - west} {south - north}" width="{east - west}" height="{south - north}"'
    access = 'aria-hidden="true"' if title is None else 'role="img"'
    name = [] if title is None else [f"<title>{escape(_printable(title))}</title>"]
    start = f'<svg xmlns="http://www.w3.org/2000/svg" {size} {access}>'
    return "\n".join([start, *name, *parts, "</svg>"]) + "\n"


def _printable(title: str) -> str:
    """The title with a replacement character for each that no XML document may hold."""
    return _NO_XML.sub("\ufffd", held_to(str, title, "a title is a"))


def _tiles(hand: Iterable[Tile]) -> list[Tile]:
    return [held_to(Tile, tile, "a hand is of tiles: each is a") for tile in series(hand, "the tiles of a hand")]


def _element(name: str, **attributes: object) -> str:
    """An element without content; an underscore in an attribute's name is a hyphen, fractions have two places."""
    pairs = ((key.replace("_", "-"), value) for key, value in attributes.items())
    return f"<{name}{''.join(f' {key}={_value(value)}' for key, value in pairs)}/>"


def _value(value: object) -> str:
    text = f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
    return f'"{text}"'


def _table(box: Box, foot: int) -> Iterator[str]:
    """The rim, down to the foot of the rack, and the felt."""
    west, north, east, south = (side * _CELL for side in box)
    rim = {"width": east - west + 2 * _RIM, "height": foot - north + _RIM}
    yield _element("rect", x=west - _RIM, y=north - _RIM, **rim, rx=_RIM, fill=RIM)
    yield _element("rect", x=west, y=north, width=east - west, height=south - north, fill=FELT)


class _Rack(NamedTuple):
    height: int
    parts: list[str]


def _rack(hand: Sequence[Tile], box: Box, numerals: bool) -> _Rack:
    """A hand below the table's rim, each of its rows as long as the table is wide."""
    west, _, east, south = (side * _CELL for side in box)
    columns = max(1, min((east - west) // _PITCH[0], len(hand)))
    rows = -(-len(hand) // columns)
    x = (west + east - columns * _PITCH[0] + _PITCH[0] - _SQUARE) // 2
    return _Rack(rows * _PITCH[1], _standing_rows(hand, columns, (x, south + _RIM), numerals))


def _standing_rows(hand: Sequence[Tile], columns: int, corner: tuple[int, int], numerals: bool) -> list[str]:
    parts = []
    for index, tile in enumerate(hand):
        x, y = corner[0] + index % columns * _PITCH[0], corner[1] + index // columns * _PITCH[1]
        parts += [_shadow(x, y, True), _tile(tile, (tile.high, tile.low), (x, y), True, numerals)]
    return parts


def _shadow(x: int, y: int, standing: bool) -> str:
    return _element("rect", x=x + 1.2, y=y + 1.6, **_size(standing, 0.6), rx=3, fill=INK, fill_opacity=0.35)


def _size(standing: bool, inset: float) -> dict[str, float]:
    across, along = _SQUARE - 2 * inset, 2 * _SQUARE - 2 * inset
    return {"width": across, "height": along} if standing else {"width": along, "height": across}


def _laid(entry: Laid, squares: Squares, numerals: bool, last: bool, spinner: bool) -> str:
    numbers = (entry.inner, entry.outer) if squares[0] < squares[1] else (entry.outer, entry.inner)
    marks = [_ring(*_corner(squares), _standing(squares))] if last else []
    return _tile(entry.tile, numbers, _corner(squares), _standing(squares), numerals, marks, spinner)


def _tile(
    tile: Tile,
    numbers: tuple[int, int],
    corner: tuple[int, int],
    standing: bool,
    numerals: bool,
    marks: Sequence[str] = (),
    spinner: bool = False,
) -> str:
    """A tile's group: its body, its line or pin, its two numbers (upper or left first), its marks."""
    x, y = corner
    parts = [
        _element("rect", x=x + 0.7, y=y + 0.7, **_size(standing, 0.7), rx=3, fill=IVORY, stroke=INK, stroke_width=1),
        _divider(x, y, standing),
    ]
    for half, number in enumerate(numbers):
        centre = (x + _CELL, y + _CELL + half * _SQUARE) if standing else (x + _CELL + half * _SQUARE, y + _CELL)
        parts += _numeral(number, *centre) if numerals or number >= len(_PIPS) else _pips(number, *centre, standing)
    if spinner:
        parts.append(_bar(x, y, standing))
    return "".join([f'<g id="tile-{tile}">', *parts, *marks, "</g>"])


def _divider(x: int, y: int, standing: bool, colour: str = INK) -> str:
    line = (x + 3, y + _SQUARE, x + 17, y + _SQUARE) if standing else (x + _SQUARE, y + 3, x + _SQUARE, y + 17)
    x1, y1, x2, y2 = line
    return _element("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=colour, stroke_width=0.8)


def _bar(x: int, y: int, standing: bool) -> str:
    """The spinner's mark on its line: nothing round, which would look like a pip."""
    middle = (x + _CELL, y + _SQUARE) if standing else (x + _SQUARE, y + _CELL)
    return _polygon(
        ((-8, 0), (-5.5, -2), (5.5, -2), (8, 0), (5.5, 2), (-5.5, 2)), middle, EAST if standing else SOUTH, BRASS
    )


def _pips(number: int, x: int, y: int, standing: bool) -> Iterator[str]:
    spread, radius = (5.2, 1.9) if number <= 9 else (5.7, 1.5)
    for column, row in _PIPS[number]:
        dx, dy = (column, row) if standing else (row, -column)
        yield _element("circle", cx=x + dx * spread, cy=y + dy * spread, r=radius, fill=INK)


def _numeral(number: int, x: int, y: int) -> Iterator[str]:
    yield _text(str(number), x, y, 13 if number < 10 else 11)


def _text(text: str, x: float, y: float, size: float) -> str:
    """A text centred on a point; most capitals and digits are 0.72 of the size high."""
    start = _element(
        "text",
        x=x,
        y=y + 0.36 * size,
        font_family="Helvetica, Arial, sans-serif",
        font_size=size,
        font_weight="bold",
        text_anchor="middle",
        fill=INK,
    )
    return f"{start[:-2]}>{text}</text>"


def _ring(x: int, y: int, standing: bool) -> str:
    return _element(
        "rect", x=x + 2.0, y=y + 2.0, **_size(standing, 2.0), rx=2, fill="none", stroke=RED, stroke_width=1.2
    )


def _outline(move: Move, squares: Squares) -> str:
    (x, y), standing = _corner(squares), _standing(squares)
    name = str(move).replace("@", "-").replace(":", "-")
    body = _element(
        "rect",
        x=x + 1.0,
        y=y + 1.0,
        **_size(standing, 1.0),
        rx=3,
        fill=IVORY,
        fill_opacity=0.2,
        stroke=IVORY,
        stroke_width=1.2,
        stroke_dasharray="4 2",
    )
    return f'<g id="ghost-{name}">{body}{_divider(x, y, standing, IVORY)}</g>'


# Open ends.

_Outline = tuple[tuple[float, float], ...]
_ARROW: Final[_Outline] = ((1, -5.5), (6, -5.5), (8.5, 0), (6, 5.5), (1, 5.5))
_BADGE: Final[_Outline] = ((-3.4, -4), (2, -4), (3.4, 0), (2, 4), (-3.4, 4))


def _arrows(placed: Chain) -> Iterator[str]:
    taken = {(x + i, y + j) for entry in placed for x, y in entry.squares or () for i in (0, 1) for j in (0, 1)}
    for head in placed.heads:
        if head.block is not None and head.direction is not None:
            free = _free(head.block, head.direction, taken)
            yield _arrow(head.end, head.block, head.direction, None if free else placed[head.at])


def _free(block: Square, direction: int, taken: set[Square]) -> bool:
    """Whether the two cells before an end, where its arrow is, are bare. Off the table there is the rim."""
    x, y = block
    ahead = {NORTH: ((0, -1), (1, -1)), EAST: ((2, 0), (2, 1)), SOUTH: ((0, 2), (1, 2)), WEST: ((-1, 0), (-1, 1))}
    return taken.isdisjoint((x + dx, y + dy) for dx, dy in ahead[direction])


def _arrow(end: str, block: Square, direction: int, tight: Laid | None) -> str:
    """A tag with the end's letter before the end; where another tile is in the way, on the edge of the end itself.

    Tag and letter are a group of their own, which a page may enlarge.
    """
    dx, dy = _STEPS[direction]
    x, y = (block[0] + 1 + dx) * _CELL, (block[1] + 1 + dy) * _CELL
    shape = _polygon(_ARROW if tight is None else _BADGE, (x, y), direction, GOLD)
    ahead, size = (4.2, 7.5) if tight is None else (-0.6, 6)
    letter = _text(end, x + ahead * dx, y + ahead * dy, size)
    edge = "" if tight is None else _edge(tight, block)
    return f'<g id="end-{end}">{edge}<g>{shape}{letter}</g></g>'


def _edge(entry: Laid, block: Square) -> str:
    """Around the half that is an open end, or around a double that lies across."""
    squares = entry.squares or (block, block)
    x, y = (block[0] * _CELL, block[1] * _CELL) if block in squares else _corner(squares)
    size = {"width": 17, "height": 17} if block in squares else _size(_standing(squares), 1.5)
    return _element("rect", x=x + 1.5, y=y + 1.5, **size, rx=2.5, fill="none", stroke=AMBER, stroke_width=2.2)


def _polygon(outline: _Outline, middle: tuple[int, int], direction: int, fill: str) -> str:
    """A shape of points ahead and to the right, seen in a direction from its middle."""
    (x, y), (dx, dy) = middle, _STEPS[direction]
    points = " ".join(_point(x + ahead * dx - aside * dy, y + ahead * dy + aside * dx) for ahead, aside in outline)
    return _element("polygon", points=points, fill=fill, stroke=INK, stroke_width=0.8, stroke_linejoin="round")


def _point(x: float, y: float) -> str:
    return f"{x:g},{y:g}"
