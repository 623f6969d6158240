/* Snow White: what each action is worth, by playing sampled worlds to their ends.
 *
 * A world (worlds.c) is weighted by how likely the others' plays were in it, each chosen by a softmax over a simple worth. From
 * every world the round is played out after each action that is still in question, by the same policy and with the same chance,
 * so that the differences are those of the actions. After each part of the worlds the worse half of the actions is given up
 * (sequential halving: Karnin, Koren and Somekh, 2013). */
#include <string.h>

#include "bits.h"
#include "lacks.h"

typedef struct thinking {
    dom_weights policy; /* by which worlds are played out */
    dom_weights others; /* by which the others are thought to have chosen: pips, is_double, matches and variety of it */
    int32_t temperature; /* of the softmax over these, in their units; 0: every choice was as likely */
    int32_t worlds;
    int32_t match;   /* switch: the chance to win the match counts, not points */
    int32_t halving; /* switch: actions are given up on the way */
    const volatile int32_t *stop;
} thinking;

enum { MOST_PAST = 64, FALLS = 95, EVEN_WEIGHT = 1 << 14, MOST_WEIGHT = 1 << 24, FULL_WORLDS = 1 << 16 };

/* 65536 exp(-i / 8), rounded. */
static const int32_t FALLING[FALLS] = {
    65536, 57835, 51039, 45042, 39750, 35079, 30957, 27319, 24109, 21276, 18776, 16570, 14623, 12905, 11388, 10050, 8869, 7827,
    6907, 6096, 5380, 4747, 4190, 3697, 3263, 2879, 2541, 2243, 1979, 1746, 1541, 1360, 1200, 1059, 935, 825, 728, 642, 567,
    500, 442, 390, 344, 303, 268, 236, 209, 184, 162, 143, 127, 112, 99, 87, 77, 68, 60, 53, 47, 41, 36, 32, 28, 25, 22, 19, 17,
    15, 13, 12, 10, 9, 8, 7, 6, 6, 5, 4, 4, 3, 3, 3, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1,
};

typedef struct past_play { /* a play of another seat, where it had a choice */
    int8_t seat, ends;
    int8_t number[4];       /* at the open ends */
    int8_t end, tile;       /* end: -1 for the opening */
    int16_t at;
    uint64_t playable[4];   /* what could be laid on each end (sets of one word) */
    uint64_t later;         /* what the seat still held then and has played since, the tile itself included */
} past_play;

typedef struct thinker {
    const dom_round *view;
    dom_round base;         /* the view's position, to be dealt worlds */
    known known;
    worlds worlds;
    goal goal;
    policy policy;
    witness seen;
    int past_count, quickly;
    past_play past[MOST_PAST];
    quick quick;
    quick_table table;
    sharp sharp;
    shown shown;
    chance_rows chance_rows;
} thinker;

/* ---- getting ready ---- */

static void recall_play(thinker *t, const dom_round *r, int action) {
    past_play *p = &t->past[t->past_count];
    memset(p, 0, sizeof *p);
    p->seat = (int8_t)r->seat;
    p->tile = (int8_t)action_tile(action);
    p->end = (int8_t)action_end(action);
    p->at = r->action_count;
    for (int e = 0; e < 4; e++) {
        const dom_end *end = &r->end[e];
        if (!end->open) continue;
        const uint64_t twin = UINT64_C(1) << double_of(end->number), on_it = HAVING[end->number][0];
        if (p->end == e) p->end = p->ends;
        p->number[p->ends] = (int8_t)end->number;
        p->playable[p->ends++] = (end->fits & 31 ? on_it & ~twin : 0) | (end->fits >> 5 ? twin : 0);
    }
    t->past_count++;
}

/* The others' plays from which something can be learnt: where the tile was not prescribed. */
static void recall_past(thinker *t) {
    const dom_round *view = t->view;
    dom_round r;
    t->past_count = 0;
    if (view->words > 1) return;
    dom_round_copy(&r, &t->base);
    clear_table(&r);
    r.seat = view->starter;
    for (int i = 0; i < view->action_count && t->past_count < MOST_PAST; i++) {
        const int action = view->actions[i], prescribed = r.laid_count == 0 && view->forced >= 0;
        if (action < DOM_DRAW && r.seat != view->viewer && !prescribed) recall_play(t, &r, action);
        act(&r, action);
    }
    for (int i = 0; i < t->past_count; i++)
        for (int j = 0; j < t->known.spent_count; j++) {
            const spent *s = &t->known.spent[j];
            past_play *p = &t->past[i];
            if (s->seat == p->seat && s->at >= p->at && s->since >= 0 && s->since <= p->at) p->later |= UINT64_C(1) << s->tile;
        }
}

