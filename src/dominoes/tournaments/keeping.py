"""The file that a tournament is kept in: JSON Lines, a header and then a line for every batch, each on disk before the
next is counted. What a killed run leaves is the file up to its last whole line, and from there it goes on."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, Final

from dominoes._check import quoted
from dominoes._version import __version__
from dominoes.errors import RulesError
from dominoes.rules import Rules

from .playing import FIELDS, Batch, TournamentError
from .schedule import Schedule

__all__ = ["ResultsFile", "header_of"]

FORMAT: Final = "dominoes-tournament"
VERSION: Final = 1
_COMPARED: Final = ("entrants", "rules", "kind", "seed", "batch", "engine")
"""What must be the same for a file to be gone on with."""


def header_of(entrants: tuple[str, ...], rules: dict[str, object], kind: str, seed: str, batch: int) -> dict[str, Any]:
    """The first line of a tournament's file."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "engine": __version__,
        "entrants": list(entrants),
        "rules": rules,
        "kind": kind,
        "seed": seed,
        "batch": batch,
    }


class ResultsFile:
    """A tournament's file: read once, then written at its end only. Errors of the system name the file."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)
        self._file: IO[bytes] | None = None
        self._lines: list[bytes] = []
        self._size = 0
        """How long the file was when it was read."""
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
            raise TournamentError(f"{self.path} is of version {quoted(header.get('version'))}, not {VERSION}")
        return header

    def _foreign(self) -> TournamentError:
        return TournamentError(f"{self.path} is no tournament's results and is left alone")

    def compare(self, header: Mapping[str, Any]) -> None:
        """`TournamentError` where the file is of another tournament; it says what differs."""
        for name in _COMPARED if self.header is not None else ():
            assert self.header is not None
            if not _is_same(name, self.header.get(name), header[name]):
                there, here = (json.dumps(part.get(name), ensure_ascii=False) for part in (self.header, header))
                raise TournamentError(f"{self.path} is of another tournament: its {name} is {there}, not {here}")

    def open(self, header: Mapping[str, Any]) -> None:
        """Begin the file with this header, or go on with it after its last whole line. Nobody else may write it then.

        `TournamentError` where somebody else does.
        """
        file = self._file = open(self.path, "ab")  # noqa: SIM115 - open as long as the tournament
        with _named(self.path):
            _lock(file, self.path)
            if os.fstat(file.fileno()).st_size != self._size:
                raise TournamentError(f"{self.path} was changed by another run meanwhile")
            file.truncate(self._whole)
        if self.header is None:
            self._append(header)
            _sync_folder(self.path)

    def batches(self, entrants: int, schedule: Schedule, kind: str) -> Iterator[Batch]:
        """The batches in the file, in order. `TournamentError` names the line that is wrong."""
        stop = 0
        for number, line in enumerate(self._lines, 2):
            batch = _batch(_parsed(line), stop, len(schedule.cells), len(FIELDS[kind]), entrants)
            if batch is None:
                raise TournamentError(f"{self.path}, line {number}: these are not the results from deal {stop} on")
            yield batch
            stop = batch.stop
        self._lines = []

    def add(self, batch: Batch) -> None:
        """Put a batch on disk."""
        self._append({"first": batch.first, "stop": batch.stop, "rows": batch.rows, "faults": batch.faults})

    def _append(self, data: Mapping[str, Any]) -> None:
        assert self._file is not None
        line = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
        with _named(self.path):
            self._file.write(line.encode() + b"\n")
            self._file.flush()
            os.fsync(self._file.fileno())

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


def _parsed(line: bytes) -> object:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


def _begins_a_header(text: bytes) -> bool:
    """Whether a file without a whole line is one that was killed while its header was written."""
    start = json.dumps({"format": FORMAT}, separators=(",", ":"))[:-1].encode()
    return text.startswith(start) or start.startswith(text)


def _batch(data: object, first: int, cells: int, fields: int, entrants: int) -> Batch | None:
    """The batch of a line, None where it is not the next one."""
    if not isinstance(data, dict) or data.keys() != {"first", "stop", "rows", "faults"}:
        return None
    stop, rows, faults = data["stop"], data["rows"], data["faults"]
    if data["first"] != first or not _is_number(stop) or stop <= first:
        return None
    if not _is_list(rows, cells) or not all(_is_list(cell, stop - first) for cell in rows):
        return None
    if not all(_is_list(row, fields) and all(map(_is_number, row)) for cell in rows for row in cell):
        return None
    if not isinstance(faults, list) or not all(_is_fault(item, entrants) for item in faults):
        return None
    return Batch(first, stop, rows, [(who, count, text) for who, count, text in faults])


def _is_fault(item: object, entrants: int) -> bool:
    if not isinstance(item, list) or len(item) != 3:
        return False
    who, count, text = item
    return _is_number(who) and who in range(entrants) and _is_number(count) and count > 0 and isinstance(text, str)


def _is_list(value: object, size: int) -> bool:
    return isinstance(value, list) and len(value) == size


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


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
