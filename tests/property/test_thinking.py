"""What players do in a view: the same on both backends, by the view alone, and beliefs as the definition has them."""

from __future__ import annotations

import math
import random
from array import array
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from support import strategies
from support.backends import Core
from support.cases import Deal
from support.conclusions import VARIATIONS
from support.every_deal import count_deals, deals_like, dealt
from support.notation import DRAW, TILES, encode, tile_number
from support.options import PRESET_NAMES, PRESET_PLAYERS, Options, preset
from support.rounds_on import RoundOn, some_scores, somewhere

from dominoes import _pure
from dominoes._twin import characters, worlds
from dominoes._twin.known import conclude

Cores = tuple[Core, Core]
KEY = bytes(range(5, 37))
PRESETS = [(name, players) for name in PRESET_NAMES for players in PRESET_PLAYERS[name]]
BLOCKER, PINOCCHIO, BURATINO, SNOW_WHITE = range(4)
ALL_VARIATIONS: tuple[dict[str, Any], ...] = (
    *VARIATIONS,
    {"max_pip": 15, "hand_size": 12, "voluntary_draw": True},
    {"max_pip": 9, "hand_size": 13},
    {"redeal_doubles": 3},
    {},
    {},
    {},
)


def outcome(call: Callable[..., Any], *arguments: Any) -> Any:
    """What a call gives, or the error that it raises."""
    try:
        return call(*arguments)
    except (TypeError, ValueError) as error:
        return type(error), str(error)


def check_alike(both: Cores, on: RoundOn, rng: random.Random) -> None:
    """Everything that can be asked of the view of the seat to act, and beliefs of another's."""
    number, level, count = rng.randrange(100), rng.randrange(6), rng.choice((1, 2, 3, 5))
    seats = [on.views(core) for core in both]
    streams = [core.Stream(KEY, number) for core in both]
    for views in zip(*seats, strict=True):
        compiled, twin = (outcome(view.beliefs, level, count, made) for view, made in zip(views, streams, strict=True))
        assert compiled == twin
    views = [found[0] for found in seats]
    compiled, twin = (outcome(view.advise, level, count, made) for view, made in zip(views, streams, strict=True))
    assert compiled == twin
    for player in range(4):
        skill = min(level, 5 if player else 0)
        asked = [(view, made) for view, made in zip(views, streams, strict=True)]
        chosen = [view.choose(player, skill, count, made) for view, made in asked]
        assert chosen[0] == chosen[1]
        assert views[0].is_legal(chosen[0])
    assert all(made == core.Stream(KEY, number) for core, made in zip(both, streams, strict=True))


# ---- the two backends ----


@pytest.mark.parametrize(("name", "players"), PRESETS)
def test_both_backends_think_alike(both: Cores, name: str, players: int) -> None:
    rng = random.Random(f"{name} {players}")
    for changes in ALL_VARIATIONS:
        deal = dealt(preset(name, players, **changes), rng)
        check_alike(both, somewhere(replace(deal, scores=some_scores(deal.options, rng)), rng), rng)


@given(deal=strategies.deals(largest=12), seed=strategies.numbers)
@settings(max_examples=strategies.examples(0.4))
def test_both_backends_think_alike_by_any_rules(both: Cores, deal: Deal, seed: int) -> None:
    rng = random.Random(seed)
    check_alike(both, somewhere(replace(deal, starter=None), rng, most=30), rng)


def test_both_ways_of_sampling_are_looked_at() -> None:
    """Some of the positions above are counted, some walked."""
    rng, exact = random.Random(3), set()
    for changes in ALL_VARIATIONS * 3:
        view = somewhere(dealt(preset("draw", 4, **changes), rng), rng).state(_pure)
        view = view.seen_by(view.turn)
        sampler = worlds.Worlds(conclude(view), view)
        assert sampler.begin(_pure.Stream(KEY, 0))
        exact.add(sampler.exact)
    assert exact == {True, False}


