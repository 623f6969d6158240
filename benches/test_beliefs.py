"""Whether the figures on beliefs can be believed: the same for any number of processes, and a miss is told."""

from __future__ import annotations

import itertools
from typing import Any

import beliefs
import pytest
from beliefs import ALL, BOUND, LEAST, Found, Study, look_at_round, looked_at, table_by_kind, table_of_all

ROUNDS = 5


def study_of(workers: int) -> Study:
    study = Study()
    for found in itertools.islice(looked_at(workers), ROUNDS):
        study.add(found)
    return study


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beliefs, "WORLDS", 40)
    monkeypatch.setattr(beliefs, "EVEN_WORLDS", 4)


@pytest.mark.usefixtures("quick")
def test_the_same_for_any_number_of_workers() -> None:
    alone = study_of(1)
    assert alone.rounds == ROUNDS
    assert alone.decisions > 20
    assert alone.to_dict() == study_of(2).to_dict() == study_of(3).to_dict()


@pytest.mark.usefixtures("quick")
def test_rounds_are_looked_at_in_order_and_alone() -> None:
    found = list(itertools.islice(looked_at(2), 4))
    assert [one.number for one in found] == [0, 1, 2, 3]
    assert found[2] == look_at_round(2)
    assert sum(len(one.even) for one in found) > 0


def made_up(excess: float) -> Study:
    """Half-and-half predictions in as many rounds as it takes, of which more or fewer come true."""
    study = Study()
    count = 2 * LEAST
    for number in range(20):
        true = round(count * (0.55 + excess))
        weighed = [(0.55, index < true) for index in range(count)]
        study.add(Found(number, decisions=1, tiles=count, weighed=weighed))
    return study


@pytest.mark.parametrize(
    ("excess", "off"), [(0.0, 0), (0.8 * BOUND, 0), (-0.8 * BOUND, 0), (3 * BOUND, 1), (-3 * BOUND, 1)]
)
def test_a_band_that_is_off_is_told(excess: float, off: int, capsys: Any) -> None:
    study = made_up(excess)
    assert len(study.off) == off
    study.tell()
    printed = capsys.readouterr().out
    assert ("50 to 60 %: off by" in printed) == bool(off)
    assert f"| 50 to 60 % | 40,000 | 55.00 | {55 + 100 * excess:.2f} | {100 * excess:+.2f} ± 0.00 |" in printed


def test_what_chance_explains_is_not_off() -> None:
    """Rounds far above and far below, one more of these than of those: on the whole two points too many."""
    study = Study()
    count = 2 * LEAST
    for number, excess in enumerate([0.1, -0.1, 0.1, -0.1, 0.1]):
        true = round(count * (0.55 + excess))
        study.add(Found(number, weighed=[(0.55, index < true) for index in range(count)]))
    (line,) = [line for _, line in study.weighed[ALL].lines()]
    assert line.deviation > BOUND
    assert study.off == []


def test_tables_have_a_row_for_each_band() -> None:
    study = made_up(0.0)
    assert len(list(table_of_all(study.weighed[ALL]))) == 3
    head, _, row = table_by_kind(study.weighed)
    assert head == "| band | random | heaviest | blocker | buratino | one of each |"
    assert row.count("|") == head.count("|")
