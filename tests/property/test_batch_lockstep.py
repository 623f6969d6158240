"""Batches slot by slot beside single States, by the text of docs/waist.md; and the compiled beside the pure."""

from __future__ import annotations

import ctypes
import random
import threading
from array import array
from typing import Any

import pytest
from hypothesis import given, settings
from support import contract, stream
from support.backends import Core, State
from support.options import PRESET_NAMES, PRESET_PLAYERS, Options, preset
from support.strategies import examples, numbers, options

Cores = tuple[Core, Core]
DEAL_KEY, SAMPLE_KEY = bytes(range(32)), bytes(range(32, 64))
DRAW, PASS = 5 << 11, 5 << 11 | 1
BUFFERS = "codes masks rewards done turn errors sampled observations".split()
NOT_AN_ACTION, ROUND_OVER, NO_DEAL = 1, 2, -10
FIRST = 2**32 - 5


def make(core: Core, chosen: Options, n: int = 3, first: int = FIRST, *, autoreset: bool = False) -> Any:
    return core.Batch(chosen.spec(), n, DEAL_KEY, SAMPLE_KEY, first, autoreset)


def contents(batch: Any) -> dict[str, Any]:
    """Every buffer by name, with what it is and what is in it."""
    views = {name: getattr(batch, name) for name in BUFFERS}
    return {name: (view.format, view.shape, view.readonly, view.tobytes()) for name, view in views.items()}


def codes_by_definition(chosen: Options) -> list[int]:
    turning = chosen.table is not None and chosen.turns
    codes = [tile << 3 for tile in range(chosen.tiles)]
    for end in range(4 if chosen.spinner else 2):
        for high in range(chosen.max_pip + 1):
            for low in range(high + 1):
                tile = high * (high + 1) // 2 + low
                codes += [(end + 1) << 11 | tile << 3 | p for p in range(5 if turning and high != low else 1)]
    return codes + ([] if chosen.draw == "never" else [DRAW]) + [PASS]


class Beside:
    """One slot as it must be: a single State, dealt and sampled by the published generator."""

    def __init__(self, core: Core, chosen: Options, slot: int) -> None:
        self.core, self.chosen, self.slot, self.number = core, chosen, slot, -1
        self.state: State
        self.deal()

    def deal(self) -> None:
        self.number += 1
        source = stream.Stream(DEAL_KEY, self.slot << 32 | self.number)
        tiles = list(range(self.chosen.tiles))
        source.shuffle(tiles)
        size, players = self.chosen.hand_size, self.chosen.players
        hands = [tiles[seat * size : (seat + 1) * size] for seat in range(players)]
        starter = source.below(players) if self.chosen.opening == "random" else -1
        self.state = self.core.State(self.chosen.spec(), hands, tiles[players * size :], starter)
        self.samples = stream.Stream(SAMPLE_KEY, self.slot << 32 | self.number)

    def sample(self) -> int:
        legal = self.state.legal()
        if not legal:
            return -1
        return legal[self.samples.below(len(legal))] if legal[0] < DRAW else legal[0]


def assert_slot(batch: Any, i: int, beside: Beside, codes: list[int]) -> None:
    """Turn, mask, round and number of a slot."""
    state = beside.state
    assert batch.turn[i] == state.turn
    legal = set(state.legal())
    assert batch.masks.tolist()[i] == [int(code in legal) for code in codes]
    assert contract.difference(contract.observe(batch.state(i)), contract.observe(state)) == ""
    assert batch.state(i) == state
    assert batch.number(i) == beside.number


def pick(rng: random.Random, sampled: int, count: int) -> int:
    """Mostly what was sampled; else nothing, any action of the rules, or any integer."""
    way = rng.random()
    if way < 0.75:
        return sampled
    if way < 0.8:
        return -1
    return rng.randrange(count) if way < 0.92 else rng.choice([-(2**31), 2**31 - 1, -2, count, rng.randrange(-9, 9999)])


