"""What ears and keys need: focus, single keys, refusals in words."""

from __future__ import annotations

import re

import pytest
from support.servers import serving
from support.visitor import PLAYABLE, by_mouse, drag, until, until_several

pytestmark = pytest.mark.slow


BESIDE = """async (playable) => {
  const match = document.getElementById("match").dataset;
  const fields = new URLSearchParams({position: document.querySelector("#actions [name=position]").value});
  if (match.must === "play") fields.set("move", JSON.parse(document.querySelector(playable).dataset.choices)[0].move);
  const headers = {Accept: "application/json"};
  await fetch(`${match.path}/${match.must}`, {method: "POST", headers, body: fields});
}"""
"""Does what is to be done without the page's own script."""


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
@pytest.mark.parametrize("width", [1280, 320])
def test_every_theme_has_contrast_and_fits(visit, theme, width):
    one = visit(viewport={"width": width, "height": 700})
    one.page.add_init_script(f"localStorage.setItem('dominoes', JSON.stringify({{theme: '{theme}'}}))")
    one.begin(game="draw", players="4")
    until(one, "play")
    assert one.axe() == []
    assert one.page.evaluate("document.documentElement.scrollWidth") <= width
    for box in one.page.evaluate(
        "[...document.querySelectorAll('button, select, input, summary')].filter(e => e.checkVisibility())"
        ".map(e => [e.id || e.textContent, e.getBoundingClientRect().width, e.getBoundingClientRect().height])"
    ):
        assert min(box[1:]) >= 24, box


def test_structure_and_focus(visit):
    from playwright.sync_api import expect

    one = visit()
    one.begin(game="draw", players="2")
    until(one, "play")
    page = one.page
    ids = page.evaluate("[...document.querySelectorAll('#match section[id]')].map(s => s.id)")
    wanted = ["turn", "ends", "hand", "actions", "chain", "scores", "log"]
    assert [name for name in ids if name in wanted] == wanted
    assert page.locator("#picture svg[aria-hidden=true]").count() == 1
    assert page.locator("#picture :is(a, button, [tabindex])").count() == 0
    assert page.locator("[title]").count() == 0
    for region, role, live in (("#say", "status", "polite"), ("#alert", "alert", "assertive")):
        assert [page.get_attribute(region, name) for name in ("role", "aria-live", "aria-atomic")] == [
            role,
            live,
            "true",
        ]
    assert page.locator("#hand-tiles button[tabindex='0']").count() == 1
    expect(page.locator("#hand")).to_match_aria_snapshot("""
      - region "Your hand":
        - heading "Your hand"
        - toolbar "Your hand":
          - button /^(double|blank|one|two|three|four|five|six)/
    """)
    expect(page.locator("#actions")).to_match_aria_snapshot("""
      - button "Draw a tile"
      - button "Pass"
      - button "Hint"
      - button "Undo"
    """)
    for name in page.locator("#hand-tiles button").evaluate_all("all => all.map((one) => one.ariaLabel)"):
        assert not re.search(r"\d-\d", name), "voices read 6-4 as a range"
    assert page.locator("#chain ol li").count() > 0
    assert page.locator("#ends p").text_content().startswith("Ends: left")
    page.focus("#hand-tiles button >> nth=0")
    for key, at in (("End", -1), ("ArrowRight", -1), ("Home", 0), ("ArrowLeft", 0), ("ArrowRight", 1)):
        page.keyboard.press(key)
        assert page.locator("#hand-tiles button").nth(at).evaluate("tile => tile === document.activeElement")
        assert page.locator("#hand-tiles button[tabindex='0']").count() == 1
    page.focus(f"{PLAYABLE} >> nth=0")
    before, order = one.version, page.evaluate("[...document.querySelectorAll('#hand-tiles button')].map(b => b.id)")
    played = one.focus
    page.keyboard.press("Enter")
    if page.locator("#choices:visible").count():
        page.keyboard.press("Escape")
        assert one.focus == played, "Escape returns to the tile"
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
    one.settle(before)
    at = order.index(played)
    assert one.focus == (order[at + 1] if at + 1 < len(order) else order[at - 1])


