/* Scoring: the end of a round, and the count of the open ends (RULES.md section 5). */
#include "bits.h"

/* A caller's set may have bits that stand for no tile: those of the last word are not all in use. */
int dom_tileset_pips(const dom_tileset *tiles) {
    static const uint64_t in_use[3] = {~UINT64_C(0), ~UINT64_C(0), (UINT64_C(1) << (DOM_MAX_TILES - 128)) - 1};
    int sum = 0;
    if (tiles == NULL) return DOM_ERR_NULL;
    for (int w = 0; w < 3; w++)
        for (uint64_t bits = tiles->word[w] & in_use[w]; bits; bits &= bits - 1) sum += tile_pips(64 * w + lowest_bit(bits));
    return sum;
}

static inline int side_of(const dom_rules *rules, int seat) { return rules->partners ? seat & 1 : seat; }

/* The side with the single lowest sum, -1 where two share it. */
static int lowest_side(const int32_t *sums, int sides) {
    int best = 0, shared = 0;
    for (int side = 1; side < sides; side++) {
        if (sums[side] < sums[best]) best = side, shared = 0;
        else if (sums[side] == sums[best]) shared = 1;
    }
    return shared ? -1 : best;
}

/* To the nearest multiple of round_to, which is odd: there is always a nearest one. */
static inline int rounded(const dom_rules *rules, int points) { return (points + rules->round_to / 2) / rules->round_to * rules->round_to; }

static int score_round(const dom_rules *rules, const int32_t *pips, int out, int32_t *points) {
    int sides = rules->partners ? 2 : rules->players, winner;
    int32_t sums[DOM_MAX_PLAYERS] = {0}, all = 0, won;
    for (int seat = 0; seat < rules->players; seat++) {
        sums[side_of(rules, seat)] += pips[seat];
        all += pips[seat];
        points[seat] = 0;
    }
    winner = out >= 0 ? side_of(rules, out) : lowest_side(sums, sides);
    if (winner < 0) return winner;
    if (rules->scoring == DOM_SCORING_TEAM_ALL) won = all;
    else won = all - sums[winner] - (out >= 0 ? 0 : sums[winner]);
    won = rounded(rules, won);
    for (int seat = 0; seat < rules->players; seat++)
        if (side_of(rules, seat) == winner) points[seat] = won;
    return winner;
}

int dom_score(const dom_rules *rules, const int32_t *pips, int out, int *winner, int32_t *points) {
    if (rules == NULL || pips == NULL || winner == NULL || points == NULL) return DOM_ERR_NULL;
    int status = dom_rules_check(rules, NULL, NULL);
    if (status != DOM_OK) return status;
    if (out < -1 || out >= rules->players) return DOM_ERR_RANGE;
    for (int seat = 0; seat < rules->players; seat++)
        if (pips[seat] < 0 || pips[seat] > DOM_MAX_TILES * 2 * DOM_MAX_PIP) return DOM_ERR_RANGE;
    *winner = score_round(rules, pips, out, points);
    return DOM_OK;
}

static inline int end_weight(const dom_round *r, int e) {
    const dom_end *end = &r->end[e];
    if (!end->open) return 0;
    if (e >= DOM_UP && end->last == r->spinner) return 0; /* no tile on this short side yet */
    if (r->laid_count == 1) return end->number;           /* the first tile alone counts its two halves once */
    return end->is_double ? 2 * end->number : end->number;
}

static inline int end_count(const dom_round *r) {
    int sum = 0;
    for (int e = 0; e < 4; e++) sum += end_weight(r, e);
    return sum;
}
