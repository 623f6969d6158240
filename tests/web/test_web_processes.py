"""Servers as they run: killed in the middle, several over one database, mounted in something bigger."""

from __future__ import annotations

import random
import re
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import quote

import pytest
from starlette.applications import Starlette
from starlette.routing import Mount
from support.servers import SOURCES, serving
from support.web import Browser, Inside, Outside, Seat

import dominoes as dm
from dominoes.web import create_app, live
from dominoes.web.guard import Limits, Rate
from dominoes.web.store import Store

BOTH = pytest.mark.parametrize("database", ["sqlite", "postgresql"], indirect=True)


def log_of(page: str) -> list[str]:
    return re.findall(r'<li id="log-[\d.]+">(.*?)</li>', page)


def ids_of(page: str) -> list[str]:
    return re.findall(r'<li id="log-([\d.]+)">', page)


def legal(store_url: str, seat: Seat) -> dm.Match:
    """The match as the database has it."""
    from dominoes.web.game import Game

    store = Store(store_url)
    try:
        return Game(store.load(seat.path.rpartition("/")[2])).match
    finally:
        store.close()


def at_once(asked: list[Callable[[], int]]) -> list[int]:
    """What all of them come to, each on a thread of its own."""
    with ThreadPoolExecutor(len(asked)) as pool:
        return [done.result() for done in [pool.submit(one) for one in asked]]


def act_once(url: str, seat: Seat) -> int | None:
    """Do what is to be done; the version after it, or None where nothing is."""
    data = seat.state()
    must = data["state"]["must"]
    if must in ("wait", "over"):
        return None
    fields = {"position": data["position"]}
    if must == "play":
        fields["move"] = legal(url, seat).view(0).legal_moves()[0]
    answer = seat.do(must, **fields)
    return answer.json["version"] if answer.status == 200 else None


def test_killed_in_the_middle_nothing_is_lost(tmp_path):
    """Whatever was answered or shown before the kill is there after it, and the match goes on from there."""
    url = f"sqlite:///{tmp_path / 'matches.sqlite'}"
    chance = random.Random(9)
    browser, seat, shown = Browser(Outside("http://127.0.0.1:1")), None, []
    for _ in range(4):
        with serving("--data", str(tmp_path)) as server:
            browser.site = Outside(server.address)
            if seat is None:
                seat = browser.begin(game="draw", players=3, pace="0", target=1000, name="Ann")
                seat.do("settings", pace="1")
            before = log_of(seat.page())
            assert before[: len(shown)] == shown
            feed = browser.feed(seat.path)
            timer = threading.Timer(chance.uniform(0.5, 2.0), server.kill)
            timer.start()
            done = -1
            try:
                while True:
                    version = act_once(url, seat)
                    done = done if version is None else version
                    shown = log_of(seat.page())
                    time.sleep(0.02)
            except (OSError, AssertionError, subprocess.SubprocessError):
                pass
            timer.join()
            feed.close()
        store = Store(url)
        assert store.version(seat.path.rpartition("/")[2]) >= done
        store.close()
    with serving("--data", str(tmp_path)) as server:
        browser.site = Outside(server.address)
        assert log_of(seat.page())[: len(shown)] == shown
        assert len(shown) > 4
        seat.do("settings", pace="0")
        deadline = time.monotonic() + 30
        while act_once(url, seat) is None:
            assert time.monotonic() < deadline
        assert server.stop().count("Traceback") == 0


