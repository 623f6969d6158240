"""What speaks for and against a move, as far as the seat to act can know it: facts, and a sentence made of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from .believing import Beliefs
    from .geometry import Chain
    from .moves import Move
    from .tiles import Tile
    from .view import View

__all__ = ["Grounds", "grounds_of", "in_words"]

_COMPASS: Final = ("north", "east", "south", "west")


@dataclass(frozen=True)
class Grounds:
    """The facts about one legal move. Of a draw or a pass only ``move`` and ``alone`` say something."""

    move: Move
    alone: bool = False
    """Whether nothing else is legal."""
    scores: int = 0
    """The points that it scores at once."""
    goes_out: bool = False
    """Whether it is the last tile of the hand."""
    leaves: tuple[int, ...] = ()
    """The different numbers at the open ends after it, in the order of the ends."""
    keeps: int = 0
    """Tiles left in hand that show one of these numbers."""
    next_seat: int | None = None
    """Who acts next; None where the round ends."""
    answers: float = 0.0
    """How likely the next seat holds a tile that shows one of these numbers, by `Beliefs.answers`."""
    lacks: tuple[int, ...] = ()
    """Those of these numbers that the next seat has shown to lack by drawing or passing."""
    leads: tuple[int, int] | None = None
    """Where its end leads then (0 north, 1 east, 2 south, 3 west) and how many cells lie before the table's edge there;
    None without a table, and where the tile can lie in no other way on this end."""
    heaviest: bool = False
    """Whether no other move lays more pips, and some fewer."""
    hardest: bool = False
    """Whether no other play is harder to answer, and some easier."""
    handiest: bool = False
    """Whether no other play keeps more tiles that fit, and some fewer."""


def grounds_of(view: View, beliefs: Beliefs) -> tuple[Grounds, ...]:
    """The grounds of each legal move of a view, in order; of a single one nothing but that it is alone."""
    legal = view.legal_moves()
    if len(legal) == 1:
        return (Grounds(legal[0], alone=True),)
    ways = Counter((move.tile, move.end) for move in legal)
    return _ranked([_grounds(view, beliefs, move, ways[move.tile, move.end] > 1) for move in legal])


def _grounds(view: View, beliefs: Beliefs, move: Move, several_ways: bool) -> Grounds:
    if move.tile is None:
        return Grounds(move)
    rest = [tile for tile in view.hand if tile is not move.tile]
    after = view.chain.lay(move.tile, move.end, move.placement or "ahead")
    numbers = tuple(dict.fromkeys(head.number for head in after.heads))
    scores = _scored(after, view.rules.count_multiple)
    if not rest:
        return Grounds(move, scores=scores, goes_out=True, leaves=numbers)
    seat = (view.seat + 1) % view.rules.players
    return Grounds(
        move,
        scores=scores,
        leaves=numbers,
        keeps=sum(_shows(tile, numbers) for tile in rest),
        next_seat=seat,
        answers=beliefs.answers(seat, numbers),
        lacks=_lacked(view, beliefs, seat, numbers),
        leads=_leads(after, move.end) if several_ways else None,
    )


def _shows(tile: Tile, numbers: Sequence[int]) -> bool:
    return any(tile.matches(number) for number in numbers)


def _ranked(found: Sequence[Grounds]) -> tuple[Grounds, ...]:
    """The same, with those marked that stand out among the plays."""
    plays = [ground for ground in found if ground.move.is_play]

    def most(ground: Grounds, key: Callable[[Grounds], float], among: Sequence[Grounds]) -> bool:
        return ground in among and min(map(key, among)) < key(ground) == max(map(key, among))

    going_on = [ground for ground in plays if not ground.goes_out]
    return tuple(
        replace(
            ground,
            heaviest=most(ground, _pips, plays),
            hardest=most(ground, lambda one: -one.answers, going_on),
            handiest=most(ground, lambda one: one.keeps, going_on),
        )
        for ground in found
    )


def _pips(ground: Grounds) -> int:
    return ground.move.tile.pips if ground.move.tile is not None else 0


def _leads(chain: Chain, end: str | None) -> tuple[int, int] | None:
    head = next((head for head in chain.heads if head.end == end), None)
    if chain.table is None or head is None or head.block is None or head.direction is None:
        return None
    (x, y), (width, height) = head.block, chain.table
    return head.direction, (y, width - x - 2, height - y - 2, x)[head.direction]


def _scored(chain: Chain, multiple: int | None) -> int:
    """What a play scores at once that has led to this chain."""
    count = _end_count(chain) if multiple else 0
    return count if multiple and count % multiple == 0 else 0


def _end_count(chain: Chain) -> int:
    """The sum of the open ends: a double counts both its halves, a bare arm of a spinner nothing."""
    if len(chain) == 1:
        return chain[0].tile.pips
    count = 0
    for head in chain.heads:
        bare = head.end in ("U", "D") and head.at == chain.spinner
        double = chain[head.at].tile.is_double
        count += 0 if bare else 2 * head.number if double else head.number
    return count


def _lacked(view: View, beliefs: Beliefs, seat: int, numbers: Sequence[int]) -> tuple[int, ...]:
    """The numbers of which a seat has shown that it holds none: no such tile can still be there, after a draw or a pass
    while the number lay open."""
    shown: set[int] = set()
    laid = 0
    for actor, move in zip(view._seats(view.moves), view.moves, strict=True):
        if move.is_play:
            laid += 1
        elif actor == seat and not (move.is_draw and view.rules.voluntary_draw):
            shown.update(head.number for head in view.chain.prefix(laid).heads)
    held = {number for tile, row in beliefs.items() if row.hands[seat] for number in (tile.high, tile.low)}
    return tuple(number for number in numbers if number in shown - held)


# Words


def in_words(grounds: Grounds, names: Sequence[str] | None = None, number: Callable[[int], str] = str) -> str:
    """The grounds as an English sentence.

    ``names`` are those of the seats, "seat 1" and so on unless told; ``number`` writes a number of a tile.

    >>> from dominoes import Move
    >>> in_words(Grounds(Move("6-5@L"), leaves=(5, 2), keeps=3, next_seat=1, answers=0.31, lacks=(5,), hardest=True))
    'Lays 11 pips, leaves 5 and 2 open: seat 1, who lacks 5, can answer with about 31 %, the least; keeps 3 that fit.'
    """
    move = grounds.move
    if grounds.alone:
        return "It is all that can be done."
    if move.tile is None:
        return "Draws a tile instead of playing." if move.is_draw else "Passes."
    lays = f"Lays {_pip_count(move.tile)}{', the most' if grounds.heaviest else ''}"
    scores = f", scores {grounds.scores} at once" if grounds.scores else ""
    if grounds.goes_out or grounds.next_seat is None:
        return f"{lays}{scores}, and goes out."
    leaves = f", leaves {_listed([number(one) for one in grounds.leaves])} open"
    who = f"seat {grounds.next_seat}" if names is None else names[grounds.next_seat]
    return f"{lays}{scores}{leaves}: {who}{_answer(grounds, number)}; {_kept(grounds)}{_way(grounds)}."


def _pip_count(tile: Tile) -> str:
    pips = {0: "no pips", 1: "1 pip"}.get(tile.pips, f"{tile.pips} pips")
    return f"a double of {pips}" if tile.is_double else pips


def _answer(grounds: Grounds, number: Callable[[int], str]) -> str:
    lacks = f", who lacks {_listed([number(one) for one in grounds.lacks])}," if grounds.lacks else ""
    least = ", the least" if grounds.hardest else ""
    if set(grounds.lacks) == set(grounds.leaves):
        return f"{lacks} cannot answer"
    share = round(100 * grounds.answers)
    if share == 0:
        return f"{lacks} can hardly answer"
    if share == 100:
        return f"{lacks} can almost surely answer"
    return f"{lacks} can answer with about {share} %{least}"


def _kept(grounds: Grounds) -> str:
    if grounds.keeps == 0:
        return "keeps none that fits"
    return f"keeps {grounds.keeps} that {'fits' if grounds.keeps == 1 else 'fit'}{', the most' * grounds.handiest}"


def _way(grounds: Grounds) -> str:
    if grounds.leads is None:
        return ""
    direction, cells = grounds.leads
    return f"; leads {_COMPASS[direction]}, {cells} {'cell' if cells == 1 else 'cells'} from the edge"


def _listed(words: Sequence[str]) -> str:
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else words[0]
