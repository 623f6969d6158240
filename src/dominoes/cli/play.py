"""``dominoes play``: a person against virtual players, line by line."""

from __future__ import annotations

import argparse
import io
import os
import re
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from dominoes._check import is_device
from dominoes._check import quoted as shown

from .failures import CommandError, UsageError, cannot
from .options import add_command, add_rules, find_modules_here, known_player, rules_from, seed_from, whole_number
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
  dominoes play --opponents my_bots:Careful        against a class of your own
  dominoes play --resume evening.json              go on where it stopped
  dominoes play --resume evening.json --opponents heaviest
                                                   the same, against another
  dominoes play --lang fr                          in French; also ru, pt-BR, en

Every action is on disk before it is shown. In the game, ? lists what can be typed.
"""

COMPANY: Final = ("buratino", "snow-white", "pinocchio")
"""Who comes to the seats that nobody is named for, in this order: in ``partnership`` the expert is the partner."""
PERSON: Final = "You"
PLAIN: Final = re.compile(r"[\w.:/,-]{1,200}")
"""Players' texts that no shell takes for anything else."""


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
        help="who plays at seat 1, 2 and so on: a player's name, NAME/LEVEL, or a class of your own as module:Class; "
        f"to seats that nobody is named for come {', '.join(COMPANY)}, in this order, whoever is not there already. "
        "With --resume they take the place of those in the file, seat by seat; a class that the file names is run only "
        "if it is named here too",
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
    opponents = _opponents(args.opponents, rules.players - 1)
    match = Match(rules, [Human(PERSON), *opponents], seed_from(args))
    save = SaveFile.create_dated(rules.preset_name) if args.save is None else SaveFile.create(args.save)
    return match, 0, save


def _resumed(args: argparse.Namespace) -> tuple[Match, int, SaveFile]:
    from dominoes.match import Match, PlayerError

    for option in ("rules", "players", "set", "target", "seed"):
        if getattr(args, option) not in (None, []):
            raise UsageError(f"--{option} belongs to a new match and cannot be given with --resume")
    if args.save is None:
        _refuse_a_pipe(args.resume)
    content, record = _read(args.resume)
    seat, players, record = _seated(record, args)
    try:
        match = Match.from_record(record, players)
    except PlayerError as error:
        raise CommandError(f"{args.resume}: {error}; --opponents can give its seat to another") from None
    except ValueError as error:
        raise CommandError(f"{args.resume}: {error}") from None
    save = SaveFile.continued(args.resume, content) if args.save is None else _save_elsewhere(args, content)
    return match, seat, save


def _refuse_a_pipe(path: str) -> None:
    """A match goes on in the file it comes from, which a pipe or a device cannot be."""
    if is_device(path):
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


def _seated(record: Record, args: argparse.Namespace) -> tuple[int, list[Human | str], Record]:
    """The person's seat, who sits at each, and the record, which tells where another has taken a player's place.

    They sit as the record says, or the person at seat 0 where it says nothing.
    """
    from dominoes.match import person

    if record.opponents is None:
        others = _opponents(args.opponents, len(record.players) - 1)
        return 0, [person(record.players[0]), *others], record
    persons = [seat for seat, name in enumerate(record.opponents) if name is None]
    if len(persons) != 1:
        raise CommandError(f"{args.resume}: {len(persons)} persons play in this match; here it must be one")
    seats = [seat for seat in range(len(record.players)) if seat != persons[0]]
    named = _named(args.opponents, len(seats))
    given = {seat: text for seat, (text, _) in zip(seats, named, strict=False)}
    _refuse_code(record, given, args.resume)
    seated: list[Human | str] = [
        person(name) if opponent is None else given.get(seat, opponent)
        for seat, (name, opponent) in enumerate(zip(record.players, record.opponents, strict=True))
    ]
    return persons[0], seated, _exchanged(record, dict(zip(seats, named, strict=False)))


def _refuse_code(record: Record, given: Mapping[int, str], path: str) -> None:
    """A file is no reason to import a module: whoever trusts it names it himself, the very same, at the same seat."""
    from dominoes.match import is_code

    assert record.opponents is not None
    found = [
        (seat, name)
        for seat, name in enumerate(record.opponents)
        if name is not None and seat not in given and is_code(name)
    ]
    if found:
        seat, name = found[0]
        all_named = ",".join(given.get(at, other) for at, other in enumerate(record.opponents) if other is not None)
        # What is likely to be copied into a shell must not be anything that a file may hold.
        trust = f"add --opponents {all_named}" if PLAIN.fullmatch(all_named) else "name it with --opponents"
        raise CommandError(
            f"{path}: who plays at seat {seat} is code to import, {shown(name)}, which a file is no reason to run; if "
            f"you trust it, {trust}, or name there who else shall play"
        )


def _exchanged(record: Record, given: Mapping[int, tuple[str, str]]) -> Record:
    """The record with the names of those who take the place of others, and a word in ``meta`` on who came when."""
    assert record.opponents is not None
    new = {seat: named for seat, named in given.items() if named[0] != record.opponents[seat]}
    if not new:
        return record
    names, meta = list(record.players), dict(record.meta or {})
    when = f"after {len(record.rounds[-1].actions)} actions of round {len(record.rounds) - 1}"
    for seat, (text, name) in new.items():
        told = f"{text} took the place of {record.opponents[seat]} {when}"
        key = f"seat {seat}"
        names[seat], meta[key] = name, f"{meta[key]}; {told}" if key in meta else told
    return replace(record, players=tuple(names), meta=meta)


def _save_elsewhere(args: argparse.Namespace, content: bytes) -> SaveFile:
    if Path(args.save).exists() and Path(args.save).samefile(args.resume):
        return SaveFile.continued(args.resume, content)
    return SaveFile.create(args.save)


def _named(text: str | None, seats: int) -> list[tuple[str, str]]:
    """The players that are named on the command line, each of whom there is, with what they call themselves."""
    names = [] if text is None else [name.strip() for name in text.split(",")]
    if len(names) > seats:
        raise UsageError(f"--opponents: {len(names)} are named, but {seats} can sit down")
    find_modules_here(names)
    return [(name, known_player(name, "--opponents").name) for name in names]


def _opponents(text: str | None, seats: int) -> list[str]:
    names = [name for name, _ in _named(text, seats)]
    there = {name.partition("/")[0] for name in names}
    others = [name for name in COMPANY if name not in there]
    return names + others[: seats - len(names)]
