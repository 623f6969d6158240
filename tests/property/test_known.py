"""What a seat may conclude, against the truth of random rounds, and in tiny games against every deal there could be."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

import pytest
from hypothesis import given, settings
from support import strategies
from support.cases import Deal
from support.conclusions import some_options
from support.every_deal import Hands, by_deals, count_deals, dealt, is_allowed, tiny_options
from support.notation import DRAW, TILES, encode
from support.options import Options
from support.oracle import is_double, rank

from dominoes import _pure
from dominoes._twin.known import Bin, Known, Spent, conclude
from dominoes._twin.tiles import tiles_of

# ---- the truth of random rounds ----


def got_when(state: _pure.State) -> dict[int, int]:
    """Of each tile that ever was in a hand, the number of actions done when it came there; 0 by the deal."""
    hands, boneyard = state.dealt()
    draws = (number for number, action in enumerate(state.actions(), 1) if action == DRAW)
    return {tile: 0 for hand in hands for tile in hand} | dict(zip(boneyard, draws, strict=False))


def bin_of(known: Known, seat: int, since: int) -> int:
    """The bin of what a seat got then: its last one filled by then."""
    return max(index for index, one in enumerate(known.bins) if one.seat == seat and one.since <= since)


def check_truth(state: _pure.State, viewer: int) -> None:
    """Everything is where it may be, and the bins have just the places that there are."""
    known, since = conclude(state.seen_by(viewer)), got_when(state)
    others = [seat for seat in range(state.players) if seat != viewer]
    laid = {entry[0] for entry in state.chain()}
    every = range((state.spec[1] + 1) * (state.spec[1] + 2) // 2)
    assert set(tiles_of(known.unseen)) == set(every) - laid - set(state.hand(viewer))
    assert known.hidden == sum(state.hand_count(seat) for seat in others)
    filled: Counter[int] = Counter()
    for seat in others:
        for tile in state.hand(seat):
            where = bin_of(known, seat, since[tile])
            assert not known.bins[where].barred >> tile & 1
            filled[where] += 1
    for spent in known.spent:
        if spent.bins:
            where = bin_of(known, spent.seat, since[spent.tile])
            assert spent.bins >> where & 1
            filled[where] += 1
        else:
            assert spent.since <= since[spent.tile]
            assert (spent.since == 0) == (since[spent.tile] == 0)
    assert [one.places for one in known.bins] == [filled[index] for index in range(len(known.bins))]
    check_whole_deals(state, known)


def check_whole_deals(state: _pure.State, known: Known) -> None:
    hands = [[TILES[tile] for tile in hand] for hand in state.dealt()[0]]
    if known.highest_decides:
        assert max((tile for hand in hands for tile in hand), key=rank) in hands[known.starter]
    if known.redeal_doubles:
        assert all(sum(map(is_double, hand)) < known.redeal_doubles for hand in hands)


@given(seed=strategies.numbers)
@settings(max_examples=strategies.examples(0.5))
def test_the_truth_is_never_excluded(seed: int) -> None:
    rng = random.Random(seed)
    state = dealt(some_options(rng), rng).state(_pure)
    looks = rng.choice((1.0, 0.05))
    while state.turn != -1:
        if rng.random() < looks:
            for viewer in range(state.players):
                check_truth(state, viewer)
        state.apply(rng.choice(state.legal()))


@given(deal=strategies.deals(), seed=strategies.numbers)
@settings(max_examples=strategies.examples(0.3))
def test_the_truth_of_any_rules_is_never_excluded(deal: Deal, seed: int) -> None:
    """Where the highest tile decides, a deal is held to it."""
    lawful = Deal(deal.options, deal.hands, deal.boneyard, None, deal.scores)
    rng = random.Random(seed)
    state = lawful.state(_pure)
    while state.turn != -1:
        if rng.random() < 0.1:
            check_truth(state, rng.randrange(state.players))
        state.apply(rng.choice(state.legal()))


# ---- every deal of tiny games ----


def shares(counted: Counter[Hands]) -> dict[Hands, Fraction]:
    return {hands: Fraction(count, counted.total()) for hands, count in counted.items()}


def fillings(known: Known) -> Iterator[tuple[tuple[int, int], ...]]:
    """Every way to fill the bins: pairs of a tile and its bin, -1 for the boneyard."""
    items = [(one.tile, one.bins, False) for one in known.spent if one.bins]
    for tile in tiles_of(known.unseen):
        free = sum(1 << index for index, one in enumerate(known.bins) if not one.barred >> tile & 1)
        items.append((tile, free, True))

    def fill(at: int, left: list[int]) -> Iterator[tuple[tuple[int, int], ...]]:
        if at == len(items):
            if not any(left):
                yield ()
            return
        tile, bins, stays = items[at]
        for index in [*tiles_of(bins), *([-1] if stays else [])]:
            if index < 0 or left[index]:
                after = [places - (where == index) for where, places in enumerate(left)]
                for others in fill(at + 1, after):
                    yield ((tile, index), *others)

    yield from fill(0, [one.places for one in known.bins])


def dealt_in(known: Known, filling: Sequence[tuple[int, int]], seat: int) -> list[int]:
    """What another seat was dealt, in a filling."""
    held = [tile for tile, where in filling if where >= 0 and _is_dealt(known.bins[where], seat)]
    return held + [one.tile for one in known.spent if one.since == 0 and one.seat == seat]


def _is_dealt(one: Bin, seat: int) -> bool:
    return one.seat == seat and one.since == 0


def by_bins(view: _pure.State, known: Known) -> Counter[Hands]:
    """How many fillings lead to each way the hidden hands can be now."""
    counted: Counter[Hands] = Counter()
    for filling in fillings(known):
        hands = [
            view.dealt()[0][seat] if seat == view.viewer else dealt_in(known, filling, seat)
            for seat in range(view.players)
        ]
        best = max((tile for hand in hands for tile in hand), key=lambda tile: rank(TILES[tile]))
        if known.highest_decides and best not in hands[known.starter]:
            continue
        if not is_allowed([hand for seat, hand in enumerate(hands) if seat != view.viewer], known.redeal_doubles):
            continue
        now = [set(view.hand(seat)) for seat in range(view.players)]
        for tile, where in filling:
            if where >= 0 and known.unseen >> tile & 1:
                now[known.bins[where].seat].add(tile)
        counted[tuple(map(frozenset, now))] += 1
    return counted


@given(options=tiny_options(), seed=strategies.numbers)
@settings(max_examples=strategies.examples(1.0))
def test_the_bins_are_exactly_the_deals_there_could_be(options: Options, seed: int) -> None:
    """Each way the hidden hands can be comes up as often by the bins as by going through all deals."""
    rng = random.Random(seed)
    state = dealt(options, rng).state(_pure)
    for _ in range(rng.randrange(12)):
        if state.turn != -1:
            state.apply(rng.choice(state.legal()))
    while state.turn == -1:
        state.undo()
    view = state.seen_by(rng.randrange(state.players))
    if count_deals(view) > 3000:
        return
    assert shares(by_bins(view, conclude(view))) == shares(by_deals(view))


# ---- positions made by hand ----


def number(text: str) -> int:
    high, low = map(int, text.split("-"))
    return TILES.index((high, low))


def played(deal: Deal, *actions: str) -> _pure.State:
    state = deal.state(_pure)
    for action in actions:
        assert state.apply(encode(action)) == 0, action
    return state


DRAWING = Options(players=2, hand_size=3)


def test_a_draw_and_what_is_played_after_it() -> None:
    """Seat 1 cannot follow 6-6, draws in vain and then what fits: that tile came from the boneyard, last."""
    hands = (("6-6", "6-0", "0-0"), ("5-4", "4-3", "1-1"))
    deal = Deal(DRAWING, hands, ("2-1", "3-2", "6-5", "2-2", "3-3"), None)
    known = conclude(played(deal, "6-6", "draw", "draw", "draw", "6-5@L").seen_by(0))
    sixes = sum(1 << number(f"6-{low}") for low in range(7))
    assert [(one.seat, one.places, one.since, one.barred) for one in known.bins] == [(1, 3, 0, sixes), (1, 2, 2, sixes)]
    (spent,) = known.spent
    assert (spent.tile, spent.at, spent.since, spent.bins) == (number("6-5"), 4, 4, 0)
    assert known.hidden == 5


def test_a_draw_by_choice_leaves_it_open() -> None:
    options = Options(players=2, hand_size=3, voluntary_draw=True)
    hands = (("6-6", "6-0", "0-0"), ("6-4", "4-3", "1-1"))
    deal = Deal(options, hands, ("2-1", "3-2", "6-5", "2-2", "3-3"), None)
    known = conclude(played(deal, "6-6", "draw", "draw", "6-4@R").seen_by(0))
    assert [(one.places, one.since, one.barred) for one in known.bins] == [(3, 0, 0), (2, 2, 0)]
    assert [(spent.since, spent.bins) for spent in known.spent] == [(-1, 0b11)]


def test_the_tile_that_had_to_open_was_dealt() -> None:
    """Whatever the opener drew before it by choice; and no hand was dealt a higher one."""
    options = Options(players=2, hand_size=3, voluntary_draw=True)
    hands = (("5-5", "6-0", "0-0"), ("6-4", "4-3", "1-1"))
    deal = Deal(options, hands, ("2-1", "6-6", "6-5", "2-2", "3-3"), None)
    known = conclude(played(deal, "draw", "draw", "5-5").seen_by(1))
    assert [(one.places, one.since, one.barred) for one in known.bins] == [(2, 0, 1 << number("6-6")), (2, 1, 0)]
    assert [(spent.since, spent.bins) for spent in known.spent] == [(0, 0)]


def test_who_opens_by_the_highest_tile_knows_what_the_others_lack() -> None:
    options = Options(players=2, hand_size=2, opening_tile="free")
    deal = Deal(options, (("4-4", "6-0"), ("3-3", "6-5")), ("5-5", "6-6"), None)
    opener, other = (conclude(deal.state(_pure).seen_by(seat)) for seat in range(2))
    assert tiles_of(opener.bins[0].barred) == [number("5-5"), number("6-6")]
    assert (opener.highest_decides, other.highest_decides, other.bins[0].barred) == (False, True, 0)


def test_who_waits_for_the_forced_tile_knows_that_the_opener_has_the_highest() -> None:
    deal = Deal(Options(players=2, hand_size=2), (("4-4", "6-0"), ("3-3", "6-5")), ("5-5", "6-6"), None)
    assert conclude(deal.state(_pure).seen_by(1)).highest_decides
    assert not conclude(played(deal, "4-4").seen_by(1)).highest_decides


def test_no_hand_was_dealt_a_double_where_one_is_too_many() -> None:
    options = Options(players=2, hand_size=2, draw="never", redeal_doubles=1)
    deal = Deal(options, (("5-4", "6-0"), ("4-3", "6-5")), ("5-5", "6-6"), None)
    known = conclude(deal.state(_pure).seen_by(0))
    assert all(known.bins[0].barred >> number(f"{n}-{n}") & 1 for n in range(7))
    assert known.redeal_doubles == 0


def test_a_seat_that_plays_what_it_lacked_in_a_view_set_up_by_hand_keeps_its_count() -> None:
    """Restoring asks no more of a view than that it could be written; the places still add up."""
    deal = Deal(Options(players=2, hand_size=3, draw="never"), (("6-6", "6-0", "6-1"), ("5-4", "4-3", "1-1")), (), None)
    view = played(deal, "6-6", "pass", "6-0@L").seen_by(0)
    spec, hands, boneyard, starter, forced, scores, viewer, actions = view.__reduce__()[1][1]
    lie = ((number("6-5") << 3) | 2 << 11,)
    after = _pure.restore(None, (spec, hands, boneyard, starter, forced, scores, viewer, (*actions, *lie)))
    known = conclude(after)
    assert [one.places for one in known.bins] == [2]
    assert [spent.since for spent in known.spent] == [0]


@pytest.mark.parametrize("place", range(3))
def test_dropping_a_bin_keeps_what_others_point_at(place: int) -> None:
    """Bins after the dropped one move up, in what is open too."""
    view = Deal(DRAWING, (("6-6", "6-0", "0-0"), ("5-4", "4-3", "1-1")), ("2-1",), None).state(_pure).seen_by(0)
    known = Known(view)
    known.bins = [Bin(1, 1, since) for since in range(3)]
    known.spent = [Spent(0, 1, 5, 0b111 & ~(1 << place))]
    left = [one.since for one in known.bins if one.since != place]
    known._drop(place)
    assert [one.since for one in known.bins] == left
    assert known.spent[0].bins == 0b11
