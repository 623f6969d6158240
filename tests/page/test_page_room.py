"""Where things are on small and on large screens: what is asked for is in sight, and what is held in the hand stays."""

from __future__ import annotations

import pytest
from support.visitor import Visitor, by_mouse, by_touch, until, until_several

pytestmark = pytest.mark.slow

PHONES = [(360, 740), (740, 360), (375, 667), (640, 400)]

IN_SIGHT = """([selector, over]) => {
  const found = [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect());
  const above = over && document.querySelector(over)?.getBoundingClientRect();
  const apart = (one) => !above || one.bottom <= above.top + 1 || one.right <= above.left + 1;
  return found.length > 0 && found.every((one) => one.width > 0 && one.top >= 0 && one.left >= 0
    && one.bottom <= innerHeight + 1 && one.right <= innerWidth + 1 && apart(one));
}"""

KEPT_LAST = """() => {
  const all = [...document.querySelectorAll("#boneyard i")].map((one) => one.className.split(" ")[0]);
  return !all.includes("kept") || all.lastIndexOf("back") < all.indexOf("kept");
}"""

TOP = "Math.round(document.getElementById('hand-tiles').getBoundingClientRect().top + scrollY)"


def phone(visit, size, **options) -> Visitor:
    """Where nothing moves: Playwright scrolls the page about while a tile that it is to press still does."""
    width, height = size
    screen = {"viewport": {"width": width, "height": height}, "has_touch": True, "is_mobile": True}
    return visit(**{**screen, "reduced_motion": "reduce", **options})


def in_sight(one: Visitor, selector: str, beside: str = "") -> bool:
    """Whether all such elements are in the window as a whole, and not under another one."""
    return bool(one.page.evaluate(IN_SIGHT, [selector, beside]))


def act(one: Visitor, how=by_mouse) -> None:
    before = one.version
    how(one)
    one.settle(before)


@pytest.mark.parametrize("size", PHONES)
def test_where_a_place_is_asked_for_table_and_question_are_in_sight(visit, size):
    one = phone(visit, size)
    one.begin(game="table", seed="t2")
    for _ in range(3):
        act(one)
    until_several(one)
    page = one.page
    page.evaluate("scrollTo(0, 0)")
    page.click("#hand-tiles button[aria-pressed] >> nth=0")
    page.wait_for_timeout(200)
    assert page.evaluate("scrollY") == 0
    assert in_sight(one, "#table [id^=ghost-].shown", "#choices")
    assert in_sight(one, "#choices")
    assert in_sight(one, "#choices-list button:focus")
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    sides = page.locator("#table [id^=ghost-].shown").evaluate_all(
        "all => all.map((one) => Math.min(one.getBoundingClientRect().width, one.getBoundingClientRect().height))"
    )
    assert min(sides) >= 24, "a finger finds them"
    assert page.locator("#table [id^=end-]:visible").count() == 0, "no arrow lies over what is asked about"
    for button in page.locator("#choices-list button").all():
        assert button.evaluate("one => one.getBoundingClientRect().height") >= 30
        button.focus()
        assert in_sight(one, "#choices-list button:focus"), "the row scrolls to the button in question"


@pytest.mark.parametrize("size", PHONES)
def test_the_main_action_and_a_refusal_are_in_sight(visit, size):
    """To draw, to pass, to go on to the next round: on the first screen, without scrolling."""
    one = phone(visit, size)
    one.begin(game="draw", players="2", seed="a phone", target="500")
    page, met = one.page, set()
    for _ in range(60):
        if one.must in met:
            pass
        elif one.must in ("draw", "pass", "next"):
            assert page.evaluate("scrollY") == 0
            assert in_sight(one, f"#act-{one.must}")
            met.add(one.must)
        elif page.locator("#hand-tiles button[aria-disabled=true]").count():
            page.click("#hand-tiles button[aria-disabled=true] >> nth=0", force=True)
            page.wait_for_selector("#alert:not(:empty)")
            assert in_sight(one, "#alert")
            assert page.evaluate("scrollY") == 0
            met.add(one.must)
        if one.must == "draw":
            tops = page.locator("#boneyard i:visible").evaluate_all("all => all.map((one) => one.offsetTop)")
            assert len(set(tops)) <= 2, "the boneyard lies in two rows at the most"
            assert page.evaluate(KEPT_LAST), "what is never drawn lies at the end"
        if one.must == "next":
            break
        act(one)
    assert {"draw", "play", "next"} <= met


