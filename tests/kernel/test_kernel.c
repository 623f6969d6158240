/* Tests of the kernel over its public header alone: what a game in C sees. Built with warnings as errors and run under
 * the sanitizers by test_kernel.py.
 *
 *   test_kernel walks ROUNDS     random rounds over all presets and options, undone to the root, every view and copy
 *   test_kernel misuse           null pointers and numbers out of range for every function
 *   test_kernel perft < FILE     positions with known counts: see read_position
 */
#include "chance.h"

enum { WALK_LIMIT = DOM_MAX_ACTIONS, HASTY = 40 };

/* ---- deals ---- */

static void start(dom_round *round, const dom_rules *rules, int number) {
    uint8_t tiles[DOM_MAX_TILES], sizes[DOM_MAX_PLAYERS] = {0};
    int starter = coin() ? DOM_HIGHEST_TILE : any(rules->players);
    CHECK(dom_deal(rules, key, (uint64_t)number, tiles) == DOM_OK);
    for (int seat = 0; seat < rules->players; seat++) sizes[seat] = (uint8_t)rules->hand_size;
    int boneyard = dom_set_size(rules->max_pip) - rules->players * rules->hand_size;
    CHECK(dom_round_start(round, rules, tiles, sizes, boneyard, starter, NULL, NULL) == DOM_OK);
}

/* ---- comparing rounds: what is in use of them, byte for byte but for padding ---- */

static void copy_unpadded(dom_laid *to, const dom_laid *from) {
    memset(to, 0, sizeof *to);
    to->tile = from->tile, to->end = from->end, to->placement = from->placement, to->parent = from->parent;
    to->inner = from->inner, to->outer = from->outer, to->direction = from->direction;
    to->x1 = from->x1, to->y1 = from->y1, to->x2 = from->x2, to->y2 = from->y2;
}

static void in_use(dom_round *to, const dom_round *from) {
    memset(to, 0, sizeof *to);
    CHECK(dom_round_copy(to, from) == DOM_OK);
    for (int end = 0; end < 4; end++) {
        if (!to->end[end].open) memset(&to->end[end], 0, sizeof to->end[end]);
    }
    memset(to->dealt + to->dealt_count, 0, sizeof to->dealt - to->dealt_count);
    for (int i = 0; i < to->laid_count; i++) copy_unpadded(&to->laid[i], &from->laid[i]);
}

static int same(const dom_round *one, const dom_round *other) {
    static dom_round first, second;
    in_use(&first, one);
    in_use(&second, other);
    return memcmp(&first, &second, sizeof first) == 0;
}

/* ---- what must hold of any position ---- */

static int tile_at(const dom_round *round, int x, int y) {
    for (int i = 0; i < round->laid_count; i++) {
        const dom_laid *laid = &round->laid[i];
        int on_first = x >= laid->x1 && x < laid->x1 + 2 && y >= laid->y1 && y < laid->y1 + 2;
        int on_second = x >= laid->x2 && x < laid->x2 + 2 && y >= laid->y2 && y < laid->y2 + 2;
        CHECK(!(on_first && on_second));
        if (on_first || on_second) return laid->tile;
    }
    return -1;
}

static void check_table(const dom_round *round) {
    int width = round->rules.table_width, height = round->rules.table_height, covered = 0;
    if (width == 0) {
        CHECK(dom_edge_blocked(round, -9, -9, 99, 99) == -1 && dom_collides(round, -9, -9, 99, 99) == -1);
        return;
    }
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            int tile = tile_at(round, x, y);
            CHECK(dom_collides(round, x, y, 1, 1) == tile);
            CHECK((int)(round->row[y] >> x & 1) == (tile >= 0));
            covered += tile >= 0;
        }
    }
    CHECK(covered == 8 * round->laid_count); /* nothing overlaps or lies outside */
    CHECK(dom_edge_blocked(round, 0, 0, width, height) == -1);
    CHECK(dom_edge_blocked(round, 0, -1, width, height) == DOM_NORTH);
    CHECK(dom_edge_blocked(round, 1, 0, width, height) == DOM_EAST);
    CHECK(dom_edge_blocked(round, 0, 1, width, height) == DOM_SOUTH);
    CHECK(dom_edge_blocked(round, -1, 0, width, height) == DOM_WEST);
}

