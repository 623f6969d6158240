"""Pictures of chains: what they say, read back from the text or the SVG."""

from __future__ import annotations

import re
import unicodedata
import xml.etree.ElementTree as ElementTree
from itertools import combinations
from typing import Any

import pytest
from support import cases

from dominoes import drawing
from dominoes.drawing import vectors
from dominoes.geometry import Chain, Laid, arrange
from dominoes.moves import Move
from dominoes.round import Round
from dominoes.rules import Rules
from dominoes.tiles import Tile, tile_set

SVG = "{http://www.w3.org/2000/svg}"

CROSS = Chain(arms=True).lay("4-4").lay("4-1", "R").lay("6-4", "L").lay("4-3", "U").lay("3-3", "U").lay("4-2", "D")
LONG = Chain().lay("6-4").lay("4-4", "R").lay("4-1", "R").lay("6-5", "L").lay("5-5", "L").lay("1-0", "R")


def table_chains() -> list[Chain]:
    """The final tables of the traces that are played on one."""
    chains = []
    for case in cases.load("traces.jsonl"):
        options = cases.record_deal(case["record"]).options
        if options.table is None:
            continue
        chain = Chain(table=options.table, arms=options.spinner is not None)
        for text in case["record"]["rounds"][0]["actions"]:
            move = Move(text)
            if move.tile is not None:
                chain = chain.lay(move.tile, move.end, move.placement or "ahead")
        chains.append(chain)
    return chains


TABLES = table_chains()


# Text.


@pytest.mark.parametrize("vertical", [False, True])
def test_a_glyph_is_the_tile_it_is_named_after(vertical: bool) -> None:
    for tile in tile_set(6):
        for first in {tile.high, tile.low}:
            name = f"DOMINO TILE {'VERTICAL' if vertical else 'HORIZONTAL'}-{first:02}-{tile.other(first):02}"
            assert unicodedata.name(drawing.glyph(tile, first=first, vertical=vertical)) == name


def test_a_glyph_is_plain_beyond_double_six_and_on_demand() -> None:
    assert drawing.glyph(Tile("12-9")) == "[12|9]"
    assert drawing.glyph(Tile("12-9"), first=9, vertical=True) == "[9|12]"
    assert drawing.glyph(Tile("6-4"), ascii=True) == "[6|4]"
    with pytest.raises(ValueError, match="6-4 shows 6 and 4, not 5"):
        drawing.glyph(Tile("6-4"), first=5)


def test_a_row_reads_from_the_left_end_to_the_right() -> None:
    assert drawing.text(LONG, ascii=True) == "[5|5][5|6][6|4][4|4][4|1][1|0]"
    assert drawing.line(LONG) == "5-5 5-6 6-4 4-4 4-1 1-0"
    names = [unicodedata.name(glyph).removeprefix("DOMINO TILE ") for glyph in drawing.text(LONG).split(" ")]
    assert names == [
        "VERTICAL-05-05",
        "HORIZONTAL-05-06",
        "HORIZONTAL-06-04",
        "VERTICAL-04-04",
        "HORIZONTAL-04-01",
        "HORIZONTAL-01-00",
    ]


def test_arms_have_lines_of_their_own() -> None:
    assert drawing.text(CROSS, ascii=True) == "[6|4][4|4][4|1]\nU: [4|3][3|3]\nD: [4|2]"
    assert drawing.line(CROSS) == "6-4 4-4 4-1, U: 4-3 3-3, D: 4-2"


def test_one_large_number_makes_the_whole_row_plain() -> None:
    assert drawing.text(LONG.lay("9-0", "R")) == "[5|5][5|6][6|4][4|4][4|1][1|0][0|9]"


def test_an_empty_chain_without_a_table_is_no_text() -> None:
    assert (drawing.text(Chain()), drawing.line(Chain())) == ("", "")


