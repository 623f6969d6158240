"""Known faults of the rules of play: who opens, what is legal, draws, passes and the end (``data/known-faults.md``)."""

from __future__ import annotations

import random
from itertools import combinations, permutations

import pytest
from support import notation, oracle, scenes, strategies
from support.backends import Core
from support.cases import Deal
from support.options import PRESET_NAMES, PRESET_PLAYERS, Options, preset
from support.scenes import after, changed, deal_for, do, shown, texts, tile

BLOCK, DRAW = preset("block", 2), preset("draw", 2)
WIDE = (64, 64)
ROUND_OVER, CAN_PLAY, MUST_PLAY, FORCED_TILE = 2, 17, 21, 8
NUMBERS = range(7)
tables = pytest.mark.parametrize("table", [None, WIDE], ids=["no table", "on a table"])
Table = tuple[int, int] | None


def others(*numbers: int) -> list[int]:
    return [number for number in NUMBERS if number not in numbers]


@tables
@pytest.mark.parametrize("by_double", [True, False])
@pytest.mark.parametrize("number", NUMBERS)
def test_fault_01_a_tile_that_fits_two_equal_ends_is_offered_on_both(
    core: Core, number: int, by_double: bool, table: Table
) -> None:
    """Ends 5/5 and 5-2 in hand; so with every number, both ends of a double or of a longer chain, and every tile."""
    first, second = others(number)[:2]
    around = [tile(number, first), f"{tile(first, second)}@{'R' if number > first else 'L'}"]
    around.append(f"{tile(second, number)}@{'R' if number > first else 'L'}")
    plays = [tile(number, number)] if by_double else around
    for other in others(number, first, second):
        mine = tile(number, other)
        state = after(core, changed(BLOCK, table=table), plays, {len(plays) % 2: [mine]})
        assert shown(state) == {"L": number, "R": number}
        assert {f"{mine}@L", f"{mine}@R"} <= set(texts(state))


@tables
@pytest.mark.parametrize(("at_left", "at_right"), list(permutations(NUMBERS, 2)))
def test_fault_02_the_tile_of_both_ends_leaves_the_number_of_the_other_end(
    core: Core, at_left: int, at_right: int, table: Table
) -> None:
    """Ends 3 and 5: 5-3 on the right leaves 3 and 3, on the left 5 and 5."""
    between = others(at_left, at_right)[0]
    left_is_high = at_left > between
    plays = [tile(at_left, between), f"{tile(between, at_right)}@{'R' if left_is_high else 'L'}"]
    left, right = (at_left, at_right) if left_is_high else (at_right, at_left)
    mine = tile(at_left, at_right)
    for end, leaves in (("L", right), ("R", left)):
        state = after(core, changed(BLOCK, table=table), plays, {0: [mine, "6-6", "0-0"]})
        assert shown(state) == {"L": left, "R": right}
        assert {f"{mine}@L", f"{mine}@R"} <= set(texts(state))
        assert shown(do(state, f"{mine}@{end}")) == {"L": leaves, "R": leaves}


@tables
@pytest.mark.parametrize(("high", "low"), [(b, a) for a, b in combinations(NUMBERS, 2)])
def test_fault_03_every_tile_that_shows_an_end_is_legal(core: Core, high: int, low: int, table: Table) -> None:
    """Ends 2 and 6: 6-4 and 4-2 are both legal; so for all ends and all tiles, and no other tile is."""
    opening = tile(high, low)
    rest = [text for text in scenes.SIX if text != opening]
    for start in range(0, len(rest), 9):
        mine = rest[start : start + 9]
        state = after(core, changed(BLOCK, table=table), [opening, "6-6"][:1], {1: mine})
        playable = {action.partition("@")[0] for action in texts(state)} - {"pass"}
        assert playable == {text for text in mine if {high, low} & set(notation.read_tile(text))}


