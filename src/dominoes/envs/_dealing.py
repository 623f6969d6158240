"""Dealing by chance nodes, tile by tile: what may come next, and other deals that look the same to one seat."""

from __future__ import annotations

from functools import lru_cache
from itertools import repeat
from math import comb
from typing import TYPE_CHECKING, Final

from dominoes.errors import DealError

from ._worlds import rest_of

if TYPE_CHECKING:
    from dominoes._backend import Stream

    from ._shape import Shape

__all__ = ["other_deal", "outcomes"]

_TRIES: Final = 10_000


def outcomes(shape: Shape, dealt: bytes) -> list[tuple[int, float]]:
    """The tiles that may be dealt next, or once all are, the openers (from the number of tiles on), with chances.

    Where a deal with too many doubles in a hand would be dealt again, the chances are those among the deals that stand.
    """
    if len(dealt) == shape.dealt:
        return [(shape.tiles + seat, 1.0 / shape.players) for seat in range(shape.players)]
    left = shape.every_tile.translate(None, dealt)
    if not shape.redeal_doubles:
        return [*zip(left, repeat(1.0 / len(left)), strict=False)]
    hand = dealt[len(dealt) // shape.hand_size * shape.hand_size :]
    held, doubles = sum(map(_is_double, hand)), sum(map(_is_double, left))
    room = shape.hand_size - len(hand)
    after = (shape.dealt - len(dealt) - room) // shape.hand_size
    most, others = shape.redeal_doubles - 1, len(left) - doubles
    rest = (after, shape.hand_size, most)
    with_double = _ways(room - 1, most - held - 1, *rest, doubles - 1, others) if doubles else 0
    with_other = _ways(room - 1, most - held, *rest, doubles, others - 1) if others else 0
    total = with_double * doubles + with_other * others
    ways = ((tile, with_double if _is_double(tile) else with_other) for tile in left)
    return [(tile, count / total) for tile, count in ways if count]


def _is_double(tile: int) -> bool:
    high = int(((8 * tile + 1) ** 0.5 - 1) / 2)
    return tile == (high + 1) * (high + 2) // 2 - 1


@lru_cache(maxsize=100_000)
def _ways(room: int, may_hold: int, after: int, size: int, most: int, doubles: int, others: int) -> int:
    """In how many ways the hand being dealt, with so much room, and the hands after it can be filled; hands are sets.

    The hand may hold so many more doubles, and each after it so many at ``most``.
    """
    if may_hold < 0:
        return 0
    total = 0
    for taken in range(max(0, room - others), min(room, may_hold, doubles) + 1):
        ways = comb(doubles, taken) * comb(others, room - taken)
        if after:
            ways *= _ways(size, most, after - 1, size, most, doubles - taken, others - (room - taken))
        total += ways
    return total


def other_deal(shape: Shape, dealt: bytes, viewer: int, stream: Stream) -> list[int]:
    """All tiles in an order in which the viewer gets the same ones of those dealt so far; each is equally likely."""
    size = shape.hand_size
    own = range(viewer * size, (viewer + 1) * size)
    kept = {place: tile for place, tile in enumerate(dealt) if place in own}
    others = rest_of(kept.values(), shape.tiles)
    for _ in range(_TRIES):
        stream.shuffle(others)
        free = iter(others)
        order = [kept[place] if place in kept else next(free) for place in range(shape.tiles)]
        hands = (order[seat * size : (seat + 1) * size] for seat in range(shape.players))
        if not shape.redeal_doubles or all(sum(map(_is_double, hand)) < shape.redeal_doubles for hand in hands):
            return order
    raise DealError(f"no deal was found in which all hands have fewer than {shape.redeal_doubles} doubles")
