/* dominoes.h - the kernel of dominoes: deal, legal actions, collision and edges, apply and undo, scoring, playouts, perfect
 * play, batches of live rounds.
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
    DOM_MAX_WEIGHT = 1000000,
    DOM_MAX_LEGAL = 400,    /* 4 ends x 19 tiles x 5 placements, and a draw */
    DOM_MAX_SLOTS = 1 << 20, /* rounds in a batch */
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
    DOM_ERR_NOT_SET_UP = -14, /* a struct that no set-up function has filled */
    DOM_ERR_SIDES = -15       /* three or four players without partners: say opener_against_rest */
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

typedef struct dom_columns { /* results of rounds played out, a row each; every array is the caller's, n long */
    int32_t *points;  /* n x players, row by row */
    int32_t *winner;  /* -1, a seat, or a team with partners */
    int32_t *reason;  /* enum dom_reason */
    int32_t *starter;
    int32_t *plays, *draws, *passes;
} dom_columns;

/* A way to choose: the play with the greatest weighted sum, the first among equals. Each weight within +-DOM_MAX_WEIGHT. */
typedef struct dom_weights {
    int32_t pips;      /* times the tile's pips */
    int32_t is_double; /* once for a double */
    int32_t matches;   /* times the tiles left in hand that match an end after the play */
    int32_t variety;   /* times the different numbers left in hand */
    int32_t points;    /* times the points the play scores at once */
    int32_t noise;     /* a random number from 0 to this is added; 0 or more */
} dom_weights;

typedef struct dom_solve_entry { /* what is proven of one position */
    uint64_t key;
    int16_t lower, upper;
    uint16_t move, unused;
} dom_solve_entry;

typedef struct dom_solver { /* what a search may use */
    dom_solve_entry *table;       /* the caller's, all zero for a fresh start; kept, it helps another search of the same round and sides */
    size_t entries;               /* 1 or more; the greatest power of two in it is used */
    uint64_t max_nodes;           /* stop after so many positions; 0: no limit */
    const volatile int32_t *stop; /* stop when this becomes non-zero (another thread may set it), or NULL */
    int32_t opener_against_rest;  /* switch: sides are the opener and all others; needed for 3 or 4 players without partners */
    int32_t all_roots;            /* switch: an interval for each legal action, too */
} dom_solver;

typedef struct dom_solution {
    int32_t lower, upper; /* the value lies between them; equal when it is exact */
    uint64_t nodes;
    int32_t line_length;  /* best play from here to the end of the round; 0 when a limit came first */
    uint16_t line[DOM_MAX_ACTIONS];
    int32_t root_count;   /* with all_roots */
    uint16_t root_action[DOM_MAX_LEGAL];
    int32_t root_lower[DOM_MAX_LEGAL], root_upper[DOM_MAX_LEGAL];
} dom_solution;

/* n live rounds side by side, for learners, in the caller's memory. Fill in everything but `magic`, then dom_batch_start; from then
 * on read freely, and change nothing. Actions are dense: 0 to A - 1, A = dom_action_count(rules), in the order of their numbers. */
typedef struct dom_batch {
    dom_rules rules;
    uint32_t magic;         /* DOM_MAGIC once started */
    int32_t autoreset;      /* switch: where a round ends in dom_batch_step, the slot's next is dealt in the same step */
    int32_t n;              /* slots, 1 to DOM_MAX_SLOTS */
    uint32_t first;         /* the number of slot 0; first + n is at most 2^32 */
    uint8_t deal_key[32];   /* round k of slot i is dealt by the stream (first + i) << 32 | k of this key, as a playout is, */
    uint8_t sample_key[32]; /* and its samples come from the stream of the same number of this one */
    void *slots;            /* n x dom_slot_size(rules) bytes, aligned as malloc does; to a cache line is faster */
    uint16_t *codes;        /* A: the action that each dense one stands for */
    uint8_t *masks;         /* n x A: 1 where the seat to act may do it, else 0 */
    int32_t *rewards;       /* n x players: points made by each seat in the last step */
    uint8_t *done;          /* n: 1 where the round is over, and where the last step ended one */
    int8_t *turn;           /* n: the seat to act, -1 after the end */
    int8_t *errors;         /* n: 0, or why the last step refused the action (enum dom_why), or DOM_ERR_NO_DEAL */
    int32_t *sampled;       /* n, written by dom_batch_sample alone; may be NULL without it */
    int16_t *observations;  /* n x dom_observation_size(rules), written by dom_batch_observe alone; may be NULL without it */
} dom_batch;

/* The library's version, and a sentence in English for a code. Never NULL. */
DOM_API const char *dom_version(void);
DOM_API const char *dom_strerror(int code);

/* Rules. dom_preset: players 0 takes the preset's default; DOM_ERR_RANGE for a preset or number of players that is not there.
 * dom_rules_check: 0, or DOM_ERR_RULES with *field = 1 + index of the first wrong field and *what: 1 out of range; 2 players x hand_size
 * exceed the set; 3 partners need four players; 4 team-all needs partners; 5 every deal would be refused by redeal_doubles; 6 one of
 * width and height is 0 and the other is not. Either pointer may be NULL. */
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