@pytest.mark.parametrize("max_pip", [6, 9, 12, 15, 18])
def test_fault_04_the_first_tile_shows_both_its_numbers(core: Core, max_pip: int) -> None:
    """5-2 opens: the ends are 2 and 5, the higher at L."""
    options = changed(BLOCK, max_pip=max_pip)
    for high, low in notation.all_tiles(max_pip):
        state = after(core, options, [tile(high, low)])
        assert state.ends()[0][:2] == (0, high)
        assert state.ends()[1][:2] == (1, low)
        assert len(state.ends()) == 2


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("buried", range(8))
def test_fault_05_the_highest_double_in_a_hand_opens(core: Core, players: int, buried: int) -> None:
    """6-6 lies in the boneyard, or more doubles do, or all: the highest in a hand opens, else the heaviest."""
    doubles = [tile(number, number) for number in reversed(NUMBERS)]
    boneyard = doubles[:buried]
    rest = [text for text in scenes.SIX if text not in boneyard]
    hands = [tuple(rest[seat::players]) for seat in range(players)]
    highest = doubles[buried] if buried < 7 else "6-5"
    for order in range(players):
        turned = tuple(hands[order:] + hands[:order])
        state = Deal(preset("draw", players), turned, tuple(boneyard), None).state(core)
        assert highest in turned[state.turn]
        assert texts(state) == [highest]


@pytest.mark.parametrize("voluntary", [False, True])
@pytest.mark.parametrize("name", ["draw", "block", "partnership"])
def test_fault_06_a_forced_opening_is_exactly_one_legal_play(core: Core, name: str, voluntary: bool) -> None:
    for players in PRESET_PLAYERS[name]:
        options = preset(name, players, voluntary_draw=voluntary)
        for number in range(20):
            state = core.State.deal(options.spec(), bytes(32), number, -1)
            plays = [action for action in state.legal() if action < notation.DRAW]
            assert plays == [state.forced << 3]
            draws = voluntary and options.draw != "never" and state.boneyard_count > 0
            assert len(state.legal()) == 1 + draws
            for other in state.hand(state.turn):
                expected = (0, 0, 0) if other == state.forced else (FORCED_TILE, state.forced, 0)
                assert state.explain(other << 3) == expected


@pytest.mark.parametrize("table", [None, (24, 16)], ids=["no table", "on a table"])
@pytest.mark.parametrize("draw", ["never", "one", "until-playable"])
def test_fault_07_drawing_and_passing_with_a_playable_tile_are_refused(core: Core, draw: str, table: Table) -> None:
    seen = 0
    for state in scenes.walks(core, changed(DRAW, draw=draw, table=table), 15):
        if any(action < notation.DRAW for action in state.legal()):
            assert state.legal()[-1] < notation.DRAW
            assert state.explain(notation.PASS) == (MUST_PLAY, 0, 0)
            assert state.explain(notation.DRAW)[0] != 0
            seen += state.explain(notation.DRAW)[0] == CAN_PLAY
            assert state.apply(notation.DRAW) != 0
            assert state.apply(notation.PASS) == MUST_PLAY
    assert (seen > 0) == (draw != "never")


@pytest.mark.parametrize(("max_pip", "tiles"), [(6, 28), (9, 55), (12, 91), (15, 136), (18, 190)])
def test_fault_08_sets_have_28_55_91_136_and_190_different_tiles(core: Core, max_pip: int, tiles: int) -> None:
    options = changed(DRAW, max_pip=max_pip)
    for number in range(5):
        hands, boneyard = core.deal(options.spec(), bytes(32), number)
        dealt = [*hands[0], *hands[1], *boneyard]
        assert sorted(dealt) == list(range(tiles))
        assert len({notation.number_text(tile_number) for tile_number in dealt}) == tiles


def test_fault_08_every_other_set_too(core: Core) -> None:
    for max_pip in range(1, 19):
        options = changed(DRAW, max_pip=max_pip, hand_size=1)
        hands, boneyard = core.deal(options.spec(), bytes(32), 0)
        assert sorted((*hands[0], *hands[1], *boneyard)) == list(range(options.tiles))


