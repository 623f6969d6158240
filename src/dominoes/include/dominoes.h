/* dominoes.h - the kernel of dominoes: deal, legal actions, collision and edges, apply and undo, scoring, playouts, perfect
 * play, batches of live rounds.
 *
 * C11, no Python, no globals that change, no allocation, no input or output. A round is one plain struct owned by the
 * caller; copying it is `=`.
 *
 * Threads: every function may run on any number of threads at once, on structs of their own. One that is changed is used by
 * one thread at a time; what a function takes as const may be read by several. Texts that are returned are constants.
 *
 * Numbers (the same in every set, in Python and in C):
 *   tile     high * (high + 1) / 2 + low, high >= low
 *   action   opening: tile << 3; on an end: (end + 1) << 11 | tile << 3 | placement; DOM_DRAW; DOM_PASS
 *   direction and edge   0 north, 1 east, 2 south, 3 west; x grows east, y south, in cells of the table
 *
 * Return values: 0 (DOM_OK) is success, a positive number is the rule that refuses an action (enum dom_why), a negative
 * one a misuse of the library (enum dom_error); functions that count or find return what they found, from 0 up.
 * dom_strerror() has a sentence for each. After anything but success whatever was passed in is as it was, but for what a function
 * writes to tell of a refusal: field and what, fault, obstacle.
 * Every function returns DOM_ERR_NULL for a null pointer that it does not say may be NULL, DOM_ERR_NOT_SET_UP for a round,
 * match or batch that nothing has set up (zeroed memory, say), and DOM_ERR_RULES for rules that dom_rules_check refuses; this is
 * not said again.
 *
 * Stack, on 64-bit machines: dom_choose, dom_advise and dom_beliefs run on a thread with 192 KB, dom_playouts on one with 96 KB.
 * dom_solve takes about 2 KB for each tile left to play, and to draw by choice, dom_perft 1 KB for each action of its depth, both
 * beside 16 KB. All others run on 48 KB. A dom_round has 7 KB: make it static, or allocate it.
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

/* The number of the binary interface: it grows with every change of a struct, of a number in an enum, or of a function's arguments.
 * dom_abi_check() asks whether the library at hand has the same. */
#define DOM_ABI 1

/* What marks the functions of the library. DOM_STATIC, where the kernel is compiled, keeps them within the program, module or shared
 * library that it is linked into: no other library of the process is called in their place, and none finds them. The static library
 * is compiled so; do the same with dominoes.c in a plug-in. Who includes the header need not define it. On Windows: nothing for the
 * static library and for dominoes.c in a program of one's own; DOM_DLL says that the shared library is used, DOM_DLL_BUILD that it
 * is being built. Who defines DOM_API has the last word. */
#ifndef DOM_API
#if defined(DOM_STATIC) && defined(__GNUC__) && !defined(_WIN32)
#define DOM_API __attribute__((visibility("hidden")))
#elif defined(DOM_STATIC)
#define DOM_API
#elif defined(_WIN32) && defined(DOM_DLL_BUILD)
#define DOM_API __declspec(dllexport)
#elif defined(_WIN32) && defined(DOM_DLL)
#define DOM_API __declspec(dllimport)
#elif defined(__GNUC__) && !defined(_WIN32)
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
    DOM_MAX_WORLDS = 1000000, /* that a player looks at in one decision */
    DOM_MAX_LEGAL = 400,    /* 4 ends x 19 tiles x 5 placements, and a draw */
    DOM_MAX_SLOTS = 1 << 20, /* rounds in a batch */
    DOM_MAX_ACTIONS = 1536, /* every tile played, every boneyard tile drawn, 3 passes after each, and 4 at the end */
    DOM_HIDDEN = 255,       /* a tile that a seat's view does not know */
    DOM_TILE_TEXT = 6,      /* bytes that the text of any tile fits in, its final zero included */
    DOM_ACTION_TEXT = 24,   /* and of any action */
    DOM_OPTION_TEXT = 16,   /* and of any option's value */
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
enum dom_player { DOM_BLOCKER, DOM_PINOCCHIO, DOM_BURATINO, DOM_SNOW_WHITE };
enum dom_starter { DOM_HIGHEST_TILE = -1, DOM_RANDOM_SEAT = -2 };
enum dom_names { /* lists of names, for dom_name and dom_find */
    DOM_PRESET_NAMES,    /* by enum dom_preset_name */
    DOM_OPTION_NAMES,    /* the options of the rules, in the order of RULES.md */
    DOM_PLAYER_NAMES,    /* by enum dom_player */
    DOM_END_NAMES,       /* by enum dom_end_name: L, R, U, D */
    DOM_PLACEMENT_NAMES, /* by enum dom_placement */
    DOM_RESULT_NAMES,    /* by enum dom_reason; DOM_ON has none */
    DOM_WHY_NAMES        /* by enum dom_why: legal, not-an-action, ... */
};

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
    DOM_ERR_VIEW = -11,       /* a seat's view cannot be played on; dom_choose: this is no seat's view */
    DOM_ERR_NO_PLACE = -12,   /* no tile would lie there */
    DOM_ERR_NO_HISTORY = -13, /* nothing to undo */
    DOM_ERR_NOT_SET_UP = -14, /* a struct that no set-up function has filled */
    DOM_ERR_SIDES = -15,      /* three or four players without partners: say opener_against_rest */
    DOM_ERR_ABI = -16,        /* compiled with another version of this header */
    DOM_ERR_NAME = -17,       /* nothing has this name */
    DOM_ERR_VALUE = -18,      /* the option cannot have this value */
    DOM_ERR_NOTATION = -19,   /* a text that is no tile or no action */
    DOM_ERR_SHORT = -20,      /* a buffer too short for the text */
    DOM_ERR_ROUND_ON = -21,   /* the round is not over */
    DOM_ERR_MATCH_OVER = -22  /* the match is won */
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

