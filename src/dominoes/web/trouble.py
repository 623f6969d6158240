"""What goes wrong on this side: told to the log, and each thing once in a while, however many requests meet with it."""

from __future__ import annotations

import logging
import threading
import time
from typing import Final

from .store import DatabaseError

__all__ = ["Trouble"]

_log = logging.getLogger("dominoes.web")

_QUIET: Final = 600.0
"""Seconds for which the same is not told again."""
_MOST: Final = 200


class Trouble:
    """May be used on any thread."""

    def __init__(self) -> None:
        self._told: dict[str, float] = {}
        self._lock = threading.Lock()

    def tell(self, error: Exception) -> None:
        """One line for a database that cannot be used; a fault of ours with where it happened."""
        if isinstance(error, DatabaseError):
            if self._is_new(str(error)):
                _log.error("%s", error)
        elif self._is_new(f"{type(error).__name__}: {error}"):
            _log.error("something went wrong here that is no fault of the database", exc_info=error)

    def _is_new(self, text: str) -> bool:
        now = time.monotonic()
        with self._lock:
            before = self._told.pop(text, None)
            new = before is None or now - before > _QUIET
            self._told[text] = now if new or before is None else before
            while len(self._told) > _MOST:
                del self._told[next(iter(self._told))]
        return new
