"""One round as its callers see it: checked, explained, copied, compared, and seen by a seat.

The contract is ``docs/waist.md``; what an action changes stands in ``position``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import index
from typing import Any

from dominoes import _codes as codes
from dominoes._codes import DRAW, END_NAMES, ON, PASS
from dominoes._twin import choosing, geometry, playout, rules, solving
from dominoes._twin.dealing import Hands, check_hands, cut, good_scores, good_starter, integers
from dominoes._twin.geometry import OpenEnd, Squares
from dominoes._twin.objects import Copied, reduced
from dominoes._twin.position import Laid, Position, encodes_play
from dominoes._twin.random import Stream, check_key
from dominoes._twin.rules import Spec, good_spec
from dominoes._twin.tiles import DOUBLES, HIDDEN, HIGH, LOW, MATCHING, PIPS, set_size, tiles_of

__all__ = ["State", "from_deal"]

_WORD = (1 << 64) - 1


class State(Copied, Position):
    """One round of dominoes, as plain integers. See ``docs/waist.md`` for every name."""

    __slots__ = ()

    def __init__(
        self,
        spec: Sequence[int],
        hands: Sequence[Sequence[int]],
        boneyard: Sequence[int],
        starter: int,
        scores: Sequence[int] | None = None,
    ) -> None:
        numbers = good_spec(spec)
        dealt, left = tuple(integers(hand) for hand in hands), integers(boneyard)
        check_hands(numbers, dealt, left)
        self._open(numbers, dealt, left, good_starter(numbers, starter), good_scores(numbers, scores))

    @classmethod
    def deal(
        cls,
        spec: Sequence[int],
        key: bytes,
        number: int,
        starter: int,
        opener_key: bytes | None = None,
        scores: Sequence[int] | None = None,
    ) -> State:
        """A dealt round; ``starter`` may also be ``RANDOM_SEAT``, drawn from the stream of ``opener_key``."""
        starter, numbers = index(starter), good_spec(spec)
        hands, boneyard = cut(numbers, Stream(key, number))
        if starter == codes.RANDOM_SEAT:
            starter = Stream(check_key(opener_key), number).below(numbers[rules.PLAYERS])
        starter, before = good_starter(numbers, starter), good_scores(numbers, scores)
        state = cls.__new__(cls)
        state._open(numbers, hands, boneyard, starter, before)
        return state

    # What it is.

    @property
    def spec(self) -> Spec:
        """The rules, as numbers."""
        return self._spec

    @property
    def players(self) -> int:
        """The number of seats."""
        return len(self._dealt)

    @property
    def starter(self) -> int:
        """The seat that opens."""
        return self._starter

    @property
    def forced(self) -> int:
        """The tile that must open, or -1."""
        return self._forced

    @property
    def turn(self) -> int:
        """The seat to act, -1 after the end."""
        return self._turn

    @property
    def reason(self) -> int:
        """How the round ended, ``ON`` while it has not."""
        return self._reason

    @property
    def winner(self) -> int:
        """The seat, with partners the team, that won, or -1."""
        return self._winner

    @property
    def points(self) -> tuple[int, ...]:
        """What each seat has scored in this round."""
        return self._points

    @property
    def scores_before(self) -> tuple[int, ...]:
        """The match's scores before this round."""
        return self._scores_before

    @property
    def scores(self) -> tuple[int, ...]:
        """The match's scores now."""
        return tuple(before + scored for before, scored in zip(self._scores_before, self._points, strict=True))

    @property
    def viewer(self) -> int:
        """The seat whose view this is, or -1."""
        return self._viewer

    @property
    def boneyard_count(self) -> int:
        """How many tiles the boneyard still has."""
        return len(self._boneyard) - self._next

    @property
    def action_count(self) -> int:
        """How many actions there have been."""
        return len(self._history)

    @property
    def spinner(self) -> int:
        """The spinner's index in the chain, or -1."""
        return self._spinner

    def _seat(self, seat: int) -> int:
        players = len(self._dealt)
        seat = index(seat)
        if not 0 <= seat < players:
            raise ValueError(f"a seat is 0 to {players - 1}")
        return seat

    def hand(self, seat: int) -> tuple[int, ...]:
        """The tiles in a hand, ascending."""
        return tuple(tiles_of(self._hands[self._seat(seat)]))

    def hand_count(self, seat: int) -> int:
        """How many tiles a hand has."""
        return self._counts[self._seat(seat)]

    def hand_mask(self, seat: int) -> int:
        """A hand as a mask, bit t for tile t."""
        return self._hands[self._seat(seat)]

    def pips(self, seat: int) -> int:
        """The sum of a hand."""
        return sum(PIPS[tile] for tile in tiles_of(self._hands[self._seat(seat)]))

    def boneyard(self) -> tuple[int, ...]:
        """The tiles left, in drawing order."""
        return self._boneyard[self._next :]

    def dealt(self) -> tuple[Hands, tuple[int, ...]]:
        """Hands and boneyard as dealt."""
        return self._dealt, self._boneyard

    def actions(self) -> tuple[int, ...]:
        """All actions so far."""
        return tuple(before[0] for before in self._history)

    def chain(self) -> tuple[Laid, ...]:
        """The tiles on the table, in the order played."""
        return tuple(self._chain)

    def ends(self) -> tuple[tuple[int, int, int], ...]:
        """``(end, number, weight)`` of each open end."""
        return tuple((end, at.number, at.weight) for end, at in enumerate(self._ends) if at is not None)

    def end_count(self) -> int:
        """The open-end count."""
        return sum(at.weight for at in self._ends if at is not None)

    # What is legal.

    def _waits(self) -> bool:
        """Whether nobody here can act: the round is over, or this is a view and another seat's turn."""
        turn = self._turn
        return turn < 0 or self._viewer not in (-1, turn)

    def legal(self) -> tuple[int, ...]:
        """The legal actions, sorted."""
        return () if self._waits() else tuple(self._actions_now())

    def legal_from(self, table: list[Any], make: Callable[[int], Any]) -> tuple[Any, ...]:
        """The legal actions as items of a table, made where it has None."""
        legal = self.legal()
        if not isinstance(table, list) or len(table) <= PASS:
            raise TypeError("a table of moves is a list with an item for every action")
        return tuple([make(action) if table[action] is None else table[action] for action in legal])

    def legal_count(self) -> int:
        """How many legal actions there are."""
        if self._waits():
            return 0
        hand = self._hands[self._turn]
        plays = 0
        if not self._chain:
            plays = 1 if self._forced >= 0 else hand.bit_count()
        for at, fits in zip(self._ends, self._fits, strict=True):
            if at is not None and fits:
                tiles = hand & MATCHING[at.number]
                plays += (tiles & ~DOUBLES).bit_count() * (fits & 31).bit_count()
                plays += fits >> 5 & (tiles & DOUBLES != 0)
        if not plays:
            return 1
        return plays + (self._spec[rules.VOLUNTARY_DRAW] and self._may_draw())

    def is_legal(self, action: int) -> bool:
        """Whether an action is legal now."""
        waits, action = self._waits(), index(action)
        return not waits and self._allows(action)

    def explain(self, action: int) -> tuple[int, int, int]:
        """``(code, a, b)``: why an action is refused, ``(0, 0, 0)`` where it is legal."""
        turn, action = self._turn, index(action)
        end, tile, placement = (action >> 11) - 1, action >> 3 & 255, action & 7
        if action not in (DRAW, PASS) and not encodes_play(action):
            return codes.NOT_AN_ACTION, 0, 0
        if turn < 0:
            return codes.ROUND_OVER, 0, 0
        if self._viewer not in (-1, turn):
            return codes.NOT_YOUR_TURN, turn, 0
        if action == DRAW:
            return self._explain_draw()
        if action == PASS:
            if self._can_play():
                return codes.MUST_PLAY, 0, 0
            return (codes.MUST_DRAW if self._may_draw() else codes.LEGAL), 0, 0
        if tile >= set_size(self._spec[rules.MAX_PIP]):
            return codes.NOT_IN_SET, tile, 0
        if not self._hands[turn] >> tile & 1:
            return codes.NOT_YOUR_TILE, tile, 0
        if not self._chain:
            if end >= 0:
                return codes.TABLE_EMPTY, 0, 0
            return (codes.LEGAL, 0, 0) if self._forced in (-1, tile) else (codes.FORCED_TILE, self._forced, 0)
        if end < 0:
            return codes.TABLE_NOT_EMPTY, 0, 0
        return self._explain_play(tile, end, placement)

    def _explain_draw(self) -> tuple[int, int, int]:
        floor, left = self._spec[rules.BONEYARD_FLOOR], self.boneyard_count
        if self._spec[rules.DRAW_RULE] == 0:
            return codes.NO_DRAWING, 0, 0
        if left <= floor:
            return codes.BONEYARD_FLOOR, left, floor
        if not self._may_draw():
            return codes.DRAWN_ALREADY, 0, 0
        if not self._spec[rules.VOLUNTARY_DRAW] and self._can_play():
            return codes.CAN_PLAY, 0, 0
        return codes.LEGAL, 0, 0

    def _explain_play(self, tile: int, end: int, placement: int) -> tuple[int, int, int]:
        at, double = self._ends[end], HIGH[tile] == LOW[tile]
        if at is None:
            return codes.END_CLOSED, end, 0
        if at.number not in (HIGH[tile], LOW[tile]):
            return codes.NO_MATCH, end, at.number
        wrong = self._wrong_placement(at, double, placement)
        if wrong:
            return wrong, 0, 0
        if not self._width:
            return codes.LEGAL, 0, 0
        x1, y1, x2, y2 = geometry.place(at, double, placement)[0]
        if double:
            return self._in_the_way(x1, y1, x2 - x1 + 2, y2 - y1 + 2)
        way = self._in_the_way(x1, y1, 2, 2)
        return way if way[0] else self._in_the_way(x2, y2, 2, 2)

    def _wrong_placement(self, at: OpenEnd, double: bool, placement: int) -> int:
        """Why a tile cannot turn there, 0 where it can or does not."""
        if placement == 0:
            return codes.LEGAL
        if not self._width:
            return codes.NO_TABLE
        if not self._spec[rules.TURNS]:
            return codes.TURNS_OFF
        if double:
            return codes.DOUBLE_AHEAD
        return codes.ON_A_DOUBLE if at.double else codes.LEGAL

    def _in_the_way(self, x: int, y: int, across: int, down: int) -> tuple[int, int, int]:
        edge = self.edge_blocked(x, y, across, down)
        if edge >= 0:
            return codes.EDGE, edge, 0
        tile = self.collides(x, y, across, down)
        return (codes.TILE_IN_THE_WAY, tile, 0) if tile >= 0 else (codes.LEGAL, 0, 0)

    # The table.

    def _end(self, end: int) -> int:
        self._ends  # noqa: B018 - a State never set up says so first
        end = index(end)
        if not 0 <= end <= 3:
            raise ValueError("an end is 0 to 3")
        return end

    def head(self, end: int) -> tuple[int, int, int]:
        """``(x, y, direction)`` of an open end on a table."""
        end = self._end(end)
        if not self._width:
            raise ValueError("there is no table")
        at = self._ends[end]
        if at is None:
            raise ValueError(f"end {END_NAMES[end]} is not open")
        return at.x, at.y, at.direction

    def fits(self, end: int) -> int:
        """Bits 0-4: the placements that have room for a non-double there; bit 5: a double has."""
        return self._fits[self._end(end)]

    def squares(self, action: int) -> Squares:
        """Where the tile of a play would lie, be there room or not."""
        ends, action = self._ends, index(action)
        end, tile, placement = (action >> 11) - 1, action >> 3 & 255, action & 7
        if self._width and encodes_play(action) and tile < set_size(self._spec[rules.MAX_PIP]):
            high, low = HIGH[tile], LOW[tile]
            if end < 0 and not self._chain:
                return geometry.opening_squares(self._width, self._height, high == low)
            at = ends[end] if end >= 0 else None
            if at is not None and at.number in (high, low) and not self._wrong_placement(at, high == low, placement):
                return geometry.place(at, high == low, placement)[0]
        raise ValueError("no tile would lie there")

    def edge_blocked(self, x: int, y: int, width: int, height: int) -> int:
        """The edge of the table that a rectangle of cells crosses, or -1."""
        across = self._width
        x, y, width, height = index(x), index(y), index(width), index(height)
        return geometry.first_edge(across, self._height, x, y, width, height) if across else -1

    def collides(self, x: int, y: int, width: int, height: int) -> int:
        """The tile first met in a rectangle of cells, or -1."""
        across = self._width
        x, y, width, height = index(x), index(y), index(width), index(height)
        return geometry.first_tile(self._grid, across, self._height, x, y, width, height) if across else -1

    # Doing and undoing.

    def _playable(self) -> None:
        if self._viewer >= 0:
            raise ValueError("a seat's view cannot be played on")

    def apply(self, action: int) -> int:
        """Do an action: 0, or the code of the refusal with nothing changed."""
        self._playable()
        action = index(action)
        if self._turn < 0 or not self._allows(action):
            return self.explain(action)[0]
        self._act(action)
        return 0

    def apply_unchecked(self, action: int) -> None:
        """Do an action known to be legal; anything else is undefined."""
        self._playable()
        self._act(action)

    def undo(self) -> int:
        """Take the last action back and return it, or -1 when there is none."""
        self._playable()
        return self._take_back() if self._history else -1

    # Many rounds.

    def perft(self, depth: int) -> int:
        """The sequences of ``depth`` actions from here, a finished round being one leaf."""
        self._playable()
        depth = index(depth)
        if depth < 0:
            raise ValueError("a depth is 0 or more")
        return playout.count(_plain_copy(self), depth)

    def playouts(
        self,
        key: bytes,
        first: int,
        n: int,
        points: Any,
        winner: Any,
        reason: Any,
        starter: Any,
        plays: Any,
        draws: Any,
        passes: Any,
        policy: Sequence[int] | None = None,
    ) -> None:
        """This round played out ``n`` times, into buffers of C ints; counts are of what comes from here on."""
        self._playable()
        buffers = (points, winner, reason, starter, plays, draws, passes)
        playout.run(len(self._dealt), key, first, n, buffers, policy, lambda _: _plain_copy(self))

    def solve(
        self,
        entries: int,
        max_nodes: int = 0,
        stop: Any = None,
        opener_against_rest: bool = False,
        all_roots: bool = False,
    ) -> solving.Answer:
        """Perfect play from here: ``(lower, upper, line, nodes, roots)``."""
        self._playable()
        return solving.solve(_plain_copy(self), entries, max_nodes, stop, opener_against_rest, all_roots)

    # What a seat may know, and what a player does with it.

    def choose(self, player: int, level: int, worlds: int, stream: Stream | None, stop: Any = None) -> int:
        """The action that a player takes in this seat's view, by the view alone."""
        return choosing.choose(_plain_copy(self), player, level, worlds, stream, stop)

    def advise(self, level: int, worlds: int, stream: Stream, stop: Any = None) -> choosing.Advice:
        """For each legal action ``(action, worlds, weight, points, squares, wins, value)``, by the view alone."""
        return choosing.advise(_plain_copy(self), level, worlds, stream, stop)

    def beliefs(self, level: int, worlds: int, stream: Stream) -> choosing.Beliefs:
        """``(total, ((tile, (weight per seat ..., boneyard)), ...))``: where the unseen tiles lie, by the view."""
        return choosing.beliefs(_plain_copy(self), level, worlds, stream)

    def seen_by(self, seat: int) -> State:
        """What that seat may know of the round, as a State."""
        seat = self._seat(seat)
        if self._viewer >= 0:
            if seat != self._viewer:
                self._playable()
            return self.copy()
        view = _plain_copy(self)
        view._viewer = seat
        drawn = self._boneyard[: self._next]
        if self._reason == ON:
            view._dealt = tuple(
                hand if owner == seat else (HIDDEN,) * len(hand) for owner, hand in enumerate(self._dealt)
            )
            view._hands = [hand if owner == seat else 0 for owner, hand in enumerate(self._hands)]
            drawers = (before[1] for before in self._history if before[0] == DRAW)
            drawn = tuple(tile if who == seat else HIDDEN for tile, who in zip(drawn, drawers, strict=True))
            if seat != self._starter and not self._chain:
                view._forced = -1
        view._boneyard = drawn + (HIDDEN,) * (len(self._boneyard) - self._next)
        return view

    # Objects.

    def copy(self) -> State:
        """An independent State of the same class."""
        return self._copy_into(type(self).__new__(type(self)))

    def _payload(self) -> tuple[Any, ...]:
        """All that makes this State what it is; everything else follows by replaying the actions."""
        return (
            self._spec,
            self._dealt,
            self._boneyard,
            self._starter,
            self._forced,
            self._scores_before,
            self._viewer,
            self.actions(),
        )

    def __eq__(self, other: object) -> bool:
        mine = self._payload()
        if not isinstance(other, State):
            return NotImplemented
        return mine == other._payload()

    def __hash__(self) -> int:
        spec, hands, boneyard, starter, forced, scores, viewer, actions = self._payload()
        numbers = [*spec, *(number for hand in hands for number in (len(hand), *hand)), *boneyard]
        h = 0xCBF29CE484222325
        for number in (*numbers, starter, forced, *scores, viewer, *actions):  # FNV-1a, a number at a time
            h = ((h ^ number & _WORD) * 0x100000001B3) & _WORD
        return hash(h >> 3)

    def __repr__(self) -> str:
        try:
            return f"<State of {self.players} players, {self.action_count} actions, turn {self.turn}>"
        except ValueError:
            return "<State not set up>"

    def __reduce__(self) -> tuple[Any, ...]:
        return reduced(self, State, self._payload())


def _plain_copy(state: State) -> State:
    return state._copy_into(State.__new__(State))


def from_deal(spec: Spec, stream: Stream) -> State:
    """The first round of a match, its deal and then its opener from one stream."""
    hands, boneyard = cut(spec, stream)
    random = bool(spec[rules.OPENING])
    state = State.__new__(State)
    state._open(spec, hands, boneyard, playout.opener(random, len(hands), stream), (0,) * len(hands))
    return state
