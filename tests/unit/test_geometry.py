"""Chains, where their tiles lie, and the layout of chains without a table, held against sets of cells."""

from __future__ import annotations

import copy
import itertools
import pickle
import random
from collections.abc import Callable

import pytest
from support import backends, cases

from dominoes._codes import END_NAMES
from dominoes.geometry import MIN_WIDTH, Chain, Laid, Square, arrange
from dominoes.moves import Move
from dominoes.tiles import Tile, tile_set

Pick = Callable[[random.Random, list[tuple[Tile, str | None]], Chain], tuple[Tile, str | None]]


# How the next tile of a chain is picked among (tile, end) choices: at random, or so as to make a layout's life hard.


def anything(rng: random.Random, choices: list[tuple[Tile, str | None]], chain: Chain) -> tuple[Tile, str | None]:
    return rng.choice(choices)


def doubles_first(rng: random.Random, choices: list[tuple[Tile, str | None]], chain: Chain) -> tuple[Tile, str | None]:
    """Doubles and other tiles alternate for as long as they can."""
    doubles = [choice for choice in choices if choice[0].is_double]
    return rng.choice(doubles or choices)


def one_end(rng: random.Random, choices: list[tuple[Tile, str | None]], chain: Chain) -> tuple[Tile, str | None]:
    """One end runs ahead of the others, with all the doubles it can have."""
    ranked = sorted(choices, key=lambda choice: (choice[1] != chain_end(chain), not choice[0].is_double))
    return ranked[0]


def chain_end(chain: Chain) -> str:
    """The end that `one_end` feeds: fixed by the opening tile, an arm where there are arms."""
    heads = {head.end for head in chain.heads}
    wanted = "LRUD"[chain[0].tile.index % 4] if chain.laid else "L"
    return wanted if wanted in heads else "LR"[ord(wanted) % 2]


def double_at(count: int) -> Pick:
    """No double before ``count`` tiles lie, then one at once: the spinner comes late, wherever the chain has got to."""

    def pick(rng: random.Random, choices: list[tuple[Tile, str | None]], chain: Chain) -> tuple[Tile, str | None]:
        late = len(chain) >= count and not any(entry.tile.is_double for entry in chain)
        return rng.choice([choice for choice in choices if choice[0].is_double == late] or choices)

    return pick


def stem(count: int) -> Pick:
    """As `double_at`, all on one end, after which the four ends run on at random."""
    late = double_at(count)

    def pick(rng: random.Random, choices: list[tuple[Tile, str | None]], chain: Chain) -> tuple[Tile, str | None]:
        if len(chain) <= count + 1:
            choices = [choice for choice in choices if choice[1] == chain_end(chain)] or choices
        return late(rng, choices, chain)

    return pick


def play(seed: int, max_pip: int, arms: bool, pick: Pick, hand: float = 1.0) -> Chain:
    """A chain that can be laid with a share of the tiles of a set, as long as it goes."""
    rng = random.Random(seed)
    tiles = set(rng.sample(tile_set(max_pip), max(1, round(len(tile_set(max_pip)) * hand))))
    chain = Chain(arms=arms)
    while True:
        if not chain.laid:
            choices: list[tuple[Tile, str | None]] = [(tile, None) for tile in sorted(tiles)]
        else:
            heads = chain.heads
            choices = [(tile, head.end) for tile in sorted(tiles) for head in heads if tile.matches(head.number)]
        if not choices:
            return chain
        tile, end = pick(rng, choices, chain)
        tiles.remove(tile)
        chain = chain.lay(tile, end)


# The oracle: cells and nothing else.


def cells(square: Square) -> set[Square]:
    x, y = square
    return {(x + i, y + j) for i in (0, 1) for j in (0, 1)}


def covered(entry: Laid) -> set[Square]:
    assert entry.squares is not None
    return cells(entry.squares[0]) | cells(entry.squares[1])


