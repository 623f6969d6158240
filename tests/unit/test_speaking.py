"""Which languages there are and which is spoken; tiles, numbers and names in each; what may be typed."""

from __future__ import annotations

import re
from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dominoes import DominoesError, Human, Match, Move, Rules, Tile, speaking, tile_set
from dominoes.cli import answers
from dominoes.position import End
from dominoes.speaking.page import LABELS

LANGUAGES = list(speaking.LANGUAGES)
NAMED = {
    "en": ("double blank", "double six", "six-three", "six-blank"),
    "fr": ("double blanc", "double six", "six-trois", "six-blanc"),
    "ru": ("пусто-пусто", "дубль шесть", "шесть-три", "шесть-пусто"),
    "pt-BR": ("duplo branco", "duplo seis", "seis-três", "seis-branco"),
}


# Languages


@pytest.mark.parametrize(
    ("asked", "found"),
    [("en", "en"), ("EN_gb", "en"), ("fr-CA", "fr"), ("ru_RU.UTF-8", "ru"), ("pt", "pt-BR"), ("pt-PT", "pt-BR")],
)
def test_a_language_in_any_spelling(asked: str, found: str) -> None:
    assert speaking.voice(asked).language == found
    assert speaking.voice(asked) is speaking.voice(found)
    assert speaking.voice(found).language_name == speaking.LANGUAGES[found]


@pytest.mark.parametrize("asked", ["", "de", "french", "e", "C", "../fr", "fr/..", "ru\0"])
def test_another_language_is_refused_naming_the_four(asked: str) -> None:
    with pytest.raises(speaking.LanguageError) as caught:
        speaking.voice(asked)
    assert isinstance(caught.value, DominoesError)
    assert isinstance(caught.value, ValueError)
    assert all(tag in str(caught.value) for tag in LANGUAGES)


def test_a_language_is_a_text() -> None:
    with pytest.raises(TypeError, match="a language is a text such as 'fr', not int"):
        speaking.voice(7)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("header", "found"),
    [
        ("fr-CA,fr;q=0.9,en;q=0.5", "fr"),
        ("en;q=0.1, ru;q=0.2, fr;q=0.15", "ru"),
        ("fr;q=0.5, ru;q=0.5", "fr"),
        ("de, *;q=0.5", "en"),
        ("de-DE, de;q=0.9", "en"),
        ("pt-PT", "pt-BR"),
        ("fr;q=0", "en"),
        ("fr;q=nan, ru;q=2, pt;q=x, en;q=-1", "en"),
        ("FR ; Q=0.3", "fr"),
        ("", "en"),
        (None, "en"),
        (",;=q,;;", "en"),
    ],
)
def test_what_a_browser_asks_for(header: str | None, found: str) -> None:
    assert speaking.negotiate(header) == found


def test_a_default_of_ones_own() -> None:
    assert speaking.negotiate("de, *;q=0.1", "ru") == "ru"


@given(st.text() | st.text("frupten-,;q=0.19* "))
def test_any_header_gives_a_language(header: str) -> None:
    assert speaking.negotiate(header) in LANGUAGES


@pytest.mark.parametrize(
    ("environment", "found"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr_FR", "LC_MESSAGES": "ru_RU"}, "ru"),
        ({"LC_MESSAGES": "ru_RU", "LC_ALL": "pt_BR.UTF-8"}, "pt-BR"),
        ({"LC_ALL": "C.UTF-8", "LANG": "fr"}, "en"),
        ({"LANGUAGE": "de:ru:fr", "LC_ALL": "fr"}, "ru"),
        ({"LANGUAGE": "de", "LC_ALL": "fr"}, "en"),
        ({"LANGUAGE": "", "LC_ALL": "", "LANG": "fr@euro"}, "fr"),
    ],
)
def test_the_language_of_a_terminal(environment: dict[str, str], found: str) -> None:
    assert speaking.from_environment(environment) == found


