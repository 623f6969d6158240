/* Sampling what a seat does not see: every way to fill the places of known.c is equally likely, and none that agrees with the view
 * is ever left out.
 *
 * The tiles that are barred somewhere, and those played of which it is open where they came from, are placed one after the other,
 * each by the number of ways in which the rest can then be placed: an exact sample (counting by dynamic programming over the
 * places left in each bin). Tiles that may lie anywhere are shuffled into the places that remain. Where the counting would be too
 * long, as with many hands of a large set, a Markov chain of exchanges is walked instead, whose long-run share of each way is
 * the same: a tile moves to another bin that may hold it, pushes one of that bin's tiles out, which moves on, until the gap is
 * filled again (symmetric proposals; every way can be reached from every other). */
#include <string.h>

#include "bits.h"

enum {
    MOST_ITEMS = 2 * DOM_MAX_TILES,
    MOST_STATES = 8192,    /* of the counting: 64 KB */
    STAYS = MOST_BINS,     /* where an item is that lies in the boneyard, or nowhere */
    CHAIN_STEPS = 2,       /* of the walk, for each item and world */
    CHAIN_START = 20,      /* and before the first world */
    LONGEST_EXCHANGE = 12,
    MOST_TRIES = 10000     /* deals looked at for one that the conditions on whole deals allow */
};

typedef struct item { /* a tile to place */
    uint8_t tile;
    uint8_t stays;  /* it may lie in the boneyard */
    uint8_t where;  /* the bin it is in, in the world at hand; STAYS */
    int8_t seat;    /* who played it; -1: unseen */
    int16_t at;     /* the index of the action by which it was played */
    uint32_t bins;  /* that may hold it */
} item;

typedef struct worlds {
    const known *known;
    int count, bound;   /* items; the first `bound` of them are placed by counting, the others may lie anywhere */
    int exact;          /* by counting, not by walking */
    int any_deal;       /* the conditions on whole deals are given up */
    int places[MOST_BINS];
    int left;           /* tiles in the boneyard, to be drawn one day */
    int drawing;        /* their order matters */
    int stride[MOST_BINS];
    item item[MOST_ITEMS];
    uint64_t ways[MOST_STATES];
    dom_tileset hand[DOM_MAX_PLAYERS]; /* the world at hand: what the other seats hold */
    uint8_t boneyard[DOM_MAX_TILES];   /* and what will be drawn, in order */
    uint64_t in_bin[MOST_BINS];        /* and the unseen tiles in each bin, of a set of one word */
    int open_count, open[DOM_MAX_TILES]; /* items played of which it is open where they came from */
} worlds;

/* ---- which tiles may go where ---- */

static void list_items(worlds *w, const known *k, int with_bars) {
    uint32_t all = 0;
    w->count = 0;
    for (int b = 0; b < k->bin_count; b++)
        if (k->bin[b].places) all |= UINT32_C(1) << b;
    for (int i = 0; i < k->spent_count; i++) {
        const spent *s = &k->spent[i];
        if (s->bins & all) w->item[w->count++] = (item){s->tile, 0, STAYS, s->seat, s->at, s->bins & all};
    }
    for (int t = 0; t < DOM_MAX_TILES; t++) {
        uint32_t bins = 0;
        if (!tileset_has(&k->unseen, t)) continue;
        for (int b = 0; b < k->bin_count; b++)
            if (k->bin[b].places && !(with_bars && tileset_has(&k->bin[b].barred, t))) bins |= UINT32_C(1) << b;
        w->item[w->count++] = (item){(uint8_t)t, 1, STAYS, -1, 0, bins};
    }
    /* Those that are bound to some of the bins first, each kind in its order. */
    item sorted[MOST_ITEMS];
    int at = 0;
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < w->count; i++)
            if ((w->item[i].stays && w->item[i].bins == all) == pass) sorted[at++] = w->item[i], w->bound += pass == 0;
    memcpy(w->item, sorted, (size_t)w->count * sizeof sorted[0]);
}

/* ---- counting ---- */

static uint64_t choose_count(int n, int k) {
    uint64_t ways = 1;
    if (k > n) return 0;
    if (k > n - k) k = n - k; /* no step on the way is greater than n times the answer */
    for (int i = 0; i < k; i++) ways = ways * (uint64_t)(n - i) / (uint64_t)(i + 1);
    return ways;
}

