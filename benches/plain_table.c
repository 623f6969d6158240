/* plain_table.c - a yardstick: random rounds of `table`. What it does and does not do stands in plain.h.
 *
 * Two players on a table of 64 x 36 cells: seven tiles to each, the holder of the highest tile opens with any tile; who
 * cannot play draws until a tile fits or two are left, then passes. All five placements of a non-double on a non-double,
 * doubles crosswise, nothing over the edge or onto another tile; every placement of every tile on every end is an action
 * of its own, at equal odds.
 *
 * Where the speed comes from, besides plain.h: the table is kept by columns, a word each, with a covered margin around
 * it, so that no edge need be asked about; the 10 x 10 cells about a head are gathered into one word, and each placement
 * is a mask on it; what fits is kept, and found again only for the end played on and for another close by.
 */
#include "plain.h"

enum { WIDTH = 64, HEIGHT = 36, MARGIN = 8, COLUMNS = WIDTH + 2 * MARGIN };
enum { AHEAD, CORNER_LEFT, CORNER_RIGHT, SIDE_LEFT, SIDE_RIGHT, PLACEMENTS, DOUBLE = PLACEMENTS };
enum { NORTH, EAST, SOUTH, WEST };

static const int step_x[4] = {0, 1, 0, -1}, step_y[4] = {-1, 0, 1, 0};

static uint64_t empty_table[COLUMNS];        /* bit y of column x: covered, margins included */
static uint64_t in_the_way[4][PLACEMENTS + 1]; /* by direction: what must be free about a head */
static int8_t ways[4][PLACEMENTS][5];        /* by direction: steps to M, steps to N, the new direction */
static uint8_t placement_count[32], nth_placement[32][PLACEMENTS];

struct end {
    int x, y, direction, number, is_double;
    int fits; /* a bit for each placement, and bit DOUBLE */
};

struct table {
    uint64_t column[COLUMNS];
};

/* The bits of a block of 2 x 2 cells, so many blocks from the head, in what around() gathers. */
static uint64_t block_at(int x, int y)
{
    return UINT64_C(3) << (10 * (x + 2) + 2 * (y + 2));
}

static void prepare_direction(int d)
{
    const int l = (d + 3) & 3, r = (d + 1) & 3;
    const int first[PLACEMENTS] = {d, d, d, l, r}, second[PLACEMENTS] = {d, l, r, l, r};
    for (int p = 0; p < PLACEMENTS; p++) {
        int mx = step_x[first[p]], my = step_y[first[p]];
        int nx = mx + step_x[second[p]], ny = my + step_y[second[p]];
        const int8_t way[5] = {(int8_t)(2 * mx), (int8_t)(2 * my), (int8_t)(2 * nx), (int8_t)(2 * ny), (int8_t)second[p]};
        for (int i = 0; i < 5; i++)
            ways[d][p][i] = way[i];
        in_the_way[d][p] = block_at(mx, my) | block_at(nx, ny);
    }
    uint64_t front = block_at(step_x[d], step_y[d]);
    if (d == EAST || d == WEST) /* a cell more above and below */
        in_the_way[d][DOUBLE] = front | front << 1 | front >> 1;
    else /* a cell more to the left and right: the sixth column */
        in_the_way[d][DOUBLE] = front | block_at(3, step_y[d]);
}

static void prepare(void)
{
    for (int x = 0; x < COLUMNS; x++)
        empty_table[x] = x < MARGIN || x >= MARGIN + WIDTH ? ~UINT64_C(0) : ~(((UINT64_C(1) << HEIGHT) - 1) << MARGIN);
    for (int d = 0; d < 4; d++)
        prepare_direction(d);
    for (int set = 0; set < 32; set++)
        for (int p = 0; p < PLACEMENTS; p++)
            if (set >> p & 1)
                nth_placement[set][placement_count[set]++] = (uint8_t)p;
}

/* Five columns of blocks about a head, and a sixth of the two columns of cells just beside it; ten rows of cells. */
static inline uint64_t around(const struct table *table, const struct end *end)
{
    const uint64_t *c = table->column + end->x - 4;
    int shift = end->y - 4;
    uint64_t cells = (c[0] | c[1]) >> shift & 1023;
    cells |= ((c[2] | c[3]) >> shift & 1023) << 10;
    cells |= ((c[4] | c[5]) >> shift & 1023) << 20;
    cells |= ((c[6] | c[7]) >> shift & 1023) << 30;
    cells |= ((c[8] | c[9]) >> shift & 1023) << 40;
    return cells | ((c[3] | c[6]) >> shift & 1023) << 50;
}

static inline void find_fits(const struct table *table, struct end *end)
{
    uint64_t cells = around(table, end);
    const uint64_t *must = in_the_way[end->direction];
    int fits = !(cells & must[AHEAD]) << AHEAD | !(cells & must[DOUBLE]) << DOUBLE;
    if (!end->is_double)
        for (int p = CORNER_LEFT; p < PLACEMENTS; p++)
            fits |= !(cells & must[p]) << p;
    end->fits = fits;
}

