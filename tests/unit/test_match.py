"""Matches: rounds to a target, persons and players, taking back, resuming."""

from __future__ import annotations

import copy
import itertools
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dominoes.players
from dominoes.errors import DealError, DominoesError, IllegalMove, MatchError, RecordError
from dominoes.events import Dealt, Drew, Event, MatchOver, Opened, Passed, Played, RoundOver
from dominoes.match import Human, Match
from dominoes.moves import Move
from dominoes.players import Random
from dominoes.progress import leader, next_opening
from dominoes.record import Record, commitment
from dominoes.registry import PlayerError
from dominoes.round import Round
from dominoes.rules import Rules
from dominoes.view import View

BOTS = ["random", "heaviest", "random", "heaviest"]
RULE_SETS = [
    Rules("draw", target=60),
    Rules("table", target=40, table=(24, 16)),
    Rules("block", players=3, target=60, next_opening="rotate"),
    Rules("draw", players=4, hand_size=5, target=60, next_opening="winner", voluntary_draw=True),
    Rules("all-fives", players=3, target=80),
    Rules("all-fives", players=4, partners=True, target=80, opening="highest-tile", next_opening="same"),
    Rules("partnership", target=120),
]


def finished(match: Match) -> Match:
    for _ in match.run():
        pass
    return match


def bots(rules: Rules, seed: str | int = "x", **options: Any) -> Match:
    return Match(rules, BOTS[: rules.players], seed=seed, **options)


def kinds(events: Any) -> list[str]:
    return [event.kind for event in events]


class Scripted:
    """Does what a function says, whatever the view."""

    name = "scripted"

    def __init__(self, does: Callable[[View], Any]) -> None:
        self.choose = does


def first_legal(view: View) -> Move:
    return view.legal_moves()[0]


# Playing to the target


@pytest.mark.parametrize("rules", RULE_SETS, ids=repr)
def test_a_match_is_played_to_its_target(rules: Rules) -> None:
    match = bots(rules)
    events = list(match.run())
    assert tuple(events) == match.events
    assert kinds(events).count("dealt") == kinds(events).count("round-over") == len(match.rounds)
    assert events[-1] == MatchOver(match.winner or 0, match.scores)
    assert match.over
    assert max(match.scores) >= rules.target
    for before, rnd in zip(match.rounds, match.rounds[1:], strict=False):
        assert max(before.scores) < rules.target
        assert rnd.scores_before == before.scores
        assert rnd.number == before.number + 1
    assert list(match.run()) == []


@pytest.mark.parametrize("rules", RULE_SETS, ids=repr)
def test_equal_seeds_give_equal_matches(rules: Rules) -> None:
    assert list(bots(rules, 7).run()) == list(bots(rules, "7").run())
    assert list(bots(rules, 7).run()) != list(bots(rules, 8).run())


def test_without_a_seed_every_match_is_another() -> None:
    one, other = Match(Rules("draw"), BOTS[:2]), Match(Rules("draw"), BOTS[:2])
    assert one.seed != other.seed
    assert one.round != other.round
    assert Match(Rules("draw"), BOTS[:2], seed=one.seed).round == one.round


def test_a_rounds_deal_is_that_of_its_number() -> None:
    match = finished(bots(Rules("draw", target=60), "deals"))
    for number, rnd in enumerate(match.rounds):
        dealt = Round.deal(match.rules, "deals", number=number, first=True, scores=rnd.scores_before)
        assert rnd.dealt_hands == dealt.dealt_hands
        assert rnd.dealt_boneyard == dealt.dealt_boneyard


def test_players_chance_never_touches_the_deal() -> None:
    first = finished(Match(Rules("draw"), ["random", "random"], seed="d"))
    other = finished(Match(Rules("draw"), ["heaviest", "random"], seed="d"))
    for one, two in zip(first.rounds, other.rounds, strict=False):
        assert one.dealt_hands == two.dealt_hands


def test_one_action_is_one_step() -> None:
    match = bots(Rules("all-fives", target=40))
    while happened := match.step():
        assert len([event for event in happened if isinstance(event, (Opened, Played, Drew, Passed))]) <= 1
        assert kinds(happened)[0] in ("dealt", "opened", "played", "drew", "passed")


