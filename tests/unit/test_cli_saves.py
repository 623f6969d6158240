"""A match in play is on disk, whole, before anything of it is shown: resumed, taken back, refused, killed."""

from __future__ import annotations

import errno
import json
import os
import random
import re
import select
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from support.cli import command, environment, refused, run

import dominoes as dm
from dominoes.cli.saves import state_directory
from dominoes.cli.terminal import Terminal
from dominoes.speaking import Narrator, Teller, voice

NAMES = "You|Buratino|Snow White|Pinocchio|Heaviest|Random"
ACTION = re.compile(rf"(?:^|: )((?:{NAMES}) (?:open|play|draw|pass)[^.]*)", re.MULTILINE)
"""An action as it is told; after a prompt on the same line where the answer was typed ahead."""


@pytest.fixture(autouse=True)
def own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state" / "dominoes"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "match.json"


def begin(file: Path, *argv: str, stdin: str = "1\n1\n") -> bytes:
    """A match with some actions in ``file``; what stands there."""
    assert run("play", "--seed", "5", "--save", str(file), *argv, stdin=stdin).code == 0
    return file.read_bytes()


def actions(file: Path) -> list[str]:
    return [str(move) for entry in dm.Record.load(file).rounds for move in entry.actions]


# Where


def test_a_match_is_kept_in_the_state_directory_under_the_date(own_state: Path) -> None:
    first, second = (run("play", "--rules", "block").out for _ in range(2))
    kept = sorted(own_state.iterdir())
    assert len(kept) == 2
    assert re.fullmatch(r"\d{4}-\d\d-\d\d-\d{6}-block(-2)?\.json", kept[0].name)
    told = {re.findall(r"kept in (.*), up to", out)[0] for out in (first, second)}
    assert told == set(map(str, kept))
    assert all(run("play", "--resume", str(path)).code == 0 for path in kept)


@pytest.mark.parametrize(
    ("platform", "variables", "expected"),
    [
        ("linux", {"XDG_STATE_HOME": "/s"}, "/s/dominoes"),
        ("linux", {"XDG_STATE_HOME": "s"}, "/h/.local/state/dominoes"),
        ("linux", {}, "/h/.local/state/dominoes"),
        ("darwin", {}, "/h/Library/Application Support/dominoes"),
        ("win32", {"LOCALAPPDATA": "/l"}, "/l/dominoes"),
        ("win32", {}, "/h/AppData/Local/dominoes"),
    ],
)
@pytest.mark.skipif(os.name == "nt", reason="the paths are written as on Unix")
def test_the_state_directory_of_each_system(
    monkeypatch: pytest.MonkeyPatch, platform: str, variables: dict[str, str], expected: str
) -> None:
    monkeypatch.delenv("XDG_STATE_HOME")
    monkeypatch.delenv("LOCALAPPDATA", raising=False)
    monkeypatch.setenv("HOME", "/h")
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("sys.platform", platform)
    assert str(state_directory()) == expected


# Refusals


def test_an_existing_file_is_never_written_over(file: Path) -> None:
    file.write_text("my letters")
    assert "exists already and is left alone" in refused("play", "--save", str(file), code=1)
    assert file.read_text() == "my letters"


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"\xff", b"[]", b'{"format": "dominoes-record", "version": 2}', b"{}\n{}\n", b"null", b"\x00" * 99],
)
def test_a_file_that_is_no_match_is_one_line_and_untouched(file: Path, content: bytes) -> None:
    file.write_bytes(content)
    assert "cannot be resumed and is left as it is" in refused("play", "--resume", str(file), code=1)
    assert file.read_bytes() == content


def test_a_match_that_does_not_replay_is_untouched(file: Path) -> None:
    record = json.loads(begin(file))
    record["rounds"][0]["actions"][1] = "pass"
    content = json.dumps(record).encode()
    file.write_bytes(content)
    assert "round 0, action 1: " in refused("play", "--resume", str(file), code=1)
    assert file.read_bytes() == content


