"""The game ``dominoes`` of OpenSpiel: importing this module registers it.

    import pyspiel
    import dominoes.envs.openspiel

    game = pyspiel.load_game("dominoes(preset=all-fives,players=3)")
    state = game.new_initial_state()

Chance deals tile by tile, says who opens where that is random, and turns up the tile that a player draws. All presets
and options are parameters of the game. Needs the extra ``rl``; ``docs/environments.md`` has the parameters, what the
tensors hold and what a return is.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable
from itertools import repeat
from typing import Any, Final

from dominoes._backend import State, Stream, seed_key
from dominoes._codes import DRAW, END_NAMES, HIGHEST_TILE
from dominoes.moves import Move
from dominoes.reasons import explain
from dominoes.rules import Rules
from dominoes.tiles import Tile

from . import _dealing, _parameters
from ._bounds import most_actions, most_points
from ._extra import extra
from ._observer import DominoesObserver
from ._rewards import net
from ._shape import Shape, shape_of
from ._worlds import rest_of, sample_world

with extra():
    import pyspiel

__all__ = ["DominoesGame", "DominoesState"]

_CHANCE: Final = int(pyspiel.PlayerId.CHANCE)
_TERMINAL: Final = int(pyspiel.PlayerId.TERMINAL)
_SHOWN: Final = 8
"""How many numbers an error text lists."""


def _game_type(reward_model: Any) -> Any:
    return pyspiel.GameType(
        short_name="dominoes",
        long_name="Dominoes",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=reward_model,
        max_num_players=4,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=_parameters.DEFAULTS,
    )


def _game_info(rules: Rules, shape: Shape) -> Any:
    most = float(most_points(rules))
    return pyspiel.GameInfo(
        num_distinct_actions=len(shape.moves),
        max_chance_outcomes=shape.tiles + (shape.players if shape.random_opening else 0),
        num_players=shape.players,
        min_utility=-most,
        max_utility=most,
        utility_sum=0.0,
        max_game_length=most_actions(rules),
    )


class DominoesGame(pyspiel.Game):
    """One round, the first of a match, by any rules. Its actions are the dense ones of `dominoes.Batch`.

    `RulesError` for parameters that no rules can have.
    """

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = _parameters.given(params or {})
        self.rules = _parameters.rules_of(given)
        self._shape = shape_of(self.rules)
        scores_in_play = self.rules.count_multiple is not None
        model = pyspiel.GameType.RewardModel.REWARDS if scores_in_play else pyspiel.GameType.RewardModel.TERMINAL
        super().__init__(_game_type(model), _game_info(self.rules, self._shape), given)

    def new_initial_state(self) -> DominoesState:
        """Before the first tile is dealt."""
        return DominoesState(self, self._shape)

    def max_chance_nodes_in_history(self) -> int:
        """Tiles dealt, the opener where it is random, tiles drawn."""
        shape = self._shape
        return shape.dealt + shape.random_opening + shape.most_draws

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> DominoesObserver:
        """What OpenSpiel's tensors and strings are made by."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return DominoesObserver(self._shape, kind, params)


