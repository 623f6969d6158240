"""From the sdist every CPython at hand builds a wheel that plays; the pure wheel plays on each of them, too."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from support.building import ROOT, Project, plain_environment

pytestmark = pytest.mark.slow

SMOKE = ROOT / "tests/support/smoke.py"


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


def run(*words: object, folder: Path, **variables: str) -> str:
    """What a program prints, in a folder away from the sources."""
    environment = plain_environment(**variables)
    environment.pop("PYTHONPATH", None)
    done = subprocess.run([*map(str, words)], cwd=folder, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def pure(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pure wheel."""
    build = Project(tmp_path_factory.mktemp("pure")).build(DOMINOES_SKIP_C="1")
    assert build.file is not None, build.log
    return build.file


@pytest.mark.parametrize("python", pythons())
def test_a_cpython_at_hand_builds_a_wheel_that_plays(sdist, pure, tmp_path, python):
    run(python, "-m", "venv", tmp_path / "venv", folder=tmp_path)
    inside = tmp_path / "venv" / ("Scripts" if os.name == "nt" else "bin") / "python"
    pip = (inside, "-m", "pip", "--quiet", "--disable-pip-version-check")
    run(*pip, "wheel", "--no-deps", "--wheel-dir", "wheels", sdist, folder=tmp_path, DOMINOES_REQUIRE_C="1")
    (wheel,) = (tmp_path / "wheels").glob("*.whl")
    tag = run(inside, "-c", "import sys; print('cp%d%d' % sys.version_info[:2])", folder=tmp_path).strip()
    assert f"-{tag}-{tag}" in wheel.name
    run(*pip, "install", wheel, "hypothesis", "pytest>=8.2", folder=tmp_path)
    assert " plays on " in run(inside, "-W", "error", SMOKE, folder=tmp_path)
    shutil.copytree(ROOT / "tests", tmp_path / "tests", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    golden = (inside, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/conformance/test_golden.py")
    assert " passed" in run(*golden, folder=tmp_path, DOMINOES_TEST_REQUIRE_C="1")
    run(*pip, "install", "--no-deps", "--force-reinstall", pure, folder=tmp_path)
    assert " plays on " in run(inside, "-W", "error", SMOKE, "py", folder=tmp_path)
