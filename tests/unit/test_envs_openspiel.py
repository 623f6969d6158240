"""OpenSpiel's game: its own tests, what its states tell beside a batch, chance, parameters, playthroughs."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from typing import Any

import pytest
from support import make_playthroughs
from support.options import PRESET_PLAYERS

import dominoes as dm
from dominoes.errors import RulesError

needed = 'the extra is not installed: pip install "dominoes-engine[rl]"'
np = pytest.importorskip("numpy", reason=needed)
pyspiel = pytest.importorskip("pyspiel", reason=needed)

import dominoes.envs.openspiel  # noqa: E402 - it registers the game
from dominoes.envs._rewards import net, shares  # noqa: E402

PRESETS = [
    f"dominoes(preset={name},players={players})" for name, numbers in PRESET_PLAYERS.items() for players in numbers
]
OTHERS = [
    "dominoes",
    "dominoes(draw=one,voluntary_draw=1,table=16x12,redeal_doubles=3,opening=random)",
    "dominoes(preset=all-fives,players=4,partners=1,scoring=team-all,max_pip=4,hand_size=3,target=20,table=20x20)",
    "dominoes(players=3,max_pip=9,boneyard_floor=4,opening_tile=free,count_multiple=3)",
    "dominoes(max_pip=1,hand_size=1)",
]
CHANCE = pyspiel.PlayerId.CHANCE


def random_step(state: Any, rng: random.Random) -> None:
    if state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(outcomes, chances)[0])
    else:
        state.apply_action(rng.choice(state.legal_actions()))


@pytest.mark.parametrize("name", [*PRESETS, *OTHERS])
def test_the_random_simulations_of_openspiel(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    game = pyspiel.load_game(name)
    pyspiel.random_sim_test(game, num_sims=4, serialize=False, verbose=False)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    assert capfd.readouterr().err == ""


def chances_of(rules: dm.Rules, rnd: dm.Round, moves: list[dm.Move]) -> list[int]:
    """What OpenSpiel's state of a round is led by: the deal, who opens, and each action, with the tile of a draw."""
    tiles = len(dm.tile_set(rules.max_pip))
    outcomes = [tile.index for hand in rnd.dealt_hands for tile in hand]
    outcomes += [tiles + rnd.starter] if rules.opening == "random" else []
    dense, drawn = dm.Batch(rules, 1, seed=0).moves, iter(rnd.dealt_boneyard)
    for move in moves:
        outcomes.append(dense.index(move))
        outcomes += [next(drawn).index] if move.is_draw else []
    return outcomes


@pytest.mark.parametrize("name", [*PRESETS, *OTHERS])
def test_every_state_tells_what_a_batch_does(name: str) -> None:
    """The same deal and actions in both: the columns seen by each seat, masks, points, whose turn it is."""
    game = pyspiel.load_game(name)
    rules, batch = game.rules, dm.Batch(game.rules, 1, seed=name)
    seats, worth = range(rules.players), shares(rules)
    state = game.new_initial_state()
    for outcome in chances_of(rules, batch.state(0), []):
        state.apply_action(outcome)
    told = np.zeros(rules.players)
    while True:
        for seat in seats:
            row = batch.observe(seat).tolist()[0]
            tensor = state.observation_tensor(seat)
            assert tensor[: rules.players] == [float(seat == other) for other in seats]
            assert tensor[rules.players :] == row
            assert state.information_state_tensor(seat)[: len(tensor)] == tensor
        told += state.rewards()
        assert state.returns() == pytest.approx(net(batch.state(0).points, worth))
        assert state.returns() == pytest.approx(told.tolist())
        assert state.current_player() == (batch.turn[0] if batch.turn[0] >= 0 else pyspiel.PlayerId.TERMINAL)
        if state.is_terminal():
            break
        assert state.legal_actions_mask() == batch.masks.tolist()[0]
        action, boneyard = batch.sample()[0], batch.state(0).boneyard
        assert state.action_to_string(action) == str(batch.moves[action])
        state.apply_action(action)
        if batch.moves[action].is_draw:
            assert sorted(boneyard) == [dm.Tile.from_index(tile) for tile, _ in state.chance_outcomes()]
            assert state.rewards() == [0.0] * rules.players
            state.apply_action(boneyard[0].index)
        batch.step(batch.sampled)
    assert sum(state.returns()) == pytest.approx(0)
    assert state.history() == chances_of(rules, batch.state(0), list(batch.state(0).moves))


