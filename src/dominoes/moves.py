"""Moves: what a player may do, as one small immutable object an action. Knows nothing of positions or rules."""

from __future__ import annotations

import operator
from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar, Final, NoReturn, final

from . import _codes
from ._check import either, quoted
from ._codes import END_NAMES, MAX_TILES, PLACEMENT_NAMES
from .errors import NotationError
from .tiles import Tile

if TYPE_CHECKING:
    from ._backend import State

__all__ = ["Move"]

AHEAD: Final = PLACEMENT_NAMES[0]


@final
class Move:
    """One action: ``Move("6-4@R:corner-left")``, the opening ``Move("6-6")``, ``Move("draw")``, ``Move("pass")``.

    There is one object an action, so ``is`` and ``==`` agree; moves are ordered by `code`. The text accepts a tile's
    numbers in either order and an explicit ``:ahead``; ``str(move)`` writes the higher first and leaves ``ahead`` out.
    Raises `NotationError` for a text that is no move, TypeError for what is no text.

    >>> move = Move("4-6@R:corner-left")
    >>> str(move), move.tile, move.end, move.placement
    ('6-4@R:corner-left', Tile("6-4"), 'R', 'corner-left')
    >>> Move("draw") is Move.DRAW
    True
    """

    __slots__ = ("_text", "code", "end", "is_play", "placement", "tile")

    code: int
    """The action's number, the same in every position (``docs/waist.md``)."""
    tile: Tile | None
    """The tile laid; None for a draw or a pass."""
    end: str | None
    """``"L"``, ``"R"``, ``"U"`` or ``"D"``; None for the opening, a draw or a pass."""
    placement: str | None
    """``"ahead"``, ``"corner-left"``, ``"corner-right"``, ``"side-left"``, ``"side-right"``; None without an end."""
    is_play: bool
    """Whether a tile is laid (the opening included)."""
    _text: str

    DRAW: ClassVar[Move]
    """The draw: ``Move("draw")``."""
    PASS: ClassVar[Move]
    """The pass: ``Move("pass")``."""

    def __new__(cls, text: str, /) -> Move:
        return cls.parse(text)

    def __init_subclass__(cls) -> NoReturn:
        raise TypeError("a Move is one object an action and has no subclasses")

    @classmethod
    def parse(cls, text: str) -> Move:
        """The move of a text, as the constructor; whitespace around it does not matter.

        >>> Move.parse(" 4-3@L:ahead ")
        Move("4-3@L")
        """
        if not isinstance(text, str):
            raise TypeError(f"a Move is made from a text such as '6-4@R', not {type(text).__name__}")
        move = _BY_TEXT.get(text)
        if move is None:
            text = text.strip()
            move = _BY_TEXT.get(text) or _BY_TEXT.setdefault(text, _read(text))
        return move

    @classmethod
    def play(cls, tile: Tile | str, end: str | None = None, placement: str = AHEAD) -> Move:
        """The move that lays ``tile`` on ``end``, or opens with it where there is no ``end``.

        >>> Move.play(Tile("6-4"), "R", "side-left"), Move.play("6-6")
        (Move("6-4@R:side-left"), Move("6-6"))
        """
        tile = tile if isinstance(tile, Tile) else Tile(tile)
        if placement not in PLACEMENT_NAMES:
            raise NotationError(f"a placement is {either(PLACEMENT_NAMES)}, not {quoted(placement)}")
        if end is None:
            if placement != AHEAD:
                raise NotationError(f"the opening has no placement: write {tile}, not {quoted(placement)}")
            return _move_of(tile.index << 3)
        if end not in END_NAMES:
            raise NotationError(f"an end is {either(END_NAMES)}, not {quoted(end)}")
        return _move_of((END_NAMES.index(end) + 1) << 11 | tile.index << 3 | PLACEMENT_NAMES.index(placement))

    @classmethod
    def from_code(cls, code: int) -> Move:
        """The move of an action's number; `NotationError` where it encodes none.

        >>> Move.from_code(Move("6-4@R").code)
        Move("6-4@R")
        """
        if isinstance(code, bool):
            raise TypeError("an action's number is an integer, not a bool")
        return _move_of(operator.index(code))

    @property
    def is_draw(self) -> bool:
        """Whether this is the draw."""
        return self is Move.DRAW

    @property
    def is_pass(self) -> bool:
        """Whether this is the pass."""
        return self is Move.PASS

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f'Move("{self._text}")'

    def __hash__(self) -> int:  # by number and not by address, so that sets of moves iterate alike in every run
        return self.code

    def __eq__(self, other: object) -> bool:
        return self is other if isinstance(other, Move) else NotImplemented

    def __lt__(self, other: Move) -> bool:
        return self.code < other.code if isinstance(other, Move) else NotImplemented

    def __le__(self, other: Move) -> bool:
        return self.code <= other.code if isinstance(other, Move) else NotImplemented

    def __gt__(self, other: Move) -> bool:
        return self.code > other.code if isinstance(other, Move) else NotImplemented

    def __ge__(self, other: Move) -> bool:
        return self.code >= other.code if isinstance(other, Move) else NotImplemented

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a Move never changes: {name} cannot be set")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a Move never changes: {name} cannot be deleted")

    def __reduce__(self) -> tuple[type[Move], tuple[str]]:
        return Move, (self._text,)


