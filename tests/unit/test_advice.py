"""Advice: what each legal action is worth by what its player can know, and what is said of it."""

from __future__ import annotations

import math
from typing import Any

import pytest

import dominoes as dm
from dominoes._backend import Stream, seed_key
from dominoes._figures import signed, within
from dominoes.grounds import Grounds, grounds_of, in_words

GAMES = [
    dm.Rules("table"),
    dm.Rules("table", table=(14, 10)),
    dm.Rules("draw"),
    dm.Rules("draw", players=3, voluntary_draw=True),
    dm.Rules("draw", opening="random", players=4, count_multiple=3),
    dm.Rules("all-fives"),
    dm.Rules("all-fives", players=4, table=(30, 24)),
    dm.Rules("partnership"),
]


def game_name(rules: dm.Rules) -> str:
    return f"{rules.preset_name}-{rules.players}-{rules.table}"


def stream(number: int = 0) -> Stream:
    return Stream(seed_key(b"test", b"advice"), number)


def decisions(rules: dm.Rules, count: int) -> list[dm.Round]:
    """Rounds at a choice, played at random until there."""
    found: list[dm.Round] = []
    for seed in range(count):
        rnd = dm.Round.deal(rules, seed=seed)
        chance = stream(seed)
        while rnd.turn is not None and len(found) < count:
            legal = rnd.legal_moves()
            if len(legal) > 1:
                found.append(rnd.copy())
            rnd.play(legal[chance.below(len(legal))])
    return found


def own_view(rnd: dm.Round) -> dm.View:
    assert rnd.turn is not None
    return rnd.view(rnd.turn, stream())


# Numbers


def test_going_out_wins_what_the_others_hold() -> None:
    """All is known and forced: 2-1@R goes out on the spot, 2-1@L too; what is left is counted."""
    rules = dm.Rules("block", opening="random", target=1_000_000)
    rnd = dm.Round(rules, hands=[["2-2", "2-1"], ["6-6", "5-5"]], starter=0)
    rnd.play("2-2")
    rnd.play("pass")
    advice = dm.advise(own_view(rnd), worlds=20)
    assert [action.move for action in advice] == list(rnd.legal_moves())
    for action in advice:
        assert action.grounds.goes_out
        assert (action.wins, action.worlds, action.value) == (1.0, 20, None)
        assert action.points > 0
    assert advice.best is advice[0]


def forced_to_the_end(rnd: dm.Round) -> dm.Round | None:
    """The round at its end, where nobody has a choice any more; else None."""
    rnd = rnd.copy()
    while legal := rnd.legal_moves():
        if len(legal) > 1:
            return None
        rnd.play(legal[0])
    return rnd


def test_what_is_certain_is_exact() -> None:
    """All tiles are dealt to two, so that each knows the other's: what is forced from here on is known for sure."""
    rules = dm.Rules("block", max_pip=3, hand_size=5, opening_tile="free", target=1_000_000)
    found = 0
    for rnd in decisions(rules, 150):
        endings = []
        for move in rnd.legal_moves():
            after = rnd.copy()
            after.play(move)
            endings.append(forced_to_the_end(after))
        if None in endings:
            continue
        found += 1
        turn = rnd.turn
        assert turn is not None
        advice = dm.advise(own_view(rnd), worlds=5)
        points = [ending.points[turn] - ending.points[1 - turn] for ending in endings if ending is not None]
        assert [action.points for action in advice] == points
        assert [action.points_interval for action in advice] == [0] * len(points)
        assert advice.best is advice[points.index(max(points))]
        for action, ending in zip(advice, endings, strict=True):
            assert ending is not None
            assert ending.result is not None
            assert action.wins == (ending.result.winner == turn)
    assert found >= 10


