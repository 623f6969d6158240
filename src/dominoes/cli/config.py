"""``dominoes config``: where header and library lie, for the compiler's command line; and the two-file library."""

from __future__ import annotations

import argparse
import re
from typing import TYPE_CHECKING, Final

from dominoes import building
from dominoes.errors import DominoesError

from .failures import OK, CommandError, UsageError, cannot
from .options import add_command

if TYPE_CHECKING:
    from .options import Subparsers

EXAMPLES: Final = """\
  cc game.c $(dominoes config --cflags --libs) -o game
  PKG_CONFIG_PATH=$(dominoes config --pkgconfigdir) pkg-config --cflags --libs dominoes
  cmake -S . -B build -Ddominoes_DIR=$(dominoes config --cmakedir)
  dominoes config --amalgamate vendor    writes vendor/dominoes.c and vendor/dominoes.h
"""

UNSAFE: Final = re.compile(r"([^\w@%+=:,./~-])")
"""What a shell or a makefile would not take as part of a word."""


def add_parser(subparsers: Subparsers) -> None:
    parser = add_command(
        subparsers,
        "config",
        "tell where the C library is, for builds",
        description="Tell where the C library of this installation is, or write it as two files. What is asked for is "
        "told in this order: flags on one line, then folders, each on a line of its own.",
        examples=EXAMPLES,
    )
    parser.add_argument("--cflags", action="store_true", help="flags for the compiler: the header's folder")
    parser.add_argument("--libs", action="store_true", help="flags for the linker: the static library")
    parser.add_argument("--pkgconfigdir", action="store_true", help="the folder of dominoes.pc")
    parser.add_argument("--cmakedir", action="store_true", help="the folder of dominoes-config.cmake")
    parser.add_argument("--amalgamate", metavar="DIR", help="write dominoes.c and dominoes.h into a folder")


def run(args: argparse.Namespace) -> int:
    asked = (args.cflags, args.libs, args.pkgconfigdir, args.cmakedir, args.amalgamate is not None)
    if not any(asked):
        raise UsageError("config: say what to tell: --cflags, --libs, --pkgconfigdir, --cmakedir or --amalgamate DIR")
    for line in _lines(args):
        print(line)
    return OK


def _lines(args: argparse.Namespace) -> list[str]:
    flags = [f"-I{_word(building.get_include())}"] if args.cflags else []
    try:
        if args.libs:
            flags += [f"-L{_word(building.get_library_dir())}", "-ldominoes"]
        lines = [" ".join(flags)] if flags else []
        if args.pkgconfigdir:
            lines.append(building.get_pkgconfig_dir())
        if args.cmakedir:
            lines.append(building.get_cmake_dir())
    except DominoesError as error:
        raise CommandError(f"config: {error}") from None
    if args.amalgamate is not None:
        lines += _amalgamated(args.amalgamate)
    return lines


def _amalgamated(folder: str) -> list[str]:
    try:
        return list(map(str, building.amalgamate(folder)))
    except OSError as error:
        raise cannot("write into", folder, error) from None


def _word(path: str) -> str:
    """A path as a part of a word for shells: as pkg-config does, with a backslash before what would break it."""
    return UNSAFE.sub(r"\\\1", path)