@tables
@pytest.mark.parametrize("number", NUMBERS)
def test_fault_09_a_later_double_is_the_spinner_and_opens_its_arms_when_covered(
    core: Core, number: int, table: Table
) -> None:
    """6-1, then 6-6, then 6-2: the arms open with the third tile, on whichever end it all happens."""
    options = changed(preset("all-fives", 2), table=table, target=1000, count_multiple=None)
    first, second = others(number)[:2]
    opening = tile(number, first)
    end = "L" if number > first else "R"
    arms = [tile(number, other) for other in others(number, first, second)][:4]
    plays = [opening, f"{tile(number, number)}@{end}"]
    state = after(core, options, plays, {0: [tile(number, second), arms[2], arms[3]], 1: arms[:2]})
    assert state.spinner == 1
    assert set(shown(state)) == {"L", "R"}
    do(state, f"{tile(number, second)}@{end}")
    assert shown(state) == {"L": shown(state)["L"], "R": shown(state)["R"], "U": number, "D": number}
    assert {f"{arm}@{side}" for arm in arms[:2] for side in "UD"} <= set(texts(state))
    do(state, f"{arms[0]}@U", f"{arms[2]}@D")
    assert set(shown(state)) == set("LRUD")
    assert number not in (shown(state)["U"], shown(state)["D"])


@tables
@pytest.mark.parametrize("first", ["L", "R"])
@pytest.mark.parametrize("number", NUMBERS)
def test_fault_09_an_opening_double_opens_its_arms_after_both_long_sides(
    core: Core, number: int, first: str, table: Table
) -> None:
    options = changed(preset("all-fives", 2), table=table, target=1000, count_multiple=None)
    one, two, three = (tile(number, other) for other in others(number)[:3])
    second = "R" if first == "L" else "L"
    state = after(core, options, [tile(number, number)], {0: [two], 1: [one, three]})
    assert state.spinner == 0
    assert set(shown(state)) == {"L", "R"}
    do(state, f"{one}@{first}")
    assert set(shown(state)) == {"L", "R"}
    do(state, f"{two}@{second}")
    assert {name: shown(state)[name] for name in "UD"} == {"U": number, "D": number}


def test_fault_09_only_the_first_double_spins_and_only_where_the_rules_say_so(core: Core) -> None:
    plays = ["6-1", "6-6@L", "6-2@L", "2-2@L", "3-2@L"]
    with_spinner = after(core, changed(preset("all-fives", 2), target=1000), plays)
    assert with_spinner.spinner == 1
    assert shown(with_spinner) == {"L": 3, "R": 1, "U": 6, "D": 6}
    without = after(core, BLOCK, plays)
    assert without.spinner == -1
    assert shown(without) == {"L": 3, "R": 1}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_fault_10_who_has_nothing_playable_passes_and_the_turn_goes_on(core: Core, players: int) -> None:
    """A pass is an action of its own; each seat passes in turn. What a bot does then is among the faults of matches."""
    options = preset("block", players)
    keeps: dict[int, list[str]] = {seat: [tile(seat + 1, seat + 2)] for seat in range(1, players)}
    state = after(core, options, ["0-0"], {0: ["1-0"], **keeps})
    for seat in range(1, players):
        assert (state.turn, texts(state)) == (seat, ["pass"])
        do(state, "pass")
    assert state.turn == 0
    assert texts(state) == ["1-0@L", "1-0@R"]
    assert [notation.decode(action) for action in state.actions()] == ["0-0"] + ["pass"] * (players - 1)


@pytest.mark.parametrize("max_pip", [6, 9, 12])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_fault_11_without_doubles_the_heaviest_opens(core: Core, players: int, max_pip: int) -> None:
    """By pips, then by the higher end: 6-3 before 5-4."""
    options = preset("draw", players, max_pip=max_pip)
    tiles = [text for text in map(notation.tile_text, notation.all_tiles(max_pip)) if text[0] != text[-1]]
    tiles = sorted(tiles, key=lambda text: oracle.rank(notation.read_tile(text)))
    while len(tiles) > players:
        hands = tuple(tuple(tiles[seat::players]) for seat in range(players))
        state = Deal(options, hands, (), None).state(core)
        assert texts(state) == [tiles[-1]]
        tiles = tiles[:-3]