@pytest.mark.parametrize("ascii", [False, True])
@pytest.mark.parametrize("width", [1, 12, 31])
def test_rows_are_broken_between_tiles(width: int, ascii: bool) -> None:
    chain = Chain(arms=True).lay("4-4").lay("4-1", "R").lay("4-0", "L")
    for tile in ("4-3", "3-2", "2-0", "0-0", "6-0"):
        chain = chain.lay(tile, "U")
    broken = drawing.text(chain, ascii=ascii, width=width).split("\n")
    whole = drawing.text(chain, ascii=ascii, width=1000).split("\n")
    assert all(len(row) <= max(width, 8) for row in broken)
    assert re.sub(r"\s", "", "".join(broken)) == re.sub(r"\s", "", "".join(whole))
    arm = next(i for i, row in enumerate(broken) if row.startswith("U: "))
    assert all(row.startswith("   ") for row in broken[arm + 1 :])


def test_a_table_is_drawn_to_scale() -> None:
    chain = Chain(table=(12, 9)).lay("6-4").lay("4-1", "R", "corner-right").lay("6-6", "L")
    assert drawing.text(chain).split("\n") == [
        "╔═════════════════════════╗",
        "║                         ║",
        "║                         ║",
        "║    ┌───┐                ║",
        "║    │ 6 ├───────┬───┐    ║",
        "║   L│╌╌╌│ 6 ┊ 4 │ 4 │    ║",
        "║    │ 6 ├───────┤╌╌╌│    ║",
        "║    └───┘       │ 1 │    ║",
        "║                └───┘    ║",
        "║                  R      ║",
        "║                         ║",
        "╚═════════════════════════╝",
    ]
    assert drawing.text(chain, ascii=True, width=26).split("\n") == [
        "###############",
        "#             #",
        "#             #",
        "#  +-+        #",
        "#  |6+---+-+  #",
        "# L|.|6:4|4|  #",
        "#  |6+---+.|  #",
        "#  +-+   |1|  #",
        "#        +-+  #",
        "#         R   #",
        "#             #",
        "###############",
    ]


def test_an_empty_table_is_its_frame() -> None:
    assert drawing.text(Chain(table=(8, 8)), ascii=True, width=12) == "\n".join(
        ["#" * 11, *["#" + " " * 9 + "#"] * 9, "#" * 11]
    )


def test_numbers_of_two_digits_have_letters_where_a_half_has_one_column() -> None:
    chain = Chain(table=(12, 8)).lay("12-9").lay("18-9", "R", "corner-left")
    assert drawing.text(chain, width=20).split("\n")[-1] == "c = 12, i = 18"
    assert " 12 ┊ 9 " not in drawing.text(chain, width=20)
    assert "│12 ┊ 9 │" in drawing.text(chain)


def test_an_arranged_chain_is_drawn_to_scale_without_a_frame() -> None:
    assert drawing.text(arrange(CROSS, 40), ascii=True).split("\n") == [
        "           U",
        "       +-------+",
        "       | 3 : 3 |",
        "       +-+---+-+",
        "         | 3 |",
        "         |...|",
        "         | 4 |",
        "         +---+",
        " +-------+ 4 +-------+",
        "L| 6 : 4 |...| 4 : 1 |R",
        " +-------+ 4 +-------+",
        "         +---+",
        "         | 4 |",
        "         |...|",
        "         | 2 |",
        "         +---+",
        "           D",
    ]


def read(picture: list[str], entry: Laid, scale: int) -> tuple[str, ...]:
    """A tile read back from a framed picture: its two numbers, its divider, its four corners."""
    assert entry.squares is not None

    def at(x: float, y: float) -> str:
        return picture[int(y) + 1][int(x * scale) + 1]

    (x1, y1), (x2, y2) = entry.squares
    west, north, east, south = min(x1, x2), min(y1, y2), max(x1, x2) + 2, max(y1, y2) + 2
    corners = [at(x, y) for x in (west, east) for y in (north, south)]
    return at(x1 + 1, y1 + 1), at(x2 + 1, y2 + 1), at((west + east) / 2, (north + south) / 2), "".join(corners)


