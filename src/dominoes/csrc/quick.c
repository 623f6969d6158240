/* Random play at speed: rounds of sets to double-seven without spinner, count or drawing by choice, on a position that holds no
 * more than what decides the rest of the round. The same rounds, number for number, as random_act plays on a dom_round. */
#include <string.h>

#include "bits.h"

#if defined(__GNUC__)
#define ALWAYS_INLINE inline __attribute__((always_inline))
#else
#define ALWAYS_INLINE inline
#endif

/* A hand is eight rows of eight bits: in row a bit b for the tile a-b. What fits an end is one shift then, and tables of a row tell
 * how many bits it has and which is the k-th of them (four bits each, from the lowest). */
static const uint8_t ROW_COUNT[256] = {
    0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 1, 2, 2, 3, 2, 3, 3, 4, 2, 3, 3, 4, 3, 4, 4, 5, 1, 2, 2, 3, 2, 3, 3, 4, 2,
    3, 3, 4, 3, 4, 4, 5, 2, 3, 3, 4, 3, 4, 4, 5, 3, 4, 4, 5, 4, 5, 5, 6, 1, 2, 2, 3, 2, 3, 3, 4, 2, 3, 3, 4, 3, 4, 4, 5, 2, 3,
    3, 4, 3, 4, 4, 5, 3, 4, 4, 5, 4, 5, 5, 6, 2, 3, 3, 4, 3, 4, 4, 5, 3, 4, 4, 5, 4, 5, 5, 6, 3, 4, 4, 5, 4, 5, 5, 6, 4, 5, 5,
    6, 5, 6, 6, 7, 1, 2, 2, 3, 2, 3, 3, 4, 2, 3, 3, 4, 3, 4, 4, 5, 2, 3, 3, 4, 3, 4, 4, 5, 3, 4, 4, 5, 4, 5, 5, 6, 2, 3, 3, 4,
    3, 4, 4, 5, 3, 4, 4, 5, 4, 5, 5, 6, 3, 4, 4, 5, 4, 5, 5, 6, 4, 5, 5, 6, 5, 6, 6, 7, 2, 3, 3, 4, 3, 4, 4, 5, 3, 4, 4, 5, 4,
    5, 5, 6, 3, 4, 4, 5, 4, 5, 5, 6, 4, 5, 5, 6, 5, 6, 6, 7, 3, 4, 4, 5, 4, 5, 5, 6, 4, 5, 5, 6, 5, 6, 6, 7, 4, 5, 5, 6, 5, 6,
    6, 7, 5, 6, 6, 7, 6, 7, 7, 8,
};
static const uint32_t ROW_NTH[256] = {
    0x0, 0x0, 0x1, 0x10, 0x2, 0x20, 0x21, 0x210, 0x3, 0x30, 0x31, 0x310, 0x32, 0x320, 0x321, 0x3210, 0x4, 0x40, 0x41, 0x410,
    0x42, 0x420, 0x421, 0x4210, 0x43, 0x430, 0x431, 0x4310, 0x432, 0x4320, 0x4321, 0x43210, 0x5, 0x50, 0x51, 0x510, 0x52, 0x520,
    0x521, 0x5210, 0x53, 0x530, 0x531, 0x5310, 0x532, 0x5320, 0x5321, 0x53210, 0x54, 0x540, 0x541, 0x5410, 0x542, 0x5420,
    0x5421, 0x54210, 0x543, 0x5430, 0x5431, 0x54310, 0x5432, 0x54320, 0x54321, 0x543210, 0x6, 0x60, 0x61, 0x610, 0x62, 0x620,
    0x621, 0x6210, 0x63, 0x630, 0x631, 0x6310, 0x632, 0x6320, 0x6321, 0x63210, 0x64, 0x640, 0x641, 0x6410, 0x642, 0x6420,
    0x6421, 0x64210, 0x643, 0x6430, 0x6431, 0x64310, 0x6432, 0x64320, 0x64321, 0x643210, 0x65, 0x650, 0x651, 0x6510, 0x652,
    0x6520, 0x6521, 0x65210, 0x653, 0x6530, 0x6531, 0x65310, 0x6532, 0x65320, 0x65321, 0x653210, 0x654, 0x6540, 0x6541, 0x65410,
    0x6542, 0x65420, 0x65421, 0x654210, 0x6543, 0x65430, 0x65431, 0x654310, 0x65432, 0x654320, 0x654321, 0x6543210, 0x7, 0x70,
    0x71, 0x710, 0x72, 0x720, 0x721, 0x7210, 0x73, 0x730, 0x731, 0x7310, 0x732, 0x7320, 0x7321, 0x73210, 0x74, 0x740, 0x741,
    0x7410, 0x742, 0x7420, 0x7421, 0x74210, 0x743, 0x7430, 0x7431, 0x74310, 0x7432, 0x74320, 0x74321, 0x743210, 0x75, 0x750,
    0x751, 0x7510, 0x752, 0x7520, 0x7521, 0x75210, 0x753, 0x7530, 0x7531, 0x75310, 0x7532, 0x75320, 0x75321, 0x753210, 0x754,
    0x7540, 0x7541, 0x75410, 0x7542, 0x75420, 0x75421, 0x754210, 0x7543, 0x75430, 0x75431, 0x754310, 0x75432, 0x754320,
    0x754321, 0x7543210, 0x76, 0x760, 0x761, 0x7610, 0x762, 0x7620, 0x7621, 0x76210, 0x763, 0x7630, 0x7631, 0x76310, 0x7632,
    0x76320, 0x76321, 0x763210, 0x764, 0x7640, 0x7641, 0x76410, 0x7642, 0x76420, 0x76421, 0x764210, 0x7643, 0x76430, 0x76431,
    0x764310, 0x76432, 0x764320, 0x764321, 0x7643210, 0x765, 0x7650, 0x7651, 0x76510, 0x7652, 0x76520, 0x76521, 0x765210,
    0x7653, 0x76530, 0x76531, 0x765310, 0x76532, 0x765320, 0x765321, 0x7653210, 0x7654, 0x76540, 0x76541, 0x765410, 0x76542,
    0x765420, 0x765421, 0x7654210, 0x76543, 0x765430, 0x765431, 0x7654310, 0x765432, 0x7654320, 0x7654321, 0x76543210,
};
static const uint64_t ROW_DOUBLES = UINT64_C(0x8040201008040201);