/* A match: rounds to a target, each dealt from one seed, as Python's Match deals them. Read it freely; `round` is played by dom_apply
 * and dom_undo, and the rest changed by dom_match_start and dom_match_deal only. */
typedef struct dom_match {
    uint32_t magic;     /* DOM_MAGIC once started */
    uint32_t number;    /* of the round, from 0 */
    uint8_t deal_key[32], opener_key[32], player_key[DOM_MAX_PLAYERS][32];
    dom_round round;    /* that is on, or the last one */
} dom_match;

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

/* A way to choose: the play with the greatest weighted sum, the first among equals. Each weight within +-DOM_MAX_WEIGHT. The last
 * three block: each is times the chance that a seat can answer no open end after the play, by what the mover knows. The tiles that
 * the seat may hold are those neither on the table nor in the mover's hand, but for the numbers that it has shown to lack by
 * drawing and passing. */
typedef struct dom_weights {
    int32_t pips;      /* times the tile's pips */
    int32_t is_double; /* once for a double */
    int32_t matches;   /* times the tiles left in hand that match an end after the play */
    int32_t variety;   /* times the different numbers left in hand */
    int32_t points;    /* times the points the play scores at once */
    int32_t noise;     /* a random number from 0 to this is added; 0 or more */
    int32_t next;      /* times the chance that the seat after the mover can answer nothing */
    int32_t partner;   /* the same of the seat opposite; with fewer than four players it weighs nothing */
    int32_t previous;  /* the same of the seat before the mover; with two players it weighs nothing */
} dom_weights;

/* What thinking has made of each legal action, in their order. Sums are over the worlds looked at, each times its weight, which says
 * how likely the world is. */
typedef struct dom_advice {
    int32_t count;
    uint16_t action[DOM_MAX_LEGAL];
    int32_t worlds[DOM_MAX_LEGAL];
    int64_t weight[DOM_MAX_LEGAL];  /* of these worlds together */
    int64_t points[DOM_MAX_LEGAL];  /* own points of the round minus the mean of the other sides', times players - 1 */
    int64_t squares[DOM_MAX_LEGAL]; /* the same squared */
    int64_t wins[DOM_MAX_LEGAL];    /* of the worlds in which the own side wins the round */
    int64_t value[DOM_MAX_LEGAL];   /* what is maximised: the chance to win the match, or points where its end is far */
} dom_advice;

