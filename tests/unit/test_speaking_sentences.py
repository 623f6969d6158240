"""Every kind of sentence in every language: its length, its fields, no English left, who acts first."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

import pytest

import dominoes as dm
from dominoes import Move, Reason, Tile, grounds, speaking
from dominoes._codes import REASON_NAMES
from dominoes.events import Dealt, Drew, Event, MatchOver, Opened, Passed, Played, RoundOver
from dominoes.position import End
from dominoes.speaking import Company, Teller, Voice
from dominoes.speaking.catalogs import Phrases
from dominoes.speaking.happenings import LONGEST
from dominoes.speaking.page import PageWords

LANGUAGES = list(speaking.LANGUAGES)
NAMES = ("Maximilian Alexander", "Konstantin Wassilius", "Anna", "Bartholomew Fortunat")
"""As long as names may be for a sentence to have room."""
ENGLISH = re.compile(
    r"\b(?:the|of|your|you|with|tiles?|ends?|draws?|passes|round|match|from|and|hand|plays?|is|are)\b", re.IGNORECASE
)
TYPED = re.compile(r"\([0-9dp][-0-9a-z@LRUD:]*\)|6-4@R(?::corner-left)?|\? ")

GAMES: dict[str, dict[str, Any]] = {
    "table": {"preset": "table", "table": (20, 14)},
    "draw": {"preset": "draw", "players": 3},
    "block": {"preset": "block"},
    "all-fives": {"preset": "all-fives", "players": 3},
    "all-fives on a table": {"preset": "all-fives", "table": (40, 30)},
    "partnership": {"preset": "partnership"},
    "partners at fives": {"preset": "all-fives", "players": 4, "partners": True, "next_opening": "rotate"},
    "double-twelve": {"preset": "draw", "players": 4, "max_pip": 12, "hand_size": 9, "boneyard_floor": 3},
}


@cache
def matches() -> tuple[dm.Match, ...]:
    """A match of every game, played to its end at random."""
    found = []
    for seed, options in enumerate(GAMES.values()):
        rules = dm.Rules.from_dict({**options, "target": 40})
        match = dm.Match(rules, [dm.Human(name) for name in NAMES[: rules.players]], seed=seed)
        chance = random.Random(seed)
        while not match.over:
            if match.turn is None:
                match.step()
            else:
                match.act(chance.choice(match.round.legal_moves()))
        found.append(match)
    return tuple(found)


def steps(match: dm.Match) -> Iterator[tuple[dm.Round, Event, int]]:
    """Each event of a match with the round right after it and its index among the round's events."""
    for rnd in match.rounds:
        walk, moves = rnd.copy(), rnd.moves
        for _ in moves:
            walk.undo()
        events = rnd.events
        yield walk, events[0], 0
        for number, move in enumerate(moves, 1):
            walk.play(move)
            yield walk, events[number], number
            if walk.result is not None:
                yield walk, events[-1], number + 1


def all_events() -> Iterator[tuple[dm.Match, dm.Round, Event]]:
    for match in matches():
        for rnd, event, _ in steps(match):
            yield match, rnd, event
        yield match, match.round, MatchOver(match.winner or 0, match.scores)


def company(voice: Voice, match: dm.Match, seat: int | None) -> Company:
    return voice.company(match.names, seat, partners=match.rules.partners)


def is_good(tag: str, text: str, *, sentence: bool = True) -> None:
    """Filled in, harmless, begun and ended as a sentence, and in its language."""
    assert text == text.strip(), text
    assert not re.search(r"[{}]|None|\bEnd\(|  ", text), text
    if sentence:
        assert text[0].isupper() or text[0].isdigit() or text[0] == "'", text
        assert text[-1] in ".?:", text
    bare = TYPED.sub("", text)
    for name in (*NAMES, "PATH", "COMMAND"):
        bare = bare.replace(name, "")
    if tag != "en":
        assert not ENGLISH.search(bare), text
    if tag == "ru":
        assert not re.search(r"[A-Za-z]{3}", bare.replace("Enter", "")), text


# Whole matches


