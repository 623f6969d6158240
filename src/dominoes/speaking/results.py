"""How a round ended, in numbers: every hand, the sum explained (section 5 of the rules), the scores."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dominoes import _backend

from .company import Company, Who
from .lying import Lying

if TYPE_CHECKING:
    from dominoes.round import Round
    from dominoes.tiles import Tile
    from dominoes.view import View

__all__ = ["Results"]


class Results(Lying):
    """The end of a round in words."""

    def result(self, rnd: Round | View, company: Company) -> list[str]:
        """Why a finished round is over, every hand, and how its points come about, a sentence each.

        ValueError where the round is still on.
        """
        if rnd.result is None:
            raise ValueError("the round is still on: there is no result to tell")
        return [self.why_over(rnd, company), *self.hands(rnd, company), *self.points_explained(rnd, company)]

    def why_over(self, rnd: Round | View, company: Company) -> str:
        """``Round 1 is over: you have laid the last tile.``"""
        result, last, number = rnd.result, rnd.last_player, rnd.number + 1
        if result is None or result.reason == "blocked" or last is None:
            return self.gettext("Round {number} is over: the game is blocked, nobody can go on.", number=number)
        who = company.seats[last]
        if result.reason == "target":
            if who.you:
                return self.gettext("Round {number} is over: you reach the target with this play.", number=number)
            return self.gettext(
                "Round {number} is over: {name} reaches the target with this play.", number=number, name=who.name
            )
        if who.you:
            return self.gettext("Round {number} is over: you have laid the last tile.", number=number)
        return self.gettext("Round {number} is over: {name} has laid the last tile.", number=number, name=who.name)

    def hands(self, rnd: Round | View, company: Company) -> list[str]:
        """Every hand of a finished round, the listener's own first."""
        hands = _hands(rnd)
        return [self.hand_left(company.seats[seat], hands[seat]) for seat in company.in_order()]

    def hand_left(self, who: Who, held: Sequence[Tile]) -> str:
        """``Heaviest's hand: six-one. 7 points.``"""
        pips = sum(tile.pips for tile in held)
        if not held:
            if who.you:
                return self.gettext("Your hand is empty.")
            return self.gettext("{name}'s hand is empty.", name=who.name)
        if who.you:
            return self.ngettext(
                "Your hand: {tiles}. {count} point.",
                "Your hand: {tiles}. {count} points.",
                pips,
                tiles=self.tiles(held),
            )
        return self.ngettext(
            "{name}'s hand: {tiles}. {count} point.",
            "{name}'s hand: {tiles}. {count} points.",
            pips,
            name=who.name,
            tiles=self.tiles(held),
        )

    def points_explained(self, rnd: Round | View, company: Company) -> list[str]:
        """What was scored in play, who held least, and the sum at the end."""
        result = rnd.result
        assert result is not None
        pips = [sum(tile.pips for tile in hand) for hand in _hands(rnd)]
        lines, end = [], (0,) * len(pips)
        if result.reason != "target":
            out = rnd.last_player if result.reason == "domino" else None
            winner, end = _backend.score(rnd.rules.spec, pips, -1 if out is None else out)
            lines = self._sum(rnd, company, winner, end, pips, blocked=out is None)
        played = tuple(all_ - at_end for all_, at_end in zip(result.points, end, strict=True))
        return [self.in_play(company, played), *lines] if any(played) else lines

    def _sum(
        self,
        rnd: Round | View,
        company: Company,
        winner: int,
        end: Sequence[int],
        pips: Sequence[int],
        *,
        blocked: bool,
    ) -> list[str]:
        """The lines on who held least and on what the winner scores; ``winner`` is below 0 for nobody."""
        rules = rnd.rules
        sides = [pips[0] + pips[2], pips[1] + pips[3]] if rules.partners else list(pips)
        if winner < 0:
            return [self.no_winner(min(sides))]
        who = company.side(winner)
        least = [self.holds_least(who, sides[winner])] if blocked else []
        if rules.scoring == "team-all":
            plus, minus = [held for held in pips if held], 0
        else:
            losers = [held for seat, held in enumerate(pips) if (seat % 2 if rules.partners else seat) != winner]
            plus, minus = [held for held in losers if held], sides[winner] if blocked else 0
        return [*least, self.round_points(who, end[winner], plus or [0], minus, rules.round_to)]

    def holds_least(self, who: Who, pips: int) -> str:
        """``Your team holds the least, 11 points.``"""
        if who.you:
            return self.ngettext("You hold the least, {count} point.", "You hold the least, {count} points.", pips)
        return self.ngettext(
            "{name} holds the least, {count} point.", "{name} holds the least, {count} points.", pips, name=who.name
        )

    def no_winner(self, lowest: int) -> str:
        return self.ngettext(
            "The lowest hands are equal, {count} point each: nobody scores.",
            "The lowest hands are equal, {count} points each: nobody scores.",
            lowest,
        )

    def round_points(self, who: Who, points: int, plus: Sequence[int], minus: int, multiple: int) -> str:
        """``You score 20: 15 plus 12 minus 5 is 22, rounded to the nearest multiple of 5.``"""
        total = sum(plus) - minus
        said = self.sum(plus, minus) if len(plus) > 1 or minus else str(total)
        if total != points:
            return self._rounded(who, points, said, multiple)
        if said == str(points):
            if who.you:
                return self.ngettext("You score {count}.", "You score {count}.", points)
            return self.ngettext("{name} scores {count}.", "{name} scores {count}.", points, name=who.name)
        if who.you:
            # Translators: {sum} is "15 plus 12 minus 5 is 22".
            return self.ngettext("You score {count}: {sum}.", "You score {count}: {sum}.", points, sum=said)
        return self.ngettext(
            "{name} scores {count}: {sum}.", "{name} scores {count}: {sum}.", points, name=who.name, sum=said
        )

    def sum(self, plus: Sequence[int], minus: int) -> str:
        """``15 plus 12 minus 5 is 22``: in words, since screen readers pass over signs, a minus above all."""
        said, *others = map(str, plus)
        for other in others:
            said = self.pgettext("sum", "{one} plus {other}", one=said, other=other)
        if minus:
            said = self.pgettext("sum", "{one} minus {other}", one=said, other=minus)
        # Translators: {terms} is "15 plus 12 minus 5".
        return self.pgettext("sum", "{terms} is {total}", terms=said, total=sum(plus) - minus)

    def _rounded(self, who: Who, points: int, said: str, multiple: int) -> str:
        if who.you:
            return self.ngettext(
                "You score {count}: {sum}, rounded to the nearest multiple of {multiple}.",
                "You score {count}: {sum}, rounded to the nearest multiple of {multiple}.",
                points,
                sum=said,
                multiple=multiple,
            )
        return self.ngettext(
            "{name} scores {count}: {sum}, rounded to the nearest multiple of {multiple}.",
            "{name} scores {count}: {sum}, rounded to the nearest multiple of {multiple}.",
            points,
            name=who.name,
            sum=said,
            multiple=multiple,
        )

    def in_play(self, company: Company, per_seat: Sequence[int]) -> str:
        """``Scored in play in this round: you: 20; Heaviest: 0.``"""
        return self.gettext("Scored in play in this round: {scores}.", scores=self.side_by_side(company, per_seat))


def _hands(rnd: Round | View) -> list[Sequence[Tile]]:
    """All hands of a finished round, which then lie open in a view too."""
    from dominoes.view import View

    if isinstance(rnd, View):
        return [hand or () for hand in rnd.hands]
    return [rnd.hand(seat) for seat in range(rnd.rules.players)]
