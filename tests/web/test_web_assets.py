"""How long browsers may keep what: files of a version for good, pages of everybody until they change, matches never."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from support.web import Browser

from dominoes.web import assets

FOR_GOOD = "public, max-age=31536000, immutable"


@pytest.fixture
def page(site):
    return Browser(site).get("/").text


def test_pages_ask_for_the_files_of_this_version(site, page):
    """Each exists, and may be kept for good; scripts ask for each other beside themselves, so in the same version."""
    paths = re.findall(r'(?:src|href)="(/static/[^"]+)"', page)
    assert len(paths) >= 4
    browser = Browser(site)
    for path in paths:
        assert path.startswith(f"/static/{assets.version()}/")
        answer = browser.get(path)
        assert (answer.status, answer.header("cache-control")) == (200, FOR_GOOD)
    for file in assets.STATIC.glob("*.js"):
        for asked in re.findall(r'from "([^"]+)"', file.read_text(encoding="utf-8")):
            assert asked.startswith("./")
            assert (assets.STATIC / asked).exists()
    match = browser.begin().page()
    assert f'data-static="/static/{assets.version()}/"' in match


@pytest.mark.parametrize("path", ["/static/style.css", "/static/v-0123456789abcdef/style.css"])
def test_without_this_version_a_file_is_asked_for_again(site, path):
    browser = Browser(site)
    answer = browser.get(path)
    assert (answer.status, answer.header("cache-control")) == (200, "no-cache")
    assert answer.body == (assets.STATIC / "style.css").read_bytes()
    again = browser.get(path, if_none_match=answer.header("etag"))
    assert (again.status, again.body, again.header("cache-control")) == (304, b"", "no-cache")
    assert browser.get(path, if_none_match='"another"').status == 200


@pytest.mark.parametrize("tail", ["", "/", "/nothing.css", "/../app.py", "/v-0123456789abcdef/style.css"])
def test_what_is_no_file_is_not_kept(site, tail):
    answer = Browser(site).get(f"/static/{assets.version()}{tail}")
    assert answer.status == 404
    assert answer.header("cache-control") != FOR_GOOD


@pytest.mark.parametrize("path", ["/", "/rules/table", "/rules/draw?language=fr"])
def test_a_page_for_everybody_is_sent_again_when_it_has_changed(site, path):
    browser = Browser(site, language="en")
    answer = browser.get(path)
    assert answer.header("cache-control") == "no-cache"
    assert answer.header("vary") == "Accept-Language"
    tag = answer.header("etag")
    for known in (tag, f"W/{tag}", f'"other", {tag}'):
        again = browser.get(path, if_none_match=known)
        assert (again.status, again.body, again.header("etag")) == (304, b"", tag)
        assert again.header("content-security-policy")
    if "language" not in path:
        assert Browser(site, language="ru").get(path, if_none_match=tag).status == 200


def test_a_match_is_never_kept(site):
    browser = Browser(site)
    seat = browser.begin()
    for path in (seat.path, f"{seat.path}/table.svg", f"{seat.path}/result"):
        answer = browser.get(path)
        assert answer.header("cache-control") == "no-store", path
        assert answer.header("etag") is None


def test_another_content_is_another_version(tmp_path, monkeypatch):
    copy = tmp_path / "static"
    shutil.copytree(assets.STATIC, copy)
    monkeypatch.setattr(assets, "STATIC", copy)
    found = [assets.version.__wrapped__()]
    assert found == [assets.version()]
    style = copy / "style.css"
    style.write_text(style.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    found.append(assets.version.__wrapped__())
    style.rename(copy / "other.css")
    found.append(assets.version.__wrapped__())
    assert len(set(found)) == 3
    assert all(re.fullmatch(r"v-[0-9a-f]{16}", one) for one in found)


def test_below_another_applications_root(tmp_path):
    from starlette.applications import Starlette
    from starlette.routing import Mount
    from support.web import Inside

    from dominoes.web import create_app

    inside = Inside(Starlette(routes=[Mount("/games", create_app(data=Path(tmp_path)))]))
    try:
        browser = Browser(inside)
        page = browser.get("/games/").text
        style = re.search(r'href="([^"]+style\.css)"', page)[1]
        assert style == f"/games/static/{assets.version()}/style.css"
        assert browser.get(style).header("cache-control") == FOR_GOOD
    finally:
        inside.close()