@pytest.mark.parametrize("tag", LANGUAGES)
@pytest.mark.parametrize("brief", [False, True])
def test_every_event_of_whole_matches(tag: str, brief: bool) -> None:
    voice, kinds = speaking.voice(tag), set()
    for match, _, event in all_events():
        kinds.add(type(event))
        for seat in (0, 1, None):
            seen = event if seat is None else event.for_seat(seat)
            said = voice.event(seen, company(voice, match, seat), brief=brief)
            is_good(tag, said)
            assert len(said) <= LONGEST, said
            if brief and not isinstance(event, Drew):
                assert len(said) <= len(voice.event(seen, company(voice, match, seat))), said
    assert kinds == {Dealt, Opened, Played, Drew, Passed, RoundOver, MatchOver}


@pytest.mark.parametrize("tag", LANGUAGES)
@pytest.mark.parametrize("brief", [False, True])
def test_every_announcement_of_whole_matches(tag: str, brief: bool) -> None:
    """The actor first, then the ends, "your turn" last, in 150 characters."""
    voice = speaking.voice(tag)
    for match, rnd, event in all_events():
        counted = rnd.end_count if match.rules.count_multiple else None
        for seat in (0, 1):
            seen, here = event.for_seat(seat), company(voice, match, seat)
            actor = getattr(event, "seat", None)
            laid = isinstance(event, (Opened, Played))
            said = voice.announce(
                seen,
                here,
                rnd.ends if laid and rnd.result is None else (),
                count=counted,
                left=None if actor is None else rnd.hand_counts[actor],
                your_turn=rnd.turn == seat,
                brief=brief,
            )
            is_good(tag, said)
            assert len(said) <= LONGEST, said
            if actor is not None:
                assert said.startswith(here.seats[actor].name), said
            if laid and rnd.result is None:
                shown = [voice.end_with_number(one.end, one.number).split(" (")[0] for one in rnd.ends]
                places = [said.lower().rfind(end.lower()) for end in shown]
                assert -1 not in places, said
                assert places == sorted(places), said
            last = voice.your_turn(still=isinstance(event, Drew) and actor == seat)
            assert said.endswith(last) == (rnd.turn == seat), said


def test_what_another_draws_is_never_named() -> None:
    for tag in LANGUAGES:
        voice = speaking.voice(tag)
        for match, _, event in all_events():
            if isinstance(event, Drew) and event.seat != 0:
                said = voice.event(event.for_seat(0), company(voice, match, 0))
                assert event.tile is not None
                assert voice.tile(event.tile) not in said


@pytest.mark.parametrize("tag", LANGUAGES)
def test_every_result_is_explained(tag: str) -> None:
    voice, reasons = speaking.voice(tag), set()
    for match in matches():
        for rnd in match.rounds:
            assert rnd.result is not None
            reasons.add((rnd.result.reason, rnd.result.winner is None))
            for seat in (0, 1, None):
                here = company(voice, match, seat)
                lines = voice.result(rnd if seat is None else rnd.view(seat), here)
                for line in lines:
                    is_good(tag, line)
                assert len([line for line in lines if len(line) > 250]) == 0
                if not rnd.rules.count_multiple:
                    assert str(max(rnd.result.points)) in lines[-1]
    assert {reason for reason, _ in reasons} == {"domino", "blocked", "target"}


def test_a_running_round_has_no_result() -> None:
    voice = speaking.voice("en")
    with pytest.raises(ValueError, match="the round is still on"):
        voice.result(dm.Round.deal(dm.Rules("draw"), seed=1), voice.company("AB", 0))


def test_what_is_no_event_has_no_words() -> None:
    with pytest.raises(TypeError, match="there are no words for a Event: give an event of dominoes.events"):
        speaking.voice("en").event(Event(), speaking.voice("en").company("AB"))


@pytest.mark.parametrize("tag", LANGUAGES)
def test_everything_that_lies_there(tag: str) -> None:
    voice = speaking.voice(tag)
    for match in matches():
        for number, (rnd, _, _) in enumerate(steps(match)):
            if number % 5:
                continue
            view, here = rnd.view(0), company(voice, match, 0)
            told = [voice.ends(rnd), *voice.headings(rnd.chain), *voice.chain(rnd.chain), voice.hand(view.hand)]
            told += [voice.hand_and_ends(view), voice.boneyard(rnd.boneyard_count, rnd.rules)]
            told += [*voice.counts(here, rnd.hand_counts), voice.scores(here, rnd.scores, rnd.rules.target)]
            for text in told:
                is_good(tag, text)


