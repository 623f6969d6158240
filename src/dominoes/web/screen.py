"""What one seat is shown, ready for the templates: texts, lists and pictures, made from what that seat may know."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from markupsafe import Markup

from dominoes.events import Drew
from dominoes.moves import Move
from dominoes.tiles import Tile

from .commands import reasons_against
from .game import PACES, Seen, Told
from .pictures import lettered, place_of, table_picture, tile_picture
from .words import Words, kind_of, sound_of

if TYPE_CHECKING:
    from dominoes.speaking.company import Company
    from dominoes.view import View

__all__ = [
    "Choice",
    "Command",
    "Held",
    "Line",
    "Player",
    "Result",
    "Screen",
    "events_of",
    "screen_of",
]

LOG: Final = 200
"""The most lines of the log on a page."""
HAPPENED: Final = 8
"""The most of what happened that is said to somebody who opens the page."""


@dataclass(frozen=True)
class Choice:
    """One way to play a tile."""

    move: str
    """What to post: ``6-4@R:corner-left``."""
    label: str
    """In words: ``left end, 6: corner left, then leading north``."""
    short: str
    """What of it tells it from the other places on the same end: ``corner left``."""
    end: str | None
    ghost: str
    """The id of its ghost in the table's picture."""
    width: int
    height: int
    """How large the ghost is, in the picture's units; 0 for a tile that opens without a table."""
    first: int
    """The number on its upper or left half."""


@dataclass(frozen=True)
class Held:
    """A tile of the seat's own hand."""

    tile: str
    """As it is written: ``6-4``. Not to be read aloud."""
    id: str
    """``hand-6-4``."""
    ask: str
    """Asked where it fits in several places."""
    label: str
    """With the ends where it fits: ``six-four, fits: left 6``."""
    high: int
    playable: bool
    """Whether it can be played now."""
    why: str | None
    """Why not, in words; None where it can, and where it is another's turn."""
    choices: tuple[Choice, ...]
    picture: Markup


@dataclass(frozen=True)
class Player:
    """A seat as the others see it."""

    seat: int
    name: str
    you: bool
    person: bool
    partner: bool
    """Whether it is the reader's partner."""
    status: str
    """``to-move``, ``thinking``, ``ready`` (acts when a person says so), ``must-draw``, ``blocked`` (must pass, or the
    round is blocked), ``passed``, ``won``, ``lost`` (the match), ``invited`` (nobody sits there yet), ``waiting``, or
    empty: the round is over, and was won by another."""
    status_text: str
    tiles: int
    tiles_text: str
    points_text: str
    """``23 points``; with partners those of the team."""
    line: str
    """All of it in a line, for ears."""
    acting: bool
    """Whether it is this player's turn."""
    hand: tuple[Markup, ...] | None
    """Pictures of its tiles once they lie open."""
    hand_text: str | None
    link: str | None
    """The link of an open invitation to this seat, where the reader has made it."""
    order: int
    """The later an invitation, the higher."""


@dataclass(frozen=True)
class Command:
    """Something that can be asked for by a button."""

    name: str
    """As in the path: ``draw``, ``pass``, ``undo``, ``hint``, ``next``, ``go``, ``without``."""
    label: str
    possible: bool
    why: str | None
    """Why not."""


@dataclass(frozen=True)
class Line:
    """A line of the log, or an event to announce."""

    id: str
    kind: str
    text: str
    brief: str
    own: bool
    """Whether the reader did it."""
    sound: str | None
    log: bool = True
    """Whether it stands in the log too."""


@dataclass(frozen=True)
class Result:
    """A round that is over."""

    title: str
    lines: tuple[str, ...]
    """Every hand, and how the points come about."""
    scores: str
    winner_text: str | None
    """Of the match, where it is over."""


