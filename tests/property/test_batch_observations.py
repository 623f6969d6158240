"""What a batch lets a seat see, made here again from ``seen_by`` and the actions that all have watched."""

from __future__ import annotations

import random
from array import array
from collections import defaultdict
from typing import Any

import pytest
from hypothesis import given, settings
from support import backends
from support.backends import Core, State
from support.options import PRESET_NAMES, PRESET_PLAYERS, Options, preset
from support.strategies import examples, numbers, options
from support.watcher import DRAW, Watcher

DEAL_KEY, SAMPLE_KEY = bytes(range(1, 33)), bytes(range(2, 34))
PASS = DRAW | 1


def make(core: Core, chosen: Options, n: int) -> Any:
    return core.Batch(chosen.spec(), n, DEAL_KEY, SAMPLE_KEY)


def watcher_of(chosen: Options) -> Watcher:
    return Watcher([chosen.hand_size] * chosen.players, voluntary=chosen.voluntary_draw)


def columns(view: State, watcher: Watcher, chosen: Options) -> list[int]:
    """The row of docs/waist.md for the seat whose view it is."""
    viewer, players, actions = view.viewer, chosen.players, view.actions()
    seats = [(viewer + k) % players for k in range(players)]
    ends = {end: (number, weight) for end, number, weight in view.ends()}
    laid = {entry[0] for entry in view.chain()}
    passes = next((k for k, action in enumerate(reversed(actions)) if action != PASS), len(actions))
    row = [int(tile in view.hand(viewer)) for tile in range(chosen.tiles)]
    row += [int(tile in laid) for tile in range(chosen.tiles)]
    row += [-1 if view.turn < 0 else seats.index(view.turn), seats.index(view.starter), view.boneyard_count, passes]
    row += [int(actions[-1:] == (DRAW,) and view.turn >= 0), view.reason]
    row += [view.hand_count(seat) for seat in seats]
    row += [view.points[seat] for seat in seats]
    names = range(4 if chosen.spinner else 2)
    row += [ends[end][0] if end in ends else -1 for end in names]
    if chosen.count_multiple:
        row += [ends[end][1] if end in ends else 0 for end in names]
    if chosen.table:
        row += [view.fits(end) for end in names]
    for seat in seats[1:]:
        row += [int(number in watcher.lacks[seat]) for number in range(chosen.max_pip + 1)]
    return row


def assert_holds(state: State, watcher: Watcher, row: list[int], viewer: int) -> None:
    """What the row says that another seat lacks is true of its hand, but for a tile just drawn."""
    max_pip, players = state.spec[1], state.players
    _, boneyard = state.dealt()
    for k in range(1, players):
        seat = (viewer + k) % players
        hand = set(state.hand(seat))
        if seat == state.turn and watcher.drawn:
            hand.discard(boneyard[len(boneyard) - state.boneyard_count - 1])
        start = len(row) - (players - k) * (max_pip + 1)
        for number in range(max_pip + 1):
            showing = {max(n, number) * (max(n, number) + 1) // 2 + min(n, number) for n in range(max_pip + 1)}
            assert not (row[start + number] and hand & showing)


def walk(core: Core, chosen: Options, seed: int, steps: int) -> None:
    rng = random.Random(seed)
    batch = make(core, chosen, 2)
    watchers = [watcher_of(chosen) for _ in range(2)]
    for _ in range(steps):
        rows = {seat: batch.observe(seat).tolist() for seat in range(chosen.players)}
        by_default = batch.observe()
        assert by_default is batch.observations
        for i, watcher in enumerate(watchers):
            state = batch.state(i)
            for seat, found in rows.items():
                assert found[i] == columns(state.seen_by(seat), watcher, chosen)
                assert_holds(state, watcher, found[i], seat)
            assert by_default.tolist()[i] == rows[max(state.turn, 0)][i]
        batch.sample()
        actions = array("i", batch.sampled)
        if rng.random() < 0.2:
            actions[rng.randrange(2)] = rng.choice([-1, -2, 0, batch.action_count])
        states = [batch.state(i) for i in range(2)]
        batch.step(actions)
        for i, state in enumerate(states):
            if actions[i] != -1 and batch.errors[i] == 0:
                watchers[i].watch(state.seen_by(0), batch.codes[actions[i]])


def test_each_preset(core: Core) -> None:
    for name in PRESET_NAMES:
        for players in PRESET_PLAYERS[name]:
            walk(core, preset(name, players), players, 60)


@given(chosen=options(largest=9), seed=numbers)
@settings(max_examples=examples(0.4))
def test_any_rules(core: Core, chosen: Options, seed: int) -> None:
    walk(core, chosen, seed, 25)


@given(chosen=options(), seed=numbers)
@settings(max_examples=examples(0.1))
def test_any_set(core: Core, chosen: Options, seed: int) -> None:
    walk(core, chosen, seed, 6)


TINY = [
    Options(players=2, max_pip=2, hand_size=2, opening_tile="free"),
    Options(players=2, max_pip=2, hand_size=2, draw="one", voluntary_draw=True, opening="random"),
    Options(players=3, max_pip=2, hand_size=1, table=(8, 9), spinner="first-double", count_multiple=3),
    Options(players=4, max_pip=2, hand_size=1, draw="never", partners=True, scoring="team-all", opening="random"),
]


@pytest.mark.parametrize("chosen", TINY, ids=range(len(TINY)))
def test_deals_that_a_seat_cannot_tell_apart_look_the_same(core: Core, chosen: Options) -> None:
    """Many deals of few tiles: wherever two seats' views are equal, so are their rows, whatever lies hidden."""
    n = 1500 if core.BACKEND == "c" else 150
    batch = make(core, chosen, n)
    different = 0
    for _ in range(6):
        states = [batch.state(i) for i in range(n)]
        for seat in range(chosen.players):
            rows = batch.observe(seat).tolist()
            alike: dict[Any, list[int]] = defaultdict(list)
            for i, state in enumerate(states):
                if state.turn >= 0:
                    alike[state.seen_by(seat)].append(i)
            for group in alike.values():
                assert all(rows[i] == rows[group[0]] for i in group)
                different += len({states[i] for i in group}) - 1
        batch.step(batch.sample())
    assert different > n / 5


def test_the_size_is_that_of_the_rows() -> None:
    for name in backends.under_test():
        core = backends.load(name)
        for chosen in (*TINY, *(preset(name) for name in PRESET_NAMES)):
            batch = make(core, chosen, 1)
            row = columns(batch.state(0).seen_by(0), watcher_of(chosen), chosen)
            assert batch.observation_size == len(row) == batch.observations.shape[1]
