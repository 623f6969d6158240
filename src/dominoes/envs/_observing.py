"""One seat's observation of one round, where there is no batch to write it.

The row is that of ``Batch.observe`` (``docs/waist.md``, Observations), read off a state by its public names; a test
holds the two against each other.
"""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

from dominoes._codes import DRAW, PASS, SPEC_FIELDS

if TYPE_CHECKING:
    from dominoes._backend import State

__all__ = ["action_seats", "observation"]

_RULE = {name: number for number, name in enumerate(SPEC_FIELDS)}


def observation(state: State, viewer: int) -> list[int]:
    """What a seat knows of a round that holds all tiles, the others in the order in which they follow it."""
    spec, players = state.spec, state.players
    max_pip = spec[_RULE["max_pip"]]
    tiles = range((max_pip + 1) * (max_pip + 2) // 2)
    seats = [(viewer + k) % players for k in range(players)]
    hand, laid = state.hand_mask(viewer), sum(1 << entry[0] for entry in state.chain())
    open_ends = {end: (number, weight) for end, number, weight in state.ends()}
    ends = range(4 if spec[_RULE["spinner"]] else 2)
    done = state.actions()[::-1]
    columns = [hand >> tile & 1 for tile in tiles]
    columns += [laid >> tile & 1 for tile in tiles]
    columns.append((state.turn - viewer) % players if state.turn >= 0 else -1)
    columns += [(state.starter - viewer) % players, state.boneyard_count, sum(1 for _ in takewhile(PASS.__eq__, done))]
    columns += [int(done[:1] == (DRAW,) and state.turn >= 0), state.reason]
    columns += [state.hand_count(seat) for seat in seats]
    points = state.points
    columns += [points[seat] for seat in seats]
    columns += [open_ends.get(end, (-1, 0))[0] for end in ends]
    if spec[_RULE["count_multiple"]]:
        columns += [open_ends.get(end, (-1, 0))[1] for end in ends]
    if spec[_RULE["table_width"]]:
        columns += [state.fits(end) for end in ends]
    lacks = _lacks(state)
    for seat in seats[1:]:
        columns += [lacks[seat] >> number & 1 for number in range(max_pip + 1)]
    return columns


def action_seats(state: State) -> list[int]:
    """The seat that did each action so far: only a draw leaves the turn where it is."""
    seat, seats = state.starter, []
    for action in state.actions():
        seats.append(seat)
        seat = seat if action == DRAW else (seat + 1) % state.players
    return seats


def _lacks(state: State) -> list[int]:
    """By seat, the mask of the numbers that it holds no tile of, as all may know from its draws and passes."""
    by_choice = state.spec[_RULE["voluntary_draw"]]
    actions, seats, numbers = state.actions(), action_seats(state), {}
    if PASS in actions or DRAW in actions:
        before = state.copy()
        for at in reversed(range(len(actions))):
            before.undo()
            if actions[at] >= DRAW:
                numbers[at] = _playable(before)
    lacks = [0] * state.players
    for at, shown in sorted(numbers.items()):
        again = at > 0 and actions[at - 1] == DRAW  # in the same turn: the tile drawn then is not known
        held = 0 if again else lacks[seats[at]]
        lacks[seats[at]] = 0 if actions[at] == DRAW and by_choice else held | shown
    return lacks


def _playable(state: State) -> int:
    """The numbers that any tile could follow: their ends together have room for a double and for another tile."""
    others = doubles = 0
    for end, number, _ in state.ends():
        room = state.fits(end)
        others |= (room & 31 > 0) << number
        doubles |= (room >> 5) << number
    return others & doubles
