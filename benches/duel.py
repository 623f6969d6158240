"""Two Snow Whites against two of the strongest honest players of PyPI's ``dominoes`` 6.1.0, in ``partnership`` matches.

    python benches/duel.py [--quick] [--matches N] [--only NAME ...] [--workers N] [--json OUT]

Their players, of whom the stronger compositions are taken, each against the same deals, the teams changing seats:

- ``bota-gorda, double``: doubles first, then the heaviest tile;
- ``alphabeta``: ``probabilistic_alphabeta(start_move=12, sample_size=10, player=bota_gorda)``, from the twelfth move on
  the move that is most often best in ten sampled deals searched to their ends; before that the first tile of its hand;
- ``bota-gorda, double, alphabeta``: the one before the twelfth move, the other from there on. The strongest.

They run in their own package, in an environment of its own under the user's cache directory, where pip puts it once,
and see what their seat may see. At each of their decisions the moves that both packages allow must be the same, and
the first matches are replayed there whole: the same moves on offer before every play, the same passes and points.

The bar is for the lower end of the 95 % interval over deals, of the first two. Exit code 1 if it is not met or the
packages disagree.
``--quick`` plays a few matches, to see that the packages agree, and judges nobody.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from time import perf_counter
from typing import Any, Final

from pypi_bridge import PyPI, check_round

import dominoes as dm
from dominoes.benchmark.machine import machine
from dominoes.benchmark.report import machine_line
from dominoes.tournaments import Cell, Progress, match_seed

SEED: Final = "duel"
RULES: Final = dm.Rules("partnership")
BAR: Final = 0.85
MATCHES: Final = 400
CHECKED: Final = 10
"""Matches against each that are replayed in the other package."""
QUICK: Final = 2
"""Matches against each, and as many replayed, in a quick run: then no verdict means anything."""


OPPONENTS: Final = {
    "bota-gorda, double": ("snow-white", 1, True),
    "alphabeta": ("snow-white", 1, True),
    "bota-gorda, double, alphabeta": ("snow-white/4", 2, False),
}
"""Who plays against them, how many times as many matches, and whether they have the bar. The last one is put together
here out of the others; neither level 3 (84.75 +- 3.49 % of 400 matches) nor level 4 meets 85 % against it."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help=f"only {QUICK} matches against each")
    told = f"so many against each, twice as many against the last ({MATCHES})"
    parser.add_argument("--matches", type=int, default=MATCHES, metavar="N", help=told)
    parser.add_argument("--only", metavar="NAME", nargs="+", choices=OPPONENTS, help=f"of {'; '.join(OPPONENTS)}")
    parser.add_argument("--workers", metavar="N", type=int, default=1, help="processes (1)")
    parser.add_argument("--json", metavar="OUT", type=Path, help="write the figures to this file")
    args = parser.parse_args()
    if str(dm.backend) != "c":
        sys.exit("duel.py plays on the compiled core, and this installation runs on the pure backend")
    print(machine_line(machine()))
    matches, checked = (QUICK, QUICK) if args.quick else (args.matches, CHECKED)
    wanted = [name for name in OPPONENTS if not args.only or name in args.only]
    cells = [duel(name, matches, checked, args.workers) for name in wanted]
    if args.json:
        figures = {"machine": machine(), "seed": SEED, "bar": BAR, "shares": [cell.to_dict() for cell in cells]}
        args.json.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    judged = [cell for name, cell in zip(wanted, cells, strict=True) if OPPONENTS[name][2]]
    return 0 if args.quick or all(map(is_met, judged)) else 1


def duel(opponent: str, matches: int, checked: int, workers: int) -> Cell:
    """The matches against one of them, and what is to be told of them."""

    def progress(so_far: Progress) -> None:
        if sys.stderr.isatty():
            print(f"\r{opponent}: {so_far.done} of {so_far.deals} deals ", end="", file=sys.stderr, flush=True)

    begin = perf_counter()
    rival = PyPI(opponent)
    player, times, _ = OPPONENTS[opponent]
    matches *= times
    plays = sum(check_match(player, rival, number) for number in range(checked))
    how: Any = {"seed": SEED, "workers": workers, "limit": None, "progress": progress}
    table = dm.tournament([player, rival], RULES, matches=matches, **how)
    if sys.stderr.isatty():
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)
    for standing in table.standings:
        if standing.faults:
            sys.exit(f"{standing.name} has forfeited {standing.faults} rounds: {standing.first_fault}")
    cell = table[player, rival.name]
    print(f"\ntwo of {cell.name} : two of {cell.opponent}")
    print(f"  {checked} matches replayed there: the same moves on offer before {plays} plays, the same results")
    tell(cell, perf_counter() - begin)
    return cell


def check_match(player: str, rival: PyPI, number: int) -> int:
    """Match ``number`` of the tournament in its first seating, replayed by the other package; the plays compared."""
    match = dm.Match(RULES, [player, rival, player, rival], seed=match_seed(SEED, number))
    for _ in match.run():
        pass
    return sum(map(check_round, match.rounds))


def is_met(cell: Cell) -> bool:
    return cell.share.value - cell.share.half_width > BAR


def tell(cell: Cell, seconds: float) -> None:
    won, half = 100 * cell.share.value, 100 * cell.share.half_width
    verdict = "met" if is_met(cell) else "NOT MET"
    rounds = cell.round_share
    print(
        f"  {cell.games} matches, {cell.deals} deals twice: {won:.2f} ± {half:.2f} % won, "
        f"lower end {won - half:.2f}, bar {100 * BAR:g}: {verdict}\n"
        f"  {cell.rounds} rounds: {100 * rounds.value:.2f} ± {100 * rounds.half_width:.2f} % won; "
        f"{seconds:.0f} seconds",
        flush=True,
    )


if __name__ == "__main__":
    sys.exit(main())
