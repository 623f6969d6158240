"""Tournaments: many rounds or matches between players over the same deals, on as many machines as there are.

`tournament` plays and gives a `TournamentTable`. ``docs/tournaments.md`` says how, and what the numbers mean.
"""

from __future__ import annotations

from .moments import Estimate
from .playing import TournamentError, match_seed
from .running import Progress, tournament
from .table import Cell, Standing, TournamentTable

__all__ = [
    "Cell",
    "Estimate",
    "Progress",
    "Standing",
    "TournamentError",
    "TournamentTable",
    "match_seed",
    "tournament",
]
