/* Perfect play with every tile known.
 *
 * Two sides: the teams, the two players, or the opener against the rest. Every value is side 0's points of the whole round minus
 * side 1's. The root narrows an interval by null-window searches (Plaat's MTD(f)) over a table of proven bounds.
 * Plain chains (two ends, no table, nothing scored in play, sets to double-nine) have a small position of their own, copied at
 * each move; every other game is searched on the round itself, done and undone. */
#include <string.h>

#include "bits.h"

enum { NO_BOUND = 32000, MOST_CHAIN_MOVES = 20 };

typedef struct ranked {
    uint16_t action;
    int16_t rank;
} ranked;

typedef struct solving {
    dom_solver *solver;
    const dom_round *root;
    uint64_t mask, nodes;
    int stopped, unlimited;
    int side[DOM_MAX_PLAYERS];
    int drawing_ends;                    /* so many of the deal are gone when no tile may be drawn any more */
    int32_t drawable[DOM_MAX_TILES + 1]; /* pips that may still be drawn when that many of the deal are gone */
    uint64_t held[DOM_MAX_TILES][DOM_MAX_PLAYERS]; /* for keys: this tile in that hand */
} solving;

static inline int out_of_budget(solving *s) {
    const dom_solver *solver = s->solver;
    if (solver->max_nodes && s->nodes >= solver->max_nodes && !s->unlimited) return s->stopped = 1;
    s->nodes++;
    if ((s->nodes & 1023) == 0 && solver->stop != NULL && *solver->stop) s->stopped = 1;
    return s->stopped;
}

static inline void remember(dom_solve_entry *entry, uint64_t key, int value, int beta, int move) {
    if (entry->key != key) {
        entry->key = key;
        entry->lower = -NO_BOUND;
        entry->upper = NO_BOUND;
    }
    if (value >= beta) entry->lower = (int16_t)value;
    else entry->upper = (int16_t)value;
    entry->move = (uint16_t)move;
}

/* How promising a play is: it leaves the next seat few answers and the partner many, is heavy, is a double. */
static inline int promise(int tile, int answers, int partners) {
    return (answers ? -12 * answers : 40) + 4 * partners + tile_pips(tile) + 10 * tile_is_double(tile);
}

/* Inserts a move into a list sorted by falling rank; equals stay in the order they came. */
static inline void rank_move(ranked *moves, int *count, int action, int rank) {
    int i = (*count)++;
    for (; i > 0 && moves[i - 1].rank < rank; i--) moves[i] = moves[i - 1];
    moves[i].action = (uint16_t)action;
    moves[i].rank = (int16_t)rank;
}

/* Points per seat as side 0's minus side 1's; a team's stand at both its seats and count once. */
static int value_of(const solving *s, const int32_t *points) {
    const dom_rules *rules = &s->root->rules;
    if (rules->partners) return points[0] - points[1];
    int value = 0;
    for (int seat = 0; seat < rules->players; seat++) value += s->side[seat] ? -points[seat] : points[seat];
    return value;
}

/* The most that a side can win at the end, from what is in the hands now and may still come from the boneyard. A side goes out
 * through one of its players, who lays all it holds; by a block no more than `laid_by_block` less can be left. */
static inline int most_won(const solving *s, const int32_t *pips, int drawable, int laid_by_block, int side) {
    const dom_rules *rules = &s->root->rules;
    int all = drawable, least = NO_BOUND, own = 0;
    for (int seat = 0; seat < rules->players; seat++) {
        all += pips[seat];
        if (s->side[seat] != side) continue;
        own += pips[seat];
        if (pips[seat] < least) least = pips[seat];
    }
    if (rules->scoring == DOM_SCORING_TEAM_ALL) return rounded(rules, all - (least < laid_by_block ? least : laid_by_block));
    return rounded(rules, all - (rules->partners ? own : least));
}

/* ---- plain chains ---- */

