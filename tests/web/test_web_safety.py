"""Foreign hosts, origins and browsers, too much of anything, any bytes at all: refused, and never a fault."""

from __future__ import annotations

import json
import random
import re
import select
import socket
from contextlib import suppress
from html import escape
from urllib.parse import urlsplit

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from support.servers import serving
from support.web import Answer, Browser, Inside, Seat

import dominoes as dm
from dominoes.web import create_app
from dominoes.web.guard import Limits, Rate

FORM = "application/x-www-form-urlencoded"


# Hosts and origins


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:8036", "", "[::2]"])
def test_a_foreign_host_gets_400(site, host):
    browser = Browser(site)
    seat = browser.begin()
    for path in ("/", "/healthz", seat.path, f"{seat.path}/events", "/static/page.css"):
        assert browser.get(path, host=host).status == 400, path
    assert browser.post("/matches", {}, host=host, origin=f"http://{host}").status == 400


@pytest.mark.parametrize("host", ["localhost:8036", "127.0.0.1", "[::1]:8036", "LOCALHOST:99"])
def test_the_loopbacks_names_are_known(site, host):
    assert Browser(site).get("/healthz", host=host).text == "ok\n"


def test_further_hosts_are_named(tmp_path):
    inside = Inside(create_app(data=tmp_path, allow_hosts=["phone.local", "fe80::1"]))
    browser = Browser(inside)
    assert browser.get("/", host="phone.local:8036").status == 200
    assert browser.get("/", host="[fe80::1]").status == 200
    assert browser.get("/", host="other.local").status == 400
    inside.close()


ORIGINS = [
    None,
    "null",
    "",
    "http://evil.example",
    "http://127.0.0.1:8037",  # another port of the same machine is another site
    "https://127.0.0.1:8036",
    "http://localhost:8036",
    "http://127.0.0.1:8036/path",
    "http://127.0.0.1:8036.evil.example",
    "http://user@127.0.0.1:8036",
    "http://127.0.0.1:99999999",
    "file://",
]


@pytest.mark.parametrize("origin", ORIGINS)
def test_a_change_needs_the_pages_own_origin(site, origin):
    browser = Browser(site)
    seat = browser.begin()
    version = seat.state()["version"]
    headers = browser.headers(f"{seat.path}/play", content_type=FORM, **({} if origin is None else {"origin": origin}))
    for path in ("/matches", f"{seat.path}/play", f"{seat.path}/leave", f"{seat.path}/settings"):
        answer = site.ask("POST", path.encode(), headers, b"pace=4&position=0&confirm=yes&tile=6-6")
        assert answer.status == 403, path
    assert seat.state()["version"] >= version
    assert 'value="0" selected' in seat.page()


@pytest.mark.parametrize(
    ("host", "origin"),
    [
        ("127.0.0.1:abc", "null"),
        ("127.0.0.1:99999999", "null"),
        ("127.0.0.1:8036x", "http://evil.example:xx"),
        ("127.0.0.1#", "http://127.0.0.1"),
        ("127.0.0.1:8036@evil.example", "http://127.0.0.1:8036"),
        ("[127.0.0.1", "null"),
        ("", "null"),
    ],
)
def test_a_host_that_is_none_is_refused_whatever_the_origin(site, host, origin):
    headers = Browser(site).headers("/matches", host=host, origin=origin, content_type=FORM)
    assert site.ask("POST", b"/matches", headers).status == 400
    assert site.ask("GET", b"/", headers).status == 400


@pytest.mark.parametrize("fetch_site", ["cross-site", "same-site", "none", "x"])
def test_a_browser_that_says_the_request_is_foreign_is_believed(site, fetch_site):
    browser = Browser(site)
    assert browser.post("/matches", {}, sec_fetch_site=fetch_site).status == 403
    assert browser.post("/matches", {}, sec_fetch_site="same-origin").status == 200


def test_a_socket_is_refused(site):
    async def connect() -> list[dict]:
        sent = []

        async def receive() -> dict:
            return {"type": "websocket.connect"}

        async def send(message: dict) -> None:
            sent.append(message)

        await site.app({"type": "websocket", "path": "/", "headers": [], "subprotocols": []}, receive, send)
        return sent

    assert site._wait(connect()) == [{"type": "websocket.close", "code": 1008}]


# Whose match it is


