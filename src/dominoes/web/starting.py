"""A new match from a form: what was asked for, checked; and the rows that it begins with."""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from dominoes import registry
from dominoes._codes import MAX_PLAYERS
from dominoes._thinking import LEVELS as ALL_LEVELS
from dominoes._thinking import USUAL_LEVEL
from dominoes.errors import DominoesError, RulesError
from dominoes.record import Record, commitment
from dominoes.rules import PRESETS, Rules
from dominoes.speaking.pieces import JOINERS

from .asking import hashed, invitation_token, language_named, new_token
from .game import PACES, Game, Occupant, new_match, unnamed
from .refusals import bad_request, wrong_choice, wrong_field
from .store import SeatRow, Stored, Written

__all__ = [
    "HANDS",
    "LEVELS",
    "LONGEST",
    "OPEN",
    "OPPONENT",
    "SETS",
    "SIZES",
    "TARGETS",
    "Begun",
    "Wish",
    "again",
    "begin",
    "name_of",
    "opponents",
    "players_of",
    "wish_of",
]

OPEN: Final = "open"
"""Instead of a virtual player's name: a person whom a link invites. The match waits for that person."""
OPPONENT: Final = "buratino"
"""Who plays where nobody else was chosen, or a person has gone."""
LEVELS: Final = dict.fromkeys(("pinocchio", "buratino", "snow-white"), ALL_LEVELS)
"""How many levels the players have that have any."""
SETS: Final = {"double-six": 6, "double-nine": 9, "double-twelve": 12}
"""Sets of tiles to choose from, by their greatest number."""
HANDS: Final = range(3, 16)
"""Tiles of a hand to choose from."""
SIZES: Final = {"small": (32, 24), "medium": (48, 30), "large": (64, 36)}
"""Tables to choose from, in cells."""
TARGETS: Final = (1, 10_000)
"""The lowest and the highest winning score of the form."""
LONGEST: Final = 30
"""Characters of a name."""
_TEXT: Final = 200
_FOR_SEVERAL: Final = ("draw", "block", "all-fives")
"""The presets of which the law names several numbers of players."""
_LOOSE: Final = re.compile(rf"(?<!\S)[{JOINERS}]+|[{JOINERS}]+(?!\S)|(?<=[{JOINERS}])[{JOINERS}]+")
"""Joiners with nothing to join."""


@dataclass(frozen=True)
class Wish:
    """A match that somebody wants to play."""

    rules: Rules
    name: str
    """The person's, who sits at ``seat``; may be empty."""
    seat: int
    opponents: tuple[str, ...]
    """Players, or `OPEN`, for the other seats in order."""
    pace: str
    language: str
    seed: str | None
    given: Record | None = None


@dataclass(frozen=True)
class Begun:
    """The rows of a new match, and the person's cookie."""

    row: Written
    seats: tuple[SeatRow, ...]
    token: str


def opponents() -> tuple[str, ...]:
    """All virtual players by the texts that name them, with their levels; those that have any come first."""
    return tuple(
        f"{name}/{level}" if name in LEVELS else name
        for name in dict.fromkeys((*LEVELS, *registry.names()))
        for level in range(1, LEVELS.get(name, 1) + 1)
    )


def players_of(preset: str) -> tuple[int, ...]:
    """How many the form lets play a game."""
    least = Rules.preset(preset).players
    return tuple(range(least, MAX_PLAYERS + 1)) if preset in _FOR_SEVERAL else (least,)


def wish_of(fields: Mapping[str, str], language: str) -> Wish:
    """What a form asks for. `Refusal` says which field is wrong, and what it may be."""
    given, known_seed = _record(fields.get("record", ""))
    rules = given.rules if given is not None else _rules(fields)
    seat = _seat(given)
    tag = language_named(fields.get("language", ""), language)
    return Wish(
        rules=rules,
        name=name_of(fields.get("name", "")) or ("" if given is None else given.players[seat]),
        seat=seat,
        opponents=_opponents(fields, rules.players - 1, given, seat),
        pace=_one_of("pace", fields.get("pace") or "1", PACES),
        language=tag,
        seed=_seed(fields.get("seed", "")) if given is None else known_seed,
        given=given,
    )


def begin(wish: Wish) -> Begun:
    """The rows. Seed and salt are drawn here, and bound, before anybody has seen a tile; a given seed is practice."""
    practice = wish.seed is not None or wish.given is not None
    salt = None if practice else secrets.token_hex(16)
    seed = wish.seed if wish.seed is not None else secrets.token_hex(16)
    occupants = [Occupant("", open=True) if name == OPEN else Occupant(name, name) for name in wish.opponents]
    occupants.insert(wish.seat, Occupant(wish.name))
    row = new_match(
        secrets.token_urlsafe(12),
        wish.rules,
        occupants,
        pace=wish.pace,
        created=time.time(),
        seed=seed,
        salt=salt,
        commitment=None if salt is None else commitment(seed, salt),
        given=wish.given,
    )
    token = new_token()
    _try(row)
    seats = [SeatRow(seat, None, None, wish.language) for seat in range(len(occupants))]
    seats[wish.seat] = seats[wish.seat]._replace(token=hashed(token))
    for seat, one in enumerate(occupants):
        if one.open:
            seats[seat] = seats[seat]._replace(invitation=hashed(invitation_token(token, row.id, seat, 0)))
    return Begun(row, tuple(seats), token)


