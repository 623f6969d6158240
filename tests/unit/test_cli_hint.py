"""``hint`` in ``dominoes play``: what it says, that it goes by the person's own view, and that it changes nothing."""

from __future__ import annotations

import json
import math
import re
from pathlib import Path
from typing import Any

import pytest
from support.cli import Outcome, run

import dominoes as dm
from dominoes.speaking import voice

ENGLISH = voice("en")


@pytest.fixture(autouse=True)
def own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setattr("os.fsync", lambda handle: None)  # for speed: no plug is pulled here


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "match.json"


HANDS = [["6-6", "6-2", "3-1", "6-5"], ["6-1", "2-1", "2-0"]]


def resumed(file: Path, typed: str, hands: list[list[str]], boneyard: list[str], **options: Any) -> Outcome:
    """A match after 6-6 and 6-1@R, where a person called Ann is to act."""
    record = {
        "format": "dominoes-record",
        "version": 1,
        "rules": {"preset": "draw", "opening_tile": "free", **options},
        "players": ["Ann", "Ben"],
        "opponents": [None, "heaviest"],
        "seed": "1",
        "rounds": [{"hands": hands, "boneyard": boneyard, "starter": 0, "actions": ["6-6", "6-1@R"]}],
    }
    file.write_text(json.dumps(record))
    return run("play", "--resume", str(file), stdin=typed)


def said(outcome: Outcome) -> list[str]:
    """The lines that follow a question for a hint."""
    (found,) = re.findall(r"\(\? for help\): hint\n(.*?)Your move", outcome.out, re.S)
    return str(found).splitlines()


def test_the_best_action_why_and_how_much_better(file: Path) -> None:
    outcome = resumed(file, "hint\n", HANDS, ["0-0", "5-5"])
    view = dm.Match.from_record(dm.Record.load(file)).view(0)
    advice = dm.advise(view)
    best, following = advice.ranked[:2]
    first, why, better = said(outcome)
    assert first == f"Hint: {ENGLISH.action(best.move)}."
    assert re.match(r"Lays (4|8|11) pips.*: Ben can (hardly |almost surely )?answer.*; keeps ", why)
    assert better.endswith(f" the next best, {ENGLISH.action(following.move)}.")
    if following.behind > max(0.05, following.behind_interval):
        assert f"about {following.behind:.1f} points better than" in better
    else:
        assert "points better than" not in better


@pytest.mark.parametrize("key", ["i", "hint", "HINT"])
def test_its_keys(file: Path, key: str) -> None:
    assert "\nHint: " in resumed(file, f"{key}\n", HANDS, ["0-0", "5-5"]).out


def test_it_is_listed_in_help() -> None:
    assert any("i hint" in line for line in ENGLISH.help(table=False))


def test_the_only_action(file: Path) -> None:
    outcome = resumed(file, "i\n", [["6-6", "6-2", "3-3"], HANDS[1]], ["0-0", "5-5"])
    assert "Hint: six-two on the left end (6-2@L).\nIt is all that can be done.\n" in outcome.out
    assert "better than" not in outcome.out


def test_it_goes_by_what_the_person_sees(file: Path) -> None:
    """Two matches that look the same to Ann: Ben's tiles and the boneyard's differ."""
    one = resumed(file, "hint\n", HANDS, ["0-0", "5-5", "4-4"])
    other = resumed(file, "hint\n", [HANDS[0], ["6-1", "5-5", "4-4"]], ["2-1", "0-0", "2-0"])
    assert said(one) == said(other)


@pytest.mark.parametrize("game", [[], ["--rules", "table"], ["--rules", "partnership", "--opponents", "buratino/2"]])
def test_asking_changes_nothing(tmp_path: Path, game: list[str]) -> None:
    """The same answers with and without hints come to the same record, byte for byte; all opponents use chance."""
    files = tmp_path / "plain.json", tmp_path / "asked.json"
    opponents = [] if "--opponents" in game else ["--opponents", "pinocchio/1"]
    for file, ask in zip(files, ("", "i\nhint\n"), strict=True):
        typed = "".join(f"{ask}{answer}\n" for answer in "1112111")
        outcome = run("play", "--save", str(file), "--seed", "hint", *game, *opponents, stdin=typed)
        assert outcome.code == 0
        assert ("Hint: " in outcome.out) == bool(ask)
    assert files[0].read_bytes() == files[1].read_bytes()
    assert len(dm.Record.load(files[0]).rounds[0].actions) > 6


