"""What a program does with rounds by the Python API, under pytest-benchmark, a call at a time over whole random rounds.

Every answer is checked against the same work done through the pure backend.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise
from typing import Any, Final

import pytest

import dominoes as dm

PRESETS: Final = ("draw", "table", "partnership", "all-fives")
GAMES: Final = 20


def played(preset: str) -> list[dm.Round]:
    """Whole random rounds."""
    chance = random.Random(5)
    rounds = [dm.Round.deal(dm.Rules.preset(preset), seed="bench", number=number) for number in range(GAMES)]
    for rnd in rounds:
        while moves := rnd.legal_moves():
            rnd.play_unchecked(chance.choice(moves))
    return rounds


def restarted(rounds: list[dm.Round]) -> list[tuple[dm.Round, tuple[dm.Move, ...]]]:
    """Each round at its start, and its moves."""
    pairs = []
    for rnd in rounds:
        moves = rnd.moves
        start = rnd.copy()
        while start.moves:
            start.undo()
        pairs.append((start, moves))
    return pairs


def positions(preset: str) -> list[dm.Round]:
    """Every position of these rounds in which there is something to do."""
    found = []
    for rnd, moves in restarted(played(preset)):
        for move in moves:
            found.append(rnd.copy())
            rnd.play(move)
    return found


def copy(rounds: list[dm.Round]) -> list[dm.Round]:
    return [rnd.copy() for rnd in rounds]


def legal_moves(rounds: list[dm.Round]) -> list[tuple[dm.Move, ...]]:
    return [rnd.legal_moves() for rnd in rounds]


def hashes(rounds: list[dm.Round]) -> list[int]:
    return [hash(rnd) for rnd in rounds]


def equal(rounds: list[dm.Round]) -> list[bool]:
    """Each with the one after it: neighbours differ in one action."""
    return [one == other for one, other in pairwise(rounds)]


def play(rounds: list[tuple[dm.Round, tuple[dm.Move, ...]]]) -> list[dm.Round]:
    for rnd, moves in rounds:
        for move in moves:
            rnd.play(move)
    return [rnd for rnd, _ in rounds]


def undo(rounds: list[dm.Round]) -> list[dm.Round]:
    for rnd in rounds:
        for _ in range(len(rnd.moves)):
            rnd.undo()
    return rounds


def told(outcome: Any) -> list[str]:
    """An answer as texts, which cross from one backend to another; a round by what it was dealt and its moves."""
    texts = []
    for item in outcome:
        facts = (item.dealt_hands, item.moves, item.turn, item.points) if isinstance(item, dm.Round) else item
        texts.append(repr(facts))
    return texts


Work = tuple[Callable[[Any], Any], Callable[[str], Any]]
WORK: Final[dict[str, Work]] = {
    "copy": (copy, positions),
    "legal_moves": (legal_moves, positions),
    "hash": (hashes, positions),
    "equality": (equal, positions),
    "play": (play, lambda preset: restarted(played(preset))),
    "undo": (undo, played),
}


def answer(what: str, preset: str) -> list[str]:
    run, prepare = WORK[what]
    return told(run(prepare(preset)))


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("what", WORK)
def test_rounds(what: str, preset: str, benchmark: Any, reference: ProcessPoolExecutor) -> None:
    run, prepare = WORK[what]
    calls = sum(len(rnd.moves) for rnd in played(preset))
    benchmark.extra_info.update(backend=dm.backend, unit="call", count=calls)
    outcome = benchmark.pedantic(run, setup=lambda: ((prepare(preset),), {}), rounds=20, warmup_rounds=2)
    assert told(outcome) == reference.submit(answer, what, preset).result()
