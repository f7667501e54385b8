"""The findings of the doctor as data. `words.py` and `page.py` show them."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from overthink.core.estimate import Estimate
from overthink.doctor.advice import Advice
from overthink.doctor.check import Imitator, Outcome
from overthink.doctor.comparison import Comparison
from overthink.doctor.errors import Errors
from overthink.doctor.examine import Examination
from overthink.doctor.factors import Factors
from overthink.doctor.prediction import Prediction
from overthink.doctor.reference import Doubt
from overthink.doctor.spoilt import SpoiltPosition, Swaps, Trait
from overthink.measure.judgement import Judgement, Kind
from overthink.measure.knob import Value

TRENDS = {
    Kind.BETTER: "accuracy rises with depth",
    Kind.WORSE: "accuracy drops with depth",
    Kind.UNCLEAR: "accuracy does not change clearly with depth",
}


@dataclass(frozen=True)
class Findings:
    """Everything that the doctor finds."""

    examination: Examination
    judgements: dict[str, Judgement]  # by rule
    imitators: tuple[Imitator, ...]
    doubt: Doubt
    spoilt: tuple[SpoiltPosition, ...]
    traits: tuple[Trait, ...]
    advice: Advice
    factors: Factors | None = None
    errors: Errors | None = None
    prediction: Prediction | None = None
    comparison: Comparison | None = None  # the player beside a plain search
    rest: Judgement | None = None  # on what the suspected imitators leave unexplained
    swaps: Swaps | None = None  # positions that the deepest search decides worse, and better, than a shallower one

    @property
    def judgement(self) -> Judgement:
        """The judgement on the first rule."""
        return self.judgements[self.examination.rules[0]]

    @property
    def suspected(self) -> tuple[Imitator, ...]:
        """Imitators to check before believing the verdict."""
        return tuple(i for i in self.imitators if i.outcome == Outcome.SUSPECTED and i.doubts)

    @property
    def kind(self) -> Kind:
        """The kind of the verdict: SUSPECT if something else may explain it."""
        return Kind.SUSPECT if self.suspected else self.judgement.kind

    @property
    def verdict(self) -> str:
        """The verdict on the first rule, in one line."""
        sentence = self.judgement.sentence
        if not self.suspected:
            return sentence
        remains = f"; without it, {self.rest.sentence}" if self.rest and self.rest.kind == Kind.WORSE else ""
        own = next((imitator.headline for imitator in self.suspected if imitator.headline), "")
        names = " or ".join(imitator.name for imitator in self.suspected if imitator.headline != own or not own)
        if own:
            return own + remains + (f"; check also {names}" if names else "")
        details = sentence.split(": ", 1)[1]
        trend = f"{TRENDS[self.judgement.kind]} ({details})"
        part = "a part of it" if remains else "it"
        return f"{trend}, but {names} may explain {part}: check that first{remains}"

    @property
    def causes(self) -> list[str]:
        """Why depth helps or hurts: one line per fact."""
        parts = [self.factors.lines() if self.factors else [], self.errors.lines() if self.errors else []]
        return [*parts[0], *parts[1], *([str(self.prediction)] if self.prediction else [])]

    def regret(self, rule: str) -> dict[Value, Estimate]:
        """The mean regret, by depth."""
        return {depth: Estimate.of_mean(values) for depth, values in self.examination.regret(rule).items()}

    def as_dict(self) -> dict[str, Any]:
        """The findings as plain lists and numbers, without the single positions."""
        examination, parts = (
            self.examination,
            ("factors", "errors", "prediction", "doubt", "advice", "comparison", "swaps"),
        )
        return {
            "verdict": self.verdict,
            "kind": self.kind,
            "positions": len(examination.positions),
            "decided": examination.decided,
            "truth": examination.truth,
            "judgements": {rule: asdict(judgement) for rule, judgement in self.judgements.items()},
            "regret": {rule: {d: asdict(e) for d, e in self.regret(rule).items()} for rule in examination.rules},
            **{name: asdict(part) if (part := getattr(self, name)) else None for name in parts},
            "imitators": [asdict(imitator) for imitator in self.imitators],
            "traits": [asdict(trait) for trait in self.traits],
            "spoilt": [asdict(position) for position in self.spoilt],
            "failures": examination.failures,
        }
