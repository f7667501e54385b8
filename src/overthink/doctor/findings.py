"""All that the doctor finds, as data: the words (`words.py`) and the page (`page.py`) are made from it."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from overthink.core.estimate import Estimate
from overthink.doctor.advice import Advice
from overthink.doctor.check import Imitator, Outcome
from overthink.doctor.errors import Errors
from overthink.doctor.examine import Examination
from overthink.doctor.factors import Factors
from overthink.doctor.prediction import Prediction
from overthink.doctor.reference import Doubt
from overthink.doctor.spoilt import SpoiltPosition, Trait
from overthink.measure.judgement import Judgement, Kind

CAUTION = "look into what is suspected first; as things stand,"


@dataclass(frozen=True)
class Findings:
    """What the doctor finds."""

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

    @property
    def judgement(self) -> Judgement:
        """That on the first rule."""
        return self.judgements[self.examination.rules[0]]

    @property
    def suspected(self) -> tuple[Imitator, ...]:
        """Imitators that should be looked into before the verdict is believed."""
        return tuple(each for each in self.imitators if each.outcome == Outcome.SUSPECTED and each.doubts)

    @property
    def kind(self) -> Kind:
        """Which way the verdict goes; SUSPECT where something else may be to blame."""
        return Kind.SUSPECT if self.suspected else self.judgement.kind

    @property
    def verdict(self) -> str:
        """In one line, for the first rule."""
        sentence = self.judgement.sentence
        if not self.suspected:
            return sentence
        names = " and ".join(each.name for each in self.suspected)
        return f"{sentence.replace('deeper is', 'deeper looks', 1)}; but suspect {names} first"

    @property
    def recommendation(self) -> str:
        """The advice, with a caution where something else may be to blame."""
        return f"{CAUTION} {self.advice.sentence}" if self.suspected else self.advice.sentence

    @property
    def causes(self) -> list[str]:
        """Why depth helps or hurts: one line a fact."""
        parts = [self.factors.lines() if self.factors else [], self.errors.lines() if self.errors else []]
        return [*parts[0], *parts[1], *([str(self.prediction)] if self.prediction else [])]

    def regret(self, rule: str) -> dict[int, Estimate]:
        """The mean regret, by depth."""
        return {depth: Estimate.of_mean(values) for depth, values in self.examination.regret(rule).items()}

    def as_dict(self) -> dict[str, Any]:
        """All of it but the single positions, as plain lists and numbers."""
        examination, parts = self.examination, ("factors", "errors", "prediction", "doubt", "advice")
        return {
            "verdict": self.verdict,
            "kind": self.kind,
            "positions": len(examination.positions),
            "decided": examination.decided,
            "truth": examination.truth,
            "judgements": {rule: asdict(judgement) for rule, judgement in self.judgements.items()},
            "regret": {rule: {d: asdict(e) for d, e in self.regret(rule).items()} for rule in examination.rules},
            **{name: asdict(part) if (part := getattr(self, name)) else None for name in parts},
            "imitators": [asdict(each) for each in self.imitators],
            "traits": [asdict(each) for each in self.traits],
            "spoilt": [asdict(each) for each in self.spoilt],
            "failures": examination.failures,
        }
