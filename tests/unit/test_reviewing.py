"""A match looked at again: losses, accuracy, the worst decisions, the report and the picture."""

from __future__ import annotations

import json
import math
import re
from typing import Any
from xml.etree import ElementTree

import pytest

import dominoes as dm
from dominoes._figures import signed, within
from dominoes.grounds import Grounds, in_words
from dominoes.reviewing import CHANCE_TOLERANCE, Decision, Review, RoundReview

WORLDS = 48
SVG = "{http://www.w3.org/2000/svg}"


def match_of(rules: dm.Rules, *names: str, seed: str = "review") -> dm.Match:
    match = dm.Match(rules, names, seed=seed)
    for _ in match.run():
        pass
    return match


@pytest.fixture(scope="module")
def match() -> dm.Match:
    return match_of(dm.Rules("draw", target=30), "pinocchio/1", "buratino")


@pytest.fixture(scope="module")
def review(match: dm.Match) -> Review:
    return dm.review(match, worlds=WORLDS)


def test_each_decision_with_a_choice_is_looked_at(match: dm.Match, review: Review) -> None:
    wanted = []
    for number, rnd in enumerate(match.rounds):
        walk = rnd.copy()
        for index in reversed(range(len(rnd.moves))):
            played = walk.undo()
            if len(walk.legal_moves()) > 1:
                wanted.append((number, index, walk.turn, played))
    found = [(one.round, one.action, one.seat, one.played) for one in review.decisions]
    assert sorted(found) == sorted(wanted)
    assert found == sorted(found)
    assert [one.number for one in review.rounds] == list(range(len(match.rounds)))
    assert [one.actions for one in review.rounds] == [len(rnd.moves) for rnd in match.rounds]
    assert [one.result for one in review.rounds] == [rnd.result for rnd in match.rounds]


def test_the_advice_is_that_of_the_view_then(match: dm.Match, review: Review) -> None:
    one = review.decisions[5]
    walk = match.rounds[one.round].copy()
    while len(walk.moves) > one.action:
        walk.undo()
    assert dm.advise(walk.view(one.seat), worlds=WORLDS) == one.advice


def is_accurate(one: Decision, tolerance: float = 0.5) -> bool:
    """No more lost than may be, or nothing for sure: in points and, where it counts, of the match."""
    small = one.loss <= tolerance or one.loss - one.loss_interval <= 0
    if one.chance_loss is None or one.chance_loss_interval is None:
        return small
    return small and (one.chance_loss <= CHANCE_TOLERANCE or one.chance_loss - one.chance_loss_interval <= 0)


def test_the_best_loses_nothing_and_others_what_they_are_behind(review: Review) -> None:
    assert any(one.loss > 1 for one in review.decisions)
    for one in review.decisions:
        actual = one.actual
        assert actual.move == one.played
        assert (one.loss, one.loss_interval) == (actual.behind, actual.behind_interval)
        assert (one.chance_loss, one.chance_loss_interval) == (actual.value_behind, actual.value_behind_interval)
        if actual is one.best:
            assert one.loss == one.chance_loss == one.loss_interval == 0
            assert one.accurate
        assert one.accurate == is_accurate(one)


def test_a_loss_that_may_be_chance_is_no_mistake(review: Review) -> None:
    found = [one for one in review.decisions if one.loss > 0.5]
    assert {one.accurate for one in found} == {True, False}
    for one in found:
        assert one.accurate or one.loss > one.loss_interval or (one.chance_loss or 0) > (one.chance_loss_interval or 0)
    assert all(one.actual.is_worse for player in review.players for one in player.worst)


def test_too_few_worlds_show_no_mistake(match: dm.Match) -> None:
    found = dm.review(match, worlds=5, round=0)
    assert any(one.loss > 5 for one in found.decisions)
    assert all(one.accurate for one in found.decisions)
    assert [player.worst for player in found.players] == [(), ()]
    assert {player.mean_loss_interval for player in found.players} == {math.inf}
    assert " ± ?" in str(found)
    assert json.loads(json.dumps(found.to_dict(), allow_nan=False))


