"""``preset``, ``check_spec`` and ``score`` of each backend against RULES.md and docs/waist.md."""

from __future__ import annotations

import dataclasses
from itertools import combinations
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from support import contract, oracle, specs
from support.backends import Core
from support.options import PRESET_NAMES, PRESET_PLAYERS, SPEC, Options, preset
from support.strategies import MAX_NUMBER, options

Cores = tuple[Core, Core]
DRAW = preset("draw", 2).spec()
wild = st.one_of(
    st.integers(-2, 20),
    st.sampled_from((64, 65, 7, 8, 190, 191, MAX_NUMBER, MAX_NUMBER + 1, -(2**31), 2**31 - 1)),
    st.integers(-(2**31), 2**31 - 1),
)


@pytest.mark.parametrize("name", PRESET_NAMES)
def test_presets_are_those_of_the_rules(core: Core, name: str) -> None:
    index = PRESET_NAMES.index(name)
    for players in (0, *PRESET_PLAYERS[name]):
        assert core.preset(index, players) == preset(name, players).spec()
        assert core.check_spec(core.preset(index, players)) == (0, 0)


@pytest.mark.parametrize(
    "arguments",
    [(-1, 0), (5, 0), (0, 3), (0, 1), (1, 5), (4, 2), (4, 3), (1, -1), (2**40, 2), ("draw", 2), (None, 0), (1, 2.0)],
    ids=repr,
)
def test_other_presets_are_refused_alike(core: Core, both: Cores, arguments: tuple[Any, ...]) -> None:
    outcome = contract.outcome(core.preset, *arguments)
    numbers = all(type(argument) is int for argument in arguments)
    assert outcome.startswith("builtins.ValueError: " if numbers and arguments[0] < 2**31 else "builtins.")
    assert outcome == contract.outcome(both[0].preset, *arguments)


@given(chosen=options())
def test_every_combination_that_the_rules_allow_passes(core: Core, chosen: Options) -> None:
    assert core.check_spec(chosen.spec()) == (0, 0) == specs.expected(chosen.spec())


@pytest.mark.parametrize("field", SPEC)
def test_each_field_at_its_bounds(core: Core, field: str) -> None:
    index = SPEC.index(field)
    allowed = specs.ALLOWED[field]
    near = {
        allowed[0],
        allowed[-1],
        allowed[0] - 1,
        allowed[-1] + 1,
        -1,
        0,
        1,
        2,
        3,
        4,
        5,
        6,
        7,
        8,
        64,
        65,
        2**31 - 1,
        -(2**31),
    }
    for value in near:
        for base in (DRAW, preset("table").spec(), preset("partnership").spec(), preset("all-fives", 3).spec()):
            spec = (*base[:index], value, *base[index + 1 :])
            assert core.check_spec(spec) == specs.expected(spec), spec


@given(spec=st.lists(wild, min_size=19, max_size=19).map(tuple))
def test_any_integers(core: Core, spec: tuple[int, ...]) -> None:
    assert core.check_spec(spec) == specs.expected(spec)


@given(chosen=options(), changes=st.dictionaries(st.integers(0, 18), wild, max_size=3))
def test_a_few_changes_to_good_options(core: Core, chosen: Options, changes: dict[int, int]) -> None:
    spec = tuple(changes.get(index, value) for index, value in enumerate(chosen.spec()))
    assert core.check_spec(spec) == specs.expected(spec)


@given(
    players=st.integers(2, 4),
    max_pip=st.integers(1, 18),
    hand_size=st.integers(1, 60),
    limit=st.integers(0, 20),
)
@example(players=2, max_pip=6, hand_size=14, limit=4)
@example(players=2, max_pip=6, hand_size=14, limit=3)
def test_redeals_that_no_deal_satisfies(core: Core, players: int, max_pip: int, hand_size: int, limit: int) -> None:
    chosen = dataclasses.replace(
        preset("draw", players), max_pip=max_pip, hand_size=hand_size, redeal_doubles=limit or None
    )
    assert core.check_spec(chosen.spec()) == specs.expected(chosen.spec())


