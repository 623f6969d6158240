"""The workloads of ``dominoes bench`` under pytest-benchmark, on the backend that this process has.

    python -m pytest benches                           the compiled core, where it is installed
    DOMINOES_BACKEND=py python -m pytest benches

Every answer is checked against the pure backend's.
"""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from typing import Any

import pytest

import dominoes as dm
from dominoes.benchmark import measure, workloads

WORKLOADS = workloads.workloads()


@pytest.mark.parametrize("name", WORKLOADS)
def test_workload(name: str, benchmark: Any, reference: ProcessPoolExecutor) -> None:
    workload = WORKLOADS[name]
    fresh: list[Any] = []

    def setup() -> tuple[tuple[Any], dict[str, Any]]:
        fresh[:] = [workload.fresh()]
        return (fresh[0],), {}

    benchmark.extra_info.update(backend=dm.backend, unit=workload.unit, count=workload.count)
    outcome = benchmark.pedantic(workload.run, setup=setup, rounds=20, warmup_rounds=2)
    assert workload.answer(fresh[0], outcome) == reference.submit(measure.run, name, 1).result().answer
