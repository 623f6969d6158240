"""The engine against others, in one run on one core: plain C loops, its own pure backend, and PyPI's ``dominoes``.

    python benches/against_others.py [--repeats N] [--json OUT]

Repeats are interleaved, so that what disturbs one contender disturbs the others too, and medians are compared:

- ``playouts`` of ``draw`` for two, ``partnership`` and ``table`` against ``plain_{preset}.c``, the same rounds in C
  loops written for speed, compiled here with ``-O3`` as our core is; and the loop for four against PyPI's games.
- whole random ``partnership`` rounds against the same game in PyPI's ``dominoes`` 6.1.0, played as its documentation
  does: by ``Round.legal_moves()`` and ``play()``, and by the waist's ``State.legal()`` and ``apply_unchecked()``. Each
  chooses by ``moves[int(random() * len(moves))]``. PyPI's package is installed with pip into an environment of its own
  under the user's cache directory, once.
- playouts and games on the compiled backend against the pure one. No bar.
- two threads against one. These are the wall's seconds and two cores; where the machine gave less, it says so.

All other times are the processor's, not the wall's. The answers are checked too: each C loop's averages agree with ours
within statistical error, the backends agree exactly, and PyPI's games replayed here offer the same moves and end with
the same points. Exit code 1 if the answers disagree; the speeds are printed beside their bars.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import Any, Final

import checks
import rivals

import dominoes as dm
from dominoes import _backend
from dominoes._codes import HIGHEST_TILE
from dominoes.benchmark import measure
from dominoes.benchmark.machine import machine
from dominoes.benchmark.report import machine_line

ROUNDS: Final = 300_000
PURE_ROUNDS: Final = 1_000
THREADED_ROUNDS: Final = 1_000_000
GAMES: Final = 300
WAIST_GAMES: Final = 2_000
ENOUGH_CORES: Final = 1.9
"""Processor seconds per second that two threads must have had for their speed to mean something."""

Rates = dict[str, list[float]]
Ratio = tuple[str, str, float | None]
"""A name of `Rates`, another to divide it by, and the least that the quotient should be."""
RATIOS: Final[list[Ratio]] = [
    *((f"playouts, {preset}", f"C loop, {preset}", 0.8) for preset in rivals.LOOPS),
    ("C loop, partnership", "games, PyPI", 400.0),
    ("playouts, partnership", "games, PyPI", None),
    ("games, Round", "games, PyPI", 8.0),
    ("games, State", "games, PyPI", 25.0),
    ("playouts, draw", "pure playouts, draw", None),
    ("games, Round", "pure games, Round", None),
    ("two threads, draw", "one thread, draw", 1.85),
]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=9, metavar="N", help="interleaved repeats (default: 9)")
    parser.add_argument("--json", metavar="OUT", type=Path, help="write the figures to this file")
    args = parser.parse_args()
    if str(dm.backend) != "c":
        sys.exit("against_others.py measures the compiled core, and this installation runs on the pure backend")
    print(machine_line(machine()))
    cores = cores_at_hand()
    with tempfile.TemporaryDirectory() as folder, on_one_core(), measure.worker("py") as pure:
        loops = rivals.compile_loops(Path(folder))
        pypi = rivals.pypi_python()
        rates, sums = measure_rates(args.repeats, loops, pypi, pure)
        for preset, counted in sums.items():
            checks.check_loop(preset, counted)
        checks.check_pure(pure)
        checks.check_pypi(pypi)
    threaded, given = measure_threads(args.repeats)
    rates.update(threaded)
    tell(rates)
    print(f"  {cores} cores at hand; two threads had {given:.2f} of them", end="")
    print("" if given >= ENOUGH_CORES else ": the machine was busy, and their speed says little")
    if args.json:
        args.json.write_text(json.dumps({"machine": machine(), "rates": rates}, indent=1) + "\n", encoding="utf-8")
    return 0


@contextmanager
def on_one_core() -> Iterator[None]:
    """For this process and all that it starts; on systems that know how."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def cores_at_hand() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


