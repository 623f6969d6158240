"""``dominoes solve``: perfect play, every tile known, from where a record stands."""

from __future__ import annotations

import argparse
import json
import math
import sys
from typing import TYPE_CHECKING, Any, Final

from .failures import one_line
from .options import add_command, whole_number
from .records import exit_code, for_each_match

if TYPE_CHECKING:
    from dominoes.analysis import Solution
    from dominoes.match import Match

    from .options import Subparsers

EXAMPLES: Final = """\
  dominoes solve position.json                   the value of each record's position: 12 (1830 nodes)
  dominoes solve position.json --lines --roots   a best line, and the value after each legal action
  dominoes solve many.jsonl --seconds 2          what is not solved by then is an interval: -4..9
"""

MOST_ENTRIES: Final = 1 << 32


def add_parser(subparsers: Subparsers) -> None:
    parser = add_command(
        subparsers,
        "solve",
        "tell what perfect play comes to from a recorded position",
        description="Tell what the last round of each record comes to, from where it stands, when everybody sees every "
        "tile and plays as well as can be. The value is in points of the whole round: those of seat 0 and its partner "
        "minus those of the other side. A record whose last round is over is one line on standard error, and the exit "
        "code is 1.",
        examples=EXAMPLES,
    )
    parser.add_argument("file", metavar="FILE", help="records (JSON or JSON Lines); - is standard input")
    parser.add_argument("--lines", action="store_true", help="a best line of play to the end of the round, too")
    parser.add_argument("--roots", action="store_true", help="a line for each legal action, with its value")
    parser.add_argument("--nodes", metavar="N", type=whole_number(1), help="visit no more than so many positions")
    parser.add_argument("--seconds", metavar="S", type=_seconds, help="take no longer for each record")
    parser.add_argument(
        "--table", metavar="N", type=whole_number(1, MOST_ENTRIES), help="positions that are remembered (65536)"
    )
    parser.add_argument(
        "--opener-against-rest",
        action="store_true",
        help="the opener's points minus those of all others: for three or four players without partners",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object for each record, with its line")


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < math.inf:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds above 0")
    return seconds


def run(args: argparse.Namespace) -> int:
    from dominoes.errors import DominoesError

    refused = 0

    def solve(index: int, match: Match) -> None:
        nonlocal refused
        try:
            solution = _solve(match, args)
        except DominoesError as error:
            refused += 1
            print(f"dominoes: record {index}: {one_line(error)}", file=sys.stderr)
        else:
            lines = [json.dumps(_as_json(index, solution))] if args.json else _in_words(solution, args)
            print("\n".join(lines), flush=True)

    _, bad = for_each_match(args.file, solve)
    return exit_code(bad + refused)


def _solve(match: Match, args: argparse.Namespace) -> Solution:
    from dominoes.errors import RulesError

    rules = match.rules
    if rules.players > 2 and not rules.partners and not args.opener_against_rest:
        sides = f"{rules.players} players without partners have no two sides"
        raise RulesError(f"{sides}: --opener-against-rest solves for the opener")
    limits: dict[str, Any] = {} if args.table is None else {"table": args.table}
    return match.round.solve(
        nodes=args.nodes,
        seconds=args.seconds,
        roots=args.roots,
        opener_against_rest=args.opener_against_rest,
        **limits,
    )


def _in_words(solution: Solution, args: argparse.Namespace) -> list[str]:
    nodes = "1 node" if solution.nodes == 1 else f"{solution.nodes} nodes"
    first = f"{_between(solution.lower, solution.upper)} ({nodes})"
    if args.lines and solution.line:
        first += f": {' '.join(map(str, solution.line))}"
    roots = solution.roots or {}
    return [first, *(f"  {move} {_between(*bounds)}" for move, bounds in roots.items())]


def _between(lower: int, upper: int) -> str:
    """A value, or the interval that holds it."""
    return str(lower) if lower == upper else f"{lower}..{upper}"


def _as_json(index: int, solution: Solution) -> dict[str, object]:
    found: dict[str, object] = {
        "record": index,
        "value": solution.value,
        "lower": solution.lower,
        "upper": solution.upper,
        "nodes": solution.nodes,
        "line": [str(move) for move in solution.line],
    }
    if solution.roots is not None:
        found["roots"] = {str(move): list(bounds) for move, bounds in solution.roots.items()}
    return found