@pytest.mark.parametrize("name", ["draw", "table", "all-fives"])
def test_thinking_stops_when_it_is_told(core: Core, name: str) -> None:
    """It looks at every eighth world."""
    view = somewhere(dealt(preset(name), random.Random(2)), random.Random(1)).views(core)[0]
    stop = array("i", [0])
    through = view.advise(0, 20, core.Stream(KEY, 0), stop)
    stop[0] = 1
    stopped = view.advise(0, 20, core.Stream(KEY, 0), stop)
    assert [row[1] for row in through] == [20] * len(through)
    assert stopped == view.advise(0, 8, core.Stream(KEY, 0))
    assert view.choose(SNOW_WHITE, 0, 20, core.Stream(KEY, 0), stop) in view.legal()


@pytest.mark.parametrize("count", [1 << 16, (1 << 16) + 1, (1 << 17) + 1, 1_000_000])
def test_where_worlds_are_very_many_their_weights_are_coarser(both: Cores, count: int) -> None:
    """So that 64 bits hold the sums; asked for, but told to stop at once."""
    on, stop = somewhere(dealt(preset("partnership"), random.Random(2)), random.Random(5)), array("i", [1])
    advice = [on.views(core)[0].advise(0, count, core.Stream(KEY, 0), stop) for core in both]
    few = on.views(both[0])[0].advise(0, 8, both[0].Stream(KEY, 0))
    assert advice[0] == advice[1]
    assert {row[1] for row in advice[0]} == {8}
    assert (advice[0] == few) is (count == 1 << 16)


@pytest.mark.parametrize("name", ["draw", "block", "partnership"])
def test_of_mirror_images_one_is_looked_at(core: Core, name: str) -> None:
    """Where both ends of a plain chain show one number."""
    rng, alike = random.Random(name), 0
    for _ in range(150):
        view = somewhere(dealt(preset(name), rng), rng, most=12).views(core)[0]
        rows, ends = view.advise(0, 6, core.Stream(KEY, 3)), view.ends()
        if len(ends) < 2 or ends[0][1] != ends[1][1]:
            continue
        by_tile: dict[int, list[tuple[int, ...]]] = {}
        for action, *numbers in rows:
            if action < DRAW:
                by_tile.setdefault(action >> 3 & 255, []).append(tuple(numbers))
        twice = [numbers for numbers in by_tile.values() if len(numbers) == 2]
        assert all(left == right for left, right in twice)
        alike += len(twice)
        own = core.Stream(KEY, 4)
        chosen = view.choose(SNOW_WHITE, 0, 6, own)
        assert chosen >= DRAW or chosen >> 11 == 1  # the left end
        if len(by_tile) == 1 and len(rows) == 2:
            assert own == core.Stream(KEY, 4)
    assert alike > 2


def test_levels_are_numbers_of_worlds(core: Core) -> None:
    view = somewhere(dealt(preset("block"), random.Random(2)), random.Random(5)).views(core)[0]
    assert {row[1] for row in view.advise(1, 0, core.Stream(KEY, 0))} == {characters.WORLDS[1]}
    assert view.beliefs(1, 0, core.Stream(KEY, 0)) == view.beliefs(4, characters.WORLDS[1], core.Stream(KEY, 0))


def test_classes_of_somebody_else_are_asked_for_nothing(core: Core) -> None:
    """Only for the tiles and the words that they hold."""

    class LoudStream(core.Stream):  # type: ignore[misc, name-defined]
        def next(self) -> int:
            raise AssertionError

        below = copy = next

    class LoudState(core.State):  # type: ignore[misc, name-defined]
        def legal(self) -> tuple[int, ...]:
            raise AssertionError

        copy = seen_by = hand = legal

    view = somewhere(dealt(preset("draw"), random.Random(2)), random.Random(9)).views(core)[0]
    loud = core.restore(LoudState, view.__reduce__()[1][1])
    plain, other = core.Stream(KEY, 0), LoudStream(KEY, 0)
    for player in range(4):
        assert loud.choose(player, 0, 3, other) == view.choose(player, 0, 3, plain)
    assert loud.advise(0, 3, other) == view.advise(0, 3, plain)
    assert loud.beliefs(0, 3, other) == view.beliefs(0, 3, plain)


# ---- what is refused ----