def walk(core: Core, chosen: Options, seed: int, *, autoreset: bool, steps: int) -> None:
    rng = random.Random(seed)
    batch = make(core, chosen, autoreset=autoreset)
    codes = codes_by_definition(chosen)
    assert batch.codes.tolist() == codes
    assert batch.action_count == len(codes)
    slots = [Beside(core, chosen, FIRST + i) for i in range(3)]
    actions = array("i", [0, 0, 0])
    for _ in range(steps):
        assert batch.sample() is batch.sampled
        for i, beside in enumerate(slots):
            sampled = beside.sample()
            assert batch.sampled[i] == (codes.index(sampled) if sampled >= 0 else -1)
            actions[i] = pick(rng, batch.sampled[i], len(codes))
        assert batch.step(actions) is None
        for i, beside in enumerate(slots):
            before, on = beside.state.points, beside.state.turn >= 0
            code = codes[actions[i]] if 0 <= actions[i] < len(codes) else -1
            why = beside.state.apply(code) if actions[i] != -1 else 0
            over = beside.state.turn < 0
            made = [after - earlier for after, earlier in zip(beside.state.points, before, strict=True)]
            assert (batch.errors[i], batch.done[i], batch.rewards.tolist()[i]) == (why, int(over), made)
            if autoreset and over and on:
                beside.deal()
            assert_slot(batch, i, beside, codes)
        if rng.random() < 0.1:
            chosen_slots = batch.done.tolist()  # what a reset is usually asked for, and itself written by it
            batch.reset(batch.done)
            for i, beside in enumerate(slots):
                if chosen_slots[i]:
                    beside.deal()
                assert_slot(batch, i, beside, codes)


def test_each_preset(core: Core) -> None:
    for name in PRESET_NAMES:
        for players in PRESET_PLAYERS[name]:
            walk(core, preset(name, players), players, autoreset=players == 2, steps=50)


@given(chosen=options(), seed=numbers)
@settings(max_examples=examples(0.3))
def test_any_rules(core: Core, chosen: Options, seed: int) -> None:
    walk(core, chosen, seed, autoreset=seed % 2 == 0, steps=12)


@given(chosen=options(), seed=numbers)
@settings(max_examples=examples(0.6))
def test_both_backends_write_the_same(both: Cores, chosen: Options, seed: int) -> None:
    rng = random.Random(seed)
    first, second = (make(core, chosen, 4, 7, autoreset=seed % 2 == 0) for core in both)
    for _ in range(25):
        assert contents(first) == contents(second)
        first.sample(), second.sample()
        actions = array("i", [pick(rng, first.sampled[i], first.action_count) for i in range(4)])
        first.step(actions), second.step(actions)
        seat = rng.choice([None, *range(first.players)])
        first.observe(seat), second.observe(seat)
        if rng.random() < 0.1:
            mask = bytes(rng.choice([0, 1, 255]) for _ in range(4))
            first.reset(mask), second.reset(mask)
    assert [first.number(i) for i in range(4)] == [second.number(i) for i in range(4)]
    assert repr(first) == repr(second) == f"<Batch of 4 rounds of {chosen.players} players>"


