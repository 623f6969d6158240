"""Rules: which game is played, as one frozen object of named options. Knows nothing of positions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from typing import Final, Literal, NoReturn, TypeVar, cast

from . import _backend, _codes
from ._check import either, quoted, whole
from ._codes import MAX_NUMBER, MAX_PIP, MAX_PLAYERS, MAX_TABLE, MAX_TILES, MIN_TABLE, SPEC_FIELDS
from .errors import RulesError

__all__ = ["OPTIONS", "PRESETS", "Rules"]

PRESETS: Final = _codes.PRESET_NAMES
"""The names of the presets, in the order of the documentation."""

Option = int | bool | str | tuple[int, int] | None
"""What an option may be."""

_Check = Callable[[str, object], Option]
_RulesT = TypeVar("_RulesT", bound="Rules")


def _integer(low: int, high: int) -> _Check:
    return lambda name, value: whole(name, value, low, high)


def _choice(*values: int | str | None) -> _Check:
    def check(name: str, value: object) -> Option:
        for choice in values:
            if type(value) is type(choice) and value == choice:
                return choice
        raise RulesError(f"{name} must be {either(values)}, not {quoted(value)}")

    return check


def _switch(name: str, value: object) -> Option:
    if not isinstance(value, bool):
        raise RulesError(f"{name} must be True or False, not {quoted(value)}")
    return value


def _integer_or_none(low: int, high: int) -> _Check:
    def check(name: str, value: object) -> Option:
        if value is None:
            return None
        try:
            return whole(name, value, low, high)
        except RulesError:
            raise RulesError(f"{name} must be None or an integer from {low} to {high}, not {quoted(value)}") from None

    return check


def _table(name: str, value: object) -> Option:
    if value is None:
        return None
    if isinstance(value, (tuple, list)) and len(value) == 2:
        try:
            width, height = (whole(name, side, MIN_TABLE, MAX_TABLE) for side in value)
        except RulesError:
            pass
        else:
            return width, height
    raise RulesError(
        f"{name} must be None or (width, height), both integers from {MIN_TABLE} to {MAX_TABLE}, not {quoted(value)}"
    )


_CHECKS: Final[dict[str, _Check]] = {
    "players": _integer(2, MAX_PLAYERS),
    "max_pip": _integer(1, MAX_PIP),
    "hand_size": _integer(1, MAX_TILES),
    "draw": _choice(*_codes.DRAW_NAMES),
    "voluntary_draw": _switch,
    "boneyard_floor": _integer(0, MAX_NUMBER),
    "opening": _choice(*_codes.OPENING_NAMES),
    "opening_tile": _choice(*_codes.OPENING_TILE_NAMES),
    "next_opening": _choice(*_codes.NEXT_OPENING_NAMES),
    "table": _table,
    "turns": _switch,
    "spinner": _choice(*_codes.SPINNER_NAMES),
    "count_multiple": _choice(None, 3, 5),
    "scoring": _choice(*_codes.SCORING_NAMES),
    "round_to": _choice(1, 3, 5),
    "partners": _switch,
    "target": _integer(1, MAX_NUMBER),
    "redeal_doubles": _integer_or_none(1, MAX_NUMBER),
    "blocked_tie": _choice("nobody"),
}

OPTIONS: Final = tuple(_CHECKS)
"""The names of all options, in the order of the documentation."""

_CHOICES: Final[dict[str, tuple[str | None, ...]]] = {
    "draw": _codes.DRAW_NAMES,
    "opening": _codes.OPENING_NAMES,
    "opening_tile": _codes.OPENING_TILE_NAMES,
    "next_opening": _codes.NEXT_OPENING_NAMES,
    "spinner": _codes.SPINNER_NAMES,
    "scoring": _codes.SCORING_NAMES,
}
_SWITCHES: Final = ("voluntary_draw", "turns", "partners")
_ZERO_IS_NONE: Final = ("count_multiple", "redeal_doubles")


class Rules:
    """Which game is played: a preset's options, any of them overridden. Frozen and hashable.

    ``Rules("draw", players=3)`` and ``Rules.preset("draw", players=3)`` are the same. Each option is an attribute.
    `RulesError` names the option that is unknown, of the wrong type or out of range, and what it may be. Two rules are
    equal when all their options are, whatever preset they came from.

    >>> rules = Rules.preset("all-fives", players=3)
    >>> rules.hand_size, rules.spinner, rules.target
    (7, 'first-double', 100)
    >>> Rules(hand_sise=5)
    Traceback (most recent call last):
        ...
    dominoes.errors.RulesError: hand_sise is no option: did you mean hand_size?
    """

    __slots__ = ("_given", "_options", "_players", "_preset", "_spec", *OPTIONS)

    players: int
    """How many play, 2 to 4."""
    max_pip: int
    """The greatest number on a tile, 1 to 18: 6 is the double-six set."""
    hand_size: int
    """Tiles dealt to each player."""
    draw: Literal["never", "one", "until-playable"]
    """Whether a player who cannot play draws: not at all, one tile in a turn, or until a tile can be played."""
    voluntary_draw: bool
    """Whether a player who can play may draw nevertheless."""
    boneyard_floor: int
    """So many tiles of the boneyard are never drawn."""
    opening: Literal["highest-tile", "random"]
    """Who opens the first round."""
    opening_tile: Literal["free", "forced"]
    """Whether the highest tile, where it decides who opens, must be the first to be laid."""
    next_opening: Literal["same", "winner", "rotate"]
    """Who opens the later rounds."""
    table: tuple[int, int] | None
    """Width and height of the table in cells, 8 to 64 each; None for an abstract chain."""
    turns: bool
    """Whether the chain may turn on a table."""
    spinner: Literal["first-double"] | None
    """Whether the first double opens two more ends."""
    count_multiple: Literal[3, 5] | None
    """Plays that leave a multiple of this as the sum of the open ends score it."""
    scoring: Literal["opponents", "team-all"]
    """What the end of a round is worth."""
    round_to: Literal[1, 3, 5]
    """The end of a round is rounded to the nearest multiple of this."""
    partners: bool
    """Whether seats 0 and 2 play against 1 and 3."""
    target: int
    """The score that wins a match."""
    redeal_doubles: int | None
    """A deal that gives any hand so many doubles is dealt again."""
    blocked_tie: Literal["nobody"]
    """Who scores a blocked round with equal lowest hands."""

    _preset: str
    _given: dict[str, Option]
    _players: int | None
    _options: dict[str, Option]
    _spec: tuple[int, ...]

    def __init__(self, preset: str = "draw", **options: object) -> None:
        self._set_up(preset, options, None)

    @classmethod
    def preset(cls: type[_RulesT], name: str = "draw", **options: object) -> _RulesT:
        """The rules of a preset (``PRESETS``), with any options overridden.

        >>> Rules.preset("table").table
        (64, 36)
        """
        return cls(name, **options)

    @classmethod
    def from_dict(cls: type[_RulesT], data: Mapping[str, object], players: int | None = None) -> _RulesT:
        """The rules of `to_dict`, as they stand in a record.

        ``players`` is the number of hands there: it holds where the options do not name one, and is refused where they
        name another. It does not become an option that was given.

        >>> Rules.from_dict({"preset": "draw", "target": 50}, players=3).players
        3
        """
        if not isinstance(data, Mapping):
            raise RulesError(f"rules must be an object with a preset and options, not {quoted(data)}")
        for name in data:
            if name != "preset":
                _known(name)
        if "preset" not in data:
            raise RulesError(f"preset must be given: {either(PRESETS)}")
        options = {name: value for name, value in data.items() if name != "preset"}
        if players is not None:
            players = whole("players", players, 2, MAX_PLAYERS)
            if whole("players", options.get("players", players), 2, MAX_PLAYERS) != players:
                raise RulesError(f"players must be {players}, the number of hands, not {quoted(options['players'])}")
        return _build(cls, data["preset"], options, players)

    def to_dict(self) -> dict[str, object]:
        """The preset's name and the options given, ready for JSON.

        >>> Rules("table", table=(40, 24)).to_dict()
        {'preset': 'table', 'table': [40, 24]}
        """
        options = {name: list(value) if isinstance(value, tuple) else value for name, value in self._given.items()}
        return {"preset": self._preset, **options}

    @property
    def preset_name(self) -> str:
        """The preset these rules were made from."""
        return self._preset

    @property
    def given(self) -> dict[str, Option]:
        """The options that were given, those with the preset's own value too; a copy."""
        return dict(self._given)

    @property
    def spec(self) -> tuple[int, ...]:
        """The rules as the backends take them (``docs/waist.md``)."""
        return self._spec

    def options(self) -> dict[str, Option]:
        """Every option with its value, in the order of `OPTIONS`."""
        return dict(self._options)

    def replace(self: _RulesT, **options: object) -> _RulesT:
        """The same rules with some options changed.

        >>> Rules("draw", players=3).replace(target=150)
        Rules('draw', players=3, target=150)
        """
        return _build(type(self), self._preset, {**self._given, **options}, self._players)

    def _set_up(self, preset: object, options: Mapping[str, object], players: int | None) -> None:
        """Check and set everything; ``players`` holds where the options name none."""
        given = {name: _CHECKS[_known(name)](name, value) for name, value in options.items()}
        names = {} if players is None else {"players": players}
        merged = _preset_options(preset, cast("int", {**names, **given}.get("players", 0)))
        merged.update(names)
        merged.update(given)
        spec = _spec_of(merged)
        _refuse(spec, merged, given)
        held = {"_preset": preset, "_given": given, "_players": players, "_options": merged, "_spec": spec}
        for name, value in {**held, **merged}.items():
            object.__setattr__(self, name, value)

    def __eq__(self, other: object) -> bool:
        return self._spec == other._spec if isinstance(other, Rules) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._spec)

    def __repr__(self) -> str:
        implied = {} if self._players is None else {"players": self._players}
        options = "".join(f", {name}={value!r}" for name, value in {**implied, **self._given}.items())
        return f"{type(self).__name__}({self._preset!r}{options})"

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"Rules never change: use replace({name}=…)")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"Rules never change: {name} cannot be deleted")

    def __reduce__(self) -> tuple[Callable[..., Rules], tuple[object, ...], dict[str, object] | None]:
        return _build, (type(self), self._preset, self._given, self._players), getattr(self, "__dict__", None) or None