def test_fifty_pushes_leave_the_focus(visit):
    """Everything that happens comes by the stream here: what is done is asked for beside the page's own script."""
    one = visit()
    one.begin(game="draw", players="4")
    page, pushes = one.page, 0
    while pushes < 50:
        before = one.version
        if one.must == "wait":
            one.settle(before)
        elif one.must == "next":
            page.click("#act-next")
            one.settle(before)
        else:
            kept = page.evaluate(
                "() => [...document.querySelectorAll('#hand-tiles button')].map((one) => one.id).pop()"
                if one.must != "play"
                else f"() => {{const first = document.querySelector({PLAYABLE!r});"
                "return [...document.querySelectorAll('#hand-tiles button')].find((one) => one !== first)?.id}"
            )
            kept = kept or "act-hint"
            page.focus(f"#{kept}")
            lost = one.seen("lost")
            page.evaluate(BESIDE, PLAYABLE)
            one.settle(before)
            if one.must not in ("next", "over"):
                assert (one.focus, one.seen("lost")) == (kept, lost)
        pushes += one.version - before
    assert one.seen("fallen") == 0


HELD_DOWN = """() => document.activeElement.dispatchEvent(
  new KeyboardEvent("keydown", {key: "e", code: "KeyE", repeat: true, bubbles: true}))"""


def test_single_keys(visit):
    one = visit()
    one.begin(game="draw", players="2")
    until(one, "play")
    page = one.page
    one.quiet()

    def told(key: str) -> list[str]:
        count = len(one.seen("said"))
        page.keyboard.press(key)
        page.wait_for_timeout(400)
        return list(one.seen("said")[count:])

    page.focus("#hand-tiles button[tabindex='0']")
    for key in "tehcbnslr":
        parts = told(key)
        assert parts, key
        assert all(len(part) <= 150 for part in parts), "what is longer is said in parts"
        assert len(parts) == 1 or len(" ".join(parts)) > 150, "what is not longer is said at once"
    assert told("s") == told("s"), "the same twice is said twice"
    for modifier in ("Control", "Alt", "Meta"):
        assert told(f"{modifier}+e") == []
    count = len(one.seen("said"))
    page.evaluate(HELD_DOWN)
    page.wait_for_timeout(300)
    assert len(one.seen("said")) == count, "a key that is held down counts once"
    page.focus("#pace")
    assert told("e") == [], "fields have their letters"
    page.focus("#hand-tiles button[tabindex='0']")
    keys = one.context.new_cdp_session(page)
    count = len(one.seen("said"))
    letter = "\N{CYRILLIC SMALL LETTER U}"
    keys.send("Input.dispatchKeyEvent", {"type": "keyDown", "key": letter, "code": "KeyE", "text": letter})
    page.wait_for_timeout(400)
    assert len(one.seen("said")) == count + 1, "on a Cyrillic layout the key counts"
    page.keyboard.press("?")
    assert page.locator("#keys[open]").count() == 1
    page.keyboard.press("Escape")
    page.click("#open-keys")
    page.keyboard.press("Escape")
    assert one.focus == "open-keys"
    assert told("e"), "the bar above belongs to the game"
    page.click("#open-settings")
    page.uncheck("[name=single_keys]")
    page.keyboard.press("Escape")
    page.focus("#hand-tiles button[tabindex='0']")
    assert told("e") == []
    page.reload()
    page.wait_for_selector("#match[data-must]")
    page.wait_for_selector("#match[data-greeted]")
    one.quiet()
    page.focus("#hand-tiles button[tabindex='0']")
    assert told("e") == [], "it is remembered"


LAYOUTS = [
    ("\N{GREEK SMALL LETTER EPSILON}", "KeyE", ["Ends: "]),  # no Latin letter: as the key lies
    ("e", "KeyD", ["Ends: "]),  # Dvorak: as it is typed, and no tile is drawn
    ("E", "KeyE", ["Ends: "]),  # Caps Lock
    ("a", "KeyT", []),  # typed Latin letters mean themselves, wherever they lie
    *[
        (key, f"Digit{at}", []) for at, key in enumerate("\u00e0&\u00e9\"'(-\u00e8_\u00e7")
    ],  # AZERTY: digits want Shift there
    ("\u00f9", "Quote", []),
    ("\N{EURO SIGN}", "KeyE", []),  # typed with AltGr
    ("?", "KeyM", None),  # AZERTY, with Shift
]
"""What a key types, where it lies, and what the things said for it begin with; None: the list of the keys."""


