"""Sampling what a seat does not see: every way to fill the places of ``known`` is equally likely, and none is left out.

The tiles that are barred somewhere, and those played of which it is open where they came from, are placed one after the
other, each by the number of ways in which the rest can then be placed: an exact sample, by dynamic programming over the
places left in each bin. Tiles that may lie anywhere are shuffled into the places that remain. Where the counting would
be too long, as with many hands of a large set, a Markov chain of exchanges is walked instead, whose long-run share of
each way is the same: a tile moves to another bin that may hold it, pushes one of that bin's tiles out, which moves on,
until the gap is filled again.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable
from math import comb
from typing import TYPE_CHECKING, Final

from dominoes._twin import rules
from dominoes._twin.known import MOST_BINS
from dominoes._twin.tiles import DOUBLES, RANK, tiles_of

if TYPE_CHECKING:
    from dominoes._twin.known import Known
    from dominoes._twin.random import Stream
    from dominoes._twin.state import State

__all__ = ["STAYS", "Item", "Worlds"]

MOST_STATES: Final = 8192
"""Of the counting: more, and it is walked. The compiled kernel has room for so many."""
STAYS: Final = MOST_BINS
"""Where an item is that lies in the boneyard, or nowhere."""
CHAIN_STEPS: Final = 2
"""Of the walk, for each item and world."""
CHAIN_START: Final = 20
"""The same before the first world."""
LONGEST_EXCHANGE: Final = 12
MOST_TRIES: Final = 10_000
"""Deals looked at for one that the conditions on whole deals allow."""
_NOWHERE: Final = STAYS + 1


class Item:
    """A tile to place."""

    __slots__ = ("at", "homes", "seat", "stays", "tile", "where")

    def __init__(self, tile: int, seat: int, at: int, homes: Iterable[int], stays: bool) -> None:
        self.tile = tile
        self.seat = seat
        """Who played it; -1: unseen."""
        self.at = at
        """The index of the action by which it was played."""
        self.homes = tuple(homes)
        """The bins that may hold it, ascending."""
        self.stays = stays
        """It may lie in the boneyard."""
        self.where = STAYS
        """The bin it is in, in the world at hand, or ``STAYS``."""


class Worlds:
    """Worlds that agree with a seat's view of a round that is not over, one after the other.

    ``begin`` makes ready, ``next`` makes the next.
    """

    __slots__ = (
        "_any_deal",
        "_bound",
        "_dealt",
        "_drawing",
        "_known",
        "_left",
        "_members",
        "_places",
        "_strides",
        "_ways",
        "boneyard",
        "exact",
        "hands",
        "in_bins",
        "items",
        "open",
    )

    def __init__(self, known: Known, view: State) -> None:
        self._known = known
        self._drawing = view._spec[rules.DRAW_RULE] != 0
        self._any_deal = not (known.highest_decides or known.redeal_doubles)
        """No condition on whole deals counts: there is none, or it is given up."""
        self._places = [one.places for one in known.bins]
        self._left = known.unseen.bit_count() - known.hidden
        """Tiles that stay in the boneyard, or nowhere."""
        self._dealt = _dealt_for_certain(known, view)
        self._bound = 0
        self._strides: list[int] = []
        self._ways: list[dict[int, int]] = []
        self._members: list[list[int]] = []
        self.exact = True
        """By counting, not by walking."""
        self.items: list[Item] = []
        """The first ``_bound`` are placed by counting, the others may lie anywhere."""
        self.hands: list[int] = []
        """Of the world at hand, masks by seat: the unseen tiles that the other seats hold."""
        self.boneyard: list[int] = []
        """And what will be drawn, in order; then the tiles that are nowhere."""
        self.in_bins: list[int] = []
        """And the unseen tiles in each bin, masks."""
        self.open: list[Item] = []
        """Items played of which it is open where they came from."""

    # Which tiles may go where.

    def _list_items(self, barred: bool) -> None:
        """The tiles to place: those that are bound to some of the bins first, each kind in its order."""
        known = self._known
        bins = [index for index, places in enumerate(self._places) if places]
        items = []
        for spent in known.spent:
            homes = [index for index in bins if spent.bins >> index & 1]
            if homes:
                items.append(Item(spent.tile, spent.seat, spent.at, homes, stays=False))
        for tile in tiles_of(known.unseen):
            homes = [index for index in bins if not (barred and known.bins[index].barred >> tile & 1)]
            items.append(Item(tile, -1, 0, homes, stays=True))
        free = [item.stays and len(item.homes) == len(bins) for item in items]
        self.items = [item for item, anywhere in zip(items, free, strict=True) if not anywhere]
        self._bound = len(self.items)
        self.items += [item for item, anywhere in zip(items, free, strict=True) if anywhere]

    def _adds_up(self) -> bool:
        """Whether there is a place for every tile, and a tile for every place.

        Not in views set up by hand in which a seat played more tiles out of a bin than lay there.
        """
        return sum(self._places) + self._left == len(self.items)

    def _find_ways(self) -> bool:
        """Count the ways, or find one to walk on from; False where there is none."""
        self.exact = self._may_count()
        if not self.exact:
            return self._place_somehow()
        self._ways = self._count_ways()
        return self._ways[0][self._top()] > 0

    # Counting. A state is the places left in each bin, as one number: each bin has a stride.

    def _top(self) -> int:
        """The state in which every place is left."""
        return sum(stride * places for stride, places in zip(self._strides, self._places, strict=True))

    def _may_count(self) -> bool:
        """Whether the kernel has room for the counting, and 64 bits for its numbers."""
        states, self._strides = 1, []
        for places in self._places:
            self._strides.append(states)
            states *= places + 1 if self._bound else 1
            if states > MOST_STATES:
                return False
        return not self._bound or (states * (self._bound + 1) <= MOST_STATES and self._are_numbers_small())

    def _are_numbers_small(self) -> bool:
        """Whether there are so few ways that 64 bits hold every number on the way. Bars only make them fewer."""
        ways, left = 1, len(self.items)
        for places in self._places:
            more = 1
            for i in range(min(places, left - places)):
                more = more * (left - i) // (i + 1)
                if more >> 48:
                    return False
            if more > (1 << 55) // ways:
                return False
            ways *= more
            left -= places
        return True

    def _count_ways(self) -> list[dict[int, int]]:
        """Row i is for the bound items from i on: in how many ways they and the free ones can be placed, by state."""
        if not self._bound:
            return [{self._top(): 1}]
        rows = [{self._top(): 0}]
        for item in self.items[: self._bound]:
            rows.append(dict.fromkeys((after for state in rows[-1] for after in self._after(item, state)), 0))
        rows[-1] = {state: self._fill_freely(state) for state in rows[-1]}
        for i in range(self._bound - 1, -1, -1):
            item, below = self.items[i], rows[i + 1]
            rows[i] = {state: sum(below[after] for after in self._after(item, state)) for state in rows[i]}
        return rows

    def _after(self, item: Item, state: int) -> list[int]:
        """The states that an item may lead to: it stays, or takes a place in a bin."""
        states = [state] if item.stays else []
        states += [state - self._strides[home] for home in item.homes if self._left_in(state, home)]
        return states

    def _left_in(self, state: int, home: int) -> int:
        return state // self._strides[home] % (self._places[home] + 1)

    def _fill_freely(self, state: int) -> int:
        """In how many ways the free tiles fill the places left."""
        ways, free = 1, len(self.items) - self._bound
        for home in range(len(self._places)):
            places = self._left_in(state, home)
            ways *= comb(free, places) if places <= free else 0
            free -= places
        return ways

    def _place_by_counting(self, stream: Stream) -> None:
        items, bound, left, state = self.items, self._bound, self._places.copy(), self._top()
        for i in range(bound):
            item, below = items[i], self._ways[i + 1]
            r = stream.next() * self._ways[i][state] >> 64
            item.where = STAYS
            stay = below[state] if item.stays else 0
            if r < stay:
                continue
            r -= stay
            for home in item.homes:
                after = state - self._strides[home]
                ways = below[after] if left[home] else 0
                if r < ways:
                    item.where = home
                    left[home] -= 1
                    state = after
                    break
                r -= ways
        for i in range(len(items) - 1, bound, -1):
            j = bound + stream.below(i - bound + 1)
            items[i], items[j] = items[j], items[i]
        homes = [home for home, places in enumerate(left) for _ in range(places)]
        for item in items[bound:]:
            item.where = STAYS
        for item, home in zip(items[bound:], homes, strict=False):
            item.where = home

    # Walking.

    def _place_somehow(self) -> bool:
        """Any one way; False where there is none."""
        room = dict(enumerate([*self._places, *[0] * (MOST_BINS - len(self._places)), self._left]))
        for item in self.items:
            item.where = _NOWHERE
        if not all(self._make_place(item, room, set()) for item in self.items):
            return False
        self._members = [[] for _ in range(STAYS + 1)]
        for i, item in enumerate(self.items):
            self._members[item.where].append(i)
        return True

    def _make_place(self, item: Item, room: dict[int, int], asked: set[int]) -> bool:
        """Find a place for an item by moving others on, each bin asked once (augmenting paths)."""
        for home in (*item.homes, *((STAYS,) if item.stays else ())):
            if home in asked:
                continue
            asked.add(home)
            if room[home] > 0:
                room[home] -= 1
                item.where = home
                return True
            for other in self.items:
                if other is not item and other.where == home and self._make_place(other, room, asked):
                    item.where = home  # the other has gone and counts elsewhere; its place here is this one's
                    return True
        return False

    def _move(self, i: int, to: int) -> None:
        item = self.items[i]
        here = self._members[item.where]
        del here[bisect_left(here, i)]
        insort(self._members[to], i)
        item.where = to

    def _exchange(self, stream: Stream) -> None:
        """One step of the walk: each tile pushes the next out, until the gap that the first left is filled again."""
        i = stream.below(len(self.items))
        gap = self.items[i].where
        moved: list[tuple[int, int]] = []
        while len(moved) < LONGEST_EXCHANGE:
            item = self.items[i]
            to = (*item.homes, STAYS)[stream.below(len(item.homes) + item.stays)]
            if to == item.where:
                break
            moved.append((i, item.where))
            self._move(i, to)
            if to == gap:
                return
            members = self._members[to]
            if len(members) == 1:
                break
            k = stream.below(len(members) - 1)
            i = members[k + (k >= bisect_left(members, i))]  # the k-th there but for the one that came
        for i, back in reversed(moved):  # no way through
            self._move(i, back)

    # Worlds.

    def _is_allowed(self) -> bool:
        """Whether this could have been dealt, whole hands considered."""
        known, dealt = self._known, self._dealt.copy()
        for item in self.items:
            if item.where < STAYS and known.bins[item.where].since == 0:
                dealt[known.bins[item.where].seat] |= 1 << item.tile
        if known.highest_decides:
            highest = [max((RANK[tile] for tile in tiles_of(hand)), default=-1) for hand in dealt]
            if max(highest) > highest[known.starter]:
                return False
        others = (hand for seat, hand in enumerate(dealt) if seat != known.viewer)
        return not known.redeal_doubles or all((hand & DOUBLES).bit_count() < known.redeal_doubles for hand in others)

    def _gather(self, stream: Stream) -> None:
        bins = self._known.bins
        self.hands, self.in_bins = [0] * len(self._dealt), [0] * len(bins)
        self.boneyard, self.open = [], []
        for item in self.items:
            if item.seat >= 0:
                self.open.append(item)  # played: it is in no hand now
            elif item.where == STAYS:
                self.boneyard.append(item.tile)
            else:
                self.in_bins[item.where] |= 1 << item.tile
        for one, tiles in zip(bins, self.in_bins, strict=True):
            self.hands[one.seat] |= tiles
        if self._drawing:
            stream.shuffle(self.boneyard)

    def begin(self, stream: Stream) -> bool:
        """Make ready to sample; False where the hands cannot be filled at all."""
        self._list_items(barred=True)
        if not self._adds_up():
            return False
        if not self._find_ways():  # a position set up by hand that no deal leads to: whatever fills the hands will do
            self._list_items(barred=False)
            if not self._find_ways():
                return False
        for _ in range(0 if self.exact else CHAIN_START * len(self.items)):
            self._exchange(stream)
        return True

    def next(self, stream: Stream) -> None:
        """The next world."""
        tries = 0
        while True:
            if self.exact:
                self._place_by_counting(stream)
            else:
                for _ in range(CHAIN_STEPS * len(self.items)):
                    self._exchange(stream)
            tries += 1
            if self._any_deal or self._is_allowed():
                break
            self._any_deal = tries == MOST_TRIES  # it was set up by hand: no reason to look as long for each world
        self._gather(stream)


def _dealt_for_certain(known: Known, view: State) -> list[int]:
    """By seat, the mask of the tiles that are known to have been dealt to it."""
    dealt = [0] * len(view._dealt)
    for tile in view._dealt[known.viewer]:
        dealt[known.viewer] |= 1 << tile
    for spent in known.spent:
        if spent.since == 0:
            dealt[spent.seat] |= 1 << spent.tile
    return dealt
