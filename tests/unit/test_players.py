"""Players: the two plain ones, the registry, and what a player of somebody else's must be."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from dominoes import players, registry
from dominoes._backend import Stream, seed_key
from dominoes.errors import DominoesError, MatchError
from dominoes.match import Human, Match
from dominoes.moves import Move
from dominoes.players import Blocker, Buratino, Heaviest, Pinocchio, Random, SnowWhite
from dominoes.registry import Player, PlayerError
from dominoes.round import Round
from dominoes.rules import Rules
from dominoes.view import View


class Lowest:
    name = "lowest"

    def choose(self, view: View) -> Move:
        return view.legal_moves()[0]


@pytest.fixture
def lowest() -> Iterator[str]:
    players.register("lowest", Lowest)
    yield "lowest"
    players.unregister("lowest")


def view_of(*moves: str, boneyard: tuple[str, ...] = (), rules: Rules | None = None, number: int = 0) -> View:
    rnd = Round(
        rules or Rules("draw"), hands=[["6-6", "5-0", "4-1", "0-0"], ["6-5", "6-0", "6-4", "2-2"]], boneyard=boneyard
    )
    for move in moves:
        rnd.play(move)
    assert rnd.turn is not None
    return rnd.view(rnd.turn, Stream(seed_key(b"test", b"players"), number))


def test_heaviest_lays_the_most_pips() -> None:
    assert Heaviest().choose(view_of("6-6")) == Move("6-5@L")


def test_heaviest_takes_the_first_of_equal_ones() -> None:
    rnd = Round(Rules("draw"), hands=[["6-6", "1-1"], ["6-0", "2-1"]])
    rnd.play("6-6")
    assert rnd.legal_moves() == (Move("6-0@L"), Move("6-0@R"))
    assert Heaviest().choose(rnd.view(1)) is Move("6-0@L")


def test_heaviest_draws_and_passes_when_it_must() -> None:
    hands = [["6-6", "1-1"], ["5-5", "4-4"]]
    rnd = Round(Rules("draw"), hands=hands, boneyard=["3-3"])
    rnd.play("6-6")
    assert Heaviest().choose(rnd.view(1)) is Move.DRAW
    rnd.play("draw")
    assert Heaviest().choose(rnd.view(1)) is Move.PASS


def test_heaviest_rather_plays_than_draws() -> None:
    rnd = Round(Rules("draw", voluntary_draw=True), hands=[["6-6", "1-1"], ["6-0", "4-4"]], boneyard=["3-3"])
    rnd.play("6-6")
    assert Move.DRAW in rnd.legal_moves()
    assert Heaviest().choose(rnd.view(1)) == Move("6-0@L")
    rules = Rules("draw", voluntary_draw=True, opening_tile="free")
    rnd = Round(rules, hands=[["5-5", "6-0"], ["0-0", "4-3"]], boneyard=["3-3"])
    rnd.play("6-0")
    assert Heaviest().choose(rnd.view(1)) == Move("0-0@R")


def test_random_takes_every_legal_move_about_as_often() -> None:
    legal = view_of("6-6").legal_moves()
    taken = [Random().choose(view_of("6-6", number=number)) for number in range(600)]
    assert set(taken) == set(legal)
    assert all(60 < taken.count(move) < 140 for move in legal)


def test_random_is_decided_by_the_stream_alone() -> None:
    views = [view_of("6-6", number=7) for _ in range(5)]
    assert len({Random().choose(view) for view in views}) == 1
    stream = Stream(seed_key(b"test", b"players"), 7)
    legal = views[0].legal_moves()
    assert Random().choose(view_of("6-6", number=7)) == legal[stream.below(len(legal))]


def test_random_needs_no_stream_for_a_single_move_only() -> None:
    rnd = Round(Rules("draw"), hands=[["6-6", "1-1"], ["6-5", "6-0"]])
    assert Random().choose(rnd.view(0)) == Move("6-6")
    rnd.play("6-6")
    with pytest.raises(PlayerError, match="a view with a stream"):
        Random().choose(rnd.view(1))


# What is no decision


MAKERS = (Blocker, Buratino, Heaviest, Pinocchio, Random, SnowWhite)


@pytest.mark.parametrize("maker", MAKERS)
def test_where_there_is_nothing_to_choose_all_say_the_same(maker: Callable[[], Player]) -> None:
    rnd = Round(Rules("draw"), hands=[["6-6", "5-0"], ["6-5", "6-0"]])
    rnd.play("6-6")
    for rng in (None, Stream(bytes(32), 0)):
        with pytest.raises(MatchError, match="^seat 1 is to act, not seat 0, whose view this is$"):
            maker().choose(rnd.view(0, rng))
    for wrong in (rnd, None, "6-5@L", rnd.state):
        with pytest.raises(TypeError, match=f"^a player chooses by a View, not {type(wrong).__name__}$"):
            maker().choose(wrong)  # type: ignore[arg-type]
    while rnd.turn is not None:
        rnd.play(rnd.legal_moves()[0])
    for seat in (0, 1):
        with pytest.raises(MatchError, match="^the round is over: there is nothing to choose$"):
            maker().choose(rnd.view(seat, Stream(bytes(32), 0)))


@pytest.mark.parametrize("maker", [Buratino, Pinocchio, Random, SnowWhite])
def test_a_choice_by_chance_needs_a_stream(maker: Callable[[], Player]) -> None:
    rnd = Round(Rules("draw"), hands=[["6-6", "1-1"], ["6-5", "6-0"]])
    rnd.play("6-6")
    with pytest.raises(PlayerError, match=f"^the player {maker().name} needs a view with a stream: ask Match.view"):
        maker().choose(rnd.view(1))


def test_the_plain_players_are_registered() -> None:
    assert players.names() == ("blocker", "buratino", "heaviest", "pinocchio", "random", "snow-white")
    assert isinstance(players.get("random"), Random)
    assert players.get("heaviest").name == "heaviest"
    assert players.get("random") is not players.get("random")
    assert isinstance(players.get("random"), Player)
    assert not isinstance(Human("Ann"), Player)


@pytest.mark.parametrize("name", ["randon", "", None, 5, [], "\ud800"])
def test_an_unknown_name_lists_those_there_are(name: object) -> None:
    with pytest.raises(
        PlayerError, match="there are blocker, buratino, heaviest, pinocchio, random, snow-white"
    ) as caught:
        players.get(name)  # type: ignore[arg-type]
    assert isinstance(caught.value, DominoesError)
    assert isinstance(caught.value, ValueError)


def test_a_registered_player_plays_by_its_name(lowest: str) -> None:
    assert players.names() == ("blocker", "buratino", "heaviest", "lowest", "pinocchio", "random", "snow-white")
    match = Match(Rules("block", target=30), ["lowest", "random"], seed="x")
    for _ in match.run():
        pass
    assert match.over
    assert match.to_record().opponents == ("lowest", "random")


def test_a_taken_name_is_refused(lowest: str) -> None:
    with pytest.raises(PlayerError, match="there is a player lowest already"):
        players.register("lowest", Lowest)


@pytest.mark.parametrize("name", ["", "a b", "a,b", "a\n", "\ud800", None, 3])
def test_a_name_can_stand_in_a_list(name: object) -> None:
    with pytest.raises(PlayerError, match="without spaces and commas"):
        players.register(name, Lowest)  # type: ignore[arg-type]


def test_a_factory_can_be_called() -> None:
    with pytest.raises(TypeError, match="cannot be called"):
        players.register("x", Lowest())  # type: ignore[arg-type]
    with pytest.raises(PlayerError, match="there is no player 'x'"):
        registry.unregister("x")
