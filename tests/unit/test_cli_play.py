"""A person plays at the terminal: what is told, what is understood, what is kept."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.cli import Outcome, run

import dominoes as dm
from dominoes.speaking import voice

ENGLISH = voice("en")
ALL_KEYS = "?\nh\ne\nt\nw\nb\nc\ns\na\nl\ni\n"


@pytest.fixture(autouse=True)
def own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's state directory, away from the real one."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr("os.fsync", lambda handle: None)  # for speed: no plug is pulled here
    return tmp_path / "state" / "dominoes"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "match.json"


def play(file: Path, *argv: str, typed: str | Callable[[str], str | None] = "") -> Outcome:
    """A new match in ``file``, or the one that is there."""
    where = ["--resume", str(file)] if file.exists() else ["--save", str(file), "--seed", "1"]
    return run("play", *where, *argv, stdin=typed)


def actions(file: Path) -> list[str]:
    return [str(move) for entry in dm.Record.load(file).rounds for move in entry.actions]


def saved(file: Path) -> dm.Match:
    return dm.Match.from_record(dm.Record.load(file))


def given_round(file: Path, hands: list[list[str]], boneyard: list[str], done: list[str], **options: Any) -> Path:
    """A saved match with a person at seat 0, in the middle of a first round."""
    record = {
        "format": "dominoes-record",
        "version": 1,
        "rules": {"preset": "draw", "opening_tile": "free", **options},
        "players": ["Ann", *["heaviest"] * (len(hands) - 1)],
        "opponents": [None, *["heaviest"] * (len(hands) - 1)],
        "seed": "1",
        "rounds": [{"hands": hands, "boneyard": boneyard, "starter": 0, "actions": done}],
    }
    file.write_text(json.dumps(record))
    return file


def typist(seed: int) -> Callable[[str], str]:
    """Plays at random by the numbers of the lists, goes on after rounds, leaves after the match."""
    chance = random.Random(seed)

    def answer(told: str) -> str:
        *lines, prompt = told.split("\n")
        if not prompt.startswith(("Your move", "Number")):
            return ""
        listed = 0
        while re.match(r"\d+\. ", lines[-1 - listed]):
            listed += 1
        return str(chance.randint(1, listed))

    return answer


def whole_match(file: Path, *argv: str) -> Outcome:
    """A match played to its end."""
    outcome = play(file, *argv, typed=typist(7))
    assert outcome.code == 0
    assert saved(file).over
    return outcome


GAMES = {
    "draw": ["--target", "30"],
    "draw-4": ["--players", "4", "--target", "30"],
    "block": ["--rules", "block", "--players", "3", "--target", "30"],
    "table": ["--rules", "table", "--target", "30"],
    "small-table": ["--rules", "table", "--set", "table=16x12", "--target", "20"],
    "all-fives": ["--rules", "all-fives", "--target", "60"],
    "all-fives-3": ["--rules", "all-fives", "--players", "3", "--target", "60"],
    "partnership": ["--rules", "partnership", "--target", "60"],
    "double-twelve": ["--set", "max_pip=12", "--set", "hand_size=12", "--players", "4", "--target", "60"],
    "spinner-on-a-table": ["--rules", "all-fives", "--set", "table=40x30", "--target", "40"],
    "voluntary": ["--set", "voluntary_draw=true", "--set", "draw=one", "--target", "20"],
}


# Whole matches


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_match(file: Path, game: str) -> None:
    outcome = whole_match(file, *GAMES[game])
    assert outcome.err == ""
    assert outcome.out.count(" is over: ") == len(saved(file).rounds)
    assert re.search(r"^(You win|Your team wins|The other team wins|[A-Z].* wins) the match with ", outcome.out, re.M)
    assert outcome.lines[-1] == f"The record of the match is {file}."
    assert run("replay", str(file)).code == 0


@pytest.mark.parametrize("game", GAMES)
def test_nothing_moves_the_cursor_and_ascii_is_ascii(file: Path, game: str) -> None:
    outcome = play(file, "--ascii", *GAMES[game], typed=ALL_KEYS + "1\n" * 9 + ALL_KEYS)
    assert outcome.out.isascii()
    assert all(line.isprintable() for line in outcome.lines)


def test_equal_seeds_and_answers_give_equal_matches(tmp_path: Path) -> None:
    first, second = tmp_path / "1.json", tmp_path / "2.json"
    assert whole_match(first).out == whole_match(second).out.replace(str(second), str(first))
    assert first.read_bytes() == second.read_bytes()


# A turn


def test_the_start_tells_game_seats_file_hand_and_turn(file: Path) -> None:
    outcome = play(file, "--players", "3", "--opponents", "random")
    view = saved(file).view(0)
    assert outcome.lines[:5] == [
        "Dominoes, draw, to 100 points. In order of play: You, Random and Buratino.",
        f"The match is kept in {file}, up to the last action that is shown.",
        "Type ? for help.",
        "Round 1. Each hand has 7 tiles, the boneyard has 7.",
        f"Your hand, 7 tiles: {', '.join(map(ENGLISH.tile, view.hand))}.",
    ]
    assert "Your turn. Ends: left " in outcome.out
    assert outcome.lines[-1] == f"Nothing is lost. Go on with: dominoes play --resume {file}"


@pytest.mark.parametrize(
    ("argv", "opponents"),
    [
        ([], ["buratino"]),
        (["--players", "3"], ["buratino", "snow-white"]),
        (["--rules", "partnership"], ["buratino", "snow-white", "pinocchio"]),
        (["--players", "4", "--opponents", "random,buratino/5"], ["random", "buratino/5", "snow-white"]),
        (["--players", "3", "--opponents", "snow-white,snow-white"], ["snow-white", "snow-white"]),
    ],
)
def test_seats_that_nobody_is_named_for_are_taken_by_the_characters(
    file: Path, argv: list[str], opponents: list[str]
) -> None:
    play(file, *argv)
    assert list(dm.Record.load(file).opponents or ()) == [None, *opponents]


def test_a_tile_that_fits_one_end_goes_there_at_once(file: Path) -> None:
    given_round(file, [["6-4", "6-6", "3-1"], ["6-1", "2-1", "2-0"]], ["0-0"], ["6-6", "6-1@R"])
    assert "You play three-one on the right end." in play(file, typed="31\n").out
    assert actions(file)[2] == "3-1@R"


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("6-4\n1\n", "6-4@L"),
        ("64\n2\n", "6-4@R"),
        ("46\nright\n", "6-4@R"),
        ("six four\nL\n", "6-4@L"),
        ("6-4@r\n", "6-4@R"),
        ("6-4 left\n", "6-4@L"),
        ("2\n", "6-4@R"),
        ("6-4\n7\nnowhere\n2\n", "6-4@R"),
    ],
)
def test_a_tile_that_fits_both_ends_asks_which(file: Path, typed: str, move: str) -> None:
    given_round(file, [["6-6", "6-4", "0-0"], ["5-4", "3-2", "2-1"]], [], ["6-6", "pass"])
    outcome = play(file, typed=typed)
    assert actions(file)[2] == move
    assert f"You play six-four on the {'left' if move[-1] == 'L' else 'right'} end." in outcome.out
    if "\n" in typed[:-1]:
        assert "Six-four fits on several ends. Which?\n1. left end, 6\n2. right end, 6\n" in outcome.out


def test_a_choice_can_be_cancelled(file: Path) -> None:
    given_round(file, [["6-6", "6-4", "0-0"], ["5-4", "3-2", "2-1"]], [], ["6-6", "pass"])
    outcome = play(file, typed="6-4\n\n")
    assert "Cancelled." in outcome.out
    assert actions(file) == ["6-6", "pass"]
    assert outcome.code == 0
    assert play(file, typed="6-4\nq\n").lines[-1].startswith("Nothing is lost.")


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("1\n3\n", "5-4@R:corner-right"),
        ("54\nside left\n", "5-4@R:side-left"),
        ("5-4 r\nahead\n", "5-4@R"),
        ("5-4@R:cr\n", "5-4@R:corner-right"),
        ("5-4@R\n", "5-4@R"),
    ],
)
def test_on_a_table_the_ways_are_asked_after_the_tile(file: Path, typed: str, move: str) -> None:
    hands = [["6-6", "5-4", "0-0"], ["6-5", "3-2", "2-1"]]
    given_round(file, hands, [], ["6-6", "6-5@R"], preset="table")
    outcome = play(file, typed=typed)
    assert "1. five-four (5-4): right end 5 ways\n" in outcome.out
    assert actions(file)[2] == move
    if "\n" in typed[:-1]:
        assert "3. corner right, then leading south\n" in outcome.out


def test_one_may_look_at_things_in_the_middle_of_a_choice(file: Path) -> None:
    hands = [["6-6", "5-4", "0-0"], ["6-5", "3-2", "2-1"]]
    given_round(file, hands, [], ["6-6", "6-5@R"], preset="table")
    outcome = play(file, typed="1\nh\nw\nu\nsl\n")
    asked = outcome.out.split("Which?", 1)[1]
    assert "Your hand, 2 tiles: double blank, five-four.\n" in asked
    assert "'u' is not in the list" in asked
    assert actions(file)[2] == "5-4@R:side-left"


def test_digits_that_mean_two_things_are_asked_about(file: Path) -> None:
    hand = ["1-0", *(f"{high}-1" for high in range(2, 13))]
    given_round(file, [["1-1", *hand], ["0-0", "12-11"]], [], ["1-1", "pass"], max_pip=12)
    outcome = play(file, typed="10\n2\n2\n")
    assert "10 can mean two things. Which?\n1. number 10 of the list: " in outcome.out
    assert actions(file)[2] == "1-0@R"


def test_enter_does_the_only_action_and_otherwise_tells_the_turn_again(file: Path) -> None:
    given_round(file, [["6-6", "1-0", "3-3"], ["6-1", "2-1", "2-0"]], ["5-3", "6-4"], ["6-6", "6-1@R"])
    outcome = play(file, typed="\n")
    assert "Number, or Enter to play it: " in outcome.out
    assert actions(file)[2] == "1-0@R"
    file.unlink()
    given_round(file, [["6-6", "1-0", "6-3"], ["6-1", "2-1", "2-0"]], ["5-3", "6-4"], ["6-6", "6-1@R"])
    outcome = play(file, typed="\n")
    assert outcome.out.count("Your turn. Ends: left 6, right 1.\n") == 2
    assert len(actions(file)) == 2


def test_forced_draws_and_passes_are_the_persons_own_actions(file: Path) -> None:
    given_round(file, [["6-6", "5-5", "3-3"], ["6-1", "2-1", "2-0"]], ["5-3", "5-4"], ["6-6", "6-1@R"])
    outcome = play(file, typed="\n\np\n")
    told = outcome.out.partition("Your turn.")[2]
    assert "Nothing in your hand fits: you must draw.\n1. draw a tile\nNumber, or Enter to draw: " in told
    assert "You draw five-three. Boneyard: 1.\nStill your turn.\n" in told
    assert "You draw five-four. The boneyard is empty.\n" in told
    assert "there is nothing to draw: you must pass.\n1. pass\n" in told
    assert actions(file)[2:5] == ["draw", "draw", "pass"]


def test_draws_of_others_are_a_number_only(file: Path) -> None:
    given_round(file, [["6-6", "5-5", "6-3"], ["4-1", "2-1", "2-0"]], ["5-0", "5-4", "6-1", "0-0"], ["6-6"])
    outcome = play(file)
    assert "Heaviest draws 3 tiles. Boneyard: 1.\nHeaviest plays six-one on the left end.\n" in outcome.out
    assert not {"five-blank", "five-four", "double blank", "four-one", "two-one"} & set(
        re.split(r"[,.:\n] ?", outcome.out)
    )


def test_the_last_tile_of_another_is_announced(file: Path) -> None:
    given_round(file, [["6-6", "6-3", "3-3"], ["6-1", "2-1"]], [], ["6-6"])
    assert "Heaviest plays six-one on the left end. Heaviest has one tile left.\n" in play(file).out


@pytest.mark.parametrize(
    ("typed", "why", "right"),
    [
        ("6-5", "Six-five is not in your hand.", "Possible: three-one on the right end (3-1@R)."),
        ("7-1", "Seven-one is not in this set, whose numbers run from 0 to 6.", "Possible: three-one"),
        ("5-2", "Five-two fits on no end: they show left 6 and right 1.", "Possible: three-one"),
        ("3-1@L", "Three-one does not fit on the left end, which shows 6.", "Possible: three-one on the right end"),
        ("3-1 up", "There is no open upper end.", "Possible: three-one on the right end (3-1@R)."),
        ("3-1 r cl", "Without a table the chain has no turns: leave the placement out.", "Possible: three-one"),
        ("draw", "You can play, so you cannot draw.", "Possible: three-one"),
        ("p", "You can play, so you cannot pass.", "Possible: three-one"),
        ("dance", "'dance' is no action here.", "Type a number of the list"),
        ("9", "'9' is no action here.", "Type a number of the list"),
    ],
)
def test_refusals_say_why_and_what_would_be_right(file: Path, typed: str, why: str, right: str) -> None:
    given_round(file, [["6-6", "5-2", "3-1"], ["6-1", "2-1", "2-0"]], ["0-0"], ["6-6", "6-1@R"])
    outcome = play(file, typed=f"{typed}\n")
    assert why in outcome.out
    assert right in outcome.out
    assert actions(file) == ["6-6", "6-1@R"]


def test_a_refusal_at_the_edge_of_the_table(file: Path) -> None:
    hands = [["6-6", "5-4", "0-0"], ["6-5", "3-2", "2-1"]]
    given_round(file, hands, [], ["6-6", "6-5@R"], preset="table", table=[10, 12])
    outcome = play(file, typed="5-4@R\n")
    told = "Five-four has no room on the right end, straight ahead: the table's right edge is in the way.\n"
    assert told in outcome.out
    assert "Possible on the right end: side left, side right.\n" in outcome.out


def test_a_forced_opening_says_which_tile(file: Path) -> None:
    given_round(file, [["6-6", "5-2", "3-1"], ["6-1", "2-1", "2-0"]], ["0-0"], [], opening_tile="forced")
    outcome = play(file, typed="52\n")
    assert (
        "Five-two cannot open: the first tile must be double six.\nPossible: open with double six (6-6).\n"
        in outcome.out
    )


def test_each_key_answers(file: Path) -> None:
    given_round(
        file,
        [["6-6", "6-2", "3-1"], ["6-1", "2-1", "2-0"]],
        ["0-0"],
        ["6-6", "6-1@R"],
        table=[64, 36],
        boneyard_floor=1,
    )
    outcome = play(file, typed=ALL_KEYS)
    for said in (
        "Your hand, 2 tiles: three-one, six-two.",
        "The left end leads west, 31 cells from the table's edge.",
        "From left to right: double six, six-one.",
        "The boneyard has 1 tile. The last tile of the boneyard is never drawn.",
        "You hold 2 tiles.\nHeaviest holds 2 tiles.",
        "Scores: you: 0; Heaviest: 0. The target is 100.",
        "You open with double six.\nHeaviest plays six-one on the right end.",
    ):
        assert f"{said}\n" in outcome.out
    assert re.search(r"^Hint: (six-two|three-one) on the ", outcome.out, re.M)


# The end of a round


def ending(file: Path, hands: list[list[str]], done: list[str], typed: str, **options: Any) -> list[str]:
    """What is told between a round's last action and the next prompt."""
    given_round(file, hands, [], done, **options)
    told = play(file, typed=f"{typed}\n").out
    return re.findall(r"^(Round 1 is over: .*?)Enter for the next round", told, re.M | re.S)[0].splitlines()