# Tiles


@pytest.mark.parametrize("tag", LANGUAGES)
def test_the_names_of_some_tiles(tag: str) -> None:
    assert tuple(map(speaking.voice(tag).tile, map(Tile, ("0-0", "6-6", "6-3", "6-0")))) == NAMED[tag]


def test_all_names_of_all_tiles_are_different_and_words() -> None:
    names = [[speaking.voice(tag).tile(tile) for tile in tile_set(18)] for tag in LANGUAGES]
    for named in names:
        assert len(set(named)) == 190
    assert not [name for name in chain(*names) if re.search(r"\d|[^\w -]", name)]
    for number in range(28):  # in the four languages the double six set has 112 names, but for a few that are the same
        assert len({named[number] for named in names}) == (4 if Tile.from_index(number) != Tile("6-6") else 3)


@pytest.mark.parametrize("tag", LANGUAGES)
def test_a_tile_read_the_other_way_round(tag: str) -> None:
    voice = speaking.voice(tag)
    assert voice.facing(6, 4) == voice.tile(Tile("6-4"))
    assert voice.facing(4, 6) != voice.facing(6, 4)
    assert voice.facing(3, 3) == voice.tile(Tile("3-3"))


def test_in_french_ten_and_seven_is_not_seventeen() -> None:
    voice = speaking.voice("fr")
    assert voice.tile(Tile("10-7")) == "dix et sept"
    assert voice.tile(Tile("17-7")) == "dix-sept et sept"


# Plurals


@pytest.mark.parametrize(
    ("tag", "counts", "noun"),
    [
        ("en", (1,), "tile"),
        ("en", (2, 5, 11, 21), "tiles"),
        ("fr", (1,), "domino"),
        ("fr", (2, 5, 21, 100), "dominos"),
        ("fr", (1_000_000,), "de dominos"),
        ("pt", (1,), "pedra"),
        ("pt", (2, 21, 101), "pedras"),
        ("ru", (1, 21, 101, 121), "кость"),
        ("ru", (2, 3, 4, 22, 34, 102), "кости"),
        ("ru", (5, 9, 10, 11, 12, 13, 14, 15, 20, 25, 111, 112), "костей"),
    ],
)
def test_plural_forms(tag: str, counts: tuple[int, ...], noun: str) -> None:
    for count in counts:
        assert speaking.voice(tag).tile_count(count) == f"{count} {noun}"


def test_nothing_of_what_is_counted() -> None:
    """No tiles are said in words; with other nouns French and Brazilian Portuguese have the singular."""
    assert [speaking.voice(tag).tile_count(0) for tag in LANGUAGES] == [
        "no tiles",
        "aucun domino",
        "нет костей",
        "sem pedras",
    ]
    assert [speaking.voice(tag).point_count(0) for tag in LANGUAGES] == ["0 points", "0 point", "0 очков", "0 ponto"]
    voice = speaking.voice("pt")
    assert [voice.holds(who, 0) for who in voice.company(["Ana", "Bia"], 0).seats] == [
        "Você não tem pedras.",
        "Bia não tem pedras.",
    ]


def test_the_decimal_mark() -> None:
    assert [speaking.voice(tag).decimal(1.26) for tag in LANGUAGES] == ["1.3", "1,3", "1,3", "1,3"]


# Names


def test_a_company() -> None:
    voice = speaking.voice("en")
    company = voice.company(["ann", "Heaviest", "heaviest", " "], 0)
    assert [who.name for who in company.seats] == ["You", "Heaviest 1", "Heaviest 2", "Seat 4"]
    assert [who.you for who in company.seats] == [True, False, False, False]
    assert company.in_order() == [0, 1, 2, 3]
    assert [who.name for who in voice.company(["Ann", "Ann"]).seats] == ["Ann 1", "Ann 2"]
    assert [who.name for who in voice.company(["Ann", "Ann"], 1).seats] == ["Ann", "You"]


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_a_company_with_partners(seat: int) -> None:
    voice = speaking.voice("en")
    company = voice.company("ABCD", seat, partners=True)
    assert company.side(seat % 2).name == "Your team"
    assert company.side(1 - seat % 2).name == "The other team"
    assert not company.side(seat % 2).you
    scores = (5, 20, 5, 20)
    assert company.listed(scores) == [("your team", scores[seat]), ("the other team", scores[1 - seat])]
    assert company.in_order()[0] == seat