def test_mirror_images_are_no_mistakes() -> None:
    """After a double, the same tile on the other end is the same play: here the worlds can only err about it."""
    asked = called = 0
    for seed in range(100):
        rnd = dm.Round.deal(dm.Rules("table"), seed=seed)
        rnd.play(rnd.legal_moves()[0])
        while not rnd.legal_moves()[0].is_play:
            rnd.play(rnd.legal_moves()[0])
        if len(rnd.legal_moves()) < 2 or not rnd.chain[0].tile.is_double:
            continue
        asked += 1
        assert rnd.turn is not None
        found = dm.advise(rnd.view(rnd.turn), worlds=32)
        best = str(found.best.move)
        mirror = dm.Move(best.translate(str.maketrans("LR", "RL")))
        called += not Decision(0, 1, mirror, found).accurate
    assert asked >= 40
    assert called <= 6


def test_the_figures_of_a_player(review: Review) -> None:
    for seat, player in enumerate(review.players):
        mine = [one for one in review.decisions if one.seat == seat]
        assert (player.seat, player.name) == (seat, review.names[seat])
        assert list(player.decisions) == mine
        assert player.loss == pytest.approx(sum(one.loss for one in mine))
        assert player.mean_loss == pytest.approx(player.loss / len(mine))
        squares = sum(one.loss_interval**2 for one in mine)
        assert player.mean_loss_interval == pytest.approx(math.sqrt(squares) / len(mine))
        assert player.accuracy == sum(one.accurate for one in mine) / len(mine)
        assert len(player.worst) == min(3, sum(not one.accurate for one in mine))
        losses = sorted((one.loss for one in mine if not one.accurate), reverse=True)
        assert [one.loss for one in player.worst] == losses[:3]


def test_who_does_what_is_advised_is_accurate() -> None:
    class Obedient:
        name = "obedient"

        def choose(self, view: dm.View) -> dm.Move:
            return dm.advise(view, worlds=12).best.move

    match = dm.Match(dm.Rules("draw", target=30), [Obedient(), "random"], seed=5)
    for _ in match.run():
        pass
    obedient, other = dm.review(match, worlds=12).players
    assert (obedient.accuracy, obedient.mean_loss, obedient.worst) == (1, 0, ())
    assert other.accuracy < 1
    assert other.worst


THROWN_AWAY: dict[str, Any] = {
    "format": "dominoes-record",
    "version": 1,
    "rules": {"preset": "block", "opening": "random"},
    "players": ["Ann", "Ben"],
    "rounds": [
        {
            "hands": [
                ["6-2", "6-3", "6-4", "6-6", "5-5", "5-2", "5-3"],
                ["1-0", "0-0", "2-1", "2-0", "1-1", "3-0", "4-0"],
            ],
            "boneyard": [
                "3-1",
                "4-1",
                "2-2",
                "3-3",
                "4-4",
                "3-2",
                "4-2",
                "4-3",
                "5-0",
                "5-1",
                "5-4",
                "6-0",
                "6-1",
                "6-5",
            ],
            "starter": 1,
            # Ann has no 1 and no 0. Ben could lay one after the other alone; by 2-1 he lets her in.
            "actions": ["1-0", "pass", "2-1@L"],
        }
    ],
}


def test_a_game_thrown_away_is_the_worst() -> None:
    found = dm.review(dm.Record.from_dict(THROWN_AWAY), worlds=60)
    (decision,) = [one for one in found.decisions if one.action == 2]
    assert found.players[1].worst[0] is decision
    assert decision.loss > 10
    assert decision.best.wins > decision.actual.wins + 0.1
    assert "leaves 2 and 0 open: seat 0, who lacks 0, can" in decision.actual.sentence
    assert found.players[0].decisions == ()
    assert (found.players[0].accuracy, found.players[0].mean_loss, found.players[0].mean_loss_interval) == (1, 0, 0)


def test_a_record_is_reviewed_as_its_match(match: dm.Match, review: Review) -> None:
    assert dm.review(match.to_record(), worlds=WORLDS) == review


def test_only_one_seat_and_one_round(match: dm.Match, review: Review) -> None:
    mine = dm.review(match, worlds=WORLDS, seat=1)
    assert mine.decisions == tuple(one for one in review.decisions if one.seat == 1)
    assert mine.seats == (1,)
    assert [player.seat for player in mine.players] == [1]
    last = len(match.rounds) - 1
    late = dm.review(match, worlds=WORLDS, round=last)
    assert late.decisions == tuple(one for one in review.decisions if one.round == last)
    assert [one.number for one in late.rounds] == [last]


