"""How a match goes from one round to the next: who has reached the target, and who opens (the rules' section 6).

Plain functions of finished rounds and scores, shared by matches that are played and records that are replayed, so that
both follow one law.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from dominoes._check import series
from dominoes._codes import MAX_NUMBER
from dominoes.errors import DealError
from dominoes.round import Round
from dominoes.rules import Rules

__all__ = ["AS_FIRST", "Opening", "checked_scores", "leader", "next_opening"]


class Opening(NamedTuple):
    """How a round is opened: as the ``first`` of a match (``starter`` None), or by a ``starter`` who leads any tile."""

    first: bool
    starter: int | None


AS_FIRST = Opening(True, None)


def next_opening(last: Round) -> Opening:
    """How the round after a finished one is opened."""
    rule = last.rules.next_opening
    if rule == "rotate":
        return Opening(False, (last.starter + 1) % last.rules.players)
    if rule == "winner" and last.result is not None and last.result.winner is not None:
        return Opening(False, _winning_seat(last, last.result.winner))
    return AS_FIRST


def _winning_seat(last: Round, winner: int) -> int:
    """The seat that won; of a team the one who went out, or after a block the one with fewer pips, then the lower."""
    if not last.rules.partners:
        return winner
    if last.result is not None and last.result.reason == "blocked":
        return min((winner, winner + 2), key=lambda seat: (last.pips(seat), seat))
    # Whoever went out or reached the target did it with the last tile laid.
    return winner if last.last_player is None else last.last_player


def leader(rules: Rules, scores: Sequence[int]) -> int | None:
    """The side (a seat, or a team with partners) that has won by these scores between rounds; None: the match goes on.

    Of several at the target the highest has won; equal highest play another round.
    """
    sides = scores[:2] if rules.partners else scores
    best = max(sides)
    return sides.index(best) if best >= rules.target and sides.count(best) == 1 else None


def checked_scores(rules: Rules, scores: Sequence[int]) -> tuple[int, ...]:
    """Scores that a match may begin with; `DealError` where their number or size is wrong or a team's differ."""
    found = tuple(series(scores, "the scores"))
    if len(found) != rules.players:
        raise DealError(f"there are {rules.players} players but {len(found)} scores")
    for score in found:
        if isinstance(score, bool) or not isinstance(score, int):
            raise TypeError(f"a score is an integer, not {type(score).__name__}")
        if abs(score) > MAX_NUMBER:
            raise DealError(f"a score lies between {-MAX_NUMBER} and {MAX_NUMBER}")
    if rules.partners and found[:2] != found[2:]:
        raise DealError("the two seats of a team have the same score")
    return found
