"""Who takes part in a tournament, in a form small enough to be sent to whatever process plays."""

from __future__ import annotations

import importlib
import io
import itertools
import pickle
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial, reduce
from typing import Any, Final, TypeAlias, TypeVar

from dominoes import registry
from dominoes._check import quoted, raised
from dominoes.registry import Player, PlayerError

from .identity import identity_of
from .watching import FaultError, Watch

__all__ = ["Entrant", "entrants_of", "is_built_in", "tried"]

_T = TypeVar("_T")
_Given: TypeAlias = "str | Player | Callable[[], Player]"
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
    factory: bytes | None = None
    """Of a text that begins with a registered name: what makes its players, pickled, since another process need not
    know the name."""
    stays: str = ""
    """Where that does not pickle, why only this process knows the name."""
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
        if isinstance(self.given, str) and self.factory is None:
            self._look_for(self.given)
        for module, name in self.parts:
            try:
                reduce(getattr, name.split("."), importlib.import_module(module))
            except (Exception, SystemExit) as error:
                raise PlayerError(
                    f"the player {self.label} is not known where it plays: {raised(error)}; it must stand in a module "
                    "that can be imported there"
                ) from error

    def _look_for(self, text: str) -> None:
        try:
            registry.factory_of(text)
        except registry.UnknownPlayerError as error:
            if not self.stays:
                raise
            raise PlayerError(self.stays) from error

    def make(self) -> Player:
        """A new player, which shares no object with those made before. `PlayerError` where that fails."""
        if not isinstance(self.given, str):
            return _made(self._loaded(self.given))
        if self.factory is None:
            return registry.get(self.given)
        return registry.made_by(self._loaded(self.factory), self.given)

    def _loaded(self, pickled: bytes) -> Any:
        try:
            return pickle.loads(pickled)
        except (Exception, SystemExit) as error:
            raise PlayerError(f"the player {self.label} could not be made: {raised(error)}") from error


def entrants_of(given: Sequence[_Given] | Mapping[str, _Given], limit: float | None = None) -> tuple[Entrant, ...]:
    """Everybody who was named or handed over, each made once as a trial; two or more.

    A mapping gives each its label. Else who is named twice takes part twice, the second time as ``random#2``.
    `PlayerError` for who cannot be made, takes longer than ``limit`` seconds (None: any time) for it, or does not
    pickle, and for a label that is not printable or blank.
    """
    if isinstance(given, (str, bytes)) or not isinstance(given, (Sequence, Mapping)):
        raise TypeError(
            f"the entrants are a sequence of names or players, or a dict of them by their labels, not {quoted(given)}"
        )
    if len(given) < 2:
        raise PlayerError(f"a tournament has two entrants or more, not {len(given)}")
    if isinstance(given, Mapping):
        labels = [registry.checked_name(label, "an entrant's label") for label in given]
        return tuple(replace(tried(one, limit), label=label) for label, one in zip(labels, given.values(), strict=True))
    return _numbered(tried(one, limit) for one in given)


def _numbered(entrants: Iterable[Entrant]) -> tuple[Entrant, ...]:
    """The entrants, those of one label numbered."""
    found: list[Entrant] = []
    for entrant in entrants:
        taken = {other.label for other in found}
        numbered = (f"{entrant.label}#{number}" for number in itertools.count(2))
        label = next(label for label in itertools.chain([entrant.label], numbered) if label not in taken)
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
        factory = registry.factory_of(given)
        entrant = replace(entrant, is_ours=is_built_in(factory))
        if registry.is_registered(given.partition("/")[0]):
            entrant = _watched(given, partial(_sendable, entrant, given, factory), limit, "to be pickled")
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


def _sendable(entrant: Entrant, name: str, factory: Callable[..., Player]) -> Entrant:
    """An entrant by a registered name, with what makes its players, or with why that cannot be sent."""
    try:
        pickled = pickle.dumps(factory)
        return replace(entrant, factory=pickled, parts=_parts(pickled))
    except Exception as error:
        return replace(
            entrant,
            stays=f"the player {name} is registered in one process only, and what makes it cannot be sent to another: "
            f"{raised(error)}; register a class or a function that stands in a module",
        )


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
