"""What a seat may believe of the tiles it does not see: exact where it can be counted, honest everywhere."""

from __future__ import annotations

import itertools
import pickle
from collections.abc import Iterator
from typing import Any

import pytest

import dominoes as dm
from dominoes._backend import Stream, seed_key
from dominoes._codes import MAX_WORLDS
from dominoes.believing import Beliefs, Whereabouts

WORLDS = 3000
NEAR = 0.04
"""More than four standard deviations of a share of so many worlds."""


def stream(number: int = 0) -> Stream:
    return Stream(seed_key(b"test", b"beliefs"), number)


def played(rules: dm.Rules, seed: int, actions: int) -> dm.Round:
    """A round after so many random actions."""
    chance = stream(seed)
    rnd = dm.Round.deal(rules, seed=seed)
    while rnd.turn is not None and len(rnd.moves) < actions:
        legal = rnd.legal_moves()
        rnd.play(legal[chance.below(len(legal))])
    return rnd


# By counting


def deals(view: dm.View) -> Iterator[dm.Round]:
    """Every deal that agrees with a view, played to where it stands: those of which the view is the same."""
    dealt, boneyard = view.state.dealt()
    open_ = [
        tile
        for tile in range(len(dm.tile_set(view.rules.max_pip)))
        if not {tile} & {*itertools.chain(*dealt, boneyard)}
    ]
    sizes = [len(hand) for hand in dealt]
    for order in itertools.permutations(open_):
        filling = iter(order)
        tiles = [
            dm.Tile.from_index(next(filling) if tile == 255 else tile) for tile in itertools.chain(*dealt, boneyard)
        ]
        hands = [tiles[sum(sizes[:seat]) : sum(sizes[: seat + 1])] for seat in range(len(sizes))]
        try:
            rnd = dm.Round(view.rules, hands=hands, boneyard=tiles[sum(sizes) :])
            for move in view.moves:
                rnd.play(move)
        except dm.DominoesError:
            continue
        if rnd.view(view.seat) == view:
            yield rnd


def counted(view: dm.View) -> dict[dm.Tile, tuple[float, ...]]:
    """Where each unseen tile lies, all deals being as likely."""
    places: dict[dm.Tile, list[int]] = {}
    total = 0
    for rnd in deals(view):
        total += 1
        for seat, hand in enumerate([*(rnd.hand(seat) for seat in range(view.rules.players)), rnd.boneyard]):
            for tile in hand if seat != view.seat else ():
                places.setdefault(tile, [0] * (view.rules.players + 1))[seat] += 1
    return {tile: tuple(count / total for count in row) for tile, row in sorted(places.items())}


def tells_nothing(rnd: dm.Round, seat: int) -> bool:
    """Whether nothing but draws and passes can be learnt: every play of another seat was the only one, whoever holds
    what, being the forced opening, or a tile just drawn that fits on one end only."""
    walk = rnd.copy()
    while walk.moves:
        undone = walk.undo()
        drawn = bool(walk.moves) and walk.moves[-1].is_draw
        numbers = {end.number for end in walk.ends}
        only = drawn and len(numbers) > 1 and {undone.tile.high, undone.tile.low} != numbers if undone.tile else True
        if walk.turn != seat and undone.is_play and walk.moves and not only:
            return False
    return True


TINY = [
    dm.Rules("draw", max_pip=3, hand_size=3),
    dm.Rules("draw", max_pip=3, hand_size=3, draw="one"),
    dm.Rules("block", max_pip=3, hand_size=3),
    dm.Rules("block", max_pip=3, hand_size=3, players=3),
    dm.Rules("draw", max_pip=3, hand_size=3, players=3),
    dm.Rules("table", max_pip=3, hand_size=3, table=(12, 8), opening_tile="forced"),
]


