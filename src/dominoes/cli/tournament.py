"""``dominoes tournament``: virtual players against each other, over the same deals with the seats changed."""

from __future__ import annotations

import argparse
import json
import math
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from typing import TYPE_CHECKING, Any, Final, TextIO

from .failures import INTERRUPTED, OK, CommandError, UsageError, tell
from .options import add_command, add_rules, find_modules_here, guessing, rules_from, seed_from, whole_number
from .simulate import BAR_WIDTH, Bar

if TYPE_CHECKING:
    from dominoes.tournaments import Progress, TournamentTable

    from .options import Subparsers

EXAMPLES: Final = """\
  dominoes tournament heaviest random --games 10000 --seed 1
  dominoes tournament heaviest random --rules partnership --matches 500 --workers 4
  dominoes tournament heaviest my_bots:Careful --until 1.5 --out careful.jsonl
  dominoes tournament heaviest random --dask tcp://scheduler:8786 --out big.jsonl
"""

MOST: Final = 10**9
CONNECT_SECONDS: Final = 20
_ROUNDING: Final = 1e-9
"""29 of 100 are 29 %, though 100 times 0.29 is less."""


TERMINATED: Final = 128 + signal.SIGTERM
"""What a shell shows for a program that was asked to end."""


class StoppedError(CommandError):
    """The interrupt key, or the signal to end, with a word on how to go on."""

    def __init__(self, text: str, exit_code: int = INTERRUPTED) -> None:
        super().__init__(text)
        self.exit_code = exit_code


def add_parser(subparsers: Subparsers) -> None:
    parser = add_command(
        subparsers,
        "tournament",
        "let players play each other over the same deals, and rank them",
        description="Let two or more players play each other. Every deal is played in every seating, so that luck "
        "falls on all alike; what is told has 95 % intervals over deals. Three or four players without teams: each "
        "plays alone among players of each other one. The same seed gives the same table for any number of workers.",
        examples=EXAMPLES,
    )
    parser.add_argument(
        "entrants",
        metavar="PLAYER",
        nargs="+",
        help="a player's name, a name with a level (NAME/4), or a class of your own (module:Class)",
    )
    add_rules(parser)
    _add_length(parser)
    group = parser.add_argument_group("the running")
    group.add_argument("--seed", metavar="S", help="any text or number; without one every tournament is another")
    group.add_argument(
        "--out", metavar="FILE", type=_file, help="keep the results there, batch by batch; go on with what it has"
    )
    group.add_argument("--limit", metavar="S", type=_above_zero, default=60.0, help="seconds for one decision (60)")
    group.add_argument("--json", action="store_true", help="print the table as one JSON object")
    where = group.add_mutually_exclusive_group()
    where.add_argument("--workers", metavar="N", type=whole_number(1, 1024), default=1, help="processes (1)")
    where.add_argument("--dask", metavar="ADDRESS", help="play on a Dask cluster: the address of its scheduler")