def test_another_browser_sees_nothing_of_a_match(site):
    owner, other = Browser(site), Browser(site)
    seat = owner.begin(name="Ann")
    other.begin()
    other.cookies[seat.path] = next(iter(other.cookies.values()))  # a cookie, but of another match
    for tool in ("", "/table.svg", "/record", "/result", "/luck"):
        answer = other.get(f"{seat.path}{tool}")
        assert answer.status == 403, tool
        assert "Ann" not in answer.text
    assert other.get(f"{seat.path}/events").status == 204
    for what in ("play", "draw", "undo", "invite", "leave", "settings", "again", "hint", "next"):
        assert other.post(f"{seat.path}/{what}", {"position": 0, "seat": 1, "confirm": "yes"}).status == 403, what
    assert Browser(site).get(f"{seat.path}x").status == 403


def test_the_cookie_is_kept_from_scripts_and_other_sites(site):
    answer = Browser(site).post("/matches", {"game": "draw"})
    cookie = answer.header("set-cookie")
    assert re.search(r"(?i); httponly", cookie)
    assert re.search(r"(?i); samesite=strict", cookie)
    assert f"Path={answer.json['location']};" in cookie
    token = re.match(r"dominoes-seat=([\w-]+);", cookie)[1]
    assert len(token) == 32  # 24 bytes of chance
    row = site.app.state.house.store.load(answer.json["location"][3:])
    assert token not in repr(row)


def test_a_link_on_another_site_opens_the_match_all_the_same(site):
    """A browser keeps the strict cookie back then; the page asks again from here, where it is sent."""
    seat = Browser(site).begin()
    first = Browser(site).get(seat.path, sec_fetch_site="cross-site")
    assert first.status == 200
    assert '<meta http-equiv="refresh" content="0">' in first.text
    assert Browser(site).get(seat.path, sec_fetch_site="same-origin").status == 403


# What every answer says


def test_every_answer_has_the_policy(site):
    browser = Browser(site)
    seat = browser.begin()
    answers = [
        browser.get("/"),
        browser.get(seat.path),
        browser.get("/no/such/page"),
        browser.get("/static/nothing.css"),
        browser.get(f"{seat.path}/table.svg"),
        browser.get("/", host="evil.example"),
        browser.post(f"{seat.path}/play", {}),
        browser.post("/matches", {}, origin="null"),
    ]
    for answer in answers:
        policy = answer.header("content-security-policy")
        assert policy == (
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
            "media-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
        )
        assert answer.header("x-content-type-options") == "nosniff"
        assert answer.header("referrer-policy") == "same-origin"


def test_no_page_has_anything_inline(site):
    browser = Browser(site)
    seat = browser.begin()
    for path in ("/", seat.path, "/rules/draw", "/nothing"):
        page = browser.get(path).text
        assert not re.search(r"<style|<script(?![^>]* src=)|\sstyle=|\son[a-z]+=|javascript:", page), path
        assert not re.search(r"(?:src|href|action)=\"(?:https?:)?//", page), path


@pytest.mark.parametrize("name", ['<script>alert("x")</script>', "'\"><img src=x>", "{{ 7 * 7 }}", "&copy;", "a]]>b"])
def test_names_are_escaped_wherever_they_stand(site, name):
    """A person's name in pages, messages, records and pictures of another's browser."""
    browser, other = Browser(site), Browser(site)
    seat = browser.begin(name="Ann")
    path = seat.do("invite", seat=1).json["link"].removeprefix(f"http://{site.host}")
    with seat.watching() as feed:
        feed.next()
        other.post(path, {"name": name})
        message = feed.until(lambda data: any(event["kind"] == "joined" for event in data["events"]))
    shown = name[:1].upper() + name[1:]
    assert f"{shown} takes a seat." in message.texts  # a text, for the script to set as text
    escaped = escape(shown).replace("&quot;", "&#34;").replace("&#x27;", "&#39;")
    for page in (seat.page(), *message.data["fragments"].values()):
        assert shown not in page.replace(escaped, "")
    assert escaped in seat.page()
    assert "49" not in " ".join(message.texts)


# Too much


def test_a_long_body_is_refused(site):
    browser = Browser(site)
    assert browser.post("/matches", {"record": "x" * 70_000}).status == 413
    headers = browser.headers("/matches", origin=f"http://{site.host}", content_type=FORM, content_length="5")
    assert site.ask("POST", b"/matches", headers, b"name=" + b"x" * 70_000).status == 413
    assert browser.get("/?x=" + "y" * 3000).status == 413


