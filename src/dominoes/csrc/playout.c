/* Counting and playing out: perft and random rounds. */
#include <string.h>

#include "bits.h"

static uint64_t perft(dom_round *r, int depth) {
    uint16_t actions[DOM_MAX_LEGAL];
    uint64_t leaves = 0;
    if (depth == 0 || is_over(r)) return 1;
    if (depth == 1) return (uint64_t)dom_legal_count(r);
    int count = dom_legal(r, actions);
    for (int i = 0; i < count; i++) {
        act(r, actions[i]);
        leaves += perft(r, depth - 1);
        undo(r);
    }
    return leaves;
}

int dom_perft(dom_round *round, int depth, uint64_t *count) {
    if (round == NULL || count == NULL) return DOM_ERR_NULL;
    if (!is_set_up(round)) return DOM_ERR_NOT_SET_UP;
    if (round->viewer >= 0) return DOM_ERR_VIEW;
    if (depth < 0) return DOM_ERR_RANGE;
    *count = perft(round, depth);
    return DOM_OK;
}

/* One random action: legal[below(count)] of the sorted legal actions, without listing them. */
static inline int random_action(const dom_round *r, dom_stream *stream, int words) {
    int by_end[4], plays = count_all_plays(r, words, by_end);
    int draws = (plays == 0 || r->rules.voluntary_draw) && can_draw(r), count = plays + draws;
    if (count == 0) return DOM_PASS;
    int k = count == 1 ? 0 : (int)stream_below(stream, (uint32_t)count);
    return k < plays ? nth_play(r, k, by_end, words) : DOM_DRAW;
}

static inline void play_out(dom_round *r, dom_stream *stream, dom_outcome *outcome, int words) {
    outcome->plays = outcome->draws = outcome->passes = 0;
    while (r->reason == DOM_ON) {
        int action = random_action(r, stream, words);
        if (action < DOM_DRAW) outcome->plays++;
        else if (action == DOM_DRAW) outcome->draws++;
        else outcome->passes++;
        act(r, action);
    }
    for (int seat = 0; seat < DOM_MAX_PLAYERS; seat++) outcome->points[seat] = r->play_points[seat] + r->end_points[seat];
    outcome->winner = r->winner;
    outcome->reason = r->reason;
    outcome->starter = r->starter;
}

static void play_out_any(dom_round *r, dom_stream *stream, dom_outcome *outcome) {
    if (r->words == 1) play_out(r, stream, outcome, 1); /* sets to double-nine: one word, known to the compiler */
    else play_out(r, stream, outcome, r->words);
}

/* A fresh round straight from a stream; the rules have been checked. */
static int start_from(dom_round *r, const dom_rules *rules, dom_stream *stream) {
    r->rules = *rules;
    r->viewer = -1;
    memset(r->scores_before, 0, sizeof r->scores_before);
    memset(r->hand_dealt, rules->hand_size, sizeof r->hand_dealt);
    r->dealt_count = (uint8_t)set_size(rules->max_pip);
    int status = deal_from(rules, stream, r->dealt);
    if (status != DOM_OK) return status;
    int random_opener = rules->opening == DOM_OPENING_RANDOM;
    set_starter(r, random_opener ? (int)stream_below(stream, (uint32_t)rules->players) : DOM_HIGHEST_TILE);
    clear_table(r);
    return DOM_OK;
}

static int playout_numbered(const dom_rules *rules, const uint64_t key[4], uint64_t number, dom_round *scratch, dom_outcome *outcome) {
    dom_stream stream;
    stream_start(&stream, key, number);
    int status = start_from(scratch, rules, &stream);
    if (status == DOM_OK) play_out_any(scratch, &stream, outcome);
    return status;
}

static void playout_numbered_from(const dom_round *from, const uint64_t key[4], uint64_t number, dom_round *scratch,
                                  dom_outcome *outcome) {
    dom_stream stream;
    stream_start(&stream, key, number);
    dom_round_copy(scratch, from);
    play_out_any(scratch, &stream, outcome);
}

int dom_playout(const dom_rules *rules, const uint8_t key[32], uint64_t number, dom_round *scratch, dom_outcome *outcome) {
    uint64_t words[4];
    if (rules == NULL || key == NULL || scratch == NULL || outcome == NULL) return DOM_ERR_NULL;
    int status = dom_rules_check(rules, NULL, NULL);
    if (status != DOM_OK) return status;
    key_words(key, words);
    return playout_numbered(rules, words, number, scratch, outcome);
}

int dom_playout_from(const dom_round *from, const uint8_t key[32], uint64_t number, dom_round *scratch, dom_outcome *outcome) {
    uint64_t words[4];
    if (from == NULL || key == NULL || scratch == NULL || outcome == NULL) return DOM_ERR_NULL;
    if (!is_set_up(from)) return DOM_ERR_NOT_SET_UP;
    if (from->viewer >= 0) return DOM_ERR_VIEW;
    key_words(key, words);
    playout_numbered_from(from, words, number, scratch, outcome);
    return DOM_OK;
}