def test_the_end_by_the_last_tile(file: Path) -> None:
    hands = [["6-6", "6-1"], ["6-5", "5-0"], ["6-4", "4-3", "2-2"]]
    assert ending(file, hands, ["6-6", "6-5@R", "6-4@L"], "pass") == [
        "Round 1 is over: Heaviest 1 has laid the last tile.",
        "Your hand: six-one. 7 points.",
        "Heaviest 1's hand is empty.",
        "Heaviest 2's hand: double two, four-three. 11 points.",
        "Heaviest 1 scores 18: 7 plus 11 is 18.",
        "Scores: you: 0; Heaviest 1: 18; Heaviest 2: 0. The target is 100.",
    ]


def test_the_end_is_rounded(file: Path) -> None:
    hands = [["6-6", "6-1"], ["6-5", "5-2"]]
    told = ending(file, hands, ["6-6", "6-5@R"], "61", round_to=5)
    assert told[3] == "You score 5: 7, rounded to the nearest multiple of 5."
    file.unlink()
    hands = [["6-6", "4-0"], ["6-1", "3-1", "5-2"]]
    told = ending(file, hands, ["6-6", "6-1@R", "pass", "3-1@R"], "pass", draw="never", round_to=5)
    assert told[3:5] == [
        "You hold the least, 4 points.",
        "You score 5: 7 minus 4 is 3, rounded to the nearest multiple of 5.",
    ]


