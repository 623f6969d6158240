/* dominoes.h - the kernel of dominoes: deal, legal actions, collision and edges, apply and undo, scoring, playouts.
 *
 * C11, no Python, no globals that change, no allocation, no input or output. A round is one plain struct owned by the
 * caller; copying it is `=`. Functions on different structs may run on different threads at once; one struct is used by
 * one thread at a time.
 *
 * Numbers (the same in every set, in Python and in C):
 *   tile     high * (high + 1) / 2 + low, high >= low
 *   action   opening: tile << 3; on an end: (end + 1) << 11 | tile << 3 | placement; DOM_DRAW; DOM_PASS
 *   direction and edge   0 north, 1 east, 2 south, 3 west; x grows east, y south, in cells of the table
 *
 * Return values: 0 (DOM_OK) is success, a positive number is the rule that refuses an action (enum dom_why), a negative
 * one a misuse of the library (enum dom_error). dom_strerror() has a sentence for each. After anything but success the
 * structs passed in are as they were.
 */
#ifndef DOMINOES_H
#define DOMINOES_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define DOM_VERSION "0.1.0"
#define DOM_VERSION_MAJOR 0
#define DOM_VERSION_MINOR 1
#define DOM_VERSION_PATCH 0

#ifndef DOM_API
#if defined(__GNUC__)
#define DOM_API __attribute__((visibility("default")))
#else
#define DOM_API
#endif
#endif

enum {
    DOM_MAX_PIP = 18,
    DOM_MAX_TILES = 190,
    DOM_MAX_PLAYERS = 4,
    DOM_MIN_TABLE = 8,
    DOM_MAX_TABLE = 64,
    DOM_MAX_NUMBER = 1000000000, /* greatest target, boneyard floor and absolute score */
    DOM_DEAL_TRIES = 10000,
    DOM_MAX_LEGAL = 400,    /* 4 ends x 19 tiles x 5 placements, and a draw */
    DOM_MAX_ACTIONS = 1536, /* every tile played, every boneyard tile drawn, 3 passes after each, and 4 at the end */
    DOM_HIDDEN = 255,       /* a tile that a seat's view does not know */
    DOM_DRAW = 5 << 11,
    DOM_PASS = (5 << 11) | 1
};

enum dom_end_name { DOM_LEFT, DOM_RIGHT, DOM_UP, DOM_DOWN };
enum dom_direction { DOM_NORTH, DOM_EAST, DOM_SOUTH, DOM_WEST };
enum dom_placement { DOM_AHEAD, DOM_CORNER_LEFT, DOM_CORNER_RIGHT, DOM_SIDE_LEFT, DOM_SIDE_RIGHT };
enum dom_preset_name { DOM_PRESET_TABLE, DOM_PRESET_DRAW, DOM_PRESET_BLOCK, DOM_PRESET_ALL_FIVES, DOM_PRESET_PARTNERSHIP };
enum dom_draw_rule { DOM_DRAW_NEVER, DOM_DRAW_ONE, DOM_DRAW_UNTIL_PLAYABLE };
enum dom_opening { DOM_OPENING_HIGHEST, DOM_OPENING_RANDOM };
enum dom_next_opening { DOM_NEXT_SAME, DOM_NEXT_WINNER, DOM_NEXT_ROTATE };
enum dom_scoring { DOM_SCORING_OPPONENTS, DOM_SCORING_TEAM_ALL };
enum dom_reason { DOM_ON, DOM_DOMINO, DOM_BLOCKED, DOM_TARGET };
enum dom_starter { DOM_HIGHEST_TILE = -1, DOM_RANDOM_SEAT = -2 };

enum dom_why { /* why an action is refused */
    DOM_OK = 0,
    DOM_WHY_NOT_AN_ACTION,
    DOM_WHY_ROUND_OVER,
    DOM_WHY_NOT_YOUR_TURN,
    DOM_WHY_NOT_IN_SET,
    DOM_WHY_NOT_YOUR_TILE,
    DOM_WHY_TABLE_EMPTY,
    DOM_WHY_TABLE_NOT_EMPTY,
    DOM_WHY_FORCED_TILE,
    DOM_WHY_END_CLOSED,
    DOM_WHY_NO_MATCH,
    DOM_WHY_NO_TABLE,
    DOM_WHY_TURNS_OFF,
    DOM_WHY_DOUBLE_AHEAD,
    DOM_WHY_ON_A_DOUBLE,
    DOM_WHY_EDGE,
    DOM_WHY_TILE_IN_THE_WAY,
    DOM_WHY_CAN_PLAY,
    DOM_WHY_NO_DRAWING,
    DOM_WHY_BONEYARD_FLOOR,
    DOM_WHY_DRAWN_ALREADY,
    DOM_WHY_MUST_PLAY,
    DOM_WHY_MUST_DRAW
};

