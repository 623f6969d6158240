"""The fuzz targets of ``tests/fuzz`` and the inputs kept; ``python tests/support/fuzzing.py SECONDS`` finds more.

``tests/fuzz/corpus/TARGET.txt`` has one input a line, in hexadecimal: each reaches code that no other one does, or was
once an input that failed. Fuzzing needs clang with its libFuzzer; the kept inputs run under any C compiler.
"""

from __future__ import annotations

import functools
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from support.compiling import BUILDS, KERNEL, PACKAGE

HERE = Path(__file__).resolve().parent.parent / "fuzz"
CORPUS = HERE / "corpus"
TARGETS = sorted(path.stem.removeprefix("fuzz_") for path in HERE.glob("fuzz_*.c"))
LONGEST = 160
CLANG = shutil.which("clang")


def kept(target: str) -> list[bytes]:
    """The inputs that are kept for a target, shortest first."""
    return [bytes.fromhex(line) for line in (CORPUS / f"{target}.txt").read_text(encoding="ascii").splitlines()]


def keep(target: str, inputs: Iterable[bytes]) -> None:
    """Write the kept inputs of a target, each once."""
    lines = [data.hex() for data in sorted(set(inputs), key=lambda data: (len(data), data))]
    (CORPUS / f"{target}.txt").write_text("".join(line + "\n" for line in lines), encoding="ascii")


def spread(inputs: Iterable[bytes], folder: Path) -> Path:
    """A folder with a file for each input, as libFuzzer wants them."""
    folder.mkdir()
    for number, data in enumerate(inputs):
        (folder / f"{number:04}").write_bytes(data)
    return folder


def source(target: str) -> list[str]:
    """A target's source, and where the header is."""
    return [f"-I{PACKAGE / 'include'}", str(HERE / f"fuzz_{target}.c")]


@functools.cache
def fuzzer_lacking() -> str | None:
    """Why there can be no fuzzing here, or None: clang may come without its run-time libraries."""
    if CLANG is None:
        return "there is no clang"
    with tempfile.TemporaryDirectory() as folder:
        probe = Path(folder) / "probe.c"
        probe.write_text("int LLVMFuzzerTestOneInput(const char *d, unsigned long n) { return d == 0 && n > 9; }\n")
        command = [CLANG, "-fsanitize=fuzzer,address,undefined", str(probe), "-o", str(probe.with_suffix(""))]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    return None if done.returncode == 0 else "clang has no libFuzzer: install libclang-rt-NN-dev of its version"


def build_fuzzer(target: str, folder: Path) -> Path:
    """The target as a libFuzzer program, under AddressSanitizer and UBSan."""
    assert CLANG is not None
    program = folder / f"fuzz_{target}"
    words = [CLANG, *BUILDS["sanitized"], "-fsanitize=fuzzer", *source(target), str(KERNEL), "-o", str(program)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return program


def fuzz(program: Path, corpus: Path, *options: str) -> str:
    """Run a fuzzer on a folder of inputs, which it adds to; its log. A failing input is shown in it, in hexadecimal."""
    words = [str(program), f"-max_len={LONGEST}", *options, str(corpus)]
    done = subprocess.run(words, cwd=program.parent, capture_output=True, text=True, errors="replace", check=False)
    failed = "".join(f"\n{path.name}: {path.read_bytes().hex()}" for path in program.parent.glob("crash-*"))
    assert done.returncode == 0, done.stderr[-6000:] + failed
    return done.stderr


def runs(log: str) -> int:
    """How many inputs a fuzzer ran, by its log."""
    found = re.search(r"Done (\d+) runs", log)
    assert found is not None, log[-2000:]
    return int(found[1])


def grow(target: str, seconds: int) -> None:
    """Fuzz for so long, and keep what reaches code that nothing kept did."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        program = build_fuzzer(target, folder)
        corpus = spread(kept(target), folder / "kept")
        found = Path(shutil.copytree(corpus, folder / "found"))
        fuzz(program, found, f"-max_total_time={seconds}")
        fuzz(program, corpus, "-merge=1", "-use_counters=0", str(found))
        keep(target, [path.read_bytes() for path in corpus.iterdir()])


def main() -> None:
    lacking = fuzzer_lacking()
    if lacking is not None:
        sys.exit(lacking)
    for target in TARGETS:
        before = len(kept(target))
        grow(target, int(sys.argv[1]) if len(sys.argv) > 1 else 60)
        print(f"{target}: {before} inputs kept before, {len(kept(target))} now")


if __name__ == "__main__":
    main()
