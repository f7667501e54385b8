"""A finding is fields: what was compared, on how much, its numbers, the outcome, and what would have been seen.

A check makes a finding with one of four functions, and so says only what it examined:

* `suspected(fact, …)`: something was seen. The facts say what, the most specific first.
* `examined(comparison, …)`: nothing was seen. It is *ruled out* if the comparison would have shown a small one, and
  *not seen* if it is too small for that.
* `not_seen(comparison, fact)`: examined, and it cannot be ruled out, for the reason that the fact gives.
* `not_examined(fact, needs=…)`: nothing was compared; `needs` says what to give.

None means that the check has no meaning in the case. Sentences are rendered from the fields, at the end: `words`. To
learn what a finding says, ask for its `outcome`, its `cause` or the `kind` of its facts, never for words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from statistics import NormalDist
from typing import Any, Generic, NamedTuple, Self, TypeVar

from overthink.core.errors import counted
from overthink.core.estimate import Estimate
from overthink.core.plain import Fields, Result, plain
from overthink.doctor.words import Cause, Fact, Need, Seen, fact
from overthink.measure.judgement import POWER

# What breaks if a limit is doubled stands behind it, here and in the other files of the doctor.
SURE = 0.99  # of a difference that is called one; half as sure, one of 50 sound examinations is accused
SEEN = 0.95  # the probability with which a share of differences would have been seen; half as sure, it is named smaller
LARGE = 0.01  # of accuracy: what is less explains nothing; doubled, a bug that costs 2 points is passed over
VISIBLE = 0.1  # what would be seen only if it were larger is not ruled out; doubled, a bug in every fifth position is


EVALUATOR, SEARCH = "evaluator", "search"  # what a check is about


class Outcome(StrEnum):
    """The result of a check."""

    SUSPECTED = "suspected"
    RULED_OUT = "ruled out"  # examined: a bug of this size would have been seen, and the size is told
    NOT_SEEN = "not seen"  # examined: too little to rule it out
    NOT_EXAMINED = "not examined"


class Measure(StrEnum):
    """In what the size of a comparison is told."""

    SHARE = "more than {:.1%} would have been seen"
    POINTS = "{points:.1f} points would have been seen"
    CORRELATION = "a correlation of -{:.2f} would have been seen"
    RANGE = "a difference of {:.0%} of the range of values would have been seen"


HINT = "hint"
LIMITS = {Measure.SHARE: VISIBLE, Measure.POINTS: VISIBLE, Measure.CORRELATION: 0.6, Measure.RANGE: 0.5}
SIGNIFICANT = "every difference is significant"
BLIND = "too few to see anything"


@dataclass(frozen=True)
class Comparison:
    """What was compared, and on how many positions (or questions, answers: the `unit`). `differ` counts those in which
    the two are not alike, or `gain` measures by how much. `would_have_seen`: the smallest share of differences, or the
    smallest difference, that would have been seen; None if that is not known. `verb`: what is true of those that
    `differ` counts; without `what`, they are only counted."""

    what: str
    positions: int
    differ: int | None = None
    gain: Estimate | None = None
    would_have_seen: float | None = None
    unit: str = "position"
    measure: Measure = Measure.SHARE
    verb: str = "differ"

    def __post_init__(self) -> None:
        if self.positions < 0 or not 0 <= (self.differ or 0) <= self.positions:
            raise ValueError(f"{self.differ} of {self.positions} cannot differ")

    @property
    def decisive(self) -> bool:
        """Whether it would have shown something small, and so can rule something out."""
        smallest = self.would_have_seen
        return self.positions > 0 and smallest is not None and smallest <= LIMITS[self.measure]

    def __str__(self) -> str:
        size = counted(self.positions, self.unit)
        text = f"{self.what} in {size}"
        if self.differ is not None:
            what = f"{self.what.rstrip(',')}: " if self.what else ""
            text = f"{what}{self.differ:,} of {size} {'differs' if self.differ == 1 and what else self.verb}"
        if self.gain is not None:
            text += f": {100 * self.gain.mean:+.1f} points [{100 * self.gain.low:+.1f}, {100 * self.gain.high:+.1f}]"
        if self.would_have_seen is None:
            return text
        if not self.would_have_seen:
            return f"{text}; {SIGNIFICANT}"
        if self.would_have_seen >= 1.0:  # larger than any share, loss or correlation
            return f"{text}; {BLIND}"
        visible = self.measure.format(self.would_have_seen, points=100 * self.would_have_seen)
        return f"{text}; {'' if self.decisive else 'only '}{visible}"


def compare_counts(what: str, positions: int, differ: int = 0, unit: str = "position") -> Comparison:
    """A comparison position by position: a share of differences is missed in n positions with a probability of
    (1 - share) ** n."""
    smallest = 1.0 - (1.0 - SEEN) ** (1.0 / positions) if positions else None
    return Comparison(what, positions, differ, would_have_seen=smallest, unit=unit)


def count_none(verb: str, positions: int, unit: str = "position") -> Comparison:
    """No position (or question, answer) is of a kind that `verb` says in words: "0 of 60 answers were tried again"."""
    return replace(compare_counts("", positions, unit=unit), verb=verb)


def compare_gains(
    what: str, gains: Sequence[Estimate], level: float = SURE, unit: str = "position", show: Estimate | None = None
) -> Comparison:
    """A comparison by differences with intervals of this level. The widest says which loss would have been seen, of
    those that do not exclude every loss."""
    widest = max((visible_from(gain, level) for gain in gains if gain.low <= 0.0), default=0.0) if gains else None
    n = gains[0].n if gains else 0
    return Comparison(what, n, gain=show, would_have_seen=widest, unit=unit, measure=Measure.POINTS)


def visible_from(estimate: Estimate, level: float) -> float:
    """The smallest difference that an interval of this width shows with probability 0.8."""
    z = NormalDist().inv_cdf(0.5 + level / 2)
    return 0.5 * (estimate.high - estimate.low) * (1.0 + NormalDist().inv_cdf(POWER) / z)


@dataclass(frozen=True, kw_only=True)
class Finding(Result):
    """The result of a check in one case, made by one of the four functions below. `why` renders it as one sentence."""

    outcome: Outcome
    facts: tuple[Fact, ...] = ()  # what was seen, or why nothing could be; the most specific first
    compared: Comparison | None = None  # what was compared, and how large a difference would have been seen
    needs: tuple[str, ...] = ()  # what to give, so that it can be examined
    cause: Cause | None = None  # which mistake it is, where that is known
    headline: Fact | None = None  # the verdict, if this finding decides it; a remark on it, if nothing is suspected
    rest: Any = None  # the records without what was found
    explains: float | None = None  # points of accuracy, of the largest drop; None if there is none or it is not known
    name: str = ""  # of the check, as are the next two
    doubts: bool = True  # whether a suspicion puts the verdict in doubt
    mend: str = ""  # what to do about it

    @property
    def label(self) -> str:
        """The outcome for people: what puts no verdict in doubt is a hint."""
        return HINT if self.outcome == Outcome.SUSPECTED and not self.doubts else self.outcome

    @property
    def why(self) -> str:
        """The finding in one sentence, without its outcome."""
        compared = self.compared
        if compared and compared.differ and self.outcome == Outcome.NOT_SEEN:  # something was seen
            compared = replace(compared, would_have_seen=None)
        parts = [*self.facts, *([compared] if compared else [])]
        parts += [f"give {' and '.join(self.needs)}"] if self.needs else []
        return "; ".join(map(str, parts))

    def has(self, *kinds: str) -> bool:
        """Whether one of its facts is of one of these kinds."""
        return any(fact.kind in kinds for fact in self.facts)

    def as_dict(self) -> Fields:
        """Its fields, and the sentence that they make, for programs."""
        names = ("name", "outcome", "cause", "why", "doubts", "mend", "explains", "compared", "needs", "facts")
        headline = str(self.headline) if self.headline else ""
        return {**{name: plain(getattr(self, name)) for name in names}, "headline": headline, "cause": self._cause()}

    def _cause(self) -> str | None:
        """The mistake, where it is known; otherwise the name of what was seen; None if nothing is suspected."""
        if self.cause or self.outcome != Outcome.SUSPECTED:
            return self.cause
        kind = self.facts[0].kind  # a text, in a user's own check
        return getattr(kind, "name", self.name).lower().replace("_", " ")


def suspected(first: Fact | str, *others: Fact | str, **more: Any) -> Finding:
    """Something was seen: at least one fact. `more` are other fields of the finding."""
    return Finding(outcome=Outcome.SUSPECTED, facts=_facts(first, *others), **more)


def examined(compared: Comparison, *facts: Fact | str, **more: Any) -> Finding:
    """Nothing was seen: ruled out if the comparison would have shown something small, otherwise not seen."""
    if compared.decisive:
        return Finding(outcome=Outcome.RULED_OUT, compared=compared, facts=_facts(*facts), **more)
    return not_seen(compared, *facts, **more)


def not_seen(compared: Comparison, *facts: Fact | str, **more: Any) -> Finding:
    """Examined, and it cannot be ruled out; nothing is examined if there was nothing to compare."""
    if not compared.positions:
        return not_examined(fact(Seen.NOTHING, what=compared.what or f"{compared.unit}s that {compared.verb}"))
    return Finding(outcome=Outcome.NOT_SEEN, compared=compared, facts=_facts(*facts), **more)


def not_examined(*facts: Fact | str, needs: Sequence[str] = (), **more: Any) -> Finding:
    """Nothing was compared: why not, or what to give."""
    if not (facts or needs):
        raise ValueError("'not examined' needs a fact that says why, or what to give")
    return Finding(outcome=Outcome.NOT_EXAMINED, facts=_facts(*facts), needs=tuple(needs), **more)


def _facts(*given: Fact | str) -> tuple[Fact, ...]:
    return tuple(each if isinstance(each, Fact) else Fact(each) for each in given)


Records = TypeVar("Records")  # of a subject: an `Examination` of positions, or the `Scored` answers of a table
Judged = TypeVar("Judged")


@dataclass(frozen=True)
class Case(Generic[Records, Judged]):
    """What a check looks at: the records of a subject, and what follows from them. A search of positions is known by
    more (`checks.case`)."""

    examination: Records
    judgement: Judged
    hurry: bool = field(default=False, kw_only=True)  # the time is over: slow checks are left out

    def explained(self, finding: Finding, rest: Records) -> tuple[Self, Finding]:
        """The case of the records without what a finding explains, which the next checks look at; and the finding, with
        how much that is."""
        return replace(self, examination=rest), finding


Examined = TypeVar("Examined", bound=Case[Any, Any])
RunCheck = Callable[[Any], Finding | None]  # None if the check has no meaning in the case


@dataclass(frozen=True)
class Check:
    """A check of the doctor: a test for something else that may explain a drop. `run` gets a case and returns a
    finding, or None if the check has no meaning in the case. `name` and `looks_for`: what a reader sees of it.

    >>> from overthink.doctor.finding import suspected
    >>> check = ot.Check("few positions", "too few of them", run=lambda case: suspected("only one"))
    >>> check.name
    'few positions'
    """

    name: str
    looks_for: str
    run: RunCheck
    explains: bool = False  #: a suspicion here would explain what other checks find, so they wait
    costly: bool = False  #: slow: not run if it would have to wait
    doubts: bool = True  #: a suspicion here puts the verdict in doubt
    mend: str = ""  #: what to do about it
    about: str = ""  #: EVALUATOR or SEARCH; a search is compared with one that has the same evaluator

    def waits_for(self, first: Check) -> bool:
        """Whether a suspicion of another check, which explains what others find, leaves this one nothing to say."""
        return self.doubts and {first.about, self.about} != {EVALUATOR, SEARCH}


def as_check(name: str, looks_for: str, **more: Any) -> Callable[[RunCheck], Check]:
    """Make a check of a function of a case: `@as_check("name", "what it looks for", mend="what to do")`. `more`:
    other fields of `Check`."""
    return lambda run: Check(name, looks_for, run, **more)


def run_check(check: Check, case: Any) -> Finding | None:
    """The finding of a check, with the check's name. One that fails has not examined anything."""
    try:
        found = check.run(case)
    except Exception as exc:  # a user's check may fail: the examination must not be lost
        found = not_examined(fact(Seen.CHECK_FAILED, kind=type(exc).__name__, why=str(exc)))
    return found and replace(found, name=check.name, doubts=check.doubts, mend=found.mend or check.mend)