typedef struct dom_beliefs_found { /* where the unseen tiles lie */
    int64_t total;                                       /* the weight of all worlds */
    int64_t weight[DOM_MAX_TILES][DOM_MAX_PLAYERS + 1];  /* of those in which a tile is in a seat's hand; last: in none, or seen: 0 */
} dom_beliefs_found;

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
    void *slots;            /* n x dom_slot_size(rules) bytes, aligned to 8 bytes as malloc does; to a cache line is faster */
    uint16_t *codes;        /* A: the action that each dense one stands for */
    uint8_t *masks;         /* n x A: 1 where the seat to act may do it, else 0 */
    int32_t *rewards;       /* n x players: points made by each seat in the last step */
    uint8_t *done;          /* n: 1 where the round is over, and where the last step ended one */
    int8_t *turn;           /* n: the seat to act, -1 after the end */
    int8_t *errors;         /* n: 0, or why the last step refused the action (enum dom_why), or DOM_ERR_NO_DEAL */
    int32_t *sampled;       /* n, written by dom_batch_sample alone; may be NULL without it */
    int16_t *observations;  /* n x dom_observation_size(rules), written by dom_batch_observe alone; may be NULL without it */
} dom_batch;

/* The library's version, such as "0.1.0". Never NULL. */
DOM_API const char *dom_version(void);

/* A sentence in English for a code that any function here returns; for any other number one that says so. Never NULL. */
DOM_API const char *dom_strerror(int code);

/* Was this program compiled with the header of the library that it runs with? Ask once, before all else, for each struct that the
 * program has of its own: dom_abi_check(DOM_ABI, "dom_match", sizeof(dom_match)). DOM_ERR_ABI where number or size differ,
 * DOM_ERR_NAME for a struct that there is not. A change that keeps a struct's size is told by the number alone. A round, match
 * or batch that a library with another DOM_ABI has set up (read back from a file, say) is one that was never set up:
 * DOM_ERR_NOT_SET_UP. */
DOM_API int dom_abi_check(int abi, const char *struct_name, size_t size);

/* The name with a number in a list (enum dom_names); NULL where there is none. The text is the library's own. */
DOM_API const char *dom_name(int names, int number);

/* The number of a name in a list (enum dom_names). DOM_ERR_NAME where none is called so, DOM_ERR_RANGE for a list that there is not. */
DOM_API int dom_find(int names, const char *name);

/* The rules of a preset (enum dom_preset_name) for a number of players; 0 takes the preset's default. DOM_ERR_RANGE for a preset that
 * there is not or that is not for so many. Options may be changed afterwards, here or by dom_rules_set. */
DOM_API int dom_preset(dom_rules *rules, int preset, int players);

/* Can a game be played by these rules? 0, or DOM_ERR_RULES with *field = 1 + index of the first wrong field and *what: 1 out of range;
 * 2 players x hand_size exceed the set; 3 partners need four players; 4 team-all needs partners; 5 every deal would be refused by
 * redeal_doubles; 6 one of width and height is 0 and the other is not. Both are 0 where all is well; either pointer may be NULL. */
DOM_API int dom_rules_check(const dom_rules *rules, int *field, int *what);

/* How many tiles a set up to double max_pip (1 to 18) has: 3 to 190. DOM_ERR_RANGE. */
DOM_API int dom_set_size(int max_pip);

/* Sets one option by name to a value, both as texts and as RULES.md writes them: "hand_size" to "9", "draw" to "never", "partners"
 * to "true", "spinner" to "null", "table" to "64x36". Only this option is looked at: dom_rules_check then says whether all go
 * together. DOM_ERR_NAME for an option that there is not, DOM_ERR_VALUE for a value that it cannot have. `players` of a preset with
 * other hands for other numbers (all-fives) is better given to dom_preset. */
DOM_API int dom_rules_set(dom_rules *rules, const char *option, const char *value);

/* Writes an option's value as dom_rules_set takes it; DOM_OPTION_TEXT bytes are always enough. DOM_ERR_NAME; DOM_ERR_SHORT;
 * DOM_ERR_RULES where it has a value that it cannot have. */
DOM_API int dom_rules_get(const dom_rules *rules, const char *option, char *text, size_t size);

/* What an option may be, in English: "never, one, until-playable". NULL for an option that there is not. */
DOM_API const char *dom_option_values(const char *option);

/* The number of a tile with two numbers from 0 to 18, in either order. DOM_ERR_RANGE for other numbers. */
DOM_API int dom_tile(int one, int other);

/* The two numbers of a tile, the higher one into *high. DOM_ERR_RANGE unless the tile is 0 to 189. */
DOM_API int dom_tile_numbers(int tile, int *high, int *low);

