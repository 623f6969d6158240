"""Who sits where: seats given up in one process and asked for in another, invitations, names as each reads them."""

from __future__ import annotations

import json
import re
import time

import pytest
from support.web import Answer, Browser, Inside, Seat
from test_web_protocol import play_on, to_move

from dominoes.web import create_app

BOTH = pytest.mark.parametrize("database", ["sqlite", "postgresql"], indirect=True)


@pytest.fixture
def two(database):
    """Two server processes' applications that share a database."""
    both = [Inside(create_app(database=database)) for _ in range(2)]
    yield both
    for one in both:
        one.close()


def invite(seat: Seat, number: int = 1) -> str:
    """The path of a new invitation."""
    answer = seat.do("invite", seat=number)
    assert answer.status == 200, answer.text
    return answer.json["link"].removeprefix(f"http://{seat.browser.site.host}")


def joined(site: Inside, path: str, **fields: object) -> Seat:
    browser = Browser(site)
    answer = browser.post(path, fields)
    assert answer.status == 200, answer.text
    return Seat(browser, answer.json["location"])


def hand(page: str) -> set[str]:
    return set(re.findall(r'id="hand-(\d-\d)"', page))


def log(page: str) -> list[str]:
    return re.findall(r'<li id="log-[\d.]+">(.*?)</li>', page)


def links(page: str) -> list[str]:
    return re.findall(r'<input id="invitation-link[-\d]*" readonly value="([^"]+)"', page)


# A seat that is given up


def ask_everything(seat: Seat, position: int, move: str) -> list[Answer]:
    """Each way to see or do something with a cookie."""
    browser = seat.browser
    looked = [browser.get(f"{seat.path}{tool}") for tool in ("", "/table.svg", "/record", "/result", "/luck", "/brief")]
    fields = {"position": position, "move": move, "seat": 0, "pace": "4", "confirm": "yes"}
    what = ["play", "draw", "pass", "next", "undo", "go", "hint", "settings", "invite", "leave", "without", "again"]
    return [*looked, *(seat.do(one, **fields) for one in what)]


@BOTH
def test_a_seat_given_up_in_one_process_is_closed_in_the_other(two):
    """Bob's stream at B ends once he has left at A, and never has anything of Carol, who takes the seat at A."""
    a, b = two
    owner = Browser(a).begin(name="Ann", seed="leave", pace="0")
    bob = joined(a, invite(owner), name="Bob")
    there = Seat(Browser(b, cookies=dict(bob.browser.cookies)), bob.path)
    with there.watching() as feed:
        feed.next()
        assert bob.do("leave", confirm="yes").status == 200
        carol = joined(a, invite(owner), name="Carol")
        later = []
        while (message := feed.next()) is not None:  # it ends
            later.append(message.raw)
    assert not any("Carol" in text for text in later)
    for text in later:
        assert not re.search(r"hand-\d-\d", text), text
    assert there.browser.get(f"{there.path}/events").status == 204
    page = carol.page()
    assert len(hand(page)) >= 5
    for answer in ask_everything(there, 0, "6-6"):
        assert answer.status == 403, answer.text
        assert not hand(answer.text)


@BOTH
def test_an_old_cookie_is_nobodys_in_a_process_that_knew_it(two):
    """Where nobody listens, nothing tells B that the seat has changed hands: it looks for itself, each time."""
    a, b = two
    for number, first in enumerate(
        ["", "/table.svg", "/events", "hint", "play", "settings", "invite", "leave", "undo"]
    ):
        owner = Browser(a).begin(name="Ann", seed=f"old {number}", pace="0")
        bob = joined(a, invite(owner), name="Bob")
        old = Seat(Browser(b, cookies=dict(bob.browser.cookies)), bob.path)
        assert hand(old.page())  # B has it in memory
        assert bob.do("leave", confirm="yes").status == 200
        carol = joined(a, invite(owner), name="Carol")
        state = carol.state()
        fields = {"position": state["position"], "pace": "4", "seat": 0, "confirm": "yes"}
        if state["state"]["moves"]:
            fields["move"] = state["state"]["moves"][0]
        answer = old.browser.get(f"{old.path}{first}") if first[:1] in ("", "/") else old.do(first, **fields)
        assert answer.status == (204 if first == "/events" else 403), (first, answer.text)
        assert not hand(answer.text)
        assert carol.state()["version"] == state["version"]


@BOTH
def test_who_sat_down_in_another_process_may_act_at_once(two):
    a, b = two
    owner = Browser(a).begin(name="Ann", seed="new", pace="4")
    old = Seat(Browser(b, cookies=dict(owner.browser.cookies)), owner.path)
    assert old.page()
    bob = joined(a, invite(owner), name="Bob")
    there = Seat(Browser(b, cookies=dict(bob.browser.cookies)), bob.path)
    assert there.do("settings", pace="1").status == 200
    assert there.state()["state"]["seat"] == 1


