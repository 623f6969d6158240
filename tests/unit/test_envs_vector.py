"""The vector environment beside the batch beneath it: self-play, opponents, resets, and what it refuses."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest
from support.options import PRESET_PLAYERS

import dominoes as dm
from dominoes.errors import RulesError

needed = 'the extra is not installed: pip install "dominoes-engine[rl]"'
np = pytest.importorskip("numpy", reason=needed)
gymnasium = pytest.importorskip("gymnasium", reason=needed)

from gymnasium.vector import AutoresetMode  # noqa: E402
from gymnasium.wrappers.vector import DictInfoToList, DtypeObservation, NormalizeObservation, RecordEpisodeStatistics  # noqa: E402

from dominoes.envs._rewards import net, shares  # noqa: E402
from dominoes.envs.vector import DominoesVectorEnv  # noqa: E402

N = 12
STEPS = 80
RULES = [
    *(dm.Rules(name, players=players) for name, numbers in PRESET_PLAYERS.items() for players in numbers),
    dm.Rules("all-fives", players=3, target=15, hand_size=2, max_pip=3),  # rounds that end before everybody has acted
    dm.Rules("draw", players=4, hand_size=1, max_pip=2),
    dm.Rules("draw", table=(16, 12), voluntary_draw=True, draw="one", count_multiple=3),
]
EVERY_RULE = pytest.mark.parametrize("rules", RULES, ids=repr)


def first_legal(observations: Any, masks: Any) -> Any:
    return masks.argmax(axis=1)


@EVERY_RULE
def test_self_play_is_a_batch_that_resets_itself(rules: dm.Rules) -> None:
    envs, batch = DominoesVectorEnv(N, rules), dm.Batch(rules, N, seed=3, autoreset=True)
    observations, infos = envs.reset(seed=3)
    worth = np.array(shares(rules))
    ended_rounds = 0
    for _ in range(STEPS):
        assert observations.tolist() == batch.observe().tolist()
        assert infos["action_mask"].tolist() == batch.masks.tolist()
        assert infos["turn"].tolist() == batch.turn.tolist()
        assert envs.observation_space.contains(observations)
        actors = infos["turn"].tolist()
        actions = envs.sample()
        assert actions.tolist() == batch.sample().tolist()
        observations, rewards, ended, truncated, infos = envs.step(actions)
        batch.step(actions)
        assert ended.tolist() == [bool(done) for done in batch.done]
        assert not truncated.any()
        made = np.asarray(batch.rewards) @ worth.T
        np.testing.assert_allclose(infos["rewards"], made, rtol=1e-6)
        np.testing.assert_allclose(rewards, made[range(N), actors], rtol=1e-6)
        ended_rounds += int(ended.sum())
    assert ended_rounds > N


@EVERY_RULE
@pytest.mark.parametrize("opponents", ["random", first_legal], ids=["random", "policy"])
def test_against_others_the_rewards_of_a_round_are_what_it_was_worth(rules: dm.Rules, opponents: Any) -> None:
    envs = DominoesVectorEnv(N, rules, opponents=opponents)
    observations, infos = envs.reset(seed=5)
    returns, lengths, rounds = np.zeros(N), np.zeros(N, int), 0
    columns, worth = envs.columns, shares(rules)
    for _ in range(STEPS):
        assert (observations[:, columns["turn"]] == 0).all()
        assert infos["action_mask"].any(axis=1).all()
        observations, rewards, ended, truncated, infos = envs.step(envs.sample())
        assert not truncated.any()
        returns += rewards
        lengths += 1
        for slot in np.flatnonzero(ended):
            last = infos["final_obs"][slot]
            assert last[columns["reason"]] > 0
            assert returns[slot] == pytest.approx(net(last[columns["points"]].tolist(), worth)[0], abs=1e-3)
            returns[slot], rounds = 0, rounds + 1
        assert ("final_obs" in infos) == ended.any()
        finals = {"final_obs", "_final_obs", "final_info", "_final_info"}
        assert set(infos) <= {"action_mask", "_action_mask"} | finals
    assert rounds > N


def test_others_play_by_their_policy() -> None:
    """Replayed in one round: between two turns of the agent every other seat does its first legal action."""
    envs = DominoesVectorEnv(1, "draw", players=3, opponents=first_legal)
    envs.reset(seed=8)
    rounds, acted = 0, 0
    while rounds < 5:
        before = envs.round(0)
        action = int(envs.sample()[0])
        _, _, ended, _, _ = envs.step(np.array([action]))
        before.play(envs.moves[action])
        acted += 1
        while before.result is None and before.turn != 0:
            before.play(before.legal_moves()[0])
            acted += 1
        if ended[0]:
            assert before.result is not None
            rounds += 1
        else:
            assert before == envs.round(0)
    assert acted > 50


@pytest.mark.parametrize("opponents", [None, "random"])
def test_equal_seeds_and_actions_make_equal_runs(opponents: Any) -> None:
    def run(seed: int) -> list[Any]:
        envs = DominoesVectorEnv(8, "all-fives", players=3, opponents=opponents)
        told = [envs.reset(seed=seed)[0].tolist()]
        for _ in range(60):
            observations, rewards, ended, _, _ = envs.step(envs.sample())
            told += [observations.tolist(), rewards.tolist(), ended.tolist()]
        told.append(envs.reset()[0].tolist())
        return told

    assert run(4) == run(4)
    assert run(4) != run(5)


def test_a_reset_without_a_seed_goes_on() -> None:
    envs, batch = DominoesVectorEnv(4, "draw"), dm.Batch(dm.Rules("draw"), 4, seed=6)
    envs.reset(seed=6)
    batch.reset()
    assert envs.reset()[0].tolist() == batch.observe().tolist()
    assert DominoesVectorEnv(4, "draw").reset()[0].tolist() != DominoesVectorEnv(4, "draw").reset()[0].tolist()


def test_nothing_is_copied_and_what_stays_is_told() -> None:
    envs = DominoesVectorEnv(16, "draw")
    observations, infos = envs.reset(seed=1)
    for _ in range(40):
        again, _, _, _, later = envs.step(envs.sample())
        assert again is observations
        assert all(np.shares_memory(infos[name], later[name]) for name in ("action_mask", "turn", "rewards"))
    kept = observations.copy()
    fresh, _ = envs.reset(seed=2)
    assert fresh is not observations
    assert observations.tolist() == kept.tolist()


def test_last_observations_belong_to_the_rounds_that_ended() -> None:
    envs, batch = DominoesVectorEnv(N, "draw"), dm.Batch(dm.Rules("draw"), N, seed=2)
    envs.reset(seed=2)
    kept: list[tuple[Any, list[int]]] = []
    for _ in range(STEPS):
        actions = envs.sample()
        batch.step(actions)
        _, _, ended, _, infos = envs.step(actions)
        if ended.any():
            rows = batch.observe(0).tolist()
            assert infos["_final_obs"].tolist() == ended.tolist()
            for slot, row in enumerate(infos["final_obs"]):
                assert (row is not None) == ended[slot]
                if ended[slot]:
                    kept.append((row, rows[slot]))
            batch.reset(batch.done)
    assert len(kept) > N
    assert all(row.tolist() == expected for row, expected in kept)  # later steps have not written over them


def test_what_gymnasium_asks_of_a_vector_environment() -> None:
    envs = gymnasium.make_vec("dominoes.envs.vector:Dominoes-v0", num_envs=5, rules="draw", players=3)
    assert isinstance(envs.unwrapped, DominoesVectorEnv)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    assert (envs.num_envs, envs.single_action_space.n) == (5, 86)
    assert envs.action_space == gymnasium.spaces.MultiDiscrete([86] * 5)
    assert envs.observation_space == gymnasium.vector.utils.batch_space(envs.single_observation_space, 5)
    assert envs.single_observation_space.dtype == np.int16
    observations, infos = envs.reset(seed=1, options={})
    assert observations in envs.observation_space
    for slot in range(5):
        action = envs.single_action_space.sample(infos["action_mask"][slot])
        assert infos["action_mask"][slot, action] == 1
    envs.close()
    assert envs.closed


def test_the_wrappers_of_gymnasium() -> None:
    envs, inner, other = (DominoesVectorEnv(6, "draw", opponents="random") for _ in range(3))
    counted, listed = RecordEpisodeStatistics(inner), DictInfoToList(other)
    _, told = envs.reset(seed=1)
    counted.reset(seed=1)
    listed.reset(seed=1)
    returns, finished = np.zeros(6), 0
    for _ in range(80):
        actions = told["action_mask"].argmax(axis=1)
        _, rewards, ended, _, told = envs.step(actions)
        _, _, _, _, infos = counted.step(actions)
        _, _, _, _, one_by_one = listed.step(actions)
        returns += rewards
        for slot in range(6):
            assert one_by_one[slot]["action_mask"].tolist() == told["action_mask"][slot].tolist()
            assert ("final_obs" in one_by_one[slot]) == ended[slot]
            if ended[slot]:
                assert infos["episode"]["r"][slot] == pytest.approx(returns[slot])
                finished += 1
                returns[slot] = 0
    assert finished


@EVERY_RULE
@pytest.mark.parametrize("opponents", [None, first_legal], ids=["self-play", "policy"])
def test_resetting_in_the_next_step_plays_the_same_rounds(rules: dm.Rules, opponents: Any) -> None:
    """Round by round the same rewards and rows as in the other mode, with one step more at each end."""
    told: list[list[list[Any]]] = []
    for mode in (AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP):
        envs = DominoesVectorEnv(4, rules, opponents=opponents, autoreset_mode=mode)
        assert envs.metadata["autoreset_mode"] is mode
        observations, infos = envs.reset(seed=7)
        runs: list[list[Any]] = [[observations[slot].tolist()] for slot in range(4)]
        over = [False] * 4
        for _ in range(150):
            actions = infos["action_mask"].argmax(axis=1)
            if mode is AutoresetMode.NEXT_STEP:
                actions[over] = -5  # not looked at
            observations, rewards, ended, _, infos = envs.step(actions)
            for slot in range(4):
                if over[slot]:
                    assert (rewards[slot], ended[slot]) == (0, False)
                    runs[slot].append(observations[slot].tolist())
                    continue
                runs[slot].append(float(rewards[slot]))
                if mode is AutoresetMode.SAME_STEP and ended[slot]:
                    runs[slot].append(infos["final_obs"][slot].tolist())
                runs[slot].append(observations[slot].tolist())
                if mode is AutoresetMode.NEXT_STEP and ended[slot]:
                    assert np.flatnonzero(infos["action_mask"][slot]).tolist() == [len(envs.moves) - 1]
            over = ended.tolist() if mode is AutoresetMode.NEXT_STEP else over
            assert "final_obs" not in infos or mode is AutoresetMode.SAME_STEP
        told.append(runs)
    for same, later in zip(*told, strict=True):
        count = min(len(same), len(later))
        assert count > 200
        assert same[:count] == later[:count]


def test_the_wrappers_of_observations() -> None:
    envs = DominoesVectorEnv(6, "draw", opponents="random", autoreset_mode=AutoresetMode.NEXT_STEP)
    envs = NormalizeObservation(DtypeObservation(envs, np.float32))
    observations, infos = envs.reset(seed=1)
    for _ in range(60):
        assert observations.dtype == np.float32
        observations, _, _, _, infos = envs.step(infos["action_mask"].argmax(axis=1))
    assert np.isfinite(observations).all()


def test_a_wrong_action_is_refused_and_nothing_is_done() -> None:
    envs = DominoesVectorEnv(3, "draw")
    with pytest.raises(RulesError, match="call reset"):
        envs.step(np.zeros(3, int))
    observations, infos = envs.reset(seed=1)
    before = observations.copy()
    good = envs.sample()
    illegal = good.copy()
    illegal[1] = np.flatnonzero(infos["action_mask"][1] == 0)[0]
    refusals = [
        (illegal, r"actions: \d+ \(.*\) is not legal in round 1: .* not in your hand"),
        (np.array([good[0], good[1], 86]), "actions: 86, for round 2, is none of 0 to 85"),
        (np.array([-1, good[1], good[2]]), "actions: -1, for round 0, is none of 0 to 85"),
        (good[:2], r"actions must be 3 integers, not an array of int32 of shape \(2,\)"),
        (good.astype(float), "actions must be 3 integers, not an array of float64"),
        (7, "actions must be 3 integers"),
    ]
    for wrong, text in refusals:
        with pytest.raises(RulesError, match=text):
            envs.step(wrong)
        assert [envs.round(slot).moves for slot in range(3)] == [()] * 3
    assert observations.tolist() == before.tolist()
    for kind in (np.int64, np.uint8, np.int16):
        envs.reset(seed=1)
        envs.step(good.astype(kind))
        assert [len(envs.round(slot).moves) for slot in range(3)] == [1] * 3
    envs.reset(seed=1)
    envs.step(good.tolist())


def test_a_policy_that_gives_wrong_actions_is_refused() -> None:
    envs = DominoesVectorEnv(64, "draw", opponents=lambda rows, masks: np.zeros(64, int))
    with pytest.raises(RulesError, match="the opponents' actions: 0 "):
        envs.reset(seed=1)
    envs = DominoesVectorEnv(64, "draw", opponents=lambda rows, masks: [0])
    with pytest.raises(RulesError, match="the opponents' actions must be 64 integers"):
        envs.reset(seed=1)


def test_what_it_is_made_of() -> None:
    assert DominoesVectorEnv(2, dm.Rules("draw", players=3)).rules == DominoesVectorEnv(2, "draw", players=3).rules
    for wrong in (
        lambda: DominoesVectorEnv(0),
        lambda: DominoesVectorEnv(2, "dra"),
        lambda: DominoesVectorEnv(2, opponents="heaviest"),
        lambda: DominoesVectorEnv(2, render_mode="human"),
        lambda: DominoesVectorEnv(2, autoreset_mode=AutoresetMode.DISABLED),
        lambda: DominoesVectorEnv(2, dm.Rules("draw"), players=3),
    ):
        with pytest.raises(RulesError):
            wrong()


# As Gymnasium's own vector environments


@pytest.mark.parametrize("opponents", [None, "random"])
def test_the_last_infos_are_told_as_gymnasium_does(opponents: Any) -> None:
    """The keys of `infos`, each with its mask, in arrays of the same form: so SyncVectorEnv has it."""
    envs = DominoesVectorEnv(N, "draw", opponents=opponents, autoreset_mode="SameStep")
    pass_alone = [0] * (len(envs.moves) - 1) + [1]
    _, infos = envs.reset(seed=4)
    ends = 0
    for _ in range(STEPS):
        _, rewards, ended, _, infos = envs.step(envs.sample())
        assert ("final_info" in infos) == ("_final_info" in infos) == ended.any()
        if not ended.any():
            continue
        final = infos["final_info"]
        assert infos["_final_info"].tolist() == ended.tolist()
        assert set(final) == set(infos) - {"final_obs", "_final_obs", "final_info", "_final_info"}
        for name in {name for name in final if not name.startswith("_")}:
            assert (final[name].shape, final[name].dtype) == (infos[name].shape, infos[name].dtype)
            assert final[f"_{name}"].tolist() == ended.tolist()
        for slot in np.flatnonzero(ended):
            ends += 1
            assert final["action_mask"][slot].tolist() == pass_alone
            if opponents is None:
                assert final["turn"][slot] == -1
                assert rewards[slot] in final["rewards"][slot]
    assert ends > N


def test_gymnasium_finds_the_last_infos_where_a_round_ended() -> None:
    listed = DictInfoToList(DominoesVectorEnv(N, "draw"))
    listed.reset(seed=4)
    found = 0
    for _ in range(STEPS):
        _, _, ended, _, infos = listed.step(listed.env.sample())
        for slot in range(N):
            assert ("final_info" in infos[slot]) == ended[slot]
            found += "final_info" in infos[slot]
    assert found > N


def test_the_mode_is_given_by_name_too() -> None:
    for name, mode in (("SameStep", AutoresetMode.SAME_STEP), ("NextStep", AutoresetMode.NEXT_STEP)):
        assert DominoesVectorEnv(2, autoreset_mode=name).metadata["autoreset_mode"] is mode
        made = gymnasium.make_vec("dominoes.envs.vector:Dominoes-v0", num_envs=2, autoreset_mode=name)
        assert made.metadata["autoreset_mode"] is mode
    for wrong in ("same_step", "Disabled", AutoresetMode.DISABLED, None, 0, []):
        with pytest.raises(RulesError, match="SAME_STEP .'SameStep'. or .*NEXT_STEP .'NextStep'., not"):
            DominoesVectorEnv(2, autoreset_mode=wrong)


@pytest.mark.parametrize("opponents", [None, "random", first_legal])
@pytest.mark.parametrize("mode", ["SameStep", "NextStep"])
def test_some_rounds_are_reset_alone(mode: str, opponents: Any) -> None:
    envs = DominoesVectorEnv(4, "draw", players=3, opponents=opponents, autoreset_mode=mode)
    envs.reset(seed=2)
    for _ in range(3):
        envs.step(envs.sample())
    before = [envs.round(slot) for slot in range(4)]
    mask = np.array([True, False, False, True])
    options = {"reset_mask": mask}
    observations, infos = envs.reset(options=options)
    assert options == {"reset_mask": mask}
    assert [envs.round(slot) == before[slot] for slot in range(4)] == [False, True, True, False]
    assert infos["action_mask"].any(axis=1).all()
    assert "final_obs" not in infos
    if opponents is None:
        assert [len(envs.round(slot).moves) for slot in (0, 3)] == [0, 0]
    else:
        assert (observations[:, envs.columns["turn"]] == 0).all()
    for _ in range(60):
        observations, _, _, _, _ = envs.step(envs.sample())


def test_a_round_that_waits_for_its_reset_gets_it_by_a_mask() -> None:
    envs = DominoesVectorEnv(3, "draw", autoreset_mode="NextStep")
    envs.reset(seed=2)
    ended = np.zeros(3, bool)
    while not ended.any():
        _, _, ended, _, _ = envs.step(envs.sample())
    slots = np.flatnonzero(ended)
    mask = ended.copy()
    _, infos = envs.reset(options={"reset_mask": mask})
    assert (infos["turn"] >= 0).all()
    envs.step(envs.sample())
    assert all(len(envs.round(slot).moves) == 1 for slot in slots)


def test_a_wrong_mask_of_rounds_is_refused() -> None:
    envs = DominoesVectorEnv(3, "draw")
    good = np.array([True, False, False])
    with pytest.raises(RulesError, match="no rounds yet"):
        envs.reset(options={"reset_mask": good})
    envs.reset(seed=1)
    before = [envs.round(slot) for slot in range(3)]
    for wrong, text in (
        ([True, False, False], "booleans, at least one of them true, not"),
        (np.array([1, 0, 0]), "not an array of int64 of shape"),
        (np.array([True]), r"of shape \(1,\)"),
        (np.zeros(3, bool), "none is"),
    ):
        with pytest.raises(RulesError, match=text):
            envs.reset(options={"reset_mask": wrong})
    with pytest.raises(RulesError, match="give one of the two"):
        envs.reset(seed=1, options={"reset_mask": good})
    assert [envs.round(slot) for slot in range(3)] == before
    envs.reset(options={"reset_mask": None, "else": 1})


@pytest.mark.parametrize("seed", [0, 7, -7, 2**70, "friday", np.int64(7), np.uint8(7)])
def test_seeds_are_those_of_a_batch(seed: Any) -> None:
    envs = DominoesVectorEnv(3, "draw")
    told = envs.reset(seed=seed)[0].tolist()
    assert told == dm.Batch(dm.Rules("draw"), 3, seed=seed).observe().tolist()


@pytest.mark.parametrize("seed", [True, 1.5, b"x", [1, 2, 3], (1, 2, 3), [None, 1, 2], np.array([1, 2, 3]), {}])
def test_other_seeds_are_refused(seed: Any) -> None:
    envs = DominoesVectorEnv(3, "draw")
    envs.reset(seed=1)
    before = [envs.round(slot) for slot in range(3)]
    with pytest.raises(TypeError, match="a seed is (a text or an integer|one integer or text)"):
        envs.reset(seed=seed)
    assert [envs.round(slot) for slot in range(3)] == before


def test_once_closed_nothing_is_done() -> None:
    envs = DominoesVectorEnv(2, "draw")
    envs.reset(seed=1)
    actions = envs.sample()
    envs.close()
    envs.close()
    for what in (lambda: envs.step(actions), envs.reset, lambda: envs.reset(seed=1)):
        with pytest.raises(gymnasium.error.ClosedEnvironmentError, match="closed: make another"):
            what()


@pytest.mark.parametrize("way", [copy.copy, copy.deepcopy, pickle.dumps])
def test_it_is_not_copied(way: Any) -> None:
    envs = DominoesVectorEnv(2, "draw")
    envs.reset(seed=1)
    with pytest.raises(TypeError, match="make another and reset it with the same seed"):
        way(envs)


def test_rendering() -> None:
    envs = DominoesVectorEnv(2, render_mode="ansi")
    envs.reset(seed=1)
    assert envs.render() == tuple(str(envs.round(slot)) for slot in range(2))
    assert DominoesVectorEnv(2).render() is None
