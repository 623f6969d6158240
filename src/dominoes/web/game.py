"""One match as its entries make it: who sits where, how it stands, what happened. Knows no database and no browser."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from dominoes import registry
from dominoes.errors import MatchError
from dominoes.events import Dealt, Drew, Event, Opened, Played
from dominoes.match import Human, Match
from dominoes.moves import Move
from dominoes.record import Record
from dominoes.rules import Rules
from dominoes.view import View

from .store import Entry, SeatRow, Stored, Written

__all__ = [
    "PACES",
    "Drawn",
    "Game",
    "Happened",
    "Invitation",
    "Invited",
    "Joined",
    "Left",
    "Occupant",
    "Seen",
    "Told",
    "Undone",
    "new_match",
    "unnamed",
]

PACES: Final = ("0", "1", "2", "4", "wait")
"""Seconds before a virtual player's turn, or that a person says when: before each, also where it opens a round."""

DEAL: Final = "deal"
UNDO: Final = "undo"
GO: Final = "go"
SIT: Final = "sit"
LEAVE: Final = "leave"
PACE: Final = "pace"
SEAT: Final = "seat"
INVITE: Final = "invite"
"""The words among a match's entries that are no moves: the next round, an undo, leave to go on, ``sit NAME`` (a person
takes a seat), ``leave PLAYER`` (a virtual player takes it), ``pace PACE``, something of a seat's row, and
``invite SEAT`` (whoever sits there invites somebody to this one)."""


@dataclass(frozen=True)
class Occupant:
    """Who sits at a seat."""

    name: str
    """A person's own, empty where none was typed; a virtual player's as it is registered."""
    player: str | None = None
    """A registered player, or None for a person."""
    open: bool = False
    """Whether the seat is kept for a person who is invited."""

    @property
    def person(self) -> bool:
        """Whether a person sits here."""
        return self.player is None and not self.open


@dataclass(frozen=True)
class Drawn:
    """A virtual player drew so many tiles in one turn."""

    seat: int
    count: int
    boneyard_count: int


@dataclass(frozen=True)
class Undone:
    """A person took actions back."""

    seat: int
    moves: tuple[tuple[int, Move], ...]
    """Each with its seat, in the order in which they had been made."""


@dataclass(frozen=True)
class Joined:
    """Somebody sat down: a person, or a virtual player at a seat that was kept for one."""

    seat: int


@dataclass(frozen=True)
class Left:
    """A person left, and a virtual player goes on."""

    seat: int
    name: str
    """What the person was called."""
    player: str
    """The virtual player, as it is registered."""


Happened = Event | Drawn | Undone | Joined | Left


@dataclass(frozen=True)
class Told:
    """Something that happened, and by which entries."""

    number: int
    """The entry that began it; 0 for the first deal."""
    index: int
    """Which one of that entry's it is."""
    through: int
    """The last entry that belongs to it."""
    what: Happened
    who: tuple[Occupant, ...]
    """Who sat at the table then."""
    left: int | None = None
    """After a play the tiles left in that hand."""

    @property
    def id(self) -> str:
        """A name of its own in the match."""
        return f"{self.number}.{self.index}"

    def reader(self, seat: int, occupants: tuple[Occupant, ...]) -> int | None:
        """The seat of the reader who sits at ``seat`` now; None where another sat there then."""
        return seat if self.who[seat] is occupants[seat] else None


@dataclass(frozen=True)
class Invitation:
    """A link to a seat that nobody has taken yet."""

    seat: int
    by: int
    """The seat of whoever made it."""
    entry: int
    """The entry that tells of it; 0 where the match began with it."""
    hashed: str
    """What the database keeps of the link's token."""


@dataclass(frozen=True)
class Invited:
    """What whoever has an invitation may know before taking the seat."""

    invitation: Invitation
    rules: Rules
    occupants: tuple[Occupant, ...]


