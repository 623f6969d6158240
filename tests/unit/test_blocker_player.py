"""The heuristic blocker as a player, and decisions of it worked out by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from dominoes import _pure, players
from dominoes._codes import DRAW
from dominoes._twin import blocker, known
from dominoes.match import Match
from dominoes.moves import Move
from dominoes.players import Blocker
from dominoes.registry import Player
from dominoes.round import Round
from dominoes.rules import Rules
from dominoes.tiles import Tile


def round_of(rules: Rules, hands: Sequence[Sequence[str]], *moves: str, **how: Any) -> Round:
    rnd = Round(rules, hands=hands, **how)
    for move in moves:
        rnd.play(move)
    return rnd


def pure_of(rnd: Round) -> _pure.State:
    """The round on the pure backend."""
    state = rnd.state
    hands, boneyard = state.dealt()
    pure = _pure.State(state.spec, hands, boneyard, state.starter if state.forced < 0 else -1)
    for action in state.actions():
        assert pure.apply(action) == 0
    return pure


def scores(rnd: Round) -> dict[str, float]:
    """What the blocker thinks of each play of the seat to act, in points."""
    pure = pure_of(rnd)
    position = pure.copy()
    thinking = blocker._Blocker(position, known.conclude(pure.seen_by(pure.turn)))
    plays = [play for play in pure.legal() if play < DRAW]
    return {str(Move.from_code(play)): thinking.score(play) / (100 * 32 * 65536) for play in plays}


def chosen(rnd: Round) -> str:
    assert rnd.turn is not None
    return str(Blocker().choose(rnd.view(rnd.turn)))


def test_it_plays_what_the_other_can_hardly_answer() -> None:
    """Ends 6 and 6; the other holds 2 of 24 unseen tiles.

    6-5 leaves 5 and 6: 11 pips + 2.5 x 2 (6-4, 5-0 fit) + 4 numbers (6, 5, 4, 0) = 20. Of the 13 tiles with a 5 or a 6
    four are known, 9 would answer: 150 x C(15, 2) / C(24, 2) = 150 x 105 / 276 = 57.065.
    6-4 leaves 4 and 6: 10 + 2.5 x 1 (6-5) + 3 (6, 5, 0) = 15.5. 13 - 3 = 10 would answer: 150 x 91 / 276 = 49.457.
    """
    rnd = round_of(Rules("block", hand_size=3), [["6-6", "5-4", "4-4"], ["6-5", "6-4", "5-0"]], "6-6")
    found = scores(rnd)
    assert (found["6-5@L"], found["6-5@R"]) == (pytest.approx(77.065, abs=0.005),) * 2
    assert found["6-4@L"] == pytest.approx(64.957, abs=0.005)
    assert chosen(rnd) == "6-5@L"


def test_a_draw_in_vain_shows_what_was_lacked() -> None:
    """Ends 2 and 6; the other drew on two sixes, and played the tile that came: it holds 3 without a six.

    Unseen are 24 tiles, 4 of them sixes (6-0, 6-3, 6-4, 6-5): 20 candidates.
    2-1@L leaves 1 and 6: 3 + 2.5 x 1 (6-1) + 2 (6, 1) = 7.5. Five candidates show a 1, and none a 6:
    150 x C(15, 3) / C(20, 3) = 150 x 455 / 1140 = 59.868.
    6-1@R leaves 2 and 1: 7 + 2.5 x 1 (2-1) + 2 (2, 1) = 11.5. Ten candidates show a 1 or a 2:
    150 x C(10, 3) / C(20, 3) = 150 x 120 / 1140 = 15.789.
    """
    hands = [["6-6", "6-1", "2-1"], ["5-4", "4-3", "1-1"]]
    rnd = round_of(Rules("draw", hand_size=3), hands, "6-6", "draw", "6-2@L", boneyard=["6-2", "3-2", "5-5"])
    found = scores(rnd)
    assert found["2-1@L"] == pytest.approx(67.368, abs=0.005)
    assert found["6-1@R"] == pytest.approx(27.289, abs=0.005)
    assert chosen(rnd) == "2-1@L"


def test_what_was_drawn_in_vain_lacks_it_too() -> None:
    """As before, but the other drew twice: it holds 4 tiles without a six, and one reckons with all of them together.

    2-1@L: 7.5 + 150 x C(15, 4) / C(20, 4) = 7.5 + 150 x 1365 / 4845.
    """
    hands = [["6-6", "6-1", "2-1"], ["5-4", "4-3", "3-3"]]
    boneyard = ["5-5", "6-2", "3-2", "4-4", "5-1"]
    rnd = round_of(Rules("draw", hand_size=3), hands, "6-6", "draw", "draw", "6-2@L", boneyard=boneyard)
    assert scores(rnd)["2-1@L"] == pytest.approx(7.5 + 150 * 1365 / 4845, abs=0.005)


def test_tiles_drawn_since_may_be_anything() -> None:
    """With draw = one seat 1 drew and passed three times: on ends 6 and 6, then 6 and 1, then 1 and 2.

    Seven tiles it held when there was a six at an end, and passed since: they show no 6, no 1 and no 2, as ten unseen
    tiles do. The last one came when the sixes were gone: 14 unseen tiles show neither 1 nor 2, and 4 of them have a 6.
    """
    hands = [["6-6", "6-1", "6-2", "2-1", "1-0"], ["5-4", "4-3", "3-3", "5-5", "4-4"]]
    rules = Rules("draw", hand_size=5, draw="one")
    moves = ("6-6", "draw", "pass", "6-1@L", "draw", "pass", "6-2@R", "draw", "pass")
    rnd = round_of(rules, hands, *moves, boneyard=["5-3", "4-0", "3-0"])
    seen = known.conclude(pure_of(rnd).seen_by(0))
    parts = blocker._hidden_hand(seen, [one.places for one in seen.bins], 1)
    assert [(part.tiles, part.places) for part in parts] == [(10, 7), (14, 1)]
    sixes = sum(1 << tile for tile in range(28) if 6 in (Tile.from_index(tile).high, Tile.from_index(tile).low))
    assert blocker._chance_of_none(parts, sixes) / 65536 == pytest.approx(10 / 14, abs=0.0001)


def test_points_at_once_count() -> None:
    """Opening at All Fives; the other holds 2 of 26 unseen tiles.

    5-5: 10 + 5 (a double) + 2.5 x 1 (6-5) + 2 (6, 5) + 10 points; 7 - 2 tiles answer:
    150 x C(21, 2) / C(26, 2) = 150 x 210 / 325.
    6-5: 11 + 2.5 x 1 (5-5) + 1 (5); no points; 13 - 2 = 11 tiles answer: 150 x C(15, 2) / C(26, 2) = 150 x 105 / 325.
    """
    rnd = round_of(Rules("all-fives", hand_size=2), [["5-5", "6-5"], ["4-1", "3-1"]], starter=0)
    assert scores(rnd) == {
        "5-5": pytest.approx(29.5 + 150 * 210 / 325, abs=0.005),
        "6-5": pytest.approx(14.5 + 150 * 105 / 325, abs=0.005),
    }
    assert chosen(rnd) == "5-5"


def test_in_teams_the_partner_should_be_able_to_answer() -> None:
    """Ends 6 and 6; unseen are 25 tiles, the next and the partner hold 2 of them each, the previous 1.

    6-5: 1.5 x 11 + 2.5 x 1 (6-4) + 3.8 x 2 (6, 4) = 26.6; 13 - 3 = 10 tiles answer 5 and 6.
    For two tiles C(15, 2) / C(25, 2) = 105 / 300 = 0.35, for one 15 / 25 = 0.6: (90 - 50) x 0.35 + 26 x 0.6 = 29.6.
    6-4: 1.5 x 10 and the rest alike, 54.7.
    """
    hands = [["6-6", "2-1"], ["6-5", "6-4"], ["6-0", "1-0"], ["3-2", "0-0"]]
    rnd = round_of(Rules("partnership", hand_size=2), hands, "6-6")
    found = scores(rnd)
    assert (found["6-5@R"], found["6-4@L"]) == (pytest.approx(56.2, abs=0.01), pytest.approx(54.7, abs=0.01))
    assert chosen(rnd) == "6-5@L"


def test_on_a_table_ends_are_worth_what_they_bring() -> None:
    """Opening on a wide table, so that each end is wholly free: 32 ways to go on by two tiles.

    The opener holds the highest tile, 5-4: the other was dealt no double and none of 6-5, 6-4, 6-3. That leaves 16
    candidates with 80 pips in all; the other holds 2 of them, 10 pips to be expected.
    5-4: 9 + 1 x 1 (4-3) = 10; 4 candidates show a 5, 3 others a 4: 150 x C(9, 2) / C(16, 2) = 150 x 36 / 120 = 45.
      End 5: A = 0 - 2 x 4 / 16 = -0.5; end 4: A = 1 - 2 x 3 / 16 = 0.625; D = 10 - 7 = 3:
      3.4 x (-0.5 + 0.625) - 2 x 0.04 x 3 = 0.185.
    4-3: 7 + 1 x 1 (5-4) = 8; 3 candidates show a 4, 4 others a 3: 45.
      End 4: A = 1 - 0.375; end 3: A = 0 - 0.5; D = 10 - 9 = 1: 0.425 - 0.08 = 0.345.
    """
    rnd = round_of(Rules("table", hand_size=2), [["5-4", "4-3"], ["2-1", "3-1"]])
    assert scores(rnd) == {"5-4": pytest.approx(55.185, abs=0.005), "4-3": pytest.approx(53.345, abs=0.005)}
    assert chosen(rnd) == "5-4"


def test_it_draws_and_passes_when_it_must_and_never_by_choice() -> None:
    hands = [["6-6", "1-1"], ["5-5", "4-4"]]
    assert chosen(round_of(Rules("draw"), hands, "6-6", boneyard=["3-3"])) == "draw"
    assert chosen(round_of(Rules("draw"), hands, "6-6")) == "pass"
    by_choice = Rules("draw", voluntary_draw=True)
    assert chosen(round_of(by_choice, [["6-6", "1-1"], ["6-5", "4-4"]], "6-6", boneyard=["3-3"])) == "6-5@L"


def test_it_is_registered_and_plays_matches() -> None:
    player = players.get("blocker")
    assert isinstance(player, Blocker)
    assert isinstance(player, Player)
    assert player.name == "blocker"
    for rules in (Rules("table", target=30), Rules("all-fives", players=3, target=50), Rules("partnership", target=50)):
        match = Match(rules, (["blocker", "random"] * 2)[: rules.players], seed="yardstick")
        for _ in match.run():
            pass
        assert match.over


def test_another_deal_that_looks_the_same_leads_to_the_same_move() -> None:
    own = ["6-5", "6-4", "5-0"]
    others = [["6-6", "5-4", "4-4"], ["6-6", "2-1", "3-3"], ["6-6", "6-0", "6-1"]]
    moves = {chosen(round_of(Rules("block", hand_size=3), [other, own], "6-6")) for other in others}
    assert moves == {"6-5@L"}
