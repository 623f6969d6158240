# Included by _core.pyx: from Python's numbers to the kernel's, checked, and back.

cdef int to_int(object value) except? -2147483647:
    """An int of any size, cut to the range of C's: what lies outside means nothing to the kernel either way."""
    cdef int overflow
    cdef long number = PyLong_AsLongAndOverflow(value if type(value) is int else PyNumber_Index(value), &overflow)
    if overflow < 0 or (overflow == 0 and number < -2147483646):
        return -2147483646
    return 2147483647 if overflow > 0 or number > 2147483647 else <int> number


cdef int64_t to_cells(object value) except? -1:
    """A coordinate, cut where the table is out of sight anyway."""
    value = PyNumber_Index(value)
    most = 1 << 61
    return -most if value < -most else most if value > most else value


cdef int to_rules(object spec, dom_rules *rules) except -1:
    cdef int32_t fields[19]
    cdef tuple numbers
    cdef long number
    cdef int overflow, i
    try:
        numbers = spec if type(spec) is tuple else tuple(spec)
        if len(numbers) != DOM_RULE_FIELDS:
            raise ValueError
        for i in range(DOM_RULE_FIELDS):
            number = PyLong_AsLongAndOverflow(PyNumber_Index(numbers[i]), &overflow)
            if overflow or not -2147483648 <= number <= 2147483647:
                raise ValueError
            fields[i] = <int32_t> number
    except (TypeError, ValueError):
        raise ValueError("a rules spec is 19 integers") from None
    rules[0] = (<dom_rules *> fields)[0]
    return 0


cdef int to_good_rules(object spec, dom_rules *rules) except -1:
    cdef int field, what
    to_rules(spec, rules)
    if dom_rules_check(rules, &field, &what) != DOM_OK:
        raise ValueError(f"this rules spec is refused: {SPEC_FIELDS[field - 1]} is wrong")
    return 0


cdef tuple spec_of(const dom_rules *rules):
    cdef const int32_t *fields = <const int32_t *> rules
    return tuple([fields[i] for i in range(DOM_RULE_FIELDS)])


cdef const uint8_t *to_key(object key) except NULL:
    if not isinstance(key, bytes):
        raise TypeError("a key is bytes")
    if len(key) != 32:
        raise ValueError("a key is 32 bytes")
    return <const uint8_t *> PyBytes_AS_STRING(key)


cdef uint64_t to_number(object number) except? 0:
    number = PyNumber_Index(number)
    if not 0 <= number < 1 << 64:
        raise ValueError("a stream's number is 0 to 18446744073709551615")
    return number


cdef tuple tiles_of(const uint8_t *tiles, int count):
    return tuple([tiles[i] for i in range(count)])


cdef tuple to_tiles(object tiles):
    return tuple([PyNumber_Index(tile) for tile in tiles])


cdef int to_scores(object scores, const dom_rules *rules, int32_t *out) except -1:
    numbers = to_tiles(scores)
    if len(numbers) != rules.players:
        raise DealError(f"there are {rules.players} players but {len(numbers)} scores")
    for seat, number in enumerate(numbers):
        if not -MAX_NUMBER <= number <= MAX_NUMBER:
            raise DealError(f"a score lies between -{MAX_NUMBER} and {MAX_NUMBER}")
        out[seat] = number
    if rules.partners and (out[0] != out[2] or out[1] != out[3]):
        raise DealError("the two seats of a team have the same score")
    return 0


cdef object no_deal(const dom_rules *rules):
    return DealError(f"no deal in {DEAL_TRIES} tries gives every hand fewer than {rules.redeal_doubles} doubles (redeal_doubles)")
