"""What points of a round are worth: the twin's race to the target against the same in fractions of a chance."""

from __future__ import annotations

from functools import cache

import pytest
from support.options import preset

from dominoes._twin.goal import Goal

CERTAIN = 1 << 20
STEPS_OF_A_GAIN = 8
DRAW_GAIN = 22
"""About what a winner scores by the preset draw with two players."""


@cache
def scoring(own: int, other: int) -> tuple[float, float]:
    """The chance to win while one's own side scores, and while the other does, so many steps from the target."""
    on, done = 1 - 1 / STEPS_OF_A_GAIN, 1 / STEPS_OF_A_GAIN
    mine = 1.0 if own == 1 else on * scoring(own - 1, other)[0] + done * race(own - 1, other)
    theirs = 0.0 if other == 1 else on * scoring(own, other - 1)[1] + done * race(own, other - 1)
    return mine, theirs


def race(own: int, other: int) -> float:
    return sum(scoring(own, other)) / 2


def value(
    scores: tuple[int, ...], points: tuple[int, ...], *, name: str = "draw", match: bool = True, **rules: int
) -> int:
    return Goal(preset(name, len(scores), **rules).spec(), scores, 0, match).value(points)


@pytest.mark.parametrize("own", [11, 22, 44, 88])
@pytest.mark.parametrize("other", [11, 33, 55, 99])
def test_the_race_is_that_of_the_definition(own: int, other: int) -> None:
    """11 points are four steps; whole numbers lose a little on each."""
    chance = race(4 * own // 11, 4 * other // 11)
    assert value((100 - own, 100 - other), (0, 0)) / CERTAIN == pytest.approx(chance, abs=0.0005)


def test_points_of_the_round_and_scores_before_it_are_one() -> None:
    assert value((50, 20), (30, 0)) == value((80, 20), (0, 0)) > value((50, 20), (0, 0)) > value((50, 20), (0, 30))


@pytest.mark.parametrize(("points", "worth"), [((100, 0), 1.0), ((0, 100), 0.0), ((120, 110), 1.0), ((100, 100), 0.5)])
def test_who_has_reached_the_target(points: tuple[int, int], worth: float) -> None:
    assert value((0, 0), points) == worth * CERTAIN


def test_sides_share_the_chance() -> None:
    for own in range(1, 100, 7):
        for other in range(1, 100, 9):
            both = value((100 - own, 100 - other), (0, 0)) + value((100 - other, 100 - own), (0, 0))
            assert both == pytest.approx(CERTAIN, abs=CERTAIN / 1000)


def test_between_the_steps_more_is_never_worth_less() -> None:
    chances = [value((0, 40), (points, 0)) for points in range(101)]
    assert chances == sorted(chances)
    assert len(set(chances)) > 90


def test_a_long_match_is_told_in_longer_steps() -> None:
    chances = [value((0, 0), (points, 0), target=1000) for points in range(0, 1001, 50)]
    assert chances == sorted(set(chances))
    assert chances[0] == pytest.approx(CERTAIN / 2, rel=0.01)


@pytest.mark.parametrize("far", [{"target": 10_000}, {"target": 1_000_000_000}])
def test_where_the_end_is_far_points_count(far: dict[str, int]) -> None:
    assert value((0, 0), (30, 0), **far) == 30
    assert value((0, 0), (0, 7), match=False) == -7


def test_several_sides() -> None:
    """Against each of the others; ahead of their mean, times their number. A team is one side."""
    assert value((0, 0, 0), (100, 0, 0)) == 2 * CERTAIN
    assert value((0, 0, 0), (10, 4, 1), match=False) == 15
    assert value((0, 0, 0, 0), (10, 4, 10, 4), name="partnership", match=False) == 18
    assert value((0, 0, 0, 0), (200, 0, 200, 0), name="partnership") == CERTAIN
