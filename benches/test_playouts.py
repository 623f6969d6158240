"""Playouts under pytest-benchmark: each preset and policy, from fresh deals and from a position, on one thread and two.

The first rows of every answer are checked against the pure backend's.
"""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from typing import Any, Final

import pytest

import dominoes as dm
from dominoes._codes import PRESET_NAMES

POLICIES: Final[dict[str, str | dm.Weights]] = {
    "random": "random",
    "heaviest": "heaviest",
    "weighted": dm.Weights(pips=1, is_double=5, matches=3, variety=2, points=4, noise=9),
}
ROUNDS: Final = {"random": 4096, "heaviest": 1024, "weighted": 512}
CHECKED: Final = 30

Rows = list[tuple[Any, ...]]


def rows(results: dm.Playouts) -> Rows:
    columns = ("points", "winner", "reason", "starter", "plays", "draws", "passes")
    return list(zip(*(getattr(results, name).tolist() for name in columns), strict=True))


def fresh(preset: str, policy: str, n: int, threads: int = 1) -> dm.Playouts:
    return dm.playouts(dm.Rules.preset(preset), n=n, seed="bench", policy=POLICIES[policy], threads=threads)


def fresh_rows(preset: str, policy: str, n: int) -> Rows:
    return rows(fresh(preset, policy, n))


def middle(preset: str) -> dm.Round:
    """A position after a few plays."""
    rnd = dm.Round.deal(dm.Rules.preset(preset), seed="bench")
    for _ in range(8):
        rnd.play(rnd.legal_moves()[0])
    return rnd


def rows_from_middle(preset: str, n: int) -> Rows:
    return rows(middle(preset).playouts(n, seed="bench"))


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_fresh_deals(preset: str, policy: str, benchmark: Any, reference: ProcessPoolExecutor) -> None:
    benchmark.extra_info.update(backend=dm.backend, unit="round", count=ROUNDS[policy])
    results = benchmark(fresh, preset, policy, ROUNDS[policy])
    assert rows(results)[:CHECKED] == reference.submit(fresh_rows, preset, policy, CHECKED).result()


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_from_a_position(preset: str, benchmark: Any, reference: ProcessPoolExecutor) -> None:
    benchmark.extra_info.update(backend=dm.backend, unit="round", count=4096)
    results = benchmark(middle(preset).playouts, 4096, seed="bench")
    assert rows(results)[:CHECKED] == reference.submit(rows_from_middle, preset, CHECKED).result()


@pytest.mark.parametrize("threads", [1, 2])
def test_threads(threads: int, benchmark: Any) -> None:
    backend: str = dm.backend
    n = 100_000 if backend == "c" else 5_000
    benchmark.extra_info.update(backend=dm.backend, unit="round", count=n)
    results = benchmark.pedantic(fresh, ("draw", "random", n, threads), rounds=5, warmup_rounds=1)
    assert results == fresh("draw", "random", n)
