/* Weighted play at speed: the games of quick.c, each play chosen as weighted_action chooses, number for number. */
#include <string.h>

#include "bits.h"
#include "lacks.h"

enum { SHARP_TILES = 36, SHARP_ANSWERS = 16, SHARP_HAND = 16 };

/* chance_none for sets to double-seven and hands to 15, each row of hands worked out when it is first asked for. */
typedef struct chance_rows {
    uint8_t known[SHARP_TILES + 1][SHARP_ANSWERS];
    uint32_t none[SHARP_TILES + 1][SHARP_ANSWERS][SHARP_HAND];
} chance_rows;

typedef struct sharp { /* a policy */
    dom_weights weights;
    chance_rows *chance;
    int32_t worth[64];                /* of tile a-b at 8a + b: pips and double */
    int64_t by_seat[DOM_MAX_PLAYERS]; /* the weight of the chance of the seat so many further on */
} sharp;

typedef struct shown { /* what all have seen, beside the position */
    uint64_t out;                  /* rows of all tiles not laid */
    uint64_t may[DOM_MAX_PLAYERS]; /* rows of the tiles that show no number the seat lacks */
    uint32_t lacks[DOM_MAX_PLAYERS];
    int held[DOM_MAX_PLAYERS];     /* tiles in each hand */
    int not_laid;                  /* tiles of `out` */
} shown;

static inline uint64_t rows_without(uint32_t numbers) {
    const uint64_t columns = UINT64_C(0x0101010101010101) * (~numbers & 255);
    uint64_t rows = 0;
    for (int n = 0; n < 8; n++)
        if (!(numbers >> n & 1)) rows |= UINT64_C(255) << 8 * n;
    return rows & columns;
}

static void sharpen(sharp *s, const dom_weights *weights, chance_rows *chance, const dom_rules *rules) {
    s->weights = *weights;
    s->chance = chance;
    memset(chance->known, 0, sizeof chance->known);
    for (int a = 0; a < 8; a++)
        for (int b = 0; b < 8; b++) s->worth[8 * a + b] = weights->pips * (a + b) + (a == b ? weights->is_double : 0);
    memset(s->by_seat, 0, sizeof s->by_seat);
    s->by_seat[1] = weights->next;
    if (rules->players > 2) s->by_seat[rules->players - 1] = weights->previous;
    if (rules->players > 3) s->by_seat[2] = weights->partner;
}

static void show_all(shown *seen, const dom_round *r, const uint32_t *lacks) {
    seen->out = 0;
    for (int tile = 0; tile < set_size(r->rules.max_pip); tile++) seen->out |= tile_rows(tile);
    for (int i = 0; i < r->laid_count; i++) seen->out &= ~tile_rows(r->laid[i].tile);
    seen->not_laid = set_size(r->rules.max_pip) - r->laid_count;
    for (int seat = 0; seat < r->rules.players; seat++) {
        seen->held[seat] = r->hand_count[seat];
        seen->lacks[seat] = lacks[seat];
        seen->may[seat] = rows_without(lacks[seat]);
    }
}

static inline int count_rows(uint64_t rows) { return (count_bits(rows) + count_bits(rows & ROW_DOUBLES)) >> 1; }

static uint32_t chance_by_row(chance_rows *chance, int m, int f, int h) {
    if (h >= SHARP_HAND || f >= SHARP_ANSWERS) return chance_none(m, f, h);
    if (!chance->known[m][f]) {
        uint64_t p = UINT64_C(1) << 30;
        for (int k = 0; k < SHARP_HAND; k++) {
            chance->none[m][f][k] = (uint32_t)(p >> 14);
            p = k < m && m - f - k > 0 ? p * (uint64_t)(m - f - k) / (uint64_t)(m - k) : 0;
        }
        chance->known[m][f] = 1;
    }
    return chance->none[m][f][h];
}

/* The tiles in rows that show x or y. */
static inline int count_showing(uint64_t rows, int x, int y) {
    const unsigned on_x = row_of(rows, x), on_y = row_of(rows, y);
    return x == y ? ROW_COUNT[on_x] : ROW_COUNT[on_x] + ROW_COUNT[on_y] - (int)(on_x >> y & 1);
}

