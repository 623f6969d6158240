"""``dominoes tournament``: what it prints, what it refuses, where it plays."""

from __future__ import annotations

import argparse
import io
import json
import math
import os
import re
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import pytest
from support.bots import Levelled
from support.cli import environment, refused, run, run_program

from dominoes import registry
from dominoes.cli import main
from dominoes.cli.tournament import _Bar
from dominoes.rules import Rules
from dominoes.tournaments import Progress, tournament

PAIR = ("tournament", "heaviest", "random")


def test_it_prints_the_table() -> None:
    outcome = run(*PAIR, "--games", "20", "--seed", "1")
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out == f"{tournament(['heaviest', 'random'], rounds=20, seed=1)}\n"


def test_games_are_rounds() -> None:
    assert run(*PAIR, "--rounds", "20", "--seed", "1") == run(*PAIR, "--games", "20", "--seed", "1")


def test_json_is_the_tables_dictionary() -> None:
    outcome = run(*PAIR, "--rules", "draw", "--players", "3", "--matches", "3", "--seed", "1", "--json")
    assert outcome.code == 0
    assert outcome.out.count("\n") == 1
    table = tournament(["heaviest", "random"], Rules("draw", players=3), matches=3, seed=1)
    assert json.loads(outcome.out) == table.to_dict()


def test_until_has_the_games_as_its_cap() -> None:
    told = json.loads(run(*PAIR, "--until", "0.5", "--games", "100", "--seed", "1", "--json").out)
    assert (told["deals"], told["until"], told["reached"]) == (50, 0.5, False)
    assert run(*PAIR, "--until", "20", "--seed", "1").code == 0


def test_options_of_the_rules_are_those_of_other_commands() -> None:
    told = json.loads(run(*PAIR, "--set", "max_pip=9", "--set", "hand_size=5", "--games", "2", "--json").out)
    assert told["rules"] == {"preset": "draw", "max_pip": 9, "hand_size": 5}


def test_without_a_seed_every_tournament_is_another() -> None:
    one, other = (json.loads(run(*PAIR, "--games", "2", "--json").out)["seed"] for _ in range(2))
    assert one != other


def test_a_file_is_gone_on_with(tmp_path: Path) -> None:
    file = tmp_path / "out.jsonl"
    first = run(*PAIR, "--games", "20", "--out", str(file), "--json")
    again = run(*PAIR, "--games", "40", "--out", str(file), "--json")
    assert json.loads(first.out)["seed"] == json.loads(again.out)["seed"]
    assert json.loads(again.out)["deals"] == 20
    assert file.read_bytes().count(b"\n") == 3
    assert "its seed is" in refused(*PAIR, "--seed", "other", "--out", str(file), code=1)
    assert "is no tournament's results" in refused(*PAIR, "--out", __file__, code=1)
    assert refused(*PAIR, "--out", str(tmp_path), code=1).startswith(f"{tmp_path}: ")


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["tournament"], "PLAYER"),
        (["tournament", "random"], "two players or more; the same may be named twice"),
        (["tournament", "random", "heavyest"], "there is no player 'heavyest'; there are"),
        (["tournament", "random", "heavyest"], "; did you mean heaviest?"),
        (["tournament", "random", "heaviest/2"], "the player heaviest has no levels: leave /2 out"),
        (["tournament", "random", "random/x"], "a level is a whole number, as in random/4, not 'x'"),
        (["tournament", "random", "no_such:Bot"], "no_such cannot be imported: ModuleNotFoundError"),
        ([*PAIR, "--games", "0"], "--games: '0' is not a whole number from 1"),
        ([*PAIR, "--games", "5", "--matches", "5"], "--matches: not allowed with argument --rounds"),
        ([*PAIR, "--until", "0"], "'0' is not a number above 0"),
        ([*PAIR, "--until", "1e300"], "'1e300' is not a number above 0 and below 1000000000"),
        ([*PAIR, "--limit", "inf"], "--limit: 'inf' is not a number above 0 and below 1000000000"),
        ([*PAIR, "--out", ""], "--out: the name of a file is not empty"),
        ([*PAIR, "--until", "nan"], "'nan' is not a number above 0"),
        ([*PAIR, "--limit", "soon"], "'soon' is not a number above 0"),
        ([*PAIR, "--workers", "0"], "--workers"),
        ([*PAIR, "--workers", "2", "--dask", "x"], "--dask: not allowed with argument --workers"),
        ([*PAIR, "--players", "5"], "--players"),
        ([*PAIR, "--seed", "\udcff"], "--seed"),
    ],
)
def test_a_wrong_command_line_is_one_line(argv: list[str], said: str) -> None:
    assert said in refused(*argv, code=2)


