"""How far actions are behind the best: the arithmetic, on made-up sums."""

from __future__ import annotations

import math
import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dominoes._backend import Stream, seed_key
from dominoes._behind import Behind, Row, behind, best_of, shares, summed

EVEN = 1 << 14
"""The weight of an ordinary world."""


def rows(*points: int, weight: int = EVEN) -> list[Row]:
    """A part of one world: what each action is worth there."""
    return [
        (index, 1, weight, weight * p, weight * p * p, weight * (p > 0), weight * p) for index, p in enumerate(points)
    ]


@given(st.integers(1, 1_000_000))
def test_worlds_are_shared_out_evenly(worlds: int) -> None:
    found = shares(worlds)
    assert sum(found) == worlds
    assert 1 <= min(found) <= max(found) <= min(found) + 1
    assert len(found) == worlds if worlds < 8 else 8 <= len(found) <= 16
    assert max(found) <= 1 << 16, "the waist counts weights coarser from there on: parts would count unlike"


def test_the_sums_of_all_parts() -> None:
    assert summed([rows(1, -2), rows(3, 4, weight=2)]) == [
        (0, 2, EVEN + 2, EVEN + 6, EVEN + 18, EVEN + 2, EVEN + 6),
        (1, 2, EVEN + 2, 8 - 2 * EVEN, 4 * EVEN + 32, 2, 8 - 2 * EVEN),
    ]
    assert best_of(rows(1, 5, 5)) == 1


def test_with_one_favourite_it_is_the_plain_paired_difference() -> None:
    best = [9, 12, 10, 14, 8, 11, 13, 10]
    other = [8, 12, 7, 13, 3, 9, 13, 9]
    first, second = behind([rows(*both) for both in zip(best, other, strict=True)])
    lost = [one - two for one, two in zip(best, other, strict=True)]
    assert first == Behind(0, 0, 0, 0)
    assert second.points == second.value == pytest.approx(statistics.mean(lost))
    half = 2.365 * statistics.stdev(lost) / math.sqrt(8)
    assert second.points_interval == second.value_interval == pytest.approx(half)


def test_each_half_is_held_against_the_best_of_the_other() -> None:
    """The first action is the best in parts 0, 2, 4 and 6, the second in the others; the third never."""
    parts = [rows(10, 0, 1), rows(0, 8, 1)] * 4
    first, second, third = behind(parts)
    assert first == Behind(0, 0, 0, 0)
    assert second.points == pytest.approx((0 * 4 + (0 - 8) * 4) / 8)
    assert third.points == pytest.approx(((0 - 1) * 4 + (0 - 1) * 4) / 8)


def test_heavy_worlds_count_for_more() -> None:
    parts = [rows(5, 0, weight=3 * EVEN), rows(1, 0)] * 4
    assert behind(parts)[1].points == pytest.approx((3 * 5 + 1) / 4)


def test_what_is_the_same_in_every_world_is_as_good() -> None:
    parts = [rows(value, value, 0) for value in (3, 5, 4, 9, 1, 7, 2, 8)]
    assert behind(parts)[0] == behind(parts)[1] == Behind(0, 0, 0, 0)


@pytest.mark.parametrize("count", range(1, 6))
def test_too_few_parts_have_no_interval(count: int) -> None:
    found = behind([rows(5, 1)] * count)[1]
    assert (found.points, found.points_interval) == (4, math.inf)


@pytest.mark.parametrize("actions", [2, 6, 20])
def test_of_equal_actions_few_look_worse_and_none_on_the_whole(actions: int) -> None:
    """All are worth the same, and parts differ by chance alone: plain differences to the best are above 0."""
    chance = Stream(seed_key(b"test", b"behind"), actions)
    tries, worse, losses, plain = 600, 0, [], []
    for _ in range(tries):
        parts = [rows(*(sum(chance.below(1000) for _ in range(4)) for _ in range(actions))) for _ in range(8)]
        found = behind(parts)[0]
        worse += found.points > found.points_interval
        losses.append(found.points)
        sums = [row[3] / row[2] for row in summed(parts)]
        plain.append(max(sums) - sums[0])
    assert worse / tries < 0.06
    assert 0 <= statistics.mean(losses) < statistics.mean(plain) / 2
