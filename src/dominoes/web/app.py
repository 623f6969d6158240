"""The application: everything put together, under any ASGI server, mounted in a bigger one or by itself."""

from __future__ import annotations

import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from .acts import Acts
from .assets import Assets
from .guard import LOOPBACK, Guard, Limits
from .house import House
from .pages import Pages, refusal_answer
from .refusals import Refusal, unknown
from .store import DatabaseError, Store, sqlite_url

__all__ = ["create_app"]


def create_app(
    *,
    data: str | Path | None = None,
    database: str | None = None,
    allow_hosts: Iterable[str] = (),
    limits: Limits | None = None,
) -> Starlette:
    """The ASGI application.

    Matches are kept in ``database``, a URL of SQLAlchemy's (``sqlite:///…`` or ``postgresql+psycopg://…``), or without
    one in an SQLite file in the directory ``data``; without either in a new temporary directory. ``allow_hosts`` are
    the names by which browsers may call the server beside those of the loopback; ``"*"`` allows any, for an
    application that looks at them itself. It may be mounted under any path; one that is mounted begins its work with
    the first request, since no lifespan reaches it.

    `DatabaseError` where the database cannot be used, or was made by a newer dominoes.
    """
    limits = limits or Limits()
    house = House(Store(_database(data, database)))
    pages = Pages(house, limits.streams, limits.streams_of_seat)

    async def on_database(request: Request, error: Exception) -> Response:
        house.trouble.tell(error)
        return refusal_answer(request, Refusal(503, "fault", lambda words: words.error("fault")))

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        house.start()
        yield
        await house.stop()

    app = Starlette(
        routes=_routes(pages, Acts(house, pages)),
        middleware=[Middleware(Guard, [*LOOPBACK, *allow_hosts], limits, _refuse), Middleware(_Started, house)],
        exception_handlers={
            Refusal: _on_refusal,
            DatabaseError: on_database,
            HTTPException: _on_http,
            ClientDisconnect: _on_leaving,
            Exception: _on_fault,
        },
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False
    app.state.house = house
    return app


def _database(data: str | Path | None, database: str | None) -> str:
    if database is not None:
        return database
    folder = Path(tempfile.mkdtemp(prefix="dominoes-")) if data is None else Path(data)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return sqlite_url(folder)


def _routes(pages: Pages, acts: Acts) -> list[Route | Mount]:
    looked_at: dict[str, Callable[[Request], Awaitable[ASGIApp]]] = {
        "/": pages.start,
        "/healthz": pages.healthz,
        "/rules/{preset}": pages.rules,
        "/m/{match}": pages.match,
        "/m/{match}/events": pages.events,
        "/m/{match}/table.svg": pages.picture,
        "/m/{match}/record": pages.record,
        "/m/{match}/result": pages.result,
        "/m/{match}/luck": pages.luck,
        "/m/{match}/brief": pages.brief,
        "/m/{match}/join/{token}": pages.join,
    }
    done: dict[str, Callable[[Request], Awaitable[Response]]] = {
        "/matches": acts.begin,
        "/m/{match}/again": acts.again,
        "/m/{match}/hint": acts.hint,
        "/m/{match}/settings": acts.settings,
        "/m/{match}/invite": acts.invite,
        "/m/{match}/leave": acts.leave,
        "/m/{match}/without": acts.without,
        "/m/{match}/join/{token}": acts.join,
        "/m/{match}/{what}": acts.do,
    }
    return [
        *(Route(path, handler, methods=["GET"]) for path, handler in looked_at.items()),
        *(Route(path, handler, methods=["POST"]) for path, handler in done.items()),
        Mount("/static", Assets()),
    ]


class _Started:
    """Begins the house's work with the first request, wherever no lifespan has."""

    def __init__(self, app: ASGIApp, house: House) -> None:
        self._app = app
        self._house = house

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            self._house.start()
        await self._app(scope, receive, send)


# What is answered where nothing else is


async def _refuse(scope: Scope, receive: Receive, send: Send, refusal: Refusal) -> None:
    await refusal_answer(Request(scope), refusal)(scope, receive, send)


async def _on_refusal(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refusal)
    return refusal_answer(request, error)


async def _on_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 404:
        return refusal_answer(request, unknown())
    wrong = Refusal(error.status_code, "bad-request", lambda words: words.error("bad_request"))
    return refusal_answer(request, wrong)


async def _on_leaving(request: Request, error: Exception) -> Response:
    """A browser that has gone before it had sent all: nobody reads this."""
    return Response(status_code=400)


async def _on_fault(request: Request, error: Exception) -> Response:
    """A fault of ours; Starlette raises it again, so that the server logs it."""
    return refusal_answer(request, Refusal(500, "fault", lambda words: words.error("fault")))
