"""Players of others in a match: whatever they do is told in one line that names them, and nothing is lost by it."""

from __future__ import annotations

import copy
import gc
import warnings
from collections.abc import Callable
from typing import Any

import pytest
from support import bots

from dominoes import registry
from dominoes.errors import DominoesError, MatchError
from dominoes.match import Human, Match
from dominoes.moves import Move
from dominoes.record import Record
from dominoes.registry import PlayerError
from dominoes.rules import Rules
from dominoes.view import View


class Bot:
    """Called as it is told to be, does what it is told to do."""

    def __init__(self, name: Any = "bot", does: Callable[[View], Any] = lambda view: view.legal_moves()[0]) -> None:
        self.name = name
        self._does = does

    def choose(self, view: View) -> Any:
        return self._does(view)


def stopped(does: Callable[[View], Any], name: str = "bot") -> str:
    """What a match says of a player's decision; nothing is changed by it, and the match can be asked again."""
    match = Match(Rules("draw"), [Bot(name, does)] * 2, seed=5)
    assert match.step()[0].kind == "dealt"
    before = copy.deepcopy(match.round)
    told = []
    for _ in range(2):
        with pytest.raises(PlayerError) as caught:
            match.step()
        assert match.round == before
        assert match.to_record().rounds[0].actions == ()
        told.append(str(caught.value))
    assert isinstance(caught.value, DominoesError)
    assert told[0] == told[1]
    assert told[0].isprintable()
    who, text = told[0].split(f" (seat {before.turn}) ")
    assert who == f"the player {name}"
    return text


def raises(error: BaseException) -> Callable[[View], Any]:
    def does(view: View) -> Any:
        raise error

    return does


class MuteError(Exception):
    def __str__(self) -> str:
        raise RuntimeError("no words")


class LeavingError(Exception):
    def __str__(self) -> str:
        raise SystemExit(9)


class OddError(BaseException):
    pass


class Unshowable:
    def __repr__(self) -> str:
        raise SystemExit(9)


class Forged:
    """Says that it is a move."""

    __class__ = Move  # type: ignore[assignment]

    def __repr__(self) -> str:
        return "a\nmove\x1b[2J"


# Decisions


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (ValueError("two\nlines \x1b[2J and\ta tab"), "could not choose: ValueError: two lines \\x1b[2J and a tab"),
        (MuteError(), "could not choose: MuteError"),
        (LeavingError(), "could not choose: LeavingError"),
        (SystemExit(3), "could not choose: SystemExit: 3"),
        (SystemExit(), "could not choose: SystemExit"),
        (GeneratorExit(), "could not choose: GeneratorExit"),
        (OddError("x"), "could not choose: OddError: x"),
        (StopIteration(), "could not choose: StopIteration"),
        (PlayerError("my\nown"), "could not choose: PlayerError: my own"),
        (RecursionError("deep"), "could not choose: RecursionError: deep"),
        (ValueError("x" * 5000), f"could not choose: ValueError: {'x' * 300}…"),
    ],
)
def test_what_a_player_raises_is_told_on_one_line(error: BaseException, text: str) -> None:
    assert stopped(raises(error)) == text


@pytest.mark.parametrize(
    ("choice", "text"),
    [
        (5, "chose 5, which is no Move"),
        (Unshowable(), "chose something of type Unshowable, which is no Move"),
        (Forged(), "chose a\\nmove\\x1b[2J, which is no Move"),
        ("x" * 500, f"chose 'x{'x' * 58}…, which is no Move"),
    ],
)
def test_what_is_no_move_is_told_on_one_line(choice: Any, text: str) -> None:
    assert stopped(lambda view: choice) == text


def test_run_stops_at_the_failure_and_the_interrupt_key_still_interrupts() -> None:
    match = Match(Rules("draw"), [Bot(does=raises(KeyboardInterrupt()))] * 2, seed=5)
    events = match.run()
    assert next(events).kind == "dealt"
    before = copy.deepcopy(match.round)
    with pytest.raises(KeyboardInterrupt):
        next(events)
    assert match.round == before
    match = Match(Rules("draw"), ["support.bots:Leaves"] * 2, seed=5)
    with pytest.raises(PlayerError, match=r"the player first \(seat \d\) could not choose: SystemExit: 3"):
        list(match.run())


