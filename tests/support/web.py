"""Browsers without a screen: they ask an application in this process, or a server elsewhere, and keep cookies."""

from __future__ import annotations

import asyncio
import http.client
import json
import queue
import re
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

Headers = Sequence[tuple[bytes, bytes]]


@dataclass(frozen=True)
class Answer:
    """What came back."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    def header(self, name: str) -> str | None:
        found = [value for key, value in self.headers if key == name]
        return found[0] if found else None


@dataclass
class Message:
    """One message of a stream."""

    id: str
    data: dict[str, Any]
    raw: str

    @property
    def texts(self) -> list[str]:
        return [event["text"] for event in self.data["events"]]


class Feed:
    """A stream as it comes in, piece by piece."""

    def __init__(self, pieces: Callable[[float], bytes | None], close: Callable[[], None]) -> None:
        self._pieces = pieces
        self._close = close
        self._held = b""

    def next(self, timeout: float = 10.0) -> Message | None:
        """The next message; None where the stream has ended. Fails where none comes in time."""
        while True:
            while b"\n\n" not in self._held:
                piece = self._pieces(timeout)
                if piece is None:
                    return None
                self._held += piece
            block, self._held = self._held.split(b"\n\n", 1)
            text = block.decode()
            if text.startswith(":"):
                continue
            lines = dict(line.split(": ", 1) for line in text.split("\n"))
            return Message(lines["id"], json.loads(lines["data"]), text)

    def until(self, wanted: Callable[[dict[str, Any]], bool], timeout: float = 20.0) -> Message:
        """The first message whose data are as wanted."""
        while True:
            message = self.next(timeout)
            assert message is not None, "the stream ended"
            if wanted(message.data):
                return message

    def close(self) -> None:
        self._close()


class Inside:
    """An ASGI application on an event loop of its own, in a thread of this process."""

    def __init__(self, app: Any, root_path: str = "", *, lifespan: bool = True) -> None:
        self.app = app
        self.root_path = root_path
        self.host = "127.0.0.1:8036"
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._lifespan = self._wait(self._begin()) if lifespan else None

    def _wait(self, what: Any, timeout: float = 60.0) -> Any:
        return asyncio.run_coroutine_threadsafe(what, self._loop).result(timeout)

    async def _begin(self) -> Any:
        received: asyncio.Queue[dict[str, str]] = asyncio.Queue()
        sent: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        task = asyncio.ensure_future(self.app({"type": "lifespan"}, received.get, sent.put))
        await received.put({"type": "lifespan.startup"})
        assert (await sent.get())["type"] == "lifespan.startup.complete"
        return task, received, sent

    async def _end(self) -> None:
        task, received, sent = self._lifespan
        await received.put({"type": "lifespan.shutdown"})
        assert (await sent.get())["type"] == "lifespan.shutdown.complete"
        await task

    async def _cancel(self) -> None:
        tasks = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def close(self) -> None:
        if self._lifespan is not None:
            self._wait(self._end())
        self._wait(self._cancel())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def scope(self, method: str, target: bytes, headers: Headers) -> dict[str, Any]:
        path, _, query = target.partition(b"?")
        return {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": self.root_path + _unquoted(path),
            "raw_path": self.root_path.encode() + path,
            "root_path": self.root_path,
            "query_string": query,
            "headers": [(key.lower(), value) for key, value in headers],
            "client": ("127.0.0.1", 50000),
            "server": ("127.0.0.1", 8036),
            "state": {},
        }

    def ask(self, method: str, target: bytes, headers: Headers, body: bytes = b"") -> Answer:
        return self._wait(self._ask(self.scope(method, target, headers), body))  # type: ignore[no-any-return]

    async def _ask(self, scope: dict[str, Any], body: bytes) -> Answer:
        todo = [{"type": "http.request", "body": body, "more_body": False}]
        start: dict[str, Any] = {}
        parts: list[bytes] = []
        enough = asyncio.Event()

        async def receive() -> dict[str, Any]:
            if todo:
                return todo.pop()
            await enough.wait()
            return {"type": "http.disconnect"}

        async def send(message: dict[str, Any]) -> None:
            if message["type"] == "http.response.start":
                start.update(message)
                return
            parts.append(message.get("body", b""))
            if any(value.startswith(b"text/event-stream") for _, value in start["headers"]):
                enough.set()  # a stream would go on for ever

        await self.app(scope, receive, send)
        pairs = tuple((key.decode().lower(), value.decode("latin-1")) for key, value in start["headers"])
        return Answer(start["status"], pairs, b"".join(parts))

    def feed(self, target: bytes, headers: Headers) -> tuple[int, Feed]:
        pieces: queue.Queue[bytes | None] = queue.Queue()
        started: queue.Queue[int] = queue.Queue()
        gone = asyncio.Event()

        async def receive() -> dict[str, Any]:
            await gone.wait()
            return {"type": "http.disconnect"}

        async def send(message: dict[str, Any]) -> None:
            if message["type"] == "http.response.start":
                started.put(message["status"])
            elif message.get("body"):
                pieces.put(message["body"])

        async def run() -> None:
            try:
                await self.app(self.scope("GET", target, headers), receive, send)
            finally:
                pieces.put(None)

        asyncio.run_coroutine_threadsafe(run(), self._loop)
        close = lambda: self._loop.call_soon_threadsafe(gone.set)  # noqa: E731
        return started.get(timeout=20), Feed(lambda timeout: pieces.get(timeout=timeout), close)


class Outside:
    """A server at an address."""

    def __init__(self, address: str, host: str | None = None) -> None:
        found = urlsplit(address)
        self._where = (found.hostname or "", found.port or 80)
        self.host = host or found.netloc
        self.root_path = ""

    def ask(self, method: str, target: bytes, headers: Headers, body: bytes = b"") -> Answer:
        connection = http.client.HTTPConnection(*self._where, timeout=60)
        try:
            response = self._sent(connection, method, target, headers, body)
            pairs = tuple((key.lower(), value) for key, value in response.getheaders())
            return Answer(response.status, pairs, response.read())
        finally:
            connection.close()

    def _sent(
        self, connection: http.client.HTTPConnection, method: str, target: bytes, headers: Headers, body: bytes
    ) -> http.client.HTTPResponse:
        connection.putrequest(method, target.decode("latin-1"), skip_host=True, skip_accept_encoding=True)
        for key, value in headers:
            connection.putheader(key.decode(), value)
        if method == "POST":
            connection.putheader("content-length", str(len(body)))
        connection.endheaders(body)
        return connection.getresponse()

    def feed(self, target: bytes, headers: Headers) -> tuple[int, Feed]:
        connection = http.client.HTTPConnection(*self._where, timeout=60)
        try:
            response = self._sent(connection, "GET", target, headers, b"")
        except BaseException:
            connection.close()
            raise

        def pieces(timeout: float) -> bytes | None:
            assert connection.sock is not None or response.fp is not None
            if connection.sock is not None:
                connection.sock.settimeout(timeout)
            try:
                return response.read1(65536) or None
            except (http.client.IncompleteRead, ConnectionError):
                return None

        def close() -> None:
            response.close()
            connection.close()

        return response.status, Feed(pieces, close)


@dataclass
class Browser:
    """Somebody's browser: it keeps cookies by their paths, and says where its own pages come from."""

    site: Inside | Outside
    cookies: dict[str, str] = field(default_factory=dict)
    language: str = "en"
    received: list[str] = field(default_factory=list)
    """Every body that came."""

    def headers(self, path: str, **more: str) -> list[tuple[bytes, bytes]]:
        found = {"host": self.site.host, "accept-language": self.language, **more}
        cookies = [cookie for at, cookie in self.cookies.items() if path == at or path.startswith(f"{at}/")]
        if cookies:
            found["cookie"] = "; ".join(cookies)
        return [(key.replace("_", "-").encode(), value.encode("latin-1")) for key, value in found.items()]

    def _keep(self, answer: Answer) -> Answer:
        for key, value in answer.headers:
            if key == "set-cookie":
                path = re.search(r"(?i)path=([^;]+)", value)
                assert path is not None
                self.cookies[path[1]] = value.partition(";")[0]
        self.received.append(answer.body.decode())
        return answer

    def get(self, path: str, **more: str) -> Answer:
        inner = path.removeprefix(self.site.root_path)
        return self._keep(self.site.ask("GET", inner.encode(), self.headers(path.partition("?")[0], **more)))

    def post(self, path: str, fields: dict[str, object] | None = None, *, script: bool = True, **more: str) -> Answer:
        inner = path.removeprefix(self.site.root_path)
        given = {"origin": f"http://{self.site.host}", "content_type": "application/x-www-form-urlencoded"}
        if script:
            given["accept"] = "application/json"
        body = urlencode({key: str(value) for key, value in (fields or {}).items()}, quote_via=quote).encode()
        return self._keep(self.site.ask("POST", inner.encode(), self.headers(path, **{**given, **more}), body))

    def feed(self, path: str, version: int | None = None, **more: str) -> Feed:
        """A match's stream."""
        target = f"{path}/events" + ("" if version is None else f"?version={version}")
        inner = target.removeprefix(self.site.root_path)
        status, feed = self.site.feed(
            inner.encode(), self.headers(f"{path}/events", accept="text/event-stream", **more)
        )
        if status != 200:
            feed.close()
        assert status == 200, status
        return feed

    def begin(self, **fields: object) -> Seat:
        """A new match."""
        given = {"game": "draw", "pace": "0", **fields}
        answer = self.post(f"{self.site.root_path}/matches", given)
        assert answer.status == 200, answer.text
        return Seat(self, answer.json["location"])


@dataclass
class Seat:
    """A browser at a match."""

    browser: Browser
    path: str

    def state(self) -> dict[str, Any]:
        """What the stream says first: ``position``, ``state``, ``tell`` and more."""
        with self.watching() as feed:
            message = feed.next()
            assert message is not None
            return message.data

    @contextmanager
    def watching(self, version: int | None = None, **more: str) -> Iterator[Feed]:
        feed = self.browser.feed(self.path, version, **more)
        try:
            yield feed
        finally:
            feed.close()

    def page(self) -> str:
        answer = self.browser.get(self.path)
        assert answer.status == 200, answer.text
        return answer.text

    def do(self, what: str, **fields: object) -> Answer:
        return self.browser.post(f"{self.path}/{what}", fields)


def _unquoted(path: bytes) -> str:
    from urllib.parse import unquote_to_bytes

    return unquote_to_bytes(path).decode("utf-8", "replace")
