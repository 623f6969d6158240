/* What one seat may conclude about the tiles it does not see: the places where they can lie, and which tiles each place can hold.
 *
 * A place is one of another seat's tiles; places that were filled at one time (by the deal, or by the draws of one turn) and of
 * which the same is known form a bin. Whoever draws because it cannot play, or passes, shows that none of its places holds a tile
 * that could be laid: these tiles are barred there from then on. A tile played came out of a bin where it was not barred; where
 * that leaves more than one, it stays open which. So the deals that agree with a view are exactly the ways to fill the bins with
 * the unseen tiles and those played, each where it is not barred, and the boneyard with the rest; all are equally likely
 * beforehand. Two conditions are about whole deals, not places: who holds the highest tile, where that decides who opens and the
 * tile is not told, and redeal_doubles. */
#include <stddef.h>
#include <string.h>

#include "bits.h"
#include "lacks.h"

enum { MOST_BINS = 32 };

typedef struct bin {
    int8_t seat;
    uint8_t places; /* filled by unseen tiles, and by played ones of which it is open where they came from */
    int16_t since;  /* the number of actions done when it was filled; 0 by the deal */
    dom_tileset barred;
} bin;

typedef struct spent { /* a tile played by another seat */
    uint8_t tile;
    int8_t seat;
    int16_t at;      /* the action's index */
    int16_t since;   /* when its bin was filled; -1 where it is open which bin */
    uint32_t bins;   /* where it is open: out of which of these; its place is still counted in one of them */
} spent;

typedef struct known {
    int viewer, words, bin_count, spent_count, unseen_count;
    int hidden;          /* unseen tiles in hands; the others lie in the boneyard */
    dom_tileset unseen;
    bin bin[MOST_BINS];
    spent spent[DOM_MAX_TILES];
    int highest_decides; /* the opener held the highest tile dealt, and it is not known which that was */
    int starter;
    int redeal_doubles;  /* no hand was dealt so many; 0: no such rule */
    uint32_t lacks[DOM_MAX_PLAYERS]; /* numbers, as lacks.h has them */
} known;

static inline void bar(dom_tileset *barred, const dom_tileset *tiles, int words) {
    for (int w = 0; w < words; w++) barred->word[w] |= tiles->word[w];
}

static void whole_set(dom_tileset *tiles, int max_pip) {
    const int size = set_size(max_pip);
    for (int w = 0; w < 3; w++) {
        const int here = size - 64 * w;
        tiles->word[w] = here >= 64 ? UINT64_MAX : here > 0 ? (UINT64_C(1) << here) - 1 : 0;
    }
}

/* The tiles that could be laid now, whoever holds them; of the largest set. */
static void find_playable(const dom_round *r, dom_tileset *tiles) {
    memset(tiles, 0, sizeof *tiles);
    for (int e = 0; e < 4; e++) {
        const dom_end *end = &r->end[e];
        if (!end->open) continue;
        const int twin = double_of(end->number);
        for (int w = 0; w < r->words; w++) {
            const uint64_t bit = twin >> 6 == w ? UINT64_C(1) << (twin & 63) : 0;
            if (end->fits & 31) tiles->word[w] |= HAVING[end->number][w] & ~bit;
            if (end->fits >> 5) tiles->word[w] |= bit;
        }
    }
}

/* No place of this seat holds one of these. */
static void show_lack(known *k, int seat, const dom_tileset *tiles) {
    for (int b = 0; b < k->bin_count; b++)
        if (k->bin[b].seat == seat) bar(&k->bin[b].barred, tiles, k->words);
}

static void drop_bin(known *k, int b) {
    const uint32_t below = (UINT32_C(1) << b) - 1;
    for (int i = 0; i < k->spent_count; i++) k->spent[i].bins = (k->spent[i].bins & below) | (k->spent[i].bins >> 1 & ~below);
    memmove(&k->bin[b], &k->bin[b + 1], (size_t)(k->bin_count - b - 1) * sizeof k->bin[0]);
    k->bin_count--;
}

