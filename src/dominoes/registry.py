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

`get` tells what texts there are: names, names with a level, and classes by their module.
"""

from __future__ import annotations

import importlib
import inspect
import re
import warnings
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, Protocol, runtime_checkable

from dominoes._check import one_line, quoted, raised
from dominoes.errors import MatchError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from dominoes.moves import Move
    from dominoes.view import View

__all__ = [
    "ENTRY_POINTS",
    "Player",
    "PlayerError",
    "UnknownPlayerError",
    "checked_name",
    "factory_of",
    "get",
    "is_name",
    "is_player",
    "is_registered",
    "made_by",
    "name_of",
    "names",
    "no_move",
    "register",
    "unregister",
]

ENTRY_POINTS: Final = "dominoes.players"
"""The group of entry points by which an installed package offers players."""

_LEVEL: Final = re.compile(r"0|[1-9][0-9]{0,8}")
_RULE: Final = "a printable text without spaces and commas, without / and :"
"""What a name is that can be asked for."""


class PlayerError(MatchError, ValueError):
    """A player that nobody registered, that is no player, or that chose what it may not; the text names it."""


class UnknownPlayerError(PlayerError):
    """A name that nobody registered, and that no installed package offers; the text lists those there are."""


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
        """What it is called, a printable text that is not blank; where it is registered, by this name."""

    def choose(self, view: View) -> Move:
        """One of ``view.legal_moves()``."""


_Factory = Callable[..., Player]
_FACTORIES: Final[dict[str, _Factory]] = {}
_LOADED: Final[dict[str, _Factory]] = {}
"""What entry points have led to, since looking for them reads the disk."""


def register(name: str, factory: Callable[..., Player]) -> None:
    """Let matches find players by ``name``; ``factory()`` makes one, anew for each seat.

    A factory of players that have levels also takes ``factory(level=4)``, which ``name/4`` asks for, and raises
    `PlayerError` for a level that there is not.

    A name is not empty and has no spaces, commas, ``/`` or ``:``, so that it can stand in a list on a command line.
    `PlayerError` for another name and for one that is taken.
    """
    if not _is_name(name):
        raise PlayerError(f"a player's name is {_RULE}, not {quoted(name)}")
    if not callable(factory):
        raise TypeError(f"a player's factory is called to make one, but {quoted(factory)} cannot be called")
    _bring_along()
    if name in _FACTORIES:
        raise PlayerError(f"there is a player {name} already")
    _FACTORIES[name] = factory


def unregister(name: str) -> None:
    """Forget a registered name. `PlayerError` where it is unknown."""
    _bring_along()
    if not isinstance(name, str) or name not in _FACTORIES:
        raise _unknown(name)
    del _FACTORIES[name]


def names() -> tuple[str, ...]:
    """All names, sorted: those registered, and those that installed packages offer (group ``dominoes.players``).

    A package's name that `register` would not take, or that belongs to a player that comes along, is left out with a
    warning that says whose it is.

    >>> {"heaviest", "random"} <= set(names())
    True
    """
    _bring_along()
    points = _entry_points()
    for point in points:
        why = _why_hidden(point.name)
        if why:
            warnings.warn(f"{_offer(point)} cannot be had by that name: {why}", stacklevel=2)
    return tuple(sorted({*_FACTORIES, *(point.name for point in points if _is_name(point.name))}))


def get(name: str) -> Player:
    """A new player of this text, which is one of

    - a registered name: ``"heaviest"``;
    - a name that an installed package offers as an entry point of the group ``dominoes.players``, where nobody
      registered it: the entry point is a factory, such as a class;
    - ``"module:Class"``: the module is imported and the class called without arguments, so that its code runs;
    - any of these with a level, a whole number: ``"snow-white/4"``. The factory is called with ``level=4``.

    `PlayerError` where nothing is found by it (the names there are are listed), where it cannot be imported or made,
    and where it has no levels, or not this one.
    """
    return made_by(factory_of(name), name)


def is_registered(name: str) -> bool:
    """Whether `register` made this name (without a level) known here; those that come along are registered too."""
    _bring_along()
    return name in _FACTORIES


def factory_of(name: str) -> Callable[..., Player]:
    """What makes the players of a text that `get` takes; a level in it is not looked at. `PlayerError` as there."""
    if not isinstance(name, str):
        raise _unknown(name)
    return _factory(name.partition("/")[0], name)


def made_by(factory: Callable[..., Player], name: str) -> Player:
    """A new player of a text whose `factory_of` this is. `PlayerError` where it cannot be made, or is no player."""
    base, slash, text = name.partition("/")
    try:
        player: Any = factory(**_level(base, factory, text)) if slash else factory()
    except PlayerError:
        raise
    except (Exception, SystemExit) as error:
        raise PlayerError(f"the player {name} could not be made: {raised(error)}") from error
    if not is_player(player):
        raise PlayerError(f"{name} is no player, which has name and choose(view), but {quoted(player)}")
    name_of(player, f"the player {name}")
    found: Player = player
    return found


# What a player must be, wherever it comes from


def is_player(found: object) -> bool:
    """Whether it has ``name`` and ``choose(view)`` and is an object, no class. Whatever is given, nothing is raised."""
    if isinstance(found, type) or not _has(found, "name"):
        return False
    try:
        return callable(found.choose)  # type: ignore[attr-defined]
    except (Exception, SystemExit):
        return False


def name_of(player: Player, who: str) -> str:
    """What a player calls itself. `PlayerError`, which begins with ``who``, where that is no right name."""
    try:
        name: object = player.name
    except (Exception, SystemExit) as error:
        raise PlayerError(f"{who} does not tell its name: {raised(error)}") from error
    return checked_name(name, f"{who}: a player's name")


def is_name(name: object) -> bool:
    """Whether somebody may be called so: by a text that is printable and not blank."""
    return isinstance(name, str) and name.strip() != "" and name.isprintable()


def checked_name(name: object, what: str = "a player's name") -> str:
    """A name that is right, or `PlayerError`, which begins with ``what``."""
    if not isinstance(name, str) or not is_name(name):
        raise PlayerError(f"{what} is a printable text that is not blank, not {quoted(name)}")
    return name


def no_move(choice: object) -> str:
    """What to say of a choice that is no `Move`. What ``async def choose`` gives is closed, so that nothing waits."""
    if inspect.iscoroutine(choice):
        choice.close()
    if inspect.isawaitable(choice):
        return "chose something to await, which is no Move: choose must be a plain function (def, not async def)"
    return f"chose {quoted(choice)}, which is no Move"


def _has(found: object, attribute: str) -> bool:
    """Whether there is such an attribute; one that cannot be read is there too, and reading it will say why."""
    try:
        getattr(found, attribute)
    except AttributeError:
        return inspect.getattr_static(found, attribute, None) is not None
    except (Exception, SystemExit):
        pass
    return True


def _is_name(name: object) -> bool:
    return isinstance(name, str) and name != "" and name.isprintable() and not any(c in " ,/:" for c in name)


def _unknown(name: object) -> UnknownPlayerError:
    return UnknownPlayerError(f"there is no player {quoted(name)}; there are {', '.join(names())}")


def _bring_along() -> None:
    """Have the package's own players registered: importing them does it, and nobody may have asked for them yet."""
    importlib.import_module("dominoes.players")


