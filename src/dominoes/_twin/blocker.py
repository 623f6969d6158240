"""The heuristic blocker (``docs/waist.md``, Players): a yardstick.

It lays what scores most by pips, doubles, what is left in hand and the chance that others can answer nothing, the first
among equals. All in whole numbers, as the compiled one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from dominoes._codes import DRAW
from dominoes._twin import geometry, rules
from dominoes._twin.chance import chance_none
from dominoes._twin.known import Known, conclude, playable
from dominoes._twin.tiles import DOUBLES, MATCHING, PIPS, tiles_of

if TYPE_CHECKING:
    from dominoes._twin.geometry import OpenEnd
    from dominoes._twin.position import Position
    from dominoes._twin.state import State

__all__ = ["choose"]

# A score is in units of 1 / (100 x 32 x 65536): coefficients are hundredths, free ends 32nds, chances 65536ths.
_CHANCE_UNIT: Final = 65536
_FREE_UNIT: Final = 32
_END_TILES: Final = 340
_END_PIPS: Final = 4


class _Taste(NamedTuple):
    """Hundredths of a point."""

    pips: int
    is_double: int
    matches: int
    variety: int
    block: tuple[int, ...]
    """Times the chance that the seat one, two, three further on can answer nothing."""


_TABLE: Final = _Taste(100, 500, 100, 0, (15000,))
_TWO: Final = _Taste(100, 500, 250, 100, (15000,))
_THREE: Final = _Taste(50, 500, 250, 300, (3000, 0))
_FOUR: Final = _Taste(150, 650, 400, 300, (3000, 0, 1000))
_PARTNERS: Final = _Taste(150, 500, 250, 380, (9000, -5000, 2600))


class _Part(NamedTuple):
    """Some places of a hidden hand, each filled by any of the candidates."""

    candidates: int
    tiles: int
    places: int


_Hidden = Sequence[_Part]


def _taste_for(spec: Sequence[int]) -> _Taste:
    if spec[rules.PARTNERS]:
        return _PARTNERS
    two = _TABLE if spec[rules.TABLE_WIDTH] else _TWO
    return {2: two, 3: _THREE, 4: _FOUR}[spec[rules.PLAYERS]]


# What the others may hold.


def _places_left(known: Known) -> list[int]:
    """What is left in each bin. A tile of which it is open where it came from leaves the oldest that has a place."""
    places = [one.places for one in known.bins]
    for spent in known.spent:
        index = next((index for index in tiles_of(spent.bins) if places[index]), None)
        if index is not None:
            places[index] -= 1
    return places


def _hidden_hand(known: Known, places: Sequence[int], seat: int) -> list[_Part]:
    """Bins that the same tiles can fill are one part."""
    held: dict[int, int] = {}
    for one, left in zip(known.bins, places, strict=True):
        if one.seat == seat and left:
            candidates = known.unseen & ~one.barred
            held[candidates] = held.get(candidates, 0) + left
    return [_Part(candidates, candidates.bit_count(), left) for candidates, left in held.items()]


def _expected_tiles(hand: _Hidden, tiles: int) -> int:
    """How many tiles of a set the hand is expected to hold, in 1 / 65536; each part rounded down."""
    held = ((part, (part.candidates & tiles).bit_count()) for part in hand)
    return sum(_CHANCE_UNIT * part.places * count // part.tiles for part, count in held if count)


def _expected_pips(hand: _Hidden) -> int:
    total = 0
    for part in hand:
        pips = sum(PIPS[tile] for tile in tiles_of(part.candidates))
        total += _CHANCE_UNIT * part.places * pips // part.tiles if pips else 0
    return total


def _chance_of_none(hand: _Hidden, answers: int) -> int:
    """The chance that a hand holds none of these tiles, in 1 / 65536."""
    chance = _CHANCE_UNIT
    for part in hand:
        would = (part.candidates & answers).bit_count()
        if would:
            chance = chance * chance_none(part.tiles, would, part.places) >> 16
    return chance


# Room on the table.


def _count_continuations(position: Position, at: OpenEnd, fits: int) -> int:
    """How many ways the chain can go on from an end by two tiles, whatever these show.

    The placements that have room there, a double being one of them, and after each of them those that then have room
    on the new head. A wholly free end has 32.
    """
    grid, stride = position._grid, position._width + 2 * geometry.MARGIN
    turns = bool(position._spec[rules.TURNS])
    count = 0
    for way in tiles_of(fits):
        double = way == 5
        squares, (x, y, direction) = geometry.place(at, double, 0 if double else way)
        head = at._replace(double=double, x=x, y=y, direction=direction)
        geometry.lay(grid, stride, squares, 1)
        count += geometry.room(grid, stride, head, turns).bit_count()
        geometry.lay(grid, stride, squares, 0)
    return count


class _Blocker:
    """One decision: what the others may hold, and the position to try plays on."""

    __slots__ = ("_expected_pips", "_hidden", "_position", "_seat", "_taste")

    def __init__(self, position: Position, known: Known) -> None:
        players = len(position._dealt)
        self._position = position
        self._seat = position._turn
        self._taste = _taste_for(position._spec)
        places = _places_left(known)
        self._hidden = [_hidden_hand(known, places, (self._seat + on) % players) for on in range(1, players)]
        self._expected_pips = _expected_pips(self._hidden[0]) if position._width else 0

    def score(self, action: int) -> int:
        """The score of a play: done, looked at and undone."""
        position, taste, seat = self._position, self._taste, self._seat
        tile = action >> 3 & 255
        position._act(action)
        hand, answers = position._hands[seat], playable(position._ends, position._fits)
        total = taste.pips * PIPS[tile] + (taste.is_double if DOUBLES >> tile & 1 else 0)
        total += taste.matches * (hand & answers).bit_count()
        total += taste.variety * sum(hand & having != 0 for having in MATCHING)
        total += 100 * self._points_made()
        chances = sum(
            weight * _chance_of_none(hidden, answers)
            for weight, hidden in zip(taste.block, self._hidden, strict=True)
            if weight
        )
        ends = self._worth_of_ends(hand) if position._width else 0
        position._take_back()
        return _FREE_UNIT * (_CHANCE_UNIT * total + chances) + ends

    def _points_made(self) -> int:
        """What the play just done scored at once, what ended the round left out."""
        multiple = self._position._spec[rules.COUNT_MULTIPLE]
        count = sum(at.weight for at in self._position._ends if at is not None)
        return count if multiple and count % multiple == 0 else 0

    def _worth_of_ends(self, hand: int) -> int:
        """What the open ends are worth after a play.

        An end where one has more tiles than the next player is worth keeping free, one where one has fewer is worth
        burying; and to be ahead in pips makes a block of the table welcome.
        """
        ahead = self._expected_pips - _CHANCE_UNIT * sum(PIPS[tile] for tile in tiles_of(hand))
        total = 0
        for at, fits in zip(self._position._ends, self._position._fits, strict=True):
            if at is None or not fits:
                continue
            own = (hand & MATCHING[at.number]).bit_count()
            more = _CHANCE_UNIT * own - _expected_tiles(self._hidden[0], MATCHING[at.number])
            total += _count_continuations(self._position, at, fits) * (_END_TILES * more - _END_PIPS * ahead)
        return total


def choose(view: State) -> int:
    """What it does in a seat's view, that seat being to act."""
    plays = [action for action in view.legal() if action < DRAW]
    if len(plays) < 2:
        return plays[0] if plays else view.legal()[0]
    position = view.copy()
    position._viewer = -1
    blocker = _Blocker(position, conclude(view))
    return max(plays, key=blocker.score)
