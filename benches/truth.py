"""Whether what a seat may conclude leaves the truth possible, for a round of which all is known."""

from __future__ import annotations

from collections import Counter

from dominoes import _pure
from dominoes._codes import DRAW
from dominoes._twin.known import Known, conclude
from dominoes._twin.tiles import DOUBLES, RANK


def faults(state: _pure.State, viewer: int) -> list[str]:
    """What is wrong with the conclusions of a seat; nothing, where the true deal is one of those it takes as possible.

    Every hidden tile must lie where it is not barred, every tile played must have come from where it may have, the
    places of each bin must be filled by just the tiles that truly lie there, and what is known of whole deals must
    hold. So the truth is a way to fill the bins, and the sampler leaves out none of these.
    """
    known, since = conclude(state.seen_by(viewer)), _got_when(state)
    wrong: list[str] = []
    filled: Counter[int] = Counter()
    for seat in range(state.players):
        for tile in state.hand(seat) if seat != viewer else ():
            where = _bin_of(known, seat, since[tile])
            filled[where] += 1
            if known.bins[where].barred >> tile & 1 or not known.unseen >> tile & 1:
                wrong.append(f"tile {tile} of seat {seat} is excluded")
    for spent in known.spent:
        if spent.bins:
            where = _bin_of(known, spent.seat, since[spent.tile])
            filled[where] += 1
            if not spent.bins >> where & 1:
                wrong.append(f"tile {spent.tile}, played by seat {spent.seat}, is taken to have come from elsewhere")
        elif spent.since > since[spent.tile]:
            wrong.append(f"tile {spent.tile}, played by seat {spent.seat}, is taken to have come later")
    for index, one in enumerate(known.bins):
        if one.places != filled[index]:
            wrong.append(f"a bin of seat {one.seat} has {one.places} places for {filled[index]} tiles")
    return wrong + _faults_of_deal(state, known)


def _faults_of_deal(state: _pure.State, known: Known) -> list[str]:
    hands, wrong = state.dealt()[0], []
    highest = [max(map(RANK.__getitem__, hand)) for hand in hands]
    if known.highest_decides and highest[known.starter] < max(highest):
        wrong.append("the highest tile was not the opener's")
    if known.redeal_doubles and any(sum(DOUBLES >> t & 1 for t in hand) >= known.redeal_doubles for hand in hands):
        wrong.append("a hand had more doubles than it may")
    return wrong


def _got_when(state: _pure.State) -> dict[int, int]:
    """Of each tile that ever was in a hand, the number of actions done when it came there; 0 by the deal."""
    hands, boneyard = state.dealt()
    draws = (number for number, action in enumerate(state.actions(), 1) if action == DRAW)
    return {tile: 0 for hand in hands for tile in hand} | dict(zip(boneyard, draws, strict=False))


def _bin_of(known: Known, seat: int, since: int) -> int:
    """The bin of what a seat got then: its last one filled by then."""
    return max(index for index, one in enumerate(known.bins) if one.seat == seat and one.since <= since)
