"""The kernel's match keeping, beside `Match` and what it goes by: the same seed and players make the same match."""

from __future__ import annotations

import os
import random
from collections.abc import Sequence

import pytest
from support.compiling import compiled, needs_kernel, run

from dominoes import PRESETS, DealError, Match, Round, Rules, RulesError
from dominoes._codes import RESULT_NAMES
from dominoes.progress import leader

pytestmark = needs_kernel


@pytest.fixture(scope="module", params=["sanitized", "optimized, char unsigned"])
def program(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    return compiled("test_matching", request.param, tmp_path_factory.mktemp("matching"))


def some_rules(rng: random.Random) -> Rules:
    """A preset with options that decide who opens, who wins and when."""
    options = {
        "players": rng.choice([2, 3, 4]),
        "opening": rng.choice(["highest-tile", "random"]),
        "opening_tile": rng.choice(["free", "forced"]),
        "next_opening": rng.choice(["same", "winner", "rotate"]),
        "count_multiple": rng.choice([None, None, 3, 5]),
        "partners": rng.choice([False, True]),
        "scoring": rng.choice(["opponents", "team-all"]),
        "target": rng.choice([1, 30, 60, 200]),
        "max_pip": rng.choice([3, 6, 6, 9]),
        "hand_size": rng.choice([2, 5, 7]),
        "redeal_doubles": rng.choice([None, 3]),
    }
    chosen = {name: options[name] for name in options if rng.random() < 0.5}
    try:
        return Rules(rng.choice(PRESETS), **chosen)
    except RulesError:
        return some_rules(rng)


def some_scores(rng: random.Random, rules: Rules) -> tuple[int, ...] | None:
    """What to begin with: mostly nothing, else near the target, on both sides of it."""
    if rng.random() < 0.5:
        return None
    sides = [rng.randint(-5, 12) + rules.target - 10 for _ in range(2 if rules.partners else rules.players)]
    return tuple(sides * 2 if rules.partners else sides)


def as_numbers(rules: Rules, scores: Sequence[int] | None, seed: str) -> str:
    given = (0,) * rules.players if scores is None else scores
    text = seed.encode()
    return " ".join(map(str, (*rules.spec, *given, int(scores is not None), len(text), *text)))


def told(rnd: Round) -> str:
    """A finished round as the program tells it."""
    state = rnd.state
    assert rnd.result is not None
    reason, winner = RESULT_NAMES.index(rnd.result.reason), -1 if rnd.result.winner is None else rnd.result.winner
    numbers = (rnd.number, rnd.starter, state.forced, reason, winner, *rnd.scores, *state.actions())
    return " ".join(map(str, numbers))


def played(rules: Rules, scores: Sequence[int] | None, seed: str) -> list[str]:
    """The match as Python has it, or why the program must refuse it."""
    try:
        match = Match(rules, ["random"] * rules.players, seed, scores)
    except DealError:
        return ["refused -10"]
    if match.over:
        return ["refused -22"]
    for _ in match.run():
        pass
    return [*map(told, match.rounds), f"won by {match.winner}"]


def test_matches_are_those_of_python(program: str) -> None:
    rng = random.Random(11)
    cases = []
    for number in range(int(os.environ.get("DOMINOES_TEST_WALKS", "400")) // 4):
        rules = Rules(PRESETS[number]) if number < len(PRESETS) else some_rules(rng)
        cases.append((rules, some_scores(rng, rules), f"match {number} é"))
    expected = [line for case in cases for line in played(*case)]
    assert run(program, "play", input="\n".join(as_numbers(*case) for case in cases)).splitlines() == expected
    assert {line.split()[0] for line in expected} >= {"won", "refused", "0", "1", "2"}


def test_who_has_won_is_as_python_has_it(program: str) -> None:
    rng = random.Random(12)
    lines, expected = [], []
    for _ in range(500):
        rules = some_rules(rng)
        scores = [rng.randint(rules.target - 3, rules.target + 3) for _ in range(rules.players)]
        if rules.partners:
            scores = scores[:2] * 2
        lines.append(" ".join(map(str, (*rules.spec, *scores))))
        side = leader(rules, scores)
        expected.append("-1" if side is None else str(side))
    assert run(program, "lead", input="\n".join(lines)).splitlines() == expected


def test_misuse_is_refused(program: str) -> None:
    assert run(program, "misuse") == "misuse refused\n"


def test_what_another_version_has_set_up_is_refused(program: str) -> None:
    assert run(program, "foreign") == "foreign structs refused\n"
