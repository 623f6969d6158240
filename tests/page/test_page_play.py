"""Whole matches in the browser: by keyboard, by mouse, by dragging, by touch; what is said is what happened."""

from __future__ import annotations

import pytest
from support.visitor import PLAYABLE, Visitor, by_mouse

pytestmark = pytest.mark.slow

STEPS = 400


def by_keyboard(one: Visitor) -> None:
    """One thing done by keys alone."""
    page, must = one.page, one.must
    if must == "next":
        tab_to(one, "#act-next")
        page.keyboard.press("Enter")
    elif must in ("draw", "pass"):
        tab_to(one, f"#act-{must}")
        page.keyboard.press(must[0])
    else:
        tab_to(one, "#hand-tiles button")
        page.keyboard.press("Home")
        for _ in range(page.locator("#hand-tiles button").count()):
            if page.locator(f"{PLAYABLE}:focus").count():
                break
            page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        if page.locator("#choices:visible").count():
            assert page.locator("#choices-list button:focus").count(), "the focus goes to the choices"
            page.keyboard.press("Enter")


def tab_to(one: Visitor, selector: str) -> None:
    for _ in range(60):
        if one.page.locator(f"{selector}:focus").count():
            return
        one.page.keyboard.press("Tab")
    raise AssertionError(f"Tab never comes to {selector}")


def by_dragging(one: Visitor) -> None:
    """One thing done; a tile is dragged to its first ghost."""
    if one.must == "play":
        drag(one)
    else:
        by_mouse(one)


def drag(one: Visitor, *, drop: bool = True) -> None:
    page = one.page
    tile = page.locator(f"{PLAYABLE} >> nth=0")
    tile.scroll_into_view_if_needed()
    box = tile.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] - 20, steps=2)
    ghost = page.locator("#table [id^=ghost-].shown >> nth=0").bounding_box()
    page.mouse.move(ghost["x"] + ghost["width"] / 2, ghost["y"] + ghost["height"] / 2, steps=3)
    if drop:
        page.mouse.up()


@pytest.mark.parametrize(
    ("how", "game", "players"),
    [
        (by_keyboard, "draw", "2"),
        (by_mouse, "all-fives", "3"),
        (by_mouse, "partnership", "4"),
        (by_dragging, "table", "2"),
    ],
)
def test_a_whole_match(visit, how, game, players):
    one = visit()
    one.begin(game=game, players=players, target="30", name="Ann")
    assert one.seen("empty-say")
    assert one.seen("empty-alert")
    for _ in range(STEPS):
        if one.must == "over":
            break
        before = one.version
        if one.must == "wait":
            one.settle(before)
            continue
        how(one)
        one.settle(before)
        if how is by_keyboard:
            assert one.focus not in ("BODY", "HTML")
    assert one.must == "over"
    one.quiet()
    events = one.seen("events")
    assert one.seen("said") == [event["text"] for event in events]
    assert one.seen("alerts") == []
    logged = [event for event in events if event["log"]]
    lines = one.page.locator("#log-lines li").all_text_contents()
    assert lines[-len(logged) :] == [event["text"] for event in logged][-len(lines) :]
    one.page.reload()
    assert one.page.locator("#log-lines li").all_text_contents()[-len(lines) :] == lines
    assert one.page.locator("#result .winner").count() == 1
    if how is by_keyboard:
        assert one.seen("fallen") == 0


def test_one_drop_is_one_action_and_a_drop_elsewhere_is_none(visit):
    one = visit()
    one.begin(game="table")
    while one.must != "play":
        before = one.version
        by_mouse(one)
        one.settle(before)
    start = len(one.posts)
    for ending in ("escape", "elsewhere"):
        drag(one, drop=False)
        if ending == "escape":
            one.page.keyboard.press("Escape")
        else:
            one.page.mouse.move(5, 5, steps=3)
        one.page.mouse.up()
        one.page.wait_for_timeout(200)
        assert len(one.posts) == start
        assert one.page.locator(".dragged").count() == 0
        assert one.page.locator("#table [id^=ghost-].shown").count() == 0
    assert one.seen("said")[-1] == "The tile is back in your hand."
    before = one.version
    drag(one)
    one.settle(before)
    assert len(one.posts) == start + 1


def test_a_finger_lifts_a_tile_and_drops_it(visit):
    one = visit(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    one.begin(game="table")
    while one.must != "play":
        before = one.version
        by_mouse(one)
        one.settle(before)
    tile = one.page.locator(f"{PLAYABLE} >> nth=0")
    tile.scroll_into_view_if_needed()
    box = tile.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    finger = one.context.new_cdp_session(one.page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    start, before = len(one.posts), one.version
    touch("touchStart", (x, y))
    touch("touchMove", (x, y - 10))
    touch("touchMove", (x, y - 30))
    ghost = one.page.locator("#table [id^=ghost-].shown >> nth=0").bounding_box()
    touch("touchMove", (ghost["x"] + ghost["width"] / 2, ghost["y"] + ghost["height"] / 2))
    touch("touchEnd")
    one.settle(before)
    assert len(one.posts) == start + 1


def test_a_double_click_is_one_action(visit):
    one = visit()
    one.begin(game="block", players="2")
    if one.must == "wait":
        one.settle(one.version)
    start, before = len(one.posts), one.version
    one.page.evaluate(f"""() => {{
      const tile = document.querySelector({PLAYABLE!r});
      tile.click(); tile.click();
      const choice = document.querySelector("#choices-list button"); choice?.click(); choice?.click();
    }}""")
    one.settle(before)
    assert len([post for post in one.posts[start:] if post.endswith("/play")]) == 1
    assert one.seen("alerts") == []


def test_without_a_script(visit):
    one = visit(java_script_enabled=False)
    page = one.page
    page.goto(one.address)
    page.select_option("[name=game]", "block")
    page.select_option("[name=pace]", "0")
    with page.expect_navigation():
        page.click("#start button")
    for _ in range(3):
        if page.locator("#act-next").count() or not page.locator(PLAYABLE).count():
            break
        lines = page.locator("#log-lines li").count()
        with page.expect_navigation():
            page.click(f"{PLAYABLE} >> nth=0")
        if page.locator("#said").count():
            with page.expect_navigation():
                page.click(".messages button >> nth=0")
        assert page.locator("#log-lines li").count() > lines