class DominoesState(pyspiel.State):
    """A round as OpenSpiel sees it: tiles not dealt or drawn yet lie nowhere.

    Beneath is the engine's own state, whose boneyard lies in some order; whatever tile chance turns up is put on top.
    OpenSpiel copies and pickles the attributes, so there are few, and none of them is costly to copy.
    """

    def __init__(self, game: DominoesGame, shape: Shape) -> None:
        super().__init__(game)
        self._shape = shape
        self._dealt = b""
        """The tiles dealt so far, hand after hand."""
        self._round: State | None = None
        """Once it is known who opens."""
        self._player = _CHANCE

    # What OpenSpiel asks of every game.

    def current_player(self) -> int:
        """The seat to act, chance, or the mark of the end."""
        return self._player

    def is_terminal(self) -> bool:
        """Whether the round is over."""
        return self._player == _TERMINAL

    def _legal_actions(self, player: int) -> Any:
        assert self._round is not None
        return self._round.legal_from(self._shape.dense, int)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The tiles that may be dealt or drawn next, or who may open (the tiles' number on), each with its chance."""
        if self._round is None:
            return _dealing.outcomes(self._shape, self._dealt)
        tiles = sorted(self._round.boneyard())
        return [*zip(tiles, repeat(1.0 / len(tiles)), strict=False)]

    def _apply_action(self, action: int) -> None:
        if self._player >= 0:
            self._act(action)
        elif self._player == _TERMINAL:
            raise ValueError(f"action {action}: the round is over, and nothing more can be done in it")
        elif self._round is None:
            self._deal(action)
        else:
            self._draw(action)

    def _action_to_string(self, player: int, action: int) -> str:
        shape = self._shape
        if player != _CHANCE:
            return str(shape.moves[_within("action", action, len(shape.moves))])
        _within("outcome", action, shape.tiles + (shape.players if shape.random_opening else 0))
        return str(Tile.from_index(action)) if action < shape.tiles else f"seat {action - shape.tiles} opens"

    def returns(self) -> list[float]:
        """What each player has made so far: its side's points minus the mean of the other sides'."""
        return net(self._round.points, self._shape.worth) if self._round is not None else [0.0] * self._shape.players

    def rewards(self) -> list[float]:
        """What the last action of a player was worth to each."""
        if self._round is None or self._player == _CHANCE or not self._round.action_count:
            return [0.0] * self._shape.players
        before = self._round.copy()
        before.undo()
        made = [after - earlier for after, earlier in zip(self._round.points, before.points, strict=True)]
        return net(made, self._shape.worth)

    def __str__(self) -> str:
        shape, state = self._shape, self._round
        lines = [f"seat {seat}: {_names(hand)}" for seat, hand in enumerate(self._hands())]
        if state is None:
            return "\n".join([*lines, "dealing" if len(self._dealt) < shape.dealt else "who opens?"])
        lines.append(f"boneyard: {_names(sorted(state.boneyard()))}")
        lines.append(f"actions: {' '.join(str(Move.from_code(code)) for code in state.actions())}")
        lines.append(f"ends: {' '.join(f'{END_NAMES[end]}{number}' for end, number, _ in state.ends())}")
        lines.append(f"points: {' '.join(map(str, state.points))}")
        turn = f"seat {state.turn} {'draws' if self._player == _CHANCE else 'to act'}"
        return "\n".join([*lines, "over" if self._player == _TERMINAL else turn])

    # What the observer looks at.

    @property
    def shape(self) -> Shape:
        """The numbers of the game."""
        return self._shape

    @property
    def round(self) -> State | None:
        """The engine's state, whose boneyard is in no order that means anything; None while tiles are dealt."""
        return self._round

    @property
    def is_drawing(self) -> bool:
        """Whether a player draws and chance is to say what."""
        return self._player == _CHANCE and self._round is not None

    def hand_of(self, seat: int) -> tuple[int, ...]:
        """The tiles that a seat holds now, ascending."""
        if self._round is not None:
            return self._round.hand(seat)
        size = self._shape.hand_size
        return tuple(sorted(self._dealt[seat * size : (seat + 1) * size]))

    # Beneath.

    def _act(self, action: int) -> None:
        assert self._round is not None
        code = self._shape.codes[_within("action", action, len(self._shape.codes))]
        if code == DRAW and self._round.is_legal(DRAW):
            self._player = _CHANCE
            return
        if self._round.apply(code):
            move = self._shape.moves[action]
            reason = explain(self._round, move)
            legal = _some(self._round.legal_from(self._shape.dense, int))
            raise ValueError(f"action {action} ({move}) is not legal here: {reason}; legal are {legal}")
        turn = self._round.turn
        self._player = turn if turn >= 0 else _TERMINAL

    def _deal(self, outcome: int) -> None:
        shape, dealt = self._shape, self._dealt
        if len(dealt) < shape.dealt:
            if not 0 <= outcome < shape.tiles or outcome in dealt:
                left = _some(tile for tile in range(shape.tiles) if tile not in dealt)
                raise ValueError(f"tile {outcome} cannot be dealt here: still to be dealt are {left}")
            self._dealt = dealt = dealt + bytes((outcome,))
            if len(dealt) == shape.dealt and not shape.random_opening:
                self._begin(HIGHEST_TILE)
        elif 0 <= outcome - shape.tiles < shape.players:
            self._begin(outcome - shape.tiles)
        else:
            openers = f"{shape.tiles} to {shape.tiles + shape.players - 1}, for seat 0 to {shape.players - 1}"
            raise ValueError(f"outcome {outcome} is no seat that could open: it is {openers}")

    def _begin(self, opener: int) -> None:
        shape = self._shape
        self._round = State(shape.spec, self._hands(), rest_of(self._dealt, shape.tiles), opener)
        self._player = self._round.turn

    def _draw(self, tile: int) -> None:
        """The tile comes to lie on top of the boneyard, and is drawn."""
        assert self._round is not None
        hands, boneyard = self._round.dealt()
        top = len(boneyard) - self._round.boneyard_count
        if boneyard[top] != tile:
            if tile not in boneyard[top:]:
                left = _some(sorted(boneyard[top:]))
                raise ValueError(f"tile {tile} cannot be drawn here: in the boneyard are {left}")
            order = list(boneyard)
            at = order.index(tile, top)
            order[top], order[at] = tile, order[top]
            actions = self._round.actions()
            opener = self._round.starter if self._shape.random_opening else HIGHEST_TILE
            self._round = State(self._shape.spec, hands, order, opener)
            for action in actions:
                self._round.apply_unchecked(action)
        self._round.apply_unchecked(DRAW)
        self._player = self._round.turn

    def _hands(self) -> list[tuple[int, ...]]:
        return [self.hand_of(seat) for seat in range(self._shape.players)]

    # Other worlds.

    def resample_from_infostate(self, player_id: int, sampler: Callable[[], float]) -> DominoesState:
        """A state that the player cannot tell from this one: all such deals are equally likely.

        ``sampler`` gives numbers from 0 to 1, of which one is taken: equal numbers lead to equal states. Others'
        actions are not weighed by how likely they would have been. `DealError` where no such deal is found, ValueError
        for a player that there is not and a sampler that gives anything else.
        """
        _within("player", player_id, self._shape.players)
        number = float(sampler())
        if not 0 <= number <= 1:  # nor is NaN
            raise ValueError(f"a sampler gives numbers from 0 to 1, not {number}")
        stream = Stream(seed_key(b"resample", struct.pack("<d", number)), 0)
        fresh: DominoesState = self.clone() if self.is_terminal() else self.get_game().new_initial_state()
        if self.is_terminal():
            return fresh  # all hands lie open
        for outcome in self._other_history(player_id, stream):
            fresh.apply_action(outcome)
        return fresh

    def _other_history(self, player: int, stream: Stream) -> list[int]:
        shape, state = self._shape, self._round
        if state is None:
            order = _dealing.other_deal(shape, self._dealt, player, stream)
            return [*order[: len(self._dealt)]]
        opener = state.starter if shape.random_opening else HIGHEST_TILE
        seen = state
        if self.is_drawing and state.turn != player:  # what another's draw shows is known, the tile is not
            seen = state.copy()
            seen.apply_unchecked(DRAW)
        world = sample_world(seen, player, opener, stream)
        outcomes = [tile for hand in world.hands for tile in hand]
        outcomes += [shape.tiles + opener] if shape.random_opening else []
        drawn = iter(world.drawn)
        for code in state.actions():
            outcomes.append(shape.dense[code])
            outcomes += [next(drawn)] if code == DRAW else []
        return outcomes + ([shape.dense[DRAW]] if self.is_drawing else [])


def _within(what: str, number: int, count: int) -> int:
    """The number, or ValueError where it is none of 0 to ``count`` - 1: Python would count back for negative ones."""
    if not 0 <= number < count:
        raise ValueError(f"{what} {number} is none of 0 to {count - 1}")
    return number


def _some(numbers: Iterable[int]) -> str:
    """Numbers for an error text, the first of them where they are many.

    >>> _some([3, 4]), _some(range(40))
    ('3 and 4', '0, 1, 2, 3, 4, 5, 6, 7 and 32 more')
    """
    words = [*map(str, numbers)]
    shown = words if len(words) <= _SHOWN else [*words[:_SHOWN], f"{len(words) - _SHOWN} more"]
    return f"{', '.join(shown[:-1])} and {shown[-1]}" if len(shown) > 1 else "".join(shown) or "none"


def _names(tiles: Any) -> str:
    return " ".join(str(Tile.from_index(tile)) for tile in tiles)


pyspiel.register_game(_game_type(pyspiel.GameType.RewardModel.REWARDS), DominoesGame)