@pytest.mark.parametrize("width", [40, 200])
@pytest.mark.parametrize("chain", [chain for chain in TABLES if all(entry.tile.high < 10 for entry in chain)])
def test_every_tile_can_be_read_back_from_the_table(chain: Chain, width: int) -> None:
    picture = drawing.text(chain, ascii=True, width=width).split("\n")
    assert chain.table is not None
    scale = 2 if chain.table[0] * 2 + 3 <= width else 1
    assert {len(row) for row in picture} == {chain.table[0] * scale + 3}
    assert len(picture) == chain.table[1] + 3
    for entry in chain:
        assert entry.squares is not None
        divider = "." if entry.squares[0][0] == entry.squares[1][0] else ":"
        assert read(picture, entry, scale) == (str(entry.inner), str(entry.outer), divider, "++++")
    assert sum(character.isdigit() for row in picture for character in row) == 2 * len(chain)
    boxes = drawing.text(chain, width=width).split("\n")
    assert [len(row) for row in boxes] == [len(row) for row in picture]


# SVG.


def parse(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)


def groups(text: str, prefix: str = "tile-") -> dict[str, ElementTree.Element]:
    found = {group.get("id", ""): group for group in parse(text).iter(f"{SVG}g")}
    return {name: group for name, group in found.items() if name.startswith(prefix)}


def number(element: ElementTree.Element, name: str) -> float:
    return float(element.attrib[name])


def body(group: ElementTree.Element) -> tuple[float, float, float, float]:
    """The cells of a tile's rectangle: west, north, east, south."""
    rect = next(rect for rect in group.iter(f"{SVG}rect"))
    west, north = number(rect, "x"), number(rect, "y")
    edges = (west, north, west + number(rect, "width"), north + number(rect, "height"))
    west, north, east, south = (round(edge / 10) for edge in edges)
    return west, north, east, south


def shown(group: ElementTree.Element, square: tuple[int, int]) -> int:
    """The number on a square: its pips, or its numeral."""
    x, y = (10 * side for side in square)
    for text in group.iter(f"{SVG}text"):
        if x < number(text, "x") < x + 20 and y < number(text, "y") < y + 20:
            return int(text.text or "")
    circles = [circle for circle in group.iter(f"{SVG}circle") if circle.get("fill") == vectors.INK]
    for circle in circles:
        assert number(circle, "r") <= 2
    return sum(x < number(circle, "cx") < x + 20 and y < number(circle, "cy") < y + 20 for circle in circles)


def pictures() -> list[tuple[Chain, str]]:
    """Chains as they lie, with their pictures."""
    wide = Chain(arms=True).lay("12-9").lay("9-9", "R").lay("18-9", "R").lay("12-12", "L").lay("12-10", "L")
    return [
        *((chain, drawing.svg(chain)) for chain in TABLES[:12]),
        *(
            (arrange(chain, width), drawing.svg(chain, width=width))
            for chain in (CROSS, LONG, wide)
            for width in (18, 64)
        ),
    ]


def test_a_picture_shows_every_tile_where_it_lies() -> None:
    for chain, text in pictures():
        tiles = groups(text)
        assert set(tiles) == {f"tile-{entry.tile}" for entry in chain}
        for entry in chain:
            group = tiles[f"tile-{entry.tile}"]
            assert entry.squares is not None
            (x1, y1), (x2, y2) = entry.squares
            assert body(group) == (min(x1, x2), min(y1, y2), max(x1, x2) + 2, max(y1, y2) + 2)
            assert [shown(group, square) for square in entry.squares] == [entry.inner, entry.outer]


def test_everything_lies_inside_the_picture() -> None:
    for _, text in pictures():
        root = parse(text)
        x, y, width, height = (float(side) for side in root.attrib["viewBox"].split())
        assert (root.get("width"), root.get("height")) == (f"{width:g}", f"{height:g}")
        for rect in root.iter(f"{SVG}rect"):
            assert x <= number(rect, "x")
            assert number(rect, "x") + number(rect, "width") <= x + width
            assert y <= number(rect, "y")
            assert number(rect, "y") + number(rect, "height") <= y + height


def test_a_table_has_its_size_whatever_lies_on_it() -> None:
    root = parse(drawing.svg(Chain(table=(20, 10)), width=1))
    rim, felt = list(root.iter(f"{SVG}rect"))
    assert felt.attrib == {"x": "0", "y": "0", "width": "200", "height": "100", "fill": vectors.FELT}
    assert rim.get("fill") == vectors.RIM
    assert not groups(drawing.svg(Chain(table=(20, 10))), "end-")


