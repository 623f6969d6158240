"""Having batches played elsewhere, by any executor: sent ahead, taken back in order, sent again where one is lost."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Final, Protocol

from dominoes.errors import DominoesError

from .playing import Batch, Job, TournamentError, play

__all__ = ["Borrowed", "Crew", "Here", "Own", "in_order"]

TRIES: Final = 3
"""A batch that is lost so often ends the tournament."""
AHEAD: Final = 2
"""Batches sent for each worker: one is played, the next lies ready."""
UNKNOWN_WORKERS: Final = 8


class Crew(Protocol):
    """Whoever plays batches."""

    window: int
    """Batches that may be under way at once."""

    def submit(self, job: Job) -> Future[Batch]:
        """Send a batch off."""

    def mend(self) -> None:
        """Make good a crew that has broken down. `TournamentError` where that cannot be."""

    def close(self) -> None:
        """Send all home at once; what they are still at is wanted no more."""


@dataclass(slots=True)
class _Flight:
    """A batch that is to come back."""

    job: Job
    future: Future[Batch] | None = None

    def launch(self, crew: Crew) -> None:
        if self.future is None:
            try:
                self.future = crew.submit(self.job)
            except Exception as error:  # an executor that is shut down, or broken
                self.future = Future()
                self.future.set_exception(error)

    def is_lost(self) -> bool:
        """Whether it is in the air no more, without a result."""
        future = self.future
        return future is None or not future.done() or future.cancelled() or future.exception() is not None


def in_order(jobs: Iterator[Job], crew: Crew) -> Generator[Batch, None, None]:
    """The batches of all jobs, in the order of the jobs, whoever is done first.

    A batch that is lost is sent again, up to `TRIES` times in all, and after a breakdown alone, so that it is known
    which batch brings its worker down. What the engine itself refuses is raised at once.
    """
    flights: deque[_Flight] = deque()
    alone = False
    try:
        while True:
            width = 1 if alone else crew.window
            flights.extend(_Flight(job) for job in islice(jobs, max(0, width - len(flights))))
            if not flights:
                return
            for flight in islice(flights, width):
                flight.launch(crew)
            head = flights[0]
            assert head.future is not None
            try:
                batch = head.future.result()
            except DominoesError:
                raise
            except Exception as error:
                _count_failure(head, error)
                if isinstance(error, BrokenExecutor):
                    crew.mend()
                    alone = True
                    for flight in flights:
                        flight.future = None if flight.is_lost() else flight.future
            else:
                flights.popleft()
                alone = False
                yield batch
    finally:
        for flight in flights:
            if flight.future is not None:
                flight.future.cancel()


def _count_failure(flight: _Flight, error: Exception) -> None:
    job = flight.job = replace(flight.job, attempt=flight.job.attempt + 1)
    flight.future = None
    if job.attempt == TRIES:
        raise TournamentError(
            f"deals {job.first} to {job.stop - 1} were lost {TRIES} times, the last time by "
            f"{type(error).__name__}: {' '.join(str(error).split()) or 'without a word'}"
        ) from error


class Here:
    """Plays in this very thread, when a batch is asked for."""

    window = 1

    def submit(self, job: Job) -> Future[Batch]:
        future: Future[Batch] = Future()
        future.set_result(play(job))
        return future

    def mend(self) -> None:
        raise AssertionError("nothing breaks down here")

    def close(self) -> None:
        pass


class Borrowed:
    """An executor of the caller's: threads, processes, or a cluster. It is left open."""

    def __init__(self, executor: Executor, workers: int | None) -> None:
        told = getattr(executor, "_max_workers", None)  # the standard library's own tell nothing else
        self.window = AHEAD * (workers or (told if isinstance(told, int) else UNKNOWN_WORKERS))
        self._executor = executor

    def submit(self, job: Job) -> Future[Batch]:
        return self._executor.submit(play, job)

    def mend(self) -> None:
        raise TournamentError("the executor has broken down: a worker died or could not begin; make it anew and go on")

    def close(self) -> None:
        pass


class Own:
    """Processes of our own, which end when this one does, however it ends."""

    def __init__(self, workers: int) -> None:
        self.window = AHEAD * workers
        self._workers = workers
        self._begin()

    def _begin(self) -> None:
        import multiprocessing
        from concurrent.futures import ProcessPoolExecutor

        spawn = multiprocessing.get_context("spawn")  # the same on every system, and safe beside threads
        leash, self._hold = spawn.Pipe(duplex=False)
        self._executor = ProcessPoolExecutor(self._workers, spawn, initializer=_begin_work, initargs=(leash,))
        self._leash = leash

    def submit(self, job: Job) -> Future[Batch]:
        with _sheltered():  # it may begin another process
            return self._executor.submit(play, job)

    def mend(self) -> None:
        self.close()
        self._begin()

    def close(self) -> None:
        self._hold.close()
        self._executor.shutdown(wait=True, cancel_futures=True)
        self._leash.close()


@contextmanager
def _sheltered() -> Iterator[None]:
    """Keep the interrupt key from a process that is about to begin, until `_begin_work` sees to that."""
    import signal

    block = getattr(signal, "pthread_sigmask", None)
    if block is None:
        yield
        return
    before = block(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        block(signal.SIG_SETMASK, before)


def _begin_work(leash: Any) -> None:
    """In a worker: the interrupt key is for the one who runs the tournament; when that one lets go of the leash, or
    dies, the work is over."""
    import signal
    import threading

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(leash,), name="dominoes-leash", daemon=True).start()


def _end_with(leash: Any) -> None:
    import os

    try:
        leash.recv_bytes()
    except (EOFError, OSError):
        os._exit(1)
