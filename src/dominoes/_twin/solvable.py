"""Positions that a search can look into, and what is at stake in them: the lower half of ``csrc/solve.c``.

Plain chains (two ends, no table, nothing scored in play, sets to double-nine) have a small position of their own, which
is copied at each move; every other game is searched on the round itself, done and undone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Protocol, TypeVar

from dominoes._codes import DRAW, MAX_PLAYERS, PASS
from dominoes._twin import rules
from dominoes._twin.geometry import MARGIN
from dominoes._twin.random import GOLDEN, WORD, mix
from dominoes._twin.tiles import DOUBLES, HIGH, LOW, MATCHING, PIPS, set_size, tiles_of

if TYPE_CHECKING:
    from dominoes._twin.state import State

__all__ = ["NO_BOUND", "ChainPosition", "Interval", "RoundPosition", "Solvable", "Stakes", "is_plain"]

Interval = tuple[int, int]
"""The least and the greatest that a value can be."""
_P = TypeVar("_P", bound="Solvable")

NO_BOUND: Final = 32000
"""More than any value."""
_GOES_OUT: Final = NO_BOUND - 1
_LARGEST_PLAIN: Final = 9
_HELD: Final = tuple(
    tuple(mix((MAX_PLAYERS * tile + seat + 1) * GOLDEN & WORD) for seat in range(MAX_PLAYERS))
    for tile in range(set_size(_LARGEST_PLAIN))
)
"""For keys: this tile in that hand."""
_TO_BITS: Final = b"0" + b"1" * 255
"""Turns a row of the table's grid into binary digits."""


