"""Live rounds side by side, for learners: every answer is written in place, into buffers made once.

A slot's round is a `State`; what this file adds to it is the numbering of actions, and what is written where.
"""

from __future__ import annotations

from _thread import allocate_lock
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from math import prod
from operator import index
from struct import calcsize
from typing import TYPE_CHECKING, Any, Final, NoReturn

from dominoes._codes import DRAW, MAX_SLOTS, PASS
from dominoes._twin import rules
from dominoes._twin.lacks import note_lack
from dominoes._twin.random import Stream, check_key
from dominoes._twin.rules import Spec, good_spec
from dominoes._twin.state import State, from_deal
from dominoes._twin.tiles import HIGH, LOW, set_size
from dominoes.errors import DealError

__all__ = ["Batch"]

_INTS: Final = ("i", "@i", "l", "@l")
_BYTES: Final = ("B", "@B", "b", "@b", "?", "@?")
_NO_DEAL: Final = -10
"""The error of a slot whose next deal failed."""
_MOST: Final = 1 << 32


def action_codes(spec: Spec) -> list[int]:
    """Every action that rules can ever allow, ascending."""
    tiles = range(set_size(spec[rules.MAX_PIP]))
    turning = spec[rules.TABLE_WIDTH] and spec[rules.TURNS]
    codes = [tile << 3 for tile in tiles]
    for end in range(4 if spec[rules.SPINNER] else 2):
        for tile in tiles:
            placements = 5 if turning and HIGH[tile] != LOW[tile] else 1
            codes += [(end + 1) << 11 | tile << 3 | placement for placement in range(placements)]
    return [*codes, DRAW, PASS] if spec[rules.DRAW_RULE] else [*codes, PASS]


def observation_size(spec: Spec) -> int:
    """How many columns an observation has."""
    players, ends = spec[rules.PLAYERS], 4 if spec[rules.SPINNER] else 2
    per_end = 1 + (spec[rules.COUNT_MULTIPLE] > 0) + (spec[rules.TABLE_WIDTH] > 0)
    others = (players - 1) * (spec[rules.MAX_PIP] + 1)
    return 2 * set_size(spec[rules.MAX_PIP]) + 6 + 2 * players + ends * per_end + others


class _Slot:
    """One live round and what goes with it."""

    __slots__ = ("lacks", "number", "rounds", "samples", "state")

    state: State
    samples: Stream
    lacks: list[int]
    """By seat, as ``lacks.py`` has them."""
    number: int
    """Which of the slot's rounds this is."""
    rounds: int
    """How many have been dealt, those that failed included."""

    def __init__(self) -> None:
        self.rounds = 0

    def deal(self, spec: Spec, deal_key: bytes, sample_key: bytes, slot: int) -> None:
        """The next round; where the deal fails, the one before stays."""
        number = self.rounds
        self.rounds = (number + 1) % _MOST
        self.state = from_deal(spec, Stream(deal_key, slot << 32 | number))
        self.samples = Stream(sample_key, slot << 32 | number)
        self.lacks = [0] * spec[rules.PLAYERS]
        self.number = number

    def sample(self) -> int:
        """A random legal action, as playouts choose; -1 after the end."""
        legal = self.state.legal()
        if not legal:
            return -1
        return legal[self.samples.below(len(legal))] if legal[0] < DRAW else legal[0]

    def observation(self, viewer: int) -> list[int]:
        """What a seat knows, the others in the order in which they follow it."""
        state = self.state
        spec, players = state.spec, state.players
        tiles = range(set_size(spec[rules.MAX_PIP]))
        seats = [(viewer + k) % players for k in range(players)]
        hand, laid = state.hand_mask(viewer), sum(1 << entry[0] for entry in state.chain())
        open_ends = {end: (number, weight) for end, number, weight in state.ends()}
        ends = range(4 if spec[rules.SPINNER] else 2)
        columns = [hand >> tile & 1 for tile in tiles]
        columns += [laid >> tile & 1 for tile in tiles]
        columns.append((state.turn - viewer) % players if state.turn >= 0 else -1)
        columns.append((state.starter - viewer) % players)
        columns += [state.boneyard_count, state._passes, int(state._drawn and state.turn >= 0), state.reason]
        columns += [state.hand_count(seat) for seat in seats]
        columns += [state.points[seat] for seat in seats]
        columns += [open_ends.get(end, (-1, 0))[0] for end in ends]
        if spec[rules.COUNT_MULTIPLE]:
            columns += [open_ends.get(end, (-1, 0))[1] for end in ends]
        if spec[rules.TABLE_WIDTH]:
            columns += [state.fits(end) for end in ends]
        for seat in seats[1:]:
            columns += [self.lacks[seat] >> number & 1 for number in range(spec[rules.MAX_PIP] + 1)]
        return columns


