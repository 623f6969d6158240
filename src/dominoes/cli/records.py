"""Reading the records that a command was given: one after the other, going on after a bad one."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from .failures import OK, REFUSED, cannot, one_line

if TYPE_CHECKING:
    from dominoes.match import Match
    from dominoes.record import Record

__all__ = ["for_each_match", "numbered_records"]


def numbered_records(path: str) -> Iterator[tuple[int, Record | Exception]]:
    """Each record of a file with its number from 0, or what is wrong with it. `CommandError` if it cannot be read."""
    from dominoes.record import read_records

    try:
        yield from read_records(sys.stdin.buffer if path == "-" else path)
    except OSError as error:
        raise cannot("read", path, error) from None


def for_each_match(path: str, do: Callable[[int, Match], None]) -> tuple[int, int]:
    """Replay every record and hand the match to ``do``; a bad one is told in one line. Gives (records, bad ones)."""
    from dominoes.errors import DominoesError

    count = bad = 0
    for index, found in numbered_records(path):
        count += 1
        try:
            if isinstance(found, Exception):
                raise found
            match = found.replay()
        except DominoesError as error:
            bad += 1
            sys.stdout.flush()
            print(f"dominoes: record {index}: {one_line(error)}", file=sys.stderr)
            continue
        do(index, match)
    return count, bad


def exit_code(bad: int) -> int:
    return REFUSED if bad else OK
