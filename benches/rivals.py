"""The others that the engine is measured against, as programs to run: plain C loops, and PyPI's ``dominoes``."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import venv
from pathlib import Path
from typing import Any, Final

HERE: Final = Path(__file__).resolve().parent
LOOPS: Final = ("draw", "partnership", "table")
"""The presets with a plain loop, ``plain_{preset}.c``."""
C_FLAGS: Final = ["-O3", "-std=c11"]
"""As our core is compiled."""
PYPI: Final = "dominoes==6.1.0"


def compile_loops(folder: Path) -> dict[str, Path]:
    """Every plain loop, compiled into a folder."""
    return {preset: compile_c(HERE / f"plain_{preset}.c", folder, C_FLAGS) for preset in LOOPS}


def compile_c(source: Path, folder: Path, flags: list[str]) -> Path:
    program = folder / source.stem
    subprocess.run([os.environ.get("CC", "cc"), *flags, "-o", program, source], check=True)
    return program


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


def pypi_games(python: Path, what: str, games: int, seed: int) -> Any:
    """What ``pypi_games.py`` tells."""
    return told(python, "-I", HERE / "pypi_games.py", what, games, seed)


def told(*command: object) -> Any:
    """The JSON that a program prints."""
    done = subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True)
    return json.loads(done.stdout)
