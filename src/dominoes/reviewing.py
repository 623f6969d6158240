"""A match looked at again: each decision beside the best one, by what its player could know."""

from __future__ import annotations

import math
from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from . import _thinking, advice, reporting
from ._check import held_to, quoted, whole
from .errors import MatchError, RulesError
from .grounds import in_words
from .match import Match
from .record import Record

if TYPE_CHECKING:
    from .advice import Advice, Advised
    from .moves import Move
    from .position import Result
    from .round import Round
    from .rules import Rules
    from .view import View

__all__ = ["Decision", "PlayerReview", "Review", "RoundReview", "review"]

LEVEL: Final = 4
"""Of the advice where nothing is said: a loss needs more worlds to be seen than a move to be chosen."""
TOLERANCE: Final = 0.5
"""In points: losing no more is as good as the best, however sure the loss."""
CHANCE_TOLERANCE: Final = 0.01
"""The same of the chance to win the match."""
WORST: Final = 3


@dataclass(frozen=True)
class Decision:
    """One action of a match where there was a choice, and what its player could have thought of it."""

    round: int
    """The round's number, from 0."""
    action: int
    """The action's number in the round, from 0."""
    played: Move
    advice: Advice
    tolerance: float = TOLERANCE

    @property
    def seat(self) -> int:
        """Who decided."""
        return self.advice.seat

    @property
    def best(self) -> Advised:
        """What Snow White would have done."""
        return self.advice.best

    @property
    def actual(self) -> Advised:
        """What is known of the action that was done."""
        return self.advice.of(self.played)

    @property
    def loss(self) -> float:
        """The expected points by which the action is behind the best (`Advised.behind`); 0 for the best.

        It can be below 0: by chance, where the worlds cannot tell which is the best, or where the chance to win the
        match decides, and what was done is worth more points. So chance cancels out in a sum of many.
        """
        return self.actual.behind

    @property
    def loss_interval(self) -> float:
        """Half the width of its 95 % interval; inf where there were too few worlds to tell."""
        return self.actual.behind_interval

    @property
    def chance_loss(self) -> float | None:
        """The same of the chance to win the match; None where only points were looked at."""
        return self.actual.value_behind

    @property
    def chance_loss_interval(self) -> float | None:
        """Half the width of its 95 % interval."""
        return self.actual.value_behind_interval

    @property
    def accurate(self) -> bool:
        """Whether it is as good as the best, as far as the worlds can tell.

        It is not where it loses more points than the ``tolerance`` and more than half of the loss's interval, so that
        the loss is surely above 0; nor where it loses more than one percentage point of the chance to win the match,
        and more than half of the interval of that.
        """
        if self.loss > max(self.tolerance, self.loss_interval):
            return False
        return (self.chance_loss or 0.0) <= max(CHANCE_TOLERANCE, self.chance_loss_interval or 0.0)

    def to_dict(self, names: Sequence[str] | None = None) -> dict[str, object]:
        """The decision as a JSON object. ``names`` are those of the seats in its sentences, "seat 1" and so on unless
        told."""
        return {
            "round": self.round,
            "action": self.action,
            "seat": self.seat,
            "played": str(self.played),
            "best": str(self.best.move),
            "loss": _rounded(self.loss),
            "loss_interval": _rounded(self.loss_interval),
            "chance_loss": _rounded(self.chance_loss),
            "chance_loss_interval": _rounded(self.chance_loss_interval),
            "accurate": self.accurate,
            "advice": [_advised(action, names) for action in self.advice],
        }


@dataclass(frozen=True)
class RoundReview:
    """One round of a review."""

    number: int
    """From 0."""
    actions: int
    """How many actions it has."""
    result: Result | None
    """None where it is not over."""
    decisions: tuple[Decision, ...]


