"""Many live rounds side by side, for learners: one call steps them all, and every answer lies in a buffer made once."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NoReturn

from . import _backend
from ._check import held_to, quoted, seed_bytes, whole
from ._codes import MAX_SLOTS
from .errors import DealError, RulesError
from .moves import Move
from .round import Round, _restore
from .rules import Rules
from .tiles import tile_set

if TYPE_CHECKING:
    from ._backend import State

__all__ = ["Batch"]

_SLOTS: Final = 1 << 32
"""How many slots have a deal of their own in a seed."""


class Batch:
    """``n`` live rounds of the same ``rules``, one in each *slot*, stepped together.

    Every round stands alone, as the first of a match. Round k of slot i is the same deal for the same ``seed``,
    whatever ``n`` is and in whatever order slots are reset. A batch whose slots begin at another ``first`` goes on
    where others stop, so that several, each on a thread of its own, are as one. Without a seed every batch is another.

    All buffers are made here and never again: each is an attribute, a memoryview that ``numpy.asarray`` takes without a
    copy, written in place by the methods. They are yours to read; what you write there is not looked at. Actions are
    *dense*: the numbers 0 … ``action_count`` - 1, which stand for `moves` in their order.

    With ``autoreset`` a slot whose round ends in `step` is dealt its next in the same step: ``done`` and ``rewards``
    tell of the end, ``turn`` and ``masks`` are the new round's. Without it (the default) the finished round stays, to
    be looked at, until ``reset(batch.done)``.

    The loops let other threads run. One batch is used by one thread at a time: a second gets a RuntimeError.

    `RulesError` for an ``n`` that is not 1 … 1048576 or a ``first`` out of range, `DealError` where a deal fails.

    >>> batch = Batch(Rules("draw"), n=3, seed=1)
    >>> batch.action_count, batch.moves[-1], batch.masks.shape, batch.rewards.shape
    (86, Move("pass"), (3, 86), (3, 2))
    >>> while not all(batch.done):
    ...     batch.step(batch.sample())
    >>> batch.turn.tolist(), [batch.state(slot).result.reason for slot in range(3)]
    ([-1, -1, -1], ['domino', 'domino', 'domino'])
    >>> batch.reset([1])
    >>> batch.done.tolist(), batch.number(1)
    ([1, 0, 1], 1)
    """

    __slots__ = ("_batch", "_columns", "_moves", "_rules")

    def __init__(
        self, rules: Rules, n: int, seed: str | int | None = None, *, autoreset: bool = False, first: int = 0
    ) -> None:
        held_to(Rules, rules, "a batch is of")
        n = whole("n", n, 1, MAX_SLOTS)
        first = whole("first", first, 0, _SLOTS - n)
        held_to(bool, autoreset, "autoreset is a")
        text = secrets.token_bytes(16) if seed is None else seed_bytes(seed)
        keys = _backend.seed_key(b"batch", text), _backend.seed_key(b"sample", text)
        self._rules = rules
        self._batch = _backend.Batch(rules.spec, n, *keys, first, autoreset)
        self._moves: tuple[Move, ...] | None = None
        self._columns: Mapping[str, slice] | None = None

    # What it is

    @property
    def rules(self) -> Rules:
        """The rules of every round."""
        return self._rules

    @property
    def n(self) -> int:
        """The number of slots."""
        return self._batch.n

    @property
    def players(self) -> int:
        """The number of seats."""
        return self._rules.players

    @property
    def first(self) -> int:
        """The number of slot 0 in the seed."""
        return self._batch.first

    @property
    def autoreset(self) -> bool:
        """Whether `step` deals the next round where one ends."""
        return self._batch.autoreset

    @property
    def action_count(self) -> int:
        """A, the number of different actions that the rules can ever allow."""
        return self._batch.action_count

    @property
    def moves(self) -> tuple[Move, ...]:
        """The move that each dense action stands for, ascending: ``moves.index(move)`` is the way back."""
        if self._moves is None:
            self._moves = tuple(map(Move.from_code, self._batch.codes))
        return self._moves

    @property
    def columns(self) -> Mapping[str, slice]:
        """Where each part of an observation stands in its row, by name; `observe` says what they are."""
        if self._columns is None:
            self._columns = MappingProxyType(_columns(self._rules))
        return self._columns

    # The buffers

    @property
    def codes(self) -> memoryview:
        """The backend's number of each dense action: shape (A,), unsigned 16 bits, read-only."""
        return self._batch.codes

    @property
    def masks(self) -> memoryview:
        """1 for each action that the seat to act may do, else 0: shape (n, A), bytes. After the end all 0."""
        return self._batch.masks

    @property
    def rewards(self) -> memoryview:
        """The points that each seat made by the last `step`, in play and at the round's end: shape (n, players), C int.

        A team's points stand at both its seats. 0 where nothing was done.
        """
        return self._batch.rewards

    @property
    def done(self) -> memoryview:
        """1 where the round is over; with ``autoreset`` where the last `step` ended one: shape (n,), bytes."""
        return self._batch.done

    @property
    def turn(self) -> memoryview:
        """The seat to act, -1 after the end: shape (n,), signed bytes."""
        return self._batch.turn

    @property
    def errors(self) -> memoryview:
        """0, or why the last `step` refused the action: shape (n,), signed bytes.

        They count `Reason.code`'s names, such as 1 not-an-action, 2 round-over, 5 not-your-tile, 8 forced-tile,
        10 no-match, 17 can-play, 21 must-play, 22 must-draw (all: ``dominoes._codes.REASON_NAMES``); -10 where a deal
        failed.
        """
        return self._batch.errors

    @property
    def sampled(self) -> memoryview:
        """What the last `sample` chose: shape (n,), C int."""
        return self._batch.sampled

    @property
    def observations(self) -> memoryview:
        """What the last `observe` saw: shape (n, columns), signed 16 bits."""
        return self._batch.observations

    # Playing

    def step(self, actions: Any) -> None:
        """Do one action in each slot, by its seat to act: a buffer of n C ints, such as numpy's ``int32``.

        -1 leaves a slot alone. An action that is refused (any integer may be given) leaves its round as it was and sets
        the slot's ``errors`` to the reason, which is ``round-over`` after the end; no other slot is touched by it.
        ``rewards``, ``done`` and ``errors`` tell of this step alone.

        `RulesError`, and nothing is written, for anything but a writable, C-contiguous buffer of n C ints. `DealError`
        where ``autoreset`` met a deal that failed: that slot's round stays over, all others are done.
        """
        try:
            self._batch.step(actions)
        except DealError:
            raise
        except ValueError as error:
            raise RulesError(str(error)) from None

    def reset(self, slots: Any = None) -> None:
        """Deal the next round in some slots: a mask of n bytes (or bools), such as ``done``, or indices. None: in all.

        Nothing of other slots is written. `RulesError`, and nothing is done, for a mask or an index that is none.
        `DealError` where a deal failed: that slot keeps its round, all others are dealt.
        """
        try:
            self._batch.reset(None if slots is None else self._mask(slots))
        except DealError:
            raise
        except ValueError as error:
            raise RulesError(str(error)) from None

    def _mask(self, slots: Any) -> Any:
        """Slots as the backend takes them: indices become a mask."""
        try:
            view = memoryview(slots)
        except TypeError:
            flat = isinstance(slots, Iterable) and not isinstance(slots, str)
        else:
            if view.itemsize == 1:
                return slots
            flat = view.ndim == 1
        if not flat:
            raise RulesError(f"slots are indices or a mask of {self.n} bytes, not {quoted(slots)}")
        mask = bytearray(self.n)
        for slot in slots:
            mask[whole("a slot", slot, 0, self.n - 1)] = 1
        return mask

    def sample(self) -> memoryview:
        """Choose a random legal action in each slot (-1 after the end), write them into `sampled` and return that.

        Each is as likely as the others, as in playouts. What is chosen depends on the seed, the slot, its round and how
        often the round has been sampled, and on nothing else.
        """
        return self._batch.sample()

    def observe(self, seat: int | None = None) -> memoryview:
        """Write what ``seat`` knows of each round into `observations` and return that. Nothing hidden is in it.

        Without a seat it is the one to act, and seat 0 after the end. A row has these parts, each at its place in
        `columns`. T tiles are in the set, numbers go up to N, and seats are counted on from the one that looks, the 0:

        - ``hand`` (T), ``laid`` (T): 1 for each tile in its hand, and on the table;
        - ``turn``: the seat to act, -1 after the end; ``starter``: the seat that opens or opened;
        - ``boneyard``: the tiles left there; ``passes``: how many there were one after the other just before now;
        - ``drawn``: 1 where the seat to act has drawn in this turn; ``reason``: 0, 1 domino, 2 blocked, 3 target;
        - ``hand_counts`` (players): tiles in each hand; ``points`` (players): what each has scored in this round;
        - ``ends`` (2, with a spinner 4): the number at each end in the order L, R, U, D, -1 where it is closed;
        - ``weights`` (as many, only with ``count_multiple``): what each end counts;
        - ``fits`` (as many, only on a table): bits 0-4 for the placements that fit a non-double, bit 5 for a double;
        - ``lacks`` (for each other seat N + 1): 1 for each number of which all may know that the seat holds no tile,
          since it drew or passed when any such tile could be laid. A tile that it has drawn in this turn is left out of
          account; where a tile drawn since may show the number, nothing is claimed.

        `RulesError` for a seat out of range.
        """
        if seat is not None:
            seat = whole("a seat", seat, 0, self.players - 1)
        return self._batch.observe(seat)

    def state(self, slot: int) -> Round:
        """The round of a slot as a `Round` of its own, everything face up, to look at or to play on apart."""
        slot = whole("a slot", slot, 0, self.n - 1)
        state: State = self._batch.state(slot)
        return _restore(Round, self._rules, state, self._batch.number(slot))

    def number(self, slot: int) -> int:
        """Which of the slot's rounds it is, from 0."""
        return self._batch.number(whole("a slot", slot, 0, self.n - 1))

    def __len__(self) -> int:
        return self.n

    def __repr__(self) -> str:
        return f"<Batch of {self.n} rounds of {self.players} players>"

    def __reduce__(self) -> NoReturn:
        raise TypeError("a Batch cannot be copied or pickled")


def _columns(rules: Rules) -> dict[str, slice]:
    """The parts of an observation in their order."""
    tiles, players = len(tile_set(rules.max_pip)), rules.players
    ends = 4 if rules.spinner else 2
    sizes = {"hand": tiles, "laid": tiles, "turn": 1, "starter": 1, "boneyard": 1, "passes": 1, "drawn": 1, "reason": 1}
    sizes |= {"hand_counts": players, "points": players, "ends": ends}
    if rules.count_multiple:
        sizes["weights"] = ends
    if rules.table:
        sizes["fits"] = ends
    sizes["lacks"] = (players - 1) * (rules.max_pip + 1)
    parts, at = {}, 0
    for name, size in sizes.items():
        parts[name] = slice(at, at + size)
        at += size
    return parts
