/* What dominoes.h says of the stack: each function on a thread with exactly so much, below which lies a page that none may touch.
 *
 *   test_stack     rounds of all presets and of other rules, from the deal to the end
 */
#if !defined(_DEFAULT_SOURCE)
#define _DEFAULT_SOURCE 1 /* MAP_ANONYMOUS, pthread_attr_setstack */
#endif
#include "chance.h"

#include <pthread.h>
#include <sys/mman.h>

enum { KB = 1024, GUARD = 64 * KB, THINKING = 192, PLAYOUTS = 96, ALL_OTHERS = 48, ROWS = 40 };

static dom_round round_, view, copy;
static dom_match match;
static int depth;

static void choose(void) {
    int action;
    for (int player = DOM_BLOCKER; player <= DOM_SNOW_WHITE; player++)
        CHECK(dom_choose(&view, player, 0, 9, &chance, NULL, &action) == DOM_OK);
}

static void advise(void) {
    static dom_advice advice;
    CHECK(dom_advise(&view, 5, 9, &chance, NULL, &advice) == DOM_OK);
}

static void believe(void) {
    static dom_beliefs_found found;
    CHECK(dom_beliefs(&view, 5, 9, &chance, &found) == DOM_OK);
}

static void play_out(void) {
    static int32_t points[DOM_MAX_PLAYERS * ROWS], column[6][ROWS];
    const dom_columns to = {points, column[0], column[1], column[2], column[3], column[4], column[5]};
    const dom_weights weights = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    CHECK(dom_playouts(&round_.rules, NULL, key, 0, ROWS, NULL, &to) == DOM_OK);
    CHECK(dom_playouts(&round_.rules, NULL, key, 0, 3, &weights, &to) == DOM_OK);
    CHECK(dom_playouts(NULL, &round_, key, 0, 3, NULL, &to) == DOM_OK);
    CHECK(dom_playouts(NULL, &round_, key, 0, 3, &weights, &to) == DOM_OK);
}

static void solve(void) {
    static dom_solve_entry entries[1 << 10];
    static dom_solution solution;
    dom_solver solver = {entries, 1 << 10, 3000, NULL, 1, 1};
    CHECK(dom_solve(&round_, &solver, &solution) == DOM_OK);
}

static void count(void) {
    uint64_t leaves;
    CHECK(dom_perft(&round_, depth, &leaves) == DOM_OK && leaves > 0);
}

static void play_a_match(void) {
    uint16_t legal[DOM_MAX_LEGAL];
    int32_t squares[4];
    char text[DOM_ACTION_TEXT];
    int dealt = 0, action;
    CHECK(dom_match_start(&match, &round_.rules, "stack", 5, NULL) == DOM_OK);
    CHECK(dom_legal(&match.round, legal) > 0 && dom_apply(&match.round, legal[0]) == DOM_OK);
    for (int seat = 0; seat < match.round.rules.players; seat++) dealt += match.round.hand_dealt[seat];
    CHECK(dom_round_restore(&copy, &match.round.rules, match.round.dealt, match.round.hand_dealt, match.round.dealt_count - dealt,
                            match.round.starter, match.round.forced, NULL, -1, match.round.actions, 1, NULL) == DOM_OK);
    CHECK(dom_equal(&copy, &match.round) && dom_hash(&copy) == dom_hash(&match.round));
    CHECK(dom_seen_by(&copy, 0, &copy) == DOM_OK && dom_explain(&copy, DOM_PASS, NULL) != DOM_OK);
    (void)dom_squares(&copy, legal[0], squares);
    CHECK(dom_action_text(legal[0], text, sizeof text) == DOM_OK && dom_action_parse(text, &action) == DOM_OK);
    CHECK(dom_undo(&match.round) == legal[0]);
    while (dom_legal(&match.round, legal) > 0) CHECK(dom_apply(&match.round, legal[0]) == DOM_OK);
    (void)dom_match_deal(&match);
}

