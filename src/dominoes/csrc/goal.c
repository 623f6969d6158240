/* What the points of a round are worth to a seat: its chance to win the match with them, or the points themselves.
 *
 * The race to the target is modelled by rounds that either side wins as often, and whose points have no memory: geometric, in
 * small steps. Be P(i, j) the chance of a side that lacks i steps against one that lacks j, and q the chance that a side which
 * scores goes on to a further step; A (or B) is the chance while one's own side (or the other) scores:
 *   P(i, j) = (A(i, j) + B(i, j)) / 2,   A(i, j) = q A(i-1, j) + (1-q) P(i-1, j),   B(i, j) = q B(i, j-1) + (1-q) P(i, j-1),
 * and 1 where the own side lacks nothing, 0 where the other does. Chances are in units of 2^-20. */
#include "bits.h"

enum { RACE_STEPS = 48, RACE_CERTAIN = 1 << 20, RACE_FAR = 64 };

typedef struct goal {
    int seat, players, partners, match;
    int64_t step;                      /* in 1/16 of a point */
    int32_t lacking[DOM_MAX_PLAYERS];  /* points to the target, before the round */
    int32_t chance[RACE_STEPS + 1][RACE_STEPS + 1];
} goal;

/* About what the winner of a round scores. */
static int mean_gain(const dom_rules *rules) {
    const int gain = rules->max_pip * rules->hand_size / 2 + 1;
    if (rules->partners) return rules->scoring == DOM_SCORING_TEAM_ALL ? 2 * gain : gain;
    return gain * rules->players / 2;
}

static void fill_race(goal *g, int64_t stays) { /* 1 - q, of 65536 */
    int64_t own[RACE_STEPS + 1];
    for (int i = 0; i <= RACE_STEPS; i++) {
        int64_t other = 0;
        for (int j = 0; j <= RACE_STEPS; j++) {
            if (i == 0 || j == 0) {
                g->chance[i][j] = i == 0 ? RACE_CERTAIN : 0;
                own[j] = RACE_CERTAIN;
                continue;
            }
            own[j] = i == 1 ? RACE_CERTAIN : ((65536 - stays) * own[j] + stays * g->chance[i - 1][j]) >> 16;
            other = j == 1 ? 0 : ((65536 - stays) * other + stays * g->chance[i][j - 1]) >> 16;
            g->chance[i][j] = (int32_t)((own[j] + other) >> 1);
        }
    }
}

/* `match`: the match counts; where its end is too far away to tell a point, points do after all. */
static void set_goal(goal *g, const dom_round *r, int seat, int match) {
    const int gain = mean_gain(&r->rules);
    int32_t most = 1;
    g->seat = seat;
    g->players = r->rules.players;
    g->partners = r->rules.partners;
    for (int s = 0; s < g->players; s++) {
        g->lacking[s] = r->rules.target - r->scores_before[s];
        if (g->lacking[s] > most) most = g->lacking[s];
    }
    g->match = match && most <= RACE_FAR * gain;
    if (!g->match) return;
    g->step = 2 * gain; /* an eighth of the mean */
    if (g->step * RACE_STEPS < 16 * (int64_t)most) g->step = (16 * (int64_t)most + RACE_STEPS - 1) / RACE_STEPS;
    fill_race(g, g->step >= 16 * gain ? 65536 : g->step * 65536 / (16 * gain));
}

/* A lack in 1/256 of a step. Less than a step counts as one: it takes a round won all the same. */
static int64_t steps_of(const goal *g, int32_t lack) {
    const int64_t steps = (int64_t)lack * 16 * 256 / g->step;
    return steps < 256 ? 256 : steps;
}

/* The chance of a side that lacks so many points against one that lacks so many: between the steps in proportion. */
static int64_t race_chance(const goal *g, int32_t own, int32_t other) {
    if (own <= 0 && other <= 0) return own < other ? RACE_CERTAIN : own > other ? 0 : RACE_CERTAIN / 2;
    if (own <= 0) return RACE_CERTAIN;
    if (other <= 0) return 0;
    const int64_t x = steps_of(g, own), y = steps_of(g, other);
    const int i = x >> 8 < RACE_STEPS ? (int)(x >> 8) : RACE_STEPS - 1, j = y >> 8 < RACE_STEPS ? (int)(y >> 8) : RACE_STEPS - 1;
    const int64_t across = x - i * 256 < 256 ? x - i * 256 : 256, down = y - j * 256 < 256 ? y - j * 256 : 256;
    const int64_t near = g->chance[i][j] * (256 - down) + g->chance[i][j + 1] * down;
    const int64_t far = g->chance[i + 1][j] * (256 - down) + g->chance[i + 1][j + 1] * down;
    return (near * (256 - across) + far * across) >> 16;
}

/* The own side's points minus the mean of the other sides', a team's counted once; times `players - 1`, so as to be whole. */
static int32_t points_ahead(const goal *g, const int32_t *points) {
    int32_t ahead = 0;
    if (g->partners) return (points[g->seat] - points[g->seat ^ 1]) * (g->players - 1);
    for (int s = 0; s < g->players; s++) ahead += s == g->seat ? points[s] * (g->players - 1) : -points[s];
    return ahead;
}

/* What a round that ends with these points is worth. */
static int64_t goal_value(const goal *g, const int32_t *points) {
    int64_t chances = 0;
    if (!g->match) return points_ahead(g, points);
    const int32_t own = g->lacking[g->seat] - points[g->seat];
    if (g->partners) return race_chance(g, own, g->lacking[g->seat ^ 1] - points[g->seat ^ 1]);
    for (int s = 0; s < g->players; s++)
        if (s != g->seat) chances += race_chance(g, own, g->lacking[s] - points[s]);
    return chances;
}
