"""The matches of one server process: what persons do, the virtual players' turns, and who is told of it."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar

from dominoes.record import Record

from .asking import hashed, invitation_token
from .commands import Command, Fields, settings
from .game import INVITE, LEAVE, SEAT, SIT, Game, Invited, Seen
from .hub import Hub
from .news import watch
from .refusals import Refusal, bad_request, not_now
from .shelf import Plan, SeatChange, Shelf, seat_of
from .starting import OPPONENT, Begun
from .store import SeatRow, Store
from .trouble import Trouble

__all__ = ["House"]

_T = TypeVar("_T")
QUICK: Final = frozenset({"random", "heaviest", "pinocchio", "buratino", "blocker"})
"""Players whose turn takes less time than telling another thread of it."""
_AT_ONCE: Final = 0.1
"""Seconds that their turns may take in a row before a person's action is shown without them."""
GRACE: Final = 5.0
"""Seconds after which a turn that another process should have made is made here."""
ABSENT: Final = 300.0
"""Seconds after which a person who does not act may be taken for gone."""
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
        self.trouble = Trouble()
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

    async def look(self, match: str, token: str, since: int = -1, version: int | None = None) -> Seen:
        """The match as whoever has the cookie with this hash may know it; `Refusal` where nobody has.

        Who asks is decided by the version that is shown (`Shelf.open` has ``version``, `Game.seen_by` ``since``).
        """
        return await self.work(self._look, match, token, since, version)

    def _look(self, match: str, token: str, since: int, version: int | None) -> Seen:
        with self.shelf.open(match, version) as game:
            return game.seen_by(seat_of(game, token).seat, since)

    async def seat_of(self, match: str, token: str) -> tuple[SeatRow, int]:
        """The seat of whoever has the cookie with this hash, and the version, as the database has them now; `Refusal`
        where nobody has."""
        return await self.work(self._seat_of, match, token)

    def _seat_of(self, match: str, token: str) -> tuple[SeatRow, int]:
        with self.shelf.open(match) as game:
            return seat_of(game, token), game.version

    async def record(self, match: str, token: str, version: int | None = None) -> Record | None:
        """The rounds that are over (`Game.record`), for whoever has a seat; ``version`` as of `look`."""
        return await self.work(self._record, match, token, version)

    def _record(self, match: str, token: str, version: int | None) -> Record | None:
        with self.shelf.open(match, version) as game:
            seat_of(game, token)
            return game.record()

    async def invited(self, match: str, token: str) -> Invited:
        """To what an invitation leads; `Refusal` where it leads nowhere."""
        return await self.work(self._invited, match, hashed(token))

    def _invited(self, match: str, invitation: str) -> Invited:
        with self.shelf.open(match) as game:
            return _invited(game, invitation)

    async def ponder(self, what: Callable[..., _T], *args: Any) -> _T:
        """Run what takes a while on a thread of those who think."""
        return await asyncio.get_running_loop().run_in_executor(self._thinkers, what, *args)

    # Doing

    async def do(
        self, match: str, token: str, command: Command, fields: Fields, position: int | None = None
    ) -> tuple[int, int]:
        """A person's command and what follows at once; version and position after the command itself.

        `Refusal` where it cannot be done. Once it is stored it is done, whatever follows.
        """
        done, last = await self.work(self._do, match, token, command, fields, position)
        self.changed(match, last)
        self.drive(match)
        return done

    def _do(
        self, match: str, token: str, command: Command, fields: Fields, position: int | None
    ) -> tuple[tuple[int, int], int]:
        done = self.shelf.do(match, token, command, fields, position)
        try:
            return done, self.shelf.quick_turns(match, QUICK, time.monotonic() + _AT_ONCE)
        except Exception as error:  # those turns are made later
            self.trouble.tell(error)
            return done, done[0]

    async def begin(self, begun: Begun) -> None:
        """Write a new match down, and let the first virtual player act."""
        await self.work(self.store.create, begun.row, begun.seats)
        self.drive(begun.row.id)

    async def _change_seat(self, match: str, change: Callable[[Game], SeatChange | None]) -> tuple[int, int] | None:
        """Change who sits at a seat, or how (`Shelf.change_seat`), and tell everyone at the table."""
        done = await self.work(self.shelf.change_seat, match, change)
        if done is not None:
            self.changed(match, done[0])
            self.drive(match)
        return done

    async def take_seat(self, match: str, invitation: str, name: str, token: str, language: str) -> None:
        """Let whoever has an invitation (its hash) sit down, with a cookie (its hash); nobody can twice."""
        known = {"token": token, "language": language, "invitation": None}

        def sit(game: Game) -> SeatChange:
            seat = _invited(game, invitation).invitation.seat
            return SeatChange(seat, f"{SIT} {name}", {**known}, invited=invitation)

        try:
            await self._change_seat(match, sit)
        except LookupError:
            raise _bad_invitation() from None

    async def invite(self, match: str, token: str, seat: int, secret: str) -> str:
        """An invitation to a seat where no person sits, by whoever has a cookie; the link's token."""
        made = ""

        def invite(game: Game) -> SeatChange:
            nonlocal made
            by = seat_of(game, token).seat
            if not 0 <= seat < len(game.occupants):
                raise bad_request(f"seat is a number from 0 to {len(game.occupants) - 1}")
            if game.over:
                raise not_now("match-over")
            if game.occupants[seat].person:
                raise not_now("no-seat")
            made = invitation_token(secret, match, seat, game.version + 1)
            return SeatChange(seat, f"{SEAT} {INVITE} {by}", {"invitation": hashed(made)})

        await self._change_seat(match, invite)
        return made

    async def leave(self, match: str, token: str) -> bool:
        """Give a seat up where other persons play on; whether it was."""

        def leave(game: Game) -> SeatChange | None:
            seat = seat_of(game, token).seat
            if len(game.persons) < 2:
                return None
            return SeatChange(seat, f"{LEAVE} {OPPONENT}", {"token": None, "invitation": None})

        return await self._change_seat(match, leave) is not None

    async def without(self, match: str, token: str) -> tuple[int, int]:
        """Let virtual players sit at all seats that are kept for somebody invited, whose links lead nowhere then.

        Where all have come, at that of a person who was to act and has not for `ABSENT` seconds: whoever closed the
        page for good would hold the others up for ever.
        """

        done = None

        def sit(game: Game) -> SeatChange | None:
            by = seat_of(game, token).seat
            free = _vacant(game, by) if done is None else _open_seat(game)
            if free is None:
                return None
            return SeatChange(free, f"{LEAVE} {OPPONENT}", {"token": None, "invitation": None})

        while (more := await self._change_seat(match, sit)) is not None:
            done = more
        if done is None:
            raise not_now("nobody-away")
        return done

    async def set_language(self, match: str, token: str, language: str) -> tuple[int, int]:
        """The language in which a seat is spoken to."""
        done = await self._change_seat(
            match, lambda game: SeatChange(seat_of(game, token).seat, SEAT, {"language": language})
        )
        assert done is not None
        return done

    async def set_pace(self, match: str, token: str, fields: Fields) -> tuple[int, int]:
        """The pace of the virtual players."""
        return await self.do(match, token, settings, fields)

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
        except Exception as error:
            self.trouble.tell(error)
            self._again.discard(match)  # a page that looks again drives again, and so do overdue turns
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


def _open_seat(game: Game) -> int | None:
    """A seat that is kept for somebody; None where there is none, or the match is over."""
    return next((seat for seat, one in enumerate(game.occupants) if one.open and not game.over), None)


def _vacant(game: Game, asking: int) -> int | None:
    """A seat where nobody sits, or whose person does not act; None where there is none. `Refusal` where that person may
    still come back."""
    free, turn = _open_seat(game), game.match.turn
    if free is not None or game.over or turn is None or turn == asking or not game.occupants[turn].person:
        return free
    if time.time() - game.acted < ABSENT:
        raise not_now("may-act")
    return turn


def _invited(game: Game, invitation: str) -> Invited:
    if game.over:
        raise not_now("match-over")
    found = next((one for one in game.invitations if one.hashed == invitation), None)
    if found is None:
        raise _bad_invitation()
    return Invited(found, game.rules, game.occupants)


def _bad_invitation() -> Refusal:
    return Refusal(404, "unknown", lambda words: words.error("bad_invitation"))
