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

/* One random action: where there is a play, legal[below(count)] of the sorted legal actions, without listing them. */
static inline int random_action(const dom_round *r, dom_stream *stream, int words) {
    int by_end[4], plays = count_all_plays(r, words, by_end);
    if (plays == 0) return can_draw(r) ? DOM_DRAW : DOM_PASS;
    int count = plays + (r->rules.voluntary_draw && can_draw(r));
    int k = (int)stream_below(stream, (uint32_t)count);
    return k < plays ? nth_play(r, k, by_end, words) : DOM_DRAW;
}

static inline void random_act(dom_round *r, dom_stream *stream, dom_outcome *outcome, int words) {
    int action = random_action(r, stream, words);
    if (action < DOM_DRAW) outcome->plays++;
    else if (action == DOM_DRAW) outcome->draws++;
    else outcome->passes++;
    act(r, action);
}

/* The same for the plain chain: two ends, no table, no count, a set of one word, the first tile laid. Nothing of the chain is
 * kept but its ends, and which end takes a tile is chosen by value, not by a branch that no processor could foretell. */
static inline void play_out_chain(dom_round *r, dom_stream *given, dom_outcome *outcome, const int players) {
    uint64_t hand[DOM_MAX_PLAYERS], on_left, on_right;
    int left = r->end[DOM_LEFT].number, right = r->end[DOM_RIGHT].number, seat = r->seat, out = -1;
    int passes = r->passes, drawn = r->drawn, at = r->boneyard_at, reason = DOM_ON;
    int plays = 0, draws = 0, passed = 0;
    const int one = r->rules.draw == DOM_DRAW_ONE, voluntary = r->rules.voluntary_draw;
    const int stop = r->rules.draw == DOM_DRAW_NEVER ? 0 : r->dealt_count - r->rules.boneyard_floor; /* drawing ends here */
    dom_stream stream = *given;
    for (int i = 0; i < players; i++) hand[i] = r->hand[i].word[0];
    on_left = HAVING[left][0];
    on_right = HAVING[right][0];
    while (reason == DOM_ON) {
        uint64_t mine = hand[seat], a = mine & on_left, b = mine & on_right;
        int may_draw = at < stop && !(one & drawn), draw_now = (a | b) == 0;
        if (!draw_now) {
            int n_left = count_bits(a), n = n_left + count_bits(b);
            int k = (int)stream_below(&stream, (uint32_t)(n + (voluntary & may_draw)));
            if (k < n) {
                int on_the_left = k < n_left;
                int tile = nth_bit(on_the_left ? a : b, on_the_left ? k : k - n_left);
                int number = tile_pips(tile) - (on_the_left ? left : right);
                left = on_the_left ? number : left;
                right = on_the_left ? right : number;
                on_left = HAVING[left][0];
                on_right = HAVING[right][0];
                hand[seat] = mine &= ~(UINT64_C(1) << tile);
                plays++;
                passes = drawn = 0;
                if (mine == 0) reason = DOM_DOMINO, out = seat;
                seat = seat + 1 == players ? 0 : seat + 1;
                continue;
            }
        } else if (!may_draw) {
            passed++;
            drawn = 0;
            if (++passes == players) reason = DOM_BLOCKED;
            seat = seat + 1 == players ? 0 : seat + 1;
            continue;
        }
        hand[seat] = mine | UINT64_C(1) << r->dealt[at++];
        draws++;
        passes = 0;
        drawn = 1;
    }
    *given = stream;
    for (int i = 0; i < players; i++) r->hand[i].word[0] = hand[i];
    outcome->plays += plays;
    outcome->draws += draws;
    outcome->passes += passed;
    end_round(r, reason, out);
}

static inline void play_out(dom_round *r, dom_stream *stream, dom_outcome *outcome) {
    const int plain = r->words == 1 && !has_table(r) && !r->rules.spinner && !r->rules.count_multiple;
    outcome->plays = outcome->draws = outcome->passes = 0;
    while (r->reason == DOM_ON && !(plain && r->laid_count > 0)) {
        if (r->words == 1) random_act(r, stream, outcome, 1); /* sets to double-nine: one word, known to the compiler */
        else random_act(r, stream, outcome, r->words);
    }
    if (r->reason == DOM_ON) {
        if (r->rules.players == 2) play_out_chain(r, stream, outcome, 2);
        else if (r->rules.players == 3) play_out_chain(r, stream, outcome, 3);
        else play_out_chain(r, stream, outcome, 4);
    }
    for (int seat = 0; seat < DOM_MAX_PLAYERS; seat++) outcome->points[seat] = r->play_points[seat] + r->end_points[seat];
    outcome->winner = r->winner;
    outcome->reason = r->reason;
    outcome->starter = r->starter;
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
    clear_table(r);
    int random_opener = rules->opening == DOM_OPENING_RANDOM;
    set_starter(r, random_opener ? (int)stream_below(stream, (uint32_t)rules->players) : DOM_HIGHEST_TILE);
    return DOM_OK;
}

static int playout_numbered(const dom_rules *rules, const uint64_t key[4], uint64_t number, dom_round *scratch, dom_outcome *outcome) {
    dom_stream stream;
    stream_start(&stream, key, number);
    int status = start_from(scratch, rules, &stream);
    if (status == DOM_OK) play_out(scratch, &stream, outcome);
    return status;
}

static void playout_numbered_from(const dom_round *from, const uint64_t key[4], uint64_t number, dom_round *scratch,
                                  dom_outcome *outcome) {
    dom_stream stream;
    stream_start(&stream, key, number);
    dom_round_copy(scratch, from);
    play_out(scratch, &stream, outcome);
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
