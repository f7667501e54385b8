"""What the synthetic model of [Nau2010] with the same branching factor, granularity, similarity and noise predicts,
beside what was measured."""

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
LEAVES = 40_000  # of one tree: a model is made no larger
WIDEST, FINEST = 10, 300


@dataclass(frozen=True)
class Prediction:
    """Degrees of pathology: above 1, the deeper search decides worse. None where it has no value."""

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
    """The model whose factors are nearest to those that were measured; none where they could not be."""
    values = np.concatenate([np.array(list(each.values.values()), float) for each in examination.positions])
    breadth = float(np.ptp(values))
    if not breadth or math.isnan(factors.clustering):
        return None
    shallow, b = examination.depths[0], min(max(round(factors.branching), 2), WIDEST)
    fit = [depth for depth in examination.depths if depth > shallow and b**depth <= LEAVES]
    if not fit:
        return None
    deep = fit[-1]
    g = min(max(factors.granularity, 2), FINEST)
    models = [TopDown(b=b, g=g, s=s, sigma=factors.noise / breadth, height=deep) for s in SIMILARITIES]
    model = min(models, key=lambda model: abs(clustering(model) - factors.clustering))
    errors = model.decision_errors(0, TREES, shallow=shallow)[:, 0]
    accuracy = examination.accuracy(rule)
    return Prediction(model, deep, shallow, _ratio(*errors), _ratio(1.0 - accuracy[deep], 1.0 - accuracy[shallow]))


def clustering(model: TopDown) -> float:
    """f of the values of the root's moves."""
    tree = model.draw(0, 100)
    moves = tree.truth[tree.levels[1] : tree.levels[2]].reshape(-1, model.b)
    return math.sqrt(float(moves.var(axis=1).mean())) / float(moves.std()) if np.ptp(moves) else math.nan


def _ratio(deep: Sample, shallow: Sample) -> Estimate | None:
    return ratio(deep, shallow) if shallow.any() else None
