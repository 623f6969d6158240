"""What the terminal game says beside the game itself: its greeting, questions, lists and help."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from .catalogs import N_
from .company import Company
from .pieces import Pieces, first_upper

if TYPE_CHECKING:
    from dominoes.moves import Move
    from dominoes.rules import Rules
    from dominoes.tiles import Tile

__all__ = ["Prompting"]

SHOWN: Final = 40
"""How much of what a person typed is told back, in characters."""

# Translators: the help of the terminal game. Keep the letters: they are what is typed. The words behind them can be
# typed too, so they must be those that are given as "typed word" elsewhere. At most about 110 characters a line.
HELP: Final = (
    N_("To act, type one of these and Enter:"),
    N_("  a number of the list;"),
    N_("  a tile: 6-4, or 64, or six-four. It goes to its only place, or you are asked which;"),
    N_("  a tile and its end: 6-4 left, 64 r; on a table also its placement: 6-4 right corner left;"),
    N_("  a whole move as records have it: 6-4@R, 6-4@R:corner-left;"),
    N_("  d or draw; p or pass. Enter alone does the only action there is, or tells the turn again."),
    N_("To hear something, type a key or its word:"),
    N_("  h hand, e ends, t table, w the table in words, b boneyard, c counts of tiles in each hand,"),
    N_("  s scores, a actions that are possible, l what happened last, i hint."),
    N_("u undo takes back your last action and what came after it. q quit; the match is kept."),
)
TABLE_HELP: Final = (
    N_(
        "On the table, seen along the chain towards its end: straight ahead puts the tile on in line; corner left puts "
        "it"
    ),
    N_("before the end and turns it left; side left puts it beside the end, leading left. Right alike. North is up."),
)


class Prompting(Pieces):
    """Prompts, lists and help of a game that is played line by line."""

    # The match

    def greeting(self, rules: Rules, seats: Sequence[str]) -> str:
        """Which game to which target, and who plays in which order."""
        return self.ngettext(
            "Dominoes, {game}, to {count} point. In order of play: {seats}.",
            "Dominoes, {game}, to {count} points. In order of play: {seats}.",
            rules.target,
            game=self.game_inside(rules.preset_name),
            seats=self.listed(seats),
        )

    def partner(self, company: Company) -> str:
        """Who plays together with the listener."""
        assert company.seat is not None
        return self.gettext("{name} is your partner.", name=company.seats[(company.seat + 2) % 4].name)

    def kept_in(self, path: str) -> str:
        return self.gettext("The match is kept in {path}, up to the last action that is shown.", path=path)

    def resumed(self, number: int, actions: int) -> str:
        """``number`` is the round's, from 1."""
        return self.ngettext(
            "The match goes on in round {number}, after {count} action.",
            "The match goes on in round {number}, after {count} actions.",
            actions,
            number=number,
        )

    def ask_help(self) -> str:
        return self.gettext("Type ? for help.")

    def farewell(self, command: str) -> str:
        # Translators: {command} is what to type in a shell.
        return self.gettext("Nothing is lost. Go on with: {command}", command=command)

    def finished(self, path: str) -> str:
        return self.gettext("The record of the match is {path}.", path=path)

    # Prompts

    def move_prompt(self, legal: Sequence[Move]) -> str:
        """What stands before the cursor at a turn: with one legal move, Enter makes it."""
        if len(legal) > 1:
            return self.gettext("Your move (? for help):")
        if legal[0].is_draw:
            return self.gettext("Number, or Enter to draw:")
        if legal[0].is_pass:
            return self.gettext("Number, or Enter to pass:")
        return self.gettext("Number, or Enter to play it:")

    def choice_prompt(self) -> str:
        return self.gettext("Number, or Enter to cancel:")

    def cancelled(self) -> str:
        return self.gettext("Cancelled.")

    def next_prompt(self, *, over: bool) -> str:
        """What stands before the cursor after a round, or after the match."""
        if over:
            return self.gettext("The match is over. Enter to leave, u to take back, t for the table, s for the scores:")
        return self.gettext("Enter for the next round, u to take back, t for the table, q to quit:")

    def not_now(self) -> str:
        return self.gettext("That is for a turn of yours. Here: Enter, or one of u, h, t, w, e, s, c, l, b, q.")

    def ask_actions(self) -> str:
        return self.gettext("Type a to hear what is possible.")

    def help(self, *, table: bool) -> list[str]:
        """What can be typed, in lines; with a table also what the placements mean."""
        return [self.text(line) for line in (*HELP, *(TABLE_HELP if table else ()))]

    # Lists and choices

    def group(self, tile: Tile, ends: Sequence[tuple[str, int]]) -> str:
        """A tile that can lie in several ways: ``six-four (6-4): left end 5 ways, right end``."""
        name, ways = f"{self.tile(tile)} ({tile})", ", ".join(self._ways(end, count) for end, count in ends)
        return self.pgettext("list", "{tile}: {ends}", tile=name, ends=ways)

    def _ways(self, end: str, count: int) -> str:
        name = self.end_name(end)
        if count == 1:
            return name
        # Translators: in how many ways a tile can lie on an end.
        return self.ngettext("{end} {count} way", "{end} {count} ways", count, end=name)

    def which_end(self, tile: Tile) -> str:
        return first_upper(self.gettext("{tile} fits on several ends. Which?", tile=self.tile(tile)))

    def which_way(self, tile: Tile, end: str) -> str:
        fields = {"tile": self.tile(tile), "where": self.on_end(end)}
        # Translators: {where} is "on the left end".
        return first_upper(self.gettext("{tile} {where} can lie in several ways. Which?", **fields))

    def way(self, placement: str, direction: int | None) -> str:
        """A placement to choose, and where the chain would lead then."""
        if direction is None:
            return self.placement(placement)
        fields = {"placement": self.placement(placement), "direction": self.direction(direction)}
        # Translators: "corner left, then leading north".
        return self.gettext("{placement}, then leading {direction}", **fields)

    def which_meaning(self, text: str) -> str:
        return self.gettext("{text} can mean two things. Which?", text=text)

    def as_number(self, index: int, entry: str) -> str:
        """An entry of a list by its place, from 0."""
        return self.gettext("number {number} of the list: {entry}", number=index + 1, entry=entry)

    def as_tile(self, tile: Tile) -> str:
        return self.gettext("the tile {tile}", tile=self.tile(tile))

    def not_understood(self, text: str) -> str:
        return self.gettext(
            "{text} is no action here. Type a number of the list, a tile such as 6-4, or ? for help.", text=_short(text)
        )

    def not_listed(self, text: str, count: int) -> str:
        return self.gettext(
            "{text} is not in the list: type a number from 1 to {last}, or only Enter to cancel.",
            text=_short(text),
            last=count,
        )


def _short(text: str) -> str:
    """What was typed, in quotes."""
    return repr(text if len(text) <= SHOWN else f"{text[:SHOWN]}...")
