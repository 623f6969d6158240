"""Live rounds side by side: the kernel's ``dom_batch`` behind the twin's checks and buffers."""

from __future__ import annotations

from typing import Any, Final

from dominoes._through.library import NULL, blank_round, ffi, lib, to_rules
from dominoes._through.state import State
from dominoes._twin.dealing import no_deal
from dominoes._twin.rows import Rows

__all__ = ["Batch"]

_CACHE_LINE: Final = 64
_BUFFERS: Final = {
    "codes": "uint16_t[]",
    "masks": "uint8_t[]",
    "rewards": "int32_t[]",
    "done": "uint8_t[]",
    "turn": "int8_t[]",
    "errors": "int8_t[]",
    "sampled": "int32_t[]",
    "observations": "int16_t[]",
}


class Batch(Rows):
    """Live rounds side by side. See ``docs/waist.md`` for every name."""

    __slots__ = ("_batch", "_held")

    _batch: Any
    _held: list[Any]
    """What keeps the batch's memory in its place."""

    def _begin(self) -> None:
        spec = to_rules(self._spec)
        codes = ffi.new("uint16_t[]", lib.dom_action_count(spec))
        lib.dom_action_codes(spec, codes)
        self._make_room(ffi.unpack(codes, len(codes)), lib.dom_observation_size(spec))
        self._held = [ffi.from_buffer(kind, memoryview(self._views[name])) for name, kind in _BUFFERS.items()]
        self._batch = ffi.new(
            "dom_batch *",
            {
                "rules": spec[0],
                "autoreset": self._autoreset,
                "n": self._n,
                "first": self._first,
                "deal_key": list(self._deal_key),
                "sample_key": list(self._sample_key),
                **dict(zip(_BUFFERS, self._held, strict=True)),
                "slots": self._slots_room(lib.dom_slot_size(spec)),
            },
        )
        self._heed(lib.dom_batch_start(self._batch))

    def _slots_room(self, size: int) -> Any:
        """Memory for the rounds, each batch's from a cache line on."""
        try:
            memory = bytearray(self._n * size + _CACHE_LINE)
        except MemoryError:
            raise MemoryError(f"there is no memory for {self._n} rounds") from None
        start = ffi.from_buffer(memory)
        self._held.append(start)
        return start + -int(ffi.cast("uintptr_t", start)) % _CACHE_LINE

    def _heed(self, status: int) -> None:
        if status:
            raise no_deal(self._spec)

    def _play(self, dense: memoryview) -> None:
        self._heed(lib.dom_batch_step(self._batch, ffi.from_buffer("int32_t[]", dense)))

    def _deal_again(self, mask: memoryview | None) -> None:
        self._heed(lib.dom_batch_reset(self._batch, NULL if mask is None else ffi.from_buffer("uint8_t[]", mask)))

    def _choose(self) -> None:
        lib.dom_batch_sample(self._batch)

    def _look(self, seat: int | None) -> None:
        lib.dom_batch_observe(self._batch, -1 if seat is None else seat)

    def _round(self, slot: int) -> State:
        state = State.__new__(State)
        state._round = blank_round()
        lib.dom_batch_round(self._batch, slot, state._round)
        return state

    def _count(self, slot: int) -> int:
        return int(lib.dom_batch_number(self._batch, slot))
