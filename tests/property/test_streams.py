"""The generator, seed keys and deals of each backend against the published text and against each other."""

from __future__ import annotations

import copy
import dataclasses
import pickle
import re
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import contract, stream
from support.backends import Core
from support.options import PRESET_NAMES, PRESET_PLAYERS, Options, preset
from support.strategies import examples, options

keys = st.binary(min_size=32, max_size=32)
numbers = st.one_of(st.integers(0, 10), st.integers(0, 2**64 - 1), st.just(2**64 - 1))
Cores = tuple[Core, Core]


def test_published_values(core: Core) -> None:
    """The reference words of xoshiro256** seeded 1, 2, 3, 4, and SHA-256 as it stands in FIPS 180."""
    reference = stream.Stream(bytes(32), 0)
    reference.s = [1, 2, 3, 4]
    assert [reference.next() for _ in range(5)] == [
        11520,
        0,
        1509978240,
        1215971899390074240,
        1216172134540287360,
    ]
    assert core.seed_key(b"", b"").hex() == "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"


@given(purpose=st.binary(max_size=200), seed=st.binary(max_size=200))
def test_seed_key(core: Core, purpose: bytes, seed: bytes) -> None:
    assert core.seed_key(purpose, seed) == stream.key(purpose, seed)


@given(
    key=keys, number=numbers, bounds=st.lists(st.one_of(st.integers(1, 400), st.integers(1, 2**32 - 1)), max_size=50)
)
def test_stream(core: Core, key: bytes, number: int, bounds: list[int]) -> None:
    ours, reference = core.Stream(key, number), stream.Stream(key, number)
    assert [ours.next() for _ in range(5)] == [reference.next() for _ in range(5)]
    assert [ours.below(n) for n in bounds] == [reference.below(n) for n in bounds]
    items, expected = list(range(len(bounds))), list(range(len(bounds)))
    assert ours.shuffle(items) is None
    reference.shuffle(expected)
    assert items == expected
    assert ours.next() == reference.next()


def test_a_bound_that_rejects_often(core: Core) -> None:
    """Just above 2^31 nearly every second word is drawn anew."""
    ours, reference = core.Stream(bytes(range(32)), 5), stream.Stream(bytes(range(32)), 5)
    assert [ours.below(2**31 + 1) for _ in range(200)] == [reference.below(2**31 + 1) for _ in range(200)]
    assert ours.position > 250


@given(key=keys, number=numbers, steps=st.integers(0, 20))
def test_streams_as_objects(both: Cores, key: bytes, number: int, steps: int) -> None:
    first, second = (core.Stream(key, number) for core in both)
    for one in (first, second):
        for _ in range(steps):
            one.next()
        assert one.position == steps
        for twin in (copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(one))):
            assert repr(twin) == repr(one)
            assert twin.next() == copy.copy(one).next()
        assert copy.copy(one) == one
        assert one != core_at(one, key, number, steps + 1)
    assert repr(first) == repr(second) == f"Stream(key={key.hex()}, number={number}, position={steps})"
    for one in (first, second):
        # The interpreter words this, with or without the module: a difference that test_surface.py permits.
        assert re.fullmatch(r"builtins.TypeError: unhashable type: '(\w+\.)*Stream'", contract.outcome(hash, one))


@given(key=keys, number=numbers, steps=st.integers(0, 20))
def test_streams_cross_the_backends(both: Cores, key: bytes, number: int, steps: int) -> None:
    payloads = []
    for core, other in (both, both[::-1]):
        one = core_at(core.Stream(key, number), key, number, steps)
        payload = one.__reduce__()[1][1]
        crossed = other.restore(None, payload)
        assert type(crossed) is other.Stream
        assert repr(crossed) == repr(one)
        assert [crossed.next() for _ in range(5)] == [one.next() for _ in range(5)]
        payloads.append(payload)
    assert payloads[0] == payloads[1]


@given(data=st.data(), where=st.integers(0, 3))
def test_changed_stream_payloads(both: Cores, data: st.DataObject, where: int) -> None:
    payload = list(both[0].Stream(bytes(range(32)), 7).__reduce__()[1][1])
    junk = st.one_of(
        st.none(), st.integers(-2, 2**65), st.binary(max_size=33), st.tuples(), st.tuples(*[st.integers(-1, 2**64)] * 4)
    )
    payload[where] = data.draw(junk)
    first, second = (contract.outcome(core.restore, None, tuple(payload)) for core in both)
    assert first == second


@pytest.mark.parametrize("items", [(1, 2, 3), "abc", None, 5, range(3), {1, 2}, {1: 2}, bytearray(b"abc")], ids=repr)
def test_only_a_list_is_shuffled(both: Cores, items: object) -> None:
    first, second = (contract.outcome(core.Stream(bytes(32), 0).shuffle, items) for core in both)
    assert first == second
    assert first.startswith("builtins.TypeError")


def core_at(like: Any, key: bytes, number: int, position: int) -> Any:
    made = type(like)(key, number)
    for _ in range(position):
        made.next()
    return made


