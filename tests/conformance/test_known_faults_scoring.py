"""Known faults of scoring: blocked rounds, teams, the open-end count, and large sets (``data/known-faults.md``)."""

from __future__ import annotations

from array import array
from itertools import permutations, product

import pytest
from support import notation, oracle, scenes
from support.backends import Core, State
from support.cases import Deal
from support.options import Options, preset
from support.scenes import after, blocked, changed, do, tile, weights

TEAMS = preset("partnership")
OPPONENTS = changed(TEAMS, scoring="opponents")
FIVES = changed(preset("all-fives", 2), target=1000)
NUMBERS = range(7)

SEVEN, FIFTEEN = ("6-1",), ("6-5", "3-1")


def test_fault_15_blocked_at_5_10_20_30_is_the_lowest_hands(core: Core) -> None:
    """The one player with the least scores the others' sum less its own, at whichever seat it sits."""
    for sums in permutations((5, 10, 20, 30)):
        lowest = sums.index(5)
        expected = tuple(55 if seat == lowest else 0 for seat in range(4))
        assert core.score(preset("block", 4).spec(), sums, -1) == (lowest, expected)


def test_fault_15_played(core: Core) -> None:
    hands = (("4-1",), ("6-4",), ("6-6", "5-3"), ("6-5", "6-2", "5-5"))
    state = blocked(core, preset("block", 4), hands)
    assert [state.pips(seat) for seat in range(4)] == [5, 10, 20, 29]
    assert (state.reason, state.winner, state.points) == (2, 0, (54, 0, 0, 0))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_fault_16_blocked_7_against_15_is_the_sevens(core: Core, players: int) -> None:
    rest = (20, 30)[: players - 2]
    for order in permutations((7, 15, *rest)):
        winner = order.index(7)
        points = sum(order) - 14
        expected = tuple(points if seat == winner else 0 for seat in range(players))
        assert core.score(preset("block", players).spec(), order, -1) == (winner, expected)


def test_fault_16_played(core: Core) -> None:
    for hands, winner in (((SEVEN, FIFTEEN), 0), ((FIFTEEN, SEVEN), 1)):
        state = blocked(core, preset("block", 2), hands)
        assert (state.reason, state.winner) == (2, winner)
        assert state.points == tuple(8 if seat == winner else 0 for seat in range(2))


@pytest.mark.parametrize("options", [TEAMS, OPPONENTS], ids=["team-all", "opponents"])
def test_fault_17_a_tie_of_teams_is_nobodys(core: Core, options: Options) -> None:
    """15 against 15, however the two hands of a team share it, and though one hand alone is the lowest."""
    for first, second in product(range(16), repeat=2):
        pips = (first, second, 15 - first, 15 - second)
        assert core.score(options.spec(), pips, -1) == (-1, (0, 0, 0, 0))
    state = blocked(core, options, (("6-1",), ("5-4",), ("6-2",), ("4-2",)))
    assert [state.pips(seat) for seat in range(4)] == [7, 9, 8, 6]
    assert (state.reason, state.winner, state.points) == (2, -1, (0, 0, 0, 0))


def test_fault_18_blocked_at_4_9_4_has_no_winner(core: Core) -> None:
    for sums in sorted({*permutations((4, 9, 4)), (4, 4, 4)}):
        assert core.score(preset("block", 3).spec(), sums, -1) == (-1, (0, 0, 0))
    for sums in ((4, 4, 9, 4), (0, 9, 9, 0), (7, 7, 7, 7)):
        assert core.score(preset("block", 4).spec(), sums, -1) == (-1, (0, 0, 0, 0))
    assert core.score(preset("block", 2).spec(), (6, 6), -1) == (-1, (0, 0))
    state = blocked(core, preset("block", 3), (("3-1",), ("5-4",), ("2-2",)))
    assert (state.reason, state.winner, state.points) == (2, -1, (0, 0, 0))


@pytest.mark.parametrize("multiple", [5, 3])
@pytest.mark.parametrize("spinner", [None, "first-double"])
def test_fault_19_a_double_at_an_end_counts_both_halves(core: Core, spinner: str | None, multiple: int) -> None:
    """5-3, then 5-5 on the left: 13, which scores nothing; so for every opening and every double on it."""
    options = changed(FIVES, spinner=spinner, count_multiple=multiple)
    for high, low in ((a, b) for a, b in notation.all_tiles(6) if a != b):
        for number, end, other in ((high, "L", low), (low, "R", high)):
            state = after(core, options, [tile(high, low), f"{tile(number, number)}@{end}"])
            count = 2 * number + other
            assert state.end_count() == count
            assert weights(state)[end] == 2 * number
            assert state.points[1] == (count if count % multiple == 0 else 0)
    state = after(core, FIVES, ["5-3", "5-5@L"])
    assert (state.end_count(), state.points) == (13, (0, 0))


@pytest.mark.parametrize("multiple", [5, 3])
@pytest.mark.parametrize("table", [None, (20, 20)], ids=["no table", "on a table"])
def test_fault_20_the_first_tile_counts_its_two_halves_once(
    core: Core, table: tuple[int, int] | None, multiple: int
) -> None:
    """5-5 is 10, 6-4 is 10, 0-0 is nothing and scores nothing."""
    options = changed(FIVES, table=table, count_multiple=multiple)
    for high, low in notation.all_tiles(6):
        state = after(core, options, [tile(high, low)])
        count = high + low
        assert state.end_count() == sum(weights(state).values()) == count
        assert state.points == (count if count % multiple == 0 else 0, 0)


def test_fault_20_an_opening_double_covered_on_one_side_counts_both_halves_at_the_other(core: Core) -> None:
    for number in NUMBERS:
        other = (number + 1) % 7
        for end, left in (("L", "R"), ("R", "L")):
            state = after(core, FIVES, [tile(number, number), f"{tile(number, other)}@{end}"])
            assert weights(state) == {end: other, left: 2 * number}


