"""Workers and what they know of the process that sends them out: its registered names, and the script it runs."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest
from support import bots
from support.cli import environment

from dominoes import registry
from dominoes.players import Random, SnowWhite
from dominoes.registry import PlayerError
from dominoes.tournaments import tournament

PATIENCE = 60.0
"""Seconds after which a test gives up waiting for another process."""

# Registered names


def test_a_registered_name_is_known_to_workers() -> None:
    """With its levels, and where its name is that of nobody who comes along. Only here it is registered."""
    registry.register("mine", bots.Levelled)
    registry.register("beginner", Random)
    registry.register("quick", partial(SnowWhite, worlds=2))
    try:
        options: dict[str, Any] = {"rounds": 8, "seed": "x", "batch": 2}
        entrants = ["mine/2", "beginner", "quick"]
        here = tournament(entrants, **options)
        assert here.entrants == tuple(entrants)
        assert tournament(entrants, workers=2, **options) == here
        with ThreadPoolExecutor(2) as executor:
            assert tournament(entrants, executor=executor, **options) == here
    finally:
        for name in ("mine", "beginner", "quick"):
            registry.unregister(name)
    names = {"mine/2": bots.Levelled(2), "beginner": Random, "quick": SnowWhite(worlds=2)}
    assert tournament(names, **options).to_dict() == here.to_dict()


@pytest.fixture
def local() -> Iterator[str]:
    registry.register("local", lambda: bots.First())
    yield "local"
    registry.unregister("local")


STAYS = "the player local is registered in one process only, and what makes it cannot be sent to another: .*; register"


def test_a_registered_name_that_cannot_be_sent_is_refused_before(local: str, tmp_path: Path) -> None:
    with pytest.raises(PlayerError, match=f"{STAYS} a class .*; or do without workers"):
        tournament([local, "random"], rounds=4, workers=2, out=tmp_path / "out")
    assert not (tmp_path / "out").exists()
    table = tournament([local, "random"], rounds=4, seed=1)
    with ThreadPoolExecutor(2) as executor:
        assert tournament([local, "random"], rounds=4, seed=1, executor=executor) == table


def test_a_process_that_does_not_know_a_name_says_what_to_do(local: str) -> None:
    with ProcessPoolExecutor(1, get_context("spawn")) as executor, pytest.raises(PlayerError, match=STAYS):
        tournament([local, "random"], rounds=4, executor=executor)


# Scripts

BEE = """
import dominoes as dm

class Bee:
    name = "bee"
    def choose(self, view):
        return view.legal_moves()[0]

def main(workers):
    dm.players.register("bee", Bee)
    print(dm.tournament(["bee", "random"], rounds=8, seed=1, batch=2, workers=workers)["bee", "random"].games)

"""
GUARDED = BEE + "if __name__ == '__main__':\n    main(2)\n"
UNGUARDED = BEE + "main(2)\n"


def script(*argv: str, stdin: str = "", **extra: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *argv], env=environment(**extra), input=stdin, capture_output=True, text=True, timeout=PATIENCE
    )


def test_a_script_registers_a_class_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "guarded.py").write_text(GUARDED)
    done = script(str(tmp_path / "guarded.py"))
    assert (done.returncode, done.stdout, done.stderr) == (0, "8\n", "")


def test_a_script_without_its_guard_is_told_once(tmp_path: Path) -> None:
    (tmp_path / "unguarded.py").write_text(UNGUARDED)
    done = script(str(tmp_path / "unguarded.py"))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.count("Traceback") == 1
    assert done.stderr.splitlines()[-1] == (
        "dominoes.tournaments.playing.TournamentError: the workers could not begin: each imports the script, and came "
        'to the tournament again; put what the script does under if __name__ == "__main__":'
    )


def test_a_script_that_cannot_be_imported_is_told_once_for_all(tmp_path: Path) -> None:
    """By each of the two workers, and then by the tournament."""
    program = "if __name__ != '__main__':\n    raise OSError('not here')\n" + BEE + "main(2)\n"
    (tmp_path / "stubborn.py").write_text(program)
    done = script(str(tmp_path / "stubborn.py"))
    assert done.returncode == 1
    assert 1 <= done.stderr.count("OSError: not here") <= 2
    last = done.stderr.splitlines()[-1]
    assert last.startswith("dominoes.tournaments.playing.TournamentError: the workers could not begin: each imports")
    assert 'under if __name__ == "__main__":' in last


@pytest.mark.parametrize("program", [GUARDED, UNGUARDED])
def test_a_script_from_stdin_cannot_have_workers(program: str) -> None:
    done = script("-", stdin=program)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.count("Traceback") == 1
    last = done.stderr.splitlines()[-1]
    assert "a script that is read from stdin cannot have workers; put it into a file" in last
    assert script("-", stdin=program.replace("main(2)", "main(1)")).stdout == "8\n"


def test_a_class_that_was_typed_in_cannot_be_sent() -> None:
    done = script("-c", UNGUARDED)
    assert done.stderr.splitlines()[-1].endswith(
        "the player bee cannot be sent to workers: Bee was typed in, or given by -c; write it into a module that they "
        "can import, or do without workers"
    )
    built_in = "import dominoes as dm; print(dm.tournament(['heaviest', 'random'], rounds=4, workers=2).deals)"
    done = script("-c", built_in)
    assert (done.returncode, done.stdout, done.stderr) == (0, "2\n", "")
