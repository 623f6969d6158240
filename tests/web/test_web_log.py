"""The live log, line by line, beside the same match played by its stored actions alone: nothing is left out, told
twice or told otherwise."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from html import unescape

import pytest
from support.web import Browser, Feed, Message, Seat
from test_web_protocol import to_move

import dominoes as dm
from dominoes import speaking

VOICE = speaking.voice("en")
GAMES = [(name, players) for name in dm.PRESETS for players in ((4,) if name == "partnership" else (2, 3, 4))]
OTHERS = ("random", "heaviest", "buratino/5")
SOUNDS = {"dealt": "shuffle", "opened": "play", "played": "play", "drew": "draw", "passed": "pass"}
LONGEST = 200  # lines of the log on a page
Line = tuple[str, str, str, bool, "str | None"]  # kind, text, the same in short, whether it is one's own, sound


@dataclass
class Happened:
    """Something that happened, and who sat at the table then."""

    kind: str
    seat: int | None
    names: tuple[str, ...]
    say: Callable[[speaking.Company, bool], str]
    side: int | None = None
    """Who has won by it."""
    draws: int = 0
    """The tiles that a virtual player has drawn in one turn."""


class Beside:
    """The same match once more, by its rules, its seed and the actions of the database; nothing of the server's."""

    def __init__(self, rules: dm.Rules, seed: str, names: tuple[str, ...]) -> None:
        self.match = dm.Match(rules, [dm.Human(str(seat)) for seat in range(rules.players)], seed=seed)
        self.names = names
        self.since = [0] * rules.players
        """How much had happened before whoever sits there sat down."""
        self.persons = {0}
        self.happened: list[Happened] = []
        self.tell(0)

    def do(self, seat: int | None, action: str) -> None:
        word, _, rest = action.partition(" ")
        before = len(self.match.events)
        if word == "undo":
            acting = (dm.events.Opened, dm.events.Played, dm.events.Drew, dm.events.Passed)
            actors = [event.seat for event in self.match.round.events if isinstance(event, acting)]
            moves = self.match.undo(seat)
            self.note("undone", seat, undone(list(zip(actors[-len(moves) :], moves, strict=True))))
        elif word in ("sit", "leave"):
            self.change(seat, word, rest)
        elif word == "deal":
            self.match.step()
        elif word not in ("go", "pace", "seat"):
            self.match.act(action)
        self.tell(before)

    def change(self, seat: int, word: str, name: str) -> None:
        old, new = self.names[seat], name if word == "sit" else VOICE.player(name)
        self.names = (*self.names[:seat], new, *self.names[seat + 1 :])
        self.since[seat] = len(self.happened)
        (self.persons.add if word == "sit" else self.persons.discard)(seat)
        if word == "sit":
            self.note("joined", seat, lambda company, _: JOINED[company.seat == seat].format(new))
        else:
            self.note("left", seat, lambda company, _: f"{old} leaves; {new} plays on.")

    def tell(self, before: int) -> None:
        for event in self.match.events[before:]:
            if isinstance(event, dm.events.Drew) and event.seat not in self.persons:
                last = self.happened[-1]
                count = 1 + (last.draws if last.seat == event.seat else 0)
                if count > 1:
                    self.happened.pop()
                self.note("drew", event.seat, drew(event, count), draws=count)
            else:
                self.note(
                    event.kind, getattr(event, "seat", None), self.said(event), side=getattr(event, "winner", None)
                )

    def said(self, event: dm.events.Event) -> Callable[[speaking.Company, bool], str]:
        laid = isinstance(event, (dm.events.Opened, dm.events.Played))
        last = laid and self.match.round.hand_counts[event.seat] == 1

        def say(company: speaking.Company, brief: bool) -> str:
            known = event if company.seat is None else event.for_seat(company.seat)
            said = VOICE.event(known, company, brief=brief)
            return f"{said} {VOICE.one_left(company.seats[event.seat])}" if last else said

        return say

    def note(self, kind: str, seat: int | None, say: Callable[[speaking.Company, bool], str], **more: int) -> None:
        self.happened.append(Happened(kind, seat, self.names, say, **more))

    def lines(self, seat: int) -> list[Line]:
        """The whole log of whoever sits there now."""
        partners = self.match.rules.partners
        found = []
        for at, one in enumerate(self.happened):
            reader = seat if at >= self.since[seat] else None
            company = VOICE.company(one.names, reader, partners=partners)
            own = reader is not None and one.seat == reader
            won = one.side == (seat % 2 if partners else seat)
            sound = {
                "round-over": None if one.side is None else "round_won" if won else "round_lost",
                "match-over": "match_won" if won else None,
            }.get(one.kind, SOUNDS.get(one.kind))
            found.append((one.kind, one.say(company, False), one.say(company, True), own, sound))
        return found


JOINED = ("{} takes a seat.", "You take your seat.")


def undone(done: list[tuple[int, dm.Move]]) -> Callable[[speaking.Company, bool], str]:
    """Each action, what a seat has drawn together; where that is long, and in short, only how many."""
    count = f"back {len(done)} action{'s' * (len(done) > 1)}."

    def say(company: speaking.Company, brief: bool) -> str:
        runs = [(seat, move, len(list(run))) for (seat, move), run in itertools.groupby(done)]
        said = VOICE.taken_back([VOICE.done_by(company.seats[seat], move, many) for seat, move, many in runs])
        if not brief and len(said) <= 150:
            return said
        return f"You take {count}" if company.seat == 0 else f"Ann takes {count}"

    return say


