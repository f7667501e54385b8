"""A check of the doctor: something that looks like pathology and is not. Each has a file of its own in `checks`.

Every check that rests on numbers asks for a difference that chance alone brings in at most 1 of 100 examinations, and
that is large enough to explain something.
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
LARGE = 0.01  # differences of less than a point in a hundred explain nothing


class Outcome(StrEnum):
    """What a check says."""

    SUSPECTED = "suspected"
    RULED_OUT = "ruled out"
    NOT_TESTABLE = "not testable"


@dataclass(frozen=True)
class Finding:
    """What a check says of one case, and one sentence that says why."""

    outcome: Outcome
    why: str


def suspected(why: str) -> Finding:
    return Finding(Outcome.SUSPECTED, why)


def ruled_out(why: str) -> Finding:
    return Finding(Outcome.RULED_OUT, why)


def not_testable(why: str) -> Finding:
    return Finding(Outcome.NOT_TESTABLE, why)


@dataclass(frozen=True)
class EngineRun:
    """What is known of an engine besides its choices."""

    margin: float  # pawns by which a right move may be worse than the best
    judges_itself: bool
    restarts: int
    lost: int  # positions that could not be examined
    nodes: dict[int, float]  # of one search, on average, by depth; empty where no search was needed


@dataclass(frozen=True)
class Case:
    """All that a check can look at. The verdict is on the first of the examination's rules."""

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
    """`run` says what it finds in a case; None where the check has no meaning there."""

    name: str
    looks_for: str
    run: Callable[[Case], Finding | None]
    explains: bool = False  # a suspicion here would explain what other checks find: they have to wait
    costly: bool = False  # takes long: not run where it would have to wait
    doubts: bool = True  # a suspicion here puts the verdict in doubt


@dataclass(frozen=True)
class Imitator:
    """What the check of this name found."""

    name: str
    outcome: Outcome
    why: str
    doubts: bool = True
