"""What somebody hears who cannot see: what a page begins with, whom one plays with, who waits, hints, and silence."""

from __future__ import annotations

import re

import pytest
from support.visitor import Visitor, by_mouse, until, until_several

from dominoes.speaking.page import MESSAGES, NOT_NOW, SENTENCES

pytestmark = pytest.mark.slow

HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", {configurable: true, get: () => hidden});
  document.dispatchEvent(new Event("visibilitychange"));
}"""

OVER = NOT_NOW["match-over"].text

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
    hush(one)
    return list(one.seen("said")[count:])


def hush(one: Visitor) -> None:
    """Until nothing more is said."""
    one.quiet()
    count = -1
    while count < len(one.seen("said")):
        count = len(one.seen("said"))
        one.page.wait_for_timeout(400)


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
    assert "team: 0 points" in page.text_content("#player p.heard")


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


@pytest.mark.parametrize(
    ("language", "letters"), [("en", ("L", "R", "Up", "Lo")), ("fr", "GDHB"), ("ru", "ЛПВН"), ("pt-BR", "EDCB")]
)
def test_the_ends_have_letters_of_the_language(visit, language, letters):
    one = visit(locale=language)
    one.begin(game="all-fives", players="2", language=language)
    until_several(one)
    page = one.page
    marks = page.locator("#picture [id^=end-]").evaluate_all("all => all.map((one) => [one.id, one.textContent])")
    assert len(marks) >= 2
    for name, letter in marks:
        assert letter == letters["LRUD".index(name[-1])]
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
    announced = " ".join(one.seen("said"))
    first = pressed(one, "r")
    assert " ".join(first) == announced, "the whole greeting"
    assert pressed(one, "e") != first
    assert pressed(one, "r") == first, "what a key asks for is no announcement"
    one.page.keyboard.press("d")
    one.page.wait_for_function("() => seen.alerts.length > 0")
    assert pressed(one, "r") == one.seen("alerts"), "a refusal is one"
    until(one, "over", 300)
    one.page.wait_for_function("() => seen.said.at(-1) === seen.events.at(-1).text")
    one.quiet()
    assert one.page.text_content("#turn p") == OVER
    assert pressed(one, "t") == [OVER]
    assert not re.search("fits|room", " ".join(pressed(one, "h")))
    for key in "dpgi":
        count = len(one.seen("alerts"))
        one.page.keyboard.press(key)
        one.page.wait_for_function("count => seen.alerts.length > count", arg=count)
        assert one.seen("alerts")[count:] == [OVER], key
    won = one.seen("events")[-1]["text"]
    one.page.reload()
    one.page.wait_for_selector("#match[data-greeted]")
    one.quiet()
    assert one.focus == "result-title"
    said = one.seen("said")
    assert said[-2:] == [won, OVER]
    assert len([text for text in said if "hand" in text]) == 2
    assert any(text.startswith("Scores: ") for text in said)
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


def test_a_round_that_is_over_is_told_to_the_end(visit):
    """What is to be done is heard last; and whoever loads the page then hears the result, and is led to it."""
    one = visit()
    one.begin(game="draw", players="2", target="500")
    until(one, "next", 120)
    one.page.wait_for_function("text => seen.said.at(-1) === text", arg=NOT_NOW["round-over"].text)
    scores, last = one.seen("said")[-2:]
    assert scores.startswith("Scores: ")
    assert pressed(one, "t") == [last] == [one.page.text_content("#turn p")]
    live = [event["text"] for event in one.seen("events") if event["kind"] == "result"]
    one.page.reload()
    one.page.wait_for_selector("#match[data-greeted]")
    hush(one)
    assert one.focus == "result-title"
    said = one.seen("said")
    assert said[-1] == last
    assert " ".join(said).count(" ".join(live)) == 1
    assert not re.search(r"\d [-+=] \d", " ".join(said)), "signs are passed over by screen readers"
    assert pressed(one, "h")[0].count(",") >= pressed(one, "h")[0].count("fits")


def test_a_lost_connection_is_told_once_and_that_it_is_back(visit):
    """While a tile is played: that it may not have arrived; later that all is well, and whose turn it is."""
    one = visit()
    one.begin(game="draw", players="2")
    until(one, "play")
    hush(one)
    page, before, version = one.page, len(one.seen("said")), one.version
    one.context.set_offline(True)
    by_mouse(one)
    page.wait_for_function("() => seen.alerts.length > 0")
    page.wait_for_timeout(4000)
    assert one.seen("alerts") == [MESSAGES["lost_doing"].text]
    assert page.text_content("#alert") == MESSAGES["lost_doing"].text
    one.context.set_offline(False)
    page.wait_for_function("() => document.getElementById('alert').textContent === ''")
    hush(one)
    assert one.seen("said")[before:] == [f"{MESSAGES['back'].text} {page.text_content('#turn p')}"]
    assert pressed(one, "r") == [f"{MESSAGES['back'].text} {page.text_content('#turn p')}"]
    assert one.version == version
    act(one)
    assert one.seen("alerts") == [MESSAGES["lost_doing"].text]


def test_what_happened_is_there_for_eyes_too(visit):
    """The news beside the table are never older than the page, and give way to a hint until something is done."""
    one = visit()
    one.begin(game="draw", players="2", opponent1="buratino/3")
    page = one.page
    for _ in range(6):
        until(one, "play")
        hush(one)
        said = pressed(one, "l")
        assert page.text_content("#news") == " ".join(said)
        before = one.version
        by_mouse(one)
        one.settle(before)
    until(one, "play")
    assert page.get_attribute("#news", "aria-hidden") == "true"
    page.click("#act-hint")
    page.wait_for_function("() => document.getElementById('news').textContent.startsWith('Hint: ')", timeout=30_000)
    hush(one)
    hint = page.text_content("#news")
    assert pressed(one, "r")[0] == hint[: len(pressed(one, "r")[0])]
    assert page.locator("#hand-tiles .hinted").count() == page.locator("#table [id^=ghost-].shown").count() == 1
    name = page.get_attribute("#hand-tiles .hinted", "aria-label").partition(",")[0]
    assert hint.startswith(f"Hint: {name} ")
    page.select_option("#pace", "wait")
    page.wait_for_function("shown => document.getElementById('match').dataset.version > shown", arg=one.version - 1)
    assert page.locator("#hand-tiles .hinted").count() == page.locator("#table [id^=ghost-].shown").count() == 1
    before = one.version
    page.click("#table [id^=ghost-].shown")
    one.settle(before)
    assert page.locator("#hand-tiles .hinted").count() == page.locator("#table [id^=ghost-].shown").count() == 0
    assert page.text_content("#news").startswith(f"You play {name}")


def at_end(one: Visitor) -> bool:
    return one.page.evaluate(
        "(({scrollHeight, scrollTop, clientHeight}) => scrollHeight - scrollTop - clientHeight < 8)"
        "(document.getElementById('log-lines'))"
    )


def test_the_log_follows_its_end_unless_its_reader_has_left_it(visit):
    one = visit(viewport={"width": 1280, "height": 700})
    one.begin(game="block", players="4", target="500")
    while one.page.evaluate("document.getElementById('log-lines').scrollHeight") < 900:
        act(one)
    assert at_end(one)
    for size in ((390, 844), (844, 390), (1280, 700)):
        one.page.set_viewport_size({"width": size[0], "height": size[1]})
        one.page.wait_for_timeout(200)
        assert at_end(one), size
    act(one)
    assert at_end(one)
    one.page.evaluate("document.getElementById('log-lines').scrollTop = 10")
    one.page.wait_for_timeout(100)
    act(one)
    one.page.set_viewport_size({"width": 1200, "height": 600})
    one.page.wait_for_timeout(200)
    assert not at_end(one), "the reader is somewhere else"
    one.page.evaluate("document.getElementById('log-lines').scrollTop = 1e6")
    one.page.wait_for_timeout(100)
    act(one)
    assert at_end(one)


def test_long_announcements_come_in_portions(visit):
    """A hand of many tiles, by the greeting and by each key."""
    one = visit()
    one.begin(game="all-fives", players="2", opponent1="heaviest")
    until(one, "play")
    if not one.page.locator("#picture [id^=tile-]").count():
        act(one)
    hand = one.page.locator("#hand-tiles button").count()
    one.page.reload()
    one.page.wait_for_selector("#match[data-greeted]")
    hush(one)
    heard = pressed(one, "h")
    one.page.wait_for_timeout(1000)
    assert len(heard) > 1
    assert " ".join(heard).startswith(f"Your hand, {hand} tiles: ")
    assert max(map(len, one.seen("said"))) <= 150
    assert all(part[-1] in ";." for part in heard), "between tiles"


def test_a_choice_is_named_as_it_is_said(visit):
    one = visit()
    one.begin(game="table")
    until_several(one)
    hush(one)
    page = one.page
    tile = page.locator("#hand-tiles button[aria-pressed] >> nth=0")
    tile.click()
    names = page.locator("#choices-list button").evaluate_all("all => all.map((one) => one.ariaLabel)")
    assert names == page.evaluate(
        "tile => JSON.parse(tile.dataset.choices).map((one) => one.label)", tile.element_handle()
    )
    assert pressed(one, "t") == [page.text_content("#choices-title")]


def test_who_waits_for_somebody_hears_of_the_link(visit):
    one = visit()
    one.begin(game="partnership", opponent1="open", name="Ann")
    hush(one)
    page = one.page
    said = " ".join(one.seen("said"))
    assert f'The link to send is under "{page.text_content("#invitation-title")}".' in said
    assert f'"{page.text_content("#act-without")}" begins at once.' in said
    assert page.locator("#act-draw").count() == 0
    guest = visit()
    guest.page.goto(page.input_value("#invitation-link"))
    guest.page.fill("[name=name]", "Bob")
    guest.page.click("main form button")
    guest.page.wait_for_selector("#match[data-greeted]")
    hush(guest)
    assert guest.seen("said")[:2] == [
        "Dominoes, partnership, to 200 points. In order of play: Ann, You, Buratino 1 and Buratino 2.",
        "Round 1.",
    ]
