"""The database's tables, and the version of their shape. Knows nothing of the game."""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    Boolean,
    Column,
    Connection,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    func,
    insert,
    inspect,
    select,
    text,
)

from dominoes.errors import DominoesError

__all__ = ["SCHEMA", "DatabaseError", "entries", "matches", "prepare", "seats"]

SCHEMA: Final = 1
"""The version of the tables that this program makes and reads."""

_LOCK: Final = 0x646F6D696E6F
"""The advisory lock under which PostgreSQL's tables are made: ``domino`` in ASCII."""


class DatabaseError(DominoesError):
    """A database that cannot be used; the text says which and why."""


metadata: Final = MetaData()

schema: Final = Table("dominoes_schema", metadata, Column("version", Integer, nullable=False))

matches: Final = Table(
    "matches",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("version", Integer, nullable=False),  # the number of its entries
    Column("changed", Float, nullable=False),  # seconds since 1970, of the last entry
    Column("created", Float, nullable=False),
    Column("rules", Text, nullable=False),  # JSON, as in a record
    Column("occupants", Text, nullable=False),  # JSON: who sat at each seat when it began
    Column("pace", String(8), nullable=False),
    Column("seed", Text, nullable=False),
    Column("salt", Text),  # none in practice
    Column("commitment", String(64)),
    Column("practice", Boolean, nullable=False),
    Column("given", Text),  # the record it began with
    Index("matches_changed", "changed"),
)

seats: Final = Table(
    "seats",
    metadata,
    Column("match", String(32), ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("token", String(64), unique=True),  # SHA-256 of the cookie; none where no person sits
    Column("invitation", String(64), unique=True),  # SHA-256 of the link's token, until it is used
    Column("language", String(8), nullable=False),
)

entries: Final = Table(
    "actions",
    metadata,
    Column("match", String(32), ForeignKey("matches.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),  # from 1; two processes cannot both write one
    Column("seat", Integer),  # none for a deal
    Column("move", Text, nullable=False),
    Column("at", Float, nullable=False),
)


def prepare(connection: Connection) -> None:
    """Make the tables where there are none; `DatabaseError` where they are of a version that is not known.

    Within one transaction, which is the only one that does this at a time.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})
    found = inspect(connection)
    if not found.has_table(schema.name):
        if found.has_table(matches.name):
            raise DatabaseError(f"the database has a table {matches.name} that is not of dominoes: use one of its own")
        metadata.create_all(connection)
        connection.execute(insert(schema).values(version=SCHEMA))
        return
    version = connection.execute(select(func.max(schema.c.version))).scalar()
    if version != SCHEMA:
        newer = isinstance(version, int) and version > SCHEMA
        what = "was made by a newer dominoes: install that one" if newer else "is not known"
        raise DatabaseError(
            f"the database's tables are of version {version}, and this dominoes has {SCHEMA}; it {what}"
        )
