"""Pickles read back: everything in them is checked, for a State that could not have come about must not come in."""

from __future__ import annotations

from operator import index
from typing import Any, Final

from dominoes._codes import DRAW, ON, PASS
from dominoes._twin import rules
from dominoes._twin.dealing import Hands, check_hands, good_scores, highest, integers
from dominoes._twin.objects import class_of
from dominoes._twin.position import encodes_play
from dominoes._twin.random import Stream, check_key, check_number
from dominoes._twin.rules import Spec, good_spec
from dominoes._twin.state import State
from dominoes._twin.tiles import HIDDEN, RANK, set_size

__all__ = ["NO_STATE", "is_stream", "restore", "state_parts", "stream_parts"]

NO_STATE: Final = "no State could have this payload"
StateParts = tuple[Spec, Hands, tuple[int, ...], int, int, tuple[int, ...], int, tuple[int, ...]]
_NO_STREAM: Final = "no Stream could have this payload"


def restore(cls: type[Any] | None, payload: tuple[Any, ...]) -> Any:
    """The State (or Stream) of a pickle, of the class ``cls`` or plain; ``ValueError`` for what cannot be."""
    if is_stream(payload):
        return _restore_stream(class_of(cls, Stream), payload)
    return _restore_state(class_of(cls, State), payload)


def is_stream(payload: object) -> bool:
    """Whether a payload is meant for a Stream, and not for a State."""
    return isinstance(payload, tuple) and len(payload) == 4


def stream_parts(payload: tuple[Any, ...]) -> tuple[bytes, int, int, tuple[int, int, int, int]]:
    """``(key, number, position, words)`` of a Stream's payload, checked."""
    try:
        key, number, position, words = payload
        key, number = check_key(key), check_number(number)
        position, (a, b, c, d) = index(position), integers(words)
    except (TypeError, ValueError):
        raise ValueError(_NO_STREAM) from None
    if not all(0 <= word < 1 << 64 for word in (position, a, b, c, d)) or not (a or b or c or d):
        raise ValueError(_NO_STREAM)
    return key, number, position, (a, b, c, d)


def _restore_stream(cls: type[Stream], payload: tuple[Any, ...]) -> Stream:
    stream = cls.__new__(cls)
    stream._key, stream._number, stream._position, stream._words = stream_parts(payload)
    return stream


def state_parts(payload: tuple[Any, ...]) -> StateParts:
    """``(spec, hands, boneyard, starter, forced, scores, viewer, actions)`` of a State, each checked for itself."""
    try:
        spec, hands, boneyard, starter, forced, scores, viewer, actions = payload
        hands, boneyard = tuple(integers(hand) for hand in hands), integers(boneyard)
        starter, forced, viewer = index(starter), index(forced), index(viewer)
        scores, actions = integers(scores), integers(actions)
    except (TypeError, ValueError):
        raise ValueError(NO_STATE) from None
    spec = good_spec(spec)
    check_hands(spec, hands, boneyard, hidden=viewer >= 0)
    return spec, hands, boneyard, starter, forced, good_scores(spec, scores), viewer, actions


def _restore_state(cls: type[State], payload: tuple[Any, ...]) -> State:
    spec, hands, boneyard, starter, forced, scores, viewer, actions = state_parts(payload)
    players = spec[rules.PLAYERS]
    if not (0 <= starter < players and -1 <= viewer < players):
        raise ValueError(NO_STATE)
    running = any(HIDDEN in hand for hand in hands)
    too_many = sum(map(len, hands)) + len(boneyard) > set_size(spec[rules.MAX_PIP])
    if too_many or (running and not _is_masked(hands, viewer)):
        raise ValueError(NO_STATE)
    if not _is_forced_right(spec, hands, starter, forced, viewer if running else -1):
        raise ValueError(NO_STATE)
    state = cls.__new__(cls)
    state._begin(spec, hands, boneyard, starter, forced, scores, viewer)
    for action in actions:
        _replay(state, action, running)
    _check_end(state, running)
    return state


def _is_masked(hands: Hands, viewer: int) -> bool:
    """Whether the viewer's hand is seen and no other."""
    return all(HIDDEN not in hand if seat == viewer else set(hand) == {HIDDEN} for seat, hand in enumerate(hands))


def _is_forced_right(spec: Spec, hands: Hands, starter: int, forced: int, viewer: int) -> bool:
    """Whether this tile can have been forced: the highest of the hands that are seen, and the starter's."""
    if forced == -1:
        return True
    if not spec[rules.OPENING_TILE] or not 0 <= forced < set_size(spec[rules.MAX_PIP]):
        return False
    if viewer < 0:
        return (starter, forced) == highest(hands)
    if viewer == starter:
        return forced == max(hands[viewer], key=RANK.__getitem__)
    return all(RANK[tile] < RANK[forced] for tile in hands[viewer])


def _replay(state: State, action: int, running: bool) -> None:
    turn = state._turn
    if turn < 0:
        raise ValueError(NO_STATE)
    hidden = running and turn != state._viewer
    # A view has seen its own draws and, while the round is on, no others.
    if action == DRAW and any((tile == HIDDEN) != hidden for tile in state.boneyard()[:1]):
        raise ValueError(NO_STATE)
    if not (_is_plausible(state, action) if hidden else state._allows(action)):
        raise ValueError(NO_STATE)
    state._act(action)


def _is_plausible(state: State, action: int) -> bool:
    """Whether a hand that is not seen can have done this."""
    if action == DRAW:
        return state._may_draw() and bool(state._chain or state._spec[rules.VOLUNTARY_DRAW])
    if action == PASS:
        return bool(state._chain) and not state._may_draw()
    if not encodes_play(action):
        return False
    end, tile, placement = (action >> 11) - 1, action >> 3 & 255, action & 7
    own = (*state._dealt[state._viewer], *state._boneyard)
    laid = (entry[0] for entry in state._chain)
    if tile >= set_size(state._spec[rules.MAX_PIP]) or tile in own or tile in laid:
        return False
    if not state._chain:
        return end < 0 and state._forced in (-1, tile)
    return end >= 0 and state._tile_fits(tile, end, placement)


def _check_end(state: State, running: bool) -> None:
    """Of a view: over just where all hands are seen, the undrawn boneyard never, the forced tile when it may."""
    if state._viewer < 0:
        return
    unseen_rest = all(tile == HIDDEN for tile in state.boneyard())
    secret = running and state._viewer != state._starter and not state._chain
    if running != (state._reason == ON) or not unseen_rest or (secret and state._forced >= 0):
        raise ValueError(NO_STATE)
