"""What a build needs of the C library, and where it lies: header, sources, library, what pkg-config and CMake read.

Nothing here needs an engine: neither the compiled core nor its twin is imported.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Final

from ._version import __version__
from .errors import DominoesError

__all__ = ["amalgamate", "get_cmake_dir", "get_include", "get_library_dir", "get_pkgconfig_dir"]

PACKAGE: Final = Path(__file__).resolve().parent
HEADER: Final = "dominoes.h"
SOURCE: Final = "dominoes.c"
KERNEL: Final = "kernel.c"
"""The one source that a build compiles; it includes the others."""
LIBRARIES: Final = ("libdominoes.a", "dominoes.lib")
INCLUDE_LINE: Final = re.compile(r'^[ \t]*#[ \t]*include[ \t]+"([^"]+)".*\n', re.MULTILINE)
LICENSE: Final = """\
Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.
"""
"""What must go with every copy. The file LICENSE, which has the same words, is not among an installed package's own."""
GUARD: Final = re.compile(r"^#ifndef (\w+)\n#define \1\b", re.MULTILINE)


def get_include() -> str:
    """The folder of ``dominoes.h``, for ``-I`` or ``include_dirs``.

    >>> from pathlib import Path
    >>> Path(get_include(), "dominoes.h").exists()
    True
    """
    return str(PACKAGE / "include")


def get_library_dir() -> str:
    """The folder of the static library ``dominoes``, for ``-L`` or ``library_dirs``.

    `DominoesError` where this installation has none: it is the pure one, or runs from sources that were never built.
    """
    folder = PACKAGE / "lib"
    if not any((folder / name).exists() for name in LIBRARIES):
        raise DominoesError(
            "this installation has no static library, since it has no compiled core; "
            "its header and C sources are there: dominoes config --amalgamate DIR"
        )
    return str(folder)


def get_pkgconfig_dir() -> str:
    """The folder of ``dominoes.pc``, for ``PKG_CONFIG_PATH``. `DominoesError` as of `get_library_dir`."""
    return os.path.join(get_library_dir(), "pkgconfig")


def get_cmake_dir() -> str:
    """The folder of ``dominoes-config.cmake``, for ``dominoes_DIR``. `DominoesError` as of `get_library_dir`."""
    return os.path.join(get_library_dir(), "cmake", "dominoes")


def amalgamate(folder: str | os.PathLike[str]) -> tuple[Path, Path]:
    """Write the whole library as ``dominoes.c`` and ``dominoes.h`` into a folder, made where it is not there.

    The two paths are returned. Files of these names are written over. OSError where the system does not let it.
    """
    into = Path(folder)
    into.mkdir(parents=True, exist_ok=True)
    written = into / SOURCE, into / HEADER
    header = (PACKAGE / "include" / HEADER).read_text(encoding="utf-8")
    for path, text in zip(written, (_whole_source(), header), strict=True):
        path.write_text(f"{_banner(path.name)}{text}", encoding="utf-8", newline="\n")
    return written


def _banner(name: str) -> str:
    other = HEADER if name == SOURCE else SOURCE
    terms = "".join(f" * {line}".rstrip() + "\n" for line in LICENSE.splitlines())
    return (
        f"/* {name} of dominoes {__version__}, to be dropped into a program beside {other}.\n"
        f" * Copyright (c) 2026 The dominoes authors. SPDX-License-Identifier: MIT\n *\n"
        f" * Written by `dominoes config --amalgamate`; a change belongs into the sources that it was made from.\n"
        f" * Compile {SOURCE} as C11, with -ffp-contract=off where the compiler knows it; for a plug-in or a module\n"
        f" * of another language with -DDOM_STATIC, which keeps its functions within.\n *\n"
        f"{terms} */\n"
    )


def _whole_source() -> str:
    """``kernel.c`` with all that it includes in place. Guarded headers come once; the public one stays outside."""
    seen = {HEADER}

    def inlined(name: str) -> str:
        text = (PACKAGE / "csrc" / name).read_text(encoding="utf-8")
        if GUARD.search(text):
            seen.add(name)
        body = INCLUDE_LINE.sub(lambda found: "" if found[1] in seen else inlined(found[1]), text)
        return body if name == KERNEL else f"\n/* ==== {name} ==== */\n\n{body}"

    return f'#include "{HEADER}"\n{inlined(KERNEL)}'
