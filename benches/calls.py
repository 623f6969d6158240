"""What a call costs on each backend: through Cython, through cffi, and in plain Python.

    python benches/calls.py [--repeats N]

On one core, in the processor's time, the median of interleaved repeats; the loop and the function around each call are
taken off. The backends are asked the same in the same position, after twelve actions of a round of `draw` for two, and
must answer the same. `dom_legal_count` is the C function as cffi gives it, without the State around it. The module of
cffi is there where the package was built with `DOMINOES_CFFI=1`.
"""

from __future__ import annotations

import argparse
from array import array
from collections.abc import Callable
from importlib import import_module
from statistics import median
from typing import Any, Final, NamedTuple

from cores import on_one_core

from dominoes.benchmark import measure
from dominoes.benchmark.machine import machine
from dominoes.benchmark.report import machine_line

BACKENDS: Final = {"Cython": "dominoes._core", "cffi": "dominoes._through_cffi", "pure": "dominoes._pure"}
DRAW_FOR_TWO: Final = (1, 2)
KEY: Final = bytes(range(32))
ACTIONS_BEFORE: Final = 12
LONG_ENOUGH: Final = 0.02
"""Seconds of one measurement, about."""
ROUNDS: Final = 1000

Call = Callable[[], Any]


class Asked(NamedTuple):
    """A call on one backend."""

    name: str
    backend: str
    call: Call


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=9, metavar="N", help="interleaved repeats (default: 9)")
    repeats = parser.parse_args().repeats
    with on_one_core():
        wanted = [asked for backend, module in BACKENDS.items() for asked in calls(backend, import_module(module))]
        check(wanted)
        costs = measure_calls(wanted, repeats)
    print(f"{'nanoseconds a call':32}{''.join(f'{name:>12}' for name in BACKENDS)}{'cffi/Cython':>13}")
    for name in dict.fromkeys(asked.name for asked in wanted):
        print(line_of(name, {backend: costs.get((name, backend)) for backend in BACKENDS}))
    print(machine_line(machine()))


def line_of(name: str, costs: dict[str, float | None]) -> str:
    cells = "".join(f"{'' if cost is None else f'{cost:,.0f}':>12}" for cost in costs.values())
    core, cffi = costs["Cython"], costs["cffi"]
    return f"{name:32}{cells}" + (f"{cffi / core:13.1f}" if core and cffi else "")


def calls(backend: str, module: Any) -> list[Asked]:
    """The calls of a table's column, each of which leaves the round as it found it."""
    spec = module.preset(*DRAW_FOR_TWO)
    state = module.State.deal(spec, KEY, 0, -1)
    for _ in range(ACTIONS_BEFORE):
        state.apply(state.legal()[0])
    action, columns = state.legal()[0], [array("i", [0] * size) for size in [2 * ROUNDS] + [ROUNDS] * 6]

    def there_and_back() -> int:
        state.apply(action)
        undone: int = state.undo()
        return undone

    def rounds() -> list[int]:
        module.playouts(spec, KEY, 0, ROUNDS, *columns)
        return columns[0].tolist()

    found: dict[str, Call] = {
        "turn": lambda: state.turn,
        "legal_count()": lambda: state.legal_count(),
        "legal()": lambda: state.legal(),
        "is_legal(action)": lambda: state.is_legal(action),
        "apply(action), undo()": there_and_back,
        "copy()": lambda: state.copy(),
        f"playouts of {ROUNDS:,} rounds": rounds,
    }
    if backend == "cffi":
        library = import_module("dominoes._through.library").lib
        found["dom_legal_count(round)"] = lambda: library.dom_legal_count(state._round)
    return [Asked(name, backend, call) for name, call in found.items()]


def check(wanted: list[Asked]) -> None:
    """All backends answer the same."""
    answers: dict[str, set[str]] = {}
    for asked in wanted:
        answers.setdefault(asked.name, set()).add(repr(asked.call()))
    different = [name for name, given in answers.items() if len(given) > 1]
    if different:
        raise AssertionError(f"the backends differ in {', '.join(different)}")


def measure_calls(wanted: list[Asked], repeats: int) -> dict[tuple[str, str], float]:
    """Nanoseconds, by call and backend."""
    loops = {asked: max(1, int(LONG_ENOUGH / max(seconds_of(asked.call, 20) / 20, 1e-8))) for asked in wanted}
    samples: dict[tuple[str, str], list[float]] = {(asked.name, asked.backend): [] for asked in wanted}
    for _ in range(repeats):
        for asked in wanted:
            times = loops[asked]
            seconds = seconds_of(asked.call, times) - seconds_of(nothing, times)
            samples[asked.name, asked.backend].append(1e9 * seconds / times)
    return {place: median(values) for place, values in samples.items()}


def nothing() -> None:
    """What the loop costs, with the call of a Python function."""


def seconds_of(call: Call, times: int) -> float:
    begin = measure.clock()
    for _ in range(times):
        call()
    return measure.clock() - begin


if __name__ == "__main__":
    main()
