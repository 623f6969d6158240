"""What is done: the handlers of POST requests. Each answers a script in JSON, and a form with a page."""

from __future__ import annotations

from typing import Any, Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from dominoes.advice import advise

from .asking import clear_cookie, fields_of, hashed, json_answer, language_named, new_token, set_cookie, wants_json
from .commands import COMMANDS
from .game import Seen
from .house import House
from .pages import Pages, Sitting, match_of
from .refusals import Refusal, bad_request, not_now, stale, unknown
from .rendering import Url
from .screen import screen_of
from .starting import Begun, again, begin, name_of, wish_of
from .words import Words

__all__ = ["Acts"]

_SETTLED: Final = 2.0
"""Seconds that a form waits for virtual players, so that the page it leads to shows what they did."""


class Acts:
    """The handlers of POST requests."""

    def __init__(self, house: House, pages: Pages) -> None:
        self._house = house
        self._pages = pages

    # A match begins

    async def begin(self, request: Request) -> Response:
        """A new match, by the start form."""
        fields = await fields_of(request)
        try:
            wish = wish_of(fields, self._pages.words(request).language)
            begun = await self._house.work(begin, wish)
        except Refusal as refusal:
            if refusal.field is None or wants_json(request):
                raise
            return HTMLResponse(self._pages.start_page(request, fields, refusal), refusal.status)
        return await self._begun(request, begun, self._pages.url(request))

    async def again(self, request: Request) -> Response:
        """The same once more."""
        sitting = await self._pages.sitting(request)
        seen = await self._pages.seen(sitting)
        wish = again(seen.view.rules, seen.occupants, seen.seat, seen.pace, sitting.words.language)
        return await self._begun(request, await self._house.work(begin, wish), sitting.url)

    async def _begun(self, request: Request, begun: Begun, url: Url) -> Response:
        await self._house.begin(begun)
        if not wants_json(request):
            await self._house.settled(begun.row.id, _SETTLED)
        path = url("match", match=begun.row.id)
        response = _gone(request, path)
        set_cookie(response, request, path, begun.token)
        return response

    async def join(self, request: Request) -> Response:
        """Take the seat of an invitation: the first has it."""
        match, token = match_of(request), request.path_params["token"]
        fields = await fields_of(request)
        words, url = self._pages.words(request), self._pages.url(request)
        found = await self._house.invited(match, token)
        if await self._pages.sits(request):
            raise not_now("no-seat")  # whoever sits here already would lose the seat that is had
        language = language_named(fields.get("language", ""), words.language)
        try:
            name = name_of(fields.get("name", ""))
        except Refusal as refusal:
            if wants_json(request):
                raise
            return HTMLResponse(self._pages.join_page(request, found, fields, refusal), refusal.status)
        cookie = new_token()
        await self._house.take_seat(match, hashed(token), name, hashed(cookie), language)
        path = url("match", match=match)
        response = _gone(request, path)
        set_cookie(response, request, path, cookie)
        return response

    # A match goes on

    async def do(self, request: Request) -> Response:
        """A command that is made for a position."""
        sitting = await self._pages.sitting(request)
        what, fields = request.path_params["what"], await fields_of(request)
        command = COMMANDS.get(what)
        if command is None:
            raise unknown()
        try:
            position = _position(fields)
            done = await self._house.do(sitting.match, sitting.token, command, fields, position)
        except Refusal as refusal:
            return await self._refused(request, sitting, refusal)
        return await self._done(request, sitting, done)

    async def without(self, request: Request) -> Response:
        """Virtual players for those who are invited and have not come, or for a person who does not act any more."""
        sitting = await self._pages.sitting(request)
        try:
            done = await self._house.without(sitting.match, sitting.token)
        except Refusal as refusal:
            return await self._refused(request, sitting, refusal)
        return await self._done(request, sitting, done)

    async def hint(self, request: Request) -> Response:
        """What Snow White would do; nothing changes."""
        sitting = await self._pages.sitting(request)
        fields = await fields_of(request)
        seen = await self._pages.seen(sitting)
        try:
            if seen.waits:
                raise not_now("waits")
            if _position(fields) != seen.position:
                raise stale()
            if seen.view.turn != seen.seat:
                raise not_now("match-over" if seen.over else "round-over" if seen.view.turn is None else "no-hint")
        except Refusal as refusal:
            return await self._refused(request, sitting, refusal)
        said, move = await self._house.ponder(_hint, seen, sitting.words)
        if wants_json(request):
            return json_answer({"version": seen.version, "position": seen.position, "text": said, "move": move})
        return HTMLResponse(await self._house.work(lambda: self._pages.match_page(seen, sitting, said=said)))

    async def settings(self, request: Request) -> Response:
        """The pace of the match, the language of the seat."""
        sitting = await self._pages.sitting(request)
        fields = await fields_of(request)
        if not fields.get("language") and not fields.get("pace"):
            raise bad_request("say which setting: language or pace")
        language = language_named(fields.get("language", ""), sitting.words.language)
        done = (0, 0)
        if fields.get("pace"):  # first, since it may be refused
            done = await self._house.set_pace(sitting.match, sitting.token, fields)
        if fields.get("language"):
            done = await self._house.set_language(sitting.match, sitting.token, language)
        return await self._done(request, sitting, done)

    async def invite(self, request: Request) -> Response:
        """A link by which a person takes the seat of a virtual player."""
        sitting = await self._pages.sitting(request)
        text = (await fields_of(request)).get("seat", "")
        seat = int(text) if text in {"0", "1", "2", "3"} else -1
        try:
            token = await self._house.invite(sitting.match, sitting.token, seat, sitting.links.secret)
        except Refusal as refusal:
            return await self._refused(request, sitting, refusal)
        if wants_json(request):
            return json_answer({"link": sitting.links.to(sitting.match, token)})
        return _gone(request, sitting.url("match", match=sitting.match))  # the page shows the link

    async def leave(self, request: Request) -> Response:
        """Go: alone, the match waits for its link; with others there the seat is given up for good."""
        sitting = await self._pages.sitting(request)
        if (await fields_of(request)).get("confirm") != "yes":
            raise bad_request("Say confirm=yes.")
        response = _gone(request, sitting.url("start"))
        if await self._house.leave(sitting.match, sitting.token):
            clear_cookie(response, sitting.url("match", match=sitting.match))
        return response

    # Answers

    async def _done(self, request: Request, sitting: Sitting, done: tuple[int, int]) -> Response:
        """Stored: from here on nothing is asked of the database any more."""
        if wants_json(request):
            return json_answer({"version": done[0], "position": done[1]})
        await self._house.settled(sitting.match, _SETTLED)
        return _gone(request, sitting.url("match", match=sitting.match))

    async def _refused(self, request: Request, sitting: Sitting, refusal: Refusal) -> Response:
        """A refusal with the match around it: a person without a script can go on from there."""
        seen = await self._pages.seen(sitting)
        said = refusal.say(sitting.words)
        choices = _choices(seen, sitting.words, refusal)
        if not wants_json(request):
            page = await self._house.work(lambda: self._pages.match_page(seen, sitting, said=said, choices=choices))
            return HTMLResponse(page, refusal.status)
        data: dict[str, Any] = {"code": refusal.code, "text": said}
        if choices:
            data["choices"] = choices
        return json_answer(data, refusal.status)


def _choices(seen: Seen, words: Words, refusal: Refusal) -> list[dict[str, str]]:
    """The places for a tile that fits in several, in words."""
    wanted = {str(move) for move in refusal.choices}
    if not wanted:
        return []
    hand = screen_of(seen, words).hand
    return [{"move": one.move, "label": one.label} for tile in hand for one in tile.choices if one.move in wanted]


def _hint(seen: Seen, words: Words) -> tuple[str, str]:
    ranked = advise(seen.view).ranked
    company = words.company(seen.occupants, seen.seat, partners=seen.view.rules.partners)
    return " ".join(words.voice.hint(ranked, company)), str(ranked[0].move)


def _position(fields: dict[str, str]) -> int:
    text = fields.get("position", "")
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise bad_request("position is the number that the page was sent.")
    return int(text)


def _gone(request: Request, path: str) -> Response:
    """On to another page."""
    if wants_json(request):
        return json_answer({"location": path})
    return RedirectResponse(path, 303)
