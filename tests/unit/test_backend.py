"""The chooser: what is forced, what falls back, what raises."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from support import backends

BLOCKED = """
import sys
class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == {missing!r}:
            raise ModuleNotFoundError("No module named " + repr(name), name=name)
        if name == "dominoes._core" and {broken!r}:
            raise ImportError({broken!r})
sys.meta_path.insert(0, Finder())
from dominoes import _backend
print(_backend.BACKEND)
"""


def chosen(variable: str | None, *, missing: str = "", broken: str = "") -> tuple[int, str]:
    environment = {name: value for name, value in os.environ.items() if name != "DOMINOES_BACKEND"}
    environment["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)
    if variable is not None:
        environment["DOMINOES_BACKEND"] = variable
    code = BLOCKED.format(missing=missing, broken=broken)
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)
    return done.returncode, (done.stdout + done.stderr).strip().splitlines()[-1]


def test_the_twin_can_be_forced() -> None:
    assert chosen("py") == (0, "py")
    assert chosen("py", broken="undefined symbol") == (0, "py")


@pytest.mark.parametrize("variable", [None, ""])
def test_an_absent_core_falls_back(variable: str | None) -> None:
    assert chosen(variable, missing="dominoes._core") == (0, "py")


def test_an_absent_core_cannot_be_forced() -> None:
    code, text = chosen("c", missing="dominoes._core")
    assert code == 1
    assert "DOMINOES_BACKEND=c, but this install has no compiled core" in text


@pytest.mark.parametrize("variable", [None, "c"])
def test_a_broken_core_raises(variable: str | None) -> None:
    code, text = chosen(variable, broken="undefined symbol: dom_apply")
    assert (code, text) == (1, "ImportError: undefined symbol: dom_apply")


def test_the_module_of_cffi_must_be_there() -> None:
    code, text = chosen("cffi", missing="dominoes._ffi")
    assert code == 1
    assert "DOMINOES_BACKEND=cffi, but this install has no dominoes._ffi" in text


@pytest.mark.skipif(not backends.cffi_present(), reason="the cffi module is not built")
def test_the_kernel_through_cffi_is_taken_where_it_is_asked_for() -> None:
    assert chosen("cffi") == (0, "cffi")
    assert chosen("cffi", missing="dominoes._core") == (0, "cffi")
    assert chosen(None)[1] != "cffi"
    assert chosen(None, missing="dominoes._core") == (0, "py")
    code, text = chosen("cffi", missing="_cffi_backend")
    assert (code, "_cffi_backend" in text) == (1, True)


def test_other_names_are_refused() -> None:
    assert chosen("rust") == (1, "dominoes.errors.BackendError: DOMINOES_BACKEND must be c, cffi or py, not 'rust'")