typedef struct chain_position {
    uint64_t hand[DOM_MAX_PLAYERS];
    uint64_t held_key;               /* of all tiles in all hands */
    int32_t pips[DOM_MAX_PLAYERS];
    int16_t showing[10];             /* pips of the tiles in the hands that show each number */
    uint8_t left, right, seat, passes, boneyard_at, drawn;
    int8_t over;                     /* 1 once over */
    int8_t out;                      /* who went out, -1 when blocked */
} chain_position;

static inline void chain_count(chain_position *p, int seat, int tile, int sign) {
    int pips = sign * tile_pips(tile);
    p->pips[seat] += pips;
    p->showing[TILE_HIGH[tile]] = (int16_t)(p->showing[TILE_HIGH[tile]] + pips);
    if (!tile_is_double(tile)) p->showing[TILE_LOW[tile]] = (int16_t)(p->showing[TILE_LOW[tile]] + pips);
}

/* Draws and passes, one action each and never a choice, until somebody can play or all have passed. */
static inline void chain_settle(const solving *s, chain_position *p) {
    const dom_round *root = s->root;
    const uint64_t wanted = HAVING[p->left][0] | HAVING[p->right][0];
    while (!(p->hand[p->seat] & wanted)) {
        int may_draw = root->rules.draw != DOM_DRAW_NEVER && root->dealt_count - p->boneyard_at > root->rules.boneyard_floor;
        if (may_draw && !(root->rules.draw == DOM_DRAW_ONE && p->drawn)) {
            int tile = root->dealt[p->boneyard_at++];
            p->hand[p->seat] |= UINT64_C(1) << tile;
            p->held_key ^= s->held[tile][p->seat];
            chain_count(p, p->seat, tile, 1);
            p->passes = 0;
            p->drawn = 1;
            continue;
        }
        p->drawn = 0;
        if (++p->passes == root->rules.players) {
            p->over = 1;
            p->out = -1;
            return;
        }
        p->seat = (uint8_t)(p->seat + 1 == root->rules.players ? 0 : p->seat + 1);
    }
    p->passes = p->drawn = 0; /* it plays now */
}

static void chain_from(const solving *s, const dom_round *r, chain_position *p) {
    memset(p, 0, sizeof *p);
    for (int seat = 0; seat < r->rules.players; seat++) {
        p->hand[seat] = r->hand[seat].word[0];
        for (uint64_t bits = p->hand[seat]; bits; bits &= bits - 1) {
            p->held_key ^= s->held[lowest_bit(bits)][seat];
            chain_count(p, seat, lowest_bit(bits), 1);
        }
    }
    p->left = r->end[DOM_LEFT].number;
    p->right = r->end[DOM_RIGHT].number;
    p->seat = r->seat;
    p->passes = r->passes;
    p->drawn = r->drawn;
    p->boneyard_at = r->boneyard_at;
    chain_settle(s, p);
}

static inline int chain_is_over(const chain_position *p) { return p->over; }
static inline int chain_side_to_move(const solving *s, const chain_position *p) { return s->side[p->seat]; }
static inline void chain_take(chain_position *p) { (void)p; }

static int chain_final_value(const solving *s, const chain_position *p) {
    int32_t points[DOM_MAX_PLAYERS];
    score_round(&s->root->rules, p->pips, p->out, points);
    return value_of(s, points);
}

static inline void chain_bounds(const solving *s, const chain_position *p, int *lower, int *upper) {
    int drawable = s->drawable[p->boneyard_at], laid = 0;
    if (drawable == 0) { /* a block on a number needs every tile in the hands that shows it laid */
        laid = NO_BOUND;
        for (int number = 0; number <= s->root->rules.max_pip; number++)
            if (p->showing[number] < laid) laid = p->showing[number];
    }
    *upper = most_won(s, p->pips, drawable, laid, 0);
    *lower = -most_won(s, p->pips, drawable, laid, 1);
}

static inline uint64_t chain_key(const solving *s, const chain_position *p) {
    int low = p->left < p->right ? p->left : p->right, high = p->left + p->right - low;
    (void)s;
    return mix64(p->held_key ^ ((uint64_t)tile_of(high, low) << 16 | (uint64_t)p->boneyard_at << 8 | p->seat));
}

