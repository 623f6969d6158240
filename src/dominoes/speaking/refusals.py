"""Why an action is refused, and what would be possible instead."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from .lying import Lying
from .pieces import first_upper

if TYPE_CHECKING:
    from dominoes.position import End
    from dominoes.reasons import Reason
    from dominoes.tiles import Tile

    from .company import Company

__all__ = ["Refusals"]


class Refusals(Lying):
    """Reasons (`why_not`) in words, for the person whose turn it is."""

    def reason(self, reason: Reason, company: Company | None = None) -> str:
        """Why a move is not possible. ``company`` lets it say whose turn it is instead.

        ``Six-four does not fit on the left end, which shows 3.``
        """
        if reason.code == "not-your-turn" and company is not None and reason.seat is not None:
            name = company.seats[reason.seat].name
            return self.gettext("It is not your turn: {name} is to play.", name=name)
        says = _ABOUT_A_TILE.get(reason.code)
        if says is not None and reason.move is not None and reason.move.tile is not None:
            return first_upper(says(self, reason, self.tile(reason.move.tile)))
        return first_upper(self._plainly(reason))

    def fits_nowhere(self, tile: Tile, ends: Sequence[End]) -> str:
        """``Six-four fits on no end: they show left 3 and right 2.``"""
        shown = self.listed([self._shows(one.end, one.number) for one in ends])
        return first_upper(self.gettext("{tile} fits on no end: they show {ends}.", tile=self.tile(tile), ends=shown))

    def _shows(self, end: str, number: int) -> str:
        said = self.number_word(0) if number == 0 else str(number)
        # Translators: what an end shows: "fits on no end: they show left 3 and right 2".
        return self.pgettext("what an end shows", "{end} {number}", end=self.side(end), number=said)

    def possible(self, entries: Sequence[str]) -> str:
        """What would be right instead."""
        return self.gettext("Possible: {actions}.", actions=self.apart(entries))

    def possible_there(self, end: str, placements: Sequence[str]) -> str:
        """The ways in which the same tile does fit on the same end."""
        said = ", ".join(map(self.placement, placements))
        # Translators: {where} is "on the left end", {placements} is "corner left, side left".
        return self.gettext("Possible {where}: {placements}.", where=self.on_end(end), placements=said)

    def _plainly(self, reason: Reason) -> str:
        """Reasons that name no tile which was asked about."""
        if reason.code == "boneyard-floor":
            return self.floor(reason.floor or 0) if reason.count else self.gettext("The boneyard is empty.")
        if reason.code == "end-closed" and reason.end is not None:
            # Translators: {end} is "upper end".
            return self.gettext("There is no open {end}.", end=self.end_name(reason.end))
        texts = {
            "round-over": self.gettext("The round is over."),
            "not-your-turn": self.gettext("It is not your turn."),
            "table-empty": self.gettext("The table is empty: name only a tile, without an end, to open with it."),
            "table-not-empty": self.gettext("Tiles lie on the table already: name an end, left or right."),
            "no-table": self.gettext("Without a table the chain has no turns: leave the placement out."),
            "turns-off": self.gettext("By these rules the chain does not turn: only straight ahead."),
            "double-ahead": self.gettext("A double lies only crosswise, straight ahead."),
            "on-a-double": self.gettext("On a double the chain does not turn: only straight ahead."),
            "can-play": self.gettext("You can play, so you cannot draw."),
            "no-drawing": self.gettext("Nobody draws in this game."),
            "drawn-already": self.gettext("You have drawn in this turn already: only one tile may be drawn."),
            "must-play": self.gettext("You can play, so you cannot pass."),
            "must-draw": self.gettext("You can draw, so you cannot pass."),
        }
        return texts.get(reason.code) or self.gettext("That is no action.")

    def _other(self, reason: Reason) -> str:
        return "" if reason.tile is None else self.tile(reason.tile)

    def _not_in_set(self, reason: Reason, tile: str) -> str:
        if reason.number is None:
            return self.gettext("{tile} is not in this set.", tile=tile)
        return self.gettext(
            "{tile} is not in this set, whose numbers run from 0 to {number}.", tile=tile, number=reason.number
        )

    def _not_yours(self, reason: Reason, tile: str) -> str:
        return self.gettext("{tile} is not in your hand.", tile=tile)

    def _forced(self, reason: Reason, tile: str) -> str:
        return self.gettext("{tile} cannot open: the first tile must be {other}.", tile=tile, other=self._other(reason))

    def _no_match(self, reason: Reason, tile: str) -> str:
        where, number = self.on_end(reason.end or "L"), self.number(reason.number or 0)
        # Translators: {where} is "on the left end".
        return self.gettext("{tile} does not fit {where}, which shows {number}.", tile=tile, where=where, number=number)

    def _edge(self, reason: Reason, tile: str) -> str:
        fields = {"tile": tile, "where": self._where(reason), "edge": self.edge(reason.edge or "top")}
        # Translators: {where} is "on the left end" or "on the left end, corner left", {edge} "the table's top edge".
        return self.gettext("{tile} has no room {where}: {edge} is in the way.", **fields)

    def _in_the_way(self, reason: Reason, tile: str) -> str:
        fields = {"tile": tile, "where": self._where(reason), "other": self._other(reason)}
        # Translators: {where} is "on the left end" or "on the left end, corner left", {other} the name of a tile.
        return self.gettext("{tile} has no room {where}: {other} is in the way.", **fields)

    def _where(self, reason: Reason) -> str:
        """The end that a tile was meant for; which way too, where it was not straight on or another way is free."""
        move = reason.move
        if move is None or move.end is None:
            return self.on_end("L")
        where = self.on_end(move.end)
        if move.placement is None or (move.placement == "ahead" and not reason.placements):
            return where
        # Translators: where a tile is laid, and how it lies there: "on the left end, corner left".
        return self.pgettext(
            "where a tile is laid", "{where}, {placement}", where=where, placement=self.placement(move.placement)
        )


_ABOUT_A_TILE: Final[dict[str, Callable[[Refusals, Reason, str], str]]] = {
    "not-in-set": Refusals._not_in_set,
    "not-your-tile": Refusals._not_yours,
    "forced-tile": Refusals._forced,
    "no-match": Refusals._no_match,
    "edge": Refusals._edge,
    "tile-in-the-way": Refusals._in_the_way,
}
