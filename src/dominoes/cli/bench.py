"""``dominoes bench``: the speed of this installation, compiled beside pure, and against an earlier run."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Final

from .failures import OK, REFUSED, CommandError, cannot
from .options import add_command

if TYPE_CHECKING:
    from dominoes.benchmark.report import Report

    from .options import Subparsers

EXAMPLES: Final = """\
  dominoes bench                        everything, in some minutes
  dominoes bench --quick                fewer and shorter repeats
  dominoes bench --json before.json     ... change something, install, then:
  dominoes bench --compare before.json

Each line is the median of interleaved repeats and how far most of them lie from it. A time counts only when both
backends gave the same answer. With --compare the exit code is 1 if anything got slower by more than the noise of both
runs.
"""


def add_parser(subparsers: Subparsers) -> None:
    parser = add_command(
        subparsers,
        "bench",
        "measure the speed of this installation",
        description="Measures the engine's work at the waist and through the Python API, compiled beside pure.",
        examples=EXAMPLES,
    )
    parser.add_argument("--quick", action="store_true", help="fewer and shorter repeats: half a minute, more noise")
    parser.add_argument("--json", metavar="OUT", help="write the results to this file, for a later --compare")
    parser.add_argument("--compare", metavar="OLD", help="say what got slower since the run that wrote this file")


def run(args: argparse.Namespace) -> int:
    old = _read(args.compare) if args.compare else None
    new = _measure(quick=args.quick)
    if args.json:
        _write(args.json, new)
    return _compare(old, new) if old else OK


def _measure(*, quick: bool) -> Report:
    from dominoes.benchmark import measure, report
    from dominoes.benchmark.machine import machine

    found = report.Report(machine(), [])
    print(report.machine_line(found.machine))
    if "c" not in measure.backends():
        print("The compiled core is absent: there is only the pure backend to measure, and no ratio.")
    print(report.head_line(), flush=True)
    for row in measure.measure_all(measure.QUICK if quick else measure.FULL):
        print(report.table_line(row), flush=True)
        found.rows.append(row)
    return found


def _compare(old: Report, new: Report) -> int:
    from dominoes.benchmark import report

    changes = report.compare(old, new)
    differing = [name for name in new.machine if name != "dominoes" and old.machine.get(name) != new.machine[name]]
    print()
    if differing:
        print(f"Careful: the old run had another {', '.join(differing)}: {report.machine_line(old.machine)}")
    pace = report.pace_ratio(old, new)
    print(f"The machine took {pace:.2f} times as long for plain Python; this is taken out below.")
    for row in new.rows:
        if row.name not in {change.name for change in changes}:
            print(f"{row.name}: not in the old run")
    for change in changes:
        if change.is_slower or change.is_faster:
            print(change)
    slower = sum(change.is_slower for change in changes)
    print(f"{slower} of {len(changes)} got slower beyond the noise of both runs.")
    return REFUSED if slower else OK


def _read(path: str) -> Report:
    from dominoes.benchmark import report

    try:
        return report.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise cannot("read", path, error) from None
    except ValueError as error:  # no UTF-8, or no report
        raise CommandError(f"{path}: {error}") from None


def _write(path: str, new: Report) -> None:
    try:
        Path(path).write_text(new.dumps(), encoding="utf-8")
    except OSError as error:
        raise cannot("write", path, error) from None