static int begin_thinking(thinker *t, const dom_round *view, const thinking *how, dom_stream *stream) {
    t->view = view;
    conclude_from(&t->known, view, &t->base);
    if (!begin_worlds(&t->worlds, &t->known, view, stream)) return 0;
    start_policy(&t->policy, &how->policy, view->rules.players, NULL);
    memcpy(t->policy.start.lacks, t->known.lacks, sizeof t->known.lacks); /* the round so far has been gone through already */
    for (int i = 0; i < t->base.laid_count; i++) tileset_add(&t->policy.start.laid, t->base.laid[i].tile);
    set_goal(&t->goal, view, view->viewer, how->match);
    if (how->temperature > 0) recall_past(t);
    else t->past_count = 0;
    t->quickly = is_quick(&view->rules);
    if (!t->quickly) return 1;
    quick_from(&t->quick, &t->table, &t->base);
    sharpen(&t->sharp, &how->policy, &t->chance_rows, &view->rules);
    show_all(&t->shown, &t->base, t->known.lacks);
    return 1;
}

/* ---- how likely a world is ---- */

/* What a seat held when it made a play. */
static uint64_t held_then(const thinker *t, const past_play *p) {
    const known *k = &t->known;
    uint64_t tiles = p->later;
    for (int b = 0; b < k->bin_count; b++)
        if (k->bin[b].seat == p->seat && k->bin[b].since <= p->at) tiles |= t->worlds.in_bin[b];
    for (int i = 0; i < t->worlds.open_count; i++) {
        const item *it = &t->worlds.item[t->worlds.open[i]];
        if (it->seat == p->seat && it->at >= p->at && k->bin[it->where].since <= p->at) tiles |= UINT64_C(1) << it->tile;
    }
    return tiles;
}

/* Of a tile laid on one end, or opening: the simple worth by which the others are thought to choose. */
static int32_t simple_worth(const dom_weights *by, const past_play *p, uint64_t held, int tile, int end) {
    const uint64_t left = held & ~(UINT64_C(1) << tile);
    uint64_t answers = 0;
    for (int e = 0; e < p->ends; e++)
        answers |= HAVING[e == end ? tile_pips(tile) - p->number[e] : p->number[e]][0];
    if (p->ends == 0) answers = HAVING[TILE_HIGH[tile]][0] | HAVING[TILE_LOW[tile]][0];
    int32_t sum = by->pips * tile_pips(tile) + (tile_is_double(tile) ? by->is_double : 0) + by->matches * count_bits(left & answers);
    if (by->variety)
        for (int n = 0; n <= 9; n++) sum += (left & HAVING[n][0]) ? by->variety : 0;
    return sum;
}

/* The chance of a play, of 65536. */
static int64_t chance_of_play(const thinker *t, const thinking *how, const past_play *p) {
    const uint64_t held = held_then(t, p);
    int32_t worths[4 * 19 + 64], most = INT32_MIN, own = INT32_MIN;
    int count = 0;
    for (int e = 0; e < (p->ends ? p->ends : 1); e++)
        for (uint64_t bits = p->ends ? held & p->playable[e] : held; bits; bits &= bits - 1) {
            const int tile = lowest_bit(bits);
            const int32_t sum = simple_worth(&how->others, p, held, tile, e);
            if (sum > most) most = sum;
            if (tile == p->tile && (e == p->end || p->ends == 0)) own = sum;
            worths[count++] = sum;
        }
    if (count < 2) return 65536;
    int64_t all = 0, chance = 0;
    for (int i = 0; i < count; i++) {
        const int64_t fall = (int64_t)(most - worths[i]) * 8 / how->temperature;
        if (fall < FALLS) all += FALLING[fall];
    }
    const int64_t fall = (int64_t)(most - own) * 8 / how->temperature;
    if (fall < FALLS) chance = FALLING[fall];
    return (chance << 16) / all;
}

