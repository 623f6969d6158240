/* What the fuzz targets share: the input as a supply of small numbers, checks, and rules and rounds made from bytes.
 *
 * A target is a function of the bytes alone. With clang's -fsanitize=fuzzer it is fuzzed; with replay.c it runs the inputs that
 * it is given, under any compiler. A check that fails aborts: the fuzzer keeps the input that did it. */
#ifndef FUZZ_H
#define FUZZ_H

#include "dominoes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                                          \
    do {                                                                          \
        if (!(condition)) {                                                       \
            fprintf(stderr, "%s:%d: %s fails\n", __FILE__, __LINE__, #condition); \
            abort();                                                              \
        }                                                                         \
    } while (0)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct input {
    const uint8_t *data;
    size_t left;
} input;

/* The next byte; 0 when there are no more, so that every input says something. */
static inline int next_byte(input *in) {
    if (in->left == 0) return 0;
    in->left--;
    return *in->data++;
}

static inline int next_word(input *in) {
    const int high = next_byte(in);
    return high << 8 | next_byte(in);
}

/* A preset, and up to three of its fields set to numbers that are small, at a bound, or foolish. 1 where they go together. */
static inline int next_rules(input *in, dom_rules *rules) {
    static const int32_t odd[] = {-1, 0, 1, 2, 3, 4, 5, 8, 9, 10, 12, 18, 19, 64, 65, 190, DOM_MAX_NUMBER, INT32_MAX, INT32_MIN};
    int32_t fields[DOM_RULE_FIELDS];
    const int preset = next_byte(in) % 5, players = 2 + next_byte(in) % 3, changes = next_byte(in) % 4;
    int field, what;
    if (dom_preset(rules, preset, players) != DOM_OK) CHECK(dom_preset(rules, preset, 0) == DOM_OK);
    memcpy(fields, rules, sizeof fields);
    for (int i = 0; i < changes; i++) {
        const int which = next_byte(in) % DOM_RULE_FIELDS, value = next_byte(in);
        fields[which] = value < 128 ? value % 20 : odd[value % (int)(sizeof odd / sizeof *odd)];
    }
    memcpy(rules, fields, sizeof fields);
    if (dom_rules_check(rules, &field, &what) == DOM_OK) {
        CHECK(field == 0 && what == 0);
        return 1;
    }
    CHECK(field >= 1 && field <= DOM_RULE_FIELDS && what >= 1 && what <= 6);
    return 0;
}

/* A first round by these rules, from a seed of one byte. 0 where none can be dealt, for a reason that may be. */
static inline int next_round(input *in, dom_round *round, const dom_rules *rules) {
    const uint8_t seed = (uint8_t)next_byte(in);
    uint8_t key[32];
    CHECK(dom_seed_key("deal", 4, &seed, 1, key) == DOM_OK);
    const int starter = rules->opening == DOM_OPENING_RANDOM ? DOM_RANDOM_SEAT : DOM_HIGHEST_TILE;
    const int status = dom_round_deal(round, rules, key, 0, starter, key, NULL);
    CHECK(status == DOM_OK || (status == DOM_ERR_NO_DEAL && rules->redeal_doubles > 0));
    return status == DOM_OK;
}

/* Restores a round from the parts of another, given in memory of exactly their sizes. */
static inline int restore_parts(dom_round *to, const dom_round *from, const uint8_t *hand_sizes, int tiles, int starter, int forced,
                                int viewer, const uint16_t *actions, int action_count) {
    int dealt = 0;
    for (int seat = 0; seat < from->rules.players; seat++) dealt += hand_sizes[seat];
    const size_t listed = tiles > 0 ? (size_t)tiles : 0, acted = action_count > 0 ? (size_t)action_count : 0;
    uint8_t *list = malloc(listed + !listed);
    uint16_t *done = malloc((acted + !acted) * sizeof *done);
    CHECK(list != NULL && done != NULL);
    for (size_t i = 0; i < listed; i++) list[i] = i < DOM_MAX_TILES ? from->dealt[i] : DOM_HIDDEN;
    for (size_t i = 0; i < acted; i++) done[i] = i < DOM_MAX_ACTIONS ? actions[i] : DOM_PASS;
    const int status = dom_round_restore(to, &from->rules, list, hand_sizes, tiles - dealt, starter, forced, from->scores_before,
                                         viewer, done, action_count, NULL);
    free(list);
    free(done);
    return status;
}

#endif
