"""The table: squares, heads, the edge, and the tiles in the way. It knows nothing of hands and turns.

Squares are named by their upper left cell. The grid is one byte a cell (0 free, else tile + 1) with a wall of `MARGIN`
cells around it, as wide as a tile can reach beyond the table, so that looking for room needs no comparison with edges.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from dominoes._codes import EAST, NORTH, SOUTH, WEST

__all__ = [
    "MARGIN",
    "NOWHERE",
    "OpenEnd",
    "Squares",
    "first_edge",
    "first_tile",
    "lay",
    "new_grid",
    "opening_ends",
    "opening_squares",
    "place",
    "room",
    "spinner_ends",
]

Squares = tuple[int, int, int, int]
"""``(x1, y1, x2, y2)``: the inner square and the outer one."""

NOWHERE: Final = (-1, -1, -1, -1)
MARGIN: Final = 4
_WALL: Final = 255
_DX: Final = (0, 2, 0, -2)
_DY: Final = (-2, 0, 2, 0)
# For each placement the quarter turns from the direction of the head to the first square, and from there to the second.
_TO_INNER: Final = (0, 0, 0, 3, 1)
_TO_OUTER: Final = (0, 3, 1, 3, 1)


class OpenEnd(NamedTuple):
    """An end of the chain: what it shows and counts, the place in the chain of its tile, and its head on the table."""

    number: int
    weight: int
    double: bool
    place: int
    x: int
    y: int
    direction: int


def new_grid(width: int, height: int) -> bytearray:
    """The empty table within its wall."""
    wall = bytes([_WALL])
    border = wall * (MARGIN * (width + 2 * MARGIN))
    row = wall * MARGIN + bytes(width) + wall * MARGIN
    return bytearray(border + row * height + border)


def lay(grid: bytearray, stride: int, squares: Squares, value: int) -> None:
    """Write a value into the eight cells of a tile."""
    pair = bytes((value, value))
    x1, y1, x2, y2 = squares
    for x, y in ((x1, y1), (x2, y2)):
        cell = (y + MARGIN) * stride + x + MARGIN
        grid[cell : cell + 2] = pair
        grid[cell + stride : cell + stride + 2] = pair


def opening_squares(width: int, height: int, double: bool) -> Squares:
    """Where the first tile lies: a double upright, another east-west."""
    y = (height - 2) // 2
    if double:
        x = (width - 2) // 2
        return x, y - 1, x, y + 1
    x = (width - 4) // 2
    return x, y, x + 2, y


def opening_ends(high: int, low: int, squares: Squares) -> tuple[OpenEnd, OpenEnd]:
    """The two ends of the opening tile. A double's head is its centre block on both sides."""
    double = high == low
    x1, y1, x2, y2 = squares
    if double and squares != NOWHERE:
        y1 = y2 = y1 + 1
    return OpenEnd(high, high, double, 0, x1, y1, WEST), OpenEnd(low, low, double, 0, x2, y2, EAST)


def spinner_ends(number: int, spinner: int, squares: Squares) -> tuple[OpenEnd, OpenEnd]:
    """The ends ``U`` and ``D`` at a spinner's short sides; they count nothing while they are bare."""
    x1, y1, x2, y2 = squares
    up, down = (NORTH, SOUTH) if x1 == x2 else (WEST, EAST)
    return OpenEnd(number, 0, True, spinner, x1, y1, up), OpenEnd(number, 0, True, spinner, x2, y2, down)


def place(head: OpenEnd, double: bool, placement: int) -> tuple[Squares, tuple[int, int, int]]:
    """The squares of a tile laid on a head, and its own head ``(x, y, direction)``."""
    direction = (head.direction + _TO_INNER[placement]) & 3
    x, y = head.x + _DX[direction], head.y + _DY[direction]
    if double:
        flat = direction in (NORTH, SOUTH)
        squares = (x - 1, y, x + 1, y) if flat else (x, y - 1, x, y + 1)
        return squares, (x, y, direction)
    direction = (head.direction + _TO_OUTER[placement]) & 3
    outer_x, outer_y = x + _DX[direction], y + _DY[direction]
    return (x, y, outer_x, outer_y), (outer_x, outer_y, direction)


def room(grid: bytearray, stride: int, head: OpenEnd, turns: bool) -> int:
    """Bits 0-4: the placements in which a non-double has room there; bit 5: a double has."""

    def free(cell: int) -> bool:
        return not (grid[cell] or grid[cell + 1] or grid[cell + stride] or grid[cell + stride + 1])

    steps = (-2 * stride, 2, 2 * stride, -2)
    on = steps[head.direction]
    left = steps[(head.direction + 3) & 3]
    turns = turns and not head.double
    block = (head.y + MARGIN) * stride + head.x + MARGIN
    front = block + on
    bits = 0
    if free(front):
        bits = int(free(front + on))
        if free(front + left // 2) and free(front - left // 2):
            bits |= 32
        if turns:
            bits |= free(front + left) << 1 | free(front - left) << 2
    if turns:
        if free(block + left) and free(block + 2 * left):
            bits |= 8
        if free(block - left) and free(block - 2 * left):
            bits |= 16
    return bits


def first_edge(width: int, height: int, x: int, y: int, across: int, down: int) -> int:
    """The first edge (N, E, S, W) that a rectangle crosses, or -1."""
    if y < 0:
        return NORTH
    if x + across > width:
        return EAST
    if y + down > height:
        return SOUTH
    return WEST if x < 0 else -1


def first_tile(grid: bytearray, width: int, height: int, x: int, y: int, across: int, down: int) -> int:
    """The tile first met in a rectangle, row by row from the top, each from the left, or -1."""
    stride = width + 2 * MARGIN
    start, stop = max(x, 0), min(x + across, width)
    if start >= stop:
        return -1
    for row in range(max(y, 0), min(y + down, height)):
        offset = (row + MARGIN) * stride + MARGIN
        covered = grid[offset + start : offset + stop].lstrip(b"\0")
        if covered:
            return covered[0] - 1
    return -1
