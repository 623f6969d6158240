"""Keeping a player of somebody else's within bounds: whatever it does costs it its round and nobody anything else.

Its code runs on a thread of its own, and who waits for it gives it up after a time. Python cannot kill a thread. It can
ask one to raise `SystemExit`, which ends a loop written in Python at its next step; what hangs outside of Python (a
sleep, a read, a lock) is left behind with its view until the process ends. What never lets go of the interpreter,
inside a C extension, stops its whole process, and only the system can end that.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Final, TypeVar, cast

from dominoes._check import raised
from dominoes.errors import IllegalMove
from dominoes.moves import Move
from dominoes.registry import Player, no_move
from dominoes.round import Round
from dominoes.view import View

__all__ = ["MOST_TOLD", "FaultError", "Seat", "Watch", "told"]

_T = TypeVar("_T")
_ADDRESS: Final = re.compile(r" at 0x[0-9a-fA-F]+")
MOST_TOLD: Final = 200


class FaultError(Exception):
    """What a player did instead of choosing a legal move. It has lost the round."""


def told(text: str) -> str:
    """A fault's text on one line, cut to a bearable length, without addresses, which are others in every process."""
    line = " ".join(_ADDRESS.sub("", text).split())
    line = "".join(c if c.isprintable() else "?" for c in line)
    return line if len(line) <= MOST_TOLD else f"{line[:MOST_TOLD]}…"


class Watch:
    """A thread for the code of others, made anew after it had to be given up. ``limit`` is in seconds; None: none."""

    def __init__(self, limit: float | None) -> None:
        self._limit = limit
        self._lane: _Lane | None = None

    def run(self, task: Callable[[], _T], purpose: str = "for one decision") -> _T:
        """What the task gives. `FaultError` where it raises, whatever it raises, or takes longer than the limit for its
        purpose."""
        lane = self._lane = self._lane or _Lane()
        lane.tasks.put(task)
        try:
            value, fault = lane.answers.get(timeout=self._limit and min(self._limit, threading.TIMEOUT_MAX))
        except Empty:
            self._lane = None
            lane.give_up()
            raise FaultError(f"took longer than {self._limit:g} seconds {purpose}") from None
        if fault is not None:
            raise FaultError(fault)
        return cast("_T", value)

    def close(self) -> None:
        """End the thread."""
        if self._lane is not None:
            self._lane.tasks.put(None)
            self._lane = None


class _Lane:
    """One thread and the two queues by which it is spoken with."""

    def __init__(self) -> None:
        self.tasks: SimpleQueue[Callable[[], object] | None] = SimpleQueue()
        self.answers: SimpleQueue[tuple[object, str | None]] = SimpleQueue()
        self._lock = threading.Lock()
        self._given_up = False
        self._in_task = False
        self._thread = threading.Thread(target=self._serve, name="dominoes-player", daemon=True)
        self._thread.start()

    def _serve(self) -> None:
        while not self._given_up:
            task = self.tasks.get()
            if task is None:
                return
            self._in_task = True
            answer = _answer(task)
            with self._lock:  # give_up must not strike here, where nothing of the player's is left to stop
                self._in_task = False
            self.answers.put(answer)

    def give_up(self) -> None:
        """Wait for it no more, and ask it to end."""
        with self._lock:
            self._given_up = True
            if self._in_task and self._thread.ident is not None:
                _raise_in(self._thread.ident)


def _answer(task: Callable[[], object]) -> tuple[object, str | None]:
    try:
        return task(), None
    except FaultError as fault:
        return None, str(fault)
    except BaseException as error:  # SystemExit and KeyboardInterrupt are here the player's, not the user's
        return None, _raised(error)


def _raised(error: BaseException) -> str:
    try:
        return f"raised {raised(error)}"
    except BaseException:  # even its words may ask for an interrupt
        return f"raised {type(error).__name__}"


def _raise_in(thread: int) -> None:
    with suppress(ImportError, AttributeError):  # only CPython knows how
        from ctypes import c_ulong, py_object, pythonapi

        pythonapi.PyThreadState_SetAsyncExc(c_ulong(thread), py_object(SystemExit))


class Seat:
    """A player at its seat. Without a watch it is trusted not to hang and not to meddle, but not to be right."""

    def __init__(self, player: Player, watch: Watch | None) -> None:
        self._player = player
        self._watch = watch

    def act(self, rnd: Round, view: View) -> None:
        """Let the player choose by its view, and do it. `FaultError` where it does anything but choose a legal move."""
        move = self._choice(view) if self._watch is None else self._watched(self._watch, rnd, view)
        try:
            rnd.play(move)
        except IllegalMove as error:
            raise FaultError(f"chose {move}: {error}") from None

    def _choice(self, view: View) -> Move:
        try:
            return _chosen(self._player, view)
        except FaultError:
            raise
        except Exception as error:
            raise FaultError(_raised(error)) from error

    def _watched(self, watch: Watch, rnd: Round, view: View) -> Move:
        # A view leads nowhere, but a player may look for other ways. It could find a copy kept for comparison, too.
        before = hash(rnd)
        move = watch.run(lambda: _chosen(self._player, view))
        if hash(rnd) != before:
            raise FaultError("changed the round instead of choosing")
        return move


def _chosen(player: Player, view: View) -> Move:
    move = player.choose(view)
    if type(move) is not Move:  # not isinstance, which asks the object itself what it is
        raise FaultError(no_move(move))
    return move
