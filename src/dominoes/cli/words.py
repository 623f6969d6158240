"""The English of the terminal face: small functions from facts to sentences, and nothing else.

Said once and heard once: short sentences, the actor first, then the ends. Tiles are spoken in words (``six-four``),
since voices read ``6-4`` as a range. A translation would replace this module.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from dominoes.moves import Move
    from dominoes.position import End, Result
    from dominoes.reasons import Reason
    from dominoes.tiles import Tile

NUMBERS: Final = (
    "blank",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
)
END_WORDS: Final = {"L": "left", "R": "right", "U": "upper", "D": "lower"}
PLACEMENT_WORDS: Final = {
    "ahead": "straight ahead",
    "corner-left": "corner left",
    "corner-right": "corner right",
    "side-left": "side left",
    "side-right": "side right",
}
COMPASS: Final = ("north", "east", "south", "west")
"""Directions on the table by the waist's numbers; north is up."""


class Who(NamedTuple):
    """Someone at the table, as the sentences name them."""

    name: str
    you: bool = False

    def does(self, you: str, other: str) -> str:
        """``You play`` or ``Heaviest plays``."""
        return f"You {you}" if self.you else f"{self.name} {other}"

    @property
    def label(self) -> str:
        return "You" if self.you else self.name

    @property
    def hand(self) -> str:
        """``Your hand``, ``Heaviest's hand``."""
        return "Your hand" if self.you else f"{self.name}'s hand"


# pieces


def tile(which: Tile) -> str:
    """``six-four``, ``double six``, ``six-blank``."""
    if which.is_double:
        return f"double {NUMBERS[which.high]}"
    return f"{NUMBERS[which.high]}-{NUMBERS[which.low]}"


def tiles(which: Iterable[Tile]) -> str:
    return ", ".join(tile(one) for one in which) or "none"


def tile_count(count: int) -> str:
    return "1 tile" if count == 1 else f"{count} tiles"


def point_count(count: int) -> str:
    return "1 point" if count == 1 else f"{count} points"


def listed(parts: Sequence[str], last: str = "and") -> str:
    """``a, b and c``."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def number(value: int) -> str:
    """A number at an end: digits, and the word where the digit is not what the tile shows."""
    return "blank (0)" if value == 0 else str(value)


def where(end: str) -> str:
    return f"on the {END_WORDS[end]} end"


def move(which: Move) -> str:
    """``six-four on the left end, corner left``; straight ahead is not said."""
    if which.is_draw:
        return "draw a tile"
    if which.is_pass:
        return "pass"
    assert which.tile is not None
    if which.end is None:
        return f"open with {tile(which.tile)}"
    base = f"{tile(which.tile)} {where(which.end)}"
    turned = which.placement not in (None, "ahead")
    return f"{base}, {PLACEMENT_WORDS[which.placement or 'ahead']}" if turned else base


def first_upper(text: str) -> str:
    return text[:1].upper() + text[1:]


# what lies there


def ends(open_ends: Sequence[End], count: int | None = None) -> str:
    """``Ends: left 6, right blank (0).`` With ``count`` (games that score the open ends) also what they add up to."""
    if not open_ends:
        return "The table is empty."
    said = ", ".join(_end(one, counted=count is not None) for one in open_ends)
    return f"Ends: {said}." if count is None else f"Ends: {said}. They count {count}."


def _end(one: End, *, counted: bool) -> str:
    text = f"{END_WORDS[one.end]} {number(one.number)}"
    if counted and one.weight == 0 and one.number != 0:
        return f"{text} (counts nothing yet)"
    if counted and one.weight == 2 * one.number and one.number != 0:
        return f"{text} (a double, counts {one.weight})"
    return text


def heading(end: str, direction: int, room: int) -> str:
    """Where an end of a table's chain leads."""
    return f"The {END_WORDS[end]} end leads {COMPASS[direction]}, {room} cells from the table's edge."


def hand(held: Sequence[Tile]) -> str:
    return f"Your hand, {tile_count(len(held))}: {tiles(held)}."


def holds(who: Who, count: int) -> str:
    return f"{who.does('hold', 'holds')} {tile_count(count)}."


