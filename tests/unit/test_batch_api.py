"""``dm.Batch``: buffers with numpy and without, columns by name, resets, and what it refuses."""

from __future__ import annotations

import copy
import pickle
import threading
from array import array
from typing import Any

import pytest

import dominoes as dm
from dominoes import _codes
from dominoes.errors import DealError, RulesError

BUFFERS = {
    "codes": ("H", ("actions",)),
    "masks": ("B", ("n", "actions")),
    "rewards": ("i", ("n", "players")),
    "done": ("B", ("n",)),
    "turn": ("b", ("n",)),
    "errors": ("b", ("n",)),
    "sampled": ("i", ("n",)),
    "observations": ("h", ("n", "columns")),
}


def play_out(batch: dm.Batch) -> None:
    while not all(batch.done):
        batch.step(batch.sample())


@pytest.mark.parametrize("preset", dm.PRESETS)
def test_the_shapes_of_its_buffers(preset: str) -> None:
    batch = dm.Batch(dm.Rules(preset), 3, seed=1)
    sides = {"n": 3, "players": batch.players, "actions": batch.action_count}
    sides["columns"] = list(batch.columns.values())[-1].stop
    for name, (kind, shape) in BUFFERS.items():
        view = getattr(batch, name)
        assert (view.format, view.shape) == (kind, tuple(sides[side] for side in shape)), name
        assert view is getattr(batch, name)
    assert (len(batch), batch.n, batch.first, batch.autoreset) == (3, 3, 0, False)
    assert repr(batch) == f"<Batch of 3 rounds of {batch.players} players>"


@pytest.mark.parametrize(
    ("rules", "count"),
    [
        (dm.Rules("draw"), 28 * 3 + 2),
        (dm.Rules("block"), 28 * 3 + 1),
        (dm.Rules("all-fives"), 28 * 5 + 2),
        (dm.Rules("table"), 28 + 2 * (21 * 5 + 7) + 2),
        (dm.Rules("table", turns=False), 28 * 3 + 2),
        (dm.Rules("draw", max_pip=18, table=(64, 64), spinner="first-double"), 190 + 4 * (171 * 5 + 19) + 2),
    ],
    ids=str,
)
def test_moves_of_the_dense_actions(rules: dm.Rules, count: int) -> None:
    batch = dm.Batch(rules, 1, seed=1)
    assert batch.action_count == len(batch.moves) == count
    assert list(batch.moves) == sorted(set(batch.moves))
    assert batch.moves is batch.moves
    rnd = batch.state(0)
    allowed = [move for move, may in zip(batch.moves, batch.masks.tolist()[0], strict=True) if may]  # type: ignore[call-overload]
    assert tuple(allowed) == rnd.legal_moves()


def test_a_slot_is_a_round() -> None:
    rules = dm.Rules("all-fives", players=3)
    batch = dm.Batch(rules, 2, seed="s")
    for _ in range(7):
        rnd = batch.state(1)
        batch.step(batch.sample())
        rnd.play(batch.moves[batch.sampled[1]])
        assert rnd == batch.state(1)
    looked_at = batch.state(1)
    assert (looked_at.rules, looked_at.number, type(looked_at)) == (rules, 0, dm.Round)
    looked_at.play(looked_at.legal_moves()[0])
    assert looked_at != batch.state(1)


def test_rewards_add_up_to_the_points() -> None:
    batch = dm.Batch(dm.Rules("all-fives"), 50, seed=3)
    sums = [[0, 0] for _ in range(50)]
    while not all(batch.done):
        batch.step(batch.sample())
        for total, made in zip(sums, batch.rewards.tolist(), strict=True):
            total[0] += made[0]  # type: ignore[index]
            total[1] += made[1]  # type: ignore[index]
    assert sums == [list(batch.state(i).points) for i in range(50)]
    assert any(map(any, sums))


def test_the_same_seed_is_the_same_batch() -> None:
    rules = dm.Rules("draw")
    first, second = dm.Batch(rules, 4, 7), dm.Batch(rules, 4, "7")
    other = dm.Batch(rules, 4, 8)
    play_out(first), play_out(second)
    assert [first.state(i) for i in range(4)] == [second.state(i) for i in range(4)]
    assert first.state(0) != other.state(0)
    assert dm.Batch(rules, 1).state(0) != dm.Batch(rules, 1).state(0)
    part = dm.Batch(rules, 2, 7, first=2)
    play_out(part)
    assert [part.state(i) for i in range(2)] == [first.state(i) for i in (2, 3)]
    assert part.first == 2


def test_autoreset_goes_on() -> None:
    batch = dm.Batch(dm.Rules("block"), 8, seed=2, autoreset=True)
    ended = 0
    for _ in range(100):
        batch.step(batch.sample())
        ended += sum(batch.done)
        assert min(batch.turn) >= 0
        assert not any(batch.errors)
    assert ended == sum(batch.number(i) for i in range(8)) > 8