def test_whose_action_stands_in_the_history_and_what_was_drawn() -> None:
    """Each row of the tensor, read back, and the string: the seats counted on, own draws with their tile."""
    game, rng = pyspiel.load_game("dominoes(players=3)"), random.Random(4)
    drawn_by = Counter()
    for _ in range(6):
        state = game.new_initial_state()
        while not state.is_terminal():
            random_step(state, rng)
        rnd = state.round
        for seat in range(3):
            history = np.array(state.information_state_tensor(seat)[-game.max_game_length() * 10 :]).reshape(-1, 10)
            told, drawn, turn = [], iter(rnd.dealt()[1]), rnd.starter
            for row, code in itertools.zip_longest(history, rnd.actions()):
                if code is None:
                    assert not row.any()
                    continue
                move = dm.Move.from_code(code)
                tile = dm.Tile.from_index(next(drawn)) if move.is_draw else move.tile
                known = tile if not move.is_draw or turn == seat else None
                who, kind, numbers, end = row[:3], row[3:6], row[6:8].tolist(), row[8:]
                assert who.tolist() == [float((turn - seat) % 3 == k) for k in range(3)]
                assert kind.tolist() == [move.is_play, move.is_draw, move.is_pass]
                assert numbers == ([0, 0] if move.is_pass else [known.high, known.low] if known else [-1, -1])
                assert end.tolist() == [move.end == "L", move.end == "R"]
                told.append(f"{(turn - seat) % 3} {move}{f' {known}' if move.is_draw and known else ''}")
                drawn_by[known is not None] += move.is_draw
                turn = turn if move.is_draw else (turn + 1) % 3
            assert state.information_state_string(seat).split(" | actions ")[1] == ", ".join(told)
    assert min(drawn_by.values()) > 5


def test_what_each_kind_of_observation_holds() -> None:
    from open_spiel.python.observation import make_observation

    game, rng = pyspiel.load_game("dominoes(preset=partnership)"), random.Random(1)
    state = game.new_initial_state()
    for _ in range(28 + 9):
        random_step(state, rng)
    none, single, every = (getattr(pyspiel.PrivateInfoType, name) for name in ("NONE", "SINGLE_PLAYER", "ALL_PLAYERS"))

    def made(**kind: Any) -> Any:
        observation = make_observation(game, pyspiel.IIGObservationType(**kind))
        observation.set_from(state, 1)
        return observation

    public = made(public_info=True, perfect_recall=False, private_info=none)
    assert "hand" not in public.dict
    assert {"hand_counts", "ends", "lacks", "passes"} <= set(public.dict)
    assert " | hand " not in public.string_from(state, 1)
    private = made(public_info=False, perfect_recall=False, private_info=single)
    assert list(private.dict) == ["player", "hand"]
    held = [tile for tile, there in enumerate(private.dict["hand"]) if there]
    assert tuple(held) == state.round.hand(1)
    whole = made(public_info=True, perfect_recall=True, private_info=every)
    assert [np.flatnonzero(row).tolist() for row in whole.dict["hands"]] == [
        list(state.round.hand(seat)) for seat in (1, 2, 3, 0)
    ]
    assert "hand 3" in whole.string_from(state, 1)
    with pytest.raises(ValueError, match="no parameters of an observation"):
        game.make_py_observer(None, {"size": 1})


def test_learners_of_openspiel_take_it() -> None:
    from open_spiel.python import rl_environment
    from open_spiel.python.algorithms import random_agent

    env = rl_environment.Environment(pyspiel.load_game("dominoes(players=3)"), seed=1)
    agents = [random_agent.RandomAgent(seat, env.action_spec()["num_actions"]) for seat in range(3)]
    step = env.reset()
    while not step.last():
        step = env.step([agents[step.observations["current_player"]].step(step).action])
    assert sum(step.rewards) == pytest.approx(0)


# Chance.


