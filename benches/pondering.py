"""How long players think: the processor's time of single decisions, on one core, in matches of their own.

Only decisions with a choice are counted, those with more than one legal action. What is timed is the whole call of
``Player.choose`` from Python, finding the legal moves and the worlds from the view included; making the view is not.
"""

from __future__ import annotations

from statistics import median
from typing import NamedTuple

import dominoes as dm
from dominoes.benchmark import measure


class Times(NamedTuple):
    """Milliseconds of a player's decisions."""

    decisions: int
    median: float
    """Of the quickest of several times that the same matches were played."""
    slowest_tenth: float
    """A tenth of the decisions took longer."""
    longest: float


class _Timed:
    """A player, and how many seconds each decision with a choice took it."""

    def __init__(self, name: str) -> None:
        self._player = dm.players.get(name)
        self.name = self._player.name
        self.seconds: list[float] = []

    def choose(self, view: dm.View) -> dm.Move:
        has_choice = len(view.legal_moves()) > 1
        begin = measure.clock()
        move = self._player.choose(view)
        seconds = measure.clock() - begin
        if has_choice:
            self.seconds.append(seconds)
        return move


def times(player: str, opponent: str, rules: dm.Rules, matches: int, repeats: int, seed: str) -> Times:
    """Play the same matches so many times and take the quickest: what else runs only ever makes it slower."""
    runs = [sorted(_seconds(player, opponent, rules, matches, seed)) for _ in range(repeats)]
    quickest = min(runs, key=median)
    at = min(len(quickest) - 1, len(quickest) * 9 // 10)
    return Times(len(quickest), 1000 * median(quickest), 1000 * quickest[at], 1000 * quickest[-1])


def _seconds(player: str, opponent: str, rules: dm.Rules, matches: int, seed: str) -> list[float]:
    """Of every decision of the player, at the first seat and its partner's."""
    timed = _Timed(player)
    mine = (0, 2) if rules.partners else (0,)
    seats = [timed if seat in mine else dm.players.get(opponent) for seat in range(rules.players)]
    for number in range(matches):
        match = dm.Match(rules, seats, seed=f"{seed}: {number}")
        for _ in match.run():
            pass
    return timed.seconds