@dataclass(frozen=True)
class Screen:
    """Everything on the page. Nothing in it is hidden from the seat."""

    id: str
    seat: int
    language: str
    version: int
    position: int
    game: str
    """The preset's name, as in paths."""
    game_title: str
    round_number: int
    over: bool
    round_over: bool
    yours: bool
    must: str
    """``play``, ``draw``, ``pass``, ``next``, ``go``, ``wait`` or ``over``."""
    turn_text: str
    players: tuple[Player, ...]
    """In the order of play, the reader first."""
    hand: tuple[Held, ...]
    commands: tuple[Command, ...]
    ends: tuple[str, ...]
    ends_text: str
    rows: tuple[tuple[str, list[str]], ...]
    """The tiles from the left end to the right, then a spinner's arms: what a row is called, and its tiles."""
    boneyard: int
    reserved: int
    """So many of them are never drawn."""
    boneyard_text: str
    drawing: bool
    """Whether the reader must draw now."""
    table: Markup
    """The picture of the table, an ``<svg>``."""
    bounded: bool
    """Whether the table has edges; without, the picture is as large as the chain needs."""
    scores_text: str
    result: Result | None
    log: tuple[Line, ...]
    pace: str
    paces: tuple[tuple[str, str], ...]
    persons: int
    """How many persons play."""
    practice: bool
    commitment: str | None
    seed: str | None
    salt: str | None
    """The last two only when the match is over."""
    tell: dict[str, str]
    """Sentences for the keys that ask (see the protocol)."""
    greeting: tuple[str, ...]
    """What is said once to somebody who opens the page: the partner, what happened, the own tiles, the turn."""

    @property
    def me(self) -> Player:
        """The reader's own seat."""
        return self.players[0]

    @property
    def others(self) -> tuple[Player, ...]:
        """All others, in the order of play."""
        return self.players[1:]

    @property
    def state(self) -> dict[str, object]:
        """What the script goes by."""
        return {
            "seat": self.seat,
            "turn": next((one.seat for one in self.players if one.acting), None),
            "yours": self.yours,
            "must": self.must,
            "moves": [choice.move for tile in self.hand for choice in tile.choices],
            "round": self.round_number,
            "round_over": self.round_over,
            "over": self.over,
            "language": self.language,
        }


def screen_of(seen: Seen, words: Words, links: Mapping[int, str] | None = None) -> Screen:
    """The screen of a seat. What happened is as much as ``seen`` tells of; ``links`` are the reader's invitations."""
    return _Maker(seen, words, links or {}).screen()


