"""The smallest words: numbers, tiles, ends, placements, moves, names. Everything longer is made of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from .catalogs import N_, NP_, Message, Phrases
from .company import Company, Who

if TYPE_CHECKING:
    from dominoes.match import Match
    from dominoes.moves import Move
    from dominoes.position import End
    from dominoes.tiles import Tile

__all__ = ["Pieces"]

# Translators: the numbers on a tile. Two of them make its name: six-four, six-blank. Voices must not take it for a sum
# or a range, and no two tiles may have the same name.
NUMBERS: Final = (
    NP_("number on a tile", "blank"),
    NP_("number on a tile", "one"),
    NP_("number on a tile", "two"),
    NP_("number on a tile", "three"),
    NP_("number on a tile", "four"),
    NP_("number on a tile", "five"),
    NP_("number on a tile", "six"),
    NP_("number on a tile", "seven"),
    NP_("number on a tile", "eight"),
    NP_("number on a tile", "nine"),
    NP_("number on a tile", "ten"),
    NP_("number on a tile", "eleven"),
    NP_("number on a tile", "twelve"),
    NP_("number on a tile", "thirteen"),
    NP_("number on a tile", "fourteen"),
    NP_("number on a tile", "fifteen"),
    NP_("number on a tile", "sixteen"),
    NP_("number on a tile", "seventeen"),
    NP_("number on a tile", "eighteen"),
)
JOINERS: Final = "\u200c\u200d"
"""Characters that show nothing themselves, and join the ones beside them or keep them apart."""
END_SHORT: Final = {
    # Translators: an end in a list, before its number: "Ends: left 6, upper 2."
    "L": NP_("end in a list", "left"),
    "R": NP_("end in a list", "right"),
    "U": NP_("end in a list", "upper"),
    "D": NP_("end in a list", "lower"),
}
SIDES: Final = {
    # Translators: the end where a tile fits or was laid, alone ("Ann: six-four, left.") or with its number.
    "L": NP_("where a tile fits", "left"),
    "R": NP_("where a tile fits", "right"),
    "U": NP_("where a tile fits", "upper"),
    "D": NP_("where a tile fits", "lower"),
}
END_NAMES: Final = {
    # Translators: an end as the subject of a sentence, or as a choice.
    "L": NP_("end of the chain", "left end"),
    "R": NP_("end of the chain", "right end"),
    "U": NP_("end of the chain", "upper end"),
    "D": NP_("end of the chain", "lower end"),
}
ON_ENDS: Final = {
    # Translators: where a tile is laid: "plays six-four on the left end".
    "L": NP_("where a tile is laid", "on the left end"),
    "R": NP_("where a tile is laid", "on the right end"),
    "U": NP_("where a tile is laid", "on the upper end"),
    "D": NP_("where a tile is laid", "on the lower end"),
}
PLACEMENTS: Final = {
    # Translators: how a tile lies at an end of a chain on a table, seen along the chain towards that end. A corner goes
    # before the end and turns; a side lies beside the end and leads away from it.
    "ahead": NP_("placement", "straight ahead"),
    "corner-left": NP_("placement", "corner left"),
    "corner-right": NP_("placement", "corner right"),
    "side-left": NP_("placement", "side left"),
    "side-right": NP_("placement", "side right"),
}
COMPASS: Final = (
    # Translators: where the chain leads: "leads west".
    NP_("direction", "north"),
    NP_("direction", "east"),
    NP_("direction", "south"),
    NP_("direction", "west"),
)
EDGES: Final = {
    # Translators: what is in the way: "the table's top edge is in the way".
    "top": N_("the table's top edge"),
    "right": N_("the table's right edge"),
    "bottom": N_("the table's bottom edge"),
    "left": N_("the table's left edge"),
}
GAMES: Final = {
    # Translators: the presets, as titles; in the middle of a sentence they begin with a small letter.
    "table": NP_("game", "Table"),
    "draw": NP_("game", "Draw"),
    "block": NP_("game", "Block"),
    "all-fives": NP_("game", "All fives"),
    "partnership": NP_("game", "Partnership"),
}
PLAYERS: Final = {
    # Translators: virtual players, as subjects of sentences. Heaviest lays the heaviest tile it can, Random any,
    # Blocker what hinders the next player most; the others are of tales: Pinocchio by Collodi, Buratino by Tolstoy.
    "heaviest": NP_("player", "Heaviest"),
    "random": NP_("player", "Random"),
    "blocker": NP_("player", "Blocker"),
    "pinocchio": NP_("player", "Pinocchio"),
    "buratino": NP_("player", "Buratino"),
    "snow-white": NP_("player", "Snow White"),
}


def first_upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def first_lower(text: str) -> str:
    return text[:1].lower() + text[1:]


class Pieces(Phrases):
    """Tiles, ends, moves and names in words."""

    # Tiles

    def number_word(self, number: int) -> str:
        """A number of a tile (0 to 18) as its word: ``six``, ``blank``."""
        return self.text(NUMBERS[number])

    def tile(self, tile: Tile) -> str:
        """``six-four``, ``double six``, ``six-blank``: no two tiles of any set alike."""
        return self.facing(tile.high, tile.low)

    def facing(self, first: int, second: int) -> str:
        """A tile as it is passed when the chain is read, its two numbers (0 to 18) in this order: ``four-six``."""
        if first == second == 0:
            return self.pgettext("tile", "double blank")
        if first == second:
            return self.pgettext("tile", "double {number}", number=self.number_word(first))
        words = {"first": self.number_word(first), "second": self.number_word(second)}
        if max(first, second) > 9:
            # Translators: a tile with a number of ten and more, of larger sets. Tell ten and seven from seventeen.
            return self.pgettext("tile with a number of two digits", "{first}-{second}", **words)
        return self.pgettext("tile", "{first}-{second}", **words)

    def tiles(self, tiles: Iterable[Tile]) -> str:
        """Their names with commas; ``none`` where there are none."""
        return ", ".join(map(self.tile, tiles)) or self.pgettext("tiles", "none")

    def tile_count(self, count: int) -> str:
        """``1 tile``, ``7 tiles``; ``no tiles``."""
        if count == 0:
            return self.pgettext("number of tiles", "no tiles")
        return self.ngettext("{count} tile", "{count} tiles", count)

    def point_count(self, count: int) -> str:
        """``1 point``, ``7 points``."""
        return self.ngettext("{count} point", "{count} points", count)

    # Ends and placements

    def number(self, number: int) -> str:
        """A number at an end: digits, and the word where the digit is not what the tile shows."""
        # Translators: an end of the chain that shows no pips.
        return self.pgettext("number at an end", "blank (0)") if number == 0 else str(number)

    def end_name(self, end: str) -> str:
        """``left end``, for ``L``, ``R``, ``U`` or ``D``."""
        return self.text(END_NAMES[end])

    def on_end(self, end: str) -> str:
        """``on the left end``."""
        return self.text(ON_ENDS[end])

    def end_with_number(self, end: str, number: int) -> str:
        """``left 6``, as an item of a list."""
        # Translators: an end and the number it shows, in a list of ends.
        return self.pgettext(
            "end in a list", "{end} {number}", end=self.text(END_SHORT[end]), number=self.number(number)
        )

    def side(self, end: str) -> str:
        """Where a tile fits or was laid, in a word: ``left``."""
        return self.text(SIDES[end])

    def side_with_number(self, end: str, number: int) -> str:
        """The same with the number that is there, as an item of a list: ``left 6``, ``left blank``."""
        said = self.number_word(0) if number == 0 else str(number)
        # Translators: where a tile of the hand fits: "six-four, fits: left 6, right 4".
        return self.pgettext("where a tile fits", "{end} {number}", end=self.side(end), number=said)

    def end_choice(self, one: End) -> str:
        """An end to choose: ``left end, 6``."""
        return self.pgettext("choice", "{end}, {number}", end=self.end_name(one.end), number=self.number(one.number))

    def placement(self, placement: str) -> str:
        """``straight ahead``, ``corner left``."""
        return self.text(PLACEMENTS[placement])

    def direction(self, direction: int) -> str:
        """A direction on the table by the waist's number (0 north, 1 east, 2 south, 3 west; north is up)."""
        return self.text(COMPASS[direction])

    def edge(self, edge: str) -> str:
        """``the table's top edge``, for ``top``, ``right``, ``bottom`` or ``left``."""
        return self.text(EDGES[edge])

    # Moves

    def move(self, move: Move) -> str:
        """``six-four on the left end, corner left``; straight ahead is not said. ``open with double six``."""
        if move.is_draw:
            # Translators: something that can be done, in a list.
            return self.pgettext("action", "draw a tile")
        if move.is_pass:
            # Translators: something that can be done, in a list.
            return self.pgettext("action", "pass")
        assert move.tile is not None
        if move.end is None:
            # Translators: something that can be done, in a list.
            return self.pgettext("action", "open with {tile}", tile=self.tile(move.tile))
        return self.laid(move)

    def laid(self, move: Move) -> str:
        """A tile that is laid on an end: ``six-four on the left end, corner left``."""
        assert move.tile is not None
        assert move.end is not None
        fields = {"tile": self.tile(move.tile), "where": self.on_end(move.end)}
        if move.placement in (None, "ahead"):
            # Translators: a tile and where it is laid: "six-four on the left end".
            return self.pgettext("move", "{tile} {where}", **fields)
        # Translators: as before, and how it lies: "six-four on the left end, corner left".
        return self.pgettext("move", "{tile} {where}, {placement}", placement=self.placement(move.placement), **fields)

    def action(self, move: Move) -> str:
        """An action in words, then as it can be typed: ``six-four on the left end (6-4@L)``."""
        return f"{self.move(move)} ({move})" if move.is_play else self.move(move)

    # Games and names

    def game(self, preset: str) -> str:
        """The title of a preset: ``All fives``."""
        return self.text(GAMES.get(preset, Message(None, first_upper(preset))))

    def game_inside(self, preset: str) -> str:
        """The same in the middle of a sentence: ``all fives``."""
        return first_lower(self.game(preset))

    def player(self, name: str) -> str:
        """A virtual player by the name it is registered by, without its level: ``Snow White`` for ``snow-white/4``."""
        base = name.partition("/")[0]
        return self.text(PLAYERS[base]) if base in PLAYERS else shown(name.replace("-", " "))

    def player_and_level(self, name: str) -> str:
        """As `player`, with the level where one is named: ``Snow White (level 4)``."""
        base, _, level = name.partition("/")
        if base not in PLAYERS or not level:
            return self.player(name)
        return self.gettext("{name} (level {level})", name=self.player(name), level=level)

    def seat_name(self, seat: int) -> str:
        """A seat whose player has no name: ``Seat 2``, counted from 1."""
        return self.gettext("Seat {number}", number=seat + 1)

    def company(self, names: Sequence[str], seat: int | None = None, *, partners: bool = False) -> Company:
        """The company of players with these names, as the one at ``seat`` (or an onlooker) hears of them.

        The listener is "You"; others that are called the same are numbered.
        """
        labels = [shown(name) or self.seat_name(at) for at, name in enumerate(names)]
        seats = tuple(
            Who(self.gettext("You"), you=True) if at == seat else Who(_numbered(labels, at, seat))
            for at in range(len(labels))
        )
        # Translators: in a list: "Scores: you: 26; Ann: 0."
        items = tuple(self.pgettext("in a list", "you") if who.you else who.name for who in seats)
        teams, listed = self._teams(seats, seat) if partners else (None, None)
        return Company(seats, teams, listed, seat, items)

    def _teams(self, seats: Sequence[Who], seat: int | None) -> tuple[tuple[Who, Who], tuple[str, str]]:
        """The two teams as subjects and as items: the listener's own, or for an onlooker by their members."""
        if seat is None:
            pairs = [self.gettext("Team {names}", names=self.both(seats[at].name, seats[at + 2].name)) for at in (0, 1)]
            return (Who(pairs[0]), Who(pairs[1])), (pairs[0], pairs[1])
        own, other = Who(self.gettext("Your team")), Who(self.gettext("The other team"))
        # Translators: in a list: "Scores: your team: 26; the other team: 0."
        own_item, other_item = self.pgettext("in a list", "your team"), self.pgettext("in a list", "the other team")
        return ((own, other), (own_item, other_item)) if seat % 2 == 0 else ((other, own), (other_item, own_item))

    def company_of(self, match: Match, seat: int | None = None) -> Company:
        """The company of a match: persons by their own names, virtual players by theirs in this language."""
        from dominoes.match import Human

        seated = zip(match.names, match.players, strict=True)
        names = [name if isinstance(player, Human) else self.player(name) for name, player in seated]
        return self.company(names, seat, partners=match.rules.partners)

    # Joining

    def both(self, one: str, other: str) -> str:
        """``a and b``."""
        return self.gettext("{one} and {other}", one=one, other=other)

    def listed(self, parts: Sequence[str]) -> str:
        """``a, b and c``."""
        return "".join(parts) if len(parts) < 2 else self.both(", ".join(parts[:-1]), parts[-1])

    def apart(self, parts: Sequence[str]) -> str:
        """``a; b; c``: for parts that have commas in them. There is at least one."""
        said, *others = parts
        for other in others:
            said = self.pgettext("list", "{one}; {other}", one=said, other=other)
        return said

    def decimal(self, value: float) -> str:
        """A number with one decimal."""
        # Translators: the decimal mark.
        return f"{value:.1f}".replace(".", self.pgettext("decimal mark", "."))


def shown(name: str) -> str:
    """A name as it can stand in a sentence: on one line, with a capital, what is no printable character escaped.

    What joins emoji, or the letters of some languages, is kept.
    """
    joined = " ".join(name.split())
    kept = (c if c.isprintable() or c in JOINERS else c.encode("unicode_escape").decode() for c in joined)
    return first_upper("".join(kept))


def _numbered(labels: Sequence[str], at: int, seat: int | None) -> str:
    """The label, with a number where others but the listener have the same."""
    same = [other for other, text in enumerate(labels) if text == labels[at] and other != seat]
    return f"{labels[at]} {same.index(at) + 1}" if len(same) > 1 else labels[at]
