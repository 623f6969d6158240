"""A review told to people: as lines of text, and as a picture of what each player could expect."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from ._figures import signed, within
from .drawing import Curve, Panel, plot
from .grounds import in_words

if TYPE_CHECKING:
    from .advice import Advised
    from .position import Result
    from .reviewing import Decision, PlayerReview, Review, RoundReview

__all__ = ["picture", "report", "told_apart"]

_LONGEST: Final = 24
"""Characters of a name that are shown."""


# As text


def report(review: Review, names: Sequence[str] | None = None) -> str:
    """The setting, a table of the decisions of each round, each player's figures and worst decisions.

    ``names`` are those to be shown, per seat; unless told the players' own.
    """
    shown = [_short(name) for name in (review.names if names is None else names)]
    blocks = [_setting(review, shown)]
    blocks += [_table(one, shown) for one in review.rounds if one.decisions]
    blocks += [list(_player(player, shown)) for player in review.players]
    return "\n\n".join("\n".join(block) for block in blocks)


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST else f"{name[: _LONGEST - 3]}..."


def _setting(review: Review, names: Sequence[str]) -> list[str]:
    who = ", ".join(f"{name} (seat {seat})" for seat, name in enumerate(names))
    decisions, rounds = _count(len(review.decisions), "decision"), _count(len(review.rounds), "round")
    return [
        f"{review.rules.preset_name}: {who}.",
        f"{decisions} with a choice in {rounds}, {review.worlds} worlds for each.",
        "Points are those that the player could expect of the round, its own minus the others'. The loss is how far an",
        "action is behind the best, with its 95 % interval; pp are percentage points of the chance to win the match. A",
        f"star marks what loses more than {review.tolerance:g} points or 1 pp, and more than chance explains; the "
        "rest is accurate.",
    ]


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _table(one: RoundReview, names: Sequence[str]) -> list[str]:
    rows: list[Sequence[str]] = [("action", "player", "played", "points", "best", "points", "loss", "pp", "")]
    rows += [_row(decision, names) for decision in one.decisions]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    to_the_left = (1, 2, 4)
    lines = (
        "  ".join(
            cell.ljust(width) if at in to_the_left else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    )
    return [f"Round {one.number}", *map(str.rstrip, lines)]


def _row(decision: Decision, names: Sequence[str]) -> tuple[str, ...]:
    actual, best = decision.actual, decision.best
    known = str(decision.action), names[decision.seat], str(decision.played), signed(actual.points)
    if actual is best:
        return *known, "the same", "", "", "", ""
    lost = within(decision.loss, decision.loss_interval), _chance(decision), "" if decision.accurate else "*"
    return *known, str(best.move), signed(best.points), *lost


def _chance(decision: Decision) -> str:
    """What a decision cost of the chance to win the match, in percentage points; nothing where only points count."""
    lost, interval = decision.chance_loss, decision.chance_loss_interval
    return "" if lost is None or interval is None else within(100 * lost, 100 * interval)


def _lost(decision: Decision) -> str:
    """How far behind a decision is that is not accurate. Where the match decides, that may be in the chance alone."""
    points = f"{within(decision.loss, decision.loss_interval)} points"
    chance = _chance(decision)
    if not chance:
        return points
    match = f"{chance} percentage points of the chance to win the match"
    return f"{points} and {match}" if decision.loss > 0 else match


def told_apart(names: Sequence[str]) -> list[str]:
    """The names as sentences have them: with the seat where several players have the same, or none.

    >>> told_apart(["Ann", "Ben", "Ann", ""])
    ['Ann (seat 0)', 'Ben', 'Ann (seat 2)', 'seat 3']
    """
    counts = Counter(names)
    return [
        f"seat {seat}" if not name else name if counts[name] == 1 else f"{name} (seat {seat})"
        for seat, name in enumerate(names)
    ]


def _player(player: PlayerReview, names: Sequence[str]) -> Iterator[str]:
    told = told_apart(names)
    yield (
        f"{names[player.seat]} (seat {player.seat}): {_count(len(player.decisions), 'decision')}, accuracy "
        f"{100 * player.accuracy:.0f} %, mean loss {within(player.mean_loss, player.mean_loss_interval, 2)} points."
    )
    for decision in player.worst:
        yield (
            f"  Round {decision.round}, action {decision.action}: {decision.played} is {_lost(decision)} behind "
            f"{decision.best.move}."
        )
        yield f"    {decision.best.move}: {in_words(decision.best.grounds, told)}"
        yield f"    {decision.played}: {in_words(decision.actual.grounds, told)}"


# As a picture


def picture(review: Review) -> str:
    """Two panels for each round with a decision: expected points, and the chance to win the round."""
    panels = []
    for one in review.rounds:
        if one.decisions:
            panels += _panels(review, one, f"Round {one.number}" if len(review.rounds) > 1 else "The round")
    title = f"What each player could expect in {review.rules.preset_name}"
    return plot(panels, title=title, description="\n".join(_in_short(review)), columns=2)


def _panels(review: Review, one: RoundReview, where: str) -> list[Panel]:
    names = [_short(name) or f"seat {seat}" for seat, name in enumerate(review.names)]
    partners = review.rules.partners

    def curves(expected: Callable[[Advised], float], final: Callable[[Result, int], float]) -> list[Curve]:
        return [_curve(one, seat, f"{names[seat]} (seat {seat})", expected, final) for seat in review.seats]

    def points(result: Result, seat: int) -> float:
        return _ahead(result, seat, partners=partners)

    def won(result: Result, seat: int) -> float:
        return 100.0 * (result.winner == (seat % 2 if partners else seat))

    return [
        Panel(f"{where}: expected points, own minus others'", curves(lambda action: action.points, points)),
        Panel(f"{where}: chance to win it", curves(lambda action: 100 * action.wins, won), (0, 100), " %"),
    ]


def _curve(
    one: RoundReview,
    seat: int,
    name: str,
    expected: Callable[[Advised], float],
    final: Callable[[Result, int], float],
) -> Curve:
    points = []
    for decision in one.decisions:
        if decision.seat == seat:
            before = expected(decision.best)
            after = before if decision.accurate else expected(decision.actual)
            points.append((float(decision.action), before, after))
    if one.result is not None:
        end = final(one.result, seat)
        points.append((float(one.actions), end, end))
    return Curve(seat, name, points)


def _ahead(result: Result, seat: int, *, partners: bool) -> float:
    """The own side's points minus the mean of the other sides'."""
    points = result.points[:2] if partners else result.points
    own = points[seat % 2 if partners else seat]
    return own - (sum(points) - own) / (len(points) - 1)


def _in_short(review: Review) -> Iterator[str]:
    for player in review.players:
        figures = f"{_count(len(player.decisions), 'decision')}, accuracy {100 * player.accuracy:.0f} %"
        worst = "".join(
            f"; round {one.round}, action {one.action}: {one.played} is {_lost(one)} behind {one.best.move}"
            for one in player.worst
        )
        yield f"{player.name} (seat {player.seat}): {figures}{worst}."
