"""``dominoes perft``: how many action sequences there are from where a record stands, to check engines by."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Final

from .failures import UsageError
from .options import add_command, whole_number
from .records import exit_code, for_each_match

if TYPE_CHECKING:
    from dominoes.match import Match

    from .options import Subparsers

EXAMPLES: Final = """\
  dominoes perft position.json --depth 4            one number for each record
  dominoes perft position.json --depth 4 --divide   one line for each first action, and the total
"""


def add_parser(subparsers: Subparsers) -> None:
    parser = add_command(
        subparsers,
        "perft",
        "count the action sequences from a recorded position",
        description="Count the sequences of D actions from the end of each record, with everything face up. A round "
        "that ends earlier counts as one.",
        examples=EXAMPLES,
    )
    parser.add_argument("file", metavar="FILE", help="records (JSON or JSON Lines); - is standard input")
    parser.add_argument("--depth", metavar="D", type=whole_number(0), required=True, help="the number of actions")
    parser.add_argument("--divide", action="store_true", help="count for each first action")


def run(args: argparse.Namespace) -> int:
    if args.divide and args.depth == 0:
        raise UsageError("--divide needs --depth 1 or more: there is no first action at depth 0")

    def count(index: int, match: Match) -> None:
        print("\n".join(_divided(match, args.depth)) if args.divide else _counted(match, args.depth), flush=True)

    _, bad = for_each_match(args.file, count)
    return exit_code(bad)


def _counted(match: Match, depth: int) -> int:
    from dominoes.analysis import perft

    return perft(match.round, depth)


def _divided(match: Match, depth: int) -> list[str]:
    from dominoes.analysis import divide

    counts = divide(match.round, depth)
    total = sum(counts.values()) if counts else _counted(match, depth)
    return [*(f"{move} {count}" for move, count in counts.items()), f"total {total}"]
