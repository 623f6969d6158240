/* The table: where a tile would lie, what fits, and what is in the way (RULES.md section 4). */
#include <string.h>

#include "bits.h"

static const int STEP_X[4] = {0, 2, 0, -2}, STEP_Y[4] = {-2, 0, 2, 0}; /* one block on, by direction */

typedef struct block { /* a 2x2 square of cells, by its north-west cell; may lie off the table */
    int x, y;
} block;

static inline int left_of(int direction) { return (direction + 3) & 3; }
static inline int right_of(int direction) { return (direction + 1) & 3; }
static inline int has_table(const dom_round *r) { return r->rules.table_width != 0; }

static inline block step(block b, int direction) {
    b.x += STEP_X[direction];
    b.y += STEP_Y[direction];
    return b;
}

static inline int inside(const dom_round *r, int x, int y, int width, int height) {
    return x >= 0 && y >= 0 && x + width <= r->rules.table_width && y + height <= r->rules.table_height;
}

static inline int rectangle_free(const dom_round *r, int x, int y, int width, int height) {
    if (!inside(r, x, y, width, height)) return 0;
    uint64_t covered = 0;
    for (int k = 0; k < height; k++) covered |= r->row[y + k];
    return ((covered >> x) & ((UINT64_C(1) << width) - 1)) == 0;
}

static inline int block_free(const dom_round *r, block b) { return rectangle_free(r, b.x, b.y, 2, 2); }

/* A tile's two squares as a rectangle of cells. */
static inline void rectangle_of(block a, block b, int *x, int *y, int *width, int *height) {
    *x = a.x < b.x ? a.x : b.x;
    *y = a.y < b.y ? a.y : b.y;
    *width = a.y == b.y ? 4 : 2;
    *height = a.y == b.y ? 2 : 4;
}

/* The first squares of a double across direction d with its centre at `centre`: the north or west one, and the other. */
static inline void double_squares(block centre, int d, block *first, block *second) {
    int upright = (d & 1); /* the chain runs east or west */
    *first = *second = centre;
    if (upright) first->y -= 1, second->y += 1;
    else first->x -= 1, second->x += 1;
}

/* Section 4's table of placements, for each direction of the head: the steps in cells from B to M, from B to N, and the new
 * direction. tests/kernel derives it again from M and N. */
static const int8_t WAYS[5][4][5] = {
    {{0, -2, 0, -4, 0}, {2, 0, 4, 0, 1}, {0, 2, 0, 4, 2}, {-2, 0, -4, 0, 3}},
    {{0, -2, -2, -2, 3}, {2, 0, 2, -2, 0}, {0, 2, 2, 2, 1}, {-2, 0, -2, 2, 2}},
    {{0, -2, 2, -2, 1}, {2, 0, 2, 2, 2}, {0, 2, -2, 2, 3}, {-2, 0, -2, -2, 0}},
    {{-2, 0, -4, 0, 3}, {0, -2, 0, -4, 0}, {2, 0, 4, 0, 1}, {0, 2, 0, 4, 2}},
    {{2, 0, 4, 0, 1}, {0, 2, 0, 4, 2}, {-2, 0, -4, 0, 3}, {0, -2, 0, -4, 0}},
};

/* M and N of a placement on an end of a table, by the table of section 4; for a double its two squares. */
static inline void squares_on(const dom_end *end, int is_double, int placement, block *m, block *n) {
    block b = {end->x, end->y};
    int d = end->direction;
    if (is_double) {
        double_squares(step(b, d), d, m, n);
        return;
    }
    const int8_t *way = WAYS[placement][d];
    *m = (block){b.x + way[0], b.y + way[1]};
    *n = (block){b.x + way[2], b.y + way[3]};
}

static inline int direction_after(int placement, int d) { return WAYS[placement][d][4]; }

/* Which placements fit on an end: bits 0-4 for a non-double, bit 5 for a double. */
static inline int find_fits_anywhere(const dom_round *r, const dom_end *end, int turns) {
    block b = {end->x, end->y};
    int d = end->direction, l = left_of(d), t = right_of(d), fits = 0;
    block front = step(b, d);
    if (block_free(r, front)) {
        block first, second;
        double_squares(front, d, &first, &second);
        int sides_free = d & 1 ? rectangle_free(r, first.x, first.y, 2, 4) : rectangle_free(r, first.x, first.y, 4, 2);
        if (sides_free) fits |= 1 << 5;
        if (block_free(r, step(front, d))) fits |= 1 << DOM_AHEAD;
        if (turns && block_free(r, step(front, l))) fits |= 1 << DOM_CORNER_LEFT;
        if (turns && block_free(r, step(front, t))) fits |= 1 << DOM_CORNER_RIGHT;
    }
    if (!turns) return fits;
    block beside = step(b, l);
    if (block_free(r, beside) && block_free(r, step(beside, l))) fits |= 1 << DOM_SIDE_LEFT;
    beside = step(b, t);
    if (block_free(r, beside) && block_free(r, step(beside, t))) fits |= 1 << DOM_SIDE_RIGHT;
    return fits;
}

