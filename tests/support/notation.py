"""The text of an action (RULES.md section 8) to and from its number (docs/waist.md), written apart from the package.

``encode`` reads exactly what ``decode`` writes: the higher end first, ``ahead`` left out.
"""

from __future__ import annotations

ENDS = "LRUD"
PLACEMENTS = ("ahead", "corner-left", "corner-right", "side-left", "side-right")
MAX_PIP = 18
DRAW = 5 * 2048
PASS = 5 * 2048 + 1

Tile = tuple[int, int]


def all_tiles(max_pip: int) -> list[Tile]:
    """Every tile of the set as (high, low), in the order of tile numbers."""
    return [(high, low) for high in range(max_pip + 1) for low in range(high + 1)]


TILES = all_tiles(MAX_PIP)
NUMBERS = {tile: number for number, tile in enumerate(TILES)}


def tile_text(tile: Tile) -> str:
    return f"{tile[0]}-{tile[1]}"


def read_tile(text: str) -> Tile:
    high, low = text.split("-")
    if int(high) < int(low):
        raise ValueError(f"{text}: write the higher end first")
    return int(high), int(low)


def tile_number(text: str) -> int:
    return NUMBERS[read_tile(text)]


def number_text(number: int) -> str:
    return tile_text(TILES[number])


def encode(text: str) -> int:
    """The number of an action written as text."""
    if text in ("draw", "pass"):
        return DRAW if text == "draw" else PASS
    tile, at, where = text.partition("@")
    if not at:
        return tile_number(tile) * 8
    end, _, placement = where.partition(":")
    return (ENDS.index(end) + 1) * 2048 + tile_number(tile) * 8 + PLACEMENTS.index(placement or "ahead")


def decode(action: int) -> str | None:
    """The text of an action's number; None for a number that encodes no action."""
    if action in (DRAW, PASS):
        return "draw" if action == DRAW else "pass"
    end, rest = divmod(action, 2048)
    number, placement = divmod(rest, 8)
    if not 0 <= end <= 4 or number >= len(TILES) or placement >= 5 or (end == 0 and placement != 0):
        return None
    if end == 0:
        return number_text(number)
    turn = "" if placement == 0 else ":" + PLACEMENTS[placement]
    return f"{number_text(number)}@{ENDS[end - 1]}{turn}"


def every_action(max_pip: int) -> list[str]:
    """Every action that may ever be legal with this set: openings, tiles on ends in their placements, draw, pass."""
    tiles = [tile_text(tile) for tile in all_tiles(max_pip)]
    turns = [""] + [":" + name for name in PLACEMENTS[1:]]
    return tiles + [f"{tile}@{end}{turn}" for end in ENDS for tile in tiles for turn in turns] + ["draw", "pass"]
