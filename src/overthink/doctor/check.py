"""A check looks for one thing that imitates pathology. Each check is one file in `checks`.

A check that uses numbers needs a difference that chance alone produces in at most 1 of 100 examinations, and that is
large enough to explain something.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from overthink.core.game import Evaluate
from overthink.doctor.examine import AnyGame, Examination
from overthink.doctor.opinions import Opinion
from overthink.doctor.reference import Doubt
from overthink.measure.judgement import Judgement

SURE = 0.99
LARGE = 0.01  # a difference of less than one point in a hundred explains nothing


class Outcome(StrEnum):
    """The result of a check."""

    SUSPECTED = "suspected"
    RULED_OUT = "ruled out"
    NOT_TESTED = "not tested"


@dataclass(frozen=True)
class Finding:
    """The result of a check in one case, and one sentence that gives the reason."""

    outcome: Outcome
    why: str


def suspected(why: str) -> Finding:
    return Finding(Outcome.SUSPECTED, why)


def ruled_out(why: str) -> Finding:
    return Finding(Outcome.RULED_OUT, why)


def not_tested(why: str) -> Finding:
    return Finding(Outcome.NOT_TESTED, why)


@dataclass(frozen=True)
class EngineRun:
    """What the doctor knows about an engine besides its choices."""

    margin: float  # pawns: a right move may be worse than the best by this much
    judges_itself: bool
    restarts: int
    lost: int  # positions that could not be examined
    nodes: dict[int, float]  # mean of one search, by depth; empty if no search was needed


@dataclass(frozen=True)
class Case:
    """Everything that a check can look at. The verdict is about the first rule of the examination."""

    examination: Examination
    judgement: Judgement
    doubt: Doubt
    opinions: tuple[Opinion, ...] = ()  # empty without an evaluator
    game: AnyGame | None = None
    evaluate: Evaluate | None = None
    engine: EngineRun | None = None

    @property
    def rule(self) -> str:
        return self.examination.rules[0]


@dataclass(frozen=True)
class Check:
    """`run` returns a finding, or None if the check has no meaning in the case."""

    name: str
    looks_for: str
    run: Callable[[Case], Finding | None]
    explains: bool = False  # a suspicion here would explain what other checks find, so they wait
    costly: bool = False  # slow: not run if it would have to wait
    doubts: bool = True  # a suspicion here puts the verdict in doubt


@dataclass(frozen=True)
class Imitator:
    """The finding of the check with this name."""

    name: str
    outcome: Outcome
    why: str
    doubts: bool = True
