"""What a page shows and says beside the game itself: labels, buttons, settings, keys, errors, results, luck.

`labels` gives all that has no fields, by group and name, ready for a template or as JSON for a script. `PageWords`
makes the rest. The rules of the games are `rules_page`; tiles, events, ends, hands and refusals are a `Voice`'s own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from .catalogs import N_, NP_, Message
from .company import Company, Who
from .happenings import LONGEST
from .rules import RulesPage, rules_page

if TYPE_CHECKING:
    from dominoes.moves import Move
    from dominoes.position import Position
    from dominoes.reasons import Reason
    from dominoes.tiles import Tile

    from .voice import Voice

__all__ = ["LABELS", "SENTENCES", "PageWords", "RulesPage", "labels", "rules_page"]

START: Final = {
    # Translators: the form that begins a match, its labels, and under some of them what they mean.
    "title": N_("New match"),
    "game": N_("Game"),
    "players": N_("Players"),
    "your_name": N_("Your name"),
    # Translators: a heading above a list of the virtual players, each with a sentence.
    "who": N_("Who they are"),
    "level_help": N_("Level 1 is the weakest, level 5 the strongest."),
    # Translators: a group of virtual players that have no levels.
    "no_levels": N_("Without levels"),
    # Translators: instead of a virtual opponent.
    "person": N_("Someone you invite"),
    # Translators: instead of "Opponent 2", where two play together.
    "partner": NP_("field", "Partner"),
    # Translators: what a choice stands at unless another is made.
    "usual": N_("As the game has it"),
    "target": N_("Winning score"),
    "target_help": N_("Left empty, it is the game's usual score."),
    "more": N_("More options"),
    "tiles": N_("Set of tiles"),
    "double-six": N_("Double six, 28 tiles"),
    "double-nine": N_("Double nine, 55 tiles"),
    "double-twelve": N_("Double twelve, 91 tiles"),
    "hand": N_("Tiles in each hand"),
    "table_size": N_("Table size"),
    "table_help": N_("A tile covers 2 by 4 cells. On a table the chain can run into the edge or into itself."),
    "table_none": N_("No table"),
    "small": NP_("table size", "Small"),
    "medium": NP_("table size", "Medium"),
    "large": NP_("table size", "Large"),
    "seed": N_("Seed"),
    "seed_help": N_(
        "Any word or number, from which the shuffling follows: the same seed deals the same tiles again. So a match "
        "with a typed seed is practice. Usually this is left empty."
    ),
    "language": N_("Language"),
    "sound": N_("Sound"),
    "begin": N_("Start the match"),
    "open_file": N_("Continue from a record"),
    "running": N_("Your matches in progress"),
    # Translators: opens a match that was begun before.
    "go_on": N_("Continue"),
    # Translators: a link to the rules of the game that is chosen, and to those of all games.
    "rules": N_("Rules of this game"),
    "all_rules": N_("Rules of the games"),
    # Translators: the page that an invitation leads to, and its button.
    "invited": N_("You are invited"),
    "take_seat": N_("Take the seat"),
}
OPPONENTS: Final = {
    # Translators: what a virtual player is like, behind its name. Snow White is a woman, the two before her are boys.
    "pinocchio": N_("Impulsive: lays the heaviest tile that fits, and sometimes just anything."),
    "buratino": N_("Street-smart: remembers which numbers the others lack, and blocks them."),
    "snow-white": N_("Thoughtful: imagines what the others may hold before she plays."),
    "blocker": N_("Leaves ends that the next player can hardly answer."),
    "heaviest": N_("Always lays the heaviest tile that fits."),
    "random": N_("Plays any tile that fits."),
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
    "opponents": N_("Opponents"),
    "scores": N_("Scores"),
    # Translators: a heading above one's own name, tiles and points.
    "you": N_("You"),
    "invitation": N_("Invitation"),
    # Translators: a heading above buttons that read something aloud: the ends, the hand.
    "read_aloud": N_("Read aloud"),
    "log": N_("What happened"),
    "match": N_("This match"),
    "skip_to_hand": N_("Skip to your hand"),
    "skip_to_log": N_("Skip to what happened"),
    "to_match": N_("Back to the match"),
    # Translators: a word beside the name of the player who is in one's own team.
    "partner": NP_("role", "partner"),
    # Translators: above a list of the tiles that lie on the table.
    "from_left": N_("From left to right"),
}
LETTERS: Final = {
    # Translators: a letter for each end of the chain (left, right, upper, lower), shown on the table: of the words used
    # for it in sentences; two letters where one would not tell them apart.
    "L": NP_("letter of an end", "L"),
    "R": NP_("letter of an end", "R"),
    "U": NP_("letter of an end", "Up"),
    "D": NP_("letter of an end", "Lo"),
}
STATUSES: Final = {
    # Translators: what a player is doing, a word or two beside a name, which can also be "You": not a verb that fits
    # others alone, and not for one gender. The first is only for others, the second only for the listener.
    "to-move": NP_("status", "to move"),
    "your-move": NP_("status", "your turn"),
    "thinking": NP_("status", "thinking"),
    # Translators: a virtual player who acts only when the person says so.
    "ready": NP_("status", "ready"),
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
}
BUTTONS: Final = {
    "draw": NP_("button", "Draw a tile"),
    "pass": NP_("button", "Pass"),
    "undo": NP_("button", "Undo"),
    "hint": NP_("button", "Hint"),
    "new_match": NP_("button", "New match"),
    "next_round": NP_("button", "Next round"),
    # Translators: lets the next virtual player act.
    "go": NP_("button", "Continue"),
    # Translators: a virtual player sits down for a person who is invited and has not come, or does not come back.
    "without": NP_("button", "Play without waiting"),
    "picture": NP_("button", "Picture of the table (SVG)"),
    "record": NP_("button", "Download the record"),
    "rules": NP_("button", "Rules"),
    "settings": NP_("button", "Settings"),
    "keys": NP_("button", "Keys"),
    "luck": NP_("button", "Luck"),
    "result": NP_("button", "Result"),
    "invite": NP_("button", "Invite a person"),
    "copy_link": NP_("button", "Copy the link"),
    "cancel": NP_("button", "Cancel"),
    "close": NP_("button", "Close"),
    "leave": NP_("button", "Leave the match"),
    "read_turn": NP_("button", "Read whose turn it is"),
    "read_ends": NP_("button", "Read the ends"),
    "read_hand": NP_("button", "Read your hand"),
    "read_counts": NP_("button", "Read the tile counts"),
    "read_scores": NP_("button", "Read the scores"),
    "read_boneyard": NP_("button", "Read the boneyard"),
    "read_recent": NP_("button", "Read what happened since your last action"),
    "read_last": NP_("button", "Repeat the last announcement"),
    "read_chain": NP_("button", "Read the table"),
}
MESSAGES: Final = {
    # Translators: sentences that are shown and spoken.
    "leave_title": N_("Leave this match?"),
    "leave_text": N_("It is kept: its link opens it again."),
    # Translators: instead of the sentence before, where other persons play on.
    "leave_others": N_("The others play on: a virtual player takes your seat for good, and they are told."),
    # Translators: asked before another match is begun; this one stays.
    "new_match_text": N_("It has the same rules and opponents. This match is kept: its link opens it again."),
    "link_copied": N_("The link is copied."),
    "invitation": N_("Whoever opens this link first takes the seat."),
    "lost": N_("The connection is lost. Trying again."),
    # Translators: while something that the person did was under way.
    "lost_doing": N_("The connection is lost: what you did last may not have arrived."),
    "back": N_("Connected again."),
    # Translators: in a window that is still open, after its player has left the match in another one.
    "ended": N_("This seat has been given up. Nothing new is shown here."),
    "silent": N_("The server does not answer. Try again in a moment."),
    "busy": N_("Wait a moment: what you did last is still under way."),
    "hint_wait": N_("Thinking of a hint."),
    "tile_back": N_("The tile is back in your hand."),
}
SETTINGS: Final = {
    "title": N_("Settings"),
    "sound": N_("Sound"),
    "volume": N_("Volume"),
    "announcements": N_("Announcements"),
    "full": NP_("announcements", "Full"),
    "brief": NP_("announcements", "Brief"),
    "single_keys": N_("Single-key shortcuts"),
    "single_keys_help": N_(
        "Letters act at once inside the game. Switch this off if they get in your screen reader's way."
    ),
    "numerals": N_("Numerals on the tiles"),
    "theme": N_("Colours"),
    "theme_system": NP_("colours", "Same as the system"),
    "theme_light": NP_("colours", "Light"),
    "theme_dark": NP_("colours", "Dark"),
    "theme_contrast": NP_("colours", "High contrast"),
    "pace": N_("Opponents' pace"),
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
    "help": N_("They work inside the game. The single-letter ones can be switched off in the settings."),
    "key": NP_("keys", "Key"),
    "does": NP_("keys", "What it does"),
    "arrows": NP_("key name", "Arrow keys"),
    "home_end": NP_("key name", "Home, End"),
    "enter": NP_("key name", "Enter"),
    "escape": NP_("key name", "Escape"),
    "do_arrows": N_("move along your hand"),
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
    "do_recent": N_("tells what happened since your last action"),
    "do_go": N_("goes on: the next player acts, or the next round is dealt"),
    "do_hint": N_("gives a hint"),
    "do_undo": N_("takes back your last action"),
    "do_help": N_("shows this list"),
}
RESULTS: Final = {
    "match_over": N_("The match is over"),
}
NOT_NOW: Final = {
    # Translators: why something that was asked of a match cannot be done now.
    "match-over": N_("The match is over: begin a new one."),
    "round-on": N_("The round is still on."),
    "round-over": N_("The round is over: start the next one."),
    "undo-nothing": N_("You have done nothing in this round that could be taken back."),
    "undo-persons": N_("Nothing can be taken back where several persons play."),
    "undo-shown": N_("All hands have been shown: this round cannot be taken back."),
    "nobody-waits": N_("Nobody is waiting for you."),
    "no-hint": N_("You can ask for a hint on your own turn."),
    "no-record": N_("The record can be downloaded once a round is over."),
    "no-seat": N_("This seat is taken."),
    # Translators: the next two to somebody who does not want to wait for another person any longer.
    "nobody-away": N_("Nobody keeps the others waiting."),
    "may-act": N_("Wait a little longer: a virtual player plays on for somebody who has not acted for five minutes."),
    # Translators: a match in which nobody acts yet.
    "waits": N_("The match begins once everybody who is invited has come."),
}
ERRORS: Final = {
    # Translators: what is answered where a page or an action cannot be had.
    "title": N_("That did not work"),
    "stale": N_("The table has changed in the meantime. Look again and choose once more."),
    "unknown": N_("There is no such page or match."),
    "forbidden": N_("There is no match here, or it belongs to another browser."),
    # Translators: headings of pages that stand instead of one that is not there.
    "no_match": N_("No match here"),
    "not_found": N_("Not found"),
    "bad_request": N_("The request was not understood."),
    "too_large": N_("That is too large."),
    "too_many": N_("That was too much at once. Wait a moment."),
    "fault": N_("Something went wrong here. The match is kept: load the page again."),
    "bad_invitation": N_("This invitation has already been used, or is not valid."),
    "rules": N_("This game cannot be played with these settings."),
    "bad_record": N_("This file is not the record of a match that can be continued."),
    "home": N_("Back to the start"),
    # Translators: a link.
    "begin": N_("Start a new match"),
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
    "title": N_("Deals you can trust"),
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
    "help": N_("How each player fared in this match, beside what chance gives on average."),
    "range_help": N_(
        "The usual range holds 95 of 100 matches: about one number in twenty lies outside it by chance alone, and a "
        "different style of play also changes draws and passes."
    ),
    # Translators: headings of columns: a player, how often something happened to that player, how often it does on
    # average, and between which numbers it usually is.
    "player": NP_("luck", "Player"),
    "count": NP_("luck", "Here"),
    "usual": NP_("luck", "On average"),
    "range": NP_("luck", "Usual range"),
    # Translators: beside a number that lies above or below its usual range.
    "above": NP_("luck", "above"),
    "below": NP_("luck", "below"),
    "draws": NP_("luck", "Tiles drawn"),
    "passes": NP_("luck", "Passes"),
    "openings": NP_("luck", "Rounds opened"),
    "pips": NP_("luck", "Points dealt"),
    "doubles": NP_("luck", "Doubles dealt"),
}

LABELS: Final[dict[str, dict[str, Message]]] = {
    "start": START,
    "opponents": OPPONENTS,
    "screen": SCREEN,
    "letters": LETTERS,
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

SENTENCES: Final[dict[str, Message]] = {
    # Translators: a virtual player acts only when the person says so.
    "waits": N_("{name} is waiting for you to continue."),
    # Translators: to somebody who waits for those invited; {region} is "Invitation", the part with the link.
    "send_link": N_('The link to send is under "{region}".'),
    # Translators: {button} is "Play without waiting".
    "or_without": N_('"{button}" begins at once.'),
    # Translators: a tile of the hand, while another one must open the round: "six-four, cannot open".
    "cannot_open": N_("{tile}, cannot open"),
    # Translators: the name of a player in a line about that player.
    "your_partner": N_("{name} (your partner)"),
    # Translators: beside a player's name, where two play together: {points} is "23 points".
    "as_team": N_("team: {points}"),
    # Translators: above a list of tiles; {end} is "upper end" or "lower end".
    "from_spinner": N_("From the spinner to the {end}"),
}
"""Texts with fields that a page puts into its parts, in English."""


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

    def usual_level(self, name: str) -> str:
        """A choice of an opponent: the level that a player has unless told otherwise."""
        base, _, level = name.partition("/")
        return self.voice.gettext("{name} (level {level}, the usual one)", name=self.voice.player(base), level=level)

    def if_empty(self, target: int) -> str:
        """What an empty field for the winning score means."""
        return self.voice.gettext("{count} if left empty.", count=target)

    def partner_help(self) -> str:
        """Below three opponents' fields, where nothing tells which game is chosen."""
        # Translators: {game} is the game of two teams; of three fields for opponents the second is meant.
        return self.voice.gettext(
            "In the game {game} the second opponent is your partner.", game=self.voice.game("partnership")
        )

    def table_size(self, size: str, width: int, height: int) -> str:
        """A choice of a table: ``Large, 64 by 36 cells``."""
        return self.voice.gettext("{size}, {width} by {height} cells", size=size, width=width, height=height)

    def for_players(self, count: int) -> str:
        """Why a game cannot be played by as many as were chosen."""
        return self.voice.ngettext("This game is for {count} player.", "This game is for {count} players.", count)

    def too_many_tiles(self, count: int, most: int) -> str:
        """Why hands cannot have as many tiles as were chosen; ``count`` is how many the set has."""
        return self.voice.ngettext(
            "The set has {count} tile: at most {most} for each player.",
            "The set has {count} tiles: at most {most} for each player.",
            count,
            most=most,
        )

    def between(self, low: int, high: int) -> str:
        """What a number that was typed may be."""
        return self.voice.gettext("A whole number from {low} to {high}.", low=low, high=high)

    def at_most(self, count: int) -> str:
        """What a text that was typed may be."""
        return self.voice.ngettext(
            "At most {count} printable character.", "At most {count} printable characters.", count
        )

    def wrong(self, field: str, problem: str) -> str:
        """A field that was filled in wrongly: ``Please check “Winning score”. A whole number from 1 to 10.``"""
        # Translators: {field} is the label of a field of a form, {problem} a sentence that says what it may hold.
        return self.voice.gettext("Please check “{field}”. {problem}", field=field, problem=problem)

    def failed(self, screen: str) -> str:
        """The title of a form that could not be taken as it was filled in."""
        return self.title(self.voice.gettext("That did not work. {page}", page=screen))

    # After a match

    def between_both(self, low: int, high: int) -> str:
        """A range in words, for ears."""
        # Translators: a range of numbers.
        return self.voice.pgettext("range", "{low} to {high}", low=low, high=high)

    # An invitation

    def invites(self, name: str | None, game: str) -> str:
        """Who invites the reader (None: nobody is known any more), and to which game."""
        if name is None:
            return self.voice.gettext("You are invited to a game: {game}.", game=game)
        return self.voice.gettext("{name} invites you to a game: {game}.", name=name, game=game)

    def at_table(self, names: Sequence[str]) -> str:
        """Who plays already; at least one."""
        return self.voice.gettext("At the table: {names}.", names=self.voice.listed(names))

    def link(self, number: int) -> str:
        """The label of the field with an invitation's link; ``number`` of the seat, from 1."""
        return self.voice.gettext("Link for seat {number}", number=number)

    # The screen

    def target(self, target: int) -> str:
        return self.voice.ngettext("The match goes to {count} point.", "The match goes to {count} points.", target)

    def status(self, status: str, *, you: bool = False) -> str:
        """A status by its name in ``labels()``, beside the listener's own name (``you``) or another's; "" for none."""
        if not status:
            return ""
        return self.voice.text(STATUSES["your-move" if you and status == "to-move" else status])

    def player_line(self, name: str, status: str, tiles: int, points: str) -> str:
        """A player at a glance: ``Ann: to move, 7 tiles, 23 points``. ``status`` is made by `status`."""
        fields = {"tiles": self.voice.tile_count(tiles), "points": points}
        if not status:
            return self.voice.gettext("{name}: {tiles}, {points}", name=name, **fields)
        return self.voice.gettext("{name}: {status}, {tiles}, {points}", name=name, status=status, **fields)

    def choose(self, tile: Tile) -> str:
        """Asked where a tile fits in several places."""
        return self.voice.gettext("Where should {tile} go?", tile=self.voice.tile(tile))

    def picture(self, position: Position) -> str:
        """The title of the table's picture."""
        return self.voice.gettext("The table. {ends}", ends=self.voice.open_ends(position.ends))

    # What happens beside the game

    def drew_in_turn(self, who: Who, count: int, left: int, *, brief: bool = False) -> str:
        """A player's draws of one turn together."""
        return self.voice.drew(who, None, count, left, brief=brief)

    def undone(self, who: Who, moves: Sequence[tuple[int, Move]], company: Company, *, brief: bool = False) -> str:
        """Somebody took back these actions, each with its seat, in the order they had been made: all of them, or where
        that is long, or in short, how many."""
        said = self.voice.undone(moves, company)
        return self._undone(who, len(moves)) if brief or len(said) > LONGEST else said

    def _undone(self, who: Who, count: int) -> str:
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
        """A person leaves, and a virtual player goes on."""
        return self.voice.gettext("{name} leaves; {player} plays on.", name=name, player=player)

    # Results and refusals

    def refused(self, reasons: Sequence[Reason], position: Position, company: Company | None = None) -> str:
        """Why something is not possible, each reason once, and the ends as they lie."""
        said = dict.fromkeys(self.voice.reason(reason, company) for reason in reasons)
        ends = [] if position.result is not None else [self.voice.open_ends(position.ends)]
        return " ".join(dict.fromkeys([*said, *ends]))
