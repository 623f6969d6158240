"""The matches that are in memory: read once, gone on with by what is new, the longest unused put away first."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from dominoes.match import Match

from .commands import Added, Command, Fields
from .game import Game, choose
from .refusals import stale, unknown
from .store import Entry, Store

__all__ = ["Plan", "Shelf"]

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

        `Refusal` where there is none.
        """
        with self._held(match) as kept:
            if kept.game is None:
                kept.game = self._read(match)
            elif version is None:
                version = self.store.version(match)
            game = kept.game
            if version is not None and game.version < version:
                self._advance(game)
            self._know_seats(game)
            yield game

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
        return Game(stored)

    def _advance(self, game: Game) -> None:
        game.apply(self.store.after(game.row.id, game.version))
        game.changed = time.time()

    def _know_seats(self, game: Game) -> None:
        if not game.seats_known:
            game.seats = self.store.seats(game.row.id)
            game.seats_known = True

    # Going on

    def do(
        self, match: str, seat: int, command: Command, fields: Fields, position: int | None = None
    ) -> tuple[int, int]:
        """A person's command, written down; version and position after it. `Refusal` where it cannot be done.

        ``position`` is that for which it was made, where it was made for one.
        """
        with self.open(match, 0) as game:
            for _ in range(_TRIES):
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
        numbered = [Entry(number, *one) for number, one in enumerate(added, game.version + 1)]
        try:
            game.apply(numbered)
        except BaseException:
            with self._lock:
                self._kept.pop(game.row.id, None)
            raise
        game.changed = time.time()
        return True

    def change_seat(self, match: str, seat: int, move: str, invited: str | None, **values: str | None) -> int:
        """Change a seat's row together with the entry that tells of it; the version after it (`Store.change_seat`)."""
        with self.open(match, 0) as game:
            for _ in range(_TRIES):
                if self.store.change_seat(match, game.version, seat, move, invited, **values):
                    self._advance(game)
                    game.seats_known = False
                    return game.version
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


def _turn_of(match: Match, seat: int, player: str) -> Added:
    """A virtual player's turn, played out on a copy."""
    added: Added = []
    while match.turn == seat:
        move = choose(player, match.view(seat))
        match.act(move)
        added.append((seat, str(move)))
    return added
