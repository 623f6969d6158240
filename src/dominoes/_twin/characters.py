"""The players that come along, each behind one function: what it does in a seat's view, and how it goes about it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from dominoes._codes import DRAW
from dominoes._twin import rules, thinking, weighted
from dominoes._twin.lacks import lacks_so_far
from dominoes._twin.tiles import PIPS

if TYPE_CHECKING:
    from dominoes._twin.random import Stream
    from dominoes._twin.state import State

__all__ = ["advise", "believe", "buratino", "pinocchio", "snow_white"]

# By level; 0 stands for the usual one.
USUAL_LEVEL: Final = 3
ANYTHING: Final = (0, 60, 45, 30, 15, 0)
"""How often Pinocchio does anything at all, in 100."""
WAVERING: Final = (0, 400, 200, 80, 30, 0)
"""Buratino's noise."""
WORLDS: Final = (0, 30, 120, 500, 2000, 8000)
"""That Snow White looks at."""
TEMPERATURE: Final = 100
"""Of the choices that Snow White thinks the others made."""
NOISE: Final = 100
"""In the play by which she plays worlds out."""


class Weights(NamedTuple):
    """A weighted policy's, in the order of ``WEIGHT_NAMES``."""

    pips: int = 0
    is_double: int = 0
    matches: int = 0
    variety: int = 0
    points: int = 0
    noise: int = 0
    next: int = 0
    partner: int = 0
    previous: int = 0


# What a play is worth to somebody who knows the game, in tenths of a pip: after the blocker's coefficients.
_TWO: Final = Weights(pips=10, is_double=50, matches=25, variety=10, next=1500)
_ON_TABLE: Final = Weights(pips=10, is_double=50, matches=10, next=3000)
_THREE: Final = Weights(pips=5, is_double=50, matches=25, variety=30, next=300)
_FOUR: Final = Weights(pips=15, is_double=65, matches=40, variety=30, next=300, previous=100)
_TEAMS: Final = Weights(pips=15, is_double=50, matches=25, variety=38, next=900, partner=-500, previous=260)


def common_sense(spec: Sequence[int]) -> Weights:
    """What a play is worth to somebody who knows the game."""
    two = _ON_TABLE if spec[rules.TABLE_WIDTH] else _TWO
    sense = _TEAMS if spec[rules.PARTNERS] else {2: two, 3: _THREE, 4: _FOUR}[spec[rules.PLAYERS]]
    return sense._replace(points=10) if spec[rules.COUNT_MULTIPLE] else sense


def pinocchio(view: State, level: int, stream: Stream) -> int:
    """The impulsive one: the heaviest tile, and now and then anything at all."""
    legal = view.legal()
    if len(legal) == 1:
        return legal[0]
    if stream.below(100) < ANYTHING[level or USUAL_LEVEL]:
        return legal[stream.below(len(legal))]
    return max(legal, key=lambda action: PIPS[action >> 3 & 255] if action < DRAW else -1)


def buratino(view: State, level: int, stream: Stream) -> int:
    """The street-smart one: doubles while they can be laid, numbers to answer with, ends that the next can't follow."""
    legal = view.legal()
    if len(legal) == 1:
        return legal[0]
    taste = common_sense(view._spec)
    taste = taste._replace(is_double=2 * taste.is_double, noise=WAVERING[level or USUAL_LEVEL])
    policy = weighted.policy_of(taste, len(view._dealt))
    assert policy is not None
    position = view.copy()
    position._viewer = -1  # his own plays can be tried on it
    return weighted.choose(position, legal, stream, policy, lacks_so_far(view))


# Snow White.


def _thinking_for(
    spec: Sequence[int], level: int, worlds: int, halving: bool, stop: Sequence[int] | None
) -> thinking.Thinking:
    sense = common_sense(spec)
    return thinking.Thinking(
        policy=sense._replace(noise=NOISE),
        others=sense,
        temperature=TEMPERATURE,
        worlds=worlds or WORLDS[level or USUAL_LEVEL],
        match=True,
        halving=halving,
        stop=stop,
    )


def snow_white(view: State, level: int, worlds: int, stream: Stream, stop: Sequence[int] | None) -> int:
    """The expert: what wins most in the worlds that may be."""
    legal = view.legal()
    if len(legal) == 1:
        return legal[0]
    _, best = thinking.think(view, _thinking_for(view._spec, level, worlds, True, stop), stream)
    return best.action if best else legal[0]


def advise(
    view: State, level: int, worlds: int, stream: Stream, stop: Sequence[int] | None
) -> tuple[tuple[int, ...], ...] | None:
    """What Snow White thinks of every legal action; None where no deal leads to this view."""
    judged, best = thinking.think(view, _thinking_for(view._spec, level, worlds, False, stop), stream)
    return tuple(one.numbers() for one in judged) if best else None


def believe(view: State, level: int, worlds: int, stream: Stream) -> thinking.Beliefs | None:
    """Where she takes the unseen tiles to be; None where no deal leads to this view."""
    return thinking.believe(view, _thinking_for(view._spec, level, worlds, False, None), stream)