/* Copies what is in use of a round: the same as `*to = *from`, cheaper. Unused room in `to` keeps what was there.
 * DOM_ERR_NOT_SET_UP where `from` was never set up. */
DOM_API int dom_round_copy(dom_round *to, const dom_round *from);

/* What `seat` may know of the round: other hands empty sets with true counts, unseen tiles DOM_HIDDEN. */
DOM_API int dom_seen_by(const dom_round *round, int seat, dom_round *view);

/* Two rounds are equal when rules, deal, opener, scores before, viewer and actions are; equal rounds have equal hashes, the same
 * on every platform. Null pointers and rounds not set up are equal to nothing and hash to 0. */
DOM_API int dom_equal(const dom_round *a, const dom_round *b);
DOM_API uint64_t dom_hash(const dom_round *round);

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

/* Plays n rounds to their ends, number first, first + 1, ...: stream `number` of `key` deals, draws the opener if opening is random,
 * and chooses. Give either rules, for fresh deals that stand alone, or `from`, for a round to go on from; the other is NULL.
 * weights: how plays are chosen, or NULL for at random. DOM_ERR_NO_DEAL may leave the first rows written. */
DOM_API int dom_playouts(const dom_rules *rules, const dom_round *from, const uint8_t key[32], uint64_t first, size_t n,
                         const dom_weights *weights, const dom_columns *to);

/* Perfect play with every tile known: the points of the whole round of side 0 (seats 0 and 2, seat 0, or the opener) minus those
 * of the other side. Uses about 2 KB of stack for each tile left to play, and to draw by choice. DOM_WHY_ROUND_OVER for a
 * finished round. */
DOM_API int dom_solve(const dom_round *round, dom_solver *solver, dom_solution *solution);

/* Batches: the sizes that rules ask for. dom_action_count: how many different actions they can ever allow; dom_action_codes
 * lists these, ascending. dom_observation_size: columns of an observation. dom_slot_size: bytes of a live round. */
DOM_API int dom_action_count(const dom_rules *rules);
DOM_API int dom_action_codes(const dom_rules *rules, uint16_t *codes);
DOM_API int dom_observation_size(const dom_rules *rules);
DOM_API int dom_slot_size(const dom_rules *rules);

/* Batches: playing. Every function writes in place, for all slots in their order.
 * dom_batch_start: fills codes and deals round 0 of every slot. DOM_ERR_NO_DEAL: a deal failed, the batch is not started.
 * dom_batch_reset: deals the next round of each slot i with mask[i] not 0; with mask NULL of all. No other slot is touched.
 * dom_batch_step: does actions[i] in slot i, by its seat to act; -1 leaves the slot alone. A refused action leaves its round as it
 *   was, with the reason in errors[i] (after the end DOM_WHY_ROUND_OVER). Rewards, done and errors are those of this step.
 *   In reset and step, a slot whose next deal fails keeps the round it has and gets the error DOM_ERR_NO_DEAL; the others are
 *   done all the same, and DOM_ERR_NO_DEAL is returned.
 * dom_batch_sample: a random legal action of each slot into `sampled`, chosen as playouts choose; -1 after the end.
 * dom_batch_observe: what a seat knows of each round into `observations`; seat -1: the seat to act, after the end seat 0. Columns,
 *   for a set of T tiles up to N, P players, E ends (2, with a spinner 4), and other seats counted on from the one that looks:
 *   T: 1 for each tile in its hand; T: 1 for each tile on the table; the seat to act (0: itself; -1 after the end); the opener;
 *   tiles in the boneyard; passes one after the other just before; 1 where the seat to act has drawn in this turn; enum dom_reason;
 *   P: tiles in each hand; P: points of each seat in this round; E: the number at each end, -1 where it is closed; with
 *   count_multiple E: what each end counts; with a table E: what fits there (dom_end); P - 1 times N + 1: 1 for each number of which
 *   all may know that the seat holds no tile, since it drew or passed where any such tile could be laid (a tile it has drawn in
 *   this turn left out of account).
 * dom_batch_round: the round of a slot, as a copy to look at. dom_batch_number: which of the slot's rounds it is, from 0. */
DOM_API int dom_batch_start(dom_batch *batch);
DOM_API int dom_batch_reset(dom_batch *batch, const uint8_t *mask);
DOM_API int dom_batch_step(dom_batch *batch, const int32_t *actions);
DOM_API int dom_batch_sample(dom_batch *batch);
DOM_API int dom_batch_observe(dom_batch *batch, int seat);
DOM_API int dom_batch_round(const dom_batch *batch, int slot, dom_round *round);
DOM_API int64_t dom_batch_number(const dom_batch *batch, int slot);

#ifdef __cplusplus
}
#endif

#endif
