"""Processes of our own to play in: who may be sent there, how they begin, and that they end.

Each is begun anew (*spawned*), the same on every system and safe beside threads. It imports the script that runs the
tournament before anything else, so that a script whose tournament is not under ``if __name__ == "__main__":`` comes to
it there again.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import current_process
from multiprocessing.context import SpawnContext, SpawnProcess
from typing import Any, Final

from dominoes.registry import PlayerError

from .crews import AHEAD
from .entrants import Entrant
from .playing import Batch, Job, TournamentError, play

__all__ = ["Own", "check_beginning", "check_sending"]

_NAME: Final = "dominoes-worker"
"""What our processes are called, by which one knows that it is one."""
_CAME_BACK: Final = 77
"""The exit code of one that came to the tournament while it imported the script."""
_GUARD: Final = 'if __name__ == "__main__":'
_HAS_BEGUN: Final = threading.Event()
"""In one of our processes: it has imported the script, and plays."""


def check_beginning() -> None:
    """`TournamentError` where no process could begin here: the script is read from stdin.

    In a process of ours that has come here by importing the script this ends it, without a word: whoever began it tells
    what is wrong, once.
    """
    if current_process().name.startswith(_NAME) and not _HAS_BEGUN.is_set():
        raise SystemExit(_CAME_BACK)
    script = _script()
    if script is not None and not os.path.isfile(script):
        raise TournamentError(
            f"workers import the script, but {script} is no file: a script that is read from stdin cannot have "
            f"workers; put it into a file, with the tournament under {_GUARD}, or do without workers"
        )


def _script() -> str | None:
    """The file that a worker imports as the main module; None where it imports a module by its name, or nothing."""
    main = sys.modules.get("__main__")
    return None if getattr(main, "__spec__", None) is not None else getattr(main, "__file__", None)


def check_sending(entrants: Sequence[Entrant]) -> None:
    """`PlayerError` for an entrant that no other process can make."""
    main = sys.modules.get("__main__")
    is_typed = getattr(main, "__spec__", None) is None and getattr(main, "__file__", None) is None
    for entrant in entrants:
        if entrant.stays:
            raise PlayerError(f"{entrant.stays}; or do without workers")
        names = [name for module, name in entrant.parts if module == "__main__"]
        if is_typed and names:
            raise PlayerError(
                f"the player {entrant.label} cannot be sent to workers: {names[0]} was typed in, or given by -c; write "
                "it into a module that they can import, or do without workers"
            )


class Own:
    """Processes of our own, which end when this one does, however it ends."""

    def __init__(self, workers: int) -> None:
        self.window = AHEAD * workers
        self._workers = workers
        self._begin()

    def _begin(self) -> None:
        context = SpawnContext()
        self._processes: list[SpawnProcess] = []
        leash, self._hold = context.Pipe(duplex=False)
        self._news, has_begun = context.Pipe(duplex=False)
        self._lent = leash, has_begun
        context.Process = self._process  # type: ignore[misc, assignment]
        self._executor = ProcessPoolExecutor(self._workers, context, initializer=_begin_work, initargs=self._lent)

    def _process(self, *args: Any, **options: Any) -> SpawnProcess:
        """One more, noted with its exit code to come."""
        process = SpawnProcess(*args, **options)
        self._processes.append(process)
        process.name = f"{_NAME}-{len(self._processes)}"
        return process

    def submit(self, job: Job) -> Future[Batch]:
        with _sheltered():  # it may begin another process
            return self._executor.submit(play, job)

    def mend(self) -> None:
        """Begin anew. `TournamentError` where nobody could begin before, who would fail again."""
        has_begun = self._news.poll()
        self.close()
        if any(process.exitcode == _CAME_BACK for process in self._processes):
            why = f"and came to the tournament again; put what the script does under {_GUARD}"
            raise TournamentError(f"the workers could not begin: each imports the script, {why}") from None
        if not has_begun:
            why = f"which must be a file that can be imported, and does what it does under {_GUARD}"
            raise TournamentError(
                f"the workers could not begin: each imports the script that runs the tournament, {why}; what they "
                "failed by stands above"
            ) from None
        self._begin()

    def close(self) -> None:
        self._hold.close()
        self._executor.shutdown(wait=True, cancel_futures=True)
        for end in (self._news, *self._lent):
            end.close()


@contextmanager
def _sheltered() -> Iterator[None]:
    """Keep the interrupt key from a process that is about to begin, until `_begin_work` sees to that."""
    block = getattr(signal, "pthread_sigmask", None)
    if block is None:
        yield
        return
    before = block(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        block(signal.SIG_SETMASK, before)


def _begin_work(leash: Any, has_begun: Any) -> None:
    """In a worker: the interrupt key is for the one who runs the tournament; when that one lets go of the leash, or
    dies, the work is over. What players print goes to stderr: the output is the tournament's."""
    _HAS_BEGUN.set()
    sys.stdout = sys.stderr
    with suppress(OSError):  # what prints without asking Python; there may be no stderr either
        os.dup2(2, 1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(leash,), name="dominoes-leash", daemon=True).start()
    with suppress(OSError):  # nobody is there any more to be told
        has_begun.send_bytes(b"1")


def _end_with(leash: Any) -> None:
    try:
        leash.recv_bytes()
    except (EOFError, OSError):
        os._exit(1)
