"""The rules of every preset in words: a page each, of plain sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from .catalogs import N_
from .pieces import Pieces

if TYPE_CHECKING:
    from .catalogs import Message

__all__ = ["RulesPage", "rules_page"]


class RulesPage(NamedTuple):
    """The rules of a preset: a title, a summary of one sentence, and paragraphs."""

    title: str
    summary: str
    paragraphs: tuple[str, ...]


# Translators: the rules of the games, a paragraph each. Plain, short sentences: they are also read aloud.
SUMMARIES: Final = {
    "table": N_("Two players on a real table, where the chain can run into the edge or into itself."),
    "draw": N_("The classic for two to four: a player who cannot play draws."),
    "block": N_("Like Draw, but nobody draws: a player who cannot play passes."),
    "all-fives": N_("Points during play: open ends that add up to a multiple of five score at once."),
    "partnership": N_("Four players in two teams, partners facing each other."),
}

_TILES = N_(
    "The set has 28 tiles: every pair of the numbers from blank (0) to six, once. A tile with two equal numbers is a "
    "double. The tiles are shuffled and dealt; what is left is the boneyard, face down."
)
_SEVEN = N_("Each player is dealt seven tiles.")
_TURN = N_(
    "Players take turns. On your turn you lay one tile on an open end of the chain, so that equal numbers touch. The "
    "chain has two ends, left and right."
)
_DRAW = N_(
    "If nothing in your hand fits, you draw from the boneyard, tile by tile, until one fits. If nothing is left to "
    "draw, you pass."
)
_PASS = N_("If nothing in your hand fits, you pass. Nobody draws.")
_END = N_(
    "The round ends when a player lays the last tile of the hand, or when it is blocked: every player has passed, one "
    "after the other."
)
_SCORE = N_(
    "Whoever lays the last tile scores the points left in all other hands. In a blocked round the player with the "
    "fewest points in hand scores those of all others minus their own; if two or more share the fewest, nobody scores."
)
_FORCED = N_(
    "Whoever holds the highest tile opens with it. Doubles rank above all other tiles, the double six highest."
)
_HUNDRED = N_("The first to reach 100 points wins the match.")
_OTHERWISE = N_(
    "All this is the usual. A match can be begun with another winning score, with more or fewer tiles in a hand, and "
    "with a larger set, up to the double nine or the double twelve."
)

PARAGRAPHS: Final = {
    "table": (
        _TILES,
        _SEVEN,
        N_("Whoever holds the highest tile opens, with any tile. Doubles rank above all other tiles."),
        _TURN,
        N_(
            "The table is a grid of cells, and each tile lies somewhere on it. Between two tiles that are not doubles "
            "the chain can go straight ahead or turn left or right. A double lies crosswise, and next to a double the "
            "chain goes straight on."
        ),
        N_(
            "A tile whose number fits but for which there is no room, because the edge or another tile is in the way, "
            "cannot be played there. An end can be closed in for good."
        ),
        N_(
            "If nothing can be played, you draw from the boneyard, tile by tile, until one can. The last two tiles "
            "are reserved and never drawn. If nothing is left to draw, you pass."
        ),
        _END,
        _SCORE,
        _OTHERWISE,
        _HUNDRED,
    ),
    "draw": (
        _TILES,
        N_("Each player is dealt seven tiles. With four players nothing is left to draw."),
        _FORCED,
        _TURN,
        _DRAW,
        _END,
        _SCORE,
        _OTHERWISE,
        _HUNDRED,
    ),
    "block": (_TILES, _SEVEN, _FORCED, _TURN, _PASS, _END, _SCORE, _OTHERWISE, _HUNDRED),
    "all-fives": (
        _TILES,
        N_("Two players are dealt nine tiles each, three seven, four five."),
        N_(
            "The player who opens the first round is drawn by lot; later the winner of the last round opens. Any tile "
            "may be first."
        ),
        _TURN,
        N_(
            "The first double is the spinner. Once both its long sides are covered, its short sides open as two more "
            "ends, the upper and the lower."
        ),
        N_(
            "After each play the open ends are added up, a double at an end with both its halves. If the sum is a "
            "multiple of five, the player scores it at once. A short side of the spinner counts nothing until a tile "
            "lies on it."
        ),
        N_(
            "The opening tile alone counts its two halves once: the double five scores ten, and so does the six-four. "
            "An opening double with one long side covered still counts both its halves at the other."
        ),
        _DRAW,
        _END,
        N_(
            "At the end of a round the winner scores what the others hold, as in Draw, rounded to the nearest multiple "
            "of five."
        ),
        _OTHERWISE,
        N_("The match ends at the very play that reaches 100 points."),
    ),
    "partnership": (
        N_("You and the player opposite are one team, the other two players the other. A team has one score."),
        N_(
            "The set has 28 tiles: every pair of the numbers from blank (0) to six, once. All are dealt, seven to each "
            "player, and nobody draws."
        ),
        N_(
            "Whoever holds the double six opens the first round with it. Later a member of the winning team opens, "
            "with any tile: the one who went out, or after a block the one with fewer points in hand. After a round "
            "without a winner the double six opens again."
        ),
        _TURN,
        _PASS,
        _END,
        N_(
            "The team of the player who lays the last tile scores the points left in all four hands. In a blocked "
            "round it is the team with the lower sum of its two hands; if the sums are equal, nobody scores."
        ),
        _OTHERWISE,
        N_("The first team to reach 200 points wins the match."),
    ),
}


def rules_page(voice: Pieces, preset: str) -> RulesPage:
    """The rules of a preset in the words of a voice. ValueError, naming the presets, for another."""
    if preset not in PARAGRAPHS:
        raise ValueError(f"there are no rules of {preset!r}; there are those of {', '.join(PARAGRAPHS)}")
    paragraphs: tuple[Message, ...] = PARAGRAPHS[preset]
    return RulesPage(voice.game(preset), voice.text(SUMMARIES[preset]), tuple(map(voice.text, paragraphs)))
