"""Makes the C reference from the header: its own words and declarations, in sections, in their order.

Sphinx runs it (conf.py) while it reads ``c.md``; ``python docs/c_reference.py`` prints what it makes. Numbers and
structs stand as the header has them, comments and all; each function is an entry of the index. A function that the
header does not explain, or a section that is to begin at a function that there is not, is an error.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

HEADER: Final = Path(__file__).resolve().parent.parent / "src/dominoes/include/dominoes.h"
MARK: Final = "<!-- the reference stands here, made from the header -->"

SECTIONS: Final = {
    "dom_version": "The library",
    "dom_preset": "Rules",
    "dom_tile": "Tiles and actions",
    "dom_sha256": "Chance",
    "dom_deal": "Rounds",
    "dom_legal": "Playing",
    "dom_end_count": "The table and the count",
    "dom_score": "Scores and matches",
    "dom_perft": "Counting, playing out, solving",
    "dom_choose": "Players",
    "dom_action_count": "Batches",
}
"""The sections of the functions, by the function that each begins with."""

_COMMENT: Final = re.compile(r"\s*/\*(.*?)\*/\n", re.DOTALL)
_PLAIN: Final = re.compile(
    r"^(#define DOM_\w+ (?!__)[^\n(]*|enum (?:\w+ )?\{.*?\};|typedef struct \w+ \{.*?\n\} \w+;)$", re.M | re.S
)
_ITEM: Final = re.compile(r"dom_\w+: ")
_TABLE: Final = "```text\n"
_FUNCTION: Final = re.compile(r"DOM_API ([^;{]+?(\w+)\([^;]*\));")


class HeaderError(Exception):
    """The header is not written as the reference needs it."""


class Block(NamedTuple):
    """Lines of the header without an empty one between them: a comment and what it stands before."""

    words: str
    code: str

    @property
    def functions(self) -> dict[str, str]:
        """The declarations of its functions, each on one line, by their names."""
        return {match[2]: " ".join(match[1].split()) for match in _FUNCTION.finditer(self.code)}


def reference(header: str) -> str:
    """The reference as Markdown for MyST."""
    opening, *blocks = _blocks(header)
    plain = [block for block in blocks if _PLAIN.search(block.code)]
    parts = [prose(opening.words), "## Numbers and structs", *(part for block in plain for part in _declared(block))]
    for title, members in _sections(block for block in blocks if block.functions):
        parts += [f"## {title}", *(part for block in members for part in _explained(block))]
    return "\n\n".join(parts) + "\n"


def functions(header: str) -> list[str]:
    """The names of all functions of the header, in their order."""
    return [match[2] for match in _FUNCTION.finditer(header)]


def _blocks(header: str) -> Iterator[Block]:
    """The header cut at its empty lines."""
    for text in re.split(r"\n\s*\n", header):
        comment = _COMMENT.match(text + "\n")
        code = text[comment.end() :] if comment else text
        yield Block(re.sub(r"^ ?\*? ?", "", comment[1].strip(), flags=re.MULTILINE) if comment else "", code)


def _declared(block: Block) -> Iterator[str]:
    """Numbers or a struct as they stand in the header."""
    code = "\n".join(match[1] for match in _PLAIN.finditer(block.code))
    names = re.findall(r"^(?:enum|typedef struct) (\w+) \{", code, re.MULTILINE)
    if len(names) == 1:
        yield f"### {names[0]}"
    yield prose(block.words)
    yield f"```c\n{code}\n```"


def _explained(block: Block) -> Iterator[str]:
    """A block's functions, and under the last of them what is said of all."""
    if not block.words:
        raise HeaderError(f"nothing is said of {', '.join(block.functions)}")
    *before, last = block.functions.values()
    for declaration in before:
        yield f"```{{c:function}} {declaration}\n```"
    yield f"````{{c:function}} {last}\n{prose(block.words)}\n````"


def _sections(blocks: Iterable[Block]) -> Iterator[tuple[str, list[Block]]]:
    left = dict(SECTIONS)
    sections: list[tuple[str, list[Block]]] = []
    for block in blocks:
        begins = [left.pop(name) for name in block.functions if name in left]
        if begins or not sections:
            sections.append((begins[0] if begins else "Functions", []))
        sections[-1][1].append(block)
    if left:
        raise HeaderError(f"no section can begin at {', '.join(left)}: the header has no such function")
    return iter(sections)


def prose(text: str) -> str:
    """A comment as Markdown: indented lines are a table, ``dom_…: `` begins an item, names of the header are code."""
    parts: list[str] = []
    for line in text.splitlines():
        last = parts[-1] if parts else ""
        if _goes_on(line, last):
            parts[-1] += f"\n{line.strip()}" if last.startswith(_TABLE) else f" {line.strip()}"
        else:
            parts.append(_start(line) + line.strip())
    return "\n\n".join(f"{part}\n```" if part.startswith(_TABLE) else _marked(part) for part in parts if part)


def _start(line: str) -> str:
    if _ITEM.match(line):
        return "- "
    return _TABLE if line.startswith("  ") else ""


def _goes_on(line: str, last: str) -> bool:
    """Whether a line belongs to the part before it. An item's later lines are indented, or in mid-sentence."""
    if not last or not line.strip() or _ITEM.match(line):
        return False
    if last.startswith(_TABLE):
        return line.startswith("  ")
    if line.startswith("  "):
        return last.startswith("- ")
    return not (last.startswith("- ") and last.endswith("."))


def _marked(text: str) -> str:
    """Words as Markdown takes them literally; the header's names, and what stands in backticks, as code."""
    parts = re.split(r"(`[^`]*`|\*?\b(?:dom|DOM)_\w+(?:\(\))?)", text)
    return "".join(
        _code(part) if number % 2 else re.sub(r"([\\*_<>\[\]{}|])", r"\\\1", part) for number, part in enumerate(parts)
    )


def _code(part: str) -> str:
    return part if part.startswith("`") else f"`{part}`"


if __name__ == "__main__":
    print(reference(HEADER.read_text(encoding="utf-8")))
