"""A match: rounds to a target, between persons and players. It can be saved, resumed, taken back and repeated.

>>> from dominoes import Rules
>>> match = Match(Rules("draw", target=20), ["random", "heaviest"], seed="friday")
>>> last = [event for event in match.run()][-1]
>>> match.over, last.winner == match.winner, max(match.scores) >= 20
(True, True, True)
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from dominoes import registry
from dominoes._backend import Stream, seed_key
from dominoes._check import held_to, one_line, quoted, raised, seed_bytes, whole
from dominoes.errors import MatchError
from dominoes.events import Drew, Event, MatchOver, Opened, Passed, Played, RoundOver, of_moves
from dominoes.moves import Move
from dominoes.progress import AS_FIRST, checked_scores, leader, next_opening
from dominoes.record import Record, RecordResult, RecordRound, commitment
from dominoes.registry import Player, PlayerError
from dominoes.replaying import replayed_rounds
from dominoes.round import Round
from dominoes.rules import Rules
from dominoes.view import View

__all__ = ["Human", "Match", "Player", "PlayerError"]

_MatchT = TypeVar("_MatchT", bound="Match")


@dataclass(frozen=True)
class Human:
    """A seat at which a person sits: `Match.run` stops there, and `Match.act` plays for it.

    The name is a printable text that is not blank: TypeError for what is no text, `PlayerError` for another one.
    """

    name: str = "You"

    def __post_init__(self) -> None:
        registry.checked_name(_checked_type(self.name, "a player's name"))


class Match:
    """Rounds to a target. The first is dealt at once, the others as `run` (or `step`) comes to them.

    ``players`` has for each seat a `Human`, a `Player` or a text that `players.get` takes. ``seed`` is a text or an
    integer, by which everything random is drawn; without one it is a fresh text (`seed` tells). ``scores`` are those
    to begin with, per seat. With a ``salt`` (a text), `commitment` is what to publish before the match, so that the
    seed can be proved after it. ``meta`` are texts that only go into the record.

    `PlayerError` for wrong players, one whose name is no printable text among them, `DealError` for wrong scores or a
    seed that UTF-8 cannot write.

    >>> from dominoes import Rules
    >>> match = Match(Rules("draw"), [Human("Ann"), "heaviest"], seed=2)
    >>> for event in match.run():  # stops where Ann must act
    ...     print(event.kind)
    dealt
    >>> match.waiting, str(match.round.legal_moves()[0])
    (0, '6-6')
    >>> [event.kind for event in match.act("6-6")], [event.kind for event in match.run()]
    (['opened'], ['played'])
    >>> match.undo(), match.round.moves
    ((Move("6-6"), Move("6-4@L")), ())
    """

    _rules: Rules
    _players: tuple[Player | Human, ...]
    _names: tuple[str, ...]
    _opponents: tuple[str | None, ...] | None
    _seed: str | None
    _salt: str | None
    _commitment: str | None
    _meta: dict[str, str] | None
    _given_scores: tuple[int, ...] | None
    """What the match began with; None for nothing."""
    _first: bool | None
    """What the first round says of itself in a record."""
    _rounds: list[Round]
    _untold: tuple[Event, ...]
    """What happened before anybody could be told: the deal, or that there is nothing to play."""

    def __init__(
        self,
        rules: Rules,
        players: Sequence[Player | Human | str],
        seed: str | int | None = None,
        scores: Sequence[int] | None = None,
        *,
        salt: str | None = None,
        meta: Mapping[str, str] | None = None,
    ) -> None:
        if not isinstance(rules, Rules):
            raise TypeError(f"rules are a Rules, not {type(rules).__name__}")
        self._rules = rules
        self._sit_down(players)
        self._seed = secrets.token_hex(16) if seed is None else seed_bytes(seed).decode()
        self._salt = None if salt is None else _checked_text(salt, "a salt")
        self._commitment = None if salt is None else commitment(self._seed, salt)
        self._meta = None if meta is None else _checked_meta(meta)
        self._given_scores = None if scores is None else checked_scores(rules, scores)
        self._first = None if scores is None else True
        self._rounds = []
        self._untold = (MatchOver(self.winner, self.scores),) if self.winner is not None else self._deal()

    def _sit_down(self, players: Sequence[Player | Human | str]) -> None:
        if isinstance(players, str) or not isinstance(players, Sequence):
            raise TypeError(f"players are a sequence, one a seat, not {quoted(players)}")
        if len(players) != self._rules.players:
            raise PlayerError(f"the rules are for {self._rules.players} players, not for {len(players)}")
        self._players = tuple(_seated(player, seat) for seat, player in enumerate(players))
        self._names = tuple(map(_name_at, range(len(players)), self._players))
        # A registered player is known by the name it is registered by, whatever it calls itself.
        known = [given if isinstance(given, str) else None for given in players]
        opponents = tuple(
            None if isinstance(player, Human) else known[seat] or self._names[seat]
            for seat, player in enumerate(self._players)
        )
        self._opponents = opponents if any(opponents) else None

    # How it stands

    @property
    def rules(self) -> Rules:
        """The rules of every round."""
        return self._rules

    @property
    def players(self) -> tuple[Player | Human, ...]:
        """Who plays, per seat."""
        return self._players

    @property
    def names(self) -> tuple[str, ...]:
        """What they are called, per seat."""
        return self._names

    @property
    def seed(self) -> str | None:
        """The text by which everything random is drawn; None only in a match replayed from a record that tells none."""
        return self._seed

    @property
    def salt(self) -> str | None:
        """The salt of the `commitment`, to be told after the match."""
        return self._salt

    @property
    def commitment(self) -> str | None:
        """What to publish before the match: SHA-256 of salt and seed, in hexadecimal. None without a salt."""
        return self._commitment

    @property
    def meta(self) -> dict[str, str] | None:
        """The texts that go into the record as they are; a copy."""
        return None if self._meta is None else dict(self._meta)

    @property
    def rounds(self) -> tuple[Round, ...]:
        """All rounds dealt so far."""
        return tuple(self._rounds)

    @property
    def round(self) -> Round:
        """The round that is on, or the last one. `MatchError` where none was dealt: the given scores had decided it."""
        if not self._rounds:
            raise MatchError("no round was dealt: the scores given at the start had decided the match")
        return self._rounds[-1]

    @property
    def turn(self) -> int | None:
        """The seat to act; None between rounds and after the match."""
        return self._rounds[-1].turn if self._rounds else None

    @property
    def waiting(self) -> int | None:
        """The seat of the person who must `act`; None where `run` goes on, and after the match."""
        turn = self.turn
        return turn if turn is not None and isinstance(self._players[turn], Human) else None

    @property
    def scores(self) -> tuple[int, ...]:
        """The scores per seat, with what the round that is on has brought so far; a team's stand at both its seats."""
        if self._rounds:
            return self._rounds[-1].scores
        return self._given_scores or (0,) * self._rules.players

    @property
    def points(self) -> tuple[int, ...]:
        """What each seat has scored in the round that is on, or in the last one."""
        return self._rounds[-1].points if self._rounds else (0,) * self._rules.players

    @property
    def winner(self) -> int | None:
        """The seat that has won the match, with partners the team (0 or 1); None while it is on."""
        return None if self.turn is not None else leader(self._rules, self.scores)

    @property
    def over(self) -> bool:
        """Whether the match is won."""
        return self.winner is not None

    @property
    def events(self) -> tuple[Event, ...]:
        """All that happened, from the first deal on, with every tile face up (see `Event.for_seat`)."""
        return (*(event for rnd in self._rounds for event in rnd.events), *self._ending())

    def view(self, seat: int) -> View:
        """What that seat may know of the round, with the stream of chance for a decision it takes now."""
        rnd = self.round
        whole("a seat", seat, 0, self._rules.players - 1)
        return rnd.view(seat, None if self._seed is None else self._stream(self._seed, seat, rnd))

    def _stream(self, seed: str, seat: int, rnd: Round) -> Stream:
        number = (len(self._rounds) - 1) << 32 | len(rnd.moves)
        return Stream(seed_key(f"player {seat}".encode(), seed.encode()), number)

    # Playing

    def run(self) -> Iterator[Event]:
        """Play on, one action after the other, giving what happens as it happens; ends where a person must `act`.

        Each round's deal is one step, taken only when it is asked for: until then the finished round can be taken back.
        `PlayerError`, on one line, where a player fails: where it raises anything but KeyboardInterrupt, SystemExit
        too, or gives what is no legal move. The match is then as it was before its turn; running on asks it again.
        """
        while True:
            self._untold = self._untold or self.step()
            if not self._untold:
                return
            event, *rest = self._untold
            self._untold = tuple(rest)  # whoever asks next is told what an abandoned run() had still to tell
            yield event

    def step(self) -> tuple[Event, ...]:
        """Do the next thing that needs no person, one deal or one player's action, and say what happened.

        Nothing is done and told where a person must `act`, and after the match.
        """
        if self._untold:
            happened, self._untold = self._untold, ()
            return happened
        if self.over or self.waiting is not None:
            return ()
        if self.turn is None:
            return self._deal()
        return self._perform(self._choice(self.turn))

    def act(self, move: Move | str) -> tuple[Event, ...]:
        """Play for the person whose turn it is; what happened: the action, then the round's and the match's end.

        `IllegalMove` says why a move is not possible, `MatchError` that no person is to act; nothing is changed then.
        """
        turn = self.turn
        if turn is None:
            raise MatchError("the match is over" if self.over else "the round is over: run() deals the next one")
        if self.waiting is None:
            raise MatchError(one_line(f"it is the turn of {self._names[turn]} (seat {turn}), who plays by run()"))
        happened = self._perform(move)
        self._untold = ()
        return happened

    def undo(self, seat: int | None = None) -> tuple[Move, ...]:
        """Take back the last action of a person (or of ``seat``) and all that came after it; the moves, in order.

        A draw is an action like any other, and drawing again draws the same tile. Players think the same again too. In
        a match without persons one action is taken back. It reaches as far as the deal: into a finished round until
        the next is dealt. `MatchError` where there is nothing to take back.
        """
        rnd = self.round
        if seat is not None:
            whole("a seat", seat, 0, self._rules.players - 1)
        seats = [event.seat for event in rnd.events if isinstance(event, (Opened, Played, Drew, Passed))]
        wanted = self._persons() if seat is None else (seat,)
        last = max((index for index, actor in enumerate(seats) if actor in wanted), default=None)
        if last is None:
            raise MatchError("there is nothing to take back in this round")
        moves = [rnd.undo() for _ in seats[last:]]
        self._untold = ()
        return tuple(reversed(moves))

    def copy(self: _MatchT) -> _MatchT:
        """A match that goes on from here by itself; the players are the same objects."""
        match = type(self).__new__(type(self))
        match.__dict__.update(self.__dict__)
        match._rounds = [rnd.copy() for rnd in self._rounds]
        match._meta = self.meta
        return match

    __copy__ = copy

    def _persons(self) -> tuple[int, ...]:
        """The seats of persons; where there are none, all."""
        seats = tuple(range(len(self._players)))
        return tuple(seat for seat in seats if isinstance(self._players[seat], Human)) or seats

    def _deal(self) -> tuple[Event, ...]:
        if self._seed is None:  # a record that tells no seed goes on by a fresh one
            self._seed = secrets.token_hex(16)
        number = len(self._rounds)
        opening = next_opening(self._rounds[-1]) if number else AS_FIRST
        scores = self.scores
        self._rounds.append(
            Round.deal(
                self._rules, self._seed, number=number, first=opening.first, starter=opening.starter, scores=scores
            )
        )
        return self._rounds[-1].events

    def _perform(self, move: Move | str) -> tuple[Event, ...]:
        rnd = self.round
        seat, boneyard = rnd.turn, rnd.boneyard
        assert seat is not None
        done = rnd.play(move)
        happened: list[Event] = list(of_moves((done,), (seat,), boneyard, rnd._gains[-1:]))
        if rnd.result is not None:
            happened.append(RoundOver(*rnd.result, rnd.scores))
        return (*happened, *self._ending())

    def _ending(self) -> tuple[Event, ...]:
        winner = self.winner
        return () if winner is None else (MatchOver(winner, self.scores),)

    def _choice(self, seat: int) -> Move:
        """What the player at a seat chooses; `PlayerError` where it fails, the match being as before."""
        player = self._players[seat]
        assert not isinstance(player, Human)
        if self._seed is None:
            self._seed = secrets.token_hex(16)
        rnd, count = self.round, len(self._rounds)
        kept = rnd.copy()
        try:
            move, fault = _chosen(player, self.view(seat))
        except KeyboardInterrupt:  # the key of whoever runs the match
            raise
        except BaseException as error:  # sys.exit() too is a player's failure, and no reason to end the program
            raise self._failure(seat, f"could not choose: {raised(error)}") from error
        finally:
            # A view leads nowhere, but a player may have been handed the match itself by whoever made it.
            meddled = self._rounds[count - 1 :] != [kept]
            self._untold = ()  # what it may have made happen is not told
            if meddled:
                self._rounds[count - 1 :] = [kept]
        if meddled:
            raise self._failure(seat, "changed the match instead of choosing")
        if move is None:
            raise self._failure(seat, fault)
        reason = rnd.why_not(move)
        if reason is not None:
            raise self._failure(seat, f"chose {move}: {reason}")
        return move

    def _failure(self, seat: int, what: str) -> PlayerError:
        """The error that says what a player did, on one line: names may come from a record, and words from anywhere."""
        return PlayerError(one_line(f"the player {self._names[seat]} (seat {seat}) {what}"))

    # Records

    def to_record(self) -> Record:
        """The match as it stands, as a `Record`. `MatchError` where no round was dealt."""
        first = _written(self.rounds[0] if self._rounds else self.round, self._first, self._given_scores)
        return Record(
            rules=self._rules,
            players=self._names,
            rounds=(first, *map(_written, self._rounds[1:])),
            opponents=self._opponents,
            seed=self._seed,
            salt=self._salt,
            commitment=self._commitment,
            meta=self.meta,
            scores=self.scores if self.over else None,
        )

    @classmethod
    def from_record(cls, record: Record, players: Sequence[Player | Human | str] | None = None) -> Match:
        """The match at a record's end, to be played on: what comes is what would have come without the break.

        ``players`` are those that the record names as its opponents, and persons elsewhere, unless given; the names
        stay those of the record.
        `RecordError` for a record that does not replay, `PlayerError` for an opponent that is not found. An opponent
        written ``module:Class`` would have to be imported, which runs its code: refused, unless ``players`` say so.
        """
        held_to(Record, record, "a match is made from a")
        match = cls.__new__(cls)
        match._rules = record.rules
        match._rounds = replayed_rounds(record)
        match._sit_down(_seats_of(record) if players is None else players)
        match._names = record.players
        if players is None:
            match._opponents = record.opponents
        match._seed, match._salt, match._commitment = record.seed, record.salt, record.commitment
        match._meta = None if record.meta is None else dict(record.meta)
        match._first, match._given_scores = record.rounds[0].first, record.rounds[0].scores_before
        match._untold = ()
        return match

    def __repr__(self) -> str:
        state = f"won by {self.winner}" if self.over else f"turn {self.turn}"
        number = f"round {len(self._rounds) - 1}" if self._rounds else "no round"
        return f"<Match of {', '.join(self._names)}: {number}, {state}, scores {self.scores}>"


