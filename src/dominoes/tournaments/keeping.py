"""The file that a tournament is kept in: JSON Lines, a header and then a line for every batch, in the order in which
they came back, each on disk before it is counted. What a killed run leaves is the file up to its last whole line, and
whatever deals are not in it are played when it goes on."""

from __future__ import annotations

import json
import os
from bisect import bisect
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, Final

from dominoes._check import is_device, quoted, seed_bytes
from dominoes._version import __version__
from dominoes.errors import DominoesError, RulesError
from dominoes.registry import PlayerError
from dominoes.rules import Rules

from .bounds import Bounds
from .entrants import Entrant
from .playing import CHOICES, Batch, TournamentError

__all__ = ["ResultsFile", "header_of"]

FORMAT: Final = "dominoes-tournament"
VERSION: Final = 2
"""Of the format. Version 1 did not say on which backend it was played, nor what players stood behind their names; since
that cannot be found out, it is refused."""
_COMPARED: Final = ("entrants", "players", "rules", "kind", "seed", "batch", "engine", "backend")
"""What must be the same for a file to be gone on with."""


def header_of(
    entrants: Sequence[Entrant], rules: dict[str, object], kind: str, seed: str, batch: int
) -> dict[str, Any]:
    """The first line of a tournament's file. `PlayerError` for a player that cannot be told from others of its name."""
    for entrant in entrants:
        if entrant.identity is None:
            raise PlayerError(
                f"the player {entrant.label} cannot be told from others of its class, so that its results cannot be "
                "kept: give it as a text, by a registered name or as in module:Class"
            )
    return {
        "format": FORMAT,
        "version": VERSION,
        "engine": __version__,
        "backend": CHOICES,
        "entrants": [entrant.label for entrant in entrants],
        "players": [entrant.identity for entrant in entrants],
        "rules": rules,
        "kind": kind,
        "seed": seed,
        "batch": batch,
    }


class ResultsFile:
    """A tournament's file: read once, then written at its end only. Errors of the system name the file.

    `TournamentError` for one of something else, and for what is no file.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        _refuse_no_file(path)
        self.path = Path(path)
        self._file: IO[bytes] | None = None
        self._lines: list[bytes] = []
        self._size = 0
        """How long the file was when it was read, or written last."""
        self._whole = 0
        """Its length up to the last whole line."""
        self.header: dict[str, Any] | None = None
        """What the file begins with; None where it is still to be begun."""
        self._read()

    def _read(self) -> None:
        try:
            content = self.path.read_bytes()
        except FileNotFoundError:
            return
        *lines, rest = content.split(b"\n")
        self._size, self._whole = len(content), len(content) - len(rest)
        if lines:
            self.header = self._header(lines[0])
            self._lines = lines[1:]
        elif not _begins_a_header(rest):
            raise self._foreign()

    def _header(self, line: bytes) -> dict[str, Any]:
        header = _parsed(line)
        if not isinstance(header, dict) or header.get("format") != FORMAT:
            raise self._foreign()
        if header.get("version") != VERSION:
            raise TournamentError(
                f"{self.path} is of version {quoted(header.get('version'))} of this format, not {VERSION}, and is left "
                "alone: keep the results in another file"
            )
        if not _is_seed(header.get("seed")):
            raise TournamentError(f"{self.path}, line 1: {quoted(header.get('seed'))} is no tournament's seed")
        return header

    def _foreign(self) -> TournamentError:
        return TournamentError(f"{self.path} is no tournament's results and is left alone")

    def compare(self, header: Mapping[str, Any]) -> None:
        """`TournamentError` where the file is of another tournament; it says what differs."""
        for name in _COMPARED if self.header is not None else ():
            assert self.header is not None
            if not _is_same(name, self.header.get(name), header[name]):
                raise TournamentError(
                    f"{self.path} is of another tournament: {_difference(name, self.header.get(name), header)}"
                )

    def open(self, header: Mapping[str, Any]) -> None:
        """Begin the file with this header, or go on with it after its last whole line. Nobody else may write it then.

        `TournamentError` where somebody else does.
        """
        file = self._file = open(self.path, "ab")  # noqa: SIM115 - open as long as the tournament
        with _named(self.path):
            _lock(file, self.path)
            self._refuse_changes()
            file.truncate(self._whole)
            self._size = self._whole
        if self.header is None:
            self._append(header)
            _sync_folder(self.path)

    def batches(self, bounds: Bounds) -> Iterator[Batch]:
        """The batches in the file, in the order of its lines. `TournamentError` names the line that is wrong."""
        spans: list[tuple[int, int]] = []
        for number, line in enumerate(self._lines, 2):
            batch = bounds.batch(_parsed(line))
            if batch is None:
                raise TournamentError(f"{self.path}, line {number}: these are not the results of a batch of deals")
            place = bisect(spans, (batch.first, batch.stop))
            if any(first < batch.stop and batch.first < stop for first, stop in spans[max(0, place - 1) : place + 1]):
                raise TournamentError(
                    f"{self.path}, line {number}: some of the deals {batch.first} to {batch.stop - 1} are there already"
                )
            spans.insert(place, (batch.first, batch.stop))
            yield batch
        self._lines = []

    def add(self, batch: Batch) -> None:
        """Put a batch on disk."""
        self._append({"first": batch.first, "stop": batch.stop, "rows": batch.rows, "faults": batch.faults})

    def _append(self, data: Mapping[str, Any]) -> None:
        assert self._file is not None
        line = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
        content = line.encode() + b"\n"
        with _named(self.path):
            self._refuse_changes()
            self._file.write(content)
            self._file.flush()
            os.fsync(self._file.fileno())
        self._size += len(content)

    def _refuse_changes(self) -> None:
        """Where the system has no locks, this is how two runs that write one file are told of each other."""
        assert self._file is not None
        if os.fstat(self._file.fileno()).st_size != self._size:
            raise TournamentError(f"{self.path} was changed by another run meanwhile")

    def close(self) -> None:
        """Let others have the file."""
        if self._file is not None:
            with suppress(OSError):  # what could not be written has been told
                self._file.close()


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """An error of the system says which file it is about."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None