def test_keys_of_other_layouts(visit):
    one = visit()
    one.begin(game="draw", players="2")
    until(one, "play")
    page = one.page
    one.quiet()
    page.focus("#hand-tiles button[tabindex='0']")
    keys = one.context.new_cdp_session(page)
    posts, version = len(one.posts), one.version
    for key, code, told in LAYOUTS:
        count = len(one.seen("said"))
        keys.send("Input.dispatchKeyEvent", {"type": "keyDown", "key": key, "code": code, "text": key})
        keys.send("Input.dispatchKeyEvent", {"type": "keyUp", "key": key, "code": code})
        page.wait_for_timeout(350 if told else 120)
        assert [text[: len("Ends: ")] for text in one.seen("said")[count:]] == (told or []), (key, code)
        assert page.locator("#keys[open]").count() == (told is None), (key, code)
    assert (len(one.posts), one.version, one.seen("alerts")) == (posts, version, [])


def test_a_refusal_says_why_and_names_the_ends(visit):
    one = visit()
    one.begin(game="table")
    for _ in range(40):
        until(one, "play")
        if one.page.locator("#hand-tiles button[aria-disabled=true]").count():
            break
        before = one.version
        by_mouse(one)
        one.settle(before)
    tile = one.page.locator("#hand-tiles button[aria-disabled=true] >> nth=0")
    posts = len(one.posts)
    tile.click(force=True)
    one.page.wait_for_timeout(300)
    assert len(one.seen("alerts")) == 1
    assert "left" in one.seen("alerts")[0]
    assert len(one.posts) == posts
    assert one.page.locator("#hand-tiles button:focus").count() == 1


def test_a_lost_connection_is_told_once_and_found_again(visit, tmp_path):
    """The server is killed and started again: the same match, the focus where it was, nothing said twice."""
    with serving("--data", str(tmp_path)) as server:
        address = server.address
        one = visit()
        one.address = address
        one.begin(game="draw", players="2")
        until(one, "play")
        one.quiet()
        one.page.focus("#hand-tiles button[tabindex='0']")
        held, lost, count, version = one.focus, one.seen("lost"), len(one.seen("said")), one.version
        server.kill()
        one.page.wait_for_function("() => seen.alerts.length > 0")
        assert one.seen("alerts") == ["The connection is lost. Trying again."]
    port = address.rstrip("/").rpartition(":")[2]
    with serving("--data", str(tmp_path), "--port", port):
        one.page.wait_for_function("count => seen.said.length > count", arg=count, timeout=30_000)
        one.page.wait_for_timeout(500)
        (said,) = one.seen("said")[count:]
        assert said.startswith("Connected again. Your turn.")
        assert (one.focus, one.seen("lost"), one.version) == (held, lost, version)
        assert len(one.seen("alerts")) == 1
        before = one.version
        by_mouse(one)
        one.settle(before)
        one.faults = [fault for fault in one.faults if "ERR_" not in fault]
        one.context.close()


def test_sounds_are_there_and_can_be_off(visit):
    one = visit()
    asked: list[str] = []
    one.page.on("request", lambda request: asked.append(request.url) if "/sounds/" in request.url else None)
    one.begin(game="draw", players="2")
    assert asked == [], "no sound before a gesture"
    one.page.mouse.click(3, 3)
    one.page.wait_for_timeout(500)
    assert len({url.rpartition("/")[2] for url in asked}) == 9
    assert all(re.search(r"/static/v-[0-9a-f]{16}/sounds/\w+\.wav$", url) for url in asked), "they are kept for good"
    one.page.click("#open-settings")
    one.page.uncheck("#settings [name=sound]")
    one.page.fill("#settings [name=volume]", "20")
    one.page.reload()
    one.page.wait_for_selector("#match[data-must]")
    assert one.page.is_checked("#settings [name=sound]") is False
    assert one.page.input_value("#settings [name=volume]") == "20"