def bad_calls(core: Core, view: Any) -> list[tuple[Any, ...]]:
    stream = core.Stream(KEY, 0)
    blank = core.Stream.__new__(core.Stream)
    return [
        (view.choose, -1, 0, 0, stream),
        (view.choose, 4, 9, 0, stream),
        (view.choose, BLOCKER, 1, 0, stream),
        (view.choose, BLOCKER, 0, -1, "x"),
        (view.choose, BLOCKER, 0, 0, "x", 3),
        (view.choose, PINOCCHIO, 6, -1, None),
        (view.choose, PINOCCHIO, 0, 1_000_001, None),
        (view.choose, BURATINO, 0, 0, None),
        (view.choose, SNOW_WHITE, 0, 1_000_000, blank),
        (view.choose, SNOW_WHITE, 0, 1, stream, array("i", [1, 2])),
        (view.choose, SNOW_WHITE, 0, 1, stream, array("h", [1])),
        (view.choose, SNOW_WHITE, 0, 1, stream, b"four"),
        (view.choose, "3", 0, 1, stream),
        (view.choose, SNOW_WHITE, 0.5, 1, stream),
        (view.choose, SNOW_WHITE, 0, None, stream),
        (view.choose, 9, 0.5, 1, stream),
        (view.advise, 6, 1, stream),
        (view.advise, 0, -1, stream),
        (view.advise, 0, 1, None),
        (view.advise, 0, 1, blank),
        (view.advise, 0, 1, stream, stream),
        (view.beliefs, -1, 1, stream),
        (view.beliefs, 0, 1_000_001, stream),
        (view.beliefs, 0, 1, stream.next()),
        (view.choose, BLOCKER, 0, 0, None),
        (view.advise, 1, 1, stream),
        (view.beliefs, 5, 1, stream),
    ]


def test_what_is_refused_is_refused_alike(both: Cores) -> None:
    """On a turn, on another's, on a round that is over, on what is no view, and on nothing set up."""
    on = somewhere(dealt(preset("draw", 3), random.Random(8)), random.Random(8))
    told = []
    for core in both:
        state = on.state(core)
        seen = on.views(core)
        bare = core.State.__new__(core.State)
        while state.turn != -1:
            state.apply(state.legal()[0])
        places = [seen[0], seen[1], state.seen_by(0), state, on.state(core), bare]
        told.append([[outcome(*call) for call in bad_calls(core, place)] for place in places])
    assert told[0] == told[1]
    words = {
        found[1] for place in told[0] for found in place if isinstance(found, tuple) and isinstance(found[0], type)
    }
    assert {
        "there is no player number -1",
        "the level of blocker is 0 to 0",
        "the level of snow-white is 0 to 5",
        "the number of worlds is 0 to 1000000",
        "a stream is a Stream or None",
        "a stream is a Stream",
        "stop must be a writable, C-contiguous buffer of 1 C ints",
        "choose needs a seat's view",
        "advise needs a seat's view",
        "beliefs needs a seat's view",
        "the round is over",
        "this Stream was never set up",
        "this State was never set up",
    } <= words
    turns = [word for word in words if word.startswith("seat ")]
    assert len(turns) == 1


# Views set up by hand in which seat 0 played three tiles that cannot have lain in two places: its tiles dealt, those of
# seat 1, the boneyard with what seat 1 drew of it, and the actions.
IMPOSSIBLE = [
    (
        3,
        "1-0 4-4 5-3",
        "? 3-0 5-0 ? 2-1 ? 6-6 2-2 3-3 ? ? ? ? ? ? ? ? ? ? ? ? ?",
        "5-3 draw pass draw 3-0@R 6-0@R draw 5-0@L draw pass 1-0@L 1-1@L draw 2-1@L draw 5-2@L draw 6-6@R 5-4@L draw "
        "4-4@L 6-1@R draw pass draw 4-3@L 3-3@L",
    ),
    (
        14,
        "6-6 4-3 2-1",
        "? 2-0 5-5 ? 2-2 ? 5-4 3-1 4-4",
        "2-1 draw pass draw 2-0@L 1-0@R draw pass draw 0-0@R draw pass draw pass draw pass 6-0@L draw 6-6@L 6-2@L "
        "2-2@L 3-2@L 3-1@L 1-1@L draw pass 6-1@L",
    ),
]


