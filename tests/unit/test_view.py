"""Views: all that a seat may know, and nothing else from anywhere."""

from __future__ import annotations

import copy
import gc
import pickle
import random
from types import FunctionType, ModuleType

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from dominoes import _backend
from dominoes.errors import IllegalMove
from dominoes.events import Drew
from dominoes.moves import Move
from dominoes.round import Round
from dominoes.rules import PRESETS, Rules
from dominoes.tiles import Tile
from dominoes.view import View

HANDS = [["6-6", "1-0"], ["4-3", "3-3"]]


def drawn_round() -> Round:
    rnd = Round(Rules("draw"), hands=HANDS, boneyard=["5-4", "6-2", "2-2"])
    for move in ("6-6", "draw", "draw"):
        rnd.play(move)
    return rnd


def test_a_seat_sees_its_own_tiles_and_counts_of_the_rest() -> None:
    rnd = drawn_round()
    mine, yours = rnd.view(1), rnd.view(0)
    assert (mine.seat, mine.turn, mine.starter, mine.number, mine.rules) == (1, 1, 0, 0, rnd.rules)
    assert mine.hand == rnd.hand(1)
    assert yours.hand == rnd.hand(0)
    assert mine.hands == (None, rnd.hand(1))
    assert yours.hands == (rnd.hand(0), None)
    assert yours.dealt_hand == (Tile("6-6"), Tile("1-0"))
    for view in (mine, yours):
        assert (view.hand_counts, view.boneyard_count) == ((1, 4), 1)
        assert (view.chain, view.ends, view.end_count, view.moves) == (rnd.chain, rnd.ends, rnd.end_count, rnd.moves)
        assert (view.scores, view.points, view.result) == (rnd.scores, rnd.points, None)
    assert mine.legal_moves() == rnd.legal_moves()
    assert yours.legal_moves() == ()
    assert mine.why_not("pass") == rnd.why_not("pass")
    assert mine.is_legal("6-2@L")
    assert str(yours.why_not("6-6@L")) == "it is not your turn: seat 1 is to act"


def test_only_ones_own_draws_are_shown() -> None:
    rnd = drawn_round()
    assert [event for event in rnd.view(1).events if isinstance(event, Drew)] == [
        Drew(1, Tile("5-4"), 2),
        Drew(1, Tile("6-2"), 1),
    ]
    assert [event for event in rnd.view(0).events if isinstance(event, Drew)] == [Drew(1, None, 2), Drew(1, None, 1)]
    for seat in (0, 1):
        assert rnd.view(seat).events == tuple(event.for_seat(seat) for event in rnd.events)


def test_the_tile_that_must_open_is_known_to_its_holder_alone() -> None:
    rnd = Round(Rules("draw"), hands=HANDS)
    assert (rnd.view(0).forced, rnd.view(1).forced) == (Tile("6-6"), None)
    rnd.play("6-6")
    assert rnd.view(1).forced == Tile("6-6")


def test_after_the_end_all_hands_lie_open() -> None:
    rnd = drawn_round()
    for move in ("6-2@L", "1-0@L"):
        if rnd.is_legal(move):
            rnd.play(move)
    while rnd.result is None:
        rnd.play(rnd.legal_moves()[0])
    for seat in (0, 1):
        assert rnd.view(seat).hands == (rnd.hand(0), rnd.hand(1))
        assert rnd.view(seat).events == rnd.events
        assert rnd.view(seat).result == rnd.result


def test_a_view_does_not_go_on_with_the_round() -> None:
    rnd = drawn_round()
    view, before = rnd.view(1), rnd.copy()
    rnd.play("6-2@L")
    assert view == before.view(1)
    assert view != rnd.view(1)
    assert view.turn == 1
    with pytest.raises(ValueError, match=r"a seat's view cannot be played on"):
        view.state.apply(Move("6-2@L").code)
    with pytest.raises(AttributeError):
        view.play("6-2@L")  # type: ignore[attr-defined]


def test_a_view_is_made_of_a_view() -> None:
    rnd = drawn_round()
    with pytest.raises(ValueError, match=r"a View is made from a seat's view"):
        View(rnd.rules, rnd.state, starter=0)
    with pytest.raises(ValueError, match=r"of the same rules"):
        View(Rules("block"), rnd.state.seen_by(0), starter=0)