def legal_moves(state: State) -> tuple[Move, ...]:
    """The legal moves of a backend's state, each looked up by its number."""
    return state.legal_from(_MOVES, _made)


def moves_of(codes: Iterable[int]) -> tuple[Move, ...]:
    """The moves of many actions, for the backends' own numbers."""
    return tuple([_MOVES[code] or _made(code) for code in codes])


def as_move(move: Move | str) -> Move:
    """A move from a move or its text; TypeError for anything else."""
    if isinstance(move, Move):
        return move
    if isinstance(move, str):
        return Move.parse(move)
    raise TypeError(f"a move is a Move or a text such as '6-4@R', not {type(move).__name__}")


def _move_of(code: int) -> Move:
    """The move of any number, or `NotationError`."""
    move = _MOVES[code] if 0 <= code < len(_MOVES) else None
    return move or _made(code)


def _made(code: int) -> Move:
    """The move of a number asked for the first time."""
    fields = _decode(code)
    if fields is None:
        raise NotationError(f"{quoted(code)} is the number of no action")
    move = _MOVES[code] = _make(code, *fields)
    return move


def _decode(code: int) -> tuple[Tile | None, str | None, str | None] | None:
    """Tile, end and placement of a code, or None where it encodes no action."""
    if code in (_codes.DRAW, _codes.PASS):
        return None, None, None
    end, tile, placement = code >> 11, code >> 3 & 0xFF, code & 7
    if not 0 <= end <= len(END_NAMES) or tile >= MAX_TILES or placement >= len(PLACEMENT_NAMES):
        return None
    if end == 0:
        return None if placement else (Tile.from_index(tile), None, None)
    return Tile.from_index(tile), END_NAMES[end - 1], PLACEMENT_NAMES[placement]


def _make(code: int, tile: Tile | None, end: str | None, placement: str | None) -> Move:
    move = object.__new__(Move)
    fields = {
        "code": code,
        "tile": tile,
        "end": end,
        "placement": placement,
        "is_play": tile is not None,
        "_text": _write(code, tile, end, placement),
    }
    for name, value in fields.items():
        object.__setattr__(move, name, value)
    return move


def _write(code: int, tile: Tile | None, end: str | None, placement: str | None) -> str:
    if tile is None:
        return "draw" if code == _codes.DRAW else "pass"
    text = str(tile) if end is None else f"{tile}@{end}"
    return text if placement in (None, AHEAD) else f"{text}:{placement}"


def _read(text: str) -> Move:
    """The move of a text that is not yet in the table."""
    tile, at, where = text.partition("@")
    end, colon, placement = where.partition(":")
    why = "write a tile and its end, such as 6-4@R or 6-4@R:corner-left, only the tile to open, draw or pass"
    if text.split() == [text]:
        try:
            return Move.play(tile, end if at else None, placement if colon else AHEAD)
        except NotationError as error:
            why = str(error) if at else why
    raise NotationError(f"{quoted(text)} is no move: {why}")


_MOVES: Final[list[Move | None]] = [None] * (_codes.PASS + 1)
"""Code to move, each made the first time it is asked for."""
Move.DRAW, Move.PASS = _made(_codes.DRAW), _made(_codes.PASS)
_BY_TEXT: Final = {str(move): move for move in (Move.DRAW, Move.PASS)}
