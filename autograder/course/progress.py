"""How long work tells how far it is."""

from collections.abc import Callable

Progress = Callable[[int, int], None]
"""Takes how much is done, and how much there is in all."""


def silently(done: int, total: int) -> None:
    """Show nothing."""