def test_brief_announcements(visit):
    one = visit()
    one.page.add_init_script("localStorage.setItem('dominoes', JSON.stringify({announcements: 'brief'}))")
    one.begin(game="draw", players="2")
    for _ in range(6):
        before = one.version
        if one.must != "wait":
            by_mouse(one)
        one.settle(before)
    one.quiet()
    events = one.seen("events")
    assert one.told == [event["brief"] for event in events]
    assert max(len(event["brief"]) for event in events) <= 150
    logged = [event["text"] for event in events if event["log"]]
    assert one.page.locator("#log-lines li").all_text_contents()[-len(logged) :] == logged


def test_a_selected_tile_survives_what_comes(visit):
    """Another person sits down while the question stands where a tile shall go."""
    one = visit()
    one.begin(game="table")
    until_several(one)
    page = one.page
    link = one.invite()
    page.click("#hand-tiles button[aria-pressed] >> nth=0")
    page.keyboard.press("Tab")
    held = page.evaluate("document.activeElement.textContent")
    lost, shown = one.seen("lost"), page.locator("#table .shown").count()
    other = visit()
    other.page.goto(link)
    other.page.fill("[name=name]", "Bob")
    other.page.click("form button")
    other.page.wait_for_selector("#match[data-must]")
    page.wait_for_function("() => seen.said.some((text) => text.includes('Bob'))")
    assert page.evaluate("document.activeElement.textContent") == held
    assert one.seen("lost") == lost
    assert page.locator("#table .shown").count() == shown > 1
    assert page.locator('#hand-tiles [aria-pressed="true"]').count() == 1
    assert other.page.locator("#hand-tiles button").count() > 0
    mine = page.locator("#hand-tiles button").evaluate_all("all => all.map((one) => one.value)")
    theirs = other.page.content()
    assert not [tile for tile in mine if f'"hand-{tile}"' in theirs]


def test_pushes_wait_while_a_tile_is_held(visit):
    one = visit()
    one.begin(game="table")
    until(one, "play")
    page = one.page
    link, before = one.invite(), one.version
    tile = page.locator(f"{PLAYABLE} >> nth=0")
    tile.scroll_into_view_if_needed()
    box = tile.bounding_box()
    page.mouse.move(box["x"] + 10, box["y"] + 10)
    page.mouse.down()
    other = visit()
    other.page.goto(link)
    other.page.click("form button")
    other.page.wait_for_selector("#match[data-must]")
    page.wait_for_timeout(500)
    assert one.version == before
    page.mouse.move(box["x"] + 10, box["y"] - 60, steps=3)
    page.keyboard.press("Escape")
    page.mouse.up()
    page.wait_for_function("v => Number(document.getElementById('match').dataset.version) > v", arg=before)


ELSEWHERE = """async () => {
  const match = document.getElementById("match").dataset;
  const others = [...document.querySelectorAll("#hand-tiles button:not([aria-disabled=true])")];
  const tile = others.find((one) => one.getAttribute("aria-pressed") !== "true");
  const position = document.querySelector("#actions [name=position]").value;
  const fields = new URLSearchParams({position, move: JSON.parse(tile.dataset.choices)[0].move});
  const headers = {Accept: "application/json"};
  return (await fetch(`${match.path}/play`, {method: "POST", headers, body: fields})).status;
}"""
"""Another tile than the selected one is played, as another window of the same seat would."""


@pytest.mark.parametrize("pace", ["1", "0"])
def test_a_selection_ends_with_the_turn(visit, pace):
    """Also where the turn has come back by the time it is shown, and the same tile fits in several places again."""
    one = visit()
    one.begin(game="all-fives", players="2", seed="b", pace=pace)
    until_several(one)
    page = one.page
    page.click("#hand-tiles button[aria-pressed] >> nth=0")
    assert page.is_visible("#choices")
    before = one.version
    assert page.evaluate(ELSEWHERE) == 200
    page.wait_for_function("before => document.getElementById('match').dataset.version > before", arg=before)
    for _ in range(2):
        assert not page.is_visible("#choices")
        assert page.locator("#hand-tiles [aria-pressed=true], #table .shown").count() == 0
        assert one.focus.startswith("hand-")
        one.settle(before + 1)  # the opponent has played too
    assert page.locator("#hand-tiles button[aria-pressed]").count() > 0, "there is something to select again"


