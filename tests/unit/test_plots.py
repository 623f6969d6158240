"""Curves as SVG: where the points lie, what is written, what can be told apart."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from dominoes import drawing
from dominoes.drawing import Curve, Panel, plots, vectors

SVG = "{http://www.w3.org/2000/svg}"
ANN = Curve(0, "Ann", [(1, 2.0, 2.0), (5, 8.0, -3.0), (9, -6.0, -6.0)])
BEN = Curve(1, "Ben", [(2, 0.5, 0.5), (8, 6.0, 6.0)])


def drawn(*panels: Panel, columns: int = 2) -> ElementTree.Element:
    return ElementTree.fromstring(drawing.plot(panels, title="A title", description="At length", columns=columns))


def texts(picture: ElementTree.Element) -> list[str]:
    return [element.text or "" for element in picture.iter(f"{SVG}text")]


def test_a_screen_reader_is_told_what_it_is() -> None:
    picture = drawn(Panel("ahead", [ANN]))
    assert picture.get("role") == "img"
    assert picture.findtext(f"{SVG}title") == "A title"
    assert picture.findtext(f"{SVG}desc") == "At length"


def test_the_panels_and_the_legend_are_named_once() -> None:
    words = texts(drawn(Panel("ahead", [ANN, BEN]), Panel("chance", [ANN, BEN], (0, 100), " %")))
    for name in ("Ann", "Ben", "ahead", "chance", "lost by the action that was done"):
        assert words.count(name) == 1
    assert {"0 %", "20 %", "100 %"} <= set(words)
    assert words.count("actions done") == 2


def test_no_loss_no_legend_of_it() -> None:
    assert "lost by the action that was done" not in texts(drawn(Panel("ahead", [BEN])))


def test_points_lie_where_their_numbers_are() -> None:
    """Against the grid: lines of the heights and marks of the widths, by their words."""
    picture = drawn(Panel("ahead", [BEN]))
    (group,) = picture.findall(f"{SVG}g/{SVG}g")
    heights = {e.text: float(e.get("y", "")) - 4 for e in group.iter(f"{SVG}text") if e.get("text-anchor") == "end"}
    widths = {e.text: float(e.get("x", "")) for e in group.iter(f"{SVG}text") if e.get("text-anchor") == "middle"}
    squares = [e.get("points", "") for e in group.iter(f"{SVG}polygon")]
    places = []
    for points in squares:
        corners = [tuple(map(float, corner.split(","))) for corner in points.split()]
        places.append(tuple(sum(values) / len(values) for values in zip(*corners, strict=True)))
    assert places[0] == pytest.approx((widths["2"], (heights["0"] + heights["1"]) / 2), abs=0.2)
    assert places[1] == pytest.approx((widths["8"], heights["6"]), abs=0.2)


def test_a_curve_goes_on_from_where_it_dropped() -> None:
    picture = drawn(Panel("ahead", [ANN]))
    (group,) = picture.findall(f"{SVG}g/{SVG}g")
    (path,) = [e.get("d", "") for e in group.iter(f"{SVG}path") if e.get("stroke") == plots.COLOURS[0]]
    (drop,) = [e.get("d", "") for e in group.iter(f"{SVG}path") if e.get("stroke") == vectors.RED]
    first, second = re.findall(r"M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)", path)
    at, start, end = re.findall(r"M([\d.]+) ([\d.]+)V([\d.]+)", drop)[0]
    assert first[2:] == (at, start)
    assert second[:2] == (at, end)
    assert float(end) > float(start)


@pytest.mark.parametrize(("values", "shown"), [((0, 0), {"0"}), ((-0.2, 0.1), {"-0.2", "0"}), ((-250, 90), {"0"})])
def test_any_reach_has_a_few_round_heights(values: tuple[float, float], shown: set[str]) -> None:
    curve = Curve(0, "Ann", [(at, value, value) for at, value in enumerate(values)])
    picture = drawn(Panel("ahead", [curve]))
    heights = [e.text or "" for e in picture.iter(f"{SVG}text") if e.get("text-anchor") == "end"]
    assert shown <= set(heights)
    assert 2 <= len(heights) <= 8
    assert float(heights[0]) <= min(values)
    assert float(heights[-1]) >= max(values)


@pytest.mark.parametrize("last", [1, 7, 19, 45, 333])
def test_widths_are_whole_actions(last: int) -> None:
    picture = drawn(Panel("ahead", [Curve(0, "Ann", [(0, 1.0, 1.0), (last, 2.0, 2.0)])]))
    widths = [e.text or "" for e in picture.iter(f"{SVG}text") if e.get("text-anchor") == "middle"][:-1]
    assert all(width.isdecimal() for width in widths)
    assert len(widths) <= 9


def test_names_are_text_whatever_they_are() -> None:
    words = texts(drawn(Panel("<b>", [Curve(0, "A & <script>", [(0, 1.0, 1.0)])])))
    assert {"<b>", "A & <script>"} <= set(words)
    ElementTree.fromstring(drawing.plot([Panel("\x00", [])], title="\ud800"))


def test_many_names_go_on_in_another_line() -> None:
    curves = [Curve(number, "A name of some length", [(0, 1.0, 1.0)]) for number in range(4)]
    picture = drawn(Panel("ahead", curves), columns=1)
    places = {(e.get("x"), e.get("y")) for e in picture.iter(f"{SVG}text") if e.text == "A name of some length"}
    assert len(places) == 4
    assert len({y for _, y in places}) > 1
    assert all(float(x or 0) < float(picture.get("width", "")) for x, _ in places)


def test_no_panel_at_all() -> None:
    assert texts(drawn()) == []


def test_equal_numbers_give_equal_text() -> None:
    assert drawing.plot([Panel("a", [ANN])], title="t") == drawing.plot([Panel("a", [ANN])], title="t")


def test_only_presentation_attributes() -> None:
    text = drawing.plot([Panel("ahead", [ANN, BEN])], title="t")
    assert "style=" not in text
    assert "<style" not in text
    assert "<script" not in text


def luminance(colour: str) -> float:
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("colour", [*plots.COLOURS, plots.QUIET, vectors.INK, vectors.RED])
def test_words_and_curves_stand_out_from_the_ground(colour: str) -> None:
    assert (luminance(plots.GROUND) + 0.05) / (luminance(colour) + 0.05) >= 4.5


def test_curves_differ_in_more_than_colour() -> None:
    curves = [Curve(number, str(number), [(0, 1.0, 1.0), (1, 2.0, 2.0)]) for number in range(4)]
    picture = drawn(Panel("ahead", curves))
    strokes = [e for e in picture.iter(f"{SVG}path") if e.get("stroke") in plots.COLOURS]
    assert len({e.get("stroke-dasharray") for e in strokes}) == 4
    shapes = [e.get("points", "circle").count(",") for e in picture.iter() if e.get("fill") in plots.COLOURS]
    assert set(shapes) == {0, 3, 4}
