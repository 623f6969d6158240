/* The chance that a hidden hand holds none of some tiles, in whole numbers, so that every platform has the same. */
#include <stdint.h>

/* In units of 1/65536: of m candidate tiles, h lie in a hand and f would answer; the chance that none of the h does,
 * C(m - f, h) / C(m, h). Fewer candidates than tiles held count as so many. All three from 0 to DOM_MAX_TILES. */
static uint32_t chance_none(int m, int f, int h) {
    uint64_t chance = UINT64_C(1) << 30;
    if (m < h) m = h;
    if (h > m - f) return 0; /* some of the hand must answer */
    for (int i = 0; i < h; i++) chance = chance * (uint64_t)(m - f - i) / (uint64_t)(m - i);
    return (uint32_t)(chance >> 14);
}

enum { REMEMBERED = 1024 };

typedef struct chance_memory { /* answers to be had again without their divisions; all zero at first */
    uint64_t answer[REMEMBERED]; /* below what was asked, plus 1 */
} chance_memory;

static inline uint32_t remembered_chance(chance_memory *memory, int m, int f, int h) {
    const uint32_t asked = (uint32_t)m << 16 | (uint32_t)f << 8 | (uint32_t)h;
    uint64_t *answer = &memory->answer[asked * UINT32_C(0x9e3779b1) >> 22];
    if (*answer >> 32 != (uint64_t)asked + 1) *answer = ((uint64_t)asked + 1) << 32 | chance_none(m, f, h);
    return (uint32_t)*answer;
}