@pytest.mark.parametrize("rules", TINY, ids=lambda rules: f"{rules.preset_name}-{rules.players}-{rules.draw}")
def test_beliefs_are_what_counting_gives(rules: dm.Rules) -> None:
    found = 0
    for seed in range(200):
        rnd = played(rules, seed, 3 + seed % 4)
        if rnd.turn is None or not any(not move.is_play for move in rnd.moves):
            continue
        seat = seed % rules.players
        if not tells_nothing(rnd, seat):
            continue
        view = rnd.view(seat)
        exact, beliefs = counted(view), view.beliefs(worlds=WORLDS)
        assert list(beliefs) == list(exact)
        for tile, shares in exact.items():
            row = beliefs[tile]
            for share, believed in zip(shares, (*row.hands, row.boneyard), strict=True):
                assert abs(share - believed) < NEAR
                if share in (0, 1):
                    assert believed == share
        found += 1
        if found == 3:
            return
    raise AssertionError(f"only {found} positions were found")


def test_a_pass_makes_it_certain() -> None:
    hands = [["2-2", "1-0"], ["1-1", "0-0"]]
    rnd = dm.Round(dm.Rules("block", max_pip=2, hand_size=2), hands=hands, boneyard=["2-1", "2-0"])
    before = rnd.view(0).beliefs()
    assert all(0 < row.hands[1] < 1 for row in before.values())
    rnd.play("2-2")
    rnd.play("pass")
    after = rnd.view(0).beliefs()
    certain = {"0-0": (0.0, 1.0), "1-1": (0.0, 1.0), "2-0": (0.0, 0.0), "2-1": (0.0, 0.0)}
    assert {str(tile): row.hands for tile, row in after.items()} == certain
    assert {str(tile): row.boneyard for tile, row in after.items()} == {
        tile: 1 - sum(row) for tile, row in certain.items()
    }


def test_what_others_lay_tells_of_what_they_kept() -> None:
    """Who opens with the lightest tile hardly holds the heaviest."""
    rules = dm.Rules("draw", opening="random")
    rnd = dm.Round.deal(rules, seed=3, starter=0)
    tile = min(rnd.hand(0), key=lambda tile: tile.pips)
    rnd.play(str(tile))
    beliefs = rnd.view(1).beliefs(worlds=WORLDS)
    heavy = [row.hands[0] for tile, row in beliefs.items() if tile.pips >= 9]
    light = [row.hands[0] for tile, row in beliefs.items() if tile.pips <= 3]
    assert max(heavy) < min(light)


# Everywhere

GAMES = [
    dm.Rules("table"),
    dm.Rules("draw"),
    dm.Rules("draw", players=3, voluntary_draw=True),
    dm.Rules("block", players=4),
    dm.Rules("all-fives", players=3),
    dm.Rules("partnership"),
    dm.Rules("draw", max_pip=12, hand_size=9),
]


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: f"{rules.preset_name}-{rules.players}-{rules.max_pip}")
@pytest.mark.parametrize("actions", [0, 5, 14])
def test_the_numbers_fit_together(rules: dm.Rules, actions: int) -> None:
    rnd = played(rules, 6, actions)
    assert rnd.turn is not None
    for seat in range(rules.players):
        view = rnd.view(seat)
        beliefs = view.beliefs(worlds=40)
        seen = {*view.hand, *(laid.tile for laid in view.chain)}
        assert list(beliefs) == [tile for tile in dm.tile_set(rules.max_pip) if tile not in seen]
        assert (beliefs.seat, beliefs.worlds) == (seat, 40)
        for row in beliefs.values():
            assert sum(row.hands) + row.boneyard == pytest.approx(1)
            assert row.out == 0
            assert row.hands[seat] == 0
            assert all(0 <= share <= 1 for share in (*row.hands, row.boneyard))
        for other in range(rules.players):
            held = sum(row.hands[other] for row in beliefs.values())
            assert held == pytest.approx(0 if other == seat else view.hand_counts[other])


def test_the_truth_is_never_excluded() -> None:
    for seed in range(12):
        rnd = played(dm.Rules("draw"), seed, 24)
        if rnd.turn is None:
            continue
        beliefs = rnd.view(0).beliefs(worlds=300)
        assert all(beliefs[tile].hands[1] > 0 for tile in rnd.hand(1))
        assert all(beliefs[tile].boneyard > 0 for tile in rnd.boneyard)