def around(block: set[Square]) -> set[Square]:
    return {(x + i, y + j) for x, y in block for i, j in ((0, 1), (0, -1), (1, 0), (-1, 0))} - block


def touching(entry: Laid, other: set[Square]) -> int:
    return len(around(covered(entry)) & other)


def joined(chain: Chain, index: int) -> bool:
    """Whether a tile's inner half touches, along a whole side, the half of its parent that it must."""
    entry = chain[index]
    assert entry.parent is not None
    assert entry.squares is not None
    parent = chain[entry.parent]
    assert parent.squares is not None
    inner = covered(entry) if entry.tile.is_double else cells(entry.squares[0])
    if parent.tile.is_double:
        return parent.tile.low == entry.inner and len(around(inner) & covered(parent)) == 2
    first = parent.parent is None
    half, number = parent.squares[1], parent.outer
    if first and entry.end == "L":
        half, number = parent.squares[0], parent.inner
    return number == entry.inner and len(around(inner) & cells(half)) == 2


def crosswise(chain: Chain, index: int) -> bool:
    """Whether a double touches its parent in the middle of a long side."""
    entry = chain[index]
    assert entry.squares is not None
    first, second = entry.squares
    return touching(chain[entry.parent or 0], cells(first)) == touching(chain[entry.parent or 0], cells(second)) == 1


def shape(entry: Laid) -> bool:
    assert entry.squares is not None
    (x1, y1), (x2, y2) = entry.squares
    tidy = entry.squares[0] < entry.squares[1] if entry.tile.is_double or entry.parent is None else True
    return sorted((abs(x1 - x2), abs(y1 - y2))) == [0, 2] and tidy


def off_short_side(chain: Chain, index: int) -> bool:
    """Whether a tile goes on lengthwise from a double's short side."""
    entry = chain[index]
    parent = chain[entry.parent or 0]
    if entry.parent is None or not parent.tile.is_double or entry.squares is None or parent.squares is None:
        return False
    (x1, y1), (x2, y2) = parent.squares
    return entry.squares[0] in ((2 * x1 - x2, 2 * y1 - y2), (2 * x2 - x1, 2 * y2 - y1))


def check(chain: Chain, width: int) -> None:
    """Everything a layout promises."""
    taken: set[Square] = set()
    for index, entry in enumerate(chain):
        assert entry.squares is not None
        assert shape(entry)
        mine = covered(entry)
        assert not mine & taken, f"tile {index} overlaps"
        taken |= mine
        assert all(0 <= x < width for x, _ in mine), f"tile {index} leaves the strip"
        if entry.parent is None:
            continue
        assert joined(chain, index), f"tile {index} does not touch"
        if entry.tile.is_double:
            assert crosswise(chain, index)
        assert (entry.parent == chain.spinner and entry.end in ("U", "D")) <= off_short_side(chain, index)
        assert (entry.parent == chain.spinner and entry.end in ("L", "R")) <= (not off_short_side(chain, index))


PICKS = [anything, doubles_first, one_end, double_at(1), double_at(4), stem(2), stem(7), stem(25), double_at(30)]


@pytest.mark.parametrize("arms", [False, True])
@pytest.mark.parametrize("pick", PICKS)
def test_a_layout_never_fails_at_the_smallest_width(pick: Pick, arms: bool) -> None:
    for seed in range(60):
        chain = play(seed, (6, 9, 12)[seed % 3], arms, pick)
        check(arrange(chain, MIN_WIDTH), MIN_WIDTH)


@pytest.mark.parametrize("arms", [False, True])
@pytest.mark.parametrize("width", range(MIN_WIDTH, 65))
def test_a_layout_never_fails_at_any_width(width: int, arms: bool) -> None:
    for number, pick in enumerate(PICKS):
        chain = play(width * 100 + number, 6 + (width + number) % 7, arms, pick)
        check(arrange(chain, width), width)