def test_fault_20_a_spinners_short_side_counts_nothing_until_a_tile_lies_on_it(core: Core) -> None:
    state = after(core, FIVES, ["6-6", "6-1@L", "6-2@R"], {1: ["6-3", "5-5"], 0: ["6-5", "1-0"]})
    assert weights(state) == {"L": 1, "R": 2, "U": 0, "D": 0}
    do(state, "6-3@D")
    assert weights(state) == {"L": 1, "R": 2, "U": 0, "D": 3}
    do(state, "6-5@U")
    assert weights(state) == {"L": 1, "R": 2, "U": 5, "D": 3}
    do(state, "5-5@U")
    assert weights(state) == {"L": 1, "R": 2, "U": 10, "D": 3}


@pytest.mark.parametrize("options", [TEAMS, OPPONENTS], ids=["team-all", "opponents"])
def test_fault_22_a_teams_pips_are_those_of_both_its_partners(core: Core, options: Options) -> None:
    """Seats 0 and 2 against 1 and 3: each hand counts once, the partner's as well as one's own."""
    for pips in permutations((1, 10, 30, 100)):
        teams = (pips[0] + pips[2], pips[1] + pips[3])
        winner = teams.index(min(teams))
        points = sum(pips) if options is TEAMS else max(teams) - min(teams)
        expected = tuple(points if seat % 2 == winner else 0 for seat in range(4))
        assert core.score(options.spec(), pips, -1) == (winner, expected)
    state = blocked(core, options, (("2-1",), ("5-4",), ("6-6",), ("3-2",)))
    assert [state.pips(seat) for seat in range(4)] == [3, 9, 12, 5]
    assert state.winner == 1
    assert state.points == ((0, 29, 0, 29) if options is TEAMS else (0, 1, 0, 1))


def test_fault_23_team_all_scores_every_hand_the_winners_partner_included(core: Core) -> None:
    for out in range(4):
        pips = [1, 10, 30, 100]
        pips[out] = 0
        expected = tuple(sum(pips) if seat % 2 == out % 2 else 0 for seat in range(4))
        assert core.score(TEAMS.spec(), pips, out) == (out % 2, expected)
        other = sum(pips[seat] for seat in range(4) if seat % 2 != out % 2)
        expected = tuple(other if seat % 2 == out % 2 else 0 for seat in range(4))
        assert core.score(OPPONENTS.spec(), pips, out) == (out % 2, expected)


@pytest.mark.parametrize("out", range(4))
def test_fault_23_played(core: Core, out: int) -> None:
    hands = [("5-4",), ("3-2",), ("6-6",), ("4-1",)]
    hands[out] = ("0-0",)
    state = Deal(TEAMS, tuple(hands), (), out).state(core, ["0-0"])
    left = sum(oracle.pips([notation.read_tile(text) for text in hand]) for hand in hands)
    assert (state.reason, state.winner) == (1, out % 2)
    assert state.points == tuple(left if seat % 2 == out % 2 else 0 for seat in range(4))


@pytest.mark.parametrize("max_pip", [9, 12, 15, 18])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_fault_24_large_sets_with_two_to_four_players(core: Core, players: int, max_pip: int) -> None:
    """Whole rounds of every game, each tile of the set in one place throughout."""
    tiles = (max_pip + 1) * (max_pip + 2) // 2
    for name in ("draw", "block", "all-fives"):
        options = preset(name, players, max_pip=max_pip, hand_size=min(tiles // players, 12), target=10_000)
        for number, state in enumerate(scenes.walks(core, options, 1, seed=max_pip)):
            if number % 7 and state.turn != -1:
                continue
            held = [t for seat in range(players) for t in state.hand(seat)]
            laid = [entry[0] for entry in state.chain()]
            assert sorted([*held, *laid, *state.boneyard()]) == list(range(tiles))
        assert state.turn == -1
    made = [array("i", [-7]) * (20 * players if index == 0 else 20) for index in range(7)]
    core.playouts(options.spec(), bytes(32), 0, 20, *made)
    assert set(made[2]) <= {1, 2}


@pytest.mark.parametrize("table", [None, (24, 20)], ids=["no table", "on a table"])
def test_fault_36_the_count_foreseen_is_the_count_made(core: Core, table: tuple[int, int] | None) -> None:
    """For every legal move: what the oracle and a copy foresee is what the ends count and the player scores."""
    options = changed(FIVES, table=table)
    for state in scenes.walks(core, options, 12):
        for action in state.legal():
            if action >= notation.DRAW:
                continue
            ahead, seat = state.copy(), state.turn
            ahead.apply(action)
            count = ahead.end_count()
            assert count == sum(weights(ahead).values()) == foreseen(state, action)
            in_play = count if count % 5 == 0 else 0
            if ahead.turn != -1:
                assert ahead.points[seat] - state.points[seat] == in_play


def foreseen(state: State, action: int) -> int:
    """The count after a play, from the weights before it: what a person would work out."""
    text = str(notation.decode(action))
    high, low = notation.read_tile(text.partition("@")[0])
    if "@" not in text:
        return high + low
    end = text.partition("@")[2][0]
    before = {notation.ENDS[name]: (number, weight) for name, number, weight in state.ends()}
    exposed = low if before[end][0] == high else high
    laid = 2 * exposed if high == low else exposed
    rest = {name: weight for name, (_, weight) in before.items() if name != end}
    opening_high, opening_low = notation.TILES[state.chain()[0][0]]
    if len(state.chain()) == 1 and opening_high == opening_low:
        rest = dict.fromkeys(rest, 2 * opening_high)
    return laid + sum(rest.values())
