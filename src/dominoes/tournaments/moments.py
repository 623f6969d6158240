"""Means over deals and how far they can be trusted: sums, sums of products, and intervals from them.

One deal with all its seatings is one sample. Its rounds share their tiles, so that only deals are independent of each
other, and only the variance between deals says how sure a mean is.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

__all__ = ["LEAST_DEALS", "Estimate", "Moments", "Z", "rounded"]

Z: Final = 1.959963984540054
"""The normal distribution's 97.5 % point: between -Z and Z lie 95 % of it."""
_TAIL: Final = 0.025
LEAST_DEALS: Final = 30
"""No interval is believed to be narrow enough before: the normal distribution describes a mean of so many."""


class Estimate(NamedTuple):
    """A mean, and half the width of its 95 % interval (infinite where nothing can be said yet)."""

    value: float
    half_width: float

    def to_list(self, scale: float = 1.0) -> list[float | None]:
        """Both numbers for JSON, which has no infinity: None."""
        return [rounded(scale * self.value), rounded(scale * self.half_width)]


def rounded(value: float) -> float | None:
    """A number as results are written; None where it is infinite."""
    return round(value, 6) if math.isfinite(value) else None


class Moments:
    """Sums and sums of products of rows of whole numbers: exact, whatever their order."""

    __slots__ = ("count", "products", "sums")

    def __init__(self, size: int) -> None:
        self.count = 0
        self.sums = [0] * size
        self.products = [[0] * size for _ in range(size)]
        """The lower triangle: ``products[i][j]`` for j up to i."""

    def add(self, row: Sequence[int]) -> None:
        """Take one sample in."""
        self.count += 1
        for i, value in enumerate(row):
            self.sums[i] += value
            if value:
                line = self.products[i]
                for j in range(i + 1):
                    line[j] += value * row[j]

    def total(self, weights: Sequence[int]) -> int:
        """A weighted sum of the sums."""
        return sum(weight * number for weight, number in zip(weights, self.sums, strict=True))

    def product(self, one: Sequence[int], other: Sequence[int]) -> int:
        """The sum over samples of the product of two weighted sums."""
        return sum(a * b * self.products[max(i, j)][min(i, j)] for i, a in _weights(one) for j, b in _weights(other))

    def covariance(self, i: int, j: int) -> float:
        """The estimated covariance of two of the *sums*: n/(n - 1) times the sum of products about the means."""
        centred = self.count * self.products[max(i, j)][min(i, j)] - self.sums[i] * self.sums[j]
        return centred / (self.count - 1) if self.count > 1 else math.inf

    def ratio(self, top: Sequence[int], bottom: int, unit: int = 1) -> Estimate:
        """The ratio of a weighted sum to the sum at ``bottom`` and to ``unit``.

        The half-width is Z sqrt(n/(n - 1) * sum of (t - r b)**2) / sum of b, with t and b of each of n samples and r
        the ratio: the usual one of a mean over clusters (W. G. Cochran, Sampling Techniques, 3rd ed. 1977, sections
        2.11 and 6.3). Where b is the same in every sample it is Z s / sqrt(n), s the samples' standard deviation.
        """
        base = [int(i == bottom) for i in range(len(self.sums))]
        t, b = self.total(top), self.sums[bottom]
        if b == 0:
            return Estimate(math.nan, math.inf)
        spread = b * b * self.product(top, top) - 2 * t * b * self.product(top, base) + t * t * self.product(base, base)
        if self.count < 2:
            return Estimate(t / (b * unit), math.inf)
        half = Z * math.sqrt(spread * self.count / (self.count - 1)) / (b * b * unit)
        return Estimate(t / (b * unit), half)

    def share(self, top: Sequence[int], bottom: int, unit: int) -> Estimate:
        """A `ratio` that lies between 0 and 1.

        Where every sample is at the same end, their variance says nothing, and the half-width is what Clopper and
        Pearson (Biometrika 26, 1934) leave open for n of n: 1 - 0.025**(1/n).
        """
        found = self.ratio(top, bottom, unit)
        if self.count > 1 and self.total(top) in (0, unit * self.sums[bottom]):
            return Estimate(found.value, 1 - _TAIL ** (1 / self.count))
        return found


def _weights(weights: Sequence[int]) -> Iterable[tuple[int, int]]:
    return ((index, weight) for index, weight in enumerate(weights) if weight)
