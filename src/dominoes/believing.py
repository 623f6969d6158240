"""Where a seat may take the tiles to be that it does not see: what `View.beliefs` gives."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Final, NamedTuple

from . import _thinking
from ._check import quoted, whole
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
    """Of the boneyard."""
    out: float = 0.0
    """Of being left out of the game, as in a round from given hands and a given boneyard that are no whole set. Nobody
    can tell which of the tiles that are in no hand these are: all are as likely."""


class Beliefs(Mapping[Tile, Whereabouts]):
    """For each tile that a seat does not see, how likely it lies in each other hand and in the boneyard.

    A mapping from `Tile` to `Whereabouts`, in the tiles' order, that never changes; a text such as "6-4" will do for a
    tile, and only a tile that the seat does not see is in it. The probabilities are shares of the
    ``worlds`` looked at: deals that agree with all the seat knows, the draws and passes too, each counted by how likely
    the others' plays were in it. What is certain is 0 or 1 exactly; a 0 or 1 may also be too unlikely to have come up.

    >>> from dominoes import Round, Rules
    >>> rnd = Round(Rules("block", max_pip=2, hand_size=2), hands=[["2-2", "1-0"], ["1-1", "0-0"]], boneyard=["2-1"])
    >>> [str(rnd.play(move)) for move in ("2-2", "pass")]
    ['2-2', 'pass']
    >>> beliefs = rnd.view(0).beliefs()
    >>> beliefs["2-1"], beliefs[Tile("1-1")]
    (Whereabouts(hands=(0.0, 0.0), boneyard=0.5, out=0.5), Whereabouts(hands=(0.0, 1.0), boneyard=0.0, out=0.0))
    """

    __slots__ = ("_counts", "_max_pip", "_rows", "_seat", "_worlds")

    def __init__(
        self,
        rows: Mapping[Tile, Whereabouts],
        *,
        seat: int,
        counts: Collection[int],
        worlds: int,
        max_pip: int,
    ) -> None:
        """Made by `View.beliefs`: the rows, whose beliefs they are, the tiles in each hand, the worlds looked at, and
        the highest number of the set."""
        self._max_pip = max_pip
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
        """Where this tile may lie. KeyError for what is none of the tiles that the seat does not see."""
        wanted = _tile_of(tile)
        found = None if wanted is None else self._rows.get(wanted)
        if found is None:
            raise KeyError(f"{quoted(tile)} is none of the tiles that seat {self._seat} does not see")
        return found

    def __iter__(self) -> Iterator[Tile]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    def __reduce__(self) -> tuple[object, ...]:
        return _restore, (type(self), self._rows, self._seat, self._counts, self._worlds, self._max_pip)

    def answers(self, seat: int, numbers: Iterable[int]) -> float:
        """How likely another seat holds a tile that shows one of these numbers (0 to the highest of the set).

        Exact where all the tiles that it may hold are as likely; else as good as their probabilities one by one and the
        number of its tiles can tell. 0 where there are no numbers. `RulesError` where there is no such other seat, and
        for anything but numbers of the set.

        >>> from dominoes import Round, Rules
        >>> rnd = Round.deal(Rules("draw"), seed=1)
        >>> view = rnd.view(1 - rnd.turn)
        >>> view.beliefs().answers(rnd.turn, range(7))
        1.0
        """
        whole("a seat", seat, 0, len(self._counts) - 1)
        if seat == self._seat:
            raise RulesError(f"a seat must be another than {seat}, whose beliefs these are")
        wanted = self._numbers(numbers)
        free, left = [], self._counts[seat]
        for tile, row in self._rows.items():
            chance, fits = row.hands[seat], not wanted.isdisjoint((tile.high, tile.low))
            if chance >= 1:
                if fits:
                    return 1.0
                left -= 1
            elif chance > 0:
                free.append((chance / (1 - chance), fits))
        none = _sum_of_products([odds for odds, fits in free if not fits], left)
        return 1.0 - none / _sum_of_products([odds for odds, _ in free], left)

    def _numbers(self, numbers: Iterable[int]) -> frozenset[int]:
        if isinstance(numbers, (str, bytes)) or not isinstance(numbers, Iterable):
            raise RulesError(
                f"numbers must be several integers from 0 to {self._max_pip}, such as [2, 0], not {quoted(numbers)}"
            )
        return frozenset(whole("each of the numbers", number, 0, self._max_pip) for number in numbers)

    def __repr__(self) -> str:
        return f"<Beliefs of seat {self._seat} about {len(self._rows)} tiles>"

    def __str__(self) -> str:
        """A table: a line for each tile, a column for each other hand, for the boneyard, and where tiles were left out
        of the game for that, in per cent."""
        seats = [seat for seat in range(len(self._counts)) if seat != self._seat]
        is_whole = not any(row.out for row in self._rows.values())
        lines = [
            "tile " + "".join(f"  seat {seat}" for seat in seats) + "  boneyard" + ("" if is_whole else "     out")
        ]
        for tile, row in self._rows.items():
            cells = "".join(f"{_percent(row.hands[seat]):>8}" for seat in seats)
            out = "" if is_whole else f"{_percent(row.out):>8}"
            lines.append(f"{tile!s:<5}{cells}{_percent(row.boneyard):>10}{out}")
        return "\n".join(lines)


def beliefs_of(view: View, worlds: int, seed: str | int | None = None) -> Beliefs:
    """What `View.beliefs` gives."""
    count = whole("worlds", worlds, 1, MAX_WORLDS)
    stream = _thinking.stream_for(b"beliefs", view, seed)
    if view.result is not None:
        found, count = _certain(view), 0
    else:
        total, sums = view.state.beliefs(0, count, stream)
        found = {Tile.from_index(tile): tuple(weight / total for weight in weights) for tile, weights in sums}
    share = _share_of_boneyard(view, len(found))
    rows = {
        tile: Whereabouts(tuple(hands), in_none * share, in_none * (1.0 - share))
        for tile, (*hands, in_none) in found.items()
    }
    return Beliefs(rows, seat=view.seat, counts=view.hand_counts, worlds=count, max_pip=view.rules.max_pip)


def _share_of_boneyard(view: View, unseen: int) -> float:
    """Of the unseen tiles that are in no hand, those that are in the boneyard; all of them where a whole set was dealt.

    Which of them were left out shows in nothing that can be seen.
    """
    in_none = unseen - sum(count for seat, count in enumerate(view.hand_counts) if seat != view.seat)
    return view.boneyard_count / in_none if in_none else 1.0


def _certain(view: View) -> dict[Tile, tuple[float, ...]]:
    """After the round's end all hands lie open. For each unseen tile 0 or 1 for each hand, and for none of them."""
    holders = {tile: seat for seat, hand in enumerate(view.hands) for tile in hand or ()}
    seen = {*view.hand, *(laid.tile for laid in view.chain)}
    seats = range(view.rules.players)
    return {
        tile: (*(float(holders.get(tile) == seat) for seat in seats), float(tile not in holders))
        for tile in tile_set(view.rules.max_pip)
        if tile not in seen
    }


def _tile_of(tile: object) -> Tile | None:
    """The tile; None for what names none."""
    if isinstance(tile, Tile):
        return tile
    with suppress(ValueError):
        return Tile(tile) if isinstance(tile, str) else None
    return None


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
    cls: type[Beliefs],
    rows: Mapping[Tile, Whereabouts],
    seat: int,
    counts: Collection[int],
    worlds: int,
    max_pip: int,
) -> Beliefs:
    return cls(rows, seat=seat, counts=counts, worlds=worlds, max_pip=max_pip)