/* Of the world at hand, EVEN_WEIGHT being an ordinary one. A little is always left: people are not machines. */
static int64_t weigh_world(const thinker *t, const thinking *how) {
    int64_t weight = INT64_C(1) << 30;
    for (int i = 0; i < t->past_count; i++) {
        const int64_t chance = chance_of_play(t, how, &t->past[i]);
        weight = weight * (3 * chance + 2048) >> 16; /* a play was one of three, more or less */
        if (weight < 1 << 10) weight = 1 << 10;
        if (weight > INT64_C(1) << 44) weight = INT64_C(1) << 44;
    }
    weight >>= 16;
    return weight < 1 ? 1 : weight > MOST_WEIGHT ? MOST_WEIGHT : weight;
}

/* ---- playing worlds out ---- */

static void deal_world(thinker *t) {
    const dom_round *view = t->view;
    for (int seat = 0; seat < view->rules.players; seat++) {
        if (seat == view->viewer) continue;
        t->base.hand[seat] = t->worlds.hand[seat];
        if (!t->quickly) continue;
        t->quick.hand[seat] = 0;
        for (uint64_t bits = t->worlds.hand[seat].word[0]; bits; bits &= bits - 1) t->quick.hand[seat] |= tile_rows(lowest_bit(bits));
    }
    for (int i = t->base.boneyard_at, n = 0; i < t->base.dealt_count; i++) t->base.dealt[i] = t->worlds.boneyard[n++];
}

/* The winner after an action and the policy's play from there, and what each seat has scored. */
static int play_generally(thinker *t, int action, dom_stream *stream, int32_t *points) {
    dom_round r;
    witness seen = t->policy.start;
    dom_round_copy(&r, &t->base);
    if (t->policy.blocks) watch(&seen, &r, action);
    act(&r, action);
    while (!is_over(&r)) {
        action = weighted_action(&r, stream, &t->policy, &seen);
        if (t->policy.blocks) watch(&seen, &r, action);
        act(&r, action);
    }
    for (int seat = 0; seat < r.rules.players; seat++) points[seat] = r.play_points[seat] + r.end_points[seat];
    return r.winner;
}

/* The same for games that are quick. */
static int play_sharply_from(thinker *t, int action, dom_stream *stream, int32_t *points) {
    const dom_rules *rules = &t->view->rules;
    const int tile = action_tile(action), e = action_end(action), on_table = rules->table_width != 0;
    quick q = t->quick;
    shown seen = t->shown;
    quick_table table;
    if (on_table) table = t->table;
    if (e < 0) {
        open_quickly(&q, &table, rules, tile);
        leave_hand(&seen, &q, tile_rows(tile), rules->players);
    } else lay_sharply(&seen, &q, &table, e, tile_pips(tile) - q.end[e].number, action_placement(action), rules->players, on_table, rules->turns);
    play_out_sharply(&q, &t->sharp, &seen, rules, t->base.dealt, stream, &table);
    return score_quickly(&q, rules, points);
}

static void look_at(thinker *t, dom_advice *advice, int i, int64_t weight, dom_stream stream) {
    int32_t points[DOM_MAX_PLAYERS] = {0};
    const int action = advice->action[i], sharply = t->quickly && action < DOM_DRAW;
    const int winner = sharply ? play_sharply_from(t, action, &stream, points) : play_generally(t, action, &stream, points);
    const int64_t ahead = points_ahead(&t->goal, points);
    advice->worlds[i]++;
    advice->weight[i] += weight;
    advice->points[i] += weight * ahead;
    advice->squares[i] += weight * ahead * ahead;
    advice->value[i] += weight * goal_value(&t->goal, points);
    if (winner == side_of(&t->view->rules, t->view->viewer)) advice->wins[i] += weight;
}

/* The better half of the actions in question, in order; all have seen the same worlds. */
static int halve(const dom_advice *advice, int *alive, int count) {
    const int kept = (count + 1) / 2;
    int order[DOM_MAX_LEGAL];
    for (int i = 0; i < count; i++) {
        int at = i;
        for (; at > 0 && advice->value[order[at - 1]] < advice->value[alive[i]]; at--) order[at] = order[at - 1];
        order[at] = alive[i];
    }
    memcpy(alive, order, (size_t)kept * sizeof *alive);
    return kept;
}

/* Of actions that come to the same only the first is looked at: on a chain without table, arms and count, whose ends show one number,
 * a tile on the right is the mirror image of it on the left. Puts the indices of the others into `alive`, and for each action the one
 * that it is alike into `like`; returns how many are looked at. */