static void run_a_batch(void) {
    static uint64_t slots[2 * sizeof(dom_round) / 8 + 2 * 100];
    static uint16_t codes[8000];
    static uint8_t masks[2 * 8000], done[2];
    static int8_t turn[2], errors[2];
    static int32_t rewards[2 * DOM_MAX_PLAYERS], sampled[2];
    static int16_t row[2 * 1000];
    dom_batch batch = {.rules = round_.rules, .n = 2, .autoreset = 1, .slots = slots, .codes = codes, .masks = masks,
                       .rewards = rewards, .done = done, .turn = turn, .errors = errors, .sampled = sampled, .observations = row};
    CHECK(2 * (size_t)dom_slot_size(&round_.rules) <= sizeof slots && dom_action_count(&round_.rules) <= 8000);
    CHECK(dom_batch_start(&batch) == DOM_OK);
    const int32_t bad[2] = {dom_action_count(&round_.rules), 0};
    CHECK(dom_batch_step(&batch, bad) == DOM_OK && errors[0] != DOM_OK);
    for (int i = 0; i < 60; i++) CHECK(dom_batch_sample(&batch) == DOM_OK && dom_batch_step(&batch, sampled) == DOM_OK);
    CHECK(dom_batch_observe(&batch, -1) == DOM_OK && dom_batch_round(&batch, 1, &copy) == DOM_OK);
}

static void *on_thread(void *work) {
    ((void (**)(void))work)[0]();
    return NULL;
}

/* Does it on a thread with so many KB, which lie above a guard. */
static void with(int kilobytes, void (*work)(void)) {
    const size_t size = (size_t)kilobytes * KB;
    char *memory = mmap(NULL, GUARD + size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    pthread_attr_t attributes;
    pthread_t thread;
    CHECK(memory != MAP_FAILED && mprotect(memory, GUARD, PROT_NONE) == 0);
    CHECK(pthread_attr_init(&attributes) == 0 && pthread_attr_setstack(&attributes, memory + GUARD, size) == 0);
    CHECK(pthread_create(&thread, &attributes, on_thread, &work) == 0 && pthread_join(thread, NULL) == 0);
    CHECK(pthread_attr_destroy(&attributes) == 0 && munmap(memory, GUARD + size) == 0);
}

/* As much as the header says for tiles left to play, and to draw by choice. */
static int solving(void) {
    int tiles = round_.dealt_count - round_.boneyard_at;
    for (int seat = 0; seat < round_.rules.players; seat++) tiles += round_.hand_count[seat];
    return 16 + 2 * (tiles + (round_.rules.voluntary_draw ? round_.dealt_count - round_.boneyard_at : 0));
}

static void look(void) {
    CHECK(dom_seen_by(&round_, round_.seat, &view) == DOM_OK);
    with(THINKING, choose);
    with(THINKING, advise);
    with(THINKING, believe);
    with(PLAYOUTS, play_out);
    if (solving() >= 32) with(solving(), solve);
    depth = 2;
    with(ALL_OTHERS, count);
}

/* The presets, rules at random, and presets with a large set that is dealt out, or nearly so. */
static void rules_for(dom_rules *rules, int number) {
    if (number < 25) {
        some_rules(rules, number < 15 ? number : 30 + number);
        return;
    }
    CHECK(dom_preset(rules, number % 5, 0) == DOM_OK);
    rules->max_pip = 9 + 9 * (number % 2);
    rules->hand_size = dom_set_size(rules->max_pip) / rules->players - number % 3 * 4;
    rules->voluntary_draw = number % 2;
}

int main(void) {
    int looks = 0;
    if (!start_chance()) return 2;
    for (int number = 0; number < 35; number++) {
        dom_rules rules;
        rules_for(&rules, number);
        describe(&rules, number);
        CHECK(dom_round_deal(&round_, &rules, key, (uint64_t)number, DOM_HIGHEST_TILE, NULL, NULL) == DOM_OK);
        with(ALL_OTHERS, play_a_match);
        with(ALL_OTHERS, run_a_batch);
        for (int acted = 0; !round_.reason; acted++) {
            uint16_t legal[DOM_MAX_LEGAL];
            if (acted % 9 == number % 9) look(), looks++;
            CHECK(dom_apply(&round_, legal[any(dom_legal(&round_, legal))]) == DOM_OK);
        }
    }
    printf("%d looks\n", looks);
    return 0;
}
