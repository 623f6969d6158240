"""What the page says, put together from `dominoes.speaking`, where every text stands. One `Words` a language."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from types import SimpleNamespace
from typing import TYPE_CHECKING, Final

from dominoes import speaking
from dominoes.events import Dealt, Drew, Event, MatchOver, Opened, Passed, Played, RoundOver
from dominoes.speaking.lying import fitting
from dominoes.speaking.page import SENTENCES
from dominoes.speaking.pieces import shown
from dominoes.speaking.voice import Voice

from .game import Drawn, Joined, Left, Occupant, Told, Undone

if TYPE_CHECKING:
    from dominoes.geometry import Chain
    from dominoes.moves import Move
    from dominoes.reasons import Reason
    from dominoes.tiles import Tile
    from dominoes.view import View

__all__ = ["Spoken", "Words", "kind_of", "sound_of", "words_in"]

KINDS: Final[dict[type, str]] = {Drawn: "drew", Undone: "undone", Joined: "joined", Left: "left"}
SOUNDS: Final[dict[type, str]] = {
    Dealt: "shuffle",
    Opened: "play",
    Played: "play",
    Drew: "draw",
    Drawn: "draw",
    Passed: "pass",
}


class Spoken(Voice):
    """A voice for a page, which never says how a move is written: nobody types there."""

    def action(self, move: Move) -> str:
        """An action in words alone."""
        return self.move(move)


class Words:
    """Sentences of one language; it holds nothing of any reader.

    ``voice`` has the game's words, ``page`` the page's sentences, ``labels`` its plain texts by group and name.
    """

    def __init__(self, language: str) -> None:
        self.voice: Voice = Spoken(language)
        self.page = speaking.page.PageWords(self.voice)
        self.labels = speaking.page.labels(self.voice)
        # For templates, where ``keys`` and ``items`` of a dict would be its methods.
        self.texts = SimpleNamespace(**{group: SimpleNamespace(**texts) for group, texts in self.labels.items()})

    @property
    def language(self) -> str:
        """The language's tag."""
        return self.voice.language

    # Who

    def company(self, occupants: Sequence[Occupant], seat: int | None, *, partners: bool) -> speaking.Company:
        """Those who sit at the table, as the one at ``seat`` hears of them."""
        return self.voice.company([self.occupant(one) for one in occupants], seat, partners=partners)

    def occupant(self, one: Occupant) -> str:
        """A person's name, empty for none, or a virtual player's in this language."""
        return one.name if one.player is None else self.voice.player(one.player)

    def partner(self, company: speaking.Company) -> str:
        """Who plays together with the reader."""
        return self.voice.partner(company)

    def player_line(self, name: str, status: str, tiles: int, points: str, *, partner: bool) -> str:
        """A player at a glance, for ears: ``Ann (your partner): to move, 7 tiles, team: 23 points``."""
        called = self.voice.text(SENTENCES["your_partner"], name=name) if partner else name
        return self.page.player_line(called, status, tiles, points)

    def points(self, count: int, *, team: bool) -> str:
        """``23 points``; where two play together ``team: 23 points``, which are both's."""
        said = self.voice.point_count(count)
        return self.voice.text(SENTENCES["as_team"], points=said) if team else said

    # What happened

    def told(self, told: Told, company: speaking.Company, *, brief: bool = False) -> str:
        """Something that happened, in a sentence; a second one where somebody is about to go out.

        ``company`` is that of then.
        """
        what = told.what
        if isinstance(what, Event):
            said = self.voice.event(what, company, brief=brief)
            if told.left == 1 and isinstance(what, (Opened, Played)):
                return f"{said} {self.voice.one_left(company.seats[what.seat])}"
            return said
        who = company.seats[what.seat]
        if isinstance(what, Drawn):
            return self.page.drew_in_turn(who, what.count, what.boneyard_count, brief=brief)
        if isinstance(what, Undone):
            return self.page.undone(who, what.moves, company, brief=brief)
        if isinstance(what, Joined):
            return self.page.joined(who)
        return self.page.left(shown(what.name) or self.voice.seat_name(what.seat), who.name)

    # The turn

    def waits(self, name: str) -> str:
        """Whose turn it is, where that player acts only when the reader says so."""
        return self.voice.text(SENTENCES["waits"], name=name)

    def turn(self, view: View, company: speaking.Company, *, over: bool = False) -> str:
        """Whose turn it is, and what can be done where that is little; ``over``: the match is."""
        if over:
            return self.not_possible("match-over")
        if view.turn is None:
            return self.not_possible("round-over")
        if view.turn != view.seat:
            return self.voice.turn(company.seats[view.turn])
        return f"{self.voice.your_turn()}{self.little(view)}"

    def little(self, view: View) -> str:
        """What follows "Your turn." where there is little to choose; a space before it."""
        legal = view.legal_moves()
        if not view.ends:
            return f" {self.voice.must_open(view.forced) if view.forced else self.voice.may_open()}"
        if any(move.is_play for move in legal):
            return ""
        drawing = view.rules.draw != "never"
        return f" {self.voice.must_draw() if legal[0].is_draw else self.voice.must_pass(drawing=drawing)}"

    def drawn(self, view: View, tile: Tile) -> str:
        """What follows a draw of the reader's, who is still to act: where the tile fits, or what else is to be done."""
        ends = fitting(view, tile)
        still = self.voice.your_turn(still=True)
        return f"{self.voice.it_fits(ends)} {still}" if ends else f"{still}{self.little(view)}"

    def before(self, *, host: bool) -> str:
        """While somebody invited has not come; ``host``: the reader has a link to send."""
        button, region = self.labels["buttons"]["without"], self.labels["screen"]["invitation"]
        send = [self.voice.text(SENTENCES["send_link"], region=region)] if host else []
        return " ".join([self.not_possible("waits"), *send, self.voice.text(SENTENCES["or_without"], button=button)])

    def held(self, view: View, tile: Tile) -> str:
        """A tile of the reader's hand, with the ends where it fits."""
        if not view.ends and view.turn != view.seat:
            return self.voice.tile(tile)  # who opens, and with what, is another's matter
        if not view.ends and fitting(view, tile) == []:
            return self.voice.text(SENTENCES["cannot_open"], tile=self.voice.tile(tile))  # another tile must
        return self.voice.held(view, tile)

    def hand(self, view: View) -> str:
        """All tiles of the reader's hand, each with the ends where it fits."""
        if view.result is not None:
            return self.voice.hand(view.hand)
        if view.ends or (view.turn == view.seat and view.forced is None):
            return self.voice.hand_and_ends(view)
        said = self.voice.hand(view.hand)  # who opens, and with what, is fixed
        return f"{said} {self.voice.must_open(view.forced)}" if view.forced and view.turn == view.seat else said

    def rows(self, chain: Chain) -> list[tuple[str, list[str]]]:
        """The tiles that lie, in rows: what the row is called, and each tile as it is passed."""
        return [(self._row(end), tiles) for end, tiles in self.voice.rows(chain)]

    def _row(self, end: str | None) -> str:
        if end is None:
            return self.labels["screen"]["from_left"]
        return self.voice.text(SENTENCES["from_spinner"], end=self.voice.end_name(end))

    def choice(self, move: Move, view: View, direction: int | None) -> tuple[str, str]:
        """A place for a tile, where several fit, in full and in short for an end that is told already:
        ``left end, 6: corner left, then leading north`` and ``corner left``."""
        if move.end is None:
            said = self.voice.move(move)
            return said, said
        end = self.voice.end_choice(next(one for one in view.ends if one.end == move.end))
        if direction is None or move.placement is None:
            return end, end
        return f"{end}: {self.voice.way(move.placement, direction)}", self.voice.placement(move.placement)

    # Refusals

    def refused(self, view: View, reasons: Sequence[Reason], company: speaking.Company | None = None) -> str:
        """Why not, and the ends."""
        tile = reasons[0].move.tile if reasons[0].move is not None else None
        if tile is not None and view.ends and all(one.code == "no-match" for one in reasons):
            return self.voice.fits_nowhere(tile, view.ends)
        return self.page.refused(reasons, view, company)

    def companies(
        self, occupants: tuple[Occupant, ...], seat: int, *, partners: bool
    ) -> Callable[[Told], speaking.Company]:
        """Who sat at the table when something happened, as the one at ``seat`` now hears of them."""
        known: dict[tuple[int, int | None], speaking.Company] = {}

        def company(told: Told) -> speaking.Company:
            reader = told.reader(seat, occupants)
            key = (id(told.who), reader)
            if key not in known:
                known[key] = self.company(told.who, reader, partners=partners)
            return known[key]

        return company

    def not_possible(self, key: str) -> str:
        """What the match does not allow as it stands."""
        return self.labels["not_now"][key]

    def error(self, key: str) -> str:
        """What is answered where something cannot be had."""
        return self.labels["errors"][key]


def sound_of(told: Told, seat: int, *, partners: bool) -> str | None:
    """Which sound goes with what happened, to the ears of one seat."""
    what, side = told.what, seat % 2 if partners else seat
    if isinstance(what, MatchOver):
        return "match_won" if what.winner == side else None
    if isinstance(what, RoundOver):
        return None if what.winner is None else "round_won" if what.winner == side else "round_lost"
    return SOUNDS.get(type(what))


def kind_of(told: Told) -> str:
    """The kind of an event in the protocol."""
    return told.what.kind if isinstance(told.what, Event) else KINDS[type(told.what)]


@cache
def words_in(language: str) -> Words:
    """The words of a language, in any spelling; `speaking.LanguageError` where there are none."""
    return _words(speaking.voice(language).language)


@cache
def _words(tag: str) -> Words:
    return Words(tag)
