"""Measuring: every workload has one answer, on every backend and every time."""

from __future__ import annotations

import json
import os

import pytest

import dominoes
from dominoes.benchmark import measure, workloads
from dominoes.benchmark.machine import machine
from dominoes.benchmark.report import Row
from dominoes.cli import main

NAMES = list(workloads.workloads())
VARIABLE = "DOMINOES_BACKEND"


@pytest.fixture(scope="module")
def workers():
    from contextlib import ExitStack

    with ExitStack() as stack:
        yield {name: stack.enter_context(measure.worker(name)) for name in measure.backends()}


@pytest.mark.parametrize("name", NAMES)
def test_a_workload_gives_the_same_answer_on_every_backend_and_every_time(workers, name):
    timed = [pool.submit(measure.run, name, 2).result() for pool in workers.values()]
    assert len({one.answer for one in timed}) == 1
    assert all(one.seconds > 0 and one.done > 0 for one in timed)


def test_a_worker_leaves_the_environment_as_it_was(monkeypatch):
    for before in (None, "py"):
        if before is None:
            monkeypatch.delenv(VARIABLE, raising=False)
        else:
            monkeypatch.setenv(VARIABLE, before)
        with measure.worker("py"):
            assert os.environ.get(VARIABLE) == before


def test_a_row_has_every_repeat_of_every_backend(workers):
    row = measure._measure_row("undo, draw", workers, measure.Effort(repeats=2, seconds=0.0001))
    assert list(row.samples) == list(measure.backends())
    assert [len(samples) for samples in row.samples.values()] == [2] * len(workers)
    assert len(row.pace) == 2


def test_backends_that_disagree_are_not_timed():
    class Liar:
        def __init__(self, answer):
            self.answer = answer

        def submit(self, function, name, loops):
            return self

        def result(self):
            return measure.Timed(1.0, 1, "action", self.answer)

    with pytest.raises(measure.AnswerError, match="different answers"):
        measure._measure_row("undo, draw", {"c": Liar("one"), "py": Liar("other")}, measure.QUICK)


def test_the_machine_is_told():
    told = machine()
    assert told["dominoes"] == dominoes.__version__
    assert all(told.values())
    assert (told["core"] == "absent") == (measure.backends() == ("py",))


# ---- the command; the measuring itself is shown above ---------------------------------------------------------------


@pytest.fixture
def quickly(monkeypatch):
    """`dominoes bench` with made-up times, which the test sets."""
    times = {"seconds": 1e-6}

    def measure_all(effort):
        for name in ("one thing", "another"):
            yield Row(name, "action", {"py": [times["seconds"]] * 3}, [0.001] * 3)

    monkeypatch.setattr(measure, "measure_all", measure_all)
    return times


def test_bench_writes_what_a_later_run_is_compared_with(quickly, tmp_path, capsys):
    before = tmp_path / "before.json"
    assert main(["bench", "--quick", "--json", str(before)]) == 0
    assert json.loads(before.read_text())["format"] == "dominoes-bench"
    assert main(["bench", "--quick", "--compare", str(before)]) == 0
    assert "0 of 2 got slower" in capsys.readouterr().out
    quickly["seconds"] = 2e-6
    assert main(["bench", "--quick", "--compare", str(before)]) == 1
    told = capsys.readouterr().out
    assert "one thing (pure): 100% slower, noise 6%" in told
    assert "2 of 2 got slower" in told


@pytest.mark.parametrize("content", [None, "", "{}", "\udcff"])
def test_a_bad_old_run_is_one_line_before_anything_is_measured(tmp_path, capsys, monkeypatch, content):
    monkeypatch.setattr(measure, "measure_all", lambda effort: pytest.fail("it measured"))
    old = tmp_path / "old.json"
    if content is not None:
        old.write_text(content, encoding="utf-8", errors="surrogateescape")
    assert main(["bench", "--compare", str(old)]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("dominoes: ")
    assert told.err.count("\n") == 1


def test_a_place_that_cannot_be_written_is_one_line(quickly, tmp_path, capsys):
    assert main(["bench", "--json", str(tmp_path / "no such folder" / "x.json")]) == 1
    assert capsys.readouterr().err.startswith("dominoes: cannot write ")
