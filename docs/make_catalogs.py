"""Brings the gettext catalogs up to date with the sources, and compiles them. Needs Babel.

python docs/make_catalogs.py [FOLDER]        in src/dominoes/locale unless told

It reads the texts out of `dominoes.speaking` into ``dominoes.pot``, brings every language's ``dominoes.po`` up to date
with it (what is new is empty there, what changed is marked fuzzy) and compiles each to ``dominoes.mo``. Run it after a
text has changed, and again after translating; a test holds the catalogs kept there to the sources.
"""

from __future__ import annotations

import datetime
import sys
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

SOURCES: Final = Path(__file__).resolve().parent.parent / "src" / "dominoes"
FOLDER: Final = SOURCES / "locale"
LANGUAGES: Final = ("fr", "pt_BR", "ru")
KEYWORDS: Final = {**DEFAULT_KEYWORDS, "NP_": ((1, "c"), 2)}
SAME_DAY: Final = datetime.datetime(2026, 11, 30, tzinfo=datetime.timezone.utc)
"""The day that the files tell: when they changed is the repository's to know, and no reason to change them."""


def extracted() -> Catalog:
    """All texts of the sources, with the comments for translators."""
    catalog = Catalog(
        project="dominoes",
        version="1",
        header_comment="# The words of dominoes, to be translated.\n#",
        msgid_bugs_address="CONTRIBUTING.md",
        creation_date=SAME_DAY,
        revision_date=SAME_DAY,
        last_translator="The dominoes authors",
        fuzzy=False,
    )
    found = extract_from_dir(
        str(SOURCES / "speaking"),
        [("**.py", "python")],
        keywords=KEYWORDS,
        comment_tags=("Translators:",),
        strip_comment_tags=True,
    )
    for file, _, message, comments, context in found:
        place = f"src/dominoes/speaking/{Path(file).as_posix()}"
        catalog.add(message, locations=[(place, 0)], auto_comments=comments, context=context)
    return catalog


def updated(file: Path, template: Catalog, locale: str) -> Catalog:
    """A language's catalog with all texts of the template; a new language begins with none translated."""
    if file.exists():
        with file.open("rb") as source:
            catalog = read_po(source, locale=locale)
    else:
        catalog = Catalog(locale=locale, project="dominoes", version="1", fuzzy=False)
    catalog.update(template)
    catalog.creation_date = catalog.revision_date = SAME_DAY
    return catalog


def make(folder: Path) -> None:
    """Write all catalogs of a folder."""
    template = extracted()
    _write(folder / "dominoes.pot", template)
    for locale in LANGUAGES:
        file = folder / locale / "LC_MESSAGES" / "dominoes.po"
        file.parent.mkdir(parents=True, exist_ok=True)
        catalog = updated(file, template, locale)
        _write(file, catalog)
        with file.with_suffix(".mo").open("wb") as target:
            write_mo(target, catalog)
        left = [message.id for message in catalog if message.id and (message.fuzzy or not _complete(message.string))]
        print(f"{locale}: {len(catalog)} texts, {len(left)} to translate")


def _complete(string: str | list[str] | tuple[str, ...] | None) -> bool:
    return all(string) if isinstance(string, (list, tuple)) else bool(string)


def _write(file: Path, catalog: Catalog) -> None:
    with file.open("wb") as target:
        write_po(target, catalog, width=0, ignore_obsolete=True, include_lineno=False)


if __name__ == "__main__":
    if len(sys.argv) > 2:
        sys.exit("usage: python docs/make_catalogs.py [FOLDER]")
    make(Path(sys.argv[1]) if len(sys.argv) == 2 else FOLDER)
