"""The database: one writer for each entry, whoever writes; tables of another version refused."""

from __future__ import annotations

import os
import stat
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import create_engine, text

from dominoes.web import store as store_module
from dominoes.web.store import DatabaseError, SeatRow, Store, Written
from dominoes.web.tables import SCHEMA

BOTH = pytest.mark.parametrize("database", ["sqlite", "postgresql"], indirect=True)
ROW = Written("m", 1.0, "{}", "[]", "0", "seed", "salt", "c" * 64, False, None)
SEATS = [SeatRow(0, "a" * 64, None, "en"), SeatRow(1, None, "b" * 64, "ru")]


@BOTH
def test_what_is_written_is_read(database):
    store = Store(database)
    store.create(ROW, SEATS)
    assert store.append("m", 0, [(0, "6-6"), (None, "deal")])
    found = store.load("m")
    assert (found.row, list(found.seats)) == (ROW, SEATS)
    assert [entry[:3] for entry in found.entries] == [(1, 0, "6-6"), (2, None, "deal")]
    assert {entry.at for entry in found.entries} == {found.changed}
    assert store.after("m", 1) == found.entries[1:]
    assert store.version("m") == 2
    assert store.load("n") is None
    assert store.version("n") is None
    assert store.versions(["m", "n"]) == [("m", 2)]
    assert store.changed_since(found.changed) == [("m", 2)]
    assert store.changed_since(found.changed + 1) == []
    store.close()
    again = Store(database)
    assert again.load("m") == found
    again.close()


@BOTH
def test_of_many_writers_one_writes_each_entry(database):
    """Ten threads with a store each, as ten processes have, append behind what they have read."""
    first = Store(database)
    first.create(ROW, SEATS)
    written: list[int] = []

    def write(number: int) -> None:
        store = Store(database)
        for _ in range(10):
            after = store.version("m")
            if store.append("m", after, [(0, f"{number} {after + 1}")]):
                written.append(after + 1)
        store.close()

    threads = [threading.Thread(target=write, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    entries = first.load("m").entries
    assert sorted(written) == [entry.number for entry in entries] == list(range(1, len(entries) + 1))
    assert all(entry.move.endswith(f" {entry.number}") for entry in entries)
    first.close()


@BOTH
def test_an_entry_in_the_way_undoes_the_whole(database):
    store = Store(database)
    store.create(ROW, SEATS)
    assert store.append("m", 0, [(0, "a")])
    assert not store.append("m", 0, [(1, "b"), (1, "c")])
    assert not store.append("m", 5, [(1, "b")])
    assert not store.change_seat("m", 0, 1, "sit Bob", None, token="t" * 64)
    assert store.load("m").seats == tuple(SEATS)
    assert [entry[:3] for entry in store.load("m").entries] == [(1, 0, "a")]
    with pytest.raises(LookupError):
        store.change_seat("m", 1, 1, "sit Bob", "x" * 64, token="t" * 64)
    assert store.version("m") == 1
    assert store.change_seat("m", 1, 1, "sit Bob", "b" * 64, invitation=None, token="t" * 64)
    assert store.load("m").seats[1] == SeatRow(1, "t" * 64, None, "ru")
    store.close()


@BOTH
def test_tables_are_made_once_by_whoever_comes_first(database):
    stores: list[Store] = []
    threads = [threading.Thread(target=lambda: stores.append(Store(database))) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(stores) == 6
    for store in stores:
        store.ping()
        store.close()


@BOTH
@pytest.mark.parametrize(("version", "why"), [(SCHEMA + 1, "newer dominoes"), (0, "not known")])
def test_tables_of_another_version_are_refused_and_left_alone(database, version, why):
    Store(database).close()
    engine = create_engine(database)
    with engine.begin() as connection:
        connection.execute(text(f"UPDATE dominoes_schema SET version = {version}"))
    with pytest.raises(DatabaseError, match=why):
        Store(database)
    with engine.connect() as connection:
        assert connection.execute(text("SELECT version FROM dominoes_schema")).scalar() == version
    engine.dispose()


def test_a_gap_is_told(tmp_path):
    url = f"sqlite:///{tmp_path / 'x'}"
    store = Store(url)
    store.create(ROW, SEATS)
    store.append("m", 0, [(0, "a"), (0, "b"), (0, "c")])
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.execute(text("DELETE FROM actions WHERE number = 2"))
    engine.dispose()
    with pytest.raises(DatabaseError, match="gap"):
        store.load("m")
    store.close()


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("nonsense", "sqlite:///FILE or postgresql"),
        ("sqlite://", "in memory"),
        ("sqlite:///:memory:", "in memory"),
        ("sqlite:///file::memory:?uri=true", "sqlite:///FILE"),
        ("sqlite:///f?mode=ro", "sqlite:///FILE"),
        ("sqlite:///%00", "sqlite:///FILE"),
        ("postgresql+psycopg://u:hidden@h:notaport/x", "sqlite:///FILE or postgresql"),
        ("mysql://localhost/x", "not mysql"),
        ("sqlite:////no/such/folder/x", "unable to open"),
        ("postgresql+psycopg://nobody:secret@localhost:1/x", "connection"),
        ("postgresql+nodriver://localhost/x", "driver"),
    ],
)
def test_a_database_that_cannot_be_used_is_told_without_its_password(url, why):
    with pytest.raises(DatabaseError, match=why) as told:
        Store(url)
    assert "secret" not in str(told.value)
    assert "hidden" not in str(told.value)


@pytest.mark.skipif(os.name != "posix", reason="other systems have other rights")
def test_no_other_user_reads_the_file(tmp_path):
    """It holds the seeds of matches that are on; and SQLite's files beside it are made like it."""
    store = Store(f"sqlite:///{tmp_path / 'x'}")
    try:
        assert sorted(stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()) == [0o600] * 3
    finally:
        store.close()


def test_writers_do_not_wait_for_one_another_without_end(tmp_path, monkeypatch):
    """Somebody else holds the file: who would write is told so, and does not stand in line for it first."""
    monkeypatch.setattr(store_module, "_BUSY", 0.3)
    store = Store(f"sqlite:///{tmp_path / 'x'}")
    begin = threading.Barrier(5)
    try:
        with store.engine.begin():

            def write() -> str:
                begin.wait()
                with pytest.raises(DatabaseError) as told:
                    store.append("m", 0, [(0, "draw")])
                return str(told.value)

            with ThreadPoolExecutor(5) as pool:
                told = [found.result() for found in [pool.submit(write) for _ in range(5)]]
            assert store.version("m") is None
        assert any("somebody else writes" in one for one in told), "each waited for all before it"
    finally:
        store.close()
