"""Takes the pictures of the page in a browser. Needs the extra ``web``, Playwright and Chromium.

python docs/make_screenshots.py [FOLDER]        into docs/images unless told

The matches have typed seeds and are played by the page's own buttons, so the same is to be seen each time; letters and
edges differ with the machine's fonts. Look at the pictures before they are kept.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple

from playwright.sync_api import Browser, Page

ROOT: Final = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "src")]

from support.browser import opened  # type: ignore[import-not-found]  # noqa: E402
from support.servers import serving  # type: ignore[import-not-found]  # noqa: E402
from support.visitor import Visitor, by_mouse  # type: ignore[import-not-found]  # noqa: E402

FOLDER: Final = ROOT / "docs" / "images"
SEVERAL: Final = "#hand-tiles button[aria-pressed]"
MOST: Final = 150 * 1024
"""Bytes of a picture."""
STEPS: Final = 60

Wanted = Callable[[Any], bool]
"""Of a `Visitor`."""


class Picture(NamedTuple):
    """What is played on which screen, and until when."""

    width: int
    height: int
    fields: dict[str, str]
    wanted: Wanted
    dragged: bool = False
    """Whether a tile is lifted at last, and held over its first place."""


def laid(one: Any) -> int:
    """How many tiles lie on the table."""
    return int(one.page.locator("#picture [id^=tile-]").count())


def mid_play(one: Any) -> bool:
    """Ten tiles lie, and one can be played that fits in several places."""
    return one.must == "play" and laid(one) >= 10 and one.page.locator(SEVERAL).count() > 0


def to_draw(one: Any) -> bool:
    """Nothing fits, and something lies."""
    return one.must == "draw" and laid(one) > 5


PICTURES: Final = {
    "page-table": Picture(
        1120, 780, {"game": "table", "players": "2", "name": "Ann", "seed": "a table"}, mid_play, dragged=True
    ),
    "page-draw": Picture(390, 844, {"game": "draw", "players": "2", "name": "Ann", "seed": "a phone"}, to_draw),
    "page-result": Picture(
        1120,
        780,
        {"game": "block", "players": "2", "name": "Ann", "seed": "a result"},
        lambda one: one.must == "next",
    ),
}


def take(browser: Browser, address: str, picture: Picture, file: Path) -> None:
    """Play, and take the picture."""
    context = browser.new_context(viewport={"width": picture.width, "height": picture.height}, locale="en-US")
    one = Visitor(context, address)
    one.begin(**picture.fields)
    for _ in range(STEPS):
        if picture.wanted(one):
            break
        before = one.version
        if one.must != "wait":
            by_mouse(one)
        one.settle(before)
    else:
        raise SystemExit(f"{file.stem}: it never came to that")
    page = one.page
    one.quiet()
    page.evaluate("scrollTo(0, 0)")
    page.mouse.move(2, 2)
    if picture.dragged:
        drag(page)
    page.wait_for_timeout(300)
    page.screenshot(path=file)
    context.close()
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


def take_all(folder: Path) -> None:
    """All pictures into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, serving("--data", data) as server, opened() as browser:
        for name, picture in PICTURES.items():
            take(browser, server.address, picture, folder / f"{name}.png")


if __name__ == "__main__":
    if len(sys.argv) > 2 or sys.argv[1:2] == ["--help"]:
        sys.exit("usage: python docs/make_screenshots.py [FOLDER]")
    take_all(Path(sys.argv[1]) if len(sys.argv) == 2 else FOLDER)
