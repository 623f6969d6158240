"""The numbers of a table, checked by hand and against their definitions."""

from __future__ import annotations

import math
import statistics

import pytest

from dominoes.rules import Rules
from dominoes.tournaments.moments import LEAST_DEALS, Estimate, Moments, Z
from dominoes.tournaments.playing import Batch
from dominoes.tournaments.rating import Result, ratings
from dominoes.tournaments.totals import Totals


def moments(rows: list[list[int]]) -> Moments:
    found = Moments(len(rows[0]))
    for row in rows:
        found.add(row)
    return found


def totals(rows: list[list[list[int]]], *labels: str, rules: Rules | None = None, kind: str = "rounds") -> Totals:
    found = Totals(labels or ("a", "b"), rules or Rules("draw"), kind)
    found.add(Batch(0, len(rows[0]), rows, []))
    return found


# Means and intervals


def test_a_share_and_its_half_width_by_hand() -> None:
    """Four deals played twice: won 2, 1, 0 and 1. The shares are 1, 1/2, 0, 1/2, their variance 1/6."""
    found = moments([[2, 2], [2, 1], [2, 0], [2, 1]]).share([0, 1], 0, 1)
    assert found.value == 0.5
    assert found.half_width == pytest.approx(Z * math.sqrt(1 / 6 / 4))


def test_a_ratio_of_sums_by_hand() -> None:
    """3 of 4, 1 of 2, 2 of 2: the ratio is 6/8, and what is left over 0, -1/2, 1/2."""
    found = moments([[4, 3], [2, 1], [2, 2]]).ratio([0, 1], 0)
    assert found.value == 0.75
    assert found.half_width == pytest.approx(Z * math.sqrt(3 / 2 * 0.5) / 8)


def test_a_unit_divides() -> None:
    whole = moments([[2, 1, 3], [2, 0, 5], [2, 2, 1]]).ratio([0, 1, 2], 0)
    half = moments([[2, 1, 3], [2, 0, 5], [2, 2, 1]]).ratio([0, 1, 2], 0, 2)
    assert half == pytest.approx(Estimate(whole.value / 2, whole.half_width / 2))


def test_one_deal_tells_no_interval() -> None:
    assert moments([[2, 1]]).share([0, 1], 0, 1) == Estimate(0.5, math.inf)
    assert Estimate(0.5, math.inf).to_list() == [0.5, None]


@pytest.mark.parametrize("won", [0, 2])
def test_all_lost_or_all_won_is_not_certain(won: int) -> None:
    """Ten of ten: with a true chance below 0.025**(1/10) it would happen in less than one of forty."""
    found = moments([[2, won]] * 10).share([0, 1], 0, 1)
    assert found == Estimate(won / 2, 1 - 0.025**0.1)
    assert 0.30 < found.half_width < 0.31


def test_always_half_is_certain() -> None:
    """Who plays itself wins one of every two games, whatever the deal."""
    assert moments([[2, 1]] * 10).share([0, 1], 0, 1) == Estimate(0.5, 0)


def test_a_covariance_is_that_of_sums() -> None:
    rows = [[1, 4], [3, 1], [5, 1], [2, 0]]
    one, other = zip(*rows, strict=True)
    found = moments(rows)
    assert found.covariance(0, 0) == pytest.approx(4 * statistics.variance(one))
    assert found.covariance(1, 0) == found.covariance(0, 1) == pytest.approx(4 * statistics.covariance(one, other))
    assert moments([[1, 2]]).covariance(0, 1) == math.inf


# Tables


def test_a_table_of_two_by_hand() -> None:
    """Three deals: rounds, won, lost, points, against. One round was nobody's."""
    table = totals([[[2, 2, 0, 30, 0], [2, 1, 0, 10, 0], [2, 0, 2, 0, 25]]]).table("s", None)
    one, other = table["a", "b"], table["b", "a"]
    assert (one.games, one.rounds, one.deals) == (6, 6, 3)
    assert (one.share.value, other.share.value, one.tied, other.tied) == (3 / 6, 2 / 6, 1 / 6, 1 / 6)
    assert (one.points.value, other.points.value) == (40 / 6, 25 / 6)
    assert one.share.half_width == pytest.approx(Z * math.sqrt(statistics.variance([1, 0.5, 0]) / 3))
    assert other.share.half_width == pytest.approx(Z * math.sqrt(statistics.variance([0, 0, 1]) / 3))
    assert other.points.half_width == pytest.approx(Z * math.sqrt(statistics.variance([0, 0, 12.5]) / 3))
    assert table.half_width == 100 * other.share.half_width
    assert [(s.name, s.share, s.points) for s in table.standings] == [
        ("a", one.share, one.points),
        ("b", other.share, other.points),
    ]
    assert one.round_share == one.share


