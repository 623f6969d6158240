"""Programs in other languages: what they are built with here, and running them away from the sources."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import dominoes as dm

from .building import ROOT, plain_environment

CC = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
CXX = shutil.which("c++") or shutil.which("g++") or shutil.which("clang++")
WARNINGS = ("-Wall", "-Wextra", "-pedantic", "-Werror")


def need(*tools: str) -> None:
    """Skip where one of these programs is not here; with ``DOMINOES_TEST_REQUIRE_C`` that is a failure."""
    missing = [tool for tool in tools if shutil.which(tool) is None]
    if missing and not os.environ.get("DOMINOES_TEST_REQUIRE_C"):
        pytest.skip(f"there is no {' and no '.join(missing)}")
    assert not missing, f"there is no {missing}"


def run(*words: object, folder: Path, typed: str = "", **variables: str) -> str:
    """What a program prints; anything but success fails the test with all that it said."""
    environment = plain_environment(**variables)
    if "PYTHONPATH" not in variables:
        environment.pop("PYTHONPATH", None)
    command = [*map(str, words)]
    done = subprocess.run(command, cwd=folder, env=environment, input=typed, capture_output=True, text=True)
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}{done.stderr}"
    return done.stdout


def install(wheel: Path, folder: Path) -> Path:
    """A folder for ``PYTHONPATH`` with a wheel installed in it."""
    pip = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "install")
    run(*pip, "--no-index", "--no-deps", "--target", folder, wheel, folder=wheel.parent)
    return folder


def config(site: Path, *options: str) -> str:
    """What ``dominoes config`` of an installed wheel tells."""
    return run(sys.executable, "-m", "dominoes", "config", *options, folder=site, PYTHONPATH=str(site)).rstrip("\n")


def example(name: str, folder: Path) -> Path:
    """A copy of an example's folder, to be built in."""
    return Path(shutil.copytree(ROOT / "examples" / name, folder / name))


def match_told(preset: str, names: tuple[str, str], seed: str) -> str:
    """What the examples in C++ and Rust tell of a match, by the package."""
    rules = dm.Rules(preset)
    match = dm.Match(rules, [names[seat % 2] for seat in range(rules.players)], seed)
    for _ in match.run():
        pass
    lines = []
    for number, rnd in enumerate(match.rounds):
        assert rnd.result is not None
        told = f"round {number}: opened with {rnd.moves[0]}, {len(rnd.chain)} tiles laid, {rnd.result.reason}, scores"
        lines.append(" ".join([told, *map(str, rnd.scores)]))
    assert match.winner is not None
    return "\n".join([*lines, f"{names[match.winner % 2]} wins\n"])


MATCHES = [
    ("draw", ("pinocchio", "buratino"), "1"),
    ("all-fives", ("buratino", "blocker"), "é"),
    ("partnership", ("blocker", "pinocchio"), "2"),
]


def assert_matches_are_those_of_the_package(program: Path) -> None:
    for preset, names, seed in MATCHES:
        assert run(program, preset, *names, seed, folder=program.parent) == match_told(preset, names, seed)
