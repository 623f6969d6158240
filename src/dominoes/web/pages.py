"""What is looked at: the start, a match, its stream, its picture and record, the rules. Nothing changes a match."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp

from dominoes import drawing, speaking
from dominoes.errors import NotationError
from dominoes.fortunes import Fortune, luck
from dominoes.rules import PRESETS
from dominoes.tiles import Tile

from .asking import hashed, json_answer, language_of, secret_of, wants_json
from .form import start_form, wrong_in
from .game import Invited, Seen
from .house import House
from .live import Stream
from .pictures import lettered
from .refusals import Refusal, forbidden, not_now, too_many, unknown
from .rendering import FRAGMENTS, Links, Url, fragments_of, page_of, urls
from .screen import screen_of
from .starting import LONGEST
from .store import DatabaseError
from .words import Words, words_in

__all__ = ["Pages", "Sitting"]

_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,32}")
_NUMBER: Final = re.compile(r"[0-9]{1,9}")

Handler = Callable[[Request], Awaitable[ASGIApp]]


@dataclass(frozen=True)
class Sitting:
    """Who asks: a browser that has a seat."""

    match: str
    seat: int
    token: str
    """The cookie's hash, which decides anew whatever is shown or done."""
    version: int
    """Of the match, as the database had it when that was asked: whatever is shown is as new or newer, and the database
    need not be asked again."""
    words: Words
    url: Url
    links: Links


