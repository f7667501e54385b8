"""Everything that a check of a game or of an engine can look at."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from overthink.core.estimate import Sample
from overthink.core.game import Evaluate
from overthink.doctor.ask.settings import Limits
from overthink.doctor.claims.claim import CheckedSearch
from overthink.doctor.claims.evaluator import CheckedEvaluator
from overthink.doctor.find.causes import HeardOpinion
from overthink.doctor.find.evidence import Doubt, PlayerComparison, falls
from overthink.doctor.finding import Case, Finding, Outcome, not_examined
from overthink.doctor.record import PLAYER, AnyGame, Examination, State, TruthSource
from overthink.doctor.words import Need, Seen, fact
from overthink.measure.judgement import Judgement, judge


@dataclass(frozen=True)
class EngineRun:
    """What the doctor knows about an engine besides its choices."""

    margin: float  # pawns: a right move may be worse than the best by this much
    judges_itself: bool
    restarts: int
    lost: int  # positions that could not be examined
    nodes: dict[int, float]  # mean of one search, by depth; empty if no search was needed
    by_file: bool = False  # the truth is the best moves in a file


@dataclass(frozen=True, kw_only=True)
class Known:
    """What a subject knows besides its records, and whom it can still ask."""

    game: AnyGame | None = None
    evaluate: Evaluate | None = None
    error: float = 0.0  # of evaluations that do not state one
    engine: EngineRun | None = None
    truth: TruthSource | None = None
    left: Sample | None = None  # plies to the end of the game, by position
    text: Callable[[State], str] = str  # of a position
    limits: Limits = field(default_factory=partial(Limits, None))
    first: Mapping[State, float] = field(default_factory=dict)  # what it said before it was asked anything else
    claim: CheckedSearch | None = None  # what the player was found to be, if it claims something
    opinion: CheckedEvaluator | None = None  # what the evaluator was found to be, if it claims something
    hurry: bool = False  # the time is over: only what was measured already is compared


@dataclass(frozen=True)
class SearchCase(Known, Case[Examination, Judgement]):
    """Everything that a check of a game or of an engine can look at. The verdict is about the first rule."""

    doubt: Doubt
    opinions: tuple[HeardOpinion, ...] = ()  # empty without an evaluator
    comparison: PlayerComparison | None = None  # the player beside a plain search
    without: str = ""  # what was taken out of the examination, in words that begin a sentence

    def explained(self, finding: Finding, rest: Examination) -> tuple[SearchCase, Finding]:
        left = judge(rest.accuracy(self.rule), rest.knob)
        case = replace(self, examination=rest, judgement=left)
        if finding.outcome != Outcome.SUSPECTED:
            return case, finding
        case = replace(case, without=f"without {finding.name}, ")
        largest = next(iter(falls(self.judgement)), None)
        if largest is None:
            return case, finding
        gains = {(pair.shallow, pair.deep): pair.gain.mean for pair in left.all_pairs}
        part = gains[largest.shallow, largest.deep] - largest.gain.mean
        kind = Seen.EXPLAINS_ALL if part >= -largest.gain.mean else Seen.EXPLAINS
        where = {"drop": -largest.gain.mean, "shallow": largest.shallow, "deep": largest.deep}
        share = fact(kind, part=part, **where)
        return case, replace(finding, facts=(*finding.facts, share), explains=100.0 * part)

    @property
    def rule(self) -> str:
        return self.examination.rules[0]

    @property
    def player(self) -> bool:
        """Whether the user's own search is examined."""
        return self.rule == PLAYER


def without_opinions(case: SearchCase) -> Finding:
    """Why there are no opinions of an evaluator, if there are none."""
    if case.evaluate is None:
        return not_examined(needs=[Need.EVALUATOR])
    return not_examined(Seen.NO_TIME, needs=[Need.TIME]) if case.hurry else not_examined(Seen.NOT_FINITE)
