"""Pinocchio, Buratino and Snow White as Python meets them: names, levels, what they need, what tells them apart."""

from __future__ import annotations

import pickle
import threading
from array import array
from collections.abc import Callable
from typing import Any

import pytest

import dominoes as dm
from dominoes import _thinking, players
from dominoes._backend import Stream, seed_key
from dominoes._codes import MAX_WORLDS, PLAYER_NAMES
from dominoes.players import Buratino, Heaviest, Pinocchio, SnowWhite
from dominoes.registry import PlayerError

CHARACTERS = (Pinocchio, Buratino, SnowWhite)
NAMES = ("pinocchio", "buratino", "snow-white")
GAMES = [
    dm.Rules("table"),
    dm.Rules("draw"),
    dm.Rules("block", players=3),
    dm.Rules("all-fives", players=4),
    dm.Rules("partnership"),
]


def stream(number: int = 0) -> Stream:
    return Stream(seed_key(b"test", b"characters"), number)


def decisions(rules: dm.Rules, count: int) -> list[dm.View]:
    """Views at which there is a choice, from rounds played at random."""
    found: list[dm.View] = []
    chance = Stream(seed_key(b"test", b"decisions"), 0)
    for seed in range(count):
        rnd = dm.Round.deal(rules, seed=seed, **({} if rules.opening == "highest-tile" else {"starter": 0}))
        while (turn := rnd.turn) is not None and len(found) < count:
            legal = rnd.legal_moves()
            if len(legal) > 1:
                found.append(rnd.view(turn, stream(len(found))))
            rnd.play(legal[chance.below(len(legal))])
    return found


@pytest.mark.parametrize(("character", "name"), list(zip(CHARACTERS, NAMES, strict=True)))
def test_names_and_levels(character: Callable[..., Any], name: str) -> None:
    assert character().name == name
    assert character().level == 3
    assert character(3).name == name
    assert [character(level).name for level in (1, 2, 4, 5)] == [f"{name}/{level}" for level in (1, 2, 4, 5)]
    assert players.get(name).name == name
    assert players.get(f"{name}/4").name == f"{name}/4"
    assert type(players.get(f"{name}/4")) is character
    assert repr(character(level=2)) == f"{character.__name__}(level=2)"


@pytest.mark.parametrize("character", CHARACTERS)
@pytest.mark.parametrize("level", [0, 6, -1, 3.0, "3", None, True])
def test_a_wrong_level_is_told(character: Callable[..., Any], level: object) -> None:
    with pytest.raises(PlayerError, match=f"the level of {character().name} is 1 to 5, not {level!r}") as caught:
        character(level)
    assert isinstance(caught.value, ValueError)
    assert isinstance(caught.value, dm.DominoesError)


def test_a_wrong_level_in_a_name() -> None:
    with pytest.raises(PlayerError, match="the level of buratino is 1 to 5, not 6"):
        players.get("buratino/6")


@pytest.mark.parametrize("worlds", [0, MAX_WORLDS + 1, 1.5, "9", True])
def test_wrong_worlds(worlds: Any) -> None:
    with pytest.raises(PlayerError, match=f"the worlds of snow-white are 1 to {MAX_WORLDS}, not"):
        SnowWhite(worlds=worlds)


@pytest.mark.parametrize("seconds", [0, -1.0, float("nan"), float("inf"), "1", True, 1_000_001, 1e10, 10**400])
def test_wrong_seconds(seconds: Any) -> None:
    with pytest.raises(PlayerError, match="the seconds of snow-white are a number above 0 and at most 1000000, not"):
        SnowWhite(seconds=seconds)


def test_how_much_snow_white_thinks() -> None:
    assert [SnowWhite(level).worlds for level in range(1, 6)] == [_thinking.worlds_of(level) for level in range(1, 6)]
    assert SnowWhite(2, worlds=7).worlds == 7
    assert SnowWhite(seconds=0.5).worlds == MAX_WORLDS
    assert SnowWhite(seconds=0.5, worlds=7).worlds == 7
    assert SnowWhite().seconds is None
    assert repr(SnowWhite(1, worlds=7, seconds=0.5)) == "SnowWhite(level=1, worlds=7, seconds=0.5)"


def test_the_worlds_of_both_backends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_thinking, "BACKEND", "c")
    assert [SnowWhite(level).worlds for level in range(1, 6)] == [30, 120, 500, 2000, 8000]
    monkeypatch.setattr(_thinking, "BACKEND", "py")
    assert [SnowWhite(level).worlds for level in range(1, 6)] == [4, 12, 40, 80, 200]


