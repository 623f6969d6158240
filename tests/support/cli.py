"""Runs the command ``dominoes``: in this process, or as a program of its own."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

import dominoes
from dominoes.cli import main


@dataclass(frozen=True)
class Outcome:
    """What a command did."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


class Typist(io.StringIO):
    """An input whose lines are made by a function of all that the command has told so far; None ends it."""

    def __init__(self, answer: Callable[[str], str | None], told: io.StringIO) -> None:
        super().__init__()
        self._answer = answer
        self._told = told

    def readline(self, size: int | None = -1, /) -> str:
        answer = self._answer(self._told.getvalue())
        return "" if answer is None else f"{answer}\n"


def run(*argv: str, stdin: str | Callable[[str], str | None] = "") -> Outcome:
    """The command in this process; ``stdin`` is a text, or a function that types what fits to what was told."""
    out, err = io.StringIO(), io.StringIO()
    typed = io.StringIO(stdin) if isinstance(stdin, str) else Typist(stdin, out)
    with redirect_stdout(out), redirect_stderr(err), mock.patch("sys.stdin", typed):
        code = main(list(argv))
    return Outcome(code, out.getvalue(), err.getvalue())


def refused(*argv: str, code: int, stdin: str = "") -> str:
    """The one line that a command fails with."""
    outcome = run(*argv, stdin=stdin)
    assert outcome.code == code, outcome
    assert outcome.err.startswith("dominoes: ")
    assert outcome.err.count("\n") == 1
    assert outcome.err.endswith("\n")
    assert "Traceback" not in outcome.err
    return outcome.err.removeprefix("dominoes: ").rstrip("\n")


def command(*argv: str) -> list[str]:
    """The command line of the program."""
    return [sys.executable, "-m", "dominoes", *argv]


def environment(**extra: str) -> dict[str, str]:
    """An environment in which the program finds the same package as this process."""
    source = str(Path(dominoes.__file__).resolve().parent.parent)
    path = os.pathsep.join(filter(None, [source, os.environ.get("PYTHONPATH", "")]))
    return {**os.environ, "PYTHONPATH": path, "PYTHONUTF8": "1", **extra}


def run_program(*argv: str, stdin: str = "", env: Mapping[str, str] | None = None) -> Outcome:
    """The command as a program."""
    done = subprocess.run(
        command(*argv), input=stdin, env=env or environment(), capture_output=True, encoding="utf-8", timeout=120
    )
    return Outcome(done.returncode, done.stdout, done.stderr)


def write_records(path: Path, records: Sequence[str]) -> str:
    """A JSON Lines file of texts, one a line; its path."""
    path.write_text("".join(f"{record}\n" for record in records), encoding="utf-8")
    return str(path)
