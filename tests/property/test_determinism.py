"""One seed is one match and one simulation: whatever the hash seed, the threads, the process and the backend."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys

import pytest
from support import backends
from support.options import PRESET_NAMES, PRESET_PLAYERS

import dominoes as dm

GAMES = [(name, players) for name in PRESET_NAMES for players in PRESET_PLAYERS[name]]

DIGEST = """
import hashlib, json, sys
import dominoes as dm

def matches():
    for name, players in {games!r}:
        rules = dm.Rules(name, players=players)
        for pair in (["random"], ["heaviest"], ["random", "heaviest"]):
            match = dm.Match(rules, (pair * players)[:players], seed="one seed")
            events = [event.to_dict() for event in match.run()]
            yield [match.to_record().to_dict(), events, list(match.scores), match.winner]

def simulations():
    for name, players in {games!r}:
        found = dm.playouts(dm.Rules(name, players=players), n={n}, seed="one seed", threads=int(sys.argv[1]))
        yield [found.points.tolist(), *(getattr(found, column).tolist() for column in {columns!r})]

text = json.dumps([list(matches()), list(simulations())])
print(dm.backend, hashlib.sha256(text.encode()).hexdigest())
"""
COLUMNS = ("winner", "reason", "starter", "plays", "draws", "passes")


def digest(backend: str, hash_seed: str, threads: int, n: int) -> str:
    program = DIGEST.format(games=GAMES, n=n, columns=COLUMNS)
    environment = {**os.environ, "DOMINOES_BACKEND": backend, "PYTHONHASHSEED": hash_seed}
    command = [sys.executable, "-c", program, str(threads)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    name, found = done.stdout.split()
    assert name == backend
    return found


def test_hash_seeds_threads_and_backends_change_nothing() -> None:
    runs = [("py", "0", 1), ("py", "4711", 3)]
    if "c" in backends.under_test():
        runs += [("c", "0", 1), ("c", "4711", 2), ("c", "random", 7)]
    if "cffi" in backends.under_test():
        runs += [("cffi", "0", 2)]
    assert len({digest(*run, n=60) for run in runs}) == 1


@pytest.mark.skipif(
    dm.backend == "py", reason="the twin takes long over so many rounds, and does not share them among threads"
)
@pytest.mark.parametrize(("name", "players"), GAMES)
def test_threads_share_the_same_rounds(name: str, players: int) -> None:
    """More rounds than one piece of work, so that the threads really share them."""
    rules = dm.Rules(name, players=players)
    one = dm.playouts(rules, n=9000, seed=5, threads=1)
    for threads in (2, 3, 8):
        assert dm.playouts(rules, n=9000, seed=5, threads=threads) == one


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_a_run_can_be_cut_anywhere(name: str, players: int) -> None:
    rules = dm.Rules(name, players=players)
    whole = dm.playouts(rules, n=50, seed="s")
    parts = [dm.playouts(rules, n=count, seed="s", first=first) for first, count in ((0, 1), (1, 30), (31, 19))]
    for column in COLUMNS:
        joined = [value for part in parts for value in getattr(part, column).tolist()]
        assert joined == getattr(whole, column).tolist()
    assert [row for part in parts for row in part.points.tolist()] == whole.points.tolist()


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_an_integer_seed_is_its_decimal_text(name: str, players: int) -> None:
    rules = dm.Rules(name, players=players)
    for number in (7, -3, 0, 10**30):
        assert dm.Round.deal(rules, seed=number) == dm.Round.deal(rules, seed=str(number))
    assert dm.Round.deal(rules, seed=7) != dm.Round.deal(rules, seed=8)
    assert dm.playouts(rules, n=5, seed=7) == dm.playouts(rules, n=5, seed="7")
    first, second = (dm.Match(rules, ["random"] * players, seed=seed) for seed in (7, "7"))
    assert [event.to_dict() for event in first.run()] == [event.to_dict() for event in second.run()]


def test_resuming_and_undoing_need_no_generator_state() -> None:
    """A match broken off after every action and resumed from its record is the match that was not."""
    rules = dm.Rules("draw", players=3, target=60)
    whole = dm.Match(rules, ["random", "heaviest", "random"], seed="resume")
    list(whole.run())
    broken = dm.Match(rules, ["random", "heaviest", "random"], seed="resume")
    while not broken.over:
        broken.step()
        broken = dm.Match.from_record(dm.Record.loads(broken.to_record().dumps()))
        if broken.round.moves and len(broken.round.moves) % 5 == 0:
            broken.undo()
            broken.step()
    assert broken.to_record() == whole.to_record()


def test_a_players_chance_does_not_touch_the_deal() -> None:
    """Whoever plays, however often they ask: the rounds are dealt the same."""

    class Greedy:
        name = "greedy"

        def choose(self, view: dm.View) -> dm.Move:
            assert view.rng is not None
            for _ in range(50):
                view.rng.next()
            return view.legal_moves()[-1]

    rules = dm.Rules("block", next_opening="rotate", target=400)
    matches = [dm.Match(rules, players, seed=3) for players in (["random"] * 2, [Greedy(), Greedy()], ["heaviest"] * 2)]
    for match in matches:
        list(match.run())
    shortest = min(len(match.rounds) for match in matches)
    assert shortest > 2
    for number in range(shortest):
        assert len({(match.rounds[number].dealt_hands, match.rounds[number].dealt_boneyard) for match in matches}) == 1


def test_a_commitment_is_the_hash_of_salt_and_seed() -> None:
    match = dm.Match(dm.Rules("draw"), ["random"] * 2, seed="friday", salt="pepper")
    assert match.commitment == hashlib.sha256(b"pepperfriday").hexdigest()
    assert json.loads(match.to_record().dumps())["commitment"] == match.commitment
