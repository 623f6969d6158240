"""What is refused and why, what is missed and told again, what a match is bound to."""

from __future__ import annotations

import json
import re
import threading

import pytest
from support.web import Browser, Seat

import dominoes as dm
from dominoes import speaking
from dominoes.verifying import verify


def to_move(seat: Seat) -> dict:
    """The first message of a stream in which the reader is to do something."""
    with seat.watching() as feed:
        return feed.until(lambda data: data["state"]["must"] != "wait").data


def play_on(seat: Seat, game: object, rounds: int = 1) -> None:
    """Act until so many rounds are over."""
    for _ in range(400):
        data = to_move(seat)
        must = data["state"]["must"]
        if must == "over" or (must == "next" and len(game.match.rounds) >= rounds):
            return
        if must == "play":
            move = next(move for move in game.match.view(0).legal_moves() if move.is_play)
            answer = seat.do("play", move=move, position=data["position"])
        else:
            answer = seat.do(must, position=data["position"])
        assert answer.status == 200, answer.text
    raise AssertionError("the round never ended")


# Actions


def test_an_action_for_a_position_that_is_gone_is_refused(browser, game_of):
    seat = browser.begin(seed="stale")
    data = to_move(seat)
    game = game_of(seat.path)
    move = game.match.view(0).legal_moves()[0]
    assert seat.do("play", move=move, position=data["position"]).status == 200
    again = seat.do("play", move=move, position=data["position"])
    assert (again.status, again.json["code"]) == (409, "stale")
    assert "changed" in again.json["text"]
    assert [one.what.move for one in game._told if getattr(one.what, "seat", None) == 0] == [move]


def test_of_many_at_once_one_is_done(browser, game_of):
    """A double click, a drop sent twice, two windows: twenty at the same moment are one action."""
    seat = browser.begin(seed="double", players=3, pace="4", opponent1="random", opponent2="random")
    seat.do("settings", pace="0")
    data = to_move(seat)
    game = game_of(seat.path)
    seat.do("settings", pace="4")
    move = game.match.view(0).legal_moves()[0]
    statuses = []
    hits = [
        threading.Thread(target=lambda: statuses.append(seat.do("play", move=move, position=data["position"]).status))
        for _ in range(20)
    ]
    for hit in hits:
        hit.start()
    for hit in hits:
        hit.join()
    assert sorted(statuses) == [200] + [409] * 19
    assert game.match.round.moves.count(move) == 1


def test_a_refusal_says_why_and_names_the_ends(browser, game_of):
    seat = browser.begin(seed="why")
    data = to_move(seat)
    game = game_of(seat.path)
    seat.do("play", move=game.match.view(0).legal_moves()[0], position=data["position"])
    data = to_move(seat)
    view = game.match.view(0)
    held = set(view.hand)
    other = next(tile for tile in dm.tile_set(6) if tile not in held and tile.matches(view.ends[0].number))
    answer = seat.do("play", move=f"{other}@L", position=data["position"])
    assert (answer.status, answer.json["code"]) == (422, "refused")
    assert "is not in your hand. Ends: left" in answer.json["text"]
    answer = seat.do("pass", position=data["position"])
    assert (answer.status, answer.json["code"]) == (422, "refused")
    assert "cannot pass" in answer.json["text"]
    page = browser.post(f"{seat.path}/pass", {"position": data["position"]}, script=False)
    assert page.status == 422
    assert '<p id="said">' in page.text
    assert 'data-fragment="hand"' in page.text


