"""The heuristic blocker: as it is defined, the same on both backends, and by what its seat may know alone."""

from __future__ import annotations

import array
import random
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from support import contract, strategies, yardstick
from support.backends import Core
from support.cases import Deal
from support.conclusions import lawful_starter, some_options
from support.notation import DRAW
from support.options import preset

from dominoes import _pure
from dominoes._twin.known import conclude

Cores = tuple[Core, Core]
BLOCKER = 0


def blockers_choice(view: Any) -> int:
    return int(view.choose(BLOCKER, 0, 0, None))


def on(state: Any, action: int, rng: random.Random) -> int:
    """What to do next in a test: half the time what the blocker does, so that its positions come up too."""
    return action if rng.random() < 0.5 else rng.choice(state.legal())


def walk_both(cores: Cores, deal: Deal, rng: random.Random) -> None:
    compiled, pure = (deal.state(core) for core in cores)
    while compiled.turn != -1:
        seat = compiled.turn
        action = blockers_choice(compiled.seen_by(seat))
        assert action == blockers_choice(pure.seen_by(seat))
        assert compiled.is_legal(action)
        if action >= DRAW:
            assert compiled.legal()[0] == action, "it draws or passes only where it cannot play"
        following = on(compiled, action, rng)
        assert compiled.apply(following) == pure.apply(following) == 0


@given(deal=strategies.deals(table=False), seed=strategies.numbers)
@settings(max_examples=strategies.examples(0.5))
def test_both_choose_the_same_without_a_table(both: Cores, deal: Deal, seed: int) -> None:
    walk_both(both, deal, random.Random(seed))


@given(deal=strategies.deals(table=True, largest=12), seed=strategies.numbers)
@settings(max_examples=strategies.examples(0.3))
def test_both_choose_the_same_on_a_table(both: Cores, deal: Deal, seed: int) -> None:
    walk_both(both, deal, random.Random(seed))


@given(seed=strategies.numbers)
@settings(max_examples=strategies.examples(0.5))
def test_both_choose_the_same_in_presets(both: Cores, seed: int) -> None:
    rng = random.Random(seed)
    options = some_options(rng)
    walk_both(both, strategies.make_deal(options, rng, lawful_starter(options, rng)), rng)


@given(seed=strategies.numbers)
@settings(max_examples=strategies.examples(0.3))
def test_it_chooses_as_it_is_defined(core: Core, seed: int) -> None:
    """By fractions, sets of tiles and the oracle's table; at some of the decisions, since that is slow."""
    rng = random.Random(seed)
    options = some_options(rng)
    deal = strategies.make_deal(options, rng, lawful_starter(options, rng))
    state, pure, position = deal.state(core), deal.state(_pure), deal.oracle()
    looks = 0.15 if options.table else 0.5
    while state.turn != -1:
        action = blockers_choice(state.seen_by(state.turn))
        if rng.random() < looks and state.legal_count() < 60:
            assert action == yardstick.choice(pure, position, conclude(pure.seen_by(state.turn)))
        following = on(state, action, rng)
        for one in (state, pure):
            one.apply(following)
        position.apply(str(yardstick.decode(following)))


# ---- by the view alone ----


def shuffled(deal: Deal, state: Any, seat: int, rng: random.Random) -> Deal:
    """The same deal with all that the seat has not seen put together anew, at random."""
    hands, boneyard = state.seen_by(seat).dealt()
    known = {tile for tiles in (*hands, boneyard) for tile in tiles if tile != 255}
    flat = [text for tiles in (*deal.hands, deal.boneyard) for text in tiles]
    numbers = [tile for tiles in (*state.dealt()[0], state.dealt()[1]) for tile in tiles]
    laid_by_others = {entry[0] for entry in state.chain()} - known
    loose = [at for at, tile in enumerate(numbers) if tile not in known and tile not in laid_by_others]
    moved = rng.sample(loose, len(loose))
    mixed = list(flat)
    for here, there in zip(loose, moved, strict=True):
        mixed[here] = flat[there]
    rows = []
    for size in [*map(len, deal.hands), len(deal.boneyard)]:
        rows.append(tuple(mixed[:size]))
        mixed = mixed[size:]
    return Deal(deal.options, tuple(rows[:-1]), rows[-1], deal.starter, deal.scores)


def replayed(core: Core, deal: Deal, actions: Sequence[int]) -> Any:
    """The round again, or None where a hand could not have done this."""
    state = deal.state(core)
    return state if all(state.apply(action) == 0 for action in actions) else None


@given(seed=strategies.numbers)
@settings(max_examples=strategies.examples(0.3))
def test_what_the_seat_cannot_see_changes_nothing(core: Core, seed: int) -> None:
    rng = random.Random(seed)
    options = some_options(rng)
    deal = strategies.make_deal(options, rng, lawful_starter(options, rng))
    state = deal.state(core)
    while state.turn != -1:
        seat = state.turn
        view = state.seen_by(seat)
        action = blockers_choice(view)
        for _ in range(3):
            other = replayed(core, shuffled(deal, state, seat, rng), state.actions())
            if other is not None and other.seen_by(seat) == view:
                assert blockers_choice(other.seen_by(seat)) == action
        state.apply(on(state, action, rng))


