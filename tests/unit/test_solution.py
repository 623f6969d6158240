"""``dominoes.solve``: values, lines, limits of nodes and of time, interrupts, and what it refuses."""

from __future__ import annotations

import _thread
import math
import pickle
import threading
import time
from dataclasses import FrozenInstanceError
from typing import Any

import pytest
from support import cases

import dominoes as dm
from dominoes import solving

CASES = cases.load("solve-partnership.jsonl")
SHORT = dm.Rules("draw", max_pip=3, hand_size=3)


def position(case: dict[str, Any]) -> dm.Round:
    return dm.Record.from_dict(case["record"]).replay().round


def endless() -> dm.Round:
    """Nobody waits for the value of this one."""
    return dm.Round.deal(dm.Rules("table"), seed=1)


def searchers() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "dominoes-solve"]


@pytest.mark.parametrize("case", CASES[:7], ids=[case["id"] for case in CASES[:7]])
def test_value_and_line(case: dict[str, Any]) -> None:
    rnd = position(case)
    before = rnd.copy()
    found = dm.solve(rnd)
    assert (found.value, found.lower, found.upper, found.roots) == (case["value"],) * 3 + (None,)
    assert found.nodes > 0
    assert rnd == before
    for move in found.line:
        rnd.play(move)
    assert rnd.result is not None
    assert rnd.points[0] - rnd.points[1] == case["value"]
    assert found == before.solve()


def test_roots_say_what_each_move_is_worth() -> None:
    rnd = position(CASES[1])
    found = dm.solve(rnd, roots=True)
    assert found.roots is not None
    assert tuple(found.roots) == rnd.legal_moves()
    assert found.value == CASES[1]["value"]
    worth = {}
    for move in rnd.legal_moves():
        rnd.play(move)
        worth[move] = dm.solve(rnd).value
        rnd.undo()
    assert found.roots == {move: (value, value) for move, value in worth.items()}
    assert found.value == (min if rnd.turn in (1, 3) else max)(worth.values())  # type: ignore[type-var]


@pytest.mark.parametrize("players", [3, 4])
def test_the_opener_against_the_rest(players: int) -> None:
    rules = SHORT.replace(players=players, hand_size=2)
    for seed in range(5):
        rnd = dm.Round.deal(rules, seed)
        found = dm.solve(rnd, opener_against_rest=True)
        while rnd.result is None:
            rnd.play(found.line[len(rnd.moves)])
        opener = rnd.points[rnd.starter]
        assert found.value == opener - (sum(rnd.points) - opener)


def test_a_limit_of_nodes_leaves_an_interval() -> None:
    rnd = position(CASES[7])
    found = dm.solve(rnd, nodes=500)
    assert found.value is None
    assert found.lower <= CASES[7]["value"] <= found.upper
    assert (found.nodes, found.line) == (500, ())
    assert dm.solve(rnd, nodes=500, roots=True).value is None
    assert dm.solve(position(CASES[0]), nodes=10**9, table=1000).value == CASES[0]["value"]


def test_a_limit_of_time_leaves_an_interval() -> None:
    begun = time.monotonic()
    found = dm.solve(endless(), seconds=0.3, roots=True)
    assert 0.3 <= time.monotonic() - begun < 20
    assert found.value is None
    assert found.lower < found.upper
    assert found.roots is not None
    assert len(found.roots) == 7
    assert not searchers()
    assert dm.solve(dm.Round.deal(SHORT, 1), seconds=60).value is not None
    assert dm.solve(dm.Round.deal(SHORT, 1), seconds=1e300).value is not None


def test_an_interrupt_ends_the_search() -> None:
    timer = threading.Timer(0.3, _thread.interrupt_main)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        dm.solve(endless())
    timer.join()
    for thread in searchers():
        thread.join(20)
    assert not searchers()


def test_an_error_in_the_search_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        turn = 0

        def solve(self, *arguments: object) -> None:
            raise MemoryError("no room")

    with pytest.raises(MemoryError, match="no room"):
        solving.run(
            Broken(),  # type: ignore[arg-type]
            SHORT,
            table=1,
            nodes=None,
            seconds=None,
            roots=False,
            opener_against_rest=False,
        )


def test_other_threads_keep_their_stack() -> None:
    before = threading.stack_size()
    dm.solve(dm.Round.deal(SHORT, 1))
    assert threading.stack_size() == before


def test_a_solution_is_a_value() -> None:
    rnd = dm.Round.deal(SHORT, 1)
    found = dm.solve(rnd, roots=True)
    assert isinstance(found, dm.Solution)
    assert found == dm.solve(rnd, roots=True) != dm.solve(rnd)
    assert hash(found) == hash(dm.solve(rnd, roots=True))
    assert pickle.loads(pickle.dumps(found)) == found
    with pytest.raises(FrozenInstanceError):
        found.lower = 0  # type: ignore[misc]


@pytest.mark.parametrize("name", dm.PRESETS)
def test_every_preset_can_be_asked(name: str) -> None:
    found = dm.solve(dm.Round.deal(dm.Rules(name), seed=3, starter=None), nodes=50)
    assert found.lower <= found.upper
    assert found.nodes <= 50


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ({"table": 0}, "table must be an integer from 1 to 4294967296, not 0"),
        ({"table": -5}, "table must be an integer from 1 to "),
        ({"table": 1 << 33}, "table must be an integer from 1 to "),
        ({"table": 10**5000}, "table must be an integer from 1 to "),
        ({"table": True}, "table must be an integer from 1 to "),
        ({"table": 1e6}, "table must be an integer from 1 to "),
        ({"table": None}, "table must be an integer from 1 to "),
        ({"nodes": 0}, "nodes must be an integer from 1 to 18446744073709551615, not 0"),
        ({"nodes": -1}, "nodes must be an integer from 1 to "),
        ({"nodes": 1 << 64}, "nodes must be an integer from 1 to "),
        ({"nodes": "9"}, "nodes must be an integer from 1 to "),
        ({"seconds": 0}, "seconds must be a number above 0, or None, not 0"),
        ({"seconds": -1.5}, "seconds must be a number above 0, or None, not -1.5"),
        ({"seconds": math.nan}, "seconds must be a number above 0, or None, not nan"),
        ({"seconds": math.inf}, "seconds must be a number above 0, or None, not inf"),
        ({"seconds": True}, "seconds must be a number above 0, or None, not True"),
        ({"seconds": "1"}, "seconds must be a number above 0, or None, not '1'"),
        ({"roots": 1}, "roots must be True or False, not 1"),
        ({"opener_against_rest": None}, "opener_against_rest must be True or False, not None"),
    ],
)
def test_wrong_arguments(arguments: dict[str, Any], text: str) -> None:
    rnd = dm.Round.deal(SHORT, 1)
    with pytest.raises(dm.RulesError) as caught:
        dm.solve(rnd, **arguments)
    assert str(caught.value).startswith(text)


def test_what_is_not_solved() -> None:
    rnd = dm.Round(dm.Rules("block"), hands=[["6-6"], ["6-1"]])
    with pytest.raises(TypeError, match="^perfect play is found for a Round, not View$"):
        dm.solve(rnd.view(0))  # type: ignore[arg-type]
    rnd.play("6-6")
    with pytest.raises(dm.MatchError, match="^the round is over: nothing is left to solve$"):
        dm.solve(rnd)
    for players in (3, 4):
        text = f"opener_against_rest must be True for {players} players without partners: they have no two sides"
        with pytest.raises(dm.RulesError, match=f"^{text}$"):
            dm.solve(dm.Round.deal(dm.Rules("draw", players=players), 1))
