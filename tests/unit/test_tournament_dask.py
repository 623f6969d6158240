"""Tournaments on Dask: a real scheduler and two worker processes on the loopback, one of them killed in mid-run.

It is left out only where the extra ``cluster`` is not installed.
"""

from __future__ import annotations

import os
import signal
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.cli import run

from dominoes import registry
from dominoes.players import Random
from dominoes.registry import PlayerError
from dominoes.tournaments import Progress, TournamentError, tournament

distributed = pytest.importorskip(
    "distributed", reason='the extra is not installed: pip install "dominoes-engine[cluster]"'
)

# What Dask warns of in its own code is its own.
pytestmark = pytest.mark.filterwarnings("default")

ENTRANTS = ["heaviest", "random"]
OPTIONS: dict[str, Any] = {"rounds": 400, "seed": "dask", "batch": 10}


@pytest.fixture(scope="module", params=[3, 0], ids=["patient", "strict"])
def cluster(request: pytest.FixtureRequest) -> Iterator[Any]:
    """Two worker processes, each with a nanny that begins it anew when it dies.

    By itself the scheduler plays a batch again whose worker died, three times; a strict one calls it lost at once, and
    the tournament has to send it again.
    """
    import dask

    setting = {"distributed.scheduler.allowed-failures": request.param}
    with warnings.catch_warnings(), dask.config.set(setting):
        warnings.simplefilter("default")
        with distributed.LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            processes=True,
            host="127.0.0.1",
            dashboard_address=None,
            silence_logs=50,
        ) as cluster:
            yield cluster


@pytest.fixture
def client(cluster: Any) -> Iterator[Any]:
    with distributed.Client(cluster) as client:
        client.wait_for_workers(2, timeout=60)
        yield client


def test_a_cluster_gives_the_same_table(client: Any) -> None:
    assert tournament(ENTRANTS, executor=client.get_executor(), **OPTIONS) == tournament(ENTRANTS, **OPTIONS)


def test_a_worker_that_is_killed_leaves_no_trace(client: Any, tmp_path: Path) -> None:
    before = client.run(os.getpid)
    assert len(set(before.values())) == 2
    killed: list[int] = []

    def kill_one(progress: Progress) -> None:
        if progress.done >= 30 and not killed:
            killed.append(min(before.values()))
            os.kill(killed[0], signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)

    out = tmp_path / "out"
    table = tournament(ENTRANTS, executor=client.get_executor(), workers=2, out=out, progress=kill_one, **OPTIONS)
    assert killed
    assert table == tournament(ENTRANTS, **OPTIONS)
    tournament(ENTRANTS, out=tmp_path / "here", **OPTIONS)
    assert sorted(out.read_bytes().splitlines()) == sorted((tmp_path / "here").read_bytes().splitlines())
    client.wait_for_workers(2, timeout=60)
    after = client.run(os.getpid)
    assert killed[0] not in after.values()
    assert set(after.values()) & set(before.values())


@pytest.mark.parametrize("cluster", [0], ids=["strict"], indirect=True)  # with a patient one a dozen workers die
def test_a_player_that_takes_its_worker_along_ends_it_with_the_deals_named(client: Any) -> None:
    with pytest.raises(TournamentError, match="deals 0 to 1 were lost 3 times, the last time by KilledWorker"):
        tournament(["support.bots:Dies", "heaviest"], rounds=4, seed=1, executor=client.get_executor(), workers=1)


def test_a_name_that_is_registered_here_is_known_there(client: Any) -> None:
    registry.register("only-here", Random)
    try:
        there = tournament(["only-here", "heaviest"], rounds=4, seed=1, executor=client.get_executor())
        assert there == tournament(["only-here", "heaviest"], rounds=4, seed=1)
    finally:
        registry.unregister("only-here")


def test_a_player_that_is_not_known_there_is_told(client: Any) -> None:
    registry.register("only-here", lambda: Random())
    try:
        with pytest.raises(PlayerError, match="the player only-here is registered in one process only"):
            tournament(["only-here", "heaviest"], rounds=4, seed=1, executor=client.get_executor())
    finally:
        registry.unregister("only-here")


def test_the_command_plays_on_a_cluster(cluster: Any) -> None:
    words = ["tournament", *ENTRANTS, "--games", "40", "--seed", "dask"]
    there, here = run(*words, "--dask", cluster.scheduler_address), run(*words)
    assert (there.code, there.out) == (0, here.out)
