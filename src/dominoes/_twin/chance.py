"""The chance that a hidden hand holds none of some tiles, in whole numbers, so that every platform has the same."""

from __future__ import annotations

__all__ = ["chance_none"]


def chance_none(m: int, f: int, h: int) -> int:
    """Of ``m`` candidate tiles ``h`` lie in a hand and ``f`` would answer: the chance that none of the ``h`` does.

    In units of 1/65536, C(m - f, h) / C(m, h). Fewer candidates than tiles held count as so many.

    >>> chance_none(2, 1, 1), chance_none(7, 0, 3), chance_none(7, 5, 3)
    (32768, 65536, 0)
    """
    m = max(m, h)
    if h > m - f:
        return 0  # some of the hand must answer
    chance = 1 << 30
    for i in range(h):
        chance = chance * (m - f - i) // (m - i)
    return chance >> 14
