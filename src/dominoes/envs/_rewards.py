"""What points are worth to a seat: the one home of all environments' rewards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dominoes.rules import Rules

__all__ = ["net", "shares"]


def shares(rules: Rules) -> tuple[tuple[float, ...], ...]:
    """Row i says what a point scored by each seat is worth to seat i; a column adds up to 0 over the sides.

    A side's reward is its own points minus the mean of the other sides': with two sides the difference, and over all
    sides 0. A team's points stand at both its seats, and so does its reward.

    >>> from dominoes import Rules
    >>> shares(Rules("draw"))
    ((1.0, -1.0), (-1.0, 1.0))
    >>> shares(Rules("draw", players=3))[0]
    (1.0, -0.5, -0.5)
    >>> shares(Rules("partnership"))[2]
    (0.0, 0.0, 1.0, -1.0)
    """
    seats = range(rules.players)
    if rules.partners:
        return tuple(tuple(float(_team_share(seat, other)) for other in seats) for seat in seats)
    lost = -1.0 / (rules.players - 1)
    return tuple(tuple(1.0 if other == seat else lost for other in seats) for seat in seats)


def _team_share(seat: int, other: int) -> int:
    """Of a team's points, which stand twice, the seat's own and the next seat's are counted."""
    return (other == seat) - (other == (seat + 1) % 4)


def net(points: Sequence[int], worth: Sequence[Sequence[float]]) -> list[float]:
    """Each seat's reward for points: ``shares`` times them.

    >>> from dominoes import Rules
    >>> net((0, 30), shares(Rules("draw")))
    [-30.0, 30.0]
    """
    return [sum(share * made for share, made in zip(row, points, strict=True)) for row in worth]
