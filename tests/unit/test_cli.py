"""The command as a whole: help, version, exit codes, one-line errors, streams that fail."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from support.cli import command, environment, refused, run, run_program

import dominoes
from dominoes.cli import COMMANDS, main
from dominoes.cli.failures import one_line

DATA = Path(__file__).resolve().parent.parent / "data"


def test_help_names_every_command() -> None:
    outcome = run("--help")
    assert outcome.code == 0
    assert all(f"    {name}" in outcome.out for name in COMMANDS)
    assert "examples:" in outcome.out


@pytest.mark.parametrize("name", COMMANDS)
def test_help_of_each_command_has_examples(name: str) -> None:
    outcome = run(name, "--help")
    assert outcome.code == 0
    assert outcome.out.startswith(f"usage: dominoes {name}")
    assert f"  dominoes {name}" in outcome.out.partition("examples:")[2]


def test_version_names_the_engine() -> None:
    outcome = run("--version")
    assert outcome.code == 0
    assert outcome.out.startswith(f"dominoes {dominoes.__version__}, engine: {dominoes.backend} (")


def test_version_says_that_the_engine_was_asked_for() -> None:
    outcome = run_program("--version", env=environment(DOMINOES_BACKEND="py"))
    assert outcome.out.rstrip().endswith("engine: py (pure Python, because DOMINOES_BACKEND asks for it)")


def test_an_engine_that_there_is_not_is_one_line() -> None:
    outcome = run_program("simulate", env=environment(DOMINOES_BACKEND="rust"))
    assert (outcome.code, outcome.out) == (1, "")
    assert outcome.err == "dominoes: DOMINOES_BACKEND must be c, cffi or py, not 'rust'\n"


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        ([], "say what to do"),
        (["dance"], "invalid choice"),
        (["--dance"], "--dance"),
        (["play", "--targ", "5"], "--targ"),
        (["play", "--target", "0"], "from 1 up"),
        (["play", "--target", "1_0"], "'1_0' is not a whole number"),
        (["play", "--players", "two"], "--players"),
        (["play", "--players", "5"], "--players"),
        (["play", "--rules", "tabel"], "did you mean table?"),
        (["play", "--set", "hand_sise=5"], "hand_size"),
        (["play", "--set", "hand_size=15"], "--set hand_size: hand_size must be at most 14"),
        (["play", "--set", "target=NaN"], "target"),
        (["play", "--set", "target=true"], "target"),
        (["play", "--set", "turns=1"], "turns"),
        (["play", "--set", "table=64x65"], "write it as 64x36"),
        (["play", "--set", "target"], "OPTION=VALUE"),
        (["play", "--set", "preset=draw"], "--rules"),
        (["play", "--set", "self=1"], "self"),
        (["play", "--set", "target=5", "--set", "target=6"], "given twice"),
        (["play", "--set", "target=5", "--target", "6"], "both set"),
        (["play", "--rules", "partnership", "--players", "3"], "--players: players must be 4 in this preset"),
        (["play", "--opponents", "random,random"], "1 can sit down"),
        (["play", "--opponents", "heavyest"], "did you mean heaviest?"),
        (["play", "--seed", "\udcff"], "--seed"),
        (["play", "--resume", "x", "--target", "5"], "--target"),
        (["simulate", "--games", "0"], "--games"),
        (["simulate", "--threads", "0"], "--threads"),
        (["replay"], "FILE"),
        (["perft", "x"], "--depth"),
        (["perft", "x", "--depth", "-1"], "--depth"),
        (["perft", "x", "--depth", "0", "--divide"], "--divide"),
        (["rules", "tabel"], "did you mean table?"),
        (["play", "--seed=--"], "cannot be --"),
        (["play", "--rules=--"], "cannot be --"),
        (["simulate", "--set=--"], "cannot be --"),
        (["show", "x", "--svg=--"], "cannot be --"),
        (["play", "--rules", ""], "there is no preset ''"),
        (["simulate", "--rules="], "there is no preset ''"),
        (["play", "--opponents", ""], "there is no player ''"),
        (["play", "--resume", "x", "--seed", ""], "--seed"),
        (["play", "--resume", "x", "--rules", ""], "--rules"),
    ],
)
def test_a_wrong_command_line_is_one_line_and_code_2(argv: list[str], said: str) -> None:
    assert said in refused(*argv, code=2)


@pytest.mark.parametrize("name", ["replay", "perft", "show"])
def test_a_missing_file_is_one_line_and_code_1(name: str, tmp_path: Path) -> None:
    more = ["--depth", "1"] if name == "perft" else []
    assert "nowhere" in refused(name, str(tmp_path / "nowhere"), *more, code=1)
    assert "cannot read" in refused(name, str(tmp_path), *more, code=1)


def test_after_two_dashes_everything_is_a_file() -> None:
    assert refused("replay", "--", "--seed=--", code=1) == "cannot read --seed=--: No such file or directory"


@pytest.mark.parametrize("argv", [["replay", ""], ["play", "--save", ""], ["play", "--resume", ""]])
def test_a_file_without_a_name_is_told_as_such(argv: list[str]) -> None:
    assert " '': " in refused(*argv, code=1)


def test_an_impossible_deal_is_the_games_no() -> None:
    options = ["--set", "redeal_doubles=2", "--set", "max_pip=18", "--set", "hand_size=60"]
    assert "redeal_doubles" in refused("simulate", "--games", "1", *options, code=1)


def test_values_of_set_are_json_or_a_size_or_plain_words() -> None:
    options = ["table=40X24", "draw=one", 'opening="random"', "spinner=null", "turns=False", "hand-size=5"]
    argv = [word for option in options for word in ("--set", option)]
    outcome = run("simulate", "--games", "1", "--json", *argv)
    assert outcome.code == 0
    assert '"table": [40, 24], "draw": "one", "opening": "random", "spinner": null, "turns": false' in outcome.out


def test_a_reader_that_goes_away_is_no_error() -> None:
    records = subprocess.Popen(
        command("rules"), env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8"
    )
    assert records.stdout is not None
    records.stdout.close()
    assert records.stderr is not None
    assert records.stderr.read() == ""
    assert records.wait(60) == 141
    records.stderr.close()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
def test_an_output_that_is_full_is_one_line() -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            command("rules"), env=environment(), stdout=full, stderr=subprocess.PIPE, encoding="utf-8", timeout=60
        )
    assert done.returncode == 1
    assert done.stderr.startswith("dominoes: cannot read the input or write the output: ")
    assert done.stderr.count("\n") == 1


@pytest.mark.skipif(os.name != "posix", reason="the shell closes the streams")
@pytest.mark.parametrize(("closed", "code"), [("<&-", 0), (">&-", 0), ("2>&-", 0), ("<&- >&- 2>&-", 0)])
def test_a_stream_may_be_closed(closed: str, code: int, tmp_path: Path) -> None:
    words = [*command("play", "--ascii"), "--save", str(tmp_path / "m.json")]
    done = subprocess.run(
        f"{shlex.join(words)} {closed}", shell=True, env=environment(), input=b"", capture_output=True, timeout=60
    )
    assert (done.returncode, done.stderr) == (code, b"")
    assert (tmp_path / "m.json").stat().st_size


@pytest.mark.skipif(os.name != "posix", reason="the shell closes the streams")
def test_an_error_does_not_go_to_the_output_where_it_has_no_place() -> None:
    words = command("replay", "nowhere")
    done = subprocess.run(f"{shlex.join(words)} 2>&-", shell=True, env=environment(), capture_output=True, timeout=60)
    assert (done.returncode, done.stdout) == (1, b"")


def test_an_interrupt_is_one_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupt(*_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("dominoes.cli.rules.run", interrupt)
    assert main(["rules"]) == 130
    assert capsys.readouterr().err == "dominoes: stopped\n"


def test_a_fault_of_the_program_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stumble(*_: object) -> int:
        raise LookupError("over\na stone")

    monkeypatch.setattr("dominoes.cli.rules.run", stumble)
    assert main(["rules"]) == 1
    assert capsys.readouterr().err.endswith("LookupError: over a stone\n")
    monkeypatch.setenv("DOMINOES_TRACEBACK", "1")
    with pytest.raises(LookupError):
        main(["rules"])


def test_only_the_asked_for_subcommand_is_imported() -> None:
    loaded = "sorted(name for name in sys.modules if name.startswith('dominoes.cli.'))"
    script = f"import sys; from dominoes.cli import main; main(['rules', '--json']); print({loaded})"
    done = subprocess.run(
        [sys.executable, "-c", script], env=environment(), capture_output=True, encoding="utf-8", timeout=60
    )
    assert done.stdout.splitlines()[1] == "['dominoes.cli.failures', 'dominoes.cli.options', 'dominoes.cli.rules']"


def test_one_line_escapes_what_moves_a_cursor() -> None:
    assert one_line("a\tb\n\x1b[2Jc\u202e\udcff") == "a b \\x1b[2Jc\\u202e\\udcff"