@pytest.mark.parametrize(("hidden", "own", "boneyard", "actions"), IMPOSSIBLE)
def test_no_deal_leads_to_some_views(core: Core, hidden: int, own: str, boneyard: str, actions: str) -> None:
    options = Options(players=2, draw="one", voluntary_draw=True, opening_tile="free", next_opening="winner")
    hands = ((255,) * hidden, tuple(map(tile_number, own.split())))
    rest = [255 if tile == "?" else tile_number(tile) for tile in boneyard.split()]
    done = tuple(map(encode, actions.split()))
    view: Any = core.restore(None, (options.spec(), hands, rest, 1, -1, (0, 0), 1, done))
    stream = core.Stream(KEY, 0)
    with pytest.raises(ValueError, match="no deal leads to this view"):
        view.beliefs(0, 1, stream)
    if view.turn == 1:
        with pytest.raises(ValueError, match="no deal leads to this view"):
            view.advise(0, 1, stream)
        assert view.choose(SNOW_WHITE, 0, 1, stream) == view.legal()[0]


def test_a_view_that_breaks_a_condition_on_whole_deals_is_thought_about_all_the_same(both: Cores) -> None:
    """Set up by hand: another opens than the holder of the highest tile, which the viewer has."""
    options = Options(players=2, max_pip=2, hand_size=2, opening_tile="free")
    on = RoundOn(Deal(options, (("2-2", "1-0"), ("2-0", "0-0")), ("1-1", "2-1"), 1), (encode("2-0"),))
    beliefs = [on.views(core)[0].beliefs(0, 20, core.Stream(KEY, 0)) for core in both]
    assert beliefs[0] == beliefs[1]
    total, rows = beliefs[0]
    assert [tile for tile, _ in rows] == [tile_number(tile) for tile in ("0-0", "1-1", "2-1")]
    assert all(sum(row) == total for _, row in rows)


# ---- by the view alone ----


def swapped(on: RoundOn, viewer: int, rng: random.Random) -> RoundOn:
    """Two tiles that the viewer does not see change places; the same round where it would have gone otherwise."""
    state = on.state(_pure)
    view = state.seen_by(viewer)
    unseen = [TILES[tile] for tile in range(len(TILES)) if conclude(view).unseen >> tile & 1]
    first, second = (f"{high}-{low}" for high, low in rng.sample(unseen, 2))
    other = {first: second, second: first}
    hands = tuple(tuple(other.get(tile, tile) for tile in hand) for hand in on.deal.hands)
    boneyard = tuple(other.get(tile, tile) for tile in on.deal.boneyard)
    changed = RoundOn(replace(on.deal, hands=hands, boneyard=boneyard), on.actions)
    again = changed.deal.state(_pure)
    looks_alike = all(again.apply(action) == 0 for action in on.actions) and again.seen_by(viewer) == view
    return changed if looks_alike else on


@pytest.mark.parametrize(("name", "players"), PRESETS)
def test_what_cannot_be_seen_changes_nothing(core: Core, name: str, players: int) -> None:
    """Hidden tiles shuffled by swaps that lead to the same view: the same choice, advice and beliefs."""
    rng, count = random.Random(f"{name} {players}"), 20 if core.BACKEND == "c" else 2
    differ = 0
    for number in range(6):
        on = somewhere(dealt(preset(name, players), rng), rng, most=25)
        viewer = on.state(_pure).turn
        other = on
        for _ in range(25):
            other = swapped(other, viewer, rng)
        differ += other != on
        told = []
        for one in (on, other):
            view, stream = one.views(core)[0], core.Stream(KEY, number)
            chosen = [view.choose(player, 0, count, stream) for player in range(4)]
            told.append((chosen, view.advise(0, count, stream), view.beliefs(0, count, stream)))
        assert told[0] == told[1]
    assert differ >= 4


# ---- what advice and beliefs are ----


@pytest.mark.parametrize(("name", "players"), PRESETS)
def test_advice_adds_up(core: Core, name: str, players: int) -> None:
    view = somewhere(dealt(preset(name, players), random.Random(7)), random.Random(7)).views(core)[0]
    advice = view.advise(0, 12, core.Stream(KEY, 0))
    assert [row[0] for row in advice] == list(view.legal())
    total, rows = view.beliefs(0, 12, core.Stream(KEY, 0))
    for _, seen, weight, points, squares, wins, _ in advice:
        assert seen == 12
        assert 0 <= wins <= weight
        assert points * points <= weight * squares
    assert len({row[2] for row in advice}) == 1
    for seat in range(players):
        if seat != view.viewer:
            assert sum(row[seat] for _, row in rows) == total * view.hand_count(seat)
    assert all(sum(row) == total and row[view.viewer] == 0 for _, row in rows)