@dataclass(frozen=True)
class PlayerReview:
    """All decisions of one player."""

    seat: int
    name: str
    decisions: tuple[Decision, ...]

    @property
    def loss(self) -> float:
        """The expected points lost in all: what is lost by chance in one decision is won in another."""
        return sum(decision.loss for decision in self.decisions)

    @property
    def mean_loss(self) -> float:
        """The expected points lost in each decision; 0 where there were none."""
        return self.loss / len(self.decisions) if self.decisions else 0.0

    @property
    def mean_loss_interval(self) -> float:
        """Half the width of its 95 % interval, by the worlds looked at: for these decisions, not for the player."""
        squares = sum(decision.loss_interval**2 for decision in self.decisions)
        return math.sqrt(squares) / len(self.decisions) if self.decisions else 0.0

    @property
    def accuracy(self) -> float:
        """The share of decisions that are as good as the best (`Decision.accurate`); 1 where there were none."""
        accurate = sum(decision.accurate for decision in self.decisions)
        return accurate / len(self.decisions) if self.decisions else 1.0

    @property
    def worst(self) -> tuple[Decision, ...]:
        """Up to three decisions that were not accurate, the greatest losses first; none that chance may explain."""
        wrong = [decision for decision in self.decisions if not decision.accurate]
        return tuple(sorted(wrong, key=lambda one: (one.loss, one.chance_loss or 0.0), reverse=True)[:WORST])

    def to_dict(self, names: Sequence[str] | None = None) -> dict[str, object]:
        """The player's figures as a JSON object; the worst decisions by their round and action.

        ``names`` are those of the seats in its sentences, "seat 1" and so on unless told.
        """
        return {
            "seat": self.seat,
            "name": self.name,
            "decisions": len(self.decisions),
            "loss": _rounded(self.loss),
            "mean_loss": _rounded(self.mean_loss),
            "mean_loss_interval": _rounded(self.mean_loss_interval),
            "accuracy": _rounded(self.accuracy),
            "worst": [
                {
                    "round": one.round,
                    "action": one.action,
                    "played": str(one.played),
                    "best": str(one.best.move),
                    "loss": _rounded(one.loss),
                    "loss_interval": _rounded(one.loss_interval),
                    "why_played": in_words(one.actual.grounds, names),
                    "why_best": in_words(one.best.grounds, names),
                }
                for one in self.worst
            ],
        }


@dataclass(frozen=True)
class Review:
    """What `review` finds. ``str(review)`` is a report for people, `svg` a picture, `to_dict` for programs."""

    rules: Rules
    names: tuple[str, ...]
    """Of the players, per seat."""
    seats: tuple[int, ...]
    """Whose decisions were looked at."""
    rounds: tuple[RoundReview, ...]
    worlds: int
    """How many worlds each decision was tried in."""
    tolerance: float
    """The loss in points up to which a decision is accurate."""

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """All decisions, in the order of play."""
        return tuple(decision for one in self.rounds for decision in one.decisions)

    @property
    def players(self) -> tuple[PlayerReview, ...]:
        """The players that were looked at, by seat."""
        return tuple(
            PlayerReview(seat, self.names[seat], tuple(one for one in self.decisions if one.seat == seat))
            for seat in self.seats
        )

    def to_dict(self) -> dict[str, object]:
        """The review as a JSON object: the setting, the players' figures, every decision with its advice."""
        names = reporting.told_apart(self.names)
        return {
            "rules": self.rules.to_dict(),
            "names": list(self.names),
            "worlds": self.worlds,
            "tolerance": self.tolerance,
            "players": [player.to_dict(names) for player in self.players],
            "decisions": [decision.to_dict(names) for decision in self.decisions],
        }

    def svg(self) -> str:
        """A picture: what each player could expect at its decisions, in points and of winning the round.

        A row for each round. A curve goes through what the best action was worth to its player; where the one that was
        done is not as good, a red line leads to what that was worth, and the curve goes on from there. It ends with the
        result of the round.
        """
        return reporting.picture(self)

    def _repr_svg_(self) -> str:
        """The picture, for notebooks."""
        return self.svg()

    def __str__(self) -> str:
        return reporting.report(self)


