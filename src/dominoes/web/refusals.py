"""What is answered where something cannot be done: a status, a code for the script, and words for the person."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dominoes.moves import Move

    from .words import Words

__all__ = [
    "Refusal",
    "bad_request",
    "forbidden",
    "foreign",
    "not_now",
    "stale",
    "too_large",
    "too_many",
    "unknown",
    "wrong_choice",
    "wrong_field",
]


Say = Callable[["Words"], str]


class Refusal(Exception):  # noqa: N818 - an answer, no fault
    """Nothing was changed; ``say`` tells why in the language asked for. ``choices`` are moves to choose from.

    ``title`` is the name of an error's text, for a page that says nothing else. Where a ``field`` of a form was filled
    in wrongly, the form is shown again, with ``problem`` beside that field.
    """

    def __init__(
        self,
        status: int,
        code: str,
        say: Say,
        choices: Sequence[Move] = (),
        *,
        title: str = "title",
        field: str | None = None,
        problem: Say | None = None,
    ) -> None:
        super().__init__(f"{status} {code}")
        self.status = status
        self.code = code
        self.say = say
        self.choices = tuple(choices)
        self.title = title
        self.field = field
        self.problem = problem or say


def bad_request(detail: str) -> Refusal:
    """A request that no page of ours makes; ``detail`` is what is wrong with it, in English, for whoever writes one.

    Who reads another language is a person, to whom that would be no help.
    """
    sentence = f"{detail[:1].upper()}{detail[1:].rstrip('.')}."

    def say(words: Words) -> str:
        said = words.error("bad_request")
        return f"{said} {sentence}" if words.language == "en" else said

    return Refusal(400, "bad-request", say)


def wrong_field(field: str, label: str, problem: Say) -> Refusal:
    """A field of a form that a person has filled in wrongly; ``label`` is the name of its text in the start form."""

    def say(words: Words) -> str:
        return words.page.wrong(words.labels["start"][label], problem(words))

    return Refusal(400, "bad-request", say, field=field, problem=problem)


def wrong_choice(key: str, field: str | None = None) -> Refusal:
    """What a person has chosen, or loaded, cannot be played; ``key`` is an error's text."""
    return Refusal(400, "bad-request", lambda words: words.error(key), field=field)


def not_now(key: str) -> Refusal:
    """What the match does not allow as it stands."""
    return Refusal(409, "not-now", lambda words: words.not_possible(key))


def stale() -> Refusal:
    """An action for a position that is gone."""
    return Refusal(409, "stale", lambda words: words.error("stale"))


def unknown() -> Refusal:
    """There is no such thing."""
    return Refusal(404, "unknown", lambda words: words.error("unknown"), title="not_found")


def forbidden() -> Refusal:
    """A match of another browser, or none: who asks is not told which."""
    return Refusal(403, "forbidden", lambda words: words.error("forbidden"), title="no_match")


def foreign() -> Refusal:
    """A request of another site's page, or of a program that does not say where it comes from."""
    refused = bad_request("It must have this server's own Origin, as its pages send it")
    return Refusal(403, "forbidden", refused.say)


def too_large() -> Refusal:
    """More than anybody types."""
    return Refusal(413, "too-large", lambda words: words.error("too_large"))


def too_many() -> Refusal:
    """Too much at once."""
    return Refusal(429, "too-many", lambda words: words.error("too_many"))