/* Plays, the promising first. */
static int chain_list(const solving *s, const chain_position *p, int hint, ranked *moves) {
    const int players = s->root->rules.players, next = p->seat + 1 == players ? 0 : p->seat + 1;
    const uint64_t mine = p->hand[p->seat], theirs = p->hand[next];
    const uint64_t partners = s->root->rules.partners ? p->hand[p->seat ^ 2] : 0;
    int count = 0;
    for (int e = DOM_LEFT; e <= DOM_RIGHT; e++) {
        const int number = e == DOM_LEFT ? p->left : p->right, other = e == DOM_LEFT ? p->right : p->left;
        if (e == DOM_RIGHT && number == other) break; /* the same position either way */
        for (uint64_t bits = mine & HAVING[number][0]; bits; bits &= bits - 1) {
            int tile = lowest_bit(bits), action = (e + 1) << 11 | tile << 3;
            uint64_t wanted = HAVING[tile_pips(tile) - number][0] | HAVING[other][0];
            int rank = promise(tile, count_bits(theirs & wanted), count_bits(partners & wanted));
            if ((mine & (mine - 1)) == 0) rank = NO_BOUND - 1; /* goes out */
            rank_move(moves, &count, action, action == hint ? NO_BOUND : rank);
        }
    }
    return count;
}

static inline void chain_make(const solving *s, const chain_position *p, int action, chain_position *next) {
    int tile = action_tile(action);
    *next = *p;
    if (action_end(action) == DOM_LEFT) next->left = (uint8_t)(tile_pips(tile) - p->left);
    else next->right = (uint8_t)(tile_pips(tile) - p->right);
    next->hand[p->seat] ^= UINT64_C(1) << tile;
    next->held_key ^= s->held[tile][p->seat];
    chain_count(next, p->seat, tile, -1);
    if (next->hand[p->seat] == 0) {
        next->over = 1;
        next->out = (int8_t)p->seat;
        return;
    }
    next->seat = (uint8_t)(p->seat + 1 == s->root->rules.players ? 0 : p->seat + 1);
    chain_settle(s, next);
}

#define POSITION chain_position
#define MOST_MOVES MOST_CHAIN_MOVES
#define NAME(word) chain_##word
#include "solve_search.h"
#undef POSITION
#undef MOST_MOVES
#undef NAME

/* ---- every other game, on the round itself ---- */

typedef struct round_position {
    dom_round *round;
    int actions; /* done to come here */
} round_position;

static inline int round_is_over(const round_position *p) { return is_over(p->round); }
static inline int round_side_to_move(const solving *s, const round_position *p) { return s->side[p->round->seat]; }

/* Does an action, and the draws and passes after it that are no choice. */
static inline void round_act(round_position *p, int action) {
    dom_round *r = p->round;
    act(r, action);
    for (p->actions = 1; !is_over(r) && !has_play(r); p->actions++) act(r, can_draw(r) ? DOM_DRAW : DOM_PASS);
}

static inline void round_take(round_position *p) {
    for (; p->actions > 0; p->actions--) undo(p->round);
}

static int value_of_round(const solving *s, const dom_round *r) {
    int32_t points[DOM_MAX_PLAYERS];
    for (int seat = 0; seat < r->rules.players; seat++) points[seat] = r->play_points[seat] + r->end_points[seat];
    return value_of(s, points);
}

static int round_final_value(const solving *s, const round_position *p) { return value_of_round(s, p->round); }

/* What the open ends count is never more: each shows another double, or a number that counts as much. */
static int greatest_count(const dom_rules *rules) {
    int sum = 0, ends = rules->spinner ? 4 : 2;
    for (int e = 0; e < ends; e++) {
        int twice = 2 * (rules->max_pip - e);
        sum += twice > rules->max_pip ? twice : rules->max_pip;
    }
    return sum - sum % rules->count_multiple;
}

/* The most that a side can still make in play: such a count with each of its tiles, or one more when all its scores are just
 * below the target. */
