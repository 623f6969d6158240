"""Hints: what Snow White would do, why, and how much better it is than the next best."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .company import Company
from .pieces import Pieces

if TYPE_CHECKING:
    from dominoes.advice import Advised
    from dominoes.grounds import Grounds
    from dominoes.tiles import Tile

__all__ = ["Advising"]


class Advising(Pieces):
    """Advice (`dominoes.advise`) in words."""

    def hint(self, ranked: Sequence[Advised], company: Company) -> list[str]:
        """The best of ``Advice.ranked``, why it is that, and how it compares with the next, in two or three lines."""
        best, *others = ranked
        lines = [self.gettext("Hint: {action}.", action=self.action(best.move)), self.grounds(best.grounds, company)]
        return [*lines, self._how_much_better(others[0])] if others else lines

    def _how_much_better(self, following: Advised) -> str:
        points, action = following.behind, self.action(following.move)
        if points >= 0.05 and points > following.behind_interval:
            # Translators: {points} has one decimal, such as 1.5; the plural form is that of its whole part.
            return self.ngettext(
                "That is about {points} points better than the next best, {action}.",
                "That is about {points} points better than the next best, {action}.",
                int(round(points, 1)),
                points=self.decimal(points),
                action=action,
            )
        percent = 100 * (following.value_behind or 0.0)
        if percent >= 0.05 and percent > 100 * (following.value_behind_interval or 0.0):
            # Translators: {points} are percentage points, with one decimal; the plural form is that of its whole part.
            return self.ngettext(
                "That is about {points} percentage points likelier to win the match than the next best, {action}.",
                "That is about {points} percentage points likelier to win the match than the next best, {action}.",
                int(round(percent, 1)),
                points=self.decimal(percent),
                action=action,
            )
        # Translators: here too where what was tried cannot tell which of the two is better.
        return self.gettext("That is about as good as the next best, {action}.", action=action)

    def grounds(self, grounds: Grounds, company: Company) -> str:
        """What speaks for and against a move, in a sentence; in English that of `dominoes.grounds.in_words`."""
        move = grounds.move
        if grounds.alone:
            return self.gettext("It is all that can be done.")
        if move.tile is None:
            if move.is_draw:
                return self.gettext("Draws a tile instead of playing.")
            return self.gettext("Passes.")
        lays = self._lays(grounds, move.tile)
        if grounds.goes_out or grounds.next_seat is None:
            return self.gettext("{lays}, and goes out.", lays=lays)
        return self._goes_on(grounds, lays, company.seats[grounds.next_seat].name)

    def _goes_on(self, grounds: Grounds, lays: str, name: str) -> str:
        numbers = self.listed([self.number(number) for number in grounds.leaves])
        fields = {
            # Translators: {lays} is "Lays 11 pips, the most", {numbers} is "5 and 2".
            "leaves": self.gettext("{lays}, leaves {numbers} open", lays=lays, numbers=numbers),
            "answers": self._answers(grounds, name),
            "keeps": self._keeps(grounds),
        }
        if grounds.leads is None:
            # Translators: "Lays 11 pips, leaves 5 and 2 open: Ann can hardly answer; keeps 3 that fit."
            return self.gettext("{leaves}: {answers}; {keeps}.", **fields)
        way = self._leads(*grounds.leads)
        # Translators: as before, with "leads west, 12 cells from the edge" at the end.
        return self.gettext("{leaves}: {answers}; {keeps}; {way}.", way=way, **fields)

    def _lays(self, grounds: Grounds, tile: Tile) -> str:
        """``Lays 11 pips, the most, scores 10 at once``."""
        lays = self._lays_pips(tile)
        if grounds.heaviest:
            lays = self.gettext("{lays}, the most", lays=lays)
        if grounds.scores:
            lays = self.ngettext(
                "{lays}, scores {count} at once", "{lays}, scores {count} at once", grounds.scores, lays=lays
            )
        return lays

    def _lays_pips(self, tile: Tile) -> str:
        if tile.is_double and tile.pips:
            return self.ngettext("Lays a double of {count} pip", "Lays a double of {count} pips", tile.pips)
        if tile.is_double:
            return self.gettext("Lays a double of no pips")
        return self.ngettext("Lays {count} pip", "Lays {count} pips", tile.pips)

    def _answers(self, grounds: Grounds, name: str) -> str:
        """What the next player can do then: ``Ann, who lacks 5, can answer with about 31 %, the least``."""
        who = name
        if grounds.lacks:
            numbers = self.listed([self.number(number) for number in grounds.lacks])
            # Translators: a player as the subject of what follows: "Ann, who lacks 5 and 2, cannot answer".
            who = self.gettext("{name}, who lacks {numbers},", name=name, numbers=numbers)
        if set(grounds.lacks) == set(grounds.leaves):
            return self.gettext("{name} cannot answer", name=who)
        share = round(100 * grounds.answers)
        if share == 0:
            return self.gettext("{name} can hardly answer", name=who)
        if share == 100:
            return self.gettext("{name} can almost surely answer", name=who)
        if grounds.hardest:
            # Translators: the chance that the next player can play; no other move leaves it less.
            return self.gettext("{name} can answer with about {share} %, the least", name=who, share=share)
        return self.gettext("{name} can answer with about {share} %", name=who, share=share)

    def _keeps(self, grounds: Grounds) -> str:
        """How many tiles of the hand fit afterwards."""
        if grounds.keeps == 0:
            return self.gettext("keeps none that fits")
        if grounds.handiest:
            return self.ngettext("keeps {count} that fits, the most", "keeps {count} that fit, the most", grounds.keeps)
        return self.ngettext("keeps {count} that fits", "keeps {count} that fit", grounds.keeps)

    def _leads(self, direction: int, cells: int) -> str:
        return self.ngettext(
            "leads {direction}, {count} cell from the edge",
            "leads {direction}, {count} cells from the edge",
            cells,
            direction=self.direction(direction),
        )
