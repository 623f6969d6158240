/* What all may conclude that a seat does not hold, from its draws and passes (docs/waist.md, Observations). A seat's lacks are
 * numbers: bit n where it holds no tile with the number n. */
#ifndef DOM_LACKS_H
#define DOM_LACKS_H

#include "bits.h"

/* The numbers that any tile could follow: their ends together have room for a double and for another tile. */
static inline uint32_t playable_numbers(const dom_end end[4]) {
    uint32_t others = 0, doubles = 0;
    for (int e = 0; e < 4; e++) {
        if (!end[e].open) continue;
        if (end[e].fits & 31) others |= UINT32_C(1) << end[e].number;
        if (end[e].fits >> 5) doubles |= UINT32_C(1) << end[e].number;
    }
    return others & doubles;
}

/* What a seat lacks by a draw or a pass, when those numbers could be followed. The tile drawn before in this turn counts with the
 * hand only now: if it could be played it would be, and of it nothing else is known. Who may draw by choice tells nothing by it. */
static inline uint32_t lacks_after(uint32_t lacks, uint32_t playable, int drawn, int by_choice) {
    return by_choice ? 0 : (drawn ? 0 : lacks) | playable;
}

/* A draw or a pass is about to be done. */
static inline void note_lack(uint32_t lacks[DOM_MAX_PLAYERS], const dom_round *r, int action) {
    const int by_choice = action == DOM_DRAW && r->rules.voluntary_draw;
    lacks[r->seat] = lacks_after(lacks[r->seat], playable_numbers(r->end), r->drawn, by_choice);
}

#endif