@pytest.mark.filterwarnings("error")
def test_a_choice_to_await_is_closed_and_explained() -> None:
    class Waits(Bot):
        async def choose(self, view: View) -> Any:
            return view.legal_moves()[0]

    class Awaitable:
        def __await__(self) -> Any:
            raise NotImplementedError

    said = "chose something to await, which is no Move: choose must be a plain function (def, not async def)"
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        assert stopped(Waits().choose) == said
        gc.collect()
    assert [str(warning.message) for warning in seen] == []
    assert stopped(lambda view: Awaitable()) == said


def test_a_name_out_of_a_record_does_not_break_the_line() -> None:
    data = Match(Rules("draw"), ["random", "random"], seed=5).to_record().to_dict()
    data["players"] = ["\x1b[2Jone\ntwo", ""]
    for seats in ([Bot(does=raises(ValueError()))] * 2, [Human("Ann"), Human("Ben")]):
        match = Match.from_record(Record.from_dict(data), players=seats)
        with pytest.raises(MatchError) as caught:
            match.step() if match.waiting is None else Match.from_record(Record.from_dict(data)).act("6-6")
        assert str(caught.value).isprintable()


# Names


WRONG_NAMES = ["", " ", "\t", "a\nb", "a\x1b[2J", "\x00", "\ud800", "\u202e"]


@pytest.mark.parametrize("name", [*WRONG_NAMES, 5, None, b"bot", ["bot"]])
def test_a_player_is_called_by_a_printable_text(name: Any) -> None:
    said = "the player of seat 1: a player's name is a printable text that is not blank, not "
    with pytest.raises(PlayerError) as caught:
        Match(Rules("draw"), ["random", Bot(name)])
    assert str(caught.value) == f"{said}{name!r}"


@pytest.mark.parametrize("name", WRONG_NAMES)
def test_a_person_is_called_by_a_printable_text(name: str) -> None:
    with pytest.raises(PlayerError, match="^a player's name is a printable text that is not blank, not "):
        Human(name)
    assert Human("Zoë Ünal-Čapek 3").name == "Zoë Ünal-Čapek 3"


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (ValueError("no\nname"), "ValueError: no name"),
        (SystemExit(3), "SystemExit: 3"),
        (MuteError(), "MuteError"),
        (AttributeError("not yet"), "AttributeError: not yet"),
    ],
)
def test_a_name_that_cannot_be_read_is_told(error: BaseException, told: str) -> None:
    class Nameless(Bot):
        @property
        def name(self) -> str:  # type: ignore[override]
            raise error

        @name.setter
        def name(self, name: str) -> None:
            pass

    with pytest.raises(PlayerError) as caught:
        Match(Rules("draw"), [Nameless(), "random"])
    assert str(caught.value) == f"the player of seat 0 does not tell its name: {told}"
    registry.register("nameless", Nameless)
    try:
        with pytest.raises(PlayerError) as caught:
            registry.get("nameless")
        assert str(caught.value) == f"the player nameless does not tell its name: {told}"
    finally:
        registry.unregister("nameless")


@pytest.mark.parametrize("name", [5, "", "two\nlines"])
def test_the_registry_holds_to_the_same_rule(name: Any) -> None:
    registry.register("odd", lambda: Bot(name))
    try:
        with pytest.raises(PlayerError, match="^the player odd: a player's name is a printable text"):
            registry.get("odd")
    finally:
        registry.unregister("odd")


@pytest.mark.parametrize("name", ["", " ", "a\nb", "a\x1b[2J", "\u202e"])
def test_a_record_with_any_names_replays_and_goes_on(name: str) -> None:
    data = Match(Rules("draw", target=20), ["random", "random"], seed=5).to_record().to_dict()
    data["players"] = [name, "Ann"]
    data["opponents"] = [None, "random"]
    record = Record.from_dict(data)
    for match in (record.replay(), Match.from_record(record)):
        assert match.names == (name, "Ann")
        assert match.to_record().players == (name, "Ann")
    assert list(Match.from_record(record).to_record().opponents or ()) == [None, "random"]


def test_what_is_no_player_is_refused_whatever_it_does() -> None:
    class NoChoice:
        name = "x"
        choose = 5

    class Unwilling:
        name = "x"

        @property
        def choose(self) -> Any:
            raise ValueError("no")

    for wrong in (NoChoice(), Unwilling(), bots.First, 5):
        with pytest.raises(PlayerError, match="the player of seat 1 must be a Human, a registered name or an object"):
            Match(Rules("draw"), ["random", wrong])  # type: ignore[list-item]
