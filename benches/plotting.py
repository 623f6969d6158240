"""Small line plots as SVG, by the standard library alone: panels side by side, each line named at its right end."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from itertools import pairwise
from typing import Final, NamedTuple

WIDTH: Final = 470
HEIGHT: Final = 300
LEFT: Final = 56
RIGHT: Final = 96
TOP: Final = 46
BOTTOM: Final = 48
LABEL: Final = 15
"""The least distance between two names."""
COLOURS: Final = ("#1b6e4b", "#b4451f", "#2b5fa8", "#8a5a00", "#7a3b8f", "#3c7d8c")
INK: Final = "#1c1712"
STYLE: Final = "font: 13px system-ui, sans-serif"


class Series(NamedTuple):
    """One line: its name and its points, from left to right."""

    name: str
    points: Sequence[tuple[float, float]]


class Panel(NamedTuple):
    """One plot. Its heights begin at 0; ``log`` doubles its widths at equal steps. ``ticks`` are the widths named."""

    title: str
    across: str
    up: str
    ticks: Sequence[float]
    series: Sequence[Series]
    log: bool = False


def draw(panels: Sequence[Panel], title: str, columns: int = 2) -> str:
    """The whole picture. A name has the same colour in every panel."""
    names = list(dict.fromkeys(series.name for panel in panels for series in panel.series))
    colours = dict(zip(names, COLOURS * len(names), strict=False))
    width, height = WIDTH * columns, HEIGHT * math.ceil(len(panels) / columns)
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{width}" height="{height}" fill="#fdfcf8"/>',
        f'<g style="{STYLE}" fill="{INK}">',
    ]
    for number, panel in enumerate(panels):
        x, y = number % columns * WIDTH, number // columns * HEIGHT
        parts += [f'<g transform="translate({x} {y})">', *_panel(panel, colours), "</g>"]
    return "\n".join([*parts, "</g>", "</svg>"]) + "\n"


def _panel(panel: Panel, colours: dict[str, str]) -> list[str]:
    step = _step(max(value for series in panel.series for _, value in series.points))
    top = step * math.ceil(max(value for series in panel.series for _, value in series.points) / step)
    low, high = (_place(panel, at) for at in (panel.ticks[0], panel.ticks[-1]))

    def x(at: float) -> float:
        return LEFT + (_place(panel, at) - low) / (high - low) * (WIDTH - LEFT - RIGHT)

    def y(value: float) -> float:
        return HEIGHT - BOTTOM - value / top * (HEIGHT - TOP - BOTTOM)

    parts = [_text(LEFT, 18, panel.title, weight="bold"), _text(LEFT, 36, panel.up, size=11)]
    for k in range(round(top / step) + 1):
        parts.append(f'<path d="M{LEFT} {y(k * step):.1f}H{WIDTH - RIGHT}" stroke="#ddd6c8" fill="none"/>')
        parts.append(_text(LEFT - 6, y(k * step) + 4, f"{k * step:,.15g}", anchor="end", size=11))
    for at in panel.ticks:
        parts.append(_text(x(at), HEIGHT - BOTTOM + 18, f"{at:,.15g}", anchor="middle", size=11))
    parts.append(_text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 10, panel.across, anchor="middle", size=11))
    labels = _apart([y(series.points[-1][1]) for series in panel.series])
    for series, label in zip(panel.series, labels, strict=True):
        colour = colours[series.name]
        path = " ".join(f"{x(at):.1f},{y(value):.1f}" for at, value in series.points)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [
            f'<circle cx="{x(at):.1f}" cy="{y(value):.1f}" r="2.6" fill="{colour}"/>' for at, value in series.points
        ]
        end = x(series.points[-1][0])
        parts.append(
            f'<path d="M{end + 3:.1f} {y(series.points[-1][1]):.1f}L{end + 9:.1f} {label:.1f}" stroke="{colour}"/>'
        )
        parts.append(_text(end + 11, label + 4, series.name, colour=colour))
    return parts


def _place(panel: Panel, at: float) -> float:
    return math.log2(at) if panel.log else at


def _step(top: float) -> float:
    """A round distance between lines, so that three to six of them reach the top."""
    size = 10.0 ** math.floor(math.log10(top / 3))
    return next(step * size for step in (1, 2, 2.5, 5, 10) if top / (step * size) <= 6)


def _apart(heights: Sequence[float]) -> list[float]:
    """The same heights, moved so that no two are closer than a name is high."""
    order = sorted(range(len(heights)), key=heights.__getitem__)
    placed = list(heights)
    for before, after in pairwise(order):
        placed[after] = max(placed[after], placed[before] + LABEL)
    over = max(0.0, max(placed) - (HEIGHT - BOTTOM))
    for at in reversed(order):
        placed[at] -= over
        over = max(0.0, over - LABEL)
    return placed


def _text(
    x: float, y: float, text: str, *, anchor: str = "start", size: int = 13, weight: str = "normal", colour: str = INK
) -> str:
    style = f'text-anchor="{anchor}" font-size="{size}" font-weight="{weight}" fill="{colour}"'
    return f'<text x="{x:.1f}" y="{y:.1f}" {style}>{escape(text)}</text>'
