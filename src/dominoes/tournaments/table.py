"""The table of a tournament: who won how much against whom, per cell and in all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from dominoes.rules import Rules

from . import text
from .moments import Estimate, rounded

__all__ = ["Cell", "Standing", "TournamentTable"]


@dataclass(frozen=True)
class Cell:
    """What ``name`` came to against ``opponent``. Shares lie between 0 and 1; half-widths are those of 95 %."""

    name: str
    opponent: str
    deals: int
    """Deals played, each in every seating; in matches, matches' seeds."""
    games: int
    """What the share counts: rounds, or in a tournament of matches, matches."""
    rounds: int
    share: Estimate
    """The share of the games won."""
    tied: float
    """The share of the games that nobody won."""
    points: Estimate
    """Points a round; with partners the team's."""
    round_share: Estimate
    """The share of the rounds won; of rounds alone the same as ``share``."""
    rounds_tied: float
    """The share of the rounds that nobody won."""

    def to_dict(self) -> dict[str, object]:
        """The cell for JSON; an interval is ``[value, half-width]``."""
        return {
            "name": self.name,
            "opponent": self.opponent,
            "deals": self.deals,
            "games": self.games,
            "rounds": self.rounds,
            "share": self.share.to_list(),
            "tied": rounded(self.tied),
            "points": self.points.to_list(),
            "round_share": self.round_share.to_list(),
            "rounds_tied": rounded(self.rounds_tied),
        }


@dataclass(frozen=True)
class Standing:
    """What an entrant came to against all others together, each opponent counting alike."""

    name: str
    share: Estimate
    points: Estimate
    round_share: Estimate
    elo: Estimate
    """The mean of all entrants is 0; games that nobody won count as evenly shared (`dominoes.tournaments.rating`)."""
    faults: int = 0
    """Rounds lost because the player raised, chose what is no legal move, meddled, or hung."""
    first_fault: str | None = None
    """Where and how the first of them was lost."""

    def to_dict(self) -> dict[str, object]:
        """The standing for JSON; an interval is ``[value, half-width]``."""
        return {
            "name": self.name,
            "share": self.share.to_list(),
            "points": self.points.to_list(),
            "round_share": self.round_share.to_list(),
            "elo": self.elo.to_list(),
            "faults": self.faults,
            "first_fault": self.first_fault,
        }


@dataclass(frozen=True)
class TournamentTable:
    """The results of a tournament. ``table["snow-white", "blocker"]`` is a `Cell`; ``print(table)`` is to be read.

    Two tables are equal when their numbers are, and they are when entrants, rules, kind, seed and deals are: neither
    the executor nor the number of workers leaves a trace.
    """

    entrants: tuple[str, ...]
    rules: Rules
    kind: str
    """``"rounds"`` or ``"matches"``."""
    seed: str
    deals: int
    """Deals in each cell; in a tournament of matches, seeds of matches."""
    seatings: int
    """How often each deal was played in each cell, the players changing seats."""
    even: float
    """The share that each would win if all played alike: 1/2, or alone among two or three others 1/3 or 1/4."""
    alone: bool
    """Whether the first of a cell plays alone among several players of the other."""
    cells: Mapping[tuple[str, str], Cell] = field(repr=False)
    """By entrant and opponent, in the entrants' order."""
    standings: tuple[Standing, ...] = field(repr=False)
    """The best share first."""
    half_width: float
    """The widest half-width of a cell's share, in points of share (per cent)."""
    until: float | None = None
    """The half-width that was asked for."""

    @property
    def reached(self) -> bool | None:
        """Whether the intervals became as narrow as was asked; None where nothing was asked."""
        return None if self.until is None else self.half_width <= self.until

    def __getitem__(self, names: tuple[str, str]) -> Cell:
        return self.cells[names]

    def standing(self, name: str) -> Standing:
        """The standing of an entrant. KeyError where there is none of this name."""
        for standing in self.standings:
            if standing.name == name:
                return standing
        raise KeyError(name)

    def to_dict(self) -> dict[str, Any]:
        """The whole table for JSON. Shares are parts of 1; an interval is ``[value, half-width]``, null if infinite."""
        return {
            "entrants": list(self.entrants),
            "rules": self.rules.to_dict(),
            "players": self.rules.players,
            "kind": self.kind,
            "seed": self.seed,
            "deals": self.deals,
            "seatings": self.seatings,
            "even_share": rounded(self.even),
            "half_width": rounded(self.half_width),
            "until": self.until,
            "reached": self.reached,
            "standings": [standing.to_dict() for standing in self.standings],
            "cells": [cell.to_dict() for cell in self.cells.values()],
        }

    def __str__(self) -> str:
        return text.of_table(self)