@pytest.mark.parametrize("tag", LANGUAGES)
def test_tiles_that_fit_are_those_that_can_be_played(tag: str) -> None:
    voice = speaking.voice(tag)
    for match in matches():
        for number, (rnd, _, _) in enumerate(steps(match)):
            if number % 7 or rnd.turn is None:
                continue
            view = rnd.view(rnd.turn)
            playable = {move.tile for move in view.legal_moves() if move.tile}
            told = voice.hand_and_ends(view)
            for tile in view.hand:
                said = voice.held(view, tile)
                assert said in told
                shown = any(tile.matches(one.number) for one in view.ends)
                nowhere = voice.tile_and_ends(tile, [], cramped=shown)
                assert (said == nowhere) == (tile not in playable)
                assert shown or view.rules.table or said != voice.tile_and_ends(tile, [], cramped=True)


# Refusals


def reasons() -> Iterator[Reason]:
    """A reason of every code, with all its fields; the numbers fit every code."""
    for code in range(1, len(REASON_NAMES)):
        for a, b in ((0, 0), (1, 3), (3, 0)):
            for text in ("6-4@R", "6-6", "draw"):
                yield Reason.from_triple(code, a, b, Move(text))
        yield Reason.from_triple(code, 0, 0)


@pytest.mark.parametrize("tag", LANGUAGES)
def test_every_refusal_says_why(tag: str) -> None:
    voice = speaking.voice(tag)
    generic = voice.reason(Reason("no such code"))
    here = voice.company(NAMES, 0)
    for reason in reasons():
        said = voice.reason(reason, here)
        is_good(tag, said)
        assert len(said) <= LONGEST
        wanted = reason.move is not None and reason.move.tile is not None
        assert said != generic or reason.code == "not-an-action" or not wanted, reason


@pytest.mark.parametrize("tag", LANGUAGES)
def test_every_refusal_of_whole_matches(tag: str) -> None:
    """All that a person may try at some moments, legal or not, is answered with a reason."""
    voice, chance, codes = speaking.voice(tag), random.Random(1), set()
    tries = [Move(f"{tile}@{end}{way}") for tile in dm.tile_set(6) for end in "LRU" for way in ("", ":side-left")]
    tries += [Move(str(tile)) for tile in dm.tile_set(7)] + [Move.DRAW, Move.PASS]
    for match in matches():
        for number, (rnd, _, _) in enumerate(steps(match)):
            if number % 11:
                continue
            for move in chance.sample(tries, 40):
                reason = rnd.view(0).why_not(move)
                if reason is not None:
                    codes.add(reason.code)
                    is_good(tag, voice.reason(reason, company(voice, match, 0)))
    assert len(codes) >= 12


# Hints


@pytest.mark.parametrize("tag", LANGUAGES)
def test_every_hint_of_whole_matches(tag: str) -> None:
    voice, english = speaking.voice(tag), speaking.voice("en")
    for match in matches():
        for number, (rnd, _, _) in enumerate(steps(match)):
            if number % 9 or rnd.turn is None:
                continue
            advice = dm.advise(rnd.view(rnd.turn, None), worlds=100, seed=1)
            here = company(voice, match, rnd.turn)
            for line in voice.hint(advice.ranked, here):
                is_good(tag, line)
            names = [who.name for who in here.seats]
            for one in advice:
                if tag == "en":
                    assert voice.grounds(one.grounds, here) == grounds.in_words(one.grounds, names, english.number)
                else:
                    is_good(tag, voice.grounds(one.grounds, here))


# All the rest, one by one

ONE = Move("6-4@L")
TURNED = Move("6-4@R:corner-left")
Calls = dict[str, list[Callable[[Any], Any]]]