def test_after_the_end_everything_is_certain() -> None:
    rnd = played(dm.Rules("draw", players=3), 5, 1000)
    assert rnd.result is not None
    for seat in range(3):
        beliefs = rnd.view(seat).beliefs()
        assert beliefs.worlds == 0
        assert {tile for tile, row in beliefs.items() if row.boneyard == 1} == set(rnd.boneyard)
        for other in range(3):
            held = {tile for tile, row in beliefs.items() if row.hands[other] == 1}
            assert held == (set() if other == seat else set(rnd.hand(other)))
        assert {share for row in beliefs.values() for share in (*row.hands, row.boneyard)} <= {0.0, 1.0}


def test_equal_views_and_seeds_give_equal_beliefs() -> None:
    view = played(dm.Rules("draw"), 1, 6).view(0)
    assert view.beliefs(worlds=50) == view.beliefs(worlds=50)
    assert view.beliefs(worlds=50, seed=7) == view.beliefs(worlds=50, seed="7")
    assert view.beliefs(worlds=50, seed=7) != view.beliefs(worlds=50)
    assert view.beliefs().worlds == 400


def test_equal_views_of_rounds_that_differ_in_number_give_equal_beliefs_and_advice() -> None:
    """The round's number is no part of what a seat sees."""
    dealt = dm.Round.deal(dm.Rules("draw", opening_tile="free"), seed=1, number=3)
    in_hands, in_boneyard = dealt.state.dealt()
    hands = [[str(dm.Tile.from_index(tile)) for tile in hand] for hand in in_hands]
    boneyard = [str(dm.Tile.from_index(tile)) for tile in in_boneyard]
    given = dm.Round(dealt.rules, hands=hands, boneyard=boneyard)
    assert dealt.turn is not None
    assert dealt.number != given.number
    one, other = dealt.view(dealt.turn), given.view(dealt.turn)
    assert one == other
    assert one.beliefs(worlds=30) == other.beliefs(worlds=30)
    assert dm.advise(one, worlds=12) == dm.advise(other, worlds=12)


@pytest.mark.parametrize("boneyard", [[], ["1-1"], ["1-1", "2-2", "3-3"]])
def test_tiles_out_of_the_game_are_counted_apart(boneyard: list[str]) -> None:
    rnd = dm.Round(dm.Rules("draw"), hands=[["6-6", "5-5"], ["6-5", "4-4"]], boneyard=boneyard)
    for moves in ([], ["6-6", "6-5@L", "5-5@L"]):
        for move in moves:
            rnd.play(move)
        view = rnd.view(0)
        beliefs = view.beliefs(worlds=30)
        for row in beliefs.values():
            assert sum(row.hands) + row.boneyard + row.out == pytest.approx(1)
        assert sum(row.hands[1] for row in beliefs.values()) == pytest.approx(view.hand_counts[1])
        assert sum(row.boneyard for row in beliefs.values()) == pytest.approx(view.boneyard_count)
        assert sum(row.out for row in beliefs.values()) == pytest.approx(28 - 4 - len(boneyard))
        head, *lines = str(beliefs).splitlines()
        assert head == "tile   seat 1  boneyard     out"
        assert {len(line) for line in lines} == {len(head)}
    assert rnd.result is not None


def test_looking_does_not_touch_the_views_chance() -> None:
    rnd = played(dm.Rules("draw"), 1, 6)
    assert rnd.turn is not None
    view = rnd.view(rnd.turn, stream())
    view.beliefs(worlds=50)
    assert view.rng == stream()


