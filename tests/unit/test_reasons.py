"""Every refusal has words that say what, where and what would be right."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

from dominoes._codes import REASON_NAMES
from dominoes.errors import IllegalMove
from dominoes.moves import Move
from dominoes.reasons import EDGE_NAMES, Reason, words
from dominoes.round import Round
from dominoes.rules import Rules
from dominoes.tiles import Tile

HANDS = [["6-6", "6-4", "5-0", "4-4"], ["6-2", "2-0", "3-1", "1-1"]]
NO_SIX = [["6-6", "1-0"], ["2-0", "3-1"]]
TURNING = [["6-6", "6-4", "2-1"], ["6-2", "1-0", "2-2"]]
TABLE: dict[str, Any] = {"table": (64, 36)}
SMALL: dict[str, Any] = {"table": (8, 8), "opening_tile": "free"}
NO_TURNS: dict[str, Any] = {"table": (64, 36), "turns": False}


def position(moves: str, hands: list[list[str]] = HANDS, boneyard: str = "3-3 5-2", **options: Any) -> Round:
    rnd = Round(Rules("draw", **options), hands=hands, boneyard=boneyard.split())
    for move in moves.split():
        rnd.play(move)
    return rnd


CASES = [
    (position("6-6", [["6-6"], ["6-1"]]), "pass", "round-over",
     "the round is over: nothing can be played, drawn or passed any more"),
    (position("").view(1), "pass", "not-your-turn", "it is not your turn: seat 0 is to act"),
    (position(""), "7-1", "not-in-set", "7-1 is not in this set, whose numbers run from 0 to 6"),
    (position("6-6"), "6-4@L", "not-your-tile", "6-4 is not in your hand"),
    (position(""), "6-6@L", "table-empty", "the table is empty: open without an end, 6-6"),
    (position("6-6"), "6-2", "table-not-empty", "tiles lie on the table: say on which end, 6-2@L or 6-2@R"),
    (position(""), "6-4", "forced-tile", "6-4 may not open: the first tile must be 6-6"),
    (position("6-6"), "6-2@U", "end-closed", "U is not open: the open ends are L and R"),
    (position("6-6"), "2-0@R", "no-match", "2-0 does not fit on R: R shows 6"),
    (position("6-6"), "6-2@R:side-left", "no-table", "without a table there are no turns: say 6-2@R"),
    (position("6-6 6-2@R", **NO_TURNS), "6-4@L:side-left", "turns-off",
     "by these rules the chain does not turn: say 6-4@L"),
    (position("6-6 6-2@R 6-4@L 2-0@R", **TABLE), "4-4@L:side-left", "double-ahead",
     "a double lies only crosswise straight ahead: say 4-4@L"),
    (position("6-6", **TABLE), "6-2@L:side-left", "on-a-double", "on a double the chain does not turn: say 6-2@L"),
    (position("6-4", TURNING, **SMALL), "6-2@L", "edge",
     "6-2@L does not fit: the table's left edge is in the way; corner-left and corner-right would fit"),
    (position("6-4 6-2@L:corner-right 2-1@L:side-right", TURNING, **SMALL), "1-0@L:side-right", "tile-in-the-way",
     "1-0@L:side-right does not fit: 6-4 is in the way; corner-right would fit"),
    (position("6-4 6-2@L:corner-right", [["6-6", "6-4", "2-2"], ["6-2", "1-0"]], **SMALL), "2-2@L", "edge",
     "2-2@L does not fit: the table's top edge is in the way"),
    (position("6-6"), "draw", "can-play", "you can play, so you may not draw: play a tile"),
    (position("6-6", NO_SIX, draw="never"), "draw", "no-drawing",
     "by these rules nobody draws: play, or pass if nothing fits"),
    (position("6-6", NO_SIX, boneyard_floor=2), "draw", "boneyard-floor",
     "the boneyard holds 2 and its last 2 are never drawn: play, or pass if nothing fits"),
    (position("6-6", NO_SIX, boneyard=""), "draw", "boneyard-floor",
     "the boneyard is empty: play, or pass if nothing fits"),
    (position("6-6 draw", NO_SIX, draw="one"), "draw", "drawn-already",
     "you may draw only one tile in a turn: play, or pass if nothing fits"),
    (position("6-6"), "pass", "must-play", "you can play, so you may not pass: play a tile"),
    (position("6-6", NO_SIX), "pass", "must-draw", "you can draw, so you may not pass: draw"),
]  # fmt: skip


@pytest.mark.parametrize(("rnd", "move", "code", "text"), CASES, ids=[f"{case[2]}-{case[1]}" for case in CASES])
def test_refusals_in_words(rnd: Round, move: str, code: str, text: str) -> None:
    reason = rnd.why_not(move)
    assert reason is not None
    assert (reason.code, reason.text(), str(reason), words(reason)) == (code, text, text, text)
    assert reason.move is Move(move)
    assert not rnd.is_legal(move)
    assert copy.deepcopy(reason) == pickle.loads(pickle.dumps(reason)) == reason
    if isinstance(rnd, Round):
        before = rnd.copy()
        with pytest.raises(IllegalMove) as caught:
            rnd.play(move)
        assert str(caught.value) == text
        assert caught.value.reason == reason
        assert rnd == before


def test_every_reason_is_among_the_cases() -> None:
    assert {case[2] for case in CASES} == {*REASON_NAMES} - {"legal", "not-an-action"}


def test_there_is_no_reason_against_a_legal_move() -> None:
    rnd = position("6-6")
    assert rnd.why_not("6-2@L") is None
    assert rnd.is_legal("6-2@L")


@pytest.mark.parametrize("code", range(len(REASON_NAMES)))
@pytest.mark.parametrize("move", [None, Move("draw"), Move("6-4"), Move("6-4@R:side-left")])
def test_three_numbers_are_enough_for_words(code: int, move: Move | None) -> None:
    reason = Reason.from_triple(code, 3, 2, move)
    assert reason.code == REASON_NAMES[code]
    assert "None" not in words(reason)
    assert words(reason)[0] not in " :;"


def test_fields() -> None:
    assert EDGE_NAMES == ("top", "right", "bottom", "left")
    edge, tile, floor = (Reason.from_triple(code, 1, 1, None) for code in (15, 16, 19))
    assert (edge.edge, tile.tile, floor.count, floor.floor) == ("right", Tile("1-0"), 1, 1)
    with pytest.raises(AttributeError):
        edge.edge = "left"  # type: ignore[misc]
