"""Checks what is to be published: ``python .github/check_release.py DIST [TAG]``, without a tag empty or left out.

The folder must hold the sdist, the pure wheel and one wheel for each Python and platform, all of the version in the
sources; a tag must be ``v`` and that version, and the changelog must tell of it as released.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
PYTHONS: Final = ("cp310", "cp311", "cp312", "cp313", "cp314", "cp314t")
PLATFORMS: Final = ("manylinux", "musllinux", "macosx", "win")
MACHINES: Final = ("x86_64", "arm64")
NAME: Final = "dominoes_engine"

_SAME: Final = {"amd64": "x86_64", "aarch64": "arm64"}
_WHEEL: Final = re.compile(r"(?P<name>\w+)-(?P<version>[^-]+)-(?P<python>\w+)-(?P<abi>\w+)-(?P<platform>[\w.]+)\.whl")


def expected(version: str) -> set[str]:
    """What is to be there: the sdist, the pure wheel, and a wheel of each kind."""
    kinds = {"-".join(kind) for kind in product(PYTHONS, PLATFORMS, MACHINES)}
    return kinds | {f"{NAME}-{version}.tar.gz", f"{NAME}-{version}-py3-none-any.whl"}


def kind(file: str, version: str) -> str:
    """What kind of wheel a file is, such as ``cp314t-musllinux-arm64``; anything else is its own name."""
    match = _WHEEL.fullmatch(file)
    if match is None or match["name"] != NAME or match["version"] != version or match["platform"] == "any":
        return file
    platform = match["platform"].split(".")[0]
    family = re.match("[a-z]+", platform)
    machine = next((name for name in (*MACHINES, *_SAME) if platform.endswith(name)), platform)
    python = f"{match['python']}t" if match["abi"].endswith("t") else match["python"]
    return "-".join([python, family[0] if family else "", _SAME.get(machine, machine)])


def faults(files: Iterable[str], version: str, tag: str, changelog: str) -> Iterator[str]:
    """Each thing that is wrong, in a line."""
    kinds = [kind(file, version) for file in files]
    yield from (f"missing: {name}" for name in sorted(expected(version) - set(kinds)))
    yield from (f"not expected: {name}" for name in sorted(set(kinds) - expected(version)))
    yield from (f"twice: {name}" for name in sorted({name for name in kinds if kinds.count(name) > 1}))
    if tag and tag != f"v{version}":
        yield f"the tag is {tag}, but the version is {version}"
    if tag and not re.search(rf"^## {re.escape(version)} \(\d{{4}}-\d\d-\d\d\)$", changelog, re.MULTILINE):
        yield f"CHANGELOG.md has no line '## {version} (YYYY-MM-DD)'"


def version_of_sources() -> str:
    text = (ROOT / "src/dominoes/_version.py").read_text(encoding="utf-8")
    match = re.search(r'^__version__: Final = "(.+)"$', text, re.MULTILINE)
    if match is None:
        raise SystemExit("no version in src/dominoes/_version.py")
    return match[1]


def main(folder: str, tag: str = "") -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    files = sorted(path.name for path in Path(folder).iterdir())
    found = list(faults(files, version_of_sources(), tag, changelog))
    if found:
        raise SystemExit("\n".join(found))
    print(f"{len(files)} files of version {version_of_sources()}: all there")


if __name__ == "__main__":
    if not 2 <= len(sys.argv) <= 3:
        raise SystemExit("usage: python .github/check_release.py DIST [TAG]")
    main(*sys.argv[1:])