@pytest.mark.parametrize("max_pip", [1, 2])
@pytest.mark.parametrize("players", [2, 3])
def test_redeals_by_dealing_every_deal(core: Core, players: int, max_pip: int) -> None:
    """The smallest sets, every deal of them: is there one that the limit lets through?"""
    doubles = {high * (high + 3) // 2 for high in range(max_pip + 1)}
    tiles = frozenset(range((max_pip + 1) * (max_pip + 2) // 2))
    for size in range(1, len(tiles) // players + 1):
        for limit in range(1, size + 2):
            chosen = dataclasses.replace(preset("draw", players), max_pip=max_pip, hand_size=size, redeal_doubles=limit)
            possible = some_deal(tiles, doubles, players, size, limit)
            assert core.check_spec(chosen.spec()) == ((0, 0) if possible else (19, 5)), (size, limit)


def some_deal(tiles: frozenset[int], doubles: set[int], players: int, size: int, limit: int) -> bool:
    if players == 0:
        return True
    return any(
        some_deal(tiles - set(hand), doubles, players - 1, size, limit)
        for hand in combinations(sorted(tiles), size)
        if len(doubles & set(hand)) < limit
    )


NO_SPECS: list[Any] = [
    (),
    DRAW[:-1],
    (*DRAW, 0),
    None,
    7,
    "draw",
    b"x" * 19,
    list(DRAW),
    (*DRAW[:-1], 2**31),
    (*DRAW[:-1], -(2**31) - 1),
    (*DRAW[:-1], 10**30),
    (*DRAW[:-1], 1.0),
    (*DRAW[:-1], "0"),
    (*DRAW[:-1], None),
    (*DRAW[:-1], True),
    iter(DRAW),
    dict.fromkeys(range(19)),
    {},
    object(),
]


@pytest.mark.parametrize("number", range(len(NO_SPECS)))
def test_what_is_no_spec_is_refused_alike(both: Cores, number: int) -> None:
    """The same text from everything that takes a spec."""
    calls = (
        lambda core, spec: core.check_spec(spec),
        lambda core, spec: core.deal(spec, bytes(32), 0),
        lambda core, spec: core.score(spec, (1, 2), 0),
        lambda core, spec: core.State(spec, ((0,), (1,)), (), 0),
        lambda core, spec: core.State.deal(spec, bytes(32), 0, 0),
    )
    for call in calls:
        made = iter(DRAW) if number == 15 else NO_SPECS[number]
        again = iter(DRAW) if number == 15 else NO_SPECS[number]
        assert contract.outcome(call, both[0], made) == contract.outcome(call, both[1], again)
    if type(NO_SPECS[number]) is tuple and not isinstance(NO_SPECS[number][-1:], bool):
        outcome = contract.outcome(both[0].check_spec, NO_SPECS[number])
        assert outcome in ("builtins.ValueError: a rules spec is 19 integers", "(0, 0)", "(19, 5)")


@given(chosen=options(), data=st.data())
def test_score(core: Core, chosen: Options, data: st.DataObject) -> None:
    left = data.draw(st.lists(st.one_of(st.integers(0, 5), st.integers(0, 3000)), min_size=4, max_size=4))
    left = left[: chosen.players]
    for out in range(-1, chosen.players):
        winner, points = oracle.end_score(chosen, left, None if out == -1 else out)
        sides = [seat % 2 if chosen.partners else seat for seat in range(chosen.players)]
        expected = tuple(points if side == winner else 0 for side in sides)
        assert core.score(chosen.spec(), left, out) == (-1 if winner is None else winner, expected)


WRONG_SCORES: list[tuple[Any, ...]] = [
    (DRAW, (1,), 0),
    (DRAW, (1, 2, 3), 0),
    (DRAW, (1, -1), 0),
    (DRAW, (1, 2**31), 0),
    (DRAW, (1, 10**30), -1),
    (DRAW, (1, 2), 2),
    (DRAW, (1, 2), -2),
    (DRAW, (1, 2), 2**40),
    (DRAW, (1, "2"), 0),
    (DRAW, (1, 2.0), 0),
    (DRAW, (1, 2), None),
    (DRAW, (1, 2), True),
    (DRAW, 5, 0),
    (DRAW, None, 0),
    ((*DRAW[:-1], -1), (1, 2), 0),
    ((5, *DRAW[1:]), (1, 2), 0),
]


@pytest.mark.parametrize("arguments", WRONG_SCORES, ids=repr)
def test_wrong_scores_are_refused_alike(both: Cores, arguments: tuple[Any, ...]) -> None:
    first, second = (contract.outcome(core.score, *arguments) for core in both)
    assert first == second
