"""Known faults above the waist: rules, players, matches, records, events and pictures (``data/known-faults.md``).

These run on the backend that ``dominoes`` chooses; the suite is run once with each.
"""

from __future__ import annotations

import copy
import json
import pickle
from pathlib import Path
from typing import Any

import pytest
from support import cases, notation

import dominoes as dm

PRESETS = [
    ("table", 2),
    ("draw", 2),
    ("draw", 3),
    ("draw", 4),
    ("block", 2),
    ("block", 4),
    ("all-fives", 2),
    ("all-fives", 4),
    ("partnership", 4),
]
each_preset = pytest.mark.parametrize(("preset", "players"), PRESETS, ids=[f"{name}-{n}" for name, n in PRESETS])


class Watched:
    """A player that looks whether asking it changed anything, and hands on to another."""

    def __init__(self, name: str) -> None:
        self.player = dm.players.get(name)
        self.name = f"watched-{name}"
        self.match: Any = None
        self.decisions = 0
        self.forced_out = 0

    def choose(self, view: dm.View) -> dm.Move:
        before = (hash(self.match.round), hash(view), self.match.round.moves, view.legal_moves())
        move = self.player.choose(view)
        assert (hash(self.match.round), hash(view), self.match.round.moves, view.legal_moves()) == before
        self.decisions += 1
        if not any(legal.is_play for legal in view.legal_moves()):
            self.forced_out += 1
            assert move == view.legal_moves()[0]
        return move


def watched_match(rules: dm.Rules, name: str, seed: int) -> tuple[dm.Match, list[Watched]]:
    players = [Watched(name) for _ in range(rules.players)]
    match = dm.Match(rules, players, seed=seed)
    for player in players:
        player.match = match
    return match, players


def test_fault_04_either_order_of_a_tile_is_one_tile() -> None:
    """5-2 and 2-5 open alike: the higher number at L."""
    for high, low in notation.all_tiles(6):
        tile = dm.Tile(f"{high}-{low}")
        assert dm.Tile(f"{low}-{high}") is tile
        assert dm.Tile(low, high) is tile
        rnd = dm.Round(
            dm.Rules("block", opening="random"), hands=[[f"{low}-{high}"], ["6-6" if high < 6 else "0-0"]], starter=0
        )
        rnd.play(f"{low}-{high}")
        assert [(end.end, end.number) for end in rnd.ends] == [("L", high), ("R", low)]


@pytest.mark.parametrize(("max_pip", "size"), [(6, 28), (9, 55), (12, 91), (15, 136), (18, 190)])
def test_fault_08_sets(max_pip: int, size: int) -> None:
    tiles = dm.tile_set(max_pip)
    assert len(tiles) == len(set(tiles)) == len(set(map(str, tiles))) == size


@pytest.mark.parametrize("name", dm.players.names())
@each_preset
def test_faults_10_and_37_a_player_with_nothing_playable_passes_cleanly(preset: str, players: int, name: str) -> None:
    """Each passes or draws when nothing else is left, in its turn, and the match goes on to its end."""
    forced_out = passes = 0
    for seed in range(4):
        match, seats = watched_match(dm.Rules(preset, players=players), name, seed)
        passes += [event.kind for event in match.run()].count("passed")
        assert match.over
        assert all(player.decisions for player in seats)
        forced_out += sum(player.forced_out for player in seats)
    assert forced_out >= passes
    assert forced_out > 0
    assert passes > 0 or preset not in ("block", "partnership")


@pytest.mark.parametrize(
    "options", [{"hand_size": 15}, {"players": 4, "hand_size": 8}, {"max_pip": 1}, {"hand_size": 190}], ids=str
)
def test_fault_12_a_deal_that_is_impossible_is_refused_by_the_rules(options: dict[str, int]) -> None:
    with pytest.raises(dm.RulesError, match="hand_size"):
        dm.Rules("draw", **options)


@pytest.mark.parametrize(
    ("scores", "winner"),
    [((105, 120), 1), ((120, 105), 0), ((100, 99), 0), ((99, 100), 1), ((105, 105), None), ((99, 99), None)],
)
def test_fault_21_of_several_at_the_target_the_highest_has_won(scores: tuple[int, int], winner: int | None) -> None:
    """105 and 120 at target 100: the match is the second seat's. Equal highest play on."""
    match = dm.Match(dm.Rules("draw"), ["random", "heaviest"], seed=1, scores=scores)
    assert match.winner == winner
    assert match.over == (winner is not None)
    if winner is not None:
        assert [event.kind for event in match.run()] == ["match-over"]
    else:
        list(match.run())
        assert match.over


