"""Streams of random numbers, and deals from them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from dominoes._through.library import ffi, lib, to_rules
from dominoes._twin import rules
from dominoes._twin.dealing import Hands, no_deal
from dominoes._twin.objects import reduced
from dominoes._twin.random import Drawing, check_key, check_number
from dominoes._twin.rules import Spec, good_spec
from dominoes._twin.tiles import set_size

__all__ = ["Stream", "deal", "parted", "seed_key"]


def seed_key(purpose: bytes, seed: bytes) -> bytes:
    """The 32-byte key for one purpose of a seed; it tells nothing of the keys for other purposes."""
    if not (isinstance(purpose, bytes) and isinstance(seed, bytes)):
        raise TypeError("a purpose and a seed are bytes")
    key = ffi.new("uint8_t[32]")
    lib.dom_seed_key(purpose, len(purpose), seed, len(seed), key)
    return bytes(ffi.buffer(key))


def _cut(spec: Spec, key: bytes, number: int) -> tuple[int, ...]:
    """All tiles as dealt."""
    tiles = ffi.new("uint8_t[]", lib.DOM_MAX_TILES)
    if lib.dom_deal(to_rules(spec), key, number, tiles):
        raise no_deal(spec)
    return tuple(ffi.unpack(tiles, set_size(spec[rules.MAX_PIP])))


def deal(spec: Sequence[int], key: bytes, number: int) -> tuple[Hands, tuple[int, ...]]:
    """Hands and boneyard from the stream of that number; ``DealError`` when ``redeal_doubles`` lets none pass."""
    numbers = good_spec(spec)
    tiles = _cut(numbers, check_key(key), check_number(number))
    return parted(tiles, [numbers[rules.HAND_SIZE]] * numbers[rules.PLAYERS])


def parted(tiles: Sequence[int], sizes: Iterable[int]) -> tuple[Hands, tuple[int, ...]]:
    """Hands of these sizes, and the rest."""
    hands, at = [], 0
    for size in sizes:
        hands.append(tuple(tiles[at : at + size]))
        at += size
    return tuple(hands), tuple(tiles[at:])


class Stream(Drawing):
    """The numbered stream of a key, over the kernel's ``dom_stream``."""

    __slots__ = ("_words",)
    __hash__ = None  # type: ignore[assignment]

    _words: Any

    def __init__(self, key: bytes, number: int) -> None:
        key, number = check_key(key), check_number(number)
        words = ffi.new("dom_stream *")
        lib.dom_stream_start(words, key, number)
        self._key, self._number, self._position, self._words = key, number, 0, words

    def next(self) -> int:
        """The next word, below 2⁶⁴."""
        word: int = lib.dom_stream_next(self._words)
        self._position += 1
        return word

    def copy(self) -> Stream:
        """A stream of the same class that goes on from the same position."""
        twin = type(self).__new__(type(self))
        twin._key, twin._number, twin._position = self._key, self._number, self._position
        twin._words = self._words_apart()
        return twin

    def _words_apart(self) -> Any:
        """A ``dom_stream`` at the same place."""
        return ffi.new("dom_stream *", self._words[0])

    def __eq__(self, other: object) -> bool:
        mine = (self._key, self._number, self._position)
        if not isinstance(other, Stream):
            return NotImplemented
        return mine == (other._key, other._number, other._position)

    def __reduce__(self) -> tuple[Any, ...]:
        return reduced(self, Stream, (self._key, self._number, self._position, tuple(self._words.s)))
