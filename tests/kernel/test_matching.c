/* Match keeping of the kernel over its public header: whole matches told for test_matching.py to compare, and misused.
 *
 *   test_matching play < NUMBERS   matches, each the rules, the scores to begin with, a switch and a seed: see read_match
 *   test_matching lead < NUMBERS   rules and scores: who has won by them
 *   test_matching misuse           null pointers, structs never set up, numbers out of range
 */
#include "check.h"

static int read_number(int *number) { return scanf("%d", number) == 1; }

static int number(void) {
    int found;
    CHECK(read_number(&found));
    return found;
}

static int read_rules(dom_rules *rules) {
    int32_t *field = (int32_t *)rules;
    int first;
    if (!read_number(&first)) return 0;
    field[0] = first;
    for (int i = 1; i < DOM_RULE_FIELDS; i++) field[i] = number();
    return 1;
}

/* ---- matches played by chance, as Python's player `random` plays ---- */

static void tell_round(const dom_match *match) {
    const dom_round *r = &match->round;
    int32_t scores[DOM_MAX_PLAYERS];
    printf("%u %d %d %d %d", (unsigned)match->number, r->starter, r->forced, r->reason, r->winner);
    CHECK(dom_scores(r, scores) == DOM_OK);
    for (int seat = 0; seat < r->rules.players; seat++) printf(" %d", (int)scores[seat]);
    for (int i = 0; i < r->action_count; i++) printf(" %u", (unsigned)r->actions[i]);
    putchar('\n');
}

static void act_by_chance(dom_match *match) {
    uint16_t legal[DOM_MAX_LEGAL];
    dom_stream chance;
    const int count = dom_legal(&match->round, legal);
    CHECK(count > 0 && dom_match_chance(match, match->round.seat, &chance) == DOM_OK);
    CHECK(dom_apply(&match->round, legal[count == 1 ? 0 : dom_stream_below(&chance, (uint32_t)count)]) == DOM_OK);
}

/* A finished round is still open to be taken back: the match is on again, and comes to the same. */
static void take_back_and_go_on(dom_match *match) {
    static dom_match before;
    int side, starter;
    before = *match;
    for (int i = 0; i < 5 && match->round.action_count > 0; i++) CHECK(dom_undo(&match->round) >= 0);
    CHECK(dom_match_winner(match, &side) == DOM_OK && side == -1);
    CHECK(dom_next_starter(&match->round, &starter) == DOM_ERR_ROUND_ON && dom_match_deal(match) == DOM_ERR_ROUND_ON);
    while (match->round.reason == DOM_ON) act_by_chance(match);
    CHECK(dom_equal(&before.round, &match->round));
}

static void play_match(dom_match *match) {
    int side;
    for (;;) {
        while (match->round.reason == DOM_ON) act_by_chance(match);
        tell_round(match);
        CHECK(dom_match_winner(match, &side) == DOM_OK);
        take_back_and_go_on(match);
        if (side >= 0) break;
        CHECK(dom_match_deal(match) == DOM_OK);
    }
    CHECK(dom_match_deal(match) == DOM_ERR_MATCH_OVER);
    printf("won by %d\n", side);
}

/* The rules, the scores of all seats, whether they are given, the seed's bytes with their number. */
static void play(void) {
    static dom_match match, untouched;
    dom_rules rules;
    while (read_rules(&rules)) {
        int32_t scores[DOM_MAX_PLAYERS] = {0};
        char seed[100];
        for (int seat = 0; seat < rules.players; seat++) scores[seat] = number();
        int given = number(), size = number();
        for (int i = 0; i < size; i++) seed[i] = (char)number();
        memset(&match, 0x55, sizeof match);
        untouched = match;
        int status = dom_match_start(&match, &rules, seed, (size_t)size, given ? scores : NULL);
        CHECK(status == DOM_OK || memcmp(&match, &untouched, sizeof match) == 0);
        if (status == DOM_OK) play_match(&match);
        else printf("refused %d\n", status);
    }
}

static void lead(void) {
    dom_rules rules;
    while (read_rules(&rules)) {
        int32_t scores[DOM_MAX_PLAYERS];
        int side;
        for (int seat = 0; seat < rules.players; seat++) scores[seat] = number();
        CHECK(dom_leader(&rules, scores, &side) == DOM_OK);
        printf("%d\n", side);
    }
}

/* ---- misuse ---- */

