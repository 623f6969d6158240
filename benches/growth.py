"""How cost grows with players, set, table and batch: measures it, and draws docs/images/growth.svg.

    python benches/growth.py [--repeats N]

On one core, in the processor's time, the median of interleaved repeats. The unit is one action (a play, a draw or a
pass): of playouts, with the dealing shared out among them, so that rounds of different lengths can be compared; for the
batch, of `dominoes.Batch`, by its samples and steps.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple

from cores import on_one_core
from plotting import Panel, Series, draw

import dominoes as dm
from dominoes.benchmark import measure
from dominoes.benchmark.machine import machine
from dominoes.benchmark.report import machine_line

PICTURE: Final = Path(__file__).resolve().parent.parent / "docs" / "images" / "growth.svg"
LONG_ENOUGH: Final = 0.02
"""Seconds of one measurement, about."""
PRESETS: Final = ("draw", "block", "all-fives")
SETS: Final = (6, 9, 12, 15, 18)
PLAYERS: Final = (2, 3, 4)
TABLES: Final = (8, 12, 16, 24, 32, 40, 48, 56, 64)
BATCHES: Final = (16, 64, 256, 1024, 4096, 16384)


class Point(NamedTuple):
    """One measurement: where it stands, and one run of it, which gives its seconds and how many units they took."""

    panel: str
    series: str
    at: int
    run: Callable[[], tuple[float, int]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=7, metavar="N", help="interleaved repeats (default: 7)")
    repeats = parser.parse_args().repeats
    with on_one_core():
        costs = measure_points(points(), repeats)
    for (panel, series, at), cost in costs.items():
        print(f"{panel:10}{series:12}{at:8,}{cost:10.1f} ns")
    line = machine_line(machine())
    PICTURE.write_text(draw(panels(costs), f"What an action costs: {line}"), encoding="utf-8")
    print(f"{line}\nwritten: {PICTURE}")


# ---- measuring -----------------------------------------------------------------------------------------------------

Costs = dict[tuple[str, str, int], float]
"""Nanoseconds of one unit, by panel, series and place."""


def points() -> list[Point]:
    found = []
    for name in PRESETS:
        found += [Point("players", name, count, of_actions(dm.Rules(name, players=count))) for count in PLAYERS]
    found += [Point("players", "table", count, of_actions(dm.Rules("table", players=count))) for count in PLAYERS]
    for name in (*PRESETS, "table"):
        found += [Point("set", name, top, of_actions(dm.Rules(name, max_pip=top))) for top in SETS]
        found += [Point("batch", name, count, of_steps(dm.Rules(name), count)) for count in BATCHES]
    for name, top in (("table", 6), ("table, to 12", 12), ("table, to 18", 18)):
        found += [Point("table", name, side, of_actions(on_table(top, side))) for side in TABLES]
    return found


def on_table(max_pip: int, side: int) -> dm.Rules:
    return dm.Rules("table", max_pip=max_pip, table=(side, side))


def of_actions(rules: dm.Rules) -> Callable[[], tuple[float, int]]:
    """Enough rounds in one call; the unit is an action."""
    rounds = 256

    def run() -> tuple[float, int]:
        begin = measure.clock()
        done = dm.playouts(rules, n=rounds, seed="growth")
        seconds = measure.clock() - begin
        return seconds, sum(sum(column) for column in (done.plays, done.draws, done.passes))

    seconds, _ = run()
    rounds = max(rounds, int(rounds * LONG_ENOUGH / seconds))
    return run


def of_steps(rules: dm.Rules, n: int) -> Callable[[], tuple[float, int]]:
    """Enough steps of ``n`` rounds; the unit is one action of one round, with its choice and its masks."""
    batch = dm.Batch(rules, n=n, seed="growth", autoreset=True)
    steps = max(8, 65536 // n)

    def run() -> tuple[float, int]:
        begin = measure.clock()
        for _ in range(steps):
            batch.step(batch.sample())
        return measure.clock() - begin, steps * n

    return run


def measure_points(wanted: list[Point], repeats: int) -> Costs:
    samples: dict[tuple[str, str, int], list[float]] = {(one.panel, one.series, one.at): [] for one in wanted}
    for _ in range(repeats):
        for one in wanted:
            seconds, units = one.run()
            samples[one.panel, one.series, one.at].append(1e9 * seconds / units)
    return {place: median(values) for place, values in samples.items()}


# ---- drawing -------------------------------------------------------------------------------------------------------


def panels(costs: Costs) -> list[Panel]:
    return [
        Panel("Players", "players", "nanoseconds an action", PLAYERS, lines(costs, "players")),
        Panel("Set", "highest number of the set", "nanoseconds an action", SETS, lines(costs, "set")),
        Panel("Table", "cells along each side", "nanoseconds an action", (8, 16, 32, 48, 64), lines(costs, "table")),
        Panel(
            "Batch",
            "rounds side by side",
            "nanoseconds an action, by sample() and step()",
            BATCHES,
            lines(costs, "batch"),
            True,
        ),
    ]


def lines(costs: Costs, panel: str) -> list[Series]:
    found: dict[str, list[tuple[float, float]]] = {}
    for (where, series, at), cost in costs.items():
        if where == panel:
            found.setdefault(series, []).append((at, cost))
    return [Series(name, values) for name, values in found.items()]


if __name__ == "__main__":
    main()
