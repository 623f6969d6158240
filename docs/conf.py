"""The documentation site. It asks nothing of any other place: no fonts, scripts or pictures from elsewhere.

pip install -e '.[docs]' && python -m sphinx -W --keep-going -b html docs build/site
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "src")]

import c_reference  # noqa: E402 - both are found by the line above

import dominoes  # noqa: E402

project = "dominoes"
author = "The dominoes authors"
copyright = author
version = release = dominoes.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["make_pictures.py"]
source_suffix = {".md": "markdown"}
nitpicky = False

# Markdown. Headings get anchors like those that a repository's web view gives them.
myst_heading_anchors = 3
myst_enable_extensions = ["colon_fence", "deflist"]

# Docstrings: single backticks name things of the package, double ones are code.
default_role = "py:obj"
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_default_options = {"members": True, "inherited-members": "tuple"}
python_use_unqualified_type_names = True
toc_object_entries_show_parents = "hide"

html_theme = "furo"
html_title = "dominoes"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_theme_options: dict[str, object] = {"top_of_page_buttons": []}


def _put_reference(app: Any, page: str, text: list[str]) -> None:
    """The C reference, made from the header, into its page."""
    if page == "c":
        header = c_reference.HEADER.read_text(encoding="utf-8")
        text[0] = text[0].replace(c_reference.MARK, c_reference.reference(header))


def setup(app: Any) -> None:
    app.connect("source-read", _put_reference)
