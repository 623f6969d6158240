"""Plays random games with PyPI's ``dominoes`` 6.1.0, as its documentation does; prints JSON.

Run by ``against_others.py`` with the interpreter of an environment that has that package: its import name is the same
as ours, so the two never meet in one process.

    pypi_games.py time GAMES SEED    how long the games took
    pypi_games.py games GAMES SEED   what happened in them: hands, moves, the valid moves before each, results
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable
from itertools import cycle
from time import process_time
from typing import Any

import dominoes

ROLLS = 720_720
"""A roll below this, modulo any number of moves up to 16, takes each at equal odds."""


def play(game: Any, roll: Callable[[], int]) -> None:
    while game.result is None:
        moves = game.valid_moves
        game.make_move(*moves[roll() % len(moves)])


def new_game() -> Any:
    return dominoes.Game.new(starting_domino=dominoes.Domino(6, 6))  # type: ignore[attr-defined]


def time_games(count: int) -> dict[str, Any]:
    roll = cycle([random.randrange(ROLLS) for _ in range(10_007)]).__next__
    begin = process_time()
    for _ in range(count):
        play(new_game(), roll)
    return {"seconds": process_time() - begin}


def tell_games(count: int) -> list[dict[str, Any]]:
    return [tell_game() for _ in range(count)]


def tell_game() -> dict[str, Any]:
    game = new_game()
    hands = [[name(tile) for tile in hand] for hand in game.hands]
    hands[game.starting_player].append("6-6")  # laid when the game is made
    valid: list[list[tuple[str, bool]]] = []
    while game.result is None:
        valid.append([(name(tile), left) for tile, left in game.valid_moves])
        game.make_move(*random.choice(game.valid_moves))
    moves = [(name(move[0]), move[1]) for move in game.moves if move is not None]
    points = game.result.points if game.result.points else 0
    return {"hands": hands, "moves": moves, "valid": valid, "won": game.result.won, "points": points}


def name(tile: Any) -> str:
    return f"{max(tile.first, tile.second)}-{min(tile.first, tile.second)}"


if __name__ == "__main__":
    what, games, seed = sys.argv[1:]
    random.seed(seed)
    print(json.dumps((time_games if what == "time" else tell_games)(int(games))))
