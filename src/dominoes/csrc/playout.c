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

static int different_numbers(const dom_round *r, const dom_tileset *hand) {
    int count = 0;
    for (int number = 0; number <= r->rules.max_pip; number++) {
        uint64_t any = 0;
        for (int w = 0; w < r->words; w++) any |= hand->word[w] & HAVING[number][w];
        count += any != 0;
    }
    return count;
}

/* Tiles of a hand that show the number of an open end, each once. */
static int tiles_that_match(const dom_round *r, const dom_tileset *hand) {
    int count = 0;
    for (int w = 0; w < r->words; w++) {
        uint64_t wanted = 0;
        for (int e = 0; e < 4; e++)
            if (r->end[e].open) wanted |= HAVING[r->end[e].number][w];
        count += count_bits(hand->word[w] & wanted);
    }
    return count;
}

/* What a weighted policy thinks of one play: done, looked at and undone. */
static int64_t worth(dom_round *r, const dom_weights *weights, int action) {
    const int seat = r->seat, tile = action_tile(action), before = r->play_points[seat];
    int64_t sum = (int64_t)weights->pips * tile_pips(tile) + (tile_is_double(tile) ? weights->is_double : 0);
    if (!(weights->matches || weights->variety || weights->points)) return sum;
    act(r, action);
    sum += (int64_t)weights->matches * tiles_that_match(r, &r->hand[seat]);
    sum += (int64_t)weights->variety * different_numbers(r, &r->hand[seat]);
    sum += (int64_t)weights->points * (r->play_points[seat] - before);
    undo(r);
    return sum;
}

/* The play worth most, the first among equals; a draw or a pass only where there is no play. */
static int weighted_action(dom_round *r, dom_stream *stream, const dom_weights *weights) {
    uint16_t actions[DOM_MAX_LEGAL];
    int count = dom_legal(r, actions), best = DOM_PASS;
    int64_t most = INT64_MIN;
    if (count > 0) best = actions[0];
    for (int i = 0; i < count && actions[i] < DOM_DRAW; i++) {
        int64_t value = worth(r, weights, actions[i]);
        if (weights->noise > 0) value += stream_below(stream, (uint32_t)weights->noise + 1);
        if (value > most) most = value, best = actions[i];
    }
    return best;
}

static inline void play_randomly(dom_round *r, dom_stream *stream, tally *done) {
    while (r->reason == DOM_ON) {
        if (r->words == 1) random_act(r, stream, done, 1); /* sets to double-nine: one word, known to the compiler */
        else random_act(r, stream, done, r->words);
    }
}

static inline void play_out(dom_round *r, dom_stream *stream, const dom_weights *weights, tally *done) {
    if (weights == NULL) play_randomly(r, stream, done);
    while (r->reason == DOM_ON) {
        int action = weighted_action(r, stream, weights);
        count_action(done, action);
        act(r, action);
    }
}

static int weights_in_range(const dom_weights *weights) {
    const int32_t all[] = {weights->pips, weights->is_double, weights->matches, weights->variety, weights->points, weights->noise};
    for (int i = 0; i < 6; i++)
        if (all[i] < -DOM_MAX_WEIGHT || all[i] > DOM_MAX_WEIGHT) return 0;
    return weights->noise >= 0;
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

int dom_playouts(const dom_rules *rules, const dom_round *from, const uint8_t key[32], uint64_t first, size_t n,
                 const dom_weights *weights, const dom_columns *to) {
    dom_round r;
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
#ifdef HAVE_LANES
    const dom_rules *played = from != NULL ? &from->rules : rules;
    if (weights == NULL && n >= LANES_WORTH && lanes_help(played, from)) return playouts_in_lanes(played, from, words, first, n, to);
#endif
    const int quickly = weights == NULL && is_quick(rules != NULL ? rules : &from->rules) && (from == NULL || (from->laid_count > 0 && !is_over(from)));
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
        else {
            play_out(&r, &stream, weights, &actions);
            write_row(&r, to, row, &actions);
        }
    }
    return DOM_OK;
}
