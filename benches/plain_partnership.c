/* plain_partnership.c - a yardstick: random rounds of `partnership`. What it does and does not do stands in plain.h.
 *
 * Seven tiles to each of four, so that all are dealt and the 6-6 opens; a tile that fits both ends is two actions; who
 * cannot play passes; four passes in a row block the round. The team of who went out, or when blocked the team with
 * fewer pips, scores every pip left in all four hands. No drawing, no table, no spinner.
 */
#include "plain.h"

static uint64_t all_tiles;

static void prepare(void)
{
    for (int tile = 0; tile < TILES; tile++)
        all_tiles |= rows_of[tile];
}

static void add_teams(struct sums *sums, const uint64_t hands[4], int starter, int out)
{
    int even = pips_in(hands[0]) + pips_in(hands[2]), odd = pips_in(hands[1]) + pips_in(hands[3]);
    int tie = out < 0 && even == odd;
    int winner = out < 0 ? odd < even : out & 1;
    sums->rounds++;
    sums->blocked += out < 0;
    sums->ties += (uint64_t)tie;
    sums->starter_wins += (uint64_t)(!tie && winner == (starter & 1));
    sums->points += (uint64_t)(tie ? 0 : even + odd);
}

static void play_round(struct sums *sums)
{
    struct heap heap;
    fill(&heap);
    uint64_t hands[4];
    uint32_t dealt = 0;
    for (int seat = 0; seat < 3; seat++)
        hands[seat] = take_hand(&heap, &dealt);
    hands[3] = all_tiles & ~(hands[0] | hands[1] | hands[2]);

    const uint64_t six_six = rows_of[TILES - 1];
    int starter = 3;
    for (int seat = 0; seat < 3; seat++)
        starter = hands[seat] & six_six ? seat : starter;
    hands[starter] ^= six_six;
    int l = NUMBERS - 1, r = NUMBERS - 1, seat = starter, passed = 0, out = -1;
    uint64_t plays = 1, passes = 0;

    for (;;) {
        seat = (seat + 1) & 3;
        uint64_t hand = hands[seat];
        unsigned on_left = row_of(hand, l), on_right = row_of(hand, r);
        uint32_t left_count = count_in[on_left], choices = left_count + count_in[on_right];
        if (choices == 0) {
            passes++;
            if (++passed == 4)
                break;
            continue;
        }
        passed = 0;
        uint32_t choice = below(choices);
        int at_left = choice < left_count; /* a toss of a coin: taken by value, since no processor foretells it */
        int from = at_left ? l : r;
        int to = nth_in[at_left ? on_left : on_right][at_left ? choice : choice - left_count];
        l = at_left ? to : l;
        r = at_left ? r : to;
        plays++;
        hands[seat] = hand & ~rows(from, to);
        if (hands[seat] == 0) {
            out = seat;
            break;
        }
    }
    add_teams(sums, hands, starter, out);
    sums->plays += plays;
    sums->passes += passes;
}