def test_resets() -> None:
    batch = dm.Batch(dm.Rules("block"), 4, seed=1)
    play_out(batch)

    def numbers() -> list[int]:
        return [batch.number(i) for i in range(4)]

    batch.reset()
    assert (numbers(), batch.done.tolist()) == ([1, 1, 1, 1], [0, 0, 0, 0])
    batch.reset([2, 0, 2])
    batch.reset(array("i", [3]))
    batch.reset(iter((3,)))
    batch.reset([])
    assert numbers() == [2, 1, 2, 3]
    batch.reset(bytes([0, 1, 0, 1]))
    batch.reset(batch.done)
    assert numbers() == [2, 2, 2, 4]


SQUARE = memoryview(bytes(16)).cast("i", (2, 2))
WRONG_SLOTS = ([0, 4], [-1], [1.0], [True], [[0]], "01", 3, 2.5, b"\1", bytes(5), SQUARE)


@pytest.mark.parametrize("slots", WRONG_SLOTS, ids=range(len(WRONG_SLOTS)))
def test_slots_that_are_none(slots: Any) -> None:
    batch = dm.Batch(dm.Rules("block"), 4, seed=1)
    with pytest.raises(RulesError, match=r"slot|mask must be a C-contiguous buffer of 4 bytes"):
        batch.reset(slots)
    assert [batch.number(i) for i in range(4)] == [0] * 4


def test_bad_actions_and_their_reasons() -> None:
    batch = dm.Batch(dm.Rules("draw"), 4, seed=1)
    rounds = [batch.state(i) for i in range(4)]
    forced = rounds[0].forced
    assert forced is not None
    other = next(tile for tile in rounds[0].hand(rounds[0].turn or 0) if tile != forced)
    batch.step(array("i", [batch.moves.index(dm.Move.play(other)), 10**9, -1, batch.moves.index(dm.Move("pass"))]))
    reasons = [_codes.REASON_NAMES[error] for error in batch.errors]
    assert reasons == ["forced-tile", "not-an-action", "legal", "must-play"]
    assert [batch.state(i) for i in range(4)] == rounds
    assert not any(map(any, batch.rewards.tolist()))


@pytest.mark.parametrize("actions", [[0, 0], array("q", [0, 0]), array("i", [0]), bytes(8), None], ids=repr)
def test_actions_that_are_none(actions: Any) -> None:
    batch = dm.Batch(dm.Rules("draw"), 2, seed=1)
    with pytest.raises(RulesError, match=r"^actions must be a writable, C-contiguous buffer of 2 C ints$"):
        batch.step(actions)
    assert len(batch.state(0).moves) == 0