def test_another_seed_is_another_sample(match: dm.Match, review: Review) -> None:
    again = dm.review(match, worlds=WORLDS, round=0, seed="other")
    assert again == dm.review(match, worlds=WORLDS, round=0, seed="other")
    assert again.decisions != dm.review(match, worlds=WORLDS, round=0).decisions


def test_the_worlds_of_a_level(match: dm.Match) -> None:
    assert dm.review(match, seat=0, round=0, level=1).worlds == dm.players.SnowWhite(1).worlds
    assert dm.review(match, seat=0, round=0, level=1, worlds=2).worlds == 2


def test_the_tolerance_is_what_one_likes(match: dm.Match, review: Review) -> None:
    strict = dm.review(match, worlds=WORLDS, tolerance=0)
    assert all(one.accurate == is_accurate(one, 0) for one in strict.decisions)
    assert [one.loss for one in strict.decisions] == [one.loss for one in review.decisions]
    assert "more than 0 points" in str(strict)


@pytest.mark.parametrize(
    ("points", "of_match", "tolerance", "accurate"),
    [
        ((0.4, 0.1), None, 0.5, True),
        ((0.4, 0.1), None, 0.3, False),
        ((0.4, 0.4), None, 0.3, True),
        ((9.0, 9.5), None, 0.5, True),
        ((9.0, 8.5), None, 0.5, False),
        ((9.0, 8.5), None, 9.0, True),
        ((9.0, math.inf), None, 0.0, True),
        ((-3.0, 1.0), (0.02, 0.015), 0.5, False),
        ((0.0, 1.0), (0.02, 0.025), 0.5, True),
        ((0.0, 1.0), (0.009, 0.001), 0.5, True),
        ((2.0, 1.0), (0.009, 0.001), 0.5, False),
    ],
)
def test_when_a_decision_is_accurate(
    points: tuple[float, float], of_match: tuple[float, float] | None, tolerance: float, accurate: bool
) -> None:
    def action(move: str, points: tuple[float, float], of_match: tuple[float, float] | None) -> dm.Advised:
        value, interval = of_match or (None, None)
        chance = None if of_match is None else 0.5
        return dm.Advised(dm.Move(move), 1, 1, 0.5, 0.1, chance, *points, value, interval, 99, Grounds(dm.Move(move)))

    best = action("6-5@L", (0, 0), None if of_match is None else (0, 0))
    advice = dm.Advice(0, (best, action("6-4@L", points, of_match)), 0)
    decision = Decision(0, 0, dm.Move("6-4@L"), advice, tolerance)
    assert decision.accurate is accurate is is_accurate(decision, tolerance)
    assert (decision.loss, decision.loss_interval) == points
    assert (decision.chance_loss, decision.chance_loss_interval) == (of_match or (None, None))


def test_a_mistake_that_costs_the_match_alone_is_told_without_points(match: dm.Match) -> None:
    best, worse = (
        dm.Advised(dm.Move(move), 1, 1, 0.5, 0.1, 0.5, *behind, 99, Grounds(dm.Move(move)))
        for move, behind in (("6-5@L", (0, 0, 0, 0)), ("6-4@L", (-3.4, 2.5, 0.019, 0.018)))
    )
    decision = Decision(0, 7, dm.Move("6-4@L"), dm.Advice(0, (best, worse), 0))
    rounds = (RoundReview(0, 8, None, (decision,)),)
    text = str(Review(match.rules, ("Ann", "Ben"), (0,), rounds, 99, 0.5))
    assert "-3.4 ± 2.5  1.9 ± 1.8  *" in text
    assert "6-4@L is 1.9 ± 1.8 percentage points of the chance to win the match behind 6-5@L." in text


def test_progress_is_told(match: dm.Match, review: Review) -> None:
    told: list[tuple[int, int]] = []
    dm.review(match, worlds=1, progress=lambda done, whole: told.append((done, whole)))
    count = len(review.decisions)
    assert told == [(done, count) for done in range(1, count + 1)]


