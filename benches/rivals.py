"""The others that the engine is measured against, as programs to run: plain C loops, and PyPI's ``dominoes``."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import venv
from pathlib import Path
from typing import Any, Final

from programs import HERE, compile_program, output_of

LOOPS: Final = ("draw", "partnership", "table")
"""The presets with a plain loop, ``plain_{preset}.c``."""
C_FLAGS: Final = ["-O3", "-std=c11", "-ffp-contract=off"]
"""As our core is compiled."""
PYPI: Final = "dominoes==6.1.0"


def compile_loops(folder: Path) -> dict[str, Path]:
    """Every plain loop, compiled into a folder."""
    return {preset: compile_program(folder / preset, C_FLAGS, HERE / f"plain_{preset}.c") for preset in LOOPS}


def pypi_python() -> Path:
    """The interpreter of an environment with PyPI's package, made where it is missing."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    folder = cache / "dominoes-benches" / f"{PYPI.replace('==', '-')}-{sys.implementation.cache_tag}"
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not (folder / "ready").exists():
        print(f"installing PyPI's {PYPI} into {folder}", flush=True)
        venv.create(folder, clear=True, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", PYPI], check=True)
        (folder / "ready").touch()
    return python


def play_loop(loop: Path, rounds: int, seed: int) -> Any:
    """The sums of a plain loop's rounds, and its seconds."""
    return json.loads(output_of(loop, rounds, seed))


def play_pypi(python: Path, what: str, games: int, seed: int) -> Any:
    """What ``pypi_games.py`` tells."""
    return json.loads(output_of(python, "-I", HERE / "pypi_games.py", what, games, seed))
