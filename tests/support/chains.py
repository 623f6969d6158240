"""Long chains without a table."""

from __future__ import annotations

import random

from dominoes.geometry import Chain
from dominoes.tiles import tile_set


def grown(max_pip: int, count: int, *, arms: bool = False, seed: int = 0) -> Chain:
    """A chain of so many tiles of a set, laid at random; again from the beginning where it gets stuck."""
    rng = random.Random(seed)
    for _ in range(1000):
        chain = _tried(max_pip, count, arms, rng)
        if len(chain) == count:
            return chain
    raise AssertionError(f"no chain of {count} tiles was found")


def _tried(max_pip: int, count: int, arms: bool, rng: random.Random) -> Chain:
    left = list(tile_set(max_pip))
    rng.shuffle(left)
    chain = Chain(arms=arms).lay(left.pop())
    while len(chain) < count:
        fitting = [(tile, head.end) for tile in left for head in chain.heads if head.number in (tile.high, tile.low)]
        if not fitting:
            break
        tile, end = rng.choice(fitting)
        chain = chain.lay(tile, end)
        left.remove(tile)
    return chain
