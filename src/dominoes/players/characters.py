"""Three characters to play with: an impulsive one, a street-smart one and one who thinks. They see a view, no more.

How each chooses is the kernel's work, the same on every backend; ``docs/waist.md``, Players, says what it goes by.
"""

from __future__ import annotations

import threading
from array import array
from typing import TYPE_CHECKING, ClassVar, Final

from dominoes import _thinking
from dominoes._check import quoted
from dominoes._codes import MAX_WORLDS, PLAYER_NAMES
from dominoes.moves import Move
from dominoes.players._deciding import chance_of, to_choose_by
from dominoes.registry import PlayerError

if TYPE_CHECKING:
    from dominoes._backend import Stream
    from dominoes.view import View

__all__ = ["Buratino", "Pinocchio", "SnowWhite"]

_MOST_SECONDS: Final = 1_000_000
"""Eleven days, which every system's timers can wait."""


class _Character:
    """A player with a level. ``level`` is 1 to 5; `PlayerError` for another."""

    registered: ClassVar[str]
    """The name that it is registered by."""

    def __init__(self, level: int = _thinking.USUAL_LEVEL) -> None:
        if isinstance(level, bool) or not isinstance(level, int) or not 1 <= level <= _thinking.LEVELS:
            raise PlayerError(f"the level of {self.registered} is 1 to {_thinking.LEVELS}, not {quoted(level)}")
        self._level = level

    @property
    def level(self) -> int:
        """How well it plays, from 1 to 5."""
        return self._level

    @property
    def name(self) -> str:
        """The name it is registered by, with the level where that is not 3."""
        usual = self._level == _thinking.USUAL_LEVEL
        return self.registered if usual else f"{self.registered}/{self._level}"

    def choose(self, view: View) -> Move:
        """A legal move.

        TypeError for anything but a `View`, `MatchError` where its seat is not to act, `PlayerError` where there are
        several moves and the view has no stream to choose by.
        """
        legal = to_choose_by(view).legal_moves()
        return legal[0] if len(legal) == 1 else Move.from_code(self._action(view, chance_of(view, self.registered)))

    def _action(self, view: View, stream: Stream) -> int:
        return view.state.choose(PLAYER_NAMES.index(self.registered), self._level, 0, stream)

    def __repr__(self) -> str:
        return f"{type(self).__name__}(level={self._level})"


class Pinocchio(_Character):
    """The impulsive one. He throws the heaviest tile he can lay, and sometimes, for no reason, anything at all.

    He never wonders what the others lack. The higher his level the seldomer he does just anything, and at level 5
    never: then he plays like the player "heaviest".

    >>> Pinocchio().name, Pinocchio(1).name
    ('pinocchio', 'pinocchio/1')
    """

    registered = "pinocchio"


class Buratino(_Character):
    """The street-smart one. Doubles go early, the hand keeps its variety, and above all he blocks.

    He remembers which numbers the others showed to lack, by drawing and passing, and leaves such ends as the next can
    most likely not answer; with a partner he leaves the partner's open. Below level 5 he wavers, the more the lower his
    level, between plays that are worth nearly as much.

    >>> Buratino(5).name
    'buratino/5'
    """

    registered = "buratino"


class SnowWhite(_Character):
    """The expert. She imagines deals that agree with all she has seen, and tries every action in each of them.

    What the others laid, drew and passed tells her which deals are likelier. Each is played out from each action, and
    she takes what wins the match most often, or where its end is far what brings the most points. In teams she knows
    her partner.

    Her level says in how many worlds: 30, 120, 500, 2000 or 8000. The pure backend looks at 4, 12, 40, 80 or 200, so
    that a decision by any preset takes no longer than three seconds: there she may play otherwise than on the compiled
    one. ``worlds`` (1 to 1000000) asks for so many on any backend, and then both choose alike.

    With ``seconds``, a number above 0 and at most 1000000, she thinks until the time is up, in a million worlds at most
    unless ``worlds`` says otherwise. What she does then depends on the machine: it cannot be reproduced. The clock is
    looked at after every eight worlds, so that she may go over the time by as many: by a few thousandths of a second on
    the compiled backend, on the pure one by about half a second.

    Neither ``worlds`` nor ``seconds`` is part of her name, so that a record does not tell them. `PlayerError` for a
    level, worlds or seconds out of range.

    >>> SnowWhite().name, SnowWhite(4, worlds=50)
    ('snow-white', SnowWhite(level=4, worlds=50))
    """

    registered = "snow-white"

    def __init__(
        self, level: int = _thinking.USUAL_LEVEL, *, worlds: int | None = None, seconds: float | None = None
    ) -> None:
        super().__init__(level)
        if worlds is not None and (
            isinstance(worlds, bool) or not isinstance(worlds, int) or not 1 <= worlds <= MAX_WORLDS
        ):
            raise PlayerError(f"the worlds of {self.registered} are 1 to {MAX_WORLDS}, not {quoted(worlds)}")
        if seconds is not None and not _is_time(seconds):
            raise PlayerError(
                f"the seconds of {self.registered} are a number above 0 and at most {_MOST_SECONDS}, "
                f"not {quoted(seconds)}"
            )
        self._worlds = worlds
        self._seconds = seconds

    @property
    def worlds(self) -> int:
        """How many worlds she looks at, at most where ``seconds`` end it."""
        if self._worlds is not None:
            return self._worlds
        return _thinking.worlds_of(self._level) if self._seconds is None else MAX_WORLDS

    @property
    def seconds(self) -> float | None:
        """How long she thinks about a decision; None where the worlds say it."""
        return self._seconds

    def _action(self, view: View, stream: Stream) -> int:
        who: Final = PLAYER_NAMES.index(self.registered)
        if self._seconds is None:
            return view.state.choose(who, self._level, self.worlds, stream)
        flag = array("i", [0])
        timer = threading.Timer(self._seconds, flag.__setitem__, (0, 1))
        timer.daemon = True
        timer.start()
        try:
            return view.state.choose(who, self._level, self.worlds, stream, flag)
        finally:
            timer.cancel()

    def __repr__(self) -> str:
        given = {"worlds": self._worlds, "seconds": self._seconds}
        more = "".join(f", {name}={value}" for name, value in given.items() if value is not None)
        return f"SnowWhite(level={self._level}{more})"


def _is_time(seconds: object) -> bool:
    number = isinstance(seconds, (int, float)) and not isinstance(seconds, bool)
    return number and 0 < seconds <= _MOST_SECONDS  # type: ignore[operator]
