"""The words of the game in English, French, Russian and Brazilian Portuguese, for faces to say.

`voice` gives a `Voice`, whose methods make sentences of tiles, moves, events, reasons, results and more. The texts are
gettext catalogs under ``locale/`` (CONTRIBUTING.md says how to translate); at run time the standard library reads them.

>>> from dominoes import Move, Round, Rules, speaking
>>> view = Round(Rules("block", hand_size=2), hands=[["6-6", "1-0"], ["6-1", "0-0"]]).view(0)
>>> speaking.voice("en").reason(view.why_not("1-0"))
'One-blank cannot open: the first tile must be double six.'
>>> speaking.voice("ru").tile_count(21), speaking.voice("pt").tile_count(2)
('21 кость', '2 pedras')
>>> speaking.negotiate("fr-CA,fr;q=0.9,en;q=0.5"), speaking.from_environment({"LANG": "pt_BR.UTF-8"})
('fr', 'pt-BR')

What a whole page shows beside that, its labels and the rules in words, is in `page`.
"""

from __future__ import annotations

from . import page
from .catalogs import LANGUAGES, LanguageError
from .choosing import from_environment, negotiate
from .company import Company, Who
from .telling import Narrator, Teller
from .voice import Voice, voice

__all__ = [
    "LANGUAGES",
    "Company",
    "LanguageError",
    "Narrator",
    "Teller",
    "Voice",
    "Who",
    "from_environment",
    "negotiate",
    "page",
    "voice",
]
