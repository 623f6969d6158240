"""One round as an environment of PettingZoo (AEC): every seat is an agent, and they act one after the other.

    from dominoes.envs import pettingzoo

    env = pettingzoo.env("draw", players=3)
    env.reset(seed=42)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        done = termination or truncation
        env.step(None if done else env.action_space(agent).sample(observation["action_mask"]))

Needs the extra ``rl``. ``docs/environments.md`` has the columns of an observation and what a reward is.
"""

from __future__ import annotations

import secrets
from array import array
from contextlib import suppress
from typing import Any, ClassVar

from dominoes._check import whole
from dominoes.batch import Batch
from dominoes.errors import DealError, MatchError, RulesError
from dominoes.rules import Rules
from dominoes.tiles import tile_set

from ._extra import extra
from ._rewards import net, shares
from ._spaces import action_space, as_rules, mask_space, observation_space

with extra():
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers

__all__ = ["DominoesEnv", "env", "raw_env"]


def env(
    rules: Rules | str = "draw", *, players: int | None = None, render_mode: str | None = None, **options: Any
) -> Any:
    """`DominoesEnv` in PettingZoo's usual wrappers.

    An illegal action ends the round for all with a warning. It costs its agent the pips of the whole set, more than a
    round can usually cost, and the others nothing; `raw_env` raises instead.
    """
    raw = DominoesEnv(rules, players=players, render_mode=render_mode, **options)
    cost = sum(tile.pips for tile in tile_set(raw.rules.max_pip))
    wrapped = wrappers.TerminateIllegalWrapper(raw, illegal_reward=-cost)
    return wrappers.OrderEnforcingWrapper(_CheckedWrapper(wrapped))


class _CheckedWrapper(wrappers.BaseWrapper):
    """Refuses what is no action at all, with the round as it was: PettingZoo's own would take True for an index."""

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if not (self.terminations[agent] or self.truncations[agent]):
            action = whole("an action", action, 0, self.action_space(agent).n - 1)
        super().step(action)