@pytest.mark.parametrize(
    ("scores", "winner"),
    [((205, 230, 205, 230), 1), ((230, 205, 230, 205), 0), ((210, 210, 210, 210), None), ((199, 199, 199, 199), None)],
)
def test_fault_21_between_teams(scores: tuple[int, ...], winner: int | None) -> None:
    match = dm.Match(dm.Rules("partnership"), ["random"] * 4, seed=1, scores=scores)
    assert match.winner == winner


@pytest.mark.parametrize("name", dm.players.names())
@each_preset
def test_fault_34_no_decision_changes_the_round(preset: str, players: int, name: str) -> None:
    """Watched makes the assertions: the hash of round and view before and after every choice."""
    match, seats = watched_match(dm.Rules(preset, players=players), name, 11)
    list(match.run())
    assert sum(player.decisions for player in seats) >= len(match.rounds)


def test_fault_35_a_move_is_one_object_wherever_it_comes_from() -> None:
    for text in notation.every_action(6):
        move = dm.Move(text)
        assert move.code == notation.encode(text)
        assert str(move) == text
        assert dm.Move.from_code(move.code) is move
        assert pickle.loads(pickle.dumps(move)) is move
        assert copy.deepcopy(move) is move


def bare_record(**changes: Any) -> dict[str, Any]:
    """A record with no key that may be left out."""
    played = {"hands": [["6-6", "6-4"], ["6-5", "1-0"]], "boneyard": [], "starter": 0, "actions": ["6-6", "6-5@L"]}
    record = {
        "format": "dominoes-record",
        "version": 1,
        "rules": {"preset": "block"},
        "players": ["A", "B"],
        "rounds": [played],
    }
    return {**record, **changes}


def test_fault_39_a_record_without_optional_keys_loads() -> None:
    record = dm.Record.from_dict(bare_record())
    match = record.replay()
    assert [str(move) for move in match.round.legal_moves()] == ["6-4@R"]
    assert record.to_dict() == bare_record()


OPTIONAL: dict[str, Any] = {
    "seed": "friday",
    "salt": "pepper",
    "opponents": [None, "heaviest"],
    "meta": {"place": "the pub", "é": "日本"},
}


@pytest.mark.parametrize("left_out", [*OPTIONAL, "all", "none"])
def test_fault_39_each_optional_key_may_be_missing(left_out: str) -> None:
    given = {key: value for key, value in OPTIONAL.items() if left_out not in (key, "all")}
    record = dm.Record.from_dict(bare_record(**given))
    assert record.to_dict() == bare_record(**given)
    assert dm.Record.loads(record.dumps()) == record


ALL_RECORDS = [
    case["record"] for name in ("traces.jsonl", "perft.jsonl", "solve-partnership.jsonl") for case in cases.load(name)
]


def test_fault_40_loading_what_was_saved_gives_an_equal_record(tmp_path: Path) -> None:
    """Equal, types too, options given though they are the default, and every key where it was."""
    for number, data in enumerate(ALL_RECORDS):
        record = dm.Record.from_dict(data)
        path = tmp_path / f"{number}.json"
        record.save(path)
        again = dm.Record.load(path)
        assert again == record
        assert typed(again.to_dict()) == typed(record.to_dict()) == typed(data)
        assert json.loads(path.read_text(encoding="utf-8")) == data
        assert pickle.loads(pickle.dumps(record)) == record


