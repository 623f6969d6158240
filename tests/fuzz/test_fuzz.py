"""Bytes and texts that nobody meant: the kernel's fuzz targets, on what is kept and for a short while on more, and
records with their bytes changed."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support import cases, fuzzing
from support.compiling import BUILDS, COMPILER, kernel_object, needs_kernel, run

import dominoes as dm

GOLDEN = [*cases.load("golden/matches.jsonl"), *cases.load("golden/rounds.jsonl")]
RECORDS = [json.dumps(case["record"]).encode() for case in GOLDEN]
PIECES = rb"""[ ] { } " , : \ \u0000 \ud800 null NaN 1e999 -1 6-6 draw @R "rules" "rounds" 1_000""".split()
PIECES += [b"9" * 30, b"[" * 99, b" ", b"\n", b"\x00", b"\xff", b"\xef\xbb\xbf"]


# The kernel


@pytest.mark.parametrize("target", fuzzing.TARGETS)
@pytest.mark.parametrize("how", ["sanitized", "optimized, char unsigned"])
class TestKept:
    pytestmark = needs_kernel

    def test_the_kept_inputs_pass(self, target: str, how: str, tmp_path: Path) -> None:
        assert COMPILER is not None
        program, replay = str(tmp_path / "replay"), str(fuzzing.HERE / "replay.c")
        kernel = str(kernel_object(how, tmp_path.parent))
        run(COMPILER, *BUILDS[how], *fuzzing.source(target), replay, kernel, "-o", program)
        inputs = fuzzing.kept(target)
        folder = fuzzing.spread([*inputs, b""], tmp_path / "inputs")
        files = sorted(map(str, folder.iterdir()))
        assert run(program, *files).split() == files


@pytest.mark.parametrize("target", fuzzing.TARGETS)
def test_the_kept_inputs_are_few_and_in_order(target: str) -> None:
    inputs = fuzzing.kept(target)
    assert inputs == sorted(set(inputs), key=lambda data: (len(data), data))
    assert 0 < len(inputs) <= 400
    assert max(map(len, inputs)) <= fuzzing.LONGEST


@pytest.mark.slow
@pytest.mark.parametrize("target", fuzzing.TARGETS)
class TestFuzzing:
    pytestmark = needs_kernel

    def test_nothing_is_found(self, target: str, tmp_path: Path) -> None:
        """So many inputs, made from the kept ones under a fixed seed, or as many as so many seconds allow."""
        lacking = fuzzing.fuzzer_lacking()
        if lacking is not None and not os.environ.get("DOMINOES_TEST_REQUIRE_C"):
            pytest.skip(lacking)
        assert lacking is None, lacking
        corpus = fuzzing.spread(fuzzing.kept(target), tmp_path / "corpus")
        program = fuzzing.build_fuzzer(target, tmp_path)
        seconds = os.environ.get("DOMINOES_TEST_FUZZ_SECONDS", "12")
        log = fuzzing.fuzz(program, corpus, "-seed=1", "-runs=20000", f"-max_total_time={seconds}")
        assert fuzzing.runs(log) > len(fuzzing.kept(target))


# Records


def changed(chance: random.Random, data: bytes) -> bytes:
    """The bytes with a few of them changed, taken out, doubled, moved, or pieces of JSON put in."""
    for _ in range(chance.choice((1, 1, 1, 2, 3, 8))):
        at, end = sorted(chance.randrange(len(data) + 1) for _ in range(2))
        end = min(end, at + chance.choice((0, 1, 1, 2, 8, 200)))
        new = chance.choice(
            (
                b"",
                chance.choice(PIECES),
                chance.randbytes(1),
                data[at:end] * 2,
                bytes(byte ^ 1 << chance.randrange(8) for byte in data[at:end]),
            )
        )
        data = data[:at] + new + data[end:]
    return data


def outcome(call: Callable[[], Any]) -> Any:
    """What a call gives; the words of a `RecordError`. Any other error fails the test."""
    try:
        return call()
    except dm.RecordError as error:
        return str(error)


@pytest.mark.parametrize("part", range(8))
def test_a_changed_record_loads_or_is_refused_as_a_record(part: int) -> None:
    chance = random.Random(f"records {part}")
    loaded = 0
    for _ in range(250):
        data = changed(chance, chance.choice(RECORDS))
        record = outcome(lambda data=data: dm.Record.loads(data))
        if isinstance(record, str):
            assert record, data
            continue
        loaded += 1
        assert dm.Record.loads(record.dumps()) == record, data
        match = outcome(record.replay)
        assert match if isinstance(match, str) else match.to_record().rounds == record.rounds, data
    assert 0 < loaded < 250
