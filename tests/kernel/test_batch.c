/* Tests of batches over the public header alone. Every buffer is a piece of the heap of exactly its size, so that the sanitizers
 * see whatever is written beside it.
 *
 *   test_batch walks BATCHES     random steps, bad ones among them, in batches over all presets and options, beside single rounds
 *   test_batch misuse            null pointers and numbers out of range for every function
 */
#include "chance.h"

enum { SLOTS = 5, STEPS = 60 };

static void *room(size_t size) {
    void *memory = malloc(size);
    CHECK(memory != NULL);
    memset(memory, 0xa5, size);
    return memory;
}

static void make_room(dom_batch *batch) {
    const size_t n = (size_t)batch->n, players = (size_t)batch->rules.players, count = (size_t)dom_action_count(&batch->rules);
    batch->slots = room(n * (size_t)dom_slot_size(&batch->rules));
    batch->codes = room(count * sizeof *batch->codes);
    batch->masks = room(n * count);
    batch->rewards = room(n * players * sizeof *batch->rewards);
    batch->done = room(n);
    batch->turn = room(n);
    batch->errors = room(n);
    batch->sampled = room(n * sizeof *batch->sampled);
    batch->observations = room(n * (size_t)dom_observation_size(&batch->rules) * sizeof *batch->observations);
}

static void leave_room(dom_batch *batch) {
    free(batch->slots), free(batch->codes), free(batch->masks), free(batch->rewards), free(batch->done), free(batch->turn);
    free(batch->errors), free(batch->sampled), free(batch->observations);
}

static void set_up(dom_batch *batch, const dom_rules *rules, int n, int autoreset) {
    memset(batch, 0, sizeof *batch);
    batch->rules = *rules;
    batch->n = n;
    batch->first = (uint32_t)any(1000);
    batch->autoreset = autoreset;
    memcpy(batch->deal_key, key, sizeof key);
    memset(batch->sample_key, 7, sizeof batch->sample_key);
    make_room(batch);
}

/* ---- what must hold of each slot ---- */

static void check_slot(const dom_batch *batch, int i) {
    static dom_round round;
    uint16_t legal[DOM_MAX_LEGAL];
    const int count = dom_action_count(&batch->rules), players = batch->rules.players;
    CHECK(dom_batch_round(batch, i, &round) == DOM_OK);
    const int over = round.reason != DOM_ON, legals = dom_legal(&round, legal);
    CHECK(batch->turn[i] == (over ? -1 : round.seat));
    int at = 0;
    for (int action = 0; action < count; action++) {
        const int allowed = at < legals && legal[at] == batch->codes[action];
        CHECK(batch->masks[i * count + action] == allowed);
        at += allowed;
    }
    CHECK(at == legals);
    const int width = dom_observation_size(&batch->rules), tiles = dom_set_size(batch->rules.max_pip);
    const int16_t *row = batch->observations + (size_t)i * (size_t)width;
    int in_hand = 0, laid = 0, viewer = over ? 0 : round.seat;
    for (int tile = 0; tile < tiles; tile++) in_hand += row[tile], laid += row[tiles + tile];
    CHECK(in_hand == round.hand_count[viewer] && laid == round.laid_count);
    CHECK(row[2 * tiles] == (over ? -1 : 0) && row[2 * tiles + 2] == round.dealt_count - round.boneyard_at);
    for (int seat = 0; seat < players; seat++) CHECK(row[2 * tiles + 6 + seat] == round.hand_count[(viewer + seat) % players]);
}

/* The actions of this step: sampled, none, or anything. */
static void choose(const dom_batch *batch, int32_t *actions) {
    for (int i = 0; i < batch->n; i++) {
        int way = any(10);
        actions[i] = batch->sampled[i];
        if (way == 0) actions[i] = -1;
        if (way == 1) actions[i] = any(dom_action_count(&batch->rules));
        if (way == 2) actions[i] = PICK(-2147483647 - 1, -2, 99999, 2147483647);
    }
}

