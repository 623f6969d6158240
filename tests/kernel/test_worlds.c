/* Worlds against the truth: at the decisions of rounds played at random, heaviest first and by the blocker, what every seat may
 * think possible holds what is so, tile by tile and in the counting. Then the players themselves, also in views that no deal leads
 * to, and misuse of them. Includes the kernel's one source, since worlds are not to be had from outside. */
#include "kernel.c"

#include "chance.h"

static int got[DOM_MAX_TILES]; /* of each tile that ever was in a hand, the number of actions done when it came there */

static void note_what_came(const dom_round *r) {
    int at = 0;
    for (int seat = 0; seat < r->rules.players; seat++)
        for (int i = 0; i < r->hand_dealt[seat]; i++) got[r->dealt[at++]] = 0;
    for (int i = 0; i < r->action_count; i++)
        if (r->actions[i] == DOM_DRAW) got[r->dealt[at++]] = i + 1;
}

/* Where it lies, or came from when it was played: the last bin filled by then. */
static int true_place(const dom_round *r, const known *k, const item *it) {
    int seat = it->seat, place = STAYS;
    for (int other = 0; it->seat < 0 && other < r->rules.players; other++)
        if (tileset_has(&r->hand[other], it->tile)) seat = other;
    for (int b = 0; seat >= 0 && b < k->bin_count; b++)
        if (k->bin[b].seat == seat && k->bin[b].since <= got[it->tile]) place = b;
    return place;
}

/* The counting leaves a way to the end, by these items from the first. */
static void check_counted(const worlds *w) {
    const int states = state_count(w);
    int state = states - 1;
    for (int i = 0; i < w->bound; i++) {
        CHECK(w->ways[i * states + state] > 0);
        if (w->item[i].where != STAYS) state -= w->stride[w->item[i].where];
    }
    CHECK(w->ways[w->bound * states + state] > 0);
}

static void check_truth(const dom_round *r, const dom_round *view, const known *k, worlds *w) {
    int filled[STAYS + 1] = {0};
    for (int i = 0; i < w->count; i++) {
        item *it = &w->item[i];
        const int place = true_place(r, k, it);
        CHECK(place == STAYS ? it->stays : (int)(it->bins >> place & 1));
        if (place != STAYS && it->seat < 0) CHECK(!tileset_has(&k->bin[place].barred, it->tile));
        it->where = (uint8_t)place;
        filled[place]++;
    }
    for (int b = 0; b < k->bin_count; b++) CHECK(filled[b] == k->bin[b].places && filled[b] == w->places[b]);
    CHECK(filled[STAYS] == w->left);
    CHECK(deal_allowed(w, view));
    if (w->exact && w->bound > 0) check_counted(w);
}

/* Hands of the right size, of tiles that may be there, and every unseen tile once. */
static void check_world(const dom_round *view, const known *k, const worlds *w) {
    dom_tileset all = {{0}};
    int tiles = w->left;
    for (int seat = 0; seat < view->rules.players; seat++) {
        int held = 0;
        for (int word = 0; word < view->words; word++) {
            CHECK((w->hand[seat].word[word] & (all.word[word] | ~k->unseen.word[word])) == 0);
            all.word[word] |= w->hand[seat].word[word];
            held += count_bits(w->hand[seat].word[word]);
        }
        CHECK(held == (seat == view->viewer ? 0 : view->hand_count[seat]));
        tiles += held;
    }
    CHECK(tiles == k->unseen_count && (w->any_deal || deal_allowed(w, view))); /* given up where one in 10,000 is not allowed */
    for (int i = 0; i < w->left; i++) CHECK(tileset_has(&k->unseen, w->boneyard[i]) && !tileset_has(&all, w->boneyard[i]));
    for (int i = 0; i < w->count; i++) {
        const item *it = &w->item[i];
        if (it->seat < 0 && it->where != STAYS) CHECK(!tileset_has(&k->bin[it->where].barred, it->tile));
    }
}

static void look(const dom_round *r, int viewer) {
    static dom_round view, position;
    static known k;
    static worlds w;
    CHECK(dom_seen_by(r, viewer, &view) == DOM_OK);
    memset(&k, 0x55, sizeof k); /* nothing that was there before counts */
    memset(&w, 0x55, sizeof w);
    conclude_from(&k, &view, &position);
    CHECK(begin_worlds(&w, &k, &view, &chance));
    next_world(&w, &view, &chance);
    check_world(&view, &k, &w);
    check_truth(r, &view, &k, &w);
}

static int choose_some_way(const dom_round *r, int player) {
    static dom_round view;
    uint16_t legal[DOM_MAX_LEGAL] = {0};
    const int count = dom_legal(r, legal);
    int best = 0, action = 0;
    if (player == 0) return legal[any(count)];
    if (player == 1) {
        for (int i = 1; i < count && legal[i] < DOM_DRAW; i++)
            if (tile_pips(action_tile(legal[i])) > tile_pips(action_tile(legal[best]))) best = i;
        return legal[best];
    }
    CHECK(dom_seen_by(r, r->seat, &view) == DOM_OK);
    CHECK(dom_choose(&view, DOM_BLOCKER, 0, 0, NULL, NULL, &action) == DOM_OK);
    return action;
}

