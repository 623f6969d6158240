"""Fixtures of the whole suite. ``core`` runs a test of the waist on every backend side by side."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

# The helpers are found whatever pytest's import mode, and whether dominoes is installed or run from its tree.
sys.path.insert(0, str(Path(__file__).resolve().parent))

from hypothesis import HealthCheck, settings
from support import backends, browser

settings.register_profile("ci", max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("deep", parent=settings.get_profile("ci"), max_examples=3000)
settings.load_profile(os.environ.get("DOMINOES_TEST_PROFILE", "ci"))


collect_ignore = ["downstream"]  # a package of somebody else's: test_library.py builds it


# The terminal game speaks the language of the environment; the tests read English unless they ask for another.
os.environ["LANGUAGE"] = "en"


def pytest_report_header() -> str:
    names = ", ".join(backends.MODULES[name] for name in backends.under_test())
    absent = "" if backends.core_present() else "; the compiled core is absent"
    required = " but required" if absent and backends.core_required() else ""
    return f"dominoes backends under test: {names}{absent}{required}"


@pytest.fixture(scope="session", params=backends.under_test())
def core(request: pytest.FixtureRequest) -> backends.Core:
    """Each backend module in turn, whatever the environment makes ``dominoes`` itself choose."""
    return backends.load(str(request.param))


@pytest.fixture(scope="session", params=backends.compiled() or ["c"])
def both(request: pytest.FixtureRequest) -> tuple[backends.Core, backends.Core]:
    """A compiled backend and the pure twin, for tests that compare them."""
    if request.param not in backends.under_test():
        pytest.skip("the compiled core is absent, so there is nothing to compare the twin with")
    return backends.load(request.param), backends.load("py")


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """One browser for the whole session. Where it is absent the test is skipped; with DOMINOES_TEST_REQUIRE_BROWSER=1
    it fails."""
    absent = browser.absent()
    if absent is not None:
        assert os.environ.get("DOMINOES_TEST_REQUIRE_BROWSER") != "1", absent
        pytest.skip(absent)
    with browser.opened() as opened:
        yield opened
