# Included by _core.pyx: what players do in a seat's view, and what Snow White thinks of it.

cdef class Asked:
    """What a player is asked in a view, checked: who, how well, by what chance, and until when."""
    cdef dom_round view
    cdef dom_stream words
    cdef dom_stream *chance
    cdef int[::1] stop
    cdef const int32_t *flag
    cdef int player, level, worlds

    def __init__(self, what, player, level, worlds, stream, stop):
        player, level, worlds = PyNumber_Index(player), PyNumber_Index(level), PyNumber_Index(worlds)
        if not 0 <= player < len(PLAYER_LEVELS):
            raise ValueError(f"there is no player number {player}")
        if not 0 <= level <= PLAYER_LEVELS[player]:
            raise ValueError(f"the level of {PLAYER_NAMES[player]} is 0 to {PLAYER_LEVELS[player]}")
        if not 0 <= worlds <= MAX_WORLDS:
            raise ValueError(f"the number of worlds is 0 to {MAX_WORLDS}")
        if not (isinstance(stream, Stream) or (stream is None and player == DOM_BLOCKER)):
            raise TypeError("a stream is a Stream or None" if player == DOM_BLOCKER else "a stream is a Stream")
        self.player, self.level, self.worlds = player, level, worlds
        if stream is not None:
            (<Stream> stream).check()
            self.words = (<Stream> stream).stream  # a copy: the stream itself stays where it is
            self.chance = &self.words
        if stop is not None:
            self.stop = flat_buffer("stop", stop, 1)
            self.flag = <const int32_t *> &self.stop[0]


cdef Asked ask(const dom_round *view, what, player, level, worlds, stream, stop):
    if view.viewer < 0:
        raise ValueError(f"{what} needs a seat's view")
    cdef Asked asked = Asked(what, player, level, worlds, stream, stop)
    dom_round_copy(&asked.view, view)
    return asked


cdef int answered(const dom_round *view, int status) except -1:
    if status == DOM_WHY_ROUND_OVER:
        raise ValueError("the round is over")
    if status == DOM_WHY_NOT_YOUR_TURN:
        raise ValueError(f"seat {view.seat} is to act, not {view.viewer}")
    if status == DOM_ERR_VIEW:
        raise ValueError("no deal leads to this view")
    if status != DOM_OK:
        raise ValueError(dom_strerror(status).decode("ascii"))
    return 0


cdef object chosen(const dom_round *view, player, level, worlds, stream, stop):
    cdef Asked asked = ask(view, "choose", player, level, worlds, stream, stop)
    cdef int status, action
    with nogil:
        status = dom_choose(&asked.view, asked.player, asked.level, asked.worlds, asked.chance, asked.flag, &action)
    answered(&asked.view, status)
    return action


cdef tuple advised(const dom_round *view, level, worlds, stream, stop):
    cdef Asked asked = ask(view, "advise", DOM_SNOW_WHITE, level, worlds, stream, stop)
    cdef dom_advice advice
    cdef int status, i
    with nogil:
        status = dom_advise(&asked.view, asked.level, asked.worlds, asked.chance, asked.flag, &advice)
    answered(&asked.view, status)
    return tuple([(advice.action[i], advice.worlds[i], advice.weight[i], advice.points[i], advice.squares[i], advice.wins[i], advice.value[i])
                  for i in range(advice.count)])


cdef tuple believed(const dom_round *view, level, worlds, stream):
    cdef Asked asked = ask(view, "beliefs", DOM_SNOW_WHITE, level, worlds, stream, None)
    cdef dom_beliefs_found found
    cdef int status, tile, seat, players = view.rules.players
    with nogil:
        status = dom_beliefs(&asked.view, asked.level, asked.worlds, asked.chance, &found)
    answered(&asked.view, status)
    rows = []
    for tile in range(DOM_MAX_TILES):
        row = [found.weight[tile][seat] for seat in range(players)] + [found.weight[tile][DOM_MAX_PLAYERS]]
        if any(row):
            rows.append((tile, tuple(row)))
    return found.total, tuple(rows)
