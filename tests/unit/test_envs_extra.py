"""Without the extra ``rl`` the package is whole, and an environment says what to install."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

NEEDED = {
    "pettingzoo": ("numpy", "gymnasium", "pettingzoo"),
    "vector": ("numpy", "gymnasium"),
    "openspiel": ("numpy", "pyspiel"),
}


def run(program: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-W", "error", "-c", program], capture_output=True, text=True)


def last_line(done: subprocess.CompletedProcess[str]) -> str:
    assert done.returncode != 0
    return done.stderr.strip().splitlines()[-1]


@pytest.mark.parametrize(("module", "library"), [(name, library) for name in NEEDED for library in NEEDED[name]])
def test_one_line_names_the_install_command(module: str, library: str) -> None:
    done = run(f"import sys; sys.modules[{library!r}] = None; import dominoes.envs.{module}")
    missed = "|".join(NEEDED[module])  # where others are not installed either, the first of them is named
    command = re.escape('pip install "dominoes-engine[rl]"')
    expected = f"ImportError: dominoes.envs needs ({missed}), which is not installed: {command}"
    assert re.fullmatch(expected, last_line(done))


def test_the_package_and_its_environments_import_none_of_the_libraries() -> None:
    names = sorted({name for needed in NEEDED.values() for name in needed})
    blocked = "".join(f"sys.modules[{name!r}] = None; " for name in names)
    done = run(f"import sys; {blocked}import dominoes, dominoes.envs; print(dominoes.envs.__name__)")
    assert (done.stdout, done.stderr) == ("dominoes.envs\n", "")


@pytest.mark.parametrize("module", NEEDED)
def test_a_library_that_is_broken_raises_what_it_raises(module: str, tmp_path: Path) -> None:
    (tmp_path / "numpy.py").write_text("raise ImportError('half of it is missing')\n")
    done = run(f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import dominoes.envs.{module}")
    assert last_line(done) == "ImportError: half of it is missing"
