/* Tiles and actions as numbers, as their parts and as text (RULES.md section 8), in and out. */
#include <string.h>

#include "bits.h"

/* ---- parts ---- */

static int is_number(int number) { return number >= 0 && number <= DOM_MAX_PIP; }
static int is_tile(int tile) { return tile >= 0 && tile < DOM_MAX_TILES; }

int dom_tile(int one, int other) {
    if (!is_number(one) || !is_number(other)) return DOM_ERR_RANGE;
    return one > other ? tile_of(one, other) : tile_of(other, one);
}

int dom_tile_numbers(int tile, int *high, int *low) {
    if (high == NULL || low == NULL) return DOM_ERR_NULL;
    if (!is_tile(tile)) return DOM_ERR_RANGE;
    *high = TILE_HIGH[tile];
    *low = TILE_LOW[tile];
    return DOM_OK;
}

int dom_action(int tile, int end, int placement) {
    if (!is_tile(tile) || end < -1 || end > DOM_DOWN || placement < 0) return DOM_ERR_RANGE;
    if (placement > (end < 0 ? DOM_AHEAD : DOM_SIDE_RIGHT)) return DOM_ERR_RANGE;
    return (end + 1) << 11 | tile << 3 | placement;
}

int dom_action_parts(int action, int *tile, int *end, int *placement) {
    if (tile == NULL || end == NULL || placement == NULL) return DOM_ERR_NULL;
    if (!is_action(action)) return DOM_WHY_NOT_AN_ACTION;
    const int plays = action < DOM_DRAW;
    *tile = plays ? action_tile(action) : -1;
    *end = plays ? action_end(action) : -1;
    *placement = plays ? action_placement(action) : -1;
    return DOM_OK;
}

int dom_tileset_list(const dom_tileset *tiles, uint8_t list[DOM_MAX_TILES]) {
    int count = 0;
    if (tiles == NULL || list == NULL) return DOM_ERR_NULL;
    for (int tile = 0; tile < DOM_MAX_TILES; tile++)
        if (tileset_has(tiles, tile)) list[count++] = (uint8_t)tile;
    return count;
}

/* ---- out ---- */

static char *write_tile(char *to, int tile) { return write_digits(write_word(write_digits(to, TILE_HIGH[tile]), "-"), TILE_LOW[tile]); }

int dom_tile_text(int tile, char *text, size_t size) {
    char written[DOM_TILE_TEXT];
    if (text == NULL) return DOM_ERR_NULL;
    if (!is_tile(tile)) return DOM_ERR_RANGE;
    return hand_out(written, write_tile(written, tile), text, size);
}

int dom_action_text(int action, char *text, size_t size) {
    char written[DOM_ACTION_TEXT], *end = written;
    if (text == NULL) return DOM_ERR_NULL;
    if (!is_action(action)) return DOM_WHY_NOT_AN_ACTION;
    if (action >= DOM_DRAW) return hand_out(written, write_word(end, action == DOM_DRAW ? "draw" : "pass"), text, size);
    end = write_tile(end, action_tile(action));
    if (action_end(action) >= 0) end = write_word(write_word(end, "@"), dom_name(DOM_END_NAMES, action_end(action)));
    if (action_placement(action) != DOM_AHEAD) end = write_word(write_word(end, ":"), dom_name(DOM_PLACEMENT_NAMES, action_placement(action)));
    return hand_out(written, end, text, size);
}

/* ---- in: each reader gives where it ended, or NULL ---- */

static const char *skip_space(const char *at) { /* the white space of ASCII, as Python has it */
    while (*at == ' ' || (*at >= 9 && *at <= 13) || (*at >= 28 && *at <= 31)) at++;
    return at;
}

static const char *read_word(const char *at, const char *word) {
    while (*word != '\0')
        if (*at++ != *word++) return NULL;
    return at;
}

/* One of a list of names (options.c), none of which begins another. */
static const char *read_name(const char *at, const char *list, int *which) {
    for (*which = 0; *list != '\0'; list = next_name(list), ++*which) {
        const char *end = read_word(at, list);
        if (end != NULL) return end;
    }
    return NULL;
}

static const char *read_tile(const char *at, int *tile) {
    int32_t one, other;
    at = read_digits(at, &one);
    if (at != NULL) at = read_word(at, "-");
    if (at != NULL) at = read_digits(at, &other);
    if (at == NULL || !is_number(one) || !is_number(other)) return NULL;
    *tile = dom_tile(one, other);
    return at;
}

static const char *read_play(const char *at, int *action) {
    int tile, end = -1, placement = DOM_AHEAD;
    at = read_tile(at, &tile);
    if (at != NULL && *at == '@') {
        at = read_name(at + 1, list_of(DOM_END_NAMES), &end);
        if (at != NULL && *at == ':') at = read_name(at + 1, list_of(DOM_PLACEMENT_NAMES), &placement);
    }
    if (at != NULL) *action = dom_action(tile, end, placement);
    return at;
}

/* Gives the caller what was read, if nothing but space comes after it. */
static int take_in(const char *end, int found, int *to) {
    if (end == NULL || *skip_space(end) != '\0') return DOM_ERR_NOTATION;
    *to = found;
    return DOM_OK;
}

int dom_tile_parse(const char *text, int *tile) {
    int found = 0;
    if (text == NULL || tile == NULL) return DOM_ERR_NULL;
    const char *end = read_tile(skip_space(text), &found);
    return take_in(end, found, tile);
}

int dom_action_parse(const char *text, int *action) {
    int found = 0;
    if (text == NULL || action == NULL) return DOM_ERR_NULL;
    text = skip_space(text);
    const char *end = read_word(text, "draw");
    if (end != NULL) return take_in(end, DOM_DRAW, action);
    end = read_word(text, "pass");
    if (end != NULL) return take_in(end, DOM_PASS, action);
    end = read_play(text, &found);
    return take_in(end, found, action);
}