@pytest.mark.parametrize("name", PRESET_NAMES)
def test_a_bad_action_touches_its_own_slot_only(core: Core, name: str) -> None:
    """Two batches in step; in one of them slot 1 is always told nonsense."""
    batch, undisturbed = make(core, preset(name)), make(core, preset(name))
    rng = random.Random(name)
    start, row = batch.state(1), batch.masks.tolist()[1]
    for _ in range(60):
        batch.sample(), undisturbed.sample()
        actions = array("i", undisturbed.sampled)
        undisturbed.step(actions)
        legal = [i for i, may in enumerate(row) if may]
        actions[1] = rng.choice([i for i in range(-3, batch.action_count + 3) if i != -1 and i not in legal])
        batch.step(actions)
        inside = 0 <= actions[1] < batch.action_count
        assert batch.errors[1] == (start.explain(batch.codes[actions[1]])[0] if inside else NOT_AN_ACTION)
        assert batch.errors[1] > 0
        assert batch.rewards.tolist()[1] == [0] * batch.players
        assert (batch.state(1), batch.masks.tolist()[1], batch.turn[1]) == (start, row, start.turn)
        for i in (0, 2):
            assert batch.state(i) == undisturbed.state(i)
            for buffer in ("masks", "rewards"):
                assert getattr(batch, buffer).tolist()[i] == getattr(undisturbed, buffer).tolist()[i]
            assert (batch.errors[i], batch.done[i], batch.turn[i]) == (0, undisturbed.done[i], undisturbed.turn[i])


def test_a_finished_slot_waits_for_its_reset(core: Core) -> None:
    batch = make(core, preset("block"))
    while not all(batch.done):
        batch.step(batch.sample())
    assert batch.sample().tolist() == [-1] * 3
    before = contents(batch)
    batch.step(batch.sampled)
    assert (batch.errors.tolist(), batch.done.tolist(), batch.turn.tolist()) == ([0] * 3, [1] * 3, [-1] * 3)
    assert contents(batch)["masks"] == before["masks"]
    batch.step(array("i", [0, 84, -7]))
    assert batch.errors.tolist() == [ROUND_OVER, ROUND_OVER, NOT_AN_ACTION]
    assert batch.done.tolist() == [1] * 3
    assert not any(map(any, batch.rewards.tolist()))
    rounds = [batch.state(i) for i in range(3)]
    batch.reset(bytes([0, 1, 0]))
    assert batch.done.tolist() == [1, 0, 1]
    assert batch.errors.tolist() == [ROUND_OVER, 0, NOT_AN_ACTION]
    assert [batch.number(i) for i in range(3)] == [0, 1, 0]
    assert [batch.state(i) == rounds[i] for i in range(3)] == [True, False, True]


def test_a_deal_depends_on_the_slot_and_its_number_alone(core: Core) -> None:
    """Not on n, nor on the order of resets; and another batch goes on where one stops."""
    chosen = preset("all-fives", 3)
    whole, part = make(core, chosen, 6, 100), make(core, chosen, 2, 104)
    assert [part.state(i) for i in range(2)] == [whole.state(i) for i in (4, 5)]
    for mask in (b"\0\0\0\0\1\0", b"\1\1\0\0\1\1", b"\0\1\0\1\0\1"):
        whole.reset(mask)
    assert [whole.number(i) for i in range(6)] == [1, 2, 0, 1, 2, 2]
    part.reset(), part.reset()
    assert [part.state(i) for i in range(2)] == [whole.state(i) for i in (4, 5)]
    assert part.sample().tolist() == whole.sample().tolist()[4:]
    other = core.Batch(chosen.spec(), 2, SAMPLE_KEY, DEAL_KEY, 104)
    assert other.state(0) != part.state(0)


def test_the_same_keys_give_the_same_rounds(core: Core) -> None:
    batches = [make(core, preset("table"), autoreset=True) for _ in range(2)]
    for _ in range(80):
        for batch in batches:
            batch.step(batch.sample())
            batch.observe()
        assert contents(batches[0]) == contents(batches[1])
    assert batches[0].number(0) > 0


def address(view: Any) -> int:
    return ctypes.addressof(ctypes.c_char.from_buffer(view))


def test_buffers_stay_where_they_are(core: Core) -> None:
    batch = make(core, preset("draw"), autoreset=True)
    views = {name: getattr(batch, name) for name in BUFFERS}
    writable = [view for view in views.values() if not view.readonly]
    before = [address(view) for view in writable]
    for _ in range(60):
        batch.step(batch.sample())
        batch.observe()
        batch.reset(b"\1\0\0")
    assert [address(view) for view in writable] == before
    assert all(getattr(batch, name) is view for name, view in views.items())
    assert [name for name, view in views.items() if view.readonly] == ["codes"]


