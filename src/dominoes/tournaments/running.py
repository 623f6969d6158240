"""Running a tournament: what is asked for, what is in the file, who plays the rest, when it is enough."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from dominoes._check import held_to, quoted, seed_bytes, whole
from dominoes.errors import RulesError
from dominoes.registry import Player
from dominoes.rules import Rules

from .bounds import Bounds
from .entrants import Entrant, entrants_of
from .keeping import ResultsFile, header_of
from .moments import LEAST_DEALS
from .playing import Batch, Job, Setting
from .schedule import Schedule
from .table import TournamentTable
from .totals import Totals

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from .crews import Crew

__all__ = ["Progress", "tournament"]

_ROUNDS: Final = 1_000
MOST: Final = 10**9
"""No number that is asked for is greater."""
_MOST_ROUNDS: Final = 1_000_000
"""Rounds of each cell at which a tournament that runs ``until`` ends all the same."""
_CELL_DEALS: Final = {"rounds": 64, "matches": 8}
"""Deals of one cell that make a batch of some hundred rounds."""
_MOST_WORKERS: Final = 1024


class Progress(NamedTuple):
    """How far a tournament has come."""

    done: int
    """Deals that are counted; every cell has played them."""
    deals: int
    """Deals to be played; the most, where the tournament runs ``until``."""
    half_width: float
    """The widest half-width of a cell's share so far, in points of share."""
    kept: int = 0
    """Deals of these that were in the file ``out`` before anything was played."""