@pytest.mark.parametrize(
    ("opponents", "said"),
    [
        (["heaviest", "heaviest"], "0 persons play in this match"),
        ([None, None], "2 persons play in this match"),
        ([None, "nobody-knows"], "there is no player 'nobody-knows'"),
    ],
)
def test_a_match_of_others_is_refused(file: Path, opponents: list[str | None], said: str) -> None:
    record = json.loads(begin(file)) | {"opponents": opponents}
    file.write_text(json.dumps(record))
    assert said in refused("play", "--resume", str(file), code=1)


@pytest.mark.parametrize(
    "option", [["--opponents", "random,random"], ["--set", "target=5"], ["--seed", "1"], ["--rules", "draw"]]
)
def test_what_belongs_to_a_new_match_is_refused(file: Path, option: list[str]) -> None:
    content = begin(file)
    assert option[0] in refused("play", "--resume", str(file), *option, code=2)
    assert file.read_bytes() == content


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes by name here")
def test_a_match_is_not_kept_in_a_pipe_but_can_come_from_one(tmp_path: Path, file: Path) -> None:
    content = begin(file)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert "add --save FILE" in refused("play", "--resume", str(pipe), code=1)  # and does not wait for a writer
    assert "add --save FILE" in refused("play", "--resume", os.devnull, code=1)
    writer = threading.Thread(target=pipe.write_bytes, args=(content,))
    writer.start()
    outcome = run("play", "--resume", str(pipe), "--save", str(tmp_path / "new.json"))
    writer.join()
    assert outcome.code == 0
    assert (tmp_path / "new.json").read_bytes() == content


