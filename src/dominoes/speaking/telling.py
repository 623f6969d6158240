"""A match told to the person at one seat: what lies there and what happened, as that seat may know it, in lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from dominoes.events import Dealt, Drew, Event, Opened, Passed, Played

if TYPE_CHECKING:
    from dominoes.match import Match
    from dominoes.moves import Move
    from dominoes.view import View

    from .voice import Voice

__all__ = ["Narrator", "Teller"]


class Teller:
    """What can be said of a match as it stands now."""

    def __init__(self, match: Match, seat: int, voice: Voice) -> None:
        self.match = match
        self.seat = seat
        self.voice = voice
        self.company = voice.company_of(match, seat)
        self.on_table = match.rules.table is not None

    @property
    def view(self) -> View:
        """What the seat may know now."""
        return self.match.view(self.seat)

    @property
    def round_number(self) -> int:
        """From 1, as people count."""
        return len(self.match.rounds)

    # At the start

    def greeting(self) -> list[str]:
        """The game, the target, who plays; with partners also who is whose."""
        match, voice = self.match, self.voice
        opponents = [self._introduced(seat) for seat in range(len(self.company.seats))]
        lines = [voice.greeting(match.rules, opponents)]
        return [*lines, voice.partner(self.company)] if match.rules.partners else lines

    def _introduced(self, seat: int) -> str:
        """A seat's name, for a virtual player with its level."""
        from dominoes.match import Human

        label, name = self.company.seats[seat].name, self.match.names[seat]
        plain = isinstance(self.match.players[seat], Human) or label != self.voice.player(name)
        return label if plain else self.voice.player_and_level(name)

    def dealt(self) -> list[str]:
        """A round that has just begun."""
        view, voice = self.view, self.voice
        event = view.events[0]
        assert isinstance(event, Dealt)
        lines = [voice.dealt(event), self.hand()]
        if view.starter == self.seat:
            lines.append(voice.must_open(view.forced) if view.forced else voice.may_open())
        return lines

    # On demand

    def hand(self) -> str:
        return self.voice.hand(self.view.hand)

    def ends(self) -> str:
        return self.voice.ends(self.view)

    def ends_at_length(self) -> list[str]:
        """The ends, and on a table where they lead."""
        view = self.view
        return [self.voice.ends(view), *self.voice.headings(view.chain)]

    def chain_in_words(self) -> list[str]:
        return self.voice.chain(self.view.chain)

    def boneyard(self) -> str:
        view = self.view
        return self.voice.boneyard(view.boneyard_count, view.rules)

    def counts(self) -> list[str]:
        return self.voice.counts(self.company, self.view.hand_counts)

    def scores(self) -> str:
        return self.voice.scores(self.company, self.match.scores, self.match.rules.target)

    def last(self) -> list[str]:
        """What happened since the person's last action, that one included."""
        events = [event.for_seat(self.seat) for event in self.view.events[1:]]
        own = [at for at, event in enumerate(events) if getattr(event, "seat", None) == self.seat]
        narrator = Narrator(self)
        lines = [line for event in events[own[-1] if own else 0 :] for line in narrator.tell(event)]
        return [*lines, *narrator.rest()] or [self.voice.nothing_happened()]

    # What was done

    def taken_back(self, moves: Sequence[Move], seats: Sequence[int]) -> str:
        """Moves that were undone, each made by its seat, in the order they had been made."""
        return self.voice.undone(list(zip(seats, moves, strict=True)), self.company)

    def end_of_round(self) -> list[str]:
        """Why the round is over, every hand, how the points come about, the scores."""
        return [*self.voice.result(self.match.round, self.company), self.scores()]

    def end_of_match(self) -> str:
        winner = self.match.winner
        assert winner is not None
        return self.voice.match_over(self.company, winner, self.match.scores)


class Narrator:
    """Tells events one after the other; the draws of another player that follow each other become one line."""

    def __init__(self, teller: Teller) -> None:
        self._voice = teller.voice
        self._company = teller.company
        self._draws = 0
        self._drawer = 0
        self._left = 0

    def tell(self, event: Event) -> Iterator[str]:
        """The lines of an event, as the person may know it; a draw of another waits for what follows it."""
        if isinstance(event, Drew) and event.seat != self._company.seat:
            if self._drawer != event.seat:
                yield from self.rest()
            self._draws, self._drawer, self._left = self._draws + 1, event.seat, event.boneyard_count
            return
        yield from self.rest()
        if isinstance(event, (Opened, Played, Drew, Passed)):
            yield self._voice.event(event, self._company)

    def rest(self) -> Iterator[str]:
        """The draws that have not been told yet."""
        if self._draws:
            yield self._voice.drew(self._company.seats[self._drawer], None, self._draws, self._left)
        self._draws = 0
