"""Who listens: the open streams of this process, woken when their match has something new. Knows no words."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Final

__all__ = ["Hub", "Listener"]

BEAT: Final = 15.0
"""Seconds between two signs of life on a silent stream."""


class Listener:
    """One open stream."""

    __slots__ = ("_waked", "closed", "due", "match", "quiet", "seat", "version")

    def __init__(self, match: str, seat: int) -> None:
        self.match = match
        self.seat = seat
        self.version = -1
        """The newest version that it knows to be there."""
        self.due: float | None = None
        """When a virtual player's turn is overdue, in seconds since 1970."""
        self.closed = False
        self.quiet = False
        """Whether a sign of life is asked for."""
        self._waked = asyncio.Event()

    def wake(self) -> None:
        """Let `wait` return."""
        self._waked.set()

    async def wait(self) -> None:
        """Until there is something to do."""
        await self._waked.wait()
        self._waked.clear()


class Hub:
    """The streams by their matches. Used on the event loop alone."""

    def __init__(self, overdue: Callable[[str], None]) -> None:
        self._listeners: dict[str, set[Listener]] = {}
        self._overdue = overdue
        self.closed = False
        self.count = 0
        """How many streams are open."""

    def join(self, listener: Listener) -> None:
        """A stream was opened."""
        self._listeners.setdefault(listener.match, set()).add(listener)
        self.count += 1

    def leave(self, listener: Listener) -> None:
        """A stream was closed."""
        found = self._listeners.get(listener.match, set())
        if listener in found:
            found.discard(listener)
            self.count -= 1
            if not found:
                del self._listeners[listener.match]

    def of_seat(self, match: str, seat: int) -> list[Listener]:
        """The open streams of one seat."""
        return [one for one in self._listeners.get(match, ()) if one.seat == seat]

    def tell(self, match: str, version: int) -> None:
        """There is something new in a match."""
        for one in self._listeners.get(match, ()):
            if version > one.version:
                one.version = version
                one.wake()

    @property
    def watched(self) -> tuple[str, ...]:
        """The matches that somebody looks at here."""
        return tuple(self._listeners)

    def close(self) -> None:
        """End every stream."""
        self.closed = True
        for one in self._all():
            one.closed = True
            one.wake()

    def _all(self) -> Iterator[Listener]:
        return (one for found in self._listeners.values() for one in found)

    async def beat(self) -> None:
        """Once a second: some streams give a sign of life, and turns that are overdue are told of."""
        turns = int(BEAT)
        tick = 0
        while True:
            await asyncio.sleep(BEAT / turns)
            now = time.time()
            everyone = list(self._all())
            for one in everyone:
                if one.due is not None and one.due < now:
                    one.due = now + BEAT
                    self._overdue(one.match)
            for one in islice(everyone, tick, None, turns):
                one.quiet = True
                one.wake()
            tick = (tick + 1) % turns
