"""Tournaments: who sits where, what is played, what counts, and what a failing player loses."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from support import bots
from support.tournaments import RULE_SETS, batch, setting

import dominoes as dm
from dominoes import registry
from dominoes.errors import DealError, RulesError
from dominoes.match import Match
from dominoes.players import Heaviest, Random, SnowWhite
from dominoes.registry import PlayerError
from dominoes.rules import Rules
from dominoes.tournaments import TournamentError, TournamentTable, match_seed, tournament
from dominoes.tournaments.playing import CHOICES, MOST_FORFEITS, Job, play
from dominoes.tournaments.schedule import Schedule
from dominoes.view import View

BOTS = "support.bots:"


# Who plays whom


@pytest.mark.parametrize(
    ("rules", "cells", "seatings"),
    [
        (Rules("draw"), ((0, 1), (0, 2), (1, 2)), [((0, 2), 0), ((2, 0), 1)]),
        (Rules("partnership"), ((0, 1), (0, 2), (1, 2)), [((0, 2, 0, 2), 0), ((2, 0, 2, 0), 1)]),
        (
            Rules("draw", players=3),
            ((0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)),
            [((0, 2, 2), 0), ((2, 0, 2), 1), ((2, 2, 0), 2)],
        ),
        (
            Rules("draw", players=4),
            ((0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)),
            [((0, 2, 2, 2), 0), ((2, 0, 2, 2), 1), ((2, 2, 0, 2), 2), ((2, 2, 2, 0), 3)],
        ),
    ],
    ids=repr,
)
def test_who_sits_where(rules: Rules, cells: tuple[tuple[int, int], ...], seatings: list[Any]) -> None:
    schedule = Schedule(3, rules)
    assert schedule.cells == cells
    assert [(seating.seats, seating.side) for seating in schedule.seatings((0, 2))] == seatings
    assert schedule.even == 1 / len(seatings)


SEEN: list[tuple[str, int, tuple[object, ...], str]] = []


class Spy:
    """Notes what it is asked: who, at which seat, with which hand and which chance."""

    def __init__(self, name: str) -> None:
        self.name = name

    def choose(self, view: View) -> Any:
        SEEN.append((self.name, view.seat, view.dealt_hand, repr(view.rng)))
        return view.legal_moves()[0]


@pytest.fixture
def spies() -> Iterator[tuple[str, str]]:
    SEEN.clear()
    for name in ("spy-a", "spy-b"):
        registry.register(name, lambda name=name: Spy(name))
    yield "spy-a", "spy-b"
    for name in ("spy-a", "spy-b"):
        registry.unregister(name)


@pytest.mark.parametrize("rules", RULE_SETS, ids=repr)
def test_players_change_seats_and_hands_stay(rules: Rules, spies: tuple[str, str]) -> None:
    batch(*spies, rules=rules, deals=1)
    hands = dm.Round.deal(rules, "t").dealt_hands
    assert {(seat, hand) for _, seat, hand, _ in SEEN} <= set(enumerate(hands))
    assert {(name, seat) for name, seat, *_ in SEEN} == {
        (name, seat) for name in spies for seat in range(rules.players)
    }


def test_what_is_chance_for_a_player_is_its_seats_and_not_its_own(spies: tuple[str, str]) -> None:
    """Both play alike, so that both games are the same game, with the same stream at every decision."""
    batch(*spies, deals=1)
    half = len(SEEN) // 2
    assert [item[1:] for item in SEEN[:half]] == [item[1:] for item in SEEN[half:]]
    assert [item[0] for item in SEEN[:half]] != [item[0] for item in SEEN[half:]]
    assert len({rng for *_, rng in SEEN[:half]}) == half


# What is played


@pytest.mark.parametrize("rules", RULE_SETS, ids=repr)
def test_a_round_is_the_first_round_of_a_match_with_its_number(rules: Rules) -> None:
    """Deals and the players' chance are those of `Match`, which these rows are counted from once more."""
    found = batch("heaviest", "random", rules=rules, first=2, deals=3)
    schedule = Schedule(2, rules)
    names = ("heaviest", "random")
    for cell, rows in zip(schedule.cells, found.rows, strict=True):
        for deal, row in enumerate(rows, 2):
            expected = [0, 0, 0, 0, 0]
            for seating in schedule.seatings(cell):
                match = Match(rules, [names[who] for who in seating.seats], seed="t")
                match._rounds = [dm.Round.deal(rules, "t", number=number) for number in range(deal + 1)]
                while match.turn is not None:
                    match.step()
                result = match.round.result
                assert result is not None
                sides = result.points[: schedule.sides]
                won = result.winner == seating.side
                lost = result.winner is not None and not won
                unit = schedule.sides - 1
                mine = sides[seating.side]
                for index, value in enumerate((1, won * unit, lost * unit, mine, sum(sides) - mine)):
                    expected[index] += value
            assert row == expected