def test_between_rounds_there_is_none(file: Path) -> None:
    outcome = resumed(file, "62\ni\n", [["6-6", "6-2"], ["6-1", "2-1"]], [])
    assert ENGLISH.not_now() in outcome.out
    assert "Hint: " not in outcome.out


def advised(
    move: str, points: tuple[float, float] = (0.0, 0.0), match: tuple[float, float] | None = None
) -> dm.Advised:
    """An action that is behind the best by so many points and so much of the match, each with its interval."""
    grounds = dm.grounds.Grounds(dm.Move(move))
    value, value_interval = match or (None, None)
    chance = None if match is None else 0.5
    return dm.Advised(dm.Move(move), 2.0, 1.0, 0.5, 0.1, chance, *points, value, value_interval, 100, grounds)


@pytest.mark.parametrize(
    ("points", "match", "said"),
    [
        ((1.5, 1.4), None, "That is about 1.5 points better than"),
        ((1.5, 1.6), None, "That is about as good as"),
        ((1.5, math.inf), None, "That is about as good as"),
        ((0.04, 0.0), None, "That is about as good as"),
        ((1.5, 1.4), (0.1, 0.05), "That is about 1.5 points better than"),
        ((0.02, 1.0), (0.1, 0.05), "That is about 10.0 percentage points likelier to win the match than"),
        ((1.5, 1.6), (0.1, 0.05), "That is about 10.0 percentage points likelier to win the match than"),
        ((-1.0, 0.5), (0.1, 0.05), "That is about 10.0 percentage points likelier to win the match than"),
        ((1.5, 1.6), (0.1, 0.11), "That is about as good as"),
        ((-1.5, 1.0), None, "That is about as good as"),
        ((0.0, 0.0), (0.0, 0.0), "That is about as good as"),
    ],
)
def test_how_much_better(points: tuple[float, float], match: tuple[float, float] | None, said: str) -> None:
    ranked = [advised("6-4@L"), advised("6-4@R", points, match)]
    lines = ENGLISH.hint(ranked, ENGLISH.company(["Ann", "Ben"], 0))
    assert lines[-1] == f"{said} the next best, six-four on the right end (6-4@R)."


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("fr", "La chance de gagner la partie monte d'environ 1,5 point de pourcentage par rapport au deuxième choix"),
        ("pt-BR", "A chance de vencer a partida é cerca de 1,5 ponto percentual maior que com a segunda opção"),
        ("ru", "Вероятность выиграть партию примерно на 1,5 процентного пункта выше, чем"),
    ],
)
def test_a_chance_is_compared_by_percentage_points_in_every_language(language: str, said: str) -> None:
    speech = voice(language)
    ranked = [advised("6-4@L", match=(0.0, 0.0)), advised("6-4@R", match=(0.015, 0.01))]
    assert speech.hint(ranked, speech.company(["Ann", "Ben"], 0))[-1].startswith(said)


@pytest.mark.parametrize(
    ("opponents", "said"),
    [
        ("snow-white/9", "the level of snow-white is 1 to 5, not 9"),
        ("heaviest/2", "the player heaviest has no levels: leave /2 out"),
        ("pinochio/2", "there is no player 'pinochio'; there are blocker, buratino, "),
        ("os:getcwd", "the player os:getcwd: getcwd is no class with choose(view)"),
    ],
)
def test_wrong_opponents(file: Path, opponents: str, said: str) -> None:
    outcome = run("play", "--save", str(file), "--opponents", opponents)
    assert outcome.code == 2
    assert outcome.err.startswith(f"dominoes: --opponents: {said}")
    assert outcome.err.endswith("; did you mean pinocchio?\n") == opponents.startswith("pino")


def test_opponents_with_a_level(file: Path) -> None:
    outcome = run("play", "--save", str(file), "--opponents", "snow-white/1", "--seed", "2", stdin="1\n1\n")
    assert outcome.code == 0
    assert dm.Record.load(file).opponents == (None, "snow-white/1")
    assert run("play", "--resume", str(file), stdin="1\n").code == 0
