"""Weights that block: positions worked out by hand, and every preset against the definition where seats lack much."""

from __future__ import annotations

import random
from array import array
from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest
from support import stream
from support.backends import Core, State
from support.notation import encode, tile_number
from support.options import PRESET_NAMES, PRESET_PLAYERS, Options, preset
from support.policies import Policy, played_out, policy_of, watcher_of
from support.watcher import Watcher

KEY = bytes(range(7, 39))


def outcomes(state: State, policy: Policy, n: int = 1, first: int = 0) -> list[tuple[Any, ...]]:
    """Points, winner, reason, starter, plays, draws and passes of rounds played out from a position."""
    made = [array("i", [-7]) * (n * (state.players if i == 0 else 1)) for i in range(7)]
    state.playouts(KEY, first, n, *made, policy)
    points = [tuple(made[0][row * state.players : (row + 1) * state.players]) for row in range(n)]
    return list(zip(points, *made[1:], strict=True))


def position(core: Core, chosen: Options, hands: list[str], boneyard: str, actions: str) -> State:
    """Tiles as words; seat 0 leads; then the actions."""
    dealt = [[tile_number(tile) for tile in hand.split()] for hand in hands]
    state = core.State(chosen.spec(), dealt, [tile_number(tile) for tile in boneyard.split()], 0)
    for action in actions.split():
        assert state.apply(encode(action)) == 0
    return state


def choice(state: State, policy: Policy, *plays: str) -> str:
    """Which of these plays the policy makes: the one that leads to the same end, by one play more."""
    (found,) = outcomes(state, policy)
    matching = []
    for play in plays:
        after = state.copy()
        assert after.apply(encode(play)) == 0
        (row,) = outcomes(after, policy)
        if found == (*row[:4], row[4] + 1, *row[5:]):
            matching.append(play)
    (play,) = matching
    return play


SMALL = Options(players=2, max_pip=3, hand_size=2, draw="never", opening_tile="free")


def test_an_opening_worked_out(core: Core) -> None:
    """Seat 1 holds two of the eight tiles that seat 0 does not.

    Three of them answer 3-3, so that the chance of none is 5/8 x 4/7 = 10/28: 23405 by whole numbers. Six answer 2-1:
    2/8 x 1/7 = 1/28, or 2340. The difference outweighs the three pips from 10 times on, since 9 x 21065 < 3 x 65536.
    """
    state = position(core, SMALL, ["2-1 3-3", "0-0 3-0"], "1-0 1-1 2-0 2-2 3-1 3-2", "")
    assert choice(state, policy_of(pips=-1, next=9), "2-1", "3-3") == "2-1"
    assert choice(state, policy_of(pips=-1, next=10), "2-1", "3-3") == "3-3"


def test_a_pass_is_remembered(core: Core) -> None:
    """Seat 1 has passed at 2 and 2, so that its two tiles are of 0-0 1-0 1-1 3-1.

    One answers 3-2 (3/4 x 2/3 = 1/2), two answer 2-0 (2/4 x 1/3 = 1/6, or 10922): 9 x 21846 > 3 x 65536 is enough to
    part with three pips more. Without the pass it would take 16 times 3/10 - 1/10.
    """
    hands, boneyard = ["2-2 2-0 3-0 3-2 3-3", "1-0 1-1"], "0-0 2-1 3-1"
    state = position(core, SMALL, hands, boneyard, "2-2 pass")
    assert choice(state, policy_of(pips=-1, next=8), "2-0@L", "3-2@L") == "2-0@L"
    assert choice(state, policy_of(pips=-1, next=9), "2-0@L", "3-2@L") == "3-2@L"


@pytest.mark.parametrize(
    ("players", "name", "enough"),
    [(2, "next", 9), (3, "next", 9), (3, "previous", 10), (4, "next", 9), (4, "partner", 10), (4, "previous", 17)],
)
def test_each_seat_has_its_own_weight(core: Core, players: int, name: str, enough: int) -> None:
    """The same two openings; the seats after the mover hold 1, 2 and 3 tiles.

    For 1 tile the chances are 5/8 and 2/8: 8 times makes up for three pips, and the first of equals is 2-1. For 3 tiles
    they are 10/56 and 0, 11702 by whole numbers.
    """
    chosen = replace(SMALL, players=players)
    others = ["0-0", "1-0 3-0", "1-1 2-0 2-2"]
    boneyard = " ".join(["3-1 3-2", *others[players - 1 :]])
    state = position(core, chosen, ["2-1 3-3", *others[: players - 1]], boneyard, "")
    assert choice(state, policy_of(pips=-1, **{name: enough - 1}), "2-1", "3-3") == "2-1"
    assert choice(state, policy_of(pips=-1, **{name: enough}), "2-1", "3-3") == "3-3"


@pytest.mark.parametrize(("players", "name"), [(2, "partner"), (2, "previous"), (3, "partner")])
def test_weights_of_seats_that_are_not_there(core: Core, players: int, name: str) -> None:
    for preset_name in ("draw", "block", "all-fives"):
        state = core.State.deal(preset(preset_name, players).spec(), KEY, 5, 0)
        plain = policy_of(pips=2, is_double=3, noise=4)
        weighed = policy_of(pips=2, is_double=3, noise=4, **{name: 999})
        assert outcomes(state, plain, 20) == outcomes(state, weighed, 20)


BLOCKING = policy_of(pips=1, is_double=3, matches=2, variety=2, noise=3, next=900, partner=-500, previous=300)


def late(core: Core, chosen: Options, rng: random.Random, number: int) -> tuple[State, Watcher]:
    """A position where two seats are known to lack something, or 25 actions have been done."""
    state = core.State.deal(chosen.spec(), KEY, number, number % chosen.players)
    watcher = watcher_of(state)
    while state.turn != -1 and state.action_count < 25 and sum(map(bool, watcher.lacks)) < 2:
        action = rng.choice(state.legal())
        watcher.watch(state, action)
        state.apply(action)
    return state, watcher


def by_definition(state: State, watcher: Watcher) -> list[tuple[Any, ...]]:
    return [played_out(state.copy(), stream.Stream(KEY, i), deepcopy(watcher), BLOCKING) for i in range(3)]


@pytest.mark.parametrize(("name", "players"), [(name, p) for name in PRESET_NAMES for p in PRESET_PLAYERS[name]])
def test_positions_where_seats_lack_much(core: Core, name: str, players: int) -> None:
    """By the definition; and who had not watched so far would choose otherwise."""
    chosen, rng = preset(name, players), random.Random(f"{name} {players}")
    changed = lacking = 0
    for number in range(20):
        state, watcher = late(core, chosen, rng, number)
        expected = by_definition(state, watcher)
        assert outcomes(state, BLOCKING, 3) == expected
        lacking += any(watcher.lacks)
        newcomer = Watcher([state.hand_count(seat) for seat in range(players)], voluntary=False)
        newcomer.drawn = watcher.drawn
        changed += expected != by_definition(state, newcomer)
    assert lacking > 10
    assert changed or name == "all-fives"  # four open ends leave little chance to block
