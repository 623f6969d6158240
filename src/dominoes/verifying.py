"""Checking that nobody chose the deals of a record: they follow from its seed, and the seed was bound beforehand."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from ._check import held_to
from .errors import DealError, RecordError
from .progress import AS_FIRST, Opening, next_opening
from .record import Record, RecordRound, commitment
from .round import Round

__all__ = ["Verdict", "verify"]

_SALT: Final = re.compile("[0-9a-f]{32}")


@dataclass(frozen=True)
class Verdict:
    """What was found right."""

    rounds: int
    """So many deals follow from the seed."""
    commitment: str | None
    """The number that bound seed and salt beforehand; None where the record has none: only the deals are sure then."""
    drawn_salt: bool = False
    """Whether the salt is of the form in which salts are drawn, 32 hexadecimal digits. The commitment is that of salt
    and seed one behind the other, so with a salt of any length another seed would fit it too."""


def verify(record: Record) -> Verdict:
    """Deal every round of a record again, and hold its seed and salt against its commitment.

    `RecordError` says what does not agree, or what is missing for the check: a seed, with a commitment its salt too. A
    record without a commitment shows that its deals are those of its seed, but not that the seed was drawn by chance.

    >>> from dominoes import Match, Rules
    >>> match = Match(Rules("draw", target=30), ["random", "random"], seed=7, salt="pepper")
    >>> last = [event for event in match.run()][-1]
    >>> verify(match.to_record()).rounds == len(match.rounds)
    True
    """
    held_to(Record, record, "what is verified is a")
    if record.seed is None:
        raise RecordError("seed: the record tells none, so that its deals cannot be checked; is the match over?")
    bound = _bound(record, record.seed)
    rounds = record.replay().rounds
    opening = AS_FIRST
    for number, (entry, rnd) in enumerate(zip(record.rounds, rounds, strict=True)):
        if entry.first is False:
            raise RecordError(f"round {number}: it stands alone, so that nobody knows which deal of its seed it is")
        _check_deal(record, record.seed, number, entry, opening, rnd.scores_before)
        if rnd.result is not None:
            opening = next_opening(rnd)
    return Verdict(len(rounds), bound, bound is not None and _SALT.fullmatch(record.salt or "") is not None)


def _bound(record: Record, seed: str) -> str | None:
    if record.commitment is None:
        return None
    if record.salt is None:
        raise RecordError("salt: the record has a commitment but no salt, so that it cannot be checked")
    found = commitment(seed, record.salt)
    if found != record.commitment.lower():
        raise RecordError(f"commitment: seed and salt give {found}, not {record.commitment}")
    return found


def _check_deal(
    record: Record, seed: str, number: int, entry: RecordRound, opening: Opening, scores: tuple[int, ...]
) -> None:
    here = f"round {number}"
    try:
        dealt = Round.deal(
            record.rules, seed, number=number, first=opening.first, starter=opening.starter, scores=scores
        )
    except DealError as error:
        raise RecordError(f"{here}: {error}") from None
    for seat, (written, found) in enumerate(zip(entry.hands, dealt.dealt_hands, strict=True)):
        if sorted(written) != sorted(found):
            raise RecordError(f"{here}: the hand of seat {seat} is not the one that the seed deals")
    if entry.boneyard != dealt.dealt_boneyard:
        raise RecordError(f"{here}: the boneyard is not the one that the seed deals")
    if entry.starter != dealt.starter:
        raise RecordError(f"{here}: seat {dealt.starter} opens by the seed, not seat {entry.starter}")
