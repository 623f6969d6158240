"""The kernel by way of cffi: the same names, results and errors as ``dominoes._core``, over ``dominoes._ffi``.

The third backend, built only where ``DOMINOES_CFFI=1`` asks for it (``_ffi_build.py``). It shows that everything in
``docs/waist.md`` can be reached through the functions of ``dominoes.h`` alone, and what a call costs that way. Nothing
here knows a rule; arguments are checked by the twin's own checks.

cffi lets go of the GIL in every call, so that a State that one thread changes must not be read by another meanwhile.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from typing import Any, Final

from dominoes._codes import PRESET_NAMES
from dominoes._through.batch import Batch
from dominoes._through.chance import Stream, deal, seed_key
from dominoes._through.library import NULL, columns_of, ffi, lib, spec_of, to_int, to_rules, weights_of
from dominoes._through.restoring import restore
from dominoes._through.state import State
from dominoes._twin import playout, rules
from dominoes._twin.dealing import no_deal
from dominoes._twin.rules import Spec, good_spec, numbers_of

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

BACKEND: Final = "cffi"


def version() -> str:
    """The version of the kernel."""
    return str(ffi.string(lib.dom_version()).decode("ascii"))


def preset(name_index: int, players: int) -> Spec:
    """The spec of a preset for so many players (0: its least); ``ValueError`` for what is not named."""
    name_index, players = index(name_index), index(players)
    if not 0 <= name_index < len(PRESET_NAMES):
        raise ValueError(f"there is no preset number {name_index}")
    found = ffi.new("dom_rules *")
    if lib.dom_preset(found, name_index, to_int(players)):
        raise ValueError(f"the preset {PRESET_NAMES[name_index]} has no game for {players} players")
    return spec_of(found)


def check_spec(spec: Sequence[int]) -> tuple[int, int]:
    """``(0, 0)``, or ``(field index + 1, what is wrong)`` of the first wrong field."""
    wrong = ffi.new("int[2]")
    lib.dom_rules_check(to_rules(numbers_of(spec)), wrong, wrong + 1)
    return wrong[0], wrong[1]


def score(spec: Sequence[int], pips: Sequence[int], out: int) -> tuple[int, tuple[int, ...]]:
    """``(winner, points per seat)`` of a round that ended with ``pips[seat]`` in hand."""
    out, numbers = index(out), good_spec(spec)
    left = rules.good_pips(numbers, pips, out)
    winner, points = ffi.new("int *"), ffi.new("int32_t[4]")
    lib.dom_score(to_rules(numbers), left, out, winner, points)
    return winner[0], tuple(ffi.unpack(points, len(left)))


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
    numbers = good_spec(spec)
    buffers = (points, winner, reason, starter, plays, draws, passes)
    first, n, weights, views = playout.asked(numbers[rules.PLAYERS], key, first, n, buffers, policy)
    columns, _held = columns_of(views)
    if lib.dom_playouts(to_rules(numbers), NULL, key, first, n, weights_of(weights), columns):
        raise no_deal(numbers)