def test_the_state_after_the_play_that_reaches_the_target_says_over() -> None:
    # Fault 25, with count_multiple: the very play ends the match.
    for seed in range(30):
        match = bots(Rules("all-fives", target=30), seed)
        happened: tuple[Event, ...] = ()
        while step := match.step():
            happened = step
        assert match.over
        assert isinstance(happened[-1], MatchOver)
        result = match.round.result
        assert result is not None
        if result.reason == "target":
            assert isinstance(happened[0], (Opened, Played))
            assert happened[0].points > 0
            assert result.winner == match.winner == happened[0].seat
            assert match.scores[match.winner] >= 30
            return
    pytest.fail("no match of thirty ended by a play")


@pytest.mark.parametrize(
    ("scores", "winner"),
    [
        ((105, 120), 1),  # fault 21
        ((120, 105), 0),
        ((100, 0), 0),
        ((-5, 100), 1),
    ],
)
def test_given_scores_may_decide_a_match_at_once(scores: tuple[int, int], winner: int) -> None:
    match = Match(Rules("draw"), BOTS[:2], seed="x", scores=scores)
    assert match.over
    assert match.winner == winner
    assert match.rounds == ()
    assert match.turn is None
    assert match.events == (MatchOver(winner, scores),)
    assert list(match.run()) == [MatchOver(winner, scores)]
    assert list(match.run()) == []
    for refused in (lambda: match.round, match.undo, match.to_record, lambda: match.act("6-6"), lambda: match.view(0)):
        with pytest.raises(MatchError):
            refused()


def test_equal_highest_at_the_target_play_another_round() -> None:
    match = Match(Rules("draw"), BOTS[:2], seed="x", scores=(120, 120))
    assert not match.over
    finished(match)
    assert len(match.rounds) >= 1
    assert match.scores != (120, 120)
    assert match.winner == match.scores.index(max(match.scores))


def test_of_teams_the_team_wins() -> None:
    rules = Rules("partnership")
    assert Match(rules, BOTS, scores=(10, 210, 10, 210)).winner == 1
    assert not Match(rules, BOTS, seed=1, scores=(210, 210, 210, 210)).over
    assert leader(rules, (210, 200, 210, 200)) == 0
    assert leader(rules, (199, 0, 199, 0)) is None


def test_a_match_goes_on_from_given_scores() -> None:
    match = Match(Rules("draw"), BOTS[:2], seed="x", scores=(90, 5))
    assert match.scores == match.round.scores_before == (90, 5)
    assert match.points == (0, 0)
    record = finished(match).to_record()
    assert record.rounds[0].scores_before == (90, 5)
    assert record.rounds[0].first is True
    assert Record.loads(record.dumps()).replay().scores == match.scores


@pytest.mark.parametrize(
    ("scores", "text"),
    [
        ((1,), "there are 2 players but 1 scores"),
        ((1, 2, 3), "there are 2 players but 3 scores"),
        ((1, 10**10), "a score lies between"),
        ((1000, -(10**10)), "a score lies between"),
    ],
)
def test_wrong_scores_are_refused(scores: tuple[int, ...], text: str) -> None:
    with pytest.raises(DealError, match=text):
        Match(Rules("draw"), BOTS[:2], scores=scores)
    with pytest.raises(DealError, match="same score"):
        Match(Rules("partnership"), BOTS, scores=(0, 0, 0, 1))
    with pytest.raises(DealError, match="same score"):
        Match(Rules("partnership"), BOTS, scores=(0, 300, 0, 1))
    with pytest.raises(TypeError):
        Match(Rules("draw"), BOTS[:2], scores=(True, 0))


# Who opens


def at_the_end(rules: Rules, hands: list[list[str]], moves: list[str], starter: int | None = None) -> Round:
    rnd = Round(rules, hands=hands, starter=starter)
    for move in moves:
        rnd.play(move)
    assert rnd.result is not None
    return rnd


TEAM_BLOCK = [["6-6", "5-5"], ["6-5", "1-0"], ["1-1", "0-0"], ["4-4", "3-3"]]


def test_the_winner_opens_with_any_tile() -> None:
    rules = Rules("draw", next_opening="winner")
    rnd = at_the_end(rules, [["6-6", "1-0"], ["6-5", "5-5"]], ["6-6", "6-5@L", "pass", "5-5@L"])
    assert next_opening(rnd) == (False, 1)