def _factory(name: str, text: str = "") -> _Factory:
    """What makes the players of a name; ``text`` is all that was asked for, with the level."""
    _bring_along()
    found = _FACTORIES.get(name)
    if found is not None:
        return found
    if ":" in name:
        return _imported(name)
    return _LOADED.get(name) or _offered(name, text)


def _level(name: str, factory: _Factory, text: str) -> dict[str, int]:
    """The level of a text, as the factory takes it."""
    if not _LEVEL.fullmatch(text):
        raise PlayerError(f"a level is a whole number, as in {name}/4, not {quoted(text)}")
    try:
        inspect.signature(factory).bind(level=int(text))
    except TypeError:
        raise PlayerError(f"the player {name} has no levels: leave /{text} out") from None
    except ValueError:  # some callables tell no signature: calling them will show it
        pass
    return {"level": int(text)}


# Players that others offer


def _entry_points() -> Sequence[EntryPoint]:
    from importlib.metadata import entry_points  # slow to import, and seldom needed

    return tuple(entry_points(group=ENTRY_POINTS))


def _why_hidden(name: str) -> str:
    """Why an entry point of this name leads nowhere; empty where it does."""
    if not _is_name(name):
        return f"a player's name is {_RULE}"
    maker = str(getattr(_FACTORIES.get(name), "__module__", ""))
    return "it is that of a player that comes along" if maker.partition(".")[0] == __name__.partition(".")[0] else ""