static inline void cover(struct table *table, int x, int y)
{
    table->column[x] |= UINT64_C(3) << y;
    table->column[x + 1] |= UINT64_C(3) << y;
}

/* A double with its centre there, across a chain that runs in direction d. */
static inline void cover_double(struct table *table, int x, int y, int d)
{
    uint64_t *c = table->column + x;
    if (d == EAST || d == WEST) {
        c[0] |= UINT64_C(15) << (y - 1);
        c[1] |= UINT64_C(15) << (y - 1);
    } else {
        for (int i = -1; i < 3; i++)
            c[i] |= UINT64_C(3) << y;
    }
}

static void open_table(struct table *table, struct end ends[2], int tile)
{
    int is_double = high_end[tile] == low_end[tile], y = MARGIN + (HEIGHT - 2) / 2;
    int x = MARGIN + (WIDTH - (is_double ? 2 : 4)) / 2;
    for (int i = 0; i < COLUMNS; i++)
        table->column[i] = empty_table[i];
    ends[0] = (struct end){x, y, WEST, high_end[tile], is_double, 0};
    ends[1] = (struct end){is_double ? x : x + 2, y, EAST, low_end[tile], is_double, 0};
    if (is_double) {
        cover_double(table, x, y, EAST);
    } else {
        cover(table, x, y);
        cover(table, x + 2, y);
    }
    find_fits(table, &ends[0]);
    find_fits(table, &ends[1]);
}

static inline void lay(struct table *table, struct end *end, struct end *other, int number, int placement)
{
    const int8_t *way = ways[end->direction][placement];
    end->is_double = number == end->number;
    end->number = number;
    if (end->is_double) {
        end->x += way[0];
        end->y += way[1];
        cover_double(table, end->x, end->y, end->direction);
    } else {
        cover(table, end->x + way[0], end->y + way[1]);
        end->x += way[2];
        end->y += way[3];
        end->direction = way[4];
        cover(table, end->x, end->y);
    }
    find_fits(table, end);
    /* A tile reaches 3 cells past its head and the gathered cells 5. */
    if ((unsigned)(end->x - other->x + 9) < 19 && (unsigned)(end->y - other->y + 9) < 19)
        find_fits(table, other);
}

/* The plays of a hand on an end: its non-doubles in each placement, and the double. */
struct plays {
    unsigned others;
    uint32_t placements, of_others, all;
};

static inline struct plays plays_on(const struct end *end, uint64_t hand)
{
    unsigned row = row_of(hand, end->number), has_double = row >> end->number & 1;
    struct plays plays;
    plays.others = row ^ has_double << end->number;
    plays.placements = placement_count[end->fits & 31];
    plays.of_others = count_in[plays.others] * plays.placements;
    plays.all = plays.of_others + (has_double & (unsigned)end->fits >> DOUBLE);
    return plays;
}

static void play_round(struct sums *sums)
{
    struct heap heap;
    struct table table;
    struct end ends[2];
    fill(&heap);
    uint64_t hands[2];
    uint32_t dealt[2] = {0, 0};
    hands[0] = take_hand(&heap, &dealt[0]);
    hands[1] = take_hand(&heap, &dealt[1]);

    int starter = dealt[1] > dealt[0]; /* its top bit is the higher */
    for (int n = (int)below(HAND); n > 0; n--)
        dealt[starter] &= dealt[starter] - 1;
    int opening = __builtin_ctz(dealt[starter]);
    hands[starter] ^= rows_of[opening];
    open_table(&table, ends, opening);
    int seat = starter ^ 1, passed = 0;
    uint64_t plays = 1, draws = 0, passes = 0;

    for (;;) {
        uint64_t hand = hands[seat];
        struct plays on_left = plays_on(&ends[0], hand), on_right = plays_on(&ends[1], hand);
        uint32_t choices = on_left.all + on_right.all;
        if (choices == 0) {
            if (heap.left > 2) {
                hands[seat] |= rows_of[take(&heap)];
                draws++;
                passed = 0;
                continue;
            }
            passes++;
            if (++passed == 2)
                break;
            seat ^= 1;
            continue;
        }
        uint32_t choice = below(choices);
        int e = choice >= on_left.all;
        const struct plays *on = e ? &on_right : &on_left;
        choice -= e ? on_left.all : 0;
        int from = ends[e].number, to = from, placement = AHEAD;
        if (choice < on->of_others) {
            uint32_t nth = choice / on->placements;
            to = nth_in[on->others][nth];
            placement = nth_placement[ends[e].fits & 31][choice - nth * on->placements];
        }
        lay(&table, &ends[e], &ends[e ^ 1], to, placement);
        plays++;
        passed = 0;
        hands[seat] = hand & ~rows(from, to);
        if (hands[seat] == 0)
            break;
        seat ^= 1;
    }
    add_duel(sums, hands, starter, passed == 2);
    sums->plays += plays;
    sums->draws += draws;
    sums->passes += passes;
}
