"""What eyes need and axe-core does not see: pixels of pips, edges and rings, zoom, large text, a focus in the open."""

from __future__ import annotations

import pytest
from support.visitor import PLAYABLE, Visitor, by_mouse, contrast, until, until_several

from dominoes import Rules

pytestmark = pytest.mark.slow

ZOOMED = {"viewport": {"width": 320, "height": 256}, "device_scale_factor": 4}
"""A window of 1280 x 1024 at 400 % zoom, in the pixels that a page counts in."""

THEMES = [("light", "dark"), ("dark", "light"), ("contrast", "light"), ("system", "dark")]
"""What is chosen here, and what the system has."""

IN_THE_OPEN = """() => {
  const one = document.activeElement;
  if (one === document.body) return null;
  const box = one.getBoundingClientRect();
  const west = Math.max(box.left, 0), east = Math.min(box.right, innerWidth);
  const north = Math.max(box.top, 0), south = Math.min(box.bottom, innerHeight);
  if (west >= east || north >= south) return `${one.id || one.outerHTML} is out of sight`;
  const over = document.elementFromPoint((west + east) / 2, (north + south) / 2);
  if (over && (one.contains(over) || over.contains(one))) return null;
  return `${one.id || one.outerHTML} is covered by ${over?.outerHTML}`;
}"""

CLIPPED = """() => [...document.querySelectorAll("button, summary, a, h1, h2, h3, label, p, li, dd, th, td, kbd, code")]
  .filter((one) => one.checkVisibility() && !one.closest(".heard, .skips"))
  .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== "inline")
  .map((one) => [one.tagName, one.id, one.textContent.slice(0, 60), one.scrollWidth, one.clientWidth])"""


def most(ground, colours) -> float:
    """The greatest contrast of any of these colours with the ground."""
    return max(contrast(ground, one) for one in colours)


def tile_stands_out(one: Visitor, tile: str) -> None:
    """Pips on the tile, and its edge on whatever is around it."""
    x, y, width, height = one.box(f"{tile}:has(circle) rect")
    inside = one.pixels(x + 3, y + 3, width - 6, height - 6)
    x, y, width, height = one.box(f"{tile} circle")
    pip = one.pixels(x + width / 2, y + height / 2)[0]
    assert most(pip, inside) >= 3
    x, y, width, height = one.box(f"{tile}:has(circle) rect")
    outside, *edge = one.pixels(x + width / 4, y - 5, 1, 12)
    assert most(outside, edge) >= 3


@pytest.mark.parametrize(("theme", "scheme"), THEMES)
def test_pips_edges_and_rings_stand_out(visit, theme, scheme):
    """3:1 at least, as the pixels are shown."""
    one = visit(color_scheme=scheme)
    one.page.add_init_script(f"localStorage.setItem('dominoes', JSON.stringify({{theme: '{theme}'}}))")
    one.begin(game="table")
    page = one.page
    ground = one.pixels(2, 2)[0]
    assert (contrast(ground, (255, 255, 255)) > 10) is (theme != "light"), "the theme is the one that was chosen"
    until_several(one)
    tile_stands_out(one, "#hand-tiles button svg > g")
    tile_stands_out(one, "#picture [id^=tile-]")
    for selector in ("#hand-tiles button[aria-disabled=true]", PLAYABLE, "#act-hint", "#open-settings"):
        if not page.locator(selector).count():
            continue
        page.mouse.click(3, 3)
        x, y, width, height = one.box(selector)
        before = one.pixels(x - 7, y + height / 2, 7)
        page.keyboard.press("Tab")  # a focus that comes by keys is shown
        page.focus(selector)
        after = one.pixels(x - 7, y + height / 2, 7)
        assert max(contrast(a, b) for a, b in zip(before, after, strict=True)) >= 3, selector
    x, y, width, height = one.box(PLAYABLE)
    ground, *mark = one.pixels(x + width / 2, y + height + 14, 1, 2) + one.pixels(x + width / 2, y + height + 4, 1, 8)
    assert most(ground, mark) >= 3, "the mark below a tile that can be played"
    page.click("#hand-tiles button[aria-pressed] >> nth=0")
    x, y, width, height = one.box("#table [id^=ghost-].shown")
    felt, *ghost = one.pixels(x - 4, y + height / 4, 12)
    assert most(felt, ghost) >= 1.5
    page.focus("#choices-list button >> nth=0")
    aimed = one.page.locator("#table .aimed").first.bounding_box()
    colours = one.pixels(aimed["x"], aimed["y"], aimed["width"], aimed["height"])
    assert most(felt, colours) >= 3


