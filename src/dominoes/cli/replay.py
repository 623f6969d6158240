"""``dominoes replay``: checks records, every action and every result of them, and traces them for other programs."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from .options import add_command
from .records import exit_code, for_each_match

if TYPE_CHECKING:
    from dominoes.match import Match
    from dominoes.round import Round

    from .options import Subparsers

EXAMPLES: Final = """\
  dominoes replay evening.json            is every action of this record right?
  dominoes replay many.jsonl --trace      one JSON line for each action, with all that was legal
  zcat many.jsonl.gz | dominoes replay -  records from a pipe
"""


def add_parser(subparsers: Subparsers) -> None:
    parser = add_command(
        subparsers,
        "replay",
        "check records of matches, or trace them action by action",
        description="Replay records (JSON, or JSON Lines with one record a line) and check every deal, opener, action, "
        "result and score. A bad record is one line on standard error; the others are replayed all the same, and the "
        "exit code is 1.",
        examples=EXAMPLES,
    )
    parser.add_argument("file", metavar="FILE", help="the records; - is standard input")
    parser.add_argument(
        "--trace",
        action="store_true",
        help="print a JSON line for each action and each finished round of every good record; counts are from 0",
    )


def run(args: argparse.Namespace) -> int:
    totals = Totals()
    count, bad = for_each_match(args.file, _print_trace if args.trace else totals.add)
    if not args.trace:
        print(totals.in_words(count, bad))
    return exit_code(bad)


class Totals:
    """What was found good."""

    def __init__(self) -> None:
        self.rounds = 0
        self.actions = 0

    def add(self, index: int, match: Match) -> None:
        self.rounds += len(match.rounds)
        self.actions += sum(len(rnd.moves) for rnd in match.rounds)

    def in_words(self, count: int, bad: int) -> str:
        good = count - bad
        records = "1 record is" if good == 1 else f"{good} records are"
        said = f"{records} right: rounds {self.rounds}, actions {self.actions}."
        return f"{said} {bad} of {count} wrong." if bad else said


def _print_trace(index: int, match: Match) -> None:
    for number, rnd in enumerate(match.rounds):
        for line in trace(rnd):
            print(json.dumps({"record": index, "round": number, **line}))


def trace(rnd: Round) -> Iterator[dict[str, Any]]:
    """Each action of a round with all that was legal before it, and the result where it is over."""
    walk, moves = rnd.copy(), rnd.moves
    for _ in moves:
        walk.undo()
    for number, move in enumerate(moves):
        legal = sorted(map(str, walk.legal_moves()))
        yield {"n": number, "turn": walk.turn, "legal": legal, "action": str(move)}
        walk.play_unchecked(move)
    result = rnd.result
    if result is not None:
        yield {"result": {"reason": result.reason, "winner": result.winner, "points": list(result.points)}}
