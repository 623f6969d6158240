"""Telling players apart that were handed over as objects: a name that says what they are made of, the same in every
process and, for what is written in plain Python, by every version of it.

The bytes of a pickle would not do: they depend on the protocol, on which equal texts happen to be one object, and on
the order of sets. So an object is taken apart as pickle takes it apart, and its parts are hashed by value.
"""

from __future__ import annotations

import copyreg
import enum
import hashlib
from collections.abc import Callable
from types import FunctionType
from typing import Any, Final

__all__ = ["identity_of"]

_PROTOCOL: Final = 4
"""The form in which objects take themselves apart; every Python that the package runs on knows it."""
_DIGITS: Final = 16
"""Of the digest: 64 bits, which tell the players of one file apart."""


def identity_of(given: object) -> str:
    """What was handed over: a class or a function by its name, anything else by its class and a digest of its state.

    What cannot be taken apart raises whatever pickle would raise.

    >>> from dominoes.players import Heaviest, SnowWhite
    >>> identity_of(Heaviest)
    'dominoes.players.plain.Heaviest'
    >>> two = identity_of(SnowWhite(worlds=2))
    >>> two.startswith("a dominoes.players.characters.SnowWhite with the state ")
    True
    >>> two == identity_of(SnowWhite(worlds=2)), two == identity_of(SnowWhite(worlds=600))
    (True, False)
    """
    if isinstance(given, (type, FunctionType)):
        return _global(given)
    return f"a {_global(type(given))} with the state {_Digester().of(given).hex()[:_DIGITS]}"


def _global(named: Any) -> str:
    return f"{named.__module__}.{named.__qualname__}"


class _Digester:
    """Digests of values and of the values in them. Equal parts are equal, whether they are one object or several."""

    def __init__(self) -> None:
        self._open: dict[int, int] = {}
        """How deep the values lie that are being taken apart: whatever leads back to one of them is a ring."""
        self._done: dict[int, tuple[object, bytes]] = {}
        """With the object itself, so that its id is not given to another."""

    def of(self, value: Any) -> bytes:
        """The digest of a value."""
        plain = _plain(value)
        if plain is not None:
            return _hash(*plain)
        key = id(value)
        if key in self._done:
            return self._done[key][1]
        if key in self._open:
            return _hash("ring", str(len(self._open) - self._open[key]).encode())
        self._open[key] = len(self._open)
        found = self._of_parts(value)
        del self._open[key]
        self._done[key] = value, found
        return found

    def _of_parts(self, value: Any) -> bytes:
        kind = type(value)
        if kind in (tuple, list):
            return _hash(kind.__name__, *map(self.of, value))
        if kind is dict:  # in its order, which a player may go by
            return _hash("dict", *(self.of(part) for pair in value.items() for part in pair))
        if kind in (set, frozenset):  # whose order is another in every process
            return _hash(kind.__name__, *sorted(map(self.of, value)))
        if isinstance(value, enum.Enum):
            return _hash("member", _global(kind).encode(), value.name.encode())
        reduced = _reduced(value, kind)
        if isinstance(reduced, str):
            return _hash("global", f"{getattr(value, '__module__', None)}.{reduced}".encode())
        make, arguments, state, items, pairs, *more = (*reduced, None, None, None)[:6]
        listed = [None if part is None else list(part) for part in (items, pairs)]
        return _hash("object", *map(self.of, (make, arguments, state, *listed, *more)))


def _reduced(value: Any, kind: type) -> Any:
    """How pickle would make the value anew: what to call, with which arguments, and what to put into it."""
    reduce: Callable[[Any], Any] | None = copyreg.dispatch_table.get(kind)
    return value.__reduce_ex__(_PROTOCOL) if reduce is None else reduce(value)


def _plain(value: Any) -> tuple[str, bytes] | None:
    """The kind and the bytes of a value that has no parts; None for any other. Never a repr, which versions of Python
    change."""
    kind = type(value)
    if value is None or kind is bool:
        return "constant", str(value).encode()
    if kind is int:
        return "int", hex(value).encode()
    if kind is float:
        return "float", value.hex().encode()
    if kind is str:
        return "str", value.encode("utf-8", "surrogatepass")
    if kind in (bytes, bytearray):
        return kind.__name__, bytes(value)
    if isinstance(value, (type, FunctionType)):
        return "global", _global(value).encode()
    return None


def _hash(kind: str, *parts: bytes) -> bytes:
    """The digest of a kind and of its parts, each with its length before it, so that none runs into the next."""
    found = hashlib.sha256()
    for part in (kind.encode(), *parts):
        found.update(len(part).to_bytes(8, "little"))
        found.update(part)
    return found.digest()
