"""What is answered where something cannot be done: a status, a code for the script, and words for the person."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dominoes.moves import Move

    from .words import Words

__all__ = ["Refusal", "bad_request", "forbidden", "not_now", "stale", "too_large", "too_many", "unknown"]


class Refusal(Exception):  # noqa: N818 - an answer, no fault
    """Nothing was changed; ``say`` tells why in the language asked for. ``choices`` are moves to choose from."""

    def __init__(self, status: int, code: str, say: Callable[[Words], str], choices: Sequence[Move] = ()) -> None:
        super().__init__(f"{status} {code}")
        self.status = status
        self.code = code
        self.say = say
        self.choices = tuple(choices)


def bad_request(detail: str) -> Refusal:
    """A request that no page of ours makes; ``detail`` is what is wrong with it, in English, for whoever writes one."""
    return Refusal(400, "bad-request", lambda words: f"{words.error('bad_request')} {detail}")


def not_now(key: str) -> Refusal:
    """What the match does not allow as it stands."""
    return Refusal(409, "not-now", lambda words: words.not_possible(key))


def stale() -> Refusal:
    """An action for a position that is gone."""
    return Refusal(409, "stale", lambda words: words.error("stale"))


def unknown() -> Refusal:
    """There is no such thing."""
    return Refusal(404, "unknown", lambda words: words.error("unknown"))


def forbidden() -> Refusal:
    """A match of another browser, or a request of another site's page."""
    return Refusal(403, "forbidden", lambda words: words.error("forbidden"))


def too_large() -> Refusal:
    """More than anybody types."""
    return Refusal(413, "too-large", lambda words: words.error("too_large"))


def too_many() -> Refusal:
    """Too much at once."""
    return Refusal(429, "too-many", lambda words: words.error("too_many"))