def _add_length(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("how long (for each pair; rounded up to whole deals)")
    games = group.add_mutually_exclusive_group()
    number = whole_number(1, MOST)
    games.add_argument("--rounds", "--games", metavar="N", type=number, help="rounds (1000); with --until the most")
    games.add_argument("--matches", metavar="N", type=number, help="whole matches; with --until the most")
    group.add_argument(
        "--until",
        metavar="H",
        type=_above_zero,
        help="until every share is known to H points of share (1.5: plus or minus 1.5 per cent, with 95 %% confidence)",
    )


def _above_zero(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < MOST:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number above 0 and below {MOST}")
    return number


def _file(text: str) -> str:
    if not text:
        raise argparse.ArgumentTypeError("the name of a file is not empty")
    return text


def run(args: argparse.Namespace) -> int:
    rules = rules_from(args)
    seed = None if args.seed is None else seed_from(args)
    find_modules_here(args.entrants)
    if len(args.entrants) < 2:
        raise UsageError("a tournament has two players or more; the same may be named twice")
    output = sys.stdout
    with redirect_stdout(sys.stderr):  # what players print is not the table, and one that hung may print to the end
        for name in args.entrants:
            _check_entrant(name, args.limit)
        table = _shown(args, rules=rules, seed=seed)
        _print(table, output, as_json=args.json)
    return OK


def _shown(args: argparse.Namespace, **options: Any) -> TournamentTable:
    """The table, with a bar until it is there."""
    bar = _Bar(sys.stderr, args)
    with _Ending() as ending:
        try:
            with _executor(args) as where:
                table = _play(args, progress=bar.tell, **options, **where)
        except KeyboardInterrupt:
            raise StoppedError(_how_to_go_on(args.out), ending.exit_code) from None
        finally:
            bar.clear()
    if args.out is not None and not bar.was_told:
        tell(f"all of it was in {args.out}, nothing was played")
    return table


class _Ending:
    """Takes the signal to end (SIGTERM) for the interrupt key, so that workers are sent home and the user is told the
    same. A second one changes nothing: the first is being obeyed."""

    def __init__(self) -> None:
        self.exit_code = INTERRUPTED
        self._is_awaited = False

    def __enter__(self) -> _Ending:
        is_main = threading.current_thread() is threading.main_thread()  # no other may ask for signals
        if is_main and signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:  # else somebody ignores or awaits it
            signal.signal(signal.SIGTERM, self._end)
            self._is_awaited = True
        return self

    def _end(self, number: int, _: object) -> None:
        signal.signal(number, signal.SIG_IGN)
        self.exit_code = TERMINATED
        raise KeyboardInterrupt

    def __exit__(self, *_: object) -> None:
        if self._is_awaited and self.exit_code == INTERRUPTED:  # else the program ends
            signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _play(args: argparse.Namespace, **options: Any) -> TournamentTable:
    from dominoes.tournaments import tournament

    return tournament(
        args.entrants,
        rounds=args.rounds,
        matches=args.matches,
        until=args.until,
        out=args.out,
        limit=args.limit,
        **options,
    )


def _check_entrant(name: str, limit: float) -> None:
    from dominoes.tournaments.entrants import tried

    with guessing(name):
        tried(name, limit)


@contextmanager
def _executor(args: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """Where the batches are played, as `tournament` takes it."""
    if args.dask is None:
        yield {"workers": args.workers}
        return
    try:
        from distributed import Client
    except ImportError:
        raise CommandError('--dask needs what is not installed: pip install "dominoes-engine[cluster]"') from None
    try:
        client = Client(args.dask, timeout=CONNECT_SECONDS)
    except (OSError, ValueError) as error:
        raise CommandError(f"--dask: no scheduler answers at {args.dask}: {error}") from None
    with client:
        yield {"executor": client.get_executor(), "workers": max(1, sum(client.ncores().values()))}


class _Bar(Bar):
    """The progress bar: of deals, or with ``--until`` of the way to the half-width that is wanted."""

    def __init__(self, stream: TextIO, args: argparse.Namespace) -> None:
        super().__init__(1, stream)
        self._until: float | None = args.until
        self._out: str | None = args.out
        self._unit = "deals" if args.matches is None else "matches' deals"
        self.was_told = False

    def tell(self, progress: Progress) -> None:
        """Show how far a tournament has come, and at first how much of it was there before."""
        if not self.was_told and progress.kept:
            of_all = f" of {progress.deals}" if self._until is None else ""
            tell(f"{progress.kept}{of_all} {self._unit} were in {self._out}")
        self.was_told = True
        if self._stream is None:
            return
        share, text = progress.done / progress.deals, f"{progress.done} of {progress.deals} {self._unit}"
        if self._until is not None:
            share = _way(progress, self._until)
            text = f"half-width {_points(progress.half_width)} of {self._until:g} wanted, {progress.done} {self._unit}"
        filled, percent = (int(whole * share + _ROUNDING) for whole in (BAR_WIDTH, 100))
        line = f"[{'#' * filled}{'.' * (BAR_WIDTH - filled)}] {percent} %, {text}"
        self._width = max(self._width, len(line))
        print(f"\r{line.ljust(self._width)}", end="", file=self._stream, flush=True)


def _way(progress: Progress, until: float) -> float:
    """How much is played of what will have to be, as a part of 1: a half-width shrinks with the root of the deals.

    Or of the most that may be played, if that comes first.
    """
    width = progress.half_width
    return min(1.0, max(progress.done / progress.deals, (until / width) ** 2 if width > until else 1.0))


def _points(width: float) -> str:
    return f"{width:.2f}" if math.isfinite(width) else "?"


def _how_to_go_on(out: str | None) -> str:
    if out is None:
        return "stopped; nothing was kept: with --out FILE a tournament can be gone on with"
    return f"stopped; what was played is in {out}, and the same command goes on from there"


def _print(table: TournamentTable, output: TextIO, *, as_json: bool) -> None:
    if as_json:
        print(json.dumps(table.to_dict()), file=output)
        return
    from dominoes.tournaments.text import of_table

    try:
        "±".encode(output.encoding or "utf-8")
    except (LookupError, UnicodeEncodeError):
        print(of_table(table, ascii=True), file=output)
    else:
        print(table, file=output)
