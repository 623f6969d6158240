"""Decisions of the players, one after the other, and whether the benches of their strength can be believed.

The pure backend says what the right decisions are. ``strength.py`` says how well they are.
"""

from __future__ import annotations

import itertools
from concurrent.futures import ProcessPoolExecutor
from typing import Any, Final

import pytest
import truth
from bars import BARS
from beliefs import decisions
from reliability import ALWAYS, Reliability
from truth import faults

import dominoes as dm
from dominoes import _pure
from dominoes._backend import Stream, seed_key
from dominoes._codes import PLAYER_NAMES
from dominoes._twin.known import Known, conclude

PRESET_NAMES: Final = ("draw", "partnership", "table")
VIEWS: Final = 12
WORLDS: Final = {"snow-white": 16}
"""That Snow White looks at; the pure backend must follow."""


def views(preset: str) -> list[Any]:
    """The same on every backend: states as a seat sees them that has a choice, in rounds that the blocker plays."""
    found: list[Any] = []
    for number in itertools.count():
        rnd = dm.Round.deal(dm.Rules(preset), "bench", number=number)
        while rnd.turn is not None:
            if rnd.state.legal_count() > 1 and len(rnd.moves) % 3 == 0:
                found.append(rnd.state.seen_by(rnd.turn))
                if len(found) == VIEWS:
                    return found
            rnd.play(dm.players.get("blocker").choose(rnd.view(rnd.turn)))
    raise AssertionError


def choices(player: str, states: list[Any]) -> list[int]:
    key = seed_key(b"bench", b"decisions")
    who, worlds = PLAYER_NAMES.index(player), WORLDS.get(player, 0)
    return [state.choose(who, 0, worlds, Stream(key, number)) for number, state in enumerate(states)]


def choices_of(player: str, preset: str) -> list[int]:
    return choices(player, views(preset))


@pytest.mark.parametrize("player", PLAYER_NAMES)
@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_decisions(preset: str, player: str, benchmark: Any, reference: ProcessPoolExecutor) -> None:
    states = views(preset)
    benchmark.extra_info.update(backend=dm.backend, unit="decision", count=VIEWS)
    found = benchmark(choices, player, states)
    assert found == reference.submit(choices_of, player, preset).result()


def test_every_bar_has_a_name_and_a_seed_of_its_own() -> None:
    assert len({bar.name for bar in BARS}) == len({bar.seed for bar in BARS}) == len(BARS)
    assert all(1 / bar.rules.players <= bar.least < 1 for bar in BARS)


def test_a_reliability_table_knows_how_sure_it_is() -> None:
    """Two rounds of two predictions each, worked out by hand: half a hit more than given, then half a hit less."""
    table = Reliability()
    table.add([(0.25, True), (0.25, False), (1.0, True)])
    table.add([(0.25, False), (0.25, False)])
    line = table.line(2)
    assert line is not None
    assert (line.predictions, line.predicted, line.observed, line.deviation) == (4, 0.25, 0.25, 0.0)
    assert line.half_width == pytest.approx(1.959964 * (2 * (0.5**2 + 0.5**2)) ** 0.5 / 4)
    assert table.line(7) is None
    certain = table.line(ALWAYS)
    assert certain is not None
    assert certain.observed == 1.0


@pytest.mark.parametrize("lie", ["bars", "places"])
def test_the_truth_is_missed_where_it_is_excluded(lie: str, monkeypatch: pytest.MonkeyPatch) -> None:
    at = next(one for one in decisions(0) if len(one.rnd.moves) > 3)
    assert faults(at.twin, at.seat) == []

    def lying(view: _pure.State) -> Known:
        known = conclude(view)
        if lie == "bars":
            known.bins[0].barred |= at.twin.hand_mask(known.bins[0].seat)
        else:
            known.bins[0].places += 1
        return known

    monkeypatch.setattr(truth, "conclude", lying)
    assert faults(at.twin, at.seat)


def test_views_are_the_same_for_every_backend(reference: ProcessPoolExecutor) -> None:
    ours = [state.actions() for state in views("draw")]
    assert ours == reference.submit(_actions, "draw").result()


def _actions(preset: str) -> list[tuple[int, ...]]:
    return [state.actions() for state in views(preset)]