# Invitations


def test_a_match_waits_for_the_person_who_is_invited(site, browser):
    """The link is there at once; nobody acts, and nothing is offered, until the friend has come."""
    seat = browser.begin(name="Ann", players=3, opponent1="open", opponent2="heaviest", seed="wait")
    page = seat.page()
    (link,) = links(page)
    assert "The match begins once everybody who is invited has come." in page
    assert re.search(r'id="seat-1" class="player invited', page)
    assert 'id="act-without"' in page
    assert "ghost-" not in page
    data = seat.state()
    assert (data["state"]["must"], data["state"]["yours"], data["state"]["turn"]) == ("wait", False, None)
    for what in ("play", "draw", "pass", "next", "undo", "go", "hint"):
        answer = seat.do(what, position=data["position"], tile="6-6")
        assert (answer.status, answer.json["code"]) == (409, "not-now"), what
        assert "invited" in answer.json["text"]
    assert seat.do("settings", pace="0").status == 200
    path = link.removeprefix(f"http://{site.host}")
    asked = Browser(site, language="fr").get(path)
    assert "Ann vous invite" in asked.text
    assert "Whoever" not in asked.text
    with seat.watching(seat.state()["version"]) as feed:
        feed.next()
        late = joined(site, path, name="Late")
        message = feed.until(lambda data: data["events"])
        assert message.texts[0] == "Late takes a seat."
        assert "hidden" in message.data["fragments"]["invitation"].partition(">")[0]
        assert not links(message.data["fragments"]["invitation"])
    assert not links(seat.page())
    states = [one.state()["state"] for one in (seat, late)]
    assert any(one["must"] != "wait" for one in states) or states[0]["turn"] == 2
    assert Browser(site).get(path).status == 404


def test_without_waiting_virtual_players_sit_down(site, browser, game_of):
    """Their links lead nowhere then; whoever is to come all the same is invited again."""
    seat = browser.begin(players=3, opponent1="open", opponent2="open", seed="without")
    paths = [one.removeprefix(f"http://{site.host}") for one in links(seat.page())]
    assert len(paths) == 2
    assert seat.do("without", position=0).status == 200
    page = seat.page()
    assert 'id="act-without"' not in page
    assert sum("Buratino" in line and "takes a seat." in line for line in log(page)) == 2
    with seat.watching() as feed:
        assert feed.until(lambda data: data["state"]["must"] != "wait")
    assert [one.player for one in game_of(seat.path).occupants] == [None, "buratino", "buratino"]
    again = seat.do("without", position=0)
    assert (again.status, again.json["code"]) == (409, "not-now")
    assert links(page) == []
    for path in paths:
        assert Browser(site).get(path).status == 404
    assert joined(site, invite(seat, 2), name="Late").state()["state"]["seat"] == 2


def test_play_without_fills_open_seats_whoever_is_to_act(site, browser, game_of):
    """One has come and is to act, another has not: only the open seat is filled, and nobody is taken for absent."""
    seat = browser.begin(players=3, opponent1="open", opponent2="open", name="Ann", seed="w")
    first, _ = [one.removeprefix(f"http://{site.host}") for one in links(seat.page())]
    joined(site, first, name="Bob")
    game = game_of(seat.path)
    assert [one.person for one in game.occupants].count(True) == 2
    answer = seat.do("without")
    assert (answer.status, answer.json.get("text")) == (200, None)
    assert [one.player for one in game_of(seat.path).occupants].count("buratino") == 1


def test_whoever_has_just_sat_down_is_not_absent(site, browser, game_of, monkeypatch):
    """Nor does a stale action, or a setting, begin the five minutes anew."""
    seat = browser.begin(players=2, opponent1="open", name="Ann", seed="gone")
    guest = joined(site, links(seat.page())[0].removeprefix(f"http://{site.host}"), name="Bob")
    game = game_of(seat.path)
    sat = game.acted
    assert sat > game.row.created
    there, waiting = (seat, guest) if game.match.turn == 0 else (guest, seat)
    waiting.do("settings", pace="4")
    waiting.do("pass", position=0)
    assert game_of(seat.path).acted == sat
    monkeypatch.setattr("dominoes.web.house.ABSENT", 3600.0)
    assert waiting.do("without").status == 409
    move = next(str(move) for move in game_of(seat.path).match.view(game.match.turn).legal_moves() if move.is_play)
    assert there.do("play", position=game_of(seat.path).position, move=move).status == 200
    assert game_of(seat.path).acted > sat