def test_after_a_round_without_a_winner_the_opening_is_as_the_first() -> None:
    rules = Rules("block", next_opening="winner")
    tied = at_the_end(rules, [["6-6", "2-0"], ["1-1"]], ["6-6", "pass", "pass"])
    assert tied.result is not None
    assert tied.result.winner is None
    assert next_opening(tied) == (True, None)
    rotating = at_the_end(Rules("block", next_opening="rotate"), [["6-6", "2-0"], ["1-1"]], ["6-6", "pass", "pass"])
    assert next_opening(rotating) == (False, 1)


def test_of_a_winning_team_the_one_who_went_out_opens() -> None:
    hands = [["6-6", "5-5"], ["1-1", "1-0"], ["6-5"], ["4-4", "3-3"]]
    rnd = at_the_end(Rules("partnership"), hands, ["6-6", "pass", "6-5@L"])
    assert rnd.result is not None
    assert rnd.result.winner == 0
    assert next_opening(rnd) == (False, 2)


@pytest.mark.parametrize(
    ("second", "fourth", "zeroth", "third", "opens"),
    [
        ("4-4", "3-3", "2-0", "1-0", 2),  # the member with fewer pips
        ("4-4", "3-3", "1-0", "2-0", 0),
        ("4-4", "3-3", "2-0", "1-1", 0),  # equal: the lower seat
        ("1-0", "1-1", "4-4", "3-3", 1),
        ("1-1", "1-0", "4-4", "3-3", 3),
        ("2-0", "1-1", "4-4", "3-3", 1),
    ],
)
def test_after_a_block_the_member_with_fewer_pips_opens(
    second: str, fourth: str, zeroth: str, third: str, opens: int
) -> None:
    hands = [["6-6", zeroth], [second], [third], [fourth]]
    rnd = at_the_end(Rules("partnership"), hands, ["6-6", "pass", "pass", "pass", "pass"])
    assert rnd.result is not None
    assert rnd.result.reason == "blocked"
    assert next_opening(rnd) == (False, opens)


def test_rotation_goes_round_the_table() -> None:
    match = finished(bots(Rules("block", players=3, target=150, next_opening="rotate")))
    starters = [rnd.starter for rnd in match.rounds]
    assert starters == [(starters[0] + number) % 3 for number in range(len(starters))]
    assert all(rnd.forced is None for rnd in match.rounds[1:])


def test_the_same_opening_anew_each_round() -> None:
    match = finished(bots(Rules("draw", target=100)))
    for rnd in match.rounds:
        highest = max((tile for hand in rnd.dealt_hands for tile in hand), key=lambda tile: tile.rank)
        assert rnd.forced == highest == rnd.chain[0].tile
    drawn = finished(bots(Rules("draw", target=300, opening="random")))
    assert {rnd.starter for rnd in drawn.rounds} == {0, 1}


# Persons


def test_run_stops_where_a_person_must_act() -> None:
    match = Match(Rules("draw", target=30), [Human("Ann"), "heaviest"], seed=5)
    while not match.over:
        for event in match.run():
            assert isinstance(event, Event)
        if match.over:
            break
        assert match.turn == match.waiting == 0
        assert list(match.run()) == []
        events = match.act(match.round.legal_moves()[0])
        assert len(events) >= 1
        assert isinstance(events[0], (Opened, Played, Drew, Passed))
        assert events[0].seat == 0
    assert match.waiting is None


def test_each_event_is_told_once_however_often_run_is_begun() -> None:
    whole = list(bots(Rules("draw", target=30)).run())
    match = bots(Rules("draw", target=30))
    told = []
    while (event := next(match.run(), None)) is not None:  # each run is abandoned after its first event
        told.append(event)
    assert told == whole
    match = bots(Rules("draw", target=30))
    runs = match.run(), match.run()
    told = [event for pair in itertools.zip_longest(*runs) for event in pair if event is not None]
    assert told == whole


def test_what_is_taken_back_is_not_told_any_more() -> None:
    match = bots(Rules("draw", target=1, hand_size=1), seed=1)
    for event in match.run():
        if isinstance(event, (Opened, Played)) and match.round.result is not None:
            break
    match.undo()
    assert not match.over
    assert isinstance(next(match.run()), (Opened, Played))