def test_a_released_view_spoils_nothing(core: Core) -> None:
    batch, other = make(core, preset("draw")), make(core, preset("draw"))
    memory = batch.masks.obj
    batch.masks.release()
    for _ in range(10):
        batch.step(batch.sample())
        other.step(other.sample())
    assert bytes(memory) == other.masks.tobytes()
    with pytest.raises(BufferError):
        memory.clear()


def test_buffers_outlive_the_batch(core: Core) -> None:
    batch = make(core, preset("draw"))
    masks = batch.masks
    kept = masks.tobytes()
    del batch
    assert masks.tobytes() == kept


def test_what_others_write_there_is_not_read(core: Core) -> None:
    """Every buffer filled with nonsense after each call: rounds and samples are those of a batch left in peace."""
    batch, other = make(core, preset("all-fives"), autoreset=True), make(core, preset("all-fives"), autoreset=True)
    for _ in range(50):
        actions = array("i", other.sample())
        batch.sample()
        assert batch.sampled.tolist() == actions.tolist()
        spoil(batch)
        batch.step(actions), other.step(actions)
        assert [getattr(batch, name).tolist() for name in BUFFERS[:6]] == [
            getattr(other, name).tolist() for name in BUFFERS[:6]
        ]
        spoil(batch)
        assert batch.observe().tolist() == other.observe().tolist()
        assert [batch.state(i) for i in range(3)] == [other.state(i) for i in range(3)]


def spoil(batch: Any) -> None:
    for name in BUFFERS[1:]:
        flat = getattr(batch, name).cast("B")
        flat[:] = b"\x99" * len(flat)


def wrong_actions() -> list[tuple[str, Any]]:
    return [
        ("too short", array("i", [0, 0])),
        ("too long", array("i", [0] * 4)),
        ("empty", array("i")),
        ("long long", array("q", [0] * 3)),
        ("unsigned", array("I", [0] * 3)),
        ("short", array("h", [0] * 3)),
        ("float", array("f", [0.0] * 3)),
        ("bytes of the same length", bytearray(12)),
        ("read-only", memoryview(array("i", [0] * 3)).toreadonly()),
        ("strided", memoryview(array("i", [0] * 6))[::2]),
        ("list", [0, 0, 0]),
        ("None", None),
        ("a number", 0),
        ("text", "xxx"),
    ]


@pytest.mark.parametrize(("kind", "wrong"), wrong_actions(), ids=[kind for kind, _ in wrong_actions()])
def test_wrong_actions_are_refused_and_nothing_is_written(core: Core, kind: str, wrong: Any) -> None:
    batch = make(core, preset("draw"))
    before, rounds = contents(batch), [batch.state(i) for i in range(3)]
    outcome = contract.outcome(batch.step, wrong)
    assert outcome == "builtins.ValueError: actions must be a writable, C-contiguous buffer of 3 C ints"
    assert (contents(batch), [batch.state(i) for i in range(3)]) == (before, rounds)


def test_actions_in_memory_of_other_kinds(core: Core) -> None:
    batch, other = make(core, preset("draw")), make(core, preset("draw"))
    for _ in range(5):
        other.step(other.sample())
        batch.step(memoryview(bytearray(batch.sample().tobytes())).cast("i", (3, 1)))
        assert contents(batch) == contents(other)


WRONG_MASKS = [b"", b"\1\1", b"\1" * 4, array("i", [1, 1, 1]), [1, 1, 1], "abc", 1, memoryview(bytes(6))[::2]]


@pytest.mark.parametrize("wrong", WRONG_MASKS, ids=lambda wrong: type(wrong).__name__)
def test_wrong_masks_are_refused_and_nothing_is_written(core: Core, wrong: Any) -> None:
    batch = make(core, preset("draw"))
    before = contents(batch)
    assert contract.outcome(batch.reset, wrong) == "builtins.ValueError: mask must be a C-contiguous buffer of 3 bytes"
    assert contents(batch) == before
    assert [batch.number(i) for i in range(3)] == [0] * 3