/* The same where no edge is within reach: the five rows of blocks around the head are read once, and nothing branches. */
static inline int find_fits_inside(const dom_round *r, const dom_end *end, int turns) {
    static const int8_t block_x[4] = {0, 1, 0, -1}, block_y[4] = {-1, 0, 1, 0};
    const int x = end->x, d = end->direction, dx = block_x[d], dy = block_y[d];
    const int lx = dy, ly = -dx; /* to the left of d */
    const uint64_t *row = r->row + end->y;
    uint64_t around[5]; /* rows of blocks, two above the head to two below; a block's cells are two bits, the head's are 4 and 5 */
    for (int k = 0; k < 5; k++) around[k] = (row[2 * k - 4] | row[2 * k - 3]) >> (x - 4);
#define COVERED(bx, by) (around[2 + (by)] >> (4 + 2 * (bx)) & 3)
    const uint64_t front = COVERED(dx, dy);
    const uint64_t beside_double = d & 1 ? (row[-1] | row[2]) >> (x + 2 * dx) & 3 : around[2 + dy] & 0x48;
    int fits = !(front | COVERED(2 * dx, 2 * dy)) << DOM_AHEAD | !(front | beside_double) << 5;
    if (!turns) return fits;
    fits |= !(front | COVERED(dx + lx, dy + ly)) << DOM_CORNER_LEFT;
    fits |= !(front | COVERED(dx - lx, dy - ly)) << DOM_CORNER_RIGHT;
    fits |= !(COVERED(lx, ly) | COVERED(2 * lx, 2 * ly)) << DOM_SIDE_LEFT;
    fits |= !(COVERED(-lx, -ly) | COVERED(-2 * lx, -2 * ly)) << DOM_SIDE_RIGHT;
#undef COVERED
    return fits;
}

static inline int find_fits(const dom_round *r, const dom_end *end) {
    const int reach = 4, turns = r->rules.turns && !end->is_double;
    int inside_reach = end->x >= reach && end->y >= reach && end->x + 2 + reach <= r->rules.table_width &&
                       end->y + 2 + reach <= r->rules.table_height;
    return inside_reach ? find_fits_inside(r, end, turns) : find_fits_anywhere(r, end, turns);
}

static inline void refresh_fits(dom_round *r) {
    for (int e = 0; e < 4; e++)
        if (r->end[e].open) r->end[e].fits = (uint8_t)find_fits(r, &r->end[e]);
}

static inline void cover(dom_round *r, const dom_laid *laid, int covered) {
    int x, y, width, height;
    rectangle_of((block){laid->x1, laid->y1}, (block){laid->x2, laid->y2}, &x, &y, &width, &height);
    uint64_t bits = ((UINT64_C(1) << width) - 1) << x;
    for (int k = 0; k < height; k++) {
        if (covered) r->row[y + k] |= bits;
        else r->row[y + k] &= ~bits;
    }
}

/* The tile that covers the first covered cell of a rectangle, rows from the top, each from the left; -1 for none. */
static int tile_in(const dom_round *r, int64_t x, int64_t y, int64_t width, int64_t height) {
    int64_t right = x + width < r->rules.table_width ? x + width : r->rules.table_width;
    int64_t bottom = y + height < r->rules.table_height ? y + height : r->rules.table_height;
    for (int64_t cy = y < 0 ? 0 : y; cy < bottom; cy++)
        for (int64_t cx = x < 0 ? 0 : x; cx < right; cx++) {
            if (!(r->row[cy] >> cx & 1)) continue;
            for (int i = 0; i < r->laid_count; i++) {
                int tx, ty, tw, th;
                rectangle_of((block){r->laid[i].x1, r->laid[i].y1}, (block){r->laid[i].x2, r->laid[i].y2}, &tx, &ty, &tw, &th);
                if (tx <= cx && cx < tx + tw && ty <= cy && cy < ty + th) return r->laid[i].tile;
            }
        }
    return -1;
}

static int edge_of(const dom_round *r, int64_t x, int64_t y, int64_t width, int64_t height) {
    if (y < 0) return DOM_NORTH;
    if (x + width > r->rules.table_width) return DOM_EAST;
    if (y + height > r->rules.table_height) return DOM_SOUTH;
    if (x < 0) return DOM_WEST;
    return -1;
}

/* What is in the way of a rectangle: 0, or the code with the edge or tile in *what. */
static int way_blocked(const dom_round *r, int x, int y, int width, int height, int32_t *what) {
    int found = edge_of(r, x, y, width, height);
    if (found >= 0) return *what = found, DOM_WHY_EDGE;
    found = tile_in(r, x, y, width, height);
    if (found >= 0) return *what = found, DOM_WHY_TILE_IN_THE_WAY;
    return DOM_OK;
}
