"""What one seat may know of a round: all that a player is given, and nothing from which more could be reached."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from . import believing, reasons
from ._check import held_to
from .errors import IllegalMove, MatchError
from .moves import as_move
from .position import Position, tiles_of
from .tiles import Tile

if TYPE_CHECKING:
    from ._backend import State, Stream
    from .believing import Beliefs
    from .geometry import Chain
    from .moves import Move
    from .rules import Rules

__all__ = ["View", "held_to_turn"]


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

    def chain_after(self, move: Move | str) -> Chain:
        """The chain as it will lie after a legal move; its ``heads`` are the ends that the move leaves open.

        A draw or a pass leaves it as it is. `IllegalMove` says why a move is not possible.

        >>> from dominoes import Round, Rules
        >>> rnd = Round(Rules("block", hand_size=2), hands=[["6-6", "1-0"], ["6-1", "0-0"]])
        >>> rnd.play("6-6")
        Move("6-6")
        >>> [(head.end, head.number) for head in rnd.view(1).chain_after("6-1@R").heads]
        [('L', 6), ('R', 1)]
        """
        move = as_move(move)
        reason = reasons.explain(self._state, move)
        if reason is not None:
            raise IllegalMove(str(reason), reason)
        return self.chain if move.tile is None else self.chain.lay(move.tile, move.end, move.placement or "ahead")

    def beliefs(self, *, worlds: int = believing.WORLDS, seed: str | int | None = None) -> Beliefs:
        """How likely each tile that the seat does not see lies in each other hand and in the boneyard.

        Also while another seat is to act; after the round's end, when all hands lie open, everything is certain. Where
        a round was set up by hand, some tiles may be out of the game: how likely that is of each stands apart.
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


def held_to_turn(view: object, what: str, over: str) -> View:
    """The view of a seat that is to act, or an error that says what else it is.

    TypeError for anything but a `View`; ``what`` begins its sentence: ``advice is given on a``. `MatchError` where
    another seat is to act or the round is over; ``over`` ends that sentence: ``there is nothing to advise on``.
    """
    found = held_to(View, view, what)
    if found.turn is None:
        raise MatchError(f"the round is over: {over}")
    if found.turn != found.seat:
        raise MatchError(f"seat {found.turn} is to act, not seat {found.seat}, whose view this is")
    return found


def _restore(
    cls: type[View], rules: Rules, state: State, starter: int, gains: list[int], number: int, rng: Stream | None
) -> View:
    """What pickled views call."""
    view = cls.__new__(cls)
    View.__init__(view, rules, state, starter=starter, gains=gains, number=number, rng=rng)
    return view
