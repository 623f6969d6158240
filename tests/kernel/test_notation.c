/* Notation, parts and options of the kernel over its public header: told for test_notation.py to compare, and misused.
 *
 *   test_notation write            every number from -3 beyond the last action: its parts and texts
 *   test_notation read < LINES     texts in hexadecimal: what they are as a tile and as an action
 *   test_notation set < LINES      preset, option and value (in hexadecimal): the rules that come of it
 *   test_notation names            every list of names, and what every option may be
 *   test_notation misuse           null pointers, short buffers and numbers out of range
 */
#include "check.h"

enum { LONGEST = 1000, SENTINEL = 0x5e };

/* ---- out ---- */

/* A text in a buffer of exactly its size; in any shorter one nothing is written. */
static const char *exactly(int (*write)(int, char *, size_t), int number, int most) {
    static char kept[LONGEST];
    char text[LONGEST];
    CHECK(write(number, text, (size_t)most) == DOM_OK);
    const size_t size = strlen(text) + 1;
    strcpy(kept, text);
    for (size_t shorter = 0; shorter <= size; shorter++) {
        char *room = malloc(size); /* the sanitizer sees what goes over its end */
        CHECK(room != NULL);
        memset(room, SENTINEL, size);
        CHECK(write(number, room, shorter) == (shorter < size ? DOM_ERR_SHORT : DOM_OK));
        for (size_t i = 0; i < size; i++) CHECK(room[i] == (shorter < size ? SENTINEL : kept[i]));
        free(room);
    }
    return kept;
}

static void write_all(void) {
    for (int action = -3; action < 6 << 11; action++) {
        int tile = 77, end = 77, placement = 77;
        char text[DOM_ACTION_TEXT] = "as it was";
        int status = dom_action_parts(action, &tile, &end, &placement);
        if (status != DOM_OK) {
            CHECK(status == DOM_WHY_NOT_AN_ACTION && tile == 77 && end == 77 && placement == 77);
            CHECK(dom_action_text(action, text, sizeof text) == status && strcmp(text, "as it was") == 0);
            continue;
        }
        if (tile >= 0) CHECK(dom_action(tile, end, placement) == action);
        printf("%d %d %d %d %s\n", action, tile, end, placement, exactly(dom_action_text, action, DOM_ACTION_TEXT));
    }
    for (int tile = 0; tile < DOM_MAX_TILES; tile++) {
        int high, low;
        CHECK(dom_tile_numbers(tile, &high, &low) == DOM_OK);
        CHECK(dom_tile(high, low) == tile && dom_tile(low, high) == tile);
        printf("%d %d %d %s\n", tile, high, low, exactly(dom_tile_text, tile, DOM_TILE_TEXT));
    }
}

/* ---- in ---- */

/* The next word of standard input, of two digits a byte, as a text of its exact size; "-" is the empty one. NULL at the end. */
static char *next_text(void) {
    static char word[2 * LONGEST + 1];
    char *text;
    size_t count = 0;
    if (scanf("%2000s", word) != 1) return NULL;
    text = malloc(strlen(word) / 2 + 1);
    CHECK(text != NULL);
    for (; word[0] != '-' && word[2 * count] != '\0'; count++) {
        unsigned byte;
        CHECK(sscanf(word + 2 * count, "%2x", &byte) == 1);
        text[count] = (char)byte;
    }
    text[count] = '\0';
    return text;
}

static void read_all(void) {
    for (char *text = next_text(); text != NULL; text = next_text()) {
        int tile = -1, action = -1;
        int as_tile = dom_tile_parse(text, &tile), as_action = dom_action_parse(text, &action);
        CHECK((as_tile == DOM_OK) == (tile >= 0) && (as_tile == DOM_OK || as_tile == DOM_ERR_NOTATION));
        CHECK((as_action == DOM_OK) == (action >= 0) && (as_action == DOM_OK || as_action == DOM_ERR_NOTATION));
        printf("%d %d\n", tile, action);
        free(text);
    }
}

/* ---- options ---- */

static void tell_options(const dom_rules *rules) {
    const char *name;
    for (int i = 0; (name = dom_name(DOM_OPTION_NAMES, i)) != NULL; i++) {
        char text[DOM_OPTION_TEXT], twice[DOM_OPTION_TEXT];
        dom_rules again = *rules;
        CHECK(dom_rules_get(rules, name, text, sizeof text) == DOM_OK);
        CHECK(dom_rules_set(&again, name, text) == DOM_OK && memcmp(&again, rules, sizeof again) == 0);
        for (size_t size = 0; size <= strlen(text); size++) {
            memset(twice, SENTINEL, sizeof twice);
            CHECK(dom_rules_get(rules, name, twice, size) == DOM_ERR_SHORT && twice[0] == SENTINEL);
        }
        CHECK(dom_rules_get(rules, name, twice, strlen(text) + 1) == DOM_OK && strcmp(text, twice) == 0);
        printf(" %s=%s", name, text);
    }
}

