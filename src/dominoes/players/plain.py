"""Two plain players, one without a thought and one with a single one: yardsticks, and company for a first game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dominoes.registry import PlayerError

if TYPE_CHECKING:
    from dominoes.moves import Move
    from dominoes.view import View

__all__ = ["Heaviest", "Random"]


class Random:
    """Takes any legal move, each as likely, by the view's stream."""

    name = "random"

    def choose(self, view: View) -> Move:
        """A legal move. `PlayerError` where there are several and the view has no stream to choose by."""
        legal = view.legal_moves()
        if len(legal) == 1:
            return legal[0]
        if view.rng is None:
            raise PlayerError("the player random needs a view with a stream: ask Match.view for it")
        return legal[view.rng.below(len(legal))]


class Heaviest:
    """Lays the tile with the most pips, of equal ones the first legal move; draws or passes when it must."""

    name = "heaviest"

    def choose(self, view: View) -> Move:
        """The heaviest legal play, or the only thing left to do."""
        return max(view.legal_moves(), key=lambda move: -1 if move.tile is None else move.tile.pips)
