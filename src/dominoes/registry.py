"""Who can play: the `Player` protocol, and players by name. Knows nothing of matches, nor of any particular player.

A text given to a match is looked up here, so that a player of somebody else's is as good as one that comes along:

>>> from dominoes import registry
>>> class Cautious:
...     name = "cautious"
...     def choose(self, view):
...         return min(view.legal_moves(), key=lambda move: move.tile.pips if move.tile else 0)
>>> registry.register("cautious", Cautious)
>>> registry.get("cautious").name
'cautious'
>>> registry.unregister("cautious")
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Protocol, runtime_checkable

from dominoes._check import quoted
from dominoes.errors import MatchError

if TYPE_CHECKING:
    from dominoes.moves import Move
    from dominoes.view import View

__all__ = ["Player", "PlayerError", "get", "names", "register", "unregister"]


class PlayerError(MatchError, ValueError):
    """A player that nobody registered, that is no player, or that chose what it may not; the text names it."""


@runtime_checkable
class Player(Protocol):
    """Whoever chooses for a seat without being asked on a screen.

    ``choose(view)`` gets the `View` of the seat whose turn it is, at least one legal move in it, and gives one of
    ``view.legal_moves()``. A view is all a player ever gets: it holds no other hand and no boneyard. Chance comes from
    ``view.rng`` (a stream made for this one decision), never from `random`, so that equal seeds give equal matches.

    A player keeps nothing between decisions that would change a later one: what happened before stands in
    ``view.events``. That is what lets a match be undone, copied and resumed after a crash.

    >>> class LowestFirst:
    ...     name = "lowest-first"
    ...     def choose(self, view):
    ...         return view.legal_moves()[0]
    >>> isinstance(LowestFirst(), Player)
    True
    """

    @property
    def name(self) -> str:
        """What it is called; where it is registered, by this name."""

    def choose(self, view: View) -> Move:
        """One of ``view.legal_moves()``."""


_FACTORIES: Final[dict[str, Callable[[], Player]]] = {}


def register(name: str, factory: Callable[[], Player]) -> None:
    """Let matches find players by ``name``; ``factory()`` makes one, anew for each seat.

    A name is not empty and has neither spaces nor commas, so that it can stand in a list on a command line.
    `PlayerError` for another name and for one that is taken.
    """
    if not isinstance(name, str) or not name or not name.isprintable() or " " in name or "," in name:
        raise PlayerError(f"a player's name is a printable text without spaces and commas, not {quoted(name)}")
    if not callable(factory):
        raise TypeError(f"a player's factory is called to make one, but {quoted(factory)} cannot be called")
    if name in _FACTORIES:
        raise PlayerError(f"there is a player {name} already")
    _FACTORIES[name] = factory


def unregister(name: str) -> None:
    """Forget a name. `PlayerError` where it is unknown."""
    _factory(name)
    del _FACTORIES[name]


def names() -> tuple[str, ...]:
    """All registered names, sorted.

    >>> {"heaviest", "random"} <= set(names())
    True
    """
    return tuple(sorted(_FACTORIES))


def get(name: str) -> Player:
    """A new player of this name. `PlayerError`, listing the names there are, where it is unknown."""
    return _factory(name)()


def _factory(name: str) -> Callable[[], Player]:
    try:
        return _FACTORIES[name]
    except (KeyError, TypeError):
        raise PlayerError(f"there is no player {quoted(name)}; there are {', '.join(names())}") from None
