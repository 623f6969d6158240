# Included by _core.pyx: batches of playouts, and the buffers they are written to.

cdef class Columns:
    """The seven buffers that a batch of playouts is written to, checked and held while they are written."""
    cdef dom_columns to
    cdef int[::1] points, winner, reason, starter, plays, draws, passes

    def __init__(self, buffers, Py_ssize_t n, int players):
        flat = [flat_buffer(name, buffer, (<object> n) * players if name == "points" else n)
                for name, buffer in zip(BUFFER_NAMES, buffers)]
        memset(&self.to, 0, sizeof(self.to))
        if n == 0:
            return
        self.points, self.winner, self.reason, self.starter, self.plays, self.draws, self.passes = flat
        self.to.points = <int32_t *> &self.points[0]
        self.to.winner = <int32_t *> &self.winner[0]
        self.to.reason = <int32_t *> &self.reason[0]
        self.to.starter = <int32_t *> &self.starter[0]
        self.to.plays = <int32_t *> &self.plays[0]
        self.to.draws = <int32_t *> &self.draws[0]
        self.to.passes = <int32_t *> &self.passes[0]


cdef bint to_weights(object policy, dom_weights *weights) except -1:
    """Whether there are weights; None plays at random."""
    if policy is None:
        return False
    numbers = to_tiles(policy)
    if len(numbers) != len(WEIGHT_NAMES):
        raise ValueError(f"a policy is None or {len(WEIGHT_NAMES)} weights: {', '.join(WEIGHT_NAMES)}")
    for name, number in zip(WEIGHT_NAMES, numbers):
        least = 0 if name == "noise" else -MAX_WEIGHT
        if not least <= number <= MAX_WEIGHT:
            raise ValueError(f"the weight {name} is {least} to {MAX_WEIGHT}")
    weights.pips, weights.is_double, weights.matches, weights.variety, weights.points, weights.noise = numbers[:6]
    weights.next, weights.partner, weights.previous = numbers[6:]
    return True


cdef object flat_buffer(name, buffer, count):
    try:
        view = memoryview(buffer)
        good = not view.readonly and view.c_contiguous and view.format in ("i", "@i") and view.nbytes == 4 * count
    except (TypeError, ValueError, BufferError):
        good = False
    if not good:
        raise ValueError(f"{name} must be a writable, C-contiguous buffer of {count} C ints")
    return view if view.ndim == 1 or count == 0 else view.cast("B").cast("i")


cdef Py_ssize_t to_count(object first, object n) except -1:
    """How many rounds from number `first` on, all of them streams that exist."""
    n = PyNumber_Index(n)
    if n < 0:
        raise ValueError("n is 0 or more")
    to_number(first)
    if n > 0:
        to_number(PyNumber_Index(first) + n - 1)
    if n > PY_SSIZE_T_MAX:
        raise ValueError("n is more than memory can hold")
    return n


cdef size_t to_entries(object entries) except 0:
    entries = PyNumber_Index(entries)
    if not 1 <= entries <= 1 << 32:
        raise ValueError("a table has 1 to 4294967296 entries")
    return entries


cdef uint64_t to_limit(object nodes) except? 0:
    nodes = PyNumber_Index(nodes)
    if not 0 <= nodes < 1 << 64:
        raise ValueError("a limit of nodes is 0 (none) to 18446744073709551615")
    return nodes


def playouts(spec, key, first, n, points, winner, reason, starter, plays, draws, passes, policy=None):
    cdef dom_rules rules
    cdef dom_weights weights
    cdef int status
    to_good_rules(spec, &rules)
    cdef const uint8_t *bytes32 = to_key(key)
    cdef Py_ssize_t count = to_count(first, n)
    cdef uint64_t start = to_number(first)
    cdef bint weighted = to_weights(policy, &weights)
    cdef Columns columns = Columns((points, winner, reason, starter, plays, draws, passes), count, rules.players)
    with nogil:
        status = dom_playouts(&rules, NULL, bytes32, start, count, &weights if weighted else NULL, &columns.to)
    if status != DOM_OK:
        raise no_deal(&rules)