/* By direction, for each placement and last for a double: what must be free of the cells that look_around gathers. */
static const uint64_t IN_THE_WAY[4][6] = {
    {UINT64_C(0xf00000), UINT64_C(0xc03000), UINT64_C(0x300c00000), UINT64_C(0xc030), UINT64_C(0x300c00000000), UINT64_C(0x30000000c00000)},
    {UINT64_C(0x300c00000000), UINT64_C(0xf00000000), UINT64_C(0x3c00000000), UINT64_C(0xf00000), UINT64_C(0x3c000000), UINT64_C(0x1e00000000)},
    {UINT64_C(0x3c000000), UINT64_C(0x300c000000), UINT64_C(0xc030000), UINT64_C(0x300c00000000), UINT64_C(0xc030), UINT64_C(0x30000000c000000)},
    {UINT64_C(0xc030), UINT64_C(0x3c000), UINT64_C(0xf000), UINT64_C(0x3c000000), UINT64_C(0xf00000), UINT64_C(0x1e000)},
};

enum { QUICK_MARGIN = 8, QUICK_HEIGHT = 48, QUICK_COLUMNS = DOM_MAX_TABLE + 2 * QUICK_MARGIN };

typedef struct quick_end { /* x and y count from the margin's corner */
    int number, is_double, fits, direction, x, y;
} quick_end;

typedef struct quick { /* a round under way */
    uint64_t hand[DOM_MAX_PLAYERS];
    quick_end end[2];
    int seat, passes_running, drawn;
    int at, stop;               /* in `dealt`: the next tile to draw, and where drawing ends */
    int reason, out;            /* out: the seat that laid its last tile, or -1 */
    int plays, draws, passes;   /* done here */
} quick;

/* Bit y of column x: covered. The margin is, so that no edge need be asked about. */
typedef struct quick_table {
    uint64_t column[QUICK_COLUMNS];
} quick_table;

static inline int is_quick(const dom_rules *rules) {
    return rules->max_pip <= 7 && !rules->voluntary_draw && !rules->spinner && !rules->count_multiple && rules->table_height <= QUICK_HEIGHT;
}

/* ---- hands ---- */

static inline int nth_of_row(unsigned row, uint32_t k) { return (int)(ROW_NTH[row] >> 4 * k & 15); }
static inline unsigned row_of(uint64_t hand, int number) { return (unsigned)(hand >> 8 * number) & 255; }
static inline uint64_t rows_of(int a, int b) { return UINT64_C(1) << (8 * a + b) | UINT64_C(1) << (8 * b + a); }
static inline uint64_t tile_rows(int tile) { return rows_of(TILE_HIGH[tile], TILE_LOW[tile]); }

