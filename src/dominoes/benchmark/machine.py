"""What a measurement was made on."""

from __future__ import annotations

import importlib.util
import platform
import re
from pathlib import Path
from typing import Final

from dominoes._backend import CORE
from dominoes._version import __version__

COMPILER: Final = re.compile(rb"GCC: \([^()\0]*\) [0-9.]+|clang version [0-9.]+")
"""The line that GCC and Clang leave in what they compile."""


def machine() -> dict[str, str]:
    """The facts of the machine's line: ``processor``, ``system``, ``python``, ``dominoes`` and ``core``."""
    return {
        "dominoes": __version__,
        "processor": _processor(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "core": _core(),
    }


def _processor() -> str:
    try:
        told = re.search(r"^model name\s*:\s*(.+)$", Path("/proc/cpuinfo").read_text(encoding="utf-8"), re.MULTILINE)
    except OSError:
        told = None
    return told[1] if told else platform.processor() or "unknown processor"


def _core() -> str:
    """``GCC: (Debian 12.2.0) 12.2.0``, ``unknown compiler``, or ``absent``."""
    found = importlib.util.find_spec(CORE)
    if found is None or found.origin is None:
        return "absent"
    compiler = COMPILER.search(Path(found.origin).read_bytes())
    return compiler[0].decode() if compiler else "unknown compiler"
