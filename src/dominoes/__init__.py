"""An embeddable engine for domino games.

>>> import dominoes as dm
>>> rnd = dm.Round.deal(dm.Rules.preset("draw", players=3), seed=7)
>>> rnd.hand_counts, rnd.boneyard_count, len(rnd.legal_moves())
((7, 7, 7), 7, 1)
"""

from __future__ import annotations

from . import drawing, events, players
from ._backend import BACKEND as backend  # noqa: N811 - an attribute to look at, such as "c"
from ._version import __version__
from .analysis import Playouts, Solution, Weights, divide, perft, playouts, solve
from .batch import Batch
from .errors import DealError, DominoesError, IllegalMove, MatchError, NotationError, RecordError, RulesError
from .match import Human, Match
from .moves import Move
from .position import End, Result
from .reasons import Reason
from .record import Record
from .registry import Player, PlayerError
from .round import Round
from .rules import PRESETS, Rules
from .tiles import Tile, tile_set
from .view import View

__all__ = [
    "PRESETS",
    "Batch",
    "DealError",
    "DominoesError",
    "End",
    "Human",
    "IllegalMove",
    "Match",
    "MatchError",
    "Move",
    "NotationError",
    "Player",
    "PlayerError",
    "Playouts",
    "Reason",
    "Record",
    "RecordError",
    "Result",
    "Round",
    "Rules",
    "RulesError",
    "Solution",
    "Tile",
    "View",
    "Weights",
    "__version__",
    "backend",
    "divide",
    "drawing",
    "events",
    "perft",
    "players",
    "playouts",
    "solve",
    "tile_set",
]