def test_points_are_the_own_sides_minus_the_mean_of_the_others() -> None:
    """A last tile that ends the round at once: what it is worth follows from the hands by the rules."""
    rules = dm.Rules("block", players=3, max_pip=3, hand_size=2, opening="random", target=1_000_000)
    rnd = dm.Round(rules, hands=[["1-1", "1-0"], ["3-3", "2-2"], ["3-2", "2-0"]], boneyard=[], starter=0)
    for move in ("1-1", "pass", "pass"):
        rnd.play(move)
    advice = dm.advise(own_view(rnd), worlds=400)
    after = rnd.copy()
    after.play("1-0@L")
    assert after.points == (17, 0, 0)
    # The other two hold 4 of the 6 tiles without a 1, which have 20 pips: each of these lies in two of three deals.
    for action in advice:
        assert action.points == pytest.approx(40 / 3, abs=4 * action.points_interval / 1.96)
        assert action.wins == 1


@pytest.mark.parametrize("rules", GAMES, ids=game_name)
def test_every_legal_action_in_order_and_the_best_first(rules: dm.Rules) -> None:
    for rnd in decisions(rules, 5):
        advice = dm.advise(own_view(rnd), worlds=6)
        assert tuple(action.move for action in advice) == rnd.legal_moves()
        assert (advice.seat, advice.worlds, len(advice)) == (rnd.turn, 6, len(rnd.legal_moves()))
        assert advice.ranked[0] is advice.best
        worths = [action.points if action.value is None else action.value for action in advice.ranked]
        assert worths == sorted(worths, reverse=True)
        assert set(advice.ranked) == set(advice)
        for action in advice:
            assert advice.of(action.move) is action
            assert advice.of(str(action.move)) is action
            assert 0 <= action.wins <= 1
            assert 0 < action.wins_interval < 1
            assert 0 <= action.points_interval < math.inf
            assert action.value is None or 0 <= action.value <= 1


def test_one_world_says_nothing_of_its_spread() -> None:
    advice = dm.advise(own_view(decisions(dm.Rules("draw"), 1)[0]), worlds=1)
    assert all(action.points_interval == math.inf for action in advice)


def test_the_match_decides_only_where_its_end_is_near() -> None:
    hands = decisions(dm.Rules("draw"), 1)[0]
    near = dm.advise(own_view(hands), worlds=10)
    assert all(action.value is not None and 0 < action.value < 1 for action in near)
    far = dm.advise(own_view(decisions(dm.Rules("draw", target=1_000_000), 1)[0]), worlds=10)
    assert all(action.value is None for action in far)
    assert [action.points for action in far] == [action.points for action in near]


def test_with_three_players_a_value_is_a_chance_still() -> None:
    rules = dm.Rules("draw", players=3, target=30)
    for rnd in decisions(rules, 6):
        assert all(0 < (action.value or 0) < 1 for action in dm.advise(own_view(rnd), worlds=10))


def test_the_only_move_needs_no_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    rnd = dm.Round(dm.Rules("draw"), hands=[["6-6", "1-1"], ["5-5", "4-4"]], boneyard=["3-3"])
    monkeypatch.setattr(dm.View, "state", property(lambda view: pytest.fail("it thought")))
    advice = dm.advise(rnd.view(0), worlds=1_000_000)
    (only,) = advice
    assert advice.best is only
    assert (only.move, only.worlds, only.value) == (dm.Move("6-6"), 0, None)
    assert all(map(math.isnan, (only.points, only.points_interval, only.wins, only.wins_interval)))
    assert all(map(math.isnan, (only.behind, only.behind_interval)))
    assert (only.value_behind, only.value_behind_interval, only.is_worse) == (None, None, False)
    assert only.sentence == "It is all that can be done."
    assert str(advice) == "6-6  It is all that can be done."


def test_levels_are_worlds() -> None:
    view = own_view(decisions(dm.Rules("draw"), 1)[0])
    assert dm.advise(view, level=1).worlds == dm.players.SnowWhite(1).worlds
    assert dm.advise(view, level=2) == dm.advise(view, worlds=dm.players.SnowWhite(2).worlds)
    assert dm.advise(view, level=1, worlds=3).worlds == 3


# How far behind


