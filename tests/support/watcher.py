"""Somebody beside the table who sees no hand, and what they may conclude: the lacks of docs/waist.md, tile by tile."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from .backends import State

DRAW = 5 << 11
EVERY_NUMBER = frozenset(range(19))


def numbers_to_follow(view: State) -> frozenset[int]:
    """The numbers of which any tile could be laid: together their ends have room for a double and for another."""
    room: dict[int, int] = defaultdict(int)
    for end, number, _ in view.ends():
        room[number] |= view.fits(end)
    return frozenset(number for number, fits in room.items() if fits & 31 and fits & 32)


class Watcher:
    """Of each tile in a hand, the numbers that it cannot show; ``sizes`` are those of the hands as dealt."""

    def __init__(self, sizes: Sequence[int], *, voluntary: bool) -> None:
        self.voluntary = voluntary
        self.hands = [[frozenset[int]()] * size for size in sizes]
        self.lacks = [frozenset[int]()] * len(sizes)
        self.drawn = False

    def watch(self, view: State, action: int) -> None:
        """An action by the seat to act, before it is done."""
        hand, seat = self.hands[view.turn], view.turn
        if action == DRAW and self.voluntary:
            hand[:] = [frozenset[int]()] * (len(hand) + 1)
            self.lacks[seat] = frozenset()
        elif action >= DRAW:
            hand[:] = [tile | numbers_to_follow(view) for tile in hand]
            self.lacks[seat] = EVERY_NUMBER.intersection(*hand)
            if action == DRAW:
                hand.append(frozenset())
        elif self.drawn and not self.voluntary:
            hand.pop()  # nothing else could be played
        else:
            hand[:] = [EVERY_NUMBER.intersection(*hand)] * (len(hand) - 1)  # which one it was nobody knows
        self.drawn = action == DRAW
