"""What the tests of tournaments share."""

from __future__ import annotations

from dominoes.rules import Rules
from dominoes.tournaments.entrants import entrants_of
from dominoes.tournaments.playing import Batch, Job, Setting, play

RULE_SETS = [
    Rules("draw"),
    Rules("table", target=40),
    Rules("partnership", target=100),
    Rules("draw", players=3, target=40),
    Rules("all-fives", players=4, target=60),
]


def setting(
    *entrants: str, rules: Rules | None = None, kind: str = "rounds", seed: str = "t", limit: float | None = 60
) -> Setting:
    rules = rules or Rules("draw")
    return Setting(entrants_of(entrants), rules.replace(players=rules.players).to_dict(), kind, seed, limit)


def batch(*entrants: str, first: int = 0, deals: int = 3, **options: object) -> Batch:
    """So many deals played here."""
    return play(Job(setting(*entrants, **options), first, first + deals))  # type: ignore[arg-type]
