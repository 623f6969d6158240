"""Every deal of a tiny game that looks the same to a seat, gone through one by one: slow, and obviously right."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations

from hypothesis import strategies as st

from dominoes import _pure

from . import strategies
from .cases import HIGHEST_TILE, Deal
from .conclusions import lawful_starter
from .notation import TILES
from .options import SPEC, Options
from .oracle import is_double

Hands = tuple[frozenset[int], ...]


def dealt(options: Options, rng: random.Random) -> Deal:
    """A deal that the rules allow."""
    limit = options.redeal_doubles or options.hand_size + 1
    while True:
        deal = strategies.make_deal(options, rng, lawful_starter(options, rng))
        hands = [[tile.split("-") for tile in hand] for hand in deal.hands]
        if all(sum(high == low for high, low in hand) < limit for hand in hands):
            return deal


@st.composite
def tiny_options(draw: st.DrawFn) -> Options:
    """So few tiles that all deals can be gone through."""
    max_pip, players, hand_size = draw(
        st.sampled_from(((2, 2, 1), (2, 2, 2), (2, 3, 1), (2, 3, 2), (3, 2, 2), (3, 2, 3), (3, 3, 2), (3, 3, 3)))
    )
    return Options(
        players=players,
        max_pip=max_pip,
        hand_size=hand_size,
        draw=draw(st.sampled_from(("never", "one", "until-playable", "until-playable"))),
        voluntary_draw=draw(st.booleans()),
        boneyard_floor=draw(st.integers(0, 1)),
        opening_tile=draw(st.sampled_from(("free", "forced"))),
        next_opening=draw(st.sampled_from(("same", "same", "winner"))),
        table=draw(st.sampled_from((None, None, (8, 8), (12, 8)))),
        turns=draw(st.booleans()),
        spinner=draw(st.sampled_from((None, "first-double"))),
        redeal_doubles=draw(st.sampled_from((None, None, 2) if hand_size == 2 else (None,))),
    )


def dealt_ways(sizes: Sequence[int], tiles: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """All ways to deal hands of these sizes, and what is left."""
    if not sizes:
        yield (tiles,)
        return
    for hand in combinations(tiles, sizes[0]):
        rest = tuple(tile for tile in tiles if tile not in hand)
        for others in dealt_ways(sizes[1:], rest):
            yield hand, *others


def deals_like(view: _pure.State) -> Iterator[_pure.State]:
    """Every deal that looks like this to the viewer, played on to here; undrawn tiles in one order only."""
    hands, boneyard = view.dealt()
    viewer, drawn = view.viewer, len(boneyard) - view.boneyard_count
    decided = view.forced >= 0 or view.spec[SPEC.index("next_opening")] == 0
    starter = HIGHEST_TILE if decided else view.starter  # whether a round is the first, its views do not tell
    seen = {tile for tile in (*hands[viewer], *boneyard) if tile != 255}
    size = (view.spec[1] + 1) * (view.spec[1] + 2) // 2
    hidden = tuple(tile for tile in range(size) if tile not in seen)
    others = [seat for seat in range(view.players) if seat != viewer]
    places = [index for index in range(drawn) if boneyard[index] == 255]
    for *held, left in dealt_ways([len(hands[seat]) for seat in others], hidden):
        full = list(hands)
        for seat, hand in zip(others, held, strict=True):
            full[seat] = hand
        for chosen in permutations(left, len(places)):
            order = list(boneyard[:drawn])
            for index, tile in zip(places, chosen, strict=True):
                order[index] = tile
            rest = [tile for tile in left if tile not in chosen]
            state = _pure.State(view.spec, full, [*order, *rest], starter)
            if all(state.apply(action) == 0 for action in view.actions()) and state.seen_by(viewer) == view:
                yield state


def is_allowed(hands: Sequence[Sequence[int]], limit: int) -> bool:
    return not limit or all(sum(is_double(TILES[tile]) for tile in hand) < limit for hand in hands)


def by_deals(view: _pure.State) -> Counter[Hands]:
    """How many deals lead to each way the hidden hands can be now."""
    counted: Counter[Hands] = Counter()
    for state in deals_like(view):
        if is_allowed(state.dealt()[0], view.spec[-1]):
            counted[tuple(frozenset(state.hand(seat)) for seat in range(state.players))] += 1
    return counted


def count_deals(view: _pure.State) -> int:
    """How many deals there are to go through."""
    hands, boneyard = view.dealt()
    hidden = sum(len(hand) for seat, hand in enumerate(hands) if seat != view.viewer) + boneyard.count(255)
    drawn = boneyard[: len(boneyard) - view.boneyard_count].count(255)
    ways = 1
    for seat, hand in enumerate(hands):
        if seat != view.viewer:
            ways *= math.comb(hidden, len(hand))
            hidden -= len(hand)
    return ways * math.perm(hidden, drawn)
