/* Batches of live rounds for learners: everything is written in place, in the caller's memory. */
#include <stddef.h>
#include <string.h>

#include "batch.h"
#include "lacks.h"

typedef struct round_slot {
    slot_head head;
    dom_round round;
} round_slot;

static inline enum way way_of(const dom_rules *rules) {
    return is_plain_chain(rules) ? CHAIN : set_size(rules->max_pip) <= 64 ? ROUND : LARGE_ROUND;
}

/* A round's last member has room for the longest of all games; a slot keeps room for the longest of these, since what lies close
 * together is read faster. So a slot's round is copied by dom_round_copy and never by `=`. */
static inline size_t slot_size(const dom_rules *rules, enum way way) {
    size_t size = offsetof(round_slot, round.actions) + (size_t)most_actions(rules) * sizeof(uint16_t);
    return way == CHAIN ? chain_size(rules) : (size + 63) / 64 * 64;
}

int dom_slot_size(const dom_rules *rules) {
    int status = dom_rules_check(rules, NULL, NULL);
    return status == DOM_OK ? (int)slot_size(rules, way_of(rules)) : status;
}

typedef struct batch_job { /* what a loop over the slots holds on to */
    const dom_batch *batch;
    action_space space;
    size_t size; /* of a slot */
    uint64_t deal_key[4], sample_key[4];
} batch_job;

static inline void begin_job(batch_job *job, const dom_batch *batch, enum way way) {
    job->batch = batch;
    job->space = space_of(&batch->rules);
    job->size = slot_size(&batch->rules, way);
    key_words(batch->deal_key, job->deal_key);
    key_words(batch->sample_key, job->sample_key);
}

static inline slot_head *slot_at(const batch_job *job, int i) {
    return (slot_head *)((unsigned char *)job->batch->slots + (size_t)i * job->size);
}

/* ---- one slot ---- */

static inline uint64_t stream_number(const dom_batch *batch, int i, uint32_t number) {
    return ((uint64_t)batch->first + (uint64_t)i) << 32 | number;
}

/* The slot's next round; where the deal fails it keeps the one it has. */
static int deal_slot(const batch_job *job, int i, enum way way) {
    slot_head *slot = slot_at(job, i);
    const uint32_t number = slot->rounds++;
    dom_stream stream;
    dom_round dealt;
    stream_start(&stream, job->deal_key, stream_number(job->batch, i, number));
    int status = start_from(&dealt, &job->batch->rules, &stream);
    job->batch->errors[i] = (int8_t)status;
    if (status != DOM_OK) return status;
    stream_start(&slot->samples, job->sample_key, stream_number(job->batch, i, number));
    slot->number = number;
    memset(slot->lacks, 0, sizeof slot->lacks);
    if (way == CHAIN) start_chain((chain *)slot, &dealt);
    else dom_round_copy(&((round_slot *)slot)->round, &dealt);
    return DOM_OK;
}

/* Drops what an end has no room for: its double, or all the others. */
static inline void keep_fitting(const dom_end *end, uint64_t *tiles, int words) {
    const int twin = double_of(end->number), others_fit = (end->fits & 31) != 0, double_fits = end->fits >> 5;
    for (int w = 0; w < words; w++) {
        uint64_t bit = twin >> 6 == w ? UINT64_C(1) << (twin & 63) : 0;
        tiles[w] &= (others_fit ? ~bit : 0) | (double_fits ? bit : 0);
    }
}

static inline void find_round_choice(const dom_round *r, const action_space *space, enum way way, choice *may) {
    const dom_tileset *hand = &r->hand[r->seat];
    const int words = words_of(way), ends = ends_of(space, way), on = !is_over(r);
    const uint64_t held = 0 - (uint64_t)on; /* nothing after the end */
    uint64_t any = 0;
    may->over = !on;
    may->opening = r->laid_count == 0;
    may->ends = is_turning(space, way) ? r->end : NULL;
    for (int e = 0; e < ends; e++) {
        const dom_end *end = &r->end[e];
        const uint64_t open = held & (0 - (uint64_t)end->open); /* none on an empty table */
        uint64_t *plays = may->plays[e].word;
        for (int w = 0; w < words; w++) plays[w] = hand->word[w] & HAVING[end->number][w] & open;
        keep_fitting(end, plays, words);
        for (int w = 0; w < words; w++) any |= plays[w];
    }
    if (may->opening && on) {
        may->plays[0] = *hand;
        if (r->forced >= 0)
            for (int w = 0; w < words; w++) may->plays[0].word[w] = r->forced >> 6 == w ? UINT64_C(1) << (r->forced & 63) : 0;
    }
    const int stuck = !may->opening & (any == 0), draw = can_draw(r);
    may->draws = on & draw & (stuck | r->rules.voluntary_draw);
    may->passes = on & stuck & (draw ^ 1);
}

