"""What somebody hears who cannot see: what a page begins with, whom one plays with, who waits, hints, and silence."""

from __future__ import annotations

import re

import pytest
from support.visitor import Visitor, by_mouse, until, until_several

from dominoes.speaking.page import MESSAGES, SENTENCES

pytestmark = pytest.mark.slow

HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", {configurable: true, get: () => hidden});
  document.dispatchEvent(new Event("visibilitychange"));
}"""

IMPATIENT = """
const patience = AbortSignal.timeout.bind(AbortSignal);
AbortSignal.timeout = (time) => { (window.waits ??= []).push(time); return patience(400); };
"""


def act(one: Visitor) -> None:
    before = one.version
    by_mouse(one)
    one.settle(before)


def pressed(one: Visitor, key: str) -> list[str]:
    """What is said when a key is pressed, wherever the focus is."""
    count = len(one.seen("said"))
    one.page.keyboard.press(key)
    one.page.wait_for_timeout(400)
    return list(one.seen("said")[count:])


def test_a_page_begins_with_how_things_stand(visit):
    """The deal, what happened, the own tiles, the turn: once, in short sentences, and so when it is loaded again."""
    one = visit()
    one.begin(game="draw", players="2", name="Ann")
    if one.must == "wait":
        one.settle(one.version)
    one.quiet()
    first = one.seen("said")
    assert one.greeted > 0
    assert first[0].startswith("Round 1")
    assert len([text for text in first if text.startswith("Your hand, 7 tiles:")]) == 1
    assert first[-1].startswith("Your turn.")
    assert len([text for text in first if text.startswith("Your turn.")]) == 1
    act(one)
    own = one.page.text_content("#log-lines")
    one.page.reload()
    one.page.wait_for_selector("#match[data-greeted]")
    one.quiet()
    again = one.seen("said")
    assert max(len(text) for text in [*first, *again]) <= 150
    assert any(text.startswith("You ") and text in own for text in again), "the own last action, and what followed"
    assert again[-1] == one.page.text_content("#turn p")
    one.page.wait_for_timeout(500)
    assert one.seen("said") == again


def test_everybody_is_told_who_the_partner_is(visit):
    one = visit()
    one.begin(game="partnership", name="Ann")
    if one.must == "wait":
        one.settle(one.version)
    one.quiet()
    page = one.page
    partner = page.text_content("#seat-2 strong")
    assert page.locator(".player.partner").count() == 1
    assert page.text_content("#seat-2 .mate") == "partner"
    assert page.is_visible("#seat-2 .mate")
    style = "(one) => getComputedStyle(one).borderLeftStyle"
    assert page.locator("#seat-2").evaluate(style) != page.locator("#seat-1").evaluate(style)
    assert page.text_content("#seat-2 .heard").startswith(f"{partner} (your partner):")
    assert one.seen("said").count(f"{partner} is your partner.") == 1
    assert "partner" not in page.text_content("#seat-1")
    for seat in (1, 2, 3):
        assert page.text_content(f"#seat-{seat} .score") == "team: 0 points"
    assert "team: 0 points" in page.text_content("#player .heard")


def test_pages_that_nobody_sees_hold_no_connection(visit):
    """A browser has six to one server: with eight pages open the eighth plays, and each catches up when it is seen."""
    one = visit()
    one.begin(game="draw", players="2")
    until(one, "play")
    one.page.evaluate(HIDE, True)
    for _ in range(6):
        page = one.context.new_page()
        page.goto(one.page.url)
        page.wait_for_selector("#match[data-must]")
        page.evaluate(HIDE, True)
    other = Visitor(one.context, one.address)
    other.page.goto(one.page.url)
    other.page.wait_for_selector("#match[data-must]")
    before = one.version
    act(other)
    assert other.version > before
    one.page.wait_for_timeout(300)
    assert one.version == before
    one.page.evaluate(HIDE, False)
    one.page.wait_for_function("shown => document.getElementById('match').dataset.version >= shown", arg=other.version)
    assert one.page.text_content("#ends") == other.page.text_content("#ends")
    assert one.seen("alerts") == []


def test_more_windows_than_a_browser_has_connections(visit):
    """Nine that are seen, all of one match: what is done in the ninth is shown in each, and announced once."""
    one = visit()
    one.begin(game="draw", players="2")
    until(one, "play")
    others = [Visitor(one.context, one.address) for _ in range(8)]
    for other in others:
        other.page.goto(one.page.url)
        other.page.wait_for_selector("#match[data-greeted]")
    for _ in range(2):
        act(others[-1])
    others[-1].quiet()
    shown = others[-1].version
    for other in [one, *others]:
        other.page.wait_for_function("shown => document.getElementById('match').dataset.version >= shown", arg=shown)
        assert other.page.text_content("#ends") == others[-1].page.text_content("#ends")
        ids = [event["id"] for event in other.seen("events")]
        assert len(set(ids)) == len(ids)
        assert other.seen("alerts") == []


def test_a_server_that_does_not_answer_is_told_of(visit):
    """After ten seconds, which are fewer here; and what is asked for meanwhile is not passed over in silence."""
    one = visit()
    one.page.add_init_script(IMPATIENT)
    one.begin(game="block", players="2")
    until(one, "play")
    one.quiet()
    page = one.page
    page.route("**/play", lambda route: None)
    count = len(one.seen("said"))
    by_mouse(one)
    page.keyboard.press("i")
    page.wait_for_timeout(200)
    assert one.seen("said")[count:] == [MESSAGES["busy"].text]
    page.wait_for_function("() => seen.alerts.length > 0")
    assert one.seen("alerts") == [MESSAGES["silent"].text]
    assert page.evaluate("waits") == [10_000]
    page.unroute("**/play")
    act(one)
    one.faults = [fault for fault in one.faults if "Abort" not in fault]


def test_keys_work_before_anything_has_the_focus(visit):
    one = visit()
    one.begin(game="draw", players="2")
    until(one, "play")
    one.quiet()
    one.page.reload()
    one.page.wait_for_selector("#match[data-greeted]")
    one.quiet()
    assert one.focus == "BODY"
    assert pressed(one, "e")[0].startswith("Ends: ")
    one.page.focus("#hand-tiles button[tabindex='0']")
    one.page.click("#picture", position={"x": 5, "y": 5})
    assert len(pressed(one, "t")) == 1, "a click on the felt does not switch them off"
    one.page.click("#open-settings")
    assert pressed(one, "e") == [], "a dialog has its own"
    one.page.keyboard.press("Escape")


def test_who_waits_is_announced_and_the_focus_stays(visit):
    """With the pace "wait for me": one key for the next player and for the next round."""
    one = visit()
    one.begin(game="block", players="4", pace="wait")
    page, went = one.page, 0
    for _ in range(80):
        if one.must == "next":
            break
        before = one.version
        if one.must == "go":
            one.quiet()
            name = page.locator(".player.acting strong").text_content()
            assert one.seen("said")[-1] == page.text_content("#turn p") == SENTENCES["waits"].text.format(name=name)
            page.focus("#act-go")
            fallen, lost = one.seen("fallen"), one.seen("lost")
            page.keyboard.press("Enter" if went % 2 else "g")
            one.settle(before)
            went += 1
            if one.must == "go":
                assert (one.focus, one.seen("lost")) == ("act-go", lost)
            assert one.seen("fallen") == fallen
        else:
            if one.must != "wait":
                by_mouse(one)
            one.settle(before)
    assert went > 2
    assert one.must == "next"
    before = one.version
    page.keyboard.press("g")
    one.settle(before)
    assert one.must != "next"


def test_a_hint_is_short_and_speaks_in_words(visit):
    one = visit()
    one.begin(game="table")
    until_several(one)
    one.quiet()
    count = len(one.seen("said"))
    one.page.click("#act-hint")
    one.page.wait_for_function("count => seen.said.length > count + 1", arg=count, timeout=30_000)
    one.page.wait_for_timeout(1000)
    thinking, *said = one.seen("said")[count:]
    assert thinking == "Thinking of a hint."
    assert 1 <= len(said) <= 3
    assert max(map(len, said)) <= 150
    assert said[0].startswith("Hint: ")
    assert not re.search(r"\d-\d|@", " ".join(said))


@pytest.mark.parametrize(("language", "letters"), [("en", "LRUD"), ("fr", "GDHB"), ("ru", "ЛПВН"), ("pt-BR", "EDCB")])
def test_the_ends_have_letters_of_the_language(visit, language, letters):
    one = visit(locale=language)
    one.begin(game="all-fives", players="2", language=language)
    until_several(one)
    page = one.page
    marks = page.locator("#picture [id^=end-]").evaluate_all("all => all.map((one) => [one.id, one.textContent])")
    assert len(marks) >= 2
    for name, letter in marks:
        assert letter in ("", letters["LRUD".index(name[-1])])
    page.click("#hand-tiles button[aria-pressed] >> nth=0")
    assert page.locator("#picture [id^=end-]:visible").count() == 0


def test_whoever_must_pass_is_called_so(visit):
    one = visit()
    one.begin(game="block", players="4")
    until(one, "pass", 200)
    page = one.page
    assert page.locator("#player .player.blocked.acting").count() == 1
    assert page.text_content("#player .status") != page.text_content("#opponents .status")
    assert page.locator("#act-draw").count() == 0, "nobody draws in this game"
    assert page.locator("#act-pass.main").count() == 1
    alerts = len(one.seen("alerts"))
    page.keyboard.press("d")
    page.wait_for_function("count => seen.alerts.length > count", arg=alerts)
    act(one)
    assert page.locator("#act-pass").count() == (one.must == "pass")


def test_words_after_the_match_and_the_last_announcement(visit):
    one = visit()
    one.begin(game="block", players="2", target="1")
    until(one, "play")
    one.quiet()
    first = pressed(one, "e")
    assert pressed(one, "r") == pressed(one, "r") == first
    until(one, "over", 300)
    one.page.wait_for_function("() => seen.said.at(-1) === seen.events.at(-1).text")
    assert one.page.text_content("#turn p") == "The match is over: begin a new one."
    assert pressed(one, "t") == ["The match is over: begin a new one."]
    assert one.page.locator("#about a", has_text=re.compile(r"^Result$")).count() == 1


def test_the_chain_is_a_list_of_its_tiles(visit):
    one = visit()
    one.begin(game="all-fives", players="2")
    for _ in range(4):
        act(one)
    laid = one.page.locator("#picture [id^=tile-]").count()
    assert laid > 2
    assert one.page.locator("#chain ol li").count() == laid
    for tile in one.page.locator("#chain ol li").all_text_contents():
        assert not re.search(r"\d", tile)


def test_one_finds_the_way_between_the_pages(visit):
    """From the match to its rules, to other rules, in another language, back; and to the start without leaving."""
    one = visit()
    one.begin(game="draw", players="2")
    page, match = one.page, one.page.url
    page.click("#about a >> text=Rules")
    page.click("nav.languages [lang=fr]")
    assert page.get_attribute("html", "lang") == "fr"
    page.click(".links a:not([aria-current]) >> nth=0")
    assert page.get_attribute("html", "lang") == "fr"
    page.click("main > p:last-child a")
    page.wait_for_selector("#match[data-must]")
    assert page.url == match
    page.click("#about .links a >> nth=0")
    assert page.url.partition("?")[0] == one.address
    assert page.locator("#running a").evaluate_all("all => all.map((link) => link.href)") == [match]
    page.click("nav.languages [lang=ru]")
    assert page.get_attribute("html", "lang") == "ru"
    assert page.input_value("#start [name=language]") == "ru"
