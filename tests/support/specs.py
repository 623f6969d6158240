"""What ``check_spec`` must say, from the list of docs/waist.md; ``redeal_doubles`` by trying every share of doubles."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from .options import SPEC

MAX_NUMBER = 1_000_000_000
TABLE_SIDES = (0, *range(8, 65))
ALLOWED: dict[str, Sequence[int]] = {
    "players": range(2, 5),
    "max_pip": range(1, 19),
    "hand_size": range(1, 191),
    "draw": range(3),
    "voluntary_draw": range(2),
    "boneyard_floor": range(MAX_NUMBER + 1),
    "opening": range(2),
    "opening_tile": range(2),
    "next_opening": range(3),
    "table_width": TABLE_SIDES,
    "table_height": TABLE_SIDES,
    "turns": range(2),
    "spinner": range(2),
    "count_multiple": (0, 3, 5),
    "scoring": range(2),
    "round_to": (1, 3, 5),
    "partners": range(2),
    "target": range(1, MAX_NUMBER + 1),
    "redeal_doubles": range(MAX_NUMBER + 1),
}


def expected(spec: Sequence[int]) -> tuple[int, int]:
    """The first wrong field and what is wrong with it."""
    named = dict(zip(SPEC, spec, strict=True))
    for name, value in named.items():
        if value not in ALLOWED[name]:
            return SPEC.index(name) + 1, 1
    players, size, max_pip = named["players"], named["hand_size"], named["max_pip"]
    tiles = (max_pip + 1) * (max_pip + 2) // 2
    if (named["table_width"] == 0) != (named["table_height"] == 0):
        return SPEC.index("table_height") + 1, 6
    if players * size > tiles:
        return SPEC.index("hand_size") + 1, 2
    if named["partners"] and players != 4:
        return SPEC.index("partners") + 1, 3
    if named["scoring"] == 1 and not named["partners"]:
        return SPEC.index("scoring") + 1, 4
    limit = named["redeal_doubles"]
    if limit and not deal_below(limit, players, size, max_pip + 1, tiles):
        return SPEC.index("redeal_doubles") + 1, 5
    return 0, 0


def deal_below(limit: int, players: int, size: int, doubles: int, tiles: int) -> bool:
    """Whether some deal gives every hand fewer doubles than the limit: looks for one, hand by hand.

    A hand of d doubles has size - d other tiles; what no hand holds must make up the boneyard.
    """
    others = tiles - doubles
    most = min(size, limit - 1, doubles)
    reachable = {(0, 0)}
    for _ in range(players):
        reachable = {(d + mine, o + size - mine) for (d, o), mine in product(reachable, range(most + 1))}
    return any(d <= doubles and o <= others and d + o <= tiles for d, o in reachable)
