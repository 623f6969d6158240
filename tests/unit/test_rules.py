"""Rules: the presets as the law has them, and every wrong option refused by name."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dominoes._codes import SPEC_FIELDS
from dominoes.errors import RulesError
from dominoes.rules import OPTIONS, PRESETS, Rules

COMMON: dict[str, Any] = {
    "players": 2, "max_pip": 6, "hand_size": 7, "draw": "until-playable", "voluntary_draw": False, "boneyard_floor": 0,
    "opening": "highest-tile", "opening_tile": "forced", "next_opening": "same", "table": None, "turns": True,
    "spinner": None, "count_multiple": None, "scoring": "opponents", "round_to": 1, "partners": False, "target": 100,
    "redeal_doubles": None, "blocked_tie": "nobody",
}  # fmt: skip

LAW: dict[str, dict[str, Any]] = {
    "table": {"boneyard_floor": 2, "opening_tile": "free", "table": (64, 36)},
    "draw": {},
    "block": {"draw": "never"},
    "all-fives": {
        "hand_size": 9, "opening": "random", "opening_tile": "free", "next_opening": "winner",
        "spinner": "first-double", "count_multiple": 5, "round_to": 5,
    },
    "partnership": {
        "players": 4, "draw": "never", "next_opening": "winner", "scoring": "team-all", "partners": True, "target": 200,
    },
}  # fmt: skip


def test_presets_are_as_the_law_has_them() -> None:
    assert tuple(LAW) == PRESETS
    assert tuple(COMMON) == OPTIONS
    for name, differences in LAW.items():
        rules = Rules.preset(name)
        assert rules.options() == {**COMMON, **differences}
        assert {option: getattr(rules, option) for option in OPTIONS} == rules.options()
        assert rules.preset_name == name
        assert rules.given == {}


def test_draw_is_the_default_preset() -> None:
    assert Rules() == Rules("draw") == Rules.preset() == Rules.preset("draw") == Rules(preset="draw")


@pytest.mark.parametrize(("players", "hand_size"), [(2, 9), (3, 7), (4, 5)])
def test_the_all_fives_hand_depends_on_the_players(players: int, hand_size: int) -> None:
    assert Rules("all-fives", players=players).hand_size == hand_size
    assert Rules("all-fives", players=players, hand_size=6).hand_size == 6


def test_a_number_of_players_that_a_preset_does_not_name_overrides_it() -> None:
    rules = Rules("table", players=3)
    assert (rules.players, rules.hand_size, rules.table) == (3, 7, (64, 36))


@pytest.mark.parametrize(
    ("option", "wrong", "allowed"),
    [
        ("players", [1, 5, True, 2.0, "2", None, 10**5000, -(10**40)], "an integer from 2 to 4"),
        ("max_pip", [0, 19, False, "6", None], "an integer from 1 to 18"),
        ("hand_size", [0, 191, "seven", [7], 10**20], "an integer from 1 to 190"),
        ("draw", [True, "Never", "", 0, None, ["one"]], "'never', 'one' or 'until-playable'"),
        ("voluntary_draw", [0, 1, None, "false"], "True or False"),
        ("boneyard_floor", [-1, 1_000_000_001, None, False], "an integer from 0 to 1000000000"),
        ("opening", ["highest", None, 0], "'highest-tile' or 'random'"),
        ("opening_tile", ["Forced", None, True], "'free' or 'forced'"),
        ("next_opening", ["loser", None, 1], "'same', 'winner' or 'rotate'"),
        (
            "table",
            [(7, 36), (64, 65), (64,), (64, 36, 1), "64x36", 64, (64.0, 36), (True, 36), {64: 36}, [10**5000, 8]],
            r"None or \(width, height\), both integers from 8 to 64",
        ),
        ("turns", [1, None, "yes"], "True or False"),
        ("spinner", ["first", False, 0], "None or 'first-double'"),
        ("count_multiple", [0, 4, 5.0, "5", False], "None, 3 or 5"),
        ("scoring", ["team", None, 0], "'opponents' or 'team-all'"),
        ("round_to", [0, 2, 1.0, True, None], "1, 3 or 5"),
        ("partners", [0, 1, None], "True or False"),
        ("target", [0, -5, 1_000_000_001, 1.5, True, None], "an integer from 1 to 1000000000"),
        ("redeal_doubles", [0, True, "5", 2**40], "None or an integer from 1 to 1000000000"),
        ("blocked_tie", ["all", None, True], "'nobody'"),
    ],
)
def test_wrong_values_are_refused_by_name(option: str, wrong: list[object], allowed: str) -> None:
    for value in wrong:
        with pytest.raises(RulesError, match=rf"^{option} must be {allowed}, not ") as caught:
            Rules("draw", **{option: value})
        assert len(str(caught.value)) < 200


@pytest.mark.parametrize(
    ("options", "text"),
    [
        (
            {"players": 4, "hand_size": 8},
            "hand_size must be at most 7, as 4 players share the 28 tiles of max_pip 6, not 8",
        ),
        ({"max_pip": 1}, "hand_size must be at most 1, as 2 players share the 3 tiles of max_pip 1, not 7"),
        ({"partners": True}, "partners must be False with 2 players (partners are four), not True"),
        (
            {"preset": "partnership", "players": 3},
            "players must be 4 in this preset, where seats 0 and 2 play against 1 and 3, not 3",
        ),
        (
            {"preset": "partnership", "players": 3, "partners": True},
            "partners must be False with 3 players (partners are four), not True",
        ),
        ({"scoring": "team-all"}, "scoring must be 'opponents' unless partners is True, not 'team-all'"),
        (
            {"hand_size": 14, "redeal_doubles": 3},
            "redeal_doubles must be None or at least 5, as every deal gives some hand 3 doubles or more, not 3",
        ),
        ({"max_pip": 1, "players": 4, "hand_size": 1}, "hand_size must be at most 0"),
    ],
)
def test_options_that_do_not_go_together(options: dict[str, Any], text: str) -> None:
    with pytest.raises(RulesError) as caught:
        Rules(**{"preset": "draw", **options})
    assert str(caught.value).startswith(text)


def test_unknown_names_are_refused_with_a_hint() -> None:
    with pytest.raises(RulesError, match=r"^hand_sise is no option: did you mean hand_size\?$"):
        Rules("draw", hand_sise=7)
    with pytest.raises(RulesError, match=r"^zzz is no option: the options are players, max_pip, "):
        Rules("draw", zzz=7)
    with pytest.raises(RulesError, match=r"^preset must be .* not 'all-five': did you mean 'all-fives'\?$"):
        Rules("all-five")
    for wrong in (None, 3, ["draw"]):
        with pytest.raises(RulesError, match=r"^preset must be 'table', 'draw', 'block', 'all-fives' or 'partnership'"):
            Rules(wrong)  # type: ignore[arg-type]


def test_rules_never_change() -> None:
    rules = Rules("draw")
    with pytest.raises(AttributeError, match=r"replace"):
        rules.target = 5
    with pytest.raises(AttributeError):
        del rules.target
    rules.given["target"] = 5
    rules.options()["target"] = 5
    assert rules == Rules("draw")
    assert rules.replace(target=5).target == 5
    assert rules.target == 100


def test_equal_when_all_options_are() -> None:
    assert Rules("block", draw="until-playable") == Rules("draw") == Rules("draw", target=100)
    assert hash(Rules("block", draw="until-playable")) == hash(Rules("draw"))
    assert Rules("draw") != Rules("draw", target=101)
    assert Rules("draw", table=[40, 24]) == Rules("draw", table=(40, 24))
    assert Rules("draw") != "draw"


class House(Rules):
    """A subclass of somebody's, with attributes."""