@pytest.mark.parametrize("arms", [False, True])
@pytest.mark.parametrize("pick", PICKS)
def test_a_layout_never_fails_with_double_eighteen(pick: Pick, arms: bool) -> None:
    for seed in range(2):
        chain = play(seed, 18, arms, pick)
        for width in (MIN_WIDTH, MIN_WIDTH + 1, 25, 41, 64, 200):
            check(arrange(chain, width), width)


def circuit(max_pip: int) -> list[int]:
    """The numbers along a ring of all tiles of a set (``max_pip`` even), doubles included."""
    left = {number: set(range(max_pip + 1)) for number in range(max_pip + 1)}
    path, ring = [0], []
    while path:
        here = path[-1]
        if left[here]:
            there = min(left[here], key=lambda other: (other != here, other))
            left[here].discard(there)
            left[there].discard(here)
            path.append(there)
        else:
            ring.append(path.pop())
    return ring


@pytest.mark.parametrize("arms", [False, True])
def test_a_layout_takes_all_190_tiles(arms: bool) -> None:
    ring = circuit(18)
    tiles = [Tile(a, b) for a, b in itertools.pairwise(ring)]
    rng = random.Random(19)
    for start in range(0, 190, 19):
        onward, back = ("L", "R") if ring[start] < ring[start + 1] else ("R", "L")
        first, *order = tiles[start:] + tiles[:start]
        chain = Chain(arms=arms).lay(first)
        while order:
            ahead = rng.random() < 0.6
            chain = chain.lay(order.pop(0 if ahead else -1), onward if ahead else back)
        assert len(set(chain)) == 190
        check(arrange(chain, MIN_WIDTH), MIN_WIDTH)
        check(arrange(chain, 64), 64)


@pytest.mark.parametrize("arms", [False, True])
def test_laying_on_moves_nothing(arms: bool) -> None:
    for seed, pick in enumerate(PICKS * 3):
        chain = play(seed, 6 + seed % 4, arms, pick)
        for width in (MIN_WIDTH, 19 + seed):
            whole = arrange(chain, width)
            for count in range(len(chain) + 1):
                assert arrange(chain.prefix(count), width) == whole.prefix(count)


def test_the_chain_turns_between_two_tiles_that_are_no_doubles_where_it_can() -> None:
    """Without doubles every turn is one of the table's placements; the first row turns only near the margin."""
    chain = play(1, 12, False, anything)
    placed = arrange(chain, 64)
    turned = [i for i, entry in enumerate(placed) if i and off_short_side(placed, i)]
    assert all(min(covered(placed[i]))[0] < 9 or max(covered(placed[i]))[0] > 54 for i in turned)
    plain = Chain()
    for tile, end in [
        ("6-5", None),
        ("6-4", "L"),
        ("4-3", "L"),
        ("5-2", "R"),
        ("2-1", "R"),
        ("1-0", "R"),
        ("3-0", "L"),
    ]:
        plain = plain.lay(tile, end)
    small = arrange(plain, MIN_WIDTH)
    assert [entry.squares for entry in small] == [
        ((7, 0), (9, 0)),
        ((5, 0), (3, 0)),
        ((3, -2), (3, -4)),
        ((11, 0), (13, 0)),
        ((13, 2), (13, 4)),
        ((13, 6), (11, 6)),
        ((3, -6), (5, -6)),
    ]


def test_a_spinner_has_its_arms_and_they_have_their_lanes() -> None:
    chain = Chain(arms=True).lay("4-4").lay("4-1", "R").lay("6-4", "L").lay("4-3", "U").lay("4-2", "D")
    assert [head.end for head in chain.heads] == ["L", "R", "U", "D"]
    assert [entry.squares for entry in arrange(chain, 40)] == [
        ((19, -1), (19, 1)),
        ((21, 0), (23, 0)),
        ((17, 0), (15, 0)),
        ((19, -3), (19, -5)),
        ((19, 3), (19, 5)),
    ]


