/* Bytes as actions: a round by any rules, acted on well and badly, undone and done again. What must hold of every position is
 * checked after each step, and from the last one the round is rolled back to its root. */
#include "fuzz.h"

static dom_round round_, root, before, again, view;

/* Every tile of the set is in one hand, on the table or in the boneyard. */
static void check_tiles(const dom_round *r) {
    uint8_t seen[DOM_MAX_TILES] = {0}, list[DOM_MAX_TILES];
    int count = 0;
    for (int seat = 0; seat < r->rules.players; seat++) {
        const int held = dom_tileset_list(&r->hand[seat], list);
        CHECK(held == r->hand_count[seat]);
        for (int i = 0; i < held; i++) seen[list[i]]++, count++;
    }
    for (int i = 0; i < r->laid_count; i++) seen[r->laid[i].tile]++, count++;
    for (int i = r->boneyard_at; i < r->dealt_count; i++) seen[r->dealt[i]]++, count++;
    CHECK(count == dom_set_size(r->rules.max_pip));
    for (int tile = 0; tile < count; tile++) CHECK(seen[tile] == 1);
}

static void check_legal(const dom_round *r) {
    uint16_t legal[DOM_MAX_LEGAL];
    const int count = dom_legal(r, legal);
    CHECK(count == dom_legal_count(r));
    CHECK((count > 0) == (r->reason == DOM_ON));
    for (int i = 0; i < count; i++) {
        char text[DOM_ACTION_TEXT];
        int read;
        CHECK(i == 0 || legal[i] > legal[i - 1]);
        CHECK(dom_explain(r, legal[i], NULL) == DOM_OK);
        CHECK(dom_action_text(legal[i], text, sizeof text) == DOM_OK);
        CHECK(dom_action_parse(text, &read) == DOM_OK && read == legal[i]);
    }
}

static void check_views(const dom_round *r) {
    for (int seat = 0; seat < r->rules.players; seat++) {
        CHECK(dom_seen_by(r, seat, &view) == DOM_OK);
        CHECK(dom_legal_count(&view) == (r->seat == seat ? dom_legal_count(r) : 0));
        CHECK(dom_apply(&view, DOM_PASS) == DOM_ERR_VIEW && dom_undo(&view) == DOM_ERR_VIEW);
        if (r->reason != DOM_ON) continue;
        for (int other = 0; other < r->rules.players; other++)
            if (other != seat) CHECK(dom_pips(&view, other) == 0);
    }
}

static void check_scores(const dom_round *r) {
    int32_t scores[DOM_MAX_PLAYERS];
    CHECK(dom_scores(r, scores) == DOM_OK);
    for (int seat = 0; seat < r->rules.players; seat++) {
        CHECK(scores[seat] == r->scores_before[seat] + r->play_points[seat] + r->end_points[seat]);
        CHECK(r->play_points[seat] >= 0 && r->end_points[seat] >= 0);
    }
    if (r->rules.partners) CHECK(scores[0] == scores[2] && scores[1] == scores[3]);
}

static void check(const dom_round *r) {
    check_tiles(r);
    check_legal(r);
    check_views(r);
    check_scores(r);
}

/* Equal by what a round is made from, and in what follows from it: dom_equal asks for the first alone. */
static void check_same(const dom_round *one, const dom_round *other) {
    CHECK(dom_equal(one, other) && dom_hash(one) == dom_hash(other));
    CHECK(one->seat == other->seat && one->passes == other->passes && one->drawn == other->drawn);
    CHECK(one->reason == other->reason && one->winner == other->winner && one->boneyard_at == other->boneyard_at);
    CHECK(one->laid_count == other->laid_count && one->spinner == other->spinner && one->spinner_sides == other->spinner_sides);
    for (int seat = 0; seat < one->rules.players; seat++) { /* what is not in use is anything: seats, words, rows */
        const size_t size = one->words * sizeof one->hand[0].word[0];
        CHECK(memcmp(&one->hand[seat], &other->hand[seat], size) == 0 && one->hand_count[seat] == other->hand_count[seat]);
        CHECK(one->play_points[seat] == other->play_points[seat] && one->end_points[seat] == other->end_points[seat]);
    }
    for (int y = 0; y < one->rules.table_height; y++) CHECK(one->row[y] == other->row[y]);
    for (int end = 0; end < 4; end++) {
        const dom_end *a = &one->end[end], *b = &other->end[end];
        CHECK(a->open == b->open);
        if (!a->open) continue;
        CHECK(a->number == b->number && a->is_double == b->is_double && a->fits == b->fits && a->last == b->last);
        CHECK(a->direction == b->direction && a->x == b->x && a->y == b->y);
    }
}

/* A refusal says why as dom_explain does, and leaves every byte; an action taken can be taken back. */
static void act(int action) {
    const int why = dom_explain(&round_, action, NULL);
    memcpy(&before, &round_, sizeof before);
    CHECK(dom_apply(&round_, action) == why);
    if (why != DOM_OK) {
        CHECK(why > 0 && why <= DOM_WHY_MUST_DRAW);
        CHECK(memcmp(&before, &round_, sizeof before) == 0);
        return;
    }
    again = round_;
    CHECK(dom_undo(&again) == action);
    check_same(&again, &before);
    check(&round_);
}

static void step(input *in) {
    uint16_t legal[DOM_MAX_LEGAL];
    const int byte = next_byte(in), count = dom_legal(&round_, legal);
    if (byte < 224) {
        act(count > 0 ? legal[byte % count] : byte % 2 ? DOM_PASS : DOM_DRAW);
    } else if (byte < 240) {
        const int done = round_.action_count, undone = dom_undo(&round_);
        CHECK(done == 0 ? undone == DOM_ERR_NO_HISTORY : undone >= 0 && round_.action_count == done - 1);
    } else {
        act(next_word(in) - (byte == 255 ? 65536 : 0));
    }
}

static void roll_back(void) {
    static uint16_t actions[DOM_MAX_ACTIONS];
    const int count = round_.action_count;
    memcpy(actions, round_.actions, sizeof actions);
    before = round_;
    CHECK(restore_parts(&again, &round_, round_.hand_dealt, round_.dealt_count, round_.starter, round_.forced, -1, actions, count) ==
          DOM_OK);
    check_same(&again, &round_);
    for (int i = count; i-- > 0;) CHECK(dom_undo(&round_) == actions[i]);
    check_same(&round_, &root);
    check(&round_);
    for (int i = 0; i < count; i++) CHECK(dom_apply(&round_, actions[i]) == DOM_OK);
    check_same(&round_, &before);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    input in = {data, size};
    dom_rules rules;
    memset(&round_, 0xa5, sizeof round_); /* what nobody sets must not matter */
    if (!next_rules(&in, &rules)) {
        const uint8_t key[32] = {0};
        memcpy(&before, &round_, sizeof before);
        CHECK(dom_round_deal(&round_, &rules, key, 0, 0, key, NULL) == DOM_ERR_RULES);
        CHECK(memcmp(&before, &round_, sizeof before) == 0);
        return 0;
    }
    if (!next_round(&in, &round_, &rules)) return 0;
    root = round_;
    check(&round_);
    while (in.left > 0) step(&in);
    roll_back();
    return 0;
}
