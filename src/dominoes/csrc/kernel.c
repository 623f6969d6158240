/* The whole kernel as one translation unit: builds compile this file and no other, so that the compiler sees across the parts. */
#include "status.c"
#include "random.c"
#include "rules.c"
#include "score.c"
#include "table.c"
#include "round.c"
#include "deal.c"
#include "playout.c"
