"""Does this installation play? Run by each wheel where it was built: ``python -W error smoke.py [BACKEND]``.

Both backends play a match of every preset and count rounds, and must agree; ``BACKEND`` is what must be in use (c).
"""

from __future__ import annotations

import os
import subprocess
import sys

STORY = """
import hashlib
import dominoes as dm
for name in dm.PRESETS:
    rules = dm.Rules(name)
    match = dm.Match(rules.replace(target=20), players=["heaviest", "random"] * (rules.players // 2), seed="smoke")
    list(match.run())
    assert dm.Record.loads(match.to_record().dumps()).replay().scores == match.scores
    rows = dm.playouts(rules, n=200, seed=1)
    said = match.to_record().dumps().encode() + bytes(rows.points) + bytes(rows.plays)
    print(name, match.scores, hashlib.sha256(said).hexdigest())
"""


def told(backend: str) -> str:
    environment = {**os.environ, "DOMINOES_BACKEND": backend}
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", STORY], env=environment, check=True, stdout=subprocess.PIPE, text=True
    ).stdout


def main(wanted: str = "c") -> None:
    import dominoes

    if dominoes.backend != wanted:
        raise SystemExit(f"the backend in use is {dominoes.backend}, not {wanted}")
    stories = {backend: told(backend) for backend in dict.fromkeys([wanted, "py"])}
    if len(set(stories.values())) != 1:
        raise SystemExit(f"the backends differ: {stories}")
    print(stories[wanted] + f"{dominoes.__version__} plays on {sys.version}")


if __name__ == "__main__":
    main(*sys.argv[1:])
