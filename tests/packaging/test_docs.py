"""What README and pages tell a reader to type works and prints what they show; pictures and tables are current."""

from __future__ import annotations

import importlib.util
import re
from types import ModuleType
from typing import Any

import pytest
from support import imports, pages
from support.building import ROOT, Project

import dominoes as dm

README = ROOT / "README.md"
DOCS = ROOT / "docs"


def script(name: str) -> ModuleType:
    """One of the scripts that stand beside the pages."""
    spec = importlib.util.spec_from_file_location(name, DOCS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def name_of(page: Any) -> str:
    return str(page.relative_to(ROOT))


@pytest.mark.parametrize("page", pages.PAGES, ids=name_of)
def test_the_blocks_are_of_a_kind_that_is_run(page):
    faults = [(block.line, block.fault) for block in pages.blocks(page.read_text(encoding="utf-8")) if block.fault]
    assert faults == []


@pytest.mark.parametrize("page", pages.PAGES, ids=name_of)
def test_a_page_does_what_it_says(page, tmp_path):
    pages.tell(page, tmp_path, pages.steps(page))


@pytest.mark.slow
@pytest.mark.parametrize("page", pages.PAGES, ids=name_of)
def test_a_page_does_slowly_what_it_says(page, tmp_path):
    slow = pages.steps(page, slow=True)
    if slow:
        pages.tell(page, Project(tmp_path).folder, slow)


@pytest.mark.parametrize("page", pages.PAGES, ids=name_of)
def test_the_links_lead_somewhere(page):
    links = re.findall(r"\]\(([^)#\s]+)", re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL))
    assert [link for link in links if "://" not in link and not (page.parent / link).exists()] == []


def test_the_first_screen_has_the_picture_and_the_two_commands():
    screen = "\n".join(README.read_text(encoding="utf-8").splitlines()[:40])
    assert "docs/images/table.svg" in screen
    assert screen.count("\npython3 -m venv ") == 2


def test_the_pictures_are_what_the_engine_draws(tmp_path):
    drawn = script("make_pictures").draw_all(tmp_path)
    assert len(drawn) > 10
    for picture in drawn:
        kept = DOCS / "images" / picture.name
        assert kept.read_text(encoding="utf-8") == picture.read_text(encoding="utf-8"), f"draw {kept} anew"


def test_every_picture_is_drawn_and_shown():
    text = "".join(page.read_text(encoding="utf-8") for page in pages.PAGES)
    drawn = {f"{name}.svg" for name in script("make_pictures").PICTURES}
    kept = {path.name for path in (DOCS / "images").iterdir()}
    assert drawn <= kept
    assert [name for name in sorted(kept) if f"images/{name})" not in text] == []


def test_every_preset_has_its_page():
    assert {path.stem for path in (DOCS / "rules").glob("*.md")} == {*dm.PRESETS, "index", "options"}


def test_the_table_of_options_is_that_of_the_presets():
    text = (DOCS / "rules/options.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| (.*) \|$", text[text.index("## What the presets say") :], re.MULTILINE)
    told = {name: cells.split(" | ") for name, cells in rows}
    rules = [dm.Rules(preset) for preset in ("table", "draw", "block", "all-fives", "partnership")]
    assert told == {name: [written(game.options()[name]) for game in rules] for name in rules[0].options()}


def written(value: object) -> str:
    """An option's value as the table has it."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return " × ".join(map(str, value)) if isinstance(value, tuple) else str(value)  # noqa: RUF001


def test_the_python_reference_has_every_public_name():
    text = "".join(page.read_text(encoding="utf-8") for page in (DOCS / "python").glob("*.md"))
    told = set(re.findall(r"^\.\. auto(?:class|function|exception|data):: (\w+)$", text, re.MULTILINE))
    modules = {"drawing", "events", "players", "backend", "__version__"}
    assert set(dm.__all__) - modules <= told
    for module in (dm.drawing, dm.events, dm.players):
        assert set(module.__all__) <= told


def test_every_player_is_told_of():
    text = (DOCS / "players.md").read_text(encoding="utf-8")
    assert [name for name in dm.players.names() if f"`{name}`" not in text] == []


def test_the_c_reference_has_every_function_once():
    maker = script("c_reference")
    header = maker.HEADER.read_text(encoding="utf-8")
    declared = re.findall(r"^DOM_API .*?\b(dom_\w+)\(", header, re.MULTILINE)
    assert maker.functions(header) == declared
    told = re.findall(r"^`+\{c:function\} .*?\b(dom_\w+)\(", maker.reference(header), re.MULTILINE)
    assert sorted(told) == sorted(declared)
    assert maker.MARK in (DOCS / "c.md").read_text(encoding="utf-8")


def test_the_c_reference_refuses_what_it_cannot_tell():
    maker = script("c_reference")
    header = maker.HEADER.read_text(encoding="utf-8")
    silent = re.sub(r"/\* The library's version.*?\*/\n", "", header)
    assert silent != header
    with pytest.raises(maker.HeaderError, match="nothing is said of dom_version"):
        maker.reference(silent)
    with pytest.raises(maker.HeaderError, match="no section can begin at dom_score"):
        maker.reference(header.replace("dom_score(", "dom_rated("))


def test_words_of_the_header_become_markdown():
    told = script("c_reference").prose(
        "Writes *winner, as\ndom_score does.\n\ndom_a: one\n  more.\nOver.\n\n  x   1\n  y   2"
    )
    assert (
        told == "Writes \\*winner, as `dom_score` does.\n\n- `dom_a`: one more.\n\nOver.\n\n```text\nx   1\ny   2\n```"
    )


def test_the_imports_keep_to_the_floors():
    rows = re.findall(r"^\| [\w ]+ \| (`.*`) \| ", (DOCS / "design.md").read_text(encoding="utf-8"), re.MULTILINE)
    floors = {name: -number for number, row in enumerate(rows) for name in re.findall(r"`(\w+)`", row)}
    package = ROOT / "src/dominoes"
    rooms = {path.stem for path in package.glob("*.py")} | {path.parent.name for path in package.glob("*/__init__.py")}
    assert rooms - {"__init__", "__main__"} <= set(floors), "a room that docs/design.md puts on no floor"
    upward = [
        f"{room} imports {other}"
        for room in floors
        for path in [*package.glob(f"{room}.py"), *package.glob(f"{room}/**/*.py")]
        for other in imports.of_package(path, package)
        if floors.get(other, 0) > floors[room]
    ]
    assert upward == []
