"""Why a move is refused: a code with fields, and the English words for it. Faces translate from the fields.

A reason holds nothing that the seat to act does not see: the move asked about, its own forced tile, what lies open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from . import _codes
from ._codes import END_NAMES, PLACEMENT_NAMES, REASON_NAMES, SPEC_FIELDS
from .moves import Move
from .tiles import Tile

if TYPE_CHECKING:
    from ._backend import State

__all__ = ["EDGE_NAMES", "Reason", "words"]

EDGE_NAMES: Final = ("top", "right", "bottom", "left")
"""The table's edges, in the order of the directions north, east, south, west."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a move is not legal. ``text()`` says it in English; ``code`` tells which fields are set.

    >>> reason = Reason.from_triple(10, 0, 3, Move("6-4@L"))
    >>> reason.code, reason.end, reason.number
    ('no-match', 'L', 3)
    >>> reason.text()
    '6-4 does not fit on L: L shows 3'
    """

    code: str
    """Which reason, such as ``"no-match"`` or ``"edge"``: the names stand in ``REASON_NAMES`` of ``_codes``."""
    move: Move | None = None
    """The move asked about."""
    tile: Tile | None = None
    """``not-in-set``, ``not-your-tile``: the tile asked for; ``forced-tile``: the one that must open;
    ``tile-in-the-way``: the one that lies there."""
    end: str | None = None
    """``end-closed``, ``no-match``: the end asked for."""
    number: int | None = None
    """``no-match``: what the end shows; ``not-in-set``: the greatest number of the set."""
    edge: str | None = None
    """``edge``: the one in the way, ``"top"``, ``"right"``, ``"bottom"`` or ``"left"``."""
    count: int | None = None
    """``boneyard-floor``: tiles in the boneyard."""
    floor: int | None = None
    """``boneyard-floor``: so many are never drawn."""
    seat: int | None = None
    """``not-your-turn``: the seat to act."""
    ends: tuple[str, ...] = ()
    """``end-closed``, ``table-not-empty``: the open ends."""
    placements: tuple[str, ...] = ()
    """``edge``, ``tile-in-the-way``: the placements in which the tile does fit on that end."""

    @classmethod
    def from_triple(cls, code: int, a: int, b: int, move: Move | None = None) -> Reason:
        """The reason that a backend's ``explain`` gives as three numbers (``docs/waist.md``)."""
        fields = _FIELDS.get(code)
        return cls(REASON_NAMES[code], move, **(fields(a, b) if fields else {}))

    def text(self) -> str:
        """The reason in English: what is wrong, where, and what would be right."""
        return words(self)

    def __str__(self) -> str:
        return words(self)


def words(reason: Reason) -> str:
    """A reason in English, one sentence without a full stop.

    >>> words(Reason("end-closed", Move("6-4@U"), end="U", ends=("L", "R")))
    'U is not open: the open ends are L and R'
    """
    return _WORDS[reason.code](reason)


def explain(state: State, move: Move) -> Reason | None:
    """Why ``move`` is not legal in ``state``, or None where it is."""
    code, a, b = state.explain(move.code)
    if code == _codes.LEGAL:
        return None
    reason = Reason.from_triple(code, a, b, move)
    if code == _codes.NOT_IN_SET:
        return replace(reason, number=state.spec[SPEC_FIELDS.index("max_pip")])
    if code in (_codes.END_CLOSED, _codes.TABLE_NOT_EMPTY):
        return replace(reason, ends=tuple(END_NAMES[end] for end, _, _ in state.ends()))
    if code in (_codes.EDGE, _codes.TILE_IN_THE_WAY):
        return replace(reason, placements=_fitting(state, move))
    return reason


def _fitting(state: State, move: Move) -> tuple[str, ...]:
    """The placements in which the tile of a play fits on its end."""
    if move.end is None or move.tile is None or move.tile.is_double:
        return ()
    bits = state.fits(END_NAMES.index(move.end))
    return tuple(name for bit, name in enumerate(PLACEMENT_NAMES) if bits >> bit & 1)


