"""Dominoes in the browser: an ASGI application, run by ``dominoes serve`` or mounted in a bigger one.

Needs the extra ``web``. The rules run here; ``docs/web.md`` says what page and server tell each other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .app import create_app as create_app

__all__ = ["create_app"]


def __getattr__(name: str) -> object:
    # Asked for only when it is used, so that the package can say what is missing.
    if name != "create_app":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from ._extra import extra

    with extra("dominoes.web"):
        from .app import create_app
    return create_app