@pytest.mark.parametrize("rules", RULE_SETS, ids=repr)
def test_a_match_is_a_match_of_its_seed(rules: Rules) -> None:
    found = batch("heaviest", "random", rules=rules, kind="matches", deals=2)
    schedule = Schedule(2, rules)
    names = ("heaviest", "random")
    unit = schedule.sides - 1
    for cell, rows in zip(schedule.cells, found.rows, strict=True):
        for number, row in enumerate(rows):
            expected = [0] * 8
            for seating in schedule.seatings(cell):
                match = Match(rules, [names[who] for who in seating.seats], seed=match_seed("t", number))
                for _ in match.run():
                    pass
                results = [rnd.result for rnd in match.rounds]
                side = seating.side
                points = [sum(r.points[s] for r in results if r) for s in range(schedule.sides)]
                counted = (
                    len(results),
                    unit * sum(r is not None and r.winner == side for r in results),
                    unit * sum(r is not None and r.winner not in (side, None) for r in results),
                    points[side],
                    sum(points) - points[side],
                    1,
                    unit * (match.winner == side),
                    unit * (match.winner != side),
                )
                expected = [a + b for a, b in zip(expected, counted, strict=True)]
            assert row == expected


def test_the_rows_are_these() -> None:
    """On every backend and system, for good: a change here is a change of everybody's results."""
    assert batch("heaviest", "random", deals=4, seed="golden").rows == [GOLDEN_ROUNDS]
    assert batch("heaviest", "random", deals=2, seed="golden", kind="matches").rows == [GOLDEN_MATCHES]


GOLDEN_ROUNDS = [[2, 2, 0, 41, 0], [2, 1, 1, 34, 21], [2, 1, 1, 13, 17], [2, 1, 1, 29, 2]]
GOLDEN_MATCHES = [[15, 9, 6, 210, 92, 2, 2, 0], [19, 8, 11, 134, 123, 2, 1, 1]]


def test_a_match_under_which_nobody_can_score_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dominoes.tournaments.playing.MOST_ROUNDS", 20)
    rules = Rules("draw", max_pip=1, hand_size=1, round_to=5)
    found = batch("heaviest", "random", rules=rules, kind="matches", deals=1)
    assert found.rows[0][0][0] == 40
    assert found.rows[0][0][5:] == [2, 0, 0]
    table = tournament(["heaviest", "random"], rules, matches=4, seed=1)
    assert (table["heaviest", "random"].share.value, table["heaviest", "random"].tied) == (0, 1)


# A table


def test_a_player_against_itself_is_even() -> None:
    table = tournament(["random", "random", "heaviest"], rounds=60, seed="self")
    assert table.entrants == ("random", "random#2", "heaviest")
    one, other = table["random", "random#2"], table["random#2", "random"]
    assert one.share == other.share
    assert one.points == other.points
    assert one.share.value + other.share.value + one.tied == pytest.approx(1)
    assert one.tied == other.tied
    assert table["random", "heaviest"].share == table["random#2", "heaviest"].share
    assert table.standing("random").elo == pytest.approx(table.standing("random#2").elo)


@pytest.mark.parametrize("rules", RULE_SETS[:3], ids=repr)
def test_two_orders_of_a_pair_are_one_tournament(rules: Rules) -> None:
    one = tournament(["heaviest", "random"], rules, rounds=20, seed=5)
    other = tournament(["random", "heaviest"], rules, rounds=20, seed=5)
    assert dict(one.cells) == dict(other.cells)
    assert {s.name: (s.share, s.points) for s in one.standings} == {
        s.name: (s.share, s.points) for s in other.standings
    }


def test_games_are_rounded_up_to_whole_deals() -> None:
    table = tournament(["heaviest", "random"], rounds=5, seed=1)
    assert (table.deals, table.seatings, table["heaviest", "random"].games) == (3, 2, 6)
    table = tournament(["heaviest", "random"], Rules("draw", players=4), rounds=5, seed=1)
    assert (table.deals, table.seatings, table["heaviest", "random"].games) == (2, 4, 8)
    assert table.even == 0.25