class Checked(NamedTuple, Generic[Examined]):
    """What all checks found in a case."""

    findings: dict[str, Finding]  # by the names of the checks
    rest: Examined  # the case without what they explain
    known: bool  # whether it is known how much they explain


def run_checks(case: Examined, checks: Iterable[Check]) -> Checked[Examined]:
    """Run checks on one case, those that explain others first.

    What a check explains is taken out, and the checks after it look at the rest. If a check suspects something that
    explains what others find, and cannot say how much, the others wait.
    """
    results = dict[str, Finding]()
    known = True
    suspicious = list[Check]()
    for check in sorted(checks, key=lambda check: not check.explains):
        first = next(filter(check.waits_for, suspicious), None)
        finding = _late(check) if check.costly and (first or case.hurry) else run_check(check, case)
        if finding is None:
            continue
        if first and finding.outcome != Outcome.RULED_OUT:
            finding = replace(_late(check), facts=(fact(Seen.WAITS, name=first.name),), needs=())
        if finding.rest is not None:  # it may be what does not count, such as luck, and not be suspected
            case, finding = case.explained(finding, finding.rest)
        elif finding.outcome == Outcome.SUSPECTED and check.doubts:
            known = False
            suspicious += [check] if check.explains else []
        results[check.name] = finding
    return Checked(results, case, known)


def _late(check: Check) -> Finding:
    """A check that was not run."""
    found = not_examined(Seen.NO_TIME, needs=[Need.TIME])
    return replace(found, name=check.name, doubts=check.doubts, mend=check.mend)


def suspects(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """The findings to check before believing the verdict."""
    return tuple(found for found in findings if found.outcome == Outcome.SUSPECTED and found.doubts)
