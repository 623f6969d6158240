"""Tournaments on executors: the same table wherever it is played, and what becomes of workers that die."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest
from support import backends
from support.cli import command, environment

from dominoes.registry import PlayerError
from dominoes.rules import Rules
from dominoes.tournaments import Progress, TournamentError, TournamentTable, tournament
from dominoes.tournaments.crews import REACH, TRIES, Borrowed, Here, as_they_come
from dominoes.tournaments.playing import CHOICES, Batch, Job, Setting
from dominoes.tournaments.processes import Own

ENTRANTS = ["heaviest", "random", "support.bots:RaisesAsSeatOne"]
PATIENCE = 60.0
"""Seconds after which a test gives up waiting for another process."""


def run(**options: Any) -> TournamentTable:
    return tournament(ENTRANTS, **{"rounds": 30, "seed": "x", "batch": 4, **options})


@pytest.fixture(scope="module")
def expected() -> TournamentTable:
    return run()


# The same table


@pytest.mark.parametrize("threads", [1, 3])
def test_threads_give_the_same_table(expected: TournamentTable, threads: int) -> None:
    with ThreadPoolExecutor(threads) as executor:
        assert run(executor=executor) == expected
        assert executor.submit(int, "3").result() == 3  # it is left open


def test_processes_give_the_same_table(expected: TournamentTable) -> None:
    assert run(workers=2) == expected


def test_a_pool_of_ones_own_gives_the_same_table(expected: TournamentTable) -> None:
    with ProcessPoolExecutor(2, get_context("spawn")) as executor:
        assert run(executor=executor) == expected


@pytest.mark.parametrize("options", [{"batch": 1}, {"batch": 100}, {"workers": 1}])
def test_batches_leave_no_trace(expected: TournamentTable, options: dict[str, Any]) -> None:
    assert run(**options) == expected


def test_the_end_by_until_is_the_same_on_threads() -> None:
    options: dict[str, Any] = {"rounds": None, "until": 14, "batch": 5}
    with ThreadPoolExecutor(4) as executor:
        assert run(executor=executor, **options) == run(**options)


class Backwards(Executor):
    """Plays as soon as it has so many batches, or all that are left of them: from the last to the first, but the very
    first of all after ``delay`` others."""

    def __init__(self, window: int, batches: int, delay: int = 0) -> None:
        self.waiting: list[tuple[Future[Any], Callable[..., Any], Job]] = []
        self.window = window
        self.batches = batches
        self.delay = delay
        self.most = 0
        self.played: list[int] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.waiting.append((future, fn, *args))
        self.most = max(self.most, len(self.waiting))
        if len(self.waiting) == min(self.window, self.batches - len(self.played)):
            self.play()
        return future

    def play(self) -> None:
        held: list[tuple[Future[Any], Callable[..., Any], Job]] = []
        ready = sorted(self.waiting, key=lambda item: item[2].first)
        while ready:
            future, call, job = ready.pop()
            if job.first == 0 and len(self.played) < self.delay:
                held.append((future, call, job))
                continue
            self.played.append(job.first)
            future.set_result(call(job))
        self.waiting = held


def test_the_order_in_which_batches_end_leaves_no_trace(expected: TournamentTable, tmp_path: Path) -> None:
    executor = Backwards(4, batches=8)
    assert run(executor=executor, workers=2, batch=2, out=tmp_path / "out") == expected
    assert executor.most == 4  # two for each worker, and no more, are under way
    assert executor.played == [6, 4, 2, 0, 14, 12, 10, 8]
    kept = (tmp_path / "out").read_bytes().splitlines()
    # As they came; of the last of four it is known only when it is sent that it is back.
    assert [json.loads(line)["first"] for line in kept[1:]] == [4, 2, 0, 6, 12, 10, 8, 14]
    run(batch=2, out=tmp_path / "here")
    assert sorted(kept) == sorted((tmp_path / "here").read_bytes().splitlines())


def test_what_comes_early_is_kept_and_told_in_order(expected: TournamentTable, tmp_path: Path) -> None:
    """The first batch comes after six others: they are on disk by then, and nothing is told before it."""
    told: list[int] = []

    def tell(progress: Progress) -> None:
        assert (tmp_path / "out").read_bytes().count(b"\n") >= 1 + 7
        told.append(progress.done)

    executor = Backwards(4, batches=8, delay=7)
    assert run(executor=executor, workers=2, batch=2, out=tmp_path / "out", progress=tell) == expected
    assert executor.played[-1] == 0
    assert told == [2, 4, 6, 8, 10, 12, 14, 15]


def test_until_is_decided_in_the_order_of_deals_and_what_is_beyond_is_kept(tmp_path: Path) -> None:
    """Batches that were played beyond the end do not count, neither now nor when the file is told again; they do when
    more is asked for."""
    options: dict[str, Any] = {"rounds": None, "until": 14, "batch": 5}
    here = run(**options)
    assert here.deals // 5 % 4  # so that some of the last four are beyond the end
    executor = Backwards(4, batches=1000)
    assert run(executor=executor, workers=2, out=tmp_path / "out", **options) == here
    kept = (tmp_path / "out").read_bytes()
    assert kept.count(b"\n") - 1 > here.deals // 5
    assert run(out=tmp_path / "out", **options) == here
    assert (tmp_path / "out").read_bytes() == kept
    assert run(out=tmp_path / "out", **{**options, "until": 13}) == run(**{**options, "until": 13})
    assert (tmp_path / "out").read_bytes().startswith(kept)


# Jobs that are lost

SETTING = Setting((), {}, "rounds", "", None)
JOBS = [Job(SETTING, number, number + 1) for number in range(6)]


def batch_of(job: Job) -> Batch:
    return Batch(job.first, job.stop, [], [])


class Shaky:
    """A crew that loses batches as it is told: by their number, the errors to come."""

    window = 3

    def __init__(self, **losses: list[Exception]) -> None:
        self.losses = losses
        self.sent: list[tuple[int, int]] = []
        self.mended = 0

    def submit(self, job: Job) -> Future[Batch]:
        self.sent.append((job.first, job.attempt))
        future: Future[Batch] = Future()
        losses = self.losses.get(f"deal_{job.first}")
        if losses:
            future.set_exception(losses.pop(0))
        else:
            future.set_result(batch_of(job))
        return future

    def mend(self) -> None:
        self.mended += 1

    def close(self) -> None:
        pass


def sorted_batches(crew: Shaky) -> list[Batch]:
    return sorted(as_they_come(iter(JOBS), crew), key=lambda batch: batch.first)


def test_a_lost_batch_is_sent_again_as_another_try() -> None:
    crew = Shaky(deal_1=[OSError("gone"), ValueError("gone")])
    assert sorted_batches(crew) == [batch_of(job) for job in JOBS]
    assert [sent for sent in crew.sent if sent[0] == 1] == [(1, 0), (1, 1), (1, 2)]
    assert all(attempt == 0 for first, attempt in crew.sent if first != 1)
    assert crew.mended == 0


def test_a_batch_that_is_lost_again_and_again_ends_it() -> None:
    crew = Shaky(deal_1=[OSError("gone\naway")] * TRIES)
    with pytest.raises(
        TournamentError, match=f"deals 1 to 1 were lost {TRIES} times, the last time by OSError: gone away"
    ):
        list(as_they_come(iter(JOBS), crew))


def test_what_the_engine_refuses_is_not_tried_again() -> None:
    crew = Shaky(deal_1=[PlayerError("no such player")])
    with pytest.raises(PlayerError, match="no such player"):
        list(as_they_come(iter(JOBS), crew))
    assert [sent for sent in crew.sent if sent[0] == 1] == [(1, 0)]


def test_after_a_breakdown_the_first_batch_is_tried_alone() -> None:
    broken = [BrokenExecutor("down"), BrokenExecutor("down")]
    crew = Shaky(deal_1=broken, deal_2=[BrokenExecutor("down")])
    assert sorted_batches(crew) == [batch_of(job) for job in JOBS]
    assert crew.mended == 2
    # 0, 1, 2; 3 when 0 is back; 1 breaks and is sent alone, twice; then 2, which was lost with it, and all others
    assert crew.sent == [(0, 0), (1, 0), (2, 0), (3, 0), (1, 1), (1, 2), (2, 0), (4, 0), (5, 0)]


def test_what_came_back_before_a_breakdown_is_not_played_again() -> None:
    """All three are told of at once, 0 and 2 with their batches; only 1 is tried alone."""

    class AtOnce(Shaky):
        futures: dict[int, Future[Batch]]

        def submit(self, job: Job) -> Future[Batch]:
            self.sent.append((job.first, job.attempt))
            future: Future[Batch] = Future()
            if job.attempt or job.first > 2:
                future.set_result(batch_of(job))
                return future
            self.futures[job.first] = future
            if len(self.futures) == 3:
                self.futures[1].set_exception(BrokenExecutor("down"))
                self.futures[0].set_result(batch_of(JOBS[0]))
                self.futures[2].set_result(batch_of(JOBS[2]))
            return future

    crew = AtOnce()
    crew.futures = {}
    assert sorted_batches(crew) == [batch_of(job) for job in JOBS]
    assert crew.sent == [(0, 0), (1, 0), (2, 0), (1, 1), (3, 0), (4, 0), (5, 0)]
    assert crew.mended == 1


def test_a_slow_batch_keeps_others_from_being_played_only_far_ahead() -> None:
    """What is back and waits for it is not without bounds."""

    class Stuck(Shaky):
        first: Future[Batch]

        def submit(self, job: Job) -> Future[Batch]:
            if job.first == 0:
                self.first = Future()
                return self.first
            return super().submit(job)

    crew = Stuck()
    jobs = [Job(SETTING, number, number + 1) for number in range(100)]
    batches = as_they_come(iter(jobs), crew)
    ahead = [next(batches).first for _ in range(REACH * crew.window - 1)]
    assert ahead == list(range(1, REACH * crew.window))
    crew.first.set_result(batch_of(jobs[0]))
    assert next(batches).first == 0
    assert [batch.first for batch in batches] == list(range(REACH * crew.window, 100))


def test_what_is_under_way_is_called_back() -> None:
    class Slow(Shaky):
        futures: list[Future[Batch]]

        def submit(self, job: Job) -> Future[Batch]:
            future: Future[Batch] = super().submit(job) if job.first == 0 else Future()
            self.futures.append(future)
            return future

    crew = Slow()
    crew.futures = []
    batches = as_they_come(iter(JOBS), crew)
    next(batches)
    batches.close()
    assert [future.cancelled() for future in crew.futures] == [False, True, True]


def test_a_broken_executor_of_the_callers_is_told() -> None:
    class Broken(Executor):
        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            raise BrokenExecutor("down")

    with pytest.raises(TournamentError, match="the executor has broken down"):
        run(executor=Broken())


def test_an_executor_that_is_shut_down_is_told() -> None:
    executor = ThreadPoolExecutor(1)
    executor.shutdown()
    with pytest.raises(TournamentError, match="deals 0 to 3 were lost 3 times.*cannot schedule new futures"):
        run(executor=executor)


def test_how_many_batches_are_under_way() -> None:
    assert Here().window == 1
    with ThreadPoolExecutor(3) as executor:
        assert Borrowed(executor, None).window == 6
        assert Borrowed(executor, 5).window == 10
    assert Borrowed(Backwards(1, 1), None).window == 16


@pytest.mark.parametrize("executor", [3, "4", ThreadPoolExecutor, object()])
def test_what_is_no_executor_is_refused_at_once(executor: Any) -> None:
    with pytest.raises(
        TypeError, match=r"an executor is one of concurrent.futures or like them, with submit\(function\)"
    ):
        tournament(["heaviest", "support.bots:CannotBeMade"], executor=executor)


def test_progress_that_cannot_be_called_is_refused_at_once(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="progress is a function that takes a Progress, not 3"):
        run(progress=3, out=tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_an_executor_that_gives_no_future_is_told() -> None:
    class Client:
        """As Dask's client is."""

        def submit(self, *_: object) -> str:
            return "a key"

    with pytest.raises(TournamentError, match=r"gives 'a key'; of a Dask client take get_executor\(\)"):
        run(executor=Client())


