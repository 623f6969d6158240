"""Which language to speak: by what a browser asks for, and by the environment of a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from .catalogs import known

__all__ = ["from_environment", "negotiate"]

FALLBACK: Final = "en"
VARIABLES: Final = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


def negotiate(accepted: str | None, default: str = FALLBACK) -> str:
    """The language that an ``Accept-Language`` header likes best of those there are; ``default`` where it likes none.

    Whatever is no such header, or no part of one, is passed over: a browser's mistake is no reason to fail.

    >>> negotiate("fr-CA,fr;q=0.9,en;q=0.5"), negotiate("de, pt;q=0.4, ru;q=0.8"), negotiate("de"), negotiate("ru;q=0")
    ('fr', 'ru', 'en', 'en')
    """
    best, liking = default, 0.0
    for tag, quality in _ranges(accepted or ""):
        found = default if tag == "*" else known(tag)
        if found is not None and quality > liking:  # of equals the first, as people list them
            best, liking = found, quality
    return best


def _ranges(header: str) -> Iterator[tuple[str, float]]:
    for part in header.split(","):
        tag, *parameters = (piece.strip() for piece in part.split(";"))
        quality = next((text[2:] for text in parameters if text.lower().startswith("q=")), "1")
        try:
            value = float(quality)
        except ValueError:
            continue
        if 0 <= value <= 1:  # which also leaves out nan
            yield tag, value


def from_environment(environment: Mapping[str, str]) -> str:
    """The language of a terminal's environment, as gettext finds it: the first of ``LANGUAGE`` (which may list several
    with colons between), ``LC_ALL``, ``LC_MESSAGES`` and ``LANG`` that is set decides. English otherwise.

    >>> from_environment({"LANG": "ru_RU.UTF-8"}), from_environment({"LC_ALL": "C", "LANG": "ru_RU.UTF-8"})
    ('ru', 'en')
    >>> from_environment({"LANGUAGE": "de:pt_BR:fr", "LANG": "C"})
    'pt-BR'
    """
    told = next((environment[name] for name in VARIABLES if environment.get(name)), "")
    return next((found for name in told.split(":") if (found := known(name))), FALLBACK)
