/* instructions.c - fixed pieces of the kernel's work, whose instructions instructions.py counts.
 *
 * The kernel is linked to this program, so that neither Python nor Cython has a part in the counts. Each workload returns
 * a number that depends on everything it did.
 *
 * Usage: instructions NAME prints the answer; instructions alone prints the names.
 */
#include <stdlib.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "dominoes.h"

enum { ROUNDS = 2000, SLOTS = 64 };

static const uint8_t key[32] = "the bench of the instructions.."; /* its last byte is the terminating zero */
static int32_t points[ROUNDS * DOM_MAX_PLAYERS], column[6][ROUNDS];
static const dom_columns columns = {points, column[0], column[1], column[2], column[3], column[4], column[5]};
static dom_solve_entry entries[1 << 14];

static uint64_t mixed(uint64_t answer, uint64_t value) { return (answer ^ value) * UINT64_C(0x100000001b3); }

static dom_rules rules_of(int preset) {
    dom_rules rules;
    dom_preset(&rules, preset, 0);
    return rules;
}

/* ---- rounds played out ---- */

static uint64_t play_out_all(const dom_rules *rules, size_t rounds, const dom_weights *weights) {
    uint64_t answer = 0;
    dom_playouts(rules, NULL, key, 0, rounds, weights, &columns);
    for (size_t i = 0; i < rounds * (size_t)rules->players; i++) answer = mixed(answer, (uint64_t)points[i]);
    for (size_t i = 0; i < rounds; i++)
        for (int c = 0; c < 6; c++) answer = mixed(answer, (uint64_t)column[c][i]);
    return answer;
}

static uint64_t playouts(int preset) {
    dom_rules rules = rules_of(preset);
    return play_out_all(&rules, ROUNDS, NULL);
}

/* One a call, so that no two are played at the same time. */
static uint64_t playouts_apart(int preset) {
    dom_rules rules = rules_of(preset);
    uint64_t answer = 0;
    for (uint64_t number = 0; number < ROUNDS; number++) {
        dom_playouts(&rules, NULL, key, number, 1, NULL, &columns);
        answer = mixed(answer, (uint64_t)(points[0] + 1000 * column[3][0] + 100 * column[5][0]));
    }
    return answer;
}

static uint64_t playouts_large(int unused) {
    dom_rules rules = rules_of(DOM_PRESET_DRAW);
    (void)unused;
    rules.max_pip = DOM_MAX_PIP;
    return play_out_all(&rules, ROUNDS / 10, NULL);
}

static uint64_t playouts_weighted(int preset) {
    const dom_weights weights = {1, 5, 3, 2, 4, 9};
    dom_rules rules = rules_of(preset);
    return play_out_all(&rules, ROUNDS / 10, &weights);
}

/* ---- positions, one by one ---- */

static dom_round dealt(int preset, uint64_t number) {
    static const uint8_t sizes[DOM_MAX_PLAYERS] = {9, 9, 9, 9}, seven[DOM_MAX_PLAYERS] = {7, 7, 7, 7};
    dom_rules rules = rules_of(preset);
    dom_round r;
    uint8_t tiles[DOM_MAX_TILES];
    dom_deal(&rules, key, number, tiles);
    const uint8_t *hands = rules.hand_size == 9 ? sizes : seven;
    dom_round_start(&r, &rules, tiles, hands, dom_set_size(rules.max_pip) - rules.players * rules.hand_size, DOM_HIGHEST_TILE, NULL, NULL);
    return r;
}

/* Random rounds by the checked calls that Python's rounds stand on, asked for everything, and taken back to their start. */
static uint64_t walk(int preset) {
    uint64_t answer = 0;
    uint16_t actions[DOM_MAX_LEGAL];
    for (uint64_t number = 0; number < 200; number++) {
        dom_round r = dealt(preset, number), copy;
        dom_stream stream;
        int count;
        dom_stream_start(&stream, key, number);
        while ((count = dom_legal(&r, actions)) > 0) {
            answer = mixed(answer, dom_hash(&r) + (uint64_t)count);
            dom_round_copy(&copy, &r);
            dom_apply(&r, actions[dom_stream_below(&stream, (uint32_t)count)]);
        }
        answer = mixed(answer, (uint64_t)(dom_equal(&r, &copy) + r.winner));
        while (dom_undo(&r) >= 0) answer = mixed(answer, (uint64_t)r.seat);
    }
    return answer;
}

static uint64_t count_leaves(int preset, int depth) {
    dom_round r = dealt(preset, 0);
    uint64_t leaves = 0;
    dom_perft(&r, depth, &leaves);
    return leaves;
}

static uint64_t perft_chain(int preset) { return count_leaves(preset, 11); }
static uint64_t perft_table(int preset) { return count_leaves(preset, 5); }

static uint64_t solve(int preset) {
    dom_solver solver = {entries, sizeof entries / sizeof entries[0], 5000, NULL, 0, 0};
    dom_solution solution;
    uint64_t answer = 0;
    for (uint64_t number = 0; number < 3; number++) {
        dom_round r = dealt(preset, number);
        memset(entries, 0, sizeof entries);
        dom_solve(&r, &solver, &solution);
        answer = mixed(answer, solution.nodes + (uint64_t)(solution.lower + 1000 * solution.upper));
    }
    return answer;
}

