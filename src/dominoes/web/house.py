"""The matches of one server process: what persons do, the virtual players' turns, and who is told of it."""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar

from dominoes.record import Record

from .asking import hashed
from .commands import Command, Fields
from .game import Seen
from .hub import Hub
from .news import watch
from .refusals import Refusal
from .shelf import Plan, Shelf
from .starting import Begun
from .store import DatabaseError, Store

__all__ = ["House"]

_T = TypeVar("_T")
_log = logging.getLogger("dominoes.web")

QUICK: Final = frozenset({"random", "heaviest", "pinocchio", "buratino", "blocker"})
"""Players whose turn takes less time than telling another thread of it."""
_AT_ONCE: Final = 0.1
"""Seconds that their turns may take in a row before a person's action is shown without them."""
GRACE: Final = 5.0
"""Seconds after which a turn that another process should have made is made here."""
_WORKERS: Final = 4


class House:
    """Made on any thread, started and used on one event loop. What blocks runs on threads of its own.

    Who makes a virtual player's turn? The process that has written the action before it. Where that one has died, any
    process in which somebody looks at the match, `GRACE` seconds after the turn was due. Should two of them make it,
    both find the same actions, since chance comes from the match's seed; and only one of them can write them down.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self.shelf = Shelf(store)
        self.hub = Hub(self._overdue)
        self._workers = ThreadPoolExecutor(_WORKERS, "dominoes-web")
        self._thinkers = ThreadPoolExecutor(os.cpu_count() or 1, "dominoes-thinking")
        self._driven: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._started = False

    # Life

    def start(self) -> None:
        """Begin to watch the database and the clock, on the running loop; calling it again does nothing."""
        if self._started:
            return
        self._started = True
        for work in (self.hub.beat(), watch(self)):
            task = asyncio.get_running_loop().create_task(work)
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def stop(self) -> None:
        """End every stream and every turn in thought; what is written stays."""
        self.hub.close()
        tasks = [*self._tasks, *self._driven.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._workers.shutdown(wait=True, cancel_futures=True)
        self._thinkers.shutdown(wait=False, cancel_futures=True)
        self.store.close()

    async def work(self, what: Callable[..., _T], *args: Any) -> _T:
        """Run what blocks on a thread."""
        return await asyncio.get_running_loop().run_in_executor(self._workers, what, *args)

    # Looking

    async def look(self, match: str, seat: int, since: int = -1, version: int | None = None) -> Seen:
        """The match as a seat may know it (`Shelf.open` has ``version``, `Game.seen_by` ``since``)."""
        return await self.work(self._look, match, seat, since, version)

    def _look(self, match: str, seat: int, since: int, version: int | None) -> Seen:
        with self.shelf.open(match, version) as game:
            return game.seen_by(seat, since)

    async def seat_of(self, match: str, token: str) -> tuple[int, str] | None:
        """The seat of whoever has the cookie with this hash, and its language; None where nobody has."""
        return await self.work(self._seat_of, match, token)

    def _seat_of(self, match: str, token: str) -> tuple[int, str] | None:
        with self.shelf.open(match, 0) as game:
            found = [one for one in game.seats if one.token == token]
            if not found:  # somebody may have sat down in another process
                game.seats = self.store.seats(match)
                found = [one for one in game.seats if one.token == token]
            return (found[0].seat, found[0].language) if found else None

    async def record(self, match: str) -> Record | None:
        """The rounds that are over (`Game.record`)."""
        return await self.work(self._record, match)

    def _record(self, match: str) -> Record | None:
        with self.shelf.open(match) as game:
            return game.record()

    async def invited(self, match: str, token: str) -> int:
        """The seat to which an invitation leads; `Refusal` where it does not."""
        found = await self.work(self.store.invited, hashed(token))
        if found is None or found[0] != match:
            raise _bad_invitation()
        return found[1]

    async def ponder(self, what: Callable[..., _T], *args: Any) -> _T:
        """Run what takes a while on a thread of those who think."""
        return await asyncio.get_running_loop().run_in_executor(self._thinkers, what, *args)

    # Doing

    async def do(
        self, match: str, seat: int, command: Command, fields: Fields, position: int | None = None
    ) -> tuple[int, int]:
        """A person's command and what follows at once; version and position after the command itself.

        `Refusal` where it cannot be done.
        """
        done, last = await self.work(self._do, match, seat, command, fields, position)
        self.changed(match, last)
        self.drive(match)
        return done

    def _do(
        self, match: str, seat: int, command: Command, fields: Fields, position: int | None
    ) -> tuple[tuple[int, int], int]:
        done = self.shelf.do(match, seat, command, fields, position)
        return done, self.shelf.quick_turns(match, QUICK, time.monotonic() + _AT_ONCE)

    async def begin(self, begun: Begun) -> None:
        """Write a new match down, and let the first virtual player act."""
        await self.work(self.store.create, begun.row, begun.seats)
        self.drive(begun.row.id)

    async def take_seat(self, match: str, seat: int, invitation: str, move: str, token: str, language: str) -> None:
        """Let whoever has an invitation (its hash) sit down, with a cookie (its hash); nobody can twice."""

        def sit() -> int:
            known = {"token": token, "language": language}
            return self.shelf.change_seat(match, seat, move, invited=invitation, invitation=None, **known)

        try:
            version = await self.work(sit)
        except LookupError:
            raise _bad_invitation() from None
        self.changed(match, version)

    async def change_seat(self, match: str, seat: int, move: str, **values: str | None) -> None:
        """Change who sits at a seat, or how; everyone at the table is told by the entry ``move``."""
        version = await self.work(lambda: self.shelf.change_seat(match, seat, move, None, **values))
        self.changed(match, version)
        self.drive(match)

    def changed(self, match: str, version: int) -> None:
        """Tell the streams that there is something new."""
        self.hub.tell(match, version)

    # Virtual players

    def drive(self, match: str) -> None:
        """See to it that virtual players act as long as it is their turn."""
        if match in self._driven:
            self._again.add(match)
            return
        self._driven[match] = asyncio.get_running_loop().create_task(self._drive(match))

    async def settled(self, match: str, seconds: float) -> None:
        """Wait until no virtual player is at work here, but no longer than that."""
        task = self._driven.get(match)
        if task is not None:
            await asyncio.wait({task}, timeout=seconds)

    async def _drive(self, match: str) -> None:
        try:
            while (plan := await self.work(self.shelf.plan, match)) is not None:
                await self._wait(plan)
                added = await self.ponder(plan.think)
                self.changed(match, await self.work(self.shelf.commit, plan, added))
        except DatabaseError as error:
            _log.error("%s", error)  # a page that looks again drives again
            self._again.discard(match)
        except Exception:
            _log.exception("a virtual player's turn failed")
            self._again.discard(match)
        finally:
            self._driven.pop(match, None)
        if match in self._again:  # something was done after the last plan was asked for
            self._again.discard(match)
            self.drive(match)

    async def _wait(self, plan: Plan) -> None:
        delay = plan.at - time.time()
        if delay > 0:
            await asyncio.sleep(min(delay, 10.0))

    def _overdue(self, match: str) -> None:
        """A turn was not made in time by the process that should have."""
        if match not in self._driven:
            self.drive(match)


def _bad_invitation() -> Refusal:
    return Refusal(404, "unknown", lambda words: words.error("bad_invitation"))
