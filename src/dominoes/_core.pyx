"""The compiled core: the C kernel behind the contract of ``docs/waist.md``, twin of ``dominoes._pure``.

Nothing here knows a rule; it turns Python's objects into the kernel's numbers and the kernel's answers into Python's.
"""
from cpython.buffer cimport (
    PyBUF_C_CONTIGUOUS, PyBUF_FORMAT, PyBUF_WRITABLE, PyBuffer_Release, PyObject_GetBuffer,
)
from cpython.bytearray cimport PyByteArray_AS_STRING
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from cpython.long cimport PyLong_AsLongAndOverflow
from cpython.number cimport PyNumber_Index
from cpython.ref cimport Py_INCREF
from cpython.tuple cimport PyTuple_New, PyTuple_SET_ITEM
from cython cimport boundscheck
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset

cdef extern from "Python.h":
    const Py_ssize_t PY_SSIZE_T_MAX

from _thread import allocate_lock
from copy import deepcopy
from struct import calcsize

from dominoes._codes import DEAL_TRIES, END_NAMES, MAX_NUMBER, MAX_SLOTS, MAX_WEIGHT, MAX_WORLDS, PLAYER_LEVELS
from dominoes._codes import PLAYER_NAMES, PRESET_NAMES, SPEC_FIELDS, WEIGHT_NAMES
from dominoes._codes import RANDOM_SEAT as _RANDOM_SEAT
from dominoes.errors import DealError

BACKEND = "c"

__all__ = ["BACKEND", "Batch", "State", "Stream", "check_spec", "deal", "playouts", "preset", "restore", "score", "seed_key", "version"]

cdef int RANDOM_SEAT = _RANDOM_SEAT
cdef tuple INT_FORMATS = (b"i", b"@i", b"l", b"@l")
cdef tuple BYTE_FORMATS = (b"B", b"@B", b"b", b"@b", b"?", b"@?")
cdef object BUFFER_NAMES = ("points", "winner", "reason", "starter", "plays", "draws", "passes")
cdef tuple ACTIONS = tuple(range(DOM_PASS + 1))  # the numbers of all actions, made once


# The kernel is compiled with this module and stays within it; were it ever linked apart, another's structs would not pass.
if (dom_abi_check(DOM_ABI, "dom_rules", sizeof(dom_rules)) != DOM_OK
        or dom_abi_check(DOM_ABI, "dom_round", sizeof(dom_round)) != DOM_OK
        or dom_abi_check(DOM_ABI, "dom_batch", sizeof(dom_batch)) != DOM_OK):
    raise ImportError("dominoes._core was compiled with another dominoes.h than the kernel that it runs: build it again")


include "_numbers.pxi"
include "_playouts.pxi"
include "_stream.pxi"
include "_choosing.pxi"


# ---- functions ----

def version():
    return dom_version().decode("ascii")


def preset(name_index, players):
    cdef dom_rules rules
    cdef int index = to_int(name_index), seats = to_int(players)
    if not 0 <= index < len(PRESET_NAMES):
        raise ValueError(f"there is no preset number {name_index}")
    if dom_preset(&rules, index, seats) != DOM_OK:
        raise ValueError(f"the preset {PRESET_NAMES[index]} has no game for {players} players")
    return spec_of(&rules)


def check_spec(spec):
    cdef dom_rules rules
    cdef int field, what
    to_rules(spec, &rules)
    dom_rules_check(&rules, &field, &what)
    return field, what


def seed_key(purpose, seed):
    cdef uint8_t key[32]
    if not isinstance(purpose, bytes) or not isinstance(seed, bytes):
        raise TypeError("a purpose and a seed are bytes")
    dom_seed_key(PyBytes_AS_STRING(purpose), len(purpose), PyBytes_AS_STRING(seed), len(seed), key)
    return PyBytes_FromStringAndSize(<char *> key, 32)


def deal(spec, key, number):
    cdef dom_rules rules
    cdef uint8_t tiles[190]
    to_good_rules(spec, &rules)
    if dom_deal(&rules, to_key(key), to_number(number), tiles) != DOM_OK:
        raise no_deal(&rules)
    cdef int size = rules.hand_size, dealt = rules.players * size
    hands = tuple([tiles_of(tiles + seat * size, size) for seat in range(rules.players)])
    return hands, tiles_of(tiles + dealt, dom_set_size(rules.max_pip) - dealt)


