"""Replaying a record: from what is written to the rounds that were played, checking every word of it.

`RecordError` names the round, the action (both counted from 0) and the reason at the first that is wrong.
"""

from __future__ import annotations

from dominoes.errors import DealError, IllegalMove, RecordError
from dominoes.progress import AS_FIRST, leader, next_opening
from dominoes.record import Record, RecordRound
from dominoes.round import Round
from dominoes.rules import Rules

__all__ = ["replayed_rounds"]


def replayed_rounds(record: Record) -> list[Round]:
    """The rounds of a record, each played to where it stands; only the last may be unfinished."""
    rounds: list[Round] = []
    for number, entry in enumerate(record.rounds):
        here = f"round {number}"
        rnd = _later(entry, rounds[-1], here) if rounds else _alone(record.rules, entry, here)
        _play(rnd, entry, here)
        _check_result(rnd, entry, here)
        rounds.append(rnd)
        if number + 1 < len(record.rounds):
            _check_goes_on(rnd, here, f"round {number + 1}")
    _check_scores(record, rounds[-1])
    return rounds


def _alone(rules: Rules, entry: RecordRound, here: str) -> Round:
    """The first round of a record: the first of a match, unless it says otherwise."""
    return _begun(rules, entry, here, entry.first, entry.scores_before)


def _later(entry: RecordRound, last: Round, here: str) -> Round:
    opening = next_opening(last)
    if opening != AS_FIRST and entry.starter != opening.starter:
        rule = last.rules.next_opening
        raise RecordError(f"{here}: seat {opening.starter} opens by next_opening = {rule}, not seat {entry.starter}")
    return _begun(last.rules, entry, here, opening.first, last.scores, last.number + 1)


def _begun(
    rules: Rules, entry: RecordRound, here: str, first: bool | None, scores: tuple[int, ...] | None, number: int = 0
) -> Round:
    try:
        return Round(
            rules,
            hands=entry.hands,
            boneyard=entry.boneyard,
            starter=entry.starter,
            first=first,
            scores=scores,
            number=number,
        )
    except DealError as error:
        raise RecordError(f"{here}: {error}") from None


def _play(rnd: Round, entry: RecordRound, here: str) -> None:
    for number, move in enumerate(entry.actions):
        try:
            rnd.play(move)
        except IllegalMove as error:
            raise RecordError(f"{here}, action {number}: {error}") from None


def _check_result(rnd: Round, entry: RecordRound, here: str) -> None:
    if entry.result is None:
        return
    if rnd.result is None:
        raise RecordError(f"{here}: a result is written, but the round is not over")
    for name in ("reason", "winner", "points"):
        written, found = getattr(entry.result, name), getattr(rnd.result, name)
        if written != found:
            raise RecordError(f"{here}: the result's {name} is written as {_json(written)}, but is {_json(found)}")


def _check_goes_on(rnd: Round, here: str, following: str) -> None:
    if rnd.result is None:
        raise RecordError(f"{here}: the round is not over, but {following} follows")
    winner = leader(rnd.rules, rnd.scores)
    if winner is not None:
        side = f"team {winner}" if rnd.rules.partners else f"seat {winner}"
        raise RecordError(f"{following}: the match was over, {side} had reached the target of {rnd.rules.target}")


def _check_scores(record: Record, last: Round) -> None:
    if record.scores is None:
        return
    if last.result is None:
        raise RecordError(f"scores: they are written, but round {len(record.rounds) - 1} is not over")
    if record.scores != last.scores:
        raise RecordError(f"scores: they are written as {_json(record.scores)}, but are {_json(last.scores)}")


def _json(value: object) -> str:
    if isinstance(value, tuple):
        return str(list(value))
    return "null" if value is None else str(value)
