"""Pictures of a chain: as text for a terminal, as SVG for a page or a notebook.

A picture of a table is made from a `Chain`, be it a round's or a view's, and nothing else: it cannot show what a chain
does not, a hand or the boneyard. `plot` draws curves of numbers.
"""

from dominoes.drawing.characters import glyph, line, text
from dominoes.drawing.plots import Curve, Panel, plot
from dominoes.drawing.vectors import hand_svg, svg, tile_svg

__all__ = ["Curve", "Panel", "glyph", "hand_svg", "line", "plot", "svg", "text", "tile_svg"]