/* Two bins of a seat become one that bars only what both did: nothing possible is lost, and no more bins are needed. */
static void join_bins(known *k, int a, int b) {
    for (int w = 0; w < k->words; w++) k->bin[a].barred.word[w] &= k->bin[b].barred.word[w];
    k->bin[a].places = (uint8_t)(k->bin[a].places + k->bin[b].places);
    for (int i = 0; i < k->spent_count; i++)
        if (k->spent[i].bins >> b & 1) k->spent[i].bins |= UINT32_C(1) << a;
    drop_bin(k, b);
}

/* The last two bins that one seat has drawn; there are, since at most four were dealt. */
static void make_room(known *k) {
    for (int b = k->bin_count - 1; b > 0; b--)
        for (int a = b - 1; a >= 0; a--)
            if (k->bin[a].seat == k->bin[b].seat && k->bin[a].since > 0) {
                join_bins(k, a, b);
                return;
            }
}

/* One more place. Draws of one turn share a bin while the same is known of them. */
static void take_unseen(known *k, int seat, int at, int same_turn) {
    for (int b = k->bin_count - 1; same_turn && b >= 0; b--) {
        bin *last = &k->bin[b];
        if (last->seat != seat) continue;
        int barred = 0;
        for (int w = 0; w < k->words; w++) barred |= last->barred.word[w] != 0;
        if (barred || last->since == 0) break;
        last->places++;
        return;
    }
    if (k->bin_count == MOST_BINS) make_room(k);
    bin *fresh = &k->bin[k->bin_count++];
    memset(fresh, 0, sizeof *fresh);
    fresh->seat = (int8_t)seat;
    fresh->places = 1;
    fresh->since = (int16_t)at;
}

/* The two last bins of a seat, when both were filled in this turn and bar the same, are one. */
static void settle_draws(known *k, int seat, int turn_began) {
    int b = k->bin_count - 1;
    while (b >= 0 && k->bin[b].seat != seat) b--;
    int a = b - 1;
    while (a >= 0 && k->bin[a].seat != seat) a--;
    if (a < 0 || k->bin[a].since <= turn_began || k->bin[b].since <= turn_began) return;
    if (memcmp(&k->bin[a].barred, &k->bin[b].barred, sizeof k->bin[a].barred) == 0) join_bins(k, a, b);
}

/* The bins of a seat out of which a tile may have come. The tile that had to open was dealt, whatever was drawn before it. In a
 * view set up by hand a seat may have played what it showed to lack: then its bars say nothing. */
static uint32_t bins_of_played(const known *k, const dom_round *r, int tile) {
    const int forced = r->laid_count == 0 && r->forced == tile;
    uint32_t free = 0, all = 0;
    for (int b = 0; b < k->bin_count; b++) {
        if (k->bin[b].seat != r->seat || k->bin[b].places == 0 || (forced && k->bin[b].since > 0)) continue;
        all |= UINT32_C(1) << b;
        if (!tileset_has(&k->bin[b].barred, tile)) free |= UINT32_C(1) << b;
    }
    return free ? free : all;
}

/* A tile is about to be played by another seat. */
static void see_played(known *k, const dom_round *r, int tile) {
    spent *s = &k->spent[k->spent_count++];
    const uint32_t bins = bins_of_played(k, r, tile);
    *s = (spent){(uint8_t)tile, (int8_t)r->seat, r->action_count, -1, bins};
    if (bins & (bins - 1)) return;
    const int last = lowest_bit(bins);
    s->bins = 0;
    s->since = k->bin[last].since;
    if (--k->bin[last].places == 0 && s->since > 0) drop_bin(k, last);
}

