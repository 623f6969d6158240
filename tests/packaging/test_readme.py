"""What the README tells a reader to type works: its Python as one program, its commands as they stand."""

from __future__ import annotations

import io
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from support.building import ROOT, Project, plain_environment

from dominoes.cli import main

README = ROOT / "README.md"


def blocks(language: str) -> list[str]:
    text = README.read_text(encoding="utf-8") if README.exists() else ""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def set_up_commands() -> list[str]:
    return [line for block in blocks("sh") for line in block.splitlines() if line.startswith("python3 -m venv")]


def dominoes_commands() -> list[str]:
    return [line for block in blocks("sh") for line in block.splitlines() if line.startswith("dominoes ")]


def test_the_first_screen_has_the_picture_and_the_two_commands():
    screen = "\n".join(README.read_text(encoding="utf-8").splitlines()[:40])
    assert "docs/images/table.svg" in screen
    assert len(set_up_commands()) == 2
    assert all(command in screen for command in set_up_commands())


def test_the_python_runs_as_one_program(tmp_path):
    program = "\n".join(blocks("python"))
    done = subprocess.run([sys.executable, "-W", "error", "-c", program], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "evening.json").exists()


@pytest.mark.parametrize("command", dominoes_commands())
def test_a_command_runs(command, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    assert main(shlex.split(command)[1:]) == 0
    assert capsys.readouterr().out


def test_the_links_lead_somewhere():
    links = re.findall(r"\]\(([^)#]+)\)", README.read_text(encoding="utf-8"))
    assert [link for link in links if "://" not in link and not (ROOT / link).exists()] == []


@pytest.mark.slow
def test_the_first_command_sets_up_and_plays(tmp_path):
    (command,) = (command for command in set_up_commands() if "dominoes play" in command)
    project = Project(tmp_path)
    environment = plain_environment(XDG_STATE_HOME=str(tmp_path / "state"))
    environment.pop("PYTHONPATH", None)
    done = subprocess.run(
        ["bash", "-c", command], cwd=project.folder, env=environment, input="quit\n", capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert Path(project.folder, ".venv/bin/dominoes").exists()
