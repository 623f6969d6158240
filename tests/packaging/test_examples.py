"""The examples run, and the README's picture is what its example draws."""

from __future__ import annotations

import subprocess
import sys

import pytest
from support.building import ROOT

EXAMPLES = sorted((ROOT / "examples").glob("*.py"))
PICTURE = ROOT / "examples" / "picture.py"


def run(*command: object, cwd=None) -> str:
    words = [sys.executable, "-W", "error", *map(str, command)]
    done = subprocess.run(words, cwd=cwd, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("example", [path for path in EXAMPLES if path != PICTURE], ids=lambda path: path.stem)
def test_an_example_runs_and_says_something(example, tmp_path):
    assert run(example, cwd=tmp_path)


def test_the_picture_of_the_readme_is_up_to_date(tmp_path):
    run(PICTURE, tmp_path / "table.svg")
    drawn = (tmp_path / "table.svg").read_text(encoding="utf-8")
    assert drawn == (ROOT / "docs/images/table.svg").read_text(encoding="utf-8")
