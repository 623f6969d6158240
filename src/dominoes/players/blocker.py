"""The heuristic blocker: a yardstick for other players. What it goes by stands in ``docs/waist.md``, Players."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from dominoes._codes import PLAYER_NAMES
from dominoes.moves import Move
from dominoes.players._deciding import to_choose_by

if TYPE_CHECKING:
    from dominoes.view import View

__all__ = ["Blocker"]

_NUMBER: Final = PLAYER_NAMES.index("blocker")


class Blocker:
    """Gets rid of pips and doubles, keeps tiles that fit and different numbers, and blocks whom it can.

    It reckons how likely the others are unable to answer, from the tiles it does not see and what they showed to lack
    by drawing and passing. It takes nothing from chance: the same view always leads to the same move.

    >>> from dominoes import Round, Rules
    >>> rnd = Round(Rules("block", hand_size=3), hands=[["6-6", "5-4", "4-4"], ["6-5", "6-4", "5-0"]])
    >>> rnd.play("6-6")
    Move("6-6")
    >>> Blocker().choose(rnd.view(1))
    Move("6-5@L")
    """

    name = "blocker"

    def choose(self, view: View) -> Move:
        """The play with the highest score, of equal ones the first legal move; draws or passes when it must.

        TypeError for anything but a `View`, `MatchError` where its seat is not to act.
        """
        return Move.from_code(to_choose_by(view).state.choose(_NUMBER, 0, 0, None))