def test_hidden_tiles_are_shuffled_in_that_test(core: Core) -> None:
    """Most such deals agree with the view early in a round, and they differ."""
    rng = random.Random(3)
    deal = strategies.make_deal(preset("draw", 3), rng, None)
    state = deal.state(core)
    for _ in range(4):
        state.apply(state.legal()[0])
    others = [replayed(core, shuffled(deal, state, state.turn, rng), state.actions()) for _ in range(200)]
    alike = [other for other in others if other and other.seen_by(state.turn) == state.seen_by(state.turn)]
    assert len({other.dealt() for other in alike}) > 10


@given(deal=strategies.deals(largest=9), seed=strategies.numbers)
@settings(max_examples=strategies.examples(0.2))
def test_choosing_changes_nothing(core: Core, deal: Deal, seed: int) -> None:
    """Not the view, nor the stream; and the same view leads to the same action again, from a copy too."""
    rng = random.Random(seed)
    state = deal.state(core)
    stream = core.Stream(bytes(32), 5)
    for _ in range(rng.randrange(30)):
        if state.turn != -1:
            state.apply(rng.choice(state.legal()))
    if state.turn == -1:
        return
    view = state.seen_by(state.turn)
    before = contract.observe(view)
    action = view.choose(BLOCKER, 0, 0, None)
    assert view.choose(BLOCKER, 0, 1000, stream, array.array("i", [0])) == action
    assert view.copy().choose(BLOCKER, 0, 0, stream) == action
    assert stream.position == 0
    assert contract.difference(contract.observe(view), before) == ""


# ---- what is refused ----

STREAM = "a stream"
FLAG = array.array("i", [0])
WRONG: list[tuple[Any, ...]] = [
    (-1, 0, 0, None),
    (99, 0, 0, None),
    (2**80, 0, 0, None),
    ("blocker", 0, 0, None),
    (0, 1, 0, None),
    (0, -1, 0, None),
    (0, 2**40, 0, None),
    (0, None, 0, None),
    (0, 0, -1, None),
    (0, 0, 1_000_001, None),
    (0, 0, 0.5, None),
    (1, 0, 0, None),
    (3, 6, 0, None),
    (0, 0, 0, 7),
    (0, 0, 0, "stream"),
    (0, 0, 0, None, 5),
    (0, 0, 0, None, array.array("i", [0, 0])),
    (0, 0, 0, None, array.array("d", [0])),
    (0, 0, 0, None, b"0000"),
    (0,),
    (0, 0, 0, STREAM, FLAG),
]


def with_stream(core: Core, arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(core.Stream(bytes(32), 0) if value is STREAM else value for value in arguments)


def test_both_refuse_alike(both: Cores) -> None:
    deal = strategies.make_deal(preset("draw", 3), random.Random(1), None)
    states = [deal.state(core) for core in both]
    for arguments in WRONG:
        for make in (lambda state: state.seen_by(state.turn), lambda state: state.seen_by((state.turn + 1) % 3)):
            told = [
                contract.outcome(make(state).choose, *with_stream(core, arguments))
                for core, state in zip(both, states, strict=True)
            ]
            if arguments != (0,):
                assert told[0] == told[1], arguments
            assert "Error" in told[0] or arguments == WRONG[-1]


def test_the_words_of_a_refusal(core: Core) -> None:
    deal = strategies.make_deal(preset("block", 2), random.Random(2), 0)
    state = deal.state(core)
    for view, arguments, words in (
        (state, (0, 0, 0, None), "choose needs a seat's view"),
        (state.seen_by(1), (0, 0, 0, None), "seat 0 is to act, not 1"),
        (state.seen_by(0), (-1, 0, 0, None), "there is no player number -1"),
        (state.seen_by(0), (0, 1, 0, None), "the level of blocker is 0 to 0"),
        (state.seen_by(0), (0, 0, -1, None), "the number of worlds is 0 to 1000000"),
    ):
        with pytest.raises(ValueError, match=f"^{words}$"):
            view.choose(*arguments)  # type: ignore[attr-defined]
    for player, words in ((0, "a stream is a Stream or None"), (3, "a stream is a Stream")):
        with pytest.raises(TypeError, match=f"^{words}$"):
            state.seen_by(0).choose(player, 0, 0, 1)  # type: ignore[attr-defined]
    while state.turn != -1:
        state.apply(state.legal()[0])
    with pytest.raises(ValueError, match=r"^the round is over$"):
        state.seen_by(0).choose(0, 0, 0, None)  # type: ignore[attr-defined]
    with pytest.raises(ValueError, match=r"^this State was never set up$"):
        core.State.__new__(core.State).choose(0, 0, 0, None)