static void misuse(void) {
    static dom_match match, empty, before;
    static dom_round round;
    dom_rules rules, wrong;
    dom_stream stream;
    const uint8_t key[32] = {1};
    int32_t scores[DOM_MAX_PLAYERS] = {0}, won[DOM_MAX_PLAYERS] = {100, 0}, great[DOM_MAX_PLAYERS] = {2000000000, 0};
    int side = 77;
    CHECK(dom_preset(&rules, DOM_PRESET_DRAW, 2) == DOM_OK);
    wrong = rules;
    wrong.hand_size = 15;
    CHECK(dom_match_start(NULL, &rules, "s", 1, NULL) == DOM_ERR_NULL && dom_match_start(&empty, NULL, "s", 1, NULL) == DOM_ERR_NULL);
    CHECK(dom_match_start(&empty, &rules, NULL, 1, NULL) == DOM_ERR_NULL && dom_match_start(&empty, &wrong, "s", 1, NULL) == DOM_ERR_RULES);
    CHECK(dom_match_start(&empty, &rules, "s", 1, won) == DOM_ERR_MATCH_OVER && dom_match_start(&empty, &rules, "s", 1, great) == DOM_ERR_SCORE);
    CHECK(dom_match_deal(NULL) == DOM_ERR_NULL && dom_match_deal(&empty) == DOM_ERR_NOT_SET_UP);
    CHECK(dom_match_winner(NULL, &side) == DOM_ERR_NULL && dom_match_winner(&empty, &side) == DOM_ERR_NOT_SET_UP);
    CHECK(dom_match_chance(NULL, 0, &stream) == DOM_ERR_NULL && dom_match_chance(&empty, 0, &stream) == DOM_ERR_NOT_SET_UP);
    CHECK(dom_match_start(&match, &rules, NULL, 0, NULL) == DOM_OK); /* the empty seed is one like any other */
    before = match;
    CHECK(dom_match_winner(&match, NULL) == DOM_ERR_NULL && dom_match_deal(&match) == DOM_ERR_ROUND_ON);
    CHECK(dom_match_chance(&match, 0, NULL) == DOM_ERR_NULL && dom_match_chance(&match, -1, &stream) == DOM_ERR_RANGE);
    CHECK(dom_match_chance(&match, 2, &stream) == DOM_ERR_RANGE);
    CHECK(dom_scores(NULL, scores) == DOM_ERR_NULL && dom_scores(&match.round, NULL) == DOM_ERR_NULL);
    CHECK(dom_scores(&empty.round, scores) == DOM_ERR_NOT_SET_UP);
    CHECK(dom_leader(NULL, scores, &side) == DOM_ERR_NULL && dom_leader(&rules, NULL, &side) == DOM_ERR_NULL);
    CHECK(dom_leader(&rules, scores, NULL) == DOM_ERR_NULL && dom_leader(&wrong, scores, &side) == DOM_ERR_RULES);
    CHECK(dom_next_starter(NULL, &side) == DOM_ERR_NULL && dom_next_starter(&match.round, NULL) == DOM_ERR_NULL);
    CHECK(dom_next_starter(&round, &side) == DOM_ERR_NOT_SET_UP && dom_next_starter(&match.round, &side) == DOM_ERR_ROUND_ON);
    CHECK(dom_round_deal(NULL, &rules, key, 0, -1, NULL, NULL) == DOM_ERR_NULL && dom_round_deal(&round, NULL, key, 0, -1, NULL, NULL) == DOM_ERR_NULL);
    CHECK(dom_round_deal(&round, &rules, NULL, 0, -1, NULL, NULL) == DOM_ERR_NULL);
    CHECK(dom_round_deal(&round, &rules, key, 0, DOM_RANDOM_SEAT, NULL, NULL) == DOM_ERR_NULL);
    CHECK(dom_round_deal(&round, &rules, key, 0, -3, NULL, NULL) == DOM_ERR_STARTER && dom_round_deal(&round, &rules, key, 0, 2, NULL, NULL) == DOM_ERR_STARTER);
    CHECK(dom_round_deal(&round, &wrong, key, 0, -1, NULL, NULL) == DOM_ERR_RULES);
    CHECK(dom_round_deal(&round, &rules, key, 0, 1, NULL, great) == DOM_ERR_SCORE);
    CHECK(round.magic == 0 && empty.magic == 0 && empty.round.magic == 0 && side == 77);
    CHECK(memcmp(&match, &before, sizeof match) == 0);
    puts("misuse refused");
}

/* What another version of the library has set up (and, say, a file has kept) is not taken for one's own. */
static void foreign(void) {
    static dom_match match, before;
    static dom_round view;
    dom_rules rules;
    dom_stream stream;
    uint16_t legal[DOM_MAX_LEGAL];
    int side, action;
    CHECK(dom_preset(&rules, DOM_PRESET_DRAW, 2) == DOM_OK && dom_match_start(&match, &rules, "s", 1, NULL) == DOM_OK);
    match.magic++;
    before = match;
    CHECK(dom_match_deal(&match) == DOM_ERR_NOT_SET_UP && dom_match_winner(&match, &side) == DOM_ERR_NOT_SET_UP);
    CHECK(dom_match_chance(&match, 0, &stream) == DOM_ERR_NOT_SET_UP && memcmp(&match, &before, sizeof match) == 0);
    match.magic--;
    match.round.magic++;
    before = match;
    CHECK(dom_match_deal(&match) == DOM_ERR_NOT_SET_UP && dom_legal(&match.round, legal) == DOM_ERR_NOT_SET_UP);
    CHECK(dom_apply(&match.round, DOM_PASS) == DOM_ERR_NOT_SET_UP && dom_undo(&match.round) == DOM_ERR_NOT_SET_UP);
    CHECK(dom_seen_by(&match.round, 0, &view) == DOM_ERR_NOT_SET_UP && dom_round_copy(&view, &match.round) == DOM_ERR_NOT_SET_UP);
    CHECK(dom_choose(&match.round, DOM_BLOCKER, 0, 0, NULL, NULL, &action) == DOM_ERR_NOT_SET_UP);
    CHECK(view.magic == 0 && memcmp(&match, &before, sizeof match) == 0);
    puts("foreign structs refused");
}

int main(int count, char **words) {
    CHECK(count == 2);
    if (strcmp(words[1], "play") == 0) play();
    else if (strcmp(words[1], "lead") == 0) lead();
    else if (strcmp(words[1], "foreign") == 0) foreign();
    else misuse();
    return 0;
}
