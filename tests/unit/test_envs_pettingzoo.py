"""The environment of PettingZoo: its own tests, observations, rewards, and what it refuses."""

from __future__ import annotations

import contextlib
import copy
import pickle
import warnings
from collections.abc import Callable
from typing import Any

import pytest
from support.options import PRESET_PLAYERS

import dominoes as dm
from dominoes.errors import IllegalMove, MatchError, RulesError

needed = 'the extra is not installed: pip install "dominoes-engine[rl]"'
np = pytest.importorskip("numpy", reason=needed)
for library in ("gymnasium", "pettingzoo"):
    pytest.importorskip(library, reason=needed)

with warnings.catch_warnings():  # where pygame is at hand, it imports environments of its own in a way it deprecates
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, seed_test

from dominoes.envs import pettingzoo  # noqa: E402
from dominoes.envs._rewards import net, shares  # noqa: E402

GAMES = [(name, players) for name, numbers in PRESET_PLAYERS.items() for players in numbers]
OPTIONS = [
    dm.Rules("draw", players=3, table=(16, 12), voluntary_draw=True, draw="one", count_multiple=3),
    dm.Rules("draw", max_pip=2, hand_size=1),
    dm.Rules("all-fives", players=4, partners=True, table=(20, 20), max_pip=4, hand_size=3),
    dm.Rules("draw", max_pip=9, players=4, boneyard_floor=5),
]
EVERY_DICT = {
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
}
"""What the test of PettingZoo says to every environment that puts its mask beside the observation in a dict, as
PettingZoo's manual tells it to, unless its name is on a list of PettingZoo's own."""


def warnings_of(test: Callable[[], None]) -> set[str]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        test()
    return {str(warning.message) for warning in caught}


@pytest.mark.parametrize(("preset", "players"), GAMES)
def test_the_tests_of_pettingzoo_for_every_preset(preset: str, players: int) -> None:
    assert warnings_of(lambda: api_test(pettingzoo.env(preset, players=players), num_cycles=60)) <= EVERY_DICT
    assert warnings_of(lambda: seed_test(lambda: pettingzoo.env(preset, players=players), num_cycles=60)) == set()


@pytest.mark.parametrize("rules", OPTIONS, ids=repr)
def test_the_tests_of_pettingzoo_for_other_rules(rules: dm.Rules) -> None:
    assert warnings_of(lambda: api_test(pettingzoo.env(rules), num_cycles=60)) <= EVERY_DICT
    assert warnings_of(lambda: seed_test(lambda: pettingzoo.env(rules), num_cycles=60)) == set()


def choose(env: Any, rng: Any) -> int:
    return int(rng.choice(np.flatnonzero(env.last()[0]["action_mask"])))


@pytest.mark.parametrize("rules", [*(dm.Rules(name, players=players) for name, players in GAMES), *OPTIONS], ids=repr)
def test_a_round_beside_a_batch_of_the_same_seed(rules: dm.Rules) -> None:
    env, batch, rng = pettingzoo.raw_env(rules), dm.Batch(rules, 1, seed=5), np.random.default_rng(5)
    env.reset(seed=5)
    seats = range(rules.players)
    told = dict.fromkeys(env.agents, 0.0)
    passed_or_drew = 0
    while not any(env.terminations.values()):
        seat = batch.turn[0]
        assert env.agent_selection == f"player_{seat}"
        for looking in seats:
            seen = env.observe(f"player_{looking}")
            assert env.observation_space(f"player_{looking}").contains(seen)
            assert seen["observation"].tolist() == batch.observe(looking).tolist()[0]
            assert seen["action_mask"].tolist() == (
                batch.masks.tolist()[0] if looking == seat else [0] * len(env.moves)
            )
        action = choose(env, rng)
        passed_or_drew += not env.moves[action].is_play
        env.step(action)
        batch.step(np.array([action], np.int32))
        made = net(batch.rewards.tolist()[0], shares(rules))
        assert list(env.rewards.values()) == made
        told = {agent: told[agent] + reward for agent, reward in env.rewards.items()}
    result = env.round.result
    assert result is not None
    assert list(told.values()) == pytest.approx(net(result.points, shares(rules)))
    assert sum(told.values()) == pytest.approx(0)
    assert sum(not move.is_play for move in env.round.moves) == passed_or_drew  # none is hidden


