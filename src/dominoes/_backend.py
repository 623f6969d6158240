"""The only place that chooses: the compiled core, its pure twin, or the kernel through cffi (``docs/waist.md``).

``DOMINOES_BACKEND=c``, ``=py`` or ``=cffi`` forces one; the last is never taken unasked. A core that is absent falls
back to the twin; one that is there but does not load raises, because a silent fall-back would hide a fault behind a
hundredfold slowness.
"""

from __future__ import annotations

import os
from importlib import import_module
from typing import TYPE_CHECKING, Final

from .errors import BackendError

if TYPE_CHECKING:
    from types import ModuleType

    from ._pure import (
        BACKEND,
        Batch,
        State,
        Stream,
        check_spec,
        deal,
        playouts,
        preset,
        restore,
        score,
        seed_key,
        version,
    )

__all__ = [
    "BACKEND",
    "Batch",
    "State",
    "Stream",
    "check_spec",
    "deal",
    "playouts",
    "preset",
    "restore",
    "score",
    "seed_key",
    "version",
]

CORE: Final = "dominoes._core"
TWIN: Final = "dominoes._pure"
THROUGH_CFFI: Final = "dominoes._through_cffi"
CFFI_MODULE: Final = "dominoes._ffi"
VARIABLE: Final = "DOMINOES_BACKEND"


def _choose() -> ModuleType:
    wanted = os.environ.get(VARIABLE, "")
    if wanted not in ("", "c", "cffi", "py"):
        raise BackendError(f"{VARIABLE} must be c, cffi or py, not {wanted!r}")
    if wanted == "py":
        return import_module(TWIN)
    if wanted == "cffi":
        return _through_cffi()
    try:
        return import_module(CORE)
    except ModuleNotFoundError as error:
        if error.name != CORE:
            raise
        if wanted == "c":
            raise BackendError(f"{VARIABLE}=c, but this install has no compiled core ({CORE})") from error
    return import_module(TWIN)


def _through_cffi() -> ModuleType:
    try:
        return import_module(THROUGH_CFFI)
    except ModuleNotFoundError as error:
        if error.name != CFFI_MODULE:
            raise
        why = f"but this install has no {CFFI_MODULE}: it is built where DOMINOES_CFFI=1 is set"
        raise BackendError(f"{VARIABLE}=cffi, {why}") from error


if not TYPE_CHECKING:
    _chosen = _choose()
    BACKEND = _chosen.BACKEND
    Batch = _chosen.Batch
    State = _chosen.State
    Stream = _chosen.Stream
    check_spec = _chosen.check_spec
    deal = _chosen.deal
    playouts = _chosen.playouts
    preset = _chosen.preset
    restore = _chosen.restore
    score = _chosen.score
    seed_key = _chosen.seed_key
    version = _chosen.version