def _build(cls: type[_RulesT], preset: object, options: Mapping[str, object], players: int | None) -> _RulesT:
    rules = cls.__new__(cls)
    rules._set_up(preset, options, players)
    return rules


def _known(name: object) -> str:
    """An option's name, refused where there is none such."""
    if isinstance(name, str) and name in _CHECKS:
        return name
    close = get_close_matches(name, OPTIONS, 1) if isinstance(name, str) else []
    hint = f"did you mean {close[0]}?" if close else f"the options are {', '.join(OPTIONS)}"
    shown = name if isinstance(name, str) and name.isidentifier() and len(name) < 40 else quoted(name)
    raise RulesError(f"{shown} is no option: {hint}")


def _preset_options(preset: object, players: int) -> dict[str, Option]:
    if not isinstance(preset, str) or preset not in PRESETS:
        close = get_close_matches(preset, PRESETS, 1) if isinstance(preset, str) else []
        hint = f": did you mean {close[0]!r}?" if close else ""
        raise RulesError(f"preset must be {either(PRESETS)}, not {quoted(preset)}{hint}")
    index = PRESETS.index(preset)
    try:
        return _options_of(_backend.preset(index, players))
    except ValueError:  # a number of players that the preset does not name overrides it as any option does
        return _options_of(_backend.preset(index, 0))


