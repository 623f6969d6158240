"""Thousands of rounds side by side as a vector environment of Gymnasium, over `dominoes.Batch`.

    from dominoes.envs.vector import DominoesVectorEnv

    envs = DominoesVectorEnv(1024, "draw", opponents="random")
    observations, infos = envs.reset(seed=42)
    for _ in range(1000):
        actions = envs.sample()  # or what a policy makes of observations and infos["action_mask"]
        observations, rewards, terminations, truncations, infos = envs.step(actions)

Importing it registers ``Dominoes-v0`` for ``gymnasium.make_vec("dominoes.envs.vector:Dominoes-v0", num_envs=1024)``.
Needs the extra ``rl``. ``docs/environments.md`` has the columns of an observation and what a reward is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Final, NoReturn

from dominoes._check import quoted, seed_bytes
from dominoes.batch import Batch
from dominoes.errors import RulesError
from dominoes.rules import Rules

from ._extra import extra
from ._rewards import shares
from ._spaces import action_space, as_rules, observation_space

with extra():
    import gymnasium
    import numpy as np
    from gymnasium.error import ClosedEnvironmentError
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

__all__ = ["DominoesVectorEnv", "Policy"]

Policy = Callable[[Any, Any], Any]
"""Opponents: the observations (n, columns) and masks (n, A) of the seats to act give n dense actions.