def test_a_tile_that_fits_in_several_places_is_asked_about(browser, game_of):
    seat = browser.begin(game="table", seed="which")
    for _ in range(60):
        data = to_move(seat)
        game = game_of(seat.path)
        legal = game.match.view(0).legal_moves()
        tiles = [move.tile for move in legal if move.is_play and move.end]
        several = [tile for tile in tiles if tiles.count(tile) > 1]
        if several:
            break
        answer = (
            seat.do("play", move=legal[0], position=data["position"])
            if tiles
            else seat.do("draw", position=data["position"])
        )
        answer = answer if tiles else seat.do("next", position=data["position"])
    answer = seat.do("play", tile=several[0], position=data["position"])
    assert (answer.status, answer.json["code"]) == (422, "choose")
    assert {one["move"] for one in answer.json["choices"]} == {str(one) for one in legal if one.tile is several[0]}
    labels = [one["label"] for one in answer.json["choices"]]
    assert len(set(labels)) == len(labels)
    assert seat.do("play", move=answer.json["choices"][0]["move"], position=data["position"]).status == 200


@pytest.mark.parametrize(
    ("what", "fields", "status", "code"),
    [
        ("play", {}, 400, "bad-request"),
        ("play", {"move": "nonsense"}, 400, "bad-request"),
        ("play", {"tile": "9-"}, 400, "bad-request"),
        ("play", {"move": "draw"}, 400, "bad-request"),
        ("next", {}, 409, "not-now"),
        ("undo", {}, 409, "not-now"),
        ("go", {}, 409, "not-now"),
        ("invite", {"seat": "7"}, 400, "bad-request"),
        ("invite", {"seat": "0"}, 409, "not-now"),
        ("settings", {"pace": "3"}, 400, "bad-request"),
        ("settings", {"language": "tlh"}, 400, "bad-request"),
        ("leave", {}, 400, "bad-request"),
        ("steal", {}, 404, "unknown"),
    ],
)
def test_what_cannot_be_done(browser, what, fields, status, code):
    seat = browser.begin(seed="first")
    data = to_move(seat)
    answer = seat.do(what, **{"position": data["position"], **fields})
    assert (answer.status, answer.json["code"]) == (status, code), answer.text
    assert answer.json["text"]
    assert to_move(seat)["version"] == data["version"]


def test_undo_takes_back_what_came_after_too(browser, game_of):
    seat = browser.begin(seed="undo", opponent1="heaviest")
    before = to_move(seat)
    game = game_of(seat.path)
    hand = game.match.view(0).hand
    first = game.match.view(0).legal_moves()[0]
    seat.do("play", move=first, position=before["position"])
    after = to_move(seat)
    with seat.watching(after["version"]) as feed:
        feed.next()
        assert seat.do("undo", position=after["position"]).status == 200
        message = feed.next()
    assert message.data["version"] > after["version"]
    assert message.texts[0].startswith(f"Taken back: your {speaking.voice('en').tile(first.tile)}, ")
    assert re.match(r"You take back \d+ actions\.", message.data["events"][0]["brief"])
    assert "Your turn." in message.texts[-1]
    assert game.match.view(0).hand == hand
    assert seat.do("play", move=first, position=message.data["position"]).status == 200


def test_a_round_whose_hands_were_shown_is_not_taken_back(browser, game_of):
    seat = browser.begin(game="block", target=500)
    play_on(seat, game_of(seat.path))
    data = to_move(seat)
    answer = seat.do("undo", position=data["position"])
    assert (answer.status, answer.json["code"]) == (409, "not-now")
    practice = browser.begin(game="block", target=500, seed="practice")
    play_on(practice, game_of(practice.path))
    data = to_move(practice)
    assert practice.do("undo", position=data["position"]).status == 200


def test_a_hint_is_that_of_the_engine_and_changes_nothing(browser, game_of):
    seat = browser.begin(seed="hint")
    data = to_move(seat)
    view = game_of(seat.path).match.view(0)
    answer = seat.do("hint", position=data["position"])
    assert answer.json["move"] == str(dm.advise(view).best.move)
    assert answer.json["text"].startswith("Hint: ")
    assert to_move(seat)["version"] == data["version"]


