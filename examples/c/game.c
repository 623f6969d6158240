/* A game of dominoes in the terminal: you at seat 0, players of the library at all others. C99, and nothing but libdominoes.
 *
 *   cc -std=c99 game.c $(dominoes config --cflags --libs) -o game       with the Python package, or
 *   make                                                                by pkg-config: see Makefile
 *
 *   ./game [PRESET [OPPONENT [SEED [OPTION=VALUE ...]]]]
 *   ./game all-fives snow-white friday players=3 target=60
 *
 * Type a number of the list or an action (6-4@R); why ACTION; undo; quit. The same seed and the same answers give the same game. */
#include <dominoes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { YOU = 0, LINE = 100 };
enum { NOTHING_DONE = -1, QUIT = -2 }; /* beside the actions, which are 0 or more */

typedef struct game {
    dom_match match;
    dom_round view; /* what the seat to act may know: nobody decides by more */
    int opponent;   /* enum dom_player */
} game;

/* ---- saying things ---- */

static const char *text_of(int action) {
    static char text[DOM_ACTION_TEXT];
    return dom_action_text(action, text, sizeof text) == DOM_OK ? text : "?";
}

static void tell_tile(int tile) {
    char text[DOM_TILE_TEXT];
    if (dom_tile_text(tile, text, sizeof text) == DOM_OK) printf(" %s", text);
}

static void tell_half_and_half(int first, int second) { printf(" [%d|%d]", first, second); }

/* What was laid on one end; of the left one from the outside in, as the eye meets it. */
static void tell_arm(const dom_round *round, int end) {
    for (int i = 0; i < round->laid_count; i++) {
        const dom_laid *laid = &round->laid[end == DOM_LEFT ? round->laid_count - 1 - i : i];
        if (laid->end != end) continue;
        if (end == DOM_LEFT) tell_half_and_half(laid->outer, laid->inner);
        else tell_half_and_half(laid->inner, laid->outer);
    }
}

/* The chain as it would lie in one row, and a spinner's arms under it. */
static void tell_chain(const dom_round *round) {
    printf("table:");
    tell_arm(round, DOM_LEFT);
    if (round->laid_count > 0) tell_half_and_half(round->laid[0].inner, round->laid[0].outer);
    tell_arm(round, DOM_RIGHT);
    for (int end = DOM_UP; end <= DOM_DOWN && round->end[end].open; end++) {
        printf("\n    %s:", dom_name(DOM_END_NAMES, end));
        tell_arm(round, end);
    }
    printf("\n");
}

static void tell_position(const dom_round *view) {
    uint8_t tiles[DOM_MAX_TILES];
    const int count = dom_tileset_list(&view->hand[YOU], tiles);
    printf("\n");
    tell_chain(view);
    printf("others hold");
    for (int seat = 1; seat < view->rules.players; seat++) printf(" %d", view->hand_count[seat]);
    printf(", boneyard %d\nyou hold", view->dealt_count - view->boneyard_at);
    for (int i = 0; i < count; i++) tell_tile(tiles[i]);
    printf("\n");
}

static void tell_why_not(const dom_round *view, const char *text) {
    dom_obstacle obstacle;
    int action;
    if (dom_action_parse(text, &action) != DOM_OK) {
        printf("%s is no action: write 6-4@R, 6-4@R:corner-left, 6-6 to open, draw or pass\n", text);
        return;
    }
    const int why = dom_explain(view, action, &obstacle);
    printf("%s: %s", text_of(action), dom_strerror(why));
    if (why == DOM_WHY_TILE_IN_THE_WAY || why == DOM_WHY_FORCED_TILE) tell_tile(obstacle.a);
    if (why == DOM_WHY_NO_MATCH) printf(" %d", (int)obstacle.b);
    printf("\n");
}

static void tell_action(const dom_round *before, int action) {
    if (before->seat == YOU && action == DOM_DRAW) {
        printf("you draw");
        tell_tile(before->dealt[before->boneyard_at]);
        printf("\n");
    } else if (before->seat == YOU) {
        printf("you: %s\n", text_of(action));
    } else {
        printf("seat %d: %s\n", before->seat, text_of(action));
    }
}

static void tell_result(const dom_round *round) {
    int32_t scores[DOM_MAX_PLAYERS];
    printf("\nround over (%s): ", dom_name(DOM_RESULT_NAMES, round->reason));
    if (round->winner < 0) printf("nobody wins it");
    else printf("%s %d wins it", round->rules.partners ? "team" : "seat", round->winner);
    printf(", scores");
    if (dom_scores(round, scores) == DOM_OK)
        for (int seat = 0; seat < round->rules.players; seat++) printf(" %d", (int)scores[seat]);
    printf("\n");
}

/* ---- choosing ---- */

/* What you typed as an action: a number of the list, or an action's own text. NOTHING_DONE for anything else. */
static int action_typed(const char *line, const uint16_t *legal, int count) {
    int action, number;
    char rest;
    if (sscanf(line, "%d %c", &number, &rest) == 1 && number >= 1 && number <= count) return legal[number - 1];
    return dom_action_parse(line, &action) == DOM_OK ? action : NOTHING_DONE;
}

