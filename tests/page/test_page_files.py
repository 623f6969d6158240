"""What the page is made of: nothing from elsewhere, small sounds, made by the script in the repository."""

from __future__ import annotations

import importlib.util
import re
import wave
from pathlib import Path

import pytest

import dominoes

STATIC = Path(dominoes.__file__).with_name("web") / "static"
SCRIPT = Path(__file__).resolve().parents[2] / "docs" / "make_sounds.py"


def test_the_sounds_are_small_short_and_of_one_kind():
    files = sorted((STATIC / "sounds").glob("*.wav"))
    assert [file.stem for file in files] == sorted(
        ["shuffle", "turn", "play", "draw", "pass", "refused", "round_won", "round_lost", "match_won"]
    )
    assert sum(file.stat().st_size for file in files) <= 200 * 1024
    for file in files:
        with wave.open(str(file)) as sound:
            assert (sound.getnchannels(), sound.getsampwidth()) == (1, 2)
            assert 0.05 <= sound.getnframes() / sound.getframerate() <= 1.5


def test_the_script_makes_these_very_sounds(tmp_path):
    """To the last step of 16 bits: sines differ by less than one between platforms."""
    if not SCRIPT.exists():
        pytest.skip("docs/ is not here")
    spec = importlib.util.spec_from_file_location("make_sounds", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.write(tmp_path)
    for file in (STATIC / "sounds").glob("*.wav"):
        with wave.open(str(file)) as kept, wave.open(str(tmp_path / file.name)) as made:
            one, other = (memoryview(sound.readframes(sound.getnframes())).cast("h").tolist() for sound in (kept, made))
        assert len(one) == len(other)
        assert max(abs(a - b) for a, b in zip(one, other, strict=True)) <= 1


def test_nothing_comes_from_elsewhere():
    for file in [*STATIC.rglob("*.js"), *STATIC.rglob("*.css")]:
        if "vendor" in file.parts:
            continue
        text = file.read_text(encoding="utf-8").replace('"http://www.w3.org/2000/svg"', "")
        assert not re.search(r"https?://|//cdn|@import|\beval\(|new Function|innerHTML|insertAdjacentHTML", text), (
            file.name
        )


def test_the_vendored_script_has_its_licence():
    assert (STATIC / "vendor" / "idiomorph.js").exists()
    assert "Zero-Clause BSD" in (STATIC / "vendor" / "idiomorph-LICENSE.txt").read_text(encoding="utf-8")


def test_sounds_are_called_the_same_everywhere():
    """The files, the script that plays them, the server that names them, their words, the page about them."""
    from dominoes.speaking.page import LABELS

    script = (STATIC / "sounds.js").read_text(encoding="utf-8")
    names = set(re.findall(r'"(\w+)"', script.partition("const NAMES = [")[2].partition("]")[0]))
    assert names == {file.stem for file in (STATIC / "sounds").glob("*.wav")} == set(LABELS["sounds"])
    words = (STATIC.parent / "words.py").read_text(encoding="utf-8")
    screen = (STATIC.parent / "screen.py").read_text(encoding="utf-8")
    for name in names - {"refused", "turn"}:
        assert f'"{name}"' in words
    assert '"turn" if kind == "turn" else None' in screen
    page = SCRIPT.with_name("web.md")
    if page.exists():
        table = page.read_text(encoding="utf-8").partition("| `kind` | `sound` | |")[2].partition("\n\n")[0]
        told = {name for row in table.splitlines()[2:] for name in re.findall(r"`(\w+)`", row.split("|")[2])}
        assert told | {"refused"} == names
