"""The matches that are in memory: read once, gone on with by what is new, the longest unused put away first."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from dominoes.match import Match

from .commands import Added, Command, Fields
from .game import Game, choose
from .refusals import Refusal, forbidden, stale, unknown
from .store import DatabaseError, Entry, SeatRow, Store

__all__ = ["Plan", "SeatChange", "Shelf", "seat_of"]

_TRIES = 8
"""How often an entry is tried again behind those that others wrote in the meantime."""


@dataclass
class _Kept:
    lock: threading.Lock = field(default_factory=threading.Lock)
    game: Game | None = None


@dataclass(frozen=True)
class Plan:
    """A virtual player's turn that is to be thought about: `Plan.think` on any thread, `Shelf.commit` after it."""

    match: str
    version: int
    seat: int
    player: str
    at: float
    """When it may act, in seconds since 1970."""
    _apart: Match

    def think(self) -> Added:
        """The whole turn: its draws, then its play or pass."""
        return _turn_of(self._apart, self.seat, self.player)


@dataclass(frozen=True)
class SeatChange:
    """A change of who sits at a seat, or how."""

    seat: int
    move: str
    """The entry that tells of it."""
    values: dict[str, str | None]
    """What is new in the seat's row."""
    invited: str | None = None
    """The invitation (its hash) that is used up by it."""


