"""The one exception a user is meant to read: what is wrong, and what to do."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

LONGEST = 90  # characters of somebody else's text in a sentence


class OverthinkError(ValueError):
    """Bad input. Its text is one sentence for the person who typed it; the command exits with code 2.

    >>> try:
    ...     ot.decide(ot.nested(ot.Max(5, 3)), depth=0)
    ... except ot.OverthinkError as exc:
    ...     print(exc)
    A search looks from 1 to 1,000 plies ahead; a depth of 0 was given.
    """


def unknown(kind: str, name: object, known: Iterable[str]) -> OverthinkError:
    """The error for a name that is in no list, with the nearest one that is."""
    names = sorted(set(known))
    near = difflib.get_close_matches(str(name).lower(), names, n=1, cutoff=0.6)
    hint = f"did you mean '{near[0]}'?" if near else f"known: {', '.join(names)}."
    return OverthinkError(f"There is no {kind} '{name}'; {hint}")


def shown(thing: object) -> str:
    """Somebody else's object in one sentence: its text on one line, cut off where it is long."""
    try:
        text = repr(thing)
    except Exception:  # its own __repr__ fails, or its number has too many digits
        text = f"<{type(thing).__name__}>"
    return shortened(text)


def shortened(text: str) -> str:
    """A text on one line, cut off where it is long."""
    line = " ".join(text[: 4 * LONGEST].split())
    return line if len(line) <= LONGEST else f"{line[:LONGEST]}…"


def failure(what: str, exc: BaseException, state: object) -> OverthinkError:
    """The error for a user's own function that raised an exception."""
    reason = shortened(str(exc)) if str(exc) else "without a message"
    return OverthinkError(f"{what} raised {type(exc).__name__} ({reason}) in the position {shown(state)}.")
