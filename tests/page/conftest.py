"""The page in a real browser. Skipped, with the reason, where the browser or what the server needs is absent.

DOMINOES_TEST_REQUIRE_BROWSER=1 makes their absence a failure instead.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from support import browser
from support.visitor import Visitor


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server of its own."""
    absent = browser.absent("starlette", "uvicorn", "jinja2", "sqlalchemy")
    if absent is not None:
        assert os.environ.get("DOMINOES_TEST_REQUIRE_BROWSER") != "1", absent
        pytest.skip(absent)
    from support.servers import serving

    with serving("--data", str(tmp_path_factory.mktemp("data"))) as server:
        yield server.address


@pytest.fixture
def visit(address: str, chromium: Any) -> Iterator[Callable[..., Any]]:
    """Opens a `Visitor` in a browser context of its own, with Playwright's options; its page may have no fault."""
    opened: list[Visitor] = []

    def open_one(**options: Any) -> Visitor:
        context = chromium.new_context(**{"viewport": {"width": 1280, "height": 800}, "locale": "en-US", **options})
        opened.append(Visitor(context, address))
        return opened[-1]

    yield open_one
    for one in opened:
        one.context.close()
    assert not [fault for one in opened for fault in one.faults]
