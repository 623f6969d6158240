"""Writes the golden games below ``tests/data/golden``: ``python tests/support/make_golden.py``.

All are played by the oracle, and the generator is the one in this folder: no line of the package is used. Run it again
only when RULES.md gains a preset, an option or a value; a game that is there stays as it is unless its line is removed.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from support import notation, oracle, oracle_match
from support.options import PRESET_NAMES, PRESET_PLAYERS, Options, preset

GOLDEN = Path(__file__).resolve().parent.parent / "data" / "golden"
TRIES = 12

Wanted = tuple[str, int, dict[str, Any]]


def wanted_rounds() -> Iterator[Wanted]:
    """Preset, players and options of each round: every preset, and every value of every option that a round feels."""
    for name in PRESET_NAMES:
        for players in PRESET_PLAYERS[name]:
            yield name, players, {}
    for max_pip in range(1, 19):
        yield "draw", 2, {"max_pip": max_pip, "hand_size": min(7, (max_pip + 1) * (max_pip + 2) // 4)}
        yield "all-fives", 3, {"max_pip": max_pip, "hand_size": min(7, (max_pip + 1) * (max_pip + 2) // 6)}
    for hand_size in (1, 2, 7, 14):
        yield "draw", 2, {"hand_size": hand_size}
    for draw in ("never", "one", "until-playable"):
        for voluntary in (False, True):
            yield "draw", 3, {"draw": draw, "voluntary_draw": voluntary}
            yield "table", 2, {"draw": draw, "voluntary_draw": voluntary, "table": [20, 12]}
    for floor in (0, 1, 2, 7, 1_000_000_000):
        yield "draw", 2, {"boneyard_floor": floor}
    for opening in ("highest-tile", "random"):
        for opening_tile in ("free", "forced"):
            yield "draw", 4, {"opening": opening, "opening_tile": opening_tile}
            yield "table", 2, {"opening": opening, "opening_tile": opening_tile, "voluntary_draw": True}
    for table in (None, [8, 8], [8, 64], [64, 8], [64, 36], [64, 64], [9, 15], [13, 33]):
        yield "table", 2, {"table": table}
        yield "all-fives", 4, {"table": table}
    for turns in (False, True):
        yield "table", 2, {"turns": turns, "table": [24, 16]}
        yield "all-fives", 2, {"turns": turns, "table": [24, 24]}
    for spinner in (None, "first-double"):
        for count_multiple in (None, 3, 5):
            for round_to in (1, 3, 5):
                options = {"spinner": spinner, "count_multiple": count_multiple, "round_to": round_to}
                yield "all-fives", 2, options
        yield "table", 2, {"spinner": spinner, "table": [40, 40]}
    for scoring in ("opponents", "team-all"):
        yield "partnership", 4, {"scoring": scoring, "round_to": 5}
        yield "all-fives", 4, {"partners": True, "scoring": scoring}
    yield "partnership", 4, {"partners": False, "scoring": "opponents"}
    for target in (1, 20, 100, 1_000_000_000):
        yield "all-fives", 3, {"target": target}
    yield "block", 2, {"blocked_tie": "nobody"}
    for hand_size in (10, 12, 14, 15, 16, 18, 20, 22):  # long chains, whose arms turn every way
        yield "all-fives", 2, {"table": [64, 64], "hand_size": hand_size, "max_pip": 9, "target": 1_000_000_000}


def wanted_matches() -> Iterator[Wanted]:
    """The same for whole matches: what decides who opens, what is dealt, and when it is over."""
    for name in PRESET_NAMES:
        for players in PRESET_PLAYERS[name]:
            yield name, players, {}
    for next_opening in ("same", "winner", "rotate"):
        for opening in ("highest-tile", "random"):
            for name, players in (("draw", 3), ("partnership", 4), ("block", 2)):
                yield name, players, {"next_opening": next_opening, "opening": opening, "target": 60}
    for redeal in (None, 1, 2, 4, 7):
        yield "draw", 2, {"redeal_doubles": redeal, "target": 30, "hand_size": 5}
    for target in (1, 15, 250):
        yield "all-fives", 2, {"target": target}
    yield "all-fives", 4, {"partners": True, "next_opening": "winner", "target": 80}


def settle(name: str, players: int, given: dict[str, Any]) -> tuple[dict[str, Any], Options]:
    """The record's rules and what they mean; the number of players is told by the hands."""
    rules = {"preset": name, **given}
    return rules, preset(name, players, **given)


def name_of(number: int, wanted: Wanted) -> str:
    preset_name, players, given = wanted
    options = "".join(f"-{option}={value}" for option, value in given.items()).replace(" ", "")
    return f"{number:03}-{preset_name}-{players}{options}"


def interest(position: oracle.Round) -> int:
    """How much of the game a round shows: ends, placements, draws, passes and points."""
    shown = {laid.end for laid in position.chain} | {laid.placement for laid in position.chain}
    shown |= {action for action in position.actions if action in ("draw", "pass")}
    return 2 * len(shown) + (len(position.chain) > 5) + any(position.points)


def play(options: Options, rng: random.Random) -> tuple[oracle.Round, list[int], list[list[str]]]:
    """A random round with the seat to act and all legal actions before each action."""
    tiles = notation.all_tiles(options.max_pip)
    rng.shuffle(tiles)
    size = options.hand_size
    hands = [tiles[seat * size : seat * size + size] for seat in range(options.players)]
    starter = None if options.opening == "highest-tile" else rng.randrange(options.players)
    position = oracle.Round(options, hands, tiles[size * options.players :], starter)
    turns, legal = [], []
    while position.turn is not None:
        turns.append(position.turn)
        legal.append(sorted(position.legal()))
        position.apply(rng.choice(legal[-1]))
    return position, turns, legal


def golden_round(number: int, wanted: Wanted) -> dict[str, Any]:
    rules, options = settle(*wanted)
    tries = (play(options, random.Random(f"golden {number} {attempt}")) for attempt in range(TRIES))
    position, turns, legal = max(tries, key=lambda played: interest(played[0]))
    record = oracle_match.record(rules, [f"S{seat}" for seat in range(options.players)], [position])
    return {"id": name_of(number, wanted), "record": record, "turns": turns, "legal": legal}


def golden_match(number: int, wanted: Wanted) -> dict[str, Any]:
    rules, options = settle(*wanted)
    seed = f"golden {number}"
    rounds = oracle_match.play_match(options, seed)
    record = oracle_match.record(rules, ["random"] * options.players, rounds)
    record |= {"opponents": ["random"] * options.players, "seed": seed, "scores": rounds[-1].scores()}
    return {"id": name_of(number, wanted), "record": record}


def main() -> None:
    GOLDEN.mkdir(parents=True, exist_ok=True)
    for file, wanted, make in (
        ("rounds.jsonl", wanted_rounds(), golden_round),
        ("matches.jsonl", wanted_matches(), golden_match),
    ):
        path = GOLDEN / file
        kept = {json.loads(line)["id"]: line for line in path.read_text().splitlines()} if path.exists() else {}
        lines = [
            kept.get(name_of(number, each)) or json.dumps(make(number, each)) for number, each in enumerate(wanted)
        ]
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        print(f"{file}: {len(lines)} games")


if __name__ == "__main__":
    main()
