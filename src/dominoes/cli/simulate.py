"""``dominoes simulate``: many random rounds, and what they come to."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, TextIO

from .failures import OK, one_line
from .options import add_command, add_rules, rules_from, seed_from, whole_number

if TYPE_CHECKING:
    from dominoes.analysis import Playouts
    from dominoes.rules import Rules

    from .options import Subparsers

EXAMPLES: Final = """\
  dominoes simulate --rules draw --players 4 --games 100000 --seed 1
  dominoes simulate --rules all-fives --set round_to=1 --games 50000
  dominoes simulate --rules table --set table=32x24 --games 20000 --threads 2 --json
  dominoes simulate --rules draw --policy heaviest --games 20000
"""

FIRST_PIECE: Final = 64
PIECE_SECONDS: Final = 0.25
"""A piece of work between two looks at the progress bar."""
BAR_WIDTH: Final = 30


def add_parser(subparsers: Subparsers) -> None:
    parser = add_command(
        subparsers,
        "simulate",
        "play many random rounds and count",
        description="Play rounds in which every player does any legal action, each as likely, or lays the heaviest "
        "tile it can, and count what happens. The same seed gives the same rounds on any number of threads.",
        examples=EXAMPLES,
    )
    add_rules(parser)
    group = parser.add_argument_group("the simulation")
    group.add_argument("--games", metavar="N", type=whole_number(1, 10**9), default=10_000, help="rounds (10000)")
    group.add_argument("--seed", metavar="S", help="any text or number; without one every run is another")
    group.add_argument("--policy", choices=("random", "heaviest"), default="random", help="how all play (random)")
    group.add_argument("--threads", metavar="T", type=whole_number(1, 256), default=1, help="threads (1)")
    group.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> int:
    rules, seed = rules_from(args), seed_from(args)
    tally = Tally(rules.players, sides=2 if rules.partners else rules.players)
    bar = Bar(args.games, sys.stderr)
    try:
        _play(rules, seed, args, tally, bar)
    finally:
        bar.clear()
    summary = tally.summary()
    if args.json:
        print(json.dumps({**_setting(rules, seed, args), **summary}))
    else:
        print("\n".join(_in_words(_setting(rules, seed, args), summary, rules)))
    return OK


def _play(rules: Rules, seed: str, args: argparse.Namespace, tally: Tally, bar: Bar) -> None:
    from dominoes.analysis import playouts

    piece = FIRST_PIECE
    while tally.games < args.games:
        piece = min(piece, args.games - tally.games)
        begun = time.perf_counter()
        results = playouts(rules, piece, seed, args.policy, args.threads, first=tally.games)
        taken = time.perf_counter() - begun
        tally.add(results, taken)
        bar.show(tally.games)
        piece = max(FIRST_PIECE, int(piece / max(taken, 1e-6) * PIECE_SECONDS))


@dataclass
class Tally:
    """Sums over many rounds; only the sums are kept, so that memory does not grow with their number."""

    players: int
    sides: int
    """Who can win: the seats, or the two teams."""
    games: int = 0
    seconds: float = 0.0
    plays: int = 0
    draws: int = 0
    passes: int = 0
    reasons: Counter[int] = field(default_factory=Counter)
    outcomes: Counter[tuple[int, int]] = field(default_factory=Counter)
    """How often each (opening seat, winner)."""
    points: list[int] = field(default_factory=list)

    def add(self, results: Playouts, seconds: float) -> None:
        self.games += results.n
        self.seconds += seconds
        self.plays += sum(results.plays)
        self.draws += sum(results.draws)
        self.passes += sum(results.passes)
        self.reasons.update(results.reason)
        self.outcomes.update(zip(results.starter, results.winner, strict=True))
        flat = results.points.cast("B").cast("i")
        sums = [sum(flat[seat :: self.players]) for seat in range(self.players)]
        self.points = [a + b for a, b in zip(self.points or [0] * self.players, sums, strict=True)]

    def summary(self) -> dict[str, object]:
        from dominoes._codes import BLOCKED, TARGET

        return {
            "seconds": self.seconds,
            "games_per_second": self.games / max(self.seconds, 1e-9),
            "plays_per_game": self.plays / self.games,
            "draws_per_game": self.draws / self.games,
            "passes_per_game": self.passes / self.games,
            "blocked_share": self.reasons[BLOCKED] / self.games,
            "target_share": self.reasons[TARGET] / self.games,
            "by_opening_seat": [self._opened_by(seat) for seat in range(self.players)],
            "points_per_game": [total / self.games for total in self.points],
        }

    def _opened_by(self, seat: int) -> dict[str, object]:
        """How rounds went that this seat opened: the share won by each side (seats, or teams), and by nobody."""
        won: Counter[int] = Counter()
        for (opener, winner), count in self.outcomes.items():
            if opener == seat:
                won[winner] += count
        games = sum(won.values())
        return {
            "seat": seat,
            "games": games,
            "win_share": [won[side] / games if games else None for side in range(self.sides)],
            "nobody_share": won[-1] / games if games else None,
        }


def _setting(rules: Rules, seed: str, args: argparse.Namespace) -> dict[str, object]:
    from dominoes import backend

    return {
        "rules": rules.to_dict(),
        "players": rules.players,
        "games": args.games,
        "seed": seed,
        "policy": args.policy,
        "threads": args.threads,
        "backend": backend,
    }


class Bar:
    """A progress bar on a terminal; in a pipe or a file it is silent."""

    def __init__(self, whole: int, stream: TextIO) -> None:
        self._whole = whole
        self._stream = stream if stream.isatty() else None
        self._width = 0

    def show(self, done: int) -> None:
        if self._stream is None:
            return
        filled = BAR_WIDTH * done // self._whole
        line = f"[{'#' * filled}{'.' * (BAR_WIDTH - filled)}] {100 * done // self._whole} %, {done} of {self._whole}"
        self._width = max(self._width, len(line))
        print(f"\r{line.ljust(self._width)}", end="", file=self._stream, flush=True)

    def clear(self) -> None:
        if self._stream is not None and self._width:
            print(f"\r{' ' * self._width}\r", end="", file=self._stream, flush=True)


def _in_words(setting: dict[str, Any], summary: dict[str, Any], rules: Rules) -> list[str]:
    lines = [
        f"Rules: {rules.preset_name}, {rules.players} players, {setting['policy']} play. "
        f"Seed: {one_line(setting['seed'])}.",
        f"Games: {setting['games']} in {summary['seconds']:.2f} seconds, {summary['games_per_second']:,.0f} games a "
        f"second (engine: {setting['backend']}, threads: {setting['threads']}).",
        f"A game has {summary['plays_per_game']:.2f} plays, {summary['draws_per_game']:.2f} draws and "
        f"{summary['passes_per_game']:.2f} passes.",
        f"Blocked: {_percent(summary['blocked_share'])}.",
    ]
    if rules.count_multiple:
        lines.append(f"Ended by a play that reached the target: {_percent(summary['target_share'])}.")
    lines += [_opened_in_words(entry, rules) for entry in summary["by_opening_seat"]]
    points = ", ".join(f"seat {seat} {mean:.2f}" for seat, mean in enumerate(summary["points_per_game"]))
    return [*lines, f"Points a game: {points}."]


def _opened_in_words(entry: dict[str, Any], rules: Rules) -> str:
    if not entry["games"]:
        return f"Opened by seat {entry['seat']}: none."
    side = "team" if rules.partners else "seat"
    wins = ", ".join(f"{side} {winner} {_percent(share)}" for winner, share in enumerate(entry["win_share"]))
    return f"Opened by seat {entry['seat']}: {entry['games']}; won by {wins}, nobody {_percent(entry['nobody_share'])}."


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"
