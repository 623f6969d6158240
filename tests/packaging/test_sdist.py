"""The sdist: what it holds."""

from __future__ import annotations

import tarfile

import pytest
from support.building import ROOT

pytestmark = pytest.mark.slow


def test_the_sdist_holds_all_sources_and_nothing_built(sdist):
    with tarfile.open(sdist) as archive:
        names = {name.split("/", 1)[1] for name in archive.getnames() if "/" in name}
    sources = {
        str(path.relative_to(ROOT))
        for folder in ("src/dominoes", "tests", "docs", "benches", "examples")
        for path in (ROOT / folder).rglob("*")
        if path.is_file()
        and not set(path.relative_to(ROOT).parts) & {"__pycache__", ".hypothesis", ".benchmarks", "lib"}
        and path.suffix not in {".so", ".pyd", ".pyc"}
    }
    assert sources <= names
    assert {"LICENSE", "README.md", "CHANGELOG.md", "pyproject.toml", "setup.py", "CMakeLists.txt"} <= names
    assert {"cmake/dominoes.pc.in", "cmake/wheel/dominoes-targets.cmake.in"} <= names
    assert not [name for name in names if name.endswith((".so", ".pyd", ".pyc", ".o"))]