static void set_all(void) {
    for (char *preset = next_text(); preset != NULL; preset = next_text()) {
        char *option = next_text(), *value = next_text();
        dom_rules rules, before;
        CHECK(dom_preset(&rules, dom_find(DOM_PRESET_NAMES, preset), 0) == DOM_OK);
        before = rules;
        int status = dom_rules_set(&rules, option, value);
        CHECK(status == DOM_OK || memcmp(&rules, &before, sizeof rules) == 0);
        printf("%d", status);
        if (status == DOM_OK) {
            printf(" %d", dom_rules_check(&rules, NULL, NULL));
            for (int i = 0; i < DOM_RULE_FIELDS; i++) printf(" %d", (int)((const int32_t *)&rules)[i]);
            tell_options(&rules);
        }
        putchar('\n');
        free(preset), free(option), free(value);
    }
}

static void tell_names(void) {
    for (int names = DOM_PRESET_NAMES; names <= DOM_WHY_NAMES; names++) {
        int first = names == DOM_RESULT_NAMES;
        printf("%d", names);
        for (int number = first; dom_name(names, number) != NULL; number++) {
            CHECK(dom_find(names, dom_name(names, number)) == number);
            printf(" %s", dom_name(names, number));
        }
        putchar('\n');
    }
    for (int i = 0; dom_name(DOM_OPTION_NAMES, i) != NULL; i++)
        printf("%s: %s\n", dom_name(DOM_OPTION_NAMES, i), dom_option_values(dom_name(DOM_OPTION_NAMES, i)));
}

/* ---- misuse ---- */

static const int odd[] = {-2147483647 - 1, -1000, -1, 190, 255, 256, 65536, 2147483647};
enum { ODD = sizeof odd / sizeof *odd };

static void misuse_of_parts(void) {
    int tile = 77, end = 77, placement = 77;
    uint8_t list[DOM_MAX_TILES];
    dom_tileset set = {{0}};
    for (int i = 0; i < ODD; i++) {
        CHECK(dom_tile(odd[i], 0) == DOM_ERR_RANGE && dom_tile(0, odd[i]) == DOM_ERR_RANGE);
        CHECK(dom_tile_numbers(odd[i], &tile, &end) == DOM_ERR_RANGE);
        CHECK(dom_action(odd[i], 0, 0) == DOM_ERR_RANGE && dom_action(0, 0, odd[i]) == DOM_ERR_RANGE);
        CHECK(dom_action(0, odd[i], 0) == (odd[i] == -1 ? 0 : DOM_ERR_RANGE)); /* -1: 0-0 opens */
        CHECK(dom_name(odd[i], 0) == NULL && dom_name(DOM_END_NAMES, odd[i]) == NULL && dom_name(DOM_OPTION_NAMES, odd[i]) == NULL);
        CHECK(dom_find(odd[i], "table") == DOM_ERR_RANGE);
    }
    CHECK(dom_tile(19, 0) == DOM_ERR_RANGE && dom_action(0, -1, DOM_SIDE_LEFT) == DOM_ERR_RANGE && dom_action(0, 4, 0) == DOM_ERR_RANGE);
    CHECK(dom_action(0, 0, 5) == DOM_ERR_RANGE && dom_name(DOM_RESULT_NAMES, DOM_ON) == NULL);
    CHECK(dom_tile_numbers(0, NULL, &end) == DOM_ERR_NULL && dom_tile_numbers(0, &end, NULL) == DOM_ERR_NULL);
    CHECK(dom_action_parts(0, NULL, &end, &placement) == DOM_ERR_NULL && dom_action_parts(0, &tile, NULL, &placement) == DOM_ERR_NULL);
    CHECK(dom_action_parts(0, &tile, &end, NULL) == DOM_ERR_NULL);
    CHECK(dom_tileset_list(NULL, list) == DOM_ERR_NULL && dom_tileset_list(&set, NULL) == DOM_ERR_NULL);
    CHECK(tile == 77 && end == 77 && placement == 77);
    CHECK(dom_find(DOM_PRESET_NAMES, NULL) == DOM_ERR_NULL && dom_find(DOM_PRESET_NAMES, "") == DOM_ERR_NAME);
    CHECK(dom_find(DOM_PRESET_NAMES, "Table") == DOM_ERR_NAME && dom_find(DOM_PRESET_NAMES, "tables") == DOM_ERR_NAME);
    CHECK(dom_tileset_list(&set, list) == 0);
    memset(&set, 0xff, sizeof set); /* two bits more than there are tiles */
    CHECK(dom_tileset_list(&set, list) == DOM_MAX_TILES && list[189] == 189);
}

