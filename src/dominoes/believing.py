"""Where a seat may take the tiles to be that it does not see: what `View.beliefs` gives."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

from . import _thinking
from ._check import whole
from ._codes import MAX_WORLDS
from .errors import RulesError
from .tiles import Tile, tile_set

if TYPE_CHECKING:
    from .view import View

__all__ = ["Beliefs", "Whereabouts"]

WORLDS: Final = 400
"""Where nothing is said."""


class Whereabouts(NamedTuple):
    """Where one tile may lie: probabilities that add up to 1."""

    hands: tuple[float, ...]
    """Of each seat's hand; 0 for the seat that looks, which would see it there."""
    boneyard: float
    """Of the boneyard, or, in a round from given hands that leave tiles out, of being left out."""


class Beliefs(Mapping[Tile, Whereabouts]):
    """For each tile that a seat does not see, how likely it lies in each other hand and in the boneyard.

    A mapping from `Tile` to `Whereabouts`, in the tiles' order, that never changes. The probabilities are shares of the
    ``worlds`` looked at: deals that agree with all the seat knows, the draws and passes too, each counted by how likely
    the others' plays were in it. What is certain is 0 or 1 exactly; a 0 or 1 may also be too unlikely to have come up.

    >>> from dominoes import Round, Rules
    >>> rnd = Round(Rules("block", max_pip=2, hand_size=2), hands=[["2-2", "1-0"], ["1-1", "0-0"]], boneyard=["2-1"])
    >>> [str(rnd.play(move)) for move in ("2-2", "pass")]
    ['2-2', 'pass']
    >>> beliefs = rnd.view(0).beliefs()
    >>> beliefs["2-1"], beliefs[Tile("1-1")]
    (Whereabouts(hands=(0.0, 0.0), boneyard=1.0), Whereabouts(hands=(0.0, 1.0), boneyard=0.0))
    """

    __slots__ = ("_counts", "_rows", "_seat", "_worlds")

    def __init__(self, rows: Mapping[Tile, Whereabouts], *, seat: int, counts: Collection[int], worlds: int) -> None:
        """Made by `View.beliefs`: the rows, whose beliefs they are, the tiles in each hand, the worlds looked at."""
        self._rows = dict(rows)
        self._seat = seat
        self._counts = tuple(counts)
        self._worlds = worlds

    @property
    def seat(self) -> int:
        """Whose beliefs these are."""
        return self._seat

    @property
    def worlds(self) -> int:
        """How many deals were looked at; 0 where all is known."""
        return self._worlds

    def __getitem__(self, tile: Tile | str) -> Whereabouts:
        return self._rows[tile if isinstance(tile, Tile) else Tile(tile)]

    def __iter__(self) -> Iterator[Tile]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    def __reduce__(self) -> tuple[object, ...]:
        return _restore, (type(self), self._rows, self._seat, self._counts, self._worlds)

    def answers(self, seat: int, numbers: Collection[int]) -> float:
        """How likely another seat holds a tile that shows one of these numbers.

        Exact where all the tiles that it may hold are as likely; else as good as their probabilities one by one and the
        number of its tiles can tell. `RulesError` where there is no such other seat.

        >>> from dominoes import Round, Rules
        >>> rnd = Round.deal(Rules("draw"), seed=1)
        >>> view = rnd.view(1 - rnd.turn)
        >>> view.beliefs().answers(rnd.turn, range(7))
        1.0
        """
        whole("a seat", seat, 0, len(self._counts) - 1)
        if seat == self._seat:
            raise RulesError(f"a seat must be another than {seat}, whose beliefs these are")
        free, left = [], self._counts[seat]
        for tile, row in self._rows.items():
            chance, fits = row.hands[seat], any(tile.matches(number) for number in numbers)
            if chance >= 1:
                if fits:
                    return 1.0
                left -= 1
            elif chance > 0:
                free.append((chance / (1 - chance), fits))
        none = _sum_of_products([odds for odds, fits in free if not fits], left)
        return 1.0 - none / _sum_of_products([odds for odds, _ in free], left)

    def __repr__(self) -> str:
        return f"<Beliefs of seat {self._seat} about {len(self._rows)} tiles>"

    def __str__(self) -> str:
        """A table: a line for each tile, a column for each other hand and the boneyard, in per cent."""
        seats = [seat for seat in range(len(self._counts)) if seat != self._seat]
        lines = ["tile " + "".join(f"  seat {seat}" for seat in seats) + "  boneyard"]
        for tile, row in self._rows.items():
            cells = "".join(f"{_percent(row.hands[seat]):>8}" for seat in seats)
            lines.append(f"{tile!s:<5}{cells}{_percent(row.boneyard):>10}")
        return "\n".join(lines)


def beliefs_of(view: View, worlds: int, seed: str | int | None = None) -> Beliefs:
    """What `View.beliefs` gives."""
    count = whole("worlds", worlds, 1, MAX_WORLDS)
    stream = _thinking.stream_for(b"beliefs", view, seed)
    if view.result is not None:
        return Beliefs(_certain(view), seat=view.seat, counts=view.hand_counts, worlds=0)
    total, rows = view.state.beliefs(0, count, stream)
    shares = {tile: tuple(weight / total for weight in weights) for tile, weights in rows}
    found = {Tile.from_index(tile): Whereabouts(share[:-1], share[-1]) for tile, share in shares.items()}
    return Beliefs(found, seat=view.seat, counts=view.hand_counts, worlds=count)


def _certain(view: View) -> dict[Tile, Whereabouts]:
    """After the round's end all hands lie open, and what is in none and not on the table is in the boneyard."""
    holders = {tile: seat for seat, hand in enumerate(view.hands) for tile in hand or ()}
    seen = {*view.hand, *(laid.tile for laid in view.chain)}
    seats = range(view.rules.players)
    return {
        tile: Whereabouts(tuple(float(holders.get(tile) == seat) for seat in seats), float(tile not in holders))
        for tile in tile_set(view.rules.max_pip)
        if tile not in seen
    }


def _sum_of_products(odds: list[float], count: int) -> float:
    """The sum over all choices of ``count`` of these of their product."""
    sums = [1.0] + [0.0] * count
    for factor in odds:
        for size in range(count, 0, -1):
            sums[size] += factor * sums[size - 1]
    return sums[count]


def _percent(share: float) -> str:
    """Certain ones without decimals."""
    return f"{100 * share:.0f} %" if share in (0, 1) else f"{100 * share:.1f} %"


def _restore(
    cls: type[Beliefs], rows: Mapping[Tile, Whereabouts], seat: int, counts: Collection[int], worlds: int
) -> Beliefs:
    return cls(rows, seat=seat, counts=counts, worlds=worlds)
