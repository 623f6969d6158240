/* One round: set up, legal actions, why not, apply, undo, and what a seat may see (RULES.md sections 2 to 5). */
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

/* ---- setting up ---- */

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

/* ---- legal actions ---- */

static inline int can_draw(const dom_round *r) {
    return r->rules.draw != DOM_DRAW_NEVER && boneyard_left(r) > r->rules.boneyard_floor && !(r->rules.draw == DOM_DRAW_ONE && r->drawn);
}

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
        total += by_end[e] = others * count_bits(end->fits & 31) + (has_double & end->fits >> 5);
    }
    return total;
}

static inline int count_openings(const dom_round *r) {
    if (r->forced >= 0) return 1;
    return r->hand_count[r->seat];
}

static inline int count_all_plays(const dom_round *r, int words, int by_end[4]) {
    return r->laid_count == 0 ? count_openings(r) : count_plays(r, r->hand[r->seat].word, words, by_end);
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
static inline int nth_on(const uint64_t *hand, const dom_end *end, int e, int k, int words) {
    int placements = count_bits(end->fits & 31), twin = double_of(end->number), code = (e + 1) << 11;
    if (end->fits == 0x21) return code | nth_tile(hand, HAVING[end->number], k, words) << 3; /* one placement for any tile */
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
    int tile = nth_tile(others, HAVING[end->number], k / placements, words);
    return code | tile << 3 | nth_bit(end->fits & 31, k % placements);
}

static inline int nth_play(const dom_round *r, int k, const int by_end[4], int words) {
    const uint64_t *hand = r->hand[r->seat].word;
    if (r->laid_count == 0) return r->forced >= 0 ? r->forced << 3 : nth_tile(hand, hand, k, words) << 3;
    int e = 0;
    while (k >= by_end[e]) k -= by_end[e++];
    return nth_on(hand, &r->end[e], e, k, words);
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

/* ---- apply and undo ---- */

static inline void add_points(dom_round *r, int seat, int32_t points) {
    r->play_points[seat] += points;
    if (r->rules.partners) r->play_points[seat ^ 2] += points;
}

static inline void end_round(dom_round *r, int reason, int out) {
    int32_t pips[DOM_MAX_PLAYERS];
    r->reason = (uint8_t)reason;
    if (reason == DOM_TARGET) {
        r->winner = (int8_t)side_of(&r->rules, out);
        return;
    }
    for (int seat = 0; seat < r->rules.players; seat++) pips[seat] = dom_tileset_pips(&r->hand[seat]);
    r->winner = (int8_t)score_round(&r->rules, pips, out, r->end_points);
}

/* What the tile just laid scores in play. */
static inline int points_of_play(const dom_round *r) {
    if (!r->rules.count_multiple) return 0;
    int sum = end_count(r);
    return sum % r->rules.count_multiple == 0 ? sum : 0;
}

static inline void next_seat(dom_round *r) {
    r->drawn = 0;
    r->seat = (uint8_t)(r->seat + 1 == r->rules.players ? 0 : r->seat + 1);
}

static inline void play(dom_round *r, int action) {
    int seat = r->seat;
    lay(r, action);
    tileset_drop(&r->hand[seat], action_tile(action));
    r->hand_count[seat]--;
    r->passes = 0;
    int points = points_of_play(r);
    if (points) add_points(r, seat, points);
    if (points && r->scores_before[seat] + r->play_points[seat] >= r->rules.target) end_round(r, DOM_TARGET, seat);
    else if (r->hand_count[seat] == 0) end_round(r, DOM_DOMINO, seat);
    next_seat(r);
}

static inline void draw(dom_round *r) {
    int tile = r->dealt[r->boneyard_at++];
    if (tile != DOM_HIDDEN) tileset_add(&r->hand[r->seat], tile);
    r->hand_count[r->seat]++;
    r->passes = 0;
    r->drawn = 1;
}

static inline void pass(dom_round *r) {
    r->passes++;
    if (r->passes == r->rules.players) end_round(r, DOM_BLOCKED, -1);
    next_seat(r);
}

static inline void act(dom_round *r, int action) {
    r->actions[r->action_count++] = (uint16_t)action;
    if (action < DOM_DRAW) play(r, action);
    else if (action == DOM_DRAW) draw(r);
    else pass(r);
}

int dom_apply(dom_round *r, int action) {
    dom_obstacle obstacle;
    if (r == NULL) return DOM_ERR_NULL;
    if (!is_set_up(r)) return DOM_ERR_NOT_SET_UP;
    if (r->viewer >= 0) return DOM_ERR_VIEW;
    int why = explain(r, action, 0, &obstacle);
    if (why == DOM_OK) act(r, action);
    return why;
}

void dom_apply_unchecked(dom_round *r, int action) { act(r, action); }

static inline void undo(dom_round *r) {
    int action = r->actions[--r->action_count];
    if (is_over(r)) {
        r->reason = DOM_ON;
        r->winner = -1;
        memset(r->end_points, 0, sizeof r->end_points);
    }
    if (action == DOM_DRAW) {
        tileset_drop(&r->hand[r->seat], r->dealt[--r->boneyard_at]);
        r->hand_count[r->seat]--;
    } else {
        r->seat = (uint8_t)((r->seat == 0 ? r->rules.players : r->seat) - 1);
        if (action != DOM_PASS) {
            int points = points_of_play(r);
            if (points) add_points(r, r->seat, -points);
            tileset_add(&r->hand[r->seat], action_tile(action));
            r->hand_count[r->seat]++;
            unlay(r);
        }
    }
    int at = r->action_count;
    r->drawn = at > 0 && r->actions[at - 1] == DOM_DRAW;
    for (r->passes = 0; at > 0 && r->actions[at - 1] == DOM_PASS; at--) r->passes++;
}

int dom_undo(dom_round *r) {
    if (r == NULL) return DOM_ERR_NULL;
    if (!is_set_up(r)) return DOM_ERR_NOT_SET_UP;
    if (r->viewer >= 0) return DOM_ERR_VIEW;
    if (r->action_count == 0) return DOM_ERR_NO_HISTORY;
    int action = r->actions[r->action_count - 1];
    undo(r);
    return action;
}

/* ---- views and storing ---- */

/* Marks unseen the boneyard tiles that another seat than `viewer` drew, or nobody. */
static void hide_boneyard(dom_round *view, int viewer) {
    int seat = view->starter, at = 0, over = is_over(view);
    for (int i = 0; i < view->rules.players; i++) at += view->hand_dealt[i];
    for (int i = 0; i < view->action_count; i++) {
        if (view->actions[i] != DOM_DRAW) seat = seat + 1 == view->rules.players ? 0 : seat + 1;
        else if (seat != viewer && !over) view->dealt[at++] = DOM_HIDDEN;
        else at++;
    }
    while (at < view->dealt_count) view->dealt[at++] = DOM_HIDDEN;
}

int dom_seen_by(const dom_round *round, int seat, dom_round *view) {
    if (round == NULL || view == NULL) return DOM_ERR_NULL;
    if (!is_set_up(round)) return DOM_ERR_NOT_SET_UP;
    if (seat < 0 || seat >= round->rules.players) return DOM_ERR_RANGE;
    if (round->viewer >= 0 && round->viewer != seat) return DOM_ERR_VIEW;
    dom_round_copy(view, round);
    if (round->viewer >= 0) return DOM_OK;
    view->viewer = (int8_t)seat;
    hide_boneyard(view, seat);
    if (seat != view->starter && view->laid_count == 0) view->forced = -1;
    if (is_over(view)) return DOM_OK; /* after the end all hands are shown */
    for (int other = 0, at = 0; other < view->rules.players; other++) {
        int dealt = view->hand_dealt[other];
        if (other != seat) {
            memset(view->dealt + at, DOM_HIDDEN, (size_t)dealt);
            memset(&view->hand[other], 0, sizeof view->hand[other]);
        }
        at += dealt;
    }
    return DOM_OK;
}

/* In a view of a running round just the viewer's hand is seen; after the end, and in a full state, every hand is. */
static int hands_seen_right(const dom_round *r, int running) {
    int at = 0;
    for (int seat = 0; seat < r->rules.players; seat++)
        for (int i = 0; i < r->hand_dealt[seat]; i++, at++)
            if ((r->dealt[at] == DOM_HIDDEN) != (running && seat != r->viewer)) return 0;
    return 1;
}

/* May this tile have been the forced one, by what is seen of the hands? */
static int forced_right(const dom_round *r, int forced, int running) {
    if (forced == -1) return 1;
    if (!r->rules.opening_tile || forced < 0 || forced >= set_size(r->rules.max_pip)) return 0;
    int holder = -1, best = highest_tile(r, &holder);
    if (!running || r->viewer == r->starter) return best == forced && holder == r->starter;
    return tile_rank(best) < tile_rank(forced);
}

/* May a hand that is not seen have done this? `seen` has the tiles that lie or are the viewer's. */
static int plausible(const dom_round *r, int action, const dom_tileset *seen) {
    dom_obstacle obstacle;
    if (r->hand_count[r->seat] == 0) return 0;
    if (action == DOM_DRAW) return can_draw(r) && (r->laid_count > 0 || r->rules.voluntary_draw);
    if (action == DOM_PASS) return r->laid_count > 0 && !can_draw(r);
    return explain(r, action, 1, &obstacle) == DOM_OK && !tileset_has(seen, action_tile(action));
}

static int restore_actions(dom_round *r, const uint16_t *actions, int count, int running) {
    dom_tileset seen = {{0}}; /* what lies on the table, and all that the viewer ever holds */
    dom_obstacle obstacle;
    for (int i = 0; i < r->dealt_count; i++)
        if (r->dealt[i] != DOM_HIDDEN) tileset_add(&seen, r->dealt[i]);
    for (int i = 0; i < count; i++) {
        int action = actions[i], unseen = running && r->seat != r->viewer;
        if (is_over(r)) return DOM_WHY_ROUND_OVER;
        if (action == DOM_DRAW && boneyard_left(r) > 0 && (r->dealt[r->boneyard_at] == DOM_HIDDEN) != unseen) return DOM_ERR_VIEW;
        if (unseen) {
            if (!plausible(r, action, &seen)) return DOM_WHY_NOT_YOUR_TILE;
            if (action < DOM_DRAW) tileset_add(&seen, action_tile(action));
        } else {
            int why = explain(r, action, 0, &obstacle);
            if (why != DOM_OK) return why;
        }
        act(r, action);
    }
    return DOM_OK;
}

/* Of a view: over just where all hands are seen, the undrawn boneyard never, the forced tile when it may. */
static int view_ends_right(const dom_round *r, int running) {
    for (int at = r->boneyard_at; at < r->dealt_count; at++)
        if (r->dealt[at] != DOM_HIDDEN) return 0;
    int secret = running && r->viewer != r->starter && r->laid_count == 0;
    return running != is_over(r) && !(secret && r->forced >= 0);
}

int dom_round_restore(dom_round *round, const dom_rules *rules, const uint8_t *tiles, const uint8_t *hand_sizes, int boneyard_size,
                      int starter, int forced, const int32_t *scores, int viewer, const uint16_t *actions, int action_count,
                      dom_fault *fault) {
    dom_round r;
    fault_at(fault, -1, -1, DOM_OK);
    if (round == NULL || rules == NULL || tiles == NULL || hand_sizes == NULL || (actions == NULL && action_count > 0)) return DOM_ERR_NULL;
    int status = dom_rules_check(rules, NULL, NULL);
    if (status == DOM_OK && (viewer < -1 || viewer >= rules->players)) status = DOM_ERR_RANGE;
    if (status == DOM_OK && (action_count < 0 || action_count > DOM_MAX_ACTIONS)) status = DOM_ERR_RANGE;
    if (status == DOM_OK) status = take_deal(&r, rules, tiles, hand_sizes, boneyard_size, viewer, fault);
    if (status == DOM_OK && (starter < 0 || starter >= rules->players)) status = DOM_ERR_STARTER;
    if (status == DOM_OK) status = take_scores(&r, scores);
    if (status != DOM_OK) return status;
    int running = 0;
    for (int at = 0, seat = 0; viewer >= 0 && seat < rules->players; at += hand_sizes[seat++])
        if (tiles[at] == DOM_HIDDEN) running = 1;
    clear_table(&r);
    set_starter(&r, starter);
    if (!hands_seen_right(&r, running)) return DOM_ERR_VIEW;
    if (!forced_right(&r, forced, running)) return DOM_ERR_STARTER;
    r.forced = (int16_t)forced;
    status = restore_actions(&r, actions, action_count, running);
    if (status != DOM_OK) return status;
    if (viewer >= 0 && !view_ends_right(&r, running)) return DOM_ERR_VIEW;
    return dom_round_copy(round, &r);
}

/* ---- questions ---- */

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
