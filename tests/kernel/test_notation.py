"""The kernel's notation and options by name, beside `Tile`, `Move` and `Rules`, which read and write the same texts."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterable
from pathlib import Path

import pytest
from support.compiling import PACKAGE, compiled, needs_kernel, run

from dominoes import Move, NotationError, Rules, RulesError, Tile, tile_set
from dominoes import _codes as codes
from dominoes._version import __version__
from dominoes.cli.rules import OPTIONS as TOLD
from dominoes.rules import OPTIONS, PRESETS

pytestmark = needs_kernel

ALPHABET = "0123456789-@LRUD:ahed cornrliftg\t\n\x1c"


@pytest.fixture(scope="module", params=["sanitized, char unsigned", "optimized"])
def program(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    return compiled("test_notation", request.param, tmp_path_factory.mktemp("notation"))


def in_hexadecimal(texts: Iterable[str]) -> str:
    return "\n".join(text.encode().hex() or "-" for text in texts)


def test_every_action_and_tile_is_written_as_python_writes_it(program: str) -> None:
    expected = []
    for code in range(codes.PASS + 1):
        try:
            move = Move.from_code(code)
        except NotationError:
            continue
        tile = -1 if move.tile is None else move.tile.index
        end = -1 if move.end is None else codes.END_NAMES.index(move.end)
        placement = codes.PLACEMENT_NAMES.index(move.placement) if move.placement else 0 if move.is_play else -1
        expected.append(f"{code} {tile} {end} {placement} {move}")
    expected += [f"{tile.index} {tile.high} {tile.low} {tile}" for tile in tile_set(codes.MAX_PIP)]
    assert run(program, "write").splitlines() == expected


def texts_to_read() -> list[str]:
    """Right ones, right ones spoilt, and noise."""
    rng = random.Random(5)
    right = [str(Move.from_code(code)) for code in (codes.DRAW, codes.PASS)]
    for _ in range(400):
        high, low = rng.randint(0, 18), rng.randint(0, 18)
        end = rng.choice(["", "@L", "@R", "@U", "@D", "@L:ahead", "@R:corner-left", "@U:corner-right", "@D:side-left"])
        right.append(f"{high}-{low}{end}")
    spoilt = []
    for text in right:
        at, letter = rng.randrange(len(text) + 1), rng.choice(ALPHABET)
        spoilt += [text[:at] + letter + text[at:], text[:at] + text[at + 1 :], text[:at] + letter + text[at + 1 :]]
        spoilt += [f" {text}\t", text.upper(), text + text]
    noise = ["".join(rng.choices(ALPHABET, k=rng.randint(0, 9))) for _ in range(400)]
    odd = "6-4@ 6-4@R: 6-4:ahead 6-4@R:ahead:ahead 6-4@r 06-4 6-04 19-0 6--4 +6-4 99999999999-1 Draw drawpass".split()
    return [*right, *spoilt, *noise, *odd, "", " ", "6" * 900, "\uff16-4"]


def number_of(kind: type[Tile] | type[Move], text: str) -> int:
    try:
        found = kind(text)
    except NotationError:
        return -1
    return found.index if isinstance(found, Tile) else found.code


def test_every_text_is_read_as_python_reads_it(program: str) -> None:
    texts = texts_to_read()
    told = run(program, "read", input=in_hexadecimal(texts)).splitlines()
    assert len(told) == len(texts)
    for text, line in zip(texts, told, strict=True):
        assert line == f"{number_of(Tile, text)} {number_of(Move, text)}", text


def value_of(name: str, text: str) -> object:
    """What Python's `Rules` is given for a text."""
    words: dict[str, object] = {"null": None, "true": True, "false": False}
    size = re.fullmatch(r"(0|[1-9]\d{0,8})x(0|[1-9]\d{0,8})", text)
    if size and name == "table":
        return int(size[1]), int(size[2])
    return int(text) if re.fullmatch(r"0|[1-9]\d{0,11}", text) else words.get(text, text)


