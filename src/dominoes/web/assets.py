"""The page's own files: styles, scripts, sounds. Under their version they may be kept for good."""

from __future__ import annotations

import hashlib
import re
from functools import cache
from pathlib import Path
from typing import Final

from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

__all__ = ["STATIC", "Assets", "version"]

STATIC: Final = Path(__file__).with_name("static")
"""The folder that has them."""

_VERSION: Final = re.compile(r"v-[0-9a-f]{16}")
_FOR_GOOD: Final = "public, max-age=31536000, immutable"


@cache
def version() -> str:
    """A name for all the files as they are, such as ``v-0123456789abcdef``: another content has another name.

    One for all, since scripts ask for each other by relative paths, and so for those of their own version.
    """
    found = hashlib.sha256()
    for file in sorted(STATIC.rglob("*"), key=lambda file: file.relative_to(STATIC).as_posix()):
        if file.is_file():
            content = file.read_bytes()
            found.update(f"{file.relative_to(STATIC).as_posix()}\n{len(content)}\n".encode())
            found.update(content)
    return f"v-{found.hexdigest()[:16]}"


class Assets(StaticFiles):
    """Answers for the files, with or without a version before the path.

    Under this version a browser may keep them for good. Without one, or with that of another server, whose pages may
    still be open, it asks again and is told 304 where nothing has changed.
    """

    def __init__(self) -> None:
        super().__init__(directory=STATIC, check_dir=False)

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file, or 404."""
        first, *rest = Path(path).parts or ("",)
        versioned = _VERSION.fullmatch(first) is not None
        if versioned and not rest:
            raise HTTPException(404)
        response = await super().get_response(str(Path(*rest)) if versioned else path, scope)
        if first == version():
            response.headers["cache-control"] = _FOR_GOOD
        return response
