"""Perfect play by trying everything: the value by its definition, over a State's legal, apply and undo alone."""

from __future__ import annotations

import random
from collections.abc import Sequence

from .backends import State


def sides_of(state: State, opener_against_rest: bool = False) -> list[int]:
    """For each seat 0 or 1: the side whose points count for or against."""
    seats = range(state.players)
    if state.spec[16]:  # partners
        return [seat % 2 for seat in seats]
    if opener_against_rest:
        return [0 if seat == state.starter else 1 for seat in seats]
    assert state.players == 2
    return [0, 1]


def outcome(state: State, sides: Sequence[int]) -> int:
    """What a finished round is worth: the points of side 0 minus those of side 1, a team's counted once."""
    if state.spec[16]:
        return state.points[0] - state.points[1]
    return sum(points if side == 0 else -points for side, points in zip(sides, state.points, strict=True))


def value(state: State, sides: Sequence[int]) -> int:
    """Side 0 takes the greatest of all values after its actions, side 1 the least."""
    if state.turn == -1:
        return outcome(state, sides)
    return (max if sides[state.turn] == 0 else min)(roots(state, sides).values())


def roots(state: State, sides: Sequence[int]) -> dict[int, int]:
    """The value after each legal action."""
    values = {}
    for action in state.legal():
        state.apply(action)
        values[action] = value(state, sides)
        state.undo()
    return values


def walk_near_the_end(state: State, rng: random.Random, most: int) -> bool:
    """Play at random to the end, then back as far as at most so many lines lead on; False where none does."""
    while state.turn != -1:
        state.apply(rng.choice(state.legal()))
    taken = state.undo()
    while taken != -1 and count_lines(state, most) <= most:
        taken = state.undo()
    if taken != -1:
        state.apply(taken)
    return state.turn != -1


def count_lines(state: State, most: int) -> int:
    """How many lines lead to the end; counting stops above ``most``."""
    if state.turn == -1:
        return 1
    count = 0
    for action in state.legal():
        state.apply(action)
        count += count_lines(state, most - count)
        state.undo()
        if count > most:
            break
    return count