def test_too_narrow_a_layout_is_refused_and_a_table_is_left_alone() -> None:
    with pytest.raises(ValueError, match="at least 18 cells, not 17"):
        arrange(Chain().lay("6-6"), MIN_WIDTH - 1)
    table = Chain(table=(8, 8)).lay("6-6")
    assert arrange(table, 8) is table
    assert arrange(Chain(), MIN_WIDTH) == Chain()


# Chains.


@pytest.mark.parametrize("number", range(len(cases.load("traces.jsonl"))))
def test_a_chain_is_that_of_the_state(core: backends.Core, number: int) -> None:
    """Tile by tile, what `Chain.lay` makes of the moves is what the kernel says, heads included."""
    case = cases.load("traces.jsonl")[number]
    state = cases.record_deal(case["record"]).state(core)
    chain = Chain.from_state(state)  # type: ignore[arg-type]
    for text in case["record"]["rounds"][0]["actions"]:
        assert state.apply(Move(text).code) == 0
        move = Move(text)
        if move.tile is None:
            continue
        chain = chain.lay(move.tile, move.end, move.placement or "ahead")
        assert chain == Chain.from_state(state)  # type: ignore[arg-type]
        assert [(head.end, head.number) for head in chain.heads] == [
            (END_NAMES[end], value) for end, value, _ in state.ends()
        ]
        if chain.table is not None:
            assert [(*(head.block or ()), head.direction) for head in chain.heads] == [
                state.head(END_NAMES.index(head.end)) for head in chain.heads
            ]


def test_a_chain_is_a_value() -> None:
    chain = Chain(arms=True).lay("6-4").lay("4-4", "R")
    again = Chain(arms=True).lay("4-6").lay(Tile("4-4"), "R")
    assert chain == again
    assert hash(chain) == hash(again)
    assert chain != chain.prefix(1)
    assert pickle.loads(pickle.dumps(chain)) == chain == copy.deepcopy(chain) == copy.copy(chain)
    assert (len(chain), chain[-1].tile, chain[:1], list(chain)) == (2, Tile("4-4"), chain.laid[:1], list(chain.laid))
    assert (chain.spinner, chain.prefix(1).spinner, chain.prefix(1).arms) == (1, None, True)
    with pytest.raises(AttributeError):
        chain.laid = ()  # type: ignore[misc]
    assert repr(Chain()) == "<Chain of 0 tiles>"
    assert repr(chain.prefix(1)) == "<Chain of 1 tile, L 6, R 4>"


def test_a_chain_with_a_spinner_knows_that_it_has_arms() -> None:
    assert Chain((Laid(Tile("4-4"), inner=4),), spinner=0).arms


@pytest.mark.parametrize(
    ("chain", "move", "text"),
    [
        (Chain(), ("6-4", "L"), "the first tile is laid on no end, not on L"),
        (Chain().lay("6-4"), ("4-1", None), "the open ends are L, R, not None"),
        (Chain(arms=True).lay("4-4").lay("4-1", "R"), ("4-2", "U"), "the open ends are L, R, not U"),
        (Chain().lay("6-4"), ("6-5", "R"), "6-5 does not show the 4 of end R"),
        (Chain().lay("6-4"), ("4-1", "R", "side-left"), "4-1 cannot be laid side-left on end R"),
        (Chain(table=(20, 20)).lay("6-4"), ("4-4", "R", "side-left"), "4-4 cannot be laid side-left on end R"),
        (Chain(table=(20, 20)).lay("4-4"), ("4-1", "R", "side-left"), "4-1 cannot be laid side-left on end R"),
    ],
)
def test_a_tile_is_laid_only_where_it_can_lie(chain: Chain, move: tuple[str, str | None], text: str) -> None:
    with pytest.raises(ValueError, match=text):
        chain.lay(*move)


def test_bounds_are_the_table_or_the_tiles() -> None:
    assert Chain().bounds == (0, 0, 0, 0)
    assert Chain(table=(20, 10)).bounds == (0, 0, 20, 10)
    assert arrange(Chain().lay("4-4").lay("4-1", "R"), 40).bounds == (19, -1, 25, 3)
