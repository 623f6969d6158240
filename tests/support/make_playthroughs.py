"""Writes the playthroughs of OpenSpiel's game ``dominoes`` into ``tests/data/playthroughs/``.

    PYTHONPATH=src python tests/support/make_playthroughs.py

They are in OpenSpiel's own format, but without the tensors of information states, which are long: they hold what the
tensors of observations do, and the history, which stands in the strings. A game that is there is played again with the
actions it has, so that a change shows as a difference and nothing more; a new one is played at random, from a fixed
seed. Look at the difference before it is kept.
"""

from __future__ import annotations

import re
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[1] / "data" / "playthroughs"
OPTIONS = "draw=one,hand_size=5,max_pip=5,opening=random,redeal_doubles=3,table=16x12,voluntary_draw=1"
GAMES = {
    "table": "dominoes(preset=table)",
    "draw": "dominoes(preset=draw)",
    "draw-3": "dominoes(preset=draw,players=3)",
    "block": "dominoes(preset=block)",
    "all-fives": "dominoes(preset=all-fives)",
    "partnership": "dominoes(preset=partnership)",
    "options": f"dominoes(preset=draw,{OPTIONS})",
}


def played(game: str, actions: list[int]) -> str:
    """A game as a text, with these actions and after them random ones."""
    from open_spiel.python.algorithms.generate_playthrough import playthrough

    import dominoes.envs.openspiel  # noqa: F401 - it registers the game

    text = playthrough(game, actions, seed=1)
    return re.sub(r"^InformationStateTensor\(\d\)\..*\n(?: .*\n)*", "", text, flags=re.MULTILINE)


def actions_of(text: str) -> list[int]:
    """The actions of a playthrough."""
    return [int(action) for action in re.findall(r"^action: (\d+)$", text, re.MULTILINE)]


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, game in GAMES.items():
        path = FOLDER / f"{name}.txt"
        kept = actions_of(path.read_text(encoding="utf-8")) if path.exists() else []
        path.write_text(played(game, kept), encoding="utf-8")


if __name__ == "__main__":
    main()
