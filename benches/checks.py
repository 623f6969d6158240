"""Whether the engine and the others play the same game; a speed says nothing where they do not."""

from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import Any, Final

import rivals

import dominoes as dm
from dominoes._codes import BLOCKED

ROUNDS: Final = 300_000
PURE_ROUNDS: Final = 1_000
GAMES: Final = 300
WIDEST: Final = 5.0
"""Standard errors by which averages of the same thing may differ; chance exceeds it once in two million."""


def check_loop(preset: str, sums: dict[str, int]) -> None:
    """A plain loop plays the engine's game: every average agrees within statistical error."""
    rounds = sums["rounds"]
    ours = engine_values(preset, ROUNDS)
    print(f"\n{preset + ', averages':24}{'C loop':>10}{'engine':>10}{'difference in standard errors':>32}")
    for name, values in ours.items():
        mean = math.fsum(values) / len(values)
        variance = math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1)
        theirs = sums[name] / rounds
        error = math.sqrt(variance * (1 / rounds + 1 / len(values)))
        off = (theirs - mean) / error if error else 0.0 if theirs == mean else math.inf
        print(f"  {name.replace('_', ' '):22}{theirs:10.4f}{mean:10.4f}{off:32.2f}")
        if abs(off) > WIDEST:
            sys.exit(f"the C loop and the engine play different games of {preset}: {name} is {off:.1f} errors off")


def engine_values(preset: str, rounds: int) -> dict[str, list[int]]:
    """What the plain loops sum up, for each of our rounds; a team's points counted once."""
    rules = dm.Rules.preset(preset)
    done = dm.playouts(rules, n=rounds, seed="check", threads=1)
    sides = 2 if rules.partners else rules.players
    winner, starter = done.winner.tolist(), done.starter.tolist()
    points: Any = done.points.tolist()  # rows of the seats
    blocked = [int(reason == BLOCKED) for reason in done.reason.tolist()]
    return {
        "blocked": blocked,
        "ties": [int(side < 0) for side in winner],
        "starter_wins": [int(side == opener % sides) for side, opener in zip(winner, starter, strict=True)],
        "plays": done.plays.tolist(),
        "draws": done.draws.tolist(),
        "passes": done.passes.tolist(),
        "points": [sum(row[:sides]) for row in points],
    }


def check_pure(pure: Any) -> None:
    """Both backends played the same rounds."""
    for preset in rivals.LOOPS:
        if pure.submit(engine_values, preset, PURE_ROUNDS).result() != engine_values(preset, PURE_ROUNDS):
            sys.exit(f"the pure backend's playouts of {preset} differ from the compiled ones")


def check_pypi(python: Path) -> None:
    """PyPI's games, replayed here: the same moves on offer before each, the same points at the end."""
    for number, game in enumerate(rivals.play_pypi(python, "games", GAMES, 0)):
        try:
            replay(game)
        except (AssertionError, dm.DominoesError) as error:
            sys.exit(f"PyPI's game {number} goes another way here: {error}")
    print(f"\n{GAMES} of PyPI's games replayed: the same moves on offer, the same points.")


def replay(game: dict[str, Any]) -> None:
    rnd = dm.Round(dm.Rules.preset("partnership"), hands=game["hands"])
    (opening, _), *moves = game["moves"]
    rnd.play(opening)
    for (tile, left), valid in zip(moves, game["valid"], strict=True):
        pass_on(rnd)
        assert offered(rnd) == {(text, is_left) for text, is_left in valid}, f"after {len(rnd.moves)} actions"
        rnd.play(f"{tile}@{'L' if left else 'R'}")
    pass_on(rnd)
    result = rnd.result
    assert result is not None
    assert (result.reason == "domino") == game["won"]
    assert (result.points[0] or -result.points[1]) == game["points"], f"{result.points}, not {game['points']}"


def pass_on(rnd: dm.Round) -> None:
    """PyPI's package passes by itself."""
    while rnd.result is None and rnd.legal_moves()[0].is_pass:
        rnd.play("pass")


def offered(rnd: dm.Round) -> set[tuple[str, bool]]:
    """Our legal moves in PyPI's words, which name only the left end where both show the same number."""
    numbers = {end.number for end in rnd.ends}
    moves = {(str(move.tile), move.end == "L") for move in rnd.legal_moves()}
    return moves if len(numbers) == 2 else {move for move in moves if move[1]}
