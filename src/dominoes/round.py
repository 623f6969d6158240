"""One round (a hand, in table talk): dealt or given, played move by move, taken back, looked at from each seat."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, TypeVar

from . import _backend, reasons, simulation, solving
from ._check import seed_bytes, series, whole
from ._codes import HIGHEST_TILE, RANDOM_SEAT
from .errors import DealError, IllegalMove, MatchError
from .moves import Move, as_move
from .position import Position, tiles_of
from .rules import Rules
from .tiles import Tile
from .view import View

if TYPE_CHECKING:
    from ._backend import State, Stream
    from .simulation import Playouts
    from .solving import Solution

__all__ = ["Round"]

_MOST_ROUNDS = 1 << 32

_RoundT = TypeVar("_RoundT", bound="Round")


class Round(Position):
    """One round with everything face up. `Round.deal` shuffles; the constructor takes hands as they are given.

    ``hands`` are the seats' tiles (or their texts) and ``boneyard`` the rest in drawing order; a hand has any number of
    tiles from 1. A round stands alone unless told otherwise: the ``first`` of a match, all ``scores`` 0; with
    ``scores``, or ``first=False``, it is a later one. Where the highest tile decides who opens (the first round with
    ``opening="highest-tile"``, a later one if ``next_opening="same"`` too), ``starter`` is left out or is its holder;
    elsewhere it must be given. ``number`` counts the match's rounds.

    `DealError` for hands, a starter or scores from which no round can begin.

    >>> rnd = Round(Rules("draw", hand_size=2), hands=[["6-6", "1-0"], ["6-1", "0-0"]], boneyard=["5-1"])
    >>> rnd.turn, rnd.legal_moves()
    (0, (Move("6-6"),))
    >>> rnd.play("6-6"), rnd.play("6-1@R")
    (Move("6-6"), Move("6-1@R"))
    >>> rnd.ends[1].number, rnd.legal_moves()
    (1, (Move("1-0@R"),))
    >>> rnd.play("1-0@R"), rnd.result
    (Move("1-0@R"), Result(reason='domino', winner=0, points=(0, 0)))
    >>> rnd.undo(), rnd.turn
    (Move("1-0@R"), 0)
    """

    __slots__ = ("_multiple",)

    _multiple: int
    """What the open ends must be a multiple of to score in play; 0 where nothing scores in play."""

    def __init__(
        self,
        rules: Rules,
        *,
        hands: Iterable[Iterable[Tile | str]],
        boneyard: Iterable[Tile | str] = (),
        starter: int | None = None,
        first: bool | None = None,
        scores: Sequence[int] | None = None,
        number: int = 0,
    ) -> None:
        opener = _opener(rules, starter, _is_first(first, scores), dealt=False)
        most = rules.max_pip
        numbers = [_numbers(hand, f"hand {seat}", most) for seat, hand in enumerate(series(hands, "the hands"))]
        state = _backend.State(rules.spec, numbers, _numbers(boneyard, "the boneyard", most), opener, _scores(scores))
        _hold_to(starter, state)
        self._adopt(rules, state, whole("number", number, 0, _MOST_ROUNDS - 1))

    @classmethod
    def deal(
        cls: type[_RoundT],
        rules: Rules,
        seed: str | int | None = None,
        *,
        number: int = 0,
        first: bool | None = None,
        starter: int | None = None,
        scores: Sequence[int] | None = None,
    ) -> _RoundT:
        """A round dealt from a seed: the deal of the match's round ``number``. Without a seed every deal is another.

        The rest is as in the constructor, but that a drawn opener (``opening="random"``) is drawn from the seed.

        >>> Round.deal(Rules("draw"), seed=7) == Round.deal(Rules("draw"), seed="7")
        True
        """
        opener = _opener(rules, starter, _is_first(first, scores), dealt=True)
        seed_text = secrets.token_bytes(16) if seed is None else seed_bytes(seed)
        number = whole("number", number, 0, _MOST_ROUNDS - 1)
        key, opener_key = _backend.seed_key(b"deal", seed_text), _backend.seed_key(b"opener", seed_text)
        state = _backend.State.deal(rules.spec, key, number, opener, opener_key, _scores(scores))
        _hold_to(starter, state)
        rnd = cls.__new__(cls)
        rnd._adopt(rules, state, number)
        return rnd

    def _adopt(self, rules: Rules, state: State, number: int) -> None:
        """Take over a state that has been checked and is nobody else's; what was scored in play is read from it."""
        self._rules = rules
        self._number = number
        self._multiple = rules.count_multiple or 0
        self._gains = []
        self._state = state
        self._starter = state.starter
        actions = state.actions()
        if actions and self._multiple:  # what each play scored shows only while it is the last
            for _ in actions:
                state.undo()
            for action in actions:
                self.play_unchecked(Move.from_code(action))

    # What lies hidden from some seat or other

    def hand(self, seat: int) -> tuple[Tile, ...]:
        """A seat's tiles, sorted."""
        return tiles_of(self._state.hand(self._seat(seat)))

    def pips(self, seat: int) -> int:
        """The sum of a seat's tiles."""
        return self._state.pips(self._seat(seat))

    @property
    def boneyard(self) -> tuple[Tile, ...]:
        """The boneyard in drawing order."""
        return tiles_of(self._state.boneyard())

    @property
    def dealt_hands(self) -> tuple[tuple[Tile, ...], ...]:
        """The hands as dealt, in the order given."""
        return tuple(map(tiles_of, self._state.dealt()[0]))

    @property
    def dealt_boneyard(self) -> tuple[Tile, ...]:
        """The boneyard as dealt, in drawing order."""
        return tiles_of(self._state.dealt()[1])

    def view(self, seat: int, rng: Stream | None = None) -> View:
        """All that ``seat`` may know now; ``rng`` is the stream its player may use for this decision.

        >>> Round.deal(Rules("draw"), seed=7).view(1).seat
        1
        """
        state = self._state.seen_by(self._seat(seat))
        return View(self._rules, state, starter=self._starter, gains=self._gains, number=self._number, rng=rng)

    # Playing

    def play(self, move: Move | str) -> Move:
        """Do a move, given as such or as its text, and return it. `IllegalMove` says why not, and nothing is changed.

        >>> Round(Rules("block"), hands=[["6-6", "1-0"], ["6-1"]]).play("1-0")
        Traceback (most recent call last):
            ...
        dominoes.errors.IllegalMove: 1-0 may not open: the first tile must be 6-6
        """
        if type(move) is not Move:
            move = as_move(move)
        if self._state.apply(move.code):
            reason = reasons.explain(self._state, move)
            raise IllegalMove(str(reason), reason)
        if self._multiple:
            self._gains.append(self._gain(move))
        return move

    def play_unchecked(self, move: Move) -> None:
        """Do a move that is known to be legal, such as one of `legal_moves`; anything else spoils the round."""
        self._state.apply_unchecked(move.code)
        if self._multiple:
            self._gains.append(self._gain(move))

    def _gain(self, move: Move) -> int:
        """What a move just done has scored at once."""
        count = self._state.end_count() if move.is_play else 0
        return 0 if count % self._multiple else count

    def undo(self) -> Move:
        """Take the last move back and return it. `MatchError` where there is none."""
        action = self._state.undo()
        if action < 0:
            raise MatchError("there is no move to take back")
        if self._multiple:
            self._gains.pop()
        return Move.from_code(action)

    def copy(self: _RoundT) -> _RoundT:
        """A round that goes on from here by itself."""
        rnd = type(self).__new__(type(self))
        rnd._rules, rnd._number, rnd._multiple, rnd._starter = self._rules, self._number, self._multiple, self._starter
        rnd._state, rnd._gains = self._state.copy(), self._gains.copy()
        if type(self) is not Round and hasattr(self, "__dict__"):  # a subclass's attributes
            rnd.__dict__.update(self.__dict__)
        return rnd

    def playouts(
        self,
        n: int,
        seed: str | int | None = None,
        policy: str | simulation.Weights = "random",
        threads: int = 1,
        *,
        first: int = 0,
    ) -> Playouts:
        """This round played on ``n`` times (`dominoes.playouts`); plays, draws and passes count from here.

        `MatchError` after the round's end.
        """
        state = self._state.copy()
        if state.turn < 0:
            raise MatchError("the round is over: nothing is left to play out")
        return simulation.run(state.playouts, self._rules.players, n, seed, policy, threads, first)

    def solve(
        self,
        *,
        table: int = solving.TABLE,
        nodes: int | None = None,
        seconds: float | None = None,
        roots: bool = False,
        opener_against_rest: bool = False,
    ) -> Solution:
        """Perfect play from here (`dominoes.solve`)."""
        return solving.run(
            self._state.copy(),
            self._rules,
            table=table,
            nodes=nodes,
            seconds=seconds,
            roots=roots,
            opener_against_rest=opener_against_rest,
        )

    # Pictures and Python's own

    def _lines(self) -> list[str]:
        hands = [" ".join(map(str, self.hand(seat))) or "none" for seat in range(self._rules.players)]
        return [*super()._lines(), *(f"hand of seat {seat}: {hand}" for seat, hand in enumerate(hands))]

    def __repr__(self) -> str:
        return f"<Round of {self._rules.players} players: {self._state.action_count} moves, turn {self.turn}>"

    def __eq__(self, other: object) -> bool:
        return self._state == other._state if isinstance(other, Round) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._state)

    def __reduce__(self) -> tuple[object, ...]:
        held = (type(self), self._rules, self._state, self._number)
        return _restore, held, getattr(self, "__dict__", None) or None


