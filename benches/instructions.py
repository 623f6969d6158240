"""The gate on speed that noise cannot open or shut: how many instructions fixed pieces of the kernel's work take.

    python benches/instructions.py              count, and compare with instructions.json
    python benches/instructions.py --renew      count, and write instructions.json

The workloads of ``instructions.c`` run under ``valgrind --tool=callgrind``, which counts every instruction that the
kernel executes; two runs of one program count the same. Exit code 1 if a count differs from the one kept by more than 3
percent, upwards or downwards (what got cheaper is worth keeping: ``--renew``), or if an answer differs. Another major
version of the compiler makes other instructions, and a processor without AVX2 takes other ways: then the counts are
told and only the answers compared.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Final, NamedTuple

from programs import COMPILER, HERE, compile_program, output_of

KEPT: Final = HERE / "instructions.json"
PACKAGE: Final = HERE.parent / "src" / "dominoes"
FLAGS: Final = ["-O2", "-std=c11", "-ffp-contract=off", f"-I{PACKAGE / 'include'}"]
CALLGRIND: Final = ["valgrind", "--tool=callgrind", "--collect-atstart=no", "--toggle-collect=counted"]
ALLOWED: Final = 0.03
PLAIN_LIBRARY: Final = "glibc.cpu.hwcaps=-AVX2,-AVX2_Usable,-AVX512F,-AVX512VL,-AVX_Fast_Unaligned_Load,-ERMS,-FSRM"
"""So that glibc copies memory in the same way on every processor."""


class Counted(NamedTuple):
    """One workload: its answer, and how many instructions that took."""

    answer: str
    instructions: int


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--renew", action="store_true", help="keep these counts")
    renew = parser.parse_args().renew
    if shutil.which("valgrind") is None:
        sys.exit("instructions.py counts with valgrind, which is not here")
    with tempfile.TemporaryDirectory() as folder:
        program = compile_program(
            Path(folder) / "program", FLAGS, HERE / "instructions.c", PACKAGE / "csrc" / "kernel.c"
        )
        found = {name: count(program, name) for name in output_of(program).splitlines()}
    compiler = compiler_name()
    if renew:
        write(compiler, found)
    kept = json.loads(KEPT.read_text(encoding="utf-8"))
    return 0 if compare(compiler, found, kept) else 1


def count(program: Path, name: str) -> Counted:
    command = [*CALLGRIND, f"--callgrind-out-file={os.devnull}", str(program), name]
    environment = {**os.environ, "GLIBC_TUNABLES": PLAIN_LIBRARY}
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
    told = re.search(r"Collected : (\d+)", done.stderr)
    if told is None:
        sys.exit(f"callgrind says nothing of {name}:\n{done.stderr}")
    return Counted(done.stdout.strip(), int(told[1]))


def compiler_name() -> str:
    """``gcc 12, x86_64 with AVX2``: what decides the instructions, beside the flags."""
    first, *_ = output_of(COMPILER, "--version").splitlines()
    kind = "clang" if "clang" in first else "gcc"
    major = output_of(COMPILER, "-dumpversion").split(".")[0].strip()
    flags = Path("/proc/cpuinfo").read_text(encoding="utf-8").split()
    return f"{kind} {major}, {platform.machine()}{' with AVX2' if 'avx2' in flags else ''}"


def write(compiler: str, found: dict[str, Counted]) -> None:
    rows = {name: counted._asdict() for name, counted in found.items()}
    KEPT.write_text(json.dumps({"compiler": compiler, "workloads": rows}, indent=1) + "\n", encoding="utf-8")


def compare(compiler: str, found: dict[str, Counted], kept: dict[str, Any]) -> bool:
    """Print the counts beside those kept; true where all is as it was."""
    same_compiler = compiler == kept["compiler"]
    print(f"{'instructions, ' + compiler:32}{'now':>14}{'kept':>14}")
    wrong = [name for name in kept["workloads"] if name not in found]
    for name, now in found.items():
        before = kept["workloads"].get(name, {"answer": "none", "instructions": now.instructions})
        change = now.instructions / before["instructions"] - 1
        verdict = "" if now.answer == before["answer"] else "  ANOTHER ANSWER"
        if same_compiler and abs(change) > ALLOWED:
            verdict += "  MORE" if change > 0 else "  LESS"
        if verdict:
            wrong.append(name)
        print(f"{name:32}{now.instructions:14,}{before['instructions']:14,}{change:+8.1%}{verdict}")
    if not same_compiler:
        print(f"the counts kept are those of {kept['compiler']}: only the answers were compared")
    if wrong:
        print(f"not as kept: {'; '.join(wrong)}\nwhere that is meant: python benches/instructions.py --renew")
    return not wrong


if __name__ == "__main__":
    sys.exit(main())
