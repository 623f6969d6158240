"""Matches in a database: what is written down, so that any process can go on with them. Blocking; called on threads."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Engine, bindparam, create_engine, event, func, insert, select, text, update
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, IntegrityError, NoSuchModuleError, SQLAlchemyError

from .tables import DatabaseError, entries, matches, prepare, seats

__all__ = ["CHANNEL", "DatabaseError", "Entry", "SeatRow", "Store", "Stored", "Written", "sqlite_url"]

CHANNEL: Final = "dominoes_changes"
"""Where PostgreSQL tells other processes of what is new."""
_BUSY: Final = 5.0
"""Seconds that a writer waits for another one, in SQLite."""
_FILE: Final = "matches.sqlite"


class Entry(NamedTuple):
    """One line of a match's history."""

    number: int
    """From 1, without gaps."""
    seat: int | None
    move: str
    """A move, or one of the words that `Game.apply` reads."""
    at: float
    """Seconds since 1970."""


class Written(NamedTuple):
    """A match's own row, all that never changes of it."""

    id: str
    created: float
    rules: str
    occupants: str
    pace: str
    seed: str
    salt: str | None
    commitment: str | None
    practice: bool
    given: str | None


class SeatRow(NamedTuple):
    """Who may play for a seat."""

    seat: int
    token: str | None
    invitation: str | None
    language: str


@dataclass(frozen=True)
class Stored:
    """A match as it was read: its row, who may play, its entries."""

    row: Written
    seats: tuple[SeatRow, ...]
    entries: tuple[Entry, ...]
    changed: float


_ROW: Final = [matches.c[name] for name in Written._fields]
_SEAT: Final = [seats.c[name] for name in SeatRow._fields]
_ENTRY: Final = [entries.c[name] for name in Entry._fields]
_AFTER: Final = (
    select(*_ENTRY)
    .where(entries.c.match == bindparam("match"), entries.c.number > bindparam("after"))
    .order_by(entries.c.number)
)
_STEP: Final = (
    update(matches)
    .where(matches.c.id == bindparam("match"), matches.c.version == bindparam("before"))
    .values(version=bindparam("after"), changed=bindparam("at"))
)
_NOTIFY: Final = text("SELECT pg_notify(:channel, :told)")


def sqlite_url(folder: Path) -> str:
    """The URL of the database in a data directory."""
    return URL.create("sqlite", database=str(folder / _FILE)).render_as_string(hide_password=False)


