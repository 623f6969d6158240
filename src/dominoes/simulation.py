"""Many rounds played out at once: cut into ranges, spread over threads, gathered in buffers."""

from __future__ import annotations

import contextlib
import mmap
import secrets
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

from . import _backend
from ._check import either, quoted, seed_bytes, whole
from ._codes import MAX_NUMBER, MAX_WEIGHT
from .errors import RulesError

if TYPE_CHECKING:
    from concurrent.futures import Future

__all__ = ["Playouts", "Weights"]

_INT: Final = 4
"""Bytes of a C int, the buffers' item."""
_LARGE: Final = 1 << 22
"""Bytes from which a buffer is asked of the system in large pages."""
_PIECE: Final = 65536
"""The most rounds between two looks at the interrupt key and at the other threads."""
_PIECES: Final = 32
"""How many pieces a thread has at least, so that none waits long for the last; but no piece is under 4096 rounds."""
_MOST_THREADS: Final = 256
_COLUMNS: Final = ("points", "winner", "reason", "starter", "plays", "draws", "passes")

_Job = Callable[..., None]


class Weights(NamedTuple):
    """A policy for playouts: the play with the greatest weighted sum is made, the first legal among equals.

    Whole numbers from -1,000,000 to 1,000,000, ``noise`` from 0. A tile is drawn, or a turn passed, only where nothing
    can be played.

    The last three block: each is times the chance, from 0 to 1, that a seat holds no tile with the number of an open
    end after the play, by what the mover knows. The seat may hold any tile that is neither on the table nor in the
    mover's hand, but for the numbers that it has shown to lack by drawing and passing.

    >>> Weights(pips=2, is_double=10, matches=5, next=300)
    Weights(pips=2, is_double=10, matches=5, variety=0, points=0, noise=0, next=300, partner=0, previous=0)
    """

    pips: int = 0
    """Times the tile's pips."""
    is_double: int = 0
    """Once for a double."""
    matches: int = 0
    """Times the tiles left in hand that match an end after the play."""
    variety: int = 0
    """Times the different numbers left in hand."""
    points: int = 0
    """Times what the play scores at once."""
    noise: int = 0
    """A random number from 0 to this is added to each play's sum."""
    next: int = 0
    """Times the chance that the seat after the mover can answer no open end."""
    partner: int = 0
    """The same of the seat opposite, in teams or not; with fewer than four players it weighs nothing."""
    previous: int = 0
    """The same of the seat before the mover; with two players, where that is ``next``, it weighs nothing."""


_POLICIES: Final[dict[str, Weights | None]] = {"random": None, "heaviest": Weights(pips=1)}


def weights_of(policy: str | Weights) -> Weights | None:
    """The weights behind a policy, None for random play; `RulesError` for what is no policy."""
    if isinstance(policy, Weights):
        for name, weight in zip(Weights._fields, policy, strict=True):
            whole(f"the weight {name}", weight, 0 if name == "noise" else -MAX_WEIGHT, MAX_WEIGHT)
        return policy
    if not isinstance(policy, str) or policy not in _POLICIES:
        raise RulesError(f"policy must be {either(_POLICIES)}, or a Weights, not {quoted(policy)}")
    return _POLICIES[policy]


