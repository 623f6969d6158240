"""Somebody who plays in a browser: what the page shows, says and asks is all there is to go by."""

from __future__ import annotations

import struct
import time
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

AXE = Path(__file__).resolve().parent.parent / "page" / "vendor" / "axe.min.js"
PLAYABLE = "#hand-tiles button:not([aria-disabled=true])"
LISTS = "#log-lines"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

# Notes what the stream brings, what the live regions say and when, and whenever the focus has fallen to the body.
WATCH = """
window.seen = {events: [], said: [], alerts: [], times: [], fallen: 0, lost: 0, headed: 0};
window.EventSource = class extends EventSource {
  constructor(...given) {
    super(...given);
    this.addEventListener("message", (event) => seen.events.push(...JSON.parse(event.data).events));
  }
};
addEventListener("DOMContentLoaded", () => {
  for (const [id, list] of [["say", seen.said], ["alert", seen.alerts]]) {
    const region = document.getElementById(id);
    if (!region) continue;
    seen[`empty-${id}`] = region.childNodes.length === 0 && getComputedStyle(region).display !== "none";
    seen[`kept-${id}`] = () => region.isConnected && !region.matches("[tabindex], [aria-busy], [data-fragment] *");
    new MutationObserver((all) => {
      for (const one of all) for (const node of one.addedNodes) {
        list.push(node.textContent);
        if (id === "say") seen.times.push(performance.now());
      }
    }).observe(region, {childList: true});
  }
  document.addEventListener("focusin", (event) => { seen.headed += event.target.id === "result-title"; });
  let tab = false; // with the Tab key the focus may leave the page: that is no fall
  for (const kind of ["keydown", "keyup"]) {
    document.addEventListener(kind, (event) => { tab = kind === "keydown" && event.key === "Tab"; }, true);
  }
  document.addEventListener("focusout", () => {
    seen.lost += 1;
    if (!tab) setTimeout(() => { if (document.activeElement === document.body) seen.fallen += 1; }, 0);
  });
});
"""

SPEAK = """async (language) => (await fetch(`${document.getElementById("match").dataset.path}/settings`,
  {method: "POST", headers: {Accept: "application/json"}, body: new URLSearchParams({language})})).status"""

Colour = tuple[int, int, int]
Point = tuple[float, float]


