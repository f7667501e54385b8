"""The prediction of the synthetic model of [Nau2010] with the measured factors, beside the measured pathology."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from overthink.core.estimate import Estimate, Sample
from overthink.doctor.examine import Examination
from overthink.doctor.factors import Factors
from overthink.measure.paired import ratio
from overthink.models import TopDown

SIMILARITIES = (0.0, 0.25, 0.5, 0.75, 1.0)
TREES = 400
LEAVES = 40_000  # the largest tree of a model
WIDEST, FINEST = 10, 300


@dataclass(frozen=True)
class Prediction:
    """Degrees of pathology: above 1, the deeper search decides worse. None if there is no value."""

    model: TopDown
    deep: int
    shallow: int
    predicted: Estimate | None
    measured: Estimate | None

    def __str__(self) -> str:
        m = self.model
        pair = f"p({self.deep}, {self.shallow})"
        predicted, measured = (
            f"{ratio.mean:.2f} [{ratio.low:.2f}, {ratio.high:.2f}]" if ratio else "no value"
            for ratio in (self.predicted, self.measured)
        )
        return (
            f"the synthetic model with these numbers (b = {m.b}, g = {m.g}, s = {m.s:g}, σ = {m.sigma:.2g}) predicts "
            f"{pair} = {predicted}; measured: {measured}"
        )


def predict(examination: Examination, rule: str, factors: Factors) -> Prediction | None:
    """Predict by the model that is nearest to the measured factors; None if they could not be measured, or if
    the knob is not depth."""
    values = np.concatenate([np.array(list(position.values.values()), float) for position in examination.positions])
    value_range = float(np.ptp(values))
    if not value_range or math.isnan(factors.clustering) or not examination.knob.plies:
        return None
    depths, b = [int(depth) for depth in examination.depths], min(max(round(factors.branching), 2), WIDEST)
    shallow = depths[0]
    feasible = [depth for depth in depths if depth > shallow and b**depth <= LEAVES]
    if not feasible:
        return None
    deep = feasible[-1]
    g = min(max(factors.granularity, 2), FINEST)
    models = [TopDown(b=b, g=g, s=s, sigma=factors.noise / value_range, height=deep) for s in SIMILARITIES]
    model = min(models, key=lambda model: abs(clustering(model) - factors.clustering))
    errors = model.decision_errors(0, TREES, shallow=shallow)[:, 0]
    accuracy = examination.accuracy(rule)
    return Prediction(model, deep, shallow, _ratio(*errors), _ratio(1.0 - accuracy[deep], 1.0 - accuracy[shallow]))


def clustering(model: TopDown) -> float:
    """The clustering factor f of the values of the root's moves."""
    tree = model.draw(0, 100)
    moves = tree.truth[tree.levels[1] : tree.levels[2]].reshape(-1, model.b)
    return math.sqrt(float(moves.var(axis=1).mean())) / float(moves.std()) if np.ptp(moves) else math.nan


def _ratio(deep: Sample, shallow: Sample) -> Estimate | None:
    return ratio(deep, shallow) if shallow.any() else None
