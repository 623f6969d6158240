"""Sampled worlds: in tiny games each as often as it should come, by going through every deal there could be."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

import pytest
from support.every_deal import Hands, by_deals, count_deals, dealt
from support.options import Options

from dominoes import _pure
from dominoes._twin import worlds
from dominoes._twin.known import conclude
from dominoes._twin.tiles import tiles_of

KEY = bytes(range(3, 35))


def tiny(rng: random.Random) -> Options:
    """So few tiles that all deals can be gone through; every option that tells something of the others' tiles."""
    max_pip, players, hand_size = rng.choice(
        ((2, 2, 2), (2, 3, 1), (2, 3, 2), (3, 2, 2), (3, 2, 3), (3, 3, 2), (3, 3, 3))
    )
    return Options(
        players=players,
        max_pip=max_pip,
        hand_size=hand_size,
        draw=rng.choice(("never", "one", "until-playable", "until-playable")),
        voluntary_draw=rng.random() < 0.5,
        boneyard_floor=rng.randrange(2),
        opening_tile=rng.choice(("free", "forced")),
        next_opening=rng.choice(("same", "same", "winner")),
        table=rng.choice((None, None, (8, 8), (12, 8))),
        spinner=rng.choice((None, "first-double")),
        redeal_doubles=rng.choice((None, None, 2)) if hand_size == 2 else None,
    )


def some_view(rng: random.Random) -> _pure.State:
    state = dealt(tiny(rng), rng).state(_pure)
    for _ in range(rng.randrange(12)):
        if state.turn != -1:
            state.apply(rng.choice(state.legal()))
    while state.turn == -1:
        state.undo()
    return state.seen_by(rng.randrange(state.players))


def leaves_a_choice(view: _pure.State) -> bool:
    """Whether a tile that is barred somewhere may lie in several places all the same."""
    sampler = worlds.Worlds(conclude(view), view)
    assert sampler.begin(_pure.Stream(KEY, 0))
    bins = sum(one.places > 0 for one in conclude(view).bins)
    return any(1 < len(item.homes) + item.stays <= bins for item in sampler.items)


def tiny_views(seed: int, count: int) -> list[tuple[_pure.State, dict[Hands, Fraction]]]:
    """Views with some worlds but not many, and the share that each world should have; every other leaves a choice."""
    rng = random.Random(seed)
    found: list[tuple[_pure.State, dict[Hands, Fraction]]] = []
    while len(found) < count:
        view = some_view(rng)
        if count_deals(view) <= 2000 and (len(found) % 2 == 0 or leaves_a_choice(view)):
            counted = by_deals(view)
            if 2 <= len(counted) <= 60:
                shares = {hands: Fraction(many, counted.total()) for hands, many in counted.items()}
                found.append((view, shares))
    return found


def sampled(view: _pure.State, count: int, *, exact: bool) -> Counter[Hands]:
    """The hands of so many worlds, the viewer's own among them."""
    stream = _pure.Stream(KEY, 0)
    sampler = worlds.Worlds(conclude(view), view)
    assert sampler.begin(stream)
    assert sampler.exact is exact
    seen: Counter[Hands] = Counter()
    for _ in range(count):
        sampler.next(stream)
        hands = [frozenset(tiles_of(hand)) for hand in sampler.hands]
        hands[view.viewer] = frozenset(view.hand(view.viewer))
        seen[tuple(hands)] += 1
        check_boneyard(view, sampler)
    return seen


def check_boneyard(view: _pure.State, sampler: worlds.Worlds) -> None:
    """What no hand holds, once each."""
    held = [tile for hand in sampler.hands for tile in tiles_of(hand)]
    unseen = set(tiles_of(conclude(view).unseen))
    assert sorted([*held, *sampler.boneyard]) == sorted(unseen)


@pytest.mark.parametrize("seed", range(4))
def test_counting_samples_each_world_as_often_as_it_should(seed: int) -> None:
    """Chi-square: only a wrong sampler goes beyond six standard deviations."""
    for view, shares in tiny_views(seed, 30):
        count = 60 * len(shares) + 300
        seen = sampled(view, count, exact=True)
        assert set(seen) <= set(shares)
        distance = sum((seen[hands] - count * share) ** 2 / (count * share) for hands, share in shares.items())
        freedom = len(shares) - 1
        assert float(distance) < freedom + 6 * (2 * freedom) ** 0.5 + 6, (seed, view, float(distance))


@pytest.mark.parametrize("seed", range(4))
def test_walking_samples_the_same_worlds(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """All of them, in shares that come near: a world depends on the one before."""
    monkeypatch.setattr(worlds, "MOST_STATES", 0)
    for view, shares in tiny_views(100 + seed, 6):
        count = 120 * len(shares) + 1200
        seen = sampled(view, count, exact=False)
        assert set(seen) <= set(shares)
        assert all(seen[hands] for hands, share in shares.items() if share * count > 20)
        apart = sum(abs(Fraction(seen[hands], count) - share) for hands, share in shares.items()) / 2
        assert float(apart) < 0.05, (seed, view, float(apart))
