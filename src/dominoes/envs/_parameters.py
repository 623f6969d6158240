"""Rules as parameters of an OpenSpiel game, which know numbers and texts, and no None."""

from __future__ import annotations

from typing import Any, Final

from dominoes.errors import RulesError
from dominoes.rules import OPTIONS, Rules

__all__ = ["AS_THE_PRESET", "DEFAULTS", "given", "rules_of"]

AS_THE_PRESET: Final = "preset"
"""The text that leaves an option as the preset has it; -1 is the number."""
_TEXTS: Final = ("draw", "opening", "opening_tile", "next_opening", "table", "spinner", "scoring")
_SWITCHES: Final = ("voluntary_draw", "turns", "partners")
_ZERO_IS_NONE: Final = ("count_multiple", "redeal_doubles")
_ONE_VALUE: Final = ("blocked_tie",)

DEFAULTS: Final[dict[str, Any]] = {
    "preset": "draw",
    **{name: AS_THE_PRESET if name in _TEXTS else -1 for name in OPTIONS if name not in _ONE_VALUE},
}
"""Every parameter with its default."""


def given(params: dict[str, Any]) -> dict[str, Any]:
    """Those parameters that are not their default."""
    return {name: value for name, value in params.items() if value != DEFAULTS.get(name)}


def rules_of(params: dict[str, Any]) -> Rules:
    """The rules that parameters ask for; `RulesError` where there are none.

    >>> rules_of({"preset": "table", "table": "40x24", "voluntary_draw": 1})
    Rules('table', table=(40, 24), voluntary_draw=True)
    """
    options = {name: _option(name, value) for name, value in params.items() if name != "preset"}
    return Rules(params.get("preset", DEFAULTS["preset"]), **options)


def _option(name: str, value: Any) -> object:
    if name in _SWITCHES and value in (0, 1):
        return bool(value)
    if (name in _ZERO_IS_NONE and value == 0) or (name in _TEXTS and value == "none"):
        return None
    if name == "table":
        sides = value.split("x")
        if len(sides) != 2 or not all(side.isdecimal() for side in sides):
            raise RulesError(f"table must be 'none' or a width and a height such as '64x36', not {value!r}")
        return tuple(map(int, sides))
    return value