static void misuse_of_texts(void) {
    char text[DOM_ACTION_TEXT] = "as it was";
    int found = 77;
    for (int i = 0; i < ODD; i++) CHECK(dom_tile_text(odd[i], text, sizeof text) == DOM_ERR_RANGE);
    CHECK(dom_tile_text(0, NULL, 9) == DOM_ERR_NULL && dom_action_text(0, NULL, 9) == DOM_ERR_NULL);
    CHECK(dom_tile_parse(NULL, &found) == DOM_ERR_NULL && dom_tile_parse("6-4", NULL) == DOM_ERR_NULL);
    CHECK(dom_action_parse(NULL, &found) == DOM_ERR_NULL && dom_action_parse("draw", NULL) == DOM_ERR_NULL);
    CHECK(strcmp(text, "as it was") == 0 && found == 77);
}

static void misuse_of_options(void) {
    dom_rules rules, before;
    char text[DOM_OPTION_TEXT] = "as it was";
    CHECK(dom_preset(&rules, DOM_PRESET_TABLE, 0) == DOM_OK);
    before = rules;
    CHECK(dom_rules_set(NULL, "players", "2") == DOM_ERR_NULL && dom_rules_set(&rules, NULL, "2") == DOM_ERR_NULL);
    CHECK(dom_rules_set(&rules, "players", NULL) == DOM_ERR_NULL && dom_rules_set(&rules, "player", "2") == DOM_ERR_NAME);
    CHECK(dom_rules_get(NULL, "players", text, 16) == DOM_ERR_NULL && dom_rules_get(&rules, NULL, text, 16) == DOM_ERR_NULL);
    CHECK(dom_rules_get(&rules, "players", NULL, 16) == DOM_ERR_NULL && dom_rules_get(&rules, "", text, 16) == DOM_ERR_NAME);
    CHECK(dom_option_values(NULL) == NULL && dom_option_values("table_width") == NULL);
    CHECK(memcmp(&rules, &before, sizeof rules) == 0);
    for (int i = 0; i < DOM_RULE_FIELDS; i++) { /* a wrong value is not told, the others are */
        rules = before;
        ((int32_t *)&rules)[i] = -7;
        for (int k = 0; dom_name(DOM_OPTION_NAMES, k) != NULL; k++) {
            char kept[DOM_OPTION_TEXT] = "as it was";
            int of_field = k == i - (i > 9), status = dom_rules_get(&rules, dom_name(DOM_OPTION_NAMES, k), kept, sizeof kept);
            CHECK(status == (of_field ? DOM_ERR_RULES : DOM_OK) && (status == DOM_OK || strcmp(kept, "as it was") == 0));
        }
    }
    CHECK(strcmp(text, "as it was") == 0);
}

static void misuse_of_versions(void) {
    CHECK(dom_abi_check(DOM_ABI, "dom_match", sizeof(dom_match)) == DOM_OK && dom_abi_check(DOM_ABI, "dom_batch", sizeof(dom_batch)) == DOM_OK);
    CHECK(dom_abi_check(DOM_ABI, NULL, 1) == DOM_ERR_NULL && dom_abi_check(DOM_ABI, "dom_game", 1) == DOM_ERR_NAME);
    CHECK(dom_abi_check(DOM_ABI + 1, "dom_match", sizeof(dom_match)) == DOM_ERR_ABI);
    CHECK(dom_abi_check(DOM_ABI, "dom_match", sizeof(dom_match) - 1) == DOM_ERR_ABI && dom_abi_check(DOM_ABI, "dom_rules", 0) == DOM_ERR_ABI);
}

int main(int count, char **words) {
    CHECK(count == 2);
    if (strcmp(words[1], "write") == 0) write_all();
    else if (strcmp(words[1], "read") == 0) read_all();
    else if (strcmp(words[1], "set") == 0) set_all();
    else if (strcmp(words[1], "names") == 0) tell_names();
    else {
        misuse_of_parts();
        misuse_of_texts();
        misuse_of_options();
        misuse_of_versions();
        puts("misuse refused");
    }
    return 0;
}