enum dom_error { /* misuse */
    DOM_ERR_NULL = -1,        /* a null pointer */
    DOM_ERR_RULES = -2,       /* rules that dom_rules_check refuses */
    DOM_ERR_RANGE = -3,       /* a seat, end, depth, count or preset out of range */
    DOM_ERR_EMPTY_HAND = -4,
    DOM_ERR_NOT_IN_SET = -5,  /* a tile outside the set */
    DOM_ERR_TWICE = -6,       /* a tile dealt twice */
    DOM_ERR_STARTER = -7,
    DOM_ERR_SCORE = -8,       /* a score out of range */
    DOM_ERR_TEAM_SCORE = -9,  /* partners with different scores */
    DOM_ERR_NO_DEAL = -10,    /* redeal_doubles: DOM_DEAL_TRIES deals refused */
    DOM_ERR_VIEW = -11,       /* a seat's view cannot be played on */
    DOM_ERR_NO_PLACE = -12,   /* no tile would lie there */
    DOM_ERR_NO_HISTORY = -13, /* nothing to undo */
    DOM_ERR_NOT_SET_UP = -14  /* a struct that no set-up function has filled */
};

/* The rules of a game: RULES.md names every option. Choices are the enums above, switches 0 or 1; 0 stands for no table,
 * no spinner, no count_multiple, no redeal_doubles. */
typedef struct dom_rules {
    int32_t players;        /* 2-4 */
    int32_t max_pip;        /* 1-18 */
    int32_t hand_size;      /* 1-190 */
    int32_t draw;           /* enum dom_draw_rule */
    int32_t voluntary_draw; /* switch */
    int32_t boneyard_floor; /* 0-DOM_MAX_NUMBER: tiles never drawn */
    int32_t opening;        /* enum dom_opening */
    int32_t opening_tile;   /* 0 free, 1 forced */
    int32_t next_opening;   /* enum dom_next_opening */
    int32_t table_width;    /* 0 or 8-64 cells */
    int32_t table_height;   /* 0 or 8-64 cells; both 0 or neither */
    int32_t turns;          /* switch */
    int32_t spinner;        /* 0 none, 1 first double */
    int32_t count_multiple; /* 0, 3 or 5 */
    int32_t scoring;        /* enum dom_scoring */
    int32_t round_to;       /* 1, 3 or 5 */
    int32_t partners;       /* switch, 4 players */
    int32_t target;         /* 1-DOM_MAX_NUMBER */
    int32_t redeal_doubles; /* 0-DOM_MAX_NUMBER */
} dom_rules;

enum { DOM_RULE_FIELDS = 19 };

typedef struct dom_tileset { /* tile t is bit t % 64 of word t / 64 */
    uint64_t word[3];
} dom_tileset;

typedef struct dom_laid { /* one tile of the chain */
    uint8_t tile;
    int8_t end;           /* enum dom_end_name, -1 for the opening */
    uint8_t placement;    /* enum dom_placement */
    int16_t parent;       /* index of the tile lain on, -1 for the opening */
    uint8_t inner;        /* the number that touches the parent; of the opening, that of its first square */
    uint8_t outer;        /* the other number */
    uint8_t direction;    /* in which the chain goes on from here; of the opening, east */
    uint8_t x1, y1;       /* north-west cell of the inner half's square; of a double, its north or west one */
    uint8_t x2, y2;       /* and of the outer half's */
} dom_laid;

typedef struct dom_end { /* an open end; only `open` counts where it is 0 */
    uint8_t open;
    uint8_t number;    /* what a tile must show to be played here */
    uint8_t is_double; /* a double, or a spinner's short side: nothing turns here */
    uint8_t fits;      /* bits 0-4: placements in which a non-double fits, bit 5: a double fits */
    int16_t last;      /* index in the chain of the tile at this end */
    uint8_t direction; /* outward */
    uint8_t x, y;      /* the head block's north-west cell */
} dom_end;