# ---- measuring -----------------------------------------------------------------------------------------------------


def measure_rates(
    repeats: int, loops: dict[str, Path], pypi: Path, pure: Any
) -> tuple[Rates, dict[str, dict[str, int]]]:
    """Rounds a second of every contender, a list entry a repeat; and each C loop's sums over all repeats."""
    rates: Rates = {}
    sums: dict[str, dict[str, int]] = {preset: {} for preset in loops}

    def note(name: str, rate: float) -> None:
        rates.setdefault(name, []).append(rate)

    for repeat in range(repeats):
        for preset, loop in loops.items():
            told = rivals.told(loop, ROUNDS, repeat)
            note(f"C loop, {preset}", told["rounds"] / told.pop("seconds"))
            sums[preset] = {name: sums[preset].get(name, 0) + count for name, count in told.items()}
            note(f"playouts, {preset}", time_playouts(preset, ROUNDS, repeat))
        note("pure playouts, draw", pure.submit(time_playouts, "draw", PURE_ROUNDS, repeat).result())
        note("games, Round", time_games(GAMES, repeat))
        note("games, State", time_waist(WAIST_GAMES, repeat))
        note("games, PyPI", GAMES / rivals.pypi_games(pypi, "time", GAMES, repeat)["seconds"])
        note("pure games, Round", pure.submit(time_games, GAMES, repeat).result())
    return rates, sums


def time_playouts(preset: str, rounds: int, seed: int) -> float:
    """Rounds a second of one call."""
    rules = dm.Rules.preset(preset)
    begin = measure.clock()
    dm.playouts(rules, n=rounds, seed=seed, threads=1)
    return rounds / (measure.clock() - begin)


def time_games(games: int, seed: int) -> float:
    """Whole games a second by the Python API, dealing and choosing included, as for PyPI's."""
    rules = dm.Rules.preset("partnership")
    chance = Random(seed).random
    begin = measure.clock()
    for number in range(games):
        rnd = dm.Round.deal(rules, seed=seed, number=number)
        while moves := rnd.legal_moves():
            rnd.play(moves[int(chance() * len(moves))])
    return games / (measure.clock() - begin)


def time_waist(games: int, seed: int) -> float:
    """The same by the integers that the API stands on."""
    spec = dm.Rules.preset("partnership").spec
    key = _backend.seed_key(b"deal", str(seed).encode())
    chance = Random(seed).random
    begin = measure.clock()
    for number in range(games):
        state = _backend.State.deal(spec, key, number, HIGHEST_TILE)
        while actions := state.legal():
            state.apply_unchecked(actions[int(chance() * len(actions))])
    return games / (measure.clock() - begin)


def measure_threads(repeats: int) -> tuple[Rates, float]:
    """Rounds a second of the wall's by one thread and by two, and how many processors the two had, in the median."""
    rules = dm.Rules.preset("draw")
    rates: Rates = {"one thread, draw": [], "two threads, draw": []}
    given = []
    for repeat in range(repeats):
        for threads, name in enumerate(rates, start=1):
            wall, processor = perf_counter(), process_time()
            dm.playouts(rules, n=THREADED_ROUNDS, seed=repeat, threads=threads)
            wall, processor = perf_counter() - wall, process_time() - processor
            rates[name].append(THREADED_ROUNDS / wall)
            if threads == 2:
                given.append(processor / wall)
    return rates, median(given)


# ---- telling -------------------------------------------------------------------------------------------------------


def tell(rates: Rates) -> None:
    """Print the figures beside their bars."""
    middle = {name: median(values) for name, values in rates.items()}
    print("\nmedian rounds a second")
    for name, value in middle.items():
        print(f"  {name:24}{value:14,.0f}")
    print("\nratios")
    for above, below, bar in RATIOS:
        ratio = middle[above] / middle[below]
        verdict = "" if bar is None else f"   bar {bar:g}: {'met' if ratio >= bar else 'NOT MET'}"
        print(f"  {above:24}: {below:24}{ratio:8.2f}{verdict}")


if __name__ == "__main__":
    sys.exit(main())