def test_act_takes_a_move_or_its_text_and_tells_the_end() -> None:
    record = Record.from_dict(
        {
            "format": "dominoes-record",
            "version": 1,
            "rules": {"preset": "draw", "target": 3},
            "players": ["Ann", "Ben"],
            "rounds": [{"hands": [["6-6", "6-1"], ["6-2", "2-1"]], "boneyard": ["0-0"], "starter": 0, "actions": []}],
        }
    )
    match = record.replay()
    assert match.act(Move("6-6")) == (Opened(0, Move("6-6")),)
    assert match.act("2-6@R:ahead") == (Played(1, Move("6-2@R")),)
    assert match.act("6-1@L") == (
        Played(0, Move("6-1@L")),
        RoundOver("domino", 0, (3, 0), (3, 0)),
        MatchOver(0, (3, 0)),
    )
    assert match.events[-1] == MatchOver(0, (3, 0))
    with pytest.raises(MatchError, match="the match is over"):
        match.act("pass")


def test_an_illegal_act_says_why_and_changes_nothing() -> None:
    match = Match(Rules("draw"), [Human("Ann"), "heaviest"], seed=5)
    before = copy.deepcopy(match.round)
    with pytest.raises(IllegalMove) as caught:
        match.act("1-0@L")
    assert caught.value.reason is not None
    with pytest.raises(DominoesError):
        match.act("nonsense")
    with pytest.raises(TypeError):
        match.act(5)  # type: ignore[arg-type]
    assert match.round == before
    assert kinds(match.run()) == ["dealt"]


def test_nobody_acts_for_a_player_or_between_rounds() -> None:
    match = Match(Rules("draw"), ["heaviest", "random"], seed=5)
    with pytest.raises(MatchError, match=r"it is the turn of heaviest \(seat 0\), who plays by run\(\)"):
        match.act("6-6")
    while match.turn is not None:
        match.step()
    with pytest.raises(MatchError, match="the round is over"):
        match.act("6-6")


def test_a_draw_tells_its_tile_to_the_one_who_drew() -> None:
    # Fault 46.
    events = [event for event in finished(bots(Rules("draw"))).events if isinstance(event, Drew)]
    assert events
    for event in events:
        assert event.tile is not None
        assert event.for_seat(1 - event.seat) == Drew(event.seat, None, event.boneyard_count)


# Players that fail


