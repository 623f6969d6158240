"""Batch playouts of each backend against the definition in docs/waist.md, and with every wrong kind of buffer."""

from __future__ import annotations

import random
from array import array
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import contract, stream
from support.backends import Core, State
from support.cases import Deal
from support.options import PRESET_NAMES, PRESET_PLAYERS, Options, preset
from support.policies import MAX_WEIGHT, Policy, played_out, policy_of, watcher_of
from support.strategies import deals, examples, numbers, options
from support.watcher import Watcher

Cores = tuple[Core, Core]
KEY = bytes(range(32))
NAMES = ("points", "winner", "reason", "starter", "plays", "draws", "passes")


def buffers(count: int, players: int, fill: int = -7) -> list[Any]:
    return [array("i", [fill]) * (count * players if name == "points" else count) for name in NAMES]


def rows(made: list[Any], players: int) -> list[tuple[Any, ...]]:
    """One tuple a round: points, winner, reason, starter, plays, draws, passes."""
    points = [tuple(made[0][start : start + players]) for start in range(0, len(made[0]), players)]
    return list(zip(points, *made[1:], strict=True))


def by_definition(
    core: Core, chosen: Options, key: bytes, number: int, policy: Policy | None = None
) -> tuple[Any, ...]:
    source = stream.Stream(key, number)
    tiles = list(range(chosen.tiles))
    source.shuffle(tiles)
    size = chosen.hand_size
    hands = tuple(tuple(tiles[seat * size : seat * size + size]) for seat in range(chosen.players))
    starter = source.below(chosen.players) if chosen.opening == "random" else -1
    state = core.State(chosen.spec(), hands, tiles[size * chosen.players :], starter)
    return played_out(state, source, watcher_of(state), policy)


def walked(core: Core, deal: Deal, seed: int, most: int) -> tuple[State, Watcher]:
    """A position some random actions into a round, and who has watched it all."""
    rng, state = random.Random(seed), deal.state(core)
    watcher = watcher_of(state)
    for _ in range(rng.randrange(most)):
        if state.turn != -1:
            action = rng.choice(state.legal())
            watcher.watch(state, action)
            state.apply(action)
    return state, watcher


def rows_by_definition(
    state: State, watcher: Watcher, seed: int, n: int, policy: Policy | None = None
) -> list[tuple[Any, ...]]:
    return [played_out(state.copy(), stream.Stream(KEY, seed + i), deepcopy(watcher), policy) for i in range(n)]


def test_each_preset(core: Core) -> None:
    for name in PRESET_NAMES:
        for players in PRESET_PLAYERS[name]:
            chosen = preset(name, players)
            made = buffers(4, players)
            core.playouts(chosen.spec(), KEY, 11, 4, *made)
            assert rows(made, players) == [by_definition(core, chosen, KEY, 11 + i) for i in range(4)]


@given(chosen=options(largest=9), first=numbers)
@settings(max_examples=examples(0.5))
def test_any_rules(core: Core, chosen: Options, first: int) -> None:
    made = buffers(2, chosen.players)
    core.playouts(chosen.spec(), KEY, first, 2, *made)
    assert rows(made, chosen.players) == [by_definition(core, chosen, KEY, first + i) for i in range(2)]


@given(deal=deals(largest=9), seed=numbers)
@settings(max_examples=examples(0.5))
def test_from_a_position(core: Core, deal: Deal, seed: int) -> None:
    """Plays, draws and passes count what came after the position; the position stays as it was."""
    state, watcher = walked(core, deal, seed, 20)
    before = contract.observe(state)
    made = buffers(3, state.players)
    state.playouts(KEY, seed, 3, *made)
    assert contract.difference(contract.observe(state), before) == ""
    assert rows(made, state.players) == rows_by_definition(state, watcher, seed, 3)