def test_the_end_is_told_to_every_agent_once() -> None:
    env, rng = pettingzoo.env("draw", players=3), np.random.default_rng(1)
    env.reset(seed=1)
    returns = dict.fromkeys(env.agents, 0.0)
    ends = []
    for agent in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        returns[agent] += reward
        assert not truncation
        if termination:
            ends.append(agent)
            assert np.flatnonzero(observation["action_mask"]).tolist() == [len(env.unwrapped.moves) - 1]
            assert str(env.unwrapped.moves[-1]) == "pass"
        env.step(None if termination else choose(env, rng))
    assert sorted(ends) == ["player_0", "player_1", "player_2"]
    assert sum(returns.values()) == pytest.approx(0)
    assert any(returns.values())
    assert env.agents == []


def test_who_has_drawn_acts_again() -> None:
    env, rng = pettingzoo.raw_env("draw"), np.random.default_rng(2)
    drew = 0
    for seed in range(5):
        env.reset(seed=seed)
        while not any(env.terminations.values()):
            agent, action = env.agent_selection, choose(env, rng)
            env.step(action)
            if env.moves[action].is_draw:
                drew += 1
                assert env.agent_selection == agent
    assert drew


def test_seeds_and_the_rounds_after_them() -> None:
    first, second = pettingzoo.raw_env("draw"), pettingzoo.raw_env("draw")
    hands = []
    for env in (first, second):
        env.reset(seed=9)
        env.reset()
        hands.append([env.round.hand(0)])
        env.reset()
        hands[-1].append(env.round.hand(0))
        env.reset(seed=9)
        hands[-1].append(env.round.hand(0))
    assert hands[0] == hands[1]
    assert len(set(hands[0])) == 3
    batch = dm.Batch(dm.Rules("draw"), 1, seed=9)
    assert hands[0][2] == batch.state(0).hand(0)
    first.reset(), second.reset(seed=10)
    assert first.round != second.round


def test_an_illegal_action_is_refused_with_its_reason() -> None:
    env = pettingzoo.raw_env("draw")
    env.reset(seed=1)
    before = env.round
    illegal = int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0])
    with pytest.raises(IllegalMove, match="hand"):
        env.step(illegal)
    for action in (-1, len(env.moves), 1.5, "0", True, None):
        with pytest.raises(RulesError, match="an action must be an integer from 0 to 85"):
            env.step(action)
    assert (env.round, env.agents) == (before, ["player_0", "player_1"])


def test_in_its_wrappers_an_illegal_action_ends_the_round_and_costs_more_than_losing() -> None:
    env = pettingzoo.env("draw")
    env.reset(seed=1)
    agent = env.agent_selection
    illegal = int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0])
    env.step(illegal)
    assert env.terminations == {"player_0": True, "player_1": True}
    assert {name: reward for name, reward in env.rewards.items() if reward} == {agent: -168}


def test_acting_without_a_round() -> None:
    env = pettingzoo.raw_env("block")
    with pytest.raises(MatchError, match="call reset"):
        env.step(0)


def test_rules_and_what_else_is_given() -> None:
    rules = dm.Rules("draw", players=4, max_pip=9)
    assert pettingzoo.raw_env(rules).rules == rules == pettingzoo.raw_env("draw", players=4, max_pip=9).rules
    for wrong in (
        lambda: pettingzoo.raw_env(rules, players=3),
        lambda: pettingzoo.raw_env("dra"),
        lambda: pettingzoo.raw_env("draw", hand_sise=3),
        lambda: pettingzoo.raw_env("draw", render_mode="rgb_array"),
    ):
        with pytest.raises(RulesError):
            wrong()
    with pytest.raises(TypeError, match="rules are a Rules or the name of a preset"):
        pettingzoo.raw_env(7)


