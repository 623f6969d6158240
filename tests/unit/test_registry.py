"""The registry: names, levels, classes by their module, and what installed packages offer."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from support import bots

from dominoes import registry
from dominoes.match import Match
from dominoes.players import Heaviest
from dominoes.record import Record
from dominoes.registry import PlayerError
from dominoes.rules import Rules


@pytest.fixture
def levelled() -> Iterator[str]:
    registry.register("levelled", bots.Levelled)
    yield "levelled"
    registry.unregister("levelled")


# Levels


def test_a_level_goes_to_the_factory(levelled: str) -> None:
    assert registry.get("levelled").name == "levelled/1"
    assert registry.get("levelled/3").name == "levelled/3"


def test_a_level_that_there_is_not_is_the_factorys_no(levelled: str) -> None:
    with pytest.raises(PlayerError, match="a level of levelled is 1 to 3, not 4"):
        registry.get("levelled/4")


@pytest.mark.parametrize("text", ["", "x", "-1", "1.0", "01", "1/2", " 1", "1_0", "٣", "1" * 12])
def test_a_level_is_a_whole_number(levelled: str, text: str) -> None:
    with pytest.raises(PlayerError, match="a level is a whole number, as in levelled/4, not"):
        registry.get(f"levelled/{text}")


@pytest.mark.parametrize("name", ["random/1", "support.bots:First/1"])
def test_a_player_without_levels_says_so(name: str) -> None:
    with pytest.raises(PlayerError, match=r"has no levels: leave /1 out"):
        registry.get(name)


def test_a_level_of_nobody_is_nobody() -> None:
    with pytest.raises(PlayerError, match="there is no player 'nobody'; there are"):
        registry.get("nobody/2")


@pytest.mark.parametrize("name", ["a/b", "a:b", "/", "a/1"])
def test_a_name_has_neither_slash_nor_colon(name: str) -> None:
    with pytest.raises(PlayerError, match="without / and :"):
        registry.register(name, bots.First)


def test_a_failing_factory_is_told_with_its_name() -> None:
    registry.register("failing", bots.CannotBeMade)
    try:
        with pytest.raises(PlayerError, match="the player failing could not be made: OSError: no model file"):
            registry.get("failing")
    finally:
        registry.unregister("failing")


def test_a_factory_makes_a_player() -> None:
    registry.register("maker", lambda: bots.First)  # type: ignore[arg-type, return-value]
    try:
        with pytest.raises(PlayerError, match=r"maker is no player, which has name and choose\(view\), but <class"):
            registry.get("maker")
    finally:
        registry.unregister("maker")


def test_it_is_known_who_is_registered(levelled: str) -> None:
    assert registry.is_registered(levelled)
    assert registry.is_registered("heaviest")
    assert not registry.is_registered("support.bots:First")
    assert not registry.is_registered("nobody")


def test_a_factory_is_found_without_its_level(levelled: str) -> None:
    assert registry.factory_of(levelled) is registry.factory_of("levelled/99") is bots.Levelled
    assert registry.factory_of("support.bots:First") is bots.First
    assert registry.made_by(bots.Levelled, "any/2").name == "levelled/2"
    with pytest.raises(registry.UnknownPlayerError, match="there is no player 'nobody'; there are"):
        registry.factory_of("nobody/2")
    with pytest.raises(registry.UnknownPlayerError, match="there is no player 5"):
        registry.factory_of(5)  # type: ignore[arg-type]


# module:Class


def test_a_class_is_found_by_its_module() -> None:
    assert type(registry.get("support.bots:First")) is bots.First
    assert registry.get("support.bots:Levelled/2").name == "levelled/2"
    with pytest.raises(PlayerError, match="a level of levelled is 1 to 3, not 9"):
        registry.get("support.bots:Levelled/9")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("no_such_module:First", "no_such_module cannot be imported: ModuleNotFoundError"),
        ("support.no_such:First", "support.no_such cannot be imported: ModuleNotFoundError"),
        ("support.bots:Last", r"there is no Last in support.bots, which is .*bots\.py"),
        ("code:Bot", r"there is no Bot in code, which is .*code\.py"),
        ("sys:Bot", "there is no Bot in sys, which is a part of Python"),
        ("email:Bot", "there is no Bot in email, which is .*email"),
        ("support.bots:First.name.x", "there is no First.name.x in support.bots"),
        ("support.bots:NO_CLASS", r"NO_CLASS is no class with choose\(view\) in support.bots, which is .*bots\.py"),
        ("os:abort", r"abort is no class with choose\(view\)"),
        ("support.bots:CannotBeMade", "could not be made: OSError: no model file"),
        ("support.bots:", "a player's class is written module:Class"),
        (":First", "a player's class is written module:Class"),
        ("a:b:c", "a player's class is written module:Class"),
        ("../x:First", "a level is a whole number|there is no player"),
        ("a b:First", "a player's class is written module:Class"),
    ],
)
def test_a_class_that_cannot_be_had(name: str, said: str) -> None:
    with pytest.raises(PlayerError, match=said):
        registry.get(name)


def test_a_module_that_leaves_when_it_is_imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "leaving_module.py").write_text("import sys\nsys.exit(5)\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(PlayerError, match="leaving_module cannot be imported: SystemExit: 5"):
        registry.get("leaving_module:Bot")


def test_a_record_finds_its_opponents_again(levelled: str) -> None:
    texts = ("levelled/2", "support.bots:First")
    match = Match(Rules("draw", target=30), texts, seed="again")
    for _ in range(5):
        match.step()
    record = match.to_record()
    assert record.opponents == texts
    read = Record.loads(record.dumps())
    with pytest.raises(PlayerError, match=r"'support\.bots:First' is code to import: give players="):
        Match.from_record(read)
    resumed = Match.from_record(read, players=texts)
    assert list(resumed.run()) == list(match.run())
    assert resumed.to_record() == match.to_record()


# Entry points


class Offer:
    """Packages that a test installs: a folder on the path with their metadata."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def add(self, package: str, **points: str) -> None:
        info = self.folder / f"{package}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
        lines = [f"{name} = {value}" for name, value in points.items()]
        (info / "entry_points.txt").write_text("\n".join([f"[{registry.ENTRY_POINTS}]", *lines, ""]))