def calls(here: Company) -> Calls:
    """Every public method of a voice with arguments, as far as the tests above do not call it."""
    me, other = here.seats[0], here.seats[1]
    deal = Dealt(0, (7, 7), 14, 0, (0, 0))
    counts = (0, 1, 2, 5, 21)
    return {
        "action": [lambda v, m=m: v.action(m) for m in (ONE, TURNED, Move("6-6"), Move.DRAW, Move.PASS)],
        "as_number": [lambda v: v.as_number(3, v.action(ONE))],
        "as_tile": [lambda v: v.as_tile(Tile("6-4"))],
        "ask_actions": [lambda v: v.ask_actions()],
        "ask_help": [lambda v: v.ask_help()],
        "cancelled": [lambda v: v.cancelled()],
        "choice_prompt": [lambda v: v.choice_prompt()],
        "dealt": [
            lambda v: v.dealt(deal),
            lambda v: v.dealt(Dealt(0, (1, 1), 0, 0, (0, 0))),
            lambda v: v.dealt(Dealt(3, (7, 5), 9, 0, (0, 0))),
        ],
        "done_by": [
            lambda v, who=who, move=move, count=count: v.done_by(who, move, count)
            for who in (me, other)
            for move in (ONE, Move.DRAW, Move.PASS)
            for count in (1, 2, 5)
        ],
        "drew": [
            lambda v, who=who, tile=tile, count=count, brief=brief: v.drew(who, tile, count, 7, brief=brief)
            for who in (me, other)
            for tile in (None, Tile("6-4"))
            for count in counts
            for brief in (False, True)
        ],
        "end_choice": [lambda v: v.end_choice(End("U", 0, 0))],
        "farewell": [lambda v: v.farewell("COMMAND")],
        "finished": [lambda v: v.finished("PATH")],
        "fits_nowhere": [lambda v: v.fits_nowhere(Tile("6-4"), [End("L", 0, 0), End("R", 2, 2)])],
        "game_inside": [lambda v, g=g: v.game_inside(g) for g in dm.PRESETS],
        "greeting": [lambda v, g=g: v.greeting(dm.Rules.preset(g), list(NAMES)) for g in dm.PRESETS],
        "group": [lambda v: v.group(Tile("6-4"), [("L", 5), ("R", 1), ("U", 2)])],
        "hand_left": [
            lambda v, who=who, hand=hand: v.hand_left(who, hand) for who in (me, other) for hand in ((), (Tile("6-4"),))
        ],
        "help": [lambda v, t=t: v.help(table=t) for t in (False, True)],
        "holds": [lambda v, who=who, n=n: v.holds(who, n) for who in (me, other) for n in counts],
        "it_fits": [lambda v, n=n: v.it_fits([End("L", 6, 6), End("U", 6, 6)][:n]) for n in (1, 2)],
        "kept_in": [lambda v: v.kept_in("PATH")],
        "may_open": [lambda v: v.may_open()],
        "move_prompt": [lambda v, m=m: v.move_prompt(m) for m in ([ONE, TURNED], [ONE], [Move.DRAW], [Move.PASS])],
        "must_draw": [lambda v: v.must_draw()],
        "must_open": [lambda v: v.must_open(Tile("6-6"))],
        "must_pass": [lambda v, d=d: v.must_pass(drawing=d) for d in (False, True)],
        "next_prompt": [lambda v, o=o: v.next_prompt(over=o) for o in (False, True)],
        "no_winner": [lambda v, n=n: v.no_winner(n) for n in counts],
        "not_listed": [lambda v: v.not_listed("7 ", 5)],
        "not_now": [lambda v: v.not_now()],
        "not_understood": [lambda v: v.not_understood("7" * 50)],
        "nothing_happened": [lambda v: v.nothing_happened()],
        "nothing_to_undo": [lambda v: v.nothing_to_undo()],
        "one_left": [lambda v, who=who: v.one_left(who) for who in (me, other)],
        "partner": [lambda v: v.partner(v.company(NAMES, 0, partners=True))],
        "possible": [lambda v: v.possible([v.action(ONE), v.action(TURNED)])],
        "possible_there": [lambda v: v.possible_there("L", ["ahead", "side-left", "corner-right"])],
        "point_count": [lambda v, n=n: v.point_count(n) for n in counts],
        "resumed": [lambda v, n=n: v.resumed(2, n) for n in counts],
        "round_points": [
            lambda v, who=who, sums=sums: v.round_points(who, *sums)
            for who in (me, other)
            for sums in ((7, [7], 0, 1), (5, [7], 0, 5), (20, [15, 12], 5, 5), (22, [15, 12], 5, 1), (1, [1], 0, 1))
        ],
        "still_lie": [lambda v, n=n: v.still_lie(n) for n in (0, 1, 7)],
        "sum": [lambda v, plus=plus, minus=minus: v.sum(plus, minus) for plus, minus in (([7, 4], 0), ([7, 4], 5))],
        "taken_back": [lambda v: v.taken_back([v.done_by(me, ONE), v.done_by(other, Move.DRAW, 3)])],
        "tile_and_ends": [
            lambda v, e=e, c=c: v.tile_and_ends(Tile("6-6"), e, cramped=c)
            for e in (None, [], [End("L", 6, 6)])
            for c in (False, True)
        ],
        "tiles": [lambda v: v.tiles([]), lambda v: v.tiles([Tile("6-4"), Tile("0-0")])],
        "turn": [lambda v, who=who: v.turn(who) for who in (me, other)],
        "way": [lambda v: v.way("corner-left", None), lambda v: v.way("side-right", 3)],
        "which_end": [lambda v: v.which_end(Tile("6-4"))],
        "which_meaning": [lambda v: v.which_meaning("112")],
        "which_way": [lambda v: v.which_way(Tile("6-4"), "D")],
        "undone": [lambda v: v.undone([(0, ONE), (1, Move.DRAW), (1, Move.DRAW)], v.company(NAMES, 0))],
        "your_turn": [lambda v, s=s: v.your_turn(still=s) for s in (False, True)],
    }