@pytest.mark.parametrize(
    ("tag", "scores", "won"),
    [
        (
            "en",
            "Scores: you: 0; Buratino 1: 0; Buratino 2: 65. The target is 50.",
            "Buratino 2 wins the match with 65 points against 0 and 0.",
        ),
        (
            "fr",
            "Points : vous : 0 ; Bouratino 1 : 0 ; Bouratino 2 : 65. Objectif : 50.",
            "Bouratino 2 gagne la partie avec 65 points contre 0 et 0.",
        ),
        (
            "ru",
            "Очки: вы: 0; Буратино 1: 0; Буратино 2: 65. Игра до 50.",
            "Буратино 2 выигрывает партию: 65 очков против 0 и 0.",
        ),
        (
            "pt-BR",
            "Pontos: você: 0; Buratino 1: 0; Buratino 2: 65. A meta é 50.",
            "Buratino 2 vence a partida com 65 pontos contra 0 e 0.",
        ),
    ],
)
def test_a_number_behind_a_name_is_no_score(tag: str, scores: str, won: str) -> None:
    voice = speaking.voice(tag)
    company = voice.company(["Ann", voice.player("buratino"), voice.player("buratino")], 0)
    assert voice.scores(company, (0, 0, 65), 50).replace("\u00a0", " ") == scores
    assert voice.match_over(company, 2, (0, 0, 65)) == won


@pytest.mark.parametrize(
    ("tag", "ends", "fits", "refused"),
    [
        (
            "en",
            "Ends: left 4, right 6, upper 2, lower 4.",
            "double four, fits: left 4, lower 4",
            "Double five fits on no end: they show left 4 and right blank.",
        ),
        (
            "fr",
            "Extrémités : gauche 4, droite 6, du haut 2, du bas 4.",
            "double quatre, jouable : à gauche (4), en bas (4)",
            "Le double cinq ne se pose à aucune extrémité : elles montrent 4 à gauche et blanc à droite.",
        ),
        (
            "ru",
            "Концы: левый 4, правый 6, верхний 2, нижний 4.",
            "дубль четыре, подходит: слева (4), снизу (4)",
            "Дубль пять никуда не подходит: на концах слева 4 и справа пусто.",
        ),
        (
            "pt-BR",
            "Pontas: esquerda 4, direita 6, de cima 2, de baixo 4.",
            "duplo quatro, encaixa: à esquerda (4), embaixo (4)",
            "O duplo cinco não encaixa em nenhuma ponta: elas mostram 4 à esquerda e branco à direita.",
        ),
    ],
)
def test_ends_as_each_language_puts_them(tag: str, ends: str, fits: str, refused: str) -> None:
    voice = speaking.voice(tag)
    there = [End("L", 4, 4), End("R", 6, 6), End("U", 2, 2), End("D", 4, 4)]
    assert voice.open_ends(there).replace("\u00a0", " ") == ends
    assert voice.tile_and_ends(Tile("4-4"), [there[0], there[3]]).replace("\u00a0", " ") == fits
    shown = voice.fits_nowhere(Tile("5-5"), [there[0], End("R", 0, 0)])
    assert shown.replace("\u00a0", " ") == refused


def test_an_onlooker_hears_of_teams_by_their_members() -> None:
    company = speaking.voice("en").company("ABCD", partners=True)
    assert company.listed((5, 20, 5, 20)) == [("Team A and C", 5), ("Team B and D", 20)]
    assert company.side(1).name == "Team B and D"


