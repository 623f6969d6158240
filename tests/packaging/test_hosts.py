"""Hosts with a window: the kernel in a browser, and a window by pygame. Both play what the package plays."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from support.building import ROOT, Build, plain_environment
from support.hosts import example, install, need, run

import dominoes as dm

pytestmark = pytest.mark.slow

ANY_END = 'body:is([data-waiting="you"], [data-waiting="round"], [data-waiting="match"])'


def need_module(name: str) -> None:
    """Skip where a package of the development's extra is not installed; where the core is required, fail."""
    if find_spec(name) is None and not os.environ.get("DOMINOES_TEST_REQUIRE_C"):
        pytest.skip(f"{name} is not installed")
    assert find_spec(name) is not None, f"{name} is not installed"


# The browser


@pytest.fixture(scope="module")
def page_folder(compiled: Build, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example, built by its script with what the wheel brings."""
    need("clang", "wasm-ld", "base64")
    assert compiled.file is not None, compiled.log
    folder = tmp_path_factory.mktemp("wasm")
    site = install(compiled.file, folder / "site")
    copy = example("wasm", folder)
    for built in ("dominoes.c", "dominoes.h", "dominoes.wasm", "dominoes.wasm.js"):
        (copy / built).unlink(missing_ok=True)
    run("sh", "build.sh", folder=copy, PYTHONPATH=str(site), DOMINOES=f"{sys.executable} -m dominoes")
    return copy


@pytest.fixture(scope="module")
def browser(request: pytest.FixtureRequest) -> Any:
    need_module("playwright")
    need("chromium")
    return request.getfixturevalue("chromium")


class Table:
    """The page, opened as a file, and the match of the package that it must be."""

    def __init__(self, browser: Any, folder: Path, *, preset: str, players: int, opponent: str, target: int) -> None:
        self.faults: list[str] = []
        self.page = browser.new_page()
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", lambda message: self.faults.append(message.text))
        self.page.on("request", lambda request: request.url.startswith("file:") or self.faults.append(request.url))
        asked = f"preset={preset}&players={players}&opponent={opponent}&target={target}&seed=é&pace=0"
        self.page.goto(f"{(folder / 'index.html').as_uri()}?{asked}")
        self.page.wait_for_selector('body[data-waiting="form"]')
        rules = dm.Rules(preset, players=players, target=target, table=(64, 36))
        self.match = dm.Match(rules, [dm.Human(), *[opponent] * (players - 1)], seed="é")

    def wait(self) -> str:
        """Until the page asks for something; what the page and the match say by then is the same."""
        self.page.wait_for_selector(ANY_END)
        while self.match.turn is not None and self.match.waiting is None:
            self.match.step()
        waiting = str(self.page.evaluate("document.body.dataset.waiting"))
        match = self.match
        assert waiting == ("match" if match.over else "round" if match.turn is None else "you")
        assert self.tiles() == [str(tile) for tile in match.round.hand(0)]
        scores = self.page.locator("#scores li").evaluate_all("all => all.map(one => one.dataset.score)")
        assert tuple(map(int, scores)) == match.scores
        assert self.page.locator("#table > g").count() == len(match.round.chain)
        return waiting

    def tiles(self) -> list[str]:
        return list(self.page.locator("#hand button").evaluate_all("all => all.map(one => one.dataset.tile)"))

    def lay(self, move: dm.Move, by_keys: bool) -> None:
        """A tile: by Tab, arrows and Enter alone, or with the mouse."""
        places = [other for other in self.match.round.legal_moves() if other.tile == move.tile]
        tile = self.page.locator(f'#hand button[data-tile="{move.tile}"]')
        if by_keys:
            self.walk_to(tile)
            self.page.keyboard.press("Enter")
        else:
            tile.click()
        if len(places) > 1 and by_keys:
            for _ in range(places.index(move)):
                self.page.keyboard.press("Tab")
            assert self.page.evaluate("document.activeElement.dataset.action") == str(move)
            self.page.keyboard.press("Enter")
        elif len(places) > 1:
            self.page.locator(f'#table .ghost[data-action="{move}"]').dispatch_event("click")

    def walk_to(self, tile: Any) -> None:
        """To a tile of the hand by keys: Tab to the hand, arrows along it."""
        for _ in range(40):
            if self.page.evaluate("document.activeElement.closest('#hand') !== null"):
                break
            self.page.keyboard.press("Tab")
        for _ in range(40):
            if tile.evaluate("one => one === document.activeElement"):
                return
            self.page.keyboard.press("ArrowRight")
        raise AssertionError("keys do not lead to the tile")

    def play(self, by_keys: bool) -> None:
        """The first legal move each time, to the end of the match."""
        while (waiting := self.wait()) != "match":
            if waiting == "round":
                self.press("n", "#next", by_keys)
                self.match.step()
                continue
            self.move(self.match.round.legal_moves()[0], by_keys)

    def move(self, move: dm.Move, by_keys: bool) -> None:
        """A move of yours, on the page and in the match."""
        if move.is_play:
            self.lay(move, by_keys)
        else:
            self.press("d" if move.is_draw else "p", "#draw" if move.is_draw else "#pass", by_keys)
        self.match.act(move)

    def press(self, key: str, button: str, by_keys: bool) -> None:
        if by_keys:
            self.page.keyboard.press(key)
        else:
            self.page.click(button)


def start(table: Table, by_keys: bool) -> None:
    if by_keys:
        table.page.focus("#start button")
        table.page.keyboard.press("Enter")
    else:
        table.page.click("#start button")


@pytest.mark.parametrize("by_keys", [False, True], ids=["mouse", "keys"])
@pytest.mark.parametrize(
    ("preset", "players", "opponent", "target"),
    [
        ("table", 2, "buratino", 40),
        ("draw", 3, "blocker", 30),
        ("all-fives", 4, "pinocchio", 40),
        ("partnership", 4, "snow-white", 20),
    ],
)
def test_a_match_in_the_browser_is_that_of_the_package(
    page_folder: Path, browser: Any, preset: str, players: int, opponent: str, target: int, by_keys: bool
) -> None:
    table = Table(browser, page_folder, preset=preset, players=players, opponent=opponent, target=target)
    start(table, by_keys)
    table.play(by_keys)
    assert "the match" in table.page.inner_text("#turn")
    assert table.page.evaluate("document.activeElement.id") == "turn"
    assert not table.faults
    table.page.close()


def test_the_page_refuses_with_a_reason_and_takes_back(page_folder: Path, browser: Any) -> None:
    table = Table(browser, page_folder, preset="draw", players=2, opponent="blocker", target=100)
    start(table, by_keys=True)
    table.wait()
    hand, page = table.tiles(), table.page
    page.keyboard.press("u")
    page.wait_for_function("document.getElementById('refusal').textContent === 'There is nothing to take back.'")
    refused = page.locator('#hand button[aria-disabled="true"]').first
    refused.click(force=True)  # the browser driver waits for no button that says it is disabled
    page.wait_for_function("document.getElementById('refusal').textContent.includes(' and ')")
    page.keyboard.press("p")
    page.wait_for_function("!document.getElementById('refusal').textContent.includes(' and ')")
    assert table.tiles() == hand
    table.move(table.match.round.legal_moves()[0], by_keys=False)
    table.wait()
    assert page.inner_text("#refusal") == ""
    page.keyboard.press("u")
    table.match.undo()
    table.wait()
    assert table.tiles() == hand
    assert not table.faults
    page.close()


def test_the_page_says_what_is_not_built(browser: Any, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(ROOT / "examples" / "wasm", tmp_path / "wasm"))
    (folder / "dominoes.wasm.js").unlink(missing_ok=True)
    page = browser.new_page()
    page.goto((folder / "index.html").as_uri())
    page.wait_for_function("document.getElementById('refusal').textContent.includes('build.sh')")
    page.close()


# The window


def window(*options: str, folder: Path) -> subprocess.CompletedProcess[str]:
    silent = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    words = [sys.executable, "-W", "error", str(ROOT / "examples" / "pygame" / "table.py"), *options]
    environment = plain_environment(**silent, PYTHONPATH=str(Path(dm.__file__).resolve().parents[1]))
    return subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("seed", ["friday", "é"])
def test_a_match_in_the_window_is_that_of_the_package(seed: str, tmp_path: Path) -> None:
    need_module("pygame")
    match = dm.Match(dm.Rules("table", target=60), [dm.Human("You"), "buratino"], seed=seed)
    while not match.over:
        for _ in match.run():
            pass
        if match.waiting is not None:
            match.act(match.round.legal_moves()[0])
    done = window("--script", "--target", "60", "--seed", seed, "--picture", "table.png", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    *rounds, end = done.stdout.splitlines()
    assert [line.split("scores ")[1] for line in rounds] == [" ".join(map(str, rnd.scores)) for rnd in match.rounds]
    assert match.winner is not None
    assert end == f"{match.names[match.winner]} wins the match"
    drawn, length = colours(tmp_path / "table.png"), len(match.round.chain)
    assert drawn[29, 92, 58] > drawn[255, 253, 245] > 400 * length  # felt, and on it the tiles


def colours(picture: Path) -> dict[tuple[int, int, int], int]:
    """How many pixels have each colour."""
    code = (
        "import collections, pygame, sys\n"
        "image = pygame.image.load(sys.argv[1])\n"
        "data = pygame.image.tobytes(image, 'RGB')\n"
        "print(dict(collections.Counter(zip(data[::3], data[1::3], data[2::3]))))\n"
    )
    told = run(sys.executable, "-c", code, picture, folder=picture.parent, PYGAME_HIDE_SUPPORT_PROMPT="1")
    found: dict[tuple[int, int, int], int] = ast.literal_eval(told)
    return found


@pytest.mark.parametrize(
    ("options", "told"),
    [(("--opponent", "nobody"), "there is no player 'nobody'"), (("--target", "0"), "target")],
)
def test_the_window_refuses_what_it_is_told_wrongly(options: tuple[str, str], told: str, tmp_path: Path) -> None:
    need_module("pygame")
    done = window(*options, folder=tmp_path)
    assert done.returncode == 2
    assert told in done.stderr
    assert "Traceback" not in done.stderr
