"""Numbers as reports have them: with a sign, and with what they are sure to. A leaf."""

from __future__ import annotations

import math

__all__ = ["signed", "within"]


def signed(value: float, decimals: int = 1) -> str:
    """With its sign and so many decimals; what rounds to zero has no sign.

    >>> signed(2), signed(-0.04), signed(0.04)
    ('+2.0', '0.0', '0.0')
    """
    text = f"{value:+.{decimals}f}"
    return text if float(text) else text[1:]


def within(value: float, interval: float, decimals: int = 1) -> str:
    """A number and half of its interval; a question mark where nothing is known of that.

    >>> within(1.54, 0.4), within(-0.01, math.inf)
    ('1.5 ± 0.4', '0.0 ± ?')
    """
    half = f"{interval:.{decimals}f}" if math.isfinite(interval) else "?"
    return f"{signed(value, decimals).removeprefix('+')} ± {half}"
