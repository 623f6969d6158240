"""An agent learns to beat random players: a linear softmax policy trained by policy gradient, in numpy alone.

python examples/train_linear.py [--steps N] [--rules PRESET] [--seed N]

Needs the extra ``rl``. It plays hundreds of rounds at a time against random players, through the vector environment. Of
each legal action it looks at what the action would leave: seven numbers, which it learns to weigh. Then the policy,
always taking what it likes best, plays rounds that it has not seen. On one core that takes some seconds.
"""

from __future__ import annotations

import argparse
import time
from typing import Any, Final

import numpy as np

from dominoes.envs.vector import DominoesVectorEnv

ROUNDS_AT_ONCE: Final = 512
STEPS_AN_UPDATE: Final = 16
RATE: Final = 0.05
POINTS: Final = 30.0
"""Rewards are divided by this, so that they are of the size of 1."""
NAMES: Final = ("pips", "double", "kept", "others", "lacks", "lacks both", "none kept")
"""What an action is judged by: the tile, how many tiles that show its new end's number are kept and how many others may
have, whether the next seat is known to have none, or none for either end, and whether none is kept."""


class Features:
    """What an action would leave, for every legal action of every round."""

    def __init__(self, envs: DominoesVectorEnv) -> None:
        numbers, columns = range(envs.rules.max_pip + 1), envs.columns
        self.hand, self.laid, self.ends = columns["hand"], columns["laid"], columns["ends"]
        self.lacks = slice(columns["lacks"].start, columns["lacks"].start + len(numbers))  # those of the next seat
        tiles = [move.tile for move in envs.moves[: self.hand.stop]]  # the openings: every tile once
        self.showing = np.array([[number in (tile.high, tile.low) for number in numbers] for tile in tiles], int)
        plays = [move if move.is_play else None for move in envs.moves]
        self.sums = np.array([move.tile.high + move.tile.low if move else 0 for move in plays])
        self.doubles = np.array([move.tile.is_double if move else False for move in plays])
        self.end = np.array(["LRUD".index(move.end) if move and move.end else 0 for move in plays])

    def __call__(self, observations: Any, rows: Any, actions: Any) -> Any:
        """Seven columns for each of the actions, which are done in these rows of the observations."""
        held = observations[:, self.hand] @ self.showing
        gone = observations[:, self.laid] @ self.showing
        ends, lacks = observations[:, self.ends], observations[:, self.lacks]
        here, there = ends[rows, self.end[actions]], ends[rows, 1 - self.end[actions] % 2]
        shown = np.clip(np.where(here < 0, 0, self.sums[actions] - here), 0, self.showing.shape[1] - 1)
        doubles = self.doubles[actions]
        kept = held[rows, shown] - 1
        lacks_it, lacks_other = lacks[rows, shown], lacks[rows, np.maximum(there, 0)] * (there >= 0)
        others = self.showing.shape[1] - held[rows, shown] - gone[rows, shown]
        columns = [self.sums[actions] / 6, doubles, kept, others / 3, lacks_it, lacks_it * lacks_other, kept == 0]
        return np.stack(columns, axis=1).astype(np.float64)


class Agent:
    """How much each of the seven numbers counts."""

    def __init__(self, envs: DominoesVectorEnv) -> None:
        self.features = Features(envs)
        self.weights = np.zeros(len(NAMES))
        self._mean, self._square, self._updates = np.zeros(len(NAMES)), np.zeros(len(NAMES)), 0

    def choose(self, observations: Any, masks: Any, chance: np.random.Generator | None) -> tuple[Any, Any]:
        """An action for each round, the likeliest without ``chance``; and how the weights would make it likelier."""
        rows, actions = np.nonzero(masks)
        features = self.features(observations, rows, actions)
        logits = features @ self.weights
        starts = np.flatnonzero(np.diff(rows, prepend=-1))
        logits -= np.maximum.reduceat(logits, starts)[rows]
        chances = np.exp(logits)
        chances /= np.add.reduceat(chances, starts)[rows]
        noisy = logits if chance is None else logits + chance.gumbel(size=len(logits))
        best = np.lexsort((noisy, rows))[np.append(starts[1:], len(rows)) - 1]
        expected = np.add.reduceat(chances[:, None] * features, starts, axis=0)
        return actions[best], features[best] - expected

    def learn(self, gradient: Any) -> None:
        """One step of Adam, uphill."""
        self._updates += 1
        self._mean += 0.1 * (gradient - self._mean)
        self._square += 0.01 * (gradient**2 - self._square)
        spread = np.sqrt(self._square / (1 - 0.99**self._updates))
        self.weights += RATE * self._mean / (1 - 0.9**self._updates) / (spread + 1e-9)


def train(envs: DominoesVectorEnv, steps: int, seed: int) -> Agent:
    """An agent after so many steps in each of the rounds played at once.

    What it did in a round becomes likelier by how much more the round brought than rounds usually do (REINFORCE).
    """
    agent, chance = Agent(envs), np.random.default_rng(seed)
    observations, infos = envs.reset(seed=seed)
    done, made = np.zeros((envs.num_envs, len(NAMES))), np.zeros(envs.num_envs)
    gradients, usual = [], 0.0
    for step in range(steps):
        actions, slopes = agent.choose(observations, infos["action_mask"], chance)
        observations, rewards, ended, _, infos = envs.step(actions)
        done += slopes
        made += rewards / POINTS
        gradients.append(done[ended].T @ (made[ended] - usual))
        usual += 0.01 * (made[ended] - usual).sum() / envs.num_envs
        done[ended], made[ended] = 0, 0
        if step % STEPS_AN_UPDATE == STEPS_AN_UPDATE - 1:
            agent.learn(sum(gradients) / envs.num_envs)
            gradients.clear()
    return agent


def play(agent: Agent, envs: DominoesVectorEnv, rounds: int, seed: int) -> tuple[float, float, float]:
    """Points a round of the agent's best actions, twice their standard error, and the share of the rounds it wins."""
    results: list[float] = []
    observations, infos = envs.reset(seed=seed)
    made = np.zeros(envs.num_envs)
    while len(results) < rounds:
        actions, _ = agent.choose(observations, infos["action_mask"], None)
        observations, rewards, ended, _, infos = envs.step(actions)
        made += rewards
        results += made[ended].tolist()
        made[ended] = 0
    points = np.array(results)
    return points.mean(), 2 * points.std() / len(points) ** 0.5, (points > 0).mean()


def main() -> None:
    parser = argparse.ArgumentParser(description="Train a linear policy against random players.")
    parser.add_argument("--steps", type=int, default=1500, help="steps in each round played at once (default: 1500)")
    parser.add_argument("--rules", default="draw", help="preset (default: draw)")
    parser.add_argument("--seed", type=int, default=1, help="(default: 1)")
    args = parser.parse_args()
    envs = DominoesVectorEnv(ROUNDS_AT_ONCE, args.rules, opponents="random")
    begin = time.perf_counter()
    agent = train(envs, args.steps, args.seed)
    print(f"{args.steps * ROUNDS_AT_ONCE:,} actions learned from in {time.perf_counter() - begin:.1f} s")
    print(", ".join(f"{name} {weight:+.2f}" for name, weight in zip(NAMES, agent.weights, strict=True)))
    points, error, wins = play(agent, envs, 10_000, args.seed + 1)
    print(f"against random: {points:+.2f} ± {error:.2f} points a round, wins {wins:.1%} of 10,000")


if __name__ == "__main__":
    main()