/* ---- many side by side ---- */

static uint64_t batch(int preset) {
    enum { MOST_ACTIONS = 1 << 11, SLOT_BYTES = 1 << 13 };
    static _Alignas(64) unsigned char slots[SLOTS * SLOT_BYTES];
    static uint16_t codes[MOST_ACTIONS];
    static uint8_t masks[SLOTS * MOST_ACTIONS], done[SLOTS];
    static int32_t rewards[SLOTS * DOM_MAX_PLAYERS], sampled[SLOTS];
    static int8_t turn[SLOTS], errors[SLOTS];
    dom_batch b = {.rules = rules_of(preset), .autoreset = 1, .n = SLOTS, .slots = slots, .codes = codes, .masks = masks,
                   .rewards = rewards, .done = done, .turn = turn, .errors = errors, .sampled = sampled};
    uint64_t answer = 0;
    if (dom_slot_size(&b.rules) > SLOT_BYTES || dom_action_count(&b.rules) > MOST_ACTIONS) return 0;
    memcpy(b.deal_key, key, sizeof key);
    memcpy(b.sample_key, key, sizeof key);
    dom_batch_start(&b);
    for (int step = 0; step < 200; step++) {
        dom_batch_sample(&b);
        dom_batch_step(&b, sampled);
        for (int i = 0; i < SLOTS; i++) answer = mixed(answer, (uint64_t)(sampled[i] + done[i]));
    }
    return answer;
}

/* ---- */

typedef struct workload {
    const char *name;
    uint64_t (*run)(int preset);
    int preset;
} workload;

/* Rounds in which each seat decides by its view: Snow White with few worlds, the blocker for the answer's sake beside her. */
static uint64_t think(int preset) {
    uint64_t answer = 0;
    dom_stream chance;
    dom_stream_start(&chance, key, 7);
    for (uint64_t number = 0; number < 4; number++) {
        dom_round r = dealt(preset, number), view;
        while (r.reason == DOM_ON) {
            int action, blocking;
            if (dom_seen_by(&r, r.seat, &view) != DOM_OK) exit(1);
            if (dom_choose(&view, DOM_BLOCKER, 0, 0, NULL, NULL, &blocking) != DOM_OK) exit(1);
            if (dom_choose(&view, DOM_SNOW_WHITE, 0, 60, &chance, NULL, &action) != DOM_OK) exit(1);
            answer = mixed(mixed(answer, (uint64_t)action), (uint64_t)blocking);
            dom_apply_unchecked(&r, action);
        }
    }
    return answer;
}

static const workload workloads[] = {
    {"playouts, draw", playouts, DOM_PRESET_DRAW},
    {"playouts, block", playouts, DOM_PRESET_BLOCK},
    {"playouts, partnership", playouts, DOM_PRESET_PARTNERSHIP},
    {"playouts, table", playouts, DOM_PRESET_TABLE},
    {"playouts, all-fives", playouts, DOM_PRESET_ALL_FIVES},
    {"playouts one by one, draw", playouts_apart, DOM_PRESET_DRAW},
    {"playouts, draw to 18", playouts_large, DOM_PRESET_DRAW},
    {"weighted playouts, draw", playouts_weighted, DOM_PRESET_DRAW},
    {"weighted playouts, table", playouts_weighted, DOM_PRESET_TABLE},
    {"walk, draw", walk, DOM_PRESET_DRAW},
    {"walk, table", walk, DOM_PRESET_TABLE},
    {"walk, all-fives", walk, DOM_PRESET_ALL_FIVES},
    {"perft, partnership", perft_chain, DOM_PRESET_PARTNERSHIP},
    {"perft, table", perft_table, DOM_PRESET_TABLE},
    {"solve, partnership", solve, DOM_PRESET_PARTNERSHIP},
    {"solve, table", solve, DOM_PRESET_TABLE},
    {"players, draw", think, DOM_PRESET_DRAW},
    {"players, table", think, DOM_PRESET_TABLE},
    {"players, partnership", think, DOM_PRESET_PARTNERSHIP},
    {"batch, draw", batch, DOM_PRESET_DRAW},
    {"batch, table", batch, DOM_PRESET_TABLE},
};

/* What is done in here is counted: instructions.py tells the counter this name. */
__attribute__((noinline)) void counted(const workload *chosen, volatile uint64_t *answer) { *answer = chosen->run(chosen->preset); }

int main(int argc, char **argv) {
    volatile uint64_t answer = 0;
    for (size_t i = 0; i < sizeof workloads / sizeof workloads[0]; i++) {
        if (argc < 2) puts(workloads[i].name);
        else if (strcmp(argv[1], workloads[i].name) == 0) {
            counted(&workloads[i], &answer);
            printf("%016" PRIx64 "\n", answer);
            return 0;
        }
    }
    return argc >= 2;
}
