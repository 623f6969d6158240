# Included by _core.pyx: the numbered streams of random numbers.

cdef class Stream:
    """Random numbers of one purpose and number: xoshiro256** as ``docs/waist.md`` derives it."""

    def __init__(self, key, number):
        dom_stream_start(&self.stream, to_key(key), to_number(number))
        self._key = key
        self._number = PyNumber_Index(number)
        self._position = 0

    @property
    def key(self):
        self.check()
        return self._key

    @property
    def number(self):
        self.check()
        return self._number

    @property
    def position(self):
        self.check()
        return self._position

    def next(self):
        self.check()
        self._position += 1
        return dom_stream_next(&self.stream)

    def below(self, n):
        return self.draw_below(n)

    cdef uint32_t draw_below(self, object n) except? 0:
        cdef uint32_t bound, floor
        cdef uint64_t product
        self.check()
        n = PyNumber_Index(n)
        if not 1 <= n < 1 << 32:
            raise ValueError("below takes 1 to 4294967295")
        bound = n
        floor = <uint32_t> ((<uint64_t> 1 << 32) - bound) % bound
        while True:
            self._position += 1
            product = (dom_stream_next(&self.stream) >> 32) * bound
            if <uint32_t> product >= floor:
                return <uint32_t> (product >> 32)

    def shuffle(self, items):
        cdef Py_ssize_t i, j
        self.check()
        if not isinstance(items, list):
            raise TypeError("shuffle takes a list")
        for i in range(len(items) - 1, 0, -1):
            j = self.draw_below(i + 1)
            items[i], items[j] = items[j], items[i]

    cdef int check(self) except -1:
        if self._key is None:
            raise ValueError("this Stream was never set up")
        return 0

    def copy(self):
        """A stream of the same class that goes on from the same position."""
        self.check()
        cdef Stream twin = type(self).__new__(type(self))
        twin.stream, twin._key, twin._number, twin._position = self.stream, self._key, self._number, self._position
        return twin

    def __copy__(self):
        return with_attributes(self, self.copy())

    def __deepcopy__(self, memo):
        return with_deep_attributes(self, self.copy(), memo)

    def __eq__(self, other):
        self.check()
        if not isinstance(other, Stream):
            return NotImplemented
        cdef Stream mine = self, theirs = other
        theirs.check()
        return (mine._key, mine._number, mine._position) == (theirs._key, theirs._number, theirs._position)

    __hash__ = None

    def __repr__(self):
        if self._key is None:
            return "<Stream not set up>"
        return f"Stream(key={self._key.hex()}, number={self._number}, position={self._position})"

    def __reduce__(self):
        from dominoes import _backend
        self.check()
        words = tuple([self.stream.s[i] for i in range(4)])
        kind = None if type(self) is Stream else type(self)
        return _backend.restore, (kind, (self._key, self._number, self._position, words)), attributes_of(self)


cdef object attributes_of(object thing):
    return getattr(thing, "__dict__", None) or None


cdef object with_attributes(object thing, object twin):
    attributes = getattr(thing, "__dict__", None)
    if attributes:
        twin.__dict__.update(attributes)
    return twin


cdef object with_deep_attributes(object thing, object twin, object memo):
    memo[id(thing)] = twin
    attributes = getattr(thing, "__dict__", None)
    if attributes:
        twin.__dict__.update(deepcopy(attributes, memo))
    return twin


cdef object restore_stream(object kind, tuple payload):
    cdef Stream stream = kind.__new__(kind)
    try:
        key, number, position, words = payload
        Stream.__init__(stream, key, number)
        stream._position = to_number(position)
        first, second, third, fourth = words
        stream.stream.s[0], stream.stream.s[1] = to_number(first), to_number(second)
        stream.stream.s[2], stream.stream.s[3] = to_number(third), to_number(fourth)
    except (TypeError, ValueError):
        raise ValueError("no Stream could have this payload") from None
    if not (stream.stream.s[0] | stream.stream.s[1] | stream.stream.s[2] | stream.stream.s[3]):
        raise ValueError("no Stream could have this payload")
    return stream
