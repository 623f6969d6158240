"""Where a match in play is kept: its file, written whole after every action, before the action is shown."""

from __future__ import annotations

import os
import shlex
import sys
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from .failures import CommandError, cannot

if TYPE_CHECKING:
    from dominoes.record import Record

__all__ = ["SaveFile", "quoted", "state_directory"]


class SaveFile:
    """One file that always holds the match as far as it was shown.

    ``create`` never takes a file that exists; `continued` goes on with one that was read.
    """

    def __init__(self, path: Path, content: bytes | None) -> None:
        self.path = path
        self._written = content
        """What stands in the file as far as this program knows."""
        self._told = "nothing"

    @classmethod
    def create(cls, path: str) -> SaveFile:
        """A new file at this path; refused where there is one, whatever it holds."""
        target = Path(path)
        try:
            with open(path, "xb"):  # as given: Path("") would be the current directory
                pass
        except FileExistsError:
            raise CommandError(
                f"{path} exists already and is left alone: go on with it by --resume, or choose another name"
            ) from None
        except OSError as error:
            raise cannot("write", path, error) from None
        return cls(target, b"")

    @classmethod
    def create_dated(cls, game: str) -> SaveFile:
        """A new file in the user's state directory, named after the date, the time and the game."""
        folder = state_directory()
        name = f"{datetime.now():%Y-%m-%d-%H%M%S}-{game}"
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            for number in range(1, 1000):
                path = folder / (f"{name}.json" if number == 1 else f"{name}-{number}.json")
                try:
                    with open(path, "xb"):
                        return cls(path, b"")
                except FileExistsError:
                    continue
        except OSError as error:
            raise CommandError(
                f"cannot keep the match in {folder}: {error.strerror}; choose a file with --save FILE"
            ) from None
        raise CommandError(f"{folder} has a thousand matches of this second; choose a file with --save FILE")

    @classmethod
    def continued(cls, path: str, content: bytes) -> SaveFile:
        """The file that a match was resumed from."""
        return cls(Path(os.path.realpath(path)), content)  # the link stays a link, its target is replaced

    def write(self, record: Record, told: str) -> None:
        """Put the record on disk, whole. ``told`` says in words how far the match has come."""
        try:
            self._check_untouched()
            record.save(self.path)
        except OSError as error:
            self._drop_if_empty()
            raise CommandError(
                f"cannot write {self.path}: {error.strerror or error}; on disk is {self._told}, and nothing after it"
            ) from None
        self._written = (record.dumps() + "\n").encode()
        self._told = told

    def _check_untouched(self) -> None:
        """Refuse to write over what somebody else wrote since: the same match resumed in two windows, say."""
        try:
            found = self.path.read_bytes()
        except FileNotFoundError:
            return  # taken away: it is written again
        if found != self._written:
            raise CommandError(f"{self.path} was changed by another program and is left alone; the match stops here")

    def _drop_if_empty(self) -> None:
        """A file that was only reserved, and never written, is no match to resume."""
        if self._written == b"":
            self.path.unlink(missing_ok=True)


def state_directory() -> Path:
    """Where programs of this system keep what must outlive them: ``$XDG_STATE_HOME/dominoes`` or its own place."""
    given = os.environ.get("XDG_STATE_HOME", "")
    if os.path.isabs(given):  # the standard says to pass over a relative one
        return Path(given) / "dominoes"
    try:
        if sys.platform == "win32":
            local = os.environ.get("LOCALAPPDATA", "")
            return (Path(local) if local else Path.home() / "AppData" / "Local") / "dominoes"
        if sys.platform == "darwin":
            return Path.home() / "Library" / "Application Support" / "dominoes"
        return Path.home() / ".local" / "state" / "dominoes"
    except RuntimeError:
        raise CommandError("there is no home directory to keep the match in: choose a file with --save FILE") from None


def quoted(text: str) -> str:
    """A path or another text of a command line, as the shell takes it."""
    if sys.platform == "win32":
        return f'"{text}"'
    return shlex.quote(text)
