"""A person at the terminal plays a match: turn after turn, each action on disk before it is shown."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from dominoes import speaking
from dominoes.advice import advise
from dominoes.errors import MatchError
from dominoes.events import Drew, Event, Opened, Passed, Played
from dominoes.match import is_code
from dominoes.moves import Move
from dominoes.registry import PlayerError
from dominoes.speaking import Narrator, Teller

from . import answers
from .answers import Key, Pick, Unclear, Wish
from .failures import INTERRUPTED, OK, REFUSED, tell
from .saves import quoted
from .terminal import table_picture

if TYPE_CHECKING:
    from dominoes.match import Match
    from dominoes.speaking import Voice
    from dominoes.tiles import Tile

    from .saves import SaveFile
    from .terminal import Terminal

__all__ = ["Session"]

MOST_TOLD = 5
"""Actions that a refusal names as possible; more are told on demand."""


class Leave(Exception):  # noqa: N818 - no error
    """The person goes."""


class Session:
    """One sitting: `run` plays until the person leaves."""

    def __init__(self, match: Match, seat: int, save: SaveFile, terminal: Terminal, voice: Voice) -> None:
        self.match = match
        self.seat = seat
        self.save = save
        self.terminal = terminal
        self.voice = voice
        self.tell = Teller(match, seat, voice)
        self._still = False
        """Whether the person's turn goes on after a draw."""

    def run(self, *, resumed: bool) -> int:
        """Play until the person leaves, the input ends or a player fails; the exit code.

        `CommandError` where nothing can be kept.
        """
        try:
            self._begin(resumed=resumed)
            while True:
                self._go_on()
                if self.match.turn is None:
                    self._between_rounds()
                else:
                    self._turn()
        except Leave:
            self._farewell()
            return OK
        except KeyboardInterrupt:
            self.terminal.say("")
            self._farewell()
            return INTERRUPTED
        except PlayerError as error:
            tell(f"{error}; --opponents can give its seat to another")
            self._farewell()
            return REFUSED

    # The flow of the match

    def _begin(self, *, resumed: bool) -> None:
        self._keep()
        say = self.terminal.say
        say(*self.tell.greeting())
        say(self.voice.kept_in(str(self.save.path)), self.voice.ask_help())
        if not resumed:
            self.match.step()  # the deal, which is on disk by now
            say(*self.tell.dealt())
            return
        say(self.voice.resumed(self.tell.round_number, len(self.match.round.moves)), self.tell.scores())
        if self.match.turn is None:
            self._tell_the_end()
        else:
            say(self.tell.hand(), *self.tell.last())

    def _keep(self) -> None:
        number, actions = self.tell.round_number, len(self.match.round.moves)
        self.save.write(self.match.to_record(), f"the match up to action {actions} of round {number}")

    def _go_on(self) -> None:
        """Let the others act until it is the person's turn or the round is over."""
        narrator = Narrator(self.tell)
        try:
            while self.match.turn is not None and self.match.waiting is None:
                self._tell_of(self._step(), narrator)
        finally:
            if self.terminal.lost() != "output":
                self.terminal.say(*narrator.rest())

    def _step(self) -> tuple[Event, ...]:
        """A player's action. `PlayerError` where it fails, or leaves no way to speak with the person."""
        turn = self.match.turn
        happened = self.match.step()
        lost = self.terminal.lost()
        if lost and turn is not None:
            raise PlayerError(f"the player {self.match.names[turn]} (seat {turn}) closed the {lost} of the program")
        return happened

    def _do(self, move: Move) -> None:
        self._tell_of(self.match.act(move), Narrator(self.tell))
        self._still = move.is_draw

    def _tell_of(self, events: Sequence[Event], narrator: Narrator) -> None:
        """Tell what has just been done, once it is on disk."""
        self._keep()
        for event in events:
            lines = list(narrator.tell(event.for_seat(self.seat)))
            if isinstance(event, (Opened, Played)) and self.match.turn is not None:
                lines[-1] += self._what_lies(event.seat)
            self.terminal.say(*lines)
        if self.match.turn is None:
            self.terminal.say(*narrator.rest())
            self._tell_the_end()

    def _what_lies(self, seat: int) -> str:
        """What follows a play: the new ends, unless the person's turn tells them next, and who is about to go out."""
        ends = f" {self.tell.ends()}" if self.match.waiting is None else ""
        last = self.match.round.hand_counts[seat] == 1 and seat != self.seat
        return f"{ends} {self.voice.one_left(self.tell.company.seats[seat])}" if last else ends

    def _tell_the_end(self) -> None:
        self.terminal.say(*self.tell.end_of_round())
        if self.match.over:
            self.terminal.say(self.tell.end_of_match())

    def _between_rounds(self) -> None:
        """After a round, or the match: on, back, or away."""
        answer = self.voice.heard(self._ask(self.voice.next_prompt(over=self.match.over))).lower()
        if answer in ("", "n", "next"):
            if self.match.over:
                raise Leave
            self.match.step()
            self._keep()
            self.terminal.say(*self.tell.dealt())
            return
        key = answers.read(answer, 0, ())
        if isinstance(key, Key) and key.word not in ("actions", "hint"):
            self._serve(key.word)
        else:
            self.terminal.say(self.voice.not_now())

    # A turn

    def _turn(self) -> None:
        """Tell the turn and ask until something is done."""
        self._tell_turn(still=self._still)
        self._still = False
        done = len(self.match.round.moves)
        while len(self.match.round.moves) == done:  # until it is acted or taken back
            move = self._understood(self._ask(self._prompt()))
            if move is not None:
                self._do(move)

    def _prompt(self) -> str:
        return self.voice.move_prompt(self._legal())

    def _legal(self) -> tuple[Move, ...]:
        return self.match.round.legal_moves()

    def _groups(self) -> list[list[Move]]:
        """The numbered entries of this turn."""
        return self._grouped(self._legal())

    def _grouped(self, moves: Sequence[Move]) -> list[list[Move]]:
        """Each action an entry of its own; on a table each tile, with all its ways."""
        groups: dict[Move | Tile, list[Move]] = {}
        for move in moves:
            groups.setdefault(move.tile or move if self.tell.on_table else move, []).append(move)
        return list(groups.values())

    def _tell_turn(self, *, still: bool = False) -> None:
        """Whose turn it is, the ends, what is possible; the ends not again where a draw has brought nothing."""
        legal = self._legal()
        forced = not legal[0].is_play
        turn = self.voice.your_turn(still=still)
        self.terminal.say(turn if still and forced else f"{turn} {self.tell.ends()}")
        if forced:
            draws = self.tell.match.rules.draw != "never"
            self.terminal.say(self.voice.must_draw() if legal[0].is_draw else self.voice.must_pass(drawing=draws))
        self._list_actions()

    def _list_actions(self) -> None:
        self.terminal.say(*(f"{at}. {self._entry(group)}" for at, group in enumerate(self._groups(), 1)))

    def _entry(self, group: Sequence[Move]) -> str:
        tile = group[0].tile
        if len(group) == 1 or tile is None:
            return self.voice.action(group[0])
        ends = [move.end or "" for move in group]
        return self.voice.group(tile, [(end, ends.count(end)) for end in dict.fromkeys(ends)])

    def _understood(self, text: str) -> Move | None:
        """The action that an answer comes to; None where it was a question, a key, a mistake or a cancelled choice."""
        legal, groups = self._legal(), self._groups()
        if not text:
            if len(legal) == 1:
                return legal[0]
            self._tell_turn()
            return None
        answer = answers.read(self.voice.heard(text), len(groups), self.tell.view.hand)
        if isinstance(answer, Unclear):
            answer = self._meant(text, answer, groups)
        if isinstance(answer, Pick):
            return self._one_of(groups[answer.index])
        if isinstance(answer, Wish):
            return self._granted(answer)
        if isinstance(answer, Key):
            self._serve(answer.word)
        elif isinstance(answer, str):
            return self._unless_refused(Move(answer))
        elif answer is None:
            self.terminal.say(self.voice.not_understood(text))
        return None

    def _meant(self, text: str, answer: Unclear, groups: Sequence[Sequence[Move]]) -> Pick | Wish | Unclear:
        choices: list[Pick | Wish] = [Wish(tile) for tile in answer.tiles]
        entries = [self.voice.as_tile(tile) for tile in answer.tiles]
        if answer.index is not None:
            choices.insert(0, Pick(answer.index))
            entries.insert(0, self.voice.as_number(answer.index, self._entry(groups[answer.index])))
        chosen = self._choose(self.voice.which_meaning(text), entries)
        return answer if chosen is None else choices[chosen]

    def _granted(self, wish: Wish) -> Move | None:
        """The legal move that a wish means, asking where it can be several; a refusal says why there is none."""
        moves = [move for move in self._legal() if wish.fits(move)]
        if moves:
            return self._one_of(moves)
        self._refuse(wish)
        return None

    def _one_of(self, moves: Sequence[Move]) -> Move | None:
        """Of several moves with one tile: ask first which end, then which way."""
        tile = moves[0].tile
        ends = list(dict.fromkeys(move.end for move in moves))
        if tile is not None and len(ends) > 1:
            lying = {one.end: one for one in self.match.round.ends}
            entries = [self.voice.end_choice(lying[end]) for end in ends if end is not None]
            names = {end: at for at, end in enumerate(ends)}
            chosen = self._choose(self.voice.which_end(tile), entries, lambda text: names.get(answers.read_end(text)))
            if chosen is None:
                return None
            moves = [move for move in moves if move.end == ends[chosen]]
        if tile is not None and len(moves) > 1:
            return self._one_way(tile, moves)
        return moves[0]

    def _one_way(self, tile: Tile, moves: Sequence[Move]) -> Move | None:
        entries = [self.voice.way(move.placement or "ahead", self._direction(move)) for move in moves]
        names = {move.placement: at for at, move in enumerate(moves)}
        question = self.voice.which_way(tile, moves[0].end or "")
        chosen = self._choose(question, entries, lambda text: names.get(answers.read_placement(text)))
        return None if chosen is None else moves[chosen]

    def _direction(self, move: Move) -> int | None:
        """Where the chain would lead after a move on a table; None without one."""
        chain = self.match.round.chain
        if chain.table is None or move.tile is None or move.end is None:
            return None
        after = chain.lay(move.tile, move.end, move.placement or "ahead")
        return next((head.direction for head in after.heads if head.end == move.end), None)

    def _choose(
        self, question: str, entries: Sequence[str], named: Callable[[str], int | None] = lambda text: None
    ) -> int | None:
        """One of several by its number, or by a word that ``named`` knows; None where the person cancels."""
        self.terminal.say(question, *(f"{at}. {entry}" for at, entry in enumerate(entries, 1)))
        while typed := self._ask(self.voice.choice_prompt()):
            answer = self.voice.heard(typed)
            if answer.lower() in ("q", "quit", "exit"):
                raise Leave
            if answer.isdecimal() and answer.isascii() and 1 <= int(answer[:9]) <= len(entries):
                return int(answer) - 1
            chosen = named(answer)
            if chosen is not None:
                return chosen
            looked = answers.look(answer)
            if looked is not None:
                self._serve(looked)
            else:
                self.terminal.say(self.voice.not_listed(typed, len(entries)))
        self.terminal.say(self.voice.cancelled())
        return None

    # Refusals

    def _unless_refused(self, move: Move) -> Move | None:
        reason = self.tell.view.why_not(move)
        if reason is None:
            return move
        self.terminal.say(self.voice.reason(reason), self._possible(self._legal()))
        return None

    def _refuse(self, wish: Wish) -> None:
        """Say why a tile cannot go where it was wished, and what can be done."""
        view, tile = self.tell.view, wish.tile
        matching = [one.end for one in view.ends if tile.matches(one.number)]
        if tile in view.hand and view.ends and wish.end is None and not matching:
            said = [self.voice.fits_nowhere(tile, view.ends)]
        else:
            ends = [wish.end] if wish.end or not view.ends else matching or [view.ends[0].end]
            placement = wish.placement or "ahead"
            reasons = [view.why_not(Move.play(tile, end, placement if end else "ahead")) for end in ends]
            said = list(dict.fromkeys(self.voice.reason(reason) for reason in reasons if reason is not None))
        others = [move for move in self._legal() if move.tile is tile]
        there = [move for move in others if move.end == wish.end]
        self.terminal.say(*said, self._possible(there or others or self._legal()))

    def _possible(self, moves: Sequence[Move]) -> str:
        placements = [move.placement for move in moves if move.placement]
        if len(placements) > 1 and len({(move.tile, move.end) for move in moves}) == 1:
            return self.voice.possible_there(moves[0].end or "", placements)
        groups = self._grouped(moves)
        if len(groups) > MOST_TOLD:
            return self.voice.ask_actions()
        return self.voice.possible([self._entry(group) for group in groups])

    # Keys

    def _serve(self, word: str) -> None:
        """Do what a key asks for."""
        tell = self.tell
        lines: dict[str, Callable[[], Sequence[str]]] = {
            "hand": lambda: [tell.hand()],
            "ends": tell.ends_at_length,
            "table": lambda: [*tell.chain_in_words(), *self._picture()],
            "words": tell.chain_in_words,
            "boneyard": lambda: [tell.boneyard()],
            "counts": tell.counts,
            "scores": lambda: [tell.scores()],
            "last": tell.last,
            "hint": self._hint,
            "help": lambda: self.voice.help(table=tell.on_table),
            "undo": self._undo,
        }
        if word == "quit":
            raise Leave
        if word == "actions":
            self._list_actions()
        else:
            self.terminal.say(*lines[word]())

    def _picture(self) -> list[str]:
        chain = self.match.round.chain
        return [table_picture(chain, ascii_only=self.terminal.ascii_only)] if chain.laid or chain.table else []

    def _hint(self) -> list[str]:
        """By the person's own view and a chance of its own: asking changes nothing."""
        return self.voice.hint(advise(self.tell.view).ranked, self.tell.company)

    def _undo(self) -> list[str]:
        """Back to the person's last action; the file follows before it is said."""
        acted = [event.seat for event in self.match.round.events if isinstance(event, (Opened, Played, Drew, Passed))]
        try:
            moves = self.match.undo(self.seat)
        except MatchError:
            return [self.voice.nothing_to_undo()]
        self._keep()
        return [self.tell.taken_back(moves, acted[len(acted) - len(moves) :])]

    def _ask(self, prompt: str) -> str:
        answer = self.terminal.ask(prompt)
        if answer is None:
            raise Leave
        return answer

    def _farewell(self) -> None:
        if self.match.over:
            said = self.voice.finished(str(self.save.path))
        else:
            said = self.voice.farewell(f"dominoes play --resume {quoted(str(self.save.path))}{self._also_needed()}")
        if self.terminal.lost() == "output":
            tell(said)
        else:
            self.terminal.say(said)

    def _also_needed(self) -> str:
        """What else the command says that goes on: the language, and code, which a file alone does not bring along."""
        language = self.voice.language
        spoken = "" if speaking.from_environment(os.environ) == language else f" --lang {language}"
        names = [name for name in self.match.to_record().opponents or () if name is not None]
        return f" --opponents {quoted(','.join(names))}{spoken}" if any(map(is_code, names)) else spoken