/* The action that lays a tile (0 to 189) on an end (enum dom_end_name) in a placement (enum dom_placement), or opens with it: end -1,
 * placement DOM_AHEAD. DOM_ERR_RANGE for anything else. */
DOM_API int dom_action(int tile, int end, int placement);

/* What an action is made of; all three -1 for a draw and a pass, the end -1 for an opening. DOM_WHY_NOT_AN_ACTION for a number that
 * is no action. */
DOM_API int dom_action_parts(int action, int *tile, int *end, int *placement);

/* Writes the text of a tile, "6-4", with its final zero; DOM_TILE_TEXT bytes are always enough. DOM_ERR_RANGE unless the tile is
 * 0 to 189; DOM_ERR_SHORT where it does not fit into `size` bytes: nothing is written then. */
DOM_API int dom_tile_text(int tile, char *text, size_t size);

/* Reads a tile, its numbers in either order. White space (of ASCII) around it does not matter. DOM_ERR_NOTATION for any other text. */
DOM_API int dom_tile_parse(const char *text, int *tile);

/* Writes the text of an action by RULES.md section 8: "6-4@R:corner-left", "6-4@R", "6-6", "draw", "pass"; DOM_ACTION_TEXT bytes are
 * always enough. DOM_WHY_NOT_AN_ACTION for a number that is no action; DOM_ERR_SHORT as above. */
DOM_API int dom_action_text(int action, char *text, size_t size);

/* Reads an action: as dom_action_text writes it, with the tile's numbers in either order, ":ahead" too. White space (of ASCII) around
 * it does not matter. Whether it is legal is another question (dom_explain). DOM_ERR_NOTATION for any other text. */
DOM_API int dom_action_parse(const char *text, int *action);

/* The tiles of a set into `list`, ascending; returns their number, 0 to 190. Bits that stand for no tile (190 and above) are not
 * looked at, here and in dom_tileset_pips. */
DOM_API int dom_tileset_list(const dom_tileset *tiles, uint8_t list[DOM_MAX_TILES]);

/* SHA-256 (FIPS 180-4) of `size` bytes; data may be NULL where there are none. With a salt before the seed it makes a commitment. */
DOM_API int dom_sha256(const void *data, size_t size, uint8_t digest[32]);

/* A key, from which streams of chance are drawn: SHA-256 of purpose, a zero byte, seed. It is one-way: a key tells nothing of the
 * seed, nor of other purposes' keys. Either text may be NULL where its size is 0. Purposes in use: "deal", "opener", "player 0" to
 * "player 3", "playout". */
DOM_API int dom_seed_key(const void *purpose, size_t purpose_size, const void *seed, size_t seed_size, uint8_t key[32]);

/* Starts stream `number` of a key (xoshiro256**). Equal keys and numbers give equal streams on every platform. */
DOM_API int dom_stream_start(dom_stream *stream, const uint8_t key[32], uint64_t number);

/* The next 64 bits; 0 for NULL. A stream that was never started has no chance in it: one of zeros gives 0 each time. */
DOM_API uint64_t dom_stream_next(dom_stream *stream);

/* A whole number from 0 to n - 1, each exactly as likely; 0 for NULL, for n = 0 and for a stream of zeros, which was never started. */
DOM_API uint32_t dom_stream_below(dom_stream *stream, uint32_t n);

/* Deals deal `number` of `key` into tiles: dom_set_size(max_pip) of them, hands first, the boneyard after.
 * DOM_ERR_NO_DEAL where redeal_doubles refused DOM_DEAL_TRIES tries. */
DOM_API int dom_deal(const dom_rules *rules, const uint8_t key[32], uint64_t number, uint8_t tiles[DOM_MAX_TILES]);

/* Sets up a round: `tiles` are the hands, seat by seat, `hand_sizes[seat]` (1 or more) each, then `boneyard_size` (0 or more) in the
 * order to be drawn in. starter: a seat, who may lead any tile, or DOM_HIGHEST_TILE. scores: those of the match, one a seat, or NULL
 * for zeros. fault: where the deal is wrong (else -1, -1), or NULL. DOM_ERR_EMPTY_HAND, DOM_ERR_NOT_IN_SET, DOM_ERR_TWICE;
 * DOM_ERR_RANGE for a boneyard_size outside 0 to 190; DOM_ERR_STARTER; DOM_ERR_SCORE; DOM_ERR_TEAM_SCORE. */