def boneyard(count: int, floor: int, *, drawing: bool) -> str:
    lies = f"The boneyard has {tile_count(count)}" if count else "The boneyard is empty"
    if not drawing:
        return f"{lies}; nobody draws in this game."
    return f"{lies}; the last {floor} are never drawn." if floor and count else f"{lies}."


def scores(sides: Sequence[tuple[str, int]], target: int) -> str:
    said = ", ".join(f"{name} {score}" for name, score in sides)
    return f"Scores: {said}. The target is {target}."


def chain_row(row: Sequence[tuple[int, int]]) -> str:
    """The tiles from the left end to the right, each as it is passed: ``From left to right: four-six, double six.``"""
    return f"From left to right: {', '.join(_passed_over(pair) for pair in row)}."


def chain_arm(end: str, row: Sequence[tuple[int, int]]) -> str:
    return f"From the spinner to the {END_WORDS[end]} end: {', '.join(_passed_over(pair) for pair in row)}."


def _passed_over(pair: tuple[int, int]) -> str:
    first, second = pair
    return f"double {NUMBERS[first]}" if first == second else f"{NUMBERS[first]}-{NUMBERS[second]}"


# what happens


def dealt(number_: int, hand_size: int, left: int) -> str:
    lies = f"the boneyard has {left}" if left else "the boneyard is empty"
    return f"Round {number_}. Each hand has {tile_count(hand_size)}, {lies}."


def played(who: Who, which: Move, points: int) -> str:
    verb = who.does("open", "opens") if which.end is None else who.does("play", "plays")
    assert which.tile is not None
    what = f"with {tile(which.tile)}" if which.end is None else move(which)
    if not points:
        return f"{verb} {what}."
    return f"{verb} {what} and {'score' if who.you else 'scores'} {points}."


def drew(who: Who, which: Tile | None, count: int, left: int) -> str:
    """One own tile by its name, others' only by their number."""
    what = tile_count(count) if which is None else tile(which)
    return f"{who.does('draw', 'draws')} {what}. Boneyard: {left}."


def passed(who: Who) -> str:
    return f"{who.does('pass', 'passes')}."


def one_left(who: Who) -> str:
    return f"{who.does('have', 'has')} one tile left."


def taken_back(parts: Sequence[str]) -> str:
    return f"Taken back: {', '.join(parts)}."


def done_by(who: Who, which: Move, count: int) -> str:
    """An action in a list of those taken back, ``count`` times in a row: ``your six-four``, ``3 draws by Heaviest``."""
    if which.tile is not None:
        what = tile(which.tile)
    else:
        what = ("draw" if which.is_draw else "pass") if count == 1 else f"{count} draws"
    return f"your {what}" if who.you else f"{what} by {who.name}"


# a turn


def your_turn(*, still: bool) -> str:
    return "Still your turn." if still else "Your turn."


def must_open(which: Tile) -> str:
    return f"The highest tile, {tile(which)}, is yours and must open."


YOU_OPEN: Final = "The opening is yours, with any tile."
ONLY_DRAW: Final = "Nothing in your hand fits: you must draw."
ONLY_PASS: Final = "Nothing in your hand fits and there is nothing to draw: you must pass."


def only_one(which: Move) -> str:
    return f"Number, or Enter to {'draw' if which.is_draw else 'pass' if which.is_pass else 'play it'}:"


MOVE_PROMPT: Final = "Your move (? for help):"
CHOICE_PROMPT: Final = "Number, or Enter to cancel:"
CANCELLED: Final = "Cancelled."


def action(which: Move) -> str:
    """An entry of the list of actions: in words, then as it can be typed."""
    if not which.is_play:
        return move(which)
    return f"{move(which)} ({which})"


def group(which: Tile, counts: Sequence[tuple[str, int]]) -> str:
    """A tile of the list that can lie in several ways: ``six-four (6-4): left end 5 ways, right end``."""
    ways = [f"{END_WORDS[end]} end {count} ways" if count > 1 else f"{END_WORDS[end]} end" for end, count in counts]
    return f"{tile(which)} ({which}): {', '.join(ways)}"


def which_end(which: Tile) -> str:
    return f"{first_upper(tile(which))} fits on several ends. Which?"


def at_end(one: End) -> str:
    return f"{END_WORDS[one.end]} end, {number(one.number)}"


