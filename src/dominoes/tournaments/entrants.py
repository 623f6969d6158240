"""Who takes part in a tournament, in a form small enough to be sent to whatever process plays."""

from __future__ import annotations

import importlib
import io
import pickle
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial, reduce
from typing import Any, Final, TypeVar

from dominoes import registry
from dominoes._check import quoted, raised
from dominoes.registry import Player, PlayerError

from .identity import identity_of
from .watching import FaultError, Watch

__all__ = ["Entrant", "entrants_of", "is_built_in", "tried"]

_T = TypeVar("_T")
FINDING_SECONDS: Final = 60.0
"""How long finding a player, that is, importing its module, may take at least. It is no part of any decision, and how
often it is done depends on the number of workers."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """One participant: how it is called in the table, and what makes its players."""

    label: str
    given: str | bytes
    """The text by which the registry finds it, or a pickled player or factory."""
    identity: str | None
    """What it is, the same in every process: the text, or of an object its class and what it is made of. None where
    that cannot be told."""
    parts: tuple[tuple[str, str], ...] = ()
    """What the pickle is made of: names, each with its module."""
    is_ours: bool = False
    """Whether this package makes its players, so that nobody need watch how they are made."""

    def find(self, limit: float | None) -> None:
        """See that all is there to make its players of, however long that takes up to `FINDING_SECONDS`, or ``limit``
        where that is longer. `PlayerError` where it is not: that is no fault of the player's."""
        if self.is_ours:
            self._look()
        else:
            _watched(self.label, self._look, None if limit is None else max(limit, FINDING_SECONDS), "to be found")

    def _look(self) -> None:
        if isinstance(self.given, str):
            _factory(self.given)
        for module, name in self.parts:
            try:
                reduce(getattr, name.split("."), importlib.import_module(module))
            except (Exception, SystemExit) as error:
                raise PlayerError(f"the player {self.label} is not known where it plays: {raised(error)}") from error

    def make(self) -> Player:
        """A new player, which shares no object with those made before. `PlayerError` where that fails."""
        if isinstance(self.given, str):
            return registry.get(self.given)
        try:
            given = pickle.loads(self.given)
        except (Exception, SystemExit) as error:
            raise PlayerError(f"the player {self.label} could not be made: {raised(error)}") from error
        return _made(given)


def entrants_of(
    given: Sequence[str | Player | Callable[[], Player]], limit: float | None = None
) -> tuple[Entrant, ...]:
    """Everybody who was named or handed over, each made once as a trial; two or more.

    Who is named twice takes part twice, the second time as ``random#2``. `PlayerError` for who cannot be made, takes
    longer than ``limit`` seconds (None: any time) for it, or does not pickle.
    """
    if isinstance(given, (str, bytes)) or not isinstance(given, Sequence):
        raise TypeError(f"the entrants are a sequence of names or players, not {quoted(given)}")
    if len(given) < 2:
        raise PlayerError(f"a tournament has two entrants or more, not {len(given)}")
    found: list[Entrant] = []
    for one in given:
        entrant = tried(one, limit)
        taken = {other.label for other in found}
        numbered = (f"{entrant.label}#{number}" for number in range(2, len(given) + 2))
        label = next(label for label in (entrant.label, *numbered) if label not in taken)
        found.append(replace(entrant, label=label))
    return tuple(found)


def tried(given: str | Player | Callable[[], Player], limit: float | None) -> Entrant:
    """Who was named or handed over, found and made once as a trial, on a thread of its own. `PlayerError` where that
    fails, or where making it takes longer than so many seconds."""
    if not isinstance(given, str):
        entrant = _watched(quoted(given), partial(_by_object, given), limit, "to be made")
    else:
        entrant = Entrant(given, given, identity=given)
        entrant.find(limit)
        entrant = replace(entrant, is_ours=is_built_in(_factory(given)))
    _watched(entrant.label, entrant.make, limit, "to be made")
    return entrant


def is_built_in(player: object) -> bool:
    """Whether a player, or what makes it, comes along with this package: then nobody need watch it."""
    kind = player if isinstance(player, type) else type(player)
    return str(kind.__module__).partition(".")[0] == __name__.partition(".")[0]


def _watched(who: str, task: Callable[[], _T], limit: float | None, purpose: str) -> _T:
    """What somebody else's code gives. `PlayerError` where it raises anything, or takes longer than the limit."""

    def safely() -> _T | PlayerError:
        try:
            return task()
        except PlayerError as error:  # it says all that is to be said, where a fault would say who raised it too
            return error

    watch = Watch(limit)
    try:
        found = watch.run(safely, purpose)
    except FaultError as fault:
        raise PlayerError(f"the player {who} {fault}") from None
    finally:
        watch.close()
    if isinstance(found, PlayerError):
        raise found
    return found


def _by_object(given: Any) -> Entrant:
    name = registry.name_of(_made(given), f"the player of {quoted(given)}")
    try:
        pickled = pickle.dumps(given)
        return Entrant(name, pickled, _identity(given), _parts(pickled))
    except Exception as error:
        raise PlayerError(
            f"the player {name} cannot be sent to where it plays: {raised(error)}; give a class of a module, or a text "
            "as in module:Class"
        ) from error


def _identity(given: object) -> str | None:
    try:
        return identity_of(given)
    except Exception:  # it pickles, but in a way that is beyond us; only who keeps results must know
        return None


def _factory(text: str) -> Callable[..., Player]:
    """What makes the players of a text. `PlayerError` where nothing here does."""
    return registry._factory(text.partition("/")[0], text)


def _parts(pickled: bytes) -> tuple[tuple[str, str], ...]:
    """The names that a pickle is made of, each with its module."""
    found: dict[tuple[str, str], None] = {}

    class Noting(pickle.Unpickler):
        def find_class(self, module: str, name: str) -> Any:
            found[module, name] = None
            return super().find_class(module, name)

    Noting(io.BytesIO(pickled)).load()
    return tuple(found)


def _made(given: Any) -> Player:
    """The player that was given, or that the given factory makes."""
    is_factory = isinstance(given, type) or (callable(given) and not registry.is_player(given))
    try:
        player: Player = given() if is_factory else given
    except PlayerError:
        raise
    except (Exception, SystemExit) as error:
        raise PlayerError(f"the player of {quoted(given)} could not be made: {raised(error)}") from error
    if not registry.is_player(player):
        raise PlayerError(f"an entrant is a name, a player or what makes one, not {quoted(given)}")
    return player
