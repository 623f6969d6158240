/* Weighted policies: the seat to act makes the play with the greatest sum (docs/waist.md, playouts). */
#include <string.h>

#include "bits.h"
#include "lacks.h"

enum { CERTAIN = 65536 }; /* a chance of 1; sums are in units of 1/65536 */

typedef struct witness { /* what all have seen of a round, as far as a policy asks */
    uint32_t lacks[DOM_MAX_PLAYERS];
    dom_tileset laid;
} witness;

typedef struct policy {
    const dom_weights *weights;
    int32_t block[DOM_MAX_PLAYERS]; /* by seats on from the mover: the weight of the chance that this seat can answer nothing */
    int blocks;                     /* some of these is not 0; without it nothing below is used */
    witness start;                  /* of the rounds' beginning */
    chance_memory chances;
} policy;

typedef struct responder { /* a seat that a play may block */
    int64_t weight;
    int held, candidates;
    uint64_t tiles[3]; /* the candidates: what it may hold, for all that the mover knows */
} responder;

static int weights_in_range(const dom_weights *weights) {
    const int32_t all[] = {weights->pips,  weights->is_double, weights->matches, weights->variety, weights->points,
                           weights->noise, weights->next,      weights->partner, weights->previous};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (all[i] < -DOM_MAX_WEIGHT || all[i] > DOM_MAX_WEIGHT) return 0;
    return weights->noise >= 0;
}

/* ---- what all have seen ---- */

/* An action is about to be done. */
static inline void watch(witness *seen, const dom_round *r, int action) {
    if (action >= DOM_DRAW) note_lack(seen->lacks, r, action);
    else tileset_add(&seen->laid, action_tile(action));
}

/* The round so far, done again beside the table. */
static void watch_so_far(witness *seen, const dom_round *round) {
    dom_round again;
    dom_round_copy(&again, round);
    clear_table(&again);
    again.seat = round->starter;
    for (int i = 0; i < round->action_count; i++) {
        watch(seen, &again, round->actions[i]);
        act(&again, round->actions[i]);
    }
}

/* Gets a policy ready for rounds that go on from a position, or (NULL) for fresh ones. */
static void start_policy(policy *p, const dom_weights *weights, int players, const dom_round *from) {
    p->weights = weights;
    memset(p->block, 0, sizeof p->block);
    p->block[1] = weights->next;
    if (players == 4) p->block[2] = weights->partner;
    if (players > 2) p->block[players - 1] = weights->previous;
    p->blocks = p->block[1] || p->block[2] || p->block[3];
    memset(&p->start, 0, sizeof p->start);
    if (!p->blocks) return;
    memset(&p->chances, 0, sizeof p->chances);
    if (from != NULL) watch_so_far(&p->start, from);
}

/* ---- what a play is judged by ---- */

static int different_numbers(const dom_round *r, const dom_tileset *hand) {
    int count = 0;
    for (int number = 0; number <= r->rules.max_pip; number++) {
        uint64_t any = 0;
        for (int w = 0; w < r->words; w++) any |= hand->word[w] & HAVING[number][w];
        count += any != 0;
    }
    return count;
}

static inline int count_common(const uint64_t *a, const uint64_t *b, int words) {
    int count = 0;
    for (int w = 0; w < words; w++) count += count_bits(a[w] & b[w]);
    return count;
}

/* The numbers at the open ends after a play, the arms of a spinner that it opens among them. */
static inline uint32_t numbers_after(const dom_round *r, int action) {
    const int e = action_end(action), tile = action_tile(action);
    if (e < 0) return UINT32_C(1) << TILE_HIGH[tile] | UINT32_C(1) << TILE_LOW[tile];
    const dom_end *end = &r->end[e];
    uint32_t numbers = UINT32_C(1) << (tile_pips(tile) - end->number);
    for (int i = 0; i < 4; i++)
        if (i != e && r->end[i].open) numbers |= UINT32_C(1) << r->end[i].number;
    const int opens_arms = r->spinner >= 0 && end->last == r->spinner && e <= DOM_RIGHT && r->spinner_sides == 1;
    return opens_arms ? numbers | UINT32_C(1) << end->number : numbers;
}

