"""Whole rounds known to be right: the seat to act and every legal action before each action, and the result."""

from __future__ import annotations

from typing import Any

import pytest
from support import cases, contract, notation
from support.backends import Core, State

TRACES = cases.load("traces.jsonl")
POSITIONS = cases.load("solve-partnership.jsonl")
REASONS = (None, "domino", "blocked", "target")
each_trace = pytest.mark.parametrize("case", TRACES, ids=[case["id"] for case in TRACES])


def legal_texts(state: State) -> list[str | None]:
    return [notation.decode(action) for action in state.legal()]


def result_of(state: State) -> dict[str, Any]:
    winner = None if state.winner == -1 else state.winner
    return {"reason": REASONS[state.reason], "winner": winner, "points": list(state.points)}


@each_trace
def test_a_trace_on_the_oracle(case: dict[str, Any]) -> None:
    """The oracle that the property tests trust, against what is known to be right."""
    (played,) = case["record"]["rounds"]
    oracle = cases.record_deal(case["record"]).oracle()
    assert oracle.starter == played["starter"]
    for number, action in enumerate(played["actions"]):
        assert oracle.turn == case["turns"][number], number
        assert sorted(oracle.legal()) == case["legal"][number], number
        oracle.apply(action)
    assert {"reason": oracle.reason, "winner": oracle.winner, "points": oracle.points} == played["result"]


@each_trace
def test_a_trace_forward(core: Core, case: dict[str, Any]) -> None:
    (played,) = case["record"]["rounds"]
    state = cases.record_deal(case["record"]).state(core)
    for number, action in enumerate(played["actions"]):
        assert state.turn == case["turns"][number], number
        assert list(state.legal()) == sorted(state.legal()), number
        assert sorted(map(str, legal_texts(state))) == case["legal"][number], number
        assert state.apply(notation.encode(action)) == 0, (number, action)
    assert result_of(state) == played["result"]
    assert (state.turn, state.legal()) == (-1, ())


@each_trace
def test_a_trace_back_and_forward_again(core: Core, case: dict[str, Any]) -> None:
    """Undone to the root, every position is the one that was there on the way; and it can be played again."""
    (played,) = case["record"]["rounds"]
    state = cases.record_deal(case["record"]).state(core)
    actions = [notation.encode(action) for action in played["actions"]]
    on_the_way = []
    for action in actions:
        on_the_way.append(contract.observe(state))
        state.apply(action)
    end = contract.observe(state)
    for action in reversed(actions):
        assert state.undo() == action
        assert contract.difference(contract.observe(state), on_the_way.pop()) == ""
    assert state.undo() == -1
    for action in actions:
        state.apply_unchecked(action)
    assert contract.difference(contract.observe(state), end) == ""


@pytest.mark.parametrize("case", POSITIONS, ids=[case["id"] for case in POSITIONS])
def test_a_position_of_the_solver_is_reached(core: Core, case: dict[str, Any]) -> None:
    """The value under perfect play waits for the solver; that the position is the one told does not."""
    actions = case["record"]["rounds"][0]["actions"]
    state = cases.record_deal(case["record"]).state(core, actions)
    assert state.turn == case["turn"]
    assert len(state.chain()) == case["tiles_played"]
