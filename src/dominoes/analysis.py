"""Numbers about games: how many lines of play there are, how rounds played out end, what perfect play comes to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import _backend, simulation, solving
from ._check import whole
from .moves import Move
from .round import Round
from .rules import Rules
from .simulation import Playouts, Weights
from .solving import Solution

if TYPE_CHECKING:
    from typing import Any

__all__ = ["Playouts", "Solution", "Weights", "divide", "perft", "playouts", "solve"]

_DEEPEST = 10_000
"""No round has so many actions: looking deeper changes nothing."""


def perft(rnd: Round, depth: int) -> int:
    """The number of sequences of ``depth`` moves from a round, a finished one counting as one leaf. Draws are certain.

    >>> rnd = Round(Rules("draw"), hands=[["6-6", "6-1"], ["6-2", "2-1"]], boneyard=["0-0"])
    >>> [perft(rnd, depth) for depth in (0, 1, 2, 3)]
    [1, 1, 2, 2]
    """
    return _whole(rnd).state.perft(_depth(depth, 0))


def divide(rnd: Round, depth: int) -> dict[Move, int]:
    """`perft` by the first move, in the order of `Round.legal_moves`; empty after the end. ``depth`` is 1 or more.

    >>> rnd = Round(Rules("draw"), hands=[["6-6", "6-1"], ["6-2", "2-1"]], boneyard=["0-0"])
    >>> divide(rnd, 3)
    {Move("6-6"): 2}
    """
    depth = _depth(depth, 1)
    counts = {}
    for move in _whole(rnd).legal_moves():
        state = rnd.state
        state.apply_unchecked(move.code)
        counts[move] = state.perft(depth - 1)
    return counts


def playouts(
    rules: Rules,
    n: int,
    seed: str | int | None = None,
    policy: str | Weights = "random",
    threads: int = 1,
    *,
    first: int = 0,
) -> Playouts:
    """``n`` rounds, numbers ``first`` … ``first + n - 1`` of a seed: each is dealt and played by its own stream.

    ``policy`` is how every seat plays: ``"random"``, ``"heaviest"`` (the most pips), or the `Weights` of a sum.

    Every round is the first of a match. The same seed gives the same rows on any number of ``threads`` (1 to 256; they
    share the work where the compiled core is in use) and however a long run is cut with ``first``. Without a seed every
    call is another. `RulesError` for an ``n`` or ``threads`` out of range, `DealError` where the rules' deal fails.

    >>> results = playouts(Rules("draw"), n=3, seed=1)
    >>> results.points.shape, len(results.winner), set(results.reason) <= {1, 2}
    ((3, 2), 3, True)
    >>> playouts(Rules("draw"), n=2, seed=1, first=1).winner.tolist() == results.winner[1:].tolist()
    True
    """
    if not isinstance(rules, Rules):
        raise TypeError(f"rules are a Rules, not {type(rules).__name__}")

    def job(*args: Any) -> None:
        _backend.playouts(rules.spec, *args)

    return simulation.run(job, rules.players, n, seed, policy, threads, first)


def solve(
    rnd: Round,
    *,
    table: int = solving.TABLE,
    nodes: int | None = None,
    seconds: float | None = None,
    roots: bool = False,
    opener_against_rest: bool = False,
) -> Solution:
    """What the round comes to when everybody sees every tile, the boneyard's too, and plays as well as can be.

    The value is in points of the whole round: those of seat 0's side minus those of the other side; with
    ``opener_against_rest``, which three or four players without partners need, the opener's minus the sum of all
    others'. ``roots`` asks for every legal move's value as well, which takes longer.

    Short and plain games are solved in milliseconds; one on a table, where every play has up to five placements, may
    take longer than anyone waits. ``nodes`` and ``seconds`` limit the search: then the answer may be an interval, which
    always holds the value. The same limits of nodes give the same answer everywhere. ``table`` is how many positions
    the search can remember, 1 to 4294967296; the greatest power of two in it is used.

    `RulesError` for an argument out of range and for a game without two sides, `MatchError` after the round's end.

    >>> rnd = Round(Rules("block"), hands=[["6-6", "6-5"], ["6-1", "5-0"]])
    >>> best = solve(rnd, roots=True)
    >>> best.value, best.line, best.roots
    (5, (Move("6-6"), Move("6-1@L"), Move("6-5@R")), {Move("6-6"): (5, 5)})
    """
    if not isinstance(rnd, Round):
        raise TypeError(f"perfect play is found for a Round, not {type(rnd).__name__}")
    return rnd.solve(table=table, nodes=nodes, seconds=seconds, roots=roots, opener_against_rest=opener_against_rest)


def _whole(rnd: Round) -> Round:
    if not isinstance(rnd, Round):
        raise TypeError(f"lines of play are counted from a Round, not {type(rnd).__name__}")
    return rnd


def _depth(depth: int, low: int) -> int:
    return min(whole("depth", depth, low, 1 << 62), _DEEPEST)
