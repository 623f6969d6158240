/* Sets of tiles as bits. Every built-in of a compiler has a portable twin. */
#ifndef DOM_BITS_H
#define DOM_BITS_H

#include <string.h>

#include "dominoes.h"
#include "tables.h"

#define DOM_MAGIC (UINT32_C(0x444f4d30) + DOM_ABI) /* "DOM1": what another version has set up is not taken for one's own */

static inline int count_bits(uint64_t bits) {
#if defined(__GNUC__) && defined(__POPCNT__)
    return __builtin_popcountll(bits);
#else /* without the instruction the built-in is a call: sum in place instead */
    bits -= (bits >> 1) & UINT64_C(0x5555555555555555);
    bits = (bits & UINT64_C(0x3333333333333333)) + ((bits >> 2) & UINT64_C(0x3333333333333333));
    bits = (bits + (bits >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (int)((bits * UINT64_C(0x0101010101010101)) >> 56);
#endif
}

/* The index of the lowest bit; bits must not be 0. */
static inline int lowest_bit(uint64_t bits) {
#if defined(__GNUC__)
    return __builtin_ctzll(bits);
#else
    return count_bits((bits & (~bits + 1)) - 1);
#endif
}

/* The index of the bit with exactly k set bits below it; there must be one. */
static inline int nth_bit(uint64_t bits, int k) {
    while (k-- > 0) bits &= bits - 1;
    return lowest_bit(bits);
}

#if defined(_MSC_VER) || (defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)
#define LITTLE_ENDIAN_HOST 1
#endif

/* The lowest eight bits as eight bytes 0 or 1. */
static inline void spread_byte(uint8_t *out, uint64_t bits) {
#if defined(LITTLE_ENDIAN_HOST) /* each byte keeps one bit, and the addition carries it to the top */
    uint64_t bytes = ((bits & 255) * UINT64_C(0x0101010101010101)) & UINT64_C(0x8040201008040201);
    bytes = (bytes + UINT64_C(0x7f7f7f7f7f7f7f7f)) >> 7 & UINT64_C(0x0101010101010101);
    memcpy(out, &bytes, sizeof bytes);
#else
    for (int i = 0; i < 8; i++) out[i] = bits >> i & 1;
#endif
}

static inline int tile_of(int high, int low) { return high * (high + 1) / 2 + low; }
static inline int double_of(int number) { return number * (number + 3) / 2; }
static inline int tile_is_double(int tile) { return TILE_HIGH[tile] == TILE_LOW[tile]; }
static inline int tile_pips(int tile) { return TILE_HIGH[tile] + TILE_LOW[tile]; }
static inline int set_size(int max_pip) { return (max_pip + 1) * (max_pip + 2) / 2; }

static inline int tileset_has(const dom_tileset *set, int tile) { return (int)(set->word[tile >> 6] >> (tile & 63)) & 1; }
static inline void tileset_add(dom_tileset *set, int tile) { set->word[tile >> 6] |= UINT64_C(1) << (tile & 63); }
static inline void tileset_drop(dom_tileset *set, int tile) { set->word[tile >> 6] &= ~(UINT64_C(1) << (tile & 63)); }

/* The tile with exactly k tiles below it in the intersection of two sets of `words` words; there must be one. */
static inline int nth_tile(const uint64_t *a, const uint64_t *b, int k, int words) {
    for (int w = 0; w < words - 1; w++) {
        uint64_t bits = a[w] & b[w];
        int n = count_bits(bits);
        if (k < n) return 64 * w + nth_bit(bits, k);
        k -= n;
    }
    return 64 * (words - 1) + nth_bit(a[words - 1] & b[words - 1], k);
}

#endif