def which_way(which: Tile, end: str) -> str:
    return f"{first_upper(tile(which))} {where(end)} can lie in several ways. Which?"


def way(placement: str, direction: int | None) -> str:
    towards = "" if direction is None else f", then leading {COMPASS[direction]}"
    return f"{PLACEMENT_WORDS[placement]}{towards}"


def which_meaning(text: str) -> str:
    return f"{text} can mean two things. Which?"


def as_number(index: int, entry: str) -> str:
    return f"number {index + 1} of the list: {entry}"


def as_tile(which: Tile) -> str:
    return f"the tile {tile(which)}"


def not_understood(text: str) -> str:
    shown = text if len(text) <= 40 else f"{text[:40]}..."
    return f"{shown!r} is no action here. Type a number of the list, a tile such as 6-4, or ? for help."


def not_listed(text: str, count: int) -> str:
    shown = text if len(text) <= 40 else f"{text[:40]}..."
    return f"{shown!r} is not in the list: type a number from 1 to {count}, or only Enter to cancel."


def hint(which: Move, by: str) -> str:
    return f"Hint, as {by} would play: {move(which)}."


NOTHING_TO_UNDO: Final = "You have done nothing in this round that could be taken back."
NOTHING_HAPPENED: Final = "Nothing has happened in this round yet."


# refusals


def refused(reason: Reason) -> str:
    """Why an action is not possible, for the person whose turn it is."""
    wanted = reason.move
    asked = tile(wanted.tile) if wanted is not None and wanted.tile is not None else "this"
    other = tile(reason.tile) if reason.tile else "another tile"
    end = END_WORDS[reason.end] if reason.end else ""
    floor = f"The last {reason.floor} tiles of the boneyard are never drawn."
    texts = {
        "round-over": "The round is over.",
        "not-your-turn": "It is not your turn.",
        "not-in-set": f"{asked} is not in this set, whose numbers run from 0 to {reason.number}.",
        "not-your-tile": f"{asked} is not in your hand.",
        "table-empty": "The table is empty: name only a tile, without an end, to open with it.",
        "table-not-empty": "Tiles lie on the table already: name an end, left or right.",
        "forced-tile": f"{asked} cannot open: the first tile must be {other}.",
        "end-closed": f"There is no open {end} end.",
        "no-match": f"{asked} does not fit on the {end} end, which shows {number(reason.number or 0)}.",
        "no-table": "Without a table the chain has no turns: leave the placement out.",
        "turns-off": "By these rules the chain does not turn: only straight ahead.",
        "double-ahead": "A double lies only crosswise, straight ahead.",
        "on-a-double": "On a double the chain does not turn: only straight ahead.",
        "edge": f"{asked} has no room so: the table's {reason.edge} edge is in the way.",
        "tile-in-the-way": f"{asked} has no room so: {other} is in the way.",
        "can-play": "You can play, so you cannot draw.",
        "no-drawing": "Nobody draws in this game.",
        "boneyard-floor": floor if reason.count else "The boneyard is empty.",
        "drawn-already": "You have drawn in this turn already: only one tile may be drawn.",
        "must-play": "You can play, so you cannot pass.",
        "must-draw": "You can draw, so you cannot pass.",
    }
    return first_upper(texts.get(reason.code, "That is no action."))


def fits_nowhere(which: Tile, open_ends: Sequence[End]) -> str:
    shown = listed([f"{END_WORDS[one.end]} {number(one.number)}" for one in open_ends])
    return f"{first_upper(tile(which))} fits on no end: they show {shown}."


def possible(entries: Sequence[str]) -> str:
    """What would be right instead."""
    return f"Possible: {'; '.join(entries)}."


def possible_there(end: str, placements: Sequence[str]) -> str:
    """The ways in which the same tile does fit on the same end."""
    return f"Possible {where(end)}: {', '.join(PLACEMENT_WORDS[placement] for placement in placements)}."


ASK_ACTIONS: Final = "Type a to hear what is possible."


# the end of a round and of the match


def round_over(number_: int, reason: str, who: Who | None) -> str:
    """Why round ``number_`` (from 1) is over; ``who`` laid the last tile."""
    if reason == "blocked" or who is None:
        why = "the game is blocked, nobody can go on"
    elif reason == "target":
        why = f"{_low(who.does('reach', 'reaches'))} the target with this play"
    else:
        why = f"{_low(who.does('have', 'has'))} laid the last tile"
    return f"Round {number_} is over: {why}."


