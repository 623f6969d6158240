/* Doing actions and taking them back. */
#include <string.h>

#include "bits.h"

static inline void add_points(dom_round *r, int seat, int32_t points) {
    r->play_points[seat] += points;
    if (r->rules.partners) r->play_points[seat ^ 2] += points;
}

static inline void end_round(dom_round *r, int reason, int out) {
    int32_t pips[DOM_MAX_PLAYERS];
    r->reason = (uint8_t)reason;
    if (reason == DOM_TARGET) {
        r->winner = (int8_t)side_of(&r->rules, out);
        return;
    }
    for (int seat = 0; seat < r->rules.players; seat++) pips[seat] = dom_tileset_pips(&r->hand[seat]);
    r->winner = (int8_t)score_round(&r->rules, pips, out, r->end_points);
}

/* What the tile just laid scores in play. */
static inline int points_of_play(const dom_round *r) {
    if (!r->rules.count_multiple) return 0;
    int sum = end_count(r);
    return sum % r->rules.count_multiple == 0 ? sum : 0;
}

static inline void next_seat(dom_round *r) {
    r->drawn = 0;
    r->seat = (uint8_t)(r->seat + 1 == r->rules.players ? 0 : r->seat + 1);
}

static inline void play(dom_round *r, int action) {
    int seat = r->seat;
    lay(r, action);
    tileset_drop(&r->hand[seat], action_tile(action));
    r->hand_count[seat]--;
    r->passes = 0;
    int points = points_of_play(r);
    if (points) add_points(r, seat, points);
    if (points && r->scores_before[seat] + r->play_points[seat] >= r->rules.target) end_round(r, DOM_TARGET, seat);
    else if (r->hand_count[seat] == 0) end_round(r, DOM_DOMINO, seat);
    next_seat(r);
}

static inline void draw(dom_round *r) {
    int tile = r->dealt[r->boneyard_at++];
    if (tile != DOM_HIDDEN) tileset_add(&r->hand[r->seat], tile);
    r->hand_count[r->seat]++;
    r->passes = 0;
    r->drawn = 1;
}

static inline void pass(dom_round *r) {
    r->passes++;
    if (r->passes == r->rules.players) end_round(r, DOM_BLOCKED, -1);
    next_seat(r);
}

static inline void act(dom_round *r, int action) {
    r->actions[r->action_count++] = (uint16_t)action;
    if (action < DOM_DRAW) play(r, action);
    else if (action == DOM_DRAW) draw(r);
    else pass(r);
}

int dom_apply(dom_round *r, int action) {
    dom_obstacle obstacle;
    if (r == NULL) return DOM_ERR_NULL;
    if (!is_set_up(r)) return DOM_ERR_NOT_SET_UP;
    if (r->viewer >= 0) return DOM_ERR_VIEW;
    int why = explain(r, action, 0, &obstacle);
    if (why == DOM_OK) act(r, action);
    return why;
}

void dom_apply_unchecked(dom_round *r, int action) { act(r, action); }

static inline void undo(dom_round *r) {
    int action = r->actions[--r->action_count];
    if (is_over(r)) {
        r->reason = DOM_ON;
        r->winner = -1;
        memset(r->end_points, 0, sizeof r->end_points);
    }
    if (action == DOM_DRAW) {
        tileset_drop(&r->hand[r->seat], r->dealt[--r->boneyard_at]);
        r->hand_count[r->seat]--;
    } else {
        r->seat = (uint8_t)((r->seat == 0 ? r->rules.players : r->seat) - 1);
        if (action != DOM_PASS) {
            int points = points_of_play(r);
            if (points) add_points(r, r->seat, -points);
            tileset_add(&r->hand[r->seat], action_tile(action));
            r->hand_count[r->seat]++;
            unlay(r);
        }
    }
    int at = r->action_count;
    r->drawn = at > 0 && r->actions[at - 1] == DOM_DRAW;
    for (r->passes = 0; at > 0 && r->actions[at - 1] == DOM_PASS; at--) r->passes++;
}

int dom_undo(dom_round *r) {
    if (r == NULL) return DOM_ERR_NULL;
    if (!is_set_up(r)) return DOM_ERR_NOT_SET_UP;
    if (r->viewer >= 0) return DOM_ERR_VIEW;
    if (r->action_count == 0) return DOM_ERR_NO_HISTORY;
    int action = r->actions[r->action_count - 1];
    undo(r);
    return action;
}
