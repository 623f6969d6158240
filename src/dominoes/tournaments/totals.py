"""From the rows of batches to a table: what is added up, cell by cell and entrant by entrant."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from . import rating
from .moments import LEAST_DEALS, Estimate, Moments
from .playing import FIELDS, Batch
from .schedule import Schedule
from .table import Cell, Standing, TournamentTable

if TYPE_CHECKING:
    from dominoes.rules import Rules

__all__ = ["Totals"]


class Totals:
    """The sums of all batches so far. Memory does not grow with the number of deals."""

    def __init__(self, labels: Sequence[str], rules: Rules, kind: str) -> None:
        self._labels = tuple(labels)
        self._rules = rules
        self._kind = kind
        self._schedule = Schedule(len(labels), rules)
        size = len(FIELDS[kind])
        self._cells = [Moments(size) for _ in self._schedule.cells]
        self._entrants = [Moments(size) for _ in labels]
        """Each entrant's rows of one deal in all its cells, added."""
        self._scores = Moments(len(labels))
        """What each entrant won of one deal more than it lost, as the ratings count it."""
        self._faults: dict[int, tuple[int, str]] = {}

    @property
    def deals(self) -> int:
        """Deals played by every cell."""
        return self._scores.count

    @property
    def half_width(self) -> float:
        """The widest half-width of a cell's share, in points of share."""
        won, lost = self._columns()
        tops = (won, lost) if self._schedule.sides == 2 else (won,)
        return 100 * max(self._share(moments, top).half_width for moments in self._cells for top in tops)

    def add(self, batch: Batch) -> None:
        """Take in the next batch."""
        for deal in range(batch.stop - batch.first):
            self._add_deal([rows[deal] for rows in batch.rows])
        for who, deals, text in batch.faults:
            before, first = self._faults.get(who, (0, text))
            self._faults[who] = before + len(deals), first

    def _add_deal(self, rows: Sequence[Sequence[int]]) -> None:
        sums = [[0] * len(moments.sums) for moments in self._entrants]
        scores = [0] * len(self._labels)
        for (one, other), row, moments in zip(self._schedule.cells, rows, self._cells, strict=True):
            moments.add(row)
            sums[one] = [a + b for a, b in zip(sums[one], row, strict=True)]
            if self._schedule.sides == 2:
                sums[other] = [a + b for a, b in zip(sums[other], _turned(row), strict=True)]
            score = self._score(row)
            scores[one] += score
            scores[other] -= score
        for moments, row in zip(self._entrants, sums, strict=True):
            moments.add(row)
        self._scores.add(scores)

    def _score(self, row: Sequence[int]) -> int:
        """A row's games won, those of nobody shared evenly, in units of which a game has `_score_unit`."""
        games, won, lost = row[-3:] if self._kind == "matches" else row[:3]
        return (self._schedule.sides - 1) * (won + games) - lost

    @property
    def _score_unit(self) -> int:
        return self._schedule.sides * (self._schedule.sides - 1)

    def table(self, seed: str, until: float | None) -> TournamentTable:
        """The table of all that was added."""
        cells = [self._cell(number, turned) for number in range(len(self._cells)) for turned in self._turns()]
        by_names = {(cell.name, cell.opponent): cell for cell in cells}
        elo = self._ratings()
        standings = [self._standing(number, elo[number]) for number in range(len(self._labels))]
        order = sorted(range(len(standings)), key=lambda number: (-standings[number].share.value, number))
        return TournamentTable(
            entrants=self._labels,
            rules=self._rules,
            kind=self._kind,
            seed=seed,
            deals=self.deals,
            seatings=self._schedule.sides,
            even=self._schedule.even,
            alone=self._schedule.sides > 2,
            cells={(a, b): by_names[a, b] for a in self._labels for b in self._labels if a != b},
            standings=tuple(standings[number] for number in order),
            half_width=self.half_width,
            until=until,
        )

    def _turns(self) -> tuple[bool, ...]:
        """Whether cells are told as played, or also turned round: a pair of two sides holds both orders."""
        return (False, True) if self._schedule.sides == 2 else (False,)

    def _columns(self, kind: str | None = None) -> tuple[list[int], list[int]]:
        """The weights that pick won and lost out of a row."""
        fields = FIELDS[self._kind]
        prefix = "matches_" if (kind or self._kind) == "matches" else ""
        return [int(name == f"{prefix}won") for name in fields], [int(name == f"{prefix}lost") for name in fields]

    def _share(self, moments: Moments, top: Sequence[int], kind: str | None = None) -> Estimate:
        return moments.share(top, FIELDS[self._kind].index(kind or self._kind), self._schedule.sides - 1)

    def _cell(self, number: int, turned: bool) -> Cell:
        one, other = self._schedule.cells[number]
        moments = self._cells[number]
        won, lost = self._columns()
        rounds_won, rounds_lost = self._columns("rounds")
        fields = FIELDS[self._kind]
        return Cell(
            name=self._labels[other if turned else one],
            opponent=self._labels[one if turned else other],
            deals=moments.count,
            games=moments.sums[fields.index(self._kind)],
            rounds=moments.sums[0],
            share=self._share(moments, lost if turned else won),
            tied=self._tied(moments, won, lost, self._kind),
            points=self._points(moments, "against" if turned else "points"),
            round_share=self._share(moments, rounds_lost if turned else rounds_won, "rounds"),
            rounds_tied=self._tied(moments, rounds_won, rounds_lost, "rounds"),
        )

    def _points(self, moments: Moments, name: str) -> Estimate:
        """Points a round. A few deals that were worth the same say nothing of how much others may be worth."""
        found = moments.ratio([int(field == name) for field in FIELDS[self._kind]], 0)
        return Estimate(found.value, math.inf) if found.half_width == 0 and moments.count < LEAST_DEALS else found

    def _tied(self, moments: Moments, won: Sequence[int], lost: Sequence[int], kind: str) -> float:
        games = (self._schedule.sides - 1) * moments.sums[FIELDS[self._kind].index(kind)]
        return (games - moments.total(won) - moments.total(lost)) / games

    def _standing(self, number: int, elo: Estimate) -> Standing:
        moments = self._entrants[number]
        faults, first = self._faults.get(number, (0, None))
        return Standing(
            name=self._labels[number],
            share=self._share(moments, self._columns()[0]),
            points=self._points(moments, "points"),
            round_share=self._share(moments, self._columns("rounds")[0], "rounds"),
            elo=elo,
            faults=faults,
            first_fault=first,
        )

    def _ratings(self) -> list[Estimate]:
        unit = self._score_unit
        results = [
            rating.Result(
                one, other, self._score(moments.sums) / unit, self._games(moments), rivals=self._schedule.sides - 1
            )
            for (one, other), moments in zip(self._schedule.cells, self._cells, strict=True)
        ]
        size = range(len(self._labels))
        covariance = [[self._scores.covariance(i, j) / unit**2 for j in size] for i in size]
        return rating.ratings(len(self._labels), results, covariance, self.deals)

    def _games(self, moments: Moments) -> int:
        return moments.sums[FIELDS[self._kind].index(self._kind)]


def _turned(row: Sequence[int]) -> list[int]:
    """The row of the other side, where there are two."""
    rounds, won, lost, points, against, *matches = row
    return [rounds, lost, won, against, points, *matches[:1], *reversed(matches[1:])]
