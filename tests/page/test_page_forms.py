"""The forms for a new match and for an invited person, and the pages beside the game: what is shown, said and kept."""

from __future__ import annotations

import re
from typing import Any

import pytest
from support.visitor import Visitor, tab_to, until

pytestmark = pytest.mark.slow

LANGUAGES = ["en", "fr", "ru", "pt-BR"]
BUTTON = "#start button"

CUT = """() => [...document.querySelectorAll("main *")].filter((one) => {
  const box = one.getBoundingClientRect();
  return box.width > 0 && (box.right > innerWidth + 1 || box.left < 0);
}).map((one) => one.outerHTML.slice(0, 80))"""
"""What is not whole on a narrow screen."""

APART = """() => [...document.querySelectorAll("main .luck *, main p, main label")].filter((one) =>
  !one.matches(".heard") && one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== "inline")
  .map((one) => one.outerHTML.slice(0, 80))"""

DESCRIBED = """(field) => (field.getAttribute("aria-describedby") || "").split(" ").filter(Boolean)
  .map((id) => document.getElementById(id)).filter((one) => getComputedStyle(one).display !== "none")
  .map((one) => one.textContent).join(" ")"""


def described(page: Any, name: str) -> str:
    """What is told of a field beside its label."""
    return str(page.locator(f"#start [name={name}]").evaluate(DESCRIBED))


def said(one: Visitor, before: int = 0) -> list[str]:
    """What the page's polite region said."""
    one.page.wait_for_timeout(400)
    return list(one.page.evaluate("window.told"))[before:]


