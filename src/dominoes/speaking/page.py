"""What a page shows and says beside the game itself: labels, buttons, settings, keys, errors, results, luck.

`labels` gives all that has no fields, by group and name, ready for a template or as JSON for a script. `PageWords`
makes the rest. The rules of the games are `rules_page`; tiles, events, ends, hands and refusals are a `Voice`'s own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from .catalogs import N_, NP_, Message
from .company import Company, Who
from .rules import RulesPage, rules_page

if TYPE_CHECKING:
    from dominoes.position import Position
    from dominoes.reasons import Reason
    from dominoes.tiles import Tile

    from .voice import Voice

__all__ = ["LABELS", "PageWords", "RulesPage", "labels", "rules_page"]

START: Final = {
    # Translators: the form that begins a match, its labels, and under some of them what they mean.
    "title": N_("New match"),
    "game": N_("Game"),
    "players": N_("Players"),
    "your_name": N_("Your name"),
    "opponents": N_("Opponents"),
    "level": N_("Level"),
    "level_help": N_("1 is the weakest, 5 the strongest."),
    # Translators: instead of a virtual opponent.
    "person": N_("A person whom you invite"),
    "target": N_("Winning score"),
    "table_size": N_("Table size"),
    "table_none": N_("No table"),
    "table_none_help": N_("Without a table the chain has room without end."),
    "small": NP_("table size", "Small"),
    "medium": NP_("table size", "Medium"),
    "large": NP_("table size", "Large"),
    "seed": N_("Seed"),
    "seed_help": N_("May stay empty. The same seed deals the same tiles, so a match with a typed seed is practice."),
    "language": N_("Language"),
    "sound": N_("Sound"),
    "begin": N_("Start the match"),
    "open_file": N_("Go on from a record"),
    "running": N_("Your running matches"),
    # Translators: opens a match that was begun before.
    "go_on": N_("Go on"),
}
OPPONENTS: Final = {
    # Translators: virtual opponents, a sentence under each name.
    "heaviest": N_("Lays the heaviest tile that fits."),
    "random": N_("Plays anything."),
    "blocker": N_("Gets in the next player's way."),
    "pinocchio": N_("Impulsive, with a love for heavy tiles."),
    "buratino": N_("Street-smart, and likes to block."),
    "snow-white": N_("Thinks before she plays."),
}
SCREEN: Final = {
    # Translators: headings of the screen's parts; some are only heard.
    "app": N_("Dominoes"),
    "turn": N_("Turn"),
    "ends": N_("Ends"),
    "hand": N_("Your hand"),
    "actions": N_("Actions"),
    "chain": N_("The chain"),
    "table": N_("The table"),
    "boneyard": N_("Boneyard"),
    "opponents": N_("Opponents"),
    "scores": N_("Scores"),
    "log": N_("What happened"),
    "match": N_("This match"),
    "score": N_("Score"),
    "tiles": N_("Tiles"),
    "skip_to_hand": N_("To your hand"),
    "skip_to_log": N_("To what happened"),
    # Translators: a tile of the boneyard that lies face down.
    "face_down": N_("Tile, face down"),
    "reserved": N_("Reserved, never drawn"),
    "drop_here": N_("Drop the tile here"),
    "no_script": N_("This page needs JavaScript."),
}
STATUSES: Final = {
    # Translators: what a player is doing, a word or two beside the name. Not for one gender.
    "to-move": NP_("status", "to move"),
    "thinking": NP_("status", "thinking"),
    "must-draw": NP_("status", "must draw"),
    # Translators: nothing that the player holds can be played or drawn.
    "blocked": NP_("status", "blocked"),
    "passed": NP_("status", "passed"),
    "won": NP_("status", "won"),
    # Translators: the match.
    "lost": NP_("status", "lost"),
    "waiting": NP_("status", "waiting"),
    # Translators: an invited person who has not come yet.
    "invited": NP_("status", "invited"),
    "away": NP_("status", "away"),
}
BUTTONS: Final = {
    "draw": NP_("button", "Draw a tile"),
    "pass": NP_("button", "Pass"),
    "undo": NP_("button", "Undo"),
    "hint": NP_("button", "Hint"),
    "new_match": NP_("button", "New match"),
    "next_round": NP_("button", "Next round"),
    # Translators: lets the next virtual player act.
    "go": NP_("button", "Go on"),
    "picture": NP_("button", "Picture of the table (SVG)"),
    "record": NP_("button", "Download the record"),
    "rules": NP_("button", "Rules"),
    "settings": NP_("button", "Settings"),
    "keys": NP_("button", "Keys"),
    "luck": NP_("button", "Luck"),
    "invite": NP_("button", "Invite a person"),
    "copy_link": NP_("button", "Copy the link"),
    "cancel": NP_("button", "Cancel"),
    "close": NP_("button", "Close"),
    "leave": NP_("button", "Leave the match"),
    "stay": NP_("button", "Stay"),
    "read_ends": NP_("button", "Read the ends"),
    "read_hand": NP_("button", "Read your hand"),
    "read_counts": NP_("button", "Read the numbers of tiles"),
    "read_scores": NP_("button", "Read the scores"),
    "read_last": NP_("button", "Repeat the last announcement"),
    "read_chain": NP_("button", "Read the table"),
}
MESSAGES: Final = {
    # Translators: sentences that are shown and spoken.
    "nothing_fits_draw": N_("Nothing fits: draw a tile."),
    "nothing_fits_pass": N_("Nothing fits and nothing is left to draw: pass."),
    "leave_title": N_("Leave this match?"),
    "leave_text": N_("It is kept: its link opens it again."),
    # Translators: instead of the sentence before, where other persons play on.
    "leave_others": N_("The others play on: a virtual player takes your seat for good, and they are told."),
    # Translators: asked before another match is begun; this one stays.
    "new_match_text": N_("It has the same rules and opponents. This match is kept: its link opens it again."),
    "link_copied": N_("The link is copied."),
    "invitation": N_("Whoever opens this link first takes the seat."),
    "lost": N_("The connection is lost. Trying again."),
    "back": N_("Connected again."),
    "hint_wait": N_("Thinking of a hint."),
    "tile_back": N_("The tile is back in your hand."),
    "choose_end": N_("Choose an end. Escape cancels."),
    "blocked": N_("The game is blocked, nobody can go on."),
    "nobody_scores": N_("Nobody scores."),
}
SETTINGS: Final = {
    "title": N_("Settings"),
    "sound": N_("Sound"),
    "volume": N_("Volume"),
    "announcements": N_("Announcements"),
    "full": NP_("announcements", "Full"),
    "brief": NP_("announcements", "Brief"),
    "single_keys": N_("Single keys"),
    "single_keys_help": N_(
        "Letters act at once inside the game. Switch this off if they get in your screen reader's way."
    ),
    "numerals": N_("Numerals on the tiles"),
    "theme": N_("Colours"),
    "theme_system": NP_("colours", "As the system"),
    "theme_light": NP_("colours", "Light"),
    "theme_dark": NP_("colours", "Dark"),
    "theme_contrast": NP_("colours", "High contrast"),
    "pace": N_("Pace of the opponents"),
    "pace_0": NP_("pace", "At once"),
    "pace_1": NP_("pace", "Quick"),
    "pace_2": NP_("pace", "Calm"),
    "pace_4": NP_("pace", "Slow"),
    "pace_wait": NP_("pace", "Wait for me"),
    "language": N_("Language"),
}
KEYS: Final = {
    # Translators: a list of keys; what each does stands behind it.
    "title": N_("Keys"),
    "help": N_("They work inside the game. Single letters can be switched off in the settings."),
    "key": NP_("keys", "Key"),
    "does": NP_("keys", "What it does"),
    "arrows": NP_("key name", "Arrow keys"),
    "home_end": NP_("key name", "Home, End"),
    "enter": NP_("key name", "Enter"),
    "escape": NP_("key name", "Escape"),
    "do_arrows": N_("go along your hand"),
    "do_home_end": N_("go to the first or the last tile"),
    "do_enter": N_("plays the tile, or asks where"),
    "do_escape": N_("goes back to the hand"),
    "do_turn": N_("tells whose turn it is"),
    "do_ends": N_("tells the open ends"),
    "do_hand": N_("reads your hand, and where each tile fits"),
    "do_chain": N_("reads the table from end to end"),
    "do_boneyard": N_("tells how many tiles the boneyard has"),
    "do_counts": N_("tells how many tiles each player holds"),
    "do_scores": N_("tells the scores"),
    "do_last": N_("repeats the last announcement"),
    "do_draw": N_("draws a tile"),
    "do_pass": N_("passes"),
    "do_hint": N_("gives a hint"),
    "do_undo": N_("takes back your last action"),
    "do_help": N_("shows this list"),
}
RESULTS: Final = {
    # Translators: the table of results at the end of a round; columns and captions.
    "caption": N_("Results of the round"),
    "match_over": N_("The match is over"),
    "player": N_("Player"),
    "hand": NP_("results", "Tiles left"),
    "pips": NP_("results", "Points in hand"),
    "in_play": NP_("results", "Scored in play"),
    "at_end": NP_("results", "Scored at the end"),
    "round": NP_("results", "Round"),
    "score": NP_("results", "Score"),
    "sum": N_("How the points come about"),
    "final_table": N_("The final table"),
}
NOT_NOW: Final = {
    # Translators: why something that was asked of a match cannot be done now.
    "match-over": N_("The match is over: begin a new one."),
    "round-on": N_("The round is still on."),
    "round-over": N_("The round is over: deal the next one."),
    "undo-nothing": N_("You have done nothing in this round that could be taken back."),
    "undo-persons": N_("Nothing can be taken back where several persons play."),
    "undo-shown": N_("All hands were shown: this round cannot be taken back."),
    "nobody-waits": N_("Nobody waits for you to go on."),
    "no-hint": N_("A hint is for a turn of yours."),
    "no-record": N_("The record can be downloaded once a round is over."),
    "no-seat": N_("This seat is taken."),
}
ERRORS: Final = {
    # Translators: what is answered where a page or an action cannot be had.
    "title": N_("That did not work"),
    "stale": N_("The table has changed meanwhile. Look again and choose once more."),
    "unknown": N_("There is no such page or match."),
    "forbidden": N_("This match belongs to another browser."),
    "bad_request": N_("The request was not understood."),
    "too_large": N_("That is too large."),
    "too_many": N_("That was too much at once. Wait a moment."),
    "fault": N_("Something went wrong here. The match is kept: load the page again."),
    "bad_invitation": N_("This invitation was used already, or is not valid."),
    "bad_record": N_("This file is no record of a match that can be gone on with."),
    "home": N_("To the start"),
}
SOUNDS: Final = {
    # Translators: what each sound means.
    "shuffle": NP_("sound", "The tiles are shuffled"),
    "turn": NP_("sound", "Your turn"),
    "play": NP_("sound", "A tile is played"),
    "draw": NP_("sound", "A tile is drawn"),
    "pass": NP_("sound", "Somebody passes"),
    "refused": NP_("sound", "Not possible"),
    "round_won": NP_("sound", "You win the round"),
    "round_lost": NP_("sound", "You do not win the round"),
    "match_won": NP_("sound", "You win the match"),
}
FAIR: Final = {
    # Translators: a commitment is a number that is published before a match and proves afterwards that the deals were
    # not changed. The seed and the salt are the texts from which it follows.
    "title": N_("Deals that you can trust"),
    "commitment": N_("Commitment"),
    "commitment_help": N_(
        "It follows from the seed of all deals and a salt. Both are revealed after the match, so that anybody can "
        "check that no deal was chosen against you."
    ),
    "seed": N_("Seed"),
    "salt": N_("Salt"),
    "verify": N_("Download the record and check it with this command:"),
    "practice": N_("Practice"),
    "practice_help": N_("Somebody could know the deals of this match: its seed was typed, or its deal was loaded."),
}
LUCK: Final = {
    # Translators: a page after a match: what each player was dealt and drew, beside what chance gives.
    "title": N_("Luck"),
    "help": N_("What each player met with in this match, beside what chance gives on average."),
    # Translators: the range is two numbers in brackets, with a dash between them.
    "range_help": N_(
        "In brackets stands the range that chance keeps to in 95 of 100 matches. So about one number in twenty lies "
        "outside of it by chance alone, and who plays in another way draws and passes in another way too."
    ),
    "player": N_("Player"),
    "draws": NP_("luck", "Tiles drawn"),
    "passes": NP_("luck", "Passes"),
    "openings": NP_("luck", "Rounds opened"),
    "pips": NP_("luck", "Points dealt"),
    "doubles": NP_("luck", "Doubles dealt"),
    "expected": NP_("luck", "By chance"),
}

LABELS: Final[dict[str, dict[str, Message]]] = {
    "start": START,
    "opponents": OPPONENTS,
    "screen": SCREEN,
    "statuses": STATUSES,
    "buttons": BUTTONS,
    "messages": MESSAGES,
    "settings": SETTINGS,
    "keys": KEYS,
    "results": RESULTS,
    "not_now": NOT_NOW,
    "errors": ERRORS,
    "sounds": SOUNDS,
    "fair": FAIR,
    "luck": LUCK,
}
"""All labels by group and name, in English."""


def labels(voice: Voice) -> dict[str, dict[str, str]]:
    """`LABELS` in the words of a voice.

    >>> from dominoes import speaking
    >>> speaking.page.labels(speaking.voice("pt-BR"))["buttons"]["draw"]
    'Comprar uma pedra'
    """
    return {group: {name: voice.text(one) for name, one in texts.items()} for group, texts in LABELS.items()}


class PageWords:
    """Sentences of a page that have fields, in the words of a voice."""

    def __init__(self, voice: Voice) -> None:
        self.voice = voice

    def title(self, screen: str) -> str:
        """The title of a document: ``Settings - Dominoes``, told apart by its first words."""
        return self.voice.gettext("{page} - Dominoes", page=screen)

    # The start form

    def players(self, count: int) -> str:
        """A choice of how many play."""
        return self.voice.ngettext("{count} player", "{count} players", count)

    def opponent(self, number: int) -> str:
        """The label of an opponent's field; ``number`` from 1."""
        return self.voice.gettext("Opponent {number}", number=number)

    def table_size(self, size: str, width: int, height: int) -> str:
        """A choice of a table: ``Large, 64 by 36``."""
        return self.voice.gettext("{size}, {width} by {height}", size=size, width=width, height=height)

    def between(self, low: int, high: int) -> str:
        """What a number that was typed may be."""
        return self.voice.gettext("A whole number from {low} to {high}.", low=low, high=high)

    # The screen

    def round(self, number: int) -> str:
        """``Round 2``; ``number`` from 1."""
        return self.voice.gettext("Round {number}", number=number)

    def target(self, target: int) -> str:
        return self.voice.ngettext("The match goes to {count} point.", "The match goes to {count} points.", target)

    def player_line(self, name: str, status: str, tiles: int, score: int) -> str:
        """A player at a glance: ``Ann: to move, 7 tiles, 23 points``. ``status`` is a text of ``labels()``."""
        fields = {"tiles": self.voice.tile_count(tiles), "points": self.voice.point_count(score)}
        return self.voice.gettext("{name}: {status}, {tiles}, {points}", name=name, status=status, **fields)

    def choose(self, tile: Tile) -> str:
        """Asked where a tile fits in several places."""
        return self.voice.gettext("Where shall it go: {tile}?", tile=self.voice.tile(tile))

    def boneyard_to_draw(self, able: int) -> str:
        """How many tiles can still be drawn."""
        return self.voice.ngettext("{count} tile can be drawn.", "{count} tiles can be drawn.", able)

    def picture(self, position: Position) -> str:
        """The title of the table's picture."""
        return self.voice.gettext("The table. {ends}", ends=self.voice.open_ends(position.ends))

    # What happens beside the game

    def drew_in_turn(self, who: Who, count: int, left: int, *, brief: bool = False) -> str:
        """A player's draws of one turn together."""
        return self.voice.drew(who, None, count, left, brief=brief)

    def undone(self, who: Who, count: int) -> str:
        """Somebody took back so many actions."""
        if who.you:
            return self.voice.ngettext("You take back {count} action.", "You take back {count} actions.", count)
        return self.voice.ngettext(
            "{name} takes back {count} action.", "{name} takes back {count} actions.", count, name=who.name
        )

    def joined(self, who: Who) -> str:
        """A person takes a seat."""
        if who.you:
            return self.voice.gettext("You take your seat.")
        return self.voice.gettext("{name} takes a seat.", name=who.name)

    def left(self, name: str, player: str) -> str:
        """A person leaves, and a virtual player, by its registered name, goes on."""
        return self.voice.gettext("{name} leaves, {player} plays on.", name=name, player=self.voice.player(player))

    # Results and refusals

    def round_title(self, number: int) -> str:
        """The heading of a round's results; ``number`` from 1."""
        return self.voice.gettext("Round {number} is over", number=number)

    def winner(self, company: Company, winner: int | None) -> str:
        """Who has won the round; None for nobody."""
        if winner is None:
            return self.voice.gettext("Nobody wins the round.")
        who = company.side(winner)
        if who.you:
            return self.voice.gettext("You win the round.")
        return self.voice.gettext("{name} wins the round.", name=who.name)

    def refused(self, reasons: Sequence[Reason], position: Position, company: Company | None = None) -> str:
        """Why something is not possible, each reason once, and the ends as they lie."""
        said = dict.fromkeys(self.voice.reason(reason, company) for reason in reasons)
        ends = [] if position.result is not None else [self.voice.open_ends(position.ends)]
        return " ".join(dict.fromkeys([*said, *ends]))

    def seconds(self, count: int) -> str:
        """How long to wait."""
        return self.voice.ngettext("Try again in {count} second.", "Try again in {count} seconds.", count)
