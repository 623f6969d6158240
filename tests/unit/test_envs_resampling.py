"""Other worlds of an information state: the same to the one that looks, and each as likely as it is."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from support.options import PRESET_PLAYERS

needed = 'the extra is not installed: pip install "dominoes-engine[rl]"'
np = pytest.importorskip("numpy", reason=needed)
pyspiel = pytest.importorskip("pyspiel", reason=needed)

import dominoes.envs.openspiel  # noqa: E402, F401 - it registers the game

GAMES = [
    *(f"dominoes(preset={name},players={players})" for name, numbers in PRESET_PLAYERS.items() for players in numbers),
    "dominoes(draw=one,voluntary_draw=1)",
    "dominoes(draw=one,players=3,redeal_doubles=3)",
    "dominoes(voluntary_draw=1,table=14x12,opening=random)",
    "dominoes(max_pip=9,players=2,hand_size=4)",
    "dominoes(players=3,opening_tile=free,boneyard_floor=3)",
    "dominoes(max_pip=9,players=4,hand_size=3,voluntary_draw=1)",
]


def step(state: Any, rng: random.Random) -> None:
    if state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(outcomes, chances)[0])
    else:
        state.apply_action(rng.choice(state.legal_actions()))


def states(name: str, rng: random.Random, share: float) -> Any:
    """States along two random games."""
    game = pyspiel.load_game(name)
    for _ in range(2):
        state = game.new_initial_state()
        while not state.is_terminal():
            if rng.random() < share:
                yield state
            step(state, rng)
        yield state


def looks(state: Any, seat: int) -> list[Any]:
    """All that the seat is told."""
    told = [state.information_state_string(seat), state.information_state_tensor(seat), state.observation_string(seat)]
    turn = state.current_player()
    return [*told, turn, state.legal_actions() if turn == seat else None, state.is_terminal()]


@pytest.mark.parametrize("name", GAMES)
def test_the_seat_that_looks_sees_no_difference(name: str) -> None:
    rng, others = random.Random(name), 0
    for state in states(name, rng, 0.15):
        for seat in range(state.num_players()):
            world = state.resample_from_infostate(seat, rng.random)
            assert looks(world, seat) == looks(state, seat)
            others += world.history() != state.history()
            while not world.is_terminal() and rng.random() < 0.9:  # it can be played on
                step(world, rng)
    assert others > 10


def test_equal_numbers_make_equal_worlds() -> None:
    rng = random.Random(1)
    for state in states("dominoes", rng, 0.2):
        worlds = {tuple(state.resample_from_infostate(0, lambda: 0.25).history()) for _ in range(3)}
        assert len(worlds) == 1


def worlds_of(state: Any, seat: int) -> dict[tuple[int, ...], float]:
    """Every history that tells the seat what this one does, with its chance; players did what they did."""
    game, told = state.get_game(), state.information_state_string(seat)
    done = [item.action for item in state.full_history() if item.player >= 0]
    found: dict[tuple[int, ...], float] = {}
    stack = [(game.new_initial_state(), 1.0, 0)]
    while stack:
        here, chance, count = stack.pop()
        if len(here.history()) == len(state.history()):
            if here.information_state_string(seat) == told:
                found[tuple(here.history())] = chance
        elif here.is_chance_node():
            stack += [(here.child(outcome), chance * one, count) for outcome, one in here.chance_outcomes()]
        elif done[count] in here.legal_actions():
            stack.append((here.child(done[count]), chance, count + 1))
    total = sum(found.values())
    return {history: chance / total for history, chance in found.items()}


def kind(history: Any, seat: int, size: int) -> tuple[Any, ...]:
    """A history but for the order in which hands were dealt."""
    hands = [tuple(sorted(history[at : at + size])) for at in (0, size)]
    return (*hands, *history[2 * size :])


@pytest.mark.parametrize(
    "options",
    [
        "hand_size=2",
        "hand_size=2,opening_tile=free",
        "hand_size=2,draw=one,opening=random",
        "hand_size=2,voluntary_draw=1",
        "hand_size=1,opening=random",
        "hand_size=2,redeal_doubles=2,opening=random",
        "hand_size=2,draw=never",
    ],
)
def test_each_world_comes_up_as_often_as_it_is_likely(options: str) -> None:
    """Every world of tiny games, reckoned by walking the whole tree, beside what is sampled."""
    game, rng = pyspiel.load_game(f"dominoes(max_pip=2,{options})"), random.Random(options)
    size, samples, checked, several = game.rules.hand_size, 400, 0, 0
    while checked < 12:
        state = game.new_initial_state()
        for _ in range(rng.randint(1, 12)):
            if not state.is_terminal():
                step(state, rng)
        if state.is_terminal():
            continue
        seat = rng.randrange(2)
        expected: Counter[tuple[Any, ...]] = Counter()
        for history, chance in worlds_of(state, seat).items():
            expected[kind(history, seat, size)] += chance
        found = Counter(
            kind(state.resample_from_infostate(seat, rng.random).history(), seat, size) for _ in range(samples)
        )
        assert set(found) <= set(expected)
        squares = sum((found[key] - samples * one) ** 2 / (samples * one) for key, one in expected.items())
        free = len(expected) - 1
        assert squares <= free + 5 * (2 * free) ** 0.5 + 10  # chi-square: far beyond what chance does
        checked, several = checked + 1, several + (free > 0)
    assert several >= 3


def test_a_search_that_resamples_plays_a_whole_game() -> None:
    from open_spiel.python.algorithms import ismcts, mcts

    game = pyspiel.load_game("dominoes(max_pip=3,hand_size=3)")
    bot = ismcts.ISMCTSBot(
        game=game,
        uct_c=2.0,
        evaluator=mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=np.random.RandomState(1)),
        max_simulations=20,
        random_state=np.random.RandomState(2),
    )
    state, rng = game.new_initial_state(), random.Random(3)
    while not state.is_terminal():
        if state.is_chance_node():
            step(state, rng)
        else:
            state.apply_action(bot.step(state))
    assert sum(state.returns()) == pytest.approx(0)