def typed(value: Any) -> Any:
    """A value with the type of every part beside it: True is not 1, a tuple is no list."""
    if isinstance(value, dict):
        return {key: typed(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value).__name__, [typed(part) for part in value]
    return type(value).__name__, value


def test_fault_40_options_given_as_the_default_are_kept() -> None:
    for rules in (
        {"preset": "draw", "target": 100},
        {"preset": "table", "table": [64, 36]},
        {"preset": "draw", "table": None},
    ):
        data = bare_record(rules=rules)
        data["rounds"][0]["actions"] = []
        if rules["preset"] == "table":
            data["rounds"][0]["actions"] = ["6-6"]
        assert dm.Record.from_dict(data).to_dict() == data


@each_preset
def test_fault_41_saved_at_any_turn_the_legal_moves_are_the_same(preset: str, players: int, tmp_path: Path) -> None:
    match = dm.Match(dm.Rules(preset, players=players), ["random"] * players, seed=5)
    path = tmp_path / "match.json"
    seats = set()
    for _ in range(60):
        if not match.step():
            break
        if match.turn is None:
            continue
        match.to_record().save(path)
        again = dm.Record.load(path).replay()
        assert again.round == match.round
        assert again.turn == match.turn
        assert again.round.legal_moves() == match.round.legal_moves()
        assert again.scores == match.scores
        seats.add(match.turn)
    assert seats == set(range(players))


@pytest.mark.parametrize("extra", ["draw", "pass", "6-4@R", "1-0@L", "6-6"])
def test_fault_42_actions_after_the_end_are_refused_in_replay_too(extra: str) -> None:
    data = bare_record()
    data["rounds"][0]["actions"] = ["6-6", "6-5@L", "6-4@R"]
    dm.Record.from_dict(data).replay()
    data["rounds"][0]["actions"].append(extra)
    with pytest.raises(dm.RecordError, match="round 0, action 3"):
        dm.Record.from_dict(data).replay()


def test_fault_42_in_every_trace() -> None:
    for data in ALL_RECORDS:
        if "result" not in data["rounds"][0]:
            continue
        data = copy.deepcopy(data)
        number = len(data["rounds"][0]["actions"])
        data["rounds"][0]["actions"].append("pass")
        with pytest.raises(dm.RecordError, match=f"round 0, action {number}:"):
            dm.Record.from_dict(data).replay()


def person_against(*others: str, rules: dm.Rules | None = None, seed: int = 3) -> dm.Match:
    rules = rules or dm.Rules("draw", players=1 + len(others))
    return dm.Match(rules, [dm.Human("You"), *others], seed=seed)


@pytest.mark.parametrize(
    "others", [("heaviest",), ("random",), ("heaviest", "random"), ("random", "heaviest", "random")], ids=str
)
def test_fault_43_undo_against_bots_returns_to_the_persons_decision(others: tuple[str, ...]) -> None:
    """And taking it again brings the very same match."""
    match = person_against(*others)
    list(match.run())
    for _ in range(12):
        if match.waiting is None:
            break
        legal, before = match.round.legal_moves(), match.round.copy()
        match.act(legal[-1])
        list(match.run())
        there = match.round.copy()
        if len(match.rounds) > 1:
            break
        taken = match.undo()
        assert taken[0] == legal[-1]
        assert match.waiting == 0
        assert match.round == before
        assert match.round.legal_moves() == legal
        match.act(legal[-1])
        list(match.run())
        assert match.round == there


def test_fault_44_after_undoing_a_draw_the_same_tile_is_drawn_again() -> None:
    rules = dm.Rules("draw")
    hands = [["6-6", "0-0"], ["5-5", "4-4", "3-3"]]
    rnd = dm.Round(rules, hands=hands, boneyard=["5-4", "3-2", "6-1", "2-1"])
    rnd.play("6-6")
    held = rnd.hand(1)
    drawn = []
    for _ in range(3):
        for _ in range(3):
            rnd.play("draw")
        drawn.append((rnd.hand(1), rnd.boneyard))
        for _ in range(3):
            assert rnd.undo() == dm.Move("draw")
        assert rnd.hand(1) == held
    assert drawn[0] == drawn[1] == drawn[2]
    assert drawn[0][1] == (dm.Tile("2-1"),)


def test_fault_44_in_a_match() -> None:
    for seed in range(30):
        match = person_against("heaviest", seed=seed)
        list(match.run())
        while match.waiting is not None and match.round.legal_moves() != (dm.Move("draw"),):
            match.act(match.round.legal_moves()[0])
            for event in match.run():
                if event.kind == "dealt":
                    break
        if match.waiting is None:
            continue
        before = match.round.hand(0)
        match.act("draw")
        after = match.round.hand(0)
        match.undo()
        assert match.round.hand(0) == before
        match.act("draw")
        assert match.round.hand(0) == after
        return
    pytest.fail("no seed led to a draw")


@each_preset
def test_fault_45_the_winning_move_can_be_taken_back(preset: str, players: int) -> None:
    """Undone after the end: no result, points as before, the same legal moves; done again, the same end."""
    rnd = dm.Round.deal(dm.Rules(preset, players=players), seed=8, starter=0 if preset == "all-fives" else None)
    while rnd.result is None:
        before, legal, scores = rnd.copy(), rnd.legal_moves(), rnd.scores
        rnd.play(legal[0])
    result = rnd.result
    assert rnd.undo() == legal[0]
    assert (rnd, rnd.legal_moves(), rnd.scores) == (before, legal, scores)
    assert rnd.turn is not None
    rnd.play(legal[0])
    assert rnd.result == result


def test_fault_45_in_a_match_until_the_next_round_is_dealt() -> None:
    match = person_against("heaviest", rules=dm.Rules("block"))
    while match.turn is not None:
        if match.waiting is None:
            match.step()
        else:
            match.act(match.round.legal_moves()[0])
    assert match.round.result is not None
    match.undo()
    assert match.waiting == 0
    assert match.round.result is None


def test_fault_45_an_empty_history_is_refused() -> None:
    rnd = dm.Round.deal(dm.Rules("draw"), seed=1)
    before = rnd.copy()
    with pytest.raises(dm.DominoesError):
        rnd.undo()
    assert rnd == before
    match = person_against("heaviest")
    with pytest.raises(dm.MatchError):
        match.undo()
    list(match.run())
    while match.waiting is not None and len(match.round.moves) > 0:
        try:
            match.undo()
        except dm.MatchError:
            break
    assert match.waiting == 0


@pytest.mark.parametrize("players", [2, 3, 4])
def test_fault_46_a_drawn_tile_is_told_to_its_drawer_alone(players: int) -> None:
    """``you drew 6-4`` to me, ``B drew a tile`` to the others: in events, in views, and in what they write."""
    drew = 0
    for seed in range(6):
        match = dm.Match(dm.Rules("draw", players=players, hand_size=5), ["random"] * players, seed=seed)
        for event in match.run():
            if event.kind != "drew":
                continue
            drew += 1
            assert isinstance(event, dm.events.Drew)
            assert event.tile is not None
            for seat in range(players):
                told = event.for_seat(seat)
                assert isinstance(told, dm.events.Drew)
                assert told.tile == (event.tile if seat == event.seat else None)
                assert told.seat == event.seat
                assert (str(event.tile) in json.dumps(told.to_dict())) == (seat == event.seat)
                last = [seen for seen in match.view(seat).events if seen.kind == "drew"][-1]
                if match.turn is not None:
                    assert last == told
    assert drew > 10


@pytest.mark.parametrize("end", ["L", "R"])
def test_fault_47_a_play_is_announced_with_its_own_tile_and_end(end: str) -> None:
    """Not with the tile at the other end, nor with the last one in the order of the table."""
    rnd = dm.Round(dm.Rules("block"), hands=[["6-5", "6-4", "5-4"], ["6-1", "5-1", "2-2"]])
    assert rnd.forced == dm.Tile("2-2")
    rnd = dm.Round(dm.Rules("block", opening="random"), hands=[["6-5", "6-4", "5-4"], ["6-1", "5-1", "2-2"]], starter=0)
    rnd.play("6-5")
    tile = "6-1" if end == "L" else "5-1"
    rnd.play(f"{tile}@{end}")
    for events in (rnd.events, rnd.view(0).events, rnd.view(1).events):
        last = events[-1]
        assert isinstance(last, dm.events.Played)
        assert (last.seat, str(last.move.tile), last.move.end) == (1, tile, end)
        assert isinstance(events[-2], dm.events.Opened)
        assert (events[-2].seat, str(events[-2].move)) == (0, "6-5")


@each_preset
def test_fault_47_throughout_matches(preset: str, players: int) -> None:
    match = dm.Match(dm.Rules(preset, players=players), ["random"] * players, seed=2)
    for event in match.run():
        if isinstance(event, (dm.events.Opened, dm.events.Played)):
            laid = match.round.chain[-1]
            assert (event.move.tile, event.move.end) == (laid.tile, laid.end)
            assert event.seat == match.round.last_player


@each_preset
def test_fault_49_the_final_table_is_readable_after_the_end(preset: str, players: int) -> None:
    """Chain, ends, hands, result, scores and pictures of a finished round, for everybody."""
    rnd = dm.Round.deal(dm.Rules(preset, players=players), seed=4)
    before = rnd.chain
    while rnd.result is None:
        rnd.play(rnd.legal_moves()[0])
        assert len(rnd.chain) >= len(before)
        before = rnd.chain
    assert (rnd.turn, rnd.legal_moves()) == (None, ())
    laid = sum(move.is_play for move in rnd.moves)
    assert len(rnd.chain) == laid
    assert len(rnd.ends) >= 2
    for position in (rnd, *(rnd.view(seat) for seat in range(players))):
        assert position.chain == rnd.chain
        assert position.ends == rnd.ends
        assert position.result == rnd.result
        assert position.scores == rnd.scores
        assert rnd.result.reason in str(position)
        assert position._repr_svg_().startswith("<svg")
    for seat in range(players):
        assert rnd.view(seat).hands == tuple(map(rnd.hand, range(players)))
