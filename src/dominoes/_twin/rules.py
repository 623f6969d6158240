"""Rules as a tuple of numbers: the presets, the check of a spec, and the score at a round's end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import index
from typing import Final

from dominoes import _codes
from dominoes._codes import MAX_NUMBER, MAX_TABLE, MIN_TABLE, PRESET_NAMES, SPEC_FIELDS
from dominoes._twin.tiles import set_size

__all__ = ["Spec", "check_spec", "good_pips", "good_spec", "numbers_of", "preset", "round_points", "score"]

Spec = tuple[int, ...]

(
    PLAYERS,
    MAX_PIP,
    HAND_SIZE,
    DRAW_RULE,
    VOLUNTARY_DRAW,
    BONEYARD_FLOOR,
    OPENING,
    OPENING_TILE,
    NEXT_OPENING,
    TABLE_WIDTH,
    TABLE_HEIGHT,
    TURNS,
    SPINNER,
    COUNT_MULTIPLE,
    SCORING,
    ROUND_TO,
    PARTNERS,
    TARGET_SCORE,
    REDEAL_DOUBLES,
) = range(len(SPEC_FIELDS))
"""Where each option stands in a spec."""

_NEVER, _ONE, _UNTIL_PLAYABLE = range(3)
_SAME, _WINNER = range(2)
_MOST_PIPS: Final = 2 * _codes.MAX_PIP * _codes.MAX_TILES


def _among(*names: object) -> Callable[[int], bool]:
    return range(len(names)).__contains__


def _table(value: int) -> bool:
    return value == 0 or MIN_TABLE <= value <= MAX_TABLE


_switch = range(2).__contains__
_RANGES: Final[tuple[Callable[[int], bool], ...]] = (
    range(2, _codes.MAX_PLAYERS + 1).__contains__,
    range(1, _codes.MAX_PIP + 1).__contains__,
    range(1, _codes.MAX_TILES + 1).__contains__,
    _among(*_codes.DRAW_NAMES),
    _switch,
    range(MAX_NUMBER + 1).__contains__,
    _among(*_codes.OPENING_NAMES),
    _among(*_codes.OPENING_TILE_NAMES),
    _among(*_codes.NEXT_OPENING_NAMES),
    _table,
    _table,
    _switch,
    _among(*_codes.SPINNER_NAMES),
    (0, 3, 5).__contains__,
    _among(*_codes.SCORING_NAMES),
    (1, 3, 5).__contains__,
    _switch,
    range(1, MAX_NUMBER + 1).__contains__,
    range(MAX_NUMBER + 1).__contains__,
)

_TABLE: Final = (2, 6, 7, _UNTIL_PLAYABLE, 0, 2, 0, 0, _SAME, 64, 36, 1, 0, 0, 0, 1, 0, 100, 0)
_DRAW: Final = (2, 6, 7, _UNTIL_PLAYABLE, 0, 0, 0, 1, _SAME, 0, 0, 1, 0, 0, 0, 1, 0, 100, 0)
_BLOCK: Final = (2, 6, 7, _NEVER, 0, 0, 0, 1, _SAME, 0, 0, 1, 0, 0, 0, 1, 0, 100, 0)
_ALL_FIVES: Final = (2, 6, 9, _UNTIL_PLAYABLE, 0, 0, 1, 0, _WINNER, 0, 0, 1, 1, 5, 0, 5, 0, 100, 0)
_PARTNERSHIP: Final = (4, 6, 7, _NEVER, 0, 0, 0, 1, _WINNER, 0, 0, 1, 0, 0, 1, 1, 1, 200, 0)
_PRESETS: Final = (
    (_TABLE, (2,)),
    (_DRAW, (2, 3, 4)),
    (_BLOCK, (2, 3, 4)),
    (_ALL_FIVES, (2, 3, 4)),
    (_PARTNERSHIP, (4,)),
)
_ALL_FIVES_HAND: Final = {2: 9, 3: 7, 4: 5}


def preset(name_index: int, players: int) -> Spec:
    """The spec of a preset for so many players (0: its least); ``ValueError`` for what is not named."""
    name_index, players = index(name_index), index(players)
    if not 0 <= name_index < len(_PRESETS):
        raise ValueError(f"there is no preset number {name_index}")
    spec, allowed = _PRESETS[name_index]
    if players == 0:
        players = allowed[0]
    if players not in allowed:
        raise ValueError(f"the preset {PRESET_NAMES[name_index]} has no game for {players} players")
    hand_size = _ALL_FIVES_HAND[players] if spec is _ALL_FIVES else spec[HAND_SIZE]
    return (players, spec[MAX_PIP], hand_size, *spec[DRAW_RULE:])


def numbers_of(spec: Sequence[int]) -> Spec:
    """The spec as a tuple of plain integers, good or not; ``ValueError`` for what is none."""
    try:
        numbers = tuple(map(index, spec))
    except TypeError:
        numbers = ()
    if len(numbers) != len(SPEC_FIELDS) or not all(-(1 << 31) <= number < 1 << 31 for number in numbers):
        raise ValueError(f"a rules spec is {len(SPEC_FIELDS)} integers")
    return numbers


def _redeal_is_impossible(spec: Spec) -> bool:
    """Whether the hands must hold more doubles than ``redeal_doubles`` leaves them."""
    limit = spec[REDEAL_DOUBLES]
    if limit == 0:
        return False
    others = set_size(spec[MAX_PIP]) - (spec[MAX_PIP] + 1)
    doubles_in_hands = spec[PLAYERS] * spec[HAND_SIZE] - others
    return doubles_in_hands > spec[PLAYERS] * min(limit - 1, spec[HAND_SIZE])


def check_spec(spec: Sequence[int]) -> tuple[int, int]:
    """``(0, 0)``, or ``(field index + 1, what is wrong)`` of the first wrong field."""
    numbers = numbers_of(spec)
    for field, (fits, number) in enumerate(zip(_RANGES, numbers, strict=True)):
        if not fits(number):
            return field + 1, 1
    if (numbers[TABLE_WIDTH] == 0) != (numbers[TABLE_HEIGHT] == 0):
        return TABLE_HEIGHT + 1, 6
    if numbers[PLAYERS] * numbers[HAND_SIZE] > set_size(numbers[MAX_PIP]):
        return HAND_SIZE + 1, 2
    if numbers[PARTNERS] and numbers[PLAYERS] != 4:
        return PARTNERS + 1, 3
    if numbers[SCORING] == 1 and not numbers[PARTNERS]:
        return SCORING + 1, 4
    if _redeal_is_impossible(numbers):
        return REDEAL_DOUBLES + 1, 5
    return 0, 0


def good_spec(spec: Sequence[int]) -> Spec:
    """The spec as a tuple of plain integers; ``ValueError`` where ``check_spec`` finds a fault."""
    numbers = numbers_of(spec)
    field, _ = check_spec(numbers)
    if field:
        raise ValueError(f"this rules spec is refused: {SPEC_FIELDS[field - 1]} is wrong")
    return numbers


def score(spec: Sequence[int], pips: Sequence[int], out: int) -> tuple[int, tuple[int, ...]]:
    """``(winner, points per seat)`` of a round that ended with ``pips[seat]`` in hand.

    ``out`` is the seat that laid its last tile, -1 when blocked. The winner is a seat, a team with partners, or -1.
    """
    out, numbers = index(out), good_spec(spec)
    return round_points(numbers, good_pips(numbers, pips, out), out)


def good_pips(numbers: Spec, pips: Sequence[int], out: int) -> list[int]:
    """The pips as plain integers; ``ValueError`` unless there are some for each seat, and ``out`` is a seat or -1."""
    left = [index(number) for number in pips]
    if len(left) != numbers[PLAYERS]:
        raise ValueError(f"there are {numbers[PLAYERS]} players but {len(left)} pips")
    if not all(0 <= number <= _MOST_PIPS for number in left):
        raise ValueError(f"pips are 0 to {_MOST_PIPS}")
    if not -1 <= out < len(left):
        raise ValueError("out is a seat, or -1 when blocked")
    return left


def round_points(spec: Spec, pips: Sequence[int], out: int) -> tuple[int, tuple[int, ...]]:
    """As `score`, for arguments known to be good."""
    players, partners = spec[PLAYERS], spec[PARTNERS]
    sides = [pips[0] + pips[2], pips[1] + pips[3]] if partners else list(pips)
    if out >= 0:
        winner = out % 2 if partners else out
    else:
        lowest = min(sides)
        if sides.count(lowest) > 1:
            return -1, (0,) * players
        winner = sides.index(lowest)
    points = sum(sides)
    if spec[SCORING] == 0:
        points -= sides[winner] if out >= 0 else 2 * sides[winner]
    unit = spec[ROUND_TO]
    points = (points + unit // 2) // unit * unit
    seats_of_side = 2 if partners else players
    return winner, tuple(points if seat % seats_of_side == winner else 0 for seat in range(players))