def test_the_end_of_a_teams_round(file: Path) -> None:
    hands = [["6-6", "6-1"], ["6-2", "5-0"], ["6-3", "4-0"], ["6-4", "2-2"]]
    assert ending(file, hands, ["6-6", "6-2@L", "6-3@R", "2-2@L"], "pass", preset="partnership") == [
        "Round 1 is over: the game is blocked, nobody can go on.",
        "Your hand: six-one. 7 points.",
        "Heaviest 1's hand: five-blank. 5 points.",
        "Heaviest 2's hand: four-blank. 4 points.",
        "Heaviest 3's hand: six-four. 10 points.",
        "Your team holds the least, 11 points.",
        "Your team scores 26: 7 plus 5 plus 4 plus 10 is 26.",
        "Scores: your team: 26; the other team: 0. The target is 200.",
    ]


def test_points_in_play_and_the_target(file: Path) -> None:
    options = {"preset": "all-fives", "target": 25, "spinner": None}
    given_round(file, [["5-5", "6-5", "0-0"], ["5-0", "2-1", "2-2"]], [], ["5-5", "5-0@L"], **options)
    told = play(file, typed="6-5\n").out
    assert "You open with double five and score 10." in told
    assert "Your turn. Ends: left blank (0), right 5 (a double, counts 10). They count 10.\n" in told
    assert "You play six-five on the right end. Ends: left blank (0), right 6. They count 6.\n" in told
    file.unlink()
    given_round(
        file, [["5-5", "5-4", "0-0"], ["6-5", "2-1", "2-2"]], [], ["5-5", "6-5@L"], **(options | {"target": 20})
    )
    told = play(file, typed="5-4\n\n").out
    assert (
        "You play five-four on the right end and score 10.\nRound 1 is over: you reach the target with this play.\n"
        in told
    )
    scores = "you: 20; Heaviest: 0."
    assert f"Scored in play in this round: {scores}\nScores: {scores} The target is 20.\n" in told
    assert "You win the match with 20 points against 0.\nThe match is over. Enter to leave" in told
    assert told.endswith(f"The record of the match is {file}.\n")


