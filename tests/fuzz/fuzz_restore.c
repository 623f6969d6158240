/* Bytes as a stored round: the parts of a good one, some of them changed, given to dom_round_restore. It is refused with the
 * target untouched, or it is a round that can be played on, and that its own parts restore. */
#include "fuzz.h"

static dom_round source, target, kept, again, view;

static void play_some(input *in) {
    uint16_t legal[DOM_MAX_LEGAL];
    for (int moves = next_byte(in); moves > 0; moves--) {
        const int count = dom_legal(&source, legal);
        if (count == 0) return;
        CHECK(dom_apply(&source, legal[next_byte(in) % count]) == DOM_OK);
    }
}

static void check_restored(void) {
    uint16_t legal[DOM_MAX_LEGAL];
    const int count = dom_legal(&target, legal);
    for (int i = 0; i < count; i++) CHECK(dom_explain(&target, legal[i], NULL) == DOM_OK);
    CHECK(restore_parts(&again, &target, target.hand_dealt, target.dealt_count, target.starter, target.forced, target.viewer,
                        target.actions, target.action_count) == DOM_OK);
    CHECK(dom_equal(&again, &target) && dom_hash(&again) == dom_hash(&target));
    if (target.viewer >= 0) {
        CHECK(dom_apply(&target, count > 0 ? legal[0] : DOM_PASS) == DOM_ERR_VIEW);
        return;
    }
    CHECK(dom_seen_by(&target, target.seat, &view) == DOM_OK);
    for (int i = target.action_count; i-- > 0;) CHECK(dom_undo(&target) >= 0);
    for (int i = 0; i < again.action_count; i++) CHECK(dom_apply(&target, again.actions[i]) == DOM_OK);
    CHECK(dom_equal(&again, &target));
    if (target.reason == DOM_ON) CHECK(count > 0 && dom_apply(&target, legal[0]) == DOM_OK);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    input in = {data, size};
    dom_rules rules;
    if (!next_rules(&in, &rules) || !next_round(&in, &source, &rules)) return 0;
    play_some(&in);
    const int seat = next_byte(&in) % (rules.players + 1);
    if (seat < rules.players) CHECK(dom_seen_by(&source, seat, &view) == DOM_OK);
    dom_round parts = seat < rules.players ? view : source;
    int tiles = parts.dealt_count, starter = parts.starter, forced = parts.forced, viewer = parts.viewer;
    int actions = parts.action_count;
    const int changed = in.left > 0;
    while (in.left > 0) {
        const int what = next_byte(&in), where = next_byte(&in), value = next_byte(&in);
        switch (what % 9) {
            case 0: parts.dealt[where % DOM_MAX_TILES] = (uint8_t)value; break;
            case 1: parts.hand_dealt[where % DOM_MAX_PLAYERS] = (uint8_t)value; break;
            case 2: tiles += (int8_t)value; break;
            case 3: starter = (int8_t)value; break;
            case 4: forced = (int8_t)value; break;
            case 5: viewer = (int8_t)value; break;
            case 6: actions = value < 240 ? actions - value % 4 : value - 242; break;
            case 7: parts.actions[where % (actions > 0 ? actions : 1)] = (uint16_t)(value << 8 | where); break;
            default: parts.scores_before[where % DOM_MAX_PLAYERS] = value < 128 ? value : INT32_MAX - value; break;
        }
    }
    if (tiles < 0) tiles = 0;
    memset(&target, 0xa5, sizeof target);
    memcpy(&kept, &target, sizeof kept);
    const int status =
        restore_parts(&target, &parts, parts.hand_dealt, tiles, starter, forced, viewer, parts.actions, actions);
    if (status == DOM_OK) {
        check_restored();
        return 0;
    }
    CHECK(changed && memcmp(&kept, &target, sizeof kept) == 0);
    CHECK((status > 0 && status <= DOM_WHY_MUST_DRAW) || (status <= DOM_ERR_RULES && status >= DOM_ERR_VIEW));
    return 0;
}
