"""Perfect play against trying everything, and the two backends' searches step by step against each other."""

from __future__ import annotations

import random
from array import array
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import minimax
from support.backends import Core, State
from support.cases import Deal
from support.options import PRESET_NAMES, PRESET_PLAYERS, preset
from support.strategies import deals, examples, make_deal, numbers

Cores = tuple[Core, Core]
LINES = 60
"""So many lines of play at most lead on from the positions that are tried out."""
tables = st.sampled_from((1, 2, 7, 64, 1 << 16))


def against_rest(state: State, rng: random.Random) -> bool:
    """Asked for where it must be, and now and then elsewhere."""
    return (state.players > 2 and not state.spec[16]) or rng.random() < 0.25


def check_all(state: State, entries: int, rng: random.Random) -> None:
    """Value, line, roots and intervals of one position, by trying everything."""
    rest = against_rest(state, rng)
    sides = minimax.sides_of(state, rest)
    roots = minimax.roots(state, sides)
    value = (max if sides[state.turn] == 0 else min)(roots.values())
    lower, upper, line, nodes, _ = state.solve(entries, 0, None, rest, False)
    assert (lower, upper) == (value, value)
    check_line(state, line, sides, value)
    found = state.solve(entries, 0, None, rest, True)
    assert found[:2] == (value, value)
    assert found[4] == tuple((action, roots[action], roots[action]) for action in sorted(roots))
    check_limits(state, entries, rest, roots, value, rng.randint(1, max(nodes, 1)))


def check_line(state: State, line: tuple[int, ...], sides: list[int], value: int) -> None:
    walk = state.copy()
    for action in line:
        assert walk.apply(action) == 0
    assert walk.turn == -1
    assert minimax.outcome(walk, sides) == value


def check_limits(state: State, entries: int, rest: bool, roots: dict[int, int], value: int, most: int) -> None:
    for all_roots in (False, True):
        lower, upper, line, nodes, bounds = state.solve(entries, most, None, rest, all_roots)
        assert lower <= value <= upper
        assert nodes <= most
        assert (lower == upper) == bool(line)
        assert all(low <= roots[action] <= high for action, low, high in bounds)


@given(deal=deals(), seed=numbers, entries=tables)
@settings(max_examples=examples(1))
def test_any_rules(core: Core, deal: Deal, seed: int, entries: int) -> None:
    rng = random.Random(seed)
    for _ in range(3):
        state = deal.state(core)
        if minimax.walk_near_the_end(state, rng, LINES):
            check_all(state, entries, rng)


EVERY_PRESET = [(name, players) for name in PRESET_NAMES for players in PRESET_PLAYERS[name]]


@pytest.mark.parametrize(("name", "players"), EVERY_PRESET, ids=[f"{name}-{players}" for name, players in EVERY_PRESET])
@given(seed=numbers, entries=tables)
@settings(max_examples=examples(0.1))
def test_each_preset(core: Core, name: str, players: int, seed: int, entries: int) -> None:
    chosen = preset(name, players)
    rng = random.Random(seed)
    starter = None if chosen.opening == "highest-tile" else rng.randrange(players)
    state = make_deal(chosen, rng, starter).state(core)
    assert minimax.walk_near_the_end(state, rng, LINES)
    check_all(state, entries, rng)


@given(
    seed=numbers,
    draw=st.sampled_from(("never", "one", "until-playable")),
    voluntary=st.booleans(),
    floor=st.integers(0, 2),
    multiple=st.sampled_from((None, 3, 5)),
    spinner=st.sampled_from((None, "first-double")),
)
@settings(max_examples=examples(0.3))
def test_whole_rounds_of_small_sets(
    core: Core, seed: int, draw: str, voluntary: bool, floor: int, multiple: int | None, spinner: str | None
) -> None:
    """From the deal on, so that openings are searched too."""
    rng = random.Random(seed)
    chosen = preset("draw", 2, max_pip=2, hand_size=2, opening_tile=rng.choice(("free", "forced")))
    more: dict[str, Any] = {"draw": draw, "voluntary_draw": voluntary, "boneyard_floor": floor}
    more |= {"count_multiple": multiple, "spinner": spinner, "target": rng.choice((6, 100))}
    chosen = type(chosen)(**{**chosen.named(), **more})
    state = make_deal(chosen, rng, rng.choice((None, 0, 1))).state(core)
    if minimax.count_lines(state, 500) <= 500:
        check_all(state, 1 << 10, rng)


@given(
    deal=deals(),
    seed=numbers,
    entries=tables,
    most=st.sampled_from((1, 10, 100, 300)),
    all_roots=st.booleans(),
    stopped=st.booleans(),
)
@settings(max_examples=examples(1))
def test_both_backends_search_the_same(
    both: Cores, deal: Deal, seed: int, entries: int, most: int, all_roots: bool, stopped: bool
) -> None:
    """Bounds, line, nodes and roots: the search is part of the contract."""
    rng = random.Random(seed)
    ours, theirs = (deal.state(core) for core in both)
    for _ in range(rng.choice((0, 4, 20, 60))):
        if ours.turn != -1:
            action = rng.choice(ours.legal())
            assert (ours.apply(action), theirs.apply(action)) == (0, 0)
    if ours.turn == -1:
        return
    rest = against_rest(ours, rng)
    flag = array("i", [1]) if stopped else None
    assert ours.solve(entries, most, flag, rest, all_roots) == theirs.solve(entries, most, flag, rest, all_roots)


@pytest.mark.parametrize("seed", range(3))
def test_both_backends_search_whole_rounds_the_same(both: Cores, seed: int) -> None:
    rng = random.Random(seed)
    for name, players, options in (
        ("partnership", 4, {"hand_size": 5, "opening_tile": "free"}),
        ("draw", 3, {"max_pip": 5, "hand_size": 5}),
        ("block", 2, {"max_pip": 9, "hand_size": 7}),
        ("all-fives", 2, {"hand_size": 3, "max_pip": 4}),
        ("table", 2, {"max_pip": 3, "hand_size": 2, "table": (12, 10)}),
    ):
        chosen = preset(name, players, **options)
        starter = None if chosen.opening == "highest-tile" else 0
        deal = make_deal(chosen, rng, starter)
        arguments = (1 << 10, 3000, None, players == 3, False)
        found = [deal.state(core).solve(*arguments) for core in both]
        assert found[0] == found[1], name
