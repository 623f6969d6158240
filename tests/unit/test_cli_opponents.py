"""Who plays against a person at the terminal: classes of one's own, whom a file names, and what they do wrong."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.cli import environment, refused, run, run_program

import dominoes as dm

BOTS = """
import os, sys
from pathlib import Path
Path(__file__).with_name("imported").touch()

class Careful:
    name = "careful"
    def choose(self, view):
        return view.legal_moves()[0]

class Exits(Careful):
    def choose(self, view):
        sys.exit(3)

class Mute(Careful):
    def choose(self, view):
        class MuteError(Exception):
            def __str__(self):
                raise RuntimeError
        raise MuteError

class ClosesOutput(Careful):
    def choose(self, view):
        sys.stdout.close()
        return super().choose(view)

class ClosesFile(Careful):
    def choose(self, view):
        os.close(1)
        return super().choose(view)

class ClosesInput(Careful):
    def choose(self, view):
        sys.stdin.close()
        return super().choose(view)

class ClosesAll(Careful):
    def choose(self, view):
        sys.stdout.close()
        sys.stderr.close()
        return super().choose(view)

class Interrupts(Careful):
    def choose(self, view):
        raise KeyboardInterrupt

class Five(Careful):
    name = 5

class Nameless(Careful):
    @property
    def name(self):
        raise ValueError("no name")
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The current directory, with a module of one's own in it."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setattr("os.fsync", lambda handle: None)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own_bots.py").write_text(BOTS)
    yield tmp_path
    sys.modules.pop("own_bots", None)


@pytest.fixture
def file(folder: Path) -> Path:
    return folder / "match.json"


def begun(file: Path, *argv: str) -> dm.Record:
    """A match with seed 1, a few actions old, of which the module is forgotten again."""
    assert run("play", "--save", str(file), "--seed", "1", *argv, stdin="1\n1\n").code == 0
    forget(file.parent)
    return dm.Record.load(file)


def forget(folder: Path) -> None:
    sys.modules.pop("own_bots", None)
    (folder / "imported").unlink(missing_ok=True)


def naming(file: Path, opponents: list[str | None]) -> None:
    """Let the file name these."""
    data = json.loads(file.read_text())
    data["opponents"] = opponents
    file.write_text(json.dumps(data))


# A class of one's own


def test_a_class_of_ones_own_sits_down_and_is_kept_by_its_text(file: Path) -> None:
    outcome = run("play", "--save", str(file), "--seed", "1", "--opponents", "own_bots:Careful", stdin="1\nq\n")
    assert (outcome.code, outcome.err) == (0, "")
    assert "In order of play: You and Careful." in outcome.out
    assert dm.Record.load(file).opponents == (None, "own_bots:Careful")
    assert outcome.lines[-1].endswith(f"dominoes play --resume {file} --opponents own_bots:Careful")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("own_bots:Lost", "the player own_bots:Lost: there is no Lost in own_bots"),
        ("no_such_bots:Careful", "the player no_such_bots:Careful: no_such_bots cannot be imported: ModuleNotFound"),
        ("own_bots:Five", "the player own_bots:Five: a player's name is a printable text that is not blank, not 5"),
        ("own_bots:Nameless", "the player own_bots:Nameless does not tell its name: ValueError: no name"),
        ("heavyest", "there is no player 'heavyest'; there are"),
    ],
)
def test_who_cannot_sit_down_is_told_before_anything_is_kept(file: Path, name: str, said: str) -> None:
    told = refused("play", "--save", str(file), "--opponents", name, code=2)
    assert told.startswith(f"--opponents: {said}")
    assert told.endswith("; did you mean heaviest?") == (name == "heavyest")
    assert not file.exists()


# What a file names


def test_a_file_is_no_reason_to_import_a_module(folder: Path, file: Path) -> None:
    begun(file, "--opponents", "own_bots:Careful")
    content = file.read_bytes()
    told = refused("play", "--resume", str(file), code=1, stdin="q\n")
    assert told == (
        f"{file}: who plays at seat 1 is code to import, 'own_bots:Careful', which a file is no reason to run; if you "
        "trust it, add --opponents own_bots:Careful, or name there who else shall play"
    )
    assert not (folder / "imported").exists()
    assert file.read_bytes() == content


@pytest.mark.parametrize("given", [[], ["--opponents", "random"]])
def test_not_even_a_module_of_pythons_own_is_imported(file: Path, given: list[str]) -> None:
    begun(file, "--players", "3", "--opponents", "random,random")
    naming(file, [None, "random", "this:X"])
    outcome = run_program("play", "--resume", str(file), *given, stdin="q\n")
    assert outcome.code == 1
    assert "Zen" not in outcome.out + outcome.err
    assert "seat 2 is code to import, 'this:X', which a file is no reason to run" in outcome.err
    assert "add --opponents random,this:X" in outcome.err


@pytest.mark.parametrize("name", ["x:y; rm -rf ~", "x:$(id)", 'x:" & calc', "x:\x1b[2J", "x:" + "y" * 5000])
def test_what_could_do_harm_in_a_shell_is_not_offered_to_be_copied(file: Path, name: str) -> None:
    begun(file)
    naming(file, [None, name])
    told = refused("play", "--resume", str(file), code=1)
    assert told.isprintable()
    assert len(told) < 400
    assert "if you trust it, name it with --opponents, or" in told


