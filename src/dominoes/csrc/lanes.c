/* Random playouts of plain chains, eight rounds at a time, one in each 32-bit lane of an AVX2 register; a part of playout.c.
 *
 * Every step does one action in every lane: what each lane would do is computed for all, and masks keep what applies. A lane
 * whose round is over is scored and given the next round. The results are those of the other ways to play, number for number: each
 * lane has the stream of its own round. Compiled where the compiler knows AVX2, used where the processor has it; everywhere
 * else quick.c does all the work. */
#include "bits.h"

#if defined(__GNUC__) && defined(__x86_64__)
#define HAVE_LANES 1
#include <immintrin.h>

enum { LANES = 8, LANE_TILES = 32, LANES_WORTH = 2 * LANES };

typedef struct lanes { /* one round in each column; every array is a register, or two of 64-bit halves */
    uint32_t hand[DOM_MAX_PLAYERS][LANES];
    uint32_t left[LANES], right[LANES], seat[LANES], passes[LANES], drawn[LANES], at[LANES];
    uint32_t plays[LANES], draws[LANES], passed[LANES];
    uint32_t live[LANES]; /* all ones while a round is on in the lane */
    uint64_t s[4][LANES]; /* the streams */
    uint32_t dealt[LANES][LANE_TILES];
    size_t row[LANES];
    uint32_t starter[LANES];
} lanes;

static int lanes_help(const dom_rules *rules, const dom_round *from) {
    return __builtin_cpu_supports("avx2") && set_size(rules->max_pip) <= LANE_TILES && is_plain_chain(rules) &&
           !rules->voluntary_draw && (from == NULL || (from->laid_count > 0 && from->reason == DOM_ON));
}

/* Puts a round into a lane: dealt and opened, or as it stands. A round that is over at once goes straight to its row. */
static int fill_lane(lanes *l, int lane, dom_round *r, dom_stream *stream, const dom_columns *to, size_t row) {
    tally done = {0, 0, 0};
    if (r->laid_count == 0) random_act(r, stream, &done, 1);
    if (r->reason != DOM_ON) {
        write_row(r, to, row, &done);
        return 0;
    }
    for (int seat = 0; seat < DOM_MAX_PLAYERS; seat++) l->hand[seat][lane] = (uint32_t)r->hand[seat].word[0];
    l->left[lane] = r->end[DOM_LEFT].number;
    l->right[lane] = r->end[DOM_RIGHT].number;
    l->seat[lane] = r->seat;
    l->passes[lane] = r->passes;
    l->drawn[lane] = r->drawn ? UINT32_MAX : 0;
    l->at[lane] = r->boneyard_at;
    l->plays[lane] = (uint32_t)done.plays;
    l->draws[lane] = l->passed[lane] = 0;
    l->live[lane] = UINT32_MAX;
    for (int i = 0; i < 4; i++) l->s[i][lane] = stream->s[i];
    for (int i = r->boneyard_at; i < r->dealt_count; i++) l->dealt[lane][i] = r->dealt[i];
    l->row[lane] = row;
    l->starter[lane] = r->starter;
    return 1;
}

/* Scores the round that has just ended in a lane. */
static void finish_lane(lanes *l, int lane, const dom_rules *rules, const dom_columns *to) {
    int32_t pips[DOM_MAX_PLAYERS], *points = to->points + l->row[lane] * (size_t)rules->players;
    const size_t row = l->row[lane];
    int out = -1;
    for (int seat = 0; seat < rules->players; seat++) {
        uint32_t hand = l->hand[seat][lane];
        if (hand == 0) out = seat;
        for (pips[seat] = 0; hand; hand &= hand - 1) pips[seat] += tile_pips(lowest_bit(hand));
    }
    to->winner[row] = score_round(rules, pips, out, points);
    to->reason[row] = out >= 0 ? DOM_DOMINO : DOM_BLOCKED;
    to->starter[row] = (int32_t)l->starter[lane];
    to->plays[row] = (int32_t)l->plays[lane];
    to->draws[row] = (int32_t)l->draws[lane];
    to->passes[row] = (int32_t)l->passed[lane];
    l->live[lane] = 0;
}

