"""How the page treats people: it asks before it goes, waits where it is told to, leaves the browser its keys."""

from __future__ import annotations

import json

import pytest
from support.visitor import Visitor, by_mouse, until

from dominoes import speaking
from dominoes.speaking.page import MESSAGES

pytestmark = pytest.mark.slow

RESERVED = """() => {
  const tile = document.querySelector("#hand-tiles button[tabindex='0']");
  const named = ["Tab", "Enter", "Escape", "Delete", "Insert"];
  const letters = [..."abcdefghijklmnopqrstuvwxyz0123456789", ..."+-=[]/'", ...named];
  const moves = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "PageUp", "PageDown"];
  const functions = Array.from({length: 12}, (_, at) => `F${at + 1}`);
  const taken = [];
  const press = (key, held) => {
    const code = /^[a-z]$/.test(key) ? `Key${key.toUpperCase()}` : key;
    const event = new KeyboardEvent("keydown", {key, code, bubbles: true, cancelable: true, ...held});
    tile.dispatchEvent(event);
    if (event.defaultPrevented) taken.push([key, JSON.stringify(held)]);
  };
  const modifiers = [{ctrlKey: true}, {altKey: true}, {metaKey: true}, {ctrlKey: true, shiftKey: true},
    {ctrlKey: true, altKey: true}, {altKey: true, shiftKey: true}];
  for (const key of [...letters, ...moves, ...functions]) for (const held of modifiers) press(key, held);
  for (const key of [...functions, ..."0123456789/'", " ", "Tab", "Backspace", "PageUp", "PageDown"]) press(key, {});
  for (const key of moves) press(key, {shiftKey: true});
  return taken;
}"""

SEEN_AGAIN = """() => {
  for (const hidden of [true, false]) {
    Object.defineProperty(document, "hidden", {configurable: true, get: () => hidden});
    document.dispatchEvent(new Event("visibilitychange"));
  }
}"""
"""What a browser tells a page that was in the background."""

SOUNDLESS = """
window.played = [];
HTMLMediaElement.prototype.play = function () {
  played.push([this.src.split("/").pop(), Math.round(this.volume * 100)]);
  return Promise.reject(new Error("no sound here"));
};
"""


def test_keys_that_browsers_reserve_are_left_to_them(visit):
    """No combination with Control, Alt or Meta does anything here, nor do function keys, digits and quick search."""
    one = visit()
    one.begin(game="draw", players="2")
    until(one, "play")
    one.quiet()
    said, posts, version = len(one.seen("said")), len(one.posts), one.version
    assert one.page.evaluate(RESERVED) == []
    one.page.wait_for_timeout(500)
    assert (len(one.seen("said")), len(one.posts), one.version) == (said, posts, version)
    assert one.seen("alerts") == []
    assert one.page.locator("dialog[open]").count() == 0


def test_leaving_a_match_asks_first(visit):
    one = visit()
    one.begin(game="draw", players="2")
    until(one, "play")
    page, posts, address = one.page, len(one.posts), one.page.url
    for summary, button, asked in (
        ("#leaving summary", "#leave", "Leave this match? It is kept: its link opens it again."),
        ("#another summary", "#again", "This match is kept"),
    ):
        assert not page.is_visible(button)
        page.click(summary)
        page.wait_for_timeout(150)
        assert (page.url, len(one.posts)) == (address, posts), "that only asks"
        assert asked in page.text_content(summary.split()[0])
        assert page.is_visible(button)
    with page.expect_navigation():
        page.click("#leave")
    assert page.url == one.address
    assert page.locator("#running a").evaluate_all("all => all.map((link) => link.href)") == [address]
    page.click("#running a")
    page.wait_for_selector("#match[data-must=play]")
    page.click("#another summary")
    with page.expect_navigation():
        page.click("#again")
    page.wait_for_selector("#match[data-must]")
    assert page.url != address


def test_the_others_hear_who_leaves(visit):
    """They are told who plays on; whoever leaves was told that it is for good."""
    one = visit()
    one.begin(game="table", name="Ann")
    page = one.page
    other = visit(locale="fr")
    other.page.goto(one.invite())
    other.page.fill("[name=name]", "Bob")
    other.page.select_option("[name=language]", "fr")
    other.page.click("form button")
    other.page.wait_for_selector("#match[data-must]")
    page.wait_for_function("() => seen.said.includes('Bob takes a seat.')")
    page.click("#leaving summary")
    assert "a virtual player takes your seat for good" in page.text_content("#leaving")
    with page.expect_navigation():
        page.click("#leave")
    assert not page.is_visible("#running")
    gone = speaking.page.PageWords(speaking.voice("fr")).left("Ann", "Bouratino")
    other.page.wait_for_function("gone => seen.said.includes(gone)", arg=gone)
    assert gone in other.page.text_content("#log-lines")
    assert other.page.text_content("#opponents strong") == "Bouratino"
    left = [event for event in other.seen("events") if event["kind"] == "left"]
    assert [event["text"] for event in left] == [gone]


