/* One table for the page: a match of a person, seat 0, against players of the library. The page sees seat 0's view alone.
 *
 * Every function takes and returns plain numbers, which is all that WebAssembly passes. Codes are those of dominoes.h: 0 is
 * success, other numbers have a sentence(). A text comes back as the address of its bytes, ended by a zero; one that goes
 * in is first written to room(). Seats, tiles and indices are the caller's to keep in range: out of it the answer is -1. */
#include "dominoes.h"

#include <string.h>

#define PAGE(name) __attribute__((export_name(#name))) name

enum { YOU = 0, ROOM = 256 };

static dom_match match;
static dom_round view;  /* what you may know */
static dom_round other; /* what the seat that thinks may know */
static uint16_t legal[DOM_MAX_LEGAL];
static uint8_t hand[DOM_MAX_TILES];
static int legal_count, held, player;
static char text[ROOM];

/* ---- what the kernel needs of a C library ---- */

#ifndef __wasm_bulk_memory__
#error "compile with -mbulk-memory: without it these built-ins would be calls of themselves"
#endif

void *memcpy(void *restrict to, const void *restrict from, size_t size) { return __builtin_memcpy(to, from, size); }
void *memmove(void *to, const void *from, size_t size) { return __builtin_memmove(to, from, size); }
void *memset(void *to, int byte, size_t size) { return __builtin_memset(to, byte, size); }

int memcmp(const void *one, const void *other_, size_t size) {
    const uint8_t *a = one, *b = other_;
    for (size_t i = 0; i < size; i++)
        if (a[i] != b[i]) return a[i] - b[i];
    return 0;
}

int strcmp(const char *one, const char *other_) {
    const uint8_t *a = (const uint8_t *)one, *b = (const uint8_t *)other_;
    while (*a != 0 && *a == *b) a++, b++;
    return *a - *b;
}

size_t strlen(const char *from) {
    size_t size = 0;
    while (from[size] != '\0') size++;
    return size;
}

/* ---- a match ---- */

static int look(void) {
    const int status = dom_seen_by(&match.round, YOU, &view);
    if (status != DOM_OK) return status;
    legal_count = dom_legal(&view, legal);
    held = dom_tileset_list(&view.hand[YOU], hand);
    return DOM_OK;
}

/* 256 bytes for a text. */
char *PAGE(room)(void) { return text; }

/* Starts a match on a table of 64 x 36 cells. The seed is the first seed_size bytes of room(). */
int PAGE(begin)(int preset, int players, int target, int opponent, int seed_size) {
    dom_rules rules;
    const int status = dom_preset(&rules, preset, players);
    if (status != DOM_OK) return status;
    if (opponent < DOM_BLOCKER || opponent > DOM_SNOW_WHITE || seed_size < 0 || seed_size > ROOM) return DOM_ERR_RANGE;
    rules.table_width = 64;
    rules.table_height = 36;
    rules.target = target;
    const int started = dom_match_start(&match, &rules, text, (size_t)seed_size, NULL);
    if (started != DOM_OK) return started;
    player = opponent;
    return look();
}

/* Deals the next round. */
int PAGE(deal)(void) {
    const int status = dom_match_deal(&match);
    return status == DOM_OK ? look() : status;
}

/* Your action, or why it is refused. */
int PAGE(act)(int action) {
    if (match.round.seat != YOU) return DOM_WHY_NOT_YOUR_TURN;
    const int status = dom_apply(&match.round, action);
    return status == DOM_OK ? look() : status;
}

/* The seat to act, one of the others, thinks and acts by its own view. Returns its action, or an error. */
int PAGE(answer)(void) {
    dom_stream chance;
    const int seat = match.round.seat;
    int action = DOM_PASS, status = dom_seen_by(&match.round, seat, &other);
    if (status == DOM_OK && seat == YOU) status = DOM_ERR_RANGE;
    if (status == DOM_OK) status = dom_match_chance(&match, seat, &chance);
    if (status == DOM_OK) status = dom_choose(&other, player, 0, 0, &chance, NULL, &action);
    if (status == DOM_WHY_ROUND_OVER) return DOM_ERR_RANGE;
    if (status == DOM_OK) status = dom_apply(&match.round, action);
    if (status == DOM_OK) status = look();
    return status == DOM_OK ? action : status;
}