@BOTH
def test_two_servers_share_a_match(database):
    """What one writes reaches the streams of the other, and of two equal actions one counts."""
    with serving("--database", database) as one, serving("--database", database) as two:
        first = Browser(Outside(one.address))
        seat = first.begin(game="block", players=3, pace="0", target=200)
        second = Browser(Outside(two.address), cookies=first.cookies)
        twin = Seat(second, seat.path)
        with twin.watching() as feed, seat.watching() as own:
            for _ in range(6):
                data = own.until(lambda data: data["state"]["must"] != "wait").data
                there = feed.until(lambda data, version=data["version"]: data["version"] >= version).data
                assert there["state"] == data["state"]
                assert there["tell"] == data["tell"]
                must = data["state"]["must"]
                if must in ("next", "over"):
                    break
                fields = {"position": data["position"]}
                if must == "play":
                    fields["move"] = next(m for m in legal(database, seat).view(0).legal_moves() if m.is_play)
                answers = at_once([lambda s=s, f=fields, m=must: s.do(m, **f).status for s in (seat, twin) * 3])
                assert sorted(answers) == [200] + [409] * 5


@BOTH
def test_a_person_joins_through_another_server(database):
    """Seats and invitations are the database's, not one process's."""
    one, two = (Inside(create_app(database=database)) for _ in range(2))
    ann, bob = Browser(one), Browser(two)
    seat = ann.begin(name="Ann")
    assert seat.page()
    path = seat.do("invite", seat=1).json["link"].removeprefix(f"http://{one.host}")
    with seat.watching() as feed:
        feed.next()
        assert bob.post(path, {"name": "Bob", "language": "ru"}).status == 200
        assert any("Bob" in said for said in feed.until(lambda data: data["events"]).texts)
    assert '<html lang="ru">' in Seat(bob, seat.path).page()
    bob.site = one
    assert Seat(bob, seat.path).state()["state"]["seat"] == 1
    one.close()
    two.close()


@BOTH
def test_a_dead_processs_turn_is_made_by_another(database, monkeypatch):
    """Where the process that should move a virtual player is gone, one in which somebody looks does."""
    monkeypatch.setattr(live, "GRACE", 0.3)
    one, two = (Inside(create_app(database=database)) for _ in range(2))
    ann = Browser(one)
    seat = ann.begin(game="block", pace="0", opponent1="random", seed="due 3")
    with seat.watching() as feed:
        data = feed.until(lambda data: data["state"]["must"] != "wait").data
    assert data["state"]["must"] == "play"  # by the seed
    seat.do("settings", pace="1")
    with Seat(Browser(two, cookies=ann.cookies), seat.path).watching() as feed:
        there = feed.next()
        move = legal(database, seat).view(0).legal_moves()[0]
        assert seat.do("play", move=move, position=data["position"]).status == 200
        one.close()  # before the second that the virtual player waits is over
        message = feed.until(lambda d: d["version"] > there.data["version"] + 1 and d["state"]["must"] != "wait")
        assert message.data["state"]["yours"]
    two.close()


def half_sent(server: Outside, text: str, body: bytes) -> None:
    """A request whose sender leaves without reading more than the first line of the answer."""
    with socket.create_connection(server._where, timeout=20) as line:
        line.sendall(text.replace("\n", "\r\n").encode() + body)
        if body:
            assert line.recv(12).startswith(b"HTTP/1.1 ")


def test_browsers_that_leave_in_the_middle_leave_nothing_behind(tmp_path):
    """Neither a stream that counts as open, nor a line in the log."""
    with serving("--data", str(tmp_path)) as server:
        outside = Outside(server.address)
        seat = Browser(outside).begin()
        cookie = seat.browser.cookies[seat.path]
        head = f"Host: {outside.host}\nCookie: {cookie}\nOrigin: {server.address.rstrip('/')}\n"
        for _ in range(8):
            asked = f"GET {seat.path}/events HTTP/1.1\n{head}Content-Length: 70000\n\n"
            half_sent(outside, asked, b"x" * 70_000)
            half_sent(outside, f"POST /matches HTTP/1.1\n{head}Content-Length: 60000\n\n", b"")
        deadline = time.monotonic() + 20
        while True:
            try:
                with seat.watching() as feed:
                    assert feed.next() is not None
                break
            except AssertionError:
                assert time.monotonic() < deadline, "the streams still count"
                time.sleep(0.1)
        assert server.stop().strip() == ""


