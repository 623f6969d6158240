"""Takes the pictures of the page in a browser. Needs the extra ``web``, Playwright and Chromium.

python docs/make_screenshots.py [FOLDER]        into docs/images unless told

The matches have typed seeds and are played by the page's own buttons, so the same is to be seen each time; letters and
edges differ with the machine's fonts. Look at the pictures before they are kept.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

FOLDER: Final = Path(__file__).resolve().parent / "images"
SOURCES: Final = Path(__file__).resolve().parent.parent / "src"
CHROMIUM: Final = shutil.which("chromium") or "/usr/bin/chromium"
PLAYABLE: Final = "#hand-tiles button:not([aria-disabled=true])"
SEVERAL: Final = "#hand-tiles button[aria-pressed]"
MOST: Final = 150 * 1024
"""Bytes of a picture."""
STEPS: Final = 60

Wanted = Callable[[Page], bool]


class Picture(NamedTuple):
    """What is played on which screen, and until when."""

    width: int
    height: int
    fields: dict[str, str]
    wanted: Wanted
    dragged: bool = False
    """Whether a tile is lifted at last, and held over its first place."""


def must(page: Page) -> str:
    """What the person is to do."""
    return page.get_attribute("#match", "data-must") or ""


def mid_play(page: Page) -> bool:
    """Ten tiles lie, and one can be played that fits in several places."""
    laid = page.locator("#picture [id^=tile-]").count()
    return must(page) == "play" and laid >= 10 and page.locator(SEVERAL).count() > 0


def to_draw(page: Page) -> bool:
    """Nothing fits, and something lies."""
    return must(page) == "draw" and page.locator("#picture [id^=tile-]").count() > 5


PICTURES: Final = {
    "page-table": Picture(
        1120, 780, {"game": "table", "players": "2", "name": "Ann", "seed": "a table"}, mid_play, dragged=True
    ),
    "page-draw": Picture(390, 844, {"game": "draw", "players": "2", "name": "Ann", "seed": "a phone"}, to_draw),
    "page-result": Picture(
        1120,
        780,
        {"game": "block", "players": "2", "name": "Ann", "seed": "a result"},
        lambda page: must(page) == "next",
    ),
}


def take(browser: Browser, address: str, picture: Picture, file: Path) -> None:
    """Play, and take the picture."""
    page = browser.new_page(viewport={"width": picture.width, "height": picture.height}, locale="en-US")
    page.goto(address)
    for name, value in {"pace": "0", **picture.fields}.items():
        field = page.locator(f"#start [name={name}]")
        if field.evaluate("field => field.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
    page.click("#start button")
    page.wait_for_selector("#match[data-must]")
    for _ in range(STEPS):
        if picture.wanted(page):
            break
        step(page)
    else:
        raise SystemExit(f"{file.stem}: it never came to that")
    said = None
    while said != (said := page.text_content("#say")):
        page.wait_for_timeout(500)  # until everything is said
    page.evaluate("scrollTo(0, 0)")
    page.mouse.move(2, 2)
    if picture.dragged:
        drag(page)
    page.wait_for_timeout(300)
    page.screenshot(path=file)
    page.close()
    if file.stat().st_size > MOST:
        raise SystemExit(f"{file.stem}: {file.stat().st_size} bytes are too many")


def drag(page: Page) -> None:
    """Lift a tile that fits in several places, and hold it near the first."""
    tile = page.locator(SEVERAL).first.bounding_box()
    assert tile is not None
    x, y = tile["x"] + tile["width"] / 2, tile["y"] + tile["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 80, steps=3)
    ghost = page.locator("#table [id^=ghost-].shown").first.bounding_box()
    assert ghost is not None
    page.mouse.move(ghost["x"] + ghost["width"] / 2 + 14, ghost["y"] + ghost["height"] / 2 + 10, steps=3)


def step(page: Page) -> None:
    """One thing done by the page's own buttons."""
    before, what = page.get_attribute("#match", "data-version"), must(page)
    if what == "play":
        page.click(f"{PLAYABLE} >> nth=0")
        if page.locator("#choices:visible").count():
            page.click("#choices-list button >> nth=0")
    elif what != "wait":
        page.click(f"#act-{what}")
    page.wait_for_function(
        "before => {const shown = document.getElementById('match').dataset;"
        " return shown.version !== before && shown.must !== 'wait'}",
        arg=before,
    )


@contextmanager
def serving() -> Iterator[str]:
    """A server of its own; its address."""
    with tempfile.TemporaryDirectory() as data:
        server = subprocess.Popen(
            [sys.executable, "-m", "dominoes", "serve", "--port", "0", "--no-browser", "--data", data],
            env={**os.environ, "PYTHONPATH": str(SOURCES)},
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert server.stdout is not None
            found = re.search(r"http://\S+/", server.stdout.readline())
            assert found is not None, "the server does not say its address"
            yield found[0]
        finally:
            server.terminate()
            server.communicate()


def take_all(folder: Path) -> None:
    """All pictures into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    with serving() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for name, picture in PICTURES.items():
            take(browser, address, picture, folder / f"{name}.png")
        browser.close()


if __name__ == "__main__":
    if len(sys.argv) > 2 or sys.argv[1:2] == ["--help"]:
        sys.exit("usage: python docs/make_screenshots.py [FOLDER]")
    take_all(Path(sys.argv[1]) if len(sys.argv) == 2 else FOLDER)