def score(spec, pips, out):
    cdef dom_rules rules
    cdef int32_t left[4]
    cdef int32_t points[4]
    cdef int winner, gone = to_int(out)
    to_good_rules(spec, &rules)
    sums = to_tiles(pips)
    if len(sums) != rules.players:
        raise ValueError(f"there are {rules.players} players but {len(sums)} pips")
    for seat in range(rules.players):
        if not 0 <= sums[seat] <= 6840:
            raise ValueError("pips are 0 to 6840")
        left[seat] = sums[seat]
    if not -1 <= gone < rules.players:
        raise ValueError("out is a seat, or -1 when blocked")
    dom_score(&rules, left, gone, &winner, points)
    return winner, tuple([points[seat] for seat in range(rules.players)])


# ---- State ----

cdef class State:
    """One round, over the kernel's ``dom_round``: see ``docs/waist.md``."""

    def __init__(self, spec, hands, boneyard, starter, scores=None):
        cdef dom_rules rules
        cdef uint8_t tiles[190]
        cdef uint8_t sizes[4]
        cdef int count = 0, tile
        to_good_rules(spec, &rules)
        hands = tuple([to_tiles(hand) for hand in hands])
        boneyard = to_tiles(boneyard)
        check_deal(&rules, hands, boneyard, False)
        for seat, hand in enumerate((*hands, boneyard)):
            if seat < rules.players:
                sizes[seat] = len(hand)
            for tile in hand:
                tiles[count] = tile
                count += 1
        self.start(&rules, tiles, sizes, len(boneyard), to_int(starter), scores)

    @classmethod
    def deal(cls, spec, key, number, starter, opener_key=None, scores=None):
        cdef State state = cls.__new__(cls)
        cdef dom_rules rules
        cdef uint8_t tiles[190]
        cdef uint8_t sizes[4]
        cdef int seat = to_int(starter), i
        to_good_rules(spec, &rules)
        if dom_deal(&rules, to_key(key), to_number(number), tiles) != DOM_OK:
            raise no_deal(&rules)
        if seat == RANDOM_SEAT:
            seat = Stream(opener_key, number).draw_below(rules.players)
        for i in range(rules.players):
            sizes[i] = rules.hand_size
        state.start(&rules, tiles, sizes, dom_set_size(rules.max_pip) - rules.players * rules.hand_size, seat, scores)
        return state

    cdef int start(self, const dom_rules *rules, const uint8_t *tiles, const uint8_t *sizes, int boneyard_size, int starter,
                   object scores) except -1:
        """Sets up from a deal that has been checked."""
        cdef int32_t before[4]
        if not -1 <= starter < rules.players:
            raise DealError(f"the starter is a seat from 0 to {rules.players - 1}, or -1 for the highest tile")
        memset(before, 0, sizeof(before))
        if scores is not None:
            to_scores(scores, rules, before)
        cdef int status = dom_round_start(&self.round, rules, tiles, sizes, boneyard_size, starter, before, NULL)
        if status != DOM_OK:
            raise DealError(dom_strerror(status).decode("ascii"))
        self.ready = True
        return 0

    cdef int check(self) except -1:
        if not self.ready:
            raise ValueError("this State was never set up")
        return 0

    cdef int check_playable(self) except -1:
        self.check()
        if self.round.viewer >= 0:
            raise ValueError("a seat's view cannot be played on")
        return 0

    cdef int to_seat(self, object seat) except -1:
        self.check()
        cdef int number = to_int(seat)
        if not 0 <= number < self.round.rules.players:
            raise ValueError(f"a seat is 0 to {self.round.rules.players - 1}")
        return number

    # -- what it is --

    @property
    def spec(self):
        self.check()
        return spec_of(&self.round.rules)

    @property
    def players(self):
        self.check()
        return self.round.rules.players

    @property
    def starter(self):
        self.check()
        return self.round.starter

    @property
    def forced(self):
        self.check()
        return self.round.forced

    @property
    def turn(self):
        self.check()
        return -1 if self.round.reason else self.round.seat

    @property
    def reason(self):
        self.check()
        return self.round.reason

    @property
    def winner(self):
        self.check()
        return self.round.winner

    @property
    def viewer(self):
        self.check()
        return self.round.viewer

    @property
    def points(self):
        self.check()
        return tuple([self.round.play_points[seat] + self.round.end_points[seat] for seat in range(self.round.rules.players)])

    @property
    def scores_before(self):
        self.check()
        return tuple([self.round.scores_before[seat] for seat in range(self.round.rules.players)])

    @property
    def scores(self):
        return tuple([before + points for before, points in zip(self.scores_before, self.points)])

    def hand(self, seat):
        cdef int number = self.to_seat(seat), tile
        cdef const dom_tileset *hand = &self.round.hand[number]
        return tuple([tile for tile in range(64 * self.round.words) if hand.word[tile >> 6] >> (tile & 63) & 1])

    def hand_count(self, seat):
        return self.round.hand_count[self.to_seat(seat)]

    def hand_mask(self, seat):
        cdef const dom_tileset *hand = &self.round.hand[self.to_seat(seat)]
        return hand.word[0] | (<object> hand.word[1]) << 64 | (<object> hand.word[2]) << 128

    def pips(self, seat):
        return dom_pips(&self.round, self.to_seat(seat))

    def boneyard(self):
        self.check()
        return tiles_of(self.round.dealt + self.round.boneyard_at, self.round.dealt_count - self.round.boneyard_at)

    @property
    def boneyard_count(self):
        self.check()
        return self.round.dealt_count - self.round.boneyard_at

    def dealt(self):
        cdef int at = 0, seat
        self.check()
        hands = []
        for seat in range(self.round.rules.players):
            hands.append(tiles_of(self.round.dealt + at, self.round.hand_dealt[seat]))
            at += self.round.hand_dealt[seat]
        return tuple(hands), tiles_of(self.round.dealt + at, self.round.dealt_count - at)

    # -- what may be done --

    def legal(self):
        cdef uint16_t actions[400]
        cdef Py_ssize_t i
        cdef object action
        self.check()
        cdef int count = dom_legal(&self.round, actions)
        found = PyTuple_New(count)
        for i in range(count):
            action = ACTIONS[actions[i]]
            Py_INCREF(action)
            PyTuple_SET_ITEM(found, i, action)
        return found

    @boundscheck(True)  # `make` is anybody's, and may shorten the table
    def legal_from(self, table, make):
        cdef uint16_t actions[400]
        cdef Py_ssize_t i
        cdef object item
        self.check()
        if not isinstance(table, list) or len(<list> table) <= DOM_PASS:
            raise TypeError("a table of moves is a list with an item for every action")
        cdef int count = dom_legal(&self.round, actions)
        moves = PyTuple_New(count)
        for i in range(count):
            item = (<list> table)[actions[i]]
            if item is None:
                item = make(actions[i])
            Py_INCREF(item)
            PyTuple_SET_ITEM(moves, i, item)
        return moves

    def legal_count(self):
        self.check()
        return dom_legal_count(&self.round)

    def is_legal(self, action):
        self.check()
        cdef int number = to_int(action)
        return dom_explain(&self.round, number, NULL) == DOM_OK

    def explain(self, action):
        cdef dom_obstacle obstacle
        self.check()
        cdef int number = to_int(action)
        cdef int code = dom_explain(&self.round, number, &obstacle)
        return code, obstacle.a, obstacle.b

    def apply(self, action):
        self.check_playable()
        cdef int number = to_int(action)
        return dom_apply(&self.round, number)

    def apply_unchecked(self, action):
        self.check_playable()
        dom_apply_unchecked(&self.round, to_int(action))

    def undo(self):
        self.check_playable()
        return dom_undo(&self.round) if self.round.action_count else -1

    def actions(self):
        self.check()
        return tuple([self.round.actions[i] for i in range(self.round.action_count)])

    @property
    def action_count(self):
        self.check()
        return self.round.action_count

    # -- ends, chain, table --

    def ends(self):
        cdef int end
        self.check()
        return tuple([(end, self.round.end[end].number, dom_end_weight(&self.round, end))
                      for end in range(4) if self.round.end[end].open])

    def end_count(self):
        self.check()
        return dom_end_count(&self.round)

    def chain(self):
        cdef int i
        cdef const dom_laid *laid
        self.check()
        table = self.round.rules.table_width != 0
        entries = []
        for i in range(self.round.laid_count):
            laid = &self.round.laid[i]
            if table:
                entries.append((laid.tile, laid.end, laid.placement, laid.parent, laid.inner, laid.x1, laid.y1, laid.x2, laid.y2))
            else:
                entries.append((laid.tile, laid.end, laid.placement, laid.parent, laid.inner, -1, -1, -1, -1))
        return tuple(entries)

    @property
    def spinner(self):
        self.check()
        return self.round.spinner

    cdef int to_end(self, object end) except -1:
        self.check()
        cdef int number = to_int(end)
        if not 0 <= number < 4:
            raise ValueError("an end is 0 to 3")
        return number

    def head(self, end):
        cdef int number = self.to_end(end)
        if self.round.rules.table_width == 0:
            raise ValueError("there is no table")
        if not self.round.end[number].open:
            raise ValueError(f"end {END_NAMES[number]} is not open")
        return self.round.end[number].x, self.round.end[number].y, self.round.end[number].direction

    def fits(self, end):
        cdef int number = self.to_end(end)
        return self.round.end[number].fits if self.round.end[number].open else 0

    def squares(self, action):
        cdef int32_t squares[4]
        self.check()
        cdef int number = to_int(action)
        if dom_squares(&self.round, number, squares) != DOM_OK:
            raise ValueError("no tile would lie there")
        return squares[0], squares[1], squares[2], squares[3]

    def edge_blocked(self, x, y, width, height):
        self.check()
        return dom_edge_blocked(&self.round, to_cells(x), to_cells(y), to_cells(width), to_cells(height))

    def collides(self, x, y, width, height):
        self.check()
        return dom_collides(&self.round, to_cells(x), to_cells(y), to_cells(width), to_cells(height))

    # -- what a seat may know, and what comes of it all --

    def seen_by(self, seat):
        cdef int number = self.to_seat(seat)
        if self.round.viewer == number:
            return self.copy()
        cdef State view = State.__new__(State)
        if dom_seen_by(&self.round, number, &view.round) != DOM_OK:
            raise ValueError("a seat's view cannot be played on")
        view.ready = True
        return view

    def choose(self, player, level, worlds, stream, stop=None):
        self.check()
        return chosen(&self.round, player, level, worlds, stream, stop)

    def advise(self, level, worlds, stream, stop=None):
        self.check()
        return advised(&self.round, level, worlds, stream, stop)

    def beliefs(self, level, worlds, stream):
        self.check()
        return believed(&self.round, level, worlds, stream)

    def perft(self, depth):
        cdef uint64_t leaves
        cdef dom_round scratch
        self.check_playable()
        cdef int levels = to_int(depth)
        if levels < 0:
            raise ValueError("a depth is 0 or more")
        dom_round_copy(&scratch, &self.round)
        with nogil:
            dom_perft(&scratch, levels, &leaves)
        return leaves

    def playouts(self, key, first, n, points, winner, reason, starter, plays, draws, passes, policy=None):
        cdef dom_round source
        cdef dom_weights weights
        self.check_playable()
        cdef const uint8_t *bytes32 = to_key(key)
        cdef Py_ssize_t count = to_count(first, n)
        cdef uint64_t start = to_number(first)
        cdef bint weighted = to_weights(policy, &weights)
        cdef Columns columns = Columns((points, winner, reason, starter, plays, draws, passes), count,
                                       self.round.rules.players)
        dom_round_copy(&source, &self.round)
        with nogil:
            dom_playouts(NULL, &source, bytes32, start, count, &weights if weighted else NULL, &columns.to)

    def solve(self, entries, max_nodes=0, stop=None, opener_against_rest=False, all_roots=False):
        cdef dom_solver solver
        cdef dom_solution solution
        cdef dom_round source
        cdef int[::1] flag
        cdef int status
        self.check_playable()
        memset(&solver, 0, sizeof(solver))
        solver.entries = to_entries(entries)
        solver.max_nodes = to_limit(max_nodes)
        solver.opener_against_rest = bool(opener_against_rest)
        solver.all_roots = bool(all_roots)
        if stop is not None:
            flag = flat_buffer("stop", stop, 1)
            solver.stop = <const int32_t *> &flag[0]
        if self.round.reason:
            raise ValueError("the round is over: nothing is left to solve")
        dom_round_copy(&source, &self.round)
        solver.table = <dom_solve_entry *> calloc(solver.entries, sizeof(dom_solve_entry))
        if solver.table == NULL:
            raise MemoryError(f"there is no memory for a table of {entries} entries")
        with nogil:
            status = dom_solve(&source, &solver, &solution)
        free(solver.table)
        if status == DOM_ERR_SIDES:
            raise ValueError(f"{self.players} players without partners have no two sides: ask for the opener against the rest")
        line = tuple([solution.line[i] for i in range(solution.line_length)])
        roots = tuple([(solution.root_action[i], solution.root_lower[i], solution.root_upper[i])
                       for i in range(solution.root_count)])
        return solution.lower, solution.upper, line, solution.nodes, roots

    # -- as a Python object --

    def copy(self):
        self.check()
        cdef State other = type(self).__new__(type(self))
        dom_round_copy(&other.round, &self.round)
        other.ready = True
        return other

    def __copy__(self):
        return with_attributes(self, self.copy())

    def __deepcopy__(self, memo):
        return with_deep_attributes(self, self.copy(), memo)

    def _payload(self):
        """All that makes this state, as plain tuples: what pickles carry."""
        hands, boneyard = self.dealt()
        return (self.spec, hands, boneyard, self.starter, self.forced, self.scores_before, self.viewer, self.actions())

    def __eq__(self, other):
        self.check()
        if not isinstance(other, State):
            return NotImplemented
        cdef State theirs = other
        theirs.check()
        return bool(dom_equal(&self.round, &theirs.round))

    def __hash__(self):
        self.check()
        return hash(dom_hash(&self.round) >> 3)

    def __repr__(self):
        if not self.ready:
            return "<State not set up>"
        return f"<State of {self.players} players, {self.action_count} actions, turn {self.turn}>"

    def __reduce__(self):
        from dominoes import _backend
        kind = None if type(self) is State else type(self)
        return _backend.restore, (kind, self._payload()), attributes_of(self)