class Visitor:
    """A page, and what happens there."""

    def __init__(self, context: Any, address: str) -> None:
        self.context = context
        self.address = address
        self.page = context.new_page()
        self.page.set_default_timeout(10_000)
        self.page.add_init_script(WATCH)
        self.faults: list[str] = []
        self.posts: list[str] = []
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", self._console)
        self.page.on("request", lambda request: self.posts.append(request.url) if request.method == "POST" else None)

    def _console(self, message: Any) -> None:
        # Chromium writes a line for each answer of status 4xx; those are what refusals are made of.
        if message.type in ("error", "warning") and "Failed to load resource" not in message.text:
            self.faults.append(message.text)

    def begin(self, **fields: str) -> None:
        """A new match by the form; at once, with a seed, unless told otherwise."""
        page = self.page
        page.goto(self.address)
        page.click("#more:not([open]) > summary")
        for name, value in {"pace": "0", "seed": "page", **fields}.items():
            field = page.locator(f"#start [name={name}]")
            if field.evaluate("field => field.tagName") == "SELECT":
                field.select_option(value)
            else:
                field.fill(value)
        page.click("#start button")
        page.wait_for_selector("#match[data-must]")

    def speak(self, language: str) -> None:
        """The match as it stands, in another language."""
        assert self.page.evaluate(SPEAK, language) == 200
        self.page.reload()
        self.page.wait_for_selector("#match[data-must]")
        assert self.page.get_attribute("html", "lang") == language

    # What is there

    @property
    def must(self) -> str:
        """What the person is to do."""
        return str(self.page.get_attribute("#match", "data-must"))

    @property
    def version(self) -> int:
        return int(self.page.get_attribute("#match", "data-version"))

    @property
    def focus(self) -> str:
        """The id of what has the focus; its name without one."""
        return str(self.page.evaluate("document.activeElement.id || document.activeElement.tagName"))

    def seen(self, name: str) -> Any:
        return self.page.evaluate(f"seen[{name!r}]")

    @property
    def greeted(self) -> int:
        """How many announcements a page that was opened began with, before the first event."""
        return int(self.page.get_attribute("#match", "data-greeted") or 0)

    @property
    def told(self) -> list[str]:
        """What was said after that."""
        return list(self.seen("said"))[self.greeted :]

    @property
    def kept(self) -> bool:
        """Whether the live regions are those of the first HTML, in no fragment, and nothing that can be focused."""
        return bool(self.page.evaluate("seen['kept-say']() && seen['kept-alert']()"))

    def box(self, selector: str) -> tuple[float, float, float, float]:
        """Where the first such element is, scrolled into sight: left, top, width, height."""
        target = self.page.locator(selector).first
        target.scroll_into_view_if_needed()
        box = target.bounding_box()
        return box["x"], box["y"], box["width"], box["height"]

    def middle(self, selector: str) -> Point:
        """The middle of the first such element, where it is."""
        box = self.page.locator(selector).first.bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def pixels(self, x: float, y: float, width: float = 1, height: float = 1) -> list[Colour]:
        """The colours of a part of the window as they are shown."""
        clip = {"x": round(x), "y": round(y), "width": round(width), "height": round(height)}
        return [pixel for row in decoded(self.page.screenshot(clip=clip, animations="disabled")) for pixel in row]

    def settle(self, after: int) -> None:
        """Until the page shows more than version ``after``, and it is the person's turn or nobody's."""
        self.page.wait_for_function(
            "after => {const shown = document.getElementById('match').dataset;"
            " return shown.version > after && shown.must !== 'wait'}",
            arg=after,
        )

    def invite(self) -> str:
        """The link by which a person takes a virtual player's seat, the first one's."""
        self.page.click("#about [data-do=invite] button >> nth=0")
        self.page.wait_for_selector("#invitation:not([hidden])")
        self.page.wait_for_function("() => document.getElementById('invitation-link').value")
        return str(self.page.input_value("#invitation-link"))

    def quiet(self) -> None:
        """Until all that came was said."""
        end = time.monotonic() + 30
        while time.monotonic() < end:
            if len(self.seen("said")) >= self.greeted + len(self.seen("events")):
                return
            self.page.wait_for_timeout(100)
        raise AssertionError("it never said all")

    # What axe finds

    def axe(self, within: str = "html") -> list[str]:
        """What axe-core finds wrong, and what it could not decide, a line each.

        The table's picture is left out: axe cannot judge letters in an SVG; the drawing's own tests hold its contrast.
        """
        self.page.evaluate(AXE.read_text())
        # What is scrolled out of sight axe cannot judge, and what a picture cuts off it takes for something that lies
        # over the page: for this moment the lists are as long as they are, and the table is whole.
        self.page.evaluate(f"document.querySelectorAll('{LISTS}').forEach((one) => one.style.maxHeight = 'none')")
        # What sticks to the foot covers what is below it; nothing does while it stands in its own place.
        self.page.evaluate("document.querySelectorAll('#actions').forEach((one) => one.style.position = 'static')")
        self.page.evaluate(
            "document.querySelectorAll('svg[data-whole]')"
            ".forEach((one) => one.setAttribute('viewBox', one.dataset.whole))"
        )
        where = {"include": [[within]], "exclude": [["#picture svg"]]}
        found = self.page.evaluate("([where, tags]) => axe.run(where, {runOnly: tags})", [where, TAGS])
        self.page.evaluate(f"document.querySelectorAll('{LISTS}').forEach((one) => one.style.maxHeight = '')")
        self.page.evaluate("document.querySelectorAll('#actions').forEach((one) => one.style.position = '')")
        self.page.evaluate("dispatchEvent(new Event('resize'))")
        return [
            f"{kind}: {one['id']}: {node['target']} {node.get('failureSummary', '')}"
            for kind in ("violations", "incomplete")
            for one in found[kind]
            for node in one["nodes"]
        ]


# Ways to play


def by_mouse(one: Visitor) -> None:
    """One thing done by clicks."""
    page, must = one.page, one.must
    if must == "draw":
        page.click("#boneyard .back >> nth=0")
    elif must == "play":
        page.click(f"{PLAYABLE} >> nth=0")
        if page.locator("#choices:visible").count():
            page.click("#choices-list button >> nth=0")
    else:
        page.click(f"#act-{must}")


