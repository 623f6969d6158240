"""``dominoes show``: the table of a recorded round as a picture in the terminal or an SVG file."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from dominoes import speaking

from .failures import OK, CommandError, UsageError, cannot, one_line
from .options import add_command, whole_number
from .records import numbered_records
from .terminal import shows_glyphs, table_picture

if TYPE_CHECKING:
    from dominoes.match import Match
    from dominoes.position import Result
    from dominoes.record import Record
    from dominoes.round import Round

    from .options import Subparsers

EXAMPLES: Final = """\
  dominoes show evening.json                        the last round as it stands
  dominoes show evening.json --round 0 --at 5       the first round after five actions
  dominoes show many.jsonl --record 3 --svg out.svg a picture of record 3
"""


def add_parser(subparsers: Subparsers) -> None:
    parser = add_command(
        subparsers,
        "show",
        "draw the table of a recorded round",
        description="Draw the table of a recorded round, the last one of the last record unless told otherwise, and "
        "tell the hands, the boneyard and the scores. Counts are from 0.",
        examples=EXAMPLES,
    )
    parser.add_argument("file", metavar="FILE", help="records (JSON or JSON Lines); - is standard input")
    parser.add_argument("--record", metavar="I", type=whole_number(0), help="which record (default: the last)")
    parser.add_argument("--round", metavar="J", type=whole_number(0), help="which round (default: the last)")
    parser.add_argument("--at", metavar="N", type=whole_number(0), help="after N actions of the round (default: all)")
    parser.add_argument("--svg", metavar="OUT", help="write an SVG picture to this file instead; - is standard output")
    parser.add_argument("--ascii", action="store_true", help="draw with plain characters only")


def run(args: argparse.Namespace) -> int:
    if args.svg is not None and same_file(args.file, args.svg):
        raise UsageError(f"--svg: {args.svg} is the file of the records, which a picture would replace")
    index, count, record = _chosen_record(args.file, args.record)
    rounds = _replayed(record, index).rounds
    number = len(rounds) - 1 if args.round is None else args.round
    if number >= len(rounds):
        raise CommandError(f"--round {number}: record {index} has rounds 0 to {len(rounds) - 1}")
    rnd, length = _rewound(rounds[number], number, args.at)
    if args.svg is not None:
        write_picture(_picture(rnd), args.svg)
        return OK
    if count > 1:
        print(f"The file holds {count} records.")
    print(f"Record {index}, round {number}, after {len(rnd.moves)} of {length} actions.")
    print("\n".join(_in_words(rnd, record.players, ascii_only=args.ascii or not shows_glyphs(sys.stdout))))
    return OK


def same_file(one: str, other: str) -> bool:
    """Whether both paths lead to one file."""
    try:
        return os.path.isfile(one) and os.path.samefile(one, other)
    except OSError:
        return False


def _chosen_record(path: str, wanted: int | None) -> tuple[int, int, Record]:
    """The record asked for, its number and how many there are; a bad one that was not asked for does not matter."""
    chosen: Record | Exception | None = None
    index = -1
    for index, found in numbered_records(path):
        if wanted is None or index == wanted:
            chosen = found
    if chosen is None:
        raise CommandError(f"--record {wanted}: {path} holds records 0 to {index}")
    number = index if wanted is None else wanted
    if isinstance(chosen, Exception):
        raise CommandError(f"record {number}: {chosen}")
    return number, index + 1, chosen


def _replayed(record: Record, index: int) -> Match:
    from dominoes.errors import DominoesError

    try:
        return record.replay()
    except DominoesError as error:
        raise CommandError(f"record {index}: {error}") from None


def _rewound(rnd: Round, number: int, at: int | None) -> tuple[Round, int]:
    """The round after ``at`` of its actions, and how many it has."""
    rnd = rnd.copy()
    length = len(rnd.moves)
    if at is not None and at > length:
        raise CommandError(f"--at {at}: round {number} has {length} actions, so that N is from 0 to {length}")
    for _ in range(0 if at is None else length - at):
        rnd.undo()
    return rnd, length


def _picture(rnd: Round) -> str:
    from dominoes import drawing

    return drawing.svg(rnd.chain, title=f"Domino table. {speaking.voice('en').open_ends(rnd.ends)}")


def write_picture(picture: str, path: str, *, say: bool = True) -> None:
    """Write a picture to a file, and say so; ``-`` is standard output. `CommandError` where it cannot be written."""
    if path == "-":
        print(picture)
        return
    try:
        with open(path, "w", encoding="utf-8") as file:
            file.write(picture)
    except OSError as error:
        raise cannot("write", path, error) from None
    if say:
        print(f"Wrote {one_line(path)}.")


def _in_words(rnd: Round, players: Sequence[str], *, ascii_only: bool) -> list[str]:
    names = [f"seat {seat} ({one_line(name)})" for seat, name in enumerate(players)]
    lines = [table_picture(rnd.chain, ascii_only=ascii_only)] if rnd.ends else []
    lines.append(speaking.voice("en").ends(rnd))
    lines += [f"Hand of {name}: {' '.join(map(str, rnd.hand(seat))) or 'empty'}." for seat, name in enumerate(names)]
    lines.append(f"Boneyard: {' '.join(map(str, rnd.boneyard)) or 'empty'}.")
    lines.append(f"Scores: {', '.join(f'{name} {score}' for name, score in zip(names, rnd.scores, strict=True))}.")
    if rnd.turn is not None:
        return [*lines, f"To act: {names[rnd.turn]}."]
    return [*lines, _over_in_short(rnd.result, names, partners=rnd.rules.partners)]


def _over_in_short(result: Result | None, names: Sequence[str], *, partners: bool) -> str:
    if result is None:
        return "The round is on."
    if result.winner is None:
        return f"Over: {result.reason}, won by nobody."
    return f"Over: {result.reason}, won by {f'team {result.winner}' if partners else names[result.winner]}."
