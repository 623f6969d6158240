"""Whether what the players believe of hidden tiles is true: over many decisions, in all presets and several options.

    python benches/beliefs.py [--decisions N] [--workers N] [--json OUT]

Rounds are played by random players, by "heaviest", by the blocker, by Buratino, and by one of each kind. Looked at is
every decision of theirs that has a choice, by the view of the seat that makes it:

- The truth is never excluded: every hidden tile may be where it is, and each place is filled by what lies there
  (``truth.py``). Where a sample of worlds does not have a tile where it is, more worlds are looked at until one has.
- The probabilities are calibrated: of what they give so many per cent, so many per cent are so. The intervals are over
  rounds (``reliability.py``). Once as Snow White has them, who weighs worlds by how likely the others' plays were for
  somebody who knows the game; and on a part of the decisions all worlds counting alike. What is known to be so, or
  known not to be so, by the rules alone, is left out, since it would only flatter.

Exit code 1 if the truth was excluded, or if a band of Snow White's, all opponents together, is off by more than one
percentage point beyond its interval. Against a single kind of opponent a band may be further off: she takes everybody
for somebody who knows the game, and nobody for one who always lays the heaviest. The tables say by how much.

All of it, 100,000 decisions, takes about four minutes of one core; with ``--workers N`` that divided by N, if there
are as many cores, and the same figures for any N. ``--decisions 5000`` tells most pooled bands to a point.
"""

from __future__ import annotations

import argparse
import itertools
import json
import sys
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple

from reliability import Line, Reliability
from truth import faults

import dominoes as dm
from dominoes import _pure
from dominoes._backend import Stream, seed_key
from dominoes._codes import HIGHEST_TILE
from dominoes._twin import characters, thinking
from dominoes._twin.known import conclude
from dominoes.benchmark.machine import machine
from dominoes.benchmark.report import machine_line

SEED: Final = "beliefs"
DECISIONS: Final = 100_000
WORLDS: Final = 1600
"""So many that their own chance moves no probability by much."""
EVEN_WORLDS: Final = 200
EVEN_EVERY: Final = 10
"""Beliefs in which all worlds count alike are made by the pure twin, which is slow: for one decision of so many."""
MOST_WORLDS: Final = 1_000_000
LEAST: Final = 1000
"""Predictions that a band needs for its deviation to say something."""
BOUND: Final = 0.01
"""By how much more than its interval a band may be off, all opponents together."""

KINDS: Final = ("random", "heaviest", "blocker", "buratino")
MIXED: Final = "one of each"
ALL: Final = "all"
RULES: Final = (
    *(dm.Rules(preset, players=players) for preset in ("draw", "block", "all-fives") for players in (2, 3, 4)),
    dm.Rules("partnership"),
    dm.Rules("table"),
    dm.Rules("table", players=4),
    dm.Rules("table", table=(24, 16), spinner="first-double"),
    dm.Rules("draw", voluntary_draw=True),
    dm.Rules("draw", draw="one", players=3),
    dm.Rules("draw", opening_tile="free", redeal_doubles=4),
    dm.Rules("draw", max_pip=9, players=4),
    dm.Rules("partnership", draw="until-playable", hand_size=5),
)

Prediction = tuple[float, bool]


class Decision(NamedTuple):
    """A round at the moment at which a seat has a choice: played by the core, and the same on the pure twin."""

    rnd: dm.Round
    twin: _pure.State
    seat: int
    number: int

    @property
    def stream(self) -> Any:
        return Stream(seed_key(b"beliefs", SEED.encode()), self.number)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--decisions", type=int, default=DECISIONS, metavar="N", help=f"at least so many ({DECISIONS:,})"
    )
    parser.add_argument("--workers", type=int, default=1, metavar="N", help="processes that look at rounds (1)")
    parser.add_argument("--json", metavar="OUT", type=Path, help="write the figures to this file")
    args = parser.parse_args()
    print(machine_line(machine()))
    study = Study()
    for found in looked_at(args.workers):
        study.add(found)
        if sys.stderr.isatty():
            print(f"\r{study.decisions:,} of {args.decisions:,} decisions ", end="", file=sys.stderr, flush=True)
        if study.decisions >= args.decisions:
            break
    if sys.stderr.isatty():
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)
    study.tell()
    if args.json:
        args.json.write_text(json.dumps({"machine": machine(), **study.to_dict()}, indent=1) + "\n", encoding="utf-8")
    return 1 if study.wrong or study.off else 0


