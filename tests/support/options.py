"""The options of RULES.md by name, and its table of presets, written out apart from the package."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

CHOICES: dict[str, tuple[str | None, ...]] = {
    "draw": ("never", "one", "until-playable"),
    "opening": ("highest-tile", "random"),
    "opening_tile": ("free", "forced"),
    "next_opening": ("same", "winner", "rotate"),
    "spinner": (None, "first-double"),
    "scoring": ("opponents", "team-all"),
}
BOTH = (False, True)
SWITCHES = ("voluntary_draw", "turns", "partners")

SPEC = (
    "players max_pip hand_size draw voluntary_draw boneyard_floor opening opening_tile next_opening table_width "
    "table_height turns spinner count_multiple scoring round_to partners target redeal_doubles"
).split()


@dataclass(frozen=True)
class Options:
    """One choice of every option; the defaults are those that all presets of section 7 share."""

    players: int
    max_pip: int = 6
    hand_size: int = 7
    draw: str = "until-playable"
    voluntary_draw: bool = False
    boneyard_floor: int = 0
    opening: str = "highest-tile"
    opening_tile: str = "forced"
    next_opening: str = "same"
    table: tuple[int, int] | None = None
    turns: bool = True
    spinner: str | None = None
    count_multiple: int | None = None
    scoring: str = "opponents"
    round_to: int = 1
    partners: bool = False
    target: int = 100
    redeal_doubles: int | None = None
    blocked_tie: str = "nobody"

    @property
    def tiles(self) -> int:
        """How many tiles the set has."""
        return (self.max_pip + 1) * (self.max_pip + 2) // 2

    def named(self) -> dict[str, Any]:
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def spec(self) -> tuple[int, ...]:
        """The tuple of integers of docs/waist.md."""
        width, height = self.table or (0, 0)
        named = {**self.named(), "table_width": width, "table_height": height}
        return tuple(self._number(name, named[name]) for name in SPEC)

    @staticmethod
    def _number(name: str, value: Any) -> int:
        if name in CHOICES:
            return CHOICES[name].index(value)
        return 0 if value is None else int(value)


_PRESETS: dict[str, dict[str, Any]] = {
    "table": {"boneyard_floor": 2, "opening_tile": "free", "table": (64, 36)},
    "draw": {},
    "block": {"draw": "never"},
    "all-fives": {
        "opening": "random",
        "opening_tile": "free",
        "next_opening": "winner",
        "spinner": "first-double",
        "count_multiple": 5,
        "round_to": 5,
    },
    "partnership": {
        "draw": "never",
        "next_opening": "winner",
        "scoring": "team-all",
        "partners": True,
        "target": 200,
    },
}
PRESET_NAMES = tuple(_PRESETS)
PRESET_PLAYERS: dict[str, tuple[int, ...]] = {
    "table": (2,),
    "draw": (2, 3, 4),
    "block": (2, 3, 4),
    "all-fives": (2, 3, 4),
    "partnership": (4,),
}


def preset(name: str, players: int = 0, **options: Any) -> Options:
    """The preset of section 7 for so many players (0: its least), with options changed."""
    players = players or PRESET_PLAYERS[name][0]
    hand_size = {2: 9, 3: 7, 4: 5}[players] if name == "all-fives" else 7
    named = {"hand_size": hand_size, **_PRESETS[name], **options}
    if isinstance(named.get("table"), list):
        named["table"] = tuple(named["table"])
    return Options(players=players, **named)


def from_record_rules(rules: dict[str, Any], players: int) -> Options:
    """The options of a record's ``rules`` object; the number of players is that of its hands."""
    given = {name: value for name, value in rules.items() if name not in ("preset", "players")}
    return preset(rules["preset"], players, **given)
