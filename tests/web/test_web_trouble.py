"""What goes wrong on the server's side: a database that has gone, is damaged or full. Told once, nothing is lost."""

from __future__ import annotations

import html
import logging
import os
import re
import shutil
import socket
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text
from support.servers import serving
from support.web import Browser, Inside, Outside, Seat
from test_web_protocol import to_move

from dominoes import speaking
from dominoes.web import create_app, live
from dominoes.web.store import DatabaseError


def lines(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]


# A file that has gone


@pytest.mark.parametrize("how", ["deleted", "replaced", "folder"])
def test_a_database_that_was_deleted_is_noticed(tmp_path, caplog, how):
    """SQLite would go on with a file that nobody can open any more."""
    folder = tmp_path / "data"
    site = Inside(create_app(data=folder))
    browser = Browser(site)
    seat = browser.begin(seed="gone")
    data = to_move(seat)
    if how == "folder":
        shutil.rmtree(folder)
    else:
        (folder / "matches.sqlite").unlink()
    if how == "replaced":
        (folder / "matches.sqlite").write_bytes(b"")
    assert browser.get("/healthz").status == 503
    assert browser.get(seat.path).status == 503
    assert browser.get(f"{seat.path}/table.svg").status == 503
    for _ in range(3):
        answer = seat.do("play", move=data["state"]["moves"][0], position=data["position"])
        assert (answer.status, answer.json["code"]) == (503, "fault")
    assert browser.post("/matches", {}).status == 503
    assert browser.get("/").status == 200
    site.close()
    told = lines(caplog)
    assert len(told) == 1, told
    assert "matches.sqlite: the file was deleted" in told[0]


def test_a_stream_ends_where_the_database_has_gone(tmp_path):
    site = Inside(create_app(data=tmp_path))
    seat = Browser(site).begin(seed="gone")
    with seat.watching() as feed:
        feed.next()
        os.rename(tmp_path / "matches.sqlite", tmp_path / "elsewhere")
        site.app.state.house.changed(seat.path.rpartition("/")[2], 10**6)
        while feed.next() is not None:
            pass
    site.close()


# A match that is damaged

DAMAGES = [
    "UPDATE actions SET move = '9-9@R' WHERE number = 1 AND match = :match",
    "UPDATE actions SET move = 'sit Bob', seat = 9 WHERE number = 1 AND match = :match",
    "UPDATE actions SET move = 'pace never' WHERE number = 1 AND match = :match",
    "UPDATE actions SET move = 'undo', seat = NULL WHERE number = 1 AND match = :match",
    "DELETE FROM actions WHERE number = 1 AND match = :match",
    "UPDATE matches SET rules = 'nope' WHERE id = :match",
    """UPDATE matches SET rules = '{"x": 1}' WHERE id = :match""",
    "UPDATE matches SET occupants = '[]' WHERE id = :match",
    """UPDATE matches SET occupants = '[{"name": 7}, {"name": "x", "player": 8}]' WHERE id = :match""",
    "UPDATE matches SET pace = 'never' WHERE id = :match",
    "UPDATE matches SET given = '{' WHERE id = :match",
]


def damage(folder: Path, statement: str, match: str) -> None:
    engine = create_engine(f"sqlite:///{folder / 'matches.sqlite'}")
    with engine.begin() as connection:
        assert connection.execute(text(statement), {"match": match}).rowcount == 1
    engine.dispose()