def test_beliefs_depend_on_the_view_alone() -> None:
    """Other hands, the same to be seen: the opponent's tiles and the boneyard's changed places."""
    rules = dm.Rules("draw", opening_tile="free")
    hands, boneyard = [["6-6", "3-2", "1-0"], ["6-1", "5-5", "4-4"]], ["3-3", "2-2", "5-1"]
    one = dm.Round(rules, hands=hands, boneyard=boneyard)
    other = dm.Round(rules, hands=[hands[0], ["6-1", "2-2", "5-1"]], boneyard=["4-4", "3-3", "5-5"])
    for rnd in (one, other):
        rnd.play("6-6")
        rnd.play("6-1@L")
    assert one.view(0).beliefs() == other.view(0).beliefs()


def test_a_mapping_that_does_not_change() -> None:
    beliefs = played(dm.Rules("draw"), 1, 6).view(0).beliefs(worlds=20)
    tile = next(iter(beliefs))
    assert beliefs[str(tile)] is beliefs[tile]
    assert isinstance(beliefs[tile], Whereabouts)
    assert isinstance(beliefs, dm.Beliefs)
    assert dict(beliefs) == beliefs
    with pytest.raises(TypeError):
        beliefs[tile] = beliefs[tile]  # type: ignore[index]
    with pytest.raises(AttributeError):
        beliefs.seat = 1  # type: ignore[misc]
    again = pickle.loads(pickle.dumps(beliefs))
    assert (again, again.seat, again.worlds, str(again)) == (beliefs, beliefs.seat, beliefs.worlds, str(beliefs))
    assert repr(beliefs) == f"<Beliefs of seat 0 about {len(beliefs)} tiles>"


@pytest.mark.parametrize("wrong", ["nonsense", "", "9-9", "6", 5, None, 2.5, (6, 4), ["6-4"], b"6-4"])
def test_what_is_no_unseen_tile_is_not_in_it(wrong: Any) -> None:
    beliefs = played(dm.Rules("draw"), 1, 6).view(0).beliefs(worlds=20)
    assert wrong not in beliefs
    assert beliefs.get(wrong) is None
    with pytest.raises(KeyError, match="is none of the tiles that seat 0 does not see"):
        beliefs[wrong]


def test_a_tile_that_is_seen_is_not_in_it() -> None:
    view = played(dm.Rules("draw"), 1, 6).view(0)
    beliefs = view.beliefs(worlds=20)
    for tile in (*view.hand, *(laid.tile for laid in view.chain)):
        assert tile not in beliefs
        assert str(tile) not in beliefs


def test_as_a_table() -> None:
    rules = dm.Rules("block", max_pip=2, hand_size=2)
    rnd = dm.Round(rules, hands=[["2-2", "1-0"], ["1-1", "0-0"]], boneyard=["2-1", "2-0"])
    for move in ("2-2", "pass"):
        rnd.play(move)
    assert str(rnd.view(0).beliefs()).splitlines() == [
        "tile   seat 1  boneyard",
        "0-0     100 %       0 %",
        "1-1     100 %       0 %",
        "2-0       0 %     100 %",
        "2-1       0 %     100 %",
    ]


# Whether a seat can answer


def test_answers_are_hypergeometric_where_all_is_as_likely() -> None:
    rows = {tile: Whereabouts((0.0, 2 / 8), 6 / 8) for tile in dm.tile_set(6)[:8]}
    beliefs = Beliefs(rows, seat=0, counts=(3, 2), worlds=100, max_pip=6)
    fitting = sum(tile.matches(2) for tile in rows)
    none = (8 - fitting) * (7 - fitting) / (8 * 7)
    assert beliefs.answers(1, [2]) == pytest.approx(1 - none)
    assert beliefs.answers(1, [6]) == 0
    assert beliefs.answers(1, range(7)) == 1


