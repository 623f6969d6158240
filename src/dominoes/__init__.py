"""An embeddable engine for domino games.

>>> import dominoes as dm
>>> rnd = dm.Round.deal(dm.Rules.preset("draw", players=3), seed=7)
>>> rnd.hand_counts, rnd.boneyard_count, len(rnd.legal_moves())
((7, 7, 7), 7, 1)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

from ._version import __version__
from .building import get_include, get_library_dir

if TYPE_CHECKING:
    from . import drawing, events, players
    from ._backend import BACKEND as backend  # noqa: N811 - an attribute to look at, such as "c"
    from .advice import Advice, Advised, advise
    from .analysis import Playouts, Solution, Weights, divide, perft, playouts, solve
    from .batch import Batch
    from .believing import Beliefs, Whereabouts
    from .errors import (
        BackendError,
        DealError,
        DominoesError,
        IllegalMove,
        MatchError,
        NotationError,
        RecordError,
        RulesError,
    )
    from .fortunes import Fortune, Luck, luck
    from .match import Human, Match
    from .moves import Move
    from .position import End, Result
    from .reasons import Reason
    from .record import Record
    from .registry import Player, PlayerError
    from .reviewing import Review, review
    from .round import Round
    from .rules import PRESETS, Rules
    from .tiles import Tile, tile_set
    from .tournaments import TournamentError, TournamentTable, tournament
    from .verifying import Verdict, verify
    from .view import View

__all__ = [
    "PRESETS",
    "Advice",
    "Advised",
    "BackendError",
    "Batch",
    "Beliefs",
    "DealError",
    "DominoesError",
    "End",
    "Fortune",
    "Human",
    "IllegalMove",
    "Luck",
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
    "Review",
    "Round",
    "Rules",
    "RulesError",
    "Solution",
    "Tile",
    "TournamentError",
    "TournamentTable",
    "Verdict",
    "View",
    "Weights",
    "Whereabouts",
    "__version__",
    "advise",
    "backend",
    "divide",
    "drawing",
    "events",
    "get_include",
    "get_library_dir",
    "luck",
    "perft",
    "players",
    "playouts",
    "review",
    "solve",
    "tile_set",
    "tournament",
    "verify",
]

_MODULES: Final = ("drawing", "events", "players")
_HOMES: Final = {
    "_backend": ("backend",),
    "advice": ("Advice", "Advised", "advise"),
    "analysis": ("Playouts", "Solution", "Weights", "divide", "perft", "playouts", "solve"),
    "batch": ("Batch",),
    "believing": ("Beliefs", "Whereabouts"),
    "errors": (
        "BackendError",
        "DealError",
        "DominoesError",
        "IllegalMove",
        "MatchError",
        "NotationError",
        "RecordError",
        "RulesError",
    ),
    "fortunes": ("Fortune", "Luck", "luck"),
    "match": ("Human", "Match"),
    "moves": ("Move",),
    "position": ("End", "Result"),
    "reasons": ("Reason",),
    "record": ("Record",),
    "registry": ("Player", "PlayerError"),
    "reviewing": ("Review", "review"),
    "round": ("Round",),
    "rules": ("PRESETS", "Rules"),
    "tiles": ("Tile", "tile_set"),
    "tournaments": ("TournamentError", "TournamentTable", "tournament"),
    "verifying": ("Verdict", "verify"),
    "view": ("View",),
}
"""The modules that the names above come from."""


def _found(name: str) -> object:
    """A public name, loaded when it is first asked for: what a build asks for needs no engine, all else does."""
    if name in _MODULES:
        return import_module(f".{name}", __name__)
    for home, names in _HOMES.items():
        if name in names:
            value = getattr(import_module(f".{home}", __name__), "BACKEND" if name == "backend" else name)
            globals()[name] = value
            return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


if not TYPE_CHECKING:  # where types are checked, a name that is not there is an error
    __getattr__ = _found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