def test_the_best_is_behind_by_nothing_and_others_have_an_interval() -> None:
    for rnd in decisions(dm.Rules("draw"), 8):
        advice = dm.advise(own_view(rnd), worlds=40)
        best = advice.best
        assert (best.behind, best.behind_interval, best.value_behind, best.value_behind_interval) == (0, 0, 0, 0)
        assert not best.is_worse
        for action in advice:
            assert math.isfinite(action.behind)
            assert 0 <= action.behind_interval < math.inf
            surely = action.behind > action.behind_interval
            surely_of_match = (action.value_behind or 0) > (action.value_behind_interval or 0)
            assert action.is_worse == (surely or surely_of_match)


def test_where_the_best_is_sure_behind_is_the_plain_difference() -> None:
    rnd = dm.Round(
        dm.Rules("block", opening="random"),
        hands=[["6-2", "4-3", "3-2", "6-6"], ["5-1", "1-1", "6-5", "2-2"]],
        boneyard=["4-4", "0-0"],
        starter=1,
    )
    rnd.play("5-1")
    rnd.play("pass")
    heavy, shut = dm.advise(rnd.view(1), worlds=400)
    assert heavy.is_worse
    assert heavy.behind == pytest.approx(shut.points - heavy.points)
    assert heavy.value_behind == pytest.approx((shut.value or 0) - (heavy.value or 0))
    assert heavy.behind_interval < heavy.points_interval + shut.points_interval


def test_mirror_images_on_a_plain_chain_are_as_good() -> None:
    rnd = dm.Round.deal(dm.Rules("partnership"), seed=2)
    rnd.play(rnd.legal_moves()[0])
    advice = dm.advise(own_view(rnd), worlds=40)
    assert len(advice) > 1
    for action in advice:
        other = advice.of(str(action.move).translate(str.maketrans("LR", "RL")))
        assert (action.behind, action.behind_interval) == (other.behind, other.behind_interval)
    mirror = advice.of(str(advice.best.move).translate(str.maketrans("LR", "RL")))
    assert (mirror.behind, mirror.behind_interval, mirror.is_worse) == (0, 0, False)


def test_without_the_match_only_points_are_behind() -> None:
    advice = dm.advise(own_view(decisions(dm.Rules("draw", target=1_000_000), 1)[0]), worlds=20)
    assert all(action.value_behind is action.value_behind_interval is None for action in advice)


@pytest.mark.parametrize("worlds", [1, 2, 5])
def test_few_worlds_show_no_difference(worlds: int) -> None:
    advice = dm.advise(own_view(decisions(dm.Rules("draw"), 1)[0]), worlds=worlds)
    assert advice.worlds == worlds
    others = [action for action in advice if action is not advice.best and action.points != advice.best.points]
    assert others
    assert all(action.behind_interval == math.inf and not action.is_worse for action in others)


# Honesty


def test_equal_views_and_seeds_give_equal_advice() -> None:
    view = own_view(decisions(dm.Rules("draw"), 1)[0])
    assert dm.advise(view, worlds=9) == dm.advise(view, worlds=9)
    assert dm.advise(view, worlds=9, seed=7) == dm.advise(view, worlds=9, seed="7")
    assert dm.advise(view, worlds=9, seed=7) != dm.advise(view, worlds=9)
    assert view.rng == stream()


def test_advice_depends_on_the_view_alone() -> None:
    """Other hands, the same to be seen."""
    rules = dm.Rules("draw", opening_tile="free")
    own = ["6-6", "3-1", "1-0", "6-2"]
    one = dm.Round(rules, hands=[own, ["6-1", "5-5", "4-4"]], boneyard=["3-3", "2-2", "5-1"])
    other = dm.Round(rules, hands=[own, ["6-1", "2-2", "5-1"]], boneyard=["4-4", "3-3", "5-5"])
    for rnd in (one, other):
        rnd.play("6-6")
        rnd.play("6-1@L")
    assert dm.advise(one.view(0), worlds=30) == dm.advise(other.view(0), worlds=30)
    assert len(dm.advise(one.view(0), worlds=30)) == 3


# Refusals


@pytest.mark.parametrize("what", [None, "6-6", 5, dm.Round.deal(dm.Rules("draw"), seed=1)])
def test_only_a_view_is_advised_on(what: Any) -> None:
    with pytest.raises(TypeError, match=f"advice is given on a View, not {type(what).__name__}"):
        dm.advise(what)


