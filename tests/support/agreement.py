"""Holds a State against the oracle: everything that the contract says of a position, asked of both."""

from __future__ import annotations

from collections.abc import Iterable

from . import notation, oracle
from .backends import State
from .contract import Rectangle

REASONS = (None, "domino", "blocked", "target")
REFUSALS = (
    "legal not-an-action round-over not-your-turn not-in-set not-your-tile table-empty table-not-empty forced-tile "
    "end-closed no-match no-table turns-off double-ahead on-a-double edge tile-in-the-way can-play no-drawing "
    "boneyard-floor drawn-already must-play must-draw"
).split()
HIDDEN = 255
NON_DOUBLE, DOUBLE = (1, 0), (0, 0)


def number(tile: notation.Tile | None) -> int:
    return -1 if tile is None else notation.NUMBERS[tile]


def numbers(tiles: Iterable[notation.Tile]) -> tuple[int, ...]:
    return tuple(number(tile) for tile in tiles)


def or_minus_one(value: int | None) -> int:
    return -1 if value is None else value


def check(
    state: State, position: oracle.Round, actions: Iterable[int] = (), rectangles: Iterable[Rectangle] = ()
) -> None:
    """Fails at the first thing that the two say differently."""
    _check_round(state, position)
    _check_hands(state, position)
    _check_chain(state, position)
    _check_ends(state, position)
    for action in actions:
        assert state.explain(action) == explained(position, action), notation.decode(action)
        assert state.is_legal(action) is (explained(position, action)[0] == 0), notation.decode(action)
    for rectangle in rectangles:
        _check_rectangle(state, position, rectangle)


def explained(position: oracle.Round, action: int) -> tuple[int, int, int]:
    refusal = position.why_not(notation.decode(action))
    if refusal is None:
        return (0, 0, 0)
    return REFUSALS.index(refusal.name), refusal.a, refusal.b


def _check_round(state: State, position: oracle.Round) -> None:
    assert state.turn == or_minus_one(position.turn)
    assert REASONS[state.reason] == position.reason
    assert state.winner == or_minus_one(position.winner)
    assert state.points == tuple(position.points)
    assert state.scores_before == tuple(position.scores_before)
    assert state.scores == tuple(position.scores())
    assert [notation.decode(action) for action in state.actions()] == position.actions
    assert state.action_count == len(position.actions)
    legal = sorted(notation.encode(action) for action in position.legal())
    assert list(state.legal()) == legal
    assert state.legal_count() == len(legal)
    assert state.forced == number(position.forced)


def _check_hands(state: State, position: oracle.Round) -> None:
    for seat, hand in enumerate(position.hands):
        held = tuple(sorted(numbers(hand)))
        assert state.hand(seat) == held
        assert state.hand_count(seat) == len(held)
        assert state.hand_mask(seat) == sum(1 << tile for tile in held)
        assert state.pips(seat) == oracle.pips(hand)
    assert state.boneyard() == numbers(position.boneyard)
    assert state.boneyard_count == len(position.boneyard)
    assert state.dealt() == (tuple(map(numbers, position.dealt_hands)), numbers(position.dealt_boneyard))


def _check_chain(state: State, position: oracle.Round) -> None:
    chain = []
    for laid in position.chain:
        end = -1 if laid.end is None else notation.ENDS.index(laid.end)
        placement = notation.PLACEMENTS.index(laid.placement)
        squares = (*laid.place.inner, *laid.place.outer) if laid.place else (-1, -1, -1, -1)
        chain.append((number(laid.tile), end, placement, laid.parent, laid.touching, *squares))
    assert state.chain() == tuple(chain)
    assert state.spinner == or_minus_one(position.spinner)


def _check_ends(state: State, position: oracle.Round) -> None:
    ends = [(notation.ENDS.index(end.name), end.number, end.weight) for end in position.ends()]
    assert state.ends() == tuple(ends)
    assert state.end_count() == position.end_count()
    for index, name in enumerate(notation.ENDS):
        end = position.end(name)
        assert state.fits(index) == fits(position, end), name
        if end is not None and end.head is not None:
            assert state.head(index) == (*end.head, oracle.COMPASS.index(end.direction)), name


def fits(position: oracle.Round, end: oracle.End | None) -> int:
    """The bits of ``State.fits`` by trying every placement."""
    if end is None:
        return 0
    if end.head is None:
        return 0b100001
    turns = position.options.turns and not oracle.is_double(position.chain[end.owner].tile)
    bits = 0
    for index, placement in enumerate(notation.PLACEMENTS if turns else notation.PLACEMENTS[:1]):
        place = position.place_at(end, NON_DOUBLE, placement)
        assert place is not None
        if position.in_the_way(place, NON_DOUBLE) is None:
            bits |= 1 << index
    crosswise = position.place_at(end, DOUBLE, "ahead")
    assert crosswise is not None
    return bits | (1 << 5 if position.in_the_way(crosswise, DOUBLE) is None else 0)


def _check_rectangle(state: State, position: oracle.Round, rectangle: Rectangle) -> None:
    x, y, width, height = rectangle
    if width * height > 10_000 or width < 1 or height < 1:
        return
    if position.options.table is None:
        assert state.edge_blocked(*rectangle) == state.collides(*rectangle) == -1
        return
    cells = {(column, row) for column in range(x, x + width) for row in range(y, y + height)}
    edge = position.edge_crossed(cells)
    assert state.edge_blocked(*rectangle) == (-1 if edge is None else oracle.COMPASS.index(edge)), rectangle
    assert state.collides(*rectangle) == number(position.tile_met(cells)), rectangle


def check_view(state: State, position: oracle.Round, seat: int) -> None:
    """That a seat's view holds what the seat has seen, and nothing else."""
    view = state.seen_by(seat)
    over = position.turn is None
    hands, boneyard = _seen_deal(position, seat)
    assert view.viewer == seat
    assert view.dealt() == (hands, boneyard)
    left = len(position.boneyard)
    assert view.boneyard() == (HIDDEN,) * left
    assert view.boneyard_count == left
    for other in range(position.options.players):
        visible = position.hands[other] if over or other == seat else set()
        assert view.hand(other) == tuple(sorted(numbers(visible)))
        assert view.pips(other) == oracle.pips(visible)
        assert view.hand_count(other) == len(position.hands[other])
    forced_known = seat == position.starter or bool(position.chain)
    assert view.forced == (number(position.forced) if forced_known else -1)
    assert view.legal() == (state.legal() if position.turn == seat else ())
    for name in ("ends", "end_count", "chain", "actions"):
        assert getattr(view, name)() == getattr(state, name)()
    for name in ("spec", "players", "starter", "turn", "reason", "winner", "points", "scores", "spinner"):
        assert getattr(view, name) == getattr(state, name)


def _seen_deal(position: oracle.Round, seat: int) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
    """The deal with 255 for tiles that the seat has not seen; at the end only the undrawn ones stay hidden."""
    over = position.turn is None
    hands = tuple(
        numbers(hand) if over or other == seat else (HIDDEN,) * len(hand)
        for other, hand in enumerate(position.dealt_hands)
    )
    drawers = _drawers(position)
    boneyard = tuple(
        number(tile) if index < len(drawers) and (over or drawers[index] == seat) else HIDDEN
        for index, tile in enumerate(position.dealt_boneyard)
    )
    return hands, boneyard


def _drawers(position: oracle.Round) -> list[int]:
    """Who drew each tile drawn so far."""
    turn, drawers = position.starter, []
    for action in position.actions:
        if action == "draw":
            drawers.append(turn)
        else:
            turn = (turn + 1) % position.options.players
    return drawers