@pytest.mark.parametrize("statement", DAMAGES)
def test_a_damaged_match_is_told_and_the_others_go_on(tmp_path, caplog, statement):
    first = Inside(create_app(data=tmp_path))
    browser = Browser(first)
    seat, sound = browser.begin(seed="damaged", target=1000), browser.begin(seed="sound")
    data = to_move(seat)
    assert seat.do("play", move=data["state"]["moves"][0], position=data["position"]).status == 200
    to_move(seat)
    first.close()
    damage(tmp_path, statement, seat.path.rpartition("/")[2])
    second = Inside(create_app(data=tmp_path))
    browser.site = second
    for tool in ("", "/table.svg", "/record", "/events", "/brief"):
        answer = browser.get(f"{seat.path}{tool}")
        assert answer.status == (204 if tool == "/events" and answer.status == 204 else 503), tool
    assert seat.do("play", position=0, tile="6-6").status == 503
    assert sound.page()
    assert to_move(sound)["state"]["must"] != "wait"
    second.close()
    told = lines(caplog)
    assert len(told) == 1, told
    assert "Traceback" not in caplog.text
    assert seat.path.rpartition("/")[2] in told[0] or "gap" in told[0]


def test_an_entry_that_damages_a_match_in_memory(tmp_path, caplog):
    """Where another process, or a hand, has written nonsense behind what is known already."""
    site = Inside(create_app(data=tmp_path))
    seat = Browser(site).begin(seed="memory")
    version = to_move(seat)["version"]
    match = seat.path.rpartition("/")[2]
    assert site.app.state.house.store.append(match, version, [(0, "9-9@R")])
    for _ in range(3):
        assert seat.browser.get(seat.path).status == 503
    damage(tmp_path, f"UPDATE actions SET move = 'seat' WHERE number = {version + 1} AND match = :match", match)
    assert seat.page()  # it is read anew
    site.close()
    assert len(lines(caplog)) == 1


# A disk that is full


class Full:
    """A store's ``append`` that has room for so many more writes, and later for all."""

    def __init__(self, store: object, room: int, refused: int) -> None:
        self._append = store.append
        self.room, self.refused = room, refused
        store.append = self

    def __call__(self, *what: object) -> bool:
        self.room -= 1
        if -self.refused <= self.room < 0:
            raise DatabaseError("database or disk is full")
        return self._append(*what)


def test_what_is_stored_is_answered_so_though_the_virtual_players_find_no_room(tmp_path, caplog, monkeypatch):
    """And their turn is made once there is room, without anybody doing anything."""
    monkeypatch.setattr(live, "GRACE", 0.2)
    site = Inside(create_app(data=tmp_path))
    seat = Browser(site).begin(game="block", seed="full 1", opponent1="heaviest", target=1000)
    data = to_move(seat)
    with seat.watching() as feed:
        feed.next()
        Full(site.app.state.house.store, 1, 2)
        answer = seat.do("play", move=data["state"]["moves"][0], position=data["position"])
        assert answer.status == 200, answer.text
        assert answer.json["version"] == data["version"] + 1
        message = feed.until(lambda data: data["version"] == answer.json["version"])
        assert message.data["state"]["must"] == "wait"
        there = feed.until(lambda data: data["version"] > answer.json["version"])
        assert there.data["state"]["must"] != "wait" or there.data["state"]["round_over"]
    site.close()
    assert lines(caplog) == ["database or disk is full"]


def test_a_page_that_is_loaded_again_makes_the_match_go_on(tmp_path):
    site = Inside(create_app(data=tmp_path))
    seat = Browser(site).begin(game="block", seed="full 1", opponent1="heaviest", target=1000)
    data = to_move(seat)
    Full(site.app.state.house.store, 1, 2)
    assert seat.do("play", move=data["state"]["moves"][0], position=data["position"]).status == 200
    seat.page()
    assert to_move(seat)["version"] > data["version"] + 1
    site.close()


def test_a_seat_that_is_taken_is_answered_with_its_cookie_whatever_fails_after_it(tmp_path, monkeypatch):
    """The cookie is told once: a failure behind the write would lock the friend out for good."""
    site = Inside(create_app(data=tmp_path))
    seat = Browser(site).begin(seed="cookie")
    path = seat.do("invite", seat=1).json["link"].removeprefix(f"http://{site.host}")
    store = site.app.state.house.store
    change = store.change_seat

    def once(*what: object, **more: object) -> bool:
        done = change(*what, **more)
        monkeypatch.setattr(store, "after", fail)
        monkeypatch.setattr(store, "seats", fail)
        return done

    def fail(*_: object) -> None:
        raise DatabaseError("disk I/O error")

    monkeypatch.setattr(store, "change_seat", once)
    friend = Browser(site)
    assert friend.post(path, {"name": "Late"}).json == {"location": seat.path}
    monkeypatch.undo()
    assert Seat(friend, seat.path).state()["state"]["seat"] == 1
    site.close()


