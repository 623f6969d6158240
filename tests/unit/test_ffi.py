"""``dominoes._ffi``, the module of cffi: all of the header is there, as the library itself was compiled."""

from __future__ import annotations

import importlib
import re
import runpy
from pathlib import Path
from typing import Any

import pytest
from support import backends

import dominoes

PACKAGE = Path(str(dominoes.__file__)).parent
HEADER = (PACKAGE / "include" / "dominoes.h").read_text(encoding="utf-8")
ROOT = PACKAGE.parent.parent

needs_module = pytest.mark.skipif(not backends.cffi_present(), reason="the cffi module is not built")


def module() -> Any:
    return importlib.import_module("dominoes._ffi")


@needs_module
def test_every_function_and_number_of_the_header_is_there() -> None:
    functions = re.findall(r"^DOM_API .*?\b(dom_\w+)\(", HEADER, re.MULTILINE)
    text = re.sub(r"/\*.*?\*/", "", HEADER, flags=re.DOTALL)
    enums = ",".join(re.findall(r"^enum[^{]*\{(.*?)\}", text, flags=re.DOTALL | re.MULTILINE))
    numbers = re.findall(r"(?:^|,)\s*(DOM_\w+)", enums)
    assert len(functions) > 60
    assert len(numbers) > 80
    assert "DOM_BLOCKER" in numbers
    assert [name for name in (*functions, *numbers) if not hasattr(module().lib, name)] == []


@needs_module
def test_the_library_has_the_same_structs() -> None:
    ffi, lib = module().ffi, module().lib
    for name in ("dom_rules", "dom_round", "dom_match", "dom_batch", "dom_solver"):
        assert lib.dom_abi_check(lib.DOM_ABI, name.encode(), ffi.sizeof(name)) == 0, name
    assert lib.dom_abi_check(lib.DOM_ABI, b"dom_round", ffi.sizeof("dom_round") + 1) == lib.DOM_ERR_ABI


@needs_module
def test_it_is_no_embedding_and_no_abi3() -> None:
    """The kernel, as it is, in a module for this very Python."""
    assert re.fullmatch(r"_ffi\.(cpython|cp)\S+\.(so|pyd)", Path(module().__file__).name)


@pytest.mark.skipif(not (ROOT / "setup.py").is_file(), reason="the builder reads the header where setup.py stands")
def test_what_cffi_is_told_is_the_header(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("cffi")
    monkeypatch.chdir(ROOT)
    declarations = runpy.run_path("src/dominoes/_ffi_build.py")["declarations"]
    told = declarations(
        '/* a # b */\n#define DOM_ABI 7\n#define DOM_VERSION "1"\n#ifdef __cplusplus\nextern {\n#endif\n'
        "DOM_API int dom_f(int DOM_API_NOT); /* two\nlines */\n"
    )
    assert told.split() == ["#define", "DOM_ABI", "...", "int", "dom_f(int", "DOM_API_NOT);"]