cdef int check_deal(const dom_rules *rules, tuple hands, tuple boneyard, bint hidden) except -1:
    cdef int size = dom_set_size(rules.max_pip), high
    if len(hands) != rules.players:
        raise DealError(f"there are {rules.players} players but {len(hands)} hands")
    for seat, hand in enumerate(hands):
        if not hand:
            raise DealError(f"the hand of seat {seat} is empty")
    seen = set()
    for tiles in (*hands, boneyard):
        for tile in tiles:
            if hidden and tile == DOM_HIDDEN:
                continue
            if not 0 <= tile < size:
                raise DealError(f"tile number {tile} is not in a set of {size} tiles")
            if tile in seen:
                high = 0
                while (high + 1) * (high + 2) // 2 <= tile:
                    high += 1
                raise DealError(f"tile {high}-{tile - high * (high + 1) // 2} is dealt twice")
            seen.add(tile)
    return 0


def restore(cls, payload):
    stream = isinstance(payload, tuple) and len(payload) == 4
    base = Stream if stream else State
    kind = base if cls is None else cls
    if not (isinstance(kind, type) and issubclass(kind, base)):
        raise ValueError(f"no {base.__name__} could have this payload")
    return restore_stream(kind, payload) if stream else restore_state(kind, payload)


restore.__module__ = "dominoes._backend"  # a pickle names the chooser, so that either backend reads the other's


