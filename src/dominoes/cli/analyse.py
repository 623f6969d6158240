"""``dominoes analyse``: the decisions of recorded matches beside the best ones, by what their players could know."""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from .failures import CommandError, UsageError, cannot, one_line
from .options import add_command, whole_number
from .records import exit_code, for_each_match
from .show import same_file, write_picture
from .simulate import Bar

if TYPE_CHECKING:
    from dominoes.match import Match
    from dominoes.reviewing import Review

    from .options import Subparsers

EXAMPLES: Final = """\
  dominoes analyse evening.json                        every decision, accuracy, the worst three and why
  dominoes analyse evening.json --player 0 --worlds 6000
  dominoes analyse evening.json --round 2 --svg evening.svg
  dominoes analyse many.jsonl --json                   all of it, for programs
"""

MOST_WORLDS: Final = 1_000_000


def add_parser(subparsers: Subparsers) -> None:
    parser = add_command(
        subparsers,
        "analyse",
        "hold each action of a record against the best, by what its player could know",
        description="Hold each action of recorded matches that was a choice against the best one, by what its player "
        "could know: never by tiles that it had not seen. The loss is in expected points of the round, with its 95 % "
        "interval: what may be chance is no mistake, so fewer worlds find fewer of them. A bad record is one line on "
        "standard error; the others are analysed all the same, and the exit code is 1.",
        examples=EXAMPLES,
    )
    parser.add_argument("file", metavar="FILE", help="records (JSON or JSON Lines); - is standard input")
    thinking = parser.add_mutually_exclusive_group()
    thinking.add_argument(
        "--worlds", metavar="N", type=whole_number(1, MOST_WORLDS), help="deals in which each decision is tried"
    )
    thinking.add_argument("--level", metavar="L", type=whole_number(1, 5), help="as many as of Snow White's level (4)")
    parser.add_argument("--player", metavar="SEAT", type=whole_number(0), help="only this seat's decisions")
    parser.add_argument("--round", metavar="J", type=whole_number(0), help="only this round (from 0)")
    parser.add_argument("--svg", metavar="OUT", help="draw what the last record's players could expect into this file")
    parser.add_argument("--json", action="store_true", help="print one JSON object for each record, with its line")


def run(args: argparse.Namespace) -> int:
    if args.svg is not None:
        _check_target(args.file, args.svg)
    analyst = Analyst(args)
    _, bad = for_each_match(args.file, analyst.analyse)
    if args.svg is not None and analyst.last is not None:
        write_picture(analyst.last.svg(), args.svg, say=not args.json)
    return exit_code(bad + analyst.refused)


def _check_target(records: str, path: str) -> None:
    """Refuse before the work what could not be written after it."""
    if path == "-":
        raise UsageError("--svg: the picture goes into a file, since the report goes to standard output")
    if same_file(records, path):
        raise UsageError(f"--svg: {path} is the file of the records, which a picture would replace")
    if not os.path.isdir(Path(path).parent):
        raise CommandError(f"--svg: there is no folder {one_line(Path(path).parent)}")
    if os.path.isdir(path):
        raise CommandError(f"--svg: {one_line(path)} is a folder: name a file in it, such as {_file_in(path)}")
    _try_to_write(path)


def _file_in(folder: str) -> str:
    return one_line(Path(folder) / "review.svg")


def _try_to_write(path: str) -> None:
    """Open the file as it will be opened, and leave everything as it was."""
    is_new = not os.path.lexists(path)
    if not is_new and not os.path.isfile(path):
        return  # a device or a pipe, which opening may already stir
    try:
        with open(path, "ab"):
            pass
        if is_new:
            os.unlink(path)
    except OSError as error:
        raise cannot("write", path, error) from None


class Analyst:
    """Analyses one match after the other, and prints what it finds."""

    def __init__(self, args: argparse.Namespace) -> None:
        self._args = args
        self.refused = 0
        """Records that have not what was asked for."""
        self.last: Review | None = None

    def analyse(self, index: int, match: Match) -> None:
        from dominoes.errors import DominoesError

        try:
            self.last = self._review(match)
        except DominoesError as error:
            self.refused += 1
            print(f"dominoes: record {index}: {one_line(error)}", file=sys.stderr)
            return
        if self._args.json:
            print(json.dumps({"record": index, **self.last.to_dict()}), flush=True)
        else:
            print("\n".join(_in_words(index, self.last)), flush=True)

    def _review(self, match: Match) -> Review:
        from dominoes.reviewing import review

        args = self._args
        _check_reach("--player", args.player, match.rules.players, "seats")
        _check_reach("--round", args.round, len(match.rounds), "rounds")
        bar = _Bar()
        try:
            return review(
                match, level=args.level, worlds=args.worlds, seat=args.player, round=args.round, progress=bar.show
            )
        finally:
            bar.clear()


def _check_reach(option: str, value: int | None, count: int, what: str) -> None:
    from dominoes.errors import RulesError

    if value is not None and value >= count:
        raise RulesError(f"{option} {value}: there are {what} 0 to {count - 1}")


class _Bar:
    """The progress bar, begun when it is known how many decisions there are."""

    def __init__(self) -> None:
        self._bar: Bar | None = None

    def show(self, done: int, whole: int) -> None:
        self._bar = self._bar or Bar(whole, sys.stderr)
        self._bar.show(done)

    def clear(self) -> None:
        if self._bar is not None:
            self._bar.clear()


def _in_words(index: int, review: Review) -> list[str]:
    from dominoes.reporting import report

    before = [f"Record {index}"] if index == 0 else ["", f"Record {index}"]
    return [*before, report(review, [one_line(name) for name in review.names])]
