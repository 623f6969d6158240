"""Snow White: what each action is worth, by playing sampled worlds to their ends.

A world (``worlds``) is weighted by how likely the others' plays were in it, each chosen by a softmax over a simple
worth. From every world the round is played out after each action that is still in question, by the same policy and with
the same chance, so that the differences are those of the actions. After each part of the worlds the worse half of the
actions is given up (sequential halving: Karnin, Koren and Somekh, 2013).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from dominoes._codes import DRAW
from dominoes._twin import rules, worlds
from dominoes._twin.goal import Goal
from dominoes._twin.known import conclude
from dominoes._twin.lacks import note_lack
from dominoes._twin.random import Stream
from dominoes._twin.tiles import DOUBLES, HIGH, LOW, MATCHING, PIPS, set_size, tiles_of
from dominoes._twin.weighted import choose, policy_of

if TYPE_CHECKING:
    from dominoes._twin.state import State

__all__ = ["Beliefs", "Judged", "Thinking", "believe", "think"]

_CERTAIN: Final = 65536
EVEN_WEIGHT: Final = 1 << 14
"""Of an ordinary world."""
MOST_WEIGHT: Final = 1 << 24
FULL_WORLDS: Final = 1 << 16
"""With more, weights are coarser, so that the compiled kernel's 64 bits hold the sums."""
_LEAST_ON_THE_WAY: Final = 1 << 10
_MOST_ON_THE_WAY: Final = 1 << 44
_WORLDS_UNTIL_A_LOOK: Final = 8
_HAVING: Final = MATCHING[:10]
"""The tiles that show each number of the sets in which the past is weighed."""

# 65536 exp(-i / 8), rounded; 0 beyond.
# fmt: off
FALLING: Final = (
    65536, 57835, 51039, 45042, 39750, 35079, 30957, 27319, 24109, 21276, 18776, 16570, 14623, 12905, 11388, 10050,
    8869, 7827, 6907, 6096, 5380, 4747, 4190, 3697, 3263, 2879, 2541, 2243, 1979, 1746, 1541, 1360, 1200, 1059, 935,
    825, 728, 642, 567, 500, 442, 390, 344, 303, 268, 236, 209, 184, 162, 143, 127, 112, 99, 87, 77, 68, 60, 53, 47,
    41, 36, 32, 28, 25, 22, 19, 17, 15, 13, 12, 10, 9, 8, 7, 6, 6, 5, 4, 4, 3, 3, 3, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1,
    1, 1,
)
# fmt: on

Beliefs = tuple[int, tuple[tuple[int, tuple[int, ...]], ...]]
"""The weight of all worlds, and for each unseen tile that of those where it is in each seat's hand; last, in none."""


class Thinking(NamedTuple):
    """How Snow White goes about it."""

    policy: Sequence[int]
    """The weights by which worlds are played out."""
    others: Sequence[int]
    """The weights by which the others are thought to have chosen: pips, is_double, matches and variety of them."""
    temperature: int
    """Of the softmax over these, in their units; 0: every choice was as likely."""
    worlds: int
    match: bool
    """The chance to win the match counts, not points."""
    halving: bool
    """Actions are given up on the way."""
    stop: Sequence[int] | None


class Judged:
    """What thinking has made of an action: sums over the worlds looked at, each times its weight."""

    __slots__ = ("action", "points", "squares", "value", "weight", "wins", "worlds")

    def __init__(self, action: int) -> None:
        self.action = action
        self.worlds = self.weight = self.points = self.squares = self.wins = self.value = 0

    def take_over(self, like: Judged) -> None:
        """All but the action, from one that comes to the same."""
        self.worlds, self.weight, self.points = like.worlds, like.weight, like.points
        self.squares, self.wins, self.value = like.squares, like.wins, like.value

    def numbers(self) -> tuple[int, int, int, int, int, int, int]:
        """As ``advise`` gives them."""
        return self.action, self.worlds, self.weight, self.points, self.squares, self.wins, self.value


class _Past(NamedTuple):
    """A play of another seat, where it had a choice."""

    seat: int
    at: int
    """The index of the action."""
    tile: int
    end: int
    """Its index in ``numbers``; no matter for the opening."""
    numbers: tuple[int, ...]
    """At the open ends; none for the opening."""
    playable: tuple[int, ...]
    """What could be laid on each, masks."""
    later: int
    """What the seat still held then and has played since, the tile itself included: a mask."""


