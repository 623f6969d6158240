/* The heuristic blocker (docs/waist.md, Players): a yardstick. It lays what scores most by pips, doubles, what is left in hand and
 * the chance that others can answer nothing, the first among equals. All in whole numbers, so that every platform chooses alike. */
#include <string.h>

#include "bits.h"

/* A score is in units of 1 / (100 x 32 x 65536): coefficients are hundredths, free ends 32nds, chances 65536ths. */
enum { CHANCE_UNIT = 65536, FREE_UNIT = 32, END_TILES = 340, END_PIPS = 4 };

typedef struct blocker_taste { /* hundredths of a point */
    int32_t pips, is_double, matches, variety;
    int32_t block[DOM_MAX_PLAYERS]; /* times the chance that the seat so many further on can answer nothing */
} blocker_taste;

static const blocker_taste
    TASTE_TABLE = {100, 500, 100, 0, {0, 15000}},
    TASTE_TWO = {100, 500, 250, 100, {0, 15000}},
    TASTE_THREE = {50, 500, 250, 300, {0, 3000, 0}},
    TASTE_FOUR = {150, 650, 400, 300, {0, 3000, 0, 1000}},
    TASTE_PARTNERS = {150, 500, 250, 380, {0, 9000, -5000, 2600}};

typedef struct hidden_part { /* some places of a hidden hand, each filled by any of the candidates */
    dom_tileset candidates;
    int tiles, places;
} hidden_part;

typedef struct hidden_hand {
    int parts;
    hidden_part part[MOST_BINS];
} hidden_hand;

typedef struct blocker {
    const blocker_taste *taste;
    int words, players, seat;
    hidden_hand hidden[DOM_MAX_PLAYERS]; /* by seats further on; [0] is empty */
    int64_t expected_pips;               /* in the next player's hand; in 1 / 65536 */
} blocker;

static const blocker_taste *taste_for(const dom_rules *rules) {
    if (rules->partners) return &TASTE_PARTNERS;
    if (rules->players == 4) return &TASTE_FOUR;
    if (rules->players == 3) return &TASTE_THREE;
    return rules->table_width ? &TASTE_TABLE : &TASTE_TWO;
}

/* ---- what the others may hold ---- */

/* What is left in each bin. A tile of which it is open where it came from is taken from the oldest bin that has a place. */
static void places_left(const known *k, int places[MOST_BINS]) {
    for (int b = 0; b < k->bin_count; b++) places[b] = k->bin[b].places;
    for (int i = 0; i < k->spent_count; i++)
        for (uint32_t bins = k->spent[i].bins; bins; bins &= bins - 1)
            if (places[lowest_bit(bins)] > 0) {
                places[lowest_bit(bins)]--;
                break;
            }
}

static inline int same_tiles(const dom_tileset *a, const dom_tileset *b, int words) {
    int same = 1;
    for (int w = 0; w < words; w++) same &= a->word[w] == b->word[w];
    return same;
}

/* Bins that the same tiles can fill are one part. */
static void find_hidden(const known *k, int seat, const int places[MOST_BINS], hidden_hand *hand) {
    hand->parts = 0;
    for (int b = 0; b < k->bin_count; b++) {
        if (k->bin[b].seat != seat || places[b] == 0) continue;
        hidden_part *part = &hand->part[hand->parts];
        int i = 0;
        part->tiles = 0;
        for (int w = 0; w < k->words; w++) {
            part->candidates.word[w] = k->unseen.word[w] & ~k->bin[b].barred.word[w];
            part->tiles += count_bits(part->candidates.word[w]);
        }
        part->places = 0;
        while (!same_tiles(&hand->part[i].candidates, &part->candidates, k->words)) i++;
        hand->part[i].places += places[b];
        if (i == hand->parts) hand->parts++;
    }
}

/* How many tiles of a set the hand is expected to hold, in 1 / 65536; each part rounded down. */
static int64_t expected_of(const hidden_hand *hand, const uint64_t *tiles, int words) {
    int64_t sum = 0;
    for (int i = 0; i < hand->parts; i++) {
        const hidden_part *part = &hand->part[i];
        const int count = count_common(part->candidates.word, tiles, words);
        if (count) sum += (int64_t)CHANCE_UNIT * part->places * count / part->tiles;
    }
    return sum;
}

static int64_t expected_pips(const hidden_hand *hand, int words) {
    int64_t sum = 0;
    for (int i = 0; i < hand->parts; i++) {
        const hidden_part *part = &hand->part[i];
        int pips = 0;
        for (int w = 0; w < words; w++)
            for (uint64_t bits = part->candidates.word[w]; bits; bits &= bits - 1) pips += tile_pips(64 * w + lowest_bit(bits));
        if (pips) sum += (int64_t)CHANCE_UNIT * part->places * pips / part->tiles;
    }
    return sum;
}