@pytest.fixture
def offer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Offer:
    monkeypatch.setattr(registry, "_LOADED", {})
    monkeypatch.syspath_prepend(tmp_path)
    return Offer(tmp_path)


def test_an_installed_package_offers_players(offer: Offer) -> None:
    offer.add("one", guest="support.bots:First", other="support.bots:Levelled")
    assert {"guest", "other", "heaviest", "random"} <= set(registry.names())
    assert list(registry.names()) == sorted(registry.names())
    assert type(registry.get("guest")) is bots.First
    assert registry.get("guest") is not registry.get("guest")
    assert registry.get("other/3").name == "levelled/3"
    match = Match(Rules("draw", target=20), ["guest", "random"], seed=1)
    assert match.to_record().opponents == ("guest", "random")


def test_a_registered_name_wins(offer: Offer) -> None:
    offer.add("one", heaviest="support.bots:First")
    assert type(registry.get("heaviest")) is Heaviest


def test_a_broken_offer_is_named_and_hinders_no_other(offer: Offer) -> None:
    offer.add("broken", shaky="no_such_module:Bot", number="support.bots:NO_CLASS.name")
    offer.add("good", guest="support.bots:First")
    assert {"shaky", "guest"} <= set(registry.names())
    assert type(registry.get("guest")) is bots.First
    with pytest.raises(PlayerError, match=r"the player shaky, offered as no_such_module:Bot, cannot be loaded: Module"):
        registry.get("shaky")
    with pytest.raises(PlayerError, match="the player number, offered as .*, cannot be called"):
        registry.get("number")


def test_two_offers_of_one_name_are_told_apart(offer: Offer) -> None:
    offer.add("one", guest="support.bots:First")
    offer.add("two", guest="support.bots:Levelled")
    with pytest.raises(PlayerError, match="several packages offer a player guest: support.bots:First, support.bots:L"):
        registry.get("guest")


def test_two_equal_offers_are_one(offer: Offer) -> None:
    offer.add("one", guest="support.bots:First")
    offer.add("two", guest="support.bots:First")
    assert type(registry.get("guest")) is bots.First


@pytest.mark.parametrize("name", ["two words", "a/b", "a,b"])
def test_an_offer_whose_name_could_not_be_written_is_told(offer: Offer, name: str) -> None:
    offer.add("odd", **{name: "support.bots:First", "guest": "support.bots:First"})
    said = f"'{name}' of the package 'odd' .* cannot be had by that name: a player's name is a printable text without"
    with pytest.warns(UserWarning, match=said):
        found = registry.names()
    assert "guest" in found
    assert name not in found
    with pytest.raises(PlayerError, match=said):
        registry.get(name)
    assert registry.get("guest").name == "first"


def test_an_offer_by_the_name_of_a_player_that_comes_along_is_told(offer: Offer) -> None:
    offer.add("bold", **{"snow-white": "support.bots:First"})
    with pytest.warns(UserWarning, match="'snow-white' of the package 'bold' .*: it is that of a player that comes al"):
        assert registry.names().count("snow-white") == 1


def test_an_offer_that_somebody_has_registered_over_is_no_mistake(offer: Offer) -> None:
    offer.add("one", guest="support.bots:First")
    registry.register("guest", bots.Levelled)
    try:
        assert "guest" in registry.names()  # a warning would be an error here
    finally:
        registry.unregister("guest")


def test_an_offer_is_not_registered(offer: Offer) -> None:
    offer.add("one", guest="support.bots:First")
    registry.get("guest")
    with pytest.raises(PlayerError, match="there is no player 'guest'"):
        registry.unregister("guest")
    registry.register("guest", bots.Levelled)
    try:
        assert type(registry.get("guest")) is bots.Levelled
    finally:
        registry.unregister("guest")


def test_nothing_is_looked_for_on_disk_for_a_registered_name(monkeypatch: pytest.MonkeyPatch) -> None:
    def look() -> None:
        raise AssertionError("looked")

    monkeypatch.setattr(registry, "_entry_points", look)
    assert registry.get("random").name == "random"
    with pytest.raises(AssertionError, match="looked"):
        registry.get("nobody")