def test_rates_are_bounded(tmp_path):
    slow = Limits(ask=Rate(0.001, 60), act=Rate(0.001, 4), begin=Rate(0.001, 2), streams_of_seat=2)
    inside = Inside(create_app(data=tmp_path, limits=slow))
    browser = Browser(inside)
    seats = [browser.begin(), browser.begin()]
    refused = browser.post("/matches", {})
    assert (refused.status, refused.json["code"]) == (429, "too-many")
    for begins in ("again", "join/x"):
        assert seats[0].do(begins).status == 429, "each would be a new match, or a guess"
    assert [seats[0].do("pass", position=0).status == 429 for _ in range(6)] == [False] * 4 + [True] * 2
    assert seats[1].do("pass", position=0).status != 429  # another match has a measure of its own
    stranger = Browser(inside)
    strange = [stranger.post(f"{seats[1].path}/pass", {"position": 0}).status for _ in range(6)]
    assert (strange[0], strange[-1]) == (403, 429)
    assert seats[1].do("pass", position=0).status != 429  # a stranger uses up nothing of a seat's
    with seats[0].watching(), seats[0].watching():
        assert browser.get(f"{seats[0].path}/events").status == 429
    made_up = [browser.post(f"/m/m{number}/play", {"position": 0}).status for number in range(60)]
    assert (made_up[0], made_up[-1]) == (403, 429)
    assert browser.get("/healthz").status == 429
    inside.close()


# Any bytes on any route

LOOKED_AT = [
    *("/", "/healthz", "/rules/draw", "/static/x", "/m/MATCH", "/m/MATCH/join/TOKEN"),
    *(f"/m/MATCH/{what}" for what in ("table.svg", "record", "result", "luck", "events", "brief")),
]
DONE = [
    *("/matches", "/m/MATCH/join/TOKEN"),
    *(f"/m/MATCH/{what}" for what in ("play", "draw", "pass", "next", "undo", "go", "hint", "settings")),
    *(f"/m/MATCH/{what}" for what in ("invite", "leave", "again", "without")),
]
PATHS = [*LOOKED_AT, *DONE]
ROUTES = [*(("GET", path) for path in LOOKED_AT), *(("POST", path) for path in DONE)]
FIELDS = ["position", "move", "tile", "seat", "pace", "language", "confirm", "name", "game", "players", "opponent1"]
FIELDS += ["target", "table", "seed", "record"]
text = st.text(max_size=40) | st.sampled_from(
    ["0", "1", "yes", "6-4", "6-4@R", "draw", "none", "9x9", "-1", "1e9", "٣"]
)
form = st.dictionaries(st.sampled_from(FIELDS) | st.text(max_size=8), text, max_size=6)
raw = st.binary(max_size=60)
routes = st.sampled_from(ROUTES) | st.tuples(
    st.sampled_from(["GET", "POST", "HEAD", "PUT", "OPTIONS", "TRACE", "X"]), st.sampled_from(PATHS)
)


@pytest.fixture(scope="module")
def target(shared_site) -> Seat:
    return Browser(shared_site).begin(seed="fuzz")


def fine(answer: Answer) -> None:
    assert answer.status < 500, answer.text
    assert answer.header("content-security-policy")


slack = settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])


@slack
@given(path=st.sampled_from(DONE) | st.sampled_from(PATHS), fields=form, script=st.booleans())
@example(path="/m/MATCH/settings", fields={"language": "\x00"}, script=True)
@example(path="/matches", fields={"seed": "\x00", "name": "\x7f"}, script=True)
@example(path="/matches", fields={"record": "[" * 30000}, script=True)
@example(path="/m/MATCH/play", fields={"position": "9" * 9, "tile": "6-6"}, script=False)
def test_any_form_on_any_route(target, path, fields, script):
    seat, browser = target, target.browser
    answer = browser.post(path.replace("/m/MATCH", seat.path), fields, script=script)
    fine(answer)
    browser.received.clear()