def test_fault_11_equal_pips(core: Core) -> None:
    state = Deal(DRAW, (("5-4", "1-0"), ("6-3", "2-0")), (), None).state(core)
    assert (state.turn, texts(state)) == (1, ["6-3"])


@pytest.mark.parametrize("max_pip", range(1, 19))
@pytest.mark.parametrize("players", [2, 3, 4])
def test_fault_12_hands_larger_than_the_set_are_refused_before_dealing(core: Core, players: int, max_pip: int) -> None:
    tiles = (max_pip + 1) * (max_pip + 2) // 2
    most = tiles // players
    for hand_size in {most, most + 1, tiles, 190} - {0}:
        spec = preset("draw", players, max_pip=max_pip, hand_size=hand_size).spec()
        assert core.check_spec(spec) == ((0, 0) if hand_size <= most else (3, 2))
        if hand_size > most:
            with pytest.raises(ValueError):
                core.deal(spec, bytes(32), 0)
            with pytest.raises(ValueError):
                core.State.deal(spec, bytes(32), 0, 0)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("needed", [1, 2, 5])
def test_fault_13_drawing_until_playable_keeps_the_turn(core: Core, players: int, needed: int) -> None:
    useless = ["2-1", "3-1", "4-1", "5-1", "6-1"][: needed - 1]
    boneyard = [*useless, "1-0", "2-0"]
    keeps = {seat: [tile(seat + 2, seat + 2)] for seat in range(players)}
    state = after(core, preset("draw", players), ["0-0"], keeps, boneyard)
    for number in range(needed):
        assert (state.turn, texts(state)) == (1, ["draw"])
        do(state, "draw")
        assert state.boneyard_count == len(boneyard) - number - 1
    assert (state.turn, texts(state)) == (1, ["1-0@L", "1-0@R"])


@pytest.mark.parametrize("name", PRESET_NAMES)
def test_fault_14_there_are_no_moves_after_the_rounds_end(core: Core, name: str) -> None:
    for players in PRESET_PLAYERS[name]:
        options = preset(name, players)
        for state in scenes.walks(core, options, 6):
            if state.turn != -1:
                assert state.legal_count() == len(state.legal()) > 0
                continue
            assert (state.legal(), state.legal_count()) == ((), 0)
            for text in notation.every_action(6):
                assert state.explain(notation.encode(text)) == (ROUND_OVER, 0, 0)
                assert state.apply(notation.encode(text)) == ROUND_OVER


def endings() -> list[tuple[str, Options, list[str]]]:
    """Rounds that are over by their last action: out, blocked, and at the target."""
    fives = preset("all-fives", 2, target=10)
    return [
        ("domino", BLOCK, ["6-6"]),
        ("blocked", BLOCK, ["0-0", "pass", "pass"]),
        ("target", fives, ["6-4"]),
        ("target", fives, ["5-5"]),
        ("target", fives, ["6-1", "4-1@R"]),
    ]


@pytest.mark.parametrize(("reason", "options", "actions"), endings())
def test_fault_25_the_state_after_the_last_action_already_says_over(
    core: Core, reason: str, options: Options, actions: list[str]
) -> None:
    plays = [action for action in actions if action != "pass"]
    if reason == "domino":
        state = Deal(options, (("6-6",), ("1-0",)), (), 0).state(core)
    else:
        keeps = {0: ["2-1"], 1: ["4-3"]}
        state = deal_for(options, plays, keeps).state(core)
    for action in actions:
        assert (state.reason, state.winner) == (0, -1)
        assert state.turn >= 0
        do(state, action)
    assert ("on", "domino", "blocked", "target")[state.reason] == reason
    assert state.turn == -1
    assert state.winner >= 0


