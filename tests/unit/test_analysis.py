"""Perft, divide and playouts: counts that add up, whatever the threads."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dominoes._codes import WEIGHT_NAMES
from dominoes.analysis import Playouts, Weights, divide, perft, playouts
from dominoes.errors import DealError, MatchError, RulesError
from dominoes.round import Round
from dominoes.rules import PRESETS, Rules
from dominoes.simulation import run

SMALL = Rules("draw", max_pip=3, hand_size=3)
COLUMNS = ("points", "winner", "reason", "starter", "plays", "draws", "passes")


def count(rnd: Round, depth: int) -> int:
    """Perft by the plain definition."""
    if depth == 0 or rnd.result is not None:
        return 1
    total = 0
    for move in rnd.legal_moves():
        rnd.play(move)
        total += count(rnd, depth - 1)
        rnd.undo()
    return total


@given(st.integers(0, 2**32 - 1))
def test_perft_is_its_definition(seed: int) -> None:
    rnd = Round.deal(SMALL, seed)
    before = rnd.copy()
    for depth in range(6):
        assert perft(rnd, depth) == count(rnd.copy(), depth)
    assert sum(divide(rnd, 5).values()) == perft(rnd, 5)
    assert tuple(divide(rnd, 1)) == rnd.legal_moves()
    assert rnd == before


def test_perft_of_a_finished_round_is_one() -> None:
    rnd = Round(Rules("draw"), hands=[["6-6"], ["1-0"]])
    rnd.play("6-6")
    assert perft(rnd, 3) == 1
    assert divide(rnd, 3) == {}
    rnd.undo()
    assert perft(rnd, 10**15) == 1


@pytest.mark.parametrize("wrong", [-1, True, 1.0, "1", None])
def test_depths_that_are_none(wrong: Any) -> None:
    rnd = Round.deal(SMALL, 1)
    for function in (perft, divide):
        with pytest.raises(RulesError, match=r"^depth must be an integer from [01] "):
            function(rnd, wrong)
    with pytest.raises(RulesError, match=r"^depth must be an integer from 1 "):
        divide(rnd, 0)
    with pytest.raises(TypeError, match=r"counted from a Round, not View"):
        perft(rnd.view(0), 1)  # type: ignore[arg-type]


@pytest.mark.parametrize("preset", PRESETS)
def test_playouts_have_a_row_a_round(preset: str) -> None:
    rules = Rules(preset)
    results = playouts(rules, 20, seed=1)
    assert (results.n, results.players, len(results)) == (20, rules.players, 20)
    assert results.points.shape == (20, rules.players)
    assert results.points.format == "i"
    for name in COLUMNS[1:]:
        column = getattr(results, name)
        assert (column.shape, column.format, column.readonly) == ((20,), "i", False)
    assert set(results.reason) <= {1, 2, 3}
    assert set(results.starter) <= set(range(rules.players))
    assert min(min(row) for row in results.points.tolist()) >= 0  # type: ignore[call-overload]
    assert min(results.plays) >= 1
    assert repr(results) == f"<Playouts: 20 rounds of {rules.players} players>"


def test_the_rows_depend_on_the_seed_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = playouts(SMALL, 50, seed="s")
    assert whole == playouts(SMALL, 50, "s") != playouts(SMALL, 50, "t")
    assert playouts(SMALL, 5, 7) == playouts(SMALL, 5, "7")
    monkeypatch.setattr("dominoes.simulation._PIECE", 7)
    assert whole == playouts(SMALL, 50, "s", threads=1) == playouts(SMALL, 50, "s", threads=3)
    later = playouts(SMALL, 30, "s", threads=2, first=20)
    assert all(getattr(whole, name).tolist()[20:] == getattr(later, name).tolist() for name in COLUMNS)


def test_without_a_seed_every_call_is_another() -> None:
    assert playouts(SMALL, 50) != playouts(SMALL, 50)


def test_no_rounds_at_all() -> None:
    results = playouts(SMALL, 0, seed=1, threads=2)
    assert [getattr(results, name).tolist() for name in COLUMNS] == [[]] * 7


def test_playouts_go_on_from_a_round() -> None:
    rnd = Round.deal(Rules("block"), 4)
    for _ in range(5):
        rnd.play(rnd.legal_moves()[0])
    before = rnd.copy()
    laid = sum(move.is_play for move in rnd.moves)
    results = rnd.playouts(40, seed=1, threads=2)
    assert rnd == before
    assert results == rnd.playouts(40, seed=1)
    assert set(results.starter) == {rnd.starter}
    assert max(results.plays) <= 14 - laid
    assert len(set(results.plays)) > 1


def test_nothing_is_played_out_after_the_end() -> None:
    rnd = Round.deal(Rules("block"), 4)
    while rnd.legal_moves():
        rnd.play(rnd.legal_moves()[0])
    with pytest.raises(MatchError, match=r"^the round is over: nothing is left to play out$"):
        rnd.playouts(3, seed=1)


def test_results_can_be_pickled_and_not_hashed() -> None:
    results = playouts(SMALL, 5, seed=1)
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(results, protocol)) == results
    other = copy.copy(results)
    other.winner[0] = -5
    assert other != results
    results.winner[0] = 3
    assert results != playouts(SMALL, 5, seed=1)
    assert results != 5
    with pytest.raises(TypeError):
        hash(results)
    assert isinstance(results, Playouts)


@pytest.mark.parametrize(
    ("arguments", "error", "text"),
    [
        ({"n": -1}, RulesError, "n must be an integer from 0 to "),
        ({"n": True}, RulesError, "n must be an integer"),
        ({"n": 1e6}, RulesError, "n must be an integer"),
        ({"threads": 0}, RulesError, "threads must be an integer from 1 to 256, not 0"),
        ({"threads": None}, RulesError, "threads must be an integer"),
        ({"first": -1}, RulesError, "first must be an integer"),
        ({"seed": 1.5}, TypeError, "a seed is a text or an integer"),
        ({"rules": "draw"}, TypeError, "rules are a Rules, not str"),
    ],
)
def test_wrong_arguments(arguments: dict[str, Any], error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        playouts(**{"rules": SMALL, "n": 1, "seed": 1, **arguments})


@pytest.mark.parametrize("name", Weights._fields)
def test_wrong_weights(name: str) -> None:
    least = 0 if name == "noise" else -1_000_000
    for wrong in (least - 1, 1_000_001, 0.5, True, None):
        with pytest.raises(RulesError, match=f"the weight {name} must be an integer from {least} to 1000000"):
            playouts(SMALL, 1, seed=1, policy=Weights(**{name: wrong}))  # type: ignore[arg-type]


def test_weights_have_the_names_of_the_backends() -> None:
    assert Weights._fields == WEIGHT_NAMES
    assert Weights() == (0,) * len(WEIGHT_NAMES)


def test_weights_that_block_change_the_play() -> None:
    plain = playouts(SMALL, 50, seed=1, policy=Weights(pips=1))
    assert playouts(SMALL, 50, seed=1, policy=Weights(pips=1, next=0)) == plain
    assert playouts(SMALL, 50, seed=1, policy=Weights(pips=1, next=100)) != plain


@pytest.mark.parametrize("threads", [1, 2])
def test_an_error_in_a_piece_is_raised(monkeypatch: pytest.MonkeyPatch, threads: int) -> None:
    def job(key: bytes, first: int, n: int, *buffers: memoryview) -> None:
        if first == 1:
            raise DealError("no deal")

    monkeypatch.setattr("dominoes.simulation._PIECE", 1)
    with pytest.raises(DealError, match=r"no deal"):
        run(job, players=2, n=3, seed=1, policy="random", threads=threads, first=0)
