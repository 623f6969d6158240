"""Compiles the C programs here with the kernel in the ways that find different faults, and runs them.

The sources of the kernel are in the tree and the sdist, not in a wheel: away from them these tests are skipped.
"""

from __future__ import annotations

import os
import random
import shutil
import sys
from pathlib import Path

import pytest
from support import cases, conclusions, notation
from support.compiling import BUILDS, COMPILER, HERE, KERNEL, PACKAGE, STRICT, compiled, needs_kernel, run

pytestmark = needs_kernel


@pytest.fixture(scope="module", params=BUILDS)
def program(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    return compiled("test_kernel", request.param, tmp_path_factory.mktemp("kernel"))


@pytest.fixture(scope="module", params=BUILDS)
def batches(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    return compiled("test_batch", request.param, tmp_path_factory.mktemp("batch"))


@pytest.fixture(scope="module", params=["sanitized", "optimized, char unsigned"])
def players(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    return compiled("test_players", request.param, tmp_path_factory.mktemp("players"), inside=True)


@pytest.fixture(scope="module", params=["sanitized", "optimized, char unsigned"])
def worlds(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    return compiled("test_worlds", request.param, tmp_path_factory.mktemp("worlds"), inside=True)


@pytest.mark.parametrize("how", BUILDS)
def test_inside(how: str, tmp_path: Path) -> None:
    """Tables derived again, and the lanes' generator where chance would never make it look twice."""
    assert run(compiled("test_inside", how, tmp_path, inside=True)) == ""


def positions() -> str:
    """``perft.jsonl`` as the numbers that the program reads."""
    found = cases.load("perft.jsonl")
    numbers: list[int] = [len(found)]
    for case in found:
        deal = cases.record_deal(case["record"])
        numbers += deal.options.spec()
        for tiles in (*deal.hands, deal.boneyard):
            numbers += [len(tiles), *map(notation.tile_number, tiles)]
        actions = [notation.encode(text) for text in case["record"]["rounds"][0]["actions"]]
        numbers += [-1 if deal.starter is None else deal.starter, len(actions), *actions]
        numbers += [len(case["perft"]), *case["perft"]]
    return " ".join(map(str, numbers))


def test_walks(program: str) -> None:
    """Presets and options at random, undone to the root, with views, stores, playouts and every refusal."""
    assert run(program, "walks", os.environ.get("DOMINOES_TEST_WALKS", "400")).endswith("rounds\n")


def test_misuse_is_refused(program: str) -> None:
    assert run(program, "misuse") == "misuse refused\n"


def test_known_counts(program: str) -> None:
    assert run(program, "perft", input=positions()) == f"{len(cases.load('perft.jsonl'))} positions\n"


def test_batches(batches: str) -> None:
    """Steps, good and bad, beside single rounds, in buffers of exactly their sizes."""
    assert run(batches, "walks", os.environ.get("DOMINOES_TEST_WALKS", "400")).endswith("batches\n")


def test_misuse_of_batches_is_refused(batches: str) -> None:
    assert run(batches, "misuse") == "misuse refused\n"


def test_conclusions_are_those_of_the_twin(players: str) -> None:
    """Bin by bin, and what the blocker makes of them, in views of random rounds."""
    views = conclusions.some_views(random.Random(7), int(os.environ.get("DOMINOES_TEST_WALKS", "400")))
    told = run(players, "tell", input=conclusions.as_numbers(views)).splitlines()
    assert len(told) == len(views)
    for line, view in zip(told, views, strict=True):
        assert line == conclusions.told(view)


def test_misuse_of_players_is_refused(players: str) -> None:
    assert run(players, "misuse") == "misuse refused\n"


def test_the_true_world_is_never_excluded(worlds: str) -> None:
    """Nor by the counting; presets and options at random, played in three ways, every seat looking at each decision."""
    assert run(worlds, "truth", os.environ.get("DOMINOES_TEST_WALKS", "400")).endswith("looks\n")


def test_players_answer_in_every_view(worlds: str) -> None:
    """Also where others did what they cannot have done; the view stays as it was."""
    assert run(worlds, "players", os.environ.get("DOMINOES_TEST_WALKS", "400")).endswith("views\n")


def test_misuse_of_thinking_is_refused(worlds: str) -> None:
    assert run(worlds, "misuse") == "misuse refused\n"


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
@pytest.mark.parametrize("level", ["-O0", "-O2", "-O3"])
def test_the_stack_is_enough(compiler: str, level: str, tmp_path: Path) -> None:
    """Each function on a thread with so much as the header says; the sanitizers need more."""
    if shutil.which(compiler) is None:
        pytest.skip(f"no {compiler}")
    if sys.platform != "linux":
        pytest.skip("a thread's stack is measured on Linux alone")
    sources = [str(HERE / "test_stack.c"), str(KERNEL)]
    words = [*STRICT, level, f"-I{PACKAGE / 'include'}", *sources, "-o", str(tmp_path / "stack"), "-lpthread"]
    run(compiler, *words)
    looks, word = run(str(tmp_path / "stack")).split()
    assert (int(looks) > 100, word) == (True, "looks")


def test_the_stack_told_is_the_stack_tried() -> None:
    header = (PACKAGE / "include" / "dominoes.h").read_text(encoding="utf-8")
    program = (HERE / "test_stack.c").read_text(encoding="utf-8")
    for number in ("THINKING = 192", "PLAYOUTS = 96", "ALL_OTHERS = 48"):
        assert number in program
    assert "run on a thread with 192 KB, dom_playouts on one with 96 KB" in header
    assert "All others run on 48 KB" in header


@pytest.mark.parametrize(("compiler", "language"), [("gcc", "c"), ("g++", "c++"), ("clang", "c")])
def test_the_header_stands_alone(compiler: str, language: str, tmp_path: Path) -> None:
    """Included twice, without anything before it, in C and in C++."""
    if shutil.which(compiler) is None:
        pytest.skip(f"no {compiler}")
    source = tmp_path / f"alone.{language.replace('+', 'p')}"
    source.write_text(
        '#include "dominoes.h"\n#include "dominoes.h"\nint main(void) { return dom_version()[0] == 0; }\n'
    )
    standard = "c11" if language == "c" else "c++17"
    flags = [f"-std={standard}", "-Wall", "-Wextra", "-Werror", "-pedantic", f"-I{PACKAGE / 'include'}"]
    run(compiler, *flags, "-fsyntax-only", str(source))


@pytest.mark.skipif(shutil.which("nm") is None or sys.platform == "win32", reason="no nm")
def test_compiled_to_stay_within_nothing_is_visible(tmp_path: Path) -> None:
    """DOM_STATIC: a shared library with the kernel in it shows its own functions alone."""
    assert COMPILER is not None
    own = tmp_path / "own.c"
    own.write_text(
        '#include "dominoes.h"\nint own(const dom_round *);\nint own(const dom_round *r) { return dom_pips(r, 0); }\n'
    )
    target = tmp_path / "own.so"
    flags = ["-std=c11", "-O1", "-ffp-contract=off", "-fPIC", "-shared", f"-I{PACKAGE / 'include'}"]
    objects = []
    for source, defined in ((own, ()), (KERNEL, ("-DDOM_STATIC",))):  # who includes the header need not define it
        objects.append(str(tmp_path / f"{source.stem}.o"))
        run(COMPILER, *flags[:-2], flags[-1], *defined, "-c", str(source), "-o", objects[-1])
    run(COMPILER, "-shared", *objects, "-o", str(target))
    shown = {line.split()[-1] for line in run("nm", "-D", "--defined-only", str(target)).splitlines()}
    assert {name for name in shown if not name.startswith("_")} == {"own"}


@pytest.mark.skipif(shutil.which("nm") is None, reason="no nm")
def test_only_the_api_is_visible_and_nothing_global_changes(tmp_path: Path) -> None:
    assert COMPILER is not None
    target = tmp_path / "kernel.o"
    flags = ["-std=c11", "-O2", "-ffp-contract=off", "-fvisibility=hidden", f"-I{PACKAGE / 'include'}"]
    run(COMPILER, *flags, "-c", str(KERNEL), "-o", str(target))
    symbols = [line.split()[-2:] for line in run("nm", "--defined-only", str(target)).splitlines()]
    header = (PACKAGE / "include" / "dominoes.h").read_text(encoding="utf-8")
    visible = [name for kind, name in symbols if kind.isupper()]
    assert visible
    assert all(name.startswith("dom_") and f"{name}(" in header for name in visible), visible
    assert not [name for kind, name in symbols if kind in "bBdDcC"], "the kernel has no globals that change"
