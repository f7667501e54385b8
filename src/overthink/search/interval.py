"""What a search has proven of a position and of its moves: an interval that holds the true value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from overthink.core.kinds import Move
from overthink.core.plain import Result, Row, word


@dataclass(frozen=True)
class MoveBounds(Result):
    """What is proven of one move. One that was not looked at has the whole range."""

    move: Move
    low: float
    high: float


@dataclass(frozen=True, repr=False)
class Bounds(Result):
    """The true value, to Max, lies between `low` and `high`. `moves` are those that the safe policy allows: the highest
    lower bound for Max, the lowest upper bound for Min; none where chance moves.

    >>> bounds = ot.bounded(ot.RandomTree(b=3, depth=3, p=0.8), epsilon=20, low=0, high=100)
    >>> print(f"[{bounds.low:.2f}, {bounds.high:.2f}] after {bounds.leaves} leaves")
    [43.47, 58.07] after 288 leaves
    """

    low: float
    high: float
    moves: tuple[Any, ...]
    expanded: int  # internal nodes
    leaves: int
    options: tuple[MoveBounds, ...] = ()

    @property
    def width(self) -> float:
        return self.high - self.low

    def rows(self) -> list[Row]:
        """A row for each move; `safe` are those that the safe policy allows. One row for a position without moves."""
        if not self.options:
            return [{"low": self.low, "high": self.high, "expanded": self.expanded, "leaves": self.leaves}]
        return [
            {"move": word(option.move), "low": option.low, "high": option.high, "safe": option.move in self.moves}
            for option in self.options
        ]

    def __repr__(self) -> str:
        return f"<Bounds: value in [{self.low:g}, {self.high:g}], {self.expanded + self.leaves:,} nodes>"

    def _repr_html_(self) -> str:
        from overthink.core.notebook import interval, table

        rows = self.rows()
        ends = min(row["low"] for row in rows), max(row["high"] for row in rows)

        def bar(row: Mapping[str, Any]) -> str:
            return interval(0.5 * (row["low"] + row["high"]), row["low"], row["high"], *ends)

        return table(rows, str(self).splitlines()[0], bold=lambda row: bool(row.get("safe")), extra={"interval": bar})

    def __str__(self) -> str:
        best = f"   safe {', '.join(map(str, self.moves))}" if self.moves else ""
        lines = [
            f"value in [{self.low:g}, {self.high:g}]{best}   {self.expanded:,} nodes expanded, {self.leaves:,} leaves"
        ]
        for option in self.options:
            mark = "*" if option.move in self.moves else " "
            lines.append(f" {mark} {option.move!s:>8}   in [{option.low:g}, {option.high:g}]")
        return "\n".join(lines)


def safe(me: int, options: list[MoveBounds], slack: float) -> tuple[Any, ...]:
    """The moves with the highest lower bound, for Max, or the lowest upper bound, for Min, but for rounding."""
    if me == 0:
        return ()
    scores = [option.low if me > 0 else -option.high for option in options]
    return tuple(option.move for option, score in zip(options, scores) if score >= max(scores) - 2.0 * slack)