static void check_tiles(const dom_round *round) {
    int seen[DOM_MAX_TILES] = {0}, tiles = dom_set_size(round->rules.max_pip);
    for (int seat = 0; seat < round->rules.players; seat++) {
        int held = 0, pips = 0;
        for (int tile = 0; tile < tiles; tile++) {
            if (!(round->hand[seat].word[tile / 64] >> (tile % 64) & 1)) continue;
            int high = 0;
            while ((high + 1) * (high + 2) / 2 <= tile) high++;
            pips += high + tile - high * (high + 1) / 2;
            seen[tile]++;
            held++;
        }
        CHECK(held == round->hand_count[seat]);
        CHECK(pips == dom_pips(round, seat) && pips == dom_tileset_pips(&round->hand[seat]));
    }
    for (int i = 0; i < round->laid_count; i++) seen[round->laid[i].tile]++;
    for (int i = round->boneyard_at; i < round->dealt_count; i++) seen[round->dealt[i]]++;
    for (int i = 0; i < round->dealt_count; i++) CHECK(seen[round->dealt[i]] == 1);
}

static void check_count(const dom_round *round) {
    int count = 0;
    for (int end = 0; end < 4; end++) {
        if (round->end[end].open) count += dom_end_weight(round, end);
    }
    CHECK(count == dom_end_count(round));
}

/* Every number up to beyond the last action: legal where the list says so, refused without a trace elsewhere. */
static void check_every_action(const dom_round *round, const uint16_t *legal, int count) {
    static dom_round tried;
    int next = 0;
    tried = *round;
    for (int action = -3; action < 6 << 11; action++) {
        dom_obstacle obstacle = {7, 7};
        int code = dom_explain(round, action, &obstacle);
        if (next < count && legal[next] == action) {
            CHECK(code == DOM_OK);
            next++;
            continue;
        }
        CHECK(code > 0 && code <= DOM_WHY_MUST_DRAW);
        CHECK(dom_explain(round, action, NULL) == code);
        CHECK(dom_apply(&tried, action) == code);
    }
    CHECK(next == count);
    CHECK(memcmp(&tried, round, sizeof tried) == 0);
}

static void check_position(const dom_round *round, int thorough) {
    uint16_t legal[DOM_MAX_LEGAL];
    int count = dom_legal(round, legal);
    CHECK(count == dom_legal_count(round) && count <= DOM_MAX_LEGAL);
    CHECK((count == 0) == (round->reason != DOM_ON));
    for (int i = 1; i < count; i++) CHECK(legal[i - 1] < legal[i]);
    check_tiles(round);
    check_count(round);
    if (!thorough) return;
    check_table(round);
    check_every_action(round, legal, count);
}

/* ---- views, stores, playouts ---- */

static void check_view(const dom_round *round, int seat) {
    static dom_round view, again;
    uint16_t legal[DOM_MAX_LEGAL];
    CHECK(dom_seen_by(round, seat, &view) == DOM_OK);
    CHECK(view.viewer == seat);
    for (int other = 0; other < round->rules.players; other++) {
        CHECK(view.hand_count[other] == round->hand_count[other]);
        if (other == seat || round->reason != DOM_ON) {
            CHECK(memcmp(&view.hand[other], &round->hand[other], sizeof view.hand[other]) == 0);
        } else {
            CHECK(dom_pips(&view, other) == 0);
        }
    }
    for (int i = view.boneyard_at; i < view.dealt_count; i++) CHECK(view.dealt[i] == DOM_HIDDEN);
    int count = dom_legal(&view, legal);
    CHECK(count == (round->seat == seat ? dom_legal_count(round) : 0));
    again = view;
    CHECK(dom_apply(&view, count > 0 ? legal[0] : DOM_PASS) == DOM_ERR_VIEW);
    CHECK(dom_undo(&view) == DOM_ERR_VIEW);
    uint64_t nodes = 7;
    CHECK(dom_perft(&view, 1, &nodes) == DOM_ERR_VIEW);
    CHECK(memcmp(&view, &again, sizeof view) == 0);
    CHECK(dom_seen_by(&view, seat, &again) == DOM_OK && same(&view, &again));
    CHECK(dom_seen_by(&view, (seat + 1) % round->rules.players, &again) == DOM_ERR_VIEW);
}

static void check_store(const dom_round *round) {
    static dom_round again;
    CHECK(dom_round_restore(&again, &round->rules, round->dealt, round->hand_dealt,
                            round->dealt_count - round->hand_dealt[0] - round->hand_dealt[1] - round->hand_dealt[2] -
                                round->hand_dealt[3],
                            round->starter, round->forced, round->scores_before, round->viewer, round->actions,
                            round->action_count, NULL) == DOM_OK);
    CHECK(same(&again, round));
}

enum { ROWS = 3 };

typedef struct rows {
    int32_t points[ROWS * DOM_MAX_PLAYERS], winner[ROWS], reason[ROWS], starter[ROWS], plays[ROWS], draws[ROWS], passes[ROWS];
} rows;

static dom_columns columns_of(rows *of) {
    dom_columns to = {of->points, of->winner, of->reason, of->starter, of->plays, of->draws, of->passes};
    return to;
}