static int leave_mirrors_out(const dom_round *view, const dom_advice *advice, int *alive, int *like) {
    const dom_rules *rules = &view->rules;
    const int mirrors = !rules->table_width && !rules->spinner && !rules->count_multiple && view->laid_count > 0 &&
                        view->end[DOM_LEFT].number == view->end[DOM_RIGHT].number;
    int count = 0;
    for (int i = 0; i < advice->count; i++) {
        const int action = advice->action[i];
        like[i] = i;
        for (int j = 0; mirrors && action < DOM_DRAW && j < i; j++)
            if (advice->action[j] < DOM_DRAW && action_tile(advice->action[j]) == action_tile(action)) like[i] = j;
        if (like[i] == i) alive[count++] = i;
    }
    return count;
}

static void tell_mirrors(dom_advice *advice, const int *like) {
    for (int i = 0; i < advice->count; i++) {
        const int j = like[i];
        advice->worlds[i] = advice->worlds[j];
        advice->weight[i] = advice->weight[j];
        advice->points[i] = advice->points[j];
        advice->squares[i] = advice->squares[j];
        advice->wins[i] = advice->wins[j];
        advice->value[i] = advice->value[j];
    }
}

/* The weight of the world at hand; coarser where there are so many worlds that 64 bits might not hold the sums. */
static int64_t sum_weight(const thinker *t, const thinking *how) {
    int64_t weight = t->past_count ? weigh_world(t, how) : EVEN_WEIGHT;
    for (int worlds = how->worlds; worlds > FULL_WORLDS; worlds >>= 1) weight >>= 1;
    return weight < 1 ? 1 : weight;
}

/* Plays `how->worlds` worlds, after each the actions in question; returns the index of the best, or -1 where no world can be dealt. */
static int look_at_worlds(thinker *t, const dom_round *view, const thinking *how, dom_stream *stream, dom_advice *advice, int *alive, int count) {
    int parts = 1;
    if (!begin_thinking(t, view, how, stream)) return -1;
    while (how->halving && 1 << parts < count) parts++;
    for (int part = 0, done = 0; part < parts; part++) {
        const int until = (int)((int64_t)how->worlds * (part + 1) / parts);
        for (; done < until; done++) {
            if (how->stop != NULL && done > 0 && done % 8 == 0 && *how->stop) return halve(advice, alive, count), alive[0];
            next_world(&t->worlds, view, stream);
            deal_world(t);
            const int64_t weight = sum_weight(t, how);
            const uint64_t word = stream_next(stream), words[4] = {word, word, word, word};
            dom_stream chance;
            stream_start(&chance, words, 0);
            for (int i = 0; i < count; i++) look_at(t, advice, alive[i], weight, chance);
        }
        if (how->halving || part == parts - 1) count = halve(advice, alive, count);
    }
    if (count > 1) halve(advice, alive, count);
    return alive[0];
}

/* Judges the legal actions of a view; returns the index of the best, or -1 where no world can be dealt. */
static int think(thinker *t, const dom_round *view, const thinking *how, dom_stream *stream, dom_advice *advice) {
    int alive[DOM_MAX_LEGAL], like[DOM_MAX_LEGAL];
    memset(advice, 0, sizeof *advice);
    advice->count = dom_legal(view, advice->action);
    const int count = leave_mirrors_out(view, advice, alive, like);
    if (how->halving && count == 1) return alive[0];
    const int best = look_at_worlds(t, view, how, stream, advice, alive, count);
    tell_mirrors(advice, like);
    return best;
}

/* Where each unseen tile lies, by the weight of the worlds in which it does. */
static int believe(thinker *t, const dom_round *view, const thinking *how, dom_stream *stream, dom_beliefs_found *found) {
    memset(found, 0, sizeof *found);
    if (!begin_thinking(t, view, how, stream)) return 0;
    for (int i = 0; i < how->worlds; i++) {
        next_world(&t->worlds, view, stream);
        const int64_t weight = sum_weight(t, how);
        found->total += weight;
        for (int j = 0; j < t->worlds.count; j++) {
            const item *it = &t->worlds.item[j];
            if (it->seat < 0) found->weight[it->tile][it->where == STAYS ? DOM_MAX_PLAYERS : t->known.bin[it->where].seat] += weight;
        }
    }
    return 1;
}
