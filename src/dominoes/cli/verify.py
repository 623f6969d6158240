"""``dominoes verify``: were the deals of a match drawn beforehand, and not chosen?"""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Final

from .failures import one_line
from .options import add_command
from .records import exit_code, numbered_records

if TYPE_CHECKING:
    from dominoes.verifying import Verdict

    from .options import Subparsers

EXAMPLES: Final = """\
  dominoes verify dominoes-3Kd0.json      does every deal follow from the seed, and the seed from the commitment?
  zcat many.jsonl.gz | dominoes verify -  records from a pipe
"""


def add_parser(subparsers: Subparsers) -> None:
    parser = add_command(
        subparsers,
        "verify",
        "check that the deals of a match follow from its seed and commitment",
        description="Check records (JSON, or JSON Lines with one record a line): every action, that each deal and "
        "drawn opener follows from the seed, and that seed and salt are those of the commitment, which was shown "
        "before the first tile. A bad record is one line on standard error, and the exit code is 1.",
        examples=EXAMPLES,
    )
    parser.add_argument("file", metavar="FILE", help="the records; - is standard input")


def run(args: argparse.Namespace) -> int:
    from dominoes.errors import DominoesError
    from dominoes.verifying import verify

    bad = 0
    for index, found in numbered_records(args.file):
        try:
            if isinstance(found, Exception):
                raise found
            verdict = verify(found)
        except DominoesError as error:
            bad += 1
            sys.stdout.flush()
            print(f"dominoes: record {index}: {one_line(error)}", file=sys.stderr)
        else:
            print(f"record {index}: {_in_words(verdict)}")
    return exit_code(bad)


def _in_words(verdict: Verdict) -> str:
    deals = "1 deal follows" if verdict.rounds == 1 else f"all {verdict.rounds} deals follow"
    if verdict.commitment is None:
        return f"{deals} from the seed. It has no commitment: whoever began the match may have chosen the seed."
    said = f"{deals} from the seed, and seed and salt are those of the commitment {verdict.commitment}."
    if verdict.drawn_salt:
        return said
    return f"{said} But the salt has not the 32 hexadecimal digits of a drawn one, so other seeds fit that number too."