def test_the_end_by_a_block(file: Path) -> None:
    hands = [["6-6", "2-0"], ["6-1", "2-2"], ["5-5", "4-4"]]
    assert ending(file, hands, ["6-6", "6-1@R", "pass"], "pass", draw="never") == [
        "Round 1 is over: the game is blocked, nobody can go on.",
        "Your hand: two-blank. 2 points.",
        "Heaviest 1's hand: double two. 4 points.",
        "Heaviest 2's hand: double four, double five. 18 points.",
        "You hold the least, 2 points.",
        "You score 20: 4 plus 18 minus 2 is 20.",
        "Scores: you: 20; Heaviest 1: 0; Heaviest 2: 0. The target is 100.",
    ]


def test_the_end_without_a_winner(file: Path) -> None:
    hands = [["6-6", "4-0"], ["6-1", "3-1", "2-2"]]
    told = ending(file, hands, ["6-6", "6-1@R", "pass", "3-1@R"], "pass", draw="never")
    assert told[3] == "The lowest hands are equal, 4 points each: nobody scores."


def test_between_rounds_the_table_can_be_read_and_the_end_taken_back(file: Path) -> None:
    given_round(file, [["6-6", "6-1"], ["6-5", "5-0"]], [], ["6-6", "6-5@R"])
    told = play(file, typed="61\nt\nh\ni\nu\n\n\n").out.split("Enter for the next round, ")
    assert "[" not in told[0]
    assert "From left to right: one-six, double six, six-five.\n" in told[1]
    assert "Your hand is empty.\n" in told[2]
    assert ENGLISH.not_now() in told[3]
    assert "Taken back: your six-one.\nYour turn. Ends: left 6, right 5.\n" in told[4]
    assert "Round 2. Each hand has 7 tiles, the boneyard has 14.\n" in told[5]
    assert len(saved(file).rounds) == 2


# Any input


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(
    st.lists(
        st.one_of(st.text(), st.sampled_from([*"123456789hetwbcsaliudp?", "6-4", "66", "6-5 left", ""])), max_size=30
    ),
    st.sampled_from(sorted(GAMES)),
)
def test_any_lines_are_answered(tmp_path_factory: pytest.TempPathFactory, lines: list[str], game: str) -> None:
    file = tmp_path_factory.mktemp("any") / "match.json"
    outcome = play(file, *GAMES[game], typed="\n".join(lines))
    assert (outcome.code, outcome.err) == (0, "")
    assert all(line.isprintable() for line in outcome.lines)
    assert run("replay", str(file)).code == 0
