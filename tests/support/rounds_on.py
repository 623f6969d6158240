"""Rounds under way, to look at from both backends: as they were dealt, and what was done."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

from dominoes import _pure

from .backends import Core
from .cases import Deal
from .options import Options


class RoundOn(NamedTuple):
    """A round that is not over."""

    deal: Deal
    actions: tuple[int, ...]

    def state(self, core: Core) -> Any:
        """It, on a backend."""
        state: Any = self.deal.state(core)
        for action in self.actions:
            assert state.apply(action) == 0
        return state

    def views(self, core: Core) -> list[Any]:
        """What each seat sees, that to act first."""
        state = self.state(core)
        return [state.seen_by((state.turn + on) % state.players) for on in range(state.players)]


def somewhere(deal: Deal, rng: random.Random, most: int = 60) -> RoundOn:
    """Somewhere in a round played at random, the beginning more often than the end."""
    state = deal.state(_pure)
    for _ in range(rng.randrange(rng.choice((1, 8, 25, most)))):
        if state.turn != -1:
            state.apply(rng.choice(state.legal()))
    while state.turn == -1:
        state.undo()
    return RoundOn(deal, state.actions())


def some_scores(options: Options, rng: random.Random) -> tuple[int, ...] | None:
    """None, or a match's scores: just before the target, at the beginning, or so low that its end is far."""
    if rng.random() < 0.3:
        return None
    target = options.target
    scores = [
        rng.choice((target - 1, target - rng.randint(1, 60), 0, -rng.randint(1, 4000))) for _ in range(options.players)
    ]
    return tuple(scores[:2] * 2) if options.partners else tuple(scores)