def test_a_page_may_forbid_styles_and_scripts() -> None:
    for _, text in pictures():
        for element in parse(text).iter():
            assert element.tag.removeprefix(SVG) in {"svg", "g", "rect", "line", "circle", "polygon", "text"}
            assert not {"style", "class"} & set(element.attrib)
            assert not [name for name in element.attrib if name.startswith("on")]
        ids = re.findall(r' id="([^"]*)"', text)
        assert len(set(ids)) == len(ids)


def luminance(colour: str) -> float:
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize(
    ("front", "ground"),
    [
        ("INK", "IVORY"),  # pips, lines, numerals
        ("INK", "FELT"),  # a tile's edge on the table
        ("IVORY", "FELT"),  # a tile, or a ghost's outline, on the table
        ("IVORY", "RIM"),  # a tile on the rack
        ("RIM", "FELT"),  # the table's edge
        ("RED", "IVORY"),  # the ring of the last tile
        ("INK", "BRASS"),  # the edge of the spinner's bar
        ("AMBER", "IVORY"),  # the edge of an open end where no arrow has room
        ("GOLD", "RIM"),  # the arrow of an end at the table's edge
        ("GOLD", "FELT"),  # the arrow of an open end
        ("INK", "GOLD"),  # its letter
    ],
)
def test_contrast_is_at_least_three_to_one(front: str, ground: str) -> None:
    lighter, darker = sorted((luminance(getattr(vectors, front)), luminance(getattr(vectors, ground))), reverse=True)
    assert (lighter + 0.05) / (darker + 0.05) >= (4.5 if ground == "GOLD" else 3)


def test_pips_are_apart_and_within_their_half() -> None:
    for pip in range(1, 13):
        group = groups(drawing.tile_svg(Tile(pip, 0)))[f"tile-{pip}-0"]
        places = [(number(c, "cx"), number(c, "cy"), number(c, "r")) for c in group.iter(f"{SVG}circle")]
        assert len(places) == pip
        for x, y, r in places:
            assert 2 + r < x + 0.3
            assert x + r < 18.3
            assert 2 + r < y + 0.3
            assert y + r < 18.3
        for (x1, y1, r), (x2, y2, _) in combinations(places, 2):
            assert ((x1 - x2) ** 2 + (y1 - y2) ** 2) ** 0.5 > 2 * r + 0.5
        assert sorted((round(20 - x, 2), round(20 - y, 2)) for x, y, _ in places) == sorted(
            (x, y) for x, y, _ in places
        )


def test_no_two_numbers_look_alike() -> None:
    looks = {drawing.tile_svg(Tile(pip, pip)).replace(f"tile-{pip}-{pip}", "") for pip in range(19)}
    assert len(looks) == 19


def test_numerals_stand_for_pips() -> None:
    group = groups(drawing.svg(LONG, numerals=True))["tile-6-4"]
    assert [text.text for text in group.iter(f"{SVG}text")] == ["6", "4"]
    assert not list(group.iter(f"{SVG}circle"))


def test_the_last_tile_and_the_spinner_are_marked_by_shape() -> None:
    def ringed(text: str) -> list[str]:
        return [name for name, group in groups(text).items() if len(list(group.iter(f"{SVG}rect"))) == 2]

    def barred(text: str) -> list[str]:
        found = {name: [c for c in g if c.get("fill") == vectors.BRASS] for name, g in groups(text).items()}
        assert all(c.tag != f"{SVG}circle" for marks in found.values() for c in marks), "it would look like a pip"
        return [name for name, marks in found.items() if marks]

    assert ringed(drawing.svg(CROSS)) == ["tile-4-2"]
    assert ringed(drawing.svg(CROSS, last=1)) == ["tile-4-1"]
    assert barred(drawing.svg(CROSS)) == ["tile-4-4"]
    assert barred(drawing.svg(LONG)) == []


def test_open_ends_have_arrows() -> None:
    assert list(groups(drawing.svg(CROSS), "end-")) == ["end-L", "end-R", "end-U", "end-D"]
    assert [t.text for g in groups(drawing.svg(LONG), "end-").values() for t in g.iter(f"{SVG}text")] == ["L", "R"]


