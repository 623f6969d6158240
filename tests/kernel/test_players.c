/* What a seat may conclude, and what players do in its view, told for positions read from standard input; and misuse.
 * Includes the kernel's one source, since what is concluded is not to be had from outside. */
#include "kernel.c"

#include <stdio.h>
#include <stdlib.h>

#define CHECK(condition)                                                                       \
    do {                                                                                       \
        if (!(condition)) {                                                                    \
            fprintf(stderr, "%s:%d: %s fails\n", __FILE__, __LINE__, #condition);              \
            exit(1);                                                                           \
        }                                                                                      \
    } while (0)

static int number(void) {
    int found;
    CHECK(scanf("%d", &found) == 1);
    return found;
}

/* The rules, each hand and the boneyard with their sizes, the starter, the actions with their number, and the seat that looks. */
static void read_view(dom_round *view) {
    static dom_round round;
    int32_t fields[DOM_RULE_FIELDS];
    uint8_t tiles[DOM_MAX_TILES], sizes[DOM_MAX_PLAYERS] = {0};
    dom_rules rules;
    int size = 0, count = 0;
    for (int i = 0; i < DOM_RULE_FIELDS; i++) fields[i] = number();
    memcpy(&rules, fields, sizeof rules);
    for (int seat = 0; seat <= rules.players; seat++) {
        size = number();
        if (seat < rules.players) sizes[seat] = (uint8_t)size;
        for (int i = 0; i < size; i++) tiles[count++] = (uint8_t)number();
    }
    CHECK(dom_round_start(&round, &rules, tiles, sizes, size, number(), NULL, NULL) == DOM_OK);
    for (int left = number(); left > 0; left--) CHECK(dom_apply(&round, number()) == DOM_OK);
    CHECK(dom_seen_by(&round, number(), view) == DOM_OK);
}

static void tell_tiles(const dom_tileset *tiles) {
    for (int w = 2; w >= 0; w--) printf("%016llx", (unsigned long long)tiles->word[w]);
}

static void tell_known(const dom_round *view) {
    static known k;
    static dom_round position;
    memset(&k, 0x55, sizeof k); /* nothing that was there before counts */
    memset(&position, 0x55, sizeof position);
    conclude_from(&k, view, &position);
    CHECK(position.seat == view->seat && position.action_count == view->action_count && position.viewer == -1);
    printf("%d %d %d %d %d ", k.viewer, k.starter, k.hidden, k.highest_decides, k.redeal_doubles);
    tell_tiles(&k.unseen);
    for (int seat = 0; seat < view->rules.players; seat++) printf(" %u", (unsigned)k.lacks[seat]);
    for (int b = 0; b < k.bin_count; b++) {
        printf(" bin %d %d %d ", k.bin[b].seat, k.bin[b].places, k.bin[b].since);
        tell_tiles(&k.bin[b].barred);
    }
    for (int i = 0; i < k.spent_count; i++) {
        const spent *s = &k.spent[i];
        printf(" spent %d %d %d %d %u", s->tile, s->seat, s->at, s->since, (unsigned)s->bins);
    }
}

static void tell(void) {
    static dom_round view, kept;
    for (int left = number(); left > 0; left--) {
        int action = -1;
        read_view(&view);
        kept = view;
        tell_known(&view);
        if (view.seat == view.viewer) CHECK(dom_choose(&view, DOM_BLOCKER, 0, 0, NULL, NULL, &action) == DOM_OK);
        CHECK(memcmp(&kept, &view, sizeof view) == 0);
        printf(" chooses %d\n", action);
    }
}

static void misuse(void) {
    static dom_round round, view;
    uint8_t tiles[DOM_MAX_TILES];
    const uint8_t key[32] = {1}, sizes[DOM_MAX_PLAYERS] = {7, 7};
    dom_rules rules;
    dom_stream stream;
    int action = 77;
    CHECK(dom_stream_start(&stream, key, 0) == DOM_OK);
    CHECK(dom_preset(&rules, DOM_PRESET_BLOCK, 2) == DOM_OK && dom_deal(&rules, key, 0, tiles) == DOM_OK);
    CHECK(dom_choose(&view, DOM_BLOCKER, 0, 0, NULL, NULL, &action) == DOM_ERR_NOT_SET_UP);
    CHECK(dom_round_start(&round, &rules, tiles, sizes, 14, DOM_HIGHEST_TILE, NULL, NULL) == DOM_OK);
    CHECK(dom_seen_by(&round, round.seat, &view) == DOM_OK);
    CHECK(dom_choose(NULL, DOM_BLOCKER, 0, 0, NULL, NULL, &action) == DOM_ERR_NULL);
    CHECK(dom_choose(&view, DOM_BLOCKER, 0, 0, NULL, NULL, NULL) == DOM_ERR_NULL);
    CHECK(dom_choose(&round, DOM_BLOCKER, 0, 0, NULL, NULL, &action) == DOM_ERR_VIEW);
    CHECK(dom_choose(&view, -1, 0, 0, &stream, NULL, &action) == DOM_ERR_RANGE);
    CHECK(dom_choose(&view, DOM_SNOW_WHITE + 1, 0, 0, &stream, NULL, &action) == DOM_ERR_RANGE);
    CHECK(dom_choose(&view, DOM_SNOW_WHITE, 0, 0, NULL, NULL, &action) == DOM_ERR_NULL);
    CHECK(dom_choose(&view, DOM_BLOCKER, -1, 0, NULL, NULL, &action) == DOM_ERR_RANGE);
    CHECK(dom_choose(&view, DOM_BLOCKER, 1, 0, NULL, NULL, &action) == DOM_ERR_RANGE);
    CHECK(dom_choose(&view, DOM_BLOCKER, 0, -1, NULL, NULL, &action) == DOM_ERR_RANGE);
    CHECK(dom_choose(&view, DOM_BLOCKER, 0, DOM_MAX_WORLDS + 1, NULL, NULL, &action) == DOM_ERR_RANGE);
    CHECK(dom_seen_by(&round, 1 - round.seat, &view) == DOM_OK);
    CHECK(dom_choose(&view, DOM_BLOCKER, 0, 0, NULL, NULL, &action) == DOM_WHY_NOT_YOUR_TURN);
    while (!round.reason) {
        uint16_t legal[DOM_MAX_LEGAL];
        CHECK(dom_legal(&round, legal) > 0 && dom_apply(&round, legal[0]) == DOM_OK);
    }
    CHECK(dom_seen_by(&round, 0, &view) == DOM_OK);
    CHECK(dom_choose(&view, DOM_BLOCKER, 0, 0, NULL, NULL, &action) == DOM_WHY_ROUND_OVER);
    CHECK(action == 77);
    puts("misuse refused");
}

int main(int count, char **words) {
    if (count == 2 && strcmp(words[1], "tell") == 0) tell();
    else if (count == 2 && strcmp(words[1], "misuse") == 0) misuse();
    else return 2;
    return 0;
}
