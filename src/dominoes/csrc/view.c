/* What a seat may see, and rounds set up again from their parts. */
#include <string.h>

#include "bits.h"

/* Marks unseen the boneyard tiles that another seat than `viewer` drew, or nobody. */
static void hide_boneyard(dom_round *view, int viewer) {
    int seat = view->starter, at = 0, over = is_over(view);
    for (int i = 0; i < view->rules.players; i++) at += view->hand_dealt[i];
    for (int i = 0; i < view->action_count; i++) {
        if (view->actions[i] != DOM_DRAW) seat = seat + 1 == view->rules.players ? 0 : seat + 1;
        else if (seat != viewer && !over) view->dealt[at++] = DOM_HIDDEN;
        else at++;
    }
    while (at < view->dealt_count) view->dealt[at++] = DOM_HIDDEN;
}

int dom_seen_by(const dom_round *round, int seat, dom_round *view) {
    if (round == NULL || view == NULL) return DOM_ERR_NULL;
    if (!is_set_up(round)) return DOM_ERR_NOT_SET_UP;
    if (seat < 0 || seat >= round->rules.players) return DOM_ERR_RANGE;
    if (round->viewer >= 0 && round->viewer != seat) return DOM_ERR_VIEW;
    dom_round_copy(view, round);
    if (round->viewer >= 0) return DOM_OK;
    view->viewer = (int8_t)seat;
    hide_boneyard(view, seat);
    if (seat != view->starter && view->laid_count == 0) view->forced = -1;
    if (is_over(view)) return DOM_OK; /* after the end all hands are shown */
    for (int other = 0, at = 0; other < view->rules.players; other++) {
        int dealt = view->hand_dealt[other];
        if (other != seat) {
            memset(view->dealt + at, DOM_HIDDEN, (size_t)dealt);
            memset(&view->hand[other], 0, sizeof view->hand[other]);
        }
        at += dealt;
    }
    return DOM_OK;
}

/* In a view of a running round just the viewer's hand is seen; after the end, and in a full state, every hand is. */
static int hands_seen_right(const dom_round *r, int running) {
    int at = 0;
    for (int seat = 0; seat < r->rules.players; seat++)
        for (int i = 0; i < r->hand_dealt[seat]; i++, at++)
            if ((r->dealt[at] == DOM_HIDDEN) != (running && seat != r->viewer)) return 0;
    return 1;
}

/* May this tile have been the forced one, by what is seen of the hands? */
static int forced_right(const dom_round *r, int forced, int running) {
    if (forced == -1) return 1;
    if (!r->rules.opening_tile || forced < 0 || forced >= set_size(r->rules.max_pip)) return 0;
    int holder = -1, best = highest_tile(r, &holder);
    if (!running || r->viewer == r->starter) return best == forced && holder == r->starter;
    return tile_rank(best) < tile_rank(forced);
}

/* May a hand that is not seen have done this? `seen` has the tiles that lie or are the viewer's. */
static int plausible(const dom_round *r, int action, const dom_tileset *seen) {
    dom_obstacle obstacle;
    if (r->hand_count[r->seat] == 0) return 0;
    if (action == DOM_DRAW) return can_draw(r) && (r->laid_count > 0 || r->rules.voluntary_draw);
    if (action == DOM_PASS) return r->laid_count > 0 && !can_draw(r);
    return explain(r, action, 1, &obstacle) == DOM_OK && !tileset_has(seen, action_tile(action));
}

static int restore_actions(dom_round *r, const uint16_t *actions, int count, int running) {
    dom_tileset seen = {{0}}; /* what lies on the table, and all that the viewer ever holds */
    dom_obstacle obstacle;
    for (int i = 0; i < r->dealt_count; i++)
        if (r->dealt[i] != DOM_HIDDEN) tileset_add(&seen, r->dealt[i]);
    for (int i = 0; i < count; i++) {
        int action = actions[i], unseen = running && r->seat != r->viewer;
        if (is_over(r)) return DOM_WHY_ROUND_OVER;
        if (action == DOM_DRAW && boneyard_left(r) > 0 && (r->dealt[r->boneyard_at] == DOM_HIDDEN) != unseen) return DOM_ERR_VIEW;
        if (unseen) {
            if (!plausible(r, action, &seen)) return DOM_WHY_NOT_YOUR_TILE;
            if (action < DOM_DRAW) tileset_add(&seen, action_tile(action));
        } else {
            int why = explain(r, action, 0, &obstacle);
            if (why != DOM_OK) return why;
        }
        act(r, action);
    }
    return DOM_OK;
}

/* Of a view: over just where all hands are seen, the undrawn boneyard never, the forced tile when it may. */
static int view_ends_right(const dom_round *r, int running) {
    for (int at = r->boneyard_at; at < r->dealt_count; at++)
        if (r->dealt[at] != DOM_HIDDEN) return 0;
    int secret = running && r->viewer != r->starter && r->laid_count == 0;
    return running != is_over(r) && !(secret && r->forced >= 0);
}

int dom_round_restore(dom_round *round, const dom_rules *rules, const uint8_t *tiles, const uint8_t *hand_sizes, int boneyard_size,
                      int starter, int forced, const int32_t *scores, int viewer, const uint16_t *actions, int action_count,
                      dom_fault *fault) {
    dom_round r;
    fault_at(fault, -1, -1, DOM_OK);
    if (round == NULL || rules == NULL || tiles == NULL || hand_sizes == NULL || (actions == NULL && action_count > 0)) return DOM_ERR_NULL;
    int status = dom_rules_check(rules, NULL, NULL);
    if (status == DOM_OK && (viewer < -1 || viewer >= rules->players)) status = DOM_ERR_RANGE;
    if (status == DOM_OK && (action_count < 0 || action_count > DOM_MAX_ACTIONS)) status = DOM_ERR_RANGE;
    if (status == DOM_OK) status = take_deal(&r, rules, tiles, hand_sizes, boneyard_size, viewer, fault);
    if (status == DOM_OK && (starter < 0 || starter >= rules->players)) status = DOM_ERR_STARTER;
    if (status == DOM_OK) status = take_scores(&r, scores);
    if (status != DOM_OK) return status;
    int running = 0;
    for (int at = 0, seat = 0; viewer >= 0 && seat < rules->players; at += hand_sizes[seat++])
        if (tiles[at] == DOM_HIDDEN) running = 1;
    clear_table(&r);
    set_starter(&r, starter);
    if (!hands_seen_right(&r, running)) return DOM_ERR_VIEW;
    if (!forced_right(&r, forced, running)) return DOM_ERR_STARTER;
    r.forced = (int16_t)forced;
    status = restore_actions(&r, actions, action_count, running);
    if (status != DOM_OK) return status;
    if (viewer >= 0 && !view_ends_right(&r, running)) return DOM_ERR_VIEW;
    return dom_round_copy(round, &r);
}