@pytest.mark.parametrize(
    ("arguments", "error", "text"),
    [
        ({"rules": "draw"}, TypeError, "a batch is of Rules, not str"),
        ({"n": 0}, RulesError, "n must be an integer from 1 to 1048576, not 0"),
        ({"n": -5}, RulesError, "n must be an integer from 1 to 1048576, not -5"),
        ({"n": 10**9}, RulesError, "n must be an integer from 1 to 1048576"),
        ({"n": True}, RulesError, "n must be an integer"),
        ({"n": 2.0}, RulesError, "n must be an integer"),
        ({"seed": 1.5}, TypeError, "a seed is a text or an integer"),
        ({"first": -1}, RulesError, "first must be an integer from 0 to 4294967292, not -1"),
        ({"first": 2**32 - 3}, RulesError, "first must be an integer from 0 to 4294967292"),
        ({"autoreset": 1}, TypeError, "autoreset is a bool, not int"),
    ],
)
def test_wrong_arguments(arguments: dict[str, Any], error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        dm.Batch(**{"rules": dm.Rules("draw"), "n": 4, "seed": 1, **arguments})


def test_slots_and_seats_out_of_range() -> None:
    batch = dm.Batch(dm.Rules("draw"), 2, seed=1)
    for wrong in (-1, 2, True, "0", None):
        for call in (batch.state, batch.number):
            with pytest.raises(RulesError, match=r"^a slot must be an integer from 0 to 1"):
                call(wrong)  # type: ignore[operator]
    for wrong in (-1, 2, True, "0"):
        with pytest.raises(RulesError, match=r"^a seat must be an integer from 0 to 1"):
            batch.observe(wrong)  # type: ignore[arg-type]


def test_a_deal_that_fails() -> None:
    with pytest.raises(DealError, match="redeal_doubles"):
        dm.Batch(dm.Rules("draw", hand_size=10, redeal_doubles=1), 2, seed=1)


def test_an_observation_by_name() -> None:
    batch = dm.Batch(dm.Rules("table", spinner="first-double", count_multiple=5), 3, seed=5)
    for _ in range(9):
        batch.step(batch.sample())
    names = "hand laid turn starter boneyard passes drawn reason hand_counts points ends weights fits lacks".split()
    assert list(batch.columns) == names
    with pytest.raises(TypeError):
        batch.columns["hand"] = slice(0, 1)  # type: ignore[index]
    row = batch.observe(1).tolist()[2]
    part = {name: row[where] for name, where in batch.columns.items()}  # type: ignore[index]
    view = batch.state(2).view(1)
    assert [i for i, held in enumerate(part["hand"]) if held] == [tile.index for tile in view.hand]
    assert [i for i, lies in enumerate(part["laid"]) if lies] == sorted(laid.tile.index for laid in view.chain)
    assert part["turn"] == [((view.turn or 0) - 1) % 2]
    assert part["boneyard"] == [view.boneyard_count]
    assert part["hand_counts"] == [view.hand_counts[1], view.hand_counts[0]]
    assert part["points"] == [view.points[1], view.points[0]]
    open_ends = {end.end: end for end in view.ends}
    assert part["ends"] == [open_ends[name].number if name in open_ends else -1 for name in "LRUD"]
    assert part["weights"] == [open_ends[name].weight if name in open_ends else 0 for name in "LRUD"]
    assert all((bits > 0) <= (name in open_ends) for bits, name in zip(part["fits"], "LRUD", strict=True))
    assert len(part["lacks"]) == 7


def test_a_pass_tells_what_a_seat_lacks() -> None:
    batch = dm.Batch(dm.Rules("block"), 60, seed=1)
    lacks = batch.columns["lacks"]
    passed = 0
    for _ in range(8):
        rounds = [batch.state(i) for i in range(60)]
        batch.step(batch.sample())
        rows = [batch.observe(seat).tolist() for seat in (0, 1)]
        for i, rnd in enumerate(rounds):
            if rnd.turn is None or not rnd.legal_moves()[0].is_pass:
                continue
            passed += 1
            numbers = {end.number for end in rnd.ends}
            seen = {number for number, shown in enumerate(rows[1 - rnd.turn][i][lacks]) if shown}  # type: ignore[index]
            assert numbers <= seen
    assert passed > 5


def test_numpy_reads_the_buffers_without_a_copy() -> None:
    np = pytest.importorskip("numpy")
    batch = dm.Batch(dm.Rules("partnership"), 5, seed=1)
    arrays = {name: np.asarray(getattr(batch, name)) for name in BUFFERS}
    for name, found in arrays.items():
        assert np.shares_memory(found, np.asarray(getattr(batch, name))), name
        assert found.flags.c_contiguous
    assert arrays["masks"].dtype == np.uint8
    assert arrays["observations"].dtype == np.int16
    assert not arrays["codes"].flags.writeable
    for _ in range(12):
        batch.step(batch.sample())
        assert arrays["masks"].tolist() == batch.masks.tolist()
    assert arrays["masks"].sum(axis=1).min() >= 1


def test_numpy_gives_the_actions() -> None:
    np = pytest.importorskip("numpy")
    batch = dm.Batch(dm.Rules("draw"), 6, seed=1)
    masks, done = np.asarray(batch.masks), np.asarray(batch.done)
    for _ in range(200):
        actions = masks.argmax(axis=1).astype(np.int32)
        actions[done == 1] = -1
        batch.step(actions)
        assert not any(batch.errors)
        if done.all():
            break
    assert done.all()
    batch.reset(np.flatnonzero(done))
    batch.reset(done.astype(bool))
    assert [batch.number(i) for i in range(6)] == [1] * 6
    with pytest.raises(RulesError, match="C ints"):
        batch.step(np.zeros(6, np.int64))
    with pytest.raises(RulesError, match="C ints"):
        batch.step(np.zeros(12, np.int32)[::2])


def test_batches_on_threads_are_as_one() -> None:
    rules = dm.Rules("table")
    whole = dm.Batch(rules, 64, seed=9, autoreset=True)
    parts = [dm.Batch(rules, 32, seed=9, autoreset=True, first=first) for first in (0, 32)]

    def work(batch: dm.Batch) -> None:
        for _ in range(30):
            batch.step(batch.sample())

    threads = [threading.Thread(target=work, args=(batch,)) for batch in (whole, *parts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert parts[0].masks.tolist() + parts[1].masks.tolist() == whole.masks.tolist()


def test_it_is_neither_copied_nor_pickled() -> None:
    batch = dm.Batch(dm.Rules("draw"), 1, seed=1)
    for call in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match="a Batch cannot be copied or pickled"):
            call(batch)
