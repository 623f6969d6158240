"""Tiles: one object each, whatever they are made from."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dominoes.errors import NotationError, RulesError
from dominoes.tiles import Tile, tile_set

ALL = tile_set(18)


@pytest.mark.parametrize(("max_pip", "size"), [(1, 3), (6, 28), (9, 55), (12, 91), (15, 136), (18, 190)])
def test_a_set_holds_every_pair_once(max_pip: int, size: int) -> None:
    pairs = {(tile.high, tile.low) for tile in tile_set(max_pip)}
    assert pairs == {(high, low) for high in range(max_pip + 1) for low in range(high + 1)}
    assert len(tile_set(max_pip)) == len(pairs) == size


@pytest.mark.parametrize("wrong", [0, 19, -1, True, 6.0, "6", None, pytest.param(10**5000, id="huge")])
def test_no_other_sets(wrong: int) -> None:
    with pytest.raises(RulesError, match=r"^max_pip must be an integer from 1 to 18, not "):
        tile_set(wrong)


def test_there_is_one_object_a_tile() -> None:
    for index, tile in enumerate(ALL):
        assert tile.index == index
        ways = [
            Tile(str(tile)),
            Tile(f" {tile.low}-{tile.high}\n"),
            Tile(tile.low, tile.high),
            Tile.from_index(index),
            copy.copy(tile),
            copy.deepcopy(tile),
            *(pickle.loads(pickle.dumps(tile, protocol)) for protocol in range(pickle.HIGHEST_PROTOCOL + 1)),
            eval(repr(tile)),
        ]
        assert all(way is tile for way in ways)


def test_the_higher_end_is_written_first() -> None:
    assert [str(Tile(text)) for text in ("4-6", "6-4", "0-0", "2-18")] == ["6-4", "6-4", "0-0", "18-2"]
    assert repr(Tile("4-6")) == 'Tile("6-4")'


def test_rank_is_doubles_then_pips_then_the_higher_end() -> None:
    ranked = sorted(tile_set(6), key=lambda tile: tile.rank, reverse=True)
    assert [str(tile) for tile in ranked[:13]] == (
        ["6-6", "5-5", "4-4", "3-3", "2-2", "1-1", "0-0", "6-5", "6-4", "6-3", "5-4", "6-2", "5-3"]
    )


def test_numbers_and_pips() -> None:
    assert (Tile("6-4").pips, Tile("0-0").pips, Tile("0-0").is_double, Tile("6-4").is_double) == (10, 0, True, False)
    assert [Tile("6-4").matches(number) for number in (6, 5, 4)] == [True, False, True]
    assert (Tile("6-4").other(6), Tile("6-4").other(4), Tile("5-5").other(5)) == (4, 6, 5)
    with pytest.raises(NotationError, match=r"^6-4 shows 6 and 4, not 5$"):
        Tile("6-4").other(5)


def test_tiles_are_ordered_by_index() -> None:
    assert tuple(sorted({*ALL})) == ALL
    assert Tile("6-4") < Tile("6-5") <= Tile("6-5")
    assert Tile("6-5") > Tile("6-4") >= Tile("6-4")
    assert Tile("6-4") != "6-4"
    with pytest.raises(TypeError):
        sorted([Tile("6-4"), "6-5"])  # type: ignore[type-var]


def test_tiles_never_change() -> None:
    with pytest.raises(AttributeError, match=r"never changes"):
        Tile("6-4").high = 5
    with pytest.raises(AttributeError, match=r"never changes"):
        del Tile("6-4").high
    with pytest.raises(TypeError, match=r"no subclasses"):
        type("Mine", (Tile,), {})


@pytest.mark.parametrize(
    "wrong", ["", "6", "6-", "-4", "6--4", "6 - 4", "6_4", "06-4", "19-0", "6-4-2", "٦-٤", "x" * 999]
)
def test_texts_that_are_no_tile(wrong: str) -> None:
    with pytest.raises(NotationError, match=r"is no tile: write two numbers from 0 to 18 with a hyphen") as caught:
        Tile(wrong)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("wrong", [(7.0, 1), (True, 1), ("6", 4), (None, 3), (None,), (6,), (b"6-4",)])
def test_things_that_are_no_tile(wrong: tuple[object, ...]) -> None:
    with pytest.raises(TypeError):
        Tile(*wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("wrong", [(19, 0), (0, -1), pytest.param((10**5000, 1), id="huge")])
def test_numbers_that_are_no_tile(wrong: tuple[int, int]) -> None:
    with pytest.raises(NotationError, match=r"lies between 0 and 18"):
        Tile(*wrong)


@given(st.text())
def test_any_text_is_a_tile_or_refused(text: str) -> None:
    try:
        tile = Tile(text)
    except NotationError:
        return
    assert text.strip() in (f"{tile.high}-{tile.low}", f"{tile.low}-{tile.high}")