class _Maker:
    """Makes one screen."""

    def __init__(self, seen: Seen, words: Words, links: Mapping[int, str]) -> None:
        self.seen = seen
        self.view = seen.view
        self.words = words
        self.links = links
        self.legal = () if seen.waits else tuple(self.view.legal_moves())
        self.chain = self.view.chain
        self.company = words.company(seen.occupants, seen.seat, partners=self.view.rules.partners)
        self.company_of = words.companies(seen.occupants, seen.seat, partners=self.view.rules.partners)

    def screen(self) -> Screen:
        seen, view, words, voice = self.seen, self.view, self.words, self.words.voice
        rules = view.rules
        must = self.must()
        turn_text = self.turn_text(must)
        ends_text = voice.ends(view)
        boneyard_text = voice.boneyard(view.boneyard_count, rules)
        scores_text = voice.scores(self.company, view.scores, rules.target)
        log = tuple(lines_of(seen, words, self.company_of))
        hand_text = words.hand(view)
        result = self.result()
        return Screen(
            id=seen.id,
            seat=seen.seat,
            language=words.language,
            version=seen.version,
            position=seen.position,
            game=rules.preset_name,
            game_title=voice.game(rules.preset_name),
            round_number=seen.round_number,
            over=seen.over,
            round_over=view.result is not None,
            yours=view.turn == view.seat and not seen.waits,
            must=must,
            turn_text=turn_text,
            players=tuple(self.player(seat) for seat in self.company.in_order()),
            hand=self.hand() if view.result is None else (),
            commands=tuple(self.commands()),
            ends=tuple(voice.end_choice(one) for one in view.ends),
            ends_text=ends_text,
            rows=tuple(words.rows(self.chain)),
            boneyard=view.boneyard_count,
            reserved=min(rules.boneyard_floor, view.boneyard_count),
            boneyard_text=boneyard_text,
            drawing=must == "draw",
            table=lettered(
                table_picture(self.chain, tuple(move for move in self.legal if move.is_play)), words.labels["letters"]
            ),
            bounded=rules.table is not None,
            scores_text=scores_text,
            result=result,
            log=log,
            pace=seen.pace,
            paces=tuple((pace, words.labels["settings"][f"pace_{pace}"]) for pace in PACES),
            persons=sum(one.person for one in seen.occupants),
            practice=seen.practice,
            commitment=seen.commitment,
            seed=seen.seed,
            salt=seen.salt,
            tell={
                "turn": turn_text,
                "ends": " ".join([ends_text, *voice.headings(self.chain)]),
                "hand": hand_text,
                "counts": " ".join(voice.counts(self.company, view.hand_counts)),
                "boneyard": boneyard_text,
                "scores": scores_text,
                "chain": " ".join(voice.chain(self.chain)),
                "last": self.recent(),
            },
            greeting=self.greeting(log, result, turn_text),
        )

    def turn_text(self, must: str) -> str:
        """Whose turn it is, and what is to be done where that is little."""
        if self.seen.waits:
            return self.words.before(host=bool(self.links))
        if must == "go" and self.view.turn is not None:
            return self.words.waits(self.company.seats[self.view.turn].name)
        return self.words.turn(self.view, self.company, over=self.seen.over)

    def greeting(self, log: Sequence[Line], result: Result | None, turn_text: str) -> tuple[str, ...]:
        """For ears that come to the page: what eyes see there at once."""
        view, words = self.view, self.words
        partner = [words.partner(self.company)] if view.rules.partners else []
        dealt = max((at for at, line in enumerate(log) if line.kind == "dealt"), default=0)
        own = max((at for at, line in enumerate(log) if line.own and at > dealt), default=dealt)
        happened = _with_result(log[own:][-HAPPENED:], [] if result is None else [*result.lines, result.scores])
        hand = [words.voice.hand(view.hand)] if view.result is None else []
        ends = [words.voice.ends(view)] if view.ends and view.result is None else []
        return (*self.welcome(log), *partner, *happened, *hand, *ends, turn_text)

    def welcome(self, log: Sequence[Line]) -> list[str]:
        """For somebody who has come by an invitation and not acted yet: which game, to which target, which round."""
        last = next((line.kind for line in reversed(log) if line.own), None)
        if last != "joined":
            return []
        names = [self.company.seats[seat].name for seat in range(len(self.company.seats))]
        voice = self.words.voice
        return [voice.greeting(self.view.rules, names), voice.briefly_dealt(self.seen.round_number)]

    def recent(self) -> str:
        """What happened since the reader's own last action, that one included."""
        said = [self.words.told(one, self.company_of(one)) for one in self.seen.recent]
        return " ".join(said) or self.words.voice.nothing_happened()

    def must(self) -> str:
        """What the reader is to do."""
        if self.seen.over:
            return "over"
        if self.seen.waits:
            return "wait"
        if self.view.turn is None:
            return "next"
        if self.view.turn != self.view.seat:
            return "go" if self.seen.may_go else "wait"
        if any(move.is_play for move in self.legal):
            return "play"
        return "draw" if self.legal[0].is_draw else "pass"

    # Players

    def player(self, seat: int) -> Player:
        seen, view, words = self.seen, self.view, self.words
        status = self.status(seat)
        hand = view.hands[seat] if view.result is not None else None
        count = view.hand_counts[seat]
        name = (words.occupant(seen.occupants[seat]) if seat == view.seat else "") or self.company.seats[seat].name
        partner = view.rules.partners and seat == (view.seat + 2) % 4
        status_text = words.page.status(status, you=seat == view.seat)
        points = words.points(view.scores[seat], team=view.rules.partners)
        return Player(
            seat=seat,
            name=name,
            you=seat == view.seat,
            person=seen.occupants[seat].person,
            partner=partner,
            status=status,
            status_text=status_text,
            tiles=count,
            tiles_text=words.voice.tile_count(count),
            points_text=points,
            line=words.player_line(name, status_text, count, points, partner=partner),
            acting=view.turn == seat and not seen.waits,
            hand=None if hand is None else tuple(map(tile_picture, hand)),
            hand_text=None if hand is None else words.voice.hand_left(self.company.seats[seat], hand),
            link=self.links.get(seat),
            order=max((one.entry for one in seen.invitations if one.seat == seat), default=-1),
        )

    def status(self, seat: int) -> str:
        """What a seat is doing, as its player needs to know it."""
        view = self.view
        side = seat % 2 if view.rules.partners else seat
        if self.seen.occupants[seat].open:
            return "invited"
        if self.seen.waits:
            return "waiting"
        if self.seen.winner is not None:
            return "won" if self.seen.winner == side else "lost"
        if view.result is not None:
            if view.result.winner == side:
                return "won"
            return "blocked" if view.result.reason == "blocked" else ""
        if view.turn == seat:
            if not self.seen.occupants[seat].person:
                return "ready" if self.seen.may_go else "thinking"
            must = self.must() if seat == view.seat else "play"
            return {"draw": "must-draw", "pass": "blocked"}.get(must, "to-move")
        return "passed" if seat in _just_passed(view) else "waiting"

    # The hand

    def hand(self) -> tuple[Held, ...]:
        return tuple(self.held(tile) for tile in self.view.hand)

    def held(self, tile: Tile) -> Held:
        view, words = self.view, self.words
        moves = [move for move in self.legal if move.tile is tile]
        blocked = None
        if self.seen.waits:
            blocked = words.not_possible("waits")
        elif not moves and view.turn == view.seat:
            blocked = words.refused(view, reasons_against(view, tile), self.company)
        return Held(
            tile=str(tile),
            id=f"hand-{tile}",
            ask=words.page.choose(tile),
            label=words.held(view, tile),
            high=tile.high,
            playable=bool(moves),
            why=blocked,
            choices=tuple(self.choice(move) for move in moves),
            picture=tile_picture(tile),
        )

    def choice(self, move: Move) -> Choice:
        place = place_of(self.chain, move)
        on_table = self.chain.table is not None
        label, short = self.words.choice(move, self.view, place.direction if on_table else None)
        return Choice(
            move=str(move),
            label=label,
            short=short,
            end=move.end,
            ghost=f"ghost-{str(move).replace('@', '-').replace(':', '-')}",
            width=place.width,
            height=place.height,
            first=place.first,
        )

    # Buttons

    def commands(self) -> list[Command]:
        words, must, seen = self.words, self.must(), self.seen
        if seen.waits:
            return self.waiting_commands()
        yours = must in ("play", "draw", "pass")
        legal = set(self.legal)
        undo = None if seen.undo_refused is None else words.not_possible(f"undo-{seen.undo_refused}")
        buttons = words.labels["buttons"]
        draws = self.view.rules.draw != "never"
        found = [
            *([self.act("draw", Move.DRAW, legal)] if draws else []),
            *([self.act("pass", Move.PASS, legal)] if draws or must == "pass" else []),
            Command("hint", buttons["hint"], yours, None if yours else words.not_possible(self.ended() or "no-hint")),
            Command("undo", buttons["undo"], undo is None, undo),
        ]
        if must == "next":
            found.insert(0, Command("next", buttons["next_round"], True, None))
        if must == "go" or (must == "wait" and seen.pace == "wait"):
            # It stays while others act, so that the focus can stay on it.
            why = None if must == "go" else words.not_possible("nobody-waits")
            found.insert(0, Command("go", buttons["go"], why is None, why))
        return found

    def waiting_commands(self) -> list[Command]:
        """Nobody can act yet."""
        buttons, why = self.words.labels["buttons"], self.words.not_possible("waits")
        names = ("hint", "undo") if self.view.rules.draw == "never" else ("draw", "pass", "hint", "undo")
        held = [Command(name, buttons[name], False, why) for name in names]
        return [Command("without", buttons["without"], True, None), *held]

    def act(self, name: str, move: Move, legal: set[Move]) -> Command:
        label = self.words.labels["buttons"][name]
        if move in legal:
            return Command(name, label, True, None)
        ended, reason = self.ended(), self.view.why_not(move)
        if ended is not None:
            return Command(name, label, False, self.words.not_possible(ended))
        assert reason is not None  # it is not legal
        return Command(name, label, False, self.words.refused(self.view, [reason], self.company))

    def ended(self) -> str | None:
        """Why nobody acts any more; None while the round is on."""
        return "match-over" if self.seen.over else "round-over" if self.view.turn is None else None

    # The end

    def result(self) -> Result | None:
        view, words = self.view, self.words
        if view.result is None:
            return None
        voice = words.voice
        title, *lines = voice.result(view, self.company)
        won = None if self.seen.winner is None else voice.match_over(self.company, self.seen.winner, view.scores)
        return Result(title, tuple(lines), voice.scores(self.company, view.scores, view.rules.target), won)


