"""The forms for a new match and for an invited person: what they offer, what stands in them and what is wrong there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

from dominoes import speaking
from dominoes._thinking import USUAL_LEVEL
from dominoes.rules import PRESETS, Rules

from .game import PACES
from .starting import HANDS, LEVELS, LONGEST, OPEN, OPPONENT, SETS, SIZES, opponents, players_of

if TYPE_CHECKING:
    from .refusals import Refusal
    from .rendering import Url
    from .words import Words

__all__ = ["USUAL", "Wrong", "start_form", "wrong_in"]

USUAL: Final = {"game": "draw", "pace": "1"} | {
    f"opponent{number}": f"{OPPONENT}/{USUAL_LEVEL}" for number in (1, 2, 3)
}
"""What the form for a new match has chosen before anybody does."""

Choices = list[tuple[str, str]]
"""Values with their labels."""


class Wrong(NamedTuple):
    """A field that was filled in wrongly."""

    field: str
    problem: str
    """What it may hold, to stand beside it."""
    said: str
    """The same for whoever does not see the field."""


def wrong_in(refusal: Refusal | None, words: Words) -> Wrong | None:
    """What a refusal says of a form's field; None where it says nothing of any."""
    if refusal is None or refusal.field is None:
        return None
    return Wrong(refusal.field, refusal.problem(words), refusal.say(words))


def start_form(words: Words, url: Url, values: Mapping[str, str], wrong: Wrong | None) -> dict[str, object]:
    """What the template of the form for a new match has; ``values`` are what was sent, by field."""
    known, label = words.labels["opponents"], words.labels["start"]
    return {
        "games": [_game(name, words, url) for name in PRESETS],
        "opponents": _opponents(words),
        "open": (OPEN, label["person"]),
        "characters": [(words.voice.player(name), known[name]) for name in known],
        "paces": [(pace, words.labels["settings"][f"pace_{pace}"]) for pace in PACES],
        "sets": [(str(pips), label[name]) for name, pips in SETS.items()],
        "hands": [(str(count), words.voice.tile_count(count)) for count in HANDS],
        "sizes": [(f"{w}x{h}", words.page.table_size(label[size], w, h)) for size, (w, h) in SIZES.items()],
        "longest": LONGEST,
        "values": {**USUAL, "language": words.language, **values},
        "wrong": wrong,
    }


def _opponents(words: Words) -> list[tuple[str, Choices]]:
    """The virtual players, those of a name together; the last group has no levels."""
    groups: dict[str, Choices] = {}
    for name in opponents():
        base, _, level = name.partition("/")
        usual = level == str(USUAL_LEVEL)
        label = words.page.usual_level(name) if usual else words.voice.player_and_level(name)
        group = words.voice.player(base) if base in LEVELS else words.labels["start"]["no_levels"]
        groups.setdefault(group, []).append((name, label))
    return list(groups.items())


def _game(name: str, words: Words, url: Url) -> dict[str, object]:
    """A preset."""
    rules = Rules.preset(name)
    return {
        "name": name,
        "title": words.voice.game(name),
        "summary": speaking.page.rules_page(words.voice, name).summary,
        "rules": f"{url('rules', preset=name)}?language={words.language}",
        "players": players_of(name),
        "partners": rules.partners,
        "target": words.page.if_empty(rules.target),
        "table": None if rules.table is None else f"{rules.table[0]}x{rules.table[1]}",
        "tiles": str(rules.max_pip),
        "hands": {count: str(Rules.preset(name, players=count).hand_size) for count in players_of(name)},
    }