static void check_weighted(const dom_round *round) {
    static const dom_weights all = {1, 5, 3, 2, 4, 9, 300, -100, 50}, blocks = {.next = 7, .partner = -3, .previous = 2};
    const dom_weights *policies[] = {&all, &blocks};
    for (int i = 0; i < 2; i++) {
        rows first, second;
        memset(&first, 0x33, sizeof first);
        dom_columns to = columns_of(&first), apart = columns_of(&second);
        CHECK(dom_playouts(NULL, round, key, 5, 2, policies[i], &to) == DOM_OK);
        CHECK(dom_playouts(NULL, round, key, 6, 1, policies[i], &apart) == DOM_OK); /* what is remembered changes nothing */
        CHECK(first.plays[1] == second.plays[0] && first.draws[1] == second.draws[0] && first.passes[1] == second.passes[0]);
        CHECK(first.points[round->rules.players] == second.points[0] && first.winner[1] == second.winner[0]);
    }
}

static void check_playouts(const dom_round *round) {
    static dom_round kept;
    rows first, second;
    memset(&first, 0x33, sizeof first);
    memset(&second, 0x33, sizeof second);
    dom_columns to = columns_of(&first), again = columns_of(&second), last = {0};
    kept = *round;
    CHECK(dom_playouts(NULL, round, key, 5, ROWS, NULL, &to) == DOM_OK);
    CHECK(dom_playouts(NULL, round, key, 5, ROWS, NULL, &again) == DOM_OK);
    CHECK(memcmp(&first, &second, sizeof first) == 0);
    last = columns_of(&second);
    last.points += (ROWS - 1) * round->rules.players; /* the last row alone is the same row */
    last.winner += ROWS - 1, last.reason += ROWS - 1, last.starter += ROWS - 1;
    last.plays += ROWS - 1, last.draws += ROWS - 1, last.passes += ROWS - 1;
    CHECK(dom_playouts(NULL, round, key, 5 + ROWS - 1, 1, NULL, &last) == DOM_OK);
    CHECK(memcmp(&first, &second, sizeof first) == 0);
    check_weighted(round);
    CHECK(memcmp(&kept, round, sizeof kept) == 0);
    for (int i = 0; i < ROWS; i++) {
        int over = round->reason != DOM_ON;
        CHECK(first.reason[i] != DOM_ON && (!over || first.reason[i] == round->reason));
        CHECK((first.plays[i] + first.draws[i] + first.passes[i] == 0) == over);
        CHECK(first.plays[i] >= 0 && first.plays[i] <= round->dealt_count - round->laid_count);
        CHECK(first.draws[i] >= 0 && first.draws[i] <= round->dealt_count - round->boneyard_at);
        CHECK(first.starter[i] == round->starter);
    }
}

/* ---- whole rounds ---- */

static dom_round history[WALK_LIMIT + 1];

static void undo_to_the_root(const dom_round *from, int actions) {
    static dom_round rolled;
    rolled = *from;
    for (int i = actions; i > 0; i--) {
        CHECK(dom_undo(&rolled) == from->actions[i - 1]);
        CHECK(same(&rolled, &history[i - 1]));
    }
    CHECK(dom_undo(&rolled) == DOM_ERR_NO_HISTORY);
    CHECK(same(&rolled, &history[0]));
}

static void walk(int number) {
    static dom_round round;
    uint16_t legal[DOM_MAX_LEGAL];
    dom_rules rules;
    some_rules(&rules, number);
    describe(&rules, number);
    CHECK(dom_rules_check(&rules, NULL, NULL) == DOM_OK);
    start(&round, &rules, number);
    int actions = 0;
    while (1) {
        int last = round.reason != DOM_ON, thorough = last || any(12) == 0;
        history[actions] = round;
        check_position(&round, thorough);
        if (thorough || actions < HASTY) undo_to_the_root(&round, actions);
        if (thorough) {
            for (int seat = 0; seat < rules.players; seat++) check_view(&round, seat);
            check_store(&round);
            check_playouts(&round);
        }
        if (last) break;
        int count = dom_legal(&round, legal);
        int action = legal[any(count)];
        if (coin()) {
            CHECK(dom_apply(&round, action) == DOM_OK);
        } else {
            dom_apply_unchecked(&round, action);
        }
        CHECK(round.action_count == ++actions && round.actions[actions - 1] == action);
    }
    uint64_t nodes = 0;
    CHECK(dom_perft(&round, 3, &nodes) == DOM_OK && nodes == 1);
}

static void walks(int rounds) {
    for (int number = 0; number < rounds; number++) walk(number);
    printf("%d rounds\n", rounds);
}

/* ---- known counts ---- */

static int number_read(void) {
    int number;
    if (scanf("%d", &number) != 1) {
        fprintf(stderr, "a number is missing in the positions\n");
        exit(1);
    }
    return number;
}

