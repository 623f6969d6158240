"""How a command fails: its exit codes, its errors, and the one line that tells of them."""

from __future__ import annotations

from typing import Final

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


def one_line(text: object) -> str:
    """The text on one line and harmless to a terminal: white space is one space, control characters are escaped."""
    joined = " ".join(str(text).split())
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in joined)


def cannot(what: str, path: str, error: OSError) -> CommandError:
    """``cannot read evening.json: No such file or directory``."""
    return CommandError(f"cannot {what} {path or repr(path)}: {error.strerror or error}")
