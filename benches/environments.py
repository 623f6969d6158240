"""The learning environments beside OpenSpiel's own dominoes, in one run on one core.

    python benches/environments.py [--repeats N] [--json OUT]

Random rounds a second, dealing included, of

- ``python_block_dominoes``, which comes with OpenSpiel, and our ``dominoes(preset=block)``, both through OpenSpiel's
  interface and by the same loop; and of our ``draw``, which no game of OpenSpiel's plays;
- the vector environment, its actions by ``sample()``: in self-play, 1024 rounds side by side;
- the environment of PettingZoo.

Repeats are interleaved, so that what disturbs one disturbs the others too, medians are compared, and times are the
processor's. What bounds the game in OpenSpiel is told: the share of its dealing, one chance node a tile, and of the
engine's own work; the rest is the calls between OpenSpiel's C++ and Python, the loop and its random numbers.

The answers are checked: the averages of our environments agree with ``dm.playouts`` within statistical error, and so
do those of ``python_block_dominoes`` with the game that it plays, where any seat may open with any tile. Exit code 1 if
they do not; the speeds are printed beside their bars.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import fmean, variance
from typing import Any, Final

import numpy as np
import pyspiel
import telling
from cores import on_one_core
from open_spiel.python.games import block_dominoes

import dominoes as dm
from dominoes import _backend
from dominoes._codes import HIGHEST_TILE
from dominoes.benchmark import measure
from dominoes.benchmark.machine import machine
from dominoes.benchmark.report import machine_line
from dominoes.envs import openspiel, pettingzoo, vector

GAMES: Final = 150
STEPS: Final = 60
SLOTS: Final = 1024
CHECKED: Final = 2000
WIDEST: Final = 5.0
"""Standard errors by which averages of the same thing may differ; chance exceeds it once in two million."""
THEIRS: Final = "python_block_dominoes"
OURS: Final = "dominoes(preset=block)"
RATIOS: Final = [
    ("block, OpenSpiel", THEIRS, 2.0),
    ("block, vector", THEIRS, 50.0),
    ("draw, vector", THEIRS, None),
    ("draw, OpenSpiel", THEIRS, None),
    ("block, PettingZoo", THEIRS, None),
]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=9, metavar="N", help="interleaved repeats (default: 9)")
    parser.add_argument("--json", metavar="OUT", type=Path, help="write the figures to this file")
    args = parser.parse_args()
    if str(dm.backend) != "c":
        sys.exit("environments.py measures the compiled core, and this installation runs on the pure backend")
    print(machine_line(machine()))
    print(f"{block_dominoes.__name__} beside {openspiel.__name__}")
    with on_one_core():
        rates = measure_rates(args.repeats)
        check_all()
    tell(rates)
    if args.json:
        args.json.write_text(json.dumps({"machine": machine(), "rates": rates}, indent=1) + "\n", encoding="utf-8")
    return 0


# ---- measuring -----------------------------------------------------------------------------------------------------


def measure_rates(repeats: int) -> dict[str, list[float]]:
    """Rounds a second of every contender, a list entry a repeat."""
    theirs, ours, draw = (pyspiel.load_game(name) for name in (THEIRS, OURS, "dominoes(preset=draw)"))
    envs = {name: vector.DominoesVectorEnv(SLOTS, name) for name in ("block", "draw")}
    agents = pettingzoo.raw_env("block")
    contenders: dict[str, Callable[[int], float]] = {
        THEIRS: lambda seed: rate(play_games, theirs, GAMES, seed),
        "block, OpenSpiel": lambda seed: rate(play_games, ours, GAMES, seed),
        "draw, OpenSpiel": lambda seed: rate(play_games, draw, GAMES, seed),
        "block, dealt only": lambda seed: rate(deal_games, ours, GAMES, seed),
        "block, engine only": lambda seed: rate(play_engine, GAMES * 4, seed),
        "block, vector": lambda seed: rate(step_rounds, envs["block"], STEPS, seed),
        "draw, vector": lambda seed: rate(step_rounds, envs["draw"], STEPS, seed),
        "block, PettingZoo": lambda seed: rate(play_agents, agents, GAMES // 3, seed),
    }
    rates: dict[str, list[float]] = {name: [] for name in contenders}
    for repeat in range(repeats):
        for name, contender in contenders.items():
            rates[name].append(contender(repeat))
    return rates


def rate(play: Callable[..., int], *arguments: Any) -> float:
    """Rounds a second of the processor's time."""
    begin = measure.clock()
    rounds = play(*arguments)
    return rounds / (measure.clock() - begin)


def play_games(game: Any, games: int, seed: int) -> int:
    """Whole random games through OpenSpiel's interface."""
    for _ in play_each(game, games, seed):
        pass
    return games


def play_each(game: Any, games: int, seed: int) -> Any:
    """The last state of each."""
    below = random.Random(seed).randrange
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()  # in both games each is as likely
                state.apply_action(outcomes[below(len(outcomes))][0])
            else:
                actions = state.legal_actions()
                state.apply_action(actions[below(len(actions))])
        yield state


