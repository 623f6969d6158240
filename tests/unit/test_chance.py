"""The chance that a hand holds none of some tiles, against fractions; tests/kernel tests the compiled one."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

from dominoes._twin.chance import chance_none

SIZES = [*range(30), 45, 54, 90, 120, 189, 190]


@pytest.mark.parametrize("m", SIZES)
def test_near_the_fraction(m: int) -> None:
    for h in sorted({*range(min(m, 14) + 1), m // 2, m}):
        for f in range(m + 1):
            exact = Fraction(comb(m - f, h), comb(m, h))
            assert 0 <= exact - Fraction(chance_none(m, f, h), 65536) < Fraction(1, 1 << 14)


def test_never_more_by_more_answers() -> None:
    for m in SIZES:
        for h in (0, 1, 2, 7, m):
            chances = [chance_none(m, f, h) for f in range(m + 1)]
            assert chances == sorted(chances, reverse=True)
            assert chances[0] == 65536


def test_fewer_candidates_than_tiles_held() -> None:
    """Then the hand is all of them, and something else besides."""
    assert chance_none(2, 0, 5) == 65536
    assert chance_none(2, 1, 5) == 0
    assert chance_none(0, 0, 3) == 65536
