"""Deals that people can trust: what follows from a seed is found right, and nothing else is."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.cli import refused, run

import dominoes as dm
from dominoes.verifying import verify


def match_of(preset: str = "draw", seed: str = "s", salt: str | None = "pepper", **options: Any) -> dm.Match:
    rules = dm.Rules(preset, **{"target": 60, **options})
    match = dm.Match(rules, ["random"] * rules.players, seed=seed, salt=salt)
    for _ in match.run():
        pass
    return match


@pytest.mark.parametrize("preset", dm.PRESETS)
@pytest.mark.parametrize("following", ["same", "winner", "rotate"])
@pytest.mark.parametrize("opening", ["highest-tile", "random"])
def test_every_match_of_the_engine_is_proved(preset, following, opening):
    """Whatever decides who opens, first and later: all deals and drawn openers follow from the seed."""
    match = match_of(preset, next_opening=following, opening=opening, opening_tile="free")
    verdict = verify(dm.Record.loads(match.to_record().dumps()))
    assert (verdict.rounds, verdict.commitment) == (len(match.rounds), match.commitment)


def test_a_salt_of_another_length_is_told(tmp_path: Path):
    """One text cut elsewhere is another salt and another seed, with the same commitment."""
    drawn = match_of(salt="0123456789abcdef" * 2, seed="fedcba9876543210")
    forged = match_of(salt="0123456789abcdef" * 2 + "fedc", seed="ba9876543210")
    assert forged.commitment == drawn.commitment
    assert (verify(drawn.to_record()).drawn_salt, verify(forged.to_record()).drawn_salt) == (True, False)
    for match, ending in ((drawn, f"{drawn.commitment}."), (forged, "other seeds fit that number too.")):
        path = tmp_path / "one.json"
        path.write_text(match.to_record().dumps())
        assert run("verify", str(path)).out.strip().endswith(ending)


def test_a_match_that_is_still_on_is_proved_as_far_as_it_is():
    match = dm.Match(dm.Rules("draw"), [dm.Human("a"), dm.Human("b")], seed=1)
    assert verify(match.to_record()).commitment is None


def test_scores_at_the_start_are_no_hindrance():
    match = dm.Match(dm.Rules("draw", target=60), ["random", "heaviest"], seed=3, scores=[20, 7])
    for _ in match.run():
        pass
    assert verify(match.to_record()).rounds == len(match.rounds)


def changed(key: str, value: Any) -> Callable[[dict[str, Any]], None]:
    def change(data: dict[str, Any]) -> None:
        data[key] = value

    return change


def swap_hands(data: dict[str, Any]) -> None:
    """The tiles of another deal, played out by nobody."""
    other = dm.Round.deal(dm.Rules("draw"), seed="another")
    data["rounds"] = [
        {
            "hands": [[str(tile) for tile in hand] for hand in other.dealt_hands],
            "boneyard": [str(tile) for tile in other.dealt_boneyard],
            "starter": other.starter,
            "actions": [],
        }
    ]
    del data["scores"]


def swap_boneyard(data: dict[str, Any]) -> None:
    last = data["rounds"][0]
    last["boneyard"] = last["boneyard"][::-1]
    data["rounds"] = [{key: last[key] for key in ("hands", "boneyard", "starter")} | {"actions": []}]
    del data["scores"]


def stand_alone(data: dict[str, Any]) -> None:
    last = data["rounds"][0]
    data["rounds"] = [{key: last[key] for key in ("hands", "boneyard", "starter")} | {"actions": [], "first": False}]
    del data["scores"]


WRONG = [
    (changed("seed", "t"), "commitment: seed and salt give"),
    (changed("salt", "salt"), "commitment: seed and salt give"),
    (changed("commitment", "0" * 64), "commitment: seed and salt give"),
    (lambda data: data.pop("salt"), "salt: the record has a commitment but no salt"),
    (lambda data: data.pop("seed"), "seed: the record tells none"),
    (swap_hands, "round 0: the hand of seat 0 is not the one"),
    (swap_boneyard, "round 0: the boneyard is not the one"),
    (stand_alone, "round 0: it stands alone"),
]


@pytest.mark.parametrize(("change", "why"), WRONG)
def test_what_does_not_agree_is_told(change, why):
    data = match_of().to_record().to_dict()
    change(data)
    with pytest.raises(dm.RecordError, match=why):
        verify(dm.Record.from_dict(data))


def test_an_opener_that_was_not_drawn_is_told():
    rules = dm.Rules("all-fives")
    rnd = dm.Round.deal(rules, seed="o")
    record = dm.Match(rules, [dm.Human("a"), dm.Human("b")], seed="o").to_record()
    other = replace(record, rounds=(replace(record.rounds[0], starter=1 - rnd.starter),))
    with pytest.raises(dm.RecordError, match=f"seat {rnd.starter} opens by the seed, not seat {1 - rnd.starter}"):
        verify(other)


def test_a_seed_without_a_commitment_says_so():
    assert verify(match_of(salt=None).to_record()).commitment is None


# The command


def test_the_command_tells_each_record(tmp_path: Path):
    good, bare = match_of().to_record(), match_of(salt=None).to_record()
    bad = good.to_dict() | {"seed": "t"}
    path = tmp_path / "all.jsonl"
    path.write_text("\n".join([good.dumps(), bare.dumps(), json.dumps(bad), "nonsense"]) + "\n")
    outcome = run("verify", str(path))
    assert outcome.code == 1
    assert outcome.lines[0] == (
        f"record 0: all {len(good.rounds)} deals follow from the seed, and seed and salt are those of the commitment "
        f"{good.commitment}. But the salt has not the 32 hexadecimal digits of a drawn one, so other seeds fit that "
        "number too."
    )
    assert outcome.lines[1].endswith("It has no commitment: whoever began the match may have chosen the seed.")
    assert [line.partition(": ")[2].partition(":")[0] for line in outcome.err.splitlines()] == ["record 2", "record 3"]


def test_the_command_is_content_with_one_good_record(tmp_path: Path):
    path = tmp_path / "one.json"
    match_of().to_record().save(path)
    outcome = run("verify", str(path))
    assert (outcome.code, outcome.err) == (0, "")


def test_a_file_that_is_not_there_is_one_line():
    assert "cannot read" in refused("verify", "/no/such/file", code=1)
