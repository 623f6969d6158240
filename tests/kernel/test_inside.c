/* What cannot be seen from outside the kernel: its tables derived again, chances against fractions, and the lanes' generator where it
 * must look twice.
 * Includes the kernel's one source. Says nothing and returns 0 when all is well. */
#include "kernel.c"

#include <stdio.h>

static int wrong = 0; /* the first five are told */

#define CHECK(condition)                                                                                                 \
    do {                                                                                                                 \
        if (!(condition) && wrong++ < 5) fprintf(stderr, "%s:%d: %s fails\n", __FILE__, __LINE__, #condition);           \
    } while (0)

static void tile_tables(void) {
    int tile = 0;
    for (int high = 0; high <= DOM_MAX_PIP; high++)
        for (int low = 0; low <= high; low++, tile++) {
            CHECK(TILE_HIGH[tile] == high && TILE_LOW[tile] == low && tile_of(high, low) == tile);
            for (int number = 0; number <= DOM_MAX_PIP; number++) {
                int shows = (int)(HAVING[number][tile / 64] >> tile % 64) & 1;
                CHECK(shows == (high == number || low == number));
            }
        }
    CHECK(tile == DOM_MAX_TILES);
    for (int number = 0; number <= DOM_MAX_PIP; number++) {
        CHECK(double_of(number) == tile_of(number, number));
        CHECK(HAVING[number][2] >> (DOM_MAX_TILES - 128) == 0);
    }
}

/* Section 4's table, as it is written there. */
static void placements(void) {
    for (int d = 0; d < 4; d++)
        for (int placement = DOM_AHEAD; placement <= DOM_SIDE_RIGHT; placement++) {
            const int first[5] = {d, d, d, left_of(d), right_of(d)};
            const int second[5] = {d, left_of(d), right_of(d), left_of(d), right_of(d)};
            dom_end end = {0};
            block m, n, expected_m, expected_n;
            end.x = end.y = 20;
            end.direction = (uint8_t)d;
            squares_on(&end, 0, placement, &m, &n);
            expected_m = step((block){20, 20}, first[placement]);
            expected_n = step(expected_m, second[placement]);
            CHECK(m.x == expected_m.x && m.y == expected_m.y && n.x == expected_n.x && n.y == expected_n.y);
            CHECK(direction_after(placement, d) == second[placement]);
        }
    for (int fits = 0; fits < 32; fits++) {
        int count = 0;
        for (int placement = 0; placement < 5; placement++)
            if (fits >> placement & 1) CHECK(NTH_PLACEMENT[fits][count++] == placement);
        CHECK(PLACEMENTS[fits] == count);
    }
}

static void bits(void) {
    dom_stream stream = {{1, 2, 3, 4}};
    for (int i = 0; i < 2000; i++) {
        uint64_t word = stream_next(&stream) & (i % 3 ? stream_next(&stream) : UINT64_MAX);
        int count = 0;
        for (int bit = 0; bit < 64; bit++)
            if (word >> bit & 1) CHECK(nth_bit(word, count++) == bit);
        CHECK(count_bits(word) == count);
    }
    CHECK(count_bits(0) == 0 && count_bits(UINT64_MAX) == 64);
}

/* The product of fractions that is C(m - f, h) / C(m, h). */
static double fraction_of_none(int m, int f, int h) {
    double chance = 1;
    for (int i = 0; i < h; i++) chance *= m - f - i > 0 ? (double)(m - f - i) / (m - i) : 0;
    return chance;
}

static void chances(void) {
    static chance_memory memory;
    for (int m = 0; m <= DOM_MAX_TILES; m += m < 30 ? 1 : 16)
        for (int h = 0; h <= m; h += h < 12 ? 1 : 9)
            for (int f = 0; f <= m; f++) {
                double error = fraction_of_none(m, f, h) - chance_none(m, f, h) / 65536.0;
                CHECK(error > -1e-9 && error < 1.0 / 16384);
            }
    CHECK(chance_none(2, 0, 5) == 65536 && chance_none(2, 1, 5) == 0 && chance_none(0, 0, 3) == 65536 && chance_none(0, 0, 0) == 65536);
    for (int again = 0; again < 2; again++) /* more questions than are remembered */
        for (int m = 0; m < 40; m++)
            for (int h = 0; h < 12; h++)
                for (int f = 0; f <= m; f++) CHECK(remembered_chance(&memory, m, f, h) == chance_none(m, f, h));
}

#ifdef HAVE_LANES
__attribute__((target("avx2"))) static void below_lanes_of(lanes *l, const uint32_t *n, const uint32_t *taken, uint32_t *k) {
    __m256i each = below_lanes(l, _mm256_loadu_si256((const __m256i *)n), _mm256_loadu_si256((const __m256i *)taken));
    _mm256_storeu_si256((__m256i *)k, each);
}
#endif

/* below() in the lanes against below() alone. A word below n / 2^32 makes the product doubtful; chance never shows one, so
 * states are made whose next word is 0 (a second number 0) or small. */
static void doubtful_lanes(void) {
#ifdef HAVE_LANES
    dom_stream random = {{5, 6, 7, 8}};
    if (!__builtin_cpu_supports("avx2")) return;
    for (int round = 0; round < 3000; round++) {
        lanes l;
        dom_stream alone[LANES];
        uint32_t n[LANES], taken[LANES], k[LANES];
        memset(&l, 0, sizeof l);
        for (int lane = 0; lane < LANES; lane++) {
            for (int i = 0; i < 4; i++) alone[lane].s[i] = stream_next(&random);
            if (stream_next(&random) & 1) alone[lane].s[1] = 0;
            n[lane] = 1 + (uint32_t)(stream_next(&random) % 14);
            if (stream_next(&random) % 8 == 0) n[lane] = UINT32_C(0x80000001) >> (stream_next(&random) % 2);
            taken[lane] = stream_next(&random) & 1 ? UINT32_MAX : 0;
            for (int i = 0; i < 4; i++) l.s[i][lane] = alone[lane].s[i];
        }
        below_lanes_of(&l, n, taken, k);
        for (int lane = 0; lane < LANES; lane++) {
            if (taken[lane]) CHECK(k[lane] == stream_below(&alone[lane], n[lane]));
            for (int i = 0; i < 4; i++) CHECK(l.s[i][lane] == alone[lane].s[i]);
        }
    }
#endif
}

int main(void) {
    tile_tables();
    placements();
    bits();
    chances();
    doubtful_lanes();
    return wrong > 0;
}