def corners(group: ElementTree.Element) -> list[tuple[float, float]]:
    """The points of an arrow."""
    points = next(group.iter(f"{SVG}polygon")).attrib["points"].split()
    return [(float(x), float(y)) for x, y in (point.split(",") for point in points)]


def test_an_end_at_the_edge_has_its_arrow_on_the_rim() -> None:
    edge = Chain(table=(8, 8)).lay("6-4").lay("4-4", "R")
    right = groups(drawing.svg(edge), "end-")["end-R"]
    assert [text.text for text in right.iter(f"{SVG}text")] == ["R"]
    assert not list(right.iter(f"{SVG}rect"))
    assert min(x for x, _ in corners(right)) >= 80
    assert max(x for x, _ in corners(right)) <= 80 + 9


def test_an_arrow_covers_no_tile_and_an_end_without_room_for_it_has_an_edge() -> None:
    met = set()
    for chain in TABLES:
        text = drawing.svg(chain)
        tiles = [body(group) for group in groups(text).values()]
        for head, group in zip(chain.heads, groups(text, "end-").values(), strict=True):
            assert [letter.text for letter in group.iter(f"{SVG}text")] == [head.end]
            xs, ys = zip(*corners(group), strict=True)
            edges = (min(xs) / 10, min(ys) / 10, max(xs) / 10, max(ys) / 10)
            covers = any(
                edges[0] < east and west < edges[2] and edges[1] < south and north < edges[3]
                for west, north, east, south in tiles
            )
            edge = next(group.iter(f"{SVG}rect"), None)
            assert covers == (edge is not None)
            if edge is not None:
                assert edge.get("stroke") == vectors.AMBER
                west, north, east, south = body(group)
                squares = chain[head.at].squares
                assert squares is not None
                corner = head.block if head.block in squares else min(squares)
                assert (west, north) == corner
                met.add((east - west, south - north))
    assert (2, 2) in met
    assert len(met) > 1, "a double has its edge all around"


def test_ghosts_lie_where_the_tile_would() -> None:
    chain = Chain(table=(20, 20)).lay("6-4")
    moves = [Move("4-1@R"), Move("4-1@R:corner-left"), Move("6-6@L"), Move("draw")]
    ghosts = groups(drawing.svg(chain, ghosts=moves), "ghost-")
    assert list(ghosts) == ["ghost-4-1-R", "ghost-4-1-R-corner-left", "ghost-6-6-L"]
    for move, ghost in zip(moves, ghosts.values(), strict=False):
        assert move.tile is not None
        laid = chain.lay(move.tile, move.end, move.placement or "ahead")
        assert body(ghost) == body(groups(drawing.svg(laid))[f"tile-{move.tile}"])
    first = groups(drawing.svg(Chain(), ghosts=[Move("6-6")]), "ghost-")["ghost-6-6"]
    assert body(first) == body(groups(drawing.svg(Chain().lay("6-6")))["tile-6-6"])


def test_a_tile_once_drawn_keeps_its_place() -> None:
    whole = groups(drawing.svg(CROSS, width=18, last=-1))
    for count in range(1, len(CROSS)):
        for name, group in groups(drawing.svg(CROSS.prefix(count), width=18, last=-1)).items():
            bar = [c for c in group if c.get("fill") == vectors.BRASS]
            assert bar or ElementTree.tostring(group) == ElementTree.tostring(whole[name])
            assert body(group) == body(whole[name])


def test_equal_arguments_give_equal_text() -> None:
    assert drawing.svg(CROSS, title="x") == drawing.svg(CROSS, title="x")


@pytest.mark.parametrize("title", ["a & b", "<script>alert(1)</script>", "]]>", "quotes \" and '", "", "тур 🁣"])
def test_a_title_is_text(title: str) -> None:
    root = parse(drawing.svg(CROSS, title=title))
    assert root[0].tag == f"{SVG}title"
    assert (root[0].text or "") == title
    assert root.get("role") == "img"


def test_a_title_with_what_xml_cannot_hold_is_still_xml() -> None:
    text = drawing.tile_svg(Tile("6-4"), title="a\x00b\x1b\ud800\ufffec")
    assert parse(text)[0].text == "a\ufffdb\ufffd\ufffd\ufffdc"
    assert text.encode()


