"""What is the same in every state of one game: sizes, numbers of actions, columns."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from dominoes.batch import Batch
from dominoes.moves import Move
from dominoes.rules import Rules
from dominoes.tiles import tile_set

from ._bounds import most_actions, most_draws
from ._rewards import shares

__all__ = ["Shape", "shape_of"]


class Shape:
    """The numbers of a game. Copies are the object itself, and pickles hold its rules alone."""

    def __init__(self, rules: Rules) -> None:
        batch = Batch(rules, 1, seed=0)
        self.rules = rules
        self.spec = rules.spec
        self.players = rules.players
        self.tiles = len(tile_set(rules.max_pip))
        self.every_tile = bytes(range(self.tiles))
        self.hand_size = rules.hand_size
        self.dealt = rules.players * rules.hand_size
        """Tiles that are dealt."""
        self.random_opening = rules.opening == "random"
        self.redeal_doubles = rules.redeal_doubles or 0
        self.moves: tuple[Move, ...] = batch.moves
        """By dense action."""
        self.codes: list[int] = batch.codes.tolist()
        """The engine's number of each dense action."""
        self.dense: list[Any] = [None] * (max(self.codes) + 1)
        """And back; None for what is no action."""
        for dense, code in enumerate(self.codes):
            self.dense[code] = dense
        self.columns: Mapping[str, slice] = dict(batch.columns)
        self.width = max(part.stop for part in self.columns.values())
        """Columns of an observation."""
        self.worth = shares(rules)
        self.most_actions = most_actions(rules)
        self.most_draws = most_draws(rules)

    def __deepcopy__(self, memo: object) -> Shape:
        return self

    def __reduce__(self) -> tuple[Callable[[Rules], Shape], tuple[Rules]]:
        return shape_of, (self.rules,)


@lru_cache(maxsize=64)
def shape_of(rules: Rules) -> Shape:
    """The shape of the game with these rules, made once."""
    return Shape(rules)