@dataclass(frozen=True)
class Seen:
    """A match as one seat may know it at one moment: all from which anything is shown to it."""

    id: str
    seat: int
    view: View
    version: int
    position: int
    round_number: int
    """From 1."""
    occupants: tuple[Occupant, ...]
    pace: str
    may_go: bool
    """Whether the next virtual player waits for a person's word."""
    told: tuple[Told, ...]
    """What happened, as the seat may know it."""
    recent: tuple[Told, ...]
    """What happened in this round since the seat's own last action, that one included."""
    winner: int | None
    """The seat or team that has won the match."""
    practice: bool
    commitment: str | None
    seed: str | None
    """Only when the match is over."""
    salt: str | None
    undo_refused: str | None
    """Why nothing can be taken back: ``nothing``, ``persons``, ``shown``; None where it can."""
    waits: bool
    """Whether nobody acts yet, since a seat is kept for somebody who is invited."""
    invitations: tuple[Invitation, ...]
    """Those that can still be taken."""
    changed: float

    @property
    def over(self) -> bool:
        """Whether the match is won."""
        return self.winner is not None


class Game:
    """A match in memory, as far as its entries were read. Not made for several threads at once.

    All seats are persons to the `Match` within: a virtual player's choices are made outside (`choose`) and come
    back as entries like anybody's, so that reading them again never asks a player.
    """

    def __init__(self, stored: Stored) -> None:
        row = stored.row
        self.row = row
        self.seats: tuple[SeatRow, ...] = stored.seats
        self.seats_known = True
        """Whether `seats` are those of this version."""
        self.occupants = _occupants(row)
        self.pace = _pace(row.pace)
        first = next((seat for seat, one in enumerate(self.occupants) if one.person), 0)
        self._inviting = {seat: (first, 0) for seat, one in enumerate(self.occupants) if one.open}
        """By seat who has invited somebody there, and the entry that tells of it."""
        self.version = self.position = 0
        self.changed = stored.changed
        self.acted = row.created
        """When the one who is to act could begin to: of the last action, or when somebody sat down since."""
        self.went = False
        """Whether a person has said ``go`` since the last action."""
        self.broken = False
        """Whether an entry could be done only in part, or not at all."""
        self.match = _begun(row, self.occupants)
        self._told: list[Told] = []
        self._tell(0, self.match.events if row.given else self.match.step())
        self.apply(stored.entries)

    @property
    def rules(self) -> Rules:
        """The rules of the match."""
        return self.match.rules

    # Going on

    def apply(self, added: Iterable[Entry]) -> None:
        """Do what entries say. An error of the engine means that the database was changed by hand."""
        for entry in added:
            self.broken = True
            if entry.number != self.version + 1:
                raise MatchError(f"entry {entry.number} does not follow {self.version}")
            self._apply(entry)
            if entry.move.partition(" ")[0] not in (GO, PACE, SEAT):
                self.acted = entry.at
            self.version = entry.number
            self.broken = False

    def _apply(self, entry: Entry) -> None:
        word, _, rest = entry.move.partition(" ")
        seat = entry.seat
        if word == GO:
            self.went = True
        elif word == PACE:
            self.pace = _pace(rest)
        elif word in (SEAT, SIT, LEAVE):
            self.seats_known = False
            if seat is None or not 0 <= seat < len(self.occupants):
                raise MatchError(f"entry {entry.number} is of no seat")
            if word != SEAT:
                self._change(entry.number, seat, word, rest)
            elif rest.startswith(f"{INVITE} "):
                self._inviting[seat] = (int(rest.partition(" ")[2]), entry.number)
        else:
            self._move(entry, word)
            self.position = entry.number

    def _move(self, entry: Entry, word: str) -> None:
        """Deal, take back or act."""
        if word == DEAL:
            self._tell(entry.number, self.match.step())
        elif word == UNDO:
            assert entry.seat is not None
            actors = _acted(self.match)
            moves = self.match.undo(entry.seat)
            self._tell(entry.number, (Undone(entry.seat, tuple(zip(actors[-len(moves) :], moves, strict=True))),))
        else:
            if entry.seat != self.match.turn:
                raise MatchError(f"entry {entry.number} is of seat {entry.seat}, but seat {self.match.turn} is to act")
            self._tell(entry.number, self.match.act(entry.move))
        # A word is for a whole turn, draws and all.
        self.went = self.went and word not in (DEAL, UNDO) and entry.seat == self.match.turn

    def _change(self, number: int, seat: int, word: str, name: str) -> None:
        """Somebody sits down at a seat."""
        before = self.occupants[seat]
        found = Occupant(name) if word == SIT else Occupant(name, name)
        self.occupants = (*self.occupants[:seat], found, *self.occupants[seat + 1 :])
        self._tell(number, (Left(seat, before.name, name) if before.person else Joined(seat),))

    def _tell(self, number: int, happened: Iterable[Happened]) -> None:
        for index, what in enumerate(happened):
            if isinstance(what, Drew) and not self.occupants[what.seat].person:
                self._tell_draw(number, index, what)
            else:
                # What a record brought happened before anybody could be told.
                left = None
                if isinstance(what, (Opened, Played)) and number:
                    left = self.match.round.hand_counts[what.seat]
                self._told.append(Told(number, index, number, what, self.occupants, left))

    def _tell_draw(self, number: int, index: int, drew: Drew) -> None:
        """A virtual player's draws in one turn are written together, and so they are told together."""
        last = self._told[-1] if self._told else None
        if (
            last is not None
            and isinstance(last.what, Drawn)
            and (last.what.seat, last.through) == (drew.seat, number - 1)
        ):
            more = replace(last.what, count=last.what.count + 1, boneyard_count=drew.boneyard_count)
            self._told[-1] = replace(last, through=number, what=more)
        else:
            drawn = Drawn(drew.seat, 1, drew.boneyard_count)
            self._told.append(Told(number, index, number, drawn, self.occupants))

    # How it stands

    @property
    def over(self) -> bool:
        """Whether the match is won."""
        return self.match.over

    @property
    def persons(self) -> tuple[int, ...]:
        """The seats of persons."""
        return tuple(seat for seat, one in enumerate(self.occupants) if one.person)

    @property
    def waits(self) -> bool:
        """Whether nobody acts yet, since a seat is kept for somebody who is invited."""
        return not self.over and any(one.open for one in self.occupants)

    @property
    def due(self) -> int | None:
        """The seat of the virtual player that is to act; None where a person is, or nobody."""
        turn = self.match.turn
        return None if turn is None or self.waits or self.occupants[turn].person else turn

    @property
    def held(self) -> bool:
        """Whether the virtual player that is to act waits for a person's ``go``, as it does with the pace ``wait``:
        whoever reads or hears what has happened decides when it goes on."""
        return self.pace == "wait" and self.due is not None and not self.went

    def seat_of(self, token: str) -> SeatRow | None:
        """The seat of whoever has the cookie with this hash."""
        return next((one for one in self.seats if one.token == token), None)

    @property
    def invitations(self) -> tuple[Invitation, ...]:
        """Those that can still be taken."""
        return tuple(
            Invitation(one.seat, *self._inviting.get(one.seat, (0, 0)), one.invitation)
            for one in self.seats
            if one.invitation and not self.over and not self.occupants[one.seat].person
        )

    def apart(self) -> Match:
        """The match by itself, to try things on."""
        return self.match.copy()

    def undo_refused(self, seat: int) -> str | None:
        """Why that seat may not take anything back (see `Seen.undo_refused`); None where it may."""
        if self.persons != (seat,):
            return "persons"
        if self.match.turn is None and not self.row.practice:
            return "shown"  # all hands lay open: nobody could unsee them
        return None if seat in _acted(self.match) else "nothing"

    def seen_by(self, seat: int, since: int = -1) -> Seen:
        """All that this seat may know; of what happened only that of entries after ``since``."""
        match, row = self.match, self.row
        refused = self.undo_refused(seat)
        return Seen(
            id=row.id,
            seat=seat,
            view=match.view(seat),
            version=self.version,
            position=self.position,
            round_number=len(match.rounds),
            occupants=self.occupants,
            pace=self.pace,
            may_go=self.held,
            told=self._told_to(seat, since),
            recent=self._recent(seat),
            winner=match.winner,
            practice=row.practice,
            commitment=row.commitment,
            seed=row.seed if match.over else None,
            salt=row.salt if match.over else None,
            undo_refused=refused,
            waits=self.waits,
            invitations=self.invitations,
            changed=self.changed,
        )

    def _told_to(self, seat: int, since: int) -> tuple[Told, ...]:
        start = len(self._told)
        while start and self._told[start - 1].through > since:
            start -= 1
        return tuple(_masked(one, seat, self.occupants) for one in self._told[start:])

    def _recent(self, seat: int) -> tuple[Told, ...]:
        start = len(self._told)
        while start and not isinstance(self._told[start - 1].what, Dealt):
            start -= 1
            if getattr(self._told[start].what, "seat", None) == seat:
                break
        return tuple(_masked(one, seat, self.occupants) for one in self._told[start:])

    def record(self) -> Record | None:
        """The rounds that are over, with seed and salt only when the match is; None where none is over."""
        if not self.match.rounds or (len(self.match.rounds) == 1 and self.match.turn is not None):
            return None
        record = self.match.to_record()
        rounds = record.rounds if self.match.turn is None else record.rounds[:-1]
        over = self.match.over
        return replace(
            record,
            rounds=rounds,
            players=tuple(one.name or unnamed(seat) for seat, one in enumerate(self.occupants)),
            opponents=tuple(one.player for one in self.occupants),
            seed=record.seed if over else None,
            salt=self.row.salt if over else None,
            commitment=self.row.commitment,
        )


