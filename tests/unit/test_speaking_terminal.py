"""``dominoes play --lang``: a whole game in each language, by the words of that language."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from support.cli import Outcome, environment, refused, run, run_program

import dominoes as dm
from dominoes import speaking

LANGUAGES = list(speaking.LANGUAGES)
OTHERS = LANGUAGES[1:]
ENGLISH = re.compile(
    r"\b(?:the|of|your|you|with|tiles?|ends|draws?|round|match|from|and|hand|plays?|type)\b", re.IGNORECASE
)
ALL_KEYS = "?\nh\ne\nt\nw\nb\nc\ns\na\nl\ni\nu\n"
GAMES = {
    "draw": ["--target", "20"],
    "table": ["--rules", "table", "--set", "table=20x14", "--target", "20"],
    "all-fives": ["--rules", "all-fives", "--players", "3", "--target", "40", "--opponents", "snow-white/2,buratino"],
    "partnership": ["--rules", "partnership", "--target", "40"],
}


@pytest.fixture(autouse=True)
def own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr("os.fsync", lambda handle: None)  # for speed: no plug is pulled here


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "9.json"


def typist(seed: int) -> Callable[[str], str]:
    """Plays at random by the numbers of the lists; where none is listed, Enter."""
    chance = random.Random(seed)

    def answer(told: str) -> str:
        *lines, _ = told.split("\n")
        listed = 0
        while re.match(r"\d+\. ", lines[-1 - listed]):
            listed += 1
        return str(chance.randint(1, listed)) if listed else ""

    return answer


def play(file: Path, tag: str, *argv: str, typed: str | Callable[[str], str | None] = "") -> Outcome:
    where = ["--resume", str(file)] if file.exists() else ["--save", str(file), "--seed", "1"]
    return run("play", *where, "--lang", tag, *argv, stdin=typed)


def no_english(outcome: Outcome, *allowed: str) -> None:
    for line in outcome.lines:
        bare = re.sub(r"\(\d+-\d+(?:@[LRUD](?::[a-z-]+)?)?\)|/\S*9\.json|dominoes play --resume", "", line)
        for text in allowed:
            bare = bare.replace(text, "")
        assert not ENGLISH.search(bare), line


@pytest.mark.parametrize("tag", OTHERS)
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_match_in_another_language(file: Path, tag: str, game: str) -> None:
    outcome = play(file, tag, *GAMES[game], typed=typist(3))
    assert (outcome.code, outcome.err) == (0, "")
    assert dm.Match.from_record(dm.Record.load(file)).over
    assert all(line.isprintable() for line in outcome.lines)
    assert outcome.lines[-1] == speaking.voice(tag).finished(str(file)).replace("\u00a0", " ")
    no_english(outcome)


@pytest.mark.parametrize("tag", OTHERS)
@pytest.mark.parametrize("game", GAMES)
def test_every_key_in_another_language(file: Path, tag: str, game: str) -> None:
    outcome = play(file, tag, *GAMES[game], typed=f"{ALL_KEYS}1\n1\n1\n{ALL_KEYS}7-7\n6-6 left\nxyz\n")
    assert (outcome.code, outcome.err) == (0, "")
    no_english(outcome, "left")


@pytest.mark.parametrize("tag", LANGUAGES)
def test_the_language_changes_nothing_but_words(tmp_path: Path, tag: str) -> None:
    """The same answers come to the same record, byte for byte."""
    files = tmp_path / "en.json", tmp_path / f"{tag}-too.json"
    for file, language in zip(files, ("en", tag), strict=True):
        run("play", "--save", str(file), "--seed", "x", "--lang", language, "--target", "20", stdin=typist(5))
    assert files[0].read_bytes() == files[1].read_bytes()


def test_the_words_of_a_language_play(file: Path) -> None:
    outcome = play(file, "ru", "--opponents", "heaviest", typed="рука\nконцы\nсправка\n")  # noqa: RUF001
    hand = dm.Match.from_record(dm.Record.load(file)).view(0).hand
    voice = speaking.voice("ru")
    assert outcome.out.count(voice.hand(hand)) == 2
    legal = dm.Match.from_record(dm.Record.load(file)).view(0).legal_moves()
    tile = legal[0].tile
    assert tile is not None
    told = play(file, "ru", typed=f"{voice.tile(tile)} на левый конец\n").out
    assert "Вы кладёте" in told or "Вы начинаете" in told


def test_one_may_leave_and_go_on_in_the_words_of_a_language(file: Path) -> None:
    first = play(file, "fr", typed="1\nquitter\n")
    command = f"dominoes play --resume {file} --lang fr"
    assert first.lines[-1] == f"Rien n'est perdu. Pour continuer : {command}"
    assert "La partie continue à la manche 1, après " in play(file, "fr", typed="q\n").out
    assert "dominoes play --resume" in play(file, "en").lines[-1]
    assert "--lang" not in play(file, "en").lines[-1]


@pytest.mark.parametrize("asked", ["de", "", "english", "../fr"])
def test_another_language_is_refused_before_anything_is_kept(file: Path, asked: str) -> None:
    said = refused("play", "--save", str(file), f"--lang={asked}", code=2)
    assert said == (
        f"--lang: there is no language {asked!r}; there are en (English), fr (Français), ru (Русский), "
        "pt-BR (Português (Brasil))"
    )
    assert not file.exists()


@pytest.mark.parametrize(
    ("set_", "said"),
    [
        ({"LANGUAGE": "fr"}, "Dominos, avec pioche, en 100 points."),
        ({"LANGUAGE": "", "LC_ALL": "ru_RU.UTF-8"}, "Домино, с базаром, до 100 очков."),  # noqa: RUF001
        (
            {"LANGUAGE": "", "LC_ALL": "", "LC_MESSAGES": "", "LANG": "pt_BR.UTF-8"},
            "Dominó, com compra, até 100 pontos.",
        ),
        ({"LANGUAGE": "", "LC_ALL": "C", "LANG": "fr_FR"}, "Dominoes, draw, to 100 points."),
        ({"LANGUAGE": "de"}, "Dominoes, draw, to 100 points."),
    ],
)
def test_the_environment_says_the_language(
    file: Path, monkeypatch: pytest.MonkeyPatch, set_: dict[str, str], said: str
) -> None:
    for name, value in set_.items():
        monkeypatch.setenv(name, value)
    outcome = run("play", "--save", str(file), "--seed", "1")
    assert outcome.lines[0].startswith(said)
    assert "--lang" not in outcome.lines[-1]


def test_a_terminal_without_the_letters_is_no_fault(file: Path) -> None:
    env = environment(PYTHONUTF8="0", PYTHONIOENCODING="ascii")
    outcome = run_program("play", "--save", str(file), "--seed", "1", "--lang", "ru", stdin="1\n", env=env)
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.isascii()


def test_the_option_is_told_in_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert "--lang LANG" in run("play", "--help").out
