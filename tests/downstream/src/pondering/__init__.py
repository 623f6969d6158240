"""Somebody else's package: it looks at the engine's rounds, and plays matches of its own, without a call to Python."""

from pondering.core import leaves, match, sizes_agree

__all__ = ["leaves", "match", "sizes_agree"]
