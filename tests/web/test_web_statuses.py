"""What stands beside each name: every status reached in a match, as each person at the table is shown it."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest
from support.web import Browser, Seat

import dominoes as dm
from dominoes.speaking.page import STATUSES

Wanted = Callable[[dm.Match], bool]
Shown = dict[int, tuple[str, str]]

TO_MOVE, YOUR_MOVE = ("to-move", "to move"), ("to-move", "your turn")
THINKING, WAITING, PASSED = ("thinking", "thinking"), ("waiting", "waiting"), ("passed", "passed")
MUST_DRAW, BLOCKED, INVITED = ("must-draw", "must draw"), ("blocked", "blocked"), ("invited", "invited")
WON, LOST, READY, NONE = ("won", "won"), ("lost", "lost"), ("ready", "ready"), ("", "")


def reached(rules: dm.Rules, wanted: Wanted) -> str:
    """The record of a match played at random to where it is as wanted."""
    for seed in range(2000):
        match, chance = (
            dm.Match(rules, [dm.Human(str(seat)) for seat in range(rules.players)], seed=seed),
            random.Random(seed),
        )
        while not match.over:
            if wanted(match):
                return match.to_record().dumps()
            if match.turn is None:
                break
            match.act(chance.choice(match.round.legal_moves()))
    raise AssertionError("no such position was found")


def shown(seat: Seat) -> Shown:
    """By seat the status's class and its words, to eyes and to ears; the page and the stream say the same."""
    data, page = seat.state(), seat.page()
    fragments = data["fragments"]["player"] + data["fragments"]["opponents"]
    assert data["fragments"]["player"] in page
    assert data["fragments"]["opponents"] in page
    cards = re.findall(
        r'<(?:li|div)(?: id="seat-(\d)")? class="player ([^"]*)">\s*'
        r'<p class="heard">[^:]+: (?:([^,]+), )?(?:no|\d+) tiles?, .*?<span class="status">([^<]*)</span>',
        fragments,
        re.DOTALL,
    )
    me, found = data["state"]["seat"], {}
    for number, classes, heard, words in cards:
        at, (status, *more) = int(number or me), classes.split(" ")
        assert heard == words
        assert ("acting" in more) == (data["state"]["turn"] == at)
        found[at] = (status, words)
    assert sorted(found) == list(range(len(cards)))
    return found


def legal(match: dm.Match) -> list[dm.Move]:
    return list(match.round.legal_moves())


def must(match: dm.Match, move: dm.Move, seat: int) -> bool:
    return match.turn == seat and legal(match) == [move]


def ended(reason: str, winner: int | None) -> Wanted:
    """A round, and not the match."""

    def wanted(match: dm.Match) -> bool:
        return match.turn is None and (match.round.result.reason, match.round.result.winner) == (reason, winner)

    return wanted


def lately(*passes: bool, turn: int) -> Wanted:
    """The last actions were passes, or plays."""

    def wanted(match: dm.Match) -> bool:
        last = match.round.moves[-len(passes) :]
        return match.turn == turn and [(move.is_pass, move.is_play) for move in last] == [
            (one, not one) for one in passes
        ]

    return wanted


PLAYS = lately(False, False, turn=0)
ALONE = {
    "your-move": ("block", 2, lambda match: PLAYS(match) and legal(match)[0].is_play, {0: YOUR_MOVE, 1: WAITING}),
    "thinking": ("draw", 2, lately(False, False, turn=1), {0: WAITING, 1: THINKING}),
    "thinking among three": ("draw", 3, lately(False, False, False, turn=2), {0: WAITING, 1: WAITING, 2: THINKING}),
    "thinking, nothing fits": ("draw", 2, lambda match: must(match, dm.Move.DRAW, 1), {0: WAITING, 1: THINKING}),
    "must-draw": ("draw", 2, lambda match: must(match, dm.Move.DRAW, 0), {0: MUST_DRAW, 1: WAITING}),
    "blocked": ("block", 2, lambda match: must(match, dm.Move.PASS, 0) and PLAYS(match), {0: BLOCKED, 1: WAITING}),
    "passed": ("block", 2, lately(False, True, turn=0), {0: YOUR_MOVE, 1: PASSED}),
    "passed both": ("block", 3, lately(False, True, True, turn=0), {0: YOUR_MOVE, 1: PASSED, 2: PASSED}),
    "passed, then a play": ("block", 3, lately(True, False, turn=2), {0: WAITING, 1: WAITING, 2: THINKING}),
    "I passed": ("block", 2, lately(False, True, turn=1), {0: PASSED, 1: THINKING}),
    "round won": ("draw", 3, ended("domino", 0), {0: WON, 1: NONE, 2: NONE}),
    "round won by another": ("draw", 3, ended("domino", 2), {0: NONE, 1: NONE, 2: WON}),
    "round won by a team": ("partnership", 4, ended("domino", 1), {0: NONE, 1: WON, 2: NONE, 3: WON}),
    "round blocked": ("block", 3, ended("blocked", 1), {0: BLOCKED, 1: WON, 2: BLOCKED}),
    "round blocked, nobody's": ("block", 2, ended("blocked", None), {0: BLOCKED, 1: BLOCKED}),
}  # fmt: skip