ABOVE = {
    "announce", "boneyard", "chain", "company", "counts", "end_with_number", "ends", "event", "grounds", "hand",
    "hand_and_ends", "headings", "held", "hint", "reason", "result", "scores",
}  # fmt: skip
"""Called by the tests above."""
WITHIN = {
    "apart", "both", "brief_ends", "briefly_dealt", "briefly_played", "direction", "edge", "end_name", "facing",
    "floor", "game", "hands", "holds_least", "in_play", "laid", "listed", "match_over", "move", "new_ends",
    "number", "number_word", "on_end", "open_ends", "passed", "placement", "played", "points_explained",
    "round_over", "rows", "side", "side_by_side", "side_with_number", "tile", "tile_count", "why_over",
}  # fmt: skip
"""Called by those."""
ELSEWHERE = {"company_of", "decimal", "heard", "player", "player_and_level", "seat_name"}
"""Tested with names, numbers and typing."""
NO_SENTENCES = {
    "action", "as_number", "as_tile", "done_by", "end_choice", "farewell", "finished", "game_inside", "group",
    "help", "point_count", "sum", "tile_and_ends", "tiles", "way",
}  # fmt: skip


def public(kind: type) -> set[str]:
    return {name for name in dir(kind) if not name.startswith("_")}


def test_every_method_is_tried_somewhere() -> None:
    tried = set(calls(speaking.voice("en").company(NAMES, 0)))
    assert public(Voice) - public(Phrases) == tried | ABOVE | WITHIN | ELSEWHERE
    assert not tried & (ABOVE | WITHIN | ELSEWHERE)


@pytest.mark.parametrize("tag", LANGUAGES)
def test_every_other_sentence(tag: str) -> None:
    voice, english = speaking.voice(tag), speaking.voice("en")
    for name, ways in calls(voice.company(NAMES, 0)).items():
        in_english = calls(english.company(NAMES, 0))[name]
        for way, same in zip(ways, in_english, strict=True):
            said, there = lines(way(voice)), lines(same(english))
            for text in said:
                is_good(tag, text.strip(), sentence=name not in NO_SENTENCES)
            assert said != there or tag == "en" or name == "point_count", said


def lines(said: str | Sequence[str]) -> list[str]:
    return [said] if isinstance(said, str) else list(said)


