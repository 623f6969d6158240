"""The sdist: what it holds, and that every CPython at hand builds it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest
from support.building import ROOT, Project, plain_environment

pytestmark = pytest.mark.slow

SMOKE = """
import sys
import dominoes as dm
rules = dm.Rules.preset("table")
assert dm.backend == "c", dm.backend
assert len(dm.playouts(rules, n=1000, seed=1).plays) == 1000
match = dm.Match(rules, players=["random", "heaviest"], seed="sdist")
for event in match.run():
    pass
assert match.over
print("played on", sys.version)
"""


@pytest.fixture(scope="module")
def sdist(tmp_path_factory) -> Path:
    build = Project(tmp_path_factory.mktemp("sdist")).build("sdist")
    assert build.file is not None, build.log
    return build.file


def pythons() -> list[str]:
    """Every CPython from 3.10 up that runs here, one of each minor version, this one first."""
    found = {sys.version_info[:2]: sys.executable}
    folders = sorted(Path.home().glob(".pyenv/versions/3.*/bin"))
    for minor in range(10, 20):
        name = f"python3.{minor}"
        candidates = [shutil.which(name), *(str(folder / name) for folder in folders)]
        for candidate in filter(None, candidates):
            if (3, minor) not in found and runs(candidate):
                found[3, minor] = candidate
    return list(found.values())


def runs(python: str) -> bool:
    try:
        question = "import ensurepip, sys; print(sys.implementation.name)"
        done = subprocess.run([python, "-c", question], capture_output=True, text=True)
    except OSError:
        return False
    return done.stdout.strip() == "cpython"


def test_the_sdist_holds_all_sources_and_nothing_built(sdist):
    with tarfile.open(sdist) as archive:
        names = {name.split("/", 1)[1] for name in archive.getnames() if "/" in name}
    sources = {
        str(path.relative_to(ROOT))
        for folder in ("src/dominoes", "tests", "docs", "benches", "examples")
        for path in (ROOT / folder).rglob("*")
        if path.is_file()
        and not set(path.parts) & {"__pycache__", ".hypothesis", ".benchmarks"}
        and path.suffix not in {".so", ".pyd", ".pyc"}
    }
    assert sources <= names
    assert {"LICENSE", "README.md", "CHANGELOG.md", "pyproject.toml", "setup.py"} <= names
    assert not [name for name in names if name.endswith((".so", ".pyd", ".pyc", ".o"))]


@pytest.mark.parametrize("python", pythons())
def test_a_cpython_at_hand_builds_it_and_plays(sdist, tmp_path, python):
    subprocess.run([python, "-m", "venv", tmp_path], check=True)
    inside = tmp_path / ("Scripts" if os.name == "nt" else "bin") / "python"
    environment = plain_environment(DOMINOES_REQUIRE_C="1")
    environment.pop("PYTHONPATH", None)
    for command in (["-m", "pip", "install", "--quiet", str(sdist)], ["-W", "error", "-c", SMOKE]):
        done = subprocess.run([inside, *command], env=environment, cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