static int most_made(const solving *s, const dom_round *r, int side) {
    const dom_rules *rules = &r->rules;
    const int greatest = greatest_count(rules);
    int64_t tiles = s->drawing_ends > r->boneyard_at ? s->drawing_ends - r->boneyard_at : 0, below = 0;
    for (int seat = 0; seat < rules->players; seat++) {
        if (s->side[seat] != side) continue;
        int missing = rules->target - 1 - r->scores_before[seat] - r->play_points[seat];
        tiles += r->hand_count[seat];
        if (missing > 0 && !(rules->partners && seat > 1)) below += missing;
    }
    return (int)(tiles * greatest < below + greatest ? tiles * greatest : below + greatest);
}

static void round_bounds(const solving *s, const round_position *p, int *lower, int *upper) {
    const dom_round *r = p->round;
    int32_t pips[DOM_MAX_PLAYERS];
    for (int seat = 0; seat < r->rules.players; seat++) pips[seat] = dom_tileset_pips(&r->hand[seat]);
    *upper = most_won(s, pips, s->drawable[r->boneyard_at], 0, 0);
    *lower = -most_won(s, pips, s->drawable[r->boneyard_at], 0, 1);
    if (r->rules.count_multiple) {
        int made = value_of(s, r->play_points);
        *upper += made + most_made(s, r, 0);
        *lower += made - most_made(s, r, 1);
    }
}

static inline uint64_t mixed(uint64_t key, uint64_t word) { return mix64(key ^ word) + UINT64_C(0x9e3779b97f4a7c15); }

/* All that what follows depends on: hands, boneyard, whose turn, ends, covered cells, and the points where a target may end it.
 * The seat to act can play, so passes are forgotten, and that it has drawn counts where it might draw again. */
static uint64_t round_key(const solving *s, const round_position *p) {
    const dom_round *r = p->round;
    uint64_t key = (uint64_t)r->boneyard_at << 16 | (uint64_t)r->seat << 8 | (uint64_t)(r->rules.voluntary_draw && can_draw(r));
    (void)s;
    key = key << 16 | (uint64_t)(r->spinner >= 0) << 8 | r->spinner_sides;
    for (int seat = 0; seat < r->rules.players; seat++)
        for (int w = 0; w < r->words; w++) key = mixed(key, r->hand[seat].word[w]);
    for (int e = 0; e < 4; e++) {
        const dom_end *end = &r->end[e];
        uint64_t word = (uint64_t)end->open << 56 | (uint64_t)end->number << 48 | (uint64_t)end->is_double << 40;
        if (end->open && end->last == r->spinner) word |= UINT64_C(1) << 32;
        if (has_table(r)) word |= (uint64_t)end->direction << 16 | (uint64_t)end->x << 8 | end->y;
        key = mixed(key, word);
    }
    for (int y = 0; y < r->rules.table_height; y++) key = mixed(key, r->row[y]);
    if (r->rules.count_multiple)
        for (int seat = 0; seat < r->rules.players; seat++) key = mixed(key, (uint64_t)r->play_points[seat]);
    return mixed(key, (uint64_t)(r->laid_count == 1));
}

/* What laying a tile of the hand on end e (below 0: as the first) makes at once. */
static int made_by(const dom_round *r, int e, int tile) {
    int sum = tile_pips(tile);
    if (!r->rules.count_multiple) return 0;
    if (e >= 0 && !tile_is_double(tile)) sum -= r->end[e].number;
    for (int other = 0; other < 4; other++) {
        const dom_end *end = &r->end[other];
        if (other != e && end->open) sum += r->laid_count == 1 && end->is_double ? 2 * end->number : end_weight(r, other);
    }
    return sum % r->rules.count_multiple ? 0 : sum;
}

