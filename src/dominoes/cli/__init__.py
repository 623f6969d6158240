"""The ``dominoes`` command (``python -m dominoes``): a face for the terminal, on the standard library alone.

One file a subcommand. Each has ``add_parser(subparsers)`` and ``run(args) -> int`` and is imported only when it is
asked for. Exit codes: 0; 1 where the game or a file says no; 2 where the command line is wrong. Whatever goes wrong is
one line on stderr, never a traceback (``DOMINOES_TRACEBACK=1`` shows one, to find a fault of the program itself).
"""

from __future__ import annotations

import argparse
import importlib
import itertools
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from types import ModuleType
from typing import TYPE_CHECKING, Final, NoReturn

from dominoes._check import raised

from .failures import BROKEN_PIPE, INTERRUPTED, OK, REFUSED, CommandError, UsageError, tell

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]

__all__ = ["main"]

COMMANDS: Final = {
    "play": "play a match against virtual players, line by line",
    "serve": "play in the browser",
    "simulate": "play many random rounds and count",
    "tournament": "let players play each other over the same deals, and rank them",
    "replay": "check records of matches, or trace them action by action",
    "perft": "count the action sequences from a recorded position",
    "analyse": "hold each action of a record against the best, by what its player could know",
    "solve": "tell what perfect play comes to from a recorded position",
    "show": "draw the table of a recorded round",
    "verify": "check that the deals of a match follow from its seed and commitment",
    "rules": "tell the rules of a preset and its options",
    "bench": "measure the speed of this installation",
    "config": "tell where the C library is, for builds",
}

EXAMPLES: Final = """\
examples:
  dominoes play                            a match of draw dominoes against one opponent
  dominoes play --rules table --seed friday
  dominoes simulate --rules all-fives --players 3 --games 100000 --seed 1
  dominoes rules table                     what the game is, and what can be set
  dominoes replay evening.json             is every action of this record right?

exit codes: 0 done; 1 the game or a file says no; 2 the command line is wrong
"""


class Parser(argparse.ArgumentParser):
    """A parser that knows no abbreviations and whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message} (see {self.prog} --help)")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command line (default: that of the process) and give its exit code. Nothing is raised."""
    arguments = sys.argv[1:] if argv is None else list(argv)
    _stand_in_for_closed_streams()
    _be_ready_for_any_text()
    try:
        code = _dispatch(arguments)
        if not sys.stdout.closed:  # by a player, which has been told
            sys.stdout.flush()
    except KeyboardInterrupt:
        return _tell("stopped", INTERRUPTED)
    except BrokenPipeError:
        return _leave_quietly()
    except CommandError as error:
        return _tell(error, error.exit_code)
    except Exception as error:
        return _tell_of_fault(error)
    return code


def _dispatch(arguments: Sequence[str]) -> int:
    name = next((word for word in arguments if not word.startswith("-")), None)
    module = _load(name) if name in COMMANDS else None
    parser = _parser(name, module)
    _refuse_dashes_as_a_value(arguments)
    try:
        args, unknown = parser.parse_known_args(arguments)
    except SystemExit as done:  # --help
        return done.code if isinstance(done.code, int) else OK
    if unknown:
        asked = "dominoes" if module is None else f"dominoes {name}"
        raise UsageError(f"unrecognized arguments: {' '.join(unknown)} (see {asked} --help)")
    if args.version:
        print(_version())
        return OK
    if module is None:
        raise UsageError(f"say what to do: {', '.join(COMMANDS)} (see dominoes --help)")
    code: int = module.run(args)
    return code


def _refuse_dashes_as_a_value(arguments: Sequence[str]) -> None:
    """Refuse ``--seed=--``, of which argparse makes an empty list or a text, as the version of Python has it."""
    for word in itertools.takewhile(lambda word: word != "--", arguments):
        if word.startswith("--") and word.endswith("=--"):
            raise UsageError(f"{word}: an option's value cannot be --")


def _load(name: str | None) -> ModuleType:
    return importlib.import_module(f"{__name__}.{name}")


def _parser(name: str | None, module: ModuleType | None) -> Parser:
    """The whole parser, but of the subcommands only the one that is asked for has its options."""
    parser = Parser(
        prog="dominoes",
        description="Domino games: play them, simulate them, replay and draw their records.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="store_true", help="tell the version and which engine runs, and why")
    subparsers = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command")
    for command, summary in COMMANDS.items():
        if command == name and module is not None:
            module.add_parser(subparsers)
        else:
            subparsers.add_parser(command, help=summary)
    return parser


def _version() -> str:
    import dominoes

    return f"dominoes {dominoes.__version__}, engine: {dominoes.backend} ({_why(dominoes.backend)})"


def _why(backend: str) -> str:
    """Which engine that is, and why it is this one."""
    kind = {"c": "the compiled core", "cffi": "the kernel through cffi", "py": "pure Python"}[backend]
    if os.environ.get("DOMINOES_BACKEND"):
        return f"{kind}, because DOMINOES_BACKEND asks for it"
    return kind if backend == "c" else f"{kind}, because this installation has no compiled core"


def _stand_in_for_closed_streams() -> None:
    """Where a standard stream is closed (``<&-``), Python has None: read and write nothing instead."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - open as long as the program


def _be_ready_for_any_text() -> None:
    """Let no text break the program: what an encoding lacks is escaped, on the way in as on the way out."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)  # a StringIO has none
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


def _tell(message: object, code: int) -> int:
    tell(message)
    return code


def _tell_of_fault(error: Exception) -> int:
    from dominoes.errors import DominoesError

    if os.environ.get("DOMINOES_TRACEBACK") == "1":
        raise error
    if isinstance(error, DominoesError):
        return _tell(error, REFUSED)
    if isinstance(error, OSError):
        return _tell_of_system(error)
    if isinstance(error, MemoryError):
        return _tell("there is not enough memory for this", REFUSED)
    return _tell(f"a fault of the program, please report it: {raised(error)}", REFUSED)


def _tell_of_system(error: OSError) -> int:
    """What the operating system refuses; an error without a file's name comes from a standard stream."""
    if error.filename:
        return _tell(f"{error.filename}: {error.strerror}", REFUSED)
    _leave_quietly()
    return _tell(f"cannot read the input or write the output: {error.strerror or error}", REFUSED)


def _leave_quietly() -> int:
    """Nobody takes the output: let the interpreter's last flush go nowhere instead of complaining."""
    with suppress(OSError, ValueError, AttributeError):  # a stream may have no file beneath
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return BROKEN_PIPE