def _restore(cls: type[_RoundT], rules: Rules, state: State, number: int) -> _RoundT:
    """What pickled and copied rounds call."""
    if state.viewer >= 0 or state.spec != rules.spec:
        raise ValueError("a Round is restored from a whole state of the same rules")
    rnd = cls.__new__(cls)
    rnd._adopt(rules, state.copy(), number)
    return rnd


def _is_first(first: bool | None, scores: Sequence[int] | None) -> bool:
    if first is not None and not isinstance(first, bool):
        raise TypeError(f"first is True, False or None, not {type(first).__name__}")
    return scores is None if first is None else first


def _opener(rules: Rules, starter: int | None, first: bool, *, dealt: bool) -> int:
    """Who opens, as a `State` takes it. Whether a given starter holds the highest tile is found out with the hands."""
    if not isinstance(rules, Rules):
        raise TypeError(f"rules are a Rules, not {type(rules).__name__}")
    if starter is not None:
        _check_starter(starter, rules.players)
    if rules.opening == "highest-tile" and (first or rules.next_opening == "same"):
        return HIGHEST_TILE
    if starter is not None:
        return starter
    if dealt and rules.opening == "random" and (first or rules.next_opening == "same"):
        return RANDOM_SEAT
    option = "opening" if first or rules.next_opening == "same" else "next_opening"
    why = f"{option} is {getattr(rules, option)!r}"
    raise DealError(f"a starter must be given, a seat from 0 to {rules.players - 1}: {why}")


