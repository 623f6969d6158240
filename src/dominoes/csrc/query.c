/* Questions about a round that change nothing: equality, sums, and what lies where on the table. */
#include <string.h>

#include "bits.h"

/* FNV-1a, a number at a time. */
static inline uint64_t hashed(uint64_t hash, int64_t number) { return (hash ^ (uint64_t)number) * UINT64_C(0x100000001b3); }

uint64_t dom_hash(const dom_round *r) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    if (r == NULL || !is_set_up(r)) return 0;
    int32_t fields[DOM_RULE_FIELDS];
    memcpy(fields, &r->rules, sizeof fields);
    for (int i = 0; i < DOM_RULE_FIELDS; i++) hash = hashed(hash, fields[i]);
    int at = 0;
    for (int seat = 0; seat < r->rules.players; seat++) {
        hash = hashed(hash, r->hand_dealt[seat]);
        for (int i = 0; i < r->hand_dealt[seat]; i++) hash = hashed(hash, r->dealt[at++]);
    }
    while (at < r->dealt_count) hash = hashed(hash, r->dealt[at++]);
    hash = hashed(hashed(hash, r->starter), r->forced);
    for (int seat = 0; seat < r->rules.players; seat++) hash = hashed(hash, r->scores_before[seat]);
    hash = hashed(hash, r->viewer);
    for (int i = 0; i < r->action_count; i++) hash = hashed(hash, r->actions[i]);
    return hash;
}

int dom_equal(const dom_round *a, const dom_round *b) {
    if (a == NULL || b == NULL || !is_set_up(a) || !is_set_up(b)) return 0;
    return memcmp(&a->rules, &b->rules, sizeof a->rules) == 0 && a->starter == b->starter && a->forced == b->forced &&
           a->viewer == b->viewer && a->dealt_count == b->dealt_count && a->action_count == b->action_count &&
           memcmp(a->hand_dealt, b->hand_dealt, sizeof a->hand_dealt) == 0 &&
           memcmp(a->scores_before, b->scores_before, sizeof a->scores_before) == 0 &&
           memcmp(a->dealt, b->dealt, a->dealt_count) == 0 &&
           memcmp(a->actions, b->actions, (size_t)a->action_count * sizeof a->actions[0]) == 0;
}

/* ---- sums and places ---- */

int dom_end_weight(const dom_round *r, int e) {
    if (r == NULL) return DOM_ERR_NULL;
    if (!is_set_up(r)) return DOM_ERR_NOT_SET_UP;
    return e < 0 || e > DOM_DOWN ? DOM_ERR_RANGE : end_weight(r, e);
}

int dom_end_count(const dom_round *r) {
    if (r == NULL) return DOM_ERR_NULL;
    return is_set_up(r) ? end_count(r) : DOM_ERR_NOT_SET_UP;
}

int dom_pips(const dom_round *r, int seat) {
    if (r == NULL) return DOM_ERR_NULL;
    if (!is_set_up(r)) return DOM_ERR_NOT_SET_UP;
    return seat < 0 || seat >= r->rules.players ? DOM_ERR_RANGE : dom_tileset_pips(&r->hand[seat]);
}

static int64_t addable(int64_t cells) { /* so that a place and a size add up without overflow; the table is far smaller */
    const int64_t most = INT64_C(1) << 61;
    return cells < -most ? -most : cells > most ? most : cells;
}

int dom_edge_blocked(const dom_round *r, int64_t x, int64_t y, int64_t width, int64_t height) {
    if (r == NULL) return DOM_ERR_NULL;
    if (!is_set_up(r)) return DOM_ERR_NOT_SET_UP;
    return has_table(r) ? edge_of(r, addable(x), addable(y), addable(width), addable(height)) : -1;
}

int dom_collides(const dom_round *r, int64_t x, int64_t y, int64_t width, int64_t height) {
    if (r == NULL) return DOM_ERR_NULL;
    if (!is_set_up(r)) return DOM_ERR_NOT_SET_UP;
    return has_table(r) ? tile_in(r, addable(x), addable(y), addable(width), addable(height)) : -1;
}

int dom_squares(const dom_round *r, int action, int32_t squares[4]) {
    block m, n;
    if (r == NULL || squares == NULL) return DOM_ERR_NULL;
    if (!is_set_up(r)) return DOM_ERR_NOT_SET_UP;
    if (!is_action(action) || action >= DOM_DRAW || !has_table(r)) return DOM_ERR_NO_PLACE;
    int tile = action_tile(action), e = action_end(action), placement = action_placement(action);
    if (tile >= set_size(r->rules.max_pip)) return DOM_ERR_NO_PLACE;
    if (e < 0) {
        dom_laid laid = {0};
        if (r->laid_count > 0) return DOM_ERR_NO_PLACE;
        laid.tile = (uint8_t)tile;
        place_opening(r, &laid);
        m = (block){laid.x1, laid.y1};
        n = (block){laid.x2, laid.y2};
    } else {
        const dom_end *end = &r->end[e];
        int matches = TILE_HIGH[tile] == end->number || TILE_LOW[tile] == end->number;
        if (!end->open || !matches || explain_placement(r, end, tile, placement)) return DOM_ERR_NO_PLACE;
        squares_on(end, tile_is_double(tile), placement, &m, &n);
    }
    squares[0] = m.x, squares[1] = m.y, squares[2] = n.x, squares[3] = n.y;
    return DOM_OK;
}
