"""Perfect play of positions whose values are known, and what ``solve`` refuses, on each backend."""

from __future__ import annotations

from array import array
from typing import Any

import pytest
from support import cases, contract, minimax
from support.backends import Core, State
from support.options import preset

Cores = tuple[Core, Core]
CASES = cases.load("solve-partnership.jsonl")
SLOW_IN_PYTHON = {"seed2_k2", "seed2_k1", "seed3_k0", "seed6_k0"}
"""More than 30,000 positions: a second or two each in pure Python, so only the compiled core solves them by default."""


def position(core: Core, case: dict[str, Any]) -> State:
    return cases.record_deal(case["record"]).state(core, case["record"]["rounds"][0]["actions"])


def check(core: Core, case: dict[str, Any]) -> None:
    state = position(core, case)
    before = contract.observe(state)
    lower, upper, line, nodes, roots = state.solve(1 << 16)
    assert (lower, upper, roots) == (case["value"], case["value"], ())
    assert nodes > 0
    assert contract.difference(contract.observe(state), before) == ""
    for action in line:
        assert state.apply(action) == 0
    assert state.turn == -1
    assert minimax.outcome(state, minimax.sides_of(state)) == case["value"]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_known_values(core: Core, case: dict[str, Any]) -> None:
    if core.BACKEND == "py" and case["id"] in SLOW_IN_PYTHON:
        pytest.skip("slow in pure Python: test_known_values_that_are_slow has it")
    check(core, case)


@pytest.mark.slow
@pytest.mark.parametrize("id", sorted(SLOW_IN_PYTHON))
def test_known_values_that_are_slow(core: Core, id: str) -> None:
    check(core, next(case for case in CASES if case["id"] == id))


def draw_round(core: Core, players: int = 2, **options: Any) -> State:
    spec = preset("draw", players, max_pip=3, hand_size=2, **options).spec()
    return core.State(spec, *core.deal(spec, bytes(32), 0), -1)  # type: ignore[no-any-return]


def over(core: Core) -> State:
    state = draw_round(core)
    while state.turn != -1:
        state.apply(state.legal()[0])
    return state


def read_only() -> memoryview:
    return memoryview(array("i", [0])).toreadonly()


REFUSED: list[tuple[str, tuple[Any, ...], str]] = [
    ("no entries", (0,), "ValueError: a table has 1 to 4294967296 entries"),
    ("negative entries", (-1,), "ValueError: a table has 1 to 4294967296 entries"),
    ("too many entries", ((1 << 32) + 1,), "ValueError: a table has 1 to 4294967296 entries"),
    ("absurd entries", (1 << 70,), "ValueError: a table has 1 to 4294967296 entries"),
    ("entries that are no integer", (1.0,), "TypeError: 'float' object cannot be interpreted as an integer"),
    ("no entries named", (None,), "TypeError: 'NoneType' object cannot be interpreted as an integer"),
    ("negative nodes", (8, -1), "ValueError: a limit of nodes is 0 (none) to 18446744073709551615"),
    ("absurd nodes", (8, 1 << 64), "ValueError: a limit of nodes is 0 (none) to 18446744073709551615"),
    ("nodes that are no integer", (8, "9"), "TypeError: 'str' object cannot be interpreted as an integer"),
    ("no buffer", (8, 0, 5), "ValueError: stop must be a writable, C-contiguous buffer of 1 C ints"),
    ("long buffer", (8, 0, array("i", [0, 0])), "ValueError: stop must be a writable, C-contiguous buffer of 1 C ints"),
    ("empty buffer", (8, 0, array("i")), "ValueError: stop must be a writable, C-contiguous buffer of 1 C ints"),
    ("wrong buffer", (8, 0, array("q", [0])), "ValueError: stop must be a writable, C-contiguous buffer of 1 C ints"),
    ("read-only buffer", (8, 0, read_only()), "ValueError: stop must be a writable, C-contiguous buffer of 1 C ints"),
    ("entries before nodes", (0, -1, 5), "ValueError: a table has 1 to 4294967296 entries"),
    ("nodes before buffer", (1, -1, 5), "ValueError: a limit of nodes is 0 (none) to 18446744073709551615"),
]


@pytest.mark.parametrize(("arguments", "text"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED])
def test_wrong_arguments(core: Core, arguments: tuple[Any, ...], text: str) -> None:
    for state in (draw_round(core), over(core), draw_round(core, 3)):
        assert contract.outcome(state.solve, *arguments) == f"builtins.{text}"


def test_a_round_that_is_over(core: Core) -> None:
    assert contract.outcome(over(core).solve, 8) == "builtins.ValueError: the round is over: nothing is left to solve"


@pytest.mark.parametrize("players", [3, 4])
def test_more_than_two_sides(core: Core, players: int) -> None:
    text = f"{players} players without partners have no two sides: ask for the opener against the rest"
    state = draw_round(core, players)
    assert contract.outcome(state.solve, 8) == f"builtins.ValueError: {text}"
    assert state.solve(8, 0, None, True)[:2] == (minimax.value(state, minimax.sides_of(state, True)),) * 2


def test_a_view_is_not_solved(core: Core) -> None:
    view = draw_round(core).seen_by(0)
    assert contract.outcome(view.solve, 0) == "builtins.ValueError: a seat's view cannot be played on"


def test_a_state_never_set_up(core: Core) -> None:
    state = core.State.__new__(core.State)
    assert contract.outcome(state.solve, 0) == "builtins.ValueError: this State was never set up"


def test_arguments_by_name(core: Core) -> None:
    state: Any = draw_round(core)
    found = state.solve(entries=8, max_nodes=0, stop=None, opener_against_rest=False, all_roots=True)
    assert found[:2] == state.solve(8)[:2]
    assert [root[0] for root in found[4]] == list(state.legal())


def test_the_stop_flag_leaves_an_interval(core: Core) -> None:
    """The flag is looked at every 1024 positions: this search is longer, and one of fewer ends by itself."""
    state = position(core, next(case for case in CASES if case["id"] == "seed2_k4"))
    flag = array("i", [1])
    lower, upper, line, nodes, _ = state.solve(1 << 16, 0, flag)
    assert (nodes, line) == (1024, ())
    assert lower <= -16 <= upper
    assert lower < upper
    assert flag[0] == 1
    short = position(core, CASES[0])
    assert short.solve(1 << 16, 0, flag)[:2] == (50, 50)


def test_deep_rounds_need_no_deep_stack(core: Core) -> None:
    """From the deal of a double-eighteen game down to its end: hundreds of actions in a row."""
    for options in ({}, {"voluntary_draw": True}, {"table": (64, 64)}):
        spec = preset("draw", 2, max_pip=18, hand_size=1, **options).spec()
        state = core.State(spec, ((0,), (189,)), tuple(range(1, 189)), 0)
        lower, upper, _, nodes, _ = state.solve(1, 400)
        assert lower <= upper
        assert nodes <= 400