def test_a_table_says_what_it_is() -> None:
    table = tournament(["heaviest", "random"], Rules("draw", players=3), matches=2, seed=9)
    assert isinstance(table, TournamentTable)
    told = table.to_dict()
    assert (told["kind"], told["seed"], told["deals"], told["players"]) == ("matches", "9", 1, 3)
    assert [cell["name"] for cell in told["cells"]] == ["heaviest", "random"]
    assert told["cells"][0]["share"][1] is None
    assert told["cells"][0]["rounds"] >= told["cells"][0]["games"] == 3
    text = str(table)
    assert text.startswith("Tournament of matches: draw, 3 players. Seed: 9.")
    assert "± ?" in text
    assert pickle.loads(pickle.dumps(table)) == table
    with pytest.raises(KeyError):
        table.standing("nobody")


def test_a_tournament_runs_until_it_is_sure_enough() -> None:
    table = tournament(["heaviest", "random"], until=12, batch=10, seed=3)
    assert table.until == 12
    assert table.reached
    assert table.half_width <= 12
    assert table.deals >= 30
    assert table.deals % 10 == 0
    before = tournament(["heaviest", "random"], rounds=2 * (table.deals - 10), seed=3)
    assert table.deals == 30 or before.half_width > 12
    assert before.reached is None


def test_a_tournament_until_has_a_cap() -> None:
    table = tournament(["heaviest", "random"], rounds=80, until=0.1, seed=3)
    assert (table.deals, table.reached) == (40, False)
    assert "0.1 asked for: more games are needed." in str(table)


def test_progress_is_told_after_every_batch() -> None:
    told: list[Any] = []
    tournament(["heaviest", "random"], rounds=100, batch=20, seed=3, progress=told.append)
    assert [(progress.done, progress.deals) for progress in told] == [(20, 50), (40, 50), (50, 50)]
    assert told[2].half_width < told[0].half_width


def test_a_seed_is_a_text_or_a_number() -> None:
    one, other = (tournament(["heaviest", "random"], rounds=10, seed=seed) for seed in (7, "7"))
    assert one == other
    assert one.seed == "7"
    assert tournament(["heaviest", "random"], rounds=10).seed != tournament(["heaviest", "random"], rounds=10).seed


# Labels


def test_a_dict_says_how_each_is_called() -> None:
    """Two of one name can be told apart, and play as without their labels."""
    one, other = SnowWhite(worlds=2), SnowWhite(worlds=3)
    table = tournament({"two worlds": one, "three worlds": other}, rounds=4, seed=1)
    assert table.entrants == ("two worlds", "three worlds")
    numbered = tournament([one, other], rounds=4, seed=1)
    assert numbered.entrants == ("snow-white", "snow-white#2")
    assert table["two worlds", "three worlds"].share == numbered["snow-white", "snow-white#2"].share
    assert "two worlds" in str(table)


def test_a_labelled_player_that_fails_is_named_by_its_label() -> None:
    table = tournament({"bad": f"{BOTS}Raises", "good": "heaviest"}, rounds=2, seed=1)
    assert (table.standing("bad").faults, table.standing("good").faults) == (2, 0)


# Players of others


def test_players_and_factories_that_pickle_take_part() -> None:
    by_name = tournament(["heaviest", "random"], rounds=10, seed=1)
    assert tournament([Heaviest(), Random], rounds=10, seed=1) == by_name
    assert tournament([bots.First, "support.bots:First"], rounds=2, seed=1).entrants == ("first", "support.bots:First")