WRONG_STREAMS = [
    (bytes(31), 0),
    (bytes(33), 0),
    (b"", 0),
    ("0" * 32, 0),
    (None, 0),
    (list(range(32)), 0),
    (bytearray(32), 0),
    (memoryview(bytes(32)), 0),
    (bytes(32), -1),
    (bytes(32), 2**64),
    (bytes(32), 10**40),
    (bytes(32), 1.0),
    (bytes(32), "0"),
    (bytes(32), None),
    (bytes(32), True),
]


@pytest.mark.parametrize(
    "arguments", WRONG_STREAMS, ids=lambda arguments: f"{type(arguments[0]).__name__} {arguments[1]!r}"
)
def test_wrong_streams_are_refused_alike(both: Cores, arguments: tuple[object, ...]) -> None:
    first, second = (contract.outcome(core.Stream, *arguments) for core in both)
    assert first == second


@pytest.mark.parametrize("bound", [0, -1, 2**32, 2**32 - 1, 2**70, 1.5, "3", None], ids=repr)
def test_wrong_bounds_are_refused_alike(both: Cores, bound: object) -> None:
    first, second = (contract.outcome(core.Stream(bytes(32), 0).below, bound) for core in both)
    assert first == second


@given(chosen=options(), key=keys, number=numbers)
def test_deal(core: Core, chosen: Options, key: bytes, number: int) -> None:
    """Without redeals: the shuffled list, dealt seat by seat, the rest the boneyard in drawing order."""
    tiles = list(range(chosen.tiles))
    stream.Stream(key, number).shuffle(tiles)
    cuts = [seat * chosen.hand_size for seat in range(chosen.players + 1)]
    hands = tuple(tuple(tiles[start:stop]) for start, stop in pairwise(cuts))
    assert core.deal(chosen.spec(), key, number) == (hands, tuple(tiles[cuts[-1] :]))


def doubles_in(hand: tuple[int, ...]) -> int:
    doubles = {high * (high + 1) // 2 + high for high in range(19)}
    return len(doubles & set(hand))


@pytest.mark.parametrize("limit", [2, 3, 4, 5, 7])
@pytest.mark.parametrize("name", PRESET_NAMES)
def test_redeals_go_on_with_the_same_stream(core: Core, name: str, limit: int) -> None:
    for players in PRESET_PLAYERS[name]:
        chosen = preset(name, players, redeal_doubles=limit)
        if core.check_spec(chosen.spec()) != (0, 0):
            continue
        for number in range(3):
            hands, boneyard = core.deal(chosen.spec(), bytes(range(32)), number)
            assert all(doubles_in(hand) < limit for hand in hands)
            reference = stream.Stream(bytes(range(32)), number)
            for _ in range(10_000):
                tiles = list(range(chosen.tiles))
                reference.shuffle(tiles)
                size = chosen.hand_size
                dealt = tuple(tuple(tiles[seat * size : seat * size + size]) for seat in range(players))
                if all(doubles_in(hand) < limit for hand in dealt):
                    break
            assert (hands, boneyard) == (dealt, tuple(tiles[size * players :]))


def test_a_deal_that_is_possible_but_not_found(core: Core) -> None:
    """All ten doubles among the eleven tiles left over: allowed by the rules, hopeless by chance."""
    from dominoes.errors import DealError

    chosen = dataclasses.replace(preset("draw", 2), max_pip=9, hand_size=22, redeal_doubles=1)
    assert core.check_spec(chosen.spec()) == (0, 0)
    with pytest.raises(DealError):
        core.deal(chosen.spec(), bytes(32), 0)


def test_the_same_deal_error_on_both(both: Cores) -> None:
    spec = dataclasses.replace(preset("draw", 2), max_pip=9, hand_size=22, redeal_doubles=1).spec()
    first, second = (contract.outcome(core.deal, spec, bytes(32), 0) for core in both)
    assert first == second


@given(chosen=options(), key=keys, opener=keys, number=numbers, starter=st.integers(-2, 1))
@settings(max_examples=examples(1))
def test_state_deal(core: Core, chosen: Options, key: bytes, opener: bytes, number: int, starter: int) -> None:
    state = core.State.deal(chosen.spec(), key, number, starter, opener)
    hands, boneyard = core.deal(chosen.spec(), key, number)
    assert state.dealt() == (hands, boneyard)
    seat = stream.Stream(opener, number).below(chosen.players) if starter == -2 else starter
    assert state == core.State(chosen.spec(), hands, boneyard, seat)


WRONG_DEALS = [
    (bytes(31), 0, 0),
    (bytes(32), -1, 0),
    (bytes(32), 2**64, 0),
    (bytes(32), 0, 2),
    (bytes(32), 0, -3),
    (bytes(32), 0, -2),
    (bytes(32), 0, -2, bytes(31)),
    (bytes(32), 0, -2, None),
    (bytes(32), 0, -2, "x"),
    (bytes(32), 0, 0, None, (0,)),
    (bytes(32), 0, 0, None, (0, 2_000_000_000)),
    (bytes(32), 0, "0"),
    (None, 0, 0),
]


@pytest.mark.parametrize("arguments", WRONG_DEALS, ids=repr)
def test_wrong_deals_are_refused_alike(both: Cores, arguments: tuple[object, ...]) -> None:
    spec = preset("draw", 2).spec()
    first, second = (contract.outcome(core.State.deal, spec, *arguments) for core in both)
    assert first == second