/* Takes your last action back, and all that came after it. DOM_ERR_NO_HISTORY where you have done nothing: nothing changes then. */
int PAGE(take_back)(void) {
    other = match.round;
    do {
        const int action = dom_undo(&match.round);
        if (action < 0) {
            match.round = other;
            return action;
        }
    } while (match.round.seat != YOU);
    return look();
}

/* ---- what lies there, by your view ---- */

int PAGE(seats)(void) { return view.rules.players; }
int PAGE(seat_to_act)(void) { return view.reason == DOM_ON ? view.seat : -1; }
int PAGE(reason)(void) { return view.reason; }
int PAGE(round_winner)(void) { return view.winner; }
int PAGE(partners)(void) { return view.rules.partners; }
int PAGE(boneyard)(void) { return view.dealt_count - view.boneyard_at; }
int PAGE(tiles_in_hand)(int seat) { return seat < 0 || seat >= view.rules.players ? -1 : view.hand_count[seat]; }
int PAGE(your_tile)(int index) { return index < 0 || index >= held ? -1 : hand[index]; }
int PAGE(choices)(void) { return legal_count; }
int PAGE(choice)(int index) { return index < 0 || index >= legal_count ? -1 : legal[index]; }
int PAGE(laid)(void) { return view.laid_count; }

/* The side that has won the match; -1 while it is on. */
int PAGE(match_winner)(void) {
    int side = -1;
    (void)dom_match_winner(&match, &side);
    return side;
}

int PAGE(score)(int seat) {
    int32_t scores[DOM_MAX_PLAYERS];
    if (seat < 0 || seat >= view.rules.players || dom_scores(&view, scores) != DOM_OK) return -1;
    return scores[seat];
}

/* A tile of the chain, by its number from 0; `what`: 0 the number on its first square, 1 on its second, then x and y of the first
 * square, x and y of the second, in cells. */
int PAGE(laid_tile)(int index, int what) {
    if (index < 0 || index >= view.laid_count) return -1;
    const dom_laid *tile = &view.laid[index];
    const int parts[] = {tile->inner, tile->outer, tile->x1, tile->y1, tile->x2, tile->y2};
    return what < 0 || what > 5 ? -1 : parts[what];
}

/* The number at an open end (enum dom_end_name), -1 where it is closed. */
int PAGE(end_number)(int end) { return end < 0 || end > 3 || !view.end[end].open ? -1 : view.end[end].number; }

/* Where a play would lie: x and y of its first square, then of its second (`what` 0 to 3). */
int PAGE(would_lie)(int action, int what) {
    int32_t squares[4];
    return what < 0 || what > 3 || dom_squares(&view, action, squares) != DOM_OK ? -1 : squares[what];
}

/* What an action is made of (`what`: 0 tile, 1 end, 2 placement); -1 where it has none. */
int PAGE(part)(int action, int what) {
    int parts[3];
    if (what < 0 || what > 2 || dom_action_parts(action, &parts[0], &parts[1], &parts[2]) != DOM_OK) return -1;
    return parts[what];
}

/* Why an action is refused, 0 where it is not. */
int PAGE(why_not)(int action) { return dom_explain(&view, action, NULL); }

/* ---- texts ---- */

const char *PAGE(sentence)(int code) { return dom_strerror(code); }
const char *PAGE(name)(int list, int number) { return dom_name(list, number); }
const char *PAGE(tile_text)(int tile) { return dom_tile_text(tile, text, sizeof text) == DOM_OK ? text : ""; }
const char *PAGE(action_text)(int action) { return dom_action_text(action, text, sizeof text) == DOM_OK ? text : ""; }
