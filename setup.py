"""Builds the compiled core, and the static library that comes with it; everything else about the package stands in
pyproject.toml.

The environment decides how hard the build tries:

- by default a failed compile (no compiler, no Python headers, no Cython) is said aloud and gives a pure install;
- ``DOMINOES_SKIP_C=1`` does not try;
- ``DOMINOES_REQUIRE_C=1`` turns a failed compile into an error, and Cython's performance hints too;
- ``DOMINOES_CFFI=1`` builds ``dominoes._ffi`` as well, which reaches the kernel through cffi; no build then falls back.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shutil
import sys
from glob import glob
from importlib.util import find_spec
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_ext import build_ext
from setuptools.command.editable_wheel import editable_wheel

DIRECTIVES = {
    "language_level": 3,
    "boundscheck": False,
    "wraparound": False,
    "cdivision": True,
    "initializedcheck": False,
    "freethreading_compatible": True,
}
# Neither -flto nor /GL, which some Pythons ask for: only the very same compiler could link the static library then.
UNIX_FLAGS = ["-O3", "-g0", "-std=c11", "-fvisibility=hidden", "-ffp-contract=off", "-fno-lto"]
MSVC_FLAGS = ["/O2", "/std:c11", "/fp:precise", "/GL-"]
KERNEL = "src/dominoes/csrc/kernel.c"
FOUND_BY = {
    "cmake/dominoes.pc.in": "pkgconfig",
    "cmake/dominoes-config.cmake.in": "cmake/dominoes",
    "cmake/wheel/dominoes-config-version.cmake.in": "cmake/dominoes",
    "cmake/wheel/dominoes-targets.cmake.in": "cmake/dominoes",
}
"""Templates of what pkg-config and CMake find the static library by, and their folders under ``dominoes/lib``."""


def switched_on(name: str) -> bool:
    return os.environ.get(name, "") not in ("", "0")


SKIP_C = switched_on("DOMINOES_SKIP_C")
REQUIRE_C = switched_on("DOMINOES_REQUIRE_C")
CFFI = switched_on("DOMINOES_CFFI")
if SKIP_C and (REQUIRE_C or CFFI):
    other = "DOMINOES_REQUIRE_C" if REQUIRE_C else "DOMINOES_CFFI"
    sys.exit(f"DOMINOES_SKIP_C and {other} contradict each other: set one of them")


class PerformanceHintError(Exception):
    """Cython found a slow spot, such as a function that takes the GIL to look for an error."""


def say(*lines: str) -> None:
    """Print where a build log shows it: standard output and error both end up there."""
    rule = "*" * 78
    print(rule, *(f"* {line}" for line in lines), rule, sep="\n", file=sys.stderr, flush=True)


class BuildCore(build_ext):
    """Compiles the core, at most once in a run, and leaves a pure package where that fails."""

    built: str | None = None

    def finalize_options(self) -> None:
        super().finalize_options()
        self.force = True  # one module: an outdated one would cost more than a compile

    def run(self) -> None:
        try:
            super().run()
        except Exception as error:
            if REQUIRE_C or CFFI:
                raise
            self.extensions = []
            self.distribution.ext_modules = []
            say(
                f"The compiled core could not be built: {type(error).__name__}: {error}",
                "This is a PURE install of dominoes: the same games and results, but slow.",
                "DOMINOES_REQUIRE_C=1 makes this an error; `dominoes --version` says which backend is in use.",
            )

    def build_extension(self, ext: Extension) -> None:
        target = self.get_ext_fullpath(ext.name)
        ext.extra_compile_args = MSVC_FLAGS if self.compiler.compiler_type == "msvc" else UNIX_FLAGS
        # The kernel stays within the module: the functions of another libdominoes in the process shall not be called.
        ext.define_macros = [*ext.define_macros, ("DOM_STATIC", None)]
        if ext.name != core.name:
            super().build_extension(ext)  # the module of cffi, which needs nothing else
        elif BuildCore.built is None:
            self.translate(ext)
            super().build_extension(ext)
            try:
                self.make_library(Path(target).parent / "lib")
            except Exception:
                os.remove(target)  # a package has both or is a pure one
                raise
            BuildCore.built = target
        elif os.path.abspath(BuildCore.built) != os.path.abspath(target):
            self.mkpath(os.path.dirname(target))
            self.copy_file(BuildCore.built, target)
            self.copy_library(target)

    def copy_library(self, target: str) -> None:
        """Put the static library beside another copy of the core, too."""
        assert BuildCore.built is not None
        shutil.copytree(Path(BuildCore.built).parent / "lib", Path(target).parent / "lib", dirs_exist_ok=True)

    def copy_extensions_to_source(self) -> None:
        super().copy_extensions_to_source()
        if BuildCore.built is not None:
            self.copy_library("src/dominoes/_core")

    def make_library(self, folder: Path) -> None:
        """The static library, from the kernel as compiled for the core, and what programs find it by."""
        objects = self.compiler.object_filenames([KERNEL], output_dir=self.build_temp)
        shutil.rmtree(folder, ignore_errors=True)
        self.compiler.create_static_lib(objects, "dominoes", output_dir=str(folder))
        words = {
            "dominoes_version": self.distribution.get_version(),
            "library": self.compiler.library_filename("dominoes"),
            "prefix_from_pc": "../..",
            "includedir": "include",
            "libdir": "lib",
            "PACKAGE_INIT": "",
        }
        for template, where in FOUND_BY.items():
            text = re.sub(r"@(\w+)@", lambda found: words[found[1]], Path(template).read_text(encoding="utf-8"))
            target = folder / where / Path(template).stem
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8", newline="\n")

    def translate(self, ext: Extension) -> None:
        """Turn the Cython source into C under the build directory, hearing what Cython says meanwhile."""
        from Cython.Build import cythonize

        heard = io.StringIO()
        try:
            with contextlib.redirect_stderr(heard):
                translated = cythonize(
                    ext,
                    include_path=list(ext.include_dirs),
                    compiler_directives=DIRECTIVES,
                    build_dir=self.build_temp,
                    force=True,
                )
        finally:
            sys.stderr.write(heard.getvalue())
        ext.sources = translated[0].sources
        hints = [line for line in heard.getvalue().splitlines() if line.startswith("performance hint:")]
        if hints and REQUIRE_C:
            raise PerformanceHintError("\n".join(hints))


class BuildWheel(bdist_wheel):
    """Names the wheel after what is in it: a platform's tag only with the compiled core."""

    def run(self) -> None:
        shutil.rmtree(self.get_finalized_command("build").build_lib, ignore_errors=True)
        self.run_command("build_ext")
        self.root_is_pure = not self.distribution.has_ext_modules()
        super().run()