FAILING: list[tuple[Callable[[View], Any], str]] = [
    (lambda view: None, "chose None, which is no Move"),
    (lambda view: "6-6", "chose '6-6', which is no Move"),
    (lambda view: Move("0-0@U"), "chose 0-0@U: "),
    (lambda view: Move.PASS, "chose pass: "),
    (lambda view: 1 // 0, "could not choose: ZeroDivisionError"),
    (lambda view: view.state.apply(0), "could not choose: ValueError"),
    (lambda view: setattr(view, "seat", 1), "could not choose: AttributeError"),
]


@pytest.mark.parametrize(("does", "text"), FAILING)
def test_a_failing_player_is_named_and_changes_nothing(does: Callable[[View], Any], text: str) -> None:
    match = Match(Rules("draw"), [Scripted(does), Scripted(does)], seed=5)
    assert kinds(match.step()) == ["dealt"]
    before = copy.deepcopy(match.round)
    with pytest.raises(PlayerError) as caught:
        match.step()
    assert str(caught.value).startswith(f"the player scripted (seat {before.turn}) {text}")
    assert isinstance(caught.value, DominoesError)
    assert match.round == before


def test_a_player_that_was_handed_the_match_cannot_change_it() -> None:
    handed: list[Match] = []
    tricks: list[Callable[[Match], Any]] = [
        lambda match: match.round.play(match.round.legal_moves()[0]),
        lambda match: match.undo(),
        lambda match: match.step(),
    ]
    for trick in tricks:

        def does(view: View, trick: Callable[[Match], Any] = trick) -> Move:
            trick(handed[0])
            return first_legal(view)

        match = Match(Rules("draw"), [Scripted(first_legal), Scripted(first_legal)], seed=5)
        for _ in range(4):
            match.step()
        before = copy.deepcopy(match.round)
        assert before.turn is not None
        match.players[before.turn].choose = does  # type: ignore[union-attr,method-assign]
        handed[:] = [match]
        with pytest.raises(PlayerError):
            match.step()
        assert match.round == before
        assert len(match.rounds) == 1


def test_a_decision_leaves_the_round_as_it_was() -> None:
    # Fault 34.
    match: Match
    seen: list[tuple[int, int]] = []

    def does(view: View) -> Move:
        move = first_legal(view)
        seen.append((before, hash(match.round)))
        return move

    match = Match(Rules("draw", target=30), [Scripted(does), Scripted(does)], seed=5)
    before = hash(match.round)
    while match.step():
        before = hash(match.round)
    assert seen
    assert all(one == other for one, other in seen)


def test_a_view_has_the_stream_of_its_decision() -> None:
    match = bots(Rules("draw"))
    draws = [[match.view(seat).rng for seat in (0, 1)] for _ in range(2)]
    assert draws[0] == draws[1]
    assert draws[0][0] != draws[0][1]
    for _ in range(3):
        match.step()
    assert match.view(0).rng != draws[0][0]
    with pytest.raises(DominoesError):
        match.view(2)
    finished(match)
    later = bots(Rules("draw"), match.seed or "")
    while len(later.rounds) < 2:
        later.step()
    assert later.round.moves == ()
    assert later.view(0).rng != draws[0][0]


# Taking back


def test_undo_returns_to_the_persons_decision() -> None:
    # Faults 43 and 45: against players, through their draws, and after the last move.
    for seed in range(12):
        match = Match(Rules("draw", target=30), [Human("Ann"), "random"], seed=seed)
        list(match.run())
        while not match.over:
            if match.waiting is None:
                list(match.run())
                continue
            before, number = copy.deepcopy(match.round), len(match.rounds)
            move = match.round.legal_moves()[-1]
            happened = match.act(move)
            while match.turn == 1:
                happened += match.step()
            after = copy.deepcopy(match.round)
            taken = match.undo()
            assert taken[0] == move
            assert match.round == before
            assert len(match.rounds) == number
            assert not match.over
            again = match.act(move)
            while match.turn == 1:
                again += match.step()
            assert again == happened
            assert match.round == after


def test_undo_after_a_draw_draws_the_same_tile() -> None:
    # Fault 44.
    for seed in range(40):
        match = Match(Rules("draw"), [Human("Ann"), Human("Ben")], seed=seed)
        for _ in range(6):
            move = match.round.legal_moves()[0]
            happened = match.act(move)
            if isinstance(happened[0], Drew):
                assert match.undo() == (Move.DRAW,)
                assert match.act("draw") == happened
                return
            if match.waiting is None:
                break
    pytest.fail("nobody drew in forty rounds")


def test_undo_of_an_empty_history_is_refused() -> None:
    # Fault 45.
    match = Match(Rules("draw"), [Human("Ann"), Human("Ben")], seed=5)
    for _ in range(2):
        with pytest.raises(MatchError, match="nothing to take back"):
            match.undo()
    assert kinds(match.run()) == ["dealt"]


def test_undo_does_not_take_back_what_only_players_did() -> None:
    match = Match(Rules("draw"), ["heaviest", Human("Ann")], seed=5)
    list(match.run())
    moves = match.round.moves
    assert moves
    with pytest.raises(MatchError, match="nothing to take back"):
        match.undo()
    assert match.round.moves == moves
    assert match.undo(0) == moves
    with pytest.raises(MatchError):
        match.undo(0)
    with pytest.raises(DominoesError):
        match.undo(2)


def test_undo_for_a_seat_goes_back_to_that_seats_action() -> None:
    match = Match(Rules("block"), [Human("Ann"), Human("Ben")], seed=5)
    done = [match.act(match.round.legal_moves()[0])[0] for _ in range(4)]
    assert isinstance(done[3], (Opened, Played, Passed))
    other = 1 - done[3].seat
    assert len(match.undo(other)) == 2
    assert match.turn == other


def test_undo_without_persons_takes_back_one_action() -> None:
    match = bots(Rules("draw"))
    for _ in range(6):
        match.step()
    moves = match.round.moves
    assert match.undo() == moves[-1:]
    assert match.round.moves == moves[:-1]


def test_undo_reaches_into_the_finished_round_until_the_next_is_dealt() -> None:
    match = bots(Rules("draw", target=100))
    while match.turn is not None:
        match.step()
    ended = match.scores
    match.undo()
    assert match.turn is not None
    assert match.scores == (0, 0)
    match.step()
    assert match.scores == ended
    assert kinds(match.step()) == ["dealt"]
    with pytest.raises(MatchError, match="nothing to take back in this round"):
        match.undo()
    assert len(match.rounds) == 2


def test_a_won_match_can_be_taken_back() -> None:
    match = finished(bots(Rules("all-fives", target=30)))
    events = match.events
    match.undo()
    assert not match.over
    assert match.winner is None
    finished(match)
    assert match.events == events


# Saving and going on


@pytest.mark.parametrize("rules", RULE_SETS, ids=repr)
def test_a_match_resumes_exactly_at_every_step(rules: Rules) -> None:
    whole = bots(rules, "resume")
    everything = list(whole.run())
    match = bots(rules, "resume")
    told = 0
    while happened := match.step():
        told += len(happened)
        resumed = Match.from_record(Record.loads(match.to_record().dumps()))
        assert resumed.events == match.events
        if told % 7 == 0:
            assert list(resumed.run()) == everything[told:]
            assert resumed.to_record() == whole.to_record()


def test_a_killed_match_with_a_person_resumes_from_its_file(tmp_path: Path) -> None:
    path = tmp_path / "match.json"

    def played(killed: bool) -> Match:
        match = Match(Rules("draw", players=3, target=40), [Human("Ann"), "random", "random"], seed="kill")
        list(match.run())
        while not match.over:
            if killed:
                match.to_record().save(path)
                match = Match.from_record(Record.load(path))
            if match.waiting is None:
                match.step()
            else:
                assert match.players[0] == Human("Ann")
                match.act(match.round.legal_moves()[-1])
        return match

    assert played(killed=True).to_record() == played(killed=False).to_record()


@pytest.mark.parametrize("rules", RULE_SETS, ids=repr)
def test_a_record_has_what_the_match_had(rules: Rules) -> None:
    match = bots(rules, 3, salt="s", meta={"k": "v"})
    assert match.commitment == commitment(3, "s")
    record = match.to_record()
    assert record.scores is None
    assert record.rounds[0].result is None
    assert (record.seed, record.salt, record.commitment) == ("3", "s", match.commitment)
    assert record.meta == {"k": "v"}
    finished(match)
    record = match.to_record()
    assert record.scores == match.scores
    assert all(entry.result is not None for entry in record.rounds)
    assert record.opponents == tuple(BOTS[: rules.players])
    assert Match.from_record(record).to_record() == record
    assert record.replay().rounds == match.rounds


def test_saving_at_each_seats_turn_keeps_its_legal_moves() -> None:
    # Fault 41.
    match = bots(Rules("table", table=(16, 12)), 11)
    while match.step():
        replayed = Record.loads(match.to_record().dumps()).replay()
        assert replayed.turn == match.turn
        assert replayed.round.legal_moves() == match.round.legal_moves()
        assert replayed.scores == match.scores


def test_a_new_round_carries_nothing_over() -> None:
    # Fault 38.
    match = finished(bots(Rules("all-fives", players=3, target=60)))
    for rnd in match.rounds:
        alone = Round(
            rnd.rules,
            hands=rnd.dealt_hands,
            boneyard=rnd.dealt_boneyard,
            starter=rnd.starter,
            first=False,
            scores=rnd.scores_before,
        )
        for move in rnd.moves:
            alone.play(move)
        assert alone.result == rnd.result


def test_a_record_without_a_seed_goes_on_by_a_fresh_one() -> None:
    record = bots(Rules("draw")).to_record().to_dict()
    del record["seed"]
    replayed = Record.from_dict(record).replay()
    assert replayed.seed is None
    assert replayed.view(0).rng is None
    assert "seed" not in replayed.to_record().to_dict()
    match = finished(Match.from_record(Record.from_dict(record)))
    assert match.over
    assert match.seed is not None


def test_from_record_takes_other_players_and_refuses_unknown_ones() -> None:
    record = bots(Rules("draw")).to_record()
    match = Match.from_record(record, players=[Human("Ann"), "random"])
    assert match.names == record.players
    assert match.to_record().opponents == (None, "random")
    data = record.to_dict()
    data["opponents"] = ["random", "nobody-known"]
    with pytest.raises(
        PlayerError,
        match="there is no player 'nobody-known'; there are blocker, buratino, heaviest, pinocchio, random, snow-white",
    ):
        Match.from_record(Record.from_dict(data))
    assert Record.from_dict(data).replay().names == record.players
    data["rounds"][0]["actions"] = ["pass"]
    with pytest.raises(RecordError, match="round 0, action 0"):
        Match.from_record(Record.from_dict(data))


def test_opponents_are_kept_as_they_stand() -> None:
    data = Match(Rules("draw"), [Human("Ann"), Human("Ben")], seed="x").to_record().to_dict()
    assert "opponents" not in data
    data["opponents"] = [None, None]
    assert Match.from_record(Record.from_dict(data)).to_record().to_dict() == data
    assert "opponents" not in Record.from_dict(data).replay().to_record().to_dict()


def test_a_registered_player_is_recorded_by_the_name_it_is_found_by() -> None:
    dominoes.players.register("alias", lambda: Scripted(first_legal))
    try:
        match = Match(Rules("draw"), ["alias", Scripted(first_legal)], seed="x")
    finally:
        dominoes.players.unregister("alias")
    assert match.names == ("scripted", "scripted")
    assert match.to_record().opponents == ("alias", "scripted")


@pytest.mark.parametrize(
    "again", [copy.copy, copy.deepcopy, Match.copy, lambda match: pickle.loads(pickle.dumps(match))]
)
def test_matches_copy_and_pickle(again: Callable[[Match], Match]) -> None:
    match = bots(Rules("all-fives", players=3, target=60))
    for _ in range(9):
        match.step()
    other = again(match)
    assert other.to_record() == match.to_record()
    rest = list(other.run())
    assert match.round != other.round
    assert list(match.run()) == rest


# Wrong arguments


@pytest.mark.parametrize(
    ("seats", "text"),
    [
        (["random"], "the rules are for 2 players, not for 1"),
        (["random", "nobody"], "there is no player 'nobody'"),
        (["random", None], "the player of seat 1 must be"),
        (["random", Random], "the player of seat 1 must be"),
        (["random", object()], "the player of seat 1 must be"),
    ],
)
def test_wrong_players_are_refused(seats: list[Any], text: str) -> None:
    with pytest.raises(PlayerError, match=text):
        Match(Rules("draw"), seats)


def test_wrong_types_are_refused() -> None:
    with pytest.raises(TypeError, match="rules are a Rules"):
        Match("draw", BOTS[:2])  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="players are a sequence"):
        Match(Rules("draw"), "ab")
    with pytest.raises(TypeError, match="a seed is a text or an integer"):
        Match(Rules("draw"), BOTS[:2], seed=1.5)  # type: ignore[arg-type]
    with pytest.raises(DealError, match="UTF-8"):
        Match(Rules("draw"), BOTS[:2], seed="\ud800")
    with pytest.raises(TypeError, match="a player's name is a text"):
        Human(5)  # type: ignore[arg-type]
    for meta in (5, ["k"], "k"):
        with pytest.raises(TypeError, match="meta are texts by their names"):
            Match(Rules("draw"), BOTS[:2], meta=meta)  # type: ignore[arg-type]
    for scores in (5, "11", 1.5):
        with pytest.raises(TypeError, match="the scores are given as a sequence"):
            Match(Rules("draw"), BOTS[:2], scores=scores)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a match is made from a Record, not dict"):
        Match.from_record({})  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="meta k is a text"):
        Match(Rules("draw"), BOTS[:2], meta={"k": 1})  # type: ignore[dict-item]