def deal_games(game: Any, games: int, seed: int) -> int:
    """The same, but no further than the deal."""
    below = random.Random(seed).randrange
    for _ in range(games):
        state = game.new_initial_state()
        while state.is_chance_node():
            outcomes = state.chance_outcomes()
            state.apply_action(outcomes[below(len(outcomes))][0])
    return games


def play_engine(games: int, seed: int) -> int:
    """The same rounds by the engine's own states, dealt by it: what is left when nothing of OpenSpiel is there."""
    spec, key = dm.Rules("block").spec, _backend.seed_key(b"deal", str(seed).encode())
    below = random.Random(seed).randrange
    for number in range(games):
        state = _backend.State.deal(spec, key, number, HIGHEST_TILE)
        while actions := state.legal():
            state.apply(actions[below(len(actions))])
    return games


def step_rounds(envs: vector.DominoesVectorEnv, steps: int, seed: int) -> int:
    """Rounds that end within so many steps of all slots, observations written and rewards reckoned."""
    envs.reset(seed=seed)
    return sum(int(envs.step(envs.sample())[2].sum()) for _ in range(steps))


def play_agents(env: Any, rounds: int, seed: int) -> int:
    """Whole random rounds through PettingZoo's interface, each agent asking for what it knows."""
    below = random.Random(seed).randrange
    for number in range(rounds):
        env.reset(seed=seed * rounds + number)
        for _ in env.agent_iter():
            observation, _, termination, _, _ = env.last()
            legal = np.flatnonzero(observation["action_mask"])
            env.step(None if termination else int(legal[below(len(legal))]))
    return rounds


# ---- checking ------------------------------------------------------------------------------------------------------


def check_all() -> None:
    """Everybody plays the game that they are said to play."""
    print(f"\n{'averages':40}{'theirs':>10}{'playouts':>10}{'difference in standard errors':>32}")
    for preset, name in (("block", OURS), ("draw", "dominoes(preset=draw)")):
        rules = dm.Rules(preset)
        rounds = dm.playouts(rules, n=CHECKED * 20, seed="check")
        ours = list(play_each(pyspiel.load_game(name), CHECKED, 1))
        check(f"{name}: plays", [len(state.round.chain()) for state in ours], rounds.plays)
        check(f"{name}: winner's points", [max(state.returns()) for state in ours], winning(rounds))
    check(
        "vector environment: winner's points",
        vector_points("block"),
        winning(dm.playouts(dm.Rules("block"), 40_000, seed=2)),
    )
    free = dm.playouts(dm.Rules("block", opening="random"), n=CHECKED * 20, seed="check")
    theirs = list(play_each(pyspiel.load_game(THEIRS), CHECKED, 1))
    check(f"{THEIRS}: plays", [len(state.actions_history) for state in theirs], free.plays)
    check(f"{THEIRS}: ties", [state.returns()[0] == 0 for state in theirs], [points == 0 for points in winning(free)])


def winning(rounds: dm.Playouts) -> list[int]:
    """What the winner of each round makes."""
    return [max(row) for row in rounds.points.tolist()]  # type: ignore[call-overload]


def vector_points(preset: str) -> list[float]:
    """The same of rounds that end in the vector environment, each slot's first few."""
    envs = vector.DominoesVectorEnv(CHECKED, preset)
    envs.reset(seed=1)
    made: list[float] = []
    first = np.ones(CHECKED, bool)
    while first.any():
        _, _, ended, _, infos = envs.step(envs.sample())
        made += infos["rewards"].max(axis=1)[ended & first].tolist()
        first &= ~ended
    return made


def check(what: str, theirs: Sequence[float], ours: Sequence[float]) -> None:
    """Stops the program where two averages are further apart than chance puts them."""
    error = math.sqrt(variance(map(float, theirs)) / len(theirs) + variance(map(float, ours)) / len(ours))
    off = (fmean(theirs) - fmean(ours)) / error
    print(f"  {what:38}{fmean(theirs):10.4f}{fmean(ours):10.4f}{off:32.2f}")
    if abs(off) > WIDEST:
        sys.exit(f"{what}: {off:.1f} standard errors off")


# ---- telling -------------------------------------------------------------------------------------------------------


def tell(rates: dict[str, list[float]]) -> None:
    """Print the figures beside their bars, and what bounds ours."""
    middle = telling.tell(rates, RATIOS)
    whole = 1 / middle["block, OpenSpiel"]
    deal, engine = (1 / middle[f"block, {part} only"] / whole for part in ("dealt", "engine"))
    print(
        f"\na round of block through OpenSpiel takes {1e6 * whole:.0f} µs: {deal:.0%} is the deal by 14 chance nodes;"
    )
    print(f"the engine alone, dealing too, would take {engine:.0%}; the rest is OpenSpiel's calls into Python and back")


if __name__ == "__main__":
    sys.exit(main())