def test_another_seats_turn_and_the_end() -> None:
    rnd = dm.Round(dm.Rules("block", hand_size=1), hands=[["6-6"], ["1-1"]])
    with pytest.raises(dm.MatchError, match="seat 0 is to act, not seat 1, whose view this is"):
        dm.advise(rnd.view(1))
    rnd.play("6-6")
    with pytest.raises(dm.MatchError, match="the round is over: there is nothing to advise on"):
        dm.advise(rnd.view(0))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"worlds": 0}, "worlds must be an integer from 1 to 1000000, not 0"),
        ({"worlds": 2.0}, "worlds must be an integer from 1 to 1000000, not 2.0"),
        ({"level": 6}, "level must be an integer from 1 to 5, not 6"),
        ({"level": True}, "level must be an integer from 1 to 5, not True"),
    ],
)
def test_wrong_numbers(options: dict[str, Any], said: str) -> None:
    with pytest.raises(dm.RulesError, match=said):
        dm.advise(own_view(decisions(dm.Rules("draw"), 1)[0]), **options)


def test_a_move_that_is_not_legal() -> None:
    advice = dm.advise(own_view(decisions(dm.Rules("draw"), 1)[0]), worlds=2)
    with pytest.raises(ValueError, match="there is no advice on pass; there is on "):
        advice.of("pass")


# Grounds


@pytest.mark.parametrize("rules", GAMES, ids=game_name)
def test_the_facts_are_what_the_engine_does(rules: dm.Rules) -> None:
    """Points at once, open ends, who is next and the rest of the hand, against a move really made."""
    for rnd in decisions(rules, 12):
        view = own_view(rnd)
        for found in grounds_of(view, view.beliefs(worlds=4)):
            after = rnd.copy()
            after.play(found.move)
            if not found.move.is_play:
                assert found == Grounds(found.move)
                continue
            gained = after.events[len(rnd.moves) + 1]
            assert isinstance(gained, dm.events.Opened | dm.events.Played)
            assert found.scores == gained.points
            assert found.leaves == tuple(dict.fromkeys(end.number for end in after.ends))
            rest = after.hand(view.seat)
            assert found.goes_out == (not rest)
            if rest:
                assert found.next_seat == (view.seat + 1) % rules.players
                assert found.keeps == sum(any(tile.matches(number) for number in found.leaves) for tile in rest)


def test_points_in_play_are_found() -> None:
    found = [
        ground
        for rnd in decisions(GAMES[5], 60)
        for ground in grounds_of(own_view(rnd), own_view(rnd).beliefs(worlds=2))
    ]
    assert {ground.scores for ground in found} >= {0, 5, 10, 15, 20}


@pytest.mark.parametrize("rules", GAMES, ids=game_name)
def test_what_a_seat_is_said_to_lack_it_lacks(rules: dm.Rules) -> None:
    said = 0
    for rnd in decisions(rules, 25):
        view = own_view(rnd)
        for found in grounds_of(view, view.beliefs(worlds=100)):
            for number in found.lacks:
                said += 1
                assert found.next_seat is not None
                assert not any(tile.matches(number) for tile in rnd.hand(found.next_seat))
    assert said > 0 or rules.table == (14, 10)


def test_answers_come_true_as_often_as_they_say() -> None:
    """Over many decisions the mean of what is said is the share that comes true."""
    said, true = [], []
    for rnd in decisions(dm.Rules("draw"), 150):
        view = own_view(rnd)
        for found in grounds_of(view, view.beliefs(worlds=60)):
            if found.next_seat is not None:
                said.append(found.answers)
                hand = rnd.hand(found.next_seat)
                true.append(any(tile.matches(number) for tile in hand for number in found.leaves))
    assert sum(said) / len(said) == pytest.approx(sum(true) / len(true), abs=0.04)
    doubtful = [came for share, came in zip(said, true, strict=True) if share < 0.7]
    assert len(doubtful) > 30
    assert sum(doubtful) / len(doubtful) < 0.7


