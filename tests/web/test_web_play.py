"""Whole matches through the protocol: what is shown is what the match is."""

from __future__ import annotations

import random
import re

import pytest
from support.web import Browser, Feed, Seat

import dominoes as dm

PRESETS = [(name, players) for name in dm.PRESETS for players in (2, 3, 4) if (name, players) in {
    ("table", 2), ("draw", 2), ("draw", 3), ("draw", 4), ("block", 2), ("block", 3), ("all-fives", 2), ("all-fives", 4),
    ("partnership", 4),
}]  # fmt: skip


def act(seat: Seat, data: dict, view: dm.View, chance: random.Random) -> None:
    """Do one of the things that the reader is to do."""
    must, position = data["state"]["must"], data["position"]
    if must == "play":
        move = chance.choice([move for move in view.legal_moves() if move.is_play])
        answer = seat.do("play", move=move, position=position)
    else:
        answer = seat.do(must, position=position)
    assert answer.status == 200, answer.text


@pytest.mark.parametrize(("preset", "players"), PRESETS)
def test_a_whole_match(browser, game_of, preset, players):
    """Events come once and in order, versions only grow, and the log of the page says the same as the stream."""
    seat = browser.begin(game=preset, players=players, target=30, name="Ann")
    game = game_of(seat.path)
    chance = random.Random(f"{preset}{players}")
    said: list[str] = []
    seen = -1
    with seat.watching() as feed:
        message = feed.next()
        for _ in range(2000):
            assert message.data["version"] == int(message.id)
            assert message.data["version"] > seen or not message.data["events"]
            seen = message.data["version"]
            said += [event["id"] for event in message.data["events"] if event["log"]]
            for event in message.data["events"]:
                assert len(event["text"]) <= 150 or event["kind"] in ("hand", "result"), event
                assert 0 < len(event["brief"]) <= 150 or event["kind"] in ("hand", "result")
            view = game.match.view(0)
            if message.data["version"] == game.version:
                if message.data["state"]["over"]:
                    break
                if message.data["state"]["must"] != "wait":
                    act(seat, message.data, view, chance)
            message = feed.next()
    assert game.over
    assert len(said) == len(set(said))
    log = re.findall(r'<li id="log-([\d.]+)">', seat.page())
    assert log[-len(said) :] == said[-len(log) :]
    assert message.data["state"]["must"] == "over"
    record = dm.Record.loads(browser.get(f"{seat.path}/record").body)
    assert record.replay().scores == game.match.scores
    assert record.players[0] == "Ann"
    assert record.opponents[0] is None
    assert all(record.opponents[1:])


def test_without_a_script_everything_works_by_forms(browser):
    """Buttons of the page alone lead from the first round to the second."""
    begun = browser.post("/matches", {"game": "block", "target": 500, "pace": "0"}, script=False)
    assert begun.status == 303
    seat = Seat(browser, begun.header("location"))
    for _ in range(200):
        page = seat.page()
        position = re.search(r'data-position="(\d+)"', page)[1]
        if 'id="act-next"' in page:
            answer = browser.post(f"{seat.path}/next", {"position": position}, script=False)
            assert answer.status == 303
            assert ">Round 2" in seat.page()
            return
        tiles = re.findall(r'<button id="hand-[^"]+" name="tile" value="([^"]+)" aria-label', page)
        fields = {"position": position, **({"tile": tiles[0]} if tiles else {})}
        answer = browser.post(f"{seat.path}/{'play' if tiles else 'pass'}", fields, script=False)
        if answer.status == 422:  # several places: each has a button
            move = re.search(r'name="move" value="([^"]+)"', answer.text)[1].replace("&#34;", '"')
            answer = browser.post(f"{seat.path}/play", {"position": position, "move": move}, script=False)
        assert (answer.status, answer.header("location")) == (303, seat.path), answer.text
    raise AssertionError("the round never ended")


def test_fragments_are_the_page(browser):
    """What the stream brings is what a page loaded afresh shows."""
    seat = browser.begin(seed="same", game="table")
    with seat.watching() as feed:
        shown = dict(feed.next().data["fragments"])
        assert set(shown) > {"turn", "hand", "table", "log"}
        data = settle(feed, seat)
        shown.update(data["fragments"])
        data = seat.state()
    page = seat.page()
    for name, html in data["fragments"].items():
        assert html in page, name


def settle(feed: Feed, seat: Seat) -> dict:
    """Wait until the reader is to act."""
    data = seat.state()
    while data["state"]["must"] == "wait":
        data = feed.next().data
    return data