@pytest.mark.parametrize("at", ["act-undo", "BODY", "log-lines"])
def test_the_end_of_a_round_takes_the_focus(visit, at):
    """From a button that stays and from nowhere, once; not from somebody who reads the log."""
    one = visit()
    one.begin(game="block", players="2", target="500")
    page = one.page
    for _ in range(40):
        if one.must == "next":
            break
        page.evaluate("at => at === 'BODY' ? document.activeElement.blur() : document.getElementById(at).focus()", at)
        assert one.focus == at
        before = one.version
        page.evaluate(BESIDE, PLAYABLE)
        one.settle(before)
    assert page.locator("#act-undo").count() == 1
    page.wait_for_timeout(100)
    assert (one.focus, one.seen("headed")) == (("log-lines", 0) if at == "log-lines" else ("result-title", 1))


ALONE = """
addEventListener("pointerdown", (event) => { window.pointer = event.pointerId; }, true);
for (const kind of ["pointercancel", "lostpointercapture"]) {
  if (kind !== "KIND") addEventListener(kind, (event) => event.stopImmediatePropagation(), true);
}
"""
"""Of both events one alone is heard."""

CANCELLED = {
    "pointercancel": "id => document.dispatchEvent(new PointerEvent('pointercancel', {pointerId: id}))",
    "lostpointercapture": "id => document.querySelector('.lifted').releasePointerCapture(id)",
}
"""What the browser does where it takes the pointer for itself; the other event is not seen then."""


@pytest.mark.parametrize("kind", CANCELLED)
def test_a_pointer_that_is_taken_away_gives_the_tile_back(visit, kind):
    one = visit()
    one.page.add_init_script(ALONE.replace("KIND", kind))
    one.begin(game="table")
    until(one, "play")
    page, posts = one.page, len(one.posts)
    one.quiet()
    drag(one, drop=False)
    assert page.locator(".dragged").count() == page.locator(".lifted").count() == 1
    page.evaluate(CANCELLED[kind], page.evaluate("pointer"))
    x, y = one.middle("#picture")
    page.mouse.move(x, y)
    assert page.locator(".dragged, .lifted, #table .shown").count() == 0
    page.mouse.up()
    page.wait_for_timeout(300)
    assert len(one.posts) == posts
    assert one.seen("said")[-1] == "The tile is back in your hand."
    before = one.version
    by_mouse(one)
    one.settle(before)  # messages do not wait any more


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_forced_colours_and_reduced_motion(visit, scheme):
    """The focus stays to be seen, the tiles keep their own colours, and nothing moves."""
    one = visit(forced_colors="active", color_scheme=scheme, reduced_motion="reduce")
    one.begin(game="draw", players="2")
    until(one, "play")
    page = one.page
    page.focus("#hand-tiles button[tabindex='0']")
    page.keyboard.press("Home")
    style = page.evaluate(
        "(() => {const style = getComputedStyle(document.activeElement);"
        " return [style.outlineStyle, parseFloat(style.outlineWidth)]})()"
    )
    assert style[0] == "solid"
    assert style[1] >= 2
    assert page.evaluate("getComputedStyle(document.querySelector('#hand-tiles svg')).forcedColorAdjust") == "none"
    assert page.evaluate("document.getAnimations().length") == 0
    assert page.evaluate(
        "[...document.querySelectorAll('*')].every((one) => parseFloat(getComputedStyle(one).transitionDuration) === 0)"
    )


FORCED = """() => {
  const sample = document.createElement("i");
  sample.style.forcedColorAdjust = "none";
  document.body.append(sample);
  const named = (colour) => { sample.style.color = colour; return getComputedStyle(sample).color; };
  const found = (selector, name, part) => getComputedStyle(document.querySelector(selector), part)[name];
  return {
    system: ["Highlight", "GrayText", "CanvasText"].map(named),
    strong: [
      found(".player.acting", "outlineColor"),
      found("#hand-tiles [aria-pressed=true]", "outlineColor"),
      found("#hand-tiles button:not([aria-disabled=true])", "borderBottomColor", "::after"),
      found(":focus-visible", "outlineColor"),
    ],
    weak: ["color", "borderTopColor"].map((name) => found("#actions [aria-disabled=true]", name)),
  };
}"""