/* One round. Read it freely; change it through the functions only. */
typedef struct dom_round {
    dom_rules rules;
    uint32_t magic;           /* DOM_MAGIC once set up */
    uint8_t words;            /* words of a dom_tileset in use */
    uint8_t starter;
    uint8_t seat;             /* to act; after the end, who would be next */
    uint8_t passes;           /* one after the other, just before now */
    uint8_t drawn;            /* this turn has drawn */
    uint8_t reason;           /* enum dom_reason */
    int8_t winner;            /* -1, a seat, or a team (0: seats 0 and 2) with partners */
    int8_t viewer;            /* -1, or the seat whose view this is */
    int16_t forced;           /* the tile that must open, -1 */
    int16_t spinner;          /* its index in the chain, -1 */
    uint8_t spinner_sides;    /* long sides covered, 0-2 */
    uint8_t hand_count[DOM_MAX_PLAYERS];
    uint8_t hand_dealt[DOM_MAX_PLAYERS];
    uint8_t dealt_count;      /* tiles in `dealt` */
    uint8_t boneyard_at;      /* index in `dealt` of the next tile to draw */
    int16_t laid_count;
    int16_t action_count;
    int32_t scores_before[DOM_MAX_PLAYERS];
    int32_t play_points[DOM_MAX_PLAYERS]; /* made in play; both seats of a team have the same */
    int32_t end_points[DOM_MAX_PLAYERS];  /* made at the round's end */
    dom_tileset hand[DOM_MAX_PLAYERS];
    dom_end end[4];
    uint8_t dealt[DOM_MAX_TILES]; /* the hands as dealt, seat by seat, then the boneyard in drawing order */
    uint64_t row[DOM_MAX_TABLE];  /* covered cells: bit x of row y */
    dom_laid laid[DOM_MAX_TILES];
    uint16_t actions[DOM_MAX_ACTIONS];
} dom_round;

typedef struct dom_stream { /* xoshiro256**; dom_stream_start fills it */
    uint64_t s[4];
} dom_stream;

typedef struct dom_fault { /* where a deal is wrong; -1 where nothing is said */
    int32_t seat;
    int32_t tile;
} dom_fault;

typedef struct dom_obstacle { /* what dom_explain found, beside the code it returns */
    int32_t a;
    int32_t b;
} dom_obstacle;

typedef struct dom_outcome { /* of one played-out round */
    int32_t points[DOM_MAX_PLAYERS];
    int32_t winner;
    int32_t reason;
    int32_t starter;
    int32_t plays, draws, passes;
} dom_outcome;

/* The library's version, and a sentence in English for a code. Never NULL. */
DOM_API const char *dom_version(void);
DOM_API const char *dom_strerror(int code);

/* Rules. dom_preset: players 0 takes the preset's default; DOM_ERR_RANGE for a preset or number of players that is not there.
 * dom_rules_check: 0, or DOM_ERR_RULES with *field = 1 + index of the field and *what as docs/waist.md numbers it. */
DOM_API int dom_preset(dom_rules *rules, int preset, int players);
DOM_API int dom_rules_check(const dom_rules *rules, int *field, int *what);
DOM_API int dom_set_size(int max_pip);

/* Randomness. A key is 32 bytes: SHA-256 of purpose, a zero byte, seed. A stream is numbered within its key.
 * dom_stream_below: uniform in 0..n-1, n > 0. */
DOM_API int dom_sha256(const void *data, size_t size, uint8_t digest[32]);
DOM_API int dom_seed_key(const void *purpose, size_t purpose_size, const void *seed, size_t seed_size, uint8_t key[32]);
DOM_API int dom_stream_start(dom_stream *stream, const uint8_t key[32], uint64_t number);
DOM_API uint64_t dom_stream_next(dom_stream *stream);
DOM_API uint32_t dom_stream_below(dom_stream *stream, uint32_t n);

/* Deals deal `number` of `key` into tiles: dom_set_size(max_pip) of them, hands first, the boneyard after.
 * DOM_ERR_NO_DEAL where redeal_doubles refused every try. */
