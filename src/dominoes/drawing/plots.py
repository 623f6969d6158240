"""Curves over the actions of a round as a standalone SVG picture. It knows numbers and names, nothing of games.

As the other pictures it has presentation attributes only and brings its own ground, so that it looks the same on a
light and on a dark page. A curve is told from the others by its colour, its dashes and the shape of its points.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from html import escape
from itertools import pairwise
from typing import Final, NamedTuple

from dominoes.drawing.vectors import INK, RED, _element, _printable

__all__ = ["Curve", "Panel", "plot"]

GROUND: Final = "#fffdf6"
GRID: Final = "#ded8c8"
QUIET: Final = "#5f594e"
"""For words beside the curves."""
COLOURS: Final = ("#1b5e9e", "#a34a00", "#6b3fa0", "#1f6e43")
DASHES: Final = ("none", "7 3", "2 3", "9 3 2 3")

_WIDTH: Final = 460
_HEIGHT: Final = 270
_LEFT, _RIGHT, _TOP, _BOTTOM = 56, 18, 38, 46
_MARGIN: Final = 16
_LINE: Final = 20
"""The height of a line of the legend."""
_LETTER: Final = 7.2
"""About the width of a letter, in units."""
_FONT: Final = "Helvetica, Arial, sans-serif"


class Curve(NamedTuple):
    """One line of a panel."""

    number: int
    """Which colour, dashes and points it has, from 0; the same in every panel."""
    name: str
    points: Sequence[tuple[float, float, float]]
    """From left to right: where, at which height the line comes in, and at which it goes on. Where it goes on from
    another height, a red line joins both."""


class Panel(NamedTuple):
    """One plot."""

    title: str
    curves: Sequence[Curve]
    reach: tuple[float, float] | None = None
    """The lowest and highest value; as the curves need unless told."""
    unit: str = ""
    """Written after the values."""


def plot(panels: Sequence[Panel], *, title: str, description: str = "", columns: int = 2) -> str:
    """The panels in rows of ``columns``, below a legend of all curves' names.

    The picture is an image named ``title`` for assistive technology, which reads ``description`` too.

    >>> picture = plot([Panel("ahead", [Curve(0, "Ann", [(0, 1.5, 1), (4, -2, -2)])])], title="Expected points")
    >>> picture.startswith("<svg "), "<title>Expected points</title>" in picture
    (True, True)
    """
    columns = max(1, min(columns, len(panels)))
    width = columns * _WIDTH + 2 * _MARGIN
    names = {curve.number: curve.name for panel in panels for curve in panel.curves}
    drops = any(before != after for panel in panels for curve in panel.curves for _, before, after in curve.points)
    legend, top = _legend(names, drops, width)
    height = top + math.ceil(len(panels) / columns) * _HEIGHT + _MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        'role="img">',
        f"<title>{escape(_printable(title))}</title>",
        f"<desc>{escape(_printable(description))}</desc>",
        _element("rect", width=width, height=height, rx=8, fill=GROUND),
        f'<g font-family="{_FONT}" font-size="13" fill="{INK}">',
        *legend,
    ]
    for index, panel in enumerate(panels):
        x, y = _MARGIN + index % columns * _WIDTH, top + index // columns * _HEIGHT
        parts += [f'<g transform="translate({x} {y})">', *_panel(panel), "</g>"]
    return "\n".join([*parts, "</g>", "</svg>"]) + "\n"


# The legend


def _legend(names: dict[int, str], drops: bool, width: int) -> tuple[list[str], int]:
    """Its parts, in as many lines as it needs, and where it ends."""
    entries = [(number, names[number]) for number in sorted(names)]
    if drops:
        entries.append((-1, "lost by the action that was done"))
    parts: list[str] = []
    x, y = float(_MARGIN + 4), _MARGIN + 10
    for number, name in entries:
        needed = 44 + _LETTER * len(name) + 22
        if x + needed > width and x > _MARGIN + 4:
            x, y = float(_MARGIN + 4), y + _LINE
        parts += _sample(number, x, y)
        parts.append(_words(x + 44, y + 4.5, name))
        x += needed
    return parts, y + 20


def _sample(number: int, x: float, y: float) -> Iterator[str]:
    if number < 0:
        yield _drop(x + 18, y - 7, y + 7)
        return
    yield _element("path", d=f"M{x:g} {y}H{x + 36:g}", **_stroke(number))
    yield _point(number, x + 18, y)


# A panel


class _Scale(NamedTuple):
    """Where numbers lie in a panel."""

    steps: tuple[float, ...]
    """Those named beside the height."""
    last: float
    """The greatest of the width, which begins at 0."""

    def x(self, at: float) -> float:
        return _LEFT + at / self.last * (_WIDTH - _LEFT - _RIGHT)

    def y(self, value: float) -> float:
        low, high = self.steps[0], self.steps[-1]
        return _HEIGHT - _BOTTOM - (value - low) / (high - low) * (_HEIGHT - _TOP - _BOTTOM)


def _panel(panel: Panel) -> Iterator[str]:
    scale = _scale(panel)
    yield _words(_LEFT, 22, panel.title, weight="bold")
    yield from _grid(scale, panel.unit)
    for curve in panel.curves:
        lines = (
            f"M{scale.x(start):.1f} {scale.y(leaving):.1f}L{scale.x(end):.1f} {scale.y(coming):.1f}"
            for (start, _, leaving), (end, coming, _) in pairwise(curve.points)
        )
        if len(curve.points) > 1:
            yield _element("path", d="".join(lines), **_stroke(curve.number))
    for curve in panel.curves:
        for at, coming, leaving in curve.points:
            if coming != leaving:
                yield _drop(scale.x(at), scale.y(coming), scale.y(leaving))
            yield _point(curve.number, scale.x(at), scale.y(coming))


def _scale(panel: Panel) -> _Scale:
    values = [value for curve in panel.curves for _, *heights in curve.points for value in heights]
    low, high = panel.reach or (min([0.0, *values]), max([0.0, *values]))
    step = _step(high - low if high > low else 1.0)
    first = math.floor(low / step + 1e-9)
    last = max(first + 1, math.ceil(high / step - 1e-9))
    width = max([1.0, *(at for curve in panel.curves for at, *_ in curve.points)])
    return _Scale(tuple(step * k for k in range(first, last + 1)), width)


def _step(reach: float, most: int = 6) -> float:
    """A round distance: so many of them at most make up the reach."""
    size = 10.0 ** math.floor(math.log10(reach / most))
    return next(step * size for step in (1, 2, 2.5, 5, 10, 20) if reach <= most * step * size * (1 + 1e-9))


def _grid(scale: _Scale, unit: str) -> Iterator[str]:
    right = _WIDTH - _RIGHT
    for value in scale.steps:
        y = scale.y(value)
        zero = value == 0
        yield _element("path", d=f"M{_LEFT} {y:.1f}H{right}", stroke=QUIET if zero else GRID, stroke_width=1)
        yield _words(_LEFT - 7, y + 4, f"{value:g}{unit}", anchor="end", size=11, colour=QUIET)
    step = max(1, math.ceil(_step(scale.last, 8)))
    for at in range(0, int(scale.last) + 1, step):
        x = scale.x(at)
        yield _element("path", d=f"M{x:.1f} {_HEIGHT - _BOTTOM}v4", stroke=QUIET, stroke_width=1)
        yield _words(x, _HEIGHT - _BOTTOM + 17, str(at), anchor="middle", size=11, colour=QUIET)
    yield _words((_LEFT + right) / 2, _HEIGHT - 12, "actions done", anchor="middle", size=11, colour=QUIET)


def _stroke(number: int) -> dict[str, object]:
    colour, dashes = COLOURS[number % len(COLOURS)], DASHES[number % len(DASHES)]
    return {"fill": "none", "stroke": colour, "stroke_width": 2, "stroke_dasharray": dashes, "stroke_linejoin": "round"}


def _point(number: int, x: float, y: float) -> str:
    """A circle, a square, a triangle or a diamond, rimmed by the ground so that points on a line stand out."""
    style = {"fill": COLOURS[number % len(COLOURS)], "stroke": GROUND, "stroke_width": 1}
    if number % 4 == 0:
        return _element("circle", cx=x, cy=y, r=4.2, **style)
    corners = {
        1: ((-3.8, -3.8), (3.8, -3.8), (3.8, 3.8), (-3.8, 3.8)),
        2: ((0, -5), (4.8, 3.6), (-4.8, 3.6)),
        3: ((0, -5.2), (5.2, 0), (0, 5.2), (-5.2, 0)),
    }[number % 4]
    return _element("polygon", points=" ".join(f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in corners), **style)


def _drop(x: float, start: float, end: float) -> str:
    """From the best down, with a bar where it ends."""
    d = f"M{x:.1f} {start:.1f}V{end:.1f}M{x - 4:.1f} {end:.1f}h8"
    return _element("path", d=d, fill="none", stroke=RED, stroke_width=2)


def _words(
    x: float,
    y: float,
    text: str,
    *,
    anchor: str = "start",
    size: int = 13,
    weight: str = "normal",
    colour: str = INK,
) -> str:
    style = {"text_anchor": anchor, "font_size": size, "font_weight": weight, "fill": colour}
    start = _element("text", x=float(x), y=float(y), **style)
    return f"{start[:-2]}>{escape(_printable(text))}</text>"
