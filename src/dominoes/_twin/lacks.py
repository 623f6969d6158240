"""What all may conclude that a seat does not hold, from its draws and passes (``docs/waist.md``, Observations).

A seat's lacks are a mask of numbers: bit n where it holds no tile with the number n.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dominoes._codes import DRAW
from dominoes._twin import rules

if TYPE_CHECKING:
    from dominoes._twin.geometry import OpenEnd
    from dominoes._twin.position import Position

__all__ = ["lacks_so_far", "note_lack"]


def _playable_numbers(ends: Sequence[OpenEnd | None], fits: Sequence[int]) -> int:
    """The numbers that any tile could follow: their ends together have room for a double and for another tile."""
    others = doubles = 0
    for at, room in zip(ends, fits, strict=True):
        if at is not None:
            others |= (room & 31 > 0) << at.number
            doubles |= (room >> 5) << at.number
    return others & doubles


def _lacks_after(lacks: int, playable: int, drawn: bool, by_choice: bool) -> int:
    """What a seat lacks by a draw or a pass, when those numbers could be followed.

    The tile drawn before in this turn counts with the hand only now: if it could be played it would be, and of it
    nothing else is known. Who may draw by choice tells nothing by it.
    """
    return 0 if by_choice else (0 if drawn else lacks) | playable


def note_lack(lacks: list[int], position: Position, action: int) -> None:
    """A draw or a pass is about to be done."""
    turn = position._turn
    by_choice = action == DRAW and position._spec[rules.VOLUNTARY_DRAW] > 0
    playable = _playable_numbers(position._ends, position._fits)
    lacks[turn] = _lacks_after(lacks[turn], playable, position._drawn, by_choice)


def lacks_so_far(position: Position) -> list[int]:
    """Each seat's lacks, from all that was done in a round."""
    lacks = [0] * len(position._dealt)
    by_choice = position._spec[rules.VOLUNTARY_DRAW] > 0
    for action, turn, ends, fits, _, _, drawn, _ in position._history:
        if action >= DRAW:
            playable = _playable_numbers(ends, fits)
            lacks[turn] = _lacks_after(lacks[turn], playable, drawn, action == DRAW and by_choice)
    return lacks