def _options_of(spec: tuple[int, ...]) -> dict[str, Option]:
    fields = dict(zip(SPEC_FIELDS, spec, strict=True))
    table = (fields["table_width"], fields["table_height"])
    options: dict[str, Option] = {}
    for name in OPTIONS:
        if name == "table":
            options[name] = table if any(table) else None
        elif name == "blocked_tie":
            options[name] = "nobody"
        else:
            options[name] = _option_of(name, fields[name])
    return options


def _option_of(name: str, number: int) -> Option:
    if name in _CHOICES:
        return _CHOICES[name][number]
    if name in _SWITCHES:
        return bool(number)
    return None if name in _ZERO_IS_NONE and number == 0 else number


def _spec_of(options: Mapping[str, Option]) -> tuple[int, ...]:
    width, height = cast("tuple[int, int]", options["table"] or (0, 0))
    numbers = {"table_width": width, "table_height": height}
    for name in SPEC_FIELDS:
        if name in _CHOICES:
            numbers[name] = _CHOICES[name].index(cast("str | None", options[name]))
        elif name not in numbers:
            numbers[name] = int(cast("int | None", options[name]) or 0)
    return tuple(numbers[name] for name in SPEC_FIELDS)


def _refuse(spec: tuple[int, ...], options: Mapping[str, Option], given: Mapping[str, Option]) -> None:
    """Raise for options that are right one by one but cannot go together; ``given`` are those that are no preset's."""
    field, what = _backend.check_spec(spec)
    if what == 0:
        return
    players, name = spec[0], SPEC_FIELDS[field - 1]
    if what == 2:
        tiles = (spec[1] + 1) * (spec[1] + 2) // 2
        most = tiles // players
        why = f"at most {most}, as {players} players share the {tiles} tiles of max_pip {spec[1]}"
    elif what == 3 and name not in given:
        raise RulesError(f"players must be 4 in this preset, where seats 0 and 2 play against 1 and 3, not {players}")
    elif what == 3:
        why = f"False with {players} players (partners are four)"
    elif what == 4:
        why = "'opponents' unless partners is True"
    elif what == 5:
        why = f"None or at least {_least_redeal(spec)}, as every deal gives some hand {options[name]} doubles or more"
    else:
        why = "in range"
    raise RulesError(f"{name} must be {why}, not {quoted(options.get(name))}")


def _least_redeal(spec: tuple[int, ...]) -> int:
    """The least ``redeal_doubles`` that some deal of these rules can meet."""
    at = SPEC_FIELDS.index("redeal_doubles")
    return next(n for n in range(1, MAX_PIP + 3) if _backend.check_spec((*spec[:at], n, *spec[at + 1 :])) == (0, 0))
