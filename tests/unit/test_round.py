"""Rounds: how they begin, how they are played and taken back, and what they tell."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dominoes.errors import DealError, DominoesError, IllegalMove, MatchError, NotationError, RulesError
from dominoes.events import Dealt, Drew, Opened, Passed, Played, RoundOver
from dominoes.moves import Move
from dominoes.position import End, Result
from dominoes.round import Round
from dominoes.rules import PRESETS, Rules
from dominoes.tiles import Tile, tile_set

HANDS = [["6-5", "1-0"], ["5-5", "6-1"]]
"""Seat 1 holds the highest tile, 5-5."""


def texts(values: Any) -> list[str]:
    return [str(value) for value in values]


def finish(rnd: Round, seed: int = 0) -> Round:
    rng = random.Random(seed)
    while rnd.result is None:
        rnd.play(rng.choice(rnd.legal_moves()))
    return rnd


# Dealing


def test_a_deal_shares_out_the_whole_set() -> None:
    rnd = Round.deal(Rules("draw", players=3, max_pip=9, hand_size=5), seed="friday")
    tiles = [tile for hand in rnd.dealt_hands for tile in hand] + list(rnd.dealt_boneyard)
    assert sorted(tiles) == list(tile_set(9))
    assert rnd.hand_counts == (5, 5, 5)
    assert rnd.boneyard_count == 40 == len(rnd.boneyard)
    assert [rnd.hand(seat) for seat in range(3)] == [tuple(sorted(hand)) for hand in rnd.dealt_hands]
    assert [rnd.pips(seat) for seat in range(3)] == [sum(tile.pips for tile in hand) for hand in rnd.dealt_hands]


def test_seeds() -> None:
    rules = Rules("draw")
    assert Round.deal(rules, 7) == Round.deal(rules, "7") != Round.deal(rules, 8)
    assert Round.deal(rules, 7, number=1) != Round.deal(rules, 7)
    assert Round.deal(rules) != Round.deal(rules)
    for wrong in (True, 7.0, b"7"):
        with pytest.raises(TypeError, match=r"a seed is a text or an integer"):
            Round.deal(rules, wrong)  # type: ignore[arg-type]
    for unwritable in ("\ud800", 10**5000):
        with pytest.raises(DealError, match=r"a seed "):
            Round.deal(rules, unwritable)
    with pytest.raises(RulesError, match=r"^number must be an integer from 0 to 4294967295, not -1$"):
        Round.deal(rules, 7, number=-1)


def test_the_holder_of_the_highest_tile_opens_with_it() -> None:
    rnd = Round(Rules("draw"), hands=HANDS)
    assert (rnd.turn, rnd.starter, rnd.forced, texts(rnd.legal_moves())) == (1, 1, Tile("5-5"), ["5-5"])
    free = Round(Rules("draw", opening_tile="free"), hands=HANDS, starter=1)
    assert (free.forced, texts(free.legal_moves())) == (None, ["5-5", "6-1"])


LATER: list[dict[str, Any]] = [{"first": False}, {"scores": (10, 20)}, {"first": False, "scores": (0, 0)}]


@pytest.mark.parametrize("later", LATER)
@pytest.mark.parametrize("next_opening", ["winner", "rotate"])
def test_a_later_round_is_led_by_the_starter_with_any_tile(later: dict[str, Any], next_opening: str) -> None:
    rules = Rules("draw", next_opening=next_opening)
    rnd = Round(rules, hands=HANDS, starter=0, **later)
    assert (rnd.turn, rnd.starter, rnd.forced, texts(rnd.legal_moves())) == (0, 0, None, ["1-0", "6-5"])
    assert rnd.scores == rnd.scores_before == later.get("scores", (0, 0))
    why = rf"^a starter must be given.* next_opening is '{next_opening}'$"
    with pytest.raises(DealError, match=why):
        Round(rules, hands=HANDS, **later)
    with pytest.raises(DealError, match=why):
        Round.deal(rules, 1, **later)


@pytest.mark.parametrize("which", [{}, {"first": True}, {"first": True, "scores": (10, 20)}, *LATER])
def test_where_the_highest_tile_decides_another_starter_is_refused(which: dict[str, Any]) -> None:
    rules = Rules("draw", next_opening="same")
    assert Round(rules, hands=HANDS, **which) == Round(rules, hands=HANDS, starter=1, **which)
    with pytest.raises(DealError, match=r"^the starter is seat 1, who holds the highest tile, 5-5, not seat 0$"):
        Round(rules, hands=HANDS, starter=0, **which)


def test_where_the_highest_tile_does_not_decide_a_given_round_needs_a_starter() -> None:
    rules = Rules("draw", opening="random", opening_tile="forced")
    with pytest.raises(DealError, match=r"^a starter must be given, a seat from 0 to 1: opening is 'random'$"):
        Round(rules, hands=HANDS)
    for seat in (0, 1):
        rnd = Round(rules, hands=HANDS, starter=seat)
        assert (rnd.turn, rnd.forced, len(rnd.legal_moves())) == (seat, None, 2)


def test_a_drawn_opener_comes_from_the_seed() -> None:
    rules = Rules("all-fives", players=4)
    openers = [Round.deal(rules, 1, number=number).starter for number in range(40)]
    assert set(openers) == {0, 1, 2, 3}
    assert openers == [Round.deal(rules, 1, number=number).starter for number in range(40)]
    assert Round.deal(rules, 1, starter=3).starter == 3


@pytest.mark.parametrize(
    ("given_", "error", "text"),
    [
        ({"hands": [["6-6"]]}, DealError, "there are 2 players but 1 hands"),
        ({"hands": [["6-6"], []]}, DealError, "the hand of seat 1 is empty"),
        ({"hands": [["6-6"], ["6-6"]]}, DealError, "tile 6-6 is dealt twice"),
        ({"hands": [["6-6"], ["7-6"]]}, DealError, "7-6 is not in this set, whose numbers run from 0 to 6"),
        ({"hands": [["6-6"], ["5-4"]], "boneyard": ["9-0"]}, DealError, "9-0 is not in this set, whose numbers run"),
        ({"hands": [["6-6"], ["66"]]}, NotationError, "'66' is no tile"),
        ({"hands": [["6-6"], [27]]}, TypeError, "a Tile is made from"),
        ({"hands": ["6-6", "6-5"]}, TypeError, "hand 0 is a sequence of tiles, not str"),
        ({"hands": "6-6"}, TypeError, "the hands are given as a sequence, not str"),
        ({"hands": None}, TypeError, "the hands are given as a sequence, not NoneType"),
        ({"boneyard": 5}, TypeError, "the boneyard is a sequence of tiles, not int"),
        ({"boneyard": ["5-5"]}, DealError, "tile 5-5 is dealt twice"),
        ({"starter": 2}, DealError, "the starter is a seat from 0 to 1, not 2"),
        ({"starter": -1}, DealError, "the starter is a seat from 0 to 1, not -1"),
        ({"starter": True}, TypeError, "a starter is a seat, not bool"),
        ({"first": 1}, TypeError, "first is True, False or None, not int"),
        ({"scores": (1,), "starter": 1}, DealError, "there are 2 players but 1 scores"),
        ({"scores": (1, True)}, TypeError, "a score is an integer, not bool"),
        ({"scores": (1, 10**10)}, DealError, "a score lies between"),
        ({"number": -1}, RulesError, "number must be an integer"),
    ],
)
def test_what_no_round_can_begin_from(given_: dict[str, Any], error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        Round(Rules("draw"), **{"hands": HANDS, **given_})


def test_rules_are_needed() -> None:
    with pytest.raises(TypeError, match=r"rules are a Rules, not str"):
        Round("draw", hands=HANDS)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"rules are a Rules, not str"):
        Round.deal("draw")  # type: ignore[arg-type]


# Playing


def test_moves_and_texts_are_played_alike() -> None:
    rnd = Round(Rules("draw"), hands=HANDS)
    assert rnd.play(" 5-5") is Move("5-5")
    assert rnd.play(Move("5-6@R:ahead")) is Move("6-5@R")
    assert rnd.moves == (Move("5-5"), Move("6-5@R"))
    assert rnd.ends == (End("L", 5, 10), End("R", 6, 6))
    assert rnd.end_count == 16
    assert texts(laid.tile for laid in rnd.chain) == ["5-5", "6-5"]


def test_both_ends_of_one_number_are_two_moves_that_leave_different_ends() -> None:
    rnd = Round(Rules("draw", opening_tile="free"), hands=[["5-3", "6-6"], ["5-4", "5-3"][:1]])
    rnd.play("5-3")
    left = rnd.copy()
    left.play("5-4@L")
    assert [end.number for end in left.ends] == [4, 3]
    assert [end.number for end in rnd.ends] == [5, 3]


def test_what_is_refused_changes_nothing() -> None:
    rnd = Round(Rules("draw"), hands=HANDS)
    before = pickle.dumps(rnd)
    with pytest.raises(IllegalMove, match=r"^6-1 may not open: the first tile must be 5-5$") as caught:
        rnd.play("6-1")
    assert isinstance(caught.value, ValueError)
    assert isinstance(caught.value, DominoesError)
    with pytest.raises(NotationError):
        rnd.play("five-five")
    for wrong in (None, 27, Tile("5-5"), b"5-5"):
        for ask in (rnd.play, rnd.is_legal, rnd.why_not):
            with pytest.raises(TypeError, match=r"a move is a Move or a text"):
                ask(wrong)  # type: ignore[arg-type]
    assert pickle.dumps(rnd) == before


def test_after_the_end_nothing_is_legal() -> None:
    rnd = Round(Rules("draw"), hands=[["6-6"], ["6-1", "4-3"]])
    rnd.play("6-6")
    assert rnd.result == Result("domino", 0, (14, 0))
    assert rnd.turn is None
    assert rnd.legal_moves() == ()
    assert rnd.points == rnd.scores == (14, 0)
    assert rnd.last_player == 0
    for move in ("6-1@L", "draw", "pass"):
        with pytest.raises(IllegalMove, match=r"the round is over"):
            rnd.play(move)


def test_a_blocked_round_with_equal_hands_has_no_winner() -> None:
    rnd = Round(Rules("block"), hands=[["6-6", "2-1"], ["3-0"]])
    for move in ("6-6", "pass", "pass"):
        rnd.play(move)
    assert rnd.result == Result("blocked", None, (0, 0))


def test_a_win_can_be_worth_nothing() -> None:
    rnd = Round(Rules("draw"), hands=[["6-6"], ["0-0"]])
    rnd.play("6-6")
    assert rnd.result == Result("domino", 0, (0, 0))


def test_undo_gives_back_the_same_tile_and_stops_at_the_deal() -> None:
    rnd = Round(Rules("draw"), hands=[["6-6", "1-0"], ["4-3"]], boneyard=["5-4", "6-2"])
    start = rnd.copy()
    for move in ("6-6", "draw", "draw", "6-2@L"):
        rnd.play(move)
    assert texts(rnd.undo() for _ in range(4)) == ["6-2@L", "draw", "draw", "6-6"]
    assert rnd == start
    assert texts(rnd.boneyard) == ["5-4", "6-2"]
    with pytest.raises(MatchError, match=r"^there is no move to take back$"):
        rnd.undo()
    assert rnd == start


@given(st.sampled_from(PRESETS), st.integers(0, 2**32 - 1))
def test_a_round_rolls_back_to_its_deal(preset: str, seed: int) -> None:
    rnd, rng = Round.deal(Rules(preset), seed), random.Random(seed)
    trail = []
    while rnd.result is None:
        trail.append((rnd.copy(), rnd.events, str(rnd.legal_moves())))
        move = rng.choice(rnd.legal_moves())
        assert rnd.why_not(move) is None
        assert rnd.is_legal(move)
        if rng.random() < 0.5:
            rnd.play(str(move))
        else:
            rnd.play_unchecked(move)
    for before, happened, legal in reversed(trail):
        rnd.undo()
        assert rnd == before
        assert hash(rnd) == hash(before)
        assert (rnd.events, str(rnd.legal_moves())) == (happened, legal)


# Events


def test_events_tell_what_happened() -> None:
    rnd = Round(Rules("draw"), hands=[["6-6", "1-0"], ["4-3", "3-3"]], boneyard=["5-4"], number=3, scores=(5, 8))
    for move in ("6-6", "draw", "pass", "pass"):
        rnd.play(move)
    assert rnd.events == (
        Dealt(number=3, hand_counts=(2, 2), boneyard_count=1, starter=0, scores=(5, 8)),
        Opened(0, Move("6-6")),
        Drew(1, Tile("5-4"), 0),
        Passed(1),
        Passed(0),
        RoundOver("blocked", 0, (21, 0), (26, 8)),
    )
    assert [event.to_dict()["event"] for event in rnd.events] == [
        "dealt",
        "opened",
        "drew",
        "passed",
        "passed",
        "round-over",
    ]
    assert rnd.events[2].to_dict() == {"event": "drew", "seat": 1, "tile": "5-4", "boneyard_count": 0}
    assert rnd.events[2].for_seat(0) == Drew(1, None, 0)


def test_events_tell_what_a_play_scored() -> None:
    hands = [["5-5", "5-0", "2-1"], ["5-2", "4-0", "3-3"]]
    rnd = Round(Rules("all-fives"), hands=hands, starter=0)
    for move in ("5-5", "5-2@L", "5-0@R", "4-0@R"):
        rnd.play(move)
    scored = [event.points for event in rnd.events if isinstance(event, (Opened, Played))]
    assert scored == [10, 0, 0, 0]
    assert rnd.points == (10, 0)
    assert copy.deepcopy(rnd).events == pickle.loads(pickle.dumps(rnd)).events == rnd.copy().events == rnd.events


@given(st.sampled_from([3, 5]), st.integers(0, 2**32 - 1))
def test_points_are_what_the_events_say(multiple: int, seed: int) -> None:
    rules = Rules("all-fives", players=3, count_multiple=multiple, hand_size=5)
    rnd = finish(Round.deal(rules, seed), seed)
    scored = [0, 0, 0]
    for event in rnd.events:
        if isinstance(event, (Opened, Played)):
            scored[event.seat] += event.points
    assert rnd.result is not None
    rest = [points - play for points, play in zip(rnd.result.points, scored, strict=True)]
    assert min(rest) >= 0
    assert sum(map(bool, rest)) <= 1
    if rnd.result.reason == "target":
        assert rest == [0, 0, 0]


# Python's own


class House(Round):
    """A subclass of somebody's, with attributes."""

    note: list[str]


