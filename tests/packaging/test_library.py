"""libdominoes: built and installed by CMake, shipped in the wheel, and found by programs in four languages."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from support.building import ROOT, Build, Project, plain_environment
from support.hosts import WARNINGS, assert_matches_are_those_of_the_package, config, example, install, need, run

import dominoes as dm

pytestmark = pytest.mark.slow

HEADER = (ROOT / "src/dominoes/include/dominoes.h").read_text(encoding="utf-8") if (ROOT / "setup.py").exists() else ""
PROGRAM = """
#include <dominoes.h>
#include <stdio.h>
int main(void) {
    printf("%s %d\\n", dom_version(), dom_abi_check(DOM_ABI, "dom_match", sizeof(dom_match)));
    return 0;
}
"""
ANSWER = f"{dm.__version__} 0\n"
CMAKE_PROJECT = """
cmake_minimum_required(VERSION 3.18)
project(consumer LANGUAGES C CXX)
find_package(dominoes 0.1 REQUIRED)
foreach(kind ${KINDS})
  add_executable(c-${kind} program.c)
  add_executable(cpp-${kind} program.cpp)
  target_link_libraries(c-${kind} dominoes::${kind})
  target_link_libraries(cpp-${kind} dominoes::${kind})
endforeach()
"""


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A prefix with the library as CMake installs it, moved to another place afterwards."""
    need("cmake", "cc")
    folder = tmp_path_factory.mktemp("cmake")
    run("cmake", "-S", ROOT, "-B", "build", "-DCMAKE_INSTALL_LIBDIR=lib/somewhere", folder=folder)
    run("cmake", "--build", "build", "--parallel", folder=folder)
    run("cmake", "--install", "build", "--prefix", folder / "prefix", folder=folder)
    shutil.rmtree(folder / "build")
    return (folder / "prefix").rename(folder / "moved away")


