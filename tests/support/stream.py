"""The published generator of docs/waist.md, written from its text: slow, and apart from the package."""

from __future__ import annotations

import hashlib

WORD = 2**64
GOLDEN = 0x9E3779B97F4A7C15


def key(purpose: bytes, seed: bytes) -> bytes:
    return hashlib.sha256(purpose + b"\0" + seed).digest()


def mix(z: int) -> int:
    """The finaliser of splitmix64."""
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % WORD
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB % WORD
    return z ^ (z >> 31)


def rotated(x: int, by: int) -> int:
    return (x << by | x >> (64 - by)) % WORD


class Stream:
    """xoshiro256** of Blackman and Vigna."""

    def __init__(self, key: bytes, number: int) -> None:
        words = [int.from_bytes(key[8 * i : 8 * i + 8], "little") for i in range(4)]
        self.s = [mix((words[i] + (4 * number + i + 1) * GOLDEN) % WORD) for i in range(4)]
        if self.s == [0, 0, 0, 0]:
            self.s[0] = 1

    def next(self) -> int:
        s = self.s
        result = rotated(s[1] * 5 % WORD, 7) * 9 % WORD
        t = s[1] << 17 & (WORD - 1)
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = rotated(s[3], 45)
        return result

    def below(self, n: int) -> int:
        while True:
            m = (self.next() >> 32) * n
            if m % 2**32 >= (2**32 - n) % n:
                return m >> 32

    def shuffle(self, items: list[int]) -> None:
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
