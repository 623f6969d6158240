"""What environments stand on and no library is needed for: observations of single states, bounds, rewards."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from support.options import PRESET_PLAYERS, Options
from support.strategies import examples, numbers, options

import dominoes as dm
from dominoes.envs._bounds import most_actions, most_draws, most_points
from dominoes.envs._observing import observation
from dominoes.envs._rewards import net, shares

PRESETS = [dm.Rules(name, players=players) for name, counts in PRESET_PLAYERS.items() for players in counts]


def rules_of(chosen: Options) -> dm.Rules:
    named: dict[str, Any] = chosen.named()
    return dm.Rules("draw", **named)


def compare(rules: dm.Rules, seed: int, steps: int) -> None:
    batch = dm.Batch(rules, 1, seed=seed)
    for _ in range(steps):
        state = batch.state(0).state
        for seat in range(rules.players):
            assert observation(state, seat) == batch.observe(seat).tolist()[0]
        batch.step(batch.sample())


@pytest.mark.parametrize("rules", PRESETS, ids=repr)
def test_a_state_is_observed_as_a_batch_is(rules: dm.Rules) -> None:
    for seed in range(3):
        compare(rules, seed, 60)


@given(chosen=options(largest=9), seed=numbers)
@settings(max_examples=examples(0.3))
def test_a_state_is_observed_as_a_batch_is_by_any_rules(chosen: Options, seed: int) -> None:
    compare(rules_of(chosen), seed, 20)


@given(chosen=options(largest=9), seed=numbers)
@settings(max_examples=examples(0.4))
def test_no_round_is_longer_or_worth_more_than_its_bounds(chosen: Options, seed: int) -> None:
    rules = rules_of(chosen)
    rounds = dm.playouts(rules, n=60, seed=seed)
    lengths = (sum(three) for three in zip(rounds.plays, rounds.draws, rounds.passes, strict=True))
    assert max(lengths) <= most_actions(rules)
    assert max(rounds.draws) <= most_draws(rules)
    assert max(max(row) for row in rounds.points.tolist()) <= most_points(rules)


def test_the_bounds_of_the_presets_are_not_far_off() -> None:
    """The longest of many rounds reach a good part of them: a bound that is far too high makes tensors too long."""
    for rules in PRESETS:
        rounds = dm.playouts(rules, n=800, seed=1)
        longest = max(map(sum, zip(rounds.plays, rounds.draws, rounds.passes, strict=True)))
        assert longest > 0.3 * most_actions(rules)


@pytest.mark.parametrize("rules", PRESETS, ids=repr)
def test_over_all_sides_rewards_add_up_to_nothing(rules: dm.Rules) -> None:
    worth = shares(rules)
    sides = range(2) if rules.partners else range(rules.players)
    for scorer in sides:
        points = [10 * (seat % 2 == scorer if rules.partners else seat == scorer) for seat in range(rules.players)]
        rewards = net(points, worth)
        assert sum(rewards[side] for side in sides) == pytest.approx(0)
        assert max(rewards) == rewards[scorer] == 10
        if rules.partners:
            assert rewards[:2] == rewards[2:]
            assert rewards[1 - scorer] == -10
        else:
            assert rewards.count(pytest.approx(-10 / (rules.players - 1))) == rules.players - 1