static void step_beside(dom_batch *batch, const int32_t *actions) {
    static dom_round before[SLOTS];
    const int count = dom_action_count(&batch->rules), players = batch->rules.players;
    int64_t number[SLOTS];
    for (int i = 0; i < batch->n; i++) {
        CHECK(dom_batch_round(batch, i, &before[i]) == DOM_OK);
        number[i] = dom_batch_number(batch, i);
    }
    CHECK(dom_batch_step(batch, actions) == DOM_OK);
    for (int i = 0; i < batch->n; i++) {
        dom_round *round = &before[i];
        int32_t points[DOM_MAX_PLAYERS];
        for (int seat = 0; seat < players; seat++) points[seat] = round->play_points[seat] + round->end_points[seat];
        const int was_over = round->reason != DOM_ON, inside = actions[i] >= 0 && actions[i] < count;
        const int why = actions[i] == -1 ? 0 : dom_apply(round, inside ? batch->codes[actions[i]] : -1);
        const int over = round->reason != DOM_ON, dealt = over && !was_over && batch->autoreset;
        CHECK(batch->errors[i] == why && batch->done[i] == over);
        CHECK(dom_batch_number(batch, i) == number[i] + dealt);
        for (int seat = 0; seat < players; seat++) {
            const int32_t made = round->play_points[seat] + round->end_points[seat] - points[seat];
            CHECK(batch->rewards[i * players + seat] == made);
        }
        static dom_round after;
        CHECK(dom_batch_round(batch, i, &after) == DOM_OK);
        CHECK(dealt ? after.action_count == 0 : dom_equal(&after, round));
    }
}

static void walk(int number) {
    dom_batch batch;
    dom_rules rules;
    int32_t *actions = room(SLOTS * sizeof *actions);
    uint8_t *mask = room(SLOTS);
    some_rules(&rules, number);
    describe(&rules, number);
    set_up(&batch, &rules, SLOTS, coin());
    CHECK(dom_batch_start(&batch) == DOM_OK);
    for (int step = 0; step < STEPS; step++) {
        CHECK(dom_batch_sample(&batch) == DOM_OK);
        choose(&batch, actions);
        step_beside(&batch, actions);
        for (int seat = -1; seat < rules.players; seat++) CHECK(dom_batch_observe(&batch, seat) == DOM_OK);
        CHECK(dom_batch_observe(&batch, -1) == DOM_OK);
        for (int i = 0; i < SLOTS; i++) check_slot(&batch, i);
        if (any(8)) continue;
        int64_t numbers[SLOTS];
        for (int i = 0; i < SLOTS; i++) {
            mask[i] = (uint8_t)(coin() ? any(256) : 0);
            numbers[i] = dom_batch_number(&batch, i);
        }
        CHECK(dom_batch_reset(&batch, mask) == DOM_OK);
        for (int i = 0; i < SLOTS; i++) CHECK(dom_batch_number(&batch, i) == numbers[i] + (mask[i] != 0));
    }
    CHECK(dom_batch_reset(&batch, NULL) == DOM_OK);
    leave_room(&batch);
    free(actions);
    free(mask);
}

static void walks(int batches) {
    for (int number = 0; number < batches; number++) walk(number);
    printf("%d batches\n", batches);
}

/* ---- misuse ---- */

static void misuse_sizes(void) {
    dom_rules rules;
    uint16_t codes[4000];
    CHECK(dom_preset(&rules, DOM_PRESET_DRAW, 2) == DOM_OK);
    CHECK(dom_action_count(NULL) == DOM_ERR_NULL && dom_observation_size(NULL) == DOM_ERR_NULL);
    CHECK(dom_slot_size(NULL) == DOM_ERR_NULL && dom_action_codes(NULL, codes) == DOM_ERR_NULL);
    CHECK(dom_action_codes(&rules, NULL) == DOM_ERR_NULL);
    rules.max_pip = 19;
    CHECK(dom_action_count(&rules) == DOM_ERR_RULES && dom_action_codes(&rules, codes) == DOM_ERR_RULES);
    CHECK(dom_observation_size(&rules) == DOM_ERR_RULES && dom_slot_size(&rules) == DOM_ERR_RULES);
}

#define WITHOUT(field) (batch = *good, batch.field = NULL, dom_batch_start(&batch) == DOM_ERR_NULL)