def test_a_picture_without_a_title_is_hidden() -> None:
    for text in (drawing.svg(CROSS), drawing.hand_svg([Tile("6-4")]), drawing.tile_svg(Tile("6-4"))):
        assert parse(text).get("aria-hidden") == "true"


def test_a_hand_stands_in_its_order() -> None:
    hand = [Tile("6-4"), Tile("0-0"), Tile("18-13")]
    tiles = groups(drawing.hand_svg(hand))
    assert list(tiles) == ["tile-6-4", "tile-0-0", "tile-18-13"]
    assert [body(group)[0::2] for group in tiles.values()] == [(0, 2), (2, 4), (5, 7)]
    assert [shown(tiles["tile-6-4"], square) for square in ((0, 0), (0, 2))] == [6, 4]
    two_rows = parse(drawing.hand_svg(hand, columns=2))
    assert two_rows.get("viewBox") == "-4 -4 52 92"
    assert parse(drawing.hand_svg([])).get("viewBox") == "-4 -4 28 48"


def test_a_rack_holds_a_hand_below_the_table() -> None:
    plain, racked = drawing.svg(CROSS), drawing.svg(CROSS, hand=[Tile("6-6"), Tile("5-0")])
    assert set(groups(racked)) == {*groups(plain), "tile-6-6", "tile-5-0"}
    for name, group in groups(plain).items():
        assert body(groups(racked)[name]) == body(group)
    assert body(groups(racked)["tile-6-6"])[1] > max(body(group)[3] for group in groups(plain).values())
    crowd = drawing.svg(Chain(table=(8, 8)), hand=tile_set(6))
    bodies = [body(group) for group in groups(crowd).values()]
    assert len(set(bodies)) == 28
    assert max(east for _, _, east, _ in bodies) <= 8


def test_a_tile_alone_stands_or_lies() -> None:
    standing = groups(drawing.tile_svg(Tile("6-4")))["tile-6-4"]
    lying = groups(drawing.tile_svg(Tile("6-4"), first=4, vertical=False))["tile-6-4"]
    assert body(standing) == (0, 0, 2, 4)
    assert [shown(standing, square) for square in ((0, 0), (0, 2))] == [6, 4]
    assert body(lying) == (0, 0, 4, 2)
    assert [shown(lying, square) for square in ((0, 0), (2, 0))] == [4, 6]


def test_too_narrow_a_layout_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 18 cells"):
        drawing.svg(CROSS, width=17)


def test_a_round_and_a_view_are_drawn_by_their_chain() -> None:
    rnd = Round.deal(Rules("all-fives", players=3), seed=5)
    for _ in range(12):
        rnd.play(rnd.legal_moves()[-1])
    for draw in (drawing.text, drawing.svg, drawing.line):
        assert draw(rnd) == draw(rnd.view(1)) == draw(rnd.chain) != ""


@pytest.mark.parametrize("value", [None, 5, "6-4", [Tile("6-4")], Rules("draw")])
def test_what_is_no_chain_and_no_tile_is_refused(value: Any) -> None:
    for draw in (drawing.text, drawing.svg, drawing.line):
        with pytest.raises(TypeError, match="is.* a Chain, not"):
            draw(value)
    for draw in (drawing.glyph, drawing.tile_svg):
        with pytest.raises(TypeError, match="is of a Tile, not"):
            draw(value)


@pytest.mark.parametrize("value", [float("nan"), 40.0, "40", []])
def test_a_width_is_an_integer(value: Any) -> None:
    for draw in (drawing.text, drawing.svg):
        with pytest.raises(TypeError, match="a width is an int"):
            draw(CROSS, width=value)


def test_titles_and_hands_of_another_type_are_refused() -> None:
    with pytest.raises(TypeError, match="a title is a str"):
        drawing.svg(CROSS, title=5)  # type: ignore[arg-type]
    for hand in (5, "6-4", ["6-4"]):
        for draw in (lambda hand: drawing.svg(CROSS, hand=hand), drawing.hand_svg):
            with pytest.raises(TypeError, match="hand"):
                draw(hand)
