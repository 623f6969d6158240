# Batch: the last part of _core.pyx, which includes it. The contract is docs/waist.md.

cdef class Batch:
    """Live rounds side by side, over the kernel's ``dom_batch``: see ``docs/waist.md``."""

    def __init__(self, spec, n, deal_key, sample_key, first=0, autoreset=False):
        cdef dom_rules rules
        cdef int status
        if self.ready:
            raise ValueError("this Batch has been set up")
        to_good_rules(spec, &rules)
        n = PyNumber_Index(n)
        if not 1 <= n <= MAX_SLOTS:
            raise ValueError(f"n is 1 to {MAX_SLOTS}")
        memset(&self.batch, 0, sizeof(self.batch))
        self.batch.rules, self.batch.n, self.batch.autoreset = rules, n, bool(autoreset)
        memcpy(self.batch.deal_key, to_key(deal_key), 32)
        memcpy(self.batch.sample_key, to_key(sample_key), 32)
        first = PyNumber_Index(first)
        if not 0 <= first <= (1 << 32) - n:
            raise ValueError(f"the first slot is 0 to {(1 << 32) - n}")
        self.batch.first = first
        self.make_room()
        with nogil:
            status = dom_batch_start(&self.batch)
        if status != DOM_OK:
            raise no_deal(&rules)
        self._lock = allocate_lock()
        self.ready = True

    def __dealloc__(self):
        free(self.memory)

    cdef int make_room(self) except -1:
        """All the memory that the batch will ever use."""
        cdef const dom_rules *rules = &self.batch.rules
        cdef size_t size = dom_slot_size(rules), n = self.batch.n
        cdef int actions = dom_action_count(rules)
        free(self.memory)
        self.memory = NULL if n > (<size_t> PY_SSIZE_T_MAX - 64) // size else malloc(n * size + 64)
        if self.memory == NULL:
            raise MemoryError(f"there is no memory for {n} rounds")
        self.batch.slots = <void *> ((<size_t> self.memory + 63) & ~<size_t> 63)
        self._held = []
        self._codes = self.room("H", (actions,), <void **> &self.batch.codes).toreadonly()
        self._masks = self.room("B", (n, actions), <void **> &self.batch.masks)
        self._rewards = self.room("i", (n, rules.players), <void **> &self.batch.rewards)
        self._done = self.room("B", (n,), <void **> &self.batch.done)
        self._turn = self.room("b", (n,), <void **> &self.batch.turn)
        self._errors = self.room("b", (n,), <void **> &self.batch.errors)
        self._sampled = self.room("i", (n,), <void **> &self.batch.sampled)
        self._observations = self.room("h", (n, dom_observation_size(rules)), <void **> &self.batch.observations)
        return 0

    cdef object room(self, str format, tuple shape, void **address):
        """Zeroed memory of a shape. A view of it is kept here, so that whatever becomes of others it stays where it is."""
        cdef Py_ssize_t size = calcsize(format)
        for side in shape:
            size *= side
        memory = bytearray(size)
        self._held.append(memoryview(memory))
        address[0] = PyByteArray_AS_STRING(memory)
        return memoryview(memory).cast(format, shape)

    cdef int check(self) except -1:
        if not self.ready:
            raise ValueError("this Batch was never set up")
        return 0

    cdef int enter(self) except -1:
        """Claims the batch for this thread; `leave` lets it go."""
        if not self._lock.acquire(False):
            raise RuntimeError("another thread is at work on this Batch")
        return 0

    cdef int leave(self, int status) except -1:
        self._lock.release()
        if status == DOM_ERR_NO_DEAL:
            raise no_deal(&self.batch.rules)
        return 0

    cdef int to_slot(self, object slot) except -1:
        self.check()
        cdef int number = to_int(slot)
        if not 0 <= number < self.batch.n:
            raise ValueError(f"a slot is 0 to {self.batch.n - 1}")
        return number

    # -- what it is --

    @property
    def spec(self):
        self.check()
        return spec_of(&self.batch.rules)

    @property
    def players(self):
        self.check()
        return self.batch.rules.players

    @property
    def n(self):
        self.check()
        return self.batch.n

    @property
    def first(self):
        self.check()
        return self.batch.first

    @property
    def autoreset(self):
        self.check()
        return self.batch.autoreset != 0

    @property
    def action_count(self):
        self.check()
        return dom_action_count(&self.batch.rules)

    @property
    def observation_size(self):
        self.check()
        return dom_observation_size(&self.batch.rules)

    # -- its buffers --

    @property
    def codes(self):
        self.check()
        return self._codes

    @property
    def masks(self):
        self.check()
        return self._masks

    @property
    def rewards(self):
        self.check()
        return self._rewards

    @property
    def done(self):
        self.check()
        return self._done

    @property
    def turn(self):
        self.check()
        return self._turn

    @property
    def errors(self):
        self.check()
        return self._errors

    @property
    def sampled(self):
        self.check()
        return self._sampled

    @property
    def observations(self):
        self.check()
        return self._observations

    # -- playing --

    def step(self, actions):
        cdef Py_buffer view
        cdef int status
        self.check()
        take_buffer(actions, &view, PyBUF_WRITABLE, self.batch.n, 4, INT_FORMATS,
                    f"actions must be a writable, C-contiguous buffer of {self.batch.n} C ints")
        try:
            self.enter()
            with nogil:
                status = dom_batch_step(&self.batch, <const int32_t *> view.buf)
            self.leave(status)
        finally:
            PyBuffer_Release(&view)

    def reset(self, mask=None):
        cdef Py_buffer view
        cdef int status
        self.check()
        if mask is None:
            self.enter()
            with nogil:
                status = dom_batch_reset(&self.batch, NULL)
            self.leave(status)
            return
        take_buffer(mask, &view, 0, self.batch.n, 1, BYTE_FORMATS, f"mask must be a C-contiguous buffer of {self.batch.n} bytes")
        try:
            self.enter()
            with nogil:
                status = dom_batch_reset(&self.batch, <const uint8_t *> view.buf)
            self.leave(status)
        finally:
            PyBuffer_Release(&view)

    def sample(self):
        self.check()
        self.enter()
        with nogil:
            dom_batch_sample(&self.batch)
        self.leave(DOM_OK)
        return self._sampled

    def observe(self, seat=None):
        cdef int viewer = -1
        self.check()
        if seat is not None:
            viewer = to_int(seat)
            if not 0 <= viewer < self.batch.rules.players:
                raise ValueError(f"a seat is 0 to {self.batch.rules.players - 1}")
        self.enter()
        with nogil:
            dom_batch_observe(&self.batch, viewer)
        self.leave(DOM_OK)
        return self._observations

    def state(self, slot):
        cdef int number = self.to_slot(slot)
        cdef State state = State.__new__(State)
        self.enter()
        dom_batch_round(&self.batch, number, &state.round)
        self.leave(DOM_OK)
        state.ready = True
        return state

    def number(self, slot):
        cdef int number = self.to_slot(slot)
        return dom_batch_number(&self.batch, number)

    def __reduce__(self):
        raise TypeError("a Batch cannot be copied or pickled")

    def __repr__(self):
        if not self.ready:
            return "<Batch not set up>"
        return f"<Batch of {self.batch.n} rounds of {self.batch.rules.players} players>"


cdef int take_buffer(object buffer, Py_buffer *view, int flags, Py_ssize_t count, Py_ssize_t size, tuple formats,
                     str wanted) except -1:
    """A view of just this kind of buffer, to be released; ValueError with what is wanted for any other."""
    try:
        PyObject_GetBuffer(buffer, view, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT | flags)
    except (TypeError, ValueError, BufferError):
        raise ValueError(wanted) from None
    if view.itemsize == size and view.len == size * count and (b"B" if view.format == NULL else view.format) in formats:
        return 0
    PyBuffer_Release(view)
    raise ValueError(wanted)
