"""Counts of action sequences that are known to be right; a failure prints each first action's share."""

from __future__ import annotations

from typing import Any

import pytest
from support import cases, perft
from support.backends import Core

PERFTS = cases.load("perft.jsonl")
each_case = pytest.mark.parametrize("case", PERFTS, ids=[case["id"] for case in PERFTS])
QUICK = 600
"""Counts up to this are also made by the slow ways."""


@each_case
def test_perft(core: Core, case: dict[str, Any]) -> None:
    actions = case["record"]["rounds"][0]["actions"]
    deal = cases.record_deal(case["record"])
    state = deal.state(core, actions)
    assert state.perft(0) == 1
    for depth, expected in enumerate(case["perft"], start=1):
        found = state.perft(depth)
        if found != expected:
            position = deal.oracle()
            for action in actions:
                position.apply(action)
            pytest.fail(f"{found}, not {expected}\n{perft.report(state, position, depth)}")
    assert [state.undo() for _ in actions].count(-1) == 0


@each_case
def test_perft_by_legal_apply_and_undo(core: Core, case: dict[str, Any]) -> None:
    state = cases.record_deal(case["record"]).state(core, case["record"]["rounds"][0]["actions"])
    for depth, expected in enumerate(case["perft"], start=1):
        if expected <= QUICK:
            assert perft.count(state, depth) == expected, perft.divide(state, depth)


@each_case
def test_perft_of_the_oracle(case: dict[str, Any]) -> None:
    position = cases.record_deal(case["record"]).oracle()
    for action in case["record"]["rounds"][0]["actions"]:
        position.apply(action)
    for depth, expected in enumerate(case["perft"], start=1):
        if expected <= QUICK // 4:
            assert perft.oracle_count(position, depth) == expected


def test_perft_refuses_a_negative_depth(core: Core) -> None:
    state = cases.record_deal(PERFTS[0]["record"]).state(core)
    with pytest.raises(ValueError, match="^a depth is 0 or more$"):
        state.perft(-1)