/* In how many ways the free tiles fill these places. */
static uint64_t fill_freely(const worlds *w, const int *places, int bins) {
    uint64_t ways = 1;
    int n = w->count - w->bound;
    for (int b = 0; b < bins; b++) {
        if (places[b] > n) return 0;
        ways *= choose_count(n, places[b]);
        n -= places[b];
    }
    return ways;
}

/* Are there so few ways that 64 bits hold every number on the way? Bars only make them fewer. */
static int is_countable(const worlds *w) {
    uint64_t ways = 1;
    int n = w->count;
    for (int b = 0; b < w->known->bin_count; b++) {
        uint64_t more = 1;
        const int k = w->places[b] < n - w->places[b] ? w->places[b] : n - w->places[b];
        for (int i = 0; i < k; i++) {
            more = more * (uint64_t)(n - i) / (uint64_t)(i + 1);
            if (more >> 48) return 0;
        }
        if (more > (UINT64_C(1) << 55) / ways) return 0;
        ways *= more;
        n -= w->places[b];
    }
    return 1;
}

/* Fills `ways`: row i is for the items from i on, by the places left. False where that is too much to count. */
static int count_ways(worlds *w) {
    const int bins = w->known->bin_count;
    int states = 1, left[MOST_BINS];
    for (int b = 0; b < bins; b++) {
        w->stride[b] = states;
        if (w->bound > 0) states *= w->places[b] + 1;
        if (states > MOST_STATES) return 0;
    }
    if (w->bound == 0) return 1; /* nothing to count */
    if (states * (w->bound + 1) > MOST_STATES || !is_countable(w)) return 0;
    for (int state = 0; state < states; state++) {
        for (int b = 0; b < bins; b++) left[b] = state / w->stride[b] % (w->places[b] + 1);
        uint64_t ways = fill_freely(w, left, bins);
        w->ways[w->bound * states + state] = ways;
        for (int i = w->bound - 1; i >= 0; i--) {
            const item *it = &w->item[i];
            ways = it->stays ? w->ways[(i + 1) * states + state] : 0;
            for (uint32_t rest = it->bins; rest; rest &= rest - 1) {
                const int b = lowest_bit(rest);
                if (left[b]) ways += w->ways[(i + 1) * states + state - w->stride[b]];
            }
            w->ways[i * states + state] = ways;
        }
    }
    return 1;
}

/* The high half of a product: a number below n, each as likely but for 2^-64 n. */
static inline uint64_t below_long(dom_stream *stream, uint64_t n) {
    const uint64_t x = stream_next(stream), low = (x & 0xffffffff) * (n >> 32), high = (x >> 32) * (n & 0xffffffff);
    const uint64_t middle = ((x & 0xffffffff) * (n & 0xffffffff) >> 32) + (low & 0xffffffff) + (high & 0xffffffff);
    return (x >> 32) * (n >> 32) + (low >> 32) + (high >> 32) + (middle >> 32);
}

static int state_count(const worlds *w) {
    const int last = w->known->bin_count - 1;
    return w->stride[last] * (w->places[last] + 1);
}

static void place_by_counting(worlds *w, dom_stream *stream) {
    const int states = w->bound > 0 ? state_count(w) : 1;
    int left[MOST_BINS], state = states - 1, at = w->bound;
    memcpy(left, w->places, sizeof left);
    for (int i = 0; i < w->bound; i++) {
        item *it = &w->item[i];
        const uint64_t *after = w->ways + (i + 1) * states;
        uint64_t r = below_long(stream, w->ways[i * states + state]), stay = it->stays ? after[state] : 0;
        it->where = STAYS;
        if (r < stay) continue;
        r -= stay;
        for (uint32_t rest = it->bins; rest; rest &= rest - 1) {
            const int b = lowest_bit(rest);
            const uint64_t ways = left[b] ? after[state - w->stride[b]] : 0;
            if (r < ways) {
                it->where = (uint8_t)b;
                left[b]--;
                state -= w->stride[b];
                break;
            }
            r -= ways;
        }
    }
    for (int i = w->count - 1; i > w->bound; i--) {
        const int j = w->bound + (int)stream_below(stream, (uint32_t)(i - w->bound + 1));
        const item swapped = w->item[i];
        w->item[i] = w->item[j];
        w->item[j] = swapped;
    }
    for (int b = 0; b < w->known->bin_count; b++)
        for (; left[b] > 0; left[b]--) w->item[at++].where = (uint8_t)b;
    while (at < w->count) w->item[at++].where = STAYS;
}

