"""The builder of ``dominoes._ffi``: libdominoes for Python by way of cffi's API mode.

``setup.py`` hands it to setuptools (``cffi_modules``) where ``DOMINOES_CFFI=1`` asks for it. What cffi is told is the
header itself, read when the module is built; cffi then has the C compiler check every struct and number of it. Nothing
here imports the package, since it is not built yet.
"""

from __future__ import annotations

import re
from pathlib import Path

from cffi import FFI

__all__ = ["KERNEL", "MODULE", "declarations", "ffibuilder"]

MODULE = "dominoes._ffi"
HERE = "src/dominoes"
"""Seen from ``setup.py``, where builds run: setuptools wants no absolute paths."""
KERNEL = f"{HERE}/csrc/kernel.c"

_COMMENTS = re.compile(r"/\*.*?\*/", re.DOTALL)
_FOR_CPLUSPLUS = re.compile(r"^#ifdef __cplusplus$.*?^#endif$", re.DOTALL | re.MULTILINE)
_NUMBER = re.compile(r"^#define (DOM_\w+) \d+$", re.MULTILINE)
_DIRECTIVES = re.compile(r"^#.*$", re.MULTILINE)


def declarations(header: str) -> str:
    """The declarations of ``dominoes.h`` as cffi reads them: without comments, directives and the mark of exports."""
    text = _FOR_CPLUSPLUS.sub("", _COMMENTS.sub("", header))
    numbers = [f"#define {name} ...\n" for name in _NUMBER.findall(text)]
    return "".join(numbers) + re.sub(r"\bDOM_API\b", "", _DIRECTIVES.sub("", text))


ffibuilder = FFI()
ffibuilder.cdef(declarations(Path(HERE, "include/dominoes.h").read_text(encoding="utf-8")))
ffibuilder.set_source(
    MODULE,
    '#include "dominoes.h"',
    sources=[KERNEL],
    include_dirs=[f"{HERE}/include", f"{HERE}/csrc"],
    py_limited_api=False,  # a module for each Python, as the core is: ABI3 costs more a call
)
