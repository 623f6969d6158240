"""What lies there: ends, hands, the boneyard, the chain from end to end, the scores."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dominoes import _codes

from .company import Company, Who
from .pieces import END_NAMES, END_SHORT, Pieces, first_upper

if TYPE_CHECKING:
    from dominoes.geometry import Chain
    from dominoes.position import End, Position
    from dominoes.rules import Rules
    from dominoes.tiles import Tile
    from dominoes.view import View

__all__ = ["Lying"]


class Lying(Pieces):
    """The table and the hands in words."""

    # Ends

    def ends(self, position: Position) -> str:
        """The open ends of a round or a view: ``Ends: left 6, right blank (0).``

        In games that score them also what each counts that does not count its number, and what they add up to.
        """
        return self.open_ends(position.ends, position.end_count if position.rules.count_multiple else None)

    def open_ends(self, ends: Sequence[End], count: int | None = None) -> str:
        """As `ends`, of given ends; ``count`` is what they add up to where that matters."""
        if not ends:
            return self.gettext("The table is empty.")
        return self._ends([self._end(one, counted=count is not None) for one in ends], count)

    def new_ends(self, ends: Sequence[End], count: int | None = None) -> str:
        """As `open_ends`, in fewer words, for what follows a play: ``Ends: left 6, right blank.``"""
        return self._ends([self._briefly(one) for one in ends], count)

    def _ends(self, parts: Sequence[str], count: int | None) -> str:
        said = ", ".join(parts)
        if count is None:
            # Translators: "Ends: left 6, right 2."
            return self.gettext("Ends: {ends}.", ends=said)
        return self.gettext("Ends: {ends}. They count {count}.", ends=said, count=count)

    def brief_ends(self, ends: Sequence[End]) -> str:
        """``Left 6, right blank.``"""
        if not ends:
            return self.gettext("The table is empty.")
        return f"{first_upper(', '.join(map(self._briefly, ends)))}."

    def _briefly(self, one: End) -> str:
        """``left 6``, ``right blank``."""
        number = self.number_word(0) if one.number == 0 else str(one.number)
        return self.pgettext("end in a list", "{end} {number}", end=self.text(END_SHORT[one.end]), number=number)

    def _end(self, one: End, *, counted: bool) -> str:
        end = self.end_with_number(one.end, one.number)
        if counted and one.weight == 0 and one.number != 0:
            return self.gettext("{end} (counts nothing yet)", end=end)
        if counted and one.weight == 2 * one.number and one.number != 0:
            return self.gettext("{end} (a double, counts {weight})", end=end, weight=one.weight)
        return end

    def headings(self, chain: Chain) -> list[str]:
        """On a table, where each end leads and how far it is to the edge; nothing without one."""
        if chain.table is None:
            return []
        return [
            self._heading(head.end, head.direction, _room(chain.table, head.block, head.direction))
            for head in chain.heads
            if head.block is not None and head.direction is not None
        ]

    def _heading(self, end: str, direction: int, room: int) -> str:
        fields = {"end": self.end_name(end), "direction": self.direction(direction)}
        # Translators: {end} is "left end", {direction} is "west"; the table is a grid of cells.
        said = self.ngettext(
            "The {end} leads {direction}, {count} cell from the table's edge.",
            "The {end} leads {direction}, {count} cells from the table's edge.",
            room,
            **fields,
        )
        return first_upper(said)

    # Hands

    def hand(self, held: Sequence[Tile]) -> str:
        """The listener's own tiles."""
        if not held:
            return self.gettext("Your hand is empty.")
        return self.ngettext(
            "Your hand, {count} tile: {tiles}.", "Your hand, {count} tiles: {tiles}.", len(held), tiles=self.tiles(held)
        )

    def hand_and_ends(self, view: View) -> str:
        """The hand of a view's seat, each tile with the ends on which it fits, whoever is to act."""
        if not view.hand:
            return self.hand(())
        tiles = self.apart([self.held(view, tile) for tile in view.hand])
        return self.ngettext(
            "Your hand, {count} tile: {tiles}.", "Your hand, {count} tiles: {tiles}.", len(view.hand), tiles=tiles
        )

    def held(self, view: View, tile: Tile) -> str:
        """A tile of a view's hand as `tile_and_ends` names it."""
        return self.tile_and_ends(tile, fitting(view, tile), cramped=any(tile.matches(one.number) for one in view.ends))

    def tile_and_ends(self, tile: Tile, ends: Sequence[End] | None, *, cramped: bool = False) -> str:
        """A tile as its button is named, with the ends on which it fits; None means that it may open.

        ``cramped``: an end shows one of its numbers, so that where it fits nowhere it only has no room.
        """
        name = self.tile(tile)
        if ends is None:
            # Translators: a tile of the hand: "double six, can open".
            return self.gettext("{tile}, can open", tile=name)
        if not ends and cramped:
            # Translators: a tile of the hand, whose number an end shows: "six-four, no room".
            return self.gettext("{tile}, no room", tile=name)
        if not ends:
            # Translators: a tile of the hand: "six-four, fits nowhere".
            return self.gettext("{tile}, fits nowhere", tile=name)
        said = ", ".join(self.side_with_number(one.end, one.number) for one in ends)
        # Translators: a tile of the hand: "six-four, fits: left 6, right 4".
        return self.gettext("{tile}, fits: {ends}", tile=name, ends=said)

    def holds(self, who: Who, count: int) -> str:
        """``You hold 7 tiles.``"""
        if count == 0:
            if who.you:
                return self.gettext("You hold no tiles.")
            return self.gettext("{name} holds no tiles.", name=who.name)
        if who.you:
            return self.ngettext("You hold {count} tile.", "You hold {count} tiles.", count)
        return self.ngettext("{name} holds {count} tile.", "{name} holds {count} tiles.", count, name=who.name)

    def counts(self, company: Company, hand_counts: Sequence[int]) -> list[str]:
        """How many tiles each player holds, one sentence a seat."""
        return [self.holds(who, count) for who, count in zip(company.seats, hand_counts, strict=True)]

    def one_left(self, who: Who) -> str:
        """Said of a player who is about to go out."""
        if who.you:
            return self.gettext("You have one tile left.")
        return self.gettext("{name} has one tile left.", name=who.name)

    # The boneyard

    def boneyard(self, count: int, rules: Rules) -> str:
        """How many tiles it has, and what is never drawn."""
        lies = (
            self.ngettext("The boneyard has {count} tile.", "The boneyard has {count} tiles.", count)
            if count
            else self.gettext("The boneyard is empty.")
        )
        if rules.draw == "never":
            return f"{lies} {self.gettext('Nobody draws in this game.')}"
        return f"{lies} {self.floor(rules.boneyard_floor)}" if rules.boneyard_floor and count else lies

    def floor(self, floor: int) -> str:
        """``The last 2 tiles of the boneyard are never drawn.``"""
        if floor == 1:
            return self.gettext("The last tile of the boneyard is never drawn.")
        return self.ngettext(
            "The last {count} tile of the boneyard is never drawn.",
            "The last {count} tiles of the boneyard are never drawn.",
            floor,
        )

    # The scores

    def scores(self, company: Company, per_seat: Sequence[int], target: int) -> str:
        """``Scores: you: 23; Heaviest: 0. The target is 100.``"""
        return self.gettext(
            "Scores: {scores}. The target is {target}.", scores=self.side_by_side(company, per_seat), target=target
        )

    def side_by_side(self, company: Company, per_seat: Sequence[int]) -> str:
        """``you: 23; Heaviest: 0``; with partners the teams."""
        scores = company.listed(per_seat)
        # Translators: a player's score in a list: "Scores: you: 23; Heaviest 1: 0."
        return self.apart([self.pgettext("score", "{name}: {score}", name=name, score=score) for name, score in scores])

    # The chain

    def chain(self, chain: Chain) -> list[str]:
        """The tiles from the left end to the right, each as it is passed; then the arms of a spinner, outward."""
        if not chain.laid:
            return [self.gettext("The table is empty.")]
        return [self._row(end, ", ".join(tiles)) for end, tiles in self.rows(chain)]

    def _row(self, end: str | None, tiles: str) -> str:
        if end is None:
            return self.gettext("From left to right: {tiles}.", tiles=tiles)
        # Translators: {end} is "upper end" or "lower end".
        return self.gettext("From the spinner to the {end}: {tiles}.", end=self.end_name(end), tiles=tiles)

    def rows(self, chain: Chain) -> list[tuple[str | None, list[str]]]:
        """The tiles that lie, each as it is passed: those from left to right (None), then each arm of a spinner by its
        end, outward. Nothing where none lies."""
        if not chain.laid:
            return []
        out = {end: [(chain[at].inner, chain[at].outer) for at in chain.branch(end)] for end in END_NAMES}
        left = [(outer, inner) for inner, outer in reversed(out["L"])]
        row = [*left, (chain[0].inner, chain[0].outer), *out["R"]]
        found: list[tuple[str | None, list[tuple[int, int]]]] = [(None, row)]
        found += [(end, out[end]) for end in ("U", "D") if out[end]]
        return [(end, [self.facing(*halves) for halves in tiles]) for end, tiles in found]


def fitting(view: View, tile: Tile) -> list[End] | None:
    """The open ends on which a tile of the view's hand could lie, whoever is to act; None on an empty table where it
    may open (an empty list where another tile must)."""
    if not view.ends:
        return None if view.forced in (None, tile) else []
    state = view.state
    fits = {end: state.fits(at) for at, end in enumerate(_codes.END_NAMES)}
    return [one for one in view.ends if tile.matches(one.number) and _has_room(fits[one.end], tile)]


def _has_room(fits: int, tile: Tile) -> bool:
    """Whether an end's ``fits`` (``docs/waist.md``) leaves a placement to this tile."""
    return bool(fits >> 5 if tile.is_double else fits & 31)


def _room(table: tuple[int, int], block: tuple[int, int], direction: int) -> int:
    """Cells between an open end's block and the table's edge, the way it leads."""
    x, y = block
    return (y, table[0] - x - 2, table[1] - y - 2, x)[direction]
