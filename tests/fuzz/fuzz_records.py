"""Bytes as records, by the parser and the replay: a program that takes libFuzzer's options and folders of inputs.

It needs Atheris, which is libFuzzer for Python. ``tests/support/fuzzed_records.py`` says what must hold: where it does
not, the program ends with a traceback and keeps the input that did it. ``DOMINOES_BACKEND`` chooses who replays; the
pure backend shows the fuzzer the rules' own code too.
"""

from __future__ import annotations

import random
import shlex
import sys
from pathlib import Path

import atheris

HERE = Path(__file__).resolve()
sys.path.insert(0, str(HERE.parent.parent))

with atheris.instrument_imports(include=["dominoes"]):
    from support import fuzzed_records


def one_input(data: bytes) -> None:
    """What libFuzzer calls with each input."""
    fuzzed_records.check(data)


def mutate(data: bytes, longest: int, seed: int) -> bytes:
    """An input made from another: by libFuzzer's own changes, which know what was compared, or as a record."""
    chance = random.Random(seed)
    if chance.random() < 0.25:
        return atheris.Mutate(data, longest)
    return fuzzed_records.mutated(data, chance)[:longest]


def main() -> None:
    # The first word is what libFuzzer runs, through a shell, to start itself again: it does so to merge folders.
    atheris.Setup([shlex.join([sys.executable, str(HERE)]), *sys.argv[1:]], one_input, custom_mutator=mutate)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
