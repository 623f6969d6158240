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

/* M and N of a placement on an end of a table, by the table of section 4; for a double its two squares. */
static inline void squares_on(const dom_end *end, int is_double, int placement, block *m, block *n) {
    block b = {end->x, end->y};
    int d = end->direction;
    if (is_double) {
        double_squares(step(b, d), d, m, n);
        return;
    }
    switch (placement) {
        case DOM_AHEAD: *m = step(b, d), *n = step(*m, d); break;
        case DOM_CORNER_LEFT: *m = step(b, d), *n = step(*m, left_of(d)); break;
        case DOM_CORNER_RIGHT: *m = step(b, d), *n = step(*m, right_of(d)); break;
        case DOM_SIDE_LEFT: *m = step(b, left_of(d)), *n = step(*m, left_of(d)); break;
        default: *m = step(b, right_of(d)), *n = step(*m, right_of(d)); break;
    }
}

static inline int direction_after(int placement, int d) {
    if (placement == DOM_CORNER_LEFT || placement == DOM_SIDE_LEFT) return left_of(d);
    if (placement == DOM_CORNER_RIGHT || placement == DOM_SIDE_RIGHT) return right_of(d);
    return d;
}

/* Which placements fit on an end: bits 0-4 for a non-double, bit 5 for a double. */
static inline int find_fits(const dom_round *r, const dom_end *end) {
    block b = {end->x, end->y};
    int d = end->direction, l = left_of(d), t = right_of(d), fits = 0;
    block front = step(b, d);
    if (block_free(r, front)) {
        block first, second;
        double_squares(front, d, &first, &second);
        int sides_free = d & 1 ? rectangle_free(r, first.x, first.y, 2, 4) : rectangle_free(r, first.x, first.y, 4, 2);
        if (sides_free) fits |= 1 << 5;
        if (block_free(r, step(front, d))) fits |= 1 << DOM_AHEAD;
        if (!end->is_double && r->rules.turns) {
            if (block_free(r, step(front, l))) fits |= 1 << DOM_CORNER_LEFT;
            if (block_free(r, step(front, t))) fits |= 1 << DOM_CORNER_RIGHT;
        }
    }
    if (!end->is_double && r->rules.turns) {
        block beside = step(b, l);
        if (block_free(r, beside) && block_free(r, step(beside, l))) fits |= 1 << DOM_SIDE_LEFT;
        beside = step(b, t);
        if (block_free(r, beside) && block_free(r, step(beside, t))) fits |= 1 << DOM_SIDE_RIGHT;
    }
    return fits;
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
