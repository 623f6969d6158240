"""One round: the kernel's ``dom_round`` as a State of the waist."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from mmap import mmap
from operator import index
from typing import TYPE_CHECKING, Any, Final

from dominoes._codes import END_NAMES, PASS, RANDOM_SEAT
from dominoes._through import thinking
from dominoes._through.chance import Stream, deal, parted
from dominoes._through.library import (
    NULL,
    blank,
    blank_round,
    columns_of,
    copy_of,
    ffi,
    ints_of,
    lib,
    spec_of,
    to_cells,
    to_int,
    to_rules,
    weights_of,
)
from dominoes._twin import choosing, playout, rules, solving
from dominoes._twin.dealing import Hands, check_hands, good_scores, good_starter, integers
from dominoes._twin.objects import Copied, reduced
from dominoes._twin.random import check_key
from dominoes._twin.rules import Spec, good_spec
from dominoes.errors import DealError

__all__ = ["State"]

_ACTIONS: Final = ffi.typeof(f"uint16_t[{lib.DOM_MAX_LEGAL}]")


class State(Copied):
    """One round, over the kernel's ``dom_round``: see ``docs/waist.md`` for every name."""

    __slots__ = ("_round",)

    _round: Any

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
        self._start(numbers, (dealt, left), good_starter(numbers, starter), good_scores(numbers, scores))

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
        dealt = deal(numbers, key, number)
        if starter == RANDOM_SEAT:
            starter = Stream(check_key(opener_key), number).below(numbers[rules.PLAYERS])
        starter, before = good_starter(numbers, starter), good_scores(numbers, scores)
        state = cls.__new__(cls)
        state._start(numbers, dealt, starter, before)
        return state

    def _start(self, spec: Spec, dealt: tuple[Hands, tuple[int, ...]], starter: int, scores: Sequence[int]) -> None:
        """Sets up from a deal that has been checked."""
        hands, boneyard = dealt
        tiles, sizes = [tile for hand in (*hands, boneyard) for tile in hand], [len(hand) for hand in hands]
        opened = blank_round()
        status = lib.dom_round_start(opened, to_rules(spec), tiles, sizes, len(boneyard), starter, scores, NULL)
        if status:
            raise DealError(ffi.string(lib.dom_strerror(status)).decode("ascii"))
        self._round = opened

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            if name == "_round":
                raise ValueError("this State was never set up")
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    # What it is.

    @property
    def spec(self) -> Spec:
        """The rules, as numbers."""
        return spec_of(ffi.addressof(self._round, "rules"))

    @property
    def players(self) -> int:
        """The number of seats."""
        return int(self._round.rules.players)

    @property
    def starter(self) -> int:
        """The seat that opens."""
        return int(self._round.starter)

    @property
    def forced(self) -> int:
        """The tile that must open, or -1."""
        return int(self._round.forced)

    @property
    def turn(self) -> int:
        """The seat to act, -1 after the end."""
        return -1 if self._round.reason else int(self._round.seat)

    @property
    def reason(self) -> int:
        """How the round ended, ``ON`` while it has not."""
        return int(self._round.reason)

    @property
    def winner(self) -> int:
        """The seat, with partners the team, that won, or -1."""
        return int(self._round.winner)

    @property
    def points(self) -> tuple[int, ...]:
        """What each seat has scored in this round."""
        known = self._round
        return tuple(known.play_points[seat] + known.end_points[seat] for seat in range(known.rules.players))

    @property
    def scores_before(self) -> tuple[int, ...]:
        """The match's scores before this round."""
        return tuple(ffi.unpack(self._round.scores_before, self._round.rules.players))

    @property
    def scores(self) -> tuple[int, ...]:
        """The match's scores now."""
        found = ffi.new("int32_t[4]")
        lib.dom_scores(self._round, found)
        return tuple(ffi.unpack(found, self._round.rules.players))

    @property
    def viewer(self) -> int:
        """The seat whose view this is, or -1."""
        return int(self._round.viewer)

    @property
    def boneyard_count(self) -> int:
        """How many tiles the boneyard still has."""
        return int(self._round.dealt_count - self._round.boneyard_at)

    @property
    def action_count(self) -> int:
        """How many actions there have been."""
        return int(self._round.action_count)

    @property
    def spinner(self) -> int:
        """The spinner's index in the chain, or -1."""
        return int(self._round.spinner)

    def _seat(self, seat: int) -> int:
        players = self.players
        seat = index(seat)
        if not 0 <= seat < players:
            raise ValueError(f"a seat is 0 to {players - 1}")
        return seat

    def hand(self, seat: int) -> tuple[int, ...]:
        """The tiles in a hand, ascending."""
        seat, found = self._seat(seat), ffi.new("uint8_t[]", lib.DOM_MAX_TILES)
        return tuple(ffi.unpack(found, lib.dom_tileset_list(self._round.hand + seat, found)))

    def hand_count(self, seat: int) -> int:
        """How many tiles a hand has."""
        return int(self._round.hand_count[self._seat(seat)])

    def hand_mask(self, seat: int) -> int:
        """A hand as a mask, bit t for tile t."""
        words = self._round.hand[self._seat(seat)].word
        return int(words[0] | words[1] << 64 | words[2] << 128)

    def pips(self, seat: int) -> int:
        """The sum of a hand."""
        return int(lib.dom_pips(self._round, self._seat(seat)))

    def boneyard(self) -> tuple[int, ...]:
        """The tiles left, in drawing order."""
        known = self._round
        return tuple(ffi.unpack(known.dealt, known.dealt_count)[known.boneyard_at :])

    def dealt(self) -> tuple[Hands, tuple[int, ...]]:
        """Hands and boneyard as dealt."""
        known = self._round
        return parted(ffi.unpack(known.dealt, known.dealt_count), ffi.unpack(known.hand_dealt, known.rules.players))

    def actions(self) -> tuple[int, ...]:
        """All actions so far."""
        known = self._round
        return tuple(ffi.unpack(known.actions, known.action_count))

    # What may be done.

    def legal(self) -> tuple[int, ...]:
        """The legal actions, sorted."""
        found = blank(_ACTIONS)
        count = lib.dom_legal(self._round, found)
        return tuple(ffi.unpack(found, count))

    def legal_from(self, table: list[Any], make: Callable[[int], Any]) -> tuple[Any, ...]:
        """The legal actions as items of a table, made where it has None."""
        legal = self.legal()
        if not isinstance(table, list) or len(table) <= PASS:
            raise TypeError("a table of moves is a list with an item for every action")
        return tuple([make(action) if table[action] is None else table[action] for action in legal])

    def legal_count(self) -> int:
        """How many legal actions there are."""
        return int(lib.dom_legal_count(self._round))

    def is_legal(self, action: int) -> bool:
        """Whether an action is legal now."""
        return not lib.dom_explain(self._round, to_int(action), NULL)

    def explain(self, action: int) -> tuple[int, int, int]:
        """``(code, a, b)``: why an action is refused, ``(0, 0, 0)`` where it is legal."""
        known, obstacle = self._round, ffi.new("dom_obstacle *")
        code = lib.dom_explain(known, to_int(action), obstacle)
        return code, obstacle.a, obstacle.b

    def _playable(self) -> Any:
        """The kernel's round, where it may be played on."""
        known = self._round
        if known.viewer >= 0:
            raise ValueError("a seat's view cannot be played on")
        return known

    def apply(self, action: int) -> int:
        """Do an action: 0, or the code of the refusal with nothing changed."""
        return int(lib.dom_apply(self._playable(), to_int(action)))

    def apply_unchecked(self, action: int) -> None:
        """Do an action known to be legal; anything else is undefined."""
        lib.dom_apply_unchecked(self._playable(), to_int(action))

    def undo(self) -> int:
        """Take the last action back and return it, or -1 when there is none."""
        known = self._playable()
        return int(lib.dom_undo(known)) if known.action_count else -1

    # Ends, chain, table.

    def ends(self) -> tuple[tuple[int, int, int], ...]:
        """``(end, number, weight)`` of each open end."""
        known = self._round
        return tuple(
            (end, known.end[end].number, lib.dom_end_weight(known, end)) for end in range(4) if known.end[end].open
        )

    def end_count(self) -> int:
        """The open-end count."""
        return int(lib.dom_end_count(self._round))

    def chain(self) -> tuple[tuple[int, ...], ...]:
        """The tiles on the table, in the order played."""
        known = self._round
        found = []
        for i in range(known.laid_count):
            at = known.laid[i]
            squares = (at.x1, at.y1, at.x2, at.y2) if known.rules.table_width else (-1, -1, -1, -1)
            found.append((at.tile, at.end, at.placement, at.parent, at.inner, *squares))
        return tuple(found)

    def _end(self, end: int) -> Any:
        known = self._round
        end = index(end)
        if not 0 <= end <= 3:
            raise ValueError("an end is 0 to 3")
        return known.end[end]

    def head(self, end: int) -> tuple[int, int, int]:
        """``(x, y, direction)`` of an open end on a table."""
        at = self._end(end)
        if not self._round.rules.table_width:
            raise ValueError("there is no table")
        if not at.open:
            raise ValueError(f"end {END_NAMES[end]} is not open")
        return at.x, at.y, at.direction

    def fits(self, end: int) -> int:
        """Bits 0-4: the placements that have room for a non-double there; bit 5: a double has."""
        at = self._end(end)
        return int(at.fits) if at.open else 0

    def squares(self, action: int) -> tuple[int, int, int, int]:
        """Where the tile of a play would lie, be there room or not."""
        known, found = self._round, ffi.new("int32_t[4]")
        if lib.dom_squares(known, to_int(action), found):
            raise ValueError("no tile would lie there")
        return found[0], found[1], found[2], found[3]

    def edge_blocked(self, x: int, y: int, width: int, height: int) -> int:
        """The edge of the table that a rectangle of cells crosses, or -1."""
        return int(lib.dom_edge_blocked(self._round, to_cells(x), to_cells(y), to_cells(width), to_cells(height)))

    def collides(self, x: int, y: int, width: int, height: int) -> int:
        """The tile first met in a rectangle of cells, or -1."""
        return int(lib.dom_collides(self._round, to_cells(x), to_cells(y), to_cells(width), to_cells(height)))

    # Many rounds.

    def perft(self, depth: int) -> int:
        """The sequences of ``depth`` actions from here, a finished round being one leaf."""
        scratch, leaves = copy_of(self._playable()), ffi.new("uint64_t *")
        depth = to_int(depth)
        if depth < 0:
            raise ValueError("a depth is 0 or more")
        lib.dom_perft(scratch, depth, leaves)
        return int(leaves[0])

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
        source = copy_of(self._playable())
        buffers = (points, winner, reason, starter, plays, draws, passes)
        first, n, weights, views = playout.asked(source.rules.players, key, first, n, buffers, policy)
        columns, _held = columns_of(views)
        lib.dom_playouts(NULL, source, key, first, n, weights_of(weights), columns)

    def solve(
        self,
        entries: int,
        max_nodes: int = 0,
        stop: Any = None,
        opener_against_rest: bool = False,
        all_roots: bool = False,
    ) -> solving.Answer:
        """Perfect play from here: ``(lower, upper, line, nodes, roots)``."""
        source, against_rest = copy_of(self._playable()), bool(opener_against_rest)
        entries, max_nodes, flag = solving.asked(self.spec, self.turn < 0, entries, max_nodes, stop, against_rest)
        table, stopped = _solve_table(entries), ints_of(flag)
        solver = ffi.new("dom_solver *", (table, entries, max_nodes, stopped, against_rest, bool(all_roots)))
        found = ffi.new("dom_solution *")
        lib.dom_solve(source, solver, found)
        line = tuple(found.line[i] for i in range(found.line_length))
        each = range(found.root_count)
        roots = tuple((found.root_action[i], found.root_lower[i], found.root_upper[i]) for i in each)
        return found.lower, found.upper, line, found.nodes, roots

    # What a seat may know, and what a player does with it.

    def seen_by(self, seat: int) -> State:
        """What that seat may know of the round, as a State."""
        seat = self._seat(seat)
        if self._round.viewer == seat:
            return self.copy()
        view = State.__new__(State)
        seen = blank_round()
        if lib.dom_seen_by(self._playable(), seat, seen):
            raise ValueError("a seat's view cannot be played on")
        view._round = seen
        return view

    def choose(self, player: int, level: int, worlds: int, stream: Stream | None, stop: Any = None) -> int:
        """The action that a player takes in this seat's view, by the view alone."""
        return thinking.choose(self._round, player, level, worlds, stream, stop)

    def advise(self, level: int, worlds: int, stream: Stream, stop: Any = None) -> choosing.Advice:
        """For each legal action ``(action, worlds, weight, points, squares, wins, value)``, by the view alone."""
        return thinking.advise(self._round, level, worlds, stream, stop)

    def beliefs(self, level: int, worlds: int, stream: Stream) -> choosing.Beliefs:
        """``(total, ((tile, (weight per seat ..., boneyard)), ...))``: where the unseen tiles lie, by the view."""
        return thinking.beliefs(self._round, level, worlds, stream)

    # As a Python object.

    def copy(self) -> State:
        """An independent State of the same class."""
        twin = type(self).__new__(type(self))
        twin._round = copy_of(self._round)
        return twin

    def _payload(self) -> tuple[Any, ...]:
        """All that makes this State what it is; everything else follows by replaying the actions."""
        return (
            self.spec,
            *self.dealt(),
            self.starter,
            self.forced,
            self.scores_before,
            self.viewer,
            self.actions(),
        )

    def __eq__(self, other: object) -> bool:
        mine = self._round
        if not isinstance(other, State):
            return NotImplemented
        return bool(lib.dom_equal(mine, other._round))

    def __hash__(self) -> int:
        return hash(lib.dom_hash(self._round) >> 3)

    def __repr__(self) -> str:
        try:
            return f"<State of {self.players} players, {self.action_count} actions, turn {self.turn}>"
        except ValueError:
            return "<State not set up>"

    def __reduce__(self) -> tuple[Any, ...]:
        return reduced(self, State, self._payload())


def _solve_table(entries: int) -> Any:
    """Zeroed entries; of a great table only what is used takes up memory."""
    try:
        return ffi.from_buffer("dom_solve_entry[]", mmap(-1, entries * ffi.sizeof("dom_solve_entry")))
    except (OSError, OverflowError) as error:
        raise MemoryError(f"there is no memory for a table of {entries} entries") from error