static inline void find_choice(const batch_job *job, const slot_head *slot, enum way way, choice *may) {
    if (way == CHAIN) find_chain_choice((const chain *)slot, &job->batch->rules, may);
    else find_round_choice(&((const round_slot *)slot)->round, &job->space, way, may);
}

/* The seat to act, -1 after the end. What the caller can write to is never asked. */
static inline int turn_of(const slot_head *slot, enum way way) {
    if (way == CHAIN) return ((const chain *)slot)->reason ? -1 : ((const chain *)slot)->seat;
    return is_over(&((const round_slot *)slot)->round) ? -1 : ((const round_slot *)slot)->round.seat;
}

/* A draw or a pass is about to be done in a slot. */
static inline void note_slot_lack(const batch_job *job, slot_head *slot, int action, enum way way) {
    if (way != CHAIN) {
        note_lack(slot->lacks, &((const round_slot *)slot)->round, action);
        return;
    }
    const chain *c = (const chain *)slot;
    const int by_choice = action == DOM_DRAW && job->batch->rules.voluntary_draw;
    slot->lacks[c->seat] = lacks_after(slot->lacks[c->seat], chain_numbers(c), c->drawn, by_choice);
}

/* Does a legal action, writes what each seat has made of it, and says whether the round is over. */
static inline int act_on(const batch_job *job, slot_head *slot, int action, int32_t *rewards, enum way way) {
    const int players = job->batch->rules.players;
    if (action >= DOM_DRAW) note_slot_lack(job, slot, action, way);
    if (way == CHAIN) {
        chain *c = (chain *)slot;
        act_on_chain(c, &job->batch->rules, action);
        for (int seat = 0; seat < players; seat++) rewards[seat] = c->points[seat];
        return c->reason != DOM_ON;
    }
    dom_round *r = &((round_slot *)slot)->round;
    for (int seat = 0; seat < players; seat++) rewards[seat] = -r->play_points[seat];
    act(r, action);
    for (int seat = 0; seat < players; seat++) rewards[seat] += r->play_points[seat] + r->end_points[seat];
    return is_over(r);
}

/* The slot's round in full: a chain is dealt and played again. */
static void rebuild(const batch_job *job, int i, dom_round *round, enum way way) {
    const slot_head *slot = slot_at(job, i);
    if (way != CHAIN) {
        dom_round_copy(round, &((const round_slot *)slot)->round);
        return;
    }
    const chain *c = (const chain *)slot;
    dom_stream stream;
    stream_start(&stream, job->deal_key, stream_number(job->batch, i, slot->number));
    start_from(round, &job->batch->rules, &stream);
    for (int k = 0; k < c->action_count; k++) act(round, c->actions[k]);
}

static int explain_refusal(const batch_job *job, int i, int action, enum way way) {
    dom_obstacle obstacle;
    dom_round round;
    rebuild(job, i, &round, way);
    return explain(&round, action, 0, &obstacle);
}

/* Whose turn it is, and the row of what it may do. */
static inline void write_turn(const batch_job *job, int i, enum way way) {
    const slot_head *slot = slot_at(job, i);
    choice may;
    find_choice(job, slot, way, &may);
    job->batch->turn[i] = (int8_t)turn_of(slot, way);
    write_mask(job->batch->masks + (size_t)i * (size_t)job->space.count, &may, &job->space, way);
}