def test_a_cluster_needs_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    line = refused(*PAIR, "--dask", "tcp://127.0.0.1:1", code=1)
    assert line == '--dask needs what is not installed: pip install "dominoes-engine[cluster]"'


@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nonsense://x"])
def test_a_cluster_that_does_not_answer_is_one_line(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed", reason="the extra cluster is not installed")
    monkeypatch.setattr("dominoes.cli.tournament.CONNECT_SECONDS", 0.3)
    assert refused(*PAIR, "--dask", address, code=1).startswith(f"--dask: no scheduler answers at {address}: ")


def test_faults_are_told() -> None:
    outcome = run("tournament", "support.bots:Spins", "heaviest", "--games", "2", "--seed", "1", "--limit", "0.2")
    assert outcome.code == 0
    assert outcome.lines[-1].startswith("support.bots:Spins forfeited 2 rounds; the first: deal 0, seat ")
    assert outcome.lines[-1].endswith("took longer than 0.2 seconds for one decision")


def test_a_class_is_found_in_the_current_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also by its workers, and by the command that is no ``python -m``."""
    (tmp_path / "bot_of_mine.py").write_text(
        "class Mine:\n    name = 'mine'\n    def choose(self, view):\n        return view.legal_moves()[0]\n"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [entry for entry in sys.path if entry not in ("", str(tmp_path))])
    try:
        words = ["tournament", "bot_of_mine:Mine", "heaviest", "--games", "200", "--seed", "1"]
        here, there = run(*words), run(*words, "--workers", "2")
    finally:
        sys.modules.pop("bot_of_mine", None)
    assert (here.code, here.err) == (0, "")
    assert there == here


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


def on_screen(*argv: str) -> tuple[int, str]:
    """The exit code, and all that a terminal is shown of stderr."""
    err = Screen()
    with redirect_stdout(io.StringIO()), redirect_stderr(err):
        return main(list(argv)), err.getvalue()


def test_progress_is_shown_on_a_terminal() -> None:
    code, shown = on_screen(*PAIR, "--games", "400", "--seed", "1")
    assert code == 0
    assert "100 %, 200 of 200 deals" in shown
    assert "100 %, 2 of 2 matches' deals" in on_screen(*PAIR, "--matches", "4", "--seed", "1")[1]
    assert shown.endswith("\r")
    assert run(*PAIR, "--games", "400", "--seed", "1").err == ""


def test_progress_until_is_the_way_to_the_half_width() -> None:
    """A share known half as well as is wanted is a quarter of the way."""
    code, shown = on_screen(*PAIR, "--until", "5", "--seed", "1")
    assert code == 0
    told = [line.rstrip() for line in shown.split("\r") if line.startswith("[")]
    first, last = told[0], told[-1]
    assert re.fullmatch(r"\[#*\.+\] \d+ %, half-width \d+\.\d\d of 5 wanted, 64 deals", first)
    assert re.fullmatch(r"\[#{30}\] 100 %, half-width 4\.\d\d of 5 wanted, \d+ deals", last)
    shares = [int(re.search(r"(\d+) %", line)[1]) for line in told]  # type: ignore[index]
    assert shares == sorted(shares)
    assert 0 < shares[0] < 60
    assert shown.endswith("\r")


@pytest.mark.parametrize(
    ("done", "deals", "width", "until", "line"),
    [
        (64, 1000, 10.0, 5.0, "25 %, half-width 10.00 of 5 wanted, 64 deals"),
        (1, 500_000, math.inf, 1.5, "0 %, half-width ? of 1.5 wanted, 1 deals"),
        (90, 100, 10.0, 0.1, "90 %, half-width 10.00 of 0.1 wanted, 90 deals"),
        (30, 100, 0.0, 0.1, "100 %, half-width 0.00 of 0.1 wanted, 30 deals"),
    ],
)
def test_a_bar_until_by_hand(done: int, deals: int, width: float, until: float, line: str) -> None:
    screen = Screen()
    _Bar(screen, argparse.Namespace(until=until, out=None, matches=None)).tell(Progress(done, deals, width))
    assert screen.getvalue().rpartition("] ")[2] == line


@pytest.mark.parametrize("workers", ["1", "2"])
def test_what_players_print_is_not_the_output(workers: str) -> None:
    env = environment()
    env["PYTHONPATH"] = os.pathsep.join([str(Path(__file__).resolve().parent.parent), env["PYTHONPATH"]])
    words = ["tournament", "support.bots:Prints", "heaviest", "--games", "4", "--seed", "1", "--workers", workers]
    outcome = run_program(*words, "--json", env=env)
    assert outcome.code == 0
    assert json.loads(outcome.out)["deals"] == 2
    assert outcome.out.count("\n") == 1
    assert {"made", "noise"} <= set(outcome.err.split())


def test_who_takes_too_long_to_be_made_is_told_in_one_line() -> None:
    line = refused("tournament", "support.bots:NeverMade", "heaviest", "--limit", "0.1", code=2)
    assert line.startswith("the player support.bots:NeverMade took longer than 0.1 seconds to be made")


def interrupted(monkeypatch: pytest.MonkeyPatch, *argv: str) -> Any:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("dominoes.cli.tournament._Bar.tell", interrupt)
    return run(*argv)


def test_an_interrupt_says_how_to_go_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = str(tmp_path / "out")
    outcome = interrupted(monkeypatch, *PAIR, "--games", "400", "--seed", "1", "--out", file)
    assert (outcome.code, outcome.out) == (130, "")
    assert outcome.err == f"dominoes: stopped; what was played is in {file}, and the same command goes on from there\n"
    monkeypatch.undo()
    again = run(*PAIR, "--games", "400", "--seed", "1", "--out", file)
    assert (again.code, again.err) == (0, f"dominoes: 64 of 200 deals were in {file}\n")
    assert again.out == run(*PAIR, "--games", "400", "--seed", "1").out


def test_what_was_in_the_file_is_told(tmp_path: Path) -> None:
    file = str(tmp_path / "out")
    words = [*PAIR, "--seed", "1", "--out", file]
    assert run(*words, "--games", "100").err == ""
    assert run(*words, "--games", "200").err == f"dominoes: 50 of 100 deals were in {file}\n"
    assert run(*words, "--until", "12").err == f"dominoes: all of it was in {file}, nothing was played\n"
    assert run(*words, "--until", "8").err == f"dominoes: 100 deals were in {file}\n"
    outcome = run(*words, "--games", "60", "--json")
    assert outcome.err == f"dominoes: all of it was in {file}, nothing was played\n"
    assert json.loads(outcome.out)["deals"] == 30


def test_a_guess_is_made_only_for_a_name_that_nobody_knows() -> None:
    """Not for a level that there is not, nor for a class."""
    registry.register("careful", Levelled)
    try:
        for name, said in (
            ("careful/9", "a level of levelled is 1 to 3, not 9"),
            ("support.bots:Levelled/9", "a level of levelled is 1 to 3, not 9"),
        ):
            assert refused("tournament", name, "random", code=2) == said
            assert refused("play", "--opponents", name, code=2) == f"--opponents: {said}"
        line = refused("tournament", "code:Careful", "random", code=2)
        assert re.fullmatch(r"the player code:Careful: there is no Careful in code, which is .*code\.py", line)
        assert refused("tournament", "carefull", "random", code=2).endswith("; did you mean careful?")
    finally:
        registry.unregister("careful")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with names")
def test_a_pipe_as_file_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    line = refused(*PAIR, "--out", str(tmp_path / "pipe"), code=1)
    assert line == f"{tmp_path / 'pipe'} is a pipe or a device, no file that results can be kept in"


def test_an_interrupt_without_a_file_says_what_would_have_helped(monkeypatch: pytest.MonkeyPatch) -> None:
    outcome = interrupted(monkeypatch, *PAIR, "--games", "4", "--seed", "1")
    assert outcome.code == 130
    assert outcome.err == "dominoes: stopped; nothing was kept: with --out FILE a tournament can be gone on with\n"


def test_where_an_encoding_has_no_plus_minus_it_is_spelt() -> None:
    ascii_only = environment(PYTHONUTF8="0", PYTHONIOENCODING="ascii")
    outcome = run_program(*PAIR, "--games", "20", "--seed", "1", env=ascii_only)
    assert outcome.code == 0
    assert "\\xb1" not in outcome.out
    assert "±" not in outcome.out
    plain, told = outcome.lines, run(*PAIR, "--games", "20", "--seed", "1").lines
    assert [line.replace("+-", "±").split() for line in plain] == [line.split() for line in told]
    assert len({len(line) for line in plain[3:6]}) == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
def test_a_file_that_cannot_be_written_is_one_line() -> None:
    assert refused(*PAIR, "--games", "4", "--out", "/dev/full/x", code=1).startswith("/dev/full/x: ")
    if os.geteuid() != 0:
        assert "/etc/hostname" in refused(*PAIR, "--games", "4", "--out", "/etc/hostname", code=1)
