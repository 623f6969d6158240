"""What a person may ask of a match: each command becomes entries, or a `Refusal`. Changes nothing itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from dominoes.errors import DealError, NotationError
from dominoes.moves import Move
from dominoes.reasons import Reason
from dominoes.tiles import Tile
from dominoes.view import View

from .game import DEAL, GO, PACE, PACES, UNDO, Game
from .refusals import Refusal, bad_request, not_now
from .words import Words

__all__ = ["COMMANDS", "Added", "Command", "reasons_against"]

Added = list[tuple[int | None, str]]
"""Entries to write: seat and move of each."""
Fields = Mapping[str, str]
Command = Callable[[Game, int, Fields], Added]


def play(game: Game, seat: int, fields: Fields) -> Added:
    """Lay a tile: a whole ``move``, or a ``tile`` that fits in one place only."""
    view = game.match.view(seat)
    if "move" in fields:
        move = _move(fields["move"])
        if not move.is_play:
            raise bad_request("move is a tile to lay, such as 6-4@R")
        return _unless_refused(view, move)
    if "tile" not in fields:
        raise bad_request("say which move, such as 6-4@R, or which tile")
    tile = _tile(fields["tile"])
    fitting = [move for move in view.legal_moves() if move.tile is tile]
    if not fitting:
        raise _refused(view, reasons_against(view, tile))
    if len(fitting) > 1:
        raise Refusal(422, "choose", lambda words: words.page.choose(tile), fitting)
    return [(seat, str(fitting[0]))]


def draw(game: Game, seat: int, fields: Fields) -> Added:
    """Draw one tile."""
    return _unless_refused(game.match.view(seat), Move.DRAW)


def pass_(game: Game, seat: int, fields: Fields) -> Added:
    """Pass."""
    return _unless_refused(game.match.view(seat), Move.PASS)


def next_(game: Game, seat: int, fields: Fields) -> Added:
    """Deal the next round."""
    if game.over:
        raise not_now("match-over")
    if game.match.turn is not None:
        raise not_now("round-on")
    try:
        game.apart().step()
    except DealError as error:  # such as rules that deal again and again
        raise bad_request(f"{error}.") from None
    return [(seat, DEAL)]


def undo(game: Game, seat: int, fields: Fields) -> Added:
    """Take back the last action and what came after it."""
    refused = game.undo_refused(seat)
    if refused is not None:
        raise not_now(f"undo-{refused}")
    return [(seat, UNDO)]


def go(game: Game, seat: int, fields: Fields) -> Added:
    """Let the next virtual player act."""
    if not game.held:
        raise not_now("nobody-waits")
    return [(seat, GO)]


def settings(game: Game, seat: int, fields: Fields) -> Added:
    """The pace of the virtual players."""
    if fields["pace"] not in PACES:
        raise bad_request(f"pace is one of {', '.join(PACES)}")
    return [(seat, f"{PACE} {fields['pace']}")]


def _unless_waiting(command: Command) -> Command:
    """Nobody acts before everybody who is invited has come."""

    def done(game: Game, seat: int, fields: Fields) -> Added:
        if game.waits:
            raise not_now("waits")
        return command(game, seat, fields)

    return done


def _while_on(command: Command) -> Command:
    """Nobody acts after a round, either."""

    def done(game: Game, seat: int, fields: Fields) -> Added:
        if game.match.turn is None:
            raise not_now("match-over" if game.over else "round-over")
        return command(game, seat, fields)

    return done


COMMANDS: Final[dict[str, Command]] = {
    "play": _unless_waiting(_while_on(play)),
    "draw": _unless_waiting(_while_on(draw)),
    "pass": _unless_waiting(_while_on(pass_)),
    "next": _unless_waiting(next_),
    "undo": _unless_waiting(undo),
    "go": _unless_waiting(_while_on(go)),
}
"""Those that are made for a position."""


def reasons_against(view: View, tile: Tile) -> list[Reason]:
    """Why a tile cannot be laid anywhere, one reason for each end that it might be meant for."""
    ends = [end.end for end in view.ends if tile.matches(end.number)] or [end.end for end in view.ends[:1]]
    moves = [Move.play(tile, end) for end in ends] or [Move.play(tile)]
    reasons = [view.why_not(move) for move in moves]
    return [reason for reason in reasons if reason is not None]


def _unless_refused(view: View, move: Move) -> Added:
    reason = view.why_not(move)
    if reason is not None:
        raise _refused(view, [reason])
    return [(view.seat, str(move))]


def _refused(view: View, reasons: list[Reason]) -> Refusal:
    def say(words: Words) -> str:
        return words.refused(view, reasons)

    return Refusal(422, "refused", say)


def _move(text: str) -> Move:
    try:
        return Move.parse(text)
    except NotationError as error:
        raise bad_request(str(error)) from None


def _tile(text: str) -> Tile:
    try:
        return Tile(text)
    except NotationError as error:
        raise bad_request(str(error)) from None
