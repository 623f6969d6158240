"""Each backend against the oracle, over random rules, deals and walks, undone to the root on the way."""

from __future__ import annotations

import random

from hypothesis import given, settings
from support import agreement, contract, notation, strategies
from support.backends import Core
from support.cases import Deal


def walk_with_the_oracle(core: Core, deal: Deal, rng: random.Random) -> None:
    state, position = deal.state(core), deal.oracle()
    assert state.starter == position.starter
    on_the_way = []
    while True:
        agreement.check(state, position, strategies.plausible(state, rng, others=10), strategies.rectangles(rng, 6))
        for seat in range(state.players):
            agreement.check_view(state, position, seat)
        on_the_way.append(contract.observe(state))
        if state.turn == -1:
            break
        action = strategies.choose(state, rng)
        assert state.apply(action) == 0
        position.apply(str(notation.decode(action)))
    while state.undo() != -1:
        on_the_way.pop()
        assert contract.difference(contract.observe(state), on_the_way[-1]) == ""
    assert len(on_the_way) == 1


@given(deal=strategies.deals(table=True, largest=7), seed=strategies.numbers)
@settings(max_examples=strategies.examples(0.5))
def test_rounds_on_a_table(core: Core, deal: Deal, seed: int) -> None:
    walk_with_the_oracle(core, deal, random.Random(seed))


@given(deal=strategies.deals(table=False, largest=7), seed=strategies.numbers)
@settings(max_examples=strategies.examples(0.5))
def test_rounds_without_a_table(core: Core, deal: Deal, seed: int) -> None:
    walk_with_the_oracle(core, deal, random.Random(seed))


@given(deal=strategies.deals(largest=18), seed=strategies.numbers)
@settings(max_examples=strategies.examples(0.15))
def test_rounds_with_large_sets(core: Core, deal: Deal, seed: int) -> None:
    """Every size of set, but only now and then a look at everything."""
    rng = random.Random(seed)
    state, position = deal.state(core), deal.oracle()
    while state.turn != -1:
        if rng.random() < 0.1 or state.action_count > 60:
            agreement.check(state, position, strategies.plausible(state, rng, others=10))
            agreement.check_view(state, position, rng.randrange(state.players))
        if state.action_count > 60:
            return
        action = strategies.choose(state, rng)
        assert state.apply(action) == 0
        position.apply(str(notation.decode(action)))
    agreement.check(state, position)
