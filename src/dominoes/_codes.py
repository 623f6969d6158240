"""The numbers both backends and the C header agree on, and nothing else.

What each number means is told in ``docs/waist.md``. ``include/dominoes.h`` repeats them for C; a test holds
the two against each other.
"""

from __future__ import annotations

from typing import Final

MAX_PIP: Final = 18
MAX_TILES: Final = 190
MAX_PLAYERS: Final = 4
MIN_TABLE: Final = 8
MAX_TABLE: Final = 64
MAX_NUMBER: Final = 1_000_000_000
"""The greatest target and boneyard floor, and the greatest absolute score, that the kernel counts with."""
MAX_SLOTS: Final = 1 << 20
"""The most rounds that a batch holds."""
DEAL_TRIES: Final = 10_000
MAX_WEIGHT: Final = 1_000_000

# What a weighted playout policy adds up for each play, in this order.
WEIGHT_NAMES: Final = (
    "pips",
    "is_double",
    "matches",
    "variety",
    "points",
    "noise",
    "next",
    "partner",
    "previous",
)

# The players that come along, by number, and the highest level of each; 0 is the usual one of those that have levels.
PLAYER_NAMES: Final = ("blocker", "pinocchio", "buratino", "snow-white")
PLAYER_LEVELS: Final = (0, 5, 5, 5)
MAX_WORLDS: Final = 1_000_000
"""The most worlds that a player looks at in one decision."""

# Ends, in the order of legal actions.
LEFT: Final = 0
RIGHT: Final = 1
UP: Final = 2
DOWN: Final = 3
END_NAMES: Final = ("L", "R", "U", "D")

# Directions on the table: left of d is (d + 3) % 4, right of d is (d + 1) % 4. Its edges have the same numbers.
NORTH: Final = 0
EAST: Final = 1
SOUTH: Final = 2
WEST: Final = 3

PLACEMENT_NAMES: Final = ("ahead", "corner-left", "corner-right", "side-left", "side-right")

# Actions: (end + 1) << 11 | tile << 3 | placement; the opening tile has no end: tile << 3.
DRAW: Final = 5 << 11
PASS: Final = (5 << 11) | 1

# The fields of a rules spec, in order: what a ``State`` takes is a tuple of these numbers.
SPEC_FIELDS: Final = (
    "players",
    "max_pip",
    "hand_size",
    "draw",
    "voluntary_draw",
    "boneyard_floor",
    "opening",
    "opening_tile",
    "next_opening",
    "table_width",
    "table_height",
    "turns",
    "spinner",
    "count_multiple",
    "scoring",
    "round_to",
    "partners",
    "target",
    "redeal_doubles",
)

DRAW_NAMES: Final = ("never", "one", "until-playable")
OPENING_NAMES: Final = ("highest-tile", "random")
OPENING_TILE_NAMES: Final = ("free", "forced")
NEXT_OPENING_NAMES: Final = ("same", "winner", "rotate")
SPINNER_NAMES: Final = (None, "first-double")
SCORING_NAMES: Final = ("opponents", "team-all")
PRESET_NAMES: Final = ("table", "draw", "block", "all-fives", "partnership")

# Who opens, where a starter is asked for: a seat, or one of these.
HIGHEST_TILE: Final = -1
RANDOM_SEAT: Final = -2

# How a round ended.
ON: Final = 0
DOMINO: Final = 1
BLOCKED: Final = 2
TARGET: Final = 3
RESULT_NAMES: Final = (None, "domino", "blocked", "target")

# Why an action is refused. ``State.explain`` gives (code, a, b); a and b are 0 where nothing is said of them.
LEGAL: Final = 0
NOT_AN_ACTION: Final = 1  # the number encodes no action
ROUND_OVER: Final = 2
NOT_YOUR_TURN: Final = 3  # a seat's view, another seat to act: a = the seat to act
NOT_IN_SET: Final = 4  # a = the tile
NOT_YOUR_TILE: Final = 5  # a = the tile
TABLE_EMPTY: Final = 6  # an end was named, but the first tile has none
TABLE_NOT_EMPTY: Final = 7  # no end was named
FORCED_TILE: Final = 8  # a = the tile that must open
END_CLOSED: Final = 9  # a = the end
NO_MATCH: Final = 10  # a = the end, b = its number
NO_TABLE: Final = 11  # a placement other than ahead, without a table
TURNS_OFF: Final = 12  # a turn, with turns = false
DOUBLE_AHEAD: Final = 13  # a turn, by a double
ON_A_DOUBLE: Final = 14  # a turn, on a double
EDGE: Final = 15  # a = the edge (a direction)
TILE_IN_THE_WAY: Final = 16  # a = the tile
CAN_PLAY: Final = 17  # a draw, with a playable tile
NO_DRAWING: Final = 18  # a draw, with draw = never
BONEYARD_FLOOR: Final = 19  # a = tiles in the boneyard, b = the floor
DRAWN_ALREADY: Final = 20  # a second draw, with draw = one
MUST_PLAY: Final = 21  # a pass, with a playable tile
MUST_DRAW: Final = 22  # a pass, with a tile to draw

REASON_NAMES: Final = (
    "legal",
    "not-an-action",
    "round-over",
    "not-your-turn",
    "not-in-set",
    "not-your-tile",
    "table-empty",
    "table-not-empty",
    "forced-tile",
    "end-closed",
    "no-match",
    "no-table",
    "turns-off",
    "double-ahead",
    "on-a-double",
    "edge",
    "tile-in-the-way",
    "can-play",
    "no-drawing",
    "boneyard-floor",
    "drawn-already",
    "must-play",
    "must-draw",
)