def test_what_stands_out() -> None:
    rnd = dm.Round(
        dm.Rules("block", opening="random"),
        hands=[["6-2", "4-3", "3-2", "6-6"], ["5-1", "1-1", "6-5", "2-2"]],
        boneyard=["4-4", "0-0"],
        starter=1,
    )
    rnd.play("5-1")
    rnd.play("pass")
    heavy, shut = dm.advise(rnd.view(1), worlds=60)
    assert (heavy.grounds.heaviest, heavy.grounds.hardest) == (True, False)
    assert (shut.grounds.heaviest, shut.grounds.hardest) == (False, True)
    assert shut.grounds.lacks == (5, 1)
    assert shut.sentence == (
        "Lays a double of 2 pips, leaves 5 and 1 open: seat 0, who lacks 5 and 1, cannot answer; keeps 1 that fits."
    )
    assert heavy.sentence.startswith("Lays 11 pips, the most, leaves 6 and 1 open: seat 0, who lacks 1, can")


@pytest.mark.parametrize("rules", [GAMES[0], GAMES[1], GAMES[6]], ids=game_name)
def test_on_a_table_it_is_said_where_the_chain_leads(rules: dm.Rules) -> None:
    told = 0
    for rnd in decisions(rules, 12):
        view = own_view(rnd)
        for found in grounds_of(view, view.beliefs(worlds=2)):
            if found.leads is None:
                continue
            told += 1
            after = rnd.copy()
            after.play(found.move)
            x, y, direction = after.state.head("LRUD".index(found.move.end or ""))
            width, height = rules.table or (0, 0)
            assert found.leads == (direction, (y, width - x - 2, height - y - 2, x)[direction])
    assert told > 20


SENTENCES = [
    (Grounds(dm.Move.DRAW, alone=True), "It is all that can be done."),
    (Grounds(dm.Move.DRAW), "Draws a tile instead of playing."),
    (Grounds(dm.Move("6-4@L"), goes_out=True, leaves=(4, 1)), "Lays 10 pips, and goes out."),
    (
        Grounds(dm.Move("1-0@L"), scores=5, leaves=(0,), next_seat=2, answers=0.004, keeps=0),
        "Lays 1 pip, scores 5 at once, leaves 0 open: seat 2 can hardly answer; keeps none that fits.",
    ),
    (
        Grounds(dm.Move("0-0@L"), leaves=(0, 3, 6), next_seat=0, answers=0.996, lacks=(3,), keeps=2, handiest=True),
        "Lays a double of no pips, leaves 0, 3 and 6 open: seat 0, who lacks 3, can almost surely answer; "
        "keeps 2 that fit, the most.",
    ),
    (
        Grounds(dm.Move("6-4@L:side-left"), leaves=(4,), next_seat=1, answers=0.5, keeps=1, leads=(3, 1), hardest=True),
        "Lays 10 pips, leaves 4 open: seat 1 can answer with about 50 %, the least; keeps 1 that fits; leads west, "
        "1 cell from the edge.",
    ),
]


@pytest.mark.parametrize(("grounds", "sentence"), SENTENCES)
def test_sentences(grounds: Grounds, sentence: str) -> None:
    assert in_words(grounds) == sentence


def test_names_and_numbers_of_ones_own() -> None:
    grounds = Grounds(dm.Move("6-0@L"), leaves=(0, 2), next_seat=1, answers=0.5, keeps=1)
    said = in_words(grounds, ["Ann", "Ben"], lambda number: f"<{number}>")
    assert said == "Lays 6 pips, leaves <0> and <2> open: Ben can answer with about 50 %; keeps 1 that fits."


def test_as_a_table() -> None:
    rnd = decisions(dm.Rules("draw"), 1)[0]
    advice = dm.advise(own_view(rnd), worlds=12)
    lines = str(advice).splitlines()
    assert [line.split()[0] for line in lines] == [str(action.move) for action in advice.ranked]
    for line, action in zip(lines, advice.ranked, strict=True):
        assert f"{signed(action.points, 2)} ± " in line
        assert ("the best" in line) == (action is advice.best)
        assert (f"{within(action.behind, action.behind_interval, 2)} behind" in line) == (action is not advice.best)
        assert line.endswith(action.sentence)
