"""Tables over the tile numbers: what a tile shows, which tiles show a number, which tile is higher.

They cover the largest set; a tile has the same number in every set, so smaller sets use the beginning of each.
"""

from __future__ import annotations

from typing import Final

from dominoes._codes import MAX_PIP

__all__ = ["DOUBLES", "HIDDEN", "HIGH", "LOW", "MATCHING", "PIPS", "RANK", "set_size", "tiles_of"]

HIDDEN: Final = 255
"""Stands for a tile that a view has not seen."""

HIGH: Final = tuple(high for high in range(MAX_PIP + 1) for _ in range(high + 1))
LOW: Final = tuple(low for high in range(MAX_PIP + 1) for low in range(high + 1))
PIPS: Final = tuple(high + low for high, low in zip(HIGH, LOW, strict=True))


def _mask(wanted: list[bool]) -> int:
    return sum(1 << tile for tile, yes in enumerate(wanted) if yes)


DOUBLES: Final = _mask([high == low for high, low in zip(HIGH, LOW, strict=True)])
"""The mask of all doubles."""
MATCHING: Final = tuple(
    _mask([number in (high, low) for high, low in zip(HIGH, LOW, strict=True)]) for number in range(MAX_PIP + 1)
)
"""For each number the mask of the tiles that show it."""
RANK: Final = tuple(
    10_000 + high if high == low else 100 * (high + low) + high for high, low in zip(HIGH, LOW, strict=True)
)
"""The higher tile has the greater rank: doubles first, then pips, then the higher end."""


def set_size(max_pip: int) -> int:
    """How many tiles a set up to ``max_pip`` has."""
    return (max_pip + 1) * (max_pip + 2) // 2


def tiles_of(mask: int) -> list[int]:
    """The tiles of a mask, ascending."""
    tiles = []
    while mask:
        lowest = mask & -mask
        tiles.append(lowest.bit_length() - 1)
        mask ^= lowest
    return tiles