/* Where the highest tile decides, it does. False where there is no such deal. */
static int start_lawfully(dom_round *r, int number) {
    dom_rules rules;
    uint8_t tiles[DOM_MAX_TILES], sizes[DOM_MAX_PLAYERS];
    some_rules(&rules, number);
    if (any(4) == 0) rules.redeal_doubles = 1 + any(5);
    describe(&rules, number);
    if (dom_rules_check(&rules, NULL, NULL) != DOM_OK || dom_deal(&rules, key, (uint64_t)number, tiles) != DOM_OK) return 0;
    memset(sizes, rules.hand_size, sizeof sizes);
    const int decided = rules.opening == DOM_OPENING_HIGHEST && (rules.next_opening == DOM_NEXT_SAME || coin());
    const int starter = decided ? DOM_HIGHEST_TILE : any(rules.players);
    const int left = dom_set_size(rules.max_pip) - rules.players * rules.hand_size;
    CHECK(dom_round_start(r, &rules, tiles, sizes, left, starter, NULL, NULL) == DOM_OK);
    return 1;
}

static void truth(int rounds) {
    static dom_round r;
    int looks = 0;
    for (int number = 0; number < rounds; number++) {
        if (!start_lawfully(&r, number)) continue;
        const int player = any(3), large = dom_set_size(r.rules.max_pip) > 55;
        while (!r.reason) {
            note_what_came(&r);
            for (int viewer = 0; viewer < r.rules.players; viewer++)
                if (!large || any(8) == 0) look(&r, viewer), looks++;
            CHECK(dom_apply(&r, choose_some_way(&r, player)) == DOM_OK);
        }
    }
    printf("%d looks\n", looks);
}

/* ---- players ---- */

/* Everything that can be asked in a view; it stays as it was. Returns whether a deal leads to it. */
static int ask_all(const dom_round *view) {
    static dom_round kept;
    static dom_advice advice;
    static dom_beliefs_found found;
    const int mine = view->seat == view->viewer, worlds = 1 + any(4);
    kept = *view;
    for (int player = DOM_BLOCKER; mine && player <= DOM_SNOW_WHITE; player++) {
        int action = -1;
        CHECK(dom_choose(view, player, player == DOM_BLOCKER ? 0 : any(6), worlds, &chance, NULL, &action) == DOM_OK);
        CHECK(dom_explain(view, action, NULL) == DOM_OK);
    }
    const int status = dom_beliefs(view, any(6), worlds, &chance, &found);
    CHECK(status == DOM_OK || status == DOM_ERR_VIEW);
    if (mine) CHECK(dom_advise(view, any(6), worlds, &chance, NULL, &advice) == status);
    if (mine && status == DOM_OK) CHECK(advice.count == dom_legal_count(view) && advice.worlds[0] == worlds);
    CHECK(memcmp(&kept, view, sizeof kept) == 0);
    return status == DOM_OK;
}

/* An action that somebody may have taken for all that a view tells, be it a lie. */
static int guess_action(dom_round *view, uint8_t *tiles) {
    uint16_t legal[DOM_MAX_LEGAL] = {0};
    const int size = dom_set_size(view->rules.max_pip);
    if (view->seat != view->viewer) {
        const int kind = any(8), end = view->laid_count ? 1 + any(4) : 0;
        return kind < 2 ? DOM_DRAW : kind == 2 ? DOM_PASS : end << 11 | any(size) << 3 | (end && kind < 6 ? any(5) : 0);
    }
    const int action = legal[any(dom_legal(view, legal))];
    if (action == DOM_DRAW) tiles[view->boneyard_at] = (uint8_t)any(size); /* where that one lies already it is refused */
    return action;
}

static void tell_on(dom_round *view) {
    static dom_round next;
    static uint16_t actions[DOM_MAX_ACTIONS + 1];
    uint8_t tiles[DOM_MAX_TILES];
    int dealt = 0;
    for (int seat = 0; seat < view->rules.players; seat++) dealt += view->hand_dealt[seat];
    memcpy(tiles, view->dealt, sizeof tiles);
    memcpy(actions, view->actions, (size_t)view->action_count * sizeof actions[0]);
    actions[view->action_count] = (uint16_t)guess_action(view, tiles);
    if (dom_round_restore(&next, &view->rules, tiles, view->hand_dealt, view->dealt_count - dealt, view->starter, view->forced,
                          view->scores_before, view->viewer, actions, view->action_count + 1, NULL) == DOM_OK)
        *view = next;
}

