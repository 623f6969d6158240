"""Hypothesis strategies for options, deals and walks.

A deal and a walk come from one drawn number each: a failure prints options and numbers, and is played again from them.
"""

from __future__ import annotations

import random
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from . import notation
from .backends import State
from .cases import Deal
from .options import Options

MAX_NUMBER = 1_000_000_000


def examples(share: float) -> int:
    """A share of the examples that the chosen profile makes, for tests whose examples are slow."""
    return max(3, int(settings().max_examples * share))


numbers = st.integers(0, 2**32 - 1)
sides = st.one_of(st.integers(8, 14), st.integers(8, 30), st.integers(8, 64))
tables = st.tuples(sides, sides)


@st.composite
def options(draw: st.DrawFn, *, table: bool | None = None, largest: int = 18) -> Options:
    """Options that RULES.md allows, in any combination; biased to small tables, spinners, partners and counting."""
    players = draw(st.sampled_from((2, 2, 3, 4, 4)))
    partners = players == 4 and draw(st.booleans())
    smallest = 1 if players < 4 else 2
    max_pip = draw(st.one_of(st.integers(smallest, 6), st.just(6), st.integers(smallest, largest)))
    tiles = (max_pip + 1) * (max_pip + 2) // 2
    most = tiles // players
    hand_size = draw(st.one_of(st.integers(1, most), st.integers(1, min(most, 9))))
    chosen: dict[str, Any] = {
        "draw": draw(st.sampled_from(("never", "one", "until-playable", "until-playable"))),
        "voluntary_draw": draw(st.booleans()),
        "boneyard_floor": draw(st.one_of(st.integers(0, 3), st.integers(0, 200), st.just(MAX_NUMBER))),
        "opening": draw(st.sampled_from(("highest-tile", "random"))),
        "opening_tile": draw(st.sampled_from(("free", "forced"))),
        "next_opening": draw(st.sampled_from(("same", "winner", "rotate"))),
        "table": draw(tables) if (draw(st.booleans()) if table is None else table) else None,
        "turns": draw(st.sampled_from((True, True, True, False))),
        "spinner": draw(st.sampled_from(("first-double", None))),
        "count_multiple": draw(st.sampled_from((5, 3, None))),
        "scoring": draw(st.sampled_from(("opponents", "team-all"))) if partners else "opponents",
        "round_to": draw(st.sampled_from((1, 3, 5))),
        "target": draw(st.one_of(st.integers(1, 60), st.integers(100, 1000), st.just(MAX_NUMBER))),
    }
    return Options(players=players, max_pip=max_pip, hand_size=hand_size, partners=partners, **chosen)


@st.composite
def deals(draw: st.DrawFn, *, table: bool | None = None, largest: int = 18) -> Deal:
    """A round about to begin: mostly a whole shuffled set, now and then hands of any sizes with tiles left out."""
    chosen = draw(options(table=table, largest=largest))
    starter = draw(st.one_of(st.none(), st.integers(0, chosen.players - 1)))
    even = draw(st.booleans())
    return make_deal(chosen, random.Random(draw(numbers)), starter, even=even, scores=draw(scores(chosen)))


@st.composite
def scores(draw: st.DrawFn, chosen: Options) -> tuple[int, ...] | None:
    """Scores of a match before a round: below the target, as a match's are."""
    if draw(st.booleans()):
        return None
    each = st.one_of(st.integers(0, min(chosen.target, 100) - 1), st.integers(-MAX_NUMBER, chosen.target - 1))
    made = [draw(each) for _ in range(chosen.players)]
    return tuple(made[:2] * 2) if chosen.partners else tuple(made)


def make_deal(
    chosen: Options,
    rng: random.Random,
    starter: int | None,
    *,
    even: bool = True,
    scores: tuple[int, ...] | None = None,
) -> Deal:
    tiles = [notation.tile_text(tile) for tile in notation.all_tiles(chosen.max_pip)]
    rng.shuffle(tiles)
    if even:
        sizes = [chosen.hand_size] * chosen.players
    else:
        most = len(tiles) // chosen.players
        sizes = [rng.randint(1, most) for _ in range(chosen.players)]
        tiles = tiles[: rng.randint(sum(sizes), len(tiles))]
    hands = []
    for size in sizes:
        hands.append(tuple(tiles[:size]))
        tiles = tiles[size:]
    return Deal(chosen, tuple(hands), tuple(tiles), starter, scores)


def choose(state: State, rng: random.Random) -> int:
    """One of the legal actions; tiles on a spinner's arms and turns come up as often as the rest."""
    return rng.choice(state.legal())


def plausible(state: State, rng: random.Random, others: int = 40) -> list[int]:
    """All actions of the tiles in hand, draw and pass, some of tiles elsewhere, and some numbers of no action."""
    max_pip = state.spec[1]
    tiles = set(state.hand(max(state.turn, 0)))
    every = [notation.encode(text) for text in notation.every_action(max_pip)]
    own = [action for action in every if (action >> 3) % 256 in tiles or action >= notation.DRAW]
    wild = [rng.randrange(-(2**40), 2**40), rng.randrange(-10, 5 << 12), rng.randrange(1 << 14)]
    return own + rng.sample(every, min(others, len(every))) + wild


def rectangles(rng: random.Random, count: int = 12) -> list[tuple[int, int, int, int]]:
    """Rectangles on, across and far off any table; empty and inside-out ones too."""
    made = []
    for _ in range(count):
        x, y = rng.randint(-6, 66), rng.randint(-6, 66)
        made.append((x, y, rng.choice((1, 2, 4, rng.randint(-1, 80))), rng.choice((1, 2, 4, rng.randint(-1, 80)))))
    return [*made, (2**62, 0, 2**62, 1), (-(2**40), -(2**40), 2**41, 2**41)]
