"""Batches of live rounds under pytest-benchmark: steps with masks, actions by ``sample``, and observations.

    python -m pytest benches/test_batch.py            the compiled core, where it is installed
    DOMINOES_BACKEND=py python -m pytest benches/test_batch.py

The first slots are held against the pure backend's: what happens in one does not depend on how many others there are.
"""

from __future__ import annotations

from typing import Any, Final

import pytest

import dominoes as dm
from dominoes import _pure

SLOTS: Final = 4096 if str(dm.backend) == "c" else 64
STEPS: Final = 20
"""In one timed call, so that it ends some rounds."""
COMPARED: Final = 8


def step(batch: dm.Batch) -> None:
    for _ in range(STEPS):
        batch.step(batch.sample())


def assert_rows(batch: dm.Batch, calls: int) -> None:
    """The first slots after so many calls of `step`, played again by the pure backend."""
    deal_key, sample_key = (_pure.seed_key(purpose, b"bench") for purpose in (b"batch", b"sample"))
    pure = _pure.Batch(batch.rules.spec, COMPARED, deal_key, sample_key, autoreset=True)
    for _ in range(calls * STEPS):
        pure.step(pure.sample())
    pure.observe(), batch.observe()
    for name in ("masks", "rewards", "done", "turn", "errors", "observations"):
        assert getattr(batch, name).tolist()[:COMPARED] == getattr(pure, name).tolist(), name
    assert [batch.number(i) for i in range(COMPARED)] == [pure.number(i) for i in range(COMPARED)]
    assert not any(batch.errors)


@pytest.mark.parametrize("preset", dm.PRESETS)
def test_steps(preset: str, benchmark: Any) -> None:
    batch = dm.Batch(dm.Rules(preset), SLOTS, seed="bench", autoreset=True)
    benchmark.extra_info.update(backend=dm.backend, unit="step", count=SLOTS * STEPS)
    benchmark.pedantic(step, (batch,), rounds=8, warmup_rounds=2)
    assert_rows(batch, 10)


@pytest.mark.parametrize("preset", dm.PRESETS)
def test_observations(preset: str, benchmark: Any) -> None:
    batch = dm.Batch(dm.Rules(preset), SLOTS, seed="bench", autoreset=True)
    step(batch)
    benchmark.extra_info.update(backend=dm.backend, unit="observation", count=SLOTS)
    benchmark.pedantic(batch.observe, rounds=20, warmup_rounds=2)
    assert_rows(batch, 1)
