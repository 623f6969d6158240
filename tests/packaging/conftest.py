"""Fixtures of the packaging tests, which need the sources: beside a wheel installed elsewhere they are skipped."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.building import ROOT, Build, Project


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if not (ROOT / "setup.py").exists():
        here = Path(__file__).resolve().parent
        for item in items:
            if here in item.path.parents:
                item.add_marker(pytest.mark.skip(reason="the sources are not beside the tests"))


@pytest.fixture
def project(tmp_path: Path) -> Project:
    folder = tmp_path / "project"
    folder.mkdir()
    return Project(folder)


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Build:
    """A wheel with the core."""
    return Project(tmp_path_factory.mktemp("compiled")).build(DOMINOES_REQUIRE_C="1")


@pytest.fixture(scope="session")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    build = Project(tmp_path_factory.mktemp("sdist")).build("sdist")
    assert build.file is not None, build.log
    return build.file
