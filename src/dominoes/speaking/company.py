"""Who sits at the table, as one listener hears them called."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

__all__ = ["Company", "Who"]


class Who(NamedTuple):
    """Someone of whom a sentence tells: a player, or a team."""

    name: str
    """What it is called, with a capital: ``Ann``, ``You``, ``Your team``."""
    you: bool = False
    """Whether it is the listener, who is spoken to."""


@dataclass(frozen=True)
class Company:
    """The players of a match as one of them, or an onlooker, hears of them. `Voice.company` makes one."""

    seats: tuple[Who, ...]
    teams: tuple[Who, Who] | None = None
    """With partners the two teams (seats 0 and 2; 1 and 3) as subjects of a sentence."""
    teams_listed: tuple[str, str] | None = None
    """The same as items of a list."""
    seat: int | None = None
    """The listener's seat; None for an onlooker."""
    seats_listed: tuple[str, ...] | None = None
    """The seats as items of a list; None where they are the same as `seats`."""

    def side(self, winner: int) -> Who:
        """The side of a result's number: a seat, or with partners a team."""
        return self.seats[winner] if self.teams is None else self.teams[winner]

    def listed(self, per_seat: Sequence[int]) -> list[tuple[str, int]]:
        """What each side is called in a list, with its number; the listener's own team first."""
        if self.teams_listed is None:
            names = self.seats_listed or tuple(who.name for who in self.seats)
            return list(zip(names, per_seat, strict=True))
        own = 0 if self.seat is None else self.seat % 2
        return [(self.teams_listed[team], per_seat[team]) for team in (own, 1 - own)]

    def in_order(self) -> list[int]:
        """The seats in order of play, from the listener's own on."""
        first = self.seat or 0
        return [(first + step) % len(self.seats) for step in range(len(self.seats))]