def values_to_set() -> list[tuple[str, str, str]]:
    numbers = "0 1 2 3 4 5 6 7 18 19 28 190 191 1000000000 1000000001 2147483648 99999999999 64x36 8x64".split()
    named = [name for names in (codes.DRAW_NAMES, codes.OPENING_NAMES, codes.OPENING_TILE_NAMES) for name in names]
    named += [*codes.NEXT_OPENING_NAMES, *codes.SCORING_NAMES, "first-double", "nobody", "null", "true", "false"]
    odd = ["", " 1", "1 ", *"-1 01 1x 7x8 8x65 0x0 08x8 8x x8 8x8x8 Never nul".split()]
    return list(itertools.product(PRESETS, OPTIONS, [*numbers, *named, *odd]))


def options_in_words(rules: Rules) -> str:
    words = {None: "null", True: "true", False: "false"}

    def word(value: object) -> str:
        if isinstance(value, tuple):
            return "x".join(map(str, value))
        return words[value] if value is None or isinstance(value, bool) else str(value)

    return " ".join(f"{name}={word(value)}" for name, value in rules.options().items())


def test_options_are_set_as_python_sets_them(program: str) -> None:
    """Where Python's rules are refused, the value is, or `dom_rules_check` refuses what comes of it."""
    cases = values_to_set()
    told = run(program, "set", input=in_hexadecimal(itertools.chain(*cases))).splitlines()
    assert len(told) == len(cases)
    for (preset, option, text), line in zip(cases, told, strict=True):
        try:
            rules = Rules(preset, **{option: value_of(option, text)})
        except RulesError:
            assert line.split()[:2] in (["-18"], ["0", "-2"]), (preset, option, text)
            continue
        if (preset, option) == ("all-fives", "players"):  # in Python the number of players chooses the hands, too
            assert line.startswith("0 ")
            continue
        spec = " ".join(map(str, rules.spec))
        assert line == f"0 0 {spec} {options_in_words(rules)}", (preset, option, text)


def test_the_names_are_those_of_python(program: str) -> None:
    told = run(program, "names").splitlines()
    lists = [PRESETS, OPTIONS, codes.PLAYER_NAMES, codes.END_NAMES, codes.PLACEMENT_NAMES]
    lists += [codes.RESULT_NAMES[1:], codes.REASON_NAMES]
    assert told[: len(lists)] == [f"{number} {' '.join(map(str, names))}" for number, names in enumerate(lists)]
    assert told[len(lists) :] == [f"{name}: {TOLD[name].values}" for name in OPTIONS]


def test_misuse_is_refused(program: str) -> None:
    assert run(program, "misuse") == "misuse refused\n"


def header() -> str:
    return (PACKAGE / "include" / "dominoes.h").read_text(encoding="utf-8")


def test_the_version_is_that_of_the_package() -> None:
    parts = [re.search(rf"#define DOM_VERSION_{part} (\d+)", header()) for part in ("MAJOR", "MINOR", "PATCH")]
    assert f'#define DOM_VERSION "{__version__}"' in header()
    assert ".".join(part[1] for part in parts if part) == __version__


def test_every_struct_of_the_header_can_be_checked() -> None:
    structs = set(re.findall(r"^typedef struct (\w+)", header(), re.MULTILINE))
    known = set(re.findall(r"SIZE_OF\((dom_\w+)\)", (PACKAGE / "csrc" / "status.c").read_text(encoding="utf-8")))
    assert structs == known


def test_every_function_of_the_header_is_there_for_cython() -> None:
    declared = set(re.findall(r"^DOM_API .*?\b(dom_\w+)\(", header(), re.MULTILINE))
    core: Path = PACKAGE / "_core.pxd"
    assert declared
    assert declared <= set(re.findall(r"\b(dom_\w+)\(", core.read_text(encoding="utf-8")))
