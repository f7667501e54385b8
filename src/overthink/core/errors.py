"""The one exception a user is meant to read: what is wrong, and what to do."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class OverthinkError(ValueError):
    """Bad input. Its text is one sentence for the person who typed it; the command exits with code 2."""


def unknown(kind: str, name: object, known: Iterable[str]) -> OverthinkError:
    """The error for a name that is in no list, with the nearest one that is."""
    names = sorted(known)
    near = difflib.get_close_matches(str(name).lower(), names, n=1, cutoff=0.6)
    hint = f"did you mean '{near[0]}'?" if near else f"known: {', '.join(names)}."
    return OverthinkError(f"There is no {kind} '{name}'; {hint}")
