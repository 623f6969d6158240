"""Fixtures of the benchmarks: the pure backend in a process of its own, to say what the right answers are."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor

import pytest

from dominoes.benchmark import measure

collect_ignore = ["pypi_games.py", "pypi_players.py", "pypi_search.py"]  # they run in PyPI's environment


@pytest.fixture(scope="session")
def reference() -> Iterator[ProcessPoolExecutor]:
    with measure.worker("py") as pool:
        yield pool
