/* Bytes as text: tiles, actions, options and names, in memory that ends with the text. What is read can be written and read again;
 * what is not leaves everything as it was. */
#include "fuzz.h"

enum { UNTOUCHED = 12345 };

static void read_tile(const char *text) {
    char written[DOM_TILE_TEXT];
    int tile = UNTOUCHED, again;
    const int status = dom_tile_parse(text, &tile);
    if (status != DOM_OK) {
        CHECK(status == DOM_ERR_NOTATION && tile == UNTOUCHED);
        return;
    }
    CHECK(tile >= 0 && tile < DOM_MAX_TILES);
    CHECK(dom_tile_text(tile, written, sizeof written) == DOM_OK);
    CHECK(dom_tile_parse(written, &again) == DOM_OK && again == tile);
}

static void read_action(const char *text) {
    int action = UNTOUCHED, again, tile, end, placement;
    const int status = dom_action_parse(text, &action);
    if (status != DOM_OK) {
        CHECK(status == DOM_ERR_NOTATION && action == UNTOUCHED);
        return;
    }
    char written[DOM_ACTION_TEXT];
    CHECK(dom_action_parts(action, &tile, &end, &placement) == DOM_OK);
    CHECK(dom_action_text(action, written, sizeof written) == DOM_OK);
    CHECK(dom_action_parse(written, &again) == DOM_OK && again == action);
    for (size_t size = 0; size <= strlen(written); size++) {
        char *small = malloc(size + !size);
        CHECK(small != NULL);
        memset(small, '#', size + !size);
        CHECK(dom_action_text(action, small, size) == DOM_ERR_SHORT && small[0] == '#');
        free(small);
    }
}

static void set_option(int preset, const char *name, const char *value) {
    dom_rules rules, before, again;
    char written[DOM_OPTION_TEXT];
    CHECK(dom_preset(&rules, preset, 0) == DOM_OK);
    before = again = rules;
    const int status = dom_rules_set(&rules, name, value);
    if (status != DOM_OK) {
        CHECK(memcmp(&rules, &before, sizeof rules) == 0);
        CHECK(status == (dom_find(DOM_OPTION_NAMES, name) < 0 ? DOM_ERR_NAME : DOM_ERR_VALUE));
        return;
    }
    CHECK(dom_rules_get(&rules, name, written, sizeof written) == DOM_OK);
    CHECK(dom_rules_set(&again, name, written) == DOM_OK);
    CHECK(memcmp(&rules, &again, sizeof rules) == 0);
    (void)dom_rules_check(&rules, NULL, NULL);
}

static void find(const char *text) {
    for (int list = DOM_PRESET_NAMES; list <= DOM_WHY_NAMES; list++) {
        const int number = dom_find(list, text);
        CHECK(number == DOM_ERR_NAME || (number >= 0 && strcmp(dom_name(list, number), text) == 0));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    input in = {data, size};
    const int preset = next_byte(&in) % 5, option = next_byte(&in);
    char *text = malloc(in.left + 1);
    CHECK(text != NULL);
    if (in.left > 0) memcpy(text, in.data, in.left);
    text[in.left] = '\0';
    read_tile(text);
    read_action(text);
    find(text);
    const char *name = dom_name(DOM_OPTION_NAMES, option % 24);
    set_option(preset, name != NULL ? name : text, text);
    free(text);
    return 0;
}
