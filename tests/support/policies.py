"""Playouts by their definition in docs/waist.md: how a policy chooses, written out apart from both backends."""

from __future__ import annotations

from typing import Any

from . import stream
from .backends import State
from .notation import TILES
from .options import SPEC
from .watcher import DRAW, Watcher

PASS = DRAW | 1
MAX_WEIGHT = 1_000_000
NAMES = ("pips", "is_double", "matches", "variety", "points", "noise", "next", "partner", "previous")
CERTAIN = 65536
Policy = tuple[int, ...]


def policy_of(**weights: int) -> Policy:
    """The numbers of a policy; what is not named is 0."""
    assert weights.keys() <= set(NAMES)
    return tuple(weights.get(name, 0) for name in NAMES)


def watcher_of(state: State) -> Watcher:
    """A watcher who comes before the first action."""
    assert state.action_count == 0
    voluntary = bool(state.spec[SPEC.index("voluntary_draw")])
    return Watcher([state.hand_count(seat) for seat in range(state.players)], voluntary=voluntary)


def chance(m: int, f: int, h: int) -> int:
    """That none of h tiles out of m is one of f, by whole numbers."""
    m = max(m, h)
    product = 1 << 30
    for i in range(h):
        product = product * max(m - f - i, 0) // (m - i)
    return product >> 14


def blocked(state: State, after: State, seat: int, watcher: Watcher) -> int:
    """How likely a seat can answer no end after a play, by what the mover in ``state`` knows."""
    set_size = (state.spec[SPEC.index("max_pip")] + 1) * (state.spec[SPEC.index("max_pip")] + 2) // 2
    seen = {entry[0] for entry in state.chain()} | set(state.hand(state.turn))
    candidates = [TILES[t] for t in range(set_size) if t not in seen and not watcher.lacks[seat] & set(TILES[t])]
    numbers = {number for _, number, _ in after.ends()}
    answers = [tile for tile in candidates if numbers & set(tile)]
    return chance(len(candidates), len(answers), state.hand_count(seat))


def weighed(state: State, play: int, policy: Policy, source: stream.Stream, watcher: Watcher) -> int:
    """The sum of a play under nine weights, the noise asked of the stream last."""
    pips, is_double, matches, variety, points, noise, following, opposite, previous = policy
    seat, players, after = state.turn, state.players, state.copy()
    after.apply(play)
    high, low = TILES[play >> 3 & 255]
    left = [TILES[tile] for tile in state.hand(seat) if tile != play >> 3 & 255]
    open_numbers = {number for _, number, _ in after.ends()}
    multiple, count = state.spec[SPEC.index("count_multiple")], after.end_count()
    others = [((seat + 1) % players, following)]
    others += [((seat + 2) % players, opposite)] if players == 4 else []
    others += [((seat - 1) % players, previous)] if players > 2 else []
    total = (
        pips * (high + low)
        + is_double * (high == low)
        + matches * sum(bool(open_numbers & set(tile)) for tile in left)
        + variety * len({number for tile in left for number in tile})
        + points * (count if multiple and count % multiple == 0 else 0)
        + (source.below(noise + 1) if noise else 0)
    )
    return CERTAIN * total + sum(w * blocked(state, after, other, watcher) for other, w in others if w)


def chosen_by(policy: Policy | None, state: State, source: stream.Stream, watcher: Watcher) -> int:
    """The definition: without a play the one draw or pass; at random ``legal[below(count)]``; else the greatest sum."""
    legal = state.legal()
    if legal[0] >= DRAW:
        return legal[0]
    if policy is None:
        return legal[source.below(len(legal))]
    plays = [action for action in legal if action < DRAW]
    sums = [weighed(state, play, policy, source, watcher) for play in plays]
    return plays[sums.index(max(sums))]


def played_out(state: State, source: stream.Stream, watcher: Watcher, policy: Policy | None = None) -> tuple[Any, ...]:
    """The row of a round played on to its end: points, winner, reason, starter, plays, draws, passes."""
    counts = [0, 0, 0]
    while state.turn != -1:
        action = chosen_by(policy, state, source, watcher)
        counts[{DRAW: 1, PASS: 2}.get(action, 0)] += 1
        watcher.watch(state, action)
        state.apply(action)
    return state.points, state.winner, state.reason, state.starter, *counts