weights = st.one_of(st.integers(-3, 3), st.integers(-MAX_WEIGHT, MAX_WEIGHT), st.just(0))
noises = st.one_of(st.just(0), st.integers(0, 5), st.integers(0, MAX_WEIGHT))
policies = st.one_of(
    st.sampled_from(
        [
            policy_of(pips=1),
            policy_of(),
            (-1, 5, 2, 3, 7, 4, 0, 0, 0),
            (2, 10, 5, 2, 0, 0, 300, 0, 0),
            (3, 10, 5, 8, 0, 0, 180, -100, 52),
            (MAX_WEIGHT,) * 9,
            (*(-MAX_WEIGHT,) * 5, MAX_WEIGHT, *(-MAX_WEIGHT,) * 3),
        ]
    ),
    st.tuples(weights, weights, weights, weights, weights, noises, weights, weights, weights),
)


@given(chosen=options(largest=7), policy=policies, first=numbers)
@settings(max_examples=examples(0.5))
def test_weighted_playouts(core: Core, chosen: Options, policy: Policy, first: int) -> None:
    made = buffers(2, chosen.players)
    core.playouts(chosen.spec(), KEY, first, 2, *made, policy)
    assert rows(made, chosen.players) == [by_definition(core, chosen, KEY, first + i, policy) for i in range(2)]


@given(deal=deals(largest=7), policy=policies, seed=numbers)
@settings(max_examples=examples(0.5))
def test_weighted_playouts_from_a_position(core: Core, deal: Deal, policy: Policy, seed: int) -> None:
    state, watcher = walked(core, deal, seed, 25)
    made = buffers(2, state.players)
    state.playouts(KEY, seed, 2, *made, policy)
    assert rows(made, state.players) == rows_by_definition(state, watcher, seed, 2, policy)


@given(chosen=options(), policy=st.one_of(st.none(), policies))
@settings(max_examples=examples(0.7))
def test_both_backends_play_the_same(both: Cores, chosen: Options, policy: Policy | None) -> None:
    results = []
    for core in both:
        made = buffers(3, chosen.players)
        core.playouts(chosen.spec(), KEY, 2**64 - 3, 3, *made, policy)
        results.append(rows(made, chosen.players))
    assert results[0] == results[1]


@given(chosen=options(largest=6), seed=numbers, steps=st.integers(0, 12))
@settings(max_examples=examples(0.5))
def test_many_at_once_are_the_same_as_one_at_a_time(core: Core, chosen: Options, seed: int, steps: int) -> None:
    """A core may play many rounds side by side: no row may tell."""
    count, first = 37, seed % 2**63
    made, single = buffers(count, chosen.players), []
    core.playouts(chosen.spec(), KEY, first, count, *made)
    for number in range(first, first + count):
        row = buffers(1, chosen.players)
        core.playouts(chosen.spec(), KEY, number, 1, *row)
        single += rows(row, chosen.players)
    assert rows(made, chosen.players) == single
    state = core.State.deal(chosen.spec(), KEY, first % 1000, 0 if chosen.opening == "random" else -1)
    for _ in range(steps):
        if state.turn != -1:
            state.apply(state.legal()[seed % state.legal_count()])
    made, single = buffers(count, chosen.players), []
    state.playouts(KEY, first, count, *made)
    for number in range(first, first + count):
        row = buffers(1, chosen.players)
        state.playouts(KEY, number, 1, *row)
        single += rows(row, chosen.players)
    assert rows(made, chosen.players) == single


