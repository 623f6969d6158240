"""Everything the waist says of a State, gathered so that two of them can be compared with one ``==``."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from .backends import State
from .options import SPEC

FIELDS = (
    "spec players starter forced turn reason winner points scores_before scores viewer "
    "boneyard_count action_count spinner"
).split()
CALLS = "boneyard dealt legal legal_count actions ends end_count chain".split()
PER_SEAT = "hand hand_count hand_mask pips".split()
PER_END = "head fits".split()
Rectangle = tuple[int, int, int, int]


def outcome(call: Callable[..., Any], *arguments: Any) -> str:
    """What a call gives or raises, as text: it tells a list from a tuple and True from 1."""
    try:
        return repr(call(*arguments))
    except Exception as error:
        return f"{type(error).__module__}.{type(error).__qualname__}: {error}"


def observe(state: State, actions: Iterable[int] = (), rectangles: Iterable[Rectangle] = ()) -> dict[str, str]:
    """All fields and calls of a state, with each of these actions explained and each of these rectangles looked at."""
    seen = {name: repr(getattr(state, name)) for name in FIELDS}
    seen |= {name: outcome(getattr(state, name)) for name in CALLS}
    for name in PER_SEAT:
        seen |= {f"{name}({seat})": outcome(getattr(state, name), seat) for seat in range(state.players)}
    for name in PER_END:
        seen |= {f"{name}({end})": outcome(getattr(state, name), end) for end in range(4)}
    seen |= {"hash": outcome(hash, state), "repr": repr(state), "rows and columns": outcome(lines, state)}
    for action in actions:
        for name in ("explain", "is_legal", "squares"):
            seen[f"{name}({action})"] = outcome(getattr(state, name), action)
    for rectangle in rectangles:
        for name in ("edge_blocked", "collides"):
            seen[f"{name}{rectangle}"] = outcome(getattr(state, name), *rectangle)
    return seen


def difference(first: dict[str, str], second: dict[str, str]) -> str:
    """The entries that differ, one a line; empty where none does."""
    names = sorted(first.keys() | second.keys())
    lines = [f"{name}: {first.get(name)} | {second.get(name)}" for name in names if first.get(name) != second.get(name)]
    return "\n".join(lines)


def lines(state: State) -> list[int]:
    """The tile first met in each row and each column of the table: what the covered cells are, in short."""
    width, height = (state.spec[SPEC.index(name)] for name in ("table_width", "table_height"))
    rows = [state.collides(0, y, width, 1) for y in range(height)]
    return rows + [state.collides(x, 0, 1, height) for x in range(width)]