/* A position is numbers: the rules' fields; each hand's size and tiles; the boneyard's size and tiles; the starter; the
 * number of actions and they; the number of depths and their counts from depth 1. */
static void read_position(dom_round *round) {
    dom_rules rules;
    int32_t *field = (int32_t *)&rules;
    uint8_t tiles[DOM_MAX_TILES], sizes[DOM_MAX_PLAYERS] = {0};
    int dealt = 0, boneyard = 0;
    for (int i = 0; i < DOM_RULE_FIELDS; i++) field[i] = number_read();
    for (int seat = 0; seat <= rules.players; seat++) {
        int size = number_read();
        if (seat < rules.players) sizes[seat] = (uint8_t)size;
        else boneyard = size;
        for (int i = 0; i < size; i++) tiles[dealt++] = (uint8_t)number_read();
    }
    int starter = number_read();
    CHECK(dom_round_start(round, &rules, tiles, sizes, boneyard, starter, NULL, NULL) == DOM_OK);
    for (int count = number_read(); count > 0; count--) CHECK(dom_apply(round, number_read()) == DOM_OK);
}

static void perfts(void) {
    static dom_round round, kept;
    int positions = number_read();
    for (int number = 0; number < positions; number++) {
        snprintf(what, sizeof what, "position %d", number);
        read_position(&round);
        int depths = number_read();
        kept = round;
        for (int depth = 1; depth <= depths; depth++) {
            uint64_t expected = (uint64_t)number_read(), found = 0;
            snprintf(what, sizeof what, "position %d, depth %d", number, depth);
            CHECK(dom_perft(&round, depth, &found) == DOM_OK);
            CHECK(found == expected);
            CHECK(same(&round, &kept));
        }
    }
    printf("%d positions\n", positions);
}

/* ---- misuse ---- */

static dom_round good, wrong, view;
static dom_rules draw_rules;
static uint8_t dealt[DOM_MAX_TILES];
static const uint8_t sevens[DOM_MAX_PLAYERS] = {7, 7, 0, 0};
static const int odd[] = {-2147483647 - 1, -1000, -3, -2, -1, 4, 5, 99, 255, 256, 65536, 2147483647};
enum { ODD = sizeof odd / sizeof *odd };

static void misuse_rules(void) {
    rows written;
    dom_columns to = columns_of(&written);
    dom_rules rules;
    int field, fault;
    CHECK(dom_preset(NULL, 0, 0) == DOM_ERR_NULL);
    CHECK(dom_rules_check(NULL, &field, &fault) == DOM_ERR_NULL);
    for (int i = 0; i < ODD; i++) {
        CHECK(dom_preset(&rules, odd[i], 0) == (odd[i] == 4 ? DOM_OK : DOM_ERR_RANGE));
        CHECK(dom_preset(&rules, DOM_PRESET_TABLE, odd[i]) == DOM_ERR_RANGE);
        (void)dom_set_size(odd[i]);
        CHECK(dom_strerror(odd[i]) != NULL && *dom_strerror(odd[i]) != '\0');
    }
    for (int i = 0; i < DOM_RULE_FIELDS; i++) {
        rules = draw_rules;
        ((int32_t *)&rules)[i] = -7;
        CHECK(dom_rules_check(&rules, &field, &fault) == DOM_ERR_RULES && field == i + 1 && fault == 1);
        CHECK(dom_rules_check(&rules, NULL, NULL) == DOM_ERR_RULES);
        CHECK(dom_round_start(&wrong, &rules, dealt, sevens, 14, 0, NULL, NULL) == DOM_ERR_RULES);
        CHECK(dom_deal(&rules, key, 0, dealt) == DOM_ERR_RULES);
        CHECK(dom_playouts(&rules, NULL, key, 0, 1, NULL, &to) == DOM_ERR_RULES);
        int32_t pips[4] = {0}, points[4];
        int winner;
        CHECK(dom_score(&rules, pips, 0, &winner, points) == DOM_ERR_RULES);
    }
    for (int code = -100; code < 100; code++) CHECK(dom_strerror(code) != NULL);
    CHECK(strcmp(dom_version(), DOM_VERSION) == 0);
}

