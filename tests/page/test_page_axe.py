"""What axe-core has to say of every state of the page, in all languages."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from support.visitor import Visitor, until, until_several

pytestmark = pytest.mark.slow

LANGUAGES = ["en", "fr", "ru", "pt-BR"]


def nothing_more(one: Visitor) -> None:
    """The page is shown as it comes."""


def in_every_language(one: Visitor, show: Callable[[Visitor], None] = nothing_more, within: str = "html") -> None:
    """Nothing is found in the match as it stands, each time after what ``show`` does."""
    for language in LANGUAGES:
        one.speak(language)
        show(one)
        assert one.axe(within) == [], language


def pages_in_every_language(one: Visitor, address: str, show: Callable[[Visitor], None] = nothing_more) -> None:
    """The same of a page that belongs to no seat."""
    for language in LANGUAGES:
        one.page.goto(f"{address}?language={language}")
        assert one.page.get_attribute("html", "lang") == language
        show(one)
        assert one.axe() == [], language


def refuse(one: Visitor) -> None:
    one.page.click("#hand-tiles button[aria-disabled=true] >> nth=0", force=True)
    one.page.wait_for_selector("#alert:not(:empty)")


def invite(one: Visitor) -> None:
    one.invite()
    assert one.page.is_visible("#invitation")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_match_from_the_form_to_its_luck(visit, language):
    one = visit(locale=language)
    page = one.page
    page.goto(one.address)
    assert page.get_attribute("html", "lang") == language
    assert one.axe() == []
    one.begin(game="table", language=language, target="20")
    until(one, "play")
    assert one.axe() == []
    until_several(one)
    page.click('#hand-tiles button[aria-pressed="false"] >> nth=0')
    assert one.axe() == []
    page.keyboard.press("Escape")
    for dialog in ("settings", "keys"):
        page.click(f"#open-{dialog}")
        assert one.axe(f"#{dialog}") == []
        page.keyboard.press("Escape")
    until(one, "over", 300)
    assert one.axe() == []
    for path in ("result", "luck"):
        page.goto(f"{page.url.split('/result')[0].split('/luck')[0]}/{path}")
        assert one.axe() == []
    page.goto(f"{one.address}rules/all-fives?language={language}")
    assert one.axe() == []


def test_four_in_partnership(visit):
    """One waits for the next player, has a tile refused, must pass, and is at the round's end."""
    one = visit()
    one.begin(game="partnership", pace="wait", name="Ann")
    assert one.page.locator(".player.partner").count() == 1
    for must in ("go", "play", "pass", "next"):
        until(one, must, 100)
        if must == "play":
            in_every_language(one, refuse, "#alert")  # it lies over the table's foot
        else:
            in_every_language(one)


def test_whoever_must_draw(visit):
    one = visit()
    one.begin(game="table")
    until(one, "draw")
    assert one.page.is_visible("#boneyard .back >> nth=0")
    in_every_language(one)


def test_where_somebody_is_invited(visit):
    """The match that waits, the page that the link leads to, and the link to a seat of a match that is on."""
    one, other = visit(), visit()
    one.begin(game="draw", players="3", opponent1="open")
    assert one.must == "wait"
    assert one.page.is_visible("#invitation")
    in_every_language(one)
    pages_in_every_language(other, one.page.input_value("#invitation-link"))
    one.begin(game="draw", players="3")
    until(one, "play")
    in_every_language(one, invite)


def unfold(one: Visitor) -> None:
    for summary in one.page.locator("summary").all():
        summary.click()
    assert one.page.is_visible("[name=record]")


def test_pages_that_are_no_match(visit):
    """The form with all that can be unfolded, and what is said where something goes wrong."""
    one = visit()
    pages_in_every_language(one, one.address, unfold)
    pages_in_every_language(one, f"{one.address}m/nowhere")


@pytest.mark.parametrize("language", LANGUAGES)
def test_forms_are_answered_in_their_own_language(visit, language):
    """Whatever the browser likes best: a record that is none, a field that is wrong."""
    one = visit(locale="en-US")
    page = one.page
    page.goto(f"{one.address}?language={language}")
    page.click("#from-record summary")
    page.fill("[name=record]", "no record")
    with page.expect_navigation():
        page.click("#from-record button")
    assert page.get_attribute("html", "lang") == language
    assert one.axe() == []
    page.goto(f"{one.address}?language={language}")
    page.evaluate("document.querySelector('#start [name=target]').type = 'text'")
    page.fill("#start [name=target]", "many")
    with page.expect_navigation():
        page.click("#start button")
    assert page.get_attribute("html", "lang") == language
