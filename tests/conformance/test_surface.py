"""What the two backends export, held against each other; every difference that is permitted stands here by name."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from typing import Any

import pytest
from support.backends import Core

Cores = tuple[Core, Core]

NAMES = {
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
}
PERMITTED = {
    "BACKEND": "its value says which backend it is",
    "speed": "the compiled core is faster, and its loops release the GIL; cffi releases it in every call",
    "__module__": "Batch, State and Stream name the module they are from; pickles do not",
    "unhashable": "the interpreter may put the module before Stream in 'unhashable type'",
    "source": "inspect finds the twin's source, and the private parts of its objects; those of the core are C",
}
STATE = {
    *"spec players starter forced turn reason winner points scores_before scores viewer".split(),
    *"hand hand_count hand_mask pips boneyard boneyard_count dealt".split(),
    *"legal legal_count legal_from is_legal explain".split(),
    *"apply apply_unchecked undo actions action_count ends end_count chain spinner head fits squares".split(),
    *"edge_blocked collides seen_by choose advise beliefs perft playouts solve copy deal".split(),
}
BATCH = {
    *"spec players n first autoreset action_count observation_size".split(),
    *"codes masks rewards done turn errors sampled observations".split(),
    *"step reset sample observe state number".split(),
}
STREAM = {"next", "below", "shuffle", "position", "key", "number", "copy"}


def public(thing: Any) -> set[str]:
    return {name for name in dir(thing) if not name.startswith("_")}


def test_a_backend_exports_the_waist_and_nothing_else(core: Core) -> None:
    assert set(core.__all__) == NAMES  # type: ignore[attr-defined]
    assert all(hasattr(core, name) for name in NAMES)
    assert public(core.State) == STATE
    assert public(core.Stream) == STREAM
    assert public(core.Batch) == BATCH


def test_the_backend_says_its_name(both: Cores) -> None:
    assert [core.BACKEND for core in both] in (["c", "py"], ["cffi", "py"])
    assert "BACKEND" in PERMITTED


def test_versions_are_equal(both: Cores) -> None:
    assert both[0].version() == both[1].version()


def test_special_methods_are_the_same(both: Cores) -> None:
    """Equality, order, hash, copies and pickles: what one defines, so does the other."""
    wanted = (
        "__eq__ __ne__ __lt__ __le__ __gt__ __ge__ __hash__ __copy__ __deepcopy__ __reduce__ __len__ __iter__ __bool__"
    )
    for name in wanted.split():
        for thing in ("Batch", "State", "Stream"):
            first, second = (getattr(core, thing) for core in both)
            assert (getattr(first, name, None) is None) == (getattr(second, name, None) is None), (thing, name)


def parameters(call: Any) -> list[tuple[str, Any]] | None:
    try:
        signature = inspect.signature(call)
    except (TypeError, ValueError):
        return None
    return [(name, found.default) for name, found in signature.parameters.items() if name not in ("self", "cls")]


@pytest.mark.parametrize("name", sorted(NAMES - {"BACKEND"}))
def test_functions_take_the_same_arguments(both: Cores, name: str) -> None:
    """By name too, where the compiled one tells its signature."""
    first, second = (parameters(getattr(core, name)) for core in both)
    assert second is not None
    assert first in (None, second)


def test_no_class_of_the_waist_is_final(core: Core) -> None:
    for cls in (core.Batch, core.State, core.Stream):
        assert type("Sub", (cls,), {})


def test_the_header_and_the_codes_have_the_same_numbers() -> None:
    """``dominoes.h`` repeats ``_codes.py`` for C; a name that one of them changes alone is found here."""
    import dominoes
    from dominoes import _codes

    header = Path(str(dominoes.__file__)).parent / "include" / "dominoes.h"
    text = re.sub(r"/\*.*?\*/", "", header.read_text(encoding="utf-8"), flags=re.DOTALL)
    values: dict[str, int] = {}
    for body in re.findall(r"enum\s*\w*\s*\{(.*?)\}", text, flags=re.DOTALL):
        number = -1
        for item in filter(None, (part.strip() for part in body.split(","))):
            name, _, given = (part.strip() for part in item.partition("="))
            number = int(eval(given, {"__builtins__": {}}, values)) if given else number + 1
            values[name] = number
    for name in ("MAX_PIP", "MAX_TILES", "MAX_PLAYERS", "MIN_TABLE", "MAX_TABLE", "MAX_NUMBER", "DEAL_TRIES"):
        assert values[f"DOM_{name}"] == getattr(_codes, name), name
    for name in ("LEFT", "RIGHT", "UP", "DOWN", "NORTH", "EAST", "SOUTH", "WEST", "DRAW", "PASS"):
        assert values[f"DOM_{name}"] == getattr(_codes, name), name
    for name in ("ON", "DOMINO", "BLOCKED", "TARGET", "HIGHEST_TILE", "RANDOM_SEAT"):
        assert values[f"DOM_{name}"] == getattr(_codes, name), name
    for number, reason in enumerate(_codes.REASON_NAMES):
        name = "DOM_OK" if number == 0 else "DOM_WHY_" + reason.upper().replace("-", "_")
        assert values[name] == number, name
    for number, placement in enumerate(_codes.PLACEMENT_NAMES):
        assert values["DOM_" + placement.upper().replace("-", "_")] == number
    for number, preset in enumerate(_codes.PRESET_NAMES):
        assert values["DOM_PRESET_" + preset.upper().replace("-", "_")] == number
    for number, player in enumerate(_codes.PLAYER_NAMES):
        assert values["DOM_" + player.upper().replace("-", "_")] == number
    assert values["DOM_MAX_WORLDS"] == _codes.MAX_WORLDS
    assert values["DOM_RULE_FIELDS"] == len(_codes.SPEC_FIELDS)
    fields = re.search(r"typedef struct dom_rules \{(.*?)\}", text, flags=re.DOTALL)
    assert fields is not None
    assert tuple(re.findall(r"int32_t (\w+);", fields[1])) == _codes.SPEC_FIELDS


def test_what_an_error_code_says(core: Core) -> None:
    """Each reason of the contract has its number there, and ``explain`` gives no other."""
    from dominoes import _codes

    names = [name for name in vars(_codes) if name.isupper() and getattr(_codes, name) in range(23)]
    for number, reason in enumerate(_codes.REASON_NAMES):
        assert reason.upper().replace("-", "_") in [name for name in names if getattr(_codes, name) == number]
