"""Reliability tables: of what was given so many per cent, how much happened."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Final, NamedTuple

BANDS: Final = 10
NEVER: Final = BANDS
"""Of what was given no chance at all."""
ALWAYS: Final = BANDS + 1
"""And of what was held to be certain."""
_Z: Final = 1.959963984540054


class Line(NamedTuple):
    """A band of a reliability table; all but the number of predictions are parts of 1."""

    predictions: int
    predicted: float
    """The mean of what was given."""
    observed: float
    """The share that happened."""
    half_width: float
    """Of the 95 % interval of their difference."""

    @property
    def deviation(self) -> float:
        return self.observed - self.predicted


class Reliability:
    """Predictions and what became of them, by bands of what was predicted.

    The sample is the round: its predictions are about the same tiles and depend on each other, so only the variance
    between rounds says how sure a band's frequency is (as ``docs/tournaments.md`` has it of deals).
    """

    def __init__(self) -> None:
        self._sums = [[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0] for _ in range(BANDS + 2)]
        """Of each band: rounds, predictions, chance given, happened; then of each round's excess e and its number of
        predictions n the sums of e², e n and n²."""

    def add(self, predictions: Iterable[tuple[float, bool]]) -> None:
        """All predictions about one round: the chance that was given, and whether it is so."""
        found: dict[int, list[float]] = {}
        for chance, happened in predictions:
            sums = found.setdefault(_band(chance), [0.0, 0.0, 0.0])
            sums[0] += 1
            sums[1] += chance
            sums[2] += happened
        for band, (count, given, happened_so_often) in found.items():
            excess = happened_so_often - given
            row = (1, count, given, happened_so_often, excess * excess, excess * count, count * count)
            self._sums[band] = [total + value for total, value in zip(self._sums[band], row, strict=True)]

    def line(self, band: int) -> Line | None:
        """A band from 0, `NEVER` or `ALWAYS`; None where nothing fell into it."""
        rounds, count, given, happened, squares, products, sizes = self._sums[band]
        if not count:
            return None
        ratio = (happened - given) / count
        spread = squares - 2 * ratio * products + ratio * ratio * sizes
        half = _Z * math.sqrt(max(spread, 0) * rounds / (rounds - 1)) / count if rounds > 1 else math.inf
        return Line(int(count), given / count, happened / count, half)

    def lines(self) -> list[tuple[str, Line]]:
        """The bands that have something in them, with their names."""
        names = [f"{10 * band} to {10 * band + 10} %" for band in range(BANDS)]
        order = [(NEVER, "0 %"), *enumerate(names), (ALWAYS, "100 %")]
        return [(name, line) for band, name in order if (line := self.line(band)) is not None]


def _band(chance: float) -> int:
    if chance <= 0:
        return NEVER
    return ALWAYS if chance >= 1 else int(chance * BANDS)
