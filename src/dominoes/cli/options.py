"""Options that several subcommands share, and how their texts are read."""

from __future__ import annotations

import argparse
import difflib
import json
import os
import re
import secrets
import sys
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, NoReturn

from .failures import UsageError

if TYPE_CHECKING:
    from dominoes.registry import Player
    from dominoes.rules import Rules

    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]

__all__ = [
    "add_command",
    "add_rules",
    "find_modules_here",
    "guessing",
    "known_player",
    "known_preset",
    "rules_from",
    "seed_from",
    "whole_number",
]

TABLE_TEXT: Final = re.compile(r"([0-9]{1,6})[xX]([0-9]{1,6})")
PYTHON_WORDS: Final = {"True": True, "False": False, "None": None}


def add_command(
    subparsers: Subparsers, name: str, summary: str, *, description: str, examples: str
) -> argparse.ArgumentParser:
    """A subcommand's parser: its help ends with examples."""
    return subparsers.add_parser(
        name,
        help=summary,
        description=textwrap.fill(description, 78),
        epilog=f"examples:\n{examples}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )


def add_rules(parser: argparse.ArgumentParser) -> None:
    """``--rules``, ``--players`` and ``--set``; `rules_from` reads them."""
    group = parser.add_argument_group("the game")
    group.add_argument("--rules", metavar="PRESET", help="table, draw, block, all-fives or partnership (default: draw)")
    group.add_argument("--players", metavar="N", type=whole_number(2), help="how many play, 2 to 4")
    group.add_argument(
        "--set",
        metavar="OPTION=VALUE",
        action="append",
        default=[],
        help="any option of the rules, again for each: max_pip=9, spinner=null, table=64x36 (all: dominoes rules)",
    )


def whole_number(least: int, most: int | None = None) -> Callable[[str], int]:
    """A reader for argparse of whole numbers in a range."""
    reach = f"from {least} up" if most is None else f"from {least} to {most}"

    def read(text: str) -> int:
        # int() alone would also take "1_0", " 7 " and other alphabets' digits
        if not re.fullmatch(r"[0-9]{1,18}", text) or int(text) < least or (most is not None and int(text) > most):
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number {reach}")
        return int(text)

    return read


def rules_from(args: argparse.Namespace, **extra: object) -> Rules:
    """The rules that the options ask for; ``extra`` are options with a flag of their own, ``None`` where not given."""
    from dominoes.errors import RulesError
    from dominoes.rules import Rules

    preset = known_preset("--rules", "draw" if args.rules is None else args.rules)
    options = _set_options(args.set)
    if "preset" in options:
        raise UsageError("--set preset: a preset is chosen by --rules PRESET")
    flags = {"players": args.players, **extra}
    for name, value in flags.items():
        if value is None:
            continue
        if name in options:
            raise UsageError(f"--{name} and --set {name} both set the same option: give one of them")
        options[name] = value
    try:
        return Rules.from_dict({"preset": preset, **options})
    except RulesError as error:
        raise UsageError(_with_flag(str(error), flags, options)) from None


def known_preset(option: str, name: str) -> str:
    """The name, or a `UsageError` that says which presets there are."""
    from dominoes.rules import PRESETS

    if name not in PRESETS:
        _unknown(f"{option}: there is no preset {name!r}", name, PRESETS)
    return name


def _set_options(texts: Sequence[str]) -> dict[str, object]:
    options: dict[str, object] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        name = name.strip().replace("-", "_")
        if not equals or not name:
            raise UsageError(f"--set: {text!r} is not OPTION=VALUE, such as max_pip=9")
        if name in options:
            raise UsageError(f"--set {name}: the option is given twice")
        options[name] = _value(name, value.strip())
    return options


def _value(name: str, text: str) -> object:
    """JSON where it is JSON, ``64x36`` as a table, any other text as itself (``draw=one`` needs no quotes)."""
    size = TABLE_TEXT.fullmatch(text)
    if size and name == "table":
        return int(size[1]), int(size[2])
    if text in PYTHON_WORDS:  # what the engine's own error texts say
        return PYTHON_WORDS[text]
    try:
        value: object = json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        return text
    return value


def _no_constant(text: str) -> NoReturn:
    raise ValueError(text)  # NaN and Infinity are no JSON


def _with_flag(message: str, flags: Mapping[str, object], options: Mapping[str, object]) -> str:
    """The engine's words begin with the option's name; say also in which part of the command line that stands."""
    name = message.partition(" ")[0]
    if name == "table":
        message += "; write it as 64x36"
    if flags.get(name) is not None:
        return f"--{name}: {message}"
    return f"--set {name}: {message}" if name in options else message


def _unknown(message: str, name: str, known: Sequence[str]) -> NoReturn:
    close = difflib.get_close_matches(name, known, n=1)
    guess = f"did you mean {close[0]}? " if close else ""
    raise UsageError(f"{message}; {guess}there are {', '.join(known)}")


def find_modules_here(names: Sequence[str]) -> None:
    """A class of one's own (module:Class) is looked for in the current directory too, after all others."""
    try:
        here = os.getcwd()
    except OSError:  # it was removed
        return
    if any(":" in name for name in names) and here not in sys.path and "" not in sys.path:
        sys.path.append(here)


def known_player(name: str, option: str = "") -> Player:
    """A player of this text, or a `UsageError` that begins with the option and guesses who was meant."""
    from dominoes import players

    with guessing(name, option):
        return players.get(name)


@contextmanager
def guessing(name: str, option: str = "") -> Iterator[None]:
    """Of a `PlayerError` make a `UsageError` that begins with the option. Where it is the name that nobody knows, it
    guesses who was meant."""
    from dominoes import players
    from dominoes.registry import PlayerError, UnknownPlayerError

    try:
        yield
    except PlayerError as error:
        is_unknown = isinstance(error, UnknownPlayerError)
        close = difflib.get_close_matches(name.partition("/")[0], players.names(), n=1) if is_unknown else []
        guess = f"; did you mean {close[0]}?" if close else ""
        raise UsageError(f"{option}{': ' if option else ''}{error}{guess}") from None


def seed_from(args: argparse.Namespace) -> str:
    """The seed that was given, or a fresh one that can be told and given again."""
    if args.seed is None:
        return secrets.token_hex(8)
    seed: str = args.seed
    try:
        seed.encode()
    except UnicodeEncodeError:
        raise UsageError("--seed: a seed is text that UTF-8 can hold") from None
    return seed
