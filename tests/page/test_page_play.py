"""Whole matches in the browser: by keyboard, by mouse, by dragging, by touch; what is said is what happened."""

from __future__ import annotations

from itertools import pairwise

import pytest
from support.visitor import (
    PLAYABLE,
    Visitor,
    by_dragging,
    by_keyboard,
    by_mouse,
    by_touch,
    drag,
    tab_to,
    touch,
    until,
)

from dominoes.rules import PRESETS

pytestmark = pytest.mark.slow

STEPS = 400
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def play(one: Visitor, how) -> None:
    """To the end."""
    for _ in range(STEPS):
        if one.must == "over":
            return
        before = one.version
        if one.must != "wait":
            how(one)
        one.settle(before)
        if how is by_keyboard:
            assert one.focus not in ("BODY", "HTML")
            assert one.must not in ("next", "over") or one.focus == "result-title"
    raise AssertionError("the match never ended")


def all_was_said(one: Visitor) -> None:
    """What was heard is what happened, each once, in order, apart from each other; and the log has it."""
    one.quiet()
    events = one.seen("events")
    assert one.told == [event["text"] for event in events]
    assert one.seen("alerts") == []
    assert one.kept
    assert max(len(event["text"]) for event in events) <= 150
    assert not [event for event in events if event["sound"] and not event["text"]]
    times = one.seen("times")
    assert min(b - a for a, b in pairwise(times)) >= 145, "screen readers merge what comes together"
    logged = [event for event in events if event["log"]]
    lines = one.page.locator("#log-lines li").all_text_contents()
    assert lines[-len(logged) :] == [event["text"] for event in logged][-len(lines) :]
    one.page.reload()
    assert one.page.locator("#log-lines li").all_text_contents()[-len(lines) :] == lines


@pytest.mark.parametrize("game", PRESETS)
@pytest.mark.parametrize("how", [by_keyboard, by_mouse, by_dragging, by_touch])
def test_a_whole_match(visit, how, game):
    """Short ones: who wins the first round that counts wins the match."""
    one = visit(**(PHONE if how is by_touch else {}))
    one.begin(game=game, target="1", name="Ann")
    assert one.seen("empty-say")
    assert one.seen("empty-alert")
    play(one, how)
    if how is by_keyboard:
        assert one.seen("fallen") == 0
    all_was_said(one)
    assert one.page.locator("#result .winner").count() == 1
    assert one.page.locator("#picture [id^=tile-]").count() > 0, "the final table stays"


def test_by_keys_alone_from_the_form_to_the_end(visit):
    """Every field of the form in its turn by Tab, filled by arrows, letters and the space bar; Enter begins."""
    one = visit()
    page = one.page
    page.goto(one.address)

    def field(name: str) -> None:
        tab_to(one, f"#start {name}")

    def chosen(name: str) -> str:
        field(f"[name={name}]")
        return page.input_value(f"#start [name={name}]")

    def down_to(name: str, value: str) -> None:
        for _ in range(40):
            if chosen(name) == value:
                return
            page.keyboard.press("ArrowDown")
        raise AssertionError(f"no arrow leads to {value}")

    field("[name=game]")
    page.keyboard.type("Block")
    assert chosen("game") == "block"
    down_to("players", "3")
    down_to("opponent1", "snow-white/1")
    down_to("opponent2", "random")
    for name, text in (("name", "Ann"), ("target", "1")):
        field(f"[name={name}]")
        page.keyboard.type(text)
    tab_to(one, "#more > summary")
    page.keyboard.press("Enter")
    down_to("table", "48x30")
    for _ in range(4):
        if chosen("pace") != "0":
            page.keyboard.press("ArrowUp")
    down_to("language", "fr")
    field("[name=seed]")
    page.keyboard.type("by keys")
    field("#start-sound")
    page.keyboard.press("Space")
    field("button")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    page.wait_for_selector("#match[data-must]")
    assert page.get_attribute("html", "lang") == "fr"
    assert page.locator("#opponents .player").count() == 2
    assert page.text_content("#player strong") == "Ann"
    assert page.input_value("#pace") == "0"
    assert page.locator("#table.bounded").count() == 1
    assert not page.is_checked("#settings [name=sound]")
    play(one, by_keyboard)
    assert one.seen("fallen") == 0
    all_was_said(one)


def test_a_match_of_several_rounds(visit):
    one = visit()
    one.begin(game="block", players="3", target="60", name="Ann")
    play(one, by_keyboard)
    rounds = len([event for event in one.seen("events") if event["kind"] == "round-over"])
    assert rounds > 1
    assert one.seen("headed") == rounds, "each result is gone to once"
    assert one.seen("fallen") == 0
    all_was_said(one)


def test_one_drop_is_one_action_and_a_drop_elsewhere_is_none(visit):
    one = visit()
    one.begin(game="table")
    until(one, "play")
    one.quiet()
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


def test_a_dragged_tile_lies_as_its_place_does(visit):
    """In mid air it is as large as the ghost that would take it, and turned like it."""
    one = visit()
    one.begin(game="table")
    until(one, "play")
    drag(one, drop=False)
    ghost = one.page.locator("#table [id^=ghost-].aimed > rect").bounding_box()
    tile = one.page.locator(".dragged > g > rect").bounding_box()
    edge = 8  # boxes of pictures count their outlines, and that of a ghost is thicker
    assert abs(tile["width"] - ghost["width"]) < edge
    assert abs(tile["height"] - ghost["height"]) < edge
    one.page.keyboard.press("Escape")
    one.page.mouse.up()


def test_what_is_pressed_counts_where_it_is_released(visit):
    """Slid off before it is released, a button does nothing."""
    one = visit()
    one.begin(game="block", players="2")
    until(one, "play")
    posts = len(one.posts)
    for selector in ("#act-undo", "#act-hint", PLAYABLE):
        one.page.hover(f"{selector} >> nth=0")
        one.page.mouse.down()
        assert len(one.posts) == posts
        one.page.mouse.move(5, 400, steps=3)
        one.page.mouse.up()
        one.page.wait_for_timeout(150)
        assert len(one.posts) == posts


def test_a_finger_lifts_a_tile_and_drops_it(visit):
    one = visit(**PHONE)
    one.begin(game="table")
    until(one, "play")
    tile = one.page.locator(f"{PLAYABLE} >> nth=0")
    tile.scroll_into_view_if_needed()
    box = tile.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    start, before = len(one.posts), one.version
    first = tile.evaluate("tile => JSON.parse(tile.dataset.choices)[0].ghost")
    touch(one, [(x, y), (x, y - 10), (x, y - 30), lambda: one.middle(f"#{first}")])
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
    page.click("#more > summary")
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
                page.click(".answer form button >> nth=0")
        assert page.locator("#log-lines li").count() > lines
