"""The stream of one page: what is new for its seat, message after message, as Server-Sent Events."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from markupsafe import Markup

from .game import Seen
from .guard import Receive, Scope, Send
from .house import GRACE, House
from .hub import Listener
from .refusals import Refusal
from .rendering import Links, Url, fragments_of
from .screen import Line, Screen, events_of, screen_of
from .store import DatabaseError
from .words import Words

if TYPE_CHECKING:
    from .pages import Sitting

__all__ = ["Stream", "message_of"]

FEW: Final = 8
"""So many entries missed are told one by one; more only as so many."""
_HEADERS: Final = [(b"content-type", b"text/event-stream; charset=utf-8"), (b"x-accel-buffering", b"no")]


class Stream:
    """An ASGI answer: it lasts until the browser leaves, the seat is given up or the server stops.

    Each message is made for whoever has the cookie, as of the version that it shows: where the seat was given up,
    wherever that was, there is no further one.
    """

    def __init__(self, house: House, sitting: Sitting, version: int | None) -> None:
        self._house = house
        self._listener = Listener(sitting.match, sitting.seat)
        self._sitting = sitting
        self._shown = version
        """The version that the page shows; None where it says none."""
        self._sent: dict[str, int] = {}
        """Hashes of the fragments that were sent."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        listener = self._listener
        self._house.hub.join(listener)
        listener.closed = self._house.hub.closed
        leaving = asyncio.get_running_loop().create_task(_leave(receive, listener))
        try:
            await send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
            await self._tell(send)
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        except OSError:
            pass  # the browser has gone
        finally:
            self._house.hub.leave(listener)
            leaving.cancel()

    async def _tell(self, send: Send) -> None:
        listener = self._listener
        try:
            await self._send(send, await self._news(first=True))
            while not listener.closed:
                await listener.wait()
                await self._go_on(send)
        except Refusal:
            pass  # the seat is given up
        except DatabaseError as error:
            self._house.trouble.tell(error)  # a browser that is there asks again

    async def _go_on(self, send: Send) -> None:
        listener = self._listener
        if listener.closed:
            return
        if self._shown is not None and listener.version > self._shown:
            await self._send(send, await self._news(first=False))
        elif listener.quiet:
            await self._send(send, b": \n\n")
        listener.quiet = False

    async def _send(self, send: Send, text: bytes) -> None:
        await send({"type": "http.response.body", "body": text, "more_body": True})

    async def _news(self, *, first: bool) -> bytes:
        """The next message, ready to send."""
        listener = self._listener
        shown = self._shown
        version = None if first else listener.version
        sitting = self._sitting
        seen = await self._house.look(sitting.match, sitting.token, -1 if shown is None else shown, version)
        message, self._sent = await self._house.work(
            message_of, seen, sitting.words, sitting.url, sitting.links, shown, self._sent, first
        )
        self._shown = seen.version
        listener.version = max(listener.version, seen.version)
        listener.due = _overdue(seen)
        return message


async def _leave(receive: Receive, listener: Listener) -> None:
    """Notice that the browser has gone, or sends what nobody asked for."""
    with suppress(Refusal):
        while (await receive())["type"] != "http.disconnect":
            pass
    listener.closed = True
    listener.wake()


def _overdue(seen: Seen) -> float | None:
    """When a virtual player should have acted at the latest."""
    turn = seen.view.turn
    if turn is None or seen.waits or seen.may_go or seen.occupants[turn].person:
        return None
    return seen.changed + (0.0 if seen.pace == "wait" else float(seen.pace)) + GRACE


def message_of(
    seen: Seen, words: Words, url: Url, links: Links, shown: int | None, sent: dict[str, int], first: bool
) -> tuple[bytes, dict[str, int]]:
    """A message for a page that shows version ``shown``, and the hashes of what was sent by then.

    ``seen`` tells of what happened after ``shown``. The first message of a stream has no fragments where nothing was
    missed, and all of them where something was.
    """
    screen = screen_of(seen, words, links.of(seen))
    missed = seen.version - shown if shown is not None and shown <= seen.version else None
    snapshot = missed is None or (first and missed > FEW)
    fragments: dict[str, Markup] = {}
    if missed != 0:
        fragments = fragments_of(screen, words, url, log=snapshot)
    hashes = {name: hash(html) for name, html in fragments.items()}
    changed = fragments if first else {name: html for name, html in fragments.items() if sent.get(name) != hashes[name]}
    events = _events(screen, seen, words, missed, snapshot=snapshot)
    return _written(screen, snapshot, changed, events), {**sent, **hashes}


def _events(screen: Screen, seen: Seen, words: Words, missed: int | None, *, snapshot: bool) -> list[Line]:
    if missed == 0 or missed is None:
        return []  # the page was made just now, or shows nothing yet
    if snapshot:
        said = f"{words.labels['messages']['back']} {screen.turn_text}"
        return [Line(f"{screen.version}.resumed", "resumed", said, said, False, None, log=False)]
    return events_of(screen, seen, words)


def _written(screen: Screen, snapshot: bool, fragments: dict[str, Markup], events: list[Line]) -> bytes:
    data: dict[str, Any] = {
        "version": screen.version,
        "position": screen.position,
        "snapshot": snapshot,
        "fragments": fragments,
        "events": [vars(line) for line in events],
        "tell": screen.tell,
        "state": screen.state,
    }
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return f"id: {screen.version}\ndata: {text}\n\n".encode()
