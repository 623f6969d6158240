"""What every batch that is written in Python has: its checks, its buffers, and one thread at a time.

Playing is left to who derives from it (`Rows._play` and those after it): they are called with the batch claimed, and
with arguments that are good. The contract is ``docs/waist.md``.
"""

from __future__ import annotations

from _thread import allocate_lock
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from math import prod
from operator import index
from struct import calcsize
from typing import TYPE_CHECKING, Any, Final, NoReturn

from dominoes._codes import MAX_SLOTS
from dominoes._twin import rules
from dominoes._twin.random import check_key
from dominoes._twin.rules import Spec, good_spec

__all__ = ["SLOTS_IN_ALL", "Rows", "room"]

_INTS: Final = ("i", "@i", "l", "@l")
_BYTES: Final = ("B", "@B", "b", "@b", "?", "@?")
SLOTS_IN_ALL: Final = 1 << 32
"""Numbers of slots, and of the rounds in each."""


class Rows:
    """Live rounds side by side. See ``docs/waist.md`` for every name."""

    __slots__ = (
        "_action_count",
        "_autoreset",
        "_deal_key",
        "_done",
        "_errors",
        "_first",
        "_lock",
        "_masks",
        "_n",
        "_observations",
        "_rewards",
        "_sample_key",
        "_sampled",
        "_size",
        "_spec",
        "_turn",
        "_views",
    )

    _spec: Spec
    _n: int
    _deal_key: bytes
    _sample_key: bytes
    _first: int
    _autoreset: bool
    _action_count: int
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
        if not 0 <= first <= SLOTS_IN_ALL - n:
            raise ValueError(f"the first slot is 0 to {SLOTS_IN_ALL - n}")
        self._spec, self._n, self._first, self._autoreset = numbers, n, first, bool(autoreset)
        self._begin()
        self._lock = allocate_lock()

    def _make_room(self, codes: Sequence[int], size: int) -> None:
        """The buffers, for actions of these codes and observations of that many columns."""
        n, players, actions = self._n, self._spec[rules.PLAYERS], len(codes)
        self._action_count, self._size = actions, size
        numbered = room("H", actions)
        for dense, action in enumerate(codes):
            numbered[dense] = action
        self._masks, self._rewards = room("B", n, actions), room("i", n, players)
        self._done, self._turn, self._errors = room("B", n), room("b", n), room("b", n)
        self._sampled, self._observations = room("i", n), room("h", n, size)
        names = ("masks", "rewards", "done", "turn", "errors", "sampled", "observations")
        self._views = {name: memoryview(getattr(self, f"_{name}")) for name in names}
        self._views["codes"] = numbered.toreadonly()

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            if name in Rows.__slots__:
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

    # What a backend does.

    def _begin(self) -> None:
        """Make room and deal round 0 of every slot; ``DealError``."""
        raise NotImplementedError

    def _play(self, dense: memoryview) -> None:
        """`step`, by a dense action for each slot."""
        raise NotImplementedError

    def _deal_again(self, mask: memoryview | None) -> None:
        """`reset`, by a byte for each slot; None for all."""
        raise NotImplementedError

    def _choose(self) -> None:
        """`sample`."""
        raise NotImplementedError

    def _look(self, seat: int | None) -> None:
        """`observe`."""
        raise NotImplementedError

    def _round(self, slot: int) -> Any:
        """`state`."""
        raise NotImplementedError

    def _count(self, slot: int) -> int:
        """`number`."""
        raise NotImplementedError

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
        return self._n

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
        return self._action_count

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
            self._play(dense)

    def reset(self, mask: Any = None) -> None:
        """Deal the next round in the slots of a mask, or in all."""
        n = self.n
        if mask is None:
            with self._alone():
                self._deal_again(None)
            return
        wanted = f"mask must be a C-contiguous buffer of {n} bytes"
        with _flat(mask, n, "B", _BYTES, wanted) as chosen, self._alone():
            self._deal_again(chosen)

    def sample(self) -> memoryview:
        """Choose a random legal action in each slot."""
        self._lock  # noqa: B018
        with self._alone():
            self._choose()
        return self.sampled

    def observe(self, seat: int | None = None) -> memoryview:
        """Write what a seat, or the one to act, knows of each round."""
        players = self.players
        if seat is not None:
            seat = index(seat)
            if not 0 <= seat < players:
                raise ValueError(f"a seat is 0 to {players - 1}")
        with self._alone():
            self._look(seat)
        return self.observations

    def _slot(self, slot: int) -> int:
        n, slot = self.n, index(slot)
        if not 0 <= slot < n:
            raise ValueError(f"a slot is 0 to {n - 1}")
        return slot

    def state(self, slot: int) -> Any:
        """A copy of a slot's round."""
        slot = self._slot(slot)
        with self._alone():
            return self._round(slot)

    def number(self, slot: int) -> int:
        """Which of the slot's rounds it is, from 0."""
        return self._count(self._slot(slot))

    # As a Python object.

    def __reduce__(self) -> NoReturn:
        raise TypeError("a Batch cannot be copied or pickled")

    def __repr__(self) -> str:
        if not _is_set_up(self):
            return "<Batch not set up>"
        return f"<Batch of {self.n} rounds of {self.players} players>"


def _is_set_up(batch: Rows) -> bool:
    try:
        batch._lock  # noqa: B018
    except ValueError:
        return False
    return True


def room(kind: str, *shape: int) -> memoryview:
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
