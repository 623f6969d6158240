"""Luck: counts are the match's own, and what chance gives is what it gives over many matches."""

from __future__ import annotations

from fractions import Fraction

import pytest

import dominoes as dm
from dominoes import fortunes
from dominoes.fortunes import KINDS, luck


def played(rules: dm.Rules, seed: object, player: str = "heaviest") -> dm.Match:
    match = dm.Match(rules, [player] * rules.players, seed=seed)
    for _ in match.run():
        pass
    return match


@pytest.mark.parametrize("preset", dm.PRESETS)
def test_counts_are_those_of_the_events(preset):
    match = played(dm.Rules(preset, target=60), "counts", "random")
    found = luck(match, deals=60)
    for seat in range(match.rules.players):
        happened = [event for rnd in match.rounds for event in rnd.events]
        hands = [rnd.dealt_hands[seat] for rnd in match.rounds]
        expected = {
            "openings": sum(isinstance(one, dm.events.Opened) and one.seat == seat for one in happened),
            "draws": sum(isinstance(one, dm.events.Drew) and one.seat == seat for one in happened),
            "passes": sum(isinstance(one, dm.events.Passed) and one.seat == seat for one in happened),
            "doubles": sum(tile.is_double for hand in hands for tile in hand),
            "pips": sum(tile.pips for hand in hands for tile in hand),
        }
        assert {kind: found.of(kind, seat).count for kind in KINDS} == expected
        for kind in KINDS:
            one = found.of(kind, seat)
            assert 0 <= one.low <= one.expected + 1
            assert one.expected - 1 <= one.high
            assert one.as_many + one.as_few >= 1 - 1e-9
            assert 0 <= one.as_many <= 1
            assert 0 <= one.as_few <= 1
    assert found.rounds == len(match.rounds)
    assert found == luck(match.to_record(), deals=60)


def test_who_opens_by_the_deal_is_worked_out_exactly():
    """Three seats, highest tile: each opens one of three; what the rules decide is no luck."""
    match = played(dm.Rules("draw", players=3, target=100), 4)
    rounds = len(match.rounds)
    for seat in range(3):
        assert luck(match, deals=10).of("openings", seat).expected == pytest.approx(rounds / 3)
    rotating = played(dm.Rules("block", next_opening="rotate", target=100), 4)
    rounds = len(rotating.rounds)
    first = rotating.rounds[0].starter
    for seat in (0, 1):
        certain = sum((first + number) % 2 == seat for number in range(1, rounds))
        one = luck(rotating, deals=10).of("openings", seat)
        assert one.expected == pytest.approx(certain + 0.5)
        assert (one.low, one.high) == (certain, certain + 1)


def test_chances_add_up_as_sums_of_counts_do():
    """The chances of a sum, held against an exact count of all pairs of two uneven dice."""
    one, other = (0.5, 0.25, 0.25), (0.125, 0.875)
    found = fortunes._together(one, other)
    exact = {0: Fraction(1, 16), 1: Fraction(15, 32), 2: Fraction(1, 4), 3: Fraction(7, 32)}
    assert found == tuple(float(exact[number]) for number in range(4))


def test_a_fortune_by_hand():
    """One of four nothing, two of four one, one of four two: exactly what follows from that."""
    assert fortunes._fortune(2, (0.25, 0.5, 0.25)) == fortunes.Fortune(2, 1.0, 0, 2, 0.25, 1.0)
    assert fortunes._fortune(0, (0.01, 0.5, 0.49)) == fortunes.Fortune(0, 1.48, 1, 2, 1.0, 0.01)


def test_over_many_matches_the_expected_is_the_mean():
    """Players of the kind that chance is asked with, over 150 matches: draws and passes come out as expected."""
    rules = dm.Rules("draw", target=40)
    totals = dict.fromkeys(KINDS, 0.0)
    wanted = dict.fromkeys(KINDS, 0.0)
    outside = looked = 0
    for seed in range(150):
        found = luck(played(rules, seed), deals=1500)
        for kind in KINDS:
            one = found.of(kind, 0)
            totals[kind] += one.count
            wanted[kind] += one.expected
            outside += not one.low <= one.count <= one.high
            looked += 1
    for kind in KINDS:
        assert totals[kind] == pytest.approx(wanted[kind], rel=0.12), kind
    assert outside / looked < 0.08  # some 5 % at most, and less where the counts are few


def test_nothing_is_known_before_a_round_is_over():
    with pytest.raises(dm.MatchError, match="no round is over"):
        luck(dm.Match(dm.Rules("draw"), [dm.Human("a"), dm.Human("b")], seed=1))