def test_no_room_for_a_new_match(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("dominoes.record.Record.save", full)
    said = refused("play", "--save", str(file), code=1)
    assert said == f"cannot write {file}: No space left on device; on disk is nothing, and nothing after it"
    assert not file.exists()


def test_no_room_in_the_middle_of_a_match(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = dm.Record.save
    room = [4]

    def save(record: dm.Record, path: Path) -> None:
        room[0] -= 1
        if room[0] < 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        kept(record, path)

    monkeypatch.setattr("dominoes.record.Record.save", save)
    outcome = run("play", "--seed", "5", "--save", str(file), stdin="1\n" * 9)
    assert outcome.code == 1
    assert outcome.err.startswith(
        f"dominoes: cannot write {file}: No space left on device; on disk is the match up to "
    )
    assert len(actions_told(outcome.out)) <= len(actions(file)) == 3
    monkeypatch.undo()
    assert run("play", "--resume", str(file)).code == 0


def test_a_match_resumed_twice_at_once_is_not_mixed_up(file: Path) -> None:
    begin(file)
    answers = iter(["1", "1", "1"])

    def type_and_write(told: str) -> str:
        file.write_bytes(file.read_bytes() + b"\n")
        return next(answers)

    outcome = run("play", "--resume", str(file), stdin=type_and_write)
    assert outcome.code == 1
    assert outcome.err.endswith("was changed by another program and is left alone; the match stops here\n")


# Going on


def test_resuming_goes_on_as_if_nothing_had_been(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.json", tmp_path / "parts.json"
    typed = "1\n\n" * 60
    begin(whole, "--opponents", "random", "--target", "30", stdin=typed)
    begin(parts, "--opponents", "random", "--target", "30", stdin="")
    lines = typed.splitlines()
    for at in range(0, len(lines), 7):
        assert run("play", "--resume", str(parts), stdin="\n".join(lines[at : at + 7]) + "\n").code == 0
    assert parts.read_bytes() == whole.read_bytes()


def test_resuming_tells_where_the_match_stands(file: Path) -> None:
    begin(file)
    outcome = run("play", "--resume", str(file))
    done = len(actions(file))
    assert f"The match goes on in round 1, after {done} actions.\nScores: you: 0; Buratino: 0." in outcome.out
    assert "\nYour hand, " in outcome.out
    assert "\nYou " in outcome.out
    assert "\nYour turn. Ends: " in outcome.out


def test_resuming_into_another_file_leaves_the_first(tmp_path: Path, file: Path) -> None:
    content = begin(file)
    other = tmp_path / "other.json"
    assert run("play", "--resume", str(file), "--save", str(other), stdin="1\n").code == 0
    assert file.read_bytes() == content
    assert len(actions(other)) > len(actions(file))
    assert run("play", "--resume", str(file), "--save", str(file), stdin="1\n").code == 0
    assert file.read_bytes() != content


def test_resuming_through_a_link_keeps_the_link(tmp_path: Path, file: Path) -> None:
    content = begin(file)
    link = tmp_path / "link.json"
    link.symlink_to(file)
    assert run("play", "--resume", str(link), stdin="1\n").code == 0
    assert link.is_symlink()
    assert file.read_bytes() != content


def test_a_record_without_opponents_takes_those_of_the_command(file: Path) -> None:
    record = json.loads(begin(file))
    del record["opponents"], record["seed"]
    file.write_text(json.dumps(record, indent=2))
    assert run("play", "--resume", str(file), "--opponents", "random", stdin="1\n").code == 0
    assert dm.Record.load(file).opponents == (None, "random")


def test_the_person_may_sit_elsewhere(file: Path) -> None:
    match = dm.Match(dm.Rules("draw", players=3), ["random", dm.Human("Ann"), "heaviest"], seed=2)
    match.to_record().save(file)
    outcome = run("play", "--resume", str(file), stdin="1\n1\n")
    assert "In order of play: Random, You and Heaviest." in outcome.out
    assert dm.Record.load(file).players == ("random", "Ann", "heaviest")
    assert dm.Record.load(file).opponents == ("random", None, "heaviest")


def test_a_match_that_is_over_can_be_read_and_taken_back(file: Path) -> None:
    begin(file, "--target", "1", stdin="1\n\n" * 99)
    assert "\nThe match is over. Enter to leave" in run("play", "--resume", str(file), stdin="t\ns\n\n").out
    before = len(actions(file))
    outcome = run("play", "--resume", str(file), stdin="u\n")
    assert "\nTaken back: your " in outcome.out
    assert len(actions(file)) < before
    assert dm.Record.load(file).scores is None


# Taking back


def test_taking_back_is_on_disk_and_repeats_the_same_draws(file: Path) -> None:
    options = ["--set", "voluntary_draw=true", "--set", "hand_size=3"]
    begin(file, *options, stdin="1\ndraw\ndraw\n")
    before = actions(file)
    outcome = run("play", "--resume", str(file), stdin="u\nu\n")
    assert outcome.out.count("Taken back: your draw.") == 2
    assert actions(file) == before[:-2]
    again = run("play", "--resume", str(file), stdin="draw\ndraw\n")
    drawn = re.findall(r"You draw (.*?)\.", again.out)
    assert actions(file) == before
    assert len(drawn) == 2


def test_taking_back_as_far_as_the_deal(file: Path) -> None:
    begin(file, stdin="1\n" * 5)
    outcome = run("play", "--resume", str(file), stdin="u\n" * 9)
    assert "You have done nothing in this round that could be taken back." in outcome.out
    own = {0}
    assert not own & {event.seat for event in saved(file).events if hasattr(event, "seat")}


def saved(file: Path) -> dm.Match:
    return dm.Match.from_record(dm.Record.load(file))


# Killed


def told_by(match: dm.Match) -> list[str]:
    """Every action of a match as its person is told it, up to the first full stop."""
    narrator = Narrator(Teller(match, 0, voice("en")))
    lines = [line for event in match.events for line in narrator.tell(event.for_seat(0))]
    return actions_told("\n".join([*lines, *narrator.rest()]))


def actions_told(text: str) -> list[str]:
    """Every action in what was told; several draws in one line are so many."""
    told = []
    for line in ACTION.findall(text):
        draws = re.fullmatch(r"(.* draws) (\d+) tiles?", line)
        told += [draws[1]] * int(draws[2]) if draws else [line]
    return told


@pytest.mark.parametrize(
    "game", [["--players", "4"], ["--rules", "table"], ["--rules", "all-fives", "--target", "100"]]
)
def test_every_action_is_on_disk_before_it_is_shown(
    file: Path, monkeypatch: pytest.MonkeyPatch, game: list[str]
) -> None:
    say = Terminal.say
    shown: list[str] = []

    def say_what_is_kept(terminal: Terminal, *lines: str) -> None:
        new = actions_told("\n".join(lines))
        kept = told_by(saved(file))
        if lines and lines[0].startswith("Taken back"):
            shown[len(kept) :] = []
        shown.extend(new)
        assert kept[: len(shown)] == shown
        say(terminal, *lines)

    monkeypatch.setattr(Terminal, "say", say_what_is_kept)
    monkeypatch.setattr("os.fsync", lambda handle: None)
    answers = ["1", "1", "1", "", "u", "1", "1", "1", ""] * 60
    assert run("play", "--seed", "3", "--save", str(file), *game, stdin="\n".join(answers)).code == 0
    assert len(shown) > 30


class AtTerminal:
    """The program at a terminal of its own."""

    def __init__(self, *argv: str) -> None:
        import fcntl
        import pty
        import termios

        self._screen, inner = pty.openpty()
        self.process = subprocess.Popen(
            command("play", *argv),
            stdin=inner,
            stdout=inner,
            stderr=inner,
            env=environment(TERM="dumb"),
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # so that the interrupt key reaches it
        )
        os.close(inner)
        self.told = ""

    def read(self, seconds: float) -> bool:
        """Read what comes within some time; False at the end of the program."""
        if not select.select([self._screen], [], [], seconds)[0]:
            return True
        try:
            data = os.read(self._screen, 65536)
        except OSError:  # Linux says so when the other side is closed
            return False
        self.told += data.decode()
        return bool(data)

    def wait_for(self, *prompts: str) -> str:
        """Read until the last line is one of these prompts."""
        until = time.monotonic() + 60
        while time.monotonic() < until and self.read(1):
            last = self.told.rpartition("\n")[2]
            if last.startswith(prompts) and last.endswith(": "):
                return last
        raise AssertionError(f"no prompt came: {self.told}")

    def wait_for_end(self) -> int:
        """Read until the program has ended; its exit code."""
        until = time.monotonic() + 60
        while time.monotonic() < until and self.read(1):
            pass
        return self.process.wait(10)

    def type(self, text: str) -> None:
        os.write(self._screen, text.encode())

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        while self.read(0.2):
            pass
        os.close(self._screen)

    def shown(self) -> list[str]:
        """The actions that were told on whole lines."""
        return actions_told(self.told.replace("\r", "").rpartition("\n")[0])


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such terminals")
def test_killed_at_any_moment_nothing_that_was_shown_is_lost(file: Path) -> None:
    chance = random.Random(11)
    before: list[str] = []
    for sitting in range(8):
        where = ["--resume", str(file)] if sitting else ["--seed", "7", "--opponents", "random", "--save", str(file)]
        terminal = AtTerminal(*where)
        terminal.wait_for("Your move", "Number", "Enter")
        terminal.type("1\n\n" * chance.randint(1, 12))
        until = time.monotonic() + chance.uniform(0, 0.15)
        while time.monotonic() < until:
            terminal.read(0.005)
        terminal.kill()
        kept = told_by(saved(file))
        assert kept[: len(before)] == before
        shown = terminal.shown()
        assert shown in [kept[at : at + len(shown)] for at in range(len(kept) + 1)]
        before = kept
    assert len(before) > 10
    assert run("replay", str(file)).code == 0


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such terminals")
def test_at_a_terminal_the_end_of_input_and_the_interrupt_key_leave_politely(file: Path) -> None:
    for sitting, (key, code) in enumerate([("\x04", 0), ("\x03", 130), ("q\n", 0)]):
        terminal = AtTerminal(*(["--resume", str(file)] if sitting else ["--save", str(file)]))
        terminal.wait_for("Your move", "Number")
        terminal.type(key)
        assert terminal.wait_for_end() == code
        assert terminal.told.replace("\r", "").endswith(f"Nothing is lost. Go on with: dominoes play --resume {file}\n")
        assert "\x1b" not in terminal.told
        terminal.kill()