def test_rendering(capsys: pytest.CaptureFixture[str]) -> None:
    env = pettingzoo.env("draw", render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == str(env.unwrapped.round)
    assert "hand of seat 1" in env.render()
    assert capsys.readouterr().out == ""
    env = pettingzoo.env("draw", render_mode="human")
    env.reset(seed=1)
    assert "hand of seat 1" in capsys.readouterr().out
    env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    assert str(env.unwrapped.round) in capsys.readouterr().out
    silent = pettingzoo.raw_env("draw")
    silent.reset(seed=1)
    assert silent.render() is None
    assert capsys.readouterr().out == ""


def test_the_whole_state_for_learners_with_all_tiles_face_up() -> None:
    env = pettingzoo.raw_env("draw", players=3)
    env.reset(seed=3)
    rows = np.split(env.state(), 3)
    for seat, row in enumerate(rows):
        assert row.tolist() == env.observe(f"player_{seat}")["observation"].tolist()


def pickled(env: Any) -> Any:
    return pickle.loads(pickle.dumps(env))


def told(env: Any) -> list[Any]:
    """All that an environment says of the round that is on."""
    inner = env.unwrapped
    if not inner.agents:
        return [inner.round]
    seen, *rest = env.last()
    said = [
        inner.round,
        inner.agents,
        inner.agent_selection,
        inner.rewards,
        rest,
        inner.terminations,
        env.state().tolist(),
    ]
    return [*said, {name: value.tolist() for name, value in seen.items()}]


@pytest.mark.parametrize("way", [copy.deepcopy, pickled], ids=["copied", "pickled"])
@pytest.mark.parametrize("make", [pettingzoo.env, pettingzoo.raw_env], ids=["wrapped", "raw"])
@pytest.mark.parametrize("seed", [None, 5, "friday"])
def test_a_copy_goes_on_from_the_round_that_is_on(make: Any, way: Any, seed: Any) -> None:
    """At each step of a later round: it tells the same, goes its own way, and the same action leads to the same."""
    env, rng = make("all-fives", players=3, target=50), np.random.default_rng(3)
    env.reset(seed=seed)
    for _ in range(3):
        env.reset()
    copies = 0
    while env.unwrapped.agents:
        before, other = told(env), way(env)
        assert told(other) == before
        dead = env.last()[2]
        action = None if dead else choose(env, rng)
        other.step(action)
        assert told(env) == before
        env.step(action)
        assert told(other) == told(env)
        copies += 1
    assert copies > 10
    other.reset(), env.reset()
    assert told(other) == told(env)


@pytest.mark.parametrize("way", [copy.deepcopy, pickled], ids=["copied", "pickled"])
def test_a_copy_before_the_first_round(way: Any) -> None:
    env = pettingzoo.raw_env("all-fives", players=3, target=50)
    again = way(env)
    assert again.rules == env.rules
    with pytest.raises(MatchError, match="call reset"):
        again.step(0)
    again.reset(seed=1)
    env.reset(seed=1)
    assert told(again) == told(env)


def test_a_copy_where_deals_have_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Such a deal is passed over by the next reset, in the copy too."""
    names = iter(map(str, range(100)))
    monkeypatch.setattr(pettingzoo.secrets, "token_hex", lambda _: next(names))
    rules = dm.Rules("draw", redeal_doubles=1, hand_size=9)  # about every third deal fails
    failed, env = 0, None
    while env is None:
        with contextlib.suppress(dm.DealError):
            env = pettingzoo.raw_env(rules)
    for _ in range(12):
        try:
            env.reset()
        except dm.DealError:
            failed += 1
        assert copy.deepcopy(env).round == env.round
    assert 0 < failed < 12


def test_what_is_no_action_is_refused_and_nothing_is_done() -> None:
    for make in (pettingzoo.env, pettingzoo.raw_env):
        env = make("draw")
        env.reset(seed=1)
        before = told(env)
        for action in (True, np.True_, -1, 86, 1.5, "0", None, np.array([1, 2]), 10**30):
            with pytest.raises(RulesError, match="an action must be an integer from 0 to 85, not"):
                env.step(action)
            assert told(env) == before
        env.step(np.int64(choose(env, np.random.default_rng(1))))


def test_looking_before_a_round_says_to_reset() -> None:
    with pytest.raises(MatchError, match="no round to look at: call reset"):
        pettingzoo.raw_env("draw").last()
    env = pettingzoo.env("draw")
    for look in (env.last, lambda: env.step(0)):
        with pytest.raises((MatchError, AssertionError, AttributeError), match="reset"):
            look()


@pytest.mark.parametrize("seed", [0, 7, -7, 2**70, "friday", np.int64(7), np.uint8(7)])
def test_seeds_are_those_of_a_batch(seed: Any) -> None:
    env = pettingzoo.env("draw")
    env.reset(seed=seed)
    assert env.unwrapped.round == dm.Batch(dm.Rules("draw"), 1, seed=seed).state(0)


@pytest.mark.parametrize("seed", [True, 1.5, b"x", [1], (1, 2), {}])
def test_other_seeds_are_refused(seed: Any) -> None:
    env = pettingzoo.env("draw")
    env.reset(seed=1)
    before = told(env)
    with pytest.raises(TypeError, match="a seed is a text or an integer"):
        env.reset(seed=seed)
    assert env.unwrapped.round == before[0]


def test_what_is_observed_stays() -> None:
    env = pettingzoo.raw_env("block")
    env.reset(seed=1)
    before = env.observe("player_0")
    kept = copy.deepcopy(before)
    env.step(choose(env, np.random.default_rng(1)))
    env.observe("player_0")
    assert all(np.array_equal(before[name], kept[name]) for name in kept)
