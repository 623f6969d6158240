"""Nobody is sent what the seat may not know: whatever comes in over 200 random games is searched for hidden tiles."""

from __future__ import annotations

import json
import random
import re

import pytest
from support.web import Browser, Seat

import dominoes as dm
from dominoes import speaking

GAMES = 200
KINDS = [("draw", 2), ("table", 2), ("draw", 3), ("block", 4), ("all-fives", 2), ("partnership", 4), ("draw", 4)]
VOICE = speaking.voice("en")


NUMBER = "([0-6])"
DASHES = "\u2010\u2011\u2013\u2014"
WRITTEN = re.compile(
    "|".join(
        [
            rf"(?<![\w.-]){NUMBER}[-{DASHES}|:/]{NUMBER}(?![\w.])",  # as notation
            rf"(?:tile|ghost|hand|back|domino)[-_]?{NUMBER}[-_]{NUMBER}(?!\d)",  # in ids and names
            rf"\[\s?{NUMBER}\s?,\s?{NUMBER}\]",  # as a pair of JSON
        ]
    )
)
NAMES = {VOICE.facing(a, b): dm.Tile(a, b) for a in range(7) for b in range(7)}
SPOKEN = re.compile(rf"(?<![\w-])(?:{'|'.join(NAMES)})(?![\w-])", re.IGNORECASE)
CHARACTERS = {chr(start + 7 * a + b): dm.Tile(a, b) for start in (0x1F031, 0x1F063) for a in range(7) for b in range(7)}
CHARACTER = re.compile("[\U0001f030-\U0001f093]")


def mentioned(text: str) -> dict[dm.Tile, str]:
    """Every tile that a text could mean, in any spelling: notation, ids, words, characters, pairs."""
    found = {}
    for match in WRITTEN.finditer(text):
        high, low = (int(number) for number in match.groups() if number is not None)
        found[dm.Tile(high, low)] = match[0]
    found.update((NAMES[match[0].lower()], match[0]) for match in SPOKEN.finditer(text))
    found.update((CHARACTERS[one], one) for one in CHARACTER.findall(text) if one in CHARACTERS)
    return found


def leaked(text: str, hidden: set[dm.Tile]) -> list[str]:
    return [f"{tile} as {how!r}" for tile, how in mentioned(text).items() if tile in hidden]


def around(text: str, found: list[str]) -> str:
    """What stands about the first that was found."""
    at = text.find(found[0].partition(" as ")[2][1:-1]) if found else 0
    return text[max(0, at - 500) : at + 500]


class Reader:
    """One seat of a game: what it has come to know, and everything that it was sent."""

    def __init__(self, seat: Seat, game: object, number: int) -> None:
        self.seat, self.game, self.number = seat, game, number
        self.known: dict[int, set[dm.Tile]] = {}

    def hidden(self) -> set[dm.Tile]:
        """The tiles that the seat may not know, of the round that is on."""
        rnd = self.game.match.round
        known = self.known.setdefault(len(self.game.match.rounds), set())
        known |= set(rnd.dealt_hands[self.number]) | set(rnd.hand(self.number)) | {laid.tile for laid in rnd.chain}
        if rnd.result is not None:
            known |= set(dm.tile_set(6))  # all hands were shown, even where the end is taken back
        return set(dm.tile_set(6)) - known

    def check(self, text: str, hidden: set[dm.Tile]) -> None:
        # Names of matches and tokens are made by chance, and may look like anything.
        text = re.sub(r"/m/[\w-]+(/join/[\w-]+)?", "", text)
        text = self.of_this_round(text)
        found = leaked(text, hidden)
        assert not found, f"{found} in {around(text, found)}"
        for secret in (self.game.row.seed, self.game.row.salt):
            assert secret is None or self.game.over or secret not in text

    def of_this_round(self, text: str) -> str:
        """Without the lines of a page's log that tell of the rounds before."""
        before, dealt, after = text.rpartition(f">Round {len(self.game.match.rounds)}. ")
        return re.sub(r'<li id="log-[\d.]+">[^<]*</li>', "", before) + dealt + after


def test_the_search_finds_what_is_there():
    """The searched for is found wherever it stands, and not in what only looks like it."""
    tile = {dm.Tile("6-4")}
    for text in (
        "6-4",
        "4-6",
        '"6-4@R"',
        'id="hand-6-4"',
        "tile-6-4",
        "ghost-4-6-R",
        "six-four",
        "Four-six.",
        "[6,4]",
        chr(0x1F05F),
    ):
        assert leaked(text, tile), text
    for text in ("16-4", "6-44", "1.6-4", "six-fourteen", "twenty-six-four", "[6,44]"):
        assert not leaked(text, tile), text


@pytest.mark.parametrize("part", range(4))
def test_no_hidden_tile_is_sent(shared_site, part):
    done = [play(shared_site, number) for number in range(part, GAMES, 4)]
    rounds, undone = map(sum, zip(*done, strict=True))
    assert rounds > len(done)
    assert undone


