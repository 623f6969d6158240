"""Results of a run: written, read, shown and compared."""

from __future__ import annotations

import json

import pytest

from dominoes.benchmark.report import Report, ReportError, Row, compare, loads, machine_line, pace_ratio, table_line
from dominoes.errors import DominoesError

MACHINE = {"dominoes": "0", "python": "CPython 3", "processor": "one", "system": "Linux", "core": "GCC"}


def report(seconds: float, *, pace: float = 0.001, scatter: float = 0.0, unit: str = "action") -> Report:
    samples = [seconds * (1 + scatter * (step - 1)) for step in range(3)]
    return Report(MACHINE, [Row("work", unit, {"c": samples, "py": [10 * time for time in samples]}, [pace] * 3)])


def test_a_report_is_read_as_it_was_written():
    assert loads(report(2e-6).dumps()) == report(2e-6)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no JSON"),
        ("[" * 100_000, "no JSON"),
        ("NaN", "NaN is no JSON number"),
        ("[]", "not a result"),
        ('{"format": "dominoes-record"}', "not a result"),
        ('{"format": "dominoes-bench", "version": 2}', "version 2"),
        ('{"format": "dominoes-bench", "version": 1, "machine": 3}', "machine"),
        ('{"format": "dominoes-bench", "version": 1, "machine": {}, "rows": []}', "rows"),
        ('{"format": "dominoes-bench", "version": 1, "machine": {}, "rows": [{}]}', "row 0"),
    ],
    ids=range(9),
)
def test_what_is_no_report_is_refused_in_words(text, said):
    with pytest.raises(ReportError, match=said):
        loads(text)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("name", 1),
        ("unit", None),
        ("samples", {}),
        ("samples", {"rust": [1.0]}),
        ("samples", {"c": []}),
        ("samples", {"c": [0.0]}),
        ("samples", {"c": [-1.0]}),
        ("samples", {"c": ["1"]}),
        ("samples", {"c": 1.0}),
        ("pace", []),
        ("pace", [True]),
        ("extra", 1),
    ],
)
def test_a_wrong_row_is_refused_with_its_number(key, value):
    found = json.loads(report(1.0).dumps())
    found["rows"].append({**found["rows"][0], key: value})
    with pytest.raises(DominoesError, match="row 1"):
        loads(json.dumps(found))


def test_equal_runs_differ_in_nothing():
    assert not [change for change in compare(report(1e-6), report(1e-6)) if change.is_slower or change.is_faster]


def test_what_got_slower_beyond_the_noise_is_said_of_each_backend():
    changes = compare(report(1e-6), report(1.2e-6))
    assert [(change.backend, change.is_slower) for change in changes] == [("c", True), ("py", True)]
    assert str(changes[0]) == "work (compiled): 20% slower, noise 6%"


def test_what_got_faster_is_told_apart():
    assert [change.is_faster for change in compare(report(1.2e-6), report(1e-6))] == [True, True]
    assert str(compare(report(1.2e-6), report(1e-6))[1]) == "work (pure): 20% faster, noise 6%"


def test_the_noise_of_both_runs_excuses():
    quiet, noisy = report(1e-6), report(1.2e-6, scatter=0.1)
    assert not any(change.is_slower for change in compare(quiet, noisy))
    assert not any(change.is_slower for change in compare(report(1e-6, scatter=0.1), report(1.2e-6)))


def test_a_slower_machine_is_taken_out():
    old, new = report(1e-6), report(2e-6, pace=0.002)
    assert pace_ratio(old, new) == 2
    assert not any(change.is_slower for change in compare(old, new))


def test_rows_and_backends_that_one_run_lacks_are_not_compared():
    other = Report(MACHINE, [Row("other", "action", {"c": [1.0]}, [1.0])])
    pure = Report(MACHINE, [Row("work", "action", {"py": [1e-5]}, [0.001])])
    assert compare(other, report(1e-6)) == []
    assert [change.backend for change in compare(pure, report(1e-6))] == ["py"]


@pytest.mark.parametrize(
    ("seconds", "unit", "cell"),
    [
        (2.5e-9, "action", "2.5 ns"),
        (1.5e-6, "action", "1.5 µs"),
        (0.25, "copy", "250 ms"),
        (3.0, "copy", "3 s"),
        (2e-6, "game", "500k/s"),
        (1e-9, "leaf", "1000M/s"),
        (0.5, "game", "2/s"),
    ],
)
def test_a_line_of_the_table(seconds, unit, cell):
    line = table_line(report(seconds, unit=unit).rows[0])
    assert cell in line
    assert line.endswith("10.0x")


def test_a_line_of_one_backend_has_no_ratio():
    assert table_line(Row("work", "action", {"py": [1e-6]}, [1.0])).rstrip().endswith("%")


def test_the_line_of_the_machine():
    assert machine_line(MACHINE) == "dominoes 0, CPython 3, one, Linux, core: GCC"
    assert machine_line({}) == "dominoes ?, ?, ?, ?, core: ?"
