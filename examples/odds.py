"""What are the odds: a hundred thousand random rounds from one deal, and from the position after each first move.

python examples/odds.py
"""

from __future__ import annotations

import dominoes as dm


def chances(results: dm.Playouts, seats: int) -> list[float]:
    """The share of rounds that each seat has won. Columns are buffers of C ints, which numpy takes without a copy."""
    winners = results.winner.tolist()
    return [winners.count(seat) / len(winners) for seat in range(seats)]


def main() -> None:
    rules = dm.Rules.preset("block", players=3, opening_tile="free")
    everywhere = dm.playouts(rules, n=100_000, seed=1, threads=2)
    print("any deal:", [f"{chance:.1%}" for chance in chances(everywhere, 3)])
    rnd = dm.Round.deal(rules, seed="odds")
    seat = rnd.turn
    assert seat is not None
    print(f"this deal, seat {seat} opens with:")
    for move in rnd.legal_moves():
        rnd.play(move)
        print(f"  {move}: wins {chances(rnd.playouts(10_000, seed=1), 3)[seat]:.1%}")
        rnd.undo()


if __name__ == "__main__":
    main()
