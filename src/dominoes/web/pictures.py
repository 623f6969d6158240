"""Pictures for the page, from those that `dominoes.drawing` makes: the table, a tile, and where a tile would lie."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from markupsafe import Markup

from dominoes import drawing
from dominoes.drawing.widths import width_of
from dominoes.geometry import Chain, arrange
from dominoes.moves import Move
from dominoes.tiles import Tile

__all__ = ["Place", "lettered", "place_of", "table_picture", "tile_picture"]

_LETTER: Final = re.compile(r'(<g id="end-([LRUD])">(?:(?!</g>).)*<text[^>]*)>\2(?=</text>)')
"""Up to the letter of an open end in a picture of the table."""
_TWO: Final = ' textLength="7" lengthAdjust="spacingAndGlyphs"'
"""What two letters need to have room in an arrow made for one."""
_CELL: Final = 10
"""Units of a picture for a cell of the table."""


@lru_cache(maxsize=512)
def table_picture(chain: Chain, ghosts: tuple[Move, ...] = ()) -> Markup:
    """The table as an ``<svg>``, hidden from assistive technology: the page says in words what lies there."""
    return Markup(drawing.svg(chain, ghosts=ghosts))


def lettered(picture: str, letters: Mapping[str, str]) -> Markup:
    """A picture of the table with a language's own letters at the open ends: one, or two."""

    def write(found: re.Match[str]) -> str:
        letter = letters[found[2]]
        return f"{found[1]}{_TWO if len(letter) > 1 else ''}>{letter}"

    return Markup(_LETTER.sub(write, picture))


@lru_cache(maxsize=512)
def tile_picture(tile: Tile) -> Markup:
    """A standing tile. Its ids are taken out: the tile's button has one, and the table's picture may have the same."""
    return Markup(drawing.tile_svg(tile).replace(f' id="tile-{tile}"', ""))


@dataclass(frozen=True)
class Place:
    """How a tile would lie, in units of the picture."""

    width: int
    height: int
    first: int
    direction: int | None


def place_of(chain: Chain, move: Move) -> Place:
    """How a move would lie, in units of the picture, and where the chain would lead from there."""
    assert move.tile is not None
    after = arrange(chain.lay(move.tile, move.end, move.placement or "ahead"), width_of(chain))
    laid = after[-1]
    direction = next((head.direction for head in after.heads if head.end == move.end), None)
    if laid.squares is None:
        return Place(0, 0, move.tile.high, direction)
    inner, outer = laid.squares
    upright = inner[0] == outer[0]
    first = laid.inner if inner < outer else laid.outer
    across, along = 2 * _CELL, 4 * _CELL
    return Place(*((across, along) if upright else (along, across)), first, direction)