static inline uint64_t count_by_row(uint64_t rows) {
    rows -= (rows >> 1) & UINT64_C(0x5555555555555555);
    rows = (rows & UINT64_C(0x3333333333333333)) + ((rows >> 2) & UINT64_C(0x3333333333333333));
    return (rows + (rows >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
}

/* Every tile of a row counts the row's number, a double twice. The product's top byte is that sum: at most 252, all of a set. */
static inline int rows_pips(uint64_t hand) {
    return (int)((count_by_row(hand) + count_by_row(hand & ROW_DOUBLES)) * UINT64_C(0x0001020304050607) >> 56);
}

/* ---- the table ---- */

/* The 10 x 10 cells around a head: five columns of blocks, and the two columns of cells just beside it as a sixth. */
static ALWAYS_INLINE uint64_t look_around(const quick_table *table, const quick_end *end) {
    const uint64_t *c = table->column + end->x - 4;
    const int shift = end->y - 4;
    uint64_t cells = ((c[3] | c[6]) >> shift & 1023) << 50;
    for (int k = 0; k < 5; k++) cells |= ((c[2 * k] | c[2 * k + 1]) >> shift & 1023) << 10 * k;
    return cells;
}

static ALWAYS_INLINE void find_quick_fits(const quick_table *table, quick_end *end, int turns) {
    const uint64_t cells = look_around(table, end), *must = IN_THE_WAY[end->direction];
    int fits = ((cells & must[DOM_AHEAD]) == 0) | ((cells & must[5]) == 0) << 5;
    if (turns && !end->is_double)
        for (int p = DOM_CORNER_LEFT; p <= DOM_SIDE_RIGHT; p++) fits |= ((cells & must[p]) == 0) << p;
    end->fits = fits;
}

static inline void cover_block(quick_table *table, int x, int y) {
    table->column[x] |= UINT64_C(3) << y;
    table->column[x + 1] |= UINT64_C(3) << y;
}

static inline void cover_squares(quick_table *table, block m, block n) {
    cover_block(table, m.x + QUICK_MARGIN, m.y + QUICK_MARGIN);
    cover_block(table, n.x + QUICK_MARGIN, n.y + QUICK_MARGIN);
}

static inline void clear_quick_table(quick_table *table, const dom_rules *rules) {
    const uint64_t inside = ~(((UINT64_C(1) << rules->table_height) - 1) << QUICK_MARGIN);
    uint64_t *c = table->column;
    for (int x = 0; x < QUICK_MARGIN; x++) *c++ = ~UINT64_C(0);
    for (int x = 0; x < rules->table_width; x++) *c++ = inside;
    for (int x = 0; x < QUICK_MARGIN; x++) *c++ = ~UINT64_C(0);
}

static ALWAYS_INLINE void lay_quickly(quick_table *table, quick_end *end, quick_end *other, int to, int placement, int turns) {
    const int8_t *way = WAYS[placement][end->direction];
    end->is_double = to == end->number;
    end->number = to;
    if (end->is_double) { /* crosswise, its centre ahead */
        end->x += way[0], end->y += way[1];
        block first, second;
        double_squares((block){end->x, end->y}, end->direction, &first, &second);
        cover_block(table, first.x, first.y);
        cover_block(table, second.x, second.y);
    } else {
        cover_block(table, end->x + way[0], end->y + way[1]);
        end->x += way[2], end->y += way[3];
        end->direction = way[4];
        cover_block(table, end->x, end->y);
    }
    find_quick_fits(table, end, turns);
    /* A tile reaches 3 cells from its head, the cells looked at 5. */
    if ((unsigned)(end->x - other->x + 9) < 19 && (unsigned)(end->y - other->y + 9) < 19) find_quick_fits(table, other, turns);
}

/* ---- choosing ---- */

typedef struct quick_plays { /* on one end of a table: each non-double in each placement, and the double, in the order of the tiles */
    unsigned others;
    uint32_t placements, double_at, all; /* double_at: its place in that order, or none that can be chosen */
} quick_plays;

static ALWAYS_INLINE quick_plays plays_at(const quick_end *end, uint64_t hand) {
    const unsigned row = row_of(hand, end->number), twin = row >> end->number & 1;
    quick_plays plays;
    plays.others = row ^ twin << end->number;
    plays.placements = ROW_COUNT[end->fits & 31];
    plays.all = ROW_COUNT[plays.others] * plays.placements;
    plays.double_at = DOM_MAX_LEGAL;
    if (twin & (unsigned)end->fits >> 5) {
        plays.double_at = ROW_COUNT[plays.others & ((1u << end->number) - 1)] * plays.placements;
        plays.all++;
    }
    return plays;
}

/* Plays to the end of the round. The constants make a loop of its own of each kind of game. */
static ALWAYS_INLINE void play_quickly(quick *given, const dom_rules *rules, const uint8_t *dealt, dom_stream *given_stream,
                                       quick_table *table, const int players, const int drawing, const int on_table) {
    const int one = rules->draw == DOM_DRAW_ONE, turns = rules->turns;
    quick q = *given; /* copies, which stay in registers */
    dom_stream stream = *given_stream;
    int left = q.end[0].number, right = q.end[1].number;
    while (q.reason == DOM_ON) {
        uint64_t mine = q.hand[q.seat];
        quick_plays plays[2];
        unsigned on_left = 0, on_right = 0;
        uint32_t n_left, n;
        if (on_table) {
            plays[0] = plays_at(&q.end[0], mine), plays[1] = plays_at(&q.end[1], mine);
            n_left = plays[0].all, n = n_left + plays[1].all;
        } else {
            on_left = row_of(mine, left), on_right = row_of(mine, right);
            n_left = ROW_COUNT[on_left], n = n_left + ROW_COUNT[on_right];
        }
        if (n) {
            uint32_t k = stream_below(&stream, n);
            const int goes_right = k >= n_left; /* a toss of a coin: taken by value, since no processor foretells it */
            int from, to;
            k -= goes_right ? n_left : 0;
            if (on_table) {
                const quick_plays *chosen = &plays[goes_right];
                quick_end *end = &q.end[goes_right];
                int placement = DOM_AHEAD;
                from = to = end->number;
                if (k != chosen->double_at) {
                    k -= k > chosen->double_at;
                    const uint32_t nth = k / chosen->placements;
                    to = nth_of_row(chosen->others, nth);
                    placement = nth_of_row((unsigned)end->fits & 31, k - nth * chosen->placements);
                }
                lay_quickly(table, end, &q.end[!goes_right], to, placement, turns);
            } else {
                from = goes_right ? right : left;
                to = nth_of_row(goes_right ? on_right : on_left, k);
                left = goes_right ? left : to;
                right = goes_right ? to : right;
            }
            q.hand[q.seat] = mine &= ~rows_of(from, to);
            q.plays++;
            q.passes_running = q.drawn = 0;
            if (mine == 0) q.reason = DOM_DOMINO, q.out = q.seat;
        } else if (drawing && q.at < q.stop && !(one & q.drawn)) {
            q.hand[q.seat] = mine | tile_rows(dealt[q.at++]);
            q.draws++;
            q.passes_running = 0;
            q.drawn = 1;
            continue;
        } else {
            q.passes++;
            q.drawn = 0;
            if (++q.passes_running == players) q.reason = DOM_BLOCKED;
        }
        q.seat = q.seat + 1 == players ? 0 : q.seat + 1;
    }
    *given = q;
    *given_stream = stream;
}

static void play_out_quickly(quick *q, const dom_rules *rules, const uint8_t *dealt, dom_stream *stream, quick_table *table) {
    const int drawing = rules->draw != DOM_DRAW_NEVER, on_table = rules->table_width != 0;
#define GAME(players, drawing, on_table) \
    case 4 * players + 2 * drawing + on_table: play_quickly(q, rules, dealt, stream, table, players, drawing, on_table); break;
#define GAMES(players) GAME(players, 0, 0) GAME(players, 0, 1) GAME(players, 1, 0) GAME(players, 1, 1)
    switch (4 * rules->players + 2 * drawing + on_table) { GAMES(2) GAMES(3) GAMES(4) }
#undef GAMES
#undef GAME
}

/* ---- from a round under way, or from a fresh deal ---- */

static void quick_from(quick *q, quick_table *table, const dom_round *r) {
    const dom_rules *rules = &r->rules;
    *q = (quick){.seat = r->seat, .passes_running = r->passes, .drawn = r->drawn, .at = r->boneyard_at, .reason = r->reason, .out = -1};
    q->stop = r->dealt_count - rules->boneyard_floor;
    for (int seat = 0; seat < rules->players; seat++)
        for (uint64_t bits = r->hand[seat].word[0]; bits; bits &= bits - 1) q->hand[seat] |= tile_rows(lowest_bit(bits));
    for (int e = 0; e < 2; e++) {
        const dom_end *end = &r->end[e];
        q->end[e] = (quick_end){end->number, end->is_double, end->fits, end->direction, end->x + QUICK_MARGIN, end->y + QUICK_MARGIN};
    }
    if (!rules->table_width) return;
    clear_quick_table(table, rules);
    for (int i = 0; i < r->laid_count; i++) {
        const dom_laid *laid = &r->laid[i];
        cover_squares(table, (block){laid->x1, laid->y1}, (block){laid->x2, laid->y2});
    }
}

/* The tile that ranks highest in the hands as dealt, and who holds it. */
static int highest_dealt(const quick *q, const dom_rules *rules, const uint8_t *dealt, int *holder) {
    int tile = -1;
    uint64_t doubles = 0;
    for (int seat = 0; seat < rules->players; seat++)
        if ((q->hand[seat] & ROW_DOUBLES) > doubles) doubles = q->hand[seat] & ROW_DOUBLES, *holder = seat;
    if (doubles) {
        int number = 0;
        while (number < 7 && doubles >> 9 * (number + 1)) number++;
        return double_of(number);
    }
    for (int i = 0; i < rules->players * rules->hand_size; i++)
        if (tile < 0 || tile_rank(dealt[i]) > tile_rank(tile)) tile = dealt[i], *holder = i / rules->hand_size;
    return tile;
}

/* Any tile of a hand, in the order of their numbers. */
static int any_dealt(const uint8_t *hand, int count, dom_stream *stream) {
    uint64_t tiles = 0;
    for (int i = 0; i < count; i++) tiles |= UINT64_C(1) << hand[i];
    return nth_bit(tiles, (int)stream_below(stream, (uint32_t)count));
}

static void open_quickly(quick *q, quick_table *table, const dom_rules *rules, int tile) {
    const int is_double = tile_is_double(tile), width = rules->table_width, height = rules->table_height;
    q->end[0].number = TILE_HIGH[tile];
    q->end[1].number = TILE_LOW[tile];
    if (!width) return;
    block west = {(width - 4) / 2, (height - 2) / 2}, east = {west.x + 2, west.y}, heads[2] = {west, east};
    if (is_double) {
        heads[0] = heads[1] = (block){(width - 2) / 2, west.y};
        double_squares(heads[0], DOM_EAST, &west, &east);
    }
    clear_quick_table(table, rules);
    cover_squares(table, west, east);
    for (int e = 0; e < 2; e++) {
        quick_end *end = &q->end[e];
        *end = (quick_end){end->number, is_double, 0, e ? DOM_EAST : DOM_WEST, heads[e].x + QUICK_MARGIN, heads[e].y + QUICK_MARGIN};
        find_quick_fits(table, end, rules->turns);
    }
}

/* Deals and lays the first tile. */
static int quick_deal(quick *q, quick_table *table, const dom_rules *rules, uint8_t *dealt, dom_stream *stream, int *starter) {
    const int players = rules->players, hand_size = rules->hand_size;
    int status = deal_from(rules, stream, dealt), tile = -1;
    if (status != DOM_OK) return status;
    *q = (quick){.at = players * hand_size, .stop = set_size(rules->max_pip) - rules->boneyard_floor, .out = -1, .plays = 1};
    for (int seat = 0; seat < players; seat++)
        for (int i = 0; i < hand_size; i++) q->hand[seat] |= tile_rows(dealt[seat * hand_size + i]);
    if (rules->opening == DOM_OPENING_RANDOM) *starter = (int)stream_below(stream, (uint32_t)players);
    else tile = highest_dealt(q, rules, dealt, starter);
    if (tile >= 0 && rules->opening_tile) stream_next(stream); /* one choice is a choice too */
    else tile = any_dealt(dealt + *starter * hand_size, hand_size, stream);
    q->hand[*starter] &= ~tile_rows(tile);
    if (q->hand[*starter] == 0) q->reason = DOM_DOMINO, q->out = *starter;
    q->seat = *starter + 1 == players ? 0 : *starter + 1;
    open_quickly(q, table, rules, tile);
    return DOM_OK;
}

/* Writes what each seat scores at the end; the winner. */
static int score_quickly(const quick *q, const dom_rules *rules, int32_t *points) {
    int32_t pips[DOM_MAX_PLAYERS] = {0};
    if (rules->partners) pips[0] = rows_pips(q->hand[0] | q->hand[2]), pips[1] = rows_pips(q->hand[1] | q->hand[3]); /* by team */
    else for (int seat = 0; seat < rules->players; seat++) pips[seat] = rows_pips(q->hand[seat]);
    return score_round(rules, pips, q->out, points);
}

static void write_quick_row(const quick *q, const dom_rules *rules, int starter, const dom_columns *to, size_t row) {
    to->winner[row] = score_quickly(q, rules, to->points + row * (size_t)rules->players);
    to->reason[row] = q->reason;
    to->starter[row] = starter;
    to->plays[row] = q->plays;
    to->draws[row] = q->draws;
    to->passes[row] = q->passes;
}