static void misuse_start(const dom_batch *good) {
    dom_batch batch = *good;
    CHECK(dom_batch_start(NULL) == DOM_ERR_NULL);
    const int wrong[] = {0, -1, -2147483647 - 1, DOM_MAX_SLOTS + 1, 2147483647};
    for (int i = 0; i < 5; i++) {
        batch = *good;
        batch.n = wrong[i];
        CHECK(dom_batch_start(&batch) == DOM_ERR_RANGE);
    }
    batch = *good;
    batch.first = 0xffffffff;
    CHECK(dom_batch_start(&batch) == DOM_ERR_RANGE);
    batch = *good;
    batch.rules.players = 5;
    CHECK(dom_batch_start(&batch) == DOM_ERR_RULES);
    CHECK(WITHOUT(slots) && WITHOUT(codes) && WITHOUT(masks) && WITHOUT(rewards));
    CHECK(WITHOUT(done) && WITHOUT(turn) && WITHOUT(errors));
    for (int off = 1; off < 8; off++) {
        batch = *good;
        batch.slots = (unsigned char *)good->slots + off;
        CHECK(dom_batch_start(&batch) == DOM_ERR_RANGE && batch.magic == good->magic);
    }
    memset(&batch, 0, sizeof batch);
    CHECK(dom_batch_start(&batch) == DOM_ERR_NULL && dom_batch_sample(&batch) == DOM_ERR_NOT_SET_UP);
    CHECK(dom_batch_observe(&batch, 0) == DOM_ERR_NOT_SET_UP);
}

static void misuse(void) {
    static dom_round round;
    dom_batch batch, empty;
    dom_rules rules;
    int32_t actions[SLOTS] = {0};
    memset(&empty, 0, sizeof empty);
    empty.sampled = actions;
    empty.observations = (int16_t *)&round;
    CHECK(dom_preset(&rules, DOM_PRESET_DRAW, 2) == DOM_OK);
    set_up(&batch, &rules, SLOTS, 0);
    misuse_sizes();
    misuse_start(&batch);
    CHECK(dom_batch_step(NULL, actions) == DOM_ERR_NULL && dom_batch_step(&batch, NULL) == DOM_ERR_NULL);
    CHECK(dom_batch_reset(NULL, NULL) == DOM_ERR_NULL && dom_batch_sample(NULL) == DOM_ERR_NULL);
    CHECK(dom_batch_observe(NULL, 0) == DOM_ERR_NULL && dom_batch_round(NULL, 0, &round) == DOM_ERR_NULL);
    CHECK(dom_batch_round(&batch, 0, NULL) == DOM_ERR_NULL && dom_batch_number(NULL, 0) == DOM_ERR_NULL);
    CHECK(dom_batch_step(&empty, actions) == DOM_ERR_NOT_SET_UP && dom_batch_reset(&empty, NULL) == DOM_ERR_NOT_SET_UP);
    CHECK(dom_batch_sample(&empty) == DOM_ERR_NOT_SET_UP && dom_batch_observe(&empty, 0) == DOM_ERR_NOT_SET_UP);
    CHECK(dom_batch_round(&empty, 0, &round) == DOM_ERR_NOT_SET_UP && dom_batch_number(&empty, 0) == DOM_ERR_NOT_SET_UP);
    CHECK(dom_batch_start(&batch) == DOM_OK);
    CHECK(dom_batch_observe(&batch, -2) == DOM_ERR_RANGE && dom_batch_observe(&batch, 2) == DOM_ERR_RANGE);
    CHECK(dom_batch_round(&batch, -1, &round) == DOM_ERR_RANGE && dom_batch_round(&batch, SLOTS, &round) == DOM_ERR_RANGE);
    CHECK(dom_batch_number(&batch, -1) == DOM_ERR_RANGE && dom_batch_number(&batch, SLOTS) == DOM_ERR_RANGE);
    empty = batch;
    empty.sampled = NULL;
    empty.observations = NULL;
    CHECK(dom_batch_sample(&empty) == DOM_ERR_NULL && dom_batch_observe(&empty, 0) == DOM_ERR_NULL);
    leave_room(&batch);
    printf("misuse refused\n");
}

int main(int argc, char **argv) {
    if (argc < 2 || !start_chance()) return 2;
    if (strcmp(argv[1], "walks") == 0) walks(argc > 2 ? atoi(argv[2]) : 100);
    else if (strcmp(argv[1], "misuse") == 0) misuse();
    else return 2;
    return 0;
}
