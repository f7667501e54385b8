"""Estimates along one column, such as the accuracy at each depth."""

from __future__ import annotations

from overthink.core.estimate import Estimate
from overthink.core.json_text import Fields
from overthink.core.plain import Row, plain


class Curve(dict[int, Estimate]):
    """An estimate for each depth. It is a dictionary, with a table and a chart in a notebook.

    >>> games = ot.artificial(0.2)(ot.BoardSplittingModel(height=7).draw(0, 200))
    >>> curve = ot.accuracy(games, "minimax", depths=(1, 5))
    >>> curve
    <accuracy by depth: 1: 0.823, 5: 0.688>
    >>> curve.rows()[1]["depth"], curve.rows()[1]["mean"]
    (5, 0.6875)
    """

    def __init__(self, points: dict[int, Estimate], name: str = "accuracy"):
        super().__init__(points)
        self.name = name

    def rows(self) -> list[Row]:
        """A row for each depth."""
        return [{"depth": depth, **plain(estimate)} for depth, estimate in self.items()]

    def as_dict(self) -> Fields:
        """The estimates by depth, as plain numbers."""
        return {self.name: plain(self)}

    def __repr__(self) -> str:
        return f"<{self.name} by depth: {', '.join(f'{depth}: {e.mean:.3f}' for depth, e in self.items())}>"

    def _repr_html_(self) -> str:
        from overthink.core.notebook import chart, table

        points = [(float(depth), e.mean, e.low, e.high) for depth, e in self.items()]
        return table(self.rows(), self.name) + chart({self.name: points}, "depth", self.name)