@pytest.fixture(scope="session")
def site(compiled: Build, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel installed in it."""
    assert compiled.file is not None, compiled.log
    return install(compiled.file, tmp_path_factory.mktemp("site of the wheel"))


def consume(folder: Path, kinds: str, **variables: str) -> None:
    """Build and run a project that finds the package by CMake."""
    need("cmake", "c++")
    for name in ("program.c", "program.cpp"):
        (folder / name).write_text(PROGRAM)
    (folder / "CMakeLists.txt").write_text(CMAKE_PROJECT)
    words = [f"-D{name}={value}" for name, value in variables.items()]
    run("cmake", "-S", ".", "-B", "build", f"-DKINDS={kinds}", *words, folder=folder)
    run("cmake", "--build", "build", folder=folder)
    for kind in kinds.split(";"):
        for language in ("c", "cpp"):
            assert run(folder / "build" / f"{language}-{kind}", folder=folder) == ANSWER


# As CMake installs it


def test_the_shared_library_shows_the_header_and_nothing_else(installed: Path) -> None:
    need("nm", "readelf")
    (library,) = (installed / "lib/somewhere").glob("libdominoes.so.*.*.*")
    symbols = run("nm", "--dynamic", "--defined-only", library, folder=installed).splitlines()
    declared = set(re.findall(r"^DOM_API .*?\b(dom_\w+)\(", HEADER, re.MULTILINE))
    assert {line.split()[-1] for line in symbols} == declared
    abi = re.search(r"#define DOM_ABI (\d+)", HEADER)
    assert abi is not None
    assert f"soname: [libdominoes.so.{abi[1]}]" in run("readelf", "--dynamic", library, folder=installed)
    assert library.name == f"libdominoes.so.{dm.__version__}"


def test_cmake_finds_it(installed: Path, tmp_path: Path) -> None:
    consume(tmp_path, "dominoes;static", dominoes_DIR=str(installed / "lib/somewhere/cmake/dominoes"))


def test_pkg_config_finds_it(installed: Path, tmp_path: Path) -> None:
    need("pkg-config")
    (tmp_path / "program.c").write_text(PROGRAM)
    where = {"PKG_CONFIG_PATH": str(installed / "lib/somewhere/pkgconfig")}
    assert run("pkg-config", "--modversion", "dominoes", folder=tmp_path, **where) == f"{dm.__version__}\n"
    built = "eval cc program.c $(pkg-config --cflags --libs dominoes) -o program"
    run("sh", "-c", built, folder=tmp_path, **where)
    assert run("./program", folder=tmp_path, LD_LIBRARY_PATH=str(installed / "lib/somewhere")) == ANSWER


def test_a_project_can_have_it_as_a_folder(tmp_path: Path) -> None:
    need("cmake", "cc")
    (tmp_path / "program.c").write_text(PROGRAM)
    (tmp_path / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.18)\nproject(host LANGUAGES C)\nset(DOMINOES_SHARED OFF)\n"
        f'add_subdirectory("{ROOT}" dominoes)\nadd_executable(program program.c)\n'
        "target_link_libraries(program dominoes::dominoes)\n"
    )
    run("cmake", "-S", ".", "-B", "build", "-DCMAKE_POLICY_DEFAULT_CMP0077=NEW", folder=tmp_path)
    run("cmake", "--build", "build", folder=tmp_path)
    assert run("build/program", folder=tmp_path) == ANSWER


def test_the_static_library_alone(tmp_path: Path) -> None:
    need("cmake", "cc")
    run("cmake", "-S", ROOT, "-B", "build", "-DDOMINOES_SHARED=OFF", folder=tmp_path)
    run("cmake", "--build", "build", folder=tmp_path)
    run("cmake", "--install", "build", "--prefix", tmp_path / "prefix", folder=tmp_path)
    assert not list((tmp_path / "prefix").rglob("*.so*"))
    (tmp_path / "host").mkdir()
    consume(tmp_path / "host", "dominoes;static", CMAKE_PREFIX_PATH=str(tmp_path / "prefix"))


# As it comes in the wheel


def test_the_wheel_brings_all_that_a_build_asks_for(compiled: Build) -> None:
    brought = {name.removeprefix("dominoes/") for name in compiled.names}
    sources = {f"csrc/{path.name}" for path in (ROOT / "src/dominoes/csrc").iterdir()}
    found_by = {
        "lib/pkgconfig/dominoes.pc",
        *(f"lib/cmake/dominoes/dominoes-{name}.cmake" for name in ("config", "config-version", "targets")),
    }
    assert {"include/dominoes.h", "lib/libdominoes.a"} | sources | found_by <= brought


def test_the_c_example_is_built_by_the_flags_told(site: Path, tmp_path: Path) -> None:
    folder = example("c", tmp_path)
    flags = config(site, "--cflags", "--libs")
    run("sh", "-c", f"eval cc -std=c99 {' '.join(WARNINGS)} game.c '{flags}' -o game", folder=folder)
    assert_game_is_played(folder / "game")


def test_the_c_example_is_built_by_pkg_config(site: Path, tmp_path: Path) -> None:
    need("make", "pkg-config")
    folder = example("c", tmp_path)
    run("make", folder=folder, PKG_CONFIG_PATH=config(site, "--pkgconfigdir"))
    assert_game_is_played(folder / "game")


def assert_game_is_played(game: Path) -> None:
    """A match in which the person takes the first choice of each list; it is the match that the package has."""
    rules = dm.Rules("all-fives", players=3, target=60)
    match = dm.Match(rules, [dm.Human(), "blocker", "blocker"], "friday")
    while not match.over:
        for _ in match.run():
            pass
        if match.waiting is not None:
            match.act(match.round.legal_moves()[0])
    settings = ("all-fives", "blocker", "friday", "players=3", "hand_size=7", "target=60")
    told = run(game, *settings, typed="why 6-6@R\n6-6@x\n\nundo\n" + "1\n" * 300, folder=game.parent).splitlines()
    results = [line.split("scores ")[1] for line in told if line.startswith("round over (")]
    assert results == [" ".join(map(str, rnd.scores)) for rnd in match.rounds]
    assert told[-1] == f"seat {match.winner} wins the match"
    assert "> there is nothing to take back" in told
    assert any(line.startswith("> 6-6@x is no action: write") for line in told)
    assert run(game, typed="quit\n", folder=game.parent).endswith("you leave the table\n")
    for words, refusal in (
        (("drow",), "there is no preset drow; it may be table, draw, block, all-fives or partnership"),
        (("draw", "nobody"), "there is no player nobody; it may be blocker, pinocchio, buratino or snow-white"),
        (("draw", "blocker", "1", "hand_size"), "no OPTION=VALUE: hand_size"),
        (("draw", "blocker", "1", "hand=7"), "there is no option hand"),
        (("draw", "blocker", "1", "draw=two"), "cannot set draw=two; it may be never, one, until-playable"),
        (("draw", "blocker", "1", "hand_size=15"), "these options do not go together"),
    ):
        done = subprocess.run([game, *words], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout, done.stderr) == (2, "", f"game: {refusal}\n")


def test_cmake_finds_what_the_wheel_brings(site: Path, tmp_path: Path) -> None:
    consume(tmp_path, "dominoes;static", dominoes_DIR=config(site, "--cmakedir"))


@pytest.mark.parametrize(
    ("version", "found"), [("0.1", True), ("0.1.0", True), ("0.2", False), ("0.0.9", False), ("1", False)]
)
def test_cmake_takes_no_other_version(site: Path, tmp_path: Path, version: str, found: bool) -> None:
    need("cmake")
    (tmp_path / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.18)\nproject(asks LANGUAGES NONE)\n"
        f'find_package(dominoes {version} QUIET)\nmessage(STATUS "found: ${{dominoes_FOUND}}")\n'
    )
    where = f"-Ddominoes_DIR={config(site, '--cmakedir')}"
    assert f"found: {int(found)}" in run("cmake", "-S", ".", "-B", "build", where, folder=tmp_path)


def test_the_rust_example_plays_what_the_package_plays(site: Path, tmp_path: Path) -> None:
    if shutil.which("cargo") is None:
        pytest.skip("there is no cargo")
    need("pkg-config")
    folder = example("rust", tmp_path)
    run("cargo", "build", "--offline", "--quiet", folder=folder, PKG_CONFIG_PATH=config(site, "--pkgconfigdir"))
    assert_matches_are_those_of_the_package(folder / "target" / "debug" / "match")


def test_a_cython_package_is_built_against_the_wheel(site: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(ROOT / "tests" / "downstream", tmp_path / "downstream"))
    build = [sys.executable, "-W", "error", "setup.py", "--quiet", "build_ext", "--inplace"]
    run(*build, folder=folder, PYTHONPATH=str(site))
    code = """
import dominoes as dm, pondering
assert dm.__file__.startswith({site!r}) and dm.backend == "c"
assert pondering.sizes_agree()
for preset in ("table", "draw", "all-fives"):
    rnd = dm.Round.deal(dm.Rules(preset), seed="downstream")
    assert pondering.leaves(rnd.state, 5) == dm.perft(rnd, 5) and rnd.moves == ()
for number, preset in enumerate(dm.PRESETS):
    rules = dm.Rules(preset)
    match = dm.Match(rules, ["random"] * rules.players, "downstream")
    for _ in match.run():
        pass
    assert pondering.match(number, b"downstream") == (preset, match.winner, list(match.scores))
for what in (lambda: pondering.match(5, b""), lambda: pondering.leaves(dm.round.Round, 1)):
    try:
        what()
    except (TypeError, ValueError) as error:
        print(error)
"""
    paths = f"{site}:{folder / 'src'}"
    told = run(sys.executable, "-W", "error", "-c", code.format(site=str(site)), folder=tmp_path, PYTHONPATH=paths)
    assert told.splitlines()[0] == "a number is out of range"
    assert "State" in told.splitlines()[1]


# Nothing of it is to be found by others in the process


OWN = "#include <dominoes.h>\nint own(const dom_round *r) { return dom_legal_count(r); }\n"
HIJACKER = """
const char *dom_version(void) { return "another"; }
int dom_legal_count(const void *round) { return round ? 77 : 77; }
int dom_abi_check(int abi, const char *name, unsigned long size) { return (abi, name, size) ? -16 : -16; }
"""


def symbols(library: Path, folder: Path) -> set[str]:
    need("nm")
    shown = run("nm", "--dynamic", "--defined-only", library, folder=folder).splitlines()
    return {line.split()[-1] for line in shown} - {"_init", "_fini", "_edata", "_end", "__bss_start"}


def test_the_core_shows_nothing_of_the_library(site: Path, tmp_path: Path) -> None:
    (core,) = (site / "dominoes").glob("_core.*.so")
    assert symbols(core, tmp_path) == {"PyInit__core"}


def test_an_extension_made_with_the_static_library_shows_nothing_of_it(site: Path, tmp_path: Path) -> None:
    (tmp_path / "own.c").write_text(OWN)
    flags = config(site, "--cflags", "--libs")
    run("sh", "-c", f"eval cc -shared -fPIC own.c '{flags}' -o own.so", folder=tmp_path)
    assert symbols(tmp_path / "own.so", tmp_path) == {"own"}


def test_another_library_of_the_process_has_no_effect_on_the_core(site: Path, tmp_path: Path) -> None:
    need("cc")
    (tmp_path / "other.c").write_text(HIJACKER)
    run("cc", "-w", "-shared", "-fPIC", "other.c", "-o", "other.so", folder=tmp_path)
    code = (
        "import ctypes, dominoes as dm\nfrom dominoes import _core\n"
        "rnd = dm.Round.deal(dm.Rules('draw', opening_tile='free'), seed='x')\n"
        "print(ctypes.CDLL(None).dom_legal_count(None), _core.version())\n"
        "print(len(rnd.legal_moves()), rnd.state.legal_count())\n"
    )
    words = [sys.executable, "-W", "error", "-c", code]
    told = run(*words, folder=tmp_path, PYTHONPATH=str(site), LD_PRELOAD=str(tmp_path / "other.so"))
    assert told.split() == ["77", dm.__version__, "7", "7"]


def test_the_static_library_of_cmake_keeps_to_itself(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "own.c").write_text(OWN)
    words = ["-shared", "-fPIC", f"-I{installed / 'include'}", "own.c", installed / "lib/somewhere/libdominoes.a"]
    run("cc", *words, "-o", "own.so", folder=tmp_path)
    assert symbols(tmp_path / "own.so", tmp_path) == {"own"}


@pytest.mark.parametrize("kind", ["wheel", "installed"])
def test_a_component_that_is_asked_for_is_refused(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    need("cmake")
    folder = request.getfixturevalue("site" if kind == "wheel" else "installed")
    where = config(folder, "--cmakedir") if kind == "wheel" else str(folder / "lib/somewhere/cmake/dominoes")
    (tmp_path / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.18)\nproject(asks LANGUAGES C)\n"
        "find_package(dominoes 0.1 QUIET OPTIONAL_COMPONENTS extras)\n"
        'message(STATUS "optional: ${dominoes_FOUND}")\n'
        'find_package(dominoes 0.1 QUIET COMPONENTS extras)\nmessage(STATUS "required: ${dominoes_FOUND}")\n'
        'message(STATUS "why: ${dominoes_NOT_FOUND_MESSAGE}")\n'
    )
    told = run("cmake", "-S", ".", "-B", "build", f"-Ddominoes_DIR={where}", folder=tmp_path)
    assert "optional: 1" in told
    assert re.search("required: (0|FALSE)", told)
    assert "why: dominoes has no components, so not extras" in told


# Where there is no core


def told_without_library(site: Path, *options: str) -> tuple[int, str, str]:
    words = [sys.executable, "-m", "dominoes", "config", *options]
    done = subprocess.run(words, cwd=site, env=plain_environment(PYTHONPATH=str(site)), capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def test_the_pure_wheel_has_header_and_sources_and_says_what_it_lacks(tmp_path: Path) -> None:
    project = tmp_path / "project"
    project.mkdir()
    build = Project(project).build(DOMINOES_SKIP_C="1")
    assert build.file is not None, build.log
    site = install(build.file, tmp_path / "site")
    assert config(site, "--cflags") == f"-I{site}/dominoes/include"
    for option in ("--libs", "--pkgconfigdir", "--cmakedir"):
        code, out, err = told_without_library(site, option)
        assert (code, out, err.count("\n")) == (1, "", 1)
        assert "this installation has no static library" in err
    (tmp_path / "program.c").write_text(PROGRAM)
    config(site, "--amalgamate", str(tmp_path))
    run("cc", "-std=c11", "-I.", "program.c", "dominoes.c", "-o", "program", folder=tmp_path)
    assert run("./program", folder=tmp_path) == ANSWER


def test_a_broken_core_keeps_nobody_from_building(compiled: Build, tmp_path: Path) -> None:
    assert compiled.file is not None, compiled.log
    with zipfile.ZipFile(compiled.file) as archive:
        archive.extractall(tmp_path)
    (core,) = (tmp_path / "dominoes").glob("_core.*.so")
    core.write_bytes(b"no library")
    assert config(tmp_path, "--libs") == f"-L{tmp_path}/dominoes/lib -ldominoes"
    code = "import dominoes; print(dominoes.get_include(), dominoes.get_library_dir())"
    told = run(sys.executable, "-c", code, folder=tmp_path, PYTHONPATH=str(tmp_path))
    assert told == f"{tmp_path}/dominoes/include {tmp_path}/dominoes/lib\n"
    done = subprocess.run(
        [sys.executable, "-c", "import dominoes; dominoes.Round"],
        env=plain_environment(PYTHONPATH=str(tmp_path)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "ImportError" in done.stderr