static inline int count_numbers(uint64_t rows) {
    rows |= rows >> 4;
    rows |= rows >> 2;
    rows |= rows >> 1;
    return (int)(((rows & UINT64_C(0x0101010101010101)) * UINT64_C(0x0101010101010101)) >> 56);
}

typedef struct outlook { /* what one decision needs of each other seat whose chance counts */
    int count;
    struct {
        uint64_t candidates;
        int64_t weight;
        int m, h;
    } seat[DOM_MAX_PLAYERS - 1];
} outlook;

static inline void look_out(const sharp *s, const shown *seen, const quick *q, int players, outlook *look) {
    const uint64_t unseen = seen->out & ~q->hand[q->seat];
    look->count = 0;
    for (int on = 1; on < players; on++) {
        if (s->by_seat[on] == 0) continue;
        const int seat = q->seat + on < players ? q->seat + on : q->seat + on - players;
        const int k = look->count++;
        look->seat[k].candidates = unseen & seen->may[seat];
        look->seat[k].weight = s->by_seat[on];
        look->seat[k].h = seen->held[seat];
        const int m = seen->lacks[seat] ? count_rows(look->seat[k].candidates) : seen->not_laid - seen->held[q->seat];
        look->seat[k].m = m > look->seat[k].h ? m : look->seat[k].h;
    }
}

/* The worth of laying from-to where x is the number at the other end. */
static inline int64_t sharp_worth(const sharp *s, const outlook *look, uint64_t mine, int from, int to, int x) {
    const uint64_t rest = mine & ~rows_of(from, to);
    int64_t sum = s->worth[8 * from + to];
    if (s->weights.matches) sum += (int64_t)s->weights.matches * count_showing(rest, x, to);
    if (s->weights.variety) sum += (int64_t)s->weights.variety * count_numbers(rest);
    sum *= 65536;
    for (int k = 0; k < look->count; k++) {
        const int f = count_showing(look->seat[k].candidates, x, to);
        sum += look->seat[k].weight * chance_by_row(s->chance, look->seat[k].m, f, look->seat[k].h);
    }
    return sum;
}

static inline int64_t sharp_noise(const sharp *s, dom_stream *stream) {
    return s->weights.noise > 0 ? (int64_t)stream_below(stream, (uint32_t)s->weights.noise + 1) * 65536 : 0;
}

typedef struct sharp_choice {
    int64_t most;
    int end, to, placement;
} sharp_choice;

static inline void consider(sharp_choice *best, int64_t value, int end, int to, int placement) {
    if (value > best->most) *best = (sharp_choice){value, end, to, placement};
}

/* All plays on one end, in their order. */
static ALWAYS_INLINE void consider_end(const sharp *s, const quick *q, const outlook *look, dom_stream *stream, sharp_choice *best,
                                       int e, int on_table) {
    const quick_end *end = &q->end[e];
    const uint64_t mine = q->hand[q->seat];
    const int from = end->number, other = q->end[!e].number, fits = on_table ? end->fits : 33;
    for (unsigned row = row_of(mine, from); row; row &= row - 1) {
        const int to = lowest_bit(row);
        if (to == from ? !(fits >> 5) : !(fits & 31)) continue;
        const int64_t sum = sharp_worth(s, look, mine, from, to, other);
        for (int ways = to == from ? 1 : fits & 31; ways; ways &= ways - 1)
            consider(best, sum + sharp_noise(s, stream), e, to, lowest_bit((uint64_t)ways));
    }
}

static inline void lack_sharply(shown *seen, const quick *q, int on_table) {
    uint32_t others = 0, doubles = 0;
    for (int e = 0; e < 2; e++) {
        const int fits = on_table ? q->end[e].fits : 33;
        if (fits & 31) others |= UINT32_C(1) << q->end[e].number;
        if (fits >> 5) doubles |= UINT32_C(1) << q->end[e].number;
    }
    seen->lacks[q->seat] = lacks_after(seen->lacks[q->seat], others & doubles, q->drawn, 0);
    seen->may[q->seat] = rows_without(seen->lacks[q->seat]);
}

