"""Who plays whom, and where: the cells of the cross-table, and the seatings in which each deal is played.

A deal is played once in every seating, so that the luck of the tiles falls on both alike. Players change seats and
the hands stay where they were dealt: to move both would be to play the same game twice.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

from dominoes.rules import Rules

__all__ = ["Schedule", "Seating"]


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits where in one playing of a deal."""

    seats: tuple[int, ...]
    """The entrant at each seat."""
    side: int
    """The side that the cell's first entrant plays: its seat, or its team."""


class Schedule:
    """The cells of a tournament. Two sides (two players, or two teams): each pair once, seats swapped. Three or four
    players without teams: each entrant alone among players of each other one, at every seat in turn.

    >>> from dominoes import Rules
    >>> schedule = Schedule(2, Rules("draw", players=3))
    >>> schedule.cells, schedule.sides
    (((0, 1), (1, 0)), 3)
    >>> [seating.seats for seating in schedule.seatings((0, 1))]
    [(0, 1, 1), (1, 0, 1), (1, 1, 0)]
    """

    def __init__(self, entrants: int, rules: Rules) -> None:
        self.players = rules.players
        self.partners = rules.partners
        self.sides = 2 if rules.partners else rules.players
        """How many can win: the seats, or the two teams."""
        pairs = itertools.combinations if self.sides == 2 else itertools.permutations
        self.cells: tuple[tuple[int, int], ...] = tuple(pairs(range(entrants), 2))
        """The pairs that play, by number; a pair of two sides stands for both orders."""

    @property
    def even(self) -> float:
        """The share that each would win if all played alike."""
        return 1 / self.sides

    def side_of(self, seat: int) -> int:
        """The side that a seat plays for."""
        return seat % 2 if self.partners else seat

    def seatings(self, cell: tuple[int, int]) -> tuple[Seating, ...]:
        """Every seating in which a deal is played for a cell: as many as there are sides."""
        one, other = cell
        return tuple(
            Seating(tuple(one if self.side_of(seat) == side else other for seat in range(self.players)), side)
            for side in range(self.sides)
        )