class Shelf:
    """All methods block and may be called on any thread; of one match one runs at a time."""

    def __init__(self, store: Store, most: int = 2000) -> None:
        self.store = store
        self._most = most
        self._kept: OrderedDict[str, _Kept] = OrderedDict()
        self._lock = threading.Lock()

    @contextmanager
    def open(self, match: str, version: int | None = None) -> Iterator[Game]:
        """A match for as long as the block lasts, at least at ``version``; None: as the database has it now.

        `Refusal` where there is none, `DatabaseError` where it is damaged.
        """
        with self._held(match) as kept:
            try:
                yield self._at_least(kept, match, version)
            finally:
                if kept.game is not None and kept.game.broken:
                    kept.game = None  # it is read anew

    def _at_least(self, kept: _Kept, match: str, version: int | None) -> Game:
        if kept.game is None:
            kept.game = self._read(match)
        elif version is None:
            version = self.store.version(match)
        game = kept.game
        if version is not None and game.version < version:
            self._advance(game)
        self._know_seats(game)
        return game

    @contextmanager
    def _held(self, match: str) -> Iterator[_Kept]:
        with self._lock:
            kept = self._kept.setdefault(match, _Kept())
            self._kept.move_to_end(match)
        with kept.lock:
            try:
                yield kept
            except BaseException:
                if kept.game is None:
                    self._forget(match, kept)
                raise
        with self._lock:
            while len(self._kept) > self._most:  # whoever holds one still has it
                self._kept.popitem(last=False)

    def _forget(self, match: str, kept: _Kept) -> None:
        with self._lock:
            if self._kept.get(match) is kept:
                del self._kept[match]

    def _read(self, match: str) -> Game:
        stored = self.store.load(match)
        if stored is None:
            raise unknown()
        with self._undamaged(match):
            return Game(stored)

    @contextmanager
    def _undamaged(self, match: str) -> Iterator[None]:
        """What is written down may have been changed by hand, or by a fault of the disk, and then be anything."""
        try:
            yield
        except (DatabaseError, Refusal):
            raise
        except Exception as error:
            what = f"{type(error).__name__}: {error}".partition("\n")[0]
            raise DatabaseError(f"{self.store.shown}: the match {match} is damaged ({what})") from error

    def _advance(self, game: Game) -> None:
        """Do what others have written, and know who may play now."""
        added = self.store.after(game.row.id, game.version)
        with self._undamaged(game.row.id):
            game.apply(added)
        if added:
            game.changed = time.time()
        self._know_seats(game)

    def _know_seats(self, game: Game) -> None:
        if not game.seats_known:
            game.seats = self.store.seats(game.row.id)
            game.seats_known = True

    # Going on

    def do(
        self, match: str, token: str, command: Command, fields: Fields, position: int | None = None
    ) -> tuple[int, int]:
        """The command of whoever has the cookie with this hash, written down; version and position after it.

        ``position`` is that for which it was made, where it was made for one. `Refusal` where it cannot be done. Who
        asks is decided by the version behind which it is written: who has given the seat up in another process writes
        nothing.
        """
        with self.open(match) as game:
            for _ in range(_TRIES):
                seat = seat_of(game, token).seat
                if position is not None and position != game.position:
                    self._advance(game)  # another process may have gone on
                    if position != game.position:
                        raise stale()
                if self._write(game, command(game, seat, fields)):
                    return game.version, game.position
                self._advance(game)
        raise stale()

    def _write(self, game: Game, added: Added) -> bool:
        """Entries on disk, then in memory; False where others were there before."""
        if not self.store.append(game.row.id, game.version, added):
            return False
        self._apply(game, added)
        return True

    def _apply(self, game: Game, added: Added) -> None:
        """What was written down just now. Nothing is read again: the database may fail by now, and yet it is done."""
        now = time.time()
        numbered = [Entry(number, *one, now) for number, one in enumerate(added, game.version + 1)]
        with self._undamaged(game.row.id):
            game.apply(numbered)
        game.changed = now

    def change_seat(self, match: str, change: Callable[[Game], SeatChange | None]) -> tuple[int, int] | None:
        """Change a seat's row together with the entry that tells of it; version and position after it.

        ``change`` is asked what to do with the match as it stands, again where another process has gone on meanwhile;
        where that is nothing, this is None. It raises a `Refusal` where it cannot be done.
        """
        with self.open(match) as game:
            for _ in range(_TRIES):
                wanted = change(game)
                if wanted is None:
                    return None
                added: Added = [(wanted.seat, wanted.move)]
                if self.store.change_seat(
                    match, game.version, wanted.seat, wanted.move, wanted.invited, **wanted.values
                ):
                    self._apply(game, added)
                    return game.version, game.position
                self._advance(game)
        raise stale()

    def plan(self, match: str) -> Plan | None:
        """The turn of the virtual player that may act next; None where nobody may, or nobody is there to see it."""
        with self.open(match) as game:
            seat = game.due
            if seat is None or game.held or not game.persons:
                return None
            player = game.occupants[seat].player
            assert player is not None
            pace = 0.0 if game.pace == "wait" else float(game.pace)
            return Plan(match, game.version, seat, player, game.changed + pace, game.apart())

    def commit(self, plan: Plan, added: Added) -> int:
        """Write a turn down, unless the match went on without it; the version now."""
        with self.open(plan.match, plan.version) as game:
            if game.version == plan.version and not self._write(game, added):
                self._advance(game)
            return game.version

    def quick_turns(self, match: str, quick: frozenset[str], until: float) -> int:
        """Turns of virtual players that need no time, one after the other until a moment (monotonic); the version."""
        with self.open(match, 0) as game:
            while game.pace == "0" and game.due is not None and game.persons and time.monotonic() < until:
                player = game.occupants[game.due].player or ""
                if player.partition("/")[0] not in quick:
                    break
                if not self._write(game, _turn_of(game.apart(), game.due, player)):
                    self._advance(game)
            return game.version


def seat_of(game: Game, token: str) -> SeatRow:
    """The seat of whoever has the cookie with this hash, as the match stands; `Refusal` where nobody has."""
    found = game.seat_of(token)
    if found is None:
        raise forbidden()
    return found


def _turn_of(match: Match, seat: int, player: str) -> Added:
    """A virtual player's turn, played out on a copy."""
    added: Added = []
    while match.turn == seat:
        move = choose(player, match.view(seat))
        match.act(move)
        added.append((seat, str(move)))
    return added
