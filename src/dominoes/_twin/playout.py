"""Random rounds and counted sequences: loops over a `State` that the caller gives or that is dealt here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import index
from typing import TYPE_CHECKING, Any, Final

from dominoes._codes import DRAW, HIGHEST_TILE, MAX_WEIGHT, PASS, WEIGHT_NAMES
from dominoes._twin import rules
from dominoes._twin.dealing import integers
from dominoes._twin.random import Stream, check_key, check_number
from dominoes._twin.tiles import DOUBLES, MATCHING, PIPS

if TYPE_CHECKING:
    from dominoes._twin.state import State

__all__ = ["Buffers", "count", "run"]

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


def _weights(policy: Sequence[int] | None) -> tuple[int, ...] | None:
    """The weights of a policy, checked; None for the random one."""
    if policy is None:
        return None
    numbers = integers(policy)
    if len(numbers) != len(WEIGHT_NAMES):
        raise ValueError(f"a policy is None or {len(WEIGHT_NAMES)} weights: {', '.join(WEIGHT_NAMES)}")
    for name, number in zip(WEIGHT_NAMES, numbers, strict=True):
        least = 0 if name == "noise" else -MAX_WEIGHT
        if not least <= number <= MAX_WEIGHT:
            raise ValueError(f"the weight {name} is {least} to {MAX_WEIGHT}")
    return numbers


def _worth(state: State, action: int, weights: tuple[int, ...]) -> int:
    """What a weighted policy thinks of one play: done, looked at and undone."""
    pips, is_double, matches, variety, points, _ = weights
    seat, tile = state._turn, action >> 3 & 255
    total = pips * PIPS[tile] + (is_double if DOUBLES >> tile & 1 else 0)
    if matches or variety or points:
        state._act(action)
        hand = state._hands[seat]
        ends = [at for at in state._ends if at is not None]
        wanted = 0
        for at in ends:
            wanted |= MATCHING[at.number]
        counted, multiple = sum(at.weight for at in ends), state._spec[rules.COUNT_MULTIPLE]
        total += matches * (hand & wanted).bit_count() + variety * sum(hand & having != 0 for having in MATCHING)
        total += points * counted if multiple and counted % multiple == 0 else 0
        state._take_back()
    return total


def _weighted(state: State, legal: Sequence[int], stream: Stream, weights: tuple[int, ...]) -> int:
    """The play worth most, the first among equals; a draw or a pass only where there is no play."""
    best, most, noise = legal[0], None, weights[-1]
    for action in legal:
        if action >= DRAW:
            break
        value = _worth(state, action, weights) + (stream.below(noise + 1) if noise else 0)
        if most is None or value > most:
            best, most = action, value
    return best


def _play_out(state: State, stream: Stream, weights: tuple[int, ...] | None) -> tuple[int, int, int]:
    """Actions to the round's end, at random or by weights; how many were plays, draws and passes."""
    plays = draws = passes = 0
    while state._turn >= 0:
        legal = state._actions_now()
        if weights is not None:
            action = _weighted(state, legal, stream, weights)
        else:
            action = legal[stream.below(len(legal))] if legal[0] < DRAW else legal[0]
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
    check_key(key)
    n = index(n)
    if n < 0:
        raise ValueError("n is 0 or more")
    first = check_number(first)
    check_number(first + max(n - 1, 0))
    weights = _weights(policy)
    lengths = (n * players,) + (n,) * 6
    views = [flat(name, buffer, length) for name, buffer, length in zip(_NAMES, buffers, lengths, strict=True)]
    points, winner, reason, starter, plays, draws, passes = views
    for i in range(n):
        stream = Stream(key, first + i)
        state = begin(stream)
        plays[i], draws[i], passes[i] = _play_out(state, stream, weights)
        for seat, scored in enumerate(state._points, i * players):
            points[seat] = scored
        winner[i], reason[i], starter[i] = state._winner, state._reason, state._starter


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
