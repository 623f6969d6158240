"""libdominoes itself, and how Python's numbers and buffers become its own and come back."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from operator import index
from typing import Any, Final

from dominoes._codes import SPEC_FIELDS
from dominoes._twin.rules import Spec

__all__ = [
    "NULL",
    "blank",
    "blank_round",
    "columns_of",
    "copy_of",
    "ffi",
    "ints_of",
    "lib",
    "spec_of",
    "to_cells",
    "to_int",
    "to_rules",
    "weights_of",
]

_ffi: Any = import_module("dominoes._ffi")  # not a module that a type checker finds: few installs have it
ffi, lib = _ffi.ffi, _ffi.lib

NULL: Final = ffi.NULL
blank: Final = ffi.new_allocator(should_clear_after_alloc=False)
"""Memory as it comes, for what a function then fills."""
_ROUND: Final = ffi.typeof("dom_round *")
_MOST_INT: Final = (1 << 31) - 1
_FAR: Final = 1 << 61
"""A coordinate that is out of the table's sight."""


def to_int(value: Any) -> int:
    """A plain integer, cut to the range of C's: what lies outside means nothing to the kernel either way."""
    number = index(value)
    return number if -_MOST_INT <= number <= _MOST_INT else _MOST_INT if number > 0 else -_MOST_INT


def to_cells(value: Any) -> int:
    """A coordinate, cut where the table is out of sight anyway."""
    return max(-_FAR, min(index(value), _FAR))


def to_rules(spec: Spec) -> Any:
    """The ``dom_rules`` of a spec."""
    return ffi.new("dom_rules *", spec)


def spec_of(found: Any) -> Spec:
    """The spec of a ``dom_rules``."""
    return tuple(ffi.unpack(ffi.cast("int32_t *", found), len(SPEC_FIELDS)))


def ints_of(view: memoryview | None) -> Any:
    """The ints of a buffer, where they lie; NULL for None."""
    return NULL if view is None else ffi.from_buffer("int32_t[]", view)


def weights_of(policy: Any) -> Any:
    """The ``dom_weights`` of a policy; NULL for None."""
    return NULL if policy is None else ffi.new("dom_weights *", policy.weights)


def columns_of(views: Sequence[memoryview]) -> tuple[Any, list[Any]]:
    """A ``dom_columns`` of these buffers, and what keeps them in their places."""
    held = [ints_of(view) for view in views]
    return ffi.new("dom_columns *", held), held


def blank_round() -> Any:
    """A ``dom_round`` for a function to set up."""
    return blank(_ROUND)


def copy_of(known: Any) -> Any:
    """A ``dom_round`` of its own, equal to this one."""
    twin = blank_round()
    lib.dom_round_copy(twin, known)
    return twin
