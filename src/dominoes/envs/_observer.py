"""What OpenSpiel's observations and information states hold: the columns of ``Batch.observe`` and what was done."""

from __future__ import annotations

from itertools import accumulate
from math import prod
from typing import TYPE_CHECKING, Any

from dominoes._codes import DRAW, PASS
from dominoes.moves import Move
from dominoes.tiles import Tile

from ._extra import extra
from ._observing import action_seats, observation
from ._shape import Shape

with extra():
    import numpy as np
    import pyspiel

if TYPE_CHECKING:
    from .openspiel import DominoesState

__all__ = ["DominoesObserver"]

_ENDS = "LRUD"


class DominoesObserver:
    """OpenSpiel's observer of one kind of observation: ``tensor``, the same by name in ``dict``, and strings.

    Pieces of a tensor, in this order: ``player`` (who looks), ``hand`` (``hands``, where every seat's are asked for),
    the other columns of ``Batch.observe`` by their names, with perfect recall ``history``, a row for each action.
    """

    def __init__(self, shape: Shape, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"there are no parameters of an observation, so not {params}")
        self._shape = shape
        self._private, self._public = kind.private_info, kind.public_info
        self._recall = kind.perfect_recall and kind.public_info
        pieces = self._pieces()
        ends = list(accumulate(prod(form) for form in pieces.values()))
        self.tensor = np.zeros(ends[-1], np.float32)
        self.dict = {
            name: self.tensor[end - prod(form) : end].reshape(form)
            for (name, form), end in zip(pieces.items(), ends, strict=True)
        }

    def _pieces(self) -> dict[str, tuple[int, ...]]:
        shape = self._shape
        pieces: dict[str, tuple[int, ...]] = {"player": (shape.players,)}
        if self._private == pyspiel.PrivateInfoType.SINGLE_PLAYER:
            pieces["hand"] = (shape.tiles,)
        elif self._private == pyspiel.PrivateInfoType.ALL_PLAYERS:
            pieces["hands"] = (shape.players, shape.tiles)
        if self._public:
            pieces |= {name: (part.stop - part.start,) for name, part in shape.columns.items() if name != "hand"}
        if self._recall:
            pieces["history"] = (shape.most_actions, shape.players + 5 + self._ends + self._placements)
        return pieces

    @property
    def _ends(self) -> int:
        return 4 if self._shape.rules.spinner else 2

    @property
    def _placements(self) -> int:
        rules = self._shape.rules
        return 5 if rules.table and rules.turns else 0

    def set_from(self, state: DominoesState, player: int) -> None:
        """Write what a player knows of a state into ``tensor``; ValueError for a player that there is not."""
        self._check(player)
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        row = _row(state, player)
        for name, part in self._shape.columns.items():
            if name in self.dict:
                self.dict[name][:] = row[part]
        if "hands" in self.dict:
            for k, line in enumerate(self.dict["hands"]):
                line[list(state.hand_of((player + k) % self._shape.players))] = 1
        if self._recall:
            for line, action in zip(self.dict["history"], self._actions(state, player), strict=False):
                self._write_action(line, *action)

    def _check(self, player: int) -> None:
        if not 0 <= player < self._shape.players:
            raise ValueError(f"player {player} is none of 0 to {self._shape.players - 1}")

    def _write_action(self, line: Any, seat: int, code: int, tile: Tile | None) -> None:
        """A row of the history: who, what of play, draw and pass, the tile's two numbers, the end, the placement."""
        players = self._shape.players
        line[seat] = 1
        line[players + (0 if code < DRAW else 1 + code - DRAW)] = 1
        if code != PASS:
            line[players + 3 : players + 5] = (tile.high, tile.low) if tile else -1
        if code < DRAW and code >> 11:
            line[players + 5 + (code >> 11) - 1] = 1
            if self._placements:
                line[players + 5 + self._ends + (code & 7)] = 1

    def _actions(self, state: DominoesState, player: int) -> list[tuple[int, int, Tile | None]]:
        """Who did what so far, by seats counted on from the player; with the tile where the player may know it."""
        rnd, players = state.round, self._shape.players
        if rnd is None:
            return []
        own = player if self._private != pyspiel.PrivateInfoType.NONE else -1
        drawn, actions = iter(rnd.dealt()[1]), []
        for seat, code in zip(action_seats(rnd), rnd.actions(), strict=True):
            tile = None if code == PASS else Tile.from_index(next(drawn) if code == DRAW else code >> 3 & 255)
            known = code != DRAW or seat == own or self._private == pyspiel.PrivateInfoType.ALL_PLAYERS
            actions.append(((seat - player) % players, code, tile if known else None))
        if state.is_drawing:
            actions.append(((rnd.turn - player) % players, DRAW, None))
        return actions

    def string_from(self, state: DominoesState, player: int) -> str:
        """What a player knows of a state as a text: columns by name, and who did what. ValueError as of `set_from`."""
        self._check(player)
        parts = [f"seat {player}"]
        if "hand" in self.dict:
            parts.append(f"hand {_names(state.hand_of(player))}")
        elif "hands" in self.dict:
            players = self._shape.players
            parts += [f"hand {k} {_names(state.hand_of((player + k) % players))}" for k in range(players)]
        if self._public:
            parts += self._public_parts(_row(state, player))
        if self._recall:
            parts.append(f"actions {', '.join(_told(*action) for action in self._actions(state, player)) or 'none'}")
        return " | ".join(parts)

    def _public_parts(self, row: list[int]) -> list[str]:
        parts = []
        for name, part in self._shape.columns.items():
            values = row[part]
            if name == "laid":
                parts.append(f"laid {_names(tile for tile, lies in enumerate(values) if lies)}")
            elif name == "lacks":
                parts.append(f"lacks {self._lacks(values)}")
            elif name != "hand":
                parts.append(f"{name} {' '.join(map(str, values))}")
        return parts

    def _lacks(self, values: list[int]) -> str:
        numbers = self._shape.rules.max_pip + 1
        told = []
        for k in range(self._shape.players - 1):
            shown = [str(n) for n in range(numbers) if values[k * numbers + n]]
            told.append(f"{k + 1}: {' '.join(shown) or 'none'}")
        return ", ".join(told)


def _row(state: DominoesState, player: int) -> list[int]:
    """The columns of ``Batch.observe``; while tiles are dealt nobody is known to open, and nothing lies."""
    if state.round is not None:
        return observation(state.round, player)
    shape = state.shape
    hands = [state.hand_of((player + k) % shape.players) for k in range(shape.players)]
    row = [0] * shape.width
    values = {"turn": [-1], "starter": [-1], "boneyard": [shape.tiles - sum(map(len, hands))]}
    values |= {"hand_counts": [len(hand) for hand in hands], "ends": [-1] * (4 if shape.rules.spinner else 2)}
    for name, value in values.items():
        row[shape.columns[name]] = value
    for tile in hands[0]:
        row[tile] = 1
    return row


def _told(seat: int, code: int, tile: Tile | None) -> str:
    """An action in words: the seat counted on from the player, the move, the tile drawn where that is known."""
    move = str(Move.from_code(code))
    return f"{seat} {move} {tile}" if code == DRAW and tile else f"{seat} {move}"


def _names(tiles: Any) -> str:
    return " ".join(str(Tile.from_index(tile)) for tile in tiles) or "none"
