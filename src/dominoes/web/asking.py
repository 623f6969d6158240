"""Reading a request: the form in it, the language asked for, the cookie, and whether a script or a person waits."""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from base64 import urlsafe_b64encode
from typing import Any, Final
from urllib.parse import parse_qsl

from starlette.requests import Request
from starlette.responses import Response

from dominoes import speaking

from .refusals import bad_request

__all__ = [
    "TOKEN",
    "clear_cookie",
    "fields_of",
    "hashed",
    "invitation_token",
    "json_answer",
    "language_named",
    "language_of",
    "new_token",
    "secret_of",
    "set_cookie",
    "wants_json",
]

COOKIE: Final = "dominoes-seat"
FORM: Final = "application/x-www-form-urlencoded"
TOKEN: Final = 24
"""Bytes of chance in a token."""
_MOST: Final = 40
"""Fields of a form."""
_YEAR: Final = 365 * 24 * 3600


async def fields_of(request: Request) -> dict[str, str]:
    """The fields of a form, each once; `Refusal` for anything else."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    body = await request.body()
    if not body:
        return {}
    if kind != FORM:
        raise bad_request(f"A body is {FORM}.")
    try:
        pairs = parse_qsl(
            body.decode("ascii"),
            keep_blank_values=True,
            strict_parsing=True,
            encoding="utf-8",
            errors="strict",
            max_num_fields=_MOST,
        )
    except ValueError:
        raise bad_request("A form is name=value pairs, percent-encoded as UTF-8.") from None
    fields = dict(pairs)
    if len(fields) != len(pairs) or any("\0" in text for pair in pairs for text in pair):
        raise bad_request("A field is given once, and holds text.")
    return fields


def language_of(request: Request) -> str:
    """What the address asks for (``?language=fr``), else what the browser likes best."""
    asked = request.query_params.get("language")
    return speaking.negotiate(asked or request.headers.get("accept-language"))


def language_named(text: str, default: str) -> str:
    """The language that a form's field names, by its tag; the default where it is empty, `Refusal` for another one."""
    if not text:
        return default
    try:
        return speaking.voice(text).language
    except speaking.LanguageError as error:
        raise bad_request(f"{error}.") from None


def json_answer(data: dict[str, Any], status: int = 200) -> Response:
    """What a script is answered."""
    return Response(json.dumps(data, ensure_ascii=False), status, media_type="application/json")


def wants_json(request: Request) -> bool:
    """Whether a script asks."""
    return "application/json" in request.headers.get("accept", "")


# Tokens


def new_token() -> str:
    """An unguessable text for a cookie or a link."""
    return secrets.token_urlsafe(TOKEN)


def hashed(token: str) -> str:
    """What the database keeps of a token: who reads the database cannot play."""
    return hashlib.sha256(token.encode("utf-8", "surrogateescape")).hexdigest()


def secret_of(request: Request) -> str | None:
    """The seat's cookie itself."""
    return request.cookies.get(COOKIE)


def invitation_token(secret: str, match: str, seat: int, entry: int) -> str:
    """The token of a link to a seat, which follows from the cookie of whoever makes it.

    So that person's page shows the link for as long as it leads somewhere, though the database has only its hash.
    ``entry`` is the number of the entry that tells of it: each link is a new one.
    """
    text = f"invitation {match} {seat} {entry}"
    made = hmac.digest(secret.encode("utf-8", "surrogateescape"), text.encode(), "sha256")
    return urlsafe_b64encode(made[:TOKEN]).decode()


def set_cookie(response: Response, request: Request, path: str, token: str) -> None:
    """Give a seat to this browser: its page's scripts cannot read it, and other sites' pages cannot send it."""
    response.set_cookie(
        COOKIE,
        token,
        max_age=_YEAR,
        path=path,
        secure=request.scope["scheme"] == "https",
        httponly=True,
        samesite="strict",
    )


def clear_cookie(response: Response, path: str) -> None:
    """Take the seat away again."""
    response.delete_cookie(COOKIE, path=path, httponly=True, samesite="strict")
