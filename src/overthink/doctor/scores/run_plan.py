"""Before a run: how small a fall could it see, with this many questions, settings and answers to each?"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from overthink.core.errors import OverthinkError, counted
from overthink.core.plain import Result
from overthink.measure.judgement import POWER
from overthink.measure.ordered import DRAWS, LEVEL, SEED

DISAGREE = 0.33  # of questions: two answers at one setting, one right and one wrong; where nothing else is known
ANSWERS = (1, 2, 4, 8)
FALLS = (0.02, 0.05, 0.10)


@dataclass(frozen=True)
class RunPlan(Result):
    """What a planned run could see. `source` says where the variances come from."""

    questions: int  # how many questions are asked
    settings: int  # at how many settings
    within: float = DISAGREE / 2  # the variance of answers to one question at one setting
    between: float = 0.0  # the variance of true changes between questions
    source: str = f"if two answers to a question at one setting disagree in {DISAGREE:.0%} of questions"

    def __post_init__(self) -> None:
        if not 2 <= self.questions <= 10_000_000 or not 2 <= self.settings <= 50:
            raise OverthinkError("A plan has from 2 to 10,000,000 questions, and from 2 to 50 settings.")

    @property
    def errors(self) -> float:
        """How many standard errors a fall must have, over all pairs of settings."""
        drawn = np.random.default_rng(SEED).standard_normal((5 * DRAWS, self.settings))
        first, second = np.triu_indices(self.settings, 1)
        return float(np.quantile((drawn[:, first] - drawn[:, second]).max(axis=1) / math.sqrt(2.0), 1.0 - LEVEL))

    def spread(self, answers: int) -> float:
        """The standard deviation of the change of one question."""
        return math.sqrt(self.between + 2.0 * self.within / answers)

    def smallest(self, answers: int) -> float:
        """The fall that is found with probability 0.8."""
        return (self.errors + NormalDist().inv_cdf(POWER)) * self.spread(answers) / math.sqrt(self.questions)

    def power(self, fall: float, answers: int) -> float:
        """The probability that a fall is found."""
        return NormalDist().cdf(fall * math.sqrt(self.questions) / self.spread(answers) - self.errors)

    def needed(self, fall: float, answers: int) -> int:
        """The questions with which a fall is found with probability 0.8."""
        return math.ceil((self.smallest(answers) / fall) ** 2 * self.questions)

    def __str__(self) -> str:
        head = f"{self.questions:,} questions at {self.settings} settings could see, in 80% of runs, {self.source}:"
        lines = [
            f"  {counted(k, 'answer')} each: a fall of {100 * self.smallest(k):.1f} points; a fall of 5 points in "
            f"{self.power(0.05, k):.0%} of runs" for k in ANSWERS
        ]  # fmt: skip
        need = list[str]()
        for fall in FALLS:
            counts = ", ".join(f"{self.needed(fall, k):,}" for k in ANSWERS)
            answers = ", ".join(map(str, ANSWERS))
            need.append(
                f"  a fall of {100 * fall:.0f} points needs about {counts} questions with {answers} answers each"
            )
        return "\n".join([head, *lines, *need])
