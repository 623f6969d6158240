"""The engine against others, in one run on one core: plain C loops, its own pure backend, and PyPI's ``dominoes``.

    python benches/against_others.py [--repeats N] [--json OUT]

Repeats are interleaved, so that what disturbs one contender disturbs the others too, and medians are compared:

- ``playouts`` of ``draw`` for two, ``partnership`` and ``table`` against ``plain_{preset}.c``, the same rounds in C
  loops written for speed, compiled here with ``-O3`` as our core is; and the loop for four against PyPI's games.
- whole random ``partnership`` rounds against the same game in PyPI's ``dominoes`` 6.1.0, played as its documentation
  does: by ``Round.legal_moves()`` and ``play()``, and by the waist's ``State.legal()`` and ``apply_unchecked()``. All
  three choose by ``moves[roll() % len(moves)]`` with numbers rolled beforehand. PyPI's package is installed with pip
  into an environment of its own under the user's cache directory, once.
- playouts and games on the compiled backend against the pure one. No bar.
- two threads against one. These are the wall's seconds and two cores; where the machine gave less, it says so.

All other times are the processor's, not the wall's. The answers are checked too: each C loop's averages agree with ours
within statistical error, the backends agree exactly, and PyPI's games replayed here offer the same moves and end with
the same points. Exit code 1 if the answers disagree; the speeds are printed beside their bars.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Callable
from itertools import cycle
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import Any, Final, NamedTuple

import checks
import rivals
import telling
from cores import cores_at_hand, on_one_core
from telling import Rates, Ratio

import dominoes as dm
from dominoes import _backend
from dominoes._codes import HIGHEST_TILE
from dominoes.benchmark import measure
from dominoes.benchmark.machine import machine
from dominoes.benchmark.report import machine_line

ROUNDS: Final = 300_000
PURE_ROUNDS: Final = 1_000
THREADED_ROUNDS: Final = 10_000_000
GAMES: Final = 300
WAIST_GAMES: Final = 2_000
ENOUGH_CORES: Final = 1.9
"""Processor seconds per second that two threads must have had for their speed to mean something."""

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
    threaded, threads = measure_threads(args.repeats)
    rates.update(threaded)
    telling.tell(rates, RATIOS)
    tell_threads(cores, threads)
    if args.json:
        args.json.write_text(json.dumps({"machine": machine(), "rates": rates}, indent=1) + "\n", encoding="utf-8")
    return 0


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
            told = rivals.play_loop(loop, ROUNDS, repeat)
            note(f"C loop, {preset}", told["rounds"] / told.pop("seconds"))
            sums[preset] = {name: sums[preset].get(name, 0) + count for name, count in told.items()}
            note(f"playouts, {preset}", time_playouts(preset, ROUNDS, repeat))
        note("pure playouts, draw", pure.submit(time_playouts, "draw", PURE_ROUNDS, repeat).result())
        note("games, Round", time_games(GAMES, repeat))
        note("games, State", time_waist(WAIST_GAMES, repeat))
        note("games, PyPI", GAMES / rivals.play_pypi(pypi, "time", GAMES, repeat)["seconds"])
        note("pure games, Round", pure.submit(time_games, GAMES, repeat).result())
    return rates, sums


def time_playouts(preset: str, rounds: int, seed: int) -> float:
    """Rounds a second of one call."""
    rules = dm.Rules.preset(preset)
    begin = measure.clock()
    dm.playouts(rules, n=rounds, seed=seed, threads=1)
    return rounds / (measure.clock() - begin)


def rolls(seed: int) -> Callable[[], int]:
    """Numbers to choose by, rolled before the clock runs, as in ``pypi_games.py``."""
    chance = Random(seed)
    return cycle([chance.randrange(720_720) for _ in range(10_007)]).__next__


def time_games(games: int, seed: int) -> float:
    """Whole games a second by the Python API, dealing and choosing included, as for PyPI's."""
    rules = dm.Rules.preset("partnership")
    roll = rolls(seed)
    begin = measure.clock()
    for number in range(games):
        rnd = dm.Round.deal(rules, seed=seed, number=number)
        while moves := rnd.legal_moves():
            rnd.play(moves[roll() % len(moves)])
    return games / (measure.clock() - begin)


def time_waist(games: int, seed: int) -> float:
    """The same by the integers that the API stands on."""
    spec = dm.Rules.preset("partnership").spec
    key = _backend.seed_key(b"deal", str(seed).encode())
    roll = rolls(seed)
    begin = measure.clock()
    for number in range(games):
        state = _backend.State.deal(spec, key, number, HIGHEST_TILE)
        while actions := state.legal():
            state.apply_unchecked(actions[roll() % len(actions)])
    return games / (measure.clock() - begin)


class Threads(NamedTuple):
    """What says how far the two threads' rate is to be believed; medians."""

    cores: float
    """Processor seconds that two threads had in a second."""
    work: float
    """Processor seconds of two threads for those of one, the rounds being the same."""


def measure_threads(repeats: int) -> tuple[Rates, Threads]:
    """Rounds a second of the wall's by one thread and by two."""
    rules = dm.Rules.preset("draw")
    rates: Rates = {"one thread, draw": [], "two threads, draw": []}
    cores, work = [], []
    for repeat in range(repeats):
        worked = []
        for threads, name in enumerate(rates, start=1):
            wall, processor = perf_counter(), process_time()
            dm.playouts(rules, n=THREADED_ROUNDS, seed=repeat, threads=threads)
            wall, processor = perf_counter() - wall, process_time() - processor
            rates[name].append(THREADED_ROUNDS / wall)
            worked.append(processor)
        cores.append(worked[1] / wall)
        work.append(worked[1] / worked[0])
    return rates, Threads(median(cores), median(work))


# ---- telling -------------------------------------------------------------------------------------------------------


def tell_threads(cores: int, threads: Threads) -> None:
    had = f"{cores} cores at hand, of which two threads had {threads.cores:.2f}"
    print(f"  {had}; their work was {threads.work:.2f} times one's")
    if threads.cores < ENOUGH_CORES:
        print(
            f"  the machine was busy; with two cores to themselves they are {2 / threads.work:.2f} times one, at best"
        )


if __name__ == "__main__":
    sys.exit(main())
