"""What the wheel holds, what it is called, and what becomes of it without a compiler."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest
from support.building import Build, plain_environment

import dominoes

pytestmark = pytest.mark.slow

NO_COMPILER = {"CC": "no-such-compiler"}
GAME = """
import dominoes as dm
rnd = dm.Round.deal(dm.Rules.preset("draw"), seed=7)
while rnd.result is None:
    rnd.play(rnd.legal_moves()[0])
print(dm.backend, dm.__file__)
"""


def play_a_round(wheel: Path, folder: Path, **variables: str) -> tuple[str, Path]:
    """The backend that the unpacked wheel plays on, and the file it was imported from."""
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    done = subprocess.run(
        [sys.executable, "-c", GAME],
        env=plain_environment(PYTHONPATH=str(folder), **variables),
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    backend, file = done.stdout.split()
    return backend, Path(file)


def assert_pure(build: Build, tmp_path: Path) -> None:
    assert build.file is not None, build.log
    assert build.file.name.endswith("-py3-none-any.whl")
    assert "Tag: py3-none-any" in build.text("/WHEEL")
    assert "Root-Is-Purelib: true" in build.text("/WHEEL")
    assert not [name for name in build.names if name.endswith((".so", ".pyd"))]
    assert "PURE" in build.log
    assert "dominoes/csrc/kernel.c" in build.names
    assert not [name for name in build.names if name.startswith("dominoes/lib/")]
    backend, file = play_a_round(build.file, tmp_path / "unpacked")
    assert backend == "py"
    assert (tmp_path / "unpacked") in file.parents


def test_a_compiled_wheel_has_a_platform_tag_and_plays_on_the_core(compiled, tmp_path):
    assert compiled.file is not None, compiled.log
    assert not compiled.file.name.endswith("-any.whl")
    assert "Root-Is-Purelib: false" in compiled.text("/WHEEL")
    assert sum(name.endswith((".so", ".pyd")) for name in compiled.names) == 1
    assert play_a_round(compiled.file, tmp_path)[0] == "c"


@pytest.mark.parametrize(
    "name", ["include/dominoes.h", "_core.pxd", "_core.pyi", "locale/fr/LC_MESSAGES/dominoes.mo", "py.typed"]
)
def test_the_wheel_holds(compiled, name):
    assert f"dominoes/{name}" in compiled.names


def test_the_wheel_holds_the_package_and_nothing_else(compiled):
    tops = {name.split("/")[0] for name in compiled.names}
    assert tops == {"dominoes", f"dominoes_engine-{dominoes.__version__}.dist-info"}
    assert not [name for name in compiled.names if name.endswith((".pyx", ".o", ".pyc")) or "test" in name]
    assert {name.split("/")[1] for name in compiled.names if name.endswith(".c")} == {"csrc"}


def test_the_base_install_has_no_dependency(compiled):
    told = Parser().parsestr(compiled.text("/METADATA"))
    assert told["Name"] == "dominoes-engine"
    assert told["Version"] == dominoes.__version__
    assert told["Requires-Python"] == ">=3.10"
    assert not [need for need in told.get_all("Requires-Dist", []) if "extra ==" not in need]


def test_cffi_is_built_where_it_is_asked_for(project, tmp_path):
    pytest.importorskip("cffi")
    build = project.build(DOMINOES_CFFI="1")
    assert build.file is not None, build.log
    modules = {name.split("/")[1].split(".")[0] for name in build.names if name.endswith((".so", ".pyd"))}
    assert modules == {"_core", "_ffi"}
    assert play_a_round(build.file, tmp_path / "unasked")[0] == "c"
    assert play_a_round(build.file, tmp_path / "asked", DOMINOES_BACKEND="cffi")[0] == "cffi"


def test_cffi_that_is_asked_for_is_no_pure_wheel_without_a_compiler(project):
    pytest.importorskip("cffi")
    build = project.build(DOMINOES_CFFI="1", **NO_COMPILER)
    assert build.file is None
    assert "PURE" not in build.log


def test_skip_c_builds_a_pure_wheel(project, tmp_path):
    assert_pure(project.build(DOMINOES_SKIP_C="1"), tmp_path)


def test_no_compiler_gives_a_pure_wheel_even_after_a_compiled_build(project, tmp_path):
    assert project.build(DOMINOES_REQUIRE_C="1").code == 0
    assert_pure(project.build(**NO_COMPILER), tmp_path)


def test_no_archiver_gives_a_pure_wheel(project, tmp_path):
    """A core without its library would be half of what a compiled package is."""
    assert_pure(project.build(AR="no-such-archiver"), tmp_path)


def test_a_source_that_cython_refuses_gives_a_pure_wheel(project, tmp_path):
    with (project.folder / "src/dominoes/_core.pyx").open("a") as source:
        source.write("\ncdef int broken(:\n")
    assert_pure(project.build(), tmp_path)


def test_require_c_turns_a_failed_compile_into_an_error(project):
    assert project.build(DOMINOES_REQUIRE_C="1", **NO_COMPILER).code != 0


def test_require_c_turns_a_performance_hint_into_an_error(project):
    with (project.folder / "src/dominoes/_core.pyx").open("a") as source:
        source.write("\ncdef void takes_the_gil() nogil:\n    pass\n\ndef hinted():\n    takes_the_gil()\n")
    required = project.build(DOMINOES_REQUIRE_C="1")
    assert required.code != 0
    assert "performance hint" in required.log


def test_the_two_switches_contradict(project):
    build = project.build(DOMINOES_REQUIRE_C="1", DOMINOES_SKIP_C="1")
    assert build.code != 0
    assert "contradict" in build.log
