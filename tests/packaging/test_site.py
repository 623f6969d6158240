"""The site is built without a warning by what the extra ``docs`` installs, and needs nothing of any other place."""

from __future__ import annotations

import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest
from support.building import ROOT, extra, plain_environment

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built site; its tools are installed into an environment of their own."""
    folder = tmp_path_factory.mktemp("site")
    run(sys.executable, "-m", "venv", folder / "venv")
    python = folder / "venv/bin/python"
    run(python, "-m", "pip", "--quiet", "--disable-pip-version-check", "install", *extra("docs"))
    run(
        python,
        "-m",
        "sphinx",
        "-q",
        "-W",
        "--keep-going",
        "-b",
        "html",
        "-d",
        folder / "trees",
        "docs",
        folder / "html",
    )
    return folder / "html"


def run(*words: object) -> None:
    done = subprocess.run([*map(str, words)], cwd=ROOT, env=plain_environment(), capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


class Asked(HTMLParser):
    """What a page makes a browser fetch by itself; links to follow are none of it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        words = dict(attrs)
        followed = tag == "a" or (tag == "link" and words.get("rel") in ("canonical", "next", "prev", "author"))
        if not followed:
            self.found += [words[name] or "" for name in ("src", "href", "srcset", "data", "poster") if name in words]


def elsewhere(address: str) -> bool:
    return re.match(r"([a-z][a-z+.-]*:)?//", address, re.IGNORECASE) is not None


def test_pages_fetch_nothing_from_elsewhere(site):
    asked = {page: Asked(page.read_text(encoding="utf-8")).found for page in site.rglob("*.html")}
    assert len(asked) > 20
    assert {str(page): address for page, found in asked.items() for address in found if elsewhere(address)} == {}


def test_styles_and_scripts_fetch_nothing_from_elsewhere(site):
    styles = "".join(path.read_text(encoding="utf-8") for path in site.rglob("*.css"))
    assert [name for name in re.findall(r"(?:url\(|@import)\s*[\"']?([^\"')\s]+)", styles) if elsewhere(name)] == []
    scripts = "".join(path.read_text(encoding="utf-8") for path in (site / "_static").rglob("*.js"))
    assert (
        re.findall(r"(?:fetch|import|importScripts|\.src\s*=|\.open)\s*\(?\s*[\"'`]((?:https?:)?//[^\"'`]*)", scripts)
        == []
    )


def test_what_a_page_fetches_is_there(site):
    missing = [
        f"{page.name}: {address}"
        for page in site.rglob("*.html")
        for address in Asked(page.read_text(encoding="utf-8")).found
        if not address.startswith(("data:", "#")) and not (page.parent / re.split("[?#]", address)[0]).exists()
    ]
    assert missing == []


def test_the_references_are_in_it(site):
    assert 'id="dominoes.Round.why_not"' in (site / "python/rounds.html").read_text(encoding="utf-8")
    assert 'id="c.dom_apply"' in (site / "c.html").read_text(encoding="utf-8")
