"""One line of the table of benchmarks: the same work on both sides, timed in one run."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """So many nodes, in so many seconds by us and by a peer."""

    name: str
    peer: str
    nodes: int
    ours: float  # seconds
    theirs: float

    @property
    def ratio(self) -> float:
        """How many times as fast as the peer we are."""
        return self.theirs / self.ours

    def __str__(self) -> str:
        speeds = f"{self.nodes / self.ours / 1e6:.1f} against {self.nodes / self.theirs / 1e6:.2f} Mnodes/s"
        return f"{self.name}: {self.ratio:.2f} times {self.peer} ({speeds}, {self.nodes:,} nodes)"
