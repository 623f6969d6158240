"""The table's picture in its room: what of it is shown, how large, and that it keeps still while a place is chosen."""

from __future__ import annotations

import pytest
from support.chains import grown
from support.visitor import Visitor, by_mouse, until_several

from dominoes import drawing

pytestmark = pytest.mark.slow

DESKTOP = {"viewport": {"width": 1366, "height": 768}}
PHONES = [
    {"viewport": {"width": width, "height": height}, "has_touch": True, "is_mobile": True}
    for width, height in ((390, 844), (844, 390))
]

BOXES = """selector => {
  const room = document.getElementById("picture").getBoundingClientRect();
  return [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect()).map((box) =>
    [Math.min(box.width, box.height), box.left >= room.left - 1 && box.right <= room.right + 1
      && box.top >= room.top - 1 && box.bottom <= room.bottom + 1]);
}"""

LONG = """(svg) => {
  document.getElementById("picture").innerHTML = svg;
  dispatchEvent(new Event("resize"));
}"""

TILES = "#picture [id^=tile-] > rect:first-child"
ARROWS = "#picture [id^=end-] > g > polygon"


def boxes(one: Visitor, selector: str) -> list[tuple[float, bool]]:
    """The smaller side of each such element, in pixels, and whether all of it is in the table's room."""
    one.page.wait_for_timeout(100)
    return [(side, seen) for side, seen in one.page.evaluate(BOXES, selector)]


def view(one: Visitor) -> str:
    return str(one.page.get_attribute("#picture svg", "viewBox"))


def act(one: Visitor) -> None:
    before = one.version
    by_mouse(one)
    one.settle(before)


@pytest.mark.parametrize("game", ["table", "draw", "all-fives"])
def test_on_a_large_screen_nothing_moves_when_a_tile_is_chosen_or_lifted(visit, game):
    one = visit(**DESKTOP, reduced_motion="reduce")
    one.begin(game=game, seed="t2")
    for _ in range(4):
        act(one)
    until_several(one)
    page = one.page
    page.wait_for_timeout(100)
    before = view(one)
    assert all(seen for _, seen in boxes(one, TILES))
    page.click("#hand-tiles button[aria-pressed] >> nth=0")
    assert all(seen for _, seen in boxes(one, "#table [id^=ghost-].shown"))
    assert view(one) == before
    page.keyboard.press("Escape")
    x, y, width, height = one.box("#hand-tiles button[aria-pressed]")
    page.mouse.move(x + width / 2, y + height / 2)
    page.mouse.down()
    page.mouse.move(x + width / 2, y - 30, steps=3)
    assert page.locator(".dragged").count() == 1
    assert view(one) == before
    page.keyboard.press("Escape")
    page.mouse.up()


@pytest.mark.parametrize("table", ["32x24", "64x36"])
def test_a_table_is_whole_with_its_rim_and_beside_it_is_the_page(visit, table):
    one = visit(**DESKTOP)
    one.begin(game="table", table=table)
    page = one.page
    assert view(one) == page.get_attribute("#picture svg", "data-whole")
    rim, felt = (page.locator(f"#picture svg > rect >> nth={index}").bounding_box() for index in (0, 1))
    west, north = felt["x"] - rim["x"], felt["y"] - rim["y"]
    east = rim["width"] - felt["width"] - west
    south = rim["height"] - felt["height"] - north
    assert max(west, north, east, south) - min(west, north, east, south) < 1
    room = page.locator("#picture").bounding_box()
    assert rim["x"] - room["x"] > 20, "the room is wider than this table"
    middle = room["y"] + room["height"] / 2
    assert one.pixels(room["x"] + 5, middle) == one.pixels(2, middle)
    assert page.get_attribute("#picture", "data-more") is None


@pytest.mark.parametrize("options", PHONES)
def test_where_a_table_is_cut_it_fades(visit, options):
    one = visit(**options)
    one.begin(game="table", table="64x36")
    assert view(one) != one.page.get_attribute("#picture svg", "data-whole")
    sides = one.page.get_attribute("#picture", "data-more").split()
    assert {"west", "east"} <= set(sides)


@pytest.mark.parametrize(
    ("options", "least"), [(DESKTOP, (40, 17, 13)), (PHONES[0], (14, 13, 13)), (PHONES[1], (20, 13, 13))]
)
def test_a_chain_is_as_large_as_it_fits_and_its_ends_can_be_found(visit, options, least):
    """Chains of 12, 45 and 150 tiles in the page's own room."""
    one = visit(**options)
    one.begin(game="draw")
    one.page.wait_for_timeout(200)
    for pips, count, side in zip((6, 9, 18), (12, 45, 150), least, strict=True):
        one.page.evaluate(LONG, drawing.svg(grown(pips, count)))
        tiles, arrows = boxes(one, TILES), boxes(one, ARROWS)
        assert tiles[0][0] >= side
        assert min(size for size, _ in arrows) >= 11
        assert any(seen for _, seen in arrows)
        if options is DESKTOP:
            assert all(seen for _, seen in (*tiles, *arrows))


def test_the_picture_keeps_to_its_room_when_that_changes(visit):
    one = visit(**PHONES[0])
    one.begin(game="table")
    until_several(one)
    one.page.evaluate("document.getElementById('say').style.minHeight = '12rem'")
    assert all(seen for _, seen in boxes(one, TILES))