class Playouts:
    """The results of ``n`` rounds played out, one row a round, in buffers of C ints that numpy takes without a copy.

    Equal when all rows are; they can be pickled.
    """

    __slots__ = ("_buffers", "n", "players")

    n: int
    """The number of rounds."""
    players: int
    """The number of seats."""
    _buffers: tuple[bytearray | mmap.mmap, ...]

    def __init__(self, n: int, players: int) -> None:
        self.n = n
        self.players = players
        sizes = (n * players, *[n] * (len(_COLUMNS) - 1))
        try:
            self._buffers = tuple(_zeroed(_INT * size) for size in sizes)
        except (MemoryError, OSError):
            raise MemoryError(f"there is no memory for the results of {n} rounds, {_INT * sum(sizes)} bytes") from None

    @property
    def points(self) -> memoryview:
        """What each seat scored: shape (n, players); an empty row for n = 0, since no buffer has a side of 0."""
        view = memoryview(self._buffers[0])
        return view.cast("i", (self.n, self.players)) if self.n else view.cast("i")

    @property
    def winner(self) -> memoryview:
        """The winning seat, or team with partners; -1 for nobody."""
        return self._column(1)

    @property
    def reason(self) -> memoryview:
        """How each round ended: 1 domino, 2 blocked, 3 target."""
        return self._column(2)

    @property
    def starter(self) -> memoryview:
        """The seat that opened."""
        return self._column(3)

    @property
    def plays(self) -> memoryview:
        """The number of tiles laid."""
        return self._column(4)

    @property
    def draws(self) -> memoryview:
        """The number of tiles drawn."""
        return self._column(5)

    @property
    def passes(self) -> memoryview:
        """The number of passes."""
        return self._column(6)

    def _column(self, index: int) -> memoryview:
        return memoryview(self._buffers[index]).cast("i")

    def _rows(self, start: int, stop: int) -> list[memoryview]:
        """Writable flat pieces of all buffers, in the backends' order."""
        widths = (self.players, *[1] * (len(_COLUMNS) - 1))
        return [self._column(index)[start * width : stop * width] for index, width in enumerate(widths)]

    def __repr__(self) -> str:
        return f"<Playouts: {self.n} rounds of {self.players} players>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Playouts):
            return NotImplemented
        same = all(memoryview(a) == memoryview(b) for a, b in zip(self._buffers, other._buffers, strict=False))
        return same and (self.n, self.players) == (other.n, other.players)

    __hash__ = None  # type: ignore[assignment]  # the buffers can be written to

    def __len__(self) -> int:
        return self.n

    def __reduce__(self) -> tuple[object, ...]:
        return _restore, (self.n, self.players, tuple(bytes(memoryview(buffer)) for buffer in self._buffers))


def _zeroed(size: int) -> bytearray | mmap.mmap:
    """Writable memory of ``size`` bytes, all zero.

    Threads that touch fresh pages at the same time wait for each other: two gained 1.8 where they gain 2 on pages that
    are asked for large.
    """
    if size < _LARGE or sys.platform != "linux":
        return bytearray(size)
    memory = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    with contextlib.suppress(OSError):  # a kernel built without them
        memory.madvise(mmap.MADV_HUGEPAGE)
    return memory


def _restore(n: int, players: int, buffers: tuple[bytes, ...]) -> Playouts:
    """What pickled and copied results call; the buffers are nobody else's."""
    found = Playouts(n, players)
    if [len(buffer) for buffer in buffers] != [len(buffer) for buffer in found._buffers]:
        raise ValueError("playouts are restored from buffers of their size")
    for mine, given in zip(found._buffers, buffers, strict=True):
        memoryview(mine)[:] = given
    return found


def run(
    job: _Job, players: int, n: int, seed: str | int | None, policy: str | Weights, threads: int, first: int
) -> Playouts:
    """``job(key, first, n, *buffers, weights)`` for all ``n`` rounds, in pieces that leave no trace in the result."""
    n = whole("n", n, 0, MAX_NUMBER)
    threads = whole("threads", threads, 1, _MOST_THREADS)
    first = whole("first", first, 0, (1 << 63) - 1)
    weights = weights_of(policy)
    key = _backend.seed_key(b"playout", secrets.token_bytes(16) if seed is None else seed_bytes(seed))
    results = Playouts(n, players)

    size = min(_PIECE, max(4096, n // (threads * _PIECES)))

    def piece(start: int) -> None:
        stop = min(start + size, n)
        job(key, first + start, stop - start, *results._rows(start, stop), weights)

    starts = range(0, n, size)
    if threads == 1 or len(starts) <= 1:
        for start in starts:
            piece(start)
    else:
        _spread(piece, starts, threads)
    return results


def _spread(piece: Callable[[int], None], starts: range, threads: int) -> None:
    """Run the pieces on threads; on an error or an interrupt the pieces not yet begun are dropped."""
    from concurrent.futures import ThreadPoolExecutor  # slow to import, and seldom needed

    executor = ThreadPoolExecutor(min(threads, len(starts)), thread_name_prefix="dominoes-playouts")
    try:
        futures: list[Future[None]] = [executor.submit(piece, start) for start in starts]
        for future in futures:
            future.result()
    finally:
        executor.shutdown(wait=True, cancel_futures=True)