def _seats_of(record: Record) -> list[Human | str]:
    """Who sits where by a record's own word. A file is no reason to import a module, whatever it names."""
    opponents = record.opponents or (None,) * len(record.players)
    for opponent in opponents:
        if opponent is not None and is_code(opponent):
            raise PlayerError(
                f"the record's opponent {quoted(opponent)} is code to import: give players= to say that you trust it"
            )
    seats = zip(record.players, opponents, strict=True)
    return [person(name) if opponent is None else opponent for name, opponent in seats]


def is_code(opponent: str) -> bool:
    """Whether to look for a player of this text would import a module that the text names."""
    return ":" in opponent


def person(name: str) -> Human:
    """The person of a record's name, which may be any text; where it is no right one, `Match.names` alone has it."""
    return Human(name) if registry.is_name(name) else Human()


def _seated(player: Player | Human | str, seat: int) -> Player | Human:
    found = registry.get(player) if isinstance(player, str) else player
    if isinstance(found, Human) or registry.is_player(found):
        return found
    raise PlayerError(
        f"the player of seat {seat} must be a Human, a registered name or an object with name and choose(view), "
        f"not {quoted(player)}"
    )


def _name_at(seat: int, player: Player | Human) -> str:
    return player.name if isinstance(player, Human) else registry.name_of(player, f"the player of seat {seat}")


