"""Players that come along, found by name.

>>> from dominoes import players
>>> players.get("heaviest").name
'heaviest'
>>> players.names()
('blocker', 'buratino', 'heaviest', 'pinocchio', 'random', 'snow-white')
>>> players.get("snow-white/5")
SnowWhite(level=5)
"""

from __future__ import annotations

from dominoes.players.blocker import Blocker
from dominoes.players.characters import Buratino, Pinocchio, SnowWhite
from dominoes.players.plain import Heaviest, Random
from dominoes.registry import get, names, register, unregister

__all__ = [
    "Blocker",
    "Buratino",
    "Heaviest",
    "Pinocchio",
    "Random",
    "SnowWhite",
    "get",
    "names",
    "register",
    "unregister",
]

register(Random.name, Random)
register(Heaviest.name, Heaviest)
register(Blocker.name, Blocker)
register(Pinocchio.registered, Pinocchio)
register(Buratino.registered, Buratino)
register(SnowWhite.registered, SnowWhite)