def test_a_match_under_way() -> None:
    match = dm.Match(dm.Rules("draw"), ["random", "random"], seed=1)
    for _ in range(12):
        match.step()
    found = dm.review(match, worlds=3)
    assert found.rounds[0].result is None
    assert found.decisions
    assert "Round 0" in str(found)
    ElementTree.fromstring(found.svg())


@pytest.mark.parametrize(
    "rules",
    [
        dm.Rules("partnership", target=60),
        dm.Rules("draw", players=3, target=30),
        dm.Rules("all-fives", target=40),
        dm.Rules("table", target=20, table=(20, 14)),
        dm.Rules("draw", voluntary_draw=True, target=20),
        dm.Rules("draw", target=1_000_000).replace(target=30),
    ],
    ids=lambda rules: f"{rules.preset_name}-{rules.players}-{rules.voluntary_draw}",
)
def test_every_game_is_reviewed_reported_and_drawn(rules: dm.Rules) -> None:
    match = match_of(rules, *["random"] * rules.players)
    found = dm.review(match, worlds=2, round=0)
    assert all(one.loss == 0 for one in found.decisions if one.actual is one.best)
    assert len(found.players) == rules.players
    assert str(found)
    assert json.loads(json.dumps(found.to_dict(), allow_nan=False))["worlds"] == 2
    ElementTree.fromstring(found.svg())


def test_without_the_match_only_points_count() -> None:
    match = dm.Match(dm.Rules("draw", target=1_000_000), ["random", "random"], seed=1)
    for _ in range(14):
        match.step()
    found = dm.review(match, worlds=6)
    assert all(one.chance_loss is None for one in found.decisions)
    assert all(one.chance_loss_interval is None for one in found.decisions)
    assert all(one.accurate == is_accurate(one) for one in found.decisions)
    assert "percentage points of the chance to win the match behind" not in str(found)


# Refusals


@pytest.mark.parametrize("what", [None, "evening.json", dm.Round.deal(dm.Rules("draw"), seed=1)])
def test_only_a_match_or_a_record(what: Any) -> None:
    with pytest.raises(TypeError, match=f"a review is of a Record or a Match, not {type(what).__name__}"):
        dm.review(what)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"seat": 2}, "seat must be an integer from 0 to 1, not 2"),
        ({"round": -1}, "round must be an integer from 0 to"),
        ({"worlds": 0}, "worlds must be an integer from 1 to 1000000, not 0"),
        ({"level": 9}, "level must be an integer from 1 to 5, not 9"),
        ({"tolerance": -0.5}, "tolerance must be a number of points from 0, not -0.5"),
        ({"tolerance": float("nan")}, "tolerance must be a number of points from 0, not nan"),
        ({"tolerance": "1"}, "tolerance must be a number of points from 0, not '1'"),
    ],
)
def test_wrong_numbers(match: dm.Match, options: dict[str, Any], said: str) -> None:
    with pytest.raises(dm.RulesError, match=said):
        dm.review(match, **options)


def test_a_record_that_does_not_replay() -> None:
    record = json.loads(json.dumps(THROWN_AWAY))
    record["rounds"][0]["actions"][1] = "6-6@L"
    with pytest.raises(dm.RecordError, match="round 0, action 1: "):
        dm.review(dm.Record.from_dict(record))


def test_a_match_without_rounds() -> None:
    match = dm.Match(dm.Rules("draw", target=10), ["random", "random"], seed=1, scores=[10, 0])
    assert dm.review(match).decisions == ()
    with pytest.raises(dm.MatchError, match="there is no round to look at"):
        dm.review(match, round=0)


# The report


