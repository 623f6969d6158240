"""What a player does in a seat's view, and what Snow White thinks of it."""

from __future__ import annotations

from typing import Any

from dominoes._through.chance import Stream
from dominoes._through.library import NULL, copy_of, ffi, ints_of, lib
from dominoes._twin.choosing import NO_DEAL, SNOW_WHITE, Advice, Beliefs, asked, check_turn
from dominoes._twin.playout import flat

__all__ = ["advise", "beliefs", "choose"]


class _Asked:
    """A question in a view, checked, as the kernel takes it; both the view and the stream are copies."""

    def __init__(self, what: str, known: Any, player: Any, level: Any, worlds: Any, stream: Any, stop: Any) -> None:
        self.player, self.level, self.worlds = asked(what, known.viewer, player, level, worlds, stream, Stream)
        self.words = NULL if stream is None else stream._words_apart()
        self.stop = ints_of(None if stop is None else flat("stop", stop, 1))
        self.view = copy_of(known)
        self.turn: int = -1 if known.reason else known.seat

    def check_turn(self) -> None:
        check_turn(self.turn, self.view.viewer)


def choose(known: Any, player: int, level: int, worlds: int, stream: Stream | None, stop: Any) -> int:
    """The action that a player takes in a view."""
    on = _Asked("choose", known, player, level, worlds, stream, stop)
    on.check_turn()
    action = ffi.new("int *")
    _answered(lib.dom_choose(on.view, on.player, on.level, on.worlds, on.words, on.stop, action))
    return int(action[0])


def advise(known: Any, level: int, worlds: int, stream: Stream, stop: Any) -> Advice:
    """What Snow White thinks of every legal action."""
    on = _Asked("advise", known, SNOW_WHITE, level, worlds, stream, stop)
    on.check_turn()
    found = ffi.new("dom_advice *")
    _answered(lib.dom_advise(on.view, on.level, on.worlds, on.words, on.stop, found))
    columns = (found.action, found.worlds, found.weight, found.points, found.squares, found.wins, found.value)
    return tuple(zip(*(ffi.unpack(column, found.count) for column in columns), strict=True))


def beliefs(known: Any, level: int, worlds: int, stream: Stream) -> Beliefs:
    """Where she takes the unseen tiles to be."""
    on = _Asked("beliefs", known, SNOW_WHITE, level, worlds, stream, None)
    check_turn(on.turn, on.turn)  # anybody's, while the round is on
    found = ffi.new("dom_beliefs_found *")
    _answered(lib.dom_beliefs(on.view, on.level, on.worlds, on.words, found))
    rows, players = [], on.view.rules.players
    for tile, weights in enumerate(found.weight):
        *seats, nowhere = weights
        if any(weights):
            rows.append((tile, (*seats[:players], nowhere)))
    return found.total, tuple(rows)


def _answered(status: int) -> None:
    """All else that could be wrong has been asked before."""
    if status:
        raise ValueError(NO_DEAL)