def review(
    match: Match | Record,
    *,
    level: int | None = None,
    worlds: int | None = None,
    seed: str | int | None = None,
    seat: int | None = None,
    round: int | None = None,
    tolerance: float = TOLERANCE,
    progress: Callable[[int, int], object] | None = None,
) -> Review:
    """Look at every decision of a match, or of a record, that had a choice, by what its player could know then.

    Each is held against `advise` on the same view, with so many ``worlds``, unless told those of the ``level`` (1 to 5,
    usually 4). The same match and ``seed`` give the same review. ``seat`` and ``round`` (from 0) look only there.
    ``tolerance`` is the loss in expected points up to which a decision is as good as the best; it is too where the
    worlds cannot tell whether there is a loss (`Decision.accurate`), which is the rarer the more they are. ``progress``
    is called with the decisions done and all that there are, after each.

    TypeError for anything but a `Match` or a `Record`, `RecordError` where a record does not replay, `RulesError` for a
    number out of range.
    """
    match = match.replay() if isinstance(match, Record) else held_to(Match, match, "a review is of a Record or a")
    count = _thinking.worlds_for(level, worlds, LEVEL)
    seats = range(match.rules.players) if seat is None else [whole("seat", seat, 0, match.rules.players - 1)]
    chosen = _chosen(match, round)
    if isinstance(tolerance, bool) or not isinstance(tolerance, (int, float)) or not tolerance >= 0:
        raise RulesError(f"tolerance must be a number of points from 0, not {quoted(tolerance)}")
    whole_number = sum(1 for _, rnd in chosen for _ in _choices(rnd, seats))
    done = 0
    reviews = []
    for number, rnd in chosen:
        decisions = []
        for index, view in _choices(rnd, seats):
            found = advice.advise(view, worlds=count, seed=seed)
            decisions.append(Decision(number, index, rnd.moves[index], found, float(tolerance)))
            done += 1
            if progress is not None:
                progress(done, whole_number)
        reviews.append(RoundReview(number, len(rnd.moves), rnd.result, tuple(decisions)))
    return Review(match.rules, match.names, tuple(seats), tuple(reviews), count, float(tolerance))


def _chosen(match: Match, number: int | None) -> list[tuple[int, Round]]:
    """The rounds to look at, with their numbers."""
    rounds = list(enumerate(match.rounds))
    if number is None:
        return rounds
    if not rounds:
        raise MatchError("there is no round to look at: none was dealt")
    return [rounds[whole("round", number, 0, len(rounds) - 1)]]


def _choices(rnd: Round, seats: Container[int]) -> Iterator[tuple[int, View]]:
    """Each action of these seats where there was a choice: its number, and what the seat could see before it."""
    walk, moves = rnd.copy(), rnd.moves
    for _ in moves:
        walk.undo()
    for index, move in enumerate(moves):
        turn = walk.turn
        assert turn is not None
        if turn in seats and len(walk.legal_moves()) > 1:
            yield index, walk.view(turn)
        walk.play_unchecked(move)


def _advised(action: Advised, names: Sequence[str] | None) -> dict[str, object]:
    return {
        "move": str(action.move),
        "points": _rounded(action.points),
        "points_interval": _rounded(action.points_interval),
        "wins": _rounded(action.wins),
        "wins_interval": _rounded(action.wins_interval),
        "value": _rounded(action.value),
        "behind": _rounded(action.behind),
        "behind_interval": _rounded(action.behind_interval),
        "value_behind": _rounded(action.value_behind),
        "value_behind_interval": _rounded(action.value_behind_interval),
        "sentence": in_words(action.grounds, names),
    }


def _rounded(value: float | None) -> float | None:
    """A number as JSON has it; None where it is none, or infinite."""
    return None if value is None or not math.isfinite(value) else round(value, 6)
