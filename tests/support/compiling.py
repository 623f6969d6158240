"""Compiles C programs with the kernel in the ways that find different faults, and runs them."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from . import backends

HERE = Path(__file__).resolve().parent.parent / "kernel"
PACKAGE = HERE.parent.parent / "src" / "dominoes"
KERNEL = PACKAGE / "csrc" / "kernel.c"
COMPILER = shutil.which("gcc") or shutil.which("clang")

STRICT = ["-std=c11", "-ffp-contract=off", "-Wall", "-Wextra", "-Werror", "-pedantic"]
SANITIZED = ["-g", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-fno-omit-frame-pointer"]
BUILDS = {
    "sanitized": [*STRICT, *SANITIZED],
    "sanitized, char unsigned": [*STRICT, *SANITIZED, "-funsigned-char"],
    "sanitized, without built-ins": [*STRICT, *SANITIZED, "-include", str(HERE / "portable.h")],
    "optimized": [*STRICT, "-O2"],
    "optimized, char unsigned": [*STRICT, "-O3", "-funsigned-char"],
}

# The sources of the kernel are beside the tests in the tree and the sdist; where a wheel alone is tested they are not.
needs_kernel = [
    pytest.mark.skipif(not KERNEL.exists(), reason="the kernel's sources are not here: this is a wheel's run"),
    pytest.mark.skipif(COMPILER is None and not backends.core_required(), reason="no C compiler"),
]


def run(*command: str, **how: Any) -> str:
    """What the command prints; anything it says on stderr, and any code but 0, is a failure."""
    environment = {**os.environ, "ASAN_OPTIONS": "detect_leaks=0", "UBSAN_OPTIONS": "print_stacktrace=1"}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment, **how)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout + done.stderr
    return str(done.stdout)


def compiled(name: str, how: str, folder: Path, *, inside: bool = False) -> str:
    """The test program of ``tests/kernel`` linked with the kernel; from ``inside``, it includes the kernel itself."""
    assert COMPILER is not None
    linked = [f"-I{KERNEL.parent}"] if inside else [str(kernel_object(how, folder.parent))]
    source, program = str(HERE / f"{name}.c"), str(folder / name)
    run(COMPILER, *BUILDS[how], f"-I{PACKAGE / 'include'}", source, *linked, "-o", program)
    return program


def kernel_object(how: str, folder: Path) -> Path:
    """The kernel, compiled once in a run of the tests for each way: ``folder`` is the run's own."""
    assert COMPILER is not None
    compiled_kernel = folder / f"kernel {how}.o"
    if not compiled_kernel.exists():
        run(COMPILER, *BUILDS[how], f"-I{PACKAGE / 'include'}", "-c", str(KERNEL), "-o", str(compiled_kernel))
    return compiled_kernel
