"""Hands and a boneyard: shuffled, or given and checked; and who holds the highest tile."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import index

from dominoes._codes import DEAL_TRIES, HIGHEST_TILE, MAX_NUMBER
from dominoes._twin.random import Stream
from dominoes._twin.rules import HAND_SIZE, MAX_PIP, PARTNERS, PLAYERS, REDEAL_DOUBLES, Spec, good_spec
from dominoes._twin.tiles import DOUBLES, HIDDEN, HIGH, LOW, RANK, set_size
from dominoes.errors import DealError

__all__ = ["Hands", "check_hands", "cut", "deal", "good_scores", "good_starter", "highest", "integers", "no_deal"]

Hands = tuple[tuple[int, ...], ...]


def integers(values: Iterable[int]) -> tuple[int, ...]:
    """The values as plain integers; ``TypeError`` for what is none."""
    return tuple(map(index, values))


def deal(spec: Sequence[int], key: bytes, number: int) -> tuple[Hands, tuple[int, ...]]:
    """Hands and boneyard from the stream of that number; ``DealError`` when ``redeal_doubles`` lets none pass."""
    return cut(good_spec(spec), Stream(key, number))


def cut(spec: Spec, stream: Stream) -> tuple[Hands, tuple[int, ...]]:
    """Shuffle and deal, again and again while a hand has too many doubles."""
    players, size, limit = spec[PLAYERS], spec[HAND_SIZE], spec[REDEAL_DOUBLES]
    for _ in range(DEAL_TRIES):
        tiles = list(range(set_size(spec[MAX_PIP])))
        stream.shuffle(tiles)
        hands = tuple(tuple(tiles[seat * size : (seat + 1) * size]) for seat in range(players))
        if not limit or all(sum(DOUBLES >> tile & 1 for tile in hand) < limit for hand in hands):
            return hands, tuple(tiles[players * size :])
    raise no_deal(spec)


def no_deal(spec: Spec) -> DealError:
    """The error where ``redeal_doubles`` has let no deal pass."""
    limit = spec[REDEAL_DOUBLES]
    return DealError(f"no deal in {DEAL_TRIES} tries gives every hand fewer than {limit} doubles (redeal_doubles)")


def check_hands(spec: Spec, hands: Hands, boneyard: tuple[int, ...], *, hidden: bool = False) -> None:
    """``DealError`` where no set gives these; with ``hidden``, tiles may be `HIDDEN`."""
    players, size = spec[PLAYERS], set_size(spec[MAX_PIP])
    if len(hands) != players:
        raise DealError(f"there are {players} players but {len(hands)} hands")
    for seat, hand in enumerate(hands):
        if not hand:
            raise DealError(f"the hand of seat {seat} is empty")
    seen = 0
    for tiles in (*hands, boneyard):
        for tile in tiles:
            if hidden and tile == HIDDEN:
                continue
            if not 0 <= tile < size:
                raise DealError(f"tile number {tile} is not in a set of {size} tiles")
            if seen >> tile & 1:
                raise DealError(f"tile {HIGH[tile]}-{LOW[tile]} is dealt twice")
            seen |= 1 << tile


def good_starter(spec: Spec, starter: int) -> int:
    """The starter as a plain integer; ``DealError`` unless it is a seat or `HIGHEST_TILE`."""
    starter = index(starter)
    if not (starter == HIGHEST_TILE or 0 <= starter < spec[PLAYERS]):
        raise DealError(f"the starter is a seat from 0 to {spec[PLAYERS] - 1}, or -1 for the highest tile")
    return starter


def good_scores(spec: Spec, scores: Iterable[int] | None) -> tuple[int, ...]:
    """The scores (by default zeros); ``DealError`` unless there is one a seat, in range, the same for partners."""
    if scores is None:
        return (0,) * spec[PLAYERS]
    numbers = integers(scores)
    if len(numbers) != spec[PLAYERS]:
        raise DealError(f"there are {spec[PLAYERS]} players but {len(numbers)} scores")
    if not all(-MAX_NUMBER <= number <= MAX_NUMBER for number in numbers):
        raise DealError(f"a score lies between -{MAX_NUMBER} and {MAX_NUMBER}")
    if spec[PARTNERS] and numbers[:2] != numbers[2:]:
        raise DealError("the two seats of a team have the same score")
    return numbers


def highest(hands: Hands) -> tuple[int, int]:
    """``(seat, tile)`` of the highest tile in any hand."""
    _, seat, tile = max((RANK[tile], seat, tile) for seat, hand in enumerate(hands) for tile in hand)
    return seat, tile
