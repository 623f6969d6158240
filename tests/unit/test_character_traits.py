"""The characters differ in what they do, measurably: over seeded rounds against a random player, with wide margins."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import NamedTuple

import dominoes as dm
from dominoes._backend import Stream, seed_key

ROUNDS = 120
"""Of each player, at either seat by turns."""


class Traits(NamedTuple):
    heaviest: float
    """Where tiles of unlike weight could be laid, the share of plays that laid a heaviest."""
    doubles_first: float
    """Where a double could be laid and also another tile, the share of plays that laid a double."""
    forced: float
    """Tiles that the other had to draw after a play with a choice."""


def counted_in_round(player: dm.Player, seat: int, number: int) -> Counter[str]:
    counted: Counter[str] = Counter()
    rnd = dm.Round.deal(dm.Rules("draw"), "traits", number=number)
    other = dm.players.get("random")
    keys = [seed_key(f"player {who}".encode(), b"traits") for who in range(2)]
    after_choice = False
    while rnd.turn is not None:
        who, tiles = rnd.turn, {move.tile for move in rnd.legal_moves() if move.tile}
        view = rnd.view(who, Stream(keys[who], number << 32 | len(rnd.moves)))
        move = (player if who == seat else other).choose(view)
        rnd.play(move)
        if who != seat:
            counted["forced"] += move.is_draw and after_choice
            continue
        after_choice = len(tiles) > 1
        if after_choice and move.tile:
            note_choice(counted, tiles, move.tile)
    return counted


def note_choice(counted: Counter[str], tiles: set[dm.Tile], laid: dm.Tile) -> None:
    counted["choices"] += 1
    weights = {tile.pips for tile in tiles}
    if len(weights) > 1:
        counted["unlike"] += 1
        counted["heaviest"] += laid.pips == max(weights)
    if len({tile.is_double for tile in tiles}) > 1:
        counted["some double"] += 1
        counted["double"] += laid.is_double


@cache
def traits(name: str) -> Traits:
    """Of a registered player; Snow White in a few worlds, the same on every backend."""
    counted: Counter[str] = Counter()
    player = dm.players.SnowWhite(worlds=10) if name == "snow-white" else dm.players.get(name)
    for number in range(ROUNDS):
        counted += counted_in_round(player, number % 2, number // 2)
    return Traits(
        counted["heaviest"] / counted["unlike"],
        counted["double"] / counted["some double"],
        counted["forced"] / counted["choices"],
    )


def test_pinocchio_throws_the_heaviest_tile() -> None:
    assert traits("heaviest").heaviest == 1.0
    assert traits("pinocchio").heaviest < 0.95, "now and then it is anything at all"
    for other in ("random", "buratino", "blocker"):
        assert traits("pinocchio").heaviest > traits(other).heaviest + 0.15


def test_pinocchio_is_the_more_impulsive_the_lower_his_level() -> None:
    assert traits("pinocchio/5").heaviest == 1.0
    assert traits("pinocchio/5").heaviest > traits("pinocchio/1").heaviest + 0.15


def test_buratino_lays_his_doubles_early() -> None:
    for other in ("random", "heaviest", "pinocchio"):
        assert traits("buratino").doubles_first > traits(other).doubles_first + 0.15


def test_buratino_makes_the_next_player_draw() -> None:
    for other in ("random", "heaviest", "pinocchio"):
        assert traits("buratino").forced > 1.4 * traits(other).forced


def test_snow_white_blocks_but_hoards_no_rule_of_thumb() -> None:
    """She neither throws the heaviest nor lays doubles as a habit, and still makes the other draw."""
    assert traits("snow-white").heaviest < traits("pinocchio").heaviest - 0.15
    assert traits("snow-white").doubles_first < traits("buratino").doubles_first - 0.05
    assert traits("snow-white").forced > 1.25 * traits("random").forced
