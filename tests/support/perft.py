"""Perft by the plain definition of RULES.md section 8, over the oracle or over a State's legal, apply and undo."""

from __future__ import annotations

from copy import deepcopy

from . import notation
from .backends import State
from .oracle import Round


def count(state: State, depth: int) -> int:
    """Sequences of so many actions; a finished round is one leaf."""
    if depth == 0 or state.turn == -1:
        return 1
    return sum(divide(state, depth).values())


def divide(state: State, depth: int) -> dict[str, int]:
    """The same by first action; the depth is at least 1."""
    counts = {}
    for action in state.legal():
        state.apply_unchecked(action)
        counts[str(notation.decode(action))] = count(state, depth - 1)
        state.undo()
    return counts


def oracle_count(position: Round, depth: int) -> int:
    if depth == 0 or position.turn is None:
        return 1
    return sum(oracle_divide(position, depth).values())


def oracle_divide(position: Round, depth: int) -> dict[str, int]:
    counts = {}
    for action in position.legal():
        after = deepcopy(position)
        after.apply(action)
        counts[action] = oracle_count(after, depth - 1)
    return counts


def report(state: State, position: Round, depth: int) -> str:
    """What each first action counts, by the state and by the oracle: where a wrong total comes from."""
    by_state, by_oracle = divide(state, depth), oracle_divide(position, depth)
    lines = [f"perft({depth}) by first action, state | oracle"]
    for action in sorted(by_state.keys() | by_oracle.keys()):
        ours, theirs = by_state.get(action), by_oracle.get(action)
        lines.append(f"{' ' if ours == theirs else '!'} {action}: {ours} | {theirs}")
    return "\n".join(lines)
