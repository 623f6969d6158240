"""Reads ``tests/data`` and builds the same position as an oracle's round and as a State of a backend."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import notation, oracle
from .backends import Core, State
from .options import Options, from_record_rules

DATA = Path(__file__).resolve().parent.parent / "data"
HIGHEST_TILE = -1


def load(name: str) -> list[dict[str, Any]]:
    """The objects of a JSON Lines file below ``tests/data``."""
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines if line.strip()]


@dataclass(frozen=True)
class Deal:
    """What a round begins with: tiles as texts, the starter None where the highest tile decides."""

    options: Options
    hands: tuple[tuple[str, ...], ...]
    boneyard: tuple[str, ...]
    starter: int | None
    scores: tuple[int, ...] | None = None

    def oracle(self) -> oracle.Round:
        hands = [[notation.read_tile(text) for text in hand] for hand in self.hands]
        boneyard = [notation.read_tile(text) for text in self.boneyard]
        return oracle.Round(self.options, hands, boneyard, self.starter, self.scores)

    def state(self, core: Core, actions: Sequence[str] = ()) -> State:
        starter = HIGHEST_TILE if self.starter is None else self.starter
        hands = tuple(tuple(notation.tile_number(text) for text in hand) for hand in self.hands)
        boneyard = tuple(notation.tile_number(text) for text in self.boneyard)
        state: State = core.State(self.options.spec(), hands, boneyard, starter, self.scores)
        for action in actions:
            code = state.apply(notation.encode(action))
            assert code == 0, f"{action} refused with {code}, {state.explain(notation.encode(action))}"
        return state


def record_deal(record: dict[str, Any], number: int = 0) -> Deal:
    """A record's first round, or one that stands alone and says so."""
    played = record["rounds"][number]
    options = from_record_rules(record["rules"], len(played["hands"]))
    first = played.get("first", "scores_before" not in played)
    by_highest_tile = options.opening == "highest-tile" and (first or options.next_opening == "same")
    scores = played.get("scores_before")
    return Deal(
        options,
        tuple(map(tuple, played["hands"])),
        tuple(played["boneyard"]),
        None if by_highest_tile else played["starter"],
        None if scores is None else tuple(scores),
    )


def numbered(deal: tuple[tuple[tuple[int, ...], ...], tuple[int, ...]], options: Options, starter: int | None) -> Deal:
    """A deal of the waist (tile numbers) as texts."""
    hands, boneyard = deal
    return Deal(
        options,
        tuple(tuple(map(notation.number_text, hand)) for hand in hands),
        tuple(map(notation.number_text, boneyard)),
        starter,
    )
