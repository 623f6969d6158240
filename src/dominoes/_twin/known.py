"""What one seat may conclude about the tiles it does not see: the places where they can lie, and which each can hold.

A place is one of another seat's tiles; places that were filled at one time (by the deal, or by the draws of one turn)
and of which the same is known form a bin. Whoever draws because it cannot play, or passes, shows that none of its
places holds a tile that could be laid: these tiles are barred there from then on. A tile played came out of a bin where
it was not barred; where that leaves more than one, it stays open which. So the deals that agree with a view are exactly
the ways to fill the bins with the unseen tiles and those played, each where it is not barred, and the boneyard with the
rest; all are equally likely beforehand. Two conditions are about whole deals, not places: who holds the highest tile,
where that decides who opens and the tile is not told, and redeal_doubles.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from dominoes._codes import DRAW
from dominoes._twin import rules
from dominoes._twin.lacks import lacks_so_far
from dominoes._twin.tiles import DOUBLES, MATCHING, RANK, set_size

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dominoes._twin.geometry import OpenEnd
    from dominoes._twin.position import Position

__all__ = ["MOST_BINS", "Bin", "Known", "Spent", "conclude", "playable"]

MOST_BINS: Final = 32


class Bin:
    """Some places of a seat, filled at one time, of which the same is known."""

    __slots__ = ("barred", "places", "seat", "since")

    def __init__(self, seat: int, places: int, since: int, barred: int = 0) -> None:
        self.seat = seat
        self.places = places
        """Filled by unseen tiles, and by played ones of which it is open where they came from."""
        self.since = since
        """The number of actions done when it was filled; 0 by the deal."""
        self.barred = barred
        """The mask of the tiles that none of the places holds."""


class Spent:
    """A tile that another seat played."""

    __slots__ = ("at", "bins", "seat", "since", "tile")

    def __init__(self, tile: int, seat: int, at: int, bins: int) -> None:
        self.tile = tile
        self.seat = seat
        self.at = at
        """The action's index."""
        self.since = -1
        """When its bin was filled; -1 where it is open which bin."""
        self.bins = bins
        """Where it is open: out of which of these, a mask; its place is still counted in one of them."""


