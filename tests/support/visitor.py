"""Somebody who plays in a browser: what the page shows, says and asks is all there is to go by."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

AXE = Path(__file__).resolve().parent.parent / "page" / "vendor" / "axe.min.js"
PLAYABLE = "#hand-tiles button:not([aria-disabled=true])"
LISTS = "#log-lines, #chain ol"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

# Notes what the stream brings, what the live regions say, and whenever the focus has fallen to the body.
WATCH = """
window.seen = {events: [], said: [], alerts: [], fallen: 0, lost: 0};
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
    new MutationObserver((all) => {
      for (const one of all) for (const node of one.addedNodes) list.push(node.textContent);
    }).observe(region, {childList: true});
  }
  document.addEventListener("focusout", () => {
    seen.lost += 1;
    setTimeout(() => { if (document.activeElement === document.body) seen.fallen += 1; }, 0);
  });
});
"""


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
        for name, value in {"pace": "0", "seed": "page", **fields}.items():
            field = page.locator(f"#start [name={name}]")
            if field.evaluate("field => field.tagName") == "SELECT":
                field.select_option(value)
            else:
                field.fill(value)
        page.click("#start button")
        page.wait_for_selector("#match[data-must]")

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

    def settle(self, after: int) -> None:
        """Until the page shows more than version ``after``, and it is the person's turn or nobody's."""
        self.page.wait_for_function(
            "after => {const shown = document.getElementById('match').dataset;"
            " return shown.version > after && shown.must !== 'wait'}",
            arg=after,
        )

    def quiet(self) -> None:
        """Until all that came was said."""
        end = time.monotonic() + 30
        while time.monotonic() < end:
            if len(self.seen("said")) >= len(self.seen("events")):
                return
            self.page.wait_for_timeout(100)
        raise AssertionError("it never said all")

    # What axe finds

    def axe(self, within: str = "html") -> list[str]:
        """What axe-core finds wrong, and what it could not decide, a line each.

        The table's picture is left out: axe cannot judge letters in an SVG; the drawing's own tests hold its contrast.
        """
        self.page.evaluate(AXE.read_text())
        # What is scrolled out of sight axe cannot judge: for this moment the lists are as long as they are.
        self.page.evaluate(f"document.querySelectorAll('{LISTS}').forEach((one) => one.style.maxHeight = 'none')")
        where = {"include": [[within]], "exclude": [["#picture svg"]]}
        found = self.page.evaluate("([where, tags]) => axe.run(where, {runOnly: tags})", [where, TAGS])
        self.page.evaluate(f"document.querySelectorAll('{LISTS}').forEach((one) => one.style.maxHeight = '')")
        return [
            f"{kind}: {one['id']}: {node['target']} {node.get('failureSummary', '')}"
            for kind in ("violations", "incomplete")
            for one in found[kind]
            for node in one["nodes"]
        ]


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
