"""A check looks for one thing that imitates pathology. Each check is one file in `checks`.

A check that uses numbers needs a difference that chance alone produces in at most 1 of 100 examinations, and that is
large enough to explain something. What a check explains is taken out of the examination, and the next check looks at
the rest. A check rules something out only where it could have seen it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from statistics import NormalDist

from overthink.core.estimate import Estimate
from overthink.core.game import Evaluate
from overthink.doctor.ask.elsewhere import Elsewhere
from overthink.doctor.find.causes import HeardOpinion
from overthink.doctor.find.evidence import Doubt, PlayerComparison, Repetition
from overthink.doctor.record import AnyGame, Examination
from overthink.measure.judgement import POWER, Judgement, Pair

SURE = 0.99
LARGE = 0.01  # a difference of less than one point in a hundred explains nothing
VISIBLE = 0.1  # what would have been seen only if it were larger than this was not tested


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
    rest: Examination | None = None  # the examination without what was found
    headline: str = ""  # the verdict, if this finding decides it; a remark on it, if nothing is suspected


def suspected(why: str, rest: Examination | None = None, headline: str = "") -> Finding:
    return Finding(Outcome.SUSPECTED, why, rest, headline)


def ruled_out(why: str) -> Finding:
    return Finding(Outcome.RULED_OUT, why)


def not_tested(why: str) -> Finding:
    return Finding(Outcome.NOT_TESTED, why)


def unless_too_weak(why: str, what: str, estimates: Sequence[Estimate], level: float = SURE) -> Finding:
    """Rule something out, and say from which size on it would have been seen; not tested, if only a huge one would."""
    visible = max(visible_from(estimate, level) for estimate in estimates)
    seen = f"{what} of {100 * visible:.1f} points would have been seen"
    return ruled_out(f"{why}; {seen}") if visible <= VISIBLE else not_tested(f"{why}, but only {seen}")


def visible_from(estimate: Estimate, level: float) -> float:
    """The smallest difference that an interval of this width shows with probability 0.8."""
    z = NormalDist().inv_cdf(0.5 + level / 2)
    return 0.5 * (estimate.high - estimate.low) * (1.0 + NormalDist().inv_cdf(POWER) / z)


def falls(judgement: Judgement) -> tuple[Pair, ...]:
    """All pairs of depths, neighbours too, between which accuracy drops for certain, the largest drop first."""
    return tuple(sorted((p for p in judgement.all_pairs if p.gain.high < 0.0), key=lambda pair: pair.gain.mean))


@dataclass(frozen=True)
class EngineRun:
    """What the doctor knows about an engine besides its choices."""

    margin: float  # pawns: a right move may be worse than the best by this much
    judges_itself: bool
    restarts: int
    lost: int  # positions that could not be examined
    nodes: dict[int, float]  # mean of one search, by depth; empty if no search was needed
    by_file: bool = False  # the truth is the best moves in a file


@dataclass(frozen=True)
class Case:
    """Everything that a check can look at. The verdict is about the first rule of the examination."""

    examination: Examination
    judgement: Judgement
    doubt: Doubt
    opinions: tuple[HeardOpinion, ...] = ()  # empty without an evaluator
    game: AnyGame | None = None
    evaluate: Evaluate | None = None
    engine: EngineRun | None = None
    comparison: PlayerComparison | None = None  # the player beside a plain search
    again: Repetition | None = None  # what the player said when it was asked again
    error: float = 0.0  # of evaluations that do not state one
    hurry: bool = False  # the time is over: slow checks are left out
    without: str = ""  # what was taken out of the examination, in words that begin a sentence
    elsewhere: Elsewhere | None = None  # what the player and the evaluator said in another process
    anew: Callable[[], Evaluate] | None = None  # makes copies of the evaluator with an empty memory

    @property
    def rule(self) -> str:
        return self.examination.rules[0]

    @property
    def no_opinions(self) -> str:
        """Why there are no opinions, if there are none."""
        late = "the time was over" if self.hurry else "the evaluator gives no finite values to compare"
        return "there is no evaluator" if self.evaluate is None else late


RunCheck = Callable[[Case], Finding | None]  # None if the check has no meaning in the case


@dataclass(frozen=True)
class Check:
    """A check of the doctor: a test for something else that may explain a drop. `run` returns a finding, or None if the
    check has no meaning in the case. `name` and `looks_for`: what a reader sees of it.

    >>> from overthink.doctor.check import Finding
    >>> check = ot.Check("few positions", "too few of them", run=lambda case: Finding("ruled out", "enough"))
    >>> check.name
    'few positions'
    """

    name: str
    looks_for: str
    run: RunCheck
    explains: bool = False  # a suspicion here would explain what other checks find, so they wait
    costly: bool = False  # slow: not run if it would have to wait
    doubts: bool = True  # a suspicion here puts the verdict in doubt
    mend: str = ""  # what to do about it


@dataclass(frozen=True)
class Imitator:
    """The finding of the check with this name."""

    name: str
    outcome: Outcome
    why: str
    doubts: bool = True
    mend: str = ""
    headline: str = ""
    explains: float | None = None  # points of accuracy, of the largest drop; None if there is none or it is not known


def suspects(imitators: Sequence[Imitator]) -> tuple[Imitator, ...]:
    """The imitators to check before believing the verdict."""
    return tuple(i for i in imitators if i.outcome == Outcome.SUSPECTED and i.doubts)
