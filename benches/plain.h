/* plain.h - what the plain loops share: double-six tiles, a generator, the sums they print, and main.
 *
 * The yardsticks are random rounds of one game each in one plain C loop, written for speed: plain_draw.c,
 * plain_partnership.c, plain_table.c. Each plays its preset's whole round - shuffle, deal, opening, one of the legal
 * actions at random, passes, the end's score - and nothing more: one set, one number of players, no other option, no
 * undo, no history of actions, no rounds that can be told again by their number, no error checks, and only sums come
 * out, not a row per round. Scalar C11 with the built-ins of GCC and Clang, for any processor (no -march=native).
 *
 * Where the speed comes from: a hand is a word of eight-bit rows, a row for each number, in row a bit b for the tile a-b;
 * so the tiles that fit an end are one shift, and their number, the n-th of them and their pips are looked up in tables of
 * 128; tiles are dealt by their rank, so that the highest is the top bit; one xorshift generator runs through all rounds;
 * a draw below n is one multiplication (its bias, n / 2^32, is left in); and the tiles are shuffled only as far as they
 * are dealt and drawn, which gives the same odds as shuffling all.
 *
 * Usage of each: PROGRAM ROUNDS SEED. Prints one JSON object; seconds are the processor's.
 */
#ifndef PLAIN_H
#define PLAIN_H

#define _POSIX_C_SOURCE 199309L

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { TILES = 28, HAND = 7, NUMBERS = 7, ROW = (1 << NUMBERS) - 1 };

struct sums {
    uint64_t rounds, blocked, ties, starter_wins, plays, draws, passes, points;
};

/* What each loop's own file has: tables beyond the tiles', and one whole round, added to the sums. */
static void prepare(void);
static void play_round(struct sums *sums);

static uint8_t high_end[TILES], low_end[TILES]; /* of the tiles by rank: non-doubles by pips, then by the higher end; */
static uint64_t rows_of[TILES];                 /* the doubles above them */
static uint8_t count_in[ROW + 1], pips_of[ROW + 1], nth_in[ROW + 1][NUMBERS]; /* of the numbers in a row */

static inline uint64_t rows(int a, int b)
{
    return UINT64_C(1) << (8 * a + b) | UINT64_C(1) << (8 * b + a);
}

static void number_tiles(void)
{
    int tile = 0;
    for (int pips = 1; pips < 12; pips++)
        for (int high = (pips + 2) / 2; high < NUMBERS && high <= pips; high++, tile++) {
            high_end[tile] = (uint8_t)high;
            low_end[tile] = (uint8_t)(pips - high);
        }
    for (int number = 0; number < NUMBERS; number++, tile++)
        high_end[tile] = low_end[tile] = (uint8_t)number;
    for (tile = 0; tile < TILES; tile++)
        rows_of[tile] = rows(high_end[tile], low_end[tile]);
}

static void tabulate_rows(void)
{
    for (int row = 0; row <= ROW; row++)
        for (int number = 0; number < NUMBERS; number++)
            if (row >> number & 1) {
                nth_in[row][count_in[row]++] = (uint8_t)number;
                pips_of[row] = (uint8_t)(pips_of[row] + number);
            }
}

static uint64_t generator;

static inline uint32_t below(uint32_t n)
{
    generator ^= generator << 13;
    generator ^= generator >> 7;
    generator ^= generator << 17;
    return (uint32_t)(((generator >> 32) * n) >> 32);
}

/* The tiles not yet dealt or drawn, in no order. */
struct heap {
    uint8_t tile[TILES];
    int left;
};

static inline void fill(struct heap *heap)
{
    for (int tile = 0; tile < TILES; tile++)
        heap->tile[tile] = (uint8_t)tile;
    heap->left = TILES;
}

/* The next tile in the order of the shuffle, drawn now: any of those that are left, at equal odds. */
static inline int take(struct heap *heap)
{
    uint32_t at = below((uint32_t)heap->left);
    int tile = heap->tile[at];
    heap->tile[at] = heap->tile[--heap->left];
    return tile;
}

/* Deals a hand, and adds its tiles to those dealt, a bit each. */
static inline uint64_t take_hand(struct heap *heap, uint32_t *dealt)
{
    uint64_t hand = 0;
    for (int i = 0; i < HAND; i++) {
        int tile = take(heap);
        hand |= rows_of[tile];
        *dealt |= UINT32_C(1) << tile;
    }
    return hand;
}

/* The numbers at the other ends of the tiles that show a number. */
static inline unsigned row_of(uint64_t hand, int number)
{
    return (unsigned)(hand >> 8 * number) & ROW;
}

static inline int pips_in(uint64_t hand)
{
    int pips = 0;
    for (int number = 0; number < NUMBERS; number++) /* a non-double stands in two rows, a double in one */
        pips += pips_of[row_of(hand, number)] + (int)(hand >> 9 * number & 1) * number;
    return pips;
}

/* The end of a round between two: the winner scores the other's pips, when blocked minus its own. */
static inline void add_duel(struct sums *sums, const uint64_t hands[2], int starter, int blocked)
{
    int lead = pips_in(hands[1]) - pips_in(hands[0]);
    int winner = blocked ? lead < 0 : hands[1] == 0; /* when out, the winner has no pips left */
    int tie = blocked && lead == 0;
    sums->rounds++;
    sums->blocked += (uint64_t)blocked;
    sums->ties += (uint64_t)tie;
    sums->starter_wins += (uint64_t)(!tie && winner == starter);
    sums->points += (uint64_t)(lead < 0 ? -lead : lead);
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: %s ROUNDS SEED\n", argv[0]);
        return 2;
    }
    uint64_t rounds = strtoull(argv[1], NULL, 10);
    generator = strtoull(argv[2], NULL, 10) * UINT64_C(0x9E3779B97F4A7C15) | 1;
    number_tiles();
    tabulate_rows();
    prepare();

    struct sums sums = {0};
    struct timespec begin, end;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin);
    for (uint64_t i = 0; i < rounds; i++)
        play_round(&sums);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
    double seconds = (double)(end.tv_sec - begin.tv_sec) + (double)(end.tv_nsec - begin.tv_nsec) / 1e9;

    printf("{\"rounds\": %llu, \"seconds\": %.9f, \"blocked\": %llu, \"ties\": %llu, \"starter_wins\": %llu, "
           "\"plays\": %llu, \"draws\": %llu, \"passes\": %llu, \"points\": %llu}\n",
           (unsigned long long)sums.rounds, seconds, (unsigned long long)sums.blocked, (unsigned long long)sums.ties,
           (unsigned long long)sums.starter_wins, (unsigned long long)sums.plays, (unsigned long long)sums.draws,
           (unsigned long long)sums.passes, (unsigned long long)sums.points);
    return 0;
}

#endif
