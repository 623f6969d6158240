"""The code blocks of a page, and the page as a story: its blocks run one after the other in one empty folder.

What a block's language means:

- ``python``: all of a page are one program; with ``>>>`` its examples must print what stands there;
- ``sh``: run by bash; ``dominoes``, ``python`` and ``python3`` are those of this environment, the input is ``quit``;
- ``text`` straight after one of these: what it prints, to the letter; elsewhere it says nothing;
- ``json``: must parse, a record must replay; ``toml``: must parse;
- ``c``, ``cpp``: a program, built with the kernel and run.

A comment before a block says otherwise:

- ``<!-- file: NAME -->``: written to that file, for a later block to use;
- ``<!-- slow: a copy of the project -->``: run in such a copy, by the slow tests alone;
- ``<!-- needs: MODULE -->``: run where this module is installed;
- ``<!-- not run: REASON -->``: not run.

Blocks of any other language need one. ``<!-- given: NAME -->`` anywhere puts a record of a short match there first.
Fences with braces are directives of the site, and no code.
"""

from __future__ import annotations

import importlib.util
import os
import re
import stat
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from support import story
from support.building import ROOT
from support.cli import environment

PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
RUN = ("python", "sh", "json", "toml", "c", "cpp")

_FENCE = re.compile(
    r"^(?P<indent> *)(?P<fence>`{3,}|~{3,})(?P<language>[^`\n]*)\n(?P<text>.*?)^(?P=indent)(?P=fence)[`~]* *$",
    re.M | re.S,
)
_GIVEN = re.compile(r"<!-- given: (\S+) -->")
_MARK = re.compile(r"<!-- (file|slow|needs|not run): ([^\n]+) -->\s*\Z")


@dataclass(frozen=True)
class Block:
    """A fenced block: where it begins, what is in it, its mark (kind and what it says), and what it is to print."""

    line: int
    language: str
    text: str
    mark: tuple[str, str] | None = None
    shown: str | None = None

    @property
    def fault(self) -> str | None:
        """What is wrong with its kind, or None."""
        if not self.language:
            return "a block names its language"
        if self.mark is None and self.language not in (*RUN, "text"):
            return f"a block in {self.language} is marked as a file, or as not run and why"
        return None


def blocks(page: str) -> list[Block]:
    """The blocks of a page's text, the outputs put with what prints them."""
    found: list[Block] = []
    end = 0
    for match in _FENCE.finditer(page):
        language, before = match["language"].strip(), page[end : match.start()]
        text = re.sub(rf"^{match['indent']}", "", match["text"], flags=re.MULTILINE)
        mark = _MARK.search(before)
        block = Block(page.count("\n", 0, match.start()) + 1, language, text, (mark[1], mark[2]) if mark else None)
        if language == "text" and found and not before.strip() and found[-1].language in ("python", "sh", "c", "cpp"):
            found[-1] = Block(**{**vars(found[-1]), "shown": text})
        elif not language.startswith("{"):
            found.append(block)
        end = match.end()
    return found


def steps(page: Path, *, slow: bool = False) -> list[story.Step]:
    """What there is to do on a page; the slow steps alone, or all but these."""
    text = page.read_text(encoding="utf-8")
    found = [story.Step("given", 1, "", name=name) for name in _GIVEN.findall(text) if not slow]
    for block in blocks(text):
        kind, word = block.mark or ("", "")
        if block.language == "text" or kind == "not run" or (kind == "slow") != slow:
            continue
        if kind == "needs" and importlib.util.find_spec(word) is None:
            continue
        language = "file" if kind == "file" else block.language
        found.append(story.Step(language, block.line, block.text, block.shown, word if kind == "file" else None))
    return found


def tell(page: Path, folder: Path, steps: list[story.Step]) -> None:
    """Run a page's steps in a folder; AssertionError with the page's line where one goes wrong."""
    (folder / ".bin").mkdir(exist_ok=True)
    for name, words in (("dominoes", ["-m", "dominoes"]), ("python", []), ("python3", [])):
        program = folder / ".bin" / name
        program.write_text(f'#!/bin/sh\nexec "{sys.executable}" {" ".join(words)} "$@"\n', encoding="utf-8")
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
    paths = os.pathsep.join([str(folder / ".bin"), os.environ.get("PATH", "")])
    done = subprocess.run(
        [sys.executable, "-W", "error", story.__file__, str(page), str(ROOT), story.written(steps)],
        cwd=folder,
        env=environment(PATH=paths, XDG_STATE_HOME=str(folder / ".state"), COLUMNS="100"),
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stdout + done.stderr
