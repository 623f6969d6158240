"""Playing a batch of deals: what a worker gets, what it gives back, and how a round or a match goes.

A batch is sent as a few names and numbers and comes back as a few numbers, so that it may cross any wire. The same
batch gives the same rows wherever it is played; only a player that hangs, or is too slow for the limit, sees a clock.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from dominoes._backend import BACKEND, Stream, seed_key
from dominoes._check import seed_bytes
from dominoes._version import __version__
from dominoes.errors import DominoesError
from dominoes.progress import AS_FIRST, leader, next_opening
from dominoes.registry import Player, PlayerError
from dominoes.round import Round
from dominoes.rules import Rules

from .entrants import Entrant, is_built_in
from .schedule import Schedule, Seating
from .watching import FaultError, Seat, Watch, told

__all__ = [
    "CHOICES",
    "FIELDS",
    "MOST_FORFEITS",
    "MOST_ROUNDS",
    "Batch",
    "Job",
    "Setting",
    "TournamentError",
    "match_seed",
    "play",
]

CHOICES: Final = "py" if BACKEND == "py" else "c"
"""Whose choices this process makes. A level of Snow White's is fewer worlds on the pure backend than on the kernel,
which is the same however it is reached, so that the results of the two must not be mixed."""

FIELDS: Final = {
    "rounds": ("rounds", "won", "lost", "points", "against"),
    "matches": ("rounds", "won", "lost", "points", "against", "matches", "matches_won", "matches_lost"),
}
"""What a row counts, for one cell and one deal over all its seatings, by the kind of tournament.

``won`` is what the cell's first entrant won and ``lost`` what the other sides won, in units of which a win has one less
than there are sides: so a forfeit, which the others share, is whole numbers too."""
MOST_FORFEITS: Final = 3
"""So many rounds forfeited in a match lose it, so that it ends whatever its players do."""
MOST_ROUNDS: Final = 10_000
"""A match that nobody has won by then is nobody's: under some rules no round is worth anything."""


class TournamentError(DominoesError):
    """A tournament that cannot be begun, gone on with or kept; the text says what is in the way."""


@dataclass(frozen=True, slots=True)
class Setting:
    """All that a tournament's results depend on, and the limit of a decision."""

    entrants: tuple[Entrant, ...]
    rules: dict[str, object]
    kind: str
    seed: str
    limit: float | None


@dataclass(frozen=True, slots=True)
class Job:
    """The deals ``first`` … ``stop - 1`` of a tournament, to be played by every cell."""

    setting: Setting
    first: int
    stop: int
    attempt: int = 0
    """Which try this is: a scheduler that knows tasks by what they are given must not take it for the last one."""
    engine: str = __version__
    backend: str = CHOICES


@dataclass(frozen=True, slots=True)
class Batch:
    """What a job came to: for each cell a row for each deal (`FIELDS`), and ``(entrant, deals, first text)`` for each
    entrant that lost rounds by its own fault: the deal of each such round, so that a part of a batch can be counted."""

    first: int
    stop: int
    rows: list[list[list[int]]]
    faults: list[tuple[int, list[int], str]]

    def split(self, at: int) -> tuple[Batch, Batch]:
        """The deals before one of them, and those from it on. Only who counts both needs the first text once."""
        parts = []
        for first, stop in ((self.first, at), (at, self.stop)):
            rows = [cell[first - self.first : stop - self.first] for cell in self.rows]
            lost = [(who, [deal for deal in deals if first <= deal < stop], text) for who, deals, text in self.faults]
            parts.append(Batch(first, stop, rows, [fault for fault in lost if fault[1]]))
        return parts[0], parts[1]


def match_seed(seed: str, number: int) -> str:
    """The seed of a tournament's match ``number``, in every seating the same: a `Match` of it has the same deals."""
    return seed_key(f"tournament match {number}".encode(), seed_bytes(seed)).hex()


def play(job: Job) -> Batch:
    """Play a job. `TournamentError` in a process of another version or backend, `PlayerError` where an entrant is not
    found."""
    if job.engine != __version__:
        raise TournamentError(f"a worker has dominoes {__version__}, but the tournament is run by {job.engine}")
    if job.backend != CHOICES:
        raise TournamentError(
            f"a worker runs on the backend {CHOICES}, but the tournament on {job.backend}, where some players choose "
            "otherwise"
        )
    return _Hall(job.setting).play(job.first, job.stop)


@dataclass(slots=True)
class _Count:
    """What each side won and scored over some rounds, or over matches and their rounds."""

    rounds: int
    won: list[int]
    points: list[int]
    matches_won: list[int]

    @classmethod
    def none(cls, sides: int) -> _Count:
        return cls(0, [0] * sides, [0] * sides, [0] * sides)


