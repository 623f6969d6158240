"""A terminal as play uses it: lines out, lines in, nothing ever moved, cleared or drawn over."""

from __future__ import annotations

import errno
import os
import shutil
from typing import TYPE_CHECKING, Final, TextIO

from .failures import one_line

if TYPE_CHECKING:
    from dominoes.geometry import Chain

__all__ = ["Terminal", "shows_glyphs", "table_picture"]

GLYPH: Final = "\N{DOMINO TILE HORIZONTAL-06-04}"
LEAST_WIDTH: Final = 40


class Terminal:
    """Says lines and asks for lines. Each is written at once, so that a screen reader hears them in order."""

    def __init__(self, source: TextIO, target: TextIO, *, ascii_only: bool = False) -> None:
        self._source = source
        self._target = target
        self._echoes = not source.isatty()
        self.ascii_only = ascii_only or not shows_glyphs(target)

    def say(self, *lines: str) -> None:
        """Write these lines, of which none may hold what moves a cursor (names of players come from files)."""
        for line in lines:
            print("\n".join(map(_harmless, line.split("\n"))), file=self._target)
        self._target.flush()

    def lost(self) -> str | None:
        """``"output"`` or ``"input"`` where that was closed, as code of others might do; else None."""
        for stream, name in ((self._target, "output"), (self._source, "input")):
            try:
                if stream.closed:
                    return name
                os.fstat(stream.fileno())
            except OSError as error:  # a stream without a file has no number
                if error.errno == errno.EBADF:
                    return name
        return None

    def ask(self, prompt: str) -> str | None:
        """The line that the person types, without surrounding space; None at the end of the input."""
        print(f"{_harmless(prompt)} ", end="", file=self._target, flush=True)
        line = self._source.readline()
        if not line:
            print(file=self._target, flush=True)
            return None
        answer = " ".join(line.split())
        if self._echoes:  # a terminal has shown what was typed; a transcript would lack it
            print(_harmless(answer), file=self._target, flush=True)
        return answer


def shows_glyphs(stream: TextIO) -> bool:
    """Whether the stream's encoding has the domino characters."""
    try:
        GLYPH.encode(stream.encoding or "ascii")
    except (LookupError, UnicodeEncodeError):
        return False
    return True


def table_picture(chain: Chain, *, ascii_only: bool) -> str:
    """The chain as text, no wider than the terminal where that can be."""
    from dominoes import drawing

    width = max(LEAST_WIDTH, shutil.get_terminal_size().columns - 1)
    return drawing.text(chain, ascii=ascii_only, width=width)


def _harmless(line: str) -> str:
    """The line with control characters escaped; its spaces stay, since pictures are made of them.

    A space that does not break becomes a plain one: nothing here is broken, and not every terminal has it.
    """
    spaced = line.replace("\N{NO-BREAK SPACE}", " ")
    return "".join(one_line(c) if not c.isprintable() else c for c in spaced)
