"""Times workloads on every backend of this installation, interleaved: what disturbs one disturbs the other too.

Each backend has a process of its own, since a process chooses its backend once; only one of them works at a time.
"""

from __future__ import annotations

import gc
import importlib.util
import math
import os
import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from multiprocessing import get_context
from time import get_clock_info, perf_counter, process_time
from typing import Final, NamedTuple

from dominoes._backend import BACKEND, CORE, VARIABLE
from dominoes.errors import DominoesError

from .report import Row
from .workloads import Workload, workloads

BACKENDS: Final = ("c", "py")
clock: Final = process_time if get_clock_info("process_time").resolution < 1e-6 else perf_counter
"""Seconds of the processor's time, since the machine does other things too; of the wall where that is coarse."""


class Effort(NamedTuple):
    """How much time a measurement takes: so many repeats, each of at least so many seconds."""

    repeats: int
    seconds: float


FULL: Final = Effort(repeats=11, seconds=0.1)
QUICK: Final = Effort(repeats=5, seconds=0.02)


class AnswerError(DominoesError):
    """A backend's answer differs from another's or from its own: its time would mean nothing."""


def backends() -> tuple[str, ...]:
    """The backends that this installation has, the compiled one first."""
    return BACKENDS if importlib.util.find_spec(CORE) else BACKENDS[1:]


def measure_all(effort: Effort) -> Iterator[Row]:
    """One row after the other, as each is done. Raises `AnswerError` where the backends disagree."""
    with ExitStack() as stack:
        workers = {name: stack.enter_context(worker(name)) for name in backends()}
        names: Sequence[str] = next(iter(workers.values())).submit(row_names).result()
        for name in names:
            yield _measure_row(name, workers, effort)


@contextmanager
def worker(backend: str) -> Iterator[ProcessPoolExecutor]:
    """A process that runs on the backend and does one thing at a time."""
    with ProcessPoolExecutor(max_workers=1, mp_context=get_context("spawn")) as pool:
        before = os.environ.get(VARIABLE)
        os.environ[VARIABLE] = backend
        try:  # the process starts here, and inherits the variable
            chosen = pool.submit(ready).result()
        finally:
            if before is None:
                del os.environ[VARIABLE]
            else:
                os.environ[VARIABLE] = before
        if chosen != backend:
            raise AnswerError(f"a process asked for the backend {backend} runs on {chosen}")
        yield pool


def _measure_row(name: str, workers: dict[str, ProcessPoolExecutor], effort: Effort) -> Row:
    first = {backend: pool.submit(run, name, 1).result() for backend, pool in workers.items()}
    answers = {timed.answer for timed in first.values()}
    if len(answers) > 1:
        raise AnswerError(f"{name}: the backends give different answers")
    loops = {backend: math.ceil(effort.seconds / timed.seconds) for backend, timed in first.items()}
    row = Row(name, unit=first[next(iter(first))].unit, samples={backend: [] for backend in workers}, pace=[])
    order = list(workers)
    for _ in range(effort.repeats):
        for backend in order:
            timed = workers[backend].submit(run, name, loops[backend]).result()
            if timed.answer not in answers:
                raise AnswerError(f"{name}: the backend {backend} gives another answer the second time")
            row.samples[backend].append(timed.seconds / (loops[backend] * timed.done))
        row.pace.append(workers[order[0]].submit(pace).result())
        order.reverse()
    return row


# ---- in the worker -------------------------------------------------------------------------------------------------


class Timed(NamedTuple):
    """Some runs of one workload, in a worker."""

    seconds: float
    done: int
    unit: str
    answer: str


_known: dict[str, Workload] = {}


def ready() -> str:
    """The backend of the worker's process; Ctrl-C is for the process that started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    return BACKEND


def row_names() -> list[str]:
    return list(_workloads())


def run(name: str, loops: int) -> Timed:
    """Run a workload ``loops`` times; only the work itself is timed, and every time gives the same answer."""
    workload = _workloads()[name]
    seconds = 0.0
    answers = set()
    gc.collect()
    gc.disable()
    try:
        for _ in range(loops):
            fresh = workload.fresh()
            begin = clock()
            outcome = workload.run(fresh)
            seconds += clock() - begin
            answers.add(workload.answer(fresh, outcome))
    finally:
        gc.enable()
    if len(answers) > 1:
        raise AnswerError(f"{name}: the backend {BACKEND} gives different answers to the same question")
    return Timed(seconds, workload.count, workload.unit, answers.pop())


def pace() -> float:
    """Seconds of a fixed piece of plain Python: how fast the machine is at this moment."""
    begin = clock()
    total = 0
    for number in range(20_000):
        total += number * number % 7
    assert total == 39_998, total
    return clock() - begin


def _workloads() -> dict[str, Workload]:
    if not _known:
        _known.update(workloads())
    return _known