#define AVX2 __attribute__((target("avx2")))
#define LOAD(array) _mm256_loadu_si256((const __m256i *)(array))
#define STORE(array, vector) _mm256_storeu_si256((__m256i *)(array), vector)
/* By 32-bit lanes and not by bytes: GCC 12 folds the byte form wrongly under -funsigned-char. */
#define PICK(mask, yes, no) \
    _mm256_castps_si256(_mm256_blendv_ps(_mm256_castsi256_ps(no), _mm256_castsi256_ps(yes), _mm256_castsi256_ps(mask)))

AVX2 static inline __m256i all(int number) { return _mm256_set1_epi32(number); }

AVX2 static inline __m256i count_lanes(__m256i bits) {
    const __m256i of_nibble = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
    const __m256i low = _mm256_set1_epi8(15);
    __m256i bytes = _mm256_add_epi8(_mm256_shuffle_epi8(of_nibble, _mm256_and_si256(bits, low)),
                                    _mm256_shuffle_epi8(of_nibble, _mm256_and_si256(_mm256_srli_epi32(bits, 4), low)));
    return _mm256_madd_epi16(_mm256_maddubs_epi16(bytes, _mm256_set1_epi8(1)), _mm256_set1_epi16(1));
}

AVX2 static inline __m256i rotate(__m256i x, int k) { return _mm256_or_si256(_mm256_slli_epi64(x, k), _mm256_srli_epi64(x, 64 - k)); }

/* xoshiro256**, four streams at once: gives the words, and the states that follow in `next`. */
AVX2 static inline __m256i next_words(const __m256i s[4], __m256i next[4]) {
    __m256i x = rotate(_mm256_add_epi64(_mm256_slli_epi64(s[1], 2), s[1]), 7);
    __m256i a = s[0], b = s[1], c = _mm256_xor_si256(s[2], a), d = _mm256_xor_si256(s[3], b);
    next[1] = _mm256_xor_si256(b, c);
    next[0] = _mm256_xor_si256(a, d);
    next[2] = _mm256_xor_si256(c, _mm256_slli_epi64(b, 17));
    next[3] = rotate(d, 45);
    return _mm256_add_epi64(_mm256_slli_epi64(x, 3), x);
}

/* below(n) in half the lanes. `taken`: where the stream moves on; *doubtful: where the product must be looked at by itself. */
AVX2 static inline __m256i below_half(uint64_t (*state)[LANES], int half, __m256i n, __m256i taken, int *doubtful) {
    const __m256i low = _mm256_set1_epi64x(UINT32_MAX);
    __m256i s[4], next[4];
    for (int i = 0; i < 4; i++) s[i] = LOAD(&state[i][4 * half]);
    __m256i product = _mm256_mul_epu32(_mm256_srli_epi64(next_words(s, next), 32), n);
    __m256i unsure = _mm256_and_si256(_mm256_cmpgt_epi64(n, _mm256_and_si256(product, low)), taken);
    *doubtful |= _mm256_movemask_pd(_mm256_castsi256_pd(unsure)) << 4 * half;
    for (int i = 0; i < 4; i++) STORE(&state[i][4 * half], PICK(taken, next[i], s[i]));
    return _mm256_srli_epi64(product, 32);
}

