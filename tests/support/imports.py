"""What a module of the package imports from it when it is itself imported: the names of modules at the top."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path


def of_package(path: Path, package: Path) -> set[str]:
    """The package's top modules that a file imports, but for those in functions and for type checking alone."""
    inside = path.relative_to(package).parts[:-1]
    return set(_imports(ast.parse(path.read_text(encoding="utf-8")), inside, package.name)) - {""}


def _imports(node: ast.AST, inside: tuple[str, ...], package: str) -> Iterator[str]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ImportFrom):
            yield from _names(child, inside, package)
        elif isinstance(child, ast.Import):
            yield from (alias.name.split(".")[1] for alias in child.names if alias.name.startswith(f"{package}."))
        elif not isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)) and not _for_types(child):
            yield from _imports(child, inside, package)


def _for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def _names(node: ast.ImportFrom, inside: tuple[str, ...], package: str) -> Iterator[str]:
    """The top modules of ``from … import …``, relative or by the package's name."""
    module = tuple((node.module or "").split(".")) if node.module else ()
    if node.level:
        path = (*inside[: len(inside) - node.level + 1], *module)
    elif module[:1] == (package,):
        path = module[1:]
    else:
        return
    yield from [path[0]] if path else (alias.name for alias in node.names)
