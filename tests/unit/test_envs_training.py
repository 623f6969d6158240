"""The example that trains an agent, with a budget of a second or two."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

needed = 'the extra is not installed: pip install "dominoes-engine[rl]"'
np = pytest.importorskip("numpy", reason=needed)
pytest.importorskip("gymnasium", reason=needed)

from dominoes.envs.vector import DominoesVectorEnv  # noqa: E402

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "train_linear.py"


@pytest.fixture(scope="module")
def example() -> ModuleType:
    if not EXAMPLE.exists():
        pytest.skip("the sources are not beside the tests")
    spec = importlib.util.spec_from_file_location("train_linear", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_it_learns_to_beat_random_players(example: ModuleType) -> None:
    envs = DominoesVectorEnv(256, "block", opponents="random")
    agent = example.train(envs, 160, seed=1)
    points, error, wins = example.play(agent, envs, 3000, seed=2)
    assert points > 1
    assert points > 4 * error  # which is two standard errors
    assert wins > 0.53


def test_what_it_learns_is_up_to_the_seed(example: ModuleType) -> None:
    first, again, other = (
        example.train(DominoesVectorEnv(32, "draw", opponents="random"), 48, seed=seed).weights for seed in (1, 1, 2)
    )
    assert first.tolist() == again.tolist()
    assert first.tolist() != other.tolist()


def test_an_untrained_agent_takes_each_action_as_often(example: ModuleType) -> None:
    envs = DominoesVectorEnv(4000, "block", opponents="random")
    agent, chance = example.Agent(envs), np.random.default_rng(1)
    observations, infos = envs.reset(seed=1)
    actions, slopes = agent.choose(observations, infos["action_mask"], chance)
    assert (infos["action_mask"][np.arange(4000), actions] == 1).all()
    assert abs(slopes.mean(axis=0)).max() < 0.05