DOM_API int dom_round_start(dom_round *round, const dom_rules *rules, const uint8_t *tiles, const uint8_t *hand_sizes,
                            int boneyard_size, int starter, const int32_t *scores, dom_fault *fault);

/* Deals and sets up in one: deal `number` of `deal_key`, hands of rules->hand_size, the rest the boneyard. starter: a seat,
 * DOM_HIGHEST_TILE, or DOM_RANDOM_SEAT: drawn by stream `number` of `opener_key` (else it may be NULL). Errors as of dom_deal and
 * dom_round_start. */
DOM_API int dom_round_deal(dom_round *round, const dom_rules *rules, const uint8_t deal_key[32], uint64_t number, int starter,
                           const uint8_t *opener_key, const int32_t *scores);

/* Sets up again what dom_round_start, dom_apply and dom_seen_by made, from its parts (to store a round or a view).
 * tiles: as in `dealt`. starter: a seat. forced: the tile that had to open, or -1. viewer: -1 or a seat; with a seat, tiles may be
 * DOM_HIDDEN. actions: all so far, 0 to DOM_MAX_ACTIONS, each of which must have been legal: else why it was not (enum dom_why).
 * Other errors as of dom_round_start; DOM_ERR_RANGE for viewer or action_count; DOM_ERR_VIEW for what no seat sees so. */
DOM_API int dom_round_restore(dom_round *round, const dom_rules *rules, const uint8_t *tiles, const uint8_t *hand_sizes,
                              int boneyard_size, int starter, int forced, const int32_t *scores, int viewer,
                              const uint16_t *actions, int action_count, dom_fault *fault);

/* Copies what is in use of a round: the same as `*to = *from`, cheaper. Unused room in `to` keeps what was there. */
DOM_API int dom_round_copy(dom_round *to, const dom_round *from);

/* What `seat` may know of the round, as a round of its own that may be looked at and not be played on: other hands are empty sets with
 * true counts, unseen tiles DOM_HIDDEN. After the end all hands are shown. DOM_ERR_RANGE for a seat that there is not; DOM_ERR_VIEW
 * where `round` is the view of another seat. */
DOM_API int dom_seen_by(const dom_round *round, int seat, dom_round *view);

/* 1 where two rounds are equal: in rules, deal, opener, forced tile, scores before, viewer and actions; else 0. A null pointer and a
 * round not set up are equal to nothing. */
DOM_API int dom_equal(const dom_round *a, const dom_round *b);

/* A number that equal rounds have in common, the same on every platform; 0 for a null pointer and a round not set up. */
DOM_API uint64_t dom_hash(const dom_round *round);

/* Legal actions, ascending; returns their number: 0 after the end, and in a view when another seat is to act. */
DOM_API int dom_legal(const dom_round *round, uint16_t actions[DOM_MAX_LEGAL]);

/* Their number alone. */
DOM_API int dom_legal_count(const dom_round *round);

/* Why any number is no legal action: 0 where it is one, else enum dom_why, with what is in the way in *obstacle (may be NULL), 0 where
 * nothing is said:
 *   DOM_WHY_NOT_YOUR_TURN                      a: the seat to act
 *   DOM_WHY_NOT_IN_SET, DOM_WHY_NOT_YOUR_TILE  a: the tile
 *   DOM_WHY_FORCED_TILE                        a: the tile that must open
 *   DOM_WHY_END_CLOSED                         a: the end
 *   DOM_WHY_NO_MATCH                           a: the end, b: its number
 *   DOM_WHY_EDGE                               a: the edge of the table (enum dom_direction)
 *   DOM_WHY_TILE_IN_THE_WAY                    a: that tile
 *   DOM_WHY_BONEYARD_FLOOR                     a: tiles in the boneyard, b: the floor */
DOM_API int dom_explain(const dom_round *round, int action, dom_obstacle *obstacle);

/* Does an action of the seat to act, or says why not (as dom_explain) and leaves the round as it was. DOM_ERR_VIEW in a view. */
DOM_API int dom_apply(dom_round *round, int action);

/* The same without a check, for an action that is known to be legal in a round that is set up and no view; anything else is undefined. */
DOM_API void dom_apply_unchecked(dom_round *round, int action);

