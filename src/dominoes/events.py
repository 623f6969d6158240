"""What happened, one frozen object an event: for faces, logs and announcements. Knows nothing of how it is decided."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, ClassVar

from .moves import Move
from .tiles import Tile

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["Dealt", "Drew", "Event", "MatchOver", "Opened", "Passed", "Played", "RoundOver"]


@dataclass(frozen=True, slots=True)
class Event:
    """The common base: every event can be written as JSON and be seen by one seat."""

    kind: ClassVar[str] = "event"

    def to_dict(self) -> dict[str, object]:
        """The event as a JSON object: its kind under ``"event"``, then its fields, tiles and moves as texts.

        >>> Played(seat=1, move=Move("6-4@R")).to_dict()
        {'event': 'played', 'seat': 1, 'move': '6-4@R', 'points': 0}
        """
        return {"event": self.kind, **{field.name: _plain(getattr(self, field.name)) for field in fields(self)}}

    def for_seat(self, seat: int) -> Event:
        """The event as that seat may know it: only a tile drawn by another is hidden."""
        return self


@dataclass(frozen=True, slots=True)
class Dealt(Event):
    """A round begins: tiles in each hand and in the boneyard, who is to act, the match's scores before it."""

    kind = "dealt"

    number: int
    """The round's number in its match, from 0."""
    hand_counts: tuple[int, ...]
    boneyard_count: int
    starter: int
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Opened(Event):
    """The first tile was laid. ``points`` were scored by it at once."""

    kind = "opened"

    seat: int
    move: Move
    points: int = 0


@dataclass(frozen=True, slots=True)
class Played(Event):
    """A tile was laid on an end. ``points`` were scored by it at once."""

    kind = "played"

    seat: int
    move: Move
    points: int = 0


@dataclass(frozen=True, slots=True)
class Drew(Event):
    """A tile was drawn; ``tile`` is None where it is not known. ``boneyard_count`` tiles are left.

    >>> drew = Drew(seat=0, tile=Tile("6-4"), boneyard_count=13)
    >>> drew.for_seat(0).tile, drew.for_seat(1).tile
    (Tile("6-4"), None)
    """

    kind = "drew"

    seat: int
    tile: Tile | None
    boneyard_count: int

    def for_seat(self, seat: int) -> Drew:
        """The same without the tile, for any seat but the one that drew."""
        return self if seat == self.seat or self.tile is None else replace(self, tile=None)


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """A seat could neither play nor draw."""

    kind = "passed"

    seat: int


@dataclass(frozen=True, slots=True)
class RoundOver(Event):
    """The round ended, as its `Result` says; ``scores`` are the match's after it."""

    kind = "round-over"

    reason: str
    """``"domino"``, ``"blocked"`` or ``"target"``."""
    winner: int | None
    """A seat, or with partners a team (0 or 1); None for nobody."""
    points: tuple[int, ...]
    """What each seat scored in the round."""
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MatchOver(Event):
    """The match ended."""

    kind = "match-over"

    winner: int
    """A seat, or with partners a team (0 or 1)."""
    scores: tuple[int, ...]


def of_moves(
    moves: Sequence[Move], seats: Sequence[int], boneyard: Sequence[Tile | None], gains: Sequence[int]
) -> Iterator[Event]:
    """The events of a round's moves, each made by its seat. ``boneyard`` is as dealt, None for a tile not known, and
    ``gains`` is what each move scored at once (empty where that is nothing for all)."""
    draws = 0
    for index, move in enumerate(moves):
        seat = seats[index]
        points = gains[index] if gains else 0
        if move.is_draw:
            yield Drew(seat, boneyard[draws], len(boneyard) - draws - 1)
            draws += 1
        elif move.is_pass:
            yield Passed(seat)
        elif move.end is None:
            yield Opened(seat, move, points)
        else:
            yield Played(seat, move, points)


def _plain(value: object) -> object:
    if isinstance(value, (Move, Tile)):
        return str(value)
    return list(value) if isinstance(value, tuple) else value