def test_the_deals_are_all_as_likely() -> None:
    """Every way through the chance nodes of tiny games: with redeals only the deals that stand, all alike."""
    for hand_size, redeal in ((2, 0), (2, 2), (1, 1), (3, 3)):
        params = {"max_pip": 2, "hand_size": hand_size, "draw": "never", "redeal_doubles": redeal}
        game = pyspiel.load_game("dominoes", params)
        deals: dict[tuple[int, ...], float] = {}
        stack = [(game.new_initial_state(), 1.0)]
        while stack:
            state, chance = stack.pop()
            if not state.is_chance_node():
                deals[tuple(state.history())] = chance
                continue
            assert sum(one for _, one in state.chance_outcomes()) == pytest.approx(1)
            for outcome, one in state.chance_outcomes():
                stack.append((state.child(outcome), chance * one))
        doubles = {0, 2, 5}
        every = itertools.permutations(range(6), 2 * hand_size)
        hands = ((deal[:hand_size], deal[hand_size:]) for deal in every)
        standing = sum(all(len(doubles & set(hand)) < (redeal or 9) for hand in pair) for pair in hands)
        assert 0 < len(deals) == standing
        assert all(chance == pytest.approx(1 / standing) for chance in deals.values())


def test_who_opens_by_chance() -> None:
    game = pyspiel.load_game("dominoes(preset=all-fives,players=3)")
    state, rng = game.new_initial_state(), random.Random(1)
    for _ in range(21):
        random_step(state, rng)
    assert state.chance_outcomes() == [(28 + seat, pytest.approx(1 / 3)) for seat in range(3)]
    assert state.action_to_string(29) == "seat 1 opens"
    state.apply_action(29)
    assert (state.current_player(), state.round.starter) == (1, 1)


def test_what_chance_cannot_do_and_what_is_not_legal() -> None:
    game = pyspiel.load_game("dominoes")
    state = game.new_initial_state()
    state.apply_action(3)
    for outcome in (3, 28):
        with pytest.raises(ValueError, match=f"tile {outcome} cannot be dealt"):
            state.clone().apply_action(outcome)
    rng = random.Random(1)
    while state.is_chance_node():
        random_step(state, rng)
    refused = next(action for action in range(86) if action not in state.legal_actions())
    with pytest.raises(ValueError, match="is not legal here"):
        state.apply_action(refused)
    while not (state.is_chance_node() or state.is_terminal()):
        random_step(state, rng)
    held = state.round.hand(0)[0]
    with pytest.raises(ValueError, match=f"tile {held} cannot be drawn"):
        state.apply_action(held)


FAR = (-2, -27, -86, 10**6, 2**40)
"""Numbers that Python would count from the end, or not find. OpenSpiel itself refuses -1, its mark of no action."""


def refuse(state: Any, number: int, text: str) -> None:
    """ValueError with this text, and the state is as it was: its history too."""
    before = str(state), state.history(), state.current_player()
    with pytest.raises(ValueError, match=text):
        state.apply_action(number)
    assert (str(state), state.history(), state.current_player()) == before


def test_numbers_that_are_no_action() -> None:
    state, rng = pyspiel.load_game("dominoes(opening=random)").new_initial_state(), random.Random(1)
    for number in FAR:
        refuse(state, number, f"tile {number} cannot be dealt here: still to be dealt are 0, 1, 2, .* 7 and 20 more")
    for _ in range(14):
        random_step(state, rng)
    assert [outcome for outcome, _ in state.chance_outcomes()] == [28, 29]
    for number in (*FAR, 0, 27, 30):  # 27 is a tile, or the seat before the first
        refuse(state, number, f"outcome {number} is no seat that could open: it is 28 to 29, for seat 0 to 1")
    random_step(state, rng)
    for number in (*FAR, 86):
        refuse(state, number, f"action {number} is none of 0 to 85")
    legal = state.legal_actions()
    wrong = next(action for action in range(86) if action not in legal)
    move = str(state.shape.moves[wrong])
    refuse(state, wrong, rf"action {wrong} \({move}\) is not legal here: .*; legal are {legal[0]}, {legal[1]}")
    while not state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    for number in FAR:
        refuse(state, number, f"tile {number} cannot be drawn here: in the boneyard are")
    while not state.is_terminal():
        random_step(state, rng)
    for number in (*FAR, 0, 27, 85):
        refuse(state, number, f"action {number}: the round is over")


def test_numbers_that_have_no_name() -> None:
    state = pyspiel.load_game("dominoes(opening=random)").new_initial_state()
    for number in (*FAR, -1, 30):
        with pytest.raises(ValueError, match=f"outcome {number} is none of 0 to 29"):
            state._action_to_string(CHANCE, number)
    for number in (*FAR, -1, 86):
        with pytest.raises(ValueError, match=f"action {number} is none of 0 to 85"):
            state._action_to_string(0, number)