static void players(int rounds) {
    static dom_round r, view;
    int asked = 0, led_to = 0;
    for (int number = 0; number < rounds; number++) {
        if (!start_lawfully(&r, number)) continue;
        const int lies = any(3) == 0;
        for (int left = any(40); left > 0 && !r.reason && !lies; left--) CHECK(dom_apply(&r, choose_some_way(&r, 0)) == DOM_OK);
        if (r.reason) dom_undo(&r);
        CHECK(dom_seen_by(&r, any(3) ? r.seat : any(r.rules.players), &view) == DOM_OK);
        for (int left = any(120); left > 0 && lies; left--) tell_on(&view);
        asked++;
        led_to += ask_all(&view);
        CHECK(led_to == asked || lies);
    }
    printf("%d views\n", asked);
}

static void misuse(void) {
    static dom_round r, view;
    static dom_advice advice;
    static dom_beliefs_found found;
    dom_stream *const s = &chance;
    int action = 77;
    CHECK(start_lawfully(&r, 1) && dom_seen_by(&r, r.seat, &view) == DOM_OK);
    CHECK(dom_advise(NULL, 0, 1, s, NULL, &advice) == DOM_ERR_NULL && dom_beliefs(NULL, 0, 1, s, &found) == DOM_ERR_NULL);
    CHECK(dom_advise(&view, 0, 1, NULL, NULL, &advice) == DOM_ERR_NULL && dom_beliefs(&view, 0, 1, NULL, &found) == DOM_ERR_NULL);
    CHECK(dom_advise(&view, 0, 1, s, NULL, NULL) == DOM_ERR_NULL && dom_beliefs(&view, 0, 1, s, NULL) == DOM_ERR_NULL);
    CHECK(dom_advise(&r, 0, 1, s, NULL, &advice) == DOM_ERR_VIEW && dom_beliefs(&r, 0, 1, s, &found) == DOM_ERR_VIEW);
    for (int level = -1; level <= 6; level += 7) {
        CHECK(dom_advise(&view, level, 1, s, NULL, &advice) == DOM_ERR_RANGE);
        CHECK(dom_beliefs(&view, level, 1, s, &found) == DOM_ERR_RANGE);
        for (int player = DOM_PINOCCHIO; player <= DOM_SNOW_WHITE; player++)
            CHECK(dom_choose(&view, player, level, 1, s, NULL, &action) == DOM_ERR_RANGE);
    }
    CHECK(dom_advise(&view, 0, -1, s, NULL, &advice) == DOM_ERR_RANGE && dom_beliefs(&view, 0, -1, s, &found) == DOM_ERR_RANGE);
    CHECK(dom_advise(&view, 0, DOM_MAX_WORLDS + 1, s, NULL, &advice) == DOM_ERR_RANGE);
    for (int player = DOM_PINOCCHIO; player <= DOM_SNOW_WHITE; player++)
        CHECK(dom_choose(&view, player, 0, 1, NULL, NULL, &action) == DOM_ERR_NULL && action == 77);
    dom_stream zeros = {{0}};
    CHECK(dom_advise(&view, 0, 1, &zeros, NULL, &advice) == DOM_ERR_NOT_SET_UP && dom_beliefs(&view, 0, 1, &zeros, &found) == DOM_ERR_NOT_SET_UP);
    for (int player = DOM_PINOCCHIO; player <= DOM_SNOW_WHITE; player++)
        CHECK(dom_choose(&view, player, 0, 1, &zeros, NULL, &action) == DOM_ERR_NOT_SET_UP && action == 77);
    CHECK(dom_choose(&view, DOM_BLOCKER, 0, 0, &zeros, NULL, &action) == DOM_OK && action != 77);
    CHECK(dom_seen_by(&r, (r.seat + 1) % r.rules.players, &view) == DOM_OK);
    CHECK(dom_advise(&view, 0, 1, s, NULL, &advice) == DOM_WHY_NOT_YOUR_TURN && dom_beliefs(&view, 0, 1, s, &found) == DOM_OK);
    while (!r.reason) CHECK(dom_apply(&r, choose_some_way(&r, 0)) == DOM_OK);
    CHECK(dom_seen_by(&r, 0, &view) == DOM_OK);
    CHECK(dom_advise(&view, 0, 1, s, NULL, &advice) == DOM_WHY_ROUND_OVER && dom_beliefs(&view, 0, 1, s, &found) == DOM_WHY_ROUND_OVER);
    memset(&view, 0, sizeof view);
    CHECK(dom_advise(&view, 0, 1, s, NULL, &advice) == DOM_ERR_NOT_SET_UP && dom_beliefs(&view, 0, 1, s, &found) == DOM_ERR_NOT_SET_UP);
    puts("misuse refused");
}

int main(int count, char **words) {
    if (!start_chance()) return 2;
    if (count == 3 && strcmp(words[1], "truth") == 0) truth(atoi(words[2]));
    else if (count == 3 && strcmp(words[1], "players") == 0) players(atoi(words[2]));
    else if (count == 2 && strcmp(words[1], "misuse") == 0) misuse();
    else return 2;
    return 0;
}
