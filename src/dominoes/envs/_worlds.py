"""Deals that agree with all that a seat knows, each as likely as every other: to resample from an information state.

The sampling itself is that of the virtual players, in its plain Python form; here a world is made a deal again: which
of the tiles lay in a hand from the first, and which was drawn when.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Final, NamedTuple

from dominoes import _pure
from dominoes._backend import State
from dominoes._codes import DRAW, HIGHEST_TILE
from dominoes._twin.known import Known, conclude
from dominoes._twin.worlds import Worlds
from dominoes.errors import DealError

from ._observing import action_seats

if TYPE_CHECKING:
    from collections.abc import Container

    from dominoes._backend import Stream

__all__ = ["World", "rest_of", "sample_world"]

_TRIES: Final = 200
_DEALT: Final = 0
"""Since when a seat holds the tiles that it was dealt."""


class World(NamedTuple):
    """A deal, and what became of the boneyard."""

    hands: tuple[tuple[int, ...], ...]
    """As dealt; those of the other seats sorted."""
    drawn: tuple[int, ...]
    """The tiles drawn, in order."""


def sample_world(state: State, viewer: int, opener: int, stream: Stream) -> World:
    """A deal from which the same actions lead to a round that looks the same to a seat.

    All such deals are equally likely; with very many hands of a large set, nearly so. ``opener`` is the starter as the
    State was given it. `DealError` where none is found, which no round that was dealt by its rules leads to.
    """
    view = state.seen_by(viewer)
    twin = _pure.restore(None, view.__reduce__()[1][1])
    known = conclude(twin)
    worlds = Worlds(known, twin)
    if worlds.begin(stream):
        for _ in range(_TRIES):
            worlds.next(stream)
            world = _as_dealt(view, known, worlds, stream)
            if world is not None and _looks_the_same(view, world, opener):
                return world
    raise DealError(f"no deal was found that agrees with what seat {viewer} knows")


def _as_dealt(view: State, known: Known, worlds: Worlds, stream: Stream) -> World | None:
    """A world's tiles by when they came into their hand; None where they cannot be told apart so."""
    viewer = view.viewer
    dealt, boneyard = view.dealt()
    seats = action_seats(view)
    draws = [(at, seats[at]) for at, action in enumerate(view.actions()) if action == DRAW]
    hands, drawn = list(dealt), list(boneyard[: len(draws)])
    for seat in range(view.players):
        if seat == viewer:
            continue
        settled, open_ = _held_since(known, worlds, seat)
        hands[seat] = tuple(sorted([*settled.pop(_DEALT, []), *open_.pop(_DEALT, [])]))
        own = {at: number for number, (at, drawer) in enumerate(draws) if drawer == seat}
        placed = _place(settled, {*settled, *open_}, own, stream)
        placed |= _place(open_, set(open_), {at: n for at, n in own.items() if n not in placed}, stream)
        if len(placed) != len(own) or len(hands[seat]) != len(dealt[seat]):
            return None
        for number, tile in placed.items():
            drawn[number] = tile
    return World(tuple(hands), tuple(drawn))


_Since = dict[int, list[int]]


def _held_since(known: Known, worlds: Worlds, seat: int) -> tuple[_Since, _Since]:
    """A seat's tiles by the number of actions done when their bin was first filled: those played of which it is known
    when they came, and the others."""
    settled: _Since = defaultdict(list)
    others: _Since = defaultdict(list)
    for spent in known.spent:
        if spent.seat == seat and not spent.bins:
            settled[spent.since].append(spent.tile)
    for item in worlds.open:
        if item.seat == seat:
            others[known.bins[item.where].since].append(item.tile)
    for one, tiles in zip(known.bins, worlds.in_bins, strict=True):
        if one.seat == seat:
            others[one.since] += [tile for tile in range(tiles.bit_length()) if tiles >> tile & 1]
    return settled, others


def _place(tiles: _Since, begins: set[int], draws: dict[int, int], stream: Stream) -> dict[int, int]:
    """Which draw brought which tile: those of a bin came by any of the draws from its first to the next bin's."""
    windows = sorted(begins - {_DEALT})
    by_bin: dict[int, list[int]] = defaultdict(list)
    for at, number in draws.items():
        begun = [since for since in windows if since <= at + 1]
        if begun:
            by_bin[begun[-1]].append(number)
    placed: dict[int, int] = {}
    for since, held in tiles.items():
        numbers = by_bin[since]
        stream.shuffle(numbers)
        placed.update(zip(numbers, held, strict=False))
    return placed


def _looks_the_same(view: State, world: World, opener: int) -> bool:
    """Whether the actions can be done from this deal, and the seat then sees what it saw."""
    spec, players = view.spec, view.players
    hands, tiles = world.hands, Counter(tile for hand in world.hands for tile in hand) + Counter(world.drawn)
    if max(tiles.values()) > 1:
        return False
    boneyard = (*world.drawn, *rest_of(tiles, (spec[1] + 1) * (spec[1] + 2) // 2))
    state = State(spec, hands, boneyard, HIGHEST_TILE if opener == HIGHEST_TILE else view.starter, [0] * players)
    return all(state.apply(action) == 0 for action in view.actions()) and state.seen_by(view.viewer) == view


def rest_of(tiles: Container[int], size: int) -> list[int]:
    """The tiles of a set that are not among these, ascending."""
    return [tile for tile in range(size) if tile not in tiles]
