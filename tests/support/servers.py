"""Servers as programs of their own: ``dominoes serve``, and a PostgreSQL cluster that lasts as long as the tests."""

from __future__ import annotations

import getpass
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import dominoes

SOURCES = Path(dominoes.__file__).resolve().parents[1]


class Server:
    """``dominoes serve`` in a process of its own, listening by the time this is made."""

    def __init__(self, *options: str) -> None:
        environment = {**os.environ, "PYTHONPATH": str(SOURCES), "DOMINOES_TRACEBACK": "1"}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "dominoes", "serve", "--port", "0", "--no-browser", *options],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        found = re.search(r"http://\S+/", line)
        assert found, line + self._process.stdout.read()
        self.address = found[0]

    @property
    def pid(self) -> int:
        """The process."""
        return self._process.pid

    def kill(self) -> None:
        """At once, as a power switch does."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()
        self._close()

    def stop(self) -> str:
        """As Ctrl+C does; what it printed."""
        self._process.send_signal(signal.SIGINT)
        out, _ = self._process.communicate(timeout=20)
        return out

    def _close(self) -> None:
        if self._process.stdout is not None:
            self._process.stdout.close()


@contextmanager
def serving(*options: str) -> Iterator[Server]:
    server = Server(*options)
    try:
        yield server
    finally:
        if server._process.poll() is None:
            server.kill()
        server._close()


def postgresql_programs() -> Path | None:
    """Where ``initdb`` is; None where PostgreSQL is not installed."""
    on_path = shutil.which("initdb")
    if on_path:
        return Path(on_path).parent
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return found[-1].parent if found else None


@contextmanager
def postgresql(programs: Path) -> Iterator[str]:
    """A cluster of its own, on a socket in a temporary folder; the URL of its database, for SQLAlchemy."""
    folder = Path(tempfile.mkdtemp(prefix="dominoes-pg-"))
    as_user = []
    user = getpass.getuser()
    if os.geteuid() == 0:  # the server refuses to run as root
        user = "postgres"
        shutil.chown(folder, user)
        as_user = ["runuser", "-u", user, "--"]
    data, log = folder / "data", folder / "log"

    def run(*command: object) -> None:
        done = subprocess.run([*as_user, *map(str, command)], cwd=folder, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr

    run(programs / "initdb", "-D", data, "-U", "dominoes", "-A", "trust", "-E", "UTF8", "--no-sync", "--locale=C")
    options = f"-k {folder} -c listen_addresses= -c fsync=off -c max_connections=60"
    run(programs / "pg_ctl", "-D", data, "-l", log, "-o", options, "-w", "start")
    try:
        yield f"postgresql+psycopg://dominoes@/postgres?host={folder}"
    finally:
        run(programs / "pg_ctl", "-D", data, "-m", "immediate", "-w", "stop")
        shutil.rmtree(folder, ignore_errors=True)
