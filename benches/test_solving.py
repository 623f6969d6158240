"""Perfect play under pytest-benchmark: whole deals and later positions, a table of its own for each search.

The whole answer, the number of positions visited with it, must be the pure backend's.
``perfect_play.py`` has medians over many deals, and PyPI's search beside them.
"""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from typing import Any

import perfect_play
import pytest

import dominoes as dm

KINDS = {kind.name: kind for kind in perfect_play.KINDS}


def solved(name: str) -> dm.Solution:
    return perfect_play.deal(KINDS[name], 0).solve()


@pytest.mark.parametrize("name", KINDS)
def test_solving(name: str, benchmark: Any, reference: ProcessPoolExecutor) -> None:
    rnd = perfect_play.deal(KINDS[name], 0)
    found = benchmark.pedantic(rnd.solve, rounds=5 if str(dm.backend) == "c" else 1)
    benchmark.extra_info.update(backend=dm.backend, unit="position", count=found.nodes)
    perfect_play.check(name, rnd, found)
    assert found == reference.submit(solved, name).result()