def again(rules: Rules, occupants: Sequence[Occupant], seat: int, pace: str, language: str) -> Wish:
    """The same once more; other persons' seats go to virtual players, until they are invited."""
    others = tuple(OPEN if one.open else one.player or OPPONENT for at, one in enumerate(occupants) if at != seat)
    return Wish(rules, occupants[seat].name, seat, others, pace, language, None)


def _try(row: Written) -> None:
    """Deal once: what cannot be dealt is told, and not stored."""
    try:
        Game(Stored(row, (), (), row.created))
    except DominoesError:
        raise wrong_choice("rules", None if row.given is None else "record") from None


# Fields


def name_of(text: str) -> str:
    """A person's name as it was typed: on one line, printable, not long. May be empty."""
    name = _LOOSE.sub("", " ".join(text.split())).strip()
    if len(name) > LONGEST or not all(_may_stand(one) for one in name):
        raise wrong_field("name", "your_name", lambda words: words.page.at_most(LONGEST))
    return name


def _may_stand(character: str) -> bool:
    return character.isprintable() or character in JOINERS


def _rules(fields: Mapping[str, str]) -> Rules:
    game = _one_of("game", fields.get("game") or "draw", PRESETS)
    options: dict[str, object] = {}
    if fields.get("players"):
        options["players"] = _players(game, fields["players"])
    if fields.get("target", "").strip():
        options["target"] = _target(fields["target"].strip())
    if fields.get("tiles"):
        options["max_pip"] = _whole("tiles", fields["tiles"])
    if fields.get("table"):
        options["table"] = _table(fields["table"])
    try:
        if fields.get("hand"):
            options["hand_size"] = _hand(fields["hand"], Rules.preset(game, **options))
        return Rules.preset(game, **options)
    except RulesError:
        given = [("hand", "hand_size"), ("table", "table"), ("tiles", "max_pip")]
        raise wrong_choice("rules", next((field for field, name in given if name in options), "game")) from None


def _players(game: str, text: str) -> int:
    count, possible = _whole("players", text), players_of(game)
    try:
        return Rules.preset(game, players=count).players
    except RulesError:
        pass
    if len(possible) == 1:
        raise wrong_field("players", "players", lambda words: words.page.for_players(possible[0]))
    raise wrong_field("players", "players", lambda words: words.page.between(possible[0], possible[-1]))


def _hand(text: str, rules: Rules) -> int:
    """How many tiles a hand has; ``rules`` are those with all else."""
    size, count = _whole("hand", text), (rules.max_pip + 1) * (rules.max_pip + 2) // 2
    most = count // rules.players
    if size > most:
        raise wrong_field("hand", "hand", lambda words: words.page.too_many_tiles(count, most))
    return size


def _target(text: str) -> int:
    low, high = TARGETS
    if not (text.isascii() and text.isdecimal() and len(text) < 12 and low <= int(text) <= high):
        raise wrong_field("target", "target", lambda words: words.page.between(low, high))
    return int(text)


def _table(text: str) -> tuple[int, int] | None:
    if text == "none":
        return None
    width, by, height = text.partition("x")
    if not by:
        raise bad_request("table is none, or width x height in cells, such as 64x36.")
    return _whole("table", width), _whole("table", height)


def _whole(name: str, text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 8):
        raise bad_request(f"{name} is a whole number.")
    return int(text)


def _one_of(name: str, value: str, values: Sequence[str]) -> str:
    if value not in values:
        raise bad_request(f"{name} is one of {', '.join(values)}.")
    return value


def _seed(text: str) -> str | None:
    if len(text) > _TEXT:
        raise wrong_field("seed", "seed", lambda words: words.page.at_most(_TEXT))
    return text.strip() or None


def _opponents(fields: Mapping[str, str], count: int, given: Record | None, seat: int) -> tuple[str, ...]:
    known = (*opponents(), OPEN)
    names = [fields.get(f"opponent{number}", "") for number in range(1, count + 1)]
    if given is not None and given.opponents is not None:
        written = [name for at, name in enumerate(given.opponents) if at != seat]
        names = [name or _with_level(other) for name, other in zip(names, written, strict=True)]
    return tuple(_one_of("opponent", _with_level(name or OPPONENT), known) for name in names)


def _with_level(name: str | None) -> str:
    """A player's text with its usual level written out."""
    if name is None:
        return OPEN
    return f"{name}/{USUAL_LEVEL}" if name in LEVELS else name


def _record(text: str) -> tuple[Record | None, str | None]:
    """A record to go on with, as far as it matters here, and its seed; None for none."""
    if not text.strip():
        return None, None
    try:
        record = Record.loads(text.strip())
        over = record.replay().over
    except DominoesError:
        raise wrong_choice("bad_record", "record") from None
    seed = record.seed
    if over or (seed is not None and (len(seed) > _TEXT or not seed.isprintable())):
        raise wrong_choice("bad_record", "record")
    # What a stranger wrote is shown and stored only as far as it is needed.
    players = tuple(_known(name, seat) for seat, name in enumerate(record.players))
    return replace(record, players=players, seed=None, salt=None, commitment=None, meta=None), seed


def _known(name: str, seat: int) -> str:
    """A name in a record, as far as it can be shown; empty for somebody who has none."""
    if name == unnamed(seat):
        return ""
    return _LOOSE.sub("", "".join(filter(_may_stand, " ".join(name.split())))[:LONGEST]).strip()


def _seat(given: Record | None) -> int:
    """The first seat of a person in a record."""
    if given is None or given.opponents is None or None not in given.opponents:
        return 0
    return given.opponents.index(None)