static void misuse_chance(void) {
    uint8_t digest[32];
    dom_stream stream;
    CHECK(dom_sha256(NULL, 5, digest) == DOM_ERR_NULL && dom_sha256("x", 1, NULL) == DOM_ERR_NULL);
    CHECK(dom_sha256(NULL, 0, digest) == DOM_OK || dom_sha256(NULL, 0, digest) == DOM_ERR_NULL);
    CHECK(dom_seed_key(NULL, 1, "x", 1, digest) == DOM_ERR_NULL && dom_seed_key("x", 1, NULL, 1, digest) == DOM_ERR_NULL);
    CHECK(dom_seed_key("x", 1, "x", 1, NULL) == DOM_ERR_NULL);
    CHECK(dom_stream_start(NULL, key, 0) == DOM_ERR_NULL && dom_stream_start(&stream, NULL, 0) == DOM_ERR_NULL);
    CHECK(dom_stream_next(NULL) == 0 && dom_stream_below(NULL, 5) == 0);
    CHECK(dom_stream_start(&stream, key, UINT64_MAX) == DOM_OK && dom_stream_below(&stream, 0) == 0);
    CHECK(dom_stream_below(&stream, 1) == 0 && dom_stream_below(&stream, UINT32_MAX) < UINT32_MAX);
    CHECK(dom_deal(NULL, key, 0, dealt) == DOM_ERR_NULL && dom_deal(&draw_rules, NULL, 0, dealt) == DOM_ERR_NULL);
    CHECK(dom_deal(&draw_rules, key, 0, NULL) == DOM_ERR_NULL);
}

/* A stream of zeros gives zeros for ever: nothing may wait for something else. */
static void misuse_zero_stream(void) {
    static const dom_stream zeros;
    dom_stream stream = zeros;
    for (uint32_t n = 1; n < 200; n++) CHECK(dom_stream_below(&stream, n) == 0 && dom_stream_below(&stream, UINT32_MAX - n) == 0);
    CHECK(dom_stream_next(&stream) == 0 && memcmp(&stream, &zeros, sizeof stream) == 0);
    for (int i = 0; i < 4; i++) { /* a single bit in any word is a stream */
        stream = zeros;
        stream.s[i] = 1;
        for (int k = 0; k < 20; k++) CHECK(dom_stream_below(&stream, 7) < 7);
        CHECK(dom_stream_next(&stream) != 0);
    }
}

/* Bits of a set that stand for no tile, in memory of exactly its size. */
static void misuse_tilesets(void) {
    uint8_t list[DOM_MAX_TILES];
    dom_tileset *set = malloc(sizeof *set);
    CHECK(set != NULL);
    memset(set, 0xff, sizeof *set);
    CHECK(dom_tileset_list(set, list) == DOM_MAX_TILES && dom_tileset_pips(set) == 3420);
    memset(set, 0, sizeof *set);
    CHECK(dom_tileset_list(set, list) == 0 && dom_tileset_pips(set) == 0);
    for (int bit = 0; bit < 192; bit++) {
        memset(set, 0, sizeof *set);
        set->word[bit / 64] = UINT64_C(1) << bit % 64;
        int high = 0, low = 0;
        const int there = dom_tile_numbers(bit, &high, &low) == DOM_OK;
        CHECK(there == (bit < DOM_MAX_TILES));
        CHECK(dom_tileset_list(set, list) == there && (!there || list[0] == bit) && dom_tileset_pips(set) == high + low);
    }
    free(set);
}

static void misuse_start(void) {
    static dom_round untouched;
    int32_t scores[DOM_MAX_PLAYERS] = {0};
    uint8_t tiles[DOM_MAX_TILES], sizes[DOM_MAX_PLAYERS] = {7, 7, 0, 0};
    dom_fault fault;
    CHECK(dom_round_start(NULL, &draw_rules, dealt, sevens, 14, 0, NULL, NULL) == DOM_ERR_NULL);
    CHECK(dom_round_start(&wrong, NULL, dealt, sevens, 14, 0, NULL, NULL) == DOM_ERR_NULL);
    CHECK(dom_round_start(&wrong, &draw_rules, NULL, sevens, 14, 0, NULL, NULL) == DOM_ERR_NULL);
    CHECK(dom_round_start(&wrong, &draw_rules, dealt, NULL, 14, 0, NULL, NULL) == DOM_ERR_NULL);
    memset(&wrong, 0x5a, sizeof wrong);
    untouched = wrong;
    for (int i = 0; i < ODD; i++) {
        if (odd[i] < -1 || odd[i] > 1) CHECK(dom_round_start(&wrong, &draw_rules, dealt, sevens, 14, odd[i], NULL, NULL) == DOM_ERR_STARTER);
        if (odd[i] < 0 || odd[i] > 14) CHECK(dom_round_start(&wrong, &draw_rules, dealt, sevens, odd[i], 0, NULL, &fault) < 0);
        if (odd[i] >= 28 && odd[i] < 256) {
            memcpy(tiles, dealt, sizeof tiles);
            tiles[3] = (uint8_t)odd[i];
            CHECK(dom_round_start(&wrong, &draw_rules, tiles, sevens, 14, 0, NULL, &fault) == DOM_ERR_NOT_IN_SET);
            CHECK(fault.tile == odd[i]);
        }
        scores[1] = odd[i];
        int bad = odd[i] < -DOM_MAX_NUMBER || odd[i] > DOM_MAX_NUMBER;
        if (bad) CHECK(dom_round_start(&wrong, &draw_rules, dealt, sevens, 14, 0, scores, NULL) == DOM_ERR_SCORE);
        scores[1] = 0;
    }
    memcpy(tiles, dealt, sizeof tiles);
    tiles[9] = tiles[2];
    CHECK(dom_round_start(&wrong, &draw_rules, tiles, sevens, 14, 0, NULL, &fault) == DOM_ERR_TWICE && fault.tile == tiles[2]);
    sizes[1] = 0;
    CHECK(dom_round_start(&wrong, &draw_rules, dealt, sizes, 14, 0, NULL, &fault) == DOM_ERR_EMPTY_HAND && fault.seat == 1);
    sizes[1] = 255;
    CHECK(dom_round_start(&wrong, &draw_rules, dealt, sizes, 0, 0, NULL, &fault) < 0);
    CHECK(memcmp(&wrong, &untouched, sizeof wrong) == 0);
}