def test_whoever_does_not_come_back_holds_nobody_up(site, browser, game_of, monkeypatch):
    """Not before five minutes, not oneself, and not while a virtual player is to act."""
    seat = browser.begin(players=2, opponent1="open", name="Ann", seed="gone")
    guest = joined(site, links(seat.page())[0].removeprefix(f"http://{site.host}"), name="Bob")
    there, waiting = (seat, guest) if game_of(seat.path).match.turn == 0 else (guest, seat)
    assert there.do("without").json["code"] == "not-now"
    assert 'id="without-' not in there.page()
    assert f'id="without-{0 if there is seat else 1}"' in waiting.page()
    early = waiting.do("without")
    assert (early.status, early.json["code"]) == (409, "not-now")
    assert "five minutes" in early.json["text"]
    monkeypatch.setattr("dominoes.web.house.ABSENT", 0.0)
    assert there.do("without").json["code"] == "not-now"
    assert waiting.do("without").status == 200
    assert sorted(one.player or "" for one in game_of(seat.path).occupants) == ["", "buratino"]
    assert there.browser.get(there.path).status == 403
    gone = "Ann" if there is seat else "Bob"
    assert any(line.startswith(f"{gone} leaves; Buratino plays on.") for line in log(waiting.page()))


def test_the_link_is_shown_to_whoever_made_it_as_long_as_it_leads_somewhere(site, browser):
    seat = browser.begin(name="Ann", players=3)
    assert links(seat.page()) == []
    first = invite(seat, 1)
    assert [one.removeprefix(f"http://{site.host}") for one in links(seat.page())] == [first]
    second = invite(seat, 1)
    assert second != first
    assert Browser(site).post(first, {}).status == 404
    other = invite(seat, 2)
    assert [one.removeprefix(f"http://{site.host}") for one in links(seat.page())] == [other, second]  # the last first
    bob = joined(site, second, name="Bob")
    assert links(bob.page()) == []  # it is not his
    assert [one.removeprefix(f"http://{site.host}") for one in links(seat.page())] == [other]
    assert bob.do("leave", confirm="yes").status == 200
    third = invite(seat, 1)
    assert joined(site, third, name="Carol").page()
    form = browser.post(f"{seat.path}/invite", {"seat": 2}, script=False)
    assert (form.status, form.header("location")) == (303, seat.path)


def test_the_page_of_an_invitation_says_to_what(site, browser):
    seat = browser.begin(name="Ann", game="all-fives", players=4, target=77, opponent1="open", opponent3="snow-white/4")
    (link,) = links(seat.page())
    path = link.removeprefix(f"http://{site.host}")
    text = Browser(site).get(path).text
    for said in (
        "Ann invites you to a game: All fives.",
        "The match goes to 77 points.",
        "Ann, Buratino and Snow White",
    ):
        assert said in text, text
    assert "/rules/all-fives" in text
    assert not re.search(r"\b[0-6]-[0-6]\b", re.sub(r"/m/[\w-]+(/join/[\w-]+)?", "", text))
    own = browser.get(path)
    assert (own.status, own.header("location")) == (303, seat.path)  # who sits there goes on playing
    nameless = Browser(site).begin(opponent1="open")
    (link,) = links(nameless.page())
    assert "Seat 1 invites you" in Browser(site).get(link.removeprefix(f"http://{site.host}")).text


def test_nobody_is_invited_to_a_match_that_is_over(site, browser, game_of):
    seat = browser.begin(target=5, game="block")
    path = invite(seat)
    play_on(seat, game_of(seat.path), rounds=99)
    assert game_of(seat.path).over
    answer = seat.do("invite", seat=1)
    assert (answer.status, answer.json["code"]) == (409, "not-now")
    assert links(seat.page()) == []
    late = Browser(site)
    assert late.get(path).status == late.post(path, {"name": "Late"}).status == 409
    assert late.get(seat.path).status == 403


# Names


def test_who_has_no_name_is_a_seat_to_the_others_in_their_languages(site):
    owner = Browser(site, language="fr").begin(language="fr", opponent1="random")
    other = joined(site, invite(owner), name="", language="ru")
    mine, theirs = owner.page(), other.page()
    assert "You" not in re.sub(r"<[^>]+>", " ", mine)
    assert re.search(r'<section id="player".*?<strong>Vous</strong>', mine, re.DOTALL)
    assert re.search(r'<section id="player".*?<strong>Вы</strong>', theirs, re.DOTALL)
    assert "Place 2" in mine
    assert "Vous" not in theirs
    assert "Место 1" in theirs
    assert "Joueur" not in theirs


