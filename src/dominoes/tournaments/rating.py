"""Elo: one number for each entrant, by which its results against all others are best explained.

The model is Bradley and Terry's (Biometrika 39, 1952): with strengths s, A wins against B with the chance
s(A) / (s(A) + s(B)), and alone against m of B with s(A) / (s(A) + m s(B)). Ratings are 400 log10 s, their mean is 0.
The strengths are those of maximum likelihood, found by Newton's method (the likelihood has one maximum: D. R. Hunter,
Annals of Statistics 32, 2004).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from .moments import LEAST_DEALS, Estimate, Z

__all__ = ["Result", "ratings"]

_PER_UNIT: Final = 400 / math.log(10)
"""Elo points for a factor of e in strength."""
_STEPS: Final = 100
_CLOSE: Final = 1e-10
_NEAR: Final = 1e-3
"""Within this of the maximum the likelihood is too flat to be compared, and whole steps go straight there."""
_NOTHING: Final = 1e-12
"""A variance of this part of what was added up for it is the rounding of 0."""
_LONGEST: Final = 5.0
"""No step changes a strength by more than the factor e to this power."""


class Result(NamedTuple):
    """What came of one cell: ``one`` won ``score`` of ``games`` against ``rivals`` players of ``other``'s."""

    one: int
    other: int
    score: float
    games: float
    rivals: int = 1

    @property
    def with_even_game(self) -> Result:
        """The same and one game more, shared evenly: it keeps the rating of whoever never lost finite."""
        return self._replace(score=self.score + 1 / (self.rivals + 1), games=self.games + 1)


def ratings(
    entrants: int, results: Sequence[Result], covariance: Sequence[Sequence[float]], deals: int = LEAST_DEALS
) -> list[Estimate]:
    """The rating of each entrant, with its 95 % interval.

    To each result one evenly shared game is added. ``covariance`` is that of the entrants' total scores, a score
    counting for the one and against the other: from it and the likelihood's curvature H comes the variance of the
    ratings, H**-1 C H**-1, which holds although a deal's games depend on each other (P. J. Huber, 1967). Where somebody
    never lost to any other group, the likelihood alone has no maximum, and all half-widths are infinite. A variance of
    0 is believed from `LEAST_DEALS` ``deals`` on; in fewer it may well be chance, and the half-width is infinite.
    """
    padded = [result.with_even_game for result in results]
    strengths = _strengths(entrants, padded)
    inverse = _inverted(_curvature(strengths, padded))
    is_known = _is_connected(entrants, results)
    found = []
    for i, row in enumerate(inverse):
        products = [row[j] * covariance[j][k] * inverse[k][i] for j in range(entrants) for k in range(entrants)]
        variance = _variance(products, deals) if is_known else math.inf
        found.append(Estimate(_PER_UNIT * strengths[i], Z * _PER_UNIT * math.sqrt(variance)))
    return found


def _variance(products: Sequence[float], deals: int) -> float:
    """What the products come to; infinite where nothing can be said."""
    if not all(map(math.isfinite, products)):
        return math.inf
    total = math.fsum(products)
    if deals < LEAST_DEALS and total <= _NOTHING * math.fsum(map(abs, products)):
        return math.inf
    return max(total, 0.0)


def _strengths(entrants: int, results: Sequence[Result]) -> list[float]:
    """The logarithms of the strengths, with mean 0."""
    logs = [0.0] * entrants
    for _ in range(_STEPS):
        slope = [0.0] * entrants
        for result in results:
            surplus = result.score - result.games * _chance(logs, result)
            slope[result.one] += surplus
            slope[result.other] -= surplus
        inverse = _inverted(_curvature(logs, results))
        step = [sum(a * b for a, b in zip(row, slope, strict=True)) for row in inverse]
        size = _step_size(logs, step, results)
        logs = _moved(logs, step, size)
        if max(map(abs, step)) < _CLOSE:
            break
    mean = sum(logs) / entrants
    return [value - mean for value in logs]


def _step_size(logs: Sequence[float], step: Sequence[float], results: Sequence[Result]) -> float:
    """How much of a step is taken. Where somebody won almost all, a whole one may go too far."""
    longest = max(map(abs, step))
    if longest < _NEAR:
        return 1.0
    size, here = min(1.0, _LONGEST / longest), _likelihood(logs, results)
    while _likelihood(_moved(logs, step, size), results) < here:
        size /= 2
    return size


def _moved(logs: Sequence[float], step: Sequence[float], size: float) -> list[float]:
    return [a + size * b for a, b in zip(logs, step, strict=True)]


def _chance(logs: Sequence[float], result: Result) -> float:
    return 1 / (1 + result.rivals * math.exp(logs[result.other] - logs[result.one]))


def _likelihood(logs: Sequence[float], results: Sequence[Result]) -> float:
    """Its logarithm, without that of a chance: a chance beside 1 is 1 to a computer."""
    total = 0.0
    for result in results:
        lead = logs[result.other] - logs[result.one] + math.log(result.rivals)
        total += (result.games - result.score) * lead - result.games * math.log1p(math.exp(lead))
    return total


def _curvature(logs: Sequence[float], results: Sequence[Result]) -> list[list[float]]:
    """The negative second derivative of the likelihood. All ratings moved alike change nothing, which would leave it
    without an inverse; the ones added everywhere hold their mean at 0."""
    matrix = [[1.0] * len(logs) for _ in logs]
    for result in results:
        chance = _chance(logs, result)
        weight = result.games * chance * (1 - chance)
        for i in (result.one, result.other):
            for j in (result.one, result.other):
                matrix[i][j] += weight if i == j else -weight
    return matrix


def _inverted(matrix: list[list[float]]) -> list[list[float]]:
    """Gauss and Jordan's way, with the largest pivot of each column."""
    size = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda i: abs(rows[i][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        scale = rows[column][column]
        rows[column] = [value / scale for value in rows[column]]
        for i in range(size):
            if i != column and rows[i][column]:
                factor = rows[i][column]
                rows[i] = [a - factor * b for a, b in zip(rows[i], rows[column], strict=True)]
    return [row[size:] for row in rows]


def _is_connected(entrants: int, results: Sequence[Result]) -> bool:
    """Whether everybody has beaten everybody, if only by way of others: then the likelihood has a maximum."""
    beats: list[set[int]] = [set() for _ in range(entrants)]
    for result in results:
        if result.score > 0:
            beats[result.one].add(result.other)
        if result.score < result.games:
            beats[result.other].add(result.one)
    return all(len(_reached(start, beats)) == entrants for start in range(entrants))


def _reached(start: int, beats: Sequence[set[int]]) -> set[int]:
    reached, waiting = {start}, [start]
    while waiting:
        fresh = beats[waiting.pop()] - reached
        reached |= fresh
        waiting.extend(fresh)
    return reached