static void misuse_teams(void) {
    dom_rules teams;
    uint8_t tiles[DOM_MAX_TILES], sizes[DOM_MAX_PLAYERS] = {7, 7, 7, 7};
    int32_t scores[DOM_MAX_PLAYERS] = {1, 2, 1, 3};
    CHECK(dom_preset(&teams, DOM_PRESET_PARTNERSHIP, 0) == DOM_OK && dom_deal(&teams, key, 1, tiles) == DOM_OK);
    CHECK(dom_round_start(&wrong, &teams, tiles, sizes, 0, 0, scores, NULL) == DOM_ERR_TEAM_SCORE);
    scores[3] = 2;
    CHECK(dom_round_start(&wrong, &teams, tiles, sizes, 0, 0, scores, NULL) == DOM_OK);
}

static void misuse_restore(void) {
    static uint16_t actions[DOM_MAX_ACTIONS + 1];
    uint16_t legal[DOM_MAX_LEGAL];
#define RESTORE(starter, forced, viewer, done, count) \
    dom_round_restore(&wrong, &draw_rules, dealt, sevens, 14, starter, forced, NULL, viewer, done, count, NULL)
    CHECK(dom_round_restore(NULL, &draw_rules, dealt, sevens, 14, 0, -1, NULL, -1, NULL, 0, NULL) == DOM_ERR_NULL);
    CHECK(dom_round_restore(&wrong, NULL, dealt, sevens, 14, 0, -1, NULL, -1, NULL, 0, NULL) == DOM_ERR_NULL);
    CHECK(dom_round_restore(&wrong, &draw_rules, NULL, sevens, 14, 0, -1, NULL, -1, NULL, 0, NULL) == DOM_ERR_NULL);
    CHECK(dom_round_restore(&wrong, &draw_rules, dealt, NULL, 14, 0, -1, NULL, -1, NULL, 0, NULL) == DOM_ERR_NULL);
    CHECK(RESTORE(0, -1, -1, NULL, 1) == DOM_ERR_NULL);
    for (int i = 0; i < ODD; i++) {
        CHECK(RESTORE(odd[i], -1, -1, actions, 0) != DOM_OK);
        if (odd[i] != -1) CHECK(RESTORE(0, odd[i], -1, actions, 0) != DOM_OK);
        if (odd[i] != -1) CHECK(RESTORE(0, -1, odd[i], actions, 0) != DOM_OK);
        CHECK(RESTORE(0, -1, -1, actions, odd[i] > 0 && odd[i] <= DOM_MAX_ACTIONS ? 1 : odd[i]) != DOM_OK || odd[i] == 0);
    }
    CHECK(RESTORE(0, -1, -1, actions, 0) == DOM_OK);
    CHECK(dom_legal(&wrong, legal) == 7);
    actions[0] = legal[0];
    actions[1] = 0xffff;
    CHECK(RESTORE(0, -1, -1, actions, 1) == DOM_OK && RESTORE(0, -1, -1, actions, 2) != DOM_OK);
    memset(actions, 0xff, sizeof actions);
    CHECK(RESTORE(0, -1, -1, actions, DOM_MAX_ACTIONS) != DOM_OK && RESTORE(0, -1, -1, actions, DOM_MAX_ACTIONS + 1) != DOM_OK);
    dom_round_start(&good, &draw_rules, dealt, sevens, 14, 0, NULL, NULL);
}