@pytest.mark.parametrize(
    ("entrants", "error", "said"),
    [
        (["random"], PlayerError, "two entrants or more, not 1"),
        ("ab", TypeError, "a sequence of names or players, or a dict of them by their labels, not 'ab'"),
        ({"one": "random"}, PlayerError, "two entrants or more, not 1"),
        ({"one": "random", "a\nb": "random"}, PlayerError, "an entrant's label is a printable text that is not blank"),
        ({"one": "random", " ": "random"}, PlayerError, "an entrant's label is a printable text that is not blank"),
        (
            {"one": "random", 5: "random"},
            PlayerError,
            "an entrant's label is a printable text that is not blank, not 5",
        ),
        (["random", "nobody"], PlayerError, "there is no player 'nobody'"),
        (["random", "random/3"], PlayerError, "has no levels"),
        (["random", dm.Human("Ann")], PlayerError, "an entrant is a name, a player or what makes one, not Human"),
        (["random", 5], PlayerError, "an entrant is a name, a player or what makes one, not 5"),
        (["random", object], PlayerError, "an entrant is a name, a player or what makes one"),
        (["random", bots.CannotBeMade], PlayerError, "could not be made: OSError: no model file"),
        (["random", "support.bots:CannotBeMade"], PlayerError, "could not be made: OSError: no model file"),
        (["random", lambda: Random()], PlayerError, "the player random cannot be sent to where it plays"),
    ],
)
def test_who_cannot_take_part(entrants: Any, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        tournament(entrants, rounds=2)


@pytest.mark.parametrize("name", ["", "two\nlines", 5])
def test_a_player_without_a_printable_name_cannot_take_part(name: Any) -> None:
    with pytest.raises(PlayerError, match="a player's name is a printable text"):
        tournament(["random", Spy(name)], rounds=2)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"rounds": 0}, "rounds must be an integer from 1"),
        ({"matches": True}, "matches must be an integer from 1"),
        ({"rounds": 1, "matches": 1}, "give one of them"),
        ({"until": 0}, "until must be a number of points of share above 0"),
        ({"until": "1"}, "until must be a number"),
        ({"until": float("nan")}, "until must be a number"),
        ({"until": 1e300}, r"points of share above 0 and below 1000000000, not 1e\+300"),
        ({"limit": -1}, "limit must be a number of seconds above 0 and below 1000000000, or None, not -1"),
        ({"limit": float("inf")}, "limit must be a number of seconds above 0 and below 1000000000, or None, not inf"),
        ({"batch": 0}, "batch must be an integer from 1"),
        ({"workers": 0}, "workers must be an integer from 1"),
    ],
)
def test_a_wrong_number_is_refused(options: dict[str, Any], said: str) -> None:
    with pytest.raises(RulesError, match=said):
        tournament(["random", "heaviest"], **options)


def test_wrong_kinds_are_refused() -> None:
    with pytest.raises(TypeError, match="rules are a Rules, not str"):
        tournament(["random", "heaviest"], "draw")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a seed is a text or an integer"):
        tournament(["random", "heaviest"], seed=1.5)  # type: ignore[arg-type]
    with pytest.raises(DealError, match="UTF-8"):
        tournament(["random", "heaviest"], seed="\ud800")


def test_a_worker_on_another_backend_is_refused() -> None:
    with pytest.raises(TournamentError, match=f"a worker runs on the backend {CHOICES}, but the tournament on other"):
        play(Job(setting("random", "heaviest"), 0, 1, backend="other"))


def test_a_worker_of_another_version_is_refused() -> None:
    with pytest.raises(TournamentError, match=r"a worker has dominoes .*, but the tournament is run by 0\.0\.0"):
        play(Job(setting("random", "heaviest"), 0, 1, engine="0.0.0"))


# Players that fail


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Raises", "raised ValueError: boom <support.bots.Raises object>"),
        ("Leaves", "raised SystemExit: 3"),
        ("Interrupts", "raised KeyboardInterrupt"),
        ("HasNoText", "raised MuteError"),
        ("GivesNothing", "chose None, which is no Move"),
        ("GivesText", "which is no Move"),
        ("Pretends", "which is no Move"),
        ("Illegal", "chose pass: you can play"),
        ("Meddles", "changed the round instead of choosing"),
    ],
)
def test_a_player_that_fails_loses_the_round_and_is_named(name: str, said: str) -> None:
    table = tournament([f"{BOTS}{name}", "heaviest"], rounds=6, seed=1)
    standing = table.standing(f"{BOTS}{name}")
    assert standing.faults == 6
    assert standing.first_fault is not None
    assert standing.first_fault.startswith("deal 0, seat ")
    assert said in standing.first_fault
    assert " at 0x" not in standing.first_fault
    assert standing.share.value == 0
    assert standing.points.value == 0
    assert table.standing("heaviest").share.value == 1
    assert table.standing("heaviest").points.value == 0
    assert table.standing("heaviest").faults == 0
    assert f"{BOTS}{name} forfeited 6 rounds; the first: deal 0, seat" in str(table)


@pytest.mark.parametrize("name", ["Spins", "Waits"])
def test_a_player_that_hangs_loses_the_round_and_is_named(name: str) -> None:
    table = tournament([f"{BOTS}{name}", "heaviest", "random"], rounds=2, seed=1, limit=0.2)
    standing = table.standing(f"{BOTS}{name}")
    assert standing.faults == 4
    assert standing.first_fault is not None
    assert standing.first_fault.endswith("took longer than 0.2 seconds for one decision")
    alone = tournament(["heaviest", "random"], rounds=2, seed=1)
    assert table["heaviest", "random"] == alone["heaviest", "random"]


