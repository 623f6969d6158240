/* What may be done, and why not (RULES.md sections 2 to 4). */
#include "bits.h"

static inline int can_draw(const dom_round *r) {
    return r->rules.draw != DOM_DRAW_NEVER && boneyard_left(r) > r->rules.boneyard_floor && !(r->rules.draw == DOM_DRAW_ONE && r->drawn);
}

/* How many placements a set of them has. */
static const uint8_t PLACEMENTS[32] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 1, 2, 2, 3, 2, 3, 3, 4, 2, 3, 3, 4, 3, 4, 4, 5};

/* And which they are, in order. */
static const uint8_t NTH_PLACEMENT[32][5] = {
    {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, {0, 1, 0, 0, 0},
    {2, 0, 0, 0, 0}, {0, 2, 0, 0, 0}, {1, 2, 0, 0, 0}, {0, 1, 2, 0, 0},
    {3, 0, 0, 0, 0}, {0, 3, 0, 0, 0}, {1, 3, 0, 0, 0}, {0, 1, 3, 0, 0},
    {2, 3, 0, 0, 0}, {0, 2, 3, 0, 0}, {1, 2, 3, 0, 0}, {0, 1, 2, 3, 0},
    {4, 0, 0, 0, 0}, {0, 4, 0, 0, 0}, {1, 4, 0, 0, 0}, {0, 1, 4, 0, 0},
    {2, 4, 0, 0, 0}, {0, 2, 4, 0, 0}, {1, 2, 4, 0, 0}, {0, 1, 2, 4, 0},
    {3, 4, 0, 0, 0}, {0, 3, 4, 0, 0}, {1, 3, 4, 0, 0}, {0, 1, 3, 4, 0},
    {2, 3, 4, 0, 0}, {0, 2, 3, 4, 0}, {1, 2, 3, 4, 0}, {0, 1, 2, 3, 4},
};

/* The tiles of a hand that show an end's number, without its double; *has_double tells of that. */
static inline int count_on(const uint64_t *hand, const dom_end *end, int words, int *has_double) {
    int tile = double_of(end->number), count = 0;
    for (int w = 0; w < words; w++) count += count_bits(hand[w] & HAVING[end->number][w]);
    *has_double = (int)(hand[tile >> 6] >> (tile & 63)) & 1;
    return count - *has_double;
}

/* How many plays there are, by end; without a table every match is one. */
static inline int count_plays(const dom_round *r, const uint64_t *hand, int words, int by_end[4]) {
    int total = 0;
    for (int e = 0; e < 4; e++) {
        const dom_end *end = &r->end[e];
        by_end[e] = 0;
        if (!end->open || !end->fits) continue;
        int has_double, others = count_on(hand, end, words, &has_double);
        total += by_end[e] = others * PLACEMENTS[end->fits & 31] + (has_double & end->fits >> 5);
    }
    return total;
}

static inline int count_openings(const dom_round *r) {
    if (r->forced >= 0) return 1;
    return r->hand_count[r->seat];
}

static inline int count_all_plays(const dom_round *r, int words, int by_end[4]) {
    if (r->laid_count > 0) return count_plays(r, r->hand[r->seat].word, words, by_end);
    for (int e = 0; e < 4; e++) by_end[e] = 0;
    return count_openings(r);
}

static inline int has_play(const dom_round *r) {
    int by_end[4];
    return count_all_plays(r, r->words, by_end) > 0;
}

int dom_legal_count(const dom_round *r) {
    int by_end[4];
    if (r == NULL) return DOM_ERR_NULL;
    if (!is_set_up(r)) return DOM_ERR_NOT_SET_UP;
    if (is_over(r) || waits_for_another(r)) return 0;
    int plays = count_all_plays(r, r->words, by_end);
    int draw = can_draw(r) && (plays == 0 || r->rules.voluntary_draw);
    return plays + draw > 0 ? plays + draw : 1;
}

static int list_openings(const dom_round *r, uint16_t *actions) {
    int count = 0;
    if (r->forced >= 0) {
        actions[0] = (uint16_t)(r->forced << 3);
        return 1;
    }
    for (int w = 0; w < r->words; w++)
        for (uint64_t bits = r->hand[r->seat].word[w]; bits; bits &= bits - 1)
            actions[count++] = (uint16_t)((64 * w + lowest_bit(bits)) << 3);
    return count;
}

static int list_on(const dom_round *r, int e, uint16_t *actions) {
    const dom_end *end = &r->end[e];
    int count = 0;
    for (int w = 0; w < r->words; w++)
        for (uint64_t bits = r->hand[r->seat].word[w] & HAVING[end->number][w]; bits; bits &= bits - 1) {
            int tile = 64 * w + lowest_bit(bits), action = (e + 1) << 11 | tile << 3;
            if (tile_is_double(tile)) {
                if (end->fits >> 5) actions[count++] = (uint16_t)action;
                continue;
            }
            for (int fits = end->fits & 31; fits; fits &= fits - 1) actions[count++] = (uint16_t)(action | lowest_bit((uint64_t)fits));
        }
    return count;
}

int dom_legal(const dom_round *r, uint16_t actions[DOM_MAX_LEGAL]) {
    int count = 0;
    if (r == NULL || actions == NULL) return DOM_ERR_NULL;
    if (!is_set_up(r)) return DOM_ERR_NOT_SET_UP;
    if (is_over(r) || waits_for_another(r)) return 0;
    if (r->laid_count == 0) count = list_openings(r, actions);
    else
        for (int e = 0; e < 4; e++)
            if (r->end[e].open) count += list_on(r, e, actions + count);
    if (can_draw(r) && (count == 0 || r->rules.voluntary_draw)) actions[count++] = DOM_DRAW;
    if (count == 0) actions[count++] = DOM_PASS;
    return count;
}

/* The k-th of the sorted plays on one end, k below their number there. */
static inline int nth_on(const uint64_t *hand, const dom_end *end, int e, int k, int words, int on_table) {
    static const uint32_t part[6] = {0, 65537, 32769, 21846, 16385, 13108}; /* k / n is k * part[n] >> 16, for k < 400 */
    int placements = PLACEMENTS[end->fits & 31], twin = double_of(end->number), code = (e + 1) << 11;
    if (!on_table) return code | nth_tile(hand, HAVING[end->number], k, words) << 3; /* one placement for any tile */
    uint64_t others[3];
    for (int w = 0; w < words; w++) others[w] = hand[w];
    if (hand[twin >> 6] >> (twin & 63) & 1) {
        others[twin >> 6] &= ~(UINT64_C(1) << (twin & 63));
        if (end->fits >> 5) {
            int before = 0;
            for (int w = 0; w < words; w++) {
                uint64_t below = w < twin >> 6 ? ~UINT64_C(0) : w > twin >> 6 ? 0 : (UINT64_C(1) << (twin & 63)) - 1;
                before += count_bits(others[w] & HAVING[end->number][w] & below);
            }
            before *= placements;
            if (k == before) return code | twin << 3;
            if (k > before) k--;
        }
    }
    int nth = (int)((uint32_t)k * part[placements] >> 16);
    int tile = nth_tile(others, HAVING[end->number], nth, words);
    return code | tile << 3 | NTH_PLACEMENT[end->fits & 31][k - nth * placements];
}

static inline int nth_play(const dom_round *r, int k, const int by_end[4], int words) {
    const uint64_t *hand = r->hand[r->seat].word;
    if (r->laid_count == 0) return r->forced >= 0 ? r->forced << 3 : nth_tile(hand, hand, k, words) << 3;
    const int before[4] = {0, by_end[0], by_end[0] + by_end[1], by_end[0] + by_end[1] + by_end[2]};
    const int e = (k >= before[1]) + (k >= before[2]) + (k >= before[3]);
    return nth_on(hand, &r->end[e], e, k - before[e], words, has_table(r));
}

/* ---- why not ---- */

static int explain_placement(const dom_round *r, const dom_end *end, int tile, int placement) {
    if (placement == DOM_AHEAD) return DOM_OK;
    if (!has_table(r)) return DOM_WHY_NO_TABLE;
    if (!r->rules.turns) return DOM_WHY_TURNS_OFF;
    if (tile_is_double(tile)) return DOM_WHY_DOUBLE_AHEAD;
    return end->is_double ? DOM_WHY_ON_A_DOUBLE : DOM_OK;
}

static int explain_way(const dom_round *r, const dom_end *end, int tile, int placement, int32_t *what) {
    block m, n;
    if (!has_table(r)) return DOM_OK;
    squares_on(end, tile_is_double(tile), placement, &m, &n);
    if (tile_is_double(tile)) {
        int x, y, width, height;
        rectangle_of(m, n, &x, &y, &width, &height);
        return way_blocked(r, x, y, width, height, what);
    }
    int why = way_blocked(r, m.x, m.y, 2, 2, what);
    return why ? why : way_blocked(r, n.x, n.y, 2, 2, what);
}

/* `trusted`: another seat's play as a view sees it, whose hand is not known. */
static int explain_play(const dom_round *r, int action, int trusted, dom_obstacle *obstacle) {
    int tile = action_tile(action), e = action_end(action), placement = action_placement(action);
    obstacle->a = tile;
    if (tile >= set_size(r->rules.max_pip)) return DOM_WHY_NOT_IN_SET;
    if (!trusted && !tileset_has(&r->hand[r->seat], tile)) return DOM_WHY_NOT_YOUR_TILE;
    obstacle->a = 0;
    if (e < 0 && r->laid_count > 0) return DOM_WHY_TABLE_NOT_EMPTY;
    if (e >= 0 && r->laid_count == 0) return DOM_WHY_TABLE_EMPTY;
    if (e < 0) {
        if (r->forced < 0 || r->forced == tile) return DOM_OK;
        return obstacle->a = r->forced, DOM_WHY_FORCED_TILE;
    }
    const dom_end *end = &r->end[e];
    obstacle->a = e;
    if (!end->open) return DOM_WHY_END_CLOSED;
    obstacle->b = end->number;
    if (TILE_HIGH[tile] != end->number && TILE_LOW[tile] != end->number) return DOM_WHY_NO_MATCH;
    obstacle->a = obstacle->b = 0;
    int why = explain_placement(r, end, tile, placement);
    return why ? why : explain_way(r, end, tile, placement, &obstacle->a);
}

static int explain_draw(const dom_round *r, int trusted, dom_obstacle *obstacle) {
    if (r->rules.draw == DOM_DRAW_NEVER) return DOM_WHY_NO_DRAWING;
    if (boneyard_left(r) <= r->rules.boneyard_floor) {
        obstacle->a = boneyard_left(r);
        obstacle->b = r->rules.boneyard_floor;
        return DOM_WHY_BONEYARD_FLOOR;
    }
    if (r->rules.draw == DOM_DRAW_ONE && r->drawn) return DOM_WHY_DRAWN_ALREADY;
    return !trusted && !r->rules.voluntary_draw && has_play(r) ? DOM_WHY_CAN_PLAY : DOM_OK;
}

static int is_action(int action) {
    if (action == DOM_DRAW || action == DOM_PASS) return 1;
    if (action < 0 || action >= DOM_DRAW) return 0;
    return action_tile(action) < DOM_MAX_TILES && action_placement(action) <= (action_end(action) < 0 ? DOM_AHEAD : DOM_SIDE_RIGHT);
}

static int explain(const dom_round *r, int action, int trusted, dom_obstacle *obstacle) {
    obstacle->a = obstacle->b = 0;
    if (!is_action(action)) return DOM_WHY_NOT_AN_ACTION;
    if (is_over(r)) return DOM_WHY_ROUND_OVER;
    if (action == DOM_DRAW) return explain_draw(r, trusted, obstacle);
    if (action != DOM_PASS) return explain_play(r, action, trusted, obstacle);
    if (trusted) return DOM_OK;
    if (has_play(r)) return DOM_WHY_MUST_PLAY;
    return can_draw(r) ? DOM_WHY_MUST_DRAW : DOM_OK;
}

int dom_explain(const dom_round *r, int action, dom_obstacle *obstacle) {
    dom_obstacle unused;
    if (r == NULL) return DOM_ERR_NULL;
    if (!is_set_up(r)) return DOM_ERR_NOT_SET_UP;
    if (obstacle == NULL) obstacle = &unused;
    obstacle->a = obstacle->b = 0;
    if (is_action(action) && !is_over(r) && waits_for_another(r)) return obstacle->a = r->seat, DOM_WHY_NOT_YOUR_TURN;
    return explain(r, action, 0, obstacle);
}