class DominoesEnv(AECEnv):
    """A whole round an episode; the agents are ``player_0`` … by seat, and who has drawn acts again.

    ``rules`` are a `Rules`, or the name of a preset with ``players`` and any other options beside it. ``render_mode``
    is None, ``"ansi"`` (`render` gives the table and all hands as a text) or ``"human"`` (it is printed after each
    action).

    - Actions are the dense ones of `Batch`: ``env.unwrapped.moves[action]`` is the `Move`. Draws and passes are actions
      like any other.
    - An observation is a dict: ``"observation"`` is the seat's row of ``Batch.observe`` (signed 16 bits; a copy),
      ``"action_mask"`` has 1 for each legal action (8 bits), 0 throughout while another is to act. After the round's
      end, when PettingZoo takes None alone, the mask has its last entry, ``pass``.
    - A reward is what the last action was worth to the agent: the points made by its side minus the mean of the other
      sides', so that all sides' rewards add up to 0.

    `reset` with a seed, an integer or a text, begins that seed's first round; without one it goes on to the next.
    `RulesError` for wrong rules, `IllegalMove`, with the round as it was, for an action that is not legal.

    Copies and pickles hold the round that is on, and go their own way from there; a tree search may copy at each node.
    What is copied is the seed and what was done, and the copy does it again: the more rounds a seed has gone on by
    `reset` alone, the longer that takes (some microseconds for each).
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "dominoes_v1",
        "render_modes": ["ansi", "human"],
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        rules: Rules | str = "draw",
        *,
        players: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise RulesError(f"render_mode must be None, 'ansi' or 'human', not {render_mode!r}")
        self.rules = as_rules(rules, players, options)
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self.rules.players)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._worth = shares(self.rules)
        self._started = False
        self._begin(None)
        self._make_spaces()

    def _begin(self, seed: int | str | None) -> None:
        known = secrets.token_hex(16) if seed is None else seed
        self._batch = Batch(self.rules, 1, seed=known)
        self._seed, self._resets = known, 0

    def __getstate__(self) -> dict[str, Any]:
        """All but the batch, which is made again from its seed, and the actions of the round that is on."""
        dense = {code: number for number, code in enumerate(self._batch.codes)}
        done = [dense[code] for code in self.round.state.actions()]
        return {**{name: value for name, value in self.__dict__.items() if name != "_batch"}, "_done": done}

    def __setstate__(self, state: dict[str, Any]) -> None:
        done = state["_done"]
        self.__dict__.update({name: value for name, value in state.items() if name != "_done"})
        self._batch = Batch(self.rules, 1, seed=self._seed)
        for _ in range(self._resets):
            with suppress(DealError):  # as it was then: the next deal is another
                self._batch.reset()
        for action in done:
            self._batch.step(array("i", [action]))

    def _make_spaces(self) -> None:
        parts = {"observation": observation_space(self._batch), "action_mask": mask_space(self._batch)}
        self.action_spaces = {agent: action_space(self._batch) for agent in self.possible_agents}
        self.observation_spaces = {agent: spaces.Dict(parts) for agent in self.possible_agents}

    @property
    def moves(self) -> Any:
        """The `Move` that each action stands for."""
        return self._batch.moves

    @property
    def columns(self) -> Any:
        """Where each part of an observation stands in its row, by name."""
        return self._batch.columns

    @property
    def round(self) -> Any:
        """The `Round` being played, everything face up, as a copy."""
        return self._batch.state(0)

    def action_space(self, agent: str) -> Any:
        """The dense actions."""
        return self.action_spaces[agent]

    def observation_space(self, agent: str) -> Any:
        """A dict of the observation's and the mask's spaces."""
        return self.observation_spaces[agent]

    def reset(self, seed: int | str | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal the next round, with a seed the first one of that seed. There are no ``options`` that mean anything.

        TypeError for a seed that is neither an integer nor a text.
        """
        if seed is not None:
            self._begin(seed)
        elif self._started:
            self._resets += 1
            self._batch.reset()
        self._started = True
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self._batch.turn[0]]
        self._show()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent knows, and what it may do."""
        seat = self._seats[agent]
        mask = np.zeros(self._batch.action_count, np.int8)
        turn = self._batch.turn[0]
        if turn == seat:
            mask[:] = self._batch.masks
        elif turn < 0:
            mask[-1] = 1
        return {"observation": self._row(seat), "action_mask": mask}

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Observation, reward, termination, truncation, info of the agent to act; `MatchError` where there is none."""
        if not self.agents:
            raise MatchError("there is no round to look at: call reset")
        seen: tuple[Any, float, bool, bool, dict[str, Any]] = super().last(observe)
        return seen

    def _row(self, seat: int) -> Any:
        return np.asarray(self._batch.observe(seat))[0].copy()

    def state(self) -> Any:
        """Everything, for learners that train with all tiles face up: the rows of all seats, one after the other."""
        return np.concatenate([self._row(seat) for seat in range(self.rules.players)])

    def step(self, action: int | None) -> None:
        """Do the action of ``agent_selection``; None once the round is over."""
        if not self.agents:
            raise MatchError("there is no round to act in: call reset")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._act(whole("an action", action, 0, self._batch.action_count - 1))
        self._cumulative_rewards[agent] = 0.0
        points = np.asarray(self._batch.rewards)[0].tolist()
        self.rewards = dict(zip(self.agents, net(points, self._worth), strict=True))
        self._accumulate_rewards()
        if self._batch.turn[0] >= 0:
            self.agent_selection = self.agents[self._batch.turn[0]]
        else:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[(self._seats[agent] + 1) % len(self.agents)]
        self._show()

    def _act(self, action: int) -> None:
        self._batch.step(array("i", [action]))
        if self._batch.errors[0]:
            self.round.play(self.moves[action])  # refused again, and this says why

    def render(self) -> str | None:
        """The table and all hands as a text; None without a render mode, and printed where it is ``"human"``."""
        if self.render_mode is None:
            return None
        text = str(self.round)
        if self.render_mode == "ansi":
            return text
        print(text, end="\n\n")
        return None

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def close(self) -> None:
        """Nothing is held that would have to be given back."""


raw_env = DominoesEnv