def _chosen(player: Player, view: View) -> tuple[Move, str] | tuple[None, str]:
    """What a player chooses, or None and what is wrong with it."""
    choice: object = player.choose(view)
    # not isinstance, which asks the object itself what it is
    return (choice, "") if type(choice) is Move else (None, registry.no_move(choice))


def _checked_type(text: object, what: str) -> str:
    if not isinstance(text, str):
        raise TypeError(f"{what} is a text, not {type(text).__name__}")
    return text


def _checked_text(text: object, what: str) -> str:
    text = _checked_type(text, what)
    try:
        text.encode()
    except UnicodeEncodeError:
        raise PlayerError(f"{what} is a text that UTF-8 can write, not {quoted(text)}") from None
    return text


def _checked_meta(meta: Mapping[str, str]) -> dict[str, str]:
    if not isinstance(meta, Mapping):
        raise TypeError(f"meta are texts by their names, not {type(meta).__name__}")
    return {_checked_text(name, "a name in meta"): _checked_text(text, f"meta {name}") for name, text in meta.items()}


def _written(rnd: Round, first: bool | None = None, scores_before: tuple[int, ...] | None = None) -> RecordRound:
    """A round as a record has it."""
    result = rnd.result
    return RecordRound(
        hands=rnd.dealt_hands,
        boneyard=rnd.dealt_boneyard,
        starter=rnd.starter,
        actions=rnd.moves,
        result=None if result is None else RecordResult(*result),
        first=first,
        scores_before=scores_before,
    )