/* ---- walking ---- */

static inline int may_be_in(const item *it, int where) { return where == STAYS ? it->stays : (int)(it->bins >> where & 1); }

/* Finds a place for an item by moving others on, each bin asked once (augmenting paths). */
static int make_place(worlds *w, int i, int *filled, uint64_t *asked) {
    for (int b = 0; b <= STAYS; b++) {
        if (!may_be_in(&w->item[i], b) || *asked >> b & 1) continue;
        *asked |= UINT64_C(1) << b;
        if (filled[b] < (b == STAYS ? w->left : w->places[b])) {
            filled[b]++;
            w->item[i].where = (uint8_t)b;
            return 1;
        }
        for (int j = 0; j < w->count; j++)
            if (j != i && w->item[j].where == b && make_place(w, j, filled, asked)) {
                /* j has gone and counts elsewhere; its place here is i's */
                w->item[i].where = (uint8_t)b;
                return 1;
            }
    }
    return 0;
}

/* Any one way, or false where there is none. */
static int place_somehow(worlds *w) {
    int filled[STAYS + 1] = {0};
    enum { NOWHERE = STAYS + 1 };
    for (int i = 0; i < w->count; i++) w->item[i].where = NOWHERE;
    for (int i = 0; i < w->count; i++) {
        uint64_t asked = 0;
        if (!make_place(w, i, filled, &asked)) return 0;
    }
    return 1;
}

static int nth_place(const item *it, int k) {
    for (uint32_t rest = it->bins; rest; rest &= rest - 1)
        if (k-- == 0) return lowest_bit(rest);
    return STAYS;
}

/* The k-th item in a bin, but for one. */
static int nth_in(const worlds *w, int where, int but, int k) {
    for (int i = 0; i < w->count; i++)
        if (i != but && w->item[i].where == where && k-- == 0) return i;
    return -1;
}

static void exchange(worlds *w, dom_stream *stream) {
    int moved[LONGEST_EXCHANGE], from[LONGEST_EXCHANGE], n = 0;
    int i = (int)stream_below(stream, (uint32_t)w->count);
    const int gap = w->item[i].where;
    while (n < LONGEST_EXCHANGE) {
        item *it = &w->item[i];
        const int options = count_bits(it->bins) + it->stays;
        const int to = nth_place(it, (int)stream_below(stream, (uint32_t)options));
        if (to == it->where) break;
        moved[n] = i, from[n++] = it->where;
        it->where = (uint8_t)to;
        if (to == gap) return;
        const int others = to == STAYS ? w->left : w->places[to];
        if (others == 0) break;
        i = nth_in(w, to, i, (int)stream_below(stream, (uint32_t)others));
    }
    while (n-- > 0) w->item[moved[n]].where = (uint8_t)from[n]; /* no way through: all back */
}

/* ---- worlds ---- */

/* Rank of the highest tile dealt to a seat, or to all others but it. */
static void find_highest(const worlds *w, const dom_round *view, int rank[DOM_MAX_PLAYERS], int doubles[DOM_MAX_PLAYERS]) {
    const known *k = w->known;
    for (int seat = 0; seat < DOM_MAX_PLAYERS; seat++) rank[seat] = -1, doubles[seat] = 0;
#define DEALT(seat, tile) \
    do { \
        if (tile_rank(tile) > rank[seat]) rank[seat] = tile_rank(tile); \
        doubles[seat] += tile_is_double(tile); \
    } while (0)
    for (int seat = 0, at = 0; seat < view->rules.players; at += view->hand_dealt[seat++])
        for (int j = 0; seat == k->viewer && j < view->hand_dealt[seat]; j++) DEALT(seat, view->dealt[at + j]);
    for (int i = 0; i < k->spent_count; i++)
        if (k->spent[i].since == 0) DEALT(k->spent[i].seat, k->spent[i].tile);
    for (int i = 0; i < w->count; i++) {
        const item *it = &w->item[i];
        if (it->where < STAYS && k->bin[it->where].since == 0) DEALT(k->bin[it->where].seat, it->tile);
    }
#undef DEALT
}

