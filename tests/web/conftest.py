"""Fixtures of the server's tests. Without the extra ``web`` they are left out, unless DOMINOES_TEST_REQUIRE_WEB=1.

Those over PostgreSQL are skipped where it is not installed, unless DOMINOES_TEST_REQUIRE_POSTGRESQL=1.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

NEEDED = ("jinja2", "sqlalchemy", "starlette", "uvicorn")
_missing = [name for name in NEEDED if find_spec(name) is None]

if _missing and os.environ.get("DOMINOES_TEST_REQUIRE_WEB") != "1":
    collect_ignore_glob = ["test_*.py"]


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Any]:
    """An application in this process, that asks nobody to be slow."""
    yield from _inside(tmp_path)


@pytest.fixture(scope="module")
def shared_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """One for a whole module."""
    yield from _inside(tmp_path_factory.mktemp("data"))


def _inside(folder: Path) -> Iterator[Any]:
    from support.web import Inside

    from dominoes.web import create_app
    from dominoes.web.guard import Limits, Rate

    free = Rate(1e6, 10**6)
    inside = Inside(create_app(data=folder, limits=Limits(ask=free, act=free, begin=free)))
    yield inside
    inside.close()


@pytest.fixture
def browser(site: Any) -> Any:
    from support.web import Browser

    return Browser(site)


@pytest.fixture
def game_of(site: Any) -> Callable[[str], Any]:
    """The server's own game behind a path ``/m/…``: all that nobody is shown."""

    def game(path: str) -> Any:
        with site.app.state.house.shelf.open(path.rpartition("/")[2]) as found:
            return found

    return game


@pytest.fixture(scope="session")
def cluster() -> Iterator[str]:
    """A PostgreSQL cluster; the URL of a database in it."""
    from support.servers import postgresql, postgresql_programs

    programs = postgresql_programs()
    if programs is None or find_spec("psycopg") is None:
        absent = "PostgreSQL (initdb) or psycopg is not installed"
        assert os.environ.get("DOMINOES_TEST_REQUIRE_POSTGRESQL") != "1", absent
        pytest.skip(absent)
    with postgresql(programs) as url:
        yield url


@pytest.fixture
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database; parametrize it with ``sqlite`` and ``postgresql``."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'shared.sqlite'}"
    from uuid import uuid4

    import psycopg

    url: str = request.getfixturevalue("cluster")
    name = f"d{uuid4().hex}"
    with psycopg.connect(url.replace("+psycopg", ""), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    return url.replace("/postgres?", f"/{name}?")