@slack
@given(
    route=routes,
    tail=st.just(b"") | raw,
    query=raw,
    body=raw,
    headers=st.dictionaries(
        st.sampled_from(
            [b"content-type", b"cookie", b"accept", b"accept-language", b"last-event-id", b"content-length"]
        ),
        raw.filter(lambda value: b"\n" not in value and b"\r" not in value and b"\0" not in value),
        max_size=4,
    ),
    own=st.booleans(),
)
@example(route=("GET", "/m/MATCH"), tail=b"", query=b"", body=b"", headers={b"cookie": b"dominoes-seat=\xff"}, own=True)
@example(
    route=("GET", "/m/MATCH/events"),
    tail=b"",
    query=b"version=1",
    body=b"",
    headers={b"last-event-id": b"\xb2"},
    own=True,
)
@example(route=("GET", "/static/x"), tail=b"%00", query=b"", body=b"", headers={}, own=True)
@example(route=("GET", "/static/x"), tail=b"/../../app.py", query=b"", body=b"", headers={}, own=True)
@example(route=("GET", "/m/MATCH/table.svg"), tail=b"", query=b"ghosts=%FF", body=b"", headers={}, own=True)
def test_any_bytes_on_any_route(target, route, tail, query, body, headers, own):
    seat, browser, (method, path) = target, target.browser, route
    found = path.replace("/m/MATCH", seat.path).encode() + tail + b"?" + query
    given_headers = dict(
        browser.headers(path.replace("/m/MATCH", seat.path), origin=f"http://{seat.browser.site.host}")
    )
    if not own:
        del given_headers[b"origin"]
    answer = seat.browser.site.ask(method, found, [*{**given_headers, **headers}.items()], body)
    fine(answer)
    if method not in ("GET", "HEAD"):
        assert own or answer.status >= 400


# Hosts and origins as anybody may write them; those that are near the right ones are the harder ones to refuse.
odd = st.text(st.characters(max_codepoint=255, exclude_characters="\n\r\0"), max_size=20)
near = st.sampled_from(
    ["127.0.0.1", "localhost", "[::1]", "[", "[::1", "]", "0", "evil.example", "127.0.0.1.", "null", ""]
)
hosts = (
    odd | near | st.builds("{}{}{}".format, near, st.sampled_from(["", ":", ":8036", ":80", ":99999", ":-1", "/"]), odd)
)
origins = odd | hosts.map("http://{}".format) | st.builds("{}://{}".format, odd, hosts)
sites = odd | st.sampled_from(["same-origin", "cross-site", "same-site", "none", "Same-Origin", "same-origin, none"])


@settings(slack, max_examples=300)
@given(
    route=st.sampled_from(ROUTES),
    host=st.just("127.0.0.1:8036") | hosts,
    origin=st.just("OWN") | st.none() | origins,
    fetch_site=st.none() | sites,
)
@example(route=("POST", "/m/MATCH/invite"), host="127.0.0.1:x", origin="OWN", fetch_site=None)
@example(route=("POST", "/matches"), host="127.0.0.1:x", origin="null", fetch_site=None)
@example(route=("GET", "/m/MATCH"), host="[::1", origin="http://[", fetch_site="\xff")
@example(route=("GET", "/"), host="localhost:99999999", origin=None, fetch_site=None)
def test_any_host_origin_and_fetch_site(target, route, host, origin, fetch_site):
    """Refused, or answered as always: never a fault, and nothing is done for any origin but the Host's own."""
    browser, (method, path) = target.browser, route
    path = path.replace("/m/MATCH", target.path)
    origin = f"http://{host}" if origin == "OWN" else origin
    more = {"origin": origin, "sec_fetch_site": fetch_site, "content_type": FORM}
    headers = browser.headers(path, host=host, **{key: value for key, value in more.items() if value is not None})
    answer = browser.site.ask(method, path.encode(), headers, b"seat=1&pace=0")
    fine(answer)
    if answer.status not in (400, 403):
        assert re.match(r"(127\.0\.0\.1|localhost|\[::1\])(:\d*)?$", plain(host))
        assert method == "GET" or plain(origin) == plain(f"http://{host}")
        assert method == "GET" or fetch_site in (None, "same-origin")


def plain(text: str) -> str:
    """Without what does not count: case, blanks, the usual port."""
    return re.sub(r":(0*80)?$", "", re.sub(r"[\0-\x20]", "", text.lower()))


def test_the_fuzzed_match_is_still_in_order(target):
    assert target.page()
    assert target.state()["tell"]["hand"]


# Any bytes on a socket

ASKED = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
MALFORMED = [
    b"\r\n\r\n",
    b"\0" * 100,
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(range(256)),  # somebody who speaks TLS
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"GET\r\n\r\n",
    b"GET / HTTP/9.9\r\nHost: 127.0.0.1\r\n\r\n",
    b"GET http://[::1/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"GET //[ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"CONNECT 127.0.0.1:1 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"OPTIONS * HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"GET / HTTP/1.1\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"x" * 200_000 + b"\r\n\r\n",
    b"GET /%ff%00?%ff=\xff HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n\xff\xff\xff",
    b"POST /matches HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: -5\r\n\r\nname=x",
    b"POST /matches HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nname=x",
    b"POST /matches HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nname=x\r\n",
    b"POST /matches HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: x\r\nContent-Length: 6\r\n\r\nname=x",
    b"POST /matches HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://127.0.0.1\r\nContent-Length: 60\r\n\r\nname=",
]