# Workers of another kind


@pytest.mark.skipif(not backends.core_present(), reason="there is no other backend")
def test_workers_on_another_backend_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Snow White would look at fewer worlds there, and nobody would see it."""
    monkeypatch.setenv("DOMINOES_BACKEND", "c" if CHOICES == "py" else "py")
    with (
        ProcessPoolExecutor(1, get_context("spawn")) as executor,
        pytest.raises(TournamentError, match="a worker runs on the backend .*, but the tournament on"),
    ):
        run(executor=executor)


@pytest.mark.parametrize("backend", backends.under_test())
def test_the_kernel_is_one_backend_however_it_is_reached(backend: str) -> None:
    program = "from dominoes.tournaments.playing import CHOICES; print(CHOICES)"
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment(DOMINOES_BACKEND=backend), capture_output=True, text=True
    )
    assert done.stdout.strip() == ("py" if backend == "py" else "c")


# Workers that die


def test_a_worker_that_dies_once_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOMINOES_TEST_DIED", str(tmp_path / "died"))
    entrants = ["support.bots:DiesOnce", "heaviest"]
    options: dict[str, Any] = {"rounds": 24, "seed": "x", "batch": 3}
    table = tournament(entrants, workers=2, **options)
    assert (tmp_path / "died").exists()
    assert table == tournament(entrants, **options)
    assert table.standing(entrants[0]).faults == 0


def test_a_worker_that_always_dies_ends_it_with_the_deals_named(tmp_path: Path) -> None:
    options: dict[str, Any] = {"rounds": 24, "seed": "x", "batch": 3, "out": tmp_path / "out"}
    with pytest.raises(TournamentError, match="deals 0 to 2 were lost 3 times, the last time by BrokenProcessPool"):
        tournament(["support.bots:Dies", "heaviest"], workers=2, **options)
    assert (tmp_path / "out").read_bytes().count(b"\n") == 1


def is_gone(process: int) -> bool:
    """Whether a process is no more, or is only waiting to be buried."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except (FileNotFoundError, ProcessLookupError):
        return True