def test_the_report(review: Review) -> None:
    text = str(review)
    first = text.splitlines()[0]
    assert first == "draw: pinocchio/1 (seat 0), buratino (seat 1)."
    rows = re.findall(r"^ +(\d+)  (\S+) +(\S+) +([+-]?[\d.]+)  (.+)$", text, re.M)
    assert len(rows) == len(review.decisions)
    for (action, player, played, points, rest), one in zip(rows, review.decisions, strict=True):
        assert (int(action), player, played) == (one.action, review.names[one.seat], str(one.played))
        assert points == signed(one.actual.points)
        assert ("the same" in rest) == (one.actual is one.best)
        assert (within(one.loss, one.loss_interval) in rest) == (one.actual is not one.best)
        assert rest.endswith("*") == (not one.accurate)
    for player in review.players:
        assert f"{player.name} (seat {player.seat}): {len(player.decisions)} decisions, accuracy " in text
        for one in player.worst:
            lost = f"{within(one.loss, one.loss_interval)} points and " if one.loss > 0 else ""
            assert f"  Round {one.round}, action {one.action}: {one.played} is {lost}" in text
            why = [in_words(action.grounds, review.names) for action in (one.best, one.actual)]
            assert f"    {one.best.move}: {why[0]}\n    {one.played}: {why[1]}" in text
    assert re.search(r"open: (pinocchio/1|buratino)(, who .+?,)? can", text)
    assert not re.search(r"seat \d can", text)


def test_reasons_tell_players_of_one_name_apart() -> None:
    played = match_of(dm.Rules("draw", players=3, target=20), *["random"] * 3).to_record().to_dict()
    found = dm.review(dm.Record.from_dict({**played, "players": ["random", "", "random"]}), worlds=12)
    text = str(found) + json.dumps(found.to_dict())
    assert {"random (seat 0)", "seat 1", "random (seat 2)"} == set(re.findall(r"open: (.+?)(?:, who .+?,)? can", text))


def test_what_rounds_to_zero_has_no_sign() -> None:
    assert [signed(value) for value in (-0.04, 0.0, 0.04, -0.06, 0.05001, 12.34)] == [
        "0.0", "0.0", "0.0", "-0.1", "+0.1", "+12.3"
    ]  # fmt: skip
    assert [signed(-0.0), signed(-0.05000001)] == ["0.0", "-0.1"]


def test_for_programs(review: Review) -> None:
    found = json.loads(json.dumps(review.to_dict(), allow_nan=False))
    assert found["names"] == ["pinocchio/1", "buratino"]
    assert [one["loss"] for one in found["decisions"]] == [round(one.loss, 6) for one in review.decisions]
    for told, one in zip(found["decisions"], review.decisions, strict=True):
        assert told["loss_interval"] == round(one.loss_interval, 6)
        assert told["chance_loss_interval"] == round(one.chance_loss_interval or 0, 6)
        (mine,) = [action for action in told["advice"] if action["move"] == told["played"]]
        assert (mine["behind"], mine["behind_interval"]) == (told["loss"], told["loss_interval"])
        assert mine["value_behind"] == told["chance_loss"]
    for one in found["decisions"]:
        moves = [action["move"] for action in one["advice"]]
        assert one["played"] in moves
        assert one["best"] in moves
    assert [player["accuracy"] for player in found["players"]] == [
        pytest.approx(player.accuracy, abs=1e-6) for player in review.players
    ]
    worst = found["players"][0]["worst"][0]
    assert worst["why_best"] != worst["why_played"]


# The picture


def test_the_picture_shows_each_round_and_player(review: Review) -> None:
    picture = ElementTree.fromstring(review.svg())
    texts = [element.text for element in picture.iter(f"{SVG}text")]
    assert picture.findtext(f"{SVG}title") == "What each player could expect in draw"
    described = picture.findtext(f"{SVG}desc") or ""
    for seat, name in enumerate(review.names):
        assert f"{name} (seat {seat})" in texts
        assert f"{name} (seat {seat}): " in described
    for one in review.rounds:
        assert f"Round {one.number}: expected points, own minus others'" in texts
        assert f"Round {one.number}: chance to win it" in texts
    assert review._repr_svg_() == review.svg()


def test_the_picture_of_nothing_to_decide() -> None:
    rnd = {**THROWN_AWAY["rounds"][0], "actions": []}
    found = dm.review(dm.Record.from_dict({**THROWN_AWAY, "rounds": [rnd]}))
    assert found.decisions == ()
    ElementTree.fromstring(found.svg())
    assert "0 decisions with a choice in 1 round" in str(found)


def test_a_decision_is_plain_data(review: Review) -> None:
    one = review.decisions[0]
    assert Decision(one.round, one.action, one.played, one.advice) == one
    assert hash(one) == hash(Decision(one.round, one.action, one.played, one.advice))
