/* One round: setting it up, and the chain on its table (RULES.md sections 2 to 4). */
#include <stddef.h>
#include <string.h>

#include "bits.h"

static inline int is_set_up(const dom_round *r) { return r->magic == DOM_MAGIC; }
static inline int boneyard_left(const dom_round *r) { return r->dealt_count - r->boneyard_at; }
static inline int is_over(const dom_round *r) { return r->reason != DOM_ON; }
static inline int action_end(int action) { return (action >> 11) - 1; } /* -1 for the opening */
static inline int action_tile(int action) { return action >> 3 & 255; }
static inline int action_placement(int action) { return action & 7; }
static inline int waits_for_another(const dom_round *r) { return r->viewer >= 0 && r->viewer != r->seat; }

/* Higher tiles have higher ranks (section 1). */
static inline int tile_rank(int tile) { return tile_is_double(tile) ? 10000 + tile : tile_pips(tile) * 32 + TILE_HIGH[tile]; }

/* The tile that ranks highest in any hand whose tiles are known, and who holds it. */
static inline int highest_tile(const dom_round *r, int *holder) {
    int best = -1;
    for (int number = r->rules.max_pip; number >= 0; number--)
        for (int seat = 0; seat < r->rules.players; seat++)
            if (tileset_has(&r->hand[seat], double_of(number))) return *holder = seat, double_of(number);
    for (int seat = 0; seat < r->rules.players; seat++)
        for (int w = 0; w < r->words; w++)
            for (uint64_t bits = r->hand[seat].word[w]; bits; bits &= bits - 1) {
                int tile = 64 * w + lowest_bit(bits);
                if (best < 0 || tile_rank(tile) > tile_rank(best)) best = tile, *holder = seat;
            }
    return best;
}

/* Everything but rules, deal, scores and who opens, as before the first action. */
static inline void clear_table(dom_round *r) {
    r->words = (uint8_t)((set_size(r->rules.max_pip) + 63) / 64);
    r->passes = r->drawn = r->reason = 0;
    r->winner = -1;
    r->spinner = -1;
    r->spinner_sides = 0;
    r->laid_count = r->action_count = 0;
    memset(r->play_points, 0, sizeof r->play_points);
    memset(r->end_points, 0, sizeof r->end_points);
    memset(r->hand, 0, sizeof r->hand);
    memset(r->end, 0, sizeof r->end);
    if (has_table(r)) memset(r->row, 0, sizeof r->row);
    int at = 0;
    for (int seat = 0; seat < r->rules.players; seat++) {
        r->hand_count[seat] = r->hand_dealt[seat];
        for (int i = 0; i < r->hand_dealt[seat]; i++, at++)
            if (r->dealt[at] != DOM_HIDDEN) tileset_add(&r->hand[seat], r->dealt[at]);
    }
    r->boneyard_at = (uint8_t)at;
    r->magic = DOM_MAGIC;
}

static int fault_at(dom_fault *fault, int seat, int tile, int status) {
    if (fault != NULL) fault->seat = seat, fault->tile = tile;
    return status;
}

/* Checks a deal and fills rules, dealt tiles, viewer and scores of a fresh round. */
static int take_deal(dom_round *r, const dom_rules *rules, const uint8_t *tiles, const uint8_t *hand_sizes, int boneyard_size,
                     int viewer, dom_fault *fault) {
    dom_tileset seen = {{0}};
    int count = 0, size = set_size(rules->max_pip);
    memset(r, 0, offsetof(dom_round, laid));
    r->rules = *rules;
    r->viewer = (int8_t)viewer;
    if (boneyard_size < 0 || boneyard_size > DOM_MAX_TILES) return fault_at(fault, -1, -1, DOM_ERR_RANGE);
    for (int seat = 0; seat <= rules->players; seat++) {
        int here = seat < rules->players ? hand_sizes[seat] : boneyard_size;
        if (seat < rules->players) {
            if (here == 0) return fault_at(fault, seat, -1, DOM_ERR_EMPTY_HAND);
            r->hand_dealt[seat] = (uint8_t)here;
        }
        for (int i = 0; i < here; i++) {
            int tile = tiles[count];
            int unseen = viewer >= 0 && seat != viewer && tile == DOM_HIDDEN;
            if (!unseen && tile >= size) return fault_at(fault, seat, tile, DOM_ERR_NOT_IN_SET);
            if (!unseen && tileset_has(&seen, tile)) return fault_at(fault, seat, tile, DOM_ERR_TWICE);
            if (count == size) return fault_at(fault, seat, tile, DOM_ERR_RANGE); /* more unseen tiles than there are */
            if (!unseen) tileset_add(&seen, tile);
            r->dealt[count++] = (uint8_t)tile;
        }
    }
    r->dealt_count = (uint8_t)count;
    return DOM_OK;
}

