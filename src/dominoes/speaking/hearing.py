"""What a person may type in their own language, and the English words that it stands for."""

from __future__ import annotations

import re
import unicodedata
from functools import cached_property
from typing import Final

from .catalogs import NP_
from .pieces import NUMBERS, Pieces

__all__ = ["Hearing"]

# Translators: words that can be typed in the terminal game. Give one or several, with commas between, each without
# spaces, in small letters; accents may be left out by whoever types. English words are understood as well.
WORDS: Final = (
    NP_("typed word", "hand"),
    NP_("typed word", "ends"),
    NP_("typed word", "table"),
    NP_("typed word", "words"),
    NP_("typed word", "boneyard"),
    NP_("typed word", "counts"),
    NP_("typed word", "scores"),
    NP_("typed word", "actions"),
    NP_("typed word", "last"),
    NP_("typed word", "hint"),
    NP_("typed word", "undo"),
    NP_("typed word", "help"),
    NP_("typed word", "quit"),
    NP_("typed word", "next"),
    NP_("typed word", "draw"),
    NP_("typed word", "pass"),
    NP_("typed word", "double"),
    NP_("typed word", "left"),
    NP_("typed word", "right"),
    NP_("typed word", "upper"),
    NP_("typed word", "lower"),
    NP_("typed word", "ahead"),
    NP_("typed word", "corner"),
    NP_("typed word", "side"),
    # Translators: little words of a move that say nothing: "play six-four on the left end".
    NP_("typed word", "the"),
)
_LAYOUT: Final = dict(zip("йцукенгшщзхъфывапролджэячсмитьбю", "qwertyuiop[]asdfghjkl;'zxcvbnm,.", strict=True))
"""The keys of a Russian keyboard, and the Latin letters on the same keys."""
_ELISION: Final = re.compile(r"\b[dl]['\u2019]\s*", re.IGNORECASE)
"""An article or preposition that is written together with its noun, as in French; it says nothing here."""
_WORD: Final = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")


class Hearing(Pieces):
    """Understands the words of one language."""

    def heard(self, typed: str) -> str:
        """What was typed, with the words of the language made English, as the game's commands are.

        Whatever is no such word stays. Accents and capitals do not matter. A Cyrillic letter by itself is taken for the
        Latin one on the same key, so that nobody has to change the layout for a command.

        >>> from dominoes import speaking
        >>> speaking.voice("fr").heard("Double six à gauche"), speaking.voice("ru").heard("6-4 д")
        ('double six the left', '6-4 l')
        """
        if self.language == "en":
            return typed
        return _WORD.sub(lambda found: self._meaning(found[0]), _ELISION.sub("", typed))

    def _meaning(self, word: str) -> str:
        key = _key(word)
        if key in self._lexicon:
            return self._lexicon[key]
        if "-" in word:
            return "-".join(map(self._meaning, word.split("-")))
        if len(word) <= 2 and all(letter in _LAYOUT for letter in word.lower()):
            return "".join(_LAYOUT[letter] for letter in word.lower())
        return word

    @cached_property
    def _lexicon(self) -> dict[str, str]:
        """English by what can be typed for it."""
        found = {_key(word): message.text for message in WORDS for word in self.text(message).split(",")}
        return found | {_key(self.text(message)): message.text for message in NUMBERS}


def _key(word: str) -> str:
    """How a word is looked up. One letter keeps its accent: a bare one is a command."""
    return fold(word) if len(word.strip()) > 1 else word.strip().lower()


def fold(word: str) -> str:
    """A word in small letters and without accents.

    >>> fold(" Mão"), fold("тРЁх")
    ('mao', 'трех')
    """
    letters = unicodedata.normalize("NFKD", word.strip().lower())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