class BuildEditable(editable_wheel):
    """As `BuildWheel`: the tag is asked for before anything is built, so build first.

    A core that an earlier editable install left among the sources would be imported by this one too: away with it.
    """

    def run(self) -> None:
        for module in ("_core", "_ffi"):
            for left_over in glob(f"src/dominoes/{module}.*.so") + glob(f"src/dominoes/{module}.*.pyd"):
                os.remove(left_over)
        shutil.rmtree("src/dominoes/lib", ignore_errors=True)
        self.run_command("build_ext")
        super().run()


core = Extension(
    "dominoes._core",
    sources=["src/dominoes/_core.pyx", KERNEL],
    include_dirs=["src/dominoes/include", "src/dominoes/csrc"],
    depends=[
        "src/dominoes/_core.pxd",
        *sorted(glob("src/dominoes/*.pxi")),
        *sorted(glob("src/dominoes/include/*.h")),
        *sorted(glob("src/dominoes/csrc/*.[ch]")),
    ],
)

if SKIP_C:
    say("DOMINOES_SKIP_C is set: this is a PURE build of dominoes, without the compiled core.")

# Only a build that asks for it needs cffi; a front end installs what `setup_requires` names before the build proper.
with_cffi: dict[str, list[str]] = {}
if CFFI:
    with_cffi["cffi_modules"] = ["src/dominoes/_ffi_build.py:ffibuilder"]
    if find_spec("cffi") is None:
        with_cffi["setup_requires"] = ["cffi>=1.17"]

setup(
    **with_cffi,
    ext_modules=[] if SKIP_C else [core],
    cmdclass={"build_ext": BuildCore, "bdist_wheel": BuildWheel, "editable_wheel": BuildEditable},
)
