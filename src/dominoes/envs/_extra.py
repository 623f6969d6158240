"""What is said where the libraries of the extra ``rl`` are not installed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["extra"]


@contextmanager
def extra() -> Iterator[None]:
    """For imports of libraries: one that is absent becomes an ImportError naming the install command.

    One that is there but broken raises what it raises.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        text = f'dominoes.envs needs {error.name}, which is not installed: pip install "dominoes-engine[rl]"'
        raise ImportError(text, name=error.name) from None
