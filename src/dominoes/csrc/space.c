/* The dense actions of rules: 0 to A - 1, in the order of the actions' numbers. */
#include <string.h>

#include "batch.h"

static inline action_space space_of(const dom_rules *rules) {
    action_space space;
    space.tiles = set_size(rules->max_pip);
    space.ends = rules->spinner ? 4 : 2;
    space.turning = rules->table_width && rules->turns;
    space.per_end = space.turning ? 5 * space.tiles - 4 * (rules->max_pip + 1) : space.tiles;
    space.draws = rules->draw != DOM_DRAW_NEVER;
    space.count = space.tiles + space.ends * space.per_end + space.draws + 1;
    return space;
}

/* Where a tile's placements begin among those of its end: below it stand as many doubles as its higher number says. */
static inline int place_on_end(const action_space *space, int tile) {
    return space->turning ? 5 * tile - 4 * TILE_HIGH[tile] : tile;
}

static inline int dense_draw(const action_space *space) { return space->count - 2; }
static inline int dense_pass(const action_space *space) { return space->count - 1; }

static inline int dense_play(const action_space *space, int e, int tile, int placement) {
    return space->tiles + e * space->per_end + place_on_end(space, tile) + placement;
}

static void list_codes(const action_space *space, uint16_t *codes) {
    for (int tile = 0; tile < space->tiles; tile++) *codes++ = (uint16_t)(tile << 3);
    for (int e = 0; e < space->ends; e++)
        for (int tile = 0; tile < space->tiles; tile++)
            for (int placement = 0; placement < (space->turning && !tile_is_double(tile) ? 5 : 1); placement++)
                *codes++ = (uint16_t)((e + 1) << 11 | tile << 3 | placement);
    if (space->draws) *codes++ = DOM_DRAW;
    *codes = DOM_PASS;
}

int dom_action_count(const dom_rules *rules) {
    int status = dom_rules_check(rules, NULL, NULL);
    return status == DOM_OK ? space_of(rules).count : status;
}

int dom_action_codes(const dom_rules *rules, uint16_t *codes) {
    if (codes == NULL) return DOM_ERR_NULL;
    int status = dom_rules_check(rules, NULL, NULL);
    if (status != DOM_OK) return status;
    action_space space = space_of(rules);
    list_codes(&space, codes);
    return DOM_OK;
}

/* What is known of a space before the program runs. */
static inline int words_of(enum way way) { return way == LARGE_ROUND ? 3 : 1; }
static inline int ends_of(const action_space *space, enum way way) { return way == CHAIN ? 2 : space->ends; }
static inline int is_turning(const action_space *space, enum way way) { return way != CHAIN && space->turning; }

/* ---- a choice as a row of the masks, and one of it at random ---- */

/* The first `count` bits as bytes 0 or 1. */
static inline void write_bits(uint8_t *out, const uint64_t *bits, int count) {
    if (count < 8) {
        for (int i = 0; i < count; i++) out[i] = bits[0] >> i & 1;
        return;
    }
    for (int i = 0; i + 8 <= count; i += 8) spread_byte(out + i, bits[i >> 6] >> (i & 63));
    int last = count - 8, shift = last & 63; /* the eight at the end, some of them again */
    uint64_t tail = bits[last >> 6] >> shift;
    if (shift > 56) tail |= bits[(last >> 6) + 1] << (64 - shift);
    spread_byte(out + last, tail);
}

/* The plays on an end where a tile may have several placements. */
static inline void write_placements(uint8_t *out, const dom_tileset *plays, int fits, const action_space *space, int words) {
    for (int w = 0; w < words; w++)
        for (uint64_t bits = plays->word[w]; bits; bits &= bits - 1) {
            int tile = 64 * w + lowest_bit(bits);
            uint8_t *to = out + place_on_end(space, tile);
            to[0] = 1;
            if (tile_is_double(tile)) continue;
            for (int placement = 0; placement < 5; placement++) to[placement] = fits >> placement & 1;
        }
}

static inline void write_mask(uint8_t *out, const choice *may, const action_space *space, enum way way) {
    static const dom_tileset none = {{0}};
    const int words = words_of(way), ends = ends_of(space, way);
    write_bits(out, may->opening ? may->plays[0].word : none.word, space->tiles);
    out += space->tiles;
    if (is_turning(space, way)) memset(out, 0, (size_t)(ends * space->per_end));
    for (int e = 0; e < ends; e++, out += space->per_end) {
        const dom_tileset *plays = may->opening ? &none : &may->plays[e];
        if (is_turning(space, way)) write_placements(out, plays, may->ends[e].fits, space, words);
        else write_bits(out, plays->word, space->tiles);
    }
    if (space->draws) *out++ = (uint8_t)may->draws;
    *out = (uint8_t)may->passes;
}

