"""Why: the numbers that the papers hold responsible, measured on the positions examined."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from overthink.core.tree import Column
from overthink.doctor.examine import Examination


@dataclass(frozen=True)
class Factors:
    """Not a number where it could not be measured."""

    branching: float  # b: moves to choose from, on average
    granularity: int  # g: different opinions seen
    clustering: float  # f: standard deviation among the values of one position's moves, over that of all
    spread: float  # standard deviation among the values of one position's moves
    noise: float  # standard deviation of the evaluator's errors about the moves, on the scale of the truth
    siblings: float  # correlation of the errors about moves of one position
    gap: float  # between the best and the second-best value, on average

    def lines(self) -> list[str]:
        """For people: a line a factor."""
        return [
            f"branching factor {self.branching:.1f}; {self.granularity:,} different opinions seen",
            f"values of sibling moves differ by {self.spread:.3g} (clustering factor {self.clustering:.2f}), "
            f"the evaluator errs by {self.noise:.3g}",
            f"errors about sibling moves correlate by {self.siblings:.2f}; "
            f"best and second-best move lie {self.gap:.3g} apart",
        ]


def factors(
    seen: Examination, play: Callable[[Any, Any], Any], mover: Callable[[Any], int], opinion: Callable[[Any], float]
) -> Factors:
    """What can be measured of the positions and of the evaluator's opinions of their moves."""
    truths: list[Column] = []
    opinions: list[Column] = []
    for each in seen.positions:
        me = mover(each.state)
        truths.append(np.array(list(each.values.values()), float))
        opinions.append(np.array([me * opinion(play(each.state, move)) for move in each.values]))
    every, told = np.concatenate(truths), np.concatenate(opinions)
    slope, level = np.polyfit(told, every, 1) if np.ptp(told) else (0.0, float(every.mean()))
    errors = [slope * said + level - true for said, true in zip(opinions, truths)]
    spread = math.sqrt(float(np.mean([values.var() for values in truths])))
    seconds = [np.sort(values)[-2] if len(values) > 1 else math.nan for values in truths]
    return Factors(
        branching=float(np.mean([len(values) for values in truths])),
        granularity=len(np.unique(np.round(told, 12))),
        clustering=spread / float(every.std()) if np.ptp(every) else math.nan,
        spread=spread,
        noise=float(np.concatenate(errors).std()),
        siblings=_within(errors),
        gap=float(np.nanmean([values.max() - second for values, second in zip(truths, seconds)])),
    )


def _within(groups: list[Column]) -> float:
    """The correlation of numbers of one group: the share of their variance that lies between groups."""
    groups = [group for group in groups if len(group) > 1]
    every = np.concatenate(groups) if groups else np.zeros(1)
    if not np.ptp(every):
        return math.nan
    inside = float(np.mean([group.var(ddof=1) for group in groups]))
    return 1.0 - inside / float(every.var(ddof=1))