# What anybody may send


def test_requests_for_a_socket_say_nothing_in_the_log(tmp_path):
    with serving("--data", str(tmp_path)) as server:
        host, port = re.search(r"//([\d.]+):(\d+)/", server.address).groups()
        for upgrade in ("websocket", "h2c"):
            with socket.create_connection((host, int(port)), timeout=20) as sent:
                sent.sendall(
                    f"GET / HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: Upgrade\r\nUpgrade: {upgrade}\r\n"
                    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
                )
                assert not sent.recv(100).startswith(b"HTTP/1.1 101")
        assert Browser(Outside(server.address)).get("/healthz").status == 200
        assert server.stop() == ""


# What a person fills in

WRONG = [
    ({"target": "abc"}, "A whole number from 1 to 10000."),
    ({"target": "0"}, "A whole number from 1 to 10000."),
    ({"target": "1e3"}, "A whole number from 1 to 10000."),
    ({"target": "99999999999999"}, "A whole number from 1 to 10000."),
    ({"name": "x" * 31}, "At most 30 printable characters."),
    ({"seed": "x" * 201}, "At most 200 printable characters."),
    ({"game": "partnership", "players": "3"}, "This game is for 4 players."),
    ({"players": "9"}, "A whole number from 2 to 4."),
    ({"players": "4", "hand": "8"}, "The set has 28 tiles: at most 7 for each player."),
    ({"players": "2", "tiles": "9", "hand": "28"}, "The set has 55 tiles: at most 27 for each player."),
    ({"tiles": "99"}, "This game cannot be played with these settings."),
    ({"table": "9x1"}, "This game cannot be played with these settings."),
    ({"record": "{}"}, "This file is not the record of a match that can be continued."),
    ({"game": "poker"}, None),
    ({"players": "two"}, None),
    ({"table": "wide"}, None),
    ({"pace": "x"}, None),
    ({"language": "xx"}, None),
]


@pytest.mark.parametrize("language", ["en", "fr", "ru", "pt-BR"])
@pytest.mark.parametrize(("fields", "said"), WRONG)
def test_the_start_form_is_refused_in_the_readers_words(shared_site, fields, said, language):
    answer = Browser(shared_site, language=language).post("/matches", fields)
    assert answer.status == 400
    told = answer.json["text"]
    assert told[:1] == told[:1].upper()
    assert told.endswith((".", "!"))
    if language == "en":
        assert said is None or said in told
        return
    assert not re.search(r"\b(whole|number|from|is|one|of|most|the|this|record)\b", told.replace("one-", "")), told
    assert said is None or said not in told


def test_the_fields_say_what_they_take(browser):
    page = browser.get("/").text
    # Of a field for numbers a browser would not give back what else was typed there.
    assert re.search(r'<input id="start-target" name="target" [^>]*inputmode="numeric"', page)
    assert re.search(r'<input id="start-name" name="name" [^>]*maxlength="30"', page)


SENT = {"game": "block", "players": "4", "name": "Ann <b>", "opponent2": "snow-white/5", "table": "48x30", "pace": "4"}
"""What is kept whatever else is wrong."""

FIELDS = [
    ("target", "abc", "A whole number from 1 to 10000."),
    ("name", "x" * 31, "At most 30 printable characters."),
    ("seed", "x" * 201, "At most 200 printable characters."),
    ("hand", "9", "The set has 28 tiles: at most 7 for each player."),
    ("players", "9", "A whole number from 2 to 4."),
    ("table", "9x1", "This game cannot be played with these settings."),
    ("record", "no <record>", "This file is not the record of a match that can be continued."),
]


