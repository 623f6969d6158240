"""A run's results: the table a person reads, the file a later run is compared with, and the comparison.

Times are in seconds of one unit (``game``, ``action`` …). Where a run was disturbed its repeats scatter; the scatter of
both runs is what a difference must exceed before it is called one.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from statistics import median
from typing import Any, Final, NamedTuple, NoReturn

from dominoes.errors import DominoesError

FORMAT: Final = "dominoes-bench"
VERSION: Final = 1
LEAST_NOISE: Final = 0.03
"""The least noise, as a share, that any row is believed to have: repeats of one run are more alike than two runs."""
NAMES: Final = {"c": "compiled", "py": "pure"}
PER_SECOND: Final = frozenset({"game", "leaf"})
"""Units that the table shows as so many a second; the others as the time of one."""


class ReportError(DominoesError, ValueError):
    """A file that is no result of ``dominoes bench``."""


@dataclass
class Row:
    """One workload: the seconds of one unit, for each backend and repeat; ``pace`` is the machine's at each repeat."""

    name: str
    unit: str
    samples: dict[str, list[float]]
    pace: list[float]


@dataclass
class Report:
    """All rows of a run, and what it ran on (`dominoes.benchmark.machine.machine`)."""

    machine: dict[str, str]
    rows: list[Row]

    def dumps(self) -> str:
        """JSON, which `loads` reads."""
        rows = [vars(row) for row in self.rows]
        whole = {"format": FORMAT, "version": VERSION, "machine": self.machine, "rows": rows}
        return json.dumps(whole, indent=1) + "\n"


def loads(text: str) -> Report:
    """The report in the text of a file. Raises `ReportError`, whose text says what is wrong."""
    try:
        found = json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise ReportError(f"no JSON: {error}") from None
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise ReportError("not a result of dominoes bench --json")
    if found.get("version") != VERSION:
        raise ReportError(f"version {found.get('version')!r} of the format; this program knows version {VERSION}")
    machine = found.get("machine")
    rows = found.get("rows")
    if not isinstance(machine, dict) or not all(isinstance(value, str) for value in machine.values()):
        raise ReportError("machine: should be an object of texts")
    if not isinstance(rows, list) or not rows:
        raise ReportError("rows: should be a list with something in it")
    return Report(machine, [_row(number, row) for number, row in enumerate(rows)])


def _row(number: int, found: Any) -> Row:
    where = f"row {number}"
    if not isinstance(found, dict) or set(found) != {"name", "unit", "samples", "pace"}:
        raise ReportError(f"{where}: should be an object with name, unit, samples and pace")
    if not isinstance(found["name"], str) or not isinstance(found["unit"], str):
        raise ReportError(f"{where}: name and unit should be texts")
    samples = found["samples"]
    if not isinstance(samples, dict) or not samples or not set(samples) <= set(NAMES):
        raise ReportError(f"{where}: samples should be an object with {' or '.join(NAMES)}")
    for times in (*samples.values(), found["pace"]):
        if not isinstance(times, list) or not times or not all(_is_time(time) for time in times):
            raise ReportError(f"{where}: times should be lists of positive numbers")
    return Row(found["name"], found["unit"], samples, found["pace"])


def _is_time(value: object) -> bool:
    return isinstance(value, float) and 0 < value < math.inf


def _refuse_constant(text: str) -> NoReturn:
    raise ValueError(f"{text} is no JSON number")


# ---- the table -----------------------------------------------------------------------------------------------------


def machine_line(machine: dict[str, str]) -> str:
    """``dominoes 0.1.0, CPython 3.11.7, …, core: GCC …``."""
    text = ", ".join(machine.get(name, "?") for name in ("python", "processor", "system"))
    return f"dominoes {machine.get('dominoes', '?')}, {text}, core: {machine.get('core', '?')}"


def head_line() -> str:
    return f"{'':32}{'one':9}{'compiled':>16}{'pure':>16}{'ratio':>8}"


def table_line(row: Row) -> str:
    """The row of the table: medians, how far most repeats lie from them, and how many times faster the core is."""
    cells = [_cell(row.samples[backend], row.unit) if backend in row.samples else "-" for backend in NAMES]
    ratio = ""
    if set(NAMES) <= set(row.samples):
        ratio = f"{median(row.samples['py']) / median(row.samples['c']):.1f}x"
    return f"{row.name:32}{row.unit:9}{cells[0]:>16}{cells[1]:>16}{ratio:>8}"


def _cell(samples: list[float], unit: str) -> str:
    middle = median(samples)
    value = f"{_short(1 / middle)}/s" if unit in PER_SECOND else _time(middle)
    return f"{value} ±{_scatter(samples):3.0%}"


def _short(value: float) -> str:
    for size, letter in ((1e6, "M"), (1e3, "k")):
        if value >= size:
            return f"{value / size:.3g}{letter}" if value < 100 * size else f"{value / size:.0f}{letter}"
    return f"{value:.3g}"


def _time(seconds: float) -> str:
    for size, unit in ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs")):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"


def _scatter(samples: list[float]) -> float:
    """The median distance from the median, as a share of it."""
    middle = median(samples)
    return median(abs(sample - middle) for sample in samples) / middle


# ---- the comparison ------------------------------------------------------------------------------------------------


class Change(NamedTuple):
    """How a row changed on a backend: ``ratio`` is its time now to its time then, ``noise`` what scatter explains."""

    name: str
    backend: str
    ratio: float
    noise: float

    @property
    def is_slower(self) -> bool:
        return self.ratio > 1 + self.noise

    @property
    def is_faster(self) -> bool:
        return self.ratio < 1 / (1 + self.noise)

    def __str__(self) -> str:
        word = "slower" if self.ratio > 1 else "faster"
        by = max(self.ratio, 1 / self.ratio) - 1
        return f"{self.name} ({NAMES[self.backend]}): {by:.0%} {word}, noise {self.noise:.0%}"


def pace_ratio(old: Report, new: Report) -> float:
    """How much time the same plain Python took the machine in the new run, compared with the old."""
    return median(_paces(new)) / median(_paces(old))


def compare(old: Report, new: Report) -> list[Change]:
    """A change for each row and backend that both runs have, with the machine's own pace taken out."""
    pace = pace_ratio(old, new)
    before = {row.name: row for row in old.rows}
    changes = []
    for row in new.rows:
        for backend, samples in row.samples.items():
            then = before[row.name].samples.get(backend) if row.name in before else None
            if then:
                noise = _noise(then) + _noise(samples)
                changes.append(Change(row.name, backend, median(samples) / median(then) / pace, noise))
    return changes


def _noise(samples: list[float]) -> float:
    """Three standard deviations, by the scatter of most repeats, and at least `LEAST_NOISE`."""
    return max(LEAST_NOISE, 3 * 1.4826 * _scatter(samples))


def _paces(report: Report) -> list[float]:
    return [pace for row in report.rows for pace in row.pace]
