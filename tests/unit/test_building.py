"""Where the C library is told to lie, whatever becomes of the engine; and what the package loads when it is asked."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest
from support.cli import run as command

import dominoes
from dominoes import building, errors

NO_LIBRARY = "no static library, since it has no compiled core"
WITHOUT_ENGINE = """
import sys
class Finder:
    def find_spec(self, name, path=None, target=None):
        if name in ("dominoes._core", "dominoes._pure"):
            raise ImportError("no engine: " + name)
sys.meta_path.insert(0, Finder())
"""


def alone(code: str) -> subprocess.CompletedProcess[str]:
    """A program of its own in which no engine can be loaded."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    words = [sys.executable, "-c", WITHOUT_ENGINE + code]
    return subprocess.run(words, env=environment, capture_output=True, text=True, check=False)


def test_the_header_is_where_it_is_said_to_be() -> None:
    assert Path(dominoes.get_include(), "dominoes.h").is_file()
    assert command("config", "--cflags").out == f"-I{dominoes.get_include()}\n"


def test_a_build_needs_no_engine(tmp_path: Path) -> None:
    done = alone(
        "import dominoes, dominoes.cli\n"
        "print(dominoes.get_include())\n"
        f"code = dominoes.cli.main(['config', '--cflags', '--amalgamate', {str(tmp_path)!r}])\n"
        "print(code, [name for name in sys.modules if name in ('dominoes._backend', 'dominoes._core')])\n"
    )
    include = dominoes.get_include()
    written = [str(tmp_path / name) for name in ("dominoes.c", "dominoes.h")]
    assert (done.stderr, done.stdout.splitlines()) == ("", [include, f"-I{include}", *written, "0 []"])


def test_all_else_says_why_it_cannot_be() -> None:
    for code in ("import dominoes; dominoes.Round", "from dominoes import Round", "import dominoes.match"):
        done = alone(code)
        assert done.returncode == 1
        last = done.stderr.splitlines()[-1]
        assert last in ("ImportError: no engine: dominoes._core", "ImportError: no engine: dominoes._pure")


def test_the_library_is_there_or_said_not_to_be(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(building, "PACKAGE", tmp_path)
    for find in (building.get_library_dir, building.get_pkgconfig_dir, building.get_cmake_dir):
        with pytest.raises(errors.DominoesError, match=NO_LIBRARY):
            find()
    for option in ("--libs", "--pkgconfigdir", "--cmakedir"):
        refused = command("config", option)
        assert (refused.code, refused.out, refused.err.count("\n")) == (1, "", 1)
        assert NO_LIBRARY in refused.err
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "libdominoes.a").touch()
    told = command("config", "--cmakedir", "--libs", "--cflags", "--pkgconfigdir")
    lib = tmp_path / "lib"
    assert told.lines == [f"-I{tmp_path}/include -L{lib} -ldominoes", f"{lib}/pkgconfig", f"{lib}/cmake/dominoes"]


def test_flags_are_words_for_a_shell(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    odd = tmp_path / "a 'b' $c"
    monkeypatch.setattr(building, "PACKAGE", odd)
    flags = command("config", "--cflags").out
    done = subprocess.run(["sh", "-c", f"printf '%s' {flags}"], capture_output=True, text=True, check=True)
    assert done.stdout == f"-I{odd}/include"


@pytest.mark.parametrize(
    ("words", "code", "text"),
    [
        ((), 2, "config: say what to tell"),
        (("--include",), 2, "unrecognized arguments"),
        (("--amalgamate",), 2, "expected one argument"),
        (("--amalgamate", "/dev/null/x"), 1, "cannot write into /dev/null/x"),
    ],
)
def test_a_wrong_command_line_is_one_line(words: tuple[str, ...], code: int, text: str) -> None:
    refused = command("config", *words)
    assert (refused.code, refused.out, refused.err.count("\n")) == (code, "", 1)
    assert text in refused.err


def test_the_amalgamation_is_two_whole_files(tmp_path: Path) -> None:
    source, header = (path.read_text(encoding="utf-8") for path in building.amalgamate(tmp_path / "new" / "folder"))
    package = Path(str(dominoes.__file__)).parent
    included = [line for line in source.splitlines() if line.lstrip().startswith("#include") and '"' in line]
    assert included == ['#include "dominoes.h"']
    assert "#line" not in source
    for text in (source, header):
        assert f"of dominoes {dominoes.__version__}, " in text.splitlines()[0]
    assert header.endswith((package / "include" / "dominoes.h").read_text(encoding="utf-8"))
    for text in (source, header):
        comment = text[: text.index("*/")].splitlines()
        words = " ".join(" ".join(line.removeprefix(" *") for line in comment).split())
        assert " ".join(building.LICENSE.split()) in words
        assert "Copyright (c) 2026 The dominoes authors" in words
    for part in (package / "csrc").glob("*.[ch]"):
        if part.name == "kernel.c":
            continue
        times = 2 if part.name == "solve_search.h" else 1  # written once for each kind of position
        assert source.count(f"/* ==== {part.name} ==== */") == times, part.name


def test_the_permission_is_that_of_the_license() -> None:
    path = Path(str(dominoes.__file__)).parent.parent.parent / "LICENSE"
    if not path.is_file():
        pytest.skip("an installed package has its LICENSE elsewhere")
    assert path.read_text(encoding="utf-8").endswith(f"The dominoes authors\n\n{building.LICENSE}")


def test_every_public_name_has_its_home() -> None:
    """What is imported for those who check types, what is loaded when asked for and what is listed are the same."""
    tree = ast.parse(Path(str(dominoes.__file__)).read_text(encoding="utf-8"))
    (checked,) = (node for node in tree.body if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING")
    imported = {node.module: tuple(name.asname or name.name for name in node.names) for node in checked.body}  # type: ignore[attr-defined]
    assert imported.pop(None) == dominoes._MODULES
    assert imported == dominoes._HOMES
    homed = {name for names in imported.values() for name in names}
    assert homed | {*dominoes._MODULES, "__version__", "get_include", "get_library_dir"} == set(dominoes.__all__)
    assert all(getattr(dominoes, name) is not None for name in dominoes.__all__)
    assert set(dominoes.__all__) <= set(dir(dominoes))
    with pytest.raises(AttributeError, match="has no attribute 'nonsense'"):
        dominoes.nonsense  # noqa: B018


@pytest.mark.parametrize("module", ["match", "registry", "view", "record", "tournaments", "players", "cli.play"])
def test_a_module_can_be_the_first_to_be_imported(module: str) -> None:
    code = (
        f"import dominoes.{module}, dominoes\n"
        "match = dominoes.Match(dominoes.Rules(), ['random', 'heaviest'], 1)\n"
        "print(len(list(match.run())) > 20, dominoes.players.names()[:1])"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    done = subprocess.run([sys.executable, "-W", "error", "-c", code], env=environment, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("True ('blocker',)\n", "")