/* Could this have been dealt, whole hands considered? */
static int deal_allowed(const worlds *w, const dom_round *view) {
    const known *k = w->known;
    int rank[DOM_MAX_PLAYERS], doubles[DOM_MAX_PLAYERS];
    if (!k->highest_decides && !k->redeal_doubles) return 1;
    find_highest(w, view, rank, doubles);
    for (int seat = 0; seat < view->rules.players; seat++) {
        if (k->highest_decides && rank[seat] > rank[k->starter]) return 0;
        if (k->redeal_doubles && doubles[seat] >= k->redeal_doubles && seat != k->viewer) return 0;
    }
    return 1;
}

/* Is there a place for every tile, and a tile for every place? Not in views set up by hand in which a seat played more tiles out of a
 * bin than lay there. */
static int adds_up(const worlds *w) {
    int places = w->left;
    for (int b = 0; b < w->known->bin_count; b++) places += w->places[b];
    return places == w->count;
}

/* Counts the ways, or finds one to walk on from. False where there is none. */
static int find_ways(worlds *w) {
    w->exact = count_ways(w);
    if (!w->exact) return place_somehow(w);
    return w->bound == 0 || w->ways[state_count(w) - 1] > 0;
}

/* Makes ready to sample. `view` is a seat's view of a round that is not over. False where the hands can't be filled at all. */
static int begin_worlds(worlds *w, const known *k, const dom_round *view, dom_stream *stream) {
    int hidden = 0;
    w->known = k;
    w->bound = 0;
    w->any_deal = 0;
    w->drawing = view->rules.draw != DOM_DRAW_NEVER;
    memset(w->places, 0, sizeof w->places);
    for (int b = 0; b < k->bin_count; b++) w->places[b] = k->bin[b].places;
    for (int seat = 0; seat < view->rules.players; seat++)
        if (seat != k->viewer) hidden += view->hand_count[seat];
    list_items(w, k, 1);
    w->left = k->unseen_count - hidden;
    if (!adds_up(w)) return 0;
    if (!find_ways(w)) { /* a position set up by hand that no deal leads to: whatever fills the hands will do */
        w->bound = 0;
        list_items(w, k, 0);
        if (!find_ways(w)) return 0;
    }
    for (int i = 0; !w->exact && i < CHAIN_START * w->count; i++) exchange(w, stream);
    return 1;
}

static void gather(worlds *w, dom_stream *stream) {
    const known *k = w->known;
    int n = 0;
    memset(w->hand, 0, sizeof w->hand);
    memset(w->in_bin, 0, sizeof w->in_bin);
    w->open_count = 0;
    for (int i = 0; i < w->count; i++) {
        const item *it = &w->item[i];
        if (it->seat >= 0) w->open[w->open_count++] = i; /* played: it is in no hand now */
        else if (it->where == STAYS) w->boneyard[n++] = it->tile;
        else {
            tileset_add(&w->hand[k->bin[it->where].seat], it->tile);
            w->in_bin[it->where] |= UINT64_C(1) << (it->tile & 63);
        }
    }
    for (int i = n - 1; w->drawing && i > 0; i--) {
        const int j = (int)stream_below(stream, (uint32_t)i + 1);
        const uint8_t tile = w->boneyard[i];
        w->boneyard[i] = w->boneyard[j];
        w->boneyard[j] = tile;
    }
}

/* The next world: `hand` of the other seats, and `boneyard`. */
static void next_world(worlds *w, const dom_round *view, dom_stream *stream) {
    for (int tries = 1;; tries++) {
        if (w->exact) place_by_counting(w, stream);
        for (int i = 0; !w->exact && i < CHAIN_STEPS * w->count; i++) exchange(w, stream);
        if (w->any_deal || deal_allowed(w, view)) break;
        w->any_deal = tries == MOST_TRIES; /* it was set up by hand: no reason to look as long for each world */
    }
    gather(w, stream);
}