def play(site: object, number: int) -> tuple[int, int]:
    """A game with everything asked for that can be: until a round is over, or every ninth to the match's end.

    Those go back too, now and then, and in practice even behind the end of a round. The rounds, and how often it went
    back.
    """
    chance = random.Random(number)
    preset, players = KINDS[number % len(KINDS)]
    browser = Browser(site)
    names = ["random", "heaviest", "pinocchio/2", "buratino/4", "blocker"]
    opponents = {f"opponent{at}": chance.choice(names) for at in range(1, players)}
    whole, undone = number % 9 == 0, 0
    practice = {"seed": f"practice-{number}"} if number % 18 == 0 else {}
    seat = browser.begin(game=preset, players=players, target=40 if whole else 1000, **practice, **opponents)
    with site.app.state.house.shelf.open(seat.path.rpartition("/")[2]) as game:
        reader = Reader(seat, game, 0)
    with seat.watching() as feed:
        for step in range(2000):
            message = feed.next()
            if message.data["version"] < game.version:
                continue  # what is known by now may be more than was known then: the next is as new as the game
            reader.check(message.raw, reader.hidden())
            must = message.data["state"]["must"]
            if must == "wait":
                continue
            if must == "over" or (must == "next" and not whole):
                return len(game.match.rounds), undone
            look(reader, chance, step)
            if whole and chance.random() < 0.06 and go_back(reader, message.data["position"]):
                undone += 1
                continue
            view = game.match.view(0)
            fields = {"position": message.data["position"]}
            if must == "play":
                fields["move"] = chance.choice([move for move in view.legal_moves() if move.is_play])
            hidden = reader.hidden()
            answer = seat.do(must, **fields)
            assert answer.status == 200, answer.text
            reader.check(answer.text, hidden)
    raise AssertionError("the game never ended")


def go_back(reader: Reader, position: int) -> bool:
    """Take back what can be taken back; whether anything was."""
    hidden = reader.hidden()
    answer = reader.seat.do("undo", position=position)
    reader.check(answer.text, hidden)
    return answer.status == 200


def look(reader: Reader, chance: random.Random, step: int) -> None:
    """Ask for whatever else there is, and for what cannot be had."""
    seat, browser, hidden = reader.seat, reader.seat.browser, reader.hidden()
    position = reader.game.position
    asked = chance.choice(["page", "picture", "ghosts", "hint", "refused", "record", "luck"])
    if asked == "page":
        answer = browser.get(seat.path)
    elif asked == "picture":
        answer = browser.get(f"{seat.path}/table.svg")
    elif asked == "ghosts":  # of a tile that is not one's own
        answer = browser.get(f"{seat.path}/table.svg?ghosts={chance.choice(sorted(hidden))}") if hidden else None
    elif asked == "hint":
        answer = seat.do("hint", position=position) if step % 3 == 0 else None
    elif asked == "refused":
        held = [tile for tile in reader.game.match.view(0).hand if not fits(reader.game, tile)]
        answer = seat.do("play", tile=chance.choice(held), position=position) if held else None
    else:
        answer = browser.get(f"{seat.path}/{asked}")
    if answer is not None:
        reader.check(without_rounds(reader, answer.text) if asked == "record" else answer.text, hidden)
        reader.check(" ".join(f"{key}: {value}" for key, value in answer.headers), hidden)


def without_rounds(reader: Reader, text: str) -> str:
    """A record, whose rounds must be those that are over, with nothing of theirs."""
    if '"rounds"' not in text:
        return text
    match, found = reader.game.match, json.loads(text)
    assert len(found.pop("rounds")) == len(match.rounds) - (match.turn is not None)
    return json.dumps(found)


def fits(game: object, tile: dm.Tile) -> bool:
    return any(move.tile is tile for move in game.match.view(0).legal_moves())


def test_the_other_person_is_not_told_either(site):
    """Two persons: what each is sent, searched for what the other holds, draws included."""
    for number in range(6):
        one, two = Browser(site), Browser(site)
        seats = [one.begin(game="draw", players=2, target=1000, name="Ann")]
        link = seats[0].do("invite", seat=1).json["link"]
        path = link.removeprefix(f"http://{site.host}")
        assert two.post(path, {"name": "Bob"}).status == 200
        seats.append(Seat(two, seats[0].path))
        with site.app.state.house.shelf.open(seats[0].path.rpartition("/")[2]) as game:
            readers = [Reader(seat, game, at) for at, seat in enumerate(seats)]
        chance = random.Random(number)
        with seats[0].watching() as first, seats[1].watching() as second:
            feeds = [first, second]
            for _ in range(200):
                data = []
                for reader, feed in zip(readers, feeds, strict=True):
                    message = feed.until(lambda data: data["version"] == game.version)
                    reader.check(message.raw, reader.hidden())
                    data.append(message.data)
                turn = game.match.turn
                if turn is None:
                    break
                move = chance.choice(game.match.view(turn).legal_moves())
                what = "play" if move.is_play else str(move)
                assert seats[turn].do(what, move=move, position=data[turn]["position"]).status == 200
