"""What every player that comes along looks at first: whether there is something to choose, and by what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dominoes.registry import PlayerError
from dominoes.view import View, held_to_turn

if TYPE_CHECKING:
    from dominoes._backend import Stream

__all__ = ["chance_of", "to_choose_by"]


def to_choose_by(view: object) -> View:
    """The view, or the error that all players give alike: TypeError for anything but a `View`, `MatchError` where its
    seat is not to act."""
    return held_to_turn(view, "a player chooses by a", "there is nothing to choose")


def chance_of(view: View, name: str) -> Stream:
    """The view's stream. `PlayerError` where it has none."""
    if view.rng is None:
        raise PlayerError(f"the player {name} needs a view with a stream: ask Match.view for it")
    return view.rng
