"""Moves: one object an action, its number and its text."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dominoes.errors import NotationError
from dominoes.moves import Move, as_move
from dominoes.tiles import Tile, tile_set

PLACEMENTS = ("ahead", "corner-left", "corner-right", "side-left", "side-right")


def every_move() -> list[Move]:
    laid = [Move.play(tile, end, way) for end in "LRUD" for tile in tile_set(18) for way in PLACEMENTS]
    return [*map(Move.play, tile_set(18)), *laid, Move.DRAW, Move.PASS]


def test_one_number_means_one_action() -> None:
    moves = every_move()
    assert [move.code for move in moves] == sorted({move.code for move in moves})
    for move in moves:
        assert Move.from_code(move.code) is Move(str(move)) is as_move(str(move)) is as_move(move) is move
    codes = {move.code for move in moves}
    for code in set(range(-3000, 12000)) - codes:
        with pytest.raises(NotationError, match=r"is the number of no action"):
            Move.from_code(code)


@pytest.mark.parametrize(
    ("text", "written", "tile", "end", "placement"),
    [
        ("6-6", "6-6", "6-6", None, None),
        ("4-6@R", "6-4@R", "6-4", "R", "ahead"),
        ("6-4@L:ahead", "6-4@L", "6-4", "L", "ahead"),
        (" 4-6@U:corner-left\n", "6-4@U:corner-left", "6-4", "U", "corner-left"),
        ("6-4@D:side-right", "6-4@D:side-right", "6-4", "D", "side-right"),
    ],
)
def test_reading_and_writing(text: str, written: str, tile: str, end: str | None, placement: str | None) -> None:
    move = Move(text)
    assert (str(move), move.tile, move.end, move.placement) == (written, Tile(tile), end, placement)
    assert (move.is_play, move.is_draw, move.is_pass) == (True, False, False)
    assert repr(move) == f'Move("{written}")'


def test_draw_and_pass() -> None:
    assert (str(Move.DRAW), Move.DRAW.tile, Move.DRAW.end, Move.DRAW.placement) == ("draw", None, None, None)
    assert (Move.DRAW.is_play, Move.DRAW.is_draw, Move.DRAW.is_pass) == (False, True, False)
    assert (Move.PASS.is_play, Move.PASS.is_draw, Move.PASS.is_pass) == (False, False, True)
    assert Move("pass") is Move.PASS
    assert Move("draw") is Move.DRAW


def test_copies_and_pickles_are_the_same_object() -> None:
    for move in (Move("6-4@R:side-left"), Move("6-6"), Move.DRAW):
        assert copy.copy(move) is copy.deepcopy(move) is pickle.loads(pickle.dumps(move)) is eval(repr(move)) is move


def test_moves_are_ordered_by_code_and_never_change() -> None:
    assert sorted([Move.PASS, Move.DRAW, Move("6-4@R"), Move("6-4@L"), Move("6-6")]) == [
        Move("6-6"), Move("6-4@L"), Move("6-4@R"), Move.DRAW, Move.PASS,
    ]  # fmt: skip
    assert Move("6-4@L") != "6-4@L"
    with pytest.raises(AttributeError, match=r"never changes"):
        Move.DRAW.code = 1
    with pytest.raises(TypeError, match=r"no subclasses"):
        type("Mine", (Move,), {})


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ("", "write a tile and its end"),
        ("knock", "write a tile and its end"),
        ("Draw", "write a tile and its end"),
        ("7-19", "write a tile and its end"),
        ("6-4@", "an end is 'L', 'R', 'U' or 'D', not ''"),
        ("6-4@l", "an end is 'L', 'R', 'U' or 'D', not 'l'"),
        ("6-4@R:", "a placement is 'ahead', 'corner-left', .* not ''"),
        ("6-4@R:left", "a placement is 'ahead', 'corner-left', .* not 'left'"),
        ("6-4@R:ahead:ahead", "a placement is"),
        ("7-19@R", "'7-19' is no tile"),
        ("6-4 @R", "write a tile and its end"),
        ("6-4@ R", "write a tile and its end"),
        ("6-6:ahead", "write a tile and its end"),
        ("draw@R", "'draw' is no tile"),
    ],
)
def test_texts_that_are_no_move(wrong: str, why: str) -> None:
    with pytest.raises(NotationError, match=rf"is no move: .*{why}"):
        Move(wrong)


@pytest.mark.parametrize("wrong", [None, 5, b"draw", Tile("6-4"), ["draw"]])
def test_things_that_are_no_move(wrong: object) -> None:
    for make in (Move, Move.parse, as_move):
        with pytest.raises(TypeError):
            make(wrong)  # type: ignore[arg-type]


def test_plays_that_cannot_be() -> None:
    with pytest.raises(NotationError, match=r"the opening has no placement"):
        Move.play("6-6", None, "side-left")
    with pytest.raises(NotationError, match=r"an end is"):
        Move.play("6-6", "left")
    with pytest.raises(TypeError):
        Move.from_code(True)


pieces = st.sampled_from(
    ["6-4", "0-0", "19-1", "@", "L", "R", "U", ":", "ahead", "side-left", "draw", "pass", " ", "-"]
)


@given(st.one_of(st.text(), st.lists(pieces, max_size=6).map("".join)))
def test_any_text_is_a_move_or_refused(text: str) -> None:
    try:
        move = Move(text)
    except NotationError as error:
        said = str(error)
    else:
        said = str(move)
        assert Move(said) is move
    assert "\n" not in said
    assert len(said) < 400