class Pages:
    """The handlers of GET requests."""

    def __init__(self, house: House, streams: int, streams_of_seat: int) -> None:
        self._house = house
        self._streams = streams
        self._streams_of_seat = streams_of_seat

    # Who asks

    @staticmethod
    def url(request: Request) -> Url:
        """Paths below the application's root."""
        return urls(request.scope.get("root_path", ""))

    @staticmethod
    def words(request: Request) -> Words:
        """The words for somebody without a seat."""
        return words_in(language_of(request))

    async def sitting(self, request: Request) -> Sitting:
        """Whose cookie it is; `Refusal` where it is nobody's at this match."""
        match, secret, url = match_of(request), secret_of(request), self.url(request)
        if secret is None:
            raise forbidden()
        token = hashed(secret)
        found, version = await self._house.seat_of(match, token)
        request.state.words = words = _words_of(found.language)
        links = Links(secret, f"{request.scope['scheme']}://{request.headers['host']}", url)
        return Sitting(match, found.seat, token, version, words, url, links)

    async def seen(self, sitting: Sitting) -> Seen:
        """The match as whoever asks may know it."""
        return await self._house.look(sitting.match, sitting.token, version=sitting.version)

    async def sits(self, request: Request) -> bool:
        """Whether whoever asks has a seat at the match."""
        try:
            await self.sitting(request)
        except Refusal:
            return False
        return True

    # Pages

    async def start(self, request: Request) -> Response:
        """The form for a new match."""
        return _same_for_all(request, self.start_page(request))

    def start_page(
        self, request: Request, fields: Mapping[str, str] | None = None, refusal: Refusal | None = None
    ) -> str:
        """The form as it was sent, with what is wrong in it; without ``fields`` as nobody has filled it in yet."""
        words, url = self.words(request), self.url(request)
        return page_of("start.html", words, url, **start_form(words, url, fields or {}, wrong_in(refusal, words)))

    async def match(self, request: Request) -> Response:
        """The page of a match."""
        try:
            sitting = await self.sitting(request)
        except Refusal:
            if request.headers.get("sec-fetch-site") == "cross-site":
                # A link on another site led here, and browsers keep a strict cookie back then: ask again from here.
                return HTMLResponse(page_of("once_more.html", self.words(request), self.url(request)))
            raise
        seen = await self.seen(sitting)
        self._house.drive(sitting.match)
        return HTMLResponse(await self._house.work(self.match_page, seen, sitting))

    def match_page(self, seen: Seen, sitting: Sitting, **more: object) -> str:
        """The whole page, with something said at its top where there is something to say."""
        screen = screen_of(seen, sitting.words, sitting.links.of(seen))
        given = {"said": None, "choices": (), **more}
        parts = fragments_of(screen, sitting.words, sitting.url, log=True)
        return page_of(
            "match.html", sitting.words, sitting.url, s=screen, fragments=parts, names=(*FRAGMENTS, "log"), **given
        )

    async def events(self, request: Request) -> ASGIApp:
        """The stream of a match."""
        try:
            sitting = await self.sitting(request)
        except Refusal:
            return Response(status_code=204)  # tells the browser not to ask again
        if request.method == "HEAD":
            return Response(media_type="text/event-stream")
        hub = self._house.hub
        if hub.count >= self._streams or len(hub.of_seat(sitting.match, sitting.seat)) >= self._streams_of_seat:
            raise too_many()
        told = request.headers.get("last-event-id") or request.query_params.get("version") or ""
        version = int(told) if _NUMBER.fullmatch(told) else None
        self._house.drive(sitting.match)
        return Stream(self._house, sitting, version)

    async def picture(self, request: Request) -> Response:
        """The table as a file."""
        sitting = await self.sitting(request)
        seen = await self.seen(sitting)
        asked = request.query_params.get("ghosts")
        ghosts = () if asked is None else [move for move in seen.view.legal_moves() if move.tile is _tile(asked)]
        title = sitting.words.page.picture(seen.view)
        letters = sitting.words.labels["letters"]
        picture = await self._house.work(
            lambda: lettered(drawing.svg(seen.view.chain, ghosts=ghosts, title=title), letters)
        )
        name = f"dominoes-{seen.round_number}-{len(seen.view.chain)}.svg"
        return Response(picture, media_type="image/svg+xml", headers=_download(name, inline=True))

    async def record(self, request: Request) -> Response:
        """The rounds that are over."""
        sitting = await self.sitting(request)
        record = await self._house.record(sitting.match, sitting.token, sitting.version)
        if record is None:
            raise not_now("no-record")
        text = json.dumps(record.to_dict(), ensure_ascii=False) + "\n"
        return Response(text, media_type="application/json", headers=_download(f"dominoes-{sitting.match}.json"))

    async def result(self, request: Request) -> Response:
        """How the match came out."""
        sitting = await self.sitting(request)
        seen, words = await self._over(sitting), _asked(request, sitting.words)
        return HTMLResponse(page_of("result.html", words, sitting.url, s=screen_of(seen, words)))

    async def luck(self, request: Request) -> Response:
        """What each player met with, beside what chance gives."""
        sitting = await self.sitting(request)
        seen, words = await self._over(sitting), _asked(request, sitting.words)
        record = await self._house.record(sitting.match, sitting.token, sitting.version)
        assert record is not None  # a match that is over has a round
        found = await self._house.ponder(luck, record)
        company = words.company(seen.occupants, seen.seat, partners=seen.view.rules.partners)
        names = [who.name for who in company.seats]
        kinds = [kind for kind in found.kinds if _may_happen([found.of(kind, seat) for seat in range(len(names))])]
        return HTMLResponse(page_of("luck.html", words, sitting.url, s=seen, luck=found, kinds=kinds, names=names))

    async def _over(self, sitting: Sitting) -> Seen:
        seen = await self.seen(sitting)
        if not seen.over:
            raise not_now("round-on")
        return seen

    async def join(self, request: Request) -> Response:
        """An invitation, before it is taken: who invites, to what."""
        match, token = match_of(request), request.path_params["token"]
        if await self.sits(request):
            return RedirectResponse(self.url(request)("match", match=match), 303)
        return HTMLResponse(self.join_page(request, await self._house.invited(match, token), {}))

    def join_page(
        self, request: Request, found: Invited, fields: Mapping[str, str], refusal: Refusal | None = None
    ) -> str:
        """An invitation's page, as it was sent where a field of it is wrong."""
        words = self.words(request)
        rules, invitation = found.rules, found.invitation
        company = words.company(found.occupants, None, partners=rules.partners)
        by = company.seats[invitation.by].name if found.occupants[invitation.by].person else None
        there = [who.name for who, one in zip(company.seats, found.occupants, strict=True) if not one.open]
        return page_of(
            "join.html",
            words,
            self.url(request),
            match=match_of(request),
            token=request.path_params["token"],
            game=rules.preset_name,
            invites=words.page.invites(by, words.voice.game(rules.preset_name)),
            target=words.page.target(rules.target),
            players=words.page.at_table(there),
            longest=LONGEST,
            values={"language": words.language, **fields},
            wrong=wrong_in(refusal, words),
        )

    async def brief(self, request: Request) -> Response:
        """A match in a few words, for the list of those that this browser plays."""
        sitting = await self.sitting(request)
        seen = await self.seen(sitting)
        words, rules = sitting.words, seen.view.rules
        company = words.company(seen.occupants, seen.seat, partners=rules.partners)
        others = [company.seats[seat].name for seat in company.in_order()[1:] if not seen.occupants[seat].open]
        data = {
            "title": words.voice.game(rules.preset_name),
            "others": words.voice.listed(others),
            "scores": words.voice.scores(company, seen.view.scores, rules.target),
            "changed": seen.changed,
            "over": seen.over,
        }
        return json_answer(data)

    async def rules(self, request: Request) -> Response:
        """The rules of a preset in words."""
        preset = request.path_params["preset"]
        if preset not in PRESETS:
            raise unknown()
        words, match = self.words(request), request.query_params.get("match", "")
        return _same_for_all(
            request,
            page_of(
                "rules.html",
                words,
                self.url(request),
                rules=speaking.page.rules_page(words.voice, preset),
                preset=preset,
                presets=PRESETS,
                match=match if _ID.fullmatch(match) else None,
            ),
        )

    async def healthz(self, request: Request) -> Response:
        """Whether the server can do its work."""
        try:
            await self._house.work(self._house.store.ping)
        except DatabaseError as error:
            self._house.trouble.tell(error)
            return PlainTextResponse("the database does not answer\n", 503)
        return PlainTextResponse("ok\n")


