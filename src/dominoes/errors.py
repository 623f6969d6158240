"""The errors a caller may see; every one is a ``DominoesError`` and, where a value was wrong, a ``ValueError``."""

from __future__ import annotations

__all__ = [
    "BackendError",
    "DealError",
    "DominoesError",
    "IllegalMove",
    "MatchError",
    "NotationError",
    "RecordError",
    "RulesError",
]


class DominoesError(Exception):
    """The common base: ``except DominoesError`` catches whatever this package refuses."""


class BackendError(DominoesError, ImportError):
    """``DOMINOES_BACKEND`` asks for an engine that there is not, or that this installation lacks."""


class RulesError(DominoesError, ValueError):
    """An option that is unknown, of the wrong type or out of range; the text names the option and what it may be."""


class DealError(DominoesError, ValueError):
    """Hands, a boneyard, scores or a starter from which no round can begin."""


class NotationError(DominoesError, ValueError):
    """A text that is no tile or no move."""


class IllegalMove(DominoesError, ValueError):  # noqa: N818 - the name the field uses
    """A move that the position does not allow; ``reason`` is the `Reason` that ``why_not`` gives."""

    def __init__(self, message: str, reason: object = None) -> None:
        super().__init__(message)
        self.reason = reason

    def __reduce__(self) -> tuple[type[IllegalMove], tuple[str, object]]:
        return type(self), (str(self), self.reason)


class RecordError(DominoesError, ValueError):
    """A record that is malformed or that does not replay; the text says which round, which action and why."""


class MatchError(DominoesError):
    """Something asked of a match that its state does not allow: acting for a bot, undoing an empty history."""