def _low(text: str) -> str:
    return f"you{text[3:]}" if text.startswith("You ") else text


def hand_left(who: Who, held: Sequence[Tile], pips: int) -> str:
    return f"{who.hand}: {tiles(held)}. {point_count(pips)}." if held else f"{who.hand} is empty."


def holds_least(who: Who, pips: int) -> str:
    return f"{who.does('hold', 'holds')} least, {point_count(pips)}."


def no_winner(lowest: int) -> str:
    return f"The lowest hands are equal, {point_count(lowest)} each: nobody scores."


def round_points(who: Who, points: int, plus: Sequence[int], minus: int, round_to: int) -> str:
    """``You score 20: 15 + 12 - 5 = 22, rounded to the nearest multiple of 5.``"""
    total = sum(plus) - minus
    text = f"{who.does('score', 'scores')} {points}"
    if len(plus) > 1 or minus:
        text += f": {' + '.join(map(str, plus))}{f' - {minus}' if minus else ''} = {total}"
    elif total != points:
        text += f": {total}"
    return f"{text}." if total == points else f"{text}, rounded to the nearest multiple of {round_to}."


def in_play(sides: Sequence[tuple[str, int]]) -> str:
    return f"Scored in play in this round: {', '.join(f'{name} {points}' for name, points in sides)}."


NEXT_PROMPT: Final = "Enter for the next round, u to take back, t for the table, q to quit:"
OVER_PROMPT: Final = "The match is over. Enter to leave, u to take back, t for the table, s for the scores:"
NOT_NOW: Final = "That is for a turn of yours. Here: Enter, or one of u, h, t, w, e, s, c, l, b, q."


def match_over(who: Who, scores_: Sequence[int]) -> str:
    """The winner's score first."""
    return f"{who.does('win', 'wins')} the match, {' to '.join(map(str, sorted(scores_, reverse=True)))}."


def over_in_short(result: Result | None, names: Sequence[str], *, partners: bool) -> str:
    if result is None:
        return "The round is on."
    if result.winner is None:
        return f"Over: {result.reason}, won by nobody."
    return f"Over: {result.reason}, won by {f'team {result.winner}' if partners else names[result.winner]}."


# the match


def greeting(game: str, seats: Sequence[str], target: int) -> str:
    return f"Dominoes, {game}, to {target} points. In order of play: {listed(seats)}."


def partner(who: Who) -> str:
    return f"{who.name} is your partner."


def kept_in(path: str) -> str:
    return f"The match is kept in {path}, up to the last action that is shown."


def resumed(number_: int, actions: int) -> str:
    return f"The match goes on in round {number_}, after {'1 action' if actions == 1 else f'{actions} actions'}."


ASK_HELP: Final = "Type ? for help."


def farewell(command: str) -> str:
    return f"Nothing is lost. Go on with: {command}"


def finished(path: str) -> str:
    return f"The record of the match is {path}."


def progress(number_: int, actions: int) -> str:
    """How far the file has come."""
    return f"the match up to action {actions} of round {number_}"


HELP: Final = (
    "To act, type one of these and Enter:",
    "  a number of the list;",
    "  a tile: 6-4, or 64, or six-four. It goes to its only place, or you are asked which;",
    "  a tile and its end: 6-4 left, 64 r; on a table also its placement: 6-4 right corner left;",
    "  a whole move as records have it: 6-4@R, 6-4@R:corner-left;",
    "  d or draw; p or pass. Enter alone does the only action there is, or tells the turn again.",
    "To hear something, type a key or its word:",
    "  h hand, e ends, t table, w the table in words, b boneyard, c counts of tiles in each hand,",
    "  s scores, a actions that are possible, l what happened last, i hint.",
    "u undo takes back your last action and what came after it. q quit; the match is kept.",
)
TABLE_HELP: Final = (
    "On the table, seen along the chain towards its end: straight ahead puts the tile on in line; corner left puts it",
    "before the end and turns it left; side left puts it beside the end, leading left. Right alike. North is up.",
)