def test_repr_tells_where_it_stands() -> None:
    match = Match(Rules("draw"), [Human("Ann"), "random"], seed=5)
    assert repr(match) == f"<Match of Ann, random: round 0, turn {match.turn}, scores (0, 0)>"
    assert repr(finished(bots(Rules("draw")))).startswith("<Match of random, heaviest: round ")
    decided = bots(Rules("draw"), scores=(100, 0))
    assert repr(decided) == "<Match of random, heaviest: no round, won by 0, scores (100, 0)>"


@given(st.data())
def test_any_walk_of_acts_and_undos_keeps_the_match_whole(data: st.DataObject) -> None:
    rules = data.draw(st.sampled_from(RULE_SETS))
    seats = [Human(f"p{seat}") if data.draw(st.booleans()) else "random" for seat in range(rules.players)]
    match = Match(rules, seats, seed=data.draw(st.integers(0, 50)))
    for _ in range(data.draw(st.integers(1, 40))):
        what = data.draw(st.sampled_from(["on", "on", "on", "undo"]))
        if what == "undo":
            try:
                taken = match.undo()
            except MatchError:
                continue
            assert taken
        elif match.waiting is not None:
            legal = match.round.legal_moves()
            match.act(legal[data.draw(st.integers(0, len(legal) - 1))])
        else:
            match.step()
    assert isinstance(match.events[0], Dealt)
    resumed = Match.from_record(Record.loads(match.to_record().dumps()))
    assert resumed.events == match.events
    assert resumed.rounds == match.rounds
