"""``dominoes rules``: what a preset plays, in words, and every option with its value and what it may be."""

from __future__ import annotations

import argparse
import json
import textwrap
from typing import TYPE_CHECKING, Final, NamedTuple

from .failures import OK
from .options import add_command, known_preset

if TYPE_CHECKING:
    from dominoes.rules import Rules

    from .options import Subparsers

EXAMPLES: Final = """\
  dominoes rules                 the presets, and every option
  dominoes rules all-fives       one preset in words, with the values of its options
  dominoes rules table --json    the same options for a program, ready for a record
"""

ABOUT: Final = {
    "table": (
        "Two players on a real table.",
        "The chain has a place on a grid of cells: it can run into the table's edge or into itself, and between two "
        "tiles that are no doubles it can turn. Who cannot play draws until a tile fits; the last two tiles of the "
        "boneyard are never drawn. The holder of the highest tile opens, with any tile.",
    ),
    "draw": (
        "The classic for two to four.",
        "Who cannot play draws until a tile fits or the boneyard is empty. The highest tile opens. Who goes out, or "
        "holds the fewest pips in a blocked round, scores the pips in all other hands. Four players share all 28 "
        "tiles, so that nothing is left to draw: hand_size=5 leaves eight.",
    ),
    "block": (
        "Like draw, but nobody draws.",
        "Who cannot play passes. The highest tile opens. Who goes out, or holds the fewest pips in a blocked round, "
        "scores.",
    ),
    "all-fives": (
        "Points during play.",
        "After each play whose open ends add up to a multiple of five, the player scores that sum at once. The first "
        "double is the spinner: once both its long sides are covered, its short sides open as two more ends. The match "
        "ends at the very play that reaches the target. Two players are dealt nine tiles each, three seven, four five.",
    ),
    "partnership": (
        "Four players in two teams, partners facing each other.",
        "All tiles are dealt and nobody draws. The double six opens. The winning team scores every pip left in all "
        "four hands.",
    ),
}


class About(NamedTuple):
    """What an option may be, and what it does."""

    values: str
    meaning: str


OPTIONS: Final = {
    "players": About("2 to 4; with partners 4", "how many play"),
    "max_pip": About("1 to 18", "the highest number on a tile: 6 is the set of 28 tiles, 12 that of 91"),
    "hand_size": About("1 up", "tiles dealt to each player"),
    "draw": About("never, one, until-playable", "what a player who cannot play draws from the boneyard in one turn"),
    "voluntary_draw": About("true, false", "may a player draw who could play?"),
    "boneyard_floor": About("0 up", "so many tiles of the boneyard are never drawn"),
    "opening": About("highest-tile, random", "who opens the first round: the holder of the highest tile, or by lot"),
    "opening_tile": About("free, forced", "must the highest tile be the first that is laid?"),
    "next_opening": About("same, winner, rotate", "who opens later rounds: as the first, the winner, the next seat"),
    "table": About(
        "null, or width x height in cells, each 8 to 64",
        "a real table with edges; a tile covers 2 by 4 cells; null: the chain has room without end",
    ),
    "turns": About("true, false", "on a table: may the chain turn?"),
    "spinner": About("null, first-double", "does the first double open two more ends?"),
    "count_multiple": About("null, 3, 5", "open ends that add up to a multiple of this score at once"),
    "scoring": About("opponents, team-all", "what the winner of a round scores: the other side's pips, or all pips"),
    "round_to": About("1, 3, 5", "what is scored at a round's end is rounded to the nearest multiple"),
    "partners": About("true, false", "do seats 0 and 2 play as a team against 1 and 3?"),
    "target": About("1 up", "the score that wins the match"),
    "redeal_doubles": About("null, or 1 up", "a hand with so many doubles is dealt again"),
    "blocked_tie": About("nobody", "who wins a blocked round whose lowest hands are equal"),
}


def add_parser(subparsers: Subparsers) -> None:
    parser = add_command(
        subparsers,
        "rules",
        "tell the rules of a preset and its options",
        description="Tell what a preset plays and what can be set with --set OPTION=VALUE.",
        examples=EXAMPLES,
    )
    parser.add_argument("preset", metavar="PRESET", nargs="?", help="table, draw, block, all-fives or partnership")
    parser.add_argument("--json", action="store_true", help="print the options as one JSON object")


def run(args: argparse.Namespace) -> int:
    if args.preset is None:
        print(_all_as_json() if args.json else "\n".join(_all_in_words()))
        return OK
    rules = _preset(args.preset)
    print(json.dumps(_options(rules)) if args.json else "\n".join(_in_words(rules)))
    return OK


def _preset(name: str) -> Rules:
    from dominoes.rules import Rules

    return Rules.preset(known_preset("rules", name))


def _options(rules: Rules) -> dict[str, object]:
    return {"preset": rules.preset_name, **rules.options()}


def _all_as_json() -> str:
    from dominoes.rules import PRESETS, Rules

    return json.dumps({name: _options(Rules.preset(name)) for name in PRESETS})


def _all_in_words() -> list[str]:
    from dominoes.rules import PRESETS

    lines = ["Presets (dominoes rules PRESET tells more):"]
    lines += [f"  {name}: {ABOUT[name][0]}" for name in PRESETS]
    lines += ["", "Options, for --set OPTION=VALUE:"]
    return lines + [f"  {name} ({about.values}): {about.meaning}" for name, about in OPTIONS.items()]


def _in_words(rules: Rules) -> list[str]:
    short, long = ABOUT[rules.preset_name]
    lines = [f"{rules.preset_name}: {short}", textwrap.fill(long, 78), "", "Options, with what else they may be:"]
    for name, value in rules.options().items():
        about = OPTIONS[name]
        lines.append(f"  {name} = {in_words(value)} ({about.values}): {about.meaning}")
    return lines


def in_words(value: object) -> str:
    """An option's value as ``--set`` takes it."""
    if isinstance(value, (tuple, list)):
        return "x".join(map(str, value))
    return value if isinstance(value, str) else json.dumps(value)