DOM_API int dom_deal(const dom_rules *rules, const uint8_t key[32], uint64_t number, uint8_t tiles[DOM_MAX_TILES]);

/* Sets up a round: `tiles` are the hands, seat by seat, `hand_sizes[seat]` each, then `boneyard_size` more.
 * starter: a seat, or DOM_HIGHEST_TILE. scores: one a seat, or NULL for zeros. fault: where the deal is wrong, or NULL. */
DOM_API int dom_round_start(dom_round *round, const dom_rules *rules, const uint8_t *tiles, const uint8_t *hand_sizes,
                            int boneyard_size, int starter, const int32_t *scores, dom_fault *fault);

/* Sets up again what dom_round_start, dom_apply and dom_seen_by made, from its parts (to store a round or a view).
 * viewer: -1 or a seat; with a seat, tiles may be DOM_HIDDEN. actions: all so far. */
DOM_API int dom_round_restore(dom_round *round, const dom_rules *rules, const uint8_t *tiles, const uint8_t *hand_sizes,
                              int boneyard_size, int starter, int forced, const int32_t *scores, int viewer,
                              const uint16_t *actions, int action_count, dom_fault *fault);

/* Copies what is in use of a round: the same as `*to = *from`, cheaper. Unused room in `to` keeps what was there. */
DOM_API int dom_round_copy(dom_round *to, const dom_round *from);

/* What `seat` may know of the round: other hands empty sets with true counts, unseen tiles DOM_HIDDEN. */
DOM_API int dom_seen_by(const dom_round *round, int seat, dom_round *view);

/* Legal actions, sorted; returns their number (0 after the end, and in a view when another seat is to act). */
DOM_API int dom_legal(const dom_round *round, uint16_t actions[DOM_MAX_LEGAL]);
DOM_API int dom_legal_count(const dom_round *round);

/* Why an action is refused: 0 where it is legal, else enum dom_why with its numbers in *obstacle (may be NULL). */
DOM_API int dom_explain(const dom_round *round, int action, dom_obstacle *obstacle);

/* Does an action, or says why not and leaves the round as it was. The unchecked twin is for actions known to be legal. */
DOM_API int dom_apply(dom_round *round, int action);
DOM_API void dom_apply_unchecked(dom_round *round, int action);
/* Takes the last action back and returns it; DOM_ERR_NO_HISTORY when there is none. */
DOM_API int dom_undo(dom_round *round);

/* What the ends count together (RULES.md section 5), and what one of them does. */
DOM_API int dom_end_count(const dom_round *round);
DOM_API int dom_end_weight(const dom_round *round, int end);
DOM_API int dom_pips(const dom_round *round, int seat);
DOM_API int dom_tileset_pips(const dom_tileset *tiles);

/* The table. Rectangles are in cells and may lie anywhere.
 * dom_edge_blocked: the edge crossed (first of N, E, S, W) or -1. dom_collides: the tile first met, rows from the top, or -1.
 * dom_squares: where the tile of a play or opening would lie: {x1, y1, x2, y2}. */
DOM_API int dom_edge_blocked(const dom_round *round, int64_t x, int64_t y, int64_t width, int64_t height);
DOM_API int dom_collides(const dom_round *round, int64_t x, int64_t y, int64_t width, int64_t height);
DOM_API int dom_squares(const dom_round *round, int action, int32_t squares[4]);

/* The end of a round by RULES.md section 5. pips: what is left in each hand; out: the seat that went out, -1 when blocked.
 * Writes *winner (-1 nobody, a seat, or a team with partners) and points per seat. */
DOM_API int dom_score(const dom_rules *rules, const int32_t *pips, int out, int *winner, int32_t *points);

/* The number of action sequences of length depth; a finished round counts as one leaf. The round is as before afterwards. */
DOM_API int dom_perft(dom_round *round, int depth, uint64_t *count);

/* Plays random rounds to their end: stream `number` of `key` deals, draws the opener if opening is random, and chooses.
 * dom_playout_from starts where `from` stands. */
DOM_API int dom_playout(const dom_rules *rules, const uint8_t key[32], uint64_t number, dom_round *scratch, dom_outcome *outcome);
DOM_API int dom_playout_from(const dom_round *from, const uint8_t key[32], uint64_t number, dom_round *scratch,
                             dom_outcome *outcome);

#ifdef __cplusplus
}
#endif

#endif
