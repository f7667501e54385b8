"""What a lower package uses of a higher one. `overthink/__init__.py`, which may import them all, registers it here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

HANDED_DOWN: dict[str, Callable[..., Any]] = {}
"""By name: `draw` gives the picture of a tree as HTML, `whole_games` the module that sweeps games on a GPU."""


def from_above(name: str, *args: Any) -> Any:
    """What the function of this name gives."""
    return HANDED_DOWN[name](*args)