def new_match(
    id_: str,
    rules: Rules,
    occupants: Sequence[Occupant],
    *,
    pace: str,
    created: float,
    seed: str,
    salt: str | None,
    commitment: str | None,
    given: Record | None = None,
) -> Written:
    """The row of a new match. Without a salt it is practice: somebody may know the seed."""
    return Written(
        id=id_,
        created=created,
        rules=json.dumps(rules.to_dict() | {"players": rules.players}),
        occupants=json.dumps(
            [{"name": one.name, "player": one.player, **({"open": True} if one.open else {})} for one in occupants]
        ),
        pace=pace,
        seed=seed,
        salt=salt,
        commitment=commitment,
        practice=salt is None,
        given=None if given is None else given.dumps(),
    )


def choose(player: str, view: View) -> Move:
    """What a registered player chooses, or where it fails the heaviest tile: a match goes on whoever sits there."""
    for name in (player, "heaviest"):
        try:
            move = registry.get(name).choose(view)
        except Exception:  # a player of somebody else's may raise anything
            continue
        if isinstance(move, Move) and view.is_legal(move):
            return move
    return view.legal_moves()[0]


def unnamed(seat: int) -> str:
    """What a record calls a person who has typed no name, whatever the languages at the table: ``Seat 2``."""
    return f"Seat {seat + 1}"