/* below(n) in each lane where `taken`, exactly as stream_below: the rare doubtful lane is done again by itself. */
AVX2 static __m256i below_lanes(lanes *l, __m256i n, __m256i taken) {
    uint64_t before[4][LANES];
    int doubtful = 0;
    memcpy(before, l->s, sizeof before);
    __m256i n_low = _mm256_cvtepu32_epi64(_mm256_castsi256_si128(n)), n_high = _mm256_cvtepu32_epi64(_mm256_extracti128_si256(n, 1));
    __m256i taken_low = _mm256_cvtepi32_epi64(_mm256_castsi256_si128(taken));
    __m256i taken_high = _mm256_cvtepi32_epi64(_mm256_extracti128_si256(taken, 1));
    __m256i low = below_half(l->s, 0, n_low, taken_low, &doubtful), high = below_half(l->s, 1, n_high, taken_high, &doubtful);
    __m256i k = _mm256_castps_si256(_mm256_shuffle_ps(_mm256_castsi256_ps(low), _mm256_castsi256_ps(high), _MM_SHUFFLE(2, 0, 2, 0)));
    k = _mm256_permute4x64_epi64(k, _MM_SHUFFLE(3, 1, 2, 0));
    if (doubtful) {
        uint32_t each[LANES], of[LANES];
        STORE(each, k);
        STORE(of, n);
        for (int lane = 0; lane < LANES; lane++) {
            if (!(doubtful >> lane & 1)) continue;
            dom_stream stream = {{before[0][lane], before[1][lane], before[2][lane], before[3][lane]}};
            each[lane] = stream_below(&stream, of[lane]);
            for (int i = 0; i < 4; i++) l->s[i][lane] = stream.s[i];
        }
        k = LOAD(each);
    }
    return k;
}

/* One action in every lane; gives the lanes whose round it ended. */
AVX2 static int step_lanes(lanes *l, const int players, int stop, int one) {
    static const int32_t pips_of[LANE_TILES] = {0, 1, 2, 2, 3, 4, 3, 4, 5, 6, 4, 5, 6, 7, 8, 5, 6, 7, 8, 9, 10, 6, 7, 8, 9, 10, 11, 12};
    const __m256i zero = _mm256_setzero_si256(), live = LOAD(l->live), seat = LOAD(l->seat), at = LOAD(l->at);
    const __m256i having = _mm256_setr_epi32((int)HAVING[0][0], (int)HAVING[1][0], (int)HAVING[2][0], (int)HAVING[3][0], (int)HAVING[4][0],
                                             (int)HAVING[5][0], (int)HAVING[6][0], 0);
    __m256i left = LOAD(l->left), right = LOAD(l->right), drawn = LOAD(l->drawn), mine = zero;
    for (int i = 0; i < players; i++)
        mine = _mm256_or_si256(mine, _mm256_and_si256(LOAD(l->hand[i]), _mm256_cmpeq_epi32(seat, all(i))));
    __m256i on_left = _mm256_and_si256(mine, _mm256_permutevar8x32_epi32(having, left));
    __m256i on_right = _mm256_and_si256(mine, _mm256_permutevar8x32_epi32(having, right));
    __m256i stuck = _mm256_cmpeq_epi32(_mm256_or_si256(on_left, on_right), zero);
    __m256i may_draw = _mm256_andnot_si256(one ? drawn : zero, _mm256_cmpgt_epi32(all(stop), at));
    const __m256i play = _mm256_andnot_si256(stuck, live);
    const __m256i draw = _mm256_and_si256(_mm256_and_si256(stuck, may_draw), live);
    const __m256i pass = _mm256_andnot_si256(may_draw, _mm256_and_si256(stuck, live));

    /* a play: which of the tiles on the left, then on the right */
    __m256i n_left = count_lanes(on_left), n = _mm256_add_epi32(n_left, count_lanes(on_right));
    __m256i k = below_lanes(l, n, play), to_left = _mm256_cmpgt_epi32(n_left, k);
    __m256i tiles = PICK(to_left, on_left, on_right);
    k = _mm256_sub_epi32(k, _mm256_andnot_si256(to_left, n_left));
    for (int i = 0; i < 6; i++) { /* seven tiles show a number at most */
        __m256i fewer = _mm256_and_si256(tiles, _mm256_sub_epi32(tiles, all(1)));
        tiles = PICK(_mm256_cmpgt_epi32(k, all(i)), fewer, tiles);
    }
    __m256i laid = _mm256_and_si256(_mm256_and_si256(tiles, _mm256_sub_epi32(zero, tiles)), play);
    __m256i tile = _mm256_sub_epi32(_mm256_srli_epi32(_mm256_castps_si256(_mm256_cvtepi32_ps(laid)), 23), all(127)); /* its exponent */
    __m256i pips = _mm256_i32gather_epi32(pips_of, _mm256_and_si256(tile, play), 4);
    __m256i number = _mm256_sub_epi32(pips, PICK(to_left, left, right));
    STORE(l->left, PICK(_mm256_and_si256(to_left, play), number, left));
    STORE(l->right, PICK(_mm256_andnot_si256(to_left, play), number, right));

    /* a draw */
    const __m256i base = _mm256_setr_epi32(0, LANE_TILES, 2 * LANE_TILES, 3 * LANE_TILES, 4 * LANE_TILES, 5 * LANE_TILES, 6 * LANE_TILES, 7 * LANE_TILES);
    __m256i next_tile = _mm256_mask_i32gather_epi32(zero, (const int *)l->dealt, _mm256_add_epi32(base, at), draw, 4);
    __m256i drawn_tile = _mm256_and_si256(_mm256_sllv_epi32(all(1), next_tile), draw);
    mine = _mm256_xor_si256(mine, _mm256_or_si256(laid, drawn_tile));
    for (int i = 0; i < players; i++) STORE(l->hand[i], PICK(_mm256_cmpeq_epi32(seat, all(i)), mine, LOAD(l->hand[i])));
    STORE(l->at, _mm256_sub_epi32(at, draw));
    STORE(l->drawn, draw);

    /* whose turn, and is it over */
    __m256i passes = _mm256_and_si256(_mm256_sub_epi32(LOAD(l->passes), pass), pass);
    STORE(l->passes, passes);
    __m256i after = _mm256_add_epi32(seat, all(1));
    after = _mm256_andnot_si256(_mm256_cmpeq_epi32(after, all(players)), after);
    STORE(l->seat, PICK(draw, seat, after));
    STORE(l->plays, _mm256_sub_epi32(LOAD(l->plays), play));
    STORE(l->draws, _mm256_sub_epi32(LOAD(l->draws), draw));
    STORE(l->passed, _mm256_sub_epi32(LOAD(l->passed), pass));
    __m256i over = _mm256_and_si256(_mm256_cmpeq_epi32(mine, zero), play);
    over = _mm256_or_si256(over, _mm256_and_si256(_mm256_cmpeq_epi32(passes, all(players)), pass));
    return _mm256_movemask_ps(_mm256_castsi256_ps(over));
}

