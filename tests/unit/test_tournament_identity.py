"""What an entrant is, for the file that keeps its results: the same in every process, and another for any other."""

from __future__ import annotations

import copy
import enum
import json
import os
import pickle
import random
import subprocess
import sys
from collections import OrderedDict, defaultdict, deque
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from support import bots
from support.cli import environment

from dominoes.players import Heaviest, Random, SnowWhite
from dominoes.tournaments.entrants import entrants_of
from dominoes.tournaments.identity import identity_of


class Mood(enum.Enum):
    CALM = 1
    RASH = 2


class Pair(NamedTuple):
    one: object
    other: object


class Slotted:
    __slots__ = ("value",)

    def __init__(self, value: object) -> None:
        self.value = value


class Deck(list[Any]):
    """A list with something of its own."""

    def __init__(self, *items: object) -> None:
        super().__init__(items)
        self.first = items[0]


VALUES: list[Callable[[], Any]] = [
    lambda: None,
    lambda: False,
    lambda: 0,
    lambda: 0.0,
    lambda: -0.0,
    lambda: float("nan"),
    lambda: 10**5000,
    lambda: "",
    lambda: "None",
    lambda: b"",
    lambda: bytearray(),
    lambda: "\ud800",
    lambda: 1j,
    lambda: (),
    list,
    dict,
    lambda: set(),
    lambda: frozenset(),
    lambda: ["ab"],
    lambda: ["a", "b"],
    lambda: [["a"], "b"],
    lambda: [["a", "b"]],
    lambda: {"a": 1, "b": 2},
    lambda: {"b": 2, "a": 1},
    lambda: {"a", "b", "c"},
    lambda: {"a", "b", "d"},
    lambda: Mood.CALM,
    lambda: Mood.RASH,
    lambda: Pair(1, 2),
    lambda: (1, 2),
    lambda: Slotted(1),
    lambda: Slotted(2),
    lambda: Deck(1),
    lambda: Deck(1, 2),
    lambda: deque([1, 2]),
    lambda: OrderedDict(a=1, b=2),
    lambda: defaultdict(list, a=1, b=2),
    lambda: Fraction(1, 2),
    lambda: random.Random(1),
    lambda: random.Random(2),
    lambda: len,
    lambda: "text".upper,
    lambda: "other".upper,
    lambda: int,
    lambda: bool,
    lambda: partial(int, "3"),
    lambda: partial(int, "3", base=8),
    lambda: bots.Weighted({"pips": 0.5}, {"a", "b"}),
    lambda: bots.Weighted({"pips": 0.25}, {"a", "b"}),
    lambda: bots.Weighted({"pips": 0.5}, {"a"}),
]


def held(value: object) -> str:
    """The identity of an object with the value in it."""
    return identity_of(Slotted(value))


def test_what_differs_has_another_identity() -> None:
    identities = [held(make()) for make in VALUES]
    assert len(set(identities)) == len(VALUES)


@pytest.mark.parametrize("make", VALUES)
def test_what_is_equal_has_the_same_identity(make: Callable[[], Any]) -> None:
    """Made again, copied, or sent: equal parts may be one object here and two there."""
    value = make()
    assert held(value) == held(make()) == held(copy.deepcopy(value)) == held(pickle.loads(pickle.dumps(value)))
    twice = [value, value]
    assert held(twice) == held([make(), make()])


def test_a_ring_ends() -> None:
    one: list[Any] = [1]
    one.append(one)
    other: list[Any] = [1]
    other.append([1, other])
    assert held(one) == held(copy.deepcopy(one)) != held(other)


def test_they_say_what_they_are() -> None:
    entrants = entrants_of(["random", "support.bots:First", Random, partial(SnowWhite, worlds=2), Heaviest()])
    text, dotted, kind, factory, thing = (entrant.identity for entrant in entrants)
    assert (text, dotted, kind) == ("random", "support.bots:First", "dominoes.players.plain.Random")
    assert factory is not None
    assert factory.startswith("a functools.partial with the state ")
    assert thing is not None
    assert thing.startswith("a dominoes.players.plain.Heaviest with the state ")


def test_the_identity_is_this() -> None:
    """For good: a change here is a change for everybody who goes on with a file."""
    assert identity_of(bots.Weighted({"pips": 0.5, "double": 3}, {"a", "b", "c"})) == WEIGHTED
    assert identity_of([None, True, 7, 0.1, "seven", b"7", (len, int), {"k": {1, 2}}]) == MIXED


WEIGHTED = "a support.bots.Weighted with the state e0ba2fd249dbfab0"
MIXED = "a builtins.list with the state 944e65c1f74d3dbf"


@pytest.mark.parametrize("hash_seed", ["0", "1", "2"])
def test_it_is_the_same_in_every_process(hash_seed: str) -> None:
    """Where the order of sets is another, and every text another object."""
    program = (
        "import json\n"
        "from support import bots\n"
        "from dominoes.tournaments.identity import identity_of\n"
        'likes = set(json.loads(\'["a", "b", "c", "d", "e", "f"]\'))\n'
        "print(json.dumps(identity_of(bots.Weighted({'pips': 0.5, 'pips2': 0.5}, likes))))\n"
    )
    env = environment(PYTHONHASHSEED=hash_seed)
    env["PYTHONPATH"] = os.pathsep.join([str(Path(__file__).resolve().parent.parent), env["PYTHONPATH"]])
    done = subprocess.run([sys.executable, "-c", program], env=env, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == identity_of(bots.Weighted({"pips": 0.5, "pips2": 0.5}, set("abcdef")))
