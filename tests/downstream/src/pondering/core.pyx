"""The kernel's structs and functions, used from another package's Cython."""

from dominoes._core cimport (
    DOM_ABI,
    DOM_OK,
    State,
    dom_abi_check,
    dom_apply,
    dom_legal,
    dom_match,
    dom_match_chance,
    dom_match_deal,
    dom_match_start,
    dom_match_winner,
    dom_name,
    dom_preset,
    dom_round,
    dom_round_copy,
    dom_rules,
    dom_scores,
    dom_stream,
    dom_stream_below,
    dom_strerror,
    dom_undo,
    DOM_PRESET_NAMES,
)
from libc.stdint cimport int32_t, uint16_t, uint64_t


cdef uint64_t count(dom_round *rnd, int depth) noexcept nogil:
    cdef uint16_t actions[400]  # DOM_MAX_LEGAL
    cdef int found = dom_legal(rnd, actions)
    cdef uint64_t total = 0
    if depth == 0 or found == 0:
        return 1
    for i in range(found):
        dom_apply(rnd, actions[i])
        total += count(rnd, depth - 1)
        dom_undo(rnd)
    return total


def leaves(State state not None, int depth):
    """Perft once more, on a copy of what an engine's `State` holds."""
    cdef dom_round rnd
    cdef uint64_t total
    state.check()
    dom_round_copy(&rnd, &state.round)
    with nogil:
        total = count(&rnd, depth)
    return total


cdef int play_round(dom_match *m) noexcept nogil:
    cdef uint16_t actions[400]
    cdef dom_stream chance
    cdef int found = dom_legal(&m.round, actions)
    while found > 0:
        dom_match_chance(m, m.round.seat, &chance)
        dom_apply(&m.round, actions[dom_stream_below(&chance, found) if found > 1 else 0])
        found = dom_legal(&m.round, actions)
    return found


def match(int preset, bytes seed):
    """A match by chance: the preset's name, the side that won and the scores. ValueError says why there is none."""
    cdef dom_match m
    cdef dom_rules rules
    cdef int32_t scores[4]
    cdef int side = -1
    cdef int status = dom_preset(&rules, preset, 0)
    if status == DOM_OK:
        status = dom_match_start(&m, &rules, <const char *>seed, len(seed), NULL)
    if status != DOM_OK:
        raise ValueError(dom_strerror(status).decode())
    with nogil:
        while True:
            play_round(&m)
            dom_match_winner(&m, &side)
            if side >= 0:
                break
            dom_match_deal(&m)
    dom_scores(&m.round, scores)
    return dom_name(DOM_PRESET_NAMES, preset).decode(), side, [scores[seat] for seat in range(rules.players)]


def sizes_agree():
    """Whether this was built for the library that it was linked with."""
    return dom_abi_check(DOM_ABI, b"dom_match", sizeof(dom_match)) == DOM_OK
