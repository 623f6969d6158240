"""Views of random rounds, and what the twin concludes from them, told as the program test_players tells it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

from dominoes import _pure
from dominoes._twin.known import Known, conclude

from . import strategies
from .cases import HIGHEST_TILE
from .options import PRESET_NAMES, PRESET_PLAYERS, Options, preset

VARIATIONS: tuple[dict[str, object], ...] = (
    {},
    {"voluntary_draw": True},
    {"voluntary_draw": True, "opening_tile": "free"},
    {"draw": "one"},
    {"max_pip": 9, "hand_size": 10},
    {"max_pip": 18, "hand_size": 20},
    {"max_pip": 18, "hand_size": 5, "draw": "one", "voluntary_draw": True},
    {"max_pip": 12, "hand_size": 5, "spinner": "first-double", "count_multiple": 5},
    {"table": (12, 10)},
    {"table": (16, 12), "spinner": "first-double"},
    {"table": (10, 30), "turns": False, "voluntary_draw": True},
    {"redeal_doubles": 4},
    {"max_pip": 3, "hand_size": 2},
)


class Seen(NamedTuple):
    """A seat's view, and the deal and starter that led to it."""

    view: _pure.State
    hands: tuple[tuple[int, ...], ...]
    boneyard: tuple[int, ...]
    starter: int


def some_options(rng: random.Random) -> Options:
    """A preset for some number of players, as it is or varied."""
    name = rng.choice(PRESET_NAMES)
    return preset(name, rng.choice(PRESET_PLAYERS[name]), **rng.choice(VARIATIONS))


def lawful_starter(options: Options, rng: random.Random) -> int | None:
    """Who may open by the rules: None, the holder of the highest tile, or in a later round perhaps any seat."""
    if options.opening == "highest-tile" and (options.next_opening == "same" or rng.random() < 0.5):
        return None
    return rng.randrange(options.players)


def some_views(rng: random.Random, count: int) -> list[Seen]:
    """One view of each of so many random rounds that are on, mostly of the seat to act."""
    views: list[Seen] = []
    while len(views) < count:
        options = some_options(rng)
        deal = strategies.make_deal(options, rng, lawful_starter(options, rng))
        state = deal.state(_pure)
        hands, boneyard = state.dealt()
        for _ in range(rng.randrange(rng.choice((10, 30, 90, 300)))):
            if state.turn != -1:
                state.apply(rng.choice(state.legal()))
        if state.turn != -1:
            seat = state.turn if rng.random() < 0.8 else rng.randrange(state.players)
            starter = HIGHEST_TILE if deal.starter is None else deal.starter
            views.append(Seen(state.seen_by(seat), hands, boneyard, starter))
    return views


def as_numbers(views: Sequence[Seen]) -> str:
    """What the program reads."""
    numbers = [len(views)]
    for view, hands, boneyard, starter in views:
        numbers += view.spec
        for tiles in (*hands, boneyard):
            numbers += [len(tiles), *tiles]
        numbers += [starter, view.action_count, *view.actions(), view.viewer]
    return " ".join(map(str, numbers))


def told(seen: Seen) -> str:
    """What the program says of a view."""
    view = seen.view
    known = conclude(view)
    numbers = (known.viewer, known.starter, known.hidden, int(known.highest_decides), known.redeal_doubles)
    words = [*map(str, numbers), _tiles(known.unseen), *map(str, known.lacks), *_bins_and_spent(known)]
    action = view.choose(0, 0, 0, None) if view.turn == view.viewer else -1
    return " ".join([*words, "chooses", str(action)])


def _tiles(mask: int) -> str:
    return f"{mask & (1 << 192) - 1:048x}"


def _bins_and_spent(known: Known) -> list[str]:
    words = [f"bin {one.seat} {one.places} {one.since} {_tiles(one.barred)}" for one in known.bins]
    words += [f"spent {one.tile} {one.seat} {one.at} {one.since} {one.bins}" for one in known.spent]
    return words
