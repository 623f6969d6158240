"""What a whole `Round` and one seat's `View` of it both tell: whose turn, what lies open, what may be done."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, NamedTuple

from . import drawing, reasons
from ._check import whole
from ._codes import END_NAMES, RESULT_NAMES
from .events import Dealt, Event, RoundOver, of_moves
from .geometry import Chain
from .moves import Move, as_move, legal_moves, moves_of
from .tiles import Tile

if TYPE_CHECKING:
    from ._backend import State
    from .reasons import Reason
    from .rules import Rules

__all__ = ["End", "Position", "Result"]

HIDDEN: Final = 255
"""What a backend's view has for a tile that its seat has not seen."""


class End(NamedTuple):
    """An open end of the chain."""

    end: str
    """``"L"``, ``"R"``, ``"U"`` or ``"D"``."""
    number: int
    """The number that a tile must show to be laid there."""
    weight: int
    """What it counts in the open-end count."""


class Result(NamedTuple):
    """How a round ended."""

    reason: str
    """``"domino"``, ``"blocked"`` or ``"target"``."""
    winner: int | None
    """A seat, or with partners a team (0: seats 0 and 2; 1: seats 1 and 3); None for nobody."""
    points: tuple[int, ...]
    """What each seat scored in the round, in play and at its end together."""


class Position:
    """The part of a round that everybody at the table knows. Made by `Round` and `View` alone."""

    __slots__ = ("_gains", "_number", "_rules", "_starter", "_state")

    _rules: Rules
    _state: State
    _starter: int
    _gains: list[int]
    """What each move scored at once; empty where nothing is scored in play."""
    _number: int

    @property
    def rules(self) -> Rules:
        """The rules of the round."""
        return self._rules

    @property
    def number(self) -> int:
        """The round's number in its match, from 0."""
        return self._number

    @property
    def state(self) -> State:
        """The backend's own state (``docs/waist.md``) as a copy: for loops that count, not read."""
        return self._state.copy()

    @property
    def turn(self) -> int | None:
        """The seat to act; None after the end."""
        turn = self._state.turn
        return turn if turn >= 0 else None

    @property
    def starter(self) -> int:
        """The seat that opens, or opened."""
        return self._starter

    @property
    def forced(self) -> Tile | None:
        """The tile that must open, or had to; None where any may. A view shows it to others only once it lies."""
        return _tile(self._state.forced)

    @property
    def hand_counts(self) -> tuple[int, ...]:
        """The number of tiles in each hand."""
        return tuple(map(self._state.hand_count, range(self._state.players)))

    @property
    def boneyard_count(self) -> int:
        """The number of tiles in the boneyard, those that are never drawn included."""
        return self._state.boneyard_count

    @property
    def ends(self) -> tuple[End, ...]:
        """The open ends, in the order L, R, U, D; none on an empty table."""
        return tuple(End(END_NAMES[end], number, weight) for end, number, weight in self._state.ends())

    @property
    def end_count(self) -> int:
        """The sum of the open ends, as ``count_multiple`` counts it; 0 on an empty table."""
        return self._state.end_count()

    @property
    def chain(self) -> Chain:
        """The tiles on the table, in the order they were laid."""
        return Chain.from_state(self._state)

    @property
    def spinner(self) -> int | None:
        """The spinner's place in the chain; None where there is none."""
        spinner = self._state.spinner
        return spinner if spinner >= 0 else None

    @property
    def points(self) -> tuple[int, ...]:
        """What each seat has scored in this round so far."""
        return self._state.points

    @property
    def scores_before(self) -> tuple[int, ...]:
        """The match's scores when the round began."""
        return self._state.scores_before

    @property
    def scores(self) -> tuple[int, ...]:
        """The match's scores now."""
        return self._state.scores

    @property
    def result(self) -> Result | None:
        """How the round ended; None while it is on."""
        reason = RESULT_NAMES[self._state.reason]
        if reason is None:
            return None
        winner = self._state.winner
        return Result(reason, winner if winner >= 0 else None, self._state.points)

    @property
    def moves(self) -> tuple[Move, ...]:
        """All moves so far."""
        return moves_of(self._state.actions())

    @property
    def last_player(self) -> int | None:
        """The seat that laid the last tile; None on an empty table."""
        moves = self.moves
        players = [seat for seat, move in zip(self._seats(moves), moves, strict=True) if move.is_play]
        return players[-1] if players else None

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened, from the deal on (`dominoes.events`). A view has other seats' draws without the tile."""
        moves = self.moves
        hands, boneyard = self._state.dealt()
        counts = tuple(map(len, hands))
        dealt = Dealt(self._number, counts, len(boneyard), self._starter, self.scores_before)
        happened: list[Event] = [dealt]
        happened.extend(of_moves(moves, self._seats(moves), tuple(map(_tile, boneyard)), self._gains))
        result = self.result
        if result is not None:
            happened.append(RoundOver(*result, self._state.scores))
        return tuple(happened)

    def legal_moves(self) -> tuple[Move, ...]:
        """All that the seat to act may do, sorted; empty after the end, and in a view while another seat is to act."""
        return legal_moves(self._state)

    def is_legal(self, move: Move | str) -> bool:
        """Whether ``move`` is one of `legal_moves`."""
        return self._state.is_legal(as_move(move).code)

    def why_not(self, move: Move | str) -> Reason | None:
        """Why ``move`` is not legal; None where it is."""
        return reasons.explain(self._state, as_move(move))

    def _seats(self, moves: Iterable[Move]) -> list[int]:
        """The seat that made each of the moves: only a draw leaves the turn where it is."""
        seat, seats = self._starter, []
        for move in moves:
            seats.append(seat)
            seat = seat if move.is_draw else (seat + 1) % self._state.players
        return seats

    def _seat(self, seat: int) -> int:
        return whole("a seat", seat, 0, self._state.players - 1)

    def _lines(self) -> list[str]:
        """The position in words, beside the drawing."""
        result = self.result
        lines = [f"ends: {', '.join(f'{end.end} {end.number}' for end in self.ends) or 'none yet'}"]
        lines.append(f"boneyard: {self.boneyard_count}")
        lines.append(f"scores: {', '.join(map(str, self.scores))}")
        if result is None:
            lines.append(f"to act: seat {self.turn}")
        else:
            side = "team" if self._rules.partners else "seat"
            winner = "nobody" if result.winner is None else f"{side} {result.winner}"
            lines.append(f"over: {result.reason}, {winner} wins")
        return lines

    def __str__(self) -> str:
        return "\n".join(filter(None, [drawing.text(self.chain), *self._lines()]))

    def _repr_svg_(self) -> str:
        """The picture of the table, for notebooks."""
        return drawing.svg(self.chain, title="The dominoes on the table")


def tiles_of(numbers: Iterable[int]) -> tuple[Tile, ...]:
    """The tiles of a backend's numbers."""
    return tuple(map(Tile.from_index, numbers))


def _tile(number: int) -> Tile | None:
    return None if number in (-1, HIDDEN) else Tile.from_index(number)
