"""Gymnasium's spaces of a game: its dense actions, and what an observation's columns may hold."""

from __future__ import annotations

from typing import Any, Final

from dominoes.batch import Batch
from dominoes.errors import RulesError
from dominoes.rules import Rules
from dominoes.tiles import tile_set

from ._extra import extra

with extra():
    import numpy as np
    from gymnasium import spaces

__all__ = ["action_space", "as_rules", "mask_space", "observation_space"]

_MOST_POINTS: Final = 32767
"""Observations are signed 16 bits."""


def as_rules(rules: Rules | str, players: int | None, options: dict[str, Any]) -> Rules:
    """The rules of a preset's name and options, or `Rules` as they are.

    `RulesError` where `Rules` are given together with what they hold already, or the options are wrong.
    """
    given = options if players is None else {"players": players, **options}
    if isinstance(rules, str):
        return Rules(rules, **given)
    if not isinstance(rules, Rules):
        raise TypeError(f"rules are a Rules or the name of a preset, not {type(rules).__name__}")
    if given:
        raise RulesError(f"{', '.join(given)}: given beside a Rules, which holds every option: use rules.replace()")
    return rules


def action_space(batch: Batch) -> Any:
    """Discrete: every action that the rules can ever allow, numbered as ``Batch.moves``."""
    return spaces.Discrete(batch.action_count)


def mask_space(batch: Batch) -> Any:
    """A box of 0 and 1 for each action."""
    return spaces.Box(0, 1, (batch.action_count,), np.int8)


def observation_space(batch: Batch) -> Any:
    """A box of signed 16 bits with the least and the greatest that each column of ``Batch.observe`` can be."""
    width = max(part.stop for part in batch.columns.values())
    low, high = np.zeros(width, np.int16), np.zeros(width, np.int16)
    for name, (least, most) in _ranges(batch.rules).items():
        if name in batch.columns:
            low[batch.columns[name]], high[batch.columns[name]] = least, most
    return spaces.Box(low, high, dtype=np.int16)


def _ranges(rules: Rules) -> dict[str, tuple[int, int]]:
    """The least and the greatest value of each part of an observation."""
    tiles, players = len(tile_set(rules.max_pip)), rules.players
    return {
        "hand": (0, 1),
        "laid": (0, 1),
        "turn": (-1, players - 1),
        "starter": (0, players - 1),
        "boneyard": (0, tiles),
        "passes": (0, players),
        "drawn": (0, 1),
        "reason": (0, 3),
        "hand_counts": (0, tiles),
        "points": (0, _MOST_POINTS),
        "ends": (-1, rules.max_pip),
        "weights": (0, 2 * rules.max_pip),
        "fits": (0, 63),
        "lacks": (0, 1),
    }