static int round_rank(const dom_round *r, int action) {
    const int next = r->seat + 1 == r->rules.players ? 0 : r->seat + 1, tile = action_tile(action), e = action_end(action);
    int answers = 0, partners = 0;
    if (action >= DOM_DRAW) return -NO_BOUND;
    if (r->hand_count[r->seat] == 1) return NO_BOUND - 1; /* goes out */
    for (int w = 0; w < r->words; w++) {
        uint64_t wanted = e < 0 ? HAVING[TILE_HIGH[tile]][w] | HAVING[TILE_LOW[tile]][w] : HAVING[tile_pips(tile) - r->end[e].number][w];
        for (int other = 0; other < 4; other++)
            if (other != e && r->end[other].open) wanted |= HAVING[r->end[other].number][w];
        answers += count_bits(r->hand[next].word[w] & wanted);
        if (r->rules.partners) partners += count_bits(r->hand[r->seat ^ 2].word[w] & wanted);
    }
    return promise(tile, answers, partners) + made_by(r, e, tile);
}

static int round_list(const solving *s, const round_position *p, int hint, ranked *moves) {
    uint16_t actions[DOM_MAX_LEGAL];
    int count = dom_legal(p->round, actions), listed = 0;
    (void)s;
    for (int i = 0; i < count; i++) rank_move(moves, &listed, actions[i], actions[i] == hint ? NO_BOUND : round_rank(p->round, actions[i]));
    return listed;
}

static inline void round_make(const solving *s, const round_position *p, int action, round_position *next) {
    (void)s;
    next->round = p->round;
    round_act(next, action);
}

#define POSITION round_position
#define MOST_MOVES DOM_MAX_LEGAL
#define NAME(word) round_##word
#include "solve_search.h"
#undef POSITION
#undef MOST_MOVES
#undef NAME

/* ---- the root ---- */

static int is_plain(const dom_round *r) { return is_plain_chain(&r->rules) && !r->rules.voluntary_draw; }

/* Does the value of the position after `action` reach beta? A proven bound of it, as from the search. */
static int child_reaches(solving *s, dom_round *r, int action, int beta) {
    int value;
    if (is_plain(r)) {
        act(r, action);
        if (is_over(r)) value = value_of_round(s, r);
        else {
            chain_position p;
            chain_from(s, r, &p);
            value = chain_reaches(s, &p, beta);
        }
        undo(r);
    } else {
        round_position p = {r, 0};
        round_act(&p, action);
        value = round_reaches(s, &p, beta);
        round_take(&p);
    }
    return value;
}

typedef struct interval {
    int lower, upper;
} interval;

/* Narrows an interval around the value after one action. `guess` is where to look first. */
static interval narrow(solving *s, dom_round *r, int action, interval known, int guess) {
    while (known.lower < known.upper && !s->stopped) {
        int beta = guess <= known.lower ? known.lower + 1 : guess > known.upper ? known.upper : guess;
        int value = child_reaches(s, r, action, beta);
        if (s->stopped) break;
        if (value >= beta) known.lower = value;
        else known.upper = value;
        guess = value >= beta ? value + 1 : value;
    }
    return known;
}

/* Narrows the root's own interval by asking its actions in turn, the last good answer first. */
static interval narrow_root(solving *s, dom_round *r, interval known) {
    ranked moves[DOM_MAX_LEGAL];
    const round_position here = {r, 0};
    int maximize = s->side[r->seat] == 0, count = round_list(s, &here, -1, moves), guess = 0;
    while (known.lower < known.upper) {
        int beta = guess <= known.lower ? known.lower + 1 : guess > known.upper ? known.upper : guess;
        int best = maximize ? -NO_BOUND : NO_BOUND;
        for (int i = 0; i < count; i++) {
            int value = child_reaches(s, r, moves[i].action, beta);
            if (s->stopped) return known;
            if (maximize ? value > best : value < best) best = value;
            if (maximize ? best >= beta : best < beta) {
                ranked good = moves[i];
                memmove(moves + 1, moves, (size_t)i * sizeof moves[0]);
                moves[0] = good;
                break;
            }
        }
        if (best >= beta) known.lower = best;
        else known.upper = best;
        guess = best >= beta ? best + 1 : best;
    }
    return known;
}

