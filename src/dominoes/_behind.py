"""How far actions are behind the best of them, by the same worlds looked at in parts. A leaf: it knows rows of sums.

All actions are tried in the same worlds, so that what one loses against another is known better than what each is
worth: the spread of their differences counts, from part to part. And the best is the one that these worlds happen to
favour: measured by the worlds that chose it, every other action would look worse than it is, most so where nothing
matters. So in each half of the parts an action is held against the one that is the best in the *other* half
(cross-validation). Where both halves favour the same one, this is the plain difference to it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

__all__ = ["Behind", "behind", "best_of", "shares", "summed"]

USUAL: Final = 8
"""Parts; enough for an interval, and so few that to begin thinking anew in each costs about a tenth of the time."""
MOST: Final = 16
"""Parts; with them an interval is a tenth narrower. And a part of the most worlds that may be asked for is so small
then that the waist does not count its weights coarser than those of the next."""
LONG: Final = 64
"""Worlds of a part for which beginning costs little enough to have more parts."""
FEWEST: Final = 6
"""Parts that an interval needs: so many differences of one sign are the first that chance makes less often than 5 %."""

_T: Final = (2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131)
"""Between -t and t lie 95 % of Student's distribution with 5 to 15 degrees of freedom."""
_WEIGHT: Final = 2
_POINTS: Final = 3
_VALUE: Final = 6

Row = Sequence[int]
"""Of the waist: action, worlds, and sums over these of weight, points, their squares, wins and value."""


class Behind(NamedTuple):
    """How far an action is behind the best, in the waist's units; an interval is half the width of one of 95 %."""

    points: float
    points_interval: float
    value: float
    value_interval: float


def shares(worlds: int) -> list[int]:
    """The worlds of each part: as even as can be, and at least one."""
    parts = min(max(USUAL, min(MOST, worlds // LONG)), worlds)
    return [worlds * (part + 1) // parts - worlds * part // parts for part in range(parts)]


def summed(parts: Sequence[Sequence[Row]]) -> list[Row]:
    """The rows of all parts together."""
    return [(rows[0][0], *map(sum, list(zip(*rows, strict=True))[1:])) for rows in zip(*parts, strict=True)]


def best_of(rows: Sequence[Row]) -> int:
    """The index of the action with the greatest value; of equal ones the first."""
    return max(range(len(rows)), key=lambda index: rows[index][_VALUE])


def behind(parts: Sequence[Sequence[Row]]) -> list[Behind]:
    """For each action how far it is behind: 0, and sure, for the best and for what comes to the same in every world.

    Below 0 where the halves favour another than the best of all, and this happens to be worse than the action."""
    best, favourites = best_of(summed(parts)), _favourites(parts)

    def one(index: int) -> Behind:
        if all(rows[index][1:] == rows[best][1:] for rows in parts):
            return Behind(0.0, 0.0, 0.0, 0.0)
        return Behind(*_difference(parts, favourites, index, _POINTS), *_difference(parts, favourites, index, _VALUE))

    return [one(index) for index in range(len(parts[0]))]


def _favourites(parts: Sequence[Sequence[Row]]) -> list[int]:
    """For each part the best by those of the other half: every second one. A single part has none but itself."""
    if len(parts) == 1:
        return [best_of(parts[0])]
    others = [best_of(summed(parts[1::2])), best_of(summed(parts[::2]))]
    return [others[number % 2] for number in range(len(parts))]


def _difference(
    parts: Sequence[Sequence[Row]], favourites: Sequence[int], index: int, column: int
) -> tuple[float, float]:
    """The mean by which an action is behind the favourites, each world by its weight, and half of its interval."""
    weights = [rows[index][_WEIGHT] for rows in parts]
    lost = [rows[best][column] - rows[index][column] for rows, best in zip(parts, favourites, strict=True)]
    count, weight = len(parts), sum(weights)
    mean = sum(lost) / weight
    if count < FEWEST:
        return mean, math.inf
    squares = sum((one - mean * size) ** 2 for one, size in zip(lost, weights, strict=True))
    return mean, _T[count - FEWEST] * math.sqrt(squares * count / (count - 1)) / weight