cdef object restore_state(object kind, object payload):
    cdef dom_rules rules
    cdef dom_fault fault
    cdef uint8_t tiles[190]
    cdef uint8_t sizes[4]
    cdef int32_t scores[4]
    cdef uint16_t actions[1536]
    cdef int status, count = 0
    cdef State state = kind.__new__(kind)
    try:
        spec, hands, boneyard, starter, forced, before, viewer, done = payload
        hands, boneyard, done = tuple([to_tiles(hand) for hand in hands]), to_tiles(boneyard), to_tiles(done)
        before = to_tiles(before)
        starter, forced, viewer = to_int(starter), to_int(forced), to_int(viewer)
    except (TypeError, ValueError):
        raise ValueError("no State could have this payload") from None
    to_good_rules(spec, &rules)
    check_deal(&rules, hands, boneyard, viewer >= 0)
    to_scores(before, &rules, scores)
    dealt = [tile for hand in (*hands, boneyard) for tile in hand]
    if len(dealt) > DOM_MAX_TILES or len(done) > DOM_MAX_ACTIONS:
        raise ValueError("no State could have this payload")
    for seat, hand in enumerate(hands):
        sizes[seat] = len(hand)
    for tile in dealt:
        tiles[count] = tile
        count += 1
    for i, action in enumerate(done):
        actions[i] = action if 0 <= action <= DOM_PASS else 2047
    status = dom_round_restore(&state.round, &rules, tiles, sizes, len(boneyard), starter, forced, scores, viewer, actions,
                               len(done), &fault)
    if status != DOM_OK:
        raise ValueError("no State could have this payload")
    state.ready = True
    return state


include "_batch.pxi"
