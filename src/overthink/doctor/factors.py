"""Factors: the numbers that, by the papers, cause pathology, measured on the examined positions."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from overthink.doctor.errors import fit
from overthink.doctor.examine import Examination
from overthink.doctor.opinions import Opinion


@dataclass(frozen=True)
class Factors:
    """The measured factors. NaN where a factor could not be measured."""

    branching: float  # b: moves to choose from, on average
    granularity: int  # g: number of different evaluations
    clustering: float  # f: standard deviation among the values of one position's moves, over that of all
    spread: float  # standard deviation among the values of one position's moves
    noise: float  # standard deviation of the evaluator's errors on moves, on the scale of the truth
    gap: float  # between the best and the second-best value, on average

    def lines(self) -> list[str]:
        """Lines for people."""
        return [
            f"branching factor {self.branching:.1f}; {self.granularity:,} different evaluations; "
            f"best and second-best move differ by {self.gap:.3g}",
            f"values of sibling moves spread by {self.spread:.3g} (clustering factor {self.clustering:.2f}), "
            f"the evaluator's errors by {self.noise:.3g}",
        ]


def factors_of(examination: Examination, opinions: Sequence[Opinion]) -> Factors:
    """Measure the factors from the positions and from the evaluator's opinions of their moves."""
    truths = [np.array(list(position.values.values()), float) for position in examination.positions]
    every = np.concatenate(truths)
    static = np.concatenate([opinion.static for opinion in opinions])
    true = np.concatenate([opinion.true for opinion in opinions])
    spread = math.sqrt(float(np.mean([values.var() for values in truths])))
    gaps = [position.gap for position in examination.positions if len(position.values) > 1]
    return Factors(
        branching=float(np.mean([len(values) for values in truths])),
        granularity=len(np.unique(np.round(static, 12))),
        clustering=spread / float(every.std()) if np.ptp(every) else math.nan,
        spread=spread,
        noise=float((fit(static, true)(static) - true).std()),
        gap=float(np.mean(gaps)) if gaps else math.nan,
    )
