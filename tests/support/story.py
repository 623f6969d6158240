"""Runs a page's steps in the current folder, in a process of its own: ``story.py PAGE ROOT STEPS`` (see pages.py)."""

from __future__ import annotations

import contextlib
import doctest
import importlib
import io
import json
import subprocess
import sys
import types
from dataclasses import asdict, dataclass
from pathlib import Path


@dataclass(frozen=True)
class Step:
    """One block to run: its language (or ``file``, ``given``), line, text, what it is to print, its file's name."""

    language: str
    line: int
    text: str
    shown: str | None = None
    name: str | None = None


class StoryError(Exception):
    """A step did not do what the page says."""


def written(steps: list[Step]) -> str:
    return json.dumps([asdict(step) for step in steps])


class Story:
    """The page's program so far, and how each language is run."""

    def __init__(self, page: str, root: Path) -> None:
        self.page = page
        self.root = root
        self.module = types.ModuleType("__main__")
        sys.modules["__main__"] = self.module

    def run(self, step: Step) -> None:
        told = getattr(self, f"run_{step.language}")(step)
        if step.shown is not None and plain(told) != plain(step.shown):
            raise StoryError(f"the page shows\n{step.shown}\nbut this printed\n{told}")

    def run_python(self, step: Step) -> str:
        return self.run_examples(step) if step.text.startswith(">>> ") else self.run_program(step)

    def run_examples(self, step: Step) -> str:
        """Examples with what they print, as docstrings have them; the page's program knows what they made."""
        test = doctest.DocTestParser().get_doctest(step.text, self.module.__dict__, self.page, self.page, step.line)
        test.globs = self.module.__dict__  # not the copy that it took
        told = io.StringIO()
        failed, _ = doctest.DocTestRunner(verbose=False).run(test, out=told.write, clear_globs=False)
        if failed:
            raise StoryError(told.getvalue())
        return ""

    def run_program(self, step: Step) -> str:
        told = io.StringIO()
        with contextlib.redirect_stdout(told):
            exec(compile("\n" * step.line + step.text, self.page, "exec"), self.module.__dict__)
        return told.getvalue()

    def run_sh(self, step: Step) -> str:
        return command(["bash", "-euo", "pipefail", "-c", step.text])

    def run_file(self, step: Step) -> str:
        file = Path(step.name or "")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(step.text, encoding="utf-8")
        return ""

    def run_given(self, step: Step) -> str:
        """A short match, kept as the record that a page speaks of."""
        from dominoes import Match, Rules

        match = Match(Rules("draw", target=20), ["heaviest", "random"], seed=1)
        list(match.run())
        match.to_record().save(step.name or "")
        return ""

    def run_json(self, step: Step) -> str:
        data = json.loads(step.text)
        if isinstance(data, dict) and data.get("format") == "dominoes-record":
            from dominoes import Record

            Record.from_dict(data).replay()
        return ""

    def run_toml(self, step: Step) -> str:
        toml().loads(step.text)
        return ""

    def run_c(self, step: Step) -> str:
        return self.compiled(step, ["cc", "-std=c11", "-x", "c"])

    def run_cpp(self, step: Step) -> str:
        return self.compiled(step, ["c++", "-std=c++17", "-x", "c++"])

    def compiled(self, step: Step, compiler: list[str]) -> str:
        """Build a block with the kernel and run it."""
        Path("block").write_text(step.text, encoding="utf-8")
        package = self.root / "src/dominoes"
        where = [f"-I{package / 'include'}", f"-I{package / 'csrc'}"]
        if not Path("kernel.o").exists():
            command(["cc", "-std=c11", "-O1", *where, "-c", str(package / "csrc/kernel.c"), "-o", "kernel.o"])
        command([*compiler, "-Wall", "-Wextra", "-Werror", *where, "-c", "block", "-o", "block.o"])
        command([compiler[0], "block.o", "kernel.o", "-lm", "-o", "program"])
        return command(["./program"])


def toml() -> types.ModuleType:
    """The module that reads TOML; to Python 3.10 pytest brings it."""
    return importlib.import_module("tomllib" if sys.version_info >= (3, 11) else "tomli")


def command(words: list[str]) -> str:
    done = subprocess.run(words, input="quit\n", capture_output=True, encoding="utf-8")
    if done.returncode:
        raise StoryError(f"exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def plain(text: str) -> list[str]:
    """The lines, without what no reader sees: spaces at their ends and empty lines around."""
    return [line.rstrip() for line in text.strip("\n").rstrip().splitlines()]


def main(page: str, root: str, steps: str) -> None:
    story = Story(page, Path(root))
    for step in (Step(**fields) for fields in json.loads(steps)):
        try:
            story.run(step)
        except StoryError as error:
            sys.exit(f"{page}:{step.line}: {error}")
        except BaseException:
            print(f"{page}:{step.line}: this block fails:", file=sys.stderr)
            raise


if __name__ == "__main__":
    main(*sys.argv[1:])
