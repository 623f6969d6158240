"""How many people a server bears: ``python benches/serving.py [people] [streams] [across]``; ``--check`` holds it.

Everything is measured from outside, over the network of this machine, against ``dominoes serve`` in processes of its
own. The clients take their share of the same processor.

people   200 people at once, each with a page's stream and one action every 2 seconds against quick players: the time
         from sending an action until the stream brings the new position.
streams  1,000 open streams on which nothing happens: the server's memory, and its share of a core.
across   an action at one server process until a stream of another brings it, over SQLite and, where it is installed,
         PostgreSQL.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final
from urllib.parse import urlencode, urlsplit

ROOT: Final = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "src")]

from support.servers import (  # type: ignore[import-not-found]  # noqa: E402
    Server,
    postgresql,
    postgresql_programs,
    serving,
)

OPPONENTS: Final = ("heaviest", "pinocchio/3", "buratino/3", "random")
PRESETS: Final = ("draw", "table", "block", "all-fives")
EVERY: Final = 2.0
TICKS: Final = os.sysconf("SC_CLK_TCK")


class Person:
    """Somebody with a page open: a connection for the stream, another for what is done."""

    def __init__(self, address: str, cookie: str = "", path: str = "") -> None:
        found = urlsplit(address)
        self.host = found.netloc
        self._where = (found.hostname, found.port)
        self.cookie = cookie
        self.path = path
        self.latest: dict[str, Any] = {}
        self._arrived = asyncio.Condition()
        self._talk: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._stream: asyncio.Task[None] | None = None

    async def _head(self, reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = dict(line.lower().split(": ", 1) for line in head[1:] if line)
        cookie = next((line.split(": ", 1)[1] for line in head[1:] if line.lower().startswith("set-cookie")), "")
        return int(head[0].split()[1]), {**headers, "cookie": cookie.partition(";")[0]}

    async def post(self, path: str, **fields: object) -> tuple[int, dict[str, Any]]:
        """Ask for something as the page's script does."""
        if self._talk is None:
            self._talk = await asyncio.open_connection(*self._where)
        reader, writer = self._talk
        body = urlencode(fields)
        writer.write(
            f"POST {path} HTTP/1.1\r\nHost: {self.host}\r\nOrigin: http://{self.host}\r\nAccept: application/json\r\n"
            f"Cookie: {self.cookie}\r\nContent-Type: application/x-www-form-urlencoded\r\n"
            f"Content-Length: {len(body)}\r\n\r\n{body}".encode()
        )
        status, headers = await self._head(reader)
        answer = json.loads(await reader.readexactly(int(headers["content-length"])))
        self.cookie = headers["cookie"] or self.cookie
        return status, answer

    async def begin(self, **fields: object) -> None:
        """A new match."""
        status, answer = await self.post("/matches", pace="0", target=10_000, **fields)
        assert status == 200, answer
        self.path = answer["location"]

    async def watch(self) -> None:
        """Open the stream, and wait for its first message."""
        reader, writer = await asyncio.open_connection(*self._where, limit=1 << 20)
        writer.write(f"GET {self.path}/events HTTP/1.1\r\nHost: {self.host}\r\nCookie: {self.cookie}\r\n\r\n".encode())
        status, _ = await self._head(reader)
        assert status == 200, status
        self._stream = asyncio.ensure_future(self._read(reader, writer))
        await self.until(0)

    async def _read(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        held = b""
        try:
            while size := int(await reader.readline(), 16):
                held += (await reader.readexactly(size + 2))[:-2]
                while b"\n\n" in held:
                    message, held = held.split(b"\n\n", 1)
                    await self._take(message)
        finally:
            writer.close()

    async def _take(self, message: bytes) -> None:
        at = message.find(b"data: ")
        if at >= 0:
            async with self._arrived:
                self.latest = json.loads(message[at + 6 :])
                self._arrived.notify_all()

    async def until(self, version: int) -> None:
        """Until the stream has brought that version."""
        async with self._arrived:
            await asyncio.wait_for(self._arrived.wait_for(lambda: self.latest.get("version", -1) >= version), 30)

    def next_action(self, chance: random.Random) -> tuple[str, dict[str, object]] | None:
        """What the page may do now; None where it is another's turn."""
        state, position = self.latest["state"], self.latest["position"]
        if state["must"] == "play":
            return "play", {"move": chance.choice(state["moves"]), "position": position}
        return None if state["must"] in ("wait", "over") else (state["must"], {"position": position})

    async def act(self, chance: random.Random) -> float | None:
        """One action; the seconds until the stream shows it."""
        found = self.next_action(chance)
        if found is None:
            return None
        what, fields = found
        begun = time.perf_counter()
        status, answer = await self.post(f"{self.path}/{what}", **fields)
        assert status == 200, answer
        await self.until(answer["version"])
        return time.perf_counter() - begun

    def leave(self) -> None:
        """Close both connections."""
        if self._stream is not None:
            self._stream.cancel()
        if self._talk is not None:
            self._talk[1].close()


class Usage:
    """What a process takes: seconds of a core since this was made, and memory in megabytes."""

    def __init__(self, server: Server) -> None:
        self._folder = Path(f"/proc/{server.pid}")
        self._at, self._used = time.perf_counter(), self._cpu()

    def _cpu(self) -> float:
        fields = (self._folder / "stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def share(self) -> float:
        """Of a core."""
        return (self._cpu() - self._used) / (time.perf_counter() - self._at)

    def megabytes(self) -> float:
        """Resident."""
        return int((self._folder / "statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


async def begun(address: str, count: int, chance: random.Random) -> list[Person]:
    """So many people, each with a match of their own and its stream open."""
    people = [Person(address) for _ in range(count)]
    for number, person in enumerate(people):
        opponents = {f"opponent{seat}": chance.choice(OPPONENTS) for seat in (1, 2, 3)}
        await person.begin(game=PRESETS[number % len(PRESETS)], seed=f"bench {number}", **opponents)
        await person.watch()
    return people


async def people(server: Server, count: int, seconds: float) -> dict[str, float]:
    """Everybody acts every two seconds, not all at once."""
    chance = random.Random(1)
    everyone = await begun(server.address, count, chance)
    times: list[float] = []
    usage, end = Usage(server), time.perf_counter() + seconds

    async def live(person: Person) -> None:
        await asyncio.sleep(chance.uniform(0, EVERY))
        while time.perf_counter() < end:
            begun_at = time.perf_counter()
            taken = await person.act(chance)
            if taken is not None:
                times.append(taken)
            await asyncio.sleep(max(0.0, EVERY - (time.perf_counter() - begun_at)))

    await asyncio.gather(*map(live, everyone))
    found = {"actions": float(len(times)), "core": usage.share(), "megabytes": usage.megabytes(), **quantiles(times)}
    for person in everyone:
        person.leave()
    return found


async def streams(server: Server, count: int, seconds: float) -> dict[str, float]:
    """Silent streams: five pages to a match."""
    chance = random.Random(2)
    everyone = await begun(server.address, count // 5, chance)
    for person in list(everyone):
        for _ in range(4):
            twin = Person(server.address, person.cookie, person.path)
            await twin.watch()
            everyone.append(twin)
    await asyncio.sleep(2)
    usage = Usage(server)
    await asyncio.sleep(seconds)
    found = {"streams": float(len(everyone)), "core": usage.share(), "megabytes": usage.megabytes()}
    for person in everyone:
        person.leave()
    return found


async def across(one: Server, two: Server, count: int) -> dict[str, float]:
    """An action here, its position there."""
    chance = random.Random(3)
    here = (await begun(one.address, 1, chance))[0]
    there = Person(two.address, here.cookie, here.path)
    await there.watch()
    times: list[float] = []
    while len(times) < count:
        await there.until(here.latest["version"])
        found = here.next_action(chance)
        assert found is not None
        begun_at = time.perf_counter()
        status, answer = await here.post(f"{here.path}/{found[0]}", **found[1])
        assert status == 200, answer
        await there.until(answer["version"])
        times.append(time.perf_counter() - begun_at)
        await here.until(answer["version"])
        while here.next_action(chance) is None:
            await here.until(here.latest["version"] + 1)
        await asyncio.sleep(chance.uniform(0, 0.3))
    here.leave()
    there.leave()
    return quantiles(times)


def quantiles(times: Sequence[float]) -> dict[str, float]:
    """In milliseconds."""
    ordered = sorted(times)
    at = {"p50": 0.5, "p90": 0.9, "p99": 0.99, "most": 1.0}
    return {name: 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))] for name, share in at.items()}


BOUNDS: Final = {
    "people": {"p50": 50.0, "p99": 500.0},
    "streams": {"megabytes": 400.0, "core": 0.05},
    "across": {"most": 1000.0},
}


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="*", help="people, streams, across (default: all)")
    parser.add_argument("--people", type=int, default=200)
    parser.add_argument("--streams", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--check", action="store_true", help="exit with 1 where a bound is not kept")
    args = parser.parse_args(argv)
    wanted = args.what or list(BOUNDS)
    kept = True
    with ExitStack() as stack:
        jobs = _jobs(args, stack)
        for name in wanted:
            for label, job in jobs[name]():
                kept &= _told(label, asyncio.run(_run(job)), BOUNDS[name])
    return 0 if kept or not args.check else 1


async def _run(job: Callable[[], Awaitable[dict[str, float]]]) -> dict[str, float]:
    return await job()


def _jobs(args: argparse.Namespace, stack: ExitStack) -> dict[str, Callable[[], list[tuple[str, Any]]]]:
    """The measurements by name, each beginning its servers only when it is asked for."""

    def server(*options: str) -> Server:
        return stack.enter_context(serving(*options))

    def folder() -> str:
        return stack.enter_context(TemporaryDirectory())

    def pair(url: str) -> Callable[[], Awaitable[dict[str, float]]]:
        one, two = server("--database", url), server("--database", url)
        return lambda: across(one, two, 60)

    def of_people() -> list[tuple[str, Any]]:
        one = server("--data", folder())
        return [(f"people: {args.people}, one action each {EVERY:g} s", lambda: people(one, args.people, args.seconds))]

    def of_streams() -> list[tuple[str, Any]]:
        one = server("--data", folder())
        return [(f"streams: {args.streams}, silent", lambda: streams(one, args.streams, args.seconds))]

    def of_two() -> list[tuple[str, Any]]:
        found = [("across: SQLite", pair(f"sqlite:///{folder()}/shared.sqlite"))]
        programs = postgresql_programs()
        if programs is not None:
            found.append(("across: PostgreSQL", pair(stack.enter_context(postgresql(programs)))))
        return found

    return {"people": of_people, "streams": of_streams, "across": of_two}


def _told(label: str, found: dict[str, float], bounds: dict[str, float]) -> bool:
    """Print a line; whether every bound is kept."""
    kept = all(found[name] < bound for name, bound in bounds.items())
    said = ", ".join(
        f"{name} {value:.3f}" if name == "core" else f"{name} {value:,.1f}" for name, value in found.items()
    )
    limits = ", ".join(f"{name} < {bound:g}" for name, bound in bounds.items())
    print(f"{label}: {said} ({'kept' if kept else 'NOT KEPT'}: {limits})", flush=True)
    return kept


if __name__ == "__main__":
    raise SystemExit(main())
