/* Bytes as text: tiles, actions, options and names, in memory that ends with the text. What is read can be written and read again;
 * what is not leaves everything as it was. The same bytes are then a set of tiles and a stream, as a caller may hand them over: any
 * bits at all. */
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

/* A set in memory of exactly its size, with bits that stand for no tile among the others. */
static void look_at_tiles(const input *in) {
    dom_tileset *set = calloc(1, sizeof *set);
    uint8_t list[DOM_MAX_TILES];
    int pips = 0;
    CHECK(set != NULL);
    if (in->left > 0) memcpy(set, in->data, in->left < sizeof *set ? in->left : sizeof *set);
    const int count = dom_tileset_list(set, list);
    CHECK(count >= 0 && count <= DOM_MAX_TILES);
    for (int i = 0; i < count; i++) {
        int high, low;
        CHECK((i == 0 || list[i] > list[i - 1]) && dom_tile_numbers(list[i], &high, &low) == DOM_OK);
        pips += high + low;
    }
    CHECK(dom_tileset_pips(set) == pips);
    free(set);
}

/* A stream of any state ends: by itself, and where players draw from it. One of zeros was never started. */
static void draw_from_stream(const input *in, int preset) {
    static dom_round round, view;
    static dom_beliefs_found found;
    static dom_advice advice;
    const uint8_t key[32] = {1};
    dom_stream stream = {{0}};
    dom_rules rules;
    int action = UNTOUCHED;
    if (in->left > 0) memcpy(&stream, in->data, in->left < sizeof stream ? in->left : sizeof stream);
    const int started = (stream.s[0] | stream.s[1] | stream.s[2] | stream.s[3]) != 0, expected = started ? DOM_OK : DOM_ERR_NOT_SET_UP;
    for (uint32_t n = 1; n != 0; n *= 3) {
        if (n > UINT32_MAX / 3) break;
        CHECK(dom_stream_below(&stream, n) < n && (started || dom_stream_below(&stream, n) == 0));
    }
    CHECK(dom_preset(&rules, preset, 0) == DOM_OK);
    CHECK(dom_round_deal(&round, &rules, key, 0, 0, NULL, NULL) == DOM_OK && dom_seen_by(&round, 0, &view) == DOM_OK);
    for (int player = DOM_PINOCCHIO; player <= DOM_SNOW_WHITE; player++) {
        CHECK(dom_choose(&view, player, 1, 1, &stream, NULL, &action) == expected);
        CHECK(started ? dom_explain(&round, action, NULL) == DOM_OK : action == UNTOUCHED);
    }
    CHECK(dom_advise(&view, 1, 1, &stream, NULL, &advice) == expected && dom_beliefs(&view, 1, 1, &stream, &found) == expected);
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
    look_at_tiles(&in);
    draw_from_stream(&in, preset);
    return 0;
}