Rows in which the agent is to act are there too, and what is given for them is not looked at.
"""
_MODES: Final = (AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP)


class DominoesVectorEnv(VectorEnv):
    """``num_envs`` rounds, each a whole episode, stepped together; a round that ends is followed by its next at once.

    ``rules`` are a `Rules`, or the name of a preset with ``players`` and any other options beside it. Who acts is up to
    ``opponents``:

    - None, for self-play: a step is by whichever seat is to act, ``infos["turn"]``, and the observations are that
      seat's. ``rewards`` are those of the seats that acted, ``infos["rewards"]`` those of all seats.
    - ``"random"``: the agent is seat 0 and sees nothing but its own turns; a step plays on through the others' turns,
      at random as ``Batch.sample`` does, to the agent's next. ``rewards`` are what came of it all. A round that ends
      before the agent has acted at all is not seen by it.
    - a `Policy`: the same, with others' actions from a function, such as an earlier self.

    Every array is a buffer made once: ``observations``, ``infos["action_mask"]`` and ``infos["turn"]`` are views of the
    batch's own. The next `step` writes over all of them, and `reset` with a seed makes new ones: copy what is to stay.

    Nothing is ever truncated. What follows a round's end is up to ``autoreset_mode``, which ``metadata`` tells too:

    - ``AutoresetMode.SAME_STEP`` (or ``"SameStep"``; the default): where ``terminations`` is true the rewards are those
      of the round that ended, the observation and mask are already the next round's, and ``infos["final_obs"]`` has the
      last row of the one that ended (seat 0's), ``infos["final_info"]`` what ``infos`` would have told of it. No step
      is wasted and no mask is empty.
    - ``AutoresetMode.NEXT_STEP`` (``"NextStep"``), which Gymnasium's wrappers of observations ask for: the last row is
      the observation (seat 0's) and the mask has ``pass`` alone; the next step deals the next round there, whatever the
      action.

    `RulesError` for wrong rules or a wrong number of rounds. It can be neither copied nor pickled (TypeError): another
    one with the same seed and actions is the same.
    """

    metadata: ClassVar[dict[str, Any]] = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": ["ansi"]}

    def __init__(
        self,
        num_envs: int = 1,
        rules: Rules | str = "draw",
        *,
        players: int | None = None,
        opponents: Policy | str | None = None,
        autoreset_mode: Any = AutoresetMode.SAME_STEP,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        if render_mode not in (None, "ansi"):
            raise RulesError(f"render_mode must be None or 'ansi', not {quoted(render_mode)}")
        if not (opponents is None or opponents == "random" or callable(opponents)):
            raise RulesError(f"opponents must be None, 'random' or a function, not {quoted(opponents)}")
        autoreset_mode = _mode(autoreset_mode)
        self.metadata = {**type(self).metadata, "autoreset_mode": autoreset_mode}  # type: ignore[misc]
        self._same_step = autoreset_mode is AutoresetMode.SAME_STEP
        self.rules = as_rules(rules, players, options)
        self.opponents = opponents
        self.render_mode = render_mode
        self.num_envs = num_envs
        self._worth = np.asarray(shares(self.rules), np.float32).T.copy()
        self._started = False
        self._begin(None)
        self.single_observation_space = observation_space(self._batch)
        self.single_action_space = action_space(self._batch)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def _begin(self, seed: int | str | None) -> None:
        """A batch, and numpy's views of its buffers."""
        batch = self._batch = Batch(self.rules, self.num_envs, seed=seed)
        n, players = self.num_envs, self.rules.players
        self._masks, self._turn = np.asarray(batch.masks).view(np.int8), np.asarray(batch.turn)
        self._done, self._points = np.asarray(batch.done).view(np.bool_), np.asarray(batch.rewards)
        self._observations = np.asarray(batch.observations)
        self._actions, self._rows = np.zeros(n, np.int32), np.arange(n)
        self._rewards, self._ended, self._never = np.zeros(n, np.float32), np.zeros(n, np.bool_), np.zeros(n, np.bool_)
        self._all_rewards, self._always = np.zeros((n, players), np.float32), np.ones(n, np.bool_)
        self._fresh, self._owed = np.ones(n, np.bool_), np.zeros(n, np.float32)
        self._final: Any = None
        last = np.zeros(batch.action_count, np.int8)
        last[-1] = 1
        self._last_masks, self._nobody = np.broadcast_to(last, self._masks.shape), np.broadcast_to(np.int8(-1), n)

    def __reduce__(self) -> NoReturn:
        raise TypeError("a DominoesVectorEnv cannot be copied or pickled: make another and reset it with the same seed")

    # What it is

    @property
    def moves(self) -> Any:
        """The `Move` that each action stands for."""
        return self._batch.moves

    @property
    def columns(self) -> Any:
        """Where each part of an observation stands in its row, by name."""
        return self._batch.columns

    def round(self, slot: int) -> Any:
        """The `Round` of a slot, everything face up, as a copy."""
        return self._batch.state(slot)

    def sample(self) -> Any:
        """Random legal actions of the seats to act: an int32 array of its own."""
        return np.array(self._batch.sample())

    def render(self) -> tuple[str, ...] | None:
        """The table and all hands of each round as a text; None without a render mode."""
        if self.render_mode is None:
            return None
        return tuple(str(self.round(slot)) for slot in range(self.num_envs))

    # Playing

    def reset(
        self, *, seed: int | str | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Deal the next round everywhere, with a seed the first ones of that seed: an integer or a text.

        ``options["reset_mask"]``, n booleans of which one is true, deals in these rounds alone; the others stay as they
        are. No other option means anything. TypeError for another seed (a list of one for each round too: a seed has a
        deal of its own for each), `RulesError` for another mask, or one together with a seed.
        """
        self._refuse_closed()
        mask = self._asked_mask(options, seed)
        if seed is not None:
            _check_seed(seed)
            self._begin(seed)
            super().reset(seed=None if isinstance(seed, str) or seed < 0 else int(seed))  # Gymnasium's own generator
        elif mask is not None or self._started:
            self._batch.reset(mask)
        self._started, self._final = True, None
        where = slice(None) if mask is None else mask
        self._ended[where] = False
        if self.opponents is not None:
            self._fresh[where], self._owed[where] = True, 0
            self._let_others_play()
        self._batch.observe()
        return self._observations, self._infos()

    def _asked_mask(self, options: dict[str, Any] | None, seed: Any) -> Any:
        """The mask of the rounds to reset, None for all; `RulesError` says what is wrong with it."""
        mask = (options or {}).get("reset_mask")
        if mask is None:
            return None
        text = f"reset_mask is an array of {self.num_envs} booleans, at least one of them true"
        if not isinstance(mask, np.ndarray):
            raise RulesError(f"{text}, not {quoted(mask)}")
        if mask.dtype != np.bool_ or mask.shape != (self.num_envs,):
            raise RulesError(f"{text}, not an array of {mask.dtype} of shape {mask.shape}")
        if not mask.any():
            raise RulesError(f"{text}: none is")
        if seed is not None:
            raise RulesError("reset_mask and seed: a seed begins all rounds anew, so give one of the two")
        if not self._started:
            raise RulesError("reset_mask: there are no rounds yet: call reset without it")
        return mask.copy()

    def _refuse_closed(self) -> None:
        if self.closed:
            raise ClosedEnvironmentError("this environment is closed: make another")

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Do an action in each round: n integers, of any integer type.

        `RulesError`, and nothing is done, where one is not legal or the array is no such array. A policy of opponents
        that gives such actions is refused too, in the middle of a step: then `reset`. Once it is closed Gymnasium's
        ClosedEnvironmentError.
        """
        self._refuse_closed()
        if not self._started:
            raise RulesError("there are no rounds yet: call reset")
        over = None if self._same_step or not self._ended.any() else self._ended.copy()
        self._take(actions, "actions", True if over is None else ~over)
        self._final = None
        actors = self._turn.astype(np.intp)
        self._advance()
        if over is not None:
            self._batch.reset(over)
        np.copyto(self._ended, self._done)
        if self.opponents is None:
            np.copyto(self._rewards, self._all_rewards[self._rows, actors])
            self._close(self._ended)
        else:
            np.add(self._all_rewards[:, 0], self._owed, out=self._rewards)
            self._owed[:], self._fresh[:] = 0, False if over is None else over
            self._close(self._ended)
            self._let_others_play()
        self._batch.observe()
        return self._observations, self._rewards, self._ended, self._never, self._infos()

    def _take(self, actions: Any, what: str, where: Any = True) -> None:
        """Make actions those of the next `_advance`, -1 outside of ``where``; `RulesError` says of the first wrong one
        what is wrong.
        """
        found = np.asarray(actions)
        if found.shape != (self.num_envs,) or found.dtype.kind not in "iu":
            text = f"an array of {found.dtype} of shape {found.shape}"
            raise RulesError(f"{what} must be {self.num_envs} integers, not {text}")
        inside = (found >= 0) & (found < self._batch.action_count)
        wrong = where & ~(inside & (self._masks[self._rows, np.where(inside, found, 0)] > 0))
        if wrong.any():
            slot = int(np.argmax(wrong))
            raise RulesError(f"{what}: {self._refusal(slot, int(found[slot]))}")
        np.copyto(self._actions, found if where is True else np.where(where, found, -1), casting="unsafe")

    def _refusal(self, slot: int, action: int) -> str:
        if not 0 <= action < self._batch.action_count:
            return f"{action}, for round {slot}, is none of 0 to {self._batch.action_count - 1}"
        move = self.moves[action]
        return f"{action} ({move}) is not legal in round {slot}: {self.round(slot).why_not(move).text()}"

    def _advance(self) -> None:
        """Do the actions taken, and say what that was worth to each seat."""
        self._batch.step(self._actions)
        np.matmul(self._points, self._worth, out=self._all_rewards)

    def _close(self, ended: Any) -> None:
        """What the mode of resetting makes of rounds that ended and were seen to: these."""
        if not ended.any():
            return
        if not self._same_step:
            self._masks[ended, -1] = 1
            return
        self._batch.observe(0)
        if self._final is None:
            self._final = np.full(self.num_envs, None, object)
        slots = np.flatnonzero(ended)
        for slot, row in zip(slots.tolist(), self._observations[slots], strict=True):
            self._final[slot] = row
        self._batch.reset(ended)
        self._fresh |= ended

    # Against others

    def _let_others_play(self) -> None:
        """Play on until the agent is to act in every round that is not over.

        What is made in a round in which the agent has acted counts at once. In a fresh one it is owed to its first step
        there; if that round ends before, nobody has seen it.
        """
        while (waiting := self._turn > 0).any():
            self._choose_for_others(waiting)
            self._advance()
            made, done = self._all_rewards[:, 0], self._done & waiting
            self._rewards += np.where(self._fresh, 0, made)
            self._owed += np.where(self._fresh, made, 0)
            unseen, seen = done & self._fresh, done & ~self._fresh
            if unseen.any():
                self._owed[unseen] = 0
                self._batch.reset(unseen)
            self._ended |= seen
            self._close(seen)

    def _choose_for_others(self, waiting: Any) -> None:
        if callable(self.opponents):
            self._batch.observe()
            self._take(self.opponents(self._observations, self._masks), "the opponents' actions", waiting)
        else:
            np.copyto(self._actions, np.where(waiting, self.sample(), -1))

    def _infos(self) -> dict[str, Any]:
        """By Gymnasium's custom each key has a twin that says where it holds."""
        infos = {"action_mask": self._masks, "_action_mask": self._always}
        if self.opponents is None:
            infos |= {"turn": self._turn, "_turn": self._always}
            infos |= {"rewards": self._all_rewards, "_rewards": self._always}
        if self._final is not None:
            infos |= {"final_obs": self._final, "_final_obs": self._ended}
            infos |= {"final_info": self._final_info(), "_final_info": self._ended}
        return infos

    def _final_info(self) -> dict[str, Any]:
        """Of the rounds that ended what NEXT_STEP tells: the mask of ``pass`` alone, nobody's turn, the rewards."""
        told = {"action_mask": self._last_masks, "_action_mask": self._ended}
        if self.opponents is None:
            told |= {"turn": self._nobody, "_turn": self._ended}
            told |= {"rewards": self._all_rewards, "_rewards": self._ended}
        return told


def _mode(given: Any) -> Any:
    """The mode of resetting by itself or its text, as Gymnasium's own vector environments take it."""
    try:
        mode = AutoresetMode(given)
    except ValueError:
        mode = None
    if mode not in _MODES:
        texts = " or ".join(f"{one} ({one.value!r})" for one in _MODES)
        raise RulesError(f"autoreset_mode must be {texts}, not {quoted(given)}")
    return mode


def _check_seed(seed: Any) -> None:
    """As `dominoes.Batch` takes it; a series gets a word more."""
    if isinstance(seed, (list, tuple, np.ndarray)) and np.ndim(seed):
        raise TypeError(
            "a seed is one integer or text, which has deals of its own for each round, and no series of seeds"
        )
    seed_bytes(seed)


if "Dominoes-v0" not in gymnasium.registry:
    gymnasium.register("Dominoes-v0", vector_entry_point=f"{__name__}:DominoesVectorEnv")