def test_masks_of_bytes_of_every_kind(core: Core) -> None:
    batch = make(core, preset("draw"))
    for mask in (b"\2\0\1", bytearray([9, 0, 1]), array("b", [-1, 0, 1]), memoryview(b"\1\0\1").cast("?")):
        batch.reset(mask)
    assert [batch.number(i) for i in range(3)] == [4, 0, 4]


SPEC = preset("draw").spec()
CALLS: list[tuple[str, tuple[Any, ...], str]] = [
    ("no spec", ((1, 2), 3, DEAL_KEY, SAMPLE_KEY), "ValueError: a rules spec is 19 integers"),
    ("bad spec", ((5, *SPEC[1:]), 0, None, None), "ValueError: this rules spec is refused: players is wrong"),
    ("none", (SPEC, 0, None, None), "ValueError: n is 1 to 1048576"),
    ("negative", (SPEC, -1, DEAL_KEY, SAMPLE_KEY), "ValueError: n is 1 to 1048576"),
    ("absurd", (SPEC, 10**30, DEAL_KEY, SAMPLE_KEY), "ValueError: n is 1 to 1048576"),
    ("not whole", (SPEC, 1.0, DEAL_KEY, SAMPLE_KEY), "TypeError: "),
    ("key of text", (SPEC, 1, "x" * 32, SAMPLE_KEY), "TypeError: a key is bytes"),
    ("short key", (SPEC, 1, DEAL_KEY, SAMPLE_KEY[1:]), "ValueError: a key is 32 bytes"),
    ("first below", (SPEC, 1, DEAL_KEY, SAMPLE_KEY, -1), "ValueError: the first slot is 0 to 4294967295"),
    ("first above", (SPEC, 3, DEAL_KEY, SAMPLE_KEY, 2**32 - 2), "ValueError: the first slot is 0 to 4294967293"),
]


@pytest.mark.parametrize(("arguments", "text"), [call[1:] for call in CALLS], ids=[call[0] for call in CALLS])
def test_wrong_arguments(core: Core, arguments: tuple[Any, ...], text: str) -> None:
    outcome = contract.outcome(core.Batch, *arguments)
    assert outcome.startswith(f"builtins.{text}")


def test_slots_and_seats_out_of_range(core: Core) -> None:
    batch = make(core, preset("draw"))
    for wrong in (-1, 3, 10**30):
        assert contract.outcome(batch.state, wrong) == "builtins.ValueError: a slot is 0 to 2"
        assert contract.outcome(batch.number, wrong) == "builtins.ValueError: a slot is 0 to 2"
        assert contract.outcome(batch.observe, wrong if wrong != 3 else 2) == "builtins.ValueError: a seat is 0 to 1"
    assert contract.outcome(batch.state, 1.0).startswith("builtins.TypeError")


def test_what_it_was_given(core: Core) -> None:
    batch = make(core, preset("draw", 3), 2, 9, autoreset=True)
    assert (batch.spec, batch.n, batch.first, batch.players) == (preset("draw", 3).spec(), 2, 9, 3)
    assert batch.autoreset is True
    assert make(core, preset("draw")).autoreset is False


def test_never_set_up_and_set_up_twice(core: Core) -> None:
    kind = core.Batch
    bare = kind.__new__(kind)
    assert repr(bare) == "<Batch not set up>"
    names = (*BUFFERS, "spec", "n", "players", "first", "autoreset", "action_count", "observation_size")
    calls = [lambda name=name: getattr(bare, name) for name in names]
    calls += [bare.sample, bare.observe, bare.reset, lambda: bare.step(None)]
    calls += [lambda: bare.state(0), lambda: bare.number(0)]
    for call in calls:
        assert contract.outcome(call) == "builtins.ValueError: this Batch was never set up"
    batch = make(core, preset("draw"))
    before = contents(batch)
    again = contract.outcome(batch.__init__, SPEC, 9, DEAL_KEY, SAMPLE_KEY)
    assert again == "builtins.ValueError: this Batch has been set up"
    assert contents(batch) == before


