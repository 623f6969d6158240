"""Makes the sounds of the page, out of nothing but the standard library.

python docs/make_sounds.py [FOLDER]          in src/dominoes/web/static/sounds unless told

Nine short sounds that are told apart by what they are made of, not by loudness: tiles are knocks (wood, a few
milliseconds of noise and low tones), what is good rises, what is not falls, and one's own turn is a bell. The noise
comes from a counter of its own, so that each run writes the same bytes.
"""

from __future__ import annotations

import math
import struct
import sys
import wave
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).resolve().parent.parent / "src" / "dominoes" / "web" / "static" / "sounds"
RATE: Final = 16_000
"""Samples a second: enough for a knock, and half the size of more."""
LOUDEST: Final = 0.8

Sound = list[float]


def tone(pitch: float, seconds: float, *, fall: float = 6.0, to: float | None = None, harmonics: int = 2) -> Sound:
    """A struck tone that dies away; with ``to`` it slides to another pitch."""
    count = int(seconds * RATE)
    phase = 0.0
    found = []
    for index in range(count):
        part = index / count
        now = pitch if to is None else pitch + (to - pitch) * part
        phase += 2 * math.pi * now / RATE
        body = sum(math.sin(phase * (number + 1)) / (number + 1) ** 2 for number in range(harmonics))
        found.append(body * math.exp(-fall * part) * min(1.0, index / (0.004 * RATE)) * min(1.0, (1 - part) * 20))
    return found


def noise(seconds: float, *, seed: int, fall: float = 8.0, soft: float = 0.5) -> Sound:
    """A burst of noise that dies away; ``soft`` (0 to 1) takes its high tones."""
    count = int(seconds * RATE)
    state, last = seed, 0.0
    found = []
    for index in range(count):
        state = (state * 1_103_515_245 + 12_345) % 2**31
        last = soft * last + (1 - soft) * (state / 2**30 - 1)
        found.append(last * math.exp(-fall * index / count))
    return found


def knock(pitch: float, seed: int) -> Sound:
    """A tile on wood."""
    return mixed((0.0, noise(0.05, seed=seed, fall=9)), (0.0, tone(pitch, 0.12, fall=9, harmonics=1)))


def mixed(*parts: tuple[float, Sound]) -> Sound:
    """Sounds that begin at their seconds."""
    found = [0.0] * max(int(at * RATE) + len(sound) for at, sound in parts)
    for at, sound in parts:
        start = int(at * RATE)
        for index, value in enumerate(sound):
            found[start + index] += value
    return found


def shuffle() -> Sound:
    """Many tiles that rub and click."""
    clicks = [
        (0.06 * number + 0.017 * (number * 7 % 5), knock(500 + 130 * (number * 5 % 4), number)) for number in range(9)
    ]
    return mixed((0.0, [0.35 * value for value in noise(0.65, seed=3, fall=2.0, soft=0.7)]), *clicks)


def melody(pitches: tuple[float, ...], step: float, last: float) -> Sound:
    """Tones one after the other, the last one longer."""
    lengths = [step * 1.6] * (len(pitches) - 1) + [last]
    return mixed(
        *((step * at, tone(pitch, length)) for at, (pitch, length) in enumerate(zip(pitches, lengths, strict=True)))
    )


SOUNDS: Final[dict[str, Callable[[], Sound]]] = {
    "shuffle": shuffle,
    "turn": lambda: mixed((0.0, tone(880, 0.5, fall=5)), (0.0, tone(1320, 0.5, fall=7))),
    "play": lambda: knock(240, 1),
    "draw": lambda: mixed((0.0, noise(0.16, seed=5, fall=3, soft=0.6)), (0.14, knock(420, 6))),
    "pass": lambda: mixed((0.0, knock(150, 8)), (0.16, knock(150, 9))),
    "refused": lambda: tone(170, 0.3, fall=2.5, to=120, harmonics=7),
    "round_won": lambda: melody((523, 659, 784), 0.12, 0.4),
    "round_lost": lambda: melody((440, 349, 262), 0.15, 0.4),
    "match_won": lambda: melody((523, 659, 784, 1047, 784, 1047), 0.12, 0.6),
}
"""Each sound by the name it has in the page."""


def samples(sound: Sound) -> Iterator[int]:
    """As whole numbers of 16 bits, the loudest as loud as in every other sound."""
    top = max(map(abs, sound))
    for value in sound:
        yield round(value / top * LOUDEST * 32_767)


def write(folder: Path) -> None:
    """Write all sounds, each as ``name.wav``: mono, 16 bits."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, make in SOUNDS.items():
        data = b"".join(struct.pack("<h", one) for one in samples(make()))
        with wave.open(str(folder / f"{name}.wav"), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(RATE)
            file.writeframes(data)


if __name__ == "__main__":
    write(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
