"""A State as a Python object: equality, hash, pickle, copies, subclasses and what was never set up."""

from __future__ import annotations

import copy
import importlib
import os
import pickle
import random
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import contract, strategies
from support.backends import MODULES, Core, State, under_test
from support.cases import Deal
from support.options import preset

Cores = tuple[Core, Core]
SPEC = preset("all-fives", 2, table=(20, 20), hand_size=3).spec()


def some_state(core: Core, seed: int = 3, steps: int = 6) -> State:
    rng = random.Random(seed)
    state = strategies.make_deal(preset("all-fives", 2, table=(20, 20)), rng, 0).state(core)
    for _ in range(steps):
        if state.turn != -1:
            state.apply(rng.choice(state.legal()))
    return state


def payload_of(state: Any) -> Any:
    return state.__reduce__()[1][1]


def fnv(payload: Any) -> int:
    """The hash by its definition: FNV-1a, a number at a time, then three bits off."""
    spec, hands, boneyard, starter, forced, scores, viewer, actions = payload
    numbers = [*spec]
    for hand in hands:
        numbers += [len(hand), *hand]
    h = 0xCBF29CE484222325
    for number in [*numbers, *boneyard, starter, forced, *scores, viewer, *actions]:
        h = (h ^ (number % 2**64)) * 0x100000001B3 % 2**64
    return h >> 3


def test_hash_is_that_of_the_payload(core: Core) -> None:
    for steps in range(30):
        state = some_state(core, steps=steps)
        assert hash(state) == fnv(payload_of(state))
        assert hash(state.seen_by(1)) == fnv(payload_of(state.seen_by(1)))


