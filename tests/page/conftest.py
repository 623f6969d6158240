"""The page in a real browser: Debian's Chromium, driven by Playwright. Skipped, with the reason, where one is absent.

DOMINOES_TEST_REQUIRE_BROWSER=1 makes their absence a failure instead.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import Any

import pytest

CHROMIUM = shutil.which("chromium") or "/usr/bin/chromium"


def _absent() -> str | None:
    for name in ("playwright", "starlette", "uvicorn", "jinja2", "sqlalchemy"):
        if find_spec(name) is None:
            return f"{name} is not installed"
    return None if os.path.exists(CHROMIUM) else "chromium is not installed"


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """One browser for the whole session."""
    absent = _absent()
    if absent is not None:
        assert os.environ.get("DOMINOES_TEST_REQUIRE_BROWSER") != "1", absent
        pytest.skip(absent)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def address(chromium: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server of its own."""
    from support.servers import serving

    with serving("--data", str(tmp_path_factory.mktemp("data"))) as server:
        yield server.address


@pytest.fixture
def visit(chromium: Any, address: str) -> Iterator[Callable[..., Any]]:
    """Opens a `Visitor` in a browser context of its own, with Playwright's options; its page may have no fault."""
    from support.visitor import Visitor

    opened: list[Visitor] = []

    def open_one(**options: Any) -> Visitor:
        context = chromium.new_context(**{"viewport": {"width": 1280, "height": 800}, "locale": "en-US", **options})
        opened.append(Visitor(context, address))
        return opened[-1]

    yield open_one
    for one in opened:
        one.context.close()
    assert not [fault for one in opened for fault in one.faults]