@dataclass(slots=True)
class _Hall:
    """Where a batch is played: the players, whoever watches them, and what went wrong."""

    setting: Setting
    rules: Rules = field(init=False)
    schedule: Schedule = field(init=False)
    watch: Watch = field(init=False)
    faults: dict[int, tuple[list[int], str]] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self.rules = Rules.from_dict(self.setting.rules)
        self.schedule = Schedule(len(self.setting.entrants), self.rules)
        self.watch = Watch(self.setting.limit)
        for entrant in self.setting.entrants:
            entrant.find(self.setting.limit)

    def play(self, first: int, stop: int) -> Batch:
        try:
            deals = [[self._row(cell, deal) for cell in self.schedule.cells] for deal in range(first, stop)]
        finally:
            self.watch.close()
        rows = [list(column) for column in zip(*deals, strict=True)]
        return Batch(first, stop, rows, [(who, *found) for who, found in sorted(self.faults.items())])

    def _row(self, cell: tuple[int, int], deal: int) -> list[int]:
        """One deal (or one match's deals) in all seatings of a cell."""
        row = [0] * len(FIELDS[self.setting.kind])
        for seating in self.schedule.seatings(cell):
            count = _Count.none(self.schedule.sides)
            if self.setting.kind == "rounds":
                self._round(seating, deal, count)
            else:
                self._match(seating, deal, count)
            for index, number in enumerate(_of_side(count, seating.side)[: len(row)]):
                row[index] += number
        return row

    def _round(self, seating: Seating, deal: int, count: _Count) -> None:
        sitting = _Sitting(self, seating, self.setting.seed, deal)
        sitting.play(Round.deal(self.rules, self.setting.seed, number=deal), deal, count)

    def _match(self, seating: Seating, number: int, count: _Count) -> None:
        seed = match_seed(self.setting.seed, number)
        sitting = _Sitting(self, seating, seed, number)
        opening, scores = AS_FIRST, (0,) * self.rules.players
        forfeits = [0] * self.schedule.sides
        for index in range(MOST_ROUNDS):
            rnd = Round.deal(
                self.rules, seed, number=index, first=opening.first, starter=opening.starter, scores=scores
            )
            loser = sitting.play(rnd, index, count)
            if loser is None:
                scores = rnd.scores
                winner = leader(self.rules, scores)
                if winner is not None:
                    count.matches_won[winner] += self.schedule.sides - 1
                    return
            else:
                forfeits[loser] += 1
                if forfeits[loser] == MOST_FORFEITS:
                    _share_out(count.matches_won, loser)
                    return
            opening = next_opening(rnd)

    def seat(self, who: int) -> Seat:
        """A new player of an entrant, watched where it is somebody else's. `FaultError` where it cannot be made, or not
        in time."""
        entrant = self.setting.entrants[who]
        made = _made(entrant) if entrant.is_ours else self.watch.run(partial(_made, entrant), "to be made")
        return Seat(made, None if is_built_in(made) else self.watch)

    def blame(self, entrant: int, deal: int, text: str) -> None:
        self.faults.setdefault(entrant, ([], text))[0].append(deal)


class _Sitting:
    """One round or one match in one seating: who sits down for it, and what chance they have."""

    def __init__(self, hall: _Hall, seating: Seating, seed: str, deal: int) -> None:
        self._hall = hall
        self._seating = seating
        self._deal = deal
        self._keys = [seed_key(f"player {seat}".encode(), seed_bytes(seed)) for seat in range(hall.rules.players)]
        self._seats: list[Seat | None] = [None] * hall.rules.players

    def play(self, rnd: Round, index: int, count: _Count) -> int | None:
        """Play a round to its end; the side that forfeited it, or None."""
        schedule = self._hall.schedule
        count.rounds += 1
        loser = self._forfeited(rnd, index)
        if loser is not None:
            _share_out(count.won, loser)
            return loser
        assert rnd.result is not None
        for side in range(schedule.sides):  # the first seats are one of each side
            count.points[side] += rnd.result.points[side]
        if rnd.result.winner is not None:
            count.won[rnd.result.winner] += schedule.sides - 1
        return None

    def _forfeited(self, rnd: Round, index: int) -> int | None:
        actions = 0
        while (seat := rnd.turn) is not None:
            view = rnd.view(seat, Stream(self._keys[seat], index << 32 | actions))  # as `Match.view` has it
            try:
                self._seat(seat).act(rnd, view)
            except FaultError as fault:
                place = "deal {}" if self._hall.setting.kind == "rounds" else "match {}, round {}"
                text = told(f"{place.format(self._deal, index)}, seat {seat}: {fault}")
                self._hall.blame(self._seating.seats[seat], self._deal, text)
                return self._hall.schedule.side_of(seat)
            actions += 1
        return None

    def _seat(self, seat: int) -> Seat:
        """Who sits there, made at its first turn, for this seat and this sitting alone.

        So no two seats have one player object, and none is used again. Nothing more is promised: what a class or its
        module keeps is shared by all its players in the process.
        """
        found = self._seats[seat]
        if found is None:
            found = self._seats[seat] = self._hall.seat(self._seating.seats[seat])
        return found


def _made(entrant: Entrant) -> Player:
    try:
        return entrant.make()
    except PlayerError as error:
        raise FaultError(str(error)) from error


def _share_out(won: list[int], loser: int) -> None:
    """What a side has forfeited is won by the others, in equal parts."""
    for side in range(len(won)):
        won[side] += side != loser


def _of_side(count: _Count, side: int) -> Sequence[int]:
    """The row of one side against all others (`FIELDS`)."""
    return (
        count.rounds,
        count.won[side],
        sum(count.won) - count.won[side],
        count.points[side],
        sum(count.points) - count.points[side],
        1,
        count.matches_won[side],
        sum(count.matches_won) - count.matches_won[side],
    )
