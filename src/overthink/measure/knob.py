"""A knob: what is turned so that a search works harder. Depth is one; simulations, nodes and beam width are others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

Value: TypeAlias = float  # of a knob; whole numbers stay whole
DEPTH = "depth"


@dataclass(frozen=True)
class Knob:
    """A name and its values, from less to more effort. Only depth counts plies, so only depths are odd or even.

    `labels` are words for values that are not numbers, such as low, medium and high; the values are then 0, 1, 2.
    """

    name: str
    values: tuple[Value, ...]
    labels: tuple[str, ...] = ()

    @property
    def plies(self) -> bool:
        """Whether the values are numbers of plies, so that parity matters."""
        return self.name == DEPTH

    @property
    def plural(self) -> bool:
        """Whether the name is a number of things: simulations, nodes."""
        return self.name.endswith("s") and not self.name.endswith("ss")

    def text(self, value: Value) -> str:
        """A value for people: 10,000."""
        if self.labels:
            return self.labels[int(value)]
        return f"{int(value):,}" if float(value).is_integer() else f"{value:g}"

    def at(self, value: Value) -> str:
        """One setting for people: depth 3, 300 simulations, beam 5."""
        return f"{self.text(value)} {self.name}" if self.plural else f"{self.name} {self.text(value)}"

    def step(self, low: Value, high: Value) -> str:
        """Two settings for people: from depth 2 to 4, from 100 to 300."""
        return f"from {f'{self.name} ' if self.plies else ''}{self.text(low)} to {self.text(high)}"

    def more(self, verb: str, how: str) -> str:
        """The beginning of a verdict: deeper is worse; more simulations decide worse; a larger beam decides worse."""
        if self.plies:
            return f"deeper is {how}"
        if self.labels:
            return f"turning up {self.name} {verb}s {how}"
        return f"more {self.name} {verb} {how}" if self.plural else f"a larger {self.name} {verb}s {how}"

    def since(self, value: Value) -> str:
        """Where it begins: from depth 3, from 300."""
        return f"from {f'{self.name} ' if self.plies else ''}{self.text(value)}"