static inline void look_at_round(const dom_round *r, int viewer, sight *seen) {
    seen->turn = is_over(r) ? -1 : r->seat;
    seen->starter = r->starter;
    seen->boneyard = boneyard_left(r);
    seen->passes = r->passes;
    seen->drawn = r->drawn;
    seen->reason = r->reason;
    seen->hand = r->hand[viewer];
    memset(&seen->laid, 0, sizeof seen->laid);
    for (int i = 0; i < r->laid_count; i++) tileset_add(&seen->laid, r->laid[i].tile);
    for (int seat = 0; seat < r->rules.players; seat++) {
        seen->hand_count[seat] = r->hand_count[seat];
        seen->points[seat] = r->play_points[seat] + r->end_points[seat];
    }
    for (int e = 0; e < 4; e++) {
        seen->number[e] = r->end[e].open ? r->end[e].number : -1;
        seen->weight[e] = end_weight(r, e);
        seen->fits[e] = r->end[e].open ? r->end[e].fits : 0;
    }
}

/* ---- all slots ---- */

static inline int deal_all(const dom_batch *batch, const uint8_t *mask, enum way way) {
    const size_t players = (size_t)batch->rules.players;
    int status = DOM_OK;
    batch_job job;
    begin_job(&job, batch, way);
    for (int i = 0; i < batch->n; i++) {
        if (mask != NULL && !mask[i]) continue;
        if (deal_slot(&job, i, way) != DOM_OK) {
            status = DOM_ERR_NO_DEAL;
            continue;
        }
        memset(batch->rewards + (size_t)i * players, 0, players * sizeof *batch->rewards);
        batch->done[i] = 0;
        write_turn(&job, i, way);
    }
    return status;
}

static inline int step_all(const dom_batch *batch, const int32_t *actions, enum way way) {
    const size_t players = (size_t)batch->rules.players;
    int status = DOM_OK;
    batch_job job;
    begin_job(&job, batch, way);
    for (int i = 0; i < batch->n; i++) {
        slot_head *slot = slot_at(&job, i);
        int32_t dense = actions[i], *rewards = batch->rewards + (size_t)i * players;
        int action = dense >= 0 && dense < job.space.count ? batch->codes[dense] : -1;
        choice may;
        find_choice(&job, slot, way, &may);
        if (action < 0 || !allows(&may, action)) {
            batch->errors[i] = dense == -1 ? DOM_OK : (int8_t)explain_refusal(&job, i, action, way);
            batch->done[i] = (uint8_t)may.over;
            memset(rewards, 0, players * sizeof *rewards);
            continue;
        }
        int over = act_on(&job, slot, action, rewards, way);
        batch->errors[i] = DOM_OK;
        batch->done[i] = (uint8_t)over;
        if (over && batch->autoreset && deal_slot(&job, i, way) != DOM_OK) status = DOM_ERR_NO_DEAL;
        write_turn(&job, i, way);
    }
    return status;
}

static inline void sample_all(const dom_batch *batch, enum way way) {
    batch_job job;
    begin_job(&job, batch, way);
    for (int i = 0; i < batch->n; i++) {
        slot_head *slot = slot_at(&job, i);
        choice may;
        find_choice(&job, slot, way, &may);
        batch->sampled[i] = sample_choice(&may, &slot->samples, &job.space, way);
    }
}

static inline void observe_all(const dom_batch *batch, int seat, enum way way) {
    batch_job job;
    sight seen;
    begin_job(&job, batch, way);
    const size_t size = (size_t)observation_size(&batch->rules, &job.space);
    for (int i = 0; i < batch->n; i++) {
        const slot_head *slot = slot_at(&job, i);
        int turn = turn_of(slot, way), viewer = seat >= 0 ? seat : turn >= 0 ? turn : 0;
        if (way == CHAIN) look_at_chain((const chain *)slot, &batch->rules, viewer, &seen);
        else look_at_round(&((const round_slot *)slot)->round, viewer, &seen);
        write_observation(batch->observations + (size_t)i * size, &seen, viewer, slot->lacks, &batch->rules, &job.space);
    }
}

/* ---- what callers call ---- */

static inline int is_started(const dom_batch *batch) { return batch->magic == DOM_MAGIC; }

