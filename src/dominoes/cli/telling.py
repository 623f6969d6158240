"""A match told to the person at one seat: what lies there and what happened, as that seat may know it, in lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from dominoes import _backend
from dominoes.events import Drew, Event, Opened, Passed, Played

from . import words
from .failures import one_line
from .words import Who

if TYPE_CHECKING:
    from dominoes.match import Match
    from dominoes.moves import Move
    from dominoes.view import View

__all__ = ["Narrator", "Teller", "seat_names"]


def seat_names(names: Sequence[str], seat: int) -> tuple[Who, ...]:
    """How each seat is called: the person's own "You", others by name, numbered where several have the same."""
    shown = [one_line(name).replace("-", " ") or f"seat {at}" for at, name in enumerate(names)]
    found = []
    for at, name in enumerate(shown):
        same = [other for other, text in enumerate(shown) if text == name and other != seat]
        number = f" {same.index(at) + 1}" if len(same) > 1 and at != seat else ""
        found.append(Who(f"{words.first_upper(name)}{number}", you=at == seat))
    return tuple(found)


class Teller:
    """What can be said of a match as it stands now."""

    def __init__(self, match: Match, seat: int) -> None:
        self.match = match
        self.seat = seat
        self.who = seat_names(match.names, seat)
        self.on_table = match.rules.table is not None

    @property
    def view(self) -> View:
        return self.match.view(self.seat)

    @property
    def round_number(self) -> int:
        """From 1, as people count."""
        return len(self.match.rounds)

    # At the start

    def greeting(self) -> list[str]:
        rules = self.match.rules
        lines = [words.greeting(rules.preset_name, [who.label for who in self.who], rules.target)]
        if rules.partners:
            lines.append(words.partner(self.who[(self.seat + 2) % 4]))
        return lines

    def dealt(self) -> list[str]:
        """A round that has just begun."""
        view = self.view
        lines = [words.dealt(self.round_number, len(view.hand), view.boneyard_count), self.hand()]
        if view.starter == self.seat:
            lines.append(words.must_open(view.forced) if view.forced else words.YOU_OPEN)
        return lines

    def progress(self) -> str:
        return words.progress(self.round_number, len(self.match.round.moves))

    # On demand

    def hand(self) -> str:
        return words.hand(self.view.hand)

    def ends(self) -> str:
        view = self.view
        return words.ends(view.ends, view.end_count if view.rules.count_multiple else None)

    def ends_at_length(self) -> list[str]:
        """The ends, and on a table where they lead."""
        chain = self.view.chain
        lines = [self.ends()]
        for head in chain.heads:
            if chain.table and head.block is not None and head.direction is not None:
                lines.append(words.heading(head.end, head.direction, _room(chain.table, head.block, head.direction)))
        return lines

    def chain_in_words(self) -> list[str]:
        chain = self.view.chain
        if not chain.laid:
            return [words.ends(())]
        out = {end: [(chain[at].inner, chain[at].outer) for at in chain.branch(end)] for end in words.END_WORDS}
        left = [(outer, inner) for inner, outer in reversed(out["L"])]
        lines = [words.chain_row([*left, (chain[0].inner, chain[0].outer), *out["R"]])]
        return lines + [words.chain_arm(end, out[end]) for end in ("U", "D") if out[end]]

    def boneyard(self) -> str:
        view = self.view
        return words.boneyard(view.boneyard_count, view.rules.boneyard_floor, drawing=view.rules.draw != "never")

    def counts(self) -> list[str]:
        return [words.holds(who, count) for who, count in zip(self.who, self.view.hand_counts, strict=True)]

    def scores(self) -> str:
        return words.scores(self._by_side(self.match.scores), self.match.rules.target)

    def last(self) -> list[str]:
        """What happened since the person's last action, that one included."""
        events = [event.for_seat(self.seat) for event in self.view.events[1:]]
        own = [at for at, event in enumerate(events) if getattr(event, "seat", None) == self.seat]
        narrator = Narrator(self)
        lines = [line for event in events[own[-1] if own else 0 :] for line in narrator.tell(event)]
        return [*lines, *narrator.rest()] or [words.NOTHING_HAPPENED]

    # What was done

    def taken_back(self, moves: Sequence[Move], seats: Sequence[int]) -> str:
        runs = groupby(zip(seats, moves, strict=True), key=lambda done: (done[0], done[1]))
        return words.taken_back([words.done_by(self.who[seat], move, len(list(run))) for (seat, move), run in runs])

    def end_of_round(self) -> list[str]:
        """Why the round is over, every hand, how the points come about, the scores."""
        rnd = self.match.round
        result = rnd.result
        assert result is not None
        last = rnd.last_player
        lines = [words.round_over(self.round_number, result.reason, None if last is None else self.who[last])]
        order = [(self.seat + step) % len(self.who) for step in range(len(self.who))]
        lines += [words.hand_left(self.who[seat], rnd.hand(seat), rnd.pips(seat)) for seat in order]
        lines += self._points_explained()
        return [*lines, self.scores()]

    def _points_explained(self) -> list[str]:
        """Section 5 of the rules, in numbers."""
        rnd = self.match.round
        result = rnd.result
        assert result is not None
        pips = [rnd.pips(seat) for seat in range(len(self.who))]
        lines, end = [], (0,) * len(pips)
        if result.reason != "target":
            out = rnd.last_player if result.reason == "domino" else None
            winner, end = _backend.score(rnd.rules.spec, pips, -1 if out is None else out)
            lines += self._sum(winner, end, pips, blocked=out is None)
        played = tuple(all_ - at_end for all_, at_end in zip(result.points, end, strict=True))
        return [words.in_play(self._by_side(played)), *lines] if any(played) else lines

    def _sum(self, winner: int, end: Sequence[int], pips: Sequence[int], *, blocked: bool) -> list[str]:
        rules = self.match.rules
        sides = [pips[0] + pips[2], pips[1] + pips[3]] if rules.partners else list(pips)
        if winner < 0:
            return [words.no_winner(min(sides))]
        least = [words.holds_least(self.side(winner), sides[winner])] if blocked else []
        if rules.scoring == "team-all":
            plus, minus = [held for held in pips if held], 0
        else:
            losers = [held for seat, held in enumerate(pips) if (seat % 2 if rules.partners else seat) != winner]
            plus, minus = [held for held in losers if held], sides[winner] if blocked else 0
        return [*least, words.round_points(self.side(winner), end[winner], plus or [0], minus, rules.round_to)]

    def end_of_match(self) -> str:
        winner = self.match.winner
        assert winner is not None
        return words.match_over(self.side(winner), [score for _, score in self._by_side(self.match.scores)])

    def side(self, winner: int) -> Who:
        """A seat, or with partners a team, as the subject of a sentence."""
        if not self.match.rules.partners:
            return self.who[winner]
        return Who("Your team" if winner == self.seat % 2 else "The other team")

    def _by_side(self, per_seat: Sequence[int]) -> list[tuple[str, int]]:
        if self.match.rules.partners:
            own = self.seat % 2
            return [("your team", per_seat[own]), ("the other team", per_seat[1 - own])]
        return [(who.label, number) for who, number in zip(self.who, per_seat, strict=True)]