/* How many plays there are on an end, each placement counted. */
static inline int count_choices(const choice *may, int e, int turning, int words) {
    int count = 0;
    for (int w = 0; w < words; w++) count += count_bits(may->plays[e].word[w]);
    if (!turning || may->opening || count == 0) return count;
    int has_double = tileset_has(&may->plays[e], double_of(may->ends[e].number));
    return (count - has_double) * PLACEMENTS[may->ends[e].fits & 31] + has_double;
}

/* A dense action as playouts choose one: legal[below(count)], but a number is taken only where there is a play. */
static inline int sample_choice(const choice *may, dom_stream *samples, const action_space *space, enum way way) {
    const int words = words_of(way), ends = ends_of(space, way), turning = is_turning(space, way);
    int before[5] = {0}; /* plays on the ends before each */
    for (int e = 0; e < 4; e++) before[e + 1] = before[e] + (e < ends ? count_choices(may, e, turning, words) : 0);
    const int plays = before[4];
    if (plays == 0) return may->draws ? dense_draw(space) : may->passes ? dense_pass(space) : -1;
    int k = (int)stream_below(samples, (uint32_t)(plays + may->draws));
    if (k == plays) return dense_draw(space);
    int e = (k >= before[1]) + (k >= before[2]) + (k >= before[3]);
    const uint64_t *tiles = may->plays[e].word;
    k -= before[e];
    if (may->opening) return nth_tile(tiles, tiles, k, words);
    if (!turning) return dense_play(space, e, nth_tile(tiles, tiles, k, words), 0);
    int action = nth_on(tiles, &may->ends[e], e, k, words, 1);
    return dense_play(space, e, action_tile(action), action_placement(action));
}

/* Is this one of the choices? For actions of the space alone. */
static inline int allows(const choice *may, int action) {
    if (action == DOM_DRAW) return may->draws;
    if (action == DOM_PASS) return may->passes;
    int tile = action_tile(action), e = action_end(action);
    if ((e < 0) != may->opening || !tileset_has(&may->plays[e < 0 ? 0 : e], tile)) return 0;
    return e < 0 || may->ends == NULL || tile_is_double(tile) || may->ends[e].fits >> action_placement(action) & 1;
}

/* ---- an observation ---- */

static inline int observation_size(const dom_rules *rules, const action_space *space) {
    int per_end = 1 + (rules->count_multiple != 0) + (rules->table_width != 0);
    return 2 * space->tiles + 6 + 2 * rules->players + space->ends * per_end + (rules->players - 1) * (rules->max_pip + 1);
}

int dom_observation_size(const dom_rules *rules) {
    int status = dom_rules_check(rules, NULL, NULL);
    if (status != DOM_OK) return status;
    action_space space = space_of(rules);
    return observation_size(rules, &space);
}

static inline int16_t *write_columns(int16_t *out, const uint64_t *bits, int count) {
    for (int i = 0; i < count; i++) *out++ = (int16_t)(bits[i >> 6] >> (i & 63) & 1);
    return out;
}

/* What `viewer` sees: other seats in the order in which they follow it. */
static inline void write_observation(int16_t *out, const sight *seen, int viewer, const uint32_t *lacks, const dom_rules *rules,
                                     const action_space *space) {
    const int players = rules->players, ends = space->ends;
    out = write_columns(out, seen->hand.word, space->tiles);
    out = write_columns(out, seen->laid.word, space->tiles);
    *out++ = (int16_t)(seen->turn < 0 ? -1 : (seen->turn - viewer + players) % players);
    *out++ = (int16_t)((seen->starter - viewer + players) % players);
    *out++ = (int16_t)seen->boneyard;
    *out++ = (int16_t)seen->passes;
    *out++ = (int16_t)seen->drawn;
    *out++ = (int16_t)seen->reason;
    for (int k = 0; k < players; k++) *out++ = (int16_t)seen->hand_count[(viewer + k) % players];
    for (int k = 0; k < players; k++) *out++ = (int16_t)seen->points[(viewer + k) % players];
    for (int e = 0; e < ends; e++) *out++ = (int16_t)seen->number[e];
    for (int e = 0; e < ends && rules->count_multiple; e++) *out++ = (int16_t)seen->weight[e];
    for (int e = 0; e < ends && rules->table_width; e++) *out++ = (int16_t)seen->fits[e];
    for (int k = 1; k < players; k++) {
        uint64_t numbers = lacks[(viewer + k) % players];
        out = write_columns(out, &numbers, rules->max_pip + 1);
    }
}
