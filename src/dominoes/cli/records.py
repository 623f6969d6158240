"""Reading the records that a command was given: one after the other, going on after a bad one."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import copyfileobj
from typing import TYPE_CHECKING

from .failures import OK, REFUSED, cannot, one_line

if TYPE_CHECKING:
    from dominoes.match import Match
    from dominoes.record import Record

__all__ = ["for_each_match", "numbered_records", "readable"]


@contextmanager
def readable(path: str) -> Iterator[str]:
    """A path that can be read from its start more than once: a pipe, and ``-`` for standard input, is copied first."""
    if path != "-" and (Path(path).is_file() or not Path(path).exists()):
        yield path
        return
    with tempfile.TemporaryDirectory(prefix="dominoes-") as folder:
        copy = Path(folder, "records")
        with open(copy, "wb") as target:
            if path == "-":
                copyfileobj(sys.stdin.buffer, target)
            else:
                with open(path, "rb") as source:
                    copyfileobj(source, target)
        yield str(copy)


def numbered_records(path: str) -> Iterator[tuple[int, Record | Exception]]:
    """Each record of a file with its number from 0, or what is wrong with it. `CommandError` if it cannot be read."""
    from dominoes.record import read_records

    try:
        with readable(path) as file:
            yield from read_records(file)
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