# Players that cannot be made


@pytest.fixture
def made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody has been made yet of those who count how often they are."""
    for name in ("MadeOnce", "WaitsToBeMadeAgain", "SpinsToBeMadeAgain", "LeavesWhenMadeAgain", "MadeEverySecondTime"):
        monkeypatch.setattr(getattr(bots, name), "made", 0)


@pytest.mark.usefixtures("made_once")
@pytest.mark.parametrize(("as_class", "batch"), [(False, 1), (True, 2)])
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("MadeOnce", "could not be made: OSError: one is enough"),
        ("LeavesWhenMadeAgain", "could not be made: SystemExit: 4"),
        ("WaitsToBeMadeAgain", "took longer than 0.3 seconds to be made"),
        ("SpinsToBeMadeAgain", "took longer than 0.3 seconds to be made"),
    ],
)
def test_who_can_be_made_only_once_loses_every_round(name: str, said: str, as_class: bool, batch: int) -> None:
    """The trial is the one time; not even the beginning of a batch may ask for more."""
    kind = getattr(bots, name)
    kind.made = -1 if as_class else 0  # a class is called for its name too
    table = tournament([kind if as_class else f"{BOTS}{name}", "heaviest"], rounds=4, seed=1, limit=0.3, batch=batch)
    standing = table.standing("first" if as_class else f"{BOTS}{name}")
    assert standing.faults == 4
    assert standing.first_fault is not None
    assert standing.first_fault.startswith("deal 0, seat ")
    assert standing.first_fault.endswith(said)
    assert table.standing("heaviest").share.value == 1


@pytest.mark.usefixtures("made_once")
def test_who_can_be_made_every_second_time_loses_every_second_round() -> None:
    table = tournament([f"{BOTS}MadeEverySecondTime", "heaviest"], rounds=20, seed=1)
    assert table.standing(f"{BOTS}MadeEverySecondTime").faults == 10


@pytest.mark.usefixtures("made_once")
def test_a_players_own_factory_is_watched_whatever_it_makes() -> None:
    """Of a text that leads to somebody else's code, though what it gives at first is one of ours."""

    def factory(made: list[int] = []) -> Any:  # noqa: B006 - it counts
        made.append(1)
        return Random() if len(made) < 3 else bots.MadeOnce().fail()

    registry.register("once", factory)
    try:
        table = tournament(["once", "heaviest"], rounds=4, seed=1)
    finally:
        registry.unregister("once")
    assert table.standing("once").faults == 3


def test_a_pickle_that_comes_to_nothing_loses_the_round(monkeypatch: pytest.MonkeyPatch) -> None:
    found = setting(bots.Unpickles(), "heaviest")  # type: ignore[arg-type]
    monkeypatch.setenv("DOMINOES_TEST_NO_STATE", "1")
    assert play(Job(found, 0, 1)).faults == [
        (0, [0, 0], "deal 0, seat 0: the player first could not be made: OSError: the state is gone")
    ]


def test_who_takes_too_long_to_be_made_at_all_cannot_take_part() -> None:
    for entrant in ("support.bots:NeverMade", bots.NeverMade):
        with pytest.raises(PlayerError, match="the player .*NeverMade.* took longer than 0.1 seconds to be made"):
            tournament([entrant, "heaviest"], rounds=2, limit=0.1)


def test_a_name_that_cannot_be_read_is_told() -> None:
    class Nameless:
        @property
        def name(self) -> str:
            raise KeyError("name")

        def choose(self, view: View) -> Any: ...

    with pytest.raises(PlayerError, match="KeyError"):
        tournament([Nameless, "heaviest"], rounds=2)