def test_what_can_be_played_is_known_by_shape_and_name(visit):
    one = visit()
    one.begin(game="table")
    until_several(one)
    page = one.page
    for tile in page.locator("#hand-tiles button").all():
        free = tile.get_attribute("aria-disabled") != "true"
        lifted = tile.evaluate("tile => new DOMMatrix(getComputedStyle(tile).transform).f < 0")
        marked = tile.evaluate("tile => getComputedStyle(tile, '::after').content !== 'none'")
        assert lifted == marked == free
        assert ("fits: " in tile.get_attribute("aria-label")) is free
    tile = page.locator("#hand-tiles button[aria-pressed] >> nth=0")
    tile.click()
    assert tile.get_attribute("aria-pressed") == "true"
    assert tile.evaluate("tile => getComputedStyle(tile).outlineStyle") == "double"


@pytest.mark.parametrize("options", [{}, {"viewport": {"width": 740, "height": 360}}, ZOOMED])
def test_nothing_covers_the_focus(visit, options):
    """Through the whole page by Tab and back again, whatever stands where a question is asked."""
    one = visit(**options)
    one.begin(game="table")
    until_several(one)
    page = one.page
    page.click("#hand-tiles button[aria-pressed] >> nth=0")
    for summary in page.locator("summary").all():
        summary.click()
    for key in ("Tab", "Shift+Tab"):
        for _ in range(45):
            page.keyboard.press(key)
            assert page.evaluate(IN_THE_OPEN) is None
    for dialog in ("settings", "keys"):
        page.click(f"#open-{dialog}")
        for _ in range(12):
            page.keyboard.press("Tab")
            assert page.evaluate(IN_THE_OPEN) is None
        page.keyboard.press("Escape")


UNDER_THE_BAR = """() => {
  const one = document.activeElement;
  const box = one.getBoundingClientRect();
  return [...document.querySelectorAll("#actions, #choices")].filter((bar) => {
    const { top, bottom } = bar.getBoundingClientRect();
    const seen = bar.checkVisibility({ visibilityProperty: true }) && !bar.contains(one);
    return seen && getComputedStyle(bar).position === "sticky" && box.bottom > top + 1 && box.top < bottom - 1;
  }).map((bar) => `${one.id} is under ${bar.id}`);
}"""


def test_the_bar_at_the_foot_covers_no_focus(visit):
    """Where the hand is below the window's foot: a focus that comes by Tab or by the script; with a question too."""
    one = visit(viewport={"width": 320, "height": 360}, reduced_motion="reduce")
    one.begin(game="draw", players="2")
    until_several(one)
    one.quiet()  # what is said may take a line more, and move what is below it
    page = one.page
    tiles, bars = page.locator("#hand-tiles button"), []
    for bar in ("#actions", "#choices"):
        if bar == "#choices":
            page.click("#hand-tiles button[aria-pressed] >> nth=0")
        page.evaluate("scrollTo(0, 0)")
        bars.append(page.locator(bar).evaluate("bar => bar.getBoundingClientRect().top"))
        assert tiles.first.evaluate("tile => tile.getBoundingClientRect().bottom") > bars[-1], "it is under the bar"
        for at in range(tiles.count()):
            page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
            tiles.nth(at).evaluate("tile => tile.focus()")
            assert page.evaluate(UNDER_THE_BAR) == []
        page.evaluate("document.getElementById('open-settings').focus(); scrollTo(0, 0)")
        page.keyboard.press("Tab")
        assert tiles.locator("xpath=self::*[@tabindex='0']").evaluate("tile => tile === document.activeElement")
        assert page.evaluate(UNDER_THE_BAR) == []
    assert bars[1] < bars[0] - 30, "the question is higher than the buttons"


def test_what_is_never_drawn_lies_face_down_and_marked(visit):
    """In the boneyard of the table game, beside what can be drawn; drawing takes only of the latter."""
    reserved = Rules.preset("table").boneyard_floor
    one = visit()
    one.begin(game="table")
    until(one, "draw")
    page, counts = one.page, []
    while one.must == "draw":
        kept, back = (page.locator(f"#boneyard .{name}").count() for name in ("kept", "back"))
        assert page.locator("#boneyard i").count() == kept + back
        others = "all => all.reduce((sum, one) => sum + one.childElementCount, 0)"
        held = page.locator("#opponents .pieces").evaluate_all(others) + page.locator("#hand-tiles button").count()
        assert kept + back == 28 - held - page.locator("#picture [id^=tile-]").count()
        assert kept == reserved > 0
        counts.append(back)
        before, posts = one.version, len(one.posts)
        page.click("#boneyard .kept >> nth=0")
        page.wait_for_timeout(100)
        assert (one.version, len(one.posts)) == (before, posts), "a reserved tile is not to be had"
        by_mouse(one)
        one.settle(before)
    assert counts == list(range(counts[0], counts[0] - len(counts), -1))
    assert page.locator("#boneyard").count() == 0


def test_reserved_tiles_look_different_without_colour(visit):
    one = visit()
    one.begin(game="table")
    until(one, "draw")
    style = "one => [getComputedStyle(one).outlineStyle, getComputedStyle(one).opacity, one.innerHTML]"
    kept = one.page.locator("#boneyard .kept").evaluate_all(f"all => all.map({style})")
    back = one.page.locator("#boneyard .back").evaluate_all(f"all => all.map({style})")
    assert len({tuple(one) for one in kept}) == len({tuple(one) for one in back}) == 1
    assert kept[0][0] != back[0][0], "another outline"
    assert kept[0][2] == back[0][2] == "", "face down"


