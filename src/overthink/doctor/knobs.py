"""The knob that a user turns: read and checked."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any

from overthink.core.errors import OverthinkError, shown
from overthink.doctor.scale import checked_depths
from overthink.measure.knob import DEPTH, Knob, Value

MOST_VALUES = 50
MOST = 1000  # times that a position is asked
WRITE = 'Write it like ("simulations", (10, 100, 1000)), or simulations=10,100,1000 in a command.'


def checked_knob(knob: Any) -> Knob:
    """A knob from a `Knob`, or from its name and values. The values are sorted, and each is kept once."""
    if isinstance(knob, Knob):
        knob = knob.name, knob.values
    if not (isinstance(knob, Sequence) and not isinstance(knob, str) and len(knob) == 2):
        raise OverthinkError(f"A knob has a name and values, not {shown(knob)}. {WRITE}")
    name, values = knob
    if not isinstance(name, str) or not name.strip():
        raise OverthinkError(f"The name of a knob is a word, not {name!r}. {WRITE}")
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise OverthinkError(f"The knob '{name}' needs a list of values, not {shown(values)}. {WRITE}")
    name = name.strip()
    if name == DEPTH:
        return Knob(DEPTH, tuple(checked_depths(values)))
    some = list(islice(values, MOST_VALUES + 1))
    if len(some) > MOST_VALUES:
        raise OverthinkError(f"The knob '{name}' has more than {MOST_VALUES} values. Give fewer.")
    wanted = sorted({_number(name, value) for value in some})
    if len(wanted) < 2:
        raise OverthinkError(f"Give at least two values of {name}, to compare them.")
    return Knob(name, tuple(wanted))


def checked_turn(knob: Any, depths: Any, rules: Any, player: Any) -> Knob | None:
    """The knob that the user turns; None if it is depth, by default. Only a player can turn another knob."""
    if knob is None:
        return None
    turned = checked_knob(knob)
    if depths is not None:
        raise OverthinkError("Give depths or a knob, not both: depths are the values of the knob 'depth'.")
    if not turned.plies and player is None:
        raise OverthinkError(
            f"The knob '{turned.name}' needs a player: a function of a position and a value of {turned.name}. A plain "
            "search has only depths."
        )
    if not turned.plies and rules is not None:
        raise OverthinkError(f"Rules are searched to a depth. With the knob '{turned.name}', leave out the rules.")
    return turned


def checked_repeats(repeats: Any, player: Any) -> None:
    """How often each position is asked."""
    if isinstance(repeats, bool) or not isinstance(repeats, int) or not 1 <= repeats <= MOST:
        raise OverthinkError(f"Each position is asked 1 to {MOST:,} times; {repeats!r} was given.")
    if repeats > 1 and player is None:
        raise OverthinkError("Only a player can answer differently each time: --repeats needs --player.")


def read_knob(text: str) -> Knob:
    """A knob as it stands in a command: simulations=10,100,1e3, or depth=1-4."""
    name, _, values = text.partition("=")
    if not name.strip() or not values.strip():
        raise OverthinkError(f"--knob takes NAME=VALUES, such as simulations=10,100,1e3, not '{text}'.")
    if name.strip() == DEPTH:
        return checked_knob((DEPTH, [depth for part in values.split(",") for depth in _span(part)]))
    return checked_knob((name, [part.strip() for part in values.split(",")]))


def _span(part: str) -> Iterable[int]:
    """Whole numbers from a part of a list: 3, or 1-4."""
    ends = part.split("-")
    if len(ends) > 2 or not all(end.strip().isdecimal() for end in ends):
        raise OverthinkError(f"'{part}' is not a depth. Write depth=1-4 or depth=1,3,5.")
    return range(int(ends[0]), int(ends[-1]) + 1)


def _number(name: str, value: Any) -> Value:
    """A value of a knob. A whole number stays whole, also if it is written like 1e3."""
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        number = math.nan
    if not math.isfinite(number) or number < 0 or isinstance(value, bool):
        raise OverthinkError(f"A value of {name} is a number, 0 or more, not {shown(value)}. {WRITE}")
    return int(number) if number.is_integer() else number
