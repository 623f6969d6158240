"""Positions made to order: hands that hold what is about to be played, and rounds that end as wanted."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from . import notation
from .backends import Core, State
from .cases import Deal
from .options import Options, preset

BLOCK = preset("block", 2)
SIX = [notation.tile_text(tile) for tile in notation.all_tiles(6)]


def changed(options: Options, **named: Any) -> Options:
    return dataclasses.replace(options, **named)


def tile(one: int, other: int) -> str:
    """The text of a tile, whichever end is named first."""
    return notation.tile_text((max(one, other), min(one, other)))


def deal_for(
    options: Options,
    plays: Sequence[str],
    keeps: Mapping[int, Sequence[str]] | None = None,
    boneyard: Sequence[str] = (),
) -> Deal:
    """A deal in which the seats make these plays in turn from seat 0, then hold the tiles they keep.

    A seat that would hold nothing keeps one tile of the set that nobody names.
    """
    keeps = keeps or {}
    hands: list[list[str]] = [[] for _ in range(options.players)]
    for number, play in enumerate(plays):
        hands[number % options.players].append(play.partition("@")[0])
    for seat, tiles in keeps.items():
        hands[seat].extend(tiles)
    named = {text for hand in hands for text in hand} | set(boneyard)
    spare = (text for text in map(notation.tile_text, notation.all_tiles(options.max_pip)) if text not in named)
    for seat, hand in enumerate(hands):
        if not keeps.get(seat):
            hand.append(next(spare))
    return Deal(options, tuple(map(tuple, hands)), tuple(boneyard), 0)


def after(
    core: Core,
    options: Options,
    plays: Sequence[str],
    keeps: Mapping[int, Sequence[str]] | None = None,
    boneyard: Sequence[str] = (),
) -> State:
    """The state after these plays."""
    return deal_for(options, plays, keeps, boneyard).state(core, plays)


def texts(state: State) -> list[str]:
    """The legal actions as sorted texts."""
    return sorted(str(notation.decode(action)) for action in state.legal())


def do(state: State, *actions: str) -> State:
    for action in actions:
        code = state.apply(notation.encode(action))
        assert code == 0, f"{action}: {code}"
    return state


def shown(state: State) -> dict[str, int]:
    """The number at each open end."""
    return {notation.ENDS[end]: number for end, number, _ in state.ends()}


def weights(state: State) -> dict[str, int]:
    return {notation.ENDS[end]: weight for end, _, weight in state.ends()}


def blocked(core: Core, options: Options, hands: Sequence[Sequence[str]]) -> State:
    """A round that is blocked with these hands left: seat 0 opens with a double that nobody can lay on."""
    held = {number for hand in hands for text in hand for number in notation.read_tile(text)}
    free = next(number for number in range(options.max_pip + 1) if number not in held)
    dealt = ((tile(free, free), *hands[0]), *map(tuple, hands[1:]))
    state = Deal(options, dealt, (), 0).state(core, [tile(free, free)])
    return do(state, *["pass"] * options.players)


def walks(core: Core, options: Options, count: int, seed: int = 1) -> Iterator[State]:
    """Random rounds of these options, each handed out before every action and once more at its end."""
    for number in range(count):
        rng = random.Random(f"{seed} {number}")
        state = core.State.deal(options.spec(), rng.randbytes(32), number, rng.randrange(options.players))
        yield state
        while state.turn != -1:
            state.apply(rng.choice(state.legal()))
            yield state