/* Takes back what you did last, and all that came after it. Players will answer as they did: their chance goes by the position. */
static void take_back(game *g) {
    dom_round *round = &g->match.round, kept = *round;
    do {
        if (dom_undo(round) < 0) {
            *round = kept;
            printf("there is nothing to take back\n");
            return;
        }
    } while (round->seat != YOU);
}

static int you_choose(game *g) {
    uint16_t legal[DOM_MAX_LEGAL];
    char line[LINE];
    const int count = dom_legal(&g->view, legal);
    tell_position(&g->view);
    for (int i = 0; i < count; i++) printf("%3d %-20s%s", i + 1, text_of(legal[i]), i % 4 == 3 || i == count - 1 ? "\n" : "");
    printf("> ");
    fflush(stdout);
    if (fgets(line, sizeof line, stdin) == NULL) return QUIT;
    line[strcspn(line, "\r\n")] = '\0';
    if (strcmp(line, "quit") == 0) return QUIT;
    if (strcmp(line, "undo") == 0) {
        take_back(g);
        return NOTHING_DONE;
    }
    if (strncmp(line, "why ", 4) == 0) {
        tell_why_not(&g->view, line + 4);
        return NOTHING_DONE;
    }
    const int action = action_typed(line, legal, count);
    if (action >= 0 && dom_explain(&g->view, action, NULL) == DOM_OK) return action;
    tell_why_not(&g->view, line);
    return NOTHING_DONE;
}

/* A player of the library goes by the view of its seat, and by a stream of chance made for this one decision. */
static int player_chooses(game *g) {
    dom_stream chance;
    int action = QUIT, status = dom_match_chance(&g->match, g->match.round.seat, &chance);
    if (status == DOM_OK) status = dom_choose(&g->view, g->opponent, 0, 0, &chance, NULL, &action);
    if (status != DOM_OK) fprintf(stderr, "the player cannot choose: %s\n", dom_strerror(status));
    return action;
}

/* ---- the game ---- */

static int play_round(game *g) {
    dom_round *round = &g->match.round;
    while (round->reason == DOM_ON) {
        if (dom_seen_by(round, round->seat, &g->view) != DOM_OK) return 0;
        const int action = round->seat == YOU ? you_choose(g) : player_chooses(g);
        if (action == QUIT) return 0;
        if (action == NOTHING_DONE) continue;
        tell_action(&g->match.round, action);
        if (dom_apply(round, action) != DOM_OK) return 0;
    }
    tell_result(round);
    return 1;
}

static int refuse(const char *what, const char *word, const char *right) {
    fprintf(stderr, "game: %s %s%s%s\n", what, word, right ? "; it may be " : "", right ? right : "");
    return 0;
}

static int set_option(dom_rules *rules, const char *word) {
    char name[LINE];
    const char *equals = strchr(word, '=');
    if (equals == NULL || (size_t)(equals - word) >= sizeof name) return refuse("no OPTION=VALUE:", word, NULL);
    memcpy(name, word, (size_t)(equals - word));
    name[equals - word] = '\0';
    switch (dom_rules_set(rules, name, equals + 1)) {
        case DOM_OK: return 1;
        case DOM_ERR_NAME: return refuse("there is no option", name, NULL);
        default: return refuse("cannot set", word, dom_option_values(name));
    }
}

static int set_up(game *g, int count, char **words) {
    const char *preset = count > 1 ? words[1] : "draw", *opponent = count > 2 ? words[2] : "buratino";
    const char *seed = count > 3 ? words[3] : "1";
    dom_rules rules;
    int field;
    if (dom_preset(&rules, dom_find(DOM_PRESET_NAMES, preset), 0) != DOM_OK)
        return refuse("there is no preset", preset, "table, draw, block, all-fives or partnership");
    g->opponent = dom_find(DOM_PLAYER_NAMES, opponent);
    if (g->opponent < 0) return refuse("there is no player", opponent, "blocker, pinocchio, buratino or snow-white");
    for (int i = 4; i < count; i++)
        if (!set_option(&rules, words[i])) return 0;
    if (dom_rules_check(&rules, &field, NULL) != DOM_OK) return refuse("these options do not go", "together", NULL);
    const int status = dom_match_start(&g->match, &rules, seed, strlen(seed), NULL);
    return status == DOM_OK ? 1 : refuse("the match cannot begin:", dom_strerror(status), NULL);
}

int main(int count, char **words) {
    static game g;
    int side = -1;
    if (dom_abi_check(DOM_ABI, "dom_match", sizeof(dom_match)) != DOM_OK) {
        fprintf(stderr, "game: libdominoes %s is not the version that this program was compiled for\n", dom_version());
        return 2;
    }
    if (!set_up(&g, count, words)) return 2;
    while (play_round(&g)) {
        if (dom_match_winner(&g.match, &side) != DOM_OK) return 1;
        if (side >= 0) {
            printf("%s %d wins the match\n", g.match.round.rules.partners ? "team" : "seat", side);
            return 0;
        }
        if (dom_match_deal(&g.match) != DOM_OK) return 1;
    }
    printf("\nyou leave the table\n");
    return 0;
}