def test_names_are_harmless_to_a_terminal() -> None:
    names = ["a\x1b[2Jb", "x\ny", "\u202eevil", "{0.__class__}"]
    shown = [who.name for who in speaking.voice("en").company(names).seats]
    assert shown == ["A\\x1b[2Jb", "X y", "\\u202eevil", "{0.__class__}"]


def test_a_name_with_braces_is_only_a_name() -> None:
    for tag in LANGUAGES:
        voice = speaking.voice(tag)
        company = voice.company(["{name}", "{tile}"])
        assert "{name}" in voice.passed(company.seats[0])
        assert "{tile}" in voice.played(company.seats[1], Move("6-4@L"), 10)


def test_virtual_players_have_names_in_each_language_and_persons_keep_theirs() -> None:
    match = Match(Rules("draw", players=4), [Human("random"), "snow-white/4", "heaviest", Human("Jean-Luc")], seed=1)
    names = {tag: [who.name for who in speaking.voice(tag).company_of(match, 3).seats] for tag in LANGUAGES}
    assert names["en"] == ["Random", "Snow White", "Heaviest", "You"]
    assert names["ru"] == ["Random", "Белоснежка", "Тяжеловес", "Вы"]
    assert names["fr"][1:3] == ["Blanche-Neige", "Poids Lourd"]
    assert names["pt-BR"][1:3] == ["Branca de Neve", "Peso Pesado"]
    assert speaking.voice("en").company_of(match, 0).seats[3].name == "Jean-Luc"
    assert speaking.voice("fr").player_and_level("snow-white/4") == "Blanche-Neige (niveau 4)"
    assert speaking.voice("fr").player_and_level("my-own/4") == "My own/4"


# What is typed


@pytest.mark.parametrize("tag", LANGUAGES)
def test_every_tile_is_understood_by_its_name(tag: str) -> None:
    voice = speaking.voice(tag)
    for tile in tile_set(18):
        for typed in (voice.tile(tile), voice.tile(tile).upper(), voice.facing(tile.low, tile.high)):
            assert answers.read(voice.heard(typed), 0, ()) == answers.Wish(tile), typed


@given(st.integers(0, 5 << 11 | 1), st.sampled_from(LANGUAGES))
def test_every_play_is_understood_by_its_words(code: int, tag: str) -> None:
    try:
        move = Move.from_code(code)
    except ValueError:
        return
    if move.is_play:
        said = answers.read(speaking.voice(tag).heard(speaking.voice(tag).move(move)), 0, ())
        assert isinstance(said, answers.Wish)
        assert said.fits(move)


@pytest.mark.parametrize("tag", LANGUAGES)
def test_english_is_understood_in_every_language(tag: str) -> None:
    voice = speaking.voice(tag)
    for key, word in answers.KEYS.items():
        assert answers.read(voice.heard(key), 0, ()) == answers.Key(word)
        assert answers.read(voice.heard(word), 0, ()) == answers.Key(word)
    for typed in ("draw", "d", "pass", "p"):
        assert answers.read(voice.heard(typed), 0, ()) == {"d": "draw", "p": "pass"}[typed[0]]
    wish = answers.Wish(Tile("6-4"), "R", "corner-left")
    for typed in ("6-4@R:corner-left", "six four right corner left", "64 r cl", "6-4@r:CL"):
        assert answers.read(voice.heard(typed), 0, ()) == wish


