"""What one seat may know of a round: all that a player is given, and nothing from which more could be reached."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from . import believing
from .position import Position, tiles_of
from .tiles import Tile

if TYPE_CHECKING:
    from ._backend import State, Stream
    from .believing import Beliefs
    from .rules import Rules

__all__ = ["View"]


class View(Position):
    """A round as one seat sees it: ``rnd.view(seat)``. It does not change when the round goes on.

    It holds a masked state, the rules, what the moves scored and the stream for this decision; other hands and the
    boneyard are not in it, so that nobody can look there. After the round's end all hands lie open.

    >>> from dominoes import Round, Rules
    >>> view = Round(Rules("block", hand_size=2), hands=[["6-6", "1-0"], ["6-1", "0-0"]]).view(1)
    >>> view.seat, view.turn, view.hand, view.hand_counts
    (1, 0, (Tile("0-0"), Tile("6-1")), (2, 2))
    >>> view.hands
    (None, (Tile("0-0"), Tile("6-1")))
    >>> view.why_not("6-1").text()
    'it is not your turn: seat 0 is to act'
    """

    __slots__ = ("_rng",)

    _rng: Stream | None

    def __init__(
        self,
        rules: Rules,
        state: State,
        *,
        starter: int,
        gains: Iterable[int] = (),
        number: int = 0,
        rng: Stream | None = None,
    ) -> None:
        """Made by ``Round.view``; ValueError for a state that is no seat's view or belongs to other rules."""
        if state.viewer < 0 or state.spec != rules.spec:
            raise ValueError("a View is made from a seat's view of a state of the same rules")
        self._rules = rules
        self._state = state
        self._starter = starter
        self._gains = list(gains)
        self._number = number
        self._rng = rng

    @property
    def seat(self) -> int:
        """Whose view this is."""
        return self._state.viewer

    @property
    def rng(self) -> Stream | None:
        """A stream of chance made for this one decision, or None."""
        return self._rng

    @property
    def hand(self) -> tuple[Tile, ...]:
        """The seat's own tiles, sorted."""
        return tiles_of(self._state.hand(self.seat))

    @property
    def hands(self) -> tuple[tuple[Tile, ...] | None, ...]:
        """Each seat's tiles, sorted; None for those that are hidden."""
        shown = self._state.reason != 0
        seats = range(self._state.players)
        return tuple(tiles_of(self._state.hand(seat)) if shown or seat == self.seat else None for seat in seats)

    @property
    def dealt_hand(self) -> tuple[Tile, ...]:
        """The seat's own tiles as they were dealt."""
        return tiles_of(self._state.dealt()[0][self.seat])

    def beliefs(self, *, worlds: int = believing.WORLDS, seed: str | int | None = None) -> Beliefs:
        """How likely each tile that the seat does not see lies in each other hand and in the boneyard.

        Also while another seat is to act; after the round's end, when all hands lie open, everything is certain.
        ``worlds`` (1 to 1000000) is how many deals are looked at. Equal views and equal seeds give equal beliefs, and
        the view's own `rng` is never touched. `RulesError` for a number out of range.
        """
        return believing.beliefs_of(self, worlds, seed)

    def _lines(self) -> list[str]:
        hand = " ".join(map(str, self.hand)) or "none"
        return [*super()._lines(), f"hand of seat {self.seat}: {hand}"]

    def __repr__(self) -> str:
        return f"<View of seat {self.seat}: {len(self._state.actions())} moves, turn {self.turn}>"

    def __eq__(self, other: object) -> bool:
        return self._state == other._state if isinstance(other, View) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._state)

    def __reduce__(self) -> tuple[object, ...]:
        held = (self._rules, self._state, self._starter, self._gains, self._number, self._rng)
        return _restore, (type(self), *held), getattr(self, "__dict__", None) or None


def _restore(
    cls: type[View], rules: Rules, state: State, starter: int, gains: list[int], number: int, rng: Stream | None
) -> View:
    """What pickled views call."""
    view = cls.__new__(cls)
    View.__init__(view, rules, state, starter=starter, gains=gains, number=number, rng=rng)
    return view
