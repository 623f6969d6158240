"""Random rounds and counted sequences: loops over a `State` that the caller gives or that is dealt here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import index
from typing import TYPE_CHECKING, Any, Final

from dominoes._codes import DRAW, HIGHEST_TILE, PASS
from dominoes._twin.lacks import lacks_so_far, note_lack
from dominoes._twin.random import Stream, check_key, check_number
from dominoes._twin.weighted import Policy, choose, policy_of

if TYPE_CHECKING:
    from dominoes._twin.state import State

__all__ = ["Buffers", "asked", "count", "run"]

Buffers = Sequence[Any]
"""The seven result buffers, in the order of `_NAMES`."""

_NAMES: Final = ("points", "winner", "reason", "starter", "plays", "draws", "passes")


def flat(name: str, buffer: Any, length: int) -> memoryview:
    """The buffer as a row of C ints; ``ValueError`` for what is none of that length."""
    try:
        view = memoryview(buffer)
        right = not view.readonly and view.c_contiguous and view.format in ("i", "@i") and view.nbytes == 4 * length
    except (TypeError, ValueError, BufferError):
        right = False
    if not right:
        raise ValueError(f"{name} must be a writable, C-contiguous buffer of {length} C ints")
    return view if view.ndim == 1 or not length else view.cast("B").cast("i")


def _play_out(state: State, stream: Stream, policy: Policy | None) -> tuple[int, int, int]:
    """Actions to the round's end, at random or by weights; how many were plays, draws and passes."""
    plays = draws = passes = 0
    blocks = policy is not None and bool(policy.blocks)
    lacks = lacks_so_far(state) if blocks else []
    while state._turn >= 0:
        legal = state._actions_now()
        if policy is not None:
            action = choose(state, legal, stream, policy, lacks)
        else:
            action = legal[stream.below(len(legal))] if legal[0] < DRAW else legal[0]
        if blocks and action >= DRAW:
            note_lack(lacks, state, action)
        state._act(action)
        if action < DRAW:
            plays += 1
        elif action == PASS:
            passes += 1
        else:
            draws += 1
    return plays, draws, passes


def run(
    players: int,
    key: bytes,
    first: int,
    n: int,
    buffers: Buffers,
    policy: Sequence[int] | None,
    begin: Callable[[Stream], State],
) -> None:
    """Play out rounds ``first`` … ``first + n - 1``, each begun by ``begin`` from its own stream."""
    first, n, weights, views = asked(players, key, first, n, buffers, policy)
    points, winner, reason, starter, plays, draws, passes = views
    for i in range(n):
        stream = Stream(key, first + i)
        state = begin(stream)
        plays[i], draws[i], passes[i] = _play_out(state, stream, weights)
        for seat, scored in enumerate(state._points, i * players):
            points[seat] = scored
        winner[i], reason[i], starter[i] = state._winner, state._reason, state._starter


def asked(
    players: int, key: bytes, first: int, n: int, buffers: Buffers, policy: Sequence[int] | None
) -> tuple[int, int, Policy | None, list[memoryview]]:
    """``(first, n, policy, buffers)``, checked."""
    check_key(key)
    n = index(n)
    if n < 0:
        raise ValueError("n is 0 or more")
    first = check_number(first)
    check_number(first + max(n - 1, 0))
    weights = policy_of(policy, players)
    lengths = (n * players,) + (n,) * 6
    views = [flat(name, buffer, length) for name, buffer, length in zip(_NAMES, buffers, lengths, strict=True)]
    return first, n, weights, views


def opener(random: bool, players: int, stream: Stream) -> int:
    """Who starts a round that is the first of a match."""
    return stream.below(players) if random else HIGHEST_TILE


def count(state: State, depth: int) -> int:
    """The sequences of that many actions from a position, a finished round being one leaf. It is left as it was."""
    if depth == 0 or state._turn < 0:
        return 1
    if depth == 1:
        return state.legal_count()
    leaves = 0
    for action in state._actions_now():
        state._act(action)
        leaves += count(state, depth - 1)
        state._take_back()
    return leaves
