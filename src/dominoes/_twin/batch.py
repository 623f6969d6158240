"""Live rounds side by side, for learners: every answer is written in place, into buffers made once.

A slot's round is a `State`; what this file adds to it is the numbering of actions, and what is written where.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from dominoes._codes import DRAW, PASS
from dominoes._twin import rules
from dominoes._twin.lacks import note_lack
from dominoes._twin.random import Stream
from dominoes._twin.rows import SLOTS_IN_ALL, Rows
from dominoes._twin.rules import Spec
from dominoes._twin.state import State, from_deal
from dominoes._twin.tiles import HIGH, LOW, set_size
from dominoes.errors import DealError

__all__ = ["Batch"]

_NO_DEAL: Final = -10
"""The error of a slot whose next deal failed."""


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
        self.rounds = (number + 1) % SLOTS_IN_ALL
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


class Batch(Rows):
    """Live rounds side by side. See ``docs/waist.md`` for every name."""

    __slots__ = ("_actions", "_dense", "_slots")

    _slots: list[_Slot]
    _actions: list[int]
    _dense: dict[int, int]

    def _begin(self) -> None:
        self._actions = action_codes(self._spec)
        self._dense = {action: dense for dense, action in enumerate(self._actions)}
        self._make_room(self._actions, observation_size(self._spec))
        slots = [_Slot() for _ in range(self._n)]
        for i, slot in enumerate(slots):
            slot.deal(self._spec, self._deal_key, self._sample_key, self._first + i)
        self._slots = slots
        for i in range(self._n):
            self._write_turn(i)

    def _play(self, dense: memoryview) -> None:
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

    def _deal_again(self, mask: memoryview | None) -> None:
        failed = None
        for i in range(self._n):
            if mask is not None and not mask[i]:
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

    def _choose(self) -> None:
        for i, slot in enumerate(self._slots):
            self._sampled[i] = self._dense.get(slot.sample(), -1)

    def _look(self, seat: int | None) -> None:
        for i, slot in enumerate(self._slots):
            viewer = max(slot.state.turn, 0) if seat is None else seat
            self._write(self._observations, i, slot.observation(viewer))

    def _round(self, slot: int) -> State:
        return self._slots[slot].state.copy()

    def _count(self, slot: int) -> int:
        return self._slots[slot].number

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