def looked_at(workers: int) -> Iterator[Found]:
    """What is found in round 0, 1 and so on without end, in this order whoever looks."""
    if workers <= 1:
        yield from map(look_at_round, itertools.count())
        return
    with ProcessPoolExecutor(workers) as pool:
        ahead = deque(pool.submit(look_at_round, number) for number in range(4 * workers))
        try:
            for number in itertools.count(len(ahead)):
                yield ahead.popleft().result()
                ahead.append(pool.submit(look_at_round, number))
        finally:
            pool.shutdown(cancel_futures=True)


# ---- playing -------------------------------------------------------------------------------------------------------


def who_plays(number: int) -> str:
    return (*KINDS, MIXED)[number // len(RULES) % (len(KINDS) + 1)]


def seats_of(who: str, number: int, players: int) -> list[dm.Player]:
    if who != MIXED:
        return [dm.players.get(who) for _ in range(players)]
    return [dm.players.get(KINDS[(number + seat) % len(KINDS)]) for seat in range(players)]


def decisions(number: int) -> Iterator[Decision]:
    """Round ``number``, played by its players, at every choice."""
    rnd = dm.Round.deal(RULES[number % len(RULES)], SEED, number=number)
    twin = _pure.State(rnd.rules.spec, *rnd.state.dealt(), HIGHEST_TILE if rnd.forced else rnd.starter)
    seats = seats_of(who_plays(number), number, rnd.rules.players)
    keys = [seed_key(f"player {seat}".encode(), SEED.encode()) for seat in range(rnd.rules.players)]
    while (seat := rnd.turn) is not None:
        if rnd.state.legal_count() > 1:
            yield Decision(rnd, twin, seat, number << 32 | len(rnd.moves))
        move = seats[seat].choose(rnd.view(seat, Stream(keys[seat], number << 32 | len(rnd.moves))))
        rnd.play(move)
        twin.apply_unchecked(move.code)


# ---- looking -------------------------------------------------------------------------------------------------------


@dataclass
class Found:
    """What was found in one round, decision by decision."""

    number: int
    decisions: int = 0
    tiles: int = 0
    rare: int = 0
    """Tiles that a sample did not have where they were."""
    most_worlds: int = WORLDS
    """That it took to find one of them."""
    wrong: list[str] = field(default_factory=list)
    weighed: list[Prediction] = field(default_factory=list)
    even: list[Prediction] = field(default_factory=list)

    def look(self, at: Decision) -> None:
        """Snow White's beliefs. Where the truth has no share of them, it is looked for."""
        view = at.rnd.state.seen_by(at.seat)
        total, rows = view.beliefs(0, WORLDS, at.stream)
        truth = places(at)
        self.wrong += [f"round {self.number}, move {len(at.rnd.moves)}: {text}" for text in faults(at.twin, at.seat)]
        self.decisions += 1
        self.tiles += len(rows)
        missed = {tile for tile, row in rows if not row[truth[tile]]}
        self.rare += len(missed)
        worlds = WORLDS
        while missed and worlds < MOST_WORLDS:
            worlds = min(8 * worlds, MOST_WORLDS)
            _, found = view.beliefs(0, worlds, at.stream)
            missed = {tile for tile, row in found if tile in missed and not row[truth[tile]]}
            self.most_worlds = max(self.most_worlds, worlds)
        self.wrong += [f"decision {at.number}: no world in {worlds:,} has tile {tile} where it is" for tile in missed]
        self.weighed += predictions(at, total, rows, truth)


def look_at_round(number: int) -> Found:
    """Depends on nothing but the number, so that rounds may be looked at in any order and anywhere."""
    found = Found(number)
    for index, at in enumerate(decisions(number)):
        found.look(at)
        if (number + index) % EVEN_EVERY == 0:
            found.even += even_predictions(at)
    return found


class Study:
    """What was found so far."""

    def __init__(self) -> None:
        self.rounds = 0
        self.decisions = 0
        self.tiles = 0
        self.rare = 0
        self.most_worlds = WORLDS
        self.wrong: list[str] = []
        self.weighed = {who: Reliability() for who in (ALL, *KINDS, MIXED)}
        self.even = {who: Reliability() for who in (ALL, *KINDS, MIXED)}

    def add(self, found: Found) -> None:
        self.rounds += 1
        self.decisions += found.decisions
        self.tiles += found.tiles
        self.rare += found.rare
        self.most_worlds = max(self.most_worlds, found.most_worlds)
        self.wrong += found.wrong
        for who in (ALL, who_plays(found.number)):
            self.weighed[who].add(found.weighed)
            self.even[who].add(found.even)

    @property
    def off(self) -> list[str]:
        """The bands of all opponents together that are further off than chance and `BOUND` allow."""
        return [
            f"{band}: off by {100 * line.deviation:+.2f} ± {100 * line.half_width:.2f} percentage points"
            for band, line in self.weighed[ALL].lines()
            if line.predictions >= LEAST and abs(line.deviation) > BOUND + line.half_width
        ]

    # Telling.

    def tell(self) -> None:
        print(f"\n{self.decisions:,} decisions with a choice in {self.rounds:,} rounds, {self.tiles:,} hidden tiles")
        print(f"the truth was excluded {len(self.wrong)} times")
        for text in self.wrong[:20]:
            print(f"  {text}")
        print(f"{self.rare:,} tiles were not where they are in any of {WORLDS:,} worlds; {self.most_worlds:,} had all")
        for title, tables in (
            ("Weighed by how likely the others' plays were, as Snow White has it", self.weighed),
            (f"All worlds alike, every {EVEN_EVERY}th decision, {EVEN_WORLDS} worlds", self.even),
        ):
            print(f"\n{title}. All opponents together, in per cent:\n")
            print("\n".join(table_of_all(tables[ALL])))
            print("\nFound less given, in percentage points, by opponents:\n")
            print("\n".join(table_by_kind(tables)))
        bound = f"{100 * BOUND:g} percentage point beyond the interval"
        print(f"\nPooled bands of Snow White's that are off by more than {bound}: {len(self.off)}")
        for text in self.off:
            print(f"  {text}")

    def to_dict(self) -> dict[str, Any]:
        tables = {"weighed": self.weighed, "even": self.even}
        return {
            "decisions": self.decisions,
            "tiles": self.tiles,
            "excluded": self.wrong,
            "rare": self.rare,
            "bound": BOUND,
            "off": self.off,
            "tables": {
                name: {who: {band: line._asdict() for band, line in table.lines()} for who, table in found.items()}
                for name, found in tables.items()
            },
        }


def places(at: Decision) -> dict[int, int]:
    """Where each tile is: a seat, or the number of seats for the boneyard."""
    players = at.rnd.rules.players
    state = at.rnd.state
    held = {tile: seat for seat in range(players) for tile in state.hand(seat)}
    return {tile: held.get(tile, players) for tile in range(len(dm.tile_set(at.rnd.rules.max_pip)))}


def predictions(
    at: Decision, total: int, rows: Sequence[tuple[int, Sequence[int]]], truth: dict[int, int]
) -> Iterator[Prediction]:
    """The chance given to each tile in each place where the seat cannot know whether it is, and whether it is there."""
    open_places = possible(at, [tile for tile, _ in rows])
    for tile, row in rows:
        where = open_places[tile]
        if len(where) > 1:
            for place in where:
                yield row[place] / total, truth[tile] == place


def possible(at: Decision, tiles: Sequence[int]) -> dict[int, list[int]]:
    """The places in which the rules leave each tile, by the bins; a heap of no tiles holds none."""
    known = conclude(at.twin.seen_by(at.seat))
    players = at.rnd.rules.players
    has_heap = known.unseen.bit_count() > known.hidden
    found = {}
    for tile in tiles:
        seats = {one.seat for one in known.bins if one.places and not one.barred >> tile & 1}
        found[tile] = sorted(seats) + [players] * has_heap
    return found


def even_predictions(at: Decision) -> list[Prediction]:
    how = characters._thinking_for(at.twin.spec, 0, EVEN_WORLDS, False, None)._replace(temperature=0)
    stream = _pure.Stream(at.stream.key, at.number)
    found = thinking.believe(at.twin.seen_by(at.seat), how, stream)
    assert found is not None
    return list(predictions(at, *found, places(at)))


def table_of_all(table: Reliability) -> Iterator[str]:
    """A reliability table in Markdown, in per cent."""
    yield "| band | predictions | given | found | difference, 95 % |"
    yield "| --- | ---: | ---: | ---: | ---: |"
    for band, line in table.lines():
        given, found = f"{100 * line.predicted:.2f}", f"{100 * line.observed:.2f}"
        yield f"| {band} | {line.predictions:,} | {given} | {found} | {difference(line)} |"


def table_by_kind(tables: dict[str, Reliability]) -> Iterator[str]:
    """The differences of every band for each kind of opponents, in Markdown; not where there are too few."""
    kinds = [who for who in tables if who != ALL]
    found = {who: dict(tables[who].lines()) for who in kinds}
    yield f"| band | {' | '.join(kinds)} |"
    yield f"| --- |{' ---: |' * len(kinds)}"
    for band, _ in tables[ALL].lines():
        lines = [found[who].get(band) for who in kinds]
        cells = [difference(line) if line is not None and line.predictions >= LEAST else "" for line in lines]
        yield f"| {band} | {' | '.join(cells)} |"


def difference(line: Line) -> str:
    return f"{100 * line.deviation:+.2f} ± {100 * line.half_width:.2f}"


if __name__ == "__main__":
    sys.exit(main())
