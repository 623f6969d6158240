"""Weighted policies: the seat to act makes the play with the greatest sum (``docs/waist.md``, playouts)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from dominoes._codes import DRAW, MAX_WEIGHT, WEIGHT_NAMES
from dominoes._twin import rules
from dominoes._twin.chance import chance_none
from dominoes._twin.dealing import integers
from dominoes._twin.tiles import DOUBLES, HIGH, LOW, MATCHING, PIPS, set_size, tiles_of

if TYPE_CHECKING:
    from dominoes._twin.random import Stream
    from dominoes._twin.state import State

__all__ = ["Policy", "choose", "policy_of"]

_CERTAIN: Final = 65536
"""A chance of 1; sums are in units of 1/65536."""
_VARIETY: Final = WEIGHT_NAMES.index("variety")
_NOISE: Final = WEIGHT_NAMES.index("noise")
_remembered_chance: Final = lru_cache(maxsize=1 << 12)(chance_none)


class Policy(NamedTuple):
    """Weights that have been checked, for a number of players."""

    weights: tuple[int, ...]
    blocks: tuple[tuple[int, int], ...]
    """How many seats on from the mover, and what the chance weighs that this seat can answer nothing; none weighs 0."""


class _Responder(NamedTuple):
    """A seat that a play may block."""

    weight: int
    candidates: int
    """The mask of what it may hold, for all that the mover knows."""
    tiles: int
    """How many these are."""
    held: int


def policy_of(given: Sequence[int] | None, players: int) -> Policy | None:
    """The policy that a caller gives, None for the random one; ``ValueError`` for what is none."""
    if given is None:
        return None
    numbers = integers(given)
    if len(numbers) != len(WEIGHT_NAMES):
        raise ValueError(f"a policy is None or {len(WEIGHT_NAMES)} weights: {', '.join(WEIGHT_NAMES)}")
    for name, number in zip(WEIGHT_NAMES, numbers, strict=True):
        least = 0 if name == "noise" else -MAX_WEIGHT
        if not least <= number <= MAX_WEIGHT:
            raise ValueError(f"the weight {name} is {least} to {MAX_WEIGHT}")
    after, partner, before = numbers[6:]
    seats = {2: (after,), 3: (after, before), 4: (after, partner, before)}[players]
    return Policy(numbers, tuple((on, weight) for on, weight in enumerate(seats, 1) if weight))


def _responders(state: State, policy: Policy, lacks: Sequence[int]) -> list[_Responder]:
    """The seats whose chance to answer weighs something, and what each may hold."""
    players, mover = len(state._dealt), state._turn
    hidden = (1 << set_size(state._spec[rules.MAX_PIP])) - 1 & ~state._hands[mover]
    for laid in state._chain:
        hidden &= ~(1 << laid[0])
    found = []
    for on, weight in policy.blocks:
        seat = (mover + on) % players
        candidates = hidden & ~_showing(lacks[seat])
        found.append(_Responder(weight, candidates, candidates.bit_count(), state._counts[seat]))
    return found


def _showing(numbers: int) -> int:
    """The mask of the tiles that show one of a mask of numbers."""
    tiles = 0
    for number in tiles_of(numbers):
        tiles |= MATCHING[number]
    return tiles


def _answers_after(state: State, end: int, tile: int) -> int:
    """The mask of the tiles that show an open end's number after a play, arms that it opens included."""
    at, others = state._ends[end] if end >= 0 else None, state._ends
    if at is None:
        return MATCHING[HIGH[tile]] | MATCHING[LOW[tile]]
    answers = MATCHING[PIPS[tile] - at.number]
    for other, one in enumerate(others):
        if one is not None and other != end:
            answers |= MATCHING[one.number]
    if at.place == state._spinner and end < 2 and others[2] is None:
        across = others[1 - end]
        if across is not None and across.place != state._spinner:  # its other long side is covered: arms open
            answers |= MATCHING[at.number]
    return answers


def _points_at_once(state: State, action: int) -> int:
    """What a play scores at once: done, looked at and undone."""
    multiple = state._spec[rules.COUNT_MULTIPLE]
    if not multiple:
        return 0
    state._act(action)
    counted = sum(at.weight for at in state._ends if at is not None)
    state._take_back()
    return counted if counted % multiple == 0 else 0


class _Judge:
    """One decision: what every play of the seat to act is judged by."""

    __slots__ = ("_hand", "_policy", "_responders", "_state", "_variety")

    def __init__(self, state: State, policy: Policy, lacks: Sequence[int]) -> None:
        self._state = state
        self._policy = policy
        self._hand = state._hands[state._turn]
        self._variety = sum([self._hand & having != 0 for having in MATCHING]) if policy.weights[_VARIETY] else 0
        """The different numbers in hand, where they count."""
        self._responders = _responders(state, policy, lacks) if policy.blocks else []

    def worth(self, action: int) -> int:
        """The sum of a play, without the noise."""
        pips, is_double, matches, variety, points, *_ = self._policy.weights
        end, tile = (action >> 11) - 1, action >> 3 & 255
        left = self._hand & ~(1 << tile)
        total = pips * PIPS[tile] + (is_double if DOUBLES >> tile & 1 else 0)
        if variety:
            high, low = HIGH[tile], LOW[tile]
            gone = (not left & MATCHING[high]) + (high != low and not left & MATCHING[low])
            total += variety * (self._variety - gone)
        if points:
            total += points * _points_at_once(self._state, action)
        if not (matches or self._responders):
            return total * _CERTAIN
        answers = _answers_after(self._state, end, tile)
        total = (total + matches * (left & answers).bit_count()) * _CERTAIN
        for weight, candidates, tiles, held in self._responders:
            total += weight * _remembered_chance(tiles, (candidates & answers).bit_count(), held)
        return total


def choose(state: State, legal: Sequence[int], stream: Stream, policy: Policy, lacks: Sequence[int]) -> int:
    """The play worth most, the first among equals; a draw or a pass only where there is no play.

    ``lacks`` are the seats', as ``lacks.py`` has them; a policy that blocks nobody does not look at them.
    """
    best, most, noise = legal[0], None, policy.weights[_NOISE]
    if best >= DRAW:
        return best
    if len(legal) == 1 or legal[1] == DRAW:
        if noise:
            stream.below(noise + 1)  # one choice is a choice too
        return best
    judge, worth, before = _Judge(state, policy, lacks), 0, -1
    for action in legal:
        if action >= DRAW:
            break
        if action >> 3 != before:  # a play is worth the same in any placement
            worth, before = judge.worth(action), action >> 3
        value = worth + stream.below(noise + 1) * _CERTAIN if noise else worth
        if most is None or value > most:
            best, most = action, value
    return best