@pytest.mark.parametrize(
    "rules", [Rules(preset) for preset in PRESETS] + [Rules("all-fives", table=(24, 16))], ids=repr
)
def test_the_chain_after_a_move_is_the_chain_that_comes(rules: Rules) -> None:
    chance = random.Random(3)
    for seed in range(6):
        rnd = Round.deal(rules, seed)
        while (turn := rnd.turn) is not None:
            view = rnd.view(turn)
            for move in view.legal_moves():
                after = rnd.copy()
                after.play(move)
                chain = view.chain_after(move)
                assert chain == after.chain
                assert view == rnd.view(turn)
                if after.turn is not None:
                    assert [(head.end, head.number) for head in chain.heads] == [end[:2] for end in after.ends]
            rnd.play(chance.choice(rnd.legal_moves()))


def test_the_chain_after_what_cannot_be_done() -> None:
    rnd = drawn_round()
    assert rnd.view(1).chain_after("6-2@L").heads[0].number == 2
    with pytest.raises(IllegalMove, match="you can play, so you may not pass") as caught:
        rnd.view(1).chain_after("pass")
    assert caught.value.reason == rnd.why_not("pass")
    with pytest.raises(IllegalMove, match="it is not your turn: seat 1 is to act"):
        rnd.view(0).chain_after("6-2@L")
    with pytest.raises(TypeError, match="a move is a Move or a text"):
        rnd.view(1).chain_after(5)  # type: ignore[arg-type]


def test_copies_and_pickles() -> None:
    stream = _backend.Stream(bytes(32), 5)
    view = drawn_round().view(1, stream)
    assert view.rng is stream
    assert drawn_round().view(1).rng is None
    assert hash(view) == hash(drawn_round().view(1))
    assert view == drawn_round().view(1)
    for other in (copy.copy(view), copy.deepcopy(view), pickle.loads(pickle.dumps(view))):
        assert (other, other.events, other.starter, other.number) == (view, view.events, view.starter, view.number)
        assert other.rng == stream


def test_pictures() -> None:
    view = drawn_round().view(0)
    assert "hand of seat 0: 1-0" in str(view)
    assert "hand of seat 1" not in str(view)
    assert view._repr_svg_().lstrip().startswith("<svg")
    assert repr(view) == "<View of seat 0: 3 moves, turn 1>"


# Nothing hidden


def reachable(root: object) -> list[object]:
    """Everything that can be reached from an object by the garbage collector's links, but code and modules."""
    found, queue = {id(root): root}, [root]
    while queue:
        for thing in gc.get_referents(queue.pop()):
            if id(thing) not in found and not isinstance(thing, (type, ModuleType, FunctionType)):
                found[id(thing)] = thing
                queue.append(thing)
    return list(found.values())


@pytest.mark.parametrize("preset", PRESETS)
def test_no_round_and_no_whole_state_can_be_reached(preset: str) -> None:
    rnd = Round.deal(Rules(preset), 1)
    rnd.play(rnd.legal_moves()[0])
    things = reachable(rnd.view(0, _backend.Stream(bytes(32), 0)))
    assert not [thing for thing in things if isinstance(thing, Round)]
    assert all(thing.viewer == 0 for thing in things if isinstance(thing, _backend.State))


def shown(view: View) -> tuple[object, ...]:
    """All that a view tells in any way."""
    told = [getattr(view, name) for name in dir(view) if not name.startswith("__")]
    told = [value for value in told if not callable(value)]
    asked = [view.why_not(move) for move in ("draw", "pass", "6-6", "6-4@L")]
    return (*map(repr, told), view.legal_moves(), str(view), repr(view), hash(view), *asked, pickle.dumps(view))


@given(st.sampled_from(PRESETS), st.integers(0, 2**32 - 1), st.integers(0, 40))
def test_views_of_rounds_that_differ_in_what_is_hidden_are_the_same(preset: str, seed: int, moves: int) -> None:
    """Play a while, exchange two tiles that the seat has not seen, and play the same: nothing may tell the seat."""
    rng = random.Random(seed)
    rnd = Round.deal(Rules(preset, opening="random", opening_tile="free"), seed)
    for _ in range(moves):
        if rnd.result is None:
            rnd.play(rng.choice(rnd.legal_moves()))
    if rnd.result is not None:
        rnd.undo()
    seat = rng.randrange(rnd.rules.players)
    hidden = [tile for other in range(rnd.rules.players) if other != seat for tile in rnd.hand(other)]
    hidden += rnd.boneyard
    one, two = rng.choice(hidden), rng.choice(hidden)
    exchange = {one: two, two: one}
    other = Round(
        rnd.rules,
        hands=[[exchange.get(tile, tile) for tile in hand] for hand in rnd.dealt_hands],
        boneyard=[exchange.get(tile, tile) for tile in rnd.dealt_boneyard],
        starter=rnd.starter,
    )
    try:
        for move in rnd.moves:
            other.play(move)
    except IllegalMove:
        assume(False)
    assert shown(rnd.view(seat)) == shown(other.view(seat))