def test_who_waits_for_a_word_gets_it(browser, game_of):
    """With the pace "wait" each turn of a virtual player, draws and all, and also the first, waits for a word."""
    opened = set()
    for number, (preset, players) in enumerate((("block", 4), ("draw", 2), ("draw", 2), ("draw", 2))):
        seat = browser.begin(game=preset, players=players, pace="wait", seed=f"wait {number}", target=500)
        game, went, turns = game_of(seat.path), 0, 0
        for _ in range(60):
            data = seat.state()
            must, before = data["state"]["must"], len(game.match.events)
            turn, position = game.match.turn, data["position"]
            if must == "next":
                break
            assert (must == "go") == (turn != 0)
            if must != "go":
                move = {"move": data["state"]["moves"][0]} if must == "play" else {}
                assert seat.do(must, position=position, **move).status == 200
                continue
            went += 1
            opened.add(len(game.match.round.moves) == 0)
            assert "waiting for you" in data["tell"]["turn"]
            with seat.watching() as feed:
                feed.next()
                assert seat.do("go", position=position).status == 200
                feed.until(lambda data: data["position"] > position)  # noqa: B023
            new = [event for event in game.match.events[before:] if hasattr(event, "seat")]
            assert {event.seat for event in new} == {turn}
            turns += 1
            if game.match.turn is not None:
                assert game.match.turn != turn
                assert seat.do("go", position=position).json["code"] == "stale"
        assert went == turns > 0
    assert opened == {True, False}


def test_what_is_refused_after_the_end_says_what_to_do(browser, game_of):
    """The same words for everything that is asked of a round, or a match, that is over."""
    for target, told in ((500, "The round is over: start the next one."), (1, "The match is over: begin a new one.")):
        seat = browser.begin(game="draw", target=target, seed=f"end {target}")
        play_on(seat, game_of(seat.path))
        data = to_move(seat)
        for what in ("draw", "pass", "go", "hint", "play"):
            answer = seat.do(what, position=data["position"], move="6-6")
            assert (answer.status, answer.json["code"], answer.json["text"]) == (409, "not-now", told), what
        assert data["tell"]["turn"] == told
        assert not re.search("fits|no room", data["tell"]["hand"])
        assert 'id="act-undo" ' not in seat.page()  # possible in practice, and so not marked
        assert seat.do("undo", position=data["position"]).status == 200


def test_a_disabled_button_names_the_ends(browser, game_of):
    """As the server's own refusals do."""
    seat = browser.begin(seed="ends", opponent1="heaviest")
    for _ in range(30):
        data = to_move(seat)
        if data["state"]["must"] == "play" and game_of(seat.path).match.view(0).ends:
            break
        move = {"move": data["state"]["moves"][0]} if data["state"]["must"] == "play" else {}
        seat.do(data["state"]["must"], position=data["position"], **move)
    for what in ("draw", "pass"):
        why = re.search(f'id="act-{what}" aria-disabled="true" data-why="([^"]+)"', seat.page())[1]
        assert why == seat.do(what, position=data["position"]).json["text"]
        assert why.endswith(data["tell"]["ends"])


def test_whoever_must_pass_where_nobody_draws_is_told_so(browser, game_of):
    for number in range(30):
        seat = browser.begin(game="block", players=4, seed=f"pass {number}", target=500)
        for _ in range(20):
            data = to_move(seat)
            must = data["state"]["must"]
            if must in ("pass", "next"):
                break
            seat.do("play", position=data["position"], move=data["state"]["moves"][0])
        if must == "pass":
            break
    assert data["tell"]["turn"].endswith("Nothing in your hand fits, and nobody draws in this game: you must pass.")