@pytest.mark.parametrize("name", under_test())
def test_hash_and_payload_do_not_depend_on_the_hash_seed(name: str) -> None:
    program = (
        f"import {MODULES[name]} as core\n"
        f"state = core.State.deal({SPEC}, bytes(32), 1, -1)\n"
        "for _ in range(8):\n"
        "    if state.turn != -1: state.apply(state.legal()[-1])\n"
        "print(hash(state), state.__reduce__()[1][1], [hash(state.seen_by(seat)) for seat in (0, 1)])"
    )
    outputs = set()
    for seed in ("0", "1", "4711"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run(
            [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
        )
        outputs.add(done.stdout)
    assert len(outputs) == 1


def test_equality(core: Core) -> None:
    hands, boneyard = ((0, 1, 2), (3, 4, 5)), (6, 7)
    state = core.State(SPEC, hands, boneyard, 0)
    assert state == core.State(SPEC, hands, boneyard, 0)
    assert not state != core.State(SPEC, hands, boneyard, 0)
    others = [
        core.State((*SPEC[:17], 99, SPEC[18]), hands, boneyard, 0),
        core.State(SPEC, (hands[1], hands[0]), boneyard, 0),
        core.State(SPEC, ((1, 0, 2), (3, 4, 5)), boneyard, 0),
        core.State(SPEC, hands, (7, 6), 0),
        core.State(SPEC, hands, (6,), 0),
        core.State(SPEC, hands, boneyard, 1),
        core.State(SPEC, hands, boneyard, 0, (5, 0)),
        state.seen_by(0),
        state.seen_by(1),
    ]
    played = state.copy()
    played.apply(played.legal()[0])
    others.append(played)
    for number, other in enumerate(others):
        assert state != other, number
        assert not state == other, number
    assert state.__eq__(3) is NotImplemented
    assert state != 3
    assert (state == None) is False  # noqa: E711 - the operator is what is tested
    for name in ("__lt__", "__le__", "__gt__", "__ge__"):
        assert getattr(state, name)(state) is NotImplemented
    undone = played.copy()
    undone.undo()
    assert (undone, hash(undone)) == (state, hash(state))


def test_a_forced_opening_differs_from_a_free_one(core: Core) -> None:
    spec = preset("draw", 2).spec()
    forced = core.State(spec, ((0, 1), (2, 3)), (), -1)
    free = core.State(spec, ((0, 1), (2, 3)), (), 1)
    assert (forced.turn, free.turn) == (1, 1)
    assert forced != free


def test_states_of_two_backends_are_not_equal(both: Cores) -> None:
    first, second = (some_state(core) for core in both)
    assert first != second
    assert hash(first) == hash(second)


def test_repr(core: Core) -> None:
    state = core.State(SPEC, ((0, 1, 2), (3, 4, 5)), (6, 7), 1)
    assert repr(state) == "<State of 2 players, 0 actions, turn 1>"
    state.apply(state.legal()[0])
    assert repr(state) == "<State of 2 players, 1 actions, turn 0>"


def subclass(core: Core) -> Any:
    """A subclass that pickle finds by name in this module."""
    name = f"Tagged_{core.BACKEND}"
    if name not in globals():
        made = type(name, (core.State,), {"__module__": __name__, "shout": lambda self: f"seat {self.turn}!"})
        globals()[name] = made
    return globals()[name]


def test_subclasses(core: Core) -> None:
    cls = subclass(core)
    state = cls(SPEC, ((0, 1, 2), (3, 4, 5)), (6, 7), 1)
    state.tag = ["kept"]
    assert state.shout() == "seat 1!"
    made_by = [copy.copy(state), copy.deepcopy(state)]
    if (
        importlib.import_module("dominoes._backend").State is core.State
    ):  # a pickle names the subclass, and so its backend
        made_by.append(pickle.loads(pickle.dumps(state)))
    for made in made_by:
        assert type(made) is cls
        assert made.tag == ["kept"]
        assert made == state
        made.apply(made.legal()[0])
        assert made != state
    assert copy.copy(state).tag is state.tag
    assert copy.deepcopy(state).tag is not state.tag
    assert type(state.copy()) is cls
    assert type(cls.deal(SPEC, bytes(32), 0, 0)) is cls
    assert isinstance(state.seen_by(0), core.State)
    restored = core.restore(cls, payload_of(state))
    assert (type(restored), restored) == (cls, state)


def test_a_plain_state_has_no_room_for_attributes(both: Cores) -> None:
    def tag(core: Core) -> None:
        some_state(core).tag = 1  # type: ignore[attr-defined]

    first, second = (contract.outcome(tag, core).split(":")[0] for core in both)
    assert first == second == "builtins.AttributeError"


@pytest.mark.parametrize("field", [*contract.FIELDS])
def test_fields_cannot_be_set(core: Core, field: str) -> None:
    state = some_state(core)
    with pytest.raises(AttributeError):
        setattr(state, field, 0)


def call_of(thing: Any, name: str, *arguments: Any) -> Any:
    return getattr(thing, name)(*arguments)


def test_never_set_up(core: Core) -> None:
    """Bare ``__new__`` crashes nothing: everything but repr says what is wrong."""
    bare = core.State.__new__(core.State)
    assert repr(bare) == "<State not set up>"
    calls: list[tuple[str, tuple[Any, ...]]] = [(name, ()) for name in contract.CALLS]
    calls += [(name, (0,)) for name in (*contract.PER_SEAT, *contract.PER_END)]
    calls += [
        (name, (0,)) for name in ("is_legal", "explain", "apply", "apply_unchecked", "squares", "seen_by", "perft")
    ]
    calls += [(name, ()) for name in ("undo", "copy", "__copy__", "__reduce__", "__hash__")]
    calls += [("__deepcopy__", ({},)), ("__eq__", (bare,)), ("playouts", (bytes(32), 0, 0, *[bytearray()] * 7))]
    calls += [(name, (0, 0, 1, 1)) for name in ("edge_blocked", "collides")]
    text = "builtins.ValueError: this State was never set up"
    for name, arguments in calls:
        assert contract.outcome(call_of, bare, name, *arguments) == text, name
    for field in contract.FIELDS:
        assert contract.outcome(getattr, bare, field) == text, field
    assert contract.outcome(pickle.dumps, bare) == text
    assert contract.outcome(copy.copy, bare) == text


def test_set_up_only_once(both: Cores) -> None:
    """A second ``__init__``, or a failed one, is the same on both."""
    outcomes = []
    for core in both:
        state = core.State(SPEC, ((0, 1, 2), (3, 4, 5)), (6, 7), 1)
        outcomes.append(contract.outcome(state.__init__, SPEC, ((9, 1, 2), (3, 4, 5)), (6, 7), 0))
        outcomes.append(repr(sorted(contract.observe(state).items())))
        outcomes.append(contract.outcome(state.__init__, SPEC, ((9,), (9,)), (6, 7), 0))
        outcomes.append(repr(sorted(contract.observe(state).items())))
    assert outcomes[:4] == outcomes[4:]


class TestRestore:
    """``restore`` checks everything: a pickle may have been written by anyone."""

    @given(deal=strategies.deals(largest=6), seed=strategies.numbers)
    @settings(max_examples=strategies.examples(0.5))
    def test_good_payloads(self, core: Core, deal: Deal, seed: int) -> None:
        rng = random.Random(seed)
        state = deal.state(core)
        for _ in range(rng.randrange(40)):
            if state.turn != -1:
                state.apply(rng.choice(state.legal()))
        for made in (state, *(state.seen_by(seat) for seat in range(state.players))):
            restored = core.restore(None, payload_of(made))
            assert restored == made
            assert contract.difference(contract.observe(restored), contract.observe(made)) == ""

    @pytest.mark.parametrize(
        "payload", [None, (), 3, "x", (1,) * 8, (1,) * 7, (None,) * 8, [()] * 8, ((),) * 8], ids=repr
    )
    def test_what_is_no_payload(self, both: Cores, payload: Any) -> None:
        first, second = (contract.outcome(core.restore, None, payload) for core in both)
        assert first == second
        assert first.split(":")[0] in ("builtins.ValueError", "builtins.TypeError", "dominoes.errors.DealError")

    @given(seed=strategies.numbers, where=st.integers(0, 7), data=st.data(), view=st.booleans())
    @settings(max_examples=strategies.examples(2))
    def test_changed_payloads(self, both: Cores, seed: int, where: int, data: st.DataObject, view: bool) -> None:
        """Restored alike or refused alike, with a ValueError or TypeError and never a crash."""
        state = some_state(both[1], seed, seed % 12)
        payload = list(payload_of(state.seen_by(seed % 2) if view else state))
        payload[where] = data.draw(changed(payload[where]))
        outcomes = []
        for core in both:
            made = contract.outcome(lambda core=core: contract.observe(core.restore(None, tuple(payload))))
            outcomes.append(made)
        assert outcomes[0] == outcomes[1]
        kind = outcomes[0].split(":")[0]
        assert outcomes[0].startswith("{") or kind in (
            "builtins.ValueError",
            "builtins.TypeError",
            "dominoes.errors.DealError",
        )

    def test_an_illegal_action_in_a_payload(self, core: Core) -> None:
        payload = payload_of(some_state(core))
        for actions in (
            (5 << 11,),
            (*payload[7], 5 << 11 | 1),
            (*payload[7], -1),
            (*payload[7], 2**40),
            payload[7][1:],
        ):
            with pytest.raises(ValueError):
                core.restore(None, (*payload[:7], actions))

    @pytest.mark.parametrize("cls", [int, object, 3, "State", dict], ids=repr)
    def test_a_class_that_is_no_state(self, both: Cores, cls: Any) -> None:
        outcomes = [contract.outcome(core.restore, cls, payload_of(some_state(core))) for core in both]
        assert outcomes[0].split(":")[0] == outcomes[1].split(":")[0]
        assert outcomes[0].startswith("builtins.")


small = st.one_of(st.integers(-3, 30), st.sampled_from((255, 256, -1, 2**31, 2**70)))


def changed(part: Any) -> st.SearchStrategy[Any]:
    """Another value for one part of a payload: one number in it changed, one left out, or something else entirely."""
    junk = st.one_of(small, st.none(), st.just(()), st.text(max_size=2), st.tuples(small, small))
    if not isinstance(part, tuple) or not part:
        return junk
    index = st.integers(0, len(part) - 1)
    replaced = st.tuples(index, changed(part[0]) if isinstance(part[0], tuple) else small).map(
        lambda pair: (*part[: pair[0]], pair[1], *part[pair[0] + 1 :])
    )
    shortened = index.map(lambda at: (*part[:at], *part[at + 1 :]))
    lengthened = small.map(lambda value: (*part, value))
    return st.one_of(replaced, shortened, lengthened, st.permutations(part).map(tuple), junk)
