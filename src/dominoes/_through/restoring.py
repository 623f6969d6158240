"""Pickles read back: the payload's parts are checked by the twin, and what they make together by the kernel."""

from __future__ import annotations

from typing import Any

from dominoes._codes import PASS
from dominoes._through.chance import Stream
from dominoes._through.library import NULL, blank_round, ffi, lib, to_int, to_rules
from dominoes._through.state import State
from dominoes._twin.objects import class_of
from dominoes._twin.restoring import NO_STATE, is_stream, state_parts, stream_parts

__all__ = ["restore"]

_NO_ACTION = 2047


def restore(cls: type[Any] | None, payload: tuple[Any, ...]) -> Any:
    """The State (or Stream) of a pickle, of the class ``cls`` or plain; ``ValueError`` for what cannot be."""
    if is_stream(payload):
        return _restore_stream(class_of(cls, Stream), payload)
    return _restore_state(class_of(cls, State), payload)


def _restore_stream(cls: type[Stream], payload: tuple[Any, ...]) -> Stream:
    key, number, position, words = stream_parts(payload)
    stream = cls.__new__(cls)
    stream._key, stream._number, stream._position = key, number, position
    stream._words = ffi.new("dom_stream *", (words,))
    return stream


def _restore_state(cls: type[State], payload: tuple[Any, ...]) -> State:
    spec, hands, boneyard, starter, forced, scores, viewer, actions = state_parts(payload)
    tiles = [tile for hand in (*hands, boneyard) for tile in hand]
    if len(tiles) > lib.DOM_MAX_TILES or len(actions) > lib.DOM_MAX_ACTIONS:
        raise ValueError(NO_STATE)
    done = [action if 0 <= action <= PASS else _NO_ACTION for action in actions]
    opened, parts = blank_round(), (tiles, [len(hand) for hand in hands], len(boneyard))
    numbers = (to_int(starter), to_int(forced), scores, to_int(viewer), done, len(done))
    if lib.dom_round_restore(opened, to_rules(spec), *parts, *numbers, NULL):
        raise ValueError(NO_STATE)
    state = cls.__new__(cls)
    state._round = opened
    return state


# A pickle names the function that reads it by its module; through the chooser any kernel reads the others'.
restore.__module__ = "dominoes._backend"
