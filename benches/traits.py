"""How the players differ in character: what they do where they have a choice, against the same random opponent.

    python benches/traits.py [--rounds N]

Every player plays the same deals at every seat, among random players; in ``partnership`` with a partner of its kind.

- heaviest: where tiles of different weight could be laid, how often it was one of the heaviest;
- doubles first: where a double could be laid and also another tile, how often it was a double;
- draws forced: tiles that the next player had to draw in the turn after, for each play with a choice;
- passes forced: how often the next player then passed.

The intervals are those of 95 % over deals.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from typing import Final

import dominoes as dm
from dominoes._backend import Stream, seed_key
from dominoes.benchmark.machine import machine
from dominoes.benchmark.report import machine_line
from dominoes.tournaments.moments import Estimate, Moments

SEED: Final = "traits"
ROUNDS: Final = 2000
PLAYERS: Final = ("random", "heaviest", "pinocchio", "buratino", "blocker", "snow-white")
OPPONENT: Final = "random"
RULES: Final = (dm.Rules("draw"), dm.Rules("partnership"))
TRAITS: Final = {
    "heaviest": ("heaviest", "of unlike weight"),
    "doubles first": ("double", "with a double"),
    "draws forced": ("drawn", "choices"),
    "passes forced": ("passed", "choices"),
}
"""What is told: how often, of how many."""
COUNTED: Final = ("heaviest", "of unlike weight", "double", "with a double", "drawn", "passed", "choices")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=ROUNDS, metavar="N", help=f"rounds of each player ({ROUNDS})")
    rounds = parser.parse_args().rounds
    if str(dm.backend) != "c":
        sys.exit("traits.py plays on the compiled core, and this installation runs on the pure backend")
    print(machine_line(machine()))
    for rules in RULES:
        print(f"\n{rules.preset_name}, {rounds} rounds of each")
        print(f"{'':12}" + "".join(f"{name:>18}" for name in TRAITS))
        for player in PLAYERS:
            found = traits(player, rules, rounds)
            cells = [
                f"{found[name].value:.3f} ± {found[name].half_width:.3f}"
                if name.endswith("forced")
                else f"{100 * found[name].value:.1f} ± {100 * found[name].half_width:.1f} %"
                for name in TRAITS
            ]
            print(f"{player:12}" + "".join(f"{cell:>18}" for cell in cells), flush=True)


def traits(player: str, rules: dm.Rules, rounds: int) -> dict[str, Estimate]:
    """What a player does, deal by deal."""
    sides = 2 if rules.partners else rules.players
    moments = Moments(len(COUNTED))
    for deal in range(-(-rounds // sides)):
        counted: Counter[str] = Counter()
        for seat in range(sides):
            mine = range(seat, rules.players, sides)
            counted += watch(player, mine, dm.Round.deal(rules, SEED, number=deal), deal)
        moments.add([counted[name] for name in COUNTED])
    weights = {name: [int(name == other) for other in COUNTED] for name in COUNTED}
    return {name: moments.ratio(weights[top], COUNTED.index(of)) for name, (top, of) in TRAITS.items()}


def watch(player: str, mine: range, rnd: dm.Round, number: int) -> Counter[str]:
    """Play a round and count what the player at these seats does where it has a choice."""
    counted: Counter[str] = Counter()
    seats = [dm.players.get(player if seat in mine else OPPONENT) for seat in range(rnd.rules.players)]
    keys = [seed_key(f"player {seat}".encode(), SEED.encode()) for seat in range(rnd.rules.players)]
    watched: int | None = None
    """Who sits after a watched play, while it is that player's turn."""
    while (seat := rnd.turn) is not None:
        legal = rnd.legal_moves()
        move = seats[seat].choose(rnd.view(seat, Stream(keys[seat], number << 32 | len(rnd.moves))))
        if seat == watched:
            counted["drawn"] += move.is_draw
            counted["passed"] += move.is_pass
        watched = watched if move.is_draw else None
        tiles = {legal_move.tile for legal_move in legal if legal_move.tile is not None}
        if seat in mine and len(tiles) > 1 and move.tile is not None:
            note_choice(counted, tiles, move.tile)
            watched = (seat + 1) % rnd.rules.players
        rnd.play(move)
    return counted


def note_choice(counted: Counter[str], tiles: set[dm.Tile], laid: dm.Tile) -> None:
    counted["choices"] += 1
    weights = {tile.pips for tile in tiles}
    if len(weights) > 1:
        counted["of unlike weight"] += 1
        counted["heaviest"] += laid.pips == max(weights)
    if len({tile.is_double for tile in tiles}) > 1:
        counted["with a double"] += 1
        counted["double"] += laid.is_double


if __name__ == "__main__":
    main()
