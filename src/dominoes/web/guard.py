"""What a request must keep to before anything reads it: host, origin, size, rate; and the headers of every answer."""

from __future__ import annotations

import hashlib
import re
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

from .refusals import Refusal, bad_request, foreign, too_large, too_many

__all__ = ["LOOPBACK", "Guard", "Limits", "Rate"]

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]
Refuse = Callable[[Scope, Receive, Send, Refusal], Awaitable[None]]

LOOPBACK: Final = ("127.0.0.1", "localhost", "::1")
"""The names by which a machine calls itself."""

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; media-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS: Final = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    # With "no-referrer" browsers would say "Origin: null" when a form is sent.
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
_NEVER_KEPT: Final = (b"cache-control", b"no-store")
_ASKED_FOR: Final = (b"cache-control", b"no-cache")
_NO_ORIGIN: Final = re.compile(r"[?#]|\](?!$|:)")
"""What `urlsplit` would let pass: an empty query, something behind an address in brackets."""
_PORTS: Final = {"http": 80, "https": 443}
_LONGEST: Final = 2048
"""Bytes of a path with its query."""
_BUCKETS: Final = 20_000


@dataclass(frozen=True)
class Rate:
    """So many a second in the long run, and so many at once."""

    per_second: float
    at_once: int


@dataclass(frozen=True)
class Limits:
    """How much one address may ask for. Behind a proxy that does not tell addresses, all are one."""

    ask: Rate = Rate(300, 3000)
    """Whatever is asked for or done."""
    act: Rate = Rate(10, 40)
    """Actions in one match by one seat."""
    begin: Rate = Rate(5, 300)
    """New matches, the same again too, and seats taken."""
    body: int = 64 * 1024
    """Bytes of a form."""
    streams: int = 5000
    """Open streams of the whole process."""
    streams_of_seat: int = 6


class Guard:
    """An ASGI middleware. Whatever it lets through comes from an allowed host, and a change from our own page."""

    def __init__(self, app: App, hosts: Iterable[str], limits: Limits, refuse: Refuse) -> None:
        self._app = app
        self._hosts = frozenset(host.lower().strip("[]") for host in hosts)
        self._limits = limits
        self._refuse = refuse
        self._buckets = _Buckets()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008})
            return
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        guarded = _with_headers(send, kept=_path(scope).startswith("/static/"))
        try:
            self._check(scope)
            await self._app(scope, _bounded(receive, self._limits.body), guarded)
        except Refusal as refusal:
            await self._refuse(scope, receive, guarded, refusal)

    def _check(self, scope: Scope) -> None:
        if len(scope.get("raw_path") or b"") + len(scope.get("query_string") or b"") > _LONGEST:
            raise too_large()
        host = _only(scope, b"host")
        ours = None if host is None else _origin(f"{scope['scheme']}://{host}")
        if ours is None or ("*" not in self._hosts and ours[1] not in self._hosts):
            raise bad_request("The Host is not one of this server's (dominoes serve --allow-host NAME adds one).")
        if scope["method"] == "POST":
            _check_origin(scope, ours)
            if _length(scope) > self._limits.body:
                raise too_large()
        elif scope["method"] not in ("GET", "HEAD"):
            raise Refusal(405, "bad-request", lambda words: words.error("bad_request"))
        self._check_rate(scope)

    def _check_rate(self, scope: Scope) -> None:
        client = (scope.get("client") or ("",))[0]
        fits = self._buckets.take(("ask", client), self._limits.ask)
        if fits and scope["method"] == "POST":
            _, kind, match, what = (*_path(scope).split("/", 3), "", "", "")[:4]
            if kind != "m" or what == "again" or what.startswith("join/"):
                fits = self._buckets.take(("begin", client), self._limits.begin)
            else:  # whoever has another cookie, or none, does not use up what the seat may do
                who = ("act", client, match[:64], _digest(scope, b"cookie"))
                fits = self._buckets.take(who, self._limits.act)
        if not fits:
            raise too_many()


class _Buckets:
    """Who has how much left; those unused longest are forgotten first."""

    def __init__(self) -> None:
        self._left: OrderedDict[tuple[str, ...], tuple[float, float]] = OrderedDict()

    def take(self, who: tuple[str, ...], rate: Rate) -> bool:
        """Whether there was one left."""
        now = time.monotonic()
        left, at = self._left.pop(who, (float(rate.at_once), now))
        left = min(float(rate.at_once), left + (now - at) * rate.per_second)
        fits = left >= 1
        self._left[who] = (left - 1 if fits else left, now)
        if len(self._left) > _BUCKETS:
            self._left.popitem(last=False)
        return fits


def _path(scope: Scope) -> str:
    """The path below the application's root."""
    return str(scope["path"]).removeprefix(scope.get("root_path") or "")


def _digest(scope: Scope, name: bytes) -> str:
    """Stands for a header, however long it is."""
    return hashlib.sha256(b";".join(value for key, value in scope["headers"] if key == name)).hexdigest()


def _only(scope: Scope, name: bytes) -> str | None:
    """A header's value; None where there is none, or several."""
    found = [value for key, value in scope["headers"] if key == name]
    return found[0].decode("latin-1") if len(found) == 1 else None


def _check_origin(scope: Scope, ours: tuple[str, str, int]) -> None:
    """The exact origin decides. A browser that tells how a request came about must tell the same."""
    origin, site = _only(scope, b"origin"), _only(scope, b"sec-fetch-site")
    if origin is None or _origin(origin) != ours or site not in (None, "same-origin"):
        raise foreign()


def _origin(text: str) -> tuple[str, str, int] | None:
    """Scheme, host and port; None for ``null`` and whatever is no origin."""
    if _NO_ORIGIN.search(text):
        return None
    try:
        found = urlsplit(text)
        port = found.port
    except ValueError:
        return None
    if found.scheme not in _PORTS or not found.hostname or found.username is not None or found.path:
        return None
    return found.scheme, found.hostname, _PORTS[found.scheme] if port is None else port


def _length(scope: Scope) -> int:
    text = _only(scope, b"content-length")
    return int(text) if text is not None and text.isascii() and text.isdecimal() and len(text) < 12 else 0


def _bounded(receive: Receive, most: int) -> Receive:
    """A body that says no length, or a wrong one, is cut off where it gets too long."""
    size = 0

    async def read() -> Message:
        nonlocal size
        message = await receive()
        size += len(message.get("body", b""))
        if size > most:
            raise too_large()
        return message

    return read


def _with_headers(send: Send, *, kept: bool) -> Send:
    """What is told to every browser. Only assets (``kept``) may stay there, and are asked for again."""

    async def answer(message: Message) -> None:
        if message["type"] == "http.response.start":
            there = {key for key, _ in message.get("headers", ())}
            keeping = () if b"cache-control" in there else (_ASKED_FOR if kept else _NEVER_KEPT,)
            added = [*HEADERS, *keeping]
            message = {**message, "headers": [*message.get("headers", ()), *added]}
        await send(message)

    return answer