@pytest.mark.parametrize("name", ALONE)
def test_a_status_among_virtual_players(site, name):
    preset, players, wanted, expected = ALONE[name]
    rules = dm.Rules.preset(preset, players=players, target=500)
    seat = Browser(site).begin(record=reached(rules, wanted), game="", pace="4")
    assert shown(seat) == expected


TWO = {
    "to-move": ("draw", lambda match: match.turn == 1 and legal(match)[0].is_play, YOUR_MOVE),
    "must-draw is one's own matter": ("draw", lambda match: must(match, dm.Move.DRAW, 1), MUST_DRAW),
    "blocked is one's own matter": (
        "block", lambda match: must(match, dm.Move.PASS, 1) and not match.round.moves[-1].is_pass, BLOCKED,
    ),
}  # fmt: skip


def two_persons(site: object, record: str) -> tuple[Seat, Seat]:
    ann, other = Browser(site).begin(record=record, game="", opponent1="open", name="Ann"), Browser(site)
    link = ann.do("invite", seat=1).json["link"].partition(site.host)[2]
    assert other.post(link, {"name": "Bob"}).status == 200
    return ann, Seat(other, ann.path)


@pytest.mark.parametrize("name", TWO)
def test_a_status_between_persons(site, name):
    """What the other must do depends on the other's hand, and is not told."""
    preset, wanted, own = TWO[name]
    ann, bob = two_persons(site, reached(dm.Rules(preset, players=2, target=500), wanted))
    assert shown(ann) == {0: WAITING, 1: TO_MOVE}
    assert shown(bob) == {0: WAITING, 1: own}


def last_move(match: dm.Match) -> dm.Move | None:
    """A move of seat 0 by which its side wins the match."""
    for move in legal(match) if match.turn == 0 else ():
        apart = match.copy()
        apart.act(move)
        if move.is_play and apart.winner == 0:
            return move
    return None


def test_a_match_won_and_lost(site):
    """As the winner is shown it, and as the loser."""
    record = reached(dm.Rules("block", players=2, target=20), last_move)
    ann, bob = two_persons(site, record)
    move = last_move(dm.Match.from_record(dm.Record.loads(record)))
    assert ann.do("play", move=move, position=ann.state()["position"]).status == 200
    assert shown(ann) == shown(bob) == {0: WON, 1: LOST}


def test_a_match_won_by_a_team(site):
    record = reached(dm.Rules("partnership", players=4, target=20), last_move)
    seat = Browser(site).begin(record=record, game="")
    move = last_move(dm.Match.from_record(dm.Record.loads(record)))
    assert seat.do("play", move=move, position=seat.state()["position"]).status == 200
    assert shown(seat) == {0: WON, 1: LOST, 2: WON, 3: LOST}


def test_a_seat_is_kept_for_somebody(site):
    """Nobody acts meanwhile, whoever's turn it will be."""
    for seed in range(6):
        seat = Browser(site).begin(players=3, opponent1="open", opponent2="heaviest", seed=seed)
        assert shown(seat) == {0: WAITING, 1: INVITED, 2: WAITING}


def test_a_virtual_player_waits_for_a_word(site):
    """Whoever is to act: one who does so only when told has not begun to think."""
    rules = dm.Rules.preset("block", players=3, target=500)
    for turn in (1, 2):
        seat = Browser(site).begin(
            record=reached(rules, lambda match, turn=turn: match.turn == turn), game="", pace="wait"
        )
        assert shown(seat)[turn] == READY
        assert seat.do("go", position=seat.state()["position"]).status == 200
        while seat.state()["version"] < 2:
            pass
        assert shown(seat)[turn] in (WAITING, PASSED)
        assert shown(seat)[(turn + 1) % 3] in (READY, YOUR_MOVE, BLOCKED)


def test_no_status_is_without_a_test():
    """Each that there are words for is reached above."""
    expected = [pair for *_, one in ALONE.values() for pair in one.values()] + [own for *_, own in TWO.values()]
    expected += [TO_MOVE, LOST, INVITED, READY]
    assert {words for _, words in expected if words} == {message.text for message in STATUSES.values()}
