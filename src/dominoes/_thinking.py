"""How much virtual players think: their levels, the worlds of each, and the chance that thinking takes. A leaf."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ._backend import BACKEND, Stream, seed_key
from ._check import seed_bytes, whole
from ._codes import MAX_WORLDS

if TYPE_CHECKING:
    from .position import Position

LEVELS: Final = 5
USUAL_LEVEL: Final = 3

_OF_THE_KERNEL: Final = (30, 120, 500, 2000, 8000)
_WORLDS: Final = {"c": _OF_THE_KERNEL, "cffi": _OF_THE_KERNEL, "py": (4, 12, 40, 80, 200)}
"""The worlds of each level by backend: the one thing in which what players do differs. On the pure one there are so few
that a decision takes no longer than three seconds, by any preset at every level and by any rules at the usual one."""


def worlds_of(level: int) -> int:
    """The number of worlds of a level from 1 to `LEVELS`, on the backend in use."""
    return _WORLDS[BACKEND][level - 1]


def worlds_for(level: int | None, worlds: int | None, usual: int = USUAL_LEVEL) -> int:
    """How many worlds are asked for: so many, else those of the level. `RulesError` for what is out of range."""
    level = usual if level is None else whole("level", level, 1, LEVELS)
    return worlds_of(level) if worlds is None else whole("worlds", worlds, 1, MAX_WORLDS)


def stream_for(purpose: bytes, position: Position, seed: str | int | None, part: int = 0) -> Stream:
    """The chance for thinking about a position: of its own purpose, so that it never touches anybody's play.

    It depends on how many actions were done, on the seed (without one on nothing else) and on the ``part`` of the
    thinking: not on the round's number, in which equal positions may differ.
    """
    key = seed_key(purpose, b"" if seed is None else seed_bytes(seed))
    return Stream(key, part << 32 | len(position.moves))