/* The seat to act has laid a tile; the next one moves. */
static inline void leave_hand(shown *seen, quick *q, uint64_t rows, int players) {
    q->hand[q->seat] &= ~rows;
    seen->out &= ~rows;
    seen->held[q->seat]--;
    seen->not_laid--;
    q->plays++;
    q->passes_running = q->drawn = 0;
    if (q->hand[q->seat] == 0) q->reason = DOM_DOMINO, q->out = q->seat;
    q->seat = q->seat + 1 == players ? 0 : q->seat + 1;
}

static ALWAYS_INLINE void lay_sharply(shown *seen, quick *q, quick_table *table, int e, int to, int placement, int players, int on_table, int turns) {
    quick_end *end = &q->end[e];
    const uint64_t rows = rows_of(end->number, to);
    if (on_table) lay_quickly(table, end, &q->end[!e], to, placement, turns);
    else end->number = to;
    leave_hand(seen, q, rows, players);
}

/* The number of plays, and one of them. */
static ALWAYS_INLINE int count_sharply(const quick *q, int on_table, sharp_choice *one) {
    int count = 0;
    for (int e = 0; e < 2; e++) {
        const quick_end *end = &q->end[e];
        const unsigned row = row_of(q->hand[q->seat], end->number), twin = row >> end->number & 1, others = row ^ twin << end->number;
        const int fits = on_table ? end->fits : 33;
        const int plays = ROW_COUNT[others] * ROW_COUNT[fits & 31] + (int)(twin & (unsigned)fits >> 5);
        if (plays == 0) continue;
        count += plays;
        one->end = e;
        one->to = ROW_COUNT[others] && fits & 31 ? lowest_bit(others) : end->number;
        one->placement = one->to == end->number ? DOM_AHEAD : lowest_bit((uint64_t)fits & 31);
    }
    return count;
}

static ALWAYS_INLINE void play_sharply(quick *given, const sharp *s, const shown *before, const dom_rules *rules, const uint8_t *dealt,
                                       dom_stream *given_stream, quick_table *table, const int players, const int on_table) {
    const int drawing = rules->draw != DOM_DRAW_NEVER, one = rules->draw == DOM_DRAW_ONE;
    quick here = *given, *const q = &here; /* copies, which nothing else points to */
    shown now = *before, *const seen = &now;
    dom_stream chance = *given_stream, *const stream = &chance;
    while (q->reason == DOM_ON) {
        sharp_choice best = {INT64_MIN, 0, 0, 0};
        const int plays = count_sharply(q, on_table, &best);
        if (plays > 1) {
            outlook look;
            look_out(s, seen, q, players, &look);
            consider_end(s, q, &look, stream, &best, 0, on_table);
            consider_end(s, q, &look, stream, &best, 1, on_table);
        } else if (plays == 1) sharp_noise(s, stream); /* one choice is a choice too */
        if (plays) {
            lay_sharply(seen, q, table, best.end, best.to, best.placement, players, on_table, rules->turns);
            continue;
        }
        lack_sharply(seen, q, on_table);
        if (drawing && q->at < q->stop && !(one & q->drawn)) {
            q->hand[q->seat] |= tile_rows(dealt[q->at++]);
            seen->held[q->seat]++;
            q->draws++;
            q->passes_running = 0;
            q->drawn = 1;
            continue;
        }
        q->passes++;
        q->drawn = 0;
        if (++q->passes_running == players) q->reason = DOM_BLOCKED;
        q->seat = q->seat + 1 == players ? 0 : q->seat + 1;
    }
    *given = here;
    *given_stream = chance;
}

/* Plays to the end of the round, of which all have seen `seen` when it begins. */
static void play_out_sharply(quick *q, const sharp *s, const shown *seen, const dom_rules *rules, const uint8_t *dealt, dom_stream *stream,
                             quick_table *table) {
    switch (2 * rules->players + (rules->table_width != 0)) {
        case 4: play_sharply(q, s, seen, rules, dealt, stream, table, 2, 0); break;
        case 5: play_sharply(q, s, seen, rules, dealt, stream, table, 2, 1); break;
        case 6: play_sharply(q, s, seen, rules, dealt, stream, table, 3, 0); break;
        case 7: play_sharply(q, s, seen, rules, dealt, stream, table, 3, 1); break;
        case 8: play_sharply(q, s, seen, rules, dealt, stream, table, 4, 0); break;
        case 9: play_sharply(q, s, seen, rules, dealt, stream, table, 4, 1); break;
    }
}