def _is_same(name: str, there: Any, here: Any) -> bool:
    """Whether a part of two headers means the same; rules may be written in more ways than one."""
    if name != "rules":
        return bool(there == here)
    try:
        return Rules.from_dict(there) == Rules.from_dict(here)
    except RulesError:
        return False


def _difference(name: str, there: Any, header: Mapping[str, Any]) -> str:
    """What differs in a part of two headers, in words."""
    here = header[name]
    if name == "players" and isinstance(there, list) and len(there) == len(here):
        for label, one, other in zip(header["entrants"], there, here, strict=True):
            if one != other:
                return f"its player {label} is {_json(one)}, not {_json(other)}"
    return f"its {name} is {_json(there)}, not {_json(here)}"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _parsed(line: bytes) -> object:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


def _begins_a_header(text: bytes) -> bool:
    """Whether a file without a whole line is one that was killed while its header was written."""
    start = json.dumps({"format": FORMAT}, separators=(",", ":"))[:-1].encode()
    return text.startswith(start) or start.startswith(text)


def _refuse_no_file(path: str | os.PathLike[str]) -> None:
    """`TournamentError` for what cannot be gone on with: reading a pipe or a device may never end."""
    if not os.fspath(path):
        raise TournamentError("results are kept in a file, but the name of this one is empty")
    if is_device(path):
        raise TournamentError(f"{os.fspath(path)} is a pipe or a device, no file that results can be kept in")


def _is_seed(value: object) -> bool:
    try:
        seed_bytes(value if isinstance(value, str) else None)  # type: ignore[arg-type]
    except (DominoesError, TypeError):
        return False
    return True


def _lock(file: IO[bytes], path: Path) -> None:
    """Keep a second run from writing between the lines of the first, where the system can."""
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise TournamentError(f"{path} is being written by another run") from None
    except OSError:  # a file system without locks
        return


def _sync_folder(path: Path) -> None:
    """Make a new file's name last, where the system can."""
    with suppress(OSError, AttributeError):
        folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
