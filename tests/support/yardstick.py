"""The heuristic blocker by its definition in docs/waist.md, with fractions, sets of tiles and the oracle's table.

What others may hold comes from the twin's conclusions, which ``test_known`` holds against every deal there could be.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from dominoes._pure import State
from dominoes._twin.known import Known
from dominoes._twin.tiles import tiles_of

from . import agreement, oracle
from .notation import DRAW, NUMBERS, PLACEMENTS, Tile, decode
from .options import SPEC
from .policies import chance

CERTAIN = 65536


class Taste(NamedTuple):
    """What each thing is worth, in points; ``blocks`` by seats further on."""

    pips: Fraction
    double: Fraction
    fitting: Fraction
    numbers: Fraction
    blocks: dict[int, int]


def taste(spec: tuple[int, ...]) -> Taste:
    named = dict(zip(SPEC, spec, strict=True))
    players = "partners" if named["partners"] else named["players"]
    if players == 2 and named["table_width"]:
        players = "table"
    pips, double, fitting, numbers, blocks = {
        "table": ("1", "5", "1", "0", {1: 150}),
        2: ("1", "5", "2.5", "1", {1: 150}),
        3: ("0.5", "5", "2.5", "3", {1: 30}),
        4: ("1.5", "6.5", "4", "3", {1: 30, 3: 10}),
        "partners": ("1.5", "5", "2.5", "3.8", {1: 90, 2: -50, 3: 26}),
    }[players]
    return Taste(Fraction(pips), Fraction(double), Fraction(fitting), Fraction(numbers), blocks)


def hidden_parts(known: Known, seat: int) -> Iterator[tuple[frozenset[int], int]]:
    """What a seat may hold: sets of candidates, each once, and how many of each it holds."""
    held: dict[frozenset[int], int] = {}
    places = [one.places for one in known.bins]
    for spent in known.spent:
        oldest = [index for index in tiles_of(spent.bins) if places[index] > 0]
        if oldest:
            places[oldest[0]] -= 1
    for one, left in zip(known.bins, places, strict=True):
        if one.seat == seat and left:
            candidates = frozenset(tile for tile in tiles_of(known.unseen) if not one.barred >> tile & 1)
            held[candidates] = held.get(candidates, 0) + left
    yield from held.items()


def fitting_tiles(after: State) -> set[int]:
    """The tiles that could be laid on an open end."""
    return {
        NUMBERS[tile]
        for end, number, _ in after.ends()
        for tile in NUMBERS
        if number in tile and after.fits(end) & (32 if tile[0] == tile[1] else 31)
    }


def expected(known: Known, seat: int, worth: dict[Tile, int]) -> Fraction:
    """What a hidden hand is expected to come to, tile by tile; each part rounded down to 1/65536."""
    total = 0
    for candidates, places in hidden_parts(known, seat):
        held = sum(count for tile, count in worth.items() if NUMBERS[tile] in candidates)
        total += CERTAIN * places * held // len(candidates) if candidates else 0
    return Fraction(total, CERTAIN)


def none_of(known: Known, seat: int, answers: set[int]) -> Fraction:
    """The chance that a seat holds none of these."""
    product = CERTAIN
    for candidates, places in hidden_parts(known, seat):
        product = product * chance(len(candidates), len(candidates & answers), places) >> 16
    return Fraction(product, CERTAIN)


def continuations(position: oracle.Round, end: oracle.End) -> int:
    """The ways to go on from an end by two tiles that have room, the first laid and taken up again."""
    count = 0
    room = agreement.fits(position, end)
    for way in range(6):
        if not room >> way & 1:
            continue
        tile = (1, 0) if way < 5 else (0, 0)
        placement = PLACEMENTS[way % 5]
        place = position.place_at(end, tile, placement)
        assert place is not None
        position.chain.append(oracle.Laid(tile, "?", placement, end.owner, 0, 0, place))
        onward = oracle.End("?", 0, 0, len(position.chain) - 1, place.head, place.direction)
        count += agreement.fits(position, onward).bit_count()
        position.chain.pop()
    return count


def worth_of_ends(after: State, position: oracle.Round, seat: int, known: Known) -> Fraction:
    """``position`` is the oracle's after the play."""
    following = (seat + 1) % after.players
    hand = [tile for tile in NUMBERS if NUMBERS[tile] in after.hand(seat)]
    ahead = expected(known, following, {tile: sum(tile) for tile in NUMBERS}) - sum(map(sum, hand))
    total = Fraction(0)
    for end in position.ends():
        shown = {tile: 1 for tile in NUMBERS if end.number in tile}
        more = sum(tile in shown for tile in hand) - expected(known, following, shown)
        total += Fraction(continuations(position, end), 32) * (Fraction("3.4") * more - Fraction("0.04") * ahead)
    return total


def score(state: State, position: oracle.Round, play: int, known: Known) -> Fraction:
    """What a play is worth to the seat to act, by what it knows."""
    seat, after, goes_by = state.turn, state.copy(), taste(state.spec)
    after.apply(play)
    high, low = decode_tile(play)
    fitting, left = fitting_tiles(after), after.hand(seat)
    multiple, count = state.spec[SPEC.index("count_multiple")], after.end_count()
    total = goes_by.pips * (high + low) + goes_by.double * (high == low)
    total += goes_by.fitting * len(fitting & set(left))
    total += goes_by.numbers * len({number for tile, at in NUMBERS.items() if at in left for number in tile})
    total += count if multiple and count % multiple == 0 else 0
    for further, weight in goes_by.blocks.items():
        total += weight * none_of(known, (seat + further) % state.players, fitting)
    if state.spec[SPEC.index("table_width")]:
        laid = copy.deepcopy(position)
        laid.apply(str(decode(play)))
        total += worth_of_ends(after, laid, seat, known)
    return total


def decode_tile(play: int) -> Tile:
    return next(tile for tile, number in NUMBERS.items() if number == play >> 3 & 255)


def choice(state: State, position: oracle.Round, known: Known) -> int:
    """The play with the highest score, the first among equals; a draw or a pass only where there is no play."""
    plays = [action for action in state.legal() if action < DRAW]
    if not plays:
        return state.legal()[0]
    scores = [score(state, position, play, known) for play in plays]
    return plays[scores.index(max(scores))]
