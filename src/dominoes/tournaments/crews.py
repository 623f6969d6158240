"""Having batches played elsewhere, by any executor: sent ahead, taken as they come, sent again where one is lost."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from dataclasses import dataclass, replace
from itertools import islice
from queue import SimpleQueue
from typing import Final, Protocol, TypeAlias

from dominoes._check import quoted, raised
from dominoes.errors import DominoesError

from .playing import Batch, Job, TournamentError, play

__all__ = ["AHEAD", "Borrowed", "Crew", "Here", "as_they_come", "check_executor"]

TRIES: Final = 3
"""A batch that is lost so often ends the tournament."""
AHEAD: Final = 2
"""Batches sent for each worker: one is played, the next lies ready."""
REACH: Final = 8
"""Windows from the first batch that is still out to the last that was sent: a slow one does not keep the others from
being played, and what waits for it has its bounds."""
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
    is_home: bool = False

    def launch(self, crew: Crew, arrivals: SimpleQueue[_Arrival]) -> None:
        """Send it off, where it is not on its way: it arrives with its result, or with whatever befell it."""
        if self.future is not None:
            return
        try:
            future = crew.submit(self.job)
        except Exception as error:  # an executor that is shut down, or broken
            future = Future()
            future.set_exception(error)
        self.future = future
        future.add_done_callback(lambda done: arrivals.put((self, done)))

    def is_lost(self) -> bool:
        """Whether it is in the air no more, without a result."""
        future = self.future
        return future is None or not future.done() or future.cancelled() or future.exception() is not None


_Arrival: TypeAlias = "tuple[_Flight, Future[Batch]]"


def as_they_come(jobs: Iterator[Job], crew: Crew) -> Generator[Batch, None, None]:
    """The batches of all jobs, each as soon as it is back, whoever is done first.

    A batch that is lost is sent again, up to `TRIES` times in all, and after a breakdown alone, so that it is known
    which batch brings its worker down. What the engine itself refuses is raised at once.
    """
    tower = _Tower(crew)
    try:
        while tower.launch(jobs):
            batch = tower.next_home()
            if batch is not None:
                yield batch
    finally:
        tower.call_back()


class _Tower:
    """Knows what is in the air."""

    def __init__(self, crew: Crew) -> None:
        self._crew = crew
        self._flights: deque[_Flight] = deque()
        """From the first that is not home to the last that was sent, in the order of the jobs."""
        self._alone: _Flight | None = None
        """The one that is suspected of a breakdown, until it has been tried alone."""
        self._arrivals: SimpleQueue[_Arrival] = SimpleQueue()

    def launch(self, jobs: Iterator[Job]) -> bool:
        """Send off what may be sent. False where nothing is left to come back."""
        flights, window = self._flights, self._crew.window
        while flights and flights[0].is_home:
            flights.popleft()
        if self._alone is not None:
            self._alone.launch(self._crew, self._arrivals)
            return True
        room = min(window - len(self._out()), window * REACH - len(flights))
        flights.extend(_Flight(job) for job in islice(jobs, max(0, room)))
        for flight in self._out():
            flight.launch(self._crew, self._arrivals)
        return bool(flights)

    def _out(self) -> list[_Flight]:
        return [flight for flight in self._flights if not flight.is_home]

    def next_home(self) -> Batch | None:
        """Wait for the next to arrive. None where it came without its batch; the error, where there is no hope."""
        flight, future = self._arrivals.get()
        if flight.future is not future:  # it was given up before, and has been sent again
            return None
        try:
            batch = future.result()
        except DominoesError:
            raise
        except BrokenExecutor as error:
            self._restore(error)
            return None
        except Exception as error:
            _count_failure(flight, error)
            return None
        flight.is_home = True
        if flight is self._alone:
            self._alone = None
        return batch

    def _restore(self, error: BrokenExecutor) -> None:
        """After a breakdown all that was in the air is lost, and any of it may be to blame: try the first one alone."""
        lost = [flight for flight in self._out() if flight.is_lost()]
        _count_failure(lost[0], error)
        self._crew.mend()
        self._alone = lost[0]
        for flight in lost:
            flight.future = None

    def call_back(self) -> None:
        """Have no more played."""
        for flight in self._out():
            if flight.future is not None:
                flight.future.cancel()


def _count_failure(flight: _Flight, error: Exception) -> None:
    job = flight.job = replace(flight.job, attempt=flight.job.attempt + 1)
    flight.future = None
    if job.attempt == TRIES:
        raise TournamentError(
            f"deals {job.first} to {job.stop - 1} were lost {TRIES} times, the last time by {raised(error)}"
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


def check_executor(executor: object) -> None:
    """TypeError for what cannot be asked to play."""
    if isinstance(executor, type) or not callable(getattr(executor, "submit", None)):
        raise TypeError(
            f"an executor is one of concurrent.futures or like them, with submit(function), not {quoted(executor)}"
        )


class Borrowed:
    """An executor of the caller's: threads, processes, or a cluster. It is left open."""

    def __init__(self, executor: Executor, workers: int | None) -> None:
        check_executor(executor)
        told = getattr(executor, "_max_workers", None)  # the standard library's own tell nothing else
        self.window = AHEAD * (workers or (told if isinstance(told, int) else UNKNOWN_WORKERS))
        self._executor = executor

    def submit(self, job: Job) -> Future[Batch]:
        future = self._executor.submit(play, job)
        if not isinstance(future, Future):
            raise TournamentError(
                f"an executor's submit gives a concurrent.futures.Future, but that of {quoted(self._executor)} gives "
                f"{quoted(future)}; of a Dask client take get_executor()"
            )
        return future

    def mend(self) -> None:
        raise TournamentError(
            "the executor has broken down: a worker died, or could not begin, as where processes import a script that "
            'has no if __name__ == "__main__":; make it anew and go on'
        )

    def close(self) -> None:
        pass
