"""What installed packages add to the library, found through entry points.

A package names a rule, a game, a check or studies of its own in its metadata, under the group `overthink.rules`,
`overthink.games`, `overthink.checks` or `overthink.studies`.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from overthink.core.errors import shortened


@cache
def named(group: str) -> dict[str, EntryPoint]:
    """The entry points of a group by their names, in the order of installation; of two with one name, the first."""
    found: dict[str, EntryPoint] = {}
    for entry in entry_points(group=f"overthink.{group}"):
        found.setdefault(entry.name, entry)
    return found


def folders(group: str) -> list[Path]:
    """The folders of the packages that add to a group. None of them is imported."""
    roots = dict.fromkeys(entry.module.split(".")[0] for entry in named(group).values())
    places = (find_spec(root) for root in roots)
    return [Path(place.origin).parent for place in places if place and place.origin]


def loaded(group: str, kind: type) -> Iterator[Any]:
    """What the entry points of a group name. One that cannot be loaded is left out, with a warning of one sentence."""
    for entry in named(group).values():
        try:
            thing = entry.load()
        except Exception as exc:
            trouble = f"cannot be loaded: {type(exc).__name__}: {shortened(str(exc))}"
        else:
            if isinstance(thing, kind):
                yield thing
                continue
            trouble = f"is not {kind.__name__}"
        package = entry.dist.name if entry.dist else entry.module
        warnings.warn(f"{entry.value}, which the package {package} adds to overthink.{group}, {trouble}", stacklevel=3)
