"""What the points of a round are worth to a seat: its chance to win the match with them, or the points themselves.

The race to the target is modelled by rounds that either side wins as often, and whose points have no memory: geometric,
in small steps. Be P(i, j) the chance of a side that lacks i steps against one that lacks j, and q the chance that a
side which scores goes on to a further step; A (or B) is the chance while one's own side (or the other) scores:

    P(i, j) = (A(i, j) + B(i, j)) / 2
    A(i, j) = q A(i-1, j) + (1-q) P(i-1, j)
    B(i, j) = q B(i, j-1) + (1-q) P(i, j-1)

and 1 where the own side lacks nothing, 0 where the other does. Chances are in units of 2^-20.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from dominoes._twin import rules

__all__ = ["Goal"]

_STEPS: Final = 48
_CERTAIN: Final = 1 << 20
_FAR: Final = 64


def _mean_gain(spec: Sequence[int]) -> int:
    """About what the winner of a round scores."""
    gain = spec[rules.MAX_PIP] * spec[rules.HAND_SIZE] // 2 + 1
    if spec[rules.PARTNERS]:
        return 2 * gain if spec[rules.SCORING] else gain
    return gain * spec[rules.PLAYERS] // 2


@lru_cache(maxsize=16)
def _race(stays: int) -> tuple[tuple[int, ...], ...]:
    """``P``, for a chance of ``stays`` in 65536 that a side which scores is done with it."""
    rows = [(_CERTAIN,) * (_STEPS + 1)]
    own = [_CERTAIN] * (_STEPS + 1)
    for i in range(1, _STEPS + 1):
        row, other = [0], 0
        for j in range(1, _STEPS + 1):
            own[j] = _CERTAIN if i == 1 else (65536 - stays) * own[j] + stays * rows[i - 1][j] >> 16
            other = 0 if j == 1 else (65536 - stays) * other + stays * row[j - 1] >> 16
            row.append(own[j] + other >> 1)
        rows.append(tuple(row))
    return tuple(rows)


class Goal:
    """What a seat plays for in a round, by the scores before it."""

    __slots__ = ("_chances", "_lacking", "_others", "_partners", "_seat", "_step")

    def __init__(self, spec: Sequence[int], scores: Sequence[int], seat: int, match: bool) -> None:
        """``match``: the match counts; where its end is too far away to tell a point, points do after all."""
        gain, players = _mean_gain(spec), spec[rules.PLAYERS]
        self._seat = seat
        self._partners = spec[rules.PARTNERS]
        self._others = [other for other in range(players) if other != seat]
        self._lacking = [spec[rules.TARGET_SCORE] - score for score in scores]
        most = max(1, *self._lacking)
        self._chances: tuple[tuple[int, ...], ...] | None = None
        """None: points count."""
        self._step = 2 * gain  # in 1/16 of a point: an eighth of the mean
        if match and most <= _FAR * gain:
            if self._step * _STEPS < 16 * most:
                self._step = (16 * most + _STEPS - 1) // _STEPS
            self._chances = _race(min(self._step * 65536 // (16 * gain), 65536))

    def points_ahead(self, points: Sequence[int]) -> int:
        """The own side's points minus the mean of the other sides', a team's counted once; times ``players - 1``."""
        if self._partners:
            return (points[self._seat] - points[self._seat ^ 1]) * len(self._others)
        return points[self._seat] * len(self._others) - sum(points[seat] for seat in self._others)

    def value(self, points: Sequence[int]) -> int:
        """What a round that ends with these points is worth."""
        chances, lacking, seat = self._chances, self._lacking, self._seat
        if chances is None:
            return self.points_ahead(points)
        own = lacking[seat] - points[seat]
        others = [seat ^ 1] if self._partners else self._others
        return sum(self._chance(chances, own, lacking[other] - points[other]) for other in others)

    def _chance(self, chances: tuple[tuple[int, ...], ...], own: int, other: int) -> int:
        """Of a side that lacks so many points against one that lacks so many: between the steps in proportion."""
        if own <= 0 and other <= 0:
            return _CERTAIN if own < other else 0 if own > other else _CERTAIN // 2
        if own <= 0:
            return _CERTAIN
        if other <= 0:
            return 0
        # In 1/256 of a step. Less than a step counts as one: it takes a round won all the same.
        x, y = max(own * 16 * 256 // self._step, 256), max(other * 16 * 256 // self._step, 256)
        i, j = min(x >> 8, _STEPS - 1), min(y >> 8, _STEPS - 1)
        across, down = min(x - i * 256, 256), min(y - j * 256, 256)
        near = chances[i][j] * (256 - down) + chances[i][j + 1] * down
        far = chances[i + 1][j] * (256 - down) + chances[i + 1][j + 1] * down
        return near * (256 - across) + far * across >> 16
