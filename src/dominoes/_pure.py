"""The kernel in plain Python: the same names, results and errors as the compiled ``dominoes._core``.

The contract is ``docs/waist.md``; the rooms behind this door are in ``dominoes._twin``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from dominoes._twin import playout, rules
from dominoes._twin.batch import Batch
from dominoes._twin.dealing import deal
from dominoes._twin.random import Stream, seed_key
from dominoes._twin.restoring import restore
from dominoes._twin.rules import check_spec, preset, score
from dominoes._twin.state import State, from_deal

__all__ = [
    "BACKEND",
    "Batch",
    "State",
    "Stream",
    "check_spec",
    "deal",
    "playouts",
    "preset",
    "restore",
    "score",
    "seed_key",
    "version",
]

BACKEND: Final = "py"

# A pickle names the function that reads it by its module; through the chooser either kernel reads the other's.
restore.__module__ = "dominoes._backend"


def version() -> str:
    """The version of the kernel."""
    return "0.1.0"


def playouts(
    spec: Sequence[int],
    key: bytes,
    first: int,
    n: int,
    points: Any,
    winner: Any,
    reason: Any,
    starter: Any,
    plays: Any,
    draws: Any,
    passes: Any,
    policy: Sequence[int] | None = None,
) -> None:
    """Rounds played out, number ``first`` … ``first + n - 1``, their results into writable buffers of C ints."""
    numbers = rules.good_spec(spec)
    buffers = (points, winner, reason, starter, plays, draws, passes)
    playout.run(numbers[rules.PLAYERS], key, first, n, buffers, policy, lambda stream: from_deal(numbers, stream))
