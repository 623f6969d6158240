"""How a command fails: its exit codes, its errors, and the one line that tells of them."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import Final

from dominoes._check import one_line

__all__ = [
    "BROKEN_PIPE",
    "INTERRUPTED",
    "OK",
    "REFUSED",
    "USAGE",
    "CommandError",
    "UsageError",
    "cannot",
    "one_line",
    "tell",
]

OK: Final = 0
REFUSED: Final = 1
"""The game or the file says no."""
USAGE: Final = 2
"""The command line itself is wrong."""
INTERRUPTED: Final = 130
BROKEN_PIPE: Final = 141
"""What a shell shows for a program whose reader went away (``dominoes … | head``)."""


class CommandError(Exception):
    """Ends a command with exit code 1; its text is the line to print."""

    exit_code = REFUSED


class UsageError(CommandError):
    """Ends a command with exit code 2: the command line is wrong."""

    exit_code = USAGE


def tell(message: object) -> None:
    """The one line on stderr that says what went wrong."""
    with suppress(OSError, ValueError):  # where stderr is closed, the exit code still tells
        print(f"dominoes: {one_line(message)}", file=sys.stderr)


def cannot(what: str, path: str, error: OSError) -> CommandError:
    """``cannot read evening.json: No such file or directory``."""
    return CommandError(f"cannot {what} {path or repr(path)}: {error.strerror or error}")