/* Takes the last action back, also one that ended the round, and returns it. DOM_ERR_NO_HISTORY where there is none; DOM_ERR_VIEW. */
DOM_API int dom_undo(dom_round *round);

/* What the open ends count together (RULES.md section 5), in pips; 0 on an empty table. */
DOM_API int dom_end_count(const dom_round *round);

/* What one of them counts of it; 0 where it is closed. DOM_ERR_RANGE for an end that there is not. */
DOM_API int dom_end_weight(const dom_round *round, int end);

/* The pips in a seat's hand; in a view 0 for a hand that is not seen. DOM_ERR_RANGE for a seat that there is not. */
DOM_API int dom_pips(const dom_round *round, int seat);

/* The pips of a set of tiles together: 0 to 3420. */
DOM_API int dom_tileset_pips(const dom_tileset *tiles);

/* Which edge of the table a rectangle of cells crosses (enum dom_direction, the first of them), or -1, also where there is no table. It
 * may lie anywhere. */
DOM_API int dom_edge_blocked(const dom_round *round, int64_t x, int64_t y, int64_t width, int64_t height);

/* Which tile lies in a rectangle of cells, the first by rows from the top and each from the left, or -1, also where there is no table. */
DOM_API int dom_collides(const dom_round *round, int64_t x, int64_t y, int64_t width, int64_t height);

/* Where the tile of a play or opening would lie, in hand or not, whether there is room or not: {x1, y1, x2, y2}, the north-west cells of
 * its inner and outer half (see dom_laid). DOM_ERR_NO_PLACE where it has no such place: no table, a closed or another end, a placement
 * that is not its own. */
DOM_API int dom_squares(const dom_round *round, int action, int32_t squares[4]);

/* The end of a round by RULES.md section 5. pips: what is left in each hand, 0 to 6840; out: the seat that went out, -1 when blocked.
 * Writes *winner (-1 nobody, a seat, or a team with partners) and points per seat. DOM_ERR_RANGE for other pips and seats. */
DOM_API int dom_score(const dom_rules *rules, const int32_t *pips, int out, int *winner, int32_t *points);

/* The scores of the match now, one a seat: those before the round and what it has brought; a team's stand at both its seats.
 * Of a view too. */
DOM_API int dom_scores(const dom_round *round, int32_t scores[DOM_MAX_PLAYERS]);

/* Which side has won the match by these scores between two rounds: *side is a seat, with partners a team, and -1 while it goes on. Of
 * several at the target the highest has won; equal highest play on (RULES.md section 6). scores: one a seat, any numbers. */
DOM_API int dom_leader(const dom_rules *rules, const int32_t *scores, int *side);

/* Who opens the round after a finished one, as dom_round_deal takes it: a seat, DOM_HIGHEST_TILE or DOM_RANDOM_SEAT.
 * DOM_ERR_ROUND_ON while the last one is not over. */
DOM_API int dom_next_starter(const dom_round *last, int *starter);

/* Starts a match and deals its first round. Everything random is drawn by the seed, any bytes (UTF-8 of a text, or of an integer's
 * decimal digits, to have the match that Python has): round k is deal k of the key of "deal". scores: those to begin with, one a
 * seat, or NULL for zeros. Errors as of dom_round_deal; DOM_ERR_MATCH_OVER where the scores have decided it. */
DOM_API int dom_match_start(dom_match *match, const dom_rules *rules, const void *seed, size_t seed_size, const int32_t *scores);

/* Deals the next round, opened as next_opening has it. Until then the finished round can be taken back by dom_undo. DOM_ERR_ROUND_ON;
 * DOM_ERR_MATCH_OVER; DOM_ERR_RANGE after 2^32 rounds; errors as of dom_round_deal. */
DOM_API int dom_match_deal(dom_match *match);

/* Who has won: *side is a seat, with partners a team, and -1 while the match is on. */
DOM_API int dom_match_winner(const dom_match *match, int *side);

/* Chance for the decision that `seat` takes now: its own for each seat, round and action, so that neither undoing nor resuming changes
 * what comes, and the deals are never touched. */
DOM_API int dom_match_chance(const dom_match *match, int seat, dom_stream *stream);

/* The number of action sequences of length depth (0 or more; time grows with the count); a finished round counts as one leaf. Its own
 * undoing leaves the round equal to what it was (dom_equal) and every member in use the same; the bytes that are not in use may be
 * others. DOM_ERR_RANGE; DOM_ERR_VIEW. */
