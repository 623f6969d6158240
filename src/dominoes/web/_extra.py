"""What is said where the libraries of the extra ``web`` are not installed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

__all__ = ["INSTALL", "extra"]

INSTALL: Final = 'pip install "dominoes-engine[web]"'


@contextmanager
def extra(what: str) -> Iterator[None]:
    """Imports of libraries that ``what`` needs: one that is absent becomes an ImportError naming the install command.

    One that is there but broken raises what it raises.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "dominoes":
            raise
        raise ImportError(f"{what} needs {error.name}, which is not installed: {INSTALL}", name=error.name) from None
