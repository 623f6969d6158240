"""Pictures of a chain: as text for a terminal, as SVG for a page or a notebook.

A picture is made from a `Chain`, be it a round's or a view's, and nothing else: it cannot show what a chain does not,
a hand or the boneyard.
"""

from dominoes.drawing.characters import glyph, line, text
from dominoes.drawing.vectors import hand_svg, svg, tile_svg

__all__ = ["glyph", "hand_svg", "line", "svg", "text", "tile_svg"]