WRONG_POLICIES: list[Any] = [
    (),
    (1, 2, 3, 4, 5, 6),
    (1, 2, 3, 4, 5, 6, 7, 8),
    (1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
    policy_of(pips=MAX_WEIGHT + 1),
    policy_of(pips=-MAX_WEIGHT - 1),
    policy_of(points=2**70),
    policy_of(noise=-1),
    policy_of(noise=MAX_WEIGHT + 1),
    policy_of(next=MAX_WEIGHT + 1),
    policy_of(partner=-MAX_WEIGHT - 1),
    policy_of(previous=2**31),
    (0, 0, 0, 0, 0, 0.5, 0, 0, 0),
    (0, 0, 0, 0, 0, 0, 0.5, 0, 0),
    (1.5,) * 9,
    (0, "1", 0, 0, 0, 0, 0, 0, 0),
    7,
    "random",
    False,
]


@pytest.mark.parametrize("policy", WRONG_POLICIES, ids=repr)
def test_wrong_policies_are_refused_alike(both: Cores, policy: Any) -> None:
    outcomes = []
    for core in both:
        made = buffers(3, 2)
        state = core.State(preset("draw", 2).spec(), ((0, 1), (2, 3)), (4, 5), 0)
        outcomes.append(contract.outcome(core.playouts, preset("draw", 2).spec(), KEY, 0, 3, *made, policy))
        outcomes.append(contract.outcome(state.playouts, KEY, 0, 3, *made, policy))
        assert made == buffers(3, 2)
    assert outcomes[0] == outcomes[1] == outcomes[2] == outcomes[3]
    assert outcomes[0].split(":")[0] in ("builtins.ValueError", "builtins.TypeError")


def test_what_is_said_of_a_wrong_policy(core: Core) -> None:
    spec = preset("draw", 2).spec()
    names = "pips, is_double, matches, variety, points, noise, next, partner, previous"
    with pytest.raises(ValueError, match=f"^a policy is None or 9 weights: {names}$"):
        core.playouts(spec, KEY, 0, 1, *buffers(1, 2), (1, 0, 0, 0, 0, 0))
    for name in names.split(", "):
        least = 0 if name == "noise" else -MAX_WEIGHT
        for wrong in (least - 1, MAX_WEIGHT + 1):
            with pytest.raises(ValueError, match=f"^the weight {name} is {least} to 1000000$"):
                core.playouts(spec, KEY, 0, 1, *buffers(1, 2), policy_of(**{name: wrong}))
        core.playouts(spec, KEY, 0, 1, *buffers(1, 2), policy_of(**{name: least}))


def test_redeals_and_a_drawn_opener_share_the_stream(both: Cores) -> None:
    spec = preset("all-fives", 4, redeal_doubles=2).spec()
    results = []
    for core in both:
        made = buffers(20, 4)
        core.playouts(spec, KEY, 0, 20, *made)
        results.append(rows(made, 4))
        for number in range(20):
            hands, _ = core.deal(spec, KEY, number)
            assert all(len({0, 2, 5, 9, 14, 20, 27} & set(hand)) < 2 for hand in hands)
    assert results[0] == results[1]
    assert len({row[3] for row in results[0]}) == 4


def test_none_at_all(core: Core) -> None:
    core.playouts(preset("draw", 2).spec(), KEY, 0, 0, *buffers(0, 2))


def test_memory_of_other_kinds(core: Core) -> None:
    """Anything with the buffer of C ints that is asked for: rows of points, bytes cast."""
    expected = buffers(3, 2)
    core.playouts(preset("draw", 2).spec(), KEY, 0, 3, *expected)
    made = buffers(3, 2)
    views = [memoryview(one) for one in made]
    views[0] = views[0].cast("B").cast("i", (3, 2))
    core.playouts(preset("draw", 2).spec(), KEY, 0, 3, *views)
    assert made == expected


def wrong_buffers(count: int, players: int, which: int) -> list[tuple[str, Any]]:
    """Buffers that may not stand at that place."""
    size = count * players if which == 0 else count
    return [
        ("too short", array("i", [-7] * (size - 1))),
        ("too long", array("i", [-7] * (size + 1))),
        ("empty", array("i")),
        ("long long", array("q", [-7] * size)),
        ("unsigned", array("I", [7] * size)),
        ("short", array("h", [-7] * size)),
        ("double", array("d", [-7.0] * size)),
        ("float", array("f", [-7.0] * size)),
        ("bytes of the same length", bytearray(4 * size)),
        ("read-only", memoryview(array("i", [-7] * size)).toreadonly()),
        ("strided", memoryview(array("i", [-7] * (2 * size)))[::2]),
        ("reversed", memoryview(array("i", [-7] * size))[::-1]),
        ("list", [-7] * size),
        ("None", None),
        ("text", "x" * size),
        ("bytes", bytes(4 * size)),
    ]


@pytest.mark.parametrize("which", range(7), ids=NAMES)
def test_wrong_buffers_are_refused_and_nothing_is_written(core: Core, both: Cores, which: int) -> None:
    spec = preset("draw", 2).spec()
    state = core.State(spec, ((0, 1), (2, 3)), (4, 5), 0)
    other = both[0].State(spec, ((0, 1), (2, 3)), (4, 5), 0)
    for kind, wrong in wrong_buffers(3, 2, which):
        made = buffers(3, 2)
        untouched = buffers(3, 2)
        made[which] = wrong
        shown = contract.outcome(bytes, wrong)
        calls = ((core.playouts, both[0].playouts, (spec, KEY, 0, 3)), (state.playouts, other.playouts, (KEY, 0, 3)))
        for ours, theirs, arguments in calls:
            outcome = contract.outcome(ours, *arguments, *made)
            assert outcome.split(":")[0] in ("builtins.ValueError", "builtins.TypeError", "builtins.BufferError"), kind
            assert outcome == contract.outcome(theirs, *arguments, *made), kind
            assert [made[i] for i in range(7) if i != which] == [untouched[i] for i in range(7) if i != which], kind
            assert contract.outcome(bytes, wrong) == shown, kind


WRONG: list[tuple[Any, ...]] = [
    (bytes(31), 0, 3),
    (None, 0, 3),
    ("x" * 32, 0, 3),
    (KEY, -1, 3),
    (KEY, 2**64, 3),
    (KEY, "0", 3),
    (KEY, 0, -1),
    (KEY, 0, 2),
    (KEY, 0, 4),
    (KEY, 0, None),
    (KEY, 0, 2**40),
    (KEY, 0, 2**70),
    (KEY, 1.5, 3),
]


@pytest.mark.parametrize("arguments", WRONG, ids=repr)
def test_wrong_keys_and_numbers_are_refused_alike(both: Cores, arguments: tuple[Any, ...]) -> None:
    spec = preset("draw", 2).spec()
    outcomes = []
    for core in both:
        made = buffers(3, 2)
        state = core.State(spec, ((0, 1), (2, 3)), (4, 5), 0)
        outcomes.append(contract.outcome(core.playouts, spec, *arguments, *made))
        outcomes.append(contract.outcome(state.playouts, *arguments, *made))
        assert made == buffers(3, 2)
    assert outcomes[0] == outcomes[2]
    assert outcomes[1] == outcomes[3]
    assert all(outcome.startswith("builtins.") for outcome in outcomes)


def test_numbers_past_the_last(both: Cores) -> None:
    """Numbers are 64-bit words; what happens where first + n passes the last is the same on both."""
    spec = preset("draw", 2).spec()
    outcomes = []
    for core in both:
        made = buffers(3, 2)
        outcomes.append((contract.outcome(core.playouts, spec, KEY, 2**64 - 1, 3, *made), rows(made, 2)))
    assert outcomes[0] == outcomes[1]


@pytest.mark.parametrize("n", [1 << 31, 1 << 62, (1 << 63) - 1])
def test_the_size_of_absurdly_many_rows_is_told(core: Core, n: int) -> None:
    with pytest.raises(ValueError, match=f"^points must be a writable, C-contiguous buffer of {4 * n} C ints$"):
        core.playouts(preset("partnership", 4).spec(), KEY, 0, n, *buffers(0, 4))
