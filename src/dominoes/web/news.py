"""What other processes write: noticed within a fraction of a second, and told to the streams of this one."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from .store import CHANNEL, DatabaseError

if TYPE_CHECKING:
    from .house import House

__all__ = ["watch"]

_LOOK: Final = 0.2
"""Seconds between two looks at SQLite's counter of changes."""
_OVERLAP: Final = 2.0
"""Seconds that clocks may differ, and a transaction may take between its time and its end."""
_ALL: Final = 10.0
"""Seconds between two looks at every match that is looked at here, should anything have been missed."""
_AT_ONCE: Final = 500


async def watch(house: House) -> None:
    """As long as the server runs."""
    look = _watch_sqlite if house.store.is_sqlite else _watch_postgresql
    while True:
        try:
            await look(house)
        except asyncio.CancelledError:
            raise
        except Exception as error:
            house.trouble.tell(_told(house, error))
            await asyncio.sleep(1.0)


def _told(house: House, error: Exception) -> DatabaseError:
    if isinstance(error, DatabaseError):
        return error
    first = str(getattr(error, "orig", None) or error).strip().partition("\n")[0]
    return DatabaseError(f"{house.store.shown}: cannot be watched, trying again: {first}")


async def _watch_sqlite(house: House) -> None:
    """Ask one connection whether any other has changed the file, which costs next to nothing."""
    connection = await house.work(_kept_connection, house)
    try:
        counter, since, checked = -1, time.time(), time.monotonic()
        while True:
            await asyncio.sleep(_LOOK)
            house.store.check()
            if not house.hub.count:
                continue
            now, found = time.time(), connection.exec_driver_sql("PRAGMA data_version").scalar()
            if found != counter:
                counter = found
                _tell(house, await house.work(house.store.changed_since, since - _OVERLAP))
                since = now
            if time.monotonic() - checked > _ALL:
                checked = time.monotonic()
                await _check_all(house)
    finally:
        connection.close()


def _kept_connection(house: House) -> Any:
    return house.store.engine.connect().execution_options(isolation_level="AUTOCOMMIT")


async def _watch_postgresql(house: House) -> None:
    """Listen to what every process notifies."""
    import psycopg

    url = house.store.url.set(drivername="postgresql").render_as_string(hide_password=False)
    connection = await psycopg.AsyncConnection.connect(url, autocommit=True)
    try:
        await connection.execute(f"LISTEN {CHANNEL}".encode())
        while True:
            await _check_all(house)  # what came before it listened, or was lost
            async for told in connection.notifies(timeout=_ALL):
                match, _, version = told.payload.partition(" ")
                house.changed(match, int(version))
    finally:
        await connection.close()


async def _check_all(house: House) -> None:
    watched = house.hub.watched
    for start in range(0, len(watched), _AT_ONCE):
        part: Sequence[str] = watched[start : start + _AT_ONCE]
        _tell(house, await house.work(house.store.versions, part))


def _tell(house: House, versions: Sequence[tuple[str, int]]) -> None:
    for match, version in versions:
        house.changed(match, version)