DOM_API int dom_perft(dom_round *round, int depth, uint64_t *count);

/* Plays n rounds to their ends, number first, first + 1, ...: stream `number` of `key` deals, draws the opener if opening is random,
 * and chooses. Give either rules, for fresh deals that stand alone, or `from`, for a round to go on from, and NULL for the other:
 * DOM_ERR_NULL where both are given, or neither. weights: how plays are chosen, or NULL for at random. Several threads may each play
 * a part of the numbers. With n = 0 the columns may be NULL. DOM_ERR_RANGE for a weight out of range; DOM_ERR_VIEW; DOM_ERR_NO_DEAL,
 * which may leave the first rows written. */
DOM_API int dom_playouts(const dom_rules *rules, const dom_round *from, const uint8_t key[32], uint64_t first, size_t n,
                         const dom_weights *weights, const dom_columns *to);

/* Perfect play with every tile known: the points of the whole round of side 0 (seats 0 and 2, seat 0, or the opener) minus those
 * of the other side. Uses about 2 KB of stack for each tile left to play, and to draw by choice, beside 16 KB. DOM_WHY_ROUND_OVER
 * for a finished round; DOM_ERR_VIEW; DOM_ERR_RANGE without entries; DOM_ERR_SIDES. */
DOM_API int dom_solve(const dom_round *round, dom_solver *solver, dom_solution *solution);

/* The players that come along. They go by a seat's view alone, and by `stream`, chance for this one decision, which they leave further
 * on: start one for each (dom_match_chance, dom_stream_start). Levels are 1 to 5, 0 is 3; `worlds` (to DOM_MAX_WORLDS; 0: the level's
 * own number) is how many deals that agree with the view Snow White looks at; she leaves off when *stop becomes non-zero (another
 * thread may set it), or goes on to the end where stop is NULL. They use up to 192 KB of stack.
 * dom_choose: what a player (enum dom_player) does when it is that seat's turn, into *action. The blocker knows no levels (0) and
 *   takes no chance (stream may be NULL, and is not looked at).
 * dom_advise: what Snow White thinks of every legal action, without giving any up on the way. Plays that are each other's mirror image
 *   (a chain without table, spinner and count, one number at both ends) get the same row.
 * dom_beliefs: where she takes the unseen tiles to be; also when it is another's turn.
 * DOM_ERR_VIEW for what is no view, or one that no deal can lead to; DOM_WHY_ROUND_OVER and DOM_WHY_NOT_YOUR_TURN; DOM_ERR_RANGE for a
 * player, level or number of worlds that there is not; DOM_ERR_NOT_SET_UP for a stream of zeros, too, which nothing has started. */
DOM_API int dom_choose(const dom_round *view, int player, int level, int worlds, dom_stream *stream, const volatile int32_t *stop,
                       int *action);
DOM_API int dom_advise(const dom_round *view, int level, int worlds, dom_stream *stream, const volatile int32_t *stop, dom_advice *advice);
DOM_API int dom_beliefs(const dom_round *view, int level, int worlds, dom_stream *stream, dom_beliefs_found *found);

/* How many different actions the rules can ever allow. */
DOM_API int dom_action_count(const dom_rules *rules);

/* These actions, ascending, into an array of dom_action_count(rules). */
DOM_API int dom_action_codes(const dom_rules *rules, uint16_t *codes);

/* Columns of an observation by these rules (dom_batch_observe). */
DOM_API int dom_observation_size(const dom_rules *rules);

/* Bytes of a live round in a batch by these rules. */
DOM_API int dom_slot_size(const dom_rules *rules);

/* Batches: playing. Every function writes in place, for all slots in their order.
 * dom_batch_start: fills codes and deals round 0 of every slot. DOM_ERR_NULL for a zeroed batch, which has no buffers (all others:
 *   DOM_ERR_NOT_SET_UP); DOM_ERR_RANGE where `slots` is not aligned; DOM_ERR_NO_DEAL: a deal failed, the batch is not started.
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
 * dom_batch_round: the round of a slot, as a copy to look at. dom_batch_number: which of the slot's rounds it is, from 0.
 * DOM_ERR_RANGE for n, first + n, a slot or a seat that there is not. */
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
