"""Known faults of the table: room, turns, edges, doubles, the automatic layout (``data/known-faults.md``)."""

from __future__ import annotations

import random

import pytest
from support import notation, oracle, scenes
from support.backends import Core, State
from support.options import preset
from support.scenes import after, changed, do, texts, tile

TABLE = preset("table")
EDGE, TILE_IN_THE_WAY, LEGAL = 15, 16, 0
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
NUMBERS = range(7)
SMALL = [(8, 8), (8, 14), (14, 8), (9, 9), (12, 12), (11, 17), (16, 10), (10, 30), (14, 24), (30, 10)]
Cell = tuple[int, int]


def cells(entry: tuple[int, ...]) -> set[Cell]:
    """The cells that a chain's entry covers."""
    return oracle.square_cells((entry[5], entry[6])) | oracle.square_cells((entry[7], entry[8]))


def is_double(entry: tuple[int, ...]) -> bool:
    high, low = notation.TILES[entry[0]]
    return high == low


def small_walks(core: Core, count: int = 6) -> list[State]:
    """Ends of rounds on tables where the chain runs into everything."""
    ends = []
    for width, height in SMALL:
        for spinner in (None, "first-double"):
            options = changed(TABLE, table=(width, height), spinner=spinner, boneyard_floor=0, max_pip=9, hand_size=12)
            ends += [state for state in scenes.walks(core, options, count, seed=width) if state.turn == -1]
    return ends


@pytest.mark.parametrize("draw", ["never", "one", "until-playable"])
@pytest.mark.parametrize("number", NUMBERS)
def test_fault_26_a_tile_that_matches_without_room_is_not_playable(core: Core, number: int, draw: str) -> None:
    """An upright double on 8x8 lets nothing be laid ahead: who holds its number draws, then passes; all so: blocked."""
    options = changed(TABLE, table=(8, 8), draw=draw, boneyard_floor=1)
    matching = [tile(number, other) for other in NUMBERS if other != number]
    state = after(core, options, [tile(number, number)], {0: matching[:2], 1: matching[2:4]}, matching[4:])
    for text in matching[2:4]:
        for end, edge in (("L", 3), ("R", 1)):
            assert state.explain(notation.encode(f"{text}@{end}")) == (EDGE, edge, 0)
            assert state.fits("LR".index(end)) & 0b11111 == 0
    if draw != "never":
        assert (state.turn, texts(state)) == (1, ["draw"])
        do(state, "draw")
    assert (state.turn, texts(state)) == (1, ["pass"])
    do(state, "pass")
    assert (state.turn, texts(state)) == (0, ["pass"])
    do(state, "pass")
    if state.turn != -1:  # the draw came before the first pass, so both have now passed
        do(state, "pass")
    assert (state.turn, state.reason) == (-1, 2)


def test_fault_26_whatever_is_in_the_way(core: Core) -> None:
    """In many crowded rounds: a tile is playable only where its cells are free, and then it is."""
    refused = set()
    for state in scenes.walks(core, changed(TABLE, table=(14, 12), boneyard_floor=0), 12):
        if state.turn == -1 or not state.chain():
            continue
        covered = set().union(*map(cells, state.chain()))
        legal = set(state.legal())
        for text in notation.every_action(6):
            action = notation.encode(text)
            code = state.explain(action)[0]
            if code in (LEGAL, EDGE, TILE_IN_THE_WAY) and action < notation.DRAW:
                x1, y1, x2, y2 = state.squares(action)
                wanted = oracle.square_cells((x1, y1)) | oracle.square_cells((x2, y2))
                inside = all(0 <= x < 14 and 0 <= y < 12 for x, y in wanted)
                assert (action in legal) == (inside and not wanted & covered), text
                refused.add(code)
    assert refused == {LEGAL, EDGE, TILE_IN_THE_WAY}