@pytest.mark.parametrize(
    ("tag", "typed", "meaning"),
    [
        ("fr", "main", answers.Key("hand")),
        ("fr", "EXTREMITES", answers.Key("ends")),
        ("fr", "a", answers.Key("actions")),
        ("fr", "piocher", "draw"),
        ("fr", "le double six à l’extrémité gauche", answers.Wish(Tile("6-6"), "L")),  # noqa: RUF001
        ("pt-BR", "mao", answers.Key("hand")),
        ("pt-BR", "passar", "pass"),
        ("pt-BR", "carroça seis esquerda", answers.Wish(Tile("6-6"), "L")),
        ("ru", "рука", answers.Key("hand")),
        ("ru", "р", answers.Key("hand")),  # noqa: RUF001 - the letter on the key of h
        ("ru", "взять", "draw"),
        ("ru", "64 д", answers.Wish(Tile("6-4"), "L")),
        ("ru", "Шесть-четыре налево", answers.Wish(Tile("6-4"), "L")),
        ("ru", "6-4 правый углом влево", answers.Wish(Tile("6-4"), "R", "corner-left")),
    ],
)
def test_the_words_of_a_language_are_understood(tag: str, typed: str, meaning: answers.Answer) -> None:
    assert answers.read(speaking.voice(tag).heard(typed), 0, ()) == meaning


@pytest.mark.parametrize("tag", LANGUAGES)
def test_the_words_of_the_help_are_understood(tag: str) -> None:
    """``h main`` names a key and its word: both mean the same."""
    voice = speaking.voice(tag)
    told = " ".join(line for line in voice.help(table=False) if line.startswith("  "))
    keys = {answers.KEYS[key] for key in "hetwbcsali"}
    pairs = [pair for pair in re.findall(r"\b([a-z]) (\w+)", told) if pair[0] in "hetbcsi"]
    named = {answers.KEYS[key] for key, word in pairs if answers.read(voice.heard(word), 0, ()) == read(key)}
    assert named >= keys - {"words", "actions", "last"}


def read(key: str) -> answers.Answer | None:
    return answers.read(key, 0, ())


@given(st.text(), st.sampled_from(LANGUAGES))
def test_whatever_is_typed_can_be_heard(typed: str, tag: str) -> None:
    speaking.voice(tag).heard(typed)


# The page


@pytest.mark.parametrize("tag", LANGUAGES)
def test_labels(tag: str) -> None:
    labels = speaking.page.labels(speaking.voice(tag))
    assert {group: list(texts) for group, texts in labels.items()} == {
        group: list(texts) for group, texts in LABELS.items()
    }
    assert not [text for texts in labels.values() for text in texts.values() if not text or "{" in text]


@pytest.mark.parametrize("tag", LANGUAGES)
@pytest.mark.parametrize("preset", ["table", "draw", "block", "all-fives", "partnership"])
def test_the_rules_of_every_preset(tag: str, preset: str) -> None:
    page = speaking.page.rules_page(speaking.voice(tag), preset)
    assert page.title == speaking.voice(tag).game(preset)
    assert page.summary.endswith(".")
    assert 8 <= len(page.paragraphs) <= 12
    assert all(text[0].isupper() and text.endswith(".") for text in page.paragraphs)
    assert str(Rules.preset(preset).target) in page.paragraphs[-1]


def test_whose_turn_it_is_beside_a_name() -> None:
    """The listener's own card, which can be called "You", has a status of its own for that."""
    own = [speaking.page.PageWords(speaking.voice(tag)).status("to-move", you=True) for tag in LANGUAGES]
    other = [speaking.page.PageWords(speaking.voice(tag)).status("to-move") for tag in LANGUAGES]
    assert own == ["your turn", "à vous de jouer", "ваш ход", "sua vez"]
    assert other == ["to move", "doit jouer", "ходит", "joga agora"]
    words = speaking.page.PageWords(speaking.voice("fr"))
    assert words.status("waiting", you=True) == words.status("waiting") == "en attente"


def test_the_rules_of_no_preset() -> None:
    with pytest.raises(ValueError, match="there are no rules of 'poker'; there are those of table, draw, block"):
        speaking.page.rules_page(speaking.voice("en"), "poker")