def _occupants(row: Written) -> tuple[Occupant, ...]:
    found = tuple(Occupant(**one) for one in json.loads(row.occupants))
    for one in found:
        types = (type(one.name), type(one.player), type(one.open))
        if types not in ((str, str, bool), (str, type(None), bool)):
            raise MatchError(f"{one} is nobody who could sit at a table")
    return found


def _pace(text: str) -> str:
    if text not in PACES:
        raise MatchError(f"{text!r} is no pace")
    return text


def _begun(row: Written, occupants: Sequence[Occupant]) -> Match:
    persons = [Human(unnamed(seat)) for seat in range(len(occupants))]
    if row.given is None:
        return Match(Rules.from_dict(json.loads(row.rules)), persons, row.seed, salt=row.salt)
    # A record may tell no seed; every process must go on by the same.
    return Match.from_record(replace(Record.loads(row.given), seed=row.seed), persons)


def _acted(match: Match) -> list[int]:
    """The seat of each action of the round that is on, or of the last one."""
    seat, found = match.round.starter, []
    for move in match.round.moves:
        found.append(seat)
        seat = seat if move.is_draw else (seat + 1) % match.rules.players
    return found


def _masked(told: Told, seat: int, occupants: tuple[Occupant, ...]) -> Told:
    """Only what was drawn is hidden from some: who sits there now was not told what another drew."""
    what = told.what
    if isinstance(what, Drew) and (what.seat != seat or told.reader(seat, occupants) is None):
        return replace(told, what=replace(what, tile=None))
    return told
