"""``State`` made from given hands: what is refused, in which order and with which text, alike on each backend."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import contract, oracle, strategies
from support.backends import Core
from support.notation import TILES
from support.options import Options, preset

Cores = tuple[Core, Core]
DRAW = preset("draw", 2, hand_size=2)
TEAMS = preset("partnership", hand_size=1)
LIMIT = 1_000_000_000


class Index:
    """An integer to ``operator.index``, as numpy's are."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value


REFUSED: list[tuple[Options, tuple[Any, ...], str]] = [
    (DRAW, (((0,),), (), 0), "there are 2 players but 1 hands"),
    (DRAW, (((0,), (1,), (2,)), (), 0), "there are 2 players but 3 hands"),
    (DRAW, ((), (), 0), "there are 2 players but 0 hands"),
    (DRAW, (((0,), ()), (), 0), "the hand of seat 1 is empty"),
    (DRAW, (((), ()), (), 0), "the hand of seat 0 is empty"),
    (DRAW, (((0,), (28,)), (), 0), "tile number 28 is not in a set of 28 tiles"),
    (DRAW, (((0,), (-1,)), (), 0), "tile number -1 is not in a set of 28 tiles"),
    (DRAW, (((0,), (1,)), (28,), 0), "tile number 28 is not in a set of 28 tiles"),
    (DRAW, (((0,), (1,)), (255,), 0), "tile number 255 is not in a set of 28 tiles"),
    (DRAW, (((0,), (256,)), (), 0), "tile number 256 is not in a set of 28 tiles"),
    (DRAW, (((0,), (1,)), (2**31,), 0), "tile number 2147483648 is not in a set of 28 tiles"),
    (DRAW, (((0,), (2**70,)), (), 0), f"tile number {2**70} is not in a set of 28 tiles"),
    (DRAW, (((0, 4), (1, 4)), (), 0), "tile 2-1 is dealt twice"),
    (DRAW, (((0, 0), (1,)), (), 0), "tile 0-0 is dealt twice"),
    (DRAW, (((0,), (1,)), (27, 27), 0), "tile 6-6 is dealt twice"),
    (DRAW, (((0,), (1,)), (1,), 0), "tile 1-0 is dealt twice"),
    (DRAW, (((0, 28), (0,)), (), 0), "tile number 28 is not in a set of 28 tiles"),
    (DRAW, (((0, 0), (28,)), (), 9), "tile 0-0 is dealt twice"),
    (DRAW, (((0,), (1,)), tuple(range(28)), 0), "tile 0-0 is dealt twice"),
    (DRAW, (((0,), (1,)), (), 2), "the starter is a seat from 0 to 1, or -1 for the highest tile"),
    (DRAW, (((0,), (1,)), (), -2), "the starter is a seat from 0 to 1, or -1 for the highest tile"),
    (DRAW, (((0,), (1,)), (), 2**40), "the starter is a seat from 0 to 1, or -1 for the highest tile"),
    (TEAMS, (((0,), (1,), (2,), (3,)), (), 4), "the starter is a seat from 0 to 3, or -1 for the highest tile"),
    (DRAW, (((0,), (1,)), (), 2, (1,)), "the starter is a seat from 0 to 1, or -1 for the highest tile"),
    (DRAW, (((0,), (1,)), (), 0, ()), "there are 2 players but 0 scores"),
    (DRAW, (((0,), (1,)), (), 0, (1,)), "there are 2 players but 1 scores"),
    (DRAW, (((0,), (1,)), (), 0, (1, 2, 3)), "there are 2 players but 3 scores"),
    (DRAW, (((0,), (1,)), (), 0, (0, LIMIT + 1)), "a score lies between -1000000000 and 1000000000"),
    (DRAW, (((0,), (1,)), (), 0, (-LIMIT - 1, 0)), "a score lies between -1000000000 and 1000000000"),
    (DRAW, (((0,), (1,)), (), 0, (2**80, 0)), "a score lies between -1000000000 and 1000000000"),
    (TEAMS, (((0,), (1,), (2,), (3,)), (), 0, (1, 2, 3, 2)), "the two seats of a team have the same score"),
    (TEAMS, (((0,), (1,), (2,), (3,)), (), 0, (1, 2, 1, 3)), "the two seats of a team have the same score"),
]


@pytest.mark.parametrize(("options", "arguments", "text"), REFUSED, ids=[text for _, _, text in REFUSED])
def test_refused_deals(core: Core, options: Options, arguments: tuple[Any, ...], text: str) -> None:
    assert contract.outcome(core.State, options.spec(), *arguments) == f"dominoes.errors.DealError: {text}"


def test_every_tile_may_be_named_twice(core: Core) -> None:
    """The text names the tile, for the largest set too."""
    spec = preset("draw", 2, max_pip=18).spec()
    for number, (high, low) in enumerate(TILES):
        other = 0 if number else 1
        outcome = contract.outcome(core.State, spec, ((number,), (other,)), (number,), 0)
        assert outcome == f"dominoes.errors.DealError: tile {high}-{low} is dealt twice"


NO_INTEGERS: list[tuple[Any, ...]] = [
    (((0.0,), (1,)), (), 0),
    ((("0",), (1,)), (), 0),
    (((None,), (1,)), (), 0),
    (((0,), (1,)), (2.5,), 0),
    (((0,), (1,)), ("2-1",), 0),
    (((0,), (1,)), (), "0"),
    (((0,), (1,)), (), 0.0),
    (((0,), (1,)), (), None),
    (((0,), (1,)), (), 0, (1, None)),
    (((0,), (1,)), (), 0, (1, 1.0)),
    (((0,), (1,)), (), 0, 5),
    ((0, 1), (), 0),
    (None, (), 0),
    (((0,), (1,)), None, 0),
    (((0,), (1,)), 7, 0),
    (5, (), 0),
    (((0,), None), (), 0),
]