def test_whoever_trusts_a_class_names_it_again(folder: Path, file: Path) -> None:
    record = begun(file, "--opponents", "own_bots:Careful")
    outcome = run("play", "--resume", str(file), "--opponents", "own_bots:Careful", stdin="1\nq\n")
    assert outcome.code == 0
    assert (folder / "imported").exists()
    again = dm.Record.load(file)
    assert (again.opponents, again.players, again.meta) == (record.opponents, record.players, None)
    assert outcome.lines[-1].endswith(" --opponents own_bots:Careful")


def test_trust_is_for_the_seat_it_is_given_to(folder: Path, file: Path) -> None:
    begun(file, "--players", "3", "--opponents", "random,own_bots:Careful")
    assert "add --opponents random,own_bots:Careful" in refused("play", "--resume", str(file), code=1)
    told = refused("play", "--resume", str(file), "--opponents", "heaviest", code=1)
    assert "seat 2 is code to import" in told
    assert "add --opponents heaviest,own_bots:Careful" in told
    assert not (folder / "imported").exists()
    given = ["--opponents", "random,own_bots:Careful"]
    assert run("play", "--resume", str(file), *given, stdin="q\n").code == 0


# Another takes the place


def test_another_takes_the_place_of_whoever_is_gone(folder: Path, file: Path) -> None:
    record = begun(file, "--opponents", "own_bots:Careful")
    (folder / "own_bots.py").unlink()
    outcome = run("play", "--resume", str(file), "--opponents", "heaviest", stdin="1\n\n1\nq\n")
    assert outcome.code == 0
    assert "In order of play: You and Heaviest." in outcome.out
    assert "Careful" not in outcome.out.partition("Scores")[0]
    again = dm.Record.load(file)
    count = len(record.rounds[0].actions)
    assert again.opponents == (None, "heaviest")
    assert again.players == ("You", "heaviest")
    told = f"heaviest took the place of own_bots:Careful after {count} actions of round 0"
    assert again.meta == {"seat 1": told}
    assert again.rounds[0].actions[:count] == record.rounds[0].actions
    assert len(again.rounds[0].actions) > count
    assert run("replay", str(file)).code == 0
    assert outcome.lines[-1].endswith(f"dominoes play --resume {file}")
    assert run("play", "--resume", str(file), "--opponents", "random", stdin="q\n").code == 0
    meta = dm.Record.load(file).meta or {}
    assert meta["seat 1"].startswith(f"{told}; random took the place of heaviest after ")


def test_what_a_package_offered_that_is_gone_can_be_replaced(file: Path) -> None:
    begun(file)
    naming(file, [None, "gone-with-its-package"])
    told = refused("play", "--resume", str(file), code=1)
    assert "there is no player 'gone-with-its-package'; there are " in told
    assert told.endswith("; --opponents can give its seat to another")
    assert run("play", "--resume", str(file), "--opponents", "snow-white/1", stdin="q\n").code == 0


def test_seats_that_nobody_is_named_for_stay_as_they_were(file: Path) -> None:
    match = dm.Match(dm.Rules("draw", players=3), ["random", dm.Human("Ann"), "heaviest"], seed=2)
    match.to_record().save(file)
    assert run("play", "--resume", str(file), "--opponents", "blocker", stdin="q\n").code == 0
    record = dm.Record.load(file)
    assert record.opponents == ("blocker", None, "heaviest")
    assert record.players == ("blocker", "Ann", "heaviest")
    assert list(record.meta or {}) == ["seat 0"]
    assert "3 are named, but 2 can" in refused("play", "--resume", str(file), "--opponents", "random,random,x", code=2)


def test_the_same_again_leaves_no_trace(file: Path) -> None:
    begun(file)
    content = file.read_bytes()
    assert run("play", "--resume", str(file), "--opponents", "buratino", stdin="q\n").code == 0
    assert file.read_bytes() == content


# What they do wrong


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Exits", "could not choose: SystemExit: 3"),
        ("Mute", "could not choose: MuteError"),
        ("ClosesOutput", "closed the output of the program"),
        ("ClosesFile", "closed the output of the program"),
        ("ClosesInput", "closed the input of the program"),
    ],
)
def test_a_player_that_fails_is_named_and_nothing_is_lost(file: Path, name: str, said: str) -> None:
    given = ["--opponents", f"own_bots:{name}"]
    env = environment(XDG_STATE_HOME=os.environ["XDG_STATE_HOME"])
    outcome = run_program("play", "--save", str(file), "--seed", "1", *given, stdin="1\n" * 9, env=env)
    assert outcome.code == 1
    first, *more = outcome.err.splitlines()
    assert first == f"dominoes: the player careful (seat 1) {said}; --opponents can give its seat to another"
    go_on = f"Nothing is lost. Go on with: dominoes play --resume {file} --opponents own_bots:{name}"
    if "output" in said:
        assert more == [f"dominoes: {go_on}"]
    else:
        assert more == []
        assert outcome.lines[-1] == go_on
    assert run("replay", str(file)).code == 0
    forget(file.parent)
    assert run("play", "--resume", str(file), "--opponents", "random", stdin="1\nq\n").code == 0


def test_a_player_that_closes_everything_still_gives_the_exit_code(file: Path) -> None:
    outcome = run_program(
        "play", "--save", str(file), "--seed", "1", "--opponents", "own_bots:ClosesAll", stdin="1\n1\n"
    )
    assert (outcome.code, outcome.err) == (1, "")
    assert dm.Record.load(file).opponents == (None, "own_bots:ClosesAll")


def test_the_interrupt_key_is_the_persons(file: Path) -> None:
    outcome = run("play", "--save", str(file), "--seed", "1", "--opponents", "own_bots:Interrupts", stdin="1\n1\n1\n")
    assert (outcome.code, outcome.err) == (130, "")
    assert outcome.lines[-1].startswith("Nothing is lost.")