/* No hand was dealt a tile above the one that opened, where the highest had to. */
static void bar_higher(known *k, const dom_round *view, int tile) {
    dom_tileset higher;
    memset(&higher, 0, sizeof higher);
    for (int t = 0; t < set_size(view->rules.max_pip); t++)
        if (tile_rank(t) > tile_rank(tile)) tileset_add(&higher, t);
    for (int b = 0; b < k->bin_count; b++)
        if (k->bin[b].since == 0) bar(&k->bin[b].barred, &higher, k->words);
}

static void bar_doubles(known *k) {
    for (int b = 0; b < k->bin_count; b++)
        for (int number = 0; number <= DOM_MAX_PIP; number++)
            if (k->bin[b].since == 0) tileset_add(&k->bin[b].barred, double_of(number));
}

/* What the deal itself tells, before any action. */
static void know_deal(known *k, const dom_round *view) {
    const dom_rules *rules = &view->rules;
    for (int seat = 0; seat < rules->players; seat++) {
        if (seat == view->viewer) continue;
        bin *dealt = &k->bin[k->bin_count++];
        memset(dealt, 0, sizeof *dealt);
        dealt->seat = (int8_t)seat;
        dealt->places = view->hand_dealt[seat];
    }
    const int decides = rules->opening == DOM_OPENING_HIGHEST && rules->next_opening == DOM_NEXT_SAME;
    int own = -1;
    for (int i = 0, at = 0; i < rules->players; at += view->hand_dealt[i++])
        for (int j = 0; i == view->viewer && j < view->hand_dealt[i]; j++)
            if (own < 0 || tile_rank(view->dealt[at + j]) > tile_rank(own)) own = view->dealt[at + j];
    if (view->forced >= 0) bar_higher(k, view, view->forced);
    else if (decides && !rules->opening_tile && view->starter == view->viewer) bar_higher(k, view, own);
    k->highest_decides = decides && view->starter != view->viewer && (!rules->opening_tile || view->laid_count == 0);
    k->redeal_doubles = rules->redeal_doubles > 1 ? rules->redeal_doubles : 0;
    if (rules->redeal_doubles == 1) bar_doubles(k);
}

/* Goes through all that happened. `r` is left as a position of its own on which the walk was done: the view's, but open to act. */
static void conclude_from(known *k, const dom_round *view, dom_round *r) {
    memset(k, 0, offsetof(known, bin));
    memset(k->lacks, 0, sizeof k->lacks);
    k->viewer = view->viewer;
    k->words = view->words;
    k->starter = view->starter;
    know_deal(k, view);
    dom_round_copy(r, view);
    clear_table(r);
    r->seat = view->starter;
    r->viewer = -1;
    int turn_began = 0;
    dom_tileset all;
    whole_set(&all, view->rules.max_pip);
    for (int i = 0; i < view->action_count; i++) {
        const int seat = r->seat, action = view->actions[i], other = seat != view->viewer;
        dom_tileset playable;
        if (!r->drawn) turn_began = i;
        if (action >= DOM_DRAW) note_lack(k->lacks, r, action);
        if (action >= DOM_DRAW && other && !(action == DOM_DRAW && view->rules.voluntary_draw)) {
            find_playable(r, &playable);
            for (int w = 0; w < k->words; w++) playable.word[w] &= all.word[w];
            show_lack(k, seat, &playable);
            if (r->drawn) settle_draws(k, seat, turn_began);
        }
        if (action == DOM_DRAW && other) take_unseen(k, seat, i + 1, r->drawn);
        if (action < DOM_DRAW && other) see_played(k, r, action_tile(action));
        act(r, action);
    }
    k->unseen = all;
    for (int i = 0; i < r->laid_count; i++) tileset_drop(&k->unseen, r->laid[i].tile);
    for (int w = 0; w < k->words; w++) k->unseen.word[w] &= ~r->hand[view->viewer].word[w];
    for (int w = 0; w < k->words; w++) k->unseen_count += count_bits(k->unseen.word[w]);
    for (int seat = 0; seat < view->rules.players; seat++)
        if (seat != view->viewer) k->hidden += r->hand_count[seat];
}