def tournament(
    entrants: Sequence[str | Player | Callable[[], Player]] | Mapping[str, str | Player | Callable[[], Player]],
    rules: Rules | None = None,
    *,
    rounds: int | None = None,
    matches: int | None = None,
    until: float | None = None,
    seed: str | int | None = None,
    executor: Executor | None = None,
    workers: int | None = None,
    out: str | os.PathLike[str] | None = None,
    limit: float | None = 60.0,
    batch: int | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> TournamentTable:
    """Let two or more entrants play each other over the same deals, and tell who won how much.

    An entrant is a text that `dominoes.players.get` takes, or a player or a factory that pickles; named twice it takes
    part twice. A dict ``{label: entrant}`` says how each is called in the table; without one it is the text, or the
    player's name. The default ``rules`` are ``Rules("draw")``. Two sides (two players, or two teams of two): every pair
    plays every deal twice, seats swapped. Three or four players without teams: each entrant plays alone among players
    of each other one, every deal at every seat, and an even share is 1/3 or 1/4.

    - ``rounds`` or ``matches``: how many each of these cells plays, rounded up to whole deals (1,000 rounds unless
      said). Rounds stand alone: deal d is the first round number d of the seed. Matches go to the target.
    - ``until``: play until the 95 % half-width of every cell's share is at most so many points of share (per cent),
      looked at after each batch in the order of deals, from 30 deals on, and count no more; ``rounds`` or ``matches``
      are then the most (a million rounds unless said).
    - ``seed``: text or integer. The same entrants, rules, kind and seed give the same deals and the same table.
    - ``executor``: any `concurrent.futures.Executor`; else ``workers`` processes are begun, none for 1. With an
      executor ``workers`` is how many it has, if it does not tell. What is run by several processes must be importable
      there: a script needs its ``if __name__ == "__main__":``, and one that is read from stdin has no workers. What was
      registered under a name is sent to them, where it pickles.
    - ``out``: the file that keeps every batch as soon as it is back. Where it exists, it is gone on with (its seed and
      batch size hold unless given): a killed run goes on, a finished one is told again or, with more games, extended.
      Only what is asked for counts, whatever it holds beyond.
    - ``limit``: seconds for one decision of a player that does not come along with this package, and for making such a
      player; None: no limit.
    - ``batch``: deals in a batch, the unit that is sent, kept and, where it is under way when a run is killed, lost.
    - ``progress``: called with a `Progress` after every batch that is counted, in the order of deals, and once before
      where a file is gone on with. Where all of it is in the file, it is not called.

    A player that cannot be made, raises, chooses what is no legal move, meddles or takes too long forfeits the round:
    nobody scores, and the other sides share the win. In a match, three forfeits of a side lose the match. The table
    names it.

    `RulesError` for a number out of range, TypeError for an argument of another kind, `PlayerError` for an entrant that
    cannot be had at all, or not by the workers, `TournamentError` for a file of another tournament (other players,
    rules, seed, version of the package or backend) or with results that cannot be, for workers that cannot begin, for
    one of another version or backend and for a batch that is lost three times.

    >>> import dominoes as dm
    >>> table = dm.tournament(["heaviest", "random"], rounds=200, seed=1)
    >>> table["heaviest", "random"].games, table["heaviest", "random"].share.value > 0.5
    (200, True)
    """
    asked = _Asked.checked(rounds, matches, until, rules, limit, batch)
    has_workers = _has_workers(workers, executor)
    if progress is not None and not callable(progress):
        raise TypeError(f"progress is a function that takes a Progress, not {quoted(progress)}")
    found = entrants_of(entrants, asked.limit)
    if has_workers:
        _check_sending(found)
    run = _Run(asked, found, None if seed is None else seed_bytes(seed).decode(), out)
    if run.is_over():
        return run.table()
    with run.writing(), _crew(executor, workers) as crew:
        run.play(crew, progress)
    return run.table()


@dataclass(frozen=True)
class _Asked:
    """The arguments that need a check."""

    rules: Rules
    kind: str
    games: int
    until: float | None
    limit: float | None
    batch: int | None

    @classmethod
    def checked(
        cls,
        rounds: int | None,
        matches: int | None,
        until: float | None,
        rules: Rules | None,
        limit: float | None,
        batch: int | None,
    ) -> _Asked:
        if rounds is not None and matches is not None:
            raise RulesError("a tournament is of rounds or of matches: give one of them")
        kind = "rounds" if matches is None else "matches"
        games = rounds if matches is None else matches
        if games is None:
            games = _ROUNDS if until is None else _MOST_ROUNDS
        return cls(
            rules=Rules("draw") if rules is None else held_to(Rules, rules, "rules are a"),
            kind=kind,
            games=whole(kind, games, 1, MOST),
            until=None if until is None else _positive("until", until, "points of share", ""),
            limit=None if limit is None else _positive("limit", limit, "seconds", ", or None"),
            batch=None if batch is None else whole("batch", batch, 1, MOST),
        )


def _positive(name: str, value: object, what: str, rest: str) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 < value < MOST:
        raise RulesError(f"{name} must be a number of {what} above 0 and below {MOST}{rest}, not {quoted(value)}")
    return float(value)


class _Run:
    """A tournament from where its file leaves it to where it is enough."""

    def __init__(
        self, asked: _Asked, entrants: Sequence[Entrant], seed: str | None, out: str | os.PathLike[str] | None
    ) -> None:
        self._asked = asked
        self._schedule = Schedule(len(entrants), asked.rules)
        self._deals = -(-asked.games // self._schedule.sides)
        """Deals to be played by every cell, or the most."""
        self._file = None if out is None else ResultsFile(out)
        kept = (self._file and self._file.header) or {}
        self._size = self._batch_size(kept.get("batch"))
        # Where the number of players was only implied, a process that has nothing but this must be told.
        rules = asked.rules.replace(players=asked.rules.players).to_dict()
        seed = str(kept.get("seed", secrets.token_hex(8))) if seed is None else seed
        self._setting = Setting(tuple(entrants), rules, asked.kind, seed, asked.limit)
        self._totals = Totals([entrant.label for entrant in entrants], asked.rules, asked.kind)
        self._early: dict[int, Batch] = {}
        """Batches that are kept and not counted, by their first deal: one before them is still out, or the table is
        sure enough without them."""
        self._kept = 0
        """Deals that were in the file, of those that are asked for."""
        if self._file is not None:
            self._header = header_of(entrants, rules, asked.kind, seed, self._size)
            self._file.compare(self._header)
            for batch in self._file.batches(Bounds(len(entrants), asked.rules, asked.kind)):
                self._take_up(batch)

    def _take_up(self, batch: Batch) -> None:
        """Have what the file holds: counted as soon as all before it is, forgotten where nobody asks for it."""
        if batch.first >= self._deals:
            return
        self._kept += min(batch.stop, self._deals) - batch.first
        self._early[batch.first] = batch
        while self._count_next():
            pass

    def _batch_size(self, kept: object) -> int:
        if self._asked.batch is not None:
            return self._asked.batch
        if isinstance(kept, int) and kept > 0:
            return kept
        return max(1, _CELL_DEALS[self._asked.kind] // len(self._schedule.cells))

    def table(self) -> TournamentTable:
        """The table as it stands."""
        return self._totals.table(self._setting.seed, self._asked.until)

    def is_over(self) -> bool:
        """Whether nothing is left to be played."""
        return self._totals.deals >= self._deals or self._is_sure()

    def _is_sure(self) -> bool:
        """Looked at only where an undisturbed run has the end of a batch."""
        until, totals = self._asked.until, self._totals
        if until is None or totals.deals < LEAST_DEALS or totals.deals % self._size:
            return False
        return totals.half_width <= until

    def _count_next(self) -> bool:
        """Count the next deals, if they are there and still wanted, up to the next end of a batch: for any number of
        workers, and whatever a file holds, it is after the same deal that a table is sure enough."""
        if self.is_over() or self._totals.deals not in self._early:
            return False
        batch = self._early.pop(self._totals.deals)
        end = min(self._end_of_batch(batch.first), self._deals)
        if batch.stop > end:
            batch, self._early[end] = batch.split(end)
        self._totals.add(batch)
        return True

    def _end_of_batch(self, deal: int) -> int:
        """Where an undisturbed run ends the batch that this deal is in."""
        return deal - deal % self._size + self._size

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Have the file open, where there is one."""
        if self._file is None:
            yield
            return
        try:
            self._file.open(self._header)
            yield
        finally:
            self._file.close()

    def play(self, crew: Crew, progress: Callable[[Progress], object] | None) -> None:
        """Play what is left; each batch is kept as soon as it is back, and counted when all before it are."""
        from .crews import as_they_come

        if self._kept:
            self._tell(progress)
        with closing(as_they_come(self._jobs(), crew)) as batches:
            for batch in batches:
                if self._file is not None:
                    self._file.add(batch)
                self._early[batch.first] = batch
                while self._count_next():
                    self._tell(progress)
                if self.is_over():
                    return

    def _tell(self, progress: Callable[[Progress], object] | None) -> None:
        if progress is not None:
            progress(Progress(self._totals.deals, self._deals, self._totals.half_width, self._kept))

    def _jobs(self) -> Iterator[Job]:
        """What is still to be played, cut where an undisturbed run would cut it: all that is not in the file."""
        kept = sorted((batch.first, batch.stop) for batch in self._early.values())
        return self._between(self._totals.deals, [*kept, (self._deals, self._deals)])

    def _between(self, first: int, kept: Sequence[tuple[int, int]]) -> Iterator[Job]:
        for begin, end in kept:
            while first < min(begin, self._deals):
                stop = min(self._end_of_batch(first), begin, self._deals)
                yield Job(self._setting, first, stop)
                first = stop
            first = end


def _has_workers(workers: int | None, executor: object) -> bool:
    """Whether processes of our own are to play. What is wrong with the arguments is raised."""
    if workers is not None:
        workers = whole("workers", workers, 1, _MOST_WORKERS)
    if executor is not None:
        from .crews import check_executor

        check_executor(executor)
        return False
    if workers is None or workers == 1:
        return False
    from .processes import check_beginning

    check_beginning()
    return True


def _check_sending(entrants: Sequence[Entrant]) -> None:
    from .processes import check_sending

    check_sending(entrants)


@contextmanager
def _crew(executor: Executor | None, workers: int | None) -> Iterator[Crew]:
    from .crews import Borrowed, Here  # concurrent.futures is slow to import, and often not needed

    crew: Crew
    if executor is not None:
        crew = Borrowed(executor, workers)
    elif workers is not None and workers > 1:
        from .processes import Own

        crew = Own(workers)
    else:
        crew = Here()
    try:
        yield crew
    finally:
        crew.close()