/* The line: from each position the first action, the table's first, that keeps the value. */
static void find_line(solving *s, dom_round *r, int value, dom_solution *solution) {
    s->unlimited = 1; /* the value is known: what is missing of the line is in the table for the most part */
    s->stopped = 0;
    while (!is_over(r)) {
        ranked moves[DOM_MAX_LEGAL];
        round_position p = {r, 0};
        int maximize = s->side[r->seat] == 0, count = round_list(s, &p, -1, moves), i = 0;
        for (; i < count - 1; i++) { /* one must keep it: the last needs no asking */
            int reached = child_reaches(s, r, moves[i].action, maximize ? value : value + 1);
            if (s->stopped) {
                solution->line_length = 0;
                return;
            }
            if (maximize ? reached >= value : reached <= value) break;
        }
        act(r, moves[i].action);
        solution->line[solution->line_length++] = moves[i].action;
    }
}

static void prepare(solving *s, dom_solver *solver, const dom_round *root) {
    const dom_rules *rules = &root->rules;
    memset(s, 0, sizeof *s);
    s->solver = solver;
    s->root = root;
    while (s->mask + 1 <= solver->entries / 2) s->mask = 2 * s->mask + 1;
    for (int seat = 0; seat < rules->players; seat++)
        s->side[seat] = rules->partners ? seat & 1 : solver->opener_against_rest ? seat != root->starter : seat;
    s->drawing_ends = rules->draw == DOM_DRAW_NEVER ? 0 : root->dealt_count - rules->boneyard_floor;
    for (int at = s->drawing_ends - 1; at >= 0; at--) s->drawable[at] = s->drawable[at + 1] + tile_pips(root->dealt[at]);
    for (int tile = 0; tile < DOM_MAX_TILES; tile++)
        for (int seat = 0; seat < DOM_MAX_PLAYERS; seat++)
            s->held[tile][seat] = mix64((uint64_t)(tile * DOM_MAX_PLAYERS + seat + 1) * UINT64_C(0x9e3779b97f4a7c15));
}

/* Each root action's own interval; the root's follows from them. */
static interval narrow_each(solving *s, dom_round *r, interval all, dom_solution *solution) {
    int maximize = s->side[r->seat] == 0, guess = 0;
    interval root = maximize ? (interval){-NO_BOUND, -NO_BOUND} : (interval){NO_BOUND, NO_BOUND};
    for (int i = 0; i < solution->root_count; i++) {
        interval one = narrow(s, r, solution->root_action[i], all, guess);
        solution->root_lower[i] = one.lower;
        solution->root_upper[i] = one.upper;
        guess = one.lower;
        if (maximize ? one.lower > root.lower : one.lower < root.lower) root.lower = one.lower;
        if (maximize ? one.upper > root.upper : one.upper < root.upper) root.upper = one.upper;
    }
    return root;
}

int dom_solve(const dom_round *round, dom_solver *solver, dom_solution *solution) {
    solving s;
    dom_round r;
    interval known;
    if (round == NULL || solver == NULL || solution == NULL || solver->table == NULL) return DOM_ERR_NULL;
    if (!is_set_up(round)) return DOM_ERR_NOT_SET_UP;
    if (round->viewer >= 0) return DOM_ERR_VIEW;
    if (is_over(round)) return DOM_WHY_ROUND_OVER;
    if (solver->entries == 0) return DOM_ERR_RANGE;
    if (round->rules.players > 2 && !round->rules.partners && !solver->opener_against_rest) return DOM_ERR_SIDES;
    prepare(&s, solver, round);
    dom_round_copy(&r, round);
    round_position here = {&r, 0};
    round_bounds(&s, &here, &known.lower, &known.upper);
    memset(solution, 0, sizeof *solution);
    if (solver->all_roots) {
        solution->root_count = dom_legal(&r, solution->root_action);
        known = narrow_each(&s, &r, known, solution);
    } else known = narrow_root(&s, &r, known);
    solution->lower = known.lower;
    solution->upper = known.upper;
    solution->nodes = s.nodes;
    if (known.lower == known.upper) find_line(&s, &r, known.lower, solution);
    return DOM_OK;
}
