"""Who takes part in a tournament, in a form small enough to be sent to whatever process plays."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from dominoes import registry
from dominoes._check import quoted
from dominoes.registry import Player, PlayerError

__all__ = ["Entrant", "entrants_of", "is_built_in"]


@dataclass(frozen=True, slots=True)
class Entrant:
    """One participant: how it is called in the table, and what makes its players."""

    label: str
    given: str | bytes
    """The text by which the registry finds it, or a pickled player or factory."""

    def make(self) -> Player:
        """A new player, which shares nothing with those made before. `PlayerError` where that fails."""
        if isinstance(self.given, str):
            return registry.get(self.given)
        try:
            given = pickle.loads(self.given)
        except (Exception, SystemExit) as error:
            raise PlayerError(f"the player {self.label} is not known where it plays: {_told(error)}") from error
        return _made(given)


def entrants_of(given: Sequence[str | Player | Callable[[], Player]]) -> tuple[Entrant, ...]:
    """Everybody who was named or handed over, each made once as a trial; two or more.

    Who is named twice takes part twice, the second time as ``random#2``. `PlayerError` for who cannot be made or does
    not pickle.
    """
    if isinstance(given, (str, bytes)) or not isinstance(given, Sequence):
        raise TypeError(f"the entrants are a sequence of names or players, not {quoted(given)}")
    if len(given) < 2:
        raise PlayerError(f"a tournament has two entrants or more, not {len(given)}")
    found: list[Entrant] = []
    for one in given:
        entrant = _entrant(one)
        entrant.make()
        taken = {other.label for other in found}
        numbered = (f"{entrant.label}#{number}" for number in range(2, len(given) + 2))
        label = next(label for label in (entrant.label, *numbered) if label not in taken)
        found.append(Entrant(label, entrant.given))
    return tuple(found)


def is_built_in(player: Player) -> bool:
    """Whether a player comes along with this package: then nobody need watch it."""
    return type(player).__module__.partition(".")[0] == __name__.partition(".")[0]


def _entrant(given: str | Player | Callable[[], Player]) -> Entrant:
    if isinstance(given, str):
        return Entrant(given, given)
    name: Any = _made(given).name
    if not isinstance(name, str) or not name.strip() or not name.isprintable():
        raise PlayerError(f"a player's name is a printable text, not {quoted(name)}")
    try:
        return Entrant(name, pickle.dumps(given))
    except Exception as error:
        raise PlayerError(
            f"the player {name} cannot be sent to where it plays: {_told(error)}; give a class of a module, or a text "
            "as in module:Class"
        ) from error


def _made(given: Any) -> Player:
    """The player that was given, or that the given factory makes."""
    is_factory = isinstance(given, type) or (callable(given) and not isinstance(given, Player))
    try:
        player = given() if is_factory else given
    except PlayerError:
        raise
    except (Exception, SystemExit) as error:
        raise PlayerError(f"the player of {quoted(given)} could not be made: {_told(error)}") from error
    if isinstance(player, type) or not isinstance(player, Player):
        raise PlayerError(f"an entrant is a name, a player or what makes one, not {quoted(given)}")
    return player


def _told(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"
