"""What a round is made of and how actions change it, without asking whether the caller may.

Everything that an action changes is either immutable (and kept in the history as it was) or taken back exactly: the
hands are bit masks, the boneyard is an index, the chain is a list, the table a grid of bytes. ``State`` is the face.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeVar

from dominoes._codes import BLOCKED, DOMINO, DRAW, HIGHEST_TILE, MAX_TILES, ON, PASS, TARGET
from dominoes._twin import geometry, rules
from dominoes._twin.dealing import Hands, highest
from dominoes._twin.geometry import NOWHERE, OpenEnd
from dominoes._twin.rules import Spec
from dominoes._twin.tiles import DOUBLES, HIDDEN, HIGH, LOW, MATCHING, PIPS, tiles_of

__all__ = ["Laid", "Position", "encodes_play"]

Laid = tuple[int, int, int, int, int, int, int, int, int]
"""``(tile, end, placement, parent, inner, x1, y1, x2, y2)``."""
Ends = tuple[OpenEnd | None, ...]
_Before = tuple[int, int, Ends, tuple[int, ...], int, int, bool, tuple[int, ...]]
"""An action, and the turn, ends, fits, spinner, passes, drawn and points as they were before it."""
_P = TypeVar("_P", bound="Position")

_CLOSED: Final[Ends] = (None, None, None, None)
_PLACEMENTS: Final = tuple(tuple(p for p in range(5) if bits >> p & 1) for bits in range(32))
_OPEN_WITHOUT_TABLE: Final = 0b100001


def encodes_play(action: int) -> bool:
    """Whether a number is an opening or a play, be it legal or not."""
    if not 0 <= action < DRAW or action >> 3 & 255 >= MAX_TILES:
        return False
    return action & 7 <= 4 if action >> 11 else action & 7 == 0


class Position:
    """One round as the kernel keeps it. Its methods trust their callers; `State` asks first."""

    __slots__ = (
        "_boneyard",
        "_chain",
        "_counts",
        "_dealt",
        "_drawn",
        "_ends",
        "_fits",
        "_forced",
        "_grid",
        "_hands",
        "_height",
        "_history",
        "_next",
        "_passes",
        "_points",
        "_reason",
        "_scores_before",
        "_spec",
        "_spinner",
        "_starter",
        "_turn",
        "_viewer",
        "_width",
        "_winner",
    )

    _spec: Spec
    _dealt: Hands
    _boneyard: tuple[int, ...]  # as dealt; `_next` says how many are drawn
    _starter: int
    _forced: int
    _scores_before: tuple[int, ...]
    _viewer: int
    _hands: list[int]  # masks
    _counts: list[int]
    _next: int
    _chain: list[Laid]
    _ends: Ends
    _fits: tuple[int, ...]
    _grid: bytearray
    _width: int
    _height: int
    _spinner: int
    _turn: int
    _passes: int
    _drawn: bool
    _points: tuple[int, ...]
    _reason: int
    _winner: int
    _history: list[_Before]

    def _open(self, spec: Spec, hands: Hands, boneyard: tuple[int, ...], starter: int, scores: tuple[int, ...]) -> None:
        """Set up a good deal; the highest tile becomes a seat and, where the rules say so, a forced tile."""
        forced = -1
        if starter == HIGHEST_TILE:
            starter, tile = highest(hands)
            forced = tile if spec[rules.OPENING_TILE] else -1
        self._begin(spec, hands, boneyard, starter, forced, scores, -1)

    def _begin(
        self,
        spec: Spec,
        hands: Hands,
        boneyard: tuple[int, ...],
        starter: int,
        forced: int,
        scores: tuple[int, ...],
        viewer: int,
    ) -> None:
        self._spec, self._dealt, self._boneyard = spec, hands, boneyard
        self._starter, self._forced, self._scores_before, self._viewer = starter, forced, scores, viewer
        self._hands = [sum(1 << tile for tile in hand if tile != HIDDEN) for hand in hands]
        self._counts = [len(hand) for hand in hands]
        self._next = 0
        self._chain = []
        self._ends, self._fits = _CLOSED, (0, 0, 0, 0)
        self._width, self._height = spec[rules.TABLE_WIDTH], spec[rules.TABLE_HEIGHT]
        self._grid = geometry.new_grid(self._width, self._height) if self._width else bytearray()
        self._spinner, self._turn, self._passes, self._drawn = -1, starter, 0, False
        self._points, self._reason, self._winner = (0,) * len(hands), ON, -1
        self._history = []

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            if name in Position.__slots__:
                raise ValueError("this State was never set up")
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    # What can be done.

    def _can_play(self) -> bool:
        if not self._chain:
            return True
        hand = self._hands[self._turn]
        for at, fits in zip(self._ends, self._fits, strict=True):
            if at is not None:
                tiles = hand & MATCHING[at.number]
                if (fits & 31 and tiles & ~DOUBLES) or (fits & 32 and tiles & DOUBLES):
                    return True
        return False

    def _may_draw(self) -> bool:
        """Whether the boneyard lets the seat to act draw, be there something to play or not."""
        rule = self._spec[rules.DRAW_RULE]
        left = len(self._boneyard) - self._next
        return rule != 0 and left > self._spec[rules.BONEYARD_FLOOR] and not (rule == 1 and self._drawn)

    def _plays(self) -> list[int]:
        hand = self._hands[self._turn]
        if not self._chain:
            return [self._forced << 3] if self._forced >= 0 else [tile << 3 for tile in tiles_of(hand)]
        plays = []
        for end, (at, fits) in enumerate(zip(self._ends, self._fits, strict=True)):
            if at is None or not fits:
                continue
            tiles = hand & MATCHING[at.number]
            placements = _PLACEMENTS[fits & 31]
            while tiles:
                lowest = tiles & -tiles
                tiles ^= lowest
                play = (end + 1) << 11 | (lowest.bit_length() - 1) << 3
                if not lowest & DOUBLES:
                    for placement in placements:
                        plays.append(play | placement)
                elif fits & 32:
                    plays.append(play)
        return plays

    def _actions_now(self) -> list[int]:
        """What the seat to act may do, sorted."""
        actions = self._plays()
        if not actions:
            return [DRAW if self._may_draw() else PASS]
        if self._spec[rules.VOLUNTARY_DRAW] and self._may_draw():
            actions.append(DRAW)
        return actions

    def _allows(self, action: int) -> bool:
        """`is_legal` for the seat to act, whoever asks."""
        if not 0 <= action <= PASS:
            return False
        if action == DRAW:
            return self._may_draw() and bool(self._spec[rules.VOLUNTARY_DRAW] or not self._can_play())
        if action == PASS:
            return not self._may_draw() and not self._can_play()
        end, tile, placement = (action >> 11) - 1, action >> 3 & 255, action & 7
        if not self._hands[self._turn] >> tile & 1:
            return False
        if not self._chain:
            return end < 0 and placement == 0 and self._forced in (-1, tile)
        return 0 <= end <= 3 and self._tile_fits(tile, end, placement)

    def _tile_fits(self, tile: int, end: int, placement: int) -> bool:
        """Whether a tile matches an end and has room there."""
        at = self._ends[end]
        if at is None or not MATCHING[at.number] >> tile & 1:
            return False
        if DOUBLES >> tile & 1:
            return placement == 0 and self._fits[end] >= 32
        return bool((self._fits[end] & 31) >> placement & 1)

    # Doing and undoing.

    def _act(self, action: int) -> None:
        turn = self._turn
        self._history.append(
            (action, turn, self._ends, self._fits, self._spinner, self._passes, self._drawn, self._points)
        )
        if action == DRAW:
            tile = self._boneyard[self._next]
            self._next += 1
            self._counts[turn] += 1
            if tile != HIDDEN:
                self._hands[turn] |= 1 << tile
            self._passes, self._drawn = 0, True
            return
        if action == PASS:
            self._passes += 1
            if self._passes == len(self._dealt):
                self._finish(-1)
                return
        else:
            self._lay(action >> 3 & 255, (action >> 11) - 1, action & 7)
            self._passes = 0
            self._hands[turn] &= ~(1 << (action >> 3 & 255))
            self._counts[turn] -= 1
            if self._spec[rules.COUNT_MULTIPLE]:
                self._count_ends(turn)
            if self._reason == ON and not self._counts[turn]:
                self._finish(turn)
            if self._reason != ON:
                return
        self._drawn = False
        self._turn = (turn + 1) % len(self._dealt)

    def _take_back(self) -> int:
        before = self._history.pop()
        action, turn, self._ends, self._fits, self._spinner, self._passes, self._drawn, self._points = before
        self._turn, self._reason, self._winner = turn, ON, -1
        if action == DRAW:
            self._next -= 1
            self._counts[turn] -= 1
            self._hands[turn] ^= 1 << self._boneyard[self._next]
        elif action != PASS:
            laid = self._chain.pop()
            self._counts[turn] += 1
            self._hands[turn] |= 1 << laid[0]
            if self._width:
                geometry.lay(self._grid, self._width + 2 * geometry.MARGIN, laid[5:], 0)
        return action

    def _lay(self, tile: int, end: int, placement: int) -> None:
        """Put a tile on the table: chain, grid, ends, spinner and room."""
        high, low, position = HIGH[tile], LOW[tile], len(self._chain)
        double, squares = high == low, NOWHERE
        at = self._ends[end] if end >= 0 else None
        if at is None:
            if self._width:
                squares = geometry.opening_squares(self._width, self._height, double)
            self._chain.append((tile, -1, 0, -1, high, *squares))
            ends = [*geometry.opening_ends(high, low, squares), None, None]
        else:
            x, y, direction = -1, -1, -1
            if self._width:
                squares, (x, y, direction) = geometry.place(at, double, placement)
            self._chain.append((tile, end, placement, at.place, at.number, *squares))
            number = high + low - at.number
            ends = list(self._ends)
            ends[end] = OpenEnd(number, 2 * number if double else number, double, position, x, y, direction)
            self._weigh_other_side(ends, at, end)
        if double and self._spinner < 0 and self._spec[rules.SPINNER]:
            self._spinner = position
        self._open_arms(ends)
        self._ends = tuple(ends)
        if self._width:
            geometry.lay(self._grid, self._width + 2 * geometry.MARGIN, squares, tile + 1)
        self._fits = self._measure()

    @staticmethod
    def _weigh_other_side(ends: list[OpenEnd | None], covered: OpenEnd, end: int) -> None:
        """An opening double covered on one long side counts both halves on the other."""
        if covered.place == 0 and covered.double and end < 2:
            other = ends[1 - end]
            if other is not None and other.place == 0:
                ends[1 - end] = other._replace(weight=2 * other.number)

    def _open_arms(self, ends: list[OpenEnd | None]) -> None:
        """Open the spinner's short sides once both its long sides are covered."""
        left, right, up, _ = ends
        if self._spinner < 0 or up is not None or left is None or right is None:
            return
        if self._spinner not in (left.place, right.place):
            tile, *_, x1, y1, x2, y2 = self._chain[self._spinner]
            ends[2:] = geometry.spinner_ends(HIGH[tile], self._spinner, (x1, y1, x2, y2))

    def _measure(self) -> tuple[int, ...]:
        """The room at each end."""
        if not self._width:
            return tuple(0 if at is None else _OPEN_WITHOUT_TABLE for at in self._ends)
        grid, stride, turns = self._grid, self._width + 2 * geometry.MARGIN, bool(self._spec[rules.TURNS])
        return tuple(0 if at is None else geometry.room(grid, stride, at, turns) for at in self._ends)

    def _count_ends(self, seat: int) -> None:
        """Score the open ends at once where they make a multiple; reaching the target ends the round."""
        count = sum(at.weight for at in self._ends if at is not None)
        if count == 0 or count % self._spec[rules.COUNT_MULTIPLE]:
            return
        side = 2 if self._spec[rules.PARTNERS] else len(self._dealt)
        self._points = tuple(
            scored + count if other % side == seat % side else scored for other, scored in enumerate(self._points)
        )
        if self._scores_before[seat] + self._points[seat] >= self._spec[rules.TARGET_SCORE]:
            self._reason, self._winner, self._turn = TARGET, seat % side, -1

    def _finish(self, out: int) -> None:
        """The end by a last tile of the seat ``out``, or (-1) by a block."""
        pips = [sum(PIPS[tile] for tile in tiles_of(hand)) for hand in self._hands]
        self._winner, points = rules.round_points(self._spec, pips, out)
        self._points = tuple(scored + more for scored, more in zip(self._points, points, strict=True))
        self._reason, self._turn = (BLOCKED if out < 0 else DOMINO), -1

    def _copy_into(self, other: _P) -> _P:
        """Make another, bare one the same, and independent."""
        for name in Position.__slots__:
            value = getattr(self, name)
            setattr(other, name, value.copy() if isinstance(value, (list, bytearray)) else value)
        return other