static inline void tiles_showing(uint32_t numbers, uint64_t tiles[3], int words) {
    for (int w = 0; w < words; w++) tiles[w] = 0;
    for (; numbers; numbers &= numbers - 1)
        for (int w = 0; w < words; w++) tiles[w] |= HAVING[lowest_bit(numbers)][w];
}

/* What a play scores at once: done, looked at and undone. */
static int points_at_once(dom_round *r, int action) {
    const int seat = r->seat, before = r->play_points[seat];
    if (!r->rules.count_multiple) return 0;
    act(r, action);
    int points = r->play_points[seat] - before;
    undo(r);
    return points;
}

/* The seats whose chance to answer weighs something, and what each may hold. Returns their number. */
static int find_responders(const dom_round *r, const policy *p, const witness *seen, responder found[DOM_MAX_PLAYERS]) {
    const int players = r->rules.players, size = set_size(r->rules.max_pip);
    int count = 0;
    for (int k = 1; k < players; k++) {
        if (p->block[k] == 0) continue;
        const int seat = r->seat + k < players ? r->seat + k : r->seat + k - players;
        responder *to = &found[count++];
        to->weight = p->block[k];
        to->held = r->hand_count[seat];
        to->candidates = 0;
        tiles_showing(seen->lacks[seat], to->tiles, r->words);
        for (int w = 0; w < r->words; w++) {
            const uint64_t all = size >= 64 * (w + 1) ? UINT64_MAX : (UINT64_C(1) << (size & 63)) - 1;
            to->tiles[w] = all & ~(to->tiles[w] | seen->laid.word[w] | r->hand[r->seat].word[w]);
            to->candidates += count_bits(to->tiles[w]);
        }
    }
    return count;
}

/* The sum of a play, without the noise. */
static int64_t worth(dom_round *r, policy *p, const responder *responders, int count, int action) {
    const dom_weights *weights = p->weights;
    const int tile = action_tile(action);
    int64_t sum = (int64_t)weights->pips * tile_pips(tile) + (tile_is_double(tile) ? weights->is_double : 0);
    if (weights->points) sum += (int64_t)weights->points * points_at_once(r, action);
    dom_tileset left = r->hand[r->seat];
    tileset_drop(&left, tile);
    if (weights->variety) sum += (int64_t)weights->variety * different_numbers(r, &left);
    if (!(weights->matches || count)) return sum * CERTAIN;
    uint64_t answers[3];
    tiles_showing(numbers_after(r, action), answers, r->words);
    sum += (int64_t)weights->matches * count_common(left.word, answers, r->words);
    sum *= CERTAIN;
    for (const responder *to = responders; to < responders + count; to++)
        sum += to->weight * remembered_chance(&p->chances, to->candidates, count_common(to->tiles, answers, r->words), to->held);
    return sum;
}

/* ---- choosing ---- */

static inline int64_t noise_of(const dom_weights *weights, dom_stream *stream) {
    return weights->noise > 0 ? (int64_t)stream_below(stream, (uint32_t)weights->noise + 1) : 0;
}

/* The play worth most, the first among equals; a draw or a pass only where there is no play. */
static int weighted_action(dom_round *r, dom_stream *stream, policy *p, const witness *seen) {
    uint16_t actions[DOM_MAX_LEGAL];
    responder responders[DOM_MAX_PLAYERS];
    int plays = dom_legal(r, actions), best = 0;
    if (actions[0] >= DOM_DRAW) return actions[0];
    if (actions[plays - 1] == DOM_DRAW) plays--;
    if (plays == 1) {
        noise_of(p->weights, stream); /* one choice is a choice too */
        return actions[0];
    }
    const int count = p->blocks ? find_responders(r, p, seen, responders) : 0;
    int64_t most = INT64_MIN, sum = 0;
    for (int i = 0; i < plays; i++) {
        if (i == 0 || actions[i] >> 3 != actions[i - 1] >> 3) sum = worth(r, p, responders, count, actions[i]); /* in any placement */
        int64_t value = sum + noise_of(p->weights, stream) * CERTAIN;
        if (value > most) most = value, best = i;
    }
    return actions[best];
}
