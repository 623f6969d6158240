"""``dominoes play``: a person against virtual players, line by line."""

from __future__ import annotations

import argparse
import difflib
import io
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from .failures import CommandError, UsageError, cannot
from .options import add_command, add_rules, rules_from, seed_from, whole_number
from .saves import SaveFile
from .terminal import Terminal

if TYPE_CHECKING:
    from dominoes.match import Human, Match
    from dominoes.record import Record
    from dominoes.speaking import Voice

    from .options import Subparsers

EXAMPLES: Final = """\
  dominoes play                                    two players, draw dominoes, to 100
  dominoes play --rules table                      on a real table, with edges
  dominoes play --players 3 --opponents pinocchio,snow-white/2 --target 50
  dominoes play --rules partnership --seed friday --save evening.json
  dominoes play --set max_pip=12 --set hand_size=9
  dominoes play --resume evening.json              go on where it stopped
  dominoes play --lang fr                          in French; also ru, pt-BR, en

Every action is on disk before it is shown. In the game, ? lists what can be typed.
"""

COMPANY: Final = ("buratino", "snow-white", "pinocchio")
"""Who comes to the seats that nobody is named for, in this order: in ``partnership`` the expert is the partner."""
PERSON: Final = "You"


def add_parser(subparsers: Subparsers) -> None:
    parser = add_command(
        subparsers,
        "play",
        "play a match against virtual players, line by line",
        description="Play a match against virtual players. Everything is told line by line and nothing is drawn over, "
        "so that a screen reader can follow. You sit at seat 0.",
        examples=EXAMPLES,
    )
    add_rules(parser)
    parser.add_argument("--target", metavar="N", type=whole_number(1), help="the score that wins the match")
    parser.add_argument(
        "--opponents",
        metavar="A,B",
        help=f"who plays at seat 1, 2 and so on; to seats that nobody is named for come {', '.join(COMPANY)}, in this "
        "order, whoever is not there already",
    )
    parser.add_argument("--seed", metavar="S", help="any text or number: the same seed, the same deals")
    parser.add_argument("--save", metavar="FILE", help="keep the match in this new file (default: one with the date)")
    parser.add_argument("--resume", metavar="FILE", help="go on with a match that was kept, in the same file")
    parser.add_argument(
        "--lang",
        metavar="LANG",
        help="the language of the game: en, fr, ru or pt-BR (default: that of the environment, else English)",
    )
    parser.add_argument("--ascii", action="store_true", help="draw with plain characters only")


def run(args: argparse.Namespace) -> int:
    from .session import Session

    voice = _voice(args.lang)
    match, seat, save = _resumed(args) if args.resume is not None else _begun(args)
    terminal = Terminal(sys.stdin, sys.stdout, ascii_only=args.ascii)
    return Session(match, seat, save, terminal, voice).run(resumed=args.resume is not None)


def _voice(language: str | None) -> Voice:
    """The words of the language asked for, or of the environment's."""
    from dominoes import speaking

    try:
        return speaking.voice(speaking.from_environment(os.environ) if language is None else language)
    except speaking.LanguageError as error:
        raise UsageError(f"--lang: {error}") from None


def _begun(args: argparse.Namespace) -> tuple[Match, int, SaveFile]:
    from dominoes.match import Human, Match

    rules = rules_from(args, target=args.target)
    match = Match(rules, [Human(PERSON), *_opponents(args.opponents, rules.players - 1)], seed_from(args))
    save = SaveFile.create_dated(rules.preset_name) if args.save is None else SaveFile.create(args.save)
    return match, 0, save


def _resumed(args: argparse.Namespace) -> tuple[Match, int, SaveFile]:
    from dominoes.match import Match

    for option in ("rules", "players", "set", "target", "seed"):
        if getattr(args, option) not in (None, []):
            raise UsageError(f"--{option} belongs to a new match and cannot be given with --resume")
    if args.save is None:
        _refuse_a_pipe(args.resume)
    content, record = _read(args.resume)
    if record.opponents is not None and args.opponents is not None:
        raise UsageError(f"--opponents cannot be given: {args.resume} says who plays")
    seat, players = _seats(record, args)
    try:
        match = Match.from_record(record, players)
    except ValueError as error:
        raise CommandError(f"{args.resume}: {error}") from None
    save = SaveFile.continued(args.resume, content) if args.save is None else _save_elsewhere(args, content)
    return match, seat, save


def _refuse_a_pipe(path: str) -> None:
    """A match goes on in the file it comes from, which a pipe or a device cannot be."""
    if os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path):
        raise CommandError(f"{path} is no file that a match can be kept in: add --save FILE")


def _read(path: str) -> tuple[bytes, Record]:
    """The file's bytes, and the one record they are: read once, so that both are of one moment."""
    from dominoes.errors import RecordError
    from dominoes.record import Record

    try:
        content = Path(path).read_bytes()
        return content, Record.load(io.BytesIO(content))
    except OSError as error:
        raise cannot("read", path, error) from None
    except RecordError as error:
        raise CommandError(f"{path} cannot be resumed and is left as it is: {error}") from None


def _seats(record: Record, args: argparse.Namespace) -> tuple[int, list[Human | str]]:
    """The person's seat and who sits at each: as the record says, or the person at seat 0 where it says nothing."""
    from dominoes.match import Human

    if record.opponents is None:
        return 0, [Human(record.players[0] or PERSON), *_opponents(args.opponents, len(record.players) - 1)]
    persons = [seat for seat, name in enumerate(record.opponents) if name is None]
    if len(persons) != 1:
        raise CommandError(f"{args.resume}: {len(persons)} persons play in this match; here it must be one")
    seated: list[Human | str] = [
        Human(name) if opponent is None else opponent
        for name, opponent in zip(record.players, record.opponents, strict=True)
    ]
    return persons[0], seated


def _save_elsewhere(args: argparse.Namespace, content: bytes) -> SaveFile:
    if Path(args.save).exists() and Path(args.save).samefile(args.resume):
        return SaveFile.continued(args.resume, content)
    return SaveFile.create(args.save)


def _check_opponent(name: str) -> None:
    """A registered name, with or without a level; no class of one's own, which a saved match could not name."""
    from dominoes import players
    from dominoes.registry import PlayerError

    base = name.partition("/")[0]
    if base not in players.names():
        close = difflib.get_close_matches(base, players.names(), n=1)
        guess = f"did you mean {close[0]}? " if close else ""
        raise UsageError(f"--opponents: there is no player {name!r}; {guess}there are {', '.join(players.names())}")
    try:
        players.get(name)
    except PlayerError as error:
        raise UsageError(f"--opponents: {error}") from None


def _opponents(text: str | None, seats: int) -> list[str]:
    names = [] if text is None else [name.strip() for name in text.split(",")]
    if len(names) > seats:
        raise UsageError(f"--opponents: {len(names)} are named, but {seats} can sit down")
    for name in names:
        _check_opponent(name)
    there = {name.partition("/")[0] for name in names}
    others = [name for name in COMPANY if name not in there]
    return names + others[: seats - len(names)]