def test_a_record_calls_them_by_their_seats_and_goes_on_so(site, game_of):
    browser = Browser(site, language="fr")
    seat = browser.begin(game="block", target=500, language="fr")
    play_on(seat, game_of(seat.path))
    record = json.loads(browser.get(f"{seat.path}/record").body)
    assert record["players"] == ["Seat 1", "buratino/3"]
    again = browser.begin(record=json.dumps(record), game="")
    assert game_of(again.path).occupants[0].name == ""


@pytest.mark.parametrize("name", ["👩‍👩‍👧", "می‌خواهم", "🏳️‍🌈 Ann"])
def test_names_with_joiners_are_allowed(site, name):
    owner = Browser(site).begin(name=name)
    other = joined(site, invite(owner), name=name)
    for page in (owner.page(), other.page()):
        assert name in page
        assert "\\u200" not in re.sub("data-greeting='.*?'", "", page)  # that is JSON


@pytest.mark.parametrize(
    ("name", "kept"), [("\u200d\u200d", ""), ("\u200dAnn\u200c", "Ann"), ("A\u200d\u200db", "A\u200db")]
)
def test_joiners_with_nothing_to_join_are_left_out(browser, game_of, name, kept):
    assert game_of(browser.begin(name=name).path).occupants[0].name == kept


def test_history_keeps_the_names_of_then(site, browser, game_of):
    """Who sits down later did nothing before, and what the one who left did stays that one's."""
    seat = browser.begin(name="Ann", game="block", seed="rewrite 5", opponent1="heaviest", target=500)

    def play() -> None:
        data = to_move(seat)
        move = {"move": data["state"]["moves"][0]} if data["state"]["moves"] else {}
        assert seat.do("play" if move else data["state"]["must"], position=data["position"], **move).status == 200

    play()
    play()
    before = log(to_move(seat) and seat.page())
    assert any(line.startswith("Heaviest") for line in before)
    late = joined(site, invite(seat), name="Late")
    assert log(seat.page())[: len(before)] == before
    theirs = log(late.page())
    assert sum(line.startswith("Heaviest") for line in theirs) == sum(line.startswith("Heaviest") for line in before)
    assert theirs[-1] == "You take your seat."
    assert not any(line.startswith("You ") for line in theirs[:-1])
    assert "You" not in late.state()["tell"]["last"].partition("You take")[0]
    data = to_move(seat)
    move = {"move": data["state"]["moves"][0]} if data["state"]["moves"] else {}
    assert seat.do("play" if move else data["state"]["must"], position=data["position"], **move).status == 200
    data = late.state()
    if data["state"]["moves"]:
        assert late.do("play", move=data["state"]["moves"][0], position=data["position"]).status == 200
    during = log(seat.page())
    assert late.do("leave", confirm="yes").status == 200
    assert log(seat.page())[: len(during)] == during
    assert any(re.match("Late leaves. Buratino plays on", line) for line in log(seat.page()))
    carol = joined(site, invite(seat), name="Carol")
    assert not any(line.startswith("You ") for line in log(carol.page())[:-1])


def test_what_another_drew_in_the_same_seat_is_not_told(site, browser, game_of):
    """Carol is told that Bob drew tiles, and not which, as everyone else was."""
    for number in range(20):
        seat = browser.begin(name="Ann", seed=f"drew {number}", opponent1="heaviest", target=1000)
        bob = joined(site, invite(seat), name="Bob")
        for _ in range(30):
            for one in (seat, bob):
                data = one.state()
                must = data["state"]["must"]
                if must in ("play", "draw", "pass"):
                    more = {"move": data["state"]["moves"][0]} if must == "play" else {}
                    assert one.do(must, position=data["position"], **more).status == 200
            if any(line.startswith("You draw") for line in log(bob.page())) or data["state"]["round_over"]:
                break
        if any(line.startswith("You draw") for line in log(bob.page())):
            break
    assert bob.do("leave", confirm="yes").status == 200
    page = joined(site, invite(seat), name="Carol").page()
    told = [line for line in log(page) if line.startswith("Bob draws")]
    assert told
    assert all(re.match(r"Bob draws \d+ tiles?\.", line) for line in told)


# The list of one's matches


def test_a_match_in_brief(site, browser):
    seat = browser.begin(name="Ann", game="all-fives", opponent1="snow-white/2")
    data = browser.get(f"{seat.path}/brief").json
    assert (data["title"], data["others"], data["over"]) == ("All fives", "Snow White", False)
    assert data["scores"].startswith("Scores: ")
    assert abs(data["changed"] - time.time()) < 600
    assert Browser(site).get(f"{seat.path}/brief").status == 403