HEAR = """() => {
  window.told = [];
  new MutationObserver((all) => all.forEach((one) => one.addedNodes.forEach((node) => told.push(node.textContent))))
    .observe(document.getElementById("start-say"), {childList: true});
}"""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["table", "draw", "block", "all-fives", "partnership"])
def test_the_button_is_in_sight(visit, game, language):
    """On a laptop's screen with four players, without scrolling; on a phone nothing is cut off."""
    one = visit(viewport={"width": 1366, "height": 768}, locale=language)
    page = one.page
    page.goto(one.address)
    page.select_option("[name=game]", game)
    if game not in ("table", "partnership"):
        page.select_option("[name=players]", "4")
    box = page.locator(BUTTON).bounding_box()
    assert page.evaluate("scrollY") == 0
    assert box["y"] + box["height"] <= 768
    assert page.is_visible("[name=target]")
    assert page.is_visible("[name=table]") == (game == "table")
    for name in ("tiles", "hand", "seed", "language", "pace"):
        assert not page.is_visible(f"#start [name={name}]")
    for width, height in ((390, 844), (320, 568)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate(CUT) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_wrong_is_shown_where_it_is(visit, language, scheme):
    """By a server that the browser's own checks did not spare the trouble; the same without a script."""
    for script in (True, False):
        one = visit(
            locale="en-US",
            color_scheme=scheme,
            java_script_enabled=script,
            viewport={"width": 390, "height": 844},
        )
        page = one.page
        page.goto(f"{one.address}?language={language}")
        page.select_option("[name=game]", "block")
        page.select_option("[name=players]", "4")
        page.click("#more > summary")
        page.select_option("[name=hand]", "9")
        page.fill("#start [name=name]", "Ann <b>")
        page.fill("#start [name=target]", "50")
        page.click("#more > summary")
        with page.expect_navigation() as answer:
            page.click(BUTTON)
        assert answer.value.status == 400
        assert page.get_attribute("html", "lang") == language
        assert one.focus == "start-hand"
        assert page.is_visible("#start-hand")
        box = page.locator("#hand-wrong").bounding_box()
        assert 0 <= box["y"] <= page.viewport_size["height"] - box["height"], "it is in sight"
        assert page.text_content("#hand-wrong") in described(page, "hand")
        assert page.input_value("#start [name=name]") == "Ann <b>"
        assert page.input_value("[name=players]") == "4"
        assert page.input_value("[name=target]") == "50"
        assert page.evaluate(CUT) == []
        if script:
            assert one.axe() == []
        page.select_option("[name=hand]", "5")
        with page.expect_navigation():
            page.click(BUTTON)
        assert "/m/" in page.url
        assert page.text_content("#player strong") == "Ann <b>"
        assert page.locator("#opponents .player").count() == 3


def test_a_field_that_the_browser_refuses_is_unfolded(visit):
    one = visit()
    page = one.page
    page.goto(one.address)
    page.click("#more > summary")
    page.evaluate("document.querySelector('[name=seed]').required = true")
    page.click("#more > summary")
    page.click(BUTTON)
    assert page.is_visible("[name=seed]")
    assert one.focus == "start-seed"


def test_another_game_is_told_and_takes_its_fields(visit):
    one = visit()
    page = one.page
    page.goto(one.address)
    assert page.text_content("#start-say") == ""
    assert page.get_attribute("#start-say", "aria-live") == "polite"
    page.evaluate(HEAR)
    labels = ["Opponent 1", "Opponent 2", "Opponent 3"]
    assert page.locator("label[for^=start-opponent]").all_text_contents() == labels
    page.select_option("[name=players]", "3")
    page.select_option("[name=opponent2]", "snow-white/5")
    page.select_option("[name=game]", "partnership")
    assert said(one) == ["Four players in two teams, partners facing each other. 4 players."]
    assert page.locator("label[for^=start-opponent]:visible").all_text_contents() == [
        "Opponent 1",
        "Partner",
        "Opponent 2",
    ]
    assert page.input_value("[name=opponent2]") == "snow-white/5"
    assert described(page, "target") == "200 if left empty."
    assert re.search(r"/rules/partnership\?language=en$", page.get_attribute("#rules-link", "href"))
    assert not page.is_visible("#partner-help")
    page.select_option("[name=game]", "table")
    assert said(one, 1) == [
        "Two players on a real table, where the chain can run into the edge or into itself. 2 players."
    ]
    assert page.locator("label[for^=start-opponent]:visible").all_text_contents() == ["Opponent 1"]
    assert described(page, "target") == "100 if left empty."
    assert "2 by 4 cells" in described(page, "table")
    assert page.locator("[name=table] option:checked").text_content() == "Large, 64 by 36 cells"
    page.select_option("[name=table]", "32x24")
    page.select_option("[name=game]", "all-fives")
    assert not page.is_visible("[name=table]")
    page.click("#more > summary")
    assert page.input_value("[name=table]") == "32x24"
    assert page.locator("[name=hand] option:checked").text_content() == "9 tiles"
    page.select_option("[name=players]", "4")
    assert page.locator("[name=hand] option:checked").text_content() == "5 tiles"


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_level_is_offered_once_and_the_usual_one_is_told(visit, language):
    one = visit(locale=language)
    page = one.page
    page.goto(one.address)
    groups = page.locator("[name=opponent1] optgroup").evaluate_all(
        "all => all.map((one) => [one.label, [...one.children].map((option) => [option.value, option.textContent])])"
    )
    assert [[value for value, _ in options] for _, options in groups][:3] == [
        [f"{name}/{level}" for level in range(1, 6)] for name in ("pinocchio", "buratino", "snow-white")
    ]
    for group, options in groups[:3]:
        texts = [text for _, text in options]
        assert all(text.startswith(f"{group} (") for text in texts)
        assert len({text.replace(str(level), "") for level, text in enumerate(texts, 1)}) == 2
        assert len(texts[2]) == max(map(len, texts))
    assert page.input_value("[name=opponent1]") == "buratino/3"
    assert page.text_content("#level-help") in described(page, "opponent1")
    assert page.is_visible("#level-help")
    page.click("#who summary")
    assert page.locator("#who dt:visible").count() == 6


@pytest.mark.parametrize("tiles", ["9", "12"])
def test_a_larger_set_is_played_with(visit, tiles):
    one = visit()
    one.begin(game="draw", tiles=tiles, hand="12", target="1", opponent1="random")
    numbers = {int(number) for name in hand(one) for number in name.split("-")}
    assert len(hand(one)) >= 12
    assert max(numbers) > 6
    assert one.page.evaluate("document.documentElement.scrollWidth") <= 1280
    until(one, "over", 400)


def hand(one: Visitor) -> list[str]:
    """The tiles held."""
    tiles = one.page.locator("#hand-tiles button").all()
    return [str(tile.get_attribute("id")).removeprefix("hand-") for tile in tiles]


def test_without_a_script_everything_is_there(visit):
    """The fields as the game has them, what goes for one game alone in words, and a way to all rules."""
    one = visit(java_script_enabled=False, locale="fr")
    page = one.page
    page.goto(one.address)
    for name in ("game", "players", "opponent1", "opponent2", "opponent3", "name", "target", "table"):
        assert page.is_visible(f"#start [name={name}]")
    assert "Deux contre deux" in described(page, "opponent2")
    assert described(page, "target") == page.text_content("#target-help")
    page.select_option("[name=game]", "partnership")
    page.select_option("[name=opponent2]", "open")
    with page.expect_navigation():
        page.click(BUTTON)
    assert page.locator("#opponents .player").count() == 3
    page.goto(one.address)
    page.click("#rules-link")
    assert page.locator("nav .links a").count() == 5
    page.click("nav .links a >> nth=4")
    assert "/rules/partnership" in page.url


def test_a_record_that_is_none_is_kept_to_be_mended(visit):
    one = visit()
    page = one.page
    page.goto(one.address)
    page.click("#from-record summary")
    page.fill("#start-record", "\n{no record}")
    with page.expect_navigation():
        page.click("#from-record button")
    assert one.focus == "start-record"
    assert page.input_value("#start-record") == "\n{no record}"
    assert page.title() == "That did not work. New match - Dominoes"
    assert one.axe() == []


def test_an_invitation_by_keys_alone(visit):
    """Its own heading and button; a name that is too long is kept, and the focus is there."""
    host, guest = visit(), visit(viewport={"width": 390, "height": 844}, locale="fr")
    host.begin(game="draw", players="2", opponent1="open", name="Ann")
    page = guest.page
    page.goto(host.page.input_value("#invitation-link"))
    assert page.title() == "Vous avez une invitation - Dominos"
    assert page.text_content("h1") == "Vous avez une invitation"
    assert guest.axe() == []
    page.evaluate("document.getElementById('start-name').removeAttribute('maxlength')")
    tab_to(guest, "#start-name")
    page.keyboard.type("x" * 31)
    with page.expect_navigation():
        page.keyboard.press("Enter")
    assert guest.focus == "start-name"
    assert page.input_value("#start-name") == "x" * 31
    assert page.text_content("#name-wrong") in page.locator("#start-name").evaluate(DESCRIBED)
    assert guest.axe() == []
    page.fill("#start-name", "Bob")
    tab_to(guest, "main button")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    page.wait_for_selector("#match[data-must]")
    assert page.text_content("#player strong") == "Bob"


@pytest.mark.parametrize("language", LANGUAGES)
def test_luck_is_whole_on_a_phone(visit, language):
    """A table for each kind that can happen, a line for each player; in another language by its row of languages."""
    one = visit(viewport={"width": 390, "height": 844})
    one.begin(game="partnership", target="60", name="Maximiliane-Theodora", seed="luck")
    until(one, "over", 400)
    page = one.page
    page.goto(f"{page.url}/luck")
    page.click(f"nav.languages [lang={language}]")
    assert page.get_attribute("html", "lang") == language
    for width in (390, 320):
        page.set_viewport_size({"width": width, "height": 700})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate(CUT) == []
        assert page.evaluate(APART) == []
    assert page.locator("table.luck").count() == 4, "nobody draws in this game"
    assert page.locator("table.luck tbody tr").count() == 16
    assert page.locator("table.luck th:not([scope])").count() == 0
    assert one.axe() == []
    for row in page.locator("table.luck tbody tr").all():
        low, high = map(int, row.locator("td >> nth=2").locator("span >> nth=0").text_content().split("\N{EN DASH}"))
        number = int(row.locator("strong").text_content())
        marks = row.locator(".outside").all_text_contents()
        assert len(marks) == (not low <= number <= high)
        assert all(mark.split()[0] == ("▲" if number > high else "▼") for mark in marks)
    page.click("main > ul a >> nth=1")
    assert page.url.endswith("/result")
