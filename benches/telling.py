"""Rates measured in one run, told beside one another and beside the bars that their ratios should reach."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

Rates = dict[str, list[float]]
"""Rounds a second by contender, one for each repeat."""
Ratio = tuple[str, str, float | None]
"""A name of `Rates`, another to divide it by, and the least that the quotient should be."""


def tell(rates: Rates, ratios: Sequence[Ratio]) -> dict[str, float]:
    """Print the medians and their ratios beside the bars; the medians."""
    middle = {name: median(values) for name, values in rates.items()}
    print("\nmedian rounds a second")
    for name, value in middle.items():
        print(f"  {name:24}{value:14,.0f}")
    print("\nratios")
    for above, below, bar in ratios:
        ratio = middle[above] / middle[below]
        verdict = "" if bar is None else f"   bar {bar:g}: {'met' if ratio >= bar else 'NOT MET'}"
        print(f"  {above:24}: {below:24}{ratio:8.2f}{verdict}")
    return middle
