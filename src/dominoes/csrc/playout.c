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

typedef struct tally { /* actions of one round played out */
    int plays, draws, passes;
} tally;

/* One random action: where there is a play, legal[below(count)] of the sorted legal actions, without listing them. */
static inline int random_action(const dom_round *r, dom_stream *stream, int words) {
    int by_end[4], plays = count_all_plays(r, words, by_end);
    if (plays == 0) return can_draw(r) ? DOM_DRAW : DOM_PASS;
    int count = plays + (r->rules.voluntary_draw && can_draw(r));
    int k = (int)stream_below(stream, (uint32_t)count);
    return k < plays ? nth_play(r, k, by_end, words) : DOM_DRAW;
}

static inline void count_action(tally *done, int action) {
    if (action < DOM_DRAW) done->plays++;
    else if (action == DOM_DRAW) done->draws++;
    else done->passes++;
}

static inline void random_act(dom_round *r, dom_stream *stream, tally *done, int words) {
    int action = random_action(r, stream, words);
    count_action(done, action);
    act(r, action);
}

static inline void play_randomly(dom_round *r, dom_stream *stream, tally *done) {
    while (r->reason == DOM_ON) {
        if (r->words == 1) random_act(r, stream, done, 1); /* sets to double-nine: one word, known to the compiler */
        else random_act(r, stream, done, r->words);
    }
}

static void play_by_weights(dom_round *r, dom_stream *stream, policy *p, tally *done) {
    witness seen = p->start;
    while (r->reason == DOM_ON) {
        int action = weighted_action(r, stream, p, &seen);
        if (p->blocks) watch(&seen, r, action);
        count_action(done, action);
        act(r, action);
    }
}

/* A fresh round straight from a stream; the rules have been checked. */
static int start_from(dom_round *r, const dom_rules *rules, dom_stream *stream) {
    r->rules = *rules;
    r->viewer = -1;
    memset(r->scores_before, 0, sizeof r->scores_before);
    memset(r->hand_count, 0, sizeof r->hand_count);
    memset(r->hand_dealt, 0, sizeof r->hand_dealt);
    memset(r->hand_dealt, rules->hand_size, (size_t)rules->players);
    r->dealt_count = (uint8_t)set_size(rules->max_pip);
    int status = deal_from(rules, stream, r->dealt);
    if (status != DOM_OK) return status;
    clear_table(r);
    int random_opener = rules->opening == DOM_OPENING_RANDOM;
    set_starter(r, random_opener ? (int)stream_below(stream, (uint32_t)rules->players) : DOM_HIGHEST_TILE);
    return DOM_OK;
}

static void write_row(const dom_round *r, const dom_columns *to, size_t row, const tally *actions) {
    const int players = r->rules.players;
    for (int seat = 0; seat < players; seat++)
        to->points[row * (size_t)players + (size_t)seat] = r->play_points[seat] + r->end_points[seat];
    to->winner[row] = r->winner;
    to->reason[row] = r->reason;
    to->starter[row] = r->starter;
    to->plays[row] = actions->plays;
    to->draws[row] = actions->draws;
    to->passes[row] = actions->passes;
}

#include "lanes.c"

static int play_row_quickly(const dom_rules *rules, dom_stream *stream, const dom_columns *to, size_t row) {
    uint8_t dealt[DOM_MAX_TILES];
    quick q;
    quick_table table;
    int starter = 0, status = quick_deal(&q, &table, rules, dealt, stream, &starter);
    if (status != DOM_OK) return status;
    play_out_quickly(&q, rules, dealt, stream, &table);
    write_quick_row(&q, rules, starter, to, row);
    return DOM_OK;
}

static void play_on_quickly(const dom_round *r, dom_stream *stream, const dom_columns *to, size_t row) {
    quick q;
    quick_table table;
    quick_from(&q, &table, r);
    play_out_quickly(&q, &r->rules, r->dealt, stream, &table);
    write_quick_row(&q, &r->rules, r->starter, to, row);
}

/* By weights, in the games of quick.c: the opening as in any game, the rest at speed. */
static void play_row_sharply(dom_round *r, dom_stream *stream, policy *p, const sharp *s, const dom_columns *to, size_t row) {
    quick q;
    quick_table table;
    shown seen;
    tally done = {0, 0, 0};
    while (r->laid_count == 0) {
        int action = weighted_action(r, stream, p, &p->start);
        count_action(&done, action);
        act(r, action);
    }
    quick_from(&q, &table, r);
    show_all(&seen, r, p->start.lacks);
    q.plays = done.plays;
    if (is_over(r)) q.out = r->seat == 0 ? r->rules.players - 1 : r->seat - 1; /* by its only tile */
    else play_out_sharply(&q, s, &seen, &r->rules, r->dealt, stream, &table);
    write_quick_row(&q, &r->rules, r->starter, to, row);
}

int dom_playouts(const dom_rules *rules, const dom_round *from, const uint8_t key[32], uint64_t first, size_t n,
                 const dom_weights *weights, const dom_columns *to) {
    dom_round r;
    policy p;
    sharp s;
    chance_rows memory;
    uint64_t words[4];
    int status = DOM_OK;
    if ((rules == NULL) == (from == NULL) || key == NULL || to == NULL) return DOM_ERR_NULL;
    if (n > 0 && !(to->points && to->winner && to->reason && to->starter && to->plays && to->draws && to->passes)) return DOM_ERR_NULL;
    if (from != NULL && !is_set_up(from)) return DOM_ERR_NOT_SET_UP;
    if (from != NULL && from->viewer >= 0) return DOM_ERR_VIEW;
    if (rules != NULL) status = dom_rules_check(rules, NULL, NULL);
    if (status != DOM_OK) return status;
    if (weights != NULL && !weights_in_range(weights)) return DOM_ERR_RANGE;
    key_words(key, words);
    const dom_rules *played = from != NULL ? &from->rules : rules;
    const int can_be_quick = is_quick(played) && (from == NULL || !is_over(from));
    if (weights != NULL) {
        start_policy(&p, weights, played->players, from);
        if (can_be_quick) sharpen(&s, weights, &memory, played);
    }
#ifdef HAVE_LANES
    if (weights == NULL && n >= LANES_WORTH && lanes_help(played, from)) return playouts_in_lanes(played, from, words, first, n, to);
#endif
    const int quickly = weights == NULL && can_be_quick && (from == NULL || from->laid_count > 0);
    for (size_t row = 0; row < n; row++) {
        dom_stream stream;
        tally actions = {0, 0, 0};
        stream_start(&stream, words, first + row);
        if (rules != NULL && quickly) {
            status = play_row_quickly(rules, &stream, to, row);
            if (status != DOM_OK) return status;
            continue;
        }
        if (from != NULL) dom_round_copy(&r, from);
        else status = start_from(&r, rules, &stream);
        if (status != DOM_OK) return status;
        if (quickly) play_on_quickly(&r, &stream, to, row);
        else if (weights != NULL && can_be_quick) play_row_sharply(&r, &stream, &p, &s, to, row);
        else {
            if (weights == NULL) play_randomly(&r, &stream, &actions);
            else play_by_weights(&r, &stream, &p, &actions);
            write_row(&r, to, row, &actions);
        }
    }
    return DOM_OK;
}
