"""Cost: the seconds of one answer, and the nodes where they are counted."""

from __future__ import annotations

import math
from dataclasses import dataclass

SHORTEST = 1e-5  # seconds; below this a clock measures the call, not the work
SAME = 1.5  # smaller ratios are about the same


@dataclass(frozen=True)
class Cost:
    """The cost of one answer. Nodes are 0 where nobody counts them; seconds are NaN where nobody measured them."""

    seconds: float = math.nan
    nodes: float = 0.0

    def over(self, other: Cost) -> tuple[float, str]:
        """How many times as much as the other, and of what: nodes if both count them, otherwise time. NaN if it is not
        known."""
        if self.nodes > 0.0 and other.nodes > 0.0:
            return self.nodes / other.nodes, "nodes"
        return max(self.seconds, SHORTEST) / max(other.seconds, SHORTEST), "time"


def price(cost: Cost | None, other: Cost | None) -> str:
    """The cost against another in words: "at 90 times the time". Empty if it is not known. One digit is enough: times
    differ from run to run."""
    if cost is None or other is None:
        return ""
    ratio, what = cost.over(other)
    if math.isnan(ratio):
        return ""
    if 1.0 / SAME < ratio < SAME:
        return "at about the same cost"
    if ratio > 1.0:
        return f"at {one_digit(ratio)} times the {what}"
    return f"at 1/{one_digit(1.0 / ratio)} of the {what}"


def step_price(step: str, cost: str) -> str:
    """A step and its price in words: "going from depth 1 to 4 takes 90 times the nodes"."""
    return f"going {step} takes {cost.removeprefix('at ')}"


def one_digit(number: float) -> str:
    """A number, 1 or more, to one digit: 7, 90, 4,000."""
    size = 10 ** math.floor(math.log10(number))
    return f"{round(number / size) * size:,}"
