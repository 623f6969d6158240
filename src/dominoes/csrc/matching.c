/* From round to round: who has won, who opens, and whole matches dealt from one seed (RULES.md section 6). The Python engine does
 * the same in progress.py and match.py: the same seed and actions make the same match. */
#include <stddef.h>
#include <string.h>

#include "bits.h"

/* ---- scores and sides ---- */

static void scores_now(const dom_round *r, int32_t *scores) {
    for (int seat = 0; seat < r->rules.players; seat++)
        scores[seat] = r->scores_before[seat] + r->play_points[seat] + r->end_points[seat];
}

static int leader(const dom_rules *rules, const int32_t *scores) {
    int best = 0, shared = 0;
    for (int side = 1; side < (rules->partners ? 2 : rules->players); side++) {
        if (scores[side] > scores[best]) best = side, shared = 0;
        else if (scores[side] == scores[best]) shared = 1;
    }
    return scores[best] >= rules->target && !shared ? best : -1;
}

int dom_scores(const dom_round *round, int32_t scores[DOM_MAX_PLAYERS]) {
    if (round == NULL || scores == NULL) return DOM_ERR_NULL;
    if (!is_set_up(round)) return DOM_ERR_NOT_SET_UP;
    scores_now(round, scores);
    return DOM_OK;
}

int dom_leader(const dom_rules *rules, const int32_t *scores, int *side) {
    if (rules == NULL || scores == NULL || side == NULL) return DOM_ERR_NULL;
    int status = dom_rules_check(rules, NULL, NULL);
    if (status == DOM_OK) *side = leader(rules, scores);
    return status;
}

/* ---- who opens ---- */

static int first_starter(const dom_rules *rules) { return rules->opening == DOM_OPENING_RANDOM ? DOM_RANDOM_SEAT : DOM_HIGHEST_TILE; }

/* Who laid the last tile: only a draw leaves the turn where it is. */
static int last_to_play(const dom_round *r) {
    int seat = r->starter, last = seat;
    for (int i = 0; i < r->action_count; i++) {
        if (r->actions[i] < DOM_DRAW) last = seat;
        if (r->actions[i] != DOM_DRAW) seat = (seat + 1) % r->rules.players;
    }
    return last;
}

/* The seat that won; of a team who went out or reached the target, both with the last tile laid, and after a block who has fewer
 * pips, then the lower one. */
static int winning_seat(const dom_round *r) {
    if (!r->rules.partners) return r->winner;
    if (r->reason != DOM_BLOCKED) return last_to_play(r);
    return r->winner + (dom_tileset_pips(&r->hand[r->winner + 2]) < dom_tileset_pips(&r->hand[r->winner]) ? 2 : 0);
}

int dom_next_starter(const dom_round *last, int *starter) {
    if (last == NULL || starter == NULL) return DOM_ERR_NULL;
    if (!is_set_up(last)) return DOM_ERR_NOT_SET_UP;
    if (!is_over(last)) return DOM_ERR_ROUND_ON;
    if (last->rules.next_opening == DOM_NEXT_ROTATE) *starter = (last->starter + 1) % last->rules.players;
    else if (last->rules.next_opening == DOM_NEXT_WINNER && last->winner >= 0) *starter = winning_seat(last);
    else *starter = first_starter(&last->rules);
    return DOM_OK;
}

/* ---- deals ---- */

int dom_round_deal(dom_round *round, const dom_rules *rules, const uint8_t deal_key[32], uint64_t number, int starter,
                   const uint8_t *opener_key, const int32_t *scores) {
    uint8_t tiles[DOM_MAX_TILES], sizes[DOM_MAX_PLAYERS];
    dom_stream stream;
    if (round == NULL || rules == NULL || deal_key == NULL || (starter == DOM_RANDOM_SEAT && opener_key == NULL)) return DOM_ERR_NULL;
    int status = dom_deal(rules, deal_key, number, tiles);
    if (status != DOM_OK) return status;
    if (starter == DOM_RANDOM_SEAT) {
        dom_stream_start(&stream, opener_key, number);
        starter = (int)stream_below(&stream, (uint32_t)rules->players);
    }
    memset(sizes, rules->hand_size, sizeof sizes);
    return dom_round_start(round, rules, tiles, sizes, set_size(rules->max_pip) - rules->players * rules->hand_size, starter, scores, NULL);
}

/* ---- whole matches ---- */

static int match_started(const dom_match *m) { return m->magic == DOM_MAGIC && is_set_up(&m->round); }

static void fill_keys(dom_match *m, const void *seed, size_t size) {
    char purpose[] = "player 0";
    dom_seed_key("deal", 4, seed, size, m->deal_key);
    dom_seed_key("opener", 6, seed, size, m->opener_key);
    for (int seat = 0; seat < DOM_MAX_PLAYERS; seat++) {
        purpose[7] = (char)('0' + seat);
        dom_seed_key(purpose, 8, seed, size, m->player_key[seat]);
    }
}

int dom_match_start(dom_match *match, const dom_rules *rules, const void *seed, size_t seed_size, const int32_t *scores) {
    dom_match m;
    if (match == NULL || rules == NULL || (seed == NULL && seed_size > 0)) return DOM_ERR_NULL;
    m.magic = DOM_MAGIC;
    m.number = 0;
    fill_keys(&m, seed, seed_size);
    int status = dom_round_deal(&m.round, rules, m.deal_key, 0, first_starter(rules), m.opener_key, scores);
    if (status != DOM_OK) return status;
    if (leader(rules, m.round.scores_before) >= 0) return DOM_ERR_MATCH_OVER;
    memcpy(match, &m, offsetof(dom_match, round));
    return dom_round_copy(&match->round, &m.round);
}

int dom_match_deal(dom_match *match) {
    int32_t scores[DOM_MAX_PLAYERS] = {0};
    int side, starter, status = dom_match_winner(match, &side);
    if (status != DOM_OK) return status;
    if (side >= 0) return DOM_ERR_MATCH_OVER;
    status = dom_next_starter(&match->round, &starter);
    if (status != DOM_OK) return status;
    if (match->number == UINT32_MAX) return DOM_ERR_RANGE;
    const dom_rules rules = match->round.rules;
    scores_now(&match->round, scores);
    status = dom_round_deal(&match->round, &rules, match->deal_key, (uint64_t)match->number + 1, starter, match->opener_key, scores);
    if (status == DOM_OK) match->number++;
    return status;
}

int dom_match_winner(const dom_match *match, int *side) {
    int32_t scores[DOM_MAX_PLAYERS] = {0};
    if (match == NULL || side == NULL) return DOM_ERR_NULL;
    if (!match_started(match)) return DOM_ERR_NOT_SET_UP;
    scores_now(&match->round, scores);
    *side = is_over(&match->round) ? leader(&match->round.rules, scores) : -1;
    return DOM_OK;
}

int dom_match_chance(const dom_match *match, int seat, dom_stream *stream) {
    if (match == NULL || stream == NULL) return DOM_ERR_NULL;
    if (!match_started(match)) return DOM_ERR_NOT_SET_UP;
    if (seat < 0 || seat >= match->round.rules.players) return DOM_ERR_RANGE;
    return dom_stream_start(stream, match->player_key[seat], (uint64_t)match->number << 32 | (uint64_t)match->round.action_count);
}
