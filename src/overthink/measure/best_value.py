"""The best value of a knob for its cost: the cheapest one that no costlier value surely beats."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from overthink.core.estimate import Estimate, Sample, simultaneous
from overthink.measure.cost import Cost, price
from overthink.measure.knob import Knob, Value
from overthink.measure.paired import difference

NO_COSTLIER = "no costlier value is surely better"
LESS = "at 1/"  # how the price of less effort begins


@dataclass(frozen=True)
class BestValue:
    """The cheapest value that no costlier value surely beats, and its cost beside that of the greatest effort."""

    value: Value
    against: Estimate | None  # its gain in accuracy over the greatest effort; None if it is the greatest effort
    price: str  # its cost beside that of the greatest effort, in words; empty if it is not known

    def sentence(self, knob: Knob) -> str:
        """One sentence for people."""
        best = f"best for its cost: {knob.at(self.value)}"
        if self.against is None:
            return f"{best}, the greatest effort"
        cost = f" {self.price} of {knob.text(knob.values[-1])}" if self.price.startswith(LESS) else ""
        return f"{best}{cost}; {NO_COSTLIER}"


def best_value(accuracy: Mapping[Value, Sample], knob: Knob, costs: Mapping[Value, Cost]) -> BestValue:
    """Compare each value with all costlier ones, in pairs. Without costs, a greater value costs more."""
    order = {value: number for number, value in enumerate(knob.values)}
    seconds = all(value in costs and costs[value].seconds >= 0.0 for value in knob.values)
    nodes = all(value in costs and costs[value].nodes > 0.0 for value in knob.values)

    def cost(value: Value) -> tuple[float, int]:
        return (costs[value].nodes if nodes else costs[value].seconds if seconds else 0.0), order[value]

    values, most = sorted(knob.values, key=cost), knob.values[-1]
    # Of depths, neighbours are shown beside it: what is called better there counts here too.
    level = simultaneous(len(values) - 1 if knob.plies else len(values) * (len(values) - 1) // 2)
    for number, value in enumerate(values):
        if not any(difference(accuracy[other], accuracy[value], level).low > 0.0 for other in values[number + 1 :]):
            break
    against = difference(accuracy[value], accuracy[most]) if value != most else None
    return BestValue(value, against, price(costs.get(value), costs.get(most)))