def test_players_that_there_are_not() -> None:
    game = pyspiel.load_game("dominoes(players=3)")
    state = game.new_initial_state()
    observer = game.make_py_observer()
    for player in (-1, 3, 9):
        for look in (observer.set_from, observer.string_from):
            with pytest.raises(ValueError, match=f"player {player} is none of 0 to 2"):
                look(state, player)
        with pytest.raises(ValueError, match=f"player {player} is none of 0 to 2"):
            state.resample_from_infostate(player, lambda: 0.5)


@pytest.mark.parametrize("number", [float("nan"), float("inf"), -0.1, 1.5])
def test_a_sampler_gives_numbers_from_0_to_1(number: float) -> None:
    state, rng = pyspiel.load_game("dominoes").new_initial_state(), random.Random(1)
    while True:
        with pytest.raises(ValueError, match="a sampler gives numbers from 0 to 1, not"):
            state.resample_from_infostate(0, lambda: number)
        if state.is_terminal():
            break
        random_step(state, rng)
    assert state.resample_from_infostate(0, lambda: 1).is_terminal()


# Parameters.


def test_parameters_are_rules() -> None:
    for text, rules in {
        "dominoes": dm.Rules("draw"),
        "dominoes(preset=table)": dm.Rules("table"),
        "dominoes(preset=table,table=none)": dm.Rules("table", table=None),
        "dominoes(preset=all-fives,players=3,spinner=none,count_multiple=0)": dm.Rules(
            "all-fives", players=3, spinner=None, count_multiple=None
        ),
        "dominoes(players=4,partners=1,turns=0,table=20x16,redeal_doubles=5,boneyard_floor=0)": dm.Rules(
            "draw", players=4, partners=True, turns=False, table=(20, 16), redeal_doubles=5, boneyard_floor=0
        ),
        "dominoes(draw=never,opening=random,opening_tile=free,next_opening=rotate,round_to=5,target=7)": dm.Rules(
            "draw", draw="never", opening="random", opening_tile="free", next_opening="rotate", round_to=5, target=7
        ),
    }.items():
        game = pyspiel.load_game(text)
        assert game.rules == rules
        assert pyspiel.load_game(str(game)).rules == rules
        assert game.num_players() == rules.players
        intermediate = pyspiel.GameType.RewardModel.REWARDS
        assert (game.get_type().reward_model == intermediate) == (rules.count_multiple is not None)


def test_every_option_is_a_parameter() -> None:
    from dominoes.envs._parameters import DEFAULTS
    from dominoes.rules import OPTIONS

    assert set(DEFAULTS) == {"preset", *OPTIONS} - {"blocked_tie"}  # which has one value


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("preset=dra", "preset must be"),
        ("players=7", "players must be"),
        ("hand_size=20", "hand_size must be"),
        ("table=20by16", "table must be 'none' or a width and a height"),
        ("table=20x3", "table must be"),
        ("voluntary_draw=2", "voluntary_draw must be"),
        ("spinner=double", "spinner must be"),
    ],
)
def test_parameters_that_no_rules_have(text: str, what: str) -> None:
    with pytest.raises(RulesError, match=what):
        pyspiel.load_game(f"dominoes({text})")


# States as objects.


def test_copies_go_their_own_way() -> None:
    game, rng = pyspiel.load_game("dominoes(preset=table)"), random.Random(2)
    state = game.new_initial_state()
    while not state.is_terminal():
        before, other = str(state), state.clone()
        random_step(other, rng)
        assert str(state) == before
        kept = game.deserialize_state(state.serialize())
        assert (str(kept), kept.history(), kept.current_player()) == (before, state.history(), state.current_player())
        random_step(state, rng)


# Playthroughs.


@pytest.mark.parametrize("name", make_playthroughs.GAMES)
def test_a_playthrough_is_as_it_was(name: str) -> None:
    kept = (make_playthroughs.FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    game = make_playthroughs.GAMES[name]
    assert kept.splitlines()[0] == f"game: {game}"
    assert make_playthroughs.played(game, make_playthroughs.actions_of(kept)).splitlines() == kept.splitlines()


def test_every_preset_has_a_playthrough() -> None:
    files = {path.stem for path in make_playthroughs.FOLDER.glob("*.txt")}
    assert files == set(make_playthroughs.GAMES)
    assert set(dm.PRESETS) <= files