class Batch:
    """Live rounds side by side. See ``docs/waist.md`` for every name."""

    __slots__ = (
        "_actions",
        "_autoreset",
        "_deal_key",
        "_dense",
        "_done",
        "_errors",
        "_first",
        "_lock",
        "_masks",
        "_observations",
        "_rewards",
        "_sample_key",
        "_sampled",
        "_size",
        "_slots",
        "_spec",
        "_turn",
        "_views",
    )

    _spec: Spec
    _deal_key: bytes
    _sample_key: bytes
    _first: int
    _autoreset: bool
    _slots: list[_Slot]
    _actions: list[int]
    _dense: dict[int, int]
    _size: int
    _masks: memoryview
    _rewards: memoryview
    _done: memoryview
    _turn: memoryview
    _errors: memoryview
    _sampled: memoryview
    _observations: memoryview
    _views: dict[str, memoryview]
    """What is handed out of each buffer; a view that is released stops nothing here."""

    def __init__(
        self,
        spec: Sequence[int],
        n: int,
        deal_key: bytes,
        sample_key: bytes,
        first: int = 0,
        autoreset: bool = False,
    ) -> None:
        if _is_set_up(self):
            raise ValueError("this Batch has been set up")
        numbers, n = good_spec(spec), index(n)
        if not 1 <= n <= MAX_SLOTS:
            raise ValueError(f"n is 1 to {MAX_SLOTS}")
        self._deal_key, self._sample_key = check_key(deal_key), check_key(sample_key)
        first = index(first)
        if not 0 <= first <= _MOST - n:
            raise ValueError(f"the first slot is 0 to {_MOST - n}")
        self._spec, self._first, self._autoreset = numbers, first, bool(autoreset)
        self._actions = action_codes(numbers)
        self._dense = {action: dense for dense, action in enumerate(self._actions)}
        self._size = observation_size(numbers)
        self._make_room(n)
        slots = [_Slot() for _ in range(n)]
        for i, slot in enumerate(slots):
            slot.deal(numbers, self._deal_key, self._sample_key, first + i)
        self._slots = slots
        for i in range(n):
            self._write_turn(i)
        self._lock = allocate_lock()

    def _make_room(self, n: int) -> None:
        players, actions = self._spec[rules.PLAYERS], len(self._actions)
        codes = _room("H", actions)
        for dense, action in enumerate(self._actions):
            codes[dense] = action
        self._masks, self._rewards = _room("B", n, actions), _room("i", n, players)
        self._done, self._turn, self._errors = _room("B", n), _room("b", n), _room("b", n)
        self._sampled, self._observations = _room("i", n), _room("h", n, self._size)
        names = ("masks", "rewards", "done", "turn", "errors", "sampled", "observations")
        self._views = {name: memoryview(getattr(self, f"_{name}")) for name in names}
        self._views["codes"] = codes.toreadonly()

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            if name in Batch.__slots__:
                raise ValueError("this Batch was never set up")
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Claims the batch for this thread."""
        if not self._lock.acquire(False):
            raise RuntimeError("another thread is at work on this Batch")
        try:
            yield
        finally:
            self._lock.release()

    # What it is.

    @property
    def spec(self) -> Spec:
        """The rules, as numbers."""
        self._lock  # noqa: B018 - a Batch never set up says so
        return self._spec

    @property
    def players(self) -> int:
        """The number of seats."""
        return self.spec[rules.PLAYERS]

    @property
    def n(self) -> int:
        """The number of slots."""
        self._lock  # noqa: B018
        return len(self._slots)

    @property
    def first(self) -> int:
        """The number of the first slot."""
        self._lock  # noqa: B018
        return self._first

    @property
    def autoreset(self) -> bool:
        """Whether a step that ends a round deals the next."""
        self._lock  # noqa: B018
        return self._autoreset

    @property
    def action_count(self) -> int:
        """How many different actions the rules can ever allow."""
        self._lock  # noqa: B018
        return len(self._actions)

    @property
    def observation_size(self) -> int:
        """How many columns an observation has."""
        self._lock  # noqa: B018
        return self._size

    # Its buffers.

    @property
    def codes(self) -> memoryview:
        """The action that each dense one stands for."""
        return self._view("codes")

    @property
    def masks(self) -> memoryview:
        """What the seat to act may do."""
        return self._view("masks")

    @property
    def rewards(self) -> memoryview:
        """Points made by the last step."""
        return self._view("rewards")

    @property
    def done(self) -> memoryview:
        """Which rounds are over."""
        return self._view("done")

    @property
    def turn(self) -> memoryview:
        """The seats to act."""
        return self._view("turn")

    @property
    def errors(self) -> memoryview:
        """Why the last step refused actions."""
        return self._view("errors")

    @property
    def sampled(self) -> memoryview:
        """What the last `sample` chose."""
        return self._view("sampled")

    @property
    def observations(self) -> memoryview:
        """What the last `observe` saw."""
        return self._view("observations")

    def _view(self, name: str) -> memoryview:
        self._lock  # noqa: B018
        return self._views[name]

    # Playing.

    def step(self, actions: Any) -> None:
        """Do one action in each slot."""
        n = self.n
        wanted = f"actions must be a writable, C-contiguous buffer of {n} C ints"
        with _flat(actions, n, "i", _INTS, wanted, writable=True) as dense, self._alone():
            failed = None
            for i, action in enumerate(dense):
                failed = self._step_slot(i, action) or failed
            if failed is not None:
                raise failed

    def _step_slot(self, i: int, dense: int) -> DealError | None:
        slot = self._slots[i]
        state = slot.state
        before, rewards = state.points, (0,) * state.players
        why, acted = 0, False
        if dense != -1:
            action = self._actions[dense] if 0 <= dense < len(self._actions) else -1
            if action >= DRAW and state.is_legal(action):
                note_lack(slot.lacks, state, action)
            why = state.apply(action)
            acted = why == 0
        failed = None
        self._errors[i], self._done[i] = why, state.turn < 0
        if acted:
            rewards = tuple(after - earlier for after, earlier in zip(state.points, before, strict=True))
            if state.turn < 0 and self._autoreset:
                failed = self._deal_slot(i)
            self._write_turn(i)
        self._write(self._rewards, i, rewards)
        return failed

    def reset(self, mask: Any = None) -> None:
        """Deal the next round in the slots of a mask, or in all."""
        n = self.n
        wanted = f"mask must be a C-contiguous buffer of {n} bytes"
        with _flat(bytes([1]) * n if mask is None else mask, n, "B", _BYTES, wanted) as chosen, self._alone():
            failed = None
            for i in range(n):
                if not chosen[i]:
                    continue
                failure = self._deal_slot(i)
                if failure is not None:
                    failed = failure
                    continue
                self._done[i] = 0
                self._write(self._rewards, i, (0,) * self._spec[rules.PLAYERS])
                self._write_turn(i)
            if failed is not None:
                raise failed

    def _deal_slot(self, i: int) -> DealError | None:
        try:
            self._slots[i].deal(self._spec, self._deal_key, self._sample_key, self._first + i)
        except DealError as error:
            self._errors[i] = _NO_DEAL
            return error
        self._errors[i] = 0
        return None

    def sample(self) -> memoryview:
        """Choose a random legal action in each slot."""
        n = self.n
        with self._alone():
            for i in range(n):
                action = self._slots[i].sample()
                self._sampled[i] = self._dense.get(action, -1)
        return self.sampled

    def observe(self, seat: int | None = None) -> memoryview:
        """Write what a seat, or the one to act, knows of each round."""
        players = self.players
        if seat is not None:
            seat = index(seat)
            if not 0 <= seat < players:
                raise ValueError(f"a seat is 0 to {players - 1}")
        with self._alone():
            for i, slot in enumerate(self._slots):
                viewer = max(slot.state.turn, 0) if seat is None else seat
                self._write(self._observations, i, slot.observation(viewer))
        return self.observations

    def _slot(self, slot: int) -> int:
        n, slot = self.n, index(slot)
        if not 0 <= slot < n:
            raise ValueError(f"a slot is 0 to {n - 1}")
        return slot

    def state(self, slot: int) -> State:
        """A copy of a slot's round."""
        slot = self._slot(slot)
        with self._alone():
            return self._slots[slot].state.copy()

    def number(self, slot: int) -> int:
        """Which of the slot's rounds it is, from 0."""
        return self._slots[self._slot(slot)].number

    # Writing.

    def _write_turn(self, i: int) -> None:
        """Whose turn it is, and the row of what it may do."""
        state, row = self._slots[i].state, bytearray(len(self._actions))
        for action in state.legal():
            row[self._dense[action]] = 1
        self._turn[i] = state.turn
        self._write(self._masks, i, row)

    @staticmethod
    def _write(buffer: memoryview, row: int, values: Sequence[int]) -> None:
        for column, value in enumerate(values):
            buffer[row, column] = value

    # As a Python object.

    def __reduce__(self) -> NoReturn:
        raise TypeError("a Batch cannot be copied or pickled")

    def __repr__(self) -> str:
        if not _is_set_up(self):
            return "<Batch not set up>"
        return f"<Batch of {self.n} rounds of {self.players} players>"


def _is_set_up(batch: Batch) -> bool:
    try:
        batch._lock  # noqa: B018
    except ValueError:
        return False
    return True


def _room(kind: str, *shape: int) -> memoryview:
    """Zeroed memory of a shape."""
    return memoryview(bytearray(calcsize(kind) * prod(shape))).cast(kind, shape)  # type: ignore[call-overload, no-any-return]


def _flat(
    buffer: Any, count: int, kind: str, formats: Sequence[str], wanted: str, *, writable: bool = False
) -> memoryview:
    """A row of so many items of a format; ValueError with what is wanted for any other buffer."""
    try:
        view = memoryview(buffer)
        good = view.c_contiguous and view.format in formats and view.itemsize == calcsize(kind)
        good = good and view.nbytes == view.itemsize * count and not (writable and view.readonly)
    except (TypeError, ValueError, BufferError):
        good = False
    if not good:
        raise ValueError(wanted)
    return view.cast("B").cast(kind)  # type: ignore[call-overload, no-any-return]