class Store:
    """The database. Every method is one transaction; `DatabaseError` where the database cannot be had.

    ``url`` is one of SQLAlchemy's: ``sqlite:///…`` or ``postgresql+psycopg://…``.
    """

    def __init__(self, url: str) -> None:
        self.url = _checked(url)
        self.shown = self.url.render_as_string(hide_password=True)
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        # SQLite has one writer; who waits for it here is woken at once, and not after a sleep.
        self._writing = threading.Lock() if self.is_sqlite else None
        self._file: tuple[int, int] | None = None
        """Device and inode of SQLite's file."""
        self.engine = self._engine()
        try:
            with self._write() as connection:
                prepare(connection)
            self._file = self._found()
        except BaseException:
            self.close()
            raise

    def _engine(self) -> Engine:
        try:
            if not self.is_sqlite:
                return create_engine(self.url, pool_pre_ping=True, pool_size=5, max_overflow=5)
            _make_private(self.url.database or "")
            engine = create_engine(self.url, connect_args={"timeout": _BUSY, "check_same_thread": False})
        except (NoSuchModuleError, ModuleNotFoundError) as error:
            how = "use sqlite:///FILE" if self.is_sqlite else 'pip install "dominoes-engine[postgresql]"'
            raise DatabaseError(f"{self.shown}: its driver is not installed ({error}): {how}") from None
        event.listen(engine, "connect", _set_up_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        return engine

    def close(self) -> None:
        """Give all connections back."""
        self.engine.dispose()

    def _found(self) -> tuple[int, int] | None:
        """Device and inode of the file that has the database's name now; None where there is none."""
        if not self.is_sqlite:
            return None
        try:
            found = os.stat(self.url.database or "")
        except OSError:
            return None
        return found.st_dev, found.st_ino

    def check(self) -> None:
        """`DatabaseError` where SQLite's file was deleted, or another put in its place.

        Whoever has it open could read and write it as before, and all of that would be lost.
        """
        if self._file is not None and self._found() != self._file:
            raise DatabaseError(
                f"{self.shown}: the file was deleted, or another one put in its place: start the server again"
            )

    @contextmanager
    def _read(self) -> Iterator[Connection]:
        self.check()
        with self._told(), self.engine.connect() as connection:
            yield connection.execution_options(isolation_level="AUTOCOMMIT")

    @contextmanager
    def _write(self) -> Iterator[Connection]:
        self.check()
        with self._told(), self._alone(), self.engine.begin() as connection:
            yield connection
        self.check()  # it may have gone meanwhile, and with it what was written

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Wait for this process's other writers, so long and no longer: those who wait must not add up."""
        if self._writing is None:
            yield
        elif not self._writing.acquire(timeout=_BUSY):
            raise DatabaseError(f"{self.shown}: somebody else writes, and does not end")
        else:
            try:
                yield
            finally:
                self._writing.release()

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except IntegrityError:
            raise
        except SQLAlchemyError as error:
            first = str(getattr(error, "orig", None) or error).strip().partition("\n")[0]
            raise DatabaseError(f"{self.shown}: {first}") from error

    def ping(self) -> None:
        """`DatabaseError` where it does not answer."""
        with self._read() as connection:
            connection.execute(select(1))

    # Matches

    def create(self, row: Written, seated: Sequence[SeatRow]) -> None:
        """A new match, without entries yet."""
        with self._write() as connection:
            connection.execute(insert(matches).values(**row._asdict(), version=0, changed=row.created))
            rows = [{"match": row.id, **seat._asdict()} for seat in seated]
            connection.execute(insert(seats), rows)

    def load(self, match: str) -> Stored | None:
        """A match, whole; None where there is none of this id."""
        with self._read() as connection:
            # The seats last: an entry that tells of a change in them makes `Game` ask for them again.
            found = connection.execute(_AFTER, {"match": match, "after": 0}).all()
            row = connection.execute(select(*_ROW, matches.c.changed).where(matches.c.id == match)).one_or_none()
            if row is None:
                return None
            seated = connection.execute(select(*_SEAT).where(seats.c.match == match).order_by(seats.c.seat)).all()
        *written, changed = row
        return Stored(Written(*written), tuple(SeatRow(*one) for one in seated), _unbroken(found, 0), changed)

    def version(self, match: str) -> int | None:
        """How many entries a match has; None where there is no such match."""
        with self._read() as connection:
            return connection.execute(select(matches.c.version).where(matches.c.id == match)).scalar()

    def after(self, match: str, number: int) -> tuple[Entry, ...]:
        """The entries after that number."""
        with self._read() as connection:
            return _unbroken(connection.execute(_AFTER, {"match": match, "after": number}).all(), number)

    def append(self, match: str, after: int, added: Sequence[tuple[int | None, str]]) -> bool:
        """Write entries behind number ``after``, all or none; False where others wrote some there before."""
        try:
            with self._write() as connection:
                return self._append(connection, match, after, added)
        except IntegrityError:
            return False

    def _append(self, connection: Connection, match: str, after: int, added: Sequence[tuple[int | None, str]]) -> bool:
        now, last = time.time(), after + len(added)  # now that it is this one's turn to write: others look by it
        step = connection.execute(_STEP, {"match": match, "before": after, "after": last, "at": now})
        if step.rowcount != 1:
            return False
        rows = [
            {"match": match, "number": number, "seat": seat, "move": move, "at": now}
            for number, (seat, move) in enumerate(added, after + 1)
        ]
        connection.execute(insert(entries), rows)
        if not self.is_sqlite:
            connection.execute(_NOTIFY, {"channel": CHANNEL, "told": f"{match} {last}"})
        return True

    # Seats

    def seats(self, match: str) -> tuple[SeatRow, ...]:
        """Who may play for each seat."""
        with self._read() as connection:
            found = connection.execute(select(*_SEAT).where(seats.c.match == match).order_by(seats.c.seat)).all()
        return tuple(SeatRow(*one) for one in found)

    def change_seat(
        self, match: str, after: int, seat: int, move: str, invited: str | None, **values: str | None
    ) -> bool:
        """Change what is known of a seat, together with the entry ``move`` that tells of it.

        False, and nothing is changed, where other entries were written behind number ``after``. With ``invited`` (an
        invitation's hash) only whoever has it; LookupError where the seat has another, or none any more.
        """
        of = [seats.c.match == match, seats.c.seat == seat]
        if invited is not None:
            of.append(seats.c.invitation == invited)
        try:
            with self._write() as connection:
                if not self._append(connection, match, after, [(seat, move)]):
                    return False
                if connection.execute(update(seats).where(*of).values(**values)).rowcount != 1:
                    raise LookupError("there is no such invitation")
        except IntegrityError:
            return False
        return True

    # What is new

    def changed_since(self, moment: float) -> list[tuple[str, int]]:
        """Matches with entries since then (seconds since 1970), with their versions."""
        with self._read() as connection:
            found = connection.execute(select(matches.c.id, matches.c.version).where(matches.c.changed >= moment)).all()
        return [(row[0], row[1]) for row in found]

    def versions(self, of: Sequence[str]) -> list[tuple[str, int]]:
        """The versions of these matches."""
        with self._read() as connection:
            found = connection.execute(select(matches.c.id, matches.c.version).where(matches.c.id.in_(of))).all()
        return [(row[0], row[1]) for row in found]

    def count(self) -> int:
        """How many matches there are."""
        with self._read() as connection:
            return connection.execute(select(func.count()).select_from(matches)).scalar_one()


def _make_private(file: str) -> None:
    """The seeds of matches that are on are no other user's business. SQLite's other files are made like this one."""
    with suppress(OSError, ValueError):  # there already, or it cannot be: then SQLite says why
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def _checked(url: str) -> URL:
    try:
        found = make_url(url)
    except (ArgumentError, ValueError):  # the second for a port that is no number
        raise DatabaseError(
            "a database is written sqlite:///FILE or postgresql+psycopg://USER:PASSWORD@HOST/NAME"
        ) from None
    if found.get_backend_name() not in ("sqlite", "postgresql"):
        raise DatabaseError(f"the database is SQLite or PostgreSQL, not {found.get_backend_name()}")
    if found.get_backend_name() == "sqlite":
        if found.database in (None, "", ":memory:") or "mode=memory" in url:
            raise DatabaseError("a database in memory would not outlive the server: write sqlite:///FILE")
        if found.query or "\0" in (found.database or "") or (found.database or "").startswith("file:"):
            raise DatabaseError("an SQLite database is written sqlite:///FILE, without anything behind it")
    return found


def _unbroken(rows: Sequence[Any], before: int) -> tuple[Entry, ...]:
    found = tuple(Entry(*row) for row in rows)
    if [entry.number for entry in found] != list(range(before + 1, before + 1 + len(found))):
        raise DatabaseError("a match's actions have a gap: the database was changed by hand")
    return found


def _set_up_sqlite(connection: Any, _record: object) -> None:
    """Transactions are begun by `_begin_sqlite` alone; readers never wait for a writer.

    ``NORMAL`` keeps what is committed through the death of the process; only a power cut may take the last moments.
    """
    connection.isolation_level = None
    for pragma in ("journal_mode = WAL", "synchronous = NORMAL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    if connection.get_execution_options().get("isolation_level") != "AUTOCOMMIT":
        connection.exec_driver_sql("BEGIN IMMEDIATE")  # a reader that becomes a writer could not wait its turn
