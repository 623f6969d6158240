/* The players that come along, each behind one function: what a player does in a seat's view, and how it goes about it. */
#include "bits.h"

enum { LEVELS = 5, USUAL_LEVEL = 3 };

static const int ANYTHING[LEVELS + 1] = {0, 60, 45, 30, 15, 0};        /* how often Pinocchio does anything at all, in 100 */
static const int WAVERING[LEVELS + 1] = {0, 400, 200, 80, 30, 0};      /* Buratino's noise */
static const int WORLDS[LEVELS + 1] = {0, 30, 120, 500, 2000, 8000};   /* that Snow White looks at */

/* What a play is worth to somebody who knows the game, in tenths of a pip: after the blocker's coefficients. */
static dom_weights common_sense(const dom_rules *rules) {
    static const dom_weights two = {.pips = 10, .is_double = 50, .matches = 25, .variety = 10, .next = 1500},
                             on_table = {.pips = 10, .is_double = 50, .matches = 10, .next = 3000},
                             three = {.pips = 5, .is_double = 50, .matches = 25, .variety = 30, .next = 300},
                             four = {.pips = 15, .is_double = 65, .matches = 40, .variety = 30, .next = 300, .previous = 100},
                             teams = {.pips = 15, .is_double = 50, .matches = 25, .variety = 38, .next = 900, .partner = -500, .previous = 260};
    dom_weights sense = rules->partners        ? teams
                        : rules->players == 4  ? four
                        : rules->players == 3  ? three
                        : rules->table_width   ? on_table
                                               : two;
    if (rules->count_multiple) sense.points = 10;
    return sense;
}

/* The impulsive one: the heaviest tile, and now and then anything at all. */
static int pinocchio_choose(const dom_round *view, int level, dom_stream *stream) {
    uint16_t actions[DOM_MAX_LEGAL];
    const int count = dom_legal(view, actions);
    int best = 0;
    if (count == 1) return actions[0];
    if (stream_below(stream, 100) < (uint32_t)ANYTHING[level]) return actions[stream_below(stream, (uint32_t)count)];
    for (int i = 1; i < count && actions[i] < DOM_DRAW; i++)
        if (tile_pips(action_tile(actions[i])) > tile_pips(action_tile(actions[best]))) best = i;
    return actions[best];
}

/* The street-smart one: doubles while they can be laid, numbers to answer with, and ends that the next player can't follow. */
static int buratino_choose(const dom_round *view, int level, dom_stream *stream) {
    uint16_t actions[DOM_MAX_LEGAL];
    dom_weights taste = common_sense(&view->rules);
    dom_round r;
    policy p;
    if (dom_legal(view, actions) == 1) return actions[0];
    taste.is_double *= 2;
    taste.noise = WAVERING[level];
    dom_round_copy(&r, view);
    r.viewer = -1; /* his own plays can be tried on it */
    start_policy(&p, &taste, view->rules.players, &r);
    return weighted_action(&r, stream, &p, &p.start);
}

/* ---- Snow White ---- */

static thinking thinking_for(const dom_rules *rules, int level, int worlds, int halving, const volatile int32_t *stop) {
    thinking how = {.policy = common_sense(rules), .others = common_sense(rules), .temperature = 100, .match = 1};
    how.policy.noise = 100;
    how.worlds = worlds ? worlds : WORLDS[level ? level : USUAL_LEVEL];
    how.halving = halving;
    how.stop = stop;
    return how;
}

static int snow_white_choose(const dom_round *view, int level, int worlds, dom_stream *stream, const volatile int32_t *stop) {
    uint16_t actions[DOM_MAX_LEGAL];
    thinker t;
    dom_advice advice;
    if (dom_legal(view, actions) == 1) return actions[0];
    const thinking how = thinking_for(&view->rules, level, worlds, 1, stop);
    const int best = think(&t, view, &how, stream, &advice);
    return actions[best < 0 ? 0 : best];
}

/* ---- what callers call ---- */

static int check_view(const dom_round *view, int level, int worlds) {
    if (view == NULL) return DOM_ERR_NULL;
    if (!is_set_up(view)) return DOM_ERR_NOT_SET_UP;
    if (view->viewer < 0) return DOM_ERR_VIEW;
    if (is_over(view)) return DOM_WHY_ROUND_OVER;
    if (level < 0 || level > LEVELS || worlds < 0 || worlds > DOM_MAX_WORLDS) return DOM_ERR_RANGE;
    return DOM_OK;
}

static int check_stream(const dom_stream *stream) {
    if (stream == NULL) return DOM_ERR_NULL;
    return is_started_stream(stream) ? DOM_OK : DOM_ERR_NOT_SET_UP;
}

int dom_choose(const dom_round *view, int player, int level, int worlds, dom_stream *stream, const volatile int32_t *stop, int *action) {
    int status = check_view(view, level, worlds);
    if (status != DOM_OK) return status;
    if (waits_for_another(view)) return DOM_WHY_NOT_YOUR_TURN;
    if (action == NULL) return DOM_ERR_NULL;
    if (player != DOM_BLOCKER) status = check_stream(stream);
    if (status != DOM_OK) return status;
    if (player == DOM_BLOCKER && level > 0) return DOM_ERR_RANGE;
    const int skill = level ? level : USUAL_LEVEL;
    switch (player) {
        case DOM_BLOCKER: *action = blocker_choose(view); return DOM_OK;
        case DOM_PINOCCHIO: *action = pinocchio_choose(view, skill, stream); return DOM_OK;
        case DOM_BURATINO: *action = buratino_choose(view, skill, stream); return DOM_OK;
        case DOM_SNOW_WHITE: *action = snow_white_choose(view, skill, worlds, stream, stop); return DOM_OK;
        default: return DOM_ERR_RANGE;
    }
}

int dom_advise(const dom_round *view, int level, int worlds, dom_stream *stream, const volatile int32_t *stop, dom_advice *advice) {
    thinker t;
    int status = check_view(view, level, worlds);
    if (status != DOM_OK) return status;
    if (waits_for_another(view)) return DOM_WHY_NOT_YOUR_TURN;
    if (advice == NULL) return DOM_ERR_NULL;
    status = check_stream(stream);
    if (status != DOM_OK) return status;
    const thinking how = thinking_for(&view->rules, level, worlds, 0, stop);
    return think(&t, view, &how, stream, advice) < 0 ? DOM_ERR_VIEW : DOM_OK;
}

int dom_beliefs(const dom_round *view, int level, int worlds, dom_stream *stream, dom_beliefs_found *beliefs) {
    thinker t;
    int status = check_view(view, level, worlds);
    if (status != DOM_OK) return status;
    if (beliefs == NULL) return DOM_ERR_NULL;
    status = check_stream(stream);
    if (status != DOM_OK) return status;
    const thinking how = thinking_for(&view->rules, level, worlds, 0, NULL);
    return believe(&t, view, &how, stream, beliefs) ? DOM_OK : DOM_ERR_VIEW;
}