def test_finding_a_player_is_no_part_of_the_limit(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A module may take long to be imported, once in each process: a round lost by it would depend on the workers."""
    (tmp_path / "slow_to_import.py").write_text(
        "import time\ntime.sleep(0.3)\nfrom support.bots import First\nclass Slow(First): pass\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    try:
        table = tournament(["slow_to_import:Slow", "heaviest"], rounds=2, seed=1, limit=0.2)
        assert table.standing("slow_to_import:Slow").faults == 0
        monkeypatch.setattr("dominoes.tournaments.entrants.FINDING_SECONDS", 0.1)
        sys.modules.pop("slow_to_import")
        with pytest.raises(
            PlayerError, match="the player slow_to_import:Slow took longer than 0.2 seconds to be found"
        ):
            tournament(["slow_to_import:Slow", "heaviest"], rounds=2, seed=1, limit=0.2)
    finally:
        sys.modules.pop("slow_to_import", None)


def test_what_a_worker_has_not_got_ends_it_and_is_no_fault() -> None:
    """Of a text as of a pickle: it is missing there for every round, whoever plays them."""
    whole = setting("support.bots:First", bots.First, "heaviest")  # type: ignore[arg-type]
    for number, change, said in (
        (0, {"given": "support.bots:Nobody"}, "there is no Nobody in support.bots"),
        (1, {"parts": (("support.bots", "Nobody.Inner"),)}, "the player first is not known where it plays: Attribute"),
        (1, {"parts": (("support.no_bots", "First"),)}, "the player first is not known where it plays: ModuleNotFound"),
    ):
        entrants = list(whole.entrants)
        entrants[number] = replace(entrants[number], **change)
        with pytest.raises(PlayerError, match=said):
            play(Job(replace(whole, entrants=tuple(entrants)), 0, 1))


def test_every_sitting_has_players_made_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """And none is made beside them but for the trial."""
    monkeypatch.setattr(bots.MadeOnce, "made", -(10**6))
    tournament(["support.bots:MadeOnce", "heaviest"], rounds=12, seed=1, batch=2)
    assert bots.MadeOnce.made + 10**6 == 1 + 12


# What is lost


def test_only_what_fails_is_lost() -> None:
    """Who fails at seat 1 only plays every deal's other game."""
    table = tournament([f"{BOTS}RaisesAsSeatOne", f"{BOTS}First"], rounds=20, seed=1)
    failing, right = table.standings[1], table.standings[0]
    assert (failing.name, failing.faults, right.faults) == (f"{BOTS}RaisesAsSeatOne", 10, 0)
    assert failing.first_fault == "deal 0, seat 1: raised LookupError: lost my way"
    assert 0 < failing.share.value < 0.5
    assert failing.points.value > 0


def test_alone_among_others_a_forfeit_is_shared_by_them() -> None:
    rules = Rules("draw", players=3)
    table = tournament([f"{BOTS}Raises", "heaviest"], rules, rounds=9, seed=1)
    assert table[f"{BOTS}Raises", "heaviest"].share.value == 0
    assert table[f"{BOTS}Raises", "heaviest"].tied == 0
    assert table["heaviest", f"{BOTS}Raises"].share.value == 0.5
    assert table.standing(f"{BOTS}Raises").faults == 18


def test_forfeits_in_a_match_lose_it() -> None:
    table = tournament([f"{BOTS}Raises", "heaviest"], matches=4, seed=1)
    cell = table["heaviest", f"{BOTS}Raises"]
    assert (cell.games, cell.rounds, cell.share.value) == (4, 4 * MOST_FORFEITS, 1)
    assert table.standing(f"{BOTS}Raises").first_fault == "match 0, round 0, seat 0: raised ValueError: boom " + (
        "<support.bots.Raises object>"
    )


def test_a_match_goes_on_after_a_forfeit_with_the_scores_unchanged() -> None:
    name = f"{BOTS}RaisesAsSeatOne"
    rules = Rules("draw", target=60)
    found = batch(name, "heaviest", rules=rules, kind="matches", deals=1)
    assert [(who, deals) for who, deals, _ in found.faults] == [(0, [0] * MOST_FORFEITS)]
    ((row,),) = found.rows
    alone = Match(rules, [f"{BOTS}First", "heaviest"], seed=match_seed("t", 0))
    for _ in alone.run():
        pass
    assert row[0] == len(alone.rounds) + MOST_FORFEITS  # the whole match at seat 0, the forfeits at seat 1


def test_a_match_in_which_both_forfeit_ends() -> None:
    table = tournament([f"{BOTS}Raises", f"{BOTS}GivesNothing"], matches=2, seed=1)
    assert table.standings[0].faults + table.standings[1].faults <= 2 * (2 * MOST_FORFEITS - 1)
    assert sum(standing.share.value for standing in table.standings) == 1


def test_the_user_interrupts_and_not_the_player() -> None:
    def interrupt(_: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tournament([f"{BOTS}Interrupts", "heaviest"], rounds=6, seed=1, progress=interrupt)
