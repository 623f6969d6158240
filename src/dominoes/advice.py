"""Advice for people: what each legal action is worth, by what the seat to act can know, and why."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple, overload

from . import _behind, _thinking, believing, grounds
from ._behind import Behind, Row
from ._figures import signed, within
from .grounds import Grounds
from .moves import Move, as_move
from .view import View, held_to_turn

if TYPE_CHECKING:
    from .rules import Rules

__all__ = ["Advice", "Advised", "advise"]

_Z: Final = 1.959963984540054
"""Between -Z and Z lie 95 % of the normal distribution."""
_CERTAIN: Final = 1 << 20
"""What the waist has for a chance of 1 to win the match."""

LEAST: Final = 100
"""Worlds for the beliefs that the reasons go by: they cost little, and few of them say little."""


@dataclass(frozen=True)
class Advised:
    """What is known of one legal action.

    All numbers are means over the worlds looked at, each world counted by how likely it is. The half-widths are those
    of 95 % intervals of as many equal worlds: where the worlds' weights differ much, they are a little too narrow. All
    actions are tried in the same worlds, so that differences between them are surer than these intervals suggest: how
    far an action is `behind` the best has an interval of its own. Where there is nothing to choose no world is looked
    at, and the numbers are nan.
    """

    move: Move
    points: float
    """Expected points of the round: the own side's minus the mean of the other sides'."""
    points_interval: float
    """Half the width of its 95 % interval."""
    wins: float
    """The share of the worlds in which the own side wins the round."""
    wins_interval: float
    """Half the width of its 95 % interval (Agresti and Coull, 1998)."""
    value: float | None
    """The chance to win the match, which is then what decides; with more than two sides the mean chance to be at the
    target before another. None where the target is too far away to tell, and points decide."""
    behind: float
    """Expected points by which it is behind the best; 0 for the best itself, and for what is the same in all worlds.

    In each half of the worlds it is held against what is best in the other half, since the best, measured by the very
    worlds that chose it, would look better than it is. Where both halves have the same best, this is the plain
    difference in `points` to it; else it is nearer to 0, and may by chance be below. It may be below too where the
    chance to win the match decides, and the best is not that with the most points."""
    behind_interval: float
    """Half the width of its 95 % interval, by how the difference varies over 8 to 16 parts of the worlds (Student's t;
    as many parts as worlds where these are fewer). inf with fewer than 6 worlds, which can show no difference."""
    value_behind: float | None
    """How far it is behind the best in the chance to win the match, as `behind` is in points; None without `value`."""
    value_behind_interval: float | None
    """Half the width of its 95 % interval."""
    worlds: int
    """How many worlds were looked at."""
    grounds: Grounds
    """What speaks for and against it."""

    @property
    def is_worse(self) -> bool:
        """Whether the worlds show it to be worse than the best: behind, in points or in the chance to win the match, by
        more than half of the interval. Where this is False it may be as good."""
        return self.behind > self.behind_interval or (self.value_behind or 0.0) > (self.value_behind_interval or 0.0)

    @property
    def sentence(self) -> str:
        """The `grounds` in a sentence."""
        return grounds.in_words(self.grounds)


@dataclass(frozen=True)
class Advice(Sequence[Advised]):
    """What each legal action is worth: a sequence of `Advised`, in the order of `View.legal_moves`.

    >>> from dominoes import Round, Rules
    >>> rnd = Round(Rules("block"), hands=[["6-6", "6-5", "0-0"], ["6-1", "5-0", "1-1"]], boneyard=["6-0", "2-2"])
    >>> [str(rnd.play(move)) for move in ("6-6", "6-1@L")]
    ['6-6', '6-1@L']
    >>> advice = advise(rnd.view(0))
    >>> advice.best.move, advice.best.sentence
    (Move("6-5@R"), 'It is all that can be done.')
    """

    seat: int
    """Whose advice it is."""
    actions: tuple[Advised, ...]
    first: int
    """The index of the best action."""

    @property
    def best(self) -> Advised:
        """The action with the greatest value, or where there is none the most points; of equal ones the first."""
        return self.actions[self.first]

    @property
    def ranked(self) -> tuple[Advised, ...]:
        """The actions, the best first."""
        others = [action for index, action in enumerate(self.actions) if index != self.first]
        return self.best, *sorted(others, key=_worth, reverse=True)

    @property
    def worlds(self) -> int:
        """How many worlds were looked at."""
        return self.best.worlds

    def of(self, move: Move | str) -> Advised:
        """What is known of this move. ValueError where it is not legal."""
        wanted = as_move(move)
        found = next((action for action in self.actions if action.move == wanted), None)
        if found is None:
            raise ValueError(f"there is no advice on {wanted}; there is on {', '.join(str(a.move) for a in self)}")
        return found

    def __len__(self) -> int:
        return len(self.actions)

    def __iter__(self) -> Iterator[Advised]:
        return iter(self.actions)

    @overload
    def __getitem__(self, index: int) -> Advised: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Advised, ...]: ...
    def __getitem__(self, index: int | slice) -> Advised | tuple[Advised, ...]:
        return self.actions[index]

    def __str__(self) -> str:
        """A line for each action, the best first: what it is worth, and why."""
        rows = [_cells(action, self.best) for action in self.ranked]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = ("  ".join(map(str.ljust, row, widths)) for row in rows)
        return "\n".join(map(str.rstrip, lines))


def advise(view: View, *, level: int | None = None, worlds: int | None = None, seed: str | int | None = None) -> Advice:
    """What Snow White thinks of each legal action of a view whose seat is to act, by what that seat knows.

    ``worlds`` (1 to 1000000) is how many deals that agree with the view are played out after every action; unless told
    those of the ``level`` (1 to 5, usually 3). Equal views and equal seeds give equal advice, and the view's own `rng`
    is never touched: looking changes no play. Where there is only one legal action no world is looked at.

    TypeError for anything but a `View`, `MatchError` where the seat is not to act, `RulesError` for a number out of
    range.
    """
    held_to_turn(view, "advice is given on a", "there is nothing to advise on")
    count = _thinking.worlds_for(level, worlds)
    shares = _behind.shares(count)
    streams = [_thinking.stream_for(b"advice", view, seed, part) for part in range(len(shares))]
    legal = view.legal_moves()
    if len(legal) == 1:
        return Advice(view.seat, (_only(legal[0]),), 0)
    parts = [view.state.advise(0, share, stream) for share, stream in zip(shares, streams, strict=True)]
    rows = _behind.summed(parts)
    reasons = grounds.grounds_of(view, believing.beliefs_of(view, min(max(count, LEAST), believing.WORLDS), seed))
    units = _Units.of(view.rules, rows)
    actions = [units.advised(*one) for one in zip(rows, _behind.behind(parts), reasons, strict=True)]
    return Advice(view.seat, tuple(actions), _behind.best_of(rows))


def _only(move: Move) -> Advised:
    none = math.nan
    return Advised(move, none, none, none, none, None, none, none, None, None, 0, Grounds(move, alone=True))


class _Units(NamedTuple):
    """What the waist's numbers are to be divided by."""

    points: int
    """They are so many times as large, to be whole."""
    value: float | None
    """None where points decide. The waist's value is then that of the points: as chances they would all be tiny."""

    @classmethod
    def of(cls, rules: Rules, rows: Sequence[Row]) -> _Units:
        others = rules.players - 1
        decides = any(row[6] != row[3] for row in rows)
        return cls(others, float(_CERTAIN * (1 if rules.partners else others)) if decides else None)

    def advised(self, row: Row, behind: Behind, why: Grounds) -> Advised:
        action, worlds, weight, points, squares, wins, value = row
        mean, share = points / weight, wins / weight
        spread = max(0.0, squares / weight - mean * mean) / (worlds - 1) if worlds > 1 else math.inf
        return Advised(
            move=Move.from_code(action),
            points=mean / self.points,
            points_interval=_Z * math.sqrt(spread) / self.points,
            wins=share,
            wins_interval=_share_interval(share, worlds),
            value=self._chance(value / weight),
            behind=behind.points / self.points,
            behind_interval=behind.points_interval / self.points,
            value_behind=self._chance(behind.value),
            value_behind_interval=self._chance(behind.value_interval),
            worlds=worlds,
            grounds=why,
        )

    def _chance(self, value: float) -> float | None:
        return None if self.value is None else value / self.value


def _share_interval(share: float, count: int) -> float:
    """Half an interval that is not empty even where all or none of a few worlds are won."""
    middle = (share * count + 2) / (count + 4)
    return _Z * math.sqrt(middle * (1 - middle) / (count + 4))


def _worth(action: Advised) -> float:
    return action.points if action.value is None else action.value


def _cells(action: Advised, best: Advised) -> tuple[str, ...]:
    if not action.worlds:
        return str(action.move), action.sentence
    sure = f"{action.points_interval:.2f}" if math.isfinite(action.points_interval) else "?"
    points = f"{signed(action.points, 2):>6} ± {sure} points"
    behind = "the best" if action is best else f"{within(action.behind, action.behind_interval, 2)} behind"
    wins = f"wins {100 * action.wins:5.1f} ± {100 * action.wins_interval:.1f} %"
    match = () if action.value is None else (f"match {100 * action.value:4.1f} %",)
    return str(action.move), points, behind, wins, *match, action.sentence
