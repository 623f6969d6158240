"""How long a round can last and how much it can be worth, as OpenSpiel wants to know before the first deal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dominoes.tiles import tile_set

if TYPE_CHECKING:
    from dominoes.rules import Rules

__all__ = ["most_actions", "most_draws", "most_points"]


def most_draws(rules: Rules) -> int:
    """The most tiles that can be drawn in a round."""
    boneyard = len(tile_set(rules.max_pip)) - rules.players * rules.hand_size
    return 0 if rules.draw == "never" else max(0, boneyard - rules.boneyard_floor)


def most_actions(rules: Rules) -> int:
    """A bound on the plays, draws and passes of a round.

    All but one seat may pass before each play, and all at the end. A draw follows a pass only where one tile may be
    drawn in a turn: else nobody passes while there is anything to draw.

    >>> from dominoes import Rules
    >>> most_actions(Rules("block")), most_actions(Rules("draw")), most_actions(Rules("partnership"))
    (30, 72, 116)
    """
    draws = most_draws(rules)
    plays = rules.players * rules.hand_size + draws
    after_passes = plays + (draws if rules.draw == "one" else 0)
    return plays + draws + after_passes * (rules.players - 1) + rules.players


def most_points(rules: Rules) -> int:
    """A bound on what one side can score in a round that is the first of a match.

    >>> from dominoes import Rules
    >>> most_points(Rules("block"))
    69
    """
    plays = rules.players * rules.hand_size + most_draws(rules)
    heaviest = sorted((tile.pips for tile in tile_set(rules.max_pip)), reverse=True)
    held = plays - (1 if rules.scoring == "team-all" else rules.hand_size)
    at_end = sum(heaviest[:held]) + rules.round_to // 2
    if rules.count_multiple is None:
        return at_end
    at_once = 2 * rules.max_pip * (4 if rules.spinner else 2)
    short_of_target = min(rules.target - 1, plays * at_once)
    return short_of_target + max(at_once, at_end)
