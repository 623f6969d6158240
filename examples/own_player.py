"""A player of one's own: an object with a name and ``choose(view)``. It is told nothing that its seat may not know.

python examples/own_player.py
"""

from __future__ import annotations

from collections import Counter

import dominoes as dm


class Keeper:
    """Keeps as many different numbers in hand as it can, so as to have an answer later; of equal ones, fewer pips."""

    name = "keeper"

    def choose(self, view: dm.View) -> dm.Move:
        return max(view.legal_moves(), key=lambda move: self.worth(view, move))

    def worth(self, view: dm.View, move: dm.Move) -> tuple[int, int]:
        kept = [tile for tile in view.hand if tile != move.tile]
        numbers = {number for tile in kept for number in (tile.high, tile.low)}
        return len(numbers), -sum(tile.pips for tile in kept)


def main() -> None:
    dm.players.register(Keeper.name, Keeper)  # now its name can stand wherever a player's does
    won: Counter[str] = Counter()
    for number in range(100):
        names = ["keeper", "random"] if number % 2 else ["random", "keeper"]
        match = dm.Match(dm.Rules.preset("draw"), players=names, seed=number)
        for _ in match.run():
            pass
        assert match.winner is not None
        won[names[match.winner]] += 1
    print("matches won:", dict(sorted(won.items())))


if __name__ == "__main__":
    main()