class _Thinker:
    """One decision: what is known, and the position to be dealt worlds."""

    def __init__(self, view: State, how: Thinking) -> None:
        self._how = how
        self._viewer = view._viewer
        self._known = conclude(view)
        self._goal = Goal(view._spec, view._scores_before, view._viewer, how.match)
        self._side = view._viewer & 1 if view._spec[rules.PARTNERS] else view._viewer
        policy = policy_of(how.policy, len(view._dealt))
        assert policy is not None
        self._policy = policy
        self._base = view.copy()
        self._base._viewer, self._base._history = -1, []  # what was done is not asked again
        self._past = self._recall_past(view) if how.temperature > 0 else []
        self._coarser = sum(how.worlds >> bits > FULL_WORLDS for bits in range(20))
        self.worlds = worlds.Worlds(self._known, view)

    @property
    def unseen(self) -> list[int]:
        """The tiles that lie somewhere."""
        return tiles_of(self._known.unseen)

    def whereabouts(self) -> list[tuple[int, int]]:
        """Of the world at hand: each unseen tile, and the seat that holds it, or the number of players."""
        bins, nobody = self._known.bins, len(self._base._dealt)
        items = (item for item in self.worlds.items if item.seat < 0)
        return [(item.tile, nobody if item.where == worlds.STAYS else bins[item.where].seat) for item in items]

    # How likely a world is.

    def _recall_past(self, view: State) -> list[_Past]:
        """The others' plays from which something can be learnt: where the tile was not prescribed.

        Of sets to double-nine; where more is hidden, little is to be learnt.
        """
        if set_size(view._spec[rules.MAX_PIP]) > 64:
            return []
        past = []
        for at, (action, seat, ends, fits, *_) in enumerate(view._history):
            laid = [(end, one.number, room) for end, (one, room) in enumerate(zip(ends, fits, strict=True)) if one]
            if action >= DRAW or seat == view._viewer or (not laid and view._forced >= 0):
                continue
            end = next((i for i, (one, _, _) in enumerate(laid) if one == (action >> 11) - 1), -1)
            numbers = tuple(number for _, number, _ in laid)
            playable = tuple(_playable_on(number, room) for _, number, room in laid)
            past.append(_Past(seat, at, action >> 3 & 255, end, numbers, playable, self._played_later(seat, at)))
        return past

    def _played_later(self, seat: int, at: int) -> int:
        tiles = 0
        for spent in self._known.spent:
            if spent.seat == seat and spent.at >= at and 0 <= spent.since <= at:
                tiles |= 1 << spent.tile
        return tiles

    def _held_then(self, play: _Past) -> int:
        """What a seat held when it made a play, in the world at hand."""
        bins, tiles = self._known.bins, play.later
        for one, unseen in zip(bins, self.worlds.in_bins, strict=True):
            if one.seat == play.seat and one.since <= play.at:
                tiles |= unseen
        for item in self.worlds.open:
            if item.seat == play.seat and item.at >= play.at and bins[item.where].since <= play.at:
                tiles |= 1 << item.tile
        return tiles

    def _chance_of(self, play: _Past) -> int:
        """The chance of a play, of 65536."""
        worths, own = _simple_worths(self._how.others, play, self._held_then(play))
        if len(worths) < 2:
            return _CERTAIN
        most, temperature = max(worths), self._how.temperature
        chances = [_falling((most - worth) * 8 // temperature) for worth in worths]
        return (_falling((most - own) * 8 // temperature) << 16) // sum(chances)

    def weigh(self) -> int:
        """The weight of the world at hand. A little is always left: people are not machines."""
        weight = 1 << 30
        for play in self._past:
            weight = weight * (3 * self._chance_of(play) + 2048) >> 16  # a play was one of three, more or less
            weight = min(max(weight, _LEAST_ON_THE_WAY), _MOST_ON_THE_WAY)
        weight = min(max(weight >> 16, 1), MOST_WEIGHT) if self._past else EVEN_WEIGHT
        return max(weight >> self._coarser, 1)

    # Playing worlds out.

    def deal(self) -> None:
        """Deal the world at hand to the position."""
        base = self._base
        for seat, hand in enumerate(self.worlds.hands):
            if seat != self._viewer:
                base._hands[seat] = hand
        undrawn = len(base._boneyard) - base._next
        base._boneyard = (*base._boneyard[: base._next], *self.worlds.boneyard[:undrawn])

    def _play_out(self, action: int, stream: Stream) -> State:
        """The round after an action and the policy's play from there, over."""
        state, policy, lacks = self._base.copy(), self._policy, self._known.lacks.copy()
        while True:
            if policy.blocks and action >= DRAW:
                note_lack(lacks, state, action)
            state._act(action)
            if state._turn < 0:
                return state
            action = choose(state, state._actions_now(), stream, policy, lacks)

    def look_at(self, judged: Judged, weight: int, chance: bytes) -> None:
        """Play the position out after an action, and note what comes of it."""
        over = self._play_out(judged.action, Stream(chance, 0))
        ahead = self._goal.points_ahead(over._points)
        judged.worlds += 1
        judged.weight += weight
        judged.points += weight * ahead
        judged.squares += weight * ahead * ahead
        judged.value += weight * self._goal.value(over._points)
        judged.wins += weight if over._winner == self._side else 0


def _playable_on(number: int, room: int) -> int:
    """The mask of the tiles that could be laid on an end."""
    others = MATCHING[number] & ~DOUBLES if room & 31 else 0
    return others | (MATCHING[number] & DOUBLES if room >> 5 else 0)


def _falling(steps: int) -> int:
    return FALLING[steps] if steps < len(FALLING) else 0


def _simple_worths(by: Sequence[int], play: _Past, held: int) -> tuple[list[int], int]:
    """The worth of each play that the seat could make, as the others are thought to choose; and of the one it made."""
    worths, own = [], 0
    if not play.numbers:
        for tile in tiles_of(held):
            worths.append(_simple_worth(by, held, tile, MATCHING[HIGH[tile]] | MATCHING[LOW[tile]]))
            own = worths[-1] if tile == play.tile else own
    for end, (number, playable) in enumerate(zip(play.numbers, play.playable, strict=True)):
        others = 0
        for i, other in enumerate(play.numbers):
            others |= MATCHING[other] if i != end else 0
        for tile in tiles_of(held & playable):
            worths.append(_simple_worth(by, held, tile, others | MATCHING[PIPS[tile] - number]))
            own = worths[-1] if tile == play.tile and end == play.end else own
    return worths, own


def _simple_worth(by: Sequence[int], held: int, tile: int, answers: int) -> int:
    """Of laying a tile, ``answers`` being the tiles that show an end's number then."""
    pips, is_double, matches, variety, *_ = by
    left = held & ~(1 << tile)
    worth = pips * PIPS[tile] + (is_double if DOUBLES >> tile & 1 else 0) + matches * (left & answers).bit_count()
    return worth + variety * sum([left & having != 0 for having in _HAVING]) if variety else worth


def _better_half(alive: Sequence[Judged]) -> list[Judged]:
    """The better half of the actions in question, in order; all have seen the same worlds."""
    return sorted(alive, key=lambda judged: -judged.value)[: (len(alive) + 1) // 2]


def _parts(actions: int, halving: bool) -> int:
    """In how many parts the worlds are looked at: until one action is left."""
    parts = 1
    while halving and 1 << parts < actions:
        parts += 1
    return parts


def _likes(view: State, judged: Sequence[Judged]) -> list[Judged]:
    """For each action the first that comes to the same: on a chain without table, arms and count, whose ends show one
    number, a tile on the right is the mirror image of it on the left."""
    spec, ends = view._spec, view.ends()
    plain = not (spec[rules.TABLE_WIDTH] or spec[rules.SPINNER] or spec[rules.COUNT_MULTIPLE])
    if not plain or len(ends) < 2 or ends[0][1] != ends[1][1]:
        return list(judged)
    first: dict[int, Judged] = {}
    return [one if one.action >= DRAW else first.setdefault(one.action >> 3 & 255, one) for one in judged]


def think(view: State, how: Thinking, stream: Stream) -> tuple[list[Judged], Judged | None]:
    """Every legal action judged, and the best of them: None where no world can be dealt."""
    judged = [Judged(action) for action in view.legal()]
    likes = _likes(view, judged)
    alive = [one for one, like in zip(judged, likes, strict=True) if one is like]
    if how.halving and len(alive) == 1:
        return judged, alive[0]
    best = _look_at_worlds(view, how, stream, alive)
    for one, like in zip(judged, likes, strict=True):
        one.take_over(like)
    return judged, best


def _look_at_worlds(view: State, how: Thinking, stream: Stream, alive: list[Judged]) -> Judged | None:
    thinker = _Thinker(view, how)
    if not thinker.worlds.begin(stream):
        return None
    parts, done = _parts(len(alive), how.halving), 0
    for part in range(1, parts + 1):
        for number in range(done, how.worlds * part // parts):
            if how.stop is not None and number > 0 and number % _WORLDS_UNTIL_A_LOOK == 0 and how.stop[0]:
                return _better_half(alive)[0]
            thinker.worlds.next(stream)
            thinker.deal()
            weight, chance = thinker.weigh(), stream.next().to_bytes(8, "little") * 4
            for one in alive:
                thinker.look_at(one, weight, chance)
        done = how.worlds * part // parts
        if how.halving or part == parts:
            alive = _better_half(alive)
    return _better_half(alive)[0]


def believe(view: State, how: Thinking, stream: Stream) -> Beliefs | None:
    """Where each unseen tile lies, by the weight of the worlds in which it does; None where no world can be dealt."""
    thinker = _Thinker(view, how)
    if not thinker.worlds.begin(stream):
        return None
    players, total = len(view._dealt), 0
    found: dict[int, list[int]] = {tile: [0] * (players + 1) for tile in thinker.unseen}
    for _ in range(how.worlds):
        thinker.worlds.next(stream)
        weight = thinker.weigh()
        total += weight
        for tile, where in thinker.whereabouts():
            found[tile][where] += weight
    return total, tuple((tile, tuple(row)) for tile, row in found.items())