def spoilt(chance: random.Random) -> bytes:
    """A right request with some of its bytes changed, doubled or lost; or bytes of chance alone."""
    text = bytearray(chance.choice([*MALFORMED[3:], ASKED]))
    if chance.random() < 0.1:
        return chance.randbytes(chance.randrange(1, 300))
    for _ in range(chance.randrange(1, 6)):
        at = chance.randrange(min(len(text), 300))
        text[at : at + chance.randrange(3)] = chance.choice([b"", b"\r\n", b":", b" ", chance.randbytes(2)])
    return bytes(text)


def statuses(address: tuple[str, int], requests: list[bytes]) -> list[int]:
    """Send each on a connection of its own, all at once; the statuses of whatever is answered."""
    sockets = [socket.create_connection(address, timeout=5) for _ in requests]
    try:
        for one, request in zip(sockets, requests, strict=True):
            with suppress(OSError):  # refused before it was read to its end
                one.sendall(request)
        answers = b""
        while ready := select.select(sockets, [], [], 0.5)[0]:
            for one in ready:
                with suppress(OSError):
                    if piece := one.recv(65536):
                        answers += piece
                        continue
                sockets.remove(one)
                one.close()
        return [int(status) for status in re.findall(rb"HTTP/1\.1 (\d{3}) ", answers)]
    finally:
        for one in sockets:
            one.close()


def test_any_bytes_on_a_socket(tmp_path):
    """Refused or left without an answer, by a server that goes on."""
    chance = random.Random(6)
    with serving("--data", str(tmp_path)) as server:
        found = urlsplit(server.address)
        address = (found.hostname, found.port)
        assert statuses(address, [ASKED] * 3) == [200] * 3
        for some in (MALFORMED, [spoilt(chance) for _ in range(150)], [spoilt(chance) for _ in range(150)]):
            answered = statuses(address, some)
            assert answered
            assert 400 in answered
            assert max(answered) < 500, answered
        assert statuses(address, [ASKED]) == [200]
        told = server.stop()
    assert told.strip() == "", "whoever sends nonsense could fill the log"


def test_what_a_record_brings_is_not_trusted(site):
    """Names, texts and seeds of a record that somebody made are shown and stored only where they can be."""
    match = dm.Match(dm.Rules("draw", redeal_doubles=1, players=2, hand_size=3), [dm.Human("x"), dm.Human("y")], seed=1)
    base = match.to_record().to_dict()
    browser = Browser(site)
    strange = ["\x00", "\ud800", "\u202e" * 5, "x" * 5000, "<script>"]
    for text in strange:
        for key, value in {"players": [text, text], "seed": text, "salt": text, "meta": {text: text}}.items():
            answer = browser.post("/matches", {"record": json.dumps({**base, key: value})})
            assert answer.status in (200, 400), (key, answer.text)
            if answer.status == 200:
                page = browser.get(answer.json["location"]).text
                assert "\x00" not in page
                assert text not in page or text == "x" * 30


def test_a_deal_that_cannot_be_made_is_told(site):
    """Rules of a record by which the next round is dealt again and again: the round ends, and the next is refused."""
    names = [dm.Human(name) for name in "abcd"]
    match = dm.Match(dm.Rules("block", players=4, hand_size=5, target=1000), names, seed=1)
    while match.turn is not None:
        match.act(match.round.legal_moves()[0])
    match.undo()
    record = match.to_record().to_dict()
    record["rules"] |= {"redeal_doubles": 1, "hand_size": 5}
    seat = Browser(site).begin(record=json.dumps(record), game="")
    with seat.watching() as feed:
        data = feed.next().data
        while data["state"]["must"] != "next":
            if data["state"]["must"] != "wait":
                move = {"move": data["state"]["moves"][0]} if data["state"]["moves"] else {}
                assert seat.do(data["state"]["must"], position=data["position"], **move).status == 200
            data = feed.next().data
    answer = seat.do("next", position=data["position"])
    assert (answer.status, answer.json["code"]) == (400, "bad-request")
    assert seat.state()["version"] == data["version"]
