"""Golden games: one at least for every preset, players count, option and value, made by ``support/make_golden.py``.

Rounds have every legal list in them; matches were made from their seeds by the oracle and the generator of this folder.
"""

from __future__ import annotations

from typing import Any

import pytest
from support import cases, contract, notation
from support.backends import Core, State
from support.options import Options, from_record_rules

import dominoes as dm
from dominoes import _codes

ROUNDS = cases.load("golden/rounds.jsonl")
MATCHES = cases.load("golden/matches.jsonl")
REASONS = (None, "domino", "blocked", "target")
each_round = pytest.mark.parametrize("case", ROUNDS, ids=[case["id"] for case in ROUNDS])
each_match = pytest.mark.parametrize("case", MATCHES, ids=[case["id"] for case in MATCHES])


def result_of(state: State) -> dict[str, Any]:
    winner = None if state.winner == -1 else state.winner
    return {"reason": REASONS[state.reason], "winner": winner, "points": list(state.points)}


@each_round
def test_a_golden_round(core: Core, case: dict[str, Any]) -> None:
    (played,) = case["record"]["rounds"]
    state = cases.record_deal(case["record"]).state(core)
    root = contract.observe(state)
    for number, action in enumerate(played["actions"]):
        assert state.turn == case["turns"][number], number
        assert sorted(str(notation.decode(legal)) for legal in state.legal()) == case["legal"][number], number
        assert state.apply(notation.encode(action)) == 0, number
    assert result_of(state) == played["result"]
    while state.undo() != -1:
        pass
    assert contract.difference(contract.observe(state), root) == ""


@each_round
def test_a_golden_round_through_the_api(case: dict[str, Any]) -> None:
    record = dm.Record.from_dict(case["record"])
    rnd = record.replay().round
    assert [str(move) for move in rnd.moves] == case["record"]["rounds"][0]["actions"]
    assert record.to_dict() == case["record"]
    for legal in reversed(case["legal"]):
        rnd.undo()
        assert sorted(map(str, rnd.legal_moves())) == legal


@each_match
def test_a_golden_match_is_played_from_its_seed(case: dict[str, Any]) -> None:
    """Equal to the last action: deals, drawn openers, the players' chance, and who opens each round."""
    record = dm.Record.from_dict(case["record"])
    match = dm.Match(record.rules, case["record"]["opponents"], seed=record.seed)
    list(match.run())
    assert match.to_record().to_dict() == case["record"]


@each_match
def test_a_golden_match_is_replayed(case: dict[str, Any]) -> None:
    match = dm.Record.from_dict(case["record"]).replay()
    assert match.over
    assert list(match.scores) == case["record"]["scores"]


@each_match
def test_a_golden_match_is_resumed_anywhere(case: dict[str, Any]) -> None:
    """Cut off in its last round and played on by the players that it names, it ends as it did."""
    cut = {key: value for key, value in case["record"].items() if key != "scores"}
    last = {key: value for key, value in cut["rounds"][-1].items() if key != "result"}
    last["actions"] = last["actions"][: len(last["actions"]) // 2]
    cut["rounds"] = [*cut["rounds"][:-1], last]
    match = dm.Match.from_record(dm.Record.from_dict(cut))
    list(match.run())
    assert match.to_record().to_dict() == case["record"]


# That none is missing. A value is an option's and has a golden game where a record's rules mean it.

CHOICES: dict[str, tuple[Any, ...]] = {
    "draw": _codes.DRAW_NAMES,
    "opening": _codes.OPENING_NAMES,
    "opening_tile": _codes.OPENING_TILE_NAMES,
    "next_opening": _codes.NEXT_OPENING_NAMES,
    "spinner": _codes.SPINNER_NAMES,
    "scoring": _codes.SCORING_NAMES,
}
SWITCHES = ("voluntary_draw", "turns", "partners")
VALUES: dict[str, tuple[Any, ...]] = {
    **CHOICES,
    **dict.fromkeys(SWITCHES, (False, True)),
    "players": (2, 3, 4),
    "max_pip": tuple(range(1, _codes.MAX_PIP + 1)),
    "hand_size": (1, 5, 7, 9, 14),
    "boneyard_floor": (0, 1, 2, 7, _codes.MAX_NUMBER),
    "table": (None, (8, 8), (8, 64), (64, 8), (64, 36), (64, 64), (9, 15)),
    "count_multiple": (None, 3, 5),
    "round_to": (1, 3, 5),
    "target": (1, 20, 100, 200, _codes.MAX_NUMBER),
    "redeal_doubles": (None, 1, 2, 4, 7),
    "blocked_tie": ("nobody",),
}
IN_MATCHES = ("next_opening", "redeal_doubles", "opening")
"""Options that are felt only where rounds are dealt or follow one another."""


def meant(case: dict[str, Any]) -> Options:
    return from_record_rules(case["record"]["rules"], len(case["record"]["players"]))


def test_the_values_are_those_of_the_options() -> None:
    """An option or a choice that the package gains must be given its games here."""
    assert set(VALUES) == set(dm.Rules("draw").options())


@pytest.mark.parametrize("name", dm.PRESETS)
def test_every_preset_has_golden_games_for_all_its_players(name: str) -> None:
    index = dm.PRESETS.index(name)
    from dominoes import _backend

    for players in (2, 3, 4):
        try:
            _backend.preset(index, players)
        except ValueError:
            continue
        for games in (ROUNDS, MATCHES):
            plain = [case for case in games if case["record"]["rules"] == {"preset": name}]
            assert any(len(case["record"]["players"]) == players for case in plain), (name, players)


@pytest.mark.parametrize("name", VALUES)
def test_every_value_of_every_option_has_a_golden_game(name: str) -> None:
    games = MATCHES if name in IN_MATCHES else ROUNDS
    found = {getattr(meant(case), name) for case in games}
    assert set(VALUES[name]) <= found, set(VALUES[name]) - found


def test_the_golden_games_show_the_whole_game() -> None:
    """Every placement, every end, every way to end, on and off a table."""
    actions = {action for case in ROUNDS for action in case["record"]["rounds"][0]["actions"]}
    wheres = {action.partition("@")[2] for action in actions}
    turned = {f"{end}:{placement}" for end in "LRUD" for placement in notation.PLACEMENTS[1:]}
    assert wheres == {"", *"LRUD"} | turned, ({*"LRUD"} | turned) - wheres
    assert {"draw", "pass"} <= actions
    results = [played["result"] for case in (*ROUNDS, *MATCHES) for played in case["record"]["rounds"]]
    assert {result["reason"] for result in results} == {"domino", "blocked", "target"}
    assert {result["winner"] for result in results} == {None, 0, 1, 2, 3}
