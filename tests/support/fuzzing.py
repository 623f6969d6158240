"""The fuzz targets of ``tests/fuzz`` and the inputs kept; ``python tests/support/fuzzing.py SECONDS`` finds more.

``tests/fuzz/corpus/TARGET.txt`` has one input a line, in hexadecimal: each reaches code that no other one does, or was
once an input that failed. Fuzzing the kernel needs clang with its libFuzzer, and fuzzing records Atheris, which is
libFuzzer for Python; the kept inputs run without either.
"""

from __future__ import annotations

import functools
import importlib.util
import os
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterable
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from support.compiling import BUILDS, KERNEL, PACKAGE

HERE = Path(__file__).resolve().parent.parent / "fuzz"
CORPUS = HERE / "corpus"
TARGETS = sorted(path.stem.removeprefix("fuzz_") for path in HERE.glob("fuzz_*.c"))
RECORDS = "records"
LONGEST = {**dict.fromkeys(TARGETS, 160), RECORDS: 2000}
PROGRAM = HERE / "fuzz_records.py"
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


def has_atheris_wheels() -> bool:
    """Whether Atheris has wheels for this Python, as the markers of pyproject.toml's ``dev`` say."""
    here = (sys.implementation.name, sys.platform, platform.machine())
    without_lock = bool(sysconfig.get_config_var("Py_GIL_DISABLED"))
    return here == ("cpython", "linux", "x86_64") and sys.version_info < (3, 15) and not without_lock


def atheris_lacking() -> str | None:
    """Why records cannot be fuzzed here, or None."""
    if importlib.util.find_spec("atheris") is not None:
        return None
    if has_atheris_wheels():
        return "there is no Atheris: pip install atheris"
    return "there is no Atheris, which has wheels for CPython 3.10 to 3.14 on Linux x86-64 alone"


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


def program(target: str, folder: Path) -> list[str]:
    """The command that fuzzes a target; what must be built is, in the folder."""
    return [sys.executable, str(PROGRAM)] if target == RECORDS else [str(build_fuzzer(target, folder))]


def fuzz(target: str, command: list[str], folders: list[Path], *options: str, **environment: str) -> str:
    """Run a fuzzer on folders of inputs, the first of which it adds to; its log. AssertionError, with the failing input
    in hexadecimal, where it finds one."""
    words = [*command, f"-max_len={LONGEST[target]}", "-timeout=20", *options, *map(str, folders)]
    folder, env = folders[0].parent, {**os.environ, "PYTHONHASHSEED": "0", **environment}
    done = subprocess.run(words, cwd=folder, env=env, capture_output=True, text=True, errors="replace", check=False)
    failing = (path for kind in ("crash", "timeout", "oom") for path in folder.glob(f"{kind}-*"))
    failed = "".join(f"\n{path.name}: {path.read_bytes().hex()}" for path in failing)
    assert done.returncode == 0, done.stderr[-6000:] + failed
    return done.stderr


def output(command: list[str], environment: dict[str, str]) -> str:
    """What a program prints; AssertionError where it fails or complains."""
    done = subprocess.run(command, env=environment, capture_output=True, encoding="utf-8", check=False)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr[-6000:]
    return done.stdout


def runs(log: str) -> int:
    """How many inputs a fuzzer ran, by its log."""
    found = re.search(r"Done (\d+) runs", log)
    assert found is not None, log[-2000:]
    return int(found[1])


def grow(target: str, seconds: int) -> None:
    """Fuzz for so long, and keep what reaches code that nothing kept did; of records, also code of the pure backend."""
    environment = {"DOMINOES_BACKEND": "py"} if target == RECORDS else {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        command = program(target, folder)
        corpus = spread(kept(target), folder / "kept")
        found = Path(shutil.copytree(corpus, folder / "found"))
        fuzz(target, command, [found], f"-max_total_time={seconds}", **environment)
        fuzz(target, command, [corpus, found], "-merge=1", "-use_counters=0", **environment)
        keep(target, [path.read_bytes() for path in corpus.iterdir()])


def main() -> None:
    """Fuzz each target that can be fuzzed here, for so many seconds."""
    lacking = {**dict.fromkeys(TARGETS, fuzzer_lacking()), RECORDS: atheris_lacking()}
    for target, why in lacking.items():
        if why is not None:
            print(f"{target}: left out, {why}")
            continue
        before = len(kept(target))
        grow(target, int(sys.argv[1]) if len(sys.argv) > 1 else 60)
        print(f"{target}: {before} inputs kept before, {len(kept(target))} now")


if __name__ == "__main__":
    main()