def falling(difference: int) -> float:
    """How much less likely a play is than the best one, which is worth so much more."""
    return math.exp(-(difference * 8 // characters.TEMPERATURE) / 8)


def weight_of_play(state: Any, action: int) -> float:
    """How likely somebody is to make this play: a softmax over what all its plays are worth, placements left aside."""
    taste = characters.common_sense(state.spec)
    hand = [TILES[tile] for tile in state.hand(state.turn)]
    ends = {end: number for end, number, _ in state.ends()}
    worths = {}
    for play in {play >> 3 for play in state.legal() if play < DRAW}:
        tile, end = TILES[play & 255], (play >> 8) - 1
        shown = {number for other, number in ends.items() if other != end}
        shown |= {sum(tile) - ends[end]} if ends else set(tile)
        left = [other for other in hand if other != tile]
        worth = taste.pips * sum(tile) + taste.is_double * (tile[0] == tile[1])
        worth += taste.matches * sum(1 for other in left if shown & set(other))
        worths[play] = worth + taste.variety * len({number for other in left for number in other})
    best = max(worths.values())
    chance = falling(best - worths[action >> 3]) / sum(falling(best - worth) for worth in worths.values())
    return 1.0 if len(worths) < 2 else chance


def weight_of_deal(after: Any, viewer: int) -> float:
    """How likely the others' choices were, in a deal that leads to a view."""
    hands, boneyard = after.dealt()
    state = _pure.State(after.spec, hands, boneyard, after.starter)
    weight = 1.0
    for action in after.actions():
        prescribed = not state.ends() and after.forced >= 0
        if action < DRAW and state.turn != viewer and not prescribed:
            weight *= 3 * weight_of_play(state, action) + 1 / 32
        assert state.apply(action) == 0
    return weight


Shares = dict[int, list[float]]


def expected_beliefs(view: Any, weigh: Callable[[Any, int], float] = weight_of_deal) -> Shares:
    """The chance of each unseen tile to be with each seat, or last with none, by going through every deal."""
    shares: Shares = {}
    total = 0.0
    for after in deals_like(view):
        weight = weigh(after, view.viewer)
        total += weight
        for place in range(view.players + 1):
            tiles = after.hand(place) if place < view.players else after.boneyard()
            for tile in tiles if place != view.viewer else ():
                shares.setdefault(tile, [0.0] * (view.players + 1))[place] += weight
    return {tile: [share / total for share in row] for tile, row in shares.items()}


def furthest(one: Shares, other: Shares) -> float:
    return max(abs(a - b) for tile in one for a, b in zip(one[tile], other[tile], strict=True))


def test_beliefs_are_the_weighted_shares_of_all_deals(core: Core) -> None:
    """In tiny games; sampled, so that they come near. Where every deal was as likely, some would not."""
    rng, apart = random.Random(4), []
    count, near = (12_000, 0.02) if core.BACKEND == "c" else (1500, 0.06)
    while len(apart) < 12:
        players, hand_size = rng.choice(((2, 3), (3, 2), (2, 2)))
        rule, choice = rng.choice(("never", "until-playable")), rng.random() < 0.3
        options = Options(players=players, max_pip=3, hand_size=hand_size, draw=rule, voluntary_draw=choice)
        options = replace(
            options, opening_tile=rng.choice(("free", "forced")), spinner=rng.choice((None, "first-double"))
        )
        on = somewhere(dealt(options, rng), rng, most=10)
        view = on.views(_pure)[0]
        if len(on.actions) < 3 or count_deals(view) > 3000:
            continue
        expected = expected_beliefs(view)
        total, rows = on.views(core)[0].beliefs(0, count, core.Stream(KEY, len(apart)))
        assert {tile for tile, _ in rows} == set(expected)
        found = {tile: [part / total for part in row] for tile, row in rows}
        assert furthest(found, expected) < near
        apart.append(furthest(expected_beliefs(view, lambda after, viewer: 1.0), expected))
    assert max(apart) > 2 * near
