"""Known faults of the package: its backend, subclasses, what was never set up (``data/known-faults.md``)."""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys
from typing import Any

import pytest
from support import backends

import dominoes as dm

PLAY = """
import dominoes as dm
rnd = dm.Round.deal(dm.Rules("draw"), seed=1)
rnd.play(rnd.legal_moves()[0])
print(dm.backend)
"""


def run(program: str, **variables: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if name != "DOMINOES_BACKEND"}
    return subprocess.run(
        [sys.executable, "-c", program], env={**kept, **variables}, capture_output=True, text=True, check=False
    )


def test_fault_50_the_implementation_is_visible() -> None:
    assert dm.backend in backends.MODULES
    assert dm.backend == os.environ.get("DOMINOES_BACKEND", dm.backend)


def test_fault_50_pure_can_be_forced() -> None:
    assert run(PLAY, DOMINOES_BACKEND="py").stdout.strip() == "py"


def test_fault_50_native_can_be_required() -> None:
    done = run(PLAY, DOMINOES_BACKEND="c")
    if backends.core_present():
        assert done.stdout.strip() == "c", done.stderr
    else:
        assert done.returncode != 0
        assert "no compiled core" in done.stderr


def test_fault_50_the_core_is_the_default_where_it_is_built() -> None:
    assert run(PLAY).stdout.strip() == ("c" if backends.core_present() else "py")


@pytest.mark.parametrize("value", ["C", "pure", "1", " c"])
def test_fault_50_another_value_is_refused(value: str) -> None:
    done = run(PLAY, DOMINOES_BACKEND=value)
    assert done.returncode != 0
    assert "DOMINOES_BACKEND" in done.stderr


BROKEN = {
    "it does not load": "raise ImportError('undefined symbol: dom_perft')",
    "a module it needs is missing": "raise ModuleNotFoundError('No module named x', name='x')",
    "it crashes in Python": "raise RuntimeError('boom')",
}


@pytest.mark.parametrize("source", BROKEN.values(), ids=BROKEN)
def test_fault_50_a_broken_core_raises_and_does_not_fall_back(source: str) -> None:
    finder = (
        "import importlib.abc, importlib.util, sys\n"
        "class Broken(importlib.abc.MetaPathFinder, importlib.abc.Loader):\n"
        "    def find_spec(self, name, path, target=None):\n"
        "        return importlib.util.spec_from_loader(name, self) if name == 'dominoes._core' else None\n"
        f"    def exec_module(self, module): {source}\n"
        "sys.meta_path.insert(0, Broken())\n"
    )
    done = run(finder + PLAY)
    assert done.returncode != 0
    assert "py" not in done.stdout
    assert run(finder + PLAY, DOMINOES_BACKEND="py").stdout.strip() == "py"


def test_fault_50_an_absent_core_falls_back() -> None:
    finder = (
        "import importlib.abc, sys\n"
        "class Absent(importlib.abc.MetaPathFinder):\n"
        "    def find_spec(self, name, path, target=None):\n"
        "        if name == 'dominoes._core': raise ModuleNotFoundError('No module named ' + name, name=name)\n"
        "sys.meta_path.insert(0, Absent())\n"
    )
    assert run(finder + PLAY).stdout.strip() == "py"
    assert "no compiled core" in run(finder + PLAY, DOMINOES_BACKEND="c").stderr


class MyRound(dm.Round):
    """A subclass with an attribute of its own."""

    tag: list[str]

    def shout(self) -> str:
        return f"seat {self.turn}!"


class MyView(dm.View):
    pass


class MyMatch(dm.Match):
    pass


def test_fault_52_rounds_can_be_subclassed() -> None:
    rnd = MyRound.deal(dm.Rules("draw"), seed=2)
    rnd.tag = ["kept"]
    assert rnd.shout() == f"seat {rnd.turn}!"
    for made in (rnd.copy(), copy.copy(rnd), copy.deepcopy(rnd), pickle.loads(pickle.dumps(rnd))):
        assert type(made) is MyRound
        assert made.tag == ["kept"]
        assert made == rnd
        made.play(made.legal_moves()[0])
        assert made != rnd


def test_fault_52_matches_can_be_subclassed() -> None:
    match = MyMatch(dm.Rules("draw", target=20), ["random", "random"], seed=1)
    list(match.run())
    assert match.over
    assert type(MyMatch.from_record(match.to_record())) is MyMatch


@pytest.mark.parametrize("module", backends.under_test())
@pytest.mark.parametrize("name", ["State", "Stream"])
def test_fault_52_the_waist_can_be_subclassed(module: str, name: str) -> None:
    base = getattr(backends.load(module), name)
    cls = type("Sub", (base,), {"extra": 7})
    spec = dm.Rules("draw").spec
    made: Any = cls(bytes(32), 0) if name == "Stream" else cls(spec, ((0,), (1,)), (), 0)
    made.tag = 3
    assert (made.extra, made.tag, made.copy() == made) == (7, 3, True)


BARE = [dm.Round, dm.View, dm.Match, dm.Tile, dm.Move, dm.Rules, dm.Reason, dm.Record, MyRound, MyView, MyMatch]


@pytest.mark.parametrize("cls", BARE, ids=lambda cls: cls.__name__)
def test_fault_52_a_bare_new_crashes_nothing(cls: Any) -> None:
    """Whatever is asked of it, there is an answer or an exception, and the interpreter lives."""
    ask_everything(lambda: cls.__new__(cls))


@pytest.mark.parametrize("module", backends.under_test())
@pytest.mark.parametrize("name", ["State", "Stream"])
def test_fault_52_a_bare_new_of_the_waist_crashes_nothing(module: str, name: str) -> None:
    cls = getattr(backends.load(module), name)
    sub: Any = type("Sub", (cls,), {})
    ask_everything(lambda: cls.__new__(cls))
    ask_everything(lambda: sub.__new__(sub))


def ask_everything(make: Any) -> None:
    try:
        bare = make()
    except Exception:
        return
    for ask in (repr, str, hash, copy.copy, copy.deepcopy, pickle.dumps, lambda thing: thing == make()):
        attempt(ask, bare)
    for name in dir(bare):
        if name.startswith("__"):
            continue
        found = attempt(getattr, bare, name)
        if callable(found):
            for arguments in ((), (0,), (0, 0), (0, 0, 1, 1)):
                attempt(found, *arguments)


def attempt(call: Any, *arguments: Any) -> Any:
    try:
        return call(*arguments)
    except Exception:
        return None