/* The chance that a hand holds none of these tiles, in 1 / 65536. */
static int64_t chance_of_none(const hidden_hand *hand, const dom_tileset *answers, int words) {
    int64_t chance = CHANCE_UNIT;
    for (int i = 0; i < hand->parts; i++) {
        const hidden_part *part = &hand->part[i];
        const int would = count_common(part->candidates.word, answers->word, words);
        if (would) chance = chance * chance_none(part->tiles, would, part->places) >> 16;
    }
    return chance;
}

/* ---- room on the table ---- */

/* How many ways the chain can go on from an end by two tiles, whatever these show: the placements that have room there, a double
 * being one of them, and after each of them those that then have room on the new head. A wholly free end has 32. */
static int count_continuations(dom_round *r, const dom_end *end) {
    int count = 0;
    for (int way = 0; way < 6; way++) {
        if (!(end->fits >> way & 1)) continue;
        const int is_double = way == 5, placement = is_double ? DOM_AHEAD : way;
        block m, n;
        squares_on(end, is_double, placement, &m, &n);
        const dom_laid laid = {.x1 = (uint8_t)m.x, .y1 = (uint8_t)m.y, .x2 = (uint8_t)n.x, .y2 = (uint8_t)n.y};
        const block head = is_double ? step((block){end->x, end->y}, end->direction) : n;
        dom_end next;
        open_end(&next, 0, is_double, 0, direction_after(placement, end->direction), head);
        cover(r, &laid, 1);
        const int fits = find_fits(r, &next);
        cover(r, &laid, 0);
        count += PLACEMENTS[fits & 31] + (fits >> 5);
    }
    return count;
}

/* What the open ends are worth after a play: an end where one has more tiles than the next player is worth keeping free, one where
 * one has fewer is worth burying; and to be ahead in pips makes a block of the table welcome. */
static int64_t worth_of_ends(dom_round *r, const blocker *b) {
    const dom_tileset *hand = &r->hand[b->seat];
    const hidden_hand *next = &b->hidden[1];
    const int64_t ahead = b->expected_pips - (int64_t)CHANCE_UNIT * dom_tileset_pips(hand);
    int64_t sum = 0;
    for (int e = 0; e < 4; e++) {
        const dom_end *end = &r->end[e];
        if (!end->open || !end->fits) continue;
        const int own = count_common(hand->word, HAVING[end->number], b->words);
        const int64_t more = (int64_t)CHANCE_UNIT * own - expected_of(next, HAVING[end->number], b->words);
        sum += count_continuations(r, end) * (END_TILES * more - END_PIPS * ahead);
    }
    return sum;
}

/* ---- choosing ---- */

static void start_blocker(blocker *b, const known *k, const dom_round *r) {
    int places[MOST_BINS];
    b->taste = taste_for(&r->rules);
    b->words = r->words;
    b->players = r->rules.players;
    b->seat = r->seat;
    b->hidden[0].parts = 0;
    places_left(k, places);
    for (int on = 1; on < b->players; on++) find_hidden(k, (r->seat + on) % b->players, places, &b->hidden[on]);
    b->expected_pips = has_table(r) ? expected_pips(&b->hidden[1], b->words) : 0;
}

/* The score of a play: done, looked at and undone. */
static int64_t score_of_play(dom_round *r, const blocker *b, int action) {
    const blocker_taste *taste = b->taste;
    const int tile = action_tile(action), before = r->play_points[b->seat];
    dom_tileset answers;
    int64_t sum = taste->pips * tile_pips(tile) + (tile_is_double(tile) ? taste->is_double : 0), chances = 0, ends = 0;
    act(r, action);
    find_playable(r, &answers);
    sum += taste->matches * count_common(r->hand[b->seat].word, answers.word, b->words);
    sum += taste->variety * different_numbers(r, &r->hand[b->seat]);
    sum += 100 * (r->play_points[b->seat] - before);
    for (int on = 1; on < b->players; on++)
        if (taste->block[on]) chances += taste->block[on] * chance_of_none(&b->hidden[on], &answers, b->words);
    if (has_table(r)) ends = worth_of_ends(r, b);
    undo(r);
    return FREE_UNIT * (CHANCE_UNIT * sum + chances) + ends;
}

/* What it does in a seat's view, that seat being to act. */
static int blocker_choose(const dom_round *view) {
    uint16_t actions[DOM_MAX_LEGAL];
    known k;
    blocker b;
    dom_round r;
    int count = dom_legal(view, actions), best = 0;
    int64_t most = INT64_MIN;
    if (count > 1 && actions[count - 1] == DOM_DRAW) count--; /* it does not draw by choice */
    if (count == 1) return actions[0];
    conclude_from(&k, view, &r);
    start_blocker(&b, &k, &r);
    for (int i = 0; i < count; i++) {
        const int64_t score = score_of_play(&r, &b, actions[i]);
        if (score > most) most = score, best = i;
    }
    return actions[best];
}