def drew(event: dm.events.Drew, count: int) -> Callable[[speaking.Company, bool], str]:
    left = event.boneyard_count
    return lambda company, brief: VOICE.drew(company.seats[event.seat], None, count, left, brief=brief)


def beside(site: object, seat: Seat, rules: dm.Rules, seed: str) -> Beside:
    names = ("Ann", *(VOICE.player(name) for name in OTHERS[: rules.players - 1]))
    found = Beside(rules, seed, names)
    for entry in site.app.state.house.store.load(seat.path.rpartition("/")[2]).entries:
        found.do(entry.seat, entry.move)
    return found


def logged(html: str) -> dict[str, str]:
    """The lines of a page's log by their ids."""
    found = re.findall(r'<li id="log-([\d.]+)">(.*?)</li>', html)
    assert len(found) == len(dict(found))
    return {key: unescape(text) for key, text in found}


def act(seat: Seat, data: dict, chance: random.Random) -> None:
    """One of the things that can be done; what is taken back now and then too."""
    must, position = data["state"]["must"], data["position"]
    if chance.random() < 0.15 and seat.do("undo", position=position).status == 200:
        return
    move = {"move": chance.choice(data["state"]["moves"])} if must == "play" else {}
    answer = seat.do(must, position=position, **move)
    assert answer.status == 200, answer.text


def follow(seat: Seat, feed: Feed, chance: random.Random, others: Callable[[dict], None]) -> tuple[dict, list[Line]]:
    """Play to the match's end: all lines by their ids, and those of the stream with all that is said of them."""
    message: Message = feed.next()
    lines, told = logged(message.data["fragments"]["log"]), []
    while not message.data["state"]["over"]:
        if message.data["state"]["must"] != "wait":
            act(seat, message.data, chance)
        else:
            others(message.data)
        message = feed.next()
        for one in message.data["events"]:
            if one["log"]:
                assert one["id"] not in lines, f"{one} is told twice"
                lines[one["id"]] = one["text"]
                told.append((one["kind"], one["text"], one["brief"], one["own"], one["sound"]))
    return lines, told


def check(site: object, seat: Seat, own: Beside, lines: dict, told: list[Line]) -> None:
    """What came, one by one and in order, and what the page says of it."""
    expected = own.lines(0)
    assert told == expected[len(expected) - len(told) :]
    assert list(lines.values()) == [text for _, text, *_ in expected]
    numbers = [tuple(map(int, key.split("."))) for key in lines]
    assert numbers == sorted(set(numbers))
    assert list(logged(seat.page()).items()) == list(lines.items())[-LONGEST:]
    with site.app.state.house.shelf.open(seat.path.rpartition("/")[2]) as game:
        assert game.match.events == own.match.events


@pytest.mark.parametrize(("preset", "players"), GAMES)
def test_the_log_is_what_happened(site, preset, players):
    """Whole matches of every preset, undo among them."""
    kinds: set[str] = set()
    merged = False
    for number in range(3):
        seed = f"log {preset} {players} {number}"
        opponents = {f"opponent{at + 1}": name for at, name in enumerate(OTHERS[: players - 1])}
        seat = Browser(site).begin(game=preset, players=players, target=60, seed=seed, name="Ann", **opponents)
        with seat.watching() as feed:
            lines, told = follow(seat, feed, random.Random(seed), lambda data: None)
        own = beside(site, seat, dm.Rules.preset(preset, players=players, target=60), seed)
        check(site, seat, own, lines, told)
        kinds |= {kind for kind, *_ in told}
        merged |= any(one.draws > 1 for one in own.happened)
    draws = own.match.rules.draw != "never" and len(own.match.round.dealt_boneyard) > 0
    assert kinds >= {"dealt", "opened", "played", "undone", "drew" if draws else "passed", "round-over", "match-over"}
    assert merged == draws


def test_who_comes_and_who_goes(site):
    """A second person for part of a match: the one's log, and the other's, who was not told what was drawn before."""
    seed, chance = "company", random.Random(5)
    ann, browser = Browser(site).begin(game="draw", players=3, target=80, seed=seed, name="Ann",
                                       opponent1=OTHERS[0], opponent2=OTHERS[1]), Browser(site)  # fmt: skip
    rules = dm.Rules("draw", players=3, target=80)
    bob = Seat(browser, ann.path)
    acted = 0

    def come() -> None:
        link = ann.do("invite", seat=2).json["link"].partition(site.host)[2]
        assert browser.post(link, {"name": "Bob"}).status == 200

    def others(data: dict) -> None:
        nonlocal acted
        if data["state"]["turn"] != 2 or acted > 8 or not browser.cookies:
            return
        acted += 1
        if acted <= 8:
            act(bob, bob.state(), chance)
            return
        lines = beside(site, bob, rules, seed).lines(2)
        assert list(logged(bob.page()).values()) == [text for _, text, *_ in lines][-LONGEST:]
        assert {"drew", "joined"} <= {kind for kind, _, _, own, _ in lines if own}
        assert bob.do("leave", confirm="yes").status == 200

    for _ in range(6):
        act(ann, to_move(ann), chance)
    come()
    with ann.watching() as feed:
        lines, told = follow(ann, feed, chance, others)
    own = beside(site, ann, rules, seed)
    check(site, ann, own, lines, told)
    assert {"left", "drew", "passed"} <= {kind for kind, *_ in told}
    assert "Bob takes a seat." in lines.values()