def _check_starter(starter: int, players: int) -> None:
    if isinstance(starter, bool) or not isinstance(starter, int):
        raise TypeError(f"a starter is a seat, not {type(starter).__name__}")
    if not 0 <= starter < players:
        raise DealError(f"the starter is a seat from 0 to {players - 1}, not {starter}")


def _hold_to(starter: int | None, state: State) -> None:
    """Refuse a starter other than the one who opens."""
    if starter is not None and starter != state.turn:
        highest = max(tiles_of(state.hand(state.turn)), key=lambda tile: tile.rank)
        raise DealError(f"the starter is seat {state.turn}, who holds the highest tile, {highest}, not seat {starter}")


def _numbers(tiles: object, what: str, most: int) -> list[int]:
    """The numbers of given tiles, none with more than ``most`` on a half."""
    if isinstance(tiles, (str, bytes)) or not isinstance(tiles, Iterable):
        raise TypeError(f"{what} is a sequence of tiles, not {type(tiles).__name__}")
    found = [tile if isinstance(tile, Tile) else Tile(tile) for tile in tiles]
    for tile in found:
        if tile.high > most:
            raise DealError(f"{tile} is not in this set, whose numbers run from 0 to {most}")
    return [tile.index for tile in found]


def _scores(scores: Sequence[int] | None) -> tuple[int, ...] | None:
    if scores is None:
        return None
    found = tuple(series(scores, "the scores"))
    for score in found:
        if isinstance(score, bool) or not isinstance(score, int):
            raise TypeError(f"a score is an integer, not {type(score).__name__}")
    return found