/* What takes a round: NULL, and one that no set-up function has filled. */
static void misuse_round(dom_round *round, int expected) {
    static dom_round other;
    uint16_t legal[DOM_MAX_LEGAL];
    int32_t squares[4];
    dom_obstacle obstacle;
    rows written;
    dom_columns to = columns_of(&written);
    uint64_t count;
    snprintf(what, sizeof what, "a round that gives %d", expected);
    CHECK(dom_round_copy(&other, round) == expected);
    CHECK(dom_seen_by(round, 0, &other) == expected);
    CHECK(dom_legal(round, legal) == expected && dom_legal_count(round) == expected);
    CHECK(dom_explain(round, 0, &obstacle) == expected && dom_apply(round, 0) == expected && dom_undo(round) == expected);
    CHECK(dom_end_count(round) == expected && dom_end_weight(round, 0) == expected && dom_pips(round, 0) == expected);
    CHECK(dom_edge_blocked(round, 0, 0, 1, 1) == expected && dom_collides(round, 0, 0, 1, 1) == expected);
    CHECK(dom_squares(round, 0, squares) == expected && dom_perft(round, 1, &count) == expected);
    CHECK(dom_playouts(NULL, round, key, 0, 1, NULL, &to) == expected);
}

static void misuse_numbers(void) {
    static dom_round kept, other;
    int32_t squares[4], pips[4] = {1, 2, 3, 4}, points[4];
    dom_obstacle obstacle;
    uint64_t count;
    int winner;
    kept = good;
    CHECK(dom_round_copy(NULL, &good) == DOM_ERR_NULL && dom_seen_by(&good, 0, NULL) == DOM_ERR_NULL);
    CHECK(dom_legal(&good, NULL) == DOM_ERR_NULL && dom_squares(&good, 0, NULL) == DOM_ERR_NULL);
    CHECK(dom_perft(&good, 1, NULL) == DOM_ERR_NULL && dom_tileset_pips(NULL) == DOM_ERR_NULL);
    CHECK(dom_score(NULL, pips, 0, &winner, points) == DOM_ERR_NULL && dom_score(&draw_rules, NULL, 0, &winner, points) == DOM_ERR_NULL);
    CHECK(dom_score(&draw_rules, pips, 0, NULL, points) == DOM_ERR_NULL && dom_score(&draw_rules, pips, 0, &winner, NULL) == DOM_ERR_NULL);
    for (int i = 0; i < ODD; i++) {
        CHECK(dom_seen_by(&good, odd[i], &other) == DOM_ERR_RANGE && dom_pips(&good, odd[i]) == DOM_ERR_RANGE);
        CHECK(dom_end_weight(&good, odd[i]) == DOM_ERR_RANGE);
        if (odd[i] < 0) CHECK(dom_perft(&good, odd[i], &count) == DOM_ERR_RANGE);
        if (odd[i] < -1 || odd[i] > 1) CHECK(dom_score(&draw_rules, pips, odd[i], &winner, points) == DOM_ERR_RANGE);
        CHECK(dom_explain(&good, odd[i], &obstacle) > 0 && dom_apply(&good, odd[i]) > 0);
        CHECK(dom_squares(&good, odd[i], squares) == DOM_ERR_NO_PLACE);
        for (int j = 0; j < ODD; j++) {
            (void)dom_collides(&good, odd[i], odd[j], odd[j], odd[i]);
            (void)dom_edge_blocked(&good, odd[j], odd[i], odd[i], odd[j]);
        }
    }
    const int64_t far[] = {INT64_MIN, INT64_MIN + 1, -1, 0, 1, INT64_MAX - 1, INT64_MAX};
    for (int i = 0; i < 7 * 7 * 7 * 7; i++) {
        (void)dom_collides(&view, far[i % 7], far[i / 7 % 7], far[i / 49 % 7], far[i / 343]);
        (void)dom_edge_blocked(&view, far[i % 7], far[i / 7 % 7], far[i / 49 % 7], far[i / 343]);
    }
    CHECK(dom_undo(&good) == DOM_ERR_NO_HISTORY);
    CHECK(memcmp(&kept, &good, sizeof good) == 0);
}

