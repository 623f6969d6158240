"""What a batch can come to: a file is not believed to hold results that no tournament of its kind can have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, TypeGuard

from dominoes.rules import Rules

from . import playing
from .playing import FIELDS, Batch
from .schedule import Schedule
from .watching import MOST_TOLD

__all__ = ["Bounds"]

_ENDS_OF_DOUBLES = 8
"""The open ends add up to at most so many times the greatest number: four ends, and on each a double, which counts
twice."""


@dataclass
class Bounds:
    """The batches that there can be of so many entrants, by these rules, of this kind (of `FIELDS`)."""

    entrants: int
    rules: Rules
    kind: str
    _schedule: Schedule = field(init=False, repr=False)
    _unit: int = field(init=False, repr=False)
    """What a win counts."""
    _points: int = field(init=False, repr=False)
    """No round is worth more to all together."""

    def __post_init__(self) -> None:
        self._schedule = Schedule(self.entrants, self.rules)
        self._unit = self._schedule.sides - 1
        self._points = _most_points(self.rules)

    def batch(self, data: object) -> Batch | None:
        """The batch of a line's data, None where it is none."""
        if not isinstance(data, dict) or data.keys() != {"first", "stop", "rows", "faults"}:
            return None
        first, stop, rows, faults = data["first"], data["stop"], data["rows"], data["faults"]
        if not _is_number(first) or not _is_number(stop) or not 0 <= first < stop:
            return None
        if not _is_list(rows, len(self._schedule.cells)) or not all(_is_list(cell, stop - first) for cell in rows):
            return None
        if not all(self._is_row(row) for cell in rows for row in cell) or not isinstance(faults, list):
            return None
        batch = Batch(first, stop, rows, [tuple(item) if isinstance(item, list) else item for item in faults])
        return batch if self._are_faults(batch) else None

    def _is_row(self, row: object) -> bool:
        """Whether a deal can have come to this in a cell."""
        if not _is_list(row, len(FIELDS[self.kind])) or not all(_is_number(value) and value >= 0 for value in row):
            return False
        rounds, won, lost, points, against, *matches = row
        if not self._is_share(won, lost, rounds) or points + against > rounds * self._points:
            return False
        return self._are_matches(rounds, *matches) if matches else bool(rounds == self._schedule.sides)

    def _are_matches(self, rounds: int, matches: int, won: int, lost: int) -> bool:
        """Whether these can be the matches of a deal: one in each seating, and those that nobody won took the most
        rounds."""
        sides, most = self._schedule.sides, playing.MOST_ROUNDS
        if matches != sides or not self._is_share(won, lost, sides):
            return False
        decided = (won + lost) // self._unit
        return decided + (sides - decided) * most <= rounds <= sides * most

    def _is_share(self, won: int, lost: int, games: int) -> bool:
        """Whether so much can be won and lost of so many games: of each all or nothing, or one unit of what another
        has forfeited."""
        decided, rest = divmod(won + lost, self._unit)
        return rest == 0 and decided <= games and won // self._unit + won % self._unit <= decided

    def _are_faults(self, batch: Batch) -> bool:
        """Whether somebody can have lost these rounds, each entrant told of once."""
        if not all(self._is_fault(item, batch) for item in batch.faults):
            return False
        who = [fault[0] for fault in batch.faults]
        return who == sorted(set(who))

    def _is_fault(self, item: Sequence[object], batch: Batch) -> bool:
        if not isinstance(item, tuple) or len(item) != 3:
            return False
        who, deals, text = item
        if not _is_number(who) or who not in range(self.entrants):
            return False
        if not isinstance(text, str) or not text.isprintable() or not 0 < len(text) <= MOST_TOLD + 1:
            return False
        if not isinstance(deals, list) or not deals or not all(_is_number(deal) for deal in deals):
            return False
        if deals != sorted(deals) or not batch.first <= deals[0] <= deals[-1] < batch.stop:
            return False
        return all(count <= self._decided(who, deal - batch.first, batch) for deal, count in Counter(deals).items())

    def _decided(self, who: int, deal: int, batch: Batch) -> int:
        """How many rounds of a deal that an entrant took part in were won by anybody."""
        rows = [rows[deal] for cell, rows in zip(self._schedule.cells, batch.rows, strict=True) if who in cell]
        return sum(row[1] + row[2] for row in rows) // self._unit


def _most_points(rules: Rules) -> int:
    """What a round is worth at most: all pips of the set, rounded, and where plays count the most ends at each."""
    most = rules.max_pip
    tiles = (most + 1) * (most + 2) // 2
    at_the_end = tiles * most + rules.round_to
    return at_the_end + (tiles * _ENDS_OF_DOUBLES * most if rules.count_multiple else 0)


def _is_list(value: object, size: int) -> TypeGuard[list[Any]]:
    return isinstance(value, list) and len(value) == size


def _is_number(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)
