"""Debian's Chromium, driven by Playwright."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any

CHROMIUM = shutil.which("chromium") or "/usr/bin/chromium"


def absent(*modules: str) -> str | None:
    """What is missing to open the browser and for what is looked at in it, in a sentence; None where all is there."""
    for name in ("playwright", *modules):
        if find_spec(name) is None:
            return f"{name} is not installed"
    return None if os.path.exists(CHROMIUM) else "chromium is not installed"


@contextmanager
def opened() -> Iterator[Any]:
    """The browser. Once in a process at a time: Playwright does not run inside of itself."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()