def wait_until(true: Callable[[], bool], what: str) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, f"in vain: {what}"
        time.sleep(0.02)


needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="there is no /proc to look in")


@needs_proc
def test_our_workers_end_with_the_crew() -> None:
    crew = Own(2)
    worker = crew._executor.submit(os.getpid).result()
    assert not is_gone(worker)
    crew.close()
    wait_until(lambda: is_gone(worker), "the worker goes on")


@needs_proc
def test_our_workers_end_with_a_process_that_is_killed() -> None:
    program = (
        "import os\n"
        "from dominoes.tournaments.processes import Own\n"
        "if __name__ == '__main__':\n"
        "    crew = Own(1)\n"
        "    print(crew._executor.submit(os.getpid).result(), flush=True)\n"
        "    input()\n"
    )
    parent = subprocess.Popen(
        [sys.executable, "-c", program], env=environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert parent.stdout is not None
    try:
        worker = int(parent.stdout.readline())
        assert not is_gone(worker)
    finally:
        parent.kill()
        parent.communicate()
    wait_until(lambda: is_gone(worker), "the worker goes on")


# Killed in mid-run


@pytest.fixture
def long_run(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], Path, list[str]]]:
    """A tournament on two workers, under way, with three batches on disk."""
    file = tmp_path / "long.jsonl"
    words = ["tournament", "heaviest", "random", "--rounds", "100000", "--seed", "long", "--workers", "2"]
    words += ["--out", str(file)]
    process = subprocess.Popen(
        command(*words),
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        wait_until(lambda: file.exists() and file.read_bytes().count(b"\n") > 3, "no batch is kept")
        yield process, file, words
    finally:
        process.kill()
        process.communicate()


def assert_goes_on(file: Path) -> None:
    """The file is whole but for its last line, and leads to the table of a run that nobody disturbed."""
    kept = file.read_bytes()
    done = kept.count(b"\n") - 1
    assert done >= 3
    rounds = (done + 3) * 128
    table = tournament(["heaviest", "random"], rounds=rounds, seed="long", out=file)
    assert table == tournament(["heaviest", "random"], rounds=rounds, seed="long")
    assert file.read_bytes().startswith(kept[: kept.rindex(b"\n") + 1])


def test_a_killed_run_loses_no_batch_that_is_back(tmp_path: Path) -> None:
    """The first batch never ends; all others that two workers can play meanwhile are kept, and not played again."""
    file = tmp_path / "out"
    program = (
        "import dominoes as dm\n"
        "if __name__ == '__main__':\n"
        "    dm.tournament(['support.bots:Lingers', 'heaviest'], rounds=40, seed='x', batch=2, workers=2,\n"
        f"        limit=None, out={str(file)!r})\n"
    )
    env = environment()
    env["PYTHONPATH"] = os.pathsep.join([str(Path(__file__).resolve().parent.parent), env["PYTHONPATH"]])
    env["DOMINOES_TEST_LINGER"] = "1"
    process = subprocess.Popen([sys.executable, "-c", program], env=env)
    try:
        wait_until(lambda: file.exists() and file.read_bytes().count(b"\n") == 10, "the others are not kept")
    finally:
        process.kill()
        process.communicate()
    kept = file.read_bytes()
    assert sorted(json.loads(line)["first"] for line in kept.splitlines()[1:]) == list(range(2, 20, 2))
    options: dict[str, Any] = {"rounds": 40, "seed": "x", "batch": 2}
    entrants = ["support.bots:Lingers", "heaviest"]
    assert tournament(entrants, out=file, **options) == tournament(entrants, **options)
    assert file.read_bytes().startswith(kept)
    assert file.read_bytes().count(b"\n") == 11


def test_a_killed_run_goes_on(long_run: tuple[subprocess.Popen[str], Path, list[str]]) -> None:
    process, file, _ = long_run
    process.kill()
    process.communicate()
    assert_goes_on(file)


@pytest.mark.skipif(os.name != "posix", reason="the interrupt key is a signal")
def test_the_interrupt_key_leaves_the_file_whole_and_says_how_to_go_on(
    long_run: tuple[subprocess.Popen[str], Path, list[str]],
) -> None:
    process, file, _ = long_run
    os.killpg(process.pid, signal.SIGINT)  # a terminal sends it to the workers too
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out) == (130, "")
    assert err == f"dominoes: stopped; what was played is in {file}, and the same command goes on from there\n"
    assert file.read_bytes().endswith(b"\n")
    assert_goes_on(file)


@pytest.mark.skipif(os.name != "posix", reason="elsewhere that signal ends a program unasked")
@pytest.mark.parametrize("to_workers", [False, True])
def test_the_signal_to_end_is_obeyed_in_one_line(
    long_run: tuple[subprocess.Popen[str], Path, list[str]], to_workers: bool
) -> None:
    """Though it comes twice, as ``timeout`` sends it, and to the workers too."""
    process, file, _ = long_run
    process.send_signal(signal.SIGTERM)
    if to_workers:
        os.killpg(process.pid, signal.SIGTERM)
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out) == (128 + signal.SIGTERM, "")
    assert err == f"dominoes: stopped; what was played is in {file}, and the same command goes on from there\n"
    assert_goes_on(file)


def test_rules_cross_to_a_worker_with_players_that_were_implied() -> None:
    rules = Rules.from_dict({"preset": "draw"}, players=3)
    with ThreadPoolExecutor(1) as executor:
        table = tournament(["heaviest", "random"], rules, rounds=3, seed=1, executor=executor)
    assert table == tournament(["heaviest", "random"], Rules("draw", players=3), rounds=3, seed=1)