def test_a_match_at_400_percent(visit):
    """Everything is there, in one column, and can be used."""
    one = visit(**ZOOMED)
    page = one.page
    page.goto(one.address)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    one.begin(game="table", target="1")
    until_several(one)
    page.click("#hand-tiles button[aria-pressed] >> nth=0")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert page.evaluate(CLIPPED) == []
    page.keyboard.press("Escape")
    for selector in ("#table svg", "#hand-tiles", "#actions", "#player", "#log", "#about"):
        _, _, width, _ = one.box(selector)
        assert width >= 280, f"{selector} has the whole width"
    assert one.axe() == []
    for _ in range(60):
        if one.must == "over":
            break
        before = one.version
        by_mouse(one)
        one.settle(before)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    for path in ("result", "luck"):
        page.goto(
            f"{one.address}{page.url.removeprefix(one.address).split('/')[0]}/{page.url.split('/m/')[1].split('/')[0]}/{path}"
        )
        assert page.evaluate("document.documentElement.scrollWidth") <= 320


@pytest.mark.parametrize("language", ["en", "fr", "ru", "pt-BR"])
@pytest.mark.parametrize("width", [320, 1280])
def test_text_twice_as_large_is_not_clipped(visit, language, width):
    one = visit(viewport={"width": width, "height": 700}, locale=language)
    one.page.goto(one.address)
    one.page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert one.page.evaluate(CLIPPED) == []
    one.begin(game="all-fives", players="4", language=language)
    until(one, "play")
    one.page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert one.page.evaluate("document.documentElement.scrollWidth") <= width
    assert one.page.evaluate(CLIPPED) == []
    for dialog in ("settings", "keys"):
        one.page.click(f"#open-{dialog}")
        assert one.page.evaluate(CLIPPED) == []
        one.page.keyboard.press("Escape")


def test_numerals_on_the_tiles(visit):
    """Switched on and off, in the hand and on the table; remembered; the same numbers as the pips."""
    one = visit()
    one.begin(game="draw", players="2")
    until(one, "play")
    by_mouse(one)
    page = one.page
    numerals = "tile => [...tile.querySelectorAll('text.numeral')].map((one) => Number(one.textContent))"

    def shown() -> None:
        page.wait_for_selector("#hand-tiles text.numeral")
        for tile in page.locator("#hand-tiles button").all():
            high, low = map(int, tile.get_attribute("value").split("-"))
            assert tile.evaluate(numerals) == [high, low]
        for tile in page.locator("#picture [id^=tile-]").all():
            assert sorted(tile.evaluate(numerals)) == sorted(map(int, tile.get_attribute("id").split("-")[1:]))
        assert page.locator(":is(#hand-tiles, #picture [id^=tile-]) circle[r='1.9']:visible").count() == 0

    assert page.locator("text.numeral").count() == 0
    page.click("#open-settings")
    page.check("[name=numerals]")
    page.keyboard.press("Escape")
    shown()
    x, y, width, height = one.box("#hand-tiles svg > g > rect")
    inside = one.pixels(x + 4, y + 4, width - 8, height / 2 - 8)
    assert max(most(colour, inside) for colour in set(inside)) >= 4.5
    for _ in range(3):
        before = one.version
        if one.must in ("over", "next"):
            break
        by_mouse(one)
        one.settle(before)
        shown()
    page.reload()
    shown()
    page.click("#open-settings")
    page.uncheck("[name=numerals]")
    page.keyboard.press("Escape")
    assert page.locator("text.numeral").count() == 0
    assert page.locator("#hand-tiles circle:visible").count() > 0


def test_the_table_is_shown_where_tiles_lie(visit):
    """Cut to them where the whole would be small, and all that lies there and may be laid is in sight."""
    for options in ({}, {"viewport": {"width": 390, "height": 844}}, {"viewport": {"width": 740, "height": 360}}):
        one = visit(**options)
        one.begin(game="table")
        for _ in range(7):
            if one.must in ("next", "over"):
                break
            before = one.version
            by_mouse(one)
            one.settle(before)
            shown = one.page.get_attribute("#picture svg", "viewBox").split()
            west, north, width, height = map(float, shown)
            lying = one.page.evaluate(
                "[...document.querySelectorAll('#picture g > rect:first-child')].map((one) =>"
                " ['x', 'y', 'width', 'height'].map((name) => Number(one.getAttribute(name))))"
            )
            for x, y, wide, high in lying:
                assert west <= x
                assert north <= y
                assert x + wide <= west + width
                assert y + high <= north + height
        if not options:
            _, _, wide, high = one.box("#picture [id^=tile-] > rect")
            assert min(wide, high) >= 20, "the whole table, with its edge"
