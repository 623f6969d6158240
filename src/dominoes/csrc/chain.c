/* Plain chains in a batch: two ends, no table, no spinner, no count in play, a set of one word. Such a round is a few numbers, two
 * cache lines where a dom_round is spread over a dozen; its actions are kept, so that it can be played again to look at it. */
#include <stddef.h>

#include "batch.h"

enum { CHAIN_TILES = 55, NO_TILE = 255 };

typedef struct chain {
    slot_head head;
    uint8_t end[2]; /* the numbers at L and R */
    uint8_t seat, passes, drawn, reason, starter, forced;
    uint64_t hand[DOM_MAX_PLAYERS];
    uint16_t action_count;
    uint8_t laid_count;
    uint8_t boneyard_at;
    uint8_t boneyard[CHAIN_TILES + 1];
    int32_t points[DOM_MAX_PLAYERS];
    uint16_t actions[]; /* most_actions(rules) */
} chain;

static inline int boneyard_size(const dom_rules *rules) { return set_size(rules->max_pip) - rules->players * rules->hand_size; }

/* Every tile laid, every tile of the boneyard drawn, all but one seat passing after each, and all at the end. */
static inline int most_actions(const dom_rules *rules) {
    return (set_size(rules->max_pip) + boneyard_size(rules) + 1) * rules->players;
}

static inline size_t chain_size(const dom_rules *rules) {
    size_t size = offsetof(chain, actions) + (size_t)most_actions(rules) * sizeof(uint16_t);
    return (size + 63) / 64 * 64;
}

/* Takes over a fresh deal; the slot's head is filled apart. */
static inline void start_chain(chain *c, const dom_round *dealt) {
    const int players = dealt->rules.players, left = boneyard_left(dealt);
    for (int seat = 0; seat < players; seat++) c->hand[seat] = dealt->hand[seat].word[0];
    c->end[0] = c->end[1] = 0;
    c->seat = c->starter = dealt->starter;
    c->forced = dealt->forced < 0 ? NO_TILE : (uint8_t)dealt->forced;
    c->passes = c->drawn = c->reason = c->laid_count = c->boneyard_at = 0;
    c->action_count = 0;
    memset(c->points, 0, sizeof c->points);
    memcpy(c->boneyard, dealt->dealt + dealt->boneyard_at, (size_t)left);
}

/* The numbers that any tile could follow. */
static inline uint32_t chain_numbers(const chain *c) {
    return c->laid_count ? UINT32_C(1) << c->end[0] | UINT32_C(1) << c->end[1] : 0;
}

static inline void find_chain_choice(const chain *c, const dom_rules *rules, choice *may) {
    const int left = boneyard_size(rules) - c->boneyard_at;
    uint64_t hand = c->hand[c->seat], on_left, on_right;
    may->over = c->reason != DOM_ON;
    may->opening = c->laid_count == 0;
    may->ends = NULL;
    on_left = may->opening ? (c->forced == NO_TILE ? ~UINT64_C(0) : UINT64_C(1) << (c->forced & 63)) : HAVING[c->end[0]][0];
    on_right = may->opening ? 0 : HAVING[c->end[1]][0];
    if (may->over) hand = 0;
    may->plays[0].word[0] = hand & on_left;
    may->plays[1].word[0] = hand & on_right;
    int on = c->reason == DOM_ON, stuck = (may->plays[0].word[0] | may->plays[1].word[0]) == 0;
    int draw = rules->draw != DOM_DRAW_NEVER && left > rules->boneyard_floor && !(rules->draw == DOM_DRAW_ONE && c->drawn);
    may->draws = on & draw & (stuck | rules->voluntary_draw);
    may->passes = on & stuck & (draw ^ 1);
}

static inline void end_chain(chain *c, const dom_rules *rules, int reason, int out) {
    int32_t pips[DOM_MAX_PLAYERS];
    c->reason = (uint8_t)reason;
    for (int seat = 0; seat < rules->players; seat++) {
        dom_tileset hand = {{c->hand[seat], 0, 0}};
        pips[seat] = dom_tileset_pips(&hand);
    }
    score_round(rules, pips, out, c->points);
}

/* Does a legal action. */
static inline void act_on_chain(chain *c, const dom_rules *rules, int action) {
    const int seat = c->seat, tile = action_tile(action);
    c->actions[c->action_count++] = (uint16_t)action;
    if (action == DOM_DRAW) {
        c->hand[seat] |= UINT64_C(1) << c->boneyard[c->boneyard_at++];
        c->drawn = 1;
        c->passes = 0;
        return;
    }
    c->drawn = 0;
    c->seat = (uint8_t)(seat + 1 == rules->players ? 0 : seat + 1);
    if (action == DOM_PASS) {
        if (++c->passes == rules->players) end_chain(c, rules, DOM_BLOCKED, -1);
        return;
    }
    int e = action_end(action);
    if (e < 0) c->end[0] = TILE_HIGH[tile], c->end[1] = TILE_LOW[tile];
    else c->end[e] = (uint8_t)(tile_pips(tile) - c->end[e]);
    c->hand[seat] &= ~(UINT64_C(1) << tile);
    c->laid_count++;
    c->passes = 0;
    if (c->hand[seat] == 0) end_chain(c, rules, DOM_DOMINO, seat);
}

static inline void look_at_chain(const chain *c, const dom_rules *rules, int viewer, sight *seen) {
    const int all = set_size(rules->max_pip);
    uint64_t elsewhere = 0;
    seen->turn = c->reason ? -1 : c->seat;
    seen->starter = c->starter;
    seen->boneyard = boneyard_size(rules) - c->boneyard_at;
    seen->passes = c->passes;
    seen->drawn = c->drawn;
    seen->reason = c->reason;
    for (int i = c->boneyard_at; i < boneyard_size(rules); i++) elsewhere |= UINT64_C(1) << c->boneyard[i];
    for (int seat = 0; seat < rules->players; seat++) {
        elsewhere |= c->hand[seat];
        seen->hand_count[seat] = count_bits(c->hand[seat]);
        seen->points[seat] = c->points[seat];
    }
    seen->hand.word[0] = c->hand[viewer];
    seen->laid.word[0] = ((UINT64_C(1) << all) - 1) & ~elsewhere;
    for (int e = 0; e < 2; e++) seen->number[e] = c->laid_count ? c->end[e] : -1;
}