def by_keyboard(one: Visitor) -> None:
    """One thing done by keys alone."""
    page, must = one.page, one.must
    if must in ("next", "go"):
        tab_to(one, f"#act-{must}")
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
    """The Tab key until it comes there."""
    for _ in range(60):
        if one.page.locator(f"{selector}:focus").count():
            return
        one.page.keyboard.press("Tab")
    raise AssertionError(f"Tab never comes to {selector}")


def by_dragging(one: Visitor) -> None:
    """One thing done; a tile is dragged to its first place."""
    if one.must == "play":
        drag(one)
    else:
        by_mouse(one)


def drag(one: Visitor, *, drop: bool = True) -> None:
    """The first tile that can be played, to its first ghost, by the mouse."""
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


def by_touch(one: Visitor) -> None:
    """One thing done by taps of a finger: the tile, and where it fits in several places, the place on the table."""
    page, must = one.page, one.must
    if must == "draw":
        tap(one, "#boneyard .back")
    elif must == "play":
        tap(one, PLAYABLE)
        if page.locator("#choices:visible").count():
            tap(one, "#table [id^=ghost-].shown")
    else:
        tap(one, f"#act-{must}")


def tap(one: Visitor, selector: str) -> None:
    """A finger put on the first such element and lifted again."""
    target = one.page.locator(selector).first
    target.scroll_into_view_if_needed()
    box = target.bounding_box()
    at = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    touch(one, [at])


def touch(one: Visitor, path: list[Point | Callable[[], Point]]) -> None:
    """A finger put down at the first of these points, moved along them and lifted at the last. A function tells a point
    once the finger has come that far: the table may be shown nearer then."""
    session = one.context.new_cdp_session(one.page)
    kinds = ["touchStart", *["touchMove"] * (len(path) - 1)]
    for kind, point in zip(kinds, path, strict=True):
        x, y = point() if callable(point) else point
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    session.detach()


def until(one: Visitor, must: str, steps: int = 80) -> None:
    """Play on by the mouse until that is to be done."""
    for _ in range(steps):
        if one.must == must:
            return
        before = one.version
        if one.must != "wait":
            by_mouse(one)
        one.settle(before)
    raise AssertionError(f"it never came to {must}")


def until_several(one: Visitor, steps: int = 60) -> None:
    """Play on until a tile can be played that fits in several places."""
    for _ in range(steps):
        if one.must == "play" and one.page.locator("#hand-tiles button[aria-pressed]").count():
            return
        before = one.version
        if one.must != "wait":
            by_mouse(one)
        one.settle(before)
    raise AssertionError("no tile ever fitted in several places")


# Pixels


def decoded(png: bytes) -> list[list[Colour]]:
    """The pixels of a PNG as browsers write them: 8 bits a colour, with transparency or without, not interlaced."""
    at, data, header = 8, b"", b""
    while at < len(png):
        (length,), kind = struct.unpack(">I", png[at : at + 4]), png[at + 4 : at + 8]
        if kind == b"IHDR":
            header = png[at + 8 : at + 8 + length]
        elif kind == b"IDAT":
            data += png[at + 8 : at + 8 + length]
        at += length + 12
    width, height, depth, colours, *_, interlaced = struct.unpack(">IIBBBBB", header)
    assert depth == 8
    assert colours in (2, 6)
    assert not interlaced
    size = 3 if colours == 2 else 4
    raw, rows = zlib.decompress(data), []
    above = bytearray(width * size)
    for row in range(height):
        start = row * (width * size + 1)
        line = _unfiltered(raw[start], bytearray(raw[start + 1 : start + 1 + width * size]), above, size)
        rows.append([(line[x], line[x + 1], line[x + 2]) for x in range(0, width * size, size)])
        above = line
    return rows


def _unfiltered(kind: int, line: bytearray, above: bytearray, size: int) -> bytearray:
    """One row of a PNG, of which only the differences to its neighbours are written."""
    for x in range(len(line)):
        left = line[x - size] if x >= size else 0
        up, corner = above[x], above[x - size] if x >= size else 0
        if kind == 4:
            near = left + up - corner
            guess = min((left, up, corner), key=lambda one: abs(near - one))
        else:
            guess = (0, left, up, (left + up) // 2)[kind]
        line[x] = (line[x] + guess) & 255
    return line


def contrast(one: Colour, other: Colour) -> float:
    """As WCAG has it: from 1 to 21."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: Colour) -> float:
    parts = [part / 255 for part in colour]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