static int take_scores(dom_round *r, const int32_t *scores) {
    if (scores == NULL) return DOM_OK;
    for (int seat = 0; seat < r->rules.players; seat++) {
        if (scores[seat] < -DOM_MAX_NUMBER || scores[seat] > DOM_MAX_NUMBER) return DOM_ERR_SCORE;
        r->scores_before[seat] = scores[seat];
    }
    if (r->rules.partners && (scores[0] != scores[2] || scores[1] != scores[3])) return DOM_ERR_TEAM_SCORE;
    return DOM_OK;
}

/* Who opens, and with which tile: the highest tile decides, or `starter` may lead any. The hands are in place. */
static inline void set_starter(dom_round *r, int starter) {
    r->forced = -1;
    if (starter == DOM_HIGHEST_TILE) {
        int tile = highest_tile(r, &starter);
        if (r->rules.opening_tile) r->forced = (int16_t)tile;
    }
    r->starter = r->seat = (uint8_t)starter;
}

int dom_round_start(dom_round *round, const dom_rules *rules, const uint8_t *tiles, const uint8_t *hand_sizes, int boneyard_size,
                    int starter, const int32_t *scores, dom_fault *fault) {
    dom_round r;
    fault_at(fault, -1, -1, DOM_OK);
    if (round == NULL || rules == NULL || tiles == NULL || hand_sizes == NULL) return DOM_ERR_NULL;
    int status = dom_rules_check(rules, NULL, NULL);
    if (status == DOM_OK) status = take_deal(&r, rules, tiles, hand_sizes, boneyard_size, -1, fault);
    if (status == DOM_OK && (starter < DOM_HIGHEST_TILE || starter >= rules->players)) status = DOM_ERR_STARTER;
    if (status == DOM_OK) status = take_scores(&r, scores);
    if (status != DOM_OK) return status;
    clear_table(&r);
    set_starter(&r, starter);
    return dom_round_copy(round, &r);
}

int dom_round_copy(dom_round *to, const dom_round *from) {
    if (to == NULL || from == NULL) return DOM_ERR_NULL;
    if (!is_set_up(from)) return DOM_ERR_NOT_SET_UP; /* its counts could be anything */
    if (to == from) return DOM_OK;
    memcpy(to, from, offsetof(dom_round, row));
    if (from->rules.table_width) memcpy(to->row, from->row, sizeof to->row);
    memcpy(to->laid, from->laid, (size_t)from->laid_count * sizeof from->laid[0]);
    memcpy(to->actions, from->actions, (size_t)from->action_count * sizeof from->actions[0]);
    return DOM_OK;
}

/* ---- the chain ---- */

static inline void open_end(dom_end *end, int number, int is_double, int last, int direction, block head) {
    end->open = 1;
    end->number = (uint8_t)number;
    end->is_double = (uint8_t)is_double;
    end->fits = 0x21; /* without a table: ahead, and a double */
    end->last = (int16_t)last;
    end->direction = (uint8_t)direction;
    end->x = (uint8_t)head.x;
    end->y = (uint8_t)head.y;
}

/* The end at the outer half of a laid tile. */
static inline void open_at(dom_round *r, int e, int index) {
    const dom_laid *laid = &r->laid[index];
    int is_double = tile_is_double(laid->tile), direction = laid->direction, number = laid->outer;
    block head = {laid->x2, laid->y2};
    if (laid->end < 0 && e == DOM_LEFT) { /* the opening's west end */
        direction = DOM_WEST;
        number = laid->inner;
        head = (block){laid->x1, laid->y1};
    }
    if (is_double && has_table(r)) head = (block){(laid->x1 + laid->x2) / 2, (laid->y1 + laid->y2) / 2};
    open_end(&r->end[e], number, is_double, index, direction, head);
}

