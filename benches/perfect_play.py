"""How long perfect play takes, in one run on one core, beside the search of PyPI's ``dominoes`` 6.1.0.

    python benches/perfect_play.py [--json OUT]

Medians over seeded rounds, each solved once by ``Round.solve`` with a table of its own, empty at the start:

- whole ``partnership`` deals with a free opening, and the same after 6 random moves;
- ``block`` with two hands of 14 from the deal, and after 6 random moves;
- the first two of the ``partnership`` deals by PyPI's ``search.alphabeta``, in an environment of its own under the
  user's cache directory, where pip puts the package once.

Times are the processor's. Every line of play is replayed and must end with the value that was found, on the first
rounds of each kind the value of every opening move must fit it, and PyPI's values must be ours: its rules for these
deals are the same. Exit code 1 if an answer is wrong; the times are printed beside their bars.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, Final, NamedTuple

import rivals
from cores import on_one_core
from programs import HERE, output_of

import dominoes as dm
from dominoes.benchmark import measure
from dominoes.benchmark.machine import machine
from dominoes.benchmark.report import machine_line

SEED: Final = "perfect play"
LED_FREELY: Final = dm.Rules("partnership", opening="random", opening_tile="free")
TWO_HANDS: Final = dm.Rules("block", hand_size=14)
PLAYED: Final = 6
WITH_ROOTS: Final = 3
"""Rounds of each kind whose every move is valued, to check the value by."""
PEER_DEALS: Final = 2


class Kind(NamedTuple):
    """Rounds that are timed together, and the milliseconds that their median should stay below."""

    name: str
    rules: dm.Rules
    rounds: int
    played: int
    bar: float


KINDS: Final = (
    Kind("partnership, whole deals", LED_FREELY, 200, 0, 6.0),
    Kind(f"partnership, after {PLAYED} moves", LED_FREELY, 200, PLAYED, 2.0),
    Kind("block, two hands of 14", TWO_HANDS, 100, 0, 60.0),
    Kind(f"block, after {PLAYED} moves", TWO_HANDS, 100, PLAYED, 2.0),
)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", metavar="OUT", type=Path, help="write the figures to this file")
    args = parser.parse_args()
    backend: str = dm.backend
    if backend != "c":
        sys.exit("perfect_play.py measures the compiled core, and this installation runs on the pure backend")
    print(machine_line(machine()))
    with on_one_core():
        seconds = {kind.name: time_kind(kind) for kind in KINDS}
        ours, theirs = time_peer()
    tell(seconds, ours, theirs)
    if args.json:
        figures = {"machine": machine(), "seconds": seconds, "same deals": {"engine": ours, "PyPI": theirs}}
        args.json.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    return 0


def deal(kind: Kind, number: int) -> dm.Round:
    """A round with so many random moves played; a shorter one is followed by another deal."""
    rnd = dm.Round.deal(kind.rules, seed=SEED, number=number)
    rng = Random(number)
    for _ in range(kind.played):
        moves = rnd.legal_moves()
        if not moves:
            return deal(kind, number + kind.rounds)
        rnd.play(rng.choice(moves))
    return rnd if rnd.result is None else deal(kind, number + kind.rounds)


def time_kind(kind: Kind) -> list[float]:
    """Seconds for each round, all answers checked."""
    seconds = []
    for number in range(kind.rounds):
        rnd = deal(kind, number)
        begin = measure.clock()
        found = rnd.solve()
        seconds.append(measure.clock() - begin)
        check(f"{kind.name}, deal {number}", rnd, found)
        if number < WITH_ROOTS:
            check_roots(f"{kind.name}, deal {number}", rnd, found)
    return seconds


def check(name: str, rnd: dm.Round, found: dm.Solution) -> None:
    """The line is legal and ends with the value."""
    walk = rnd.copy()
    for move in found.line:
        walk.play(move)
    if walk.result is None or walk.points[0] - walk.points[1] != found.value:
        sys.exit(f"{name}: the line ends with {walk.points}, not with {found.value}")


def check_roots(name: str, rnd: dm.Round, found: dm.Solution) -> None:
    """The best of all moves' values, each found by itself, is the value."""
    roots = rnd.solve(roots=True).roots or {}
    best = (max if rnd.turn in (0, 2) else min)(roots.values())
    if best != (found.value, found.value):
        sys.exit(f"{name}: the moves are worth {roots}, and the round {found.value}")


def time_peer() -> tuple[list[float], list[float]]:
    """Seconds of ours and of PyPI's search for the same deals."""
    python, ours, theirs = rivals.pypi_python(), [], []
    for number in range(PEER_DEALS):
        rnd = deal(KINDS[0], number)
        begin = measure.clock()
        found = rnd.solve()
        ours.append(measure.clock() - begin)
        hands = [",".join(map(str, hand)) for hand in rnd.dealt_hands]
        told: Any = json.loads(output_of(python, "-I", HERE / "pypi_search.py", rnd.starter, *hands))
        theirs.append(told["seconds"])
        if told["value"] != found.value:
            sys.exit(f"deal {number}: PyPI's search finds {told['value']}, ours {found.value}")
    return ours, theirs


def tell(seconds: dict[str, list[float]], ours: list[float], theirs: list[float]) -> None:
    print(f"\n{'milliseconds to solve':34}{'median':>9}{'slowest':>9}{'bar':>6}")
    for kind in KINDS:
        middle, slowest = 1000 * median(seconds[kind.name]), 1000 * max(seconds[kind.name])
        verdict = "met" if middle <= kind.bar else "NOT MET"
        print(f"  {f'{kind.name} ({kind.rounds})':32}{middle:9.2f}{slowest:9.1f}{kind.bar:6g}  {verdict}")
    print("\nseconds for the same whole partnership deal, by the engine and by PyPI's search; the values are equal")
    for number, (mine, its) in enumerate(zip(ours, theirs, strict=True)):
        print(f"  deal {number}  {mine:10.4f}{its:10.2f}   {its / mine:,.0f} times as long")


if __name__ == "__main__":
    sys.exit(main())