# What happened


def lines_of(seen: Seen, words: Words, company_of: Callable[[Told], Company]) -> list[Line]:
    """Lines of the log, with the names as they were then; the sound goes with each."""
    return [
        Line(
            id=one.id,
            kind=kind_of(one),
            text=words.told(one, company_of(one)),
            brief=words.told(one, company_of(one), brief=True),
            own=getattr(one.what, "seat", None) == one.reader(seen.seat, seen.occupants) is not None,
            sound=sound_of(one, seen.seat, partners=seen.view.rules.partners),
        )
        for one in seen.told[-LOG:]
    ]


def events_of(screen: Screen, seen: Seen, words: Words) -> list[Line]:
    """What is to be announced of all that ``seen`` tells of, in order: what happened; then how a round came out, or
    what was dealt, or the ends as they lie now; whose turn it is."""
    lines = list(screen.log)
    kinds = [line.kind for line in lines]
    said: list[tuple[str, str, str]] = []
    if "round-over" in kinds and screen.result is not None:
        said = [("result", text, text) for text in (*screen.result.lines, screen.result.scores)]
        following = [] if screen.over else [("next", screen.turn_text, screen.turn_text)]
        at = kinds.index("round-over") + 1
        return [*lines[:at], *_beside(screen, said), *lines[at:], *_beside(screen, following)]  # or the match's end
    if "dealt" in kinds:
        hand = words.voice.hand(seen.view.hand)
        said = [("hand", hand, hand)]
    elif {"opened", "played", "undone"} & set(kinds) and screen.ends:
        said = [("ends", screen.ends_text, words.voice.brief_ends(seen.view.ends))]
    if screen.yours and lines:
        what = seen.told[-1].what
        drawn = what.tile if isinstance(what, Drew) and lines[-1].own else None
        turn = screen.turn_text if drawn is None else words.drawn(seen.view, drawn)
        said.append(("turn", turn, turn))
    elif screen.must == "go" and lines:
        said.append(("waits", screen.turn_text, screen.turn_text))
    return [*lines, *_beside(screen, said)]


def _with_result(lines: Sequence[Line], result: Sequence[str]) -> list[str]:
    """What the lines say, and how a round came out after the one that tells of its end; the match's end comes last."""
    texts, kinds = [line.text for line in lines], [line.kind for line in lines]
    at = kinds.index("round-over") + 1 if "round-over" in kinds else len(texts)
    return [*texts[:at], *result, *texts[at:]]


def _beside(screen: Screen, said: Sequence[tuple[str, str, str]]) -> list[Line]:
    """Announcements that are no events, and so no lines of the log: kind, text, the same in short."""
    return [
        Line(
            f"{screen.version}.{kind}{at}", kind, text, brief, kind == "turn", "turn" if kind == "turn" else None, False
        )
        for at, (kind, text, brief) in enumerate(said)
    ]


def _just_passed(view: View) -> set[int]:
    """The seats whose last action was a pass, since the last tile was laid."""
    found: set[int] = set()
    players = view.rules.players
    turn = view.turn
    if turn is None:
        return found
    seat = turn
    for move in reversed(view.moves):
        if move.is_draw:
            continue  # the turn stays where it is
        seat = (seat - 1) % players
        if not move.is_pass:
            break
        found.add(seat)
    return found