@pytest.mark.parametrize(("size", "most"), [((1280, 800), 9), ((740, 360), 20), ((1920, 1080), 9)])
def test_the_hand_stays_where_it_is(visit, size, most):
    """Whatever is said, asked, refused or to be drawn; as long as it has room in one row."""
    one = visit(viewport={"width": size[0], "height": size[1]})
    one.begin(game="draw", players="2", seed="a phone", target="500")
    page, tops, asked = one.page, set(), 0
    for _ in range(60):
        if one.must == "next" or page.locator("#hand-tiles button").count() > most:
            break
        tops.add(page.evaluate(TOP))
        if page.locator("#hand-tiles button[aria-pressed]").count():
            page.click("#hand-tiles button[aria-pressed] >> nth=0")
            tops.add(page.evaluate(TOP))
            page.keyboard.press("Escape")
            asked += 1
        for tile in page.locator("#hand-tiles button[aria-disabled=true]").all()[:1]:
            tile.click(force=True)
            page.wait_for_timeout(100)
            tops.add(page.evaluate(TOP))
        act(one)
        tops.update(page.evaluate(f"document.getElementById('hand-tiles') ? [{TOP}] : []"))
    assert asked
    assert len(tops) == 1


def test_on_a_phone_on_its_side_the_tiles_on_the_table_are_large_enough(visit):
    one = phone(visit, (740, 360))
    one.begin(game="table", seed="t2")
    most = 0
    for _ in range(40):
        if one.must in ("next", "over"):
            break
        sides = one.page.locator("#picture [id^=tile-] > rect:first-child").evaluate_all(
            "all => all.map((one) => Math.min(one.getBoundingClientRect().width, one.getBoundingClientRect().height))"
        )
        most = max(most, len(sides))
        assert min(sides, default=20) >= 14
        act(one, by_touch)
    assert most >= 10


@pytest.mark.parametrize("size", [(360, 740), (320, 640), (740, 360)])
def test_a_long_name_has_room(visit, size):
    one = phone(visit, size)
    one.begin(game="block", players="2", name="W" * 30, target="1")
    assert one.page.evaluate("document.documentElement.scrollWidth") <= size[0]
    until(one, "over", 300)
    assert one.page.evaluate("document.documentElement.scrollWidth") <= size[0]
    one.page.goto(f"{one.page.url}/result")
    assert one.page.evaluate("document.documentElement.scrollWidth") <= size[0]


BROKEN = """() => [...document.querySelectorAll("h1, h2, h3, summary, .buttons button")]
  .filter((one) => one.checkVisibility() && !one.closest(".heard") && one.firstChild?.nodeType === Node.TEXT_NODE)
  .flatMap((one) => [...one.firstChild.data.matchAll(/\\S+/g)].filter((word) => {
    const range = document.createRange();
    range.setStart(one.firstChild, word.index);
    range.setEnd(one.firstChild, word.index + word[0].length);
    return new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1;
  }).map((word) => word[0]))"""


@pytest.mark.parametrize("language", ["en", "fr", "ru", "pt-BR"])
def test_no_word_is_broken_where_text_is_twice_as_large(visit, language):
    one = visit(viewport={"width": 640, "height": 400}, locale=language)
    one.begin(game="draw", players="2", language=language)
    until(one, "play")
    one.page.evaluate("document.documentElement.style.fontSize = '200%'")
    one.page.wait_for_timeout(100)
    assert one.page.evaluate(BROKEN) == []


