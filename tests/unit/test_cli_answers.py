"""What a person may type at a turn."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dominoes import Move, Reason, Tile, speaking, tile_set
from dominoes._codes import PLACEMENT_NAMES, REASON_NAMES
from dominoes.cli import answers
from dominoes.cli.answers import KEYS, Key, Pick, Unclear, Wish, read

HAND = (Tile("6-4"), Tile("1-0"), Tile("12-9"))


@pytest.mark.parametrize(("key", "word"), KEYS.items())
def test_keys_and_their_words(key: str, word: str) -> None:
    assert read(key, 5, HAND) == read(word.upper(), 5, HAND) == Key(word)


@pytest.mark.parametrize("text", ["6-4", "4-6", "64", "46", "six-four", "Six four", "six-4", "6 4", "play 6-4"])
def test_a_tile_by_its_name(text: str) -> None:
    assert read(text, 5, HAND) == Wish(Tile("6-4"))


@pytest.mark.parametrize("text", ["0-0", "00", "double blank", "blank-blank", "zero zero"])
def test_a_double(text: str) -> None:
    assert read(text, 5, HAND) == Wish(Tile("0-0"))


@pytest.mark.parametrize(
    ("text", "end", "placement"),
    [
        ("6-4@R", "R", "ahead"),
        ("4-6@l:side-right", "L", "side-right"),
        ("6-4 left", "L", None),
        ("64 r", "R", None),
        ("6-4 on the left end", "L", None),
        ("six-four upper", "U", None),
        ("6-4 down", "D", None),
        ("6-4 right corner left", "R", "corner-left"),
        ("6 4 l cr", "L", "corner-right"),
        ("64 side-left left", "L", "side-left"),
        ("6-4 straight ahead", None, "ahead"),
        ("6-4, right: corner-left", "R", "corner-left"),
    ],
)
def test_a_tile_and_where_it_goes(text: str, end: str | None, placement: str | None) -> None:
    assert read(text, 5, HAND) == Wish(Tile("6-4"), end, placement)


@pytest.mark.parametrize(("text", "move"), [("d", "draw"), ("Draw", "draw"), ("p", "pass"), ("PASS", "pass")])
def test_draw_and_pass(text: str, move: str) -> None:
    assert read(text, 1, HAND) == move


def test_digits_are_numbers_of_the_list_or_tiles() -> None:
    assert read("2", 3, HAND) == Pick(1)
    assert read("4", 3, HAND) is None
    assert read("0", 3, HAND) is None
    assert read("129", 3, HAND) == Wish(Tile("12-9"))
    assert read("10", 12, ()) == Pick(9)
    assert read("10", 9, HAND) == Wish(Tile("1-0"))
    assert read("112", 3, HAND) == Unclear(None, (Tile("12-1"), Tile("11-2")))
    assert read("112", 3, (Tile("12-1"),)) == Wish(Tile("12-1"))


def test_digits_that_are_a_number_and_a_tile_in_the_hand_are_unclear() -> None:
    assert read("10", 12, HAND) == Unclear(9, (Tile("1-0"),))


@pytest.mark.parametrize(
    "text", ["", "6-", "-", "6-4-4", "7x", "6-44", "left", "6-4 up up", "six", "double", "@R", "99999"]
)
def test_what_means_nothing(text: str) -> None:
    assert read(text, 5, HAND) is None


@given(st.text(), st.integers(0, 30))
def test_any_text_is_read(text: str, listed: int) -> None:
    answer = read(" ".join(text.split()), listed, HAND)
    assert answer is None or isinstance(answer, (Key, Pick, Wish, Unclear, str))


@given(st.integers(0, 5 << 11 | 1))
def test_every_move_is_understood_by_its_text_and_its_words(code: int) -> None:
    try:
        move = Move.from_code(code)
    except ValueError:
        return
    if move.is_play:
        assert read(str(move), 5, ()) == Wish(move.tile, move.end, move.placement)  # type: ignore[arg-type]
        said = read(speaking.voice("en").move(move), 5, ())
        assert isinstance(said, Wish)
        assert said.fits(move)
    else:
        assert read(str(move), 5, ()) == str(move)


def test_every_tile_has_a_name_of_its_own_that_is_understood() -> None:
    names = [speaking.voice("en").tile(tile) for tile in tile_set(18)]
    assert len(set(names)) == 190
    assert [read(name, 0, ()) for name in names] == [Wish(tile) for tile in tile_set(18)]


def test_ends_and_placements_by_word() -> None:
    assert [answers.read_end(text) for text in ("L", "right", "UP", "lower", "x")] == ["L", "R", "U", "D", None]
    said = [speaking.voice("en").placement(name) for name in PLACEMENT_NAMES]
    assert [answers.read_placement(text) for text in said] == list(PLACEMENT_NAMES)


@pytest.mark.parametrize("code", range(2, len(REASON_NAMES)))
def test_every_refusal_has_words(code: int) -> None:
    said = speaking.voice("en").reason(Reason.from_triple(code, 0, 0, Move("6-4@R")))
    assert said[0].isupper()
    assert said.endswith(".")
    assert said != "That is no action."