@pytest.mark.parametrize("preset", PRESETS)
def test_copies_and_pickles_go_on_by_themselves(preset: str) -> None:
    rnd = House.deal(Rules(preset), 3)
    rnd.note = ["mine"]
    rnd.play(rnd.legal_moves()[0])
    for new in (rnd.copy(), copy.copy(rnd), copy.deepcopy(rnd), pickle.loads(pickle.dumps(rnd))):
        assert type(new) is House
        assert new.note == ["mine"]
        assert (new, hash(new), new.starter, new.events) == (rnd, hash(rnd), rnd.starter, rnd.events)
        finish(new)
        assert new != rnd
        assert len(rnd.moves) == 1
    assert copy.deepcopy(rnd).note is not rnd.note


def test_the_state_is_a_copy() -> None:
    rnd = Round.deal(Rules("draw"), 1)
    state = rnd.state
    state.apply(state.legal()[0])
    assert rnd.moves == ()
    assert rnd.state.action_count == 0


def test_equality_is_of_position_and_rules() -> None:
    rnd = Round(Rules("draw"), hands=HANDS)
    assert rnd == Round(Rules("block", draw="until-playable"), hands=HANDS)
    assert rnd != Round(Rules("draw", target=99), hands=HANDS)
    assert rnd != "round"


@pytest.mark.parametrize("seat", [2, -1, True, "0", None])
def test_seats_that_are_not_there(seat: Any) -> None:
    rnd = Round(Rules("draw"), hands=HANDS)
    for ask in (rnd.hand, rnd.pips, rnd.view):
        with pytest.raises(RulesError, match=r"^a seat must be an integer from 0 to 1, not "):
            ask(seat)


def test_pictures() -> None:
    rnd = Round(Rules("draw"), hands=HANDS, boneyard=["2-2"])
    assert "to act: seat 1" in str(rnd)
    assert "hand of seat 0: 1-0 6-5" in str(rnd)
    finish(rnd)
    assert "over: " in str(rnd)
    assert rnd._repr_svg_().lstrip().startswith("<svg")
    assert repr(rnd).startswith("<Round of 2 players: ")
