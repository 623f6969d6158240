"""Luck: what each seat met with in a match, beside what chance gives.

Chance is asked, not guessed: many rounds by the same rules are dealt at random and played by everyone alike (the
heaviest tile that fits), from the seat that opened. How a seat fares then, so many places behind the opener, is its
share of chance in one round; over a match these add up, which is worked out exactly. Who opens where the rules leave
it to the deal needs no trial: every seat with the same chance.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from typing import Final

from .errors import MatchError
from .match import Match
from .moves import Move
from .progress import AS_FIRST, next_opening
from .record import Record
from .round import Round
from .rules import Rules

__all__ = ["KINDS", "Fortune", "Luck", "luck"]

KINDS: Final = ("openings", "draws", "passes", "doubles", "pips")
"""What is counted of a seat: rounds opened, tiles drawn, passes, doubles dealt, pips dealt."""

DEALS: Final = 2000
"""Rounds that chance is asked for."""
_TAIL: Final = 0.025
_SEED: Final = "luck"

Chances = tuple[float, ...]
"""How likely each count from 0 up is."""


@dataclass(frozen=True)
class Fortune:
    """How often a seat met with something."""

    count: int
    expected: float
    """What chance gives on average."""
    low: int
    high: int
    """What chance keeps between in 95 of 100 matches as long as this one."""
    as_many: float
    """How likely chance gives so many or more, from 0 to 1."""
    as_few: float
    """How likely it gives so many or fewer."""


@dataclass(frozen=True)
class Luck:
    """What each seat of a match met with, in its rounds that are over."""

    rounds: int
    seats: tuple[dict[str, Fortune], ...]
    """For each seat a `Fortune` of each of `KINDS`."""

    @property
    def kinds(self) -> tuple[str, ...]:
        """What is counted."""
        return KINDS

    def of(self, kind: str, seat: int) -> Fortune:
        """One of them."""
        return self.seats[seat][kind]


def luck(match: Match | Record, *, deals: int = DEALS) -> Luck:
    """The luck of each seat. The rounds that are still on are left out; `MatchError` where none is over.

    ``deals`` is how many rounds are tried to learn what chance gives; the same match gives the same answer. What comes
    of chance at play, more than at the deal, depends on how people play: somebody who holds back tiles passes less.

    >>> match = Match(Rules("block", target=30), ["heaviest", "heaviest"], seed=5)
    >>> last = [event for event in match.run()][-1]
    >>> found = luck(match, deals=200)
    >>> sum(found.of("openings", seat).count for seat in (0, 1)) == found.rounds == len(match.rounds)
    True
    """
    found = match.replay() if isinstance(match, Record) else match
    rounds = [rnd for rnd in found.rounds if rnd.result is not None]
    if not rounds:
        raise MatchError("no round is over: nothing is known of luck yet")
    firsts = [AS_FIRST, *map(next_opening, rounds)]
    drawn = [opening.first for opening, _ in zip(firsts, rounds, strict=False)]
    seats = range(found.rules.players)
    return Luck(len(rounds), tuple(_of_seat(rounds, drawn, seat, deals) for seat in seats))


def _of_seat(rounds: Sequence[Round], drawn: Sequence[bool], seat: int, deals: int) -> dict[str, Fortune]:
    """The fortunes of a seat; ``drawn`` says which rounds' openers the deal decided."""
    players = rounds[0].rules.players
    counts = [sum(column) for column in zip(*(_counts(rnd)[seat] for rnd in rounds), strict=True)]
    chances: list[Chances] = [(1.0,) for _ in KINDS]
    for rnd, first in zip(rounds, drawn, strict=True):
        place = (seat - rnd.starter) % players
        even = (1 - 1 / players, 1 / players)
        opening: Chances = even if first else ((0.0, 1.0) if place == 0 else (1.0,))
        for kind, one in enumerate((opening, *_tried(rnd.rules, first, deals)[place])):
            chances[kind] = _together(chances[kind], one)
    return {kind: _fortune(count, chance) for kind, count, chance in zip(KINDS, counts, chances, strict=True)}


def _fortune(count: int, chances: Chances) -> Fortune:
    below = list(accumulate(chances))
    last = len(chances) - 1
    return Fortune(
        count=count,
        expected=sum(number * chance for number, chance in enumerate(chances)),
        low=next((number for number, sum_ in enumerate(below) if sum_ >= _TAIL), last),
        high=next((number for number, sum_ in enumerate(below) if sum_ >= 1 - _TAIL), last),
        as_many=min(1.0, max(0.0, 1 - below[min(count - 1, last)] if count else 1.0)),
        as_few=min(1.0, below[min(count, last)]),
    )


def _together(some: Chances, more: Chances) -> Chances:
    """The chances of the sum of two counts."""
    found = [0.0] * (len(some) + len(more) - 1)
    for number, chance in enumerate(some):
        if chance:
            for other, one in enumerate(more):
                found[number + other] += chance * one
    return tuple(found)


def _counts(rnd: Round) -> list[tuple[int, ...]]:
    """What each seat met with in a round, in the order of `KINDS`."""
    players, seat = rnd.rules.players, rnd.starter
    draws, passes = [0] * players, [0] * players
    for move in rnd.moves:
        draws[seat] += move.is_draw
        passes[seat] += move.is_pass
        seat = seat if move.is_draw else (seat + 1) % players
    return [
        (int(at == rnd.starter), draws[at], passes[at], sum(t.is_double for t in hand), sum(t.pips for t in hand))
        for at, hand in enumerate(rnd.dealt_hands)
    ]


@lru_cache(maxsize=32)
def _tried(rules: Rules, first: bool, deals: int) -> tuple[tuple[Chances, ...], ...]:
    """For each place from the opener on the chances of all kinds but the opening, in one round."""
    players = rules.players
    met: list[list[Counter[int]]] = [[Counter() for _ in KINDS[1:]] for _ in range(players)]
    for number in range(deals):
        rnd = Round.deal(rules, _SEED, number=number, first=first, starter=None if first else 0, scores=[0] * players)
        while moves := rnd.legal_moves():
            rnd.play_unchecked(max(moves, key=_weight))
        for seat, counts in enumerate(_counts(rnd)):
            for kind, count in enumerate(counts[1:]):
                met[(seat - rnd.starter) % players][kind][count] += 1
    return tuple(tuple(_chances(counter, deals) for counter in kinds) for kinds in met)


def _weight(move: Move) -> int:
    return -1 if move.tile is None else move.tile.pips


def _chances(counter: Counter[int], deals: int) -> Chances:
    return tuple(counter[number] / deals for number in range(max(counter) + 1))
