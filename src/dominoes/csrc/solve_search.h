/* The search of solve.c, written once and included once for each kind of position. Before including, define POSITION (a
 * type), MOST_MOVES, NAME(word) (which makes this kind's function names), and these over a POSITION:
 *   NAME(is_over) NAME(final_value) NAME(bounds) NAME(key) NAME(list) NAME(make) NAME(take) NAME(side_to_move)
 *
 * It asks only "does the value reach beta?" (a null window). What the answers prove about a position stays true whatever is
 * asked later, so a table keeps it, and stopping half way leaves an honest interval. */

static int NAME(reaches)(solving *s, POSITION *p, int beta) {
    ranked moves[MOST_MOVES];
    int lower, upper, hint = -1;
    if (NAME(is_over)(p)) return NAME(final_value)(s, p);
    if (out_of_budget(s)) return 0;
    NAME(bounds)(s, p, &lower, &upper);
    if (lower >= beta) return lower;
    if (upper < beta) return upper;
    uint64_t key = NAME(key)(s, p);
    dom_solve_entry *entry = &s->solver->table[key & s->mask];
    if (entry->key == key) {
        if (entry->lower >= beta) return entry->lower;
        if (entry->upper < beta) return entry->upper;
        hint = entry->move;
    }
    int count = NAME(list)(s, p, hint, moves), maximize = NAME(side_to_move)(s, p) == 0;
    int best = maximize ? -NO_BOUND : NO_BOUND, best_move = moves[0].action;
    for (int i = 0; i < count; i++) {
        POSITION next;
        NAME(make)(s, p, moves[i].action, &next);
        int value = NAME(reaches)(s, &next, beta);
        NAME(take)(&next);
        if (s->stopped) return 0;
        if (maximize ? value > best : value < best) best = value, best_move = moves[i].action;
        if (maximize ? best >= beta : best < beta) break;
    }
    remember(entry, key, best, beta, best_move);
    return best;
}
