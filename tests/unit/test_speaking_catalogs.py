"""The catalogs are whole and current: every text of the sources in every language, with its fields and plural forms."""

from __future__ import annotations

import importlib.util
import io
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

import dominoes
from dominoes.speaking import LANGUAGES
from dominoes.speaking.catalogs import catalog

pytest.importorskip("babel", reason="Babel reads the catalogs")

from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po

LOCALE = Path(dominoes.__file__).parent / "locale"
TRANSLATED = [tag for tag in LANGUAGES if tag != "en"]
FIELD = re.compile(r"{(\w*)}")

SAME = {
    "fr": {
        "Actions",
        "Invitation",
        "Passes",
        "Pinocchio",
        "Volume",
        "double {number}",
        "six",
        "{count} point",
        "{count} points",
        "{one} plus {other}",
    },
    "pt-BR": {"Buratino", "Enter", "Home, End", "Passes", "Volume"},
    "ru": {"Enter", "Escape", "Home, End"},
}
"""Texts that are the same in English; those without a word are always."""
LATIN = re.compile(r"\b(?:Enter|Escape|JavaScript|SVG|Home|End|corner-left|R|[a-z])\b|{\w+}")
"""What may stand in Latin letters in a Russian text."""
ENGLISH = re.compile(r"\b(?:the|of|your|you|with|tiles?|ends?|draws?|round|match|from|and|hand|plays?)\b", re.I)
"""Words that no text of another language has."""


def name(tag: str) -> Path:
    return LOCALE / tag.replace("-", "_") / "LC_MESSAGES" / "dominoes.po"


@cache
def read(tag: str) -> Catalog:
    with name(tag).open("rb") as file:
        return read_po(file, locale=tag.replace("-", "_"))


@cache
def template() -> Catalog:
    with (LOCALE / "dominoes.pot").open("rb") as file:
        return read_po(file)


def keys(texts: Catalog) -> set[tuple[object, object]]:
    """Each text by its context and its English, singular and plural."""
    return {(one.context, one.id if isinstance(one.id, str) else tuple(one.id)) for one in texts if one.id}


def forms(value: object) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)  # type: ignore[arg-type]


def texts(tag: str) -> Iterator[tuple[Message, str]]:
    """Every text and each of its forms."""
    for one in read(tag):
        for form in forms(one.string) if one.id else ():
            yield one, form


def make_catalogs() -> ModuleType:
    """The script that made them; where only the package is installed there is none."""
    file = Path(__file__).resolve().parents[2] / "docs" / "make_catalogs.py"
    if not file.exists():
        pytest.skip("the sources' script is not here")
    spec = importlib.util.spec_from_file_location("make_catalogs", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_there_is_a_catalog_for_each_language_and_none_besides() -> None:
    assert {file.parent.parent.name for file in LOCALE.glob("*/LC_MESSAGES/*.po")} == {
        tag.replace("-", "_") for tag in TRANSLATED
    }


def test_the_template_has_the_texts_of_the_sources() -> None:
    script = make_catalogs()
    assert keys(template()) == keys(script.extracted())
    assert {tag.replace("-", "_") for tag in TRANSLATED} == set(script.LANGUAGES)


def test_making_them_again_changes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = make_catalogs()
    for tag in TRANSLATED:
        copy = tmp_path / name(tag).relative_to(LOCALE)
        copy.parent.mkdir(parents=True)
        copy.write_bytes(name(tag).read_bytes())
    script.make(tmp_path)
    assert capsys.readouterr().out.count(" 0 to translate") == len(TRANSLATED)
    for tag in TRANSLATED:
        assert lines(tmp_path / name(tag).relative_to(LOCALE)) == lines(name(tag))


def lines(file: Path) -> list[str]:
    """The lines of a catalog but the one that another Babel writes otherwise."""
    return [line for line in file.read_text("utf-8").splitlines() if not line.startswith('"Generated-By')]


@pytest.mark.parametrize("tag", TRANSLATED)
def test_the_keys_are_those_of_the_template(tag: str) -> None:
    assert keys(read(tag)) == keys(template())
    assert not read(tag).obsolete


@pytest.mark.parametrize("tag", TRANSLATED)
def test_nothing_is_fuzzy_or_empty_and_every_plural_form_is_there(tag: str) -> None:
    found = read(tag)
    assert not [one.id for one in found if one.id and one.fuzzy]
    assert not [one.id for one, form in texts(tag) if not form.strip()]
    assert {len(forms(one.string)) for one in found if one.pluralizable} == {found.num_plurals}


@pytest.mark.parametrize("tag", TRANSLATED)
def test_the_fields_are_those_of_the_english(tag: str) -> None:
    for one, form in texts(tag):
        wanted = {field for text in forms(one.id) for field in FIELD.findall(text)}
        assert set(FIELD.findall(form)) == wanted, (one.id, form)
        assert form.count("{") == form.count("}") == len(FIELD.findall(form)), form


@pytest.mark.parametrize("tag", TRANSLATED)
def test_the_compiled_catalog_is_current(tag: str) -> None:
    compiled = io.BytesIO()
    write_mo(compiled, read(tag))
    compiled.seek(0)
    with name(tag).with_suffix(".mo").open("rb") as file:
        kept, made = read_mo(file), read_mo(compiled)
    assert [(one.context, one.id, one.string) for one in kept if one.id] == [
        (one.context, one.id, one.string) for one in made if one.id
    ]
    assert kept.plural_expr == made.plural_expr


@pytest.mark.parametrize("tag", TRANSLATED)
def test_the_plural_forms_are_those_of_cldr(tag: str) -> None:
    """Two numbers have the same form where CLDR has them in the same category, and only there."""
    rule, form = Locale.parse(tag, sep="-").plural_form, catalog(tag).plural  # type: ignore[attr-defined]
    numbers = [*range(1200), 1_000_000, 1_000_001, 2_000_000]
    pairs = {(rule(number), form(number)) for number in numbers}
    assert len(pairs) == len({category for category, _ in pairs}) == len({index for _, index in pairs})


@pytest.mark.parametrize("tag", TRANSLATED)
def test_no_english_is_left(tag: str) -> None:
    for one, form in texts(tag):
        bare = FIELD.sub("", form)
        if one.context == "typed word" or not re.search(r"[^\W\d_]{2}", bare):
            continue
        if form not in SAME[tag]:
            assert form not in forms(one.id), form
            assert not ENGLISH.search(bare), form


def test_russian_is_in_cyrillic() -> None:
    for _, form in texts("ru"):
        assert not re.search(r"[A-Za-z]", LATIN.sub("", form)), form


def test_french_has_spaces_that_do_not_break_before_its_signs() -> None:
    for _, form in texts("fr"):
        text = FIELD.sub("x", form)
        assert not re.search(
            r" [:;?!%»]|« ", text.replace("tapez ?", "").replace(", ? aide", "").replace("(?", ""), re.I
        )
        assert not re.search(r"[^\s\d(\"'@R][:;!%»](?=\s|$)", text), form


@pytest.mark.parametrize("tag", TRANSLATED)
def test_spaces_and_full_stops_are_those_of_the_english(tag: str) -> None:
    for one, form in texts(tag):
        english = forms(one.id)[0]
        assert (form[:2] == "  ") == (english[:2] == "  "), form
        assert form == form.rstrip()
        assert "  " not in form.lstrip(), form
        assert form.endswith(".") == english.endswith(".") or one.context == "decimal mark", form
        assert form.endswith(":") == english.endswith(":"), form
