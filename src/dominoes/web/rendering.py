"""Templates and paths: from a `Screen` to HTML."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import quote

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from markupsafe import Markup

from dominoes.speaking import LANGUAGES

from .asking import hashed, invitation_token
from .assets import version
from .game import Seen
from .screen import Screen
from .words import Words

__all__ = ["FRAGMENTS", "PATHS", "Links", "Url", "fragments_of", "page_of", "urls"]

Url = Callable[..., str]
"""``url("match", match="…")``."""

FRAGMENTS: Final = (
    "turn",
    "opponents",
    "table",
    "player",
    "ends",
    "hand",
    "actions",
    "chain",
    "scores",
    "result",
    "about",
    "invitation",
)
"""The parts of the page that messages bring, in no order; ``log`` comes only with a snapshot."""

PATHS: Final = {
    "start": "/",
    "begin": "/matches",
    "match": "/m/{match}",
    "do": "/m/{match}/{what}",
    "picture": "/m/{match}/table.svg",
    "record": "/m/{match}/record",
    "result": "/m/{match}/result",
    "luck": "/m/{match}/luck",
    "join": "/m/{match}/join/{token}",
    "rules": "/rules/{preset}",
    "static": "/static/{version}/{path}",
}


def urls(root: str) -> Url:
    """Paths below an application's root, which is given as it is read: not percent-encoded."""
    root = quote(root, safe="/:@!$&'()*+,=~")  # a ; would end the path of a cookie

    def url(name: str, **parts: str) -> str:
        known = {"version": version()} if name == "static" else {}
        return root + PATHS[name].format(**known, **parts)

    return url


@dataclass(frozen=True)
class Links:
    """The invitations of one person, as links that can be sent to somebody."""

    secret: str = field(repr=False)
    """The person's cookie."""
    base: str
    """Scheme and host by which the person's browser calls this server."""
    url: Url

    def to(self, match: str, token: str) -> str:
        """The link with an invitation's token."""
        return self.base + self.url("join", match=match, token=token)

    def of(self, seen: Seen) -> dict[int, str]:
        """The links by seat that can still be taken; only those that this person has made."""
        found = {}
        for one in seen.invitations:
            token = invitation_token(self.secret, seen.id, one.seat, one.entry)
            if hashed(token) == one.hashed:
                found[one.seat] = self.to(seen.id, token)
        return found


def _environment() -> Environment:
    return Environment(
        loader=PackageLoader("dominoes.web", "templates"),
        autoescape=select_autoescape(default=True, default_for_string=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


_ENVIRONMENT: Final = _environment()


def page_of(template: str, words: Words, url: Url, **context: Any) -> str:
    """A whole page.

    Beside what is given a template has ``t`` (labels), ``page`` and ``voice`` (sentences), ``languages`` and ``url``.
    """
    return _ENVIRONMENT.get_template(template).render(_words(words), url=url, **context)


def fragments_of(screen: Screen, words: Words, url: Url, *, log: bool) -> dict[str, Markup]:
    """The parts of the page by name; with the log where it is asked for."""
    names = (*FRAGMENTS, "log") if log else FRAGMENTS
    context = {**_words(words), "s": screen, "url": url}
    return {name: Markup(_ENVIRONMENT.get_template(f"fragments/{name}.html").render(context)) for name in names}


def _words(words: Words) -> Mapping[str, Any]:
    languages = list(LANGUAGES.items())
    return {
        "t": words.texts,
        "page": words.page,
        "voice": words.voice,
        "language": words.language,
        "languages": languages,
    }
