"""The languages there are, their gettext catalogs, and how texts are looked up in them. Knows nothing of the game."""

from __future__ import annotations

import gettext
from collections.abc import Mapping
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Final, NamedTuple

from dominoes._check import quoted
from dominoes.errors import DominoesError

__all__ = ["LANGUAGES", "NP_", "N_", "LanguageError", "Message", "Phrases"]

LANGUAGES: Final[Mapping[str, str]] = MappingProxyType(
    {"en": "English", "fr": "Français", "ru": "Русский", "pt-BR": "Português (Brasil)"}
)
"""The languages by their tags (BCP 47, as HTML's ``lang`` takes them), each with its own name for itself."""

DOMAIN: Final = "dominoes"


class LanguageError(DominoesError, ValueError):
    """A language that there is no catalog for; the text names those there are."""


class Message(NamedTuple):
    """A text to be translated later: what `N_` and `NP_` mark for the extraction."""

    context: str | None
    text: str


def N_(text: str) -> Message:  # noqa: N802 - the name by which the extraction knows it
    """Mark a text of a constant for translation."""
    return Message(None, text)


def NP_(context: str, text: str) -> Message:  # noqa: N802
    """As `N_`, in a context that tells it from the same English elsewhere."""
    return Message(context, text)


def known(tag: str) -> str | None:
    """The tag of `LANGUAGES` that a language's name in any spelling means; None where there is none.

    The first part decides: what is there for one country serves the others better than English does.

    >>> known("fr_CA.UTF-8"), known("pt"), known("PT-br"), known("de")
    ('fr', 'pt-BR', 'pt-BR', None)
    """
    first = tag.strip().lower().replace("_", "-").partition(".")[0].partition("@")[0].partition("-")[0]
    return next((name for name in LANGUAGES if name.partition("-")[0] == first), None)


def require(language: str) -> str:
    """As `known`, but `LanguageError` where there is none and TypeError for what is no text."""
    if not isinstance(language, str):
        raise TypeError(f"a language is a text such as 'fr', not {type(language).__name__}")
    found = known(language)
    if found is None:
        names = [f"{tag} ({name})" for tag, name in LANGUAGES.items()]
        raise LanguageError(f"there is no language {quoted(language)}; there are {', '.join(names)}")
    return found


@cache
def catalog(language: str) -> gettext.NullTranslations:
    """The catalog of a tag of `LANGUAGES`. English stands in the source itself and has none."""
    if language == "en":
        return gettext.NullTranslations()
    folder = resources.files("dominoes") / "locale" / language.replace("-", "_") / "LC_MESSAGES"
    with (folder / f"{DOMAIN}.mo").open("rb") as file:
        return gettext.GNUTranslations(file)


class Phrases:
    """Texts of one language by their English, with their fields filled in.

    Every text is looked up whole and then formatted, so that a translation may set the fields in any order. Those that
    count something take the number as ``count``, which is a field too.
    """

    def __init__(self, language: str) -> None:
        self.language: Final = require(language)
        """The language's tag in `LANGUAGES`."""
        self._catalog: Final = catalog(self.language)

    @property
    def language_name(self) -> str:
        """The language's own name for itself."""
        return LANGUAGES[self.language]

    def text(self, message: Message, /, **fields: object) -> str:
        """A text that stands in a constant."""
        if message.context is None:
            return self._catalog.gettext(message.text).format(**fields)
        return self._catalog.pgettext(message.context, message.text).format(**fields)

    def gettext(self, text: str, /, **fields: object) -> str:
        return self._catalog.gettext(text).format(**fields)

    def pgettext(self, context: str, text: str, /, **fields: object) -> str:
        return self._catalog.pgettext(context, text).format(**fields)

    def ngettext(self, one: str, many: str, count: int, /, **fields: object) -> str:
        return self._catalog.ngettext(one, many, count).format(count=count, **fields)

    def npgettext(self, context: str, one: str, many: str, count: int, /, **fields: object) -> str:
        return self._catalog.npgettext(context, one, many, count).format(count=count, **fields)