@pytest.mark.parametrize("kind", [Rules, House])
def test_copies_and_pickles(kind: type[Rules]) -> None:
    made = kind("table", target=50, table=[40, 24], turns=True)
    implied = kind.from_dict({"preset": "all-fives"}, players=3)
    for rules in (made, implied):
        copies = [copy.copy(rules), copy.deepcopy(rules), pickle.loads(pickle.dumps(rules)), rules.replace()]
        for other in [*copies, eval(repr(rules))]:
            assert type(other) is kind
            assert (other, other.preset_name, hash(other)) == (rules, rules.preset_name, hash(rules))
        assert all(other.given == rules.given for other in copies)


def test_options_given_are_kept() -> None:
    data = {"preset": "table", "target": 100, "table": [64, 36]}
    rules = Rules.from_dict(data)
    assert rules.to_dict() == data
    assert rules == Rules("table")
    assert rules.given == {"target": 100, "table": (64, 36)}
    assert rules.replace(target=7).to_dict() == {"preset": "table", "target": 7, "table": [64, 36]}


def test_the_number_of_players_may_be_that_of_the_hands() -> None:
    rules = Rules.from_dict({"preset": "all-fives"}, players=3)
    assert (rules.players, rules.hand_size, rules.to_dict()) == (3, 7, {"preset": "all-fives"})
    assert rules.replace(target=50).players == 3
    assert Rules.from_dict({"preset": "draw", "players": 3}, players=3).players == 3
    with pytest.raises(RulesError, match=r"^players must be 3, the number of hands, not 2$"):
        Rules.from_dict({"preset": "draw", "players": 2}, players=3)
    with pytest.raises(RulesError, match=r"^players must be an integer from 2 to 4, not 5$"):
        Rules.from_dict({"preset": "draw"}, players=5)
    with pytest.raises(RulesError, match=r"^players must be an integer from 2 to 4, not 'two'$"):
        Rules.from_dict({"preset": "draw", "players": "two"}, players=2)


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (None, "rules must be an object"),
        ([], "rules must be an object"),
        ({"target": 5}, "preset must be given"),
        ({"preset": None}, "preset must be"),
        ({"preset": "draw", "Target": 5}, r"Target is no option: did you mean target\?"),
        ({"preset": "draw", 5: 5}, "5 is no option"),
        ({"preset": "draw", "given": 5}, "given is no option"),
        ({"preset": "draw", "_spec": 5}, "_spec is no option"),
    ],
)
def test_wrong_objects_are_refused(data: Any, text: str) -> None:
    with pytest.raises(RulesError, match=rf"^{text}"):
        Rules.from_dict(data)