def test_a_table_of_matches_by_hand() -> None:
    """rounds, won, lost, points, against, matches, matches won, matches lost"""
    rows = [[10, 6, 3, 120, 60, 2, 2, 0], [8, 3, 5, 50, 90, 2, 0, 2], [12, 6, 6, 100, 100, 2, 1, 1]]
    table = totals([rows], kind="matches").table("s", None)
    one, other = table["a", "b"], table["b", "a"]
    assert (one.games, one.rounds) == (6, 30)
    assert (one.share.value, other.share.value, one.tied) == (0.5, 0.5, 0)
    assert (one.round_share.value, other.round_share.value, one.rounds_tied) == (15 / 30, 14 / 30, 1 / 30)
    assert (one.points.value, other.points.value) == (270 / 30, 250 / 30)
    left = [row[1] - 0.5 * row[0] for row in rows]
    spread = math.sqrt(3 / 2 * sum(x * x for x in left)) / 30
    assert one.round_share.half_width == pytest.approx(Z * spread)


def test_a_standing_counts_opponents_alike_and_deals_once() -> None:
    """Against b and c over the same two deals: the sample is the deal, not the game."""
    ab = [[2, 2, 0, 8, 0], [2, 0, 2, 0, 8]]
    ac = [[2, 2, 0, 8, 0], [2, 1, 1, 4, 4]]
    bc = [[2, 1, 1, 4, 4], [2, 1, 1, 4, 4]]
    table = totals([ab, ac, bc], "a", "b", "c").table("s", None)
    one = table.standing("a")
    assert one.share.value == 5 / 8
    assert one.share.half_width == pytest.approx(Z * math.sqrt(statistics.variance([1, 0.25]) / 2))
    assert table.standing("c").share.value == (0 + 1 + 1 + 1) / 8


def test_alone_among_three_units_are_thirds() -> None:
    """Four players: a win counts 3, a forfeit of another 1. Even is a quarter."""
    rows = [[4, 4, 8, 10, 30], [4, 3, 9, 10, 20]]
    table = totals([rows, [[4, 0, 12, 0, 40]] * 2], rules=Rules("draw", players=4)).table("s", None)
    assert table.even == 0.25
    assert table["a", "b"].share.value == pytest.approx(7 / 24)
    assert table["a", "b"].tied == 0
    assert table["b", "a"].share.value == 0
    assert list(table.cells) == [("a", "b"), ("b", "a")]
    assert table.standing("a").points.value == 20 / 8


def test_faults_are_added_up_and_the_first_is_told() -> None:
    found = Totals(("a", "b"), Rules("draw"), "rounds")
    row = [2, 0, 2, 0, 0]
    found.add(Batch(0, 1, [[row]], [(0, [0, 0], "first")]))
    found.add(Batch(1, 2, [[row]], [(0, [1], "second"), (1, [1], "other")]))
    table = found.table("s", None)
    assert (table.standing("a").faults, table.standing("a").first_fault) == (3, "first")
    assert (table.standing("b").faults, table.standing("b").first_fault) == (1, "other")
    text = str(table)
    assert "a forfeited 3 rounds; the first: first" in text
    assert "b forfeited 1 round; the first: other" in text


def test_the_text_of_a_table() -> None:
    rows = [[2, 2, 0, 30, 0], [2, 1, 0, 10, 0], [2, 0, 2, 0, 25]]
    assert str(totals([rows]).table("s", 60)) == TEXT.removeprefix("\n")


TEXT = """
Tournament of rounds: draw, 2 players. Seed: s.
3 deals, each played twice with the seats changed: 6 rounds for each pair. Even share: 50.0 %.
The widest half-width is 65.3 points of share, 60 asked for: more games are needed.

   rounds won, %  points a round        Elo
a    50.0 ± 56.6     6.67 ± 8.64  +25 ± 179
b    33.3 ± 65.3     4.17 ± 8.17  -25 ± 179

Rounds that nobody won, %:
        1     2
1 a     -  16.7
2 b  16.7     -"""


# Elo


def flat(size: int) -> list[list[float]]:
    return [[0.0] * size for _ in range(size)]


def test_elo_of_two_by_hand() -> None:
    """75 of 100, and one game more that is shared: 75.5 to 25.5."""
    one, other = ratings(2, [Result(0, 1, 75, 100)], flat(2))
    assert one.value - other.value == pytest.approx(400 * math.log10(75.5 / 25.5))
    assert one.value == pytest.approx(-other.value)


def test_elo_of_even_results_is_nothing() -> None:
    results = [Result(0, 1, 50, 100), Result(0, 2, 50, 100), Result(1, 2, 50, 100)]
    assert [found.value for found in ratings(3, results, flat(3))] == pytest.approx([0, 0, 0])


