"""The one generator, xoshiro256** by Blackman and Vigna, and the keys of its streams."""

from __future__ import annotations

from hashlib import sha256
from operator import index
from typing import TYPE_CHECKING, Any, Final

from dominoes._twin.objects import Copied, reduced

__all__ = ["GOLDEN", "WORD", "Drawing", "Stream", "check_key", "check_number", "mix", "seed_key"]

WORD: Final = (1 << 64) - 1
_HALF: Final = (1 << 32) - 1
GOLDEN: Final = 0x9E3779B97F4A7C15


def seed_key(purpose: bytes, seed: bytes) -> bytes:
    """The 32-byte key for one purpose of a seed; it tells nothing of the keys for other purposes."""
    if not (isinstance(purpose, bytes) and isinstance(seed, bytes)):
        raise TypeError("a purpose and a seed are bytes")
    return sha256(purpose + b"\0" + seed).digest()


def check_key(key: bytes | None) -> bytes:
    """The key itself; ``TypeError`` where it is no bytes, ``ValueError`` where it is not 32 of them."""
    if not isinstance(key, bytes):
        raise TypeError("a key is bytes")
    if len(key) != 32:
        raise ValueError("a key is 32 bytes")
    return key


def check_number(number: int) -> int:
    """A stream's number as a plain integer, ``ValueError`` where it does not fit 64 bits."""
    number = index(number)
    if not 0 <= number <= WORD:
        raise ValueError(f"a stream's number is 0 to {WORD}")
    return number


def mix(z: int) -> int:
    """The finaliser of splitmix64: 64 bits stirred into 64 others."""
    z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & WORD
    z = ((z ^ z >> 27) * 0x94D049BB133111EB) & WORD
    return z ^ z >> 31


class Drawing(Copied):
    """What is made of a stream's words, wherever they come from."""

    __slots__ = ("_key", "_number", "_position")

    _key: bytes
    _number: int
    _position: int

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            if name in ("_key", "_number", "_position", "_words"):
                raise ValueError("this Stream was never set up")
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    @property
    def key(self) -> bytes:
        """The key it was made from."""
        return self._key

    @property
    def number(self) -> int:
        """The number it was made from."""
        return self._number

    @property
    def position(self) -> int:
        """How many words it has given."""
        return self._position

    def next(self) -> int:
        """The next word, below 2⁶⁴."""
        raise NotImplementedError

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each as likely; ``ValueError`` unless 1 ≤ n < 2³²."""
        self._key  # noqa: B018 - a stream never set up says so first
        n = index(n)
        if not 1 <= n <= _HALF:
            raise ValueError(f"below takes 1 to {_HALF}")
        product = (self.next() >> 32) * n
        if product & _HALF < n:  # only then can it lie under the threshold, which is smaller than n
            threshold = ((1 << 32) - n) % n
            while product & _HALF < threshold:
                product = (self.next() >> 32) * n
        return product >> 32

    def shuffle(self, items: list[int]) -> None:
        """Put a list into random order, in place."""
        self._key  # noqa: B018
        if not isinstance(items, list):
            raise TypeError("shuffle takes a list")
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]

    def __repr__(self) -> str:
        try:
            return f"Stream(key={self._key.hex()}, number={self._number}, position={self._position})"
        except ValueError:
            return "<Stream not set up>"


class Stream(Drawing):
    """The numbered stream of a key: 64-bit words, and what is made of them."""

    __slots__ = ("_words",)
    __hash__ = None  # type: ignore[assignment]

    _words: tuple[int, int, int, int]

    def __init__(self, key: bytes, number: int) -> None:
        check_key(key)
        number = check_number(number)
        a, b, c, d = (
            mix((int.from_bytes(key[8 * i : 8 * i + 8], "little") + (4 * number + i + 1) * GOLDEN) & WORD)
            for i in range(4)
        )
        if not (a or b or c or d):
            a = 1
        self._key, self._number, self._position, self._words = bytes(key), number, 0, (a, b, c, d)

    def next(self) -> int:
        """The next word, below 2⁶⁴."""
        a, b, c, d = self._words
        x = b * 5 & WORD
        x = (x << 7 | x >> 57) * 9 & WORD
        c ^= a
        d ^= b
        self._words = a ^ d, b ^ c, c ^ (b << 17 & WORD), (d << 45 | d >> 19) & WORD
        self._position += 1
        return x

    def copy(self) -> Stream:
        """A stream of the same class that goes on from the same position."""
        twin = type(self).__new__(type(self))
        twin._key, twin._number, twin._position, twin._words = self._key, self._number, self._position, self._words
        return twin

    def __eq__(self, other: object) -> bool:
        mine = (self._key, self._number, self._position)
        if not isinstance(other, Stream):
            return NotImplemented
        return mine == (other._key, other._number, other._position)

    def __reduce__(self) -> tuple[Any, ...]:
        return reduced(self, Stream, (self._key, self._number, self._position, self._words))
