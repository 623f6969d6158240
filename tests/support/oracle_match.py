"""Matches of section 6 over the oracle, with everything random drawn as RULES.md section 9 and the docs tell it.

Every seat is the plain player ``random``: it takes ``legal[below(count)]`` of its own stream. Nothing of the package is
used, so a match played here and by ``dominoes.Match`` from one seed agree only if both do what is written.
"""

from __future__ import annotations

from typing import Any

from . import notation, oracle, stream
from .notation import TILES, Tile, tile_text
from .options import Options

DEAL_TRIES = 10_000


def dealt(options: Options, seed: bytes, number: int) -> tuple[list[list[Tile]], list[Tile]]:
    """Hands and boneyard of the match's round ``number``."""
    source = stream.Stream(stream.key(b"deal", seed), number)
    for _ in range(DEAL_TRIES):
        order = list(range(options.tiles))
        source.shuffle(order)
        tiles = [TILES[tile] for tile in order]
        size = options.hand_size
        hands = [tiles[seat * size : seat * size + size] for seat in range(options.players)]
        limit = options.redeal_doubles
        if limit is None or all(sum(map(oracle.is_double, hand)) < limit for hand in hands):
            return hands, tiles[size * options.players :]
    raise AssertionError("no deal")


def opener(options: Options, seed: bytes, number: int, last: oracle.Round | None) -> int | None:
    """The seat that opens the round; None where the highest tile decides."""
    if last is not None and options.next_opening == "rotate":
        return (last.starter + 1) % options.players
    if last is not None and options.next_opening == "winner" and last.winner is not None:
        return winning_seat(last)
    if options.opening == "highest-tile":
        return None
    return stream.Stream(stream.key(b"opener", seed), number).below(options.players)


def winning_seat(last: oracle.Round) -> int:
    """Of a winning team the player who went out, or after a block its member with fewer pips, the lower if equal."""
    assert last.winner is not None
    if not last.options.partners:
        return last.winner
    team = (last.winner, last.winner + 2)
    if last.reason == "blocked":
        return min(team, key=lambda seat: (oracle.pips(last.hands[seat]), seat))
    return next(seat for seat in team if not last.hands[seat] or last.reason == "target")


def match_winner(options: Options, scores: list[int]) -> int | None:
    """The side that has reached the target, the highest of several; equal highest play on."""
    sides = scores[:2] if options.partners else scores
    leaders = [side for side, score in enumerate(sides) if score == max(sides)]
    return leaders[0] if max(sides) >= options.target and len(leaders) == 1 else None


def play_round(position: oracle.Round, seed: bytes, number: int) -> None:
    """Each decision has the stream of its seat, numbered by the round and the actions done in it."""
    while position.turn is not None:
        legal = sorted(position.legal(), key=notation.encode)
        choice = 0
        if len(legal) > 1:
            key = stream.key(f"player {position.turn}".encode(), seed)
            choice = stream.Stream(key, number << 32 | len(position.actions)).below(len(legal))
        position.apply(legal[choice])


def play_match(options: Options, seed: str) -> list[oracle.Round]:
    """The rounds of a whole match."""
    rounds: list[oracle.Round] = []
    scores = [0] * options.players
    while match_winner(options, scores) is None:
        last = rounds[-1] if rounds else None
        number = len(rounds)
        starter = opener(options, seed.encode(), number, last)
        hands, boneyard = dealt(options, seed.encode(), number)
        # Who is drawn to open, or led to, leads any tile; so does the holder of the highest where it is free.
        position = oracle.Round(options, hands, boneyard, starter, scores)
        play_round(position, seed.encode(), number)
        rounds.append(position)
        scores = position.scores()
    return rounds


def round_record(position: oracle.Round) -> dict[str, Any]:
    """A finished round as section 8 writes it."""
    return {
        "hands": [[tile_text(tile) for tile in hand] for hand in position.dealt_hands],
        "boneyard": [tile_text(tile) for tile in position.dealt_boneyard],
        "starter": position.starter,
        "actions": list(position.actions),
        "result": {"reason": position.reason, "winner": position.winner, "points": list(position.points)},
    }


def record(rules: dict[str, Any], players: list[str], rounds: list[oracle.Round]) -> dict[str, Any]:
    """A record of these rounds with no optional key but the scores."""
    return {
        "format": "dominoes-record",
        "version": 1,
        "rules": rules,
        "players": players,
        "rounds": [round_record(position) for position in rounds],
    }