def test_elo_of_strengths_is_found_again() -> None:
    """Results that strengths of 4, 2 and 1 would have, each being twice the next: 120 points."""
    strengths, games = [4, 2, 1], 1e9
    results = [
        Result(a, b, games * strengths[a] / (strengths[a] + strengths[b]), games) for a, b in ((0, 1), (0, 2), (1, 2))
    ]
    found = [estimate.value for estimate in ratings(3, results, flat(3))]
    step = 400 * math.log10(2)
    assert found == pytest.approx([step, 0, -step], abs=1e-4)


def test_elo_alone_among_others() -> None:
    """Of strength 2 against two of strength 1: 2 of 4; of strength 1 against two of strength 2: 1 of 5."""
    games = 1e9
    results = [Result(0, 1, games / 2, games, rivals=2), Result(1, 0, games / 5, games, rivals=2)]
    one, other = ratings(2, results, flat(2))
    assert one.value - other.value == pytest.approx(400 * math.log10(2), abs=1e-4)


def test_even_alone_among_others_is_no_difference() -> None:
    results = [Result(0, 1, 25, 100, rivals=3), Result(1, 0, 25, 100, rivals=3)]
    assert [found.value for found in ratings(2, results, flat(2))] == pytest.approx([0, 0])


def test_the_interval_of_elo_is_that_of_the_share() -> None:
    """By the delta method: the difference of two logarithms has the share's deviation over p(1 - p)."""
    games, share = 1_000_000, 0.6
    variance = games * share * (1 - share)
    covariance = [[variance, -variance], [-variance, variance]]
    one, other = ratings(2, [Result(0, 1, games * share, games)], covariance)
    deviation = math.sqrt(share * (1 - share) / games) / (share * (1 - share))
    assert one.half_width == other.half_width == pytest.approx(Z * deviation * 400 / math.log(10) / 2, rel=1e-4)


def test_who_never_lost_has_a_rating_but_no_interval() -> None:
    results = [Result(0, 1, 10**9, 10**9), Result(0, 2, 10**9, 10**9), Result(1, 2, 10**9, 10**9)]
    one, two, three = ratings(3, results, flat(3))
    assert one.value > two.value > three.value
    assert all(found.half_width == math.inf for found in (one, two, three))


def test_who_lost_only_to_one_that_lost_has_an_interval() -> None:
    results = [Result(0, 1, 10, 10), Result(1, 2, 10, 10), Result(2, 0, 10, 10)]
    found = ratings(3, results, flat(3))
    assert [estimate.value for estimate in found] == pytest.approx([0, 0, 0])
    assert all(estimate.half_width == 0 for estimate in found)


def test_elo_of_a_few_equal_deals_has_no_interval() -> None:
    """Two deals that came out alike may do so by chance; thirty do not."""
    rows = [[4, 6, 6, 10, 20]]
    other = [[4, 3, 9, 10, 20]]
    rules = Rules("draw", players=4)
    few = totals([rows * 2, other * 2], rules=rules).table("s", None)
    assert [standing.elo.half_width for standing in few.standings] == [math.inf, math.inf]
    assert [standing.points.half_width for standing in few.standings] == [math.inf, math.inf]
    assert few["a", "b"].points.half_width == math.inf
    assert " ± ?" in str(few)
    assert few.to_dict()["standings"][0]["elo"][1] is None
    many = totals([rows * LEAST_DEALS, other * LEAST_DEALS], rules=rules).table("s", None)
    assert [standing.elo.half_width for standing in many.standings] == [0, 0]
    assert [standing.points.half_width for standing in many.standings] == [0, 0]


def test_elo_has_no_interval_where_deals_are_too_few_for_so_many() -> None:
    """Two deals can be on one line only: along the others nothing seems to vary, but for rounding."""
    rows = [[[2, 2, 0, 0, 0], [2, 1, 1, 0, 0]], [[2, 1, 1, 0, 0]] * 2, [[2, 0, 2, 0, 0], [2, 1, 1, 0, 0]]]
    table = totals(rows, "a", "b", "c").table("s", None)
    told = {standing.name: standing.elo.half_width for standing in table.standings}
    assert math.isinf(told["b"]) or told["b"] > 1
    assert not any(0 <= width < 1e-3 for width in told.values())


def test_the_ratings_of_a_table_hold_for_dependent_games() -> None:
    """A deal won in both seats is one sample, not two: the interval is wider than that of single games."""
    rows = [[2, 2, 0, 0, 0], [2, 0, 2, 0, 0]] * 50
    table = totals([rows]).table("s", None)
    half = table.standing("a").elo.half_width
    single = Z * math.sqrt(0.25 / 200) / 0.25 * 400 / math.log(10) / 2
    assert half == pytest.approx(single * math.sqrt(2), rel=0.02)
