"""How well the players play against each other, and how long they think, beside the bars they must reach.

    python benches/strength.py [--quick] [--only NAME ...] [--workers N] [--keep FOLDER] [--json OUT]

Every bar of ``bars.py`` is a tournament over duplicate deals (``docs/tournaments.md``): each deal is played in every
seating, the seed is kept in the file, and the share's 95 % interval is over deals. A bar is met when the interval's
lower end lies above it. The same seeds give the same shares on every machine, for any number of workers.

Then the median time of a decision, in the processor's time, in a run of its own on one core (``pondering.py``).

With ``--keep`` each tournament has a file there, and a run that was ended goes on; a folder for each state of the code.
All of it takes about 10 minutes with ``--workers 2``. ``--quick`` plays a twentieth and says nothing about the bars.
Exit code 1 if a share's bar is not met; times are printed beside their bars, since they depend on the machine.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import Any, Final, NamedTuple

from bars import BARS, SEED, Bar
from cores import on_one_core
from pondering import Times, times

import dominoes as dm
from dominoes.benchmark.machine import machine
from dominoes.benchmark.report import machine_line
from dominoes.tournaments import Cell, Progress

QUICK: Final = 20
"""A quick run plays one game of so many."""
TIMED_MATCHES: Final = 24
REPEATS: Final = 5


class Outcome(NamedTuple):
    """What became of a bar."""

    bar: Bar
    cell: Cell

    @property
    def lower_end(self) -> float:
        return self.cell.share.value - self.cell.share.half_width

    @property
    def is_met(self) -> bool:
        return self.lower_end > self.bar.least


def main(arguments: Sequence[str] | None = None) -> int:
    args = parsed(arguments)
    wanted = [bar for bar in BARS if not args.only or bar.name in args.only]
    if str(dm.backend) != "c":
        sys.exit("strength.py plays on the compiled core, and this installation runs on the pure backend")
    print(machine_line(machine()))
    if args.keep:
        args.keep.mkdir(parents=True, exist_ok=True)
    outcomes = play_all(wanted, QUICK if args.quick else 1, args.workers, args.keep)
    thought = time_all(wanted, args.quick)
    if args.json:
        args.json.write_text(json.dumps(to_dict(outcomes, thought), indent=1) + "\n", encoding="utf-8")
    return 0 if args.quick or all(outcome.is_met for outcome in outcomes) else 1


def parsed(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    names = [bar.name for bar in BARS]
    parser.add_argument("--quick", action="store_true", help=f"only one game of {QUICK}, to see that all of it runs")
    parser.add_argument("--only", metavar="NAME", nargs="+", choices=names, help=f"these bars: {', '.join(names)}")
    parser.add_argument("--workers", metavar="N", type=int, default=1, help="processes for the tournaments (1)")
    parser.add_argument("--keep", metavar="FOLDER", type=Path, help="keep the results there, and go on with them")
    parser.add_argument("--json", metavar="OUT", type=Path, help="write the figures to this file")
    return parser.parse_args(arguments)


# ---- playing -------------------------------------------------------------------------------------------------------


def play_all(wanted: Sequence[Bar], part: int, workers: int, folder: Path | None) -> list[Outcome]:
    """Play one bar after the other, and print each as it is done."""
    print(f"\n{'':22}{'':31}{'games':>8}{'share, %':>15}{'lower end':>11}{'bar':>8}{'points':>9}{'seconds':>9}")
    outcomes = []
    for number, bar in enumerate(wanted):
        begin = perf_counter()
        outcomes.append(play(bar, part, workers, folder, f"{number + 1}/{len(wanted)}"))
        tell(outcomes[-1], perf_counter() - begin, judged=part == 1)
    return outcomes


def play(bar: Bar, part: int, workers: int, folder: Path | None, place: str) -> Outcome:
    """The tournament of a bar."""
    kept = folder / f"{bar.name.replace('/', ' level ')}.jsonl" if folder else None

    def progress(so_far: Progress) -> None:
        if sys.stderr.isatty():
            print(f"\r{place} {bar.name}: {so_far.done} of {so_far.deals} deals ", end="", file=sys.stderr, flush=True)

    length: dict[str, Any] = {bar.kind: -(-bar.games // part)}
    how: dict[str, Any] = {"seed": bar.seed, "workers": workers, "out": kept, "progress": progress}
    table = dm.tournament([bar.player, bar.opponent], bar.rules, **length, **how)
    if sys.stderr.isatty():
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)
    return Outcome(bar, table[bar.player, bar.opponent])


def tell(outcome: Outcome, seconds: float, judged: bool) -> None:
    bar, cell = outcome.bar, outcome.cell
    share = f"{100 * cell.share.value:.2f} ± {100 * cell.share.half_width:.2f}"
    verdict = "" if not judged else "  met" if outcome.is_met else "  NOT MET"
    print(
        f"{bar.name:22}{bar.player:>13} : {bar.opponent:<10}{cell.games:5} {bar.kind:7}{share:>15}"
        f"{100 * outcome.lower_end:11.2f}{100 * bar.least:8.1f}{cell.points.value:9.2f}{seconds:9.0f}{verdict}",
        flush=True,
    )


# ---- timing --------------------------------------------------------------------------------------------------------


def time_all(wanted: Sequence[Bar], is_quick: bool) -> dict[str, Times]:
    """Of every bar that allows only so much time, one after the other on one core."""
    print(f"\n{'milliseconds a decision':36}{'decisions':>10}{'median':>9}{'bar':>6}{'9 of 10':>10}{'longest':>9}")
    matches, repeats = (2, 1) if is_quick else (TIMED_MATCHES, REPEATS)
    found = {}
    with on_one_core():
        for bar in wanted:
            if bar.milliseconds is not None:
                taken = times(bar.player, bar.opponent, bar.rules, matches, repeats, f"{SEED}, times")
                found[bar.name] = taken
                tell_times(bar, taken)
    return found


def tell_times(bar: Bar, taken: Times) -> None:
    assert bar.milliseconds is not None
    verdict = "met" if taken.median <= bar.milliseconds else "NOT MET"
    print(
        f"{bar.name:22}{bar.player:14}{taken.decisions:10}{taken.median:9.2f}{bar.milliseconds:6g}"
        f"{taken.slowest_tenth:10.2f}{taken.longest:9.2f}  {verdict}",
        flush=True,
    )


def to_dict(outcomes: Sequence[Outcome], thought: dict[str, Times]) -> dict[str, Any]:
    """All of it for JSON; shares and their half-widths are parts of 1."""
    shares = {
        one.bar.name: {
            **one.cell.to_dict(),
            "rules": one.bar.rules.to_dict(),
            "seed": one.bar.seed,
            "bar": one.bar.least,
            "met": one.is_met,
        }
        for one in outcomes
    }
    return {
        "machine": machine(),
        "shares": shares,
        "milliseconds": {name: taken._asdict() for name, taken in thought.items()},
    }


if __name__ == "__main__":
    sys.exit(main())