_FIELDS: Final[dict[int, Callable[[int, int], dict[str, Any]]]] = {
    _codes.NOT_YOUR_TURN: lambda a, b: {"seat": a},
    _codes.NOT_IN_SET: lambda a, b: {"tile": Tile.from_index(a)},
    _codes.NOT_YOUR_TILE: lambda a, b: {"tile": Tile.from_index(a)},
    _codes.FORCED_TILE: lambda a, b: {"tile": Tile.from_index(a)},
    _codes.END_CLOSED: lambda a, b: {"end": END_NAMES[a]},
    _codes.NO_MATCH: lambda a, b: {"end": END_NAMES[a], "number": b},
    _codes.EDGE: lambda a, b: {"edge": EDGE_NAMES[a]},
    _codes.TILE_IN_THE_WAY: lambda a, b: {"tile": Tile.from_index(a)},
    _codes.BONEYARD_FLOOR: lambda a, b: {"count": a, "floor": b},
}


def _tile(reason: Reason) -> str:
    """The tile of the move asked about."""
    return "the tile" if reason.move is None or reason.move.tile is None else str(reason.move.tile)


def _asked(reason: Reason) -> str:
    return "this" if reason.move is None else str(reason.move)


def _straight(reason: Reason) -> str:
    """What to write instead of a turn."""
    move = reason.move
    if move is None or move.tile is None or move.end is None:
        return "leave the placement out"
    return f"say {Move.play(move.tile, move.end)}"


def _listed(names: Iterable[str], last: str = "and") -> str:
    *others, final = names
    return f"{', '.join(others)} {last} {final}" if others else final


def _not_in_set(reason: Reason) -> str:
    numbers = "" if reason.number is None else f", whose numbers run from 0 to {reason.number}"
    return f"{reason.tile} is not in this set{numbers}"


def _table_not_empty(reason: Reason) -> str:
    ways = [f"{_tile(reason)}@{end}" for end in reason.ends]
    return f"tiles lie on the table: say on which end, {_listed(ways, 'or')}" if ways else "say on which end"


def _end_closed(reason: Reason) -> str:
    open_ends = f": the open ends are {_listed(reason.ends)}" if reason.ends else ""
    return f"{reason.end} is not open{open_ends}"


def _in_the_way(reason: Reason) -> str:
    what = f"the table's {reason.edge} edge" if reason.edge else str(reason.tile)
    other = f"; {_listed(reason.placements)} would fit" if reason.placements else ""
    return f"{_asked(reason)} does not fit: {what} is in the way{other}"


def _boneyard_floor(reason: Reason) -> str:
    why = f"the boneyard holds {reason.count} and its last {reason.floor} are never drawn"
    return f"{why if reason.count else 'the boneyard is empty'}: play, or pass if nothing fits"


_WORDS: Final[dict[str, Callable[[Reason], str]]] = {
    "legal": lambda reason: f"{_asked(reason)} is legal",
    "not-an-action": lambda reason: "there is no such move: play a tile, draw or pass",
    "round-over": lambda reason: "the round is over: nothing can be played, drawn or passed any more",
    "not-your-turn": lambda reason: f"it is not your turn: seat {reason.seat} is to act",
    "not-in-set": _not_in_set,
    "not-your-tile": lambda reason: f"{reason.tile} is not in your hand",
    "table-empty": lambda reason: f"the table is empty: open without an end, {_tile(reason)}",
    "table-not-empty": _table_not_empty,
    "forced-tile": lambda reason: f"{_tile(reason)} may not open: the first tile must be {reason.tile}",
    "end-closed": _end_closed,
    "no-match": lambda reason: f"{_tile(reason)} does not fit on {reason.end}: {reason.end} shows {reason.number}",
    "no-table": lambda reason: f"without a table there are no turns: {_straight(reason)}",
    "turns-off": lambda reason: f"by these rules the chain does not turn: {_straight(reason)}",
    "double-ahead": lambda reason: f"a double lies only crosswise straight ahead: {_straight(reason)}",
    "on-a-double": lambda reason: f"on a double the chain does not turn: {_straight(reason)}",
    "edge": _in_the_way,
    "tile-in-the-way": _in_the_way,
    "can-play": lambda reason: "you can play, so you may not draw: play a tile",
    "no-drawing": lambda reason: "by these rules nobody draws: play, or pass if nothing fits",
    "boneyard-floor": _boneyard_floor,
    "drawn-already": lambda reason: "you may draw only one tile in a turn: play, or pass if nothing fits",
    "must-play": lambda reason: "you can play, so you may not pass: play a tile",
    "must-draw": lambda reason: "you can draw, so you may not pass: draw",
}