static int playouts_in_lanes(const dom_rules *rules, const dom_round *from, const uint64_t key[4], uint64_t first, size_t n,
                             const dom_columns *to) {
    const int stop = rules->draw == DOM_DRAW_NEVER ? 0 : (from ? from->dealt_count : set_size(rules->max_pip)) - rules->boneyard_floor;
    const int one = rules->draw == DOM_DRAW_ONE;
    _Alignas(64) lanes l; /* or a thread's stack would decide which loads cross a cache line */
    size_t begun = 0;
    int busy = 0, over = (1 << LANES) - 1; /* at first every lane waits for a round */
    memset(&l, 0, sizeof l);
    for (;;) {
        for (int lane = 0; lane < LANES; lane++) {
            if (!(over >> lane & 1)) continue;
            if (l.live[lane]) finish_lane(&l, lane, rules, to), busy--;
            while (begun < n && !l.live[lane]) {
                dom_round r;
                dom_stream stream;
                stream_start(&stream, key, first + begun);
                if (from != NULL) dom_round_copy(&r, from);
                else if (start_from(&r, rules, &stream) != DOM_OK) return DOM_ERR_NO_DEAL;
                busy += fill_lane(&l, lane, &r, &stream, to, begun++);
            }
        }
        if (busy == 0) return DOM_OK;
        if (rules->players == 2) over = step_lanes(&l, 2, stop, one);
        else if (rules->players == 3) over = step_lanes(&l, 3, stop, one);
        else over = step_lanes(&l, 4, stop, one);
    }
}

#undef AVX2
#undef LOAD
#undef STORE
#undef PICK
#endif