def page_calls(here: Company) -> Calls:
    """Every method of a page's words with arguments."""
    me, other = here.seats[0], here.seats[1]
    rnd = dm.Round.deal(dm.Rules("draw"), seed=1)
    rnd.play(rnd.legal_moves()[0])
    reason = rnd.view(rnd.turn or 0).why_not("6-4@U")
    return {
        "at_most": [lambda p, n=n: p.at_most(n) for n in (1, 2, 30)],
        "at_table": [lambda p, names=names: p.at_table(names) for names in (NAMES[:1], NAMES)],
        "between": [lambda p: p.between(2, 4)],
        "between_both": [lambda p: p.between_both(2, 4)],
        "choose": [lambda p: p.choose(Tile("6-4"))],
        "drew_in_turn": [
            lambda p, w=w, b=b: p.drew_in_turn(w, 3, 7, brief=b) for w in (me, other) for b in (False, True)
        ],
        "failed": [lambda p: p.failed(speaking.page.labels(p.voice)["start"]["title"])],
        "for_players": [lambda p, n=n: p.for_players(n) for n in (2, 4)],
        "if_empty": [lambda p: p.if_empty(100)],
        "invites": [lambda p, name=name: p.invites(name, p.voice.game("draw")) for name in (None, "Anna")],
        "joined": [lambda p, w=w: p.joined(w) for w in (me, other)],
        "left": [lambda p: p.left("Anna", p.voice.player("snow-white/4"))],
        "link": [lambda p: p.link(2)],
        "opponent": [lambda p: p.opponent(1)],
        "partner_help": [lambda p: p.partner_help()],
        "picture": [lambda p: p.picture(rnd)],
        "player_line": [
            lambda p: p.player_line(
                "Anna", speaking.page.labels(p.voice)["statuses"]["won"], 3, p.voice.point_count(21)
            )
        ],
        "players": [lambda p, n=n: p.players(n) for n in (2, 3, 4)],
        "refused": [lambda p: p.refused([reason, reason], rnd, here)],
        "status": [
            lambda p, n=n, y=y: p.status(n, you=y) for n in ("to-move", "waiting", "won") for y in (False, True)
        ],
        "table_size": [lambda p: p.table_size(speaking.page.labels(p.voice)["start"]["small"], 40, 24)],
        "target": [lambda p, n=n: p.target(n) for n in (1, 2, 100)],
        "title": [lambda p: p.title(speaking.page.labels(p.voice)["settings"]["title"])],
        "too_many_tiles": [lambda p, n=n: p.too_many_tiles(n, 7) for n in (21, 28)],
        "undone": [
            lambda p, w=w, n=n, b=b: p.undone(w, [(0, ONE), (1, ONE)] * n, p.voice.company(NAMES, 0), brief=b)
            for w in (me, other)
            for n in (1, 2, 9)
            for b in (False, True)
        ],
        "usual_level": [lambda p: p.usual_level("snow-white/4")],
        "wrong": [lambda p: p.wrong(speaking.page.labels(p.voice)["start"]["seed"], p.at_most(200))],
    }


@pytest.mark.parametrize("tag", LANGUAGES)
def test_every_sentence_of_the_page(tag: str) -> None:
    voice, english = speaking.voice(tag), speaking.voice("en")
    here, there = voice.company(NAMES, 0), english.company(NAMES, 0)
    assert public(PageWords) == set(page_calls(here))
    for name, ways in page_calls(here).items():
        for way, same in zip(ways, page_calls(there)[name], strict=True):
            said = way(PageWords(voice))
            is_good(tag, said, sentence=False)
            assert tag == "en" or said != same(PageWords(english)), said


# The game in the terminal


@pytest.mark.parametrize("tag", LANGUAGES)
def test_a_teller_speaks_its_language(tag: str) -> None:
    voice = speaking.voice(tag)
    match = dm.Match(dm.Rules("partnership", target=10), [dm.Human("Anna"), "random", "blocker", "heaviest"], seed=3)
    teller = Teller(match, 0, voice)
    told = [*teller.greeting(), *teller.dealt()]
    while match.turn is not None:
        match.act(match.round.legal_moves()[0]) if match.waiting is not None else match.step()
    told += [*teller.last(), *teller.end_of_round(), teller.end_of_match(), teller.boneyard(), *teller.counts()]
    told += [teller.hand(), *teller.ends_at_length(), *teller.chain_in_words()]
    for text in told:
        is_good(tag, text)
    moves = match.undo(0)
    is_good(tag, teller.taken_back(moves, [0] * len(moves)))


@pytest.mark.parametrize("tag", LANGUAGES)
@pytest.mark.parametrize("brief", [False, True])
def test_with_long_names_announcements_lack_the_ends_rather_than_room(tag: str, brief: bool) -> None:
    voice = speaking.voice(tag)
    here = voice.company(["Anna", "N" * 30], 0)
    ends = [End(end, 0, 0) for end in "LRUD"]
    for event in (Played(1, Move("0-0@U"), 20), Played(1, Move("6-4@U:corner-right"), 20), Opened(1, Move("0-0"), 20)):
        said = voice.announce(event, here, ends, count=0, left=1, your_turn=True, brief=brief)
        assert len(said) <= LONGEST, said
        assert said.endswith(voice.your_turn())
        assert voice.one_left(here.seats[1]) in said