class Known:
    """What the seat of a view may conclude from it: ``conclude`` makes one."""

    __slots__ = ("bins", "hidden", "highest_decides", "lacks", "redeal_doubles", "spent", "starter", "unseen", "viewer")

    def __init__(self, view: Position) -> None:
        spec, chain = view._spec, view._chain
        self.viewer = view._viewer
        self.starter = view._starter
        self.bins: list[Bin] = []
        """By when they were filled."""
        self.spent: list[Spent] = []
        """In the order played."""
        self.unseen = (1 << set_size(spec[rules.MAX_PIP])) - 1 & ~view._hands[view._viewer]
        """The mask of the tiles neither laid nor in the own hand."""
        for laid in chain:
            self.unseen &= ~(1 << laid[0])
        self.hidden = sum(view._counts) - view._counts[view._viewer]
        """Unseen tiles in hands; the others lie in the boneyard."""
        self.lacks = lacks_so_far(view)
        """By seat, a mask of numbers: see ``lacks.py``."""
        decides = spec[rules.OPENING] == 0 and spec[rules.NEXT_OPENING] == 0
        hidden_opening = not spec[rules.OPENING_TILE] or not chain
        self.highest_decides = decides and view._starter != view._viewer and hidden_opening
        """The opener held the highest tile dealt, and it is not known which that was."""
        self.redeal_doubles = spec[rules.REDEAL_DOUBLES] if spec[rules.REDEAL_DOUBLES] > 1 else 0
        """No hand was dealt so many; 0: no such rule, or the bins say it."""

    # The deal.

    def _know_deal(self, view: Position) -> None:
        """What the deal itself tells, before any action."""
        spec, hands, viewer = view._spec, view._dealt, view._viewer
        barred = 0
        highest = view._forced
        if highest < 0 and view._starter == viewer and not spec[rules.OPENING_TILE]:
            decides = spec[rules.OPENING] == 0 and spec[rules.NEXT_OPENING] == 0
            highest = max(hands[viewer], key=RANK.__getitem__) if decides else -1
        if highest >= 0:  # no hand was dealt a tile above it
            barred = sum(1 << tile for tile in range(set_size(spec[rules.MAX_PIP])) if RANK[tile] > RANK[highest])
        if spec[rules.REDEAL_DOUBLES] == 1:
            barred |= DOUBLES
        self.bins = [Bin(seat, len(hand), 0, barred) for seat, hand in enumerate(hands) if seat != viewer]

    # What happened.

    def _show_lack(self, seat: int, tiles: int) -> None:
        """No place of this seat holds one of these."""
        for one in self.bins:
            if one.seat == seat:
                one.barred |= tiles

    def _drop(self, index: int) -> None:
        below = (1 << index) - 1
        for spent in self.spent:
            spent.bins = spent.bins & below | spent.bins >> 1 & ~below
        del self.bins[index]

    def _join(self, first: int, second: int) -> None:
        """Two bins become one that bars only what both did: nothing possible is lost, and no more bins are needed."""
        self.bins[first].barred &= self.bins[second].barred
        self.bins[first].places += self.bins[second].places
        for spent in self.spent:
            spent.bins |= (spent.bins >> second & 1) << first
        self._drop(second)

    def _make_room(self) -> None:
        """Join the last two bins that one seat has drawn; there are, since at most four were dealt."""
        for second in range(len(self.bins) - 1, 0, -1):
            for first in range(second - 1, -1, -1):
                if self.bins[first].seat == self.bins[second].seat and self.bins[first].since > 0:
                    self._join(first, second)
                    return

    def _take_unseen(self, seat: int, at: int, same_turn: bool) -> None:
        """One more place. Draws of one turn share a bin while the same is known of them."""
        last = next((one for one in reversed(self.bins) if one.seat == seat), None)
        if same_turn and last is not None and not last.barred and last.since > 0:
            last.places += 1
            return
        if len(self.bins) == MOST_BINS:
            self._make_room()
        self.bins.append(Bin(seat, 1, at))

    def _settle_draws(self, seat: int, turn_began: int) -> None:
        """The two last bins of a seat, when both were filled in this turn and bar the same, are one."""
        own = [index for index, one in enumerate(self.bins) if one.seat == seat]
        if len(own) < 2:
            return
        first, second = self.bins[own[-2]], self.bins[own[-1]]
        if min(first.since, second.since) > turn_began and first.barred == second.barred:
            self._join(own[-2], own[-1])

    def _see_played(self, tile: int, seat: int, at: int, forced: bool) -> None:
        """The bin that a tile came out of, or the bins. The tile that had to open was dealt, whatever was drawn before.

        In a view set up by hand a seat may have played what it showed to lack: then its bars say nothing.
        """
        free = every = 0
        for index, one in enumerate(self.bins):
            if one.seat == seat and one.places and not (forced and one.since > 0):
                every |= 1 << index
                free |= 0 if one.barred >> tile & 1 else 1 << index
        spent = Spent(tile, seat, at, free or every)
        self.spent.append(spent)
        if spent.bins & spent.bins - 1:
            return
        index = spent.bins.bit_length() - 1
        one = self.bins[index]
        spent.bins, spent.since = 0, one.since
        one.places -= 1
        if not one.places and one.since > 0:
            self._drop(index)


def playable(ends: Sequence[OpenEnd | None], fits: Sequence[int]) -> int:
    """The mask of the tiles that could be laid on these ends, whoever holds them; of the largest set."""
    tiles = 0
    for at, room in zip(ends, fits, strict=True):
        if at is not None:
            tiles |= MATCHING[at.number] & ~DOUBLES if room & 31 else 0
            tiles |= MATCHING[at.number] & DOUBLES if room >> 5 else 0
    return tiles


def conclude(view: Position) -> Known:
    """Goes through all that happened in a seat's view of a round that is not over."""
    known = Known(view)
    known._know_deal(view)
    by_choice = view._spec[rules.VOLUNTARY_DRAW] > 0
    turn_began, every = 0, (1 << set_size(view._spec[rules.MAX_PIP])) - 1
    for at, (action, seat, ends, fits, _, _, drawn, _) in enumerate(view._history):
        turn_began = turn_began if drawn else at
        if seat == view._viewer:
            continue
        if action >= DRAW and not (action == DRAW and by_choice):
            known._show_lack(seat, playable(ends, fits) & every)
            if drawn:
                known._settle_draws(seat, turn_began)
        if action == DRAW:
            known._take_unseen(seat, at + 1, drawn)
        elif action < DRAW:
            tile = action >> 3 & 255
            known._see_played(tile, seat, at, action >> 11 == 0 and view._forced == tile)
    return known
