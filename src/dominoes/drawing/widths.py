"""How wide a chain without a table is laid out: so that its picture has the shape of a screen, and large tiles."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from dominoes.geometry import Chain, Square, arrange

__all__ = ["WIDTHS", "width_of"]

WIDTHS: Final = (47, 64, 84, 110, 140)
"""Cells across. Few steps: with each the whole chain is laid out anew. The first holds any round with double-six."""

_SHAPE: Final = 2  # the room that a picture is meant for is so many times as wide as it is high
_AMPLE: Final = 52  # a chain that fits so many cells has large tiles anyway
_GAIN: Final = 0.87  # a step is worth while where tiles are larger by an eighth or more


@lru_cache(maxsize=1024)
def width_of(chain: Chain) -> int:
    """The cells across in which to lay out a chain without a table, from the tiles laid and their order alone.

    It never shrinks as the chain grows. A chain on a table has its own width, and this says nothing about it.
    """
    if chain.table is not None or not chain:
        return WIDTHS[0]
    sizes = _Sizes(chain)
    step = 0
    for count in range(len(chain)):
        while sizes.at(step, count) > _AMPLE:
            best = min(range(step, len(WIDTHS)), key=lambda one: sizes.at(one, count))
            if sizes.at(best, count) >= _GAIN * sizes.at(step, count):
                break
            step = best
    return WIDTHS[step]


class _Sizes:
    """How many cells across a room has to be for the first tiles of a chain; what lies is never moved by the next."""

    def __init__(self, chain: Chain) -> None:
        self._chain = chain
        self._found: dict[int, list[int]] = {}

    def at(self, step: int, index: int) -> int:
        """For the tiles up to this one, laid out in this width."""
        if step not in self._found:
            self._found[step] = _sizes(arrange(self._chain, WIDTHS[step]))
        return self._found[step][index]


def _sizes(placed: Chain) -> list[int]:
    squares: list[Square] = []
    found = []
    for entry in placed:
        columns, rows = zip(*squares, *(entry.squares or ()), strict=True)
        squares = [(min(columns), min(rows)), (max(columns), max(rows))]
        across, along = (high - low + 2 for low, high in zip(*squares, strict=True))
        found.append(max(across, _SHAPE * along))
    return found
