"""Draws the picture of the README: a game on a table, seen by the player who is to move.

python examples/picture.py docs/images/table.svg
"""

from __future__ import annotations

import sys
from pathlib import Path

import dominoes as dm


def picture() -> str:
    match = dm.Match(dm.Rules.preset("table"), players=["random", "heaviest"], seed="208")
    for _ in match.run():
        if match.round.result is None and len(match.round.chain) == 22:
            break
    view = match.view(match.round.turn or 0)
    plays = [move for move in view.legal_moves() if move.is_play]
    return dm.drawing.svg(view.chain, hand=view.hand, ghosts=plays[:1], title="Dominoes on a table")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python examples/picture.py FILE.svg")
    Path(sys.argv[1]).write_text(picture(), encoding="utf-8")
