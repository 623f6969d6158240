/* Presets and what rules may be (RULES.md sections 6 and 7). */
#include <string.h>

#include "bits.h"

static const dom_rules PRESETS[5] = {
    /* players max_pip hand draw voluntary floor opening tile next width height turns spinner count scoring round partners target redeal */
    {2, 6, 7, DOM_DRAW_UNTIL_PLAYABLE, 0, 2, DOM_OPENING_HIGHEST, 0, DOM_NEXT_SAME, 64, 36, 1, 0, 0, DOM_SCORING_OPPONENTS, 1, 0, 100, 0},
    {2, 6, 7, DOM_DRAW_UNTIL_PLAYABLE, 0, 0, DOM_OPENING_HIGHEST, 1, DOM_NEXT_SAME, 0, 0, 1, 0, 0, DOM_SCORING_OPPONENTS, 1, 0, 100, 0},
    {2, 6, 7, DOM_DRAW_NEVER, 0, 0, DOM_OPENING_HIGHEST, 1, DOM_NEXT_SAME, 0, 0, 1, 0, 0, DOM_SCORING_OPPONENTS, 1, 0, 100, 0},
    {2, 6, 9, DOM_DRAW_UNTIL_PLAYABLE, 0, 0, DOM_OPENING_RANDOM, 0, DOM_NEXT_WINNER, 0, 0, 1, 1, 5, DOM_SCORING_OPPONENTS, 5, 0, 100, 0},
    {4, 6, 7, DOM_DRAW_NEVER, 0, 0, DOM_OPENING_HIGHEST, 1, DOM_NEXT_WINNER, 0, 0, 1, 0, 0, DOM_SCORING_TEAM_ALL, 1, 1, 200, 0},
};

int dom_preset(dom_rules *rules, int preset, int players) {
    if (rules == NULL) return DOM_ERR_NULL;
    if (preset < 0 || preset > DOM_PRESET_PARTNERSHIP) return DOM_ERR_RANGE;
    const dom_rules *named = &PRESETS[preset];
    if (players == 0) players = named->players;
    int most = preset == DOM_PRESET_TABLE ? 2 : DOM_MAX_PLAYERS;
    if (players < named->players || players > most) return DOM_ERR_RANGE;
    *rules = *named;
    rules->players = players;
    if (preset == DOM_PRESET_ALL_FIVES) rules->hand_size = 13 - 2 * players; /* 9, 7, 5 */
    return DOM_OK;
}

int dom_set_size(int max_pip) { return max_pip < 1 || max_pip > DOM_MAX_PIP ? DOM_ERR_RANGE : set_size(max_pip); }

/* Does every deal give some hand `limit` doubles? Hands hold limit - 1 at most, so the rest must be other tiles. */
static int redeal_impossible(const dom_rules *r, int limit) {
    int dealt = r->players * r->hand_size, allowed = limit - 1 < r->hand_size ? limit - 1 : r->hand_size;
    return dealt - r->players * allowed > set_size(r->max_pip) - (r->max_pip + 1);
}

static int between(int32_t value, int32_t least, int32_t most) { return least <= value && value <= most; }

int dom_rules_check(const dom_rules *r, int *field, int *what) {
    int wrong = 0, kind = 1;
    if (r == NULL) return DOM_ERR_NULL;
    const int in_range[DOM_RULE_FIELDS] = {
        between(r->players, 2, DOM_MAX_PLAYERS),
        between(r->max_pip, 1, DOM_MAX_PIP),
        between(r->hand_size, 1, DOM_MAX_TILES),
        between(r->draw, 0, 2),
        between(r->voluntary_draw, 0, 1),
        between(r->boneyard_floor, 0, DOM_MAX_NUMBER),
        between(r->opening, 0, 1),
        between(r->opening_tile, 0, 1),
        between(r->next_opening, 0, 2),
        r->table_width == 0 || between(r->table_width, DOM_MIN_TABLE, DOM_MAX_TABLE),
        r->table_height == 0 || between(r->table_height, DOM_MIN_TABLE, DOM_MAX_TABLE),
        between(r->turns, 0, 1),
        between(r->spinner, 0, 1),
        r->count_multiple == 0 || r->count_multiple == 3 || r->count_multiple == 5,
        between(r->scoring, 0, 1),
        r->round_to == 1 || r->round_to == 3 || r->round_to == 5,
        between(r->partners, 0, 1),
        between(r->target, 1, DOM_MAX_NUMBER),
        between(r->redeal_doubles, 0, DOM_MAX_NUMBER),
    };
    for (int i = 0; i < DOM_RULE_FIELDS && !wrong; i++)
        if (!in_range[i]) wrong = i + 1;
    if (!wrong) {
        if ((r->table_width == 0) != (r->table_height == 0)) wrong = 11, kind = 6;
        else if (r->players * r->hand_size > set_size(r->max_pip)) wrong = 3, kind = 2;
        else if (r->partners && r->players != 4) wrong = 17, kind = 3;
        else if (r->scoring == DOM_SCORING_TEAM_ALL && !r->partners) wrong = 15, kind = 4;
        else if (r->redeal_doubles > 0 && redeal_impossible(r, r->redeal_doubles)) wrong = 19, kind = 5;
    }
    if (field != NULL) *field = wrong;
    if (what != NULL) *what = wrong ? kind : 0;
    return wrong ? DOM_ERR_RULES : DOM_OK;
}

/* Two ends, no table, nothing scored in play, and a set whose tiles are one word: such chains have faster ways of their own. */
static inline int is_plain_chain(const dom_rules *r) {
    return r->table_width == 0 && !r->spinner && !r->count_multiple && set_size(r->max_pip) <= 64;
}