@pytest.mark.parametrize("max_pip", [6, 9])
@pytest.mark.parametrize("spinner", [None, "first-double"])
def test_fault_27_the_automatic_layout_never_overlaps(core: Core, spinner: str | None, max_pip: int) -> None:
    """Six hundred hands and more, in the narrowest strip: disjoint, inside, touching, and no tile moves once drawn."""
    geometry = pytest.importorskip("dominoes.geometry")
    hand_size = 7 if max_pip == 6 else 10
    options = preset("draw", 2, spinner=spinner, max_pip=max_pip, hand_size=hand_size)
    finished = 0
    for state in scenes.walks(core, options, 320):
        if state.turn != -1:
            continue
        finished += 1
        placed = geometry.arrange(geometry.Chain.from_state(state), geometry.MIN_WIDTH)
        covered: set[Cell] = set()
        for entry in placed:
            first, second = entry.squares
            taken = oracle.square_cells(first) | oracle.square_cells(second)
            assert len(taken) == 8
            assert not taken & covered
            assert all(0 <= x < geometry.MIN_WIDTH for x, _ in taken)
            covered |= taken
        for count in (1, len(placed) // 2):
            shorter = geometry.arrange(geometry.Chain.from_state(state).prefix(count), geometry.MIN_WIDTH)
            start, anew = placed[0].squares[0], shorter[0].squares[0]
            shift = (start[0] - anew[0], start[1] - anew[1])
            moved = [tuple((x + shift[0], y + shift[1]) for x, y in entry.squares) for entry in shorter]
            assert moved == [tuple(entry.squares) for entry in placed][:count]
    assert finished == 320


@pytest.mark.parametrize("placement", notation.PLACEMENTS)
@pytest.mark.parametrize(("high", "low"), [(4, 2), (6, 0), (5, 3), (1, 0)])
def test_fault_28_the_open_half_of_a_turned_tile_is_the_far_square(
    core: Core, high: int, low: int, placement: str
) -> None:
    """4-2 turned off an end of 2: the open 4 is the square away from the chain, and the chain goes on from there."""
    for shown, open_half in ((low, high), (high, low)):
        other = next(number for number in NUMBERS if number not in (high, low))
        opening = tile(shown, other)
        end = "L" if shown > other else "R"
        action = f"{tile(high, low)}@{end}" + ("" if placement == "ahead" else f":{placement}")
        state = after(core, TABLE, [opening, action])
        inner, outer = state.chain()[1][5:7], state.chain()[1][7:9]
        direction = STEPS.index(((outer[0] - inner[0]) // 2, (outer[1] - inner[1]) // 2))
        assert scenes.shown(state)[end] == open_half
        assert state.head(notation.ENDS.index(end)) == (*outer, direction)
        assert state.chain()[1][4] == shown
        touching = state.chain()[0][5:7] if end == "L" else state.chain()[0][7:9]
        assert abs(touching[0] - inner[0]) + abs(touching[1] - inner[1]) == 2


@pytest.mark.parametrize("plays", [["6-4"], ["6-6"], ["6-4", "4-4@R"], ["6-4", "4-3@R:corner-left"]], ids=" ".join)
def test_fault_29_shared_edges_are_no_overlap_but_a_common_cell_is(core: Core, plays: list[str]) -> None:
    """Rectangles at every place around the last tile: they collide where they share a cell with one, only there."""
    state = after(core, TABLE, plays)
    covered = {cell: entry[0] for entry in state.chain() for cell in cells(entry)}
    last = cells(state.chain()[-1])
    left, top = min(x for x, _ in last), min(y for _, y in last)
    for width, height in ((4, 2), (2, 4), (1, 1), (2, 2)):
        for x in range(left - 6, left + 7):
            for y in range(top - 6, top + 7):
                wanted = [(column, row) for row in range(y, y + height) for column in range(x, x + width)]
                met = next((covered[cell] for cell in wanted if cell in covered), -1)
                assert state.collides(x, y, width, height) == met


def test_fault_29_edges_of_the_table_may_be_touched_but_not_crossed(core: Core) -> None:
    state = after(core, changed(TABLE, table=(20, 12)), ["6-4"])
    for x, y, width, height, edge in (
        (0, 0, 20, 12, -1),
        (0, -1, 1, 1, 0),
        (19, 0, 2, 1, 1),
        (0, 11, 1, 2, 2),
        (-1, 0, 1, 1, 3),
        (-1, -1, 22, 14, 0),
        (-1, 0, 22, 13, 1),
        (-1, 0, 1, 13, 2),
    ):
        assert state.edge_blocked(x, y, width, height) == edge


def test_fault_30_a_tile_beside_a_double_at_the_border_lies_apart_from_it(core: Core) -> None:
    """Every side of the table, doubles lying and upright: the next tile shares no cell with it and stays inside."""
    seen = set()
    for state in small_walks(core, 10):
        _, _, _, _, _, _, _, _, _, width, height, *_ = state.spec
        chain = state.chain()
        for entry in chain:
            parent = chain[entry[3]] if entry[3] >= 0 else None
            if parent is None or not is_double(parent):
                continue
            border = cells(parent)
            assert not border & cells(entry)
            assert all(0 <= x < width and 0 <= y < height for x, y in cells(entry))
            lying = parent[6] == parent[8]
            touched = {
                "N": any(y == 0 for _, y in border),
                "E": any(x == width - 1 for x, _ in border),
                "S": any(y == height - 1 for _, y in border),
                "W": any(x == 0 for x, _ in border),
            }
            seen |= {(side, lying) for side, is_touched in touched.items() if is_touched}
    # Nothing can follow a double whose long side lies along an edge, so these are all there are.
    assert seen == {("E", True), ("W", True), ("N", False), ("S", False)}


def test_fault_31_moving_the_board_changes_no_legal_set(core: Core) -> None:
    """Tables of other sizes put the opening elsewhere; away from the edges every round is the same, moved."""
    for number in range(25):
        rng = random.Random(number)
        deal = scenes.deal_for(changed(TABLE, table=(64, 64)), [], {0: scenes.SIX[::4], 1: scenes.SIX[1::4]})
        states = [
            scenes.deal_for(changed(TABLE, table=size), [], dict(enumerate(deal.hands))).state(core)
            for size in ((64, 64), (62, 60), (60, 63), (61, 57))
        ]
        for _ in range(6):
            legal = states[0].legal()
            assert all(state.legal() == legal for state in states)
            action = rng.choice(legal)
            assert all(state.apply(action) == 0 for state in states)
        for state in states[1:]:
            shift = [state.chain()[0][axis] - states[0].chain()[0][axis] for axis in (5, 6)]
            for entry, other in zip(states[0].chain(), state.chain(), strict=True):
                assert entry[:5] == other[:5]
                assert [entry[at] + shift[(at - 5) % 2] for at in range(5, 9)] == list(other[5:9])


def test_fault_32_doubles_touch_their_neighbours_without_gap_or_overlap(core: Core) -> None:
    """Crosswise on the way, lengthwise on a spinner's short side: the common edge is two cells long and well placed."""
    kinds = set()
    for state in small_walks(core):
        chain = state.chain()
        for index, entry in enumerate(chain):
            if entry[3] < 0:
                continue
            parent = chain[entry[3]]
            ours, theirs = cells(entry), cells(parent)
            common = [(cell, (cell[0] + dx, cell[1] + dy)) for cell in ours for dx, dy in STEPS]
            common = [pair for pair in common if pair[1] in theirs]
            assert not ours & theirs
            if is_double(entry) or is_double(parent):
                assert len(common) == 2, (index, entry, parent)
                double, neighbour = (entry, parent) if is_double(entry) else (parent, entry)
                lengthwise = (double[5] == double[7]) == (neighbour[5] == neighbour[7])
                kinds.add((is_double(entry), lengthwise))
                if not lengthwise:
                    middle = {((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in common}
                    centre = ((double[5] + double[7]) / 2 + 0.5, (double[6] + double[8]) / 2 + 0.5)
                    along = 0 if double[6] == double[8] else 1
                    assert sum(point[along] for point in middle) / 2 == centre[along]
    assert kinds == {(True, False), (False, False), (False, True)}


def test_fault_33_tiles_that_are_no_neighbours_may_share_an_edge(core: Core) -> None:
    """A chain that turns back lies along itself."""
    state = after(core, TABLE, ["6-4", "4-3@R:corner-right"], {0: ["3-2"]})
    assert "3-2@R:side-right" in texts(state)
    do(state, "3-2@R:side-right")
    first, third = cells(state.chain()[0]), cells(state.chain()[2])
    assert not first & third
    assert any((x + dx, y + dy) in third for x, y in first for dx, dy in STEPS)
    assert state.chain()[2][3] == 1


def test_fault_33_as_often_as_it_happens(core: Core) -> None:
    """The oracle looks at cells alone; every play that touches a stranger was legal."""
    touching = 0
    for state in small_walks(core, 3):
        chain = state.chain()
        for index, entry in enumerate(chain):
            strangers = [other for other in chain[:index] if other is not chain[entry[3]]]
            around = {(x + dx, y + dy) for x, y in cells(entry) for dx, dy in STEPS}
            touching += any(around & cells(other) for other in strangers)
    assert touching > 20
