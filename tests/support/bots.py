"""Players of somebody else's, good and bad, found as ``support.bots:Name`` by whatever process plays."""

from __future__ import annotations

import os
import sys
import threading
from typing import Any

from dominoes.moves import Move
from dominoes.registry import PlayerError
from dominoes.view import View


class First:
    """The first legal move: the plainest player that is right."""

    name = "first"

    def choose(self, view: View) -> Any:
        return view.legal_moves()[0]


class Levelled(First):
    """One with levels 1 to 3."""

    def __init__(self, level: int = 1) -> None:
        if not 1 <= level <= 3:
            raise PlayerError(f"a level of levelled is 1 to 3, not {level}")
        self.name = f"levelled/{level}"
        self.level = level


class Raises(First):
    def choose(self, view: View) -> Any:
        raise ValueError(f"boom {self!r}")  # with an address, which no table may show


class RaisesAsSeatOne(First):
    """Fails at seat 1 only."""

    def choose(self, view: View) -> Any:
        if view.seat == 1:
            raise LookupError("lost\nmy way")
        return super().choose(view)


class Leaves(First):
    def choose(self, view: View) -> Any:
        sys.exit(3)


class Interrupts(First):
    def choose(self, view: View) -> Any:
        raise KeyboardInterrupt


class HasNoText(First):
    def choose(self, view: View) -> Any:
        class MuteError(Exception):
            def __str__(self) -> str:
                raise RuntimeError

        raise MuteError


class GivesNothing(First):
    def choose(self, view: View) -> Any:
        return None


class GivesText(First):
    def choose(self, view: View) -> Any:
        return str(view.legal_moves()[0])


class Pretends(First):
    """Gives an object that says it is a move."""

    def choose(self, view: View) -> Any:
        class Forged:
            __class__ = Move  # type: ignore[assignment]

        return Forged()


class Illegal(First):
    def choose(self, view: View) -> Any:
        return Move("pass")


class Spins(First):
    """Hangs in Python."""

    def choose(self, view: View) -> Any:
        while True:
            pass


class Waits(First):
    """Hangs outside of Python."""

    def choose(self, view: View) -> Any:
        threading.Event().wait()


class Meddles(First):
    """Finds the round it is in, which no view leads to, and plays on in it."""

    def choose(self, view: View) -> Any:
        import gc

        from dominoes.round import Round

        mine = view.state.dealt()[0][view.seat]
        for found in gc.get_objects():
            if not (isinstance(found, Round) and hasattr(found, "_state")):  # one may be only half made
                continue
            if found.turn == view.seat and found.state.dealt()[0][view.seat] == mine:
                found.play(found.legal_moves()[0])
        return super().choose(view)


class CannotBeMade(First):
    def __init__(self) -> None:
        raise OSError("no model file")


class MadeOnce(First):
    """Can be made as a trial, but not again; ``made`` is to be 0 before it."""

    made = 0

    def __init__(self) -> None:
        type(self).made += 1
        if self.made > 1:
            self.fail()

    def fail(self) -> None:
        raise OSError("one is enough")


class WaitsToBeMadeAgain(MadeOnce):
    made = 0

    def fail(self) -> None:
        threading.Event().wait()


class SpinsToBeMadeAgain(MadeOnce):
    made = 0

    def fail(self) -> None:
        while True:
            pass


class LeavesWhenMadeAgain(MadeOnce):
    made = 0

    def fail(self) -> None:
        sys.exit(4)


class MadeEverySecondTime(MadeOnce):
    made = 0

    def fail(self) -> None:
        if self.made % 2 == 0:
            raise OSError("not now")


class NeverMade(First):
    def __init__(self) -> None:
        threading.Event().wait()


class Unpickles(First):
    """One that has a state, and fails to get it back where the environment says so."""

    def __setstate__(self, state: object) -> None:
        if "DOMINOES_TEST_NO_STATE" in os.environ:
            raise OSError("the state is gone")

    def __getstate__(self) -> object:
        return {"some": "state"}


class Prints(First):
    """Talks while it is made, and at every decision, also past Python."""

    name = "prints"

    def __init__(self) -> None:
        print("made")

    def choose(self, view: View) -> Any:
        print("noise")
        return super().choose(view)


class Weighted(First):
    """One that is made of numbers, of a set of texts, and of itself."""

    def __init__(self, weights: dict[str, float], likes: set[str]) -> None:
        self.weights = weights
        self.likes = likes
        self.me = self


class Dies(First):
    """Takes its process along."""

    def choose(self, view: View) -> Any:
        os._exit(7)


class Lingers(First):
    """Where the environment says so, it never ends its first decision of deal 0."""

    def choose(self, view: View) -> Any:
        if view.number == 0 and "DOMINOES_TEST_LINGER" in os.environ:
            threading.Event().wait()
        return super().choose(view)


class DiesOnce(First):
    """Takes its process along the first time, and leaves the file named by the environment to remember it by."""

    def choose(self, view: View) -> Any:
        mark = os.environ["DOMINOES_TEST_DIED"]
        if not os.path.exists(mark):
            open(mark, "x").close()
            os._exit(7)
        return super().choose(view)


NO_CLASS = First()
