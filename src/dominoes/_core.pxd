# cython: language_level=3
"""For ``cimport dominoes._core``: the kernel's structs and functions, and the classes over them.

``include/dominoes.h`` documents each function.
"""
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t


cdef extern from "dominoes.h" nogil:
    enum:
        DOM_MAX_TILES
        DOM_MAX_PLAYERS
        DOM_MAX_LEGAL
        DOM_MAX_ACTIONS
        DOM_RULE_FIELDS
        DOM_HIDDEN
        DOM_DRAW
        DOM_PASS
        DOM_OK
        DOM_ERR_RULES
        DOM_ERR_RANGE
        DOM_ERR_EMPTY_HAND
        DOM_ERR_NOT_IN_SET
        DOM_ERR_TWICE
        DOM_ERR_STARTER
        DOM_ERR_SCORE
        DOM_ERR_TEAM_SCORE
        DOM_ERR_NO_DEAL
        DOM_ERR_VIEW
        DOM_ERR_SIDES
        DOM_ERR_ABI
        DOM_ERR_NAME
        DOM_ERR_VALUE
        DOM_ERR_NOTATION
        DOM_ERR_SHORT
        DOM_ERR_ROUND_ON
        DOM_ERR_MATCH_OVER
        DOM_WHY_ROUND_OVER
        DOM_WHY_NOT_YOUR_TURN
        DOM_BLOCKER
        DOM_SNOW_WHITE
        DOM_MAX_SLOTS
        DOM_ABI
        DOM_TILE_TEXT
        DOM_ACTION_TEXT
        DOM_OPTION_TEXT
        DOM_HIGHEST_TILE
        DOM_RANDOM_SEAT
        DOM_PRESET_NAMES
        DOM_OPTION_NAMES
        DOM_PLAYER_NAMES
        DOM_END_NAMES
        DOM_PLACEMENT_NAMES
        DOM_RESULT_NAMES
        DOM_WHY_NAMES

    ctypedef struct dom_rules:
        int32_t players, max_pip, hand_size, draw, voluntary_draw, boneyard_floor, opening, opening_tile, next_opening
        int32_t table_width, table_height, turns, spinner, count_multiple, scoring, round_to, partners, target
        int32_t redeal_doubles

    ctypedef struct dom_tileset:
        uint64_t word[3]

    ctypedef struct dom_laid:
        uint8_t tile, placement, inner, outer, direction, x1, y1, x2, y2
        int8_t end
        int16_t parent

    ctypedef struct dom_end:
        uint8_t open, number, is_double, fits, direction, x, y
        int16_t last

    ctypedef struct dom_round:
        dom_rules rules
        uint8_t words, starter, seat, passes, drawn, reason, spinner_sides, dealt_count, boneyard_at
        int8_t winner, viewer
        int16_t forced, spinner, laid_count, action_count
        uint8_t hand_count[4]
        uint8_t hand_dealt[4]
        int32_t scores_before[4]
        int32_t play_points[4]
        int32_t end_points[4]
        dom_tileset hand[4]
        dom_end end[4]
        uint8_t dealt[190]
        uint64_t row[64]
        dom_laid laid[190]
        uint16_t actions[1536]

    ctypedef struct dom_stream:
        uint64_t s[4]

    ctypedef struct dom_match:
        uint32_t magic, number
        uint8_t deal_key[32]
        uint8_t opener_key[32]
        uint8_t player_key[4][32]
        dom_round round

    ctypedef struct dom_fault:
        int32_t seat, tile

    ctypedef struct dom_obstacle:
        int32_t a, b

    ctypedef struct dom_columns:
        int32_t *points
        int32_t *winner
        int32_t *reason
        int32_t *starter
        int32_t *plays
        int32_t *draws
        int32_t *passes

    ctypedef struct dom_weights:
        int32_t pips, is_double, matches, variety, points, noise, next, partner, previous

    ctypedef struct dom_advice:
        int32_t count
        uint16_t *action
        int32_t *worlds
        int64_t *weight
        int64_t *points
        int64_t *squares
        int64_t *wins
        int64_t *value

    ctypedef struct dom_beliefs_found:
        int64_t total
        int64_t weight[190][5]

    ctypedef struct dom_solve_entry:
        uint64_t key
        int16_t lower, upper
        uint16_t move, unused

    ctypedef struct dom_solver:
        dom_solve_entry *table
        size_t entries
        uint64_t max_nodes
        const int32_t *stop
        int32_t opener_against_rest, all_roots

    ctypedef struct dom_solution:
        int32_t lower, upper
        uint64_t nodes
        int32_t line_length
        uint16_t line[1536]
        int32_t root_count
        uint16_t root_action[400]
        int32_t root_lower[400]
        int32_t root_upper[400]

    ctypedef struct dom_batch:
        dom_rules rules
        uint32_t magic
        int32_t autoreset, n
        uint32_t first
        uint8_t deal_key[32]
        uint8_t sample_key[32]
        void *slots
        uint16_t *codes
        uint8_t *masks
        int32_t *rewards
        uint8_t *done
        int8_t *turn
        int8_t *errors
        int32_t *sampled
        int16_t *observations

    const char *dom_version()
    const char *dom_strerror(int code)
    int dom_abi_check(int abi, const char *struct_name, size_t size)
    const char *dom_name(int names, int number)
    int dom_find(int names, const char *name)
    int dom_preset(dom_rules *rules, int preset, int players)
    int dom_rules_check(const dom_rules *rules, int *field, int *what)
    int dom_set_size(int max_pip)
    int dom_rules_set(dom_rules *rules, const char *option, const char *value)
    int dom_rules_get(const dom_rules *rules, const char *option, char *text, size_t size)
    const char *dom_option_values(const char *option)
    int dom_tile(int one, int other)
    int dom_tile_numbers(int tile, int *high, int *low)
    int dom_action(int tile, int end, int placement)
    int dom_action_parts(int action, int *tile, int *end, int *placement)
    int dom_tile_text(int tile, char *text, size_t size)
    int dom_tile_parse(const char *text, int *tile)
    int dom_action_text(int action, char *text, size_t size)
    int dom_action_parse(const char *text, int *action)
    int dom_tileset_list(const dom_tileset *tiles, uint8_t *list)
    int dom_sha256(const void *data, size_t size, uint8_t *digest)
    int dom_seed_key(const void *purpose, size_t purpose_size, const void *seed, size_t seed_size, uint8_t *key)
    int dom_stream_start(dom_stream *stream, const uint8_t *key, uint64_t number)
    uint64_t dom_stream_next(dom_stream *stream)
    uint32_t dom_stream_below(dom_stream *stream, uint32_t n)
    int dom_deal(const dom_rules *rules, const uint8_t *key, uint64_t number, uint8_t *tiles)
    int dom_round_start(dom_round *round, const dom_rules *rules, const uint8_t *tiles, const uint8_t *hand_sizes,
                        int boneyard_size, int starter, const int32_t *scores, dom_fault *fault)
    int dom_round_deal(dom_round *round, const dom_rules *rules, const uint8_t *deal_key, uint64_t number, int starter,
                       const uint8_t *opener_key, const int32_t *scores)
    int dom_round_restore(dom_round *round, const dom_rules *rules, const uint8_t *tiles, const uint8_t *hand_sizes,
                          int boneyard_size, int starter, int forced, const int32_t *scores, int viewer,
                          const uint16_t *actions, int action_count, dom_fault *fault)
    int dom_round_copy(dom_round *to, const dom_round *source)
    int dom_seen_by(const dom_round *round, int seat, dom_round *view)
    int dom_equal(const dom_round *a, const dom_round *b)
    uint64_t dom_hash(const dom_round *round)
    int dom_legal(const dom_round *round, uint16_t *actions)
    int dom_legal_count(const dom_round *round)
    int dom_explain(const dom_round *round, int action, dom_obstacle *obstacle)
    int dom_apply(dom_round *round, int action)
    void dom_apply_unchecked(dom_round *round, int action)
    int dom_undo(dom_round *round)
    int dom_end_count(const dom_round *round)
    int dom_end_weight(const dom_round *round, int end)
    int dom_pips(const dom_round *round, int seat)
    int dom_tileset_pips(const dom_tileset *tiles)
    int dom_edge_blocked(const dom_round *round, int64_t x, int64_t y, int64_t width, int64_t height)
    int dom_collides(const dom_round *round, int64_t x, int64_t y, int64_t width, int64_t height)
    int dom_squares(const dom_round *round, int action, int32_t *squares)
    int dom_score(const dom_rules *rules, const int32_t *pips, int out, int *winner, int32_t *points)
    int dom_scores(const dom_round *round, int32_t *scores)
    int dom_leader(const dom_rules *rules, const int32_t *scores, int *side)
    int dom_next_starter(const dom_round *last, int *starter)
    int dom_match_start(dom_match *match, const dom_rules *rules, const void *seed, size_t seed_size, const int32_t *scores)
    int dom_match_deal(dom_match *match)
    int dom_match_winner(const dom_match *match, int *side)
    int dom_match_chance(const dom_match *match, int seat, dom_stream *stream)
    int dom_perft(dom_round *round, int depth, uint64_t *count)
    int dom_playouts(const dom_rules *rules, const dom_round *source, const uint8_t *key, uint64_t first, size_t n,
                     const dom_weights *weights, const dom_columns *to)
    int dom_solve(const dom_round *round, dom_solver *solver, dom_solution *solution)
    int dom_advise(const dom_round *view, int level, int worlds, dom_stream *stream, const int32_t *stop, dom_advice *advice)
    int dom_beliefs(const dom_round *view, int level, int worlds, dom_stream *stream, dom_beliefs_found *found)
    int dom_choose(const dom_round *view, int player, int level, int worlds, dom_stream *stream, const int32_t *stop,
                   int *action)
    int dom_action_count(const dom_rules *rules)
    int dom_action_codes(const dom_rules *rules, uint16_t *codes)
    int dom_observation_size(const dom_rules *rules)
    int dom_slot_size(const dom_rules *rules)
    int dom_batch_start(dom_batch *batch)
    int dom_batch_reset(dom_batch *batch, const uint8_t *mask)
    int dom_batch_step(dom_batch *batch, const int32_t *actions)
    int dom_batch_sample(dom_batch *batch)
    int dom_batch_observe(dom_batch *batch, int seat)
    int dom_batch_round(const dom_batch *batch, int slot, dom_round *round)
    int64_t dom_batch_number(const dom_batch *batch, int slot)


cdef class Stream:
    cdef dom_stream stream
    cdef object _key
    cdef object _number
    cdef uint64_t _position

    cdef uint32_t draw_below(self, object n) except? 0
    cdef int check(self) except -1


cdef class State:
    cdef dom_round round
    cdef bint ready

    cdef int start(self, const dom_rules *rules, const uint8_t *tiles, const uint8_t *sizes, int boneyard_size, int starter,
                   object scores) except -1
    cdef int check(self) except -1
    cdef int check_playable(self) except -1
    cdef int to_seat(self, object seat) except -1
    cdef int to_end(self, object end) except -1


cdef class Batch:
    cdef dom_batch batch
    cdef void *memory
    cdef bint ready
    cdef object _lock
    cdef list _held
    cdef object _codes, _masks, _rewards, _done, _turn, _errors, _sampled, _observations

    cdef int make_room(self) except -1
    cdef object room(self, str format, tuple shape, void **address)
    cdef int check(self) except -1
    cdef int enter(self) except -1
    cdef int leave(self, int status) except -1
    cdef int to_slot(self, object slot) except -1
