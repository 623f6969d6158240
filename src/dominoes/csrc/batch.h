/* What the parts of a batch share: the dense actions of rules, and what a seat may do now. */
#ifndef DOM_BATCH_H
#define DOM_BATCH_H

#include "bits.h"

/* Three ways to keep a round: as a plain chain, as a dom_round of a set of one word, or of any set. What loops over the slots is
 * compiled for each, so that none of them asks twice. */
enum way { CHAIN, ROUND, LARGE_ROUND };

typedef struct action_space { /* openings, then the plays of each end, then the draw where there is one, then the pass */
    int tiles;   /* in the set: so many openings */
    int ends;
    int per_end;
    int turning; /* a non-double has five placements on an end, and not one */
    int draws;   /* 1 where there is a draw */
    int count;
} action_space;

typedef struct choice { /* what the seat to act may do */
    int over, opening;
    int draws, passes;     /* 1 where it may */
    dom_tileset plays[4];  /* what it may lay on each end, in some placement; to open, in plays[0] */
    const dom_end *ends;   /* of the round, where placements differ */
} choice;

typedef struct slot_head { /* how every slot begins, whatever the rules */
    dom_stream samples;
    uint32_t rounds; /* dealt so far, those that failed included */
    uint32_t number; /* of this round among them */
    uint32_t lacks[DOM_MAX_PLAYERS]; /* by seat, as lacks.h has them */
} slot_head;

typedef struct sight { /* what an observation is made of */
    dom_tileset hand, laid;
    int turn, starter, boneyard, passes, drawn, reason;
    int hand_count[DOM_MAX_PLAYERS];
    int32_t points[DOM_MAX_PLAYERS];
    int number[4], weight[4], fits[4]; /* by end; the number -1 where it is closed */
} sight;

#endif
