"""Numbers that a user gives, checked: one sentence for what is not a number, or too large a one."""

from __future__ import annotations

import math
from typing import Any

from overthink.core.errors import OverthinkError, shown

LARGEST = 1 << 31  # nodes of the trees that are drawn at once: a node has some 60 bytes


def checked_whole(name: str, value: Any) -> int:
    """A whole number of any size and sign."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise OverthinkError(f"{name} must be a whole number, not {shown(value)}.")
    return int(value)


def checked_number(name: str, value: Any) -> float:
    """A finite number."""
    try:
        number = math.nan if isinstance(value, str | bytes | bool) else float(value)
    except (TypeError, ValueError, OverflowError):
        number = math.nan
    if not math.isfinite(number):
        raise OverthinkError(f"{name} must be a number, not {shown(value)}.")
    return number


def checked_span(what: str, start: Any, stop: Any, nodes: int) -> int:
    """How many trees or games of so many nodes each there are from number `start` to before `stop`."""
    first, last = checked_whole(f"The first number of {what}", start), checked_whole(f"The last number of {what}", stop)
    if first < 0 or last <= first:
        raise OverthinkError(f"There are no {what} from number {first} to before {last}.")
    if last > 1 << 62 or (last - first) * nodes > LARGEST:
        raise OverthinkError(
            f"{shown(last - first)} {what} of {nodes:,} nodes do not fit into memory. Draw fewer at once."
        )
    return last - first


def checked_probability(name: str, value: Any) -> float:
    """A number from 0 to 1."""
    if isinstance(value, str | bytes) or not hasattr(value, "__float__") or not 0.0 <= float(value) <= 1.0:
        raise OverthinkError(f"{name} = {shown(value)} is not a probability. Give a number in [0, 1].")
    return float(value)
