"""What holds of every tournament: however it is cut, killed or extended it comes to one table, and numbers are what
their definitions say."""

from __future__ import annotations

import dataclasses
import json
import math
import statistics
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from support.tournaments import RULE_SETS
from support.tournaments import batch as batch_of

from dominoes.tournaments import tournament
from dominoes.tournaments.bounds import Bounds
from dominoes.tournaments.moments import Moments, Z
from dominoes.tournaments.playing import Batch
from dominoes.tournaments.rating import Result, ratings
from dominoes.tournaments.totals import Totals

SMALL = st.integers(0, 6)
ROWS = st.lists(st.tuples(st.integers(1, 9), st.integers(-30, 30), st.integers(0, 100)), min_size=2, max_size=12)


@given(ROWS, st.tuples(st.just(0), st.integers(-2, 2), st.integers(-2, 2)), st.integers(1, 3))
def test_a_ratio_is_its_definition(rows: list[tuple[int, ...]], weights: tuple[int, ...], unit: int) -> None:
    moments = Moments(3)
    for row in rows:
        moments.add(row)
    tops = [sum(a * b for a, b in zip(row, weights, strict=True)) / unit for row in rows]
    total = sum(row[0] for row in rows)
    ratio = sum(tops) / total
    left = [top - ratio * row[0] for top, row in zip(tops, rows, strict=True)]
    half = Z * math.sqrt(len(rows) / (len(rows) - 1) * sum(x * x for x in left)) / total
    found = moments.ratio(weights, 0, unit)
    assert found.value == pytest.approx(ratio, abs=1e-12)
    assert found.half_width == pytest.approx(half, abs=1e-9)


@given(ROWS)
def test_covariances_are_those_of_the_standard_library(rows: list[tuple[int, ...]]) -> None:
    moments = Moments(3)
    for row in rows:
        moments.add(row)
    columns = list(zip(*rows, strict=True))
    for i in range(3):
        for j in range(3):
            wanted = len(rows) * statistics.covariance(columns[i], columns[j])
            assert moments.covariance(i, j) == pytest.approx(wanted, abs=1e-6)


@given(st.permutations(range(8)), st.lists(SMALL, min_size=8, max_size=8))
def test_the_order_of_deals_leaves_no_trace(order: list[int], won: list[int]) -> None:
    rows = [[6, number, 6 - number, 3 * number, 0] for number in won]
    tables = []
    for arranged in (rows, [rows[number] for number in order]):
        totals = Totals(("a", "b"), RULE_SETS[0], "rounds")
        totals.add(Batch(0, 8, [arranged], []))
        tables.append(totals.table("s", None))
    assert tables[0] == tables[1]


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)).filter(lambda pair: sum(pair) <= 2), min_size=1))
def test_what_one_wins_the_other_loses(deals: list[tuple[int, int]]) -> None:
    totals = Totals(("a", "b"), RULE_SETS[0], "rounds")
    totals.add(Batch(0, len(deals), [[[2, won, lost, won, lost] for won, lost in deals]], []))
    table = totals.table("s", None)
    one, other = table["a", "b"], table["b", "a"]
    assert one.share.value + other.share.value + one.tied == pytest.approx(1)
    assert one.tied == other.tied
    elo, opposite = table.standing("a").elo, table.standing("b").elo
    assert elo.value == pytest.approx(-opposite.value, abs=1e-6)
    assert elo.half_width == pytest.approx(opposite.half_width)
    if one.share.value != other.share.value:
        assert (elo.value > 0) == (one.share.value > other.share.value)


def every_pair(size: int) -> list[tuple[int, int]]:
    return [(a, b) for a in range(size) for b in range(a)]


@given(st.data(), st.integers(2, 5), st.integers(1, 3))
@example(None, 5, 1)
def test_ratings_explain_what_was_won(data: Any, size: int, rivals: int) -> None:
    """At the maximum everybody has won as much as its strength lets it expect, the added games counted too."""
    results = []
    for one, other in every_pair(size):
        games = 1_000_000 if data is None else data.draw(st.integers(1, 10**6))
        won = games if data is None else data.draw(st.integers(0, games))
        results.append(Result(one, other, won, games, rivals))
    found = [estimate.value for estimate in ratings(size, results, [[0.0] * size for _ in range(size)])]
    assert sum(found) == pytest.approx(0, abs=1e-6)
    surplus = [0.0] * size
    for result in (result.with_even_game for result in results):
        chance = 1 / (1 + rivals * 10 ** ((found[result.other] - found[result.one]) / 400))
        surplus[result.one] += result.score - result.games * chance
        surplus[result.other] -= result.score - result.games * chance
    assert surplus == pytest.approx([0] * size, abs=1e-3)


@settings(max_examples=15)
@given(st.sampled_from(RULE_SETS), st.integers(1, 9), st.sampled_from(["rounds", "matches"]))
def test_a_tournament_comes_to_one_table_however_it_is_cut(rules: Any, batch: int, kind: str) -> None:
    options: dict[str, Any] = {kind: 12 if kind == "rounds" else 3, "seed": "cut"}
    assert tournament(["heaviest", "random"], rules, batch=batch, **options) == tournament(
        ["heaviest", "random"], rules, **options
    )