WIDE = [(1366, 768), (1920, 1080)]


def overlapping(one: Visitor, selector: str) -> list[list[str]]:
    """Which of these elements lie over each other."""
    return list(
        one.page.evaluate(
            """(selector) => {
  const all = [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
  const box = (one) => one.getBoundingClientRect();
  const over = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const apart = (a, b) => a.contains(b) || b.contains(a) || !over(box(a), box(b));
  return all.flatMap((a, at) => all.slice(at + 1).filter((b) => !apart(a, b))
    .map((b) => [a.id || a.className, b.id || b.className]));
}""",
            selector,
        )
    )


PARTS = "#opponents, .situation, #news, .answer, #picture, #boneyard, #hand-tiles, #result, .buttons, #player"
CARD = ".who, .words, .pieces, .score"


@pytest.mark.parametrize("size", [*WIDE, *PHONES, (844, 390), (390, 844)])
def test_how_a_round_came_out_leaves_the_table_room(visit, size):
    """The result beside what lies on the table: nothing over each other, the main button in sight, no row too wide."""
    one = phone(visit, size)
    one.begin(game="draw", players="4", seed="d4", target="50")
    page = one.page
    for state in ("play", "over"):
        until(one, state, 300)
        page.evaluate("scrollTo(0, 0)")
        page.wait_for_timeout(100)
        assert overlapping(one, PARTS) == []
        assert overlapping(one, CARD) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert in_sight(one, "#again")
    assert page.locator("#picture").bounding_box()["height"] >= 150
    assert page.locator("#actions button[aria-disabled=true]").count() == 0, "no button that leads nowhere"
    assert page.locator("#result li").count() == 4, "the hands are there for ears"
    assert page.locator("#opponents .pieces svg").count() >= 3, "and for eyes"


@pytest.mark.parametrize("size", WIDE)
def test_a_wide_page_does_not_scroll(visit, size):
    """What is beside the game scrolls within itself."""
    one = visit(viewport={"width": size[0], "height": size[1]})
    one.begin(game="table", seed="t2")
    until(one, "play")
    page = one.page
    for summary in page.locator("summary").all():
        summary.click()
    assert page.evaluate("document.documentElement.scrollHeight") <= size[1]
    assert page.evaluate("(([side]) => side.scrollHeight > side.clientHeight)(document.getElementsByClassName('side'))")


@pytest.mark.parametrize("size", [*WIDE, (844, 390), (740, 360), (390, 844)])
def test_somebody_is_waited_for(visit, size):
    """The link is in sight, and nothing lies over anything."""
    one = phone(visit, size)
    one.begin(game="draw", players="3", opponent2="open")
    assert overlapping(one, PARTS) == []
    assert in_sight(one, "#invitation-link")
    assert in_sight(one, "#act-without")
    assert one.page.locator("#actions button").count() == 1


def test_a_hand_that_goes_on_beyond_the_edge_says_so(visit):
    """By an arrow and a fade; and on one's turn a tile that can be played is in sight, wherever it lies in the hand."""
    one = phone(visit, (320, 568))
    one.begin(game="draw", players="2", seed="a phone", tiles="12", hand="14")
    page, cut = one.page, 0
    for _ in range(12):
        if one.must == "next":
            break
        hand = page.evaluate(
            "(([one]) => one && one.scrollWidth > one.clientWidth + 4)([document.getElementById('hand-tiles')])"
        )
        assert bool(page.evaluate("document.querySelector('.play').dataset.hand ?? ''")) is bool(hand)
        if hand and one.must == "play":
            cut += 1
            seen = page.locator("#hand-tiles button:not([aria-disabled=true])").evaluate_all(
                "all => all.some((one) => one.getBoundingClientRect().left >= 0"
                " && one.getBoundingClientRect().right <= innerWidth)"
            )
            assert seen
        act(one)
    assert cut