static void misuse_playouts(void) {
    rows written, untouched;
    dom_columns to = columns_of(&written), holed;
    const dom_weights weights = {1, 1, 1, 1, 1, 1, 1, 1, 1};
    memset(&written, 0x33, sizeof written);
    untouched = written;
    CHECK(dom_playouts(NULL, NULL, key, 0, 1, NULL, &to) == DOM_ERR_NULL);
    CHECK(dom_playouts(&draw_rules, &good, key, 0, 1, NULL, &to) == DOM_ERR_NULL);
    memset(&holed, 0, sizeof holed);
    CHECK(dom_playouts(&draw_rules, NULL, key, 0, 0, NULL, &holed) == DOM_OK);
    CHECK(dom_playouts(&draw_rules, NULL, NULL, 0, 1, NULL, &to) == DOM_ERR_NULL);
    CHECK(dom_playouts(&draw_rules, NULL, key, 0, 1, NULL, NULL) == DOM_ERR_NULL);
    for (int hole = 0; hole < 7; hole++) {
        holed = to;
        int32_t **column[] = {&holed.points, &holed.winner, &holed.reason, &holed.starter, &holed.plays, &holed.draws, &holed.passes};
        *column[hole] = NULL;
        CHECK(dom_playouts(&draw_rules, NULL, key, 0, 1, NULL, &holed) == DOM_ERR_NULL);
        CHECK(dom_playouts(NULL, &good, key, 0, 1, NULL, &holed) == DOM_ERR_NULL);
    }
    for (int i = 0; i < 9; i++) {
        dom_weights bad = weights;
        int32_t *weight[] = {&bad.pips,  &bad.is_double, &bad.matches, &bad.variety, &bad.points,
                             &bad.noise, &bad.next,      &bad.partner, &bad.previous};
        *weight[i] = DOM_MAX_WEIGHT + 1;
        CHECK(dom_playouts(&draw_rules, NULL, key, 0, 1, &bad, &to) == DOM_ERR_RANGE);
        *weight[i] = i == 5 ? -1 : -DOM_MAX_WEIGHT - 1;
        CHECK(dom_playouts(NULL, &good, key, 0, 1, &bad, &to) == DOM_ERR_RANGE);
    }
    CHECK(dom_playouts(&draw_rules, NULL, key, 0, 0, NULL, &to) == DOM_OK);
    CHECK(memcmp(&written, &untouched, sizeof written) == 0);
    CHECK(dom_playouts(&draw_rules, NULL, key, UINT64_MAX, 2, &weights, &to) <= 0); /* the number wraps or is refused */
}

static void misuse_solve(void) {
    static dom_solution solution;
    static dom_solve_entry entries[64];
    dom_solver solver = {entries, 64, 1000, NULL, 0, 0}, wrong_solver;
    CHECK(dom_solve(NULL, &solver, &solution) == DOM_ERR_NULL && dom_solve(&good, NULL, &solution) == DOM_ERR_NULL);
    CHECK(dom_solve(&good, &solver, NULL) == DOM_ERR_NULL);
    wrong_solver = solver;
    wrong_solver.table = NULL;
    CHECK(dom_solve(&good, &wrong_solver, &solution) == DOM_ERR_NULL);
    wrong_solver = solver;
    wrong_solver.entries = 0;
    CHECK(dom_solve(&good, &wrong_solver, &solution) == DOM_ERR_RANGE);
    CHECK(dom_seen_by(&good, 0, &wrong) == DOM_OK && dom_solve(&wrong, &solver, &solution) == DOM_ERR_VIEW);
    memset(&wrong, 0, sizeof wrong);
    CHECK(dom_solve(&wrong, &solver, &solution) == DOM_ERR_NOT_SET_UP);
    CHECK(dom_solve(&good, &solver, &solution) == DOM_OK && solution.lower <= solution.upper);
    CHECK(solution.nodes > 0);
}

static void misuse(void) {
    dom_rules table;
    CHECK(dom_preset(&draw_rules, DOM_PRESET_DRAW, 2) == DOM_OK && dom_deal(&draw_rules, key, 3, dealt) == DOM_OK);
    CHECK(dom_round_start(&good, &draw_rules, dealt, sevens, 14, 0, NULL, NULL) == DOM_OK);
    CHECK(dom_preset(&table, DOM_PRESET_TABLE, 2) == DOM_OK);
    CHECK(dom_round_start(&view, &table, dealt, sevens, 14, 0, NULL, NULL) == DOM_OK);
    CHECK(dom_apply(&view, dealt[0] << 3) == DOM_OK);
    misuse_rules();
    misuse_chance();
    misuse_zero_stream();
    misuse_tilesets();
    misuse_start();
    misuse_teams();
    misuse_restore();
    misuse_round(NULL, DOM_ERR_NULL);
    memset(&wrong, 0, sizeof wrong);
    misuse_round(&wrong, DOM_ERR_NOT_SET_UP);
    memset(&wrong, 0xff, sizeof wrong);
    misuse_round(&wrong, DOM_ERR_NOT_SET_UP);
    misuse_numbers();
    misuse_playouts();
    misuse_solve();
    printf("misuse refused\n");
}

int main(int argc, char **argv) {
    if (argc < 2 || !start_chance()) return 2;
    if (strcmp(argv[1], "walks") == 0) walks(argc > 2 ? atoi(argv[2]) : 300);
    else if (strcmp(argv[1], "misuse") == 0) misuse();
    else if (strcmp(argv[1], "perft") == 0) perfts();
    else return 2;
    return 0;
}
