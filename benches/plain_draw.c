/* plain_draw.c - a yardstick: random rounds of two-player `draw`. What it does and does not do stands in plain.h.
 *
 * Seven tiles to each of two; the highest tile opens and is forced; a tile that fits both ends is two actions; who
 * cannot play draws until a tile fits, then passes; two passes in a row block the round. No table, no spinner.
 */
#include "plain.h"

static void prepare(void) {}

static void play_round(struct sums *sums)
{
    struct heap heap;
    fill(&heap);
    uint64_t hands[2];
    uint32_t dealt = 0;
    hands[0] = take_hand(&heap, &dealt);
    hands[1] = take_hand(&heap, &dealt);

    int opening = 31 - __builtin_clz(dealt);
    int starter = (hands[1] & rows_of[opening]) != 0;
    hands[starter] ^= rows_of[opening];
    int l = high_end[opening], r = low_end[opening];
    int seat = starter ^ 1, passed = 0;
    uint64_t plays = 1, draws = 0, passes = 0;

    for (;;) {
        uint64_t hand = hands[seat];
        unsigned on_left = row_of(hand, l), on_right = row_of(hand, r);
        uint32_t left_count = count_in[on_left], choices = left_count + count_in[on_right];
        if (choices == 0) {
            if (heap.left > 0) {
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
        int at_left = choice < left_count; /* a toss of a coin: taken by value, since no processor foretells it */
        int from = at_left ? l : r;
        int to = nth_in[at_left ? on_left : on_right][at_left ? choice : choice - left_count];
        l = at_left ? to : l;
        r = at_left ? r : to;
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
