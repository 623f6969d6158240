"""What happens, one short sentence an event: the actor first, what is new to know after it, "your turn" last."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Final

from dominoes.events import Dealt, Drew, Event, MatchOver, Opened, Passed, Played, RoundOver

from .company import Company, Who
from .lying import Lying

if TYPE_CHECKING:
    from dominoes.moves import Move
    from dominoes.position import End
    from dominoes.tiles import Tile

__all__ = ["LONGEST", "Happenings"]

LONGEST: Final = 150
"""The most characters of an announcement, as far as that can be."""


class Happenings(Lying):
    """Events, turns and statuses in words."""

    def event(self, event: Event, company: Company, *, brief: bool = False) -> str:
        """What happened, as the company's listener may know it: give an event ``for_seat`` of that listener.

        ``Heaviest plays six-four on the left end and scores 10.`` In short ``Heaviest: six-four, left. 10 points.``
        TypeError for what is no event of `dominoes.events`.
        """
        if isinstance(event, (Opened, Played)):
            who = company.seats[event.seat]
            return (self.briefly_played if brief else self.played)(who, event.move, event.points)
        if isinstance(event, Drew):
            return self.drew(company.seats[event.seat], event.tile, 1, event.boneyard_count, brief=brief)
        if isinstance(event, Passed):
            return self.passed(company.seats[event.seat])
        if isinstance(event, Dealt):
            return self.briefly_dealt(event.number + 1) if brief else self.dealt(event)
        if isinstance(event, RoundOver):
            return self.round_over(event, company)
        if isinstance(event, MatchOver):
            return self.match_over(company, event.winner, event.scores)
        raise TypeError(f"there are no words for a {type(event).__name__}: give an event of dominoes.events")

    def announce(
        self,
        event: Event,
        company: Company,
        ends: Sequence[End] = (),
        *,
        count: int | None = None,
        left: int | None = None,
        your_turn: bool = False,
        brief: bool = False,
    ) -> str:
        """An event and what follows from it: the ends after a play, who is about to go out, "your turn" last.

        ``ends`` are those that are open now (none: they are not told), ``count`` what they add up to where that is
        scored, ``left`` the tiles that the one who played holds now, ``your_turn`` whether the listener is to act. What
        would be longer than `LONGEST` characters is said in shorter words, at last without the ends: with names of up
        to 20 characters they always have room, with names of up to 30 all the rest.
        """
        after = []
        if left == 1 and isinstance(event, (Opened, Played)) and event.seat != company.seat:
            after.append(self.one_left(company.seats[event.seat]))
        if your_turn:
            after.append(self.your_turn(still=isinstance(event, Drew) and event.seat == company.seat))
        said = [" ".join([*way, *after]) for way in self._ways_to_tell(event, company, ends, count, brief=brief)]
        return next((text for text in said if len(text) <= LONGEST), said[-1])

    def _ways_to_tell(
        self, event: Event, company: Company, ends: Sequence[End], count: int | None, *, brief: bool
    ) -> list[list[str]]:
        """An event and the ends after it, the most telling way first."""
        full, short = self.event(event, company), self.event(event, company, brief=True)
        if not ends:
            return [[short]] if brief else [[full], [short]]
        briefly = [[short, self.brief_ends(ends)], [short]]
        fully = [[full, self.new_ends(ends, count)], [full, self.new_ends(ends)], [full, self.brief_ends(ends)]]
        return briefly if brief else [*fully, *briefly]

    # The deal

    def dealt(self, event: Dealt) -> str:
        """``Round 1. Each hand has 7 tiles, the boneyard has 14.``"""
        number, left = event.number + 1, event.boneyard_count
        if len(set(event.hand_counts)) > 1:  # hands that were given
            return f"{self.briefly_dealt(number)} {self.still_lie(left)}"
        if left == 0:
            return self.ngettext(
                "Round {number}. Each hand has {count} tile, the boneyard is empty.",
                "Round {number}. Each hand has {count} tiles, the boneyard is empty.",
                event.hand_counts[0],
                number=number,
            )
        return self.ngettext(
            "Round {number}. Each hand has {count} tile, the boneyard has {left}.",
            "Round {number}. Each hand has {count} tiles, the boneyard has {left}.",
            event.hand_counts[0],
            number=number,
            left=left,
        )

    def briefly_dealt(self, number: int) -> str:
        return self.gettext("Round {number}.", number=number)

    # Plays

    def played(self, who: Who, move: Move, points: int = 0) -> str:
        """``You play six-four on the left end and score 10.``"""
        if move.end is None:
            return self._opened(who, move, points)
        what = self.laid(move)
        if who.you and not points:
            # Translators: {move} is "six-four on the left end", a tile's name first.
            return self.gettext("You play {move}.", move=what)
        if who.you:
            return self.ngettext(
                "You play {move} and score {count}.", "You play {move} and score {count}.", points, move=what
            )
        if not points:
            return self.gettext("{name} plays {move}.", name=who.name, move=what)
        return self.ngettext(
            "{name} plays {move} and scores {count}.",
            "{name} plays {move} and scores {count}.",
            points,
            name=who.name,
            move=what,
        )

    def _opened(self, who: Who, move: Move, points: int) -> str:
        assert move.tile is not None
        tile = self.tile(move.tile)
        if who.you and not points:
            return self.gettext("You open with {tile}.", tile=tile)
        if who.you:
            return self.ngettext(
                "You open with {tile} and score {count}.", "You open with {tile} and score {count}.", points, tile=tile
            )
        if not points:
            return self.gettext("{name} opens with {tile}.", name=who.name, tile=tile)
        return self.ngettext(
            "{name} opens with {tile} and scores {count}.",
            "{name} opens with {tile} and scores {count}.",
            points,
            name=who.name,
            tile=tile,
        )

    def briefly_played(self, who: Who, move: Move, points: int = 0) -> str:
        """``Heaviest: six-four, left. 10 points.``"""
        assert move.tile is not None
        tile = self.tile(move.tile)
        if move.end is None:
            # Translators: in short, the first tile of a round: "Ann: double six."
            said = self.gettext("{name}: {tile}.", name=who.name, tile=tile)
        else:
            # Translators: in short: "Ann: six-four, left."
            said = self.gettext("{name}: {tile}, {end}.", name=who.name, tile=tile, end=self.side(move.end))
        return f"{said} {self.point_count(points)}." if points else said

    # Draws and passes

    def drew(self, who: Who, tile: Tile | None, count: int, left: int, *, brief: bool = False) -> str:
        """One tile by its name where it is known, others only by their number; ``left`` lie in the boneyard then."""
        if brief:
            what = self.tile_count(count) if tile is None else self.tile(tile)
            # Translators: in short: "Ann: 3 tiles from the boneyard." {what} can also be the name of a tile.
            return self.gettext("{name}: {what} from the boneyard.", name=who.name, what=what)
        return f"{self._draws(who, tile, count)} {self.still_lie(left)}"

    def _draws(self, who: Who, tile: Tile | None, count: int) -> str:
        if tile is not None and who.you:
            return self.gettext("You draw {tile}.", tile=self.tile(tile))
        if tile is not None:
            return self.gettext("{name} draws {tile}.", name=who.name, tile=self.tile(tile))
        if who.you:
            return self.ngettext("You draw {count} tile.", "You draw {count} tiles.", count)
        return self.ngettext("{name} draws {count} tile.", "{name} draws {count} tiles.", count, name=who.name)

    def still_lie(self, left: int) -> str:
        """What the boneyard has now, after a sentence: ``Boneyard: 7.``; ``The boneyard is empty.``"""
        return self.gettext("Boneyard: {left}.", left=left) if left else self.gettext("The boneyard is empty.")

    def it_fits(self, ends: Sequence[End]) -> str:
        """Of a tile that was just drawn; there is at least one end: ``It fits on the left end.``"""
        # Translators: "It fits on the left end and on the right end."
        return self.gettext("It fits {where}.", where=self.listed([self.on_end(one.end) for one in ends]))

    def passed(self, who: Who) -> str:
        """``You pass.``"""
        return self.gettext("You pass.") if who.you else self.gettext("{name} passes.", name=who.name)

    # Ends

    def round_over(self, event: RoundOver, company: Company) -> str:
        """Why the round is over, who has won it and what that brought in the round."""
        if event.winner is None:
            return self.gettext("The game is blocked and the lowest hands are equal: nobody scores.")
        who, points = company.side(event.winner), event.points[event.winner]
        texts = {"domino": self._went_out, "blocked": self._blocked, "target": self._reached}
        return texts[event.reason](who, points)

    def _went_out(self, who: Who, points: int) -> str:
        if who.you:
            return self.ngettext(
                "You go out and win the round with {count} point.",
                "You go out and win the round with {count} points.",
                points,
            )
        return self.ngettext(
            "{name} goes out and wins the round with {count} point.",
            "{name} goes out and wins the round with {count} points.",
            points,
            name=who.name,
        )

    def _blocked(self, who: Who, points: int) -> str:
        if who.you:
            return self.ngettext(
                "The game is blocked. You hold the least and win the round with {count} point.",
                "The game is blocked. You hold the least and win the round with {count} points.",
                points,
            )
        return self.ngettext(
            "The game is blocked. {name} holds the least and wins the round with {count} point.",
            "The game is blocked. {name} holds the least and wins the round with {count} points.",
            points,
            name=who.name,
        )

    def _reached(self, who: Who, points: int) -> str:
        if who.you:
            return self.ngettext(
                "You reach the target and win the round with {count} point.",
                "You reach the target and win the round with {count} points.",
                points,
            )
        return self.ngettext(
            "{name} reaches the target and wins the round with {count} point.",
            "{name} reaches the target and wins the round with {count} points.",
            points,
            name=who.name,
        )

    def match_over(self, company: Company, winner: int, per_seat: Sequence[int]) -> str:
        """``You win the match with 105 points against 80 and 25.``"""
        who = company.side(winner)
        best, *others = sorted((score for _, score in company.listed(per_seat)), reverse=True)
        said = self.listed([str(score) for score in others])
        if who.you:
            # Translators: {others} are the other scores: "80 and 25".
            return self.ngettext(
                "You win the match with {count} point against {others}.",
                "You win the match with {count} points against {others}.",
                best,
                others=said,
            )
        return self.ngettext(
            "{name} wins the match with {count} point against {others}.",
            "{name} wins the match with {count} points against {others}.",
            best,
            name=who.name,
            others=said,
        )

    # What was taken back

    def undone(self, done: Sequence[tuple[int, Move]], company: Company) -> str:
        """Actions that were undone, each with its seat, in the order in which they had been made."""
        runs = [(who, move, len(list(run))) for (who, move), run in groupby(done)]
        return self.taken_back([self.done_by(company.seats[seat], move, count) for seat, move, count in runs])

    def taken_back(self, parts: Sequence[str]) -> str:
        """``Taken back: your six-four, 3 draws by Heaviest.``; the parts are made by `done_by`."""
        return self.gettext("Taken back: {actions}.", actions=", ".join(parts))

    def done_by(self, who: Who, move: Move, count: int = 1) -> str:
        """An action in a list of those taken back, ``count`` times in a row."""
        if move.tile is not None:
            tile = self.tile(move.tile)
            if who.you:
                # Translators: in a list of what is taken back: the tile that the listener had laid.
                return self.pgettext("taken back", "your {tile}", tile=tile)
            return self.pgettext("taken back", "{tile} by {name}", tile=tile, name=who.name)
        if move.is_pass:
            if who.you:
                return self.pgettext("taken back", "your pass")
            return self.pgettext("taken back", "pass by {name}", name=who.name)
        if who.you:
            if count == 1:
                return self.pgettext("taken back", "your draw")
            return self.npgettext("taken back", "your {count} draw", "your {count} draws", count)
        if count == 1:
            return self.pgettext("taken back", "draw by {name}", name=who.name)
        return self.npgettext("taken back", "{count} draw by {name}", "{count} draws by {name}", count, name=who.name)

    # A turn

    def your_turn(self, *, still: bool = False) -> str:
        """``Your turn.``; ``Still your turn.`` after a draw."""
        return self.gettext("Still your turn.") if still else self.gettext("Your turn.")

    def turn(self, who: Who) -> str:
        """Whose turn it is."""
        return self.your_turn() if who.you else self.gettext("{name} is to play.", name=who.name)

    def must_open(self, tile: Tile) -> str:
        """Said to the holder of the tile that must be the first."""
        return self.gettext("The highest tile, {tile}, is yours and must open.", tile=self.tile(tile))

    def may_open(self) -> str:
        return self.gettext("The opening is yours, with any tile.")

    def must_draw(self) -> str:
        return self.gettext("Nothing in your hand fits: you must draw.")

    def must_pass(self, *, drawing: bool = True) -> str:
        """``drawing``: whether anybody draws in this game."""
        if not drawing:
            return self.gettext("Nothing in your hand fits, and nobody draws in this game: you must pass.")
        return self.gettext("Nothing in your hand fits and there is nothing to draw: you must pass.")

    def nothing_happened(self) -> str:
        return self.gettext("Nothing has happened in this round yet.")

    def nothing_to_undo(self) -> str:
        return self.gettext("You have done nothing in this round that could be taken back.")
