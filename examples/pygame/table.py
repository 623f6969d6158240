"""A window on a match: the table drawn by pygame, your hand below it, a player of the package against you.

    pip install pygame-ce
    python table.py --seed friday --target 50

Click a tile, then a place if there are several. Keys: left and right along the hand, Enter lays, Tab goes through the
places, Escape puts the tile back, D draws, P passes, U takes back, N deals the next round, Q leaves.

``--script`` lets the program click and type in its own window: the first legal move each time, to the end of the match.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import pygame

import dominoes as dm
from dominoes.geometry import Squares

YOU = 0
CELL = 16
TABLE = (64, 36)  # cells
SIZE = (TABLE[0] * CELL, TABLE[1] * CELL + 190)
HAND_TOP = TABLE[1] * CELL + 70
HALF = 40  # pixels of a tile's half in the hand
PAUSE = 500  # milliseconds that an opponent seems to think
FELT, FRAME, TILE, PIP = (29, 92, 58), (24, 24, 24), (255, 253, 245), (27, 27, 27)
MARK, FAINT, WORDS = (255, 211, 77), (150, 150, 140), (240, 240, 240)
PIPS = ("", "4", "08", "048", "0268", "02468", "023568")  # places in a square of three by three


def area(squares: Squares) -> pygame.Rect:
    """The pixels of a tile on the table, whose two squares are given in cells."""
    halves = [pygame.Rect(x * CELL, y * CELL, 2 * CELL, 2 * CELL) for x, y in squares]
    return halves[0].union(halves[1])


class Window:
    """The match, what is chosen in it, and the picture of both."""

    def __init__(self, match: dm.Match) -> None:
        self.match = match
        self.at = 0
        """The tile of the hand that the keys are at."""
        self.places: list[dm.Move] = []
        """Where the tile at hand may go, while you choose; the first is the one that Enter takes."""
        self.message = ""
        self.screen = pygame.display.set_mode(SIZE)
        self.font = pygame.font.Font(None, 26)

    # What lies where

    @property
    def hand(self) -> tuple[dm.Tile, ...]:
        """Your tiles, as your own view of the round has them."""
        return self.match.view(YOU).hand

    def moves_of(self, tile: dm.Tile) -> list[dm.Move]:
        """Where you may lay a tile now."""
        if self.match.waiting is None:
            return []
        return [move for move in self.match.round.legal_moves() if move.tile == tile]

    def tile_area(self, index: int) -> pygame.Rect:
        """The pixels of a tile of your hand; many stand closer together."""
        width = min(HALF + 12, (SIZE[0] - 24) // max(1, len(self.hand)))
        return pygame.Rect(12 + index * width, HAND_TOP, HALF, 2 * HALF)

    def place_area(self, move: dm.Move) -> pygame.Rect:
        """The pixels that a play would cover."""
        assert move.tile is not None
        squares = self.match.round.chain.lay(move.tile, move.end, move.placement or "ahead")[-1].squares
        assert squares is not None, "this game is played on a table"
        return area(squares)

    def place_at(self, point: tuple[int, int]) -> dm.Move | None:
        """Which place a click means: of several there, the one whose centre is nearest."""

        def far(move: dm.Move) -> float:
            return pygame.Vector2(self.place_area(move).center).distance_to(point)

        return min((move for move in self.places if self.place_area(move).collidepoint(point)), key=far, default=None)

    # What you do

    def act(self, move: dm.Move | str) -> None:
        """Your move; what refuses it is said, and nothing changes."""
        try:
            self.match.act(move)
        except dm.DominoesError as error:
            self.message = str(error)
            return
        self.places, self.message = [], ""
        self.at = min(self.at, max(0, len(self.hand) - 1))

    def take(self, index: int) -> None:
        """Lay a tile of the hand, or ask where it shall lie."""
        self.at, self.places, tile = index, [], self.hand[index]
        moves = self.moves_of(tile)
        if len(moves) > 1:
            self.places = moves
            self.message = "Where? Click a place, or go through them by Tab and lay by Enter."
        else:
            self.act(moves[0] if moves else self.refused(tile))

    def refused(self, tile: dm.Tile) -> dm.Move:
        """A move of a tile that cannot be laid: where it matches, so that the match says what is in the way."""
        ends = self.match.round.ends
        end = next((end.end for end in ends if end.number in (tile.high, tile.low)), ends[0].end if ends else None)
        return dm.Move.play(tile, end)

    def take_back(self) -> None:
        """To before your last move."""
        try:
            self.match.undo()
        except dm.MatchError as error:
            self.message = str(error)
        else:
            self.places, self.message = [], ""

    def click(self, point: tuple[int, int]) -> None:
        """A place of the tile that you chose, or a tile of your hand."""
        place = self.place_at(point)
        if place is not None:
            self.act(place)
            return
        for index in range(len(self.hand)):
            if self.tile_area(index).collidepoint(point):
                self.take(index)
                return

    def press(self, key: int) -> None:
        """A key, as the module's docstring has them."""
        if key in (pygame.K_LEFT, pygame.K_RIGHT) and self.hand:
            self.at = (self.at + (1 if key == pygame.K_RIGHT else -1)) % len(self.hand)
            self.places = []
        elif key == pygame.K_TAB and self.places:
            self.places.append(self.places.pop(0))
        elif key == pygame.K_RETURN and self.places:
            self.act(self.places[0])
        elif key == pygame.K_RETURN and self.hand:
            self.take(self.at)
        elif key == pygame.K_ESCAPE:
            self.places, self.message = [], ""
        elif key in (pygame.K_d, pygame.K_p):
            self.act("draw" if key == pygame.K_d else "pass")
        elif key == pygame.K_u:
            self.take_back()
        elif key == pygame.K_n and self.match.turn is None:
            self.match.step()

    # Pictures

    def draw(self) -> None:
        """The whole window."""
        self.screen.fill(FRAME)
        pygame.draw.rect(self.screen, FELT, (0, 0, TABLE[0] * CELL, TABLE[1] * CELL))
        chain = self.match.round.chain
        for index, laid in enumerate(chain):
            assert laid.squares is not None
            for square, number in zip(laid.squares, (laid.inner, laid.outer), strict=True):
                self.draw_half(pygame.Rect(square[0] * CELL, square[1] * CELL, 2 * CELL, 2 * CELL), number)
            if index == len(chain) - 1:
                pygame.draw.rect(self.screen, MARK, area(laid.squares), 3)
        for index, move in enumerate(self.places):
            pygame.draw.rect(self.screen, MARK, self.place_area(move), 4 if index == 0 else 2)
        self.draw_hand()
        self.write(self.words(), TABLE[1] * CELL + 10)
        self.write(self.message, TABLE[1] * CELL + 38)
        pygame.display.flip()

    def draw_half(self, box: pygame.Rect, number: int, colour: tuple[int, int, int] = TILE) -> None:
        """Half a tile with its pips."""
        pygame.draw.rect(self.screen, colour, box)
        pygame.draw.rect(self.screen, PIP, box, 1)
        step = box.width / 4
        for place in map(int, PIPS[number]):
            centre = (box.x + step * (1 + place % 3), box.y + step * (1 + place // 3))
            pygame.draw.circle(self.screen, PIP, centre, max(2, box.width // 11))

    def draw_hand(self) -> None:
        """Your tiles: faint where they cannot be laid, a bar below the one that the keys are at."""
        for index, tile in enumerate(self.hand):
            box = self.tile_area(index)
            colour = TILE if self.moves_of(tile) else FAINT
            self.draw_half(pygame.Rect(box.x, box.y, HALF, HALF), tile.high, colour)
            self.draw_half(pygame.Rect(box.x, box.y + HALF, HALF, HALF), tile.low, colour)
            if index == self.at:
                pygame.draw.rect(self.screen, MARK, (box.x, box.bottom + 6, HALF, 6))

    def words(self) -> str:
        """Whose turn it is or who won, and how it stands."""
        match, rnd = self.match, self.match.round
        standing = ", ".join(f"{name} {score}" for name, score in zip(match.names, match.scores, strict=True))
        if match.winner is not None:
            turn = f"{match.names[match.winner]}: the match is won. Q leaves."
        elif rnd.result is not None:
            turn = f"Round over: {rnd.result.reason}. N deals the next."
        else:
            turn = "Your turn." if match.turn == YOU else "The others think."
        return f"{turn}  Scores: {standing}.  Boneyard {rnd.boneyard_count}, their tiles {sum(rnd.hand_counts[1:])}."

    def write(self, text: str, y: int) -> None:
        """A line of text."""
        self.screen.blit(self.font.render(text, True, WORDS), (12, y))


def script(window: Window) -> Iterator[pygame.event.Event]:
    """What would play the first legal move each time, by turns with the mouse and with keys."""
    match, by_mouse = window.match, False
    while not match.over:
        by_mouse = not by_mouse
        if match.turn is None:
            yield key_event(pygame.K_n)
        elif match.waiting is not None:
            move = match.round.legal_moves()[0]
            if move.tile is None:
                yield key_event(pygame.K_d if move.is_draw else pygame.K_p)
                continue
            index = window.hand.index(move.tile)
            yield from click(window.tile_area(index)) if by_mouse else walk(window, index)
            if not window.places:
                continue
            if by_mouse and window.place_at(window.place_area(move).center) == move:
                yield from click(window.place_area(move))
                continue
            while window.places[0] != move:
                yield key_event(pygame.K_TAB)
            yield key_event(pygame.K_RETURN)
        else:
            yield pygame.event.Event(pygame.NOEVENT)


def key_event(key: int) -> pygame.event.Event:
    """A key pressed."""
    return pygame.event.Event(pygame.KEYDOWN, key=key)


def click(box: pygame.Rect) -> Iterator[pygame.event.Event]:
    """A click in the middle of something."""
    yield pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=box.center)


def walk(window: Window, index: int) -> Iterator[pygame.event.Event]:
    """Along the hand by the arrow, and Enter."""
    while window.at != index:
        yield key_event(pygame.K_RIGHT)
    yield key_event(pygame.K_RETURN)


def events(scripted: Iterator[pygame.event.Event] | None) -> Iterator[pygame.event.Event]:
    """What came to the window, and the next event of the script; at the script's end, the window is to close."""
    yield from pygame.event.get()
    if scripted is not None:
        yield next(scripted, pygame.event.Event(pygame.QUIT))


def run(window: Window, scripted: Iterator[pygame.event.Event] | None) -> None:
    """Until the window is closed, or the script is done. Rounds are told as they end."""
    clock, due, told = pygame.time.Clock(), 0, 0
    while True:
        for event in events(scripted):
            if event.type == pygame.QUIT or (event.type == pygame.KEYDOWN and event.key == pygame.K_q):
                return
            if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
                window.click(event.pos)
            elif event.type == pygame.KEYDOWN:
                window.press(event.key)
        match, now = window.match, pygame.time.get_ticks()
        if match.turn is None or match.waiting is not None:
            due = now + PAUSE
        elif scripted is not None or now >= due:
            match.step()
            due = now + PAUSE
        result = match.round.result
        if result is not None and told < len(match.rounds):
            print(f"round {told}: {result.reason}, scores", *match.scores)
            told += 1
        window.draw()
        if scripted is None:
            clock.tick(30)


def main() -> None:
    parser = argparse.ArgumentParser(description="Dominoes in a window: you against a player of the package.")
    parser.add_argument("--seed", default="friday")
    parser.add_argument("--opponent", default="buratino", help="any player that the package knows")
    parser.add_argument("--target", type=int, default=100, help="points to win the match")
    parser.add_argument("--script", action="store_true", help="the program clicks and types for you")
    parser.add_argument("--picture", metavar="FILE", help="save the last picture there, as PNG")
    asked = parser.parse_args()
    try:
        match = dm.Match(dm.Rules("table", target=asked.target), [dm.Human("You"), asked.opponent], seed=asked.seed)
    except dm.DominoesError as error:
        parser.error(str(error))
    pygame.init()
    pygame.display.set_caption("Dominoes")
    window = Window(match)
    run(window, script(window) if asked.script else None)
    if asked.picture:
        pygame.image.save(window.screen, asked.picture)
    if window.match.winner is not None:
        print(f"{window.match.names[window.match.winner]} wins the match")
    pygame.quit()


if __name__ == "__main__":
    main()
