/* What the tests of the kernel share: checks that say where they were, chance from a fixed seed, and rules at random. */
#ifndef CHANCE_H
#define CHANCE_H

#include "dominoes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                                                     \
    do {                                                                                     \
        if (!(condition)) {                                                                  \
            fprintf(stderr, "%s:%d: %s fails (%s)\n", __FILE__, __LINE__, #condition, what); \
            exit(1);                                                                         \
        }                                                                                    \
    } while (0)

static char what[400] = "";
static dom_stream chance;
static uint8_t key[32];

static int any(int n) { return (int)dom_stream_below(&chance, (uint32_t)n); }
static int coin(void) { return any(2); }

static int pick(const int *values, int count) { return values[any(count)]; }
#define PICK(...) pick((const int[]){__VA_ARGS__}, (int)(sizeof((const int[]){__VA_ARGS__}) / sizeof(int)))

static int table_side(void) { return PICK(8, 9, 10, 12, 14, 17, 24, 33, 64); }

static void random_rules(dom_rules *rules) {
    memset(rules, 0, sizeof *rules);
    rules->players = 2 + any(3);
    rules->max_pip = PICK(2, 3, 4, 5, 6, 6, 6, 7, 9, 12, 15, 18);
    int tiles = dom_set_size(rules->max_pip);
    rules->hand_size = 1 + any(tiles / rules->players);
    if (coin() && rules->hand_size > 9) rules->hand_size = 1 + any(9);
    rules->draw = any(3);
    rules->voluntary_draw = coin();
    rules->boneyard_floor = PICK(0, 0, 1, 2, 9, DOM_MAX_NUMBER);
    rules->opening = coin();
    rules->opening_tile = coin();
    rules->next_opening = any(3);
    if (any(4)) {
        rules->table_width = table_side();
        rules->table_height = table_side();
    }
    rules->turns = any(4) != 0;
    rules->spinner = coin();
    rules->count_multiple = PICK(0, 3, 5);
    rules->partners = rules->players == 4 && coin();
    rules->scoring = rules->partners && coin();
    rules->round_to = PICK(1, 3, 5);
    rules->target = PICK(1, 20, 100, DOM_MAX_NUMBER);
}

static void some_rules(dom_rules *rules, int number) {
    int players = 2 + number / 5 % 3;
    if (number < 45 && dom_preset(rules, number % 5, players) == DOM_OK) return;
    if (number < 45 && dom_preset(rules, number % 5, 0) == DOM_OK) return;
    random_rules(rules);
}

static void describe(const dom_rules *rules, int number) {
    const int32_t *field = (const int32_t *)rules;
    int at = snprintf(what, sizeof what, "round %d, rules", number);
    for (int i = 0; i < DOM_RULE_FIELDS; i++) at += snprintf(what + at, sizeof what - (size_t)at, " %d", (int)field[i]);
}

static int start_chance(void) {
    return dom_seed_key("test", 4, "kernel", 6, key) == DOM_OK && dom_stream_start(&chance, key, 0) == DOM_OK;
}

#endif