def test_it_is_neither_copied_nor_pickled(core: Core) -> None:
    import copy
    import pickle

    batch = make(core, preset("draw"))
    for call in (copy.copy, copy.deepcopy, pickle.dumps):
        assert contract.outcome(call, batch) == "builtins.TypeError: a Batch cannot be copied or pickled"
    assert batch == batch
    assert batch != make(core, preset("draw"))
    assert type("Sub", (core.Batch,), {})(SPEC, 1, DEAL_KEY, SAMPLE_KEY).n == 1


# Nine tiles a hand and no double in either: four deals in ten find none in 10,000 tries.
HARD = preset("draw", hand_size=9, redeal_doubles=1)
HARD_SLOT = 9
"""Its round 0 is dealt, round 1 fails, round 2 is dealt: found by trying."""

UNDEALT = 4
"""A slot whose round 0 fails."""


def hard(core: Core, *, autoreset: bool) -> Any:
    return core.Batch(HARD.spec(), 1, DEAL_KEY, SAMPLE_KEY, HARD_SLOT, autoreset)


NO_DEAL_TEXT = (
    "dominoes.errors.DealError: no deal in 10000 tries gives every hand fewer than 1 doubles (redeal_doubles)"
)


def test_a_deal_that_fails_in_a_reset_keeps_the_round(core: Core) -> None:
    batch = hard(core, autoreset=False)
    batch.step(batch.sample())
    kept, before = batch.state(0), contents(batch)
    assert contract.outcome(batch.reset) == NO_DEAL_TEXT
    assert (batch.errors.tolist(), batch.number(0), batch.state(0)) == ([NO_DEAL], 0, kept)
    after = contents(batch)
    assert [name for name in BUFFERS if after[name] != before[name]] == ["errors"]
    batch.reset()
    assert (batch.errors.tolist(), batch.number(0)) == ([0], 2)
    assert batch.state(0) != kept


def test_a_deal_that_fails_in_a_step_leaves_the_round_over(core: Core) -> None:
    batch = hard(core, autoreset=True)
    outcome = ""
    while not outcome.startswith("dominoes"):
        outcome = contract.outcome(batch.step, batch.sample())
    assert outcome == NO_DEAL_TEXT
    assert (batch.errors.tolist(), batch.done.tolist(), batch.turn.tolist()) == ([NO_DEAL], [1], [-1])
    assert not any(batch.masks.tolist()[0])
    assert batch.rewards.tolist()[0] == list(batch.state(0).points)
    batch.step(batch.sample())
    assert (batch.errors.tolist(), batch.done.tolist()) == ([0], [1])
    batch.reset()
    assert (batch.done.tolist(), batch.number(0)) == ([0], 2)


def test_a_deal_that_fails_at_first_gives_no_batch(core: Core) -> None:
    assert contract.outcome(core.Batch, HARD.spec(), 1, DEAL_KEY, SAMPLE_KEY, UNDEALT) == NO_DEAL_TEXT


def test_one_thread_at_a_time(both: Cores) -> None:
    """A second thread is told so at once, and nothing is spoilt."""
    batch, alone = (make(both[0], preset("table"), 4096, 0, autoreset=True) for _ in range(2))
    refused: list[str] = []
    stepped = []

    def work() -> None:
        for _ in range(40):
            try:
                batch.step(batch.sample())
                stepped.append(1)
            except RuntimeError as error:
                refused.append(str(error))

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(refused) <= {"another thread is at work on this Batch"}
    assert stepped
    assert batch.sample() is batch.sampled
    assert alone.n == 4096