/* Both long sides of the spinner are covered: its short sides become the ends U and D. */
static inline void open_arms(dom_round *r) {
    const dom_laid *spinner = &r->laid[r->spinner];
    int upright = spinner->direction & 1;
    open_end(&r->end[DOM_UP], spinner->outer, 1, r->spinner, upright ? DOM_NORTH : DOM_WEST, (block){spinner->x1, spinner->y1});
    open_end(&r->end[DOM_DOWN], spinner->outer, 1, r->spinner, upright ? DOM_SOUTH : DOM_EAST, (block){spinner->x2, spinner->y2});
}

static inline void place_opening(const dom_round *r, dom_laid *laid) {
    int width = r->rules.table_width, height = r->rules.table_height;
    block a = {(width - 4) / 2, (height - 2) / 2}, b = {a.x + 2, a.y};
    if (tile_is_double(laid->tile)) {
        a.x = (width - 2) / 2;
        double_squares(a, DOM_EAST, &a, &b);
    }
    laid->x1 = (uint8_t)a.x, laid->y1 = (uint8_t)a.y, laid->x2 = (uint8_t)b.x, laid->y2 = (uint8_t)b.y;
}

static inline void lay(dom_round *r, int action) {
    int tile = action_tile(action), e = action_end(action), is_double = tile_is_double(tile), index = r->laid_count++;
    dom_laid *laid = &r->laid[index];
    laid->tile = (uint8_t)tile;
    laid->end = (int8_t)e;
    laid->placement = (uint8_t)action_placement(action);
    laid->x1 = laid->y1 = laid->x2 = laid->y2 = 0;
    if (e < 0) {
        laid->parent = -1;
        laid->inner = TILE_HIGH[tile];
        laid->outer = TILE_LOW[tile];
        laid->direction = DOM_EAST;
        if (has_table(r)) place_opening(r, laid);
        open_at(r, DOM_LEFT, index);
        open_at(r, DOM_RIGHT, index);
    } else {
        const dom_end *end = &r->end[e];
        laid->parent = end->last;
        laid->inner = end->number;
        laid->outer = (uint8_t)(tile_pips(tile) - end->number);
        laid->direction = (uint8_t)direction_after(laid->placement, end->direction);
        if (has_table(r)) {
            block m, n;
            squares_on(end, is_double, laid->placement, &m, &n);
            laid->x1 = (uint8_t)m.x, laid->y1 = (uint8_t)m.y, laid->x2 = (uint8_t)n.x, laid->y2 = (uint8_t)n.y;
        }
        open_at(r, e, index);
        if (laid->parent == r->spinner && e <= DOM_RIGHT && r->spinner >= 0 && ++r->spinner_sides == 2) open_arms(r);
    }
    if (is_double && r->spinner < 0 && r->rules.spinner) {
        r->spinner = (int16_t)index;
        r->spinner_sides = e >= 0;
    }
    if (has_table(r)) {
        cover(r, laid, 1);
        refresh_fits(r);
    }
}

static void unlay(dom_round *r) {
    int index = --r->laid_count, parent;
    const dom_laid *laid = &r->laid[index];
    if (has_table(r)) cover(r, laid, 0);
    if (r->spinner == index) r->spinner = -1, r->spinner_sides = 0;
    parent = laid->parent;
    if (parent < 0) {
        memset(r->end, 0, sizeof r->end);
        return;
    }
    if (parent == r->spinner && laid->end >= DOM_UP) {
        open_arms(r);
        int other = DOM_UP + DOM_DOWN - laid->end; /* the other arm may have grown */
        for (int i = index - 1; i > parent; i--)
            if (r->laid[i].end == other) {
                open_at(r, other, i);
                break;
            }
    } else {
        open_at(r, laid->end, parent);
        if (parent == r->spinner && r->spinner_sides-- == 2) memset(&r->end[DOM_UP], 0, 2 * sizeof r->end[0]);
    }
    if (has_table(r)) refresh_fits(r);
}