def test_answers_by_what_is_certain() -> None:
    rows = {
        dm.Tile("6-6"): Whereabouts((0.0, 1.0), 0.0),
        dm.Tile("5-5"): Whereabouts((0.0, 0.0), 1.0),
        dm.Tile("4-4"): Whereabouts((0.0, 0.25), 0.75),
        dm.Tile("3-3"): Whereabouts((0.0, 0.75), 0.25),
    }
    beliefs = Beliefs(rows, seat=0, counts=(1, 2), worlds=100, max_pip=6)
    assert beliefs.answers(1, [6, 1]) == 1
    assert beliefs.answers(1, [5]) == 0
    assert 0 < beliefs.answers(1, [4]) < 0.25 < 0.75 < beliefs.answers(1, [3]) < 1
    assert beliefs.answers(1, [3, 4]) == pytest.approx(1)
    assert Beliefs(rows, seat=0, counts=(1, 0), worlds=1, max_pip=6).answers(1, []) == 0


def test_answers_are_near_what_counting_gives() -> None:
    rules = dm.Rules("draw", max_pip=3, hand_size=3)
    rnd = dm.Round(rules, hands=[["3-3", "1-0", "2-0"], ["1-1", "2-1", "2-2"]], boneyard=["3-0", "3-1", "3-2", "0-0"])
    for move in ("3-3", "draw", "3-0@L"):
        rnd.play(move)
    view = rnd.view(0)
    worlds = list(deals(view))
    for numbers in ([0], [1], [2, 0], [3]):
        exact = sum(any(tile.matches(n) for tile in one.hand(1) for n in numbers) for one in worlds) / len(worlds)
        assert view.beliefs(worlds=WORLDS).answers(1, numbers) == pytest.approx(exact, abs=0.08)


# Refusals


@pytest.mark.parametrize("worlds", [0, -1, MAX_WORLDS + 1, 2.5, "9", True])
def test_wrong_worlds(worlds: Any) -> None:
    with pytest.raises(dm.RulesError, match=f"worlds must be an integer from 1 to {MAX_WORLDS}, not"):
        played(dm.Rules("draw"), 1, 3).view(0).beliefs(worlds=worlds)


def test_a_wrong_seed() -> None:
    with pytest.raises(TypeError, match="a seed is a text or an integer"):
        played(dm.Rules("draw"), 1, 3).view(0).beliefs(seed=1.5)  # type: ignore[arg-type]


@pytest.mark.parametrize("seat", [-1, 2, 0])
def test_a_seat_that_is_no_other(seat: int) -> None:
    with pytest.raises(dm.RulesError, match="a seat must be"):
        played(dm.Rules("draw"), 1, 3).view(0).beliefs(worlds=5).answers(seat, [1])


@pytest.mark.parametrize(
    ("numbers", "said"),
    [
        ([99], "each of the numbers must be an integer from 0 to 6, not 99"),
        ([6, -1], "each of the numbers must be an integer from 0 to 6, not -1"),
        (["x"], "each of the numbers must be an integer from 0 to 6, not 'x'"),
        ([True], "each of the numbers must be an integer from 0 to 6, not True"),
        ([2.0], "each of the numbers must be an integer from 0 to 6, not 2.0"),
        ("6", r"numbers must be several integers from 0 to 6, such as \[2, 0\], not '6'"),
        (b"6", "numbers must be several integers from 0 to 6, "),
        (None, "numbers must be several integers from 0 to 6, .*, not None"),
        (6, "numbers must be several integers from 0 to 6, .*, not 6"),
    ],
)
def test_wrong_numbers_to_answer(numbers: Any, said: str) -> None:
    with pytest.raises(dm.RulesError, match=said):
        played(dm.Rules("draw"), 1, 3).view(0).beliefs(worlds=5).answers(1, numbers)


def test_numbers_in_any_form() -> None:
    beliefs = played(dm.Rules("draw"), 1, 6).view(0).beliefs(worlds=50)
    share = beliefs.answers(1, [3, 5])
    for numbers in ((3, 5), {5, 3}, [5, 3, 3, 5], iter([3, 5]), (number for number in (5, 3)), range(3, 6, 2)):
        assert beliefs.answers(1, numbers) == pytest.approx(share)
    assert beliefs.answers(1, iter(())) == 0
    assert pickle.loads(pickle.dumps(beliefs)).answers(1, [3, 5]) == share
