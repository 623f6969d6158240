"""Every known fault is a test: which numbers stand where, and that none is missing (``data/known-faults.md``)."""

from __future__ import annotations

import re
from pathlib import Path

from support import cases

TESTS = Path(__file__).resolve().parent.parent
FAULTS = {
    int(number): text
    for number, text in re.findall(
        r"^(\d+)\. (.+)$", (cases.DATA / "known-faults.md").read_text(encoding="utf-8"), re.M
    )
}
ELSEWHERE = {
    51: ("packaging/test_pythons.py", "test_a_cpython_at_hand_builds_a_wheel_that_plays"),
    53: ("packaging/test_wheel.py", "test_the_wheel_holds"),
}
LATER = {48: "draws by touch: the page, which does not exist yet"}


def names_in(path: Path) -> list[str]:
    return re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.M)


def covered() -> dict[int, list[str]]:
    """The numbers in the names of this folder's tests: ``test_fault_07_…``, ``test_faults_10_and_37_…``."""
    found: dict[int, list[str]] = {}
    for path in sorted(TESTS.glob("conformance/test_known_faults_*.py")):
        for name in names_in(path):
            numbers = re.match(r"test_faults?_((?:\d+_and_)*\d+)_", name)
            assert numbers, f"{path.name}: {name} names no fault"
            for number in numbers[1].split("_and_"):
                found.setdefault(int(number), []).append(f"{path.name}::{name}")
    return found


def test_the_list_is_whole() -> None:
    assert list(FAULTS) == list(range(1, 54))


def test_every_fault_is_covered() -> None:
    missing = set(FAULTS) - set(covered()) - set(ELSEWHERE) - set(LATER)
    assert not missing, {number: FAULTS[number] for number in missing}
    assert set(covered()) <= set(FAULTS)


def test_what_stands_elsewhere_stands_there() -> None:
    for number, (path, name) in ELSEWHERE.items():
        assert name in names_in(TESTS / path), FAULTS[number]


def test_nothing_is_put_off_that_is_done() -> None:
    assert not set(LATER) & (set(covered()) | set(ELSEWHERE))