def test_the_picture_is_the_engines_own(browser, game_of):
    seat = browser.begin(seed="picture", game="table")
    while seat.state()["state"]["must"] == "wait":
        pass
    game = game_of(seat.path)
    answer = browser.get(f"{seat.path}/table.svg")
    title = re.search(r"<title>(.*?)</title>", answer.text)[1]
    assert answer.text == dm.drawing.svg(game.match.round.chain, title=title)
    assert answer.header("content-type") == "image/svg+xml"
    move = game.match.view(0).legal_moves()[0]
    ghosts = browser.get(f"{seat.path}/table.svg?ghosts={move.tile}").text
    assert ghosts.count('id="ghost-') == sum(one.tile is move.tile for one in game.match.view(0).legal_moves())


def test_choices_lie_where_the_ghosts_are(browser, game_of):
    """The numbers by which a script drags are those of the picture."""
    from dominoes.web.screen import screen_of
    from dominoes.web.words import words_in

    seat = browser.begin(seed="ghosts", game="table")
    while seat.state()["state"]["must"] == "wait":
        pass
    game = game_of(seat.path)
    rnd = game.match.round
    chance = random.Random(4)
    while len(rnd.chain) < 5 or rnd.turn != 0 or len(rnd.legal_moves()) < 6:
        rnd.play(chance.choice(rnd.legal_moves()))
    screen = screen_of(game.seen_by(0), words_in("en"))
    choices = [choice for tile in screen.hand for choice in tile.choices]
    assert len(choices) == sum(move.is_play for move in rnd.legal_moves()) > 5
    for choice in choices:
        group = re.search(rf'<g id="{choice.ghost}">(.*?)</g>', screen.table)[1]
        width, height = (float(re.search(rf'[< ]{name}="([\d.-]+)"', group)[1]) for name in ("width", "height"))
        assert (width + 2, height + 2) == (choice.width, choice.height)
        tile = dm.Move(choice.move).tile
        after = rnd.copy()
        after.play(choice.move)
        laid = after.chain[-1]
        first = laid.inner if laid.squares[0] <= laid.squares[1] else laid.outer
        assert (choice.first, tile.other(choice.first)) == (first, tile.other(first))


def test_two_persons_at_one_table(browser, site):
    """An invitation is good once; each sees only the own hand, and both hear of everything."""
    seat = browser.begin(name="Ann", players=3, opponent1="heaviest", opponent2="open")
    answer = seat.do("invite", seat=2)
    link = answer.json["link"]
    assert link.startswith(f"http://{site.host}{seat.path}/join/")
    path = link.removeprefix(f"http://{site.host}")
    assert browser.post(path, {"name": "Me again"}).status == 409  # who sits here already
    other = Browser(site, language="en")
    assert other.get(seat.path).status == 403
    assert other.get(path).status == 200
    with seat.watching() as feed:
        feed.next()
        assert other.post(path, {"name": "Bob <b>"}).json == {"location": seat.path}
        assert any("Bob <b> takes a seat." in message for message in feed.until(lambda d: d["events"]).texts)
    third = Browser(site)
    assert third.post(path, {"name": "Eve"}).status == 404
    assert third.get(seat.path).status == 403
    bob = Seat(other, seat.path)
    assert "Bob &lt;b&gt;" in seat.page()
    assert "<b>" not in seat.page()
    mine, his = seat.state(), bob.state()
    assert (mine["state"]["seat"], his["state"]["seat"]) == (0, 2)
    assert mine["tell"]["hand"] != his["tell"]["hand"]
    assert seat.do("undo", position=mine["position"]).json["code"] in ("not-now", "stale")
    assert bob.do("leave", confirm="yes").json == {"location": "/"}
    assert other.get(seat.path).status == 403
    assert "Bob &lt;b&gt; leaves; Buratino plays on." in seat.page()


def test_a_person_takes_over_a_turn_that_is_due(browser, site):
    """A virtual player that is slow does not act any more once a person sits at its seat."""
    seat = browser.begin(name="Ann", game="block", players=2, pace="4", seed="turns")
    link = seat.do("invite", seat=1).json["link"]
    path = link.removeprefix(f"http://{site.host}")
    other = Browser(site)
    other.post(path, {"name": "Bob"})
    states = [Seat(other, seat.path).state(), seat.state()]
    assert [state["state"]["must"] for state in states].count("wait") == 1