@pytest.mark.parametrize("character", CHARACTERS)
def test_chance_is_needed_only_for_a_choice(character: Callable[..., Any]) -> None:
    rnd = dm.Round(dm.Rules("draw"), hands=[["6-6", "1-1"], ["6-5", "6-0"]])
    assert character().choose(rnd.view(0)) == dm.Move("6-6")
    rnd.play("6-6")
    with pytest.raises(PlayerError, match=f"the player {character().name} needs a view with a stream"):
        character().choose(rnd.view(1))
    assert character(1).choose(rnd.view(1, stream())) in rnd.legal_moves()


@pytest.mark.parametrize("character", CHARACTERS)
@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: f"{rules.preset_name}-{rules.players}")
def test_they_choose_what_the_waist_chooses(character: Callable[..., Any], rules: dm.Rules) -> None:
    player = character(1)
    worlds = player.worlds if isinstance(player, SnowWhite) else 0
    for index, view in enumerate(decisions(rules, 6)):
        action = view.state.choose(PLAYER_NAMES.index(player.registered), 1, worlds, stream(index))
        assert player.choose(view).code == action


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: f"{rules.preset_name}-{rules.players}")
def test_they_play_whole_matches_together(rules: dm.Rules) -> None:
    names = [f"{NAMES[(seat + 1) % 3]}/1" for seat in range(rules.players)]
    match = dm.Match(rules.replace(target=30), names, seed="together")
    for _ in match.run():
        pass
    assert match.over
    record = match.to_record()
    assert record.opponents == tuple(names)
    again = dm.Match(rules.replace(target=30), names, seed="together")
    for _ in again.run():
        pass
    assert again.to_record() == record


def test_a_perfect_pinocchio_is_the_heaviest_and_an_imperfect_one_is_not() -> None:
    views = decisions(dm.Rules("draw"), 60)
    heaviest = [Heaviest().choose(view) for view in views]
    same = [
        sum(Pinocchio(level).choose(v) == move for v, move in zip(views, heaviest, strict=True)) for level in (1, 5)
    ]
    assert same[1] == len(views)
    assert len(views) // 4 < same[0] < len(views) * 9 // 10


def test_buratino_closes_the_way_that_pinocchio_opens() -> None:
    rnd = dm.Round(
        dm.Rules("block", opening="random"),
        hands=[["6-2", "4-3", "3-2", "6-6"], ["5-1", "1-1", "6-5", "2-2"]],
        boneyard=["4-4", "0-0"],
        starter=1,
    )
    for move in ("5-1", "pass"):  # seat 0 holds no 5 and no 1
        rnd.play(move)
    assert rnd.legal_moves() == (dm.Move("6-5@L"), dm.Move("1-1@R"))
    assert Pinocchio(5).choose(rnd.view(1, stream())) == dm.Move("6-5@L")
    assert Buratino(5).choose(rnd.view(1, stream())) == dm.Move("1-1@R")


def test_buratino_wavers_the_more_the_lower_his_level() -> None:
    views = decisions(dm.Rules("draw"), 60)
    steady = [Buratino(5).choose(view) for view in views]
    same = [sum(Buratino(level).choose(v) == m for v, m in zip(views, steady, strict=True)) for level in (1, 3)]
    assert same[0] < same[1] < len(views)


def test_snow_white_does_what_she_advises() -> None:
    views = decisions(dm.Rules("draw"), 20)
    agreed = sum(SnowWhite(worlds=60).choose(view) == dm.advise(view, worlds=60).best.move for view in views)
    assert agreed >= 14


def test_snow_white_stops_when_the_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    timers: list[float] = []

    class Impatient(threading.Timer):
        """Up at once, whatever the time."""

        def start(self) -> None:
            timers.append(self.interval)
            self.function(*self.args)

    monkeypatch.setattr(threading, "Timer", Impatient)
    (view,) = decisions(dm.Rules("draw"), 1)
    stopped = view.state.choose(PLAYER_NAMES.index("snow-white"), 3, MAX_WORLDS, stream(), array("i", [1]))
    assert SnowWhite(seconds=1e6).choose(view).code == stopped
    assert timers == [1e6]


def test_snow_white_thinks_for_a_time() -> None:
    (view,) = decisions(dm.Rules("draw"), 1)
    before = threading.active_count()
    assert SnowWhite(seconds=0.02).choose(view) in view.legal_moves()
    assert threading.active_count() <= before + 1


@pytest.mark.parametrize("player", [Pinocchio(1), Buratino(2), SnowWhite(4, worlds=9, seconds=1.5)])
def test_they_can_be_sent_to_other_processes(player: Any) -> None:
    again = pickle.loads(pickle.dumps(player))
    assert repr(again) == repr(player)
    assert again.name == player.name
