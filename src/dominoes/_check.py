"""Checks of plain arguments, with texts that say what would be right. A leaf: it knows no noun of the game."""

from __future__ import annotations

import operator
import os
from collections.abc import Iterable
from typing import TypeVar

from .errors import DealError, RulesError

_T = TypeVar("_T")
_SHOWN = 60
"""How much of a wrong value a text shows, in characters."""
_TOLD = 300
"""How much of what others say a text repeats."""


def quoted(value: object) -> str:
    """A wrong value for an error text: its repr on one line, cut to a bearable length, whatever it is."""
    try:
        text = repr(value)
    except (Exception, SystemExit):  # a repr may do anything: Python itself refuses one of an integer of 5000 digits
        return f"something of type {type(value).__name__}"
    return _cut(_escaped(text), _SHOWN)


def one_line(text: object) -> str:
    """The text on one line and harmless to a terminal: white space is one space, control characters are escaped.

    >>> one_line("two\\n  lines \\x1b[2J")
    'two lines \\\\x1b[2J'
    """
    return _escaped(" ".join(str(text).split()))


def raised(error: BaseException) -> str:
    """What code of others raised, for an error text: the type and its own words, whatever they are, on one line.

    >>> raised(ValueError("two\\nlines"))
    'ValueError: two lines'
    """
    kind = type(error).__name__
    try:
        words = one_line(error)
    except (Exception, SystemExit):  # its __str__ may do anything
        words = ""
    return f"{kind}: {_cut(words, _TOLD)}" if words else kind


def is_device(path: str | os.PathLike[str]) -> bool:
    """Whether there is a pipe or a device of that name: reading one may never end, and nothing can be kept in it."""
    return os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path)


def _escaped(text: str) -> str:
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def _cut(text: str, length: int) -> str:
    return text if len(text) <= length else f"{text[:length]}…"


def either(values: Iterable[object]) -> str:
    """The choices for an error text.

    >>> either(["a", "b", None])
    "'a', 'b' or None"
    """
    words = [repr(value) for value in values]
    return f"{', '.join(words[:-1])} or {words[-1]}" if len(words) > 1 else words[0]


def whole(name: str, value: object, low: int, high: int) -> int:
    """``value`` as an integer from ``low`` to ``high``, or `RulesError` naming it. A bool is no integer."""
    try:
        number = None if isinstance(value, bool) else operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        number = None
    if number is None or not low <= number <= high:
        raise RulesError(f"{name} must be an integer from {low} to {high}, not {quoted(value)}")
    return number


def held_to(kind: type[_T], value: object, what: str) -> _T:
    """``value``, or TypeError where it is none of that kind; ``what`` begins the sentence: ``a picture is of a``."""
    if not isinstance(value, kind):
        raise TypeError(f"{what} {kind.__name__}, not {type(value).__name__}")
    return value


def series(values: Iterable[_T], what: str) -> Iterable[_T]:
    """``values``, or TypeError where they are no series of things; a text is none."""
    if isinstance(values, (str, bytes)) or not isinstance(values, Iterable):
        raise TypeError(f"{what} are given as a sequence, not {type(values).__name__}")
    return values


def seed_bytes(seed: str | int) -> bytes:
    """A seed as the generator takes it: the UTF-8 of a text, or of an integer's digits (7 and "7" are one seed).

    `DealError` where there is no such text, TypeError for anything but a text or an integer.
    """
    if isinstance(seed, bool):
        raise TypeError("a seed is a text or an integer, not a bool")
    if not isinstance(seed, str):
        try:
            seed = operator.index(seed)
        except TypeError:
            raise TypeError(f"a seed is a text or an integer, not {type(seed).__name__}") from None
    try:
        return str(seed).encode()
    except UnicodeEncodeError:
        raise DealError(f"a seed is a text that UTF-8 can write, not {quoted(seed)}") from None
    except ValueError:
        raise DealError("a seed has too many digits: give it as a text") from None
