"""The workloads: fixed amounts of the engine's work, the same on every backend, each with an answer to check.

A workload runs on the backend that its process has chosen; `measure` keeps one process for each.
"""

from __future__ import annotations

import hashlib
import random
from abc import ABC, abstractmethod
from typing import Any, Final

import dominoes as dm
from dominoes import _backend
from dominoes._codes import HIGHEST_TILE, PRESET_NAMES

SEED: Final = b"bench"


class Workload(ABC):
    """One row of the table. ``name`` tells it from others, in later runs too; a `run` does ``count`` times ``unit``."""

    unit: str
    count: int

    def __init__(self, name: str) -> None:
        self.name = name

    def fresh(self) -> Any:
        """What the next `run` works on; made anew each time, so that nothing is left over from the last one."""
        return None

    @abstractmethod
    def run(self, fresh: Any) -> Any:
        """The work that is timed, and nothing else."""

    @abstractmethod
    def facts(self, fresh: Any, outcome: Any) -> object:
        """What must be equal on every backend after a `run`; plain integers, texts and tuples of them."""

    def answer(self, fresh: Any, outcome: Any) -> str:
        """The facts as a short text."""
        return hashlib.sha256(repr(self.facts(fresh, outcome)).encode()).hexdigest()[:16]


class OnPositions(Workload):
    """Work at the waist, on every position of some random rounds of a preset."""

    rounds_played: int = 30

    def __init__(self, what: str, preset: str) -> None:
        super().__init__(f"{what}, {preset}")
        self.spec = _backend.preset(PRESET_NAMES.index(preset), 0)
        self.games = [self._random_actions(number) for number in range(self.rounds_played)]
        self.count = sum(map(len, self.games))

    def start(self, number: int) -> _backend.State:
        key = _backend.seed_key(b"deal", SEED)
        opener = _backend.seed_key(b"opener", SEED)
        return _backend.State.deal(self.spec, key, number, HIGHEST_TILE, opener)

    def rounds(self) -> list[tuple[_backend.State, tuple[int, ...]]]:
        """Each round at its start, and its actions."""
        return [(self.start(number), actions) for number, actions in enumerate(self.games)]

    def positions(self) -> list[_backend.State]:
        """Every position of every round in which there is something to do, none asked anything yet."""
        found = []
        for state, actions in self.rounds():
            for action in actions:
                found.append(state.copy())
                state.apply(action)
        return found

    def _random_actions(self, number: int) -> tuple[int, ...]:
        state = self.start(number)
        chance = random.Random(number)
        while legal := state.legal():
            state.apply(legal[int(chance.random() * len(legal))])
        return state.actions()


class LegalActions(OnPositions):
    unit = "position"

    def __init__(self, preset: str) -> None:
        super().__init__("legal actions", preset)

    def fresh(self) -> Any:
        return self.positions()

    def run(self, fresh: Any) -> Any:
        return [state.legal() for state in fresh]

    def facts(self, fresh: Any, outcome: Any) -> object:
        return outcome


class Apply(OnPositions):
    unit = "action"

    def __init__(self, preset: str) -> None:
        super().__init__("apply", preset)

    def fresh(self) -> Any:
        return self.rounds()

    def run(self, fresh: Any) -> Any:
        for state, actions in fresh:
            apply = state.apply
            for action in actions:
                apply(action)

    def facts(self, fresh: Any, outcome: Any) -> object:
        return [(state.actions(), state.reason, state.winner, state.points) for state, _ in fresh]


class Undo(OnPositions):
    unit = "action"

    def __init__(self, preset: str) -> None:
        super().__init__("undo", preset)

    def fresh(self) -> Any:
        rounds = self.rounds()
        for state, actions in rounds:
            for action in actions:
                state.apply(action)
        return rounds

    def run(self, fresh: Any) -> Any:
        for state, actions in fresh:
            undo = state.undo
            for _ in actions:
                undo()

    def facts(self, fresh: Any, outcome: Any) -> object:
        return [(state.action_count, state.turn, state.legal(), state.boneyard()) for state, _ in fresh]


class Copy(OnPositions):
    unit = "copy"

    def __init__(self, preset: str) -> None:
        super().__init__("copy", preset)
        self.originals = self.positions()

    def run(self, fresh: Any) -> Any:
        return [state.copy() for state in self.originals]

    def facts(self, fresh: Any, outcome: Any) -> object:
        return [(copy == state, copy.actions()) for copy, state in zip(outcome, self.originals, strict=True)]


class Games(Workload):
    """Whole random rounds by ``Round.deal``, ``legal_moves`` and ``play``, as a program that embeds the engine does."""

    unit = "game"
    count = 50

    def __init__(self, preset: str) -> None:
        super().__init__(f"API games, {preset}")
        self.rules = dm.Rules.preset(preset)

    def run(self, fresh: Any) -> Any:
        chance = random.Random(7).random
        return [self._play(number, chance) for number in range(self.count)]

    def facts(self, fresh: Any, outcome: Any) -> object:
        return [(len(rnd.moves), rnd.pips(0), str(rnd.result)) for rnd in outcome]

    def _play(self, number: int, chance: Any) -> dm.Round:
        rnd = dm.Round.deal(self.rules, seed="bench", number=number)
        while moves := rnd.legal_moves():
            rnd.play(moves[int(chance() * len(moves))])
        return rnd


class Playouts(Workload):
    """Random rounds in one call of ``playouts``, on one thread."""

    unit = "game"
    count = 1000

    def __init__(self, preset: str) -> None:
        super().__init__(f"playouts, {preset}")
        self.rules = dm.Rules.preset(preset)

    def run(self, fresh: Any) -> Any:
        return dm.playouts(self.rules, n=self.count, seed="bench")

    def facts(self, fresh: Any, outcome: Any) -> object:
        names = ("points", "winner", "reason", "starter", "plays", "draws", "passes")
        return [getattr(outcome, name).tolist() for name in names]


class Perft(OnPositions):
    """The leaves of the tree of all action sequences from an opening."""

    unit = "leaf"
    rounds_played = 1

    def __init__(self, preset: str, depth: int) -> None:
        super().__init__(f"perft {depth}", preset)
        self.depth = depth
        self.root = self.start(0)
        self.count = self.root.perft(depth)

    def run(self, fresh: Any) -> Any:
        return self.root.perft(self.depth)

    def facts(self, fresh: Any, outcome: Any) -> object:
        return outcome


def workloads() -> dict[str, Workload]:
    """Every workload by name, in the table's order."""
    made: list[Workload] = []
    for kind in (LegalActions, Apply, Undo, Copy):
        made += [kind(preset) for preset in ("draw", "table")]
    made += [Games(preset) for preset in PRESET_NAMES]
    made += [Playouts(preset) for preset in PRESET_NAMES]
    made += [Perft("partnership", 12), Perft("table", 5)]
    return {workload.name: workload for workload in made}