@pytest.mark.parametrize("below", ["/games/dominoes", "/static/m/x", "/игры", "/a b;c"])
def test_mounted_in_a_bigger_application(tmp_path, below):
    """No lifespan reaches a mounted application; every path is below the mount, and written as an address is."""
    outer = Starlette(routes=[Mount(below, create_app(data=tmp_path, limits=Limits(act=Rate(0.001, 3))))])
    inside = Inside(outer)
    browser = Browser(inside)
    root = quote(below)
    assert f'action="{root}/matches' in browser.get(f"{root}/").text
    location = browser.post(f"{root}/matches", {"pace": "0"}).json["location"]
    assert location.startswith(f"{root}/m/")
    seat = Seat(browser, location)
    for path in re.findall(r'(?:href|action|src)="([^"#]+)"', seat.page()):
        assert path.startswith(f"{root}/"), path
    assert list(browser.cookies) == [location]
    assert browser.get(location).header("cache-control") == "no-store"
    assert [seat.do("pass", position=0).status == 429 for _ in range(4)] == [False] * 3 + [True]
    assert Seat(browser, browser.post(f"{root}/matches").json["location"]).do("pass", position=0).status != 429
    with seat.watching() as feed:
        assert feed.until(lambda data: data["state"]["must"] != "wait")
    inside.close()


def test_behind_a_proxy_that_says_its_path(tmp_path):
    inside = Inside(create_app(data=tmp_path), root_path="/play")
    browser = Browser(inside)
    seat = browser.begin()
    assert seat.path.startswith("/play/m/")
    assert 'action="/play/m/' in seat.page()
    assert seat.state()["tell"]["hand"]
    inside.close()


def test_a_stopped_server_ends_its_streams_and_says_nothing(tmp_path):
    with serving("--data", str(tmp_path)) as server:
        browser = Browser(Outside(server.address))
        seat = browser.begin()
        feed = browser.feed(seat.path)
        assert feed.next() is not None
        told = server.stop()
        while feed.next() is not None:
            pass
        feed.close()
        assert told == ""


def test_it_listens_at_the_loopback_alone():
    text = subprocess.run(
        [sys.executable, "-m", "dominoes", "serve", "--help"],
        env={"PYTHONPATH": str(SOURCES), "PATH": ""},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert "this machine alone" in text


def test_a_port_that_is_taken_is_told_in_one_line(tmp_path):
    with serving("--data", str(tmp_path)) as server:
        port = server.address.rpartition(":")[2].strip("/")
        told = run("serve", "--port", port, "--no-browser", "--data", str(tmp_path))
    assert told.returncode == 1
    assert told.stderr.startswith(f"dominoes: cannot listen at 127.0.0.1:{port}: ")
    assert told.stderr.count("\n") == 1


def test_a_missing_extra_is_one_line(tmp_path):
    """Where the libraries are not installed, the line names what to type."""
    blocked = tmp_path / "sitecustomize.py"
    blocked.write_text("import sys\nfor name in ('starlette', 'uvicorn'):\n    sys.modules[name] = None\n")
    told = run("serve", "--no-browser", path=tmp_path)
    assert told.returncode == 1
    assert told.stderr.count("\n") == 1
    assert 'pip install "dominoes-engine[web]"' in told.stderr
    code = "import dominoes.web\ntry:\n    dominoes.web.create_app\nexcept ImportError as error:\n    print(error)"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={"PYTHONPATH": f"{tmp_path}:{SOURCES}", "PATH": ""},
        capture_output=True,
        text=True,
        check=True,
    )
    assert 'pip install "dominoes-engine[web]"' in done.stdout


def run(*argv: str, path: Path | None = None) -> subprocess.CompletedProcess[str]:
    found = str(SOURCES) if path is None else f"{path}:{SOURCES}"
    return subprocess.run(
        [sys.executable, "-m", "dominoes", *argv],
        env={"PYTHONPATH": found, "PATH": "", "HOME": "/nonexistent"},
        capture_output=True,
        text=True,
        timeout=60,
    )
