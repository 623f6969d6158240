"""Players that come along, found by name.

>>> from dominoes import players
>>> players.get("heaviest").name
'heaviest'
>>> players.get("pinochio")
Traceback (most recent call last):
dominoes.registry.PlayerError: there is no player 'pinochio'; there are heaviest, random
"""

from __future__ import annotations

from dominoes.players.plain import Heaviest, Random
from dominoes.registry import get, names, register, unregister

__all__ = ["Heaviest", "Random", "get", "names", "register", "unregister"]

register(Random.name, Random)
register(Heaviest.name, Heaviest)
