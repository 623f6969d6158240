"""What a player does in a seat's view, asked and checked (``docs/waist.md``, Players)."""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING, Any, Final

from dominoes._codes import MAX_WORLDS, PLAYER_LEVELS, PLAYER_NAMES
from dominoes._twin import blocker, characters
from dominoes._twin.playout import flat
from dominoes._twin.random import Stream
from dominoes._twin.thinking import Beliefs

if TYPE_CHECKING:
    from dominoes._twin.state import State

__all__ = ["NO_DEAL", "SNOW_WHITE", "Advice", "Beliefs", "advise", "asked", "beliefs", "check_turn", "choose"]

Advice = tuple[tuple[int, ...], ...]
"""For each legal action ``(action, worlds, weight, points, squares, wins, value)``."""

BLOCKER: Final = PLAYER_NAMES.index("blocker")
PINOCCHIO: Final = PLAYER_NAMES.index("pinocchio")
BURATINO: Final = PLAYER_NAMES.index("buratino")
SNOW_WHITE: Final = PLAYER_NAMES.index("snow-white")
NO_DEAL: Final = "no deal leads to this view"


class _Asked:
    """What a player is asked in a view, checked: how well, by what chance, and until when."""

    __slots__ = ("level", "player", "stop", "stream", "worlds")

    def __init__(self, what: str, view: State, player: Any, level: Any, worlds: Any, stream: Any, stop: Any) -> None:
        self.player, self.level, self.worlds = asked(what, view._viewer, player, level, worlds, stream, Stream)
        self.stream: Any = None if stream is None else _plain_copy(stream)
        self.stop = None if stop is None else flat("stop", stop, 1)
        check_turn(view._turn, view._turn)


def asked(
    what: str, viewer: int, player: Any, level: Any, worlds: Any, stream: Any, streams: type[Any]
) -> tuple[int, int, int]:
    """``(player, level, worlds)``, checked, and the stream to be of that class, for a question in a seat's view."""
    if viewer < 0:
        raise ValueError(f"{what} needs a seat's view")
    player, level, worlds = index(player), index(level), index(worlds)
    if not 0 <= player < len(PLAYER_LEVELS):
        raise ValueError(f"there is no player number {player}")
    if not 0 <= level <= PLAYER_LEVELS[player]:
        raise ValueError(f"the level of {PLAYER_NAMES[player]} is 0 to {PLAYER_LEVELS[player]}")
    if not 0 <= worlds <= MAX_WORLDS:
        raise ValueError(f"the number of worlds is 0 to {MAX_WORLDS}")
    if not (isinstance(stream, streams) or (stream is None and player == BLOCKER)):
        raise TypeError("a stream is a Stream or None" if player == BLOCKER else "a stream is a Stream")
    return player, level, worlds


def _plain_copy(stream: Stream) -> Stream:
    """The stream itself stays where it is; and what a class of somebody else's makes of it does not count."""
    twin = Stream.__new__(Stream)
    twin._key, twin._number, twin._position, twin._words = stream._key, stream._number, stream._position, stream._words
    return twin


def check_turn(turn: int, viewer: int) -> None:
    """``ValueError`` unless it is the viewer's turn."""
    if turn < 0:
        raise ValueError("the round is over")
    if turn != viewer:
        raise ValueError(f"seat {turn} is to act, not {viewer}")


def choose(view: State, player: int, level: int, worlds: int, stream: Stream | None, stop: Any) -> int:
    """The action that a player takes in a view."""
    asked = _Asked("choose", view, player, level, worlds, stream, stop)
    check_turn(view._turn, view._viewer)
    if asked.player == BLOCKER:
        return blocker.choose(view)
    if asked.player == PINOCCHIO:
        return characters.pinocchio(view, asked.level, asked.stream)
    if asked.player == BURATINO:
        return characters.buratino(view, asked.level, asked.stream)
    return characters.snow_white(view, asked.level, asked.worlds, asked.stream, asked.stop)


def advise(view: State, level: int, worlds: int, stream: Stream, stop: Any) -> Advice:
    """What Snow White thinks of every legal action."""
    asked = _Asked("advise", view, SNOW_WHITE, level, worlds, stream, stop)
    check_turn(view._turn, view._viewer)
    advice = characters.advise(view, asked.level, asked.worlds, asked.stream, asked.stop)
    if advice is None:
        raise ValueError(NO_DEAL)
    return advice


def beliefs(view: State, level: int, worlds: int, stream: Stream) -> Beliefs:
    """Where she takes the unseen tiles to be."""
    asked = _Asked("beliefs", view, SNOW_WHITE, level, worlds, stream, None)
    found = characters.believe(view, asked.level, asked.worlds, asked.stream)
    if found is None:
        raise ValueError(NO_DEAL)
    return found
