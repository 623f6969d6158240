"""Searches a whole deal with PyPI's ``dominoes`` 6.1.0, as its documentation does; prints JSON.

Run by ``perfect_play.py`` with the interpreter of an environment that has that package: its import name is the same as
ours, so the two never meet in one process.

    pypi_search.py STARTER 6-4,0-0,… 6-6,… … …    the value for seats 0 and 2, and the processor's seconds
"""

from __future__ import annotations

import json
import sys
from time import process_time
from typing import Any

import dominoes


def new_game(starter: int, hands: list[str]) -> Any:
    """The starter leads any tile. The board is the package's smaller one, which its author made for searching."""
    package: Any = dominoes
    tiles = [[package.Domino(*map(int, tile.split("-"))) for tile in hand.split(",")] for hand in hands]
    opening = tuple((tile, True) for tile in tiles[starter])
    return package.Game(package.SkinnyBoard(), list(map(package.Hand, tiles)), [], starter, opening, starter, None)


def main() -> None:
    game = new_game(int(sys.argv[1]), sys.argv[2:])
    search: Any = dominoes.search  # type: ignore[attr-defined]
    begin = process_time()
    _, value = search.alphabeta(game)
    print(json.dumps({"value": value, "seconds": process_time() - begin}))


if __name__ == "__main__":
    main()