def test_a_seat_given_up_is_told_once_in_its_other_windows(visit):
    """One sentence, no word of a lost connection, and nothing more is asked for."""
    one = visit()
    one.begin(game="table", name="Ann")
    page = one.page
    other = visit()
    other.page.goto(one.invite())
    other.page.click("form button")
    other.page.wait_for_selector("#match[data-must]")
    page.wait_for_selector("#leaving form[data-gone]", state="attached")
    window = Visitor(one.context, one.address)
    window.page.goto(page.url)
    window.page.wait_for_selector("#match[data-greeted]")
    window.quiet()
    asked: list[str] = []
    window.page.on("request", lambda request: asked.append(request.url))
    count = len(window.seen("said"))
    page.click("#leaving summary")
    with page.expect_navigation():
        page.click("#leave")
    window.page.wait_for_function("() => seen.alerts.length > 0")
    asked.clear()
    window.page.evaluate(SEEN_AGAIN)
    window.page.wait_for_timeout(6000)
    assert window.seen("alerts") == [MESSAGES["ended"].text]
    assert window.seen("said")[count:] == []
    assert asked == []
    assert window.faults == []


def test_there_is_no_clock_and_who_waits_is_waited_for(visit):
    """With the pace "wait for me" nothing goes on until it is told to, by button or key."""
    one = visit()
    one.begin(game="block", players="4", pace="wait")
    page, went = one.page, 0
    assert page.locator("[role=timer], time, progress, meter").count() == 0
    for _ in range(16):
        if one.must in ("next", "over"):
            break
        before = one.version
        if one.must == "go":
            page.wait_for_timeout(600)
            assert one.version == before, "nobody acts before"
            if went % 2:
                page.click("#act-go")
            else:
                page.focus("#act-go")
                page.keyboard.press("Enter")
            went += 1
        elif one.must != "wait":
            by_mouse(one)
        one.settle(before)
        if went == 4:
            break
    assert went == 4
    page.select_option("#pace", "0")
    before = one.version
    one.settle(before - 1)
    page.reload()
    assert page.input_value("#pace") == "0", "and the pace can be changed within the match"


def test_everything_is_told_by_buttons_too(visit):
    one = visit()
    one.begin(game="draw", players="2")
    until(one, "play")
    one.quiet()
    keys = {"turn": "t", "ends": "e", "hand": "h", "chain": "c", "boneyard": "b", "counts": "n", "scores": "s"}
    keys |= {"last": "l", "again": "r"}
    one.page.click("#asking summary")
    asked = one.page.locator("[data-tell]").evaluate_all("all => all.map((one) => one.dataset.tell)")
    assert set(asked) == set(keys)
    for what, key in keys.items():
        told = []
        for ask, value in ((one.page.click, f"[data-tell={what}]"), (one.page.keyboard.press, key)):
            count = len(one.seen("said"))
            ask(value)
            one.page.wait_for_function("count => seen.said.length > count", arg=count)
            one.page.wait_for_timeout(1000)  # in portions
            told.append(one.seen("said")[count:])
        assert told[0] == told[1] != []


@pytest.mark.parametrize("on", [True, False])
def test_sounds_that_fail_are_missed_by_nobody(visit, on):
    """Volume and switch hold from the first sound on, and a browser that cannot sound plays on."""
    one = visit()
    one.page.add_init_script(SOUNDLESS)
    kept = json.dumps({"volume": 20, "sound": on})
    one.page.add_init_script(f"localStorage.setItem('dominoes', JSON.stringify({kept}))")
    one.page.route("**/sounds/*", lambda route: route.abort())
    one.begin(game="draw", players="2")
    one.page.mouse.click(3, 3)
    for _ in range(5):
        before = one.version
        by_mouse(one)
        one.settle(before)
    one.quiet()
    heard = one.page.evaluate("played")
    assert bool(heard) is on
    assert {volume for _, volume in heard} <= {20}
    sounds = {f"{event['sound']}.wav" for event in one.seen("events") if event["sound"]}
    assert {name for name, _ in heard} <= sounds
    one.faults = [fault for fault in one.faults if "ERR_FAILED" not in fault]