def test_forced_colours_mark_what_counts(visit):
    """Who is to act, what is selected, fits and has the focus, in the system's own colour; the rest in grey."""
    one = visit(forced_colors="active")
    one.begin(game="table")
    until_several(one)
    page = one.page
    page.wait_for_selector("#actions [aria-disabled=true]")
    page.keyboard.press("Tab")
    page.focus("#hand-tiles button[aria-pressed] >> nth=0")
    page.keyboard.press("Enter")
    found = page.evaluate(FORCED)
    highlight, grey, ink = found["system"]
    assert len({highlight, grey, ink}) == 3
    assert set(found["strong"]) == {highlight}
    assert set(found["weak"]) == {grey}
    styles = "one => [getComputedStyle(one).outlineStyle, parseFloat(getComputedStyle(one).outlineWidth)]"
    assert page.locator("#hand-tiles [aria-pressed=true]").evaluate(styles) == ["double", 4]
    assert page.locator("#choices-list button:focus-visible").evaluate(styles) == ["solid", 3]


def test_a_hand_of_twenty_at_320_pixels(visit):
    one = visit(viewport={"width": 320, "height": 640})
    one.begin(game="draw", players="2")
    page = one.page
    page.evaluate(
        "() => {const hand = document.getElementById('hand-tiles');"
        "while (hand.children.length < 20) hand.append(hand.children[0].cloneNode(true))}"
    )
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    sizes = page.locator("#hand-tiles button").evaluate_all(
        "all => all.map((one) => [one.getBoundingClientRect().width, one.getBoundingClientRect().height])"
    )
    assert min(width for width, _ in sizes) >= 24, "all are in sight at once: smaller, but a finger finds them"
    assert min(height for _, height in sizes) >= 44


def test_a_finger_that_goes_sideways_scrolls_the_hand(visit):
    """The browser takes the finger over (pointercancel): nothing is sent, nothing stays lifted."""
    one = visit(viewport={"width": 320, "height": 640}, has_touch=True, is_mobile=True)
    one.begin(game="draw", players="2")
    until(one, "play")
    page = one.page
    tile = page.locator(f"{PLAYABLE} >> nth=0")
    tile.scroll_into_view_if_needed()
    assert tile.evaluate("tile => getComputedStyle(tile).touchAction") in ("pan-x pinch-zoom", "pinch-zoom pan-x")
    box = tile.bounding_box()
    x, y, posts = box["x"] + 20, box["y"] + 40, len(one.posts)
    finger = one.context.new_cdp_session(page)
    for kind, points in (
        ("touchStart", [{"x": x, "y": y}]),
        *(("touchMove", [{"x": x - 15 * step, "y": y}]) for step in range(1, 6)),
        ("touchEnd", []),
    ):
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    page.wait_for_timeout(300)
    assert len(one.posts) == posts
    assert page.locator(".dragged, .lifted").count() == 0


def test_a_running_match_is_found_again_and_a_record_gone_on_with(visit):
    one = visit()
    one.begin(game="block", players="2", target="10")
    page, address = one.page, one.page.url
    page.goto(one.address)
    assert page.locator("#running a").evaluate_all("all => all.map((link) => link.href)") == [address]
    page.click("#running a")
    page.wait_for_selector("#match[data-must]")
    until(one, "next") if one.must not in ("next", "over") else None
    record = page.evaluate("async (path) => (await fetch(path)).text()", f"{address}/record")
    page.goto(one.address)
    page.click("#from-record summary")
    page.set_input_files("#record-file", {"name": "r.json", "mimeType": "application/json", "buffer": record.encode()})
    page.wait_for_function("() => document.querySelector('[name=record]').value.length > 10")
    assert one.axe() == []
    page.click("#from-record button")
    page.wait_for_selector("#match[data-must]")
    assert page.url != address
