"""Many rounds on many threads at once end as they do one after the other: no state is shared between rounds.

With the GIL this finds state left over where a call lets it go; on a free-threaded Python, every race. The core says
that it needs no GIL, and a free-threaded Python would switch it on for one that does not.
"""

from __future__ import annotations

import sys
import threading
from array import array
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from support.backends import Core
from support.options import preset

KEY = bytes(range(32))
THREADS = 8
PRESETS = [("table", 2), ("draw", 3), ("block", 4), ("all-fives", 2), ("partnership", 4)]


def at_once(work: Callable[[int], Any], jobs: int) -> list[Any]:
    """The results of ``work(0) … work(jobs - 1)``, on threads that start together and change places often."""
    barrier = threading.Barrier(THREADS)
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        with ThreadPoolExecutor(THREADS, initializer=barrier.wait) as pool:
            return list(pool.map(work, range(jobs)))
    finally:
        sys.setswitchinterval(interval)


def buffers(n: int, players: int) -> list[array[int]]:
    return [array("i", [0] * size) for size in (n * players, n, n, n, n, n, n)]


def play_through(core: Core, name: str, players: int, number: int) -> tuple[object, ...]:
    """A whole random round with its views, copies and undoing; all that can be seen of it."""
    state = core.State.deal(preset(name, players).spec(), KEY, number, -1)
    stream = core.Stream(KEY, number)
    seen: list[object] = []
    while legal := state.legal():
        view = state.seen_by(state.turn)
        seen.append((view.legal() == legal, view.boneyard_count, state.ends(), state.explain(legal[0])))
        state.apply(legal[stream.below(len(legal))])
    end = (state.actions(), state.winner, state.reason, state.points, state.chain(), hash(state))
    copy = state.copy()
    while copy.undo() >= 0:
        pass
    return (*end, copy.legal(), copy.perft(3), tuple(seen))


@pytest.mark.parametrize(("name", "players"), PRESETS)
def test_rounds_played_at_once(core: Core, name: str, players: int) -> None:
    def work(number: int) -> object:
        return play_through(core, name, players, number)

    assert at_once(work, 40) == [work(number) for number in range(40)]


@pytest.mark.parametrize(("name", "players"), PRESETS)
def test_playouts_at_once(core: Core, name: str, players: int) -> None:
    spec = preset(name, players).spec()
    n = 300 if core.BACKEND == "c" else 3

    def work(number: int) -> object:
        made = buffers(n, players)
        core.playouts(spec, KEY, number * n, n, *made)
        return made

    assert at_once(work, 24) == [work(number) for number in range(24)]


def test_one_round_read_at_once(core: Core) -> None:
    """Asking changes nothing, so that many threads may ask the same round."""
    state = core.State.deal(preset("table", 2).spec(), KEY, 1, -1)
    for _ in range(8):
        state.apply(state.legal()[0])

    def work(number: int) -> object:
        asked = [lambda: state.legal(), lambda: state.chain(), lambda: state.perft(2), lambda: hash(state)]
        asked += [lambda: state.copy().actions(), lambda: state.seen_by(0).hand(0), lambda: state.ends()]
        return asked[number % len(asked)]()

    assert at_once(work, 200) == [work(number) for number in range(200)]


def test_the_core_leaves_the_gil_off() -> None:
    """Where a Python runs without a GIL, importing the core does not switch it on."""
    is_on = getattr(sys, "_is_gil_enabled", None)
    if is_on is None or "free-threading" not in sys.version:
        pytest.skip("this Python has a GIL")
    import dominoes  # noqa: F401 - for what importing it does

    assert not is_on()