FINISHED: dict[str, Any] = {}


def finished() -> tuple[bytes, Any]:
    """A small tournament's file and table, played once."""
    if not FINISHED:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "out")
            FINISHED["table"] = tournament(["heaviest", "random"], rounds=16, batch=3, seed="killed", out=file)
            FINISHED["content"] = file.read_bytes()
    return FINISHED["content"], FINISHED["table"]


@settings(max_examples=40)
@given(st.floats(0, 1))
def test_a_run_killed_at_any_byte_goes_on(part: float) -> None:
    content, table = finished()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "out")
        file.write_bytes(content[: int(part * len(content))])
        assert tournament(["heaviest", "random"], rounds=16, batch=3, seed="killed", out=file) == table
        assert file.read_bytes() == content


@settings(max_examples=40)
@given(st.data())
def test_any_lines_of_a_file_in_any_order_come_to_the_same_table(data: Any) -> None:
    """As workers send batches back, and whichever of them had come back when the run was killed."""
    content, table = finished()
    header, *lines = content.splitlines(keepends=True)
    kept = data.draw(st.permutations(lines))[: data.draw(st.integers(0, len(lines)))]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "out")
        file.write_bytes(b"".join([header, *kept]))
        assert tournament(["heaviest", "random"], rounds=16, batch=3, seed="killed", out=file) == table
        found = file.read_bytes().splitlines(keepends=True)
        assert found[: len(kept) + 1] == [header, *kept]
        assert sorted(found) == sorted([header, *lines])


@settings(max_examples=20)
@given(st.lists(st.integers(0, 90), max_size=4), st.integers(1, 9))
def test_until_ends_after_the_same_deal_wherever_runs_before_it_were_cut(lengths: list[int], batch: int) -> None:
    options: dict[str, Any] = {"until": 13, "batch": batch, "seed": "cut"}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "out")
        for length in filter(None, lengths):
            tournament(["heaviest", "random"], rounds=length, batch=batch, seed="cut", out=file)
        assert tournament(["heaviest", "random"], out=file, **options) == tournament(["heaviest", "random"], **options)


FAILING = "support.bots:RaisesAsSeatOne"


@settings(max_examples=20)
@given(st.sampled_from([None, *RULE_SETS[2:4]]), st.integers(1, 12), st.integers(1, 5))
def test_a_part_of_what_a_file_holds_is_counted_with_its_faults(rules: Any, deals: int, batch: int) -> None:
    games = {"rounds": deals * (2 if rules is None or rules.partners else 3), "seed": "part"}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "out")
        tournament([FAILING, "heaviest"], rules, rounds=36, batch=batch, seed="part", out=file)
        kept = file.read_bytes()
        table = tournament([FAILING, "heaviest"], rules, **games, out=file)
        assert table == tournament([FAILING, "heaviest"], rules, **games)
        assert table.standing(FAILING).faults > 0
        assert file.read_bytes() == kept


@settings(max_examples=20)
@given(st.sampled_from(RULE_SETS), st.sampled_from(["rounds", "matches"]), st.booleans())
def test_what_is_played_can_be(rules: Any, kind: str, fails: bool) -> None:
    """No row, and no fault, is held to be impossible that a tournament comes to."""
    found = batch_of(FAILING if fails else "random", "heaviest", "random", rules=rules, kind=kind, deals=2)
    data = json.loads(json.dumps(dataclasses.asdict(found)))
    assert Bounds(3, rules, kind).batch(data) == found


UNTIL: dict[str, Any] = {"until": 12, "batch": 5, "seed": "until"}


@settings(max_examples=25)
@given(st.data())
def test_until_ends_after_the_same_deal_whatever_was_kept_beyond(data: Any) -> None:
    if "until" not in FINISHED:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "out")
            tournament(["heaviest", "random"], rounds=200, batch=5, seed="until", out=file)
            FINISHED["lines"] = file.read_bytes().splitlines(keepends=True)
        FINISHED["until"] = tournament(["heaviest", "random"], **UNTIL)
        assert 30 <= FINISHED["until"].deals < 90
    header, *lines = FINISHED["lines"]
    kept = data.draw(st.permutations(lines))[: data.draw(st.integers(0, len(lines)))]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "out")
        file.write_bytes(b"".join([header, *kept]))
        assert tournament(["heaviest", "random"], out=file, **UNTIL) == FINISHED["until"]


@settings(max_examples=20)
@given(st.lists(st.integers(1, 30), min_size=1, max_size=4))
def test_a_tournament_extended_again_and_again_is_one_tournament(lengths: list[int]) -> None:
    """And each call has the table that it has without a file, whatever others left in it."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "out")
        for length in lengths:
            table = tournament(["heaviest", "random"], rounds=length, batch=4, seed="more", out=file)
            assert table == tournament(["heaviest", "random"], rounds=length, seed="more")
        stops = [json.loads(line)["stop"] for line in file.read_text().splitlines()[1:]]
        assert stops == sorted(set(stops))
        assert stops[-1] == -(-max(lengths) // 2)
