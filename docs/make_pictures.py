"""Draws the pictures of the pages, with the engine's own drawing.

python docs/make_pictures.py [FOLDER]        into docs/images unless told

A test holds the pictures kept there to what this draws.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

import dominoes as dm
from dominoes.geometry import Chain

FOLDER: Final = Path(__file__).resolve().parent / "images"
PLACEMENTS: Final = ("ahead", "corner-left", "corner-right", "side-left", "side-right")


def chain(plays: str, *, table: tuple[int, int] | None = None, arms: bool = False) -> Chain:
    """A chain laid play by play: ``"6-6 6-4@R"``."""
    laid = Chain(table=table, arms=arms)
    for play in map(dm.Move, plays.split()):
        if play.tile is not None:
            laid = laid.lay(play.tile, play.end, play.placement or "ahead")
    return laid


def round_of(rules: dm.Rules, players: list[str], seed: str, plays: int) -> dm.Round:
    """The first round of a match, when so many tiles lie."""
    match = dm.Match(rules, players=players, seed=seed)
    for _ in match.run():
        if len(match.round.chain) == plays:
            break
    return match.round


def first_game() -> str:
    """What the person of the page on the first game sees after four tiles."""
    rnd = dm.Round.deal(dm.Rules("draw"), seed="first game")
    while len(rnd.chain) < 4:
        rnd.play(rnd.legal_moves()[0])
    seat = rnd.turn or 0
    title = f"Four tiles lie; below, the hand of seat {seat}, who is to act"
    return dm.drawing.svg(rnd.chain, hand=rnd.hand(seat), width=32, title=title)


def the_set() -> str:
    title = "The double-six set: 28 tiles, from the double blank to the double six"
    return dm.drawing.hand_svg(dm.tile_set(6), columns=14, title=title)


def opening() -> str:
    return dm.drawing.svg(chain("6-4"), width=24, title="6-4 has opened: 6 at the end L, 4 at the end R")


def two_ends() -> str:
    title = "The ends show 5 and 3; 5-3 fits on both"
    return dm.drawing.svg(chain("5-4 4-3@R"), width=28, ghosts=map(dm.Move, ("5-3@L", "5-3@R")), title=title)


def placement(name: str) -> str:
    """One placement of a tile that is no double, on another, on a table."""
    return dm.drawing.svg(chain(f"6-4 4-1@R:{name}", table=(14, 12)), title=f"4-1 laid {name} on the end R")


def double_on_table() -> str:
    title = "The double lies across the chain; what follows it goes straight on"
    return dm.drawing.svg(chain("6-4 4-4@R 4-1@R", table=(24, 10)), title=title)


def the_edge() -> str:
    title = "The end R is at the table's edge: tiles fit off its sides alone"
    return dm.drawing.svg(chain("5-4 4-3@R 3-2@R", table=(22, 12)), title=title)


def itself() -> str:
    plays = "6-5 5-4@R 4-3@R:corner-left 3-2@R:corner-left 2-1@R 1-0@R:corner-left"
    title = "The end R has turned back onto the chain's first tiles"
    return dm.drawing.svg(chain(plays, table=(26, 14)), title=title)


def on_the_table() -> str:
    rnd = round_of(dm.Rules("table"), ["random", "heaviest"], "rules", 16)
    return dm.drawing.svg(rnd.chain, title="A round on the table, sixteen tiles laid")


def blocked() -> str:
    """The round that docs/rules/block.md plays."""
    rnd = dm.Round.deal(dm.Rules("block"), seed=4)
    while moves := rnd.legal_moves():
        rnd.play(moves[0])
    return dm.drawing.svg(rnd.chain, width=44, title="A blocked round: no hand holds a tile for either end")


def seen(rules: dm.Rules, players: list[str], seed: str, plays: int, title: str) -> str:
    """A round of a match when so many tiles lie, with the hand of the seat to act."""
    rnd = round_of(rules, players, seed, plays)
    return dm.drawing.svg(rnd.chain, hand=rnd.hand(rnd.turn or 0), width=44, title=title)


def drawing() -> str:
    players = ["heaviest", "random", "heaviest"]
    return seen(dm.Rules("draw", players=3), players, "draw", 11, "Three players, eleven tiles laid, one hand")


def partnership() -> str:
    players = ["heaviest"] * 4
    return seen(dm.Rules("partnership"), players, "partners", 12, "Twelve tiles laid, and one of the four hands")


def spinner(plays: str, title: str) -> str:
    return dm.drawing.svg(chain(plays, arms=True), width=32, title=title)


PICTURES: Final[dict[str, Callable[[], str]]] = {
    "first-game": first_game,
    "set": the_set,
    "opening": opening,
    "two-ends": two_ends,
    **{f"place-{name}": lambda name=name: placement(name) for name in PLACEMENTS},  # type: ignore[misc]
    "double": double_on_table,
    "edge": the_edge,
    "itself": itself,
    "on-the-table": on_the_table,
    "draw": drawing,
    "blocked": blocked,
    "fives-opening": lambda: spinner("5-5", "5-5 has opened: the ends count 10"),
    "fives-one-side": lambda: spinner("5-5 5-0@R", "One side of the spinner is covered: 10 and 0 count 10"),
    "fives-covered": lambda: spinner("5-5 5-0@R 5-4@L", "Both long sides are covered: U and D are open, and count 0"),
    "fives-arms": lambda: spinner(
        "5-5 5-0@R 5-4@L 6-5@U 4-4@L 5-2@D", "Four ends: a double 4 counts 8, then 0, 6 and 2: 16"
    ),
    "partnership": partnership,
}


def draw_all(folder: Path) -> list[Path]:
    """Write every picture into a folder; their files."""
    folder.mkdir(parents=True, exist_ok=True)
    files = [folder / f"{name}.svg" for name in PICTURES]
    for file, draw in zip(files, PICTURES.values(), strict=True):
        file.write_text(draw(), encoding="utf-8")
    return files


if __name__ == "__main__":
    if len(sys.argv) > 2 or sys.argv[1:2] == ["--help"]:
        sys.exit("usage: python docs/make_pictures.py [FOLDER]")
    draw_all(Path(sys.argv[1]) if len(sys.argv) == 2 else FOLDER)
