"""The findings of the doctor as data, with the verdict in one line."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from overthink.core.estimate import Estimate
from overthink.core.plain import Fields, Row, plain
from overthink.doctor.check import Imitator, suspects
from overthink.doctor.find.advice import Advice
from overthink.doctor.find.causes import EvaluatorErrors, Factors, Prediction
from overthink.doctor.find.evidence import Doubt, PlayerComparison, SpoiltPosition, Swaps, Trait, with_price
from overthink.doctor.record import PLAYER, Examination
from overthink.measure.judgement import BestValue, Cost, Judgement, Kind, Value, best_value

UNTESTED = "whether depth or the search is to blame was not tested: give the player's evaluator"
TRENDS = {
    Kind.BETTER: "accuracy rises with {knob}",
    Kind.WORSE: "accuracy drops with {knob}",
    Kind.UNCLEAR: "accuracy does not change clearly with {knob}",
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
    errors: EvaluatorErrors | None = None
    prediction: Prediction | None = None
    comparison: PlayerComparison | None = None  # the player beside a plain search
    rest: Judgement | None = None  # on what the suspected imitators leave unexplained
    swaps: Swaps | None = None  # positions that the deepest search decides worse, and better, than a shallower one

    @property
    def judgement(self) -> Judgement:
        """The judgement on the first rule."""
        return self.judgements[self.examination.rules[0]]

    @property
    def suspected(self) -> tuple[Imitator, ...]:
        """Imitators to check before believing the verdict."""
        return suspects(self.imitators)

    @property
    def kind(self) -> Kind:
        """The kind of the verdict: SUSPECT if something else may explain it."""
        return Kind.SUSPECT if self.suspected else self.judgement.kind

    @property
    def costs(self) -> dict[Value, Cost]:
        """The cost of one answer of the first rule, by depth."""
        return self.examination.costs(self.examination.rules[0])

    @property
    def priced(self) -> str:
        """The sentence of the judgement, with the cost of more effort."""
        return with_price(self.judgement, self.examination.knob, self.costs)

    @property
    def best(self) -> BestValue | None:
        """The best depth for its cost, or the best value of another knob; None where more positions are needed, or
        where a bug may have made the numbers."""
        examination = self.examination
        if self.suspected or (self.judgement.kind == Kind.UNCLEAR and self.judgement.needed):
            return None
        return best_value(examination.accuracy(examination.rules[0]), examination.knob, self.costs)

    @property
    def trend(self) -> str:
        """The direction of the accuracies, in words."""
        knob = self.examination.knob
        return TRENDS[self.judgement.kind].format(knob=f"more {knob.name}" if knob.plural else knob.name)

    @property
    def verdict(self) -> str:
        """The verdict on the first rule, in one line."""
        sentence = self.judgement.sentence
        if not self.suspected:
            alone = self.examination.rules == (PLAYER,) and self.examination.knob.plies
            if self.judgement.kind == Kind.WORSE and alone:
                return f"{self.trend} ({self.priced.split(': ', 1)[1]}); {UNTESTED}"
            return self.priced
        remains = f"; without it, {self.rest.sentence}" if self.rest and self.rest.kind == Kind.WORSE else ""
        own = next((imitator.headline for imitator in self.suspected if imitator.headline), "")
        names = " or ".join(imitator.name for imitator in self.suspected if imitator.headline != own or not own)
        if own:
            return own + remains + (f"; check also {names}" if names else "")
        details = sentence.split(": ", 1)[1]
        part = "a part of it" if remains else "it"
        return f"{self.trend} ({details}), but {names} may explain {part}: check that first{remains}"

    @property
    def causes(self) -> list[str]:
        """Why depth helps or hurts: one line per fact."""
        lines = [line for part in (self.factors, self.errors) if part for line in part.lines()]
        return [*lines, str(self.prediction)] if self.prediction else lines

    def regret(self, rule: str) -> dict[Value, Estimate]:
        """The mean regret, by depth."""
        return {depth: Estimate.of_mean(values) for depth, values in self.examination.regret(rule).items()}

    def rows(self) -> list[Row]:
        """A row for each rule and depth: accuracy with its interval, regret and cost."""
        examination, rows = self.examination, list[Row]()
        for rule, judgement in self.judgements.items():
            regret, costs = self.regret(rule), examination.costs(rule)
            for value, share in judgement.accuracy.items():
                cost = costs.get(value)
                row = {"rule": rule, examination.knob.name: value, **share.as_dict(), "regret": regret[value].mean}
                rows.append({**row, "seconds": cost and cost.seconds, "nodes": cost and cost.nodes})
        return rows

    def as_dict(self) -> Fields:
        """The findings as plain lists and numbers, without the single positions."""
        examination = self.examination
        parts = ("factors", "errors", "prediction", "doubt", "advice", "comparison", "swaps")
        fields = {
            "verdict": self.verdict,
            "kind": self.kind,
            "positions": len(examination.positions),
            "decided": examination.decided,
            "knob": asdict(examination.knob),
            "costs": {rule: {v: asdict(c) for v, c in examination.costs(rule).items()} for rule in examination.rules},
            "repeats": examination.repeats,
            "changes": {v: float(share.mean()) for v, share in examination.changes(examination.rules[0]).items()},
            "best": asdict(self.best) if self.best else None,
            "notes": examination.notes,
            "truth": examination.truth,
            "judgements": {rule: asdict(judgement) for rule, judgement in self.judgements.items()},
            "regret": {rule: {d: asdict(e) for d, e in self.regret(rule).items()} for rule in examination.rules},
            **{name: asdict(part) if (part := getattr(self, name)) else None for name in parts},
            "imitators": [asdict(imitator) for imitator in self.imitators],
            "traits": [asdict(trait) for trait in self.traits],
            "spoilt": [asdict(position) for position in self.spoilt],
            "failures": examination.failures,
        }
        return {name: plain(part) for name, part in fields.items()}
