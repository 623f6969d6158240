/* Deals from a stream. */
#include "bits.h"

static inline void shuffle(dom_stream *stream, uint8_t *tiles, int count) {
    for (int i = count - 1; i > 0; i--) {
        uint32_t j = stream_below(stream, (uint32_t)i + 1);
        uint8_t tile = tiles[i];
        tiles[i] = tiles[j];
        tiles[j] = tile;
    }
}

static int hand_with_doubles(const dom_rules *rules, const uint8_t *tiles) {
    for (int seat = 0; seat < rules->players; seat++) {
        int doubles = 0;
        for (int i = 0; i < rules->hand_size; i++) doubles += tile_is_double(tiles[seat * rules->hand_size + i]);
        if (doubles >= rules->redeal_doubles) return 1;
    }
    return 0;
}

static int deal_from(const dom_rules *rules, dom_stream *stream, uint8_t *tiles) {
    int count = set_size(rules->max_pip);
    for (int try = 0; try < DOM_DEAL_TRIES; try++) {
        for (int i = 0; i < count; i++) tiles[i] = (uint8_t)i;
        shuffle(stream, tiles, count);
        if (rules->redeal_doubles == 0 || !hand_with_doubles(rules, tiles)) return DOM_OK;
    }
    return DOM_ERR_NO_DEAL;
}

int dom_deal(const dom_rules *rules, const uint8_t key[32], uint64_t number, uint8_t tiles[DOM_MAX_TILES]) {
    dom_stream stream;
    uint8_t dealt[DOM_MAX_TILES];
    if (rules == NULL || key == NULL || tiles == NULL) return DOM_ERR_NULL;
    int status = dom_rules_check(rules, NULL, NULL);
    if (status != DOM_OK) return status;
    dom_stream_start(&stream, key, number);
    status = deal_from(rules, &stream, dealt);
    if (status != DOM_OK) return status;
    for (int i = 0; i < set_size(rules->max_pip); i++) tiles[i] = dealt[i];
    return DOM_OK;
}
