"""One round played from RULES.md with sets of cells and plain lists: slow, and meant to be seen to be right.

Nothing is remembered but the tiles laid and the actions done; everything else is worked out anew whenever it is asked
for. Actions are the texts of section 8, tiles are ``(high, low)``, a cell is ``(x, y)``, a block or square is known by
its north-west cell, and a direction is one of the letters ``N E S W``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .notation import ENDS, NUMBERS, PLACEMENTS, Tile, all_tiles, number_text, read_tile, tile_text
from .options import Options

Cell = tuple[int, int]

COMPASS = "NESW"
STEP = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}


def left(direction: str) -> str:
    return {"N": "W", "W": "S", "S": "E", "E": "N"}[direction]


def right(direction: str) -> str:
    return {"N": "E", "E": "S", "S": "W", "W": "N"}[direction]


def beside(block: Cell, direction: str, cells: int = 2) -> Cell:
    """The block so many cells on: two make the next block, one the half-way place where a crosswise double ends."""
    dx, dy = STEP[direction]
    return block[0] + dx * cells, block[1] + dy * cells


def square_cells(square: Cell) -> set[Cell]:
    x, y = square
    return {(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)}


def is_double(tile: Tile) -> bool:
    return tile[0] == tile[1]


def pips(tiles: set[Tile] | Sequence[Tile]) -> int:
    return sum(high + low for high, low in tiles)


def rank(tile: Tile) -> tuple[int, ...]:
    """Section 1: greater ranks higher."""
    high, low = tile
    return (1, high, 0) if is_double(tile) else (0, high + low, high)


@dataclass(frozen=True)
class Place:
    """Where a tile would lie: its inner square, its outer one, and how the chain goes on from it."""

    inner: Cell
    outer: Cell
    head: Cell
    direction: str

    def cells(self) -> set[Cell]:
        return square_cells(self.inner) | square_cells(self.outer)


@dataclass(frozen=True)
class Laid:
    """A tile of the chain; ``place`` is None without a table."""

    tile: Tile
    end: str | None
    placement: str
    parent: int
    touching: int
    exposed: int
    place: Place | None


@dataclass(frozen=True)
class End:
    """An open end of the chain: what it shows, what it counts, the tile it belongs to and where it points."""

    name: str
    number: int
    weight: int
    owner: int
    head: Cell | None
    direction: str


@dataclass(frozen=True)
class Refusal:
    """Why not: a name of the reason and its two details, as docs/waist.md gives them."""

    name: str
    a: int = 0
    b: int = 0


class Round:
    """One round, every tile face up. ``starter`` None lets the highest tile decide (section 2.2)."""

    def __init__(
        self,
        options: Options,
        hands: Sequence[Sequence[Tile]],
        boneyard: Sequence[Tile],
        starter: int | None,
        scores: Sequence[int] | None = None,
    ) -> None:
        self.options = options
        self.dealt_hands = [list(hand) for hand in hands]
        self.dealt_boneyard = list(boneyard)
        self.hands = [set(hand) for hand in hands]
        self.boneyard = list(boneyard)
        self.forced: Tile | None = None
        if starter is None:
            highest = max((tile for hand in hands for tile in hand), key=rank)
            starter = next(seat for seat, hand in enumerate(hands) if highest in hand)
            if options.opening_tile == "forced":
                self.forced = highest
        self.starter = starter
        self.turn: int | None = starter
        self.scores_before = list(scores or [0] * options.players)
        self.points = [0] * options.players
        self.chain: list[Laid] = []
        self.actions: list[str] = []
        self.reason: str | None = None
        self.winner: int | None = None

    # ---- the chain and its ends (section 3) ----

    @property
    def spinner(self) -> int | None:
        """Where in the chain the spinner is: the first double."""
        if self.options.spinner is None:
            return None
        return next((index for index, laid in enumerate(self.chain) if is_double(laid.tile)), None)

    def arms_open(self) -> bool:
        """Whether both long sides of the spinner are covered."""
        spinner = self.spinner
        if spinner is None:
            return False
        ends_laid_on_it = {laid.end for laid in self.chain if laid.parent == spinner}
        if spinner == 0:
            return {"L", "R"} <= ends_laid_on_it
        return self.chain[spinner].end in ends_laid_on_it

    def ends(self) -> list[End]:
        return [end for end in map(self.end, ENDS) if end is not None]

    def end(self, name: str) -> End | None:
        """The open end of that name, None where there is none."""
        laid_there = [index for index, laid in enumerate(self.chain) if laid.end == name]
        if laid_there:
            return self._end_at_tile(name, laid_there[-1])
        if not self.chain:
            return None
        if name in "LR":
            return self._end_at_opening(name)
        return self._end_at_spinner(name) if self.arms_open() else None

    def _end_at_tile(self, name: str, index: int) -> End:
        laid = self.chain[index]
        number = laid.exposed
        weight = 2 * number if is_double(laid.tile) else number
        head, direction = (laid.place.head, laid.place.direction) if laid.place else (None, "")
        return End(name, number, weight, index, head, direction)

    def _end_at_opening(self, name: str) -> End:
        opening = self.chain[0]
        high, low = opening.tile
        number = high if name == "L" else low
        alone = len(self.chain) == 1
        weight = 2 * number if is_double(opening.tile) and not alone else number
        direction = "W" if name == "L" else "E"
        head = None
        if opening.place:
            west_or_east = opening.place.inner if name == "L" else opening.place.outer
            head = opening.place.head if is_double(opening.tile) else west_or_east
        return End(name, number, weight, 0, head, direction)

    def _end_at_spinner(self, name: str) -> End:
        spinner = self.spinner
        assert spinner is not None
        laid = self.chain[spinner]
        number = laid.tile[0]
        if not laid.place:
            return End(name, number, 0, spinner, None, "")
        upright = laid.place.direction in "EW"
        directions = ("N", "S") if upright else ("W", "E")
        squares = (laid.place.inner, laid.place.outer)
        side = "UD".index(name)
        return End(name, number, 0, spinner, squares[side], directions[side])

    def end_count(self) -> int:
        return sum(end.weight for end in self.ends())

    # ---- the table (section 4) ----

    def covered(self) -> dict[Cell, Tile]:
        """Which tile lies on each covered cell."""
        cells: dict[Cell, Tile] = {}
        for laid in self.chain:
            if laid.place:
                for cell in laid.place.cells():
                    assert cell not in cells, f"{laid.tile} lies on {cells[cell]}"
                    cells[cell] = laid.tile
        return cells

    def opening_place(self, tile: Tile) -> Place | None:
        if self.options.table is None:
            return None
        width, height = self.options.table
        y = (height - 2) // 2
        if is_double(tile):
            centre = ((width - 2) // 2, y)
            return Place(beside(centre, "N", 1), beside(centre, "S", 1), centre, "E")
        west = ((width - 4) // 2, y)
        return Place(west, beside(west, "E"), beside(west, "E"), "E")

    def place_at(self, end: End, tile: Tile, placement: str) -> Place | None:
        """Where the tile would lie on that end, whether it fits or not; None without a table."""
        if end.head is None:
            return None
        block, d = end.head, end.direction
        if is_double(tile):
            centre = beside(block, d)
            first, second = ("N", "S") if d in "EW" else ("W", "E")
            return Place(beside(centre, first, 1), beside(centre, second, 1), centre, d)
        towards, onward = {
            "ahead": (d, d),
            "corner-left": (d, left(d)),
            "corner-right": (d, right(d)),
            "side-left": (left(d), left(d)),
            "side-right": (right(d), right(d)),
        }[placement]
        matching = beside(block, towards)
        other = beside(matching, onward)
        return Place(matching, other, other, onward)

    def edge_crossed(self, cells: set[Cell]) -> str | None:
        """The edge of the table that these cells lie beyond, the first of N, E, S, W."""
        assert self.options.table is not None
        width, height = self.options.table
        beyond = {
            "N": any(y < 0 for x, y in cells),
            "E": any(x >= width for x, y in cells),
            "S": any(y >= height for x, y in cells),
            "W": any(x < 0 for x, y in cells),
        }
        return next((edge for edge in COMPASS if beyond[edge]), None)

    def tile_met(self, cells: set[Cell]) -> Tile | None:
        """The tile first met on these cells, reading rows from the top and each row from the left."""
        covered = self.covered()
        in_reading_order = sorted(cells, key=lambda cell: (cell[1], cell[0]))
        return next((covered[cell] for cell in in_reading_order if cell in covered), None)

    def in_the_way(self, place: Place, tile: Tile) -> Refusal | None:
        """The edge or the tile that keeps a tile from lying there."""
        pieces = [place.cells()] if is_double(tile) else [square_cells(place.inner), square_cells(place.outer)]
        for cells in pieces:
            edge = self.edge_crossed(cells)
            if edge is not None:
                return Refusal("edge", COMPASS.index(edge))
            met = self.tile_met(cells)
            if met is not None:
                return Refusal("tile-in-the-way", NUMBERS[met])
        return None

    # ---- what is legal (section 2.3) ----

    def why_not(self, action: str | None) -> Refusal | None:
        """None where the action is legal; None for an action is a number that encodes none."""
        if action is None:
            return Refusal("not-an-action")
        if self.turn is None:
            return Refusal("round-over")
        if action == "draw":
            return self._why_no_draw()
        if action == "pass":
            return self._why_no_pass()
        return self._why_no_play(action)

    def _why_no_play(self, action: str) -> Refusal | None:
        assert self.turn is not None
        text, at, where = action.partition("@")
        tile = read_tile(text)
        number = NUMBERS[tile]
        if tile[0] > self.options.max_pip:
            return Refusal("not-in-set", number)
        if tile not in self.hands[self.turn]:
            return Refusal("not-your-tile", number)
        if not at:
            if self.chain:
                return Refusal("table-not-empty")
            if self.forced is not None and tile != self.forced:
                return Refusal("forced-tile", NUMBERS[self.forced])
            return None
        if not self.chain:
            return Refusal("table-empty")
        name, _, placement = where.partition(":")
        return self._why_not_there(tile, name, placement or "ahead")

    def _why_not_there(self, tile: Tile, name: str, placement: str) -> Refusal | None:
        end = self.end(name)
        if end is None:
            return Refusal("end-closed", ENDS.index(name))
        if end.number not in tile:
            return Refusal("no-match", ENDS.index(name), end.number)
        if placement != "ahead":
            if self.options.table is None:
                return Refusal("no-table")
            if not self.options.turns:
                return Refusal("turns-off")
            if is_double(tile):
                return Refusal("double-ahead")
            if is_double(self.chain[end.owner].tile):
                return Refusal("on-a-double")
        place = self.place_at(end, tile, placement)
        return None if place is None else self.in_the_way(place, tile)

    def plays(self) -> list[str]:
        """Every legal play of the seat to act."""
        if self.turn is None:
            return []
        conceivable: list[str] = []
        for tile in self.hands[self.turn]:
            conceivable.append(tile_text(tile))
            for end in ENDS:
                conceivable.append(f"{tile_text(tile)}@{end}")
                conceivable.extend(f"{tile_text(tile)}@{end}:{placement}" for placement in PLACEMENTS[1:])
        return [action for action in conceivable if self._why_no_play(action) is None]

    def _drawn_this_turn(self) -> int:
        """The draws since the last play or pass: the turn stays with a player who draws."""
        count = 0
        for action in reversed(self.actions):
            if action != "draw":
                break
            count += 1
        return count

    def _why_no_draw(self) -> Refusal | None:
        if self.options.draw == "never":
            return Refusal("no-drawing")
        if len(self.boneyard) <= self.options.boneyard_floor:
            return Refusal("boneyard-floor", len(self.boneyard), self.options.boneyard_floor)
        if self.options.draw == "one" and self._drawn_this_turn() >= 1:
            return Refusal("drawn-already")
        if not self.options.voluntary_draw and self.plays():
            return Refusal("can-play")
        return None

    def _why_no_pass(self) -> Refusal | None:
        if self.plays():
            return Refusal("must-play")
        if self._why_no_draw() is None:
            return Refusal("must-draw")
        return None

    def legal(self) -> list[str]:
        """All legal actions, in no order."""
        if self.turn is None:
            return []
        return self.plays() + [action for action in ("draw", "pass") if self.why_not(action) is None]

    # ---- what an action does ----

    def apply(self, action: str) -> None:
        refusal = self.why_not(action)
        assert refusal is None, f"{action}: {refusal}"
        assert self.turn is not None
        self.actions.append(action)
        if action == "draw":
            self.hands[self.turn].add(self.boneyard.pop(0))
        elif action == "pass":
            if self.actions[-self.options.players :] == ["pass"] * self.options.players:
                self._finish(None)
            else:
                self._next_turn()
        else:
            self._play(self.turn, action)

    def _next_turn(self) -> None:
        assert self.turn is not None
        self.turn = (self.turn + 1) % self.options.players

    def _play(self, seat: int, action: str) -> None:
        self._lay(action)
        self.hands[seat].remove(self.chain[-1].tile)
        if self._scores_the_count(seat):
            self.turn, self.reason, self.winner = None, "target", self._side(seat)
        elif not self.hands[seat]:
            self._finish(seat)
        else:
            self._next_turn()

    def _lay(self, action: str) -> None:
        text, at, where = action.partition("@")
        tile = read_tile(text)
        if not at:
            self.chain.append(Laid(tile, None, "ahead", -1, tile[0], tile[1], self.opening_place(tile)))
            return
        name, _, placement = where.partition(":")
        end = self.end(name)
        assert end is not None
        exposed = tile[1] if tile[0] == end.number else tile[0]
        place = self.place_at(end, tile, placement or "ahead")
        self.chain.append(Laid(tile, name, placement or "ahead", end.owner, end.number, exposed, place))

    # ---- scores (section 5) ----

    def _side(self, seat: int) -> int:
        """Who wins where that seat does: the seat, or its team."""
        return seat % 2 if self.options.partners else seat

    def _give(self, side: int, points: int) -> None:
        """Points for a side; a team's points stand at both its seats."""
        for seat in range(self.options.players):
            if self._side(seat) == side:
                self.points[seat] += points

    def scores(self) -> list[int]:
        return [before + made for before, made in zip(self.scores_before, self.points, strict=True)]

    def _scores_the_count(self, seat: int) -> bool:
        """Scores the open ends for the player; whether that ends the match."""
        multiple = self.options.count_multiple
        count = self.end_count()
        if multiple is None or count == 0 or count % multiple != 0:
            return False
        self._give(self._side(seat), count)
        return self.scores()[seat] >= self.options.target

    def _finish(self, out: int | None) -> None:
        """The end of the round: ``out`` laid the last tile, or it is blocked."""
        self.turn = None
        self.reason = "blocked" if out is None else "domino"
        self.winner, points = end_score(self.options, [pips(hand) for hand in self.hands], out)
        if self.winner is not None:
            self._give(self.winner, points)


def end_score(options: Options, left_in_hand: Sequence[int], out: int | None) -> tuple[int | None, int]:
    """Who wins the end of a round, and how much: a seat, or a team with partners; None and 0 where nobody does."""
    if options.partners:
        sides = [left_in_hand[0] + left_in_hand[2], left_in_hand[1] + left_in_hand[3]]
    else:
        sides = list(left_in_hand)
    if out is not None:
        winner = out % 2 if options.partners else out
    else:
        lowest = [side for side, total in enumerate(sides) if total == min(sides)]
        if len(lowest) > 1:
            return None, 0
        winner = lowest[0]
    if options.scoring == "team-all":
        points = sum(sides)
    else:
        points = sum(sides) - sides[winner]
        if out is None:
            points -= sides[winner]
    return winner, nearest_multiple(points, options.round_to)


def nearest_multiple(points: int, multiple: int) -> int:
    below = points - points % multiple
    above = below + multiple
    return below if points - below < above - points else above


def full_set(options: Options) -> set[Tile]:
    return set(all_tiles(options.max_pip))


def texts(numbers: Sequence[int]) -> list[str]:
    """Tile numbers as texts, for messages."""
    return [number_text(number) for number in numbers]
