"""Builds of the package, each in a copy of the sources, so that the tree under test is never touched."""

from __future__ import annotations

import importlib
import os
import shutil
import subprocess
import sys
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
SOURCES = (
    "pyproject.toml",
    "setup.py",
    "CMakeLists.txt",
    "MANIFEST.in",
    "LICENSE",
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
)
FOLDERS = ("src", "tests", "docs", "benches", "examples", "cmake", ".github")
LEFT_OVERS = shutil.ignore_patterns("*.so", "*.pyd", "*.pyc", "__pycache__", "*.egg-info", ".hypothesis", ".benchmarks")


def project_file() -> dict[str, Any]:
    """What pyproject.toml says."""
    toml = importlib.import_module("tomllib" if sys.version_info >= (3, 11) else "tomli")  # which pytest brings
    found: dict[str, Any] = toml.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return found


def extra(name: str) -> list[str]:
    """What an extra of the package installs."""
    return list(project_file()["project"]["optional-dependencies"][name])


def plain_environment(**variables: str) -> dict[str, str]:
    """The environment without this project's own variables, and with these."""
    return {name: value for name, value in os.environ.items() if not name.startswith("DOMINOES_")} | variables


@dataclass(frozen=True)
class Build:
    """One run of the build: its exit code, its log, and the file it made (None where it failed)."""

    code: int
    log: str
    file: Path | None

    @property
    def names(self) -> list[str]:
        assert self.file is not None, self.log
        with zipfile.ZipFile(self.file) as wheel:
            return wheel.namelist()

    def text(self, ending: str) -> str:
        """The text of the only file in the wheel whose name ends so."""
        assert self.file is not None, self.log
        (name,) = (name for name in self.names if name.endswith(ending))
        with zipfile.ZipFile(self.file) as wheel:
            return wheel.read(name).decode()


class Project:
    """A copy of the sources, to build from and to spoil."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in SOURCES:
            shutil.copy(ROOT / name, folder / name)
        for name in FOLDERS:
            shutil.copytree(ROOT / name, folder / name, ignore=LEFT_OVERS)

    def build(self, kind: str = "wheel", **variables: str) -> Build:
        """Build a ``wheel`` or an ``sdist`` with these environment variables, with the tools of this environment."""
        out = self.folder / "out"
        shutil.rmtree(out, ignore_errors=True)
        command = [sys.executable, "-m", "build", "--no-isolation", f"--{kind}", "--outdir", str(out), str(self.folder)]
        done = subprocess.run(command, env=plain_environment(**variables), capture_output=True, text=True)
        files = list(out.glob("*")) if done.returncode == 0 else []
        return Build(done.returncode, done.stdout + done.stderr, files[0] if files else None)