def refusal_answer(request: Request, refusal: Refusal) -> Response:
    """A refusal as the script or the person wants it, in the language of the seat where there is one."""
    words = _asked(request, getattr(request.state, "words", None))
    url, said = urls(request.scope.get("root_path", "")), refusal.say(words)
    if wants_json(request):
        data: dict[str, Any] = {"code": refusal.code, "text": said}
        return json_answer(data, refusal.status)
    match, lost = request.scope.get("path_params", {}).get("match"), refusal.status in (403, 404)
    if not isinstance(match, str) or not _ID.fullmatch(match) or lost:
        match = None  # there is no way back to it
    page = page_of(
        "message.html",
        words,
        url,
        title=words.error(refusal.title),
        said=said,
        match=match,
        lost=lost,
        again=request.method == "GET",
    )
    return HTMLResponse(page, refusal.status)


def _asked(request: Request, words: Words | None) -> Words:
    """The words of a seat, where there is one and the address does not ask for another language."""
    if words is None or request.query_params.get("language"):
        return words_in(language_of(request))
    return words


def _may_happen(fortunes: Iterable[Fortune]) -> bool:
    """Whether the rules of a match let something happen to anybody."""
    return any(one.count or one.high or one.expected >= 0.05 for one in fortunes)


def _words_of(language: str) -> Words:
    """The words of a seat; of a language that is not spoken here any more, English."""
    try:
        return words_in(language)
    except speaking.LanguageError:
        return words_in("en")


def match_of(request: Request) -> str:
    """The match that a path names."""
    match = request.path_params["match"]
    if not isinstance(match, str) or not _ID.fullmatch(match):
        raise unknown()
    return match


def _same_for_all(request: Request, page: str) -> Response:
    """A page that holds nothing of anybody: a browser may keep it, and asks whether it is still the same."""
    tag = f'"{hashlib.sha256(page.encode()).hexdigest()[:32]}"'
    headers = {"Cache-Control": "no-cache", "ETag": tag, "Vary": "Accept-Language"}
    known = {one.strip().removeprefix("W/") for one in request.headers.get("if-none-match", "").split(",")}
    return Response(status_code=304, headers=headers) if tag in known else HTMLResponse(page, headers=headers)


def _tile(text: str) -> Tile | None:
    try:
        return Tile(text)
    except NotationError:
        return None


def _download(name: str, *, inline: bool = False) -> dict[str, str]:
    return {"Content-Disposition": f'{"inline" if inline else "attachment"}; filename="{name}"'}
