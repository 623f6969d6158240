"""How wide a chain without a table is laid out."""

from __future__ import annotations

import re

import pytest
from support.chains import grown

from dominoes import drawing
from dominoes.drawing.widths import WIDTHS, width_of
from dominoes.geometry import Chain, arrange
from dominoes.moves import Move
from dominoes.tiles import tile_set

LONG = [(pips, count, arms) for pips, count in ((6, 22), (9, 45), (12, 70), (18, 150)) for arms in (False, True)]


@pytest.mark.parametrize(("pips", "count", "arms"), LONG)
def test_the_width_grows_in_few_steps_and_never_shrinks(pips: int, count: int, arms: bool) -> None:
    chain = grown(pips, count, arms=arms)
    widths = [width_of(chain.prefix(number)) for number in range(len(chain) + 1)]
    assert widths == sorted(widths)
    assert widths[:5] == [WIDTHS[0]] * 5
    assert set(widths) <= set(WIDTHS)
    assert width_of(grown(pips, count, arms=arms)) == widths[-1], "the chain alone decides"


@pytest.mark.parametrize(("pips", "count"), [(6, 24), (9, 50), (12, 80), (18, 170)])
def test_a_long_chain_has_the_shape_of_a_screen(pips: int, count: int) -> None:
    for seed in range(4):
        chain = grown(pips, count, seed=seed)
        west, north, east, south = arrange(chain, width_of(chain)).bounds
        assert 1.1 <= (east - west) / (south - north) <= 4
        # No other width would make its tiles larger by far, in a room twice as wide as high.
        sizes = [max(e - w, 2 * (s - n)) for w, n, e, s in (arrange(chain, width).bounds for width in WIDTHS)]
        assert max(east - west, 2 * (south - north)) <= max(52, 1.25 * min(sizes))


def test_a_picture_and_its_ghosts_are_as_wide_as_the_chain_asks_for() -> None:
    chain = grown(18, 120)
    width = width_of(chain)
    assert width > WIDTHS[0]
    head = chain.heads[0]
    tile = next(t for t in tile_set(18) if head.number in (t.high, t.low) and all(t is not e.tile for e in chain))
    move = Move(f"{tile}@{head.end}")
    assert drawing.svg(chain, ghosts=[move]) == drawing.svg(chain, ghosts=[move], width=width)
    assert re.search(f'id="ghost-{tile}-{head.end}"', drawing.svg(chain, ghosts=[move]))


def test_what_has_no_tiles_or_a_table_needs_no_more() -> None:
    assert width_of(Chain()) == width_of(Chain(table=(20, 20)).lay("6-4")) == WIDTHS[0]
