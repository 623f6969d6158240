"""Programs that the benchmarks compile and run."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).resolve().parent
COMPILER: Final = os.environ.get("CC", "cc")


def compile_program(target: Path, flags: list[str], *sources: Path) -> Path:
    """One C program of these sources, by the compiler that ``CC`` names."""
    subprocess.run([COMPILER, *flags, "-o", target, *sources], check=True)
    return target


def output_of(*command: object) -> str:
    """What a program prints; raises where it fails."""
    return subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True).stdout