@pytest.mark.parametrize("language", ["en", "fr", "ru", "pt-BR"])
@pytest.mark.parametrize(("field", "value", "said"), FIELDS)
def test_a_wrong_field_is_shown_in_the_form_as_it_was_sent(shared_site, field, value, said, language):
    """With the focus in the field, tied to what is wrong; another browser's language does not matter."""
    given = {**SENT, "language": language, field: value}
    answer = Browser(shared_site).post(f"/matches?language={language}", given, script=False)
    assert answer.status == 400
    page = answer.text
    assert f'<html lang="{language}">' in page
    wrong = re.findall(r'<[^>]* aria-invalid="true"[^>]*>', page)
    assert len(wrong) == page.count(" autofocus") == 1
    assert f'name="{field}"' in wrong[0]
    assert "autofocus" in wrong[0]
    described = re.search(r'aria-describedby="([^"]+)"', wrong[0])[1].split()
    assert described[0] == f"{field}-wrong"
    assert all(page.count(f'id="{one}"') == 1 for one in described)
    problem = html.unescape(re.search(rf'id="{field}-wrong" class="wrong">(.*?)</span>', page)[1])
    assert problem in html.unescape(re.search(r'<p id="trouble".*?</p>', page)[0])
    assert (problem == said) == (language == "en")
    failed = "That did not work" if language == "en" else speaking.voice(language).gettext("That did not work")
    assert html.unescape(re.search("<title>(.*?)</title>", page)[1]).startswith(failed)
    assert (
        html.escape(value, quote=False) in page or f'value="{value}" selected' in page or field in ("players", "table")
    )
    for name, sent in SENT.items():
        if name != field:
            kept = f'value="{sent}" selected' if name != "name" else 'value="Ann &lt;b&gt;"'
            assert kept in page, name
    folded = [field in ("hand", "seed"), field == "record"]
    assert [f'<details id="{one}"' in page for one in ("more", "from-record")] == [True, True]
    assert [bool(re.search(rf'<details id="{one}"[^>]* open>', page)) for one in ("more", "from-record")] == folded
    assert 'href="?language=' not in page, "nothing leads to a page that can only be sent to"


def test_a_wrong_name_is_shown_on_the_invitation(browser):
    link = browser.begin(players=2, opponent1="open").do("invite", seat=1).json["link"]
    path = link.removeprefix(f"http://{browser.site.host}")
    friend = Browser(browser.site)
    answer = friend.post(f"{path}?language=fr", {"name": "y" * 31, "language": "ru"}, script=False)
    assert answer.status == 400
    assert '<html lang="fr">' in answer.text
    assert f'value="{"y" * 31}"' in answer.text
    assert re.search(r'name="name" aria-invalid="true" autofocus aria-describedby="name-wrong ?"', answer.text)
    assert '<option value="ru" lang="ru" selected>' in answer.text
    assert friend.post(path, {"name": "y" * 31}).json["code"] == "bad-request"
    assert friend.post(path, {"name": "Bob"}, script=False).status == 303


def test_what_is_not_there_and_what_is_anothers_look_the_same(browser, site):
    seat, other = browser.begin(), Browser(site)
    pages = [other.get(path, accept="text/html") for path in (seat.path, "/m/nope")]
    assert [page.status for page in pages] == [403, 403]
    assert pages[0].text == pages[1].text
    assert "<h1>No match here</h1>" in pages[0].text
    assert "<title>No match here - Dominoes</title>" in pages[0].text
    assert ">Start a new match</a>" in pages[0].text
    assert "<h1>Pas de partie ici</h1>" in other.get("/m/nope?language=fr").text
    assert "<h1>Not found</h1>" in other.get("/nothing").text
    refused = other.post("/matches", {}, script=False, origin="null").text
    assert "<h1>That did not work</h1>" in refused
    assert "<nav" not in refused
