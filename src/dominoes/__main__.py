"""``python -m dominoes`` is the command ``dominoes``."""

from __future__ import annotations

import sys

from dominoes.cli import main

if __name__ == "__main__":
    sys.exit(main())