class Narrator:
    """Tells events one after the other; the draws of another player that follow each other become one line."""

    def __init__(self, teller: Teller) -> None:
        self._teller = teller
        self._draws = 0
        self._drawer = 0
        self._left = 0

    def tell(self, event: Event) -> Iterator[str]:
        """The lines of an event, as the person may know it; a draw of another waits for what follows it."""
        if isinstance(event, Drew) and event.seat != self._teller.seat:
            if self._drawer != event.seat:
                yield from self.rest()
            self._draws, self._drawer, self._left = self._draws + 1, event.seat, event.boneyard_count
            return
        yield from self.rest()
        if isinstance(event, (Opened, Played)):
            who = self._teller.who[event.seat]
            yield words.played(who, event.move, event.points)
        elif isinstance(event, Drew):
            yield words.drew(self._teller.who[event.seat], event.tile, 1, event.boneyard_count)
        elif isinstance(event, Passed):
            yield words.passed(self._teller.who[event.seat])

    def rest(self) -> Iterator[str]:
        """The draws that have not been told yet."""
        if self._draws:
            yield words.drew(self._teller.who[self._drawer], None, self._draws, self._left)
        self._draws = 0


def _room(table: tuple[int, int], block: tuple[int, int], direction: int) -> int:
    """Cells between an open end's block and the table's edge, the way it leads."""
    x, y = block
    return (y, table[0] - x - 2, table[1] - y - 2, x)[direction]