def test_the_spec_has_one_number_a_field() -> None:
    spec = Rules("all-fives", players=3, table=(40, 24), redeal_doubles=5).spec
    assert dict(zip(SPEC_FIELDS, spec, strict=True)) == {
        "players": 3, "max_pip": 6, "hand_size": 7, "draw": 2, "voluntary_draw": 0, "boneyard_floor": 0, "opening": 1,
        "opening_tile": 0, "next_opening": 1, "table_width": 40, "table_height": 24, "turns": 1, "spinner": 1,
        "count_multiple": 5, "scoring": 0, "round_to": 5, "partners": 0, "target": 100, "redeal_doubles": 5,
    }  # fmt: skip


values = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5), st.binary(max_size=3),
    st.integers(0, 20), st.lists(st.integers(6, 66), max_size=3), st.sampled_from(["never", "random", "same", "free"]),
)  # fmt: skip


@given(st.sampled_from(PRESETS), st.dictionaries(st.sampled_from(OPTIONS), values, max_size=4))
def test_any_options_make_rules_or_are_refused_by_name(preset: str, options: dict[str, Any]) -> None:
    try:
        rules = Rules(preset, **options)
    except RulesError as error:
        named = str(error).split()[0]
        assert named in OPTIONS
    else:
        assert Rules.from_dict(rules.to_dict()) == rules
        assert rules.given == {name: tuple(v) if isinstance(v, list) else v for name, v in options.items()}
