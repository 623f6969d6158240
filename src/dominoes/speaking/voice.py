"""A voice: all the words of the game in one language."""

from __future__ import annotations

from functools import cache

from .advising import Advising
from .catalogs import require
from .happenings import Happenings
from .hearing import Hearing
from .prompting import Prompting
from .refusals import Refusals
from .results import Results

__all__ = ["Voice", "voice"]


class Voice(Happenings, Refusals, Results, Advising, Prompting, Hearing):
    """Turns what the engine knows into sentences of one language. `voice` makes it; it holds nothing that changes.

    What a sentence tells of comes as the engine's own objects, who hears it as a `Company`:

    >>> from dominoes import Move, Tile, speaking
    >>> from dominoes.events import Played
    >>> voice = speaking.voice("fr")
    >>> voice.tile(Tile("6-3"))
    'six-trois'
    >>> voice.event(Played(1, Move("6-3@L")), voice.company(["Ann", "Ben"], seat=0))
    "Ben pose le six-trois à l'extrémité gauche."
    """


def voice(language: str) -> Voice:
    """The voice of a language: ``en``, ``fr``, ``ru`` or ``pt-BR``, in any spelling (``pt``, ``fr_CA.UTF-8``).

    `LanguageError` for any other, which names the four.
    """
    return _voice(require(language))


@cache
def _voice(language: str) -> Voice:
    return Voice(language)