int dom_batch_start(dom_batch *batch) {
    if (batch == NULL) return DOM_ERR_NULL;
    if (!batch->slots || !batch->codes || !batch->masks || !batch->rewards || !batch->done || !batch->turn || !batch->errors)
        return DOM_ERR_NULL;
    int status = dom_rules_check(&batch->rules, NULL, NULL);
    if (status != DOM_OK) return status;
    if (batch->n < 1 || batch->n > DOM_MAX_SLOTS || (uint64_t)batch->first + (uint64_t)batch->n > UINT64_C(1) << 32) return DOM_ERR_RANGE;
    if ((uintptr_t)batch->slots % _Alignof(round_slot) != 0 || (uintptr_t)batch->slots % _Alignof(chain) != 0) return DOM_ERR_RANGE;
    batch->magic = DOM_MAGIC;
    dom_action_codes(&batch->rules, batch->codes);
    batch_job job;
    begin_job(&job, batch, way_of(&batch->rules));
    for (int i = 0; i < batch->n; i++) slot_at(&job, i)->rounds = 0;
    status = dom_batch_reset(batch, NULL);
    if (status != DOM_OK) batch->magic = 0;
    return status;
}

int dom_batch_reset(dom_batch *batch, const uint8_t *mask) {
    if (batch == NULL) return DOM_ERR_NULL;
    if (!is_started(batch)) return DOM_ERR_NOT_SET_UP;
    switch (way_of(&batch->rules)) {
        case CHAIN: return deal_all(batch, mask, CHAIN);
        case ROUND: return deal_all(batch, mask, ROUND);
        default: return deal_all(batch, mask, LARGE_ROUND);
    }
}

int dom_batch_step(dom_batch *batch, const int32_t *actions) {
    if (batch == NULL || actions == NULL) return DOM_ERR_NULL;
    if (!is_started(batch)) return DOM_ERR_NOT_SET_UP;
    switch (way_of(&batch->rules)) {
        case CHAIN: return step_all(batch, actions, CHAIN);
        case ROUND: return step_all(batch, actions, ROUND);
        default: return step_all(batch, actions, LARGE_ROUND);
    }
}

int dom_batch_sample(dom_batch *batch) {
    if (batch == NULL) return DOM_ERR_NULL;
    if (!is_started(batch)) return DOM_ERR_NOT_SET_UP;
    if (batch->sampled == NULL) return DOM_ERR_NULL;
    switch (way_of(&batch->rules)) {
        case CHAIN: sample_all(batch, CHAIN); break;
        case ROUND: sample_all(batch, ROUND); break;
        default: sample_all(batch, LARGE_ROUND); break;
    }
    return DOM_OK;
}

int dom_batch_observe(dom_batch *batch, int seat) {
    if (batch == NULL) return DOM_ERR_NULL;
    if (!is_started(batch)) return DOM_ERR_NOT_SET_UP;
    if (batch->observations == NULL) return DOM_ERR_NULL;
    if (seat < -1 || seat >= batch->rules.players) return DOM_ERR_RANGE;
    switch (way_of(&batch->rules)) {
        case CHAIN: observe_all(batch, seat, CHAIN); break;
        case ROUND: observe_all(batch, seat, ROUND); break;
        default: observe_all(batch, seat, LARGE_ROUND); break;
    }
    return DOM_OK;
}

int dom_batch_round(const dom_batch *batch, int slot, dom_round *round) {
    if (batch == NULL || round == NULL) return DOM_ERR_NULL;
    if (!is_started(batch)) return DOM_ERR_NOT_SET_UP;
    if (slot < 0 || slot >= batch->n) return DOM_ERR_RANGE;
    batch_job job;
    enum way way = way_of(&batch->rules);
    begin_job(&job, batch, way);
    rebuild(&job, slot, round, way);
    return DOM_OK;
}

int64_t dom_batch_number(const dom_batch *batch, int slot) {
    if (batch == NULL) return DOM_ERR_NULL;
    if (!is_started(batch)) return DOM_ERR_NOT_SET_UP;
    if (slot < 0 || slot >= batch->n) return DOM_ERR_RANGE;
    batch_job job;
    begin_job(&job, batch, way_of(&batch->rules));
    return slot_at(&job, slot)->number;
}