@pytest.mark.parametrize("table", [None, (20, 20)], ids=["no table", "on a table"])
@pytest.mark.parametrize(
    ("target", "scores", "reason", "points"),
    [(100, None, 1, (25, 0)), (10, None, 3, (10, 0)), (100, (90, 0), 3, (10, 0)), (100, (89, 0), 1, (25, 0))],
)
def test_fault_25_a_last_tile_that_reaches_the_target_scores_nothing_for_the_end(
    core: Core, target: int, scores: tuple[int, int] | None, reason: int, points: tuple[int, int], table: Table
) -> None:
    """6-4 goes out and counts 10; only where that does not end the match do the 13 left bring 15 more."""
    options = preset("all-fives", 2, target=target, table=table)
    state = Deal(options, (("6-4",), ("6-6", "1-0")), (), 0, scores).state(core, ["6-4"])
    assert (state.turn, state.reason, state.winner, state.points) == (-1, reason, 0, points)
    assert state.undo() == notation.encode("6-4")
    assert (state.turn, state.reason, state.winner, state.points) == (0, 0, -1, (0, 0))


def test_fault_25_in_teams_the_scorers_team_wins_at_the_target(core: Core) -> None:
    options = preset("all-fives", 4, target=10, partners=True)
    hands = (("6-4", "1-0"), ("6-6",), ("3-3",), ("2-2",))
    for seat in range(4):
        turned = tuple(hands[(other - seat) % 4] for other in range(4))
        state = Deal(options, turned, (), seat).state(core, ["6-4"])
        assert (state.reason, state.winner) == (3, seat % 2)
        assert state.points == tuple(10 if other % 2 == seat % 2 else 0 for other in range(4))


@pytest.mark.parametrize("turn", [0, 1, 2, 3])
@pytest.mark.parametrize("name", ["draw", "block", "all-fives", "partnership"])
def test_fault_38_rotated_seats_make_rotated_rounds(core: Core, name: str, turn: int) -> None:
    options = preset(name, 4)
    for number in range(10):
        deal = strategies.make_deal(options, random.Random(number), number % 4)
        assert deal.starter is not None
        hands = tuple(deal.hands[(seat - turn) % 4] for seat in range(4))
        rotated = Deal(options, hands, deal.boneyard, (deal.starter + turn) % 4).state(core)
        state = deal.state(core)
        rng = random.Random(number)
        while state.turn != -1:
            assert rotated.turn == (state.turn + turn) % 4
            assert rotated.legal() == state.legal()
            action = rng.choice(state.legal())
            assert state.apply(action) == rotated.apply(action) == 0
        assert tuple(rotated.points[(seat + turn) % 4] for seat in range(4)) == state.points
        assert rotated.reason == state.reason


@pytest.mark.parametrize("name", PRESET_NAMES)
def test_fault_38_a_new_round_carries_nothing_over(core: Core, name: str) -> None:
    options = preset(name)
    fresh = core.State.deal(options.spec(), bytes(32), 3, 0)
    for state in scenes.walks(core, options, 2):
        last = state
    assert last.turn == -1
    again = core.State.deal(options.spec(), bytes(32), 3, 0)
    assert (again, hash(again), again.legal()) == (fresh, hash(fresh), fresh.legal())


def test_fault_35_an_actions_number_is_the_same_in_every_position(core: Core) -> None:
    """The same number is the same tile on the same end in the same placement, whatever is legal beside it."""
    options = preset("all-fives", 3, table=(30, 30), target=1000)
    for state in scenes.walks(core, options, 8):
        for action in state.legal():
            text = notation.decode(action)
            assert text is not None
            assert notation.encode(text) == action
        if state.action_count and state.actions()[-1] < notation.DRAW:
            number, end, placement = state.chain()[-1][:3]
            last = notation.decode(state.actions()[-1])
            turned = "" if placement == 0 else ":" + notation.PLACEMENTS[placement]
            where = "" if end == -1 else f"@{notation.ENDS[end]}{turned}"
            assert last == notation.number_text(number) + where
