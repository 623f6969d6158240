"""The only place that chooses: the compiled core or its pure twin (``docs/waist.md``).

``DOMINOES_BACKEND=c`` or ``=py`` forces one. A core that is absent falls back to the twin; one that is there but does
not load raises, because a silent fall-back would hide a fault behind a hundredfold slowness.
"""

from __future__ import annotations

import os
from importlib import import_module
from typing import TYPE_CHECKING, Final

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
VARIABLE: Final = "DOMINOES_BACKEND"


def _choose() -> ModuleType:
    wanted = os.environ.get(VARIABLE, "")
    if wanted not in ("", "c", "py"):
        raise ImportError(f"{VARIABLE} must be c or py, not {wanted!r}")
    if wanted == "py":
        return import_module(TWIN)
    try:
        return import_module(CORE)
    except ModuleNotFoundError as error:
        if error.name != CORE:
            raise
        if wanted == "c":
            raise ImportError(f"{VARIABLE}=c, but this install has no compiled core ({CORE})") from error
    return import_module(TWIN)


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