class Stakes:
    """Who plays against whom, and how much can still be won."""

    def __init__(self, root: State, opener_against_rest: bool) -> None:
        spec = root._spec
        self.spec = spec
        self.players = len(root._dealt)
        self.partners = bool(spec[rules.PARTNERS])
        self.side = [seat & 1 if self.partners else seat for seat in range(self.players)]
        if opener_against_rest and not self.partners:
            self.side = [int(seat != root._starter) for seat in range(self.players)]
        self.boneyard = root._boneyard
        self.dealt_to_hands = sum(map(len, root._dealt))
        self.draws_end = max(0, len(self.boneyard) - spec[rules.BONEYARD_FLOOR]) if spec[rules.DRAW_RULE] else 0
        self.draws_one = spec[rules.DRAW_RULE] == 1
        self.drawable = [0] * (len(self.boneyard) + 1)
        """Pips that may still be drawn when that many tiles of the boneyard are gone."""
        for at in reversed(range(self.draws_end)):
            self.drawable[at] = self.drawable[at + 1] + PIPS[self.boneyard[at]]

    def value(self, points: Sequence[int]) -> int:
        """Points per seat as side 0's minus side 1's; a team's stand at both its seats and count once."""
        if self.partners:
            return points[0] - points[1]
        return sum(-scored if side else scored for side, scored in zip(self.side, points, strict=True))

    def bounds(self, pips: Sequence[int], drawable: int, laid_by_block: int) -> Interval:
        """What the end of the round can give, from what is in the hands now and may still come from the boneyard."""
        return -self._most_won(pips, drawable, laid_by_block, 1), self._most_won(pips, drawable, laid_by_block, 0)

    def _most_won(self, pips: Sequence[int], drawable: int, laid_by_block: int, side: int) -> int:
        """A side goes out by one seat that lays all it holds; a block leaves no more than ``laid_by_block`` less."""
        own = [held for held, its in zip(pips, self.side, strict=True) if its == side]
        won = sum(pips) + drawable
        if self.spec[rules.SCORING]:
            won -= min(*own, laid_by_block)
        else:
            won -= sum(own) if self.partners else min(own)
        unit = self.spec[rules.ROUND_TO]
        return (won + unit // 2) // unit * unit

    def promise(self, hands: Sequence[int], seat: int, tile: int, wanted: int) -> int:
        """A rank for a play after which ``wanted`` tiles match an end.

        Good is what leaves the next seat few answers and the partner many, is heavy, is a double.
        """
        answers = (hands[(seat + 1) % self.players] & wanted).bit_count()
        rank = (-12 * answers if answers else 40) + PIPS[tile] + (10 if HIGH[tile] == LOW[tile] else 0)
        return rank + 4 * (hands[seat ^ 2] & wanted).bit_count() if self.partners else rank


class Solvable(Protocol):
    """A position as the search sees it: the round is over, or the seat to act has a choice."""

    def final_value(self) -> int | None:
        """The value where the round is over, else None."""

    def maximizes(self) -> bool:
        """Whether side 0 is to act."""

    def bounds(self) -> Interval:
        """Between what the value must lie."""

    def key(self) -> int:
        """64 bits of all that what follows depends on."""

    def actions(self, hint: int) -> list[int]:
        """What may be done, the promising first, ``hint`` before all."""

    def after(self: _P, action: int) -> _P:
        """The position after an action. This one is not asked again before `back` is called on that."""

    def back(self) -> None:
        """Take back what led here."""


def is_plain(state: State) -> bool:
    """Whether a `ChainPosition` says all of the round once its first tile lies."""
    spec = state._spec
    options = (rules.TABLE_WIDTH, rules.SPINNER, rules.COUNT_MULTIPLE, rules.VOLUNTARY_DRAW)
    return spec[rules.MAX_PIP] <= _LARGEST_PLAIN and not any(spec[option] for option in options)


class ChainPosition:
    """Two ends of a plain chain. Draws and passes are never a choice there, and done at once."""

    __slots__ = ("at", "hands", "held", "left", "out", "over", "pips", "right", "seat", "showing", "stakes")

    stakes: Stakes
    hands: list[int]
    held: int
    """For the key: all tiles in all hands."""
    pips: list[int]
    showing: list[int]
    """Pips of the tiles in the hands that show each number."""
    left: int
    right: int
    seat: int
    at: int
    """How many tiles of the boneyard are drawn."""
    over: bool
    out: int
    """Who went out, -1 when blocked."""

    @classmethod
    def of(cls, state: State, stakes: Stakes) -> ChainPosition:
        """The position of a round that is on and whose first tile lies."""
        self = cls.__new__(cls)
        left, right = state._ends[:2]
        assert left is not None
        assert right is not None
        self.stakes, self.left, self.right, self.at = stakes, left.number, right.number, state._next
        self.hands, self.held, self.over, self.out = [0] * stakes.players, 0, False, -1
        self.pips, self.showing = [0] * stakes.players, [0] * (stakes.spec[rules.MAX_PIP] + 1)
        for seat, hand in enumerate(state._hands):
            for tile in tiles_of(hand):
                self._carry(tile, seat, 1)
        self.seat = state._turn
        self._settle(state._passes, state._drawn)
        return self

    def _carry(self, tile: int, seat: int, sign: int) -> None:
        """A tile comes into a hand (1) or leaves it (-1)."""
        high, low, pips = HIGH[tile], LOW[tile], sign * PIPS[tile]
        self.hands[seat] ^= 1 << tile
        self.held ^= _HELD[tile][seat]
        self.pips[seat] += pips
        self.showing[high] += pips
        if high != low:
            self.showing[low] += pips

    def _settle(self, passes: int, drawn: bool) -> None:
        """Draw and pass until somebody can play or all have passed."""
        stakes, wanted = self.stakes, MATCHING[self.left] | MATCHING[self.right]
        while not self.hands[self.seat] & wanted:
            if self.at < stakes.draws_end and not (drawn and stakes.draws_one):
                self._carry(stakes.boneyard[self.at], self.seat, 1)
                self.at += 1
                passes, drawn = 0, True
                continue
            passes, drawn = passes + 1, False
            if passes == stakes.players:
                self.over = True
                return
            self.seat = (self.seat + 1) % stakes.players

    def final_value(self) -> int | None:
        if not self.over:
            return None
        return self.stakes.value(rules.round_points(self.stakes.spec, self.pips, self.out)[1])

    def maximizes(self) -> bool:
        return self.stakes.side[self.seat] == 0

    def bounds(self) -> Interval:
        drawable = self.stakes.drawable[self.at]
        laid = 0 if drawable else min(self.showing)  # a block on a number needs every tile that shows it laid
        return self.stakes.bounds(self.pips, drawable, laid)

    def key(self) -> int:
        low, high = sorted((self.left, self.right))
        ends = high * (high + 1) // 2 + low
        return mix(self.held ^ (ends << 16 | (self.stakes.dealt_to_hands + self.at) << 8 | self.seat))

    def actions(self, hint: int) -> list[int]:
        ranked = []
        mine = self.hands[self.seat]
        ends = ((self.left, self.right), (self.right, self.left))
        for end, (number, other) in enumerate(ends):
            if end and number == other:
                break  # the same position either way
            for tile in tiles_of(mine & MATCHING[number]):
                action = (end + 1) << 11 | tile << 3
                if action == hint:
                    rank = NO_BOUND
                elif mine & (mine - 1):
                    wanted = MATCHING[PIPS[tile] - number] | MATCHING[other]
                    rank = self.stakes.promise(self.hands, self.seat, tile, wanted)
                else:
                    rank = _GOES_OUT
                ranked.append((-rank, action))
        return [action for _, action in sorted(ranked)]

    def after(self, action: int) -> ChainPosition:
        seat, tile = self.seat, action >> 3 & 255
        new = ChainPosition.__new__(ChainPosition)
        new.stakes, new.hands, new.held, new.at = self.stakes, self.hands.copy(), self.held, self.at
        new.pips, new.showing = self.pips.copy(), self.showing.copy()
        new.left, new.right, new.over, new.out = self.left, self.right, False, -1
        if action >> 11 == 1:
            new.left = PIPS[tile] - self.left
        else:
            new.right = PIPS[tile] - self.right
        new._carry(tile, seat, -1)
        if new.hands[seat]:
            new.seat = (seat + 1) % self.stakes.players
            new._settle(0, False)
        else:
            new.seat, new.over, new.out = seat, True, seat
        return new

    def back(self) -> None:
        """Nothing: this is a copy."""


class RoundPosition:
    """A whole round, done and undone. Draws and passes that are no choice are done at once."""

    __slots__ = ("done", "stakes", "state")

    def __init__(self, state: State, stakes: Stakes, done: int = 0) -> None:
        self.state = state
        self.stakes = stakes
        self.done = done
        """How many actions led here from the position before."""

    def final_value(self) -> int | None:
        return self.stakes.value(self.state._points) if self.state._turn < 0 else None

    def maximizes(self) -> bool:
        return self.stakes.side[self.state._turn] == 0

    def bounds(self) -> Interval:
        state, stakes = self.state, self.stakes
        pips = [sum(PIPS[tile] for tile in tiles_of(hand)) for hand in state._hands]
        lower, upper = stakes.bounds(pips, stakes.drawable[state._next], 0)
        if stakes.spec[rules.COUNT_MULTIPLE]:
            made = stakes.value(state._points)
            return lower + made - self._most_made(1), upper + made + self._most_made(0)
        return lower, upper

    def _most_made(self, side: int) -> int:
        """The most that a side can still make in play.

        That is the greatest count with each of its tiles, or one more when all its scores are just below the target.
        """
        state, stakes = self.state, self.stakes
        greatest = _greatest_count(stakes.spec)
        tiles, below = max(0, stakes.draws_end - state._next), 0
        for seat in range(stakes.players):
            if stakes.side[seat] == side:
                tiles += state._counts[seat]
                if not (stakes.partners and seat > 1):
                    scored = state._scores_before[seat] + state._points[seat]
                    below += max(0, stakes.spec[rules.TARGET_SCORE] - 1 - scored)
        return min(tiles * greatest, below + greatest)

    def key(self) -> int:
        """The seat to act can play, so passes are forgotten; that it has drawn counts where it might draw again."""
        state, spec = self.state, self.stakes.spec
        again = bool(spec[rules.VOLUNTARY_DRAW]) and state._may_draw()
        key = (self.stakes.dealt_to_hands + state._next) << 16 | state._turn << 8 | again
        key = key << 16 | (state._spinner >= 0) << 8 | self._spinner_sides()
        words = []
        for hand in state._hands:
            words += [hand >> shift & WORD for shift in range(0, set_size(spec[rules.MAX_PIP]), 64)]
        words += self._end_words()
        words += self._rows()
        if spec[rules.COUNT_MULTIPLE]:
            words += state._points
        words.append(len(state._chain) == 1)
        for word in words:
            key = (mix(key ^ word) + GOLDEN) & WORD
        return key

    def _spinner_sides(self) -> int:
        """How many long sides of the spinner are covered."""
        spinner = self.state._spinner
        return 2 - sum(at is not None and at.place == spinner for at in self.state._ends[:2]) if spinner >= 0 else 0

    def _end_words(self) -> list[int]:
        words = []
        for at in self.state._ends:
            word = 0
            if at is not None:
                word = 1 << 56 | at.number << 48 | at.double << 40 | (at.place == self.state._spinner) << 32
                if self.state._width:
                    word |= at.direction << 16 | at.x << 8 | at.y
            words.append(word)
        return words

    def _rows(self) -> list[int]:
        """The covered cells, bit x of row y."""
        grid, width, height = self.state._grid, self.state._width, self.state._height
        starts = ((row + MARGIN) * (width + 2 * MARGIN) + MARGIN for row in range(height))
        return [int(grid[start : start + width][::-1].translate(_TO_BITS), 2) for start in starts]

    def actions(self, hint: int) -> list[int]:
        actions = self.state._actions_now()
        ranked = [(-NO_BOUND if action == hint else -self._rank(action), action) for action in actions]
        return [action for _, action in sorted(ranked)]

    def _rank(self, action: int) -> int:
        state = self.state
        seat, end, tile = state._turn, (action >> 11) - 1, action >> 3 & 255
        if action >= DRAW:
            return -NO_BOUND
        if state._counts[seat] == 1:
            return _GOES_OUT
        on = state._ends[end] if end >= 0 else None
        wanted = MATCHING[HIGH[tile]] | MATCHING[LOW[tile]] if on is None else MATCHING[PIPS[tile] - on.number]
        for other, at in enumerate(state._ends):
            if other != end and at is not None:
                wanted |= MATCHING[at.number]
        return self.stakes.promise(state._hands, seat, tile, wanted) + self._made_by(end, tile)

    def _made_by(self, end: int, tile: int) -> int:
        """What laying a tile on an end (below 0: as the first) makes at once."""
        state, multiple = self.state, self.stakes.spec[rules.COUNT_MULTIPLE]
        if not multiple:
            return 0
        count = PIPS[tile]
        for other, at in enumerate(state._ends):
            if at is None:
                continue
            if other != end:
                count += 2 * at.number if len(state._chain) == 1 and at.double else at.weight
            elif not DOUBLES >> tile & 1:
                count -= at.number
        return 0 if count % multiple else count

    def after(self, action: int) -> RoundPosition:
        state = self.state
        state._act(action)
        done = 1
        while state._turn >= 0 and not state._can_play():
            state._act(DRAW if state._may_draw() else PASS)
            done += 1
        return RoundPosition(state, self.stakes, done)

    def back(self) -> None:
        for _ in range(self.done):
            self.state._take_back()


def _greatest_count(spec: rules.Spec) -> int:
    """No count of the open ends is more: each shows another double, or a number that counts as much."""
    most = spec[rules.MAX_PIP]
    count = sum(max(2 * (most - end), most) for end in range(4 if spec[rules.SPINNER] else 2))
    return count - count % spec[rules.COUNT_MULTIPLE]
