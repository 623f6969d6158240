"""Players of PyPI's ``dominoes`` 6.1.0 as players of ours: a process with that package is asked for each decision."""

from __future__ import annotations

import json
import subprocess
from functools import cache
from typing import Any

import rivals
from programs import HERE

import dominoes as dm


class DisagreementError(Exception):
    """The two packages do not play the same game."""


@cache
def _process() -> subprocess.Popen[str]:
    """One for each process of ours; it ends when its input does."""
    command = [str(rivals.pypi_python()), "-I", str(HERE / "pypi_players.py")]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def _ask(question: dict[str, Any]) -> Any:
    process = _process()
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(json.dumps(question) + "\n")
    process.stdin.flush()
    answer = process.stdout.readline()
    if not answer:
        raise DisagreementError(f"PyPI's package does not take this: {json.dumps(question)}")
    return json.loads(answer)


class PyPI:
    """A player of theirs at a ``partnership`` table, by its name in ``pypi_players.py``.

    It is told what the view tells and its own chance, and nothing else. `DisagreementError` where that package allows
    other moves than the view does, or refuses a move that was made.
    """

    def __init__(self, player: str) -> None:
        self._player = player

    @property
    def name(self) -> str:
        return f"PyPI {self._player}"

    def choose(self, view: dm.View) -> dm.Move:
        legal = view.legal_moves()
        if len(legal) == 1:  # that package passes by itself, and lays the opening tile itself
            return legal[0]
        assert view.rng is not None
        laid = {one.tile for one in view.chain}
        answer = _ask(
            {
                "player": self._player,
                "seed": view.rng.next(),
                "seat": view.seat,
                "starter": view.starter,
                "hand": [str(tile) for tile in view.dealt_hand if tile not in laid],
                "counts": view.hand_counts,
                "moves": [told(move) for move in view.moves],
            }
        )
        compare("allowed moves", {told(move) for move in offered(view)}, set(map(tuple, answer["valid"])))
        text, is_left = answer["move"]
        return next(move for move in legal if told(move) == (text, is_left))


def told(move: dm.Move) -> tuple[str, bool] | None:
    """A move in that package's words. An opening tile goes to the left."""
    return None if move.is_pass else (str(move.tile), move.end != "R")


def offered(position: dm.Round | dm.View) -> list[dm.Move]:
    """The plays that are not the same to that package, which names only the left end where both show one number."""
    plays = [move for move in position.legal_moves() if move.is_play]
    return plays if len({end.number for end in position.ends}) != 1 else [move for move in plays if move.end == "L"]


def compare(what: str, ours: object, theirs: object) -> None:
    if ours != theirs:
        raise DisagreementError(f"{what}: {ours} here, {theirs} in PyPI's package")


def check_round(rnd: dm.Round) -> int:
    """A finished ``partnership`` round goes the same way in that package, from its deal on, all hands being known.

    The same moves allowed before each play, the same passes, the same points. The number of plays; `DisagreementError`.
    """
    plays = [move for move in rnd.moves if move.is_play]
    hands = [list(map(str, hand)) for hand in rnd.dealt_hands]
    theirs = _ask({"hands": hands, "starter": rnd.starter, "plays": [told(move) for move in plays]})
    walk = rnd.copy()
    while walk.moves:
        walk.undo()
    for allowed in theirs["valid"]:
        while walk.legal_moves()[0].is_pass:
            walk.play("pass")
        # An opening tile that is prescribed is not the package's concern: its own games begin when it lies.
        if walk.moves or rnd.forced is None:
            compare("allowed moves", {told(move) for move in offered(walk)}, set(map(tuple, allowed)))
        walk.play(plays[sum(move.is_play for move in walk.moves)])
    moves = [told(move) for move in rnd.moves]
    while moves[-1] is None:
        moves.pop()
    compare("moves", moves, [None if move is None else tuple(move) for move in theirs["moves"]])
    result = rnd.result
    assert result is not None
    compare("reason", result.reason == "domino", theirs["result"]["won"])
    compare("points", result.points[0] or -result.points[1], theirs["result"]["points"])
    return len(plays)
