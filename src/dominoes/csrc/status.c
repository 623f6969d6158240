/* What library this is, and a sentence for every code. */
#include <string.h>

#include "dominoes.h"

const char *dom_version(void) { return DOM_VERSION; }

int dom_abi_check(int abi, const char *struct_name, size_t size) {
#define SIZE_OF(name) {#name, sizeof(name)}
    static const struct { char name[20]; size_t size; } structs[] = {
        SIZE_OF(dom_rules), SIZE_OF(dom_tileset), SIZE_OF(dom_laid), SIZE_OF(dom_end), SIZE_OF(dom_round), SIZE_OF(dom_stream),
        SIZE_OF(dom_match), SIZE_OF(dom_fault), SIZE_OF(dom_obstacle), SIZE_OF(dom_columns), SIZE_OF(dom_weights), SIZE_OF(dom_advice),
        SIZE_OF(dom_beliefs_found), SIZE_OF(dom_solve_entry), SIZE_OF(dom_solver), SIZE_OF(dom_solution), SIZE_OF(dom_batch),
    };
#undef SIZE_OF
    if (struct_name == NULL) return DOM_ERR_NULL;
    if (abi != DOM_ABI) return DOM_ERR_ABI;
    for (size_t i = 0; i < sizeof structs / sizeof structs[0]; i++)
        if (strcmp(struct_name, structs[i].name) == 0) return size == structs[i].size ? DOM_OK : DOM_ERR_ABI;
    return DOM_ERR_NAME;
}

const char *dom_strerror(int code) {
    switch (code) {
        case DOM_OK: return "legal";
        case DOM_WHY_NOT_AN_ACTION: return "this number is no action";
        case DOM_WHY_ROUND_OVER: return "the round is over";
        case DOM_WHY_NOT_YOUR_TURN: return "it is another seat's turn";
        case DOM_WHY_NOT_IN_SET: return "the tile is not in this set";
        case DOM_WHY_NOT_YOUR_TILE: return "the tile is not in the hand of the seat to act";
        case DOM_WHY_TABLE_EMPTY: return "the table is empty: the first tile is played without an end";
        case DOM_WHY_TABLE_NOT_EMPTY: return "the table is not empty: name an end";
        case DOM_WHY_FORCED_TILE: return "another tile must open";
        case DOM_WHY_END_CLOSED: return "this end is not open";
        case DOM_WHY_NO_MATCH: return "the tile does not show the end's number";
        case DOM_WHY_NO_TABLE: return "without a table there is only ahead";
        case DOM_WHY_TURNS_OFF: return "these rules have no turns";
        case DOM_WHY_DOUBLE_AHEAD: return "a double lies ahead only";
        case DOM_WHY_ON_A_DOUBLE: return "on a double the chain goes on ahead only";
        case DOM_WHY_EDGE: return "the table's edge is in the way";
        case DOM_WHY_TILE_IN_THE_WAY: return "a tile is in the way";
        case DOM_WHY_CAN_PLAY: return "a tile can be played, so none may be drawn";
        case DOM_WHY_NO_DRAWING: return "these rules have no drawing";
        case DOM_WHY_BONEYARD_FLOOR: return "the tiles left in the boneyard are never drawn";
        case DOM_WHY_DRAWN_ALREADY: return "one tile a turn, and it is drawn";
        case DOM_WHY_MUST_PLAY: return "a tile can be played, so no pass";
        case DOM_WHY_MUST_DRAW: return "a tile can be drawn, so no pass";
        case DOM_ERR_NULL: return "a pointer is null";
        case DOM_ERR_RULES: return "the rules are refused: see dom_rules_check";
        case DOM_ERR_RANGE: return "a number is out of range";
        case DOM_ERR_EMPTY_HAND: return "a hand is empty";
        case DOM_ERR_NOT_IN_SET: return "a tile is not in the set";
        case DOM_ERR_TWICE: return "a tile is dealt twice";
        case DOM_ERR_STARTER: return "the starter is no seat";
        case DOM_ERR_SCORE: return "a score is out of range";
        case DOM_ERR_TEAM_SCORE: return "the two seats of a team have the same score";
        case DOM_ERR_NO_DEAL: return "no deal satisfied redeal_doubles";
        case DOM_ERR_VIEW: return "a seat's view cannot be played on, and only in one can a player choose";
        case DOM_ERR_NO_PLACE: return "no tile would lie there";
        case DOM_ERR_NO_HISTORY: return "nothing to undo";
        case DOM_ERR_NOT_SET_UP: return "this round, match, batch or stream was never set up";
        case DOM_ERR_SIDES: return "there are more than two sides: ask for the opener against the rest";
        case DOM_ERR_ABI: return "the program was compiled with another version of dominoes.h";
        case DOM_ERR_NAME: return "nothing has this name";
        case DOM_ERR_VALUE: return "the option cannot have this value";
        case DOM_ERR_NOTATION: return "the text is no tile, or no action";
        case DOM_ERR_SHORT: return "the buffer is too short for the text";
        case DOM_ERR_ROUND_ON: return "the round is not over";
        case DOM_ERR_MATCH_OVER: return "the match is won";
        default: return "an unknown code";
    }
}
