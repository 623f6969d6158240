"""Players of PyPI's ``dominoes`` 6.1.0 choose, and its games check ours; JSON lines in, JSON lines out.

Run by ``pypi_bridge.py`` with the interpreter of an environment that has that package: its import name is the same as
ours, so the two never meet in one process. A tile is a text (``"6-4"``), a move a tile and whether it goes to the left
end, a pass null.

    {"player", "seed", "seat", "starter", "hand", "counts", "moves"}    a seat's view: what its player would play
    {"hands", "starter", "plays"}                                       a whole round: how it goes there

A player of that package gets a game with all hands in it, which an honest one does not look at: what it does not see
it takes as one heap. So the other hands are made up here from the tiles unseen, of the right sizes, and no player could
cheat if it would.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable, Iterable
from typing import Any, Final

import dominoes

package: Final[Any] = dominoes
players: Final = package.players

Player = Callable[[Any], None]
Move = tuple[Any, bool]


def in_turn(*composed: Player) -> Player:
    """Each sorts the moves in its turn: the last one's wishes come first, the others' decide between equals."""

    def choose(game: Any) -> None:
        for player in composed:
            player(game)

    return choose


def sampling() -> Player:
    """The package's strongest that does not look into hands, as its author samples."""
    chosen: Player = players.probabilistic_alphabeta(start_move=12, sample_size=10, player=players.bota_gorda)
    return chosen


PLAYERS: Final = {
    "bota-gorda": players.bota_gorda,
    "double": players.double,
    "double, bota-gorda": in_turn(players.double, players.bota_gorda),
    "bota-gorda, double": in_turn(players.bota_gorda, players.double),
    "alphabeta": sampling(),
    "bota-gorda, alphabeta": in_turn(players.bota_gorda, sampling()),
    "bota-gorda, double, alphabeta": in_turn(players.bota_gorda, players.double, sampling()),
}


def tile(text: str) -> Any:
    """The higher end first, which an opening tile shows at the left."""
    high, low = text.split("-")
    return package.Domino(int(high), int(low))


def name(one: Any) -> str:
    return f"{max(one.first, one.second)}-{min(one.first, one.second)}"


def told(moves: Iterable[Move | None]) -> list[tuple[str, bool] | None]:
    return [None if move is None else (name(move[0]), move[1]) for move in moves]


def game_of_view(view: dict[str, Any]) -> Any:
    """The package's game as a seat sees it. Raises where a move of the view is none that the package allows."""
    board, moves = package.Board(), []
    unseen = {package.Domino(high, low) for high in range(7) for low in range(high + 1)}
    for move in view["moves"]:
        if move is not None:
            move = (tile(move[0]), move[1])
            board.add(*move)
            unseen.remove(move[0])
        moves.append(move)
    own = [tile(text) for text in view["hand"]]
    heap = sorted(unseen.difference(own), key=name)
    hands = []
    for seat, count in enumerate(view["counts"]):
        hands.append(package.Hand(own if seat == view["seat"] else [heap.pop() for _ in range(count)]))
    assert not heap, f"{len(heap)} tiles are in nobody's hand"
    game = package.Game(board, hands, moves, view["seat"], (), view["starter"], None)
    if board:
        game._update_valid_moves()
    else:
        game.valid_moves = tuple((one, True) for one in own)
    return game


def choose(view: dict[str, Any]) -> dict[str, Any]:
    """The moves that the package allows here, and the one that the player likes best."""
    game = game_of_view(view)
    valid = told(game.valid_moves)
    random.seed(view["seed"])
    PLAYERS[view["player"]](game)
    return {"valid": valid, "move": told(game.valid_moves[:1])[0]}


def replay(asked: dict[str, Any]) -> dict[str, Any]:
    """A round from its deal: the moves allowed before each play, all moves with the passes, and the result."""
    hands = [package.Hand([tile(text) for text in hand]) for hand in asked["hands"]]
    starter = asked["starter"]
    opening = tuple((one, True) for one in hands[starter])
    game = package.Game(package.Board(), hands, [], starter, opening, starter, None)
    valid = []
    for text, left in asked["plays"]:
        valid.append(told(game.valid_moves))
        game.make_move(tile(text), left)
    result = game.result and {"won": game.result.won, "points": game.result.points}
    return {"valid": valid, "moves": told(game.moves), "result": result}


if __name__ == "__main__":
    for line in sys.stdin:
        asked = json.loads(line)
        print(json.dumps(choose(asked) if "player" in asked else replay(asked)), flush=True)
