"""Perfect play with every tile known: a search in the waist, watched from here so that time and Ctrl-C can end it."""

from __future__ import annotations

import math
import threading
import time
from array import array
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from ._check import quoted, whole
from .errors import MatchError, RulesError
from .moves import Move, moves_of

if TYPE_CHECKING:
    from ._backend import State
    from .rules import Rules

__all__ = ["Solution"]

TABLE: Final = 1 << 16
"""Entries of the search's table where none are asked for: 16 bytes each in the compiled core."""
_MOST_ENTRIES: Final = 1 << 32
_MOST_NODES: Final = (1 << 64) - 1
_BETWEEN_LOOKS: Final = 0.1
"""Seconds after which the waiting thread looks whether it was interrupted; not every system wakes it."""
_STACK: Final = 1 << 24
"""Bytes for the searching thread: a choice takes up to 2 KB, a round has up to 380; some systems give too little."""
_starting = threading.Lock()

_Answer = tuple[int, int, tuple[int, ...], int, tuple[tuple[int, int, int], ...]]
"""Of the waist: lower, upper, line, nodes, roots."""


@dataclass(frozen=True)
class Solution:
    """What perfect play by all comes to, from side 0's view: its points of the whole round minus the other side's.

    Side 0 are seats 0 and 2 of partners, seat 0 of two players, or the opener where it was asked for against the rest.
    What was scored in play before the position counts too; a team's points count once.

    >>> Solution(lower=-3, upper=5, line=(), nodes=100).value is None
    True
    """

    lower: int
    """The value is no less."""
    upper: int
    """The value is no more."""
    line: tuple[Move, ...]
    """Best play to the end of the round, which it ends with ``value``; empty where a limit came first."""
    nodes: int
    """How many positions were visited."""
    roots: dict[Move, tuple[int, int]] | None = field(default=None, hash=False)
    """The lower and the upper bound of each legal move's value, in the order of `Round.legal_moves`, if asked for."""

    @property
    def value(self) -> int | None:
        """The value; None where a limit came first and left an interval."""
        return self.lower if self.lower == self.upper else None


def run(
    state: State,
    rules: Rules,
    *,
    table: int,
    nodes: int | None,
    seconds: float | None,
    roots: bool,
    opener_against_rest: bool,
) -> Solution:
    """Check the arguments and search from a state, which is not changed."""
    table = whole("table", table, 1, _MOST_ENTRIES)
    most = 0 if nodes is None else whole("nodes", nodes, 1, _MOST_NODES)
    _check_seconds(seconds)
    for name, switch in (("roots", roots), ("opener_against_rest", opener_against_rest)):
        if not isinstance(switch, bool):
            raise RulesError(f"{name} must be True or False, not {quoted(switch)}")
    if state.turn < 0:
        raise MatchError("the round is over: nothing is left to solve")
    if rules.players > 2 and not rules.partners and not opener_against_rest:
        raise RulesError(
            f"opener_against_rest must be True for {rules.players} players without partners: they have no two sides"
        )
    lower, upper, line, visited, each = _Search(state, table, most, opener_against_rest, roots).answer(seconds)
    values = {Move.from_code(action): (low, high) for action, low, high in each} if roots else None
    return Solution(lower, upper, moves_of(line), visited, values)


def _check_seconds(seconds: object) -> None:
    number = isinstance(seconds, (int, float)) and not isinstance(seconds, bool)
    if not (seconds is None or (number and 0 < seconds < math.inf)):  # type: ignore[operator]
        raise RulesError(f"seconds must be a number above 0, or None, not {quoted(seconds)}")


class _Search(threading.Thread):
    """A search on a thread of its own, so that the thread that asked can wait, look at the clock and be interrupted."""

    def __init__(self, state: State, table: int, nodes: int, opener_against_rest: bool, roots: bool) -> None:
        super().__init__(name="dominoes-solve", daemon=True)
        self._state = state
        self._limits = table, nodes
        self._wishes = opener_against_rest, roots
        self._flag = array("i", [0])
        """The search ends when this is no longer 0."""
        self._done = threading.Event()  # an interrupted join() takes a running thread for one that has ended
        self._answer: _Answer | None = None
        self._error: Exception | None = None

    def run(self) -> None:
        try:
            self._answer = self._state.solve(*self._limits, self._flag, *self._wishes)
        except Exception as error:
            self._error = error
        finally:
            self._done.set()

    def answer(self, seconds: float | None) -> _Answer:
        """Search; the end of so many seconds stops it, and so does an interrupt."""
        try:
            self._begin()
            self._wait(seconds)
        finally:
            self._flag[0] = 1
        self._done.wait()
        self.join()
        if self._error is not None:
            raise self._error
        assert self._answer is not None
        return self._answer

    def _begin(self) -> None:
        with _starting:
            usual = threading.stack_size(_STACK)
            try:
                self.start()
            finally:
                threading.stack_size(usual)

    def _wait(self, seconds: float | None) -> None:
        end = math.inf if seconds is None else time.monotonic() + seconds
        while not self._done.wait(min(_BETWEEN_LOOKS, end - time.monotonic())):
            if time.monotonic() >= end:
                return
