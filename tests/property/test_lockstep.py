"""The compiled core and its pure twin, action by action: the contract lists no difference but speed."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import pytest
from hypothesis import given, settings
from support import contract, notation, strategies
from support.backends import Core, State
from support.cases import Deal
from support.options import preset

Cores = tuple[Core, Core]


def payload_of(state: State) -> Any:
    """What a pickle keeps."""
    return state.__reduce__()[1][1]


def assert_same(compiled: State, pure: State, actions: list[int], rectangles: list[contract.Rectangle]) -> None:
    first = contract.observe(compiled, actions, rectangles)
    assert contract.difference(first, contract.observe(pure, actions, rectangles)) == ""


def assert_same_views(compiled: State, pure: State, actions: list[int]) -> None:
    for seat in range(compiled.players):
        first, second = compiled.seen_by(seat), pure.seen_by(seat)
        assert_same(first, second, actions, [])
        assert contract.outcome(payload_of, first) == contract.outcome(payload_of, second)
        for name, arguments in (("apply", (0,)), ("apply_unchecked", (0,)), ("undo", ()), ("perft", (1,))):
            refusal = contract.outcome(getattr(first, name), *arguments)
            assert refusal == "builtins.ValueError: a seat's view cannot be played on"
            assert refusal == contract.outcome(getattr(second, name), *arguments)
        other = (seat + 1) % compiled.players
        assert contract.outcome(first.seen_by, other) == contract.outcome(second.seen_by, other)
        assert first.seen_by(seat) == first


def assert_crosses(cores: Cores, compiled: State, pure: State) -> None:
    """Pickled by one, restored by the other; both payloads are the same."""
    assert contract.outcome(payload_of, compiled) == contract.outcome(payload_of, pure)
    for state, core in ((compiled, cores[1]), (pure, cores[0])):
        restored = core.restore(None, payload_of(state))
        assert type(restored) is core.State
        assert contract.difference(contract.observe(restored), contract.observe(state)) == ""
        again = pickle.loads(pickle.dumps(state))
        assert contract.difference(contract.observe(again), contract.observe(state)) == ""


def assert_refusals_change_nothing(compiled: State, pure: State, actions: list[int]) -> None:
    before = contract.observe(compiled)
    for action in actions:
        if not compiled.is_legal(action):
            assert compiled.apply(action) == pure.apply(action) == compiled.explain(action)[0] != 0
    assert contract.difference(contract.observe(compiled), before) == ""


def assert_undoes_to_the_root(state: State, keys: list[tuple[int, tuple[int, ...]]]) -> None:
    """A copy is rolled back; the state itself stays where it is."""
    rolled, before = state.copy(), hash(state)
    for number in range(state.action_count, 0, -1):
        assert rolled.undo() == state.actions()[number - 1]
        assert (hash(rolled), rolled.legal()) == keys[number - 1]
    assert rolled.undo() == -1
    assert hash(state) == before
    assert len(rolled.actions()) == 0


def key_of(state: State) -> tuple[int, tuple[int, ...]]:
    return hash(state), state.legal()


def walk_both(cores: Cores, deal: Deal, rng: random.Random, checks: float) -> None:
    """One random round on both; every position is compared, and a share of them in the slow ways too."""
    compiled, pure = (deal.state(core) for core in cores)
    keys = []
    while True:
        actions = strategies.plausible(compiled, rng)
        assert_same(compiled, pure, actions, strategies.rectangles(rng))
        keys.append(key_of(compiled))
        if rng.random() < checks or compiled.turn == -1:
            assert_same_views(compiled, pure, actions[:20])
            assert_crosses(cores, compiled, pure)
            assert_refusals_change_nothing(compiled, pure, actions)
            assert_undoes_to_the_root(compiled, keys)
            assert_undoes_to_the_root(pure, keys)
        if compiled.turn == -1:
            return
        action = strategies.choose(compiled, rng)
        assert compiled.apply(action) == pure.apply(action) == 0
        if rng.random() < 0.2:
            assert compiled.undo() == pure.undo() == action
            assert (key_of(compiled), key_of(pure)) == (keys[-1], keys[-1])
            compiled.apply_unchecked(action)
            pure.apply_unchecked(action)


@given(deal=strategies.deals(table=True, largest=7), seed=strategies.numbers)
@settings(max_examples=strategies.examples(0.5))
def test_rounds_on_a_table(both: Cores, deal: Deal, seed: int) -> None:
    walk_both(both, deal, random.Random(seed), checks=0.3)


@given(deal=strategies.deals(table=False, largest=7), seed=strategies.numbers)
@settings(max_examples=strategies.examples(0.5))
def test_rounds_without_a_table(both: Cores, deal: Deal, seed: int) -> None:
    walk_both(both, deal, random.Random(seed), checks=0.3)


@given(deal=strategies.deals(), seed=strategies.numbers)
@settings(max_examples=strategies.examples(0.15))
def test_rounds_of_any_size(both: Cores, deal: Deal, seed: int) -> None:
    walk_both(both, deal, random.Random(seed), checks=0.03)


@given(deal=strategies.deals(largest=7), seed=strategies.numbers)
@settings(max_examples=strategies.examples(0.5))
def test_every_undo_is_the_position_before(core: Core, deal: Deal, seed: int) -> None:
    """Rolled back to the root at each step, on each backend alone."""
    rng = random.Random(seed)
    state = deal.state(core)
    keys = [key_of(state)]
    while state.turn != -1 and state.action_count < 60:
        state.apply(strategies.choose(state, rng))
        keys.append(key_of(state))
        assert_undoes_to_the_root(state, keys)


@given(deal=strategies.deals(largest=9), seed=strategies.numbers)
@settings(max_examples=strategies.examples(0.5))
def test_copies_are_independent(core: Core, deal: Deal, seed: int) -> None:
    rng = random.Random(seed)
    state = deal.state(core)
    for _ in range(rng.randrange(40)):
        if state.turn != -1:
            state.apply(strategies.choose(state, rng))
    before = contract.observe(state)
    for made in (state.copy(), copy.copy(state), copy.deepcopy(state)):
        assert (made == state, made != state, type(made)) == (True, False, type(state))
        assert contract.difference(contract.observe(made), before) == ""
        if state.turn != -1:
            made.apply(rng.choice(made.legal()))
            assert made != state
        while made.undo() != -1:
            pass
        assert contract.difference(contract.observe(state), before) == ""


@given(deal=strategies.deals(largest=6), seed=strategies.numbers)
@settings(max_examples=strategies.examples(0.5))
def test_perft_is_the_same(both: Cores, deal: Deal, seed: int) -> None:
    rng = random.Random(seed)
    compiled, pure = (deal.state(core) for core in both)
    for _ in range(rng.randrange(30)):
        if compiled.turn != -1:
            action = strategies.choose(compiled, rng)
            compiled.apply(action)
            pure.apply(action)
    for depth in range(4):
        if compiled.perft(depth) < 3000:
            assert compiled.perft(depth) == pure.perft(depth)


@given(deal=strategies.deals(largest=9), seed=strategies.numbers)
@settings(max_examples=strategies.examples(0.5))
def test_legal_from_a_table(core: Core, deal: Deal, seed: int) -> None:
    """``legal()`` by what stands in the table, made where nothing does; in views and after the end too."""
    rng = random.Random(seed)
    state = deal.state(core)
    table: list[Any] = [None] * (notation.PASS + 1)
    made: list[int] = []

    def make(action: int) -> str:
        made.append(action)
        return f"made {action}"

    while True:
        for action in rng.sample(state.legal(), len(state.legal()) // 2):
            table[action] = f"kept {action}"
        for position in (state, state.seen_by(rng.randrange(state.players))):
            made.clear()
            expected = tuple(table[action] or f"made {action}" for action in position.legal())
            assert position.legal_from(table, make) == expected
            assert made == [action for action in position.legal() if table[action] is None]
        if state.turn == -1:
            return
        state.apply(strategies.choose(state, rng))


def test_wrong_tables_of_moves_are_refused_alike(both: Cores) -> None:
    def fails(action: int) -> None:
        raise KeyError(action)

    size = notation.PASS + 1
    wrong: list[tuple[Any, Any]] = [
        ([], str),
        ([None] * (size - 1), str),
        ((None,) * size, str),
        (None, str),
        ({}, str),
        ([None] * size, 7),
    ]
    for table, make in [*wrong, ([None] * size, fails), ([None] * size, None)]:
        deal = strategies.make_deal(preset("draw", 2), random.Random(1), None)
        first, second = (contract.outcome(deal.state(core).legal_from, table, make) for core in both)
        assert first == second
        assert first.startswith("builtins.")


def test_a_table_that_grows_short_meanwhile_is_an_error(core: Core) -> None:
    state = strategies.make_deal(preset("draw", 2), random.Random(1), None).state(core)
    state.apply(state.legal()[0])
    while len(state.legal()) < 2:
        state.apply(state.legal()[0])
    table: list[Any] = [None] * (notation.PASS + 1)
    with pytest.raises(IndexError):
        state.legal_from(table, lambda action: table.clear())
