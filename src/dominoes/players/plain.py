"""Two plain players, one without a thought and one with a single one: yardsticks, and company for a first game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dominoes.players._deciding import chance_of, to_choose_by

if TYPE_CHECKING:
    from dominoes.moves import Move
    from dominoes.view import View

__all__ = ["Heaviest", "Random"]


class Random:
    """Takes any legal move, each as likely, by the view's stream."""

    name = "random"

    def choose(self, view: View) -> Move:
        """A legal move.

        TypeError for anything but a `View`, `MatchError` where its seat is not to act, `PlayerError` where there are
        several moves and the view has no stream to choose by.
        """
        legal = to_choose_by(view).legal_moves()
        return legal[0] if len(legal) == 1 else legal[chance_of(view, self.name).below(len(legal))]


class Heaviest:
    """Lays the tile with the most pips, of equal ones the first legal move; draws or passes when it must."""

    name = "heaviest"

    def choose(self, view: View) -> Move:
        """The heaviest legal play, or the only thing left to do.

        TypeError for anything but a `View`, `MatchError` where its seat is not to act.
        """
        return max(to_choose_by(view).legal_moves(), key=lambda move: -1 if move.tile is None else move.tile.pips)
