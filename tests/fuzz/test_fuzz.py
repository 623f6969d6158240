"""Bytes and texts that nobody meant: the fuzz targets, on what is kept and for a short while on more. Records are also
changed at random where there is no fuzzer."""

from __future__ import annotations

import json
import os
import random
import sys
from pathlib import Path

import pytest
from support import backends, cases, cli, fuzzed_records, fuzzing
from support.compiling import BUILDS, COMPILER, kernel_object, needs_kernel, run

import dominoes as dm

GOLDEN = [*cases.load("golden/matches.jsonl"), *cases.load("golden/rounds.jsonl")]
RECORDS = [json.dumps(case["record"]).encode() for case in GOLDEN]
REQUIRED = bool(os.environ.get("DOMINOES_TEST_REQUIRE_C"))


def seconds() -> str:
    """How long a target is fuzzed at most."""
    return f"-max_total_time={os.environ.get('DOMINOES_TEST_FUZZ_SECONDS', '12')}"


@pytest.mark.parametrize("target", [*fuzzing.TARGETS, fuzzing.RECORDS])
def test_the_kept_inputs_are_few_and_in_order(target: str) -> None:
    inputs = fuzzing.kept(target)
    assert inputs == sorted(set(inputs), key=lambda data: (len(data), data))
    assert 0 < len(inputs) <= 400
    assert max(map(len, inputs)) <= fuzzing.LONGEST[target]


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


@pytest.mark.slow
@pytest.mark.parametrize("target", fuzzing.TARGETS)
class TestFuzzing:
    pytestmark = needs_kernel

    def test_nothing_is_found(self, target: str, tmp_path: Path) -> None:
        """So many inputs, made from the kept ones under a fixed seed, or as many as so many seconds allow."""
        lacking = fuzzing.fuzzer_lacking()
        if lacking is not None and not REQUIRED:
            pytest.skip(lacking)
        assert lacking is None, lacking
        corpus = fuzzing.spread(fuzzing.kept(target), tmp_path / "corpus")
        command = fuzzing.program(target, tmp_path)
        log = fuzzing.fuzz(target, command, [corpus], "-seed=1", "-runs=20000", seconds())
        assert fuzzing.runs(log) > len(fuzzing.kept(target))


# Records


def test_the_kept_records_are_the_same_on_every_backend(tmp_path: Path) -> None:
    """What must hold of them does, on each backend, and each says the same of them, refusals word by word."""
    folder = fuzzing.spread([*fuzzing.kept(fuzzing.RECORDS), b""], tmp_path / "inputs")
    command = [sys.executable, fuzzed_records.__file__, *sorted(map(str, folder.iterdir()))]
    said = [fuzzing.output(command, cli.environment(DOMINOES_BACKEND=name)) for name in backends.under_test()]
    verdicts = [json.loads(line) for line in said[0].splitlines()]
    assert len(verdicts) == len(fuzzing.kept(fuzzing.RECORDS)) + 1
    assert [fuzzed_records.REPLAYS] in verdicts
    assert all(words == said[0] for words in said)


def test_a_kept_record_is_saved_to_a_file_and_loaded(tmp_path: Path) -> None:
    path, saved = tmp_path / "r.json", 0
    for data in fuzzing.kept(fuzzing.RECORDS):
        for record in fuzzed_records.check_file(data):
            if isinstance(record, str):
                continue
            record.save(path)
            assert dm.Record.load(path) == record
            saved += 1
    assert saved > 20


@pytest.mark.parametrize("part", range(8))
def test_a_changed_record_loads_or_is_refused_as_a_record(part: int) -> None:
    chance = random.Random(f"records {part}")
    replayed = 0
    for _ in range(200):
        data = fuzzed_records.mutated(chance.choice(RECORDS), chance)
        try:
            replayed += fuzzed_records.REPLAYS in fuzzed_records.check(data)
        except Exception as error:
            raise AssertionError(data) from error
    assert 0 < replayed < 200


def test_the_same_chance_changes_a_record_the_same_way() -> None:
    made = [fuzzed_records.mutated(data, random.Random(number)) for number, data in enumerate(RECORDS)]
    assert made == [fuzzed_records.mutated(data, random.Random(number)) for number, data in enumerate(RECORDS)]
    assert made != RECORDS


@pytest.mark.slow
@pytest.mark.parametrize("backend", backends.under_test())
def test_fuzzing_records_finds_nothing(backend: str, tmp_path: Path) -> None:
    """So many inputs, made from the kept ones under a fixed seed, or as many as so many seconds allow."""
    lacking = fuzzing.atheris_lacking()
    if lacking is not None and not (REQUIRED and fuzzing.has_atheris_wheels()):
        pytest.skip(lacking)
    assert lacking is None, lacking
    target = fuzzing.RECORDS
    corpus = fuzzing.spread(fuzzing.kept(target), tmp_path / "corpus")
    environment = cli.environment(DOMINOES_BACKEND=backend)
    command = fuzzing.program(target, tmp_path)
    log = fuzzing.fuzz(target, command, [corpus], "-seed=1", "-runs=5000", seconds(), **environment)
    assert fuzzing.runs(log) > len(fuzzing.kept(target))
