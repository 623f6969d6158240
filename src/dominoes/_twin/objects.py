"""What States and Streams are as Python objects: copied and pickled with the attributes that a subclass has given them.

Shared by every backend that is written in Python.
"""

from __future__ import annotations

import copy
from typing import Any, TypeVar

__all__ = ["Copied", "class_of", "reduced"]

_Self = TypeVar("_Self", bound="Copied")


class Copied:
    """Copies by way of ``copy()``, which leaves attributes behind."""

    __slots__ = ()

    def copy(self: _Self) -> _Self:
        """An independent object of the same class."""
        raise NotImplementedError

    def __copy__(self: _Self) -> _Self:
        twin = self.copy()
        if hasattr(self, "__dict__"):
            twin.__dict__.update(self.__dict__)
        return twin

    def __deepcopy__(self: _Self, memo: dict[int, Any]) -> _Self:
        twin = memo[id(self)] = self.copy()
        if hasattr(self, "__dict__"):
            twin.__dict__.update(copy.deepcopy(self.__dict__, memo))
        return twin


def reduced(thing: object, base: type[Any], payload: tuple[Any, ...]) -> tuple[Any, ...]:
    """What ``__reduce__`` gives: the chooser's ``restore``, so that any backend reads it."""
    from dominoes import _backend

    cls = None if type(thing) is base else type(thing)
    return _backend.restore, (cls, payload), getattr(thing, "__dict__", None) or None


def class_of(cls: type[Any] | None, base: type[Any]) -> type[Any]:
    """The class to restore to: the base for None; ``ValueError`` for what is no subclass of it."""
    if cls is None:
        return base
    if not (isinstance(cls, type) and issubclass(cls, base)):
        raise ValueError(f"no {base.__name__} could have this payload")
    return cls