@pytest.mark.parametrize("arguments", NO_INTEGERS, ids=repr)
def test_what_is_no_integer(core: Core, both: Cores, arguments: tuple[Any, ...]) -> None:
    outcome = contract.outcome(core.State, DRAW.spec(), *arguments)
    assert outcome.startswith("builtins.TypeError: ")
    assert outcome == contract.outcome(both[0].State, DRAW.spec(), *arguments)


def test_a_bool_counts_the_same_on_both(both: Cores) -> None:
    for arguments in ((((True,), (0,)), (), 0), (((0,), (1,)), (), True), (((0,), (1,)), (), 0, (True, False))):
        first, second = (contract.outcome(core.State, DRAW.spec(), *arguments) for core in both)
        assert first == second


def test_any_sequence_and_index_will_do(core: Core) -> None:
    plain = core.State(DRAW.spec(), ((0, 1), (2, 3)), (4, 5), 0, (1, 2))
    hands = [[Index(0), Index(1)], [Index(2), Index(3)]]
    made = core.State(list(DRAW.spec()), hands, [Index(4), Index(5)], Index(0), [Index(1), Index(2)])
    assert made == plain
    assert contract.difference(contract.observe(made), contract.observe(plain)) == ""
    ranges = core.State(DRAW.spec(), (range(2), range(2, 4)), range(4, 6), 0, scores=range(1, 3))
    assert ranges == plain
    named = core.State(spec=DRAW.spec(), hands=((0, 1), (2, 3)), boneyard=(4, 5), starter=0, scores=(1, 2))
    assert named == plain


def test_missing_and_surplus_arguments(core: Core) -> None:
    for arguments in ((), (DRAW.spec(),), (DRAW.spec(), ((0,), (1,)), (), 0, None, 1)):
        assert contract.outcome(core.State, *arguments).startswith("builtins.TypeError: ")


junk = st.one_of(
    st.integers(-3, 30),
    st.integers(),
    st.none(),
    st.booleans(),
    st.floats(),
    st.text(max_size=3),
    st.binary(max_size=3),
)
tiles = st.one_of(st.integers(0, 27), st.integers(-2, 300), junk)
junk_hands = st.one_of(st.lists(st.one_of(st.lists(tiles, max_size=4), junk), max_size=4), junk)


@given(
    hands=junk_hands,
    boneyard=st.one_of(st.lists(tiles, max_size=5), junk),
    starter=st.one_of(st.integers(-3, 4), junk),
    scores=st.one_of(st.none(), st.lists(junk, max_size=4), junk),
)
def test_anything_at_all(both: Cores, hands: Any, boneyard: Any, starter: Any, scores: Any) -> None:
    first, second = (
        contract.outcome(lambda core=core: contract.observe(core.State(DRAW.spec(), hands, boneyard, starter, scores)))
        for core in both
    )
    assert first == second


@given(deal=strategies.deals())
def test_the_highest_tile_opens(core: Core, deal: Any) -> None:
    """By section 1, for any hands: doubles first, then pips, then the higher end."""
    state = deal.state(core)
    if deal.starter is None:
        tiles_in_hands = [tuple(map(int, text.split("-"))) for hand in deal.hands for text in hand]
        highest = max(tiles_in_hands, key=lambda tile: oracle.rank((tile[0], tile[1])))
        assert state.turn == next(seat for seat, hand in enumerate(deal.hands) if "-".join(map(str, highest)) in hand)
        if deal.options.opening_tile == "forced":
            plays = [action for action in state.legal() if action < 5 << 11]
            assert plays == [TILES.index((highest[0], highest[1])) << 3]
    else:
        assert (state.turn, state.forced) == (deal.starter, -1)


SEATS = (-1, 4, 99, 2**40, "0", None, 1.0)


@pytest.mark.parametrize("seat", SEATS, ids=repr)
def test_wrong_seats_ends_and_numbers_are_refused_alike(both: Cores, seat: Any) -> None:
    states = [core.State(DRAW.spec(), ((0, 1), (2, 3)), (4, 5), 0) for core in both]
    for name in ("hand", "hand_count", "hand_mask", "pips", "seen_by", "head", "fits", "explain", "is_legal", "apply"):
        first, second = (contract.outcome(getattr(state, name), seat) for state in states)
        assert first == second, name
    for name in ("squares", "perft"):
        if seat not in (4, 99, 2**40):
            first, second = (contract.outcome(getattr(state, name), seat) for state in states)
            assert first == second, name
    for name in ("edge_blocked", "collides"):
        first, second = (contract.outcome(getattr(state, name), 0, 0, 1, seat) for state in states)
        assert first == second, name


@given(action=st.one_of(st.integers(), st.integers(-10, 1 << 14)), seed=strategies.numbers)
def test_any_integer_as_an_action(core: Core, action: int, seed: int) -> None:
    """What is not legal is refused by a code, and nothing changes."""
    deal = strategies.make_deal(preset("all-fives", 2, table=(20, 20)), random.Random(seed), 0)
    state = deal.state(core)
    for _ in range(seed % 8):
        if state.turn != -1:
            state.apply(strategies.choose(state, random.Random(seed)))
    if action in state.legal():
        return
    before = contract.observe(state)
    assert state.is_legal(action) is False
    assert state.apply(action) == state.explain(action)[0] > 0
    assert contract.difference(contract.observe(state), before) == ""