def test_a_drawn_tile_says_where_it_fits(browser, game_of):
    found = set()
    for number in range(40):
        seat = browser.begin(seed=f"drawn {number}", opponent1="random", target=500)
        for _ in range(12):
            data = to_move(seat)
            must, version = data["state"]["must"], data["version"]
            if must not in ("play", "draw"):
                break
            move = {"move": data["state"]["moves"][0]} if must == "play" else {}
            seat.do(must, position=data["position"], **move)
            if must == "play":
                continue
            with seat.watching(version) as feed:
                drew, turn = feed.next().data["events"][:2]
            view = game_of(seat.path).match.view(0)
            name = speaking.voice("en").tile(view.events[-1].tile)
            assert drew["text"].startswith(f"You draw {name}. ")
            fits = any(move.is_play for move in view.legal_moves())
            if fits:
                assert re.fullmatch(r"It fits on the \w+ end( and on the \w+ end)?\. Still your turn\.", turn["text"])
            else:
                assert turn["text"].startswith("Still your turn. Nothing in your hand fits")
            found.add(fits)
        if found == {True, False}:
            return
    raise AssertionError(found)


def test_a_tile_without_room_is_told_from_one_that_fits_nowhere():
    """By its name, and by the words of the refusal."""
    from dominoes.web.commands import reasons_against
    from dominoes.web.words import words_in

    words, seen = words_in("en"), set()
    for seed in range(200):
        match = dm.Match(dm.Rules("table", table=(14, 14)), [dm.Human("a"), dm.Human("b")], seed=seed)
        match.step()
        while match.turn is not None:
            view = match.view(match.turn)
            legal = view.legal_moves()
            for tile in view.hand:
                shown = [end for end in view.ends if tile.matches(end.number)]
                if shown and not any(move.tile is tile for move in legal):
                    assert words.held(view, tile) == f"{words.voice.tile(tile)}, no room"
                    said = words.refused(view, reasons_against(view, tile))
                    assert all(f"has no room {words.voice.on_end(end.end)}: " in said for end in shown), said
                    assert said.endswith(words.voice.ends(view))
                    seen.add(len(shown))
            match.act(legal[len(legal) // 2])
        if seen:
            return
    raise AssertionError("every tile always had room")


def test_who_goes_on_for_a_guest_is_numbered_like_everybody(browser, site):
    seat = browser.begin(game="partnership", opponent1="buratino/3", opponent2="open", opponent3="random", name="Ann")
    guest = Browser(site)
    assert guest.post(seat.do("invite", seat=2).json["link"].partition(site.host)[2], {"name": "Bob"}).status == 200
    assert Seat(guest, seat.path).do("leave", confirm="yes").status == 200
    assert "Bob leaves; Buratino 2 plays on." in seat.page()


# The stream


def test_a_stream_goes_on_where_it_broke_off(browser, game_of):
    """The few things missed are told one by one, in the same words and with the same ids as to who was there."""
    seat = browser.begin(seed="broken", opponent1="heaviest")
    before = to_move(seat)
    with seat.watching(before["version"]) as feed:
        assert feed.next().data["events"] == []
        move = game_of(seat.path).match.view(0).legal_moves()[0]
        seat.do("play", move=move, position=before["position"])
        live = feed.until(lambda data: data["state"]["must"] != "wait")
    with seat.watching(last_event_id=str(before["version"])) as feed:
        again = feed.next()
    assert again.data["snapshot"] is False
    told = [event for event in again.data["events"] if event["log"]]
    assert [event["id"] for event in told][-1] == [event["id"] for event in live.data["events"] if event["log"]][-1]
    assert {"turn", "hand", "table"} <= set(again.data["fragments"])
    assert "log" not in again.data["fragments"]


def test_who_missed_much_is_told_once(browser, game_of):
    seat = browser.begin(seed="long", game="block", target=500)
    first = to_move(seat)
    play_on(seat, game_of(seat.path))
    with seat.watching(first["version"]) as feed:
        message = feed.next()
    assert message.data["snapshot"] is True
    assert [event["kind"] for event in message.data["events"]] == ["resumed"]
    assert set(message.data["fragments"]) >= {"log", "hand", "result"}


def test_nothing_new_is_said_where_nothing_is(browser):
    seat = browser.begin(seed="still")
    data = to_move(seat)
    with seat.watching(data["version"]) as feed:
        message = feed.next()
    assert (message.data["fragments"], message.data["events"]) == ({}, [])
    assert message.data["tell"]["turn"].startswith("Your turn.")
    with seat.watching(data["version"] + 1000) as feed:  # a page of a database that was put back
        assert feed.next().data["snapshot"] is True


def test_a_virtual_players_draws_are_one_event_and_ones_own_have_names(browser, game_of):
    """Others' draws come as a count, the same on the page as on the stream; own ones by name."""
    for number in range(60):
        seat = browser.begin(seed=f"draws {number}", opponent1="random", target=1000)
        game = game_of(seat.path)
        play_on(seat, game)
        events = [event for event in game.match.round.events if isinstance(event, dm.events.Drew)]
        if len({event.seat for event in events}) == 2 and len(events) > 3:
            break
    page = seat.page()
    lines = re.findall(r'<li id="log-[^"]+">(.*?)</li>', page)
    theirs = [int(found[1]) for line in lines if (found := re.match(r"(?:Buratino|Random) draws (\d+) tile", line))]
    assert sum(theirs) == sum(event.seat == 1 for event in events)
    mine = [line for line in lines if line.startswith("You draw ")]
    assert len(mine) == sum(event.seat == 0 for event in events)
    assert not any(re.search(r"\d tile", line) for line in mine)


@pytest.mark.parametrize("language", ["en", "fr", "ru", "pt-BR"])
def test_every_language_is_spoken_throughout(browser, game_of, language):
    pytest.importorskip("dominoes.speaking")
    from dominoes.speaking.catalogs import catalog

    try:
        catalog(language)
    except OSError:
        pytest.skip(f"the catalog of {language} is not built")
    seat = browser.begin(language=language, seed="babel", target=20)
    play_on(seat, game_of(seat.path), rounds=9)
    page = seat.page()
    assert f'<html lang="{language}">' in page
    assert browser.get(f"{seat.path}/result").status == browser.get(f"{seat.path}/luck").status == 200
    if language != "en":
        assert not re.search(r"\b(Your turn|Scores|plays|draws|Undo)\b", page)


# Deals that people can trust


def test_a_match_is_bound_before_it_begins_and_proved_after_it(browser, game_of, tmp_path):
    seat = browser.begin(target=30, game="all-fives")
    game = game_of(seat.path)
    shown = re.search(r'<code id="commitment">([0-9a-f]{64})</code>', seat.page())[1]
    assert browser.get(f"{seat.path}/record").status == 409
    play_on(seat, game, rounds=99)
    for body in browser.received[:-1]:
        if "match-over" not in body:
            assert game.row.seed not in body
            assert game.row.salt not in body
    record = dm.Record.loads(browser.get(f"{seat.path}/record").body)
    assert record.commitment == shown == dm.record.commitment(record.seed, record.salt)
    assert verify(record).commitment == shown
    assert game.row.seed in seat.page()


def test_a_record_of_a_running_match_has_only_rounds_that_are_over(browser, game_of):
    seat = browser.begin(target=500, game="block")
    game = game_of(seat.path)
    play_on(seat, game, rounds=1)
    data = to_move(seat)
    assert seat.do("next", position=data["position"]).status == 200
    record = json.loads(browser.get(f"{seat.path}/record").body)
    assert len(record["rounds"]) == 1
    assert not {"seed", "salt"} & set(record)
    assert record["commitment"] == game.row.commitment
    assert dm.Record.from_dict(record).replay().rounds[0] == game.match.rounds[0]


def test_a_typed_seed_is_practice(browser, game_of):
    seat = browser.begin(seed="known")
    assert "Practice" in seat.page()
    assert "Commitment" not in seat.page()
    hand = dm.Round.deal(dm.Rules("draw"), seed="known").dealt_hands[0]
    assert game_of(seat.path).match.round.dealt_hands[0] == hand


def test_a_record_is_gone_on_with_as_practice(browser, game_of):
    match = dm.Match(dm.Rules("draw", target=50), [dm.Human("Ann"), "heaviest"], seed=3, salt="s")
    for _ in match.run():
        pass
    match.act(match.round.legal_moves()[0])
    seat = browser.begin(record=match.to_record().dumps(), game="")
    game = game_of(seat.path)
    assert game.match.rounds[0].dealt_hands == match.rounds[0].dealt_hands
    assert "Practice" in seat.page()
    assert [one.player for one in game.occupants] == [None, "heaviest"]
    assert game.occupants[0].name == "Ann"
    play_on(seat, game, rounds=1)
    wrong = browser.post("/matches", {"record": "{}"})
    assert wrong.status == 400


def test_again_is_a_new_match_of_the_same_kind(browser, game_of):
    seat = browser.begin(game="block", players=3, opponent1="random", opponent2="snow-white/2", target=33, name="Ann")
    other = Seat(browser, seat.do("again").json["location"])
    assert other.path != seat.path
    first, second = game_of(seat.path), game_of(other.path)
    assert second.rules == first.rules
    assert second.occupants == first.occupants
    assert second.row.seed != first.row.seed


# The start


@pytest.mark.parametrize(
    "fields",
    [
        {"game": "poker"},
        {"players": "9"},
        {"players": "two"},
        {"target": "0"},
        {"table": "9999x1"},
        {"opponent1": "os:system"},
        {"opponent1": "snow-white/9"},
        {"pace": "-1"},
        {"name": "x" * 31},
        {"name": "a\u202eb"},
        {"seed": "s" * 201},
        {"language": "xx"},
        {"game": "partnership", "players": "3"},
    ],
)
def test_a_wrong_wish_is_told(browser, fields):
    answer = browser.post("/matches", fields)
    assert answer.status == 400, answer.text
    assert len(answer.json["text"]) > 10


def test_every_choice_of_the_start_form_begins_a_match(browser, game_of):
    page = browser.get("/").text
    games = re.findall(r'<option value="([a-z-]+)"', page.partition('name="game"')[2].partition("</select>")[0])
    assert tuple(games) == dm.PRESETS
    opponents = dict.fromkeys(
        re.findall(
            r'<option value="([a-z-]+/?[1-5]?)"', page.partition('name="opponent1"')[2].partition("</select>")[0]
        )
    )
    for name in opponents:
        seat = browser.begin(opponent1=name)
        found = game_of(seat.path).occupants[1]
        assert (found.player, found.open) == ((None, True) if name == "open" else (name, False))
    for preset in dm.PRESETS:
        seat = browser.begin(game=preset, table="32x24", tiles="12", hand="15")
        assert seat.page()
        rules = game_of(seat.path).match.rules
        assert (rules.table, rules.max_pip, rules.hand_size) == ((32, 24), 12, 15)
        assert browser.get(f"/rules/{preset}").status == 200


@pytest.mark.parametrize("language", speaking.LANGUAGES)
def test_the_start_form_tells_who_each_virtual_player_is(site, language):
    page = Browser(site, language=language).get("/").text
    offered = re.findall(
        r'<option value="([a-z-]+)/?[1-5]?"', page.partition('name="opponent1"')[2].partition("</select>")[0]
    )
    told = dict(re.findall(r"<dt>(.+?)</dt> <dd>(.+?)</dd>", page))
    voice = speaking.voice(language)
    assert list(told) == [voice.player(name) for name in dict.fromkeys(offered) if name != "open"]
    assert len(set(told.values())) == len(told)


def test_the_language_is_the_browsers_first(site):
    assert '<html lang="en">' in Browser(site, language="de").get("/").text
    with_language = Browser(site, language="de, en;q=0.5").get("/rules/draw")
    assert with_language.header("content-security-policy")