def _offer(point: EntryPoint) -> str:
    package = "" if point.dist is None else f" of the package {quoted(point.dist.name)}"
    return f"the entry point {quoted(point.name)}{package} (group {ENTRY_POINTS}, {quoted(point.value)})"


def _offered(name: str, text: str) -> _Factory:
    """What an entry point leads to; only the one asked for is loaded, so that a broken one hinders no other."""
    points = _entry_points()
    for point in points:
        if not _is_name(point.name) and point.name in (name, text):
            raise PlayerError(f"{_offer(point)} cannot be had by that name: {_why_hidden(point.name)}")
    points = [point for point in points if point.name == name] if _is_name(name) else []
    values = sorted({point.value for point in points})
    if not values:
        raise _unknown(name)
    if len(values) > 1:
        raise PlayerError(f"several packages offer a player {name}: {', '.join(values)}; give one of these instead")
    try:
        factory = points[0].load()
    except (Exception, SystemExit) as error:
        raise PlayerError(f"the player {name}, offered as {values[0]}, cannot be loaded: {raised(error)}") from error
    if not callable(factory):
        raise PlayerError(f"the player {name}, offered as {values[0]}, cannot be called to make one")
    _LOADED[name] = factory
    return _LOADED[name]


def _imported(name: str) -> _Factory:
    """The class of ``module:Class``. Nothing but a class of players is called: the text may come from a file."""
    module_name, _, path = name.partition(":")
    if not all(part.isidentifier() for text in (module_name, path) for part in text.split(".")):
        raise PlayerError(f"a player's class is written module:Class, not {quoted(name)}")
    try:
        found: Any = importlib.import_module(module_name)
        module = found
    except (Exception, SystemExit) as error:
        raise PlayerError(f"the player {name}: {module_name} cannot be imported: {raised(error)}") from error
    for part in path.split("."):
        try:
            found = getattr(found, part)
        except AttributeError:
            place = f"{module_name}, which is {_place(module)}"
            raise PlayerError(f"the player {name}: there is no {path} in {place}") from None
        except (Exception, SystemExit) as error:  # a module, or a class of classes, may do anything here
            raise PlayerError(f"the player {name}: {path} cannot be had from {module_name}: {raised(error)}") from error
    if not isinstance(found, type) or not hasattr(found, "choose"):
        place = f"{module_name}, which is {_place(module)}"
        raise PlayerError(f"the player {name}: {path} is no class with choose(view) in {place}")
    return found


def _place(module: object) -> str:
    """Where a module comes from, since another may stand before the one that was meant."""
    try:
        found = [getattr(module, "__file__", None), *getattr(module, "__path__", ())]
    except (Exception, SystemExit):  # what stands for a module may be anything
        found = []
    places = [one_line(place) for place in found if isinstance(place, str)]
    return places[0] if places else "a part of Python"
